#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `attachment ... after` says of a pending draw is what `attachment` reads once the draw is done, bit by bit: in piglit's programs, with
whatever state they have set; `check` finds the undebugged shader to give what was captured, and the programs' verdicts stay.

    after-draw.py [FILE]   a command of piglit a line (tests/gl_programs.py), instead of a dozen
"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
import gl_programs  # noqa: E402
from glstep_console import Console, Results, read_npy  # noqa: E402

PROGRAMS = """
amd_vertex_shader_layer-layered-2d-texture-render
arb_base_instance-drawarrays
arb_indirect_parameters-conditional-render
arb_texture_cube_map_array-fbo-cubemap-array
arb_viewport_array-render-viewport-2
ext_framebuffer_multisample-blit-mismatched-formats
fbo-alphatest-formats
fbo-drawbuffers-arbfp
gl-1.0-drawpixels-stencil-test
gl-1.2-rescale-normal
gl-2.0-two-sided-stencil
gl-3.2-layered-rendering-gl-layer-cube-map
""".split()
DRAWS = 2
BINDINGS = {"color0": ("GL_COLOR_ATTACHMENT0", "GL_BACK", "GL_BACK_LEFT", "GL_FRONT_LEFT"), "depth": ("GL_DEPTH_ATTACHMENT", "GL_DEPTH"),
            "stencil": ("GL_STENCIL_ATTACHMENT", "GL_STENCIL")}


def planes(console):
    """Attachment, layer, sample: the first and the last of each."""
    found = []
    for entry in console.run("attachments")["attachments"]:
        for point, bindings in BINDINGS.items():
            if entry["binding"] not in bindings:
                continue
            layers = entry["depth"] if "layer" not in entry else 1
            for layer in sorted({0, layers - 1}):
                found += [(point, layer, sample) for sample in sorted({0, max(entry["samples"], 1) - 1})]
    return found


def read(console, plane, when):
    answer = console.command("attachment {} {} layer {} sample {} image.npy".format(plane[0], when, *plane[1:]))
    return read_npy("image.npy")[3] if answer["ok"] else None


def same(a, b):
    return a is not None and b is not None and len(a) == len(b) and all(x == y or x != x and y != y for x, y in zip(a, b, strict=True))


def check_shader(console):
    if not console.command("shader fragment")["ok"]:
        return
    console.run("shader continue")
    answer = console.command("check")
    assert not answer["ok"] or answer["result"].get("same_output", True), answer
    console.run("shader leave")


def one(line, counts):
    argv = gl_programs.command(line)
    expected = gl_programs.plain(argv)
    assert expected and expected[0] == "pass", f"without glstep it says {expected}"
    before = counts["planes"]
    with Console(argv) as console:
        stop = console.run("next draw")
        for _ in range(DRAWS):
            if stop["stop"] == "exited":
                break
            said = {plane: read(console, plane, "after") for plane in planes(console)}
            check_shader(console)
            stop = console.run("step")
            if stop["stop"] == "exited":
                break
            for plane, values in said.items():
                if values is None:  # refused: the draw is an error, or the like
                    continue
                assert same(values, read(console, plane, "")), (stop, plane)
                counts["planes"] += 1
            stop = console.run("next draw")
        gl_programs.end(console, stop, expected)
    assert counts["planes"] > before, "no plane was compared"


def main():
    results = Results()
    if not os.path.isdir(gl_programs.PIGLIT):
        results.skip("after-draw", "piglit is not installed")
        return 0
    lines = PROGRAMS
    if len(sys.argv) > 1:
        with open(sys.argv[1]) as file:
            lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    counts = {"planes": 0}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for line in lines:
            results.check(f"after-{os.path.basename(line.split()[0])}", one, line, counts)
    print(f"{len(lines)} programs, {counts['planes']} planes compared")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
