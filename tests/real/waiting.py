#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
waiting.py - going back in a trace where each frame needs all before it: by players that wait at the frame's start and at the last one's. Many of
these go on, one after the other, in one session; those of what is shown (truth, hidden, unseen) with GLX's or, each other day, with EGL's traces. The window is never cleared, and
has a front buffer that matters, so that no checkpoint gives what it holds.

 frame     the player that waited is taken, makes the frame's calls alone, and shows what was shown before and what a new player shows
 soon      so they are where they have not come to the frame yet
 twice     who goes back twice at once finds another one
 earlier   one waits a frame before, so that it is at once there after `next frame`, too
 truth     the window's pixels are the program's
 hidden    of two players the windows of one are shown
 unseen    a player shows the windows that something is drawn into, and no others, as programs make them for other ends
 along     in a later frame they wait there
 steps     it comes there though the session's player runs and stops many times meanwhile
 further   a frame before that is shown by a new player, and then one waits there
 breaks    breakpoints are met on the way, so all is played
 killed    where it has ended, going back starts a new one, which leaves out what the call does not need
 between   so it does where it ends between being chosen and being taken
 paused    a player that was stopped on its way says so, and goes to no call before the frame it was on its way to; a new one has
           the edits
 cheap     nobody waits for a frame that needs few calls
 ends      kill and the end of glstep end all

Environment: GLSTEP_TESTS=all: both kinds of traces; killed also where glstep does not know of it yet, as in between; more is compared with new players.
"""

import array as arrays
import bisect
import contextlib
import fcntl
import functools
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import EVERYTHING, GLSTEP, Console, Results, of_the_day, program  # noqa: E402
from leftovers import state_of  # noqa: E402
from lying_trace import BYTE, RGBA, TEXTURE_2D, Lies, context, egl_context  # noqa: E402
from patience import patience, wait_until  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_bytes import TRUE, array, blob, pointer, unsigned  # noqa: E402

FRAMEBUFFER = 0x8D40
SIZE, FRAMES, LATE, EARLIER, EARLY = 48, 264, 258, 252, 100
WORTH = 100000  # GS_SPARE_WORTH: a frame has some 410 calls, and EARLIER needs more than that
MIDWAY = 5000  # calls: a few frames
OVERDRAWN, TEXTURES = 600, 30


def record(kind):
    trace, pixels = os.path.join(FOLDER, f"{kind}.trace"), os.path.join(FOLDER, f"{kind}.rgba")
    subprocess.run([GLSTEP, "record", "-o", trace, "--", program("test-feedback"), str(FRAMES), pixels, "front", *(["egl"] if kind == "egl" else [])],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=patience(60), check=True)
    return trace


def find(console, pattern, start):
    """The numbers of some calls from there on."""
    return [call["index"] for call in console.run(f"calls find {pattern} from {start}")["calls"]]


class Frames:
    def __init__(self, trace):
        self.starts = [0]
        with Console([trace]) as console:
            while len(self.starts) <= FRAMES:
                self.starts += [number + 1 for number in find(console, "*SwapBuffers", self.starts[-1])]
            self.draws = {n: self.draws_of(console, n) for n in (EARLY, EARLIER, LATE, LATE + 1, LATE + 2, FRAMES - 1)}

    def draws_of(self, console, n):
        """The first, one of the next, and the last one, which shows all."""
        some = find(console, "glDrawArrays", self.starts[n])
        return some[0], some[9], find(console, "glDrawArrays", find(console, "glDisable", self.starts[n])[0])[0]

    def of(self, number):
        return max(n for n, start in enumerate(self.starts) if start <= number)


def players_of(console):
    """Without the one in the background that keeps checkpoints."""
    found = set()
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="latin-1") as file:
                name, rest = file.read().split("(", 1)[1].rsplit(")", 1)
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except (OSError, IndexError):  # it has gone meanwhile
            continue
        # One that is just beginning has no words yet.
        is_player = name == "glstep-replay" and words[0] and b"--checkpoints" not in words
        if is_player and rest.split()[0] != "Z" and int(rest.split()[1]) == console.process.pid:
            found.add(int(entry))
    return found


def here(console):
    return console.run("backtrace player")["thread"]


def shared(pid):
    """What glstep shares with the player: calls that it has made, the one that it is at and the one that it is to stop at, from 1."""
    text = subprocess.run([program("glstep-wire"), str(pid)], capture_output=True, text=True, check=True).stdout
    calls, player = re.search(r"^calls (\d+),", text, re.M), re.search(r"^player: call (\d+), stops before (\d+)(, hidden)?$", text, re.M)
    return int(calls[1]), int(player[1]), int(player[2]), bool(player[3])


def waiting_of(console, frames, earlier=0):
    """The players that have come to the start of the frame in which the session stands, or of one so many frames before."""
    first = here(console)
    start = frames.starts[frames.of(console.run("call")["index"]) - earlier]

    def arrived():
        found = set()
        for pid in players_of(console) - {first}:
            calls, at, stop, hidden = shared(pid)
            if hidden and start - 10 < stop <= start:
                if at != stop or state_of(pid) != "t":
                    return None
                found.add(pid)
        return found
    return wait_until("players to wait", arrived, idle=30, pause=0.2)  # each look runs a program for each player


def goto(console, number):
    stop = console.run(f"goto {number}")
    assert stop["call"]["index"] == number, stop
    return stop["call"]


def look(console):
    """What is bound as target, and the values of the pending draw's shader."""
    picture, values = os.path.join(FOLDER, "picture.png"), os.path.join(FOLDER, "values.csv")
    console.run(f"framebuffer {picture}")
    console.run("shader fragment")
    console.run("shader continue")
    console.run(f"values colour {values}")
    console.run("shader leave")
    seen = [console.run("call"), read_png(picture)]
    with open(values, encoding="ascii") as file:
        return [*seen, file.read()]


