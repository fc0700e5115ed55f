#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
measured.py - what `glstep-replay --measure` finds of draws is what their geometry says, and what GL's own counters in the program say.

 planted     each draw of tests/programs/measured.c: what becomes of its triangles, fragments and pixels, by arithmetic
 stage-fetches  those of the other stages, of tests/programs/stage-fetches.c; what a shader has added up in a dispatch is as without
 fetches     texture lookups of tests/programs/fetches.c, by arithmetic: in loops, branches, discarded fragments, several shaders; fixed functions; and what
             cannot be known
 counters    ... against the counters of GL that the program runs itself
 sums        frames, passes and the whole of `glstep-trace statistics --replay`, in JSON and CSV; pixels that several draws touch count once
 unchanged   programs of all kinds draw with measuring what they draw without
 effects     draws that do more than to draw are not executed again: what they write is what was recorded
 indirect    draws whose counts stand in buffers
 gears       display lists with matrices: corners of glxgears that are in one place; it draws what it draws without
 html        the page of a report says so, too, and refers to nothing outside
 hostile     traces that are cut or changed end no player that they do not end without measuring
 left        a block that another context follows, and the end of its own context, do not disturb what comes then
 busy        draws inside of the program's own queries are not measured, and these count what they did
 usage       what cannot be written or played is told in one sentence

