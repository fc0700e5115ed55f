#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The image panel, word by word: what is seen and said is compared with arithmetic on what the example's shader computes.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import collections
import math
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from ui_driver import Atspi, Failed, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

WIDTH, HEIGHT = 288, 216  # there is room for it as it is
EXAMPLE = [os.path.join(os.environ["top_builddir"], "glstep-example"), "--nan", "--time-step", "0.04",
           "--size", f"{WIDTH}x{HEIGHT}"]
NAN, NEGATIVE, VIRIDIS_FIRST = (0xff, 0x00, 0xff), (0x2f, 0x6b, 0xff), (0x44, 0x01, 0x54)
VIRIDIS_LATER = (0x21, 0x91, 0x8c), (0xfd, 0xe7, 0x25)  # in its middle, at its end
HISTOGRAM = (0x8a, 0x8a, 0x8a)


def screen(x, y):
    """The varying `screen` at a pixel: -1 to 1 from bottom to top, wider by the aspect."""
    return (2 * (x + 0.5) / WIDTH - 1) * WIDTH / HEIGHT, 2 * (y + 0.5) / HEIGHT - 1


def close(a, b):
    return all(abs(p - q) < 1e-5 for p, q in zip(a, b, strict=True))


def numbers(text):
    return [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", text)]


class Image:
    """The image as it lies on the screen, at a zoom of 1, fitted: both sizes of the widget are larger."""

    def __init__(self, w):
        self.w = w
        self.look()

    def look(self):
        """Where it is now."""
        w = self.w
        left, top, width, height = w.extents("Image")
        self.left = left + (width - WIDTH) // 2
        self.top = top + (height - HEIGHT) // 2
        self.extents = (self.left, self.top, WIDTH, HEIGHT)

    def at(self, x, y):
        return self.left + x, self.top + HEIGHT - 1 - y

    def said(self, x, y):
        """What is said of the pixel under the pointer."""
        self.w.point(*self.at(x, y - 1))
        self.w.painted()
        self.w.point(*self.at(x, y))
        self.w.wait()
        return wait_until(f"pixel {x}, {y}",
                          lambda: (t := self.w.text("Value under the pointer")) and re.search(rf"\b{x}, {y}\b", t) and t)


def watch(w, expression):
    w.type("New watch", expression)
    wait_until(f"the watch {expression}", lambda: (w.row("Watches", expression) or ["", "…"])[1] not in ("", "…"))
    w.wait()


def show(w, expression):
    w.select("Watches", expression)
    w.press("Show watch as image", wait=False)
    wait_until(f"the image of {expression}", lambda: w.text("What the image shows").startswith(expression))
    w.wait()


def values(w, image):
    """Hovering, two pixels side by side, flipping."""
    text = image.said(200, 50)
    verdict("image-hover", "screen = " in text and close(numbers(text.split("=")[1]), screen(200, 50)), text)
    Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.PRESS)
    w.click(*image.at(200, 50), wait=False)
    Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.RELEASE)
    wait_until("the pinned pixel", lambda: "pinned" in w.text("Value under the pointer"))
    w.painted()
    image.look()
    lines = image.said(40, 150).split("\n")
    a, b = screen(40, 150), screen(200, 50)
    good = len(lines) == 3 and lines[0].startswith("pointer") and lines[1].startswith("pinned") and \
        close(numbers(lines[0])[2:], a) and close(numbers(lines[1])[2:], b) and \
        close(numbers(lines[2]), (a[0] - b[0], a[1] - b[1]))
    verdict("image-side-by-side", good, f"{lines}")
    Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.PRESS)
    w.click(*image.at(200, 50), wait=False)
    Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.RELEASE)
    wait_until("no pinned pixel", lambda: "pinned" not in w.text("Value under the pointer"))
    w.press("Flip", wait=False)
    w.painted()
    image.look()
    w.point(*image.at(60, 30))
    text = wait_until("the flipped pixel", lambda: (t := w.text("Value under the pointer")).startswith(f"60, {HEIGHT - 31}") and t)
    verdict("image-flip", close(numbers(text.split("=")[1]), screen(60, HEIGHT - 31)), text)
    w.press("Flip", wait=False)


