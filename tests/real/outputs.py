#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What glstep writes, where it cannot be written: a full disk, a limit on the size of files, a FIFO that no process reads. It is said, nothing
is lost that was there before, glstep goes on, and the program does not notice."""

import contextlib
import json
import os
import pty
import resource
import select
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
import own_mounts  # noqa: E402
from glstep_console import GLSTEP, Console, Results, line_of, program, source_lines  # noqa: E402
from patience import patience  # noqa: E402

EXAMPLE = [program("glstep-example"), "--glsl", "330", "--size", "60x45", "--frames", "3"]
PLAIN = [program("test-scenes"), "plain", "--frames", "3"]
CALLS = [program("tests/calls/calls-threads"), "200000"]  # makes 3.2 million calls and prints how many
# The list has so many of them at least where a disk of 1 MiB is full: a call takes the more, the more often threads take turns.
MANY = 20000
UNLIMITED = ("--list-size", "unlimited")
OLD = b"old contents, to be kept\n"


def refused(answer, code, *words):
    assert not answer["ok"] and answer["error"]["code"] == code, answer
    for word in words:
        assert word in answer["error"]["message"], (word, answer)


def write(path, data=OLD):
    with open(path, "wb") as file:
        file.write(data)


def read(path):
    with open(path, "rb") as file:
        return file.read()


@contextlib.contextmanager
def temporary_folder(path):
    """Where glstep keeps the list of calls."""
    before = os.environ["TMPDIR"]
    os.environ["TMPDIR"] = path
    tempfile.tempdir = before  # the test's own files stay where they were
    try:
        yield
    finally:
        os.environ["TMPDIR"] = before


def counted(console):
    """How many calls the program has made, as it says itself."""
    words = console.program_output().split()
    assert words[0] == "calls", words
    return int(words[1])


def listed(console):
    return sum(console.run("statistics")["functions"].values())


# ---- the list of calls ----

def full_disk_under_the_calls():
    """The program is paused at a call; with room again it goes on, and no call is missing."""
    with own_mounts.SmallDisk(1024) as disk, temporary_folder(disk.folder), Console(CALLS, UNLIMITED) as console:
        refused(console.command("next call glHint"), "cannot-write", disk.folder, "No space left", "log off")
        assert console.command("call")["ok"], "the program does not stand at a call"
        before = listed(console)
        assert before > MANY, before
        refused(console.command("step"), "cannot-write", disk.folder)
        disk.resize(256 * 1024)
        stop = console.run("next call glHint")
        assert stop["call"]["name"] == "glHint", stop
        assert listed(console) == counted(console) == stop["call"]["index"], (listed(console), counted(console), stop)
        assert console.run("calls filter only glHint") and console.run("continue")["status"] == 0
        assert console.run("calls 2")["calls"][0]["index"] == counted(console)
        assert console.close() == 1, "a command has failed: glstep's status is 1"


def full_disk_log_off():
    """Who does not need the list goes on without it; what was listed stays."""
    with own_mounts.SmallDisk(1024) as disk, temporary_folder(disk.folder), Console(CALLS, UNLIMITED) as console:
        refused(console.command("continue"), "cannot-write", disk.folder)
        console.run("log off")
        stop = console.run("next call glHint")
        assert stop["call"]["index"] == counted(console), (stop, counted(console))
        have = listed(console)
        assert MANY < have < counted(console), have
        first = console.run("calls from 0 3")["calls"]
        assert [call["index"] for call in first] == [0, 1, 2], first
        console.run("log on")
        refused(console.command("continue"), "cannot-write", disk.folder)
        disk.resize(256 * 1024)
        assert console.run("continue")["status"] == 0
        assert listed(console) >= have, (listed(console), have)


def small_disk():
    """By default the list takes a part of what is free: the program is not paused, and the last calls are there."""
    with own_mounts.SmallDisk(1024) as disk, temporary_folder(disk.folder), Console(CALLS) as console:
        stop = console.run("next call glHint")
        assert stop["call"]["index"] == counted(console) == listed(console), (stop, counted(console), listed(console))
        last = console.run("calls 3")
        assert last["calls"][-1]["index"] == counted(console) - 1 or last["calls"][-1]["index"] == counted(console), last
        assert console.run("continue")["status"] == 0


def full_disk_in_a_script():
    """A script ends with a sentence and status 1."""
    with own_mounts.SmallDisk(1024) as disk, temporary_folder(disk.folder):
        done = subprocess.run([GLSTEP, *UNLIMITED, "-e", "continue", "-e", "calls 1", "--", *CALLS], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=patience(30))
        assert done.returncode == 1 and not done.stdout, done
        assert "cannot-write" in done.stderr and disk.folder in done.stderr, done


def limit_on_the_calls():
    """The same with a limit on the size of files instead of a full disk: no signal ends glstep."""
    with Console(CALLS) as console:
        console.run("start")
        resource.prlimit(console.process.pid, resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
        refused(console.command("next call glHint"), "cannot-write", "File too large")
        console.run("log off")
        assert console.run("next call glHint")["call"]["index"] == counted(console)
        assert console.run("continue")["status"] == 0


# ---- files that are overwritten ----

def loop_line(console):
    return line_of(source_lines(console), "for (int i = 0; i < MAX_STEPS; i++) {")


# what is to be debugged, where to stop, and what is saved there
SAVED = [
    ("fragment", None, [
        "values gl_FragCoord.xy * 2.0 {}.csv", "values gl_FragCoord {}.npy", "values gl_FragCoord {}.pfm", "values gl_FragCoord {}.png",
        "mask {}.png", "framebuffer {}.png", "calls save {}.csv", "calls save {}.txt", "attachment color0 {}.npy"]),
    ("fragment", loop_line, [
        "profile {}.csv", "profile {}.png", "profile {}.svg", "condition {}.png", "count iterations {}.npy"]),
    ("vertex", None, ["mesh {}.csv"]),
]


def each_saved(console):
    """The name of a file's kind, and the command that saves it; the shader stands where it can."""
    for stage, line, commands in SAVED:
        console.run("restart")
        console.run("next draw")
        where = line(console) if line else None
        console.run(f"shader {stage}")
        if where:
            console.run(f"shader until {where}")
            while console.run("where")["kind"] != "loop-test":
                console.run("shader step")
        for command in commands:
            name = "-".join(command.split(" {}")[0].split()[:2]).replace(".", "-").replace("/", "-")
            yield f"{name}{command.split('{}')[1]}", command


