#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changing arguments of every type: the driver gets the new value; what cannot be changed is refused."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

PROGRAM = program("tests/calls/calls-program")


def argument(call, name):
    return next(a for a in call["arguments"] if a["name"] == name)


def last(console):
    return console.run("calls 1")["calls"][0]


def refused(console, command, *codes):
    answer = console.command(command)
    assert not answer["ok"] and answer["error"]["code"] in codes, answer


with Console([PROGRAM]) as main:
    main.run("next call glBlendFunc")
    main.run("set arg dfactor GL_DST_COLOR")
    main.run("next call glColorMask")
    main.run("set arg green true")
    main.run("set arg red GL_FALSE")
    main.run("next call glClearColor")
    main.run("set arg red 0.625")
    refused(main, "set arg red much", "usage")
    refused(main, "set arg red[0] 1", "unsupported")
    main.run("step")
    state = main.run("state GL_")
    assert state["GL_BLEND_DST_RGB"] == "GL_DST_COLOR" and state["GL_COLOR_CLEAR_VALUE"].split()[0] == "0.625", state
    assert state["GL_COLOR_WRITEMASK"].split() == ["0", "1", "1", "0"], state["GL_COLOR_WRITEMASK"]
    main.run("next call glTexParameterfv")
    assert argument(main.run("set arg params[2] 0.125"), "params")["text"] == "{0.25, 0.5, 0.125, 1}"
    refused(main, "set arg params[4] 1", "usage")
    refused(main, "set arg params[x] 1", "usage")
    refused(main, "set arg others[0] 1", "unknown-name")
    refused(main, 'set arg params "text"', "unsupported")
    main.run("step")
    edited = last(main)
    assert edited["edited"] is True and argument(edited, "params")["contents"] == [0.25, 0.5, 0.125, 1], edited
    border = main.run("state TEXTURE0.GL_TEXTURE_2D.GL_TEXTURE_BORDER_COLOR")
    assert list(border.values()) == ["0.25 0.5 0.125 1"], border
    main.run("next call glGetTexParameteriv")
    refused(main, "set arg params[0] 1", "unsupported", "usage")
    main.run("next call glBindAttribLocation")
    assert argument(main.run('set arg name "other \\"one\\""'), "name")["contents"] == 'other "one"'
    main.run("next call glObjectLabel")
    call = main.run('set arg label "a longer one"')
    assert argument(call, "label")["contents"] == "a longer one" and argument(call, "length")["value"] == 12, call
    refused(main, 'set arg label "open', "unsupported")
    main.run("next call glUniform4iv")
    assert argument(main.run("set arg value[1] -7"), "value")["contents"] == [-1, -7, -3, 4]
    assert argument(main.run("set arg value[3] 9"), "value")["contents"] == [-1, -7, -3, 9]
    main.run("step")
    assert main.run("continue")["status"] == 0

# Every type: what GL got is what the program reads back, and its own memory is as it was.
with Console([PROGRAM, "edited"]) as console:
    for call, command in [
            ("glDepthRange", "n 0.375"), ("glClearDepth", "depth 0.125"), ("glClearColor", "red 0.75"), ("glPointSize", "size 3.5"),
            ("glTexParameterf", "param GL_CLAMP_TO_EDGE"), ("glBindBuffer", "buffer +1"), ("glBufferData", "size 0x20"),
            ("glStencilMask", "mask 0x5a"), ("glPushAttrib", "mask GL_ENABLE_BIT|GL_COLOR_BUFFER_BIT"), ("glDisable", "cap GL_DITHER"),
            ("glDepthMask", "flag false"), ("glTexImage2D", "pixels[3] 200"), ("glShaderSource", 'string[1] " { float \\"f\\"; "'),
            ("glTexParameteriv", "params[2] GL_ONE"), ("glCallLists", "lists[2] 65535"), ("glClientWaitSync", "timeout 18446744073709551615"),
            ("glDeleteSync", "sync second")]:
        pending = console.run(f"next call {call}")["call"]
        name, value = command.split(" ", 1)
        if value == "+1":
            value = str(argument(pending, name)["value"] + 1)
        if value == "second":
            console.output.seek(0)
            value = console.output.read().decode().split("syncs ")[1].split()[1]
        edited = console.run(f"set arg {name} {value}")
        assert edited["edited"] is True, edited
        if call == "glShaderSource":
            assert argument(edited, "string")["contents"][1] == ' { float "f"; ', edited
            assert argument(edited, "length")["contents"][1] == 14, edited
        if call == "glClientWaitSync":
            assert argument(edited, "timeout")["text"] == "18446744073709551615", edited
            refused(console, "set arg timeout -1", "usage")
        if call == "glCallLists":
            refused(console, "set arg lists[2] 65536", "usage")
            refused(console, "set arg lists[3] 1", "usage")
            assert argument(console.run("call"), "lists")["contents"] == [1, 2, 65535]
        if call == "glDepthMask":
            refused(console, "set arg flag maybe", "usage")
    assert console.run("continue")["status"] == 0
    said = dict(line.split(" ", 1) for line in console.program_output().splitlines())
    assert said["values"] == "0.375 0.125 0.75 3.5 0x812f", said
    assert said["buffer"] == "1 size 32" and said["stencil"] == "0x5a" and said["dither"] == "1" and said["depth"] == "mask 0", said
    # the first pixel of the second row of seven, and two more: 24 + 6 on
    assert said["pixels"] == "30 31 32 200 34 35, own 31", said
    assert said["source"] == 'void main() { float "f"; }, own  { int i; ' and said["swizzle"] == "0x1", said
    assert said["left"] == "1 0", said
