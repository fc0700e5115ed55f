#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The commands on the program and its GL calls, with real programs."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program, source_lines  # noqa: E402

SCENES = program("test-scenes")


def refused(console, command, *codes):
    answer = console.command(command)
    assert not answer["ok"] and answer["error"]["code"] in codes, answer


def check_call(call):
    assert type(call["index"]) is int and type(call["thread"]) is int and call["thread"] > 0, call
    for argument in call["arguments"]:
        assert set(argument) - {"contents", "count", "output"} == {"name", "type", "value", "text"}, argument
    return call


def check_stepping():
    with Console([SCENES, "plain", "--frames", "20"]) as console:
        first = console.run("start")
        assert first["stop"] == "call" and first["call"]["index"] == first["frame"] == first["draw"] == 0, first
        assert console.run("start") == first and console.run("pause") == first
        second = console.run("step")
        assert second["call"]["index"] == 1, second
        assert console.run("step 10")["call"]["index"] == 11
        check_call(console.run("call"))
        draw = console.run("next draw")
        assert draw["draw"] == 0 and draw["call"]["name"].startswith("glDraw"), draw
        mode = check_call(draw["call"])["arguments"][0]
        assert mode == {"name": "mode", "type": "GLenum", "value": 4, "text": "GL_TRIANGLES"}, mode
        third = console.run("next draw 2")
        assert third["draw"] == 2, third
        frame = console.run("next frame")
        assert frame["call"]["name"] == "glXSwapBuffers" and frame["draw"] == 3, frame
        assert console.run("next frame 2")["frame"] == frame["frame"] + 2
        calls = console.run("calls 6")["calls"]
        assert [check_call(call)["index"] for call in calls] == list(range(calls[-1]["index"] - 5, calls[-1]["index"] + 1)), calls
        assert len(console.run("calls")["calls"]) == 20
        assert console.run("statistics")["functions"]["glXSwapBuffers"] == frame["frame"] + 2
        named = console.run("next call glClear*")
        assert named["call"]["name"].startswith("glClear"), named
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
        for command in "call", "step", "continue", "program", "shader fragment", "detach", "kill":
            refused(console, command, "no-program")
        again = console.run("restart")
        assert again["call"]["index"] == 0, again
        console.run("next draw")


def check_breakpoints():
    with Console([SCENES, "plain", "--frames", "20"]) as console:
        console.run("break call glDraw*")
        stop = console.run("continue")
        assert stop["stop"] == "breakpoint" and stop["draw"] == 0, stop
        assert console.run("continue")["draw"] == 1
        assert console.run("info breakpoints")["breakpoints"][0]["hits"] == 2
        changed = console.run("break change 1 if first == 12345")["breakpoints"]
        assert [(b["number"], b["condition"], b["hits"]) for b in changed] == [(1, "first == 12345", 2)], changed
        refused(console, "break change 1 if nonsense > 3", "unknown-name")
        refused(console, "break change 1 any", "usage")
        refused(console, "break change 7", "usage")
        assert console.run("info breakpoints")["breakpoints"] == changed
        assert "condition" not in console.run("break change 1")["breakpoints"][0]
        console.run("break call glClear")
        assert [console.run("continue")["breakpoint"] for _ in range(2)] in ([1, 2], [2, 1])
        assert "breakpoint" not in console.run("step")
        console.run("delete 2")
        console.run("delete 1")
        assert console.run("continue")["stop"] == "exited"
    with Console([SCENES, "error", "--frames", "3"]) as console:
        stop = console.run("next error")
        assert stop["stop"] == "error" and stop["gl_error"] == "GL_INVALID_ENUM", stop
        assert stop["call"]["name"] == "glEnable", stop
        refused(console, "skip", "usage")
        console.run("break error")
        stop = console.run("continue")
        assert stop["stop"] == "error" and stop["call"]["name"] == "glEnable", stop
        console.run("delete 1")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end


def check_editing():
    """A skipped draw leaves the framebuffer empty; an edited count changes the call that is executed."""
    with tempfile.TemporaryDirectory() as folder:
        def picture(console, name):
            console.run(f"framebuffer {folder}/{name}.png")
            with open(f"{folder}/{name}.png", "rb") as file:
                return file.read()
        with Console([SCENES, "plain", "--frames", "20"]) as console:
            console.run("next draw")
            empty = picture(console, "empty")
            console.run("skip")
            assert picture(console, "skipped") == empty
            assert console.run("calls 1")["calls"][0]["skipped"] is True
            console.run("next draw")
            names = [argument["name"] for argument in console.run("call")["arguments"]]
            assert "count" in names and "mode" in names, names
            call = console.run("set arg count 3")
            assert call["edited"] is True and call["arguments"][names.index("count")]["value"] == 3, call
            assert console.run("set arg mode GL_LINES")["arguments"][0]["value"] == 1
            for bad in ("set arg count many", "set arg nothing 3", "set arg mode GL_NO_SUCH_THING", "set arg count"):
                assert not console.command(bad)["ok"], bad
            console.run("set arg mode GL_TRIANGLES")
            console.run("step")
            few = picture(console, "few")
            assert few != empty
            console.run("next draw")
            console.run("step")
            assert picture(console, "all") not in (few, empty)


def check_program():
    with Console([SCENES, "plain", "--frames", "20"]) as console:
        console.run("next draw")
        found = console.run("program")
        assert found["program"] > 0 and {stage["stage"] for stage in found["stages"]} == {"vertex", "fragment"}, found
        assert found["attributes"] and all({"name", "type"} <= set(attribute) for attribute in found["attributes"]), found
        assert any("void main()" in line for line in source_lines(console))
        refused(console, "source geometry", "no-shader")
        refused(console, "source green", "usage")
        state = console.run("state GL_DEPTH")
        assert state and all(name.startswith("GL_DEPTH") for name in state), state


def check_log():
    with Console([SCENES, "plain", "--frames", "20"]) as console:
        console.run("start")
        before = len(console.run("calls 100000")["calls"])
        console.run("log off")
        stop = console.run("next frame 5")
        assert len(console.run("calls 100000")["calls"]) <= before + 1, "calls were listed"  # the one that was pending
        console.run("log on")
        later = console.run("next frame")
        calls = console.run("calls 100000")["calls"]
        assert later["call"]["index"] > stop["call"]["index"] > before and len(calls) > before, (later, stop, before)
        assert calls[-1]["index"] == later["call"]["index"] - 1, calls[-1]


def check_timeout():
    with Console([SCENES, "plain", "--frames", "1000000"], ["--timeout", "3"]) as console:
        console.patiently("next draw")
        answer = console.command("continue")
        assert not answer["ok"] and answer["error"]["code"] == "timeout", answer
        assert console.patiently("next draw")["stop"] == "call"  # paused, and can go on
        refused(console, "next call glXCopyContext", "timeout")
        console.run("kill")
        refused(console, "next draw", "no-program")


if "DISPLAY" not in os.environ:
    display = os.path.join(os.environ["top_srcdir"], "tests", "with-display")
    sys.exit(subprocess.call([display, sys.executable, os.path.abspath(__file__), *sys.argv[1:]]))
for check in check_stepping, check_breakpoints, check_editing, check_program, check_log, check_timeout:
    if len(sys.argv) == 1 or check.__name__ in sys.argv:
        print(check.__name__, flush=True)
        check()
