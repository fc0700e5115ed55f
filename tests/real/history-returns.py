#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`history values` tells what each return of the focus element's path has given, of every type, along the recorded path and where each
position is captured; of one that changes something or calls a function of the shader, nothing."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results  # noqa: E402
from language_run import Case, write_file  # noqa: E402

TEXT = """struct S { float a; ivec2 b; };
out vec4 color;
#define TWICE(x) ((x) * 2.0)
S make(float a) { return S(a, ivec2(1, 2)); }
mat2 matrix(float a) { return mat2(a, 1.0, 2.0, a); }
float[3] list(float a) { return float[3](a, a + 1.0, a + 2.0); }
bool flag(float a) { return a > 0.0 && a < 1.0; }
uint number(int n) { return uint(n) + 7u; }
float pick(float a) { return a > 100.0 ? 1.0 : TWICE(a); }
float nested(float a) { return pick(a) + 1.0; }
float incremented(float a) { return a++; }
int constant() { return -7; }
void main()
{
	float x = gl_FragCoord.x + 2.5;
	S s = make(x);
	mat2 m = matrix(x);
	float l[3] = list(x);
	bool f = flag(x);
	uint n = number(5);
	float p = pick(x);
	float q = nested(x);
	float i = incremented(x);
	int c = constant();
	color = vec4(s.a + m[0].x + l[2], f ? 1.0 : 0.0, p + q + i, float(n) + float(c));
}
"""
HEADS = {("core", 33): "#version 330 core\n", ("compatibility", 33): "#version 330 compatibility\n",
         ("es", 30): "#version 300 es\nprecision highp float;\nprecision highp int;\n"}
X = 3.0
# The second one of pick's is that in nested, whose own return is not told, nor that of incremented.
RETURNED = [("S", {"a": X, "b": [1, 2]}), ("mat2", [[X, 1.0], [2.0, X]]), ("float[3]", [X, X + 1, X + 2]), ("bool", False), ("uint", 12),
            ("float", 2 * X), ("float", 2 * X), ("int", -7)]


def returned(key, provider):
    os.environ["GLSTEP_PATH"] = provider
    with tempfile.TemporaryDirectory() as folder:
        with Console(write_file(Case("returns", *key, HEADS[key] + TEXT, None), folder)) as console:
            console.run("next draw")
            console.run("shader fragment")
            console.run("focus 0 0")
            console.run("shader continue")
            found = [(c["type"], c["value"]) for p in console.run("history values")["positions"] for c in p["changes"] if c["name"] == "return"]
            assert found == RETURNED, found


results = Results()
for one in HEADS:
    for way in "record", "capture":
        results.check(f"history-returns-{one[0]}-{way}", returned, one, way)
sys.exit(1 if results.failed else 0)
