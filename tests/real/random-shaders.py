#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random fragment and vertex shaders as real programs: at every position of the focus element's path, the variables in scope have the values that an
interpreter of our own computes (tests/random_shader.py), for the focus element and for all that come to the same position, and no
others stand there; and moves in any order lead where that path says. GLSTEP_RANDOM says how many shaders (10) and from which seed on ("200,1000"); `make check-random` takes 300."""

import collections
import csv
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import DRIVER, Console, Lacking, Refused, Results, program, run_alone  # noqa: E402
from random_shader import Shader  # noqa: E402

WIDTH, HEIGHT = 16, 8
COUNT, FIRST = (int(n) for n in (os.environ.get("GLSTEP_RANDOM", "10") + ",0").split(",")[:2])
MOVES = 40
MOST_EVENTS, MOST_STATEMENTS = 150, 40  # on the path, and in all, functions counted each time: the driver's compiler is slow
KINDS = [("core", "33", "330"), ("compatibility", "30", "130"), ("core", "45", "450"), ("es", "30", "300 es"), ("es", "31", "310 es"),
         ("compatibility", "33", "150 compatibility")]
WIDE_KIND = 2  # 4.50 has doubles, and 64-bit integers by an extension
# A stage's texts before and after a shader, its elements, and the other stage. The colour of all is that of the last vertex.
STAGES = {
    "fragment": ("""precision highp float;
precision highp int;
out vec4 color;
""" + f"#define ELEMENT (int(gl_FragCoord.y) * {WIDTH} + int(gl_FragCoord.x))\n", """void main()
{
	work();
	color = vec4(g0 & 255, g1 & 255, g2 & 255, g3 & 255) / 255.0;
}
""", WIDTH * HEIGHT, "in vec4 corner;\nvoid main() { gl_Position = corner; }\n"),
    "vertex": ("""in vec4 corner;
flat out vec4 left;
#define ELEMENT (gl_VertexID * 5)
""", """void main()
{
	work();
	left = vec4(g0 & 255, g1 & 255, g2 & 255, g3 & 255) / 255.0;
	gl_Position = corner;
}
""", 3, "precision highp float;\nflat in vec4 left;\nout vec4 color;\nvoid main() { color = left; }\n")}


def flat(value):
    if isinstance(value, dict):
        return flat([value["a"], value["b"]])
    if isinstance(value, list):
        return [n for v in value for n in flat(v)]
    return [int(value)] if isinstance(value, (bool, str)) else [value]  # what JSON's integers do not hold comes as text


def number(text):
    """Of a table: 64-bit integers are more than a float holds."""
    return int(text) if text.lstrip("-").isdigit() else float(text)


class Mismatch(Exception):
    pass


class Miscompiled(Exception):
    """The undebugged program already does not compute what GLSL says: there is nothing to compare with. One in some hundred
    on llvmpipe 22.3, where softpipe agrees with the interpreter."""


class Walk:
    """Along the path of one element, beside the interpreter's events of all of them."""

    def __init__(self, console, runs, focus, before, chance):
        self.console, self.before, self.chance = console, before, chance
        self.at = [{event.key: event for event in run.events} for run in runs]
        self.todo = collections.deque(runs[focus].events)
        self.current = None
        self.n_values = self.n_elements = self.n_moves = 0

    def match(self, line):
        """The event that begins here; None: it began at the stop before. Two events in a row never begin on one line."""
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
            value = self.console.run(f"print {name}")["value"]
            if flat(value) != flat(expected):
                raise Mismatch(f"line {event.line}: {name} is {value}, not {expected}")
            self.n_values += 1

    def compare_all(self, event):
        name = self.chance.choice(list(event.values))
        expected = {i: flat(at[event.key].values[name]) for i, at in enumerate(self.at) if event.key in at}
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            self.console.run(f"values {name} {file.name}")
            with open(file.name, encoding="utf-8", newline="") as rows:
                got = {int(r[1]) * WIDTH + int(r[0]): [number(c) for c in r[2:]] for r in list(csv.reader(rows))[1:]}
        if got != expected:
            wrong = [i for i in set(got) | set(expected) if got.get(i) != expected.get(i)]
            raise Mismatch(f"line {event.line}: {name} of element {wrong[0]} is {got.get(wrong[0])}, not {expected.get(wrong[0])}; "
                           f"so are {len(wrong)} of {len(expected)}")
        self.n_elements += len(expected)

    def move(self, word):
        where = self.console.run(word)
        self.n_moves += 1
        return {key: where.get(key) for key in ("line", "column", "end_column", "kind", "iterations", "call_path", "active", "finished")}

    def wander(self):
        """Moves in any order lead where the positions of the whole path say: `over` to the next one that lies neither deeper nor within
        the marked text, `out` to the next less deep; `back-over` to the earliest one from which `over` leads here."""
        path = [self.move("shader reset")]
        while not path[-1]["finished"]:
            path.append(self.move("shader step"))
        depth = [len(where["call_path"]) for where in path]
        last = len(path) - 1

        def is_within(inner, outer):
            return inner["line"] == outer["line"] and inner["column"] >= outer["column"] and inner["end_column"] <= outer["end_column"]

        def over(i):
            return next((j for j in range(i + 1, last) if depth[j] < depth[i] or
                         (depth[j] == depth[i] and not is_within(path[j], path[i]))), last)
        overs, at = [over(i) for i in range(last)] + [last], last
        for _ in range(MOVES):
            word, here = self.chance.choice(("step", "over", "out", "back", "back-over", "back", "back-over")), at
            at = {"step": min(at + 1, last), "over": overs[at], "back": max(at - 1, 0),
                  "out": next((j for j in range(at + 1, last) if depth[j] < depth[at]), last),
                  "back-over": next((j for j in range(at) if overs[j] == at), max(at - 1, 0))}[word]
            where = self.move(f"shader {word}")
            if where != path[at]:
                raise Mismatch(f"{word} from {path[here]} leads to {where}, not to {path[at]}")

    def walk(self):
        where = self.console.run("where")
        while not where["finished"]:
            if where["function"] != "main":
                event = self.match(where["line"] - self.before)
                if event and event.values:
                    self.compare_focus(event)
                    self.compare_all(event)
            where = self.console.run("shader step")
        left = [event.line for event in self.todo if not event.is_optional]
        if left:
            raise Mismatch(f"it ended before line {left[0]}")


