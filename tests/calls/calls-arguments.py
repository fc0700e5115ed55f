#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every kind of argument as the registry means it: of pending calls, of calls that were stepped, and of logged ones."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

PROGRAM = program("tests/calls/calls-program")
TEXTS = ["void main()\n", "{\t\"not GLSL\" ", "  "]
SQUARES = [i * i for i in range(300)]

# (function, how many of it before this one, argument: what it shows)
SHOWN = [
    ("eglInitialize", 0, {"major": "{1}", "return": "EGL_TRUE"}),
    ("eglChooseConfig", 0, {"attrib_list": "{EGL_SURFACE_TYPE, 1, EGL_NONE}"}),
    ("eglBindAPI", 0, {"api": "EGL_OPENGL_API"}),
    ("glBlendFunc", 0, {"sfactor": "GL_ONE", "dfactor": "GL_ZERO"}),
    ("glStencilOp", 0, {"fail": "GL_KEEP", "zfail": "GL_ZERO", "zpass": "GL_INCR"}),
    ("glDrawBuffer", 0, {"buf": "GL_NONE"}),
    ("glClear", 0, {"mask": "0"}),
    ("glClear", 1, {"mask": "GL_STENCIL_BUFFER_BIT | GL_COLOR_BUFFER_BIT"}),
    ("glColorMask", 0, {"red": "GL_TRUE", "green": "GL_FALSE", "blue": "GL_TRUE", "alpha": "GL_FALSE"}),
    ("glBegin", 0, {"mode": "GL_POINTS"}),
    ("glClearColor", 0, {"red": "0.1", "green": "-0", "blue": "1e+30", "alpha": "0.333333343"}),
    ("glClearDepth", 0, {"depth": "0.10000000000000001"}),
    ("glEnable", 0, {"cap": "0x1234"}),
    ("glIsEnabled", 0, {"cap": "GL_BLEND", "return": "GL_FALSE"}),
    ("glTexParameteri", 0, {"pname": "GL_TEXTURE_MIN_FILTER", "param": "GL_NEAREST"}),
    ("glTexParameterf", 0, {"pname": "GL_TEXTURE_WRAP_S", "param": "GL_REPEAT"}),
    ("glTexParameteri", 1, {"pname": "GL_TEXTURE_MAX_LEVEL", "param": "3"}),
    ("glTexParameterfv", 0, {"params": "{0.25, 0.5, 0.75, 1}"}),
    ("glGetTexParameteriv", 0, {"params": "{GL_NEAREST}"}),
    ("glGetTexParameteriv", 1, {"params": "{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA}"}),
    # 7 pixels a row are 21 bytes, padded to 24; then one pixel more
    ("glTexImage2D", 0, {"internalformat": "GL_RGB8",
                         "pixels": "2 x 1 GL_RGB GL_UNSIGNED_BYTE, 6 bytes {1b 1c 1d 1e 1f 20}"}),
    ("glTexImage2D", 1, {"pixels": "NULL"}),
    ("glTexImage2D", 2, {"internalformat": "4",
                         "pixels": "1 x 1 GL_BGRA GL_UNSIGNED_INT_8_8_8_8_REV, 4 bytes {00 01 02 03}"}),
    ("glCreateShader", 0, {"type": "GL_VERTEX_SHADER"}),
    ("glGetShaderiv", 0, {"pname": "GL_COMPILE_STATUS", "params": "{GL_FALSE}"}),
    ("glBindAttribLocation", 0, {"name": '"a \\"name\\""'}),
    ("glObjectLabel", 0, {"identifier": "GL_PROGRAM", "label": '"label"'}),
    ("glObjectLabel", 1, {"label": '"whole label"'}),
    ("glGetAttachedShaders", 0, {"count": "{1}"}),
    ("glGetUniformLocation", 0, {"name": '"none"', "return": "-1"}),
    ("glUniformMatrix2fv", 0, {"transpose": "GL_TRUE", "value": "{1, 2, 3, 4, 5, 6, 7, 8.5}"}),
    ("glUniform4iv", 0, {"value": "{-1, 2, -3, 4}"}),
    ("glUniform1ui", 0, {"v0": "4000000000"}),
    ("glDrawElements", 0, {"type": "GL_UNSIGNED_SHORT", "indices": "{0, 1, 2}"}),
    ("glBufferData", 0, {"data": "8 bytes {00 00 01 00 02 00 ff ff}", "usage": "GL_STATIC_DRAW"}),
    ("glGetIntegerv", 0, {"data": "{0, 0, 0, 0}"}),
    ("glGetFloatv", 0, {"data": "{0, 1}"}),
    ("glGetBooleanv", 0, {"data": "{GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE}"}),
    ("glCallLists", 0, {"lists": "{0, 1, 2}"}),
]
OUTPUTS = {"eglInitialize", "glGetTexParameteriv", "glGetShaderiv", "glGetAttachedShaders", "glGetIntegerv", "glGetFloatv",
           "glGetBooleanv"}


def argument(call, name):
    return call["return"] if name == "return" else next(a for a in call["arguments"] if a["name"] == name)


