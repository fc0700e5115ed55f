#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`blocks`, `block` and `set uniform` of members of blocks: places by the rules of std140 and std430 (OpenGL 4.6, 7.6.2.2), computed
here; values by the words that tests/programs/blocks.c puts there; what is set, by what its shaders read and draw, and by the bytes
of the buffers afterwards: nothing else may change."""

import os
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

WORDS = 96
LIGHT = [("place", "vec3"), ("levels", "float[2]"), ("on", "bool")]
ITEM = [("p", "vec3"), ("m", "mat2x3"), ("k", "int[2]")]
# name, kind, binding, rules, bytes bound, members
BLOCKS = {
    "Frame": ("uniform", 1, 140, WORDS * 4, [
        ("time", "float"), ("eye", "vec3"), ("turn", "mat3"), ("tilt", "row mat4x3"), ("points", "vec2[3]"), ("lights", LIGHT, 2),
        ("big", "double"), ("rows", "row mat2[2]")]),
    "Tint[0]": ("uniform", 2, 140, WORDS * 4, [("Tint[0].colour", "vec4"), ("Tint[0].m", "mat2")]),
    "Tint[1]": ("uniform", 3, 140, WORDS * 4, [("Tint[1].colour", "vec4"), ("Tint[1].m", "mat2")]),
    # shared: where things lie is the driver's own choice, and Mesa's is that of std140
    "Loose": ("uniform", 4, 140, WORDS * 4, [("first", "float"), ("second", "vec3"), ("loose", "mat2x3[2]")]),
    "Items": ("storage", 5, 430, WORDS * 4, [("count", "uint"), ("grid", [("", "float[3]")], 2), ("items", ITEM, None)]),
    "Missing": ("uniform", 9, 140, 0, [("nowhere", "vec4")]),
    "Short": ("uniform", 10, 140, 16, [("near", "vec4"), ("far", "vec4")]),
}
SCALARS = {"float": "f", "int": "i", "uint": "I", "bool": "I", "double": "d"}


def up(n, to):
    return (n + to - 1) // to * to


def shape(text):
    """Scalar's letter, columns, rows, elements (None: no array), row major."""
    row = text.startswith("row ")
    text = text[4 * row:]
    elements = int(text[text.index("[") + 1:-1]) if "[" in text else None
    text = text.split("[")[0]
    if text in SCALARS:
        return SCALARS[text], 1, 1, elements, row
    if text.startswith("mat"):
        columns, rows = int(text[3]), int(text[-1])
        return "f", columns, rows, elements, row
    return "f", 1, int(text[3]), elements, row


def align_vector(n, width):
    return width * (1, 2, 4, 4)[n - 1]


def layout_basic(text, rules):
    """Alignment, size, array stride, matrix stride."""
    letter, columns, rows, elements, row = shape(text)
    width = struct.calcsize(letter)
    if columns > 1:
        vectors, long = (rows, columns) if row else (columns, rows)
        stride = align = up(align_vector(long, width), 16 if rules == 140 else 1)
        size = vectors * stride
    else:
        stride, align, size = 0, align_vector(rows, width), rows * width
    if elements is None:
        return align, size, 0, stride
    align = up(align, 16 if rules == 140 else 1)
    step = up(size, align)
    return align, step * elements, step, stride


def layout(members, rules, prefix, at, room, out):
    """Places of members from byte `at` on; returns the end and the largest alignment."""
    most = 16 if rules == 140 and prefix else 1
    for name, kind, *count in members:
        full = prefix + ("." if prefix and name else "") + name
        if isinstance(kind, str):
            align, size, step, stride = layout_basic(kind, rules)
            at = up(at, align)
            out.append((full, kind, at, step, stride))
            at += size
        else:
            scratch = []
            size, align = layout(kind, rules, "x", 0, room, scratch)
            step = up(size, align)
            at = up(at, align)
            n = count[0] if count[0] is not None else (room - at) // step
            for i in range(n):
                layout(kind, rules, f"{full}[{i}]", at + i * step, room, out)
            at += n * step
        most = max(most, align)
    return at, most


def memory():
    return b"".join(struct.pack("f", i * 0.25 + 1) for i in range(WORDS))


def places_of(entry):
    """Byte of each scalar: element by element, column by column."""
    _, kind, at, step, stride = entry
    letter, columns, rows, elements, row = shape(kind)
    width = struct.calcsize(letter)
    for e in range(elements or 1):
        for c in range(columns):
            for r in range(rows):
                inner = r * stride + c * width if row else c * stride + r * width
                yield at + e * step + (inner if columns > 1 else r * width)


def read(entry, data):
    letter = shape(entry[1])[0]
    values = [struct.unpack_from(letter, data, at)[0] for at in places_of(entry)]
    return [value != 0 for value in values] if "bool" in entry[1] else values


def flat(value):
    return [part for item in value for part in flat(item)] if isinstance(value, list) else [value]


def check_block(console, name):
    kind, binding, rules, length, members = BLOCKS[name]
    got = console.run(f"block {name}")
    assert (got["kind"], got["binding"]) == (kind, binding), got
    wanted = []
    layout(members, rules, "", 0, length, wanted)
    assert [m["name"] for m in got["members"]] == [entry[0] for entry in wanted], (name, got["members"], wanted)
    for m, entry in zip(got["members"], wanted, strict=True):
        _, columns, _, elements, row = shape(entry[1])
        assert m["type"] == entry[1].replace("row ", "") and m["offset"] == entry[2], (m, entry)
        assert elements is None or m["array_stride"] == entry[3], (m, entry)
        assert columns == 1 or (m["matrix_stride"], m["row_major"]) == (entry[4], row), (m, entry)
        if max(places_of(entry)) >= length:
            assert m["value"] is None, m
        else:
            assert flat(m["value"]) == read(entry, memory()), (m, read(entry, memory()))
    return got


