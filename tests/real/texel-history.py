#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
What wrote a texel, by `history texture`, and what writes a texture, by `written texture`, in the frames of test-texels.

 live           each way to write a texel is told, in its order, with the values that tests/programs/texels.c computes; depth, stencil, levels
                and layers, each alone; what does not touch the texel is not told
 in_trace       the trace of the program tells the same of a frame, whichever call is pending, which stays
 next_to_it     a texel beside them, and a texture that nothing writes, have no calls: a sentence says so, and of which two frames
 written        all calls that write to a texture, into whichever level or layer, live and in the trace
 fragment       a row of a draw in the trace is debugged: the operation that made the value is there
 origin         from a NaN in the window, one step goes to the pixel of the pass that wrote it, again to the operation that made it, in a trace and live; of
                what no draw wrote, or where nothing was looked up, a sentence says so
 wrong          what there is not is refused, with a sentence
 unharmed       what the program prints is what it prints alone, and it has no error
"""

import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program, run_alone  # noqa: E402

FOLDER = tempfile.mkdtemp(prefix="glstep-texel-")
TRACE = os.path.join(FOLDER, "texels.trace")
PROGRAM = program("test-texels")
SCENE, BLITTED, LEVELS, LAYERS, STORED, DEPTH, UNUSED, ROOTS, HALVES = range(1, 10)
RED, GREEN, WHITE, CYAN, YELLOW = [1, 0, 0, 1], [0, 1, 0, 1], [1, 1, 1, 1], [0, 1, 1, 1], [1, 1, 0, 1]
CLEAR, DRAW = ("glClear", "clear", None), ("glDrawArrays", "draw", None)
BEHIND = ("glDrawArrays", "draw", "depth")
LAST = 3  # frame of the trace that is asked about


def rows_of(frame):
    """{words: [(function, kind, rejected, the value that it leaves)]}, as tests/programs/texels.c draws."""
    blue = [0, 0, 0.25 * (frame % 4), 1]
    return {
        f"{SCENE} 4 4": [(*CLEAR, blue), (*DRAW, RED), (*DRAW, GREEN), (*BEHIND, GREEN)],
        f"{SCENE} 12 4": [(*CLEAR, blue), (*DRAW, RED), (*BEHIND, RED)],
        f"{DEPTH} 4 4": [(*CLEAR, [1]), (*DRAW, [0.5]), (*DRAW, [0.25]), (*BEHIND, [0.25])],
        f"{DEPTH} 4 4 stencil": [(*CLEAR, [0]), (*DRAW, [1]), (*DRAW, [2]), (*BEHIND, [2])],
        f"{BLITTED} 4 4": [("glBlitFramebuffer", "copy", None, GREEN)],
        f"{LEVELS} 4 4": [("glCopyTexSubImage2D", "copy", None, GREEN)],
        f"{LEVELS} 2 2 level 1": [("glGenerateMipmap", "mipmap", None, GREEN)],
        f"{LEVELS} 1 1 level 2": [("glGenerateMipmap", "mipmap", None, GREEN), (*DRAW, WHITE)],
        f"{LAYERS} 4 4": [(*CLEAR, CYAN)],
        f"{LAYERS} 4 4 layer 1": [("glTexSubImage3D", "upload", None, [frame / 255, 0, 0, 0])],
        f"{LAYERS} 4 4 layer 2": [("glClearTexSubImage", "clear", None, YELLOW)],
        f"{STORED} 5 5": [("glDispatchCompute", "dispatch", None, [frame + 0.5])],
        f"{ROOTS} 6 1": [(*DRAW, [math.sqrt(3.5), 0.25, 0.5, 1])],
        f"{ROOTS} 12 1": [(*DRAW, ["nan", 0.25, 0.5, 1])]}


# Each takes the time of playing the trace twice.
IN_TRACE = f"{SCENE} 4 4", f"{DEPTH} 4 4 stencil", f"{LEVELS} 1 1 level 2", f"{LAYERS} 4 4 layer 1", f"{STORED} 5 5"
WRITES = {SCENE: [("glClear", "clear", 0, 0), *[("glDrawArrays", "draw", 0, 0)] * 3], BLITTED: [("glBlitFramebuffer", "copy", 0, 0)],
          LEVELS: [("glCopyTexSubImage2D", "copy", 0, 0), ("glGenerateMipmap", "mipmap", 0, 0), ("glDrawArrays", "draw", 2, 0)],
          LAYERS: [("glTexSubImage3D", "upload", 0, 0), ("glClearTexSubImage", "clear", 0, 0), ("glClear", "clear", 0, 0)],
          STORED: [("glDispatchCompute", "dispatch", 0, 0)], DEPTH: [("glClear", "clear", 0, 0), *[("glDrawArrays", "draw", 0, 0)] * 3]}


def is_same(a, b):
    """To the bits of a byte."""
    return a == b if isinstance(a, str) or isinstance(b, str) else abs(a - b) < 0.51 / 255


def compare(history, wanted, where):
    found = [(e["call"]["name"], e["kind"], e["rejected"], e["after"]) for e in history["events"]]
    assert [f[:3] for f in found] == [w[:3] for w in wanted], (where, found, wanted)
    for f, w in zip(found, wanted, strict=True):
        assert len(f[3]) == len(w[3]) and all(map(is_same, f[3], w[3])), (where, f, w)
    befores = [e["before"] for e in history["events"][1:]]
    assert befores == [e["after"] for e in history["events"][:-1]] and not any(e["changed_between"] for e in history["events"]), (where, history)


def live():
    with Console([PROGRAM, "60"]) as console:
        console.run("next frame")
        console.run("next draw 6")  # another framebuffer is bound
        for words in rows_of(0):
            history = console.run(f"history texture {words}")
            compare(history, rows_of(history["frame"])[words], words)
            assert history["texture"] == int(words.split()[0]), history
            assert history["buffer"].startswith(f"texture {history['texture']}"), history
        console.kill()


def in_trace():
    with Console([TRACE]) as console:
        console.run(f"next frame {LAST}")
        stop = console.run("next draw 2")
        assert stop["frame"] == LAST, stop
        for words in IN_TRACE:
            history = console.run(f"history texture {words}")
            assert history["frame"] == LAST and not history["part"], history
            compare(history, rows_of(LAST)[words], words)
        words = f"{LAYERS} 4 4 layer 1"
        history = console.run(f"history texture {LAYERS} 4 4 1 layer 1")
        assert history["frame"] == 1, history
        compare(history, rows_of(1)[words], words)
        assert console.run("call")["index"] == stop["call"]["index"]
        console.kill()


NOTHING = f"{LEVELS} 12 12", f"{LAYERS} 12 12 layer 1", f"{STORED} 6 5", f"{UNUSED} 1 1"


def next_to_it():
    with Console([PROGRAM, "60"]) as console:
        console.run("next frame")
        for words in NOTHING:
            history = console.run(f"history texture {words}")
            first, last = history["frame"] - 1, history["frame"]
            assert history["events"] == [] and f"no call of the frames {first} and {last} writes to this texel" in history["notes"][0], (words, history)
        console.kill()
    with Console([TRACE]) as console:
        console.run(f"next frame {LAST}")
        console.run("next draw")
        for words in NOTHING[1:2]:
            history = console.run(f"history texture {words}")
            assert history["events"] == [] and f"the frames {LAST - 1} and {LAST} " in history["notes"][0], (words, history)
        history = console.run(f"history texture {UNUSED} 1 1 {LAST}")
        assert history["events"] == [] and f"no call of frame {LAST} writes to this texel of texture {UNUSED}" in history["notes"], history
        console.kill()


def check_written(console, textures):
    for texture in textures:
        wanted, told = WRITES[texture], console.run(f"written texture {texture}")
        found = [(e["call"]["name"], e["kind"]) for e in told["events"]]
        assert found == [w[:2] for w in wanted], (texture, found, wanted)
        for event, (_, kind, level, _) in zip(told["events"], wanted, strict=True):
            assert event["into"] is None or event["into"].startswith(f"texture {texture}"), event
            assert (kind == "draw" and level == 2) == ("level 2" in (event["into"] or "")), event
    told = console.run(f"written texture {UNUSED}")
    assert told["events"] == [] and f"writes to texture {UNUSED}" in told["notes"][0], told


def written():
    with Console([PROGRAM, "60"]) as console:
        console.run("next frame")
        console.run("next draw 3")
        check_written(console, WRITES)
        console.kill()
    with Console([TRACE]) as console:
        console.run(f"next frame {LAST}")
        stop = console.run("next draw 4")
        check_written(console, (LEVELS, LAYERS))
        assert console.run("call")["index"] == stop["call"]["index"]
        console.kill()


def fragment():
    with Console([TRACE]) as console:
        console.run(f"next frame {LAST}")
        console.run("next draw")
        (event,) = console.run(f"history texture {ROOTS} 12 1")["events"]
        console.run(f"goto {event['call']['index']}")
        where = console.run("pixel 12 1")
        assert where["stage"] == "fragment" and where["focus"] == {"x": 12, "y": 1}, where
        console.run("shader until 5")
        assert console.run("print root")["value"] == "nan" and is_same(console.run("print 10.0 - gl_FragCoord.x")["value"], -2.5)
        console.kill()


def trail(console, frame):
    """From the frame's last draw, which looks up what is half of ROOTS, at the pixel 13 3: 10 - 13.5 has no root."""
    stop = console.run("next draw 9")
    assert stop["frame"] == frame, stop
    console.run("pixel 13 3")
    console.run("shader continue nan")
    for texture, lookup in (HALVES, "texelFetch(picture, ivec2(gl_FragCoord.xy), 0)"), (ROOTS, "texture(picture, place)"):
        origin = console.run("origin")
        assert origin["texture"] == texture and origin["lookup"] == lookup and (origin["x"], origin["y"]) == (13, 3), origin
        assert origin["writer"]["name"] == "glDrawArrays" and origin["events"][-1]["after"][0] == "nan", origin
        where = origin["where"]
        assert where["stage"] == "fragment" and where["focus"] == {"x": 13, "y": 3} and console.run("where")["text"] == where["text"], where
        console.run("shader continue nan")
    assert "root has become NaN" in console.run("where")["note"] and is_same(console.run("print 10.0 - gl_FragCoord.x")["value"], -3.5)


