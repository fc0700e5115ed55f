#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Pixel history against brute force, in traces of foreign programs: the framebuffer, read whole after each call of a frame (another way of reading),
changes at a pixel at the same calls, from and to the same colours. So do the samples of the multisampled framebuffers that piglit's tests draw into,
each read by itself after each call.

Without arguments a few programs; with GLSTEP_PIXELS=all (`make check-pixels`) all of them, or those that are named.
"""

import collections
import csv
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, Results, of_the_day, program  # noqa: E402
from piglit import read_png  # noqa: E402

HACKS = "/usr/libexec/xscreensaver/"
PIGLIT = "/usr/lib/x86_64-linux-gnu/piglit/bin/"
SIZE = ["--size", "200x150"]
FRAME = 3
# What may change a picture, by how it begins: of these calls the picture is read.
CHANGES = ("glDraw", "glMulti", "glEnd", "glClear", "glBlit", "glCall", "glCopyPixels", "glBitmap", "glRect", "glArrayElement", "glAccum",
           "glXMakeCurrent", "eglMakeCurrent")
MOST_CALLS = 60000  # of a frame
PROGRAMS = {
    "glxgears": ["glxgears"],
    "es2gears": ["es2gears_x11"],
    "example": [program("glstep-example"), "--frames", "10"],
    **{f"glmark2-{scene.split(':')[0]}": ["glmark2", *SIZE, "-b", scene] for scene in (
        "build:use-vbo=true", "buffer:update-method=map", "texture", "shading:shading=phong", "bump:bump-render=normals", "effect2d", "terrain",
        "function", "jellyfish", "refract", "desktop", "pulsar", "shadow")},
    **{hack: [HACKS + hack, "-geometry", "200x150"] for hack in (
        "antinspect", "cubestorm", "endgame", "engine", "gears", "gflux", "gleidescope", "glknots", "moebius", "pipes", "polytopes", "hypertorus",
        "spheremonics", "superquadrics", "topblock", "molecule", "lavalite", "stonerview", "flipflop", "cubetwist")},
    **{name: [PIGLIT + name, "-auto"] for name in (
        "copy-pixels", "draw-pixels", "stencil-wrap", "stencil-twoside", "stencil-drawpixels", "depthfunc", "depth_clamp", "masked-clear",
        "polygon-mode", "polygon-offset", "occlusion_query", "occlusion-query-discard", "quad-invariance", "two-sided-lighting", "user-clip",
        "blendminmax", "blendsquare", "fbo-blit-stretch", "fp-lit-mask", "fbo-sys-blit", "early-z",
        "hiz-depth-test-window-stencil1", "hiz-stencil-test-window-depth1", "linestipple", "lineloop", "point-line-no-cull",
        "fbo-depth-sample-compare", "depth-tex-modes", "two-sided-lighting-separate-specular")},
}
SOME = ["glxgears", "glmark2-texture", "spheremonics", "depthfunc", "copy-pixels", "ms-sample-coverage"]
MULTISAMPLED = {"ms-" + words.split()[0]: [PIGLIT + "ext_framebuffer_multisample-" + words.split()[0], *words.split()[1:], "-auto"] for words in (
    "alpha-blending", "bitmap 4", "clear 4 color", "draw-buffers-alpha-to-coverage 4",
    "enable-flag", "interpolation 4 centroid-edges", "line-smooth 4", "multisample-blit 4 color", "point-smooth 4", "polygon-stipple 4",
    "polygon-smooth 4", "sample-alpha-to-coverage 4 color", "sample-alpha-to-one 4", "sample-coverage 4 inverted")}


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


def middle(picture):
    return picture[0] // 2, picture[1] // 2


def unlike_most(picture):
    """Three pixels that are not as most of the picture is; fewer where all is alike."""
    width, height, rows = picture
    every = [((x, y), tuple(rows[height - 1 - y][4 * x:4 * x + 3])) for y in range(height) for x in range(width)]
    most = collections.Counter(c for _, c in every).most_common(1)[0][0]
    other = [pixel for pixel, c in every if c != most]
    return [other[len(other) * k // 4] for k in (1, 2, 3)] if other else []


def places(console, folder):
    """Pixels of the present picture: some always, some where there is something."""
    now = picture(console, os.path.join(folder, "size.png"))
    width, height, _ = now
    return sorted({middle(now), (width // 3, height // 4), *unlike_most(now)})


def is_double_buffered(console):
    answer = console.command("attachments")
    console.refused = False
    return answer["ok"] and any(a["binding"].startswith("GL_BACK") for a in answer["result"]["attachments"])


def pictures(console, first, last, path):
    """(call, which buffer of the window is drawn into, picture after it), from before the first call on, where the window is bound: of calls
    that may draw."""
    console.run(f"goto {last}")
    bound, drawn = 0, "GL_BACK" if is_double_buffered(console) else "GL_FRONT"
    stop = console.run(f"goto {first}")
    yield None, drawn, picture(console, path)
    while stop["stop"] == "call" and stop["call"]["index"] <= last:
        call, stop = stop["call"], console.run("step")
        arguments = {a["name"]: a for a in call["arguments"]}
        if call["name"].startswith("glBindFramebuffer") and "READ" not in arguments["target"]["text"]:
            bound = int(arguments["framebuffer"]["value"])
        if call["name"] == "glDrawBuffer" and not bound:
            drawn = "GL_FRONT" if "FRONT" in arguments["buf"]["text"] else "GL_BACK"
        if not bound and stop["stop"] == "call" and call["name"].startswith(CHANGES):
            yield call["index"], drawn, picture(console, path)


def brute(console, first, last, pixels, folder):
    """{pixel: {call: (before, after)}}: of the window's buffer that is drawn into at last. A call that is no draw, clear or copy is none of ours."""
    seen = [(number, drawn, image and (image[:2], [colour(image, pixel) for pixel in pixels]))
            for number, drawn, image in pictures(console, first, last, os.path.join(folder, "now.png"))]
    before, changes = None, {pixel: {} for pixel in pixels}
    for number, drawn, after in seen:
        if drawn != seen[-1][1] or after is None:  # None: in a block, or in no context
            continue
        for k, pixel in enumerate(pixels):
            if before is not None and before[0] == after[0] and before[1][k] != after[1][k]:
                changes[pixel][number] = (before[1][k], after[1][k])
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
            pixels = places(console, folder)
            histories = {pixel: console.run("history pixel {} {}".format(*pixel)) for pixel in pixels}
            seen = brute(console, first, last, pixels, folder)
            console.kill()
    counts = [compare(histories[pixel], seen[pixel]) for pixel in pixels]
    assert any(counts), f"nothing changes at {pixels}"
    print(f"# {name}: {sum(counts)} changes, {sum(len(h['events']) for h in histories.values())} calls", flush=True)


