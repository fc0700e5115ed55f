#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Accessibility: everything in the window that can be used has a name, a role and, where it cannot be used, a reason; a tooltip
says what each button does.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, Gdk, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
EXAMPLE = [os.path.join(BUILD, "glstep-example"), "--nan", "--time-step", "0.04",
           "--size", "320x240"]
# What holds others is named too: its name tells where one is.
PLACES = (Atspi.Role.SPLIT_PANE, Atspi.Role.PAGE_TAB_LIST, Atspi.Role.PAGE_TAB, Atspi.Role.TABLE, Atspi.Role.TREE_TABLE,
          Atspi.Role.TREE, Atspi.Role.LIST_BOX, Atspi.Role.DRAWING_AREA, Atspi.Role.IMAGE, Atspi.Role.TEXT)
USED = (Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.CHECK_BOX, Atspi.Role.RADIO_BUTTON, Atspi.Role.ENTRY,
        Atspi.Role.COMBO_BOX, Atspi.Role.SPIN_BUTTON, Atspi.Role.MENU, Atspi.Role.MENU_ITEM)
# Rows and cells are named by what they show; a scrolled window takes the focus for the list in it.
UNNAMED = (Atspi.Role.TABLE_CELL, Atspi.Role.TREE_ITEM, Atspi.Role.SCROLL_PANE, Atspi.Role.LIST_ITEM, Atspi.Role.ICON)
TABLES = (Atspi.Role.TABLE, Atspi.Role.TREE_TABLE, Atspi.Role.TREE, Atspi.Role.COMBO_BOX)


class Look:
    """What is wrong with the widgets below one."""

    def __init__(self, top):
        self.nameless, self.roleless, self.reasonless, self.n = [], [], [], 0
        self.walk(top, "", 0)

    def walk(self, node, path, depth):
        states, role, name = node.get_state_set(), node.get_role(), node.get_name() or ""
        if not states.contains(Atspi.StateType.SHOWING) and depth > 1:
            return
        active = states.contains(Atspi.StateType.FOCUSABLE) or role in USED
        here = f"{path}/{name}" if name else path
        if role not in UNNAMED and (active or role in PLACES):
            self.judge(node, role, name, here, states)
        if role in TABLES or depth > 40:
            return
        for i in range(node.get_child_count()):
            child = node.get_child_at_index(i)
            if child is not None:
                self.walk(child, here, depth + 1)

    def judge(self, node, role, name, here, states):
        self.n += 1
        if not name.strip():
            self.nameless.append(f"{here}: a {node.get_role_name()}")
        if role in (Atspi.Role.UNKNOWN, Atspi.Role.INVALID):
            self.roleless.append(here)
        if role in USED and not states.contains(Atspi.StateType.SENSITIVE) and "Not now: " not in (node.get_description() or ""):
            self.reasonless.append(f"{here}: {node.get_description()!r}")


def look(w, where):
    w.frame.clear_cache()
    found = wait_until("all to stay while it is looked at", lambda: Look(w.frame))
    verdict(f"names-{where}", not found.nameless and found.n > 10, f"of {found.n}: {'; '.join(found.nameless[:8])}")
    verdict(f"roles-{where}", not found.roleless, "; ".join(found.roleless[:8]))
    verdict(f"reasons-{where}", not found.reasonless, "; ".join(found.reasonless[:8]))


def tabs(w):
    """All of the window's tabs."""
    found = []

    def collect(node, depth=0):
        for i in range(node.get_child_count()):
            child = node.get_child_at_index(i)
            if child is None:
                continue
            if child.get_role() == Atspi.Role.PAGE_TAB:
                found.append(child.get_name())
            if depth < 40 and child.get_role() not in TABLES:
                collect(child, depth + 1)
    collect(w.frame)
    return found


def stopped(w):
    w.wait()
    look(w, "started")


def debugging(w):
    for _ in range(3):
        w.press("Next draw")
    w.press("Debug fragment shader")
    w.type("New watch", "color")
    w.wait()
    known = tabs(w)
    verdict("names-tabs", len(known) >= 14, f"{known}")
    for tab in known:
        w.tab(tab)
        w.wait()
        look(w, tab.lower().replace(" ", "-"))


def at_a_loop(w):
    """The bar of a condition, the popover of the tests, the menu."""
    for _ in range(40):
        if w.showing("Go to iteration"):
            break
        w.press("Step into")
    verdict("names-at-a-loop-bar", w.showing("Go to iteration"), "there is no loop within 40 steps")
    look(w, "at-a-loop")
    w.press("Tests", wait=False)
    wait_until("the popover", lambda: w.showing("Depth test"))
    look(w, "tests")
    w.key(Gdk.KEY_Escape)
    w.press("Leave")
    w.press("Kill")
    look(w, "ended")


def start_page():
    with test_window("start-page", [GLSTEP]) as w:
        w.wait_for_start()
        look(w, "start-page")


def main():
    with test_window("names", [GLSTEP, "--", *EXAMPLE]) as w:
        run_parts("names", (stopped, debugging, at_a_loop), w)
    start_page()
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
