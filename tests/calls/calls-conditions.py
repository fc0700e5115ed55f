#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breakpoints on calls with conditions on their arguments: they stop at the calls that fulfil them, and nowhere else.

The program under debug tests what it can of a condition by itself; `calls find` tests the same condition in glstep: of half of some, the other half the next day, but for GLSTEP_TESTS=all."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, of_the_day, program  # noqa: E402

PROGRAM = program("tests/calls/calls-program")

# condition, pattern, and the calls it stops at: as many, each with an argument of that text
STOPS = [
    ("glClear", "mask == (GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)", [("mask", "GL_STENCIL_BUFFER_BIT | GL_COLOR_BUFFER_BIT")]),
    ("glClear", "mask & GL_STENCIL_BUFFER_BIT", [("mask", "GL_STENCIL_BUFFER_BIT | GL_COLOR_BUFFER_BIT")]),
    ("glClear", "!mask", [("mask", "0")]),
    ("glTexParameter*", "pname == GL_TEXTURE_MAX_LEVEL && param >= 3", [("param", "3")]),
    ("glTexParameter*", "params[1] == 0.5", [("params", "{0.25, 0.5, 0.75, 1}")]),
    ("glTexParameter*", "param == GL_REPEAT", [("param", "GL_REPEAT")]),
    ("glClearColor", "red == 0.1 && green == 0 && blue > 1e29", [("red", "0.1")]),
    ("glClearColor", "alpha != 1 && alpha < .34f", [("alpha", "0.333333343")]),
    ("glClearDepth", "depth == 0.1", [("depth", "0.10000000000000001")]),
    ("glTexImage2D", "width == 2 || internalformat == 4", [("internalformat", "GL_RGB8"), ("internalformat", "4")]),
    ("glTexImage2D", "pixels == NULL", [("level", "1")]),
    ("glObjectLabel", 'label == "label"', [("length", "5")]),
    ("glObjectLabel", "length < 0", [("length", "-1")]),
    ("glBindAttribLocation", 'name == "a \\"name\\"" && index == 3', [("index", "3")]),
    ("glBindAttribLocation", "index == 4", []),
    ("glShaderSource", 'string[1] != "else" && length[2] == 2', [("count", "3")]),
    # as GL takes them together, and no more of them than their lengths say
    ("glShaderSource", 'string == "void main()*GLSL\\"   "', [("count", "3")]),
    ("glShaderSource", 'string == "*not*" && count == 3', [("count", "3")]),
    ("glShaderSource", '"*not GLSL*" == string', [("count", "3")]),
    ("glShaderSource", 'string != "*not GLSL*"', []),
    ("glShaderSource", 'string == "*never*"', []),
    ("glBindAttribLocation", 'name == "a *" && index == 3', [("index", "3")]),
    ("glUniform*", "value[3] == 4 && location == -1", [("value", "{1, 2, 3, 4, 5, 6, 7, 8.5}"), ("value", "{-1, 2, -3, 4}")]),
    ("glUniform*", "value[7] > 8.4 && value[7] < 8.6", [("count", "2")]),
    ("glUniform1ui", "v0 == 4000000000", [("v0", "4000000000")]),
    ("glDeleteTextures", "textures[299] == 299*299" .replace("299*299", str(299 * 299)), [("n", "300")]),
    ("glDrawElements", "indices[2] == 2", [("indices", "{0, 1, 2}")]),
    ("gl*", "target == GL_TEXTURE_2D && texture > 0", [("texture", None)]),
    ("glEnable", "cap == 0x1234", [("cap", "0x1234")]),
]
# what the program tests by itself, alone or with what it cannot test
ALIKE = [
    "target == GL_TEXTURE_2D || mask & GL_COLOR_BUFFER_BIT || !cap",
    "-1 == location && count >= 1",
    "!(count < 3) && ~count < -2",
    "red > 0.0999 && red <= 0.1 || depth == 0.1 && depth != 0.1000001",
    "alpha != 1 || green < blue",
    "v0 > 2147483647 || v0 < 0",
    "width | height",
    "level & 1 || border == 5 || (name == 3 & 1)",
    "frame == 0 && draw >= 1 && draw <= 2",
    "draw >= 1 && n > 2.5",
    "n == 300 && textures[2] == 4 || length == -1 && label == \"label\"",
    "!(textures[2] == 4)",
    "params[1] == 0.5 || pname == GL_TEXTURE_MAX_LEVEL",
    "data == NULL || pixels == NULL || indices == 2",
    "index > 20 && index < 25",
    "size < 0 || size > 7",
    'string == "*GLSL*" || label == "lab*"',
]
REFUSED = [
    ("glClear", "masc == 0", "unknown-name", "glClear has: mask"),
    ("glClear", "mask == GL_NO_SUCH_BIT", "usage", "no constant"),
    ("glClear", "mask ==", "usage", "its end"),
    ("glClear", "mask == 1)", "usage", "operator"),
    ("glClear", "(mask", "usage", "')'"),
    ("glClear", "mask[1", "usage", "']'"),
    ("glClear", '"text', "usage", "closing"),
    ("glClear", '"text"', "usage", "compared"),
    ("glClear", "mask == 12q", "usage", "not a number"),
    ("glClear", "(" * 100 + "mask" + ")" * 100, "usage", "deeply"),
    ("glNoSuch*", "mask", "unknown-name", "no GL"),
    ("glGetError", "return == GL_NO_ERROR", "usage", "before the call"),
    ("glClear", "mask == 0 || (error != 0)", "usage", "break error"),
]