@functools.cache
def fresh(kind, number):
    with Console([TRACES[kind]]) as console:
        goto(console, number)
        return look(console)


def back(console, frames, number, seen):
    """With the player that waits, in what the frame costs."""
    waits = waiting_of(console, frames)
    calls = {pid: shared(pid)[0] for pid in waits}
    goto(console, number)
    waiting = here(console)
    assert waiting in waits, (waiting, waits)
    played = shared(waiting)[0] - calls[waiting]
    assert played <= number - frames.starts[frames.of(number)] + 10, f"{played} calls were played"
    assert look(console) == seen, "it shows other things"


def frame():
    frames = FRAMES_OF["glx"]
    first, middle, last = frames.draws[LATE]
    with Console([TRACES["glx"]]) as console:
        seen = {}
        for number in first, middle, last:
            goto(console, number)
            seen[number] = look(console)
        assert seen[first][1] != seen[middle][1] and seen[first][2] != seen[middle][2], "a frame in which nothing happens"
        for number in middle, first, last, first:
            if number > console.run("call")["index"]:
                goto(console, number)
                assert look(console) == seen[number]
            else:
                back(console, frames, number, seen[number])
        console.run("set uniform phase 0.25")
        assert look(console)[2] != seen[first][2]
        waiting = waiting_of(console, frames)
        console.run("again")
        assert here(console) in waiting and look(console) == seen[first], "the edit is still there"
    for number in (first, last) if EVERYTHING else (last,):
        assert fresh("glx", number) == seen[number], "a new player shows other things"


def soon(console):
    first, middle, _ = FRAMES_OF["glx"].draws[LATE]
    goto(console, first)
    seen = look(console)
    goto(console, middle)
    waiting = waiting_of(console, FRAMES_OF["glx"])
    for _ in range(2):
        goto(console, first)
        assert here(console) in waiting, (here(console), waiting, "another one was started")
        waiting = players_of(console) - {here(console)}
        assert len(waiting) == 2, waiting
        goto(console, middle)
    assert look(console) != seen
    goto(console, first)
    assert look(console) == seen


