#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Breakpoints on lines where a program has several GLSL programs, by accessibility: one counts in the program where it was set, and in others
whose line reads the same. Where a condition that is tested for any element holds at another one than the focus, a button goes there. Breakpoints and watches come back where a new session, or another day, starts the same program, and in no other. What is watched from a variable's row is seen at once.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
EXAMPLE, OTHER = os.path.join(BUILD, "glstep-example"), os.path.join(BUILD, "test-resized")
IGNORED = 70000  # hits


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


def anew(w):
    """Its frame, as each session has one of its own."""
    w.known, w.tabs, w.titles = {}, {}, {}
    w.app.clear_cache()
    frame = w._find(w.app, lambda a: a.get_role() == Atspi.Role.FRAME)
    if frame is None:
        return False
    w.frame = frame
    return w.showing("Program")


def new_session(w, program, arguments):
    w.press("Kill")
    Atspi.Action.do_action(w.open_menu("New session…").get_action_iface(), 0)
    wait_until("the page that asks", lambda: anew(w))
    w.enter("Program", program)
    w.enter("Arguments", arguments)
    w.press("Start")
    w.press("Next draw")


def breakpoints(w):
    w.tab("Breakpoints")
    return [row[:6] for row in w.rows("Breakpoints")]


def watches(w):
    w.tab("Watch")
    return [row[0] for row in w.rows("Watches")]


def back(w):
    """In the second session with the program, after one with another program."""
    w.tab("Breakpoints")
    w.type("New breakpoint", "glClear if mask & GL_COLOR_BUFFER_BIT", wait=True)
    w.edit("Breakpoints", "call glClear", 4, str(IGNORED))
    w.press("Stop at GL errors")
    w.type("New watch", "tint * 2.0")
    w.type("New watch", "color")
    before = [row[:3] + row[5:] for row in breakpoints(w)]
    verdict("breaks-set", [row[0] for row in before] == ["line 10", "call glClear", "GL error"] and watches(w) == ["tint * 2.0", "color"],
            f"{before} {watches(w)}")
    new_session(w, OTHER, "egl")
    verdict("breaks-not-others", breakpoints(w) == [] and watches(w) == [], f"{breakpoints(w)} {watches(w)}")
    new_session(w, EXAMPLE, "--size 64x48")
    now = [row[:3] + row[5:] for row in breakpoints(w)]
    verdict("breaks-back", now == before, f"{now}, before {before}")
    hits, ignored = w.row("Breakpoints", "call glClear")[3:5]
    verdict("breaks-ignored-back", int(hits) + int(ignored) == IGNORED, f"{hits} hits, {ignored} are ignored")
    verdict("breaks-watches-back", watches(w) == ["tint * 2.0", "color"], f"{watches(w)}")
    debug_next(w)
    w.press("Continue")
    verdict("breaks-hit", w.text("Status") == "At breakpoint 1", w.text("Status"))
    row = w.row("Watches", "tint * 2.0")
    verdict("breaks-watched", row[1].startswith("("), f"{row}")


def another_day():
    """Also where glstep is started anew, with the same program; what stands in a file that cannot be read is put aside, and told."""
    with tempfile.TemporaryDirectory() as config:
        os.environ.update(XDG_CONFIG_HOME=config, GLSTEP_TEST_CONFIG="1")
        path = os.path.join(config, "glstep", "programs.ini")
        glstep = os.environ["GLSTEP"]
        with test_window("breaks-day", [glstep, "--", EXAMPLE, "--size", "64x48"]) as w:
            w.wait()
            w.tab("Breakpoints")
            w.type("New breakpoint", "glClear if mask & GL_COLOR_BUFFER_BIT", wait=True)
            w.type("New watch", "gl_FragCoord.x; [1]")
            before = breakpoints(w)
        with test_window("breaks-day-other", [glstep, "--", OTHER, "egl"]) as w:
            w.wait()
            verdict("breaks-day-not-others", breakpoints(w) == [] and watches(w) == [], f"{breakpoints(w)} {watches(w)}")
        with test_window("breaks-day-next", [glstep, "--", os.path.relpath(EXAMPLE), "--size", "64x48"]) as w:
            w.wait()
            verdict("breaks-day-back", before and breakpoints(w) == before and watches(w) == ["gl_FragCoord.x; [1]"],
                    f"{breakpoints(w)}, before {before}; {watches(w)}")
        damaged = b"[/no such\nwatches=\xff\x00"
        with open(path, "wb") as file:
            file.write(damaged)
        with test_window("breaks-day-damaged", [glstep, "--", EXAMPLE, "--size", "64x48"]) as w:
            w.wait()
            verdict("breaks-day-told", "watches and breakpoints" in w.text("Message"), w.text("Message"))
            w.type("New watch", "color")
            verdict("breaks-day-none", watches(w) == ["color"], f"{watches(w)}")
        with open(f"{path}.damaged", "rb") as file:
            verdict("breaks-day-aside", file.read() == damaged, "the damaged file is not as it was")
        with open(path, "w", encoding="ascii") as file:  # what could be a file of keys, and makes no sense
            name = os.path.realpath(EXAMPLE)
            file.write(f"[glstep]\nlatest=x;\n[{name}]\nwatches=color;\nbreak-0=line;\nbreak-1=line;;x;0;9;0;;;any;0;\nbreak-2=call;gl(;0;0;-1;0;;;any;-4;\n")
        with test_window("breaks-day-odd", [glstep, "--", EXAMPLE, "--size", "64x48"]) as w:
            w.wait()
            verdict("breaks-day-odd-kept", watches(w) == ["color"] and breakpoints(w) == [], f"{watches(w)} {breakpoints(w)}")
        os.environ.pop("GLSTEP_TEST_CONFIG")


