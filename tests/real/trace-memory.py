#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
trace-memory.py - what `glstep-trace memory` says of buffers, without GL, is what the driver gives back where the same calls are stood at.

 NAME        a program's trace: at calls drawn by chance, of buffers that are bound there: each byte that the file tells equals the driver's
 written-*   a scene in which GL writes into buffers: the same of each buffer, bound or not; and where GL has written, which the file cannot tell,
             is told to the byte
 cleared     of buffers that are cleared to pixels of many formats each byte is told, where the specification says to which
 packed      of textures that are read into a buffer: where, and from which level of which
 uses        calls that have to do with a texture, counted anew from the dump; those that read it are draws at which it is bound
             of a scene's buffers all uses, counted anew; others: of lists, queries, shaders, samplers, pipelines
 usage       what there is not is told in one sentence
"""

import json
import os
import random
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Console, Results, of_the_day, program  # noqa: E402
from lying_trace import Lies, context  # noqa: E402
from patience import patience  # noqa: E402
from trace_bytes import array, unsigned  # noqa: E402
from trace_tools import TOOL, gl_calls, run  # noqa: E402

QUICK = ["glmark2 buffer:update-method=map:update-fraction=0.3", "glmark2 buffer:update-method=subdata:interleave=true", "test-scenes coherent",
         "test-scenes flushed", "test-scenes feedback", "test-copies", "es2gears_x11"]
MORE = ["glmark2 terrain", "glmark2 ideas", "glmark2 jellyfish", "test-blocks"] + \
       [f"test-scenes {s}" for s in ("barrier", "fenced", "pieces", "swapped", "dispatched", "instanced", "indirect", "renewed", "unpacked")]
EVERYTHING = os.environ.get("GLSTEP_TRACE_STATE") == "all"
CALLS = 400  # of each program, if it has so many: more than 1,000 in all, with a range of each buffer at each
SEED = os.environ.get("GLSTEP_TRACE_STATE_SEED", "")
WORDS = 512
MANY = 120  # frames, of some 20 calls each: from 2,000 calls on goto plays only those that it needs
FEW = 20  # frames, of which calls are counted


def argv_of(name, frames=MANY):
    words = name.split()
    if words[0] == "test-scenes":
        return [program("test-scenes"), words[1], "--frames", "4"]
    if words[0] == "glmark2":
        return ["glmark2", "-b", f"{words[1]}:duration={patience(60)}:nframes={frames}", "--size", "150x100"]
    return [program(words[0])] if words[0].startswith("test-") else ["timeout", "3", words[0]]


def record(path, argv):
    done = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=patience(60), check=False)
    assert os.path.exists(path), done.stderr.decode()


def told(path, places):
    """What the file tells of each (call, buffer, first byte, last byte), in the order of calls."""
    words = [word for call, buffer, first, last in places
             for word in ("--call", str(call), "--buffer", str(buffer), "--range", f"{first}-{last}")]
    answers = [json.loads(line) for line in run("memory", *words, "--json", path)[0].splitlines()]
    assert [(answer["call"], answer["buffer"]) for answer in answers] == [place[:2] for place in places]
    return answers


def differing(hexes, first, words, parts):
    """How many bytes are told, and what is wrong."""
    driver, n = struct.pack(f"<{len(words)}I", *(int(w) for w in words)), 0
    for i, byte in enumerate(driver):
        text = hexes[2 * i:2 * i + 2]
        if text == "--":
            continue
        n += 1
        assert int(text, 16) == byte, f"byte {first + i} is {text}, not {byte:02x}; parts {parts[:3]}"
    return n


def ask(console, number, chance):
    """A range of each buffer at that call, by the driver: (buffer, first byte, its words). Not of one that is mapped."""
    found = []
    console.run(f"goto {number}")
    buffers = console.command("buffers")
    assert buffers["ok"] or buffers["error"]["code"] == "unsupported", buffers  # no context is current
    for buffer in buffers["result"]["buffers"] if buffers["ok"] else []:
        count = min(WORDS, buffer["size"] // 4)
        if not count:
            continue
        first = 4 * chance.randrange(buffer["size"] // 4 - count + 1)
        answer = console.command(f"buffer {buffer['name']} uint offset {first} count {count}")
        assert answer["ok"] or "mapped" in answer["error"]["message"], answer
        if answer["ok"]:
            found.append((buffer, first, [v[0] for v in answer["result"]["elements"]]))
    return found


def compare(name):
    """At how many calls, and how many bytes that the file tells."""
    with tempfile.TemporaryDirectory() as folder:
        path, n, chance = os.path.join(folder, "a.trace"), 0, random.Random(name + SEED)
        record(path, argv_of(name))
        numbers = gl_calls(path)
        if name.startswith("es2"):  # to read a buffer in OpenGL ES takes another, whose name the program's next one would have had
            last = max(call["call"] for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if call["function"] == "glGenBuffers")
            numbers = [number for number in numbers if number > last]
        assert not name.startswith("glmark2") or len(numbers) > 2000, f"{len(numbers)} calls are too few for goto to leave some out"
        chosen = sorted(chance.sample(numbers, min(CALLS, len(numbers))))
        with Console([path]) as console:
            asked = [(number, *one) for number in chosen for one in ask(console, number, chance)]
        answers = told(path, [(number, buffer["name"], first, first + 4 * len(words) - 1) for number, buffer, first, words in asked])
        for (number, buffer, first, words), answer in zip(asked, answers, strict=True):
            assert answer["size"] == buffer["size"], (number, answer["size"], buffer)
            n += differing(answer["bytes"], first, words, answer["parts"])
        assert n > 100 * len(asked), f"{n} bytes told in {len(asked)} places"
        return len({number for number, *_ in asked}), n


# Of a scene the buffer into which GL has written, as the scene's source says, where, and by which call of a function: (first, size, function, n).
WRITTEN = {"answers": {2: [(68, 4, "glGetQueryBufferObjectuiv", 0), (84, 4, "glGetQueryObjectuiv", 0)]},
           "captured": {2: [(0, 1024, "glDrawArrays", 0)]}, "paused": {2: [(0, 1024, "glDrawArrays", 2)]},
           "returned": {3: [(16, 16 + 16 + 9, "glReadPixels", 0), (100, 9 + 9 + 9, "glReadPixels", 1)]}}


ORIGINS = {"answers": "query", "captured": "program", "paused": "program", "returned": "framebuffer"}


def written(scene):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, argv_of("test-scenes " + scene))
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        draws = [call["call"] for call in calls if call["function"].startswith("glDraw") and not call.get("fake")]
        buffers = {name for call in calls if call["function"] == "glGenBuffers" for name in call["arguments"][1]["value"]}
        assert set(WRITTEN[scene]) <= buffers, buffers
        with Console([path]) as console:
            for number in draws[0], draws[len(draws) // 2], draws[-1]:
                console.run(f"goto {number}")
                for buffer in sorted(buffers):
                    values = console.run(f"buffer {buffer} uint")["elements"]
                    answer = told(path, [(number, buffer, 0, 4 * len(values) - 1)])[0]
                    differing(answer["bytes"], 0, [v[0] for v in values], answer["parts"])
                    drawn = [(part["first"], part["size"], part["call"]) for part in answer["parts"] if part["kind"] == "drawn"]
                    wanted = [(first, size, [call["call"] for call in calls if call["function"] == function][n])
                              for first, size, function, n in WRITTEN[scene].get(buffer, [])] if number != draws[0] else []
                    assert drawn == wanted, f"call {number}, buffer {buffer}: {drawn}, not {wanted}"
                    origins = [part["of"] for part in answer["parts"] if part["kind"] == "drawn"]
                    assert all(list(of)[0] == ORIGINS[scene] for of in origins), (number, buffer, origins)


# What becomes of these is not said to the bit, so that no file tells it.
NOT_SAID = {("GL_R32F", "GL_UNSIGNED_BYTE"), ("GL_RGBA8", "GL_BYTE"), ("GL_RGBA8", "GL_UNSIGNED_INT_8_8_8_8")}


def cleared():
    """Each clear's bytes are told, but of these."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, argv_of("test-copies"))
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        clears = [(call["call"], {a["name"]: a["value"] for a in call["arguments"]}) for call in calls if call["function"] == "glClearNamedBufferSubData"]
        answers = told(path, [(number + 1, args["buffer"], args["offset"], args["offset"] + args["size"] - 1) for number, args in clears])
        said = {}
        for (number, args), answer in zip(clears, answers, strict=True):
            [(kind, call)] = [(part["kind"], part["call"]) for part in answer["parts"]]
            assert call == number, (args, answer)
            said.setdefault((args["internalformat"]["enum"], args["type"]["enum"]), []).append(kind)
        assert len(said) >= 20 and NOT_SAID <= said.keys(), said.keys()
        assert said.pop(("GL_RG8", "GL_UNSIGNED_SHORT")) == ["drawn", "cleared"]  # 64336 is between two, 41120 is 160
        for what, kinds in said.items():
            assert kinds[-1] == ("drawn" if what in NOT_SAID else "cleared"), (what, kinds)


