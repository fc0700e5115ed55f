#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What fails: the driver in a draw, the program, glstep; and many launches, after which nothing is left and nothing has grown.
GLSTEP_LAUNCHES says how many (30); `make check-launches` makes a thousand."""

import os
import signal
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program  # noqa: E402
from leftovers import left_behind, leftovers  # noqa: E402
from patience import wait_until  # noqa: E402

LAUNCHES = int(os.environ.get("GLSTEP_LAUNCHES", "30"))
FRAMES = [program("test-scenes"), "plain", "--frames", "1000000"]


def clean(function, *arguments):
    before = leftovers()
    function(*arguments)
    left = left_behind(before)
    assert not left, f"left behind: {left}"


def crash_in_draw():
    """The replay of a draw that kills the driver: an answer in time, and the program's own end."""
    for debug in False, True:
        with Console([program("test-contexts"), "--through", "surfaceless", "crash"]) as console:
            console.run("next draw")
            console.run("next draw")
            if debug:
                answer = console.command("shader fragment")
                assert not answer["ok"] and answer["error"]["message"], answer
                stop = console.run("pause")
            else:
                stop = console.run("continue")
            assert stop["stop"] == "signal" and stop["signal"] == "SIGSEGV", stop
            assert console.run("backtrace")["frames"], "no call stack"
            end = console.run("continue")
            assert end["stop"] == "exited" and end["status"] == 128 + signal.SIGSEGV, end
            assert console.command("next draw")["error"]["code"] == "no-program"
            assert console.run("restart")["stop"] == "call"


def kill_soon(pid):
    threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()


def program_killed():
    """At a stop, while it runs, while its shader is debugged."""
    with Console(FRAMES) as console:
        pid = console.run("next draw")["call"]["thread"]
        os.kill(pid, signal.SIGKILL)
        answer = console.command("step")
        assert not answer["ok"] or answer["result"]["stop"] == "exited", answer
        assert console.command("step")["error"]["code"] == "no-program"
        pid = console.run("restart")["call"]["thread"]
        kill_soon(pid)
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 128 + signal.SIGKILL, end
        console.run("restart")
        pid = console.run("next draw")["call"]["thread"]
        console.run("shader fragment")
        console.run("shader step")
        os.kill(pid, signal.SIGKILL)
        for command in "values gl_FragCoord.x * 3.0", "shader step", "shader back":
            answer = console.command(command)
            assert not answer["ok"] and answer["error"]["code"] in ("no-program", "no-shader"), answer
        console.run("restart")
        assert console.run("next draw")["stop"] == "call"


def hung_draw():
    """Paused inside the driver: a call stack, refusals that say why, and an end."""
    with Console([program("test-scenes"), "hang", "--frames", "1"], ["--timeout", "2"]) as console:
        console.patiently("next draw")
        answer = console.command("continue")
        assert answer["error"]["code"] == "timeout", answer
        frames = console.run("backtrace")["frames"]
        assert any(frame.get("function") == "main" for frame in frames), frames
        for command in "shader fragment", "program", "set arg count 3", "framebuffer /dev/null":
            answer = console.command(command)
            assert answer["error"]["code"] in ("outside-gl", "timeout", "usage"), answer
        console.run("kill")
        assert console.command("backtrace")["error"]["code"] == "no-program"


NO_MEMORY = """
#define _GNU_SOURCE
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
/* No memory for the shared memory's SIZE bytes or more, LEAST for one answer. */
int madvise(void *at, size_t size, int advice)
{
	if (advice == 23 && size >= LEAST && size < MOST) {
		errno = ENOMEM;
		return -1;
	}
	return (int)syscall(SYS_madvise, at, size, advice);
}
"""


def no_shared_memory():
    """The machine has no memory for what is shared: said, and the program is unharmed."""
    plain = subprocess.run([program("test-scenes"), "plain", "--frames", "4"], stdin=subprocess.DEVNULL).returncode
    assert plain == 0
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "full.c")
        with open(source, "w") as text:
            text.write(NO_MEMORY)

        def full(least, most):
            library = os.path.join(folder, f"full-{least}.so")
            subprocess.run(["cc", "-shared", "-fPIC", f"-DLEAST={least}", f"-DMOST={most}", "-o", library, source], check=True)
            return ["--env", f"LD_PRELOAD={library}"]

        # a ring gets its memory in pieces of 256 KiB; an answer of 64 x 64 elements is smaller, one of 800 x 600 larger
        ring, answer = full(1 << 18, (1 << 18) + 1), full(300000, 1 << 40)
        with Console([program("test-scenes"), "plain", "--frames", "4"], ring) as console:
            stop = console.run("next draw")
            assert "no memory" in stop["note"], stop
            assert not console.run("calls 10")["calls"], "calls were listed without memory"
            console.run("shader fragment")
            console.run("shader leave")
            assert console.run("continue")["status"] == 0
        with Console([program("glstep-example"), "--size", "800x600", "--frames", "2"], answer) as console:
            console.run("next draw")
            refused = console.command("shader fragment")
            assert not refused["ok"] and "no memory" in refused["error"]["message"], refused
            for words in "framebuffer /dev/null", "attachment color0 after", "attachment color0 output":
                refused = console.command(words)
                assert not refused["ok"] and "no memory" in refused["error"]["message"], refused
            assert console.run("continue")["status"] == 0
        # anything at all that needs more memory than there is
        for least in 65536, 4096:
            with Console([program("glstep-example"), "--frames", "2"], full(least, 1 << 40)) as console:
                console.command("next draw")
                for words in "program", "state", "source fragment", "shader fragment", "textures", "buffers", "framebuffer /dev/null", "call":
                    answer = console.command(words)
                    assert answer["ok"] or "memory" in answer["error"]["message"], answer
                assert console.run("continue")["status"] == 0


