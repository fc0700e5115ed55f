#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stepping the example's shader: every move against the others, the two path providers against each other, answers
against docs of the console's JSON, files against answers."""

import csv
import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, line_of, program, read_npy, source_lines  # noqa: E402

WIDTH, HEIGHT = 120, 90
ARGV = [program("glstep-example"), "--glsl", "330", "--size", f"{WIDTH}x{HEIGHT}", "--frames", "3", "--time-step", "0.7"]
KINDS = set("expression declaration if ternary logical switch loop-init loop-test loop-next call return discard emit end".split())
WHERE = {"stage": str, "finished": bool, "line": int, "column": int, "end_line": int, "end_column": int, "text": str, "kind": str,
         "function": str, "call_path": list, "iterations": list, "active": int, "total": int, "focus": dict}


def check_where(where):
    for key, kind in WHERE.items():
        assert type(where[key]) is kind, (key, where)
    assert where["stage"] == "fragment" and where["kind"] in KINDS, where
    assert where["call_path"][0]["function"] == "main", where
    assert where["call_path"][-1] == {"function": where["function"], "line": where["line"]}, where
    assert 0 < where["active"] <= where["total"], where
    return where


def same(a, b):
    """The same position, of the same focus."""
    keys = ("line", "column", "end_line", "end_column", "kind", "function", "call_path", "iterations", "active", "total", "focus",
            "finished")
    assert all(a[key] == b[key] for key in keys), f"\n{a}\n{b}"


def check_text(lines, where):
    """The marked text is what stands at the span."""
    if where["line"] == where["end_line"]:
        assert lines[where["line"] - 1][where["column"] - 1:where["end_column"] - 1] == where["text"], where


def check_stepping(console, lines):
    """Forwards, and back over the same positions."""
    path = [check_where(console.run("shader reset"))]
    for _ in range(40):
        path.append(check_where(console.run("shader step")))
        check_text(lines, path[-1])
    for expected in reversed(path[:-1]):
        same(console.run("shader back"), expected)
    same(console.run("shader back"), path[0])  # at the first position it stays
    history = console.run("history")["positions"]
    assert len(history) == 1, history
    for _ in range(40):
        console.run("shader step")
    history = console.run("history")["positions"]
    assert [(entry["line"], entry["column"]) for entry in history[:-1]] == [(w["line"], w["column"]) for w in path[:-1]]


def check_over_and_out(console, lines):
    first = console.run("shader reset")
    main = [first]
    while not main[-1]["finished"]:
        where = check_where(console.run("shader over"))
        assert len(where["call_path"]) == 1, where
        main.append(where)
    assert len(main) < 20, main
    for move in "step", "over", "out", "continue":
        same(console.run(f"shader {move}"), main[-1])  # at the end they stay
    for expected in reversed(main[:-1]):
        same(console.run("shader back-over"), expected)
    console.run(f"shader until {line_of(lines, 'float d = scene_distance(hit.position);')}")
    inside = console.run("where")
    assert inside["function"] == "march", inside
    out = check_where(console.run("shader out"))
    assert out["function"] == "main" and len(out["call_path"]) == 1, out
    assert out["line"] == line_of(lines, "vec3 result = shade(ray, hit);"), out


def check_frames(console, lines):
    console.run("shader reset")
    console.run(f"shader until {line_of(lines, 'float d = scene_distance(hit.position);')}")
    console.run("shader step")
    where = console.run("shader step")
    assert [frame["function"] for frame in where["call_path"]] == ["main", "march", "scene_distance"], where
    value = console.run("print p")["value"]
    up = console.run("up")
    assert up["function"] == "march", up
    assert console.run("print hit.position")["value"] == value, "p is hit.position"
    names = [variable["name"] for variable in console.run("scope")["variables"]]
    assert "budget" in names and "p" not in names, names
    assert console.run("frame 2")["function"] == "main"
    assert console.run("print ray.origin")["value"] == [0, 0.5, 4]
    assert console.run("down")["function"] == "march"
    assert console.run("frame 0")["function"] == "scene_distance"
    assert not console.command("frame 3")["ok"] and not console.command("down")["ok"]


