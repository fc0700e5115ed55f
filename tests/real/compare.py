#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
compare.py - `glstep compare` names the first draw in which two runs differ, and why.

 equal-*    two recordings of one program are equal
 planted-*  a trace, and the same with one call changed, left out or added, drawn by chance: the first draw that reads it is
            named, with the cause, what of it, and both values; GLSTEP_TESTS=all: 40 of them in several programs
 upstream   a difference in what is drawn into a texture is told of the draw that made it, not of the one that shows it
 dispatch   likewise of what a compute shader stores
 kept       what differs and no draw has made so is no difference; each pass is counted once
 bisect     the first frame whose picture differs, and what has made it differ
 covered    likewise of what is drawn over before its pass ends
 driver     one trace with two drivers: the first position of the shader where values part, which print shows so on both
 stages     likewise in a vertex shader, whose results the pixel's fragment is given, and in a compute shader
 altered    one trace, and a driver that does one call otherwise: the first draw is named, and what the driver made of it
 tolerance  what is within it is equal; frames outside of --frames do not count
 perceptual how many pixels look otherwise, by the distance of their colours in L*a*b*
 junit      one test, which passes, fails or has an error
 programs   two programs are recorded first
 usage      wrong words, no traces: one sentence, status 2
"""

import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import EVERYTHING, GLSTEP, Results, program  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_tools import play, record, run  # noqa: E402

PLANT = os.path.join(os.environ["top_builddir"], "tests", "trace", "plant-trace")
KEYS = {"equal", "frame", "draw", "call_a", "call_b", "pixel", "cause", "what", "a", "b", "line", "stage", "element"}
DRAWS = ("glDrawArrays", "glDrawElements", "glEnd", "glCallList", "glClear")
COUNT, TRIANGLE = 2, 3
MARKS = ["build:use-vbo=true", "texture", "shading", "bump"]

results = Results()


def compare(*words, env=None):
    done = subprocess.run([GLSTEP, "compare", *words], capture_output=True, timeout=patience(180), env=dict(os.environ, **(env or {})), check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def asked(*words):
    """What it tells as JSON."""
    status, out, complaints = compare("--json", *words)
    assert status in (0, 1), (status, complaints)
    told = json.loads(out)
    assert KEYS <= set(told), told
    assert status == (0 if told["equal"] else 1), (status, told)
    return told


class Trace:
    """A recorded trace: its calls, and which draws read what."""

    def __init__(self, path, argv):
        self.path = path
        record(path, *argv)
        self.calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]

    def named(self, name, which=lambda call: True):
        return [c for c in self.calls if c["function"] == name and not c.get("fake") and which(c)]

    def draw_behind(self, number, which=lambda call: True):
        return next((c for c in self.calls if c["call"] > number and c["function"] in DRAWS and which(c)), None)

    def use_of(self, source):
        """The call that first uses the program of the shader that is given this text."""
        owner = next(value(c, 0) for c in self.named("glAttachShader") if value(c, 1) == value(source, 0))
        return next(c for c in self.named("glUseProgram") if value(c, 0) == owner)["call"]


def case(name, test, *args):
    """With names on the command line: these alone."""
    if sys.argv[1:] and name not in sys.argv[1:]:
        return
    with tempfile.TemporaryDirectory() as folder:
        results.check(name, test, folder, *args)


def plant(trace, folder, call, argument, how):
    """The trace with that argument of the call changed."""
    file = os.path.join(folder, "planted.trace")
    done = subprocess.run([PLANT, trace.path, file, str(call["call"]), str(argument), how], capture_output=True, timeout=patience(60), check=False)
    assert done.returncode == 0, done.stderr.decode()
    return file


def value(call, i):
    found = call["arguments"][i]["value"]
    return found["value"] if isinstance(found, dict) else found


# ---- equal ones ----

def equal(folder, argv):
    files = [os.path.join(folder, f"{i}.trace") for i in range(2)]
    for file in files:
        record(file, *argv)
    told = asked(*files)
    assert told["equal"] and told["frames"] > 0 and told["passes"] >= told["frames"], told
    assert asked("--every-draw", *files)["passes"] == told["passes"], told
    status, out, complaints = compare(*files)
    assert status == 0 and out.startswith("Equal") and not complaints, (status, out, complaints)


# ---- what is planted: each returns the arguments of plant-trace, and what is to be told ----

def uniform(trace, chance):
    call = chance.choice(trace.named("glUniform4f"))
    k = chance.randrange(3)
    return call, [1 + k, f"={value(call, 1 + k) + 0.25}"], {"cause": "uniform", "what": "tint", "set_a": call["call"]}


def texel(trace, chance):
    call = chance.choice(trace.named("glTexSubImage2D"))
    byte = 4 * chance.randrange(8 * 8) + chance.randrange(3)  # alpha is at its largest there, whatever is added
    return call, [8, f"^{byte}"], {"cause": "texture", "what": f"texel {byte // 4 % 8} {byte // 4 // 8} of level 0 of the GL_TEXTURE_2D of unit 0", "set_a": call["call"]}


def vertex(trace, chance):
    call = chance.choice(trace.named("glBufferSubData"))
    byte = 4 * chance.randrange(8) + 3
    return call, [3, f"^{byte}"], {"cause": "buffer", "what": f"byte {byte} of attribute 0", "set_a": call["call"]}


def blending(trace, chance):
    call = chance.choice(trace.named("glBlendFunc"))
    return call, [0, "=0"], {"cause": "state", "what": "GL_BLEND_SRC_RGB", "a": "1", "b": "0", "set_a": call["call"]}


def viewport(trace, chance):
    call = chance.choice(trace.named("glViewport", lambda c: not c.get("fake")))
    return call, [2, f"={value(call, 2) - 3}"], {"cause": "state", "what": "GL_VIEWPORT", "set_a": call["call"]}


def source(trace, chance):
    call = chance.choice(trace.named("glShaderSource", lambda c: "gl_FragColor" in str(c["arguments"][2]["value"])))
    text = call["arguments"][2]["value"][0]
    old = "0.5 * tint" if "0.5 * tint" in text else "0.25 + 0.5"
    line = text[:text.index(old)].count("\n") + 1
    return call, [2, f"{old}={old.replace('0.5', '0.625')}"], {"cause": "source", "line": line, "stage": "fragment", "draw_behind": trace.use_of(call)}


def count(trace, chance):
    call = chance.choice(trace.named("glDrawArrays", lambda c: value(c, COUNT) > TRIANGLE))
    return call, [COUNT, f"={TRIANGLE}"], {"cause": "argument", "what": "count", "a": str(value(call, COUNT)), "b": str(TRIANGLE), "is_itself": True}


def clear_color(trace, chance):
    behind = {c["call"]: trace.calls[i + 1]["function"] for i, c in enumerate(trace.calls[:-1])}
    call = chance.choice(trace.named("glClearColor", lambda c: behind[c["call"]] == "glClear"))
    return call, [1, "=0.75"], {"cause": "state", "what": "GL_COLOR_CLEAR_VALUE", "set_a": call["call"]}


KINDS = {f.__name__.replace("_", "-"): f for f in (uniform, texel, vertex, blending, viewport, source, count, clear_color)}


def expect(told, trace, call, wanted, numbers):
    """numbers: of the calls of the second trace, by those of the first."""
    behind = wanted.pop("draw_behind", call["call"])
    draw = call if wanted.pop("is_itself", False) else trace.draw_behind(behind)
    assert not told["equal"], "it is equal"
    assert told["call_a"] == draw["call"] and told["call_b"] == numbers(draw["call"]), f"call {told['call_a']}, not {draw['call']}: {told}"
    for key, what in wanted.items():
        assert told[key] == what, f"{key}: {told[key]}, not {what}: {told}"
    assert told["pixel"] and told["pixel_a"] != told["pixel_b"], told


def planted(folder, trace, kind, chance):
    call, words, wanted = KINDS[kind](trace, chance)
    expect(asked(trace.path, plant(trace, folder, call, *words)), trace, call, wanted, lambda number: number)


def left_out(folder, trace, is_extra, chance):
    """A draw that only one of them has."""
    part = os.path.join(folder, "part.trace")
    call = chance.choice(trace.named("glDrawArrays"))
    number = call["call"]
    run("repack", "--calls", f"0-{number - 1},{number + 1}-", trace.path, part)
    told = asked(part, trace.path) if is_extra else asked(trace.path, part)
    assert told["cause"] == ("extra" if is_extra else "missing"), told
    assert told["call_b" if is_extra else "call_a"] == number and told["call_a" if is_extra else "call_b"] is None, (number, told)
    assert "glDrawArrays" in told["what"], told


def upstream(folder, trace):
    """What the first draw into the framebuffer object reads: the window's draws show it only later."""
    call = trace.named("glUniform4f")[0]
    told = asked(trace.path, plant(trace, folder, call, 1, "=0.875"))
    bound = [c for c in trace.named("glBindFramebuffer", lambda c: value(c, 1) == 0) if c["call"] > call["call"]][0]
    assert told["call_a"] < bound["call"], told
    assert told["frame"] == 0 and told["draw"] == 0, told


