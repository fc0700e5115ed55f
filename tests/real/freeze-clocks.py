#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
freeze-clocks.py - with --freeze-clocks the program does not see how long it was stopped.

 runs-on      without it every clock goes on while the program is stopped
 stand-still  with it none does, and the program goes on as if nothing had been
 waits        times until which the program waits come when its own clocks say so
 never-back   no clock goes back for a thread that reads it while another is stopped
 child        the clock of a child that the program forks is the program's
 detached     a program that is let go runs on with the same clock
 sdl, glfw    the same of what the toolkits call their clocks, in a window: SDL_GetTicks, SDL_GetPerformanceCounter, glfwGetTime and their like
 paused       a pause outside GL stops the clocks, too
"""

import os
import re
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program  # noqa: E402
from patience import wait_until  # noqa: E402

PAUSE = 3.0
WAIT = 20  # milliseconds


def told(options, last):
    """What the program prints when it was stopped for PAUSE seconds: words -> numbers; and how long it was stopped."""
    with Console([program("test-clocks")], options) as console:
        stop = console.run("start")
        assert stop["call"]["name"] == "eglGetError", stop
        time.sleep(PAUSE)
        console.run("call")  # a request does not let the clock run
        console.run(last)
        lines = wait_until("the program's last line", lambda: "child" in console.program_output() and console.program_output()).split("\n")
    result = {}
    for line in lines:
        words = line.split()
        names = [word for word in words if not word.replace(".", "").replace("-", "").isdigit()]
        result[" ".join(names)] = [float(word) for word in words[len(names):]]
    return result


def toolkit(name, clocks):
    """Its clocks while the program was stopped at a call, and while it waited afterwards, with the option and without."""
    if not os.path.exists(program(name)):
        raise AssertionError("not built: its library was not found by configure")
    for options in [], ["--freeze-clocks"]:
        with Console([program(name)], options) as console:
            console.run("next call glFinish")
            time.sleep(PAUSE)
            assert console.run("continue")["status"] == 0, console.program_output()
            output = console.program_output()
        numbers = {words: float(number) for words, number in re.findall(r"^(\w+ \w+) (-?[\d.]+)$", output, re.M)}
        assert set(numbers) == {f"{when} {clock}" for when in ("call", "wait") for clock in ["kernel", *clocks]}, numbers
        assert numbers["call kernel"] >= PAUSE * 1000, numbers
        for clock in clocks:
            behind = numbers["call kernel"] - numbers[f"call {clock}"]
            assert numbers[f"call {clock}"] >= 0, (options, clock, numbers)
            assert behind >= PAUSE * 1000 - 1 if options else numbers[f"call {clock}"] >= PAUSE * 1000 - 1, (options, clock, numbers)
            assert WAIT - 1 <= numbers[f"wait {clock}"] <= numbers["wait kernel"] + 1, (options, clock, numbers)


# Waits for a byte of a FIFO; then by how much its clock has gone less than the kernel's.
WAITS = """
import ctypes, sys, time
def kernel():
    return float(open("/proc/uptime").read().split()[0])
ctypes.CDLL("libEGL.so.1").eglGetError()
before, own = kernel(), time.monotonic()
open(sys.argv[1]).read(1)
print("behind", kernel() - before - (time.monotonic() - own))
"""


def paused():
    with tempfile.TemporaryDirectory() as folder:
        fifo = os.path.join(folder, "go")
        os.mkfifo(fifo)
        for options in [], ["--freeze-clocks"]:
            with Console([sys.executable, "-c", WAITS, fifo], [*options, "--timeout", "2"]) as console, open(fifo, "r+b", buffering=0) as go:
                console.patiently("start")
                stop = console.command("continue")
                assert stop["error"]["code"] == "timeout", stop
                time.sleep(PAUSE)
                go.write(b"\n")
                console.patiently("continue")
                behind = float(console.program_output().split()[1])
                assert behind > PAUSE / 2 if options else abs(behind) < PAUSE / 2, (options, behind)


def runs_on():
    numbers = told([], "continue")
    for name in ("monotonic", "realtime", "raw", "gettimeofday", "timespec_get", "time"):
        assert numbers["clock " + name][0] >= PAUSE * 1000 - 1000 * (name == "time"), (name, numbers)


def stand_still(numbers):
    assert numbers["kernel"][0] >= PAUSE * 1000, numbers
    for name in ("monotonic", "realtime", "raw", "gettimeofday", "timespec_get", "time"):
        behind = numbers["kernel"][0] - numbers["clock " + name][0]
        # whole seconds: one more or less
        assert behind >= PAUSE * 1000 - 1000 * (name == "time"), (name, numbers)
        assert numbers["clock " + name][0] >= 0, (name, numbers)


def waits(numbers):
    for name in ("nanosleep", "condition", "condition-clock", "mutex", "mutex-clock", "c-condition", "c-mutex", "lock-read", "lock-write", "semaphore", "timer"):
        own, kernel = numbers[f"wait {name} ends"]
        assert own >= 19.9, (name, numbers)
        assert kernel - own < PAUSE * 1000 / 2, (name, "waited by the wrong clock", numbers)


def never_back(numbers):
    for name in ("monotonic", "coarse"):
        times, most = numbers["back " + name]
        assert times == 0, (name, "went back so often, by so many milliseconds", times, most)


def child(numbers):
    assert 0 <= numbers["child"][0] < PAUSE * 1000, numbers


def main():
    results = Results()
    results.check("runs-on", runs_on)
    frozen = told(["--freeze-clocks"], "continue")
    results.check("stand-still", stand_still, frozen)
    results.check("waits", waits, frozen)
    results.check("never-back", never_back, frozen)
    results.check("child", child, frozen)
    results.check("sdl", toolkit, "test-clocks-sdl", ["ticks", "ticks64", "counter"])
    results.check("glfw", toolkit, "test-clocks-glfw", ["seconds", "timer"])
    results.check("paused", paused)
    results.check("detached", lambda: (lambda numbers: (stand_still(numbers), waits(numbers), never_back(numbers)))(told(["--freeze-clocks"], "detach")))
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
