#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
trace-diff.py - `glstep-trace diff` finds what was planted in a trace, and nothing else.

 same-*      real programs, recorded twice, are equal, whatever names, addresses, handles and times were given out
 planted-*   test-planted with one difference: it is found, with the argument that differs and where, and only it
 planted     ... with all of them at once
 none-*      ... with what is no difference: other names, addresses, polls, times at which threads call
 left-out    a call that was left out of a recorded trace is found, of calls drawn by chance from several traces
 answers     what GL answers counts, but for what depends on time
 locations   uniforms are told apart by their names, not by their locations
 handles     windows, contexts and mapped memory are where the other trace has them
 reused      names and handles that are given out again are other objects
 threads     threads in another order, and interleaved otherwise, are the same
 moved       a frame inserted where each frame makes objects of its own, and each other frame is changed a little
 textual     the text is as `diff -u` writes it
 calls       --calls limits what is told
 damaged     a trace that cannot be read is status 2, and what could be read is compared
 usage       wrong words are told in one sentence
 quick       100,000 calls that differ throughout take seconds
"""

import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import EVERYTHING, GLSTEP, Results, program  # noqa: E402
from lying_trace import Lies  # noqa: E402
from patience import patience  # noqa: E402
from trace_bytes import NULL, TRUE, array, blob, pointer, sint, text, unsigned  # noqa: E402
from trace_tools import TOOL, run  # noqa: E402

SCENES = ["plain", "passes", "feedback", "instanced", "indirect", "legacy", "immediate", "list", "fixed", "assembly", "coherent", "flushed", "unpacked",
          "renewed", "elements", "query", "captured", "dispatched", "returned", "picked"]
MARKS = ["build:use-vbo=true", "build:use-vbo=false", "texture", "buffer", "shadow", "desktop", "bump"]
# Not "threads" of test-contexts and test-windows: where several threads make the first call at once, not all of these are recorded.
OTHERS = [["test-contexts", "shared"], ["test-contexts", "switched"], ["test-contexts", "moved"],
          ["test-windows", "turns"], ["test-windows", "egl", "three"], ["test-images", "texture"], ["test-images", "--through", "renderbuffer"],
          ["test-es2", "texture"], ["test-copies"], ["test-uniforms"], ["test-blocks"], ["test-random-lists", "5"]]
DRAW_LIKE = ("glDraw", "glUniform", "glClear", "glVertex3", "glColor", "glTexSubImage", "glBufferSubData", "glEnable", "glDisable", "glViewport",
             "glTexParameter", "glBlend", "glDepth")
ARRAY_BUFFER, TEXTURE_2D, COLOR_BUFFER = 0x8892, 0x0DE1, 0x4000
FOUND = {
    "argument": ("changed", "glClearColor", {"blue"}),
    "uniform": ("changed", "glUniform1f", {"v0"}),
    "texel": ("changed", "glTexImage2D", {"pixels"}),
    "shader": ("changed", "glShaderSource", {"string"}),
    "object": ("changed", "glBindTexture", {"texture"}),
    "offset": ("changed", "glVertexAttribPointer", {"pointer"}),
    "mapped": ("changed", "memcpy", {"src"}),
    "insert": ("only_b", "glDrawArrays", None),
    "remove": ("only_a", "glDrawArrays", None),
}
EXTRA_FRAME = ["glClearColor", "glClear", "glVertexAttribPointer", "glGenQueries", "glBeginQuery", "glDrawArrays", "glEndQuery", "glGetQueryObjectuiv", "glDeleteQueries",
               "eglSwapBuffers"]

results = Results()


def record(path, argv, steady=False):
    env = dict(os.environ)
    if steady:
        env["LD_PRELOAD"] = os.path.abspath(program("libtest-steady-clock.so"))
    done = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          env=env, timeout=patience(120), check=False)
    assert os.path.exists(path), done.stderr.decode()


def diff(a, b, *words, status=None):
    """The differences and the summary."""
    done = subprocess.run([TOOL, "diff", "--json", *words, a, b], capture_output=True, timeout=patience(60))
    lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    told = lines[-1]
    expected = (0 if told["equal"] else 1) if status is None else status
    assert done.returncode == expected, f"status {done.returncode}, not {expected}: {done.stderr.decode()}"
    for kind in ("changed", "only_a", "only_b"):
        assert told[kind] == sum(line["kind"] == kind for line in lines[:-1]), told
    assert told["equal"] == (len(lines) == 1), told
    return lines[:-1], told


def brief(differences):
    return [(d["kind"], d["name"], {a["name"] for a in d["arguments"]} if d["kind"] == "changed" else None) for d in differences]


def expect(differences, wanted):
    found = brief(differences)
    assert sorted(found, key=str) == sorted(wanted, key=str), f"found {found[:8]} ({len(found)}), not {wanted[:8]} ({len(wanted)})"


def case(name, test, *args):
    with tempfile.TemporaryDirectory() as folder:
        try:
            test(folder, *args)
            results.passed(name)
        except (AssertionError, subprocess.TimeoutExpired, KeyError, ValueError) as why:
            results.fail(name, f"{type(why).__name__}: {why}")


# ---- real programs ----

def same(folder, argv, steady):
    files = [os.path.join(folder, f"{i}.trace") for i in range(2)]
    for file in files:
        record(file, argv, steady)
    differences, told = diff(*files)
    assert told["calls_a"] > 20, told
    expect(differences, [])
    done = subprocess.run([TOOL, "diff", *files], capture_output=True, timeout=patience(60))
    assert done.returncode == 0 and not done.stdout and not done.stderr, done


def in_turn(names, n):
    """All of them, or n, others each day of the year."""
    start = int(time.strftime("%j")) * n
    return names if EVERYTHING else [names[(start + i) % len(names)] for i in range(n)]


def test_same():
    for way in in_turn(SCENES, 5):
        case(f"same-{way}", same, [program("test-scenes"), way, "--frames", "4"], False)
    for mark in in_turn(MARKS, 3):
        case(f"same-glmark2-{mark}", same, ["glmark2", "-b", f"{mark}:duration=3600:nframes=5", "--size", "200x150"], True)
    for words in in_turn(OTHERS, 4):
        case(f"same-{'-'.join(words)[5:]}", same, [program(words[0]), *words[1:]], False)


# ---- what is planted ----

def planted(folder, plain, words, wanted):
    file = os.path.join(folder, "planted.trace")
    record(file, [program("test-planted"), *words])
    differences, told = diff(plain, file)
    expect(differences, wanted)
    by_name = {d["name"]: {a["name"]: a for a in d["arguments"]} for d in differences if d["kind"] == "changed"}
    if "texel" in words:
        place = by_name["glTexImage2D"]["pixels"]
        assert (place["unit"], place["first"], place["differing"]) == ("byte", 37, 1), place
    if "mapped" in words:
        place = by_name["memcpy"]["src"]
        assert (place["first"], place["differing"]) == (100, 1), place
    if "shader" in words:
        place = by_name["glShaderSource"]["string"]
        assert (place["item"], place["line"], place["differing"]) == (0, 3, 1), place
    if "argument" in words:
        assert by_name["glClearColor"]["blue"]["a"] == 0 and by_name["glClearColor"]["blue"]["b"] == 0.5, by_name
    frames = {w: f for w, f in (("argument", 3), ("uniform", 2), ("object", 4), ("offset", 5), ("insert", 1), ("remove", 1))}
    if len(words) == 1 and words[0] in frames:
        assert [f["frame_a"] for f in told["frames"]] == [frames[words[0]]], told
    if "frame" in words:
        assert any(f["frame_a"] is None and f["frame_b"] == 3 and f["only_b"] == len(EXTRA_FRAME) for f in told["frames"]), told


def test_planted(folder):
    plain = os.path.join(folder, "plain.trace")
    record(plain, [program("test-planted")])
    extra = [("only_b", name, None) for name in EXTRA_FRAME]
    for word, found in FOUND.items():
        case(f"planted-{word}", planted, plain, [word], [found])
    case("planted-frame", planted, plain, ["frame"], extra)
    for word in ("names", "address", "polls", "threads"):
        case(f"none-{word}", planted, plain, [word], [])
    everything = list(FOUND) + ["frame", "names", "address", "polls", "threads"]
    case("planted", planted, plain, everything, list(FOUND.values()) + extra)


def left_out(folder):
    chance = random.Random(int(time.strftime("%j")) if not EVERYTHING else 0)
    n = 0
    for argv in (["test-planted"], ["test-scenes", "immediate", "--frames", "3"], ["test-scenes", "passes", "--frames", "3"]):
        whole, part = (os.path.join(folder, f"{name}.trace") for name in ("whole", "part"))
        record(whole, [program(argv[0]), *argv[1:]])
        calls = [json.loads(line) for line in run("dump", "--json", whole)[0].splitlines()]
        able = [c for c in calls if c["function"].startswith(DRAW_LIKE) and not c.get("fake") and "VertexAttribArray" not in c["function"]]
        for call in chance.sample(able, min(len(able), 12 if EVERYTHING else 4)):
            number = call["call"]
            run("repack", "--calls", f"0-{number - 1},{number + 1}-", whole, part)
            expect(diff(whole, part)[0], [("only_a", call["function"], None)])
            expect(diff(part, whole)[0], [("only_b", call["function"], None)])
            n += 1
    assert n >= 12, n


# ---- traces that are made up ----

class Made(Lies):
    """A trace whose names begin at `first` and addresses at `base`."""

    def __init__(self, first=1, base=0x7f0000000000):
        super().__init__()
        self.next, self.base, self.thread, self.display = first, base, 0, pointer(base + 0xD0)
        self.window = unsigned(0xA0 + first)

    def call(self, name, names=(), args=(), result=None, **options):
        options.setdefault("thread", self.thread)
        return super().call(name, names, args, result, **options)

    def ask(self, name, *args, answer=None, result=None):
        """A call whose last argument GL writes, if there is an answer."""
        names = [f"a{i}" for i in range(len(args) + (answer is not None))]
        number = self.enter(name, names, [unsigned(a) if isinstance(a, int) else a for a in args], thread=self.thread)
        self.leave(number, {len(args): answer} if answer is not None else None, result)

    def context(self, handle=0xC000000):
        self.make("glXCreateContext", self.display, NULL, NULL, TRUE, result=pointer(self.base + handle))
        self.make("glXMakeCurrent", self.display, self.window, pointer(self.base + handle), result=TRUE)

    def swap(self):
        self.make("glXSwapBuffers", self.display, self.window)

    def generate(self, kind, n=1):
        names = [self.next + i for i in range(n)]
        self.next += n
        self.make(f"glGen{kind}", n, array(*[unsigned(i) for i in names]))
        return names

    def delete(self, kind, *names):
        self.make(f"glDelete{kind}", len(names), array(*[unsigned(i) for i in names]))

    def program(self, name, locations):
        self.make("glCreateProgram", result=unsigned(name))
        self.make("glUseProgram", name)
        for uniform, location in locations.items():
            self.make("glGetUniformLocation", name, text(uniform), result=sint(location) if location < 0 else unsigned(location))


def saved(folder, *traces):
    files = []
    for i, trace in enumerate(traces):
        files.append(os.path.join(folder, f"made-{i}.trace"))
        trace.save(files[-1])
    return files


def answers(folder):
    traces = []
    for viewport, passed, waits in ((0, 3, [0x911B]), (0, 9, [0x911B, 0x911B, 0x911A]), (5, 3, [0x911A])):
        t = Made()
        t.context()
        t.ask("glGetIntegerv", 0x0BA2, answer=array(unsigned(viewport)))
        t.ask("glGetQueryObjectuiv", 1, 0x8866, answer=array(unsigned(passed)))
        for answer in waits:
            t.ask("glClientWaitSync", pointer(t.base + 0x500), 0, 0, result=unsigned(answer))
        t.ask("glGetError", result=unsigned(0x502 if viewport else 0))
        traces.append(t)
    a, b, c = saved(folder, *traces)
    expect(diff(a, b)[0], [])
    expect(diff(a, c)[0], [("changed", "glGetIntegerv", {"a1"}), ("changed", "glGetError", {"result"})])


def locations(folder):
    traces = []
    for name, places, value in ((3, {"tint": 0, "size": 1, "w[0]": 2}, 0.5), (7, {"size": 9, "w[0]": 0, "tint": 5}, 0.5), (7, {"size": 9, "w[0]": 0, "tint": 5}, 0.75)):
        t = Made()
        t.context()
        t.program(name, {k: places[k] for k in ("tint", "size", "w[0]")})
        t.make("glUniform1f", places["tint"], 0.25)
        t.make("glUniform1f", places["size"], value)
        t.make("glUniform1f", places["w[0]"] + 2, 0.125)
        traces.append(t)
    swapped = Made()
    swapped.context()
    swapped.program(3, {"tint": 0, "size": 1, "w[0]": 2})
    for place, value in ((1, 0.25), (0, 0.5), (4, 0.125)):
        swapped.make("glUniform1f", place, value)
    a, b, c, d = saved(folder, *traces, swapped)
    expect(diff(a, b)[0], [])
    expect(diff(a, c)[0], [("changed", "glUniform1f", {"a1"})])
    assert len(diff(a, d)[0]) == 2


def handles(folder):
    traces = []
    for first, base, offset in ((1, 0x7f0000000000, 0), (50, 0x560000000000, 0), (1, 0x7f0000000000, 64)):
        t = Made(first, base)
        t.context()
        name, = t.generate("Buffers")
        t.make("glBindBuffer", ARRAY_BUFFER, name)
        t.make("glBufferData", ARRAY_BUFFER, 256, NULL, 0x88E0)
        t.make("glMapBufferRange", ARRAY_BUFFER, 0, 256, 2, result=pointer(base + 0x100000))
        t.make("memcpy", pointer(base + 0x100000 + offset), blob(b"x" * 32), 32)
        t.make("glUnmapBuffer", ARRAY_BUFFER, result=TRUE)
        t.make("glVertexPointer", 2, 0x1406, 0, pointer(64))
        t.make("glBindBuffer", ARRAY_BUFFER, 0)
        t.make("glVertexPointer", 2, 0x1406, 0, pointer(base + 0x999000))
        t.swap()
        traces.append(t)
    a, b, c = saved(folder, *traces)
    expect(diff(a, b)[0], [])
    expect(diff(a, c)[0], [("changed", "memcpy", {"a0"})])


def reused(folder):
    """In the one trace each frame's texture gets the name of the one deleted before, in the other a name of its own."""
    traces = []
    for again, wrong in ((True, False), (False, False), (False, True)):
        t = Made()
        t.context()
        kept, = t.generate("Textures")
        for frame in range(6):
            name, = t.generate("Textures")
            t.make("glBindTexture", TEXTURE_2D, name)
            t.make("glTexImage2D", TEXTURE_2D, 0, 0x1908, 1, 1, 0, 0x1908, 0x1401, blob(bytes([frame] * 4)))
            t.make("glDrawArrays", 4, 0, 3)
            t.make("glBindTexture", TEXTURE_2D, kept)
            t.make("glDrawArrays", 4, 0, 6)
            t.delete("Textures", kept if wrong and frame == 5 else name)
            t.next -= again
            t.swap()
        traces.append(t)
    a, b, c = saved(folder, *traces)
    expect(diff(a, b)[0], [])
    expect(diff(b, c)[0], [("changed", "glDeleteTextures", {"a1"})])