def dispatch(folder):
    """A draw reads what a compute shader has stored: the dispatch is what differs first."""
    trace = Trace(os.path.join(folder, "stored.trace"), [program("test-compared"), "stored"])
    call = trace.named("glUniform1f")[2]
    told = asked(trace.path, plant(trace, folder, call, 1, "=0.875"))
    first = next(c for c in trace.named("glDispatchCompute") if c["call"] > call["call"])
    assert (told["call_a"], told["call_b"], told["function"]) == (first["call"], first["call"], "glDispatchCompute"), (first["call"], told)
    assert (told["cause"], told["what"], told["a"], told["b"], told["set_a"]) == ("uniform", "shift", "0.25", "0.875", call["call"]), told
    assert told["frame"] == 2 and told["pixel"] is None, told


def kept(folder):
    """A texel of what is drawn into that no draw touches: each pass into it differs, and no draw is what makes it differ."""
    trace = Trace(os.path.join(folder, "kept.trace"), [program("test-compared"), "kept"])
    call = next(c for c in trace.named("glTexImage2D") if value(c, 3) == 128)
    alone = asked("--b-env", "UNUSED=1", trace.path)
    told = asked(trace.path, plant(trace, folder, call, 8, "^0"))
    assert told["equal"] and told["calls_differing"] == 1, told
    assert told["passes"] == alone["passes"] == 8, (told["passes"], alone["passes"])


