#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program's own call stack: at a call, outside GL, at a fatal signal; with and without debug information."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

SOURCE = os.path.join(os.environ["top_srcdir"], "tests/programs/stack.c")
with open(SOURCE) as text:
    LINES = {line.split("here: ")[1].split(" ")[0]: number for number, line in enumerate(text, 1) if "here: " in line}


def at(name, function=None):
    return (function or name, LINES[name])


def frames_of(console):
    found = console.run("backtrace")
    assert found["thread"] > 0, found
    for level, frame in enumerate(found["frames"]):
        assert frame["level"] == level and frame["address"].startswith("0x") and "module" in frame, frame
        assert "libglstep" not in frame["module"], frame
    return found["frames"]


def check(way, command, expected):
    """The frames that lie in the program itself, innermost first: these and no others; `None` is any line."""
    with Console([program("test-stack"), way]) as console:
        console.run("start")
        stop = console.run(command)
        own = [frame for frame in frames_of(console)
               if os.path.basename(frame["module"]) == "test-stack" and frame.get("function") != "_start"]
        seen = [(frame.get("function"), frame.get("line")) for frame in own]
        assert [function for function, _ in seen] == [function for function, _ in expected], \
            f"{way}: {seen}, expected {expected}"
        wrong = [pair for pair in zip(seen, expected, strict=True) if pair[1][1] and pair[0] != pair[1]]
        assert not wrong, f"{way}: {wrong}"
        assert all(frame["file"].endswith("/tests/programs/stack.c") for frame in own), own
        return stop


def check_generated():
    """Code that no file holds is of no module, whatever modules lie around it."""
    with Console([program("test-stack"), "generated"]) as console:
        console.run("next call glClear")
        frames = frames_of(console)
        names = [frame.get("function") for frame in frames]
        called = [level for level, name in enumerate(names) if name == "called"]
        assert called and (names[called[-1] + 1], frames[called[-1] + 1]["line"]) == at("generated"), frames
        between = [frame for frame in frames[called[0]:called[-1]] if frame.get("function") != "called"]
        assert len(between) == len(called) - 1 > 3, frames
        assert all(frame["module"] == "" for frame in between), between


def check_mapped():
    """Of a file that is not ELF: the place in it."""
    with Console([program("test-stack"), "mapped"]) as console:
        console.run("next call glClear")
        frames = frames_of(console)
        names = [frame.get("function") for frame in frames]
        frame = frames[names.index("called") + 1]
        assert frame["module"] and frame["offset"] == hex(4112 + 6), frames  # behind the call
        assert names[names.index("called") + 2] == "mapped", frames


def check_without_debug_information():
    """The offset of each frame of a stripped copy means in the original what the original's own frame says."""
    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(folder, "stripped")
        subprocess.run(["strip", "-o", stripped, program("test-stack")], check=True)
        with Console([stripped, "nested"]) as console:
            console.run("next call glClear")
            own = [frame for frame in frames_of(console) if frame["module"] == stripped]
            assert own and not any("line" in frame for frame in own), own
            offset = hex(int(own[0]["offset"], 16) - 1)
            said = subprocess.run(["addr2line", "-e", program("test-stack"), offset], check=True, capture_output=True, text=True).stdout
            assert said.split("/")[-1].split()[0] == f"stack.c:{LINES['inlined']}", said


def check_running_and_over():
    with Console([program("test-stack"), "nested"]) as console:
        console.run("continue")
        answer = console.command("backtrace")
        assert not answer["ok"] and answer["error"]["code"] == "no-program", answer


INNER = [at("inlined"), at("inner")]
check("nested", "next call glClear", INNER + [at("recursion", "inner"), at("recursion", "inner"), at("compare"), at("nested"), at("main")])
check("signal", "next call glClear", INNER + [at("handler"), at("raise", "by_signal"), at("main")])
check("thread", "next call glClear", INNER + [at("recursion", "inner"), at("thread", "thread_main")])
stop = check("crash", "continue", [at("crashes"), at("main")])
assert stop["stop"] == "signal", stop
if os.uname().machine == "x86_64":
    stop = check("made", "continue", [("made", None), at("main")])
    assert stop["signal"] == "SIGILL", stop
    check_generated()
    check_mapped()
check_without_debug_information()
check_running_and_over()

with Console([program("test-stack"), "sleep"], ["--timeout", "2"]) as console:
    console.patiently("next call glFlush")
    answer = console.command("continue")
    assert answer["error"]["code"] == "timeout", answer
    own = [(frame.get("function"), frame.get("line")) for frame in frames_of(console) if "test-stack" in frame["module"]]
    assert own[0] == at("sleeps") and at("main") in own, own
    console.run("kill")
