#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Paths in every stage of the scenes of glstep-stages. Recorded in one draw and captured decision by decision, positions and the values
written at each are the same. Moves at random lead to positions of that path, and back after a step to where it was. With a NaN
planted in the stage's source, looked up and captured, it is found in the same places."""

import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program  # noqa: E402

STAGES = [("strips", "geometry"), ("patch", "tess-control"), ("patch", "tess-evaluation"), ("skinned", "vertex"), ("particles", "compute"),
          ("loop", "vertex"), ("volume", "fragment")]
PLANTED = """
	float gs_test = 1.0, gs_zero = 0.0;
	for (int gs_i = 0; gs_i < 3; ++gs_i) {
		gs_test = gs_i == 1 ? 1.0 / gs_zero : float(gs_i);
		if (gs_i == 1) gs_test += 1.0;
	}
	gs_test = 0.0;
""".replace("gs_", "planted_")
KEYS = "line", "column", "text", "kind", "function", "call_path", "iterations", "finished"
MOVES = ["step"] * 4 + ["back"] * 3 + ["over"] * 2 + ["back-over", "out"]


def start(provider, scene, stage, source=None):
    os.environ["GLSTEP_PATH"] = provider
    console = Console([program("glstep-stages"), "--scene", scene, "--frames", "3", "--size", "32x32"])
    answer = None
    while not answer or not answer["ok"]:  # the scene's other draws have no such stage
        console.run("next draw")
        answer = console.command(f"shader {stage}")
    if source:
        console.run("shader leave")
        console.run(f"set source {stage} {source}")
        console.run(f"shader {stage}")
    return console


def key(where):
    return [where.get(name) for name in KEYS]


def walk(provider, scene, stage, limit=25):
    """Positions, and what each step has written."""
    with start(provider, scene, stage) as console:
        path = [key(console.run("where"))]
        while len(path) < limit and not path[-1][-1]:
            path.append(key(console.run("shader step")))
        return path, [step["changes"] for step in console.run("history values")["positions"]]


def check_providers(scene, stage):
    recorded, captured = walk("record", scene, stage), walk("capture", scene, stage)
    assert len(recorded[0]) > 3, recorded
    assert recorded[0] == captured[0], "other positions"
    assert len(recorded[1]) == len(recorded[0]) and any(recorded[1]), "no values"
    for i, (a, b) in enumerate(zip(*([[c for c in step if not c["name"].startswith("gl_TessLevel")]  # element by element: the others are undefined
                                      for step in one[1]] for one in (recorded, captured)), strict=True)):
        assert str(a) == str(b), f"step {i} {recorded[0][i][2]}: recorded {a}, captured {b}"


def check_moves(scene, stage):
    path, _ = walk("record", scene, stage, 400)
    chance = random.Random(f"{scene} {stage}")
    with start("record", scene, stage) as console:
        for _ in range(30):
            before = key(console.run("where"))
            move = chance.choice(MOVES)
            where = key(console.run(f"shader {move}"))
            at = len(console.run("history")["positions"]) - 1
            if at >= len(path):
                break
            assert where == path[at], f"{move} from {before} leads to {where}, step {at} is {path[at]}"
            if move == "step" and where != before:
                assert key(console.run("shader back")) == before, f"back after step from {before}"
                assert key(console.run("shader step")) == where, f"step after back from {before}"


def plant(scene, stage, folder):
    with start("record", scene, stage) as console:
        source = console.run(f"source {stage}")["source"]
    at = source.index("{", source.index("void main"))
    file = os.path.join(folder, "planted")
    with open(file, "w", encoding="utf-8") as out:
        out.write(source[:at + 1] + PLANTED + source[at + 1:])
    return file


def stops(provider, scene, stage, source):
    with start(provider, scene, stage, source) as console:
        found = []
        for _ in range(4):
            where = console.run("shader continue nan")
            if where["finished"]:
                break
            found.append(key(where) + [where.get("note")])
        return found


def check_nan(scene, stage):
    with tempfile.TemporaryDirectory() as folder:
        file = plant(scene, stage, folder)
        looked, captured = stops("lookup", scene, stage, file), stops("capture", scene, stage, file)
    assert looked == captured, f"looked up {looked}, captured {captured}"
    assert len(looked) == 2 and all("planted_test" in stop[-1] for stop in looked), looked


results = Results()
for scene, stage in STAGES:
    results.check(f"paths {scene} {stage}", check_providers, scene, stage)
    results.check(f"moves {scene} {stage}", check_moves, scene, stage)
    results.check(f"nan {scene} {stage}", check_nan, scene, stage)
sys.exit(1 if results.failed else 0)