def twice(console):
    frames = FRAMES_OF["glx"]
    first, middle, _ = frames.draws[LATE]
    goto(console, first)
    seen = look(console)
    goto(console, middle)
    waiting = waiting_of(console, frames)
    assert len(waiting) == 2, waiting
    calls = {pid: shared(pid)[0] for pid in waiting}
    taken = []
    for _ in range(2):
        goto(console, first)
        taken.append(here(console))
        goto(console, middle)
    assert set(taken) == waiting, (taken, waiting)
    assert shared(taken[1])[0] - calls[taken[1]] <= middle - frames.starts[LATE] + 10, "it has played more than the frame"
    goto(console, first)
    assert look(console) == seen


def earlier(console):
    frames = FRAMES_OF["glx"]
    first, middle, _ = frames.draws[LATE]
    later = frames.draws[LATE + 1][0]
    goto(console, first)
    seen = look(console)
    waiting_of(console, frames)
    console.run("next frame")
    console.run("next draw")
    assert frames.of(console.run("call")["index"]) == LATE + 1
    behind, near = waiting_of(console, frames, 1), waiting_of(console, frames)
    assert len(behind) == len(near) == 1 and behind != near, (behind, near)
    waiting = behind.pop()
    calls = shared(waiting)[0]
    goto(console, first)
    assert here(console) == waiting and look(console) == seen
    assert shared(waiting)[0] - calls <= first - frames.starts[LATE] + 10, "it has played more than the frame"
    waiting_of(console, frames)
    goto(console, later)
    later_seen = look(console)
    waits = waiting_of(console, frames) | waiting_of(console, frames, 1)
    for _ in range(2 if EVERYTHING else 1):
        goto(console, later)
        console.run("again")
        assert here(console) in waits and look(console) == later_seen


def truth(console, kind):
    frames = FRAMES_OF[kind]
    first, _, last = frames.draws[FRAMES - 1]
    with open(os.path.join(FOLDER, f"{kind}.rgba"), "rb") as file:
        pixels = file.read()
    rows = [pixels[y * SIZE * 4:(y + 1) * SIZE * 4] for y in reversed(range(SIZE))]
    path = os.path.join(FOLDER, "picture.png")
    goto(console, last)
    for _ in range(2 if EVERYTHING else 1):
        console.run("step")
        console.run(f"framebuffer {path}")
        assert read_png(path) == (SIZE, SIZE, rows), "the window holds something else than the program's"
        waiting = waiting_of(console, frames)
        goto(console, first)
        assert here(console) in waiting
        goto(console, last)


def shown():
    """Players' windows, and those of them that can be seen."""
    tree = subprocess.run(["xwininfo", "-root", "-tree"], capture_output=True, text=True, check=True).stdout
    ids = re.findall(r'^\s+(0x[0-9a-f]+) "glstep-replay"', tree, re.M)
    states = [subprocess.run(["xwininfo", "-id", each], capture_output=True, text=True, check=False).stdout for each in ids]
    return len(ids), sum("Map State: IsViewable" in each for each in states)


def hidden(console, kind):
    frames = FRAMES_OF[kind]
    first, middle, _ = frames.draws[LATE]
    goto(console, middle)
    for number in first, find(console, "glBindFramebuffer", frames.starts[LATE])[0], middle:
        waiting = waiting_of(console, frames)
        assert shown() == (3, 1), shown()
        if number == middle:
            console.run("again")
        goto(console, number)
        assert number == middle or here(console) in waiting
        wait_until("the next one's window", lambda: shown() == (3, 1))


