#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What the user changes in the window, by accessibility: a shader's source, the tests of the debug draw, uniforms, breakpoints,
how values are shown; the call stacks. Compared with the console, with arithmetic, and with the program's own window.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from ui_driver import Atspi, Gdk, Shot, Window, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
EXAMPLE = [os.path.join(BUILD, "glstep-example"), "--nan", "--time-step", "0.04",
           "--size", "320x240"]
VERTEX = "#version 130\nin vec4 corner;\nvoid main() { gl_Position = corner; }\n"
SEVERAL = ("""#version 130
int steps(int n);
out vec4 color;
void main()
{
	int n = steps(int(gl_FragCoord.x));
	color = vec4(float(n), 0.0, 0.0, 1.0);
}
""", """#version 130
int steps(int n)
{
	int sum = 0;
	sum += n;
	return sum;
}
""")
# As a program's own preprocessor leaves it: what stands before #line is not the author's.
LINES = """#version 330
#define lowp
#define mediump
#define highp
#line 1
uniform float level;
out vec4 color;
void main()
{
	color = vec4(level);
}
"""


def to_draw(w):
    w.wait()
    for _ in range(3):
        w.press("Next draw")


def cursor_line(w, name="Source editor"):
    interface = w.find(name).get_text_iface()
    text = Atspi.Text.get_text(interface, 0, Atspi.Text.get_character_count(interface))
    return text[:Atspi.Text.get_caret_offset(interface)].count("\n") + 1


def follows(w, console):
    """Where the shader stands, the editor begins; and there it is again after another source was shown."""
    w.press("Debug fragment shader")
    for _ in range(3):
        w.press("Step into")
    console.run("shader fragment")
    for _ in range(3):
        where = console.run("shader step")
    w.tab("Editor")
    verdict("edit-follows", cursor_line(w) == where["line"] > 1, f"line {cursor_line(w)}, not {where['line']}")
    w.press("Leave")
    console.run("shader leave")
    w.choose("Source to edit", "vertex")
    w.choose("Source to edit", "fragment")
    verdict("edit-stays", cursor_line(w) == where["line"], f"line {cursor_line(w)}, not {where['line']}")


def find(w, console):
    """Ctrl+F searches in the editor while that has the keyboard, and F3 goes on round the end."""
    w.tab("Editor")
    w.front()
    w.caret("Source editor", 1)
    w.window_key("f", control=True)
    wait_until("the entry", lambda: w.showing("Find in the editor"))
    lines = [i for i, line in enumerate(w.text("Source editor").split("\n"), 1) for _ in range(line.count("hit."))]
    w.enter("Find in the editor", "HIT.")
    eventually("edit-find", "the first one", lambda: cursor_line(w) == lines[0], lambda: f"line {cursor_line(w)}, not {lines[0]}")
    eventually("edit-find-count", "which of how many", lambda: w.text("Matches in the editor") == f"1 of {len(lines)}", lambda: w.text("Matches in the editor"))
    found = []
    for _ in lines:
        w.key(0xffc0)  # F3
        found.append(cursor_line(w))
    verdict("edit-find-next", len(set(lines)) > 1 and found == lines[1:] + lines[:1], f"{found}, not {lines}")
    w.press("Previous match in the editor", wait=False)
    w.painted()
    verdict("edit-find-previous", cursor_line(w) == lines[-1], f"line {cursor_line(w)}, not {lines[-1]}")
    w.find("Find in the editor").get_component_iface().grab_focus()
    w.key(0xff1b)
    verdict("edit-find-closed", not w.showing("Find in the editor"), "the entry is still there")


