#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What nobody has written is marked in the window. Inputs that the stage before never writes, of each stage that has such a one: in the lists of
variables and watches, in their tooltips, in the source's, in what is said when the shader begins. And the parts of structs, arrays, vectors and
matrices that the path has not written, after each statement: what is right follows from the shader's text.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import glob
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, ShownTexts, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
RUNNER = glob.glob("/usr/lib/*/piglit/bin/shader_runner") + glob.glob("/usr/lib64/piglit/bin/shader_runner")
STAGES_TEXT = os.path.join(os.environ["top_srcdir"], "tests", "data", "unwritten-stages.shader_test")
# Stage -> the one before, what that never writes, and something else that this one has: an input, an output not yet written.
STAGES = {
    "tess-control": ("vertex", ["lost_by_vertex"], "made", "controlled"),
    "tess-evaluation": ("tess-control", ["lost_by_control", "lost_of_patch"], "controlled", "evaluated"),
    "geometry": ("tess-evaluation", ["lost_by_evaluation"], "evaluated", "emitted"),
    "fragment": ("geometry", ["lost_by_geometry"], "emitted", "color"),
}
PARTS_TEXT = """[vertex]
#version 330
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }
[fragment]
#version 330
struct Lamp { vec3 place; float power[2]; };
out vec4 color;
void main()
{
	Lamp lamp;
	vec4 v;
	mat2 m;
	lamp.place.yz = vec2(1.0);
	v.xw = vec2(4.0);
	lamp.power[1] = 2.0;
	m[1].x = 5.0;
	lamp.place.x = 6.0;
	color = v + vec4(m[1].x + lamp.power[1]);
}
"""
OPENED = ["lamp", "place", "power", "v", "m"]
VECTOR = {"x", "y", "z", "w"}
LEAVES = {f"lamp/place/{c}" for c in "xyz"} | {"lamp/power/[0]", "lamp/power/[1]"} | {f"v/{c}" for c in "xyzw"} | {"m/[0]", "m/[1]"}
# Statements in their order, and which of those are written after each.
STATEMENTS = [{"lamp/place/y", "lamp/place/z"}, {"v/x", "v/w"}, {"lamp/power/[1]"}, {"m/[1]"}, {"lamp/place/x"}]


def marked(texts, w, name):
    """Rows of a list whose texts lean: each by the names of those above it and its own."""
    begin = f"{name}: "
    return {text[len(begin):] for _, _, kind, text in texts.ask(w) if kind == "italic" and text.startswith(begin)}


def colours(texts, w):
    """Of each text in the lists its colour."""
    return {text: tuple(front) for front, _, kind, text in texts.ask(w) if kind == "cell"}


def tip_of_row(w, texts, panel, row, wanted):
    """The tooltip over a row of a list has this in it."""
    w.front()

    def place():
        table, k, _ = w._row(panel, row)
        e = Atspi.Component.get_extents(Atspi.Table.get_accessible_at(table, k, 0).get_component_iface(), Atspi.CoordType.SCREEN)
        return e.x + min(e.width // 2, 20), e.y + e.height // 2
    w.hover(wanted, place, lambda: any(wanted in text for _, _, kind, text in texts.ask(w) if kind == "label"))


def tip_of_name(w, texts, source, name, wanted):
    """The tooltip over the last place where the source has that name."""
    w.front()

    def place():
        offset = w.text(source).rindex(name)
        e = Atspi.Text.get_character_extents(w.find(source).get_text_iface(), offset + 1, Atspi.CoordType.SCREEN)
        return e.x + e.width // 2, e.y + e.height // 2
    w.hover(wanted, place, lambda: any(text.endswith(wanted) for _, _, kind, text in texts.ask(w) if kind == "label"))


def stage(w, texts, name):
    before, lost, other, output = STAGES[name]
    w.stage(name)
    w.press(f"Debug {name} shader")
    wait_until("the variables", lambda: {*lost, other, output} <= {row[0] for row in w.rows("Variables")})
    said = f"The {before} shader never writes {', '.join(lost)}, which this one reads: undefined."
    verdict(f"unwritten-{name}-said", w.text("Message") == said, w.text("Message"))
    eventually(f"unwritten-{name}", f"{lost} and outputs marked, not {other}",
               lambda: {*lost, output} <= (found := marked(texts, w, "Variables")) and other not in found, lambda: f"{marked(texts, w, 'Variables')}")
    qualifiers = [w.row("Variables", n)[-1] for n in (lost[0], output, other)]
    verdict(f"unwritten-{name}-qualifier", qualifiers == ["in, undefined", "out", "in"], f"{qualifiers}")
    seen = colours(texts, w)
    is_nan = "nan" in w.row("Variables", lost[0])[1]  # as what is undefined may be; that has a colour of its own
    verdict(f"unwritten-{name}-colour", seen[other] != seen[output] and (seen[lost[0]] == seen[output]) != is_nan and seen[lost[0]] != seen[other],
            f"{[seen[n] for n in (lost[0], output, other)]}, {is_nan}")
    undefined = f"Undefined: the {before} shader never writes it"
    tip_of_row(w, texts, "Variables", lost[0], undefined)
    tip_of_row(w, texts, "Variables", output, "Not written yet")
    w.expand("Variables", lost[0])
    below = wait_until("its parts", lambda: next((row[0] for row in w.rows("Variables") if row[0] in ("[0]", "x")), None))
    eventually(f"unwritten-{name}-part", "its parts are marked", lambda: f"{lost[0]}/{below}" in marked(texts, w, "Variables"))
    tip_of_row(w, texts, "Variables", below, undefined)
    verdict(f"unwritten-{name}-tips", True)
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"unwritten-{name}.png"))


