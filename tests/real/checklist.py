#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
checklist.py - `glstep-trace checklist` finds the fault that a program has, in all of its calls, and no other.

 ITEM        tests/programs/analysis-checks.c with one fault: that item alone, with the calls that `glstep-trace dump` shows for it
 clean       programs without a fault, and one that comes near to each: nothing is found
 parts       extracted frames: nothing that the whole has not, and nothing of what they cannot tell; half of the programs, the others the next day
 repeated    which calls set what is there, by a second model, for programs of others
 pushed      state that glPopAttrib brings back, and that it leaves
 lists       what display lists execute: a fault in them is their caller's
 units       units that calls name
 texts       what stands between two calls in the trace does not make them others
 hostile     traces that are cut or changed: an answer, or a sentence
 usage       wrong words are told in one sentence
"""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Results, of_the_day, program  # noqa: E402
from lying_trace import Lies, context  # noqa: E402
from patience import patience  # noqa: E402
from trace_bytes import blob, pointer, text  # noqa: E402
from trace_tools import TOOL, damaged, run  # noqa: E402

FIRST_FRAME, FRAMES = 2, 8
# The function whose calls are found, and how many of them in each frame.
EACH_FRAME = {
    "immediate-mode": ("glBegin", 1), "client-arrays": ("glDrawElements", 1), "finish": ("glFinish", 1), "wait-client": ("eglWaitClient", 1), "wait-gl": ("eglWaitGL", 1), "fence-wait": ("glClientWaitSync", 1),
    "read-mapped": ("glMapBufferRange", 1), "vertices-repeated": ("glDrawArrays", 1), "read-back": ("glReadPixels", 1),
    "query-wait": ("glGetQueryObjectuiv", 1), "map-wait": ("glMapBuffer", 1), "depth-not-cleared": ("glDrawElements", 1),
    "texture-loaded": ("glTexImage2D", 1), "texture-changed": ("glTexSubImage2D", 1), "shader-compiled": ("glCompileShader", 1),
    "list-compiled": ("glNewList", 1), "state-asked": ("glGetIntegerv", 1), "error-asked": ("glGetError", 1),
    "state-repeated": ("glDepthFunc", 1), "uniform-unused": ("glUniform1f location -1", 1), "draw-empty": ("glDrawElements count 0", 1),
    "draw-unseen": ("glDrawElements odd", 1), "draws-in-a-row": ("glDrawElements", 8), "indices-unshared": ("glDrawElements", 1), "vertex-order": ("glDrawElements", 1)}
ONCE = {"mipmaps-missing": "glTexImage2D", "mipmaps-unused": "glGenerateMipmap", "texture-uncompressed": "glTexImage2D", "no-multisampling": "glDrawElements",
        "strings-not-asked": "glDrawElements"}
ITEMS = {"wait-client": "finish", "wait-gl": "finish", "read-mapped": "read-back"}  # of ways that have other names
REPLAYED = {"draw-unseen"}  # nothing but a replay tells


def record(path, *argv):
    done = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=patience(60), check=False)
    assert os.path.exists(path), done.stderr.decode()


def calls_of(path):
    return [json.loads(line) for line in run("dump", "--json", "--verbose", path)[0].splitlines()]


def found_in(path, *options):
    answer = json.loads(run("checklist", "--json", *options, path)[0])
    items, told = answer["items"], [item["found"] for item in answer["items"] if item["found"] is not None]
    kept = told.count(0)
    verdict = "good" if kept == len(told) else "fair" if kept >= 0.8 * len(told) else "poor"
    assert answer["quality"] == {"verdict": verdict, "rules": len(told), "kept": kept}, (answer["quality"], told)
    return {item["id"]: item for item in items if item["found"]}, items


def argument(call, name):
    return next(a.get("value") for a in call["arguments"] if a["name"] == name)


def expected(path, words):
    """The program's calls in frames that count: a function, and perhaps the value of an argument; "odd": each second one."""
    function, name, value = (words.split() + [None, None])[:3]
    if name == "odd":
        return expected(path, function)[1::2]
    frame, numbers = 0, []
    for call in calls_of(path):
        if call["function"] == "eglSwapBuffers":
            frame += 1
        if call["function"] == function and FIRST_FRAME <= frame < FRAMES and not call.get("fake") and \
                (name is None or argument(call, name) == int(value)):
            numbers.append(call["call"])
    return numbers


