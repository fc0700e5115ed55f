#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Objects in the window: what is shown of a binding is of what is bound there at this stop; a variable that is a sampler tells what it looks
at; from rows and pixels of pictures to calls; what lists copy; what they are called in a part of a trace. What must be seen is what tests/programs/named.c says and draws.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import importlib
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "real"))
from ui_driver import Atspi, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

import gi  # noqa: E402
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

object_names = importlib.import_module("object-names")
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

    def thumbnail():
        """Pixels of the texture's colour in its row."""
        row = [row[0] for row in w.rows("Variables")].index("picture")
        cell = Atspi.Table.get_accessible_at(w._table("Variables"), row, 3)
        place = Atspi.Component.get_extents(cell.get_component_iface(), Atspi.CoordType.SCREEN)
        return w.shot().count((place.x, place.y, place.width, place.height), GREEN)

    w.front()
    eventually("objects-sampler-thumbnail", "the texture beside its name", lambda: thumbnail() > 8, thumbnail)
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


OF_DRAWN = ("Debug this pixel", "Run to the next change of this pixel", "Pixel history")
COPIES = ("Copy position and value", "Copy the position")
ELSEWHERE = "Show what is attached, in Resources"
PICTURE, SAID = "Resource image", "Resource value under the pointer"


def entries(w, first, wanted):
    """Of the menu that is open, once it has the first of these; the others that it has are none of wanted's."""
    wait_until("the menu", lambda: w.menu_entry(first))
    return [name for name in (*OF_DRAWN, ELSEWHERE, *COPIES, "Debug", "GL calls", "Copy the row") if w.menu_entry(name)] == list(wanted)


def close_menu(w, entry):
    w.key(Gdk.KEY_Escape)
    wait_until("the menu's end", lambda: not w.menu_entry(entry))


