#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stepping along the recorded path compiles one program for many places, and none where all have one; values, elements and
decisions are those of a program for each place (GLSTEP_PLACES=single)."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

STEPS = 100
ARGUMENTS = [program("glstep-example"), "--headless", "--size", "64x48", "--frames", "3", "--time-step", "0.25"]


def place(where):
    return json.dumps([where["call_path"], where["line"], where["column"], where["kind"], where["text"]], sort_keys=True)


def look(console, where):
    """Everything told at a position."""
    told = [where]
    for variable in console.run("scope")["variables"]:
        if variable["written"] and variable["qualifier"] not in ("uniform", "const"):
            told.append(console.command(f"print {variable['name']}"))
    if where["kind"] in ("if", "loop-test", "ternary", "logical"):
        told.append(console.command("condition"))
    return json.dumps(told, sort_keys=True)


def walk(steps, every, size="64x48", focus="33 20"):
    told, programs, places = [], [], []
    with Console([size if a == "64x48" else a for a in ARGUMENTS]) as console:
        console.run("next draw")
        console.run("shader fragment")
        where = console.run("focus " + focus)
        for i in range(steps):
            programs.append(console.run("history")["programs"])
            places.append(place(where))
            if i % every == 0:
                told.append(look(console, where))
            where = console.run("shader step")
    return told, programs, places


shared, programs, places = walk(STEPS, 5)
# What is asked for at first costs a program each, and a new one for many places at the next position.
new = programs[-1] - programs[1]
met = len(set(places[1:]))
# Each serves 16 places; not all of a loop's are met at first.
assert new <= met / 8 + 1, f"{new} programs for {met} places after the first"
steps_without = sum(a == b for a, b in zip(programs, programs[1:]))
assert steps_without >= 0.8 * (STEPS - 1), f"only {steps_without} of {STEPS - 1} steps compile nothing"
# Going the same places again, in later iterations, compiles nothing at all.
first_seen = {at: i for i, at in reversed(list(enumerate(places)))}
for i in range(2, STEPS):
    assert first_seen[places[i]] == i or programs[i] == programs[i - 1], (i, places[i])

os.environ["GLSTEP_PLACES"] = "single"
single, programs, _ = walk(STEPS, 5)
assert programs[-1] - programs[1] > 2 * new, "GLSTEP_PLACES=single should take more programs"
assert len(single) == len(shared) > 0
for i, (a, b) in enumerate(zip(shared, single, strict=True)):
    assert a == b, f"position {5 * i}:\n{a}\n{b}"

# Of a large target the values come from one pixel, and no program is made anew for what has no room in it.
single, _, _ = walk(13, 4, "640x480", "330 200")
del os.environ["GLSTEP_PLACES"]
shared, programs, places = walk(13, 4, "640x480", "330 200")
assert shared == single, f"large:\n{shared}\n{single}"
assert programs[-1] == programs[6], f"programs made in the steady state: {programs}"