def stops_of(console):
    while True:
        stop = console.run("continue")
        if stop["stop"] == "exited":
            assert stop["status"] == 0, stop
            return
        assert stop["stop"] == "breakpoint", stop
        yield stop["call"]


def check_stops():
    for pattern, condition, expected in STOPS:
        with Console([PROGRAM]) as console:
            listed = console.run(f"break call {pattern} if {condition}")["breakpoints"]
            assert listed[0]["condition"] == condition and listed[0]["pattern"] == pattern, listed
            calls = list(stops_of(console))
            assert len(calls) == len(expected), (condition, calls)
            for call, (name, text) in zip(calls, expected, strict=True):
                argument = next(a for a in call["arguments"] if a["name"] == name)
                assert text is None or argument["text"] == text, (condition, argument)
            hits = console.run("info breakpoints")["breakpoints"][0]["hits"]
            assert hits == len(expected), (condition, hits)


def check_several():
    """Each counts for itself; one without condition stops whatever the others say; a run ends where it was to end."""
    with Console([PROGRAM]) as console:
        console.run("break call glTexImage2D if width > 100")
        console.run("break call glTex*Image2D if level == 1")
        calls = list(stops_of(console))
        assert [a["text"] for a in calls[0]["arguments"] if a["name"] == "level"] == ["1"] and len(calls) == 1, calls
        assert [b["hits"] for b in console.run("info breakpoints")["breakpoints"]] == [0, 1]
    with Console([PROGRAM]) as console:
        console.run("break call glTexImage2D if width > 100")
        stop = console.run("next call glTexImage2D 2")
        assert stop["stop"] == "call" and stop["call"]["name"] == "glTexImage2D", stop
        assert stop["call"]["arguments"][1]["text"] == "1", stop
        assert console.run("step 5")["call"]["index"] == stop["call"]["index"] + 5
        console.run("delete 1")
        assert console.run("continue")["stop"] == "exited"


def check_alike():
    with Console([PROGRAM]) as console:
        console.run("log full")
        assert console.run("continue")["stop"] == "exited"
        found = {}
        for condition in ALIKE:
            answer, found[condition] = {"next": 0}, []
            while "next" in answer:
                answer = console.run(f"calls find gl* from {answer['next']} if {condition}")
                found[condition] += [call["index"] for call in answer["calls"]]
    assert sum(len(calls) > 0 for calls in found.values()) == len(ALIKE), found
    for condition, expected in of_the_day(found).items():
        with Console([PROGRAM]) as console:
            console.run(f"break call gl* if {condition}")
            stopped = [call["index"] for call in stops_of(console)]
            assert stopped == expected, (condition, stopped, expected)


def switches(*commands):
    """How often the program's thread has slept by the end of its 3,000 frames."""
    with Console([PROGRAM, "3000"]) as console:
        console.run("log off")
        for command in commands:
            console.run(command)
        stop = console.run("next call glPopDebugGroup 6000")
        assert stop["stop"] == "call", stop
        with open(f"/proc/{stop['call']['thread']}/status") as status:
            return int(next(line for line in status if line.startswith("voluntary_ctxt")).split()[1])


def check_tested_in_program():
    """A condition that does not hold costs no stop, of which each is a sleep; there are 6,000 calls."""
    plain = switches()
    assert switches("break call glDisable if cap == GL_LIGHTING || frame > 5000") < plain + 3000
    assert switches("break call glDisable if index == 1") > plain + 5000  # only glstep knows that


NAMES = "import ctypes; gl = ctypes.CDLL('libGL.so.1'); [gl.glGetUniformLocation(0, name) for name in (b'one', b'', b'two')]"


def check_empty():
    """An empty text is one: it is met, and told as such."""
    with Console([sys.executable, "-c", NAMES]) as console:
        console.run('break call glGetUniformLocation if name == ""')
        calls = list(stops_of(console))
        told = [(a["text"], a["contents"]) for call in calls for a in call["arguments"] if a["name"] == "name"]
        assert told == [('""', "")], told
        listed = console.run("calls find glGetUniformLocation")["calls"]
        assert len(listed) == 3, listed
        assert "CRITICAL" not in console.stderr(), console.stderr()


def check_refused():
    with Console([PROGRAM]) as console:
        for pattern, condition, code, part in REFUSED:
            error = console.command(f"break call {pattern} if {condition}")["error"]
            assert error["code"] == code and part in error["message"], (condition, error)
        for line in "break call", "break call glClear unless mask", "break call glClear if", "break call glClear if ":
            assert console.command(line)["error"]["code"] == "usage", line
        assert console.run("info breakpoints")["breakpoints"] == []


check_refused()
check_empty()
check_stops()
check_several()
check_alike()
check_tested_in_program()
