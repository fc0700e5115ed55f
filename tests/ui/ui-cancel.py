#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What takes long: the window says what it is, lives meanwhile, and Pause cancels it; afterwards all goes on, with the values that
the console has. The program is made to take long by stopping it (SIGSTOP), so that no machine is too fast for this test.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import signal
import sys
import tempfile
import time
from contextlib import contextmanager

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from ui_driver import Atspi, Gdk, ShownTexts, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
F11_CODE = 95
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
        wait_until(f"the window to say that it is {what}", lambda: what in w.text("Status"))
        verdict(f"cancel-{name}-said", True)
        why = w.why("Pause")
        verdict(f"cancel-{name}-offered", w.enabled("Pause"), why)
        w.press("Pause", wait=False)
        wait_until("the message", lambda: w.showing("Message"))
        wait_until("the end of the waiting", lambda: what not in w.text("Status"))
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


def at(w):
    return [w.text("Position").split(":")[1]] + [w.row("Variables", name)[1] for name in ("i", "sum")]


def at_in_console(console, steps):
    """After so many more of them."""
    for _ in range(steps):
        console.run("shader step")
    return [str(console.run("where")["line"])] + [f"{console.run(f'print {name}')['value']:g}" for name in ("i", "sum")]


def press_into(n):
    for _ in range(n):
        Atspi.generate_keyboard_event(Gdk.KEY_F11, None, Atspi.KeySynthType.SYM)


def steps(w, console):
    """While a step takes long, each press of a key is one more; Pause drops those that wait; a key held down is one that waits."""
    for _ in range(8):
        w.press("Step into")
    expected = at_in_console(console, 8)
    verdict("cancel-steps-at-first", at(w) == expected, f"{at(w)}, not {expected}")
    w.front()
    before = w.n_done()
    with held(w):
        press_into(1)
        wait_until("the window to say that it steps", lambda: "Stepping" in w.text("Status"))
        verdict("cancel-steps-offered", w.enabled("Step into"), w.why("Step into"))
        press_into(5)
        w.painted()
    wait_until("six steps", lambda: w.settled() == before + 6)
    expected = at_in_console(console, 6)
    verdict("cancel-steps-each", at(w) == expected, f"{at(w)}, not {expected}")
    with held(w):
        press_into(6)
        wait_until("Pause", lambda: w.enabled("Pause"))
        w.press("Pause", wait=False)
        wait_until("the message", lambda: w.showing("Message"))
    w.wait()
    shown, known = at(w), [at_in_console(console, 0), at_in_console(console, 1)]
    verdict("cancel-steps-dropped", shown in known, f"{shown}, not {known}")
    if shown == known[0]:
        w.press("Step into")
    before = w.n_done()
    Atspi.generate_keyboard_event(F11_CODE, None, Atspi.KeySynthType.PRESS)
    wait_until("a key that repeats", lambda: w.n_done() >= before + 4)
    with held(w):
        wait_until("one that takes long", lambda: "Stepping" in w.text("Status"))
        before = w.n_done()
        time.sleep(1)
        Atspi.generate_keyboard_event(F11_CODE, None, Atspi.KeySynthType.RELEASE)
        w.painted()
    w.wait()
    verdict("cancel-steps-held-key", w.n_done() <= before + 2, f"{w.n_done() - before} steps")
    w.press("Reset")
    console.run("shader reset")


def counts(w, console):
    """The image of how much each element has executed."""
    cancel(w, "counts", "fetching the image", lambda: w.choose("Red", "executed steps"))
    w.press("Step into")
    console.run("shader step")
    told = console.run("count sites")
    expected = f"{told['active']} of {told['total']} here"
    wait_until("the counts", lambda: expected in w.text("Image statistics"))
    verdict("cancel-counts-after", True)


def profile(w, console):
    while console.run("where")["kind"] != "loop-test":
        console.run("shader step")
        w.press("Step into")
    w.tab("Profile")
    cancel(w, "profile", "profiling the loop", lambda: w.press("Profile this loop", wait=False))
    verdict("cancel-profile-none", not w.rows("Profile table"), f"{w.rows('Profile table')[:3]}")
    w.press("Profile this loop", wait=False)
    rows = wait_until("the profile", lambda: w.rows("Profile table"))
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


def mesh(w, console):
    """Of the pending draw; then, shown anew, they come."""
    cancel(w, "mesh", "fetching the vertices", lambda: w.tab("Mesh"))
    verdict("cancel-mesh-none", not w.rows("Mesh"), f"{w.rows('Mesh')[:3]}")
    w.tab("Image")
    w.tab("Mesh")
    told = [[f"{v:g}" if isinstance(v, float) else str(v) for v in row] for row in console.run("mesh")["rows"]]
    rows = wait_until("the vertices", lambda: w.rows("Mesh"))
    verdict("cancel-mesh-after", [[float(x.replace("−", "-")) for x in r] for r in rows] == [[float(x) for x in r] for r in told],
            f"{rows[:2]} against {told[:2]}")


