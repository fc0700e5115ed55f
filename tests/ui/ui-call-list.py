#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The window's list of calls, driven as a person would: finding, grouping, folding and filtering calls that are all known.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import patience  # noqa: E402
from glstep_console import Console  # noqa: E402
from ui_driver import Atspi, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402
from ui_shot import Shot  # noqa: E402

FRAMES, FEW, MANY = 40, 7, 4000
FIRST, FRAME = 6, 11  # calls before the first frame, and in each
PROGRAM = os.path.join(os.environ["top_builddir"], "tests", "calls", "calls-program")
IMMEDIATE = os.path.join(os.environ["top_builddir"], "tests", "calls", "immediate-program")
PASSES = os.path.join(os.environ["top_builddir"], "tests", "calls", "passes-program")
TOTAL = FIRST + FRAMES * FRAME


def calls(w):
    return w.rows("GL calls")


def rows_when(w, what, good):
    """The rows, once they are so."""
    def look():
        rows = calls(w)
        return rows if good([row[1] for row in rows]) else None

    return wait_until(what, look)


def shows(w, index):
    return wait_until(f"call {index}", lambda: any(r[0] == str(index) for r in calls(w)))


def tick(w, text):
    """Activates the row that reads so, which toggles its box."""
    table = wait_until("the tree", lambda: w.find("Which calls are listed").get_table_iface())
    for row in range(Atspi.Table.get_n_rows(table)):
        cell = Atspi.Table.get_accessible_at(table, row, 0)
        parts = [cell.get_child_at_index(i) for i in range(cell.get_child_count())]
        if not any(part.get_name() == text for part in parts):
            continue
        action = next(part for part in parts if part.get_name() == text).get_action_iface()
        for i in range(Atspi.Action.get_n_actions(action)):
            if Atspi.Action.get_action_name(action, i) == "activate":
                Atspi.Action.do_action(action, i)
                return True
    return False


def says(w, text):
    return wait_until(text, lambda: w._find(w.frame, lambda a: text in (a.get_name() or "")) is not None)


def find(w):
    last = calls(w)[-1]
    verdict("list-end", last[0] == str(TOTAL - 1) and last[1].startswith("eglSwapBuffers("), f"{last}")
    w.type("Find call", "glDisable if cap == GL_DITHER")
    verdict("list-find", shows(w, FIRST + 4), f"{calls(w)[:3]}")
    w.type("Find call", f"{FIRST + 20 * FRAME}")
    shows(w, FIRST + 20 * FRAME)
    row = next(r for r in calls(w) if r[0] == str(FIRST + 20 * FRAME))
    verdict("list-jump", '"frame 20"' in row[1], f"{row}")
    before = calls(w)
    w.type("Find call", f"{TOTAL}")
    verdict("list-jump-beyond", says(w, f"there is no call {TOTAL} yet") and calls(w) == before, f"{before[0]} {calls(w)[0]}")
    w.type("Find call", 'glPushDebugGroup if message == "frame 35"')
    verdict("list-find-text", shows(w, FIRST + 35 * FRAME), f"{calls(w)}")
    w.type("Find call", "glClear if nothing == 1")
    verdict("list-find-refused", says(w, "glClear has: mask"))


def kept(w):
    """Grouped, and no longer, the list stays where a call is selected."""
    number = FIRST + 20 * FRAME
    w.type("Find call", f"{number}")
    shows(w, number)
    w.press("Group calls", wait=False)
    eventually("list-group-kept", "the call in its frame", lambda: any("▾ Frame 20 " in row[1] for row in calls(w)) and
               any(row[0] == str(number) for row in calls(w)), lambda: f"{calls(w)}")
    w.press("Group calls", wait=False)
    eventually("list-ungroup-kept", "the call", lambda: any(row[0] == str(number) for row in calls(w)) and
               not any("Frame" in row[1] for row in calls(w)), lambda: f"{calls(w)}")


