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
"""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program  # noqa: E402
from patience import wait_until  # noqa: E402

PAUSE = 3.0


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
    results.check("detached", lambda: (lambda numbers: (stand_still(numbers), waits(numbers), never_back(numbers)))(told(["--freeze-clocks"], "detach")))
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