# What test-copies reads of textures: function -> [(level, first byte, bytes)], as its source has them: rows begin where the alignment says, 4 or 1.
PACKED = {("glGetTexImage", 0): (32, {16 * 16 * 4}), ("glGetTexImage", 2): (1100, {4 * 12}), ("glGetTexImage", 1): (1200, {4 * 8 + 6, 5 * 6}),
          ("glGetTextureImage", 0): (1300, {6 * 4 * 4}), ("glGetnTexImage", 0): (1400, {4 * 4 * 8}), ("glGetTextureSubImage", 1): (1600, {2 * 4 * 3 * 4})}


def packed():
    """Of each call that reads a texture into a buffer: which bytes it has written, and of which texture they are; what was there before is told."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, argv_of("test-copies"))
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        reads = [call for call in calls if call["function"].startswith("glGet") and "Tex" in call["function"]]
        names = next(call["arguments"][1]["value"] for call in calls if call["function"] == "glGenTextures")
        targets = dict(zip(("GL_TEXTURE_2D", "GL_TEXTURE_1D_ARRAY", "GL_TEXTURE_CUBE_MAP_NEGATIVE_Y"), names))
        seen = set()
        for call in reads:
            args = {a["name"]: a["value"] for a in call["arguments"]}
            texture = targets[args["target"]["enum"]] if "target" in args else args["texture"]
            first, sizes = PACKED[call["function"], args["level"]]
            answer = told(path, [(call["call"] + 1, 5, 0, 2047)])[0]
            mine = [part for part in answer["parts"] if part.get("call") == call["call"]]
            assert len(mine) == 1 and mine[0]["kind"] == "drawn" and mine[0]["first"] == first and mine[0]["size"] in sizes, (call, mine)
            assert mine[0]["of"] == {"texture": texture, "level": args["level"]}, (mine, texture)
            assert all(part["kind"] in ("drawn", "recorded") for part in answer["parts"]), answer["parts"]
            seen.add((call["function"], args["level"], mine[0]["size"]))
        assert seen == {(*key, size) for key, (_, sizes) in PACKED.items() for size in sizes}, seen


def number_of(value):
    return value["value"] if isinstance(value, dict) else value


def counted(calls, texture):
    """What the calls do with a texture that is only ever bound to GL_TEXTURE_2D: call -> use; and the units to which it is bound, by call."""
    unit, bound, uses, units = 0, {}, {}, {}
    for call in calls:
        function, args = call["function"], {a["name"]: a["value"] for a in call["arguments"]}
        if function == "glActiveTexture":
            unit = number_of(args["texture"]) - 0x84c0
        elif function == "glGenTextures" and texture in args["textures"]:
            uses[call["call"]] = "makes"
        elif function == "glBindTexture":
            bound[unit] = args["texture"]
            if args["texture"] == texture:
                uses[call["call"]] = "names"
        elif function.startswith(("glTexParameter", "glTexImage2D", "glTexSubImage2D", "glGenerateMipmap")) and bound.get(unit) == texture:
            uses[call["call"]] = "changes"
        elif function == "glDeleteTextures" and texture in args["textures"]:
            uses[call["call"]] = "names"
            bound = {u: t for u, t in bound.items() if t != texture}
        units[call["call"]] = [u for u, t in bound.items() if t == texture]
    return uses, units


def uses_of(name):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, argv_of(name, FEW))
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        textures = sorted({t for c in calls if c["function"] == "glGenTextures" for t in c["arguments"][1]["value"]})
        assert textures
        for texture in textures:
            expected, units = counted(calls, texture)
            told_uses = json.loads(run("uses", "--texture", str(texture), "--json", path)[0])
            ours = {u["call"]: u["use"] for u in told_uses if u["use"] != "reads" and not u["function"].startswith(("glFramebuffer", "glDraw", "glClear"))}
            assert ours == expected, f"texture {texture}: {sorted(set(ours.items()) ^ set(expected.items()))[:6]}"
            reads = [u for u in told_uses if u["use"] == "reads"]
            assert reads and all(u["function"].startswith(("glDraw", "glFramebuffer")) for u in reads), reads[:3]
            assert all(units[u["call"]] for u in reads if u["function"].startswith("glDraw")), texture


def uses_of_buffers(scene, counted_of):
    """Each use of each buffer, which `counted_of` tells from the calls alone."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, argv_of("test-scenes " + scene))
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        for buffer in sorted({name for call in calls if call["function"] == "glGenBuffers" for name in call["arguments"][1]["value"]}):
            expected = counted_of(calls, buffer)
            ours = {use["call"]: use["use"] for use in json.loads(run("uses", "--buffer", str(buffer), "--json", path)[0])}
            assert expected and ours == expected, f"buffer {buffer}: {sorted(set(ours.items()) ^ set(expected.items()))[:6]}"


