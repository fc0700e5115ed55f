#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""As language.py: what hardly anybody writes, and the language allows."""

import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results  # noqa: E402
from language_run import CASES, X, Y, case, providers, run, write_file  # noqa: E402

HEAD = """#version 450
out vec4 color;
uniform float zero;
"""
AT = "	float x = floor(gl_FragCoord.x), y = floor(gl_FragCoord.y);\n"

# ---- what functions take and give ----

case("odd-results-indexed", "core", 45, HEAD + """struct Inner { vec2 b[2]; };
struct Pair { float a; Inner inner[2]; };
uniform Pair zeros;
Pair make(float v) { Pair p = zeros; p.a = v; p.inner[0].b[0] = vec2(v, 1.0); p.inner[0].b[1] = vec2(2.0, v); p.inner[1] = p.inner[0]; p.inner[1].b[1].y += 1.0; return p; }
float[3] list(float v) { return float[](v, v * 2.0, v * 3.0); }
mat2x3 turn(float v) { return mat2x3(v, 1.0, 2.0, 3.0, v, 5.0); }
void main()
{
""" + AT + """	float one = make(x).inner[1].b[1].y + list(y)[int(x) % 3];
	float two = turn(x)[1].y * list(make(y).a)[1];
	vec3 three = turn(make(list(x)[0]).a)[0].zyx;
	int n = list(x).length() + make(y).inner[0].b.length();
	color = vec4(one, two, three.z, float(n));
}
""", lambda x, y: (x + 1 + y * (x % 3 + 1), x * 2 * y, x, 5), {
    "color = vec4(one, two, three.z, float(n));": {"one": X + 1 + Y * (X % 3 + 1), "two": X * 2 * Y, "three": [2, 1, X], "n": 5,
                                                   "make(x).inner[1].b[1]": [2, X + 1], "list(y)[2]": 3 * Y, "turn(y)[0].x": Y}})

case("odd-array-parameters", "core", 45, HEAD + """struct Cell { int n[2]; };
void fill(out int grid[2][3], int v)
{
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 3; j++)
			grid[i][j] = v + 10 * i + j;
}
int fold(inout int grid[2][3], inout Cell cells[2], const in int row[3])
{
	int sum = 0;
	for (int i = 0; i < grid.length(); i++)
		for (int j = 0; j < grid[i].length(); j++)
			sum += grid[i][j]++ * row[j];
	cells[1].n[0] += sum;
	cells[0] = cells[1];
	return sum;
}
void swap(inout float a, inout float b) { float c = a; a = b; b = c; }
void bump(inout vec2 v) { v += vec2(1.0, 2.0); }
void main()
{
""" + AT + """	int all[3][2][3];
	Cell cells[2] = Cell[2](Cell(int[2](1, 2)), Cell(int[2](3, 4)));
	int at = 0;
	fill(all[at++], int(x));
	fill(all[at++], int(y));
	fill(all[at], 5);
	int sum = fold(all[int(x) % 2], cells, all[2][1]);
	vec4 v = vec4(1.0, 2.0, 3.0, 4.0);
	swap(v.x, v.w);
	bump(v.zy);
	mat2 m = mat2(1.0, 2.0, 3.0, 4.0);
	bump(m[1]);
	swap(m[0][1], v[int(y) % 4]);
	color = vec4(sum, all[int(x) % 2][1][2], cells[0].n[0], v.z * 10.0 + m[1].y) / 255.0;
}
""", lambda x, y: tuple(n / 255 for n in (odd_sum(x, y), (y if x % 2 else x) + 13, odd_sum(x, y) + 3, (2 if y % 4 == 2 else 4) * 10 + 6)), {
    "color = vec4(sum, all[int(x) % 2][1][2], cells[0].n[0], v.z * 10.0 + m[1].y) / 255.0;": {
        "at": 2, "sum": 3 * (15 + 16 + 17) + 13 * 48 + (0 * 15 + 16 + 34) * 2, "all[2]": [[5, 6, 7], [15, 16, 17]], "all[0]": [[X, X + 1, X + 2], [X + 10, X + 11, X + 12]],
        "all[1]": [[Y + 1, Y + 2, Y + 3], [Y + 11, Y + 12, Y + 13]], "cells[0].n[1]": 4, "m": [[1, 1], [4, 6]], "v": [4, 4, 4, 2]}})


def odd_sum(x, y):
    v = y if x % 2 else x
    return sum((v + 10 * i + j) * (15 + j) for i in range(2) for j in range(3))


