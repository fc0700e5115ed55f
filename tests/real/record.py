#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
record.py [--kills N] [--arrays MEGABYTES] [NAME...] - `glstep record` and `trace start`: what is in the file, whatever the program does and however
it ends. What players draw of recordings, beside what the program drew, is in replay.py and record-programs.py.

 threads   two threads that draw; a call of a slow one stands where it ended
 check     in each, glstep-trace finds no rule of the format broken, and as many calls and frames as the recording says
 without-calls, processes, beside
           programs that do not call GL, and wrappers of several that do: the status, the files and their names, what is not recorded
 pending   the call in which a program ends stands at the file's end, as one that has not returned, with what it was to read as far as that can be had
 ends      the exit status, and the signal, are the program's; a file that is there is not overwritten; a crash leaves a
           whole file with every call before
 killed    so does kill -9, at any time
 options   --backtrace, --no-repeat, --sync: what glstep had read when it was killed is in the file
 full      a full disk: the program runs on, and what is in the file is whole
 arrays    many arrays, in bounded memory
 noted     SIGUSR1 notes frames: these alone are kept, those that do not follow each other each in a file of its own
 big       a buffer of more than a GiB
 long      an image of more than a GiB: a sentence says that it is not in the file
 session   trace start and trace stop
 single    frames of a window with one colour buffer
 jumps     calls that a callback leaves by longjmp
 fonts     text by glXUseXFont, whose lists come with the trace: both players draw it as the program does; or it is said that they are not there
 alike     arrays that are nearly the same
 packed    arrays whose numbers no function of glVertex's kind takes
 busy      on a machine whose processors are all in use, what is recorded is not read last of all
 binaries  a program that keeps binaries compiles its sources while it is recorded, and only then

Environment: GLSTEP_TESTS=all: of all that ends in a call apitrace's dumps, too; long twice with two images.
"""

import argparse
import glob
import json
import math
import os
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import BUILD, GLSTEP, LACKING, Console, Results, program  # noqa: E402
from patience import patience, wait_until  # noqa: E402
from trace_tools import EVERYTHING, check_clean, differing, faults, judge, live_frames, our_pictures, play, played_pictures, run  # noqa: E402

FRAMES = 3
DISK = 512 << 10  # bytes of a disk that gets full
BIG = 1040  # MiB: more than a piece may have
MORE_THAN_A_RING = 200  # buffers of 64 KiB: the shared memory of a thread has 8 MiB
ALIKE = os.path.join(os.environ["top_srcdir"], "tests/programs/alike-arrays.py")
ARRAY, AFTER_LAST = 7 << 20, 2048 - 8  # bytes of test-bulk's arrays, and of them behind the last vertex
SIDE = 32  # of the window, in programs that are killed
LARGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}  # where GiBs are allocated, so that the system need not give them page by page


def record(folder, argv, *options):
    """(exit status, what it said of the trace, the file)"""
    path = os.path.join(folder, "a.trace")
    done = subprocess.run([GLSTEP, "record", "--json", "-o", path, *options, "--", *argv], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=patience(60), check=False)
    lines = [line for line in done.stdout.decode().splitlines() if line.startswith('{"file"')]
    assert len(lines) == 1, (done.returncode, done.stdout, done.stderr)
    return done.returncode, json.loads(lines[0]), path


def figures(path):
    return json.loads(run("info", "--json", path)[0])


def check_file(path, said):
    assert not faults(path), faults(path)
    found = figures(path)
    assert found["frames"] == said["frames"] and found["calls"] - found["fake"] == said["calls"], (found, said)
    assert os.path.getsize(path) == said["bytes"] and said["lost"] == 0, said


def threads():
    """Two threads with a window each, whose swaps come in another order each time."""
    with tempfile.TemporaryDirectory() as folder:
        status, said, path = record(folder, [program("test-scenes"), "threads", "--frames", str(FRAMES)])
        assert status == 0 and figures(path)["threads"] == 2, figures(path)
        check_file(path, said)
        assert len(played_pictures(path)) == said["frames"] > FRAMES, said
        for _ in range(6):  # four make their first call all at once
            status, said, path = record(folder, [program("test-contexts"), "--frames", "1", "threads"])
            names = [json.loads(line)["function"] for line in run("dump", "--json", path)[0].splitlines()]
            assert status == 0 and names.count("glXChooseFBConfig") == names.count("glXGetVisualFromFBConfig") == 4, names


def order():
    """A call of a thread that ends after two hundred of another one stands behind these."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        done = subprocess.run([GLSTEP, "record", "-o", path, "--", program("test-scenes"), "slow-thread", "--frames", "1"],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=patience(120), check=True)
        assert b"long enough" in done.stdout, done.stdout
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        slow = [i for i, call in enumerate(calls) if call["function"] == "glFinish" and call["thread"] != calls[0]["thread"]][-1]
        before = [call for call in calls[:slow] if call["function"] == "glStencilMask"]
        assert str(before[-1]["arguments"][0]["value"]) == "200", before[-1]


