#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What the source view shows, read from the pixels of the screen and from tooltips: the expression that comes next, the lines
that the element in focus has executed, how many elements come to each, lines that none comes to, the value under the pointer; in a
source of several strings, with macros. What is right follows from the shader and from the target's 16 x 8 pixels.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, Failed, ShownTexts, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402
from ui_shot import Shot  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
VERTEX = """#version 130
in vec4 corner;
void main() { gl_Position = corner; }
"""
STRINGS = ("""#version 130
#define TWICE(x) ((x) * 2.0)
#define OFFSET 0.25
""", """out vec4 color;
float edge(float x)
{
	if (x < 5.0)
		return TWICE(x) + OFFSET;
	if (x < 0.0)
		return -x;
	return x;
}
#ifndef OFFSET
float gone = 3.0;
#endif
""", """void main()
{
	float a = edge(gl_FragCoord.x);
	color = vec4(a, 0.0, 0.0, 1.0);
}
""")
# How many of the 128 pixels come to a line: x is 0.5 in the first column, and below 5 in five of them.
COUNTS = {"if (x < 5.0)": 128, "return TWICE(x) + OFFSET;": 40, "if (x < 0.0)": 88, "return -x;": 0, "return x;": 88,
          "float a = ": 128, "color = ": 128}
EXPRESSION = (0xff, 0xd5, 0x4a)
EXECUTED = (92, 179, 107)


class View:
    """The source on the screen."""

    def __init__(self, w):
        self.w = w
        self.interface = w.find("Source Fragment").get_text_iface()
        self.text = w.text("Source Fragment")
        w.point(5, 5)  # no tooltip over it
        self.look()

    def look(self):
        self.extents = self.w.extents("Source Fragment")
        self.shot = self.w.shot()

    def cell(self, offset):
        e = Atspi.Text.get_character_extents(self.interface, offset, Atspi.CoordType.SCREEN)
        return e.x, e.y, e.width, e.height

    def middle(self, offset):
        x, y, width, height = self.cell(offset)
        return x + width // 2, y + height // 2

    def line(self, what):
        """Middle of the line in which it stands."""
        _, y, _, height = self.cell(self.text.index(what))
        return y + height // 2

    def marked(self):
        """The text behind which the mark is."""
        found = ""
        for offset, letter in enumerate(self.text):
            cell = self.cell(offset)
            if self.extents[1] <= cell[1] and letter != "\n" and \
                    self.shot.count(cell, EXPRESSION) > cell[2] * cell[3] // 4:  # the rest is the letter
                found += letter
        return found

    def is_executed(self, what):
        left, y = self.extents[0], self.line(what)
        right = self.cell(self.text.index("out vec4"))[0]
        return any(self.shot.pixel(x, y) == EXECUTED for x in range(left, right))

    def number(self, what):
        """The picture of the number in the gutter."""
        left, y = self.extents[0] + 40, self.line(what)
        right = self.cell(self.text.index("out vec4"))[0] - 12
        return [self.shot.pixel(x, row) for row in range(y - 7, y + 8) for x in range(left, right)]

    def is_grey(self, what):
        """None of its letters has a colour."""
        at = self.text.index(what)
        x, y, _, height = self.cell(at)
        end = self.cell(at + len(what) - 1)[0]
        # letters of the lines above and below may reach in
        return all(max(c) - min(c) < 16 for _, _, c in self.shot.pixels((x, y + 1, end - x, height - 2)))


def settle(view, holds):
    """Looks until it holds: it may still scroll, and be drawn anew. The verdict is the caller's."""
    def looked():
        view.look()
        return holds()
    try:
        wait_until("the source view to be drawn", looked)
    except Failed as why:
        print(why)


def tooltip(w, texts, place, wanted, **away):
    """Points there until this is shown."""
    w.hover(repr(wanted), place, lambda: any(wanted == text for _, _, kind, text in texts.ask(w) if kind == "label"), **away)


def text(w, texts):
    shown = w.text("Source Fragment")
    verdict("source-strings", shown == "".join(STRINGS), f"{shown!r}")


def expression(w, texts):
    """A use of a macro is marked as it is written."""
    for _ in range(4):
        if w.text("Position") == f"fragment:{line_of('TWICE(x) +')}":
            break
        w.press("Step into")
    view = View(w)

    def is_marked():
        return view.marked().rstrip(";") in ("return TWICE(x) + OFFSET", "TWICE(x) + OFFSET")
    settle(view, is_marked)
    verdict("source-marked", is_marked(), f"{view.marked()!r} is marked")
    view = View(w)
    settle(view, lambda: view.is_executed("if (x < 5.0)"))
    verdict("source-not-yet", view.is_executed("if (x < 5.0)") and not view.is_executed("color = "),
            "the gutter marks other lines than were executed")