case("odd-builtin-outs", "core", 45, HEAD + """void main()
{
""" + AT + """	float whole, part = modf(x * 1.25, whole);
	int e;
	float f = frexp(y + 1.0, e);
	uint carry, high, low, sum = uaddCarry(0xfffffff0u + uint(x), 0x10u, carry);
	umulExtended(0x80000001u, uint(x) + 2u, high, low);
	uint p = packHalf2x16(vec2(x, -y)), q = packSnorm4x8(vec4(x / 16.0, 1.0, -1.0, 0.0)), d[2] = uint[2](0u, 0u);
	vec2 h = unpackHalf2x16(p);
	double big = packDouble2x32(uvec2(0u, 0x40080000u)) + double(x);
	uvec2 halves = unpackDouble2x32(big);
	int bits = bitfieldInsert(0, int(x), 4, 4) | bitfieldExtract(int(p), 0, 3) | findMSB(sum + 1u) << 12;
	color = vec4(whole + part, f * float(1 << e), float(carry) + float(high) + h.y, float(bits) + float(big));
}
""", lambda x, y: (1.25 * x, y + 1, 1 + (0x80000001 * (x + 2) >> 32) - y, (x << 4) + ((x + 1).bit_length() - 1 << 12) + 3 + x), {
    "color = vec4(whole + part, f * float(1 << e), float(carry) + float(high) + h.y, float(bits) + float(big));": {
        "whole": 6, "part": 0.25, "f": 0.5, "e": 3, "carry": 1, "sum": X, "low": 0x80000001 * (X + 2) & 0xffffffff, "high": 0x80000001 * (X + 2) >> 32,
        "h": [X, -Y], "q": 0x00817f28, "p": 0xc2004500, "big": 3 + X, "halves": [0, 0x40200000]}})

# ---- control flow ----


def fell(x):
    n, trail = 0, 0
    k = x % 5
    if k == 0:
        n += 1
    if k in (0, 1):
        for i in range(4):
            if i == 1:
                continue
            trail = trail * 10 + i
            if i == x % 4:
                break
            n += 2
        k = 2
    if k == 2:
        m = 3
        while m > 0:
            m -= 1
            if m == 1:
                continue
            n += m
        return n + 100, trail
    return n + (50 if k == 3 else 7), trail


case("odd-switch-into-loops", "core", 33, """#version 330
out vec4 color;
float late(int k)
{
	switch (k) {
	case 1:
		return 1.0;
		k = 9;
	default:
		;
	case 2:
		do {
			if (k > 2) { k--; continue; }
			switch (k) { case 2: return float(k) + 0.5; }
			break;
			k = 77;
		} while (k > 1);
		return float(k);
	}
	return -1.0;
}
void main()
{
""" + AT + """	int n = 0, trail = 0;
	switch (int(x) % 5) {
	case 0: n++;
	case 1:
		for (int i = 0; i < 4; i++) {
			if (i == 1) continue;
			trail = trail * 10 + i;
			if (i == int(x) % 4) break;
			n += 2;
		}
	case 2: {
		int m = 3;
		while (m-- > 0) {
			switch (m) { case 1: continue; default: break; }
			n += m;
		}
		n += 100;
		break;
	}
	case 3: n += 50; break;
	default:
		n += 7;
	}
	float l = late(int(y));
	color = vec4(n, trail, l, 255.0) / 255.0;
}
""", lambda x, y: (fell(x)[0] / 255, fell(x)[1] / 255, (1 if y == 1 else 0 if y == 0 else 2.5) / 255, 1), {
    "color = vec4(n, trail, l, 255.0) / 255.0;": {"n": fell(X)[0], "trail": fell(X)[1], "l": 2.5}})


def commas(x):
    n, m, i, j = 0, 5, 0, 9
    while True:
        i, j = i + 1, j - 1
        if not i < j:
            break
        if i == 2:
            n, m = n + i, m ^ j
            continue
        n += x
        n, m = n + i, m ^ j
    a, b = x + 1, 3
    if a > b:
        n += 100
    k, s = 5, 0
    while True:
        k -= 1
        if k <= 0:
            break
        s += k
        if s >= 9:
            break
        n += 1
    return n, m, k, s


