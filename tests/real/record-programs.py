#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
record-programs.py [--all] [--piglit FROM:TO] [NAME...] - programs that Debian has, recorded: what apitrace's player draws of the trace is what the
program itself had drawn, read back in the same run.

 frames-NAME  each of the first frames, just before its swap
 pixels-NAME  a program of piglit: what it is drawing into, just before each of its first glReadPixels
A frame that the player draws differently each time is left out; one at least must be compared.
"""

import argparse
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
import gl_programs  # noqa: E402
from glstep_console import Console, Results, program  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_tools import differing, faults, played_pictures, run  # noqa: E402

HACKS = "/usr/libexec/xscreensaver/"
FRAMES = 4
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
    **{hack: [HACKS + hack] for hack in (
        "antinspect", "cubestorm", "endgame", "engine", "gears", "gflux", "gleidescope", "glknots", "moebius", "pipes", "polytopes", "pulsar",
        "spheremonics", "superquadrics", "topblock")},
}
# what ./run-tests plays; the scenes of tests/real/record.py come beside
SAMPLE = ["glxgears", "es2gears", "example", "example-legacy", "glmark2-build-0", "glmark2-buffer-2", "glmark2-es2-shadow"]
READS = 3


class NothingDrawn(Exception):
    """It is not a program for this test."""


def compare(live, played, again):
    """Returns how many were compared."""
    compared = 0
    for i, (a, b, c) in enumerate(zip(live, played, again, strict=False)):  # the player draws those that follow, too
        if differing(b, c):
            continue
        compared += 1
        assert not differing(a, b), f"picture {i}: {differing(a, b)} differ"
    return compared


def play_twice(path, *options):
    """With other contents of fresh memory each time."""
    return [played_pictures(path, perturb, *options) for perturb in ("0", "165")]


def take(console, folder, pictures):
    path = os.path.join(folder, "live.png")
    if "error" not in console.command(f"framebuffer {path}"):
        pictures.append(read_png(path))


def recorded_frames(argv, folder, path):
    live = []
    with Console(argv) as console:
        console.run(f"trace start {path}")
        for _ in range(FRAMES):
            if console.run("next frame")["stop"] == "exited":
                return live
            take(console, folder, live)
        console.run("next frame")
        console.run("trace stop")
    return live


def frames(argv):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        live = recorded_frames(argv, folder, path)
        assert not faults(path) - {b"it never returns"}, faults(path)
        played = play_twice(path)
        assert len(played[0]) >= len(live) > 0, (len(played[0]), len(live))
        assert compare(live, *played), "no frame is drawn alike twice"


def recorded_reads(argv, folder, path):
    live = []
    with Console(argv) as console:
        console.run(f"trace start {path}")
        console.run("break call glReadPixels")
        while len(live) < READS and console.run("continue")["stop"] != "exited":
            take(console, folder, live)
        if console.command("where").get("stop") != "exited":
            console.command("step")
        console.command("trace stop")
    return live


def pixels(argv):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        live = recorded_reads(argv, folder, path)
        if not live:
            raise NothingDrawn
        calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
        reads = [call["call"] for call in calls if call["function"] == "glReadPixels"][:len(live)]
        which = f"--calls={','.join(map(str, reads))}"
        played = play_twice(path, which)
        assert len(played[0]) == len(live), (len(played[0]), len(live))
        if not compare(live, *played):
            raise NothingDrawn


def piglit(results, part):
    with open(gl_programs.LIST, encoding="utf-8") as lines:
        found = [line.strip() for line in lines if not line.startswith("#")]
    first, last = map(int, part.split(":"))
    for line in found[first:last]:
        try:
            pixels(gl_programs.command(line))
        except NothingDrawn:
            print(f"# {line} reads nothing back", flush=True)
        except Exception as why:  # the others go on
            results.fail(f"pixels-{line}", f"{type(why).__name__}: {why}")
        else:
            results.passed(f"pixels-{line}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="not the sample alone")
    parser.add_argument("--piglit", default="0:0")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    results = Results()
    for name in options.names or (PROGRAMS if options.all else SAMPLE):
        results.check(f"frames-{name}", lambda name=name: frames(PROGRAMS[name]))
    piglit(results, options.piglit)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