def bisect(folder, trace, chance):
    """The same as without, also where a difference goes away again, or was made long before the first frame that shows it."""
    late = Trace(os.path.join(folder, "late.trace"), [program("test-compared"), "late"])
    added = Trace(os.path.join(folder, "added.trace"), [program("test-compared"), "kept"])
    # In the window's draws of the second frame; in what is drawn aside in the first, or added to in each, and shows from the third on.
    ways = [(trace, 25, 1, "=0.9375"), (late, 1, 1, "=0.9375"), (added, 0, 2, "=0.03125")]
    for of, number, argument, how in ways if EVERYTHING else chance.sample(ways, 1):
        file = plant(of, folder, of.named("glUniform4f")[number], argument, how)
        told = asked("--bisect", of.path, file)
        assert told == asked(of.path, file) | {key: told[key] for key in ("frames", "passes")} and not told["equal"], (told, asked(of.path, file))
        assert told["frame"] == (1 if of == trace else 0), told
        assert asked("--bisect", "--frames", "2-3" if of == trace else "0-1", of.path, file)["equal"]
    told = asked("--bisect", trace.path, trace.path)
    assert told["equal"] and told["frames"] == 4, told


def covered(folder, chance):
    """What is drawn over before its pass ends."""
    files = {}
    wanted = {"argument": ("glClear", "state", 3), "uniform": ("glDrawArrays", "uniform", 2), "object": ("glDrawArrays", "state", 4),
              "remove": ("glDrawArrays", "missing", 1), "insert": ("glDrawArrays", "extra", 1)}
    words = list(wanted) if EVERYTHING else chance.sample(list(wanted), 2)
    for word in ["plain", "names"] + words:
        files[word] = os.path.join(folder, f"{word}.trace")
        record(files[word], program("test-planted"), word)
    for word in words:
        name, cause, frame = wanted[word]
        told = asked(files["plain"], files[word])
        assert (told["function"], told["cause"], told["frame"]) == (name, cause, frame), (word, told)
    told = asked(files["plain"], files["names"])
    assert told["equal"] and not told["calls_differing"], told


