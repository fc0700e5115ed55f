#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The focus element's path through shaders with loops, switches, calls and discards: recorded in one draw and captured decision by
decision, it is the same."""

import glob
import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results  # noqa: E402

FOLDERS = glob.glob("/usr/lib/*/piglit") + ["/usr/share/piglit", "/usr/lib64/piglit"]
WORDS = "loop", "switch", "discard", "function", "short-circuit", "branch", "ternary", "break", "return"


def path(provider, argv):
    os.environ["GLSTEP_PATH"] = provider
    with Console(argv) as console:
        console.run("next draw")
        console.run("shader fragment")
        console.command("focus 20 20")
        console.run("shader continue")
        return console.run("history")["positions"]


def compare(argv):
    recorded, captured = path("record", argv), path("capture", argv)
    assert recorded == captured, f"{len(recorded)} and {len(captured)} positions"


results = Results()
folder = next((f for f in FOLDERS if os.access(os.path.join(f, "bin", "shader_runner"), os.X_OK)), None)
with open(os.path.join(os.environ["top_srcdir"], "tests/real/piglit.list")) as file:
    tests = [line.strip() for line in file if not line.startswith("#") and any(word in line for word in WORDS)]
if not folder:
    results.skip("path-providers", "piglit is not installed")
else:
    for test in tests:
        name = "path-" + os.path.basename(test).removesuffix(".shader_test")
        results.check(name, compare, [os.path.join(folder, "bin", "shader_runner"), os.path.join(folder, test), "-auto", "-fbo"])
sys.exit(1 if results.failed else 0)
