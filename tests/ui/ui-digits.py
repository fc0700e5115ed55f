#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What the window shows of numbers that were fetched reads back as the same number, wherever it is shown, and is the shortest text that does; where a
column is too narrow for that, the tooltip has it, and what is copied. The numbers are those of tests/real/digits.py (tests/programs/numbers.c).

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import struct
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "real"))
from digits import BEFORE, KEPT, MOST, NATURAL, TEXTURES, THIRD, TINY, WIDE, names  # noqa: E402
from ui_driver import Atspi, Gdk, ShownTexts, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

import gi  # noqa: E402
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

PROGRAM = os.path.join(os.environ["top_builddir"], "test-numbers")
DROPPED = "the driver's program has not got"
PIXEL, SIZE = (1, 2), (4, 4)


def single(value):
    return struct.pack("f", value)


class Single(float):
    """A float of 32 bits."""
    def __new__(cls, value):
        return super().__new__(cls, struct.unpack("f", single(value))[0])


FINE = [Single(0.1), Single(1.00000012)]
FINE_BEFORE = [Single(1 / 3), Single(16777216)]


def text_of(number):
    """The shortest that reads back, of six digits or more."""
    if isinstance(number, Single):
        return next(text for text in (f"{number:.{digits}g}" for digits in range(6, 10)) if single(float(text)) == single(number))
    if isinstance(number, float):
        return next(text for text in (f"{number:.{digits}g}" for digits in range(6, 18)) if float(text) == number)
    return str(number)


def listed(numbers):
    return ", ".join(map(text_of, numbers))


def spaced(numbers):
    return " ".join(map(text_of, numbers))


def value(numbers):
    return f"({listed(numbers)})" if len(numbers) > 1 else text_of(numbers[0])


def brief(text):
    """With four digits where a number has a fraction or an exponent."""
    return re.sub(r"-?\d+(\.\d+(e[-+]?\d+)?|e[-+]?\d+)", lambda m: min(f"{float(m[0]):.4g}", m[0], key=len), text)


def is_shown(name, wanted, read):
    """read(): a text of the window."""
    eventually(f"digits-{name}", wanted, lambda: read() == wanted, read)


def in_cell(name, wanted, read):
    """Of a column that may be narrow; integers never are brief."""
    eventually(f"digits-{name}", wanted, lambda: read() in (wanted, brief(wanted)), read)


def copied(w, name, view, first, wanted):
    """Ctrl+C: wanted are texts that stand side by side in a row of the list."""
    w.select(view, first)
    w.front()
    w.find(view).get_component_iface().grab_focus()
    w.window_key("c", control=True)
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    for text in wanted:
        eventually(f"digits-{name}-copied", f"{text!r} in the clipboard",
                   lambda text=text: text in re.split("\t|\n|(?<== )", clipboard.wait_for_text() or ""), clipboard.wait_for_text)


def in_tooltip(w, texts, name, cell, wanted):
    """Of a cell: its accessible."""
    def middle():
        e = Atspi.Component.get_extents(cell().get_component_iface(), Atspi.CoordType.SCREEN)
        return e.x + e.width // 2, e.y + e.height // 2
    w.front()
    w.hover(f"{wanted!r}", middle, lambda: any(wanted in text.split("\n") for _, _, kind, text in texts.ask(w) if kind == "label"))
    verdict(f"digits-{name}-tooltip", True)
    w.point(5, 5)


def told_at(w, picture, info):
    w.point_at_pixel(PIXEL, SIZE, picture, info)
    return w.text(info)


# ---- what the program has ----

def resources(w, texts, output):
    textures, buffer = names(output)
    w.tab("Resources")
    row = wait_until("the buffer", lambda: next((r for r in w.rows("Resources") if r[1] == buffer and not r[0].startswith("block")), None))
    w.select("Resources", row[0])
    wait_until("its elements", lambda: w.showing("Buffer elements"))
    w.type("Buffer layout", "int64_t,uint64_t,double,uint,int")
    is_shown("buffer", listed(KEPT), lambda: w.rows("Buffer elements")[0][1])
    copied(w, "buffer", "Buffer elements", "0", [listed(KEPT)])
    w.select("Resources", "block Kept")
    wait_until("its members", lambda: w.showing("Block members"))
    for i, number in enumerate(KEPT):
        is_shown(f"block-{i}", text_of(number), lambda i=i: w.rows("Block members")[i][1])
    wait_until("the targets", lambda: w.row("Resources", "GL_COLOR_ATTACHMENT0"))
    w.select("Resources", "GL_COLOR_ATTACHMENT0")
    w.wait()
    is_shown("attachment", f"{PIXEL[0]}, {PIXEL[1]}   GL_COLOR_ATTACHMENT0 = {listed(BEFORE)}",
             lambda: told_at(w, "Resource image", "Resource value under the pointer"))
    for widget, number in ("Resource red from", min(BEFORE)), ("Resource red to", max(BEFORE)):
        is_shown(widget.replace(" ", "-").lower(), text_of(number), lambda widget=widget: w.text(widget))


