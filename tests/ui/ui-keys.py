#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A debugging session with the keyboard alone, from the choice of a program to its end: nothing is clicked, and nothing is done through
accessibility but reading.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, Failed, Gdk, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
MANUAL = "/nowhere/manual.html"
CODES = {"control": 37, "shift": 50, "alt": 64}


def press(w, keyval, *held, wait=True):
    """A key with others held down; wait: until what it asks for is done."""
    before = w.n_done() if wait else None
    for name in held:
        Atspi.generate_keyboard_event(CODES[name], None, Atspi.KeySynthType.PRESS)
    w.key(keyval)
    for name in reversed(held):
        Atspi.generate_keyboard_event(CODES[name], None, Atspi.KeySynthType.RELEASE)
    if wait:
        w.wait(before)
    else:
        w.painted()


def letter(w, character, *held):
    press(w, Gdk.unicode_to_keyval(ord(character)), *held, wait=False)
    w.known.clear()  # what was hidden comes to be


def focused(w):
    """The widget that has the keyboard's focus; None: none has it."""
    def search(node, depth=0):
        states = node.get_state_set()
        if states.contains(Atspi.StateType.FOCUSED) and node.get_role() != Atspi.Role.FRAME:
            return node
        for i in range(min(node.get_child_count(), 60)):
            child = node.get_child_at_index(i)
            if child is not None and depth < 40 and child.get_state_set().contains(Atspi.StateType.SHOWING):
                found = search(child, depth + 1)
                if found is not None:
                    return found
        return None
    w.frame.clear_cache()
    return search(w.app)


def name_of_focus(w):
    node = focused(w)
    return (node.get_name() or "") if node is not None else ""


def go_to(w, name, keyval=Gdk.KEY_Tab, limit=40):
    """Presses a key until the widget of that name has the focus."""
    seen = []
    for _ in range(limit):
        seen.append(name_of_focus(w))
        if seen[-1] == name:
            return
        press(w, keyval, wait=False)
    raise Failed(f"{limit} keys do not lead to {name!r}, but to {seen}")


def to_entry(w, character, name):
    """Goes to an entry by its key."""
    letter(w, character, "control")
    wait_until(f"the focus on {name!r}", lambda: name_of_focus(w) == name)


def panel(w, digit, name):
    """Goes to a panel by its key; its list, or its image, has the focus then."""
    letter(w, digit, "control")
    w.known[name] = wait_until(f"the focus on {name!r}", lambda: (f := focused(w)) and f.get_name() == name and f)


def type_line(w, text, wait=True):
    before = w.n_done() if wait else None
    w.write(text)
    w.key(Gdk.KEY_Return)
    if wait:
        w.wait(before)


def start(w):
    w.wait_for_start()
    w.front()
    go_to(w, "Program")
    w.write(os.path.join(BUILD, "glstep-example"))
    go_to(w, "Arguments")
    type_line(w, "--nan --time-step 0.04 --size 320x240", wait=False)
    wait_until("the program", lambda: w.settled() is not None and w.enabled("Step"))
    verdict("keys-start", w.text("Status").startswith("Before call"), w.text("Status"))
    w.front()


def shader(w):
    for _ in range(3):
        w.front()  # the program's window comes up, and its window manager gives it the keyboard
        press(w, Gdk.KEY_F8)
    w.front()
    verdict("keys-draw", "glDrawArrays" in w.text("Status"), w.text("Status"))
    press(w, Gdk.KEY_F2)
    verdict("keys-debug", w.text("Position").startswith("fragment:"), w.text("Position"))
    to_entry(w, "l", "Pixel")
    before = w.text("Pixel in focus")
    type_line(w, "172, 132")
    verdict("keys-focus", w.text("Pixel in focus").startswith("pixel 172, 132") and before != w.text("Pixel in focus"),
            w.text("Pixel in focus"))
    at = w.text("Position")
    press(w, Gdk.KEY_F10)
    verdict("keys-over", w.text("Position") != at, f"still at {at}")
    press(w, Gdk.KEY_F10, "shift")
    verdict("keys-back", w.text("Position") == at, f"{w.text('Position')}, not {at}")


