#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""With `log full` a call carries all that it reads and writes: what a trace needs.

By data: each pointer of each function of the registry has a rule (tests/calls/calls-rules.py: what they say). By a program: what only GL's state
says the size of, and memory to which no argument points."""

import os
import sys

ROOT = os.environ["top_srcdir"]
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "data")]
import pointees  # noqa: E402
import registry  # noqa: E402
from glstep_console import Console, program  # noqa: E402

PROGRAM = program("tests/calls/calls-memory")
SOME = [(5, 25), (2, 4), (9, 81)]


def check_rules():
    data = os.path.join(ROOT, "data")
    api = registry.load(os.environ.get("KHRONOS_API", "/usr/share/khronos-api"), data)
    everything = list(pointees.pointers(api, data))
    missing = [f"{function.name} {parameter.name}" for function, _, parameter, rule, _, _ in everything if rule == "unknown"]
    assert not missing, f"no rule in data/pointees.in for: {missing}"
    print(f"{len(everything)} pointers")
    assert len(everything) > 2000


def number(calls, name):
    """The nth call of that name, counted in Python's way."""
    return [call for call in calls if call["name"] == name]


def argument(call, name):
    return next(a for a in call["arguments"] if a["name"] == name)


def contents(call, name):
    return argument(call, name).get("contents")


def check_state(calls):
    """What GL's state says the size of."""
    uniform = number(calls, "glGetUniformfv")
    assert [contents(call, "params") for call in uniform] == [[4, 5, 6], [1, 2, 3, 4], None], uniform
    assert contents(number(calls, "glGetUniformiv")[0], "params") == [0]
    assert contents(number(calls, "glGetUniformdv")[0], "params") == [7, 8, 9]
    assert contents(number(calls, "glGetnUniformfv")[0], "params") == [1, 2, 3]
    line = [1, 2, 3, -1, 4, 5, 6, -1, 7, 8, 9]
    assert contents(number(calls, "glMap1f")[0], "points") == line
    assert contents(number(calls, "glMap2d")[0], "points") == [0, 1, 2, 3, 4, 5, 6][:1 + 4 * 1 + 1 * 2]
    assert contents(number(calls, "glGetMapfv")[0], "v") == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert contents(number(calls, "glGetMapiv")[0], "v") == [2, 3]
    assert contents(number(calls, "glGetMapfv")[1], "v") == [0, 1, 0, 1]
    assert contents(number(calls, "glGetPixelMapusv")[0], "values") == [1, 2, 3, 4]
    stipple = argument(number(calls, "glGetPolygonStipple")[0], "mask")
    assert stipple["contents"]["size"] == 128 and "{5a 5a" in stipple["text"], stipple
    source = contents(number(calls, "glShaderSource")[0], "string")
    assert len(source) == 1 and source[0].startswith("#version 130\nuniform vec3 v[3]"), source


def check_images(calls):
    bitmap = argument(number(calls, "glBitmap")[0], "bitmap")
    assert bitmap["text"].startswith("4 x 3 GL_COLOR_INDEX GL_BITMAP, 3 bytes {ff 81 42"), bitmap
    clear = argument(number(calls, "glClearBufferData")[0], "data")
    assert clear["text"] == "1 x 1 GL_RGBA GL_UNSIGNED_BYTE, 4 bytes {03 06 09 0c}", clear
    cube = argument(number(calls, "glGetTextureImage")[0], "pixels")
    assert cube["contents"]["size"] == 6 * 2 * 2 * 4 and cube["contents"]["depth"] == 6, cube
    part = argument(number(calls, "glGetTextureSubImage")[0], "pixels")
    # face 2, column 1: texels 9 and 11
    bytes_ = " ".join("%02x" % (i * 3 % 256) for i in [*range(36, 40), *range(44, 48)])
    assert part["text"].endswith(f"8 bytes {{{bytes_}}}"), (part, bytes_)
    for name, parameter in (("glGetCompressedTexImage", "img"), ("glGetCompressedTextureImage", "pixels"),
                            ("glCompressedTexImage2D", "data")):
        block = argument(number(calls, name)[0], parameter)
        assert block["contents"] == [i * 3 for i in range(16)], (name, block)


def memory(call):
    return {part["name"]: part for part in call.get("memory", [])}


def check_mapped(calls):
    given = [memory(call).get("mapped") for call in number(calls, "glUnmapBuffer")]
    assert bytes(given[0]["contents"]) == b"WXYZ" and given[0]["text"].startswith("from 4 on: 4 bytes"), given
    assert given[1] is None and given[2] is None, given
    flushed = memory(number(calls, "glFlushMappedBufferRange")[0])["mapped"]
    assert bytes(flushed["contents"]) == b"##" and flushed["text"].startswith("from 5 on:"), flushed
    whole = memory(number(calls, "glUnmapNamedBuffer")[0])["mapped"]
    assert bytes(whole["contents"]) == b"0123WX##Z9abcdef"[:4] + b"W##Z89abcdef", whole