def is_pending_output(name, argument_name):
    return argument_name == "return" or name in OUTPUTS and argument_name not in ("pname", "cap")


def check_shown(calls, pending):
    seen, checked = {}, 0
    for call in calls:
        n = seen[call["name"]] = seen.get(call["name"], -1) + 1
        for name, which, shown in SHOWN:
            if (name, which) != (call["name"], n):
                continue
            for key, text in shown.items():
                if pending and is_pending_output(name, key):
                    continue
                assert argument(call, key)["text"] == text, (call, key, text)
                checked += 1
    return checked


def check_contents(calls, printed):
    """Values that are no text, and what the program itself was told."""
    by_name = {}
    for call in calls:
        by_name.setdefault(call["name"], []).append(call)
    textures = [int(n) for n in printed["textures"]]
    made = argument(by_name["glGenTextures"][0], "textures")
    assert made["contents"] == textures and made["output"] is True, made
    egl = by_name["eglInitialize"][0]
    assert [argument(egl, n)["contents"] for n in ("major", "minor")] == [[int(n)] for n in printed["egl"][:2]], egl
    configs = argument(by_name["eglChooseConfig"][0], "configs")
    assert len(configs["contents"]) == int(printed["egl"][2]), configs
    source = by_name["glShaderSource"][0]
    assert argument(source, "string")["contents"] == TEXTS, source
    assert argument(source, "length")["contents"] == [-1, 13, 2], source
    log = by_name["glGetShaderInfoLog"][0]
    assert len(argument(log, "infoLog")["contents"]) == int(printed["log"][0]) > 0, log
    attached = by_name["glGetAttachedShaders"][0]
    assert argument(attached, "shaders")["contents"] == [by_name["glCreateShader"][0]["return"]["value"]], attached
    many = argument(by_name["glDeleteTextures"][1], "textures")
    assert many["contents"] == SQUARES and many["text"].endswith("225, ... 300 in all}"), many
    buffer = argument(by_name["glGenBuffers"][0], "buffers")["contents"][0]
    offset = argument(by_name["glDrawElements"][1], "indices")
    assert offset["contents"] == {"buffer": buffer, "offset": 2} and offset["text"] == f"buffer {buffer} + 2", offset
    assert "contents" not in argument(by_name["glBufferSubData"][0], "data"), "a size below 0"
    errors = [argument(call, "pname") for call in by_name["glGetIntegerv"] if call.get("gl_error") == "GL_INVALID_ENUM"]
    assert [e["value"] for e in errors] == [1] and errors[0]["text"] == "1", errors
    bad = by_name["glGetIntegerv"][1]
    assert "contents" not in argument(bad, "data"), "an output of a call that failed"
    vendor = by_name["glGetString"][0]["return"]
    assert vendor["contents"] and vendor["text"] == '"%s"' % vendor["contents"], vendor
    assert argument(by_name["glTexImage2D"][0], "pixels")["contents"] == {
        "width": 2, "height": 1, "depth": 1, "row": 24, "size": 6}


def printed_by(console):
    console.output.seek(0)
    return {line.split()[0]: line.split()[1:] for line in console.output.read().decode().splitlines() if line.strip()}


def check_logged():
    with Console([PROGRAM]) as console:
        console.run("log full")
        console.run("continue")
        calls = console.run("calls 1000")["calls"]
        assert check_shown(calls, False) == sum(len(shown) for _, _, shown in SHOWN)
        check_contents(calls, printed_by(console))
        failed = {call["name"] for call in calls if "gl_error" in call}
        assert failed >= {"glEnable", "glBufferSubData", "glGetIntegerv"}, failed
        assert not failed & {"glGenTextures", "glTexParameteri", "glCreateShader", "glGetFloatv"}, failed


def check_stepped():
    """The pending call shows its inputs; once stepped over, its outputs, with the log as it is by default."""
    with Console([PROGRAM]) as console:
        pending = [console.run("start")["call"]]
        while True:
            stop = console.run("step")
            if stop["stop"] == "exited":
                break
            pending.append(stop["call"])
        assert check_shown(pending, True) > 40
        calls = console.run("calls 1000")["calls"]
        assert len(calls) == len(pending)
        assert check_shown(calls, False) == sum(len(shown) for _, _, shown in SHOWN)
        check_contents(calls, printed_by(console))


def check_default():
    """Without being asked, nothing is read behind pointers, as it would cost, but what things are called, and names of objects."""
    named = ("glBindAttribLocation", "glGetUniformLocation", "glObjectLabel")
    with Console([PROGRAM]) as console:
        console.run("continue")
        for call in console.run("calls 1000")["calls"]:
            if call["index"] > 0 and call["name"] not in named and not re.match("gl(Gen|Create|Delete).*s$", call["name"]):
                assert not any("contents" in a for a in call["arguments"]), call


def check_es():
    with Console([PROGRAM, "es"]) as console:
        console.run("log full")
        assert console.run("continue")["status"] == 0
        images = [c for c in console.run("calls 1000")["calls"] if c["name"] == "glTexImage2D"]
        assert argument(images[0], "pixels")["contents"]["row"] == 24, images[0]


check_logged()
check_stepped()
check_default()
check_es()
