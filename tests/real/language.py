#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What GLSL has, a small shader each, as real programs (test-shader): every position of the focus element's path and every variable's
value there is the same whether the path is recorded or captured decision by decision; values at chosen lines, and the output at the end,
are those computed here; the program draws what it draws without us."""

import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, line_of, source_lines  # noqa: E402
from language_run import CASES, HEIGHT, X, Y, Case, case, providers, run, write_file  # noqa: E402

case("structs-arrays", "core", 45, """#version 450
out vec4 color;
struct Inner { int n; vec2 v; };
struct Outer { Inner inner[2]; float f[2][3]; bool b; };
const int TABLE[] = int[](3, 5, 7, 11);
layout(std140) uniform Named { vec4 a; } unused[2];
in vec4 gl_FragCoord;
void main()
{
	ivec2 c = ivec2(gl_FragCoord.xy);
	Outer o = Outer(Inner[](Inner(0, vec2(0.0)), Inner(1, vec2(1.0))), float[][](float[](1.0, 2.0, 3.0), float[](4.0, 5.0, 6.0)), false);
	for (int i = 0; i < 2; i++)
		o.inner[i] = Inner(c.x + i, vec2(c) * float(i));
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 3; ++k)
			o.f[i][k] = float(TABLE[i + k] * c.y);
	o.b = o.inner[1].n > 6;
	Outer copy = o;
	copy.f[1][2] += 0.5;
	color = vec4(o.inner[1].n, copy.f[1][2], o.inner[1].v);
}
""", lambda x, y: (x + 1, 11 * y + 0.5, x, y), {
    "copy.f[1][2] += 0.5;": {"o.f": [[3 * Y, 5 * Y, 7 * Y], [5 * Y, 7 * Y, 11 * Y]], "o.b": X + 1 > 6, "TABLE[2]": 7,
                             "copy.inner[1]": {"n": X + 1, "v": [X, Y]}, "o.f[1]": [5 * Y, 7 * Y, 11 * Y]}})

case("several-objects", "compatibility", 33, """#version 130
int depth = 4;
vec4 shade(vec2 at);
int steps(int n);
out vec4 color;
void main()
{
	int n = steps(int(gl_FragCoord.x));
	color = shade(gl_FragCoord.xy) + vec4(float(n), 0.0, 0.0, 0.0);
}
[fragment]
#version 120
vec4 shade(vec2 at)
{
	vec2 whole = floor(at);
	if (whole.x > 8.0)
		return vec4(0.0, whole, 1.0);
	return vec4(whole.yx, 2.0, 3.0);
}
[fragment]
#version 330
int steps(int n)
{
	int sum = 0;
	while (n > 0) { sum += n & 1; n >>= 1; }
	return sum;
}
""", lambda x, y: (bin(x).count("1") + (0 if x > 8 else y), x, y if x > 8 else 2, 1 if x > 8 else 3), {
    "return vec4(whole.yx, 2.0, 3.0);": {"whole": [X, Y]}, "return sum;": {"sum": bin(X).count("1"), "n": 0}})

case("several-strings", "core", 33, """#version 330
out vec4 col//--
or;
//--
#define HALF 0.5
//--
void main()
{
	float a = HA//--
LF * floor(gl_FragCoord.x);
	a += 1.0;
	color = vec4(a, 0.0, 0.0, 1.0);
}
""", lambda x, y: (0.5 * x + 1, 0, 0, 1), {"a += 1.0;": {"a": 0.5 * X}})

case("macros", "core", 33, """#version 330
out vec4 color;
#define SET(n) n =
#define UNLESS(c) if (!(c)) {
#define END }
#define ADD(a, b) ((a) \\
	+ (b))
