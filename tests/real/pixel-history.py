#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Which calls touch a pixel, by `history pixel` and `next pixel`.

 planned        test-pixels: each way to touch a pixel is told, with the test that rejects it; what does not touch it is not
 colours        what blending and the shader must give there, computed here
 rejected       of draws that a test rejects: what the shader gave, and the primitive that covers the pixel
 following      next pixel stands before each call of these that changes the pixel, and before no other
 primitives     which primitives cover the pixel: as planned, and as gl_PrimitiveID says of each fragment there
 several        of which fragment the shader's output is, and the words that debug each of them
 named          a draw is told by its number within the frame and its program, counted here in the list of all calls
 windows        a program with two windows: the one that is drawn into when it is asked, and no other
 elsewhere      calls of the frame that draw into other buffers than the one asked for are counted, and the window can be asked for while another
                framebuffer is bound
 samples        of a multisampled buffer: the draws that cover the sample asked about, and in how many of the pixel's samples, by where GL says that these are
 window_samples of a multisampled window, whose samples are read together: the draws that cover any of the pixel's
 layers         of a layered framebuffer: the calls that touch the layer asked about, also through a framebuffer with that layer alone, and from there
 in_trace       the history of the same frame in a trace is the same, and the same call is pending afterwards; so it is of any frame that is named
 of_frame       a running program tells of its next frame by its number, and of no other
 brute-NAME     real programs: the framebuffer read around every call of a frame (another way of reading) changes at the same calls
                from and to the same colours
 depth_pass     of a framebuffer that has depth alone: what is written there, rejected and masked, as its numbers say; a shader without outputs gives none
 not_a_number   where a colour is none, that is said as everywhere, whatever its sign
 advice         where the frame differs from the one before, that is said, and what keeps a frame or holds the clocks still
 unharmed       what the program prints is what it prints alone
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from driver_faults import prove_once  # noqa: E402
from glstep_console import Console, Refused, Results, program, run_alone  # noqa: E402
from piglit import read_png  # noqa: E402

FOLDER = tempfile.mkdtemp(prefix="glstep-pixel-")
PIXELS = [program("test-pixels")]
# As main() of tests/programs/pixels.c makes them.
PLANNED = [
    ("glClear", "clear", None), ("glEnd", "draw", None), ("glEnd", "draw", "depth"), ("glEnd", "draw", "cull"), ("glEnd", "draw", "scissor"),
    ("glEnd", "draw", "alpha"), ("glEnd", "draw", "stencil"), ("glEnd", "draw", "discard"), ("glEnd", "draw", "mask"), ("glEnd", "draw", None),
    ("glDrawArrays", "draw", None), ("glClearBufferfv", "clear", None), ("glBlitFramebuffer", "copy", None), ("glDrawArrays", "unsure", None),
    ("glCallList", "draw", None)]


def counts_discarding():
    """Whether the driver counts that a shader ran which discards all: llvmpipe of Mesa 25.0 does not, and nothing else tells of it."""
    return prove_once("discard-invocations", dict(os.environ)) != "wrong"


def planned_events(console):
    """Of test-pixels; the one that discards is None where the driver does not tell of it."""
    events = console.run("history pixel 20 20")["events"]
    at = next(i for i, event in enumerate(PLANNED) if event[2] == "discard")
    return events if counts_discarding() else [*events[:at], None, *events[at:]]


def what(events):
    return [(e["call"]["name"], e["kind"], e["rejected"]) if e else PLANNED[i] for i, e in enumerate(events)]


def close(a, b, most=1.01 / 255):
    return len(a) == len(b) and all(abs(x - y) <= most for x, y in zip(a, b, strict=True))


