#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""textures, texture, buffers, buffer, attachments, attachment: what test-inspect has put there, computed here."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, program, read_npy  # noqa: E402
from patience import patience  # noqa: E402

# label: target, format, width, height, depth, levels, components, scalar, bits (0: exact)
KINDS = {
    "1d-rgba8": ("GL_TEXTURE_1D", "GL_RGBA8", 5, 1, 1, 1, 4, "f", 8),
    "2d-rgba8": ("GL_TEXTURE_2D", "GL_RGBA8", 8, 4, 1, 3, 4, "f", 8),
    "2d-srgb": ("GL_TEXTURE_2D", "GL_SRGB8_ALPHA8", 8, 4, 1, 1, 4, "f", 8),
    "2d-rgba32f": ("GL_TEXTURE_2D", "GL_RGBA32F", 8, 4, 1, 2, 4, "f", 0),
    "2d-rg16f": ("GL_TEXTURE_2D", "GL_RG16F", 7, 3, 1, 1, 2, "f", 0),
    "2d-r8": ("GL_TEXTURE_2D", "GL_R8", 7, 3, 1, 1, 1, "f", 8),
    "2d-rgb9e5": ("GL_TEXTURE_2D", "GL_RGB9_E5", 8, 4, 1, 1, 3, "f", 0),
    "2d-rgb10a2": ("GL_TEXTURE_2D", "GL_RGB10_A2", 8, 4, 1, 1, 4, "f", 10),
    "2d-snorm": ("GL_TEXTURE_2D", "GL_RGBA8_SNORM", 8, 4, 1, 1, 4, "f", 7),
    "2d-rgba16": ("GL_TEXTURE_2D", "GL_RGBA16", 8, 4, 1, 1, 4, "f", 16),
    "2d-rgba32i": ("GL_TEXTURE_2D", "GL_RGBA32I", 8, 4, 1, 2, 4, "i", 0),
    "2d-r32ui": ("GL_TEXTURE_2D", "GL_R32UI", 8, 4, 1, 1, 1, "u", 0),
    "2d-rg16i": ("GL_TEXTURE_2D", "GL_RG16I", 8, 4, 1, 1, 2, "i", 0),
    "rect-rgba8": ("GL_TEXTURE_RECTANGLE", "GL_RGBA8", 6, 3, 1, 1, 4, "f", 8),
    "1darray-rgba8": ("GL_TEXTURE_1D_ARRAY", "GL_RGBA8", 6, 1, 3, 1, 4, "f", 8),
    "2darray-rgba8": ("GL_TEXTURE_2D_ARRAY", "GL_RGBA8", 4, 4, 3, 2, 4, "f", 8),
    "2darray-rgb9e5": ("GL_TEXTURE_2D_ARRAY", "GL_RGB9_E5", 4, 4, 3, 2, 3, "f", 0),
    "3d-rgba32f": ("GL_TEXTURE_3D", "GL_RGBA32F", 4, 3, 5, 1, 4, "f", 0),
    "cube-rgba8": ("GL_TEXTURE_CUBE_MAP", "GL_RGBA8", 4, 4, 6, 2, 4, "f", 8),
    "cubearray-rgba8": ("GL_TEXTURE_CUBE_MAP_ARRAY", "GL_RGBA8", 4, 4, 12, 1, 4, "f", 8),
    "2d-depth24": ("GL_TEXTURE_2D", "GL_DEPTH_COMPONENT24", 8, 4, 1, 1, 1, "f", 24),
    "2d-depth32f": ("GL_TEXTURE_2D", "GL_DEPTH_COMPONENT32F", 8, 4, 1, 1, 1, "f", 0),
}
folder = tempfile.TemporaryDirectory(prefix="glstep-inspect-")
NPY = os.path.join(folder.name, "image.npy")


def expected(kind, level, z, x, y, k):
    scalar, bits, label = kind[7], kind[8], kind[1]
    if scalar != "f":
        return x + 10 * y + 50 * z + 100 * level + k - (3 if scalar == "i" else 0)
    value = ((x + 3 * y + 5 * z + 7 * level + 2 * k) % 9) / 8
    if label == "GL_RGB10_A2" and k == 3:
        bits = 2
    most = (1 << bits) - 1
    return value if bits == 0 else round(value * most) / most


