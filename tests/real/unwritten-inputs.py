#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
unwritten-inputs.py - inputs that the stage before never writes are marked. Shaders of ours through piglit's shader_runner.

 core        variables, by name and by location, and blocks with and without an instance name
 legacy      gl_Color and its like
 geometry    the geometry shader stands before the fragment shader, and the vertex shader before it
 stages      tessellation stands between them; outputs of a patch
 all-written none is marked where each is written, by a function, a macro or an element
"""

import glob
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results  # noqa: E402

STAGES = os.path.join(os.environ["top_srcdir"], "tests", "data", "unwritten-stages.shader_test")
RUNNER = glob.glob("/usr/lib/*/piglit/bin/shader_runner") + glob.glob("/usr/lib64/piglit/bin/shader_runner")

CORE = """[require]
GLSL >= 4.30
SIZE 8 8
[vertex shader]
#version 430
in vec4 piglit_vertex;
out vec4 made, missing;
layout(location = 5) out vec4 other_name;
layout(location = 6) out vec4 third_name;
out Whole { vec4 inside; } whole;
out Parts { vec4 first; vec4 second; };
void main() { gl_Position = piglit_vertex; made = vec4(1.0); third_name = made; first = vec4(0.5); }
[fragment shader]
#version 430
in vec4 made, missing;
layout(location = 5) in vec4 by_location;
layout(location = 6) in vec4 written_there;
in Whole { vec4 inside; } block;
in Parts { vec4 first; vec4 second; };
out vec4 color;
void main()
{
	color = made + missing + by_location + written_there + block.inside + first + second;
}
[test]
draw rect -1 -1 2 2
"""

# A varying of one's own that is never written is an error there.
LEGACY = """[require]
GLSL >= 1.10
SIZE 8 8
[vertex shader]
#version 120
varying vec2 made;
void main() { gl_Position = gl_Vertex; gl_BackColor = gl_Color; made = vec2(1.0); }
[fragment shader]
#version 120
varying vec2 made;
void main()
{
	gl_FragColor = gl_Color + gl_SecondaryColor + gl_TexCoord[0] + vec4(made, 1.0, 1.0);
}
[test]
draw rect -1 -1 2 2
"""

GEOMETRY = """[require]
GLSL >= 1.50
SIZE 8 8
[vertex shader]
#version 150
in vec4 piglit_vertex;
out vec4 one, two;
void main() { gl_Position = piglit_vertex; two = piglit_vertex; }
[geometry shader]
#version 150
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec4 one[], two[];
out vec4 made, missing;
void main()
{
	for (int i = 0; i < 3; i++) {
		gl_Position = gl_in[i].gl_Position;
		made = one[i] + two[i];
		EmitVertex();
	}
}
[fragment shader]
#version 150
in vec4 made, missing;
out vec4 color;
void main()
{
	color = made + missing;
}
[test]
draw rect -1 -1 2 2
"""

WRITTEN = """[require]
GLSL >= 3.30
SIZE 8 8
[vertex shader]
#version 330
#define SET(name) name = vec4(1.0)
in vec4 piglit_vertex;
out vec4 by_macro, by_function, by_element;
out Whole { vec4 inside[2]; } whole;
void fill(out vec4 to) { to = vec4(2.0); }
void main()
{
	gl_Position = piglit_vertex;
	SET(by_macro);
	fill(by_function);
	by_element.x = 1.0;
	whole.inside[1].y = 1.0;
}
[fragment shader]
#version 330
in vec4 by_macro, by_function, by_element;
in Whole { vec4 inside[2]; } whole;
out vec4 color;
void main()
{
	color = by_macro + by_function + by_element + whole.inside[0];
}
[test]
draw rect -1 -1 2 2
"""


def marked(console):
    """Of the variables in scope: name -> the stage that never writes it; with what `print` says of the same."""
    result = {}
    for variable in console.run("scope")["variables"]:
        stage = variable.get("never_written_by")
        if stage:
            assert not variable["written"], variable
            result[variable["name"]] = stage
    return result


def compare(text, expected, expressions=(), stage="fragment", unread=()):
    """expected: name -> stage; expressions: those that read something of it, those that do not; unread: by the shader."""
    with tempfile.NamedTemporaryFile("w", suffix=".shader_test") as file:
        file.write(text)
        file.flush()
        with Console([RUNNER[0], file.name, "-auto", "-fbo"]) as console:
            console.run("next draw")
            where = console.run(f"shader {stage}")
            assert marked(console) == expected, (marked(console), expected)
            for name in expected:
                assert (name in where.get("note", "")) == (name not in unread), where
            assert bool(expected) == ("never writes" in where.get("note", "")), where
            for expression, reads in expressions:
                assert ("never_written_by" in console.run(f"print {expression}")) == reads, expression


def core():
    compare(CORE, {"missing": "vertex", "by_location": "vertex", "block": "vertex", "second": "vertex"},
            [("missing", True), ("missing.x + made.x", True), ("block.inside", True), ("made", False), ("written_there", False), ("first", False)])


def legacy():
    compare(LEGACY, {"gl_SecondaryColor": "vertex", "gl_TexCoord": "vertex", "gl_FogFragCoord": "vertex"},
            [("gl_Color", False), ("gl_TexCoord[0]", True), ("gl_FogFragCoord", True)], unread=["gl_FogFragCoord"])


def geometry():
    compare(GEOMETRY, {"missing": "geometry"})
    compare(GEOMETRY, {"one": "vertex"}, stage="geometry")
    compare(GEOMETRY, {}, stage="vertex")


def stages():
    with open(STAGES, encoding="ascii") as file:
        text = file.read()
    compare(text, {}, stage="vertex")
    compare(text, {"lost_by_vertex": "vertex"}, [("made[0]", False), ("lost_by_vertex[1]", True)], stage="tess-control")
    compare(text, {"lost_by_control": "tess-control", "lost_of_patch": "tess-control"}, [("controlled[0]", False)], stage="tess-evaluation")
    compare(text, {"lost_by_evaluation": "tess-evaluation"}, [("evaluated[2]", False)], stage="geometry")
    compare(text, {"lost_by_geometry": "geometry"}, [("emitted", False)])


def main():
    results = Results()
    if not RUNNER:
        results.lacking("unwritten-inputs", "piglit is not installed")
        sys.exit(results.failed > 0)
    results.check("core", core)
    results.check("legacy", legacy)
    results.check("geometry", geometry)
    results.check("stages", stages)
    results.check("all-written", compare, WRITTEN, {}, [("by_function", False), ("whole.inside[0]", False)])
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
