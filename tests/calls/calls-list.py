#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The list of calls: filtering, finding, groups, counting and saving, of a program whose every call is known."""

import csv
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, program  # noqa: E402
from patience import patience  # noqa: E402

PROGRAM = program("tests/calls/calls-program")
FRAMES = 40
FIRST = ["eglGetPlatformDisplay", "eglInitialize", "eglChooseConfig", "eglBindAPI", "eglCreateContext", "eglMakeCurrent"]
FRAME = ["glPushDebugGroup", "glClear", "glPushDebugGroup", "glDisable", "glDisable", "glPopDebugGroup", "glFlush",
         "glPopDebugGroup", "eglGetCurrentSurface", "eglGetCurrentDisplay", "eglSwapBuffers"]
NAMES = FIRST + FRAMES * FRAME


def names(result):
    return [call["name"] for call in result["calls"]]


def indices(result):
    return [call["index"] for call in result["calls"]]


def refused(console, command, *codes):
    answer = console.command(command)
    assert not answer["ok"] and answer["error"]["code"] in codes, answer


def check_filter(console):
    assert names(console.run("calls 10000")) == NAMES
    assert indices(console.run("calls from 7 3")) == [7, 8, 9]
    said = console.run("calls filter hide glDisable")
    kept = [i for i, name in enumerate(NAMES) if name != "glDisable"]
    assert said["shown"] == len(kept) and said["calls"] == len(NAMES) and said["hidden"] == ["glDisable"], said
    assert said["categories"]["State"] == "some" and said["extensions"]["GL_VERSION_1_0"] == "some", said
    assert indices(console.run("calls 10000")) == kept
    assert indices(console.run("calls from 8 3")) == [8, 11, 12], "the calls behind what is hidden"
    console.run("calls filter hide category:debugging")
    assert console.run("calls filter")["categories"]["Debugging and markers"] == "hidden"
    kept = [i for i in kept if "DebugGroup" not in NAMES[i]]
    assert indices(console.run("calls 10000")) == kept
    console.run("calls filter only extension:GL_VERSION_4_3")
    only = [i for i, name in enumerate(NAMES) if "DebugGroup" in name]
    assert indices(console.run("calls 10000")) == only
    console.run("calls filter show glFlush")
    assert set(names(console.run("calls 10000"))) == {"glPushDebugGroup", "glPopDebugGroup", "glFlush"}
    for bad in "hide glNoSuch*", "hide category:nothing", "show extension:", "hide", "all glClear", "maybe":
        refused(console, "calls filter " + bad, "usage", "unknown-name")
    assert console.run("calls filter all")["shown"] == len(NAMES)


def check_find(console):
    clears = [i for i, name in enumerate(NAMES) if name == "glClear"]
    found = console.run("calls find glClear")
    assert indices(found) == clears[:20] and found["next"] == clears[20], found
    assert indices(console.run(f"calls find gl*ear* from {found['next']}")) == clears[20:40]
    assert "next" not in console.run(f"calls find gl*ear* from {found['next']}")
    dither = [i for i, name in enumerate(NAMES) if name == "glDisable"][1::2]
    assert indices(console.run("calls find glDisable if cap == GL_DITHER")) == dither[:20]
    assert indices(console.run('calls find "cap = gl_dither"')) == dither[:20]
    last = console.run('calls find * if message == "frame 39"')
    assert indices(last) == [len(FIRST) + 39 * len(FRAME)], last
    assert indices(console.run("calls find eglSwapBuffers if frame == 7")) == [len(FIRST) + 8 * len(FRAME) - 1]
    assert console.run('calls find "never there"')["calls"] == []
    for bad in "", "glClear from", "glClear from x", "glClear unless", '"open', "glClear if nothing == 1":
        refused(console, "calls find " + bad, "usage", "unknown-name")


