#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Opening a long trace in the console: how far it is, on a terminal alone and not with --json; Ctrl-C cancels, and the list holds what was
read; it also cancels saving the trace or a part of it, and nothing is left of the file.

Prints PASS/FAIL lines.
"""

import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import BUILD, GLSTEP, Results  # noqa: E402
from patience import patience, wait_until  # noqa: E402

CALLS = 20000000
LEAST_READ = 1 << 20  # bytes: the trace is being read
PROGRESS = rb"Reading the trace: (\d+) %"


class Terminal:
    """glstep with a terminal: as its standard error alone, or all of its standard streams."""

    def __init__(self, *arguments, whole=False):
        self.controller, end = pty.openpty()
        attributes = termios.tcgetattr(end)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(end, termios.TCSANOW, attributes)
        self.seen = b""
        self.process = subprocess.Popen([GLSTEP, *arguments], stdin=end if whole else subprocess.DEVNULL, stderr=end, start_new_session=True,
                                        stdout=end if whole else subprocess.PIPE, env={**os.environ, "TERM": "dumb", "HOME": os.getcwd()})
        os.close(end)

    def read(self):
        """False: it has ended."""
        try:
            more = os.read(self.controller, 4096)
        except OSError:
            more = b""
        self.seen += more
        return bool(more)

    def until(self, pattern):
        while not re.search(pattern, self.seen):
            assert self.read(), f"no {pattern!r} in {self.seen!r}"

    def end(self):
        """Exit status and standard output."""
        while self.read():
            pass
        output = self.process.stdout.read() if self.process.stdout else b""
        os.close(self.controller)
        return self.process.wait(patience(60)), output


def shown(path):
    terminal = Terminal("-e", "calls 1", path)
    status, output = terminal.end()
    steps = [int(n) for n in re.findall(PROGRESS, terminal.seen)]
    assert status == 0 and output.startswith(b"%d " % CALLS), (status, output)
    assert steps and steps == sorted(steps) and steps[-1] <= 100, terminal.seen
    assert terminal.seen.endswith(b"\r\x1b[K"), terminal.seen[-50:]


def silent(path, *arguments):
    terminal = Terminal(*arguments, "-e", "calls 1", path)
    status, output = terminal.end()
    assert (status, terminal.seen) == (0, b"") and output, (status, terminal.seen)


def piped(path):
    done = subprocess.run([GLSTEP, "-e", "calls 1", path], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    assert done.stderr == b"" and done.stdout.startswith(b"%d " % CALLS), done


def cancelled(path):
    terminal = Terminal("-e", "calls 1", path)
    terminal.until(PROGRESS)
    terminal.process.send_signal(signal.SIGINT)
    status, output = terminal.end()
    said = re.search(rb"glstep: '[^']*': cancelled: only its first (\d+) calls were read\r\n$", terminal.seen)
    assert status == 2 and output == b"" and said and 0 < int(said[1]) < CALLS, (status, output, terminal.seen[-200:])


def cancelled_at_the_prompt(path):
    terminal = Terminal("-c", path, whole=True)
    terminal.until(PROGRESS)
    terminal.process.send_signal(signal.SIGINT)
    terminal.until(rb"only its first (\d+) calls were read")
    count = int(re.search(rb"only its first (\d+) calls", terminal.seen)[1])
    terminal.until(rb"\(glstep\) ")
    os.write(terminal.controller, b"calls 1\nquit\n")
    terminal.until(b"%d +gl" % (count - 1))
    assert terminal.end()[0] == 0


def read_bytes(pid):
    with open(f"/proc/{pid}/io", encoding="ascii") as file:
        return int(file.readline().removeprefix("rchar:"))


def saving_cancelled(path):
    terminal = Terminal("-c", path, whole=True)
    before = 0
    terminal.until(rb"\(glstep\) ")
    os.write(terminal.controller, b"edit skip 3\n")  # what was edited is written call by call, not copied as a file
    for part in "", " frame 0":
        terminal.until(rb"\(glstep\) ")
        terminal.seen = b""
        os.write(terminal.controller, b"trace save saved.trace%s\n" % part.encode())
        if part:
            wait_until("the trace to be read", lambda: read_bytes(terminal.process.pid) > LEAST_READ + before)
        else:
            wait_until("the file", lambda: any(name.startswith("saved.trace.") for name in os.listdir()), pause=0.001)
        terminal.process.send_signal(signal.SIGINT)
        terminal.until(rb"interrupted: 'saved.trace' was not written")
        assert not any(name.startswith("saved") for name in os.listdir()), os.listdir()
        before = read_bytes(terminal.process.pid)
    os.write(terminal.controller, b"quit\n")
    status = terminal.end()[0]
    assert status == 1, f"exit status {status}, where commands have failed"


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        path, short = os.path.join(folder, "long.trace"), os.path.join(folder, "short.trace")
        cost = os.path.join(BUILD, "bench", "trace-cost")
        subprocess.run([cost, path, str(CALLS)], check=True)
        subprocess.run([cost, short, "1000"], check=True)
        results.check("shown", shown, path)
        results.check("not-json", silent, path, "--json")
        results.check("not-short", silent, short)
        results.check("not-piped", piped, path)
        results.check("cancelled", cancelled, path)
        results.check("cancelled-at-the-prompt", cancelled_at_the_prompt, path)
        results.check("saving-cancelled", saving_cancelled, path)
    return results.failed > 0


sys.exit(main())
