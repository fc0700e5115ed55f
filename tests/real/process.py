#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Processes that are not as others are (test-process): each ends as it does without glstep, and glstep with it."""

import glob
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Results, program  # noqa: E402
from leftovers import left_behind, leftovers  # noqa: E402

PROGRAM = os.path.abspath(program("test-process"))
DRAWS = 6
PATIENCE = 120  # seconds for what must come
MORE_MEMORY = 64 << 10  # KiB that a program may need more under glstep


def clean(function, *arguments):
    before = leftovers()
    function(*arguments)
    left = left_behind(before)
    assert not left, f"left behind: {left}"


def alone(*words):
    return subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)


def run_to_end(console):
    end = console.run("continue")
    assert end["stop"] == "exited" and end["status"] == 0, (end, console.program_output())
    return end


def debug_a_shader(console):
    assert console.run("next draw")["call"]["name"] == "glRectf"
    console.run("shader fragment")
    values = console.run("print gl_FragColor")
    console.run("shader leave")
    return values


# ---- its memory ----

def resident(output):
    return int(re.search(r"(\d+) KiB", output).group(1))


def locked():
    """All its memory is locked: little more of it under glstep."""
    plain = alone("locked")
    assert plain.returncode == 0, plain.stdout
    for commands in ["start", "log off"], ["next draw"], ["next draw", "shader fragment", "shader leave"], ["next draw 9", "shader fragment", "shader leave"]:
        with Console([PROGRAM, "locked"]) as console:
            for command in commands:
                console.run(command)
            run_to_end(console)
            more = resident(console.program_output()) - resident(plain.stdout.decode())
            assert more < MORE_MEMORY, f"{commands}: {more} KiB more"


def dumpable(pid):
    """KiB of what is shared with glstep that would go into a core file."""
    total, size, shared = 0, 0, False
    with open(f"/proc/{pid}/smaps") as smaps:
        for line in smaps:
            if re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
                shared, size = "glstep-wire" in line, 0
            elif line.startswith("Size:"):
                size = int(line.split()[1])
            elif line.startswith("VmFlags:") and shared and "dd" not in line.split():
                total += size
    return total


def core_size(folder):
    cores = glob.glob(os.path.join(folder, "core*"))
    assert len(cores) == 1, cores
    size = os.path.getsize(cores[0])
    os.unlink(cores[0])
    return size // 1024


def dumped():
    """Its core file is no larger than without glstep."""
    with open("/proc/sys/kernel/core_pattern") as file:
        pattern = file.read().strip()
    writes = pattern.startswith("core")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([PROGRAM, "dumped"], cwd=folder, stdin=subprocess.DEVNULL)
        assert done.returncode == -signal.SIGABRT, done
        plain = core_size(folder) if writes else 0
        with Console([PROGRAM, "dumped"], ["--directory", folder]) as console:
            debug_a_shader(console)
            assert console.run("next draw")["stop"] == "call"
            console.run("shader fragment")
            pid = console.run("backtrace")["thread"]
            assert dumpable(pid) == 0, f"{dumpable(pid)} KiB of shared memory would be dumped"
            console.run("shader leave")
            assert console.run("continue")["stop"] == "signal"
            end = console.run("continue")
            assert end["status"] == 128 + signal.SIGABRT, end
            if writes:
                more = core_size(folder) - plain
                assert more < MORE_MEMORY, f"{more} KiB more"


# ---- its descriptors ----

def status_of(closed, argv, found):
    """Where the shell has closed these."""
    redirections = " ".join(f"{fd}{'<' if fd == 0 else '>'}&-" for fd in closed)
    done = subprocess.run(["sh", "-c", f'exec "$@" {redirections}', "sh", *argv, PROGRAM, "descriptors", found], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
    return done.returncode


def run_with(closed, argv, folder):
    """What the program has found."""
    found = os.path.join(folder, "found")
    status = status_of(closed, argv, found)
    assert status == 0, (closed, status)
    with open(found) as file:
        text = file.read()
    os.unlink(found)
    return text


def descriptors(closed):
    with tempfile.TemporaryDirectory() as folder:
        calls = os.path.join(folder, "calls.txt")
        expected = run_with(closed, [], folder)
        commands = ["next draw", "shader fragment", "print gl_FragColor", "shader leave", "step 2", "continue", f"calls save {calls}"]
        glstep = [GLSTEP, "--json", *(word for command in commands for word in ("-e", command)), "--"]
        if 1 in closed:  # the first answer cannot be printed; nothing of it may be in another file
            assert status_of(closed, glstep, os.path.join(folder, "found")) == 1, closed
            assert not os.path.exists(calls), closed
            return
        assert run_with(closed, glstep, folder) == expected, (closed, expected)
        with open(calls) as file:
            lines = file.read().splitlines()
    names = [re.search(r"\b(\w+)\(", line).group(1) for line in lines if "(" in line]
    assert names[0] == "eglGetPlatformDisplay" and names[-1] == "glGetError", (closed, lines[:3], lines[-3:])
    assert names.count("glRectf") == DRAWS and names.count("glDisable") == 100000, closed


results = Results()
results.check("process-locked", clean, locked)
results.check("process-dumped", clean, dumped)
for closed in [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]:
    results.check(f"process-descriptors-{''.join(map(str, closed))}", clean, descriptors, closed)
sys.exit(1 if results.failed else 0)