def origin():
    with Console([TRACE]) as console:
        console.run(f"next frame {LAST}")
        trail(console, LAST)
        console.kill()
    with Console([PROGRAM, "60"]) as console:
        console.run("next frame")
        trail(console, 1)
        console.kill()
    with Console([TRACE]) as console:
        console.run(f"next frame {LAST}")
        console.run("next draw 8")
        console.run("pixel 4 4")
        answer = console.command("origin")
        assert answer["error"]["code"] == "no-element" and "has looked up nothing" in answer["error"]["message"], answer
        console.run("shader continue")
        answer = console.command("origin")
        assert answer["error"]["code"] == "not-covered" and "glBlitFramebuffer" in answer["error"]["message"], answer
        console.refused = False
        console.kill()


def wrong():
    with Console([PROGRAM, "60"]) as console:
        console.run("next frame")
        console.run("next draw")
        for words, sentence in ((f"{SCENE} 16 1", "16 x 16"), (f"{SCENE} 1 1 level 1", "no level 1"), (f"{LAYERS} 1 1 layer 3", "no layer 3"),
                                (f"{SCENE} 1 1 stencil", "no stencil"), ("99 1 1", "no texture 99"), ("0 1 1", "no level 0")):
            answer = console.command(f"history texture {words}")
            assert not answer["ok"] and answer["error"]["code"] == "usage" and sentence in answer["error"]["message"], (words, answer)
        for words in "99", "0":
            answer = console.command(f"written texture {words}")
            assert not answer["ok"] and f"no texture {words}" in answer["error"]["message"], answer
        console.refused = False
        console.kill()


def unharmed():
    argv = [PROGRAM, "12"]
    alone = run_alone(argv)
    assert alone.count("; 0\n") == 12, alone
    with Console(argv) as console:
        console.run("next frame")
        for words in f"{SCENE} 4 4", f"{LAYERS} 4 4 layer 1", f"{STORED} 5 5", f"{LEVELS} 1 1 level 2", f"{DEPTH} 4 4 stencil":
            console.run(f"history texture {words}")
        console.run(f"written texture {LEVELS}")
        console.run("continue")
        under = console.program_output()
    assert alone == under, (alone, under)


def main():
    results = Results()
    subprocess.run([os.environ["GLSTEP"], "record", "-o", TRACE, "--", PROGRAM, "5"], check=True, capture_output=True)
    for function in live, in_trace, next_to_it, written, fragment, origin, wrong, unharmed:
        results.check(function.__name__, function)
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