def editor(w, console):
    """A source that the driver refuses: its messages at their lines. One that it takes: the program draws with it. Put back."""
    w.tab("Editor")
    text = w.text("Source editor")
    verdict("edit-shows-source", text == console.run("source fragment")["source"], "another text than `source fragment`")
    verdict("edit-unchanged", not w.enabled("Compile") and "has not been changed" in w.why("Compile"), w.why("Compile"))
    lines = text.split("\n")
    line = next(i for i, t in enumerate(lines) if "vec3 result = shade(ray, hit);" in t) + 1
    w.enter("Source editor", text.replace("vec3 result = shade(ray, hit);", "vec3 result = shade(ray, hit, 1);"))
    w.press("Compile")
    rows = wait_until("the driver's messages", lambda: w.rows("Driver's messages"))
    verdict("edit-refused", any(r[0] == str(line) and "shade" in r[1] for r in rows), f"line {line} is not in {rows}")
    verdict("edit-at-line", cursor_line(w) == line, f"the cursor is in line {cursor_line(w)}, not {line}")
    verdict("edit-state", w.text("Editor state") == "The driver rejects it", w.text("Editor state"))
    red = text.replace("color = vec4(result, 1.0);", "color = vec4(result * 0.0 + vec3(1.0, 0.0, 0.0), 1.0);")
    assert red != text
    w.enter("Source editor", red)
    w.caret("Source Fragment", line)
    w.press("Compile")
    eventually("edit-source-stays", f"line {line}", lambda: "* 0.0" in w.text("Source Fragment") and cursor_line(w, "Source Fragment") == line,
               lambda: f"line {cursor_line(w, 'Source Fragment')}")
    w.caret("Source editor", line)
    verdict("edit-taken", "In use in place" in w.text("Editor state"), w.text("Editor state"))
    w.press("Debug fragment shader")
    verdict("edit-while-debugged", "debug this shader with it" in w.why("Compile") and "has not been changed" in w.why("Compile"), w.why("Compile"))
    w.press("Continue")
    w.type("New watch", "color")
    row = wait_until("the colour", lambda: (r := w.row("Watches", "color")) and r[1] not in ("", "…") and r)
    verdict("edit-debugged", row[1] == "(1, 0, 0, 1)", f"{row}")
    formats(w)
    w.press("Leave")
    w.press("Step")
    w.press("Step")
    shot = w.shot()
    reds = shot.count(w.extents("Framebuffer"), (255, 0, 0))
    verdict("edit-drawn", reds > 2000, f"{reds} red pixels in the framebuffer's picture")
    while w.text("Source editor") != red:
        w.press("Next draw")
    w.press("Put back")
    verdict("edit-put-back", w.text("Source editor") == text and not w.enabled("Put back"), w.text("Editor state"))
    verdict("edit-put-back-stays", cursor_line(w) == line, f"the cursor is in line {cursor_line(w)}, not {line}")


def find_in_list():
    """Ctrl+F in a list searches there, not in the source."""
    with test_window("edit-list", [GLSTEP, "--", *EXAMPLE]) as w:
        to_draw(w)
        w.press("Debug fragment shader")
        for _ in range(4):
            w.press("Step over")
        w.tab("GL state")
        wait_until("the state", lambda: w.n_rows("GL state") > 20)
        w.find("GL state").get_component_iface().grab_focus()
        w.front()
        w.window_key("f", control=True)
        w.write("blend")
        table = w.find("GL state").get_table_iface()

        def selected():
            return [" ".join(w._cell(table, row, k) for k in range(2)).lower() for row in Atspi.Table.get_selected_rows(table)]

        eventually("edit-list-found", "a row with what is sought", lambda: any("blend" in row for row in selected()), lambda: f"{selected()}")
        verdict("edit-list-source", not w.showing("Find in the source"), "the source is searched")
        w.key(Gdk.KEY_Escape)


def press_control_enter(w):
    before = w.wait()
    w.find("Source editor").get_component_iface().grab_focus()
    w.front()
    Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.PRESS)
    w.key(Gdk.KEY_Return)
    Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.RELEASE)
    w.wait(before)


def debugged():
    """Ctrl+Enter while the shader is debugged: it is debugged with the new text, at the line where it stood, for the same pixel; and it stays so
    where the driver rejects the text."""
    old, new = "vec3 result = shade(ray, hit);", "vec3 result = shade(ray, hit);\n\tresult = vec3(0.25, 0.5, 0.75);\n"
    with test_window("edit-debugged", [GLSTEP, "--", *EXAMPLE]) as w:
        to_draw(w)
        w.press("Debug fragment shader")
        w.type("Pixel", "100, 20", wait=True)
        source = w.text("Source Fragment")
        line = next(n for n, text in enumerate(source.split("\n"), 1) if text.strip().startswith("color = "))
        w.caret("Source Fragment", line)
        w.press("To cursor")
        w.tab("Editor")
        w.enter("Source editor", source.replace(old, new))
        press_control_enter(w)
        eventually("edit-debugged-place", "the line where it stood", lambda: w.text("Position") == f"fragment:{line + 2}", lambda: w.text("Position"))
        verdict("edit-debugged-pixel", w.text("Pixel in focus") == "pixel 100, 20", w.text("Pixel in focus"))
        eventually("edit-debugged-value", "the new text's value", lambda: w.row("Variables", "result")[1] == "(0.25, 0.5, 0.75)", lambda: f"{w.row('Variables', 'result')}")
        w.enter("Source editor", source.replace(old, "nonsense"))
        press_control_enter(w)
        eventually("edit-debugged-rejected", "the driver's messages", lambda: w.rows("Driver's messages") and w.enabled("Leave"))
        verdict("edit-debugged-stays", w.text("Pixel in focus") == "pixel 100, 20" and w.row("Variables", "result")[1] == "(0.25, 0.5, 0.75)",
                f"{w.text('Pixel in focus')}, {w.row('Variables', 'result')}")


