#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
strict.py - glstep-replay --strict says where GL answers otherwise than in the recording, and nothing where it does not.

 alike-NAME    recordings of programs, played on the driver that they were recorded on: no difference, status 0
 notes         an error that the program has never asked for is no difference there, and is told as a note; one that it has asked for is neither
 lacking-NAME  recordings of tests/programs/strict.c, played on drivers that lack something: the kinds, calls and answers that must be told
 silent        recordings on these drivers: where a picture is another one (but for what drivers round), that is told, and the status is not 0
 values        answers that are changed in a trace (a value, an error, a location, a status) are told, those alone; those of the driver's own are not
 asserted      what a trace asserts is compared, and counts
 stop          a session of glstep says it at the next stop, and the window's note is the same
 junit         a test for each kind, which fails where there is a difference of it
 usage         what does not go together

Environment: GLSTEP_TESTS=all: all programs on all drivers; else some of each, in turn.
"""

import glob
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from corpora import corpus  # noqa: E402
from glstep_console import GLSTEP, Console, Results, program, without_libraries  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_bytes import FALSE, NULL, TRUE, Trace, array, number, pointer, text, unsigned  # noqa: E402
from trace_tools import EVERYTHING, PLAYER, play  # noqa: E402

HACKS = "/usr/libexec/xscreensaver/"
WAYS = ["shader", "format", "etc", "block", "function", "name", "framebuffer", "values", "times", "provoked", "careless", "refused"]
STRICT = {f"{way}{'-asks' * asks}": [program("test-strict"), way, *["ask"] * asks] for way in WAYS for asks in (0, 1)}
NOTED = {"careless", "provoked"}  # errors that nobody asks for
SCENES = ["plain", "passes", "discard", "dual", "stencil", "query", "feedback", "instanced", "answered", "indirect", "multisampled", "formats",
          "blocks", "heaps", "es-formats", "legacy", "alpha", "immediate", "list", "fixed", "stippled", "assembly", "elements", "indices", "coherent",
          "fenced", "cached", "spirv", "broken", "answers", "captured", "es-points", "threads"]
OTHERS = {
    "glxgears": ["timeout", "1", "glxgears"],
    "example": [program("glstep-example"), "--frames", "3"],
    "example-legacy": [program("glstep-example"), "--glsl", "120", "--frames", "3"],
    "linked": [program("test-linked")],
    "formats": [program("test-formats")],
    **{f"glmark2-{scene.split(':', maxsplit=1)[0]}": ["glmark2", "-s", "160x120", "-b", f"{scene}:duration=0.05"]
       for scene in ("build:use-vbo=false", "texture", "shading:shading=phong", "bump", "effect2d", "terrain", "shadow", "buffer:update-method=map")},
    "glmark2-es2": ["glmark2-es2", "-s", "160x120", "-b", "texture:duration=0.05"],
    **{hack: ["timeout", "1", HACKS + hack, "-geometry", "160x120"] for hack in ("gears", "glknots", "antinspect", "superquadrics", "gflux")},
}
PROGRAMS = {**STRICT, **{f"scene-{scene}": [program("test-scenes"), scene, "--frames", "2"] for scene in SCENES}, **OTHERS}
S3TC = " ".join(f"-GL_{name}" for name in ("EXT_texture_compression_s3tc", "EXT_texture_compression_dxt1", "ANGLE_texture_compression_dxt3",
                                           "ANGLE_texture_compression_dxt5", "S3_s3tc"))
DRIVERS = {
    "softpipe": {"GALLIUM_DRIVER": "softpipe"},
    "no-s3tc": {"MESA_EXTENSION_OVERRIDE": S3TC},
    "glsl-1.40": {"MESA_GLSL_VERSION_OVERRIDE": "140"},
    "gl-3.1": {"MESA_GL_VERSION_OVERRIDE": "3.1"},
    "gl-core": {"MESA_GL_VERSION_OVERRIDE": "3.1FC"},
    "gl-2.1": {"MESA_GL_VERSION_OVERRIDE": "2.1"},
    "es-2": {"MESA_GLES_VERSION_OVERRIDE": "2.0"},
    "few": {"MESA_EXTENSION_OVERRIDE": "-GL_ARB_texture_float -GL_ARB_compute_shader"},
}
SOME = 7  # of the programs, unless all are asked for


class Recording:
    """A recording, and what the driver of the recording draws of it."""

    def __init__(self, folder, name, path=None):
        self.name, self.path = name, path or os.path.join(folder, name + ".trace")
        if not path:
            subprocess.run([GLSTEP, "record", "-o", self.path, "--", *PROGRAMS[name]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=patience(30), check=False)
        assert os.path.exists(self.path), f"{name}: nothing was recorded"
        self.sums = None

    def play(self, environment=None):
        """(status, lines about differences and notes, the last line, sums of pictures)"""
        done = subprocess.run([PLAYER, "--strict", "--json", "--md5", self.path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60),
                              check=False, env={**os.environ, **(environment or {})})
        lines = done.stdout.decode().splitlines()
        rows = [json.loads(line) for line in lines if line.startswith("{")]
        assert done.returncode in (0, 1, 2), (self.name, done.returncode, without_libraries(done.stderr.decode(errors="replace"))[-500:])
        assert rows and "differences" in rows[-1], (self.name, done.returncode, done.stderr.decode()[-500:])
        told = rows[:-1]
        last = rows[-1]
        assert all({"call", "name", "kind", "recorded", "here"} <= row.keys() for row in told), told
        assert last["differences"] == sum(last["kinds"].values()) == sum(not row["note"] for row in told), (last, told)
        assert last["notes"] == sum(row["note"] for row in told), (last, told)
        return done.returncode, told, last, [line for line in lines if line.startswith("frame ")]


def alike(trace, results):
    status, told, last, trace.sums = trace.play()
    differing = [row for row in told if not row["note"]]
    if status or differing:
        results.fail(f"alike-{trace.name}", f"status {status}: {differing[:3]}")
    elif trace.name not in NOTED and trace.name in STRICT and told:
        results.fail(f"alike-{trace.name}", f"notes: {told[:3]}")
    else:
        results.passed(f"alike-{trace.name}")


def notes(traces):
    for name in ("careless", "provoked"):
        told = traces[name].play()[1]
        assert [(row["kind"], row["name"], row["recorded"], row["here"]) for row in told] == [("error", "glEnable", "unknown", "GL_INVALID_ENUM")], told
    for name in ("careless-asks", "provoked-asks", "refused", "refused-asks", "times", "times-asks", "values"):
        assert not traces[name].play()[1], traces[name].play()[1]


# (program, driver) -> what must be told at least: (kind, function, recorded, here); None: anything
LACKING = {
    ("shader", "softpipe"): [("compile", "glCompileShader", "unknown", 0), ("link", "glLinkProgram", "unknown", 0)],
    ("shader-asks", "softpipe"): [("compile", "glCompileShader", 1, 0), ("link", "glLinkProgram", 1, 0), ("error", "glUseProgram", "GL_NO_ERROR", "GL_INVALID_OPERATION")],
    ("format", "no-s3tc"): [("format", "glCompressedTexImage2D", None, None), ("error", "glCompressedTexImage2D", "unknown", "GL_INVALID_ENUM")],
    ("format-asks", "no-s3tc"): [("format", "glCompressedTexImage2D", None, None), ("error", "glCompressedTexImage2D", "GL_NO_ERROR", "GL_INVALID_ENUM")],
    ("values", "no-s3tc"): [("format", "glGetTexLevelParameteriv", None, None)],
    ("function", "softpipe"): [("compile", "glCompileShader", "unknown", 0), ("link", "glLinkProgram", "unknown", 0)],
    ("block", "gl-core"): [("missing", "eglCreateContext", None, None), ("missing", "glBegin", None, None), ("error", "glBegin", "unknown", "GL_INVALID_OPERATION")],
    ("block-asks", "gl-core"): [("error", "glBegin", "GL_NO_ERROR", "GL_INVALID_OPERATION")],
    ("etc", "es-2"): [("missing", "eglCreateContext", None, None)],
}


def lacking(trace, driver, wanted):
    status, told, _, sums = trace.play(DRIVERS[driver])
    assert status == 1, (status, told)
    assert sums != trace.sums, "the pictures are the same"
    for kind, name, recorded, here in wanted:
        found = [row for row in told if row["kind"] == kind and row["name"] == name and not row["note"] and
                 recorded in (None, row["recorded"]) and here in (None, row["here"])]
        assert found, (kind, name, recorded, here, told)


def pictures(trace, environment):
    with tempfile.TemporaryDirectory() as folder:
        play(trace.path, "--images", folder, environment=environment)
        return [read_png(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]


def alike_pictures(trace, environment):
    """But for what drivers round, and for pixels at edges: what is seen is the same."""
    for one, other in zip(pictures(trace, {}), pictures(trace, environment), strict=True):
        assert one[:2] == other[:2]
        far = sum(abs(a - b) > 24 for row, beside in zip(one[2], other[2], strict=True) for a, b in zip(row, beside, strict=True))
        if far > one[0] * one[1] * 4 / 100:
            return False
    return True


def is_silent(trace, driver):
    """Whether nothing need be said; false: it is said. What is wrong with it is raised."""
    status, told, last, sums = trace.play(DRIVERS[driver])
    if status == 0 and (sums == trace.sums or alike_pictures(trace, DRIVERS[driver])):
        return True
    assert status == 1 or status == 2 and not sums, (trace.name, driver, status, told[:3])
    assert status == 2 or last["differences"], (trace.name, driver, last)
    return False


def silent(traces):
    """Each recording on each driver, or on one of them, in turn."""
    n, told_of, wrong = 0, 0, []
    for i, trace in enumerate(traces.values()):
        for driver in DRIVERS if EVERYTHING else [list(DRIVERS)[i % len(DRIVERS)]]:
            n += 1
            try:
                told_of += not is_silent(trace, driver)
            except AssertionError as why:
                wrong.append((trace.name, driver, str(why)[:300]))
    print(f"# {n} replays on drivers that lack something, of which {told_of} say so", flush=True)
    assert told_of and not wrong, wrong or "no driver lacked anything"


# ---- answers that are made up ----

# What GL answers in a new context, by the specification, and of good shaders: (kind of the difference, function, arguments, what is told, what
# would be wrong; as a note).
LESS, GREATER, NO_ERROR, COMPLETE = 0x201, 0x204, 0, 0x8CD5
SOURCE = "void main() { gl_FragColor = vec4(1.0); }\n"


def integer(pname, value):
    return "glGetIntegerv", [("pname", unsigned(pname)), ("params", array(unsigned(value)))], None


ANSWERS = [
    ("value", integer(0x0B74, LESS), integer(0x0B74, GREATER), False),  # GL_DEPTH_FUNC
    ("value", ("glIsEnabled", [("cap", unsigned(0x0BD0))], TRUE), ("glIsEnabled", [("cap", unsigned(0x0BD0))], FALSE), False),  # GL_DITHER
    ("value", ("glGetFloatv", [("pname", unsigned(0x0B21)), ("params", array(number(1.00001)))], None),  # GL_LINE_WIDTH, nearly
     ("glGetFloatv", [("pname", unsigned(0x0B21)), ("params", array(number(1.01)))], None), False),
    ("error", ("glGetError", [], unsigned(NO_ERROR)), ("glGetError", [], unsigned(0x502)), False),
    ("status", ("glCheckFramebufferStatus", [("target", unsigned(0x8D40))], unsigned(COMPLETE)),
     ("glCheckFramebufferStatus", [("target", unsigned(0x8D40))], unsigned(0x8CD6)), False),
    ("compile", ("glGetShaderiv", [("shader", unsigned(6)), ("pname", unsigned(0x8B81)), ("params", array(unsigned(1)))], None),
     ("glGetShaderiv", [("shader", unsigned(6)), ("pname", unsigned(0x8B81)), ("params", array(unsigned(0)))], None), False),
    ("link", ("glGetProgramiv", [("program", unsigned(5)), ("pname", unsigned(0x8B82)), ("params", array(unsigned(1)))], None),
     ("glGetProgramiv", [("program", unsigned(5)), ("pname", unsigned(0x8B82)), ("params", array(unsigned(0)))], None), False),
    ("value", ("glGetUniformLocation", [("program", unsigned(5)), ("name", text("none"))], b"\x03\x01"),
     ("glGetUniformLocation", [("program", unsigned(5)), ("name", text("none"))], unsigned(3)), False),
    ("value", ("glGetShaderInfoLog", [("shader", unsigned(6)), ("bufSize", unsigned(100)), ("length", NULL), ("infoLog", text(""))], None),
     ("glGetShaderInfoLog", [("shader", unsigned(6)), ("bufSize", unsigned(100)), ("length", NULL), ("infoLog", text("fine"))], None), True),
    ("value", integer(0x0D33, 64), integer(0x0D33, 1 << 30), True),  # GL_MAX_TEXTURE_SIZE, here more or less
    ("value", integer(0x8069, 0), integer(0x8069, 7), False),  # GL_TEXTURE_BINDING_2D: whether there is one
    ("format", integer(0x0D55, 8), integer(0x0D55, 16), False),  # GL_ALPHA_BITS
    ("missing", ("glFinish", [], None), ("glFinishNowGREMEDY", [], None), False),
]
# Of the driver's own, or less than it has: (pname, any value)
OWN = [(0x821B, 9), (0x821C, 9), (0x821D, 3), (0x8B49, 77)]  # GL_MAJOR_VERSION, GL_MINOR_VERSION, GL_NUM_EXTENSIONS; GL_MAX_FRAGMENT_UNIFORM_COMPONENTS


def made_up(chosen):
    """A trace in which the answers are right but for the chosen one."""
    t = Trace(5)
    t.call("eglBindAPI", ["api"], [unsigned(0x30A2)], result=unsigned(1))
    t.call("eglCreateContext", ["dpy", "config", "share_context", "attrib_list"], [pointer(1), pointer(2), NULL, NULL], result=pointer(3))
    t.call("eglMakeCurrent", ["dpy", "draw", "read", "ctx"], [pointer(1), pointer(4), pointer(4), pointer(3)], result=unsigned(1))
    t.call("glCreateProgram", [], [], result=unsigned(5))
    t.call("glCreateShader", ["type"], [unsigned(0x8B30)], result=unsigned(6))
    t.call("glShaderSource", ["shader", "count", "string", "length"], [unsigned(6), unsigned(1), array(text(SOURCE)), NULL])
    t.call("glCompileShader", ["shader"], [unsigned(6)])
    t.call("glAttachShader", ["program", "shader"], [unsigned(5), unsigned(6)])
    t.call("glLinkProgram", ["program"], [unsigned(5)])
    for i, (_, right, wrong, _) in enumerate(ANSWERS):
        name, arguments, result = wrong if i == chosen else right
        t.call(name, [argument for argument, _ in arguments], [value for _, value in arguments], result=result)
    t.call("glGetError", [], [], result=unsigned(NO_ERROR))
    t.call("glGetString", ["name"], [unsigned(0x1F02)], result=text("9.9 of nobody"))  # GL_VERSION
    for pname, value in OWN:
        name, arguments, result = integer(pname, value)
        t.call(name, [argument for argument, _ in arguments], [each for _, each in arguments], result=result)
    return t


def values():
    with tempfile.TemporaryDirectory() as folder:
        for chosen in range(-1, len(ANSWERS)):
            path = os.path.join(folder, f"{chosen}.trace")
            made_up(chosen if chosen >= 0 else None).save(path)
            status, told, _, _ = Recording(folder, "made-up", path).play()
            if chosen < 0:
                assert status == 0 and not told, (status, told)
                continue
            kind, _, wrong, is_note = ANSWERS[chosen]
            call = 9 + chosen
            name = {"compile": "glCompileShader", "link": "glLinkProgram"}.get(kind, wrong[0])
            assert [(row["kind"], row["name"], row["note"]) for row in told] == [(kind, name, is_note)], (wrong, told)
            assert told[0]["call"] == {"compile": 6, "link": 8}.get(kind, call), told
            assert status == (not is_note), (status, told)
            assert kind == "missing" or told[0]["recorded"] != told[0]["here"], told


def asserted():
    """glIsEnabled, as the recorder asserts it."""
    for right in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            t = made_up(None)
            t.call("glIsEnabled", ["cap"], [unsigned(0x0BD0)], result=TRUE if right else FALSE, flags=1)
            path = os.path.join(folder, "a.trace")
            t.save(path)
            said = play(path, "--strict", status=not right)[1]
            assert right or "the trace asserts that GL_DITHER is false, and it is true here" in said.replace("3024", "GL_DITHER"), said
            plain = play(path)[1]
            assert (" 0 differences" in plain) == right, plain


def stop(trace):
    """The notes of a session's stops: one says it, once."""
    old = dict(os.environ)
    try:
        os.environ.update(DRIVERS["no-s3tc"])
        with Console([trace.path]) as console:
            stops = [console.run("next draw") for _ in range(2)]
            told = [each.get("note", "") for each in stops]
        assert "GL answers otherwise here than in the recording: call " in told[0] and "glCompressedTexImage2D" in told[0], told
        assert "otherwise" not in told[1], told
    finally:
        os.environ.clear()
        os.environ.update(old)
    with Console([trace.path]) as console:
        assert "otherwise" not in console.run("next draw").get("note", "")