Environment: GLSTEP_TESTS=all: more damaged traces; all scenes, and all ways of fetches, of which else half are taken, the others the next day; what the player leaves behind also of OpenGL's core and ES.
"""

import csv
import io
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from driver_faults import prove_once  # noqa: E402
from glstep_console import Results, of_the_day, program  # noqa: E402
from lying_trace import Lies, context  # noqa: E402
from patience import patience  # noqa: E402
from trace_bytes import NULL, TRUE, pointer, unsigned  # noqa: E402
from trace_tools import EVERYTHING, TOOL, damaged, record, record_enough, run  # noqa: E402

FRAMES = 2
SECONDS, ENOUGH = 0.4, 8  # of a program that does not count its frames: twice as long, until there are so many


def rectangle(left, bottom, right, top):
    return {(x, y) for x in range(left, right) for y in range(bottom, top)}


def cut_triangle():
    """Legs of 15.5 pixels; of the corner at the right angle, which is before the near plane, half of the legs is cut off."""
    return {(x, 32 + y) for x in range(16) for y in range(16) if 7.75 < x + 0.5 + y + 0.5 < 15.5}


WINDOW = rectangle(0, 0, 64, 64)
SHAPES = ("assembled", "degenerate", "outside", "culled", "clipped", "triangles", "area")
# Draws of a frame: SHAPES, the pixels of the fragments, how many times each, those discarded, and whether all tests are passed.
PLAIN = [
    ((16, 0, 0, 6, 0, 10, 80), set().union(*(rectangle(8 * i, 0, 8 * i + 4, 4) for i in range(5))), 1, 0, True),
    ((7, 0, 5, 0, 0, 2, 16), rectangle(0, 16, 4, 20), 1, 0, True),
    ((5, 0, 0, 0, 3, 5, round(48 + 0.75 * 15.5 * 15.5 / 2)),
     rectangle(56, 24, 64, 28) | cut_triangle() | rectangle(24, 32, 28, 36), 1, 0, True),
    ((8, 6, 0, 0, 0, 2, 32), rectangle(40, 40, 48, 44), 1, 0, True),
    ((2, 0, 0, 0, 0, 2, 256), rectangle(0, 0, 16, 16), 1, 0, True),
    ((2, 0, 0, 0, 0, 2, 640), rectangle(8, 0, 32, 16), 1, 0, True),
    ((10, 0, 0, 0, 0, 10, 5 * 4096), WINDOW, 5, 0, True),
    ((2, 0, 0, 0, 0, 2, 2048), rectangle(0, 0, 32, 64), 1, 0, True),
    ((2, 0, 0, 0, 0, 2, 2048), rectangle(0, 0, 32, 64), 1, 0, False),
    ((2, 0, 0, 0, 0, 2, 4096), rectangle(10, 10, 16, 14), 1, 0, True),
    ((2, 0, 0, 0, 0, 2, 4096), rectangle(32, 0, 64, 64), 1, 2048, True),
    ((6, 0, 2, 0, 0, 0, 0), {(8 * i, 50) for i in range(2, 6)}, 1, 0, True),
    ((2, 0, 1, 0, 0, 0, 0), rectangle(0, 52, 32, 53), 1, 0, True),
    ((8, 0, 0, 0, 0, 8, 64), rectangle(0, 56, 16, 60), 1, 0, True),
    ((6, 0, 0, 0, 0, 6, 48), set().union(*(rectangle(x, 56, x + 4, 60) for x in (40, 48, 56))), 1, 0, True),
    None,  # a shader that writes into a buffer
]
LEGACY = [
    ((2, 0, 0, 0, 0, 2, 128), rectangle(8, 8, 24, 16), 1, 0, True),
    ((2, 0, 0, 0, 0, 2, 32), set(), 1, 32, True),
    ((2, 0, 0, 0, 0, 2, 64), rectangle(8, 8, 16, 16), 1, 0, True),
    None,  # a list that moves what comes next
    ((2, 0, 0, 0, 0, 2, 16), rectangle(9, 8, 11, 16), 1, 0, True),
    ((2, 0, 0, 0, 0, 2, 8), rectangle(29, 28, 33, 30), 1, 0, True),
]
DRAWS = {"compat": PLAIN + LEGACY, "core": PLAIN, "es": PLAIN[:-1], "counted": PLAIN + LEGACY}
TARGET = (4, 5)  # the draws into the texture
EFFECTS = 15
VERTICES = (48, 21, 15, 24, 6, 6, 30, 6, 6, 6, 6, 6, 4, 10, 3, 6)  # without indices, each is shaded once


def record_some(folder, name):
    """Of a program that draws until it is ended."""
    path = os.path.join(folder, f"{name}.trace")
    record_enough(path, lambda seconds: ["timeout", str(seconds), name], SECONDS, ENOUGH)
    return path


def play(*options, status=0):
    done = subprocess.run([program("glstep-replay"), *options], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(120), check=False)
    assert done.returncode == status, (options, done.returncode, done.stderr.decode())
    return done.stdout.decode(), done.stderr.decode()


def table_of(path, *options):
    table = path + ".csv"
    play("--measure", table, *options, path)
    with open(table, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["call"] != "message"]  # of the driver, if it has any to say
    return [{name: int(value) if value else None for name, value in row.items() if name != "function"} for row in rows]


def wanted(draw):
    """What a draw's row says, as far as it does not depend on other draws."""
    shapes, pixels, layers, discarded, passes = draw
    assembled, degenerate, outside, culled, clipped, triangles, area = shapes
    fragments = layers * len(pixels)
    passed = fragments if passes else 0
    return {"assembled_primitives": assembled, "degenerate_primitives": degenerate, "outside_primitives": outside,
            "culled_primitives": culled, "clipped_primitives": clipped,
            "rasterized_primitives": assembled - degenerate - outside - culled, "rasterized_triangles": triangles,
            "triangle_pixels": area, "fragments": fragments, "fragment_texture_fetches": 0, "discarded_fragments": discarded, "samples_passed": passed,
            "unseen_draws": int(not passed), "touched_pixels": len(pixels)}


def of_es(row, want, at):
    """ES has no such counters, though a driver may; it does not tell how large images are; whether any sample passes it tells."""
    assert row["vertex_invocations"] in (None, VERTICES[at]), (at, row)
    if row["samples_passed"] is None and want["samples_passed"]:
        want["samples_passed"] = None
    if at in TARGET:
        want.update({name: None for name in ("fragments", "discarded_fragments", "touched_pixels")})
    return want


def planted(path, way):
    rows, draws = table_of(path), DRAWS[way] * FRAMES
    assert len(rows) == len(draws), (len(rows), len(draws))
    for i, (row, draw) in enumerate(zip(rows, draws)):
        at = i % len(DRAWS[way])
        if draw is None:
            assert row["assembled_primitives"] is None and row["fragments"] is None and row["touched_first_in_frame"] is None, (at, row)
            # A shader that writes elsewhere is of use, whatever it draws.
            assert row["samples_passed"] == (16 if at == EFFECTS else 64) and row["unseen_draws"] == 0, (at, row)
            continue
        want = of_es(row, wanted(draw), at) if way == "es" else wanted(draw)
        wrong = {name: (row[name], value) for name, value in want.items() if row[name] != value}
        assert not wrong, f"draw {at}: measured, and by arithmetic: {wrong}"
        assert way == "es" or at >= len(VERTICES) or row["vertex_invocations"] == VERTICES[at], (at, row)
        assert row["compute_invocations"] is None, row


