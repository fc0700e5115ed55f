#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Passes, draws and names that the list of calls tells of a program whose every call is known: live, and of a trace of it; and that
nothing is told where the log was off."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, program  # noqa: E402

PROGRAM = program("tests/calls/passes-program")
FRAMES = 3
# of each frame: label, draws, others, number of the first draw
PASSES = [("shadow", 1, 1, 1), (None, 2, 1, 2), (None, 1, 1, 4)]
# number, program, primitives
DRAWS = [(1, "sky", "12 triangles"), (2, "ground.vert + ground.frag", "2 triangles"),
         (3, "ground.vert + ground.frag", "3 lines, 10 times"), (4, None, "1 point")]


def drawn(call):
    said = call["drawn"]
    return said["number"], said.get("program"), said.get("primitives")


def called(calls, name, argument):
    return {next(a.get("called") for a in call["arguments"] if a["name"] == argument) for call in calls if call["name"] == name}


def check(console):
    passes = console.run("calls passes")["passes"]
    told = [(p["frame"], p.get("label"), p["draws"], p["others"], p["draw"]) for p in passes]
    assert told == [(frame, *of_frame) for frame in range(FRAMES) for of_frame in PASSES], told
    framebuffers = [p["framebuffer"] for p in passes]
    assert framebuffers == [framebuffers[0], framebuffers[1], framebuffers[1]] * FRAMES and framebuffers[0] != framebuffers[1], framebuffers
    calls = console.run("calls 1000")["calls"]
    first = {p["place"]: i for i, p in enumerate(passes)}
    begins = [call["name"] for call in calls if call["index"] in first]
    assert begins[3:] == ["glBindFramebuffer", "glBindFramebuffer", "glClear"] * (FRAMES - 1), begins
    draws = [drawn(call) for call in calls if "drawn" in call]
    assert draws == DRAWS * FRAMES, draws
    assert called(calls, "glUniform4f", "location") == {"tint"}
    assert called(calls, "glVertexAttrib2f", "index") == {"corner"}
    assert called(calls, "glUseProgram", "program") == {"sky", "ground.vert + ground.frag", None}
    assert called(calls, "glBindRenderbuffer", "renderbuffer") == {None, "shadow depth"}
    bound = [(a["value"], a.get("called")) for call in calls if call["name"] == "glBindTexture" for a in call["arguments"] if a["name"] == "texture"]
    assert [label for _, label in bound] == [None, None, None, "gone", None, "shadow map", None], bound
    assert bound[3][0] == bound[4][0], f"{bound}"
    assert console.run("calls passes 1")["passes"] == passes[3:6]


def users(console, what):
    """But for those that the recorder has made up."""
    return [call["name"] for call in console.run(f'calls find "uses {what}"')["calls"] if not call.get("fake")]


def check_uses(console):
    """All calls that name an object, alone or in an array, as the program makes them, or GL gives it; no others."""
    calls = console.run("calls 1000")["calls"]

    def argument(function, name, n):
        call = [call for call in calls if call["name"] == function][n]
        return next(a["value"] for a in call["arguments"] if a["name"] == name)
    framebuffers = [argument("glBindFramebuffer", "framebuffer", i) for i in range(2)]
    once = [["glGenFramebuffers", "glBindFramebuffer", "glObjectLabel"], ["glGenFramebuffers", "glBindFramebuffer"]]
    for framebuffer, set_up in zip(framebuffers, once, strict=True):
        found = users(console, f"framebuffer {framebuffer}")
        assert found == set_up + ["glBindFramebuffer"] * FRAMES, found
    texture = argument("glBindTexture", "texture", 1)
    found = users(console, f"texture {texture}")
    assert found == ["glGenTextures", "glBindTexture", "glFramebufferTexture2D", "glBindTexture"], found
    found = users(console, f"renderbuffer {argument('glBindRenderbuffer', 'renderbuffer', 0)}")
    assert found == ["glGenRenderbuffers", "glBindRenderbuffer", "glFramebufferRenderbuffer", "glObjectLabel", "glBindRenderbuffer"], found
    found = users(console, f"program {argument('glLinkProgram', 'program', 0)}")
    assert found == ["glCreateProgram", "glAttachShader", "glAttachShader", "glBindAttribLocation", "glLinkProgram", "glObjectLabel",
                     "glGetUniformLocation"] + ["glUseProgram"] * FRAMES, found
    assert not users(console, "texture 4711")
    found = console.run(f'calls find "uses framebuffer {framebuffers[1]}" if target == GL_DRAW_FRAMEBUFFER')["calls"]
    assert [call["name"] for call in found] == ["glBindFramebuffer"] * FRAMES, found