case("odd-headers", "core", 33, """#version 330
out vec4 color;
void main()
{
""" + AT + """	int n = 0, m = 5, a, b, k = 5, s = 0;
	for (int i = 0, j = 9; i++, j--, i < j; n += i, m ^= j) {
		if (i == 2)
			continue;
		n += int(x);
	}
	if ((a = int(x) + 1) > (b = 3))
		n += 100;
	while ((k = k - 1) > 0 && (s += k) < 9)
		n++;
	for (;;)
		if ((++s, s > 20)) break;
	for (int q = (n++, 3); q > 0; --q) ;
	do n--; while (false);
	color = vec4(n, m, k, s) / 255.0;
}
""", lambda x, y: (commas(x)[0] / 255, commas(x)[1] / 255, commas(x)[2] / 255, 21 / 255), {
    "color = vec4(n, m, k, s) / 255.0;": {"n": commas(X)[0], "m": commas(X)[1], "k": commas(X)[2], "a": X + 1, "b": 3}})

case("odd-ends", "core", 33, """#version 330
out vec4 color;
int count = 0;
float gone(float v)
{
	if (v > 14.0) {
		discard;
		count = 99;
		return 3.0;
	}
	return v;
	count = 98;
}
void quiet(inout float v)
{
	if (v < 2.0) return;
	v = -v;
	return;
	v = 5.0;
}
void main()
{
""" + AT + """	float k = gone(x);
	quiet(k);
	color = vec4(k, count, y, 1.0);
	if (y > 6.0) {
		color.w = 0.5;
		return;
		color = vec4(9.0);
	}
	{ { ; } {} }
	color.z += 1.0;
	return;
	discard;
}
""", lambda x, y: (0, 0, 0, 0) if x > 14 else (x if x < 2 else -x, 0, y if y > 6 else y + 1, 0.5 if y > 6 else 1), {
    "color.z += 1.0;": {"k": -X, "count": 0}})

case("odd-depth-and-mask", "core", 45, HEAD + """layout(depth_any) out float gl_FragDepth;
void main()
{
""" + AT + """	gl_FragDepth = (x + 1.0) / 32.0;
	gl_SampleMask[0] = int(x) < 15 ? -1 : -2 + int(zero);
	float d = gl_FragDepth * 32.0;
	color = vec4(d, gl_SampleMask[0] == -1, gl_SampleMaskIn[0] & 1, gl_SampleID);
}
""", lambda x, y: (x + 1, x < 15, 1, 0), {
    "color = vec4(d, gl_SampleMask[0] == -1, gl_SampleMaskIn[0] & 1, gl_SampleID);": {"d": X + 1, "gl_FragDepth": (X + 1) / 32, "gl_SampleMask[0]": -1}})

# ---- names ----

case("odd-names", "core", 33, """#version 330
out vec4 color;
struct Pair { float a, b; };
float helper(float v) { return v * 2.0; }
float helper(float v, float w) { return v + w; }
float value = 3.0;
float uses(float value) { { float value = value + 1.0; return value; } }
void main()
{
""" + AT + """	float twice = helper(x);
	{
		float helper = helper(y, 1.0);
		float value = helper + value;
		twice += value;
	}
	Pair Pair_ = Pair(x, y), many[2] = Pair[2](Pair(1.0, 2.0), Pair(y, x));
	{
		Pair Pair = Pair(7.0, 8.0);
		twice += Pair.b;
	}
	struct { float c; vec2 d[2]; } local;
	local.c = uses(x);
	local.d[1] = vec2(many[1].b, Pair_.a);
	struct Pair2 { Pair p[2]; } pair2 = Pair2(many);
	for (int i = 0; i < 2; i++) {
		float x = float(i) + x;
		twice += x;
	}
	bool same = pair2.p == many && many[0] != many[1] && Pair_ == Pair(x, y);
	color = vec4(twice, local.c, local.d[1].x, same);
}
""", lambda x, y: (2 * x + y + 4 + 8 + 2 * x + 1, x + 1, x, (x, y) != (2, 1)), {
    "twice += value;": {"helper": Y + 1, "value": Y + 4},
    "twice += Pair.b;": {"Pair.b": 8, "Pair": {"a": 7, "b": 8}},
    "color = vec4(twice, local.c, local.d[1].x, same);": {"local.d[1]": [X, X], "local.c": X + 1, "pair2.p[1].a": Y, "same": True, "helper(x, y)": X + Y, "value": 3}}, partly=("local",))

