#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
digits.py - what is fetched has all its digits: integers of 8 to 64 bits and doubles, as text, JSON and CSV (tests/programs/numbers.c).

 json, text  textures, attachments, a buffer, a block, vertices, a pixel's history, the check of a colour
 shaders     values of a fragment shader, and what a geometry shader emits, 64-bit integers and doubles too
 files       the same saved as CSV
 not-a-number    how many texels are NaN is told as text, too
 primitive-id    an input that no stage writes is refused where the driver draws nothing for whoever reads it
 dropped     a uniform, or a part of one, that the driver's program has not got is said to be so where it is read
"""

import csv
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Refused, Results, line_of, program, source_lines  # noqa: E402
from patience import patience  # noqa: E402

LEAST, MOST, THIRD, TINY = -(1 << 63), (1 << 64) - 1, 1 / 3, 1e-300
NATURAL = [4000000001, 16777217]
WIDE = NATURAL[0] - 0x7fffffff00000000
TEXTURES = {"u32": NATURAL, "i32": [-(1 << 31), (1 << 31) - 1], "u16": [65535, 40001], "i16": [-32768, 32767], "u8": [255, 201], "i8": [-128, 127]}
KEPT = [LEAST, MOST, THIRD, NATURAL[0], -((1 << 31) - 1)]
BEFORE = [3999999999, 16777219]
OUTPUTS = [NATURAL, TEXTURES["i32"], TEXTURES["u16"], TEXTURES["i8"]]
VERTEX = [*NATURAL, -32768, 32767, THIRD, TINY, 255]


def number(value):
    """Of JSON, where text stands for what its readers' integers do not hold; of a table."""
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"-?\d+", value) else float(value)
    return value


def flat(value):
    if isinstance(value, dict):
        return [n for v in value.values() for n in flat(v)]
    if isinstance(value, list):
        return [n for v in value for n in flat(v)]
    return [number(value)]


def same(got, expected):
    got = flat(got)
    assert got == expected and [type(n) for n in got if abs(n) > 9] == [type(n) for n in expected if abs(n) > 9], f"{got} in place of {expected}"


def numbers_in(text):
    return [number(word) for word in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])", text)]


def has_in_turn(text, expected):
    """The numbers stand there side by side."""
    there = numbers_in(text)
    assert any(there[i:i + len(expected)] == expected for i in range(len(there))), f"no {expected} in {text!r}"


def names(output):
    """Of the textures by kind, and the buffer."""
    textures = {kind: name for name, kind in re.findall(r"texture (\d+) (\w+)", output)}
    return textures, re.search(r"buffer (\d+)", output)[1]


def commands(output):
    """Each with the numbers that its text has side by side, and where JSON has them."""
    textures, buffer = names(output)
    for kind, expected in TEXTURES.items():
        for member in "min", "max", "value":
            yield f"texture {textures[kind]} pixel 1 2", expected, member
    for i, expected in enumerate(OUTPUTS):
        yield f"attachment color{i} output pixel 1 2", [*expected, 0, 0], "value"
        yield f"attachment color{i} after pixel 1 2", expected, "max"
    yield "attachment color0 before pixel 1 2", BEFORE, "value"
    yield f"buffer {buffer} int64_t,uint64_t,double,uint,int", KEPT, "elements"
    yield f"buffer {buffer} i64vec2 count 1", [LEAST, -1], "elements"
    yield f"buffer {buffer} int64_t,uint64_t,double,uint,int", KEPT, "min"


def compare_json():
    with Console([program("test-numbers")]) as console:
        console.run("next draw")
        for command, expected, member in commands(console.program_output()):
            same(console.run(command)[member], expected)
        mesh = console.run("mesh")
        columns = {name: mesh["rows"][0][i] for i, name in enumerate(mesh["columns"])}
        same([columns[name] for name in ("natural.x", "natural.y", "whole.x", "whole.y", "real.x", "real.y", "small")], VERTEX)
        same([columns[name] for name in ("real_out.x", "real_out.y", "wide_out", "most_out")], [THIRD, TINY, WIDE, MOST])
        events = console.run("history pixel 1 2")["events"]
        draw = next(event for event in events if event["kind"] == "draw")
        for when, expected in ("before", BEFORE), ("output", [*NATURAL, 0, 0]), ("after", NATURAL):
            same(draw[when], expected)


