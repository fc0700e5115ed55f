#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a frame is: of programs with several windows, contexts and threads, and of those that swap no buffers.

history-WAY    a pixel's history is that of the window which the pending call draws into, whichever other windows end frames meanwhile
trace-WAY      in a trace it is that of the same window, also when a frame is named, and the same call is pending afterwards, also after a refusal
same-WAY       in a trace a frame's history is what it was in the program
shown-WAY      frames that end with a copy of a part of the window, or with glFlush where it has one buffer: next frame, history, recorded frames
single         attachments of a window with one buffer
unshown-WAY    where nothing is shown, a history's frame ends where it is finished or read back; `next frame` says that none has ended
idle           a window that is drawn no more has no next frame, and the program has not run to its end for it
never          a program that shows nothing: `next frame` says so at its end, and a history is refused
kept-WAY       the frame that is kept is that of the window which the pending call draws into, also where other threads end theirs meanwhile
told-WAY       whatever tells of a trace's frames means the same ones: statistics, passes, `next frame`, `next pixel`, extraction
state-WAY      `state changed frame` tells what calls have set since the window's frame began, whichever others have ended since, also in a trace
parted-WAY     `record --frames` keeps whole frames: each is drawn as in the whole trace, though others' calls stand between its own
faulty-WAY     the checklist counts a window's own frames: what its third one may not do, what is cleared in it; the report counts errors
listed-WAY     of two threads no executed call is missing in the list, and the pending one is none of it
inside         paused in a call that takes long: which one that is
Of the ways some are taken, others each day; with GLSTEP_TESTS=all all of them.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import EVERYTHING, Console, Results, of_the_day, program  # noqa: E402
from patience import patience, wait_until  # noqa: E402
from piglit import read_png  # noqa: E402

PROGRAM = program("test-windows")
CONTEXTS = program("test-contexts")
REPLAY = program("glstep-replay")
SIZE, MANY = 48, "100000"


def events(history):
    return [event["call"]["name"] for event in history["events"]]


def frame_of(window):
    """What test-windows draws into that window in a frame."""
    return ["glClear"] + (window + 1) * ["glRectf"]


def stand_in(console, window):
    """At a call of that window's own thread and context, whose colour has its number."""
    number = console.run(f"break call glColor3f if red == {(window + 1) / 4}")["breakpoints"][-1]["number"]
    stop = console.run("continue")
    assert stop["stop"] == "breakpoint", stop
    console.run(f"delete {number}")
    return stop["call"]


def check_history(console, window):
    call = stand_in(console, window)
    history = console.run("history pixel 5 7")
    assert (history["width"], history["height"]) == (SIZE + 16 * window, SIZE), history
    assert events(history) == frame_of(window), events(history)
    assert {event["call"]["thread"] for event in history["events"]} == {call["thread"]}, history
    red = [round(4 * event["after"][0] / 255) if event["after"][0] > 1 else round(4 * event["after"][0]) for event in history["events"][1:]]
    assert red == (window + 1) * [window + 1], history["events"]
    end = console.run("call")
    assert "SwapBuffers" in end["name"] and end["thread"] == call["thread"], end
    return end["arguments"][1]["value"]


def history(way, windows):
    with Console([PROGRAM, *way, MANY]) as console:
        shown = [check_history(console, window) for window in range(windows)]
        assert len(set(shown)) == windows, shown
        again = [check_history(console, window) for window in reversed(range(windows))]
        assert again == shown[::-1], (shown, again)


def recorded(argv, folder):
    path = os.path.join(folder, "a.trace")
    subprocess.run([os.environ["GLSTEP"], "record", "-o", path, "--", *argv], check=True, stdout=subprocess.DEVNULL, timeout=patience(60))
    return path


def check_window(history, window, call):
    """That it is the history of one frame of that window, and of the thread of that call."""
    assert (history["width"], history["height"]) == (SIZE + 16 * window, SIZE), history
    assert events(history) == frame_of(window), events(history)
    assert {event["call"]["thread"] for event in history["events"]} == {call["thread"]}, (history, call)
    assert not any(event["changed_between"] for event in history["events"]), history
    reds = [round(4 * event["after"][0]) for event in history["events"][1:]]
    assert reds == (window + 1) * [window + 1], history["events"]