def group(w):
    w.press("Group calls", wait=False)
    rows_when(w, "groups", lambda texts: any("Frame " in t for t in texts))
    Atspi.Value.set_current_value(w.find("Scroll GL calls").get_value_iface(), 1000)
    rows = rows_when(w, "frames", lambda texts: any("Frame 38" in t for t in texts))
    texts = [r[1].strip() for r in rows]
    verdict("list-frames", f"▸ Frame 38   {FRAME} calls" in texts and f"▾ Frame 39   {FRAME} calls" in texts, f"{texts}")
    verdict("list-groups", "▾ frame 39   8 calls" in texts and "▾ inner   4 calls" in texts, f"{texts}")
    at = texts.index(f"▸ Frame 38   {FRAME} calls")
    table = w.find("GL calls").get_table_iface()
    action = Atspi.Table.get_accessible_at(table, at, 1).get_action_iface()
    for i in range(Atspi.Action.get_n_actions(action)):
        if "activate" in Atspi.Action.get_action_name(action, i):
            Atspi.Action.do_action(action, i)
    opened = rows_when(w, "an open frame", lambda texts: any("▾ Frame 38" in t for t in texts))
    verdict("list-unfold", any("▾ frame 38" in r[1] for r in opened), f"{opened}")
    w.press("Group calls", wait=False)
    rows_when(w, "the plain list", lambda texts: not any("Frame" in t for t in texts))


def bars_of(w, name):
    """Where the bars of what scrolls a list are, those that are shown: left, upper edge, width, height."""
    place = w.find(name).get_parent()
    parts = [place.get_child_at_index(i) for i in range(place.get_child_count())]
    shown = [part for part in parts if part.get_role() == Atspi.Role.SCROLL_BAR and part.get_state_set().contains(Atspi.StateType.SHOWING)]
    extents = [Atspi.Component.get_extents(part.get_component_iface(), Atspi.CoordType.SCREEN) for part in shown]
    return [(e.x, e.y, e.width, e.height) for e in extents]


def counts_seen(w):
    """All names and numbers of the filter are seen, the longest ones, too, with all rows unfolded: no bar lies on them, and none is needed sideways."""
    name = "Which calls are listed"
    table = wait_until("the tree", lambda: w.find(name).get_table_iface())
    for row in reversed(range(Atspi.Table.get_n_rows(table))):
        action = Atspi.Table.get_accessible_at(table, row, 0).get_action_iface()
        if row and Atspi.Action.get_action_name(action, 0).startswith("expand"):
            Atspi.Action.do_action(action, 0)
    wait_until("a bar", lambda: bars_of(w, name))
    x, _, wide, _ = w.extents(name)
    eventually("list-filter-seen", "a bar beside the rows alone", lambda: all(bar[0] >= x + wide for bar in bars_of(w, name)),
               lambda: f"{bars_of(w, name)} on {w.extents(name)}")
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "list-filter.png"))


def filter_(w):
    w.press("Filter calls", wait=False)
    counts_seen(w)
    done = wait_until("the tree", lambda: tick(w, "Debugging and markers"))
    rows = rows_when(w, "fewer calls", lambda texts: not any("DebugGroup" in t for t in texts))
    verdict("list-filter", bool(done) and rows[-1][0] == str(TOTAL - 1), f"{rows[-3:]}")
    counted = f"{TOTAL - 4 * FRAMES} of {TOTAL} executed"
    eventually("list-count", repr(counted), lambda: w._find(w.frame, lambda a: a.get_name() == counted) is not None)
    w.type("Find call", f"{FIRST}")  # glPushDebugGroup
    verdict("list-jump-hidden", says(w, f"call {FIRST} is hidden by the filter"))

    def kept():
        with open(os.path.join(w.config.name, "glstep", "window.ini"), encoding="utf-8") as file:
            return file.read()
    eventually("list-filter-kept", "the filter in window.ini", lambda: "category:Debugging and markers" in kept(), kept)


def frames_of(w):
    """(number, calls, folded) of each frame in the list."""
    found = [re.fullmatch(r"([▸▾]) Frame (\d+)   (\d+) calls", row[1]) for row in calls(w)]
    return [(int(m[2]), int(m[3]), m[1] == "▸") for m in found if m]


