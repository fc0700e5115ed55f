#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs that use signals, timers, forks, execs, plugins: their own verdict must be what it is without glstep, however they are run.

Environment: GLSTEP_TESTS=all: each in three ways."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
import leftovers  # noqa: E402
from glstep_console import EVERYTHING, GLSTEP, LACKING, Console, Results, program  # noqa: E402
from patience import patience, wait_until  # noqa: E402

PROGRAM = program("test-manners")
EARLY = [program("test-early"), program("test-unlinked")]


def ways_of(name):
    return subprocess.run([name, "--list"], check=True, capture_output=True, text=True).stdout.split()


DRAWN = {"plain": 6, "exec-from-thread": 12, "exec-after-draws": 12, "exec-of-another": 6, "exec-of-starter": 12,
         "stopped-for-good": 12, "waiting": 180, "drawn-at-end": 12, "signalled": 6}


class Debugged(Console):
    """A console whose own end counts too: glstep leaves by itself and silently, and nothing is left of it or the program."""

    descriptors = None  # that glstep has when a program has ended: in each run as many

    def __init__(self, argv, options=()):
        self.before = leftovers.leftovers()
        super().__init__(argv, options)

    def __exit__(self, kind, value, trace):
        super().__exit__(kind, value, trace)
        if kind:
            return
        assert self.stderr() == "", self.stderr()
        wait_until("the end of what outlives the program", lambda: not self.tree())
        left = leftovers.left_behind(self.before)
        assert not left, left

    def tree(self):
        """Live processes of the program's tree, which have our memory's name in their environment."""
        mark, found = f"GLSTEP_WIRE=/proc/{self.process.pid}/".encode(), {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as environment, open(f"/proc/{pid}/comm") as name:
                    if any(word.startswith(mark) for word in environment.read().split(b"\0")):
                        found[pid] = name.read()
            except OSError:
                continue
        return found

    def look_at_glstep(self):
        """The program has ended: glstep has reaped it, and keeps nothing open of it."""
        own = f"/proc/{self.process.pid}"
        wait_until("glstep to reap the program", lambda: not any(
            open(f"{own}/task/{task}/children").read() for task in os.listdir(f"{own}/task")))
        links = []
        for number in os.listdir(f"{own}/fd"):
            try:
                links.append(os.readlink(f"{own}/fd/{number}"))
            except FileNotFoundError:  # closed meanwhile
                pass
        if Debugged.descriptors is None:
            Debugged.descriptors = len(links)
        assert len(links) == Debugged.descriptors, (Debugged.descriptors, links)


def alone(argv):
    """Without glstep. Anew, a few times, where a signal ends it even there, as a driver's own thread may do when it is unloaded."""
    for _ in range(4):
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=patience(6))
        if done.returncode >= 0:
            break
    return done.returncode, done.stdout.decode()


def same_end(console, end, plain, ends=True):
    output = console.program_output()
    assert end["stop"] == "exited" and end["status"] == plain[0] == 0, (end, plain, output)
    if ends:  # and leaves nobody behind
        console.look_at_glstep()


def freely(argv, plain):
    with Debugged(argv) as console:
        console.run("start")
        console.run("log off")
        end = console.run("continue")
        same_end(console, end, plain)
        assert end["draw"] == DRAWN.get(argv[1], end["draw"]), end
        console.run("quit")
    return console


def draw_by_draw(argv, plain):
    """Stops at draws, a few requests at each of the first."""
    with Debugged(argv) as console:
        stop = console.run("next draw")
        for _ in range(12):
            if stop["stop"] == "exited":
                break
            console.command("program")
            console.command("backtrace")
            stop = console.run("step 2")
            if stop["stop"] != "exited":
                stop = console.run("next draw")
        same_end(console, stop if stop["stop"] == "exited" else console.run("continue"), plain)


def call_by_call(argv, plain):
    """Every call stopped at, up to a limit: what comes after runs on."""
    with Debugged(argv) as console:
        console.run("start")
        same_end(console, run_steps(console), plain)


def run_steps(console):
    for _ in range(30):
        stop = console.run("step 7")
        if stop["stop"] == "exited":
            return stop
    return console.run("continue")


def check(name, way, nth):
    """Of the ways to run it, where not all are asked for, one that stops, in turn; and freely, where that counts draws."""
    argv = [name, way]
    plain = alone(argv)
    runs = [freely, draw_by_draw, call_by_call]
    for run in runs if EVERYTHING else runs[0:way in DRAWN] + runs[1 + nth % 2:][:1]:
        run(argv, plain)


def unreachable(name, way, word):
    """It runs, and glstep says why it saw nothing."""
    assert alone([program(name), way])[0] == 0
    with Debugged([program(name), way]) as console:
        answer = console.command("start")
        assert not answer["ok"] and answer["error"]["code"] == "no-gl", answer
        assert "status 0" in answer["error"]["message"] and word in answer["error"]["message"], answer