def planned():
    with Console(PIXELS) as console:
        console.run("next frame")
        found = what(planned_events(console))
        assert found == PLANNED, [pair for pair in zip(found, PLANNED) if pair[0] != pair[1]] or (len(found), len(PLANNED))
        for wrong in "history pixel 64 0", "history pixel 0 64", "next pixel 99999 1", "pixel 20", "pixel 20 20 window", "history pixel 20 20 table":
            answer = console.command(wrong)
            assert not answer["ok"] and answer["error"]["code"] == "usage", answer
        console.refused = False
        console.kill()


def colours():
    with Console(PIXELS) as console:
        console.run("next frame")
        events = planned_events(console)
        assert not any(e["changed_between"] for e in events if e), events
        for e in events:
            if e and e["rejected"]:
                assert e["before"] == e["after"], e
        blended, twice = events[9], events[10]
        assert close(blended["output"], [1, 1, 1, 0.5]) and twice["samples"]["covered"] == twice["samples"]["depth"] == 2, (blended, twice)
        mixed = [0.5 * a + 0.5 * b for a, b in zip(blended["output"], blended["before"], strict=True)]
        assert close(blended["after"], mixed), (blended, mixed)
        assert twice["text"] == "2 fragments pass all tests" and twice["output_of"] == 2, twice
        assert all(e["output_of"] == (e["output"] is not None) for e in events if e and e is not twice), events
        assert close(events[1]["after"], [0, 1, 0, 1]) and close(events[14]["after"], [0.25, 0.25, 0.75, 1]), events
        assert close(events[13]["after"], [0.75, 0.5, 0, 1]), events[13]


# As reject_arrays() of tests/programs/pixels.c makes them: test, output, primitives that cover the pixel 20 50.
REJECTED = [(None, [0, 1, 0, 1], [1]), ("depth", [1, 0, 0, 1], [1]), ("depth", [1, 0, 0, 1], [0, 1]), ("cull", [0, 0, 1, 1], [1]),
            ("scissor", [1, 1, 0, 1], [1]), ("alpha", [1, 0, 1, 0.25], [1]), ("stencil", [0, 1, 1, 1], [1])]


def rejected():
    with Console([*PIXELS, "arrays"]) as console:
        console.run("next frame")
        events = console.run("history pixel 20 50")["events"][1:]
        console.kill()
    found = [(e["rejected"], e["output"], [p["primitive"] for p in e["primitives"]]) for e in events]
    assert found == REJECTED, found
    assert [p["passed"] for e in events[1:] for p in e["primitives"]] == [0] * 7, events
    assert all(e["before"] == e["after"] == [0, 1, 0, 1] for e in events[1:]), events


def following():
    """next pixel; and pixel debugs the fragment there."""
    with Console(PIXELS) as console:
        console.run("next frame")
        names = []
        while not names or names[-1] != "glCallList":
            names.append(console.run("next pixel 20 20")["call"]["name"])
            if len(names) == 2:
                where = console.run("pixel 20 20")
                assert where["stage"] == "fragment" and where["focus"] == {"x": 20, "y": 20}, where
                assert console.run("print gl_Color")["value"] == [0, 1, 0, 1]
        # the second draw that tests the stencil against its own writes might change the pixel, too
        wanted = [name for name, kind, rejected in PLANNED if not rejected]
        wanted.insert(len(wanted) - 1, "glDrawArrays")
        assert names == wanted, (names, wanted)


def each_primitive(argv, pixel, fragments):
    """gl_PrimitiveID of each fragment of a draw at the pixel, beside what the history says."""
    x, y = pixel
    with Console(argv) as console:
        console.run("next frame")
        found = []
        while not any(found):
            # what is told of the pending call, by a history of its frame's rest, is gone by: the same draw comes in the next frame
            draws = [e for e in console.run(f"history pixel {x} {y}")["events"] if e["kind"] == "draw"]
            found = [[p["primitive"] for p in e["primitives"]] for e in draws]
        while console.run(f"next pixel {x} {y}")["call"]["name"] != draws[0]["call"]["name"]:
            pass
        console.run(f"pixel {x} {y}")
        there = []
        for k in range(fragments):
            console.run(f"focus {x} {y} fragment {k}")
            there.append(console.run("print gl_PrimitiveID")["value"])
        assert there == found[0] and not draws[0]["more_primitives"], (there, found)