def resources(w, console):
    """The buffer of the corners; then, chosen again, it comes."""
    w.tab("Resources")
    wait_until("the list", lambda: w.row("Resources", "GL_ARRAY_BUFFER"))
    w.wait()
    cancel(w, "resources", "fetching a resource", lambda: w.select("Resources", "GL_ARRAY_BUFFER"))
    verdict("cancel-resources-none", not w.showing("Buffer elements") or not w.rows("Buffer elements"), "the buffer's elements are shown")
    w.tab("Image")
    w.tab("Resources")
    w.painted()
    w.wait()  # the list is fetched again
    w.select("Resources", "GL_ARRAY_BUFFER")
    name = w.row("Resources", "GL_ARRAY_BUFFER")[1]
    told = [[f"{v:g}" for v in row] for row in console.run(f"buffer {name}")["elements"]]
    wait_until("the elements", lambda: w.showing("Buffer elements") and [[r[1]] for r in w.rows("Buffer elements")] == told)
    verdict("cancel-resources-after", bool(told), "the console has none either")


def debug(w, console):
    w.tab("Image")
    w.press("Debug fragment shader")
    console.run("shader fragment")


def hover(w, console, texts):
    """The value of the expression under the pointer; then, pointed at again, it comes."""
    text = w.find("Source Fragment").get_text_iface()
    whole = Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text))

    def middle(offset):
        e = Atspi.Text.get_character_extents(text, offset, Atspi.CoordType.SCREEN)
        return e.x + e.width // 2, e.y + e.height // 2

    def expression():
        return middle(whole.index("gl_FragCoord.x") + len("gl_FragCoord."))

    def away():  # no expression: then the window asks for the value again
        return middle(whole.index("{"))

    def labels():
        return [text for _, _, kind, text in texts.ask(w) if kind == "label" and "gl_FragCoord.x =" in text]

    def point():
        w.hover("the fetching of a value", expression, lambda: "fetching values" in w.text("Status"), away)
    cancel(w, "hover", "fetching values", point)
    verdict("cancel-hover-none", not labels(), f"{labels()}")
    told = console.run("print gl_FragCoord.x")["value"]
    found = w.hover("the value", expression, labels, away)
    verdict("cancel-hover-after", found[0].endswith(f"= {told:g}"), f"{found}, not {told}")
    w.point(5, 5)


def check(w, console):
    """At the end; something that asks nothing of the program has all that is shown fetched again."""
    w.press("Continue")
    wait_until("the comparison", lambda: w.showing("Trust") and w.text("Trust"))
    before = w.text("Undebugged colour")
    w.tab("Breakpoints")
    cancel(w, "check", "drawing without the debugger", lambda: w.type("New breakpoint", "glFinish"))
    verdict("cancel-check-none", "not known" in w.text("Trust"), w.text("Trust"))
    w.press("Step back")
    w.press("Continue")
    wait_until("the comparison again", lambda: w.showing("Trust") and "not known" not in w.text("Trust"))
    verdict("cancel-check-after", w.text("Undebugged colour") == before, f"{w.text('Undebugged colour')}, not {before}")
    w.select("Breakpoints", w.rows("Breakpoints")[0][0])
    w.press("Remove breakpoint")
    w.press("Reset")


def history(w, console):
    """What thousands of steps have written."""
    cancel(w, "history", "reading the values that the steps wrote", lambda: w.tab("History"))
    w.press("Step back")
    wait_until("what the last steps have written", lambda: w.rows("History")[-4][4] == f"sum = {0.5 * 299 * 150:g}")
    verdict("cancel-history-after", True)


def kill(w, console):
    with held(w):
        w.press("Step into", wait=False)
        w.press("Kill", wait=False)
        wait_until("the program's end", lambda: w.text("Status") == "The program has ended")
        verdict("cancel-kill", True)


# ---- a program that is compiled ahead ----

STATEMENTS = 60
# What takes the driver long stands before the statements that are stepped, so each program has it.
STRAIGHT = f"""[vertex]
#version 330
in vec4 corner;
void main() {{ gl_Position = corner; }}
[fragment]
#version 330
out vec4 color;
float take_long(float x)
{{
{"".join(f"	x = sin(x * 1.{i:03}) + fract(x * {i}.5);{chr(10)}" for i in range(200))}	return x;
}}
void main()
{{
	float v = take_long(gl_FragCoord.x);
{STATEMENTS * f"	v = v + 0.5;{chr(10)}"}	color = vec4(v);
}}
"""
SENT, SERVED, NOTHING = "is sent ahead", "what was sent ahead is served", "nothing is to be compiled ahead"


def log_of(w):
    return os.pread(w.errors.fileno(), 1 << 24, 0).decode(errors="replace")


def last_ahead(w, since):
    """What the window has last said of compiling ahead; since: characters of its log before that. None: nothing."""
    text = log_of(w)[since:]
    return max((SENT, SERVED, NOTHING), key=text.rfind) if any(word in text for word in (SENT, SERVED, NOTHING)) else None


def shown_at(w):
    """The line, and the value that each line before it has changed."""
    return int(w.text("Position").split(":")[1]), w.row("Variables", "v")[1]


