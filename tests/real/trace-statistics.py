#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
trace-statistics.py - what `glstep-trace statistics` counts is what stands in the trace, and what GL counts.

 counted     calls, bytes and times, counted anew from `glstep-trace dump`
 pipeline    vertices and primitives of each draw, as GL's own queries in the program count them
 shared      distinct vertices and the cache of 32, by a second model of it
 unknown     what the file does not tell is null, and what it tells is known: indices in mapped buffers and in the program's memory
 lit         vertices that fixed function lights
 configs     what the program's framebuffers have, as the window system says
 blocks      vertices of glBegin blocks and display lists
 parts       frames, passes and draws add up to the whole, in JSON and CSV, and each draw is of the frame in which it is made
 cut         a trace that ends too early is counted to its last call
 usage       wrong words are told in one sentence
"""

import collections
import csv
import datetime
import io
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Results, program  # noqa: E402
from patience import patience  # noqa: E402
from trace_tools import TOOL, run  # noqa: E402

CACHE = 32


def record(path, *argv):
    done = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=patience(60), check=False)
    assert os.path.exists(path), done.stderr.decode()


def calls_of(path):
    return [json.loads(line) for line in run("dump", "--json", "--verbose", path)[0].splitlines()]


def whole_of(path):
    return json.loads(run("statistics", "--json", path)[0])


def parts_of(path, per):
    return [json.loads(line) for line in run("statistics", "--per", per, "--json", path)[0].splitlines()]


def blob(value):
    return value["blob"] if isinstance(value, dict) and "blob" in value else 0


def argument(call, name):
    return next(a.get("value") for a in call["arguments"] if a["name"] == name)


def seconds_of(text):
    return datetime.datetime.strptime(text, "time %Y-%m-%dT%H:%M:%S.%fZ").timestamp()


def times_of(calls):
    """Each frame's duration: None where a time is missing."""
    times, ends = [], False
    for call in calls:
        if call["function"] == "eglSwapBuffers" or call["function"] == "glXSwapBuffers":
            times.append(None)
            ends = True
        elif call["function"] == "glStringMarkerGREMEDY" and call.get("fake") and ends:
            times[-1] = seconds_of(argument(call, "string"))
            ends = False
    return [None if i == 0 or t is None or times[i - 1] is None else t - times[i - 1] for i, t in enumerate(times)]


def counted(path):
    calls = calls_of(path)
    own = [call for call in calls if not call.get("fake")]
    whole = whole_of(path)
    assert whole["calls"] == len(own) and whole["fake_calls"] == len(calls) - len(own)
    assert whole["functions"] == collections.Counter(call["function"] for call in own)
    assert sum(whole["categories"].values()) == len(own)
    into_buffers = [call for call in own if call["function"].startswith("glBuffer")] + \
        [call for call in calls if call["function"] == "memcpy"]
    assert whole["buffer_bytes"] == sum(blob(a.get("value")) for call in into_buffers for a in call["arguments"])
    assert whole["array_bytes"] == sum(blob(a.get("value")) for call in calls if call["function"].startswith("glDrawEl")
                                       for a in call["arguments"])
    assert whole["shader_bytes"] == sum(len(text) for call in own if call["function"] == "glShaderSource" for text in argument(call, "string"))
    scalars = sum(4 * int(call["function"][9]) for call in own if call["function"].startswith("glUniform"))
    assert whole["uniform_bytes"] == scalars, (whole["uniform_bytes"], scalars)
    assert whole["texture_bytes"] == sum(blob(argument(call, "pixels")) for call in own if call["function"] == "glTexImage2D") > 0
    assert whole["clears"] == sum(call["function"] == "glClear" for call in own)
    durations = times_of(calls)
    assert len(durations) == whole["frames"] == len(whole["frame_seconds"]) and durations.count(None) < len(durations)
    for ours, theirs in zip(whole["frame_seconds"], durations):
        assert (ours is None) == (theirs is None) and (ours is None or abs(ours - theirs) < 2e-6), (whole["frame_seconds"], durations)


