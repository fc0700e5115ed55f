#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shader cases with known results (the corpus cts-gles3, tests/corpora.py): each runs as a real program (test-cts) under glstep, a draw a column;
at the end of main `print` of every output must give the value listed. `make check-cts` takes all of them, as fragment and as vertex
shaders.

    tests/cts.py [--stage fragment|vertex] [--sample N] [--verbose] [NAME...]     NAME: part of FILE/CASE"""

import argparse
import collections
import json
import math
import os
import random
import re
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from corpora import corpus, missing  # noqa: E402
from glstep_console import Console, program  # noqa: E402

CORPUS = corpus("cts-gles3")
BATCH = 40  # cases a run of glstep

# type: (columns, rows)
SHAPE = {"float": (1, 1), "int": (1, 1), "uint": (1, 1), "bool": (1, 1)}
for n in (2, 3, 4):
    for prefix in ("", "i", "u", "b"):
        SHAPE[f"{prefix}vec{n}"] = (1, n)
    SHAPE[f"mat{n}"] = (n, n)
    for k in (2, 3, 4):
        SHAPE[f"mat{n}x{k}"] = (n, k)

Value = collections.namedtuple("Value", "role type name columns")
Case = collections.namedtuple("Case", "name values shader")


class Unreadable(Exception):
    pass


def scalar(kind):
    return {"i": "int", "u": "uint", "b": "bool"}.get(kind[0], "float")


def numbers(kind, text):
    """The scalars of a value in the corpus, in GLSL's order."""
    columns, rows = SHAPE[kind]
    inner = re.match(r"^(\w+)\s*\((.*)\)$", text, re.S)
    parts = [part.strip() for part in (inner.group(2) if inner else text).split(",")]
    try:
        found = [{"true": 1.0, "false": 0.0}.get(p) if p in ("true", "false") else float(re.sub(r"[uUfF]$", "", p)) for p in parts]
    except ValueError as why:
        raise Unreadable(f"{kind} {text}") from why
    if len(found) == 1 and columns > 1:
        return [found[0] if c == r else 0.0 for c in range(columns) for r in range(rows)]
    if len(found) == 1:
        found *= rows
    if len(found) != columns * rows:
        raise Unreadable(f"{kind} {text}")
    return found


def read_values(block):
    pattern = r"(input|output|uniform)\s+(?:(?:lowp|mediump|highp)\s+)?(\w+)\s+([\w.\[\]]+)\s*=\s*(\[[^\]]*\]|[^;]*);"
    values = []
    for role, kind, name, text in re.findall(pattern, block):
        if kind not in SHAPE or not name.isidentifier() or role == "uniform":
            raise Unreadable(f"{role} {kind} {name}")
        values.append(Value(role, kind, name, [numbers(kind, part.strip()) for part in text.strip().strip("[]").split("|")]))
    if len(values) != len(re.findall(r"\b(?:input|output|uniform)\b", block)):
        raise Unreadable("a line of the values")
    return values


