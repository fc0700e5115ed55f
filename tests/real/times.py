#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
times.py - what `glstep-replay --times` and `glstep-trace statistics --times` say of calls whose costs are planted.

 planted   draws whose shaders do 1, 8, 2 and 4 times the same work take as long, beside each other, on a machine that does other things, too
 rows      each draw and clear has a row, with its number, frame, draw and program; a frame is at least the sum of its rows
 blocks    what stands between glBegin and glEnd is one row; what is compiled into a list is none
 frames    --frames times these alone
 every     --every-call has a row of each call of GL, with why GL's time is not known
 sums      calls, draws, passes, frames and programs have the sums of times that a player in place of ours gives out, in JSON;
           what is drawn by one call for several of them has none
 missing   where the time of a call is missing, what it is part of has none, and says why, in JSON, CSV and text
 recorded  `glstep record --times=gpu`: the costs of draws, where they were drawn; each thread's calls one after the other, and
           together no longer than the frame; a call that sleeps takes as long; every call of the program has a time, draws alone that of the GPU
 live      `times`: of a program's next frames, and of an opened trace's, the same calls with their threads, programs and targets; planted
           costs; the picture afterwards is that of a run that was not timed; what an ended program is told; as trace events
 kept      parts of a recording, joined and repacked ones, and the last frames, have the times of their calls
 usage     what cannot be timed is told in one sentence
