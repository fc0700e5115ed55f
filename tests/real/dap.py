#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`glstep dap`, driven as an editor does (tests/glstep_dap.py): glstep-example with its own shader files as the user's, whose values are
computed here; shaders that a program puts together from files; what editors send that is wrong."""

import base64
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Results, program  # noqa: E402
from glstep_dap import Editor, Failed  # noqa: E402
from patience import patience, wait_until  # noqa: E402

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


def ended(editor):
    """The program ends, and nothing stops it before."""
    assert editor.await_event("stopped", "terminated")[0] == "terminated", "it stops once more"


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
	color = vec4(x, y, float(n) + scale[0] * scale[2], 1.0);
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



def check_values():
    """Parts of structs, arrays and matrices, as GLSL names them; in pages; at the caller's frame; what is no expression."""
    with Files() as files, Editor() as editor:
        at = line_in(files.fragment, "color = vec4(x,")
        files.launch(editor, lambda editor: editor.breakpoints(files.fragment, at))
        editor.stopped()
        scopes = editor.scopes(top(editor)["id"])
        assert {"Locals", "Inputs", "Outputs", "Uniforms", "Built-ins"} <= scopes.keys(), scopes
        local = editor.variables(scopes["Locals"])
        assert {"x", "y", "pair", "m", "n"} <= local.keys() and local["n"]["value"] == "10" and local["n"]["type"] == "int", local
        pair = editor.variables(local["pair"]["variablesReference"])
        assert pair["a"]["value"] == "(0, 0)" and pair["a"]["evaluateName"] == "pair.a" and pair["b"]["indexedVariables"] == 4, pair
        some = editor.request("variables", variablesReference=pair["b"]["variablesReference"], filter="indexed", start=1, count=2)["variables"]
        assert [(one["name"], one["value"], one["type"]) for one in some] == [("[1]", "2", "int"), ("[2]", "3", "int")], some
        assert editor.evaluate(some[0]["evaluateName"])["result"] == "2"
        columns = editor.variables(local["m"]["variablesReference"])
        assert columns["[1]"]["value"] == "(3, 4)" and columns["[1]"]["type"] == "vec2", columns
        assert editor.variables(columns["[1]"]["variablesReference"])["y"]["value"] == "4"
        assert editor.variables(scopes["Outputs"])["color"]["value"].startswith("not written yet"), "color is not written here"
        assert "gl_FragCoord" in editor.variables(scopes["Built-ins"]), "the shader reads gl_FragCoord"
        uniform = editor.variables(scopes["Uniforms"])["scale"]
        assert uniform["type"] == "float[3]" and uniform["indexedVariables"] == 3, uniform
        assert editor.evaluate("m * vec2(1.0, 1.0)", context="hover")["result"] == "(4, 6)"
        assert "xyzzy" in editor.refused("evaluate", expression="xyzzy", context="watch")
        image = editor.request("glstep/image", expression="gl_FragCoord.x")
        data = base64.b64decode(image["data"])
        assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == (16, 8), data[:24]
        assert (image["result"]["min"], image["result"]["max"]) == (0.5, 15.5), image["result"]
        call = editor.scopes(editor.frames()[1]["id"])
        arguments = editor.variables(call["Call arguments"])
        assert arguments["mode"]["value"] == "GL_TRIANGLES" and arguments["count"]["value"] == "3", arguments
        state = editor.request("variables", variablesReference=call["GL state"], start=0, count=5)["variables"]
        assert len(state) == 5
        old = scopes["Locals"]
        editor.step("next")
        editor.request("continue", threadId=1)
        ended(editor)
        assert "notStopped" in editor.refused("variables", variablesReference=old)


