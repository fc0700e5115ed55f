#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The profile of the example's ray march: against the steps that the shader itself counts, pixel by pixel, and against the
mask at single iterations; counts of sites and lookups; files; refusals."""

import csv
import os
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, line_of, program, source_lines  # noqa: E402

ARGV = [program("glstep-example"), "--glsl", "330", "--size", "60x45", "--frames", "3", "--time-step", "0.7"]


def refused(console, command, code):
    answer = console.command(command)
    assert not answer["ok"] and answer["error"]["code"] == code, (command, answer)


def read_field(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return {(int(row[0]), int(row[1])): [float(cell) for cell in row[2:]] for row in rows[1:]}


def curves_of(iterations, limit):
    """Of elements that all leave by break or find the test false after `limit` iterations."""
    longest = max(iterations)
    last = [n if n == limit else n - 1 for n in iterations]
    return [{"active": sum(n > i for n in iterations), "finished": sum(n == limit == i for n in iterations),
             "left": sum(k == i and n != limit for n, k in zip(iterations, last, strict=True))} for i in range(max(last) + 1)], longest


def check_march(console, folder, line):
    """What hit.steps is at the end is how often the loop of the first march has begun its body."""
    console.run("shader reset")
    console.run("shader continue")
    steps = os.path.join(folder, "steps.csv")
    console.run(f"values hit.steps {steps}")
    console.run("shader reset")
    where = console.run(f"shader until {line}")
    counted = os.path.join(folder, "iterations.csv")
    answer = console.run(f"count iterations {counted}")
    want, got = read_field(steps), read_field(counted)
    assert want == got and len(got) == 60 * 45 == answer["active"], (len(want), len(got))
    profile = console.run("profile")
    expected, longest = curves_of([int(v[0]) for v in want.values()], 64)
    assert profile["iterations"] == expected, (profile["iterations"], expected)
    assert profile["elements"] == 60 * 45 and profile["draws"] <= 3 and profile["occluded"] is False, profile
    assert profile["line"] == line and profile["text"] == "i < MAX_STEPS", profile
    assert where["function"] == "march"
    return profile


def check_masks(console, profile):
    for i in (0, 3, 7, 20):
        console.run(f"shader iteration {i}")
        condition = console.run("condition")
        # at the test: those that go on, and those whose test is false
        assert condition["true"] == profile["iterations"][i]["active"], (i, condition)
        assert condition["false"] == profile["iterations"][i]["finished"], (i, condition)
        assert condition["left"] == sum(c["left"] + c["finished"] for c in profile["iterations"][:i]), (i, condition)


def check_all(profile):
    """Summed over all entries: as many begin as iterations were counted, and all leave."""
    curves = profile["all"]["curves"]
    assert sum(c["active"] for c in curves) == profile["all"]["iterations"], profile["all"]
    assert sum(c["finished"] + c["left"] for c in curves) == profile["all"]["entries"], profile["all"]


def check_inner(console, line):
    """A loop of three rounds, entered by each element dozens of times."""
    console.run("shader reset")
    console.run(f"shader until {line}")
    profile = console.run("profile")
    n = 60 * 45
    assert profile["iterations"] == [{"active": n, "finished": 0, "left": 0}] * 3 + [{"active": 0, "finished": n, "left": 0}]
    entries = profile["all"]["entries"]
    assert profile["all"]["curves"] == [{"active": entries, "finished": 0, "left": 0}] * 3 + \
        [{"active": 0, "finished": entries, "left": 0}], profile["all"]
    assert profile["all"]["iterations"] == 3 * entries and entries > 28 * n / 10 and profile["draws"] <= 3, profile


def check_counts(console, folder):
    """Sites are as many as the focus element's path has positions; the floor alone is looked up."""
    file = os.path.join(folder, "sites.csv")
    console.run(f"count sites {file}")
    sites = read_field(file)
    for x, y in ((0, 0), (30, 22), (59, 44)):
        console.run("shader reset")
        console.run(f"focus {x} {y}")
        console.run("shader continue")
        length = len(console.run("history")["positions"])
        assert sites[x, y] == [length], ((x, y), sites[x, y], length)
    lookups = os.path.join(folder, "lookups.csv")
    answer = console.run(f"count lookups {lookups}")
    assert [count["name"] for count in answer["counts"]] == ["tiles"], answer
    console.run("shader reset")
    console.run("focus 0 0")
    console.run("shader continue")
    material = os.path.join(folder, "material.csv")
    console.run(f"values hit.material {material}")
    material, lookups = read_field(material), read_field(lookups)
    for at, value in material.items():  # a mirrored ray may come to the floor too
        assert lookups[at] == [1] if value == [1] else lookups[at] in ([0], [1]) if value[0] > 1 else lookups[at] == [0], at