def check_arrays(calls):
    """Of each array the vertices from the least to the greatest that the draw uses."""
    import struct

    def vertices(first, last):  # of two floats, 12 bytes apart; the last ends with itself
        return b"".join(struct.pack("<3f", i, i * i, 0) for i in range(first, last + 1))[:-4]

    def pairs(first, last):
        return b"".join(struct.pack("<2h", i, -i) for i in range(first, last + 1))

    def shown(call, name):
        return bytes(memory(call)[name]["contents"])

    draw = number(calls, "glDrawArrays")[0]
    assert shown(draw, "GL_VERTEX_ARRAY") == vertices(3, 4), memory(draw)
    assert memory(draw)["GL_VERTEX_ARRAY"]["text"].startswith("2 GL_FLOAT, stride 12, from 3 on: "), memory(draw)
    assert list(memory(draw)) == ["GL_VERTEX_ARRAY"], memory(draw)
    elements, bound = number(calls, "glDrawElements")
    assert shown(elements, "GL_VERTEX_ARRAY") == vertices(2, 9)
    assert shown(elements, "GL_TEXTURE_COORD_ARRAY 1") == pairs(2, 9), memory(elements)
    assert shown(bound, "GL_VERTEX_ARRAY") == vertices(2, 9)
    several = number(calls, "glMultiDrawElements")[0]
    assert shown(several, "GL_VERTEX_ARRAY") == vertices(0, 7)
    assert [memory(several)[f"indices[{i}]"]["contents"] for i in range(2)] == [[0, 1], [7]], several
    restart = number(calls, "glDrawElementsBaseVertex")[0]
    assert shown(restart, "GL_VERTEX_ARRAY") == vertices(14, 16), memory(restart)
    assert shown(number(calls, "glMultiDrawArraysIndirect")[0], "GL_VERTEX_ARRAY") == vertices(4, 8)
    counted = number(calls, "glMultiDrawArraysIndirectCount")
    assert [shown(call, "GL_VERTEX_ARRAY") for call in counted] == [vertices(4, 8), vertices(4, 15)], counted
    counted = number(calls, "glMultiDrawElementsIndirectCount")[0]  # the first of three: element 1, which is 2, and 10
    assert shown(counted, "GL_VERTEX_ARRAY") == vertices(12, 12), memory(counted)
    instanced = number(calls, "glDrawArraysInstanced")[0]
    assert shown(instanced, "array 5") == pairs(0, 2), memory(instanced)


def check_others(calls):
    """By texture unit, from buffers, with gaps between, as long as the driver says; and what only it would know."""
    texels = argument(number(calls, "glGetMultiTexImageEXT")[0], "pixels")["contents"]
    assert (texels["width"], texels["height"], texels["size"]) == (4, 8, 32), texels
    assert contents(number(calls, "glGetCompressedMultiTexImageEXT")[0], "img") == [i * 3 for i in range(16)]
    block = argument(number(calls, "glCompressedTexSubImage2D")[0], "data")
    assert block["contents"]["offset"] == 8 and block["text"].startswith("buffer "), block
    commands = contents(number(calls, "glMultiDrawArraysIndirect")[1], "indirect")
    assert commands == [1, 1, 0, 0, 7, 7, 1, 1, 1, 0], commands
    assert contents(number(calls, "glCallLists")[0], "lists") == [0, 77, 1, 44]
    said, shown = (next(argument(call, "data") for call in number(calls, "glGetIntegerv") if argument(call, "pname")["text"] == name)
                   for name in ("GL_NUM_COMPRESSED_TEXTURE_FORMATS", "GL_COMPRESSED_TEXTURE_FORMATS"))
    assert [len(shown["contents"])] == said["contents"] and said["contents"][0] > 2, (said, shown)
    assert shown["text"].startswith("{GL_COMPRESSED_"), shown
    text = contents(number(calls, "glGetNamedProgramStringEXT")[0], "string")
    assert text == "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n", text
    symbol = argument(number(calls, "glVariantfvEXT")[0], "addr")
    assert "contents" not in symbol and symbol["text"].endswith("(only the driver knows the size)"), symbol


def check_messages(calls):
    log = number(calls, "glGetDebugMessageLog")[-1]
    assert log["return"]["value"] == 2 and contents(log, "messageLog") == ["one", "second"], log


check_rules()
with Console([PROGRAM]) as console:
    console.run("log full")
    assert console.run("continue")["status"] == 0
    all_calls = console.run("calls 1000")["calls"]
    console.output.seek(0)
    assert console.output.read() == b"debug 0 1\nerror 0x502\n"  # of glGetUniformfv at location 1000: one of the program's own
failed = [(call["name"], call["gl_error"]) for call in all_calls if "gl_error" in call]
assert [f for f in failed if f[0] != "glVariantfvEXT"] == [("glGetUniformfv", "GL_INVALID_OPERATION")], failed
check_state(all_calls)
check_images(all_calls)
check_mapped(all_calls)
check_arrays(all_calls)
check_others(all_calls)
check_messages(all_calls)
