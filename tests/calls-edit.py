#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changing arguments of every type: the driver gets the new value; what cannot be changed is refused."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

PROGRAM = program("tests/calls-program")


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