def colours(w, image):
    """Maps, marks, ranges."""
    w.choose("Colour map", "Viridis")
    w.wait()
    pixels = []

    def seen(*places):
        shot = w.shot()
        pixels[:] = [shot.pixel(*image.at(*place)) for place in places]
        return pixels
    # the first column is the least value
    column = [(0, y) for y in range(40, HEIGHT - 20, 20)]
    eventually("image-viridis", "the least value's colour", lambda: all(c == VIRIDIS_FIRST for c in seen(*column)), lambda: pixels)
    w.press("Mark negative", wait=False)
    w.wait()

    def marked():
        return w.shot(os.environ.get("IMAGES_SHOT")).count(image.extents, NEGATIVE)
    eventually("image-negative", "half of the pixels marked", lambda: abs(marked() - WIDTH * HEIGHT // 2) < 200,
               lambda: f"{marked()} of {WIDTH * HEIGHT}")
    w.press("Mark negative", wait=False)
    w.choose("Scale", "Signed")
    w.choose("Colour map", "Blue to red")
    w.wait()

    def is_signed():
        middle, end = seen((WIDTH // 2, 100), (WIDTH - 1, 100))
        return min(middle) > 230 and end[0] > end[2] and end[1] < 40
    eventually("image-signed", "white in the middle and red at the end", is_signed, lambda: pixels)
    w.choose("Scale", "Logarithmic")
    w.wait()
    # half of the decades that are shown: six below the most
    x = next(x for x in range(WIDTH // 2, WIDTH) if screen(x, 0)[0] > 0)
    most = screen(WIDTH - 1, 0)[0]
    least = most * 1e-6
    place = math.log(screen(x, 0)[0] / least) / math.log(most / least)

    def is_logarithmic():
        low, high = seen((WIDTH // 2 - 9, 100), (x, 100))
        return low == (0x05, 0x30, 0x61) and (high[0] > 128) == (place > 0.3)
    eventually("image-logarithmic", "six decades", is_logarithmic, lambda: f"{place}: {pixels}")
    w.choose("Scale", "Linear")
    w.choose("Colour map", "Red, green, blue")
    w.wait()


def ranges(w, image):
    """Automatic, typed, and over a dragged rectangle."""
    low, high = float(w.text("Red from")), float(w.text("Red to"))
    verdict("image-range-auto", close((low, high), (screen(0, 0)[0], screen(WIDTH - 1, 0)[0])), f"{low} to {high}")
    Atspi.generate_keyboard_event(50, None, Atspi.KeySynthType.PRESS)
    w.drag(image.at(100, 60), image.at(160, 120))
    Atspi.generate_keyboard_event(50, None, Atspi.KeySynthType.RELEASE)
    wait_until("the range of the rectangle", lambda: float(w.text("Red from")) != low)
    w.wait()
    got = [float(w.text(n)) for n in ("Red from", "Red to", "Green from", "Green to")]
    a, b = screen(100, 60), screen(160, 120)
    verdict("image-range-dragged", close(got, (a[0], b[0], a[1], b[1])), f"{got}")
    w.enter("Red from", "0")
    w.enter("Red to", "0.5")
    x = WIDTH // 2 + 30
    expected = round(255 * screen(x, 0)[0] / 0.5)

    def reds():
        shot = w.shot()
        return shot.pixel(*image.at(WIDTH // 2 - 20, 100))[0], shot.pixel(*image.at(x, 100))[0]
    eventually("image-range-typed", f"red of 0 and {expected}", lambda: (r := reds())[0] == 0 and abs(r[1] - expected) <= 1, reds)
    w.press("Range from the data", wait=False)
    w.wait()


def colour_range(w, image):
    """A colour is shown as it is; one click shows it by the range of the data, another one as before."""
    expression = ".3+.1*screen.xyx"
    watch(w, expression)
    show(w, expression)
    w.press("Range from the data", wait=False)  # which was chosen before
    image.look()
    at = image.at(200, 100)
    colour = [0.3 + 0.1 * screen(200, 100)[i] for i in (0, 1, 0)]
    least, most = 0.3 + 0.1 * screen(0, 0)[0], 0.3 + 0.1 * screen(WIDTH - 1, 0)[0]

    def shows(*wanted):
        return all(abs(a - 255 * b) <= 1 for a, b in zip(w.shot().pixel(*at), wanted, strict=True))

    def said():
        return f"{w.shot().pixel(*at)}, {w.text('Red from')} to {w.text('Red to')}"

    def checked():
        return w.find("Range from the data").get_state_set().contains(Atspi.StateType.CHECKED)
    look(w, "colour-range")
    eventually("image-colour", "the colour as it is", lambda: shows(*colour), said)
    verdict("image-colour-range", (w.text("Red from"), w.text("Red to"), checked()) == ("0", "1", False), said())
    w.press("Range from the data", wait=False)
    eventually("image-colour-stretched", "its range", lambda: shows(*((c - least) / (most - least) for c in colour)), said)
    w.press("Range from the data", wait=False)
    eventually("image-colour-again", "the colour as it is", lambda: shows(*colour), said)
    w.enter("Red to", "0.5")
    eventually("image-colour-typed", "the range typed", lambda: shows(colour[0] / 0.5, *colour[1:]), said)
    w.press("Range from the data", wait=False)
    show(w, "screen")
    image.look()


def look(w, name):
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"{name}.png"))


def cells(w, image):
    """Zoomed in until the values stand in the pixels."""
    before = w.shot().colours(image.extents)
    for _ in range(22):
        w.press("Zoom in", wait=False)
    # text: many shades beside two colours of a pixel
    inner = w.extents("Image")
    eventually("image-cells", "numbers in the pixels", lambda: w.shot().colours((inner[0] + 70, inner[1] + 20, 300, 200)) > 40,
               lambda: f"{before} colours before")
    w.press("Fit", wait=False)


def pan(w, image):
    """Zoomed in, the pixel that was taken hold of stays under the pointer."""
    for _ in range(6):
        w.press("Zoom in", wait=False)
    left, top, width, height = w.extents("Image")
    x, y = left + width // 2, top + height // 2

    def under(x, y):
        w.point(x - 1, y)
        w.painted()
        w.point(x, y)
        w.painted()
        return numbers(w.text("Value under the pointer"))[:2]
    taken = wait_until("the pixel in the middle", lambda: under(x, y))
    w.drag((x, y), (x - 60, y + 30))
    there, here = under(x - 60, y + 30), under(x, y)
    verdict("image-pan", there == taken and here[0] > taken[0] and here[1] > taken[1],
            f"{taken} was taken, {there} is where it was let go, {here} where it was")
    w.press("Fit", wait=False)


def wheel(w, image):
    """The pixel under the pointer stays there, and is what is told, also where the image is smaller than its pane."""
    w.press("Fit", wait=False)
    image.look()
    for x, y in ((40, 200), (250, 20)):
        at = image.at(x, y)
        w.front()
        before = numbers(image.said(x, y))[:2]
        for button in ["b4c"] * 6 + ["b5c"] * 3:
            Atspi.generate_mouse_event(*at, button)
            w.painted()
        told = numbers(w.text("Value under the pointer"))[:2]
        w.point(at[0] - 1, at[1])
        w.painted()
        w.point(*at)
        w.painted()
        there = numbers(w.text("Value under the pointer"))[:2]
        verdict(f"image-wheel-{x}", before == [x, y] and there == before, f"{before} was under the pointer, then {there}")
        verdict(f"image-wheel-told-{x}", told == there, f"{told} is told, {there} is there")
        w.press("Fit", wait=False)
        w.painted()


def column(shot, x, top, bottom, colour):
    return sum(1 for y in range(top, bottom) if shot.pixel(x, y) == colour)


def legend(w, image):
    """The legend's bar is the colour map; the histogram's heights go by the root of how many pixels have a value."""
    watch(w, "gl_FragCoord.x < 80.0 ? 1.0 : 0.0")
    show(w, "gl_FragCoord.x < 80.0 ? 1.0 : 0.0")
    w.choose("Colour map", "Viridis")
    w.wait()
    left, top, width, height = w.extents("Legend and histogram")

    def drawn():
        """The picture, and the bar's rows in it. The histogram is counted beside, and drawn when it is known."""
        shot = w.shot()
        bar = [y for y in range(top, top + height) if shot.pixel(left, y) == VIRIDIS_FIRST]
        return len(bar) >= 4 and column(shot, left + 1, top, bar[0], HISTOGRAM) > 20 and (shot, bar)

    shot, bar = wait_until(f"a bar with {VIRIDIS_FIRST} at its left, and the histogram", drawn)
    verdict("legend-bar", True)
    ends = [shot.pixel(left + width // 2, bar[1]), shot.pixel(left + width - 1, bar[1])]
    far = [max(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in zip(ends, VIRIDIS_LATER, strict=True)]
    verdict("legend-colours", max(far) <= 4, f"{ends}, not {VIRIDIS_LATER}")
    zeros, ones = (column(shot, x, top, bar[0], HISTOGRAM) for x in (left + 1, left + width - 2))
    verdict("histogram", zeros > 20 and abs(ones / zeros - math.sqrt(80 / (WIDTH - 80))) < 0.06,
            f"{zeros} pixels high where {WIDTH - 80} columns are 0, {ones} where 80 are 1")
    between = column(shot, left + width // 2, top, bar[0], HISTOGRAM)
    verdict("histogram-empty", between == 0, f"{between} pixels high where there are no values")
    w.choose("Colour map", "Red, green, blue")
    show(w, "screen")
    w.select("Watches", "gl_FragCoord.x < 80.0 ? 1.0 : 0.0")
    w.press("Remove watch", wait=False)
    w.wait()
    image.look()


def counts(w, image):
    """Counts have a colour map from the first look on; what is chosen for them is not chosen for values."""
    w.choose("Red", "executed steps")
    wait_until("the counts", lambda: "executed steps" in w.text("What the image shows"))
    w.wait()
    pixels = []

    def ends():
        shot = w.shot()
        pixels[:] = [shot.count(image.extents, c) for c in (VIRIDIS_FIRST, (0xfd, 0xe7, 0x25), (0xff, 0, 0))]
        return pixels[0] and pixels[1] and not pixels[2]
    eventually("counts-coloured", "the ends of Viridis where they are least and most", ends, lambda: pixels)
    look(w, "counts")
    w.choose("Colour map", "Grey")
    w.wait()
    show(w, "screen")
    of_values = w.chosen("Colour map")
    w.choose("Red", "executed steps")
    wait_until("the counts", lambda: "executed steps" in w.text("What the image shows"))
    w.wait()
    verdict("counts-map-kept", (of_values, w.chosen("Colour map")) == ("Red, green, blue", "Grey"),
            f"{of_values} of values, {w.chosen('Colour map')} of counts")
    show(w, "screen")


LEAST_SHARE = (255, 217, 153)  # of the gutter's bars, in the light theme


def bars(w):
    """How much of the bars behind the executions is seen, left of the source."""
    x, y, _, height = w.extents("Source Fragment")
    return w.shot().count((x, y, 120, height), LEAST_SHARE)


def cost(w, image):
    """What each pixel executes, as a picture of its own, and what all of them do, beside the lines and as tabs."""
    x, y = 200, 50
    with Console(EXAMPLE) as console:
        for _ in range(3):
            console.run("next draw")
        console.run("shader fragment")
        console.run(f"focus {x} {y}")
        console.run("shader continue")
        path = collections.Counter(p["line"] for p in console.run("history")["positions"])
        told = console.run("executions")["lines"]
    w.choose("Show", "Cost")
    wait_until("the cost", lambda: "Cost" in w.text("What the image shows"))
    w.wait()
    text = image.said(x, y)
    verdict("cost-said", numbers(text.split("= ")[-1]) == [sum(path.values())], f"{text}, the path has {sum(path.values())} positions")

    def ends():
        shot = w.shot()
        return all(shot.count(image.extents, c) for c in (VIRIDIS_FIRST, VIRIDIS_LATER[1]))
    eventually("cost-coloured", "the ends of Viridis where it is least and most", ends)
    look(w, "cost")
    w.press("Step over")
    for _ in range(2):
        w.press("Step into")  # where the loop is
    before = bars(w)
    w.press("Executions of lines", wait=False)
    eventually("executions-bars", "bars beside the lines", lambda: bars(w) > before + 100, lambda: (before, bars(w)))
    look(w, "executions")
    w.tab("Executions")
    rows = wait_until("the lines", lambda: w.rows("Executions"))
    shown = [(r[0], r[1].replace(",", ""), r[2]) for r in rows]
    wanted = [(str(line["line"]), str(line["executions"]), str(line["steps"])) for line in told]
    verdict("executions-rows", shown == wanted, f"{shown[:3]}, the console {wanted[:3]}")
    once = {line["line"] for line in told if line["executions"] == WIDTH * HEIGHT}
    verdict("executions-once", {line for line, n in path.items() if n == 1} & once, f"{once}")
    w.tab("Loops")
    rows = wait_until("the loops", lambda: w.rows("Loops"))
    iterations = [int(r[1]) for r in rows]
    verdict("loops-rows", len(rows) >= 1 and iterations == sorted(iterations, reverse=True), f"{rows}")
    look(w, "loops")
    w.tab("Measured cost")
    w.type("Measured cost: Line", "125")
    wanted = {str(n) for n in (125, 126, 127, 128)}
    rows = wait_until("the block's statements", lambda: {r[0] for r in w.rows("Measured cost")} == wanted and w.rows("Measured cost"))
    verdict("cost-rows", all(re.fullmatch(r"-?\d+", r[1]) and int(r[4]) > 0 for r in rows), f"{rows}")
    look(w, "measured-cost")
    w.press("Executions of lines", wait=False)
    eventually("executions-off", "no bars", lambda: bars(w) == before, lambda: (before, bars(w)))
    w.press("Reset")
    show(w, "screen")
    w.tab("Image")


def files(w, _image):
    """What is seen as .png, the values as .pfm, .npy and .csv."""
    folder = w.config.name
    expected = screen(10, 20)
    text = w.save("Save image", os.path.join(folder, "a.csv")).decode()
    row = next((r for r in text.splitlines() if re.match(r"10,20,", r)), "")
    verdict("save-csv", close(numbers(row.replace(",", " "))[-2:], expected), f"{text[:80]!r}: {row!r}")
    data = w.save("Save image", os.path.join(folder, "a.npy"))
    verdict("save-npy", data[:6] == b"\x93NUMPY" and f"({HEIGHT}, {WIDTH}, 2)".encode() in data[:128], f"{data[:128]}")
    data = w.save("Save image", os.path.join(folder, "a.pfm"))
    verdict("save-pfm", data[:2] in (b"PF", b"Pf") and f"{WIDTH} {HEIGHT}".encode() in data[:20], f"{data[:20]}")
    data = w.save("Save image", os.path.join(folder, "a.png"))
    verdict("save-png", data[:4] == b"\x89PNG" and data[16:24] == WIDTH.to_bytes(4, "big") + HEIGHT.to_bytes(4, "big"), f"{data[:32]}")


def variables(w, image):
    """Two variables, and two positions, as a difference."""
    watch(w, "screen * 3.0")
    show(w, "screen * 3.0")
    w.choose("Subtract", "screen")
    wait_until("the difference", lambda: "− screen" in w.text("What the image shows"))
    w.wait()
    text = image.said(250, 80)
    expected = [2 * s for s in screen(250, 80)]
    verdict("difference-of-variables", close(numbers(text.split("= ")[1]), expected), f"{text}, not {expected}")
    watch(w, "i")
    w.choose("Subtract", "nothing")
    w.wait()
    for _ in range(40):
        if (w.row("Watches", "i") or ["", ""])[1] == "0":
            break
        w.press("Step into")
    show(w, "i")
    w.press("Hold these values", wait=False)
    for _ in range(12):
        if w.row("Watches", "i")[1] == "1":
            break
        w.press("Step over")
    kept = "held: i, line "
    menu = w.find("Subtract").get_child_at_index(0)
    names = [menu.get_child_at_index(i).get_name() for i in range(menu.get_child_count())]
    w.choose("Subtract", next(n for n in names if n.startswith(kept)))
    wait_until("the difference", lambda: "held" in w.text("What the image shows"))
    w.wait()
    text = image.said(250, 80)
    verdict("difference-of-positions", text.endswith("i = 1"), text)
    w.choose("Subtract", "nothing")


def stable(w, image):
    """What is watched, and how much is said of it, changes no width: the image stays where it is."""
    places = {}
    w.choose("Show", "Active pixels")
    w.painted()
    places["active"] = w.extents("Image")
    for expression in "i", "screen", "screen.x * 12345.678 + screen.y * 0.000123":
        watch(w, expression)
        show(w, expression)
        w.painted()
        places[expression] = w.extents("Image")
    verdict("image-stays", len(set(places.values())) == 1, f"{places}")


def here(w, image):
    """Who stands here, as a mask."""
    w.choose("Show", "Active pixels")
    w.wait()
    wait_until("the mask", lambda: "pixels at this position" in w.text("What the image shows"))
    w.wait()
    stood = int(w.text("Pixels here").split()[0])
    light = w.shot().count(image.extents, (0xe8, 0xe8, 0xe8))
    verdict("image-mask", abs(light - stood) < 150, f"{light} light pixels, {stood} are here")


def pictures(w, image):
    """At the end there are NaNs: in the image, counted, and in the small pictures beside the values."""
    w.press("Continue")
    watch(w, "color")
    show(w, "color")
    told = re.search(r"NaN: (\d+)", w.text("Image statistics"))
    seen = w.shot().count(image.extents, NAN)
    verdict("image-nan", told and abs(seen - int(told.group(1))) < 60, f"{seen} magenta, {told and told.group(0)}")

    def thumbnail():
        table = w.find("Watches").get_table_iface()
        for row in range(Atspi.Table.get_n_rows(table)):
            if Atspi.Table.get_accessible_at(table, row, 0).get_name() == "color":
                e = Atspi.Component.get_extents(
                    Atspi.Table.get_accessible_at(table, row, 3).get_component_iface(), Atspi.CoordType.SCREEN)
                shot = w.shot()
                area = (e.x, e.y, e.width, e.height)
                return shot.count(area, NAN) > 3 and shot.colours(area) > 20 and area
        return None
    verdict("thumbnail", wait_until("the small picture", thumbnail))
    w.select("Watches", "color")
    w.front()
    w.find("Watches").get_component_iface().grab_focus()
    w.key(Gdk.KEY_Menu)
    w.key(Gdk.KEY_Up)  # the last of the menu
    w.key(Gdk.KEY_Return)
    text = wait_until("the colour", lambda: "#" in (t := w.row("Watches", "color")[1]) and t)
    told = numbers(text.split("(")[1])
    expected = "".join(f"{min(255, max(0, round(255 * t))):02x}" for t in told[:3])
    verdict("colour-text", f"#{expected}" in text, text)
    colour = tuple(int(expected[i:i + 2], 16) for i in (0, 2, 4))
    shown = w.shot().count(cell(w, "Watches", "color", 1), colour)
    verdict("colour-swatch", shown > 40, f"{shown} pixels of #{expected}")


def cell(w, name, first, column):
    """Where a cell of a list is."""
    table = w.find(name).get_table_iface()
    for row in range(Atspi.Table.get_n_rows(table)):
        if Atspi.Table.get_accessible_at(table, row, 0).get_name() == first:
            e = Atspi.Component.get_extents(
                Atspi.Table.get_accessible_at(table, row, column).get_component_iface(), Atspi.CoordType.SCREEN)
            return e.x, e.y, e.width, e.height
    raise Failed(f"{name!r} has no row {first!r}")


def changed(w, image):
    """What the last step has written is marked, and nothing else."""
    w.press("Reset")

    def marked():
        shot = w.shot()
        blue = {}
        for name in ("ray", "hit", "result"):
            if w.row("Variables", name):
                x, y, width, height = cell(w, "Variables", name, 0)
                left = w.extents("Variables")[0]
                blue[name] = sum(1 for _, _, (r, _, b) in shot.pixels((left, y, x + width - left, height)) if b > r + 60)
        return [name for name, n in blue.items() if n > 10]
    for name in ("ray", "hit", "result"):
        w.press("Step over")
        w.point(5, 5)
        got = marked()
        verdict(f"changed-{name}", got == [name], f"{got} are marked")


def copied(w, image):
    """The first two entries of a value's menu."""
    w.select("Watches", "screen")
    value = w.row("Watches", "screen")[1]
    verdict("copied-something", "(" in value, value)
    import gi  # pylint: disable=import-outside-toplevel
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk  # pylint: disable=import-outside-toplevel
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    for name, n, expected in ("value", 1, value), ("name-and-value", 2, f"screen = {value}"):
        w.front()
        w.find("Watches").get_component_iface().grab_focus()
        w.key(Gdk.KEY_Menu)
        for _ in range(n):
            w.key(Gdk.KEY_Down)
        w.key(Gdk.KEY_Return)
        eventually(f"copied-{name}", f"{expected!r} in the clipboard", lambda text=expected: clipboard.wait_for_text() == text,
                   lambda: f"it holds {clipboard.wait_for_text()!r}")


def samples():
    """Of a target with four samples, of which the draw's mask leaves the first and the third, one is shown, and what is said is of its pixels."""
    size = 64, 64
    with test_window("image-samples", [os.environ["GLSTEP"], "--first-draw", "--", os.path.join(os.environ["top_builddir"], "test-operations"), "samples"]) as w:
        w.wait()
        w.press("Debug fragment shader")
        watch(w, "gl_FragCoord")
        show(w, "gl_FragCoord")
        verdict("image-samples-layer", not w.showing("Image layer"))
        verdict("image-samples-counted", re.fullmatch(r"\d+ / \d+ samples here", w.text("Pixels here")), w.text("Pixels here"))

        def said(pixel):
            w.point_at_pixel(pixel, size, "Image", "Value under the pointer")
            return w.text("Value under the pointer")

        for sample in range(4):
            w.type("Image sample", str(sample))
            eventually(f"image-samples-{sample}", "what is there", lambda k=sample: f", sample {k}   gl_FragCoord = " in said((20, 50)), lambda: said((20, 50)))
            there = "not here" not in w.text("Value under the pointer")
            verdict(f"image-samples-{sample}-covered", there == (sample in (0, 2)), w.text("Value under the pointer"))
        w.type("Image sample", "0")
        look(w, "image-sample")
        w.type("Pixel", "20, 50, 0, 2", wait=True)
        eventually("image-samples-focus", "its sample", lambda: w.text("Image sample") == "2", lambda: (w.text("Image sample"), w.text("Pixel in focus")))


def main():
    with test_window("images", [os.environ["GLSTEP"], "--", *EXAMPLE]) as w:
        w.wait()
        for _ in range(3):
            w.press("Next draw")
        w.press("Debug fragment shader")
        watch(w, "screen")
        show(w, "screen")
        w.front()
        image = Image(w)
        run_parts("image", (values, colours, ranges, colour_range, cost, counts, cells, legend, pan, wheel, copied, files, variables, stable, here, pictures, changed), w, image)
    samples()
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
