#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What shaders do wrong: faults planted in each stage and version, each of them found at its line, in as many elements as arithmetic says, and with the
operands of the first; and nothing else.

Environment: GLSTEP_TESTS=all: each stage in each version; else a third of them a day, a ninth in several draws."""

import json
import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Results, of_the_day, program  # noqa: E402
from patience import patience  # noqa: E402

# Of each: since which desktop version and which of ES, 0 never; its kind; the statement, on its line; for which n it happens; the values of its operands
# that are no constants, by n. Each element has an n from 0 on, and f is the same as a float.
ALWAYS = 110, 100
ONLY_FRAGMENT = "fragment"
FAULTS = [
    (*ALWAYS, "infinity", "sum += inverted(f);", None, None),
    (*ALWAYS, "infinity", "sum += 2.0 / (f - 1.0);", lambda n: n == 1, lambda n: [0.0]),
    (*ALWAYS, "nan", "sum += sin(f) / f;", lambda n: n == 0, lambda n: [0.0, 0.0]),
    (*ALWAYS, "nan", "g = f; g /= f;", lambda n: n == 0, lambda n: [0.0, 0.0]),
    (*ALWAYS, "infinity", "sum += exp2(f * 50.0);", lambda n: n > 2, lambda n: [50.0 * n]),
    (*ALWAYS, "domain", "sum += sqrt(f - 3.0);", lambda n: n < 3, lambda n: [n - 3.0]),
    (*ALWAYS, "domain", "sum += inversesqrt(f);", lambda n: n == 0, lambda n: [0.0]),
    (*ALWAYS, "domain", "sum += log(f);", lambda n: n == 0, lambda n: [0.0]),
    (*ALWAYS, "domain", "sum += log2(f - 1.0);", lambda n: n < 2, lambda n: [n - 1.0]),
    (*ALWAYS, "domain", "sum += pow(f - 2.0, 2.0);", lambda n: n < 2, lambda n: [n - 2.0]),
    (*ALWAYS, "domain", "sum += pow(f, f - 1.0);", lambda n: n == 0, lambda n: [0.0, -1.0]),
    (*ALWAYS, "domain", "sum += asin(f);", lambda n: n > 1, lambda n: [float(n)]),
    (*ALWAYS, "domain", "sum += acos(f - 2.0);", lambda n: abs(n - 2) > 1, lambda n: [n - 2.0]),
    (*ALWAYS, "domain", "sum += atan(f, -f);", lambda n: n == 0, lambda n: [0.0, 0.0]),
    (*ALWAYS, "domain", "sum += mod(5.0, f);", lambda n: n == 0, lambda n: [0.0]),
    (*ALWAYS, "domain", "sum += normalize(vec2(f, 0.0)).x;", lambda n: n == 0, lambda n: [[0.0, 0.0]]),
    (*ALWAYS, "domain", "sum += clamp(0.5, f, 3.0);", lambda n: n > 3, lambda n: [float(n)]),
    (*ALWAYS, "domain", "sum += smoothstep(f, 3.0, 0.5);", lambda n: n >= 3, lambda n: [float(n)]),
    (*ALWAYS, "domain", "sum += sqrt(vec3(1.0, f - 1.0, 2.0)).y;", lambda n: n == 0, lambda n: [[1.0, -1.0, 2.0]]),
    (*ALWAYS, "division", "sum += float(7 / n);", lambda n: n == 0, lambda n: [0]),
    (*ALWAYS, "conversion", "sum += float(int(f * 1e10) > 0);", lambda n: n > 0, lambda n: [1e10 * n]),
    (*ALWAYS, "infinity", "for (int i = 0; i < 4; i++) if (i <= n) sum += 1.0 / float(i - 2);", lambda n: n > 1, lambda n: [0.0]),
    (130, 300, "domain", "sum += acosh(f);", lambda n: n == 0, lambda n: [0.0]),
    (130, 300, "domain", "sum += atanh(f);", lambda n: n > 0, lambda n: [float(n)]),
    (130, 300, "division", "sum += float((n - 1) % 3);", lambda n: n == 0, lambda n: [-1]),
    (130, 300, "division", "k = 5; k /= n;", lambda n: n == 0, lambda n: [5, 0]),
    (130, 300, "shift", "sum += float(1 << (n - 1));", lambda n: n == 0, lambda n: [-1]),
    (130, 300, "shift", "k = 3; k >>= 32 - n;", lambda n: n == 0, lambda n: [3, 32]),
    (130, 300, "conversion", "sum += float(uint(f - 1.0));", lambda n: n == 0, lambda n: [-1.0]),
    (130, 300, "index", "sum += table[n];", lambda n: n > 2, lambda n: [n, 3]),
    (130, 300, "index", "table[n + 1] = 1.0;", lambda n: n > 1, lambda n: [n + 1, 3]),
    (130, 300, "index", "sum += vec3(f)[n];", lambda n: n > 2, lambda n: [n, 3]),
    (130, 300, "fetch", "sum += texelFetch(grid, ivec2(1, n), 0).x;", lambda n: n > 2, lambda n: [[1, n], [2, 3]]),
    (400, 310, "shift", "sum += float(bitfieldExtract(n, n * 20, 20));", lambda n: n > 0, lambda n: [n, 20 * n]),
    (400, 310, "domain", "sum += ldexp(1.0, n * 100);", lambda n: n > 1, lambda n: [100 * n]),
    (430, 310, "storage", "sum += imageLoad(pixels, ivec2(n, 0)).x;", lambda n: n > 1, lambda n: [[n, 0], [2, 3]]),
    (430, 310, "storage", "sum += all[n];", lambda n: n > 2, lambda n: [n, 3]),
    (130, 300, "loop", "if (n < 5) for (int i = 0; i < n * 4000; i++) sum += 1e-9;", lambda n: n in (3, 4), lambda n: []),
    (130, 300, "loop", "g = 0.0; while (n == 2 && g < 10001.0) { g += 1.0; }", lambda n: n == 2, lambda n: []),
    (130, 300, "loop", "g = 0.0; do g += 1.0; while (g < 10000.0);", lambda n: False, None),
    (130, 300, "unwritten", "float u; if (n > 1) u = 1.0; sum += u;", lambda n: n < 2, lambda n: []),
    (130, 300, "unwritten", "vec3 p; p.xy = vec2(f); sum += p.x; if (n == 1) sum += p.z;", lambda n: n == 1, lambda n: []),
    (130, 300, "unwritten", "float a[4]; for (int i = 0; i < 3; i++) a[i] = 1.0; sum += a[3 - min(n, 3)];", lambda n: n == 0, lambda n: []),
    (130, 300, "unwritten", "for (int i = 0; i < 3; i++) { float t; if (i < n) t = f; if (i == 1) sum += t; }", lambda n: n < 2, lambda n: []),
    (130, 300, "unwritten", "int c; if (n > 0) c = 2; c++; k += c;", lambda n: n == 0, lambda n: []),
    (130, 300, "unwritten", "vec2 q; q[min(n, 1)] = 3.0; sum += q.y;", lambda n: n == 0, lambda n: []),
    (130, 300, "unwritten", "float o; give(n, o); sum += o; float w; w = 2.0; sum += w;", lambda n: False, None),
    (130, 300, "derivative", "if (n > 4) sum += dFdx(f);", lambda n: n == 5, lambda n: [], ONLY_FRAGMENT),
    (130, 300, "derivative", "if (n > 4) sum += texture(grid, vec2(f)).x;", lambda n: n == 5, lambda n: [], ONLY_FRAGMENT),
    (130, 100, "precision", "mediump float m = f * 1e5; sum += m * 1e-9;", lambda n: n > 0, lambda n: [1e5 * n]),
    (130, 100, "precision", "mediump float s; s = -f * 22000.0; sum += s * 1e-9;", lambda n: n > 2, lambda n: [-22000.0 * n]),
    (130, 100, "precision", "lowp float l = f; sum += l;", lambda n: n > 2, lambda n: [float(n)]),
    (130, 100, "precision", "mediump int h = n * 9000; k += h;", lambda n: n > 3, lambda n: [9000 * n]),
    (130, 100, "precision", "mediump vec2 held = vec2(f * 1e-9, 65504.0); highp float wide = f * 1e5; sum += held.x + held.y + wide;", lambda n: False, None),
    (400, 0, "infinity", "sum += float(1.0lf / double(n));", lambda n: n == 0, lambda n: [0.0]),
]
INVERTED = lambda n: n == 0  # noqa: E731

TRIANGLE = [(-1, -1), (3, -1), (-1, 3)]
ELEMENTS = {  # of each stage: the n of each element, in the order of the grid
    "vertex": [corner[0] + 1 for corner in TRIANGLE],
    "tess-control": [0, 1, 2],
    "tess-evaluation": [0, 0, 3],  # in some order
    "geometry": [0],
    "fragment": [x for _ in range(8) for x in range(16)],
    "compute": list(range(8)),
}
N = {"vertex": "int(corner.x) + 1", "tess-control": "gl_InvocationID", "geometry": "gl_PrimitiveIDIn", "fragment": "int(gl_FragCoord.x)",
     "compute": "int(gl_LocalInvocationID.x)", "tess-evaluation": "int(gl_TessCoord.x * 3.0 + 0.5)"}


def heads(version, is_es):
    head = f"#version {version}{' es' if is_es and version > 100 else ''}\n"
    if is_es:
        head += "precision highp float;\nprecision highp int;\n"
        if version >= 310:
            head += "precision highp image2D;\n"
    return head


def stage_text(stage, version, is_es, guard=""):
    """The stage's shader with all planted faults, behind the guard, and {line: (kind, when, operands)} of each."""
    old = version < (300 if is_es else 130)
    out = heads(version, is_es)
    new = version >= (300 if is_es else 140)
    if stage == "vertex":
        out += f"{'in' if new else 'attribute'} vec4 corner;\n"
    if stage == "fragment" and new:
        out += "out vec4 color;\n"
    if stage == "tess-control":
        out += "layout(vertices = 3) out;\n"
    if stage == "tess-evaluation":
        out += "layout(triangles) in;\n"
    if stage == "geometry":
        out += "layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\n"
    if stage == "compute":
        out += "layout(local_size_x = 8) in;\n"
    if not old:
        out += "uniform sampler2D grid;\n"
    if version >= (310 if is_es else 430):
        out += "layout(rgba32f, binding = 0) uniform readonly image2D pixels;\nlayout(std430, binding = 1) buffer All { float all[]; };\n"
    if stage == "compute":
        out += "layout(std430, binding = 0) buffer Out { float result[8]; };\n"
    if guard:
        out += "uniform float turn;\n"
    out += "void give(int n, out float x)\n{\n\tx = float(n);\n}\n"
    out += "float inverted(float x)\n{\n\treturn 1.0 / x;\n}\nvoid main()\n{\n"
    lines = {out.count("\n", 0, out.index("return 1.0 / x")) + 1: ("infinity", INVERTED, lambda n: [0.0])}
    out += f"\tint n = {N[stage]};\n\tint k = 0;\n\tfloat f = float(n), sum = 0.0, g = 0.0;\n"
    if not old:
        out += "\tfloat table[3] = float[3](1.0, 2.0, 3.0);\n"
    for since, since_es, kind, text, when, operands, *only in FAULTS:
        first = since_es if is_es else since
        if not first or version < first or (only and stage not in only):
            continue
        if when and any(when(n) for n in ELEMENTS[stage]):
            lines[out.count("\n") + 1] = (kind, when, operands)
        out += f"\t{guard} {{ {text} }}\n" if guard else f"\t{text}\n"
    rest = {"tess-evaluation": "gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y + gl_in[2].gl_Position * "
            "gl_TessCoord.z + 1e-30 * fract(sum + g + float(k));",
            "vertex": "gl_Position = corner + 1e-30 * fract(sum + g + float(k));", "tess-control": "gl_out[gl_InvocationID].gl_Position = "
            "gl_in[gl_InvocationID].gl_Position; gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelInner[0] = "
            "sum + float(k) > 1e30 ? 2.0 : 1.0;",
            "geometry": "for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position + 1e-30 * fract(sum + g + float(k)); EmitVertex(); }",
            "fragment": f"{'color' if new else 'gl_FragColor'} = vec4(sum, g, float(k), 1.0);",
            "compute": "result[n] = sum + g + float(k);"}[stage]
    return out + f"\t{rest}\n}}\n", lines


