#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
extract_sizes.py [HACK...] - how many calls a frame of xscreensaver's hacks needs, as `glstep-trace extract` and apitrace's gltrim have it,
and whether glstep-replay draws of each what it draws of the whole trace. Measures, and fails only where ours does not draw the same.
"""

import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "trace"))
from glstep_console import GLSTEP  # noqa: E402
from patience import patience  # noqa: E402
from trace_tools import PLAYER, run  # noqa: E402

HACKS = ["gears", "sierpinski3d", "superquadrics", "molecule", "gflux"]
FRAME = 10


def sums(path):
    """What is drawn, frame by frame."""
    done = subprocess.run([PLAYER, "--md5", path], capture_output=True, text=True, timeout=patience(60), check=False)
    return [line.split()[2] for line in done.stdout.splitlines() if line.startswith("frame ")]


def calls(path):
    return sum(line[:1].isdigit() for line in run("dump", path)[0].decode(errors="replace").splitlines())


def trim(whole, part, wanted):
    """What gltrim makes of it; it may end by a signal."""
    done = subprocess.run(["gltrim", f"--frames={FRAME}", f"--output={part}", whole], capture_output=True, timeout=patience(60), check=False)
    if done.returncode or not os.path.exists(part):
        return f"ended with status {done.returncode}"
    return f"{calls(part)} calls, drawn {'the same' if wanted in sums(part) else 'otherwise'}"


def measure(hack):
    with tempfile.TemporaryDirectory() as folder:
        whole, ours, theirs = (os.path.join(folder, name + ".trace") for name in ("whole", "ours", "theirs"))
        subprocess.run([GLSTEP, "record", "-o", whole, "--", "timeout", "3", os.path.join("/usr/libexec/xscreensaver", hack)],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=patience(30), check=False)
        drawn = sums(whole)
        if len(drawn) <= FRAME:
            print(f"{hack}: only {len(drawn)} frames in 3 s")
            return True
        run("extract", "--frame", str(FRAME), whole, ours)
        same = sums(ours) == [drawn[FRAME]]
        print(f"{hack}: frame {FRAME} of a trace of {calls(whole)} calls: glstep-trace {calls(ours)} calls, drawn {'the same' if same else 'otherwise'}; "
              f"gltrim: {trim(whole, theirs, drawn[FRAME]) if shutil.which('gltrim') else 'is not installed'}", flush=True)
        return same


if __name__ == "__main__":
    sys.exit(not all([measure(hack) for hack in sys.argv[1:] or HACKS]))