def last_line():
    """With the driver's messages below the text, all of it can still be scrolled to: also where the view slides there, as on a desktop."""
    w = Window([GLSTEP, "--", *EXAMPLE], {**os.environ, "GS_TEST_ANIMATIONS": "1"})
    try:
        w.wait()
        w.press("Next draw")
        w.tab("Editor")
        w.front()
        text = w.text("Source editor")
        w.enter("Source editor", text.replace("void main()\n{", "void main()\n{\n\tnothing;"))
        w.press("Compile")
        wait_until("the driver's messages", lambda: w.rows("Driver's messages"))
        w.painted()
        text = w.text("Source editor")
        w.caret("Source editor", text[:text.index("nothing")].count("\n") + 1)
        w.write(" ")  # the text below is laid out anew
        w.painted()
        text = w.text("Source editor").rstrip("\n")
        w.caret("Source editor", text.count("\n") + 1)

        def place():
            character = Atspi.Text.get_character_extents(w.find("Source editor").get_text_iface(), len(text) - 1, Atspi.CoordType.SCREEN)
            return character.y + character.height, w.extents("Driver's messages")[1]
        eventually("edit-last-line", "the last line above the messages", lambda: place()[0] <= place()[1], lambda: f"{place()}")
    finally:
        w.close()


def cursor_stays():
    """Where the user writes, whether the driver takes it or not, and where its text is put back."""
    with test_window("edit-cursor", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Next draw")
        w.tab("Editor")
        w.front()
        lines = w.text("Source editor").rstrip("\n").split("\n")
        line = len(lines) - 2
        w.caret("Source editor", line)
        interface = w.find("Source editor").get_text_iface()
        at = Atspi.Text.get_caret_offset(interface) + len(lines[line - 1])
        Atspi.Text.set_caret_offset(interface, at)

        def is_seen():
            where = Atspi.Text.get_character_extents(w.find("Source editor").get_text_iface(), len("\n".join(lines[:line - 1])) + 2, Atspi.CoordType.SCREEN)
            _, top, _, height = w.extents("Source editor")
            return top <= where.y and where.y + where.height <= top + height

        for name, written, state in ("refused", " nothing;", "The driver rejects it"), ("taken", " ;", "In use in place of the program's own"):
            w.write(written)
            w.press("Compile")
            wait_until(state, lambda state=state: w.text("Editor state") == state)
            w.painted()
            there = Atspi.Text.get_caret_offset(w.find("Source editor").get_text_iface())
            verdict(f"edit-cursor-{name}", there == at + len(written), f"it is at {there}, not {at + len(written)}")
            w.press("Put back", wait=False)
            wait_until("the program's own", lambda: w.text("Editor state") == "The program's own")
            verdict(f"edit-cursor-{name}-back", cursor_line(w) == line, f"line {cursor_line(w)}, not {line}")
            eventually(f"edit-cursor-{name}-seen", f"line {line}", is_seen, lambda: w.extents("Source editor"))
            Atspi.Text.set_caret_offset(w.find("Source editor").get_text_iface(), at)


def undo_in_editor(w):
    w.find("Source editor").get_component_iface().grab_focus()
    w.front()
    w.window_key("z", control=True)


def undone():
    """What was put back comes again with Ctrl+Z: text that was never compiled, and text in use, also where another source was shown meanwhile."""
    with test_window("edit-undone", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Next draw")
        w.tab("Editor")
        own = w.text("Source editor")
        mine = own.replace("void main()", "/* mine */ void main()")
        assert mine != own
        w.enter("Source editor", mine)
        for name, leaves in ("written", False), ("compiled", False), ("left", True):
            if name != "written":
                w.press("Compile")
                wait_until("it in use", lambda: "In use in place" in w.text("Editor state"))
            w.press("Put back", wait=False)
            wait_until("the program's own", lambda: w.text("Editor state") == "The program's own" and w.text("Source editor") == own)
            if leaves:
                w.choose("Source to edit", "vertex")
                wait_until("the vertex shader", lambda: w.text("Source editor") != own)
                w.choose("Source to edit", "fragment")
                wait_until("the fragment shader", lambda: w.text("Source editor") == own)
            undo_in_editor(w)
            eventually(f"edit-undone-{name}", "the user's text, not compiled", lambda: w.text("Source editor") == mine and
                       w.text("Editor state") == "Changed, not compiled yet", lambda: w.text("Editor state"))


def said_of_text():
    """That the driver rejects it is said of the text that it was given, and of no other."""
    with test_window("edit-said", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Next draw")
        w.tab("Editor")
        own = w.text("Source editor")
        wrong = own.replace("void main()", "nonsense main()")
        for name, text, state in (("rejected", wrong, "The driver rejects it"), ("changed", own + "// mine\n", "Changed, not compiled yet"),
                                  ("again", wrong, "The driver rejects it"), ("own", own, "The program's own")):
            w.enter("Source editor", text)
            if name == "rejected":
                w.press("Compile")
            eventually(f"edit-said-{name}", state, lambda state=state: w.text("Editor state") == state, lambda: w.text("Editor state"))
        w.enter("Source editor", wrong)
        w.choose("Source to edit", "vertex")
        w.enter("Source editor", w.text("Source editor") + "// mine\n")
        eventually("edit-said-other", "not compiled", lambda: w.text("Editor state") == "Changed, not compiled yet", lambda: w.text("Editor state"))


def outlives_program():
    """What the user has written stays where the program ends and where it starts anew, until the user puts it back."""
    with test_window("edit-end", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Next draw")
        w.tab("Editor")
        own = w.text("Source editor")
        red = own.replace("color = vec4(result, 1.0);", "color = vec4(1.0, 0.0, 0.0, 1.0);")
        assert red != own
        w.enter("Source editor", red)
        w.press("Compile")
        w.press("Kill")
        verdict("edit-end-kept", w.text("Source editor") == red and not w.enabled("Compile"), w.text("Editor state"))
        w.press("Restart")
        w.press("Next draw")
        eventually("edit-restart-kept", "the user's text, not compiled", lambda: w.text("Source editor") == red and
                   w.text("Editor state") == "Changed, not compiled yet", lambda: w.text("Editor state"))
        w.press("Compile")
        eventually("edit-restart-compiled", "in use", lambda: "In use in place" in w.text("Editor state"), lambda: w.text("Editor state"))
        w.press("Put back")
        eventually("edit-restart-back", "the program's own", lambda: w.text("Source editor") == own and
                   w.text("Editor state") == "The program's own", lambda: w.text("Editor state"))
        w.press("Kill")
        eventually("edit-end-own", "no source", lambda: w.text("Source editor") == "", lambda: w.text("Editor state"))


def question(w):
    """The texts of the question whether to go on."""
    wait_until("the question", lambda: w.dialog_button("Cancel"))
    found = wait_until("its text", lambda: [a.get_name() for a in w._walk(w.app.get_child_at_index(w.app.get_child_count() - 1))
                                            if a.get_role() == Atspi.Role.LABEL and a.get_name()])
    if "KEEP" in os.environ:
        w.painted()
        Shot().save(os.path.join(os.environ["KEEP"], f"question-{found[0][:3]}.png"))
    w.answer("Cancel")
    wait_until("the question's end", lambda: not w.dialog_button("Cancel"))
    return " ".join(found)


def asks_before_loss():
    """What would lose an edited text names its shader before, also where no program lives; what keeps it does not."""
    with test_window("edit-lost", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Next draw")
        w.tab("Editor")
        own = w.text("Source editor")
        w.press("Restart", wait=False)
        verdict("edit-lost-none", "edited" not in (said := question(w)), said)
        w.enter("Source editor", own + "// mine\n")
        lost = "What you have edited is lost: the fragment shader of program 1."
        w.press("Restart", wait=False)
        verdict("edit-lost-restart", "edited" not in (said := question(w)), said)
        w.front()
        w.window_keys("n", control=True)
        verdict("edit-lost-session", "has not ended yet." in (said := question(w)) and lost in said, said)
        w.press("Compile")
        w.front()
        w.window_keys("q", control=True)
        verdict("edit-lost-compiled", "has not ended yet." in (said := question(w)) and lost in said, said)
        w.press("Kill")
        w.front()
        w.window_keys("q", control=True)
        verdict("edit-lost-ended", "empties the editor." in (said := question(w)) and lost in said, said)
        verdict("edit-lost-kept", w.text("Source editor") == own + "// mine\n", w.text("Source editor")[-20:])
        w.press("Restart")
        w.press("Next draw")
        w.press("Put back", wait=False)
        eventually("edit-lost-back", "the program's own", lambda: w.text("Source editor") == own, lambda: w.text("Editor state"))
        w.press("Kill")
        w.front()
        w.window_keys("q", control=True)
        eventually("edit-lost-nothing", "glstep's end", lambda: w.process.poll() is not None)


def stages_of_pipeline():
    """Of a pipeline's programs that one is edited whose source is; the vertex program is also in use with another fragment program."""
    with test_window("edit-pipeline", [GLSTEP, "--", os.path.join(BUILD, "test-pipeline"), "--second", "--frames", "3"]) as w:
        w.wait()
        w.press("Next draw")
        w.tab("Editor")
        for stage, text, other in ("vertex", "* scale", "* 0.4"), ("fragment", "0.25", "0.75"):
            w.choose("Source to edit", stage)
            w.enter("Source editor", w.text("Source editor").replace(text, other))
            w.press("Compile")
            eventually(f"edit-pipeline-{stage}", "in use", lambda: "In use in place" in w.text("Editor state"), lambda: w.text("Editor state"))
        w.press("Next draw")
        eventually("edit-pipeline-other", "the other fragment program's own", lambda: "vec4(0.5)" in w.text("Source editor") and
                   w.text("Editor state") == "The program's own", lambda: w.text("Editor state"))
        w.choose("Source to edit", "vertex")
        verdict("edit-pipeline-shared", "* 0.4" in w.text("Source editor") and "In use in place" in w.text("Editor state"), w.text("Editor state"))
        w.choose("Source to edit", "fragment")
        w.press("Next draw")
        eventually("edit-pipeline-again", "in use again", lambda: "0.75" in w.text("Source editor") and
                   "In use in place" in w.text("Editor state"), lambda: w.text("Editor state"))


def player_anew():
    """Of a trace whose player is started anew the user's source stays in use: it is an edit of the trace, whose program now has it as its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", path, "--", *EXAMPLE, "--frames", "1"], check=True, stderr=subprocess.DEVNULL)
        with test_window("edit-anew", [GLSTEP, path]) as w:
            w.wait()
            w.press("Next draw")
            w.tab("Editor")
            red = w.text("Source editor").replace("color = vec4(result, 1.0);", "color = vec4(1.0, 0.0, 0.0, 1.0);")
            w.enter("Source editor", red)
            w.press("Compile")
            verdict("edit-anew-compiled", "vec4(1.0, 0.0, 0.0, 1.0)" in w.text("Source Fragment") and "In use in place" in w.text("Editor state"),
                    w.text("Editor state"))
            w.tab("Call")
            w.press("Come back")
            w.tab("Editor")
            eventually("edit-anew-state", "the edited trace's", lambda: w.text("Editor state") == "The program's own", lambda: w.text("Editor state"))
            verdict("edit-anew-own", "vec4(1.0, 0.0, 0.0, 1.0)" in w.text("Source Fragment"), w.text("Source Fragment"))
            verdict("edit-anew-text", w.text("Source editor") == red, "the user's text is gone")


def line_directives():
    """Messages count lines from #line on: they are marked where they belong."""
    text = LINES.replace("vec4(level)", "vec4(levels)")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines.frag")
        with open(path, "w", encoding="ascii") as file:
            file.write(f"[vertex]\n{VERTEX}[fragment]\n{LINES}")
        with test_window("lines", [GLSTEP, "--", os.path.join(BUILD, "test-shader"), "compatibility", "33", path]) as w:
            w.wait()
            w.press("Next draw")
            w.tab("Editor")
            w.enter("Source editor", text)
            w.press("Compile")
            rows = wait_until("the driver's messages", lambda: w.rows("Driver's messages"))
            line = next(i for i, t in enumerate(text.split("\n")) if "levels" in t) + 1
            verdict("edit-line-directive", any(r[0] == str(line) and "levels" in r[1] for r in rows), f"not line {line}: {rows}")
            verdict("edit-line-directive-cursor", cursor_line(w) == line, f"the cursor is in line {cursor_line(w)}, not {line}")
            if "GLSTEP_TEST_SHOTS" in os.environ:
                w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "line-directive.png"))


def formats(w):
    """The colour red as bits, hexadecimal, colour; what is copied."""
    expected = {"Hexadecimal": "(0x{0}, 0x00000000, 0x00000000, 0x{0})".format(struct.pack(">f", 1).hex()),
                "Bits as integer": "({0}, 0, 0, {0})".format(struct.unpack(">i", struct.pack(">f", 1))[0]),
                "Colour": "▕██▏#ff0000  (1, 0, 0, 1)", "As declared": "(1, 0, 0, 1)"}
    for name, text in expected.items():
        w.choose("Value format", name)
        eventually(f"values-{name}", "the format", lambda t=text: w.row("Watches", "color")[1] == t,
                   lambda t=text: f"{w.row('Watches', 'color')}, not {t}")


def stack(w, console):
    """The program's functions are those of `backtrace`, below the shader's."""
    w.tab("Call stack")
    told = [f.get("function") for f in console.run("backtrace")["frames"]]
    rows = wait_until("the call stack", lambda: w.rows("Call stack"))
    shown = [r[0] for r in rows]
    named = [t for t in told if t]
    verdict("host-stack", [s for s in shown if s in named] == named and "main" in shown, f"{shown} against {told}")
    lines = {r[0]: r[1] for r in rows}
    wrong = [f for f in console.run("backtrace")["frames"] if f.get("line") and lines.get(f["function"]) != str(f["line"])]
    verdict("host-stack-lines", not wrong, f"{wrong} against {lines}")


def tests(w, console):
    """Tests off: as many fragments as `set test depth off` tells; reset: as before."""
    w.press("Debug fragment shader")
    before = w.text("Pixels here")
    w.press("Tests", wait=False)
    wait_until("the popover", lambda: w.showing("Depth test"))
    n = w.n_done()
    w.choose("Depth buffer", "cleared to")
    w.wait(n)
    console.run("shader fragment")
    console.run("set buffer depth clear 1")
    total = console.run("where")["total"]
    here = wait_until("the count", lambda: w.text("Pixels here"))
    verdict("tests-depth", here.split()[2] == str(total), f"{here} against {total}")
    n = w.n_done()
    w._act("One fragment")
    w.wait(n)
    console.run("focus 160 120 fragment 0")
    verdict("tests-fragment", w.text("Pixel in focus").endswith("fragment 0") or "fragment 0" in w.text("Pixel in focus"),
            w.text("Pixel in focus"))
    total = console.run("where")["total"]
    verdict("tests-fragment-total", w.text("Pixels here").split()[2] == str(total), f"{w.text('Pixels here')} against {total}")
    w.press("Tests as the program")
    verdict("tests-reset", w.text("Pixels here") == before and w.text("Pixel in focus").startswith("pixel") and
            "fragment" not in w.text("Pixel in focus"), f"{w.text('Pixels here')} against {before}, {w.text('Pixel in focus')}")
    w.key(0xff1b)
    w.press("Leave")


def uniform(w, console):
    """A value typed into the list: the shader sees it, and the console agrees on what it does."""
    w.tab("Uniforms")
    said = {row[0]: row[3] for row in w.rows("Uniforms")}
    verdict("uniforms-as-linked", said["tiles"] == "as linked" and not said["light"], f"{said}")
    w.edit("Uniforms", "rim_scale", 1, "0.5")
    w.press("Debug fragment shader")
    wait_until("the variables", lambda: w.row("Variables", "rim_scale"))
    wait_until("its value", lambda: w.row("Variables", "rim_scale")[1])
    verdict("uniform-edited", w.row("Variables", "rim_scale")[1] == "0.5", f"{w.row('Variables', 'rim_scale')}")
    w.press("Leave")
    w.tab("Uniforms")
    before = w.row("Uniforms", "light")[1]
    w.edit("Uniforms", "light", 1, "1, 2")
    verdict("uniform-refused", w.showing("Message"), "two numbers for a vec3 are taken in silence")
    verdict("uniform-kept", w.row("Uniforms", "light")[1] == before, f"{w.row('Uniforms', 'light')}")
    w.edit("Uniforms", "light", 1, "1, 2, 3")
    wait_until("the value", lambda: w.row("Uniforms", "light")[1] == "1, 2, 3")
    verdict("uniform-vector", True)


def values(w):
    return {r[0]: r[1] for r in w.rows("GL state") if r[0].isupper()}


def changed_state(w):
    """What differs from the stop before is all that "changed only" leaves: the program, where one is chosen."""
    w.tab("GL state")
    wait_until("the state", lambda: w.n_rows("GL state") > 20)
    while "glUseProgram" not in w.last_row("GL calls")[1]:
        w.press("Step")
    before = values(w)
    w.press("Step")
    after = values(w)
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    verdict("state-program-changed", "GL_CURRENT_PROGRAM" in changed, f"{changed}")
    w.press("Changed only", wait=False)
    eventually("state-changed-only", "what has changed, alone", lambda: values(w) == changed, lambda: f"{values(w)}, not {changed}")
    w.press("Changed only", wait=False)


def objects():
    """Two fragment shader objects: breakpoints belong to theirs, and a double click goes there."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "several.frag")
        with open(path, "w") as file:
            file.write("[vertex]\n" + VERTEX + "".join("[fragment]\n" + text for text in SEVERAL))
        argv = [os.path.join(BUILD, "test-shader"), "compatibility", "33", path]
        with test_window("objects", [GLSTEP, "--", *argv]) as w:
            w.wait()
            w.press("Next draw")
            w.press("Debug fragment shader")
            w.tab("Breakpoints")
            w.page("Fragment 2")
            w.caret("Source Fragment 2", 5)
            w.front()
            before = w.n_done()
            w.key(0xffc6)  # F9
            w.wait(before)
            rows = wait_until("the breakpoint", lambda: w.rows("Breakpoints"))
            verdict("object-break", rows[0][0] == "line 5 of object 2", f"{rows}")
            w.press("Continue")
            verdict("object-break-hit", w.text("Function").endswith("steps") and w.text("Position") == "fragment:5",
                    f"{w.text('Function')} {w.text('Position')}")
            w.press("Reset")
            w.page("Fragment 1")
            w.activate("Breakpoints", rows[0][0], wait=False)
            wait_until("the other object's source", lambda: w.showing("Source Fragment 2"))
            verdict("object-break-go", True)
            w.edit("Breakpoints", rows[0][0], 2, "any")
            wait_until("the breakpoint for any element", lambda: w.rows("Breakpoints")[0][2] == "any")
            w.edit("Breakpoints", rows[0][0], 1, "n == 3")
            wait_until("the condition", lambda: w.rows("Breakpoints")[0][1] == "n == 3")
            row = w.rows("Breakpoints")[0]
            verdict("object-break-number", row[3:] == ["1", "", "1"], f"changed, it has other hits or another number: {row}")
            w.press("Reset")
            w.press("Continue")
            verdict("object-break-any", w.text("Position") == "fragment:5", w.text("Position"))
            w.type("New breakpoint", "glClear if mask == 0", wait=True)
            w.edit("Breakpoints", "call glClear", 1, "mask & GL_COLOR_BUFFER_BIT")
            row = w.row("Breakpoints", "call glClear")
            verdict("call-break-condition", row[1:] == ["mask & GL_COLOR_BUFFER_BIT", "", "0", "", "2"], f"{row}")
            w.edit("Breakpoints", "call glClear", 1, "nonsense > 3")
            verdict("call-break-refused", w.showing("Message") and "nonsense" in w.text("Message"), w.text("Message"))
            verdict("call-break-kept", w.row("Breakpoints", "call glClear")[1:] == row[1:], f"{w.row('Breakpoints', 'call glClear')}")


def main():
    with test_window("edit", [GLSTEP, "--", *EXAMPLE]) as w:
        to_draw(w)
        with Console(EXAMPLE) as console:
            console.run("next draw 3")
            run_parts("edit", (stack, uniform, follows, find, editor), w, console)
            while "march" not in console.run("source fragment")["source"]:
                console.run("next draw")
            w.press("Next draw")
            while "march" not in w.text("Source editor"):
                w.press("Next draw")
            tests(w, console)
        changed_state(w)
    objects()
    line_directives()
    run_parts("edit", (debugged, find_in_list, last_line, cursor_stays, undone, said_of_text, outlives_program, asks_before_loss, stages_of_pipeline, player_anew))
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
