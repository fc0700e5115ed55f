#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
edits.py - a trace that is edited draws what a program draws that was written so.

 planted-*  an edit that makes of test-compared's trace what the program does that was started with a word: all frames are those that it draws
 random-*   edits drawn by chance (arguments, sources, uniforms, texels, vertices, calls left out, inserted and moved) of traces of several
            programs: the session's picture, glstep-replay's with --edits and of the saved file, and glretrace's of the saved file are the same, and
            others than the trace's own; apitrace reads the saved file as we do; undone, the saved file has the trace's bytes. GLSTEP_TESTS=all: 200
            edits of 20 traces (`make check-edits`); ./run-tests: some of three
 session    what is edited at the pending call, skipped, inserted and moved is shown, named, kept over going back, taken back and made again
 source     `set source` is an edit of the call that gave the source
 data       texels and sources are replaced by those of files
 files      lists of edits: read, written, opened as the trace, and each way in which one can be wrong: one sentence
 compare    `glstep compare` tells what was edited
 player     a recording of glstep-replay plays

Environment: GLSTEP_TESTS=all; planted: of the words half are taken, the others the next day.
GLSTEP_RANDOM_EDITS=COUNT,SEED: so many rounds for each trace, by another seed.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import EVERYTHING, GLSTEP, Console, Results, of_the_day, program  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_tools import PLAYER, TOOL, apitrace_dump, check_clean, differing, dump, played_pictures, record, run  # noqa: E402

COUNT, SEED = (int(n) for n in os.environ.get("GLSTEP_RANDOM_EDITS", "1,1").split(","))
SWAPS = ("glXSwapBuffers", "eglSwapBuffers")

results = Results()


def blocks_of(calls):
    """The calls that stand between glBegin and glEnd, and in display lists."""
    opens, inside, found = {"glBegin": "glEnd", "glNewList": "glEndList"}, None, set()
    for call in calls:
        inside = opens.get(call["function"], inside)
        if inside:
            found.add(call["call"])
        if call["function"] == inside:
            inside = None
    return found


class Trace:
    def __init__(self, folder, name, argv):
        self.path = os.path.join(folder, f"{name}.trace")
        record(self.path, *argv)
        self.calls = [json.loads(line) for line in dump(self.path, "--json", "--verbose").splitlines()]
        self.sums = sums(self.path)
        with open(self.path, "rb") as file:
            self.bytes = file.read()
        self.in_blocks = blocks_of(self.calls)

    def is_outside_block(self, number):
        return number not in self.in_blocks

    def named(self, *names):
        return [c for c in self.calls if c["function"] in names and not c.get("fake")]

    def frame_of(self, number):
        return sum(c["function"] in SWAPS for c in self.calls if c["call"] < number)


def value(call, name):
    found = next(a["value"] for a in call["arguments"] if a["name"] == name)
    return found["value"] if isinstance(found, dict) and "value" in found else found


def quoted(text):
    """A string as an edit has it."""
    for character, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(character, escape)
    return f'"{text}"'