def check_conditions():
    """n is 1 + 2 before the third turn of the loop, 0, 1, 3 and 6 before each; the pixels after the first one are not looked at."""
    with Files() as files, Editor() as editor:
        at = line_in(files.fragment, "n += pair.b[i];")
        files.launch(editor, lambda editor: editor.breakpoints(files.fragment, {"line": at, "condition": "i == 2"}))
        editor.stopped()
        assert (value(editor, "n"), value(editor, "i")) == ("3", "2")
        again = editor.breakpoints(files.fragment, {"line": at, "hitCondition": ">= 1"}, {"line": at, "hitCondition": "soon"})
        assert again[0]["verified"] and not again[1]["verified"] and "soon" in again[1]["message"], again
        editor.step("continue")
        assert (value(editor, "n"), value(editor, "i")) == ("6", "3")
        editor.step("reverseContinue")
        assert (value(editor, "n"), value(editor, "i")) == ("3", "2")
        editor.request("restart")
        editor.breakpoints(files.fragment, {"line": at, "hitCondition": "3"})
        # what is set while it runs counts at once
    with Files() as files, Editor() as editor:
        files.launch(editor, lambda editor: editor.breakpoints(files.fragment, {"line": at, "logMessage": "n {n} i {i} {{b}"}, {"line": at + 2, "hitCondition": "2"}))
        ended(editor)
        said = "".join(body["output"] for body in editor.events("output") if "source" in body)
        assert said.splitlines() == [f"n {n} i {i} {{b}}" for i, n in enumerate((0, 1, 3, 6))], said
        assert editor.events("exited")[0]["exitCode"] == 0 and not editor.events("stopped"), "the second breakpoint is hit once alone"
        output = "".join(body["output"] for body in editor.events("output") if "source" not in body)
        assert "\n15 7 30 7 10 1\n" in "\n" + output, "what the program prints is its own: x doubled, y, 1 + 2 + 3 + 4 in the last pixel"


def check_no_debugging():
    """It runs on, whatever the editor has set."""
    with Files() as files, Editor() as editor:
        def configure(editor):
            editor.breakpoints(files.fragment, line_in(files.fragment, "sum += v;"))
            editor.request("setFunctionBreakpoints", breakpoints=[{"name": "glDraw*"}])
            editor.request("setExceptionBreakpoints", filters=["nan", "gl-error"])
        files.launch(editor, configure, noDebug=True)
        ended(editor)


def check_functions():
    with Files() as files, Editor() as editor:
        def configure(editor):
            answer = editor.request("setFunctionBreakpoints", breakpoints=[{"name": "twice"}, {"name": "glLinkProgram"}, {"name": "glDraw*"}, {"name": "glXyzzy*"}])
            assert len({one["id"] for one in answer["breakpoints"]}) == 4
        files.launch(editor, configure)
        assert editor.stopped()["reason"] == "function breakpoint"
        assert editor.frames()[0]["name"].startswith("glLinkProgram("), editor.frames()[0]
        said = {each["breakpoint"]["id"]: each["breakpoint"] for each in editor.events("breakpoint")}
        assert said[2]["verified"] and said[3]["verified"] and not said[4]["verified"] and "glXyzzy*" in said[4]["message"], said
        editor.step("continue")
        assert editor.frames()[0]["name"].startswith("glDraw"), editor.frames()[0]
        targets = editor.request("stepInTargets", frameId=1000000)["targets"]
        assert [target["label"] for target in targets] == ["vertex shader", "fragment shader"], targets
        stop = editor.step("continue")
        assert stop["reason"] == "function breakpoint" and stop["hitBreakpointIds"] == [1], stop
        assert top(editor)["name"].startswith("twice") and top(editor)["line"] == line_in(files.fragment, "float sum = v;"), top(editor)


def check_steps():
    """From the entry, by calls, into a shader, to its end and out of it; to a line; back to where it was."""
    with Files() as files, Editor() as editor:
        files.launch(editor, lambda editor: editor.request("setFunctionBreakpoints", breakpoints=[{"name": "glDraw*"}]), stopOnEntry=True)
        assert editor.stopped()["reason"] == "entry"
        first = top(editor)["name"]
        editor.step("next")
        assert top(editor)["name"] != first
        assert "trace" in editor.refused("stepBack", threadId=1)
        editor.step("continue")
        assert editor.step("stepIn")["reason"] == "step"
        main = line_in(files.fragment, "float x = floor")
        assert top(editor)["line"] == main and top(editor)["source"]["path"] == files.fragment
        wanted = line_in(files.fragment, "color = vec4(x,")
        targets = editor.request("gotoTargets", source={"path": files.fragment}, line=wanted)["targets"]
        assert editor.step("goto", targetId=targets[0]["id"])["reason"] == "goto" and top(editor)["line"] == wanted
        assert editor.request("gotoTargets", source={"path": files.fragment}, line=main)["targets"]
        nowhere = editor.request("gotoTargets", source={"path": files.fragment}, line=line_in(files.fragment, "sum += v;"))["targets"]
        assert "does not come" in editor.refused("goto", threadId=1, targetId=nowhere[0]["id"]) and top(editor)["line"] == wanted
        editor.step("reverseContinue")
        assert top(editor)["line"] == main
        editor.step("stepOut")  # to main's end
        editor.step("stepOut")  # out of the draw
        assert not top(editor)["name"].endswith("shader)"), top(editor)
        modules = editor.request("modules")["modules"]
        assert len(modules) == 1 and modules[0]["id"] == editor.events("module")[0]["module"]["id"]
        sources = editor.request("loadedSources")["sources"]
        given = next(source["sourceReference"] for source in sources if source["name"].endswith(".vert"))
        assert editor.request("source", sourceReference=given, source={"sourceReference": given})["content"].strip() == VERTEX.strip()


