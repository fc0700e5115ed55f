#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
trace-state.py - what `glstep-trace state` says of a trace's calls, without GL, is what the driver says where the same calls are stood at.

 NAME        a program's trace: at calls drawn by chance each value that the file tells equals the driver's; what a call has set is there
 materials   behind each call that sets a colour or a material: which follows which
 bound       of what is bound it tells the call that has bound it: the last one of the dump before there
 usage       what there is not is told in one sentence
 a-thousand-calls  so many were compared
"""

import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from driver_faults import prove_once  # noqa: E402
from glstep_console import GLSTEP, Console, Results, of_the_day, program  # noqa: E402
from patience import patience  # noqa: E402
from trace_tools import TOOL, gl_calls, run  # noqa: E402

QUICK = ["test-scenes legacy", "test-scenes stencil", "test-scenes fixed", "test-scenes list", "test-scenes passes", "glxgears", "es2gears_x11",
         "glmark2 desktop", "glmark2 shadow", "test-state", "test-setters", "test-setters objects", "test-setters core", "test-setters named"]
MORE = [f"test-scenes {s}" for s in ("plain", "blended", "dual", "feedback", "instanced", "indirect", "multisampled", "facets", "alpha", "immediate",
                                     "assembly", "elements", "query")] + \
       [f"glmark2 {m}" for m in ("texture", "bump", "refract", "terrain", "jellyfish", "ideas", "buffer", "build:use-vbo=false")] + \
       ["gears", "gflux", "sierpinski3d", "superquadrics", "molecule", "pulsar"]
EVERYTHING = os.environ.get("GLSTEP_TRACE_STATE") == "all"
CALLS = 100 if EVERYTHING else 80  # of each program, if it has so many: some 1,000 of those that are quick
# A matrix is a product of many, each rounded.
SEED = os.environ.get("GLSTEP_TRACE_STATE_SEED", "")
# OpenGL 4.6 compatibility, tables 23.7 to 23.26, has them among what glPushAttrib and glPushClientAttrib save; Mesa does not bring them back.
UNSAVED = re.compile(r"COMPRESSED_BLOCK|GL_LIGHT\d$|GL_COLOR_SUM|GL_FOG_COORD_SRC|TEXTURE\d.GL_TEXTURE_LOD_BIAS|SAMPLE_SHADING|"
                     r"DERIVATIVE_HINT|MIPMAP_HINT")
# What drivers do not tell as it was set, by the proof of tests/drivers/faults.list. With aliased attributes one of shaders sets current values
# of the fixed functions, too, and material may follow the colour.
NOT_TOLD = {"depth-bounds": "GL_DEPTH_BOUNDS_EXT$", "fog-index": "GL_FOG_INDEX$", "blend-of-first": "GL_BLEND$",
            "aliased-attributes": r"GL_CURRENT_(COLOR|SECONDARY_COLOR|FOG_COORD|NORMAL)$|MATERIAL\."}
NEAR = re.compile(r"MATRIX|GL_POSITION|GL_SPOT_DIRECTION")


def argv_of(name):
    words = name.split()
    if words[0] == "test-scenes":
        return [program("test-scenes"), words[1], "--frames", "4"]
    if words[0] == "test-state":
        return [program("test-state"), "--effects"]
    if words[0] == "test-setters":
        return [program("test-setters"), *words[1:]]
    if words[0] == "glmark2":
        return ["glmark2", "-b", f"{words[1]}:duration=0.6", "--size", "150x100"]
    hack = os.path.join("/usr/libexec/xscreensaver", words[0])
    return ["timeout", "1", hack if os.path.exists(hack) else words[0]]


def record(path, name):
    done = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv_of(name)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=patience(60), check=False)
    assert os.path.exists(path), done.stderr.decode()


def told(path, numbers):
    """What the file tells before each of these calls: name -> {value, call}; empty: no context is current."""
    words = [word for number in numbers for word in ("--call", str(number))]
    answers = [json.loads(line) for line in run("state", *words, "--json", path)[0].splitlines()]
    assert [answer["call"] for answer in answers] == list(numbers)
    return [answer["state"] for answer in answers]


def is_near(a, b):
    a, b = [[float(x) for x in v.split()] for v in (a, b)]
    return len(a) == len(b) and all(abs(x - y) <= 2e-5 * max(1, abs(x), abs(y)) for x, y in zip(a, b, strict=True))


@functools.cache
def is_wrong(proof):
    return prove_once(proof, dict(os.environ)) == "wrong"


def is_drivers(name):
    """Whether the driver is known not to tell what was set, and does so here."""
    return any(re.match(names, name) and is_wrong(proof) for proof, names in NOT_TOLD.items())


def wrong(theirs, driver):
    found = []
    for name, entry in theirs.items():
        if name in driver and entry["value"] != driver[name] and is_drivers(name):
            continue
        if name not in driver:
            if "call" in entry:
                found.append(f"{name} = {entry['value']}, which the driver does not have")
        elif entry["value"] != driver[name] and not UNSAVED.search(name) and not (NEAR.search(name) and is_near(entry["value"], driver[name])):
            found.append(f"{name} = {entry['value']}, not {driver[name]}, of call {entry.get('call')}")
    return found


# What the calls of test-setters are there to set, by what its names begin with.
OBJECTS = ["GL_POLYGON_MODE"] + [f"VIEWPORT[{i}].{name}" for i in (1, 2, 3) for name in ("GL_VIEWPORT", "GL_SCISSOR_BOX", "GL_DEPTH_RANGE", "GL_SCISSOR_TEST")] + \
    [f"DRAW_FRAMEBUFFER.{name}" for name in ("GL_DRAW_BUFFER0", "GL_DRAW_BUFFER3", "GL_READ_BUFFER", "GL_FRAMEBUFFER_DEFAULT_WIDTH")] + \
    [f"{which}_FRAMEBUFFER.GL_{point}.GL_FRAMEBUFFER_ATTACHMENT_{name}" for which in ("DRAW", "READ")
     for point, name in [(f"COLOR_ATTACHMENT{i}", part) for i in range(6) for part in (
         "OBJECT_TYPE", "OBJECT_NAME", "TEXTURE_LEVEL", "TEXTURE_LAYER", "TEXTURE_CUBE_MAP_FACE", "LAYERED")[:6 if i < 4 else 4]] +
     [("COLOR_ATTACHMENT6", "OBJECT_NAME"), ("DEPTH_ATTACHMENT", "OBJECT_NAME"), ("STENCIL_ATTACHMENT", "OBJECT_TYPE")]] + \
    [f"IMAGE[{i}].GL_IMAGE_BINDING_{name}" for i in (0, 1, 2, 3, 4, 5, 7) for name in ("NAME", "LEVEL", "LAYERED", "LAYER", "ACCESS", "FORMAT")] + \
    ["TEXTURE1.GL_TEXTURE_BINDING_2D", "TEXTURE2.GL_TEXTURE_BINDING_CUBE_MAP", "TEXTURE4.GL_TEXTURE_BINDING_3D", "TEXTURE2.GL_SAMPLER_BINDING"] + \
    [f"GL_{target}_BUFFER.GL_BUFFER_{name}" for target in ("ARRAY", "PIXEL_PACK", "PIXEL_UNPACK", "COPY_READ", "COPY_WRITE", "DRAW_INDIRECT", "QUERY", "TEXTURE")
     for name in ("SIZE", "USAGE", "STORAGE_FLAGS", "IMMUTABLE_STORAGE")] + \
    [f"GL_ARRAY_BUFFER.GL_BUFFER_{name}" for name in ("MAPPED", "ACCESS_FLAGS", "MAP_OFFSET", "MAP_LENGTH")] + \
    ["GL_UNIFORM_BUFFER[0]", "GL_UNIFORM_BUFFER[2]", "GL_UNIFORM_BUFFER[4]", "GL_UNIFORM_BUFFER[6]", "GL_UNIFORM_BUFFER[7]", "GL_SHADER_STORAGE_BUFFER[1]",
     "GL_SHADER_STORAGE_BUFFER[2]", "GL_ATOMIC_COUNTER_BUFFER[0]"] + [f"GL_TRANSFORM_FEEDBACK_BUFFER[{i}]" for i in range(4)] + \
    [f"VERTEX_BINDING[{i}]" for i in (1, 2, 3, 4, 5, 9, 10, 11, 12, 14)] + \
    [f"VERTEX_ATTRIB[{i}].GL_VERTEX_ATTRIB_{name}" for i in range(1, 9) for name in (
        "BINDING", "RELATIVE_OFFSET", "ARRAY_LONG", "ARRAY_BUFFER_BINDING", "ARRAY_DIVISOR")]


# The same of EXT_direct_state_access.
NAMED = ["GL_MODELVIEW_MATRIX", "GL_PROJECTION_MATRIX", "GL_PACK_ALIGNMENT", "GL_UNPACK_SKIP_ROWS", "GL_NORMAL_ARRAY_STRIDE", "GL_COLOR_ARRAY_TYPE",
         "GL_VERTEX_ARRAY_SIZE", "GL_NORMAL_ARRAY", "GL_INDEX_ARRAY", "GL_ARRAY_BUFFER.GL_BUFFER_USAGE", "VERTEX_BINDING[9]"] + \
    [f"TEXTURE{i}.{name}" for i in range(3) for name in (
        "GL_TEXTURE_MATRIX", "GL_TEXTURE_ENV_COLOR", "GL_S.GL_TEXTURE_GEN_MODE", "GL_T.GL_OBJECT_PLANE", "GL_TEXTURE_COORD_ARRAY", "GL_TEXTURE_GEN_S",
        "GL_TEXTURE_BINDING_2D", "GL_TEXTURE_2D.GL_TEXTURE_WRAP_S", "GL_TEXTURE_2D.GL_TEXTURE_MAX_LOD", "GL_TEXTURE_2D.GL_TEXTURE_MIN_FILTER")] + \
    [f"DRAW_FRAMEBUFFER.GL_{name}" for name in ("COLOR_ATTACHMENT1.GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME", "FRAMEBUFFER_DEFAULT_WIDTH", "DRAW_BUFFER1",
                                                "DEPTH_ATTACHMENT.GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME")] + \
    ["READ_FRAMEBUFFER.GL_READ_BUFFER", "TEXTURE3.GL_TEXTURE_BINDING_CUBE_MAP"] + \
    [f"VERTEX_ATTRIB[{i}].GL_VERTEX_ATTRIB_ARRAY_{name}" for i in (1, 6, 7) for name in ("SIZE", "NORMALIZED", "INTEGER", "BUFFER_BINDING", "DIVISOR")]
WANTED = {"test-setters objects": OBJECTS, "test-setters core": OBJECTS, "test-setters named": NAMED}


def ends_of_rounds(path):
    return [call["call"] for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if call["function"] == "glFlush"]


def ask(path, numbers):
    """What the driver says there; None: it cannot be asked, as a list is compiled, or in a block, or no context is current."""
    found = []
    with Console([path]) as console:
        for number in numbers:
            console.run(f"goto {number}")
            answer = console.command("state")
            assert answer["ok"] or answer["error"]["code"] == "unsupported", answer
            found.append(answer["result"] if answer["ok"] else None)
    return found


def compare(name, n=CALLS):
    """How many values were compared, the names of those that calls had set, and at how many calls."""
    compared, names, at = 0, set(), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, name)
        numbers = gl_calls(path)
        chosen = set(random.Random(name + SEED).sample(numbers, min(n, len(numbers))))
        if name.startswith("test-setters"):
            chosen |= set(ends_of_rounds(path))
        chosen = sorted(chosen)
        for number, theirs, driver in zip(chosen, told(path, chosen), ask(path, chosen), strict=True):
            if not theirs or driver is None:
                continue
            found = wrong(theirs, driver)
            assert not found, f"before call {number}: {'; '.join(found[:8])}"
            compared += len(theirs.keys() & driver.keys())
            names |= {k for k, e in theirs.items() if "call" in e}
            at += 1
    assert compared > 100 * len(chosen) / 2, f"only {compared} values in {len(chosen)} calls"
    missing = [w for w in WANTED.get(name, []) if not any(n.startswith(w) for n in names)]
    assert not missing, f"no call has set {len(missing)} of {len(WANTED[name])}: {missing[:6]}"
    return compared, names, at


def materials():
    """Right behind each call that sets a colour or a material, or has one follow the other (OpenGL 4.6 compatibility, section 12.2.3)."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, "test-setters")
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        setting = {call["call"] for call in calls if call["function"].startswith(("glColor3", "glColor4", "glMaterial", "glColorMaterial", "glPopAttrib"))
                   or "GL_COLOR_MATERIAL" in json.dumps(call["arguments"])}
        numbers = sorted({number + 1 for number in setting} & set(gl_calls(path)))
        followed = 0
        for number, theirs, driver in zip(numbers, told(path, numbers), ask(path, numbers), strict=True):
            found = wrong(theirs, driver)
            assert not found, f"before call {number}: {'; '.join(found[:8])}"
            followed += any(name.startswith("MATERIAL.") and entry.get("call") == number - 1 for name, entry in theirs.items())
        assert len(numbers) > 150 and followed > 50, (len(numbers), followed)