def linked_osmesa():
    """Linked with OSMesa: calls can be stepped; there is nothing of GLX or EGL to ask."""
    plain = alone([program("test-osmesa")])
    with Debugged([program("test-osmesa")]) as console:
        stop = console.run("next call glClear")
        assert stop["stop"] == "call", stop
        answer = console.command("program")
        assert not answer["ok"] and answer["error"]["code"] == "unsupported" and "OSMesa" in answer["error"]["message"], answer
        assert console.run("next call glRectf")["stop"] == "call"
        same_end(console, console.run("continue"), plain)


def held_back():
    """A signal that comes while the program stands at a stop is handled when it runs on, not before."""
    with Debugged([PROGRAM, "signalled"]) as console:
        console.run("next draw")
        pid = console.program_output().split()[0]
        os.kill(int(pid), signal.SIGUSR1)
        for command in "state VIEWPORT", "backtrace", "framebuffer /dev/null":
            console.run(command)
            assert console.program_output() == f"{pid}\n", (command, console.program_output())
        console.run("step")
        assert console.program_output() == f"{pid}\nhandled\n", console.program_output()
        same_end(console, console.run("continue"), (0, ""))


def debugged_at_end():
    """A draw in a destructor: drivers compile no shaders any more, which ends a program that has them do so, also with other state."""
    with Debugged([PROGRAM, "drawn-at-end"]) as console:
        stop = console.run("next draw 7")
        assert stop["draw"] == 6, stop
        for command in "shader fragment", "pixel 4 4", "attachment color0 after":
            answer = console.command(command)
            assert not answer["ok"] and "is ending" in answer["error"]["message"], answer
        assert console.run("framebuffer /dev/null")
        same_end(console, console.run("continue"), (0, ""))


def debugged_without_stencil():
    with Debugged([PROGRAM, "stencil-reference"]) as console:
        console.run("next draw")
        console.run("shader fragment")
        console.run("values gl_Color")
        console.run("focus 4 4 fragment 0")  # by the stencil test
        console.run("shader leave")
        same_end(console, console.run("continue"), (0, ""))


def debugged_while_cancelled():
    """A thread is cancelled where it would be alone, not in what glstep does for it."""
    with Debugged([PROGRAM, "cancelled"]) as console:
        stop = console.run("next draw 7")
        assert stop["draw"] == 6, stop
        console.run("shader fragment")
        console.run("values gl_Color")
        console.run("shader leave")
        console.run("pixel 4 4")
        console.run("shader leave")
        same_end(console, console.run("continue"), (0, ""))


def recorded_while_cancelled():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([GLSTEP, "record", "-o", os.path.join(folder, "a.trace"), "--", PROGRAM, "cancelled"], stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=patience(12), check=False)
    assert done.returncode == 0, done


def detached_while_waiting():
    """Threads that wait in calls which a signal would end go on waiting when glstep lets go of them."""
    with Debugged([PROGRAM, "waiting"]) as console:
        console.run("next draw 3")
        console.run("detach")
        wait_until("the program's end", lambda: "interrupted" in console.program_output())
        assert console.program_output() == "not interrupted\n", console.program_output()


def send_line(fifo, console, line):
    """To the child that reads there; it must copy it."""
    def written():
        try:
            with open(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK), "w") as to_child:
                return to_child.write(line + "\n")
        except OSError:  # it has not opened it yet
            return 0
    wait_until("the child to read", written)
    wait_until(f"the child to write {line!r}", lambda: line in console.program_output())


def outlived_by_child():
    """The end is told when the program ends, not when its child does; the child goes on, also when glstep has left."""
    with tempfile.TemporaryDirectory() as folder:
        fifo = os.path.join(folder, "fifo")
        os.mkfifo(fifo)
        child = "exec 3<>\"$0\"; read -r line <&3; echo \"$line\"; read -r line <&3; echo \"$line\""
        console = Debugged(["sh", "-c", f"sh -c '{child}' '{fifo}' & exec '{PROGRAM}' plain"])
        same_end(console, console.run("continue"), (0, ""), ends=False)
        send_line(fifo, console, "the child goes on")
        console.run("quit")
        assert console.process.wait(patience(6)) == 0, console.process.returncode
        assert console.tree(), "the child ended with glstep"
        send_line(fifo, console, "also without glstep")
        console.__exit__(None, None, None)


