#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
program-names.py - drivers work round what a program does by its name: the player of its trace has that name for them.

 by-name     a shader that Mesa takes from one program alone, as a file in HOME says: its recording is drawn as another one that needs no such help
 other-name  without the file the player draws nothing, so that the name was the reason
 core        where no program is in use, a core context is not said to draw with fixed function, in a program and in its trace; a compatibility one is
"""

import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Results, program  # noqa: E402
from patience import patience  # noqa: E402

REPLAY = os.path.join(os.environ["top_builddir"], "glstep-replay")
DRIRC = """<driconf><device><application name="Odd program" executable="oddprogram">
<option name="allow_glsl_extension_directive_midshader" value="true"/></application></device></driconf>
"""
DIRECTIVE = "#extension GL_ARB_gpu_shader5 : enable\n"
FUNCTION = "float half_of(float x) { return x * 0.5; }\n"
SHADER = """[vertex]
#version 330
void main() {{ gl_Position = vec4(vec2(gl_VertexID % 2, gl_VertexID / 2) * 4.0 - 1.0, 0.0, 1.0); }}
[fragment]
#version 330
{}out vec4 color;
void main() {{ color = vec4(fma(half_of(gl_FragCoord.x), 0.125, 0.25), half_of(gl_FragCoord.y) * 0.125, 0.5, 1.0); }}
"""


def run(argv, home):
    return subprocess.run(argv, env=dict(os.environ, HOME=home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=patience(10))


def record(folder, home, name, text):
    shader, trace = os.path.join(folder, f"{name}.txt"), os.path.join(folder, f"{name}.trace")
    with open(shader, "w", encoding="ascii") as file:
        file.write(text)
    copy = os.path.join(folder, name)
    shutil.copy(program("test-shader"), copy)
    done = run([GLSTEP, "record", "-o", trace, copy, "core", "33", shader], home)
    assert done.returncode == 0, done.stderr.decode()
    return trace, done.stdout


def colours(console):
    """What the framebuffer has after the first draw: columns and rows of the first component's picture."""
    console.run("next draw")
    console.run("step")
    return [console.run(f"attachment color0 pixel {x} {y}")["texel"] for x, y in ((0, 0), (7, 3), (15, 7))]


def by_name(folder, home):
    trace, printed = record(folder, home, "oddprogram", SHADER.format(FUNCTION + DIRECTIVE))
    plain, expected = record(folder, home, "plain", SHADER.format(DIRECTIVE + FUNCTION))
    assert printed == expected and b"0.5" in printed, (printed[:200], expected[:200])
    played = run([REPLAY, trace], home)
    assert played.returncode == 0 and b"difference" not in played.stderr.replace(b"0 differences", b""), played.stderr.decode()
    found = compare(trace, plain, home)
    assert found[0] == found[1], found


def compare(trace, plain, home):
    found = []
    for path in trace, plain:
        os.environ["HOME"] = home
        with Console([path]) as console:
            found.append(draws_with_program(console))
    return found


def draws_with_program(console):
    """Whether the first draw has a program that was linked, and what it gives at three pixels."""
    console.run("next draw")
    answer = console.command("shader fragment")
    if not answer["ok"]:
        return answer["error"]["code"]
    console.run("shader continue")
    values = []
    for x, y in (0, 0), (7, 3), (15, 7):
        console.run(f"focus {x} {y}")
        console.run("shader continue")
        values.append(console.run("print color")["value"])
    console.kill()
    return values


def other_name(folder, home):
    trace = os.path.join(folder, "oddprogram.trace")
    nowhere = os.path.join(folder, "nowhere")
    os.mkdir(nowhere)
    os.environ["HOME"] = nowhere
    with Console([trace]) as console:
        assert draws_with_program(console) == "no-shader"
    os.environ["HOME"] = home


def core(folder, home):
    """The recording's shader is refused where the file is not there: no program is in use then."""
    os.environ["HOME"] = os.path.join(folder, "nowhere")
    with Console([os.path.join(folder, "oddprogram.trace")]) as console:
        console.run("next draw")
        for command in "shader fragment", "source fragment":
            said = console.command(command)["error"]
            assert said["code"] == "no-shader" and "fixed function" not in said["message"] and "draws nothing" in said["message"], said
    os.environ["HOME"] = home
    with Console([program("test-scenes"), "fixed"]) as console:
        console.run("next draw")
        said = console.command("shader fragment")["error"]
        assert said["code"] == "no-shader" and "fixed function" in said["message"], said


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "home")
        os.mkdir(home)
        with open(os.path.join(home, ".drirc"), "w", encoding="ascii") as file:
            file.write(DRIRC)
        for check in by_name, other_name, core:
            results.check(check.__name__.replace("_", "-"), check, folder, home)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
