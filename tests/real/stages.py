#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every stage of the scenes of glstep-stages: values at sites and at the end, over all elements, against the same computed here;
the frames of the debugged program equal those of one that runs alone."""

import csv
import math
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, Results, line_of, program, run_alone, source_lines  # noqa: E402

OPTIONS = ["--frames", "3", "--size", "64x64"]
FOLDER = tempfile.mkdtemp(prefix="glstep-stages-")


def command(scene, dump):
    return [program("glstep-stages"), "--scene", scene, *OPTIONS, "--dump", dump]


def close(shown, expected):
    return len(shown) == len(expected) and all(
        math.isclose(float(a), float(b), rel_tol=1e-5, abs_tol=1e-6) for a, b in zip(shown, expected, strict=True))


def flat(value):
    return [part for item in value for part in flat(item)] if isinstance(value, list) else [value]


def read_csv(path):
    """{element: scalars}, and the names of the columns that say which element."""
    with open(path, encoding="ascii") as file:
        head, *rows = list(csv.reader(file))
    n = sum(1 for name in head if "." not in name and "[" not in name and name in
            ("index", "instance", "draw", "patch", "vertex", "primitive", "invocation", "x", "y", "z"))
    return {tuple(int(v) for v in row[:n]): [float(v) for v in row[n:]] for row in rows}, head[:n]


def field(console, expression):
    path = os.path.join(FOLDER, "values.csv")
    result = console.run(f"values {expression} {path}")
    values, head = read_csv(path)
    assert result["active"] == len(values), (result, len(values))
    return values, head


def compare_field(console, expression, head, expected):
    values, columns = field(console, expression)
    assert columns == head, (columns, head)
    assert set(values) == set(expected), (sorted(set(values) ^ set(expected))[:5], len(values), len(expected))
    for element, numbers in expected.items():
        assert close(values[element], numbers), f"{expression} of {element}: {values[element]}, not {numbers}"


def compare_print(console, expression, expected):
    shown = console.run(f"print {expression}")["value"]
    assert close(flat(shown), flat(expected)), f"{expression}: {shown}, not {expected}"


def until(console, lines, text, nth=0):
    line = line_of(lines, text, nth)
    where = console.run(f"shader until {line}")
    assert where.get("reached", True) and where["line"] == line, (text, where)
    return where


# ---- points to strips ----

def strips():
    return [(-0.75 + 0.25 * i, -0.5 + 0.25 * i, 0.0625 + 0.03125 * i) for i in range(5)]


def strip_vertices(primitive, invocation):
    x, y, size = strips()[primitive]
    vertices = []
    for i in range(2 + primitive % 3):
        for up in (0, 1 if invocation == 0 else -1):
            vertices.append(([x + size * i, y + up * size, 0, 1], [0.25 * i, 0.5 if up == 0 else 1, size]))
    return vertices


def check_strips(console):
    console.run("next draw")
    where = console.run("shader vertex")
    assert where["total"] == 5 and where["focus"] == {"index": 0, "instance": 0}, where
    console.run("shader continue")
    compare_field(console, "gl_Position", ["index", "instance"],
                  {(i, 0): [x, y, 0, 1] for i, (x, y, _) in enumerate(strips())})
    where = console.run("shader geometry")
    assert where["total"] == 10 and where["focus"] == {"primitive": 0, "invocation": 0}, where
    lines = source_lines(console, "geometry")
    compare_field(console, "gl_in[0].gl_Position.xy", ["primitive", "invocation"],
                  {(p, i): strips()[p][:2] for p in range(5) for i in range(2)})
    console.run("focus 2 1")
    until(console, lines, "tint = vec3(float(i) * 0.25, 1.0, size[0]);")
    console.run("shader reset")
    where = until(console, lines, "EmitVertex();", 1)
    assert where["focus"] == {"primitive": 2, "invocation": 1} and where["kind"] == "emit", where
    expected = strip_vertices(2, 1)
    compare_print(console, "gl_Position", expected[1][0])
    check_emitted(console, expected, 1)
    check_all_emitted(console, 1)
    console.run("shader step")
    check_emitted(console, expected, 2)
    assert console.run("print gl_Position").get("written") is False, "outputs are undefined after an emit"
    assert console.run("emitted")["undefined"] == ["gl_Position", "tint"], console.run("emitted")["undefined"]
    compare_field(console, "squares", ["primitive", "invocation"],
                  {(p, i): [1 + p % 3] for p in range(5) for i in range(2)})
    console.run("shader continue")
    for primitive in range(5):
        for invocation in range(2):
            console.run(f"focus {primitive} {invocation}")
            expected = strip_vertices(primitive, invocation)
            check_emitted(console, expected, len(expected))
    check_all_emitted(console, None)


def check_all_emitted(console, n):
    """The first n vertices of each primitive and invocation; None: all."""
    path = os.path.join(FOLDER, "emitted.csv")
    expected = {(p, i, k, 0, 0): [*position, *tint] for p in range(5) for i in range(2)
                for k, (position, tint) in enumerate(strip_vertices(p, i)[:n])}
    assert console.run(f"emitted {path}")["written"] == len(expected)
    with open(path, encoding="ascii") as file:
        head, *rows = list(csv.reader(file))
    assert head[:6] == ["primitive", "invocation", "vertex", "output_primitive", "stream", "gl_Position.x"], head
    found = {tuple(int(v) for v in row[:5]): [float(v) for v in row[5:]] for row in rows}
    assert set(found) == set(expected) and all(close(found[who], v) for who, v in expected.items()), (found, expected)


def check_emitted(console, expected, n):
    vertices = console.run("emitted")["vertices"]
    assert len(vertices) == len(expected), (len(vertices), len(expected))
    for i, (v, (position, tint)) in enumerate(zip(vertices, expected, strict=True)):
        assert v["vertex"] == i and v["primitive"] == 0 and v["stream"] == 0 and v["emitted"] == (i < n), (i, n, v)
        if i < n:
            assert close(v["values"]["gl_Position"], position) and close(v["values"]["tint"], tint), (i, v)


# ---- tessellated patches ----

CORNERS = [(-0.9, -0.5, 0), (-0.1, -0.5, 0), (-0.9, 0.5, 0.25), (-0.1, 0.5, 0.25),
           (0.1, -0.5, 0), (0.9, -0.5, 0), (0.1, 0.5, 0.5), (0.9, 0.5, 0.5)]


def lifted(patch, vertex):
    x, y, z = CORNERS[4 * patch + vertex]
    return [x, y, z + 0.125 * vertex]


def mix(a, b, t):
    return [p * (1 - t) + q * t for p, q in zip(a, b, strict=True)]


def check_patch(console):
    console.run("next draw")
    where = console.run("shader tess-control")
    assert where["total"] == 8 and where["focus"] == {"patch": 0, "vertex": 0}, where
    lines = source_lines(console, "tess-control")
    until(console, lines, "barrier();")
    elements = [(p, v) for p in range(2) for v in range(4)]
    compare_field(console, "level", ["patch", "vertex"], {(p, v): [4 - 2 * p] for p, v in elements})
    compare_field(console, "lifted[gl_InvocationID]", ["patch", "vertex"], {e: lifted(*e) for e in elements})
    where = until(console, lines, "gl_TessLevelInner[0] = level;")
    assert where["active"] == 2, where
    compare_print(console, "height", CORNERS[3][2] + 0.375)
    console.run("focus 1 3")
    where = console.run("shader reset")
    assert where["focus"] == {"patch": 1, "vertex": 3}, where
    compare_print(console, "gl_in[gl_InvocationID].gl_Position", [*CORNERS[7], 1])

    where = console.run("shader tess-evaluation")
    assert where["total"] == 25 + 9, where
    coordinates, head = field(console, "gl_TessCoord.xy")
    assert head == ["patch", "vertex"]
    for patch, n in ((0, 4), (1, 2)):
        found = {tuple(round(c * n, 4) for c in at) for (p, _), at in coordinates.items() if p == patch}
        assert found == {(u, v) for u in range(n + 1) for v in range(n + 1)}, (patch, found)
    console.run("shader continue")
    expected = {}
    for (patch, vertex), (u, v) in coordinates.items():
        height = lifted(patch, 3)[2]
        low = mix(lifted(patch, 0), lifted(patch, 1), u)
        high = mix(lifted(patch, 2), lifted(patch, 3), u)
        place = mix(low, high, v)
        bump = 16 * u * (1 - u) * v * (1 - v) * height
        z = place[2] + bump
        expected[patch, vertex] = [place[0], place[1] * 0.75 + z * 0.5, z * 0.5, 1]
    compare_field(console, "gl_Position", ["patch", "vertex"], expected)


# ---- a skinned mesh ----

def check_skinned(console):
    def bend(vertex, instance):
        along, x, y = vertex // 2, 0.5 * (vertex // 2), 0.25 if vertex % 2 else -0.25
        second = 0 if along < 2 else 1 if along > 2 else 0.5
        turned = (-y + 1, x - 1)
        bent = [(1 - second) * p + second * q for p, q in zip((x, y), turned, strict=True)]
        offset = (-0.5 + 0.25 * instance, -0.5 + 0.5 * instance)
        return [0.25 * bent[0] + offset[0], 0.25 * bent[1] + offset[1], 0, 1], max(1 - second, second)

    square = [0, 1, 2, 2, 1, 3]
    indices = [2 * i + k for i in range(4) for k in square]
    elements = [(n, i) for i in range(3) for n in range(24)]
    console.run("next draw")
    where = console.run("shader vertex")
    assert where["total"] == 72, where
    lines = source_lines(console, "vertex")
    compare_field(console, "gl_VertexID", ["index", "instance"], {(n, i): [indices[n]] for n, i in elements})
    compare_field(console, "gl_InstanceID", ["index", "instance"], {(n, i): [i] for n, i in elements})
    console.run("focus 17 2")
    where = until(console, lines, "bent += weight * (bone[bones[i]] * rest);")
    assert where["iterations"] == [1] and where["focus"] == {"index": 17, "instance": 2}, where
    assert where["active"] == sum(1 for n, _ in elements if indices[n] // 2 >= 2), where
    console.run("shader continue")
    compare_field(console, "gl_Position", ["index", "instance"], {(n, i): bend(indices[n], i)[0] for n, i in elements})
    compare_field(console, "strength", ["index", "instance"], {(n, i): [bend(indices[n], i)[1]] for n, i in elements})
    try:
        console.run("focus 24 0")
        raise AssertionError("there is no index 24")
    except Refused as refusal:
        assert refusal.code == "not-covered", refusal


# ---- particles, in a compute shader and in a loop of transform feedback ----

def particles():
    return [[-0.96875 + 0.03125 * i, 0.015625 * (i % 16), 0.125 * (i % 7 - 3), 0.125 * (i % 5 - 2)] for i in range(64)]


def step_particles(old):
    speeds = [p[2] ** 2 + p[3] ** 2 for p in old]
    new = []
    for i, p in enumerate(old):
        x, y, u, v = p[0] + 0.25 * p[2], p[1] + 0.25 * p[3], p[2], p[3]
        u = -u if abs(x) > 1 else u
        v = v - 0.125 if speeds[i] == max(speeds[i // 8 * 8:i // 8 * 8 + 8]) else v
        new.append([x, y, u, v])
    return new


def check_particles(console):
    state = particles()
    for _ in range(2):
        stop = console.run("next draw")
        assert stop["call"]["name"] == "glDispatchCompute", stop
        where = console.run("shader compute")
        assert where["total"] == 64 and where["focus"] == {"x": 0, "y": 0, "z": 0}, where
        lines = source_lines(console, "compute")
        console.run("focus 13 0 0")
        until(console, lines, "p.xy += p.zw * step;")
        speeds = [p[2] ** 2 + p[3] ** 2 for p in state]
        compare_field(console, "fastest", ["x", "y", "z"],
                      {(i, 0, 0): [max(speeds[i // 8 * 8:i // 8 * 8 + 8])] for i in range(64)})
        compare_print(console, "speeds[gl_LocalInvocationID.x]", speeds[13])
        compare_print(console, "particle[index]", state[13])
        console.run("shader continue")
        state = step_particles(state)
        compare_field(console, "p", ["x", "y", "z"], {(i, 0, 0): state[i] for i in range(64)})
        stop = console.run("next draw")
        assert stop["call"]["name"] == "glDrawArrays", stop
        console.run("shader vertex")
        compare_field(console, "particle", ["index", "instance"], {(i, 0): state[i] for i in range(64)})


def check_loop(console):
    state = particles()
    for _ in range(3):
        console.run("next draw")
        console.run("shader vertex")
        compare_field(console, "state", ["index", "instance"], {(i, 0): state[i] for i in range(64)})
        new = []
        for x, y, u, v in state:
            u, v = u - 0.25 * x, v - 0.25 * y
            new.append([x + 0.25 * u, y + 0.25 * v, u, v])
        state = new
        console.run("shader continue")
        compare_field(console, "next", ["index", "instance"], {(i, 0): state[i] for i in range(64)})


def check_multi():
    """The draws of one glMultiDrawArrays, told apart."""
    with Console([program("test-state"), os.devnull, "--draw", "multi"]) as console:
        stop = console.run("next draw")
        assert stop["call"]["name"] == "glMultiDrawArrays", stop
        console.run("shader vertex")
        compare_field(console, "gl_VertexID", ["index", "instance", "draw"],
                      {**{(i, 0, 0): [3 + i] for i in range(3)}, **{(i, 0, 1): [i] for i in range(9)}})
        where = console.run("focus 7 0 1")
        assert where["focus"] == {"index": 7, "instance": 0, "draw": 1}, where
        compare_print(console, "gl_VertexID", 7)


# ---- fragments ----

def check_colours(console, varying, colour):
    """The colour of each pixel by the shader's formula, of what the stages before have given it."""
    console.run("shader fragment")
    given, _ = field(console, varying)
    console.run("shader continue")
    assert given
    compare_field(console, "color", ["x", "y"], {at: colour(v) for at, v in given.items()})