def bound_to(console):
    """What the first colour of the draw framebuffer is; None where GL cannot be asked."""
    answer = console.command("attachments")
    console.refused = False
    found = [a for a in answer["result"]["attachments"] if a["binding"].startswith("GL_COLOR_ATTACHMENT0")] if answer["ok"] else []
    return found[0] if found else None


def sample_of(console, pixel, sample):
    answer = console.command("attachment color0 sample {} pixel {} {}".format(sample, *pixel))
    console.refused = False
    return tuple(answer["result"]["value"]) if answer["ok"] else None


def drawn_into_samples(console, frame, folder):
    """The frame's clears, draws and blits into the first multisampled framebuffer, the frame's last call, and what is attached there."""
    path = os.path.join(folder, "calls.csv")
    console.run(f"calls save {path}")
    with open(path, encoding="utf-8", newline="") as file:
        rows = [(int(row["index"]), row["function"]) for row in csv.DictReader(file) if int(row["frame"]) == frame]
    numbers, target = [], None
    for number, function in rows:
        if function == "glClear" or function.startswith(("glDrawArrays", "glDrawElements", "glEnd", "glBlitFramebuffer")):
            console.run(f"goto {number}")
            now = bound_to(console)
            if now and now["samples"] > 1 and (target is None or now == target):
                target = now
                numbers.append(number)
    assert numbers, "no multisampled framebuffer is drawn into"
    return numbers, rows[-1][0], target


def look_at(console, number, folder):
    """Three pixels that are not, before that call, as most of the buffer is, and one in its middle."""
    path = os.path.join(folder, "sample.png")
    console.run(f"goto {number}")
    console.run(f"attachment color0 sample 0 {path}")
    return {middle(read_png(path)), *unlike_most(read_png(path))}


def brute_samples(console, first, last, target, where):
    """{(pixel, sample): {call: (before, after)}}: as long as the same image is bound."""
    stop = console.run(f"goto {first}")
    known, changes, is_bound = {w: sample_of(console, *w) for w in where}, {w: {} for w in where}, True
    while stop["stop"] == "call" and stop["call"]["index"] < last:
        call, stop = stop["call"], console.run("step")
        if call["name"].startswith(("glBindFramebuffer", "glFramebuffer", "glDrawBuffer")):
            now = bound_to(console)
            is_bound = now is not None and (now["name"], now["target"]) == (target["name"], target["target"])
        if not is_bound:
            continue
        for w in where:
            after = sample_of(console, *w)
            if after is not None and after != known[w]:
                changes[w][call["index"]] = (known[w], after)
                known[w] = after
    return changes


def check_samples(name):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        frame = record(MULTISAMPLED[name], path)
        with Console([path], ["--timeout", "600"], seconds=600) as console:
            numbers, last, target = drawn_into_samples(console, frame, folder)
            first = numbers[0]
            where = [(pixel, sample) for pixel in look_at(console, numbers[-1], folder) for sample in (0, target["samples"] - 1)]
            histories = {}
            for pixel, sample in where:
                console.run(f"goto {first}")
                histories[pixel, sample] = console.run("history pixel {} {} sample {}".format(*pixel, sample))
            seen = brute_samples(console, first, last, target, where)
            console.kill()
    for w in where:
        told = {e["call"]["index"]: (tuple(e["before"]), tuple(e["after"])) for e in histories[w]["events"]
                if e["before"] and e["after"] and e["before"] != e["after"]}
        assert told == seen[w], (w, told, seen[w], [(e["call"]["index"], e["text"]) for e in histories[w]["events"]])
    assert any(seen.values()), "no sample changes"
    print(f"# {name}: {sum(map(len, seen.values()))} changes, {sum(len(h['events']) for h in histories.values())} calls", flush=True)


def main():
    which = os.environ.get("GLSTEP_PIXELS", "").split(",")
    names = of_the_day(SOME) if which == [""] else [*PROGRAMS, *MULTISAMPLED] if which == ["all"] else which
    results = Results()
    for name in names:
        results.check(f"pixels-{name}", check_samples if name in MULTISAMPLED else check, name)
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
