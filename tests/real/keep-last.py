#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
keep-last.py - `glstep record --keep-last N`: the last frames alone, which play by themselves.

 SCENE    a run of which the last frames were kept: these are the program's own, which were read in another run just before each swap, drawn by
          glstep-replay and by glretrace; first_frame says which they are
 session  likewise `trace start last N FILE` in the middle of a run
 held     likewise `glstep --keep-last N`: without a file, until a frame is wanted; a recording of the user's is made meanwhile
 dying    of a debugged program that crashes, the last frames and the call in which it did are there, and its end is told with the file's name
 files    no file can be opened for a while
 windows  several windows, threads and contexts
 few      a program that draws fewer frames than are to be kept: all of them are there
 signal   SIGUSR1 writes the frames up to then to a file of their own, and the program goes on
 key      likewise a key
 crash    of a program that a signal kills, the last frames are there
 bounded  a run of many frames takes no more of the disk than one of a few
 wrong    what is no number of frames is refused with a sentence

Environment: GLSTEP_TESTS=all: all scenes, else each third in turn.
"""

import glob
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Console, Results, of_the_day, program, without_libraries  # noqa: E402
from patience import patience, wait_until  # noqa: E402
from trace_tools import EVERYTHING, differing, faults, live_frames, our_pictures, played_pictures, run  # noqa: E402

KEEP = 3
FRAMES = 11  # of --frames 10; what is kept begins within the second recording before the last one
SCENES = ["plain", "passes", "blended", "dual", "stencil", "feedback", "paused", "instanced", "indirect", "legacy", "list", "fixed", "assembly",
          "coherent", "drift", "pile", "formats", "blocks", "heaps", "captured", "dispatched", "swapped", "bound", "query", "unpacked", "renewed",
          "elements", "restarted-elements", "interleaved", "es-heaps"]


def keep(folder, argv, frames=KEEP, status=0):
    path = os.path.join(folder, "last.trace")
    done = subprocess.run([GLSTEP, "record", "--json", "--keep-last", str(frames), "-o", path, "--", *argv], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=patience(60))
    assert done.returncode == status, done
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    assert len(lines) == 1, done
    return path, json.loads(lines[0])


def compare(path, live, name):
    """The trace's frames are those of the program; glretrace draws the first one of each part of a trace before its window has its size."""
    played = our_pictures(path)
    assert len(played) == len(live), (len(played), len(live))
    for i, (a, b) in enumerate(zip(live, played, strict=True)):
        assert not differing(a, b), f"frame {i}: {differing(a, b)} differ"
    others = played_pictures(path) if shutil.which("glretrace") and name != "interleaved" else live  # it sizes windows by viewports
    assert len(others) == len(live), (len(others), len(live))
    for i, (a, b) in enumerate(zip(live, others, strict=True)):
        assert i == 0 or not differing(a, b), f"glretrace, frame {i}: {differing(a, b)} differ"


def scene(name):
    argv = [program("test-scenes"), name, "--frames", str(FRAMES - 1)]
    with tempfile.TemporaryDirectory() as folder:
        path, told = keep(folder, argv)
        live = live_frames(folder, argv)
        assert len(live) == FRAMES, len(live)
        assert not faults(path), faults(path)
        assert (told["frames"], told["first_frame"]) == (KEEP, FRAMES - KEEP), told
        assert json.loads(run("info", "--json", path)[0])["frames"] == KEEP
        compare(path, live[-KEEP:], name)


def windows():
    """Several windows, threads and contexts: a frame of window k is a glClear and k + 1 rectangles. What a window drew of its first frame before the
    trace's first one is not there."""
    batch = ["chrt", "--batch", "0"]  # the threads' turns are longer: one ends frames when the other has long begun the next segment
    ways = [(way, []) for way in ("threads", "turns", "three", "idle", "egl threads", "egl turns")] + [("egl threads", batch)] * 6
    for way, turns in ways:
        with tempfile.TemporaryDirectory() as folder:
            path, told = keep(folder, [*turns, program("test-windows"), *way.split(), "30"], 4)
            assert told["frames"] == 4 and len(our_pictures(path)) == 4, (way, told)
            drawn, begun = {}, set()  # what each thread has drawn of its frame, and threads of which a frame has ended
            for line in run("dump", "--json", path)[0].splitlines():
                call = json.loads(line)
                name, thread = call["function"], call["thread"]
                if call.get("fake"):
                    continue
                if name in ("glClear", "glRectf"):
                    drawn.setdefault(thread, []).append(name)
                elif name.endswith("SwapBuffers"):
                    frame = drawn.pop(thread, [])
                    is_whole = frame in (["glClear", *["glRectf"] * n] for n in (1, 2, 3))
                    assert is_whole or len(begun) and thread not in begun, (way, thread, frame)
                    begun.add(thread)
            assert begun, way