case("odd-expressions", "core", 45, HEAD + """const float table[5] = float[](1.0, 2.5, 4.0, 8.0, 16.0);
const struct { int k; ivec2 v[2]; } fixed_ = { 3, { { 1, 2 }, { 3, 4 } } };
uniform float set_ = 2.5;
uniform vec2 sets[2] = { { 1.0, 2.0 }, { 3.0, 4.0 } };
void main()
{
""" + AT + """	const int[2][2] small = { { 1, 2 }, { 3, 4 } };
	int n = int(x), m = n+++ +n - - -2, k = 0x7fffffff + n, o = 017, a[4] = { 0, 1, 2, 3 };
	uint u = 1u << 31 | 0xAu, w = uint(-1) / 2u;
	float t = table[n % 5] + table[int(y) % 5] + float(fixed_.v[n & 1].y + small[n & 1][int(y) & 1]);
	(t) += 1.0; ((a))[(n, 2)] -= 5;
	a[a[1]++] = a[0]-- + (n ^= 1, n);
	float inf = 1.0 / zero, minus = -zero, nan_ = sqrt(-1.0 - zero);
	vec4 v = vec4(0.0); v.wx = v.yz = vec2(x, y); v[n & 3]++;
	bvec2 c = bvec2(x > 3.0 ^^ y > 3.0, !(x == y) && (n != 0 || true));
	bool less = x < y == y > x;
	color = vec4(t, m, v.w + sets[1].y, set_ + float(less)) + float(a[2]);
}
""", lambda x, y: odd_values(x, y), {
    "color = vec4(t, m, v.w + sets[1].y, set_ + float(less)) + float(a[2]);": {
        "m": X + X + 1 - 2, "k": (0x7fffffff + X + 1 + 2**31) % 2**32 - 2**31, "o": 15, "u": 0x8000000a, "w": 0x7fffffff, "inf": "inf", "minus": 0.0, "v.x": Y,
        "a[2]": -3, "c": [X > 3, True], "less": True, "fixed_.v[1]": [3, 4], "small[1]": [3, 4], "set_": 2.5, "sets": [[1, 2], [3, 4]], "table[n % 5]": None, "nan_": "nan"}})


def odd_values(x, y):
    table = (1, 2.5, 4, 8, 16)
    n = x + 1
    t = table[n % 5] + table[y % 5] + ((3, 4)[1] if n & 1 else 2) + ((1, 2), (3, 4))[n & 1][y & 1] + 1
    m = x + n - 2
    n ^= 1
    v = [y, x, y, x]
    v = [0.0, x, y, 0.0]
    v[3], v[0] = x, y
    v[n & 3] += 1
    return t - 3, m - 3, v[3] + 4 - 3, 2.5 + 1 - 3


# ---- dynamic subroutines ----

SUBROUTINES = """#version 450
out vec4 color;
subroutine float Kind(float a, inout int n);
subroutine(Kind) float half_(float a, inout int n)
{
	float h = a * 0.5;
	n++;
	return h;
}
subroutine(Kind) float square(float a, inout int n)
{
	float s = a * a;
	n += 10;
	return s;
}
subroutine uniform Kind kinds[3];
void main()
{
	float x = floor(gl_FragCoord.x), sum = 0.0;
	int at = 0, n = 0;
	for (int i = 0; i < 3; i++)
		sum += kinds[i](x + float(i), n);
	float last = kinds[at++](sum, n); last += kinds[2 - int(x) % 3](1.0, n); last += kinds[1](6.0, n); last += kinds[at + 1](5.0, n);
	color = vec4(sum, last, float(n), float(at)) / 255.0;
}
"""
case("odd-subroutine-indices", "core", 45, SUBROUTINES, lambda x, y: tuple(v / 255 for v in chosen(x)), {
    "return h;": {"h": 3, "a": 6},
    "color = vec4(sum, last, float(n), float(at)) / 255.0;": {"sum": 25 + 3 + 49, "at": 1}}, "[subroutine] square half_ square")



def pick(n):
    return (n >> 1) & 1 if n % 2 == 0 else 1 - ((n >> 1) & 1)


def grid(x, y):
    a, b, total = [x, y], [1, 2], 0
    for k in range(2):
        if k == pick(x + k):
            w = [a[0], b[1]]
            a.reverse()
        else:
            w = [2 * v for v in b]
            if a == [6, 1]:
                return 0, 0, 0, 0
            b[pick(a[0])] += 1
        total += w[0] + 10 * w[1]
    return a[0], a[1], b[0] + 10 * b[1], total