def ends():
    scenes = program("test-scenes")
    with tempfile.TemporaryDirectory() as folder:
        status, said, path = record(folder, [scenes, "exit"])
        assert status == 3 and said["frames"] >= 1, (status, said)
        status, said, path = record(folder, [scenes, "crash"])
        assert status == 128 + signal.SIGSEGV, status
        check_file(path, said)
        assert figures(path)["frames"] >= 1, figures(path)
        names = []
        for _ in range(2):
            done = subprocess.run([GLSTEP, "record", "--", scenes, "plain", "--frames", "1"], cwd=folder, stdin=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=patience(60), check=True)
            names.append(done.stderr.decode().split()[2])
        assert names == ["test-scenes.trace:", "test-scenes.1.trace:"], names


def ended_in(way, status, function, buffers):
    """The last calls of a program that ends in one; and that it is said."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        argv = [program("test-pending"), way, str(buffers)]
        done = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=patience(60), check=False)
        assert done.returncode == status, done
        calls = dumped(path)
        unfinished = [call for call in calls if call.get("incomplete")]
        assert unfinished == calls[-1:] and calls[-1]["function"] == function, (way, calls[-3:])
        assert f"ended in call {calls[-1]['call']}, {function}, which has not returned\n" in done.stderr.decode(), done.stderr
        check_clean(path)
        if EVERYTHING or not buffers:
            judge(path, folder)
        play(path)
        if EVERYTHING or not buffers:
            os.remove(path)
            said = record(folder, argv)[1]
            assert (said["ended_in"], said["ended_in_call"]) == (function, calls[-1]["call"]), said
            assert figures(path)["calls"] - figures(path)["fake"] == said["calls"], said
        return calls


def pending():
    for buffers in 0, MORE_THAN_A_RING:  # its ring outlives the program, and holds what calls have read as soon as it was full once
        for way, status in ("abort", 128 + signal.SIGABRT), ("kill", 128 + signal.SIGKILL), ("exit", 5):
            words = ended_in(way, status, "glDebugMessageInsert", buffers)[-1]["arguments"][-1]["value"]
            assert words == "its last words" if buffers or way == "abort" else list(words) == ["pointer"], (way, buffers, words)
    for buffers in 0, MORE_THAN_A_RING:
        calls = ended_in("vertices", 128 + signal.SIGSEGV, "glDrawArrays", buffers)
        made = [(call["function"], call["arguments"][-1]["value"]) for call in calls if call["function"] in ("glVertexPointer", "glDrawArrays")]
        assert [function for function, _ in made] == ["glVertexPointer", "glDrawArrays"] * 2, made
        assert "blob" in made[0][1] and made[2][1] == {"pointer": "0x10"}, made
        calls = ended_in("pixels", 128 + signal.SIGSEGV, "glTexImage2D", buffers)
        assert calls[-1]["arguments"][-1]["value"] == {"pointer": "0x10"}, calls[-1]


def process_name():
    """The program's path, as apitrace writes it."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(BUILD, "test-scenes"), os.path.join(folder, "somewhere"))
        os.environ["PATH"] += f":{folder}"
        path = record(folder, ["somewhere", "plain", "--frames", "1"])[2]
        assert figures(path)["properties"] == {"process.name": os.path.realpath(program("test-scenes"))}, figures(path)


def record_script(folder, script, *options):
    """(exit status, what was said of each trace, standard error) of a shell's script; A and B in it call GL."""
    script = script.replace("A", f"{os.path.abspath(program('test-scenes'))} plain --frames 2")
    script = script.replace("B", f"{os.path.abspath(program('test-scenes'))} legacy --frames 3")
    done = subprocess.run([os.path.abspath(GLSTEP), "record", "--json", *options, "--", "sh", "-c", script], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=patience(60), check=False)
    lines = [json.loads(line) for line in done.stdout.decode().splitlines() if line.startswith('{"file"')]
    return done.returncode, lines, done.stderr.decode()