BINDS = {"glUseProgram": "GL_CURRENT_PROGRAM", "glBindVertexArray": "GL_VERTEX_ARRAY_BINDING", "glBindBuffer": "GL_ARRAY_BUFFER_BINDING",
         "glBindFramebuffer": "GL_DRAW_FRAMEBUFFER_BINDING", "glBindTexture": "TEXTURE0.GL_TEXTURE_BINDING_2D"}
TARGETS = {"glBindBuffer": 0x8892, "glBindFramebuffer": 0x8d40, "glBindTexture": 0x0de1}


def number_of(value):
    return value["value"] if isinstance(value, dict) and "enum" in value else value


def bound():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, "glmark2 shadow")
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        last, unit, compared = {}, 0x84c0, set()
        for call in calls[:1500]:
            function, args = call["function"], [number_of(a.get("value")) for a in call["arguments"]]
            if function == "glActiveTexture":
                unit = args[0]
            if function.startswith("glDraw") and len(compared) < 4:
                theirs = told(path, [call["call"]])[0]
                assert {name: theirs[name].get("call") for name in last if name in theirs} == \
                    {name: number for name, number in last.items() if name in theirs}, call
                compared |= last.keys() & theirs.keys()
            if function in BINDS and args[0] == TARGETS.get(function, args[0]) and (function != "glBindTexture" or unit == 0x84c0):
                last[BINDS[function]] = call["call"]
        assert len(compared) >= 3, compared