def primitives():
    with Console(PIXELS) as console:
        console.run("next frame")
        events = planned_events(console)
        assert events[10]["primitives"] == [{"primitive": 0, "passed": 1}, {"primitive": 1, "passed": 1}], events[10]
    each_primitive([program("test-scenes"), "overdrawn"], (80, 60), 3)
    each_primitive([program("glstep-stages"), "--scene", "skinned", "--size", "160x120", "--time-step", "0"], (100, 100), 1)


def several():
    trace = os.path.join(FOLDER, "blended.trace")
    subprocess.run([os.environ["GLSTEP"], "record", "-o", trace, "--", program("test-scenes"), "blended", "--frames", "3"], check=True, capture_output=True)
    told = subprocess.run([os.environ["GLSTEP"], "-e", "next frame 2", "-e", "history pixel 80 60", trace], check=True, capture_output=True, text=True).stdout
    assert "  (the last of 3 fragments)\n" in told, told
    (words,) = [line for line in told.splitlines() if "fragment K" in line]
    *commands, focus = re.findall("`(.*?)`", words)
    assert commands[1:] == ["pixel 80 60"] and words.endswith("from 0 to 2 in the order drawn"), words
    with Console([trace]) as console:
        console.run("next frame 2")
        event = console.run("history pixel 80 60")["events"][-1]
        assert event["output_of"] == 3 and commands[0] == f"goto {event['call']['index']}", (event, commands)
        for command in commands:
            console.run(command)
        given = []
        for k in range(3):
            console.run(focus.replace("K", str(k)))
            console.run("shader continue")
            given.append(console.run("print color")["value"])
        assert close(given[2], event["output"], 1e-6) and given[0] != given[2], (given, event)
        code, message = refusal(console, focus.replace("K", "3"))
        assert code == "not-covered", message
        console.kill()
    # where the program runs, the call has gone by
    told = subprocess.run([os.environ["GLSTEP"], "-e", "next frame", "-e", "history pixel 20 20", *PIXELS], check=True, capture_output=True, text=True).stdout
    assert told.count("(the last of 2 fragments)") == told.count("where such a draw is pending, `pixel 20 20` and `focus 20 20 fragment K`") == 1, told
    assert "`goto" not in told, told


def windows():
    with Console([*PIXELS, "two"]) as console:
        console.run("next frame")
        events = console.run("history pixel 20 20")["events"]
        assert [e["call"]["name"] for e in events] == ["glClear", "glEnd", "glEnd"], events
        assert [e["after"] for e in events[1:]] == [[1, 0, 0, 1], [0, 0, 1, 1]], events
        console.run("next call eglMakeCurrent")
        console.run("next call glEnd")
        events = console.run("history pixel 20 20")["events"]
        assert [e["after"] for e in events] == [[0, 1, 0, 1]], events


def calls_of_frame(argv):
    """The functions of the calls that draw, clear or copy colours in frame 1, of which nothing is asked here."""
    names = {event[0] for event in PLANNED}
    with Console(argv) as console:
        first, last = (console.run("next frame")["call"]["index"] for _ in range(2))
        return [c["name"] for c in console.run("calls 1000")["calls"] if first < c["index"] < last and c["name"] in names]