def planted(way, folder):
    path, name = os.path.join(folder, way + ".trace"), ITEMS.get(way, way)
    record(path, program("test-analysis"), way)
    options = ["--replay"] if name in REPLAYED else []
    found, _ = found_in(path, *options)
    assert list(found) == [name], f"found: {list(found)}"
    assert not options or not found_in(path)[0], "found without a replay"
    item = found[name]
    if name in ONCE:
        calls = [call["call"] for call in calls_of(path) if call["function"] == ONCE[name]]
        # The last of those that make textures is the one with the fault.
        assert item["calls"] == [calls[0] if name in ("no-multisampling", "strings-not-asked") else calls[-1]], (item, calls)
        assert item["found"] == 1
        assert name != "texture-uncompressed" or item["bytes"] == 512 * 512 * 3, item
        return
    words, n = EACH_FRAME[way]
    calls = expected(path, words)
    assert len(calls) == n * (FRAMES - FIRST_FRAME) == item["found"] and item["frames"] == FRAMES - FIRST_FRAME, (item, calls)
    assert item["calls"] == calls[:20], (item["calls"], calls)
    text = run("checklist", *options, path)[0].decode()
    assert text.startswith(f"{name}: {item['title']}\n  found: {len(calls)} in 6 frames; calls {calls[0]}"), text
    assert text.splitlines()[-1].startswith("quality: fair: "), text


def clean(way, folder):
    path = os.path.join(folder, way + ".trace")
    record(path, program("test-analysis"), way)
    found, items = found_in(path)
    assert not found, found
    # How many samples there are was not asked.
    assert {item["id"] for item in items if item["found"] is None} == {"no-multisampling", *REPLAYED}, items
    if way == "clean-grid":
        return  # its indices are for counting alone: they lead out of the buffer
    found, items = found_in(path, "--replay")
    assert not found, found
    assert [item["id"] for item in items if item["found"] is None] == ["no-multisampling"], items
    assert {item["id"] for item in items} == {ITEMS.get(way, way) for way in (*EACH_FRAME, *ONCE)}, "each item is planted above"


# What is done once and for all, or never, an extracted trace cannot tell.
NOT_OF_PARTS = {"strings-not-asked", "mipmaps-missing", "mipmaps-unused", "texture-uncompressed"}


def parts(folder):
    """Nothing is found in a part that is not found in the whole, and what each frame does is found in a part of several frames."""
    path, part = os.path.join(folder, "whole.trace"), os.path.join(folder, "part.trace")
    for way in of_the_day([*EACH_FRAME, *ONCE, "clean", "clean-all"]):
        name = ITEMS.get(way, way)
        record(path, program("test-analysis"), way)
        for frames in "4", "3-7":
            run("extract", "--frame", frames, path, part)
            found, items = found_in(part)
            assert not set(found) - {name}, (way, frames, list(found))
            assert not way.startswith("clean") or not found, (way, list(found))
            assert {item["id"] for item in items if item["found"] is None} >= NOT_OF_PARTS and not NOT_OF_PARTS & set(found), (way, items)
        if way in EACH_FRAME and name not in REPLAYED:
            assert list(found) == [name], (way, list(found))
    record(path, program("test-scenes"), "plain", "--frames", "5")
    run("extract", "--frame", "2", path, part)
    assert "the file does not tell: " in run("checklist", part)[0].decode() and b"strings-not-asked:" not in run("checklist", part)[0]


KEYS = {"glClearColor": 0, "glClearDepth": 0, "glDepthFunc": 0, "glUseProgram": 0, "glActiveTexture": 0, "glCullFace": 0, "glDepthMask": 0,
        "glBlendFunc": 0, "glBlendFuncSeparate": 0, "glViewport": 0, "glShadeModel": 0, "glMatrixMode": 0, "glEnable": 1, "glDisable": 1,
        "glBindTexture": 1}