def line_of(what):
    joined = "".join(STRINGS)
    return joined[:joined.index(what)].count("\n") + 1


def lines(w, texts):
    """At the end: what was executed, how often each line is come to, and the line that nobody comes to."""
    w.press("Continue")
    view = View(w)

    def unlike():
        numbers = {what: view.number(what) for what in COUNTS}
        return [(a, b) for a in COUNTS for b in COUNTS if (numbers[a] == numbers[b]) != (COUNTS[a] == COUNTS[b])]

    settle(view, lambda: view.is_executed("color = ") and not unlike())
    executed = {what: view.is_executed(what) for what in COUNTS}
    expected = {what: what in ("if (x < 5.0)", "return TWICE(x) + OFFSET;", "float a = ", "color = ") for what in COUNTS}
    verdict("source-executed", executed == expected, f"{executed}")
    grey = {what: view.is_grey(what) for what in COUNTS if "return" in what}
    verdict("source-greyed", grey == {what: COUNTS[what] == 0 for what in grey}, f"{grey}")
    skipped = {what: view.is_grey(what) for what in ("float edge", "float gone = ", "float a = ")}
    verdict("source-skipped", [what for what in skipped if skipped[what]] == ["float gone = "], f"{skipped}")
    verdict("source-numbers", not unlike(), f"their numbers look (un)like each other: {unlike()}")
    for what in ("return TWICE(x) + OFFSET;", "return x;", "return -x;"):
        mine = "The focus element has reached this line 1 time so far " if expected[what] else ""
        tooltip(w, texts, lambda line=what: (view.extents[0] + 60, view.line(line)),
                f"{mine}{COUNTS[what]} of 128 elements reach this line")
        verdict(f"source-count-{COUNTS[what]}", True)


def hover(w, texts):
    """The first pixel's x is 0.5: a is 1.25. At the left and at the right of its one letter."""
    for name, pixel, value, quarter in ("hover", "0, 0", "1.25", 1), ("hover-other", "7, 0", "7.5", 3):
        w.type("Pixel", pixel, wait=True)
        view = View(w)

        def letter(part=quarter):
            x, y, width, height = view.cell(view.text.index("vec4(a,") + len("vec4("))
            return x + part * width // 4, y + height // 2
        tooltip(w, texts, letter, f"float a = {value}", away=lambda: view.middle(view.text.index("{")))
        verdict(f"source-{name}", True)


def menu(w, texts):
    """The source is read here and not edited: its menu has nothing of editing."""
    x, y, width, height = w.extents("Source Fragment")
    Atspi.generate_mouse_event(x + width // 2, y + height // 2, "b3c")
    wait_until("the menu", lambda: w.menu_entry("Run to this line"))
    names = [item.get_name() for item in siblings(w.menu_entry("Run to this line"))]
    verdict("source-view-menu", "Copy" in names and not {"Undo", "Redo", "Change Case", "Paste"} & set(names), f"{names}")
    if "GLSTEP_TEST_SHOTS" in os.environ:
        Shot().save(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "source-menu.png"))
    Atspi.generate_mouse_event(5, 5, "b1c")  # closes it
    wait_until("no menu", lambda: not w.menu_entry("Run to this line"))


def far_below(folder):
    """The place is in sight, however long the text before it is."""
    path = os.path.join(folder, "long.frag")
    before = "".join(f"// line {k}\n" for k in range(300))
    with open(path, "w", encoding="ascii") as file:
        file.write("[vertex]\n" + VERTEX + "[fragment]\n#version 130\nout vec4 color;\n" + before +
                   "void main()\n{\n\tcolor = vec4(1.0);\n}\n")
    argv = [os.path.join(BUILD, "test-shader"), "compatibility", "33", path]
    with test_window("source-view-long", [GLSTEP, "--first-draw", "--", *argv]) as w:
        w.wait()
        w.press("Debug fragment shader")
        view = View(w)

        def in_sight(what):
            _, top, _, height = view.extents
            return top <= view.line(what) < top + height
        settle(view, lambda: in_sight("color = "))
        verdict("source-view-far-below", in_sight("color = "), f"{view.line('color = ')} is not in {view.extents}")


def siblings(item):
    menu_of = item.get_parent()
    menu_of.clear_cache()
    return [menu_of.get_child_at_index(i) for i in range(menu_of.get_child_count())]