"""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Console, Results, program  # noqa: E402
from lying_trace import Lies, context  # noqa: E402
from patience import patience  # noqa: E402
from trace_bytes import pointer  # noqa: E402
from trace_tools import TOOL, record, run  # noqa: E402

COSTS = (1, 8, 2, 4)
TOLERANCE = 1.0  # of a ratio: others use the machine, too, and the more so the longer a draw takes; bench/run.py looks closer
TRIES = 8
MEMBERS = {"call", "name", "frame", "draw", "program", "cpu_ns", "gpu_ns", "spread_ns"}


def play(*argv):
    return subprocess.run([program("glstep-replay"), *argv], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(120), check=False,
                          text=True)


def times(path, *options):
    """The rows of calls, and the last line."""
    done = play("--json", *options, path)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(set(row) >= MEMBERS for row in lines[:-1]), lines[0]
    return lines[:-1], lines[-1]


def scene(folder, name, frames=3):
    path = os.path.join(folder, f"{name}.trace")
    record(path, program("test-scenes"), name, "--frames", str(frames))
    return path


def of(rows, name):
    return [row for row in rows if row["name"] == name]


def check_costs(draws):
    """The last draws take as long as their shaders work."""
    each = [row["gpu_ns"] / cost for row, cost in zip(draws, COSTS)]
    assert len(draws) == len(COSTS) and max(each) <= (1 + TOLERANCE) * min(each), draws
    assert sorted(range(len(COSTS)), key=COSTS.__getitem__) == sorted(range(len(COSTS)), key=lambda i: draws[i]["gpu_ns"]), draws
    assert all(row["cpu_ns"] <= row["gpu_ns"] and row["spread_ns"] >= 0 for row in draws), draws


def in_the_end(part, *arguments):
    """While others have the machine, what takes long is interrupted the most: try again."""
    for last in range(TRIES):
        try:
            return part(*arguments)
        except AssertionError:
            if last == TRIES - 1:
                raise


def planted(folder):
    path = scene(folder, "costs")

    def by_player():
        check_costs(of(times(path, "--times=12")[0], "glDrawArrays")[-len(COSTS):])

    def by_tool():
        told = [json.loads(line) for line in run("statistics", "--per", "draw", "--times=12", "--json", path, idle=300)[0].splitlines()]
        check_costs([row for row in told if row["function"]][-len(COSTS):])
    in_the_end(by_player)
    in_the_end(by_tool)


def every_row(folder):
    path = scene(folder, "passes")
    rows, last = times(path, "--times=2")
    dumped = subprocess.run([TOOL, "dump", "--json", path], capture_output=True, check=True, text=True).stdout.splitlines()
    calls = {call["call"]: call["function"] for call in map(json.loads, dumped) if "function" in call}
    expected = [number for number, name in calls.items() if name in ("glDrawArrays", "glClear")]
    assert expected and [row["call"] for row in rows] == expected, (rows, expected)
    assert all(calls[row["call"]] == row["name"] for row in rows), rows
    draws = of(rows, "glDrawArrays")
    assert [row["draw"] for row in draws] == list(range(1, 1 + len(draws))) and not any(row["draw"] for row in of(rows, "glClear")), rows
    assert len({row["program"] for row in draws}) == 2, draws
    assert last["rounds"] == 2 and last["method"], last
    assert [frame["frame"] for frame in last["frames"]] == sorted({row["frame"] for row in rows}), last
    for frame in last["frames"]:
        assert frame["gpu_ns"] >= sum(row["gpu_ns"] for row in rows if row["frame"] == frame["frame"]), frame


def blocks(folder):
    names = {row["name"] for row in times(scene(folder, "immediate"), "--times=1")[0]}
    assert names == {"glClear", "glEnd"}, names
    names = {row["name"] for row in times(scene(folder, "list"), "--times=1")[0]}
    assert names == {"glClear", "glCallList"}, names


def frames(folder):
    rows, last = times(scene(folder, "plain", 4), "--times=1", "--frames", "1-2")
    assert {row["frame"] for row in rows} == {1, 2} and [frame["frame"] for frame in last["frames"]] == [1, 2], last


def every_call(folder):
    path = scene(folder, "list")
    rows, _ = times(path, "--times=1", "--every-call")
    dumped = [json.loads(line) for line in run("dump", "--json", "--verbose", path)[0].splitlines()]
    known = {call["call"]: call["function"] for call in dumped}
    asked = {row["call"] for row in rows}
    missed = [call for call in dumped if call["function"].startswith("gl") and not call["function"].startswith("glX") and not call.get("fake")
              and call["call"] not in asked]
    compiled, inside = set(), False
    for call in dumped:
        inside = inside and call["function"] != "glEndList"
        if inside:
            compiled.add(call["call"])
        inside = inside or call["function"] == "glNewList"
    assert not missed and compiled, (missed[:4], compiled)
    for row in rows:
        assert row["name"] == known[row["call"]] and row["cpu_ns"] >= 0, row
        why = (None if row["name"] in ("glClear", "glCallList") else "it is compiled into a display list" if row["call"] in compiled
               else "it draws nothing")
        assert row.get("why") == why and (row["gpu_ns"] is None) == (row["spread_ns"] is None) == (why is not None), row


# ---- sums ----

LINK, COMPILE, FRAMEBUFFER, TRIANGLES = 0x8B82, 0x1300, 0x8D40, 4
DRAW = ("glDrawArrays", TRIANGLES, 0, 3)
SWAP = ("glXSwapBuffers", pointer(0xD0), 0xA0)
# Calls of three frames, with the program of each draw and dispatch.
FRAMES = (
    [(("glUseProgram", 1), None), (("glClear", 0x4000), None), (DRAW, 1), (DRAW, 1), (("glUseProgram", 2), None), (DRAW, 2), (SWAP, None)],
    [(("glBindFramebuffer", FRAMEBUFFER, 5), None), (("glClear", 0x4000), None), (DRAW, 2), (("glBindFramebuffer", FRAMEBUFFER, 0), None), (DRAW, 2),
     (("glUseProgram", 3), None), (("glDispatchCompute", 1, 1, 1), 3), (SWAP, None)],
    [(("glUseProgram", 0), None), (("glNewList", 7, COMPILE), None), (DRAW, None), (DRAW, None), (("glEndList",), None), (("glCallList", 7), 0),
     (("glUseProgram", 1), None), (DRAW, 1), (SWAP, None)],
)
SPLIT = "one call makes draws that are told apart here"
LEFT_OUT = "the player has not made it, or its frame is not among those that are timed"

PLAYER = f"""#!{sys.executable}
import os, sys
assert {{"--json", "--every-call", "--times=3"}} <= set(sys.argv), sys.argv
print(open(os.path.join(os.path.dirname(__file__), "told")).read(), end="")
"""


class Planted:
    """A trace, and times of its calls that a player of ours tells."""

    def __init__(self, folder):
        self.folder, self.path = folder, os.path.join(folder, "planted.trace")
        trace = Lies()
        context(trace)
        for frame in FRAMES:
            for (name, *args), _ in frame:
                trace.make(name, *args)
        trace.save(self.path)
        self.calls = [json.loads(line) for line in run("dump", "--json", self.path)[0].splitlines()]
        own = [program for frame in FRAMES for _, program in frame]
        self.programs = dict(zip([call["call"] for call in self.calls[-len(own):]], own, strict=True))
        self.rows = {}
        listed = False
        for call in self.calls:
            listed = listed and call["function"] != "glEndList"
            name, number = call["function"], call["call"]
            if name.startswith("gl") and not name.startswith("glX"):
                works = name == "glClear" or self.programs.get(number) is not None
                self.rows[number] = (1000 + number, 1000 * (number + 1) if works else None, 10 * number if works else None,
                                     None if works else "it is compiled into a display list" if listed else "it draws nothing")
            listed = listed or name == "glNewList"

    def statistics(self, per, *options, without=None):
        with open(os.path.join(self.folder, "told"), "w", encoding="ascii") as file:
            for call, (cpu, gpu, spread, why) in self.rows.items():
                if call != without:
                    file.write(json.dumps({"call": call, "cpu_ns": cpu, "gpu_ns": gpu, "spread_ns": spread, **({"why": why} if why else {})}) + "\n")
            file.write(json.dumps({"frames": [], "rounds": 3, "method": "planted"}) + "\n")
        tool, player = os.path.join(self.folder, "glstep-trace"), os.path.join(self.folder, "glstep-replay")
        if not os.path.exists(tool):
            shutil.copy(TOOL, tool)
            with open(player, "w", encoding="ascii") as file:
                file.write(PLAYER)
            os.chmod(player, 0o755)
        done = subprocess.run([tool, "statistics", *(["--per", per] if per else []), "--times=3", *options, self.path], capture_output=True,
                              timeout=patience(30), check=False, text=True)
        assert done.returncode == 0 and not done.stderr, done
        return done.stdout if options != ("--json",) else [json.loads(line) for line in done.stdout.splitlines()]

    def total(self, calls):
        """cpu, gpu and spread of some calls."""
        rows = [self.rows[call] for call in calls if call in self.rows]
        return [sum(row[i] or 0 for row in rows) for i in range(3)]


def told_of(row):
    return [row["cpu_ns"], row["gpu_ns"], row["spread_ns"]]


def expect(found, expected, of):
    assert found == expected, (of, found, expected)


def sums(folder):
    planted = Planted(folder)
    numbers = [call["call"] for call in planted.calls]
    for row in planted.statistics("call", "--json"):
        cpu, gpu, spread, why = planted.rows.get(row["call"], (None, None, None, "it is no call that the player passes on to GL"))
        expect((told_of(row), row.get("why")), ([cpu, gpu, spread], why), row)
    draws = [row for row in planted.statistics("draw", "--json") if row["function"]]
    expect(len(draws), 8, draws)
    for row in draws:
        if planted.calls[numbers.index(row["last_call"])]["function"] == "glCallList":
            expect((told_of(row), row["why"]), ([None] * 3, SPLIT), row)
        else:
            expect(told_of(row), planted.total([row["last_call"]]), row)
    for per, n in (("pass", 4), ("frame", 3)):
        rows = [row for row in planted.statistics(per, "--json") if row["draws"] or row["clears"]]
        expect(len(rows), n, per)
        for row in rows:
            expect(told_of(row), planted.total([call for call in numbers if row["first_call"] <= call <= row["last_call"]]), row)
    programs = {row["program"]: row for row in planted.statistics("program", "--json")}
    expect(set(programs), {0, 1, 2, 3, None}, programs)
    for program_, row in programs.items():
        of = [call for call, own in planted.programs.items() if own == program_ and own is not None]
        expect(told_of(row), planted.total(of), row)
        expect(row["draws"] + row["dispatches"], len(of) + (program_ == 0), row)
    whole = planted.statistics(None, "--json")[0]
    expect((told_of(whole), whole["rounds"], whole["method"]), (planted.total(numbers), 3, "planted"), whole)


def missing(folder):
    """The last draw's time is not told."""
    planted = Planted(folder)
    last = max(call for call, own in planted.programs.items() if own is not None)
    for per in "call", "draw", "pass", "frame", "program", None:
        rows = planted.statistics(per, "--json", without=last)
        of = [row for row in rows if row.get("why") == LEFT_OUT]
        assert len(of) == 1 and told_of(of[0]) == [None] * 3, (per, of)
        assert not per or of[0]["program"] == 1 if per == "program" else not per or of[0]["first_call"] <= last <= of[0]["last_call"], (per, of)
        if not per:
            assert LEFT_OUT in planted.statistics(None, without=last)
            continue
        table = list(csv.DictReader(io.StringIO(planted.statistics(per, "--csv", without=last))))
        expect(len(table), len(rows), per)
        for line, row in zip(table, rows, strict=True):
            for name in "cpu_ns", "gpu_ns", "spread_ns", per:
                expect(line[name], "" if row[name] is None else str(row[name]), (per, name))
        text = planted.statistics(per, without=last).splitlines()
        expect(len(text), len(rows) + 1, text)
        at = rows.index(of[0])
        assert text[1 + at].split().count("?") >= 3 and "gpu us" in text[0], text
        known = next(i for i, row in enumerate(rows) if row["gpu_ns"])
        assert f" {rows[known]['gpu_ns'] / 1000:.1f} " in text[1 + known], (text[1 + known], rows[known])


