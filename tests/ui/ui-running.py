#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A program that runs, or is idle, in the window: Step, Draw, Frame, Program, Next error and a call's name stop it at its next one; breakpoints
set, changed and removed meanwhile take hold at once; so they do where it is paused outside GL. A stop at a GL error is said to be after the call.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from idle_window import idle_window  # noqa: E402
from leftovers import state_of  # noqa: E402
from ui_driver import Window, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
SCENES = os.path.join(BUILD, "test-scenes")
ADVICE = "; it may wait to be used: do something in its window"
EXAMPLE = [os.path.join(BUILD, "glstep-example"), "--size", "64x48"]


def runs(w):
    w.press("Run", wait=False)
    wait_until("the program to run", lambda: w.text("Status").startswith("Running") and w.enabled("Pause") and not w.enabled("Run"))


def called(w):
    """The call before which the program has stopped, maybe at a breakpoint; "" if it has not."""
    found = re.match(r"(?:Before|At breakpoint \d+, before) call \d+, (\w+)", w.text("Status"))
    return found[1] if found else ""


def stops(w, name, *texts):
    """It comes to a stop by itself, before one of these calls."""
    eventually(name, f"a stop before {texts}", lambda: w.settled() is not None and w.enabled("Run") and
               called(w).startswith(texts or ("gl", "egl")),
               lambda: w.text("Status"))


