#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
extract.py - a frame that was extracted from a trace is drawn as in the whole trace.

 NAME        a frame of a program's trace: the same sums of the picture, by glstep-replay, and, of the last one of every other program, by
             apitrace's player; and no more calls than the program's first frame took, and twice the frame's own; at its end the driver tells
             the same state in both
 image-*     a frame for which an EGLImage's source was drawn into in all frames before
 configs     of the many configurations whose attributes a program asks for, those are kept of which something is made
 visuals     likewise of visuals
 begins      a comment stands where what was asked for begins; glstep says at which call, and apitrace reads it
 draw-*      single draws of several programs, with what they need: --check finds the same picture and state, and so does apitrace's player
 draw-last   ... the last one of a frame; --check of what draws nothing
 draw-pictures  the pictures behind draws that --check compares differ where draws do
 named       what GL_EXT_direct_state_access sets up
 part-cleared  a frame whose first clear leaves some of what the window held before
 superseded  calls that set what later ones set again are left out
 picking     GL ends selecting where it did
 range       several frames
 record      glstep record --frames
 save        trace save, of what is recorded and of an opened trace
 clock       what is drawn differently each time cannot be compared, which is said, and no more is kept for it
 json        what was kept, for scripts
 usage       what there is not is told in one sentence, and nothing is written

Environment: GLSTEP_EXTRACT=all: some fifty programs, longer, three frames of each and three draws, each with --check, beside apitrace's player
and, of images, with and without --as-data; else one of each, in turn,
of every third program, image and draw, others each day.
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Console, Results, of_the_day, program  # noqa: E402
from lying_trace import Lies, context  # noqa: E402
from patience import patience  # noqa: E402
from state_dump import UNSTEADY  # noqa: E402
from trace_bytes import array, blob, pointer, unsigned  # noqa: E402
from trace_tools import TOOL, apitrace_dump, differing, need_apitrace, played_pictures, record_enough, run  # noqa: E402

SCENES = ["plain", "passes", "discard", "blended", "dual", "stencil", "feedback", "instanced", "indirect", "multisampled", "legacy",
          "alpha", "immediate", "list", "fixed", "assembly", "coherent", "barrier", "flushed", "unpacked", "renewed", "elements", "query", "broken", "answers",
          "captured", "paused", "dispatched", "returned", "swapped", "picked"]
MARKS = ["build:use-vbo=false", "build:use-vbo=true", "texture", "shading", "bump", "effect2d", "pulsar", "desktop", "buffer", "ideas",
         "jellyfish", "shadow", "refract", "conditionals", "function", "loop"]
IMAGES = ["--drawn texture", "--drawn renderbuffer", "--drawn context", "--drawn target", "--through storage", "--es --drawn external"]
# The player's own names and addresses; and the images of a texture that is bound and that nothing in the frame reads.
NOT_KEPT = re.compile(r"BINDING|GL_CURRENT_PROGRAM|^PROGRAM$|_POINTER$|_BUFFER\[\d+\]$|GL_TEXTURE_(WIDTH|HEIGHT|DEPTH|INTERNAL_FORMAT)$")
# Names, which are the player's; where what is read back goes; and what the driver measures.
NOT_IN_DRAW = re.compile(r"BINDING|GL_CURRENT_PROGRAM|_POINTER$|GL_RENDERBUFFER|_BUFFER_(SIZE|START)|GL_PERFORMANCE|" + "|".join(UNSTEADY))
DRAWS = re.compile(r"glDraw(Arrays|Elements)|glEnd$|glCallList$")
DRAWN = ["passes", "blended", "multisampled", "feedback", "legacy", "immediate", "build:use-vbo=true", "desktop", "shadow", "glxgears"]
EVERYTHING = os.environ.get("GLSTEP_EXTRACT") == "all"
MARK_FRAMES = 30 if EVERYTHING else 8
SECONDS, ENOUGH = 1.5 if EVERYTHING else 0.4, 6  # of a program that does not count its frames: twice as long, until there are so many
HACKS = ["gears", "sierpinski3d", "superquadrics", "molecule"]
QUICK = ["passes", "broken", "feedback", "list", "multisampled", "elements", "renewed", "answers", "captured", "paused", "dispatched", "returned", "swapped", "picked", "build:use-vbo=false", "desktop", "refract", "glxgears"]