def check_told(console):
    """Uniforms at locations that are never asked for: their names come from the driver, for each link its own."""
    def names(function):
        return [next(a.get("called") for a in call["arguments"] if a["name"] == "location")
                for call in console.run(f"calls find {function}")["calls"]]
    console.run("next draw")
    assert users(console, "texture atlas") == ["glDebugMessageInsert"]  # a text, not an object
    assert names("glUniform1f")[0] is None
    console.run("program")
    assert names("glUniform1f")[0] == "level", names("glUniform1f")
    assert names("glUniform2f") == ["offset", "places[2]"], names("glUniform2f")
    assert names("glUniform4f") + names("glUniform1fv") == ["lamps[1].light", "lamps[1].power[1]"], (names("glUniform4f"), names("glUniform1fv"))
    console.run("next draw")
    assert names("glUniform1f") == ["level", None], names("glUniform1f")
    console.run("program")
    assert names("glUniform1f") == ["level", "height"], names("glUniform1f")


def check_untold():
    """Linked anew where the log was off: the names of then are not those of the uniforms that the list has."""
    with Console([PROGRAM, "1", "explicit"]) as console:
        console.run("next draw")
        console.run("log off")
        console.run("next draw")
        console.run("log on")
        console.run("program")
        told = {a.get("called") for call in console.run("calls find glUniform*")["calls"] for a in call["arguments"] if a["name"] == "location"}
        assert told == {None}, told


def check_pending(console):
    stop = console.run("next call glUniform4f")
    assert called([stop["call"]], "glUniform4f", "location") == {"tint"}, stop


def check_unknown():
    """Calls of two frames are missing, binding ones among them."""
    with Console([PROGRAM, "4"]) as console:
        console.run("next draw 1")
        console.run("log off")
        console.run("next draw 5")  # to the second draw of the second frame
        console.run("log on")
        console.run("continue")
        passes = console.run("calls passes")["passes"]
        assert [p.get("framebuffer") is None for p in passes[1:]] == [True] * 2 + [False] * 6, passes
        draws = [drawn(call)[1] for call in console.run("calls 1000")["calls"] if "drawn" in call]
        # the first draw; the third of the second frame, whose program was bound unseen, and the fourth, which has none
        assert draws[:3] == ["sky", None, None] and draws[3:] == [name for _, name, _ in DRAWS] * 2, draws


with Console([PROGRAM, str(FRAMES)]) as live:
    check_pending(live)
    live.run("continue")
    check(live)
    check_uses(live)
with Console([PROGRAM, "1", "explicit"]) as live:
    check_told(live)
with tempfile.TemporaryDirectory() as folder:
    trace = os.path.join(folder, "explicit.trace")
    subprocess.run([GLSTEP, "record", "-o", trace, "--", PROGRAM, "1", "explicit"], check=True, stderr=subprocess.DEVNULL)
    with Console([trace]) as opened:
        check_told(opened)
    trace = os.path.join(folder, "passes.trace")
    subprocess.run([GLSTEP, "record", "-o", trace, "--", PROGRAM, str(FRAMES)], check=True, stderr=subprocess.DEVNULL)
    with Console([trace]) as opened:
        check(opened)
        check_uses(opened)
check_unknown()
check_untold()