def check_trace_history(console, window):
    call = stand_in(console, window)
    history = console.run("history pixel 5 7")
    check_window(history, window, call)
    assert console.run("call") == call, (console.run("call"), call)
    assert call["index"] in range(history["events"][0]["call"]["index"], history["events"][-1]["call"]["index"]), (call, history)
    answer = console.command(f"history pixel {SIZE + 16 * window} 0")
    assert not answer["ok"] and f"{SIZE + 16 * window} x {SIZE}" in answer["error"]["message"], answer
    assert console.run("call") == call
    return history["frame"]


def trace(way, windows):
    with tempfile.TemporaryDirectory() as folder, Console([recorded([PROGRAM, *way], folder)]) as console:
        # of the first frames of each, and of later ones
        own = [[check_trace_history(console, window) for window in range(windows)] for _ in range(2)]
        assert len({frame for some in own for frame in some}) == 2 * windows, own
        call = console.run("call")
        for some in own:
            for window, frame in enumerate(some):
                history = console.run(f"history pixel 5 7 {frame}")
                assert history["frame"] == frame, history
                check_window(history, window, history["events"][0]["call"])
                assert console.run("call") == call
        answer = console.command(f"history pixel {SIZE} 7 {own[0][0]}")
        assert not answer["ok"] and f"{SIZE} x {SIZE}" in answer["error"]["message"], answer
        assert console.run("call") == call
        answer = console.command("history pixel 5 7 1000")
        assert not answer["ok"] and "no frame 1000" in answer["error"]["message"], answer
        assert console.run("call") == call


def told(history):
    """What of it is the same in a trace: not the numbers of calls, as the recorder makes some up."""
    return history["frame"], [(event["kind"], event["text"], event["before"], event["output"], event["after"], event["changed_between"],
                               event["call"]["name"], event["call"]["arguments"]) for event in history["events"]]


def same(way, windows):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        with Console([PROGRAM, *way, "12"]) as console:
            console.run(f"trace start {path}")
            live = []
            for window in range(windows):
                stand_in(console, window)
                live.append(told(console.run("history pixel 5 7")))
            console.run("continue")
        with Console([path]) as console:
            console.run("next draw")
            for history in live:
                found = told(console.run(f"history pixel 5 7 {history[0]}"))
                assert found == history, (found, history)


