#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
formats.py - integers of every format from every kind of texture, renderbuffer and image unit, and integers of 64 bits and doubles in every
stage, to the last digit (tests/programs/formats.c, which fills them with the numbers of number_at here).

 textures        each format in each target: each layer, face, sample and level, as JSON, and as CSV or .npy
 draws           per format: attachments of each kind before and after a draw and what it gives; what its shader fetches and loads of each target
 samples         attachments with four samples, each of them
 dispatches      what a compute shader fetches and loads
 stages          variables of each stage, and saved values
 text            some of these as text
 trace           some of these in a trace of the same program; the history of a pixel in a layer that is attached
 -es             the same in OpenGL ES 3.2
"""

import csv
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import EVERYTHING, GLSTEP, Console, Results, program, read_npy  # noqa: E402
from patience import patience  # noqa: E402

SIZE, SAMPLES, N_NUMBERS = 4, 4, 7
FORMATS = [f"{channels}{bits}{sign}" for channels in ("r", "rg", "rgba") for bits in (8, 16, 32) for sign in ("ui", "i")]
FORMATS += ["rgb10_a2ui", "rgb10_a2"]
N_DRAWN = len(FORMATS)
FORMATS += [f"rgb{bits}{sign}" for bits in (8, 16, 32) for sign in ("ui", "i")]
# Of those that are drawn into, with all that is to be asked of them.
TAKEN = {False: FORMATS[:N_DRAWN] if EVERYTHING else ["r8i", "r32ui", "rg16i", "rgba32i", "rgb10_a2ui", "rgb10_a2"],
         True: FORMATS[:N_DRAWN] if EVERYTHING else ["r32i", "rg8ui", "rgba16ui", "rgb10_a2"]}
ES_IMAGES = ["r32ui", "r32i", "rgba8ui", "rgba8i", "rgba16ui", "rgba16i", "rgba32ui", "rgba32i"]
# Name, rows, layers, samples, levels; in OpenGL ES, too.
TARGETS = [("1d", 1, 1, 0, 2, False), ("1d-array", 1, 3, 0, 2, False), ("2d", SIZE, 1, 0, 2, True), ("2d-array", SIZE, 3, 0, 2, True),
           ("3d", SIZE, 3, 0, 2, True), ("cube", SIZE, 6, 0, 2, True), ("cube-array", SIZE, 12, 0, 2, True), ("rectangle", SIZE, 1, 0, 1, False),
           ("samples", SIZE, 1, SAMPLES, 1, True), ("samples-array", SIZE, 2, SAMPLES, 1, True), ("buffer", SIZE, 1, 0, 1, True)]
NAMES = [name for name, *_ in TARGETS]
LEAST, MOST, THIRD, TINY = -(1 << 63), (1 << 64) - 1, 1 / 3, 1e-300
WHOLE, NATURAL = [-(1 << 31), (1 << 31) - 1], [(1 << 32) - 1, 16777217]
STAGES = ["vertex", "tess-control", "tess-evaluation", "geometry", "fragment"]
VARIABLES = [("wide", [LEAST]), ("full", [MOST]), ("real", [THIRD, TINY]), ("whole", WHOLE), ("natural", NATURAL), ("pair", [LEAST, -1])]


# ---- what is expected ----

def components(name):
    return 4 if name.startswith("rgb10") else len(re.match("[rgba]+", name)[0])


def number_at(name, component, i):
    bits = (2 if component == 3 else 10) if name.startswith("rgb10") else int(re.search(r"\d+", name)[0])
    most = (1 << bits) - 1
    half = most // 2 + 1
    if name.endswith("i") and not name.endswith("ui"):
        return [0, -1, half - 1, -half, 16777217 % half, 1, 1 - half][i % N_NUMBERS]
    number = [0, 1, most, most - 1, 16777217 & most, 0x5a5a5a5a & most, half][i % N_NUMBERS]
    return number / most if name == "rgb10_a2" else number


def texel(name, i, n=None):
    """What there is in its components; where there are to be n, what GL adds."""
    numbers = [number_at(name, c, i + 2 * c) for c in range(components(name))]
    return numbers + [0, 0, 0, 1][len(numbers):n] if n else numbers


def place(name, x, y, layer=0, level=0):
    return x + 3 * y + 5 * layer + level + FORMATS.index(name)


def number(value):
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"-?\d+", value) else float(value)
    return value


def flat(value):
    return [n for v in value for n in flat(v)] if isinstance(value, list) else [number(value)]


def same(got, expected, what, is_float=False):
    """Integers are integers, to the last digit; of 10 bits in a float, all that tell which of the 1,024 it is."""
    got = flat(got)
    if is_float:
        assert len(got) == len(expected) and all(abs(a - b) < 1e-6 for a, b in zip(got, expected)), f"{what}: {got} in place of {expected}"
        return
    assert got == expected, f"{what}: {got} in place of {expected}"
    assert [type(n) for n in got] == [type(n) for n in expected], f"{what}: {got} in place of {expected}"


# ---- textures ----

def rows_of(path):
    with open(path, encoding="utf-8", newline="") as lines:
        _, *rows = csv.reader(lines)
    return [[number(word) for word in row] for row in rows]


def parts(target):
    """The words that name each layer, face, sample and level, its number among the layers, and the level."""
    name, _, layers, samples, levels, _ = TARGETS[NAMES.index(target)]
    for layer in range(layers):
        words = {"cube": f"face {layer}", "cube-array": f"layer {layer // 6} face {layer % 6}"}.get(name, f"layer {layer}" if layers > 1 else "")
        for sample in range(samples):
            yield f"{words} sample {sample}", layer * SAMPLES + sample, 0
        if not samples:
            yield words, layer, 0
        if levels > 1 and not (name == "3d" and layer):
            yield f"level 1 {words}", layer, 1


def compare_part(console, number_of, target, name, part, folder, file=None):
    """One image: all of it in the file, and a texel in the answer."""
    words, layer, level = part
    size, rows = SIZE >> level, max(TARGETS[NAMES.index(target)][1] >> level, 1)
    is_float = name == "rgb10_a2"
    width, height = (size * rows, 1) if target == "buffer" else (size, rows)
    path = os.path.join(folder, f"part.{file or 'csv'}")
    command = " ".join(f"texture {number_of} {words} pixel 1 {height - 1} {path}".split())
    answer = console.run(command)
    expected = [texel(name, place(name, x, y, layer, level)) for y in range(rows) for x in range(size)]
    what = f"{name} {target} {words}"
    same([answer["width"], answer["height"]], [width, height], what)
    same(answer["value"], expected[1 + (height - 1) * width], what, is_float)
    for k, (least, most) in enumerate(zip(answer["min"], answer["max"])):
        same([least, most], [min(t[k] for t in expected), max(t[k] for t in expected)], f"{what} min and max", is_float)
    if file == "npy":
        *shape, values = read_npy(path)
        same(shape, [height, width, components(name)], what)
        same([int(v) if v == int(v) and not is_float else v for v in values], [n for t in expected for n in t], f"{what} .npy", is_float)
        return
    for row, texels in zip(rows_of(path), expected, strict=True):
        same(row[1 if target == "buffer" else 2:], texels, f"{what} .csv", is_float)


def textures_of(output):
    return {(target, name): number_of for number_of, target, name in re.findall(r"texture (\d+) (\S+) (\S+)", output)}


def compare_buffers(console, output):
    """As elements of the type whose numbers they are."""
    kinds = {"8": "byte", "16": "short", "32": "int"}
    for number_of, name in re.findall(r"buffer (\d+) (\S+)", output):
        bits, sign = re.search(r"(\d+)(u?)i", name).groups()
        kind = sign + kinds[bits] + (str(components(name)) if components(name) > 1 else "")
        if bits == "32" and components(name) > 1:
            kind = f"{sign or 'i'}vec{components(name)}"
        expected = [n for y in range(SIZE) for x in range(SIZE) for n in texel(name, place(name, x, y))]
        same(console.run(f"buffer {number_of} {kind}")["elements"], expected, f"buffer as {kind}")


def can_read(is_es, name, target):
    """OpenGL ES gives what can be drawn into, and bytes of buffers."""
    return not is_es or FORMATS.index(name) < N_DRAWN or target == "buffer"


def compare_textures(console, textures, is_es, folder, chosen=None):
    """All but those with samples, which are not yet filled."""
    for i, ((target, name), number_of) in enumerate(textures.items()):
        if target.startswith("samples") or (chosen and (target, name) not in chosen):
            continue
        if not can_read(is_es, name, target):
            answer = console.command(f"texture {number_of}")
            assert not answer["ok"] and answer["error"]["code"] == "unsupported", answer
            continue
        for j, part in enumerate(parts(target)):
            compare_part(console, number_of, target, name, part, folder, "npy" if (i + j) % 5 == 0 else "csv")


# ---- a format ----

def fetched(name, is_es, x, y):
    """What the shader has looked up in each target, or 0."""
    layers = {"cube-array": 6, "1d-array": 1, "2d-array": 1, "3d": 1, "samples": 2, "samples-array": SAMPLES + 2}
    return [texel(name, place(name, x, 0 if rows == 1 else y, layers.get(target, 0)), 4) if (in_es or not is_es) and has_target(name, target) else [0] * 4
            for target, rows, _, _, _, in_es in TARGETS]


def loaded(name, is_es, x, y):
    layers = {"cube-array": 7, "1d-array": 1, "2d-array": 1, "3d": 1, "cube": 4}
    return [texel(name, place(name, x, 0 if rows == 1 else y, layers.get(target, 0)), 4)
            if (name in ES_IMAGES and in_es or not is_es) and has_target(name, target) and not samples else [0] * 4
            for target, rows, _, samples, _, in_es in TARGETS]


def has_target(name, target):
    return target != "buffer" or not name.startswith("rgb10")


def compare_shader(console, name, is_es, stage, at, folder):
    """The values at the end of main, where the focus is, and of all in a file."""
    is_float = name == "rgb10_a2"
    console.run(f"shader {stage}")
    console.run("focus " + " ".join(map(str, at)))
    console.run("shader continue")
    for variable, of in ("fetched", fetched), ("loaded", loaded):
        expected = of(name, is_es, at[0], at[1])
        same(console.run(f"print {variable}")["value"], [n for t in expected for n in t], f"{stage} {name} {variable}", is_float)
    path = os.path.join(folder, "loaded.csv")
    console.run(f"values loaded {path}")
    for row in rows_of(path):
        same(row[-4 * len(TARGETS):], [n for t in loaded(name, is_es, int(row[0]), int(row[1])) for n in t], f"{stage} {name} .csv", is_float)
    console.run("shader leave")


def compare_attachment(console, name, k, words, x, y, expected):
    for when in "before", "output", "after":
        answer = console.run(" ".join(f"attachment color{k} {when} {words} pixel {x} {y}".split()))
        same(answer["value"], expected[when], f"{name} color{k} {when} {words}", name == "rgb10_a2")


def drawn(name, k, x, y, sample=0):
    f = FORMATS.index(name)
    i = x + 3 * y + 5 * sample + k + 3 + f
    return {"before": texel(name, k + 1), "output": [number_at(name, c, i + 2 * c) for c in range(4)], "after": texel(name, i)}


def attached(is_es, samples):
    """The layers of what is attached, in turn: the textures but plain 2D ones, the last target first, and a renderbuffer."""
    layers = {"1d-array": 1, "2d-array": 1, "3d": 1, "cube": 4, "cube-array": 7, "samples-array": 1}
    return [layers.get(name, 0) for name, _, _, n, _, in_es in TARGETS[::-1] if bool(n) == samples and name not in ("2d", "buffer") and (in_es or not is_es)] + [0]


def compare_layers(console, is_es, samples):
    found = [each.get("layer", 0) for each in console.run("attachments")["attachments"]]
    assert found == attached(is_es, samples), (found, attached(is_es, samples))
    return range(len(found))


def compare_draw(console, name, is_es, folder):
    for k in compare_layers(console, is_es, False):
        compare_attachment(console, name, k, "", 2, 0, drawn(name, k, 2, 0))
    compare_shader(console, name, is_es, "fragment", (2, 0), folder)


def compare_samples(console, textures, name, is_es, folder):
    for target in "samples", "samples-array":
        for part in parts(target):
            compare_part(console, textures[target, name], target, name, part, folder)
    for k in compare_layers(console, is_es, True):
        sample = (k + 1) % SAMPLES
        compare_attachment(console, name, k, f"sample {sample}", 1, 2, drawn(name, k, 1, 2, sample))


def compare_formats(argv, output, is_es, chosen, what):
    """Goes from draw to draw; output: what the program says, if it does not say so itself."""
    with tempfile.TemporaryDirectory() as folder, Console(argv) as console:
        console.run("next call glDrawArraysInstanced")
        output = output or console.program_output()
        textures = textures_of(output)
        if what == "textures":
            compare_buffers(console, output)
            compare_textures(console, textures, is_es, folder, chosen)
            return
        for i, name in enumerate(FORMATS[:N_DRAWN]):
            if i:
                console.run("next call glDrawArraysInstanced")
            if name in chosen and what == "draws":
                compare_draw(console, name, is_es, folder)
            console.run("next call glDrawArraysInstanced")
            if name in chosen and what == "samples":
                compare_samples(console, textures, name, is_es, folder)
            if what != "dispatches":
                continue
            console.run("next call glDispatchCompute")
            if name in chosen:
                compare_shader(console, name, is_es, "compute", (2, 1, 0), folder)


# ---- every stage ----

def compare_stage(console, stage, folder):
    console.run(f"shader {stage}")
    console.run("shader continue")
    for name, expected in VARIABLES:
        same(console.run(f"print {name}")["value"], expected, f"{stage} {name}")
        path = os.path.join(folder, f"{stage}-{name}")
        answer = console.run(f"values {name} {path}.csv")
        for bound in "min", "max":
            same(answer[bound], expected, f"{stage} {name} {bound}")
        rows = rows_of(f"{path}.csv")
        assert rows and answer["active"] == len(rows), (stage, name, rows)
        for row in rows:
            same(row[-len(expected):], expected, f"{stage} {name} .csv")
        answer = console.command(f"values {name} {path}.npy")
        if name == "full":  # which no double is
            assert not answer["ok"] and str(MOST) in answer["error"]["message"] and not os.path.exists(f"{path}.npy"), answer
            continue
        values = read_npy(f"{path}.npy")[3]
        assert set(values) - set(expected) <= {v for v in values if v != v} and set(expected) <= set(values), (stage, name, values)
    console.run("shader leave")


def compare_stages(argv, stages):
    with tempfile.TemporaryDirectory() as folder, Console(argv) as console:
        console.run(f"next call glDrawArraysInstanced {2 * N_DRAWN + 1}")
        for stage in stages:
            compare_stage(console, stage, folder)
        if stages == STAGES:
            console.run("next call glDispatchCompute")
            compare_stage(console, "compute", folder)


# ---- text, traces ----

def numbers_in(text):
    return [number(word) for word in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])", text)]


def run_text(argv, given):
    with tempfile.NamedTemporaryFile("w", suffix=".glstep") as script:
        script.write("\n".join(given) + "\n")
        script.flush()
        done = subprocess.run([GLSTEP, "-x", script.name, "--", *argv], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=patience(60), check=True)
    answers = re.split(r"^> (.*)\n", done.stdout.decode(), flags=re.MULTILINE)
    return answers[2::2]


def text_commands(textures):
    """One format of each target, and what a draw into the first format's targets finds."""
    for i, (target, rows, *_) in enumerate(TARGETS):
        name = FORMATS[(3 * i + 4) % (N_DRAWN - 1)]
        words, layer, level = list(parts(target))[-1]
        if not target.startswith("samples") and has_target(name, target):
            y = 0 if target == "buffer" else max(rows >> level, 1) - 1
            yield f"texture {textures[target, name]} {words} pixel 1 {y}", texel(name, place(name, 1, y, layer, level))
    for k in range(8):
        for when in "before", "output", "after":
            yield f"attachment color{k} {when} pixel 2 0", drawn(FORMATS[0], k, 2, 0)[when]