def windows_of(way):
    """A trace that makes a context current in three windows, draws into a framebuffer object while it is in the second one, and into the third;
    and the calls before and after the latter."""
    calls = Lies()
    (context if way == "glx" else egl_context)(calls, 0xC0)
    for window in 0xA1, 0xA2:
        surfaces = [window] if way == "glx" else [pointer(window)] * 2
        calls.make("glXMakeCurrent" if way == "glx" else "eglMakeCurrent", pointer(0xD0), *surfaces, pointer(0xC0), result=TRUE)
        if window == 0xA1:
            calls.make("glGenFramebuffers", 1, array(unsigned(1)))
            calls.make("glBindFramebuffer", FRAMEBUFFER, 1)
            calls.make("glClear", 0x4000)
            calls.make("glBindFramebuffer", FRAMEBUFFER, 0)
    before = calls.make("glFinish")
    calls.make("glClear", 0x4000)
    return calls, before, calls.make("glFinish")


def unseen(way):
    calls, before, after = windows_of(way)
    trace = os.path.join(FOLDER, "windows.trace")
    calls.save(trace)
    with Console([trace]) as console:
        for number, expected in (before, (3, 0)), (after, (3, 1)):
            goto(console, number)
            wait_until(f"{expected}, at call {number}", lambda expected=expected: shown() == expected)


def along(console):
    frames = FRAMES_OF["glx"]
    goto(console, frames.draws[LATE][1])
    waiting = waiting_of(console, frames)
    first, middle, _ = frames.draws[LATE + 1]
    goto(console, first)
    seen = look(console)
    goto(console, middle)
    assert waiting_of(console, frames) < waiting and waiting_of(console, frames, 1) < waiting, "others wait in the next frame"
    back(console, frames, first, seen)
    console.run("next frame")
    console.run("next draw")
    stop = console.run("next draw")
    assert frames.of(stop["call"]["index"]) == LATE + 2, stop
    seen = look(console)
    console.run("next draw")
    back(console, frames, stop["call"]["index"], seen)


def steps(console):
    frames = FRAMES_OF["glx"]
    first, middle, _ = frames.draws[LATE]
    goto(console, middle)
    goto(console, first)
    for _ in range(100):
        console.run("step")
    waiting_of(console, frames)


def further(console):
    frames = FRAMES_OF["glx"]
    goto(console, frames.draws[LATE][1])
    waiting = waiting_of(console, frames)
    first, middle, _ = frames.draws[EARLIER]
    goto(console, middle)
    assert here(console) not in waiting
    wait_until("the others' end", lambda: not any(os.path.exists(f"/proc/{pid}") for pid in waiting))
    assert len(players_of(console)) == 3, players_of(console)
    back(console, frames, first, fresh("glx", first))


def breaks(console):
    frames = FRAMES_OF["glx"]
    first, middle, _ = frames.draws[LATE]
    goto(console, middle)
    waiting = waiting_of(console, frames)
    console.run("break call glBindFramebuffer")
    stop = console.run(f"goto {first}")
    assert stop["stop"] == "breakpoint" and stop["call"]["index"] < frames.starts[1], stop
    assert not waiting & players_of(console)
    console.run("delete 1")
    goto(console, first)
    assert look(console) == fresh("glx", first)


def end(pids, is_known=True):
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    if is_known:
        wait_until("the waiting players' end", lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids))


def killed():
    frames = FRAMES_OF["glx"]
    first, middle, _ = frames.draws[LATE]
    for is_known in (False, True) if EVERYTHING else (True,):
        with Console([TRACES["glx"]]) as console:
            goto(console, first)
            seen = look(console)
            goto(console, middle)
            waiting = waiting_of(console, frames)
            end(waiting, is_known)
            goto(console, first)
            assert leaves_out(console, first, console.stderr()), "everything was played"
            assert look(console) == seen and here(console) not in waiting
            goto(console, middle)
            goto(console, first)
            assert look(console) == seen


def leaves_out(console, number, log):
    """The player, which stands there, has made about as many calls as are needed, and not one or more of each frame that are not."""
    needed = int(re.findall(r"needs (\d+) calls before it", log)[-1])
    calls = shared(here(console))[0]
    assert number - needed > LATE, (number, needed)
    return calls < needed + 50


