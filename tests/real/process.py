#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Processes that are not as others are (test-process), and those of an earlier run: each ends as it does without glstep, and glstep with it."""

import glob
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Results, program  # noqa: E402
from leftovers import left_behind, leftovers, state_of  # noqa: E402

PROGRAM = os.path.abspath(program("test-process"))
DRAWS = 6
PATIENCE = 120  # seconds for what must come
MORE_MEMORY = 64 << 10  # KiB that a program may need more under glstep


def clean(function, *arguments):
    before = leftovers()
    function(*arguments)
    left = left_behind(before)
    assert not left, f"left behind: {left}"


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"not within {PATIENCE} s: {what}"
        time.sleep(0.02)


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


# ---- processes of an earlier run, and strangers ----

class Runs:
    """A script with gates: each run of it does GL behind gate first.N, and once more, as a new process, behind gate second.N."""

    GATE = 'gate() { while [ ! -e "$1/$2.$n" ]; do sleep 0.05; done; }; n=$(ls "$1" | grep -c run); echo $$ >"$1/run.$n"; gate "$1" first; '
    SECOND = 'gate "$1" second; "$0" plain; echo $? >"$1/status.$n"'

    def __init__(self, folder, script):
        self.folder = folder
        self.argv = ["sh", "-c", self.GATE + script.replace("SECOND", self.SECOND), PROGRAM, folder]

    def open(self, gate, run):
        open(os.path.join(self.folder, f"{gate}.{run}"), "w").close()

    def read(self, what, run):
        try:
            with open(os.path.join(self.folder, f"{what}.{run}")) as file:
                return file.read().strip()
        except FileNotFoundError:
            return ""

    def finish(self, run):
        """It goes on alone, to its end."""
        self.open("second", run)
        wait_until(lambda: self.read("status", run) or self.stopped(), f"the end of run {run}")
        assert self.read("status", run) == "0", f"run {run}: status {self.read('status', run)!r}, stopped for good: {self.stopped()}"

    def stopped(self):
        """Processes that stand still without anybody who traces them."""
        found = []
        for path in glob.glob("/proc/[0-9]*/status"):
            try:
                with open(path) as file:
                    text = file.read()
                with open(os.path.dirname(path) + "/cmdline") as file:
                    ours = PROGRAM in file.read().split("\0")
            except OSError:
                continue
            if ours and re.search(r"^State:\s+T", text, re.M) and re.search(r"^TracerPid:\s+0$", text, re.M):
                found.append(path)
        return found

    def kill_stopped(self):
        for path in self.stopped():
            os.kill(int(path.split("/")[2]), signal.SIGKILL)


class Background(threading.Thread):
    """A command that takes as long as it takes."""

    def __init__(self, console, command):
        super().__init__()
        self.console, self.command, self.answer = console, command, None
        self.start()

    def run(self):
        self.answer = self.console.command(self.command)

    def result(self):
        self.join(PATIENCE)
        assert self.answer and self.answer["ok"], self.answer
        return self.answer["result"]


def with_runs(function, script):
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(folder, script)
        runs.open("first", 0)
        with Console(runs.argv) as console:
            try:
                function(console, runs)
            finally:
                runs.kill_stopped()


def next_run(console, runs):
    """Started again; before it calls GL, the run before goes on."""
    restart = Background(console, "restart")
    wait_until(lambda: runs.read("run", 1), "the second run")
    try:
        runs.finish(0)
    finally:
        runs.open("first", 1)
    assert restart.result()["call"]["index"] == 0
    debug_a_shader(console)
    end = run_to_end(console)
    assert end["draw"] == DRAWS, end
    runs.finish(1)


def detached(console, runs):
    console.run("next draw")
    console.run("detach")
    next_run(console, runs)


def outlived(console, runs):
    console.run("next draw")
    run_to_end(console)
    next_run(console, runs)