def usage():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, "test-scenes plain")
        for words, status, said in ((["--call", "99999999"], 1, "no such call"), (["--call", "0"], 1, "no context"), (["--call", "x"], 2, "--call"),
                                    (["--call", "4-3"], 2, "--call"), ([], 2, "--call"), (["--call", "9", "--group", "nose"], 2, "depth-buffer")):
            done = subprocess.run([TOOL, "state", *words, path], capture_output=True, timeout=patience(30), check=False)
            assert done.returncode == status and said in done.stderr.decode() and not done.stdout, (words, done)
        numbers = gl_calls(path)
        both = run("state", "--call", str(numbers[-1]), "--call", "0", "--group", "depth-buffer", path)[0].decode().splitlines()
        out = run("state", "--call", str(numbers[-1]), "--group", "depth-buffer", path)[0].decode().splitlines()
        assert both == ["before call 0:", f"before call {numbers[-1]}:", *out], both
        assert 3 < len(out) < 20 and all("DEPTH" in line for line in out), out


def enough(calls):
    assert calls >= 1000 * len(of_the_day(QUICK)) // len(QUICK), f"the driver was asked at {calls} calls only"


def main():
    results = Results()
    all_names, total, calls = set(), 0, 0

    def one(name):
        nonlocal total, calls
        compared, names, at = compare(name)
        total += compared
        calls += at
        all_names.update(names)
    for name in sys.argv[1:] or (QUICK + MORE if EVERYTHING else of_the_day(QUICK)):
        results.check(name.replace(" ", "-"), one, name)
    if not sys.argv[1:]:
        results.check("materials", materials)
        results.check("bound", bound)
        results.check("usage", usage)
        results.check("a-thousand-calls", enough, calls)
    print(f"{total} values compared at {calls} calls; {len(all_names)} variables that calls had set")
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
