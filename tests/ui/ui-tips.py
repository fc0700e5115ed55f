#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tooltips of buttons and tabs go with a click, and do not come back over what is below while the pointer stays there: of a button that stays on, of one
that the click switches off, of a tab. They come again when the pointer has been elsewhere, with the reason where the button is off now. None comes over a menu.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, Gdk, ShownTexts, run_parts, test_window, verdict, wait_until  # noqa: E402

EXAMPLE = [os.path.join(os.environ["top_builddir"], "glstep-example"), "--time-step", "0.04"]
REST = 3.0  # seconds: GTK asks after half of one


def labels(w, texts):
    return {text for _, _, kind, text in texts.ask(w) if kind == "label"}


def middle(component):
    e = Atspi.Component.get_extents(component.get_component_iface(), Atspi.CoordType.SCREEN)
    return e.x + e.width // 2, e.y + e.height // 2


def shown_after(w, texts, place):
    """All that comes within a while, in which the hand trembles, less often than GTK asks."""
    came = set()
    end = time.monotonic() + REST
    while time.monotonic() < end:
        for x in (0, 1):
            w.point(place[0] + x, place[1])
        came |= labels(w, texts)
        time.sleep(REST / 3)
        came |= labels(w, texts)
    return came


def tip(w, name):
    """As one line."""
    return w.why(name).replace("\n", " ")


def click(w, texts, name, find, text):
    """On the widget that find() returns, whose tooltip has come; text(): what it says."""
    w.front()
    said = text()
    w.hover(f"{said!r}", lambda: middle(find()), lambda: said in labels(w, texts))
    at = middle(find())
    Atspi.generate_mouse_event(*at, "b1c")
    w.painted()
    wait_until("the tooltip to go", lambda: said not in labels(w, texts))
    w.wait()
    came = shown_after(w, texts, at)
    verdict(f"tips-{name}-clicked", not {said, text()} & came, f"{ {said, text()} & came}")
    now = text()
    w.hover(f"{now!r}", lambda: middle(find()), lambda: now in labels(w, texts))
    verdict(f"tips-{name}-again", True)


def draw(w, texts):
    click(w, texts, "on", lambda: w.find("Next draw"), lambda: tip(w, "Next draw"))


def debug(w, texts):
    name = "Debug fragment shader"
    before = tip(w, name)
    click(w, texts, "off", lambda: w.find(name), lambda: tip(w, name))
    verdict("tips-off", not w.enabled(name) and tip(w, name) != before, tip(w, name))


def popover(w, texts):
    """None comes over what a button has opened, while the pointer is on the button."""
    w.front()
    said = tip(w, "Tests")
    w.hover(f"{said!r}", lambda: middle(w.find("Tests")), lambda: said in labels(w, texts))
    at = middle(w.find("Tests"))
    w.point(5, 5)
    w.press("Tests", wait=False)
    wait_until("what it opens", lambda: w.showing("Depth test"))
    came = shown_after(w, texts, at)
    verdict("tips-popover", said not in came, f"{came}")
    w.key(Gdk.KEY_Escape)
    wait_until("its end", lambda: not w.showing("Depth test"))


def tabs(w, texts):
    """The label of a tab has the tooltip; what it says is known from its first showing."""
    w.front()
    before = labels(w, texts)
    said = w.hover("a tooltip", lambda: middle(w.find_tab("Uniforms")), lambda: labels(w, texts) - before)
    verdict("tips-tab-one", len(said) == 1, f"{said}")
    click(w, texts, "tab", lambda: w.find_tab("Uniforms"), lambda: next(iter(said)))


def by_key(w, texts):
    """The pointer rests on a button whose key is pressed: what it says does not come back at each stop."""
    w.front()
    said = tip(w, "Next draw")
    w.hover(f"{said!r}", lambda: middle(w.find("Next draw")), lambda: said in labels(w, texts))
    at = middle(w.find("Next draw"))
    for _ in range(2):
        before = w.n_done()
        w.key(0xffc5)  # F8
        w.wait(before)
        came = shown_after(w, texts, at)
        verdict("tips-key", said not in came and tip(w, "Next draw") not in came, f"{came}")
    w.hover(f"{said!r}", lambda: middle(w.find("Next draw")), lambda: tip(w, "Next draw") in labels(w, texts))
    verdict("tips-key-again", True)


def menu(w, texts):
    """None comes over the menu of a row, where one was due; after the menu they come again."""
    w.tab("Variables")
    w.front()
    row = wait_until("a variable", lambda: w.rows("Variables")[0])
    cell = w._row("Variables", row[0])[2]
    before = labels(w, texts)
    said = w.hover("a tooltip", lambda: middle(cell), lambda: labels(w, texts) - before)
    for n in range(3):
        w.point(5, 5)
        w.painted()
        at = middle(cell)
        w.point(at[0] + n, at[1])
        Atspi.generate_mouse_event(at[0] + n, at[1], "b3c")
        wait_until("the menu", lambda: w.menu_entry("Copy the value"))
        came = set()
        end = time.monotonic() + REST
        while time.monotonic() < end:
            came |= labels(w, texts)
            time.sleep(REST / 10)
        verdict(f"tips-menu-{n}", not said & came, f"{said & came}")
        w.key(0xff1b)  # Escape
        wait_until("the menu to go", lambda: not w.menu_entry("Copy the value"))
    w.hover("the tooltip", lambda: middle(cell), lambda: said & labels(w, texts))
    verdict("tips-menu-again", True)


def main():
    with ShownTexts() as texts, test_window("tips", [os.environ["GLSTEP"], "--first-draw", "--", *EXAMPLE]) as w:
        w.wait()
        run_parts("tips", (draw, tabs, by_key), w, texts)
        w.press("Next frame")
        w.press("Next draw")
        run_parts("tips", (debug, popover, menu), w, texts)
    return verdict.failed


sys.exit(main())