def filled(calls, buffer):
    """What glGenBuffers, glBindBuffer and glBuffer[Sub]Data do with it: call -> use."""
    uses, bound = {}, {}
    for call in calls:
        function, args = call["function"], {a["name"]: a["value"] for a in call["arguments"]}
        if function == "glGenBuffers" and buffer in args["buffers"]:
            uses[call["call"]] = "makes"
        elif function == "glBindBuffer":
            bound[number_of(args["target"])] = args["buffer"]
            if args["buffer"] == buffer:
                uses[call["call"]] = "names"
        elif function in ("glBufferData", "glBufferSubData") and bound.get(number_of(args["target"])) == buffer:
            uses[call["call"]] = "changes"
    return uses


def swapped(calls, buffer):
    uses, source = filled(calls, buffer), None
    for call in calls:
        args = {a["name"]: a["value"] for a in call["arguments"]}
        if call["function"] in ("glBindVertexBuffers", "glVertexArrayVertexBuffers"):
            source = args["buffers"][1]
            if source == buffer:
                uses[call["call"]] = "names"
        elif call["function"] == "glDrawArrays" and source == buffer:
            uses[call["call"]] = "reads"
    return uses


def paused(calls, buffer):
    uses, source, captured, captures = filled(calls, buffer), None, None, False
    bound = None
    for call in calls:
        function, args = call["function"], {a["name"]: a["value"] for a in call["arguments"]}
        if function == "glBindBuffer" and number_of(args["target"]) == 0x8892:
            bound = args["buffer"]
        elif function == "glBindBufferBase":
            captured = args["buffer"]
            if captured == buffer:
                uses[call["call"]] = "names"
        elif function == "glVertexAttribPointer":
            source = bound
            if source == buffer:
                uses[call["call"]] = "names"
        elif "TransformFeedback" in function and function != "glBindTransformFeedback":
            captures = function.startswith(("glBegin", "glResume"))
        elif function == "glDrawArrays" and captures and captured == buffer:
            uses[call["call"]] = "changes"
        elif function == "glDrawArrays" and source == buffer:
            uses[call["call"]] = "reads"
    return uses