def pipeline(path):
    results, pending = [], []
    for call in calls_of(path):
        if call["function"] == "glGetQueryObjectui64v" and argument(call, "pname")["enum"] == "GL_QUERY_RESULT":
            value = argument(call, "params")
            pending.append(value[0] if isinstance(value, list) else value)
            if len(pending) == 2:
                results.append(tuple(pending))
                pending = []
    draws = [(row["vertices"], row["primitives"]) for row in parts_of(path, "draw") if row["function"]]
    assert len(results) == 8 * 17 and len(draws) == len(results), (len(results), len(draws))
    wrong = [(i, ours, theirs) for i, (ours, theirs) in enumerate(zip(draws, results)) if ours != theirs]
    assert not wrong, f"draw, glstep-trace's vertices and primitives, GL's: {wrong[:9]}"


def model(indices):
    """Distinct vertices, and those that a FIFO of 32 does not hold."""
    cache, shaded = collections.deque(maxlen=CACHE), 0
    for index in indices:
        if index not in cache:
            cache.append(index)
            shaded += 1
    return len(set(indices)), shaded


def shared(path):
    short = [i % 8 for i in range(48)]
    long = short + list(range(40)) + [8, 7]
    seen = set()
    for row in parts_of(path, "draw"):
        if row["function"] == "glDrawElementsInstanced":
            assert row["instances"] == 3
            assert (row["distinct_vertices"], row["shaded_vertices_fifo32"]) == tuple(3 * n for n in model(short)), row
        elif row["function"] == "glDrawElements":
            assert (row["distinct_vertices"], row["shaded_vertices_fifo32"]) == model(long) == (40, 41), row
        elif row["function"]:
            assert row["distinct_vertices"] == row["shaded_vertices_fifo32"] == row["vertices"], row
        seen.add(row["function"])
    assert {"glDrawElementsInstanced", "glDrawElements", "glMultiDrawArrays", "glEnd"} <= seen, seen


def unknown(path):
    draws = [row for row in parts_of(path, "draw") if row["function"]]
    for i, row in enumerate(draws):
        if row["function"] == "glDrawArraysIndirect":
            assert row["vertices"] is None and row["primitives"] is None and row["distinct_vertices"] is None and row["draws"] == 1, row
            assert row["unknown"]["vertices"] == {"draws": 1, "at_least": 0}, row
            continue
        # The last index that the program wrote is 3, or in each second frame 0: in all draws from the mapped buffer on.
        written = None if i < 2 else (i - 2) // 4
        distinct = 4 if i % 4 == 3 or written is None or written % 2 else 3
        assert (row["vertices"], row["primitives"], row["distinct_vertices"]) == (6, 2, distinct), (i, row)
    whole = whole_of(path)
    assert whole["vertices"] is None and whole["unknown"]["vertices"] == {"draws": 8, "at_least": 8 * 18}, whole["unknown"]
    assert whole["draws"] == 32 and whole["indexed_draws"] == 24
    text = run("statistics", path)[0].decode()
    assert "vertices submitted: 144 and more; of 8 draws the file does not say" in text, text


def lit(path):
    whole = whole_of(path)
    assert (whole["lit_vertices"], whole["vertices"]) == (8 * (3 + 5), 8 * (3 + 4 + 5 + 6 + 7)), whole
    rows = [row["lit_vertices"] for row in parts_of(path, "draw") if row["function"]]
    assert rows == 8 * [3, 0, 5, 0, 0], rows


CONFIGS = {"EGL": {"red": 0x3024, "green": 0x3023, "blue": 0x3022, "alpha": 0x3021, "depth": 0x3025, "stencil": 0x3026, "samples": 0x3031},
           "GLX": {"red": 8, "green": 9, "blue": 10, "alpha": 11, "depth": 12, "stencil": 13, "samples": 100001, "double_buffered": 5}}


def configs(folder):
    """What the last answer to a question about the context's configuration was, in the dump."""
    for api, words in ("EGL", [program("test-analysis"), "clean"]), ("GLX", [program("test-scenes"), "plain", "--frames", "1"]):
        path = os.path.join(folder, api + ".trace")
        record(path, *words)
        made = whole_of(path)["configurations"]
        assert [config["api"] for config in made] == [api], made
        answers = {}
        for call in calls_of(path):
            if call["function"] in ("eglGetConfigAttrib", "glXGetFBConfigAttrib"):
                names = [a.get("value") for a in call["arguments"]]
                name, value = (v.get("number", v.get("value")) if isinstance(v, dict) else v for v in names[2:4])
                answers[name] = value[0] if isinstance(value, list) else value
        for name, number in CONFIGS[api].items():
            assert number in answers and made[0][name] == answers[number], (api, name, made, answers)
        assert f"configuration of framebuffers: red {made[0]['red']}, green {made[0]['green']}, " in run("statistics", path)[0].decode()


