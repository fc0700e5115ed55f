#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
pictures.py - what `glstep-replay --images DIR --at CALLS` writes of attachments.

 targets     draws into targets of each kind: colours, depth and stencil are those that the program has read back itself, and the files are
             those that the console writes when it stands behind that call
 window      each draw and swap of a window's frames, as glretrace draws them; those of a swap are the frame's
 resolved-*  a multisampled target
 sets        sets of calls, in some frames: one file each; attachments that are not there are told of once
 lists       what is compiled into a display list stays as it is: the frames are the same
 stream      frames, and pictures at calls, on standard output, one behind the other: they are those that the program has read back
 usage       what cannot be had is told in one sentence
"""

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from array import array

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import Console, Results, program, read_npy  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_tools import PLAYER, differing, live_frames, play, player_environment, record, run  # noqa: E402

TARGETS = ("plain", "float", "signed", "integer", "srgb", "layered", "depth-only")
BYTES = ("plain", "srgb", "layered")  # eight bits a component hold them


def calls_of(path):
    return [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]


def draws_of(path):
    return [call["call"] for call in calls_of(path) if call["function"].startswith(("glDrawArrays", "glDrawElements"))]


def pictures(path, folder, *options):
    """The names of the files, and what is said on standard error but for the last line."""
    told = play(path, "--images", folder, *options)[1].splitlines()
    assert "differences" in told[-1], told
    return sorted(os.listdir(folder)), told[:-1]


def expect(found, expected):
    assert found == expected, (found, expected)


def same_file(a, b):
    with open(a, "rb") as one, open(b, "rb") as other:
        assert one.read() == other.read(), f"{a} and {b} differ"


# ---- what the program has read back ----

def planes_of(path, samples=1):
    """Width, height, colours of the first plane behind the draw, or of the mean of some, depth and stencil of the first layer
    (test-state --planes)."""
    with open(path, "rb") as file:
        data = file.read()
    n, width, height, _, n_depth = struct.unpack_from("<5i", data)
    size, depth = n * width * height * 16, n_depth * width * height * 4
    after = array("f", data[40 + size + depth:40 + 2 * size + depth])
    words = array("I", data[40 + 2 * size + depth:])
    plane = width * height * 4
    mean = [sum(after[i::plane][:samples]) / samples for i in range(min(plane, len(after)))]
    return width, height, mean, words[:width * height]


def close(values, expected, tolerance):
    assert len(values) == len(expected) > 0, (len(values), len(expected))
    wrong = [(i, a, b) for i, (a, b) in enumerate(zip(values, expected, strict=True)) if abs(a - b) > tolerance]
    assert not wrong, (len(wrong), wrong[:4])


def check_colours(stem, target, width, height, after):
    if target not in BYTES:
        shape = read_npy(stem + ".npy")
        expect(shape[:3], (height, width, 4))
        return close(shape[3], after, 1e-6)
    assert not os.path.exists(stem + ".npy")
    got_width, got_height, rows = read_png(stem + ".png")
    expect((got_width, got_height), (width, height))
    return close([byte / 255 for row in reversed(rows) for byte in row], after, 1e-6)


def check_console(path, call, stem_of, names, folder):
    """The console, behind that call, writes the same files of what a picture of bytes does not hold, and the same colours."""
    with Console([path]) as console:
        console.run(f"goto {call + 1}")
        for name, ending in names:
            ours, theirs = f"{stem_of(name)}.{ending}", os.path.join(folder, f"console.{ending}")
            if name == "color0" and not os.path.exists(stem_of(name) + ".npy"):
                console.run(f"attachment {name} {folder}/console.npy")
                _, _, n, values = read_npy(f"{folder}/console.npy")
                bytes_ = [byte for row in reversed(read_png(ours)[2]) for i, byte in enumerate(row) if i % 4 < n]
                close([byte / 255 for byte in bytes_], values, 1e-6)
            else:
                console.run(f"attachment {name} {theirs}")
                same_file(ours, theirs)


def record_state(folder, path, *argv):
    """test-state, with few names of state to ask for; the file of its planes."""
    names, planes = os.path.join(folder, "names"), os.path.join(folder, "planes")
    with open(names, "w", encoding="ascii") as file:
        file.write("GL_VIEWPORT 0xba2\n")
    record(path, program("test-state"), names, *argv, "--planes", planes)
    return planes


def target(name):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        width, height, after, words = planes_of(record_state(folder, path, "--draw", "arrays", "--target", name))
        call = draws_of(path)[0]
        out = os.path.join(folder, "out")
        files, told = pictures(path, out, "--at", str(call), "--attachments", "all")

        def stem_of(attachment):
            return os.path.join(out, f"call-{call:08}-{attachment}")
        expect({file.split("-", 1)[1].split("-", 1)[0] for file in files}, {f"{call:08}"})
        expect(told, [])
        if after:
            check_colours(stem_of("color0"), name, width, height, after)
        else:
            assert not any("color" in file for file in files), files
        kept = [(file.split("-", 2)[2].rsplit(".", 1)[0], file.rsplit(".", 1)[1]) for file in files]
        if words:
            _, _, n, depths = read_npy(stem_of("depth") + ".npy")
            expect(n, 1)
            close([value * 0xffffff for value in depths], [word >> 8 for word in words], 0.5)
            close(read_npy(stem_of("stencil") + ".npy")[3], [word & 255 for word in words], 0)
        assert ("depth", "png") in kept or not words, kept
        check_console(path, call, stem_of, [each for each in kept if each[0] in ("color0", "depth", "stencil")], folder)


def resolved(kind):
    """The mean of the samples; while a query may decide that nothing is copied, no picture, and a sentence that says so."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        width, height, mean, _ = planes_of(record_state(folder, path, "--draw", kind, "--target", "multisampled"), 4)
        calls = calls_of(path)
        first = max((call["call"] for call in calls if call["function"] == "glBeginConditionalRender"), default=0)
        call = next(number for number in draws_of(path) if number > first)
        out = os.path.join(folder, "out")
        if first:
            said = play(path, "--images", out, "--at", str(call), status=1)[1]
            assert os.listdir(out) == [] and "while a query decides" in said and "no picture is written" in said, said
            return
        assert max(mean) > min(mean), "the target has one colour"
        expect(pictures(path, out, "--at", str(call)), ([f"call-{call:08}-color0.png"], []))
        got_width, got_height, rows = read_png(os.path.join(out, f"call-{call:08}-color0.png"))
        expect((got_width, got_height), (width, height))
        close([byte / 255 for row in reversed(rows) for byte in row], mean, 1 / 255 + 1e-6)


