#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The user's hold on the program: Ctrl-C wherever it is, skipping, program switches, detaching, starting again."""

import os
import pty
import select
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, line_of, program, source_lines  # noqa: E402
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


def check_completion():
    """Tab finishes words of commands, what they take, and files."""
    terminal = Terminal("true")
    with tempfile.NamedTemporaryFile(suffix="-only-one-begins-so.png") as file:
        for typed, rest in [("sha", "der"), ("shader fr", "agment"), ("shader fragment d", "raw"), ("history v", "alues"),
                            ("next pixel 1 2 layer 3 w", "indow"), ("focus 1 2 fr", "agment"), ("set test sc", "issor"),
                            (f"framebuffer {file.name[:-4]}", ".png")]:
            terminal.type(typed + "\t")
            terminal.until(rest.encode())
            terminal.type("\x15")  # away with the line
    terminal.leave()


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
            wait_until(f"a stop in {function}", lambda: terminal.interrupt("continue", "outside gl") and function in terminal.ask("backtrace"))
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


def check_ignored():
    """Hits that are to be ignored are counted, and do not stop: of breakpoints on calls, on errors and on lines."""
    with Console([program("test-scenes"), "plain", "--frames", "9"]) as console:
        console.run("break call glClear")
        first = console.run("continue")["frame"]
        assert console.run("break ignore 1 2")["breakpoints"][0]["ignored"] == 2
        stop = console.run("continue")
        one = console.run("info breakpoints")["breakpoints"][0]
        assert stop["call"]["name"] == "glClear" and stop["frame"] == first + 3 and one["hits"] == 4 and "ignored" not in one, (stop, one)
        console.run("break ignore 1 1")
        stop = console.run("next draw 2")  # whose clear is ignored
        assert stop["call"]["name"].startswith("glDraw") and stop["frame"] == first + 4, stop
        console.run("break ignore 1 1")
        stop = console.run("next call glClear")  # the run ends there anyway
        assert stop["call"]["name"] == "glClear" and stop["stop"] == "call" and stop["frame"] == first + 5, stop
        for wrong in "break ignore", "break ignore 1", "break ignore 1 many", "break ignore 7 1":
            assert console.command(wrong)["error"]["code"] == "usage", wrong
    with Console([program("test-scenes"), "error", "--frames", "5"]) as console:
        console.run("break error")
        first = console.run("continue")
        console.run("break ignore 1 1")
        second = console.run("continue")
        assert second["stop"] == "error" and second["frame"] == first["frame"] + 2, (first, second)
        console.run("break ignore 1 3")
        assert console.run("next error")["stop"] == "error"  # which was asked for
    with Console([program("glstep-example"), "--headless"]) as console:
        console.run("next draw 3")
        console.run("shader fragment")
        line = line_of(source_lines(console), "for (int i = 0; i < MAX_STEPS; i++) {") + 1
        console.run(f"shader break {line}")
        console.run("shader continue")
        assert console.run("where")["iterations"] == [0]
        console.run("break ignore 1 4")
        where = console.run("shader continue")
        assert where["line"] == line and where["iterations"] == [5], where


ESCAPES = """[vertex]
#version 130
in vec4 corner;
void main() { gl_Position = corner; }
[fragment]
#version 130
out vec4 color; // \x1b[31mred\x07
void main() { color = vec4(1.0); }
"""


def check_terminal():
    """What the program's texts hold is shown to a terminal, and not done by it; to a file it goes as it is."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "escapes")
        with open(path, "w", encoding="ascii") as file:
            file.write(ESCAPES)
        argv = [program("test-shader"), "compatibility", "33", path]
        terminal = Terminal(*argv)
        terminal.ask("next draw")
        text = terminal.ask("source fragment")
        assert "// \\x1b[31mred\\x07" in text and "\x1b[31m" not in text and "\x07" not in text, repr(text)
        terminal.leave()
        done = subprocess.run([GLSTEP, "-e", "next draw", "-e", "source fragment", "--", *argv], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=True)
        assert "// \x1b[31mred\x07\n" in done.stdout, done.stdout


def check_background():
    """A program that sets its terminal up, and then writes to it, is not stopped by the terminal for that."""
    script = 'stty tostop </dev/tty && echo written >/dev/tty && exec "$0" plain --frames 2'
    terminal = Terminal("sh", "-c", script, program("test-scenes"))
    text = terminal.ask("next draw")
    assert "glDrawArrays" in text and "written" in text, text
    terminal.leave()


def check_numbers():
    """They are GLSL's, whatever the language."""
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(folder, "de_DE.UTF-8")], capture_output=True).returncode != 0:
            print("no locale could be made: not tested")
            return
        environment = {**os.environ, "LOCPATH": folder, "LC_ALL": "de_DE.UTF-8"}
        commands = ["next draw 3", "shader fragment", "values gl_FragCoord.x / 64.0", "set buffer depth clear 0.25"]
        done = subprocess.run([GLSTEP, *(word for command in commands for word in ("-e", command)), "--", program("glstep-example"), "--headless"],
                              env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0 and "min 0.0078125" in done.stdout and "cleared to 0.25" in done.stdout, done


def check_one():
    """Of one thing the text speaks in the singular, of none and of two in the plural."""
    with tempfile.TemporaryDirectory() as folder:
        one, two = os.path.join(folder, "one"), os.path.join(folder, "two")
        commands = [f"trace start {one}.trace", "step", f"calls save {one}", "calls filter", "trace stop", f"trace start {two}.trace", "step 2", f"calls save {two}",
                    "trace stop", "next draw", "set arg count 1", "mesh", "set arg mode GL_LINES", "set arg count 2", "mesh", "kill"]
        done = subprocess.run([GLSTEP, *sum((["-e", command] for command in commands), []), "--", program("test-scenes"), "plain"],
                              stdout=subprocess.PIPE, timeout=patience(6), check=True, encoding="utf-8")
        for said in (f"{one}: 1 call\n", "1 of 1 call is shown\n", f"{one}.trace: 1 call, 0 frames, {os.path.getsize(one + '.trace')} bytes.\n", f"{two}: 3 calls\n",
                     f"{two}.trace: 2 calls, 0 frames, ", "1 vertex, ", ", 0 lines between them\n", "2 vertices, GL_LINES, 1 line between them\n"):
            assert said in done.stdout, (said, done.stdout)


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
for check in (check_completion, check_interrupts, check_program_switches, check_skip, check_detach, check_ignored, check_terminal, check_background,
              check_numbers, check_one):
    if len(sys.argv) == 1 or check.__name__ in sys.argv:
        print(check.__name__, flush=True)
        check()
