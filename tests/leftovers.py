# SPDX-License-Identifier: MIT
"""The state of a process, and what a test has left behind. Other tests run beside it: its own processes are those with its display in their
environment."""

import os

from patience import wait_until


def state_of(pid):
    """Its letter in proc(5): "S" sleeping, "t" stopped by a tracer, "Z" ended; "X" where nothing of it is left."""
    try:
        with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
            return file.read().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "X"


def leftovers():
    """Live processes of the build tree on this display, and files of glstep in the temporary folder and shared memory."""
    found = set()
    for folder in {"/dev/shm", os.environ.get("TMPDIR", "/tmp")}:
        found |= {f"{folder}/{name}" for name in os.listdir(folder) if "glstep" in name and not name.startswith("glstep-test")}
    display = b"DISPLAY=" + os.environ["DISPLAY"].encode()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if display not in file.read().split(b"\0"):
                    continue
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                command = file.read().split(b"\0")[0].decode(errors="replace")
        except OSError:
            continue
        if command.startswith(os.environ["top_builddir"] + "/"):
            found.add(f"{pid} {command}")
    return found


def left_behind(before):
    """What is there now and was not before, and does not go."""
    try:
        wait_until("all that was left to go", lambda: not leftovers() - before)
    except TimeoutError:
        return leftovers() - before
    return set()
