#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What stands between a fragment shader and its target - conditions, clipping, viewports, masks, logic operations, formats - leaves
the values what the shader computes, and shows them for exactly those elements that the draw covers; both are computed here."""

import csv
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program, read_npy  # noqa: E402
from patience import patience  # noqa: E402

PROGRAM = program("test-operations")
SIZE = 64


def everywhere(x, y):
    return 0


def right_half(x, y):
    return 0 if x >= SIZE / 2 else None


def quadrants(x, y):
    """The viewport, which is the instance too; the last one's scissor box is lower."""
    part = (x >= 32) + 2 * (y >= 32)
    return None if part == 3 and y >= 40 else part


def box(x, y):
    return 0 if 10 <= x < 40 and 20 <= y < 25 else None


# Which instance covers a pixel; None: none does.
COVERED = {"plain": everywhere, "condition-met": everywhere, "condition-failed": everywhere, "clip": right_half, "viewports": quadrants,
           "logic": everywhere, "scissor": box, "srgb": everywhere, "masked": everywhere, "blended": everywhere, "integer": everywhere,
           "none": everywhere, "buffers": everywhere}


def plain(way):
    return subprocess.run([PROGRAM, way], check=True, timeout=patience(6), stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode()


def finish(console, way):
    console.run("shader leave")
    end = console.run("continue")
    assert end["stop"] == "exited" and end["status"] == 0, end
    assert console.program_output() == plain(way), (console.program_output(), plain(way))


def stop(console, way):
    console.run("next draw" + (" 2" if way.startswith("condition") else ""))
    return console.command("shader fragment")


def shown(console, expression):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "values.npy")
        console.run(f"values {expression} {path}")
        return read_npy(path)


def check_field(found, expected, name):
    height, width, components, values = found
    assert (height, width, components) == (SIZE, SIZE, 4), found[:3]
    for y in range(SIZE):
        for x in range(SIZE):
            at = (y * SIZE + x) * 4
            value, wanted = list(values[at:at + 4]), expected(x, y)
            if wanted is None:
                assert all(v != v for v in value), (name, x, y, value)
            else:
                assert value == wanted, (name, x, y, value, wanted)


def operation(way):
    covered = COVERED[way]

    def colour(x, y):
        part = covered(x, y)
        return None if part is None else [(x + 0.5) / 64, (y + 0.5) / 64, part / 8, 1.0]

    with Console([PROGRAM, way]) as console:
        where = stop(console, way)["result"]
        assert where["total"] == sum(covered(x, y) is not None for y in range(SIZE) for x in range(SIZE)), where
        assert ("will not execute" in where.get("note", "")) == (way == "condition-failed"), where
        console.run("shader continue")
        check_field(shown(console, "c"), colour, "c")
        if way == "integer":
            check_field(shown(console, "colour"), lambda x, y: [float(int(v * 1000)) for v in colour(x, y)], "colour")
        elif way != "none":
            check_field(shown(console, "colour"), colour, "colour")
        if way == "buffers":
            check_field(shown(console, "third"), lambda x, y: [colour(x, y)[i] for i in (1, 0, 2, 3)], "third")
        finish(console, way)


def undrawn(way):
    """A draw whose condition is not met covers nothing and leaves what is there; that is said. What the shader would give is told nevertheless."""
    failed = way == "condition-failed"
    with Console([PROGRAM, way]) as console, tempfile.TemporaryDirectory() as folder:
        console.run("next draw 2")
        before, after, covered, output = (os.path.join(folder, f"{name}.npy") for name in ("before", "after", "covered", "output"))
        console.run(f"attachment color0 before {before}")
        for when, path in ("after", after), ("covered", covered), ("output", output):
            answer = console.run(f"attachment color0 {when} {path}")
            assert ("the draw is not made" in answer.get("note", "")) == failed, (when, answer)
        assert (read_npy(before)[3] == read_npy(after)[3]) == failed
        assert set(read_npy(covered)[3]) == ({0} if failed else {1}), set(read_npy(covered)[3])
        assert max(read_npy(output)[3]) > 0.9
        console.run("shader fragment")
        console.run("shader continue")
        check = console.run("check")
        assert ("glBeginConditionalRender" in check.get("why", "")) == failed, check
        finish(console, way)


def discarded():
    with Console([PROGRAM, "discard"]) as console:
        answer = stop(console, "discard")
        assert not answer["ok"] and answer["error"]["code"] == "not-covered", answer
        assert "GL_RASTERIZER_DISCARD" in answer["error"]["message"], answer
        where = console.run("shader vertex")
        assert where["total"] == 3, where
        finish(console, "discard")