def check_iterations(console, lines):
    console.run("shader reset")
    loop = line_of(lines, "for (int i = 0; i < MAX_STEPS; i++) {")
    where = console.run(f"shader until {loop}")
    if where["kind"] == "loop-init":
        where = console.run("shader step")
    assert where["kind"] == "loop-test" and where["iterations"] == [0], where
    assert console.run("print i")["value"] == 0
    third = check_where(console.run("shader iteration 3"))
    assert third["iterations"] == [3] and third["line"] == loop, third
    assert console.run("print i")["value"] == 3
    condition = console.run("condition")
    assert condition["true"] + condition["false"] + condition["absent"] + condition["left"] == third["total"], condition
    assert condition["true"] + condition["false"] == third["active"], (condition, third)
    first = console.run("shader iteration 1")
    assert first["iterations"] == [1] and first["focus"] == third["focus"], first
    same(console.run("shader iteration 3"), third)
    console.run("shader over")  # from inside the body too
    same(console.run("shader iteration 3"), third)
    # Further than the focus element goes: another element takes over.
    far = check_where(console.run("shader iteration 40"))
    assert far["iterations"] == [40] and far["focus"] != third["focus"], far
    answer = console.command("shader iteration 1000")
    assert not answer["ok"] and answer["error"]["code"] == "no-element", answer
    same(console.run("where"), far)
    console.run(f"focus {third['focus']['x']} {third['focus']['y']}")


def check_branches(console, lines):
    console.run("shader reset")
    condition = line_of(lines, "if (d < NEAR_ENOUGH) {")
    where = console.run(f"shader until {condition}")
    assert where["kind"] == "if", where
    console.run("shader until 1000000")  # not reached
    console.run("shader reset")
    same(console.run(f"shader until {condition}"), where)
    # No ray meets anything in its first step.
    counts = console.run("condition")
    assert counts["true"] == 0 and counts["false"] == where["active"], counts
    answer = console.command("shader branch true")
    assert not answer["ok"] and answer["error"]["code"] == "no-element", answer
    same(console.run("where"), where)
    for _ in range(60):
        counts = console.run("condition")
        where = console.run("where")
        if counts["true"]:
            break
        console.run(f"shader until {condition}")
    assert counts["true"] > 0, "some ray should meet something"
    inner = console.run("shader branch true")
    assert inner["line"] == line_of(lines, "hit.material = material_at(hit.position);"), inner
    assert inner["active"] == counts["true"], (inner, counts)
    assert inner["iterations"] == where["iterations"], inner
    back = console.run("shader back")
    assert back["line"] == condition and back["active"] == where["active"], back
    assert back["focus"] == inner["focus"], back
    other = console.run("shader branch false")
    assert other["active"] == counts["false"], (other, counts)
    answer = console.command("shader branch true")
    assert not answer["ok"] and answer["error"]["code"] == "usage", answer


def check_breakpoints(console, lines):
    console.run("shader reset")
    line = line_of(lines, "hit.steps = i + 1;")
    assert len(console.run(f"shader break {line} if i == 2")["breakpoints"]) == 1
    where = console.run("shader continue")
    assert where["line"] == line and where["iterations"] == [2] and where["breakpoint"] == 1, where
    assert console.run("print i")["value"] == 2
    assert console.run("shader continue").get("breakpoint") != 1 or console.run("print i")["value"] == 2
    changed = console.run("break change 1 any if i == 1")["breakpoints"]
    assert [(b["number"], b["condition"], b["any"], b["line"]) for b in changed] == [(1, "i == 1", True, line)], changed
    console.run("shader reset")
    where = console.run("shader continue")
    assert where["breakpoint"] == 1 and where["iterations"] == [1], where
    assert console.run("shader delete 1")["breakpoints"] == []
    console.run("shader reset")
    console.run(f"shader break {line_of(lines, 'return hit;')}")
    where = console.run("shader continue")
    assert where["line"] == line_of(lines, "return hit;"), where
    # A line without a statement stands for the next that has one.
    console.run("delete 2")
    console.run("shader reset")
    console.run(f"shader break {line_of(lines, 'return hit;') - 1}")
    same(console.run("shader continue"), where)
    assert where["line"] == line_of(lines, "return hit;")
    console.run("delete 3")
    answer = console.command("delete 2")
    assert not answer["ok"], answer