def recorded_calls(path, *options):
    return [json.loads(line) for line in run("statistics", "--times=recorded", "--per", "call", "--json", *options, path)[0].splitlines()]


def comments(path):
    """CALL -> (BEGAN, TOOK, GL or None), as the file has them, and the dumped calls."""
    told, calls = {}, [json.loads(line) for line in run("dump", "--json", "--verbose", path)[0].splitlines()]
    for call in calls:
        text = call["arguments"][1]["value"] if call["function"] == "glStringMarkerGREMEDY" else ""
        if not text.startswith("times "):
            continue
        number = began = 0
        for entry in text[len("times "):].split(" "):
            parts = [int(part) for part in entry.split(",")]
            number, began = number + parts[0], began + parts[1]
            assert number not in told and number < call["call"], (number, call["call"])
            told[number] = (began, parts[2], parts[3] if len(parts) > 3 else None)
    return told, calls


def record_times(path, *argv, gl=True, options=()):
    done = subprocess.run([GLSTEP, "record", "--times=gpu" if gl else "--times", *options, "-o", path, "--", *argv], capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=patience(60), check=False)
    assert done.returncode == 0, done.stderr


def recorded(folder):
    path = os.path.join(folder, "recorded.trace")

    def planted_costs():
        if os.path.exists(path):
            os.remove(path)
        record_times(path, program("test-scenes"), "costs", "--frames", "12")
        draws = [row for row in recorded_calls(path) if row["function"] == "glDrawArrays"]
        least = [min((row for row in draws[i::len(COSTS)]), key=lambda row: row["gpu_ns"]) for i in range(len(COSTS))]
        check_costs([{**row, "spread_ns": 0} for row in least])
    in_the_end(planted_costs)
    told, calls = comments(path)
    last = {}
    for call in calls:
        if call.get("fake"):
            assert call["call"] not in told, call
            continue
        began, took, gl = told[call["call"]]
        works = call["function"] in ("glDrawArrays", "glClear")
        assert (gl is not None) == works and (gl is None or gl >= took), (call["function"], told[call["call"]])
        assert began >= last.get(call["thread"], 0), call
        last[call["thread"]] = began + took
    rows = recorded_calls(path)
    assert [row["cpu_ns"] for row in rows] == [told[row["call"]][1] for row in rows]
    whole = json.loads(run("statistics", "--times=recorded", "--json", path)[0])
    assert whole["cpu_ns"] == sum(took for _, took, _ in told.values()) and whole["spread_ns"] is None, whole
    assert whole["gpu_ns"] == sum(gl or 0 for _, _, gl in told.values()), whole
    times_only = os.path.join(folder, "processor.trace")
    record_times(times_only, program("test-scenes"), "plain", "--frames", "3", gl=False)
    told = comments(times_only)[0]
    assert told and all(gl is None for _, _, gl in told.values()), told
    rows = recorded_calls(times_only)
    assert all(row["gpu_ns"] is None for row in rows) and any("without GL's times" in row["why"] for row in rows), rows


