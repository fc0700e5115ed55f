#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""From a pixel to its draws in the window, by the menu of a pixel of the framebuffer: its history, live and in a trace, the next call that
changes it, its fragment. What must be told is the console's answer, and what tests/programs/pixels.c does.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import contextlib
import os
import re
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from idle_window import idle_window  # noqa: E402
from ui_driver import Atspi, ShownTexts, Window, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.path.join(BUILD, "glstep")
PROGRAM = os.path.join(BUILD, "test-pixels")
SIZE, PIXEL = 64, (20, 20)


def told():
    """What the console says of the first whole frame: functions, and what they do there; colours; of each call's number, what its draw is called."""
    with Console([PROGRAM]) as console:
        console.run("next draw")
        events = console.run("history pixel {} {}".format(*PIXEL))["events"]
        console.kill()
    drawn = {str(e["call"]["index"]): e["call"].get("drawn") for e in events}
    return ([(e["call"]["name"], e["text"]) for e in events], [e["after"] for e in events],
            {number: [f"draw {draw['number']}, {draw['program']}"] if draw else [] for number, draw in drawn.items()})


def place(w, *picture):
    return w.point_at_pixel(PIXEL, (SIZE, SIZE), *picture)


def choose(w, name, *picture):
    """In the menu of the pixel."""
    w.choose_at_pixel(name, PIXEL, (SIZE, SIZE), *picture)


def listed(w):
    """Functions, below which stand draws' numbers and programs, and what they do."""
    return [(row[1].split("\n")[0], row[2]) for row in w.rows("Pixel history")]


def named(w, screen_name, names):
    """The rows of draws name them as the console does, and as those calls of the list that are seen."""
    rows = {row[0]: row[1].split("\n")[1:] for row in w.rows("Pixel history")}
    texts = {row[0]: row[1] for row in w.rows("GL calls") if row[0] in rows}
    drawn = {number: text for number, text in texts.items() if text.startswith("draw ")}
    verdict(f"pixel-{screen_name}-told", len(names) > 10 and rows == names, f"{rows} against {names}")
    verdict(f"pixel-{screen_name}-named", drawn and all(drawn[n].startswith(f"{rows[n][0]}") for n in drawn) and
            not any(rows[n] for n in texts if n not in drawn), f"{rows} against {texts}")


def look(w, name):
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"{name}.png"))


def short(number):
    """The shortest that reads back as the same float, of six digits or more."""
    single = struct.pack("f", number)
    return next(text for text in (f"{number:.{digits}g}" for digits in range(6, 10)) if struct.pack("f", float(text)) == single)


def history(w, screen):
    wanted, after, names = told()
    choose(w, "Pixel history")
    eventually("pixel-history", f"{len(wanted)} calls", lambda: listed(w) == wanted)
    shown = w.rows("Pixel history")
    texts = [{", ".join(f"{v:.4g}" for v in colour), ", ".join(short(v) for v in colour)} for colour in after]  # where there is room, with all digits
    named(w, "history", names)
    verdict("pixel-history-colours", all(text & set(row) for text, row in zip(texts, shown, strict=True)), f"{texts} against {shown}")
    verdict("pixel-history-summary", w.text("Pixel history summary").startswith("pixel 20, 20 in frame 1: "), w.text("Pixel history summary"))
    verdict("pixel-history-elsewhere", re.search(r"of the window's GL_BACK\w*; 1 call of the frame draws into something else: texture \d+ \(1\)$",
                                                 w.text("Pixel history summary")), w.text("Pixel history summary"))
    verdict("pixel-history-elsewhere-how", "press Draw until Framebuffer shows it" in w.why("Pixel history summary"), w.why("Pixel history summary"))
    look(w, "pixel-history")
    cut = {text for _, _, kind, text in screen.ask(w) if kind == "cut"}
    seen = [cell for row in shown for cell in (row[0], *row[2:]) if cell] + [w.text("Pixel history summary")]
    verdict("pixel-history-read", len(seen) > 50 and not cut & set(seen), f"{cut & set(seen)}")
    row = next(i for i, event in enumerate(after) if len(set(event[:3])) > 1)  # no grey, which the list has itself
    w.select("Pixel history", shown[row][0])
    colour = tuple(int(min(max(v, 0), 1) * 255 + 0.5) for v in after[row][:3])
    place = Atspi.Component.get_extents(Atspi.Table.get_accessible_at(w._table("Pixel history"), row, 8).get_component_iface(), Atspi.CoordType.SCREEN)
    extents = place.x, place.y, place.width, place.height
    eventually("pixel-history-selected", f"{colour} beside the selected row's numbers", lambda: w.shot().count(extents, colour) > 50,
               lambda: f"{w.shot().count(extents, colour)} pixels of it at {extents}")
    rests(w)
    for row in (9, 1):
        before = w.n_done()
        w.activate("Pixel history", w.rows("Pixel history")[row][0], wait=False)
        w.wait(before)
        verdict(f"pixel-history-{row}", w.enabled("Continue") and "20, 20" in w.text("Pixel in focus"), w.text("Message"))
        w.press("Leave")
        verdict(f"pixel-history-{row}-call", w.text("Status").endswith(f", {wanted[row][0]}"), w.text("Status"))
    w.press("Next frame")


