#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The user's hold on the program: Ctrl-C wherever it is, skipping, program switches, detaching, starting again."""

import os
import pty
import select
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, program  # noqa: E402
from patience import patience, wait_until  # noqa: E402

PROMPT = b"(glstep) "


class Terminal:
    """glstep as a person has it."""

    def __init__(self, *argv):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execv(GLSTEP, [GLSTEP, "-c", "--program-output", "/dev/null", "--", *argv])
        self.until(PROMPT)

    def until(self, what):
        text, end = b"", time.monotonic() + patience(12)
        while what not in text:
            assert select.select([self.fd], [], [], max(end - time.monotonic(), 0))[0], f"no {what} in {text}"
            text += os.read(self.fd, 4096)
        return text.decode()

    def type(self, text):
        os.write(self.fd, text.encode())

    def ask(self, command):
        self.type(command + "\n")
        return self.until(PROMPT)

    def interrupt(self, command, where):
        """Ctrl-C while the command runs, once the program has come so far that the stop says `where`."""
        def stop():
            self.type(command + "\n")
            self.until(command.encode())
            time.sleep(0.5)  # the longer it runs, the fewer Ctrl-C are needed
            self.type("\x03")
            text = self.until(PROMPT)
            return text if where in text.lower() else None
        return wait_until(f"{command} to come to where the stop says {where!r}", stop)

    def leave(self):
        self.type("quit\n")
        assert os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1]) in (0, 1)  # 1: a command was refused
        os.close(self.fd)


def check_interrupts():
    """While GL is called without end; asleep; in a draw that takes minutes; at the prompt."""
    terminal = Terminal(program("test-scenes"), "plain", "--frames", "1000000")
    terminal.type("\x03")
    terminal.until(PROMPT)
    terminal.type("half a comm\x03")
    terminal.until(PROMPT)
    assert "glDrawArrays" in terminal.ask("next draw")
    for command in "continue", "next frame 1000000", "next call glXCopyContext", "step 100000000":
        stop = terminal.interrupt(command, "frame")
        assert "outside" not in stop.lower(), (command, stop)
        stack = terminal.ask("backtrace")
        assert "main() at" in stack, (command, stop, stack)
    assert "glDrawArrays" in terminal.ask("next draw")
    terminal.leave()
    for argv, function in (["test-stack", "sleep"], "sleeps"), (["test-scenes", "hang", "--frames", "1"], "draw_hang"):
        terminal = Terminal(program(argv[0]), *argv[1:])
        for _ in range(2):
            terminal.interrupt("continue", "outside gl")
            assert function in terminal.ask("backtrace")
            assert "outside-gl" in terminal.ask("skip")
        assert "killed" in terminal.ask("kill")
        terminal.leave()


def check_program_switches():
    with Console([program("test-pipeline")]) as console:
        seen = [console.run("next program")["call"]["name"] for _ in range(2)]
        assert seen == ["glUseProgramStages"] * 2, seen
        console.run("step")
        found = console.run("calls find *UseProgram*")["calls"]
        assert len(found) == 2 and found[1]["index"] == found[0]["index"] + 1, found


def check_skip():
    """What is skipped returns 0 to the program, raises no error, and has no effect."""
    with Console([program("tests/calls/calls-program"), "edited"]) as console:
        console.run("next call glStencilMask")
        console.run("skip")
        console.run("next call glFenceSync")
        stop = console.run("skip")
        assert stop["call"]["name"] == "glFenceSync", stop
        skipped = console.run("calls 1")["calls"][0]
        assert skipped["skipped"] is True and not skipped.get("return"), skipped
        console.run("next call glClientWaitSync")
        assert console.run("continue")["status"] == 0
        output = console.program_output()
        assert "stencil 0xff" in output and "syncs (nil) 0x" in output, output


def status_of(pid, field):
    with open(f"/proc/{pid}/status") as file:
        return next(line.split()[1] for line in file if line.startswith(field + ":"))


def tracer_of(pid):
    """Who traces it, "0" nobody; None: it has ended."""
    try:
        return status_of(pid, "TracerPid")
    except (OSError, StopIteration):
        return None


def check_detach():
    """It runs on alone, untraced, at full speed, to its own end; from a stop and from a shader."""
    for before in ["next call glLineWidth 1000"], ["log off", "next call glDisable 70000"], ["log full", "next call glLineWidth"]:
        with Console([program("tests/calls/calls-threads"), "100000"]) as console:
            console.run("start")
            for command in before:
                stop = console.run(command)
            pid = int(status_of(stop["call"]["thread"], "Tgid"))
            console.run("detach")
            assert console.command("step")["error"]["code"] == "no-program"
            assert tracer_of(pid) in ("0", None)
            wait_until("its end", lambda: "calls 1600029" in console.program_output())
            assert console.run("restart")["call"]["index"] == 0
    with Console([program("test-scenes"), "plain", "--frames", "300"]) as console:
        console.run("next draw")
        console.run("shader fragment")
        console.run("shader step")
        pid = int(status_of(console.run("backtrace")["thread"], "Tgid"))
        console.run("detach")
        wait_until("its end", lambda: not os.path.exists(f"/proc/{pid}"))


if not os.environ.get("DISPLAY"):
    display = os.path.join(os.environ["top_srcdir"], "tests", "with-display")
    sys.exit(subprocess.call([display, sys.executable, os.path.abspath(__file__), *sys.argv[1:]]))
for check in check_interrupts, check_program_switches, check_skip, check_detach:
    if len(sys.argv) == 1 or check.__name__ in sys.argv:
        print(check.__name__, flush=True)
        check()