def argv_of(name, seconds=SECONDS):
    if name in SCENES or name == "clock":
        return [program("test-scenes"), name, "--frames", "5"]
    if name in HACKS:
        return ["timeout", str(seconds), "/usr/libexec/xscreensaver/" + name]
    if name in MARKS:
        return ["glmark2", "-b", f"{name}:duration={patience(60)}:nframes={MARK_FRAMES}", "--size", "200x150"]
    return ["timeout", str(seconds), name]


def record(path, name):
    record_enough(path, lambda seconds: argv_of(name, seconds), SECONDS, ENOUGH)


def sums(path):
    done = subprocess.run([program("glstep-replay"), "--md5", path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=patience(60),
                          check=True)
    return [line.split()[2] for line in done.stdout.decode().splitlines()]


def extract(path, part, *words):
    """How many calls are kept, and how many of them were asked for."""
    told = run("extract", *words, path, part)[1].splitlines()[0].split(": ")[-1].split()
    return int(told[0]), int(told[4])


def first_frame_calls(path):
    for line in run("dump", "--json", path)[0].splitlines():
        call = json.loads(line)
        if "Swap" in call["function"]:
            return call["call"]
    raise AssertionError("no frame ends")


def driver_state(path, frame):
    """What the driver tells where that frame, from 0, ends."""
    swaps = [call["call"] for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if "SwapBuffers" in call["function"]]
    with Console([path]) as console:
        console.run(f"goto {swaps[frame]}")
        return {name: value for name, value in console.run("state").items() if not NOT_KEPT.search(name)}


def state_of(name, path, part, frame):
    theirs, ours = driver_state(path, frame), driver_state(part, 0)
    other = {key: (theirs.get(key), ours.get(key)) for key in theirs.keys() | ours.keys() if theirs.get(key) != ours.get(key)}
    assert len(theirs) > 100 and not other, (name, frame, other)


def in_turn(nth, choices):
    """All of them, or the nth one."""
    return list(choices) if EVERYTHING else [choices[nth % len(choices)]]


def frames_of(name, nth):
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record(path, name)
        whole = sums(path)
        assert len(whole) > 3, whole
        most = first_frame_calls(path)
        for frame in in_turn(nth // 2, sorted({1, len(whole) // 2, len(whole) - 1})[0 if EVERYTHING else 1:]):
            kept, asked = extract(path, part, "--frame", str(frame), *["--check"] * (EVERYTHING or nth % 2))
            assert sums(part) == whole[frame:frame + 1], (frame, sums(part), whole[frame])
            assert kept <= most + 2 * asked, f"frame {frame}: {kept} calls are kept for {asked}; the first frame ends at {most}"
        state_of(name, path, part, frame)
        if name != "elements" and (EVERYTHING or nth % 2 == 0):  # glretrace 11.1 crashes in glArrayElement
            # Its first picture in a window is not always whole.
            extract(path, part, "--frame", f"{len(whole) - 2}-{len(whole) - 1}")
            there = differing(played_pictures(part)[-1], played_pictures(path)[-1])
            assert not there, f"glretrace: {there} differ"


def image_again():
    """A texture that gets the same image in each frame: of its texels, which the recorder tells each time, an extracted frame has the last."""
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "part.trace")
        subprocess.run([GLSTEP, "record", "-o", path, "--", program("test-images"), "--drawn", "--anew", "texture", "--frames", "12"],
                       stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
        told = []
        for frame in ("3", "10"):
            run("extract", "--frame", frame, "--check", path, part)
            told.append(run("dump", part)[0].count(b"glTexImage2D"))
        assert told[0] == told[1] and b"glEGLImageTargetTexture2DOES" in run("dump", part)[0], told


def image(way, nth):
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        subprocess.run([GLSTEP, "record", "-o", path, "--", program("test-images"), *way.split(), "--frames", "6"], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=patience(60), check=True)
        whole = sums(path)
        for words in in_turn(nth, ([], ["--as-data"])):
            told = run("extract", "--check", *words, "--frame", "4", path, part)[1]
            assert "more is kept" not in told and "no rule" not in told, told
            assert sums(part) == whole[4:5] and whole[4] not in whole[:4], (sums(part), whole)


def calls_of(path):
    calls = [json.loads(line) for line in run("dump", "--json", "--verbose", path)[0].splitlines()]
    return [(call["function"], json.dumps([each["value"] for each in call["arguments"]])) for call in calls]


def begins():
    with tempfile.TemporaryDirectory() as folder:
        whole, part = os.path.join(folder, "a.trace"), os.path.join(folder, "part.trace")
        subprocess.run([GLSTEP, "record", "-o", whole, "--", program("test-scenes"), "passes", "--frames", "6"], stdin=subprocess.DEVNULL,
                       capture_output=True, timeout=patience(60), check=True)
        every = calls_of(whole)
        ends = [n for n, (name, _) in enumerate(every) if name == "glXSwapBuffers"]
        draws = [n for n, (name, _) in enumerate(every) if name.startswith("glDraw")]
        wishes = {("--frame", "3"): ("frame 3 of a.trace", ends[2] + 1, ends[3]),
                  ("--frame", "3", "--as-data"): ("frame 3 of a.trace", ends[2] + 1, ends[3]),
                  ("--frame", "2-3"): ("frames 2-3 of a.trace", ends[1] + 1, ends[3]),
                  ("--frame", "2-"): ("frames 2-6 of a.trace", ends[1] + 1, ends[5]),  # the last one ends without a swap
                  ("--draw", str(draws[-1])): (f"call {draws[-1]} of a.trace", draws[-1], draws[-1]),
                  ("--frame", "0"): (None, 0, ends[0])}
        for words, (what, first, last) in wishes.items():
            kept = extract(whole, part, *words)[0]
            calls = calls_of(part)
            said = subprocess.run([GLSTEP, "-e", "calls 1", part], capture_output=True, text=True, timeout=patience(60), check=True).stderr
            at = [n for n, (_, values) in enumerate(calls) if "begins: " in values]
            assert len(calls) == kept and len(at) == (what is not None), (words, kept, len(calls), at)
            if what is None:
                assert "begins" not in said, said
                continue
            name, values = calls[at[0]]
            assert name == "glStringMarkerGREMEDY" and f"begins: {what}" in values, values
            assert calls[at[0] + 1:at[0] + 2 + last - first] == every[first:last + 1], (words, calls[at[0] + 1], every[first])
            assert f"{what} begins at call {at[0] + 1};" in said, said
            assert f"begins: {what}".encode() in apitrace_dump(part), words
            with Console([part]) as console:  # not at a draw that is only needed
                drawn = next(n for n, (name, _) in enumerate(calls) if n > at[0] and name.startswith("glDraw"))
                assert console.run("next draw")["call"]["index"] == drawn, (words, drawn)
        scene = [program("test-scenes"), "passes", "--frames", "6"]
        subprocess.run([GLSTEP, "record", "--frames", "3", "-o", part, "--", *scene], stdin=subprocess.DEVNULL, capture_output=True,
                       timeout=patience(60), check=True)
        assert [values for _, values in calls_of(part) if "begins: frame 3 of test-scenes" in values], "record --frames"


def original_numbers():
    """A draw and a pass have in a kept file the numbers that they have in the whole, whatever draws stand before the frame there."""
    def told(path, first, n):
        """Of n calls: their numbers, their frame's passes, the draws before them, and a stop at the first draw."""
        with Console([path]) as console:
            drawn = {call["index"] - first: call["drawn"] for call in console.run(f"calls from {first} {n}")["calls"] if "drawn" in call}
            before = [call["drawn"] for call in console.run(f"calls from 0 {first}")["calls"] if "drawn" in call]
            stop = console.run(f"goto {first + min(drawn)}")
            passes = [(each.get("draw"), each["draws"], each["others"]) for each in console.run(f"calls passes {stop['frame']}")["passes"]]
            return {at: of.get("number") for at, of in drawn.items()}, passes, before, stop

    with tempfile.TemporaryDirectory() as folder:
        whole, part = os.path.join(folder, "a.trace"), os.path.join(folder, "part.trace")
        subprocess.run([GLSTEP, "record", "-o", whole, "--", program("test-scenes"), "echoes", "--frames", "6"], stdin=subprocess.DEVNULL,
                       capture_output=True, timeout=patience(60), check=True)
        every = calls_of(whole)
        ends = [n for n, (name, _) in enumerate(every) if name == "glXSwapBuffers"]
        first, n = ends[2] + 1, ends[3] - ends[2]
        extract(whole, part, "--frame", "3")
        begins = next(i for i, (_, values) in enumerate(calls_of(part)) if "begins: " in values) + 1
        numbers, passes, before, stop = told(whole, first, n)
        kept_numbers, kept_passes, needed, kept_stop = told(part, begins, n)
        assert before and needed, "the frame needs no draw before it"
        assert kept_numbers == numbers and list(numbers.values()) == [1, 2], (kept_numbers, numbers)
        assert kept_passes == passes and len(passes) == 3, (kept_passes, passes)
        assert all(drawn.get("needed") and "number" not in drawn for drawn in needed), needed
        assert "original" not in stop and kept_stop["original"] == "frame 3 of a.trace, draw 1", (stop, kept_stop)
        last = [i for i, (name, _) in enumerate(every) if name.startswith("glDraw")][-1]
        extract(whole, part, "--draw", str(last))
        begins = next(i for i, (_, values) in enumerate(calls_of(part)) if "begins: " in values) + 1
        kept_numbers, kept_passes, _, kept_stop = told(part, begins, 1)
        assert kept_numbers == {0: None} and [draw for draw, _, _ in kept_passes] == [None], (kept_numbers, kept_passes)
        assert "original" not in kept_stop, kept_stop


def arguments_of(path):
    """Of each call, the driver's and the recorder's, its function and its arguments by name."""
    calls = [json.loads(line) for line in run("dump", "--json", "--verbose", path)[0].splitlines()]
    return [(call["function"], {each["name"]: json.dumps(each["value"]) for each in call["arguments"]}) for call in calls]


def configs():
    with tempfile.TemporaryDirectory() as folder:
        whole, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        subprocess.run([GLSTEP, "record", "-o", whole, "--", program("glstep-example"), "--frames", "4"], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=patience(60), check=True)
        extract(whole, part, "--frame", "2")
        asked, used = {}, {}
        for path in whole, part:
            arguments = arguments_of(path)
            asked[path] = [(values["config"], values["attribute"]) for name, values in arguments if name == "glXGetFBConfigAttrib"]
            used[path] = {values["config"] for name, values in arguments if "config" in values and name != "glXGetFBConfigAttrib"}
        want = [each for each in asked[whole] if each[0] in used[whole]]
        assert used[part] == used[whole] and asked[part] == want, (len(asked[part]), len(want), used)
        assert 0 < 10 * len(want) < len(asked[whole]), f"the program asks for {len(asked[whole])} attributes, {len(want)} of what it uses"
        assert sums(part) == sums(whole)[2:3], "another picture"


def visuals():
    """The same of glXGetConfig, which names visuals."""
    with tempfile.TemporaryDirectory() as folder:
        whole, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        number = subprocess.run([program("test-visual"), "--list"], capture_output=True, timeout=patience(30), check=True).stdout.split()[0].decode()
        subprocess.run([GLSTEP, "record", "-o", whole, "--", program("test-visual"), "--list", number, "--frames", "4"], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=patience(60), check=True)
        extract(whole, part, "--frame", "2")
        asked, used = {}, {}
        for path in whole, part:
            arguments = arguments_of(path)
            asked[path] = [(values["visual"], values["attrib"]) for name, values in arguments if name == "glXGetConfig"]
            used[path] = [values["vis"] for name, values in arguments if name == "glXCreateContext"]
        want = [each for each in asked[whole] if each[0] in used[whole]]
        assert used[part] == used[whole] and len(used[part]) == 1, used
        assert asked[part] == want and 0 < 10 * len(want) < len(asked[whole]), (len(asked[part]), len(want), len(asked[whole]))
        assert sums(part) == sums(whole)[2:3], "another picture"


def glretrace_state(path, number):
    """What apitrace's player finds behind a call: the images of a framebuffer of the program's own, and what GL holds of its own. Of its window the
    first picture is not always whole."""
    done = subprocess.run(["glretrace", "-D", str(number), path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=patience(60), check=True)
    told = json.loads(done.stdout, strict=False)
    images = {name: image["__data__"] for name, image in told["framebuffer"].items() if "ATTACHMENT" in name}
    return images, {name: value for name, value in values_of(told["parameters"]) if not NOT_IN_DRAW.search(name)}


def values_of(told, prefix=""):
    for name, value in told.items():
        yield from values_of(value, f"{prefix}{name}.") if isinstance(value, dict) else [(prefix + name, value)]


def drawn_picture(path, number):
    """What the debugger finds in the framebuffer behind that call."""
    picture = path + ".png"
    behind = min(call["call"] for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if call["call"] > number)
    with Console([path]) as console:
        console.run(f"goto {behind}")
        console.run(f"framebuffer {picture}")
    with open(picture, "rb") as file:
        return file.read()


def draws_of(path):
    """Not those of display lists that are made."""
    draws, in_list = [], False
    for call in map(json.loads, run("dump", "--json", path)[0].splitlines()):
        if call["function"] in ("glNewList", "glEndList"):
            in_list = call["function"] == "glNewList"
        elif DRAWS.match(call["function"]) and not in_list:
            draws.append(call["call"])
    return draws


def draw(name, nth):
    """Single draws, of which --check compares the picture and the state; apitrace's player finds the same, too."""
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record(path, name)
        end = max(call["call"] for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if "SwapBuffers" in call["function"])
        draws = [number for number in draws_of(path) if number < end]  # behind which there is a call in both
        for number in in_turn(nth, sorted({draws[len(draws) // 4], draws[len(draws) // 2], draws[-1]})):
            told = run("extract", "--check", "--draw", str(number), path, part)[1]
            assert "is not" not in told, (number, told)
            theirs, ours = glretrace_state(path, number), glretrace_state(part, draws_of(part)[-1])
            assert theirs[0] == ours[0], (number, "other pictures", theirs[0].keys(), ours[0].keys())
            # A texture that is bound and that the draw does not read has no images; else the pictures would differ.
            gone = tuple(key.removesuffix("GL_TEXTURE_WIDTH") for key, value in ours[1].items() if key.endswith(".GL_TEXTURE_WIDTH") and value == 0)
            other = {key: (theirs[1].get(key), ours[1].get(key)) for key in theirs[1].keys() | ours[1].keys()
                     if theirs[1].get(key) != ours[1].get(key) and not key.startswith(gone)}
            assert len(theirs[1]) > 100 and not other, (number, other)
        if name != "shadow":  # which draws depths alone, too
            assert drawn_picture(path, number) == drawn_picture(part, draws_of(part)[-1]), (number, "another picture")


def draw_last():
    """The last draw of a frame, with the frame's end, shows the frame. What is no draw has no picture."""
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record(path, "passes")
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        swaps = [call["call"] for call in calls if "Swap" in call["function"]]
        last = [number for number in draws_of(path) if number < swaps[2]][-1]
        for words in (["--check"], ["--check", "--as-data"], []):
            extract(path, part, "--draw", str(last), *words)
            assert sums(part) == sums(path)[2:3], words
        clear = next(call["call"] for call in calls if call["function"] == "glClear")
        assert "is no draw" in run("extract", "--check", "--draw", str(clear), path, part, status=2)[1]
        record(path, "list")
        listed = next(call["call"] for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if call["function"] == "glEnd")
        assert "in a display list" in run("extract", "--check", "--draw", str(listed), path, part, status=2)[1]


def draw_pictures():
    """What the player reads behind draws, which --check compares: otherwise where one draws more, and the same when it is played again."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, "passes")
        first = draws_of(path)[:2]  # into one framebuffer
        read = [subprocess.run([program("glstep-replay"), "--call", str(number), path], stdin=subprocess.DEVNULL, capture_output=True,
                               timeout=patience(60), check=True).stdout.decode().split()[1:4] for number in first * 2]
        assert read[:2] == read[2:] and [line[:2] for line in read[:2]] == [[str(number), "color0"] for number in first], read
        assert read[0][2] != read[1][2], read


def named_trace(path, colour):
    """A triangle with a texture, set up by EXT_direct_state_access: units, matrices, arrays and the texture's framebuffer by name. Frame 0 draws into the
    texture, which the others look up."""
    trace = Lies()
    context(trace)
    unit, flat, corners = 0x84C1, 0xDE1, struct.pack("<12f", -1, -1, 3, -1, -1, 3, 0, 0, 2, 0, 0, 2)
    red = blob(bytes((255, 0, 0, 255)))
    setup = [("glViewport", 0, 0, 8, 8), ("glGenTextures", 2, array(unsigned(1), unsigned(2))), ("glGenBuffers", 1, array(unsigned(3))),
             ("glGenVertexArrays", 1, array(unsigned(4))), ("glGenFramebuffers", 1, array(unsigned(5))),
             ("glNamedBufferDataEXT", 3, 48, blob(corners), 0x88E4), ("glBindVertexArray", 4),
             ("glVertexArrayVertexOffsetEXT", 4, 3, 2, 0x1406, 8, 0), ("glVertexArrayMultiTexCoordOffsetEXT", 4, 3, unit, 2, 0x1406, 8, 24),
             ("glEnableVertexArrayEXT", 4, 0x8074), ("glEnableClientStateIndexedEXT", 0x8078, 1), ("glBindMultiTextureEXT", unit, flat, 2),
             ("glMultiTexParameteriEXT", unit, flat, 0x2801, 0x2600), ("glMultiTexImage2DEXT", unit, flat, 0, 0x1908, 1, 1, 0, 0x1908, 0x1401, red),
             ("glTextureImage2DEXT", 1, flat, 0, 0x1908, 1, 1, 0, 0x1908, 0x1401, red), ("glEnableIndexedEXT", flat, 1),
             ("glMultiTexEnviEXT", unit, 0x2300, 0x2200, 0x1E01), ("glMatrixRotatefEXT", 0x1701, 90.0, 0.0, 0.0, 1.0),
             ("glMatrixRotatefEXT", 0x1701, -90.0, 0.0, 0.0, 1.0), ("glMatrixTranslatefEXT", 0x1700, 0.5, 0.0, 0.0),
             ("glBindFramebuffer", 0x8D40, 5), ("glNamedFramebufferTexture2DEXT", 5, 0x8CE0, flat, 2, 0), ("glFramebufferDrawBufferEXT", 5, 0x8CE0),
             ("glClearColor", *(part / 255 for part in colour), 1.0), ("glClear", 0x4000), ("glBindFramebuffer", 0x8D40, 0), ("glClearColor", 0.0, 0.0, 0.0, 1.0)]
    frame = [("glClear", 0x4000), ("glDrawArrays", 4, 0, 3), ("glXSwapBuffers", pointer(0xD0), 0xA0)]
    for name, *args in setup + frame * 4:
        trace.make(name, *args)
    trace.save(path)


def named():
    with tempfile.TemporaryDirectory() as folder:
        path, other, part = (os.path.join(folder, name + ".trace") for name in "abc")
        named_trace(path, (10, 200, 90))
        named_trace(other, (90, 10, 200))
        assert sums(path)[2] != sums(other)[2], "the texture is seen"
        said = json.loads(run("extract", "--json", "--frame", "2", path, part)[0])
        assert sums(part) == sums(path)[2:3] and not said["without_rule"], said
        assert run("dump", part)[0].count(b"glTextureImage2DEXT") == 0, "nobody looks texture 1 up"


def part_cleared():
    """A clear of a part of the window leaves the rest as it was before the swap, as this driver does: that is kept, and told. One of all of it needs nothing."""
    clears = {"scissor": [("glEnable", 0xC11), ("glScissor", 0, 0, 4, 8)], "mask": [("glColorMask", 1, 0, 0, 1)],
              "whole": [("glEnable", 0xC11), ("glScissor", -1, 0, 9, 8)]}
    swap = ("glXSwapBuffers", pointer(0xD0), 0xA0)
    for name, cut in clears.items():
        with tempfile.TemporaryDirectory() as folder:
            path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
            trace = Lies()
            context(trace)
            trace.call("glViewport", ["x", "y", "width", "height"], [unsigned(n) for n in (0, 0, 8, 8)], flags=1)
            for call, *args in [("glClearColor", 0.5, 0.5, 1.0, 1.0), ("glClear", 0x4000), swap, *cut]:
                trace.make(call, *args)
            for red in 0.25, 0.5, 0.75, 1.0:
                for call, *args in [("glClearColor", red, 0.0, 0.0, 1.0), ("glClear", 0x4000), swap]:
                    trace.make(call, *args)
            trace.save(path)
            told, said = run("extract", "--json", "--frame", "3", path, part)[0], run("extract", "--frame", "3", path, part)[1]
            assert sums(part) == sums(path)[3:4], name
            assert json.loads(told).get("keeps_swapped", False) == ("before it was swapped" in said) == (name != "whole"), (name, told, said)
            assert run("dump", part)[0].count(b"glClear(") == (1 if name == "whole" else 4), (name, run("dump", part)[0])


def superseded():
    """Of the calls that give a vertex array its buffers the frame's own is kept and the last one before; of draws those of the frame that was
    captured, and the frame's own; and there is a rule for each function."""
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        for scene, function, n in (("swapped", b"VertexBuffers", 2), ("paused", b"glDrawArrays", 4), ("picked", b"glPrioritizeTextures", 1)):
            record(path, scene)
            said = json.loads(run("extract", "--json", "--frame", "4", path, part)[0])
            assert not said["without_rule"] and run("dump", part)[0].count(function) == n, (said, run("dump", part)[0])


def picked():
    """What GL selects from ends in each part, so that it counts no more than in the whole."""
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record(path, "picked")
        for frame in "1", "2", "4":
            extract(path, part, "--frame", frame)
            said = subprocess.run([program("glstep-replay"), "--md5", part], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
            assert b"glRenderMode" not in said.stderr, (frame, said.stderr)


def several():
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record(path, "feedback")
        for words, frames in (("2-3", slice(2, 4)), ("3-", slice(3, None)), ("0-", slice(0, None))):
            extract(path, part, "--frame", words)
            assert sums(part) == sums(path)[frames], words
        extract(path, path, "--frame", "2")
        assert len(sums(path)) == 1


def record_frames():
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record(path, "passes")
        argv = [GLSTEP, "record", "--frames", "2-3", "--json", "-o", part, "--", *argv_of("passes")]
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
        told = json.loads(done.stdout.decode().splitlines()[-1])
        assert sums(part) == sums(path)[2:4]
        assert told["frames"] == 2 and told["bytes"] == os.path.getsize(part), told
        assert told["calls"] == json.loads(run("info", "--json", part)[0])["calls"], told
        os.remove(part)
        for words, status in ((["--frames", "4-2"], 2), (["--frames", "b"], 2), (["--frames", "99"], 1)):
            done = subprocess.run([GLSTEP, "record", *words, "-o", part, "--", *argv_of("plain")], stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=patience(60), check=False)
            assert done.returncode == status and b"frame" in done.stderr, (words, done)
        assert len(sums(part)) > 4, "of a frame that there is not, nothing is left"


def save():
    with tempfile.TemporaryDirectory() as folder:
        path, part, rest = (os.path.join(folder, name + ".trace") for name in "abc")
        with Console(argv_of("feedback")) as console:
            console.run(f"trace start {path}")
            for _ in range(4):
                console.run("next frame")
            console.run(f"trace save {part} frame 2")
            console.run(f"trace save {rest}")
            for words in ("", f"{path}", f"{part}.x frame 99", f"{part}.x draw 99999999", f"{part}.x frame 3-2-1", "/dev/full"):
                assert "error" in console.command(f"trace save {words}"), words
            console.run("continue")
        whole = sums(path)
        assert sums(part) == whole[2:3] and sums(rest) == whole[:3], (sums(part), sums(rest), whole)
        with Console([path]) as console:
            console.run(f"trace save {part} frame 3-")
        assert sums(part) == whole[3:] and not os.path.exists(part + ".x")


def clock():
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record(path, "clock")
        if sums(path) == sums(path):
            return  # a driver whose clock stands
        for words in (["--frame", "2"], ["--draw", str(draws_of(path)[-1])]):
            said = run("extract", *words, "--check", path, part, status=1)[1]
            assert "drawn differently each time" in said and "more is kept" not in said and len(sums(part)) == 1, said


def as_json():
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record(path, "plain")
        ends = [call["call"] for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if call["function"] == "glXSwapBuffers"]
        calls = json.loads(run("info", "--json", path)[0])["calls"]
        for words in ([], ["--check"]):
            told, said = run("extract", "--json", "--frame", "2", *words, path, part)
            assert json.loads(told) == {"file": part, "kept": json.loads(run("info", "--json", part)[0])["calls"], "asked": ends[2] - ends[1], "calls": calls,
                                        "as_data": None, "without_rule": {}} and not said, (words, told, said)
        assert not run("extract", "--json", "--frame", "99", path, part, status=2)[0]


def usage():
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record(path, "plain")
        for words in (["--frame", "77"], ["--draw", "999999"], ["--frame", "x"], ["--draw", "3-4"], ["--frame", "1", "--draw", "9"], []):
            done = subprocess.run([TOOL, "extract", *words, path, part], stderr=subprocess.PIPE, timeout=patience(30), check=False)
            assert done.returncode == 2 and done.stderr and not os.path.exists(part), (words, done)
        done = subprocess.run([TOOL, "extract", "--frame", "1", path, "/dev/full"], stderr=subprocess.PIPE, timeout=patience(30), check=False)
        assert done.returncode == 2 and b"/dev/full" in done.stderr, done
        alone = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run([TOOL, "extract", "--frame", "1", "--check", path, part], env=alone, stderr=subprocess.PIPE,
                              timeout=patience(30), check=False)
        assert done.returncode == 1 and b"cannot be played" in done.stderr and b"not the same" not in done.stderr, done


def main():
    need_apitrace()
    results = Results()
    for nth, name in of_the_day(list(enumerate(SCENES + MARKS + HACKS + ["glxgears", "es2gears_x11"] if EVERYTHING else QUICK)), 3, EVERYTHING):
        results.check(name.replace(":", "-").replace("=", "-"), frames_of, name, nth)
    results.check("image-again", image_again)
    for nth, way in of_the_day(list(enumerate(IMAGES)), 3, EVERYTHING):
        results.check("image-" + "-".join(word.strip("-") for word in way.split()), image, way, nth)
    results.check("configs", configs)
    results.check("visuals", visuals)
    results.check("begins", begins)
    results.check("original-numbers", original_numbers)
    more = ["alpha", "dual", "fixed", "assembly", "picked", "gears", "superquadrics", "molecule", "jellyfish", "ideas"]
    for nth, name in of_the_day(list(enumerate(DRAWN + more * EVERYTHING)), 3, EVERYTHING):
        results.check("draw-" + name.replace(":", "-").replace("=", "-"), draw, name, nth)
    results.check("draw-last", draw_last)
    results.check("draw-pictures", draw_pictures)
    results.check("named", named)
    results.check("part-cleared", part_cleared)
    results.check("superseded", superseded)
    results.check("picking", picked)
    results.check("range", several)
    results.check("record", record_frames)
    results.check("save", save)
    results.check("clock", clock)
    results.check("json", as_json)
    results.check("usage", usage)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