def check_reach(console, lines):
    """Against what stands at each position: the mask where the line has one site; a line that nobody comes to."""
    reach = {entry["line"]: entry["elements"] for entry in console.run("reach")["lines"]}
    console.run("shader reset")
    seen = {}
    for _ in range(60):
        where = console.run("shader over")
        if where["finished"]:
            break
        if where["call_path"][0]["line"] == where["line"]:
            seen[where["line"]] = max(seen.get(where["line"], 0), where["active"])
    assert seen and all(reach[line] == count for line, count in seen.items()), (seen, reach)
    assert reach[line_of(lines, "hit.material = material_at(hit.position);")] > 0
    assert all(0 <= count <= 60 * 45 for count in reach.values()) and reach[line_of(lines, "color = vec4(result, 1.0);")] == 60 * 45


def check_files(console, folder, line):
    old = os.path.join(folder, "old.csv")
    console.run("shader reset")
    console.run(f"shader until {line}")
    profile = console.run(f"profile {old}")
    with open(old, newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{key: int(row[key]) for key in ("active", "finished", "left")} for row in rows][:len(profile["iterations"])] == \
        profile["iterations"]
    for name in ("plot.png", "plot.svg"):
        console.run(f"profile {os.path.join(folder, name)} with {old}")
    with open(os.path.join(folder, "plot.png"), "rb") as file:
        assert file.read(8) == b"\x89PNG\r\n\x1a\n"
    assert xml.etree.ElementTree.parse(os.path.join(folder, "plot.svg")).getroot().tag.endswith("svg")
    refused(console, f"profile {folder}/x.bmp", "usage")
    refused(console, f"profile {folder}/x.png with {folder}/none.csv", "usage")
    refused(console, f"profile {folder}/x.png with {folder}/plot.svg", "usage")
    refused(console, f"profile {folder}/x.csv with {old}", "usage")
    refused(console, "profile a.png b.csv", "usage")
    refused(console, "profile /nonexistent/x.csv", "usage")
    refused(console, "count stars", "usage")
    refused(console, "count", "usage")


def profile_of(scene, stage, folder):
    """The first loop of a stage: its profile, and each element's iterations by who it is."""
    argv = [program("glstep-stages"), "--scene", scene, "--frames", "2", "--time-step", "0.1"]
    file = os.path.join(folder, "stage.csv")
    with Console(argv) as console:
        console.run("next draw")
        console.run(f"shader {stage}")
        answer = console.command("profile")
        for _ in range(100):
            if answer["ok"]:
                break
            where = console.run("shader step")
            assert not where["finished"], (scene, stage)
            answer = console.command("profile")
        console.run(f"count iterations {file}")
        sites = os.path.join(folder, "sites.csv")
        console.run(f"count sites {sites}")
        console.run("shader continue")
        length = len(console.run("history")["positions"])
    with open(file, newline="") as rows:
        counts = list(csv.reader(rows))
    with open(sites, newline="") as rows:
        assert list(csv.reader(rows))[1][2 if stage != "compute" else 3] == str(length), (scene, stage)
    return answer["result"], counts


