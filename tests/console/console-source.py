#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Another source for a stage: frames drawn with it are what it says, before and after they are what the program alone draws;
the driver's messages; what would move is refused; the edited source is the one that is debugged."""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, line_of, program, source_lines  # noqa: E402
from patience import wait_until  # noqa: E402

WIDTH, HEIGHT, FRAMES = 60, 45, 6
SIZE = WIDTH * HEIGHT * 4
RED = bytes((255, 0, 0, 255))


def arguments(glsl, dump):
    return [program("glstep-example"), "--glsl", glsl, "--size", f"{WIDTH}x{HEIGHT}", "--frames", str(FRAMES), "--time-step", "0.7",
            "--dump", dump]


def frames_of(dump):
    with open(dump, "rb") as file:
        data = file.read()
    assert len(data) == FRAMES * SIZE, len(data)
    return [data[i * SIZE:(i + 1) * SIZE] for i in range(FRAMES)]


def refused(console, command, code):
    answer = console.command(command)
    assert not answer["ok"] and answer["error"]["code"] == code, (command, answer)
    return answer["error"]["message"]


def scene(console):
    """To the scene's draw of the next frame: a frame has that and the bar's."""
    stop = console.run("next draw")
    while "march" not in console.run("source fragment")["source"]:
        stop = console.run("next draw")
    return stop["frame"]


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def check_refusals(console, folder, glsl, source):
    broken = write(folder, "broken.frag", source.replace("vec3 result = shade(ray, hit);", "vec3 result = shade(ray, hit, 1);"))
    line = line_of(source.split("\n"), "vec3 result = shade(ray, hit);")
    message = refused(console, f"set source fragment {broken}", "driver-refused")
    assert re.search(rf"\b0:{line}\(", message), (line, message)
    refused(console, f"set source fragment {folder}/none.frag", "usage")
    refused(console, "set source fragment", "usage")
    refused(console, "set source geometry original", "usage")
    refused(console, f"set source fragment {broken} 1", "usage")
    typed = write(folder, "typed.frag", source.replace("uniform float rim_scale;", "uniform int rim_scale;").replace(
        "rim_scale *", "float(rim_scale) *"))
    refused(console, f"set source fragment {typed}", "unsupported")
    if glsl == "330":
        vertex = console.run("source vertex")["source"]
        moved = write(folder, "moved.vert", re.sub(r"\bin vec2 corner;", "layout(location = 5) in vec2 corner;", vertex))
        assert "location = 5" in open(moved).read()
        assert "corner" in refused(console, f"set source vertex {moved}", "unsupported")


def check_debugging(console, source, edited):
    """What is debugged is the edited text; leaving it draws with it."""
    assert console.run("source fragment")["source"] == edited
    console.run("shader fragment")
    assert console.run("count sites")["total"] > 0
    console.run("shader continue")
    name = "color" if "color" in edited.split("void main")[1] else "gl_FragColor"
    if "gl_FragColor" in edited:
        name = "gl_FragColor"
    assert console.run(f"print {name}")["value"] == [1, 0, 0, 1]
    refused(console, "set source fragment original", "usage")
    console.run("shader leave")


