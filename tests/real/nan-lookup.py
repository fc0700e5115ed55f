#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`shader continue nan` looked up in a draw stops where capturing at each position stops, with the same words, until the end; what
`history values` says of each step is the same, too. For one shader stops and values are said here."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, line_of, program, source_lines  # noqa: E402

HEAD = "#version 330\nin vec2 at;\nout vec4 color;\n#define ZERO (at.x - at.x)\n#define NAN sqrt(-1.0 - at.x)\n#define INF (1.0 / ZERO)\n"
VERTEX = "#version 330\nin vec2 corner;\nout vec2 at;\nvoid main() { at = corner * 0.5 + 0.5; gl_Position = vec4(corner, 0, 1); }\n"

# The statements after which something is NaN or infinite, in order.
SAID = ["x = NAN;", "y += x;", "v.yz = vec2(1.0, INF);", "if (y != y) w = y;"]

CASES = {
    "said": HEAD + """void main()
{
	float x = 1.0, y = 2.0, w = 0.0;
	vec3 v = vec3(0.0);
	x = NAN;
	w = 3.0;
	y += x;
	x = 0.5;
	v.yz = vec2(1.0, INF);
	v = vec3(x);
	if (y != y) w = y;
	y = x;
	color = vec4(v, 1.0);
}
""",
    "calls": HEAD + """float g_state;
float keep(float v) { float local = v * INF; g_state = v; return v; }
void give(out float a, inout vec2 b) { a = NAN; b.y += 1.0; b.x = a; b.x = 0.0; }
void set() { g_state = NAN; }
float nest(float v) { float w = keep(keep(v)); return w + keep(v); }
void main()
{
	float a = 0.0;
	vec2 b = vec2(0.0);
	g_state = 0.0;
	give(a, b);
	a = keep(1.0);
	set();
	g_state = 1.0;
	float c = nest(2.0);
	a = c + (a > 0.5 ? keep(3.0) : 0.0);
	color = vec4(a, b, 1.0);
}
""",
    "loops": HEAD + """void main()
{
	float s = 1.0, t;
	for (int i = 0; i < 4; ++i) {
		float u = i == 2 ? NAN : 1.0;
		s *= u;
		if (i == 3) continue;
		t = u;
	}
	int k = 0;
	do { s = k == 1 ? INF : 0.0; k++; } while (k < 3 && s < 100.0);
	while ((s = s - 1.0) > 3.0) { if (k++ > 6) break; }
	for (float f = 1.0; f < 8.0; f = f * (f > 2.0 ? INF : 3.0)) { t = f; }
	switch (k) { case 0: s = 1.0; break; case 2: s = NAN; case 7: t = s; default: t = t + 1.0; }
	color = vec4(s, t, 0.0, 1.0);
}
""",
    "conditions": HEAD + """void main()
{
	float a = 1.0, b = 1.0;
	bool p = at.x > 2.0 && (a = NAN) > 0.0;
	p = at.x < 2.0 && (a = NAN) > 0.0;
	a = 1.0;
	p = at.x < 2.0 || (b = NAN) > 0.0;
	p = at.x > 2.0 || (b = INF) > 0.0;
	b = 2.0;
	a = p ? (b = NAN, 1.0) : (b = 3.0);
	b = 1.0, a = INF, a = 0.0;
	color = vec4(a, b, 0.0, 1.0);
}
""",
    "types": HEAD + """struct S { float f; vec2 v[2]; };
void main()
{
	S s = S(0.0, vec2[2](vec2(1.0), vec2(2.0)));
	mat3 m = mat3(1.0);
	float a[5] = float[5](1.0, 1.0, 1.0, 1.0, 1.0);
	for (int i = 0; i < 5; i++) a[i] = i == 3 ? NAN : 1.0;
	s.v[1].y = INF;
	s.v[1].y = 0.0;
	m[2][1] = NAN;
	m = mat3(2.0);
	int n = 5; n++;
	color.rgb = m[0] + vec3(NAN);
	color = vec4(s.f);
	{ float a = NAN; color.x = a; }
	color = vec4(0.0);
}
""",
    "discard": HEAD + """float x;
void leave(float v) { x = v; if (v != v) discard; x = INF; }
void main()
{
	x = 1.0;
	leave(x);
	x = 2.0;
	leave(gl_FragCoord.x > 8.0 ? NAN : x);
	color = vec4(x);
}
""",
    "returns": HEAD + """float f(float v) { if (v > 0.0) return NAN; return v; }
void main()
{
	float x = f(-1.0);
	x = f(1.0);
	color = vec4(x);
	if (x != x) return;
	color = vec4(0.0);
}
""",
    "old": """#version 120
varying vec2 at;
void main()
{
	float z = at.x - at.x, x = 1.0 / z;
	gl_FragColor = vec4(x);
	gl_FragColor.x = sqrt(z - 1.0);
	gl_FragColor = vec4(0.0);
}
""",
    "double": HEAD.replace("330", "400") + """void main()
{
	double d = 1.0;
	dvec2 e = dvec2(d, 1.0lf / double(ZERO));
	d = e.y;
	d = 0.0;
	color = vec4(float(d));
}
""",
    "clean": HEAD + "void main()\n{\n\tfloat x = 1.0;\n\tfor (int i = 0; i < 30; ++i) x += float(i);\n\tcolor = vec4(x);\n}\n",
    "es": HEAD.replace("330", "300 es\nprecision mediump float;").replace("in vec2", "in highp vec2") + """void main()
{
	highp float x = NAN;
	float y = x + 1.0;
	y = 1.0;
	color = vec4(x);
}
""",
}