def strip_colours():
    """By where the pixel's centre is: in the last square drawn there."""
    colours = {}
    for p, (x0, y0, size) in enumerate(strips()):
        for px in range(64):
            for py in range(64):
                x, y = ((2 * c + 1) / 64 - 1 for c in (px, py))
                if 0 < x - x0 < size * (1 + p % 3) and abs(y - y0) < size:
                    colours[px, py] = [0.25 * (x - x0) / size, 0.5 + 0.5 * abs(y - y0) / size, size, 1]
    return colours


def check_fragments(scene):
    with Console(command(scene, os.devnull)) as console:
        console.run("next draw 2" if scene == "particles" else "next draw")
        if scene == "strips":
            console.run("shader fragment")
            console.run("shader continue")
            compare_field(console, "color", ["x", "y"], strip_colours())
        elif scene == "patch":
            check_colours(console, "bump", lambda v: [v[0], 1 - v[0], 0.5, 1])
        elif scene == "skinned":
            check_colours(console, "strength", lambda v: [v[0], 0.5, 1 - v[0], 1])
        elif scene == "particles":
            check_colours(console, "velocity", lambda v: [abs(v[0]), abs(v[1]), 1, 1])
        else:
            check_colours(console, "gl_FragCoord", lambda v: [1, 1, 1, 1])


def check_scene(scene, check):
    alone, debugged = (os.path.join(FOLDER, f"{scene}-{which}") for which in ("alone", "debugged"))
    run_alone(command(scene, alone))
    with Console(command(scene, debugged)) as console:
        check(console)
        console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
    with open(alone, "rb") as a, open(debugged, "rb") as b:
        assert a.read() == b.read(), "the debugged program draws something else"


def main():
    results = Results()
    for scene, check in (("strips", check_strips), ("patch", check_patch), ("skinned", check_skinned),
                         ("particles", check_particles), ("loop", check_loop)):
        results.check(f"stages {scene}", check_scene, scene, check)
        results.check(f"stages {scene} fragments", check_fragments, scene)
    results.check("stages multi", check_multi)
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