def named():
    with Console(PIXELS) as console:
        console.run("next frame")
        events = console.run("history pixel 20 20")["events"]
        calls = console.run("calls 2000")["calls"]
        console.kill()
    number, program, draws = 0, None, {}
    for call in calls:
        if call["name"].endswith("SwapBuffers"):
            number, draws = 0, {}
        if call["name"] == "glUseProgram":
            program = f"program {call['arguments'][0]['value']}"
        if call["name"] == "glEnd" or call["name"].startswith("glDraw"):
            number += 1
            draws[call["index"]] = number, program
    told = {e["call"]["index"]: e["call"]["drawn"] for e in events if e["call"]["name"] in ("glEnd", "glDrawArrays")}
    drawing = {"program 1", "program 4"} if counts_discarding() else {"program 1"}  # the other one discards all
    assert len(told) > 5 and {draws[index][1] for index in told} == drawing, draws
    assert {index: (drawn["number"], drawn["program"]) for index, drawn in told.items()} == {index: draws[index] for index in told}, (told, draws)
    assert not any("drawn" in e["call"] for e in events if e["kind"] in ("clear", "copy")), events


def elsewhere():
    # Where the textures' framebuffer is bound and cleared, before the first frame.
    def asked(argv, word=""):
        with Console(argv) as console:
            console.run("next call glClear")
            return console.run(f"history pixel 20 20{word}")

    of_texture, of_window = asked(PIXELS), asked(PIXELS, " window")
    assert of_texture["buffer"].startswith("texture "), of_texture
    assert [e["call"]["name"] for e in of_texture["events"]] == ["glEnd"] and close(of_texture["events"][0]["after"], [0, 1, 1, 1]), of_texture
    drawn = len(calls_of_frame(PIXELS))
    (window,) = of_texture["elsewhere"]
    assert window["buffer"].startswith("the window's GL_BACK") and window["calls"] == drawn - 1, (window, drawn)
    assert of_window["elsewhere"] == [{"buffer": of_texture["buffer"], "calls": 1}], of_window["elsewhere"]
    assert of_window["buffer"] == window["buffer"] and of_window["width"] == 64, of_window
    if counts_discarding():
        assert what(of_window["events"]) == PLANNED, what(of_window["events"])
    nothing = asked([*PIXELS, "two"])
    assert nothing["events"] == [] and [e["calls"] for e in nothing["elsewhere"]] == [3, 1], nothing
    assert [e["buffer"].split("'")[0] for e in nothing["elsewhere"]] == ["the window", "another window"], nothing
    first = asked([*PIXELS, "two"], " window")
    assert [e["call"]["name"] for e in first["events"]] == ["glClear", "glEnd", "glEnd"], first
    assert [e["calls"] for e in first["elsewhere"]] == [1] and not first["refused"], first


# As draw_planes() of tests/programs/pixels.c makes them: function, which test rejects it, the colour that it leaves, whether layer 1 is attached alone.
BLUE, YELLOW, CYAN, MAGENTA, GREEN, WHITE = [0, 0, 1, 1], [1, 1, 0, 1], [0, 1, 1, 1], [1, 0, 1, 1], [0, 1, 0, 1], [1, 1, 1, 1]
LAYERS = [
    [("glClear", None, BLUE), ("glDrawArrays", None, YELLOW), ("glBlitFramebuffer", None, MAGENTA), ("glClear", None, WHITE)],
    [("glClear", None, BLUE), ("glDrawArrays", None, CYAN), ("glDrawArrays", "depth", CYAN), ("glClear", None, GREEN),
     ("glDrawArrays", None, MAGENTA), ("glClear", None, WHITE)],
    [("glClear", None, BLUE), ("glClear", None, WHITE)]]
PLANES = [*PIXELS, "planes"]


def samples():
    """Each of the two draws covers the samples on its side of the pixel's middle."""
    places = [float(line) for line in run_alone(PLANES).split()]
    assert len(places) == 4, places
    for sample, place in enumerate(places):
        with Console(PLANES) as console:
            console.run("next frame")
            console.run("next call glClear")
            history = console.run(f"history pixel 20 20 sample {sample}")
            clear, draw = history["events"]
            left = place < 0.5
            colour, n = ([1, 0, 0, 1] if left else [0, 1, 0, 1]), sum((other < 0.5) == left for other in places)
            assert clear["kind"] == "clear" and clear["after"] == [0, 0, 0, 1], clear
            assert draw["output"] == draw["after"] == colour and draw["before"] == [0, 0, 0, 1], draw
            assert draw["samples_written"] == n and draw["text"] == f"passes all tests, in {n} of the pixel's 4 samples", draw
            assert max(draw["samples"].values()) == 1, draw  # fragments at the sample
            assert draw["draw"] - clear["draw"] == (0 if left else 1), (clear["draw"], draw["draw"])


