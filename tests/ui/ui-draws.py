#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""One draw of those that a glMultiDraw* makes (tests/programs/multi.c: draw k covers x >= 16 k of 64, 2 is hidden, 4 empty) and of those
of a display list (tests/programs/lists.c), chosen in the window.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

MULTI = [os.path.join(os.environ["top_builddir"], "test-multi"), "arrays"]
LISTS = [os.path.join(os.environ["top_builddir"], "test-lists")]
SIZE = 64


def choose(w, number):
    """To that number; waits where a shader is being debugged, of which draw is changed then."""
    n = w.n_done() if w.showing("Draw of the call") and w.showing("Pixels here") else None
    Atspi.Value.set_current_value(w.find("Draw of the call").get_value_iface(), number)
    if n is not None:
        w.wait(n)


def is_draw(w, name, number, count, pixels):
    found = w.text("Draw of the call"), w.text("Draws of the call"), w.text("Pixels here").split()[2]
    verdict(name, found == (str(number), f"of {count}", str(pixels)), f"{found}, not {number}, {count}, {pixels}")


def multi(w):
    verdict("draws-hidden", not w.showing("Draw of the call"))
    w.press("Next draw")
    wait_until("the choice", lambda: w.showing("Draw of the call"))
    w.press("Debug fragment shader")
    is_draw(w, "draws-all", "all", 5, SIZE * SIZE)
    w.press("Leave")
    choose(w, 1)
    w.press("Debug fragment shader")
    is_draw(w, "draws-one", 1, 5, SIZE * 48)
    choose(w, 3)
    is_draw(w, "draws-next", 3, 5, SIZE * 16)
    choose(w, 4)
    verdict("draws-empty", not w.showing("Pixels here") and "covers no pixel" in w.text("Message"), w.text("Message"))
    w.press("Step")
    verdict("draws-gone", not w.showing("Draw of the call"))


def lists(w):
    for _ in range(10):
        w.press("Next draw")
        w.painted()
        if w.showing("Draw of the call"):
            break
    w.press("Debug fragment shader")
    count = int(w.text("Draws of the call").split()[1])
    is_draw(w, "draws-list-first", 0, count, 32 * SIZE)
    choose(w, 3)
    is_draw(w, "draws-list-third", 3, count, SIZE * 32)
    w.press("Leave")


def late(w):
    """A list that draws by fixed function alone is not offered to be debugged; of another one, the first draw with a program is."""
    w.press("Next draw")
    eventually("draws-fixed", "Debug to be off", lambda: not w.enabled("Debug fragment shader") and "fixed function" in w.why("Debug fragment shader"),
               lambda: w.why("Debug fragment shader"))
    verdict("draws-fixed-hidden", not w.showing("Draw of the call"))
    why = w.text("Why there is no source")
    verdict("draws-fixed-where", "Framebuffer shows what the display list draws" in why and "Mesh" not in why, why)
    w.press("Next draw")
    wait_until("Debug", lambda: w.enabled("Debug fragment shader"))
    w.press("Debug fragment shader")
    is_draw(w, "draws-late", 2, 3, SIZE * SIZE // 2)
    w.press("Leave")


def main():
    for part, argv in (multi, MULTI), (lists, LISTS), (late, [*LISTS, "late"]):
        with test_window("draws", [os.environ["GLSTEP"], "--", *argv]) as w:
            w.wait()
            run_parts("draws", (part,), w)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
