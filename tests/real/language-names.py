#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""As language.py: names. A shader may call its own functions, variables, parameters, structs and blocks as it likes: as built-in
functions that a variant calls, as words that a later version of the language takes for itself, as what other stages declare. All
that shows values must show the shader's own: print, values, history, profile, counts, reach, the first NaN, the check at the end."""

import csv
import functools
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, line_of, program, read_npy, source_lines  # noqa: E402
from language_run import CASES, FOCUS, HEIGHT, VERTEX, WIDTH, X, Y, Case, case, run, write_file  # noqa: E402

TOP = os.environ["top_srcdir"]

# ---- names of built-in functions that variants call ----

POLYFILLS = """#version 120
int floatBitsToUint(float v) { return int(v) * 3; }
float floatBitsToUint(vec2 v) { return v.x * 5.0; }
float unpackDouble2x32(float v) { return v + 1.0; }
float max(float a, float b) { return a - b; }
float min(float a, float b) { return a + 2.0 * b; }
float mod(float a, float b) { return a * 1000.0 + b; }
float floor(float v) { return v * v; }
void main()
{
	float x = gl_FragCoord.x - 0.5, y = gl_FragCoord.y - 0.5;
	float a = max(x, 1.0);
	int n = 0;
	for (int i = 0; i < 3; i++)
		n += floatBitsToUint(a);
	float b = min(a, y) + floatBitsToUint(vec2(x, y));
	if (b > 20.0)
		b += unpackDouble2x32(a) + mod(a, b) + floor(b);
	gl_FragColor = vec4(a, b, float(n), x);
}
"""


def polyfills(x, y):
    a = x - 1
    b = a + 2 * y + 5 * x
    if b > 20:
        b += a + 1 + a * 1000 + b + b * b
    return a, b, 9 * a, x


case("own-functions-120", "compatibility", 45, POLYFILLS, polyfills, {
    "if (b > 20.0)": {"a": X - 1, "n": 9 * (X - 1), "b": X - 1 + 2 * Y + 5 * X, "max(x, y)": X - Y, "floatBitsToUint(a)": 3 * (X - 1)},
    "float b = min(a, y) + floatBitsToUint(vec2(x, y));": {"floatBitsToUint(vec2(x, y))": 5 * X, "mod(x, y)": 1000 * X + Y}})

LOCALS = """#version 400
out vec4 color;
struct unpackUint2x32 { float v; };
float uintBitsToFloat = 2.5;
uint floatBitsToUint(float v) { return uint(v) + 7u; }
float floatBitsToUint(vec3 v) { return v.z; }
uvec2 unpackDouble2x32(double v) { return uvec2(uint(v), 9u); }
float twice(float min, float mod)
{
	float floatBitsToUint = mod * 2.0;
	float r = min + floatBitsToUint;
	return r;
}
void main()
{
	float x = gl_FragCoord.x - 0.5, y = gl_FragCoord.y - 0.5;
	float a = twice(x, y);
	unpackUint2x32 s = unpackUint2x32(a + 1.0);
	double d = double(x) * 0.125;
	uvec2 own = unpackDouble2x32(d);
	for (int max = 0; max < 2; max++)
		a += floatBitsToUint(vec3(y));
	uint floor = floatBitsToUint(x);
	color = vec4(a, s.v + uintBitsToFloat, float(floor), float(own.y));
}
"""
case("own-locals-400", "core", 45, LOCALS, lambda x, y: (x + 4 * y, x + 2 * y + 3.5, x + 7, 9), {
    "return r;": {"floatBitsToUint": 2 * Y, "min": X, "r": X + 2 * Y},
    "color = vec4(a, s.v + uintBitsToFloat, float(floor), float(own.y));": {
        "a": X + 4 * Y, "s.v": X + 2 * Y + 1, "d": X / 8, "floor": X + 7, "own": [0, 9], "uintBitsToFloat": 2.5, "floatBitsToUint(x)": X + 7}})