def in_a_session():
    """Begun in the middle of a run by `trace start`: a frame is kept out of it, and all are there when it ends."""
    live = live_frames_of(12)
    with tempfile.TemporaryDirectory() as folder, Console([program("test-scenes"), "drift", "--frames", "30"]) as console:
        path, one = os.path.join(folder, "last.trace"), os.path.join(folder, "one.trace")
        console.run("next frame 4")
        started = console.run(f"trace start last {KEEP} {path}")
        assert (started["last"], started["whole"], started["missing"]) == (KEEP, False, []), started
        console.run("next frame 7")
        kept = console.run(f"trace save {one} frame")
        assert kept["kept_frame"] == 10, kept
        console.run("next frame")
        stopped = console.run("trace stop")
        assert KEEP <= stopped["frames"] < 2 * KEEP and stopped["bytes"] == os.path.getsize(path), stopped
        assert stopped["first_frame"] + stopped["frames"] == 11, stopped
        for file, wanted in (one, live[10:11]), (path, live[stopped["first_frame"]:11]):
            played = our_pictures(file)
            assert len(played) == len(wanted), (file, len(played), len(wanted))
            assert not any(differing(a, b) for a, b in zip(played, wanted)), file
        assert not console.command("trace start last 3")["ok"] and not os.path.exists("last 3")
        for words in "last 0", "last -1", "last x", "last 99999999":
            assert not console.command(f"trace start {words} {path}")["ok"], words


def is_of(file, wanted):
    played = our_pictures(file)
    assert len(played) == len(wanted), (file, len(played), len(wanted))
    assert not any(differing(a, b) for a, b in zip(played, wanted, strict=True)), file


def held():
    """The frame that was just seen, and others, of which nobody had said beforehand that they are wanted."""
    live = live_frames_of(16)
    with tempfile.TemporaryDirectory() as folder, \
         Console([program("test-scenes"), "drift", "--frames", "30"], options=["--keep-last", str(KEEP)], directory=folder) as console:
        def save(name, words):
            return os.path.join(folder, name), console.command(f"trace save {os.path.join(folder, name)} {words}".strip())

        assert not save("none", "last")[1]["ok"]  # no frame has ended
        console.run("next frame 7")
        for words, told, wanted in ("last", (5, 1), live[5:6]), (f"last {KEEP}", (3, KEEP), live[3:6]), ("last 100", (0, 6), live[:6]):
            file, answer = save("kept", words)
            if words == "last 100":  # all that there are: fewer than twice as many
                told = 6 - answer["result"]["frames"], answer["result"]["frames"]
                wanted = live[told[0]:6]
                assert KEEP <= told[1] < 2 * KEEP, told
            assert (answer["result"]["kept_frame"], answer["result"]["frames"]) == told, (words, answer)
            is_of(file, wanted)
        assert console.run("call")["name"] == "glXSwapBuffers"  # it has not run on
        is_of(save("all", "")[0], live[3:6])
        is_of(save("5", "frame 5")[0], live[5:6])
        assert "frame 5 of test-scenes" in run("dump", save("5", "frame 5")[0])[0].decode()
        is_of(save("4-5", "frame 4-")[0], live[4:6])
        for words in "frame 0", "frame 99", "draw 3", "last 0":
            answer = save("wrong", words)[1]
            assert not answer["ok"] and answer["error"]["code"] == "usage", (words, answer)
        file, answer = save("now", "frame")  # the one that is being drawn
        assert answer["result"]["kept_frame"] == 6, answer
        is_of(file, live[6:7])
        assert not console.command("trace stop")["ok"]
        mine = os.path.join(folder, "mine.trace")
        console.run(f"trace start {mine}")
        console.run("next frame 2")
        console.run("trace stop")
        is_of(mine, live[7:8])
        console.run("next frame 5")
        file, answer = save("later", "last 2")
        assert answer["result"]["kept_frame"] == 11, answer
        is_of(file, live[11:13])
        console.run("kill")
        made = {"kept", "all", "5", "4-5", "now", "mine.trace", "later"}
        assert set(os.listdir(folder)) == made, os.listdir(folder)  # nobody has crashed
        console.run("restart")
        console.run("next frame 3")
        is_of(save("anew", "last 5")[0], live[:2])
    with tempfile.TemporaryDirectory() as folder:
        trace = keep(folder, [program("test-scenes"), "plain", "--frames", "3"])[0]
        for options, file, why in (["--keep-last", "0"], "true", "--keep-last"), (["--keep-last", "3", "--mesa-trace"], "true", "--mesa-trace"), \
                (["--keep-last", "3"], trace, "--keep-last"):
            done = subprocess.run([GLSTEP, *options, "-e", "start", "--", file], capture_output=True, text=True, timeout=patience(60))
            assert done.returncode == 2 and why in without_libraries(done.stderr), done