def of_console(argv, *commands, status=0):
    with Console(argv) as console:
        return [console.run(command) for command in commands]


def check_events(path, calls):
    """Spans of each lane follow each other; each call and each work has one; frames hold their calls."""
    with open(path, encoding="utf-8") as file:
        told = json.load(file)
    assert told["otherData"]["method"], told["otherData"]
    spans = [event for event in told["traceEvents"] if event["ph"] == "X"]
    lanes = {event["tid"]: event["args"]["name"] for event in told["traceEvents"] if event["name"] == "thread_name"}
    for lane in lanes:
        of_lane = [span for span in spans if span["tid"] == lane]
        assert of_lane == sorted(of_lane, key=lambda span: span["ts"]), lanes[lane]
        for before, after in zip(of_lane, of_lane[1:]):
            assert before["ts"] + before["dur"] <= after["ts"] + 1e-6, (lanes[lane], before, after)
    by_kind = {kind: [span["args"]["call"] for span in spans if span["cat"] == kind] for kind in ("call", "gpu", "frame", "pass")}
    assert by_kind["call"] == [call["call"] for call in calls], by_kind["call"]
    assert by_kind["gpu"] == [call["call"] for call in calls if call["gpu_ns"] is not None], by_kind["gpu"]
    assert len(by_kind["frame"]) == len({call["frame"] for call in calls}) and by_kind["pass"], by_kind
    for span in spans:
        if span["cat"] == "call":
            frame = next(f for f in spans if f["cat"] == "frame" and f["args"]["frame"] == span["args"]["frame"])
            assert frame["ts"] <= span["ts"] and span["ts"] + span["dur"] <= frame["ts"] + frame["dur"] + 1e-6, (span, frame)


