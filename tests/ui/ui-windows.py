#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Programs with two windows, each drawn by a thread of its own, in the window: at each stop the last call of the list is the pending one, the one
that the status line names, however many calls the other thread makes meanwhile; which thread and window it is of is told; what was drawn of a frame is told window by window;
and a pause in a long call says which one that is. A call's like in the next frame, and a draw of a pixel's history, are looked for in that window's frames.
Of the ways of such programs half are taken, the others the next day; with GLSTEP_TESTS=all both.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import of_the_day  # noqa: E402
from ui_driver import Atspi, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

GLSTEP = os.environ["GLSTEP"]
PROGRAM = os.path.join(os.environ["top_builddir"], "test-windows")
STOPS = 6


def pending(w):
    """The number and the function in the status line."""
    return list(re.match(r"Before call (\d+), (\w+)", w.text("Status")).groups())


def last(w):
    number, text = w.last_row("GL calls")[:2]
    return [number, re.search(r"(\w+)\(", text)[1]]


def listed(w, way):
    for i in range(STOPS):
        w.press(("Next draw", "Step", "Next frame")[i % 3])
        expected = pending(w)
        eventually(f"{way}-listed-{i}", "the pending call to be the list's last", lambda: last(w) == expected, lambda: (last(w), pending(w)))
        numbers = [row[0] for row in w.rows("GL calls")]
        verdict(f"{way}-once-{i}", numbers.count(expected[0]) == 1 and all(row[1] for row in w.rows("GL calls")), (expected, w.rows("GL calls")))
    before = w.rows("GL calls")[-2][0]
    wait_until("the other thread to call on", lambda: w.rows("GL calls")[-2][0] != before)
    verdict(f"{way}-later", last(w) == pending(w), (last(w), pending(w)))


def threads():
    for way in of_the_day([["threads"], ["egl", "threads"]]):
        with test_window("-".join(way), [GLSTEP, "--", PROGRAM, *way, "1000000"]) as w:
            w.wait()
            listed(w, "-".join(way))


def inside():
    with test_window("long", [GLSTEP, "--", PROGRAM, "long"]) as w:
        w.wait()
        w.press("Run", wait=False)
        wait_until("the long call", lambda: "in glFinish" in w.text("Status") and w.enabled("Pause"))
        w.press("Pause", wait=False)
        eventually("inside-paused", "the status line to name the call", lambda: re.fullmatch(
            r"Paused in call \d+, glFinish, which has not returned yet \(outside GL: .*\)", w.text("Status")), lambda: w.text("Status"))
        eventually("inside-message", "the message to", lambda: "glFinish, which has not returned yet" in w.text("Message"), lambda: w.text("Message"))


def whose(w, way, of_thread, of_window):
    """Where the pending call is told, it is told which thread's and which window's it is, where there are several."""
    wanted = ", ".join(re.findall(of_thread + "|" + of_window if of_thread else of_window, w.text("Frame and draw"))) if of_window else ""
    told = {"status": w.text("Frame and draw"), "call": w.text("Call state")}
    good = [text.endswith(wanted) if of_window else not re.search("thread|window", text) for text in told.values()]
    verdict(f"{way}-whose", bool(wanted) == bool(of_window) and all(good), (wanted, told))
    window = wanted.split(", ")[-1] or "window"
    eventually(f"{way}-framebuffer", window, lambda: w.text("Framebuffer shown") == window, lambda: w.text("Framebuffer shown"))
    w.tab("Resources")
    buffers = wait_until("the resources", lambda: [row[2] for row in w.rows("Resources") if row[0].startswith("GL_BACK")])
    verdict(f"{way}-resources", all(text.endswith(f", {window}") == bool(of_window) for text in buffers), (window, buffers))


def told():
    thread, window = r"thread \d+", r"window 0x[0-9a-f]+"
    for way in of_the_day([(["threads"], thread, window), (["egl", "threads"], thread, window), (["turns"], "", window), (["long"], "", "")]):
        name = "-".join(["told", *way[0]])
        with test_window(name, [GLSTEP, "--", PROGRAM, *way[0], *(["1000000"] if len(way[0]) > 1 or way[1] else [])]) as w:
            w.wait()
            w.tab("Call")
            while way[2] and not re.search(way[2], w.text("Frame and draw")):
                w.press("Next draw")
            w.press("Next draw")
            whose(w, name, *way[1:])
            if way[1]:
                found(w, name)


def found(w, name):
    """The search for a thread's calls; what it has said goes with its text."""
    number = re.search(r"thread (\d+)", w.text("Frame and draw"))[1]
    w.tab("GL calls")
    for text in f"thread={number} if index < 1000000", f"in thread={number}":
        before = selected(w)
        w.type("Find call", text)
        eventually(f"{name}-found", "another call of the thread", lambda: selected(w) not in ([], before), lambda: answers(w))
    w.type("Find call", "thread=4000000")
    eventually(f"{name}-none", "that there is none", lambda: "no more" in answers(w))
    w.enter("Find call", "")
    eventually(f"{name}-cleared", "no answer", lambda: "no more" not in answers(w))