def file_of(folder, stage, version, is_es, guard="", draws=1):
    text, lines = stage_text(stage, version, is_es, guard)
    head = heads(version, is_es)
    sections = {stage: text}
    new = version >= (300 if is_es else 140)
    if stage != "compute":
        sections.setdefault("vertex", head + f"{'in' if new else 'attribute'} vec4 corner;\nvoid main() {{ gl_Position = corner; }}\n")
        sections.setdefault("fragment", head + ("out vec4 color;\nvoid main() { color = vec4(1.0); }\n" if new
                                                else "void main() { gl_FragColor = vec4(1.0); }\n"))
    if stage == "tess-control":
        sections["tess-evaluation"] = head + "layout(triangles) in;\nvoid main() { gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + " \
            "gl_in[1].gl_Position * gl_TessCoord.y + gl_in[2].gl_Position * gl_TessCoord.z; }\n"
    path = os.path.join(folder, f"{stage}-{version}{'es' if is_es else ''}")
    with open(path, "w", encoding="ascii") as file:
        file.write(f"[draws] {draws}\n\n")
        if new and version >= (300 if is_es else 130):
            file.write("[texture] 0 2 3\n")
        if version >= (310 if is_es else 430):
            file.write("[storage] 1 3\n")
        if stage == "compute":
            file.write("[storage] 0 8\n")
        for name, section in sections.items():
            file.write(f"[{name}]\n{section}\n")
    return path, lines