def stops(provider, argv, focus):
    os.environ["GLSTEP_PATH"] = provider
    with Console(argv) as console:
        console.run("next draw")
        console.run("shader fragment")
        console.run(f"focus {focus}")
        found = []
        while True:
            found.append(console.run("shader continue nan"))
            if found[-1]["finished"]:
                break
            assert len(found) < 100, "it stays where it is"
        return found, console.run("history values")["positions"], source_lines(console)


def check_said(found, lines):
    """Each stop is where the statement that comes next stands."""
    code = [line.strip() for line in lines]
    expected = []
    for text in SAID:
        line = line_of(lines, text)
        expected.append(line + 1)
    shown = [where["line"] for where in found if not where["finished"]]
    assert shown == expected, (shown, expected, code)


def check_values(steps, lines):
    """What each statement has written, nan and infinities as words."""
    expected = {"float x = 1.0, y = 2.0, w = 0.0;": [("x", 1.0), ("y", 2.0), ("w", 0.0)], "x = NAN;": [("x", "nan")], "w = 3.0;": [("w", 3.0)],
                "y += x;": [("y", "nan")], "v.yz = vec2(1.0, INF);": [("v", [0.0, 1.0, "inf"])], "v = vec3(x);": [("v", [0.5, 0.5, 0.5])]}
    for text, values in expected.items():
        line = line_of(lines, text)
        shown = [(c["name"], c["value"]) for step in steps if step["line"] == line for c in step["changes"]]
        assert [(n, [str(x).lstrip("-") if isinstance(x, str) else x for x in v] if isinstance(v, list) else str(v).lstrip("-") if isinstance(v, str) else v)
                for n, v in shown] == values, (text, shown, values)


def check(name, text):
    api, version, vertex = "core", "45", VERTEX
    if "#version 120" in text:
        api, vertex = "compatibility", VERTEX.replace("330", "120").replace("in vec2", "attribute vec2").replace("out vec2", "varying vec2")
    if "300 es" in text:
        api, version, vertex = "es", "30", VERTEX.replace("330", "300 es")
    with tempfile.NamedTemporaryFile("w", suffix=".shader") as file:
        file.write(f"[vertex]\n{vertex}[fragment]\n{text}")
        file.flush()
        argv = [program("test-shader"), api, version, file.name]
        for focus in ("3 2", "12 5") if name == "discard" else ("3 2",):
            looked, steps, lines = stops("lookup", argv, focus)
            captured, steps_captured, _ = stops("capture", argv, focus)
            assert len(steps) == len(steps_captured), (len(steps), len(steps_captured))
            for a, b in zip(steps, steps_captured, strict=True):
                assert a == b, f"looked up {a}, captured {b}"
            assert len(looked) == len(captured), ([w["text"] for w in looked], [w["text"] for w in captured])
            for a, b in zip(looked, captured, strict=True):
                assert a == b, f"looked up {a}, captured {b}"
            if name != "clean":
                assert len(looked) > 1, "nothing was found"
        if name == "said":
            check_said(looked, lines)
            check_values(steps, lines)


results = Results()
for name, text in CASES.items():
    results.check("nan-" + name, check, name, text)
sys.exit(1 if results.failed else 0)