# ---- windows ----

def window():
    with tempfile.TemporaryDirectory() as folder:
        path, ours, frames, theirs = (os.path.join(folder, name) for name in ("a.trace", "ours", "frames", "theirs"))
        record(path, program("test-scenes"), "blended", "--frames", "3")
        calls = calls_of(path)
        at = [call["call"] for call in calls if call["function"].startswith("glDraw") or "SwapBuffers" in call["function"]]
        files, told = pictures(path, ours, "--at", "draw,frame")
        expect(files, [f"call-{call:08}-color0.png" for call in at])
        expect(told, [])
        assert len({open(os.path.join(ours, file), "rb").read() for file in files}) > 1, "they show the same"
        play(path, "--images", frames)
        swaps = [call["call"] for call in calls if "SwapBuffers" in call["function"]]
        for i, call in enumerate(swaps):
            same_file(os.path.join(ours, f"call-{call:08}-color0.png"), os.path.join(frames, f"frame-{i:06}.png"))
        if not shutil.which("glretrace"):
            return
        os.mkdir(theirs)
        subprocess.run(["glretrace", f"--snapshot={','.join(map(str, at))}", f"--snapshot-prefix={theirs}/", path], check=True,
                       stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), env=player_environment("0"))
        snapshots = sorted(os.listdir(theirs))
        # what is swapped before its window has its size is another picture
        expect(len(snapshots), len(at))
        for call, name in list(zip(at, snapshots, strict=True))[at.index(swaps[0]) + 1:]:
            found = differing(read_png(os.path.join(ours, f"call-{call:08}-color0.png")), read_png(os.path.join(theirs, name)))
            assert not found, f"glretrace, call {call}: {found}"


def sets():
    with tempfile.TemporaryDirectory() as folder:
        path, listed = os.path.join(folder, "a.trace"), os.path.join(folder, "calls")
        record(path, program("test-scenes"), "passes", "--frames", "3")
        draws = draws_of(path)
        frame = [call["call"] for call in calls_of(path) if "SwapBuffers" in call["function"]]
        second = [call for call in draws if frame[0] < call < frame[1]]
        assert len(draws) > 4 and second, draws
        with open(listed, "w", encoding="ascii") as file:
            file.write(f"{draws[3]}\n{draws[1]}\n")
        for i, (options, expected) in enumerate(((["--at", f"{draws[1]}-{draws[-2]}/draw"], draws[1:-1]), (["--at", f"@{listed}"], [draws[1], draws[3]]),
                                                 (["--at", "draw", "--frames", "1"], second), (["--at", str(draws[2])], [draws[2]]))):
            files, told = pictures(path, os.path.join(folder, str(i)), *options)
            expect((files, told), ([f"call-{call:08}-color0.png" for call in expected], []))
        files, told = pictures(path, os.path.join(folder, "others"), "--at", "draw", "--attachments", "depth,color3")
        assert all(f"call-{call:08}-depth.npy" in files for call in draws) and len(told) == 1 and "no picture of color3" in told[0], (files, told)


