#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random shaders of floats in all stages, run by piglit's shader_runner: at every position of an element's path the variables have the values that an
interpreter of our own computes (tests/random_float_shader.py), for that element and for all that come to the same position, and no others stand there.
GLSTEP_RANDOM says how many shaders (6, one of each stage) and from which seed on ("300,1000"); `make check-random` takes 300."""

import collections
import csv
import glob
import math
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Lacking, Refused, Results  # noqa: E402
from random_float_shader import FloatShader  # noqa: E402

RUNNER = glob.glob("/usr/lib/*/piglit/bin/shader_runner") + glob.glob("/usr/lib64/piglit/bin/shader_runner")
COUNT, FIRST = (int(n) for n in (os.environ.get("GLSTEP_RANDOM", "6") + ",0").split(",")[:2])
SIZE, MOST_EVENTS = 8, 60
VERTEX = "in vec4 piglit_vertex;\nvoid main() { gl_Position = piglit_vertex; }\n"
FRAGMENT = "flat in float left;\nout vec4 color;\nvoid main() { color = vec4(left); }\n"
EVALUATION = "layout(triangles) in;\nflat out float left;\nvoid main() { left = 1.0; gl_Position = gl_in[0].gl_Position + vec4(gl_TessCoord, 0.0); }\n"
DATA = "[vertex data]\npiglit_vertex/float/2\n-1 -1\n1 -1\n-1 1\n1 -1\n1 1\n-1 1\n"
PATCHES = "clear color 0 0 0 0\nclear\npatch parameter vertices 3\ndraw arrays GL_PATCHES 0 6\n"


class Stage:
    """head, tail: around the shader; texts: of the other stages; elements: by what tables and `focus` call them, their ELEMENT."""

    def __init__(self, title, columns, elements, head, tail, texts, test, data=""):
        self.title, self.columns, self.elements, self.head, self.tail = title, columns, elements, head, tail
        self.texts, self.test, self.data = texts, test, data


STAGES = {
    "vertex": Stage("vertex", ["index"], {(i,): i * 5 for i in range(6)}, "in vec4 piglit_vertex;\nflat out float left;\n#define ELEMENT (gl_VertexID * 5)\n",
                    "void main() { work(); left = g0; gl_Position = piglit_vertex; }\n", {"fragment": FRAGMENT}, "draw arrays GL_TRIANGLES 0 6\n", DATA),
    "tess-control": Stage("tessellation control", ["patch", "vertex"], {(p, v): p * 7 + v for p in range(2) for v in range(3)},
                          "layout(vertices = 3) out;\nout float kept[];\n#define ELEMENT (gl_PrimitiveID * 7 + gl_InvocationID)\n",
                          """void main()
{
	work();
	kept[gl_InvocationID] = g0;
	gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 1.0;
	gl_TessLevelInner[0] = 1.0;
}
""", {"vertex": VERTEX, "tessellation evaluation": EVALUATION.replace("left = 1.0", "left = kept[0]").replace("in;\n", "in;\nin float kept[];\n", 1),
      "fragment": FRAGMENT}, PATCHES, DATA),
    "tess-evaluation": Stage("tessellation evaluation", ["patch"], {(p,): p * 9 for p in range(2)},
                             "layout(triangles) in;\nflat out float left;\n#define ELEMENT (gl_PrimitiveID * 9)\n",
                             "void main() { work(); left = g0; gl_Position = gl_in[0].gl_Position + vec4(gl_TessCoord, 0.0); }\n",
                             {"vertex": VERTEX, "fragment": FRAGMENT}, PATCHES, DATA),
    "geometry": Stage("geometry", ["primitive"], {(p,): p * 11 for p in range(2)},
                      "layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\nflat out float left;\n#define ELEMENT (gl_PrimitiveIDIn * 11)\n",
                      """void main()
{
	work();
	for (int i = 0; i < 3; i++) {
		left = g0;
		gl_Position = gl_in[i].gl_Position;
		EmitVertex();
	}
}
""", {"vertex": VERTEX, "fragment": FRAGMENT}, "draw arrays GL_TRIANGLES 0 6\n", DATA),
    "fragment": Stage("fragment", ["x", "y"], {(x, y): y * SIZE + x for y in range(SIZE) for x in range(SIZE)},
                      f"out vec4 color;\n#define ELEMENT (int(gl_FragCoord.y) * {SIZE} + int(gl_FragCoord.x))\n",
                      "void main() { work(); color = vec4(g0, g2[0], g2[1], g2[2]); }\n", {"vertex": VERTEX}, "draw rect -1 -1 2 2\n"),
    "compute": Stage("compute", ["x"], {(x,): x for x in range(8)},
                     "layout(local_size_x = 4) in;\nlayout(std430, binding = 0) buffer Kept { float kept[]; };\n#define ELEMENT int(gl_GlobalInvocationID.x)\n",
                     "void main() { work(); kept[gl_GlobalInvocationID.x] = g0; }\n", {}, "compute 2 1 1\n"),
}


class Mismatch(Exception):
    pass


def flat(value):
    if isinstance(value, dict):
        value = list(value.values())
    return [n for v in value for n in flat(v)] if isinstance(value, list) else [float(value)]


def agrees(got, expected, tolerance):
    """Within so many units in the last place of a float."""
    return len(got) == len(expected) and all(abs(a - b) <= tolerance * 2.0 ** (math.frexp(b)[1] - 24) for a, b in zip(got, expected, strict=True))


class Walk:
    """Along the path of one element, beside the interpreter's events of all of them."""

    def __init__(self, console, stage, runs, focus, before, chance):
        self.console, self.stage, self.runs, self.before, self.chance = console, stage, runs, before, chance
        self.at = {element: {event.key: event for event in events} for element, events in runs.items()}
        self.todo = collections.deque(runs[focus])
        self.current = None
        self.n_values = self.n_elements = 0

    def match(self, line):
        """The event that begins here; None: it began at the stop before."""
        if line == self.current:
            return None
        self.current = line
        while self.todo:
            event = self.todo.popleft()
            if event.line == line:
                return event
            if not event.is_optional:
                raise Mismatch(f"it stands on line {line}, not on line {event.line}")
        raise Mismatch(f"it stands on line {line}, not at the end")

    def compare_focus(self, event):
        for name, expected in event.values.items():
            got = flat(self.console.run(f"print {name}")["value"])
            if not agrees(got, expected, event.tolerances[name]):
                raise Mismatch(f"line {event.line}: {name} is {got}, not {expected}")
            self.n_values += 1

    def compare_all(self, event):
        name = self.chance.choice(list(event.values))
        expected = {element: at[event.key].values[name] for element, at in self.at.items() if event.key in at}
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            self.console.run(f"values {name} {file.name}")
            with open(file.name, encoding="utf-8", newline="") as rows:
                head, *rows = csv.reader(rows)
        n = len(expected[next(iter(expected))])
        there = set()
        for row in rows:
            element = tuple(int(row[head.index(column)]) for column in self.stage.columns)
            got = [float(c) for c in row[-n:]]
            if element not in expected or not agrees(got, expected[element], event.tolerances[name]):
                raise Mismatch(f"line {event.line}: {name} of {element} is {got}, not {expected.get(element)}")
            there.add(element)
        if there != set(expected):
            raise Mismatch(f"line {event.line}: {set(expected) - there} do not stand there")
        self.n_elements += len(rows)

    def walk(self):
        where = self.console.run("where")
        while not where["finished"] and (self.todo or where["function"] != "main"):
            if where["function"] != "main":
                event = self.match(where["line"] - self.before)
                if event and event.values:
                    self.compare_focus(event)
                    self.compare_all(event)
            where = self.console.run("shader step")
        left = [event.line for event in self.todo if not event.is_optional]
        if left:
            raise Mismatch(f"it ended before line {left[0]}")


