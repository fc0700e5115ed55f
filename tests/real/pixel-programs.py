#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Pixel history against brute force, in traces of foreign programs: the framebuffer, read whole after each call of a frame (another way of reading),
changes at a pixel at the same calls, from and to the same colours.

Without arguments a few programs; with GLSTEP_PIXELS=all (`make check-pixels`) all of them, or those that are named.
"""

import csv
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, Results, program  # noqa: E402
from piglit import read_png  # noqa: E402

HACKS = "/usr/libexec/xscreensaver/"
PIGLIT = "/usr/lib/x86_64-linux-gnu/piglit/bin/"
SIZE = ["--size", "200x150"]
FRAME = 3
MOST_CALLS = 20000  # of a frame
PROGRAMS = {
    "glxgears": ["glxgears"],
    "es2gears": ["es2gears_x11"],
    "example": [program("glstep-example"), "--frames", "10"],
    **{f"glmark2-{scene.split(':')[0]}": ["glmark2", *SIZE, "-b", scene] for scene in (
        "build:use-vbo=true", "buffer:update-method=map", "texture", "shading:shading=phong", "bump:bump-render=normals", "effect2d", "terrain",
        "ideas", "jellyfish", "refract", "desktop", "pulsar", "shadow")},
    **{hack: [HACKS + hack, "-geometry", "200x150"] for hack in (
        "antinspect", "cubestorm", "endgame", "engine", "gears", "gflux", "gleidescope", "glknots", "moebius", "pipes", "polytopes", "pulsar",
        "spheremonics", "superquadrics", "topblock", "molecule", "lavalite", "stonerview", "flipflop", "cubetwist")},
    **{name: [PIGLIT + name, "-auto"] for name in (
        "copy-pixels", "draw-pixels", "stencil-wrap", "stencil-twoside", "stencil-drawpixels", "depthfunc", "depth_clamp", "masked-clear",
        "polygon-mode", "polygon-offset", "occlusion_query", "occlusion-query-discard", "quad-invariance", "two-sided-lighting", "user-clip",
        "blendminmax", "blendsquare", "fbo-blit-stretch", "fbo-scissor-blit", "fbo-sys-blit", "dlist-clear",
        "hiz-depth-test-window-stencil1", "hiz-stencil-test-window-depth1", "linestipple", "lineloop", "clip-plane-transformation",
        "clearbuffer-depth", "clearbuffer-mixed-format", "vertex-program-two-side")},
}
SOME = ["glxgears", "glmark2-texture", "spheremonics", "depthfunc", "copy-pixels"]


def record(argv, path):
    """Some frames; a program that ends none is recorded to its end."""
    with Console(argv) as console:
        console.run(f"trace start {path}")
        for _ in range(FRAME + 2):
            if console.run("next frame")["stop"] != "call":
                return 0
        console.run("trace stop")
        console.kill()
    return FRAME


def calls_of(console, frame, folder):
    """Their numbers."""
    path = os.path.join(folder, "calls.csv")
    console.run(f"calls save {path}")
    with open(path, encoding="utf-8", newline="") as file:
        return [int(row["index"]) for row in csv.DictReader(file) if int(row["frame"]) == frame]


def stand(console, frame, folder):
    """In the frame, where a window is drawn into; its first call's number and its last one's."""
    calls = calls_of(console, frame, folder)
    assert calls, f"there is no frame {frame}"
    for number in reversed(calls):
        console.run(f"goto {number}")
        answer = console.command("attachments")
        if answer["ok"] and any(a["binding"].startswith("GL_BACK") or a["binding"].startswith("GL_FRONT")
                                for a in answer["result"]["attachments"]):
            return calls[0], number
    raise AssertionError("nothing draws into a window")


def picture(console, path):
    answer = console.command(f"framebuffer {path}")
    console.refused = False
    return read_png(path) if answer["ok"] else None


def colour(picture, pixel):
    width, height, rows = picture
    return tuple(rows[height - 1 - pixel[1]][4 * pixel[0]:4 * pixel[0] + 3])


def brute(console, first, last, pixels, folder):
    """{pixel: {call: (before, after)}}: only where the window is bound. A call that is no draw, clear or copy is none of ours."""
    path = os.path.join(folder, "now.png")
    stop = console.run(f"goto {first}")
    before, changes = picture(console, path), {pixel: {} for pixel in pixels}
    bound = 0
    while stop["stop"] == "call" and stop["call"]["index"] <= last:
        call, stop = stop["call"], console.run("step")
        if call["name"].startswith("glBindFramebuffer"):
            arguments = {a["name"]: a for a in call["arguments"]}
            if "READ" not in arguments["target"]["text"]:
                bound = int(arguments["framebuffer"]["value"])
        if bound or stop["stop"] != "call":
            continue
        after = picture(console, path)
        if after is None:  # in a block, or in no context
            continue
        for pixel in pixels:
            if before is not None and before[:2] == after[:2] and colour(before, pixel) != colour(after, pixel):
                changes[pixel][call["index"]] = (colour(before, pixel), colour(after, pixel))
        before = after
    return changes


def close(a, b):
    return all(abs(x - y / 255) <= 1.01 / 255 for x, y in zip(a, b, strict=False))


def compare(history, seen):
    """What a window holds at a frame's beginning depends on how the player came there: from the first clear on."""
    clear = next((e["call"]["index"] for e in history["events"] if e["kind"] in ("clear", "unsure")), -1)
    seen = {number: change for number, change in seen.items() if number > clear}
    told = {e["call"]["index"]: e for e in history["events"] if e["before"] and e["after"] and
            e["call"]["index"] > clear and [round(255 * v) for v in e["before"][:3]] != [round(255 * v) for v in e["after"][:3]]}
    assert set(told) == set(seen), (sorted(told), sorted(seen), [(e["call"]["index"], e["text"]) for e in history["events"]])
    for number, (before, after) in seen.items():
        assert close(told[number]["before"], before) and close(told[number]["after"], after), (told[number], before, after)
    return len(seen)


def check(name):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        frame = record(PROGRAMS[name], path)
        with Console([path], ["--timeout", "600"], seconds=600) as console:
            first, last = stand(console, frame, folder)
            assert last - first < MOST_CALLS, f"a frame of {last - first} calls"
            width, height, _ = picture(console, os.path.join(folder, "size.png"))
            pixels = [(width // 2, height // 2), (width // 3, height // 4), (2 * width // 3, 3 * height // 5)]
            histories = {pixel: console.run("history pixel {} {}".format(*pixel)) for pixel in pixels}
            seen = brute(console, first, last, pixels, folder)
            console.kill()
    counts = [compare(histories[pixel], seen[pixel]) for pixel in pixels]
    print(f"# {name}: {sum(counts)} changes, {sum(len(h['events']) for h in histories.values())} calls", flush=True)


def main():
    which = os.environ.get("GLSTEP_PIXELS", "").split(",")
    names = SOME if which == [""] else list(PROGRAMS) if which == ["all"] else which
    results = Results()
    for name in names:
        results.check(f"pixels-{name}", check, name)
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