def junit(trace):
    """A test for each kind, of which those fail that JSON tells of; and one that says whether it was played."""
    kinds = ["played", "compile", "link", "error", "value", "status", "format", "missing"]
    with tempfile.TemporaryDirectory() as folder:
        path, broken = os.path.join(folder, "a.xml"), os.path.join(folder, "broken.trace")
        with open(broken, "wb") as file:
            file.write(b"no trace")
        for driver, played in ((None, trace.path), ("no-s3tc", trace.path), (None, broken)):
            told = trace.play(DRIVERS[driver] if driver else None)[1:3] if played == trace.path else ([], {"kinds": {}})
            failing = set(told[1]["kinds"]) | ({"played"} if played == broken else set())
            play(played, "--strict", "--junit", path, status=2 if played == broken else bool(failing), environment=DRIVERS[driver] if driver else None)
            suite, = xml.etree.ElementTree.parse(path).getroot()
            tests = {test.get("name"): [each.tag for each in test if each.tag != "system-out"] for test in suite}
            assert list(tests) == kinds and {test.get("classname") for test in suite} == {played}, tests
            assert {name for name, each in tests.items() if each} == failing, (tests, failing)
            assert [int(suite.get(name)) for name in ("tests", "failures", "errors")] == [len(kinds), len(set(told[1]["kinds"])), played == broken], suite.attrib
            for row in told[0]:
                text = next(test for test in suite if test.get("name") == row["kind"]).find("system-out" if row["note"] else "failure").text
                assert row["text"] in text, (row, text)