def live(folder):
    def planted_costs():
        told = of_console([program("test-scenes"), "costs", "--frames", "40"], "next frame 2", "times 12")[-1]
        draws = [call for call in told["calls"] if call["function"] == "glDrawArrays"]
        assert told["frames"] == 12 and len({call["frame"] for call in told["calls"]}) == 12, told["frame"]
        check_costs([{**min(draws[i::len(COSTS)], key=lambda call: call["gpu_ns"]), "spread_ns": 0} for i in range(len(COSTS))])
    in_the_end(planted_costs)

    argv = [program("test-scenes"), "passes", "--frames", "8"]
    events, picture, other = (os.path.join(folder, name) for name in ("events.json", "timed.png", "plain.png"))
    path = os.path.join(folder, "live.trace")
    record(path, *argv)
    *_, told, _, stop, _ = of_console(argv, "next frame 2", f"times 2 {events}", "calls 1", "next frame", f"framebuffer {picture}")
    plain = of_console(argv, "next frame 5", f"framebuffer {other}")
    with open(picture, "rb") as timed, open(other, "rb") as untimed:
        assert stop["frame"] == plain[0]["frame"] and timed.read() == untimed.read(), (stop, plain[0])
    check_events(events, told["calls"])
    assert all(call["began_ns"] and (call["gpu_ns"] is None or call["gpu_ns"] >= call["cpu_ns"]) for call in told["calls"])
    assert {call["spread_ns"] for call in told["calls"]} == {None}
    dumped = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
    ends = [call["call"] for call in dumped if call.get("function") in ("glXSwapBuffers", "eglSwapBuffers")]
    in_trace = of_console([path], f"goto {ends[told['frame']]}", "times 2")[-1]
    works = [[(call["function"], call["program"], call["target"], call["frame"]) for call in of["calls"] if call["gpu_ns"] is not None]
             for of in (told, in_trace)]
    assert works[0] == works[1] and len({program_name for _, program_name, _, _ in works[0]}) == 3, works
    assert all(call["spread_ns"] >= 0 for call in in_trace["calls"] if call["gpu_ns"] is not None), in_trace
    for name in ("immediate", "list"):
        told = of_console([program("test-scenes"), name, "--frames", "8"], "next frame 2", "times")[-1]
        works = [call["function"] for call in told["calls"] if call["gpu_ns"] is not None]
        assert set(works) == ({"glClear", "glEnd"} if name == "immediate" else {"glClear", "glCallList"}), works
    with Console([program("test-scenes"), "plain", "--frames", "2"]) as console:
        console.run("next frame")
        answer = console.command("times 50")
        assert not answer["ok"] and answer["error"]["code"] == "unsupported" and "has ended" in answer["error"]["message"], answer