def check_exceptions():
    """The example's NaN is made in the line of the root; a scene's GL error stops behind its call."""
    with Editor() as editor:
        filters = {one["filter"] for one in editor.capabilities["exceptionBreakpointFilters"]}
        assert {"nan", "gl-error", "index", "unwritten"} <= filters, filters

        def configure(editor):
            answer = editor.request("setExceptionBreakpoints", filters=["domain", "nonsense"])["breakpoints"]
            assert [one["verified"] for one in answer] == [True, False], answer
        editor.launch(program("glstep-example"), "--nan", "--size", "64x48", cwd=EXAMPLES, configure=configure)
        stop = editor.stopped()
        assert stop["reason"] == "exception" and "sqrt" in stop["text"], stop
        where = top(editor)
        assert where["line"] == line_in(SCENE, "sqrt(1.0 - rim_scale * facing)") and where["source"]["path"] == SCENE, where
        assert float(value(editor, "1.0 - rim_scale * facing")) < 0
        info = editor.request("exceptionInfo", threadId=1)
        assert info["exceptionId"] == "domain" and "negative" in info["description"], info
        editor.request("setExceptionBreakpoints", filters=[])
        editor.send("continue", threadId=1)
        assert "notStopped" in editor.refused("stackTrace", threadId=1), "it runs"
        editor.request("pause", threadId=1)
        assert editor.stopped()["reason"] == "pause"
        editor.request("terminate")
        ended(editor)
    with Editor() as editor:
        editor.launch(program("test-scenes"), "error", configure=lambda editor: editor.request("setExceptionBreakpoints", filters=["gl-error"]))
        stop = editor.stopped()
        assert stop["reason"] == "exception" and stop["description"].startswith("GL_INVALID_"), stop


def check_set():
    """A uniform's element is set from the shader, which stands where it stood; a uniform's component and an argument at the call."""
    fragment = """#version 330
uniform vec2 pair[2];
uniform mat2 m;
out vec4 color;
void main()
{
	float x = gl_FragCoord.x;
	vec2 sum = pair[0] + pair[1] * 2.0;
	color = vec4(sum, m * vec2(1.0, 1.0));
}
"""
    with Files(fragment) as files, Editor() as editor:
        at = line_in(files.fragment, "color = vec4")
        files.launch(editor, lambda editor: editor.breakpoints(files.fragment, {"line": at, "condition": "gl_FragCoord.x > 3.0"}))
        editor.stopped()
        assert value(editor, "x") == "3.5" and value(editor, "sum") == "(0, 0)"
        scopes = editor.scopes(1)
        pair = editor.variables(scopes["Uniforms"])["pair"]
        second = editor.variables(pair["variablesReference"])["[1]"]
        editor.request("setVariable", variablesReference=second["variablesReference"], name="y", value="4")
        assert top(editor)["line"] == at and value(editor, "x") == "3.5" and value(editor, "sum") == "(0, 8)", value(editor, "sum")
        assert "cannot be set" in editor.refused("setVariable", variablesReference=editor.scopes(1)["Locals"], name="sum", value="1 2")
        editor.request("setExpression", expression="pair[0]", value="vec2(1.0, 2.5)")
        assert value(editor, "sum") == "(1, 10.5)", value(editor, "sum")
        editor.request("setExpression", expression="m[1][0]", value="7")
        editor.step("next")
        assert value(editor, "color") == "(1, 10.5, 7, 0)", value(editor, "color")
        editor.step("next")  # out of the shader, and over the draw
    with Files() as files, Editor() as editor:
        files.launch(editor, lambda editor: editor.request("setFunctionBreakpoints", breakpoints=[{"name": "glDraw*"}]))
        editor.stopped()
        call = editor.scopes(1000000)
        answer = editor.request("setVariable", variablesReference=call["Call arguments"], name="count", value="0")
        assert answer["value"] == "0" and editor.evaluate("count", frameId=1000000)["result"] == "0", answer
        assert editor.refused("setVariable", variablesReference=call["Call arguments"], name="count", value="many")
        assert editor.evaluate("scale", frameId=1000000)["result"] == "[0, 0, 0]"
        editor.request("continue", threadId=1)
        ended(editor)
        output = "".join(body["output"] for body in editor.events("output"))
        assert "\n15 7 0 0 0 0\n" in "\n" + output, "with a count of 0, nothing is drawn"