def samples():
    """A sample mask of 0101: the first and third sample of each pixel."""
    with Console([PROGRAM, "samples"]) as console:
        where = stop(console, "samples")["result"]
        assert where["total"] == 2 * SIZE * SIZE, where
        for x, y in ((0, 0), (17, 40), (63, 63)):
            for sample in range(4):
                answer = console.command(f"focus {x} {y} sample {sample}")
                assert answer["ok"] == (sample in (0, 2)), answer
        console.run("focus 17 40 sample 2")
        console.run("shader continue")
        value = console.run("print c")["value"]
        assert value == [17.5 / 64, 40.5 / 64, 0, 1], value
        finish(console, "samples")


def cube():
    """A layer is a face, and an instance."""
    with Console([PROGRAM, "cube"]) as console:
        where = stop(console, "cube")["result"]
        assert where["total"] == 6 * SIZE * SIZE, where
        for face in range(6):
            console.run(f"focus 5 {7 * face} layer {face}")
            console.run("shader continue")
            value = console.run("print c")["value"]
            assert value == [5.5 / 64, (7 * face + 0.5) / 64, face / 8, 1], (face, value)
        finish(console, "cube")


def all_emitted(console):
    """At the end, what all four emit together: by instance, vertex, and what was given out with it."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        console.run("shader continue")
        assert console.run(f"emitted {file.name}")["written"] == 7
        with open(file.name, newline="", encoding="ascii") as text:
            found = [(int(r["instance"]), int(r["vertex"]), int(r["part"])) for r in csv.DictReader(text)]
    assert found == [(i, k, 10 * i + k) for i, n in ((0, 3), (2, 4)) for k in range(n)], found


def emission():
    """Four instances of one primitive, of which the second and the last emit nothing."""
    with Console([PROGRAM, "emission"]) as console:
        console.run("next draw")
        where = console.run("shader geometry")
        assert where["total"] == 4, where
        for instance, vertices in enumerate((3, 0, 4, 0)):
            console.run("shader reset")
            console.run(f"focus 0 0 {instance}")
            count = 0
            where = console.run("where")
            while True:
                found = console.run("emitted")["vertices"]
                assert [v["emitted"] for v in found] == [True] * count + [False] * (vertices - count), (instance, count, found)
                assert [v["values"]["part"] for v in found if v["emitted"]] == [10 * instance + i for i in range(count)], found
                if where["finished"]:
                    break
                count += where["kind"] == "emit"
                where = console.run("shader step")
            assert count == vertices, (instance, count)
        all_emitted(console)
        finish(console, "emission")


def indirect(way, draws):
    """Vertices of each draw of an indirect multi-draw: index and instance count anew in each."""
    commands = [(3, 1, 0), (4, 1, 10), (3, 0, 0), (3, 2, 20), (3, 2, 30)][:draws]
    with Console([PROGRAM, way]) as console:
        console.run("next draw")
        where = console.run("shader vertex")
        assert where["total"] == sum(count * instances for count, instances, _ in commands), where
        for draw, (count, instances, first) in enumerate(commands):
            for instance in range(instances):
                for k in range(count):
                    console.run(f"focus {k} {instance} {draw}")
                    found = [console.run(f"print {name}")["value"] for name in ("gl_VertexID", "gl_InstanceID")]
                    assert found == [first + k, instance], (draw, instance, k, found)
            answer = console.command(f"focus {count} 0 {draw}")
            assert not answer["ok"] and "no such vertex" in answer["error"]["message"], answer
        answer = console.command(f"focus 0 0 {draws}")
        assert not answer["ok"], answer
        finish(console, way)


def incomplete():
    """Two vertices of five make no triangle: they are there, and it is said."""
    with Console([PROGRAM, "incomplete"]) as console:
        console.run("next draw")
        where = console.run("shader vertex")
        assert where["total"] == 5 and "last 2 vertices" in where["note"], where
        finish(console, "incomplete")


results = Results()
for way in COVERED:
    results.check(f"operation-{way}", operation, way)
for way in "condition-met", "condition-failed":
    results.check(f"drawn-{way}", undrawn, way)
results.check("operation-discard", discarded)
results.check("operation-samples", samples)
results.check("operation-cube", cube)
results.check("operation-emission", emission)
results.check("operation-indirect", indirect, "indirect", 5)
results.check("operation-indirect-count", indirect, "indirect-count", 4)
results.check("operation-incomplete", incomplete)
sys.exit(1 if results.failed else 0)
