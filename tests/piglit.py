#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""piglit's shader_runner under glstep. At its first draw with a fragment shader each test is stepped along the whole path of the focus
pixel with every variable watched; what the shader's output holds at the end is compared with the pixels that the draw then leaves; the
draw is left and the program continued: its own verdict must still be the one it has without glstep, "pass".

    tests/piglit.py [--all | --list FILE] [--part K/N] [--jobs N] [--done FILE] [--verbose] [NAME...]     NAME: part of a test's path

--done FILE: what has been looked at is noted there as it ends, and left out when it is there already: a run that was stopped goes on.

Without --all: the tests of tests/real/piglit.list. --all (make check-piglit): all execution tests of piglit's tests/ and every
thirtieth of generated_tests/; those that do not pass undebugged, or have no fragment shader, are counted as such and left out."""

import argparse
import collections
import concurrent.futures
import ctypes
import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from glstep_console import DRIVER, Console, Refused, Results, read_npy  # noqa: E402
from patience import patience  # noqa: E402

FOLDERS = glob.glob("/usr/lib/*/piglit") + ["/usr/share/piglit", "/usr/lib64/piglit"]
MOST_STEPS = 400  # then to the end in one go: a loop may have thousands
MOST_SECONDS = 60  # likewise
OPTIONS = ["--timeout", str(patience(90))]  # a driver may compile for minutes where others work too
VISITS = 2  # at a place's first visits every variable is printed; at all others those printed lately are captured as watches
OPAQUE = re.compile(r"^[iu]?(sampler|image|texture|subpassInput)|^atomic_uint")
# What is read out of bounds is anything, each time anew; an exchange gives what another fragment has left, in an order that is new each time.
UNDEFINED = re.compile("out-of-bounds|array_bounds|array-bounds|ssbo-atomicExchange")
EVERY = 30  # of the generated tests
THIN = 3  # of the pixels of a row
ROUNDING = 0.99 if DRIVER else 0.51  # GL allows either neighbour; llvmpipe takes the nearer


class Differs(Exception):
    pass


# ---- pictures ----

class PngImage(ctypes.Structure):
    """png_image of libpng's simplified interface."""
    _fields_ = [("opaque", ctypes.c_void_p), *((name, ctypes.c_uint32) for name in ("version", "width", "height", "format", "flags",
                                                                                "entries", "failed")), ("message", ctypes.c_char * 64)]


PNG_RGBA = 3
LIBPNG = ctypes.CDLL("libpng16.so.16")


def read_png(path):
    """(width, height, rows of RGBA bytes, top row first)."""
    image = PngImage(version=1)
    assert LIBPNG.png_image_begin_read_from_file(ctypes.byref(image), os.fsencode(path)), image.message
    image.format = PNG_RGBA
    width, height = image.width, image.height
    texels = ctypes.create_string_buffer(width * height * 4)
    assert LIBPNG.png_image_finish_read(ctypes.byref(image), None, texels, width * 4, None), image.message
    whole = texels.raw
    return width, height, [whole[y * width * 4:(y + 1) * width * 4] for y in range(height)]


# ---- walking ----

def place_of(where):
    return (where.get("object", 0), where["line"], where["column"], where["end_line"], where["end_column"], where["kind"],
            tuple((frame["function"], frame["line"]) for frame in where["call_path"]))


def watch_all(console, words, counts):
    """Prints each variable in the scope: all of the shader's own, and the built-in ones that its text names."""
    for variable in console.run("scope")["variables"]:
        name = variable["name"]
        if OPAQUE.match(variable["type"]) or name.startswith("gl_") and name not in words:
            continue
        try:
            value = console.run(f"print {name}")
        except Refused as why:
            if why.code == "not-readable" or "no value to read" in str(why):
                counts["unreadable"] += 1
                counts[f"unreadable {variable['type']}"] += 1
                continue
            raise
        counts["values"] += 1
        assert value["type"] == variable["type"], (value, variable)


def step_to_the_end(console, counts):
    where = console.run("shader fragment")
    assert where["total"] > 0 and where["kind"], where
    words = set(re.findall(r"\w+", console.run("source fragment")["source"]))
    visits, begun = collections.Counter(), time.monotonic()
    for _ in range(MOST_STEPS):
        place = place_of(where)
        visits[place] += 1
        discarded = "discarded" in where.get("note", "")
        if visits[place] <= VISITS and not discarded:
            watch_all(console, words, counts)
        if where["finished"] or time.monotonic() - begun > MOST_SECONDS:
            break
        where = console.run("shader step")
        counts["steps"] += 1
        assert where["active"] > 0 or where.get("note"), where
    if not where["finished"]:
        counts["shortened"] += 1
        where = console.run("shader continue")
        if "discarded" not in where.get("note", ""):
            watch_all(console, words, counts)
    assert where["finished"], where
    return where