def stranger(console, runs):
    """Started by somebody else with the program's environment, while glstep waits for the program's first call."""
    console.run("next draw")
    run_to_end(console)
    restart = Background(console, "restart")
    wait_until(lambda: runs.read("run", 1), "the second run")
    with open(f"/proc/{runs.read('run', 1)}/environ", "rb") as file:
        environment = dict(word.split(b"=", 1) for word in file.read().split(b"\0") if b"=" in word)
    other = subprocess.Popen([PROGRAM, "plain"], env=environment)
    wait_until(lambda: other.poll() is not None or runs.stopped(), "the end of the stranger")
    runs.kill_stopped()
    runs.open("first", 1)
    assert other.wait() == 0, f"the stranger: status {other.returncode}"
    assert restart.result()["call"]["index"] == 0
    assert run_to_end(console)["draw"] == DRAWS
    for run in 0, 1:
        runs.finish(run)


# ---- what a process may not do ----

def is_alive(pid):
    return state_of(pid) not in "ZX"


def daemon(word):
    """A child that has left the session of the program outlives it; another one ends with it."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("daemon", "child")]
        script = 'setsid sh -c \'echo $$ >"$0"; exec sleep 1000\' "$1" & sh -c \'echo $$ >"$0"; exec sleep 1000\' "$2" & exec "$0" plain'
        with Console(["sh", "-c", script, PROGRAM, *paths]) as console:
            console.run("next draw")
            wait_until(lambda: all(os.path.exists(path) and os.path.getsize(path) for path in paths), "its children run")
            pids = []
            for path in paths:
                with open(path) as file:
                    pids.append(int(file.read()))
            if word == "kill":
                console.run(word)
        try:
            wait_until(lambda: not is_alive(pids[1]), "the child ends")
            time.sleep(0.2)
            assert is_alive(pids[0]), "the daemon has ended"
            with open(f"/proc/{pids[0]}/status") as file:
                assert re.search(r"^State:\s+S.*^TracerPid:\s+0$", file.read(), re.S | re.M), "the daemon does not sleep untraced"
        finally:
            if is_alive(pids[0]):
                os.kill(pids[0], signal.SIGKILL)
                wait_until(lambda: not is_alive(pids[0]), "the daemon is killed")


def unprivileged():
    """A set-user-ID program that it starts: a user who is not root is told that it has no privileges, root is not, as it has them."""
    other = next(path for path in ("/usr/bin/su", "/usr/bin/mount", "/usr/bin/passwd") if os.path.exists(path) and os.stat(path).st_mode & stat.S_ISUID)
    folder = tempfile.mkdtemp(dir="/tmp")
    try:
        os.chmod(folder, 0o755)
        preload = os.path.join(os.environ["top_builddir"], "preload", "libglstep-preload.so")
        glstep, library, drawing = (shutil.copy(path, folder) for path in (GLSTEP, preload, PROGRAM))
        argv = [glstep, "--json", "-e", "next draw", "-e", "continue", "--", "sh", "-c", f'{other} --help >/dev/null; exec "$0" plain', drawing]
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for user in [[], nobody] if os.geteuid() == 0 else [[]]:
            done = subprocess.run([*user, *argv], env={**os.environ, "GLSTEP_PRELOAD": library, "HOME": folder}, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=PATIENCE, check=False)
            assert done.returncode == 0, done
            notes = [json.loads(line)["result"].get("note", "") for line in done.stdout.splitlines()]
            told = any(f"{other} runs without the privileges" in note for note in notes)
            assert told == (bool(user) or os.geteuid() != 0), (user, notes)
    finally:
        shutil.rmtree(folder)


def musl():
    """A program of another C library, which cannot load glstep's, runs as it does alone; what comes after it is debugged."""
    with tempfile.TemporaryDirectory() as folder:
        source, child = os.path.join(folder, "child.c"), os.path.join(folder, "child")
        with open(source, "w") as file:
            file.write('#include <stdio.h>\n#include <stdlib.h>\nint main(void) { printf("musl runs, [%s]\\n", getenv("LD_PRELOAD")); return 7; }\n')
        subprocess.run(["musl-gcc", "-o", child, source], check=True)
        with Console(["sh", "-c", f'{child}; echo "status $?"; exec "$0" plain', PROGRAM]) as console:
            debug_a_shader(console)
            run_to_end(console)
            output = console.program_output()
        assert re.search(r"musl runs, \[ +\]\nstatus 7\n", output), output