def without_calls():
    """Of a program that calls no GL there is no trace, and what was there stays."""
    for script, status in ("exit 5", 5), ("exit 0", 0), ("kill -TERM $$", 128 + signal.SIGTERM):
        with tempfile.TemporaryDirectory() as folder:
            old = os.path.join(folder, "old")
            with open(old, "w", encoding="ascii") as file:
                file.write("of somebody else")
            for options in [], ["-o", "new"], ["-o", "old"]:
                found, lines, errors = record_script(folder, script, *options)
                assert found == status and not lines and "GL, GLX or EGL" in errors, (script, found, lines, errors)
                assert os.listdir(folder) == ["old"], os.listdir(folder)
            with open(old, encoding="ascii") as file:
                assert file.read() == "of somebody else"


def processes():
    """Each process of a wrapper that calls GL has a trace of its own, named after it; the status is the wrapper's, which is waited for."""
    scenes = os.path.realpath(program("test-scenes"))
    with tempfile.TemporaryDirectory() as folder:
        for options, names in ([], ["test-scenes.trace", "test-scenes.1.trace"]), (["-o", "two.trace"], ["two.trace", "two.1.trace"]):
            status, lines, errors = record_script(folder, "A; B; sleep 1; echo > after; exit 4", *options)
            assert status == 4 and [line["file"] for line in lines] == names, (status, lines, errors)
            assert os.path.exists(os.path.join(folder, "after")), "it was not waited for"
            os.remove(os.path.join(folder, "after"))
            for said, function in zip(lines, ("glBindVertexArray", "glVertexAttribPointer"), strict=True):
                path = os.path.join(folder, said["file"])
                check_file(path, said)
                assert figures(path)["properties"] == {"process.name": scenes}, figures(path)
                made = [call["function"] for call in dumped(path)]
                assert function in made and sum(name.startswith("glXCreateContext") for name in made) >= 1, made[:30]
                assert len(played_pictures(path)) == said["frames"] == 3 + (said is lines[1]), said
        # the name is of what draws frames, not of what asks for a driver first; of the first one where none has any
        asks = shlex.quote(os.path.abspath(program("test-process"))) + " plain"
        for script, frames in (f"{asks}; A", [0, 3]), (f"{asks}; {asks}", [0, 0]):
            status, lines, errors = record_script(folder, script, "-o", "meant.trace")
            by_name = {line["file"]: line for line in lines}
            assert status == 0 and sorted(by_name) == ["meant.1.trace", "meant.trace"], (status, lines, errors)
            assert [by_name[name]["frames"] for name in ("meant.1.trace", "meant.trace")] == frames, lines
            for name, said in by_name.items():
                check_file(os.path.join(folder, name), said)
                os.remove(os.path.join(folder, name))
        # a shell that becomes the program; a script, by its interpreter or by its name
        status, lines, errors = record_script(folder, "exec A")
        assert status == 0 and [line["file"] for line in lines] == ["test-scenes.2.trace"], (lines, errors)
        script = os.path.join(folder, "a script")
        with open(script, "w", encoding="ascii") as file:
            file.write(f"#!/usr/bin/env python3\nimport runpy\nrunpy.run_path({os.path.abspath(ALIKE)!r}, run_name='__main__')\n")
        os.chmod(script, 0o755)
        done = subprocess.run([os.path.abspath(GLSTEP), "record", "--", "./a script"], cwd=folder, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=patience(60), check=True)
        assert done.stderr.decode().startswith("glstep record: a script.trace: "), done


def beside():
    """What calls GL while another process does is not recorded, and named."""
    endless = f"{shlex.quote(os.path.abspath(program('test-scenes')))} plain --frames 1000000 --dump frames >/dev/null & "
    script = endless + f"until [ -s frames ]; do sleep 0.1; done; {shlex.quote(os.path.abspath(program('glstep-example')))} --frames 1; kill $!; wait; exit 6"
    with tempfile.TemporaryDirectory() as folder:
        status, lines, errors = record_script(folder, script)
        assert status == 6 and [line["file"] for line in lines] == ["test-scenes.trace"], (status, lines, errors)
        assert "not recorded, as another process called GL at that time: glstep-example: --follow" in errors, errors
        os.remove(os.path.join(folder, "frames"))
        status, lines, errors = record_script(folder, script, "--follow", "*-example")
        assert status == 6 and [line["file"] for line in lines] == ["glstep-example.trace"], (status, lines, errors)
        assert lines[0]["frames"] == 1 + 1 and "not recorded" not in errors, (lines, errors)  # the first swap comes before it draws