# Of an array of arrays, in a function that a call in the index calls, in a subroutine; with arrays, structs and an early discard.
case("odd-subroutine-grid", "core", 45, """#version 450
out vec4 color;
struct Pair { vec2 a; float b[2]; };
subroutine Pair Kind(Pair p, out float w[2]);
subroutine int Pick(int n);
subroutine uniform Kind grid[2][2];
subroutine uniform Pick picks[2];
subroutine(Pick) int plain(int n) { return (n >> 1) & 1; }
subroutine(Pick) int other(int n) { return 1 - ((n >> 1) & 1); }
int pick(int n) { return picks[n % 2](n); }
subroutine(Kind) Pair turn(Pair p, out float w[2])
{
	w = float[](p.a.x, p.b[1]);
	p.a = p.a.yx;
	return p;
}
subroutine(Kind) Pair fall(Pair p, out float w[2])
{
	for (int i = 0; i < 2; i++)
		w[i] = p.b[i] * 2.0;
	if (p.a == vec2(6.0, 1.0))
		discard;
	p.b[pick(int(p.a.x))] += 1.0;
	return p;
}
void main()
{
	float x = floor(gl_FragCoord.x), y = floor(gl_FragCoord.y), sum = 0.0, w[2];
	int k = 0;
	Pair p = Pair(vec2(x, y), float[](1.0, 2.0));
	do {
		p = grid[k][pick(int(x) + k)](p, w);
		sum += w[0] + 10.0 * w[1];
	} while (picks[k](k) == 0 && ++k < 2);
	color = vec4(p.a, p.b[0] + 10.0 * p.b[1], sum) / 255.0;
}
""", lambda x, y: tuple(v / 255 for v in grid(x, y)), {
    "w[i] = p.b[i] * 2.0;": {"p.a": [X, Y], "p.b": [1, 2]}, "w = float[](p.a.x, p.b[1]);": {"p.a": [X, Y], "p.b": [2, 2] if pick(X) == 0 else [1, 3]}, "color = vec4(p.a, p.b[0] + 10.0 * p.b[1], sum) / 255.0;": {"k": 1, "sum": grid(X, Y)[3]}},
    "[subroutine] turn fall fall turn plain other")


# Such calls wherever an expression stands: out arguments that are swizzles, headers, a switch, indices, statements.
EVERYWHERE = """#version 450
out vec4 color;
subroutine vec3 Kind(vec3 v, out vec2 w);
subroutine int Num(int n);
subroutine void Act();
const int N = 1;
layout(location = 2) subroutine uniform Kind kinds[2];
layout(location = 0) subroutine uniform Num nums[2];
layout(location = 4) subroutine uniform Act acts[2];
float g = 0.0;
subroutine(Kind) vec3 up(vec3 v, out vec2 w) { w = v.xy; return v + 1.0; }
subroutine(Kind) vec3 down(vec3 v, out vec2 w) { w = -v.yz; return v.zyx; }
subroutine(Num) int inc(int n) { return n + 1; }
subroutine(Num) int dbl(int n) { if (n > 2) return n; return n * 2 + 1; }
subroutine(Act) void one() { g += 1.0; }
subroutine(Act) void two() { g *= 2.0; return; }
void act(int i) { if (i > 5) return; acts[i & 1](void); }
void main()
{
""" + AT + """	int k = int(x) & 1, t[3] = int[](0, 1, 0), s = 0;
	vec4 v = vec4(x, y, 1.0, 2.0);
	vec2 w[2];
	v.xyz = kinds[k](v.zyx, v.wx).zxy;
	v.y += kinds[t[k]](vec3(kinds[1 - k](v.xyz, w[0]).x, 2.0, w[0].y), w[t[1 - k]]).z;
	for (int i = nums[k](0); i < nums[t[2 - k]](3); i += nums[i & 1](1) - 1)
		s = s * 3 + i;
	switch (nums[s & 1](s)) {
	case 1: acts[k](); break;
	case 4: act(k);
	default: acts[N - 1](); acts[N](); act(int(y));
	}
	t[nums[k](t[0])] += nums[(s >> 1) & 1](1);
	float last = k == 1 ? kinds[t[0] & 1](v.www, v.xy).x : kinds[N](v.xyz, v.zw).y;
	color = vec4(v.x + last, v.y, g, float(s + 10 * t[0] + 100 * t[1])) / 255.0;
}
"""


def up(v):
    return [a + 1 for a in v], [v[0], v[1]]


def down(v):
    return v[::-1], [-v[1], -v[2]]


