#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A debugged run, in which some draws are looked at for faults, too, draws the same frames, prints the same and ends with the same status as one without glstep: examples and scenes. Programs
and shaders that the program deletes leave nothing behind.

Environment: GLSTEP_TESTS=all: each scene in its window and in a framebuffer object, with the log and without; else in one of both, in turn."""

import hashlib
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import EVERYTHING, Console, Results, of_the_day, program  # noqa: E402
from patience import patience  # noqa: E402

EXAMPLES = [["glstep-example", "--glsl", glsl, "--frames", "8", "--time-step", "0.3", "--size", "200x150"] + nan
            for glsl in ("120", "330") for nan in ([], ["--nan"])]
STEPPED = ["plain", "passes", "discard", "overdrawn", "blended", "advanced", "dual", "stencil", "query", "instanced", "legacy", "alpha", "signals",
           "threads", "error", "broken", "feedback", "immediate", "indirect", "multisampled", "list"]
# Only run under glstep: their draws cannot be debugged, or not yet.
RUN = ["fixed", "assembly", "vertex-only", "binary", "spirv", "exit"]

SHORT_LIVED = 1600


def plain(argv):
    with tempfile.NamedTemporaryFile() as dump:
        done = subprocess.run([*argv, "--dump", dump.name], timeout=patience(6), stdout=subprocess.PIPE)
        return hashlib.sha256(dump.read()).hexdigest(), done.stdout.decode(), done.returncode


def step_a_draw(console):
    stop = console.run("next draw")
    if stop["stop"] == "exited":
        return stop
    answer = console.command("shader fragment")
    if not answer["ok"]:  # a bar of no length, triangles behind those of the first draw
        assert answer["error"]["code"] == "not-covered", answer
        return None
    where = answer["result"]
    for _ in range(4):
        where = console.run("shader step")
    console.run("scope")
    if not where["finished"]:
        console.run("shader continue")
    console.run("shader leave")
    return None


def debugged(argv, stepped, log=True, environment=()):
    with tempfile.NamedTemporaryFile() as dump:
        with Console([*argv, "--dump", dump.name], [word for pair in environment for word in ("--env", pair)]) as console:
            end = None
            if not log:
                console.run("log off")
            for _ in range(stepped):
                end = end or step_a_draw(console)
            if stepped and not end:  # what draws do wrong: the first of a program, and others of it by what is kept
                console.run("sanitize 3")
            end = end or console.run("continue")
            assert end["stop"] == "exited", end
            output = console.program_output()
        return hashlib.sha256(dump.read()).hexdigest(), output, end["status"]


def compare(argv, stepped, log=True, environment=()):
    argv = [program(argv[0]), *argv[1:]]
    expected, shown = plain(argv), debugged(argv, stepped, log, environment)
    for what, a, b in zip(("frames", "output", "status"), shown, expected, strict=True):
        assert a == b, f"{what} differ: {a!r} under glstep, {b!r} without"


def growth(command):
    """Bytes, over the later half of many programs. Without glibc's caches of its threads, in which what is freed counts as in use."""
    argv = [program("test-short-lived"), str(SHORT_LIVED)]
    tunables = "glibc.malloc.tcache_count=0"
    if command is None:
        return int(subprocess.run(argv, env={**os.environ, "GLIBC_TUNABLES": tunables}, timeout=patience(30), stdout=subprocess.PIPE, check=True).stdout)
    with Console(argv, ["--env", f"GLIBC_TUNABLES={tunables}"]) as console:
        console.run(command)
        assert console.run("continue")["status"] == 0
        return int(console.program_output())


def deleted():
    alone = growth(None)
    for command in "log off", "log on":
        grown = growth(command)
        assert grown - alone < SHORT_LIVED // 2 * 8, f"{grown} bytes with {command}, {alone} without glstep"


results = Results()
for argv in EXAMPLES if EVERYTHING else EXAMPLES[::3]:  # both versions, one of them without NaN and one with
    name = "-".join(["example", argv[2]] + (["nan"] if "--nan" in argv else []))
    results.check(f"unharmed-{name}", compare, argv, 3)
for number, scene in of_the_day(list(enumerate(STEPPED)), 3):
    for more in [[], ["--fbo"]] if EVERYTHING else [["--fbo"]] if number % 2 else [[]]:
        results.check("-".join(["unharmed", scene, *(word.strip("-") for word in more)]), compare, ["test-scenes", scene, "--frames", "6", *more], 2)
for number, scene in of_the_day(list(enumerate(RUN))):
    for log in (True, False) if EVERYTHING else (number % 2 == 0,):
        results.check(f"unharmed-{scene}-{'run' if log else 'log-off'}", compare, ["test-scenes", scene], 0, log)
# A context of OpenGL 2.1: with extensions instead of what came later.
for scene in ("legacy", "alpha", "immediate", "list")[::1 if EVERYTHING else 3]:
    results.check(f"unharmed-{scene}-2.1", compare, ["test-scenes", scene, "--frames", "6"], 2, True, ["MESA_GL_VERSION_OVERRIDE=2.1"])
results.check("unharmed-deleted", deleted)
sys.exit(1 if results.failed else 0)