def in_front(w, tab):
    return w.find_tab(tab).get_state_set().contains(Atspi.StateType.SELECTED)


def menu_of(w, name):
    """The menu of a variable, by the right button, over which no tooltip comes; its entries."""
    def place():
        e = Atspi.Component.get_extents(w._row("Variables", name)[2].get_component_iface(), Atspi.CoordType.SCREEN)
        return e.x + 10, e.y + e.height // 2

    def pointed_at():
        """The list may be filled anew meanwhile: the place of the row that the pointer has come to."""
        at = place()
        w.point(*at)
        w.painted()
        return at if place() == at else None
    w.front()
    Atspi.generate_mouse_event(*wait_until("the row to stay", pointed_at), "b3c")
    return wait_until("the menu", lambda: w.menu_entry("Copy the value") and [entry for entry in ("Watch", "Show as image") if w.menu_entry(entry)])


def variable_watched(w):
    """By a double click, and by the menu: what comes of it is seen."""
    w.tab("Breakpoints")
    w.activate("Variables", "color", wait=False)
    eventually("breaks-watch-front", "the watches", lambda: in_front(w, "Watch") and w.row("Watches", "color"))
    w.tab("Breakpoints")
    verdict("breaks-watch-menu", menu_of(w, "tint") == ["Watch", "Show as image"], "entries are missing")
    Atspi.Action.do_action(w.menu_entry("Watch").get_action_iface(), 0)
    eventually("breaks-watch-menu-front", "the watches", lambda: in_front(w, "Watch") and w.row("Watches", "tint"))
    w.tab("Mesh")
    menu_of(w, "color")
    Atspi.Action.do_action(w.menu_entry("Show as image").get_action_iface(), 0)
    eventually("breaks-image-front", "the image", lambda: in_front(w, "Image") and w.chosen("Red") == "color.x", lambda: w.chosen("Red"))


def call(w):
    """The status says which breakpoint has stopped the program, and no longer so behind it."""
    w.tab("Breakpoints")
    w.type("New breakpoint", "glClear", wait=True)
    w.type("New breakpoint", "glDraw*", wait=True)
    numbers = {row[0].removeprefix("call "): 1 + at for at, row in enumerate(breakpoints(w))}
    seen = []
    for _ in range(6):
        w.press("Run")
        seen.append(w.text("Status"))
    for pattern, number in numbers.items():
        begins = f"At breakpoint {number}, before call "
        of_it = [text for text in seen if text.split(", ")[2].startswith(pattern.strip("*"))]
        verdict("breaks-call-" + pattern.strip("*"), of_it and all(text.startswith(begins) for text in of_it), f"{seen}")
    w.press("Step")
    verdict("breaks-call-behind", w.text("Status").startswith("Before call "), w.text("Status"))


def any_element():
    """The first of those at which the condition holds, from below, is another pixel than the focus, then the same."""
    with test_window("breaks-any", [os.environ["GLSTEP"], "--", EXAMPLE, "--size", "64x48"]) as w:
        w.wait()
        debug_next(w)
        w.tab("Breakpoints")
        w.type("New breakpoint", "122 if gl_FragCoord.x > 40.0 && gl_FragCoord.y > 20.0", wait=True)
        w.edit("Breakpoints", "line 122", 2, "any")
        w.press("Continue")
        verdict("breaks-any-message", w.text("Message").endswith("breakpoint 1 holds at (40, 20)."), w.text("Message"))
        verdict("breaks-any-focus", w.text("Pixel in focus") == "pixel 0, 0", w.text("Pixel in focus"))
        if "KEEP" in os.environ:
            w.shot(os.path.join(os.environ["KEEP"], "any.png"))
        w.press("Go to pixel 40, 20")
        verdict("breaks-any-there", w.text("Pixel in focus") == "pixel 40, 20" and w.text("Position") == "fragment:122",
                f"{w.text('Pixel in focus')} {w.text('Position')}")
        verdict("breaks-any-gone", not w.showing("Go to pixel 40, 20") and not w.showing("Message"), w.text("Message"))
        w.press("Reset")
        w.press("Continue")
        verdict("breaks-any-here", w.text("Message").endswith("breakpoint 1 holds at (40, 20).") and not w.showing("Go to pixel 40, 20"), w.text("Message"))
        w.press("Continue")
        verdict("breaks-any-end", not w.showing("Message"), w.text("Message"))
        w.type("Pixel", "50, 30", wait=True)
        w.press("Reset")
        w.press("Continue")
        verdict("breaks-any-focus-first", w.text("Message").endswith("breakpoint 1 holds at (50, 30)."), w.text("Message"))


def main():
    with test_window("breaks", [os.environ["GLSTEP"], "--", EXAMPLE, "--size", "64x48"]) as w:
        run_parts("breaks", (elsewhere, back, variable_watched), w)
    with test_window("breaks-call", [os.environ["GLSTEP"], "--", EXAMPLE, "--size", "64x48"]) as w:
        w.wait()
        call(w)
    run_parts("breaks", (any_element, another_day))
    return verdict.failed


sys.exit(main())
