#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What takes long: the window says what it is, lives meanwhile, and Pause cancels it; afterwards all goes on, with the values that
the console has. The program is made to take long by stopping it (SIGSTOP), so that no machine is too fast for this test.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import signal
import sys
import tempfile
from contextlib import contextmanager

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from glstep_console import Console  # noqa: E402
from ui_driver import run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
SHADER = """[vertex]
#version 130
in vec4 corner;
void main() { gl_Position = corner; }
[fragment]
#version 130
out vec4 color;
void main()
{
	float sum = 0.0;
	for (int i = 0; i < 300; i++)
		sum += float(i) * gl_FragCoord.x;
	color = vec4(sum, 0.0, 0.0, 1.0);
}
"""


def program_of(w):
    """The process that glstep has started."""
    with open(f"/proc/{w.process.pid}/task/{w.process.pid}/children", encoding="ascii") as file:
        direct = file.read().split()
    for task in os.listdir(f"/proc/{w.process.pid}/task"):
        with open(f"/proc/{w.process.pid}/task/{task}/children", encoding="ascii") as file:
            direct += file.read().split()
    for pid in direct:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            if b"test-shader" in file.read().split(b"\0")[0]:
                return int(pid)
    raise AssertionError(f"none of {direct} is the program")


@contextmanager
def held(w):
    """The program does not come back from what it is asked for meanwhile."""
    pid = program_of(w)
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        try:
            os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:  # killed, as it should be
            pass


def cancel(w, name, what, press):
    """Presses a button while the program is held: what it waits for is said; Pause ends the waiting, and says so."""
    with held(w):
        press()
        wait_until(f"the window to say that it is {what}", lambda: what in w.text("Status"), 20)
        verdict(f"cancel-{name}-said", True)
        why = w.why("Pause")
        verdict(f"cancel-{name}-offered", w.enabled("Pause"), why)
        w.press("Pause", wait=False)
        wait_until("the message", lambda: w.showing("Message"), 20)
        wait_until("the end of the waiting", lambda: what not in w.text("Status"), 20)
        verdict(f"cancel-{name}-message", any(word in w.text("Message") for word in ("ancelled", "nterrupted")), w.text("Message"))


def values(w, console):
    """A watch has no value then, and the right one after the next step."""
    cancel(w, "values", "fetching values", lambda: w.type("New watch", "gl_FragCoord.x * 2.0"))
    shown = w.row("Watches", "gl_FragCoord.x * 2.0")[1]
    verdict("cancel-values-none", "1" not in shown, f"the watch shows {shown!r}")
    for _ in range(3):
        w.press("Step into")
        console.run("shader step")
    told = console.run("print gl_FragCoord.x * 2.0")["value"]
    shown = w.row("Watches", "gl_FragCoord.x * 2.0")[1]
    verdict("cancel-values-after", shown == f"{told:g}", f"{shown}, not {told}")


def counts(w, console):
    """The image of how much each element has executed."""
    cancel(w, "counts", "fetching the image", lambda: w.choose("Red", "executed sites"))
    w.press("Step into")
    console.run("shader step")
    told = console.run("count sites")
    wait_until("the counts", lambda: f"{told['total']} here" in w.text("Image statistics") or w.text("Image statistics"), 20)
    verdict("cancel-counts-after", f"{told['active']} of {told['total']} here" in w.text("Image statistics"),
            f"{w.text('Image statistics')!r} against {told}")


def profile(w, console):
    while console.run("where")["kind"] != "loop-test":
        console.run("shader step")
        w.press("Step into")
    w.tab("Profile")
    cancel(w, "profile", "profiling the loop", lambda: w.press("Profile this loop", wait=False))
    verdict("cancel-profile-none", not w.rows("Profile table"), f"{w.rows('Profile table')[:3]}")
    w.press("Profile this loop", wait=False)
    rows = wait_until("the profile", lambda: w.rows("Profile table"), 60)
    told = console.run("profile")["iterations"]
    verdict("cancel-profile-after", [[int(x) for x in r[1:]] for r in rows[:50]] ==
            [[i["active"], i["finished"], i["left"]] for i in told[:50]], f"{rows[:3]} against {told[:3]}")


def run_on(w, console):
    """A breakpoint whose condition is tested for any element: the position stays."""
    w.tab("Breakpoints")
    w.type("New breakpoint", "7 if sum < 0.0", wait=True)
    w.edit("Breakpoints", "line 7", 2, "any")
    before = w.text("Pixel in focus")
    cancel(w, "continue", "Running the shader", lambda: w.press("Continue", wait=False))
    w.wait()
    line, i, total = int(w.text("Position").split(":")[1]), *(float(w.row("Variables", n)[1]) for n in ("i", "sum"))
    verdict("cancel-continue-stays", line in (6, 7) and w.text("Pixel in focus") == before and total == 0.5 * i * (i - 1) / 2,
            f"line {line}, {w.text('Pixel in focus')}, i = {i}, sum = {total}; it was at {before}")
    w.select("Breakpoints", "line 7")
    w.press("Remove breakpoint")
    w.press("Continue")
    line = console.run("shader continue")["line"]
    verdict("cancel-continue-after", w.text("Position") == f"fragment:{line}", f"{w.text('Position')}, not line {line}")


def history(w, console):
    """What thousands of steps have written."""
    cancel(w, "history", "reading what the steps have written", lambda: w.tab("History"))
    w.press("Step back")
    wait_until("what the last steps have written", lambda: w.rows("History")[-4][4] == f"sum = {0.5 * 299 * 150:g}", 30)
    verdict("cancel-history-after", True)


def kill(w, console):
    with held(w):
        w.press("Step into", wait=False)
        w.press("Kill", wait=False)
        wait_until("the program's end", lambda: w.text("Status") == "The program has ended", 30)
        verdict("cancel-kill", True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "long.frag")
        with open(path, "w", encoding="ascii") as file:
            file.write(SHADER)
        argv = [os.path.join(BUILD, "test-shader"), "compatibility", "33", path]
        with test_window("cancel", [GLSTEP, "--", *argv]) as w, Console(argv) as console:
            w.wait()
            w.press("Next draw")
            w.press("Debug fragment shader")
            console.run("next draw")
            console.run("shader fragment")
            run_parts("cancel", (values, counts, profile, run_on, history, kill), w, console)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