def everywhere(x, y):
    kinds, nums = (up, down), (lambda n: n + 1, lambda n: n if n > 2 else n * 2 + 1)
    acts = (lambda g: g + 1, lambda g: g * 2)
    k, t, s, g = x & 1, [0, 1, 0], 0, 0
    v, w = [x, y, 1, 2], [[0, 0], [0, 0]]
    result, (v[3], v[0]) = kinds[k]([v[2], v[1], v[0]])
    v[:3] = result[2], result[0], result[1]
    first, w[0] = kinds[1 - k](v[:3])
    result, w[t[1 - k]] = kinds[t[k]]([first[0], 2, w[0][1]])
    v[1] += result[2]
    i = nums[k](0)
    while i < nums[t[2 - k]](3):
        s = s * 3 + i
        i += nums[i & 1](1) - 1
    n = nums[s & 1](s)
    if n == 1:
        g = acts[k](g)
    else:
        for which in ([k] if n == 4 else []) + [0, 1] + ([y & 1] if y <= 5 else []):
            g = acts[which](g)
    t[nums[k](t[0])] += nums[s >> 1 & 1](1)
    if k == 1:
        result, v[:2] = kinds[t[0] & 1]([v[3]] * 3)
    else:
        result, v[2:] = kinds[1](v[:3])
    return v[0] + result[1 - k], v[1], g, s + 10 * t[0] + 100 * t[1]


case("odd-subroutine-everywhere", "core", 45, EVERYWHERE, lambda x, y: tuple(n / 255 for n in everywhere(x, y)), {}, "[subroutine] inc dbl up down one two")


def chosen(x):
    sum_ = x * x + (x + 1) / 2 + (x + 2) ** 2
    last = sum_ * sum_ + (0.5 if 2 - x % 3 == 1 else 1) + 3 + 25
    n = 21 + 10 + (1 if 2 - x % 3 == 1 else 10) + 11
    return sum_, last, n, 1


# ---- of one version alone ----

case("odd-embedded-structs", "compatibility", 33, """#version 110
struct Outer { float a; struct Inner { vec2 b; struct { float c[2]; } deep; } inner; struct { int n; } last[2]; };
uniform struct { float zero; struct { float one; } more; } set;
uniform Outer zeros;
Outer make(float v)
{
	struct Mine { struct Yours { float d; } yours; } mine;
	mine.yours.d = v;
	Outer o = zeros;
	o.a = mine.yours.d + set.more.one;
	o.inner = Inner(vec2(v, 2.0), o.inner.deep);
	o.inner.deep.c[1] = v * 2.0;
	o.last[0].n = int(v);
	return o;
}
void main()
{
""" + AT + """	Outer o = make(x);
	Inner i = o.inner;
	gl_FragColor = vec4(o.a, i.b.y, i.deep.c[1], float(o.last[0].n) + y) / 255.0;
}
""", lambda x, y: (x / 255, 2 / 255, 2 * x / 255, (x + y) / 255), {
    "o.last[0].n = int(v);": {"mine.yours.d": X, "v": X}, "gl_FragColor = vec4(o.a, i.b.y, i.deep.c[1], float(o.last[0].n) + y) / 255.0;": {"i.b": [X, 2], "i.deep.c[1]": 2 * X, "o.last[0].n": X}})

case("odd-writeonly", "core", 45, HEAD + """layout(std430, binding = 3) buffer Store { writeonly float sink; float data[3]; } store;
layout(std430, binding = 4) buffer Loose { float first; writeonly float second; };
layout(std430, binding = 5) buffer Sinks { writeonly float deep; } sinks;
void main()
{
""" + AT + """	store.sink = 10.0;
	second = 11.0;
	sinks.deep = x;
	color = vec4(store.data[1], first, x, y);
}
""", lambda x, y: (12, 10, x, y), {"color = vec4(store.data[1], first, x, y);": {"store.data": [11, 12, 13], "store": {"data": [11, 12, 13]}, "first": 10}},
     "[storage] 3 4\n[storage] 4 2\n[storage] 5 1")

# ---- all of it at once ----