def window_samples():
    places = [float(line) for line in run_alone(PLANES).split()]
    argv = [*PIXELS, "window-samples"]
    read = [[float(v) for v in line.split()] for line in run_alone(argv).splitlines()[2:4]]
    with Console(argv) as console:
        console.run("next frame")
        _, *draws = console.run("history pixel 20 20")["events"]
        console.kill()
    lefts = sum(place < 0.5 for place in places)
    assert [d["output"] for d in draws] == [[1, 0, 0, 1], [0, 1, 0, 1]], draws
    assert [d["text"] for d in draws] == [f"passes all tests, in {n} of the pixel's 4 samples" for n in (lefts, 4 - lefts)], draws
    assert all(close(d["after"], colour) for d, colour in zip(draws, read, strict=True)) and not any(d["changed_between"] for d in draws), (draws, read)


def events_of_layer(layer, clears):
    """Asked where the frame's Nth clear is pending."""
    with Console(PLANES) as console:
        console.run("next frame")
        console.run(f"next call glClear {clears}")
        history = console.run(f"history pixel 20 20{layer}")
        console.kill()
    assert not any(e["changed_between"] for e in history["events"]), history["events"]
    return [(e["call"]["name"], e["rejected"], e["after"]) for e in history["events"]], history


def layers():
    for layer, wanted in enumerate(LAYERS):
        found, _ = events_of_layer(f" layer {layer}", 2)
        assert found == wanted, (layer, found)
    found, history = events_of_layer("", 3)
    assert found == LAYERS[1], found
    assert [e["output"] for e in history["events"] if e["kind"] == "draw"] == [CYAN, [1, 0, 0, 1], MAGENTA], history["events"]
    with Console(PLANES) as console:
        console.run("next frame")
        console.run("next call glClear 2")
        run = [console.run("next pixel 20 20 layer 1")["call"]["name"] for _ in range(4)]
        assert run == [name for name, rejected, _ in LAYERS[1] if not rejected][1:], run
        console.kill()


def in_trace():
    trace = os.path.join(FOLDER, "pixels.trace")
    with Console(PIXELS) as console:
        console.run(f"trace start {trace}")
        console.run("next frame")
        live = console.run("history pixel 20 20")
        console.run("continue")
    with Console([trace]) as console:
        console.run("next frame")
        stop = console.run("next draw 3")
        played = console.run("history pixel 20 20")
        assert what(played["events"]) == what(live["events"]), (what(played["events"]), what(live["events"]))
        assert played["frame"] == live["frame"] == 1, (played["frame"], live["frame"])
        for a, b in zip(played["events"], live["events"], strict=True):
            assert all(a[k] == b[k] for k in ("before", "after", "output", "output_of")), (a, b)
        now = console.run("call")
        assert now["index"] == stop["call"]["index"], (now, stop)
        cleared = []
        for frame in 3, 1, 0, 6:
            history = console.run(f"history pixel 20 20 {frame}")
            assert history["frame"] == frame and what(history["events"]) == what(live["events"]), history
            cleared.append(history["events"][0]["after"])
            assert console.run("call")["index"] == stop["call"]["index"]
        assert all(close(a, b) for a, b in zip(cleared, map(cleared_in, (3, 1, 0, 6)), strict=True)), cleared
        code, message = refusal(console, "history pixel 20 20 99")
        assert code == "usage" and "the trace has no frame 99" in message, message
        assert console.run("call")["index"] == stop["call"]["index"]
        blit = next(e["call"]["index"] for e in played["events"] if e["kind"] == "copy")
        console.run(f"goto {blit + 2}")  # the texture's framebuffer is bound then
        code, message = refusal(console, "history pixel 20 20 3")
        assert code == "unsupported" and "`history pixel 20 20 3 window`" in message, message
        assert [e["kind"] for e in console.run("history pixel 20 20 1")["events"]] == ["draw"]
        assert what(console.run("history pixel 20 20 3 window")["events"]) == what(live["events"])
        console.kill()


