#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`glstep dap`, driven as an editor does (tests/glstep_dap.py): glstep-example with its own shader files as the user's, whose values are
computed here; shaders that a program puts together from files; what editors send that is wrong."""

import base64
import json
import os
import struct
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Results, program  # noqa: E402
from glstep_dap import Editor, Failed  # noqa: E402

SOURCE = os.environ["top_srcdir"]
EXAMPLES = os.path.join(SOURCE, "examples")
SCENE = os.path.join(EXAMPLES, "scene-330.frag")


def line_in(path, text):
    with open(path, encoding="utf-8") as file:
        return next(number for number, line in enumerate(file, 1) if text in line)


def top(editor):
    return editor.frames(startFrame=0, levels=1)[0]


def value(editor, name, frame=1):
    return editor.evaluate(name, frameId=frame)["result"]


# A shader whose values are small integers, exact in floats; the program that runs it draws 16 x 16 pixels.
VERTEX = "#version 330\nin vec2 corner;\nvoid main() { gl_Position = vec4(corner, 0, 1); }\n"
FRAGMENT = """#version 330
// The user's file.
out vec4 color;
uniform float scale[3];
struct Pair {
	vec2 a;
	int b[4];
};
float twice(float v)
{
	float sum = v;
	sum += v; /* the second half */
	return sum;
}
void main()
{
	float x = floor(gl_FragCoord.x), y = floor(gl_FragCoord.y);
	Pair pair = Pair(vec2(x, y), int[4](1, 2, 3, 4));
	mat2 m = mat2(1.0, 2.0, 3.0, 4.0);
	int n = 0;
	for (int i = 0; i < 4; i++) {
		n += pair.b[i];
	}
	if (x > 4.0 && y > 2.0)
		x = twice(x);
	color = vec4(x, y, float(n), 1.0);
}
"""


class Files:
    """A folder with the user's files; and test-shader, with what it makes of them."""

    def __init__(self, fragment=FRAGMENT, given=None, **more):
        """given: what the program gives to GL; it is made of the files' text. more: other files."""
        self.folder = tempfile.TemporaryDirectory()
        self.fragment = self.add("user.frag", fragment)
        for name, text in more.items():
            self.add(name.replace("_", "."), text)
        self.shader = self.add(".given", f"[vertex]\n{VERTEX}[fragment]\n{given or fragment}")

    def add(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def launch(self, editor, configure, **more):
        editor.launch(program("test-shader"), "core", "33", self.shader, cwd=self.folder.name, configure=configure, **more)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()


def check_breakpoint():
    """The first pixel that comes to the line has it in focus: x = 5 and y = 3 are the least of which the condition is true."""
    with Files() as files, Editor() as editor:
        at = line_in(files.fragment, "sum += v;")
        files.launch(editor, lambda editor: editor.breakpoints(files.fragment, at))
        stop = editor.stopped()
        assert stop["reason"] == "breakpoint" and stop["allThreadsStopped"], stop
        changed = editor.await_event("breakpoint") if not editor.events("breakpoint") else editor.events("breakpoint")[0]
        assert changed["breakpoint"]["verified"] and stop["hitBreakpointIds"] == [changed["breakpoint"]["id"]], (changed, stop)
        frames = editor.frames()
        assert [frame["line"] for frame in frames[:2]] == [at, line_in(files.fragment, "x = twice(x);")], frames
        assert all(frame["source"]["path"] == files.fragment for frame in frames[:2]), frames
        assert frames[0]["name"].startswith("twice") and frames[1]["name"].startswith("main"), frames
        assert frames[2]["name"].startswith("glDrawArrays("), frames
        assert any("main" == frame["name"] for frame in frames[3:]), "the program's own frames are not there"
        assert value(editor, "v") == "5" and value(editor, "y", 2) == "3" and value(editor, "gl_FragCoord.xy", 2) == "(5.5, 3.5)"
        editor.step("next")
        assert value(editor, "sum") == "10", value(editor, "sum")
        editor.step("stepBack")
        assert value(editor, "sum") == "5" and top(editor)["line"] == at
        editor.step("stepOut")
        assert editor.frames()[0]["name"].startswith("main")
        editor.step("reverseContinue")
        assert top(editor)["line"] == at


results = Results()
results.check("dap-breakpoint", check_breakpoint)
sys.exit(1 if results.failed else 0)