class Messages:
    """glstep's messages, and glstep held up before its next one."""

    def __init__(self):
        self.reader, self.writer = os.pipe()
        self.text = b""

    def take(self):
        os.set_blocking(self.reader, False)
        with contextlib.suppress(BlockingIOError):
            while some := os.read(self.reader, 1 << 16):
                self.text += some
        return self.text.decode()

    def hold(self):
        """Until take(): there is no room for it."""
        self.take()
        own = os.open(f"/proc/self/fd/{self.writer}", os.O_WRONLY | os.O_NONBLOCK)
        for size in 4096, 1:
            with contextlib.suppress(BlockingIOError):
                while os.write(own, b"\n" * size):
                    pass
        os.close(own)

    def close(self):
        os.close(self.reader)
        os.close(self.writer)


def is_asleep(console):
    """It has read its command and does nothing."""
    unread = arrays.array("i", [0])
    fcntl.ioctl(console.process.stdin, termios.FIONREAD, unread)
    return unread[0] == 0 and state_of(console.process.pid) == "S"


def end_between():
    """The waiting player ends while glstep is held up after it has chosen it: False if it was held up before that."""
    frames = FRAMES_OF["glx"]
    first, middle, _ = frames.draws[LATE]
    messages = Messages()
    with Console([TRACES["glx"]], errors=messages.writer) as console:
        goto(console, first)
        seen = look(console)
        goto(console, middle)
        waiting = waiting_of(console, frames)
        messages.hold()
        console.send(f"goto {first}")
        wait_until("glstep to be held up", lambda: is_asleep(console), pause=0)
        end(waiting)
        messages.take()
        assert console.answer(f"goto {first}")["result"]["call"]["index"] == first
        good = leaves_out(console, first, messages.take())
        assert here(console) not in waiting and look(console) == seen
    was_chosen = f"is taken for call {first}" in messages.take()
    messages.close()
    assert good, f"everything was played, chosen: {was_chosen}"
    return was_chosen


def between():
    assert any(end_between() for _ in range(10)), "it was never held up in time"


LOST = "uniforms that were set before are lost"
NOT_WHOLE = "GL may hold other things here than in the program"