# tests/programs/fetches.c: lookups of each draw of a scene; None: that cannot be known.
SMALL, RECTANGLE = 16 * 8, 32 * 16
FETCHES = {
    "straight": [3 * SMALL], "loop": [5 * 100, 7 * 100, 0], "branch": [4096 + 20 * 64], "layers": [3 * 4096], "discard": [4096 + 2048],
    "discard-called": [4096 + 2 * 48 * 64], "none": [0], "sizes": [0], "texels": [4096 + 2048], "macros": [2 * SMALL], "hidden": [SMALL, SMALL],
    "joined": [3 * SMALL], "masked": [2 * 6 * 4, 2 * 4096], "block": [(1 + 3 + 1) * 4096], "outputs": [2 * 32 * 16], "subroutine": [None],
    "early": [None, SMALL], "initial": [None], "writing": [None], "separate": [None], "separate-none": [0],
    "viewports": [8 * 6, 8 * 6, 4096], "deleted": [(i % 4 + 1) * SMALL for i in range(40)], "fixed-none": [0], "fixed-one": [RECTANGLE], "fixed-block": [4096], "fixed-two": [2 * RECTANGLE], "fixed-alpha": [2 * RECTANGLE],
    "fixed-empty": [RECTANGLE], "fixed-incomplete": [None], "fixed-levels": [2 * RECTANGLE], "fixed-assembly": [None]}
N_FETCHES = {"compat": 78, "core": 68, "es": 55}  # es: and those into viewports, with GL_OES_viewport_array


# tests/programs/stage-fetches.c: lookups of each call's stages but the fragments'. Six vertices are two triangles, or two patches of three.
CONTROL = 2 * ((1 + 1) + (2 + 1) + 3)
EVALUATION = 2 * 3
GEOMETRY = 2 * 2 * 3 + 2
STAGE_FETCHES = {
    "old": [6], "none": [0], "early": [2 * 6], "vertex": [2 * 6], "unseen": [2 * 6], "block": [2 * 3], "instances": [(3 + 4 + 5 + 6) * 6, (0 + 1 + 2 + 3) * 6],
    "control": [CONTROL], "evaluation": [EVALUATION], "geometry": [GEOMETRY], "all": [2 * 6 + CONTROL + EVALUATION + GEOMETRY], "writing": [None],
    "compute": [64 + 2 * 10], "compute-none": [0]}
N_STAGE_FETCHES = {"compat": 15, "core": 13, "es": 11}


def compare_fetches(path, names, wants, n, figure):
    """What is wanted of each of n draws, by its scene's name, which is found; and of the frame their sum, as far as all are known."""
    wants = {name: list(values) for name, values in wants.items()}
    want = [wants[name].pop(0) for name in names]
    found = [row[figure] for row in table_of(path)]
    wrong = [(name, *each) for name, *each in zip(names, found, want) if each[0] != each[1]]
    assert not wrong and len(found) == len(want) == n, (wrong, len(found), len(want))
    known, unknown = sum(filter(None, want)), want.count(None)
    frame = json.loads(statistics(path, "--per", "frame", "--json").splitlines()[0])
    assert frame[figure] == (None if unknown else known), frame
    assert not unknown or frame["unknown"][figure] == {"draws": unknown, "at_least": known}, frame["unknown"]
    return want


def stage_fetches(folder, way):
    path = os.path.join(folder, f"stage-fetches-{way}.trace")
    names = record(path, program("test-stage-fetches"), way).splitlines()
    compare_fetches(path, names, STAGE_FETCHES, N_STAGE_FETCHES[way], "other_texture_fetches")
    said = unchanged_in(path, "stage-fetches")
    assert "reads other bytes" not in said, said


def left_in(path, makes, ends):
    """How many such calls were made, less those that end what they made."""
    functions = [json.loads(line)["function"] for line in run("dump", "--json", path)[0].splitlines()]
    return functions.count(makes) - functions.count(ends)