NO_ROOM = """
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
/* No addresses for what is shared later: MOST bytes of it at once at most; KEPT: or none for the answers at all. */
void *mremap(void *old, size_t old_size, size_t size, int flags, ...)
{
	va_list more;
	va_start(more, flags);
	void *to = flags & MREMAP_FIXED ? va_arg(more, void *) : 0;
	va_end(more);
	if (old_size == 0 && size > MOST) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	return (void *)syscall(SYS_mremap, old, old_size, size, flags, to);
}
void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	if (!KEPT && protection == PROT_NONE && flags & MAP_NORESERVE && !(flags & (MAP_STACK | MAP_FIXED))) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}
"""


def no_address_space():
    """The program has no room for what is shared: said, and it is unharmed."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "room.c")
        with open(source, "w") as text:
            text.write(NO_ROOM)

        def room(most, kept):
            library = os.path.join(folder, f"room-{most}-{kept}.so")
            subprocess.run(["cc", "-shared", "-fPIC", f"-DMOST={most}", f"-DKEPT={kept}", "-o", library, source], check=True)
            return ["--env", f"LD_PRELOAD={library}"]

        argv = [program("glstep-example"), "--size", "800x600", "--frames", "2"]
        with Console(argv, room(1 << 20, 1)) as console:
            stop = console.run("next draw")
            assert "address space" in stop["note"], stop
            assert not console.run("calls 10")["calls"], "calls were listed without a ring"
            console.run("state VIEWPORT")
            refused = console.command("framebuffer /dev/null")
            assert not refused["ok"] and "no memory" in refused["error"]["message"], refused
            console.run("state VIEWPORT")
            assert console.run("continue")["status"] == 0
        with Console(argv, room(1 << 30, 0)) as console:
            assert "note" not in console.run("next draw")
            assert console.run("calls 10")["calls"]
            for words in "program", "state", "shader fragment", "textures", "framebuffer /dev/null", "set arg count 4":
                refused = console.command(words)
                assert not refused["ok"] and "address space" in refused["error"]["message"], refused
            assert console.run("continue")["status"] == 0


def measure(pid):
    with open(f"/proc/{pid}/statm") as file:
        resident = int(file.read().split()[1]) * 4096
    return len(os.listdir(f"/proc/{pid}/fd")), len(os.listdir(f"/proc/{pid}/task")), resident


def launches():
    """Started again and again, each time left in another state."""
    ways = [[], ["next draw"], ["next draw", "shader fragment", "shader step"], ["next frame 2"], ["kill"], ["detach"], ["next draw", "backtrace"]]
    with Console([program("test-scenes"), "plain", "--frames", "4"]) as console:
        console.run("start")
        first = None
        for i in range(LAUNCHES):
            for command in ways[i % len(ways)]:
                console.run(command)
            console.run("restart")
            if i == min(2 * len(ways), LAUNCHES - 2):
                first = measure(console.process.pid)
        # A thread waits for the end of a program that was detached, which may still run.
        wait_until(f"as few descriptors and threads as before: {first[:2]}", lambda: measure(console.process.pid)[:2] == first[:2])
        last = measure(console.process.pid)
        assert last[2] < first[2] + (16 << 20), f"memory: {first[2]} became {last[2]}"


def fresh_launches():
    for i in range(max(LAUNCHES // 5, 1)):
        with Console(FRAMES) as console:
            console.run("next draw")
            if i % 3 == 1:
                console.run("shader fragment")
            if i % 3 == 2:
                console.kill()


results = Results()
if LAUNCHES <= 30:
    results.check("crash-in-draw", clean, crash_in_draw)
    results.check("program-killed", clean, program_killed)
    results.check("hung-draw", clean, hung_draw)
    results.check("no-shared-memory", clean, no_shared_memory)
    results.check("no-address-space", clean, no_address_space)
results.check(f"launches-{LAUNCHES}", clean, launches)
results.check(f"launches-fresh-{LAUNCHES}", clean, fresh_launches)
sys.exit(1 if results.failed else 0)
