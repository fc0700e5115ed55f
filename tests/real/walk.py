#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The manual's walk without a window: docs/walk.glstep answers what docs/walk.txt says, numbers aside, which depend on the driver."""

import itertools
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from patience import patience  # noqa: E402

DOCS = os.path.join(os.environ["top_srcdir"], "docs")
EXAMPLE = os.path.join(os.environ["top_builddir"], "glstep-example")


def plain(text):
    """Lines of code stay as they are."""
    return [line if line.startswith("  ") and ";" in line else re.sub(r"-?\d+(\.\d+)?(e[-+]?\d+)?", "#", line) for line in text.split("\n")]


def main():
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([os.environ["GLSTEP"], "-x", os.path.join(DOCS, "walk.glstep"), EXAMPLE, "--nan", "--frames", "3",
                              "--time-step", "0.04"], cwd=folder, capture_output=True, text=True, timeout=patience(12), check=False)
        saved = os.path.exists(os.path.join(folder, "rim.pfm"))
    print(run.stdout, run.stderr)
    with open(os.path.join(DOCS, "walk.txt"), encoding="utf-8") as file:
        expected = plain(file.read())
    good = run.returncode == 0 and saved and plain(run.stdout) == expected
    wrong = [pair for pair in itertools.zip_longest(plain(run.stdout), expected) if pair[0] != pair[1]]
    print("PASS walk-console" if good else f"FAIL walk-console: status {run.returncode}, {wrong[:2]}")
    return not good


if __name__ == "__main__":
    sys.exit(main())