def watched(w, texts):
    """As an expression, and in the source; there is another that is well known."""
    w.stage("fragment")
    w.press("Debug fragment shader")
    for expression in "lost_by_geometry.y + 1.0", "emitted.y + 1.0":
        w.type("New watch", expression)
    eventually("unwritten-watch", "the former is marked", lambda: marked(texts, w, "Watches") == {"lost_by_geometry.y + 1.0"},
               lambda: f"{marked(texts, w, 'Watches')}")
    tip_of_row(w, texts, "Watches", "lost_by_geometry.y + 1.0", "Undefined: the geometry shader never writes it")
    tip_of_name(w, texts, "Source Fragment", "lost_by_geometry", "(undefined: the geometry shader never writes it)")
    tip_of_name(w, texts, "Source Fragment", "color", "(not written yet)")
    tip_of_name(w, texts, "Source Fragment", "emitted", "= (0.25, 0.25, 0.25, 0.25)")
    verdict("unwritten-watch-tips", True)


def stages(texts):
    if not RUNNER:
        print("SKIP unwritten: piglit is not installed", flush=True)
        return
    with test_window("unwritten", [GLSTEP, "--first-draw", "--", RUNNER[0], STAGES_TEXT, "-auto", "-fbo"]) as w:
        w.wait()
        for name in STAGES:
            run_parts(f"unwritten-{name}", (stage,), w, texts, name)
            if w.enabled("Leave"):
                w.press("Leave")
        run_parts("unwritten", (watched,), w, texts)


def parts(w, texts):
    w.press("Debug fragment shader")
    for name in OPENED:
        w.expand("Variables", name)
        w.wait()
    written = set()
    for n, statement in enumerate([set(), *STATEMENTS]):
        if n:
            w.press("Step over")
        written |= statement
        wanted = LEAVES - written
        shown = wait_until("all parts", lambda: len(w.rows("Variables")) >= len(LEAVES) and marked(texts, w, "Variables"))
        verdict(f"unwritten-parts-{n}", shown & LEAVES == wanted, f"marked {sorted(shown & LEAVES)}, not written {sorted(wanted)}")
        whole = {name for name in ("lamp", "v", "m", "lamp/place", "lamp/power") if not any(part.startswith(name + "/") for part in written)}
        names = {"lamp", "v", "m", "lamp/place", "lamp/power"}
        verdict(f"unwritten-wholes-{n}", shown & names == whole, f"marked {sorted(shown & names)}, nothing written of {sorted(whole)}")
    tip_of_row(w, texts, "Variables", "[0]", "undefined Not written yet")
    verdict("unwritten-parts-tip", True)
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "unwritten-parts.png"))


def elements():
    """In the table of a vertex shader's elements: an output, but no input, until it is written."""
    def told():
        return set(w.text("Elements summary").partition("; not written yet: ")[2].split(", "))
    with test_window("unwritten-elements", [GLSTEP, "--", os.path.join(BUILD, "test-scenes"), "instanced"]) as w:
        w.wait()
        w.press("Next draw")
        w.stage("vertex")
        w.press("Debug vertex shader")
        for name in "shade", "position":
            w.type("New watch", name)
        w.tab("Elements")
        eventually("unwritten-elements", "the output", lambda: told() == {"shade", "gl_Position"} and "position" in {row[0] for row in w.rows("Watches")},
                   lambda: w.text("Elements summary"))
        if "GLSTEP_TEST_SHOTS" in os.environ:
            w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "unwritten-elements.png"))
        w.press("Continue")
        eventually("unwritten-elements-written", "none", lambda: w.text("Elements summary").endswith(" vertices"), lambda: w.text("Elements summary"))


def main():
    elements()
    with ShownTexts() as texts, tempfile.TemporaryDirectory() as folder:
        stages(texts)
        path = os.path.join(folder, "parts.txt")
        with open(path, "w", encoding="ascii") as file:
            file.write(PARTS_TEXT)
        with test_window("unwritten-parts", [GLSTEP, "--first-draw", "--", os.path.join(BUILD, "test-shader"), "core", "33", path]) as w:
            w.wait()
            run_parts("unwritten", (parts,), w, texts)
    return verdict.failed


sys.exit(main())