def sums(*words):
    """The sum of each frame's picture, as glstep-replay draws it."""
    done = subprocess.run([PLAYER, "--md5", *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False)
    assert done.returncode == 0, (words, done.stderr.decode(errors="replace"))
    return done.stdout.decode().splitlines()


def pictures(path):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PLAYER, "--images", folder, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
        return [read_png(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]


def words_of(edits):
    """Options of `glstep-trace edit`."""
    return [word for edit in edits for word in (f"--{edit[0]}", *map(str, edit[1:]))]


def line_of(edit):
    """The command of the console: all calls by their names in the file."""
    kind, *words = edit
    names = 2 if kind == "move" else 1
    kind = "arg" if kind == "argument" else kind
    return " ".join(["edit", kind, *(f"={word}" for word in words[:names]), *map(str, words[names:])])


def edited(trace, folder, edits, name="edited"):
    """The paths of the edited trace and of the list."""
    path, listed = (os.path.join(folder, f"{name}.{end}") for end in ("trace", "edits"))
    run("edit", *words_of(edits), "--save-edits", listed, "-o", path, trace.path)
    return path, listed


def case(name, test, *args):
    with tempfile.TemporaryDirectory() as folder:
        results.check(name, test, folder, *args)


# ---- what a program does that was written so ----

def plant(trace, word):
    """What makes of the plain trace what the program does with that word: test-compared says what."""
    draws = trace.named("glDrawArrays")
    draw = [c for c in draws if trace.frame_of(c["call"]) == 1][4 + 6]["call"]  # four are into the framebuffer object
    before = {c["function"]: c for c in trace.calls if draws[0]["call"] < c["call"] < draw}  # the last of each
    if word == "uniform":
        return [("argument", before["glUniform4f"]["call"], "v0", "1")]
    if word == "texel":
        return [("argument", before["glTexSubImage2D"]["call"], "pixels[37]", "1")]
    if word == "vertex":
        high = 0x3e  # of 0.25, whose other bytes are 0 but the next: 0x80
        return [("argument", before["glBufferSubData"]["call"], f"data[{12 + i}]", byte) for i, byte in enumerate((0, 0, 0x80, high))]
    if word == "colour":
        return [("argument", before["glClearColor"]["call"], "blue", "0.75")]
    if word == "shader":
        source = next(c for c in trace.named("glShaderSource") if "0.5 * tint" in str(value(c, "string")))
        text = value(source, "string")[0].replace("0.5 * tint", "0.25 * tint")
        return [("argument", source["call"], "string[0]", quoted(text))]
    if word == "inserted":
        return [("insert", draw, "glBlendFunc(sfactor = GL_ONE, dfactor = GL_ZERO)")]
    if word == "moved":
        return [("move", before["glUniform4f"]["call"], before["glUseProgram"]["call"])]
    assert word == "removed"
    return [("skip", draw)]


PLANTED = ("uniform", "texel", "vertex", "colour", "shader", "inserted", "moved", "removed")


def planted(folder, trace, word):
    path, listed = edited(trace, folder, plant(trace, word))
    other = os.path.join(folder, "other.trace")
    record(other, program("test-compared"), word)
    wanted = sums(other)
    assert wanted != trace.sums, "the program draws what it draws without the word"
    ways = [[path], [listed], ["--edits", listed, trace.path]]
    for words in ways if EVERYTHING else (ways[0], ways[1 + len(word) % 2]):
        assert sums(*words) == wanted, f"{words} draw other frames than the program: {sums(*words)}, {wanted}"


# ---- by chance ----

def number_argument(trace, chance):
    ways = {"glClearColor": ("red", "green", "blue"), "glViewport": ("width", "height"), "glUniform4f": ("v0", "v1", "v2"),
            "glUniform1f": ("v0",), "glRotatef": ("angle",), "glColor3f": ("red", "green"), "glVertex2f": ("x", "y"), "glColor4f": ("red", "blue")}
    call = chance.choice(trace.named(*ways))
    name = chance.choice(ways[call["function"]])
    is_size = call["function"] == "glViewport"
    new = max(1, int(value(call, name)) - chance.randrange(1, 12)) if is_size else round(chance.random(), 3)
    return "argument", call["call"], name, new


def name_argument(trace, chance):
    ways = {"glDrawArrays": ("mode", ["GL_TRIANGLES", "GL_POINTS", "GL_LINE_LOOP"]), "glDrawElements": ("mode", ["GL_POINTS", "GL_LINES"]),
            "glBlendFunc": ("dfactor", ["GL_ZERO", "GL_SRC_COLOR"]), "glBegin": ("mode", ["GL_POINTS", "GL_LINE_STRIP"]),
            "glClear": ("mask", ["GL_DEPTH_BUFFER_BIT", "GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT"])}
    call = chance.choice(trace.named(*ways))
    name, names = ways[call["function"]]
    return "argument", call["call"], name, chance.choice(names)


def source(trace, chance):
    """Another constant in a shader."""
    places = []
    for call in trace.named("glShaderSource"):
        text = (value(call, "string") or [""])[0]
        places += [(call, text, m) for m in re.finditer(r"\b[01]\.\d+", text) if "#version" not in text[text.rfind("\n", 0, m.start()) + 1:m.end()]]
    call, text, place = chance.choice(places)
    text = text[:place.start()] + f"{chance.random():.3f}" + text[place.end():]
    return "argument", call["call"], "string[0]", quoted(text)


def bytes_of(trace, chance):
    """A byte of a texture or a buffer."""
    names = {"glTexSubImage2D": "pixels", "glTexImage2D": "pixels", "glBufferSubData": "data", "glBufferData": "data"}
    calls = [c for c in trace.named(*names) if isinstance(value(c, names[c["function"]]), dict)]
    call = chance.choice(calls)
    name = names[call["function"]]
    return "argument", call["call"], f"{name}[{chance.randrange(value(call, name)['blob'])}]", chance.randrange(256)


# What may be left out, or made at another time, so that GL says the same of it wherever it is played.
LOOSE = ("glClear", "glClearColor", "glUniform4f", "glUniform1f", "glDrawArrays", "glDrawElements", "glBlendFunc", "glEnable", "glDisable", "glViewport",
         "glTexSubImage2D", "glBufferSubData", "glRotatef", "glColor3f", "glColor4f", "glBindTexture", "glDepthFunc")


def loose(trace, chance):
    return chance.choice([c for c in trace.named(*LOOSE) if trace.is_outside_block(c["call"])])


def skip(trace, chance):
    return "skip", loose(trace, chance)["call"]


def insert(trace, chance):
    text = chance.choice(["glClear(GL_COLOR_BUFFER_BIT)", "glClear(mask = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)", "glColorMask(1, 0, 1, 1)",
                          f"glClearColor(red = {chance.random():.3f}, green = 0.5, blue = 0, alpha = 1)", "glDisable(cap = GL_BLEND)",
                          "glDepthFunc(GL_ALWAYS)", f"glViewport(0, 0, {chance.randrange(8, 64)}, 40)"])
    return "insert", loose(trace, chance)["call"], text


def move(trace, chance):
    """Within a frame."""
    call = loose(trace, chance)
    frame = trace.frame_of(call["call"])
    there = [c["call"] for c in trace.named(*LOOSE) if trace.frame_of(c["call"]) == frame and c["call"] != call["call"] and trace.is_outside_block(c["call"])]
    return "move", call["call"], chance.choice(there)


KINDS = (number_argument, name_argument, source, bytes_of, skip, insert, move)


def draw_edits(trace, chance, n):
    """That many edits, of kinds that the trace has."""
    edits, kinds = [], list(KINDS)
    while len(edits) < n:
        kind = chance.choice(kinds)
        try:
            edits.append(kind(trace, chance))
        except IndexError:
            kinds.remove(kind)
    return edits


def in_session(trace, edits, folder, number):
    """What the session shows before the call of that name, and what it saves with the edits and without."""
    picture, kept, bare = (os.path.join(folder, name) for name in ("session.png", "session.trace", "bare.trace"))
    with Console([trace.path]) as console:
        for edit in edits:
            console.run(line_of(edit))
        now = next(c for c in range(number, number + len(edits) + 1) if console.run(f"call {c}")["name"] in SWAPS)
        console.run(f"goto {now}")
        console.run(f"framebuffer {picture}")
        console.run(f"trace save {kept}")
        for _ in edits:
            console.run("undo")
        console.run(f"trace save {bare}")
    return read_png(picture), kept, bare


def by_chance(folder, trace, chance, n):
    edits = draw_edits(trace, chance, n)
    what = "; ".join(map(line_of, edits))
    path, listed = edited(trace, folder, edits)
    check_clean(path)
    assert dump(path) == apitrace_dump(path), f"{what}: apitrace reads another trace"
    ours = sums(path)
    assert sums("--edits", listed, trace.path) == ours and (not EVERYTHING or sums(listed) == ours), f"{what}: glstep-replay draws others with the edits than of the saved trace"
    swaps = [c["call"] for c in trace.calls if c["function"] in SWAPS]
    shown, kept, bare = in_session(trace, edits, folder, swaps[-1] - sum(e[0] == "move" for e in edits))
    mine = pictures(path)
    assert not differing(shown, mine[-1]), f"{what}: the session shows another picture: {differing(shown, mine[-1])}"
    assert dump(kept) == dump(path), f"{what}: the session saves another trace"
    with open(bare, "rb") as file:
        assert file.read() == trace.bytes, f"{what}: undone, the trace is not what it was"
    if shutil.which("apitrace"):
        theirs = played_pictures(path)
        wrong = [i for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if differing(a, b)]
        again = played_pictures(path, "165") if wrong else []
        wrong = [i for i in wrong if not differing(theirs[i], again[i])]
        assert not wrong, f"{what}: apitrace's player draws others in the frames {wrong}"
    return ours != trace.sums


def all_by_chance(folder, name, argv, rounds, n):
    """Of so many edits some are seen."""
    trace, seen = Trace(folder, name, argv), 0
    for i in range(rounds * COUNT):
        seen += by_chance(folder, trace, random.Random(f"{name} {SEED} {i}"), n)
    assert seen or rounds * n < 4, "no edit is seen in any picture"


# ---- a session ----

def refused(console, line, code="usage"):
    answer = console.command(line)
    assert not answer["ok"] and answer["error"]["code"] == code and len(answer["error"]["message"]) > 10, answer


def shown(console, folder, number):
    """The framebuffer before the call of that number, in the list as it is now."""
    console.run(f"goto {number}")
    console.run(f"framebuffer {folder}/shown.png")
    return read_png(f"{folder}/shown.png")


def session(folder, trace):
    """Draws of frame 1, and the frame's end, as the session has them after each edit."""
    draws = [c["call"] for c in trace.named("glDrawArrays") if trace.frame_of(c["call"]) == 1]
    first, draw, end = draws[4], draws[10], [c["call"] for c in trace.named(*SWAPS)][1]
    wanted = {word: pictures(edited(trace, folder, plant(trace, word))[0])[1] for word in ("removed", "inserted", "shader")}
    plain = pictures(trace.path)[1]
    assert all(differing(plain, picture) for picture in wanted.values()), "an edit shows nothing"
    with Console([trace.path]) as console:
        assert not console.run("edits")["edits"]
        console.run(f"goto {draw}")
        assert console.run("skip")["call"]["index"] == draw + 1
        assert console.run(f"call {draw}").get("skipped"), "what was skipped is not shown so"
        assert not differing(shown(console, folder, end), wanted["removed"]), "the frame goes on otherwise than without the draw"
        shown(console, folder, first)
        assert not differing(shown(console, folder, end), wanted["removed"]), "going back has lost the edit"
        assert console.run("undo")["undone"] and console.run("call")["index"] == end
        assert not differing(shown(console, folder, end), plain), "what was taken back is still there"
        assert "undone" not in console.run("redo 1")
        assert not differing(shown(console, folder, end), wanted["removed"]), "what was made again is not there"
        console.run("undo 1")
        added = console.run(f"edit insert ={draw} glBlendFunc(sfactor = GL_ONE, dfactor = GL_ZERO)")
        assert (added["edit"], added["call"], added["index"], added["before"]) == (2, "+2", draw, draw), added
        assert console.run("call")["index"] == end + 1, "the player does not stand where it stood"
        assert not differing(shown(console, folder, end + 1), wanted["inserted"]), "the inserted call is not made"
        stop = console.run(f"goto {draw}")
        assert stop["call"]["name"] == "glBlendFunc" and console.run(f"goto {draw + 1}")["call"]["name"] == "glDrawArrays", stop
        console.run("shader fragment")
        refused(console, "edit skip 5")
        console.run("shader leave")
        console.run(f"goto {draw}")
        console.run("set arg dfactor GL_ONE")
        assert console.run("edits")["edits"][-1]["call"] == "+2"
        assert not differing(shown(console, folder, end + 1), plain), "the argument of the inserted call is not changed"
        console.run("undo")
        assert not differing(shown(console, folder, end + 1), wanted["inserted"])
        console.run("undo")
        told = console.run("calls")["calls"][-1]
        assert told["index"] == end - 1, told
        for line in ("undo 99", "redo 99", "edit arg 5 none 1", "edit arg 999999 mode 1", "edit insert 5 glFoo(1)", "edit insert 5 glClear(1, 2)",
                     "edit skip 999999", "edit skip +2", "edit skip x", f"edit arg {draw} mode \"x\"", f"edit data {draw} mode /none"):
            refused(console, line)


def source_in_session(folder, trace):
    """Another source of a program is kept over going back, saved, and taken back."""
    file, saved = os.path.join(folder, "new.frag"), os.path.join(folder, "saved.trace")
    call = next(c for c in trace.named("glShaderSource") if "0.5 * tint" in str(value(c, "string")))
    with open(file, "w", encoding="utf-8") as out:
        out.write(value(call, "string")[0].replace("0.5 * tint", "0.25 * tint"))
    wanted = pictures(edited(trace, folder, plant(trace, "shader"))[0])
    draws = [c["call"] for c in trace.named("glDrawArrays") if trace.frame_of(c["call"]) == 1]
    ends = [c["call"] for c in trace.named(*SWAPS)]
    with Console([trace.path]) as console:
        console.run(f"goto {draws[4]}")  # the first program's
        console.run(f"set source fragment {file}")
        edit = console.run("edits")["edits"][-1]
        assert (edit["call"], edit["argument"]) == (call["call"], "string"), edit
        console.run(f"goto {draws[0]}")
        assert "0.25 * tint" in console.run("source fragment")["source"], "going back has lost the source"
        assert not differing(shown(console, folder, ends[1]), wanted[1]), "the source is not drawn with"
        console.run(f"trace save {saved}")
        assert sums(saved) == sums(edited(trace, folder, plant(trace, "shader"))[0]), "the source is not saved"
        console.run(f"goto {draws[4]}")
        console.run("set source fragment original")
        assert all(e.get("undone") for e in console.run("edits")["edits"])
        assert not differing(shown(console, folder, ends[1]), pictures(trace.path)[1]), "the program's own source is not put back"


def replaced_data(folder, trace):
    """Texels and sources from files."""
    call, text = trace.named("glTexSubImage2D")[3], next(c for c in trace.named("glShaderSource") if "0.5 * tint" in str(value(c, "string")))
    data, source_file, saved = (os.path.join(folder, name) for name in ("data", "text", "saved.trace"))
    with open(data, "wb") as out:
        out.write(bytes(range(256)))
    with open(source_file, "w", encoding="utf-8") as out:
        out.write("// \"quoted\" \\ \t\n" + value(text, "string")[0])
    with Console([trace.path]) as console:
        console.run(f"edit data {call['call']} pixels {data}")
        console.run(f"edit text {text['call']} string {source_file}")
        refused(console, f"edit data {call['call']} pixels {source_file}")  # of another length
        console.run(f"trace save {saved}")
    with tempfile.TemporaryDirectory() as blobs:
        subprocess.run(["apitrace", "dump", "--blobs", "--calls", str(call["call"]), saved], cwd=blobs, check=True, stdout=subprocess.DEVNULL,
                       timeout=patience(30))
        with open(os.path.join(blobs, os.listdir(blobs)[0]), "rb") as file:
            assert file.read() == bytes(range(256)), "other bytes are saved"
    now = json.loads(dump(saved, "--json", "--calls", str(text["call"])))
    with open(source_file, encoding="utf-8") as file:
        assert value(now, "string") == [file.read()], now


# ---- lists ----

def fails(*words):
    done = subprocess.run([TOOL, *words], capture_output=True, timeout=patience(30), check=False)
    said = done.stderr.decode(errors="replace")
    assert done.returncode in (1, 2) and said.startswith("glstep-trace: ") and len(said.splitlines()[0]) > 30, (words, done.returncode, said)
    return said


def files(folder, trace):
    path, listed = edited(trace, folder, plant(trace, "uniform") + plant(trace, "inserted"))
    with open(listed, encoding="utf-8") as file:
        lines = file.read().splitlines()
    head, undone, written = json.loads(lines[0]), os.path.join(folder, "undone.edits"), os.path.join(folder, "again.trace")
    assert head["edits"] == 1 and len(lines) == 3 and [json.loads(line)["kind"] for line in lines[1:]] == ["argument", "insert"], lines
    with open(undone, "w", encoding="utf-8") as file:
        file.write("\n".join([lines[0], *(json.dumps({**json.loads(line), "undone": True}) for line in lines[1:])]))
    run("edit", "-o", written, undone)
    with open(written, "rb") as file:
        assert file.read() == trace.bytes, "without effect, edits change bytes"
    run("edit", "--edits", listed, "-o", written, trace.path)
    assert dump(written) == dump(path) == dump(listed), "the list says other calls"
    with Console([listed]) as console:
        assert [e["kind"] for e in console.run("edits")["edits"]] == ["argument", "insert"]
        console.run(f"edits save {folder}/kept.edits")
        console.run("undo")
        console.run(f"edits load {folder}/kept.edits")
        assert not any(e.get("undone") for e in console.run("edits")["edits"])
        refused(console, f"edits load {trace.path}")
        refused(console, f"trace save {trace.path}")  # over itself
    for wrong in ('{"edits":2}', lines[0] + '\n{"kind":"argument"}', lines[0] + '\n{"kind":"skip","call":-1}', lines[0] + "\n{", lines[0] + '\n{"kind":"what"}',
                  lines[0] + '\n{"kind":"skip","call":5} x', lines[0].replace("compared.trace", "none.trace"), '{"edits":1,"trace":"wrong.edits"}',
                  lines[0] + '\n{"kind":"insert","before":999999,"text":"glFinish()"}', lines[0] + '\n{"kind":"argument","call":5,"argument":"x","value":"{1"}'):
        with open(os.path.join(folder, "wrong.edits"), "w", encoding="utf-8") as file:
            file.write(wrong)
        fails("edit", "-o", written, os.path.join(folder, "wrong.edits"))
    for words in (["edit", trace.path], ["edit", "-o", written], ["edit", "--skip", "x", "-o", written, trace.path], ["edit", "--move", "5", "-o", written],
                  ["edit", "-o", os.path.join(folder, "none", "x"), "--skip", "5", trace.path]):
        fails(*words)
    chance = random.Random(SEED)
    for i in range(400 if EVERYTHING else 60):  # what is damaged is told or read, and harms nothing
        data = bytearray("\n".join(lines).encode())
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(lines[0]), len(data))] = chance.choice(b'{}[]",:\\x+-0159aGl \n\x00\xff')
        with open(os.path.join(folder, "wrong.edits"), "wb") as file:
            file.write(data)
        done = subprocess.run([TOOL, "edit", "--edits", f"{folder}/wrong.edits", "-o", written, trace.path], capture_output=True, timeout=patience(30), check=False)
        assert done.returncode in (0, 1, 2), (i, data, done.returncode, done.stderr)