def one_line(folder):
    """A shader that stands on one line: what is marked is in sight, both where the line is wrapped, as it is at first, and where it is not."""
    path = os.path.join(folder, "line.frag")
    steps = " ".join(f"sum += vec4({n}.0, 0.0, 1.0, 1.0);" for n in range(40))
    with open(path, "w", encoding="ascii") as file:
        file.write(f"[vertex]\n{VERTEX}[fragment]\n#version 130\nout vec4 color; void main() {{ vec4 sum = vec4(0.0); {steps} color = sum; }}\n")
    with test_window("source-view-line", [GLSTEP, "--first-draw", "--", os.path.join(BUILD, "test-shader"), "compatibility", "33", path]) as w:
        w.wait()
        w.press("Debug fragment shader")
        for _ in range(31):
            w.press("Step over")
        wait_until("the mark in a wrapped line", lambda: "vec4(30.0" in View(w).marked())
        x, y, width, height = w.extents("Source Fragment")
        Atspi.generate_mouse_event(x + width * 3 // 4, y + height // 2, "b3c")
        Atspi.Action.do_action(wait_until("the menu", lambda: w.menu_entry("Wrap long lines")).get_action_iface(), 0)
        w.press("Step over")
        wait_until("the mark in a line that is not", lambda: "vec4(31.0" in View(w).marked())
        verdict("source-view-one-line", True)


MINIFIED = "out vec4 color; float twice(float x) { return x * 2.0; } void main() { float a = twice(gl_FragCoord.x); /* a; b */ " \
    "for (int i = 0; i < 2; i++) { a += 1.0; } color = vec4(a, 0.0, 0.0, 1.0); }\n"
LINE = 2  # of all of it
LAID_OUT = """#version 130
out vec4 color;
float twice(float x) {
	return x * 2.0;
}
void main() {
	float a = twice(gl_FragCoord.x); /* a; b */
	for (int i = 0; i < 2; i++) {
		a += 1.0;
	}
	color = vec4(a, 0.0, 0.0, 1.0);
}
"""


def laid_out(folder, texts):
    """A source on one line, laid out: the mark, values under the pointer, counts and breakpoints are at the same places of the text."""
    path = os.path.join(folder, "minified.frag")
    with open(path, "w", encoding="ascii") as file:
        file.write(f"[vertex]\n{VERTEX}[fragment]\n#version 130\n{MINIFIED}")
    with test_window("source-view-laid-out", [GLSTEP, "--first-draw", "--", os.path.join(BUILD, "test-shader"), "compatibility", "33", path]) as w:
        w.wait()
        w.press("Lay out", wait=False)
        wait_until("the layout", lambda: w.text("Source Fragment") == LAID_OUT)
        w.press("Debug fragment shader")
        marks = []
        for _ in range(4):
            view = View(w)
            settle(view, lambda seen=view: len(seen.marked()) > 3)
            marks.append(view.marked().strip(";"))
            w.press("Step into")
        expected = ["float a = twice(gl_FragCoord.x)", "twice(gl_FragCoord.x)", "return x * 2.0", "int i = 0"]
        verdict("laid-out-marks", marks == expected, f"{marks}")
        for name, wanted in ("set", [f"line {LINE}"]), ("removed", []):
            view = View(w)
            Atspi.generate_mouse_event(*view.middle(view.text.index("color = ")), "b3c")
            Atspi.Action.do_action(wait_until("the menu", lambda: w.menu_entry("Breakpoint on this line")).get_action_iface(), 0)
            eventually(f"laid-out-break-{name}", f"{wanted}", lambda wanted=wanted: [row[0] for row in w.rows("Breakpoints")] == wanted,
                       lambda: w.rows("Breakpoints"))
        w.press("Continue")
        view = View(w)
        if "GLSTEP_TEST_SHOTS" in os.environ:
            w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "laid-out.png"))
        tooltip(w, texts, lambda: view.middle(view.text.index("vec4(a,") + len("vec4(")), "float a = 3", away=lambda: view.middle(view.text.index("}")))
        verdict("laid-out-value", True)
        w.hover("the count", lambda: (view.extents[0] + 60, view.line("out vec4 color")),
                lambda: any(text.endswith("128 of 128 elements reach this line") for _, _, kind, text in texts.ask(w) if kind == "label"))
        verdict("laid-out-count", True)
        w.press("Lay out", wait=False)
        wait_until("the text as it is", lambda: w.text("Source Fragment") == "#version 130\n" + MINIFIED)


def main():
    with tempfile.TemporaryDirectory() as folder, ShownTexts() as texts:
        path = os.path.join(folder, "strings.frag")
        with open(path, "w", encoding="ascii") as file:
            file.write("[vertex]\n" + VERTEX + "[fragment]\n" + "//--\n".join(STRINGS))
        argv = [os.path.join(BUILD, "test-shader"), "compatibility", "33", path]
        with test_window("source-view", [GLSTEP, "--first-draw", "--", *argv]) as w:
            w.wait()
            w.press("Debug fragment shader")
            run_parts("source-view", (text, expression, lines, hover, menu), w, texts)
        far_below(folder)
        run_parts("source-view", (one_line,), folder)
        run_parts("source-view", (laid_out,), folder, texts)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