def threads(folder):
    def draws(t, thread, n):
        t.thread = thread
        t.make("glDrawArrays", 4, 0, n)

    def loads(t, thread, n, names):
        t.thread = thread
        t.make("glGenBuffers", 1, array(unsigned(names[n])))
        t.make("glBindBuffer", ARRAY_BUFFER, names[n])
        t.make("glBufferData", ARRAY_BUFFER, 4, blob(bytes([n] * 4)), 0x88E4)

    traces = []
    for order, numbers, changed in (("ddlldldl", (0, 1), False), ("lldldldd", (5, 3), False), ("dldldldl", (0, 1), True)):
        t = Made()
        for thread in (numbers[order[0] != "d"], numbers[order[0] == "d"]):
            t.thread = thread
            t.context(0xC000000 + 256 * (thread == numbers[1]))
        done = {"d": 0, "l": 0}
        for what in order:
            n = done[what]
            done[what] += 1
            if what == "d":
                draws(t, numbers[0], 90 if changed and n == 2 else n + 3)
            else:
                loads(t, numbers[1], n, (4, 3, 2, 1) if order[0] == "l" else (1, 2, 3, 4))
        traces.append(t)
    a, b, c = saved(folder, *traces)
    expect(diff(a, b)[0], [])
    expect(diff(a, c)[0], [("changed", "glDrawArrays", {"a2"})])