def sandboxed():
    """It cannot be stopped: said at once, while it runs, and it runs on as it would."""
    with Console([PROGRAM, "sandboxed"]) as console:
        pid = console.run(f"next draw {DRAWS}")["call"]["thread"]
        stop = console.run("next draw")
        assert stop["stop"] == "call" and "call" not in stop and "tgkill" in stop["note"], stop
        assert os.path.exists(f"/proc/{pid}"), "it has ended"
        assert console.command("call")["error"]["code"] == "outside-gl"
        os.kill(pid, signal.SIGUSR1)
        run_to_end(console)


def sandboxed_early():
    """Here it may have ended before it could be paused."""
    assert alone("sandboxed-early").returncode == 0
    with Console([PROGRAM, "sandboxed-early"]) as console:
        answer = console.command("start")
        if not answer["ok"]:
            assert answer["error"]["code"] == "unsupported" and "tgkill" in answer["error"]["message"], answer
            assert "status 0" in answer["error"]["message"], answer
            return
        assert "tgkill" in answer["result"]["note"], answer
        run_to_end(console)


def nameless():
    """A filter that ends it when it asks for its thread's number or for pending signals: it stops and is asked all the same."""
    assert alone("nameless").returncode == 0
    with Console([PROGRAM, "nameless"]) as console:
        console.run(f"next draw {DRAWS + 1}")
        console.run("state VIEWPORT")
        console.run("framebuffer /dev/null")
        run_to_end(console)


def unread():
    """A filter that ends it when the kernel is asked for its memory, or for filters: it runs on while it is recorded, and its memory is in the trace."""
    assert alone("unread").returncode == 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        done = subprocess.run([GLSTEP, "record", "-o", path, "--", PROGRAM, "unread"], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=PATIENCE)
        assert done.returncode == 0, done.stderr.decode()
        dump = subprocess.run([os.path.join(os.environ["top_builddir"], "glstep-trace"), "dump", path], capture_output=True, check=True,
                              timeout=PATIENCE).stdout.decode()
    given = re.findall(r"glUniform4fv\(.*value = (.*)\)", dump)
    assert given == ["{1, 2, 3, 4}", "NULL"], given
    assert re.search(r"glVertexPointer\(.*pointer = blob\(24\)", dump), dump


def unmapped():
    """A filter that refuses mremap: the answer says so, and gives no advice on limits."""
    assert alone("unmapped").returncode == 0
    with Console([PROGRAM, "unmapped"]) as console:
        console.run(f"next draw {DRAWS + 1}")
        answer = console.command("state VIEWPORT")
        assert not answer["ok"], answer
        message = answer["error"]["message"]
        assert "mremap" in message and "filter" in message and "ulimit" not in message, message
        run_to_end(console)


def codeless():
    """PR_SET_MDWE: its driver would end it if it had to compile."""
    done = alone("codeless")
    if done.returncode == 77:
        results.skip("process-codeless", done.stdout.decode().strip())
        return
    assert done.returncode == 0, done
    with Console([PROGRAM, "codeless"]) as console:
        console.run(f"next draw {DRAWS + 1}")
        for command in "shader fragment", "pixel 4 4", "mesh", "attachment color0 after":
            answer = console.command(command)
            assert not answer["ok"] and "make code" in answer["error"]["message"], answer
        console.run("state VIEWPORT")
        console.run("framebuffer /dev/null")
        run_to_end(console)
    results.passed("process-codeless")