USES = {"swapped": swapped, "paused": paused}


def told_uses(path, kind, name):
    return {use["call"]: use["use"] for use in json.loads(run("uses", "--" + kind, str(name), "--json", path)[0])}


def uses_of_others():
    """Lists, queries, shaders, samplers and pipelines: of programs counted anew, and of a few calls."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, argv_of("test-scenes list"))
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        expected, is_open = {}, False
        for call in calls:
            function = call["function"]
            is_open |= function == "glNewList"
            if is_open and not function.startswith("glX") and not call.get("fake") and not function.startswith("glGet"):
                expected[call["call"]] = "changes"
            elif function in ("glGenLists", "glCallList"):
                expected[call["call"]] = "makes" if function == "glGenLists" else "reads"
            is_open &= function != "glEndList"
        assert list(expected.values()).count("reads") >= 3 and told_uses(path, "list", 1) == expected, (told_uses(path, "list", 1), expected)
        record(path, argv_of("test-scenes query"))
        expected, is_open = {}, False
        for call in map(json.loads, run("dump", "--json", path)[0].splitlines()):
            function = call["function"]
            is_open |= function == "glBeginQuery"
            if is_open and (function.endswith("Query") or function.startswith("glDraw")):
                expected[call["call"]] = "changes"
            elif function in ("glGenQueries", "glGetQueryObjectuiv"):
                expected[call["call"]] = "makes" if function == "glGenQueries" else "reads"
            is_open &= function != "glEndQuery"
        told = {number: use for number, use in told_uses(path, "query", 1).items() if use != "names"}  # who deletes it
        assert list(expected.values()).count("changes") > 6 and told == expected, (told, expected)
        record(path, argv_of("test-scenes passes"))
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        shader = next(call["result"] for call in calls if call["function"] == "glCreateShader")
        expected = {call["call"]: {"glCreateShader": "makes", "glShaderSource": "changes", "glCompileShader": "changes"}[call["function"]]
                    for call in calls if call["function"] in ("glCreateShader", "glShaderSource", "glCompileShader")
                    and shader in (call.get("result"), call["arguments"][0]["value"])}
        told = told_uses(path, "shader", shader)
        assert len(expected) == 3 and {number: told.get(number) for number in expected} == expected, (told, expected)
        trace = Lies()
        context(trace)
        for name, *args in (("glGenSamplers", 1, array(unsigned(5))), ("glSamplerParameteri", 5, 0x2801, 0x2600), ("glBindSampler", 0, 5),
                            ("glGenProgramPipelines", 1, array(unsigned(7))), ("glBindProgramPipeline", 7), ("glDrawArrays", 4, 0, 3),
                            ("glBindProgramPipeline", 0), ("glBindSampler", 0, 0), ("glDrawArrays", 4, 0, 3)):
            trace.make(name, *args)
        trace.save(path)
        assert told_uses(path, "sampler", 5) == {2: "makes", 3: "changes", 4: "names", 7: "reads"}, told_uses(path, "sampler", 5)
        assert told_uses(path, "pipeline", 7) == {5: "makes", 6: "names", 7: "reads"}, told_uses(path, "pipeline", 7)


def uses_of_dispatches():
    """Of a dispatch those that its shader names: the image and the storage buffer, into which it writes, and the uniform block."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, argv_of("test-scenes dispatched"))
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        made = {kind: sorted(name for call in calls if call["function"] == function for name in call["arguments"][1]["value"])
                for kind, function in (("texture", "glGenTextures"), ("buffer", "glGenBuffers"))}
        dispatches = sum(call["function"] == "glDispatchCompute" for call in calls)
        assert len(made["texture"]) == 2 and len(made["buffer"]) == 4 and dispatches > 3, (made, dispatches)
        expected = dict(zip([("texture", name) for name in made["texture"]] + [("buffer", name) for name in made["buffer"]],
                            (set(), {"changes"}, set(), set(), {"changes"}, {"reads"})))
        for (kind, name), wanted in expected.items():
            uses = [use for use in json.loads(run("uses", f"--{kind}", str(name), "--json", path)[0]) if use["function"] == "glDispatchCompute"]
            assert {use["use"] for use in uses} == wanted and len(uses) == dispatches * len(wanted), (kind, name, uses[:3])