def overdrawn(trace):
    """A trace of textures that all remain; each frame clears the window, and gives the first texture its texels anew. The frames' starts."""
    calls, starts = Lies(), []
    context(calls)
    calls.make("glViewport", 0, 0, SIZE, SIZE)

    def fill(name, texel):
        calls.make("glBindTexture", TEXTURE_2D, name)
        calls.make("glTexImage2D", TEXTURE_2D, 0, RGBA, 1, 1, 0, RGBA, BYTE, blob(bytes(texel)))
    calls.make("glGenTextures", 1, array(unsigned(1)))
    for n in range(OVERDRAWN):
        starts.append(calls.make("glClearColor", n % 251 / 251, 0.0, 0.0, 1.0))
        calls.make("glClear", 0x4000)
        fill(1, [n % 251, n // 251, 0, 255])
        for k in range(TEXTURES):
            name = 2 + n * TEXTURES + k
            calls.make("glGenTextures", 1, array(unsigned(name)))
            fill(name, [k, 0, 0, 255])
        calls.make("glXSwapBuffers", pointer(0xD0), 0xA0)
    calls.save(trace)
    return starts


def contents(console):
    pictures = [os.path.join(FOLDER, f"{name}.png") for name in ("window", "texture")]
    console.run(f"framebuffer {pictures[0]}")
    console.run(f"texture 1 {pictures[1]}")
    return [read_png(each) for each in pictures]


def interrupted(trace, number):
    """A console, and the stop of a `goto` to that call that was interrupted on its way; None: it has come there."""
    console = Console([trace], read=["-c"])
    console.send(f"goto {number}")

    def is_on_its_way():
        for pid in players_of(console):
            with contextlib.suppress(OSError, TypeError, subprocess.CalledProcessError):  # it has not begun
                if shared(pid)[1] > MIDWAY:
                    return True
        return select.select([console.process.stdout], [], [], 0)[0]
    wait_until("the player to be on its way", is_on_its_way, pause=0)
    console.process.send_signal(signal.SIGINT)
    stop = console.answer(f"goto {number}")["result"]
    if stop["call"]["index"] < number:
        return console, stop
    console.close()
    return None


def paused():
    trace = os.path.join(FOLDER, "overdrawn.trace")
    starts = overdrawn(trace)
    goal = starts[-2] + 20
    for way in "goto", "step", "again", "on":
        console, stop = next(filter(None, (interrupted(trace, goal) for _ in range(10))))
        with console:
            at, player = stop["call"]["index"], here(console)
            near = starts[bisect.bisect(starts, at) + 1] + 20
            assert near < starts[-2], "it was stopped too late"
            assert NOT_WHOLE in stop.get("note", "") and f"before call {starts[-2]} " in stop["note"], stop
            if way == "step":
                assert NOT_WHOLE in console.run("step").get("note", "")
                console.run("skip")
            number = {"again": at, "on": goal}.get(way, near)
            stop = console.run("again" if way == "again" else f"goto {number}")
            assert stop["call"]["index"] == number and NOT_WHOLE not in stop.get("note", ""), (way, stop)
            assert LOST not in stop.get("note", ""), (way, stop)  # a call that was skipped is an edit of the trace
            assert (here(console) == player) == (way == "on"), way
            seen = contents(console)
            assert way != "on" or NOT_WHOLE not in console.run("next frame").get("note", "")
        with Console([trace]) as console:
            goto(console, number)
            assert contents(console) == seen, f"{way}: it shows other things"


def cheap():
    frames = FRAMES_OF["glx"]
    with Console([TRACES["glx"]]) as console:
        goto(console, frames.draws[LATE][0])
        before = re.search(r"needs (\d+) calls", console.stderr())
        assert before and int(before[1]) > WORTH, console.stderr()
        assert len(players_of(console)) == 3
    with Console([TRACES["glx"]]) as console:
        goto(console, frames.draws[EARLY][1])
        before = re.search(r"needs (\d+) calls", console.stderr())
        assert before and 0 < int(before[1]) < WORTH, console.stderr()
        console.run("next frame")
        assert len(players_of(console)) == 1, "somebody waits for an early frame"


def ends():
    frames = FRAMES_OF["glx"]
    with Console([TRACES["glx"]]) as console:
        goto(console, frames.draws[LATE][0])
        assert len(players_of(console)) == 3
        console.run("kill")
        assert not players_of(console), players_of(console)
        goto(console, frames.draws[LATE][0])
        waiting_of(console, frames)
        pids = players_of(console)
        assert len(pids) == 3, pids
    wait_until("the end of the players", lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids))
    with Console([TRACES["glx"]]) as console:
        goto(console, frames.draws[LATE][0])
        pids = players_of(console)
        assert len(pids) == 3, pids
        console.kill()
    wait_until("the end of the players of a glstep that was killed", lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids))


os.environ["GLSTEP_DEBUG"] = "session"
with tempfile.TemporaryDirectory() as FOLDER:
    os.environ["XDG_CACHE_HOME"] = os.path.join(FOLDER, "cache")
    SHOWN = of_the_day(["glx", "egl"])
    TRACES = {kind: record(kind) for kind in {"glx", *SHOWN}}
    FRAMES_OF = {kind: Frames(trace) for kind, trace in TRACES.items()}
    results = Results()
    results.check("frame", frame)
    with Console([TRACES["glx"]]) as session:
        for each in soon, twice, steps, earlier, along, further, breaks:
            results.check(each.__name__, each, session)
    for way in SHOWN:
        with Console([TRACES[way]]) as session:
            for each in hidden, truth:
                results.check(f"{each.__name__}-{way}", each, session, way)
        results.check(f"unseen-{way}", unseen, way)
    for each in killed, between, paused, cheap, ends:
        results.check(each.__name__, each)
sys.exit(results.failed > 0)
