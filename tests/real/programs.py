#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Other real programs: glxgears (no shaders), es2gears_x11, a shell script that execs the program."""

import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program  # noqa: E402


def glxgears():
    with Console(["glxgears"]) as console:
        stop = console.run("next draw")
        assert stop["stop"] == "call", stop
        answer = console.command("shader fragment")
        assert not answer["ok"] and answer["error"]["code"] == "no-shader", answer
        assert "fixed" in answer["error"]["message"].lower(), answer
        first = console.run("next frame")
        second = console.run("next frame 5")
        assert second["frame"] == first["frame"] + 5, (first, second)
        calls = console.run("calls 50")["calls"]
        assert len(calls) == 50 and any(call["name"] in ("glCallList", "glXSwapBuffers") for call in calls), calls
        console.run("kill")


def es2gears():
    with Console(["es2gears_x11"]) as console:
        stop = console.run("next draw 2")
        assert stop["stop"] == "call" and stop["call"]["name"] == "glDrawArrays", stop
        where = console.run("shader fragment")
        assert where["total"] > 100, where
        while not where["finished"]:
            where = console.run("shader step")
        value = console.run("print gl_FragColor")["value"]
        assert len(value) == 4 and any(part > 0 for part in value), value
        console.run("shader leave")
        stop = console.run("next draw 20")
        assert stop["stop"] == "call", stop
        console.run("kill")


def through_a_script():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "start")
        with open(path, "w") as script:
            script.write("#!/bin/sh\n/bin/true\nls / >/dev/null\nX=$(echo a | sed s/a/b/)\n"
                         f"exec '{program('glstep-example')}' \"$@\" --size 200x150\n")
        os.chmod(path, 0o755)
        with Console([path, "--frames", "3", "--time-step", "0.1"]) as console:
            stop = console.run("next draw")
            assert stop["stop"] == "call" and stop["draw"] == 0, stop
            where = console.run("shader fragment")
            assert where["total"] == 200 * 150, where
            console.run("shader step")
            console.run("shader leave")
            end = console.run("continue")
            assert end["stop"] == "exited" and end["status"] == 0, end


def python_ctypes():
    """dlopen, dlsym and GetProcAddress, in a program that links no GL."""
    with Console([sys.executable, os.path.join(os.environ["top_srcdir"], "tests/programs/ctypes-gl.py")]) as console:
        stop = console.run("next call glGetString")
        assert stop["stop"] == "call" and stop["call"]["name"] == "glGetString", stop
        stop = console.run("next call glClear")
        assert stop["call"]["arguments"][0]["text"] == "GL_COLOR_BUFFER_BIT", stop
        stop = console.run("next draw")
        assert stop["call"]["name"] == "glEnd", stop
        stop = console.run("next frame")
        assert stop["stop"] == "call" and stop["call"]["name"] in ("glXSwapBuffers", "eglSwapBuffers"), stop
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, (end, console.program_output())
        assert "3 frames" in console.program_output()


def other_process():
    """The first process that calls GL never draws: where one waits for its draw, the one that does is named, and can be followed."""
    drawer = program("test-scenes")
    first = ("import ctypes, subprocess, sys, time; ctypes.CDLL('libEGL.so.1').eglGetDisplay(None); "
             f"status = subprocess.run(['{drawer}', 'plain', '--frames', '3']).returncode; time.sleep(3600)")
    with Console([sys.executable, "-c", first], ["--timeout", "5"]) as console:
        answer = console.command("next draw")
        assert answer["error"]["code"] == "timeout" and os.path.basename(drawer) in answer["error"]["message"], answer
        assert "--follow" in answer["error"]["message"], answer
    with Console([sys.executable, "-c", first], ["--follow", "*nothing", "--timeout", "5"]) as console:
        answer = console.command("next draw")
        assert answer["error"]["code"] == "timeout" and "matches --follow so far" in answer["error"]["message"], answer
    with Console([sys.executable, "-c", first], ["--follow", "*test-scenes"]) as console:
        assert console.run("next draw")["call"]["name"] == "glDrawArrays"
        assert console.run("shader fragment")["total"] > 100
    # one that draws itself, later: the others are told of until its first draw
    source = os.path.join(os.environ["top_srcdir"], "tests/programs/ctypes-gl.py")
    itself = first[:first.index("time.sleep")] + f"import runpy; runpy.run_path('{source}')"
    with Console([sys.executable, "-c", itself]) as console:
        before = console.run("next call glGetString")
        assert os.path.basename(drawer) in before["note"], before
        draw = console.run("next draw")
        assert draw["call"]["name"] == "glEnd" and "note" not in draw, draw
        assert console.run("continue")["status"] == 0


def exit_status():
    with Console([program("test-scenes"), "plain", "--status", "7"]) as console:
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 7, end


def toolkit(name):
    """Stops at each frame's draw, looks at a value of its shader; the program's own verdict stays."""
    if not os.path.exists(program(name)):
        raise AssertionError("not built: its library was not found by configure")
    with Console([program(name)]) as console:
        for _ in range(3):
            stop = console.run("next call glDrawArrays")
            while console.run("program")["program"] == 0 or "red = 0.25" not in console.run("source fragment")["source"]:
                stop = console.run("next call glDrawArrays")  # GTK draws too
            assert stop["stop"] == "call", stop
            where = console.run("shader fragment")
            while not where["finished"]:
                where = console.run("shader step")
            assert console.run("print red")["value"] == 0.25
            console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, (end, console.program_output())


results = Results()
for name in "test-sdl", "test-glut", "test-gtk":
    results.check(name, toolkit, name)
results.check("glxgears", glxgears)
results.check("es2gears_x11", es2gears)
results.check("shell-script", through_a_script)
results.check("other-process", other_process)
results.check("python-ctypes", python_ctypes)
results.check("exit-status", exit_status)
sys.exit(1 if results.failed else 0)