def compared(folder, trace):
    """`glstep compare` of the trace and its fork, as a trace and as a list."""
    path, listed = edited(trace, folder, plant(trace, "uniform"))
    for other in path, listed:
        done = subprocess.run([GLSTEP, "compare", "--json", trace.path, other], capture_output=True, timeout=patience(120), check=False)
        told = json.loads(done.stdout)
        assert (told["equal"], told["cause"], told["what"], told["frame"]) == (False, "uniform", "tint", 1), told


def player(folder, trace):
    """A recording of the player plays: it has the contexts and windows that the player makes."""
    path = os.path.join(folder, "player.trace")
    record(path, PLAYER, trace.path)
    assert sums(path) == trace.sums, "the recording of the player draws other frames"
    pairs = list(zip(pictures(path), played_pictures(path), strict=True))
    wrong = [i for i, (a, b) in enumerate(pairs) if i and differing(a, b)]  # it gives a window its size only with its first frame
    assert len(pairs) > 2 and not wrong, f"apitrace's player draws others in the frames {wrong}"
    scene, again = os.path.join(folder, "scene.trace"), os.path.join(folder, "again.trace")
    record(scene, program("test-scenes"), "plain")  # by GLX
    record(again, PLAYER, "--md5", scene)
    assert sums(again) == sums(scene), "the recording of the player of a window draws other frames"


SCENES = ("plain", "passes", "discard", "overdrawn", "stencil", "blended", "legacy", "alpha", "list", "fixed", "bound", "stippled", "indices", "viewports",
          "elements", "multi")


def traces_of(everything):
    yield "compared", [program("test-compared")]
    yield "planted", [program("test-planted")]
    yield "immediate", [program("test-scenes"), "immediate"]
    for scene in SCENES if everything else ():
        yield scene, [program("test-scenes"), scene]
    if everything:
        yield "stored", [program("test-compared"), "stored"]
        yield "es", [program("test-compared"), "es"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        plain = Trace(folder, "compared", [program("test-compared")])
        for word in of_the_day(PLANTED):
            case(f"planted-{word}", planted, plain, word)
        for name, test in (("session", session), ("source", source_in_session), ("data", replaced_data), ("files", files), ("compare", compared), ("player", player)):
            case(name, test, plain)
    for name, argv in traces_of(EVERYTHING):
        case(f"random-{name}", all_by_chance, name, argv, 2 if EVERYTHING else 1, 5)
    return results.failed > 0


if __name__ == "__main__":
    sys.exit(main())
