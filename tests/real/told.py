#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
told.py - `--mask-extension` and `--limit`: what test-told is told, in every way that GL, GLX and EGL can be asked, is what they say without
glstep, but for what was masked and set; and all ways agree.

 masked-*   extensions by name and by pattern; the functions stay
 limits-*   limits, also with several numbers, and versions
 both-*     with GL_MESA_trace besides, which stands behind the others
 nothing    without the options all is as without glstep
 debugged   likewise in `glstep`; a trace has what the program was told
 usage      what is no extension, limit or version is told in one sentence
"""

import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Results, program  # noqa: E402
from patience import patience  # noqa: E402
from trace_tools import run as trace_tool  # noqa: E402

PROGRAM = os.path.abspath(program("test-told"))
WAYS = {"glx": [], "egl": ["--egl"], "es": ["--es"], "core": ["--core"]}
LISTS = ["string", "list", "egl", "glx", "glx-client", "glx-server"]
MASKS = ["GL_ARB_direct_state_access", "GL_KHR_*", "GL_OES_texture_3D", "GLX_ARB_create_context_*", "EGL_KHR_image*", "GL_EXT_texture"]


def told(way, *options, recorded=True):
    """What test-told prints, by the first word of the line."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        words = [GLSTEP, "record", "-o", path, *options, "--"] if recorded else []
        done = subprocess.run([*words, PROGRAM, *WAYS[way]], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
    found = {}
    for line in done.stdout.decode().splitlines():
        name, _, rest = line.partition(" ")
        key = name + " error" if rest.startswith("error ") else name
        assert key not in found, line
        found[key] = rest
    assert len(found) > 15, done
    return found


def kept(text, masks):
    return [name for name in text.split() if not any(fnmatch.fnmatchcase(name, mask) for mask in masks)]


def with_masks(plain, masks, added=()):
    """What is expected."""
    wanted = dict(plain)
    for name in LISTS:
        if name in plain and plain[name] != "none":
            wanted[name] = kept(plain[name], masks) + (list(added) if name in ("string", "list") else [])
    n = len(wanted["list"])
    wanted["count"] = f"{n} {n} {n}"
    return wanted


def same(found, wanted):
    for name in wanted.keys() | found.keys():
        mine, theirs = found.get(name), wanted.get(name)
        mine = mine.split() if isinstance(theirs, list) else mine
        assert mine == theirs, (name, mine, theirs)


def options_of(masks):
    return [word for mask in masks for word in ("--mask-extension", mask)]


def masked(way):
    plain = told(way, recorded=False)
    wanted = with_masks(plain, MASKS)
    assert len(wanted["list"]) < len(plain["list"].split()) - 3
    same(told(way, *options_of(MASKS)), wanted)
    assert wanted["function"] == "1"


def both(way):
    plain = told(way, recorded=False)
    added = [] if way == "es" else ["GL_MESA_trace"]
    same(told(way, "--mesa-trace", *options_of(MASKS)), with_masks(plain, MASKS, added))
    same(told(way, "--mesa-trace"), with_masks(plain, [], added))


def number(text, *, old, new):
    """The driver's text with another number."""
    assert re.search(r"\d+(\.\d+)+", text)[0].startswith(old), (text, old)
    return re.sub(r"\d+(\.\d+)+", new, text, count=1)


def limits(way):
    plain = told(way, recorded=False)
    wanted = dict(plain)
    major, minor = (plain[name].split()[0] for name in ("major", "minor"))
    language = re.search(r"\d+\.\d+", plain["language"])[0]
    real = way != "es"  # ES has no doubles

    def five(value):
        return f"{value} {value} {value} 1 {value if real else -7}"
    wanted.update(texture=five(1024), viewport=f"{five(2048)} {five(2048)}", groups="77 77", renderer="Acme 3000 (R)",
                  version=number(plain["version"], old=f"{major}.{minor}", new="3.1"), language=number(plain["language"], old=language, new="1.40"),
                  major=five(3), minor=five(1))
    found = told(way, "--limit", "GL_MAX_TEXTURE_SIZE=4096", "--limit", "GL_MAX_TEXTURE_SIZE=1024", "--limit", "GL_MAX_VIEWPORT_DIMS=2048",
                 "--limit", "GL_MAX_COMPUTE_WORK_GROUP_COUNT=77", "--limit", "GL_RENDERER=Acme 3000 (R)", "--limit", "GL_VERSION=3.1",
                 "--limit", "GL_SHADING_LANGUAGE_VERSION=1.40")
    same(found, wanted)


def nothing():
    for way in WAYS:
        same(told(way), told(way, recorded=False))


def debugged():
    with tempfile.TemporaryDirectory() as folder:
        path, said = os.path.join(folder, "a.trace"), os.path.join(folder, "said")
        plain = told("glx", recorded=False)
        options = ["--mask-extension", "GL_ARB_*", "--limit", "GL_MAX_TEXTURE_SIZE=512"]
        subprocess.run([GLSTEP, *options, "--program-output", said, "-e", f"trace start {path}", "-e", "continue", "--", PROGRAM], capture_output=True,
                       timeout=patience(60), check=True)
        with open(said, encoding="utf-8") as file:
            lines = dict(line.split(" ", 1) for line in file.read().splitlines() if " error " not in line)
        assert lines["string"].split() == kept(plain["string"], ["GL_ARB_*"]) and lines["texture"] == "512 512 512 1 512", lines["texture"]
        calls = [json.loads(line) for line in trace_tool("dump", "--json", "--verbose", path)[0].splitlines()]
        strings = [call["result"].split() for call in calls if call["function"] == "glGetString" and "GL_EXTENSIONS" in json.dumps(call["arguments"])]
        assert strings == [lines["string"].split()], strings
        listed = [call["result"] for call in calls if call["function"] == "glGetStringi" and call.get("result")]
        assert listed == lines["list"].split(), listed
        indices = [call["arguments"][1]["value"] for call in calls if call["function"] == "glGetStringi"]
        assert indices == list(range(len(listed) + 1)), indices
        done = subprocess.run([GLSTEP, *options, "-e", "info", path], capture_output=True, timeout=patience(30), check=False)
        assert done.returncode == 2 and b"what the program was told" in done.stderr, done


def usage():
    for words, what in ((["--limit", "GL_MAX_TEXTURE_SIZE"], "NAME=VALUE"), (["--limit", "GL_MAX_TEXTURE_SIZ=4"], "no name of GL"), (["--limit", "GL_MAX_TEXTURE_SIZE=big"], "a number"),
                        (["--limit", "GL_VERSION=new"], "no version"), (["--limit", "GL_MAJOR_VERSION=3"], "GL_VERSION"), (["--limit", "GL_NUM_EXTENSIONS=3"], "--mask-extension"),
                        (["--limit", "GL_COMPRESSED_TEXTURE_FORMATS=3"], "a list"), (["--limit", "GL_VENDOR="], "1 to"), (["--mask-extension", "ARB_foo"], "begin with GL_"),
                        (["--mask-extension", ""], "no extension"), (["--mask-extension", "GL_A GL_B"], "no extension")):
        for command in [], ["record"]:
            done = subprocess.run([GLSTEP, *command, *words, "--", PROGRAM], capture_output=True, timeout=patience(30), check=False)
            assert done.returncode == 2 and what in done.stderr.decode() and not done.stdout, (words, done)


def main():
    results = Results()
    for way in WAYS:
        results.check(f"masked-{way}", masked, way)
        results.check(f"limits-{way}", limits, way)
        results.check(f"both-{way}", both, way)
    results.check("nothing", nothing)
    results.check("debugged", debugged)
    results.check("usage", usage)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
