#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check-walls.py finds arrows that point the wrong way and circles, and lets the others be."""
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.environ["top_srcdir"], "build-aux/check-walls.py")
FILES = {
    "build-aux/walls.list": "wire:\npreload: wire\nglsl: wire\n",
    "build-aux/walls.todo": "",
    "wire/wire.h": "int wire(void);\n",
    "wire/wire.c": '#include "wire/wire.h"\nint wire(void) { return 1; }\n',
    "preload/core.c": '#include "wire/wire.h"\nint core(void) { return wire(); }\n',
    "glsl/parse.c": "int core(void);\nint parse(void);\nint parse(void) { return 2; }\n",
}


def run(changes):
    """Status and output of the script over the files, some of them changed."""
    with tempfile.TemporaryDirectory() as folder:
        files = {**FILES, **changes}
        for name, text in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        for name in files:
            path = os.path.join(folder, name)
            if name.endswith(".c"):
                subprocess.run(["cc", "-I", folder, "-c", path, "-o", path[:-2] + ".o"], check=True)
        done = subprocess.run([sys.executable, SCRIPT, folder, folder], capture_output=True, text=True)
        return done.returncode, done.stdout


CALL = {"glsl/parse.c": "int core(void);\nint parse(void);\nint parse(void) { return core(); }\n"}
CIRCLE = {"glsl/lex.c": "int lex(void);\nint scan(void);\nint lex(void) { return scan(); }\n",
          "glsl/scan.c": "int lex(void);\nint scan(void);\nint scan(void) { return lex(); }\n"}
LARGER = {**CIRCLE,
          "glsl/scan.c": "int text(void);\nint scan(void);\nint scan(void) { return text(); }\n",
          "glsl/text.c": "int lex(void);\nint text(void);\nint text(void) { return lex(); }\n"}
SECOND = {**CIRCLE,
          "glsl/tree.c": "int type(void);\nint tree(void);\nint tree(void) { return type(); }\n",
          "glsl/type.c": "int type(void);\nint tree(void);\nint type(void) { return tree(); }\n"}
KNOWN = {"build-aux/walls.todo": "circles glsl: 2\n"}
CASES = [
    ("allowed arrows pass", {}, 0, ""),
    ("an include that points up", {"preload/core.h": "", "wire/wire.c": '#include "preload/core.h"\nint wire(void) { return 0; }\n'},
     1, "wire/wire.c includes preload/core.h"),
    ("a call that points sideways", CALL, 1, "glsl/parse.c calls core of preload/core.c"),
    ("a known arrow passes", {**CALL, "build-aux/walls.todo": "glsl -> preload: 1\n"}, 0, ""),
    ("a mended arrow is noticed", {"build-aux/walls.todo": "glsl -> preload: 1\n"}, 1, "0 are left"),
    ("a new circle", CIRCLE, 1, "2 files call each other in a circle: glsl/lex.c glsl/scan.c"),
    ("a known circle passes", {**CIRCLE, **KNOWN}, 0, ""),
    ("a known circle grows", {**LARGER, **KNOWN}, 1, "glsl/lex.c glsl/scan.c glsl/text.c"),
    ("a second circle", {**SECOND, **KNOWN}, 1, "glsl/tree.c glsl/type.c"),
    ("a mended circle is noticed", KNOWN, 1, "circles glsl: none left"),
    ("a smaller circle is noticed", {**CIRCLE, "build-aux/walls.todo": "circles glsl: 3\n"},
     1, "circles glsl: 2 left"),
    ("a circle in the list", {"build-aux/walls.list": "glsl: preload\npreload: glsl\n"}, 1, ""),
]

failed = 0
for title, changes, status, text in CASES:
    found, output = run(changes)
    if found != status or text not in output:
        print(f"{title}: status {found}, expected {status}: {output}")
        failed += 1
print(f"{len(CASES) - failed} of {len(CASES)} passed")
sys.exit(1 if failed else 0)