def next_one():
    """Each of the buttons, while the program runs at full speed."""
    with test_window("running-next", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        for button, calls in (("Next draw", ("glDrawArrays",)), ("Next frame", ("glXSwapBuffers",)), ("Next program", ("glUseProgram",)),
                              ("Step", ())):
            runs(w)
            verdict(f"running-{button}-on", w.enabled(button), w.why(button))
            w.press(button, wait=False)
            stops(w, f"running-{button}", *calls)
        runs(w)
        w.tab("Call")
        w.type("Run to call", "glClear")
        stops(w, "running-named", "glClear")
        runs(w)
        w.type("Run to call", "glNothingSuch*")
        eventually("running-unknown", "a message", lambda: "glNothingSuch*" in w.text("Message"), lambda: w.text("Message"))
        verdict("running-still", w.text("Status").startswith("Running") and w.enabled("Pause"), w.text("Status"))
        verdict("running-skip-off", not w.enabled("Skip") and "pause it first" in w.why("Skip"), w.why("Skip"))


def breakpoints():
    """They stop it, are listed, changed and removed while it runs."""
    with test_window("running-breaks", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.tab("Breakpoints")
        runs(w)
        w.type("New breakpoint", "glNothingSuch")
        eventually("running-break-refused", "a message", lambda: "glNothingSuch" in w.text("Message"), lambda: w.text("Message"))
        w.type("New breakpoint", "glClear if mask & GL_STENCIL_BUFFER_BIT")
        eventually("running-break-listed", "a row", lambda: len(w.rows("Breakpoints")) == 1, lambda: f"{w.rows('Breakpoints')}")
        verdict("running-break-runs", w.text("Status").startswith("Running"), w.text("Status"))
        w.select("Breakpoints", w.rows("Breakpoints")[0][0])
        w.press("Remove breakpoint", wait=False)
        eventually("running-break-removed", "no row", lambda: not w.rows("Breakpoints"), lambda: f"{w.rows('Breakpoints')}")
        w.type("New breakpoint", "glXSwapBuffers")
        stops(w, "running-break", "glXSwapBuffers")
        verdict("running-break-kept", len(w.rows("Breakpoints")) == 1, f"{w.rows('Breakpoints')}")


def idle():
    """A program that sleeps for its next frame is paused outside GL; then Draw waits for its next draw."""
    with idle_window("running-idle") as (w, go):
        w.wait()
        def pause():
            """While it sets up its context the pause is at a call: then once more."""
            runs(w)
            w.press("Pause", wait=False)
            wait_until("the pause", lambda: w.settled() is not None and w.enabled("Run"))
            return w.text("Status") == "Paused outside GL"

        wait_until("a pause outside GL", pause)
        for button in ("Step", "Next draw", "Next frame", "Next program"):
            verdict(f"idle-{button}-on", w.enabled(button), w.why(button))
        w.press("Next draw", wait=False)
        wait_until("it to wait", lambda: w.text("Status").startswith("Running") and w.enabled("Pause"))
        eventually("idle-told", "that it makes no call", lambda: re.fullmatch(r"Running to the next draw: no GL call for \d+ s" + ADVICE, w.text("Status")),
                   lambda: w.text("Status"))
        go.write(b"\n")
        stops(w, "idle-draw", "glDrawArrays")
        w.press("Run", wait=False)
        wait_until("the program to run", lambda: w.text("Status").startswith("Running"))
        w.press("Next frame", wait=False)

        def stopped():
            """Something happens time and again: a frame may be drawn before the program is caught."""
            go.write(b"\n")
            return w.settled() is not None and w.enabled("Run")
        wait_until("a stop", stopped, pause=0.5)
        stops(w, "idle-frame", "eglSwapBuffers")


def undrawn():
    """A program that asks GL time and again and draws nothing: that is said."""
    with test_window("running-undrawn", [GLSTEP, "--", sys.executable, "-c", ASKS]) as w:
        w.wait()
        w.press("Next frame", wait=False)
        eventually("undrawn-told", "that it draws nothing", lambda: re.fullmatch(r"Running to the next buffer swap: no draw and no frame for \d+ s" + ADVICE,
                                                                                       w.text("Status")),
                   lambda: w.text("Status"))
        w.press("Pause", wait=False)
        wait_until("the pause", lambda: w.settled() is not None and w.enabled("Run"))


def inside():
    """A program that is in one call of GL: that is said, and for how long."""
    with test_window("running-inside", [GLSTEP, "--", sys.executable, "-c", INSIDE]) as w:
        w.wait()
        w.press("Next draw", wait=False)
        found = []

        def told():
            match = re.fullmatch(r"Running to the next draw: in glDebugMessageInsert for (\d+) s", w.text("Status"))
            found.extend([int(match[1])] if match else [])
            return len(set(found)) > 1
        eventually("inside-told", "the call, and its growing time", told, lambda: f"{w.text('Status')}, {found}")
        verdict("inside-grows", found == sorted(found), f"{found}")
        w.press("Pause", wait=False)
        wait_until("the pause", lambda: w.settled() is not None and w.enabled("Run"))


def next_error():
    """Asked for while it runs, and other errors have passed."""
    with test_window("running-next-error", [GLSTEP, "--", SCENES, "error", "--frames", "1000000"]) as w:
        w.wait()
        runs(w)
        verdict("running-next-error-on", w.enabled("Next error"), w.why("Next error"))
        w.press("Next error", wait=False)
        eventually("running-next-error", "a stop after a call", lambda: w.settled() is not None and w.enabled("Run") and
                   re.match(r"After call \d+, glEnable, which raised GL_INVALID_ENUM", w.text("Status")), lambda: w.text("Status"))


def after_error():
    with test_window("running-error", [GLSTEP, "--", SCENES, "error", "--frames", "5"]) as w:
        w.wait()
        w.tab("Call")
        w.type("Run to call", "glEnable", wait=True)
        before = w.text("Status")
        w.tab("Breakpoints")
        w.press("Stop at GL errors")
        w.press("Run")
        number = before.split()[2].rstrip(",")
        verdict("error-of-pending", w.text("Status") == f"After call {number}, glEnable, which raised GL_INVALID_ENUM",
                f"{before}, then {w.text('Status')}")


CONTEXT = """
import ctypes
x, gl = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libGL.so.1")
for function in x.XOpenDisplay, gl.glXChooseFBConfig, gl.glXCreateNewContext:
    function.restype = ctypes.c_void_p
gl.glXCreatePbuffer.restype = ctypes.c_ulong
display, n = ctypes.c_void_p(x.XOpenDisplay(None)), ctypes.c_int()
configs = gl.glXChooseFBConfig(display, 0, (ctypes.c_int * 3)(0x8010, 4, 0), ctypes.byref(n))
config = ctypes.c_void_p(ctypes.cast(configs, ctypes.POINTER(ctypes.c_void_p))[0])
buffer = ctypes.c_ulong(gl.glXCreatePbuffer(display, config, (ctypes.c_int * 5)(0x8041, 64, 0x8040, 64, 0)))
context = ctypes.c_void_p(gl.glXCreateNewContext(display, config, 0x8014, None, 1))
gl.glXMakeContextCurrent(display, buffer, buffer, context)
"""
GRABS = CONTEXT + """
x.XGrabServer(display)
x.XSync(display, 0)
gl.glFlush()
gl.glRectf(*map(ctypes.c_float, (-1, -1, 1, 1)))
"""
INSIDE = CONTEXT + """
import time
def wait(*_):
    time.sleep(1000)
callback = ctypes.CFUNCTYPE(None, *[ctypes.c_uint] * 4, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(wait)
gl.glEnable(0x92e0)  # GL_DEBUG_OUTPUT
gl.glDebugMessageCallback(callback, None)
gl.glDebugMessageInsert(0x824a, 0x8251, 1, 0x9146, 5, b"hello")
"""
ASKS = CONTEXT + """
import time
while True:
    gl.glGetError()
    time.sleep(0.05)
"""


def children(pid):
    found = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
            found += [int(child) for child in file.read().split()]
    return found


def server_is_held():
    opening = [sys.executable, "-c", "import ctypes; ctypes.CDLL('libX11.so.6').XOpenDisplay(None)"]
    try:
        subprocess.run(opening, timeout=2, check=False)
    except subprocess.TimeoutExpired:
        return True
    return False


def grabbed():
    """A program that stands still with the X server grabbed stops the window as well, which SIGTERM ends all the same."""
    w = Window([GLSTEP, "--", sys.executable, "-c", GRABS])
    try:
        w.wait()
        w.tab("Call")
        program = next(child for child in children(w.process.pid) if state_of(child) == "t")
        w.type("Run to call", "glRectf")
        wait_until("the server to be held", server_is_held)
        wait_until("the program to stand still", lambda: state_of(program) == "t")
        os.kill(w.process.pid, signal.SIGTERM)
        wait_until("the end", lambda: w.process.poll() is not None and state_of(program) in "ZX")
        verdict("grabbed-ended", not server_is_held(), "the server is still held")
    finally:
        w.process.kill()


def notes(w):
    """Why three panels show nothing."""
    return w.text("GL state note"), w.why("Framebuffer"), w.text("Resource summary")


def starting():
    """A program that waits before its first call of GL is not said to be none."""
    with tempfile.TemporaryDirectory() as folder:
        fifo = os.path.join(folder, "go")
        os.mkfifo(fifo)
        waits = ["sh", "-c", 'read -r word <"$0"; exec "$@"', fifo, *EXAMPLE]
        with test_window("running-start", [GLSTEP, "--", *waits]) as w, open(fifo, "r+b", buffering=0) as go:
            said = set()

            def is_told():
                said.add(w.text("Status"))
                return any(re.match("Starting the program", text) for text in said)
            eventually("starting-told", "what is done", is_told, lambda: f"{said}")
            verdict("starting-words", not any(re.search("no program|has ended|stopped", text, re.I) for text in said), f"{said}")
            go.write(b"now\n")
            w.wait()
            verdict("starting-started", w.text("Status").startswith("Before call 0"), w.text("Status"))


def words():
    """What was said of the first stop, without a context, is not said of what comes after it, but in the past."""
    with idle_window("running-words") as (w, go):
        w.wait()
        w.tab("Resources")
        w.tab("GL state")
        eventually("words-first", "the reason", lambda: "is current" in notes(w)[0] and "is current" in notes(w)[1], lambda: f"{notes(w)}")
        runs(w)
        eventually("words-running", "that it runs", lambda: all(re.search("running|stopped at a call", note) for note in notes(w)) and
                   not any("context" in note for note in notes(w)), lambda: f"{notes(w)}")

        def pause():
            w.press("Pause", wait=False)
            wait_until("the pause", lambda: w.settled() is not None and w.enabled("Run"))
            if w.text("Status") == "Paused outside GL":
                return True
            runs(w)
            return False
        wait_until("a pause outside GL", pause)
        verdict("words-outside", all("paused outside GL" in note and "Draw" in note for note in notes(w)), f"{notes(w)}")
        w.press("Next draw", wait=False)
        go.write(b"\n")
        stops(w, "words-draw", "glDrawArrays")
        eventually("words-gone", "no reason", lambda: not w.showing("GL state note") and not w.why("Framebuffer"), lambda: f"{notes(w)}")
    with test_window("running-past", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.tab("GL state")
        eventually("words-no-context", "the reason", lambda: "is current" in notes(w)[0], lambda: f"{notes(w)}")
        w.press("Next draw")
        said = "The state was not recorded at the previous stop: no GL context was current in the stopped thread."
        eventually("words-past", said, lambda: w.text("What is compared") == said, lambda: w.text("What is compared"))


def main():
    parts = next_one, breakpoints, idle, undrawn, inside, next_error, after_error, starting, words, grabbed
    run_parts("running", [p for p in parts if p.__name__ in sys.argv[1:] or len(sys.argv) == 1])
    return verdict.failed


sys.exit(main())
