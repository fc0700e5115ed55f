#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check: where the undebugged draw gives what was captured it says so, where it does not it says that the values are not to be relied
upon, and where the framebuffer gets something else, why."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, program  # noqa: E402


def check(scene, fragment=None):
    with Console([program("test-scenes"), scene, "--headless"]) as console:
        console.run("next draw")
        where = console.run("shader fragment")
        if fragment is not None:
            x, y = where["focus"][:2] if isinstance(where["focus"], list) else (where["focus"]["x"], where["focus"]["y"])
            console.run(f"focus {x} {y} fragment {fragment}")
        console.run("shader continue")
        return console.run("check")


def check_shader(api, version, fragment, target="0x8814"):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(f"[target] {target}\n"
                   f"[vertex]\n#version {version}\nvoid main() {{ gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }}\n"
                   f"[fragment]\n#version {version}\n{fragment}\n")
        file.flush()
        with Console([program("test-shader"), api, "45", file.name]) as console:
            console.run("next draw")
            console.run("shader fragment")
            console.run("shader continue")
            said = console.run("check")
            console.kill()
            return said


def unwritten(*shader):
    """A shader that writes no colour: neither is one promised, nor is what the draw gives taken for one."""
    said = check_shader(*shader)
    assert "debugged" not in said and "has written no colour" in said["why"] and "undefined" in said["why"], said


def lacking():
    """Components that the framebuffer lacks are no difference of those that it has."""
    fragment = "out vec4 colour;\nvoid main() { colour = vec4(0.5, 0.25, 0.75, 0.125); }"
    said = check_shader("core", "450 core", fragment, "0x822F")  # GL_RG16F
    assert said["same_framebuffer"] and said["why"] == "The framebuffer has no blue, no alpha.", said
    assert said["framebuffer"] == [0.5, 0.25, 0, 1] and said["undebugged"] == [0.5, 0.25, 0.75, 0.125], said
    said = check_shader("core", "450 core", fragment, "0x8051")  # GL_RGB8
    assert not said["same_framebuffer"] and "will hold the same, rounded" in said["why"], said
    assert said["why"].endswith(" The framebuffer has no alpha."), said
    said = check_shader("core", "450 core", fragment)
    assert said["same_framebuffer"] and said["why"] == "", said


def main():
    unwritten("core", "450 core", "uniform vec4 colour;\nvoid main() {}")
    unwritten("core", "450 core", "out vec4 colour;\nvoid main() { if (gl_FragCoord.x < 0.0) colour = vec4(1.0); }")
    unwritten("compatibility", "130", "void main() {}")
    lacking()

    said = check("plain")
    assert said["same_output"] and said["debugged"] == said["undebugged"], said
    # eight bits a channel: within half a step, or it is no rounding
    assert "rounded" in said["why"] and "rely" not in said["why"], said
    assert all(abs(a - b) <= 0.5 / 255 + 1e-7 for a, b in zip(said["undebugged"], said["framebuffer"], strict=True)), said

    said = check("clock")
    assert not said["same_output"] and said["debugged"] != said["undebugged"], said
    assert said["debugged"][:2] == said["undebugged"][:2], said  # only the third depends on the time
    assert "Do not rely on the values shown" in said["why"] and "draw to draw" in said["why"], said

    said = check("blended")
    assert said["same_output"] and not said["same_framebuffer"] and "blended" in said["why"], said

    with Console([program("test-pixels"), "turns"]) as console:
        console.run("next draw 2")
        console.run("shader fragment")
        assert "discarded" in console.run("shader continue")["note"]
        said = console.run("check")
        assert "fragment is discarded" in said["why"] and "debugged" not in said, said
        assert "dithered" not in said["why"] and said["framebuffer"] == [1, 0, 1, 1], said
        console.kill()

    with Console([program("test-scenes"), "plain", "--headless"]) as console:
        console.run("next draw")
        console.run("shader vertex")
        try:
            console.run("check")
        except Refused as refused:
            assert refused.code == "usage", refused
        else:
            raise AssertionError("a vertex shader's colour was checked")


if __name__ == "__main__":
    main()