def check_image(console, words, kind, level, z):
    width, height = max(1, kind[2] >> level), max(1, kind[3] >> level)
    said = console.run(f"{words} {NPY}")
    assert (said["width"], said["height"]) == (width, height), (words, said)
    rows, columns, n, values = read_npy(NPY)
    assert (rows, columns, n) == (height, width, kind[6]), (words, rows, columns, n)
    for i, value in enumerate(values):
        k, x, y = i % n, i // n % columns, i // n // columns
        wanted = expected(kind, level, z, x, y, k)
        # halves of a step may go either way where the format has few bits
        slack = 0 if kind[8] == 0 else (1.0 / 3 + 1e-6 if kind[8] == 10 and k == 3 else 1.01 / ((1 << kind[8]) - 1))
        exact = abs(value - wanted) <= (1e-6 if kind[7] == "f" else 0) or (abs(value * 2 - wanted * 2) <= slack * 2 and is_half(kind, wanted, k, level, z, x, y))
        assert exact, f"{words}: ({x}, {y}) component {k} is {value}, not {wanted}"


def check_thinned(console, words):
    """Of each square of texels the one in its middle, or the last there is: the texels of all of it."""
    console.run(f"{words} {NPY}")
    rows, columns, n, whole = read_npy(NPY)
    for every in 2, 3, 100:
        console.run(f"{words} every {every} {NPY}")
        chosen = [[min(i + every // 2, most - 1) for i in range(0, most, every)] for most in (rows, columns)]
        wanted = [whole[(y * columns + x) * n + k] for y in chosen[0] for x in chosen[1] for k in range(n)]
        found = read_npy(NPY)
        assert found[:3] == (len(chosen[0]), len(chosen[1]), n) and list(found[3]) == wanted, (words, every, found, wanted)


def is_half(kind, wanted, k, level, z, x, y):
    """The value uploaded lies between two steps of the format, at the same distance."""
    bits = 2 if kind[1] == "GL_RGB10_A2" and k == 3 else kind[8]
    exact = ((x + 3 * y + 5 * z + 7 * level + 2 * k) % 9) / 8 * ((1 << bits) - 1)
    return abs(exact - int(exact) - 0.5) < 1e-6


def check_textures(console, names):
    listed = {entry["name"]: entry for entry in console.run("textures")["textures"]}
    for label, kind in KINDS.items():
        entry = listed[names[label]]
        assert (entry["target"], entry["format"], entry["width"], entry["height"], entry["depth"], entry["levels"]) == kind[:6], entry
        assert entry["label"] == label, entry
        for level in range(kind[5]):
            for z in range(kind[4]):
                word = f"face {z}" if label.startswith("cube-") else f"layer {z}"
                check_image(console, f"texture {names[label]} level {level} {word}", kind, level, z)
                check_thinned(console, f"texture {names[label]} level {level} {word}")
    layer = console.run(f"texture {names['cubearray-rgba8']} layer 1 face 2 pixel 1 3")
    wanted = [expected(KINDS["cubearray-rgba8"], 0, 8, 1, 3, k) for k in range(4)]
    assert all(abs(a - b) <= 1.01 / 255 for a, b in zip(layer["value"], wanted, strict=True)), (layer, wanted)


def check_samples(console, words, value):
    for sample in range(4):
        check_thinned(console, f"{words} sample {sample}")
        said = console.run(f"{words} sample {sample}")
        wanted = value(sample)
        for side in ("min", "max"):
            assert all(abs(a - wanted) <= 1e-6 for a in said[side]), (words, sample, said)


def check_buffers(console, names):
    listed = console.run("buffers")["buffers"]
    array = next(entry for entry in listed if entry["binding"] == "GL_ARRAY_BUFFER")
    assert array["name"] == names["floats"] and array["size"] == 96 and array["usage"] == "GL_STATIC_DRAW", array
    block = next(entry for entry in listed if entry["binding"] == "GL_UNIFORM_BUFFER 2")
    assert array["label"] == "floats" and "label" not in block, (array, block)
    assert (block["name"], block["size"], block["offset"], block["length"]) == (names["bytes"], 64, 0, 32), block
    floats, data = names["floats"], names["bytes"]
    cases = [
        (f"buffer {floats}", [[i * 0.5] for i in range(24)]),
        (f"buffer {floats} vec3", [[1.5 * i, 1.5 * i + 0.5, 1.5 * i + 1] for i in range(8)]),
        (f"buffer {floats} vec2,float offset 4 stride 16 count 5", [[2 * i + 0.5, 2 * i + 1, 2 * i + 1.5] for i in range(5)]),
        (f"buffer {data} ubyte4", [[(4 * i + k) * 4 % 256 for k in range(4)] for i in range(16)]),
        (f"buffer {data} ubyte4n count 2", [[(4 * i + k) * 4 / 255 for k in range(4)] for i in range(2)]),
        (f"buffer {data} byte offset 32 count 2", [[-128], [-124]]),
        (f"buffer {data} uint offset 60", [[0xfcf8f4f0]]),
        (f"buffer {data} int offset 60", [[0xfcf8f4f0 - (1 << 32)]]),
        (f"buffer {data} ushort offset 2 count 1", [[0x0c08]]),
    ]
    for words, wanted in cases:
        found = console.run(words)["elements"]
        assert len(found) == len(wanted), (words, found)
        for a, b in zip(found, wanted, strict=True):
            assert len(a) == len(b) and all(abs(x - y) < 1e-6 for x, y in zip(a, b, strict=True)), (words, found, wanted)


def check_compressed(console, names):
    """A block of 4 x 4 texels after the other, each of one colour."""
    listed = {t["name"]: t for t in console.run("textures")["textures"]}
    assert "S3TC_DXT1" in listed[names["compressed-dxt1"]]["format"], listed[names["compressed-dxt1"]]
    check_thinned(console, f"texture {names['compressed-dxt1']}")
    for label, colours in (("dxt1", ([1, 0, 0], [0, 1, 0], [0, 0, 1])), ("rgtc1", ([64 / 255], [128 / 255], [192 / 255]))):
        for block, colour in enumerate(colours):
            for x, y in (0, 0), (3, 2):
                said = console.run(f"texture {names[f'compressed-{label}']} pixel {4 * block + x} {y}")
                assert (said["width"], said["height"]) == (12, 4), said
                assert len(said["value"]) >= len(colour) and all(abs(a - b) < 1e-6 for a, b in zip(said["value"], colour, strict=True)), (label, said)


def check_buffer_textures(console, names):
    said = console.run(f"texture {names['buffer-rgba8']}")
    assert said["components"] == ["r", "g", "b", "a"] and (said["width"], said["height"]) == (12, 1), said
    wanted = [[(4 * i + k) * 5 % 256 / 255 for k in range(4)] for i in range(12)]
    assert all(abs(a - b) < 1e-6 for x, y in zip(said["elements"], wanted, strict=True) for a, b in zip(x, y, strict=True)), said
    said = console.run(f"texture {names['buffer-rg16ui']} pixel 5 0")
    data = [i * 5 % 256 for i in range(48)]
    wanted = [[data[16 + 4 * i + 2 * k] + 256 * data[17 + 4 * i + 2 * k] for k in range(2)] for i in range(6)]
    assert said["elements"] == wanted and said["value"] == wanted[5], (said, wanted)
    for label in "rgba8", "rg16ui":
        entry = next(t for t in console.run("textures")["textures"] if t["name"] == names[f"buffer-{label}"])
        assert entry["target"] == "GL_TEXTURE_BUFFER" and entry["format"] == f"GL_{label.upper()}", entry
    answer = console.command(f"texture {names['buffer-none']}")
    assert not answer["ok"] and "glTexBuffer" in answer["error"]["message"] or "no level" in answer["error"]["message"], answer


def check_refusals(console, names):
    for words, code in ((f"texture {names['2d-rgba8']} level 9", "usage"), ("texture 4711", "usage"), ("buffer 4711", "usage"),
                        (f"texture {names['2d-rgba8']} layer 1", "usage"), ("attachment color5", "usage"),
                        (f"buffer {names['floats']} vec9", "usage"), (f"texture {names['2d-rgba8']} what", "usage"),
                        (f"texture {names['2d-rgba8']} sample 1", "usage"), (f"buffer {names['floats']} offset 97", "usage")):
        try:
            console.run(words)
        except Refused as refused:
            assert refused.code == code, refused
        else:
            raise AssertionError(f"{words} was not refused")


def near(found, wanted):
    assert all(abs(a - b) <= 1e-6 for a, b in zip(found, wanted, strict=True)) and len(found) == len(wanted), (found, wanted)


def check_blending(console):
    """Before: 0.25 0.5 0.75 1; the shader: 0.5 0.25 0.125 2; the factors: the alpha before, and one. Outside the scissor nothing is drawn."""
    source, before = [0.5, 0.25, 0.125, 2], [64 / 255, 128 / 255, 191 / 255, 1]

    def after(alpha, blend):
        return [min(1, s * (alpha if i < 3 else 1) + b) if blend else min(1, s) for i, (s, b) in enumerate(zip(source, before[:3] + [alpha], strict=True))]

    def expect(wanted, outside, note):
        said = console.run("attachment color0 after pixel 2 2")
        assert all(abs(a - b) <= 1.01 / 255 for a, b in zip(said["value"], wanted, strict=True)), (said, wanted)
        assert ("note" in said) == note, said
        near(console.run("attachment color0 after pixel 2 5")["value"], outside)
        near(console.run("attachment color0 output pixel 2 2")["value"], source)
        near(console.run("attachment color1 after pixel 5 3")["value"], [5, 3, 3, 4])  # integers: neither
        near(console.run("attachment color1 after pixel 5 4")["value"], [7, 8, 9, 10])

    state = console.run("state BLEND")
    expect(after(1, True), before, False)
    console.run("set test blend off")
    expect(after(1, False), before, True)
    console.run("set test blend on")
    expect(after(1, True), before, True)
    console.run("set buffer alpha clear 0.2")
    expect(after(0.2, True), before[:3] + [0.2], True)
    console.run("set test blend off")
    expect(after(0.2, False), before[:3] + [0.2], True)
    console.run("shader fragment")
    said = console.run("check")
    near(said["undebugged"], source)
    assert "blended" in said["why"], said  # what the draw really does
    console.run("shader leave")
    console.run("set test blend program")
    console.run("set test depth on")
    console.run("set buffer depth clear 0")
    near(console.run("attachment color0 after pixel 2 2")["value"], before[:3] + [0.2])  # nothing is nearer
    near(console.run("attachment color0 output pixel 2 2")["value"], [0, 0, 0, 0])
    for words in "buffer alpha copy", "buffer depth copy", "test depth program":
        console.run(f"set {words}")
    expect(after(1, True), before, False)
    assert console.run("state BLEND") == state


def check_draw(console):
    points = {entry["binding"]: entry for entry in console.run("attachments")["attachments"]}
    assert points["GL_COLOR_ATTACHMENT0"]["format"] == "GL_RGBA8" and points["GL_COLOR_ATTACHMENT1"]["format"] == "GL_RGBA32UI", points
    before = [round(v * 255) / 255 for v in (0.25, 0.5, 0.75, 1)]
    near(console.run("attachment color0 before pixel 2 2")["value"], before)
    near(console.run("attachment color1 pixel 2 2")["value"], [7, 8, 9, 10])
    for point in "color0", "color1", "depth", "stencil":
        check_thinned(console, f"attachment {point}")
    depth = console.run("attachment depth pixel 2 2")["value"]
    assert abs(depth[0] - 0.5) < 1e-6, depth
    near(console.run("attachment stencil pixel 2 2")["value"], [42])
    near(console.run("attachment color0 output pixel 2 2")["value"], [0.5, 0.25, 0.125, 2])
    near(console.run("attachment color1 output pixel 5 3")["value"], [5, 3, 3, 4])
    near(console.run("attachment color0 output pixel 2 5")["value"], [0, 0, 0, 0])  # scissored away
    after = console.run(f"attachment color0 after {NPY}")
    first = read_npy(NPY)
    numbers = console.run("attachment color1 after pixel 5 3")["value"]
    near(numbers, [5, 3, 3, 4])
    near(console.run("attachment color1 after pixel 5 4")["value"], [7, 8, 9, 10])
    near(console.run("attachment color0 before pixel 2 2")["value"], before)  # nothing was drawn
    console.run("shader fragment")
    said = console.run("check")
    near(said["undebugged"], [0.5, 0.25, 0.125, 2])
    assert not said["same_framebuffer"] and "blended" in said["why"] and "debugged" not in said, said
    console.run("shader continue")
    said = console.run("check")
    near(said["debugged"], [0.5, 0.25, 0.125, 2])
    assert said["same_output"] and said["expression"] == "c", said
    console.run("shader leave")
    console.run("step")
    now = console.run(f"attachment color0 {NPY}")
    assert list(read_npy(NPY)[3]) == list(first[3]), "after the draw the framebuffer holds something else than was said"
    assert now["min"] == after["min"], (now, after)
    for value, wanted in zip(read_npy(NPY)[3][:3], (0.25 + 0.5, 0.5 + 0.25, 0.75 + 0.125), strict=True):
        assert abs(value - wanted) <= 1.01 / 255, (value, wanted)


def check_planes(console, layers, samples, exact):
    """Before and after the draw, and what was captured, in each layer and sample: tests/programs/inspect.c, draw_planes."""
    def read(point, when, layer, sample):
        return console.run(f"attachment {point} {when} layer {layer} sample {sample} pixel 3 2")["value"]

    def expect(layer, sample, drawn):
        s, n = (sample * 0.125, layer * 0.25, 0.5, 1), 1 if drawn else 0
        values = [read(point, "after", layer, sample) for point in ("color0", "depth", "stencil")]
        wanted = [min(1 if not exact else 9, 0.25 + n * c) for c in s]
        assert all(abs(a - b) <= (1e-6 if exact else 1.01 / 255) for a, b in zip(values[0], wanted, strict=True)), (layer, sample, values, wanted)
        assert abs(values[1][0] - ((sample + 1) / 16 if drawn else 0.5)) < 1e-6 and values[2] == [42 + n], (layer, sample, values)
        near(read("color0", "output", layer, sample), [n * c for c in s])
        before = [read(point, "before", layer, sample) for point in ("color0", "depth", "stencil")]
        near(before[0], [0.25 if exact else 64 / 255] * 4)
        assert abs(before[1][0] - 0.5) < 1e-6 and before[2] == [42], before

    for layer in range(layers):
        for sample in range(samples):
            expect(layer, sample, sample != 2 and layer < 2)
    layer, sample = min(layers, 2) - 1, samples - 1
    console.run("shader fragment")
    console.run(f"focus 3 2 layer {layer} sample {sample}")
    console.run("shader continue")
    said = console.run("check")
    near(said["debugged"], [sample * 0.125, layer * 0.25, 0.5, 1])
    near(said["undebugged"], said["debugged"])
    assert said["same_output"] and not said["same_framebuffer"] and "blended" in said["why"], said
    assert abs(said["framebuffer"][0] - 0.25 - sample * 0.125) < 1.01 / 255, said
    console.run("shader leave")


argv = [program("test-inspect")]
plain = subprocess.run(argv, stdout=subprocess.PIPE, timeout=patience(6))
if plain.returncode == 77:
    sys.exit(77)
assert plain.returncode == 0, plain.returncode
names = {label: int(name) for name, label in (line.split() for line in plain.stdout.decode().splitlines())}
with Console(argv) as console:
    console.run("break call glFinish")
    console.run("next draw 13")
    check_textures(console, names)
    check_samples(console, f"texture {names['ms-rgba32f']}", lambda s: (s + 1) / 8)
    check_samples(console, f"texture {names['ms-srgb']}", lambda s: round((s + 1) / 8 * 255) / 255)  # as stored
    check_samples(console, f"texture {names['ms-rgba32i']}", lambda s: -(s + 1))
    check_buffers(console, names)
    check_compressed(console, names)
    check_buffer_textures(console, names)
    check_refusals(console, names)
    check_blending(console)
    check_draw(console)
    console.run("next call glFlush")
    check_samples(console, "attachment color0", lambda s: round((s + 1) / 8 * 255) / 255)
    try:
        console.run("attachment color0 after")
    except Refused as refused:
        assert refused.code == "no-draw", refused
    else:
        raise AssertionError("glFlush draws nothing")
    for shape in (3, 4, False), (3, 1, True), (1, 4, False):
        console.run("next draw")
        check_planes(console, *shape)
    end = console.run("continue")
    assert end["stop"] == "exited" and end["status"] == 0, end
    assert console.program_output() == plain.stdout.decode()