def recorded_frames(argv):
    """How many the recorder and the player count."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        answer = subprocess.run([os.environ["GLSTEP"], "record", "--json", "-o", path, "--", *argv], check=True, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, timeout=patience(30)).stdout
        lines = [line for line in answer.decode().splitlines() if line.startswith("{")]
        played = subprocess.run([REPLAY, "--md5", path], check=True, stdout=subprocess.PIPE, timeout=patience(30)).stdout
        return json.loads(lines[-1])["frames"], len(re.findall(rb"^frame \d+ ", played, re.M))


def shown(argv, ends, drawn):
    with Console(argv) as console:
        for number in range(2):
            stop = console.run("next frame")
            assert re.fullmatch(ends, stop["call"]["name"]) and stop["frame"] == number, stop
        found = console.run("history pixel 5 7")
        assert found["frame"] == 2 and events(found) == drawn, found
        stop = console.run("next frame")
        assert re.fullmatch(ends, stop["call"]["name"]) and stop["frame"] == 3, stop
    assert recorded_frames(argv) == (6, 6), recorded_frames(argv)


def single():
    """No other colour buffer is there, and none is told of."""
    with Console([CONTEXTS, "--single", "one"]) as console:
        console.run("next draw")
        points = [attachment["binding"] for attachment in console.run("attachments")["attachments"]]
        assert points == ["GL_FRONT_LEFT", "GL_DEPTH"], points


def unshown(way, ends):
    with Console([PROGRAM, way]) as console:
        console.run("next draw")
        for ended in (1, 2):
            found = console.run("history pixel 5 7")
            assert events(found) == frame_of(0) and found["frame"] == 0, found
            assert console.run("call")["name"] == ends and found["events"][1]["draw"] == ended, found
        stop = console.run("next frame")
        assert stop["stop"] == "exited" and "no frame has ended" in stop["note"], stop
    assert recorded_frames([PROGRAM, way])[0] == 0


def idle():
    with Console([PROGRAM, "idle", MANY]) as console:
        assert check_history(console, 0)
        answer = console.command("history pixel 5 7")
        assert not answer["ok"] and "no frame of this window" in answer["error"]["message"], answer
        check_history(console, 1)


def never():
    with Console([PROGRAM, "never"]) as console:
        stop = console.run("next frame")
        assert stop["stop"] == "exited" and "no frame has ended" in stop["note"], stop
        console.run("restart")
        console.run("next draw")
        answer = console.command("history pixel 5 7")
        assert not answer["ok"] and "no frame of this window has ended" in answer["error"]["message"], answer


def kept(way, window, windows=2):
    """Played, it shows that window alone, as the draw that was pending leaves it."""
    with tempfile.TemporaryDirectory() as folder:
        whole, one = (os.path.join(folder, name) for name in ("whole.trace", "one.trace"))
        with Console([PROGRAM, *way, MANY]) as console:
            console.run(f"trace start {whole}")
            for other in range(1, windows):
                stand_in(console, (window + other) % windows)
            stand_in(console, window)
            console.run(f"trace save {one} frame")
        check_kept(one, folder, window)


def check_kept(path, folder, window):
    subprocess.run([REPLAY, "--images", folder, path], check=True, stdout=subprocess.DEVNULL, timeout=patience(30))
    images = sorted(name for name in os.listdir(folder) if name.endswith(".png"))
    assert images, os.listdir(folder)
    width, height, rows = read_png(os.path.join(folder, images[-1]))
    assert (width, height) == (SIZE + 16 * window, SIZE), (images, width, height)
    red, green = rows[7][4 * 5:4 * 5 + 2]
    assert (round(4 * red / 255), round(4 * green / 255)) == (window + 1, window + 1), (red, green)


def told_of(way, frames):
    """frames: how many the windows have."""
    def tool(*words):
        return subprocess.run([program("glstep-trace"), *words], check=True, stdout=subprocess.PIPE, timeout=patience(30)).stdout.decode()
    with tempfile.TemporaryDirectory() as folder:
        path, one = recorded([PROGRAM, *way], folder), os.path.join(folder, "one.trace")
        draws = [json.loads(line)["draws"] for line in tool("statistics", "--per", "frame", "--json", path).splitlines()]
        assert sorted(draws) == sorted(window + 1 for window, n in enumerate(frames) for _ in range(n)), draws
        with Console([path]) as console:
            assert [each["draws"] for each in console.run("calls passes")["passes"]] == draws
            for frame, n in enumerate(draws):
                console.run("next call glClear")
                assert console.run("next pixel 5 7")["call"]["name"] == "glRectf"
                colour = console.run("state GL_CURRENT_COLOR")["GL_CURRENT_COLOR"]
                stop = console.run("next frame")
                assert stop["frame"] == frame and float(colour.split()[0].strip("(,")) == n / 4, (frame, n, colour, stop)
                assert console.run("statistics frame")["functions"]["glRectf"] == n
                assert [each["draws"] for each in console.run(f"calls passes {frame}")["passes"]] == [n]
        for window in range(len(frames)):  # the last frame of each
            frame = len(draws) - 1 - draws[::-1].index(window + 1)
            tool("extract", "--frame", str(frame), "--check", path, one)
            check_kept(one, folder, window)


def colour(text):
    return tuple(float(word) for word in re.findall(r"-?[\d.]+", text))


def check_changes(console, window, step):
    """Before the colour of a rectangle: what the calls of the window's frame so far have set. step: by how much its frames' numbers differ."""
    stand_in(console, window)
    call = console.run("call")
    red, green, blue = (argument["value"] for argument in call["arguments"])
    nth = round(4 * green)  # rectangle, from 1
    answer = console.run("state changed frame")
    told = {change["name"]: (colour(change["before"]), colour(change["now"])) for change in answer["changes"] if "COLOR" in change["name"]}
    parity = round(4 * blue) % 2
    if step % 2:
        clear = told.pop("GL_COLOR_CLEAR_VALUE")
        assert clear == ((0, 0, 1 - parity, 1), (0, 0, parity, 1)), (clear, call)
    if nth > 1:
        before, now = told.pop("GL_CURRENT_COLOR")
        assert before == (red, red, (blue - step / 4) % 1, 1) and now == (red, (nth - 1) / 4, blue, 1), (before, now, call)
    assert not told, told


def state(way, windows):
    with tempfile.TemporaryDirectory() as folder:
        for argv in [PROGRAM, *way, MANY], [recorded([PROGRAM, *way, "40"], folder)]:
            with Console(argv) as console:
                stand_in(console, 0)
                assert not console.command("state changed frame")["ok"]  # nobody knew that it would be asked
                for window in 2 * [*range(windows)]:
                    for _ in range(window + 1):  # the frame may have begun before
                        stand_in(console, window)
                    check_changes(console, window, window + 1 if "three" in way else 1)


def pictures(path):
    """Of each frame the size of its window, and its colour in quarters: a driver may draw the same one as 63 and 64."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([REPLAY, "--images", folder, path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=patience(30))
        found = [read_png(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]
    return [(width, height, *{tuple(round(4 * part / 255) for part in row[4 * x:4 * x + 3]) for row in rows for x in range(width)})
            for width, height, rows in found]


def parted(way):
    with tempfile.TemporaryDirectory() as folder:
        path = recorded([PROGRAM, *way], folder)
        whole = pictures(path)
        assert whole[0] == (SIZE, SIZE, (1, 1, 0)) and len(whole) > 8, whole
        for first, last in (1, 2), (3, 6):
            os.remove(path)
            subprocess.run([os.environ["GLSTEP"], "record", "-o", path, "--frames", f"{first}-{last}", "--", PROGRAM, *way], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=patience(60))
            assert pictures(path) == whole[first:last + 1], (first, last, pictures(path), whole)


def faulty(way, frames):
    """frames: how many each window has."""
    with tempfile.TemporaryDirectory() as folder:
        path = recorded([PROGRAM, *way[:-1], "faulty", way[-1], str(frames[0])], folder)

        def tell(word):
            return json.loads(subprocess.run([program("glstep-trace"), word, "--json", path], check=True, stdout=subprocess.PIPE, timeout=patience(30)).stdout)
        items = {item["id"]: (item["found"], item.get("frames")) for item in tell("checklist")["items"]}
        asked, drawn = frames[1] - 2, sum(n - 2 for n in frames[1:])
        assert items["depth-not-cleared"] == (drawn, drawn), items["depth-not-cleared"]
        assert items["error-asked"] == (asked, asked), items["error-asked"]
        assert items["texture-loaded"] == (0, 0), items["texture-loaded"]
        errors = [issue for issue in tell("report")["issues"] if issue["id"] == "gl-error"]
        assert [(issue["found"], issue["frames"]) for issue in errors] == frames[1] * [(1, 1)], errors
        calls = [issue["calls"][0] for issue in errors]  # the other windows' questions are of other contexts
        told = [f"raised by a call between {before} and {call}" for before, call in zip(calls, calls[1:])]
        assert [issue["text"].split(": ")[1] for issue in errors] == [f"raised by a call before {calls[0]}", *told], errors


def swaps_of_others(console, thread):
    calls = console.run("calls 100000")["calls"]
    first = max(call["index"] for call in calls if call["thread"] == thread)
    return sum(call["name"] == "glXSwapBuffers" and call["thread"] != thread and call["index"] > first for call in calls)


def kept_ahead():
    """Of two threads one ends two frames while the other stands at the end of its own, which is the one to be kept."""
    with tempfile.TemporaryDirectory() as folder:
        whole, one = (os.path.join(folder, name) for name in ("whole.trace", "one.trace"))
        with Console([PROGRAM, "ahead", MANY]) as console:
            console.run(f"trace start {whole}")
            thread = stand_in(console, 1)["thread"]
            window = next(call["arguments"][1]["value"] for call in console.run("calls 100000")["calls"]
                          if call["name"] == "glXMakeCurrent" and call["thread"] == thread)
            console.run(f"break call glXSwapBuffers if drawable == {window}")
            stop = console.run("continue")
            assert stop["call"]["name"] == "glXSwapBuffers" and stop["call"]["thread"] == thread, stop
            wait_until("the frames of the other thread", lambda: swaps_of_others(console, thread) == 2)
            kept = console.run(f"trace save {one} frame")
            assert kept["kept_frame"] == stop["frame"] + 2, (kept, stop)
            console.kill()
        check_kept(one, folder, 1)


def kept_ended():
    """The program ends before the window's frame does, and others are no substitute."""
    with tempfile.TemporaryDirectory() as folder, Console([PROGRAM, "idle"]) as console:
        console.run(f"trace start {os.path.join(folder, 'whole.trace')}")
        console.run("next frame 3")  # the first window's last one
        console.run("step")
        answer = console.command(f"trace save {os.path.join(folder, 'one.trace')} frame")
        assert not answer["ok"] and "no frame of this window" in answer["error"]["message"], answer


def listed_as(console, index):
    return [call["name"] for call in console.run("calls 100000")["calls"] if call["index"] == index]


def listed(way):
    with Console([PROGRAM, *way, "200"]) as console:
        for _ in range(12):
            stop = console.run("next draw")
            index = stop["call"]["index"]
            assert stop["call"]["name"] == "glRectf" and console.run("call")["index"] == index, stop
            around = console.run(f"calls from {max(index - 20, 0)} 60")["calls"]
            assert index not in [call["index"] for call in around], (index, around)
            if console.run("step")["stop"] != "exited":
                wait_until("the call, which may still be drawing", lambda: listed_as(console, index) == ["glRectf"])
        console.run("continue")
        numbers = [call["index"] for call in console.run("calls 100000")["calls"]]
        assert sorted(numbers) == list(range(len(numbers))), "some calls are missing"


def inside():
    with Console([PROGRAM, "long"], options=["--timeout", "2"]) as console:
        console.run("next call glFinish")
        answer = console.command("continue")
        assert not answer["ok"] and answer["error"]["code"] == "timeout", answer
        answer = console.command("state")
        assert answer["error"]["code"] == "outside-gl" and "glFinish, which has not returned" in answer["error"]["message"], answer
        stop = console.run("pause")
        assert stop["outside_gl"] and stop["inside"] == "glFinish", stop
        assert console.run("calls 1")["calls"][0]["index"] == stop["inside_index"] - 1, stop


results = Results()
systems = [[], ["egl"]]
for number, (name, *windowed) in of_the_day(list(enumerate((("turns", 2), ("three", 3), ("threads", 2), ("paired", 2))))):
    for egl in systems if EVERYTHING else systems[number % 2:][:1]:
        results.check("-".join(["frames-history", name, *egl]), history, [*egl, name], *windowed)
for number, (name, *windowed) in of_the_day(list(enumerate((("turns", 2), ("three", 3), ("paired", 2)))), 3):
    for egl in systems if EVERYTHING else systems[1 - number % 2:][:1]:
        results.check("-".join(["frames-trace", name, *egl]), trace, [*egl, name], *windowed)
    results.check(f"frames-same-{name}", same, [name], *windowed)
results.check("frames-shown-copy", shown, [PROGRAM, "copy"], "glXCopySubBufferMESA", frame_of(0))
results.check("frames-shown-single", shown, [CONTEXTS, "--frames", "6", "--single", "one"], "glFlush|glFinish", ["glClear", "glDrawArrays"])
results.check("frames-single", single)
results.check("frames-unshown-finished", unshown, "unshown", "glFinish")
results.check("frames-unshown-read", unshown, "read", "glReadPixels")
results.check("frames-idle", idle)
results.check("frames-never", never)
for which in 0, 1:
    results.check(f"frames-kept-turns-{which}", kept, ["turns"], which)
for which in of_the_day(range(3), 3):
    results.check(f"frames-kept-three-egl-{which}", kept, ["egl", "three"], which, 3)
results.check("frames-kept-ahead", kept_ahead)
results.check("frames-kept-ended", kept_ended)
for name, of_each in of_the_day([("turns", [6, 6]), ("three", [6, 3, 2])]):
    results.check(f"frames-told-{name}", told_of, [name], of_each)
for number, (name, *windowed) in of_the_day(list(enumerate((("turns", 2), ("three", 3), ("paired", 2), ("late", 2))))):
    for egl in systems if EVERYTHING else systems[number % 2:][:1]:
        results.check("-".join(["frames-state", name, *egl]), state, [*egl, name], *windowed)
    for egl in systems if EVERYTHING else systems[1 - number % 2:][:1]:
        results.check("-".join(["frames-parted", name, *egl]), parted, [*egl, name])
for name, of_each in of_the_day([("turns", [8, 8]), ("three", [12, 6, 4]), ("threads", [8, 8]), ("paired", [8, 8]), ("late", [8, 8])]):
    results.check(f"frames-faulty-{name}", faulty, [name], of_each)
results.check("frames-listed", listed, ["threads"])
if EVERYTHING:
    results.check("frames-listed-egl", listed, ["egl", "threads"])
results.check("frames-inside", inside)
sys.exit(1 if results.failed else 0)
