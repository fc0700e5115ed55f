#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
unwritten-inputs.py - inputs that the stage before never writes are marked. Shaders of ours through piglit's shader_runner.

 core        variables, by name and by location, and blocks with and without an instance name
 legacy      gl_Color and its like
 geometry    the geometry shader stands before the fragment shader, and the vertex shader before it
 stages      tessellation stands between them; outputs of a patch
 parts       components, elements, members and columns of varyings; `check` blames what was not written
 colours     outputs of a fragment shader, by component and element
 vertices    components of arrays of vertices, whose index is none that the text tells
 all-written none is marked where each is written, by a function, a macro or an element
"""

import csv
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
	by_element.yzw = vec3(1.0);
	whole.inside[0] = whole.inside[1] = vec4(1.0);
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
        if stage and variable["written"]:
            assert variable["undefined"], variable
        elif stage:
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


PARTS = """[require]
GLSL >= 3.30
SIZE 8 8
[vertex shader]
#version 330
struct Lamp { vec2 place; float power; };
const int LAST = 2;
in vec4 piglit_vertex;
out vec4 point, whole;
out Lamp lamp;
out float list[3], any[3];
out mat3 turn;
void set(out float to) { to = 0.125; }
void main()
{
	int n = int(piglit_vertex.x * piglit_vertex.x);
	gl_Position = piglit_vertex;
	point.x = 0.25;
	whole.xy = vec2(0.5);
	whole.zw = vec2(0.75, 1.0);
	set(lamp.power);
	list[LAST - 1] = 0.0625;
	any[n] = 1.0;
	turn[1] = vec3(1.0);
	turn[2].y = 1.0;
}
[fragment shader]
#version 330
struct Lamp { vec2 place; float power; };
in vec4 point, whole;
in Lamp lamp;
in float list[3], any[3];
in mat3 turn;
out vec4 color;
void main()
{
	vec4 twice = point * 2.0;
	color = vec4(twice.x, whole.x, lamp.power + list[1], turn[1].x + any[0]) + vec4(0.0, twice.y, lamp.place.x, list[2] + turn[2].z);
}
[test]
draw rect -1 -1 2 2
"""
# Of each variable, what the vertex shader above leaves as it was.
LOST = {"point": ["point.yzw"], "lamp": ["lamp.place"], "list": ["list[0]", "list[2]"], "turn": ["turn[0]", "turn[2].xz"]}


def undefined(console):
    return {v["name"]: v["undefined"] for v in console.run("scope")["variables"] if "undefined" in v}


def expect_value(console, expression, parts, stage):
    """The parts, and of the numbers of the text each that is one of theirs; `values` and its file likewise."""
    answer = console.run(f"print {expression}")
    assert answer.get("undefined", []) == parts and answer.get("never_written_by") == (stage if parts else None), answer
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "values.csv")
        assert console.run(f"values {expression} {path}").get("undefined", []) == parts, expression
        with open(path, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
    return {name for name, cell in zip(rows[0], rows[1]) if cell == "undefined"}


def parts():
    """In the vertex shader at its end, then in the fragment shader, whichever way they are asked for."""
    with tempfile.NamedTemporaryFile("w", suffix=".shader_test") as file:
        file.write(PARTS)
        file.flush()
        with Console([RUNNER[0], file.name, "-auto", "-fbo"]) as console:
            console.run("next draw")
            console.run("shader vertex")
            console.run("shader continue")
            assert undefined(console) == LOST, undefined(console)
            assert expect_value(console, "point", ["point.yzw"], None) == {"point.y", "point.z", "point.w"}
            console.run("shader leave")
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "mesh.csv")
                console.run(f"mesh {path}")
                with open(path, encoding="utf-8", newline="") as table:
                    rows = list(csv.DictReader(table))
            assert {name for name, cell in rows[0].items() if cell == "undefined" and name.startswith("point")} == {"point.y", "point.z", "point.w"}, rows[0]
            where = console.run("shader fragment")
            for part in "point.yzw", "lamp.place.x", "list[2]", "turn[2].z":
                assert part in where["note"], where
            assert undefined(console) == LOST, undefined(console)
            assert expect_value(console, "point", ["point.yzw"], "vertex") == {"point.y", "point.z", "point.w"}
            assert expect_value(console, "turn[2]", ["turn[2].xz"], "vertex") == {"turn[2].x", "turn[2].z"}
            assert expect_value(console, "point * 2.0 + whole", ["(point * 2.0 + whole).yzw"], "vertex")
            assert expect_value(console, "vec3(point.xx, list[0])", ["(vec3(point.xx, list[0])).z"], "vertex")
            assert expect_value(console, "any", [], "vertex") == expect_value(console, "whole", [], "vertex") == set()
            assert console.run("print lamp.place")["written"] is False
            assert console.run("print lamp.power")["value"] == 0.125
            console.run("shader continue")
            why = console.run("check")["why"]
            assert "glstep is wrong" not in why and ("the vertex shader never writes" in why or not why or "rounded" in why), why


COLOURS = {
    "component": ("void main() { gl_FragColor.xz = vec2(0.25, 0.5); }", "gl_FragColor", [0.25, None, 0.5, None], "gl_FragColor.yw"),
    "element": ("void main() { gl_FragData[0] = vec4(0.25, 0.5, 0.75, 1.0); }", "gl_FragData[0]", [0.25, 0.5, 0.75, 1.0], None),
    "any element": ("void main() { for (int i = 0; i < 1; i++) gl_FragData[i] = vec4(0.25, 0.5, 0.75, 1.0); }", "gl_FragData[0]", [0.25, 0.5, 0.75, 1.0], None),
}


def colours():
    for name, (text, expression, values, missing) in COLOURS.items():
        with tempfile.NamedTemporaryFile("w", suffix=".shader_test") as file:
            file.write(f"[require]\nGLSL >= 1.20\nSIZE 8 8\n[vertex shader]\n#version 120\nvoid main() {{ gl_Position = gl_Vertex; }}\n"
                       f"[fragment shader]\n#version 120\n{text}\n[test]\ndraw rect -1 -1 2 2\n")
            file.flush()
            with Console([RUNNER[0], file.name, "-auto", "-fbo"]) as console:
                console.run("next draw")
                console.run("shader fragment")
                console.run("shader continue")
                said = console.run("check")
                assert said["expression"] == expression and said["same_output"], (name, said)
                assert all(value is None or value == shown for value, shown in zip(values, said["debugged"])), (name, said)
                assert (missing in said["why"] and "undefined" in said["why"]) if missing else "undefined" not in said["why"], (name, said)


VERTICES = """[require]
GLSL >= 4.00
SIZE 8 8
[vertex shader]
#version 400
in vec4 piglit_vertex;
out vec4 made;
void main() { made.xy = piglit_vertex.xy; }
[tessellation control shader]
#version 400
layout(vertices = 3) out;
in vec4 made[];
out vec3 controlled[];
void main()
{
	controlled[gl_InvocationID].yz = made[gl_InvocationID].xw;
	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelInner[0] = 1.0;
}
[tessellation evaluation shader]
#version 400
layout(triangles) in;
in vec3 controlled[];
void main() { gl_Position = vec4(controlled[0].xy, controlled[1].z, 1.0); }
[fragment shader]
#version 400
out vec4 color;
void main() { color = vec4(1.0); }
[test]
patch parameter vertices 3
draw rect patch -1 -1 2 2
"""


def vertices():
    """Components of each vertex; the array of the next stage has another size."""
    with tempfile.NamedTemporaryFile("w", suffix=".shader_test") as file:
        file.write(VERTICES)
        file.flush()
        with Console([RUNNER[0], file.name, "-auto", "-fbo"]) as console:
            console.run("next draw")
            for stage, lost, kept, before in ("tess-control", "made[1].zw", "made[1].xy", "vertex"), ("tess-evaluation", "controlled[1].x", "controlled[1].yz", "tess-control"):
                note = console.run(f"shader {stage}")["note"]
                assert f"the {before} shader never writes" in note, note
                answer = console.run(f"print {lost}")
                assert answer["written"] is False and answer["never_written_by"] == before, answer
                assert "undefined" not in console.run(f"print {kept}"), kept
                console.run("shader leave")


def main():
    results = Results()
    if not RUNNER:
        results.lacking("unwritten-inputs", "piglit is not installed")
        sys.exit(results.failed > 0)
    results.check("core", core)
    results.check("legacy", legacy)
    results.check("geometry", geometry)
    results.check("stages", stages)
    results.check("parts", parts)
    results.check("colours", colours)
    results.check("vertices", vertices)
    results.check("all-written", compare, WRITTEN, {}, [("by_function", False), ("whole.inside[1].y", False), ("by_element.x", False)])
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
