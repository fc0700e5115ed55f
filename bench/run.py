#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures glstep against the same work without it and prints a table; run by `make bench` on a display.

Only ratios of one run mean something: each pair of runs follows one another, and the median of the pairs is shown."""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, program  # noqa: E402

PAIRS = int(os.environ.get("BENCH_PAIRS", "5"))
SCENES = ["shading:shading=phong", "build:use-vbo=true", "loop:fragment-loop=true"]
ROWS = []


def row(what, value, target=""):
    ROWS.append((what, value, target))
    print(f"{what:<66} {value:>18}  {target}", flush=True)


def output_of(argv, commands=None):
    """The program's output, alone or under glstep running the commands."""
    if commands is None:
        return subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300).stdout.decode()
    with tempfile.NamedTemporaryFile() as out:
        options = [option for command in commands for option in ("-e", command)]
        subprocess.run([GLSTEP, "--timeout", "300", "--program-output", out.name, *options, "--", *argv], check=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=300)
        return out.read().decode()


def glmark2_rate(scene, commands=None):
    text = output_of(["glmark2", "-s", "800x600", "-b", f"{scene}:duration=2"], commands)
    return float(re.search(r"FPS: (\d+)", text).group(1))


def free_running():
    for scene in SCENES:
        for name, commands in (("log on", ["continue"]), ("log off", ["log off", "continue"])):
            ratios = []
            for _ in range(PAIRS):
                plain = glmark2_rate(scene)
                ratios.append(glmark2_rate(scene, commands) / plain)
            row(f"glmark2 {scene}, {name}: rate under glstep / plain ({plain:.0f} FPS)",
                f"{statistics.median(ratios):.3f} ({min(ratios):.2f}-{max(ratios):.2f})", ">= 0.98")


def call_overhead():
    def best(commands=None):
        return [float(part) for part in output_of([program("bench-calls")], commands).split()[-2:]]

    overheads, rates = [], []
    for _ in range(PAIRS):
        plain = best()
        overheads.append(best(["log off", "continue"])[0] - plain[0])
        rates.append(1e3 / best(["continue"])[1])
    row("a call while running free, log off: added", f"{statistics.median(overheads):.2f} ns", "<= 3 ns")
    row("calls logged while running", f"{statistics.median(rates):.2f} M/s", ">= 5 M/s")


def stop_rate():
    many, few = 200000, 4000
    with Console([program("bench-calls")]) as console:
        console.run("step 100")
        start = time.monotonic()
        for _ in range(few):
            console.run("step")
        row("calls stopped at, a console command each (--json)", f"{few / (time.monotonic() - start):,.0f} /s")
        start = time.monotonic()
        console.run(f"step {many}")
        row(f"step {many} in one command", f"{many / (time.monotonic() - start):,.0f} /s")
        console.run("kill")


def step_to_values():
    argv = [program("glstep-example"), "--size", "800x600", "--time-step", "0.1"]
    with Console(argv) as console:
        console.run("next draw")
        start = time.monotonic()
        console.run("shader fragment")
        row("shader fragment (parse, bind, first captures), 800x600", f"{1000 * (time.monotonic() - start):.0f} ms")
        console.run("focus 400 300")
        console.run("shader step")
        console.run("shader step")
        steps, prints, wholes, again = [], [], [], []
        for _ in range(10):
            start = time.monotonic()
            console.run("shader step")
            stepped = time.monotonic()
            console.run("print screen")
            printed = time.monotonic()
            console.run("values screen")
            wholes.append(time.monotonic() - start)
            steps.append(stepped - start)
            prints.append(printed - stepped)
            start = time.monotonic()
            console.run("values screen")
            again.append(time.monotonic() - start)
        for what, times in (("shader step", steps), ("print after it", prints), ("shader step, print and values of a vec2", wholes),
                            ("values once more (a cached variant)", again)):
            row(f"{what}, 800x600, median of {len(times)}", f"{1000 * statistics.median(times):.0f} ms")
        console.run("shader leave")
        console.run("kill")


def bare_capture():
    text = output_of([program("bench-capture")]).split()
    row("compile + link + draw + read back, done bare by a program", f"{float(text[0]):.0f} ms")
    row("draw + read back alone, done bare", f"{float(text[1]):.0f} ms")


for part in free_running, call_overhead, stop_rate, bare_capture, step_to_values:
    try:
        part()
    except Exception as why:
        row(part.__name__, f"failed: {type(why).__name__}: {why}")
