#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
record-programs.py [--piglit FROM:TO[:STEP],...] [NAME...] - programs that Debian has, recorded: what players draw of the trace is what the
program itself had drawn.

 frames-NAME  frames 2 to 4, read back just before their swaps in the run that is recorded, beside apitrace's player
 pixels-NAME  a program of piglit: glstep-replay finds nothing otherwise than recorded, the bytes of each read-back among it; and what it has
              read of the colours that it draws is what apitrace's player draws
A frame that the player draws differently each time is left out; one at least must be compared. Of piglit's programs (a sixth of
gl-programs.list, if nobody says, and of each the last that it reads back beside apitrace's player) those that read nothing back are counted: they look at errors,
links and queries. Of the others every third one, if nobody says. Of all these a third is taken, others each day, but for GLSTEP_TESTS=all.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
import gl_programs  # noqa: E402
from glstep_console import EVERYTHING, GLSTEP, Console, Results, of_the_day, program, without_libraries  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_tools import beside_apitrace, differing, faults, read_beside_player, run, take_picture  # noqa: E402

PLAYER = program("glstep-replay")
HACKS = "/usr/libexec/xscreensaver/"
FRAMES = 5
FIRST = 0
READS = 2  # of a program of piglit, beside apitrace's player; of those that are taken if nobody says, one
SIZE = ["--size", "200x150"]
PROGRAMS = {
    "glxgears": ["glxgears"],
    "es2gears": ["es2gears_x11"],
    "example": [program("glstep-example"), "--frames", "10"],
    "example-legacy": [program("glstep-example"), "--glsl", "120", "--frames", "10"],
    **{f"glmark2-{scene.split(':')[0]}-{n}": ["glmark2", *SIZE, "-b", scene] for n, scene in enumerate([
        "build:use-vbo=false", "build:use-vbo=true", "buffer:update-method=map", "buffer:update-method=subdata", "texture", "shading:shading=phong",
        "bump:bump-render=normals", "effect2d", "terrain", "ideas", "jellyfish", "refract"])},
    **{f"glmark2-es2-{scene}": ["glmark2-es2", *SIZE, "-b", scene] for scene in ("build", "texture", "pulsar", "shadow")},
    **{hack: [HACKS + hack, "-geometry", "200x150"] for hack in (
        "antinspect", "cubestorm", "endgame", "engine", "gears", "gflux", "gleidescope", "glknots", "moebius", "pipes", "polytopes", "pulsar",
        "spheremonics", "superquadrics", "topblock")},
}
BY_CHANCE = {"glknots"}  # of some of its knots, one in ten runs, all frames are otherwise in apitrace's player
SOME, SOME_BESIDE = "0:301:6,1:77:12", 34  # so many of them, at least, are compared with apitrace's pictures
SLOW = {"draw-sync", "copypixels-draw-sync"}  # not among these: draw-copypixels-sync does as much
READS_BACK = re.compile(rb"^\d+ gl(Read|Get)\w*\(.*\bblob\(", re.M)
OTHERWISE = {
    "arb_query_buffer_object-qbo": "its shaders compare times that queries have written into a buffer with those that it was told",
    "getteximage-invalid-format-for-packed-type": "the call is an error and writes nothing: the bytes are those of the program's stack",
    "glsl-routing": "it draws something else by itself, in one of twenty runs on Mesa 25: its shaders read varyings that nothing has written",
    "draw-pixels": "it gives no pixels to calls that are errors, which the player leaves out",
    "egl_mesa_query_driver": "it makes no context",
    "shadersource-errors": "where it points, in calls that are errors, nobody can read",
    "primitive-restart": "glArrayElement of the index that restarts is recorded as a vertex",
}


# The player's pictures are of what is drawn into.
NOT_BESIDE = {
    "clear-accum": "apitrace's player has no accumulation buffer",
    "clearbuffer-mixed-format": "it reads from another attachment",
    "ext_polygon_offset_clamp-dlist": "apitrace's player does not know glPolygonOffsetClamp",
    "fbo-sys-blit": "it reads from the front buffer",
    "fbo-viewport": "apitrace's player makes the window larger where a viewport reaches beyond it, and what was drawn there is lost",
    "fbo-attachments-blit-scaled-linear": "it reads from another framebuffer",
    "fbo-draw-buffers-blend": "it reads from another attachment",
}


def own_pictures(path):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PLAYER, "--images", folder, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
        return [read_png(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]


def compare(name, live, path):
    """How many frames were compared; the player draws one more, which was not read back."""
    try:
        return beside_apitrace(live, path, FIRST, is_whole=False)
    except AssertionError:
        if name not in BY_CHANCE or any(differing(a, b) for a, b in zip(live, own_pictures(path), strict=False)):
            raise
        print(f"# {name}: apitrace's player draws frames otherwise, which glstep-replay draws as the program has", flush=True)
        return len(live) - FIRST


def recorded_frames(argv, folder, path):
    live = []
    with Console(argv) as console:
        console.run(f"trace start {path}")
        for _ in range(FRAMES):
            if console.run("next frame")["stop"] == "exited":
                return live
            take_picture(console, folder, live)
        console.run("next frame")
        console.run("trace stop")
    return live


def frames(name):
    argv = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        live = recorded_frames(argv, folder, path)
        assert not faults(path) - {b"it never returns"}, faults(path)
        assert compare(name, live, path) > 0, "no frame is drawn alike twice"


def pixels(argv, name, reads):
    """How often it has read something back, and how much of that was compared with apitrace's player."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=patience(60), check=False)
        done = subprocess.run([PLAYER, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False)
        said = without_libraries(done.stderr.decode(errors="replace"))
        assert done.returncode == 0 and said.count("\n") == 1 and said.endswith(" 0 differences\n"), (done.returncode, said)
        compared = read_beside_player(path, reads) if name not in NOT_BESIDE else 0
        return len(READS_BACK.findall(run("dump", path)[0])), compared


def piglit(results, part):
    with open(gl_programs.LIST, encoding="utf-8") as lines:
        found = [line.strip() for line in lines if not line.startswith("#")]
    chosen = [line for each in part.split(",") for line in found[slice(*map(int, each.split(":")))] if part != SOME or line not in SLOW]
    if part == SOME:
        chosen = of_the_day(chosen, 3)
    silent = beside = 0
    for line in chosen:
        if line in OTHERWISE:
            print(f"# {line} is left out: {OTHERWISE[line]}", flush=True)
            continue
        try:
            read, compared = pixels(gl_programs.command(line), line, 1 if part == SOME else READS)
        except Exception as why:  # the others go on
            results.fail(f"pixels-{line}", f"{type(why).__name__}: {why}")
        else:
            silent += not read
            beside += compared > 0
            results.passed(f"pixels-{line}")
    if chosen:
        print(f"# {silent} of {len(chosen)} programs of piglit read nothing back; of {beside} the pictures were compared with apitrace's", flush=True)
    if (part == SOME or len(chosen) > 150) and (silent > len(chosen) // 2 or beside < (SOME_BESIDE if part == SOME and EVERYTHING else SOME_BESIDE / 6 if part == SOME else 100)):
        results.fail("pixels", "too few are compared")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--piglit", help=f"slices of the list (default: {SOME}, where no NAME is given)")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    results = Results()
    for name in options.names or (list(PROGRAMS) if options.piglit else of_the_day(list(PROGRAMS)[::3], 3)):
        results.check(f"frames-{name}", lambda name=name: frames(name))
    piglit(results, options.piglit or ("0:0" if options.names else SOME))
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