LITERALS = {
    "user.c": "static const char *source =\n" + "".join(f'\t"{line}\\n"\n' for line in FRAGMENT.splitlines()) + ";\nint color; /* color = vec4(x, y, */\n",
    "user.cpp": "const auto text = R\"glsl(" + FRAGMENT + ")glsl\";\n",
    "user.rs": "const TEXT: &str = r#\"" + FRAGMENT + "\"#;\nfn main() {}\n",
    "user.py": "TEXT = \"\"\"" + FRAGMENT + "\"\"\"\nprint(TEXT)\n",
    "user.js": "const text = `" + FRAGMENT + "`;\n",
}


def check_literals(name):
    """The shader stands in a string of the program's own source."""
    with Files() as files, Editor() as editor:
        os.unlink(files.fragment)
        path = files.add(name, LITERALS[name])
        at = line_in(path, "sum += v;")
        files.launch(editor, lambda editor: editor.breakpoints(path, at))
        editor.stopped()
        where = top(editor)
        assert where["source"]["path"] == path and where["line"] == at, where
        assert value(editor, "v") == "5", value(editor, "v")


COMMON = """// Used by many.
float third_of(float v)
{
	return v / 3.0;
}
vec3 unused(vec3 v)
{
	v *= 2.0;
	return v;
}
"""
MAIN = """#version 330
#include "common.glsl"
out vec4 color;

void main()
{
	float x = third_of(gl_FragCoord.x + 2.5);
	color = vec4(x); // that is all
}
"""


def check_put_together():
    """An engine puts lines of its own before, replaces #include by the file, has #line directives, and takes comments and indentation away."""
    plain = "\n".join(line.split("//")[0].strip() for line in MAIN.splitlines())
    given = "#version 330\n#define ENGINE 1\n#line 1 7\n" + plain.replace("#version 330\n", "").replace(
        '#include "common.glsl"', "#line 1 8\n" + COMMON + "#line 3 7")
    with Files(MAIN, given, common_glsl=COMMON, other_frag=MAIN.replace("2.5", "1.5") + "// another\n") as files, Editor() as editor:
        common = os.path.join(files.folder.name, "common.glsl")
        inside, last = line_in(common, "return v / 3.0;"), line_in(files.fragment, "color = vec4(x);")

        def configure(editor):
            editor.breakpoints(common, inside, line_in(common, "v *= 2.0;"))
            editor.breakpoints(files.fragment, last)
            editor.breakpoints(os.path.join(files.folder.name, "other.frag"), line_in(files.fragment, "float x = third_of"))
        files.launch(editor, configure)
        assert editor.stopped()["reason"] == "breakpoint"
        frames = editor.frames()
        assert [(os.path.basename(frame["source"]["path"]), frame["line"]) for frame in frames[:2]] == [("common.glsl", inside), ("user.frag", 7)], frames
        assert value(editor, "v") == "3"
        editor.step("continue")
        assert top(editor)["line"] == last and value(editor, "x") == "1"
        editor.request("continue", threadId=1)
        ended(editor)
        verified = {one["breakpoint"]["id"] for one in editor.events("breakpoint")}
        assert 4 not in verified, "the other file's line is not in the program, as another one fits better"