def answers(w):
    """All texts of the window."""
    texts = []
    w._find(w.frame, lambda a: texts.append(a.get_name()))
    return texts


def selected(w):
    """The numbers of the calls that are selected."""
    table = w.find("GL calls").get_table_iface()
    cells = [Atspi.Table.get_accessible_at(table, row, 0) for row in range(Atspi.Table.get_n_rows(table))]
    return [cell.get_name() for cell in cells if w.is_selected(cell)]


def late():
    """Both windows are drawn, then both are shown: the second one's frame is the next one, and its draws are made."""
    for way in of_the_day([[], ["egl"]]):
        name = "-".join(["late", *way])
        with test_window(name, [GLSTEP, "--", PROGRAM, *way, "late"]) as w:
            w.wait()
            w.tab("Call")
            for i, wanted in enumerate(("after draw 3", "after 2 draws") * 2):
                w.type("Run to call", "*SwapBuffers", wait=True)
                told = w.text("Frame and draw")
                verdict(f"{name}-{i}", re.split("   ", told)[:2] == [f"frame {i}", wanted], told)
            w.press("Next draw")
            w.press("Step")
            verdict(f"{name}-first", w.text("Frame and draw").split("   ")[1] == "after draw 1", w.text("Frame and draw"))


COLOUR = re.compile(r"glColor3f\(([\d.]+), ([\d.]+), ([\d.]+)\)")


def colours(w):
    """Of the calls that have set one: [number, window, which of its frame's rectangles it is for, frame of four]."""
    found = ((row[0], COLOUR.search(row[1])) for row in w.rows("GL calls"))
    return [[number, *(round(4 * float(part)) for part in match.groups())] for number, match in found if match]


def draw_in(w, window):
    """Stands at the last rectangle of a frame of that window."""
    while True:
        w.press("Next draw")
        wait_until("the pending call", lambda: last(w) == pending(w))
        if colours(w)[-1][1:3] == [window, window]:
            return


def choose_in_menu(w, number, name):
    """In the menu of the call's row."""
    w.select("GL calls", number)
    w.front()
    w.find("GL calls").get_component_iface().grab_focus()
    w.key(Gdk.KEY_Menu)
    entry = wait_until(f"the entry {name!r}", lambda: w.menu_entry(name))
    before = w.n_done()
    Atspi.Action.do_action(entry.get_action_iface(), 0)
    w.wait(before)
    wait_until("the pending call", lambda: last(w) == pending(w))


def next_frame():
    """A call's like in the next frame is of the same window, wherever the program stands: of which of its rectangles, and of which frame, tells its
    colour."""
    for way in of_the_day([["turns"], ["late"], ["egl", "late"], ["paired"]]):
        name = "-".join(["next-frame", *way])
        with test_window(name, [GLSTEP, "--", PROGRAM, *way, "1000000"]) as w:
            w.wait()
            w.tab("GL calls")
            draw_in(w, 2)
            for stands, window in (1, 2), (2, 1), (1, 1), (2, 2):
                draw_in(w, stands)
                chosen = next(colour for colour in reversed(colours(w)) if colour[1:3] == [window, window])
                choose_in_menu(w, chosen[0], "Run to this in the next frame")
                there = colours(w)[-1]
                frame = (chosen[3] + 1) % 4
                good = there[0] == pending(w)[0] and there[1:3] == [window, window] and (there[3] == frame or way == ["paired"])
                verdict(f"{name}-{stands}-{window}", good, f"{there} after {chosen}: {w.text('Status')}, {w.text('Message')}")


def pixel_history():
    """A double click on a draw in a pixel's history, while the program stands in another window."""
    for way in of_the_day([["turns"], ["egl", "late"]]):
        name = "-".join(["history", *way])
        with test_window(name, [GLSTEP, "--", PROGRAM, *way, "1000000"]) as w:
            w.wait()
            draw_in(w, 2)
            for window in 1, 2:
                draw_in(w, window)
                w.tab("Framebuffer")
                w.choose_at_pixel("Pixel history", (5, 7), (48 + 16 * (window - 1), 48))
                rows = wait_until("the history", lambda: [row[0] for row in w.rows("Pixel history") if row[1].startswith("glRectf")])
                verdict(f"{name}-{window}-rows", len(rows) == window, f"{w.rows('Pixel history')}")
                told = w.text("Pixel history summary")  # each frame has another colour
                verdict(f"{name}-{window}-advice", told.count("which the pixel ends in another colour than the one before: with Freeze clocks") == 1, told)
                draw_in(w, 3 - window)
                for i, row in enumerate(rows):
                    before = w.n_done()
                    w.activate("Pixel history", row, wait=False)
                    w.wait(before)
                    wait_until("the pending call", lambda: last(w) == pending(w))
                    verdict(f"{name}-{window}-{i}", pending(w)[1] == "glRectf" and colours(w)[-1][1:3] == [window, i + 1],
                            f"{colours(w)[-1]}: {w.text('Status')}, {w.text('Message')}")


run_parts("windows", [threads, told, late, inside, next_frame, pixel_history])
sys.exit(1 if verdict.failed else 0)