def cleared_in(frame):
    """As main() of tests/programs/pixels.c says."""
    return [0.25 * (frame % 4), 0, 0.5, 1]


def refusal(console, command):
    answer = console.command(command)
    console.refused = False
    return None if answer["ok"] else (answer["error"]["code"], answer["error"]["message"])


def of_frame():
    with Console(PIXELS) as console:
        console.run("next frame 2")
        for frame in 1, 3:
            code, message = refusal(console, f"history pixel 20 20 {frame}")
            assert code == "usage" and "its next frame, 2" in message, message
        history = console.run("history pixel 20 20 2")
        assert history["frame"] == 2 and close(history["events"][0]["after"], cleared_in(2)), history
        console.kill()


ROOT = """[vertex]
#version 330
in vec4 corner;
void main() { gl_Position = corner; }
[fragment]
#version 330
out vec4 color;
void main() { color = vec4(sqrt(-gl_FragCoord.x), 0.25, -sqrt(-gl_FragCoord.x), 1.0); }
"""


def depth_pass():
    """test-depth-pass draws at depths that its text tells, in front of and behind each other."""
    with Console([program("test-depth-pass")]) as console:
        console.run("next draw")
        events = console.run("history pixel 5 5")["events"]
        told = [(e["call"]["name"], e["rejected"], e["before"], e["after"]) for e in events]
        assert told == [("glClear", None, [0.375], [1]), ("glDrawArrays", None, [1], [0.5]), ("glDrawArrays", "depth", [0.5], [0.5]),
                        ("glDrawArrays", "mask", [0.5], [0.5]), ("glDrawArrays", None, [0.5], [0.375])], told
        assert all(e["output"] is None for e in events) and "glDepthMask" in events[3]["text"], events
        console.kill()
    with Console([program("test-depth-pass")]) as console:
        for _ in range(5):
            console.run("next draw")
        drawn = console.run("history pixel 5 5")["events"][-1]
        assert drawn["kind"] == "draw" and drawn["output"] is None, drawn
        console.kill()


def not_a_number():
    source, trace = os.path.join(FOLDER, "root.frag"), os.path.join(FOLDER, "root.trace")
    with open(source, "w", encoding="ascii") as file:
        file.write(ROOT)
    subprocess.run([os.environ["GLSTEP"], "record", "-o", trace, program("test-shader"), "core", "33", source], check=True, capture_output=True)
    told = subprocess.run([os.environ["GLSTEP"], "-e", "next draw", "-e", "history pixel 3 3 0", trace], check=True, capture_output=True,
                          text=True).stdout
    lines = [line.split() for line in told.splitlines() if line.strip().startswith(("output", "after"))]
    assert lines == [["output", "nan", "0.25", "nan", "1"], ["after", "nan", "0.25", "nan", "1"]], told


def advice():
    """A frame that ends the pixel in another colour than the one before is said to be another one, with what holds the clocks still, if they do not
    stand still as it is; of a program that draws the same again nothing is said."""
    sentence = "This is the next frame, which the pixel ends in another colour than the one before"
    moving, still = [program("test-windows"), "copy", "8"], [program("test-named"), "8"]
    for argv, pixel, options, is_told in (moving, "5 7", [], True), (moving, "5 7", ["--freeze-clocks"], True), (still, "3 3", [], False):
        commands = ["-e", "next draw", "-e", f"history pixel {pixel}"]
        told = subprocess.run([os.environ["GLSTEP"], *options, *commands, "--", *argv], check=True, capture_output=True, text=True).stdout
        assert "frame" in told and (told.count(sentence) == 1) == is_told, told
        assert ("`--freeze-clocks`" in told) == (is_told and not options), told
        assert ("`trace save FILE frame`" in told) == is_told, told


