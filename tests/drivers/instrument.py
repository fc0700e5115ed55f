#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/instrument/*.test on the driver that the environment chooses: at positions of small shaders, and along their paths, variants
give the values that formulas compute."""

import glob
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import LACKING, Lacking, Results, last_line, lacking, program  # noqa: E402
from patience import patience  # noqa: E402


def check(path):
    done = subprocess.run([program("tests/instrument/instrument-run"), path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=patience(60))
    if done.returncode == LACKING:
        raise lacking(done.stdout.split("\n", 1)[0])
    if "the driver refuses the shader itself" in done.stdout:
        raise Lacking(done.stdout.split("\n", 1)[0])
    assert done.returncode == 0, f"status {done.returncode}: {done.stdout[:300]} ... {last_line(done.stdout)}"


results = Results()
for file in sorted(glob.glob(os.path.join(os.environ["top_srcdir"], "tests/instrument/*.test"))):
    results.check("instrument-" + os.path.basename(file).removesuffix(".test"), check, file)
sys.exit(1 if results.failed else 0)
