#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""At the end of a fragment shader the window shows the debugged colour, what the undebugged draw gives, and what the framebuffer will
hold; where the first two differ it says that they do, and why.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import test_window, verdict, wait_until  # noqa: E402

SCENES = os.path.join(os.environ["top_builddir"], "test-scenes")
NAMES = ("Debugged colour", "Undebugged colour", "Framebuffer colour")


def colours(w):
    return [[float(part) for part in w.text(name).split(", ")] for name in NAMES]


def scene(name, look):
    with test_window(f"trust-{name}", [os.environ["GLSTEP"], "--", SCENES, name]) as w:
        w.wait()
        w.press("Next draw")
        w.press("Debug fragment shader")
        verdict(f"trust-{name}-not-yet", not w.showing("Trust"), "shown before the shader's end")
        w.press("Continue")
        wait_until("the comparison", lambda: w.showing("Trust") and w.text("Trust"))
        look(w)
        w.shot(os.environ.get("GS_TEST_SHOT") and os.environ["GS_TEST_SHOT"] + name + ".png")
        w.press("Step back")
        wait_until("it is gone", lambda: not w.showing("Trust"))
        verdict(f"trust-{name}-gone", True)


def plain(w):
    debugged, undebugged, after = colours(w)
    verdict("trust-same", debugged == undebugged and all(abs(a - b) < 0.5 / 255 + 1e-4 for a, b in zip(undebugged, after, strict=True)),
            f"{debugged} {undebugged} {after}")
    verdict("trust-rounded", "the same, rounded to the bits" in w.text("Trust") and "will not hold" not in w.text("Trust"), w.text("Trust"))
    verdict("trust-not-alarmed", "rely" not in w.text("Trust"), w.text("Trust"))


def blended(w):
    debugged, undebugged, after = colours(w)
    verdict("trust-blended-differs", debugged == undebugged and any(abs(a - b) > 1.5 / 255 for a, b in zip(undebugged, after, strict=True)),
            f"{debugged} {undebugged} {after}")
    verdict("trust-blended-why", "will not hold the colour that the shader gives: it is blended" in w.text("Trust") and
            "the same, rounded" not in w.text("Trust"), w.text("Trust"))
    verdict("trust-blended-not-alarmed", "rely" not in w.text("Trust"), w.text("Trust"))


def clock(w):
    debugged, undebugged, _ = colours(w)
    verdict("trust-differs", debugged[:2] == undebugged[:2] and debugged[2] != undebugged[2], f"{debugged} {undebugged}")
    verdict("trust-says-why", "Do not rely" in w.text("Trust") and "draw to draw" in w.text("Trust"), w.text("Trust"))
    verdict("trust-message", "Do not rely" in w.text("Message"), w.text("Message"))


def tested():
    """With other tests than the program's a colour is captured that the draw does not give; that is told in the window's own words."""
    with test_window("trust-tests", [os.environ["GLSTEP"], "--", os.path.join(os.environ["top_builddir"], "test-pixels"), "arrays"]) as w:
        w.wait()
        w.press("Next draw")
        w.press("Next draw")  # which is rejected
        w.press("Tests", wait=False)
        wait_until("the popover", lambda: w.showing("Depth test"))
        for name in "Depth test", "Stencil test":
            before = w.n_done()
            w.choose(name, "off")
            w.wait(before)
        w.key(0xff1b)
        w.press("Debug fragment shader")
        wait_until("the note", lambda: w.showing("Message"))
        verdict("trust-tests-note", "(Tests, its buffers)" in w.text("Message"), w.text("Message"))
        w.press("Continue")
        wait_until("the comparison", lambda: w.showing("Trust") and w.text("Trust"))
        verdict("trust-tests-why", "tests that differ from the program's (Tests, its buffers)." in w.text("Trust"), w.text("Trust"))


def main():
    tested()
    scene("plain", plain)
    scene("blended", blended)
    scene("clock", clock)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
