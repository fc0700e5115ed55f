#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mesh: the vertices of indexed and instanced draws, of client arrays and of glBegin blocks before and after their shader, against what
the programs put there, computed here."""

import csv
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Refused, program, run_alone  # noqa: E402
from patience import patience  # noqa: E402

SQUARE = (0, 1, 2, 2, 1, 3)
OFFSETS = [(-0.5 + 0.25 * i, -0.5 + 0.5 * i) for i in range(3)]


def joint(i):
    """Of the skinned arm: position, weights."""
    second = 0 if i // 2 < 2 else 1 if i // 2 > 2 else 0.5
    return (0.5 * (i // 2), 0.25 if i % 2 else -0.25), (1 - second, second)


def bent(position, weights):
    """Bone 1 stays, bone 3 is a quarter turn round (1, 0)."""
    x, y = position
    return [weights[0] * x + weights[1] * (1 - y), weights[0] * y + weights[1] * (x - 1)]


def skinned():
    """Rows as the console has them."""
    rows = []
    for instance in range(3):
        for index, corner in enumerate(6 * [SQUARE]):
            if index >= 4:
                break
            for k, at in enumerate(corner):
                position, weights = joint(2 * index + at)
                x, y = bent(position, weights)
                ox, oy = OFFSETS[instance]
                rows.append([6 * index + k, instance, *position, 1, 3, *weights, ox, oy,
                             0.25 * x + ox, 0.25 * y + oy, 0, 1, max(weights)])
    return rows


# Of each row, the vertex that the element array names.
VERTEX_IDS = 3 * [2 * segment + corner for segment in range(4) for corner in SQUARE]
COLUMNS = ["index", "instance", "position.x", "position.y", "bones.x", "bones.y", "weights.x", "weights.y", "offset.x", "offset.y",
           "gl_Position.x", "gl_Position.y", "gl_Position.z", "gl_Position.w", "strength"]


def check_skinned():
    with Console([program("glstep-stages"), "--scene", "skinned", "--headless"]) as console, \
            tempfile.TemporaryDirectory() as folder:
        console.run("next draw")
        path = os.path.join(folder, "mesh.csv")
        said = console.run(f"mesh {path}")
        assert (said["vertices"], said["mode"], said["edges"], said["note"]) == (72, "GL_TRIANGLES", 72, ""), said
        assert [a["name"] for a in said["attributes"]] == ["position", "bones", "weights", "offset"], said
        assert [(a["name"], a["type"]) for a in said["outputs"]] == [("gl_Position", "vec4"), ("strength", "float")], said
        assert said["columns"] == COLUMNS and said["rows"] == skinned(), said
        assert said["vertex_ids"] == VERTEX_IDS, said["vertex_ids"]
        with open(path, newline="", encoding="ascii") as file:
            saved = list(csv.reader(file))
        assert saved[0] == COLUMNS and [[float(c) for c in row] for row in saved[1:]] == skinned(), saved
        # while the vertex shader is debugged nothing moves
        console.run("shader vertex")
        here = console.run("shader step")
        assert console.run("mesh")["rows"] == skinned()
        assert console.run("where") == here
        console.run("shader leave")
        refuse(console, "mesh mesh.png", "usage")
        console.run("shader fragment")
        refuse(console, "mesh", "usage")
        console.run("shader leave")
        console.run("step")
        refuse(console, "mesh", "no-draw")


def refuse(console, line, code):
    try:
        console.run(line)
    except Refused as refused:
        assert refused.code == code, refused
    else:
        raise AssertionError(f"{line} was not refused")


def triangles():
    """Position and colour of each vertex of test-scenes, from its source."""
    with open(os.path.join(os.environ["top_srcdir"], "tests/programs/triangles.c"), encoding="utf-8") as file:
        body = re.search(r"scene_triangles\[\] = \{(.*?)\};", file.read(), re.S).group(1)
    numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*", re.sub(r"/\*.*?\*/", "", body))]
    assert len(numbers) % 18 == 0, numbers
    return [numbers[i:i + 6] for i in range(0, len(numbers), 6)]


def check_scene(name, first=""):
    """The same triangles, whichever way the program hands them over."""
    expected = triangles()
    with Console([program("test-scenes"), name, "--headless"]) as console:
        console.run("next draw")
        if first:
            refuse(console, "mesh", "usage")
            console.run(first)
        said = console.run("mesh")
        assert (said["vertices"], said["mode"], said["edges"]) == (len(expected), "GL_TRIANGLES", len(expected)), (name, said)
        columns = said["columns"]
        names = [a["name"] for a in said["attributes"]]
        assert len(names) == 2, (name, names)
        for row, vertex in zip(said["rows"], expected, strict=True):
            seen = [row[columns.index(f"{n}.{c}")] for n in names for c in ("xyz" if f"{n}.x" in columns else "rgb")]
            both = [round(v, 6) for v in seen]
            assert both in (vertex, vertex[3:] + vertex[:3]), (name, row, vertex)


CORNERS = [(-2, -2), (6, -2), (-2, 6)]  # of tests/programs/partners.c, which are halved


def columns_of(said, name):
    return [[row[k] for k, column in enumerate(said["columns"]) if column.startswith(name + ".")] for row in said["rows"]]


def check_fixed():
    """Vertices that fixed function computes; there is no shader of theirs to debug."""
    with Console([program("test-scenes"), "fixed", "--headless"]) as console:
        console.run("next draw")
        said = console.run("mesh")
        assert [column.split(".")[0] for column in said["columns"][2:]] == 4 * ["gl_Vertex"] + 4 * ["gl_Color"] + 4 * ["gl_Position"], said["columns"]
        assert columns_of(said, "gl_Position") == columns_of(said, "gl_Vertex"), said["rows"]  # there is no matrix
        assert said["note"] == "fixed function computes gl_Position", said["note"]
        refuse(console, "shader vertex", "no-shader")
        refuse(console, "shader fragment", "no-shader")
    with Console([program("test-scenes"), "fixed-elements", "--headless"]) as console:
        assert console.run("next draw")["call"]["name"] == "glCallList"
        refuse(console, "mesh", "unsupported")
        console.run("next draw")
        assert len(console.run("mesh")["rows"]) == len(triangles())
    with Console([program("test-scenes"), "bound", "--headless"]) as console:
        names = []
        for _ in range(3):
            console.run("next draw")
            names.append(sorted(a["name"] for a in console.run("mesh")["attributes"]))
        assert names == [["gl_Color", "gl_Vertex"], ["gl_Color", "gl_MultiTexCoord1", "gl_Vertex"], ["position", "tint"]], names


def check_fixed_before():
    """A fragment shader behind fixed function: a program that draws the same afterwards."""
    argv = [program("test-partners"), "fragment-only"]
    with Console(argv) as console:
        console.run("next draw")
        said = console.run("mesh")
        assert said["columns"][2] == "gl_Vertex.x", said["columns"]
        assert columns_of(said, "gl_Vertex") == [[x, y, 0, 1] for x, y in CORNERS], said["rows"]
        assert columns_of(said, "gl_Position") == [[x / 2, y / 2, 0, 1] for x, y in CORNERS], said["rows"]
        assert columns_of(said, "gl_Color") == [[i / 8, 0.5, 0.25, 1] for i in range(3)], said["rows"]
        assert columns_of(said, "gl_MultiTexCoord0") == [[(x / 2 + 1) / 2, (y / 2 + 1) / 2, 0, 1] for x, y in CORNERS], said["rows"]
        refuse(console, "shader vertex", "no-shader")
        assert said == console.run("mesh")
    commands = ["-e", "next draw", "-e", "mesh", "-e", "continue"]
    done = subprocess.run([GLSTEP, "--json", *commands, "--", *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=patience(6), check=True)
    alone = run_alone(argv).strip()
    assert alone and alone in (done.stdout + done.stderr).decode(), (alone, done)


if __name__ == "__main__":
    check_skinned()
    for scene in ("plain", "legacy", "immediate"):
        check_scene(scene)
    check_scene("list", "shader vertex")
    for scene in ("fixed", "stippled"):
        check_scene(scene)
    check_fixed()
    check_fixed_before()
