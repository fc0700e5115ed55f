#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What a draw does to the framebuffer, at a glance: for each draw of tests/programs/pixels.c, whose every pixel is known from its rectangles, the
colours on the screen before and after it, what is paler, the line round what it covers, and what is told of the pixel under the pointer.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from overlaid import PIXELS, expected  # noqa: E402
from ui_driver import Atspi, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.path.join(BUILD, "glstep")
PROGRAM = os.path.join(BUILD, "test-pixels")
SIZE = 64
LINE = (0x3d, 0xf5, 0x8a)  # ui/images/image-outline.h
GREEN, RED = (0, 255, 0), (255, 0, 0)
ALL, RIGHT, CORNER = (0, 0, SIZE, SIZE), (SIZE // 2, 0, SIZE, SIZE), (40, 40, 48, 48)
# Of the second frame: what each draw covers (left, lowest, right, highest), and the colour that it leaves there; None: nothing.
DRAWS = [("whole", ALL, GREEN), ("depth", None, None), ("culled", None, None), ("scissor", CORNER, RED), ("alpha", None, None),
         ("stencil", None, None), ("discards", RIGHT, RED), ("masked", ALL, None), ("same", RIGHT, RED)]
CLEAR = (64, 0, 128)
# Of the second frame of `test-pixels targets`; what it draws first into each is 4 x 4 pixels from what the first frame has left.
# What they draw into: the first framebuffer that it has made is not used here.
TARGETS = [("integers", "16 pixels changed, R32UI", "framebuffer 2"), ("integers-small", "16 pixels changed, R32UI", "framebuffer 2"),
           ("floats", "16 pixels changed, RGBA16F", "framebuffer 3 (halves)"), ("floats-small", "16 pixels changed, RGBA16F", "framebuffer 3 (halves)"),
           ("samples", "changes not known", "framebuffer 4")]


def inside(rectangle, x, y):
    return rectangle is not None and rectangle[0] <= x < rectangle[2] and rectangle[1] <= y < rectangle[3]


def paler(colour, fourths):
    return tuple((c * fourths + 160 * (4 - fourths)) // 4 for c in colour)  # frontend/pictures/image.c


class Model:
    """What is in the framebuffer before and after each draw, y = 0 the lowest row."""

    def __init__(self):
        self.before = {}
        self.after = {(x, y): CLEAR for x in range(SIZE) for y in range(SIZE)}
        self.covered = None

    def fill(self, rectangle, colour):
        self.after = {at: colour if colour and inside(rectangle, *at) else old for at, old in self.after.items()}

    def draw(self, covered, colour):
        self.before, self.covered = self.after, covered
        self.fill(covered, colour)

    def shown(self, when, ghosts, at):
        """A pixel's colour on the screen."""
        if when == "Before":
            return self.before[at]
        if when == "Changed":
            return self.after[at] if self.after[at] != self.before[at] else paler(self.after[at], 1)
        return self.after[at] if inside(self.covered, *at) or not ghosts else paler(self.after[at], 2)


def geometry(w):
    """The view's place on the screen; zoom, left and upper end of the picture, which is fitted into it."""
    left, top, width, height = w.extents("Framebuffer")
    zoom = min((width - 2) // SIZE, (height - 2) // SIZE)
    return (left, top, width, height), zoom, left + (width - SIZE * zoom) // 2, top + (height - SIZE * zoom) // 2


def is_beside(rectangle, x, y):
    """Where the line may lie over the pixel."""
    return not inside(rectangle, x, y) and any(inside(rectangle, x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def wrong_colours(w, shot, model, when, ghosts):
    """The first pixel whose middle has not its colour; None: all have."""
    _, zoom, left, top = geometry(w)
    for x in range(SIZE):
        for y in range(SIZE):
            if is_beside(model.covered, x, y):
                continue
            there = shot.pixel(left + x * zoom + zoom // 2, top + (SIZE - 1 - y) * zoom + zoom // 2)
            if there != model.shown(when, ghosts, (x, y)):
                return (x, y), there, model.shown(when, ghosts, (x, y))
    return None


def line_round(w, covered):
    """The screen's pixels of the line: one wide, outside of the rectangle, and within the view."""
    view, zoom, left, top = geometry(w)
    if covered is None:
        return set()
    x0, x1 = left + covered[0] * zoom - 1, left + covered[2] * zoom
    y0, y1 = top + (SIZE - covered[3]) * zoom - 1, top + (SIZE - covered[1]) * zoom
    line = {(x, y) for x in range(x0, x1 + 1) for y in (y0, y1)} | {(x, y) for x in (x0, x1) for y in range(y0, y1 + 1)}
    return {(x, y) for x, y in line if view[0] <= x < view[0] + view[2] and view[1] <= y < view[1] + view[3]}


def compare(w, name, model, when="After", ghosts=True, outline=True):
    """All that is on the screen; the pointer is elsewhere."""
    w.point(5, 5)

    def differs():
        shot = w.shot()
        colour = wrong_colours(w, shot, model, when, ghosts)
        if colour:
            return f"a colour: {colour}"
        line = {(x, y) for x, y, c in shot.pixels(geometry(w)[0]) if c == LINE}
        wanted = line_round(w, model.covered) if outline else set()
        return f"the line: {len(line)} pixels of {len(wanted)}, {sorted(line ^ wanted)[:4]}" if line != wanted else None

    eventually(f"framebuffer-{name}", "the picture", lambda: not differs(), differs)
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"framebuffer-{name}.png"))


def told_at(w, x, y):
    """What is said of the pixel under the pointer."""
    _, zoom, left, top = geometry(w)
    w.point(left + x * zoom + zoom // 2, top + (SIZE - 1 - y) * zoom + zoom // 2)
    w.painted()
    return wait_until("the pixel under the pointer", lambda: re.match(rf"{x}, {y}: (\d+) (\d+) (\d+) ", w.text("Framebuffer info"))).groups()


def check_told(w, name, colours, at):
    wanted = tuple(map(str, colours[at]))
    eventually(f"framebuffer-{name}-value", f"{wanted}", lambda: told_at(w, *at) == wanted, lambda: w.text("Framebuffer info"))


def count(covered):
    return (covered[2] - covered[0]) * (covered[3] - covered[1]) if covered else 0


def thumbnail(w, first, name="GL calls", column=2, colour=RED):
    """How many pixels are red, or of that colour, in the picture of the row whose first cell is so; None: the row is not to be seen."""
    table = w.find(name).get_table_iface()
    for row in range(Atspi.Table.get_n_rows(table)):
        cell = Atspi.Table.get_accessible_at(table, row, 0)
        cell.clear_cache()
        if cell.get_name() == first:
            e = Atspi.Component.get_extents(Atspi.Table.get_accessible_at(table, row, column).get_component_iface(), Atspi.CoordType.SCREEN)
            return w.shot().count((e.x, e.y, e.width, e.height), colour)
    return None


def thumbnails(w, name):
    """Beside the draw in the list is what it changes, at most 24 × 12: here 8 × 8, and 32 × 64 as 6 × 12. Also when it has been done."""
    wanted = {"scissor": 8 * 8, "discards": 6 * 12}.get(name, 0)
    number = w.last_row("GL calls")[0]
    eventually(f"framebuffer-{name}-thumbnail", f"{wanted} red pixels", lambda: thumbnail(w, number) == wanted, lambda: thumbnail(w, number))
    if wanted:
        w.press("Step")
        eventually(f"framebuffer-{name}-done", f"{wanted} red pixels", lambda: thumbnail(w, number) == wanted, lambda: thumbnail(w, number))


def of_value(w):
    """A value in the shader of a draw that covers 8 × 8 of 64 × 64: its picture is of these, as large as fits into 36 × 24."""
    w.press("Debug fragment shader")
    w.type("New watch", "gl_Color")
    w.point(5, 5)
    found = lambda: thumbnail(w, "gl_Color", "Watches", 3)  # noqa: E731
    eventually("framebuffer-value-thumbnail", "24 × 24 red pixels", lambda: found() == 24 * 24, found)
    w.press("Leave")


def each_draw(w, model):
    """After, which it is at first, of each draw."""
    for name, covered, colour in DRAWS:
        w.press("Next draw")
        model.draw(covered, colour)
        words = f"{SIZE} × {SIZE}, {count(covered)} pixels covered"
        w.point(5, 5)
        eventually(f"framebuffer-{name}-count", words, lambda words=words: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))
        compare(w, name, model)
        if name == "scissor":
            of_value(w)
        thumbnails(w, name)
        if name == "scissor":
            model.fill(CORNER, CLEAR)  # by a clear


def of_last(w, model):
    """The last draw writes what is there: nothing changes, and half is covered. Each way to look at it."""
    check_told(w, "ghost", model.after, (3, 3))
    w.press("Framebuffer ghost", wait=False)
    compare(w, "plain", model, ghosts=False)
    w.press("Framebuffer outline", wait=False)
    compare(w, "bare", model, ghosts=False, outline=False)
    w.choose("Framebuffer when", "Changed")
    compare(w, "changed", model, "Changed", outline=False)
    check_told(w, "changed", model.after, (50, 3))
    verdict("framebuffer-no-ghost", not w.enabled("Framebuffer ghost") and "Changed" in w.why("Framebuffer ghost"), w.why("Framebuffer ghost"))
    w.press("Framebuffer outline", wait=False)
    compare(w, "changed-outline", model, "Changed")
    w.choose("Framebuffer when", "Before")
    compare(w, "before", model, "Before")
    w.choose("Framebuffer when", "After")
    compare(w, "after-plain", model, ghosts=False)
    verdict("framebuffer-ghost-again", w.enabled("Framebuffer ghost"), w.why("Framebuffer ghost"))


def no_draw(w, model):
    """At a call that draws nothing there is nothing to mark."""
    w.press("Framebuffer ghost", wait=False)
    w.press("Step")
    model.before = model.after
    model.covered = None
    eventually("framebuffer-step-size", "the size alone", lambda: w.text("Framebuffer info") == f"{SIZE} × {SIZE}", lambda: w.text("Framebuffer info"))
    compare(w, "step", model, ghosts=False)


def in_shader(w, _):
    """The shader of a draw is begun before its picture has come: what is shown until then is told to be old, and it comes nevertheless."""
    w.press("Next draw", wait=False)
    wait_until("the draw", lambda: w.enabled("Debug fragment shader"))
    w.press("Debug fragment shader")
    w.point(5, 5)
    words = f"{SIZE} × {SIZE}, {SIZE * SIZE} pixels covered"
    eventually("framebuffer-shader-count", words, lambda: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))


def clicked(w, _):
    """The keyboard goes on from the pixel that was clicked."""
    w.front()
    x, y, width, height = w.extents("Framebuffer")
    w.click(x + width // 4, y + height // 4, wait=False)
    at = re.match(r"(\d+), (\d+): ", wait_until("the pixel", lambda: ":" in w.text("Framebuffer info") and w.text("Framebuffer info")))
    w.key(Gdk.KEY_Right)
    eventually("framebuffer-arrow", "the pixel beside the clicked one", lambda: w.text("Framebuffer info").startswith(f"{int(at[1]) + 1}, {at[2]}: "),
               lambda: f"{w.text('Framebuffer info')}, clicked {at[0]}")
    w.point(5, 5)


def kept(w):
    """What a draw leaves is kept as A: beside it stands what a later one leaves, or the difference, of which all is known."""
    w.press("Next frame")
    w.press("Next draw")
    w.press("Framebuffer ghost", wait=False)
    w.press("Framebuffer keep", wait=False)
    verdict("framebuffer-kept-b", w.chosen("Framebuffer side") == "B", w.chosen("Framebuffer side"))
    for draw, words in ((1, f"{SIZE} × {SIZE}, no pixel differs from A"),
                        (4, f"{SIZE} × {SIZE}, {count(CORNER)} pixels differ from A, the first at {CORNER[0]}, {CORNER[1]}")):
        for _ in range(draw - 1):
            w.press("Next draw")
        w.choose("Framebuffer side", "Difference")
        w.point(5, 5)
        eventually(f"framebuffer-kept-{draw}", words, lambda words=words: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))
    # The pixel has been green, is red, and differs by both.
    for side, colour in ("Difference", (255, 255, 0)), ("A", GREEN), ("B", RED):
        w.choose("Framebuffer side", side)
        wanted = tuple(map(str, colour))
        eventually(f"framebuffer-kept-{side}", wanted, lambda wanted=wanted: told_at(w, 44, 44) == wanted, lambda: w.text("Framebuffer info"))
    w.point(5, 5)
    w.press("Framebuffer keep", wait=False)
    words = f"{SIZE} × {SIZE}, {count(CORNER)} pixels covered"
    eventually("framebuffer-kept-no-more", words, lambda: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))


def at_once(w):
    """F8 and F2 in a row, faster than the draw is come to: what is shown in the shader is what is shown when it is left, none of it of the draw before."""
    def shown():
        return w.text("Source Fragment"), w.last_row("GL calls")[0], w.text("Framebuffer info")
    w.press("Next draw")
    w.point(5, 5)
    before = shown()
    w.press("Next draw", wait=False)
    w.press("Debug fragment shader", wait=False)
    wait_until("the shader", lambda: w.enabled("Leave"))
    w.wait()
    inside = shown()
    w.press("Leave")
    eventually("framebuffer-at-once", inside, lambda: shown() == inside, shown)
    verdict("framebuffer-at-once-other", all(a != b for a, b in zip(before, inside, strict=True)), f"{before[1:]} {inside[1:]}")


def of_letters(w):
    """Of a draw whose parts lie as near to each other as letters do where the picture is small, the line is round all of them: between them it
    would hide them. Here bars of 6 pixels lie 10 apart, of 800 × 600."""
    w.press("Framebuffer ghost", wait=False)
    w.press("Next draw")
    w.tab("Editor")
    text = w.text("Source editor")
    bars = "if (mod(gl_FragCoord.x, 16.0) >= 6.0 || abs(gl_FragCoord.y - 300.0) >= 100.0) discard;"
    w.enter("Source editor", text.replace("void main()\n{", "void main()\n{\n" + bars))
    w.press("Compile")
    w.point(5, 5)
    words = f"800 × 600, {50 * 6 * 200} pixels covered"
    eventually("framebuffer-letters", words, lambda: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))
    left, top, width, height = w.extents("Framebuffer")
    within = (left + width // 4, top + height // 2 - 10, width // 2, 20)
    found = lambda: [w.shot().count(where, LINE) for where in ((left, top, width, height), within)]  # noqa: E731
    eventually("framebuffer-letters-line", "a line, and none within", lambda: found()[0] > width and not found()[1], found)


def of_targets(w):
    """Numbers that a byte cannot hold: what changes is counted by them. Of several samples it is not known, and not told."""
    w.press("Framebuffer ghost", wait=False)
    w.press("Framebuffer outline", wait=False)
    w.choose("Framebuffer when", "Changed")
    verdict("framebuffer-window", w.text("Framebuffer shown") == "window", w.text("Framebuffer shown"))
    for name, told, target in TARGETS:
        w.press("Next draw")
        w.point(5, 5)
        words = f"{SIZE} × {SIZE}, {told}"
        eventually(f"framebuffer-{name}", words, lambda words=words: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))
        verdict(f"framebuffer-{name}-target", w.text("Framebuffer shown") == target, w.text("Framebuffer shown"))


def of_condition(w):
    """The condition of glBeginConditionalRender is not met: nothing is marked, and that is told; also of After."""
    w.press("Next draw")
    w.press("Next draw")
    w.point(5, 5)
    words = f"{SIZE} × {SIZE}, the draw is not made: the condition of glBeginConditionalRender is not met"
    eventually("framebuffer-condition", words, lambda: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))
    left, top, width, height = w.extents("Framebuffer")
    eventually("framebuffer-condition-line", "no line", lambda: w.shot().count((left, top, width, height), LINE) == 0,
               lambda: w.shot().count((left, top, width, height), LINE))