def players_own(folder, path):
    """What the player does, recorded by apitrace: glstep leaves out what is the player's own."""
    own = os.path.join(folder, "player.trace")
    subprocess.run(["apitrace", "trace", "-a", "egl", "-o", own, program("glstep-replay"), "--measure", path + ".csv", path],
                   stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
    return own


def fetches(folder, way):
    path = os.path.join(folder, f"fetches-{way}.trace")
    names = record(path, program("test-fetches"), way).splitlines()
    n = N_FETCHES[way] + (names.count("viewports") if way == "es" else 0)
    wants = dict(FETCHES)
    if prove_once("viewport-scissor", dict(os.environ)) == "wrong":  # NVIDIA's driver leaves it on
        wants["viewports"] = [8 * 6] * 3
    want = compare_fetches(path, names, wants, n, "fragment_texture_fetches")
    unchanged_in(path, "fetches")
    if way != "compat" and not EVERYTHING:
        return
    rows = [json.loads(line) for line in statistics(path, "--per", "draw", "--json").splitlines()]
    assert [row["fragment_texture_fetches"] for row in rows if row["function"]] == want, rows
    own = players_own(folder, path)
    programs, shaders = (left_in(own, *calls) - left_in(path, *calls) for calls in (("glCreateProgram", "glDeleteProgram"), ("glAttachShader", "glDetachShader")))
    assert shaders == 0, f"{shaders} shaders live as long as the player's own programs"
    kept = len(set(names) - {"deleted"})  # programs, at most; each has two of the player's own at most
    assert 0 < programs <= 2 * kept, f"{programs} programs of the player's own are left of {kept}"


def counters(path, printed):
    """Clipping may make several primitives of one, or keep what is without area, or what is not far outside; it knows no culling."""
    rows = table_of(path)
    counts = [[int(word) for word in line.split()] for line in printed.splitlines()]
    assert len(counts) == len(rows) == len(DRAWS["compat"]) * FRAMES, (len(counts), len(rows))
    compared = 0
    for (draw, entered, left, passed), row in zip(counts, rows):
        assert row["samples_passed"] == passed, (draw, row, passed)
        if row["assembled_primitives"] is None or draw % len(DRAWS["compat"]) >= len(PLAIN):
            continue  # a quad is one to some, two to others
        assert row["assembled_primitives"] == entered, (draw, row, entered)
        if passed and not left:
            continue  # Mesa 26.1 counts none that leaves clipping, and draws them
        compared += 1
        seen = row["rasterized_primitives"] + row["culled_primitives"]
        kept = row["degenerate_primitives"] + row["clipped_primitives"] + row["outside_primitives"]
        assert seen - row["clipped_primitives"] <= left <= seen + kept, (draw, row, left)
        if not kept and row["rasterized_triangles"]:
            assert left == seen, (draw, row, left)
    assert compared > len(rows) // 2, (compared, len(rows))


def union_of(draws):
    """Pixels of the window, and of the texture."""
    window = set().union(*(draw[1] for i, draw in enumerate(draws) if draw and i not in TARGET))
    texture = set().union(*(draw[1] for i, draw in enumerate(draws) if draw and i in TARGET))
    return len(window) + len(texture)


def statistics(path, *options):
    return run("statistics", "--replay", *options, path, idle=120)[0].decode()


def sums(path, way):
    draws = DRAWS[way]
    known = [wanted(draw) for draw in draws if draw]
    n_unknown = len(draws) - len(known)
    frames = [json.loads(line) for line in statistics(path, "--per", "frame", "--json").splitlines()][:FRAMES]
    for frame in frames:
        assert frame["fragments"] is None and frame["overdraw"] is None, frame
        for name in ("assembled_primitives", "culled_primitives", "triangle_pixels", "fragments", "discarded_fragments"):
            assert frame["unknown"][name] == {"draws": n_unknown, "at_least": sum(draw[name] for draw in known)}, (name, frame["unknown"])
        assert frame["unknown"]["touched_pixels"]["at_least"] == union_of(draws), (frame["unknown"], union_of(draws))
        assert frame["unseen_draws"] == sum(draw["unseen_draws"] for draw in known) and frame["compute_invocations"] == 0
    passes = [json.loads(line) for line in statistics(path, "--per", "pass", "--json").splitlines()]
    first, second = passes[0], passes[1]
    pixels = set().union(*(draw[1] for draw in draws[:4]))
    assert first["touched_pixels"] == len(pixels) and first["overdraw"] == round(sum(draw["fragments"] for draw in known[:4]) / len(pixels), 4), first
    # 640 fragments of 512 pixels: the two squares overlap.
    assert (second["framebuffer"], second["fragments"], second["touched_pixels"], second["overdraw"]) == (1, 640, 512, 1.25), second
    assert second["pixels_per_triangle"] == 896 / 4, second
    rows = [json.loads(line) for line in statistics(path, "--per", "draw", "--json").splitlines()]
    rows = [row for row in rows if row["function"]]
    for row, draw in zip(rows, draws * FRAMES):
        assert draw is None or all(row[name] == value for name, value in wanted(draw).items()), row
    table = list(csv.DictReader(io.StringIO(statistics(path, "--per", "pass", "--csv"))))
    for line, row in zip(table, passes):
        for name in ("fragments", "touched_pixels", "culled_primitives", "overdraw"):
            assert float(line[name] or -1) == (-1 if row[name] is None else row[name]), (name, line, row)
    text = statistics(path)
    assert "texture fetches of all other shaders" in text and "\n           ?  overdraw" in text, text
    head, _, line = statistics(path, "--per", "pass").splitlines()[:3]
    assert head.split()[3:-1] == ["calls", "draws", "unseen", "assembled", "culled", "rasterized", "fragments", "fetches", "passed", "pixels"], head
    assert line.split()[3:] == ["2", "0", "4", "0", "4", "640", "0", "640", "512", "1"], line
    of_second = [json.loads(line) for line in statistics(path, "--per", "frame", "--frames", "1", "--json").splitlines()]
    assert of_second[0]["unseen_draws"] is None and of_second[0]["unknown"]["fragments"]["at_least"] == 0, of_second[0]
    assert all(of_second[1][name] == value for name, value in frames[1].items() if name != "seconds"), (of_second[1], frames[1])
    whole = json.loads(statistics(path, "--json"))
    assert whole["not_told"] == [] and whole["unknown"]["fragments"]["draws"] == FRAMES * n_unknown, whole
    without = json.loads(run("statistics", "--json", path)[0])
    assert "fragments" not in without and all(whole[name] == value for name, value in without.items() if name != "unknown")


SCENES = ("plain", "immediate", "list", "elements", "feedback", "indirect", "multisampled", "legacy", "assembly", "threads")


def unchanged(folder, name, *argv):
    path = os.path.join(folder, "a.trace")
    if os.path.exists(path):
        os.remove(path)
    record(path, *argv)
    unchanged_in(path, name)


def unchanged_in(path, name):
    without, _ = play("--md5", path)
    measured, said = play("--md5", "--measure", path + ".csv", path)
    assert without and without == measured, name
    with open(path + ".csv", encoding="utf-8") as file:
        assert len(file.readlines()) > 1, "nothing was measured"
    return said


def effects(folder, way):
    path = os.path.join(folder, way + ".trace")
    record(path, program("test-replays"), way)
    _, without = play(path)
    for row in table_of(path):
        known = {name for name, value in row.items() if value is not None}
        # Those without samplers fetch nothing, whatever else they do.
        assert known <= {"call", "vertex_invocations", "samples_passed", "unseen_draws", "fragment_texture_fetches", "other_texture_fetches"} and not row["unseen_draws"], row
    _, measured = play("--measure", path + ".csv", path)
    told = [[line for line in text.splitlines() if "reads other bytes" in line] for text in (without, measured)]
    assert told[0] == told[1] and "not all of it is measured" in measured, (without, measured)


def indirect(folder):
    """tests/programs/analysis.c: two triangles over the window, or one, by indices and counts that GL finds in buffers."""
    path = os.path.join(folder, "unknown.trace")
    record(path, program("test-analysis"), "unknown")
    rows = [json.loads(line) for line in statistics(path, "--per", "draw", "--json").splitlines()]
    rows = [row for row in rows if row["function"]]
    assert {row["function"] for row in rows} == {"glDrawElements", "glDrawArraysIndirect"} and len(rows) == 32
    for row in rows:
        assert row["primitives"] in (row["assembled_primitives"], None) and 1 <= row["assembled_primitives"] <= 2, row
        # Half of the window each, some of them the same half twice.
        assert row["touched_pixels"] <= row["fragments"] <= row["assembled_primitives"] * (32 * 65), row
        assert row["rasterized_triangles"] == row["assembled_primitives"] and row["triangle_pixels"] == 2048 * row["assembled_primitives"], row


def corners_of(mode, vertices):
    """Quads, each as its corners in order."""
    step, order = {"GL_QUADS": (4, (0, 1, 2, 3)), "GL_QUAD_STRIP": (2, (0, 1, 3, 2))}[mode]
    return [[vertices[i + k] for k in order] for i in range(0, len(vertices) - 3, step)]


def quads_of_lists(path):
    """The quads of each display list of glxgears, from what the trace says."""
    lists, current, mode, vertices = {}, None, None, []
    for line in run("dump", "--json", path)[0].splitlines():
        call = json.loads(line)
        values = [argument.get("value") for argument in call["arguments"]]
        if call["function"] == "glNewList":
            current = lists.setdefault(values[0], [])
        elif call["function"] == "glEndList":
            current = None
        elif call["function"] == "glBegin":
            mode, vertices = values[0]["enum"], []
        elif call["function"] == "glVertex3f":
            vertices.append(tuple(values))
        elif call["function"] == "glEnd" and current is not None:
            current += corners_of(mode, vertices)
    return lists


def gears(folder):
    """Corners in one place stay in one place, whatever matrices make of them: each tooth begins with two such."""
    path = record_some(folder, "glxgears")
    unchanged_in(path, "glxgears")
    lists = quads_of_lists(path)
    assert len(lists) == 3, lists.keys()
    rows = table_of(path, "--frames", "3-6")
    assert len(rows) == 3 * 4, len(rows)
    for row, quads in zip(rows, [*lists.values()] * (len(rows) // 3)):
        flat = sum(quad[i] == quad[i - 1] for quad in quads for i in range(4))
        # Mesa joins strips in lists, by triangles without area.
        joints = row["assembled_primitives"] - 2 * len(quads)
        assert flat > 0 and 0 <= joints <= 4 and row["degenerate_primitives"] == flat + joints, (row, len(quads), flat)
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    done = subprocess.run([TOOL, "statistics", "--replay", "--per", "frame", "--frames", "3-6", "--csv", path], capture_output=True,
                          timeout=patience(120), check=False, env=environment)
    assert done.stdout.decode() == statistics(path, "--per", "frame", "--frames", "3-6", "--csv"), "it is otherwise without an X server"


def html(path, folder):
    page = os.path.join(folder, "page")
    run("report", "--replay", "--html", page, path, idle=120)
    with open(os.path.join(page, "index.html"), encoding="utf-8") as file:
        text = file.read()
    known = sum(wanted(draw)["culled_primitives"] for draw in PLAIN if draw) * FRAMES
    assert f'<td>... triangles culled by their faces</td><td class="n">{known} and more; of {FRAMES} draws the replay does not say' in text, text[-4000:]
    assert "Overdraw of each frame" in text and "texture fetches of all other shaders" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "") and " src=" not in text, "it refers to something"


def hostile(path):
    """A player that is killed says which call it was; what it has measured until then is told."""
    for round_, other in damaged(path, 7, 25 if EVERYTHING else 12):
        ends = [subprocess.run([program("glstep-replay"), *options, other], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(120),
                               check=False).returncode for options in (["--md5"], ["--md5", "--measure", other + ".csv"])]
        assert ends[0] == ends[1], (round_, ends)


def left(folder):
    """A block that does not end; its context goes; then one that covers a window of 64 by 64 pixels in another context."""
    path, trace = os.path.join(folder, "left.trace"), Lies()
    context(trace, 0xC0)
    trace.make("glViewport", 0, 0, 64, 64)
    trace.make("glBegin", 4)
    trace.make("glXMakeCurrent", pointer(0xD0), unsigned(0), NULL, result=TRUE)
    trace.make("glXDestroyContext", pointer(0xD0), pointer(0xC0))
    context(trace, 0xC1)
    trace.make("glBegin", 4)
    for x, y in (-1.0, -1.0), (3.0, -1.0), (-1.0, 3.0):
        trace.make("glVertex2f", x, y)
    trace.make("glEnd")
    trace.save(path)
    rows = table_of(path)
    found = [(row["assembled_primitives"], row["clipped_primitives"], row["fragments"], row["samples_passed"]) for row in rows]
    assert found == [(1, 1, 4096, 4096)], found


def busy(path):
    """The program's draws are counted by itself."""
    known = {name for row in table_of(path) for name, value in row.items() if value is not None}
    assert known == {"call", "vertex_invocations", "fragment_texture_fetches", "other_texture_fetches"}, known
    _, told = play("--measure", path + ".csv", path)
    assert "the program counts there itself" in told and "reads other bytes" not in told, told
    assert play("--md5", path)[0] == play("--md5", "--measure", path + ".csv", path)[0]


def usage(path, folder):
    nowhere = os.path.join(folder, "none", "a.csv")
    _, told = play("--measure", nowhere, path, status=1)
    assert nowhere in told, told
    _, told = play("--measure", "/dev/full", path, status=1)
    assert "/dev/full" in told, told
    _, told = play("--measure", status=2)
    assert "a value is missing" in told, told
    for words in (["--frames", "1", path], ["--replay", "--frames"], ["--replay", "--frames", "x", path]):
        for command in ("statistics", "checklist", "report"):
            _, told = run(command, *words, status=2)
            assert "--frames" in told.splitlines()[0], told
    part = os.path.join(folder, "part.trace")
    with open(path, "rb") as source, open(part, "wb") as target:
        target.write(source.read()[:-200])
    done = subprocess.run([TOOL, "statistics", "--replay", "--json", part], capture_output=True, timeout=patience(60), check=False)
    assert json.loads(done.stdout)["calls"] > 0 and done.stderr, done
    # Without GL for it, what the file tells is told.
    bare = os.path.join(folder, "bare.trace")
    run("extract", "--frame", "0", path, bare)
    done = subprocess.run([TOOL, "statistics", "--replay", "--json", bare], capture_output=True, timeout=patience(60), check=False,
                          env={**os.environ, "EGL_PLATFORM": "none", "__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null"})
    assert done.returncode == 1 and b"nothing was measured" in done.stderr and json.loads(done.stdout)["draws"] > 0, done


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        traces, printed = {}, ""
        for way in DRAWS:
            traces[way] = os.path.join(folder, way + ".trace")
            printed = record(traces[way], program("test-measured"), way)
        for way in ("compat", "core", "es"):
            results.check(f"planted-{way}", planted, traces[way], way)
        for way in of_the_day(list(N_FETCHES)):
            results.check(f"fetches-{way}", fetches, folder, way)
        for way in of_the_day(list(N_STAGE_FETCHES)):
            results.check(f"stage-fetches-{way}", stage_fetches, folder, way)
        results.check("counters", counters, traces["compat"], printed)
        results.check("sums-compat", sums, traces["compat"], "compat")
        results.check("sums-core", sums, traces["core"], "core")
        for scene in of_the_day(SCENES):
            results.check(f"unchanged-{scene}", unchanged, folder, scene, program("test-scenes"), scene, "--frames", "4")
        for way in ("feedback", "select", "storage", "images", "counters", "transform"):
            results.check(f"effects-{way}", effects, folder, way)
        for name in ("test-measured", "test-pixels"):
            results.check(f"unchanged-{name}", unchanged, folder, name, program(name))
        results.check("unchanged-es", unchanged, folder, "es", program("test-measured"), "es")
        results.check("unchanged-deleted", unchanged, folder, "deleted", program("test-measured"), "deleted")
        results.check("indirect", indirect, folder)
        results.check("gears", gears, folder)
        results.check("html", html, traces["core"], folder)
        results.check("hostile", hostile, traces["compat"])
        results.check("unchanged-es2gears", lambda: unchanged_in(record_some(folder, "es2gears_x11"), "es2gears"))
        for name, argv in (("shadow", ("glmark2", "-b", "shadow:duration=0.1", "--size", "100x100")),
                           ("desktop", ("glmark2", "-b", "desktop:duration=0.1", "--size", "100x100"))):
            results.check(f"unchanged-{name}", unchanged, folder, name, *argv)
        results.check("left", left, folder)
        results.check("busy", busy, traces["counted"])
        results.check("usage", usage, traces["core"], folder)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
