#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""piglit's shader_runner under glstep: stepped to the end of main at its first draw, then continued, each test still passes."""

import glob
import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results  # noqa: E402

FOLDERS = glob.glob("/usr/lib/*/piglit") + ["/usr/share/piglit", "/usr/lib64/piglit"]
SINGLE_STEPS = 10  # then to the end in one go: a loop may have thousands


def step_to_the_end(console):
    where = console.run("shader fragment")
    assert where["total"] > 0 and where["kind"], where
    for _ in range(SINGLE_STEPS):
        if where["finished"]:
            break
        where = console.run("shader step")
        assert where["active"] > 0 or where.get("note"), where
    where = console.run("shader continue")
    assert where["finished"], where


def debug(folder, path):
    runner = os.path.join(folder, "bin", "shader_runner")
    with Console([runner, os.path.join(folder, path), "-auto", "-fbo"]) as console:
        stop = console.run("next draw")
        assert stop["stop"] == "call", f"no draw: {stop}"
        step_to_the_end(console)
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
        output = console.program_output()
        assert '"result": "pass"' in output, output[-500:]


results = Results()
folder = next((f for f in FOLDERS if os.access(os.path.join(f, "bin", "shader_runner"), os.X_OK)), None)
with open(os.path.join(os.environ["top_srcdir"], "tests/real/piglit.list")) as file:
    paths = [line.strip() for line in file if line.strip() and not line.startswith("#")]
if len(sys.argv) > 1:
    paths = [path for path in paths if any(word in path for word in sys.argv[1:])]
if not folder:
    results.skip("piglit", "piglit is not installed")
else:
    for path in paths:
        results.check("piglit-" + path.split("spec/", 1)[1].removesuffix(".shader_test"), debug, folder, path)
sys.exit(1 if results.failed else 0)
