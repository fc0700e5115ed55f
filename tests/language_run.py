# SPDX-License-Identifier: MIT
"""A small fragment shader as a real program (test-shader), debugged: the parts of tests/real/language*.py. Every position of the focus
element's path and every variable's value there must be the same whether the path is recorded or captured decision by decision; values at
chosen lines, and the output at the end, are those given; the program must draw what it draws without us."""

import collections
import itertools
import math
import os
import random
import re
import struct
import tempfile

from glstep_console import DRIVER, EVERYTHING, Console, Refused, program, run_alone

WIDTH, HEIGHT = 16, 8
FOCUS = (5, 3)
PROVIDERS = ("record", "capture")


def providers(nth):
    """Of paths: both, which must agree, for every third case, and one of them, in turn, for the others; where all is wanted, both."""
    return PROVIDERS if EVERYTHING or nth % 3 == 0 else PROVIDERS[nth % 3 - 1:][:1]

Case = collections.namedtuple("Case", "name api version text output looks extra partly", defaults=({}, "", ()))
CASES = []


def case(name, api, version, text, output, looks=None, extra="", partly=()):
    """output(x, y): what the shader must write. looks: line's text, or (text, visit): {expression: value at FOCUS}. partly: variables of
    which the shader never writes some parts: these hold what the driver left there, so only the looks compare the others."""
    CASES.append(Case(name, api, version, text, output, looks or {}, extra, partly))


def f32(v):
    return struct.unpack("f", struct.pack("f", v))[0]


X, Y = FOCUS


VERTEX = {"core": "#version 330\nin vec4 corner;\nvoid main() { gl_Position = corner; }\n",
          "es": "attribute vec4 corner;\nvoid main() { gl_Position = corner; }\n",
          "es3": "#version 300 es\nin vec4 corner;\nvoid main() { gl_Position = corner; }\n",
          "compatibility": "#version 130\nin vec4 corner;\nvoid main() { gl_Position = corner; }\n",
          "old": "attribute vec4 corner;\nvoid main() { gl_Position = corner; }\n"}


def vertex_of(c):
    if "[vertex]" in c.extra:
        return ""
    kind = "es3" if c.api == "es" and c.version >= 30 else "old" if c.name == "old-glsl" else c.api
    return "[vertex]\n" + VERTEX[kind]


def write_file(c, folder):
    path = os.path.join(folder, c.name)
    with open(path, "w") as file:
        file.write(f"{vertex_of(c)}[fragment]\n{c.text}{c.extra}\n")
    return [program("test-shader"), c.api, str(c.version), path]


def same(a, b):
    """b: as listed; None: anything."""
    if b is None:
        return True
    if isinstance(b, dict):
        return isinstance(a, dict) and a.keys() == b.keys() and all(same(a[k], b[k]) for k in b)
    if isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(same(v, w) for v, w in zip(a, b, strict=True))
    if isinstance(b, bool) or isinstance(a, bool):
        return a is b
    if isinstance(b, str) or isinstance(a, str) or (isinstance(b, int) and isinstance(a, int)):
        return a == b
    return math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-6)


def check_output(c, lines):
    assert len(lines) == WIDTH * HEIGHT, f"{len(lines)} pixels"
    for line in lines:
        x, y, *found = (float(word) for word in line.split())
        wanted = c.output(int(x), int(y))
        nearest = 1.01 / 255 if c.api == "es" and DRIVER else 1e-5  # GL allows either neighbour
        assert all(math.isclose(f, w, rel_tol=1e-5, abs_tol=nearest) for f, w in zip(found, wanted, strict=True)), f"at {x:g} {y:g}: drawn {found}, computed {wanted}"


def first_difference(alone, under):
    return next(((a, b) for a, b in itertools.zip_longest(alone.splitlines(), under.splitlines()) if a != b), "ends of lines")


def key(where):
    return [where[name] for name in ("line", "column", "end_line", "end_column", "kind", "iterations", "text")] + [
        where.get("object", 0), [(f["function"], f["line"]) for f in where["call_path"]]]


def own_values(c, console):
    values = {}
    for variable in console.run("scope")["variables"]:
        name = variable["name"]
        if name.startswith("gl_") or name in c.partly or "sampler" in variable["type"] or variable["type"].endswith("[]"):
            continue
        try:
            answer = console.run(f"print {name}")
        except Refused as why:
            if why.code != "not-readable":
                raise
            values[name] = "not readable"
            continue
        # What has not been written holds whatever the driver put there.
        values[name] = answer["value"] if answer.get("written", True) else "unwritten"
    return values


def look(c, console, where, seen):
    text = where["source_line"]
    number = seen[where["place"]]
    for wanted in (text, number), text if number == 0 else None:
        if wanted in c.looks and wanted not in seen["done"]:
            seen["done"].add(wanted)
            for expression, value in c.looks[wanted].items():
                found = console.run(f"print {expression}")["value"]
                assert same(found, value), f"{expression} at {text!r} is {found}, computed {value}"


def walk(c, console):
    """Every position with its values; the looks on the way."""
    console.run("next draw")
    console.run("shader fragment")
    where = console.run(f"focus {FOCUS[0]} {FOCUS[1]}")
    objects, trail, seen = {}, [], collections.Counter()
    seen["done"] = set()
    source = console.run("source fragment")
    lines = source["source"].split("\n")
    all_lines = c.text.replace("//--\n", "").split("[fragment]\n")
    while True:
        n = where.get("object", 0)
        text = all_lines[n].split("\n")[where["line"] - 1].strip() if len(all_lines) > 1 else lines[where["line"] - 1].strip()
        if where["kind"] in ("expression", "declaration", "return", "if", "loop-init", "loop-test", "call"):
            where["source_line"], where["place"] = text, (n, text)
            look(c, console, where, seen)
            if where["kind"] != "call":
                seen[(n, text)] += 1
        trail.append((key(where), own_values(c, console)))
        if where["finished"]:
            break
        before = where
        where = console.run("shader step")
        if random.random() < 0.1:
            assert key(console.run("shader back")) == key(before), "back leads elsewhere"
            assert key(console.run("shader step")) == key(where), "step leads elsewhere after back"
    missed = [text for text in c.looks if text not in seen["done"]]
    assert not missed, f"never came to {missed}"
    name = "color" if "vec4 color" in c.text or "col//--" in c.text else "gs_v0" if "gs_v0" in c.text else "gl_FragColor"
    found = console.run(f"print {name}")["value"]
    wanted = c.output(*FOCUS)
    tolerance = 0.5 / 255 if c.api == "es" else 1e-5
    assert all(math.isclose(f, w, rel_tol=1e-5, abs_tol=tolerance) for f, w in zip(found, wanted, strict=True)), f"{name} at the end {found}, computed {wanted}"
    return trail


def run(c, providers=PROVIDERS):
    with tempfile.TemporaryDirectory() as folder:
        argv = write_file(c, folder)
        alone = run_alone(argv)
        check_output(c, alone.splitlines())
        trails = []
        for provider in providers:
            os.environ["GLSTEP_PATH"] = provider
            with Console(argv) as console:
                trails.append(walk(c, console))
                end = console.run("continue")
                assert end["status"] == 0, end
                under = console.program_output()
                assert under == alone, f"the program draws something else under glstep: {first_difference(alone, under)}"
        for other in trails[1:]:
            assert len(trails[0]) == len(other), [len(t) for t in trails]
            for a, b in zip(trails[0], other, strict=True):
                assert a == b, f"recorded {a}, captured {b}"