def numbers(path, what):
    said = subprocess.run([os.path.join(BUILD, "glstep-trace"), "dump", "--json", "--calls", what, path], capture_output=True, check=True).stdout
    return [json.loads(line)["call"] for line in said.decode().splitlines()]


def choose_in_list(w, entry):
    w.front()
    w.find("GL calls").get_component_iface().grab_focus()
    w.key(Gdk.KEY_Menu)
    Atspi.Action.do_action(wait_until("the entry", lambda: w.menu_entry(entry)).get_action_iface(), 0)


def of_film(w, path):
    """Of a trace, where nobody has stood: the second frame's draws have pictures of all that they leave, 64 × 64 as 12 × 12, the first frame's none."""
    first, second = numbers(path, "frame")[:2]
    draws = [number for number in numbers(path, "draw") if first < number < second][:len(DRAWS)]
    wanted = dict(zip([name for name, _, _ in DRAWS], draws, strict=True))
    w.type("Find call", str(wanted["same"]), wait=False)
    w.key(Gdk.KEY_Return)
    wait_until("the call", lambda: thumbnail(w, str(wanted["same"])) is not None)
    verdict("framebuffer-film-none", thumbnail(w, str(wanted["same"])) == 0, thumbnail(w, str(wanted["same"])))
    choose_in_list(w, "Pictures of this frame's draws")
    for name in "same", "masked", "discards":  # half of it, but where it is mixed with the other half
        found = lambda name=name: thumbnail(w, str(wanted[name]))  # noqa: E731
        eventually(f"framebuffer-film-{name}", "red pixels", lambda found=found: 5 * 12 <= found() <= 6 * 12, found)
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "framebuffer-film.png"))
    w.type("Find call", str(wanted["whole"]), wait=False)
    w.key(Gdk.KEY_Return)
    eventually("framebuffer-film-whole", "a green picture", lambda: thumbnail(w, str(wanted["whole"]), colour=GREEN) == 12 * 12,
               lambda: thumbnail(w, str(wanted["whole"]), colour=GREEN))
    verdict("framebuffer-film-status", not w.text("Message"), w.text("Message"))