def read_cases(path, stage):
    """The cases of a file that list an output, in the form of a stage; Unreadable in place of the values that this script does not understand."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    stem = os.path.basename(path)[:-5]
    for number, match in enumerate(re.finditer(r"^\s*case\s+(\w+)\n(.*?)^\s*end\b", text, re.M | re.S)):
        body = match.group(2)
        shader = re.search(rf'^\s*(?:both|{stage}) ""\n(.*?)""', body, re.M | re.S)
        block = re.search(r"\bvalues\s*\{(.*?)\}", body, re.S)
        if not block or "output" not in block.group(1) or "expect compile_fail" in body:
            continue
        try:
            if not shader and stage == "vertex":
                continue
            if not shader:
                raise Unreadable("no fragment form")
            values = read_values(block.group(1))
        except Unreadable as why:
            values = why
        yield Case(f"{stem}/{number}-{match.group(1)}", values, shader and shader.group(1))


def passed_as(value):
    """What an input is on its way to the fragment shader: qualifier, type, name."""
    kind = scalar(value.type)
    if kind == "bool":
        rows = SHAPE[value.type][1]
        return "flat", "int" if rows == 1 else f"ivec{rows}", f"v_{value.name}"
    return ("" if kind == "float" else "flat"), value.type, value.name


def vertex_text(inputs):
    declarations, body = [], []
    for value in inputs:
        flat, kind, name = passed_as(value)
        declarations += [f"in highp {kind} a_{value.name};", f"{flat} out highp {kind} {name};"]
        body.append(f"    {name} = a_{value.name};")
    return "\n".join(["#version 300 es", "in highp vec4 dEQP_Position;", *declarations, "void main()", "{",
                      "    gl_Position = dEQP_Position;", *body, "}", ""])


def sum_of(value):
    """An expression that needs every scalar of an output."""
    columns, rows = SHAPE[value.type]
    names = [value.name + (f"[{c}]" if columns > 1 else "") + (f".{'xyzw'[r]}" if rows > 1 else "")
             for c in range(columns) for r in range(rows)]
    return " + ".join(f"float({name})" for name in names)


def fragment_text(case):
    # outputs have the case's default precision: a driver with 16-bit floats gave a wrong value for a highp one, undebugged as well
    inputs = [v for v in case.values if v.role == "input"]
    outputs = [v for v in case.values if v.role == "output"]
    declarations = ["layout(location = 0) out mediump vec4 cts_color;"]
    setup = []
    for value in inputs:
        flat, kind, name = passed_as(value)
        declarations.append(f"{flat} in highp {kind} {name};".strip())
        if scalar(value.type) == "bool":
            setup.append(f"{value.type} {value.name} = {value.type}({name});")
    declarations += [f"{v.type} {v.name};" for v in outputs]
    return fill(case, declarations, setup, "cts_color = vec4(" + " + ".join(sum_of(v) for v in outputs) + ");")


def fill(case, declarations, setup, output):
    text = "\n".join(line.strip() for line in case.shader.split("\n"))
    text = text.replace("${DECLARATIONS}", "\n".join(declarations)).replace("${SETUP}", "\n".join(setup)).replace("${OUTPUT}", output)
    if "${" in text:
        raise Unreadable("a place holder of another kind")
    return text


def vertex_form(case):
    """The case as a vertex shader, and a fragment shader behind it."""
    declarations, setup = ["in highp vec4 dEQP_Position;", "out mediump vec4 cts_color;"], []
    for value in case.values:
        if value.role == "input" and scalar(value.type) == "bool":
            declarations.append(f"in highp {passed_as(value)[1]} a_{value.name};")
            setup.append(f"{value.type} {value.name} = {value.type}(a_{value.name});")
        elif value.role == "input":
            declarations.append(f"in highp {value.type} {value.name};")
        else:
            declarations.append(f"{value.type} {value.name};")
    sums = " + ".join(sum_of(v) for v in case.values if v.role == "output")
    vertex = fill(case, declarations, setup, f"cts_color = vec4({sums}); gl_Position = dEQP_Position;")
    fragment = "#version 300 es\nin mediump vec4 cts_color;\nout mediump vec4 color;\nvoid main()\n{\n    color = cts_color;\n}\n"
    return vertex, fragment


def column_count(case):
    return max(len(value.columns) for value in case.values)


def column_of(value, column):
    return value.columns[column if len(value.columns) > 1 else 0]


def draw_text(case, column):
    lines = []
    for value in case.values:
        if value.role != "input":
            continue
        columns, rows = SHAPE[value.type]
        flat = column_of(value, column)
        kind = {"bool": "int"}.get(scalar(value.type), scalar(value.type))
        for c in range(columns):
            four = (flat[c * rows:(c + 1) * rows] + [0.0] * 4)[:4]
            lines += [f"{kind} {prefix}{value.name} {c} " + " ".join(repr(v) for v in four) for prefix in ("a_", "")]
    return "\n".join([*lines, "draw\n"])


def case_text(case, stage):
    if stage == "vertex":
        vertex, fragment = vertex_form(case)
    else:
        fragment = fragment_text(case)
        vertex = vertex_text([v for v in case.values if v.role == "input"])
    draws = "".join(draw_text(case, column) for column in range(column_count(case)))
    return f"program {len(vertex.encode())} {len(fragment.encode())}\n{vertex}{fragment}\n{draws}swap\n"


def flatten(value):
    if isinstance(value, list):
        return [scalar for part in value for scalar in flatten(part)]
    return [float(value)]


def is_value(expected, kind, printed):
    found = flatten(printed)
    if len(found) != len(expected):
        return False
    if scalar(kind) != "float":
        return found == expected
    return all(math.isfinite(f) and abs(f - e) <= 0.01 * max(1.0, abs(e)) for f, e in zip(found, expected, strict=True))


def check_column(console, case, column, stage):
    """None, or what is wrong."""
    stop = console.run("next draw")
    if stop.get("stop") == "exited":
        raise EOFError(f"the program ended: {console.program_output()[-500:]}")
    console.run(f"shader {stage}")
    where = console.run("shader continue")
    if not where["finished"]:
        return f"stands at {where['text']!r} instead of the end"
    outputs = [value for value in case.values if value.role == "output"]
    if not outputs:
        return "has no output"
    for value in outputs:
        answer = console.run(f"print {value.name}")
        expected = column_of(value, column)
        if answer["type"] != value.type or answer.get("written") is False or not is_value(expected, value.type, answer["value"]):
            return f"{value.name}: {json.dumps(answer)} instead of {expected}"
    return None


class Tally:
    def __init__(self, stage, verbose):
        self.stage, self.verbose = stage, verbose
        self.columns = 0
        self.good_columns = 0
        self.cases = collections.Counter()
        self.good = collections.Counter()
        self.failures = []

    def add(self, case, problems):
        file = case.name.split("/")[0]
        bad = [problem for problem in problems if problem]
        self.columns += len(problems)
        self.good_columns += len(problems) - len(bad)
        self.cases[file] += 1
        self.good[file] += not bad
        if bad:
            self.failures.append((case.name, bad[0]))
        if bad or self.verbose:
            print(f"{'todo' if bad else 'good'} {case.name}: {bad[0] if bad else ''}", flush=True)


def run_case(console, case, stage):
    problems = []
    for column in range(column_count(case)):
        try:
            problem = check_column(console, case, column, stage)
        except (EOFError, TimeoutError, BrokenPipeError):
            raise
        except Exception as why:  # an answer that is none is a failed column, and the others go on
            problem = f"{type(why).__name__}: {why}"
        problems.append(problem and f"column {column}: {problem}")
    return problems or ["has no values"]


def run_batch(cases, folder, tally):
    path = os.path.join(folder, "cases")
    readable = []
    with open(path, "w", encoding="utf-8") as file:
        for case in cases:
            try:
                if isinstance(case.values, Unreadable):
                    raise case.values
                file.write(case_text(case, tally.stage))
                readable.append(case)
            except Unreadable as why:
                tally.add(case, [f"not understood: {why}"])
    done = 0
    with Console([program("test-cts"), path]) as console:
        try:
            for case in readable:
                tally.add(case, run_case(console, case, tally.stage))
                done += 1
        except (EOFError, TimeoutError, BrokenPipeError) as why:
            tally.add(readable[done], [" ".join(str(why).split())] * column_count(readable[done]))
            done += 1
    if done < len(readable):
        run_batch(readable[done:], folder, tally)


def report(tally, seconds):
    for file in sorted(tally.cases):
        good, all_of_them = tally.good[file], tally.cases[file]
        if good == all_of_them:
            print(f"PASS cts {tally.stage} {file}: {all_of_them} cases")
        else:
            first = next(f for f in tally.failures if f[0].startswith(file + "/"))
            print(f"FAIL cts {tally.stage} {file}: {all_of_them - good} of {all_of_them} cases, the first: {first[0]}: {' '.join(first[1].split())}")
    cases, good = sum(tally.cases.values()), sum(tally.good.values())
    print(f"{good} of {cases} cases ({100 * good / max(1, cases):.1f} %), {tally.good_columns} of {tally.columns} columns, {seconds:.0f} s")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stage", choices=["fragment", "vertex"], default="fragment")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if not CORPUS:
        print(f"SKIP cts: {missing('cts-gles3')}")
        return 0
    cases = [case for name in sorted(os.listdir(CORPUS)) if name.endswith(".test") for case in read_cases(os.path.join(CORPUS, name), options.stage)]
    if options.names:
        cases = [case for case in cases if any(name in case.name for name in options.names)]
    if options.sample:
        chosen = set(random.Random(1).sample(range(len(cases)), min(options.sample, len(cases))))
        cases = [case for number, case in enumerate(cases) if number in chosen]
    tally = Tally(options.stage, options.verbose)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for i in range(0, len(cases), BATCH):
            run_batch(cases[i:i + BATCH], folder, tally)
    report(tally, time.monotonic() - started)
    return 1 if tally.failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
