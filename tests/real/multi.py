#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One draw of those that a glMultiDraw* makes: debugged after the ones before it have happened, and the program unharmed."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Results, of_the_day, program, read_npy  # noqa: E402
from patience import patience  # noqa: E402

PROGRAM = program("test-multi")
SIZE = 64
WAYS = ("arrays", "elements", "base", "indirect", "elements-indirect", "count", "elements-count")
LAST = {0: 0, 1: 1, 2: 1, 3: 3}  # which draw is seen in each quarter, when all have been made


def plain(*way):
    return subprocess.run([PROGRAM, *way], check=True, timeout=patience(6), stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode()


def check_end(console, *way):
    end = console.run("continue")
    assert end["stop"] == "exited" and end["status"] == 0, end
    assert console.program_output() == plain(*way), f"{plain(*way)}--- without glstep; under it:\n{console.program_output()}"


def check_values(console, expected):
    """What `c` is at each pixel: of which draw; None: of none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "c.npy")
        console.run("shader continue")
        console.run(f"values c {path}")
        values = read_npy(path)[3]
    for y in range(SIZE):
        for x in range(SIZE):
            at, draw = (y * SIZE + x) * 4, expected(x)
            found = list(values[at:at + 4])
            if draw is None:
                assert found[0] != found[0], (x, y, found)
            else:
                assert found == [(x + 0.5) / 64, (y + 0.5) / 64, draw / 8, 1], (x, y, found)


def check_draw(console, number):
    answer = console.command(f"shader fragment draw {number}")
    if number in (2, 4):  # behind draw 1; nothing
        assert not answer["ok"] and answer["error"]["code"] == "not-covered", answer
        return
    where = answer["result"]
    assert (where["draw"], where["draws"], where["total"]) == (number, 5, SIZE * (SIZE - 16 * number)), where
    console.run("shader over")
    seen = console.run("print seen")["value"]  # the fragments of the draw before: it has happened, and once
    assert seen == {0: 0, 1: 4096, 3: 0}[number], (number, seen)
    check_values(console, lambda x: number if x >= 16 * number else None)
    console.run("shader leave")


def together(way):
    with Console([PROGRAM, way]) as console:
        console.run("next draw")
        where = console.run("shader fragment")
        assert where["total"] == SIZE * SIZE and "draw" not in where and "5 draws" in where["note"], where
        check_values(console, lambda x: LAST[x // 16])
        console.run("shader leave")
        check_end(console, way)


def each(way):
    with Console([PROGRAM, way]) as console:
        stop = console.run("next draw")
        for number in range(5):
            check_draw(console, number)
        assert console.run("call")["name"] == stop["call"]["name"]
        check_end(console, way)


def some(way):
    """Forward only; other stages of that draw alone; then the rest is executed."""
    with Console([PROGRAM, way]) as console:
        console.run("next draw")
        check_draw(console, 1)
        answer = console.command("shader fragment draw 0")
        assert not answer["ok"] and "executed already" in answer["error"]["message"], answer
        answer = console.command("shader fragment draw 5")
        assert not answer["ok"] and "fewer" in answer["error"]["message"], answer
        assert console.run("shader fragment")["draw"] == 1
        where = console.run("shader vertex draw 3")
        assert (where["draw"], where["total"]) == (3, 3), where
        console.run("shader continue")
        assert console.run("print part")["value"] == 3
        console.run("shader leave")
        answer = console.command("set arg mode GL_POINTS")
        assert not answer["ok"] and "executed" in answer["error"]["message"], answer
        check_end(console, way)


def skipped(way):
    """What comes behind the draw is not executed."""
    with Console([PROGRAM, way]) as console:
        console.run("next draw")
        console.run("shader fragment draw 1")
        console.run("shader leave")
        console.run("skip")
        console.run("continue")
        assert "blue 0 0 0 0\n" in console.program_output(), console.program_output()


# Of COUNT MOST ROOM OFFSET STRIDE, as the program takes them, with the names of the functions and who writes the count.
# Stored counts below, at and above the most; none; room for the commands counted, but not for the most, which Mesa refuses.
COUNTED = (
    "3 5 5 4 0", "4 4 5 20 24 core", "9 2 5 0 0 core", "2 8 8 4 24", "2 8 8 8 28 core compute",
    "3 5 5 4 0 compute", "0 5 5 4 0", "0 0 5 4 0 core", "3 8 5 4 0", "3 5 5 6 0", "3 5 5 4 22 core")


def counted(way, words):
    """Each of the draws, and none beyond the count; the program then draws what it draws without glstep."""
    given = words.split()
    stored, most, room, offset, stride = map(int, given[:5])
    alone = plain(way, *given)
    works, draws = "error 0x0\n" in alone, min(stored, most)
    assert works == (most <= room and offset % 4 == 0 and stride % 4 == 0) or most > room, alone
    with Console([PROGRAM, way, *given]) as console:
        console.run("next call glMultiDraw*")
        for number in range(draws if works else 2):
            if works:
                counted_draw(console, number, draws)
            else:
                console.command(f"shader fragment draw {number}")
        answer = console.command(f"shader fragment draw {draws}")
        message = "" if answer["ok"] else answer["error"]["message"]
        assert "fewer draws" in message or "makes no draw" in message or not works, answer
        check_end(console, way, *given)


def counted_in_trace(way, words):
    """Likewise where a recording of it is opened."""
    given = words.split()
    draws = min(int(given[0]), int(given[1]))
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", trace, "--", PROGRAM, way, *given], check=True, capture_output=True)
        with Console([trace]) as console:
            console.run("next call glMultiDraw*")
            for number in range(draws):
                counted_draw(console, number, draws)
            answer = console.command(f"shader fragment draw {draws}")
            assert not answer["ok"] and "fewer draws" in answer["error"]["message"], answer


def counted_draw(console, number, draws):
    answer = console.command(f"shader fragment draw {number}")
    if number == 2:  # behind draw 1
        assert not answer["ok"] and answer["error"]["code"] == "not-covered", answer
        return
    where = answer["result"]
    assert (where["draw"], where["draws"], where["total"]) == (number, draws, SIZE * (SIZE - 16 * number)), where
    console.run("shader over")
    assert console.run("print seen")["value"] == {0: 0, 1: 4096, 3: 0}[number]
    check_values(console, lambda x: number if x >= 16 * number else None)
    assert console.run("shader vertex")["total"] == 3
    console.run("shader leave")


results = Results()
for way in ("count", "elements-count"):
    for words in of_the_day(COUNTED if way == "count" else COUNTED[:5] + COUNTED[-3:]):
        results.check(f"multi-{way}-{words.replace(' ', '-')}", counted, way, words)
    results.check(f"multi-{way}-in-trace", counted_in_trace, way, COUNTED[0])
for name, check in ("together", together), ("each", each), ("some", some):
    for way in of_the_day(WAYS):
        results.check(f"multi-{name}-{way}", check, way)
results.check("multi-skipped", skipped, "arrays")
sys.exit(1 if results.failed else 0)
