#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""As language.py: one shader in every version of the language, core, compatibility (one of them for each, in turn, without GLSTEP_TESTS=all) and ES (captured
decision by decision in every third); every qualifier and layout; precise and invariant to the last bit; arrays of blocks; subroutines in arrays; overloads and prototypes; what stands in watches."""

import os
import random
import struct
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import EVERYTHING, Console, Results  # noqa: E402
from language_run import CASES, PROVIDERS, X, Y, case, f32, providers, run, write_file  # noqa: E402


def bits(value):
    return struct.unpack("I", struct.pack("f", value))[0]


# ---- every version ----

TEMPLATE = """%s
%s
float early(float v);
float early(vec2 v);
struct Pair { float a; vec2 b[2]; };
void count(inout int n, const int most) { if (n < most) n++; }
void main()
{
	%sfloat x = floor(gl_FragCoord.x), y = floor(gl_FragCoord.y);
	int n = 0;
	Pair p%s;
	p.a = x;
	p.b[0] = vec2(y, 0.5);
	p.b[1] = p.b[0].yx;
	for (int i = 0; i < 4; i++) {
		if (i == 2)
			continue;
		count(n, 2);
		p.a += early(p.b[1]);
	}
	mat2 m = mat2(x, 1.0, 2.0, y);
	bool odd = x > 4.0 && (y < 9.0 || x > 7.0);
	float last = odd ? early(x) : early(m[0]);
	%s = vec4(p.a / 127.5, float(n) / 5.0, last / 255.0, 1.0);
}
float early(float v) { return v * 2.0; }
float early(vec2 v) { { float v = v.x; return v + 1.0; } }
"""


def versions():
    both = (140, 150, 330, 400, 410, 420, 430, 440, 450, 460)
    desktop = [(v, "compatibility") for v in (110, 120, 130, *(both if EVERYTHING else both[::2]))]
    desktop += [(v, "core") for v in (both if EVERYTHING else both[1::2])]
    yield from ((v, profile, "#version %d%s" % (v, " compatibility" if v >= 150 and profile == "compatibility" else "")) for v, profile in desktop)
    yield from ((v, "es", "#version %d%s" % (v, " es" if v >= 300 else "")) for v in (100, 300, 310, 320))


# Their paths are recorded and not captured as well: the text is that of their neighbours but for its first lines.
RECORDED = {f"version-{number}-{api}" for i, (number, api, _) in enumerate(versions()) if i % 3}
for number, api, line in versions():
    old = number < 130 or (number == 100)
    declared = ("precision highp float;\n" if api == "es" else "") + ("" if old else "out vec4 color;\n")
    vertex = f"[vertex]\n{line}\n{'attribute' if old else 'in'} vec4 corner;\nvoid main() {{ gl_Position = corner; }}"
    has_arrays = number > 110  # as values: the declaration sets all of p
    context = {100: 20, 300: 30, 310: 31, 320: 32}[number] if api == "es" else max(33, min(number // 10, 45))
    case(f"version-{number}-{api}", api, context, TEMPLATE % (line, declared, "highp " if api == "es" else "",
                                                              " = Pair(0.0, vec2[2](vec2(0.0), vec2(0.0)))" if has_arrays else "", "gl_FragColor" if old else "color"),
         lambda x, y: ((x + 4.5) / 127.5, 0.4, (2 * x if x > 4 else x + 1) / 255, 1),
         {"mat2 m = mat2(x, 1.0, 2.0, y);": {"p": {"a": X + 4.5, "b": [[Y, 0.5], [0.5, Y]]}, "n": 2},
          f"{'gl_FragColor' if old else 'color'} = vec4(p.a / 127.5, float(n) / 5.0, last / 255.0, 1.0);":
          {"m": [[X, 1], [2, Y]], "odd": True, "last": 2 * X, "early(p.b[1])": 1.5, "early(last)": 4 * X, "m[1].y": Y, "p.b[1].x": 0.5}}, vertex, () if has_arrays else ("p",))


# ---- to the last bit ----

A, B, C = f32(1.0000001), f32(0.9999999), f32(-1.0)


def rounded(x):
    """a * b + c with each result rounded to a float."""
    return f32(f32(f32(A + x) * B) + f32(C - x))


case("precise", "core", 45, """#version 450
in vec4 corner_;
invariant gl_FragDepth;
precise out vec4 color;
precise float held;
float sum(float a, float b, float c) { precise float s = a * b; return s + c; }
void main()
{
	float x = floor(gl_FragCoord.x);
	float a = 1.0000001 + x, b = 0.9999999, c = -1.0 - x;
	precise float one = a * b + c;
	held = sum(a, b, c);
	precise vec2 both = vec2(a, c) * vec2(b, 1.0);
	both.x += c;
	color = vec4(one, held, both.x, 1.0);
}
""", lambda x, y: (rounded(x), rounded(x), rounded(x), 1), {
    "color = vec4(one, held, both.x, 1.0);": {"floatBitsToUint(one)": bits(rounded(X)), "floatBitsToUint(held)": bits(rounded(X)),
                                              "floatBitsToUint(both.x)": bits(rounded(X)), "floatBitsToUint(a)": bits(f32(A + X)), "one": rounded(X)}},
     "[vertex]\n#version 450\nin vec4 corner;\ninvariant gl_Position;\nout vec4 corner_;\n"
     "void main() { gl_Position = corner; corner_ = corner; }")

case("invariant", "compatibility", 33, """#version 120
invariant varying vec2 place;
void main()
{
	vec2 at = floor(place * vec2(8.0, 4.0) + vec2(8.0, 4.0));
	gl_FragColor = vec4(at, dot(at, vec2(1.0, 16.0)), 1.0);
}
""", lambda x, y: (x, y, x + 16 * y, 1), {"gl_FragColor = vec4(at, dot(at, vec2(1.0, 16.0)), 1.0);": {"at": [X, Y]}},
     "[vertex]\n#version 120\n#pragma STDGL invariant(all)\nattribute vec4 corner;\ninvariant varying vec2 place;\ninvariant gl_Position;\nvoid main() { gl_Position = corner; place = corner.xy; }")

# ---- qualifiers and layouts ----

case("all-qualifiers", "core", 46, """#version 460
layout(early_fragment_tests) in;
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, component = 0) smooth in vec2 low;
layout(location = 0, component = 2) smooth in vec2 high;
layout(location = 1) flat in ivec3 whole;
layout(location = 2) noperspective in float plain;
layout(location = 3) sample in float each;
layout(location = 6) centroid in vec2 corner_;
layout(location = 4) uniform float unset;
layout(location = 5) uniform mediump vec2 pair[2];
layout(std140, row_major, binding = 0) uniform Set { layout(offset = 16) mat2x3 turned; layout(column_major) mat2 straight; } set[2];
layout(std430, binding = 3) restrict readonly coherent buffer Store { layout(align = 8) float data[4]; } store[2];
layout(std430, binding = 4) volatile writeonly buffer Sink { float sink; };
layout(rgba8, binding = 0) uniform readonly image2D picture;
layout(shared, binding = 5) uniform Loose { float loose; };
shared_t_ float nothing(const in float a, out highp float b, inout lowp float c) { b = a; c += b; return c; }
void main()
{
	float b, c = store[1].data[1], d = nothing(store[0].data[2], b, c);
	vec2 at = floor(vec2(low.x, high.y) * vec2(8.0, 4.0) + vec2(8.0, 4.0));
	const vec2 fixed_ = at + vec2(unset);
	color = vec4(fixed_, d + plain + each + set[1].straight[0].x, float(whole.z) + pair[1].y + loose);
}
""".replace("shared_t_ ", "").replace("volatile writeonly buffer Sink { float sink; }", "writeonly buffer Sink { float sink; }").replace("binding = 4", "binding = 6"),
     lambda x, y: (x, y, 12 + 11 + 0.5 + 0.25, 7), {
    "color = vec4(fixed_, d + plain + each + set[1].straight[0].x, float(whole.z) + pair[1].y + loose);": {
        "b": 12, "c": 23, "d": 23, "store[1].data": [10, 11, 12, 13], "store[0]": {"data": [10, 11, 12, 13]}, "whole": [5, 6, 7], "plain": 0.5, "each": 0.25,
        "fixed_": [X, Y], "pair": [[0, 0], [0, 0]], "set[1]": {"turned": [[0, 0, 0], [0, 0, 0]], "straight": [[0, 0], [0, 0]]}, "loose": 0}},
     "[vertex]\n#version 460\nin vec4 corner;\nlayout(location = 0, component = 0) out vec2 low;\nlayout(location = 0, component = 2) out vec2 high;\n"
     "layout(location = 1) flat out ivec3 whole;\nlayout(location = 2) noperspective out float plain;\nlayout(location = 3) sample out float each;\nlayout(location = 6) centroid out vec2 corner_;\n"
     "void main() { gl_Position = corner; low = high = corner.xy; whole = ivec3(5, 6, 7); plain = 0.5; each = 0.25; corner_ = corner.xy; }\n[storage] 3 4\n[storage] 4 4")

case("block-arrays", "core", 43, """#version 430
in Pass { vec2 at; flat int id; } got[2];
layout(std430, binding = 3) buffer Store { float first; float more[]; } store[2];
out vec4 color;
void main()
{
	vec2 at = floor(got[1].at * vec2(8.0, 4.0) + vec2(8.0, 4.0));
	float sum = store[0].more[1] + store[1].first;
	color = vec4(at, sum, float(got[0].id));
}
""", lambda x, y: (x, y, 12 + 10, 9), {"color = vec4(at, sum, float(got[0].id));": {
    "got[0].id": 9, "got[1].id": 4, "store[0].more": [11, 12], "store[1].more": [11, 12, 13], "store[1].first": 10, "store[1].more.length()": 3, "sum": 22}},
     "[vertex]\n#version 430\nin vec4 corner;\nout Pass { vec2 at; flat int id; } give[2];\n"
     "void main() { gl_Position = corner; give[0].at = give[1].at = corner.xy; give[0].id = 9; give[1].id = 4; }\n[storage] 3 3\n[storage] 4 4"
     .replace("give[2]", "got[2]").replace("give[", "got["))

case("subroutine-arrays", "core", 45, """#version 450
out vec4 color;
subroutine float Kind(float a);
subroutine vec2 Other(vec2 v, out float w);
layout(index = 2) subroutine(Kind) float half_(float a)
{
	float h = a * 0.5;
	return h;
}
subroutine(Kind) float square(float a) { float s = a * a; return s; }
subroutine uniform Kind kinds[3];
void main()
{
	float x = floor(gl_FragCoord.x), sum = 0.0;
	for (int i = 0; i < 3; i++)
		sum += kinds[i](x + float(i));
	float direct = square(x) > 9.0 && kinds[1](4.0) > 3.0 ? kinds[2](sum) : half_(sum);
	color = vec4(sum, direct, 0.0, 1.0);
}
""".replace("subroutine vec2 Other(vec2 v, out float w);\n", ""),
     lambda x, y: (x * x + (x + 1) / 2 + (x + 2) / 2,) + ((x * x + x + 1.5) / 2, 0, 1), {
    "float direct = square(x) > 9.0 && kinds[1](4.0) > 3.0 ? kinds[2](sum) : half_(sum);": {"sum": X * X + X + 1.5},
    "return h;": {"h": (X + 1) / 2, "a": X + 1}, ("return h;", 1): {"h": (X + 2) / 2}, ("return h;", 2): {"h": 2, "a": 4}, "color = vec4(sum, direct, 0.0, 1.0);": {
        "direct": (X * X + X + 1.5) / 2, "square(3.0)": 9, "kinds[1](3.0)": 1.5, "kinds[int(x) % 2](x) + 1.0": X / 2 + 1, "kinds[int(sum) % 1](kinds[2](x))": X * X / 4}},
     "[subroutine] square half_")

# ---- what stands in watches ----

case("watches", "compatibility", 33, """#version 130
#extension GL_NOBODY_knows_this : enable
#define TWICE(v) ((v) + (v))
#define NAME x
uniform float zero;
int calls = 0;
float helper(float v, int n) { float s = 0.0; while (n-- > 0) s += v; return s; }
float nested(vec2 v) { return helper(v.x, 2) + helper(v.y, 1); }
float counts(float v) { calls++; return v; }
float leaves(float v) { if (v > 99.0) discard; return v; }
void gives(out float v) { v = 1.0; }
float both(float v) { return counts(v); }
void main()
{
	float x = floor(gl_FragCoord.x), y = floor(gl_FragCoord.y);
	mat2 m = mat2(x, y, 1.0, 2.0);
	ivec2 n = ivec2(x, y);
	uint u = uint(x) * 3u;
	float a[3] = float[3](x, y, x + y);
	gl_FragColor = vec4(x, y, counts(leaves(both(x))), a[2] + float(u) + m[0].x);
	gives(x);
}
""", lambda x, y: (x, y, x, x + y + 3 * x + x), {"gl_FragColor = vec4(x, y, counts(leaves(both(x))), a[2] + float(u) + m[0].x);": {
    "TWICE(x) * 3.0": 6 * X, "NAME": X, "helper(x, 3)": 3 * X, "nested(vec2(x, y))": 2 * X + Y, "m * vec2(1.0, 2.0)": [X + 2, Y + 4], "n.yx << 2": [Y * 4, X * 4],
    "u % 7u": X * 3 % 7, "a[n.y - 1]": X + Y if Y == 3 else None, "x > y ? vec2(x) : vec2(y)": [X, X], "n == ivec2(x, y)": True, "(n & 1) == ivec2(1)": bool(X & Y & 1),
    "max(x, 2.5) + abs(-y)": X + Y, "transpose(m)": [[X, 1], [Y, 2]], "a.length()": 3, "gl_FragCoord.xy - 0.5": [X, Y], "vec3(m[1], u).zyx": [3 * X, 2, 1],
    "gl_ModelViewMatrix[3]": [0, 0, 0, 1], "gl_LightSource[0].diffuse": [1, 1, 1, 1], "gl_Fog.density": 1, "float[2](x, y)": [X, Y], "-n": [-X, -Y], "~n.x": ~X,
    "mod(x, 3.0)": X % 3, "gl_MaxLights >= 8": True, "lessThan(n, n + 1)": [True, True], "zero": 0}})

# glslang refuses the extension and the later version's function: our own resolver types this.
case("own-types", "compatibility", 33, """#version 120
#extension GL_MESA_shader_integer_functions : enable
#extension GL_EXT_gpu_shader4 : enable
float pick(vec2 v) { return v.y; }
int pick(ivec2 v) { return v.y; }
void main()
{
	ivec2 n = ivec2(gl_FragCoord.xy);
	int low = n.x & 3;
	gl_FragColor = vec4(low, pick(n), pick(vec2(n)), n.x << 1);
}
""", lambda x, y: (x & 3, y, y, 2 * x), {"gl_FragColor = vec4(low, pick(n), pick(vec2(n)), n.x << 1);": {
    "low": X & 3, "pick(n)": Y, "pick(vec2(n))": Y, "n << 1": [2 * X, 2 * Y], "bitCount(n.x)": bin(X).count("1"), "n.yx": [Y, X], "vec2(n) * 0.5": [X / 2, Y / 2]}})

REFUSED = {  # words that the refusal must have
    "counts(x)": ("side-effects", "counts", "calls"), "both(x)": ("side-effects", "both", "counts"), "leaves(x)": ("side-effects", "leaves", "discard"),
    "x = 1.0": ("side-effects", "x"), "n.x++": ("side-effects", "n"), "gives(x)": ("side-effects", "gives"), "nobody": ("unknown-name", "nobody"),
    "a[1": ("usage",), "helper(x, 3) +": ("usage",)}


def refusals():
    """What would change something is refused, by the name of what does."""
    watches = next(one for one in CASES if one.name == "watches")
    with tempfile.TemporaryDirectory() as folder, Console(write_file(watches, folder)) as console:
        console.run("next draw")
        console.run("shader fragment")
        lines = console.run("source fragment")["source"].split("\n")
        console.run(f"shader until {next(n for n, line in enumerate(lines, 1) if 'gl_FragColor =' in line)}")
        for text, (code, *words) in REFUSED.items():
            error = console.command(f"print {text}")["error"]
            assert error["code"] == code and all(word in error["message"] for word in words), (text, error)


def not_told():
    """Where glslang does not take the text nothing is missing for the user, who is not bothered with it."""
    own = next(one for one in CASES if one.name == "own-types")
    with tempfile.TemporaryDirectory() as folder, Console(write_file(own, folder)) as console:
        console.run("next draw")
        note = console.run("shader fragment").get("note", "")
        assert "glslang" not in note, note


results = Results()
if len(sys.argv) == 1 or "not-told" in sys.argv:
    results.check("language-not-told", not_told)
if len(sys.argv) == 1 or "refusals" in sys.argv:
    results.check("language-refusals", refusals)
random.seed(4)
for nth, one in enumerate(CASES):
    if len(sys.argv) == 1 or any(word in one.name for word in sys.argv[1:]):
        if "version 460" in one.text:  # Mesa's software drivers take it only when told so
            os.environ.update(MESA_GL_VERSION_OVERRIDE="4.6", MESA_GLSL_VERSION_OVERRIDE="460")
        results.check("language-" + one.name, run, one, PROVIDERS[:1] if one.name in RECORDED else providers(nth))
        os.environ.pop("MESA_GL_VERSION_OVERRIDE", None)
        os.environ.pop("MESA_GLSL_VERSION_OVERRIDE", None)
sys.exit(1 if results.failed else 0)