def group_while_running(w):
    """The rows move while the program runs, and all of them are there."""
    w.press("Group calls", wait=False)
    for number in range(FEW):
        w.press("Next frame")  # the swap that ends the frame is pending
        wait_until(f"frame {number}", lambda: any(row[1] == f"▾ Frame {number}   {FRAME - 1} calls" for row in calls(w)) or number == 0)
    w.press("Run")
    expected = [(0, FIRST + FRAME, True)] + [(number, FRAME, number < FEW - 1) for number in range(1, FEW)]

    def seen():
        Atspi.Value.set_current_value(w.find("Scroll GL calls").get_value_iface(), 0)
        return frames_of(w)
    eventually("list-frames-run", f"{expected}", lambda: seen() == expected, lambda: f"{frames_of(w)}")


def passes(w):
    """Frames, groups, passes with what they draw to, draws with their program and what they draw, and the pending call likewise."""
    w.press("Group calls", wait=False)
    w.type("Run to call", "glDrawArraysInstanced", wait=True)
    texts = rows_when(w, "the group", lambda texts: any("Pass 2" in t for t in texts))
    texts = [row[1] for row in texts]

    def has(name, pattern, depth):
        found = [t for t in texts if re.fullmatch(" " * 3 * depth + pattern, t)]
        verdict(name, len(found) == 1, f"{pattern}: {texts}")
    has("list-pass", r"▾ Pass 1: framebuffer \d+ \(shadow\), 1 draw   \d+ calls", 1)
    has("list-pass-group", r"▾ scene   \d+ calls", 1)
    has("list-pass-inner", r"▾ Pass 2: framebuffer \d+(, 64 × 32 RGBA8)?, 1 draw   4 calls", 2)
    has("list-draw", r"draw 1, sky, 12 triangles   glDrawArrays\(GL_TRIANGLES, 0, 36\)", 2)
    has("list-draw-shaders", r"draw 2, ground.vert \+ ground.frag, 2 triangles   glDrawArrays\(GL_TRIANGLE_STRIP, 0, 4\)", 3)
    has("list-uniform", r"glUniform4f\(\d+ \(tint\), 1, 0.5, 0.25, 1\)", 2)
    has("list-draw-pending", r"draw 3, ground.vert \+ ground.frag, 3 lines, 10 times   glDrawArraysInstanced\(GL_LINES, 0, 6, 10\)", 3)


def cell_of(w, pattern, column=1):
    """Where a cell of the first row is whose text is so."""
    table = w.find("GL calls").get_table_iface()
    for row in range(Atspi.Table.get_n_rows(table)):
        cell = Atspi.Table.get_accessible_at(table, row, 1)
        cell.clear_cache()
        if re.search(pattern, cell.get_name()):
            cell = Atspi.Table.get_accessible_at(table, row, column)
            return Atspi.Component.get_extents(cell.get_component_iface(), Atspi.CoordType.SCREEN)
    return None


def steady_cell(w, pattern):
    """The cell, once it can be seen and the list does not scroll."""
    before = cell_of(w, pattern)
    w.painted()
    after, area = cell_of(w, pattern), Atspi.Component.get_extents(w.find("GL calls").get_component_iface(), Atspi.CoordType.SCREEN)
    seen = before and after and before.y == after.y and area.y <= after.y and after.y + after.height <= area.y + area.height
    return after if seen else None