def write(stage, shader, path):
    texts = {**stage.texts, stage.title: stage.head + shader.text + stage.tail}
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"[require]\nGLSL >= 4.30\nSIZE {SIZE} {SIZE}\n")
        for title in "vertex", "tessellation control", "tessellation evaluation", "geometry", "fragment", "compute":
            if title in texts:
                file.write(f"[{title} shader]\n#version 430\n{texts[title]}")
        file.write(f"{stage.data}[test]\n{'ssbo 0 64' if stage.title == 'compute' else ''}\n{stage.test}")
    return [RUNNER[0], path, "-auto", "-fbo"]


def check(seed, folder):
    """(values of the focus element, values of all elements) compared; None: not this seed."""
    name = list(STAGES)[seed % len(STAGES)]
    stage, shader, chance = STAGES[name], FloatShader(seed), random.Random(seed)
    runs = {element: shader.run(n) for element, n in stage.elements.items()}
    short = [element for element, events in runs.items() if len(events) <= MOST_EVENTS]
    if not short:
        return None
    focus = chance.choice(short)
    with Console(write(stage, shader, os.path.join(folder, f"{seed}.shader_test"))) as console:
        where = console.run("next draw")
        while "glClear" in where.get("call", {}).get("text", ""):
            where = console.run("next draw")
        console.run(f"shader {name}")
        console.run("focus " + " ".join(str(n) for n in (*focus, 0, 0)[:3 if name == "compute" else max(len(focus), 1)]))
        walk = Walk(console, stage, runs, focus, 1 + stage.head.count("\n"), chance)
        walk.walk()
    return walk.n_values, walk.n_elements


def main():
    results = Results()
    if not RUNNER:
        results.skip("random-floats", "piglit is not installed")
        return 0
    n, seed, sums = 0, FIRST, [0, 0]
    with tempfile.TemporaryDirectory() as folder:
        while n < COUNT:
            name = f"random-floats-{seed}-{list(STAGES)[seed % len(STAGES)]}"
            try:
                compared = check(seed, folder)
                if compared:
                    n, sums = n + 1, [a + b for a, b in zip(sums, compared, strict=True)]
                    results.passed(name)
            except Lacking as why:
                n += 1
                results.lacking(name, why)
            except (Mismatch, Refused, TimeoutError, EOFError, AssertionError) as error:
                n += 1
                results.fail(name, f"{type(error).__name__}: {error}")
            seed += 1
    print(f"{n} shaders: {sums[0]} values of the element in focus, {sums[1]} of all elements")
    return results.failed != 0


if __name__ == "__main__":
    sys.exit(main())