def check_scope(console, lines):
    console.run("shader reset")
    variables = {v["name"]: v for v in console.run("scope")["variables"]}
    for v in variables.values():
        assert set(v) - {"hidden"} == {"name", "type", "qualifier", "changed", "written"}, v
        assert v.get("hidden", False) == (v["name"].startswith("gl_") and not any(v["name"] in line for line in lines)), v
    assert not any("hidden" in v for v in console.run("scope all")["variables"])
    assert variables["screen"]["qualifier"] == "in" and variables["spheres"]["type"] == "vec4[3]", variables
    assert variables["color"]["qualifier"] == "out" and not variables["color"]["written"], variables["color"]
    assert "ray" not in variables and "FAR" in variables, variables.keys()
    assert console.run("print color")["written"] is False
    console.run("shader over")
    variables = {v["name"]: v for v in console.run("scope")["variables"]}
    assert variables["ray"]["written"] and variables["ray"]["changed"] and variables["ray"]["type"] == "Ray", variables["ray"]
    assert "written" not in console.run("print ray")
    value = console.run("print ray")
    assert value["type"] == "Ray" and set(value["value"]) == {"origin", "direction"}, value
    console.run("shader over")
    variables = {v["name"]: v for v in console.run("scope")["variables"]}
    assert not variables["ray"]["changed"] and variables["hit"]["changed"], variables
    assert isinstance(console.run("print hit.steps > 2")["value"], bool)
    assert console.run("print mat2(1.0, 2.0, 3.0, 4.0)")["value"] == [[1, 2], [3, 4]]
    tiles = console.run("print tiles")
    assert tiles["type"] == "sampler2D" and [b["unit"] for b in tiles["bound"]] == [0], tiles
    for expression, code in (("nothing", "unknown-name"), ("hit.steps++", "side-effects"),
                             ("hit.steps = 3", "side-effects"), ("hit.", None), ("1 +", None)):
        answer = console.command(f"print {expression}")
        assert not answer["ok"] and (code is None or answer["error"]["code"] == code), answer


def check_files(console, lines):
    console.run("shader reset")
    console.run(f"shader until {line_of(lines, 'vec3 result = shade(ray, hit);')}")
    focus = console.run("where")["focus"]
    value = console.run("print hit.position")["value"]
    with tempfile.TemporaryDirectory() as folder:
        field = console.run(f"values hit.position {folder}/p.npy")
        height, width, components, values = read_npy(f"{folder}/p.npy")
        assert (height, width, components) == (HEIGHT, WIDTH, 3), (height, width, components)
        at = (focus["y"] * width + focus["x"]) * 3
        assert list(values[at:at + 3]) == value, (list(values[at:at + 3]), value)
        assert field["total"] == field["active"] == WIDTH * HEIGHT and field["nan"] == 0, field
        for k in range(3):
            assert min(values[k::3]) == field["min"][k] and max(values[k::3]) == field["max"][k], field
        field = console.run(f"values hit {folder}/hit.csv")
        assert set(field["min"]) == {"material", "steps", "distance", "position"}, field
        with open(f"{folder}/hit.csv") as file:
            rows = list(csv.reader(file))
        assert rows[0] == ["x", "y", "hit.material", "hit.steps", "hit.distance", "hit.position.x", "hit.position.y",
                           "hit.position.z"], rows[0]
        assert len(rows) == 1 + WIDTH * HEIGHT
        row = rows[1 + focus["y"] * WIDTH + focus["x"]]
        assert row[:2] == [str(focus["x"]), str(focus["y"])], row
        assert all(math.isclose(float(row[5 + k]), value[k], rel_tol=1e-8) for k in range(3)), (row, value)
        for ending in "png", "pfm":
            console.run(f"values hit.distance {folder}/d.{ending}")
            assert os.path.getsize(f"{folder}/d.{ending}") > 100
        with open(f"{folder}/d.pfm", "rb") as file:
            assert file.read(2) == b"Pf"
        for command in "mask", "framebuffer":
            console.run(f"{command} {folder}/{command}.png")
            with open(f"{folder}/{command}.png", "rb") as file:
                assert file.read(8) == b"\x89PNG\r\n\x1a\n"
        for bad in f"values hit {folder}/hit.png", f"values hit.distance {folder}/d.xyz", f"values hit {folder}/no/such.csv":
            assert not console.command(bad)["ok"], bad
        assert ".csv .npy .pfm or .png" in console.command(f"values hit.distance {folder}/d.xyz")["error"]["message"]