def full_disk_under_files():
    """Each writer: the old file stays as it was, and no other is left; with room, it is replaced."""
    with own_mounts.SmallDisk(4096) as disk, Console(EXAMPLE) as console:
        console.run("start")
        for name, command in each_saved(console):
            path = disk.path(name)
            write(path)
            os.chmod(path, 0o640)
            disk.fill()
            words = command.replace("{}", os.path.splitext(path)[0])
            refused(console.command(words), "cannot-write", path, "No space left")
            assert read(path) == OLD, f"{command}: the old file was changed"
            assert sorted(os.listdir(disk.folder)) == sorted(["ballast", name]), (command, os.listdir(disk.folder))
            disk.empty()
            console.run(words)
            assert OLD not in read(path) and len(read(path)) > 50, f"{command}: not replaced"
            assert stat.S_IMODE(os.stat(path).st_mode) == 0o640, f"{command}: another mode"
            assert os.listdir(disk.folder) == [name], (command, os.listdir(disk.folder))
            os.unlink(path)
            disk.fill()
            refused(console.command(words), "cannot-write", path, "No space left")
            assert os.listdir(disk.folder) == ["ballast"], (command, os.listdir(disk.folder))
            disk.empty()


def limit_on_files():
    """SIGXFSZ does not end glstep; the program keeps its own way with it, and with SIGPIPE."""
    with tempfile.TemporaryDirectory() as folder, Console(EXAMPLE) as console:
        path = os.path.join(folder, "values.npy")
        write(path)
        call = console.run("next draw")["call"]
        with open(f"/proc/{call['thread']}/status") as status:
            ignored = int(next(line.split()[1] for line in status if line.startswith("SigIgn")), 16)
        assert not ignored & (1 << signal.SIGXFSZ - 1 | 1 << signal.SIGPIPE - 1), hex(ignored)
        console.run("shader fragment")
        resource.prlimit(console.process.pid, resource.RLIMIT_FSIZE, (4096, 4096))
        refused(console.command(f"values gl_FragCoord {path}"), "cannot-write", path, "File too large")
        assert read(path) == OLD and os.listdir(folder) == ["values.npy"], os.listdir(folder)
        console.run("values gl_FragCoord")
        console.run("shader leave")
        assert console.run("continue")["status"] == 0