def mesh(w, texts, output):
    w.tab("Mesh")
    wanted = {"natural.x": NATURAL[0], "natural.y": NATURAL[1], "real.x": THIRD, "real.y": TINY, "fine.x": FINE[0], "fine.y": FINE[1],
              "wide_out": WIDE, "most_out": MOST}
    wait_until("the vertices", lambda: w.rows("Mesh"))
    titles = header_titles(w, "Mesh")
    for title, number in wanted.items():
        in_cell(f"mesh-{title}", text_of(number), lambda title=title: w.rows("Mesh")[0][titles.index(title)])
    copied(w, "mesh", "Mesh", "0", [text_of(number) for number in wanted.values()])


def header_titles(w, view):
    table = w.find(view).get_table_iface()
    return [Atspi.Table.get_column_description(table, k).replace("__", "_") for k in range(Atspi.Table.get_n_columns(table))]


# ---- shaders ----

def vertex(w, texts, output):
    w.stage("vertex")
    w.press("Debug vertex shader")
    w.press("Continue")
    for name in "real_out", "fine_out", "wide_out", "most_out":
        w.type("New watch", name, wait=False)
        wait_until(f"the value of {name}", lambda name=name: w.row("Watches", name))
    w.tab("Elements")
    titles = wait_until("the columns", lambda: (t := header_titles(w, "Elements")) and len(t) > 6 and t)
    wanted = {"real_out.x": THIRD, "real_out.y": TINY, "fine_out.x": FINE[0], "fine_out.y": FINE[1], "wide_out": WIDE, "most_out": MOST}
    for title, number in wanted.items():
        in_cell(f"elements-{title}", text_of(number), lambda title=title: w.rows("Elements")[0][titles.index(title)])
    copied(w, "elements", "Elements", "0", [text_of(number) for number in wanted.values()])
    in_tooltip(w, texts, "elements", lambda: Atspi.Table.get_accessible_at(w.find("Elements").get_table_iface(), 0, titles.index("real_out.x")),
               text_of(THIRD))
    for row in w.rows("Watches"):
        w.select("Watches", row[0])
        w.press("Remove watch", wait=False)
    w.press("Leave")


def geometry(w, texts, output):
    """The element in focus, and others."""
    w.stage("geometry")
    w.press("Debug geometry shader")
    w.press("Continue")
    w.tab("Emitted")
    wanted = {"f": FINE, "n": NATURAL, "d": [THIRD, TINY], "w": [WIDE], "m": [MOST]}
    wait_until("the vertices", lambda: w.row("Emitted vertices", "vertex 0"))
    w.expand("Emitted vertices", "vertex 0")
    for name, numbers in wanted.items():
        in_cell(f"emitted-{name}", value(numbers), lambda name=name: w.row("Emitted vertices", name)[1])
    copied(w, "emitted", "Emitted vertices", "f", [value(FINE)])
    w.press("Leave")


def dropped(w, texts):
    """A uniform that the driver's program has not got is said to be so, where its value is told: in the list, its tooltip, on hover, in its watch."""
    def labels(begins):
        return [text for _, _, kind, text in texts.ask(w) if kind == "label" and text.startswith(begins)]

    def row():
        e = Atspi.Component.get_extents(w._row("Variables", "gain")[2].get_component_iface(), Atspi.CoordType.SCREEN)
        return e.x + 10, e.y + e.height // 2

    def middle(offset):
        e = Atspi.Text.get_character_extents(source, offset, Atspi.CoordType.SCREEN)
        return e.x + e.width // 2, e.y + e.height // 2

    w.tab("Variables")
    verdict("digits-dropped-listed", "not in the driver's program" in w.row("Variables", "gain")[4], w.row("Variables", "gain"))
    verdict("digits-dropped-other", "not in" not in w.row("Variables", "n")[4], w.row("Variables", "n"))
    w.front()
    said = w.hover("the tooltip", row, lambda: labels("gain = "))
    verdict("digits-dropped-tooltip", DROPPED in said[0], said)
    w.point(5, 5)
    source = w.find("Source Fragment").get_text_iface()
    whole = Atspi.Text.get_text(source, 0, Atspi.Text.get_character_count(source))
    at = whole.index("gain * 2.0") + 1
    said = w.hover("the value", lambda: middle(at), lambda: labels("float gain = "), lambda: middle(whole.index("{ int64_t")))
    verdict("digits-dropped-hover", DROPPED in said[0], said)
    w.point(5, 5)