def blocks(folder):
    for name in ("list", "elements", "immediate"):
        path = os.path.join(folder, name + ".trace")
        record(path, program("test-scenes"), name, "--frames", "4")
        whole = whole_of(path)
        # tests/programs/triangles.c: four triangles a frame
        assert (whole["draws"], whole["vertices"], whole["modes"]) == (4, 48, {"GL_TRIANGLES": 16}), (name, whole)
        assert whole["blocks"] == 4, (name, whole["blocks"])
        assert (whole["listed_calls"] > 0) == (name == "list")


def figures_of(row):
    return {name: value for name, value in row.items() if isinstance(value, int) and not isinstance(value, bool)
            and name not in ("frame", "pass", "draw", "call", "program", "pipeline", "first_call", "last_call", "framebuffer", "frames")}


def parts(path):
    whole = figures_of(whole_of(path))
    for per in ("frame", "pass", "draw", "call", "program"):
        rows = parts_of(path, per)
        if per == "call":
            assert [row["call"] for row in rows] == [call["call"] for call in calls_of(path) if not call.get("fake")]
        elif per != "program":
            assert [row[per] for row in rows] == list(range(len(rows)))
        for name, value in whole.items():
            # What follows the last swap is the recorder's.
            assert name == "fake_calls" or sum(row[name] for row in rows) == value, (per, name)
        table = list(csv.DictReader(io.StringIO(run("statistics", "--per", per, "--csv", path)[0].decode())))
        assert len(table) == len(rows)
        for line, row in zip(table, rows):
            for name, value in row.items():
                if name in line:
                    assert line[name] in (str(value), "" if value is None else str(value), f"{value:.6f}" if name == "seconds" and value else ""), \
                        (per, name, line[name], value)
    line = next(csv.DictReader(io.StringIO(run("statistics", "--csv", path)[0].decode())))
    assert int(line["calls"]) == whole["calls"]
    ends = [call["call"] for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if "SwapBuffers" in call["function"]]
    drawn = [row for row in parts_of(path, "draw") if row["function"]]
    assert len(ends) > 2 and [row["frame"] for row in drawn] == [sum(end < row["last_call"] for end in ends) for row in drawn], (ends, drawn)


def cut(path, folder):
    part = os.path.join(folder, "part.trace")
    with open(path, "rb") as source, open(part, "wb") as target:
        data = source.read()
        target.write(data[:len(data) * 2 // 3])
    output, told = run("statistics", "--json", part)
    assert "ends" in told and json.loads(output)["calls"] <= whole_of(path)["calls"], told


def usage(path):
    for words in (["--per", "second", path], ["--per"], ["--what", path], [path, path], [], [path + ".x"]):
        done = subprocess.run([TOOL, "statistics", *words], capture_output=True, timeout=patience(30), check=False)
        assert done.returncode == 2 and done.stderr and not done.stdout, (words, done)
    done = subprocess.run([TOOL, "statistics", path], stdout=open("/dev/full", "wb"), stderr=subprocess.PIPE, timeout=patience(30), check=False)
    assert done.returncode == 1 and b"standard output" in done.stderr, done


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        traces = {}
        for way in ("clean", "figures", "unknown", "lit"):
            traces[way] = os.path.join(folder, way + ".trace")
            record(traces[way], program("test-analysis"), way)
        for way in ("clean", "unknown"):
            results.check(f"counted-{way}", counted, traces[way])
        results.check("pipeline", pipeline, traces["figures"])
        results.check("shared", shared, traces["figures"])
        results.check("unknown", unknown, traces["unknown"])
        results.check("lit", lit, traces["lit"])
        results.check("configs", configs, folder)
        results.check("blocks", blocks, folder)
        results.check("parts", parts, traces["figures"])
        results.check("cut", cut, traces["figures"], folder)
        results.check("usage", usage, traces["clean"])
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
