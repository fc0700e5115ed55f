#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
replay-shaders.py - inside a trace, shaders say what they say in the running program: the transcript of a session (stages, steps, what is
in scope, every value, all elements' values of one of them, how many elements reach each line, the profile of the first loop) at the first draws
of a program, live and in its recording; and then the history of pixels in the next frame.
A third of some twenty-five programs, others each day (all with GLSTEP_TESTS=all); with GLSTEP_REPLAY_SHADERS=all fifty-one, and two draws of each.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Results, of_the_day, program  # noqa: E402
from patience import patience  # noqa: E402
from state_dump import write_names  # noqa: E402

STAGES = ["vertex", "tess-control", "tess-eval", "geometry", "fragment", "compute"]
SMALL = ["--size", "160x120", "--frames", "5", "--time-step", "0.1"]
PIXEL = (80, 60)  # whose history is told of the programs that draw into a window, by their own clock
PROFILED = {"stages-loop", "stages-strips", "stages-particles", "example-120", "scene-legacy"}
WITH_LOOPS = {"example-120"}
WRITTEN_BESIDE = {"particle"}  # by other invocations, meanwhile
ALL = os.environ.get("GLSTEP_REPLAY_SHADERS") == "all"  # make check-replay-shaders
TWO_DRAWS = {"stages-strips", "example-330", "scene-passes", "scene-feedback", "scene-legacy", "scene-echoes", "scene-sums"}  # where ALL are not wanted
MARKS = ["texture"]
if ALL:
    MARKS += ["loop", "build", "shading", "bump", "pulsar", "desktop", "jellyfish", "shadow", "refract", "conditionals", "function"]
NAMES = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"replay-shaders-names.{os.getpid()}")  # GL's, for test-state
ONE_DRAW = {"es2", *(f"mark-{name}" for name in MARKS)}  # in the program, which goes and ends by the clock
# The driver's limits and the state of fixed functions take a variant each, 70 in a stage: they are printed at the first draw of these, in one stage.
STATE = re.compile("gl_(Max|.*Matrix|.*Light|.*Material)")
WITH_STATE = {"stages-strips": "geometry", "scene-legacy": "fragment", "example-120": "vertex"}
PROGRAMS = {
    **{f"stages-{name}": [program("glstep-stages"), "--scene", name, *SMALL]
       for name in ("strips", "patch", "skinned", "particles", "loop")},
    **{f"example-{words[-1]}": [program("glstep-example"), *words, *SMALL]
       for words in (["--glsl", "120"], ["--glsl", "330"])},
    **{f"scene-{name}": [program("test-scenes"), name, "--frames", "5"]
       for name in ["plain", "passes", "dual", "stencil", "feedback", "instanced", "multisampled", "legacy", "immediate", "list", "vertex-only",
                    "coherent", "elements", "overdrawn", "echoes", "sums", "es-formats"]
       + ["discard", "blended", "indirect", "alpha", "barrier", "dual-off", "query", "flushed", "unpacked", "renewed", "drift"] * ALL},
    **{f"target-{target}": [program("test-state"), NAMES, "--draw", "arrays", "--target", target]
       for target in ["layered", "cube"] + ["multisampled-layers"] * ALL},
    **{f"mark-{name}": ["glmark2", "-s", "160x120", "-b", f"{name}:duration=0.1"] for name in MARKS},
    "es2": ["glmark2-es2", "-s", "160x120", "-b", "shading:shading=phong:duration=0.1"],
}


def record(path, argv):
    subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=patience(60), check=True)


def plain(answer):
    """Without what differs between two runs: numbers of calls and addresses."""
    text = re.sub(r"0x[0-9a-f]{6,}", "ADDRESS", str(answer))
    return re.sub(r"'(index|thread|elapsed|ms)': [\d.]+", r"'\1': N", text)


def profile(ask, stage):
    """How many elements reach each line, and the profile of the first loop that the focus element comes to."""
    ask("reach")
    source = (ask(f"source {stage}") or {"source": ""})["source"]
    for number, line in enumerate(source.splitlines(), 1):
        if re.search(r"\b(for|while) *\(", line):
            ask("shader reset")
            if not (ask(f"shader until {number}") or {"finished": True})["finished"] and ask("profile"):
                return


def walk(console, folder, state, profiled):
    seen = []

    def ask(command):
        answer = console.command(command)
        seen.append((command, plain(answer)))
        return answer.get("result")

    stop = console.run("next draw")
    seen.append((stop["stop"], stop.get("call", {}).get("name"), stop.get("frame"), stop.get("draw")))
    for stage in STAGES:
        if stop["stop"] != "call" or not ask(f"shader {stage}"):
            continue
        for command in ("shader step", "shader step", "shader over", "shader continue"):
            ask(command)
        variables = (ask("scope") or {"variables": []})["variables"]
        for variable in variables:
            name = variable["name"]
            if variable.get("written", True) and name not in WRITTEN_BESIDE and (stage == state or not STATE.match(name)):
                ask(f"print {name}")
        written = [v["name"] for v in variables if v.get("written") and re.fullmatch(r"float|vec[234]", v["type"])]
        path = os.path.join(folder, "values.csv")
        if written and ask(f"values {written[0]} {path}"):
            with open(path, encoding="ascii") as file:
                seen.append((stage, file.read()))
        if profiled:
            profile(ask, stage)
        console.run("shader leave")
    return seen


def history(inside, live):
    """Of a pixel of the window, in the program's next frame; how many calls touch it."""
    question = "history pixel {} {} window".format(*PIXEL)
    theirs = live.run(question)
    while inside.run("next frame")["frame"] < theirs["frame"]:
        pass
    ours = inside.run(question)
    for events in ours["events"], theirs["events"]:
        if events and events[0]["kind"] == "clear":
            events[0]["before"] = None  # what is undefined after a swap
        for event in events:
            event["call"] = event["call"]["name"]  # the trace does not name the buffer of an offset
    assert ours.pop("trace") and "trace" not in theirs, (ours, theirs)
    theirs["notes"] = [note for note in theirs["notes"] if "--freeze-clocks" not in note]  # a trace has no clocks
    assert plain(ours) == plain(theirs), (ours, theirs)
    return len(theirs["events"])


def compare(name, argv):
    draws = 2 if name in TWO_DRAWS or ALL and name not in ONE_DRAW else 1
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, argv)
        asked = collections.Counter()
        with Console([path]) as inside, Console(argv) as live:
            for draw in range(draws):
                ours, theirs = (walk(console, folder, WITH_STATE.get(name) if draw == 0 else None, draw == 0 and name in PROFILED)
                                for console in (inside, live))
                for mine, other in zip(ours, theirs, strict=False):
                    assert mine == other, f"draw {draw}: {mine} in the trace, {other} in the program"
                assert len(ours) == len(theirs), (len(ours), len(theirs))
                asked.update(words[0].split()[0] for words in ours if "'ok': True" in str(words[-1]))
            touched = history(inside, live) if name.startswith(("scene-", "stages-", "example-")) else 1
        assert asked["print"], "nothing was printed"
        assert touched, "no call touches the pixel"
        assert name not in WITH_LOOPS or asked["profile"], "there was no loop"


def main():
    results = Results()
    with open(NAMES, "w", encoding="ascii") as file:
        write_names(file)
    for name, argv in of_the_day(PROGRAMS, 3, ALL).items():
        results.check(name, compare, name, argv)
    os.remove(NAMES)
    sys.exit(results.failed > 0)


main()
