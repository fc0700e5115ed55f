#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
export-c.py - the C program that glstep-trace export-c makes of a trace draws what glstep-replay draws of it: every frame has the same sum.

 NAME        a program's trace: exported, compiled without a warning by gcc or clang, run with --md5, in memory or in
             windows of GLFW; whole, or (glxgears and the like) its first frames
 aside       a window is drawn into while another is read from
 apitrace    traces that apitrace recorded (with GLSTEP_EXPORT=all)
 frames      some frames, which --frames extracts first
 hostile     texts that would end comments and strings, or be taken for trigraphs, lines or names: the program compiles and draws, each text
             is told, and nothing is called that the trace has not
 lies        calls that the trace says too little of are left out, and counted
 classes     calls of classes that are not chosen are comments
 asserts     with --assert the program tells where GL holds something else than when the trace was recorded
 asserted    likewise, where the trace itself asserts it
 told        likewise what the recorded program was told of shaders, programs, framebuffers and errors, always
 portable    standard C alone; --bench
 bounds      no source is longer than it may be, and no function
 names       a trace of a driver that gave out other names, locations and addresses
 labels      names of objects are parts of their variables' names
 mesa-names  likewise what GL_MESA_trace says of textures, lists and memory
 linked      with another linker, too, which chooses other numbers of blocks, and of the subroutines of each stage
 usage       what cannot be exported is told in one sentence, and nothing is left

