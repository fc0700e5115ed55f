#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Opening a trace in the window, as a person would: from the start page, the menu, the recent files, by dropping the file, and from the
command line; its calls are listed before anything runs, a double click plays up to one, also back; what is edited stays so where one
comes back, and Undo edit takes it back; the recorded call stack is shown; what only a program can do is off and says why; reading a long one can be cancelled.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import itertools
import os
import select
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from ui_driver import Atspi, Gdk, Window, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"] = os.path.abspath(os.environ["top_builddir"])
GLSTEP = os.path.join(BUILD, "glstep")
TOOL = os.path.join(BUILD, "glstep-trace")
SCENE = [os.path.join(BUILD, "test-scenes"), "plain", "--frames", "3"]
# A window to drag a file from; it says when it is there, and again and again whether what is dragged would be taken where it is.
SOURCE = """
import gi, sys
gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk, Gdk
def dragged(widget, context):
    GLib.timeout_add(50, lambda: print("taken" if context.get_selected_action() else "dragged", flush=True) or True)
window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.set_default_size(60, 60)
window.move(*map(int, sys.argv[2:4]))
box = Gtk.EventBox()
window.add(box)
box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
box.drag_source_add_uri_targets()
box.connect("drag-data-get", lambda w, c, data, info, time: data.set_uris(["file://" + sys.argv[1]]))
box.connect("drag-begin", dragged)
window.connect("map-event", lambda *_: print("there", flush=True))
window.show_all()
Gtk.main()
"""


def total_of(path):
    said = subprocess.check_output([TOOL, "info", "--json", path])
    return int(said.decode().split('"calls":')[1].split(",")[0])


def says(w, text):
    return wait_until(text, lambda: w._find(w.frame, lambda a: text in (a.get_name() or "")) is not None)


def listed(name, w, path):
    """All calls are there, and nothing was started."""
    eventually(f"{name}-count", "the number of calls", lambda: says(w, f"{total_of(path)} in the trace"))
    rows = wait_until("the calls", lambda: w.rows("GL calls"))
    verdict(f"{name}-rows", rows[0][0] == "0" and rows[0][1].startswith("glX"), f"{rows[:2]}")
    verdict(f"{name}-status", f"A trace of {total_of(path)} calls" in w.text("Status"), w.text("Status"))
    verdict(f"{name}-still", not w.enabled("Kill"), "a program is running")


def command_line(path):
    with test_window("open-command", [GLSTEP, path]) as w:
        w.wait()
        listed("open-command", w, path)
        w.type("Find call", "glDrawArrays")
        row = wait_until("a draw", lambda: next((r for r in w.rows("GL calls") if "glDrawArrays(" in r[1]), None))
        w.activate("GL calls", row[0])
        stands(w, "open-goto", row[0], "glDrawArrays")
        verdict("open-goto-listed", says(w, f"{total_of(path)} in the trace"))
        w.press("Debug fragment shader")
        eventually("open-shader", "the shader", lambda: w.text("Status") == "Before the marked expression", lambda: w.text("Status"))
        w.tab("Call")
        w.press("Come back")
        stands(w, "open-shader-left", row[0], "glDrawArrays")
        verdict("open-shader-again", w.enabled("Debug fragment shader") and not w.enabled("Leave"), w.why("Leave"))


def smaller(path):
    """Rows stay where they are when the window becomes lower, also at the end: a trace's list has no end to follow."""
    with test_window("open-smaller", [GLSTEP, path]) as w:
        w.wait()
        last = str(total_of(path) - 1)
        w.front()
        w.type("Find call", last)
        eventually("open-end", "the last call", lambda: w.rows("GL calls")[-1][0] == last, lambda: f"{w.rows('GL calls')[-1]}")
        window = Gdk.Screen.get_default().get_window_stack()[-1]
        before, size = w.rows("GL calls"), window.get_geometry()
        window.resize(size.width, size.height - 100)
        Gdk.Display.get_default().sync()
        eventually("open-fewer", "fewer rows", lambda: len(w.rows("GL calls")) < len(before), lambda: f"{len(w.rows('GL calls'))} rows, not less than {len(before)}")
        verdict("open-first-stays", w.rows("GL calls")[0] == before[0], f"{w.rows('GL calls')[0]}, not {before[0]}")