case("own-elsewhere-330", "core", 45, """#version 330
out vec4 color;
float twice(float v);
void main()
{
	float x = gl_FragCoord.x - 0.5;
	float a = twice(x);
	color = vec4(a, x, uintBitsToFloat(floatBitsToUint(x)), 1.0);
}
""", lambda x, y: (2 * x + 1, x, x, 1), {"color = vec4(a, x, uintBitsToFloat(floatBitsToUint(x)), 1.0);": {"a": 2 * X + 1}}, """
[fragment]
#version 330
uint floatBitsToUint(float v) { return uint(v) + 1u; }
float twice(float v)
{
	float a = v + float(floatBitsToUint(v));
	return a;
}""")

# ---- what other stages declare ----

case("prefix", "core", 45, """#version 400
out vec4 color;
float twice(float v) { return v * 2.0; }
void main()
{
	float x = gl_FragCoord.x - 0.5, s = 0.0;
	for (int i = 0; i < 3; i++)
		s += twice(x);
	color = vec4(s, x, 0.0, 1.0);
}
""", lambda x, y: (6 * x, x, 0, 1), {"color = vec4(s, x, 0.0, 1.0);": {"s": 6 * X}},
     "[vertex]\n#version 400\nin vec4 corner;\nuniform int gs_want[64], gs_first[1];\n"
     "void main() { gl_Position = corner + vec4(8.0 * float(gs_want[0] + gs_want[1] + gs_first[0]), 0.0, 0.0, 0.0); }")

# ---- words of a later version ----

case("taken-110", "compatibility", 45, """struct sample { float patch; vec2 filter[2]; struct active { float flat; } common; };
struct { int subroutine; } precise;
float texelFetch(float uint, out float buffer) { buffer = uint + 1.0; return uint * 2.0; }
float round(float v) { return v + 100.0; }
const int layout = 2;
float shared = 3.0;
sample make(float flat)
{
	sample smooth;
	smooth.patch = flat;
	smooth.filter[0] = vec2(flat, 1.0);
	smooth.filter[1] = smooth.filter[0].yx;
	smooth.common.flat = round(flat);
	return smooth;
}
void main()
{
	float x = gl_FragCoord.x - 0.5, y = gl_FragCoord.y - 0.5, mat4x2 = x * 2.0;
	float uvec3[layout];
	float image2D, active = texelFetch(mat4x2, image2D), case = 1.0;
	sample partition = make(y), superp[2];
	uvec3[0] = partition.filter[1].y;
	uvec3[layout - 1] = shared;
	superp[1] = partition;
	precise.subroutine = int(x);
	for (int uvec4 = 0; uvec4 < layout; uvec4++)
		active += make(uvec3[uvec4]).patch;
	bool noperspective = superp[1].common.flat > 104.0 && active > x || case > 2.0;
	gl_FragColor = vec4(active, mat4x2, image2D, noperspective);
}
""", lambda x, y: (4 * x + y + 3, 2 * x, 2 * x + 1, y > 4), {
    "return smooth;": {"flat": Y, "smooth.filter[1]": [1, Y]},
    "gl_FragColor = vec4(active, mat4x2, image2D, noperspective);": {
        "partition": {"patch": Y, "filter": [[Y, 1], [1, Y]], "common": {"flat": Y + 100}}, "superp[1].common.flat": Y + 100,
        "uvec3": [Y, 3], "precise.subroutine": X, "active": 4 * X + Y + 3, "round(mat4x2)": 2 * X + 100, "noperspective": False}})

case("taken-interface", "compatibility", 45, """#version 120
varying vec2 sample;
uniform float patch;
float filter(float common) { return common * 2.0; }
void main()
{
	float x = floor(sample.x * 8.0 + 8.0);
	float a = filter(x) + patch;
	gl_FragColor = vec4(a, x, 0.0, 1.0);
}
""", lambda x, y: (2 * x, x, 0, 1), {"gl_FragColor = vec4(a, x, 0.0, 1.0);": {"a": 2 * X, "x": X, "patch": 0, "filter(a)": 4 * X}},
     "[vertex]\n#version 120\nattribute vec4 corner;\nvarying vec2 sample;\nvoid main() { gl_Position = corner; sample = corner.xy; }")