def check_groups(console):
    groups = console.run("calls groups")["groups"]
    assert len(groups) == 2 * FRAMES
    for i, group in enumerate(groups):
        inner = i % 2
        place = len(FIRST) + i // 2 * len(FRAME) + (2 if inner else 0)
        assert group == {"name": "inner" if inner else f"frame {i // 2}", "place": place, "calls": 4 if inner else 8,
                         "depth": inner, "open": False}, group
    assert [g["name"] for g in console.run("calls groups 3")["groups"]] == ["frame 3", "inner"]
    assert console.run("calls groups 1000")["groups"] == []


def check_statistics(console):
    counts = console.run("statistics")["functions"]
    assert counts == {name: NAMES.count(name) for name in set(NAMES)}
    # eglGetCurrentSurface and eglGetCurrentDisplay are as old as eglSwapBuffers
    by_extension = console.run("statistics extension")["extensions"]
    assert sum(by_extension.values()) == len(NAMES) and by_extension["GL_VERSION_4_3"] == 4 * FRAMES, by_extension
    assert by_extension["GL_VERSION_1_0"] == 4 * FRAMES and by_extension["EGL_VERSION_1_2"] == 1, by_extension
    by_category = console.run("statistics category")["categories"]
    assert sum(by_category.values()) == len(NAMES) and by_category["Debugging and markers"] == 4 * FRAMES, by_category
    refused(console, "statistics never", "usage")


def check_save(console):
    calls = console.run("calls 10000")["calls"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "all.csv")
        assert console.run(f"calls save {path}") == {"file": path, "calls": len(NAMES)}
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == len(calls)
        for row, call in zip(rows, calls, strict=True):
            shown = ", ".join(f"{a['name']} = {a['text']}" for a in call["arguments"])
            returned = call["return"]["text"] if "return" in call else ""
            assert (int(row["index"]), row["function"], row["arguments"], row["return"], int(row["thread"])) == (
                call["index"], call["name"], shown, returned, call["thread"]), (row, call)
        assert int(rows[-1]["frame"]) == FRAMES - 1
        console.run("calls filter only glPushDebugGroup")
        path = os.path.join(folder, "some.txt")
        assert console.run(f"calls save {path}")["calls"] == 2 * FRAMES
        with open(path) as file:
            lines = file.read().splitlines()
        assert len(lines) == 2 * FRAMES and lines[0].endswith('message = "frame 0")'), lines[0]
        console.run("calls filter all")
        refused(console, f"calls save {folder}/none/file.txt", "usage")
    refused(console, "calls save", "usage")


def check_frame_statistics():
    with Console([PROGRAM, "5"]) as console:
        console.run("next frame 3")
        console.run("step")
        console.run("step 4")
        counts = console.run("statistics frame")["functions"]
        assert counts == {"glPushDebugGroup": 2, "glClear": 1, "glDisable": 1}, counts
        calls = console.run("calls groups")["groups"]
        assert [g["open"] for g in calls] == 6 * [False] + 2 * [True], calls
        again = console.run("restart")
        assert again["call"]["index"] == 0 and console.run("calls")["calls"] == []