def of_overlays(w):
    """Of the draw with a depth test: the numbers and colours of each overlay, beside those that are known; edges are told of. In the end, none is shown."""
    w.press("Framebuffer outline", wait=False)
    for _ in range(2):
        w.press("Next draw")
    view, zoom, left, top = geometry(w)
    for when, overlay, told, colours in (
            ("Overdraw", "overdraw", "{all} fragments at {any} pixels, at most {most} at one", None),
            ("Depth test", "depth", "depth test: {2} pixels pass, {1} fail", {2: (40, 170, 60), 1: (220, 40, 40)}),
            ("Stencil test", "stencil", "stencil test: {2} pixels pass, {1} fail", {2: (40, 170, 60), 1: (220, 40, 40)})):
        wanted = expected(overlay, 1)
        numbers = list(wanted.values())
        words = told.format(numbers.count(0), numbers.count(1), numbers.count(2), all=sum(numbers), any=sum(n > 0 for n in numbers), most=max(numbers))
        w.choose("Framebuffer when", when)
        w.point(5, 5)
        eventually(f"framebuffer-{overlay}", words, lambda words=words: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))
        if "GLSTEP_TEST_SHOTS" in os.environ:
            w.painted()
            w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"framebuffer-{overlay}.png"))
        shot = w.shot()
        seen = {}
        for x, y in PIXELS:
            seen.setdefault(wanted[x, y], set()).add(shot.pixel(left + x * zoom + zoom // 2, top + (SIZE - 1 - y) * zoom + zoom // 2))
        is_known = all(seen[n] == {colour} for n, colour in colours.items() if n in seen) if colours else all(len(seen[n]) == 1 for n in seen if n)
        verdict(f"framebuffer-{overlay}-colours", is_known, {n: sorted(c)[:4] for n, c in seen.items()})
        x, y = next(at for at in PIXELS if wanted[at] == max(numbers))
        w.point(left + x * zoom + zoom // 2, top + (SIZE - 1 - y) * zoom + zoom // 2)
        words = f"{x}, {y}: {max(numbers)}"
        eventually(f"framebuffer-{overlay}-value", words, lambda words=words: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))
    w.choose("Framebuffer when", "Wireframe")
    w.point(5, 5)
    eventually("framebuffer-wireframe", "the edges", lambda: re.fullmatch(r"edges at [\d ]+ pixels", w.text("Framebuffer info")), lambda: w.text("Framebuffer info"))
    eventually("framebuffer-wireframe-colours", "green lines", lambda: w.shot().count(view, (90, 255, 90)) > 4 * SIZE * zoom,
               lambda: w.shot().count(view, (90, 255, 90)))
    verdict("framebuffer-overlay-ghost", "an overlay is shown" in w.why("Framebuffer ghost"), w.why("Framebuffer ghost"))
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "framebuffer-wireframe.png"))
    w.choose("Framebuffer when", "After")
    w.point(5, 5)
    eventually("framebuffer-overlay-gone", "none", lambda: w.text("Framebuffer info").startswith("64 × 64"), lambda: w.text("Framebuffer info"))


