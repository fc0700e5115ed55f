#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
object-names.py - in an opened trace objects are called as the trace calls them, whatever the player's driver calls its own.

 lists    textures, buffers and attachments of a part of a recording, whose player has made fewer objects
 asked    what an object holds, asked for by the trace's name; a name that the trace does not have is refused by that name
 program  the program, its shaders, its blocks and their buffers
 state    bindings in the state, and what is attached
 pixels   the buffer whose pixel has a history
 samplers what a sampler looks at, in the trace and in the program
 whole    none of that differs in the running program and in the whole recording
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Refused, Results, program  # noqa: E402
from patience import patience  # noqa: E402

FRAMES, FRAME = 4, 2


def record(folder):
    """The whole recording, a part of it, and what the program called its objects."""
    whole, part = os.path.join(folder, "whole.trace"), os.path.join(folder, "part.trace")
    done = subprocess.run([GLSTEP, "record", "-o", whole, "--", program("test-named"), str(FRAMES)], stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=patience(60), check=True)
    subprocess.run([program("glstep-trace"), "extract", "--frame", str(FRAME), whole, part], stdin=subprocess.DEVNULL, capture_output=True,
                   timeout=patience(60), check=True)
    names = {(kind, what): int(name) for kind, what, name in re.findall(r"^(\w+) (\S+) (\d+)$", done.stdout.decode(), re.M)}
    assert len(names) == 13, names
    return whole, part, names


def lists(console, names):
    told = {t["binding"]: (t["name"], t.get("label")) for t in console.run("textures")["textures"]}
    assert told["unit 1"] == (names["texture", "red"], "red"), told
    told = {b["binding"]: b["name"] for b in console.run("buffers")["buffers"]}
    assert told["attribute 2"] == names["buffer", "corners"] and told["GL_UNIFORM_BUFFER 3"] == names["buffer", "tint"], told
    told = {a["binding"]: a["name"] for a in console.run("attachments")["attachments"]}
    assert told == {"GL_COLOR_ATTACHMENT0": names["texture", "target"], "GL_DEPTH_ATTACHMENT": names["renderbuffer", "-"]}, told


def asked(console, names):
    for label, size in ("red", (4, 4)), ("green", (8, 2)), ("target", (8, 8)):
        told = console.run(f"texture {names['texture', label]}")
        assert (told["width"], told["height"]) == size, (label, told)
    told = console.run(f"buffer {names['buffer', 'corners']} float")
    assert told["elements"] == [[-1], [-1], [3], [-1], [-1], [3]], told
    for word in "texture", "buffer":
        try:
            console.run(f"{word} 4711")
        except Refused as refused:
            assert f"no {word} 4711 " in str(refused), refused
        else:
            raise AssertionError(f"there is a {word} 4711")


def of_program(console, names):
    told = console.run("program")
    assert told["program"] == names["program", "-"], told
    assert {s["stage"]: s["object"] for s in told["stages"]} == {stage: names["shader", stage] for stage in ("vertex", "fragment")}, told
    block = console.run("block Tint")
    assert block["buffer"] == names["buffer", "tint"], block


def state(console, names):
    told = console.run("state")
    expected = {"GL_CURRENT_PROGRAM": names["program", "-"], "PROGRAM": names["program", "-"],
                "TEXTURE1.GL_TEXTURE_BINDING_2D": names["texture", "red"], "TEXTURE1.GL_SAMPLER_BINDING": names["sampler", "-"],
                "GL_VERTEX_ARRAY_BINDING": names["array", "-"], "GL_UNIFORM_BUFFER_BINDING": names["buffer", "tint"],
                "GL_ARRAY_BUFFER_BINDING": names["buffer", "corners"], "GL_RENDERBUFFER_BINDING": names["renderbuffer", "-"],
                "VERTEX_ATTRIB[2].GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING": names["buffer", "corners"],
                "GL_DRAW_FRAMEBUFFER_BINDING": names["framebuffer", "-"], "GL_READ_FRAMEBUFFER_BINDING": names["framebuffer", "-"],
                "DRAW_FRAMEBUFFER": names["framebuffer", "-"],
                "DRAW_FRAMEBUFFER.GL_COLOR_ATTACHMENT0.GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME": names["texture", "target"],
                "DRAW_FRAMEBUFFER.GL_DEPTH_ATTACHMENT.GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME": names["renderbuffer", "-"]}
    wrong = {name: (told.get(name), value) for name, value in expected.items() if told.get(name) != str(value)}
    assert not wrong, wrong


def pixels(console, names):
    told = console.run("history pixel 3 3")
    assert told["buffer"] == f"texture {names['texture', 'target']}", told


def samplers(console, names, label):
    """At unit 1 lies one of the textures; none at unit 5, nor at unit 7."""
    size = {"red": (4, 4), "green": (8, 2)}[label]
    there = {"name": names["texture", label], "label": label, "target": "GL_TEXTURE_2D", "format": "GL_RGBA8", "width": size[0], "height": size[1],
             "depth": 1, "samples": 1}
    console.run("shader fragment")
    for expression, expected in (("picture", (1, [1])), ("tables", ([7, 1], [7, 1])), ("tables[1]", (1, [1])), ("nothing", (5, [5]))):
        told = console.run(f"print {expression}")
        value, units = expected
        assert told["value"] == value and [b["unit"] for b in told["bound"]] == units, told
        for bound in told["bound"]:
            assert (bound["texture"] | {"samples": 1} if bound["texture"] else None) == (there if bound["unit"] == 1 else None), told
    console.run("shader leave")


def of(argv, names, draws):
    """All of it at a draw of the red texture; then what samplers look at there, and at the draw after it."""
    with Console(argv) as console:
        for _ in range(draws):
            console.run("next draw")
        lists(console, names)
        asked(console, names)
        of_program(console, names)
        state(console, names)
        samplers(console, names, "red")
        console.run("next draw")
        samplers(console, names, "green")
        console.run("next draw")
        pixels(console, names)


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        whole, part, names = record(folder)
        with Console([part]) as console:
            console.run("next draw")
            results.check("lists", lists, console, names)
            results.check("asked", asked, console, names)
            results.check("program", of_program, console, names)
            results.check("state", state, console, names)
            results.check("samplers", samplers, console, names, "red")
            results.check("pixels", pixels, console, names)
        results.check("whole", of, [whole], names, 1)
        results.check("live", of, [program("test-named"), str(FRAMES)], names, 3)
    return results.failed


if __name__ == "__main__":
    sys.exit(main())