def usage():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, [program("test-copies")])
        flushes = [line.split()[0].decode() for line in run("dump", path)[0].splitlines() if b" glFlush(" in line]
        here = ["--call", flushes[-1]]
        for words, status, said in ((["--call", "99999999", "--buffer", "1"], 1, "no such call"), ([*here, "--buffer", "77"], 1, "no such buffer"),
                                    (["--call", "0", "--buffer", "1"], 1, "no such buffer"), ([*here, "--buffer", "x"], 2, "--buffer"),
                                    (here, 2, "--buffer"), ([*here, "--buffer", "1", "--range", "5000-6000"], 1, "no such bytes"),
                                    ([*here, "--buffer", "1", "--range", "9-3"], 2, "--range"),
                                    ([*here, *here, "--buffer", "1"], 2, "each --call"),
                                    (["--buffer", "1", "--buffer", "1", *here], 2, "before a second --buffer")):
            done = subprocess.run([TOOL, "memory", *words, path], capture_output=True, timeout=patience(30), check=False)
            assert done.returncode == status and said in done.stderr.decode() and not done.stdout, (words, done)
        for words, status, said in ((["--texture", "9"], 1, "no such object"), (["--texture", "x"], 2, "number"), ([], 2, "--texture"),
                                    (["--texture", "1", "--buffer", "1"], 2, "one object"),
                                    (["--call", "99999999", "--buffer", "1"], 1, "no such call")):
            done = subprocess.run([TOOL, "uses", *words, path], capture_output=True, timeout=patience(30), check=False)
            assert done.returncode == status and said in done.stderr.decode() and not done.stdout, (words, done)
        text = run("memory", *here, "--buffer", "1", "--range", "32-95", path)[0].decode()
        assert "cleared, call" in text and "00 00 00" in text, text


def enough(calls):
    assert calls >= 1000 * len(of_the_day(QUICK)) // len(QUICK), f"the driver was asked at {calls} calls only"


def main():
    results = Results()
    calls = n_bytes = 0

    def one(name):
        nonlocal calls, n_bytes
        at, n = compare(name)
        calls += at
        n_bytes += n
    for name in sys.argv[1:] or (QUICK + MORE if EVERYTHING else of_the_day(QUICK)):
        results.check(name.replace(" ", "-"), one, name)
    if not sys.argv[1:]:
        for name in of_the_day(WRITTEN):
            results.check("written-" + name, written, name)
        for name in of_the_day(["glmark2 texture", "glmark2 shadow", "glmark2 desktop"], 3):
            results.check("uses-" + name.split()[1], uses_of, name)
        for name, counted_of in USES.items():
            results.check("uses-" + name, uses_of_buffers, name, counted_of)
        results.check("uses-dispatched", uses_of_dispatches)
        results.check("uses-others", uses_of_others)
        results.check("cleared", cleared)
        results.check("packed", packed)
        results.check("usage", usage)
        results.check("a-thousand-calls", enough, calls)
    print(f"{n_bytes} bytes compared at {calls} calls")
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
