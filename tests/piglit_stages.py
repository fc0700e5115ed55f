#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""piglit's tests of geometry, tessellation and compute shaders under glstep: at its first draws each stage but the fragment stage that
the draw's program has is stepped along the whole path of the focus element with every variable watched; the verdict must still be "pass".

    tests/piglit_stages.py [--all] [--part K/N] [--jobs N] [--done FILE] [--verbose] [NAME...]     NAME: part of a test's path

Without --all: every SAMPLEth of them. Tests that do not pass undebugged, or never come to a draw that runs, are counted as such."""

import collections
import glob
import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import piglit  # noqa: E402
from glstep_console import Console, Refused, Results  # noqa: E402
from patience import patience  # noqa: E402

FOLDERS = ["glsl-1.50/execution", "arb_tessellation_shader/execution", "arb_compute_shader/execution", "arb_gpu_shader5/execution",
           "arb_enhanced_layouts/execution", "arb_shader_storage_buffer_object/execution", "glsl-4.30/execution"]
SECTIONS = {"vertex": "vertex", "tessellation control": "tess-control", "tessellation evaluation": "tess-evaluation",
            "geometry": "geometry", "compute": "compute"}
SAMPLE = 120
MOST_DRAWS = 1
MOST_STEPS = 60
MOST_SECONDS = 10
VISITS = 1
GENERATED = ["arb_tessellation_shader", "arb_compute_shader", "glsl-1.50", "glsl-4.00", "glsl-4.30", "arb_gpu_shader5",
             "arb_shader_storage_buffer_object", "arb_gpu_shader_fp64", "arb_viewport_array", "arb_vertex_attrib_64bit"]
EVERY = 8  # of the generated tests


def stages_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    found = re.findall(r"^\[(vertex|tessellation control|tessellation evaluation|geometry|compute) shader(?! passthrough)[^\]]*\]", text, re.M)
    return [stage for name, stage in SECTIONS.items() if name in found]


def is_wanted(path):
    stages = stages_of(path)
    return "arb_tessellation" in path or "arb_compute" in path or any(s != "vertex" for s in stages)


def find_tests(folder):
    names = {name for part in FOLDERS for name in glob.glob(f"{folder}/tests/spec/{part}/**/*.shader_test", recursive=True)}
    generated = {name for part in GENERATED for name in glob.glob(f"{folder}/generated_tests/spec/{part}/execution/**/*.shader_test",
                                                                  recursive=True)}
    wanted = [name for name in sorted(names) if is_wanted(name)] + [name for name in sorted(generated) if is_wanted(name)][::EVERY]
    return [os.path.relpath(name, folder) for name in wanted]


def step_stage(console, stage, counts):
    """False: the draw has no such stage, or runs it for nothing."""
    answer = console.command(f"shader {stage}")
    if not answer["ok"]:
        if answer["error"]["code"] in ("no-shader", "not-covered"):
            return False
        raise Refused(answer)
    where = answer["result"]
    words = set(re.findall(r"\w+", console.run(f"source {stage}")["source"]))
    visits, begun = collections.Counter(), time.monotonic()
    for _ in range(MOST_STEPS):
        place = piglit.place_of(where)
        visits[place] += 1
        if visits[place] <= VISITS:
            piglit.watch_all(console, words, counts)
        if where["finished"] or time.monotonic() - begun > MOST_SECONDS:
            break
        where = console.run("shader step")
        counts["steps"] += 1
        assert where["active"] > 0 or where.get("note"), where
    if not where["finished"]:
        counts["shortened"] += 1
        where = console.run("shader continue")
        piglit.watch_all(console, words, counts)
    assert where["finished"], where
    if stage == "geometry":
        console.run("emitted")
    counts[f"{stage} shaders"] += 1
    return True


def debug(folder, path, counts):
    runner = os.path.join(folder, "bin", "shader_runner")
    full, looked = os.path.join(folder, path), 0
    stages = stages_of(full)
    with Console([runner, full, "-auto", "-fbo"], piglit.OPTIONS, seconds=patience(100)) as console:
        for _ in range(20):
            stop = console.run("next draw")
            if stop["stop"] == "exited" or looked == MOST_DRAWS:
                break
            dispatch = "Dispatch" in stop["call"]["name"]
            done = [step_stage(console, stage, counts) for stage in stages if (stage == "compute") == dispatch]
            looked += any(done)
            if any(done):
                console.command("shader leave")
        if not looked:
            raise piglit.LeftOut("without a draw that runs these stages")
        if stop["stop"] != "exited":
            stop = console.run("continue")
        assert stop["stop"] == "exited" and stop["status"] == 0, stop
        output = console.program_output()
        assert '"result": "pass"' in output, output[-500:]


class Run(piglit.Run):
    def one(self, path):
        """(counts, names of what failed)."""
        name = "piglit-stages-" + path.split("spec/", 1)[1].removesuffix(".shader_test")
        counts, begun, why = collections.Counter(), time.monotonic(), None
        if not piglit.passes_alone(self.folder, path):
            return {"not passing undebugged": 1}, []
        try:
            debug(self.folder, path, counts)
        except piglit.LeftOut as what:
            return {str(what): 1}, []
        except Exception as error:  # a broken test is a failed test, and the others go on
            why = f"{type(error).__name__}: {error}"
        with self.lock:
            self.results.fail(name, why) if why else self.results.passed(name)
            if self.verbose:
                print(f"  {time.monotonic() - begun:.1f} s {dict(counts)}", flush=True)
        counts["failed" if why else "passed"] += 1
        return counts, [name] if why else []


def main():
    options = piglit.arguments().parse_args()
    folder = piglit.find_folder()
    if not folder:
        Results().skip("piglit-stages", "piglit is not installed")
        return 0
    paths = find_tests(folder)
    if options.names:
        paths = [path for path in paths if any(word in path for word in options.names)]
    elif not options.all:
        paths = paths[SAMPLE // 4::SAMPLE]
    return piglit.run_all(Run(folder, True, options.verbose), piglit.part_of(paths, options), options)


if __name__ == "__main__":
    sys.exit(main())
