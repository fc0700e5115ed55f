#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glstep-wire prints what glstep and the program share: as the console says, and a sentence where there is nothing to print."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console, program  # noqa: E402
from patience import patience  # noqa: E402

DUMP = os.path.join(os.environ["top_builddir"], "glstep-wire")


def dump(what):
    done = subprocess.run([DUMP, what], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=patience(6))
    return done.returncode, done.stdout, done.stderr


def check_stop(console):
    stop = console.run("next draw 2")
    call, thread = stop["call"], stop["call"]["thread"]  # of a program with one thread, the process
    status, text, error = dump(str(thread))
    assert status == 0, error
    assert f"\nprogram {thread}\n" in text, text
    counts = re.search(r"^calls (\d+), frames (\d+), draws (\d+)$", text, re.MULTILINE)
    assert counts and int(counts.group(1)) >= call["index"] and int(counts.group(3)) == stop["draw"], (counts, stop)
    slot = text[text.index(f"thread {thread}: stopped"):]
    assert f"call {call['index']} {call['name']}(" in slot, slot
    ring = re.findall(r"^    (\d+) (\w+)\(", slot, re.MULTILINE)
    logged = console.run(f"calls from {call['index'] - 8} 8")["calls"]
    assert ring[-8:] == [(str(c["index"]), c["name"]) for c in logged], (ring, logged)


if not os.environ.get("DISPLAY"):
    display = os.path.join(os.environ["top_srcdir"], "tests", "with-display")
    sys.exit(subprocess.call([display, sys.executable, os.path.abspath(__file__)]))
with Console([program("test-scenes"), "plain", "--frames", "4"]) as console:
    check_stop(console)
    assert console.run("continue")["status"] == 0
for what, sentence in ((str(os.getpid()), "is not debugged by glstep"), ("/dev/null", "too small"), ("/nonexistent", "No such file")):
    status, text, error = dump(what)
    assert status == 1 and not text and sentence in error and error.count("\n") == 1, (what, status, text, error)
assert dump("--help")[0] == 2