def colours(output):
    """What the program says it has drawn: the globals of each element."""
    drawn = {}
    for line in output.splitlines():
        x, y, *color = line.split()
        drawn[int(y) * WIDTH + int(x)] = [round(255 * float(c)) for c in color]
    return drawn


def written(argv):
    return colours(run_alone(argv))


def write(seed, shader, stage, path):
    """Its program's file, and what draws it."""
    api, context, version = KINDS[seed % len(KINDS)]
    head, tail, _, other = STAGES[stage]
    texts = {stage: head + shader.text + tail, "fragment" if stage == "vertex" else "vertex": other}
    with open(path, "w", encoding="utf-8") as file:
        for name in "vertex", "fragment":
            extension = "#extension GL_ARB_gpu_shader_int64 : require\n" if shader.is_wide and name == stage else ""
            file.write(f"[{name}]\n#version {version}\n{extension}{texts[name]}")
    return [program("test-shader"), api, context, path]


def expect_drawn(runs, stage):
    left = [[0, 0, 0, 0] if run.discarded else [n & 255 for n in run.output] for run in runs]
    return dict(enumerate(left if stage == "fragment" else left[-1:] * (WIDTH * HEIGHT)))


def check(seed, folder):
    """(values of the focus element, values of all elements, moves) compared, None: not this seed."""
    stage = "vertex" if seed % 7 == 3 else "fragment"
    chance, shader = random.Random(seed), Shader(seed, stage == "fragment", seed % len(KINDS) == WIDE_KIND)
    if shader.main.weight > MOST_STATEMENTS:
        return None
    runs = [shader.run(i if stage == "fragment" else 5 * i) for i in range(STAGES[stage][2])]
    short = [i for i, run in enumerate(runs) if 10 <= len(run.events) <= MOST_EVENTS]
    if not short:
        return None
    argv = write(seed, shader, stage, os.path.join(folder, f"{seed}.txt"))
    drawn, expected = written(argv), expect_drawn(runs, stage)
    if drawn != expected:
        wrong = next(i for i in expected if drawn[i] != expected[i])
        raise Miscompiled(f"undebugged, element {wrong} leaves {drawn[wrong]}, not {expected[wrong]}")
    focus = chance.choice(short)
    with Console(argv) as console:
        console.run("next draw")
        console.run(f"shader {stage}")
        console.run(f"focus {focus % WIDTH} {focus // WIDTH}" if stage == "fragment" else f"focus {focus}")
        walk = Walk(console, runs, focus, STAGES[stage][0].count("\n") + 1 + shader.is_wide, chance)
        walk.walk()
        walk.wander()
        console.run("shader leave")
        console.command("continue")
        if colours(console.program_output()) != drawn:
            raise Mismatch("debugged, the program draws something else")
    return walk.n_values, walk.n_elements, walk.n_moves


def main():
    results = Results()
    n = miscompiled = 0
    sums = [0, 0, 0]
    seed = FIRST
    with tempfile.TemporaryDirectory() as folder:
        while n < COUNT:
            try:
                compared = check(seed, folder)
                if compared:
                    n, sums = n + 1, [a + b for a, b in zip(sums, compared, strict=True)]
                    results.passed(f"random-{seed}")
            except Miscompiled as error:
                miscompiled += 1
                print(f"random-{seed} is left out: {error}")
            except Lacking as why:
                n += not DRIVER
                results.lacking(f"random-{seed}", why)
            except (Mismatch, Refused, TimeoutError, EOFError, AssertionError) as error:
                n += 1
                results.fail(f"random-{seed}", f"{type(error).__name__}: {error}")
            seed += 1
    print(f"{n} shaders: {sums[0]} values of the element in focus, {sums[1]} of all elements, {sums[2]} moves; {miscompiled} left out")
    if miscompiled > 1 + COUNT // 20:
        results.fail("random-undebugged", f"{miscompiled} programs compute something else than the interpreter, undebugged")
    return results.failed != 0


if __name__ == "__main__":
    sys.exit(main())