# ---- the output against the pixels ----

STATE = {"GL_BLEND": "0", "GL_COLOR_LOGIC_OP": "0", "GL_COLOR_WRITEMASK": "1 1 1 1", "GL_SAMPLE_BUFFERS": "0", "GL_FOG": "0",
         "GL_FRAMEBUFFER_SRGB": "0", "GL_COLOR_SUM": "0", "GL_POLYGON_SMOOTH": "0", "GL_LINE_SMOOTH": "0", "GL_POINT_SMOOTH": "0"}


def is_plain(console):
    """Do the outputs of the shader reach the framebuffer as they are, but for clamping and rounding?"""
    for name, wanted in STATE.items():
        try:
            found = console.run(f"state {name}").get(name, wanted)
        except Refused:
            continue  # this context has no such state
        if found.split()[:1] != wanted.split()[:1]:
            return False
    return True


def output_values(console, folder):
    """(width, height, doubles of RGBA, y = 0 first) of the shader's only output; None where it has several, or one of another type."""
    outputs = [v for v in console.run("scope")["variables"] if v["qualifier"] == "out" and v["written"]]
    outputs = [v for v in outputs if v["name"] != "gl_FragDepth"]
    if len(outputs) != 1:
        return None
    name, kind = outputs[0]["name"], outputs[0]["type"]
    if name == "gl_FragData" or kind != "vec4":
        return None
    path = os.path.join(folder, "out.npy")
    console.run(f"values {name} {path}")
    height, width, components, values = read_npy(path)
    return (width, height, values) if components == 4 else None


def compare_pixels(console, values, folder, counts):
    path = os.path.join(folder, "fb.png")
    picture = console.run(f"framebuffer {path}")
    width, height, numbers = values
    if (picture["width"], picture["height"]) != (width, height):
        return
    _, _, rows = read_png(path)
    for y in range(height):
        row = rows[height - 1 - y]
        for x in range(y % THIN, width, THIN):
            at = (y * width + x) * 4
            for k in range(3):  # alpha: the picture of a framebuffer without it says 255
                v = numbers[at + k]
                if math.isnan(v):
                    continue  # not here, or any value will do
                expected = min(max(v, 0.0), 1.0) * 255
                if abs(row[x * 4 + k] - expected) > ROUNDING:
                    raise Differs(f"component {k} at ({x}, {y}): captured {v} is {expected:.2f} of 255, the pixel has {row[x * 4 + k]}")
                counts["components compared"] += 1
    counts["pictures compared"] += 1


# ---- a test ----

def first_draw(console):
    """To the first draw that has a fragment shader."""
    seen = set()
    for _ in range(50):
        stop = console.run("next draw")
        if stop["stop"] == "exited" and seen == {"not-covered"}:
            raise LeftOut("draws that cover no pixel")
        assert stop["stop"] == "call", f"no draw with a fragment shader: {stop}"
        answer = console.command("shader fragment")
        if answer["ok"] or answer["error"]["code"] not in ("not-covered", "no-shader", "no-draw"):
            return answer
        seen.add(answer["error"]["code"])
    raise AssertionError("no draw with a fragment shader that covers anything")


class LeftOut(Exception):
    """Not a failure, but nothing to look at either: counted under this name."""


def debug(folder, path, counts):
    runner = os.path.join(folder, "bin", "shader_runner")
    with tempfile.TemporaryDirectory() as scratch, Console(
            [runner, os.path.join(folder, path), "-auto", "-fbo"], OPTIONS, seconds=patience(100)) as console:
        answer = first_draw(console)
        if not answer["ok"] and answer["error"]["code"] == "no-source" and "arb_gl_spirv" in path:
            raise LeftOut("shaders in SPIR-V")
        if not answer["ok"]:
            raise Refused(answer)
        where = step_to_the_end(console, counts)
        values = None
        if "discarded" not in where.get("note", "") and not UNDEFINED.search(path) and is_plain(console):
            values = output_values(console, scratch)
        stop = console.run("shader leave")
        assert stop["stop"] == "call", stop
        if values:
            console.run("step")
            compare_pixels(console, values, scratch, counts)
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
        output = console.program_output()
        assert '"result": "pass"' in output, output[-500:]


def alone(folder, path):
    """What it prints without glstep."""
    try:
        return subprocess.run([os.path.join(folder, "bin", "shader_runner"), os.path.join(folder, path), "-auto", "-fbo"],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=patience(6)).stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return ""