def beside(w, name):
    """A right click there opens none: neither the picture's, nor that of the tabs."""
    left, top, width, height = w.extents(PICTURE)
    at = (left + 3, top + height // 2) if width > height else (left + width // 2, top + 3)
    Atspi.generate_mouse_event(*at, "b3c")
    w.painted()
    found = [entry for entry in (*OF_DRAWN, ELSEWHERE, *COPIES, "Framebuffer", "Resources") if w.menu_entry(entry)]
    verdict(f"objects-{name}-beside", not found, f"the menu has {found}")


def by_mouse(w, name, pixel, size, wanted, said):
    w.front()
    at = w.point_at_pixel(pixel, size, PICTURE, SAID)
    Atspi.generate_mouse_event(*at, "b3c")
    verdict(f"objects-{name}-mouse", entries(w, COPIES[0], wanted), f"not {wanted}")
    close_menu(w, COPIES[0])
    for entry, text in (COPIES[0], said), (COPIES[1], f"{pixel[0]}, {pixel[1]}"):
        w.choose_at_pixel(entry, pixel, size, PICTURE, SAID, wait=False)
        clipboard_is(f"objects-{name}-{entry.split()[-1]}", text)


def by_keyboard(w, name, wanted):
    focus(w, PICTURE)
    w.key(Gdk.KEY_Right)
    w.key(Gdk.KEY_Up)
    said = wait_until("the pixel at the cursor", lambda: w.text(SAID).strip())
    w.key(Gdk.KEY_Menu)
    verdict(f"objects-{name}-keyboard", entries(w, COPIES[0], wanted), f"not {wanted}")
    Atspi.Action.do_action(w.menu_entry(COPIES[0]).get_action_iface(), 0)
    clipboard_is(f"objects-{name}-keyboard-value", said)
    wait_until("the menu's end", lambda: not w.menu_entry(COPIES[0]))


def texels(w, names):
    """The menu of a texture's pixel, in Resources, only copies: nothing is drawn there. That of an attachment leads to what draws it."""
    while unit(w) is None or "green" not in unit(w)[1]:
        w.press("Next draw")
        w.tab("Resources")
        wait_until("the list", lambda: unit(w))
    name = names["texture", "green"]
    w.select("Resources", unit(w)[0])
    wait_until("its picture", lambda: w.text("Resource summary").startswith(f"texture {name}: 8 × 2"))
    by_mouse(w, "texel", (5, 1), (8, 2), COPIES, f"5, 1   texture {name} = 0, 1, 0, 1")
    by_keyboard(w, "texel", COPIES)
    beside(w, "texel")


def target(w, names):
    w.press("Next draw")
    wait_until("the list", lambda: w.row("Resources", "GL_COLOR_ATTACHMENT0"))
    w.select("Resources", "GL_COLOR_ATTACHMENT0")
    wait_until("its picture", lambda: re.match(r"\S+: 8 × 8|texture \d+: 8 × 8|.*8 × 8", w.text("Resource summary")))
    w.wait()
    said = w.point_at_pixel((3, 5), (8, 8), PICTURE, SAID) and w.text(SAID)
    verdict("objects-target-value", re.fullmatch(r"3, 5   \S.* = [01], 0, 0, [01]", said), said)
    by_mouse(w, "target", (3, 5), (8, 8), (*OF_DRAWN, *COPIES), said)
    by_keyboard(w, "target", (*OF_DRAWN, *COPIES))
    beside(w, "target")
    w.choose_at_pixel("Debug this pixel", (3, 5), (8, 8), PICTURE, SAID)
    verdict("objects-target-debug", w.enabled("Continue") and "3, 5" in w.text("Pixel in focus"), f"{w.text('Pixel in focus')}: {w.text('Message')}")
    w.press("Leave")
    w.choose_at_pixel("Run to the next change of this pixel", (3, 5), (8, 8), PICTURE, SAID)
    changed = f"Before call {w.last_row('GL calls')[0]}, "
    verdict("objects-target-next", w.text("Status").startswith(changed), f"{w.text('Status')}, not {changed}")
    while unit(w) is None or "red" not in unit(w)[1]:
        w.press("Next draw")
        wait_until("the list", lambda: unit(w))
    w.wait()
    w.choose_at_pixel("Pixel history", (3, 5), (8, 8), PICTURE, SAID)
    eventually("objects-target-history", f"of texture {names['texture', 'target']}",
               lambda: re.match(rf"pixel 3, 5 in frame \d+: \d calls? of texture {names['texture', 'target']}", w.text("Pixel history summary")),
               lambda: w.text("Pixel history summary"))
    verdict("objects-target-still", "another colour" not in w.text("Pixel history summary"), w.text("Pixel history summary"))


def row_entries(w, names):
    """The entries of a row's menu that copy; what needs a trace is off, and says so."""
    w.tab("Resources")
    wait_until("the list", lambda: unit(w))
    row = unit(w)
    w.select("Resources", row[0])
    for entry, text in ("Copy the name", f"texture {row[1].split()[0]}"), ("Copy the row", "\t".join(row[:3])):
        focus(w, "Resources")
        w.key(Gdk.KEY_Menu)
        item = wait_until(f"the entry {entry!r}", lambda entry=entry: w.menu_entry(entry))
        calls = w.menu_entry("Show the calls that make, write and use it")
        verdict(f"objects-row-{entry.split()[-1]}-calls", calls and not calls.get_state_set().contains(Atspi.StateType.SENSITIVE), "no trace is open")
        Atspi.Action.do_action(item.get_action_iface(), 0)
        clipboard_is(f"objects-row-{entry.split()[-1]}", text)
        wait_until("the menu's end", lambda entry=entry: not w.menu_entry(entry))


def of_trace(folder):
    """In a part of a recording, whose player has made fewer objects, they are called as the trace calls them."""
    _, part, names = object_names.record(folder)
    with test_window("objects-trace", [os.environ["GLSTEP"], part]) as w:
        w.wait()
        w.press("Next draw")
        w.tab("Resources")
        wanted = {"attribute 2": ("buffer", "corners"), "GL_UNIFORM_BUFFER 3": ("buffer", "tint"), "block Tint": ("buffer", "tint"),
                  "GL_COLOR_ATTACHMENT0": ("texture", "target"), "GL_DEPTH_ATTACHMENT": ("renderbuffer", "-")}
        wait_until("the list", lambda: unit(w) and w.row("Resources", "block Tint"))
        shown = {row[0].split(":")[0]: row[1].split()[0] for row in w.rows("Resources") if row[1]}
        wrong = {row: (shown.get(row), names[object_]) for row, object_ in wanted.items() if shown.get(row) != str(names[object_])}
        verdict("objects-trace-names", not wrong, f"{wrong} of {shown}")
        verdict("objects-trace-label", unit(w)[1] == f"{names['texture', 'red']} red", unit(w))
        w.select("Resources", unit(w)[0])
        eventually("objects-trace-summary", "its name", lambda: w.text("Resource summary").startswith(f"texture {names['texture', 'red']}: 4 × 4"),
                   lambda: w.text("Resource summary"))
        w.wait()
        w.point_at_pixel((1, 2), (4, 4), PICTURE, SAID)
        verdict("objects-trace-texel", w.text(SAID) == f"1, 2   texture {names['texture', 'red']} = 1, 0, 0, 1", w.text(SAID))
        focus(w, "Resources")
        w.key(Gdk.KEY_Menu)
        item = wait_until("the menu", lambda: w.menu_entry("Show the calls that make, write and use it"))
        verdict("objects-trace-uses", w.menu_entry(f"Find uses of texture {names['texture', 'red']} in GL calls"), "the trace's name is none of the entry's")
        Atspi.Action.do_action(item.get_action_iface(), 0)
        eventually("objects-trace-calls", "the calls that make and write it", lambda: {"Made by", "Written by"} <= {row[0] for row in w.rows("Uses")},
                   lambda: w.rows("Uses"))


def main():
    with tempfile.NamedTemporaryFile() as output, \
            test_window("objects", [os.environ["GLSTEP"], "--program-output", output.name, "--", PROGRAM, "60"]) as w:
        w.wait()
        w.press("Next draw")
        with open(output.name, encoding="ascii") as file:
            names = {(kind, what): int(name) for kind, what, name in re.findall(r"^(\w+) (\S+) (\d+)$", file.read(), re.M)}
        run_parts("objects", (other_stops, samplers, copies, rows, pixels, row_entries, texels, target), w, names)
    with tempfile.TemporaryDirectory() as folder:
        run_parts("objects", (of_trace,), folder)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
