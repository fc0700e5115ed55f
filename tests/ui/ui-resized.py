#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A window that has another size than its buffer, which follows at the swap: the framebuffer, the resources and the elements of a draw have
the size that the program finds out by reading.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import eventually, run_parts, test_window, verdict  # noqa: E402

PROGRAM = os.path.join(os.environ["top_builddir"], "test-resized")
GREEN, BLUE = (0, 255, 0), (0, 0, 255)


def sizes(way):
    """Of the buffer in the second and the third frame."""
    told = subprocess.run([PROGRAM, *way], check=True, capture_output=True, text=True).stdout
    return [tuple(map(int, line.split())) for line in told.splitlines()]


def frame(w, name, size):
    """At its second draw, before which the window has changed its size."""
    words = "{} × {}".format(*size)
    w.press("Next draw")
    w.press("Next draw")
    w.choose("Framebuffer when", "Before")
    eventually(f"{name}-framebuffer", words, lambda: w.text("Framebuffer info").split(",")[0] == words,
               lambda: w.text("Framebuffer info"))

    def is_all(colour):
        found = {c for _, _, c in w.shot().pixels(w.extents("Framebuffer"))}
        return colour in found and not {(0, 0, 0), (255, 255, 255), (255, 0, 0), GREEN, BLUE} - {colour} & found
    eventually(f"{name}-green", "nothing but what was drawn", lambda: is_all(GREEN))
    w.choose("Framebuffer when", "After")
    eventually(f"{name}-blue", "nothing but what is drawn", lambda: is_all(BLUE))
    w.tab("Resources")
    w.select("Resources", "GL_BACK_LEFT")
    eventually(f"{name}-resource", words, lambda: words in w.text("Resource summary"), lambda: w.text("Resource summary"))
    w.press("Debug fragment shader")
    n = size[0] * size[1]
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"{name}.png"))
    verdict(f"{name}-elements", re.sub(r"\D+", " ", w.text("Pixels here")).split() == [str(n)] * 2, w.text("Pixels here"))
    w.press("Leave")


def resized(way):
    name = "-".join(["resized", *way])
    expected = sizes(way)
    verdict(f"{name}-sizes", len(expected) == 2 and expected[0] != expected[1], f"{expected}: nothing is resized")
    with test_window(name, [os.environ["GLSTEP"], "--", PROGRAM, *way]) as w:
        w.wait()
        w.press("Next draw")  # of the first frame
        for number, size in enumerate(expected):
            frame(w, f"{name}-{number}", size)


def glx(_):
    resized([])


def egl(_):
    resized(["egl"])


run_parts("resized", (glx, egl), None)
sys.exit(verdict.failed)
