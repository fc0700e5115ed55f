#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fragment shaders in OpenGL ES 2.0, where words leave the shader as bytes, and depth is copied through memory: a variable at each
position of the focus element's path, and every variable at its end and over the whole target (of one kind; a few over each other kind),
is what the same program shows in OpenGL ES 3.2 with shaders of GLSL ES 3.00, where words are integers and depth is blitted. The program
draws what it draws without us. Targets: see tests/programs/es2.c."""

import math
import os
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, Results, last_line, program, read_npy  # noqa: E402
from patience import patience  # noqa: E402

PROGRAM = program("test-es2")
OLD = "MESA_GLES_VERSION_OVERRIDE=2.0"
TARGETS = ["pbuffer", "renderbuffer", "texture", "packed"]
VALUES = 3  # the draw with all kinds of variables, counted from 1
POINTS = 5
ALL_NAMES = "packed"  # the target over which every variable is looked at
PLAIN = ["gl_FragCoord", "colour"]
FEW = ["i", "odds", "turned", "inside", "gl_FragCoord"]  # of the draw with all kinds of variables, over the other targets
NAMES = [  # of each draw
    PLAIN, PLAIN,
    ["sum", "i", "p", "m", "turned", "cell", "large", "inside", "odd", "texel", "slopes", "place", "front", "odds", "ends", "left", "at", "normal", "turn",
     "gl_FragCoord", "dFdy(p.x * p.y) - dFdx(at.x)"],
    PLAIN, ["within", "gl_PointCoord", "gl_FragCoord"]]


def alone(target, old):
    environment = dict(os.environ, **(dict([OLD.split("=")]) if old else {}))
    return subprocess.run([PROGRAM, target], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=patience(6))


def bits(value):
    """Of a float, but one of all NaNs; other values as they are."""
    if isinstance(value, float):
        return "nan" if math.isnan(value) else struct.pack("d", value)
    return value


def over_all(console, expression, folder):
    """Of the whole target; None: it has no numbers."""
    path = os.path.join(folder, "values.npy")
    try:
        console.run(f"values {expression} {path}")
    except Refused as why:
        return why.code
    height, width, parts, numbers = read_npy(path)
    return height, width, parts, [bits(number) for number in numbers]


def printed(console, names):
    """The values of variables here, and whether they have been written."""
    found = {}
    for name in names:
        try:
            answer = console.run(f"print {name}")
        except Refused as why:
            found[name] = why.code
            continue
        found[name] = repr(answer["value"]) if answer.get("written", True) else "unwritten"
    return found


def look(console, names, walks, folder):
    """All there is to know of the draw where the console stands."""
    where = console.run("shader fragment")
    places = [("covered", where["total"], where["focus"])]
    if not walks:
        where = console.run("shader continue")
    while True:
        places.append((where["text"], where["column"], where["kind"], where["iterations"], where["active"], printed(console, names[:1])))
        if where["finished"]:
            break
        where = console.run("shader step")
    places.append(("end", printed(console, names)))
    for name in names:
        places.append((name, over_all(console, name, folder)))
    console.run("shader leave")
    return places


def difference(old, new):
    for a, b in zip(old, new, strict=True):
        if a == b:
            continue
        if isinstance(a[1], tuple) and isinstance(b[1], tuple) and a[1][:3] == b[1][:3]:
            wrong = [i for i, (v, w) in enumerate(zip(a[1][3], b[1][3], strict=True)) if v != w]
            return f"{a[0]}: {len(wrong)} of {len(a[1][3])} differ, first {wrong[0]}: {a[1][3][wrong[0]]} and {b[1][3][wrong[0]]}"
        return f"{a} and {b}"
    return None


def is_old():
    """Whether the driver makes contexts of no newer version, if it is asked to."""
    with Console([PROGRAM, "pbuffer"], ["--env", OLD]) as console:
        console.run("next draw")
        return "OpenGL ES 2.0" in console.run("state")["GL_VERSION"]


def target(name):
    """Each draw of the program, in both contexts side by side."""
    drawn = alone(name, True)
    assert drawn.returncode == 0, drawn
    with tempfile.TemporaryDirectory() as folder, Console([PROGRAM, name], ["--env", OLD]) as old, Console([PROGRAM, name, "new"]) as new:
        for draw, names in enumerate(NAMES, 1):
            for console in old, new:
                assert console.run("next draw")["stop"] == "call"
            if draw == POINTS and name == "pbuffer" and old_is_old:
                answer = old.command("shader fragment")
                assert not answer["ok"] and "gl_PointCoord" in answer["error"]["message"] and "ES 3.0" in answer["error"]["message"], answer
                continue
            walks = draw == VALUES and name == ALL_NAMES
            looked = FEW if draw == VALUES and not walks else names
            wrong = difference(look(old, looked, walks, folder), look(new, looked, walks, folder))
            assert not wrong, f"draw {draw}: ES 2.0 and 3.2 show {wrong}"
        for console in old, new:
            end = console.run("continue")
            assert end["stop"] == "exited" and end["status"] == 0, (end, console.program_output())
        assert old.program_output() == drawn.stdout.decode(), "another picture than without glstep"


def odd_values():
    """What floats have at their ends, and integers of 31 bits, computed here."""
    with Console([PROGRAM, "pbuffer"], ["--env", OLD]) as console:
        console.run(f"next draw {VALUES}")
        console.run("shader fragment")
        console.run("shader continue")
        wanted = {"odds.y": math.inf, "odds.z": -math.inf, "ends.x": 3.0e38, "ends.y": -2.0e-38, "ends.z": 1.0000001, "ends.w": -16777215.0}
        for expression, value in wanted.items():
            single = struct.unpack("f", struct.pack("f", value))[0]
            answer = console.run(f"print {expression}")["value"]
            assert float(answer) == single, (expression, answer, single)
        found = [console.run(f"print {expression}")["value"] for expression in ("odds.x", "odds.w", "large")]
        assert math.isnan(float(found[0])) and math.copysign(1, float(found[1])) == -1 and found[2] == 1739 * 1234567, found
        console.run("shader leave")


def other_stages():
    with Console([PROGRAM, "pbuffer"], ["--env", OLD]) as console:
        console.run("next draw")
        answer = console.command("shader vertex")
        assert not answer["ok"] and "transform feedback" in answer["error"]["message"] and "ES 3.0" in answer["error"]["message"], answer
        console.run("shader fragment")
        console.run("shader leave")


def searches():
    """The first NaN, and the profile of the loop."""
    found = []
    for argv, options in ([], ["--env", OLD]), (["new"], []):
        with Console([PROGRAM, "pbuffer", *argv], options) as console:
            console.run(f"next draw {VALUES}")
            console.run("shader fragment")
            nan = console.run("shader continue nan")
            console.run("shader reset")
            while console.run("shader step")["kind"] != "loop-test":
                pass
            profile = console.run("profile")
            del profile["line"]  # more lines stand before it in one of the texts
            found.append((nan["text"], nan["iterations"], profile))
            console.run("shader leave")
    assert found[0] == found[1], found


def in_loop(argv, options):
    """All values at some places within the loop."""
    found = []
    with Console([PROGRAM, "packed", *argv], options) as console:
        console.run(f"next draw {VALUES}")
        console.run("shader fragment")
        while (where := console.run("shader step"))["kind"] != "loop-test":
            pass
        for _ in range(2):
            found.append((where["text"], where["iterations"], printed(console, NAMES[VALUES - 1])))
            where = console.run("shader step")
        console.run("shader leave")
    return found


def loops():
    """Variables of a loop may leave the shader by another way: in both contexts, and with GLSL ES 1.00, whose outputs are mediump, in the newer one."""
    wanted = in_loop(["new"], [])
    for what, options in ("3.2", []), ("2.0", ["--env", OLD]):
        for a, b in zip(in_loop([], options), wanted, strict=True):
            wrong = {name: (value, b[2][name]) for name, value in a[2].items() if value != b[2][name]}
            assert a[:2] == b[:2] and not wrong, f"GLSL ES 1.00 in ES {what}, {a[:2]}: {wrong or b[:2]}"


results = Results()
ready = {name: alone(name, True) for name in TARGETS}
old_is_old = ready["pbuffer"].returncode != 77 and is_old()
for name in TARGETS:
    if ready[name].returncode == 77:
        results.skip(f"es2 {name}", last_line(ready[name].stderr.decode()))
    else:
        results.check(f"es2 {name}", target, name)
if ready["pbuffer"].returncode == 77:
    results.skip("es2-values", "this driver makes no contexts of OpenGL ES 2.0")
else:
    results.check("es2-values", odd_values)
    if old_is_old:
        results.check("es2-stages", other_stages)
    else:
        results.skip("es2-stages", "this driver makes no contexts of OpenGL ES 2.0 alone")
    results.check("es2-searches", searches)
    results.check("es2-loops", loops)
sys.exit(1 if results.failed else 0)
