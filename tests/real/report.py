#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
report.py - `glstep-trace report` finds what is wrong in a program, and nothing else.

 ISSUE       tests/programs/analysis-issues.c with one fault: that issue alone, at the calls that `glstep-trace dump` shows; of textures that
             are not complete the program itself reads black
 endless     the text of a shader with more samplers than memory has room for
 made-up     traces that end in a call, and that draw with indices nowhere; the answer says what was looked for
 arguments   of two samplers that functions get, the one whose colour is drawn is sure
 late        a recording that begins while the program runs says so; a frame kept of a whole one does not
 parts       of extracted frames: that they are parts, what is wrong in them, and no more
 clean       programs without a fault, one whose textures are complete each for another reason, and programs of others
 said        with --replay, the driver's words of the very calls that are wrong, and of a clean program no errors
 html        the page is whole, refers to nothing, and has every issue, item and frame
 hostile     traces that are cut or changed: an answer, or a sentence
 words       the console's words tell of the open trace what the commands do, in JSON and as text, whole or cut
 usage       wrong words, and what cannot be written, are told in one sentence
"""

import html.parser
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Console, Results, of_the_day, program  # noqa: E402
from lying_trace import Lies, context  # noqa: E402
from patience import patience  # noqa: E402
from trace_bytes import NULL, array, pointer, text, unsigned  # noqa: E402
from trace_tools import TOOL, damaged, run  # noqa: E402

# Way of the program -> issue, the function whose calls are found (all of them, or the only one where "!"), words of the text
DRAWS = "glDrawElements"
ISSUES = {
    "gl-error": ("gl-error", "glGetError", "GL_INVALID_ENUM"),
    "shader-not-compiled": ("shader-not-compiled", "glGetShaderiv", "Shader 4"),
    "program-not-linked": ("program-not-linked", "glGetProgramiv", "Program 4"),
    "framebuffer-incomplete": ("framebuffer-incomplete", "glCheckFramebufferStatus", "GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT"),
    "debug-message": ("debug-message", "glGetDebugMessageLog",
                      "these words (GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_PERFORMANCE, GL_DEBUG_SEVERITY_HIGH)"),
    "texture-missing": ("texture-missing", DRAWS, "picture looks up GL_TEXTURE_2D at unit 0"),
    "texture-incomplete": ("texture-incomplete", DRAWS, "texture 2 at unit 0, which is not complete: its filter uses mip levels, and level 1 is missing"),
    "texture-uneven": ("texture-incomplete", DRAWS, "level 1 has 2 x 2 texels, not 1 x 1"),
    "sampler-default": ("texture-missing", DRAWS, "picture looks up GL_TEXTURE_2D at unit 0,"),
    "sampler-binding": ("texture-missing", DRAWS, "picture looks up GL_TEXTURE_2D at unit 3,"),
    "sampler-location": ("texture-missing", DRAWS, "picture looks up GL_TEXTURE_2D at unit 2,"),
    "sampler-array": ("texture-missing", DRAWS, "pictures[1] looks up GL_TEXTURE_2D at unit 4,"),
    "sampler-member": ("texture-missing", DRAWS, "lights[1].maps[2] looks up GL_TEXTURE_2D at unit 0,"),
    "sampler-branch": ("texture-missing", DRAWS, "picture looks up GL_TEXTURE_2D at unit 0,"),
    "sampler-element": ("texture-missing", DRAWS, "pictures[1] looks up GL_TEXTURE_2D at unit 2,"),
    "sampler-left-out": ("texture-missing", DRAWS, "picture looks up GL_TEXTURE_2D at unit 0,"),
    "target-empty": ("draw-into-incomplete", DRAWS, "Framebuffer 1 is not complete: nothing is attached to it"),
    "target-cleared": ("draw-into-incomplete", "glClear", "nothing is attached to it"),
    "target-no-image": ("draw-into-incomplete", DRAWS, "at GL_COLOR_ATTACHMENT2 has no image"),
    "target-samples": ("draw-into-incomplete", DRAWS, "GL_COLOR_ATTACHMENT0 has several samples a pixel, and GL_COLOR_ATTACHMENT1 has one"),
    "target-format": ("draw-into-incomplete", DRAWS, "GL_RGBA8 cannot be attached at GL_DEPTH_ATTACHMENT"),
    "target-layers": ("draw-into-incomplete", DRAWS, "all layers are attached at GL_COLOR_ATTACHMENT0, and one image at GL_DEPTH_ATTACHMENT"),
    "mapped-buffer": ("mapped-buffer", DRAWS, "Buffer 1 "),
    "block-without-buffer": ("block-without-buffer", DRAWS, "No buffer is bound at 2 of GL_UNIFORM_BUFFER, from which block Colours is read"),
    "comparison-without-mode": ("comparison-without-mode", DRAWS, "shadows compares with texture 2 at unit 0, "),
    "vertices-beyond-buffer": ("vertices-beyond-buffer", DRAWS, "Attribute 0 of vertex 3 is read up to byte 36 of buffer 1, which has 32"),
    "indices-beyond-buffer": ("indices-beyond-buffer", DRAWS, "Indices are read up to byte 18 of buffer 2, which has 12"),
    "attribute-type": ("attribute-type", DRAWS, "Attribute 1, number, is declared with integers, and its array gives floats"),
    "feedback-loop": ("feedback-loop", DRAWS, "texture 1 at unit 0 while framebuffer 1 "),
    "mapped-block": ("mapped-buffer", DRAWS, "Buffer 3 is mapped while block Colours is read from it"),
    "feedback-cube": ("feedback-loop", DRAWS, "sky looks up texture 2 at unit 0 while framebuffer 1 "),
    "feedback-layer": ("feedback-loop", DRAWS, "layers looks up texture 2 at unit 0 while framebuffer 1 "),
    "cube-uneven": ("texture-incomplete", DRAWS, "sky looks up texture 2 at unit 0, which is not complete: the faces of the cube differ"),
    "attribute-without-array": ("attribute-without-array", DRAWS, "attribute 5 "),
    "unmap-failed": ("unmap-failed", "glUnmapBuffer", "glUnmapBuffer"),
    "window-error": ("window-error", "eglSwapBuffers", "eglSwapBuffers fails"),
    "egl-error": ("egl-error", "eglGetError", "EGL_BAD_SURFACE"),
}
BLACK = {"texture-missing", "texture-incomplete", "texture-uneven", "sampler-default", "sampler-binding", "sampler-location", "sampler-array", "sampler-member",
         "cube-uneven"}
NOT_SURE = {"attribute-type", "vertices-beyond-buffer", "sampler-branch", "sampler-element", "sampler-left-out"}  # a way leads round it, or a compiler leaves it out
EITHER = {"mapped-buffer", "mapped-block", "block-without-buffer", "comparison-without-mode", "vertices-beyond-buffer", "indices-beyond-buffer", "attribute-type"}  # GL refuses such draws; not all drivers do
WRONG_NAME = re.compile("undeclared|undefined variable")
CALLS = 20


def record(path, *argv):
    done = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=patience(60), check=False)
    assert os.path.exists(path), done.stderr.decode()
    return done.stdout.decode()


def calls_of(path):
    return [json.loads(line) for line in run("dump", "--json", "--verbose", path)[0].splitlines()]


def report_of(path):
    return json.loads(run("report", "--json", path)[0])


def asked(way):
    """What the program says the driver says of its framebuffers."""
    return subprocess.run([program("test-analysis"), way, "asking"], stdout=subprocess.PIPE, timeout=patience(60), check=True).stdout.decode().split()


def planted(way, folder):
    path = os.path.join(folder, way + ".trace")
    shown = record(path, program("test-analysis"), way).strip()
    if way.startswith("target-"):
        assert "incomplete" in asked(way), "the driver does not say so"
    assert shown == ("black" if way in BLACK else "colour") or way in EITHER, f"the program has drawn {shown}"
    name, function, words = ISSUES[way]
    report = report_of(path)
    issues = [issue for issue in report["issues"] if issue["id"] != "compiler-log"]
    assert [issue["id"] for issue in issues] == [name], report["issues"]
    assert words in issues[0]["text"] and issues[0]["sure"] == (way not in NOT_SURE), issues[0]
    assert bool(WRONG_NAME.search(json.dumps(report["issues"]))) == (way == "shader-not-compiled"), "the compiler's own words"
    assert not report["checklist"], report["checklist"]
    calls = [call for call in calls_of(path) if call["function"] == function and not call.get("fake")]
    if way == "gl-error":
        calls = calls[1:]
    elif way in ("window-error", "unmap-failed"):
        calls = calls[:1]
    elif way == "indices-beyond-buffer":
        calls = calls[1::2]
    elif way.startswith(("feedback-", "target-")):
        calls = calls[way == "target-cleared"::2]  # one draw of two goes into the texture; the window is cleared before
    assert issues[0]["calls"] == [call["call"] for call in calls][:CALLS] and issues[0]["found"] == len(calls), (issues[0], calls)


def arguments(folder):
    """One sampler is looked up for a value that nobody uses, the other for the picture."""
    path = os.path.join(folder, "arguments.trace")
    assert record(path, program("test-analysis"), "sampler-argument").strip() == "black"
    issues = report_of(path)["issues"]
    assert [(issue["id"], issue["text"].split(" looks up ")[0], issue["sure"]) for issue in issues] == \
        [("texture-missing", "picture", False), ("texture-missing", "other", True)], issues


def endless(folder):
    path, members = os.path.join(folder, "endless.trace"), " ".join(f"float m{i};" for i in range(1499))
    lies = Lies()
    context(lies)
    for name, args, result in (("glCreateShader", (0x8b30,), 2), ("glCreateProgram", (), 1), ("glShaderSource", (2, 1, array(text(
            f"#version 430\nstruct S {{ sampler2D s; {members} float x[268435455]; }};\nuniform S a[1000];\nout vec4 c;\n"
            "void main() { c = texture(a[0].s, vec2(0)); }\n")), NULL), None), ("glCompileShader", (2,), None), ("glAttachShader", (1, 2), None),
            ("glLinkProgram", (1,), None), ("glUseProgram", (1,), None), ("glDrawArrays", (4, 0, 3), None)):
        lies.make(name, *args, result=result and unsigned(result))
    lies.save(path)
    subprocess.run([TOOL, "report", path], stdout=subprocess.DEVNULL, timeout=patience(30), check=True,
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)))


def made_up(folder):
    """The call in which a program has ended; indices at an offset where no buffer has them; and what is looked for."""
    path = os.path.join(folder, "made-up.trace")
    for name, args in (("glDrawArrays", (4, 0, 3)), ("glXSwapBuffers", (0xD0, 0xA0)), ("glFinish", ())):
        lies = Lies()
        context(lies)
        lies.make("glClear", 0x4000)
        last = lies.enter(name, [f"a{i}" for i in range(len(args))], [unsigned(a) for a in args])
        lies.save(path)
        issues = report_of(path)["issues"]
        assert [(issue["id"], issue["kind"], issue["calls"]) for issue in issues] == [("unfinished-call", "message", [last])], issues
        assert issues[0]["text"].startswith(f"{name} has not returned"), issues
    for bound, address, ids in ((0, NULL, ["indices-without-buffer"]), (0, unsigned(64), ["indices-without-buffer"]), (5, NULL, []),
                                (0, pointer(0x7f0000001000), [])):
        lies = Lies()
        context(lies)
        lies.make("glBindBuffer", 0x8893, bound)
        draw = lies.make("glDrawElements", 4, 3, 0x1403, address)
        lies.save(path)
        issues = report_of(path)["issues"]
        assert [(issue["id"], issue["calls"]) for issue in issues] == [(i, [draw]) for i in ids], issues
    told = report_of(path)
    assert "calls that have not returned" in told["checked"] and len(told["checked"]) > 8, told
    text = run("report", path)[0].decode()
    assert text.startswith("no errors, and nothing undefined is found\n\nlooked for: errors and failures") and "was not looked at" in text, text


def late(folder):
    path, whole, kept = (os.path.join(folder, name + ".trace") for name in ("late", "whole", "kept"))
    with Console([program("test-scenes"), "multisampled", "--frames", "6"]) as console:
        for command in ("next frame 2", f"trace start {path}", "next frame 2", "trace stop"):
            console.run(command)
    report = report_of(path)
    made_up = [call["call"] for call in calls_of(path) if "CreateContext" in call["function"] or "CreateNewContext" in call["function"]]
    assert [(issue["id"], issue["calls"]) for issue in report["issues"]] == [("begins-late", made_up)] and len(made_up) == 1, report["issues"]
    with Console([program("test-scenes"), "multisampled", "--frames", "6"]) as console:
        for command in (f"trace start {whole}", "next frame 3", f"trace save {kept} frame 1", "trace stop"):
            console.run(command)
    for path in whole, kept:
        assert report_of(path)["calls"] > 5 and not report_of(path)["issues"], report_of(path)


def parts(folder):
    """Of an extracted frame what is wrong in it is told, that it is a part, and nothing that the whole has not. The error that is asked for first may
    be of a call that was left out."""
    path, part, out = (os.path.join(folder, name) for name in ("parts.trace", "part.trace", "parts-page"))
    for way in ("texture-incomplete", "target-empty", "feedback-loop", "attribute-without-array", "clean"):
        record(path, program("test-analysis"), way)
        whole = report_of(path)
        run("extract", "--frame", "4", path, part)
        report = report_of(part)
        assert whole["part"] is None and report["part"] == "frame 4 of parts.trace", (whole["part"], report["part"])
        assert {issue["id"] for issue in report["issues"]} == {issue["id"] for issue in whole["issues"]} and not report["checklist"], (way, report)
        assert run("report", part)[0].startswith(b"a part: frame 4 of parts.trace; "), way
    run("report", "--html", out, part)
    with open(os.path.join(out, "index.html"), encoding="utf-8") as file:
        assert "A part: frame 4 of parts.trace; " in file.read()
    lies = Lies()
    context(lies)
    for name, args, result in (("glGetError", (), 0), ("glEnable", (0x1234,), None), ("glXSwapBuffers", (pointer(0xD0), 0xA0), None), ("glGetError", (), 0x500),
                               ("glEnable", (0x1235,), None), ("glGetError", (), 0x500), ("glXSwapBuffers", (pointer(0xD0), 0xA0), None)):
        lies.make(name, *args, result=result if result is None else unsigned(result))
    lies.save(path)
    run("extract", "--frame", "1", path, part)
    whole, told = ([issue["text"] for issue in report_of(each)["issues"]] for each in (path, part))
    assert len(whole) == len(told) == 2 and "between" in whole[0] and "between" in whole[1] and "between" in told[1], (whole, told)
    assert told[0].startswith("GL_INVALID_ENUM: raised by a call before ") and told[0].endswith(", or by one that is not in this part"), told


def clean(folder):
    for way in ("clean", "clean-all", "clean-textures", "clean-binding", "clean-samplers", "clean-targets", "clean-layers", "clean-block", "clean-reach", "clean-numbers",
                "clean-comparison", "clean-comparison-by-sampler"):
        path = os.path.join(folder, way + ".trace")
        assert record(path, program("test-analysis"), way).strip() in ("colour", ""), "the program's own picture"
        report = report_of(path)
        assert not report["issues"] and not report["checklist"], (way, report)
        assert way != "clean-targets" or "incomplete" not in asked(way)
    path = os.path.join(folder, "other.trace")
    for argv in of_the_day([["timeout", "1", "glxgears"], ["glmark2", "-b", "desktop:duration=0.3", "--size", "100x100"],
                 ["glmark2", "-b", "shadow:duration=0.3", "--size", "100x100"], ["glmark2", "-b", "refract:duration=0.1", "--size", "100x100"],
                 [program("test-scenes"), "multisampled", "--frames", "3"]]):
        record(path, *argv)
        report = report_of(path)
        issues = [issue for issue in report["issues"] if argv[0] != "timeout" or issue["id"] != "unfinished-call"]
        assert report["calls"] > 100 and not issues, (argv, issues)
        os.remove(path)


class Page(html.parser.HTMLParser):
    """Elements that are open, text, and what refers to somewhere."""

    def __init__(self):
        super().__init__()
        self.open, self.text, self.references, self.bars, self.wrong = [], [], [], 0, []

    def handle_starttag(self, tag, attrs):
        self.references += [value for name, value in attrs if name in ("href", "src", "data", "xlink:href")]
        if tag not in ("meta", "br", "line", "rect"):
            self.open.append(tag)
        if tag == "rect":
            self.open.append(tag)
            self.bars += 1

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        # Cells and rows are closed as they were opened: the page says each end.
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        self.text.append(data)


def page(folder):
    path, out = os.path.join(folder, "<b>&odd.trace"), os.path.join(folder, "page")
    record(path, program("test-analysis"), "shader-not-compiled")
    run("report", "--html", out, path)
    assert os.listdir(out) == ["index.html"]
    with open(os.path.join(out, "index.html"), encoding="utf-8") as file:
        text = file.read()
    parsed = Page()
    parsed.feed(text)
    assert not parsed.wrong and not parsed.open, (parsed.wrong, parsed.open)
    assert not parsed.references and "http" not in text and "@import" not in text and "url(" not in text, parsed.references
    words = "".join(parsed.text)
    report = report_of(path)
    for issue in report["issues"]:
        assert issue["text"] in words, issue
    assert "<b>&odd.trace" in words and "<b>&odd" not in text
    for picture in text.split("<svg")[1:]:
        xml.etree.ElementTree.fromstring("<svg" + picture.split("</svg>")[0] + "</svg>")
    # Four plots of frames, two of passes, two of draws; the time of the first frame is not known. Each frame is one clear and one draw.
    drawn = [(call["call"], call["function"]) for call in calls_of(path) if call["function"].startswith("glDraw")]
    assert report["frames"] == len(drawn) == 8 and parsed.bars == 4 * 8 - 1 + 2 * 8 + 2 * 8, (parsed.bars, report["frames"], drawn)
    for i, (number, function) in enumerate(drawn):
        assert words.count(f"draw {i} (call {number}, {function}, frame {i}): ") == 2, (i, number, words)
    assert all(words.count(f"pass {i} (from call ") == 2 for i in range(8)) and "pass 8 " not in words
    frames = [json.loads(line) for line in run("statistics", "--per", "frame", "--json", path)[0].splitlines()]
    for frame in frames:
        assert not frame["ends"] or f"frame {frame['frame']}: {frame['calls']} calls" in words, frame
    many = os.path.join(folder, "checked.trace")
    record(many, program("test-analysis"), "immediate-mode")
    run("report", "--html", out, many)
    with open(os.path.join(out, "index.html"), encoding="utf-8") as file:
        words = file.read()
    assert "Vertices are given one by one" in words and "odd" not in words and os.listdir(out) == ["index.html"]




def said(folder):
    path = os.path.join(folder, "error.trace")
    record(path, program("test-scenes"), "error", "--frames", "3")
    wrong = [call["call"] for call in calls_of(path) if call["function"] == "glEnable" and "GL_TEXTURE0" in str(call["arguments"])]
    assert wrong and not any(issue["kind"] == "message" for issue in report_of(path)["issues"])
    report = json.loads(run("report", "--json", "--replay", path)[0])
    found = [issue for issue in report["issues"] if issue["id"] == "driver-message"]
    assert len(found) == 1 and found[0]["calls"] == wrong and "GL_DEBUG_TYPE_ERROR" in found[0]["text"], (found, wrong)
    report = json.loads(run("report", "--json", "--replay", os.path.join(folder, "clean-all.trace"))[0])
    assert not any("GL_DEBUG_TYPE_ERROR" in issue["text"] for issue in report["issues"]), report["issues"]


def hostile(folder):
    for round_, other in damaged(os.path.join(folder, "clean-textures.trace"), 5, 40):
        done = subprocess.run([TOOL, "report", "--json", "--html", os.path.join(folder, "page"), other], capture_output=True,
                              timeout=patience(60), check=False)
        assert done.returncode in (0, 1, 2), (round_, done.returncode, done.stderr)
        assert done.returncode == 0 or done.stderr, round_


def words(folder):
    whole, cut = os.path.join(folder, "texture-missing.trace"), os.path.join(folder, "cut.trace")
    with open(whole, "rb") as file, open(cut, "wb") as copy:
        copy.write(file.read()[:-9])
    for path in whole, cut:
        with Console([path]) as console:
            for word in "report", "checklist", "repeats":
                done = subprocess.run([TOOL, word, path], capture_output=True, timeout=patience(30), check=True)
                told, answer = done.stdout.decode(), console.run(word)
                lacks = answer.pop("incomplete", "")
                assert answer == json.loads(run(word, "--json", path)[0]), (word, answer)
                assert bool(lacks) == (path == cut) and lacks in done.stderr.decode(), (lacks, done.stderr)
                said = subprocess.run([GLSTEP, "-e", word, path], capture_output=True, timeout=patience(30), check=True).stdout.decode()
                assert said == told + (f"Note: {lacks}\n" if lacks else ""), (said, told)


def usage(folder):
    path = os.path.join(folder, "clean.trace")
    for words in (["--what", path], [path, path], [], [path + ".x"], ["--html"]):
        done = subprocess.run([TOOL, "report", *words], capture_output=True, timeout=patience(30), check=False)
        assert done.returncode == 2 and done.stderr and not done.stdout, (words, done)
    for place in ("/dev/null/page", path, "/proc/1/page"):
        done = subprocess.run([TOOL, "report", "--html", place, path], capture_output=True, timeout=patience(30), check=False)
        assert done.returncode == 1 and place.encode() in done.stderr, done


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        for way in ISSUES:
            results.check(way, planted, way, folder)
        results.check("arguments", arguments, folder)
        results.check("endless", endless, folder)
        results.check("made-up", made_up, folder)
        results.check("late", late, folder)
        results.check("parts", parts, folder)
        results.check("clean", clean, folder)
        results.check("said", said, folder)
        results.check("html", page, folder)
        results.check("hostile", hostile, folder)
        results.check("words", words, folder)
        results.check("usage", usage, folder)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