def repeated(folder, name, *argv):
    """Simple state alone, in a program with one context: what was set last, by function and target."""
    path = os.path.join(folder, "a.trace")
    for seconds in 1, 4, 16:  # on a busy machine there is no frame in one
        record(path, *(word.format(seconds=seconds) for word in argv))
        calls = {call["call"]: call for call in calls_of(path)}
        if any("Swap" in call["function"] and "Interval" not in call["function"] for call in calls.values()):
            break
    found, _ = found_in(path)
    if "state-repeated" not in found:
        item = {"calls": [], "found": 0}
    else:
        item = found["state-repeated"]
    last, frame, unit, program_sources, model = {}, 0, None, 0, []
    for number in sorted(calls):
        call = calls[number]
        function = call["function"]
        values = json.dumps([a.get("value") for a in call["arguments"]])
        if "MakeC" in function:
            last = {}
        elif "Swap" in function and "Interval" not in function:
            frame += 1
        elif function in ("glLinkProgram", "glDeleteTextures", "glPopAttrib", "glCallList"):
            last = {}
        if function == "glActiveTexture":
            unit = values
        if function == "glViewport" and call.get("fake"):
            last.pop("glViewport", None)
        if function not in KEYS or call.get("fake"):
            continue
        key = function.replace("Disable", "Enable").replace("Separate", "")
        if KEYS[function]:
            key += json.dumps(call["arguments"][0]["value"]) + (str(unit) if "TEXTURE" in values or "Texture" in function else "")
        if last.get(key) == (function, values) and frame >= FIRST_FRAME:
            model.append(number)
        last[key] = (function, values)
    end = item["calls"][-1] if item["found"] > len(item["calls"]) else 1 << 62
    listed = [number for number in item["calls"] if calls[number]["function"] in KEYS]
    theirs = [number for number in model if number <= end]
    # The last frame of the trace has no end.
    last_swap = max(number for number in calls if "Swap" in calls[number]["function"])
    theirs = [number for number in theirs if number < last_swap]
    assert listed == theirs, f"{name}: listed {listed}, by the model {theirs}"
    return len(listed)


def programs(folder):
    n = 0
    for name in ("glxgears", "es2gears_x11"):
        n += repeated(folder, name, "timeout", "{seconds}", name)
    for name in of_the_day(["build:use-vbo=true", "shadow", "desktop", "bump"]):
        n += repeated(folder, name, "glmark2", "-b", f"{name}:duration=0.3", "--size", "100x100")
    assert n > 20, n


# Of glPushAttrib, the depth buffer's group; of glDepthFunc and glShadeModel.
DEPTH_BIT, LIGHTING_BIT = 0x100, 0x40
LESS, ALWAYS, FLAT, SMOOTH = 0x201, 0x207, 0x1D00, 0x1D01
# Calls of each frame; True: it sets what is there, and that is told (not so of what was set between, and does not come back). OpenGL 4.6 compatibility, section 21.5: a push that overflows pushes nothing.
PUSHED = {
    "left": [("glShadeModel", FLAT, True), ("glPushAttrib", DEPTH_BIT), ("glDepthFunc", ALWAYS), ("glDepthFunc", ALWAYS, True), ("glShadeModel", FLAT, True),
             ("glPopAttrib",), ("glDepthFunc", ALWAYS), ("glShadeModel", FLAT, True), ("glDepthFunc", LESS)],
    "nested": [("glShadeModel", FLAT), ("glDepthFunc", LESS), ("glPushAttrib", LIGHTING_BIT), ("glPushAttrib", DEPTH_BIT), ("glDepthFunc", ALWAYS),
               ("glPopAttrib",), ("glDepthFunc", ALWAYS), ("glDepthFunc", LESS), ("glShadeModel", SMOOTH), ("glPopAttrib",), ("glShadeModel", SMOOTH)],
    # The list pops the second one.
    "list": [("glShadeModel", FLAT), ("glPushAttrib", LIGHTING_BIT), ("glShadeModel", SMOOTH), ("glPushAttrib", LIGHTING_BIT), ("glCallList", 1),
             ("glPopAttrib",), ("glShadeModel", SMOOTH)],
    "overflow": [("glShadeModel", FLAT), *[("glPushAttrib", LIGHTING_BIT)] * 16, ("glShadeModel", SMOOTH), ("glPushAttrib", LIGHTING_BIT),
                 ("glPopAttrib",), ("glShadeModel", SMOOTH), *[("glPopAttrib",)] * 15],
    "block": [("glShadeModel", FLAT), ("glPushAttrib", LIGHTING_BIT), ("glShadeModel", SMOOTH), ("glBegin", 4), ("glPushAttrib", LIGHTING_BIT), ("glEnd",),
              ("glPopAttrib",), ("glShadeModel", SMOOTH)],
}