class Served:
    """A session of `glstep serve`, at a socket of its own."""

    def __init__(self, *argv):
        self.folder = tempfile.TemporaryDirectory()
        self.address = "unix:" + os.path.join(self.folder.name, "socket")
        self.process = subprocess.Popen([GLSTEP, "serve", "--unix", self.address[5:], "--", *argv], stdout=subprocess.PIPE)
        assert json.loads(self.process.stdout.readline())["listening"] == self.address

    def console(self, *commands):
        """What a console answers that connects for these commands."""
        done = subprocess.run([GLSTEP, "--connect", self.address, "--json", *sum((["-e", command] for command in commands), [])],
                              stdout=subprocess.PIPE, timeout=patience(36), check=True)
        return [json.loads(line)["result"] for line in done.stdout.splitlines()]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            assert self.process.wait(patience(6)) == 0
        finally:
            self.process.kill()
            self.process.stdout.close()
            self.folder.cleanup()


def check_attach():
    """An editor and a console on one session: each sees where the other goes; the program stays when the editor leaves."""
    with Files() as files, Served(program("test-shader"), "core", "33", files.shader) as served:
        served.console("next draw", "shader fragment", "focus 7 2")
        with Editor() as editor:
            at = line_in(files.fragment, "sum += v;")
            editor.request("attach", address=served.address, cwd=files.folder.name)
            editor.breakpoints(files.fragment, {"line": at, "condition": "v > 6.0"})
            editor.request("configurationDone")
            assert editor.stopped()["reason"] == "entry"
            assert top(editor)["line"] == line_in(files.fragment, "float x = floor") and value(editor, "gl_FragCoord.xy") == "(7.5, 2.5)"
            served.console("shader over", "shader over")
            stop = editor.stopped()
            assert "shader over" in stop["description"], stop
            editor.stopped()
            assert value(editor, "x") == "7" and value(editor, "y") == "2"
            served.console("focus 9 5", "shader reset")
            while "shader reset" not in editor.stopped()["description"]:
                pass
            assert editor.step("continue")["reason"] == "breakpoint"
            assert top(editor)["line"] == at and value(editor, "v") == "9"
            assert served.console("where")[0]["line"] == at, "the console does not see where the editor went"
            assert len(base64.b64decode(editor.request("glstep/image", expression="v")["data"])) > 50
            assert served.console("info breakpoints")[0]["breakpoints"], "the editor's breakpoint is the session's"
        assert served.console("print v")[0]["value"] == 9.0
    with Editor() as editor:
        assert "reached" in editor.refused("attach", address="unix:/nowhere/at-all")
        assert "address" in editor.refused("attach")