# ---- drivers, tolerance ----

def driver(folder, trace):
    del folder
    told = asked("--b-env", "GALLIUM_DRIVER=softpipe", trace.path)
    assert not told["equal"] and told["cause"] == "shader" and told["line"] and told["a"] != told["b"], told
    name = told["what"].split(",")[0].removeprefix("input ")
    x, y = told["pixel"]
    for side, more in (("a", []), ("b", ["--env", "GALLIUM_DRIVER=softpipe"])):
        done = subprocess.run([GLSTEP, "--json", *more, "-e", f"goto {told['call_a']}", "-e", f"pixel {x} {y}", "-e", f"shader until {told['line']}",
                               "-e", f"print {name}", trace.path], capture_output=True, timeout=patience(60), check=False)
        answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
        assert json.loads(told[side]) == answers[-1]["result"]["value"], (told, answers[-1])


def printed(folder, trace, told, side, environment):
    """What print says on that side of the expression that is told, where it is told."""
    del folder
    name = told["what"].split(", in ")[0]
    words = [f"goto {told['call_a']}", f"shader {told['stage']}", f"focus {told['element']}", f"shader until {told['line']}", f"print {name}"]
    done = subprocess.run([GLSTEP, "--json", *(word for each in environment for word in ("--env", each)),
                           *(word for each in words for word in ("-e", each)), trace.path], capture_output=True, timeout=patience(60), check=False)
    answer = json.loads(done.stdout.decode().splitlines()[-1])
    assert answer["ok"] and json.loads(told[side]) == answer["result"]["value"], (side, told, answer)
    return answer["result"]["value"]


def stages(folder, chance):
    """What a built-in gives in a vertex shader, whose results other drivers' vertices have otherwise, and in a compute shader."""
    softpipe = ["GALLIUM_DRIVER=softpipe"]
    compiled = [*softpipe, "SOFTPIPE_DEBUG=use_llvm"]  # vertex shaders run as llvmpipe's do
    ways = [("curved", compiled, [], 6), ("stored", [], ["--tolerance", "levels:32"], 8)]
    for word, of_a, options, line in ways if EVERYTHING else chance.sample(ways, 1):
        trace = Trace(os.path.join(folder, f"{word}.trace"), [program("test-compared"), word])
        told = asked(*options, *(part for each in of_a for part in ("--a-env", each)), "--b-env", softpipe[0], trace.path)
        stage, name = ("vertex", "glDrawArrays") if word == "curved" else ("compute", "glDispatchCompute")
        assert (told["cause"], told["stage"], told["line"], told["function"]) == ("shader", stage, line, name), told
        assert told["frame"] == 0 and told["what"].startswith("sin("), told
        values = [printed(folder, trace, told, side, environment) for side, environment in (("a", of_a), ("b", softpipe))]
        assert values[0] != values[1] and abs(values[0] - values[1]) < 1e-5, values


