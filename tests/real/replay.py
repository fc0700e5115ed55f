#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
replay.py - glstep-replay, and apitrace's player, draw of recordings what the program drew.

 glstep-*    each frame that glstep-replay, and glretrace, draw of a recording of ours equals the program's own, which was read in that run (of
             mapped buffers: in another one, so that nothing stops the one that is recorded) just before its swap; but for the first, swapped before anything is drawn. The recording breaks no rule of the format
 apitrace-*  what glstep-replay draws of apitrace's own recordings, where apitrace records all that is needed
 image-*     likewise textures that come from EGLImages and pixmaps, of our recordings (glretrace plays the simplest of them); also in a window that
             encodes as sRGB; and where what the image is of is drawn into in each frame
 image-lies  EGLImages of what there is not
 no-images   where there are no EGLImages, what is lost is told
 visuals     a program that takes its visual (or configuration) by its number, and asks nobody what that has; also where contexts enter windows
             of other sizes with a viewport of their own
 samples     a multisampled window: glretrace's pictures, and in sessions of glstep the program's; also one that glXChooseFBConfig has chosen
 listed      locations in a list, and behind it, where that is of another program
 apis        what eglBindAPI has refused, and eglReleaseThread forgotten, before a context is created
 elements    locations of an array's elements, of which the trace's program asked for one
 versions    traces of each version, with what it has of the program's memory and threads
 handles     handles of textures, and fences, which become those of another driver
 linked      locations and indices that the linker chose, also played by a driver that gives out others
 shared-*    contexts that share objects, and some that do not, also by that one
 hostile     damaged traces, and some whose values lie (tests/fuzz/lie-trace.c): nothing of ours dies or hangs
 lies        calls that read or write where there is nothing are told of and left out, those between them are made; glstep survives them, too
 no-context  a trace without a context that can be had, and one without calls: glstep-replay and glstep say so
 released    a trace whose context has drawn, and is let go before its end
 thread      a trace whose thread has the highest number
 other-*     a GLX trace on EGL, and the other way round: the same sums
 frames      --frames, --md5 and --images agree; --bench counts what glstep-trace counts
 sets        of calls, by number, kind, thread and file, and of frames
 usage       what cannot be played is told in one sentence
 crash       a driver that dies ends the player with a sentence that names the call

Environment: GLSTEP_TESTS=all: all scenes and images, of which else every third one is taken, others each day; each kind of configuration, each scene recorded by apitrace, each image in OpenGL and in OpenGL ES, more plays by chance.
"""

import gzip
import hashlib
import json
import os
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, LACKING, Console, Results, of_the_day, program  # noqa: E402
from patience import patience  # noqa: E402
from lying_trace import lies as lying_trace, shared_images as lying_images  # noqa: E402
from trace_bytes import NULL, TRUE, Trace, array, blob, number, pointer, text, unsigned  # noqa: E402
from trace_tools import EVERYTHING, PLAYER, beside_apitrace, differing, faults, live_frames, need_apitrace  # noqa: E402
from trace_tools import our_pictures, play, played_pictures, record_by_apitrace, run  # noqa: E402

FRAMES = 3
SCENES = ["plain", "passes", "discard", "blended", "dual", "stencil", "feedback", "instanced", "indirect", "multisampled", "legacy",
          "alpha", "immediate", "list", "fixed", "stippled", "answered", "assembly", "vertex-only", "error", "coherent", "barrier", "flushed",
          "unpacked", "renewed", "elements", "multi", "restarted-elements", "fixed-elements", "spirv", "query", "fenced", "indices", "packed", "cached"]
OLD = "es2"  # OpenGL ES 2.0, where textures cannot be read back
EVERY_IMAGE = ["texture", "storage", "renderbuffer", "pixmap", "--es texture", "--es --srgb texture", "--es storage", "--es renderbuffer",
          *(f"{es}--drawn {way}" for way in ("texture", "storage", "renderbuffer", "level", "context", "target", "face", "layer") for es in ("", "--es ")),
          *(f"{es}--through {way}" for way in ("texture", "storage", "target") for es in ("", "--es ")),
          "--es external", "--es --drawn external", f"{OLD} --es texture", f"{OLD} --es --drawn renderbuffer"]
# Else each way in one of them, in turn.
IMAGES = EVERY_IMAGE if EVERYTHING else ["texture", "renderbuffer", "pixmap", "--es texture", "--es --srgb texture", "--es storage",
                                         "--drawn texture", "--es --drawn storage", "--drawn renderbuffer", "--es --drawn level", "--drawn context",
                                         "--es --drawn target", "--drawn face", "--es --drawn layer", "--es --through texture", "--through storage",
                                         "--es --through target", "--es --drawn external", f"{OLD} --es texture", f"{OLD} --es --drawn renderbuffer"]
BY_GLRETRACE = ["texture", "storage", "renderbuffer", "pixmap", "--es texture", "--es storage", "--es renderbuffer"]
CRASHES = (139, 134, -signal.SIGSEGV, -signal.SIGABRT)  # a shell's statuses, or a process's own
CRASH_RUNS = 10  # of a player that crashes by chance
# What apitrace 11.1 does not write: what is stored in a mapped buffer before glMemoryBarrier, and the arrays of glArrayElement and of draws
# with several modes.
WAYS_TO_SHARE = ["shared", "switched", "relinked"]
BY_APITRACE = SCENES if EVERYTHING else ["plain", "dual", "feedback", "indirect", "legacy", "immediate", "list", "assembly", "coherent", "unpacked", "spirv"]
NOT_BY_APITRACE = {"barrier", "elements", "multi", "restarted-elements", "fixed-elements", "indices", "packed", "cached"}
LIVE = {}  # of each scene, what the program drew
UNSTOPPED = {"coherent", "barrier", "flushed", "fenced"}  # what they store in mapped buffers is recorded while they run


def record_glstep(path, argv):
    subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=patience(60), check=True)


def compare(what, ours, theirs):
    assert len(ours) == len(theirs) > FRAMES, (what, len(ours), len(theirs))
    for i, (a, b) in enumerate(zip(ours[1:], theirs[1:], strict=True), 1):
        assert not differing(a, b), f"{what}, frame {i}: {differing(a, b)} differ"


def argv_of(name):
    return [program("test-scenes"), name, "--frames", str(FRAMES)]


def recorded(folder, path, argv):
    """The program's own pictures of the run that is recorded."""
    live = live_frames(folder, argv, path)
    assert not faults(path), faults(path)
    return live