def usage(trace):
    for options in (["--json"], ["--junit", "a.xml"], ["--strict", "--times"], ["--strict", "--experiments", "--frame", "0"]):
        said = play(trace.path, *options, status=2)[1]
        assert said.count("\n") == 1 and said.startswith("glstep-replay: --"), (options, said)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "none.trace")
        with open(path, "wb") as file:
            file.write(b"no trace")
        play(path, "--strict", status=2)
    said = play(trace.path, "--strict")[1]
    assert said.count("\n") == 1 and " 0 differences" in said, said


def main():
    results = Results()
    others = [name for name in PROGRAMS if name not in STRICT]
    with tempfile.TemporaryDirectory() as folder:
        traces = {}
        for name in [*STRICT, *others[::1 if EVERYTHING else SOME]]:
            try:
                traces[name] = Recording(folder, name)
            except (AssertionError, subprocess.TimeoutExpired) as why:
                results.fail(f"alike-{name}", str(why))
        samples = corpus("traces")
        for path in sorted(glob.glob(os.path.join(samples, "*.trace"))) if samples else []:
            traces[os.path.basename(path)] = Recording(folder, os.path.basename(path), path)
        for trace in traces.values():
            alike(trace, results)
        results.check("notes", notes, traces)
        for (name, driver), told in LACKING.items():
            results.check(f"lacking-{name}-{driver}", lacking, traces[name], driver, told)
        results.check("values", values)
        results.check("asserted", asserted)
        results.check("stop", stop, traces["format"])
        results.check("junit", junit, traces["format"])
        results.check("usage", usage, traces["block"])
        results.check("silent", silent, traces)
    sys.exit(results.failed > 0)


main()