def limit_from_the_start():
    """ulimit -f below the size of the shared memory: a sentence that names the limit."""
    done = subprocess.run([GLSTEP, "-e", "start", "--", *PLAIN], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience(12),
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20)))
    assert done.returncode == 2 and "ulimit -f" in done.stderr and "cannot-start" in done.stderr, done


def links_and_owners():
    """A symbolic link stays one, also one to a file that is not there yet; a read-only file stays as it is."""
    with tempfile.TemporaryDirectory() as folder, Console(PLAIN) as console:
        console.run("next draw")
        os.mkdir(os.path.join(folder, "deep"))
        target, link, dangling = (os.path.join(folder, name) for name in ("deep/target.png", "link.png", "dangling.png"))
        write(target)
        os.symlink("deep/target.png", link)
        os.symlink("deep/new.png", dangling)
        for name in link, dangling:
            console.run(f"framebuffer {name}")
            assert os.path.islink(name) and read(name)[1:4] == b"PNG", name
        assert read(target)[1:4] == b"PNG" and sorted(os.listdir(os.path.join(folder, "deep"))) == ["new.png", "target.png"]
        refused(console.command(f"framebuffer {folder}/deep"), "usage", "directory")
        refused(console.command(f"framebuffer {folder}/none/f.png"), "usage", "No such file")
        if os.getuid() == 0:
            os.chown(target, 65534, 65534)
            console.run(f"framebuffer {link}")
            assert os.stat(target).st_uid == os.stat(target).st_gid == 65534, "the file has another owner now"


def devices():
    """What is no file is written in place."""
    with Console(PLAIN) as console:
        console.run("next draw")
        console.run("framebuffer /dev/null")
        refused(console.command("framebuffer /dev/full"), "cannot-write", "/dev/full", "No space left")
        assert stat.S_ISCHR(os.stat("/dev/null").st_mode) and stat.S_ISCHR(os.stat("/dev/full").st_mode)
    with tempfile.TemporaryDirectory() as folder:
        os.symlink("/proc/self/fd", os.path.join(folder, "fd"))
        os.symlink("fd/1", os.path.join(folder, "out"))  # as /dev/stdout is in some containers
        for path in "/dev/stdout", os.path.join(folder, "out"):
            standard_output(path)


def standard_output(path):
    """It is a file: what follows comes behind what was there."""
    with tempfile.NamedTemporaryFile() as out:
        out.write(b"before\n")
        out.flush()
        commands = ["-e", "next draw", "-e", f"calls save {path}", "-e", "call"]
        done = subprocess.run([GLSTEP, "--json", *commands, "--", *PLAIN], stdin=subprocess.DEVNULL, stdout=out, timeout=patience(12))
        lines = read(out.name).decode().split("\n")[:-1]
        assert done.returncode == 0 and lines[0] == "before", lines[:1]
        answers = [json.loads(line) for line in lines[1:] if line.startswith("{")]
        assert [answer["command"] for answer in answers] == ["next draw", f"calls save {path}", "call"], lines
        assert len(lines) == 4 + answers[1]["result"]["calls"], f"{answers[1]} beside {lines}"


# ---- FIFOs ----

class Fifo:
    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "fifo.npy")
        os.mkfifo(self.path)
        return self.path

    def __exit__(self, kind, value, trace):
        self.folder.cleanup()


def fifo_without_a_reader():
    """Bounded by --timeout; with a reader, it gets what a file would hold."""
    with Fifo() as fifo, Console(EXAMPLE, ["--timeout", "3"]) as console:
        console.run("next draw")
        console.run("shader fragment")
        refused(console.command(f"values gl_FragCoord {fifo}", 100), "timeout", "no process reads", fifo)
        plain = fifo + ".npy"
        console.run(f"values gl_FragCoord {plain}")
        reader = subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE)
        answer = threading.Thread(target=console.run, args=(f"values gl_FragCoord {fifo}",))
        answer.start()
        got = reader.stdout.read()
        answer.join()
        assert got == read(plain) and reader.wait() == 0, len(got)
        assert stat.S_ISFIFO(os.stat(fifo).st_mode)
        # one that reads nothing, and one that goes
        idle = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        refused(console.command(f"values gl_FragCoord {fifo}", 100), "timeout", "no process reads", fifo)
        os.close(idle)
        subprocess.Popen(["head", "-c", "1", fifo], stdout=subprocess.DEVNULL)
        refused(console.command(f"values gl_FragCoord {fifo}", 100), "cannot-write", "Broken pipe")
        console.run("shader leave")