def kept(folder):
    path = os.path.join(folder, "whole.trace")
    record_times(path, program("test-scenes"), "passes", "--frames", "8")
    whole, calls = comments(path)

    def times_in(part, of):
        """Each call's time is that of a call of the same function in the whole, in the same order."""
        told, part_calls = comments(part)
        names = {call["call"]: call["function"] for call in part_calls}
        rest = iter([(name["function"], of[name["call"]]) for name in calls if name["call"] in of])
        for number in sorted(told):
            assert (names[number], told[number]) in rest, (part, number)
        asked = [call for call in part_calls if not call.get("fake")]
        assert told and len(told) == len(asked), (part, len(told), len(asked))
        return told

    part, again, both = (os.path.join(folder, f"{name}.trace") for name in ("part", "again", "both"))
    run("extract", "--frame", "3-4", path, part)
    assert len(times_in(part, whole)) < len(whole)
    run("repack", path, again)
    assert len(times_in(again, whole)) == len(whole)
    run("join", both, path, part)
    assert len(comments(both)[0]) == len(whole) + len(comments(part)[0])
    last = os.path.join(folder, "last.trace")
    record_times(last, program("test-scenes"), "passes", "--frames", "30", options=["--keep-last", "4"])
    told, told_calls = comments(last)
    frames = [call["call"] for call in told_calls if call["function"] in ("glXSwapBuffers", "eglSwapBuffers")]
    assert len(frames) == 4 and all(call["call"] in told for call in told_calls if not call.get("fake") and call["call"] > frames[0]), frames
    assert play("--md5", last).returncode == 0
    without = scene(folder, "plain")
    assert "recorded without times" in run("statistics", "--times=recorded", without, status=1)[1]


def usage(folder):
    path = scene(folder, "plain")
    for argv, words in ((["--times=0"], "from 1 to 1000"), (["--times=x"], "from 1 to 1000"), (["--times=2000"], "from 1 to 1000"),
                        (["--times=recorded"], "from 1 to 1000"), (["--json"], "--times"), (["--every-call"], "--times"), (["--times", "--md5"], "nothing else")):
        done = play(*argv, path)
        assert done.returncode == 2 and words in done.stderr and len(done.stderr.splitlines()) == 1, (argv, done)
    told = play("--times=1", path)
    assert told.returncode == 0 and told.stdout.splitlines()[-1].startswith("1 round,"), told.stdout
    for argv, words in ((["--times=0"], "from 1 to 1000"), (["--times=x"], "from 1 to 1000"), (["--frames", "1"], "--frames goes with"),
                        (["--per", "shader"], "--per takes")):
        done = subprocess.run([TOOL, "statistics", *argv, path], capture_output=True, timeout=patience(30), check=False, text=True)
        assert done.returncode == 2 and words in done.stderr.splitlines()[0] and not done.stdout, (argv, done)


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        for name, part in (("planted", planted), ("rows", every_row), ("blocks", blocks), ("frames", frames), ("every", every_call),
                           ("sums", sums), ("missing", missing), ("recorded", recorded), ("live", live), ("kept", kept), ("usage", usage)):
            results.check(name, part, folder)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