def children_of(pid):
    """Of all of its threads."""
    for task in glob.glob(f"/proc/{pid}/task/*/children"):
        with open(task, encoding="ascii") as children:
            yield from map(int, children.read().split())


def begin_endless(path, frames):
    """Records a program that notes its frames in a file."""
    argv = [program("test-scenes"), "plain", "--size", f"{SIDE}x{SIDE}", "--frames", "1000000", "--dump", frames]
    return subprocess.Popen([GLSTEP, "record", "--json", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def said_by(out):
    return json.loads(next(line for line in out.decode().splitlines() if line.startswith('{"file"')))


def drawn_frames(frames):
    return os.path.getsize(frames) // (SIDE * SIDE * 4) if os.path.exists(frames) else 0


def interrupted():
    """glstep itself is told to end: it ends the program, and the file has all that was drawn."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        with tempfile.TemporaryDirectory() as folder:
            path, frames = os.path.join(folder, "a.trace"), os.path.join(folder, "frames")
            process = begin_endless(path, frames)
            try:
                wait_until("some frames", lambda: drawn_frames(frames) > 20)
                children = list(children_of(process.pid))
                process.send_signal(number)
                out, errors = process.communicate(timeout=patience(60))
            finally:
                process.kill()
            assert process.returncode == 128 + number, (process.returncode, errors)
            assert children and not any(os.path.exists(f"/proc/{child}") for child in children), children
            check_file(path, said_by(out))
            found = figures(path)
            assert found["whole"] and found["incomplete"] == 0 and found["frames"] >= drawn_frames(frames) - 1, found


def kill(path, frames, moment):
    """Records a program that notes its frames, and kills it at some moment. None: before it has called GL."""
    process = begin_endless(path, frames)
    child, end = None, time.monotonic() + patience(30)
    try:
        while not child and time.monotonic() < end:
            time.sleep(0.01)
            child = next(children_of(process.pid), None)
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
        out, errors = process.communicate(timeout=patience(60))
    finally:
        process.kill()
    if b"was killed by signal 9 (Killed)" in errors and not os.path.exists(frames):
        assert process.returncode in (127, 128 + signal.SIGKILL) and not os.path.exists(path), (process.returncode, errors)
        return None
    assert process.returncode == 128 + signal.SIGKILL, (process.returncode, errors)
    return said_by(out)


def killed_early():
    """Before it calls anything, at both moments of a start that glstep can tell apart."""
    library = os.path.abspath(program("libtest-killing.so"))
    for moment in "early", "traced":
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([GLSTEP, "record", "--", *PLAIN], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=patience(30), check=False, env={**os.environ, "KILL_STARTED": moment, "LD_PRELOAD": library})
            said = done.stderr.decode().splitlines()
            assert done.returncode == 127 and "was killed by signal 9 (Killed) while it was being started" in said[0], (moment, done)
            assert len(said) == 1 and not os.listdir(folder), (said, os.listdir(folder))


def killed(times):
    """The file is whole, and has each frame that the program has read back and written into a file of its own."""
    most, tries, latest = 0, 0, 1.2
    while tries < times or (not most and tries < times + 10):
        tries += 1
        moment = random.random() * latest
        with tempfile.TemporaryDirectory() as folder:
            path, frames = os.path.join(folder, "a.trace"), os.path.join(folder, "frames")
            said = kill(path, frames, moment)
            drawn = drawn_frames(frames)
            latest *= 1 if drawn else 1.5  # on a busy machine it starts later
            if not said:
                assert not drawn
                continue
            check_clean(path)
            found = figures(path)
            assert found["calls"] - found["fake"] == said["calls"] and said["lost"] == 0, (found, said)
            assert found["incomplete"] == ("ended_in" in said), (found, said)
            assert found["whole"] and found["frames"] >= drawn - 1, (moment, drawn, found)
            assert not drawn or run("dump", path)[0].count(b" glReadPixels(") >= drawn, (moment, drawn)
            most = max(most, drawn)
    assert most > 0, "each was killed before it had drawn anything"


def dumped(path):
    return [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]


def backtrace():
    with tempfile.TemporaryDirectory() as folder:
        status, said, path = record(folder, [program("test-scenes"), "legacy", "--frames", "2"], "--backtrace", "glDraw*")
        assert status == 0
        check_file(path, said)
        text = run("dump", path)[0].decode().splitlines()
        found = [text[i:i + 3] for i, line in enumerate(text) if line.startswith("Backtrace")]
        draws = [line for line in text if " glDrawArrays(" in line]
        assert len(found) == len(draws) > 0 and all("scenes.c:" in "".join(lines) for lines in found), found


def repeats():
    """Arrays that come again are written once; both traces are drawn alike."""
    argv = [program("test-scenes"), "legacy", "--frames", "6"]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        plain, short = record(other, argv, "--no-repeat")[2], record(folder, argv)[2]
        blobs = [sum(call["function"] == "memcpy" for call in dumped(path)) for path in (plain, short)]
        assert blobs[0] == 0 < blobs[1] <= 4, blobs
        assert figures(short)["stream_bytes"] < figures(plain)["stream_bytes"], (figures(short), figures(plain))
        a, b = played_pictures(plain)[1:], played_pictures(short)[1:]
        assert len(a) >= 6 and not [differing(x, y) for x, y in zip(a, b, strict=True) if differing(x, y)]


def alike():
    """Arrays that differ in their last number alone are not taken for each other."""
    with tempfile.TemporaryDirectory() as folder:
        path = record(folder, [sys.executable, ALIKE])[2]
        given = [str(call["arguments"][-1]["value"]) for call in dumped(path) if call["function"] == "glVertexPointer"]
        assert len(given) == 18 and all("blob" in value for value in given[:3]), given
        assert len(set(given[3:6])) == 3 and given[3:] == given[3:6] * 5, given


def fonts():
    argv = [program("test-font")]
    alone = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False)
    if alone.returncode == LACKING:
        return
    lit = [int(line.split()[0]) for line in alone.stdout.decode().splitlines()]
    assert len(lit) == 4 and min(lit) > 1000, alone
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        live = live_frames(folder, argv, path)
        assert not faults(path), faults(path)
        for played in our_pictures(path), played_pictures(path):  # which has compared what the program reads back, too
            assert len(played) == len(live) == 4
            assert not any(differing(a, b) for a, b in zip(live[1:], played[1:], strict=True)), [differing(a, b) for a, b in zip(live, played, strict=True)]
        calls = dumped(path)
        assert sum(call["function"] == "glNewList" for call in calls) == 2 * 300 + 1
        said = [call["arguments"][1]["value"] for call in calls if call["function"] == "glStringMarkerGREMEDY"]
        assert sum("glXUseXFont" in text for text in said) == 1, said


def last_drawing(names):
    return next((name for name in reversed(list(names)) if not name.startswith("glX")), None)


def sync():
    """A draw takes hours: with --sync, all calls before it are in the file already."""
    expected = "glDisable"  # the scene's last one before the draw
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        process = subprocess.Popen([GLSTEP, "record", "--sync", "-o", path, "--", program("test-scenes"), "hang"],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end, last, before = time.monotonic() + patience(60), None, 0
        try:
            while last != expected and time.monotonic() < end:
                size, before = before, os.path.exists(path) and os.path.getsize(path)
                time.sleep(0.5)
                calls = size and size == before and dumped(path)
                last = last_drawing(call["function"] for call in calls or [])
        finally:
            process.kill()
            process.wait()
        assert last == expected, (last, expected)
        assert figures(path)["whole"], figures(path)


PLAIN = [program("test-scenes"), "plain", "--frames", "100", "--size", "256x256", "--status", "7"]


def full():
    """Of a disk that takes nothing, and of one that takes a little."""
    done = subprocess.run([GLSTEP, "record", "--json", "-o", "/dev/full", "--", *PLAIN],
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False)
    check_full(done.returncode, done.stderr.decode())
    with tempfile.TemporaryDirectory() as folder:
        disk, copy, drawn, expected = (os.path.join(folder, name) for name in ("disk", "copy", "drawn", "expected"))
        os.mkdir(disk)
        mount = f"mount -t tmpfs -o size={DISK} none {disk}"
        if subprocess.run(["unshare", "-rm", "sh", "-c", mount], stderr=subprocess.DEVNULL, check=False).returncode:
            return  # no disk can be made here
        program_words = shlex.join([*PLAIN, "--dump", drawn])
        done = subprocess.run(["unshare", "-rm", "sh", "-c", f"{mount} && {GLSTEP} record --json -o {disk}/a.trace -- {program_words}; "
                               f"status=$?; cp {disk}/a.trace {copy}; exit $status"],
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False)
        check_full(done.returncode, done.stderr.decode())
        said = json.loads(next(line for line in done.stdout.decode().splitlines() if line.startswith('{"file"')))
        found = figures(copy)
        assert not faults(copy) - {b"it never returns"} and found["whole"] and 0 < found["calls"] and os.path.getsize(copy) <= DISK, found
        whole = found["calls"] - found["fake"] - found["incomplete"]
        assert said["lost"] > 0 and 0 <= whole - said["calls"] <= 1, (found, said)
        more = record(folder, [*PLAIN, "--dump", expected])[1]
        assert said["calls"] + said["lost"] == more["calls"], (said, more)
        subprocess.run([*PLAIN, "--dump", expected], timeout=patience(60), check=False)
        with open(drawn, "rb") as ours, open(expected, "rb") as alone:
            assert ours.read() == alone.read(), "the program has drawn something else"


def check_full(status, said):
    assert status == 7 and said.count("No space left") == 1, (status, said)


def arrays(megabytes):
    """Other ones for each draw, in bounded memory of the program and of glstep."""
    argv = [program("test-bulk"), "arrays", str(megabytes)]
    alone = int(subprocess.run(argv, stdout=subprocess.PIPE, timeout=patience(60 + megabytes / 50), check=True).stdout)
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        path = os.path.join(folder, "a.trace")
        done = subprocess.run([GLSTEP, "record", "--json", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=patience(60 + megabytes / 50), check=True)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # of the largest of all so far: glstep, or the program itself
        recorded, said = int(done.stdout.splitlines()[0]), json.loads(done.stdout.splitlines()[-1])
        print(f"# {megabytes} MiB of arrays: the program has {alone} KiB alone, {recorded} recorded; glstep {max(peak, before)}")
        assert recorded < alone + (96 << 10) and peak < 400 << 10, (alone, recorded, peak)
        blobs = figures(path)["stream_bytes"]
        least = math.ceil((megabytes << 20) / ARRAY) * (ARRAY - AFTER_LAST)
        assert said["lost"] == 0 and blobs >= least, (said, blobs)


def big(megabytes):
    """More than an event of a trace may hold."""
    argv = [program("test-bulk"), "buffer", str(megabytes)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        live = live_frames(folder, argv, path)
        assert not faults(path), faults(path)
        found = figures(path)
        assert found["stream_bytes"] > megabytes << 20, found
        played = played_pictures(path)
        assert len(live) == len(played) == 2 and not differing(live[1], played[1]), differing(live[1], played[1])
        assert any(any(row[i] for i in range(0, len(row), 4)) for row in played[1][2]), "nothing is drawn"


def long_image(megabytes):
    """Likewise, which cannot be given in parts: that it is not there is said."""
    argv = [program("test-bulk"), "image", str(megabytes)]
    with tempfile.TemporaryDirectory() as folder:
        status, said, path = record(folder, argv)
        check_file(path, said)
        calls = [call for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if call["function"] == "glTexSubImage2D"]
        assert len(calls) == 2 and all(call["arguments"][-1]["value"] is None for call in calls), calls
        assert status == 0 and said["too_long"] == 2 and said["first_too_long"] == calls[0]["call"], (said, calls)
        told = figures(path)
        assert (told["too_long"], told["first_too_long"]) == (2, calls[0]["call"]), told
        assert f"2 calls are without what they read or write, which is more than 1 GiB; the first is call {calls[0]['call']}\n" in \
            run("info", path)[0].decode()
        os.remove(path)
        words, sentence = ([], "2 calls are without what they read or write, which is more than a trace holds in one piece (1 GiB), the first is") if EVERYTHING \
            else (["1"], "1 call is without what it reads or writes, which is more than a trace holds in one piece (1 GiB):")
        done = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60),
                              check=True)
        assert f"; {sentence} call {calls[0]['call']}\n" in done.stderr.decode(), done.stderr
        said = record(folder, [program("test-scenes"), "plain", "--frames", "1"])[1]
        assert said["too_long"] == 0 and "first_too_long" not in said, said


def session():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "part of it.trace")
        with Console([program("test-scenes"), "plain", "--frames", str(FRAMES)]) as console:
            console.run("next frame 2")
            assert "no trace" in console.command("trace stop")["error"]["message"]
            console.run(f"trace start {path}")
            assert "already" in console.command(f"trace start {path}")["error"]["message"]
            console.run("next frame")
            said = console.run("trace stop")
            assert said["file"] == path and said["frames"] == 1, said
            check_file(path, said)
            listed = console.run("calls 1")["calls"][-1]["index"]
            assert console.run("continue")["status"] == 0
            assert console.run("calls 1")["calls"][-1]["index"] > listed


def single():
    """Where there is one colour buffer, glFlush and glFinish end frames; elsewhere they do not."""
    argv = [program("test-contexts"), "--frames", "5", "one"]
    with tempfile.TemporaryDirectory() as folder:
        for more, frames in (["--single"], 5), ([], 5), (["--through", "surfaceless"], 0), (["--through", "pbuffer"], 5):
            status, said, path = record(folder, [*argv, *more])
            assert status == 0 and said["frames"] == frames, (more, said)
            check_file(path, said)
            assert not frames or len(played_pictures(path)) == frames, (more, len(played_pictures(path)))
    with Console([*argv, "--single"]) as console:
        for frame in range(5):
            stop = console.run("next frame")
            assert stop["call"]["name"] in ("glFlush", "glFinish") and stop["frame"] == frame, stop
        assert console.run("next frame")["stop"] == "exited"


def packed():
    """glArrayElement with half floats and packed numbers, which Mesa's own does not know: the trace draws what glDrawArrays does."""
    argv = [[program("test-scenes"), name, "--frames", str(FRAMES)] for name in ("packed-elements", "packed")]
    with tempfile.TemporaryDirectory() as folder:
        path = record(folder, argv[0])[2]
        played, live = played_pictures(path)[1:], live_frames(folder, argv[1])[1:]
        assert len(played) == len(live) > 0
        assert not [differing(a, b) for a, b in zip(live, played, strict=True) if differing(a, b)], differing(live[0], played[0])


def ranges():
    """A part of a buffer that is mapped is recorded as long as it is, also by name, and in contexts that are older than such maps."""
    for version in [], ["env", "MESA_GL_VERSION_OVERRIDE=2.1"]:
        for way, function in ([], "glMapBufferRange"), (["named"], "glMapNamedBufferRangeEXT"):
            with tempfile.TemporaryDirectory() as folder:
                maps = os.path.join(os.environ["top_srcdir"], "tests/programs/map-range.py")
                status, _, path = record(folder, [*version, sys.executable, maps, *way])
                calls = dumped(path)
                at = next(call["result"] for call in calls if call["function"] == function)
                copies = [[argument["value"] for argument in call["arguments"]] for call in calls if call["function"] == "memcpy"]
                assert status == 0 and copies == [[at, {"blob": 5000}, 5000]], (version, way, status, at, copies)


def jumps():
    """Calls that a debug callback of the program leaves by a jump are not in the trace, and what they have read is in no other's place."""
    with tempfile.TemporaryDirectory() as folder:
        status, said, path = record(folder, [program("test-manners"), "jump-from-callback"])
        assert status == 0
        check_file(path, said)
        given = [call for call in dumped(path) if call["function"] == "glBufferData"]
        assert len(given) == 6 and str(given[0]["arguments"][-1]["value"]).count("GL_STATIC_DRAW"), given
        told = play(path)[1]
        assert " 0 differences" in told, told


def said_of_binaries(text):
    line = next(line for line in text.splitlines() if line.startswith("formats "))
    return tuple(map(lambda word: int(word, 0), re.findall(r"0x[0-9a-f]+|\d+", line)))


def binaries():
    argv = [program("test-scenes"), "cached", "--frames", "1"]
    with tempfile.TemporaryDirectory() as folder:
        with Console(argv) as console:
            console.run("continue")
            live = said_of_binaries(console.program_output())
        formats, first, shaders, length, loaded, got, error = live[:4], *live[4:]
        assert min(formats) > 0 and first and length and loaded and got and not error, live
        none = 0, 0, 0, 0, 0, shaders, 0, 0, 0, 0x502  # GL_INVALID_OPERATION, as of a driver without formats
        done = subprocess.run([GLSTEP, "record", "-o", os.path.join(folder, "a.trace"), "--", *argv], stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=patience(60), check=True)
        assert said_of_binaries(done.stderr.decode()) == none, done.stderr
        with Console(argv) as console:
            console.run(f"trace start {folder}/b.trace")
            console.run("continue")
            assert said_of_binaries(console.program_output()) == none, console.program_output()
        for name in "a", "b":
            calls = {call["function"]: call["arguments"] for call in dumped(f"{folder}/{name}.trace")}
            assert str(calls["glProgramBinary"][-1]["value"]) == "0", calls["glProgramBinary"]
            assert calls["glGetProgramBinary"][-1]["value"] == {"blob": 0}, calls["glGetProgramBinary"]


def reds(path):
    """Of what test-idle has drawn there, by the bytes that it was told."""
    told = "".join(chr(call["arguments"][0]["value"]) if call["function"] == "glColor3ub" else "." for call in dumped(path)
                   if call["function"] in ("glColor3ub", "glDrawArrays"))
    return "".join(re.findall(r"(.)\.", told))


def blocked(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as status:
        return int(re.search(r"SigBlk:\s*(\w+)", status.read())[1], 16) >> (signal.SIGUSR1 - 1) & 1


def noted():
    """The frame that is being drawn when the signal comes, once however often; what nothing follows is the last frame. What was drawn is in the
    file also while the program waits."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as errors:
        path, other, fifo = (os.path.join(folder, name) for name in ("a.trace", "a-frame-5.trace", "fifo"))
        os.mkfifo(fifo)
        recorder = subprocess.Popen([GLSTEP, "record", "--json", "-o", path, "--", program("test-idle"), fifo], stdout=subprocess.PIPE, stderr=errors)
        drawn = 0

        def said():
            errors.seek(0)
            return re.findall(r"frame (\d+) is noted", errors.read().decode())
        with open(fifo, "wb", buffering=0) as told:
            for red, signals, frames in ("abc", 1, ["3"]), ("de", 2, ["3", "5"]), ("fg", 1, ["3", "5", "7"]):
                told.write(red.encode())
                drawn += len(red)
                wait_until("the frames in the trace", lambda: os.path.exists(path) and figures(path)["frames"] == drawn)
                for _ in range(signals):
                    recorder.send_signal(signal.SIGUSR1)
                    wait_until("the note", lambda: said() == frames)
            children = " ".join(open(each, encoding="utf-8").read() for each in glob.glob(f"/proc/{recorder.pid}/task/*/children")).split()
            assert children and not any(blocked(pid) for pid in children), "the program has another signal mask"
        output = recorder.communicate(timeout=patience(60))[0]
        assert recorder.returncode == 0 and said() == ["3", "5", "7"], (recorder.returncode, said())
        answers = [json.loads(line) for line in output.splitlines()]
        assert [(answer["file"], answer["frames"]) for answer in answers] == [(other, 2), (path, 1)], answers
        assert (reds(path), reds(other)) == ("d", "fg"), (reds(path), reds(other))
        for answer in answers:
            check_clean(answer["file"])
            assert os.path.getsize(answer["file"]) == answer["bytes"], answer
            play(answer["file"])


def rate(argv):
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience(120), check=True)
    return float(re.search(r"FPS: (\d+)", done.stdout).group(1))


def busy():
    argv = ["glmark2", "-s", "400x300", "-b", "buffer:update-method=map:duration=1"]
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(2 * os.cpu_count())]
    try:
        with tempfile.TemporaryDirectory() as folder:
            plain, recorded = rate(argv), rate([GLSTEP, "record", "-o", f"{folder}/a.trace", "--", *argv])
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    assert recorded > plain / 5, (recorded, plain)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--arrays", type=int, default=500, metavar="MEGABYTES")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    checks = {**{check.__name__.replace("_", "-"): check for check in (threads, order, ends, pending, without_calls, processes, beside, interrupted, killed_early, process_name, backtrace, repeats, fonts, alike, sync, full, session, single, packed, ranges, jumps, binaries, noted, busy)},
              "killed": lambda: killed(options.kills), "arrays": lambda: arrays(options.arrays), "big": lambda: big(BIG), "long": lambda: long_image(BIG)}
    results = Results()
    for name in options.names or checks:
        if name in ("big", "long"):
            os.environ.update(LARGE_PAGES)
        results.check(name, checks[name])
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