@contextmanager
def compiling(w, known):
    """The program is stopped while it compiles one of a later step; until then it is stepped on, and what is shown goes into known."""
    while True:
        since = len(log_of(w))
        w.press("Step into")
        line, value = shown_at(w)
        known[line] = value
        wait_until("the window to look ahead", lambda: last_ahead(w, since))
        if last_ahead(w, since) == SENT:
            with held(w):
                if last_ahead(w, since) == SENT:
                    yield len(log_of(w))
                    return
        wait_until("nothing to compile", lambda: last_ahead(w, since) == NOTHING)


def back_and_on(w, known, name):
    """Steps to what is known are shown, each with its value, before the program is there again."""
    line = shown_at(w)[0]
    for button, to in (("Step back", line - 1), ("Step back", line - 2), ("Step into", line - 1), ("Step into", line)):
        w.press(button, wait=False)
        wait_until(f"line {to}", lambda: w.text("Position") == f"fragment:{to}")
        wait_until(f"its value {known[to]}", lambda: shown_at(w) == (to, known[to]))
    verdict(f"cancel-{name}", True)


def step_on(w, steps):
    """What is shown at each line that they come to."""
    known = {}
    for _ in range(steps):
        w.press("Step into")
        line, value = shown_at(w)
        known[line] = value
    return known


def known_ahead(w, console):
    known = step_on(w, 3)
    with compiling(w, known) as since:
        back_and_on(w, known, "ahead-known")
        line, value = shown_at(w)
        for i in range(1, 4):
            w.press("Step into", wait=False)
            wait_until(f"line {line + i}", lambda: w.text("Position") == f"fragment:{line + i}")
            wait_until("its value", lambda: abs(float(w.row("Variables", "v")[1]) - float(value) - 0.5 * i) < 1e-3)
        verdict("cancel-ahead-next", True)
        verdict("cancel-ahead-held", last_ahead(w, since) is None, log_of(w)[since:])
    w.wait()


def asked_ahead(w, console):
    """The user has asked for something that has to wait: the next step does not wait for that."""
    known = step_on(w, 3)
    with compiling(w, known) as since:
        line = shown_at(w)[0]
        w.type("New watch", "v * 3.0")
        wait_until("the window to say that it fetches", lambda: "fetching values" in w.text("Status"))
        w.press("Step back", wait=False)
        wait_until("the step", lambda: w.text("Position") == f"fragment:{line - 1}")
        verdict("cancel-ahead-asked", last_ahead(w, since) is None, log_of(w)[since:])
    w.wait()
    first, watch = float(w.row("Variables", "v")[1]), float(w.row("Watches", "v * 3.0")[1])
    verdict("cancel-ahead-asked-after", abs(watch - 3 * first) < 1e-3, f"3 * {first} is {watch}")


def nothing_compiled(w, console):
    """By a step that is prepared for, and what the window asks for then: not outputs that the shader does not name (gl_FragData)."""
    wait_until("nothing to compile", lambda: last_ahead(w, 0) == NOTHING)
    since = len(log_of(w))
    w.press("Step into")
    wait_until("the window to look ahead", lambda: last_ahead(w, since))
    programs = re.findall(r"(\d+) programs so far", re.split(f"{SENT}|{NOTHING}", log_of(w)[since:])[0])
    before = re.findall(r"(\d+) programs so far", log_of(w)[:since])[-1]
    verdict("cancel-ahead-nothing-compiled", set(programs) <= {before}, f"{programs} after {before}")  # all may be known


def values_ahead(w, console):
    """After all that, a step tells what the console does."""
    w.press("Step into")
    line, value = shown_at(w)
    console.run(f"shader until {line}")
    told = console.run("print v")["value"]
    verdict("cancel-ahead-values", abs(float(value) - told) < 1e-3, f"{value}, not {told}")


def check_ahead(folder):
    path = os.path.join(folder, "straight.frag")
    with open(path, "w", encoding="ascii") as file:
        file.write(STRAIGHT)
    os.environ.update(GLSTEP_DEBUG="session,capture", MESA_SHADER_CACHE_DISABLE="true", MESA_GLSL_CACHE_DISABLE="true")
    argv = [os.path.join(BUILD, "test-shader"), "core", "33", path]
    with test_window("cancel-ahead", [GLSTEP, "--", *argv]) as w, Console(argv) as console:
        w.wait()
        w.press("Next draw")
        console.run("next draw")
        w.press("Debug fragment shader")
        console.run("shader fragment")
        w.press("Step over")
        run_parts("cancel", (nothing_compiled, known_ahead, asked_ahead, values_ahead), w, console)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "long.frag")
        with open(path, "w", encoding="ascii") as file:
            file.write(SHADER)
        argv = [os.path.join(BUILD, "test-shader"), "compatibility", "33", path]
        with ShownTexts() as texts, test_window("cancel", [GLSTEP, "--", *argv]) as w, Console(argv) as console:
            w.wait()
            w.press("Next draw")
            console.run("next draw")
            run_parts("cancel", (mesh, resources, debug), w, console)
            run_parts("cancel", (hover,), w, console, texts)
            run_parts("cancel", (check, steps, values, counts, profile, run_on, history, kill), w, console)
        check_ahead(folder)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