def free_words(version):
    """Words and functions of all versions and extensions of the language, but for what the version has itself; and some that are none."""
    since, section = dict.fromkeys(["filter2", "char", "null", "import", "sampler", "std140", "texture4D", "noise"], 0), None
    with open(os.path.join(TOP, "glsl/resolve/builtins.in"), encoding="ascii") as file:
        for line in file.read().splitlines():
            if line.startswith("["):
                section = line
            elif not line or line.startswith("#"):
                continue
            elif section == "[functions]" and "(" in line:
                since.setdefault(line.split("(")[0].split()[-1], 0)
            elif section in ("[keywords]", "[reserved]", "[opaque]", "[types]"):
                name, first = line.split()[0], line.split()[2 if section == "[types]" else 1]
                names = [p + name[1:] for p in ("", "i", "u")] if section == "[opaque]" and name.startswith("g") else [name]
                if section == "[types]" and name.endswith(("vec", "mat")):
                    sizes = [*"234"] + ([a + "x" + b for a in "234" for b in "234"] if name.endswith("mat") else [])
                    names = [name + size for size in sizes]
                for word in names:
                    since[word] = min(since.get(word, 1000), int(first) if first != "-" else 1000)
    del since["samplerExternalOES"]  # Mesa's lexer takes it for the name before it
    return [word for word, first in since.items() if first > version or first == 0]


def locals_of(words):
    return "void main()\n{\n" + "".join(f"\tfloat {w} = gl_FragCoord.x + {i}.0;\n" for i, w in enumerate(words)) + \
        f"\tgl_FragColor = vec4({' + '.join(words) or '0.0'});\n}}\n"


def functions_of(words):
    return "".join(f"float {w}(float v) {{ return v + {i}.0; }}\n" for i, w in enumerate(words)) + \
        "void main()\n{\n\tfloat s = 0.0;\n" + "".join(f"\ts += {w}(1.0);\n" for w in words) + "\tgl_FragColor = vec4(s);\n}\n"


def structs_of(words):
    return "".join(f"struct {w} {{ float v; }};\n" for w in words) + \
        "void main()\n{\n\tfloat s = 0.0;\n" + "".join(f"\t{{ {w} v; v.v = 1.0; s += v.v; }}\n" for w in words) + \
        "\tgl_FragColor = vec4(s);\n}\n"


def members_of(words):
    parts = [words[i:i + 30] for i in range(0, len(words), 30)]  # more are not looked at together
    return "".join("struct {\n" + "".join(f"\tfloat {w};\n" for w in part) + f"}} all{i};\n" for i, part in enumerate(parts)) + \
        "void main()\n{\n" + "".join(f"\tall{i // 30}.{w} = 1.0;\n" for i, w in enumerate(words)) + "\tgl_FragColor = vec4(1.0);\n}\n"


def parameters_of(words):
    return "".join(f"float f{i}(float {w}) {{ return {w} + {i}.0; }}\n" for i, w in enumerate(words)) + \
        "void main()\n{\n\tfloat s = 0.0;\n" + "".join(f"\ts += f{i}(1.0);\n" for i in range(len(words))) + \
        "\tgl_FragColor = vec4(s);\n}\n"


ROLES = {"variable": locals_of, "function": functions_of, "struct": structs_of, "member": members_of, "parameter": parameters_of}