def fragment(w, texts, output):
    w.stage("fragment")
    w.press("Debug fragment shader")
    dropped(w, texts)
    w.press("Continue")
    w.tab("Variables")
    wanted = {"fine": FINE, "real": [THIRD, TINY], "wide": [WIDE], "most": [MOST], "n": NATURAL, "whole": TEXTURES["i32"], "small": TEXTURES["i8"]}
    for name, numbers in wanted.items():
        in_cell(f"variable-{name}", value(numbers), lambda name=name: (w.row("Variables", name) or ["", ""])[1])
        copied(w, f"variable-{name}", "Variables", name, [value(numbers)])
    for expression, numbers in ("fine", FINE), ("real.x", [THIRD]), ("most", [MOST]), ("n", NATURAL):
        w.type("New watch", expression, wait=False)
        in_cell(f"watch-{expression}", value(numbers), lambda name=expression: (w.row("Watches", name) or ["", ""])[1])
        copied(w, f"watch-{expression}", "Watches", expression, [value(numbers)])
    check(w, {"Debugged colour": NATURAL, "Undebugged colour": [*NATURAL, 0, 0][:2], "Framebuffer colour": NATURAL})
    history(w, {"fine": FINE, "real": [THIRD, TINY], "wide": [WIDE], "most": [MOST], "whole": TEXTURES["i32"]})
    w.tab("Image")
    for expression, numbers in ("fine", FINE), ("n", NATURAL), ("most", [MOST]):
        w.select("Watches", expression)
        w.press("Show watch as image", wait=False)
        is_shown(f"image-{expression}", f"{PIXEL[0]}, {PIXEL[1]}   {expression} = {listed(numbers)}",
                 lambda: told_at(w, "Image", "Value under the pointer"))
        is_shown(f"image-{expression}-range", text_of(max(numbers)), lambda: w.text("Red to"))
    pinned(w)
    w.press("Leave")


def pinned(w):
    """The table of two pixels."""
    w.select("Watches", "fine")
    w.press("Show watch as image", wait=False)
    at = w.point_at_pixel(PIXEL, SIZE, "Image", "Value under the pointer")
    Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.PRESS)  # Control
    w.click(*at, wait=False)
    Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.RELEASE)
    wait_until("the pinned pixel", lambda: "pinned" in w.text("Value under the pointer"))
    numbers = [["fine", *map(text_of, FINE)]] * 2
    eventually("digits-image-pinned", f"{numbers}", lambda: [line.split()[-3:] for line in w.text("Value under the pointer").split("\n")[:2]] == numbers,
               lambda: w.text("Value under the pointer"))


def check(w, wanted):
    for name, numbers in wanted.items():
        eventually(f"digits-check-{name}", listed(numbers), lambda name=name, numbers=numbers: w.text(name).split(", ")[:len(numbers)] == listed(numbers).split(", "),
                   lambda name=name: w.text(name))


def history(w, wanted):
    w.tab("History")
    for name, numbers in wanted.items():
        is_shown(f"history-{name}", f"{name} = {value(numbers)}",
                 lambda name=name: next((r[4] for r in w.rows("History") if r[4].startswith(f"{name} = ")), ""))


# ---- pictures ----

def framebuffer(w, before, after, name):
    w.tab("Framebuffer")
    for when, numbers in ("Before", before), ("After", after):
        w.choose("Framebuffer when", when)
        place = f"{PIXEL[0]}, {PIXEL[1]}: {spaced(numbers)}"
        eventually(f"digits-framebuffer-{name}-{when}", place, lambda place=place: told_at(w, "Framebuffer", "Framebuffer info").startswith(place),
                   lambda: w.text("Framebuffer info"))


def pixel_history(w, texts, name, before, after):
    w.tab("Framebuffer")
    w.choose_at_pixel("Pixel history", PIXEL, SIZE)
    row = wait_until("the draw", lambda: next((r for r in w.rows("Pixel history") if r[1].startswith("glDrawArrays")), None))
    titles = header_titles(w, "Pixel history")
    for title, numbers in ("Before", before), ("Draw gives", after), ("After", after):
        text = row[titles.index(title)]
        verdict(f"digits-history-{name}-{title}", text.startswith(listed(numbers)) or text.startswith(brief(listed(numbers))), text)
    copied(w, f"pixel-{name}", "Pixel history", row[0], [listed(before), listed(after)])


def integers(w, texts, output):
    framebuffer(w, BEFORE, NATURAL, "integers")
    pixel_history(w, texts, "integers", BEFORE, NATURAL)


def floats(w, texts):
    framebuffer(w, FINE_BEFORE, FINE, "floats")
    w.press("Debug fragment shader")
    w.press("Continue")
    check(w, {"Debugged colour": FINE, "Undebugged colour": FINE, "Framebuffer colour": FINE})
    w.press("Leave")
    w.press("Next draw")
    pixel_history(w, texts, "floats", FINE_BEFORE, FINE)


def main():
    with ShownTexts() as texts:
        with tempfile.NamedTemporaryFile() as output, \
                test_window("digits", [os.environ["GLSTEP"], "--program-output", output.name, "--", PROGRAM]) as w:
            w.wait()
            w.press("Next draw")
            with open(output.name, encoding="ascii") as file:
                told = file.read()
            run_parts("digits", (resources, mesh, vertex, fragment, integers), w, texts, told)
            w.press("Next draw")
            run_parts("digits", (geometry,), w, texts, told)
        with test_window("digits-floats", [os.environ["GLSTEP"], "--", PROGRAM, "floats"]) as w:
            w.wait()
            w.press("Next draw")
            run_parts("digits", (floats,), w, texts)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