def values(w):
    """A watch, its image, another pixel from within the image."""
    to_entry(w, "w", "New watch")
    type_line(w, "color", wait=False)
    wait_until("the watch", lambda: w.row("Watches", "color"))
    press(w, Gdk.KEY_F4)
    panel(w, "7", "Watches")
    press(w, Gdk.KEY_Home, wait=False)
    press(w, Gdk.KEY_Return, wait=False)
    w.wait()
    verdict("keys-image", "color" in w.text("What the image shows"), w.text("What the image shows"))
    panel(w, "3", "Image")
    before = w.text("Pixel in focus")
    for _ in range(3):
        press(w, Gdk.KEY_Left, wait=False)
    press(w, Gdk.KEY_Return)
    x, y = (int(n) for n in re.findall(r"\d+", before)[:2])
    verdict("keys-pick", w.text("Pixel in focus").startswith(f"pixel {x - 3}, {y}"), f"{before}, then {w.text('Pixel in focus')}")


def source(w):
    """A breakpoint at the cursor's line, its condition, running to the cursor and to the breakpoint."""
    press(w, Gdk.KEY_Home, "control")
    letter(w, "0", "control")
    go_to(w, "Source Fragment")
    interface = w.find("Source Fragment").get_text_iface()
    text = Atspi.Text.get_text(interface, 0, Atspi.Text.get_character_count(interface))

    def line():
        return text[:Atspi.Text.get_caret_offset(interface)].count("\n") + 1
    while line() < 116:
        press(w, Gdk.KEY_Down, wait=False)
    while line() > 116:
        press(w, Gdk.KEY_Up, wait=False)
    press(w, Gdk.KEY_F10, "control")
    verdict("keys-to-cursor", w.text("Position") == "fragment:116", w.text("Position"))
    press(w, Gdk.KEY_F9)
    panel(w, "8", "Breakpoints")
    row = wait_until("the breakpoint", lambda: w.rows("Breakpoints"))[0]
    verdict("keys-breakpoint", row[0] == "line 116", f"{row}")
    press(w, Gdk.KEY_Home, "control")
    press(w, Gdk.KEY_F5)
    verdict("keys-continue", w.text("Position") == "fragment:116" and w.rows("Breakpoints")[0][3] == "1", w.text("Position"))
    panel(w, "8", "Breakpoints")
    press(w, Gdk.KEY_Home, wait=False)
    press(w, Gdk.KEY_Delete)
    verdict("keys-remove", not w.rows("Breakpoints"), f"{w.rows('Breakpoints')}")


def history(w):
    press(w, Gdk.KEY_F11, "control")
    far = w.text("Position")
    panel(w, "4", "History")
    press(w, Gdk.KEY_Home, wait=False)
    press(w, Gdk.KEY_Return)
    verdict("keys-history", w.text("Position") != far and len(w.rows("History")) == 1, w.text("Position"))


def stage_and_panels(w):
    press(w, Gdk.KEY_F2, "shift")
    verdict("keys-leave", w.text("Status").startswith("Before call"), w.text("Status"))
    letter(w, "s", "alt")
    wait_until("the other stage", lambda: w.showing("Debug vertex shader"))
    press(w, Gdk.KEY_F2)
    verdict("keys-stage", w.text("Position").startswith("vertex:"), w.text("Position"))
    press(w, Gdk.KEY_F2, "shift")
    panel(w, "4", "History")
    letter(w, "1", "alt")
    wait_until("History at the upper left", lambda: place_of(w, "History") == "Panels, upper left")
    verdict("keys-move-panel", True)
    panel(w, "6", "Variables")
    press(w, Gdk.KEY_Page_Down, "control", wait=False)
    wait_until("the focus on the uniforms", lambda: name_of_focus(w) == "Uniforms")
    verdict("keys-next-panel", True)
    letter(w, "m", "alt")
    wait_until("the menu", lambda: w._find(w.app, lambda a: a.get_name() == "Put panels back" and
                                           a.get_state_set().contains(Atspi.StateType.SHOWING)))
    press(w, Gdk.KEY_Escape, wait=False)
    verdict("keys-menu", True)