case("odd-64-bit", "core", 45, """#version 450
#extension GL_ARB_gpu_shader_int64 : require
out vec4 color;
struct S { int a[3]; double d; int64_t big; } ;
S f(int n) { S s = S(int[3](0, 0, 0), 0.0lf, 0L); s.a = int[3](n, n+1, n+2); s.d = double(n) / 3.0lf; s.big = int64_t(n) << 33; return s; }
double g(inout S s, out double d[2]) { d = double[2](s.d * 3.0lf, 0.0lf); d[1] = -d[0]; s.a[1] = int(s.big >> 32); return d[0] + 0.5lf; }
void main()
{
""" + AT + """	S s = f(int(x)), t[2] = S[2](s, f(int(y)));
	double d[2];
	double r = g(t[int(y) & 1], d);
	dmat2x3 m = dmat2x3(r, d[0], d[1], 1.0lf, 2.0lf, r);
	dvec3 v = m[1].zyx * 2.0lf;
	uint64_t u = uint64_t(s.big) | 5ul;
	s.big = -s.big;
	color = vec4(r, v.x, float(t[int(y) & 1].a[1]), float(u >> 32) + float(s.big >> 33));
}
""", lambda x, y: (wide(x, y)[0], wide(x, y)[1], wide(x, y)[2], x), {
    "color = vec4(r, v.x, float(t[int(y) & 1].a[1]), float(u >> 32) + float(s.big >> 33));": {"t[1].d * 3.0": Y, "r": Y + 0.5, "d": [Y, -Y], "m[0]": [Y + 0.5, Y, -Y], "u": (X << 33) | 5, "s.big": -(X << 33), "s.a": [X, X + 1, X + 2]}})


def wide(x, y):
    n = y if y & 1 else x
    return n + 0.5, 2 * (n + 0.5), 2 * n


case("odd-effects-in-order", "compatibility", 33, """#version 120
int n = 0;
int inc(int by) { n += by; return n; }
bool t(bool b) { n++; return b; }
float pick[3];
void main()
{
""" + AT + """	pick[inc(1) - 1] = x, pick[inc(1) - 1] = y, pick[inc(0)] = 3.0;
	int m = (inc(1), inc(2)) * 2;
	bool b = t(x > 3.0) && t(y > 3.0) || t(true) && !t(x == y);
	float k = x > y ? t(false) ? 1.0 : (inc(5), 2.0) : t(true) ? 3.0 : 4.0;
	for (int i = inc(1); t(i < n - 100) || i < 9 && t(false) || i < 10; i += inc(1) / 4) { if (t(i > 20)) break; }
	gl_FragColor = vec4(float(n), float(m), k, b ? 1.0 : 0.0) + vec4(pick[0], pick[1], pick[2], 0.0);
}
""", lambda x, y: ordered(x, y), {})


def ordered(x, y):
    n = 5
    m = n * 2

    def t(b):
        nonlocal n
        n += 1
        return b

    b = t(x > 3) and t(y > 3) or t(True) and not t(x == y)
    if x > y:
        k = 1 if t(False) else 2
        n += 5 if k == 2 else 0
    else:
        k = 3 if t(True) else 4
    n += 1
    i = n
    while t(i < n - 100) or i < 9 and t(False) or i < 10:
        if t(i > 20):
            break
        n += 1
        i += n // 4
    return n + x, m + y, k + 3, 1.0 if b else 0.0


case("odd-es-310", "es", 31, """#version 310 es
precision highp float;
precision mediump int;
struct L { lowp vec3 c; highp int n[2]; };
uniform lowp float zero;
uniform L zeros[2];
out mediump vec4 color;
highp int twice(mediump int a) { return a * 2; }
void swap(inout L a[2]) { L t = a[0]; a[0] = a[1]; a[1] = t; }
void main()
{
""" + AT + """	L l[2] = zeros;
	l[0].n[0] = twice(int(x)); l[0].n[1] = 3; l[0].c = vec3(1.0);
	l[1] = l[0]; l[1].n[1] = int(y);
	swap(l);
	highp ivec2 p = ivec2(l[0].n[1], l[1].n[1]);
	const int tab[3] = int[3](5, 6, 7);
	int q = tab[p.x % 3];
	switch (q) { case 5: p.x += 100; case 6: { p.y = 9; break; } default: do { p.y++; if (p.y > 6) continue; } while (p.y < 8); }
	color = vec4(p, q, l[0].n[0]) / 255.0;
}
""", lambda x, y: (((y + 100) if y % 3 == 0 else y) / 255, (9 if y % 3 < 2 else 8) / 255, (5, 6, 7)[y % 3] / 255, 2 * x / 255), {}, '[vertex]\n#version 310 es\nin vec4 corner;\nvoid main() { gl_Position = corner; }')