def scene(name):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        if name in UNSTOPPED:
            record_glstep(path, argv_of(name))
            live = LIVE[name] = live_frames(folder, argv_of(name))
        else:
            live = LIVE[name] = recorded(folder, path, argv_of(name))
        compare("the program", our_pictures(path), live)
        compared = beside_apitrace(live, path, 1)
        assert compared >= FRAMES, f"{compared} frames compared"


def scene_of_apitrace(name):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_by_apitrace(path, argv_of(name))
        compare("the program", our_pictures(path), LIVE.get(name) or live_frames(folder, argv_of(name)))


def samples(argv):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_glstep(path, argv)
        live = live_frames(folder, argv)
        compare("the program", live_frames(folder, [path]), live)
        compare("glretrace", our_pictures(path), played_pictures(path))
        assert differing(live[1], live_frames(folder, [word for word in argv if word not in ("--samples", "4")])[1]), "one sample a pixel"


def asked():
    """A window of four samples a pixel, whose configuration an earlier list without samples has, too; a list that is empty is none."""
    listed = subprocess.run([program("test-visual"), "--list"], capture_output=True, timeout=patience(30), check=True).stdout.decode()
    sampled = [line.split()[0] for line in listed.splitlines() if line.split()[1:] == ["24", "8", "0", "8", "4"]]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        argv = [program("test-visual"), "--asked", "--frames", str(FRAMES + 1), sampled[0]]
        live = recorded(folder, path, argv)
        compare("the program", live_frames(folder, [path]), live)
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        lists = [call["result"] for call in calls if call["function"] == "glXChooseFBConfig"]
        assert [len(ids) for ids in lists].index(0) == 1 and set(map(str, lists[2])) < set(map(str, lists[0])), lists
        subprocess.run(["glretrace", "-b", path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
        os.remove(path)
        record_by_apitrace(path, argv)
        compare("the program, as apitrace has recorded it", live_frames(folder, [path]), live)


def sums(path, *options):
    return play(path, "--md5", *options)[0].splitlines()


def other_system():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        for argv in ([program("test-scenes"), "plain", "--frames", "3"], ["glmark2-es2", "-b", f"build:duration={patience(60)}:nframes=5", "--size", "200x150"]):
            record_glstep(path, argv)
            glx, egl = sums(path, "--glx"), sums(path, "--egl")
            assert len(glx) > 2 and glx[1:] == egl[1:], (argv, glx[:4], egl[:4])
            os.remove(path)


def frames():
    with tempfile.TemporaryDirectory() as folder:
        path, images = os.path.join(folder, "a.trace"), os.path.join(folder, "images")
        record_glstep(path, [program("glstep-example"), "--frames", "5", "--time-step", "0.3", "--size", "96x64"])
        lines = sums(path)
        assert len(set(lines[1:])) == 5, lines
        assert [line.split()[:2] for line in lines] == [["frame", str(i)] for i in range(len(lines))], lines
        assert sums(path, "--frames", "2-3", "--images", images) == lines[2:4]
        assert sorted(os.listdir(images)) == ["frame-000002.png", "frame-000003.png"]
        assert sums(path, "--frames", "4") == lines[4:5] and sums(path, "--frames", "3-") == lines[3:]
        counted = json.loads(run("info", "--json", path)[0])
        bench = play(path, "--bench")[0].split()
        assert [int(bench[0]), int(bench[2])] == [counted["calls"], counted["frames"]] and len(lines) == counted["frames"], (bench, counted)


def sets():
    """Sets of calls and of frames: those of a file's kinds that are in it, each as it is alone; `glstep-trace state` and the list of an opened
    trace take the same."""
    with tempfile.TemporaryDirectory() as folder:
        path, list_of_calls = os.path.join(folder, "a.trace"), os.path.join(folder, "calls")
        subprocess.run([GLSTEP, "record", "-o", path, "--", *argv_of("passes")], capture_output=True, timeout=patience(60), check=True)
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        draws = [call["call"] for call in calls if re.match(r"gl(Multi)?Draw(Arrays|Elements)", call["function"])]
        swaps = [call["call"] for call in calls if "SwapBuffers" in call["function"]]
        assert len(draws) > 4 and len(swaps) > 2, (draws, swaps)

        def drawn(of):
            return [line.split() for line in play(path, "--call", of)[0].splitlines() if line.startswith("call ")]
        for of, expected in (("draw", draws), (f"{draws[1]}-{draws[-2]}/draw", draws[1:-1]), ("frame", swaps), (f"{draws[2]},{draws[0]}", [draws[0], draws[2]]),
                             (f"@{list_of_calls}", [draws[1], draws[3]])):
            with open(list_of_calls, "w", encoding="ascii") as file:
                file.write(f"{draws[3]}\n{draws[1]}\n")
            lines = drawn(of)
            assert sorted({int(line[1]) for line in lines}) == expected, (of, lines)
            assert [line for line in lines if int(line[1]) == expected[1]] == drawn(str(expected[1])), of
            told = [json.loads(line)["call"] for line in run("state", "--json", "--call", of, path)[0].splitlines()]
            assert told == expected, (of, told)
            with Console([path]) as console:
                assert [call["index"] for call in console.run(f"calls in {of}")["calls"]] == expected[:20], of
        every = [line.split()[2] for line in sums(path)]
        for of, expected in (("0,2", [0, 2]), ("2-", list(range(2, len(every)))), ("0-2/2", [0, 2])):
            found = [line.split() for line in play(path, "--md5", "--frames", of)[0].splitlines()]
            assert [(int(line[1]), line[2]) for line in found] == [(frame, every[frame]) for frame in expected], (of, found)
        with Console([path]) as console:
            for wrong in "", "drawn", "5-3", "@/absent":
                assert console.command(f"calls in {wrong}")["error"]["code"] == "usage", wrong


def usage():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        with open(path, "wb") as file:
            file.write(b"no trace")
        for words in ([path], [path + ".not"], ["--frames", "b", path], ["--nothing", path], [], [path, path]):
            done = subprocess.run([PLAYER, *words], stderr=subprocess.PIPE, stdout=subprocess.PIPE, timeout=patience(30), check=False)
            lines = done.stderr.decode().splitlines()
            assert done.returncode == 2 and len(lines) == 1, (words, done.returncode, lines)
        record_glstep(path, [program("test-scenes"), "plain", "--frames", "1"])
        environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        done = subprocess.run([PLAYER, "--glx", path], stderr=subprocess.PIPE, env=environment, timeout=patience(30), check=False)
        assert done.returncode == 2 and b"DISPLAY" in done.stderr, done
        done = subprocess.run([PLAYER, "--egl", "--md5", path], stdout=subprocess.PIPE, env=environment, timeout=patience(60), check=True)
        assert len(done.stdout.splitlines()) == 2, done


def crash():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_glstep(path, [program("test-scenes"), "plain", "--frames", "1"])
        library = os.path.abspath(program("libtest-dying.so"))
        done = subprocess.run([PLAYER, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False,
                              env={**os.environ, "LD_PRELOAD": f"{library}:{os.environ.get('LD_PRELOAD', '')}"})
        lines = done.stderr.decode().splitlines()
        assert done.returncode == -signal.SIGSEGV and len(lines) == 1 and "glDrawArrays: the driver crashed" in lines[0], done


def damaged_traces(folder, n, seed):
    """Of a scene's calls, with some bytes changed."""
    path, packed = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
    record_by_apitrace(path, [program("test-scenes"), "legacy", "--frames", "2"])
    subprocess.run(["apitrace", "repack", "--zlib", path, packed], check=True, timeout=patience(30), stdout=subprocess.DEVNULL)
    with gzip.open(packed) as file:
        stream = file.read()
    chance = random.Random(seed)
    for _ in range(n):
        damaged = bytearray(stream)
        for _ in range(chance.randrange(1, 4)):
            damaged[chance.randrange(40, len(stream))] = chance.choice((0, 1, 0x55, 0x7f, 0xff, chance.randrange(256)))
        with gzip.open(packed, "wb", 1) as file:
            file.write(damaged)
        yield packed


def lying_traces(folder, n, seed):
    """Of several scenes' calls, with values that lie."""
    sources = []
    for name in ("elements", "instanced", "unpacked", "barrier"):
        sources.append(os.path.join(folder, f"{name}.trace"))
        record_glstep(sources[-1], [program("test-scenes"), name, "--frames", "1"])
    path = os.path.join(folder, "lie.trace")
    for i in range(n):
        subprocess.run([program("tests/fuzz/lie-trace"), sources[i % len(sources)], path, str(seed + i)], check=True, timeout=patience(30))
        yield path


def hostile(traces, n, seed):
    """Whatever the trace says, the player ends by itself, without a driver that dies; and glstep over it ends in any case."""
    with tempfile.TemporaryDirectory() as folder:
        played = 0
        for i, path in enumerate(traces(folder, n, seed)):
            done = subprocess.run([PLAYER, "--md5", path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False)
            assert done.returncode in (0, 1, 2), (i, done.returncode, done.stderr[-300:])
            played += done.stdout.count(b"frame")
            if i % 5 == 0:
                survived(path)
        assert played >= n / 2, f"{played} frames of {n} traces"


def survived(path):
    done = subprocess.run([GLSTEP, "--keep-going", "-e", "next draw", "-e", "continue", path], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=patience(60), check=False)
    assert done.returncode in (0, 1, 2), (done.returncode, done.stderr[-300:])


def lies(make):
    with tempfile.TemporaryDirectory() as folder:
        path, trace = os.path.join(folder, "a.trace"), make()
        trace.save(path)
        frame, said = play(path, "--md5")
        told = dict(re.findall(r"^glstep-replay: call (\d+), (.*)$", said, re.M))
        for number, sentence in trace.told.items():
            assert sentence in told.pop(str(number), "nothing"), (number, sentence, said)
        assert not told and frame.startswith("frame 0 "), (told, frame)
        survived(path)


def thread():
    """Any number may be a thread's."""
    with tempfile.TemporaryDirectory() as folder:
        path, trace = os.path.join(folder, "a.trace"), Trace(5)
        trace.call("glFlush", thread=(1 << 32) - 1)
        trace.save(path)
        assert "1 calls" in play(path, status=2)[1]


def no_context():
    pixels, context = unsigned(16384), pointer(0xC0)
    refused = [("glXCreateContextAttribsARB", [pointer(0xD0), pointer(0xD1), NULL, TRUE, NULL], NULL),
               ("glXMakeCurrent", [pointer(0xD0), unsigned(0xA0), context], TRUE)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        for calls, sentence in (([], "the trace has no calls"),
                                ([("glXSwapBuffers", [pointer(0xD0), unsigned(0xA0)], None)], "no context of the trace"),
                                ([*refused, ("glClear", [pixels], None), ("glDrawArrays", [unsigned(4), unsigned(0), unsigned(3)], None)],
                                 "no context of the trace")):
            trace = Trace(5)
            for name, args, result in calls:
                trace.call(name, [f"a{i}" for i in range(len(args))], args, result=result)
            trace.save(path)
            assert sentence in play(path, status=2)[1], sentence
            done = subprocess.run([GLSTEP, "--keep-going", "-e", "next draw", "-e", "where", path], stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=patience(60), check=False)
            assert sentence in done.stdout.decode() and sentence in done.stderr.decode().splitlines()[-1], (sentence, done)


def released():
    """What a context has drawn that is let go at once, and not destroyed. Some of llvmpipe's threads still draw it when the player ends: by chance,
    three of 40 plays waited for ever."""
    display, context = pointer(0xD0), pointer(0xC0)
    t = Trace(5)
    t.call("glXCreateContext", ["dpy", "vis", "shareList", "direct"], [display, NULL, NULL, TRUE], result=context)
    t.call("glXMakeCurrent", ["dpy", "drawable", "ctx"], [display, unsigned(0xA0), context], result=TRUE)
    t.call("glViewport", ["x", "y", "width", "height"], [unsigned(n) for n in (0, 0, 200, 150)])
    t.call("glClear", ["mask"], [unsigned(0x4000)])
    t.call("glRectf", ["x1", "y1", "x2", "y2"], [number(n) for n in (-1.0, -1.0, 1.0, 1.0)])
    t.call("glXMakeCurrent", ["dpy", "drawable", "ctx"], [display, unsigned(0), NULL], result=TRUE)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        t.save(path)
        for _ in range(60 if EVERYTHING else 20):
            play(path, environment={"LP_NUM_THREADS": "16"})


def elements():
    """In a trace of a driver with other locations, elements of arrays by the number of another one, for which alone was asked."""
    vertex = "#version 300 es\nvoid main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0.0, 1.0); }\n"
    fragment = ("#version 300 es\nprecision highp float; uniform float a[3], z, b[4]; out vec4 color;\n"
                "void main() { color = vec4(a[0] + a[1], a[2] + b[0], b[1] + b[2], b[3] + z); }\n")
    asked = {"a": 100, "b[2]": 52, "z": 7}
    set_to = {100: 51, 101: 2, 102: 3, 50: 10, 51: 20, 52: 40, 53: 80, 7: 4}  # of 255, a[0] to z
    t = Trace(5)
    t.call("eglCreateContext", ["dpy", "config", "share_context", "attrib_list"],
           [pointer(1), pointer(2), NULL, array(unsigned(0x3098), unsigned(3), unsigned(0x3038))], result=pointer(3))
    t.call("eglMakeCurrent", ["dpy", "draw", "read", "ctx"], [pointer(1), pointer(4), pointer(4), pointer(3)], result=unsigned(1))
    t.call("glCreateProgram", [], [], result=unsigned(5))
    for shader, kind, source in (6, 0x8B31, vertex), (7, 0x8B30, fragment):
        t.call("glCreateShader", ["type"], [unsigned(kind)], result=unsigned(shader))
        t.call("glShaderSource", ["shader", "count", "string", "length"], [unsigned(shader), unsigned(1), array(text(source)), NULL])
        t.call("glCompileShader", ["shader"], [unsigned(shader)])
        t.call("glAttachShader", ["program", "shader"], [unsigned(5), unsigned(shader)])
    t.call("glLinkProgram", ["program"], [unsigned(5)])
    t.call("glUseProgram", ["program"], [unsigned(5)])
    for name, location in asked.items():
        t.call("glGetUniformLocation", ["program", "name"], [unsigned(5), text(name)], result=unsigned(location))
    for location, value in set_to.items():
        t.call("glUniform1f", ["location", "v0"], [unsigned(location), number(value / 255)])
    t.call("glDrawArrays", ["mode", "first", "count"], [unsigned(4), unsigned(0), unsigned(3)])
    t.call("glReadPixels", ["x", "y", "width", "height", "format", "type", "pixels"],
           [unsigned(0), unsigned(0), unsigned(1), unsigned(1), unsigned(0x1908), unsigned(0x1401), blob(bytes([53, 13, 60, 84]))])
    t.call("glGetError", [], [], result=unsigned(0))
    without_differences(t)


def draw_with(t, pixel):
    t.call("glRectf", ["x1", "y1", "x2", "y2"], [number(n) for n in (-1.0, -1.0, 1.0, 1.0)])
    t.call("glReadPixels", ["x", "y", "width", "height", "format", "type", "pixels"],
           [unsigned(0), unsigned(0), unsigned(1), unsigned(1), unsigned(0x1908), unsigned(0x1401), blob(bytes(pixel))])
    t.call("glGetError", [], [], result=unsigned(0))


def without_differences(t):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        t.save(path)
        said = play(path)[1]
        assert " 0 differences" in said, said


def listed():
    """In a trace of a driver with other locations, a program that a list uses which is only compiled: it counts for the calls in the list."""
    fragment = "uniform float level; void main() { gl_FragColor = vec4(%s, 1.0); }\n"
    t = Trace(5)
    t.call("glXCreateContext", ["dpy", "vis", "shareList", "direct"], [pointer(0xD0), NULL, NULL, TRUE], result=pointer(0xC0))
    t.call("glXMakeCurrent", ["dpy", "drawable", "ctx"], [pointer(0xD0), unsigned(0xA0), pointer(0xC0)], result=TRUE)
    for program, location, colour in (5, 100, "level, 0.0, 0.0"), (8, 200, "0.0, level, 0.0"):
        t.call("glCreateProgram", [], [], result=unsigned(program))
        t.call("glCreateShader", ["type"], [unsigned(0x8B30)], result=unsigned(program + 1))
        t.call("glShaderSource", ["shader", "count", "string", "length"],
               [unsigned(program + 1), unsigned(1), array(text(fragment % colour)), NULL])
        t.call("glCompileShader", ["shader"], [unsigned(program + 1)])
        t.call("glAttachShader", ["program", "shader"], [unsigned(program), unsigned(program + 1)])
        t.call("glLinkProgram", ["program"], [unsigned(program)])
        t.call("glGetUniformLocation", ["program", "name"], [unsigned(program), text("level")], result=unsigned(location))
    t.call("glUseProgram", ["program"], [unsigned(5)])
    t.call("glNewList", ["list", "mode"], [unsigned(1), unsigned(0x1300)])
    t.call("glUseProgram", ["program"], [unsigned(8)])
    t.call("glUniform1f", ["location", "v0"], [unsigned(200), number(51 / 255)])
    t.call("glEndList")
    t.call("glUniform1f", ["location", "v0"], [unsigned(100), number(102 / 255)])
    draw_with(t, (102, 0, 0, 255))
    t.call("glCallList", ["list"], [unsigned(1)])
    draw_with(t, (0, 51, 0, 255))
    t.call("glUniform1f", ["location", "v0"], [unsigned(200), number(153 / 255)])
    draw_with(t, (0, 153, 0, 255))
    without_differences(t)


def apis():
    """Smooth polygons, which OpenGL ES has not: the API stays OpenGL where another is refused, and is OpenGL ES after eglReleaseThread."""
    for calls, is_es in ([("eglBindAPI", 0x30A2, 1), ("eglBindAPI", 0x30A1, 0)], False), ([("eglBindAPI", 0x30A2, 1), ("eglReleaseThread", None, 1)], True):
        t = Trace(5)
        for name, api, result in calls:
            t.call(name, ["api"] if api else [], [unsigned(api)] if api else [], result=unsigned(result))
        t.call("eglCreateContext", ["dpy", "config", "share_context", "attrib_list"],
               [pointer(1), pointer(2), NULL, array(unsigned(0x3098), unsigned(2), unsigned(0x3038)) if is_es else NULL], result=pointer(3))
        t.call("eglMakeCurrent", ["dpy", "draw", "read", "ctx"], [pointer(1), pointer(4), pointer(4), pointer(3)], result=unsigned(1))
        t.call("glEnable", ["cap"], [unsigned(0x0B41)])  # GL_POLYGON_SMOOTH
        t.call("glIsEnabled", ["cap"], [unsigned(0x0B41)], result=unsigned(not is_es))
        without_differences(t)


GL = {"GL_FLOAT": 0x1406, "GL_ARRAY_BUFFER": 0x8892, "GL_STATIC_DRAW": 0x88E4, "GL_QUADS": 7, "GL_VERTEX_ARRAY": 0x8074}
SIDE = 10  # of each of the version's squares
HEAP, STACK = 0x7f1100000000, 0x7fff00000000


class Squares(Trace):
    """As many squares beside each other as the version can have: of a buffer's vertices; of the program's memory as bytes; of its memory
    as that was allocated, by another thread. What an older version tells of memory draws nothing."""

    def __init__(self, version):
        super().__init__(version)
        self.thread = 0
        self.make("glXCreateContext", pointer(0xD0), NULL, NULL, TRUE, result=pointer(0xC0))
        self.make_current(pointer(0xA0), pointer(0xC0))
        for name in "glViewport", "glScissor":
            self.make(name, unsigned(0), unsigned(0), unsigned(3 * SIDE), unsigned(SIDE), flags=1)
        self.make("glClearColor", number(0), number(0), number(0), number(1))
        self.make("glClear", self.bitmask((("GL_COLOR_BUFFER_BIT", 0x4000),), 0x4000))
        self.make("glEnableClientState", "GL_VERTEX_ARRAY")
        self.of_buffer(0)
        self.square(1, blob(corners(1)) if version >= 1 else pointer(STACK))
        if version >= 4:
            self.make_current(unsigned(0), NULL)
            self.thread = 7
            self.make_current(pointer(0xA0), pointer(0xC0))
        if version >= 2:
            self.make("malloc", unsigned(64), result=pointer(HEAP))
            self.make("memcpy", pointer(HEAP + 16), blob(corners(2)), unsigned(32))
        self.square(2, pointer(HEAP + 16))
        self.make("free", pointer(HEAP))
        self.make("glXSwapBuffers", pointer(0xD0), pointer(0xA0))

    def make(self, name, *given, result=None, flags=0):
        values = [self.enum(((each, GL[each]),), GL[each]) if isinstance(each, str) else each for each in given]
        frames = [self.frame("program", "main", "main.c", 3)] if self.version >= 5 else None
        self.call(name, [f"a{i}" for i in range(len(values))], values, result=result, flags=flags, thread=self.thread, frames=frames)

    def make_current(self, drawable, context):
        self.make("glXMakeCurrent", pointer(0xD0), drawable, context, result=TRUE)

    def of_buffer(self, place):
        self.make("glGenBuffers", unsigned(1), array(unsigned(40)))
        self.make("glBindBuffer", "GL_ARRAY_BUFFER", unsigned(40))
        self.make("glBufferData", "GL_ARRAY_BUFFER", unsigned(32), blob(corners(place)), "GL_STATIC_DRAW")
        self.square(place, NULL)
        self.make("glBindBuffer", "GL_ARRAY_BUFFER", unsigned(0))

    def square(self, place, where):
        self.make("glVertexPointer", unsigned(2), "GL_FLOAT", unsigned(0), where)
        self.make("glColor4ub", *(unsigned(part) for part in colour_of(place)))
        self.make("glDrawArrays", "GL_QUADS", unsigned(0), unsigned(4))


def corners(place):
    left, right = (2 * edge / 3 - 1 for edge in (place, place + 1))
    return struct.pack("<8f", left, -1, right, -1, right, 1, left, 1)


def colour_of(place):
    return 10 + place, 20 + place, 30 + place, 255


def versions():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        for version in range(7):
            Squares(version).save(path)
            row = b"".join(bytes(colour_of(place) if place <= version else (0, 0, 0, 255)) * SIDE for place in range(3))
            said, told = play(path, "--md5")
            assert said == f"frame 0 {hashlib.md5(row * SIDE).hexdigest()}\n", (version, said, told)
            assert told.count("left out") == told.count("call ") == (version < 2), (version, told)
            run("repack", path, path)  # which says that its calls are those of the old version
            assert play(path, "--md5") == (said, told), version


OTHERWISE = {"LD_PRELOAD": f"{os.path.abspath(program('libtest-otherwise.so'))}:{os.environ.get('LD_PRELOAD', '')}"}


def beside_glretrace(path, least):
    """But for frames that it draws differently each time, before a window is shown."""
    compared = beside_apitrace(our_pictures(path), path, 0)
    assert compared >= least, f"{compared} frames compared"


def in_colours(path, colours, side):
    """The frames have one colour each, with this driver, and with one whose linker chooses other locations and whose names are others."""
    expected = [f"frame {i} {hashlib.md5(bytes([*colour, 255]) * side * side).hexdigest()}" for i, colour in enumerate(colours)]
    for environment in {}, OTHERWISE:
        said, told = play(path, "--md5", environment=environment)
        assert said.splitlines() == expected and not told, (environment, said, expected, told)
    beside_glretrace(path, len(colours) - 1)


class Handles(Trace):
    """Two textures by handles, of which the second is looked up; two fences."""

    def __init__(self):
        super().__init__(6)
        fragment = "uniform sampler2D image;\nvoid main() { gl_FragColor = texture2D(image, vec2(0.5)); }\n"
        self.make("glXCreateContext", pointer(0xD0), NULL, NULL, TRUE, result=pointer(0xC0))
        self.make("glXMakeCurrent", pointer(0xD0), pointer(0xA0), pointer(0xC0), result=TRUE)
        for name in "glViewport", "glScissor":
            self.make(name, *map(unsigned, (0, 0, SIDE, SIDE)), flags=1)
        self.make("glCreateProgram", result=unsigned(50))
        self.make("glCreateShader", unsigned(0x8B30), result=unsigned(51))
        self.make("glShaderSource", unsigned(51), unsigned(1), array(text(fragment)), NULL)
        self.make("glCompileShader", unsigned(51))
        self.make("glAttachShader", unsigned(50), unsigned(51))
        self.make("glLinkProgram", unsigned(50))
        self.make("glUseProgram", unsigned(50))
        self.make("glGetUniformLocation", unsigned(50), text("image"), result=unsigned(77))
        self.make("glGenTextures", unsigned(2), array(unsigned(21), unsigned(20)))
        for place, name in (0, 20), (1, 21):
            self.make("glBindTexture", unsigned(0xDE1), unsigned(name))
            self.make("glTexParameteri", unsigned(0xDE1), unsigned(0x2801), unsigned(0x2600))  # GL_NEAREST
            self.make("glTexImage2D", *map(unsigned, (0xDE1, 0, 0x8058, 1, 1, 0, 0x1908, 0x1401)), blob(bytes(colour_of(place))))
            self.make("glGetTextureHandleARB", unsigned(name), result=unsigned(0x7000 + place))
        self.make("glMakeTextureHandleResidentARB", unsigned(0x7001))
        self.make("glUniformHandleui64ARB", unsigned(77), unsigned(0x7001))
        for fence in 0x9001, 0x9000:
            self.make("glFenceSync", unsigned(0x9117), unsigned(0), result=pointer(fence))
        for fence in 0x9001, 0x9000:
            self.make("glClientWaitSync", pointer(fence), unsigned(1), unsigned(0), result=unsigned(0x911C))
            self.make("glDeleteSync", pointer(fence))
        self.make("glRectf", *map(number, (-1, -1, 1, 1)))
        self.make("glXSwapBuffers", pointer(0xD0), pointer(0xA0))

    def make(self, name, *values, **more):
        self.call(name, [f"a{i}" for i in range(len(values))], values, **more)


def handles():
    """No driver of these machines has them."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        Handles().save(path)
        expected = f"frame 0 {hashlib.md5(bytes(colour_of(1)) * SIDE * SIDE).hexdigest()}\n"
        assert play(path, "--md5", environment=OTHERWISE) == (expected, ""), (play(path, "--md5", environment=OTHERWISE), expected)


def linked():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_glstep(path, [program("test-linked")])
        in_colours(path, [(10, 20, 30), (40, 50, 60), (61, 74, 83), (90, 103, 102), (110, 120, 130), (110, 120, 130), (180, 140, 150), (190, 200, 210)], 64)


def shared(way, through):
    """Two contexts, of which one uses what the other has made, or both have names of their own for other things."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_glstep(path, [program("test-contexts"), "--through", through, "--api", "core", way])
        first = play(path)[1], sums(path)
        assert " 0 differences" in first[0], first  # of what the program has read back, and found right
        again = play(path, environment=OTHERWISE)[1], play(path, "--md5", environment=OTHERWISE)[0].splitlines()
        assert again == first, (first, again)
        beside_glretrace(path, FRAMES)


def of_images(way):
    words = way.split()
    before = ["env", "MESA_GLES_VERSION_OVERRIDE=2.0"] if words[0] == OLD else []
    return [*before, program("test-images"), *(word for word in words if word != OLD), "--frames", str(FRAMES + 1 + (way in BY_GLRETRACE))]


def player_crashes_anyway(way):
    """Now and then on what apitrace itself has recorded of the program: apitrace 13 with Mesa 26.1, where an image is made a texture's
    storage."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_by_apitrace(path, of_images(way), "egl")
        return any(subprocess.run(["apitrace", "dump-images", "-o", os.path.join(folder, "frame-"), path], stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=patience(60), check=False).returncode in CRASHES for _ in range(CRASH_RUNS))


def image_beside_glretrace(way, live, path):
    """But for the first frame, swapped before anything is drawn, and in eglretrace the next, before its window gets its size; and where it
    crashes, whoever has recorded."""
    try:
        compared = beside_apitrace(live, path, 2 if "--es" in way else 1)
    except subprocess.CalledProcessError as why:
        assert why.returncode in CRASHES and player_crashes_anyway(way), why
    else:
        assert compared >= FRAMES, f"{compared} frames compared"


def images(way):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        live = recorded(folder, path, of_images(way))
        compare("the program", our_pictures(path), live)
        if way in BY_GLRETRACE:
            image_beside_glretrace(way, live, path)
        if any(word in way for word in ("--drawn", "--through", "pixmap")):
            assert differing(live[1], live[2]), "each frame is the same, and so shows nothing"
        if way.startswith(OLD):
            assert "glTexImage2D" not in fakes(path), "the recorder has read the image back: that is tested elsewhere"


def fakes(path):
    return {call["function"] for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if call.get("fake")}


def no_images():
    """GLX has no EGLImages: what is lost by that is told, once, unless the recorder has read it back."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        for way, lost in (("--drawn target", 1), ("texture", 0)):
            record_glstep(path, of_images(way))
            said = play(path, "--glx")[1]
            assert said.count("what it holds is lost") == lost == said.count("glEGLImageTarget"), (way, said)
            os.remove(path)


def telling(kinds):
    """Those that have a property, or lack one, as none before them."""
    met, some = set(), {}
    for kind, number in kinds.items():
        properties = set(enumerate(kind))
        if not properties <= met:
            some[kind] = number
            met |= properties
    return some


def visuals(*way):
    """One of each kind that the X server has, or so many that each property is there and is not."""
    kinds, seen = {}, {}
    listed = subprocess.run([program("test-visual"), "--list", *(word for word in way if word == "--egl")], capture_output=True,
                            timeout=patience(30), check=True).stdout.decode()
    for line in listed.splitlines():
        number, *bits = line.split()
        kinds.setdefault(tuple(int(n) > 0 for n in bits), number)
    assert len(kinds) > 3, kinds
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        for kind, number in (kinds if EVERYTHING else telling(kinds)).items():
            argv = [program("test-visual"), *way, "--frames", str(FRAMES + 1), number]
            live = recorded(folder, path, argv)
            again = live_frames(folder, [path]) if kind[-1] else our_pictures(path)  # glstep puts samples together in its own way
            compare(f"visual {number}: depth, stencil, accumulation, alpha, samples {kind}", again, live)
            other = seen.setdefault(str(live[2]), number)
            assert other == number, f"visuals {number} and {other} draw the same, and so show nothing"
            os.remove(path)


def main():
    need_apitrace()
    results = Results()
    for name in of_the_day(SCENES, 3):
        results.check(f"glstep-{name}", scene, name)
    for name in of_the_day([name for name in BY_APITRACE if name not in NOT_BY_APITRACE], 3):
        results.check(f"apitrace-{name}", scene_of_apitrace, name)
    sampled = [program("test-scenes"), "plain", "--samples", "4", "--frames", str(FRAMES)]
    if subprocess.run(sampled, capture_output=True, timeout=patience(60), check=False).returncode == LACKING:
        results.skip("samples", "this driver has no windows with several samples a pixel")  # the newer GLX of Mesa and Xvfb
    else:
        results.check("samples", samples, sampled)
        results.check("samples-asked", asked)
    results.check("other-systems", other_system)
    results.check("frames", frames)
    results.check("sets", sets)
    results.check("usage", usage)
    results.check("crash", crash)
    results.check("hostile-bytes", hostile, damaged_traces, 20, 5)
    results.check("hostile-values", hostile, lying_traces, 12, 100)
    results.check("lies", lies, lying_trace)
    results.check("image-lies", lies, lying_images)
    results.check("no-context", no_context)
    results.check("released", released)
    results.check("thread", thread)
    results.check("elements", elements)
    results.check("listed", listed)
    results.check("apis", apis)
    results.check("versions", versions)
    results.check("handles", handles)
    results.check("linked", linked)
    for way in WAYS_TO_SHARE:
        for through in ("glx", "pbuffer"):
            results.check(f"{way}-{through}", shared, way, through)
    for way in of_the_day(IMAGES, 3):
        results.check("image-" + "-".join(word.strip("-") for word in way.split()), images, way)
    results.check("no-images", no_images)
    results.check("visuals", visuals)
    results.check("visuals-config", visuals, "--config")
    results.check("visuals-egl", visuals, "--egl")
    sys.exit(results.failed > 0)


main()