def dying():
    """The program is ended by a signal: one of its own, another process', and one that asks it to end, for which nothing is written."""
    live = live_frames_of(9)
    for number in signal.SIGSEGV, signal.SIGKILL, signal.SIGTERM:
        with tempfile.TemporaryDirectory() as folder, \
             Console([program("test-scenes"), "drift", "--frames", "30"], options=["--keep-last", str(KEEP)], directory=folder) as console:
            console.run("next frame 8")
            os.kill(child(console.process), number)
            said = console.run("continue").get("note", "")
            files = os.listdir(folder)
            if number == signal.SIGTERM:
                assert not files and "crash" not in said, (files, said)
                continue
            assert files == ["test-scenes-crash.trace"] and f"{files[0]} has its last {KEEP} frames" in said, (files, said)
            is_of(os.path.join(folder, files[0]), live[4:7])
            calls = [json.loads(line)["function"] for line in run("dump", "--json", os.path.join(folder, files[0]))[0].splitlines()]
            assert "glClear" in calls[len(calls) - calls[::-1].index("glXSwapBuffers"):], calls[-20:]  # of the frame that it has not ended
            if number == signal.SIGSEGV:
                console.run("continue")
            again = os.path.join(folder, "again.trace")
            console.run(f"trace save {again} last")  # it is held until the next start
            is_of(again, live[6:7])
            assert len(os.listdir(folder)) == 2, os.listdir(folder)
    with tempfile.TemporaryDirectory() as folder, Console([program("test-pending"), "vertices", "0"], options=["--keep-last", "3"], directory=folder) as console:
        said = console.run("continue")["note"]
        assert "test-pending-crash.trace has its calls" in said, said
        last = json.loads(run("dump", "--json", os.path.join(folder, "test-pending-crash.trace"))[0].splitlines()[-1])
        assert last["function"] == "glDrawArrays" and last["incomplete"], last