def of_clear(w):
    """What a clear leaves is not shown beforehand: that is said where After is chosen."""
    w.tab("Call")
    w.type("Run to call", "glClear", wait=True)
    w.point(5, 5)
    for when, words in ("After", f"{SIZE} × {SIZE}, before: it is no draw"), ("Before", f"{SIZE} × {SIZE}"):
        w.choose("Framebuffer when", when)
        eventually(f"framebuffer-clear-{when}", words, lambda words=words: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))


VALUES = """[vertex]
#version 330
in vec4 corner;
void main() { gl_Position = corner; }
[fragment]
#version 330
out vec4 color;
void main() { color = vec4(gl_FragCoord.x * 0.25, -1.5, 1.0 / 3.0, 1.0); }
"""


def of_values(w):
    """Of a buffer that has more than bytes, its values, and its format."""
    for when, told in ("After", f"{(3 + 0.5) * 0.25:g} -1.5 0.33333334 1"), ("Before", "0 0 0 0"):
        w.point(5, 5)
        w.choose("Framebuffer when", when)
        eventually(f"framebuffer-format-{when}", "RGBA32F", lambda: w.text("Framebuffer info").startswith("16 × 8") and
                   w.text("Framebuffer info").endswith(", RGBA32F"), lambda: w.text("Framebuffer info"))
        w.point_at_pixel((3, 2), (16, 8))
        words = f"3, 2: {told}  RGBA32F"
        eventually(f"framebuffer-values-{when}", words, lambda words=words: w.text("Framebuffer info") == words, lambda: w.text("Framebuffer info"))