def compare_text(argv):
    with Console(argv) as console:
        console.run("next call glDrawArraysInstanced")
        textures = textures_of(console.program_output())
    asked = list(text_commands(textures))
    answers = run_text(argv, ["next call glDrawArraysInstanced", *(command for command, _ in asked)])[1:]
    for (command, expected), text in zip(asked, answers, strict=True):
        assert numbers_in(re.search("^pixel, value (.*)$", text, re.M)[1]) == expected, (command, expected, text)


def compare_history(path, samples):
    """Of a pixel in a layer of an array, as attached first: of cube maps, or of images with samples."""
    with Console([path]) as console:
        console.run(f"next call glDrawArraysInstanced {2 if samples else 1}")
        x, y, sample = (1, 2, 3) if samples else (2, 1, 0)
        events = console.run(f"history pixel {x} {y}" + (f" sample {sample}" if samples else ""))["events"]
        draw = next(event for event in events if event["call"]["name"] == "glDrawArraysInstanced")
        for when, expected in drawn(FORMATS[0], 0, x, y, sample).items():
            same(draw[when], expected, f"history {when}")


def compare_trace(argv, is_es):
    """The same numbers of the same names."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        output = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=patience(60), check=True).stdout.decode()
        some = [pair for i, pair in enumerate(textures_of(output)) if i % 7 == 0]
        compare_formats([path], output, is_es, some, "textures")
        for what in "draws", "samples", "dispatches":
            compare_formats([path], output, is_es, TAKEN[is_es][:2], what)
        compare_history(path, not is_es)
        if not is_es:
            compare_stages([path], STAGES if EVERYTHING else ["tess-evaluation"])


def argv_of(is_es):
    return [program("test-formats"), *(["es"] if is_es else [])]


def main():
    results = Results()
    for is_es in False, True:
        for what in "textures", "draws", "samples", "dispatches":
            results.check(what + ("-es" if is_es else ""), compare_formats, argv_of(is_es), None, is_es, None if what == "textures" else TAKEN[is_es], what)
        results.check("trace" + ("-es" if is_es else ""), compare_trace, argv_of(is_es), is_es)
    results.check("stages", compare_stages, argv_of(False), STAGES)
    results.check("text", compare_text, argv_of(False))
    return results.failed != 0


if __name__ == "__main__":
    sys.exit(main())