def pushed(folder):
    path = os.path.join(folder, "pushed.trace")
    for name, calls in PUSHED.items():
        trace, again = Lies(), []
        context(trace)
        for call in ("glNewList", 1, 0x1300), ("glPopAttrib",), ("glEndList",):
            trace.make(*call)
        for frame in range(5):
            for function, *words in calls:
                number = trace.make(function, *[word for word in words if word is not True])
                # What the frame before has left is known from the second one on, and frames count from the third on.
                if any(word is True for word in words) and frame >= FIRST_FRAME:
                    again.append(number)
            trace.make("glXSwapBuffers", pointer(0xD0), 0xA0)
        trace.save(path)
        found = found_in(path)[0].get("state-repeated", {"calls": []})
        assert found["calls"] == again, (name, found["calls"], again)


def units(folder):
    """Calls of EXT_direct_state_access that name a unit are about its texture, not the active unit's."""
    path, calls = os.path.join(folder, "units.trace"), {}
    trace = Lies()
    context(trace)
    texels = (0, 0x1908, 1, 1, 0, 0x1908, 0x1401, blob(bytes(4)))
    trace.make("glBindTexture", 0xDE1, 1)
    trace.make("glBindMultiTextureEXT", 0x84C1, 0xDE1, 2)
    for frame in range(5):
        calls[frame] = trace.make("glMultiTexImage2DEXT", 0x84C1, 0xDE1, *texels) if frame < 4 else trace.make("glTexImage2D", 0xDE1, *texels)
        trace.make("glXSwapBuffers", pointer(0xD0), 0xA0)
    trace.save(path)
    found = {name: item["calls"] for name, item in found_in(path)[0].items()}
    assert found == {"texture-changed": [calls[2], calls[3]], "texture-loaded": [calls[4]]}, (found, calls)


def texts(folder):
    """What else a trace has between two calls does not make them others: texts of another length each time, where their argument stands."""
    path, again, trace = os.path.join(folder, "texts.trace"), [], Lies()
    context(trace)
    for k in range(12):
        again.append(trace.make("glShadeModel", FLAT))
        trace.make("glFinish", text("x" * (1 + k * k)))
    trace.save(path)
    told = json.loads(run("repeats", "--json", path)[0])["functions"]
    assert [(row["function"], row["calls"]) for row in told] == [("glShadeModel", again[1:])], (told, again)


def lists(folder):
    path = os.path.join(folder, "list.trace")
    record(path, program("test-scenes"), "list", "--frames", "5")
    found, _ = found_in(path)
    assert "immediate-mode" not in found and "draw-empty" not in found, found


def hostile(folder):
    for round_, other in damaged(os.path.join(folder, "clean-all.trace"), 4, 30):
        for command in ("checklist", "statistics"):
            done = subprocess.run([TOOL, command, "--json", other], capture_output=True, timeout=patience(60), check=False)
            assert done.returncode in (0, 1, 2), (round_, command, done.returncode, done.stderr)
            assert done.returncode == 0 or done.stderr, (round_, command)


def usage(folder):
    path = os.path.join(folder, "clean.trace")
    for words in (["--what", path], [path, path], [], [path + ".x"]):
        done = subprocess.run([TOOL, "checklist", *words], capture_output=True, timeout=patience(30), check=False)
        assert done.returncode == 2 and done.stderr and not done.stdout, (words, done)


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        for way in ("clean", "clean-all", "clean-grid", "clean-triangles", "clean-state", "clean-pushed"):
            results.check(way, clean, way, folder)
        for name in [*EACH_FRAME, *ONCE]:
            results.check(name, planted, name, folder)
        results.check("parts", parts, folder)
        results.check("repeated", programs, folder)
        results.check("pushed", pushed, folder)
        results.check("lists", lists, folder)
        results.check("units", units, folder)
        results.check("texts", texts, folder)
        results.check("hostile", hostile, folder)
        results.check("usage", usage, folder)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