def choose(w, pattern, name):
    """In the menu of the row."""
    w.front()
    e = wait_until(pattern, lambda: steady_cell(w, pattern))

    def opened():
        """GTK 3.24.52 may show the row's tooltip in place of the menu: then one clicks again."""
        Atspi.generate_mouse_event(e.x + 20, e.y + e.height // 2, "b3c")
        try:
            return patience.wait_until(name, lambda: w.menu_entry(name), idle=3)
        except TimeoutError:
            return None
    item = wait_until(f"the entry {name!r}", opened)
    Atspi.Action.do_action(item.get_action_iface(), 0)


def pictures(w):
    """The pass in which the program stands tells its size, and has a picture of what the framebuffer holds."""
    def row():
        return next((r for r in calls(w) if "Pass 2" in r[1]), [])
    eventually("list-pass-size", "64 × 32 RGBA8", lambda: re.search(r"Pass 2: framebuffer \d+, 64 × 32 RGBA8, 1 draw", row()[1]), lambda: f"{calls(w)}")
    w.front()
    e = wait_until("the pass", lambda: cell_of(w, "Pass 2", 2))
    f = cell_of(w, "Pass 1", 2)
    # cleared to black, and a draw far outside; the row of another pass has the list's own colour there
    eventually("list-pass-picture", "black", lambda: Shot().count((e.x, e.y, e.width, e.height), (0, 0, 0)) >= 20 * 10)
    verdict("list-pass-no-picture", Shot().count((f.x, f.y, f.width, f.height), (0, 0, 0)) == 0)


def menu(w):
    before = w.wait()
    choose(w, "draw 1, sky", "Run to this in the next frame")
    w.wait(before)
    verdict("list-menu-next-frame", re.search(r"call \d+, glDrawArrays$", w.text("Status")) and
            "draw 1, sky" in calls(w)[-1][1], f"{w.text('Status')} {calls(w)[-1]}")
    eventually("list-status-draw", "the number in the status line", lambda: w.text("Frame and draw").endswith("   draw 1"), lambda: w.text("Frame and draw"))
    eventually("list-pass-depth", "both formats",
               lambda: any(re.search(r"Pass 1: framebuffer \d+ \(shadow\), 64 × 32 RGBA8, DEPTH24_STENCIL8, ", row[1]) for row in calls(w)),
               lambda: f"{calls(w)}")
    w.press("Step")
    eventually("list-status-after", "the number in the status line", lambda: w.text("Frame and draw").endswith("   after draw 1"),
               lambda: w.text("Frame and draw"))
    before = w.wait()
    choose(w, "draw 1, sky", "Break at glDrawArrays")
    w.wait(before)
    w.press("Run")
    eventually("list-menu-break", "a stop there", lambda: "draw 2, ground.vert" in calls(w)[-1][1], lambda: f"{w.text('Status')} {calls(w)[-1]}")
    choose(w, "draw 2, ground.vert", "Copy")
    w.find("Find call").get_component_iface().grab_focus()
    w.window_key("v", control=True)
    eventually("list-menu-copy", "the call's text", lambda: w.text("Find call").startswith("glDrawArrays(mode = GL_TRIANGLE_STRIP, "),
               lambda: w.text("Find call"))


def told(w):
    """Names of uniforms that the program never asks for."""
    w.press("Next draw")
    eventually("list-told", "the names", lambda: {"glUniform1f(7 (level), 0.5)", "glUniform2f(3 (offset), 1, 0)"} <= {row[1] for row in calls(w)},
               lambda: f"{calls(w)}")


def selected(w):
    """Number and text of the call that is selected in the list; zero and nothing: none."""
    table = w.find("GL calls").get_table_iface()
    for row in range(Atspi.Table.get_n_rows(table)):
        cell = Atspi.Table.get_accessible_at(table, row, 0)
        if w.is_selected(cell) and cell.get_name():
            return int(cell.get_name()), Atspi.Table.get_accessible_at(table, row, 1).get_name().strip()
    return 0, ""


def uses(w):
    """The calls that name the second framebuffer, from its first draw on, and round to there."""
    w.press("Group calls", wait=False)
    w.type("Find call", "0")
    wait_until("the first call", lambda: selected(w)[0] == 0)
    w.type("Find call", "glBindFramebuffer if target == GL_DRAW_FRAMEBUFFER")
    wait_until("a call that names it", lambda: "GL_DRAW_FRAMEBUFFER" in selected(w)[1])
    at = selected(w)
    number = int(re.search(r"GL_DRAW_FRAMEBUFFER, (\d+)", at[1])[1])
    choose(w, rf"glBindFramebuffer\(GL_DRAW_FRAMEBUFFER, {number}\)", f"Find uses of framebuffer {number}")
    eventually("list-uses-entry", "what is looked for", lambda: w.text("Find call") == f"uses framebuffer {number}", lambda: w.text("Find call"))
    draw, made, bound = rf"glBindFramebuffer\(GL_DRAW_FRAMEBUFFER, {number}\)", rf"glGenFramebuffers\(2, .*\b{number}\}}\)", \
        rf"glBindFramebuffer\(GL_FRAMEBUFFER, {number}\)"
    before = at[0]
    for i, (pattern, later) in enumerate(((draw, True), (made, False), (bound, True), (draw, True))):
        eventually(f"list-uses-{i}", pattern, lambda pattern=pattern, later=later, before=before:
                   re.match(pattern, selected(w)[1]) and (selected(w)[0] > before) == later, lambda: f"{selected(w)}")
        if i == 1:
            verdict("list-uses-again", says(w, "from the start"))
        before = selected(w)[0]
        if i < 3:
            w._act("Find call")
    verdict("list-uses-round", before == at[0], f"{before} {at}")


def labelled(w):
    """An argument's object is told by its label, from there on where it got one."""
    w.type("Find call", "0")
    wait_until("the first call", lambda: selected(w)[0] == 0)
    w.type("Find call", "glBindRenderbuffer")
    eventually("list-label-none", "no label yet", lambda: re.fullmatch(r"glBindRenderbuffer\(GL_RENDERBUFFER, \d+\)", selected(w)[1]), lambda: f"{selected(w)}")
    w._act("Find call")
    eventually("list-label", "the label", lambda: re.fullmatch(r"glBindRenderbuffer\(GL_RENDERBUFFER, \d+ \(shadow depth\)\)", selected(w)[1]),
               lambda: f"{selected(w)}")


def of_trace(w):
    """The same tree of a trace; its menu goes to a call."""
    w.press("Group calls", wait=False)
    w.type("Find call", "glDrawArraysInstanced")
    wait_until("the draw", lambda: cell_of(w, "draw 3, ground.vert"))
    number = next(row[0] for row in calls(w) if "draw 3, ground.vert + ground.frag, 3 lines, 10 times" in row[1])
    before = w.wait()
    choose(w, "draw 3, ground.vert", "Go to this call")
    w.wait(before)
    verdict("list-menu-goto", w.text("Status").startswith(f"Before call {number}, glDrawArraysInstanced"), w.text("Status"))
    eventually("list-trace-pass-size", "64 × 32 RGBA8", lambda: cell_of(w, r"Pass 2: framebuffer \d+, 64 × 32 RGBA8, 2 draws"), lambda: f"{calls(w)}")


def row_at(w, number):
    """Where the text of that call's row is; None: it is not seen."""
    e = cell_of_call(w, number)
    area = Atspi.Component.get_extents(w.find("GL calls").get_component_iface(), Atspi.CoordType.SCREEN)
    return e if e and area.y <= e.y and e.y + e.height <= area.y + area.height else None


def cell_of_call(w, number):
    table = w.find("GL calls").get_table_iface()
    for row in range(Atspi.Table.get_n_rows(table)):
        cell = Atspi.Table.get_accessible_at(table, row, 0)
        cell.clear_cache()
        if cell.get_name() == str(number):
            return Atspi.Component.get_extents(Atspi.Table.get_accessible_at(table, row, 1).get_component_iface(), Atspi.CoordType.SCREEN)
    return None


def pending(w):
    """The number that the status line tells."""
    return int(re.match(r"Before call (\d+), ", w.text("Status"))[1])


def is_marked(w, number):
    """The row is seen, and has the pending call's yellow."""
    e = row_at(w, number)
    return e and w.shot().count((e.x, e.y, e.width, e.height), (0xf9, 0xe7, 0x9f)) > e.width * e.height // 3


def to_the_top(w):
    Atspi.Value.set_current_value(w.find("Scroll GL calls").get_value_iface(), 0)
    wait_until("the first call", lambda: calls(w)[0][0] == "0")


def followed(w, console):
    """The list of a trace scrolls to the pending call and marks it, wherever it was; a search begins there."""
    w.press("Next draw")
    for k in range(3):
        eventually(f"list-trace-pending-{k}", f"call {pending(w)} in yellow", lambda: is_marked(w, pending(w)), lambda: f"{w.text('Status')}: {calls(w)}")
        to_the_top(w)
        w.press("Next draw")
    number = pending(w)
    to_the_top(w)
    w.type("Find call", "glBindFramebuffer")
    after = console.run(f"calls find glBindFramebuffer from {number + 1}")["calls"][0]["index"]
    eventually("list-trace-find", f"call {after}", lambda: selected(w)[0] == after, lambda: f"{selected(w)}, pending {number}")
    w.activate("GL calls", str(after))
    eventually("list-trace-activated", f"call {after} in yellow", lambda: pending(w) == after and is_marked(w, after), lambda: f"{w.text('Status')}: {calls(w)}")
    w.press("Restart")
    w.press("Next draw")
    eventually("list-trace-anew", f"call {pending(w)} in yellow", lambda: is_marked(w, pending(w)), lambda: f"{w.text('Status')}: {calls(w)}")


def immediate(w):
    """A draw between glBegin and glEnd, pending and made, says how many primitives it has (tests/calls/immediate-program.c)."""
    for number, primitives in (1, "5 points"), (2, "3 lines"), (3, "4 lines"):
        w.press("Next draw")
        eventually(f"list-immediate-{number}", primitives, lambda text=f"draw {number}, {primitives}   glEnd()": calls(w)[-1][1] == text,
                   lambda: f"{calls(w)[-1]}")
    made = [row[1] for row in calls(w) if row[1].startswith("draw 2, ")]
    verdict("list-immediate-made", made == ["draw 2, 3 lines   glEnd()"], f"{made}")


def larger(w):
    """The tooltip of a draw, which is black but for its text, shows what the draw changes larger than the row does."""
    w.press("Next draw")
    w.front()
    last = wait_until("the draw", lambda: cell_of(w, "draw 1, ", 1))
    wait_until("its picture", lambda: len({c for _, _, c in Shot().pixels((last.x, last.y, 300, last.height))}) > 20)
    # more colours than words have stand in a part of the tooltip that is as high as three rows
    below = (0, last.y + 2 * last.height, 260, 10 * last.height)
    w.point(5, 5)
    w.painted()

    def is_shown():
        shot = Shot()
        rows = [y for y in range(below[1], below[1] + below[3]) if shot.count((below[0], y, below[2], 1), (0, 0, 0)) > 40]
        return len([y for y in rows if shot.colours((below[0], y, below[2], 1)) > 20]) >= 3 * last.height
    verdict("list-draw-no-tooltip", not is_shown())
    w.hover("a larger picture", lambda: (last.x + 40, last.y + last.height // 2), is_shown)
    verdict("list-draw-larger", True)


def answered(w):
    """What a search has to say can be read: it is as wide as its words, which are about as long as the title's."""
    w.type("Find call", "0")
    w.type("Find call", "nothing that is called")
    label = wait_until("no more", lambda: w._find(w.frame, lambda a: a.get_name() == "no more"))
    title = w._find(w.frame, lambda a: a.get_name() == "GL calls" and a.get_role() == Atspi.Role.LABEL)
    widths = [Atspi.Component.get_extents(a.get_component_iface(), Atspi.CoordType.SCREEN).width for a in (label, title)]
    verdict("list-answer", 2 * widths[0] > widths[1], f"{widths}")


def keyboard(w):
    """Ctrl+1 gives the list the keyboard and selects nothing else: neither where no row is selected, nor where the selected one is out of sight."""
    w.front()
    w.window_key("1", control=True)
    verdict("list-keyboard-none", selected(w) == (0, ""), f"{selected(w)}")
    w.type("Find call", "5")
    wait_until("the call", lambda: selected(w)[0] == 5)
    Atspi.Value.set_current_value(w.find("Scroll GL calls").get_value_iface(), 60)
    wait_until("other calls", lambda: selected(w) == (0, ""))
    first = w.rows("GL calls")[0][0]
    w.window_key("1", control=True)
    verdict("list-keyboard", selected(w) == (0, "") and w.rows("GL calls")[0][0] == first, f"{selected(w)}, {w.rows('GL calls')[0]}")
    w.key(Gdk.KEY_Down)
    eventually("list-keyboard-on", "the call after it", lambda: selected(w)[0] == 6, lambda: f"{selected(w)}")


def bounded(w):
    """The first row says which calls were dropped; the one behind it is that call, grouped, too; a call that is gone is refused; the list goes on at its end."""
    def top(*wanted):
        Atspi.Value.set_current_value(w.find("Scroll GL calls").get_value_iface(), 0)
        rows = calls(w)
        told = re.match(r"Calls before (\d+) were dropped: the list keeps 200 kB ", rows[0][1])
        return (int(told[1]), rows) if told else None
    first, rows = wait_until("the row", top)
    verdict("list-bounded", rows[0][0] == "" and rows[1][0] == str(first) and rows[1][1].startswith("glPushDebugGroup(") and
            (first - FIRST) % FRAME == 0, f"{rows[:3]}")
    frame = (first - FIRST) // FRAME
    w.type("Find call", "3")
    verdict("list-bounded-refused", says(w, f"calls before {first} were dropped"))
    eventually("list-bounded-nearest", "the first call", lambda: selected(w)[0] == first, lambda: f"{selected(w)}")
    w.type("Find call", f"{first + 5 * FRAME}")
    eventually("list-bounded-jump", "the call", lambda: selected(w) and selected(w)[0] == first + 5 * FRAME and
               f'"frame {frame + 5}"' in selected(w)[1], lambda: f"{selected(w)}")
    w.press("Group calls", wait=False)
    eventually("list-bounded-frames", f"frame {frame}", lambda: re.match("Calls before", top()[1][0][1]) and
               frames_of(w)[0] == (frame, FRAME, True), lambda: f"{calls(w)[:4]}")
    w.press("Group calls", wait=False)
    w.press("Run")
    wait_until("all calls", lambda: says_ended(w))
    last, rows = wait_until("more that are dropped", lambda: (now := top()) and now[0] > first and now)
    verdict("list-bounded-on", rows[1][0] == str(last), f"{rows[:3]}")
    Atspi.Value.set_current_value(w.find("Scroll GL calls").get_value_iface(), 1e9)
    eventually("list-bounded-end", "the last call", lambda: calls(w)[-1][0] == str(FIRST + MANY * FRAME - 1), lambda: f"{calls(w)[-2:]}")


def says_ended(w):
    counted = f"{FIRST + MANY * FRAME} executed"
    return w._find(w.frame, lambda a: a.get_name() == counted) is not None


def ended_while_asked(w):
    """SIGTERM while it is asked whether a file is to be replaced: the window ends as ever."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        w.press("Save calls", wait=False)
        w.save_as(file.name)
        wait_until("the question", lambda: w.dialog_button("Replace"))
        verdict("list-ended-while-asked", w.close() == 0, "another status")


def main():
    with test_window("list", [os.environ["GLSTEP"], "--", PROGRAM, str(FRAMES)]) as w:
        w.wait()
        w.press("Run")
        wait_until("all calls", lambda: calls(w)[-1][0] == str(TOTAL - 1))
        run_parts("list", (find, kept, group, filter_), w)
    with test_window("list-asked", [os.environ["GLSTEP"], "--", PROGRAM, str(FEW)]) as w:
        w.wait()
        run_parts("list", (ended_while_asked,), w)
    with test_window("list-bounded", [os.environ["GLSTEP"], "--list-size", "200K", "--", PROGRAM, str(MANY)]) as w:
        w.wait()
        w.type("Run frames", f"{MANY - 1500}", wait=True)
        run_parts("list", (bounded,), w)
    with test_window("list-running", [os.environ["GLSTEP"], "--", PROGRAM, str(FEW)]) as w:
        w.wait()
        run_parts("list", (group_while_running,), w)
    with test_window("list-passes", [os.environ["GLSTEP"], "--", PASSES]) as w:
        w.wait()
        run_parts("list", (passes, pictures, menu), w)
    with test_window("list-told", [os.environ["GLSTEP"], "--", PASSES, "1", "explicit"]) as w:
        w.wait()
        run_parts("list", (told,), w)
    with test_window("list-larger", [os.environ["GLSTEP"], "--", os.path.join(os.environ["top_builddir"], "glstep-example"), "--time-step", "0.04"]) as w:
        w.wait()
        run_parts("list", (larger,), w)
    with test_window("list-immediate", [os.environ["GLSTEP"], "--", IMMEDIATE]) as w:
        w.wait()
        run_parts("list", (immediate,), w)
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "passes.trace")
        subprocess.run([os.environ["GLSTEP"], "record", "-o", trace, "--", PASSES], check=True, stderr=subprocess.DEVNULL)
        with test_window("list-followed", [os.environ["GLSTEP"], trace]) as w, Console([trace]) as console:
            w.wait()
            run_parts("list", (followed,), w, console)
            run_parts("list", (keyboard, answered), w)
        with test_window("list-trace", [os.environ["GLSTEP"], trace]) as w:
            w.wait()
            run_parts("list", (of_trace, uses, labelled), w)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