Environment: GLSTEP_EXPORT=all: some sixty programs, each in all three ways; else every other one of some, others each day.
"""

import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, LACKING, Results, of_the_day, program, without_libraries  # noqa: E402
from lying_trace import Lies, context, lies as lying_trace  # noqa: E402
from patience import patience  # noqa: E402
from trace_bytes import NULL, TRUE, array, blob, pointer, text, unsigned  # noqa: E402
from trace_tools import TOOL, record_by_apitrace, record_enough, run  # noqa: E402

SCENES = ["plain", "passes", "discard", "blended", "dual", "stencil", "feedback", "instanced", "indirect", "multisampled", "legacy",
          "alpha", "immediate", "list", "fixed", "stippled", "answered", "assembly", "coherent", "barrier", "flushed", "unpacked",
          "renewed", "elements", "query", "packed", "packed-elements", "cached", "threads"]
MARKS = ["build:use-vbo=false", "build:use-vbo=true", "texture", "shading", "bump", "effect2d", "desktop", "buffer:update-method=map", "ideas",
         "buffer:update-method=subdata", "jellyfish", "shadow", "refract", "conditionals", "function", "loop", "es2 build", "es2 texture"]
CONTEXTS = ["one", "--through egl --api es --version 31 one", "--through egl --api es1 one", "--through egl --api compatibility one",
            "--through pbuffer one", "--single one", "shared", "switched", "relinked", "deleted", "moved"]
HACKS = ["gears", "sierpinski3d", "superquadrics", "molecule", "glknots"]
LONG = ["glxgears", "es2gears_x11"]
# With which compiler, and in what.
GCC, CLANG, WINDOWS = ("gcc", "egl"), ("clang", "egl"), ("gcc", "glfw")
QUICK = {"feedback": GCC, "list": WINDOWS, "multisampled": GCC, "elements": CLANG, "coherent": GCC, "cached": CLANG, "assembly": GCC, "query": GCC,
         "threads": GCC, "--through egl --api es --version 31 one": WINDOWS, "--through egl --api es1 one": GCC, "deleted": GCC,
         "buffer:update-method=map": CLANG, "glxgears": GCC}
SECONDS, ENOUGH = 0.5, 12  # of a program that does not count its frames: twice as long, until there are so many
FIRST = "0-9"  # frames of programs that draw until they are ended
FAKE = 1  # of a call's flags: it is the recorder's
# What test-linked draws.
LINKED = [(10, 20, 30), (40, 50, 60), (61, 74, 83), (90, 103, 102), (110, 120, 130), (110, 120, 130), (180, 140, 150), (190, 200, 210)]
MOST_LINES, MOST_BYTES, MOST_FUNCTION = 5000, 600000, 2500


def everything():
    return os.environ.get("GLSTEP_EXPORT") == "all"


def argv_of(name, seconds=SECONDS):
    if name in SCENES:
        return [program("test-scenes"), name, "--frames", "4"]
    if name in CONTEXTS or name.endswith("aside"):
        return [program("test-contexts"), "--frames", "3", *name.split()]
    if name in HACKS:
        return ["timeout", str(seconds), "/usr/libexec/xscreensaver/" + name]
    if name in MARKS:
        *es, scene = name.split()
        return ["glmark2" + "".join("-" + word for word in es), "-b", f"{scene}:duration=0.1", "--size", "160x120"]
    if name == "example":
        return [program("glstep-example"), "--frames", "4", "--time-step", "0.3"]
    return ["timeout", str(seconds), name]


def record(path, name):
    record_enough(path, lambda seconds: argv_of(name, seconds), SECONDS, ENOUGH)


def lines_of(argv, **options):
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False, **options)
    assert done.returncode == 0, (argv, done.returncode, done.stderr.decode(errors="replace")[-2000:])
    return [line for line in done.stdout.decode().splitlines() if line.startswith("frame ")]


def sums(path, frames=None):
    """As glstep-replay draws them."""
    return [line.split()[2] for line in lines_of([program("glstep-replay"), "--md5", *(["--frames", frames] if frames else []), path])]


def export(path, folder, *words):
    """What the summary counts: calls, frames, calls left out, calls not chosen."""
    told = run("export-c", *words, path, folder)[1].splitlines()[-1]
    found = re.search(r"(\d+) calls, (\d+) frames, (\d+) calls left out(?:, (\d+) not chosen)?; the program is \w+$", told)
    assert found, told
    return [int(number or 0) for number in found.groups()]


def build(folder, window="egl", compiler="gcc"):
    """The program."""
    done = subprocess.run(["make", "-s", "-j2", "-C", folder, f"WINDOW={window}", f"CC={compiler}", "CFLAGS=-O0 -Wall -Wextra -Werror"],
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(300), check=False,
                          env={name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")})
    assert done.returncode == 0 and not done.stderr, done.stderr.decode(errors="replace")[-3000:]
    with open(os.path.join(folder, "Makefile"), encoding="ascii") as makefile:
        return os.path.join(folder, re.search(r"^(\w+): \$\(OBJECTS\)", makefile.read(), re.MULTILINE)[1])


def compare(path, folder, window="egl", compiler="gcc", frames=None, least=1):
    built = build(folder, window, compiler)
    wanted = sums(path, frames)
    # From another folder, and for EGL without a display.
    environment = {name: value for name, value in os.environ.items() if window != "egl" or name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    drawn = [line.split()[2] for line in lines_of([built, "--md5"], env=environment, cwd="/")]
    assert len(wanted) >= least, wanted
    assert drawn == wanted, f"{len(drawn)} frames for {len(wanted)}; the first that differs: " + str(
        next((i for i, (a, b) in enumerate(zip(drawn, wanted, strict=False)) if a != b), "none"))
    subprocess.run(["make", "-s", "-C", folder, "clean"], check=True, timeout=patience(30))


def is_there(compiler, window):
    return shutil.which(compiler) and (window == "egl" or not subprocess.run(["pkg-config", "--exists", "glfw3"], check=False).returncode)


def drawn_alike(name, ways):
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        record(path, name)
        frames = FIRST if name in LONG else None
        left_out = export(path, sources, *(["--frames", frames] if frames else []))[2]
        assert left_out == 0, f"{left_out} calls are left out"
        for compiler, window in ways:
            if is_there(compiler, window):
                compare(path, sources, window, compiler, frames)
            else:
                print(f"{name}: {compiler} or {window} is not installed")


def aside_picture():
    """What test-contexts aside draws."""
    green, other = bytes([0, 255, 0, 255]), bytes([51, 102, 153, 255])
    middle, corner = range(16, 48), range(8)
    is_other = [(x in middle and y in middle) or (x in corner and y in corner) for y in range(64) for x in range(64)]
    return hashlib.md5(b"".join(other if there else green for there in is_other)).hexdigest()


def aside():
    """A window is drawn into while another is read from: in memory as the program does it, and so does the player; with GLFW it is told."""
    for through in "glx", "egl":
        with tempfile.TemporaryDirectory() as folder:
            path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
            record(path, f"--through {through} aside")
            assert sums(path) == [aside_picture()] * 3, through
            assert export(path, sources)[2] == 0
            done = subprocess.run([build(sources), "--md5"], capture_output=True, timeout=patience(60), check=True)
            assert [line.split()[2] for line in done.stdout.decode().splitlines()] == [aside_picture()] * 3, (through, done)
            assert not done.stderr, done.stderr
            subprocess.run(["make", "-s", "-C", sources, "clean"], check=True, timeout=patience(30))
            if not is_there("gcc", "glfw"):
                print("aside: glfw is not installed")
                continue
            done = subprocess.run([build(sources, "glfw"), "--md5"], capture_output=True, timeout=patience(60), check=True)
            told = done.stderr.decode().splitlines()
            assert len(told) == len(set(told)) == 2 and all("WINDOW=egl" in line for line in told), told
            assert "read" in told[0] + told[1] and "several windows" in told[0] + told[1], told


def by_apitrace():
    for name, api in (("legacy", "gl"), ("build:use-vbo=false", "gl"), ("buffer:update-method=map", "gl"), ("glxgears", "gl"), ("es2gears_x11", "egl")):
        with tempfile.TemporaryDirectory() as folder:
            path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
            record_by_apitrace(path, argv_of(name), api)
            assert export(path, sources)[2] == 0, name
            compare(path, sources)


def some_frames():
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        record(path, "feedback")
        assert export(path, sources, "--frames", "2-3")[1] == 2
        compare(path, sources, frames="2-3", least=2)


EVIL = ["*/ evil(); /*", "a\\", "??/", "??/\n */ evil();", "\" evil(); \"", "\\\"", "/* // */", "*\\\n/ evil();", "%s%n", "\r\x1b[2J\x00z", "\u202e evil",
        "#define glClear evil", "*", "/", "x" * 9000, "ü\n\n"]


def frame(trace):
    trace.make("glClear", 0x4000)
    trace.make("glXSwapBuffers", pointer(0xD0), unsigned(0xA0))


def hostile():
    trace = Lies()
    context(trace)
    trace.make("glViewport", 0, 0, 8, 8)
    shader = trace.make("glCreateShader", 0x8B31, result=unsigned(7))
    assert shader
    trace.make("glCreateProgram", result=unsigned(9))
    for k, evil in enumerate(EVIL):
        raw = text(evil.encode())
        trace.make("glStringMarkerGREMEDY", len(evil), raw)
        trace.make("glPushDebugGroup", 0x824A, 0, 0xFFFFFFFF, raw)
        trace.make("glPopDebugGroup")
        trace.make("glGenTextures", 1, array(unsigned(100 + k)))
        trace.make("glBindTexture", 0x0DE1, 100 + k)
        trace.make("glObjectLabel", 0x1702, 100 + k, 0xFFFFFFFF, raw)
        trace.make("glLabelObjectEXT", 0x1702, 100 + k, 0, raw)
        trace.make("glBindAttribLocation", 9, k, raw)
        trace.make("glGetUniformLocation", 9, raw, result=unsigned(k))
        trace.make("glGetUniformLocation", 9, text((evil + "[3]").encode()), result=unsigned(50 + k))
        trace.make("glUseProgram", 9)
        trace.make("glUniform1f", k, 1.0)
        trace.make("glUniform1f", 51 + k, 1.0)
        trace.make("glShaderSource", 7, 1, array(raw), pointer(0))
        trace.make(f"gl{evil}", 1)
        trace.make("glDrawPixels", 4, 4, 0x1908, 0x1401, blob(bytes(64)))
    frame(trace)
    with tempfile.TemporaryDirectory() as folder:
        for title, compiler in (("*_ evil.trace", "gcc"), ("ü??\\.trace", "clang")):
            path, sources = os.path.join(folder, title), os.path.join(folder, compiler)
            trace.save(path)
            left_out = export(path, sources)[2]
            assert left_out == len(EVIL), f"{left_out} are left out for {len(EVIL)} that are not known"
            compare(path, sources, compiler=compiler if shutil.which(compiler) else "gcc")
        used = subprocess.run(["sh", "-c", "gcc -fpreprocessed -dD -E -P frames-001.c objects-001.c"], cwd=sources, capture_output=True, check=True,
                              timeout=patience(30)).stdout.decode(errors="replace")
        code = re.sub(r'"(?:\\.|[^"\\])*"', "", used)
        assert not re.search(r"\bevil\b", code), re.search(r".*\bevil\b.*", code)[0]
        with open(os.path.join(sources, "frames-001.c"), encoding="utf-8") as source:
            assert "evil();" in source.read(), "comments tell what the markers say"


def indices():
    """Draws whose indices each stand in memory of their own, or in a buffer: none is left out."""
    trace, corners = Lies(), struct.pack("<12f", -1, -1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0)
    context(trace)
    trace.make("glViewport", 0, 0, 8, 8)
    trace.make("glGenBuffers", 2, array(unsigned(3), unsigned(4)))
    trace.make("glBindBuffer", 0x8892, 3)
    trace.make("glBufferData", 0x8892, 48, blob(corners), 0x88E4)
    trace.make("glVertexPointer", 2, 0x1406, 0, NULL)
    trace.make("glEnableClientState", 0x8074)
    parts = array(unsigned(3), unsigned(3))
    in_memory = array(blob(bytes((0, 1, 2))), blob(bytes((3, 4, 5))))
    for name, where, base in (("", in_memory, []), ("BaseVertex", in_memory, [array(unsigned(0), unsigned(0))]), ("EXT", in_memory, []), ("", array(NULL, unsigned(3)), [])):
        if where is not in_memory:
            trace.make("glBindBuffer", 0x8893, 4)
            trace.make("glBufferData", 0x8893, 6, blob(bytes(range(6))), 0x88E4)
        for red in 0.5, 1.0:
            trace.make("glColor3f", red, 0.25, 0.0)
            trace.make(f"glMultiDrawElements{name}", 4, parts, 0x1401, where, 2, *base)
            trace.make("glXSwapBuffers", pointer(0xD0), unsigned(0xA0))
            trace.make("glClear", 0x4000)
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        trace.save(path)
        assert len(set(sums(path))) == 2, "two colours"
        assert export(path, sources)[2] == 0, read_all(sources)
        compare(path, sources, least=8)


def left_out():
    """What is left out is told with the first call and its reason, beside how much it is."""
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        trace = Lies()
        context(trace)
        number = trace.make("glNobodyKnows", 1)
        frame(trace)
        trace.save(path)
        what = f"call {number}, glNobodyKnows, is left out: the function is not known"
        said = run("export-c", path, sources)[1]
        assert said.splitlines()[0].endswith(f"the program may draw something else than the trace: {what}"), said
        shutil.rmtree(sources)
        told = json.loads(run("export-c", "--json", path, sources)[0])
        assert (told["left_out"], told["first_left_out"]) == (1, what), told


def lies():
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        trace = lying_trace()
        trace.save(path)
        calls, _, left_out, _ = export(path, sources)
        assert calls == trace.next_call and left_out > 10, (calls, left_out)
        build(sources)
        told = read_all(sources).count(" is left out: ")
        assert told == left_out, (told, left_out)
        for k in range(6 if everything() else 1):
            source, lie, other = (os.path.join(folder, f"{word}{k}.trace") for word in ("true", "lie", "c"))
            record(source, ["passes", "list", "coherent", "assembly", "elements", "feedback"][k])
            subprocess.run([program("tests/fuzz/lie-trace"), source, lie, str(k)], check=True, timeout=patience(30))
            export(lie, other[:-6])
            build(other[:-6])


def read_all(sources):
    return "".join(open(os.path.join(sources, name), encoding="utf-8").read() for name in sorted(os.listdir(sources)) if name.endswith(".c"))


def classes():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, "immediate")
        for words, there, away in (("operations", ["glBegin(", "glClear("], ["glVertex"]), ("primitives,arrays", ["glVertex", "glBegin("], ["glClear("]),
                                   ("all", ["glVertex", "glClear("], [])):
            sources = os.path.join(folder, words.replace(",", "_"))
            not_chosen = export(path, sources, "--classes", words)[3]
            code = re.sub(r"/\*.*?\*/", "", read_all(sources), flags=re.DOTALL)
            assert all(word in code for word in there) and not any(word in code for word in away), words
            assert bool(not_chosen) == bool(away) and read_all(sources).count("its class is not chosen") == not_chosen
        build(os.path.join(folder, "operations"))
        sources = os.path.join(folder, "numbers")
        kept = re.findall(r"^(\d+) (gl[A-Z]\w*)\(", run("dump", "--calls", "0-60", path)[0].decode(), re.MULTILINE)
        not_chosen = export(path, sources, "--calls", "0-60")[3]
        code = re.sub(r"/\*.*?\*/", "", read_all(sources), flags=re.DOTALL)
        counts = {name: len(re.findall(rf"\b{name}\(", code)) for name in ("glVertex2f", "glVertex3f", "glBegin", "glClear")}
        assert not_chosen and counts == {name: sum(function == name for _, function in kept) for name in counts}, (counts, kept)
        build(sources)


def asserts():
    """GL holds at each frame what the trace says; and where a call is taken out, that is told."""
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        for scene, call, variable in (("stencil", r"glDisable\(GL_DEPTH_TEST\)", "GL_DEPTH_TEST"), ("legacy", r"glMatrixMode\(GL_PROJECTION\)", None)):
            record(path, scene)
            export(path, sources, "--assert", "all")
            count = len(re.findall(r"expect_\w+\(", read_all(sources)))
            assert count > 100, count
            done = subprocess.run([build(sources), "--md5"], capture_output=True, timeout=patience(60), check=False)
            assert done.returncode == 0 and not done.stderr, done
            if variable:
                for name in sorted(os.listdir(sources)):
                    if name.startswith("frames") and name.endswith(".c"):
                        with open(os.path.join(sources, name), "r+", encoding="utf-8") as source:
                            text = re.sub(call + ";", ";", source.read())
                            source.seek(0)
                            source.truncate()
                            source.write(text)
                done = subprocess.run([build(sources), "--md5"], capture_output=True, timeout=patience(60), check=False)
                assert done.returncode == 1 and f"{variable} is 1, not 0" in done.stderr.decode(), done
            os.remove(path)
            shutil.rmtree(sources)
        done = subprocess.run([TOOL, "export-c", "--assert", "nose", path, sources], capture_output=True, timeout=patience(30), check=False)
        assert done.returncode == 2 and b"depth-buffer" in done.stderr, done


def asserted():
    """What a trace itself asserts (glTraceAssertAttribMESA) the program compares, too."""
    with tempfile.TemporaryDirectory() as folder:
        path, cut = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        subprocess.run([GLSTEP, "record", "-o", path, "--", program("test-mesa-trace"), "--frames", "2"], stdin=subprocess.DEVNULL,
                       capture_output=True, timeout=patience(60), check=True)
        calls = [json.loads(line) for line in run("dump", "--json", "--verbose", path)[0].splitlines()]
        kept = [str(call["call"]) for call in calls if call["function"] != "glDepthFunc" or "GL_GEQUAL" not in json.dumps(call["arguments"])]
        assert len(kept) < len(calls)
        run("repack", "--calls", ",".join(kept), path, cut)
        for trace, status, told in (path, 0, 0), (cut, 1, 1):
            sources = trace + ".c"
            export(trace, sources)
            code = read_all(sources)
            assert len(re.findall(r"\bASSERTED\(", code)) > 300 and len(re.findall(r"asserted_enabled\(", code)) > 100
            done = subprocess.run([build(sources), "--md5"], capture_output=True, timeout=patience(60), check=False)
            lines = done.stderr.decode().splitlines()
            assert done.returncode == status and bool(lines) == told, (trace, done)
            assert all(re.fullmatch(r"frame \d: GL_DEPTH_FUNC is \d+, not 518 as the trace asserts", line) for line in lines), lines


def told():
    """What the program was told of shaders, programs, framebuffers and errors the exported one compares, on a driver that lacks something, too."""
    s3tc = " ".join(f"-GL_{name}" for name in ("EXT_texture_compression_s3tc", "EXT_texture_compression_dxt1", "ANGLE_texture_compression_dxt3", "S3_s3tc"))
    for way, lacking, wrong in (("shader", {"GALLIUM_DRIVER": "softpipe"}, [r"\w+, GL_COMPILE_STATUS is 0, not 1", r"\w+, GL_LINK_STATUS is 0, not 1", "GL's error is 1282, not 0"]),
                                ("format", {"MESA_EXTENSION_OVERRIDE": s3tc}, ["GL's error is 128\\d, not 0"]),
                                ("framebuffer", {}, [])):
        with tempfile.TemporaryDirectory() as folder:
            path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
            subprocess.run([GLSTEP, "record", "-o", path, "--", program("test-strict"), way, "ask"], stdin=subprocess.DEVNULL, capture_output=True,
                           timeout=patience(60), check=True)
            export(path, sources)
            built = build(sources)
            for driver in ({}, lacking) if lacking else ({},):
                done = subprocess.run([built, "--md5"], capture_output=True, timeout=patience(60), check=False, env={**os.environ, **driver})
                lines = without_libraries(done.stderr.decode()).splitlines()
                assert done.returncode == bool(driver) and bool(lines) == bool(driver), (way, driver, done)
                for text in wrong if driver else ():
                    assert any(re.search(text + " as when it was recorded", line) for line in lines), (way, text, lines)
            assert way != "framebuffer" or "told_number(" in read_all(sources)


POISONED = ["unistd.h", "fcntl.h", "sys/mman.h", "sys/stat.h", "dirent.h", "pthread.h"]


def portable():
    """The program is of standard C alone, wherever it is started from; --bench tells how long its frames take."""
    with tempfile.TemporaryDirectory() as folder:
        path, sources, poison = (os.path.join(folder, name) for name in ("a.trace", "c", "poison"))
        record(path, "passes")
        frames = export(path, sources)[1]
        os.makedirs(os.path.join(poison, "sys"))
        for name in POISONED:
            with open(os.path.join(poison, name), "w", encoding="ascii") as header:
                header.write("#error this is of POSIX\n")
        for name in sorted(os.listdir(sources)):
            if name.endswith(".c") and not name.startswith("window-"):  # whose libraries' headers need what they need
                subprocess.run(["gcc", "-std=c11", "-pedantic-errors", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", poison, name], cwd=sources, check=True,
                               timeout=patience(60))
        with open(os.path.join(sources, "Makefile"), encoding="ascii") as makefile:
            assert "_SOURCE" not in makefile.read()
        built = build(sources)
        away = os.path.join(folder, "away")
        os.mkdir(away)
        for words, where in (["./" + os.path.basename(built)], sources), ([built], "/"), (["../c/" + os.path.basename(built)], away):
            done = subprocess.run([*words, "--bench"], cwd=where, capture_output=True, timeout=patience(60), check=True)
            *lines, last = done.stdout.decode().splitlines()
            took = [float(re.fullmatch(rf"frame {i} (\d+\.\d+)", line)[1]) for i, line in enumerate(lines)]
            told = re.fullmatch(r"(\d+) frames, ([\d.]+) s, ([\d.]+) frames/s; a frame takes ([\d.]+) to ([\d.]+) ms, in the middle ([\d.]+)", last)
            assert len(took) == int(told[1]) == frames and float(told[4]) == min(took) and float(told[5]) == max(took), (lines, last)
            assert float(told[6]) == sorted(took)[frames // 2] and abs(float(told[2]) - sum(took) / 1000) < 0.002 + 0.001 * frames, (lines, last)
            assert abs(float(told[3]) * sum(took) / 1000 - frames) < 0.01 * frames + 0.01, last
        done = subprocess.run([built, "--nothing"], capture_output=True, timeout=patience(30), check=False)
        assert done.returncode == 2 and b"--bench" in done.stderr, done


def bounds():
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        trace = Lies()
        context(trace)
        trace.make("glViewport", 0, 0, 8, 8)
        for k in range(4200):
            trace.make("glGenTextures", 1, array(unsigned(k + 1)))
            trace.make("glColor3f", 0.5, k / 4200, 1.0)
        frame(trace)
        frame(trace)
        trace.save(path)
        export(path, sources)
        for name in os.listdir(sources):
            if name.endswith((".c", ".h")):
                with open(os.path.join(sources, name), encoding="utf-8") as source:
                    whole = source.read()
                assert whole.count("\n") <= MOST_LINES and len(whole) <= MOST_BYTES, (name, len(whole), whole.count("\n"))
                longest = max(part.count("\n") for part in re.split(r"^}$", whole, flags=re.MULTILINE))
                assert longest <= MOST_FUNCTION or name.startswith("objects"), (name, longest)
        compare(path, sources, least=2)


VERTEX = "#version 330 compatibility\nlayout(location = 0) in vec2 place; void main() { gl_Position = vec4(place, 0.0, 1.0); }\n"
FRAGMENT = """#version 330 compatibility
uniform float a[3], z, b[4];
uniform sampler2D image;
uniform Block { vec4 more; } block;
out vec4 color;
void main() { color = texture(image, vec2(0.5)) + block.more + vec4(a[0] + a[1], a[2] + b[0], b[1] + b[2], b[3] + z); }
"""
LOCATIONS = {100: 1, 101: 2, 102: 3, 50: 10, 51: 20, 52: 40, 53: 80, 7: 4}  # a[0] .. z, of 255


def foreign(trace, draws=True):
    """One triangle; none of its numbers is what a driver gives out first."""
    context(trace)
    trace.make("glViewport", 0, 0, 8, 8)
    trace.make("glCreateProgram", result=unsigned(900))
    for shader, kind, source in (901, 0x8B31, VERTEX), (902, 0x8B30, FRAGMENT):
        trace.make("glCreateShader", kind, result=unsigned(shader))
        trace.make("glShaderSource", shader, 1, array(text(source)), NULL)
        trace.make("glCompileShader", shader)
        trace.make("glAttachShader", 900, shader)
    trace.make("glLinkProgram", 900)
    trace.make("glUseProgram", 900)
    for name, location in {"a": 100, "b[2]": 52, "z": 7, "image": 60}.items():
        trace.make("glGetUniformLocation", 900, text(name), result=unsigned(location))
    for location, value in LOCATIONS.items():
        trace.make("glUniform1f", location, value / 255)
    trace.make("glUniform1i", 60, 0)
    trace.make("glGetUniformBlockIndex", 900, text("Block"), result=unsigned(8))
    trace.make("glUniformBlockBinding", 900, 8, 3)
    trace.make("glGenBuffers", 2, array(unsigned(700), unsigned(600)))
    trace.make("glBindBufferBase", 0x8A11, 3, 600)
    trace.make("glBufferData", 0x8A11, 16, blob(struct.pack("<4f", 0.1, 0.0, 0.2, 0.0)), 0x88E4)
    trace.make("glBindBuffer", 0x8892, 700)
    trace.make("glBufferData", 0x8892, 24, NULL, 0x88E4)
    trace.make("glMapBuffer", 0x8892, 0x88B9, result=pointer(0x7F0000000000))
    trace.make("memcpy", pointer(0x7F0000000008), blob(struct.pack("<4f", 3.0, -1.0, -1.0, 3.0)), 16)
    trace.make("memcpy", pointer(0x7F0000000000), blob(struct.pack("<2f", -1.0, -1.0)), 8)
    trace.make("glUnmapBuffer", 0x8892, result=TRUE)
    trace.make("glVertexAttribPointer", 0, 2, 0x1406, 0, 0, NULL)
    trace.make("glEnableVertexAttribArray", 0)
    trace.make("glGenTextures", 1, array(unsigned(500)))
    trace.make("glBindTexture", 0x0DE1, 500)
    trace.make("glTexParameteri", 0x0DE1, 0x2801, 0x2600)
    trace.make("glTexImage2D", 0x0DE1, 0, 0x1908, 1, 1, 0, 0x1908, 0x1401, blob(bytes([7, 9, 11, 13])))
    trace.make("glFenceSync", 0x9117, 0, result=pointer(0xABC0))
    trace.make("glClientWaitSync", pointer(0xABC0), 1, 0, result=unsigned(0x911C))
    trace.make("glClear", 0x4000)
    if draws:
        trace.make("glDrawArrays", 4, 0, 3)
    trace.make("glXSwapBuffers", pointer(0xD0), unsigned(0xA0))


def names():
    with tempfile.TemporaryDirectory() as folder:
        path, empty, sources = (os.path.join(folder, name) for name in ("a.trace", "b.trace", "c"))
        for name, draws in ((path, True), (empty, False)):
            trace = Lies()
            foreign(trace, draws)
            trace.save(name)
        assert sums(path) != sums(empty), "the triangle is seen"
        assert export(path, sources)[2] == 0
        compare(path, sources)


def labels():
    trace = Lies()
    context(trace)
    trace.make("glViewport", 0, 0, 8, 8)
    trace.make("glGenTextures", 1, array(unsigned(3)))
    trace.make("glBindTexture", 0x0DE1, 3)
    trace.make("glObjectLabel", 0x1702, 3, 0xFFFFFFFF, text("brick wall"))
    frame(trace)
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        trace.save(path)
        export(path, sources)
        assert "glBindTexture(GL_TEXTURE_2D, texture_3_brick_wall);" in read_all(sources)
        compare(path, sources)


def mesa_names():
    """Comments of GL_MESA_trace on a texture, a list and memory are parts of names, too; what looks like one and is not makes none."""
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        subprocess.run([GLSTEP, "record", "-o", path, "--", program("test-mesa-trace"), "--frames", "2"], stdin=subprocess.DEVNULL,
                       capture_output=True, timeout=patience(60), check=True)
        export(path, sources)
        written = read_all(sources)
        for line in ("glGenTextures(1, &texture_1_a_wall);", "glBindTexture(GL_TEXTURE_2D, texture_1_a_wall);", "glNewList(list_7_a_wheel, GL_COMPILE);",
                     "glCallList(list_7_a_wheel);", "GL_UNSIGNED_BYTE, data(DATA_NUMBER_PIXELS_THE_PIXELS));",
                     "glVertexPointer(2, GL_FLOAT, 8, data(DATA_NUMBER_POINTER_THE_VERTICES));"):
            assert line in re.sub(r"DATA_\d+_", "DATA_NUMBER_", written), line
        assert not re.search(r"glCallList\(\d|texture_1\b[^_]", written)
        compare(path, sources)
        trace = Lies()
        context(trace)
        trace.make("glViewport", 0, 0, 8, 8)
        trace.make("glGenTextures", 1, array(unsigned(3)))
        trace.make("glBindTexture", 0x0DE1, 3)
        trace.make("glNewList", 5, 0x1300)
        trace.make("glEndList")
        for comment in ("texture 3: grass; list 5: two; things; list 9: none", "texture 3", "texture : x", "list 5:", "pointer 0x: y", "texture 33: z"):
            trace.call("glStringMarkerGREMEDY", ["len", "string"], [unsigned(len(comment)), text(comment)], flags=FAKE)
        trace.make("glStringMarkerGREMEDY", 15, text("texture 3: mine"))  # the program's own
        trace.make("glCallList", 5)
        frame(trace)
        path, sources = os.path.join(folder, "b.trace"), os.path.join(folder, "d")
        trace.save(path)
        export(path, sources)
        written = read_all(sources)
        assert "glBindTexture(GL_TEXTURE_2D, texture_3_grass);" in written and re.search(r"glCallList\(list_5_two_+things\);", written), written
        assert not re.search(r"texture_33|list_9|_mine|texture_\w+_z", written)
        compare(path, sources)


def linked():
    """Numbers that another linker chooses: of blocks that are listed, and of the subroutines of each stage and their variables."""
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        subprocess.run([GLSTEP, "record", "-o", path, "--", program("test-linked")], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60),
                       check=True)
        assert export(path, sources)[2] == 0
        built = build(sources)
        for preload in "", os.path.abspath(program("libtest-otherwise.so")) + ":":
            environment = {**os.environ, "LD_PRELOAD": preload + os.environ.get("LD_PRELOAD", "")}
            drawn = [line.split()[2] for line in lines_of([built, "--md5"], env=environment, cwd="/")]
            assert drawn == [hashlib.md5(bytes([*colour, 255]) * 64 * 64).hexdigest() for colour in LINKED], (preload, drawn)


def usage():
    with tempfile.TemporaryDirectory() as folder:
        path, sources, full = (os.path.join(folder, name) for name in ("a.trace", "c", "full"))
        record(path, "plain")
        os.mkdir(full)
        open(os.path.join(full, "mine"), "w", encoding="ascii").close()
        before = sorted(os.listdir(folder))
        for words in (["--frames", "77", path, sources], ["--frames", "x", path, sources], ["--classes", "x", path, sources], [path], [],
                      [path, full], [path, os.path.join(folder, "no", "folder")], [full, sources], ["--assert", "nose", path, sources]):
            done = subprocess.run([TOOL, "export-c", *words], capture_output=True, timeout=patience(30), check=False)
            assert done.returncode == 2 and done.stderr and sorted(os.listdir(folder)) == before, (words, done)
        assert os.listdir(full) == ["mine"]
        told, said = run("export-c", "--json", path, sources)
        figures = json.loads(run("info", "--json", path)[0])
        assert json.loads(told) == {"folder": sources, "calls": figures["calls"], "frames": figures["frames"], "left_out": 0, "not_chosen": 0,
                                    "program": "a"} and not said, (told, said)


def main():
    results = Results()
    programs = SCENES + CONTEXTS + MARKS + HACKS + LONG + ["example"] if everything() else of_the_day(QUICK)
    for name in programs:
        title = re.sub(r"[^a-z0-9_]+", "-", name.strip("-"))
        if "--api es1" in name and subprocess.run(argv_of(name), capture_output=True, timeout=patience(60), check=False).returncode == LACKING:
            results.skip(title, "this driver makes no contexts of OpenGL ES 1")
        else:
            results.check(title, drawn_alike, name, [GCC, CLANG, WINDOWS] if everything() else [QUICK[name]])
    if everything() and shutil.which("apitrace"):
        results.check("apitrace", by_apitrace)
    for name, check in (("aside", aside), ("frames", some_frames), ("hostile", hostile), ("indices", indices), ("left-out", left_out), ("lies", lies), ("classes", classes), ("asserts", asserts), ("asserted", asserted), ("told", told), ("portable", portable), ("bounds", bounds), ("names", names),
                        ("labels", labels), ("mesa-names", mesa_names), ("linked", linked), ("usage", usage)):
        results.check(name, check)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