def check_notes(console):
    listed = {block["name"]: block for block in console.run("blocks")["blocks"]}
    assert set(listed) - {"Results"} == set(BLOCKS), listed
    assert listed["Frame"]["offset"] == 256 and listed["Frame"]["length"] == WORDS * 4, listed["Frame"]
    assert listed["Missing"]["buffer"] == 0 and "glBindBufferBase" in listed["Missing"]["note"], listed["Missing"]
    assert "16 bytes" in listed["Short"]["note"], listed["Short"]
    part = console.run("block Frame lights[1]")["members"]
    assert [m["name"] for m in part] == ["lights[1].place", "lights[1].levels", "lights[1].on"], part
    for words, code in ("block Nothing", "unknown-name"), ("block Frame nothing", "unknown-name"), ("block", "usage"):
        assert console.command(words)["error"]["code"] == code, words


# what is set, its values in order; the block and the member that it is
SET = [
    ("time", "-0.5", [-0.5]),
    ("eye", "vec3(7, 8, 9)", [7, 8, 9]),
    ("turn", " ".join(map(str, range(30, 39))), list(range(30, 39))),
    ("tilt", " ".join(map(str, range(40, 52))), list(range(40, 52))),
    ("points[1]", "60 61", [60, 61]),
    ("lights[1].levels", "62 63", [62, 63]),
    ("lights[1].on", "false", [0]),
    ("big", "1e300", [1e300]),
    ("rows[1]", "64 65 66 67", [64, 65, 66, 67]),
    ("Tint[1].colour", "0.5 0.25 1 2", [0.5, 0.25, 1, 2]),
    ("Tint[1].m", "1 2 3 4", [1, 2, 3, 4]),
    ("loose[1]", "70 71 72 73 74 75", list(range(70, 76))),
    ("items[2].m", "80 81 82 83 84 85", list(range(80, 86))),
    ("items[2].k[1]", "-3", [-3]),
    ("grid[1]", "90 91 92", [90, 91, 92]),
    ("count", "4000000000", [4000000000]),
]
REFUSED = [
    ("nowhere", "1 2 3 4", "unsupported", "no buffer"), ("far", "1 2 3 4", "unsupported", "beyond"),
    ("eye", "1 2", "usage", "3 values"), ("points[3]", "1 2", "unknown-name", "3 elements"), ("Tint.colour", "1 1 1 1", "unknown-name", ""),
    ("lights[2].on", "1", "unknown-name", ""), ("items[9].k", "1 2", "unknown-name", ""), ("time", "red", "usage", "red"),
]


def entry_of(stem):
    for block, (_, _, rules, length, members) in BLOCKS.items():
        wanted = []
        layout(members, rules, "", 0, length, wanted)
        for entry in wanted:
            if entry[0] == stem:
                return block, entry
    raise KeyError(stem)


def put(expected, name, values):
    index = int(name[name.rindex("[") + 1:-1]) if name.endswith("]") and name != "grid[1]" else 0
    stem = name[:name.rindex("[")] if name.endswith("]") and name != "grid[1]" else name
    block, entry = entry_of(stem)
    places = list(places_of(entry))[index * len(values):][:len(values)]
    for at, value in zip(places, values, strict=True):
        struct.pack_into(shape(entry[1])[0], expected[block], at, value)


def check_set(console):
    expected = {block: bytearray(memory()[:length]) for block, (_, _, _, length, _) in BLOCKS.items() if length}
    for name, text, code, word in REFUSED:
        answer = console.command(f"set uniform {name} {text}")
        assert not answer["ok"] and answer["error"]["code"] == code and word in answer["error"]["message"], answer
    for name, text, values in SET:
        answer = console.run(f"set uniform {name} {text}")
        assert "buffer" in answer["note"] and "everything that reads" in answer["note"], answer
        put(expected, name, values)
    frame = {m["name"]: m["value"] for m in console.run("block Frame")["members"]}
    assert frame["eye"] == [7, 8, 9] and frame["big"] == 1e300, frame
    assert console.run("continue")["status"] == 0
    lines = {line.split()[0]: line.split()[1:] for line in console.program_output().splitlines()}
    for line in console.program_output().splitlines():
        if line.startswith("buffer "):
            _, block, *words = line.split()
            assert b"".join(struct.pack("I", int(word, 16)) for word in words) == bytes(expected[block]), (block, line)
    for name, words in lines.items():
        stem = name.replace("tints[1]", "Tint[1]")
        if name in ("drawn", "buffer", "error"):
            continue
        block, entry = entry_of(stem)
        got = [float(word) for word in words]
        assert got == [float(value) for value in read(entry, bytes(expected[block]))], (name, got)
    assert [float(word) for word in lines["drawn"]] == [0.5, 0.25, 1, 2], lines["drawn"]
    assert lines["error"] == ["0x0"], lines["error"]


if not os.environ.get("DISPLAY"):
    display = os.path.join(os.environ["top_srcdir"], "tests", "with-display")
    sys.exit(subprocess.call([display, sys.executable, os.path.abspath(__file__)]))
with Console([program("test-blocks")]) as console:
    console.run("next call glUnmapNamedBuffer")
    assert "mapped" in console.run("block Tint[0]")["note"]
    answer = console.command("set uniform Tint[0].colour 1 1 1 1")
    assert answer["error"]["code"] == "unsupported" and "glUnmapBuffer" in answer["error"]["message"], answer
    console.run("next call glDispatchCompute")
    check_notes(console)
    for name in BLOCKS:
        check_block(console, name)
    check_set(console)
with Console([program("test-scenes"), "fixed"]) as console:
    console.run("next draw")
    assert console.run("blocks")["blocks"] == []