def moved(folder):
    def build(first, const, extra):
        t = Made(first)
        t.context()
        for frame in itertools.chain(range(20), [None], range(20, 40)):
            if frame is None and not extra:
                continue
            name, = t.generate("Queries")
            t.make("glClearColor", (frame if frame is not None else 77) / 64, const, 0.0, 1.0)
            t.make("glClear", COLOR_BUFFER)
            t.make("glBeginQuery", 0x8914, name)
            t.make("glDrawArrays", 4, 0, 3 + (frame if frame is not None else 77) % 7)
            t.make("glEndQuery", 0x8914)
            t.delete("Queries", name)
            t.swap()
        return t
    a, b, c = saved(folder, build(1, 0.0, False), build(300, 0.0, True), build(300, 0.5, True))
    inserted = [("only_b", name, None) for name in ("glGenQueries", "glClearColor", "glClear", "glBeginQuery", "glDrawArrays", "glEndQuery",
                                                    "glDeleteQueries", "glXSwapBuffers")]
    expect(diff(a, b)[0], inserted)
    assert [f["frame_b"] for f in diff(a, b)[1]["frames"]] == [20]
    told = diff(a, c)[1]
    assert (told["changed"], told["only_a"], told["only_b"]) == (40, 0, 8), told


def textual(folder):
    traces = []
    for value in (0.5, 0.75):
        t = Made()
        t.context()
        for frame in range(3):
            for i in range(12):
                t.make("glUniform1f", i, value if (frame, i) == (1, 6) else 0.25)
            t.swap()
        traces.append(t)
    a, b = saved(folder, *traces)
    done = subprocess.run([TOOL, "diff", a, b], capture_output=True, timeout=patience(30))
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 1, done
    assert lines[:3] == [f"--- {a}", f"+++ {b}", "@@ frame 1: 1 call changed @@"], lines
    assert [line[0] for line in lines[3:-1]] == list("   -+~   "), lines
    assert lines[6] == "-21 glUniform1f(a0 = 6, a1 = 0.5)" and lines[7] == "+21 glUniform1f(a0 = 6, a1 = 0.75)", lines
    assert lines[-1].startswith("1 call changed"), lines


