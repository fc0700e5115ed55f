#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Opening a long trace in the console: how far it is, on a terminal alone and not with --json; Ctrl-C cancels, and the list holds what was read.

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
from patience import patience  # noqa: E402

CALLS = 20000000
PROGRESS = rb"Reading the trace: (\d+) %"


class Terminal:
    """glstep with a terminal: as its standard error alone, or all of its standard streams."""

    def __init__(self, *arguments, whole=False):
        self.controller, end = pty.openpty()
        attributes = termios.tcgetattr(end)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(end, termios.TCSANOW, attributes)
        self.seen = b""
        self.process = subprocess.Popen([GLSTEP, *arguments], stdin=end if whole else subprocess.DEVNULL, stderr=end,
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
    return results.failed > 0


sys.exit(main())
