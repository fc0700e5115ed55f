#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Objects in the window: what is shown of a binding is of what is bound there at this stop; a variable that is a sampler tells what it looks
at; from rows and pixels of pictures to calls; what lists copy. What must be seen is what tests/programs/named.c says and draws.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

import gi  # noqa: E402
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

RED, GREEN = (255, 0, 0), (0, 255, 0)
PROGRAM = os.path.join(os.environ["top_builddir"], "test-named")


def clipboard_is(name, expected):
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    eventually(name, f"{expected!r} in the clipboard", lambda: clipboard.wait_for_text() == expected, lambda: f"it holds {clipboard.wait_for_text()!r}")


def focus(w, name):
    w.front()
    w.find(name).get_component_iface().grab_focus()


def shown_of(w):
    picture = w.shot()
    return {colour for _, _, colour in picture.pixels(w.extents("Resource image"))} & {RED, GREEN}


def unit(w):
    """The row of unit 1."""
    return next((row for row in w.rows("Resources") if row[0].startswith("unit 1")), None)


def other_stops(w, names):
    """The unit that is selected has another texture at the next draw, of another size and colour, and none of its levels is asked for."""
    w.tab("Resources")
    wait_until("the list", lambda: unit(w))
    w.select("Resources", unit(w)[0])
    for draw, (label, size, colour) in enumerate((("red", "4 × 4", RED), ("green", "8 × 2", GREEN)) * 2):
        if draw:
            w.press("Next draw")
        name = names["texture", label]
        eventually(f"objects-stop-{draw}-row", f"{label} in the row", lambda name=name, label=label: unit(w)[1] == f"{name} {label}",
                   lambda: unit(w))
        w.wait()
        eventually(f"objects-stop-{draw}-contents", f"{label} in the picture",
                   lambda size=size, colour=colour, name=name: w.text("Resource summary").startswith(f"texture {name}: {size}") and shown_of(w) == {colour},
                   lambda: f"{w.text('Resource summary')}, {shown_of(w)}")


def samplers(w, names):
    """Variables and watches tell unit and texture; an array's elements each theirs."""
    w.press("Debug fragment shader")
    w.tab("Variables")
    green = f"unit 1: texture {names['texture', 'green']} green, 8 × 2 RGBA8"
    wait_until("the variables", lambda: w.row("Variables", "picture"))
    eventually("objects-sampler", green, lambda: w.row("Variables", "picture")[1] == green, lambda: w.row("Variables", "picture"))
    verdict("objects-sampler-none", w.row("Variables", "nothing")[1] == "unit 5: no texture", w.row("Variables", "nothing"))
    w.expand("Variables", "tables")
    eventually("objects-sampler-array", "both", lambda: [r[1] for r in w.rows("Variables") if re.match(r"\[\d\]", r[0])] == ["unit 7: no texture", green],
               lambda: w.rows("Variables"))
    w.type("New watch", "tables[1]")
    eventually("objects-sampler-watched", green, lambda: (w.row("Watches", "tables[1]") or ["", ""])[1] == green, lambda: w.row("Watches", "tables[1]"))


def copies(w, names):
    """Ctrl+C in lists: as their menus copy a row."""
    w.select("Variables", "picture")
    value = w.row("Variables", "picture")[1]
    focus(w, "Variables")
    w.window_key("c", control=True)
    clipboard_is("objects-copied-variable", f"picture = {value}")
    w.press("Leave")
    w.tab("GL calls")
    row = next(r for r in w.rows("GL calls") if "glDrawArrays" in r[1] or "glDrawArrays" in r[0])
    w.select("GL calls", row[0])
    focus(w, "GL calls")
    w.window_key("c", control=True)
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    eventually("objects-copied-call", "the call", lambda: "glDrawArrays(" in (clipboard.wait_for_text() or ""), clipboard.wait_for_text)


def rows(w, names):
    """The menu of a row, by the keyboard: to the calls that name the texture; it opens beside the row."""
    w.tab("Resources")
    wait_until("the list", lambda: unit(w))
    w.select("Resources", unit(w)[0])
    label = unit(w)[1].split()[0]
    focus(w, "Resources")
    w.key(Gdk.KEY_Menu)
    entry = wait_until("the menu", lambda: w.menu_entry(f"Find uses of texture {label} in GL calls"))
    place = Atspi.Component.get_extents(entry.get_component_iface(), Atspi.CoordType.SCREEN)
    left, top, width, height = w.extents("Resources")
    verdict("objects-menu-place", left <= place.x <= left + width and top <= place.y <= top + height + 40, f"{place.x}, {place.y} of {left}, {top}")
    Atspi.Action.do_action(entry.get_action_iface(), 0)
    eventually("objects-menu-found", "a call that names it", lambda: w.text("Find call") == f"uses texture {label}", lambda: w.text("Find call"))


def pixels(w, names):
    """The menu of a pixel by the keyboard opens at its cursor, which is seen; beside the picture no list of tabs comes."""
    w.tab("Framebuffer")
    w.wait()
    focus(w, "Framebuffer")
    before = w.shot()
    place = w.extents("Framebuffer")
    w.key(Gdk.KEY_Right)
    w.key(Gdk.KEY_Left)
    after = w.shot()
    changed = [(x, y) for (x, y, c), (_, _, d) in zip(before.pixels(place), after.pixels(place), strict=True) if c != d]
    xs, ys = [x for x, _ in changed], [y for _, y in changed]
    verdict("objects-cursor-seen", changed and max(xs) - min(xs) >= 20 and max(ys) - min(ys) >= 20, f"{len(changed)} points are drawn")
    w.key(Gdk.KEY_Menu)
    entry = wait_until("the menu", lambda: w.menu_entry("Pixel history"))
    at = Atspi.Component.get_extents(entry.get_component_iface(), Atspi.CoordType.SCREEN)
    centre = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    verdict("objects-cursor-menu", abs(at.x - centre[0]) < 60 and -40 < at.y - centre[1] < 300, f"{at.x}, {at.y} for a pixel at {centre}")
    copy = wait_until("what it holds", lambda: w.menu_entry("Copy position and value"))
    Atspi.Action.do_action(copy.get_action_iface(), 0)
    wait_until("the menu's end", lambda: not w.menu_entry("Pixel history"))
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    eventually("objects-copied-pixel", "the pixel", lambda: re.fullmatch(r"(4, [34]|32, 3[12]): (255 0|0 255) 0 255", clipboard.wait_for_text() or ""),
               clipboard.wait_for_text)
    left, top, width, height = w.extents("Framebuffer")
    Atspi.generate_mouse_event(left + 3 if width > height else left + width // 2, top + height // 2 if width > height else top + 3, "b3c")
    w.painted()
    verdict("objects-no-tabs", w.menu_entry("Framebuffer") is None and w.menu_entry("GL calls") is None, "the list of the tabs is there")


def main():
    with tempfile.NamedTemporaryFile() as output, \
            test_window("objects", [os.environ["GLSTEP"], "--program-output", output.name, "--", PROGRAM, "6"]) as w:
        w.wait()
        w.press("Next draw")
        with open(output.name, encoding="ascii") as file:
            names = {(kind, what): int(name) for kind, what, name in re.findall(r"^(\w+) (\S+) (\d+)$", file.read(), re.M)}
        run_parts("objects", (other_stops, samplers, copies, rows, pixels), w, names)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