def run_text(given):
    """What each command answers as text."""
    with tempfile.NamedTemporaryFile("w", suffix=".glstep") as script:
        script.write("\n".join(given) + "\n")
        script.flush()
        done = subprocess.run([GLSTEP, "-x", script.name, "--", program("test-numbers")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=patience(60), check=True)
    answers = re.split(r"^> (.*)\n", done.stdout.decode(), flags=re.MULTILINE)
    return list(zip(answers[1::2], answers[2::2], strict=True))


def compare_text():
    with Console([program("test-numbers")]) as console:
        console.run("next draw")
        output = console.program_output()
    asked = list(commands(output))
    last = line_of(LINES, "small = ivec2(-128, 127);")
    after = [("mesh", NATURAL), ("shader fragment", []), *(("block Kept", [n]) for n in KEPT), (f"shader until {last}", []), ("values wide", [WIDE]), ("values most", [MOST]),
             ("print real", [THIRD, TINY]), ("shader continue", []), ("check", NATURAL), ("shader leave", []), ("history pixel 1 2", NATURAL)]
    answers = run_text(["next draw", *(command for command, _, _ in asked), *(command for command, _ in after)])[1:]
    for (command, expected, _), (_, text) in zip(asked, answers, strict=False):
        has_in_turn(text, expected)
        assert not re.search(r"\de\+", text), f"{command}: {text}"
    for (command, expected), (_, text) in zip(after, answers[len(asked):], strict=True):
        has_in_turn(text, expected)


LINES = []


def read_source():
    with Console([program("test-numbers")]) as console:
        console.run("next draw")
        console.run("shader fragment")
        LINES[:] = source_lines(console)


def compare_shaders():
    with Console([program("test-numbers")]) as console:
        console.run("next draw")
        console.run("shader fragment")
        same(console.run("block Kept")["members"][0]["value"], KEPT[:1])
        console.run(f"shader until {line_of(LINES, 'small = ivec2(-128, 127);')}")
        for name, expected in ("wide", [WIDE]), ("most", [MOST]), ("real", [THIRD, TINY]), ("kept.least", [LEAST]):
            same(console.run(f"print {name}")["value"], expected)
            got = console.run(f"values {name}")
            same(got["min"], expected)
            same(got["max"], expected)
        console.run("shader continue")
        check = console.run("check")
        for what in "undebugged", "framebuffer":
            same(check[what][:2], NATURAL)
        same(check["debugged"], NATURAL)
        console.run("shader leave")
        console.run("next draw")
        console.run("shader geometry")
        console.run("shader continue")
        same(last_emitted(console.run("emitted")), [*NATURAL, THIRD, TINY, WIDE, MOST])


def last_emitted(answer):
    values = answer["vertices"][-1]["values"]
    return [values[name] for name in ("n", "d", "w", "m")]


def rows_of(console, command):
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        console.run(f"{command} {file.name}")
        with open(file.name, encoding="utf-8", newline="") as lines:
            head, *rows = csv.reader(lines)
    return [dict(zip(head, row, strict=True)) for row in rows]


def compare_files():
    with Console([program("test-numbers")]) as console:
        console.run("next draw")
        textures, buffer = names(console.program_output())
        for kind, expected in TEXTURES.items():
            same([*rows_of(console, f"texture {textures[kind]}")[5].values()][2:], expected)
        same([*rows_of(console, f"buffer {buffer} int64_t,uint64_t,double,uint,int")[0].values()][1:], KEPT)
        row = rows_of(console, "mesh")[0]
        same([row[name] for name in ("natural.x", "natural.y", "whole.x", "whole.y", "real.x", "real.y", "small")], VERTEX)
        same([row[name] for name in ("wide_out", "most_out")], [WIDE, MOST])
        console.run("shader fragment")
        console.run(f"shader until {line_of(LINES, 'small = ivec2(-128, 127);')}")
        for name, expected in ("wide", [WIDE]), ("most", [MOST]), ("real", [THIRD, TINY]):
            same([*rows_of(console, f"values {name}")[3].values()][2:], expected)
        console.run("shader leave")
        console.run("next draw")
        console.run("shader geometry")
        console.run("shader continue")
        row = rows_of(console, "emitted")[0]
        same([row[name] for name in ("n.x", "n.y", "d.x", "d.y", "w", "m")], [*NATURAL, THIRD, TINY, WIDE, MOST])


def count_nans():
    with Console([program("test-numbers")]) as console:
        console.run("next draw")
        textures, _ = names(console.program_output())
        assert console.run(f"texture {textures['f32']}")["nan"] == 16
    (_, text), (_, other) = run_text(["next draw", f"texture {textures['f32']}", f"texture {textures['u8']}"])[1:]
    assert "16 with NaN, 0 with infinity" in text and "NaN" not in other, text + other


def say_dropped():
    with Console([program("test-numbers")]) as console:
        console.run("next draw")
        where = console.run("shader fragment")
        assert "no uniform gain, few," in where["note"], where
        for text, dropped in ("gain", True), ("gain * 2.0", True), ("few[3]", True), ("few", True), ("few[1]", False), ("n.x", False):
            assert ("dropped" in console.run(f"print {text}")) == dropped, text
            assert ("dropped" in console.run(f"values {text}")) == dropped, text
        variables = {v["name"]: "dropped" in v for v in console.run("scope")["variables"]}
        assert variables["gain"] and variables["few"] and not variables["n"], variables
    (_, text), = run_text(["next draw", "shader fragment", "print gain"])[2:]
    assert "float gain = 0 " in text and "the driver's program has not got" in text, text


def leave_primitive_id():
    """No geometry shader writes gl_PrimitiveID: where it is read the driver draws nothing, so it is refused, and nothing is lost beside it."""
    with Console([program("test-numbers")]) as console:
        console.run("next draw")
        console.run("shader fragment")
        for text in "gl_PrimitiveID", "uvec3(n, uint(gl_PrimitiveID))":
            for word in "print", "values":
                try:
                    raise AssertionError(console.run(f"{word} {text}"))
                except Refused as refused:
                    assert "the geometry shader never writes it" in str(refused), refused
        same(console.run("print n")["value"], NATURAL)


def main():
    results = Results()
    read_source()
    for name, check in (("json", compare_json), ("text", compare_text), ("shaders", compare_shaders), ("files", compare_files),
                        ("not-a-number", count_nans), ("dropped", say_dropped), ("primitive-id", leave_primitive_id)):
        results.check(name, check)
    return results.failed != 0


if __name__ == "__main__":
    sys.exit(main())