#define PASTE(a, b) a ## b
#define LOOP(i, n) for (int i = 0; i < n; ++i)
void main()
{
	int x = int(gl_FragCoord.x), PASTE(ye, s) = 1, sum = 0;
	UNLESS(x > 9)
		SET(yes) ADD(yes,
			x);
	END
	LOOP(k, 3)
		sum += ADD(k, yes);
	color = vec4(yes, sum, __LINE__, __VERSION__);
}
""", lambda x, y: (1 if x > 9 else 1 + x, 3 + 3 * (1 if x > 9 else 1 + x), 19, 330), {
    ("sum += ADD(k, yes);", 2): {"k": 2, "sum": 1 + 2 * (1 + X), "yes": 1 + X}})

case("line-directives", "core", 33, """#version 330
out vec4 color;
#line 400
float f(float x)
{
	return x * 2.0;
}
#line 7 3
void main()
{
	float a = f(floor(gl_FragCoord.x)); // line 10 of 3
#line 1000
	a += float(__LINE__);
	color = vec4(a, 0.0, 0.0, 1.0);
}
""", lambda x, y: (2 * x + 1000, 0, 0, 1), {"a += float(__LINE__);": {"a": 2 * X}, "return x * 2.0;": {"x": X}})

case("conditional-text", "compatibility", 33, """#version 130
#extension GL_ARB_texture_rectangle : enable
#if defined(GL_ES) || !defined(GL_ARB_texture_rectangle)
#error never
#elif __VERSION__ >= 130 && \\
	(1 + 2 * 3 == 7)