def same(a, b):
    if isinstance(b, list):
        return isinstance(a, list) and len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return math.isclose(a, b, rel_tol=1e-6) if isinstance(b, float) and b else a == b


def sanitize(argv, *options):
    done = subprocess.run([GLSTEP, "sanitize", "--json", *options, "--", *argv], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=patience(120), check=False)
    lines = [json.loads(line) for line in done.stdout.decode().splitlines() if line.startswith("{")]
    assert lines, done
    return done, lines[:-1], lines[-1]


def context_of(version, is_es):
    if is_es:
        return ["es", "20" if version == 100 else str(version // 10)]
    return ["compatibility", "33"] if version < 140 else ["core", str(max(33, version // 10))]


def planted(stage, version, is_es, guard="", draws=1):
    """All that is planted happens in the last of the draws, and in it alone."""
    with tempfile.TemporaryDirectory() as folder:
        path, lines = file_of(folder, stage, version, is_es, guard, draws)
        done, findings, told = sanitize([program("test-shader"), *context_of(version, is_es), path])
        assert done.returncode == 1 and told["draws"] == told["looked_at"] == draws and not told["not_looked_at"], (done, told)
        with open(path, encoding="ascii") as file:
            source = file.read().split(f"[{stage}]\n")[1].split("\n[")[0].split("\n")
        found = {(f["line"], f["kind"]): f for f in findings}
        wanted = {(line, kind) for line, (kind, _, _) in lines.items()}
        assert set(found) == wanted, [(line, kind, source[line - 1]) for line, kind in sorted(set(found) ^ wanted)]
        for (line, kind), f in found.items():
            when, operands = lines[line][1:]
            at = [i for i, n in enumerate(ELEMENTS[stage]) if when(n)]
            what = (source[line - 1].strip(), f)
            assert f["draws"] == 1 and f["first"]["draw"] == draws - 1, what
            assert f["stage"] == stage and f["elements"] == len(at) and f["of"] == len(ELEMENTS[stage]), what
            firsts = at if stage == "tess-evaluation" else at[:1]
            values = [operands(ELEMENTS[stage][i]) if version > 100 else [] for i in firsts]  # which has no integers to bring their bits back
            assert any(same([o["value"] for o in f["first"]["operands"]], v) for v in values), (what, values)
            element = f["first"]["element"]
            if stage == "fragment":
                assert (element["x"], element["y"]) == (at[0] % 16, at[0] // 16), what
            elif stage != "tess-evaluation":
                assert at[0] in element.values(), what


# Lines with a name behind them have what nothing reads; IN, OUT and so on by version.
UNUSED = {"vertex": """\
ATTRIBUTE vec4 corner;
ATTRIBUTE vec4 extra; // extra
OUT vec2 spare; // spare
OUT vec2 kept;
uniform float nobody; // nobody
uniform float both;
float global = 2.0; // global
void main()
{
	float read = corner.x, given = 1.0; // given
	int steps; // steps
	for (steps = 0; read > 9.0; steps++)
		read -= 1.0;
	given = both;
	given += 2.0;
	spare = corner.xy;
	kept = vec2(read, both);
	gl_Position = corner;
}
""", "fragment": """\
IN vec2 kept;
IN vec2 missing; // missing
RESULT
uniform float both;
const float never = 3.0;
void fill(out vec2 a, inout vec2 b)
{
	a = b;
}
void main()
{
	vec2 filled, changed = vec2(1.0), whole[2]; // filled
	fill(filled, changed);
	whole[0] = kept;
	COLOR = vec4(whole[0], float(whole.length()), both);
}
"""}


def unused(version, is_es):
    """What nothing reads is a note, told once, and matters for no exit status."""
    new = version >= 130
    words = {"ATTRIBUTE": "in" if new else "attribute", "OUT": "out" if new else "varying", "IN": "in" if new else "varying",
             "RESULT": "out vec4 color;" if new else "", "COLOR": "color" if new else "gl_FragColor", "float global = 2.0": "float global"}
    with tempfile.TemporaryDirectory() as folder:
        path, wanted = os.path.join(folder, "unused"), set()
        with open(path, "w", encoding="ascii") as file:
            file.write("[draws] 3\n\n")
            for stage, text in UNUSED.items():
                for word, real in words.items():
                    text = text.replace(word, real)
                text = heads(version, is_es) + text
                wanted |= {(stage, n, line.split("// ")[1]) for n, line in enumerate(text.split("\n"), 1) if "// " in line}
                file.write(f"[{stage}]\n{text}\n")
        done, findings, told = sanitize([program("test-shader"), *context_of(version, is_es), path])
        assert {(f["stage"], f["line"], f["expression"]) for f in findings} == wanted, (wanted, findings)
        assert all(f["kind"] == "unused" and f["elements"] == f["of"] == 0 for f in findings), findings
        assert done.returncode == 0 and told["findings"] == len(wanted) == len(findings) and told["looked_at"] == 3, told


def closed():
    """Where no code can be put into an operation that may go wrong, each draw is counted as not looked at, also those that are looked at again."""
    with tempfile.TemporaryDirectory() as folder:
        counts = []
        for index in "1", "7 / int(turn + 6.0)":
            path = os.path.join(folder, "closed")
            with open(path, "w", encoding="ascii") as file:
                file.write("[draws] 4\n\n[texture] 0 2 3\n\n[vertex]\n#version 450\nin vec4 corner;\nvoid main() { gl_Position = corner; }\n\n[fragment]\n#version 450\n"
                           f"uniform float turn;\nuniform sampler2D grids[2];\nout vec4 color;\nvoid main() {{ color = textureLod(grids[{index}], vec2(turn), 0.0); }}\n")
            done, findings, told = sanitize([program("test-shader"), "core", "45", path])
            assert not done.returncode and told["looked_at"] == 4 and all(f["kind"] == "unused" for f in findings), (told, findings)
            counts.append([reason["draws"] for reason in told["not_looked_at"]])
        assert counts == [[], [4]], counts


# Compute shaders of a work group of 8 with shared variables: lines, behind some the kind that is there, and for which n. Of two accesses that race the
# second is told, and which that is the driver decides: of the lines of one name one at least.
BARRIERS = """line[n] = float(n);
barrier();
if (turn >= 0.0) barrier();
if (n > 4 && turn > 1.0) barrier(); // barrier 5 6 7
for (int i = 0; i < 2 + n * int(turn / 2.0); i++) barrier(); // barrier 1 2 3 4 5 6 7
if (turn > 1.0 && n == 3) return;
wait(); // barrier 0 1 2 4 5 6 7
result[n] = line[n];"""
RACES = """line[n] = float(n);
atomicAdd(count, 1u);
barrier();
result[n] = line[7 - n] + float(count);
barrier();
for (int s = 4; s > 0; s /= 2) { if (n < s) line[n] += line[n + s]; barrier(); }
for (int i = 0; i < 3; i++) { pair[n].x = float(i); pair[n].y += pair[n].x; all[n % 2][n / 2] = 1.0; barrier(); }
for (int i = 0; i < 3; i++) { other[(n + i) % 8] = float(i); barrier(); }
if (turn < 2.0) { result[n] += sum; return; }
other[n] = 1.0; // race other
result[n] += other[(n + 1) % 8]; // race other
sum = line[0]; // race sum
barrier();
if (n == 0) line[3] = 2.0; // race line
result[n] += line[3]; // race line
barrier();
if (n == 6 || n == 7) all[1][n / 6] += 1.0; // race all
result[n] += pair[n / 2].x;
"""


def work_groups(body, version, is_es):
    """What a work group does wrong, in the last of three dispatches alone."""
    head = heads(version, is_es) + "layout(local_size_x = 8) in;\nlayout(std430, binding = 0) buffer Out { float result[8]; };\nuniform float turn;\n" \
        "shared float line[8], other[8], sum, all[2][4];\nshared vec2 pair[8];\nshared uint count;\nvoid wait()\n{\n\tbarrier();\n}\n" \
        "void main()\n{\n\tint n = int(gl_LocalInvocationID.x);\n"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "group")
        with open(path, "w", encoding="ascii") as file:
            file.write(f"[draws] 3\n\n[storage] 0 8\n\n[compute]\n{head}{body}\n}}\n")
        done, findings, told = sanitize([program("test-shader"), *context_of(version, is_es), path], "--faults", "barrier,race")
        assert told["draws"] == told["looked_at"] == 3 and not told["not_looked_at"], (done.stderr[-500:], told)
        wanted, races = {}, {}
        for number, line in enumerate((head + body).split("\n"), 1):
            if "// " in line:
                kind, *at = line.split("// ")[1].split()
                if line.startswith("wait"):
                    number = head[:head.index("\tbarrier()")].count("\n") + 1
                if kind == "race":
                    races.setdefault(at[0], set()).add(number)
                else:
                    wanted[number] = [int(n) for n in at]
        found = {f["line"] for f in findings if f["kind"] == ("race" if races else "barrier")}
        if races:
            assert found <= set().union(*races.values()) and all(lines & found for lines in races.values()) and len(findings) == len(found), (races, findings)
        else:
            assert found == set(wanted) and len(findings) == len(found), (wanted, findings)
        for f in findings:
            at = wanted.get(f["line"])
            assert f["draws"] == 1 and f["first"]["draw"] == 2 and f["of"] == 8, f
            assert f["elements"] == len(at) and f["first"]["element"]["x"] == at[0] if at else 1 <= f["elements"] <= 8, f


def sifted(stage, version, is_es):
    """A draw whose program was looked at before is looked at again only where something happens, as only in the last of three."""
    planted(stage, version, is_es, "if (turn > 1.0)", 3)


def not_looked_at_again(stage):
    """Of many draws in which nothing happens the first alone costs captures."""
    n = []
    with tempfile.TemporaryDirectory() as folder:
        for draws in 1, 20:
            path, _ = file_of(folder, stage, 450, False, "if (turn > 90.0)", draws)
            done = subprocess.run([GLSTEP, "sanitize", "--", program("test-shader"), "core", "45", path], env={**os.environ, "GLSTEP_DEBUG": "capture"},
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
            n.append(done.stderr.decode().count("variant with"))
    assert n[0] == n[1] > 0, n


def same_in_trace():
    """The same is found in a trace, and the program draws what it draws alone."""
    with tempfile.TemporaryDirectory() as folder:
        path, _ = file_of(folder, "fragment", 450, False)
        argv, trace = [program("test-shader"), "core", "45", path], os.path.join(folder, "a.trace")
        done, live, _ = sanitize(argv)
        alone = subprocess.run(argv, capture_output=True, timeout=patience(60), check=True).stdout
        assert done.stderr == alone, "the program draws something else"
        subprocess.run([GLSTEP, "record", "-o", trace, "--", *argv], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=patience(60), check=True)
        _, played, told = sanitize([trace])
        for finding in live + played:
            finding["first"].pop("call")
            finding.pop("program")
            finding.pop("shader")
        assert live == played and len(live) > 20 and told["findings"] == len(live), (live, played)


def choices():
    """Kinds, stages, frames and statuses that are asked for."""
    with tempfile.TemporaryDirectory() as folder:
        path, lines = file_of(folder, "fragment", 330, False)
        argv = [program("test-shader"), "core", "33", path]
        for kinds in "domain", "nan,infinity", "unwritten":
            _, findings, _ = sanitize(argv, "--faults", kinds)
            wanted = {(line, kind) for line, (kind, _, _) in lines.items() if kind in kinds.split(",")}
            assert {(f["line"], f["kind"]) for f in findings} == wanted, (kinds, findings)
        done, findings, _ = sanitize(argv, "--stages", "vertex,compute")
        assert done.returncode == 0 and not findings, findings
        done, findings, told = sanitize(argv, "--frames", "1-2")
        assert done.returncode == 0 and not findings and told["looked_at"] == 0, told
        assert sanitize(argv, "--exit-code", "7")[0].returncode == 7
        for wrong in ["--faults", "nan,nothing"], ["--stages", "pixel"], ["--every", "0"], ["--exit-code", "x"], ["--frames", "b"], ["--what"]:
            done = subprocess.run([GLSTEP, "sanitize", *wrong, "--", *argv], capture_output=True, timeout=patience(60), check=False)
            assert done.returncode == 2 and not done.stdout and wrong[-1].split(",")[-1].lstrip("-") in done.stderr.decode(), (wrong, done)


CASES = [("fragment", v, False) for v in (110, 120, 150, 330, 450)] + [("fragment", v, True) for v in (100, 300, 320)] + \
    [("vertex", v, False) for v in (110, 120, 150, 330, 450)] + [("vertex", v, True) for v in (100, 300, 320)] + \
    [("geometry", v, False) for v in (150, 330, 450)] + [("geometry", 320, True)] + \
    [("tess-control", v, False) for v in (400, 450)] + [("tess-control", 320, True)] + \
    [("tess-evaluation", v, False) for v in (400, 450)] + [("compute", v, False) for v in (430, 450)] + [("compute", v, True) for v in (310, 320)]


def main():
    results = Results()
    for stage in of_the_day(list(ELEMENTS), 3):
        results.check(f"not-looked-at-again-{stage}", not_looked_at_again, stage)
    results.check("trace", same_in_trace)
    results.check("choices", choices)
    results.check("closed", closed)
    for version, is_es in (120, False), (330, False), (300, True):
        results.check(f"unused-{version}", unused, version, is_es)
    for version, is_es in (430, False), (310, True):
        results.check(f"barriers-{version}", work_groups, BARRIERS, version, is_es)
        results.check(f"races-{version}", work_groups, RACES, version, is_es)
    for stage, version, is_es in of_the_day(CASES, 3):
        name = f"{stage}-{version}{'es' if is_es else ''}"
        results.check(f"planted-{name}", planted, stage, version, is_es)
    for stage, version, is_es in of_the_day(CASES, 9):
        results.check(f"sifted-{stage}-{version}{'es' if is_es else ''}", sifted, stage, version, is_es)
    return results.failed > 0


if __name__ == "__main__":
    sys.exit(main())