def calls(folder):
    plain, other = (os.path.join(folder, f"{name}.trace") for name in ("plain", "other"))
    record(plain, [program("test-planted")])
    record(other, [program("test-planted"), "uniform", "argument", "texel"])
    everything = diff(plain, other)[0]
    assert len(everything) == 3
    for one in everything:
        number = one["call_a"]
        assert diff(plain, other, "--calls", f"{number}")[0] == [one]
        assert diff(plain, other, "--calls", f"{number + 1}-{number + 1}")[1]["equal"]
    assert len(diff(plain, other, "--calls", f"{everything[0]['call_a'] + 1}-")[0]) < 3


def damaged(folder):
    whole, part = saved(folder, *(one() for one in (lambda: big(2000, 0), lambda: big(2000, 0))))
    with open(part, "r+b") as file:
        file.seek(200)
        file.write(b"\xff" * 64)
    done = subprocess.run([TOOL, "diff", whole, part], capture_output=True, timeout=patience(30))
    assert done.returncode == 2 and done.stderr, done


def usage(folder):
    whole, = saved(folder, Made())
    for words, why in (([], "two traces"), ([whole], "two traces"), ([whole, whole, whole], "two files"), (["--calls", "x", whole, whole], "--calls"),
                       (["--what", whole, whole], "unknown option"), ([whole, os.path.join(folder, "none")], "No such file")):
        done = subprocess.run([TOOL, "diff", *words], capture_output=True, timeout=patience(30))
        assert done.returncode == 2 and why in done.stderr.decode() and not done.stdout, (words, done)


def big(n, seed):
    t = Made()
    t.context()
    chance = random.Random(seed)
    for _ in range(n):
        t.make("glVertex3f", chance.randrange(1000) / 8, 0.0, chance.randrange(3) / 8)
    t.swap()
    return t


def quick(folder):
    a, b = saved(folder, big(100000, 1), big(90000, 2))
    begin = os.times()
    told = diff(a, b)[1]
    end = os.times()
    seconds = end.children_user - begin.children_user
    assert told["changed"] + told["only_a"] + told["only_b"] > 10000, told
    assert seconds < 60, seconds


def main():
    test_same()
    with tempfile.TemporaryDirectory() as folder:
        test_planted(folder)
    for name, test in (("left-out", left_out), ("answers", answers), ("locations", locations), ("handles", handles), ("reused", reused), ("threads", threads),
                       ("moved", moved), ("textual", textual), ("calls", calls), ("damaged", damaged), ("usage", usage), ("quick", quick)):
        case(name, test)
    sys.exit(1 if results.failed else 0)


main()