def without_files():
    """Where no file can be had to begin anew in, all goes on in the last one, and later in a next."""
    live = live_frames_of(23)
    with tempfile.TemporaryDirectory() as folder, Console([program("test-scenes"), "drift", "--frames", "40"]) as console:
        path = os.path.join(folder, "last.trace")
        console.run("next frame 4")
        console.run(f"trace start last {KEEP} {path}")
        before = resource.prlimit(console.process.pid, resource.RLIMIT_NOFILE, (3, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        console.run("next frame 12")
        resource.prlimit(console.process.pid, resource.RLIMIT_NOFILE, before)
        path_now = os.path.join(folder, "now.trace")
        console.run(f"trace save {path_now}")
        played = our_pictures(path_now)
        assert len(played) > 2 * KEEP, len(played)
        wanted = live[15 - len(played):15]
        assert not any(differing(a, b) for a, b in zip(played, wanted)), len(played)
        console.run("next frame 7")
        stopped = console.run("trace stop")
        assert KEEP <= stopped["frames"] < 2 * KEEP and stopped["first_frame"] + stopped["frames"] == 22, stopped
        assert not any(differing(a, b) for a, b in zip(our_pictures(path), live[stopped["first_frame"]:22])), stopped


def live_frames_of(n):
    with tempfile.TemporaryDirectory() as folder:
        return live_frames(folder, [program("test-scenes"), "drift", "--frames", str(n - 1)])


def few():
    argv = [program("test-scenes"), "plain", "--frames", "3"]
    with tempfile.TemporaryDirectory() as folder:
        for frames in 4, 5, 400:
            path, told = keep(folder, argv, frames)
            assert (told["frames"], told["first_frame"]) == (4, 0), told
            assert len(our_pictures(path)) == 4


def child(process):
    """What a thread of glstep has started."""
    return next(int(number) for path in glob.glob(f"/proc/{process.pid}/task/*/children") for number in open(path).read().split())


def at_any_time(ends, status):
    """Have the frames so far written, then end the program."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "last.trace")
        process = subprocess.Popen([GLSTEP, "record", "--json", "--keep-last", "4", "-o", path, "--", program("test-scenes"), "plain", "--frames", "100000000"],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

        def has_written():
            if os.path.exists(path):  # it listens
                process.send_signal(signal.SIGUSR1)
            return any(name.startswith("last-frame-") and name[len("last-frame-")] != "0" for name in os.listdir(folder))

        wait_until("frames from a later one on", has_written, 60)
        ends(process)
        output, errors = process.communicate(timeout=patience(60))
        told = [json.loads(line) for line in output.decode().splitlines()]
        assert process.returncode == status and len(told) >= 2 and told[-1]["file"] == path, (process.returncode, told, errors)
        for one in told[-2:]:
            assert one["frames"] == 4 and len(our_pictures(one["file"])) == 4, one
        assert told[-2]["first_frame"] <= told[-1]["first_frame"], told


def by_key():
    """A key of the keyboard does what the signal does, also while a lock is on; one that is not to be had is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "last.trace")
        command = [GLSTEP, "record", "--json", "--keep-last", "4", "-o", path, "--keep-key"]
        endless = [program("test-scenes"), "plain", "--frames", "100000000"]
        process = subprocess.Popen([*command, "Ctrl+F11", "--", *endless], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        wait_until("the recording", lambda: os.path.exists(path), 60)
        again = subprocess.run([*command, "Ctrl+F11", "--", *endless], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience(30))
        assert again.returncode == 2 and "another program has it" in again.stderr, again

        def has_written():
            subprocess.run(["xdotool", "key", "ctrl+F11"], check=True)
            return any(name.startswith("last-frame-") and name[len("last-frame-")] != "0" for name in os.listdir(folder))

        subprocess.run(["xdotool", "key", "F11", "Caps_Lock"], check=True)
        wait_until("frames from a later one on", has_written, 60)
        subprocess.run(["xdotool", "key", "Caps_Lock"], check=True)
        process.terminate()
        output = process.communicate(timeout=patience(60))[0]
        told = [json.loads(line) for line in output.decode().splitlines()]
        assert len(told) >= 2 and all(len(our_pictures(one["file"])) == one["frames"] for one in told[-2:]), told
        for key, why in ("F99", "no key of that name"), ("", "no key of that name"), ("Ctrl+", "no key of that name"):
            done = subprocess.run([*command, key, "--", "true"], capture_output=True, text=True, timeout=patience(30))
            assert done.returncode == 2 and why in done.stderr, done


def by_signal():
    at_any_time(lambda process: process.send_signal(signal.SIGTERM), 128 + signal.SIGTERM)


def crash():
    at_any_time(lambda process: os.kill(child(process), signal.SIGSEGV), 128 + signal.SIGSEGV)


def bounded():
    with tempfile.TemporaryDirectory() as folder:
        few_frames = keep(folder, [program("test-scenes"), "plain", "--frames", "19"])[1]
        many = keep(folder, [program("test-scenes"), "plain", "--frames", "1999"])[1]
        assert (many["frames"], many["first_frame"]) == (KEEP, 2000 - KEEP), many
        assert many["bytes"] < 2 * few_frames["bytes"], (many, few_frames)


def wrong():
    for number in "0", "-1", "1.5", "many", "", "99999999999999999999":
        done = subprocess.run([GLSTEP, "record", "--keep-last", number, "--", "true"], capture_output=True, text=True, timeout=patience(30))
        assert done.returncode == 2 and "--keep-last" in without_libraries(done.stderr), done
    done = subprocess.run([GLSTEP, "record", "--keep-last", "3", "--frames", "1", "--", "true"], capture_output=True, text=True, timeout=patience(30))
    assert done.returncode == 2 and "give one of them" in done.stderr, done


def main():
    results = Results()
    others = {"session": in_a_session, "held": held, "dying": dying, "files": without_files, "windows": windows, "few": few, "signal": by_signal, "key": by_key, "crash": crash, "bounded": bounded, "wrong": wrong}
    words = sys.argv[1:] or [*others, *of_the_day(SCENES, 3)]
    for name in words:
        if name in others:
            results.check(name, others[name])
        else:
            results.check(name, scene, name)
    sys.exit(results.failed > 0)


main()
