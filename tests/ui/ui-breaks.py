#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Breakpoints on lines where a program has several GLSL programs, by accessibility: one counts in the program where it was set, and in others
whose line reads the same. Breakpoints and watches come back where a new session starts the same program, and in no other.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
EXAMPLE = os.path.join(BUILD, "glstep-example")


def debug_next(w):
    if w.enabled("Leave"):
        w.press("Leave")
    w.press("Next draw")
    w.press("Debug fragment shader")


def elsewhere(w):
    """Of the second draw's program; in the first one's the same line says something else, and its variables are not there."""
    w.wait()
    w.press("Next draw")
    debug_next(w)
    w.tab("Breakpoints")
    w.type("New breakpoint", "10 if tint.a > -1.0", wait=True)
    w.press("Continue")
    verdict("breaks-own", w.text("Status") == "At breakpoint 1", w.text("Status"))
    debug_next(w)
    w.press("Continue")
    verdict("breaks-other", w.text("Status") == "At the end of the shader", f"{w.text('Status')}; {w.text('Message')}")
    debug_next(w)
    w.press("Continue")
    verdict("breaks-own-again", w.text("Status") == "At breakpoint 1", w.text("Status"))


def main():
    with test_window("breaks", [os.environ["GLSTEP"], "--", EXAMPLE, "--size", "64x48"]) as w:
        run_parts("breaks", (elsewhere,), w)
    return verdict.failed


sys.exit(main())