def stands(w, name, number, call):
    eventually(name, f"call {number}", lambda: w.text("Status") == f"Before call {number}, {call}", lambda: w.text("Status"))


def there_and_back(path):
    """Clears of three frames: forward, back by a double click, and once more before the same one, which an edit has changed."""
    with Console([path]) as console:
        clears = [str(call["index"]) for call in console.run("calls find glClear")["calls"]][-3:]
        draw = console.run(f"calls find glDrawArrays from {clears[1]}")["calls"][0]["index"]
        console.run(f"goto {clears[1]}")
        told = [frame["function"] for frame in console.run("backtrace")["frames"] if "function" in frame]
    with test_window("open-back", [GLSTEP, path]) as w:
        w.wait()
        verdict("open-again-early", not w.enabled("Come back") and "no call of the trace is pending" in w.why("Come back"), w.why("Come back"))
        w.type("Find call", clears[2])
        w.select("GL calls", clears[2])
        w.painted()
        verdict("open-selected-only", not w.enabled("Kill"), "a row that is only selected has begun to play")
        for name, number in ("open-forward", clears[2]), ("open-backward", clears[0]), ("open-onward", clears[1]):
            w.type("Find call", number)
            w.activate("GL calls", number)
            stands(w, name, number, "glClear")
        w.tab("Call stack")
        eventually("open-stack", "the recorded call stack", lambda: [r[0] for r in w.rows("Call stack") if r[0] != "?"] == told and
                   "main" in told, lambda: f"{w.rows('Call stack')}, not {told}")
        w.tab("Call")
        mask = w.row("Arguments", "mask")
        w.edit("Arguments", "mask", 1, "GL_DEPTH_BUFFER_BIT")
        verdict("open-edited", w.row("Arguments", "mask")[1] == "GL_DEPTH_BUFFER_BIT", w.row("Arguments", "mask"))
        w.press("Come back")
        stands(w, "open-again", clears[1], "glClear")
        eventually("open-again-edited", "the edited argument", lambda: w.row("Arguments", "mask")[1] == "GL_DEPTH_BUFFER_BIT",
                   lambda: w.row("Arguments", "mask"))
        w.press("Undo edit")
        eventually("open-undone", "the recorded argument", lambda: w.row("Arguments", "mask") == mask, lambda: w.row("Arguments", "mask"))
        stands(w, "open-undone-there", clears[1], "glClear")
        w.press("Step")
        stands(w, "open-again-step", draw, "glDrawArrays")
        w.front()
        before = w.wait()
        with_shift(Gdk.KEY_F7)
        w.wait(before)
        stands(w, "open-again-key", draw, "glDrawArrays")


def with_shift(key):
    Atspi.generate_keyboard_event(50, None, Atspi.KeySynthType.PRESS)
    Atspi.generate_keyboard_event(key, None, Atspi.KeySynthType.SYM)
    Atspi.generate_keyboard_event(50, None, Atspi.KeySynthType.RELEASE)