case("odd-es-100", "es", 20, """precision highp float;
#define LOOP(i, n) for (int i = 0; i < n; i++)
vec4 pal[2];
float f(in vec2 v[2], out vec2 w[2]) { LOOP(k, 2) w[k] = v[k].yx + 1.0; return w[1].x; }
void main()
{
""" + AT + """	vec2 a[2], b[2];
	a[0] = a[1] = vec2(x, y); a[1] *= 2.0;
	float s = 0.0;
	LOOP(i, 3) { LOOP(j, 4) { if (j == 2) break; if (i == 1) continue; s += float(i * j) + x; } }
	float r = f(a, b);
	pal[0] = vec4(s, r, b[0]);
	bool big = x > 3.0 ? y > 2.0 && s > 1.0 : !(y < 1.0) || s < 0.0;
	gl_FragColor = pal[0] / 255.0 + (big ? vec4(0.0) : vec4(0.2));
}
""", lambda x, y: tuple(v / 255 + (0 if is_big(x, y) else 0.2) for v in (4 * x + 2, 2 * y + 1, y + 1, x + 1)), {})


def is_big(x, y):
    s = 4 * x + 2
    return (y > 2 and s > 1) if x > 3 else (not y < 1)


case("odd-macros", "core", 42, """#version 420
out vec4 color;
#define BEGIN(c) if (c) {
#define OTHER } else {
#define END }
#define ADD(a, b) a += b;
#define CALL(f, a, b, c) f(a, b, c)
#define CAT(a, b) a
#define EMPTY
#define LOOP while (n < 4) { n++; if (n == 2) continue; ADD(s, float(n))
float three(float a, float b, float c) { return a + b * c; }
#line 1000
void main()
{
""" + AT + """	float s = 0.0; int n = 0;
	BEGIN(x > 3.0) ADD(s, 1.0) OTHER ADD(s, 2.0) ADD(s, 4.0) END
	LOOP if (s > 9.0) break; END
#line 7
	s = CALL(three, s, CAT(x, y), (y, 2.0)) EMPTY;
	EMPTY;
#if __LINE__ > 5 && !defined(NOBODY)
	s += float(__LINE__) - float(__LINE__);
#else
	this is no GLSL ' "
#endif
	color = vec4(s, n, \\
		x, y);
}
""", lambda x, y: (halves(x)[0] + 2 * x, halves(x)[1], x, y), {})


def halves(x):
    s, n = (1 if x > 3 else 6), 0
    while n < 4:
        n += 1
        if n == 2:
            continue
        s += n
        if s > 9:
            break
    return s, n


REFUSED = {"store.sink": "sink", "second": "second", "sinks.deep": "deep", "sinks": "sinks"}


def refusals():
    """What no shader may read is refused by its name, not by the driver."""
    one = next(c for c in CASES if c.name == "odd-writeonly")
    with tempfile.TemporaryDirectory() as folder, Console(write_file(one, folder)) as console:
        console.run("next draw")
        console.run("shader fragment")
        for text, word in REFUSED.items():
            error = console.command(f"print {text}")["error"]
            assert error["code"] == "not-readable" and f"'{word}' is declared writeonly" in error["message"], (text, error)


def choices():
    """Which functions the elements go to, and following another one."""
    one = next(c for c in CASES if c.name == "odd-subroutine-indices")
    with tempfile.TemporaryDirectory() as folder, Console(write_file(one, folder)) as console:
        console.run("next draw")
        console.run("shader fragment")
        where = console.run(f"focus {X} {Y}")
        while not where["text"].startswith("kinds[2 - int(x) % 3]"):
            where = console.run("shader step")
        picked = [2 - x % 3 == 1 for x in range(16)]
        cases = {c["case"]: c["elements"] for c in console.run("condition")["cases"]}
        assert cases == {"half_": 8 * sum(picked), "square": 8 * (16 - sum(picked))}, cases
        error = console.command("shader case third")["error"]
        assert "half_" in error["message"] and "square" in error["message"], error
        wanted = "square" if picked[X] else "half_"
        where = console.run(f"shader case {wanted}")
        assert where["call_path"][-1]["function"] == wanted, where
        x = where["focus"]["x"]
        assert picked[x] != picked[X] and abs(x - X) == 1, where
        assert console.run("print a")["value"] == 1


results = Results()
if len(sys.argv) == 1 or "choices" in sys.argv:
    results.check("language-subroutine-choices", choices)
if len(sys.argv) == 1 or "refusals" in sys.argv:
    results.check("language-writeonly", refusals)
random.seed(5)
for nth, one in enumerate(CASES):
    if len(sys.argv) == 1 or any(word in one.name for word in sys.argv[1:]):
        results.check("language-" + one.name, run, one, providers(nth))