def check_stages(folder):
    """As the sources of examples/ say."""
    profile, counts = profile_of("strips", "geometry", folder)
    assert counts[0][:2] == ["primitive", "invocation"], counts[0]
    assert all(int(n) == 2 + int(primitive) % 3 for primitive, _, n in counts[1:]) and len(counts) > 4, counts
    assert [c["active"] for c in profile["iterations"]] == [sum(int(row[2]) > i for row in counts[1:]) for i in range(5)], profile
    assert all(c["left"] == 0 for c in profile["iterations"]) and profile["draws"] == 1, profile
    profile, counts = profile_of("skinned", "vertex", folder)
    assert counts[0][:2] == ["index", "instance"] and all(row[2] == "2" for row in counts[1:]), counts[:3]
    assert [c["active"] for c in profile["iterations"]] == [len(counts) - 1] * 2 + [0], profile
    profile, counts = profile_of("particles", "compute", folder)
    assert counts[0][:3] == ["x", "y", "z"] and all(row[3] == "8" for row in counts[1:]), counts[:3]
    assert profile["all"]["iterations"] == 8 * (len(counts) - 1), profile["all"]


def check_volume(folder):
    """Rays through examples/volume.frag with and without early termination: each step in the ball halves what is let through, so
    a ray is opaque after five of them. The two profiles make the plot of the paper's figure 2."""
    def inside(x, y, z):
        return (2 * (x - 8) + 1) ** 2 + (2 * (y - 8) + 1) ** 2 + (z - 16) ** 2 < 196

    def steps(x, y):
        hits = [z for z in range(32) if inside(x, y, z)]
        return hits[4] + 1 if len(hits) >= 5 else 32

    size, old, plot = 32, os.path.join(folder, "volume.csv"), os.path.join(folder, "volume.svg")
    for scene, want in (("volume", [32] * (size * size)), ("volume-early", [steps(x // 2, y // 2) for y in range(size) for x in range(size)])):
        argv = [program("glstep-stages"), "--scene", scene, "--size", f"{size}x{size}", "--frames", "2", "--time-step", "0.1"]
        with Console(argv) as console:
            console.run("next draw")
            console.run("shader fragment")
            lookups = console.run("count lookups")["counts"]
            assert lookups == [{"name": "volume", "sum": sum(want), "min": min(want), "max": max(want)}], lookups
            console.run("shader step")
            profile = console.run(f"profile {old}" if scene == "volume" else f"profile {plot} with {old}")
            last = [n if n == 32 else n - 1 for n in want]
            expected = [{"active": sum(n > i for n in want), "finished": sum(n == 32 == i for n in want),
                         "left": sum(k == i and n < 32 for n, k in zip(want, last, strict=True))} for i in range(33)]
            assert profile["iterations"] == expected, (scene, profile["iterations"], expected)
    assert min(want) < 32 < sum(n < 32 for n in want)
    assert xml.etree.ElementTree.parse(plot).getroot().tag.endswith("svg")


def main():
    with tempfile.TemporaryDirectory() as folder, Console(ARGV) as console:
        refused(console, "count sites", "no-shader")
        console.run("next draw")
        console.run("shader fragment")
        refused(console, "profile", "usage")
        refused(console, "count iterations", "usage")
        lines = source_lines(console)
        march, inner = line_of(lines, "for (int i = 0; i < MAX_STEPS; i++) {"), line_of(lines, "for (int i = 0; i < 3; i++) {")
        profile = check_march(console, folder, march)
        check_all(profile)
        check_masks(console, profile)
        check_inner(console, inner)
        check_counts(console, folder)
        check_reach(console, lines)
        check_files(console, folder, march)
        console.run("shader leave")
        check_stages(folder)
        check_volume(folder)
    print("profiles and counts agree with the shader's own")


if "DISPLAY" not in os.environ:
    display = os.path.join(os.environ["top_srcdir"], "tests", "with-display")
    os.execv(display, [display, sys.executable, *sys.argv])
main()