def altered(folder, trace, chance):
    """One trace, and a driver that does one call otherwise."""
    del folder
    library = os.path.abspath(program("libtest-altered.so"))
    ways = [("uniform", "glUniform4f", "uniform", "tint"), ("blend", "glBlendFunc", "state", "GL_BLEND_DST_RGB"),
            ("texel", "glTexSubImage2D", "texture", "level 0 of the GL_TEXTURE_2D of unit 0"),
            ("draw", "glDrawArrays", "unknown", None), ("lookup", "glShaderSource", "source", "fragment shader")]
    for word, name, cause, what in [way for way in ways for _ in range(3)] if EVERYTHING else chance.sample(ways, 2):
        calls = trace.named(name, lambda c, word=word: word != "lookup" or "texture2D(" in str(c["arguments"][2]["value"]))
        n = chance.randrange(word != "lookup", len(calls))
        told = asked("--b-env", f"LD_PRELOAD={library}", "--b-env", f"ALTERED={word}:{n}", trace.path)
        number = calls[n]["call"]
        draw = number if word == "draw" else (trace.draw_behind(trace.use_of(calls[n])) if word == "lookup" else trace.draw_behind(number))
        draw = draw if word == "draw" else draw["call"]
        assert told["call_a"] == draw and told["call_b"] == draw, (word, n, draw, told)
        assert (told["cause"], told["what"]) == (cause, what), (word, n, told)
        if word == "lookup":
            assert told["line"] and told["stage"] == "fragment" and told["b"] == told["a"].replace("texture2D(", "0.5 * texture2D("), told


def tolerance(folder, trace):
    call = trace.named("glUniform4f")[-1]
    # In the last frame, by two levels of 255 at most.
    file = plant(trace, folder, call, 3, f"={value(call, 3) + 2 / 255}")
    told = asked(trace.path, file)
    assert not told["equal"] and told["frame"] == 3, told
    for words, is_equal in ((["--tolerance", "levels:2"], True), (["--tolerance", "ulp:2"], True), (["--tolerance", "levels:0.5"], False),
                            (["--frames", "0-2"], True), (["--frames", "3"], False)):
        told = asked(*words, trace.path, file)
        assert told["equal"] == is_equal, (words, told)


def lab(rgb):
    """L*, a* and b* of a colour of sRGB, of bytes."""
    light = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    xyz = [sum(m * c for m, c in zip(row, light, strict=True)) for row in ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750),
                                                                          (0.0193339, 0.1191920, 0.9503041))]
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (xyz[0] / 0.95047, xyz[1], xyz[2] / 1.08883))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def perceptual(folder, trace):
    """How many pixels look otherwise, beside the pictures of both."""
    red = lab((255, 0, 0))
    assert math.dist(red, (53.24, 80.09, 67.20)) < 0.02 and math.dist(lab((255, 255, 255)), (100, 0, 0)) < 0.02, red
    call = trace.named("glUniform4f")[-1]  # of the last draw
    file = plant(trace, folder, call, 1, f"={value(call, 1) + 0.06}")
    pictures = []
    for path in (trace.path, file):
        images = os.path.join(folder, str(len(pictures)))
        play(path, "--images", images, "--frames", "3")
        pictures.append(read_png(os.path.join(images, "frame-000003.png"))[2])
    pairs = [(a[i:i + 3], b[i:i + 3]) for a, b in zip(*pictures, strict=True) for i in range(0, len(a), 4)]
    distances = [math.dist(lab(a), lab(b)) for a, b in pairs if a != b]
    assert 2 < max(distances) < 90, max(distances)
    for word, most in (("perceptual", 2.3), ("perceptual:1", 1), (f"perceptual:{max(distances) / 2}", max(distances) / 2), ("perceptual:90", 90)):
        told = asked("--tolerance", word, trace.path, file)
        wanted = sum(distance > most for distance in distances)
        assert not any(abs(distance - most) < 1e-6 for distance in distances)
        assert (told["pixels"], told["equal"]) == (wanted, not wanted), (word, wanted, told)