def check_focus(console, lines):
    """Each element has a path of its own; a focus that does not come here can be looked at, but not stepped."""
    console.run("shader reset")
    console.run("focus 60 45")
    line = line_of(lines, "vec3 normal = normal_at(hit.position);", 1)
    where = console.run(f"shader until {line}")
    assert where["line"] == line and where["active"] < where["total"], where
    moved = console.run("focus 60 89")  # the sky
    assert moved["focus_here"] is False and moved["line"] == line, moved
    for command in "shader step", "print hit":
        answer = console.command(command)
        assert not answer["ok"] and answer["error"]["code"] == "no-element", answer
    assert console.run("values hit.distance")["active"] == where["active"]
    same(console.run("focus 60 45"), where)
    console.run("focus 60 89")
    reset = console.run("shader reset")
    assert reset["focus"] == {"x": 60, "y": 89} and "focus_here" not in reset, reset
    assert console.run(f"shader until {line}")["reached"] is False
    for bad in f"focus {WIDTH} 0", f"focus 0 {HEIGHT}":
        answer = console.command(bad)
        assert not answer["ok"] and answer["error"]["code"] == "not-covered", answer


def check_leaving(console, lines):
    before = console.run("call")
    assert before["name"] == "glDrawArrays", before
    stop = console.run("shader leave")
    assert stop["stop"] == "call" and stop["call"]["index"] == before["index"], stop
    answer = console.command("where")
    assert not answer["ok"] and answer["error"]["code"] == "no-shader", answer
    console.run("shader fragment")
    console.run("shader step")
    stop = console.run("step")  # runs on from a shader too
    assert stop["call"]["index"] == before["index"] + 1, (stop, before)
    stop = console.run("next draw")
    assert stop["draw"] > 0, stop
    end = console.run("continue")
    assert end["stop"] == "exited" and end["status"] == 0, end


def steps(provider, focus, count):
    os.environ["GLSTEP_PATH"] = provider
    try:
        with Console(ARGV) as console:
            console.run("next draw")
            console.run("shader fragment")
            found = [console.run(f"focus {focus[0]} {focus[1]}")]
            found += [console.run("shader step") for _ in range(count)]
            return found
    finally:
        del os.environ["GLSTEP_PATH"]


def check_nan():
    with Console(ARGV + ["--nan"]) as console:
        console.run("next draw")
        lines = source_lines(console)
        console.run("shader fragment")
        console.run("shader continue")
        with tempfile.TemporaryDirectory() as folder:
            assert console.run(f"values result {folder}/r.csv")["nan"] > 0
            with open(f"{folder}/r.csv") as file:
                x, y = next(line for line in file if "nan" in line).split(",")[:2]
        console.run(f"focus {x} {y}")
        assert "nan" in console.run("print result")["value"]
        console.run("shader reset")
        where = console.run("shader continue nan")
        assert where["line"] == line_of(lines, "return base * (0.2 + 0.6 * diffuse + 0.2 * rim);"), where
        assert console.run("print rim")["value"] == "nan"


def check_providers():
    """The recorded path is the captured one."""
    for recorded, captured in zip(steps("record", (60, 45), 30), steps("capture", (60, 45), 30), strict=True):
        same(recorded, captured)


if "DISPLAY" not in os.environ:
    display = os.path.join(os.environ["top_srcdir"], "tests", "with-display")
    sys.exit(subprocess.call([display, sys.executable, os.path.abspath(__file__), *sys.argv[1:]]))
with Console(ARGV) as console:
    console.run("next draw")
    lines = source_lines(console)
    check_where(console.run("shader fragment"))
    console.run("focus 60 45")
    for check in (check_stepping, check_over_and_out, check_frames, check_iterations, check_branches, check_breakpoints, check_scope,
                  check_files, check_focus, check_leaving):
        if len(sys.argv) == 1 or check.__name__ in sys.argv or check is check_leaving:
            print(check.__name__, flush=True)
            check(console, lines)
if len(sys.argv) == 1:
    print("check_providers", flush=True)
    check_providers()
    print("check_nan", flush=True)
    check_nan()
