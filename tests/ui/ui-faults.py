#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The tab Faults: nothing is looked for until it is asked; then what is wrong with the pending draw, of the kinds that are wanted, at known lines and in as many
elements as arithmetic says, with the operands' values below; a comment in the source leaves one out.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import eventually, run_parts, test_window, verdict  # noqa: E402

BUILD = os.environ["top_builddir"] = os.path.abspath(os.environ["top_builddir"])
# The target is 16 x 8 pixels.
SHADER = """[fragment]
#version 330
out vec4 color;
void main()
{
	float x = gl_FragCoord.x - 8.5;
	float a = 1.0 / x;
	float b = sqrt(x);
	float c = log(x); // glstep: ignore
	color = vec4(a + b + c);
}

[vertex]
#version 330
in vec4 corner;
void main()
{
	gl_Position = corner;
}
"""
DIVIDED = ["infinity", "fragment", "1", "6", "8", "1", "1.0 / x"]
ROOT = ["domain", "fragment", "1", "7", "64", "1", "sqrt(x)"]


def faults():
    with tempfile.NamedTemporaryFile("w", suffix=".shader") as file:
        file.write(SHADER)
        file.flush()
        with test_window("faults", [os.path.join(BUILD, "glstep"), "--", os.path.join(BUILD, "test-shader"), "core", "33", file.name]) as w:
            w.wait()
            w.press("Next draw")
            eventually("faults-stopped", "the draw", lambda: w.text("Status").endswith("glDrawArrays"), lambda: w.text("Status"))
            w.tab("Faults")
            before = w.text("Status")
            verdict("faults-unasked", not w.rows("Faults"), f"{w.rows('Faults')}")
            w.press("Find faults")
            eventually("faults-found", "what is wrong", lambda: w.rows("Faults") == [DIVIDED, ROOT], lambda: f"{w.rows('Faults')}")
            summary = w.text("Faults summary")
            verdict("faults-suppressed", summary.startswith("2 findings; 1 of 1 draw looked at; 1 suppressed"), summary)
            w.select("Faults", "domain")
            eventually("faults-values", "the first element's", lambda: "first (0, 0) in frame 0" in w.text("Faults detail") and "where x = -8" in w.text("Faults detail"),
                       lambda: w.text("Faults detail"))
            verdict("faults-stays", w.text("Status") == before, w.text("Status"))
            w.type("Faults: Kinds", "infinity")
            w.press("Find faults")
            eventually("faults-chosen", "that kind alone", lambda: w.rows("Faults") == [DIVIDED], lambda: f"{w.rows('Faults')}")


if __name__ == "__main__":
    run_parts("faults", (faults,))
    sys.exit(verdict.failed)