def place_of(w, title):
    """The place that the tab is in."""
    w.frame.clear_cache()
    tab = w._find(w.frame, lambda a: a.get_role() == Atspi.Role.PAGE_TAB and a.get_name() == title)
    return tab.get_parent().get_name() if tab is not None else None


def manual(w):
    """F1 asks the desktop to show the manual, which is none that a test can read: it is said where it would be."""
    press(w, Gdk.KEY_F1, wait=False)
    wait_until("a word of the manual", lambda: MANUAL in w.text("Message"))
    verdict("keys-manual", w.text("Message") == f"The manual is not installed: {MANUAL} is missing.", w.text("Message"))


def built_manual():
    """F1 in a build tree shows the one that was built there, in the application that the desktop has for pages."""
    with tempfile.TemporaryDirectory() as folder:
        told, applications = os.path.join(folder, "told"), os.path.join(folder, "applications")
        os.makedirs(applications)
        with open(os.path.join(applications, "reader.desktop"), "w", encoding="ascii") as file:
            file.write("[Desktop Entry]\nType=Application\nName=Reader\nMimeType=text/html;\n"
                       f"Exec=sh -c 'echo \"$0\" >{told}.new && mv {told}.new {told}' %u\n")
        for name in "mimeapps.list", "defaults.list":
            with open(os.path.join(applications, name), "w", encoding="ascii") as file:
                file.write("[Default Applications]\ntext/html=reader.desktop\n")
        os.environ["XDG_DATA_HOME"] = folder
        with test_window("keys-manual-built", [GLSTEP]) as w:
            w.wait_for_start()
            w.front()
            press(w, Gdk.KEY_F1, wait=False)
            wait_until("the page", lambda: os.path.exists(told) or w.showing("Message"))
            page = os.path.realpath(os.path.join(os.path.dirname(GLSTEP), "docs", "index.html"))
            with open(told, encoding="utf-8") as file:
                shown = file.read().strip().removeprefix("file://")
            verdict("keys-manual-page", shown == page and os.path.exists(page), f"{shown}, not {page}")


def keys_window(w):
    """It lies over the middle of the window that it belongs to."""
    def find():
        return w._find(w.app, lambda a: a.get_name() == "Keys window")

    def area(node):
        return Atspi.Component.get_extents(node.get_component_iface(), Atspi.CoordType.SCREEN)
    w.front()
    press(w, Gdk.KEY_question, "control", wait=False)
    ours, keys = area(w.frame), area(wait_until("the keys", find))
    off = [keys.x + keys.width // 2 - ours.x - ours.width // 2, keys.y + keys.height // 2 - ours.y - ours.height // 2]
    verdict("keys-window-place", all(abs(n) < 40 for n in off), f"{off} off the middle")
    press(w, Gdk.KEY_Escape, wait=False)
    wait_until("its end", lambda: w.app.clear_cache() or find() is None)


def end(w):
    press(w, Gdk.KEY_F5, "control", wait=False)
    wait_until("the program to run", lambda: w.enabled("Pause"))
    w.front()  # the program's window may have come up
    press(w, Gdk.KEY_F6, wait=False)
    wait_until("the program to stand", lambda: w.enabled("Run") and w.settled() is not None)
    verdict("keys-pause", True)
    press(w, Gdk.KEY_F5, "shift")
    verdict("keys-kill", not w.enabled("Kill") and w.enabled("Restart"), w.text("Status"))
    letter(w, "q", "control")
    wait_until("the window to close", lambda: w.process.poll() is not None)
    verdict("keys-quit", w.process.poll() == 0, f"{w.process.poll()}")


def main():
    os.environ["GLSTEP_MANUAL"] = MANUAL
    with test_window("keys", [GLSTEP]) as w:
        for part in (start, shader, values, source, history, stage_and_panels, manual, keys_window, end):
            part(w)
    del os.environ["GLSTEP_MANUAL"]
    run_parts("keys", (built_manual,))
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