def lists():
    """A set of calls that has those compiled into a list: nothing of ours is compiled, too."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, program("test-scenes"), "list", "--frames", "3")
        expected = play(path, "--md5")[0].splitlines()
        compiled, inside = [], False
        for call in calls_of(path):
            inside = inside and call["function"] != "glEndList"
            if inside and not call.get("fake"):
                compiled.append(call["call"])
            inside = inside or call["function"] == "glNewList"
        swaps = [call["call"] for call in calls_of(path) if "SwapBuffers" in call["function"]]
        assert compiled, "nothing is compiled"
        told = play(path, "--images", os.path.join(folder, "out"), "--at", f"{compiled[0]},{swaps[-1]}", "--attachments", "all")[1]
        assert f"nothing can be read behind call {compiled[0]}" in told, told
        frames = os.path.join(folder, "frames")
        play(path, "--images", frames)
        same_file(os.path.join(folder, "out", f"call-{swaps[-1]:08}-color0.png"), os.path.join(frames, f"frame-{len(expected) - 1:06}.png"))


def streamed(path, *options):
    """What comes on standard output: names, and pictures like read_png's."""
    done = subprocess.run([PLAYER, "--images", "-", *options, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False)
    assert done.returncode == 0, done.stderr
    rest, found = done.stdout, []
    while rest:
        magic, name, size, most, rest = rest.split(b"\n", 4)
        width, height = map(int, size.split())
        assert (magic, name[:2], most) == (b"P6", b"# ", b"255"), (magic, name, most)
        rows = []
        for y in range(height):
            row = bytearray(4 * width)
            for k in range(3):
                row[k::4] = rest[3 * y * width:3 * (y + 1) * width][k::3]
            rows.append(bytes(row))
        found.append((name[2:].decode(), (width, height, rows)))
        rest = rest[3 * width * height:]
    return found


def stream():
    argv = [program("test-scenes"), "passes", "--frames", "3"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, *argv)
        live = live_frames(folder, argv)
        found = streamed(path)
        assert [name for name, _ in found] == [f"frame-{i:06}.ppm" for i in range(len(live))], found
        assert not any(differing(a, b) for (_, a), b in zip(found, live, strict=True))
        assert [name for name, _ in streamed(path, "--frames", "2")] == ["frame-000002.ppm"]
        swaps = [call for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if call["function"] == "glXSwapBuffers"]
        found = streamed(path, "--at", "frame")
        assert [name for name, _ in found] == [f"call-{call['call']:08}-color0.ppm" for call in swaps], found
        assert not any(differing(a, b) for (_, a), b in zip(found, live, strict=True))
        for option in "--md5", "--bench", "--strict":
            done = subprocess.run([PLAYER, "--images", "-", option, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False)
            assert done.returncode == 2 and b"standard output" in done.stderr and not done.stdout, done


def usage():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record(path, program("test-scenes"), "plain", "--frames", "2")
        full = os.path.join(folder, "file")
        with open(full, "w", encoding="ascii"):
            pass
        for options, status, words in ((["--at", "5"], 2, "--images"), (["--images", folder, "--attachments", "all"], 2, "--at"),
                                       (["--images", folder, "--at", "x"], 2, "--at"), 
                                       (["--images", folder, "--at", "draw", "--attachments", "colour"], 2, "attachments are"),
                                       (["--images", folder, "--at", "draw", "--attachments", "color32"], 2, "attachments are"),
                                       (["--images", folder, "--at", "draw", "--attachments", "depth,"], 2, "attachments are"),
                                       (["--images", folder, "--at", "draw", "--md5"], 2, "--at"),
                                       (["--images", full, "--at", "draw"], 1, "file/call-"),
                                       (["--images", folder, "--at", "9999999"], 1, "no picture is written")):
            done = subprocess.run([PLAYER, *options, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False,
                                  text=True)
            said = [line for line in done.stderr.splitlines() if "differences" not in line]
            assert done.returncode == status and len(said) == 1 and words in said[0], (options, done.returncode, said)


def main():
    results = Results()
    for name in TARGETS:
        results.check(f"targets-{name}", target, name)
    for kind in "arrays", "conditional":
        results.check(f"resolved-{kind}", resolved, kind)
    for part in window, sets, lists, stream, usage:
        results.check(part.__name__, part)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