class Linker:
    """The driver, asked whether it compiles and links a fragment shader: one program for all of them."""

    def __init__(self, folder):
        self.folder = folder
        self.process = subprocess.Popen([program("test-shader"), "compatibility", "45", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def refusal(self, text):
        path = write_file(Case("driver", "compatibility", 45, text, None), self.folder)[-1]
        self.process.stdin.write(path + "\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline()
        assert said, f"the driver ended with status {self.process.wait()} at {text}"
        return None if said == "linked\n" else said

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def some_taken(linker, words, make):
    if not words or not linker.refusal(make(words)):
        return words
    if len(words) == 1:
        return []
    half = len(words) // 2
    return some_taken(linker, words[:half], make) + some_taken(linker, words[half:], make)


@functools.cache
def taken(linker, version, role):
    """The words that the driver takes as names in such a shader of that version."""
    return some_taken(linker, free_words(version), lambda some: f"#version {version}\n" + ROLES[role](some))


def check_variant(linker, text, kind):
    """The variant is lifted, and the driver takes it."""
    path = os.path.join(linker.folder, "own.frag")
    with open(path, "w") as file:
        file.write(text)
    argv = [program("glstep-glsl"), "instrument", path, "--api", "compatibility", "--glsl-version", "450", *kind]
    variant = subprocess.run(argv, stdout=subprocess.PIPE, check=True).stdout.decode()
    assert "#version 400" in variant, f"{kind} is not lifted"
    said = linker.refusal(variant)
    assert not said, f"{kind}: {said}"


def check_words(linker, version):
    """Whatever the driver takes as a name in a version, it takes in the variant, which is of version 4.00."""
    line = f"#version {version}\n"
    for role, make in ROLES.items():
        words = taken(linker, version, role)
        assert len(words) > 60, (role, words)
        check_variant(linker, line + make(words), ("--site", "3"))
        for kind in "path", "events", "changes", "reach":
            check_variant(linker, line + make(words[::17]), ("--kind", kind))


def check_session(linker, version):
    """In a session the names are those that the user wrote, and so are the values: some of them, as the driver takes long to make code
    for hundreds of variables."""
    line = f"#version {version}\n"
    with tempfile.TemporaryDirectory() as folder:
        words = taken(linker, version, "variable")[version // 10 % 4::4]
        assert len(words) > 100, words
        with Console(write_file(Case("session", "compatibility", 45, line + locals_of(words), None), folder)) as console:
            console.run("next draw")
            console.run("shader fragment")
            console.run(f"focus {X} {Y}")
            console.run("shader continue")
            names = [v["name"] for v in console.run("scope")["variables"]]
            assert set(words) <= set(names) and not any(n.startswith("gs") for n in names), names
            for i in range(0, len(words), 3):
                value = console.run(f"print {words[i]}")["value"]
                assert value == X + 0.5 + i, (words[i], value)
            assert console.run("check")["same_output"]


# ---- all that shows values ----

def check_all():
    """The other variants, of functions that hide built-in ones."""
    with tempfile.TemporaryDirectory() as folder, Console(write_file(Case("all", "compatibility", 45, POLYFILLS, None), folder)) as console:
        console.run("next draw")
        console.run("shader fragment")
        console.run(f"focus {X} {Y}")
        lines = source_lines(console)
        reach = {r["line"]: r["elements"] for r in console.run("reach")["lines"]}
        above = sum(polyfills(x, y)[1] != x - 1 + 2 * y + 5 * x for x in range(WIDTH) for y in range(HEIGHT))
        assert reach[line_of(lines, "b += unpackDouble2x32(a) + mod(a, b) + floor(b);")] == above, (reach, above)
        console.run(f"shader until {line_of(lines, 'n += floatBitsToUint(a);')}")
        counted = os.path.join(folder, "counted.csv")
        console.run(f"count iterations {counted}")
        with open(counted, newline="", encoding="ascii") as file:
            assert all(float(row[-1]) == 3 for row in list(csv.reader(file))[1:])
        assert console.run("profile")["iterations"][0]["active"] == WIDTH * HEIGHT
        console.run(f"count sites {counted}")
        console.run(f"shader until {line_of(lines, 'gl_FragColor = vec4(a, b, float(n), x);')}")
        saved = os.path.join(folder, "b.npy")
        console.run(f"values b {saved}")
        for at, value in enumerate(read_npy(saved)[3]):
            assert value == polyfills(at % WIDTH, at // WIDTH)[1], at
        console.run("shader continue")
        written = {}
        for entry in console.run("history values")["positions"]:
            for change in entry["changes"]:
                written[change["name"]] = change["value"]
        assert written["a"] == X - 1 and written["n"] == 9 * (X - 1) and written["b"] == polyfills(X, Y)[1], written
        console.run("shader reset")
        assert console.run("shader continue nan")["finished"]
        assert console.run("check")["same_output"]


results = Results()
random.seed(4)
for one in CASES:
    if len(sys.argv) == 1 or any(word in one.name for word in sys.argv[1:]):
        results.check("language-" + one.name, run, one)
with tempfile.TemporaryDirectory() as names_folder:
    driver = Linker(names_folder)
    for name, function, *arguments in [("all", check_all)] + [(f"words-{v}", check_words, driver, v) for v in (110, 120, 130, 150)] + [
            (f"session-{v}", check_session, driver, v) for v in (110, 130)]:
        if len(sys.argv) == 1 or any(word in name for word in sys.argv[1:]):
            results.check("language-names-" + name, function, *arguments)
    driver.close()
sys.exit(1 if results.failed else 0)
