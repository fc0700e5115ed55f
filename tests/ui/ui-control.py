#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The user's hold on the program in the window, by accessibility: arguments changed in place, calls skipped, going to a call by its
name or to a GL error, letting the program run on alone. What GL got, the program itself prints.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
PROGRAM = os.path.join(BUILD, "tests/calls/calls-program")


def go(w, name):
    w.type("Run to call", name, wait=True)
    return w.rows("Arguments")


def change(w, call, argument, value, shown):
    go(w, call)
    w.edit("Arguments", argument, 1, value)
    row = w.row("Arguments", argument)
    verdict(f"argument-{call}", row and row[1] == shown, f"{row}, not {shown}")


def arguments(w, output):
    w.wait()
    w.tab("Call")
    rows = go(w, "glDepthRange")
    verdict("argument-rows", [r[:3] for r in rows] == [["n", "0.25", "GLdouble"], ["f", "1", "GLdouble"]], f"{rows}")
    w.edit("Arguments", "n", 1, "0.375")
    verdict("argument-changed", w.row("Arguments", "n")[1] == "0.375" and "changed" in w.text("Call state"), w.text("Call state"))
    w.edit("Arguments", "n", 1, "near")
    verdict("argument-refused", w.showing("Message") and "near" in w.text("Message") and w.row("Arguments", "n")[1] == "0.375",
            w.text("Message"))
    change(w, "glTexParameterf", "param", "GL_CLAMP_TO_EDGE", "GL_CLAMP_TO_EDGE")
    go(w, "glStencilMask")
    w.press("Skip")
    change(w, "glPushAttrib", "mask", "GL_ENABLE_BIT | GL_COLOR_BUFFER_BIT", "GL_ENABLE_BIT | GL_COLOR_BUFFER_BIT")
    change(w, "glDepthMask", "flag", "false", "GL_FALSE")
    go(w, "glTexImage2D")
    w.expand("Arguments", "pixels")
    w.edit("Arguments", "[3]", 1, "200")
    verdict("argument-pixels", "c8" in w.row("Arguments", "pixels")[1], f"{w.row('Arguments', 'pixels')}")
    go(w, "glShaderSource")
    w.expand("Arguments", "string")
    row = w.row("Arguments", "[1]")
    verdict("argument-texts", row[1] == '" { int i; "', f"{row}")
    w.edit("Arguments", "[1]", 1, '" { float f; "')
    w.press("Next error", wait=False)
    wait_until("the end", lambda: w.text("Status") == "The program has ended")
    verdict("call-none", w.text("Call state") == "No call is pending" and not w.enabled("Skip") and "ended" in w.why("Skip"),
            f"{w.text('Call state')} {w.why('Skip')}")
    with open(output) as file:
        said = dict(line.split(" ", 1) for line in file.read().splitlines())
    verdict("argument-values", said["values"] == "0.375 0.5 0.5 2 0x812f" and said["stencil"] == "0xff", f"{said}")
    verdict("argument-memory", said["pixels"] == "30 31 32 200 34 35, own 31" and said["source"].startswith("void main() { float f; }"),
            f"{said}")


def errors(w):
    w.wait()
    w.tab("Call")
    w.press("Next error")
    verdict("error-said", w.text("Call state") == "glEnable has raised GL_INVALID_ENUM", w.text("Call state"))
    verdict("error-executed", not w.enabled("Skip") and "executed already" in w.why("Skip"), w.why("Skip"))
    w.press("Step")
    verdict("error-stepped", w.enabled("Skip"), w.why("Skip"))
    w.type("Run to call", "glNoSuch*", wait=True)
    verdict("call-unknown", w.showing("Message") and "glNoSuch*" in w.text("Message"), w.text("Message"))


def frames(w):
    """The second and the fifth swap from here on; a number is needed."""
    w.wait()
    w.tab("Call")
    for n, ended in ("2", 1), ("3", 4):
        w.type("Run frames", n, wait=True)
        verdict(f"frames-{n}", "glXSwapBuffers" in w.text("Status") and w.text("Frame and draw").startswith(f"frame {ended}"),
                f"{w.text('Status')} {w.text('Frame and draw')}")
    for wrong in "0", "many":
        w.type("Run frames", wrong)
        wait_until("a refusal", lambda: "how many frames" in w.text("Message"))
    verdict("frames-refused", True)


def ignored(w):
    """Every clear but the first two is stopped at."""
    w.tab("Breakpoints")
    w.type("New breakpoint", "glClear", wait=True)
    w.press("Run")
    first = w.text("Frame and draw").split()[1]
    w.edit("Breakpoints", "call glClear", 4, "2")
    verdict("ignored-set", w.row("Breakpoints", "call glClear")[3:5] == ["1", "2"], f"{w.rows('Breakpoints')}")
    w.press("Run")
    row, third = w.row("Breakpoints", "call glClear"), w.text("Frame and draw").split()[1]
    verdict("ignored", "glClear" in w.text("Status") and int(third) == int(first) + 3 and row[3:5] == ["4", ""], f"{row}, frame {first}, then {third}")
    w.edit("Breakpoints", "call glClear", 4, "none", wait=False)
    wait_until("a refusal", lambda: "to be ignored" in w.text("Message"))
    verdict("ignored-refused", True)


def told(w):
    """All texts of the window that are seen."""
    texts = []

    def take(widget):
        interface = widget.get_text_iface()
        texts.append(Atspi.Text.get_text(interface, 0, -1) if interface else widget.get_name() or "")

    w._find(w.frame, take)
    return texts


def detached(w):
    w.wait()
    w.tab("Call")
    w.press("Next draw")
    w.press("Debug fragment shader")
    w.tab("GL state")
    wait_until("GL's state", lambda: w.n_rows("GL state"))
    w.press("Detach")
    ended = [text for text in told(w) if "has ended" in text]
    verdict("detached-told", any("runs on without glstep: this was" in text for text in told(w)) and not ended, f"{ended}")
    verdict("detached-why", "runs on without glstep" in w.why("Step"), w.why("Step"))
    verdict("detached", w.text("Status") == "The program runs on without glstep", w.text("Status"))
    why = w.text("Why there is no source")
    verdict("detached-source", why.startswith("The program runs on without glstep. Restart"), why)
    verdict("detached-restart", w.enabled("Restart") and not w.enabled("Step"), w.why("Step"))
    w.press("Restart")
    verdict("detached-restarted", w.enabled("Step") and w.text("Status").startswith("Before call 0"), w.text("Status"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "output")
        with test_window("arguments", [GLSTEP, "--program-output", output, "--", PROGRAM, "edited"]) as w:
            arguments(w, output)
    with test_window("errors", [GLSTEP, "--", os.path.join(BUILD, "test-scenes"), "error", "--frames", "5"]) as w:
        errors(w)
    with test_window("detach", [GLSTEP, "--", os.path.join(BUILD, "test-scenes"), "plain", "--frames", "50"]) as w:
        frames(w)
        ignored(w)
        detached(w)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