def own_preload():
    """The user's own LD_PRELOAD is kept, behind ours."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = os.path.join(folder, "own.c"), os.path.join(folder, "own.so")
        with open(source, "w") as text:
            text.write('#include <stdio.h>\n__attribute__((constructor)) static void here(void) { fprintf(stderr, "own library\\n"); }\n')
        subprocess.run([os.environ.get("CC", "cc").split()[-1], "-shared", "-fPIC", "-o", library, source], check=True)
        with Debugged([PROGRAM, "plain"], ["--env", f"LD_PRELOAD={library}"]) as console:
            assert console.run("next draw")["stop"] == "call"
            same_end(console, console.run("continue"), (0, ""))
        assert "own library" in console.program_output()


def interrupted_call():
    """A call that a signal handler on another stack interrupts is listed as what it is."""
    with Debugged([PROGRAM, "handler-above"]) as console:
        console.run("next call glCreateShader")
        assert console.run("step")["call"]["name"] == "glGetError"
        assert console.run("calls 1")["calls"][0]["name"] == "glCreateShader"
        same_end(console, console.run("continue"), (0, ""))


SANITIZED = "plain", "children"


def fails_alone(argv):
    """Why the program does not end well without glstep; None: it does."""
    environment = {**os.environ, "LSAN_OPTIONS": "detect_leaks=0", "ASAN_OPTIONS": "detect_leaks=0"}
    try:
        ended = subprocess.run(argv, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(12))
    except subprocess.TimeoutExpired:
        return f"`{argv[-1]}` does not end"
    return f"`{argv[-1]}` ends with {ended.returncode}" if ended.returncode else None


def sanitized(binary):
    for way in SANITIZED:
        with Debugged([binary, way]) as console:
            assert console.run("next draw")["stop"] == "call"
            same_end(console, console.run("continue"), (0, ""))
            assert "Sanitizer" not in console.program_output(), console.program_output()


def check_sanitized(results, sanitizer):
    """Programs built with a sanitizer run, and end, as they do alone. That of GCC 13 for leaks calls itself for ever in glibc 2.39's malloc."""
    name = f"manners-sanitizer-{sanitizer}"
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "sanitized")
        top = os.environ["top_srcdir"]
        source = os.path.join(top, "tests/programs/manners.c")
        built = subprocess.run(["gcc", "-g", f"-fsanitize={sanitizer}", "-D_GNU_SOURCE", "-I", top, "-o", binary, source, "-lEGL", "-lGL"], capture_output=True)
        why = [f"it cannot be built: {built.stderr}"] if built.returncode else list(filter(None, (fails_alone([binary, way]) for way in SANITIZED)))
        if not why:
            results.check(name, sanitized, binary)
        elif sanitizer == "leak" and not built.returncode:
            results.skip(name, f"without glstep the program does not run here: {why[0]}")
        else:
            results.fail(name, f"without glstep: {why[0]}")


def little_address_space():
    """What is shared with glstep needs little of it."""
    with Debugged(["sh", "-c", f"ulimit -v 1500000; exec '{PROGRAM}' plain"]) as console:
        assert console.run("next draw")["stop"] == "call"
        console.run("state VIEWPORT")
        console.run("framebuffer /dev/null")
        same_end(console, console.run("continue"), (0, ""))
        assert console.run("calls 1")["calls"][0]["name"] == "glGetError"


def pid_namespace():
    argv = ["unshare", "--pid", "--fork", "--mount-proc", PROGRAM, "plain"]
    if not shutil.which("unshare") or alone(argv)[0] != 0:
        results.skip("manners-pid-namespace", "no PID namespaces may be made here")
        return
    for more in [], ["--mount-proc"]:
        argv = ["unshare", "--pid", "--fork", *more, PROGRAM, "plain"]
        with Debugged(argv) as console:
            answer = console.command("start")
            assert not answer["ok"] and answer["error"]["code"] == "no-gl", answer
            assert "status 0" in answer["error"]["message"] and "namespace" in answer["error"]["message"], answer
    results.passed("manners-pid-namespace")


results = Results()
for number, way in enumerate(ways_of(PROGRAM)):
    results.check(f"manners-{way}", check, PROGRAM, way, number)
for early in EARLY:
    for number, way in enumerate(ways_of(early)):
        results.check(f"manners-{os.path.basename(early)}-{way}", check, early, way, number)
results.check("manners-unlinked-no-files", unreachable, "test-unlinked", "no-files", "without any call of GL")
results.check("manners-dlmopen", unreachable, "test-namespace", "dlmopen", "dlmopen")
if alone([program("test-namespace"), "OSMesa"])[0] == LACKING:
    results.skip("manners-osmesa-dlopen", "there is no libOSMesa here: Mesa has none since 25.1")
else:
    results.check("manners-osmesa-dlopen", unreachable, "test-namespace", "OSMesa", "OSMesa")
if os.path.exists(program("test-osmesa")):
    results.check("manners-osmesa", linked_osmesa)
else:
    results.skip("manners-osmesa", "there was no libOSMesa to build with: Mesa has none since 25.1")
results.check("manners-outlived-by-child", outlived_by_child)
results.check("manners-signal-held-back", held_back)
results.check("manners-debugged-at-end", debugged_at_end)
results.check("manners-debugged-without-stencil", debugged_without_stencil)
results.check("manners-debugged-while-cancelled", debugged_while_cancelled)
results.check("manners-recorded-while-cancelled", recorded_while_cancelled)
results.check("manners-interrupted-call", interrupted_call)
results.check("manners-detached-while-waiting", detached_while_waiting)
results.check("manners-preload", own_preload)
for sanitizer in "address", "undefined", "leak":
    check_sanitized(results, sanitizer)
results.check("manners-little-address-space", little_address_space)
try:
    pid_namespace()
except Exception as why:
    results.fail("manners-pid-namespace", f"{type(why).__name__}: {why}")
sys.exit(1 if results.failed else 0)