def check_trace():
    """A trace: the same breakpoint, and calls go back."""
    with Files() as files, Editor() as editor:
        trace = os.path.join(files.folder.name, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", trace, program("test-shader"), "core", "33", files.shader], stdout=subprocess.DEVNULL, check=True)
        seq = editor.send("launch", trace=trace, cwd=files.folder.name)
        at = line_in(files.fragment, "sum += v;")
        editor.breakpoints(files.fragment, at)
        editor.request("configurationDone")
        editor.response(seq)
        assert editor.stopped()["reason"] == "breakpoint"
        assert top(editor)["line"] == at and value(editor, "v") == "5"
        editor.breakpoints(files.fragment)
        editor.request("setFunctionBreakpoints", breakpoints=[{"name": "glReadPixels"}])
        editor.step("continue")
        assert top(editor)["name"].startswith("glReadPixels(")
        editor.step("stepBack")
        before = top(editor)["name"]
        assert not before.startswith("glReadPixels("), before
        editor.step("reverseContinue")
        assert top(editor)["name"] != before
        assert editor.step("continue")["reason"] == "function breakpoint" and top(editor)["name"].startswith("glReadPixels(")


def check_tcp():
    """Two editors, each with a session; who does not know the token begins nothing."""
    listener = subprocess.Popen([GLSTEP, "dap", "--tcp", "0"], stdout=subprocess.PIPE)
    try:
        said = json.loads(listener.stdout.readline())
        address = ("127.0.0.1", int(said["listening"].split(":")[-1]))
        with Files() as files, Editor(address=address) as one, Editor(address=address) as two:
            for editor in one, two:
                files.launch(editor, lambda editor: editor.breakpoints(files.fragment, line_in(files.fragment, "sum += v;")), adapterToken=said["token"])
            for editor in one, two:
                editor.stopped()
            one.step("next")
            assert value(one, "sum") == "10" and value(two, "sum") == "5"
        for wrong in ({}, {"adapterToken": "0" * 32}, {"adapterToken": 7}):
            stranger = Editor(address=address)
            assert "adapterToken" in stranger.refused("launch", program="/bin/true", **wrong)
            try:
                stranger.request("threads")
                raise AssertionError("who guesses may guess again")
            except (EOFError, OSError):
                pass
    finally:
        listener.terminate()
        listener.wait()
        listener.stdout.close()


def check_wrong():
    """Each thing that is wrong gets a sentence, and the next request its answer."""
    with Editor() as editor:
        for command, arguments, words in (
                ("launch", {}, "program"), ("launch", {"program": 7}, "program"), ("launch", {"program": "/no/such/thing"}, "/no/such/thing"),
                ("launch", {"program": "/bin/true", "args": "x"}, "args"), ("launch", {"program": "/bin/true", "args": [1]}, "args"),
                ("launch", {"program": "/bin/true", "env": {"A": 1}}, "env"), ("launch", {"program": "/bin/true", "env": {"A=B": "1"}}, "env"),
                ("launch", {"program": "/bin/true", "sourceRoots": "x"}, "sourceRoots"), ("launch", {"trace": "/bin/true"}, "trace"),
                ("launch", {"program": "/bin/true"}, "GL"), ("nonsense", {}, "nonsense"), ("continue", {"threadId": 1}, "notStopped"),
                ("stackTrace", {"threadId": 1}, "notStopped"), ("setBreakpoints", {}, "source"), ("setBreakpoints", {"source": {"sourceReference": 9}}, "source"),
                ("source", {"sourceReference": 4711}, "reference"), ("exceptionInfo", {"threadId": 1}, "wrong"), ("restart", {}, "launch")):
            said = editor.refused(command, **arguments)
            assert words in said and "\n" not in said, (command, arguments, said)
        assert editor.request("threads")["threads"] == []
        answer = editor.request("setFunctionBreakpoints", breakpoints=[{}, {"name": " "}, 7, {"name": "a\nquit"}])["breakpoints"]
        assert len(answer) == 4 and not any(one["verified"] for one in answer), answer
        answer = editor.request("setBreakpoints", source={"path": "/no/such/file.frag"}, breakpoints=[{"line": -5}, {"line": 1 << 60}, {}, "x", {"line": 2, "column": 3}])
        assert len(answer["breakpoints"]) == 5
        for data in b'Content-Length: 3\r\n\r\n{x}', b'Content-Length: 2\r\n\r\n[]', b'Content-Length: 20\r\n\r\n{"type":"event"}    ':
            editor.raw(data)
            assert "glstep" in editor.await_event("output")["output"]
        assert editor.request("threads")["threads"] == []
    with Files() as files, Editor() as editor:
        files.launch(editor, lambda editor: editor.breakpoints(files.fragment, {"line": line_in(files.fragment, "sum += v;"), "condition": "nonsense > 1"}), stopOnEntry=True)
        editor.stopped()
        assert "already" in editor.refused("launch", program="/bin/true")
        for command, arguments in (("variables", {"variablesReference": 99}), ("scopes", {"frameId": -3}), ("evaluate", {}), ("evaluate", {"expression": "a\nquit", "context": "repl"}),
                                   ("evaluate", {"expression": "quit", "context": "repl"}), ("setVariable", {"variablesReference": 1}), ("goto", {"targetId": 1}),
                                   ("glstep/image", {}), ("glstep/image", {"expression": "next draw"}), ("setExpression", {"expression": "x"}), ("stepBack", {"threadId": 1})):
            if command == "scopes":
                assert editor.request(command, **arguments)["scopes"] == []
            else:
                assert editor.refused(command, **arguments), command
        editor.send("continue", threadId=1)
        said = editor.await_event("output", where=lambda body: body.get("category") == "important")["output"]
        assert "nonsense" in said, said
    with Editor() as editor:
        editor.raw(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert "Content-Length" in editor.await_event("output")["output"]
        try:
            editor.request("threads")
            raise AssertionError("a stream in another framing goes on")
        except (EOFError, OSError):
            editor.request = lambda command: None


def check_endings():
    """Paused while it runs, restarted, left alone; the editor dies."""
    with Files() as files:
        with Editor() as editor:
            editor.launch(program("glstep-example"), "--size", "32x32", cwd=files.folder.name)
            editor.request("pause", threadId=1)
            assert editor.stopped()["reason"] == "pause" and editor.frames()
            editor.request("continue", threadId=1)
            at = line_in(SCENE, "hit.steps = i + 1;")
            assert not editor.breakpoints(SCENE, at)[0]["verified"]
            assert editor.stopped()["reason"] == "breakpoint" and top(editor)["line"] == at
            editor.request("restart")
            assert editor.stopped()["reason"] == "breakpoint" and value(editor, "hit.steps") == "0"
            threads = editor.request("threads")["threads"]
            assert len(threads) >= 1 and threads[0]["name"].startswith("glstep-example"), threads
        done = os.path.join(files.folder.name, "done")
        with Editor() as editor:
            editor.launch("/bin/sh", "-c", f"'{program('test-shader')}' core 33 '{files.shader}' && touch '{done}'", stopOnEntry=True, follow="*test-shader")
            editor.stopped()
            editor.request("disconnect", terminateDebuggee=False)
            editor.request = lambda command: None
        wait_until("the end of the program that was left alone", lambda: os.path.exists(done))
        editor = Editor()
        files.launch(editor, lambda editor: None, stopOnEntry=True)
        editor.stopped()
        editor.close()  # without a word
        editor = Editor()
        editor.launch(program("glstep-example"), "--size", "32x32")
        editor.close()


def check_random():
    """Requests whose arguments are anything: each is answered, before a session and while a shader is debugged."""
    chance = random.Random(1)
    commands = """launch attach configurationDone setBreakpoints setFunctionBreakpoints setExceptionBreakpoints threads pause cancel stackTrace scopes variables
        evaluate setVariable setExpression exceptionInfo source loadedSources modules gotoTargets goto stepInTargets glstep/image stepIn next stepBack
        reverseContinue stepOut""".split()
    names = """program args cwd env trace sourceRoots address source breakpoints filters frameId variablesReference start count filter expression value name line
        targetId sourceReference path condition hitCondition logMessage threadId requestId context startFrame levels""".split()

    def anything(depth=0):
        kind = chance.randrange(8 if depth < 3 else 5)
        if kind < 5:
            return [None, chance.choice([True, False]), chance.choice([-1, 0, 1, 2, 7, 1 << 31, 1 << 62, -(1 << 62), 1.5]), "",
                    chance.choice(["x", "sum", "v", "color.x", "scale[1]", "pair", "a\nb", "\x00", "{", "{v}", "%s", "é", "(" * 300, ">= 2", "gl_FragCoord"])][kind]
        if kind == 5:
            return [anything(depth + 1) for _ in range(chance.randrange(4))]
        return {chance.choice(names): anything(depth + 1) for _ in range(chance.randrange(5))}

    def shower(editor, n, but=()):
        numbers = [editor.send(chance.choice([command for command in commands if command not in but]),
                               **{chance.choice(names): anything() for _ in range(chance.randrange(6))}) for _ in range(n)]
        for number in numbers:
            try:
                editor.response(number)
            except Failed as failed:
                assert str(failed).strip() and "\n" not in str(failed).strip(), failed
    with Editor() as editor:
        shower(editor, 300)
    with Files() as files, Editor() as editor:
        files.launch(editor, lambda editor: editor.breakpoints(files.fragment, line_in(files.fragment, "sum += v;")))
        editor.stopped()
        shower(editor, 300, ("stepOut", "reverseContinue", "stepIn", "next", "stepBack", "goto"))
        assert top(editor)["line"] == line_in(files.fragment, "sum += v;")
        shower(editor, 200)


results = Results()
results.check("dap-breakpoint", check_breakpoint)
results.check("dap-values", check_values)
results.check("dap-conditions", check_conditions)
results.check("dap-functions", check_functions)
results.check("dap-no-debugging", check_no_debugging)
results.check("dap-steps", check_steps)
results.check("dap-exceptions", check_exceptions)
results.check("dap-set", check_set)
for each in LITERALS:
    results.check(f"dap-literals-{each.split('.')[1]}", check_literals, each)
results.check("dap-put-together", check_put_together)
results.check("dap-attach", check_attach)
results.check("dap-trace", check_trace)
results.check("dap-tcp", check_tcp)
results.check("dap-wrong", check_wrong)
results.check("dap-endings", check_endings)
results.check("dap-random", check_random)
sys.exit(1 if results.failed else 0)
