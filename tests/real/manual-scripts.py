#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
manual-scripts.py - the scripts of the manual do what it says.

 textures    docs/textures.py tells each texture of a trace, and the draws that read it
 magenta     docs/magenta.py changes a program that export-c wrote; it is compiled, and draws something else
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Results  # noqa: E402
from patience import patience  # noqa: E402
from trace_tools import TOOL, run  # noqa: E402

DOCS = os.path.join(os.environ["top_srcdir"], "docs")


def record(path, argv):
    subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False)
    assert os.path.exists(path), argv


def script(name, *words):
    path = os.pathsep.join([os.path.dirname(os.path.abspath(TOOL)), os.environ["PATH"]])
    return subprocess.run([sys.executable, os.path.join(DOCS, name), *words], env=dict(os.environ, PATH=path), capture_output=True,
                          text=True, timeout=patience(60), check=True).stdout


def textures():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, ["glmark2", "-b", "desktop:duration=0.5", "--size", "200x150"])
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        made = sum(call["function"] == "glTexImage2D" for call in calls)
        told = [re.fullmatch(r"texture (\d+), \d+ x \d+: read by (\d+) calls", line) for line in script("textures.py", path).splitlines()]
        reads = [int(match[2]) for match in told]
        assert len(told) == made and all(told) and reads == sorted(reads) and reads[-1] > 1, (made, reads)


def sums(folder, name):
    subprocess.run(["make", "-s", "WINDOW=egl"], cwd=folder, capture_output=True, timeout=patience(60), check=True)
    return subprocess.run([os.path.join(folder, name), "--md5"], capture_output=True, timeout=patience(60), check=True).stdout


def magenta():
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "a.trace"), os.path.join(folder, "cube")
        record(path, ["glmark2", "-b", "build:duration=0.1", "--size", "200x150"])
        run("export-c", path, out)
        name = re.search(r"^(\S+): \$\(OBJECTS\)", open(os.path.join(out, "Makefile"), encoding="utf-8").read(), re.M)[1]
        before = sums(out, name)
        script("magenta.py", out)
        after = sums(out, name)
        assert before and after != before and len(after) == len(before), (before, after)


def main():
    results = Results()
    results.check("textures", textures)
    results.check("magenta", magenta)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
