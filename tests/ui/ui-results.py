#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What a shader is for is not hidden: its built-in outputs stand beside its own variables, positions come first in the mesh.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, run_parts, test_window, verdict, wait_until  # noqa: E402

PROGRAM = os.path.join(os.environ["top_builddir"], "test-pixels")  # of GLSL 1.20


def columns(w):
    table = w.find("Mesh").get_table_iface()
    heads = [Atspi.Table.get_column_header(table, k) for k in range(Atspi.Table.get_n_columns(table))]
    return [head.get_name().replace("\n", " ") for head in heads if head is not None]


def mesh(w):
    w.tab("Mesh")
    wait_until("the vertices", lambda: w.n_rows("Mesh") == 4)
    numbers = [name for name in columns(w) if name.startswith("gl_")]
    verdict("results-mesh", numbers[:4] == [f"gl_Vertex.{c}" for c in "xyzw"], f"{columns(w)}")
    after = numbers.index("gl_Position.x")
    verdict("results-mesh-after", not any(n.startswith(("gl_FrontColor", "gl_BackColor")) for n in numbers[:after]), f"{columns(w)}")


def variables(w):
    for stage, wanted in ("vertex", {"gl_Position", "gl_FrontColor", "gl_BackColor"}), ("fragment", {"gl_FragColor"}):
        w.stage(stage)
        w.press(f"Debug {stage} shader")
        wait_until("the variables", lambda: w.rows("Variables"))
        names = {row[0] for row in w.rows("Variables")}
        verdict(f"results-{stage}", names - {"Built-in"} == wanted, f"{names}")
        if "GLSTEP_TEST_SHOTS" in os.environ:
            w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"results-{stage}.png"))
        w.press("Leave")


def main():
    with test_window("results", [os.environ["GLSTEP"], "--", PROGRAM]) as w:
        w.wait()
        w.press("Next draw")
        while not w.showing("Vertex"):
            w.press("Next draw")
        run_parts("results", (mesh, variables), w)
    return verdict.failed


sys.exit(main())