def check(glsl, folder):
    alone, dump = os.path.join(folder, f"alone-{glsl}"), os.path.join(folder, f"edited-{glsl}")
    subprocess.run(arguments(glsl, alone), check=True, stdout=subprocess.DEVNULL)
    with Console(arguments(glsl, dump)) as console:
        first = scene(console)
        source = console.run("source fragment")["source"]
        check_refusals(console, folder, glsl, source)
        edited = re.sub(r"(color|gl_FragColor) = vec4\(result, 1\.0\);", r"\1 = vec4(result * 0.0 + vec3(1.0, 0.0, 0.0), 1.0);", source)
        assert edited != source
        console.run(f"set source fragment {write(folder, 'red.frag', edited)}")
        check_debugging(console, source, edited)
        scene(console)  # at full speed, without a stop at the bar's draw
        console.run("log off")
        console.run("next frame")
        last = scene(console)
        console.run("set source fragment original")
        assert console.run("source fragment")["source"] == source
        console.run("log on")
        # a source that differs in nothing that can be seen: uniforms and texture as before
        console.run(f"set source fragment {write(folder, 'same.frag', source + '// the same')}")
        console.run("continue")
    want, got = frames_of(alone), frames_of(dump)
    offset = 1  # GLFW swaps once before the first frame
    for i in range(FRAMES):
        red = first <= i + offset < last
        if not red:
            assert got[i] == want[i], f"{glsl}: frame {i} differs from the program's own"
            continue
        # the bar is blended over it, in the lower part
        top = got[i][-WIDTH * 4 * (HEIGHT // 2):]
        assert top == RED * (len(top) // 4) and got[i] != want[i], f"{glsl}: frame {i} is not red"
    assert last - first >= 2, (first, last)


def check_scene(scene_name, folder):
    """Edits that cannot be seen, of each program that a draw of the first frame uses: every frame, and what the program prints
    (samples counted, feedback), is as alone."""
    alone, dump = os.path.join(folder, "scene-alone"), os.path.join(folder, "scene-edited")
    argv = [program("test-scenes"), scene_name, "--size", "40x30", "--frames", "3", "--time-step", "0.3", "--dump"]
    printed = subprocess.run([*argv, alone], check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode()
    edits = 0
    with Console([*argv, dump]) as console:
        for _ in range(4):
            stop = console.run("next draw")
            if stop["stop"] == "exited" or stop["frame"] > 1:
                break
            for stage in ("vertex", "fragment"):
                answer = console.command(f"source {stage}")
                if answer["ok"] and "// as it was" not in answer["result"]["source"]:
                    console.run(f"set source {stage} {write(folder, 'scene.glsl', answer['result']['source'] + '// as it was')}")
                    edits += 1
        console.run("continue")
        said = console.program_output()
    assert edits, scene_name
    with open(alone, "rb") as want, open(dump, "rb") as got:
        assert want.read() == got.read(), f"{scene_name}: frames differ"
    assert said == printed, (scene_name, said, printed)


def check_detached(folder):
    """A program that was let go draws by its own source again."""
    alone, dump = os.path.join(folder, "alone"), os.path.join(folder, "detached")
    subprocess.run(arguments("330", alone), check=True, stdout=subprocess.DEVNULL)
    with Console(arguments("330", dump)) as console:
        first = scene(console)
        source = console.run("source fragment")["source"]
        edited = re.sub(r"color = vec4\(result, 1\.0\);", "color = vec4(1.0, 0.0, 0.0, 1.0);", source)
        console.run(f"set source fragment {write(folder, 'red.frag', edited)}")
        console.run("next frame")
        last = scene(console)
        console.run("detach")
        wait_until("the program's end", lambda: os.path.getsize(dump) == os.path.getsize(alone))
    want, got = frames_of(alone), frames_of(dump)
    red = [i for i in range(FRAMES) if want[i] != got[i]]
    assert red == list(range(first - 1, last - 1)), (red, first, last)


def check_pipeline(folder):
    """Separable programs: uniforms declared in another order keep the values that the program sets through its locations."""
    dump = os.path.join(folder, "pipeline")
    argv = [program("test-pipeline"), "--size", "8x8", "--frames", "5", "--time-step", "0.1", "--dump", dump]
    with Console(argv) as console:
        console.run("next draw")
        console.run("next draw")
        source = console.run("source fragment")["source"]
        edited = source.replace("unused, green, blue", "blue, green").replace("0.25, green, blue", "0.25, blue, green")
        console.run(f"set source fragment {write(folder, 'pipeline.frag', edited)}")
        console.run("next draw")
        console.run("shader fragment")
        assert console.run("source fragment")["source"] == edited
        console.run("shader leave")
        console.run("next draw")
        console.run("set source fragment original")
        stop = console.run("continue")
        assert stop["stop"] == "exited" and stop["status"] == 0, stop  # no GL error of ours
    with open(dump, "rb") as file:
        pixels = [file.read(256)[4 * (4 * 8 + 4):][:4] for _ in range(5)]
    for i, pixel in enumerate(pixels):
        green, blue = round(i % 5 / 5 * 255), 102
        want = (64, blue, green, 255) if i in (1, 2) else (64, green, blue, 255)
        assert all(abs(a - b) <= 1 for a, b in zip(pixel, want, strict=True)), (i, tuple(pixel), want)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("passes", "blended", "query", "feedback", "instanced", "immediate", "list", "alpha", "vertex-only"):
            check_scene(name, folder)
        for glsl in ("330", "120"):
            check(glsl, folder)
        check_detached(folder)
        check_pipeline(folder)
    print("frames are as the sources say")


if "DISPLAY" not in os.environ:
    display = os.path.join(os.environ["top_srcdir"], "tests", "with-display")
    os.execv(display, [display, sys.executable, *sys.argv])
main()