def spent(w):
    """Seconds of processors, by glstep."""
    with open(f"/proc/{w.process.pid}/stat") as file:
        return sum(map(int, file.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def share(w):
    before, start = spent(w), time.monotonic()
    time.sleep(2)
    return (spent(w) - before) / (time.monotonic() - start)


def rests(w):
    """A list that lays out its rows again and again loses clicks, most of them in its columns of wrapped text."""
    eventually("pixel-history-rests", "glstep to rest while nothing is asked of it", lambda: share(w) < 0.02, lambda: f"{share(w):.3f} of a processor")
    rows, lost = w.rows("Pixel history")[:3], []
    for _ in range(2):
        for row, (first, *_) in enumerate(rows):
            cell = Atspi.Table.get_accessible_at(w._table("Pixel history"), row, 7)
            w.click_cell(Atspi.Component.get_extents(cell.get_component_iface(), Atspi.CoordType.SCREEN))
            if not w.is_selected(Atspi.Table.get_accessible_at(w._table("Pixel history"), row, 7)):
                lost.append(first)
    verdict("pixel-history-clicks", len(rows) == 3 and not lost, f"{lost} of {rows}")


def following(w):
    w.press("Step")
    choose(w, "Debug this pixel")
    eventually("pixel-words", "the menu's own words", lambda: '"Run to the next change of this pixel"' in w.text("Message") and
               "`" not in w.text("Message"), lambda: f"{w.text('Status')}: {w.text('Message')}")
    choose(w, "Run to the next change of this pixel")
    verdict("pixel-next-clear", "glClear" in w.text("Status"), w.text("Status"))
    choose(w, "Debug this pixel")
    eventually("pixel-no-fragment", "why there is none", lambda: "clears it" in w.text("Message"))
    choose(w, "Run to the next change of this pixel")
    verdict("pixel-next-draw", "glEnd" in w.text("Status"), w.text("Status"))
    choose(w, "Debug this pixel")
    verdict("pixel-debug", w.enabled("Continue") and "20, 20" in w.text("Pixel in focus"), w.text("Pixel in focus"))
    choose(w, "Run to the next change of this pixel")
    verdict("pixel-leaves-shader", "glEnd" in w.text("Status") and not w.enabled("Continue"), w.text("Status"))


RESOURCE = ("Resource image", "Resource value under the pointer")


def opened(w, name, *picture):
    """A double click debugs the fragment there."""
    w.press("Next frame")
    w.press("Next draw")
    if picture:
        w.tab("Resources")
        wait_until("the list", lambda: w.row("Resources", "GL_FRONT_LEFT"))
        w.select("Resources", "GL_FRONT_LEFT")
        w.wait()
    w.front()
    at = place(w, *picture)
    before = w.n_done()
    for _ in range(5):  # on a busy machine the two clicks may come too far from each other to be a double one
        Atspi.generate_mouse_event(*at, "b1d")
        w.painted()
        if w.settled() != before:
            break
    w.wait(before)
    verdict(f"pixel-{name}", w.enabled("Continue") and "20, 20" in w.text("Pixel in focus"), w.text("Message"))
    w.press("Leave")


def clicked(w):
    """Before a shader is debugged, in each picture of the target."""
    opened(w, "double-click")
    opened(w, "double-click-resource", *RESOURCE)
    choose(w, "Run to the next change of this pixel", *RESOURCE)
    verdict("pixel-resource-next", w.text("Status").startswith("Before call ") and "glBegin" not in w.text("Status"), w.text("Status"))
    look(w, "pixel-resource")
    in_image(w)


def in_image(w):
    """While a shader is debugged, the pixels of its values have the same menu."""
    image = ("Image", "Value under the pointer")
    w.press("Next frame")
    w.press("Next draw")
    w.press("Debug fragment shader")
    w.type("New watch", "gl_FragCoord.x")
    wait_until("the watch", lambda: (w.row("Watches", "gl_FragCoord.x") or ["", "…"])[1] not in ("", "…"))
    w.select("Watches", "gl_FragCoord.x")
    w.press("Show watch as image", wait=False)
    w.wait()
    choose(w, "Debug this pixel", *image)
    verdict("pixel-image-debug", w.enabled("Continue") and "20, 20" in w.text("Pixel in focus"), w.text("Pixel in focus"))
    choose(w, "Run to the next change of this pixel", *image)
    verdict("pixel-image-next", w.text("Status").startswith("Before call ") and not w.enabled("Continue"), w.text("Status"))


def row_tip(w, screen, row):
    """The tooltip of a row of the history."""
    def at():
        e = Atspi.Component.get_extents(Atspi.Table.get_accessible_at(w._table("Pixel history"), row, 1).get_component_iface(), Atspi.CoordType.SCREEN)
        return e.x + 10, e.y + e.height // 2
    w.front()
    Atspi.Component.grab_focus(Atspi.Table.get_accessible_at(w._table("Pixel history"), row, 1).get_component_iface())  # scrolls to the row
    return w.hover("a tooltip", at, lambda: next((text for _, _, kind, text in screen.ask(w) if kind == "label" and "Double click" in text), None))


def restarted(w, screen):
    """A row says what a double click does. Those of a program go when it starts anew: its calls have other numbers."""
    choose(w, "Pixel history")
    names = wait_until("the calls", lambda: [name for name, _ in listed(w)])
    tip = row_tip(w, screen, names.index("glClear"))
    verdict("pixel-tip-clear", tip.endswith("Double click: run to it"), tip)
    rows = w.rows("Pixel history")
    twice = next((i for i, row in enumerate(rows) if row[2].startswith("2 fragments")), None)
    cells = [[cell for cell in row if isinstance(cell, str) and "the last of" in cell] for row in rows]
    verdict("pixel-last-of", twice is not None and len(cells[twice]) == 1 and cells[twice][0].endswith("\nthe last of 2") and sum(map(len, cells)) == 1,
            f"{rows}")
    tip = row_tip(w, screen, twice or 0)
    verdict("pixel-tip-fragments", tip.endswith("Of several fragments at a pixel, number shows each"), tip)
    before = w.n_done()
    w.press("Restart", wait=False)
    w.answer("End it, start anew")
    w.wait(before)
    verdict("pixel-restarted", w.rows("Pixel history") == [] and "a double click on one" in w.text("Pixel history summary"),
            f"{w.rows('Pixel history')} {w.text('Pixel history summary')}")


def framebuffer(w):
    """Before, after and changed, of the first draw of the frame, and of one that is rejected."""
    def shows(wanted):
        place(w)
        return w.text("Framebuffer info") == f"20, 20: {wanted}"

    verdict("pixel-at-first", w.chosen("Framebuffer when") == "After", w.chosen("Framebuffer when"))
    w.press("Next frame")
    w.press("Next draw")
    for when, first, second in ("After", "0 255 0 255", "0 255 0 255"), ("Changed", "0 255 0 255", "0 255 0 255"), ("Before", None, "0 255 0 255"):
        w.choose("Framebuffer when", when)
        if first:
            eventually(f"pixel-{when.lower()}", f"the pixel {when}", lambda first=first: shows(first))
            look(w, f"framebuffer-{when}")
        w.press("Next draw")
        eventually(f"pixel-{when.lower()}-rejected", f"the pixel {when}", lambda second=second: shows(second))
        w.press("Next frame")
        w.press("Next draw")


def in_trace(w):
    """Double-clicked, an event is debugged, again and again."""
    wanted, _, _ = told()
    choose(w, "Pixel history")
    eventually("pixel-trace", f"{len(wanted)} calls", lambda: listed(w) == wanted)
    rests(w)
    for row in (9, 1):
        before = w.n_done()
        w.activate("Pixel history", w.rows("Pixel history")[row][0], wait=False)
        w.wait(before)
        verdict(f"pixel-trace-{row}", w.enabled("Continue") and "20, 20" in w.text("Pixel in focus"), w.text("Message"))
        look(w, "pixel-trace")


def bound(w, texture):
    """Waits for the row of the texture."""
    return eventually(f"pixel-texel-{texture}", "the texture's row", lambda: next((row for row in w.rows("Resources") if row[1] == str(texture)), None),
                      lambda: (w.text("Frame and draw"), w.rows("Resources")))


def of_texel(w):
    """A texel of a texture in Resources: the clear and the draws that wrote it, of which one is debugged; and Written by."""
    for _ in range(8):  # the last but one looks up what was blitted (texture 2)
        w.press("Next draw")
    w.tab("Resources")
    bound(w, 2)
    w.select("Resources", w.rows("Resources")[[row[1] for row in w.rows("Resources")].index("2")][0])
    w.wait()
    w.choose_at_pixel("History of this texel", (4, 4), (16, 16), *RESOURCE)
    eventually("pixel-texel", "the blit", lambda: listed(w) == [("glBlitFramebuffer", "copies to it")], lambda: f"{listed(w)}")
    verdict("pixel-texel-summary", w.text("Pixel history summary") == "pixel 4, 4 in frame 1: 1 call of texture 2", w.text("Pixel history summary"))
    w.press("Next draw")  # it looks up what is half of texture 8
    w.tab("Resources")
    bound(w, 9)
    w.select("Resources", w.rows("Resources")[[row[1] for row in w.rows("Resources")].index("9")][0])
    w.wait()
    w.choose_at_pixel("History of this texel", (13, 3), (16, 16), *RESOURCE)
    eventually("pixel-texel-draw", "the draw", lambda: [name for name, _ in listed(w)] == ["glDrawArrays"], lambda: f"{listed(w)}")
    before = w.n_done()
    w.activate("Pixel history", w.rows("Pixel history")[0][0], wait=False)
    w.wait(before)
    verdict("pixel-texel-debug", w.enabled("Continue") and "13, 3" in w.text("Pixel in focus"), w.text("Message"))
    w.press("Leave")
    w.tab("Written by")
    w.type("Written by: Texture", "9")
    eventually("pixel-texel-written", "the draw", lambda: [row[1] for row in w.rows("Written by")] == ["glDrawArrays"], lambda: f"{w.rows('Written by')}")


def in_part(w):
    """Of a trace that holds one frame of another: it is called so, as in the status line."""
    w.press("Next draw")
    choose(w, "Pixel history")
    eventually("pixel-part", "the frame's name", lambda: w.text("Pixel history summary").startswith("pixel 20, 20 in frame 1 of pixels.trace: "),
               lambda: w.text("Pixel history summary"))


def wide():
    """A colour stands in one line where there is room."""
    with tempfile.TemporaryDirectory() as config:
        os.mkdir(os.path.join(config, "glstep"))
        with open(os.path.join(config, "glstep", "window.ini"), "w", encoding="ascii") as file:
            file.write("[window]\nwidth=1590\nheight=1000\nleft=386\nright=757\n")
        environment = {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"}
        with contextlib.closing(Window([GLSTEP, "--", PROGRAM], environment)) as w:
            w.wait()
            w.press("Next draw")
            choose(w, "Pixel history")
            wait_until("the calls", lambda: listed(w))
            room = {title: wait_until(title, lambda title=title: w.header_width("Pixel history", title))
                    for title in ("Does", "Before", "Draw gives", "After")}
            verdict("pixel-wide", room["Before"] > 110 and max(room.values()) < 2 * room["Before"], f"{room}")
            look(w, "pixel-wide")


def call_width(scale):
    os.environ["GDK_DPI_SCALE"] = scale
    try:
        with test_window(f"pixel-scale-{scale}", [GLSTEP, "--", PROGRAM]) as w:
            w.wait()
            w.tab("Pixel history")
            return wait_until("the column", lambda: w.header_width("Pixel history", "Call"))
    finally:
        del os.environ["GDK_DPI_SCALE"]


def numbers():
    """The column of call numbers is as wide as what is in it, here its title, and no fixed width cuts it."""
    once, twice = call_width("1"), call_width("2")
    verdict("pixel-number-width", twice > 1.3 * once, f"{once}, of twice the size {twice}")


def idle():
    """A program that waits has to be made to draw the frame, which the panel says until it has."""
    with idle_window("pixel-idle") as (w, go):
        w.wait()
        go.write(b".")
        w.press("Next draw")
        w.tab("Pixel history")
        verdict("pixel-idle-hint", "double click" in w.text("Pixel history summary"), w.text("Pixel history summary"))
        done = w.n_done()
        w.choose_at_pixel("Pixel history", (5, 5), (16, 16), wait=False)
        eventually("pixel-idle-told", "what to do", lambda: "must be made to draw" in w.text("Pixel history summary"),
                   lambda: w.text("Pixel history summary"))
        go.write(b"...")
        w.wait(done)
        eventually("pixel-idle-listed", "the clear and the draw", lambda: [name for name, _ in listed(w)] == ["glClear", "glDrawArrays"],
                   lambda: w.rows("Pixel history"))
        verdict("pixel-idle-summary", w.text("Pixel history summary").startswith("pixel 5, 5 in frame 1: 2 calls"), w.text("Pixel history summary"))
        done = w.n_done()
        os.set_blocking(go.fileno(), False)
        go.read(3)  # frames that were not needed
        w.tab("Framebuffer")
        w.choose_at_pixel("Pixel history", (5, 5), (16, 16), wait=False)
        eventually("pixel-idle-again", "no rows of the last one", lambda: "must be made to draw" in w.text("Pixel history summary") and
                   not w.rows("Pixel history"), lambda: (w.text("Status"), w.text("Pixel history summary"), w.rows("Pixel history")))
        go.write(b"...")
        w.wait(done)


def other_frames():
    """Where the next frame draws other things before, or the same only in a later one, the draw is found by its program."""
    def at_swap(w, frame):
        w.press("Next frame")
        while not w.text("Frame and draw").startswith(f"frame {frame} "):
            w.press("Next frame")

    def double_click(w, frame):
        """In the history of that frame."""
        at_swap(w, frame - 1)
        choose(w, "Pixel history")
        wait_until("the history", lambda: f" in frame {frame}: " in w.text("Pixel history summary"))
        row = next(row for row in w.rows("Pixel history") if row[1].split("\n")[0] == "glDrawArrays")
        before = w.n_done()
        w.activate("Pixel history", row[0], wait=False)
        w.wait(before)

    with test_window("pixel-turns", [GLSTEP, "--", PROGRAM, "turns"]) as w:
        w.wait()
        for asked, found, draw in (1, 4, 1), (5, 8, 1), (12, 13, 2), (14, 16, 1):
            double_click(w, asked)
            there = w.text("Frame and draw").split()
            verdict(f"pixel-turns-{asked}", there == ["frame", str(found), "draw", str(draw)] and w.enabled("Continue"), f"{there}: {w.text('Message')}")
            later = f"Frame {asked + 1} has fewer calls of glDrawArrays" in w.text("Message")
            verdict(f"pixel-turns-{asked}-note", later == (found > asked + 1), w.text("Message"))
            w.press("Leave")
        double_click(w, 17)
        verdict("pixel-turns-gone", "draws other things now" in w.text("Message") and not w.enabled("Continue"), w.text("Message"))


def main():
    numbers()
    run_parts("pixel", (idle, wide, other_frames))
    folder = tempfile.mkdtemp(prefix="glstep-ui-pixel-")
    trace = os.path.join(folder, "pixels.trace")
    subprocess.run([GLSTEP, "record", "--output", trace, PROGRAM], check=True, capture_output=True)
    with ShownTexts() as screen, test_window("pixel", [GLSTEP, "--", PROGRAM]) as w:
        w.wait()
        w.press("Next draw")
        run_parts("pixel", (history,), w, screen)
        run_parts("pixel", (following, framebuffer), w)
    with ShownTexts() as screen, test_window("pixel-anew", [GLSTEP, "--", PROGRAM]) as w:
        w.wait()
        w.press("Next draw")
        run_parts("pixel", (restarted,), w, screen)
    with test_window("pixel-clicked", [GLSTEP, "--", PROGRAM]) as w:
        w.wait()
        run_parts("pixel", (clicked,), w)
    with test_window("pixel-trace", [GLSTEP, trace]) as w:
        w.wait()
        w.press("Next frame")
        w.press("Next draw")
        run_parts("pixel", (in_trace,), w)
    part = os.path.join(folder, "part.trace")
    subprocess.run([os.path.join(BUILD, "glstep-trace"), "extract", "--frame", "1", trace, part], check=True, capture_output=True)
    with test_window("pixel-part", [GLSTEP, part]) as w:
        w.wait()
        run_parts("pixel", (in_part,), w)
    texels = os.path.join(folder, "texels.trace")
    subprocess.run([GLSTEP, "record", "--output", texels, os.path.join(BUILD, "test-texels"), "3"], check=True, capture_output=True)
    with test_window("pixel-texel", [GLSTEP, texels]) as w:
        w.wait()
        w.press("Next frame")
        run_parts("pixel", (of_texel,), w)
    return verdict.failed


sys.exit(main())