def check_said_when_empty():
    """People are told why nothing is listed."""
    told = {"calls": "No call has been executed", "statistics": "No call has been executed yet", "calls groups": "no debug group", "step 3": "", "calls from 99": "the number of calls is 3",
            "calls groups 7": "in this frame", "calls filter only glRectf": "0 of 3", "calls 2": "`calls filter all`"}
    for number, command in enumerate(told):
        commands = [word for text in list(told)[:number + 1] for word in ("-e", text)]
        done = subprocess.run([GLSTEP, *commands, PROGRAM, "2"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience(6))
        assert done.returncode == 0 and told[command] in done.stdout.splitlines()[-1], (command, done)


MANY, STOP = 4000, 3000
OF_MANY = FIRST + MANY * FRAME


def first_kept(console):
    """The number of the first call that is there; it begins a frame, and what is asked from before it is told."""
    told = console.run("calls from 0 1")
    first = told["first"]
    assert told["dropped"].startswith(f"Calls before {first} were dropped: the list keeps"), told
    assert indices(told) == [first] and (first - len(FIRST)) % len(FRAME) == 0, told
    assert "dropped" not in console.run(f"calls from {first} 1")
    return first


def check_kept(console, count):
    """What is left is what the program calls, under its numbers, up to that one; what is dropped is refused."""
    first = first_kept(console)
    left = console.run(f"calls from {first} 100000")
    assert names(left) == OF_MANY[first:count] and indices(left) == list(range(first, count)) and left["count"] == count, (first, count)
    assert console.run("statistics")["functions"] == {name: OF_MANY[:count].count(name) for name in set(OF_MANY[:count])}
    found = console.run("calls find glClear")
    assert indices(found)[0] == first + 1 and found["first"] == first, found
    assert console.run("calls in 0-20")["dropped"] and not console.run("calls in 0-20")["calls"]
    assert console.run("calls groups 3")["dropped"] and not console.run("calls groups 3")["groups"]
    frame = (first - len(FIRST)) // len(FRAME)
    groups = console.run("calls groups")["groups"]
    assert (groups[0]["name"], groups[0]["place"], groups[1]["name"]) == (f"frame {frame}", first, "inner"), groups[:2]
    assert "dropped" not in console.run(f"calls groups {frame}")
    refusal = console.command(f"call {first - 1}")["error"]
    assert refusal["code"] == "usage" and f"calls before {first} were dropped" in refusal["message"], refusal
    assert console.run(f"call {first}")["name"] == "glPushDebugGroup"
    return first


def check_bounded():
    """Numbers, counts and breakpoints of a list that drops calls are those of all calls."""
    flush = FRAME.index("glFlush")
    with Console([PROGRAM, str(MANY)], ["--list-size", "200K"]) as console:
        console.refused = True
        console.run("break call glFlush")
        console.run(f"break ignore 1 {STOP}")
        stop = console.run("continue")
        count = len(FIRST) + STOP * len(FRAME) + flush
        assert (stop["call"]["index"], stop["frame"]) == (count, STOP), stop
        first = check_kept(console, count)
        assert names(console.run("calls 8")) == OF_MANY[count - 8:count]
        assert console.run("statistics frame")["functions"] == {name: FRAME[:flush].count(name) for name in set(FRAME[:flush])}
        assert console.run("log keep unlimited") == {"unlimited": True, "keeps": "all calls"}
        console.run("next frame 100")
        assert first_kept(console) == first
        assert console.run("log keep 70K") == {"keeps": "70 kB"}
        less = first_kept(console)
        assert less > first, (less, first)
        for bad in "", "5", "much", "1M 2M", "-1G", "unlimite":
            refused(console, "log keep " + bad, "usage")
        console.run("delete 1")
        console.run("continue")
        last = check_kept(console, len(OF_MANY))
        assert last > less
        with tempfile.TemporaryDirectory() as folder:
            saved = console.run(f"calls save {folder}/all.txt")
            assert saved["calls"] == len(OF_MANY) - last and saved["first"] == last, saved
        console.run("restart")
        assert "dropped" not in console.run("calls from 0")
    done = subprocess.run([GLSTEP, "--list-size", "200K", "-e", "continue", "-e", "calls from 3 1", PROGRAM, str(MANY)], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=patience(12))
    said = done.stdout.splitlines()
    assert done.returncode == 0 and said[-2].startswith("Calls before ") and "the list keeps 200 kB" in said[-2], done
    done = subprocess.run([GLSTEP, "--list-size", "much", PROGRAM], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience(6))
    assert done.returncode == 2 and "'much' is not a size" in done.stderr, done


check_bounded()
check_said_when_empty()
with Console([PROGRAM, str(FRAMES)]) as main:
    main.run("continue")
    check_filter(main)
    check_find(main)
    check_groups(main)
    check_statistics(main)
    check_save(main)
check_frame_statistics()
