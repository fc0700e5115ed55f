#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
record-memory.py - what calls read and write in memory, in recordings.

 NAME      a scene that glstep-replay and glretrace draw from the recording as the program has drawn it
 old-NAME  likewise, where the driver has nothing beyond OpenGL ES 2.0 but extensions
 asked-*   what calls answer that are given no place for how much it is
 errors    calls that are errors, where these are recorded, too
 pointers  pointers to memory that is not there, or not any more
 words-*   calls that the recording has as apitrace's recording of the same program has them
"""

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.environ["top_srcdir"]
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, folder) for folder in ("tests", "tests/trace", "data")]
import pointees  # noqa: E402
import registry  # noqa: E402
from glstep_console import GLSTEP, LACKING, Results, program  # noqa: E402
from patience import patience  # noqa: E402
from trace_tools import apitrace_dump, beside_apitrace, differing, faults, live_frames, need_apitrace, our_pictures  # noqa: E402
from trace_tools import played_pictures, record_by_apitrace, run  # noqa: E402

FRAMES = 3
SCENES = ["multi-offsets", "asked", "refused", "both-kinds", "stored-elements", "pixel-tables", "multi-instances", "slices", "bitmaps", "block-rows", "read-rows", "interleaved", "es-elements", "es-points", "viewports"]
OURS_ALONE = {"es-points"}  # apitrace's player has no glPointSizePointerOES
OLDEST = {"es-points"}  # in OpenGL ES 1.1
OLD_SCENES = ["es-rows", "es-elements"]  # in OpenGL ES 2.0
UNSTOPPED = {"stored-elements"}  # what they store in mapped buffers is recorded while they run


def record(path, argv, *options):
    """What the program prints."""
    done = subprocess.run([GLSTEP, "record", *options, "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=patience(60), check=True)
    assert not faults(path), faults(path)
    return done.stdout.decode()


def argv_of(name):
    return [program("test-scenes"), name, "--frames", str(FRAMES)]


def scene(name):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        if name in UNSTOPPED:
            record(path, argv_of(name))
            live = live_frames(folder, argv_of(name))
        else:
            live = live_frames(folder, argv_of(name), path)
            assert not faults(path), faults(path)
        ours = our_pictures(path)
        assert len(ours) == len(live) > FRAMES, (len(ours), len(live))
        for i, (a, b) in enumerate(zip(ours[1:], live[1:], strict=True), 1):
            assert not differing(a, b), f"frame {i}: {differing(a, b)} differ"
        if name in OURS_ALONE:
            return
        compared = beside_apitrace(live, path, 1)
        assert compared >= FRAMES, f"{compared} frames compared"


def old_scene(name):
    os.environ["MESA_GLES_VERSION_OVERRIDE"] = "2.0"
    try:
        scene(name)
    finally:
        del os.environ["MESA_GLES_VERSION_OVERRIDE"]


def lines_of(path, functions):
    """Of apitrace's dump, without the calls' numbers."""
    text = apitrace_dump(path).decode(errors="replace")
    return [line.split(None, 1)[1] for line in text.splitlines() if re.match(rf"\d+ ({'|'.join(functions)})\(", line)]


def words(argv, *functions):
    """In both recordings they read the same; each of them is there."""
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = (os.path.join(folder, name) for name in ("ours.trace", "theirs.trace"))
        record(ours, argv)
        record_by_apitrace(theirs, argv)
        found = lines_of(ours, functions)
        assert {line.split("(")[0] for line in found} == set(functions), found
        for one, other in itertools.zip_longest(found, lines_of(theirs, functions)):
            assert one == other, (one, other)


def asked():
    """What the program was told where it had no place for a length, function by function."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        said = record(path, argv_of("asked"))
        told = [line.split() for line in said.splitlines() if line.startswith("gl")]
        functions = {words[0] for words in told}
        assert len(functions) == 4, said
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        found = [[call["function"], *(str(number(value)) for value in call["arguments"][-1]["value"])]
                 for call in calls if call["function"] in functions]
        assert found == told, (found, told)


def number(value):
    return value["value"] if isinstance(value, dict) else value


def rules():
    """Each function that tells how much it has written can be asked in another way, or is an error without a place for that (EGL_BAD_PARAMETER,
    GL_INVALID_VALUE; GLX and unofficial ones would crash)."""
    asked_otherwise = {"glGetAttachedShaders", "glGetAttachedObjectsARB", "glGetProgramBinary", "glGetProgramBinaryOES", "glGetProgramResourceiv",
                       "glGetProgramResourcefvNV", "glGetSynciv", "glGetSyncivAPPLE", "eglExportDMABUFImageQueryMESA"}
    refused = {"eglChooseConfig", "eglGetConfigs", "eglGetOutputLayersEXT", "eglGetOutputPortsEXT", "eglQueryDeviceBinaryEXT", "eglQueryDevicesEXT",
               "eglQueryDmaBufFormatsEXT", "eglQueryDmaBufModifiersEXT", "eglQuerySupportedCompressionRatesEXT", "glExtGetTexturesQCOM",
               "glGetPerfQueryDataINTEL", "glXChooseFBConfig", "glXChooseFBConfigSGIX", "glXGetFBConfigs"}
    data = os.path.join(ROOT, "data")
    api = registry.load(os.environ.get("KHRONOS_API", "/usr/share/khronos-api"), data)
    found = {function.name for function, _, _, _, _, rule in pointees.pointers(api, data) if rule and rule.kind == "WRITTEN"}
    assert found == asked_otherwise | refused, found ^ (asked_otherwise | refused)
    with open(os.path.join(ROOT, "preload/memory/written-counts.c"), encoding="ascii") as source:
        text = source.read()
    assert {name for name in found if re.search(rf"\bGS_FN_{name}\b", text)} == asked_otherwise


def pointers():
    """The program cannot tell that its pointers were followed."""
    command = program("test-pointers")
    plain = subprocess.run([command], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True).stdout.decode()
    assert plain.splitlines()[-1] == "GL error 0", plain
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "a.trace"), os.path.join(folder, "out")
        assert record(path, [command]) == plain
        subprocess.run([GLSTEP, "--program-output", out, "-e", "log full", "-e", "continue", "--", command], stdin=subprocess.DEVNULL,
                       capture_output=True, timeout=patience(60), check=True)
        with open(out, encoding="utf-8") as file:
            assert file.read() == plain
        given = [re.search("value = (.*)\\)", line).group(1) for line in lines_of(path, ["glUniform4fv"])]
    there, gone = "{1, 2, 3, 4}", "NULL"
    assert given[:14] == [gone, gone, there, gone, gone, there, *[gone] * 8], given[:14]
    assert {there, gone} == set(given[14:])


def errors():
    """Where errors are asked for after each call."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, argv_of("refused"), "--classes", "all")
        assert len(played_pictures(path)) == len(our_pictures(path)) > FRAMES


def main():
    need_apitrace()
    results = Results()
    for name in SCENES:
        if name in OLDEST and subprocess.run(argv_of(name), capture_output=True, timeout=patience(60), check=False).returncode == LACKING:
            results.skip(name, "this driver makes no contexts of OpenGL ES 1")
        else:
            results.check(name, scene, name)
    for name in OLD_SCENES:
        results.check(f"old-{name}", old_scene, name)
    results.check("asked-values", asked)
    results.check("asked-rules", rules)
    results.check("errors", errors)
    results.check("pointers", pointers)
    results.check("words-offsets", words, argv_of("multi-offsets"), "glMultiDrawElements", "glMultiDrawElementsBaseVertex")
    sys.exit(results.failed > 0)


main()