#define N 3
#else
this is no GLSL
#endif
void main()
{
	int sum = 0;
#ifdef N
	for (int i = 0; i < N; i++)
#endif
		sum += int(gl_FragCoord.y);
#ifndef N
	sum = 0;
#endif
	gl_FragColor = vec4(sum, 0, 0, 1);
}
""", lambda x, y: (3 * y, 0, 0, 1), {("sum += int(gl_FragCoord.y);", 2): {"sum": 2 * Y}})

case("continuation", "core", 42, """#version 420
out vec4 color;
void main()
{
	// a comment goes on \\
	color = vec4(9.0);
	float a\\
b = 1.\\
5; /* and
	another */ ab += floor(gl_Frag\\
Coord.x);
	color = vec4(ab);
}
""", lambda x, y: (x + 1.5,) * 4, {"color = vec4(ab);": {"ab": X + 1.5}})

case("unknown-extension", "compatibility", 33, """#version 130
#extension GL_MESA_shader_integer_functions : enable
#extension GL_NOBODY_knows_this : enable
void main()
{
	uint bits = uint(gl_FragCoord.x) * 5u;
	int n = bitCount(bits);
	uint low = bitfieldExtract(bits, 1, 3);
	uint back = bitfieldReverse(bits);
	gl_FragColor = vec4(n, low, float(back >> 24), 1);
}
""", lambda x, y: (bin(5 * x).count("1"), (5 * x >> 1) & 7, int(f"{5 * x:032b}"[::-1], 2) >> 24, 1), {
    "gl_FragColor = vec4(n, low, float(back >> 24), 1);": {"n": bin(5 * X).count("1"), "low": (5 * X >> 1) & 7,
                                                          "back": int(f"{5 * X:032b}"[::-1], 2)}})

INCLUDED = """
[search] /lib/sub
[search] /lib
[include] /lib/shade
#ifndef SHADE
#define SHADE 3
#include "/lib/shade"
#include "twice"
float shade(float x)
{
	float t = twice(x);
	return t + float(SHADE) + float(__LINE__);
}
#endif
[include] /lib/twice
float twice(float x) { float y = x + x; return y; }
[include] /lib/sub/twice
float twice(float x) { return -1.0; }
[include] /lib/sub/value
#define VALUE 0.25
[include] /corner
vec4 place(vec4 corner) { return corner; }
"""

case("include", "core", 33, """#version 330
#extension GL_ARB_shading_language_include : require
out vec4 color;
// #include "nothing"
/*
#include "/lib/shade"
*/
#include <shade>
#ifdef NEVER
#include "no such string"
#endif
#include "value"
#include "shade"
void main()
{
	float a = shade(floor(gl_FragCoord.x));
	color = vec4(a, VALUE, __LINE__, 1.0);
}
""", lambda x, y: (2 * x + 3 + 8, 0.25, 17, 1), {"return t + float(SHADE) + float(__LINE__);": {"t": 2 * X, "x": X},
                                               "color = vec4(a, VALUE, __LINE__, 1.0);": {"a": 2 * X + 3 + 8}},
     "[vertex]\n#version 330\n#extension GL_ARB_shading_language_include : require\n#include </corner>\n"
     "in vec4 corner;\nvoid main() { gl_Position = place(corner); }" + INCLUDED)

case("implicit-sizes", "compatibility", 33, """#version 120
float kept[];
void main()
{
	kept[3] = floor(gl_FragCoord.x);
	kept[1] = 0.5;
	float a = gl_TexCoord[2].y;
	gl_FragColor = vec4(kept[3], kept[1], a, 1.0);
}
""", lambda x, y: (x, 0.5, 7, 1), {"gl_FragColor = vec4(kept[3], kept[1], a, 1.0);": {
    "kept": [None, 0.5, None, X], "gl_TexCoord": [[0, 0, 0, 0], [0, 0, 0, 0], [3, 7, 0, 1]], "a": 7}},
     "[vertex]\n#version 120\nattribute vec4 corner;\nvoid main() { gl_Position = corner; gl_TexCoord[0] = gl_TexCoord[1] = vec4(0.0); "
     "gl_TexCoord[2] = vec4(3.0, 7.0, 0.0, 1.0); }", partly=("kept",))

case("runtime-sizes", "core", 45, """#version 450
layout(std430, binding = 3) buffer Store { vec2 first; float data[]; } store;
layout(std430, binding = 4) buffer Other { float plain[]; };
out vec4 color;
void main()
{
	int n = store.data.length();
	float sum = 0.0;
	for (int i = 0; i < n; i++)
		sum += store.data[i];
	color = vec4(store.first, sum, plain[1]);
}
""", lambda x, y: (10, 11, 12 + 13 + 14, 11), {"color = vec4(store.first, sum, plain[1]);": {
    "store.data": [12, 13, 14], "store": {"first": [10, 11]}, "plain": [10, 11], "n": 3}},
     "[storage] 3 5\n[storage] 4 2")

case("doubles", "core", 45, """#version 450
out vec4 color;
void main()
{
	double d = double(int(gl_FragCoord.x)) / 3.0lf;
	dvec2 v = dvec2(d, 1.0lf) * 2.0lf;
	dmat2 m = dmat2(v, v.yx);
	if (d > 2.0lf)
		d = -d;
	color = vec4(d, v, m[1][1]);
}
""", lambda x, y: (-x / 3 if x / 3 > 2 else x / 3, 2 * (x / 3), 2, 2 * (x / 3)), {
    "color = vec4(d, v, m[1][1]);": {"d": X / 3, "v": [X / 3 * 2, 2], "m": [[X / 3 * 2, 2], [2, X / 3 * 2]], "m[1].y": X / 3 * 2}})

case("integers-64", "core", 45, """#version 450
#extension GL_ARB_gpu_shader_int64 : require
out vec4 color;
void main()
{
	int64_t big = int64_t(int(gl_FragCoord.x)) * -1000000000007L;
	uint64_t bits = uint64_t(1u + uint(gl_FragCoord.x)) << 40;
	i64vec2 pair = i64vec2(big, 3L);
	if (big < -3000000000000L)
		bits |= 1UL;
	color = vec4(float(big / 1000000000007L), float(bits >> 40), float(bits & 1UL), float(pair.y));
}
""", lambda x, y: (-x, x + 1, 1 if x > 2 else 0, 3), {
    "color = vec4(float(big / 1000000000007L), float(bits >> 40), float(bits & 1UL), float(pair.y));":
    {"big": -X * 1000000000007, "bits": (X + 1 << 40) | 1, "pair": [-X * 1000000000007, 3]}})

case("qualifiers", "core", 45, """#version 450
layout(location = 0) out vec4 color;
layout(origin_upper_left, pixel_center_integer) in vec4 gl_FragCoord;
invariant gl_FragDepth;
precise vec2 held;
highp float scale(const in highp float x, inout lowp float y) { y += 1.0; return x * y; }
void main()
{
	precise float a = gl_FragCoord.x;
	mediump float b = 2.0;
	precise float c = scale(a, b) * 2.0;
	held = vec2(a, c);
	color = vec4(held, b, gl_FragCoord.y);
	gl_FragDepth = 0.5;
}
""", lambda x, y: (x, 6 * x, 3, HEIGHT - 1 - y), {"gl_FragDepth = 0.5;": {"held": [X, 6 * X], "b": 3, "gl_FragCoord.y": HEIGHT - 1 - Y}})

case("discard-in-functions", "core", 33, """#version 330
out vec4 color;
int kept = 0;
float keep(float x)
{
	kept++;
	if (x < 3.0)
		discard;
	return x;
}
bool other(float x) { return keep(x + 1.0) > 0.0; }
void main()
{
	float x = floor(gl_FragCoord.x);
	float a = keep(x);
	bool b = a > 4.0 && other(a);
	color = vec4(a, float(b), float(kept), 1.0);
}
""", lambda x, y: (0, 0, 0, 0) if x < 3 else (x, float(x > 4), 2 if x > 4 else 1, 1), {
    "color = vec4(a, float(b), float(kept), 1.0);": {"a": X, "b": True, "kept": 2}})

case("odd-statements", "core", 33, """#version 330
out vec4 color;
;
float early(float x)
{
	;;
	{ }
	return x;
	x = 7.0;
	return 8.0;
}
void nothing() { }
void main()
{
	float x = early(floor(gl_FragCoord.x));
	for (int i = 0; i < 2; i++);
	for (int i = 0; i < 2; i++) { }
	if (x > 1.0); else x = 9.0;
	if (x > 2.0) { } else { }
	while (false);
	nothing();
	do { x += 0.25; continue; x = 100.0; } while (x < 3.0);
	switch (int(x)) { }
	switch (int(x)) { case 4: default: ; }
	color = vec4(x);
	return;
	color = vec4(-1.0);
}
""", lambda x, y: ((lambda v: (v + 0.25 if v >= 2.75 else 3.0))(x if x > 1 else 9),) * 4, {
    "color = vec4(x);": {"x": X + 0.25}})

case("switches", "core", 33, """#version 330
out vec4 color;
const int TWO = 2;
void main()
{
	int x = int(gl_FragCoord.x), n = 0;
	switch (x & 7) {
	case 0:
	case 1:
		n += 1;
	case TWO:
		n += 10;
		if (x > 8)
			break;
		n += 100;
	case 3 + 2: {
		n += 1000;
		break;
	}
	default:
		n = -1;
	case 6:
		n -= 5;
	}
	switch (uint(x)) { case 3u: n = 3; break; case 5u: n += 2; }
	color = vec4(n, x, 0, 1);
}
""", lambda x, y: (switched(x), x, 0, 1), {"color = vec4(n, x, 0, 1);": {"n": 1002}, "n += 1000;": {"n": 0}})


def switched(x):
    at, n = x & 7, 0
    if at <= 2:
        n = (1 if at < 2 else 0) + 10 + (0 if x > 8 else 1100)
    elif at == 5:
        n = 1000
    else:
        n = -5 if at == 6 else -6
    return 3 if x == 3 else n + 2 if x == 5 else n


case("headers-that-call", "core", 33, """#version 330
out vec4 color;
int calls = 0;
int first(int n) { calls++; return n; }
bool more(inout int n, int most) { calls += 10; return n++ < most; }
void next(inout int n) { calls += 100; n++; }
void main()
{
	int x = int(gl_FragCoord.x), sum = 0, n = 0;
	for (int i = first(2); more(i, x); next(i))
		sum += i;
	while (more(n, 3)) sum += 1000;
	do next(n); while (more(n, 8));
	for (; bool(n = n - 2) && n > 0;) sum += 10000;
	color = vec4(sum, calls, n, 1.0);
}
""", lambda x, y: headers(x), {
    ("sum += i;", 1): {"i": 5, "n": 0, "sum": 3, "calls": 121}})


def headers(x):
    calls, total, n, i = 1, 0, 0, 2
    while True:
        calls += 10
        go = i < x
        i += 1
        if not go:
            break
        total += i
        calls += 100
        i += 1
    while True:
        calls += 10
        go = n < 3
        n += 1
        if not go:
            break
        total += 1000
    while True:
        calls += 100
        n += 1
        calls += 10
        go = n < 8
        n += 1
        if not go:
            break
    while True:
        n -= 2
        if not (n != 0 and n > 0):
            break
        total += 10000
    return total, calls, n, 1


case("conditions-declared", "core", 33, """#version 330
out vec4 color;
void main()
{
	int n = int(gl_FragCoord.x), k = 0;
	while (bool b = n > 2) { n -= 2; k += int(b); }
	for (int i = 0; bool go = i < 3;) { k += go ? 10 : 0; i++; }
	color = vec4(n, k, 0, 1);
}
""", lambda x, y: (x if x <= 2 else 2 - x % 2, (max(0, (x - 1) // 2)) + 30, 0, 1), {"color = vec4(n, k, 0, 1);": {"n": 1, "k": 32}})

case("headers-declared", "core", 33, """#version 330
out vec4 color;
void main()
{
	int k = int(gl_FragCoord.x);
	for (int i = 0; bool go = i < 3; i++) k += go ? 10 : 0;
	color = vec4(k, 0, 0, 1);
}
""", lambda x, y: (x + 30, 0, 0, 1), {"color = vec4(k, 0, 0, 1);": {"k": 35}})

case("operators-with-effects", "core", 33, """#version 330
out vec4 color;
void main()
{
	int x = int(gl_FragCoord.x), a = 0, b = 0, c = 0, i = 0;
	int v[4] = int[4](0, 0, 0, 0);
	a = b = c = x + 1;
	bool p = (a++ > 5) && (b-- > 6 || ++c > 0), q = x > 4 ? a-- > 0 : (b += 7) > 0;
	v[i++] = i, v[i++] += i++, v[i] = (a, b);
	a += (b *= 2, c = -c, b + c);
	bool r = p ^^ q;
	color = vec4(a, b, c, v[0] + 10 * v[1] + 100 * v[3] + 10000 * int(r));
}
""", lambda x, y: operators(x), {"bool r = p ^^ q;": {"a": None, "v": [1, 2, 0, None]}})


def operators(x):
    a = b = c = x + 1
    p = a > 5
    a += 1
    if p:
        p = b > 6
        b -= 1
        if not p:
            c += 1
            p = c > 0
    if x > 4:
        q = a > 0
        a -= 1
    else:
        b += 7
        q = b > 0
    v = [1, 2, 0, b]
    b *= 2
    c = -c
    a += b + c
    return a, b, c, v[0] + 10 * v[1] + 100 * v[3] + 10000 * int(p != q)


case("shadowed-names", "core", 33, """#version 330
out vec4 color;
float x = 1.0;
float f(float f) { float x = f * 2.0; { float x = x + 1.0; f = x; } return f + x; }
void main()
{
	float color_ = x;
	float x = x + floor(gl_FragCoord.x);
	for (int x = 0; x < 2; x++) { { float x = 5.0; color_ += x; } }
	{ int x = int(x) * 100; color_ += float(x); { vec2 x = vec2(color_); color_ = x.y; } }
	if (x > 3.0) { float x = 0.5; color_ += x; }
	float f = f(x);
	color = vec4(color_, x, f, 1.0);
}
""", lambda x, y: (1 + 10 + 100 * (x + 1) + (0.5 if x + 1 > 3 else 0), x + 1, 4 * (x + 1) + 1, 1), {
    "color = vec4(color_, x, f, 1.0);": {"x": X + 1, "f": 4 * (X + 1) + 1}})

case("names-like-ours", "core", 33, """#version 330
out vec4 gs_v0;
uniform float gs_here;
float gs_main = 2.0, gs1_on1 = 3.0, gs_dead = 0.0, gs_absent = 1.0;
bool gs_true(bool gs_false) { return !gs_false; }
float gs_f1(float gs_i0_0) { return gs_i0_0 + gs_main; }
void main()
{
	float gs_t0 = gs_f1(floor(gl_FragCoord.x)), gs_c = gs_here;
	for (int gs_i1_0 = 0; gs_i1_0 < 2; gs_i1_0++)
		gs_dead += gs_true(gs_t0 > 9.0) ? gs1_on1 : gs_absent;
	gs_v0 = vec4(gs_t0, gs_dead, gs_c, 1.0);
}
""", lambda x, y: (x + 2, 2 if x > 7 else 6, 0, 1), {"gs_v0 = vec4(gs_t0, gs_dead, gs_c, 1.0);": {"gs_t0": X + 2, "gs_dead": 6, "gs_here": 0}})

case("subroutines", "core", 43, """#version 430
out vec4 color;
subroutine float Mix(float a, inout float b);
subroutine(Mix) float add(float a, inout float b) { b += 1.0; return a + b; }
subroutine(Mix) float times(float a, inout float b)
{
	for (int i = 0; i < 2; i++)
		b *= 2.0;
	return a * b;
}
subroutine uniform Mix chosen;
float direct(float x) { float y = x; return add(x, y); }
void main()
{
	float b = 3.0, a = chosen(floor(gl_FragCoord.x), b);
	if (a > 40.0)
		a = direct(a);
	color = vec4(a, b, 0.0, 1.0);
}
""", lambda x, y: (12 * x if 12 * x <= 40 else 24 * x + 1, 12, 0, 1), {
    "color = vec4(a, b, 0.0, 1.0);": {"a": 24 * X + 1, "b": 12}, ("b *= 2.0;", 1): {"a": X, "b": 6, "i": 1},
    "return a * b;": {"a": X, "b": 12, "a * b": 12 * X}, "if (a > 40.0)": {"a": 12 * X}}, "[subroutine] times")

case("old-glsl", "compatibility", 30, """uniform float zero;
vec4 tint(const in float a, out float b) { b = a + 1.0; return vec4(a, b, zero, 1.0); }
void main()
{
	float b = 0.0, sum = 0.0;
	mat3 m = mat3(2.0);
	for (int i = 0; i < 3; i++) {
		if (mod(floor(gl_FragCoord.x) + float(i), 2.0) < 0.5)
			continue;
		sum += m[i][i];
	}
	vec4 t = tint(floor(gl_FragCoord.y), b);
	gl_FragColor = vec4(sum, t.xy, b);
}
""", lambda x, y: (2 if x % 2 == 0 else 4, y, y + 1, y + 1), {"gl_FragColor = vec4(sum, t.xy, b);": {"sum": 4, "t": [Y, Y + 1, 0, 1], "b": Y + 1}})

case("global-initialisers", "compatibility", 33, """#version 150
uniform int nothing;
const float third = 1.0 / 4.0;
float first = third * 4.0, second = first + 1.0;
vec2 pair[2] = vec2[](vec2(first), vec2(second, third));
out vec4 color;
void main()
{
	first += floor(gl_FragCoord.x);
	pair[nothing] += first;
	color = vec4(first, second, pair[0].y, pair[1].y);
}
""", lambda x, y: (1 + x, 2, 2 + x, 0.25), {"first += floor(gl_FragCoord.x);": {"first": 1, "pair": [[1, 1], [2, 0.25]], "third": 0.25}})

case("interface-blocks", "core", 45, """#version 450
struct Light { vec3 position; float power; };
layout(std140, binding = 0) uniform Lights { Light light[2]; mat2x3 turn; } lights;
layout(std140, binding = 1) uniform Plain { int count; layout(row_major) mat3 axes; };
layout(std430, binding = 2) buffer Free { uint total; float data[]; } store;
in Pass { vec2 place; flat int id[2]; } got;
out vec4 color;
void main()
{
	float p = lights.light[1].power + float(count);
	vec2 at = floor(got.place * vec2(8.0, 4.0) + vec2(8.0, 4.0));
	int id = got.id[1];
	color = vec4(at, p, float(id));
}
""", lambda x, y: (x, y, 0, 9), {"int id = got.id[1];": {"at": [X, Y], "got.id": [4, 9], "lights.light[0]": {"position": [0, 0, 0], "power": 0}, "count": 0}},
     "[vertex]\n#version 450\nlayout(location = 0) in vec4 corner;\nout Pass { vec2 place; flat int id[2]; } give;\n"
     "void main() { gl_Position = corner; give.place = corner.xy; give.id[0] = 4; give.id[1] = 9; }")

case("es-100", "es", 20, """precision mediump float;
const int N = 3;
float twice(highp float x) { return x + x; }
void main()
{
	float sum = 0.0;
	vec3 v = vec3(0.5);
	for (int i = 0; i < N; i++) {
		if (i == 1)
			continue;
		v[i] = 0.25;
		sum += twice(0.125);
	}
	if (gl_FragCoord.x < 4.0)
		discard;
	bool right = gl_FragCoord.x > 8.0 && sum > 0.25;
	gl_FragColor = vec4(right ? 1.0 : 0.0, sum, 0.0, 1.0);
}
""", lambda x, y: (0, 0, 0, 0) if x < 4 else (float(x > 7), round(0.5 * 255) / 255, 0, 1), {
    "bool right = gl_FragCoord.x > 8.0 && sum > 0.25;": {"sum": 0.5}})

case("es-300", "es", 30, """#version 300 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 color;
struct S { ivec2 i; uint u; };
S make(int n) { return S(ivec2(n, -n), uint(n) << 28u); }
void main()
{
	S s = make(int(gl_FragCoord.x));
	int n = 0;
	do { n++; switch (n) { case 2: continue; default: break; } } while (n < s.i.x);
	color = vec4(float(n) / 255.0, float(s.u >> 28u) / 255.0, 0.0, 1.0);
}
""", lambda x, y: (max(x, 1) / 255, x / 255, 0, 1), {"int n = 0;": {"s": {"i": [X, -X], "u": X << 28}}})


def switch_sides():
    """Counts of elements on each side of a switch, and following one."""
    c = next(one for one in CASES if one.name == "switches")
    with tempfile.TemporaryDirectory() as folder, Console(write_file(c, folder)) as console:
        console.run("next draw")
        console.run("shader fragment")
        assert console.command("shader case 0")["error"]["code"] == "usage"
        lines = source_lines(console)
        first, second = line_of(lines, "switch (x & 7) {"), line_of(lines, "switch (uint(x)) { case 3u: n = 3; break; case 5u: n += 2; }")
        assert console.run(f"shader until {first}")["kind"] == "switch"
        counts = {one["case"]: one["elements"] for one in console.run("condition")["cases"]}
        wanted = {"0": 2, "1": 2, "TWO": 2, "3 + 2": 2, "6": 2, "default": 6}  # of 16 columns
        assert counts == {label: n * HEIGHT for label, n in wanted.items()}, counts
        for side, x in (("5", 5), ("TWO", 2), ("0", 0), ("default", 3), ("6", 6), ("2", 2)):
            console.run("shader reset")
            console.run(f"shader until {first}")
            console.run(f"shader case {side}")
            focus = console.run("where")["focus"]
            assert console.run("print x")["value"] == focus["x"] and focus["x"] & 7 in (x, *((4, 7) if x == 3 else ())), (side, focus)
            console.run("shader continue")
            assert console.run("print color")["value"][0] == switched(focus["x"]), side
        console.run("shader reset")
        console.run(f"shader until {first}")
        error = console.command("shader case 77")["error"]
        assert error["code"] == "usage" and "TWO" in error["message"], error
        console.run(f"shader until {second}")
        assert {one["case"]: one["elements"] for one in console.run("condition")["cases"]} == {"3u": 8, "5u": 8, "default": 112}
        assert console.run("shader case 3")["focus"]["x"] == 3
        assert console.command("condition x.png")["error"]["code"] == "usage"


ITERATIONS = """#version 330
out vec4 color;
void main()
{
	int n = int(gl_FragCoord.x), k = 0, sum = 0;
	for (;;) {
		sum += k;
		if (k++ > n) break;
	}
	int j = 0;
	do {
		j += 2;
		for (int i = 0;; i++) { if (i > j) break; sum += 100; }
	} while (j < n);
	do ; while (++j < n + 4);
	color = vec4(sum, j, k, 1.0);
}
"""


def iterations():
    """The Nth iteration of loops without a test, and of do loops; lines that a breakpoint cannot stand on."""
    c = Case("iterations", "core", 33, ITERATIONS, None, {}, "")
    with tempfile.TemporaryDirectory() as folder, Console(write_file(c, folder)) as console:
        console.run("next draw")
        console.run("shader fragment")
        console.run("focus 5 3")
        lines = source_lines(console)
        console.run(f"shader until {line_of(lines, 'sum += k;')}")
        for n in 3, 1, 6, 0:
            where = console.run(f"shader iteration {n}")
            assert where["text"] == "sum += k" and where["iterations"] == [n], (n, where)
            assert console.run("print k")["value"] == n and console.run("print sum")["value"] == n * (n - 1) // 2
        assert console.command("shader iteration 400")["error"]["code"] == "no-element"
        moved = console.run("shader iteration 9")  # 5 leaves after the seventh
        assert moved["focus"]["x"] == 8, moved
        console.run("focus 5 3")
        console.run("shader reset")
        console.run(f"shader until {line_of(lines, 'j += 2;')}")
        for n in 2, 0, 1:
            where = console.run(f"shader iteration {n}")
            assert where["text"] == "j += 2" and where["iterations"] == [n] and console.run("print j")["value"] == 2 * n, (n, where)
        console.run("shader until 13")
        where = console.run("shader iteration 3")
        assert where["kind"] == "if" and where["iterations"] == [1, 3] and console.run("print i")["value"] == 3, where
        while console.run("where")["line"] != 15:
            where = console.run("shader step")
        assert where["kind"] == "loop-test" and where["iterations"] == [1], where
        assert console.run("shader iteration 2")["iterations"] == [3] and console.run("print j")["value"] == 6 + 2
        for line, words in (400, "18 lines"), (20, "beyond"):
            error = console.command(f"shader break {line}")["error"]
            assert error["code"] == "usage" and words in error["message"], error
        assert console.command("shader break 1")["ok"]


SIDES = """#version 330
out vec4 color;
float zero = 0.0;
float twice(float x) { return x + x; }
void main()
{
	float x = floor(gl_FragCoord.x), a, b, c, d, e, f, g, h;
	float r = x > 2.0 ? (a = 1.0) : (b = 2.0);
	bool p = x > 2.0 && (c = x) > 9.0 && (d = x) > 0.0 || x < 50.0 || (e = x) > 0.0;
	for (int i = 0; i < 2; i++)
		r += i == 1 ? x > 99.0 ? (f = 1.0) : (g = twice(x > 3.0 ? (h = x) : x)) : 0.0;
	float n = x > 4.0 ? (a = sqrt(zero - 1.0)) : 0.0;
	color = vec4(r, x, float(p), n);
}
"""


def sides(provider):
    """Only what stands on the side that was taken has been written."""
    os.environ["GLSTEP_PATH"] = provider
    c = Case("sides", "core", 33, SIDES, None, {}, "")
    with tempfile.TemporaryDirectory() as folder, Console(write_file(c, folder)) as console:
        console.run("next draw")
        console.run("shader fragment")
        console.run("focus 5 3")
        console.run("shader until 10")
        wanted = {"a": True, "b": False, "c": True, "d": False, "e": False, "f": False, "g": False, "h": False, "r": True}
        assert written(console) == wanted, written(console)
        console.run("shader until 12")
        wanted.update(g=True, h=True)
        assert written(console) == wanted, written(console)
        console.run("shader reset")
        where = console.run("shader continue nan")
        assert "a has become NaN" in where["note"] or "n has become NaN" in where["note"], where
        console.run("shader reset")
        console.run("focus 1 3")
        console.run("shader until 12")
        wanted.update(a=False, b=True, c=False, h=False)
        assert written(console) == wanted, written(console)


def written(console):
    return {v["name"]: v["written"] for v in console.run("scope")["variables"] if v["name"] in "abcdefghr"}


results = Results()
random.seed(3)
if len(sys.argv) == 1 or "switch-sides" in sys.argv:
    results.check("language-switch-sides", switch_sides)
if len(sys.argv) == 1 or "iterations" in sys.argv:
    results.check("language-iterations", iterations)
for one in "record", "capture":
    if len(sys.argv) == 1 or "sides" in sys.argv:
        results.check("language-sides-" + one, sides, one)
for nth, one in enumerate(CASES):
    if len(sys.argv) == 1 or any(word in one.name for word in sys.argv[1:]):
        results.check("language-" + one.name, run, one, providers(nth))
sys.exit(1 if results.failed else 0)