# ---- brute force ----

def stages(scene):
    return [program("glstep-stages"), "--scene", scene, "--size", "64x64"]


def scenes(*words):
    return [program("test-scenes"), *words]


PROGRAMS = {
    "pixels": (PIXELS, (20, 20)),
    "elsewhere": (PIXELS, (40, 50)),
    "strips": (stages("strips"), (32, 32)),
    "patch": (stages("patch"), (20, 40)),
    "skinned": (stages("skinned"), (24, 33)),
    "volume": (stages("volume"), (30, 30)),
    "example": ([program("glstep-example"), "--time-step", "0.1", "--size", "64x64"], (32, 20)),
    **{name: (scenes(name), (128, 100)) for name in (
        "passes", "discard", "overdrawn", "blended", "dual", "stencil", "query", "feedback", "instanced", "indirect", "legacy",
        "alpha", "immediate", "list", "fixed", "assembly", "elements", "packed", "unused")},
}


def picture(console, path, pixel):
    console.run(f"framebuffer {path}")
    width, height, rows = read_png(path)
    row, at = rows[height - 1 - pixel[1]], 4 * pixel[0]
    assert pixel[0] < width
    return tuple(row[at:at + 4])


def around(argv, pixel, first):
    """{call: (before, after)} of the frame that begins with that call: what a full read-back sees around each."""
    path = os.path.join(FOLDER, "frame.png")
    changes = {}
    with Console(argv) as console:
        stop = console.run("next frame")
        while stop["call"]["index"] < first:
            stop = console.run("step")
        frame, before = stop["frame"], picture(console, path, pixel)
        while stop["stop"] == "call" and stop["frame"] == frame:
            call, stop = stop["call"], console.run("step")
            if stop["stop"] != "call":
                break
            try:
                after = picture(console, path, pixel)
            except Refused:  # in a block
                continue
            if after != before and stop["frame"] == frame:
                changes[call["index"]] = (before, after)
            before = after
        console.kill()
    return changes


def brute(name):
    argv, pixel = PROGRAMS[name]
    with Console(argv) as console:
        console.run("next frame")
        history = console.run("history pixel {} {}".format(*pixel))
        console.kill()
    events = {e["call"]["index"]: e for e in history["events"]}
    assert events or name == "unused", "nothing touches the pixel"
    first = min(events) - 1 if events else 0
    told = {index: e for index, e in events.items()
            if [round(255 * v) for v in e["before"][:3]] != [round(255 * v) for v in e["after"][:3]]}
    seen = {index: (b, a) for index, (b, a) in around(argv, pixel, first).items() if b[:3] != a[:3]}
    assert set(told) == set(seen), (sorted(told), sorted(seen))
    for index, (before, after) in seen.items():
        e = told[index]
        assert close(e["before"][:3], [v / 255 for v in before[:3]]) and close(e["after"][:3], [v / 255 for v in after[:3]]), (e, before, after)
    return len(seen)


def unharmed():
    argv = scenes("query", "--frames", "4")
    alone = run_alone(argv)
    with Console(argv) as console:
        console.run("next frame")
        console.run("history pixel 128 100")
        console.run("continue")
        under = console.program_output()
    assert alone == under, (alone, under)


def main():
    results = Results()
    for function in planned, colours, rejected, following, primitives, several, named, windows, elsewhere, samples, window_samples, layers, in_trace, of_frame, depth_pass, not_a_number, advice, unharmed:
        results.check(function.__name__, function)
    for name in PROGRAMS:
        results.check(f"brute-{name}", brute, name)
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
