#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""
record-start.py - how recordings begin.

 pending-log-*  one that begins in the middle: the call at which the program has stopped is in it, whole
 context-*      it begins with calls that make the context that is current, with what its configuration has, and the window's size, so that a
                player draws its calls; so does what makes another one current
 late           one that begins behind the program's objects has them: each draw is made where it is played, and nothing is said against it
 lacks          what cannot be had is told once each, as it begins, as all of it is saved, as it is opened, and as that is saved
 no-program     of a program that cannot be started no trace is written, nor one that is there lost; one sentence says why

Prints a line PASS or FAIL for each.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [TESTS, os.path.join(TESTS, "trace")]
from glstep_console import BUILD, GLSTEP, Console, Results, program  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_tools import PLAYER, run  # noqa: E402

TOOL = os.path.join(BUILD, "glstep-trace")
BYTES = 100000


def pending_number(text):
    """Of the program's first call: what stands before is made up."""
    return next(int(line.split()[0]) for line in text.splitlines() if line[:1].isdigit() and not line.endswith("// fake"))


def pending(log):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        with Console([program("test-uploads"), "3"]) as console:
            console.run(f"log {log}")
            console.run("next call glBufferData")
            console.run(f"trace start {path}")
            console.run("next call glBufferSubData")
            assert console.run("trace stop")["calls"] == 1
        text = subprocess.check_output([TOOL, "dump", path]).decode()
        assert re.findall(r"^\d+ glBufferData\(.*", text, re.M) == \
            [f"{pending_number(text)} glBufferData(target = GL_ARRAY_BUFFER, size = {BYTES}, data = blob({BYTES}), usage = GL_STREAM_DRAW)"], text


def told(path):
    """(function, argument, its value) of each question that the recorder has made up; the function of each call, with `+` if it is made up."""
    calls = [json.loads(line) for line in run("dump", "--json", "--verbose", path)[0].splitlines()]
    asked = {(call["function"], call["arguments"][2]["value"]["enum"], str(call["arguments"][3]["value"])) for call in calls
             if call.get("fake") and call["function"] in ("glXGetFBConfigAttrib", "eglGetConfigAttrib", "glXQueryDrawable", "eglQuerySurface")}
    return asked, [("+" if call.get("fake") else "") + call["function"] for call in calls]


def context(way):
    """The second and third frame."""
    with tempfile.TemporaryDirectory() as folder:
        path, images = os.path.join(folder, "a.trace"), os.path.join(folder, "images")
        with Console([program("test-resized"), *way]) as console:
            console.run("next frame")
            console.run(f"trace start {path}")
            console.run("continue")
        asked, names = told(path)
        window = "egl" if way else "glX"
        query = ("eglQuerySurface", "EGL_") if way else ("glXQueryDrawable", "GLX_")
        config = ("eglGetConfigAttrib", "EGL_") if way else ("glXGetFBConfigAttrib", "GLX_")
        first = next(i for i, name in enumerate(names) if not name.startswith("+"))
        assert [name for name in names[:first] if name.startswith("+" + window) and "Make" in name] and "Swap" in names[first], names
        assert {(query[0], query[1] + "WIDTH", "[96]"), (query[0], query[1] + "HEIGHT", "[64]"), (config[0], config[1] + "RED_SIZE", "[8]")} \
            <= asked, asked
        played = subprocess.run([PLAYER, "--images", images, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60),
                                check=True)
        sizes = [read_png(os.path.join(images, name))[:2] for name in sorted(os.listdir(images))]
        assert sizes[:2] == [(96, 64)] * 2 and b"no context" not in played.stderr, (sizes, played.stderr)


def in_words(*commands, argv):
    options = [word for command in commands for word in ("-e", command)]
    return subprocess.run([GLSTEP, "-c", *options, "--", *argv], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)


def late():
    """Of three frames with two draws each the last one: their buffers are made in the second."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        done = in_words("next frame", "next frame", f"trace start {path}", "continue", argv=[program("test-scenes"), "instanced"])
        assert f"Calls are recorded in {path} from now on, behind what lives now.\n" in done.stdout.decode(), done
        numbers = [int(n) for n in re.findall(r"^(\d+) glDrawElements", run("dump", path)[0].decode(), re.M)]
        assert len(numbers) == 2, numbers
        done = in_words("next draw", "next draw", "continue", argv=[path])
        assert re.findall(r"^(\d+)\s+glDrawElements", done.stdout.decode(), re.M) == [str(n) for n in numbers], done
        assert "Note" not in done.stdout.decode() and re.fullmatch(r"glstep-replay: .*, 0 differences\n", done.stderr.decode()), done


def lacks():
    with tempfile.TemporaryDirectory() as folder:
        path, copy = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        with Console([program("test-scenes"), "es-formats", "--frames", "5"]) as console:
            for _ in range(2):
                console.run("next frame")
            missing = console.run(f"trace start {path}")["missing"]
            console.run("next frame")
            assert console.run(f"trace save {copy}")["missing"] == missing, missing
            console.run("trace stop")
        assert [one["kind"] for one in missing] == ["texture", "texture", "framebuffer"] and len({one["why"] for one in missing}) == 3, missing
        done = in_words(f"trace save {copy}", argv=[path])
        listed = [f"not in it: {one['kind']} {one['name']}: {one['why']}" for one in missing]
        assert [line for line in done.stdout.decode().splitlines() if line.startswith("not in it: ")] == listed, done
        told = ", ".join(f"{one['kind']} {one['name']} ({one['why']})" for one in missing)
        assert f"some of what lived then is not in it, so draws with that may differ: {told}\n" in done.stderr.decode(), done


def no_program():
    with tempfile.TemporaryDirectory() as folder:
        old, locked = os.path.join(folder, "old.trace"), os.path.join(folder, "locked")
        for path in old, locked:
            with open(path, "w", encoding="utf-8") as file:
                file.write("kept")
        for words in (["no-such-program"], ["/no/such/program"], ["--json", "-o", "a.trace", "./locked"], ["-o", old, "no-such-program"]):
            done = subprocess.run([GLSTEP, "record", *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(30),
                                  check=False)
            lines = done.stderr.decode().splitlines()
            assert done.returncode == 127 and len(lines) == 1 and os.path.basename(words[-1]) in lines[0] and not done.stdout, (words, done)
            assert sorted(os.listdir(folder)) == ["locked", "old.trace"], (words, os.listdir(folder))
        with open(old, encoding="utf-8") as file:
            assert file.read() == "kept"


results = Results()
for level in "on", "off", "full":
    results.check(f"pending-log-{level}", lambda level=level: pending(level))
results.check("context-glx", lambda: context([]))
results.check("context-egl", lambda: context(["egl"]))
results.check("late", late)
results.check("lacks", lacks)
results.check("no-program", no_program)
sys.exit(results.failed > 0)
