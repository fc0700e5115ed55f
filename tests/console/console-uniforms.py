#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`set uniform` for every type, array elements and struct members: what the shader then gets, and what `program` says."""

import os
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402


def numbers(n, first=1.0):
    return [first + k for k in range(n)]


def joined(values):
    return " ".join(str(value) for value in values)


# name, text given, what the shader must get
CASES = [
    ("f", "0.1", [struct.unpack("f", struct.pack("f", 0.1))[0]]),
    ("f", "-2.5f", [-2.5]),
    ("v2", "vec2(1, -0)", [1, -0.0]),
    ("v3", "(0.5, 1.5, 2.5)", [0.5, 1.5, 2.5]),
    ("v4", "[1e10,2,3,nan]", [struct.unpack("f", struct.pack("f", 1e10))[0], 2, 3, float("nan")]),
    ("i", "-2147483648", [-2147483648]),
    ("i3", "1 0x10 -3", [1, 16, -3]),
    ("u", "4294967295", [4294967295]),
    ("u4", "uvec4(1u, 2u, 3u, 4000000000u)", [1, 2, 3, 4000000000]),
    ("b", "true", [1]),
    ("b2", "false 1", [0, 1]),
    ("m2", "1 2 3 4", numbers(4)),
    ("m3", "[[1,2,3],[4,5,6],[7,8,9]]", numbers(9)),
    ("m4", joined(numbers(16)), numbers(16)),
    ("m23", "mat2x3(1, 2, 3, 4, 5, 6)", numbers(6)),
    ("m42", joined(numbers(8)), numbers(8)),
    ("d", "0.1", [0.1]),
    ("d3", "0.1lf, 1e300, -inf", [0.1, 1e300, float("-inf")]),
    ("dm24", joined(numbers(8, 0.3)), numbers(8, 0.3)),
    ("weights", "9 8 7 6 5", [9, 8, 7, 6, 5]),
    ("weights[3]", "0.25", [9, 8, 7, 0.25, 5]),
    ("colours[2]", "1 2 3", [0] * 6 + [1, 2, 3]),
    ("turns", joined(numbers(8)), numbers(8)),
    ("lamp.place", "7 8 9", [7, 8, 9]),
    ("lights[1].place", "4 5 6", [4, 5, 6]),
    ("lights[1].levels", "1 2 3 4", [1, 2, 3, 4]),
    ("lights[1].levels[2]", "-1", [1, 2, -1, 4]),
    ("lights[1].on", "true", [1]),
    ("l", "-5000000000", [-5000000000]),
    ("ul2", "5000000000 1", [5000000000, 1]),
    ("picture", "3", [3]),
    ("plane", "2", [2]),
]
REFUSED = [  # name, text, code, a word of the message
    ("nothing", "1", "unknown-name", "nothing"), ("f", "1 2", "usage", "1 value"), ("v3", "1 2", "usage", "3 values"),
    ("f", "red", "usage", "red"), ("i", "1.5", "usage", "whole"), ("u", "-1", "usage", "-1"), ("u", "4294967296", "usage", "uint"),
    ("i", "2147483648", "usage", "int"), ("b", "2", "usage", "true or false"), ("weights[5]", "1", "unknown-name", "0 to 4"),
    ("weights[1][1]", "1", "unknown-name", "weights"), ("weights", "1", "usage", "5 values"), ("member", "1", "unsupported", "no buffer is bound"),
    ("Block.member", "1", "unknown-name", "blocks"), ("picture", "100000", "usage", "unit"), ("picture", "-1", "usage", "unit"),
    ("plane", "10000", "usage", "unit"), ("f", "1e50", "usage", "1e50"), ("f", "1e400", "usage", "1e400"), ("lights[1]", "1", "unknown-name", "lights"),
]


def same(a, b):
    return a == b or (a != a and b != b)


def flat(value):
    if isinstance(value, list):
        return [part for item in value for part in flat(item)]
    return [float(value)]


def check(*way):
    with Console([program("test-uniforms"), *way]) as console:
        console.run("next call glDispatchCompute")
        listed = {uniform["name"]: uniform for uniform in console.run("program")["uniforms"]}
        for name, text, code, word in REFUSED:
            answer = console.command(f"set uniform {name} {text}")
            assert not answer["ok"] and answer["error"]["code"] == code and word in answer["error"]["message"], answer
        for command in "set uniform", "set uniform f":
            assert console.command(command)["error"]["code"] == "usage"
        has64 = "l" in listed
        expected = {"kept": [5]}
        for name, text, values in CASES:
            if has64 or name not in ("l", "ul2"):
                console.run(f"set uniform {name} {text}")
                stem = name[:name.rindex("[")] if name.endswith("]") else name
                expected[stem] = values
        after = {uniform["name"]: uniform for uniform in console.run("program")["uniforms"]}
        for stem, values in expected.items():
            said = flat(after.get(stem, after.get(stem + "[0]"))["value"])
            assert len(said) == len(values) and all(map(same, said, map(float, values))), (stem, said, values)
        assert after["m23"]["type"] == "mat2x3" and len(after["m23"]["value"]) == 2 and after["dm24"]["type"] == "dmat2x4", after
        assert after["picture"]["type"] == "sampler2D" and after["plane"]["type"] == "image2D", after
        assert not has64 or after["ul2"]["type"] == "u64vec2", after["ul2"]
        end = console.run("continue")
        assert end["status"] == 0, end
        got = {line.split()[0]: [float(word) for word in line.split()[1:]]
               for line in console.program_output().splitlines() if not line.startswith("error")}
        for stem, values in expected.items():
            assert len(got[stem]) == len(values) and all(map(same, got[stem], map(float, values))), (stem, got[stem], values)
        assert "error 0x0" in console.program_output(), console.program_output()
        assert not console.command("set uniform f 1")["ok"]


if not os.environ.get("DISPLAY"):
    display = os.path.join(os.environ["top_srcdir"], "tests", "with-display")
    sys.exit(subprocess.call([display, sys.executable, os.path.abspath(__file__)]))
check()
check("pipeline")
with Console([program("test-scenes"), "plain"]) as console:
    console.run("next draw")
    console.run("shader fragment")
    answer = console.command("set uniform x 1")
    assert not answer["ok"] and answer["error"]["code"] == "usage" and "shader leave" in answer["error"]["message"], answer
with Console([program("test-scenes"), "fixed"]) as console:
    console.run("next draw")
    assert console.command("set uniform x 1")["error"]["code"] == "no-shader"