def fifo_interrupted():
    """Ctrl-C ends the wait for a reader that takes nothing, not glstep."""
    with Fifo() as fifo, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([GLSTEP, "--json", "-c", "--", *EXAMPLE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        idle = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        process.stdin.write(f"next draw\nshader fragment\nvalues gl_FragCoord {fifo}\nwhere\n".encode())
        process.stdin.flush()
        assert select.select([idle], [], [], 200)[0], "nothing was written"
        process.send_signal(signal.SIGINT)
        answers = [json.loads(process.stdout.readline()) for _ in range(4)]
        refused(answers[2], "timeout", "interrupted", fifo)
        assert [answer["ok"] for answer in answers] == [True, True, False, True], answers
        os.close(idle)
        process.stdin.close()
        assert process.wait(60) == 1
        process.stdout.close()


def fifo_for_the_program():
    """--program-output: bounded, and blocking for the program once it is open."""
    with Fifo() as fifo:
        done = subprocess.run([GLSTEP, "--timeout", "1", "--program-output", fifo, "-e", "start", "--", *PLAIN], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=patience(10))
        assert done.returncode == 2 and "no process reads" in done.stderr and fifo in done.stderr, done
        reader = subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE)
        with Console([program("tests/calls/calls-threads"), "10"], ["--program-output", fifo]) as console:
            thread = console.run("start")["call"]["thread"]
            with open(f"/proc/{thread}/fdinfo/1") as info:
                flags = int(next(line.split()[1] for line in info if line.startswith("flags")), 8)
            assert not flags & os.O_NONBLOCK, oct(flags)
            console.run("continue")
        assert reader.stdout.read().startswith(b"calls "), "the program's output did not come through"
        assert reader.wait() == 0


# ---- what glstep keeps for itself ----

def play_interactively(commands, state):
    """In a terminal; returns what was shown."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["XDG_STATE_HOME"] = state
        os.environ["TERM"] = "dumb"
        os.execv(GLSTEP, [GLSTEP, "-c", "--", *PLAIN])
    shown = b""
    for command in [*commands, "quit"]:
        while not shown.endswith(b"(glstep) "):
            shown += os.read(terminal, 4096)
        shown += b"\n"
        os.write(terminal, command.encode() + b"\n")
    with contextlib.suppress(OSError):
        while data := os.read(terminal, 4096):
            shown += data
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode()


def history_on_a_full_disk():
    with own_mounts.SmallDisk(256) as disk:
        status, shown = play_interactively(["help quit"], disk.folder)
        path = disk.path("glstep/history")
        before = read(path)
        assert status == 0 and b"help" in before, shown
        disk.fill()
        status, shown = play_interactively(["help kill", "# " + "long " * 2000], disk.folder)
        assert read(path) == before, "the history is gone"
        assert "history" in shown and "No space left" in shown, shown
        assert os.listdir(disk.path("glstep")) == ["history"], os.listdir(disk.path("glstep"))


def settings_behind_a_link():
    """The window's settings may be a link to where somebody keeps his; they stay behind it."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "glstep"))
        kept, link = os.path.join(folder, "kept.ini"), os.path.join(folder, "glstep/window.ini")
        write(kept, b"[window]\nwidth=1000\n")
        os.symlink(kept, link)
        environment = {**os.environ, "XDG_CONFIG_HOME": folder, "NO_AT_BRIDGE": "1"}
        with tempfile.TemporaryFile() as errors:
            window = subprocess.Popen([GLSTEP, *PLAIN], env=environment, stdin=subprocess.DEVNULL, stderr=errors)
            try:
                end = time.monotonic() + 200
                while b"recent-0" not in read(link) and time.monotonic() < end:
                    time.sleep(0.1)
            finally:
                window.terminate()
                window.wait(60)
        assert b"recent-0" in read(kept) and os.path.islink(link), "the link was replaced"


mounts = own_mounts.enter()
results = Results()
for function in (full_disk_under_the_calls, full_disk_log_off, small_disk, full_disk_in_a_script, full_disk_under_files,
                 history_on_a_full_disk):
    if mounts:
        results.check(function.__name__, function)
    else:
        results.skip(function.__name__, "neither root nor a user namespace may mount a file system here")
for function in (limit_on_the_calls, limit_on_files, limit_from_the_start, links_and_owners, devices, fifo_without_a_reader, fifo_interrupted,
                 fifo_for_the_program, settings_behind_a_link):
    results.check(function.__name__, function)
sys.exit(1 if results.failed else 0)