# White everywhere, and opaque in the right half alone.
ALPHA = """[vertex]
#version 330
in vec4 corner;
void main() { gl_Position = corner; }
[fragment]
#version 330
out vec4 color;
void main() { color = vec4(1.0, 1.0, 1.0, gl_FragCoord.x < 8.0 ? 0.0 : 1.0); }
"""
CHECKERS = {(199, 199, 199), (158, 158, 158)}  # ui/images/image-view.c
WHITE = (255, 255, 255)


def halves(w, view):
    """The colours of the picture's left and right half on the screen: 16 × 8 pixels, fitted."""
    w.point(5, 5)
    left, top, width, height = w.extents(view)
    zoom = min((width - 2) // 16, (height - 2) // 8)
    left, top = left + (width - 16 * zoom) // 2, top + (height - 8 * zoom) // 2
    shot = w.shot()
    size = (2 * zoom, 4 * zoom)  # the panel of resources cuts off the rest
    return [{colour for _, _, colour in shot.pixels((left + at * zoom, top + 2 * zoom, *size))} for at in (4, 9)]


def alpha_in(w, name, view, toggle):
    """One half is seen through where alpha is shown, and all is white where it is not."""
    found = lambda: halves(w, view)  # noqa: E731
    eventually(f"alpha-{name}-off", "white", lambda: found() == [{WHITE}, {WHITE}], found)
    w.press(toggle, wait=False)
    eventually(f"alpha-{name}-on", "a checkerboard and white", lambda: found() == [CHECKERS, {WHITE}], found)
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"alpha-{name}.png"))