def junit(folder, trace):
    """One test: it passes, fails with the cause, or has an error."""
    broken = os.path.join(folder, "broken.trace")
    path = os.path.join(folder, "a & b.xml")
    with open(broken, "wb") as file:
        file.write(b"at")
    other = plant(trace, folder, trace.named("glUniform4f")[-1], 3, "=0.875")
    for second, outcome, status in ((trace.path, "system-out", 0), (other, "failure", 1), (broken, "error", 2)):
        done = compare("--junit", path, trace.path, second)
        assert done[0] == status, done
        suite, = xml.etree.ElementTree.parse(path).getroot()
        assert [int(suite.get(name)) for name in ("tests", "failures", "errors")] == [1, status == 1, status == 2], suite.attrib
        test, = suite
        assert [each.tag for each in test] == [outcome] and test.get("name") == f"{trace.path} {second}", test.attrib
        if status == 1:
            assert test[0].get("type") == "uniform" and test[0].text == done[1] and test[0].get("message") in done[1], test[0].text


def programs(folder):
    del folder
    told = asked("--", program("test-compared"), program("test-compared"))
    assert told["equal"], told
    told = asked("--", program("test-compared"), program("test-planted"))
    assert not told["equal"], told


def usage(folder, trace):
    nothing = os.path.join(folder, "nothing.trace")
    broken = os.path.join(folder, "broken.trace")
    with open(broken, "wb") as file:
        file.write(b"at")
    for words in ([], [trace.path], [trace.path, trace.path, trace.path], ["--tolerance", "much", trace.path, trace.path], ["--tolerance", "perceptual:x", trace.path, trace.path], ["--b-env", "X", trace.path],
                  ["--frames", "x", trace.path, trace.path], ["--junit", folder, trace.path, trace.path], ["--nothing", trace.path, trace.path], ["--bisect", "--every-draw", trace.path, trace.path], [trace.path, nothing], [trace.path, broken],
                  ["--b-env", "GALLIUM_DRIVER=none", "--b-env", "LIBGL_DRIVERS_PATH=/", trace.path]):
        status, out, complaints = compare(*words)
        assert status == 2 and not out and complaints.strip(), (words, status, out, complaints)
    status, out, _ = compare("--help")
    assert status == 0 and "--tolerance" in out, (status, out)


def main():
    seed = 0 if EVERYTHING else int(time.strftime("%j"))
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        trace = Trace(os.path.join(folder, "compared.trace"), [program("test-compared")])
        kinds = list(KINDS)
        if not EVERYTHING:
            kinds = chance.sample(kinds, 3)
        for kind in kinds:
            case(f"planted-{kind}", planted, trace, kind, chance)
        case("planted-missing", left_out, trace, False, chance)
        case("planted-extra", left_out, trace, True, chance)
        case("upstream", upstream, trace)
        case("covered", covered, chance)
        case("dispatch", dispatch)
        case("kept", kept)
        case("bisect", bisect, trace, chance)
        case("driver", driver, trace)
        case("stages", stages, chance)
        case("altered", altered, trace, chance)
        case("tolerance", tolerance, trace)
        case("perceptual", perceptual, trace)
        case("junit", junit, trace)
        case("usage", usage, trace)
        if EVERYTHING:
            es = Trace(os.path.join(folder, "es.trace"), [program("test-compared"), "es"])
            for kind in KINDS:
                case(f"planted-es-{kind}", planted, es, kind, chance)
            for turn in range(16):
                kind = list(KINDS)[turn % len(KINDS)]
                case(f"planted-{turn}-{kind}", planted, trace, kind, chance)
            for mark in MARKS:
                other = Trace(os.path.join(folder, f"{mark[:4]}.trace"), ["glmark2", "-b", f"{mark}:duration=3600:nframes=3", "--size", "128x96"])
                case(f"planted-glmark2-{mark}-count", planted, other, "count", chance)
                case(f"planted-glmark2-{mark}-missing", left_out, other, False, chance)
            case("equal-scenes", equal, [program("test-scenes"), "passes", "--frames", "3"])
        case("equal-compared", equal, [program("test-compared")])
        case("programs", programs)
    sys.exit(1 if results.failed else 0)


main()
