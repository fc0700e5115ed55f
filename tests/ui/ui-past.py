#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What is shown of a program that runs, or has ended, is pale; of one that is started anew nothing of the one before is left.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import glob
import os
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

EXAMPLE = os.path.join(os.environ["top_builddir"], "glstep-example")
PROGRAM = os.path.join(os.environ["top_builddir"], "test-pixels")  # a green window at its second draw


def look(w, name):
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"{name}.png"))


def brightest(w, image):
    return max(c[1] for _, _, c in w.shot().pixels(w.extents(image)))


def darkest(w, image):
    return min(c[1] for _, _, c in w.shot().pixels(w.extents(image)))


def greens(w):
    """Of the brightest pixel: the picture is green."""
    return brightest(w, "Framebuffer")


def ended(w):
    w.tab("GL state")
    wait_until("the state", lambda: w.n_rows("GL state") > 20)
    wait_until("the picture", lambda: greens(w) == 255)
    verdict("past-not-yet", w.enabled("GL state"), "the state of a program that stands is pale")
    w.press("Kill")
    eventually("past-picture", "a pale picture", lambda: 60 < greens(w) < 160, lambda: f"{greens(w)}")
    verdict("past-state", not w.enabled("GL state"), "the state of a program that has ended is not pale")
    look(w, "past")


def resources(w):
    """At the same draw again."""
    w.tab("Resources")
    wait_until("the list", lambda: w.rows("Resources"))
    eventually("past-resources-not-yet", "the list as it is", lambda: w.enabled("Resources"))
    dark = darkest(w, "Resource image")
    w.press("Kill")
    eventually("past-resources", "a pale list", lambda: not w.enabled("Resources"))
    eventually("past-resource", "a pale picture", lambda: darkest(w, "Resource image") > dark + 40, lambda: f"{dark}, {darkest(w, 'Resource image')}")
    look(w, "past-resources")


def anew(w):
    w.press("Restart")
    verdict("past-started", "Before call 0" in w.text("Status"), w.text("Status"))
    eventually("past-gone", "no state of the one before", lambda: w.n_rows("GL state") == 0, lambda: f"{w.n_rows('GL state')} rows")
    look(w, "past-anew")
    w.press("Next draw")
    w.press("Next draw")
    eventually("past-picture-anew", "its own picture", lambda: greens(w) == 255)
    eventually("past-state-anew", "its own state", lambda: w.n_rows("GL state") > 20 and w.enabled("GL state"))


def killed(w):
    """By somebody else, while it is stopped, once in its shader, too: the window tells, and starts it anew without a question."""
    for name in "killed", "killed-in-shader":
        w.press("Next draw")
        if name == "killed-in-shader":
            w.press("Debug fragment shader")
        pids = [int(pid) for path in glob.glob(f"/proc/{w.process.pid}/task/*/children") for pid in open(path, encoding="ascii").read().split()]
        os.kill(next(pid for pid in pids if "glstep-example" in os.readlink(f"/proc/{pid}/exe")), signal.SIGKILL)
        eventually(f"past-{name}", "the end", lambda: w.text("Status") == "The program has ended", lambda: w.text("Status"))
        verdict(f"past-{name}-message", w.showing("Message") and "signal 9" in w.text("Message"), w.text("Message"))
        verdict(f"past-{name}-buttons", not w.enabled("Next draw") and not w.enabled("Leave") and w.enabled("Restart"), w.why("Next draw"))
        w.press("Restart")
        verdict(f"past-{name}-anew", "Before call 0" in w.text("Status"), w.text("Status"))


def undrawn(w):
    """It ends before there was a picture: that is what is said of it."""
    w.wait()
    verdict("past-undrawn", w.why("Framebuffer") != "The program has ended", w.why("Framebuffer"))
    w.press("Kill")
    eventually("past-undrawn-ended", "its end", lambda: w.why("Framebuffer") == "The program has ended", lambda: w.why("Framebuffer"))


def running(w):
    """The picture of the last stop, while the program runs."""
    w.wait()
    w.press("Next draw")
    wait_until("the picture", lambda: brightest(w, "Framebuffer") > 150)
    bright = brightest(w, "Framebuffer")
    w.press("Run", wait=False)
    wait_until("the program to run", lambda: w.text("Status").startswith("Running"))
    eventually("past-running", "a pale picture", lambda: brightest(w, "Framebuffer") < bright - 60, lambda: f"{bright}, {brightest(w, 'Framebuffer')}")
    look(w, "past-running")


def main():
    with test_window("past", [os.environ["GLSTEP"], "--", PROGRAM]) as w:
        w.wait()
        w.press("Next draw")
        w.press("Next draw")
        w.press("Framebuffer ghost", wait=False)  # it touches nothing, so that all would be paler
        run_parts("past", (ended, anew, resources), w)
    with test_window("past-undrawn", [os.environ["GLSTEP"], "--", PROGRAM]) as w:
        run_parts("past", (undrawn,), w)
    with test_window("past-running", [os.environ["GLSTEP"], "--", EXAMPLE, "--size", "200x150"]) as w:
        w.press("Framebuffer ghost", wait=False)
        run_parts("past", (running,), w)
    with test_window("past-killed", [os.environ["GLSTEP"], "--", EXAMPLE, "--size", "200x150"]) as w:
        w.wait()
        run_parts("past", (killed,), w)
    return verdict.failed


sys.exit(main())