def of_alpha(w):
    """Where the content is in alpha alone."""
    w.press("Framebuffer outline", wait=False)
    alpha_in(w, "framebuffer", "Framebuffer", "Framebuffer alpha")
    w.tab("Resources")
    wait_until("the attachment", lambda: w.rows("Resources"))
    w.select("Resources", w.rows("Resources")[0][0])
    w.choose("When", "After the draw")
    alpha_in(w, "resource", "Resource image", "Resource alpha")
    w.press("Debug fragment shader")
    w.press("Continue")
    w.type("New watch", "color")
    wait_until("the watch", lambda: w.row("Watches", "color"))
    w.select("Watches", "color")
    w.press("Show watch as image", wait=False)
    wait_until("the image", lambda: w.text("What the image shows") == "color")
    alpha_in(w, "image", "Image", "Alpha")


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "values")
        with open(path, "w", encoding="ascii") as file:
            file.write(VALUES)
        with test_window("framebuffer-values", [GLSTEP, "--first-draw", "--", os.path.join(BUILD, "test-shader"), "core", "33", path]) as w:
            w.wait()
            run_parts("framebuffer-values", (of_values,), w)
    with tempfile.NamedTemporaryFile("w", encoding="ascii") as file:
        file.write(ALPHA)
        file.flush()
        with test_window("framebuffer-alpha", [GLSTEP, "--first-draw", "--", os.path.join(BUILD, "test-shader"), "core", "33", file.name]) as w:
            w.wait()
            run_parts("framebuffer-alpha", (of_alpha,), w)
    with test_window("framebuffer", [GLSTEP, "--", PROGRAM]) as w:
        w.wait()
        verdict("framebuffer-first", w.chosen("Framebuffer when") == "After", w.chosen("Framebuffer when"))
        w.press("Next frame")
        run_parts("framebuffer", (each_draw, of_last, no_draw, in_shader), w, Model())
    with test_window("framebuffer-clicked", [GLSTEP, "--", PROGRAM]) as w:  # its cursor stays in the picture
        w.wait()
        w.press("Next draw")
        run_parts("framebuffer", (clicked,), w, None)
    with test_window("framebuffer-kept", [GLSTEP, "--", PROGRAM]) as w:
        w.wait()
        run_parts("framebuffer-kept", (kept,), w)
    with test_window("framebuffer-overlays", [GLSTEP, "--", os.path.join(BUILD, "test-overlaid")]) as w:
        w.wait()
        run_parts("framebuffer-overlays", (of_overlays,), w)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", path, "--", PROGRAM], check=True, stderr=subprocess.DEVNULL)
        with test_window("framebuffer-film", [GLSTEP, path]) as w:
            w.wait()
            run_parts("framebuffer-film", (of_film,), w, path)
    with test_window("framebuffer-clear", [GLSTEP, "--", PROGRAM]) as w:
        w.wait()
        run_parts("framebuffer-clear", (of_clear,), w)
    with test_window("framebuffer-targets", [GLSTEP, "--", PROGRAM, "targets"]) as w:
        w.wait()
        w.press("Next frame")
        run_parts("framebuffer-targets", (of_targets,), w)
    with test_window("framebuffer-at-once", [GLSTEP, "--", os.path.join(BUILD, "glstep-example"), "--headless"]) as w:
        w.wait()
        run_parts("framebuffer-at-once", (at_once,), w)
    with test_window("framebuffer-letters", [GLSTEP, "--", os.path.join(BUILD, "glstep-example"), "--time-step", "0.04"]) as w:
        w.wait()
        run_parts("framebuffer-letters", (of_letters,), w)
    with test_window("framebuffer-condition", [GLSTEP, "--", os.path.join(BUILD, "test-operations"), "condition-failed"]) as w:
        w.wait()
        run_parts("framebuffer-condition", (of_condition,), w)
    return verdict.failed


sys.exit(main())