def few_signals():
    """RLIMIT_SIGPENDING 0: the kernel does not say who has sent the signal that stops it."""
    assert alone("few-signals").returncode == 0
    with Console([PROGRAM, "few-signals"]) as console:
        debug_a_shader(console)
        assert run_to_end(console)["draw"] == DRAWS


def in_namespace(way):
    if alone(way).returncode != 0:
        results.skip(f"process-{way}", "no PID namespaces may be made here")
        return
    with Console([PROGRAM, way]) as console:
        answer = console.command("start")
        assert not answer["ok"] and answer["error"]["code"] == "no-gl", answer
        assert "status 0" in answer["error"]["message"] and "namespace" in answer["error"]["message"], answer
    # whoever waits for its draws is told, too
    with Console([PROGRAM, "waits-for-" + way], ["--timeout", "5"]) as console:
        answer = console.command("next draw")
        assert answer["error"]["code"] == "timeout" and "PID namespace" in answer["error"]["message"], answer
        console.kill()
    results.passed(f"process-{way}")


# ---- its threads ----

def small_stack():
    """What is asked of a draw in a thread with little stack does not use that up."""
    assert alone("small-stack").returncode == 0
    with Console([PROGRAM, "small-stack"]) as console:
        first = console.run("next draw")["call"]["thread"]
        stop = console.run(f"next draw {DRAWS}")
        assert stop["call"]["name"] == "glRectf" and stop["call"]["thread"] != first, stop
        for words in "mesh", "attachment color0 after", "state", "textures", "pixel 4 4", "shader leave":
            console.command(words)
        console.run("shader fragment")
        assert console.run("print gl_FragColor.b * 255.0")["value"] is not None
        console.run("values gl_Color")
        console.run("shader continue")
        console.run("check")
        console.run("shader leave")
        frames = [frame.get("function") for frame in console.run("backtrace")["frames"]]
        assert "draw_in_thread" in frames, frames
        assert run_to_end(console)["draw"] == 2 * DRAWS


# ---- its memory ----

def truncated():
    """It makes what it shares with glstep smaller."""
    with Console([PROGRAM, "truncates"]) as console:
        console.run(f"next draw {DRAWS + 1}")
        debug_a_shader(console)
        assert run_to_end(console)["draw"] == 3 * DRAWS
        assert console.run("calls 3")["calls"][-1]["name"] == "glGetError"


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
results.check("process-detached", with_runs, detached, '"$0" plain; SECOND')
results.check("process-outlived", with_runs, outlived, '(SECOND) & exec "$0" plain')
results.check("process-stranger", with_runs, stranger, '(SECOND) & exec "$0" plain')
results.check("process-daemon-kill", clean, daemon, "kill")
results.check("process-daemon-quit", clean, daemon, "quit")
results.check("process-unprivileged", clean, unprivileged)
results.check("process-musl", clean, musl)
results.check("process-sandboxed", clean, sandboxed)
results.check("process-nameless", clean, nameless)
results.check("process-sandboxed-early", clean, sandboxed_early)
results.check("process-unread", clean, unread)
results.check("process-unmapped", clean, unmapped)
try:
    clean(codeless)
except Exception as why:
    results.fail("process-codeless", f"{type(why).__name__}: {why}")
results.check("process-few-signals", clean, few_signals)
for way in "in-namespace", "in-namespace-raw":
    try:
        in_namespace(way)
    except Exception as why:
        results.fail(f"process-{way}", f"{type(why).__name__}: {why}")
results.check("process-small-stack", clean, small_stack)
results.check("process-truncated", clean, truncated)
results.check("process-locked", clean, locked)
results.check("process-dumped", clean, dumped)
for closed in [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]:
    results.check(f"process-descriptors-{''.join(map(str, closed))}", clean, descriptors, closed)
sys.exit(1 if results.failed else 0)