def live_only(path):
    """What only a program can do is off, with the console's sentence."""
    with Console([path]) as console:
        sentences = {word: console.command(word)["error"]["message"].split(": ", 1)[1] for word in ("detach", f"trace start {path}.2")}
    with test_window("open-live", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Call")
        verdict("open-live-detach", not w.enabled("Detach") and sentences["detach"] in w.why("Detach"), w.why("Detach"))
        w.front()
        x, y, width, height = w.extents("Menu")
        w.click(x + width // 2, y + height // 2, wait=False)
        item = wait_until("the entry", lambda: menu_entry(w, "Record…"))
        states = item.get_state_set()
        verdict("open-live-record", not states.contains(Atspi.StateType.SENSITIVE) and
                sentences[f"trace start {path}.2"] in item.get_description(), item.get_description())
        verdict("open-live-file", not os.path.exists(path + ".2"), "a file was made")


def menu_entry(w, name):
    return w._find(w.app, lambda a: a.get_name() == name and a.get_role() in (Atspi.Role.MENU_ITEM, Atspi.Role.PUSH_BUTTON) and
                   a.get_state_set().contains(Atspi.StateType.SHOWING))


def choose_in_dialog(w, path):
    """The dialog shows the folder in which glstep was started."""
    def dialog():
        frames = [w.app.get_child_at_index(i) for i in range(w.app.get_child_count())]
        return next((f for f in frames if f is not None and f.get_role() == Atspi.Role.FILE_CHOOSER), None)

    def select_file():
        chooser.clear_cache()
        list_of_files = w._find(chooser, lambda a: a.get_name() == "Files" and a.get_table_iface() is not None)
        table = list_of_files.get_table_iface()
        for row in range(Atspi.Table.get_n_rows(table)):
            cell = Atspi.Table.get_accessible_at(table, row, 0)  # of a picture and a name
            if os.path.basename(path) in [cell.get_child_at_index(i).get_name() for i in range(cell.get_child_count())]:
                Atspi.Table.add_row_selection(table, row)  # which it may be already
                return True
        return False

    chooser = wait_until("the dialog", dialog)
    button = w._find(chooser, lambda a: a.get_role() == Atspi.Role.PUSH_BUTTON and a.get_name() == "Open")
    wait_until("the button", lambda: select_file() and not button.clear_cache() and
               button.get_state_set().contains(Atspi.StateType.SENSITIVE), pause=0.2)
    Atspi.Action.do_action(button.get_action_iface(), 0)


def menu(path):
    with test_window("open-menu", [GLSTEP]) as w:
        w.wait_for_start()
        w.front()
        x, y, width, height = w.extents("Menu")
        w.click(x + width // 2, y + height // 2, wait=False)
        item = wait_until("the entry", lambda: menu_entry(w, "Open trace…"))
        Atspi.Action.do_action(item.get_action_iface(), 0)
        choose_in_dialog(w, path)
        listed("open-menu", w, path)


def start_page_and_recent(path):
    with tempfile.TemporaryDirectory() as config:
        environment = {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"}
        w = Window([GLSTEP], environment)
        w.wait_for_start()
        w.press("Open trace", wait=False)
        choose_in_dialog(w, path)
        listed("open-start", w, path)
        w.tab("Call")  # is kept for the next window, in which a trace begins with its list all the same
        w.close()
        w = Window([GLSTEP], environment)
        w.wait_for_start()
        recent = wait_until("the recent trace", lambda: w._find(w.frame, lambda a: a.get_name() == path and
                                                                a.get_role() == Atspi.Role.LIST_ITEM))
        e = Atspi.Component.get_extents(recent.get_component_iface(), Atspi.CoordType.SCREEN)
        w.front()
        w.click(e.x + 20, e.y + e.height // 2, wait=False)
        wait_until("its name", lambda: w.text("Program") == path)
        w.press("Start", wait=False)
        listed("open-recent", w, path)
        verdict("open-recent-shown", w.showing("GL calls"))
        w.close()


def tells(source):
    """What the source of a drag tells next, after it has seen what came before."""
    def more(seconds):
        there = select.select([source.stdout], [], [], seconds)[0]
        return os.read(source.stdout.fileno(), 1 << 16).split() if there else []

    more(0)
    return wait_until("the dragged file", lambda: more(0.2))[-1]


def drag(source, start, end):
    """To the end, and there until the window takes what is dragged."""
    Atspi.generate_mouse_event(*start, "abs")
    Atspi.generate_mouse_event(*start, "b1p")
    for i in range(1, 11):
        Atspi.generate_mouse_event(*(round(a + (b - a) * i / 10) for a, b in zip(start, end, strict=True)), "abs")
        if i > 1:
            tells(source)
    steps = itertools.count()

    def taken():
        Atspi.generate_mouse_event(end[0] + next(steps) % 2, end[1], "abs")
        return tells(source) == b"taken" and tells(source) == b"taken"

    wait_until("the window to take the file", taken)
    Atspi.generate_mouse_event(end[0] + (next(steps) + 1) % 2, end[1], "b1r")


def drop(path):
    with test_window("open-drop", [GLSTEP]) as w:
        w.wait_for_start()
        w.front()
        screen = Gdk.get_default_root_window()
        at = screen.get_width() - 70, screen.get_height() - 70
        source = subprocess.Popen([sys.executable, "-c", SOURCE, path, *map(str, at)], stdout=subprocess.PIPE)
        try:
            assert source.stdout.readline() == b"there\n"
            x, y, width, height = w.extents("Program")
            drag(source, (at[0] + 30, at[1] + 30), (x + width // 2, y - 2 * height))
            listed("open-drop", w, path)
        finally:
            source.kill()
            source.wait()


def bad_file(path):
    bad = os.path.join(os.path.dirname(path), "b.trace")
    with open(bad, "wb") as file:
        file.write(b"no trace")
    with test_window("open-bad", [GLSTEP, bad]) as w:
        wait_until("the message", lambda: "cannot be opened as a trace" in w.text("Message"))
        w.wait_for_start()


def cancel(path):
    subprocess.run([os.path.join(BUILD, "bench", "trace-cost"), path, "40000000"], check=True)
    with test_window("open-cancel", [GLSTEP, path]) as w:
        wait_until("the bar", lambda: w.showing("Opening the trace"))
        w.press("Cancel opening", wait=False)
        wait_until("the message", lambda: w.text("Message").startswith("Cancelled: the list holds only the first"))
        wait_until("its end", lambda: "in the trace" in str(w._find(w.frame, lambda a: "in the trace" in (a.get_name() or "")).get_name()))
        shown = w._find(w.frame, lambda a: "in the trace" in (a.get_name() or "")).get_name()
        verdict("open-cancelled", 0 < int(shown.split()[0]) < 40000000, shown)
        verdict("open-cancel-rows", w.rows("GL calls")[0][1] == "glPushMatrix()", f"{w.rows('GL calls')[:1]}")


def numbers(short, path):
    """Where there are ten million calls, the column of their numbers is wider than where there are some thousand."""
    subprocess.run([os.path.join(BUILD, "bench", "trace-cost"), path, "10000000"], check=True)
    widths, beyond = [], []
    for each in short, path:
        with test_window("open-numbers", [GLSTEP, each]) as w:
            wait_until("all calls", lambda each=each: says(w, f"{total_of(each)} in the trace"))
            columns = [Atspi.Component.get_extents(Atspi.Table.get_accessible_at(w.find("GL calls").get_table_iface(), 0, column).get_component_iface(),
                                                   Atspi.CoordType.SCREEN) for column in (0, 2)]
            left, _, width, _ = w.extents("GL calls")
            widths.append(columns[0].width)
            beyond.append(columns[1].x + columns[1].width - left - width)
    verdict("open-numbers-width", widths[1] > widths[0], widths)
    verdict("open-numbers-pictures", max(beyond) <= 0, f"the thumbnails' column ends {beyond} pixels beyond the list")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        path = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", path, "--backtrace", "glClear", "--", *SCENE], check=True, stderr=subprocess.DEVNULL)
        run_parts("open", (command_line, smaller, there_and_back, live_only, menu, start_page_and_recent, drop, bad_file), path)
        run_parts("open", (numbers,), path, os.path.join(folder, "many.trace"))
        run_parts("open", (cancel,), os.path.join(folder, "long.trace"))
    return verdict.failed


sys.exit(main())