def passes_alone(folder, path):
    return '"result": "pass"' in alone(folder, path)


def requires(folder, path):
    """What piglit itself misses here, so that it skips the test; None: it does not skip it."""
    output = alone(folder, path)
    return next((line for line in output.splitlines() if line.startswith("Test requires")), "it does not say what") if '"result": "skip"' in output else None


def draws_with_fragments(folder, path):
    with open(os.path.join(folder, path), encoding="utf-8", errors="replace") as file:
        text = file.read()
    return bool(re.search(r"^\[fragment shader( passthrough)?( file)?\]", text, re.M) and re.search(r"^\s*(draw|clear-draw)", text, re.M))


# ---- all of them ----

def find_folder():
    return next((f for f in FOLDERS if os.access(os.path.join(f, "bin", "shader_runner"), os.X_OK)), None)


def find_tests(folder):
    found = []
    for part, every in ("tests", 1), ("generated_tests", EVERY):
        names = sorted(glob.glob(f"{folder}/{part}/spec/**/*.shader_test", recursive=True))
        names = [name for name in names if "/execution/" in name]
        found += names[every // 2::every]
    return [os.path.relpath(name, folder) for name in found]


class Run:
    def __init__(self, folder, filtered, verbose):
        self.folder, self.filtered, self.verbose = folder, filtered, verbose
        self.results, self.counts, self.lock = Results(), collections.Counter(), threading.Lock()

    def one(self, path):
        """(counts, names of what failed)."""
        name = "piglit-" + path.split("spec/", 1)[1].removesuffix(".shader_test")
        counts, begun, why = collections.Counter(), time.monotonic(), None
        if self.filtered and not draws_with_fragments(self.folder, path):
            return {"without a fragment shader or a draw": 1}, []
        if self.filtered and not passes_alone(self.folder, path):
            return {"not passing undebugged": 1}, []
        try:
            debug(self.folder, path, counts)
        except LeftOut as what:
            return {str(what): 1}, []
        except Exception as error:  # a broken test is a failed test, and the others go on
            why = f"{type(error).__name__}: {error}"
        skipped = why and requires(self.folder, path)
        if skipped:
            with self.lock:
                self.results.skip(name, f"piglit skips it: {skipped}")
            return {"skipped by piglit": 1}, []
        with self.lock:
            before = self.results.failed
            self.results.faulty(name, why) if why else self.results.passed(name)
            failed = self.results.failed > before
            if self.verbose:
                print(f"  {time.monotonic() - begun:.1f} s {dict(counts)}", flush=True)
        counts["failed" if failed else "the driver's own fault" if why else "passed"] += 1
        return counts, [name] if failed else []


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--done")
    parser.add_argument("names", nargs="*")
    return parser


def part_of(paths, options):
    part, parts = (int(word) for word in options.part.split("/"))
    return paths[part::parts]


class Done:
    """What an earlier run has been through: a line of JSON each, with its counts and why it failed."""
    def __init__(self, path):
        self.entries, self.file = {}, None
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.entries = {entry["path"]: entry for entry in map(json.loads, file.read().splitlines())}
        if path:
            self.file = open(path, "a", encoding="utf-8")

    def note(self, path, counts, failed):
        if self.file:
            self.file.write(json.dumps({"path": path, "counts": counts, "failed": failed}) + "\n")
            self.file.flush()


def run_all(run, paths, options):
    """The exit status."""
    done, failed = Done(options.done), []
    before = [done.entries[path] for path in paths if path in done.entries]
    for entry in before:
        run.counts.update(entry["counts"])
        failed += entry["failed"]

    def one(path):
        counts, names = run.one(path)
        with run.lock:
            run.counts.update(counts)
            failed.extend(names)
            done.note(path, counts, names)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(one, [path for path in paths if path not in done.entries]))
    for name, n in sorted(run.counts.items()):
        print(f"{n:9} {name}", flush=True)
    for name in failed:
        print(f"failed: {name}", flush=True)
    print(f"{run.counts['passed']} of {run.counts['passed'] + len(failed)} passed", flush=True)
    return 1 if failed else 0


def main():
    parser = arguments()
    parser.add_argument("--list", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "real", "piglit.list"))
    options = parser.parse_args()
    folder = find_folder()
    if not folder:
        Results().skip("piglit", "piglit is not installed")
        return 0
    if options.all:
        paths = find_tests(folder)
    else:
        with open(options.list) as file:
            paths = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    paths = [path for path in part_of(paths, options) if not options.names or any(word in path for word in options.names)]
    return run_all(Run(folder, options.all, options.verbose), paths, options)


if __name__ == "__main__":
    sys.exit(main())
