#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""python/: sessions of glstep in Python, and the client that docs/server.md shows.

 session  commands as methods, calls one by one, values as arrays by arithmetic, pictures, sources, with numpy and without
 trace    of a trace, and a second client on it
 wrong    errors with their words
 shown    the example of docs/server.md and of python/README.md run as they stand
 install  pip installs it from the tree
"""

import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "python"))
import glstep  # noqa: E402
from glstep_console import GLSTEP, Results, program  # noqa: E402
from glstep_server import Server  # noqa: E402
from patience import patience  # noqa: E402

EXAMPLE = [program("glstep-example"), "--time-step", "0.1"]


def without_numpy(function, *arguments):
    before = sys.modules.get("numpy")
    sys.modules["numpy"] = None
    try:
        return function(*arguments)
    finally:
        del sys.modules["numpy"]
        if before:
            sys.modules["numpy"] = before


def check_values(session, kind):
    values = session.values("gl_FragCoord.xy * 2.0")
    assert tuple(values.shape) == (600, 800, 2), values.shape
    assert all((float(values[y, x, 0]), float(values[y, x, 1])) == (2 * x + 1, 2 * y + 1) for x, y in ((0, 0), (799, 599), (123, 456))), kind
    assert len(values) == 600 and type(values).__name__ == kind, type(values)


def test_session():
    with glstep.launch(EXAMPLE, environment={"A": "b"}, timeout=patience(30)) as session:
        stop = session.next_draw()
        assert stop["call"]["name"] == "glDrawArrays" and session.wait("stopped", patience(10))["stop"] == stop
        calls = list(session.calls(11800))
        assert [call["index"] for call in calls] == list(range(11800, stop["call"]["index"])), len(calls)
        assert [call["index"] for call in session.calls(5, 7)] == [5, 6, 7]
        assert session.get("/program/uniforms/light/value") == [3, 5, 4]
        session.shader("fragment")
        try:
            import numpy
        except ImportError:
            numpy = None
        if numpy:
            check_values(session, "ndarray")
        without_numpy(check_values, session, "Array")
        session.shader_over()
        session.shader_back_over()
        session.shader_leave()
        source = session.source("fragment")["source"]
        session.set_source_text("fragment", source + "\n// changed\n")
        assert session.source("fragment")["source"].endswith("// changed\n")
        assert session.picture("depth").width == 800
        picture = session.picture()
        assert (picture.width, picture.height) == (800, 600) and picture._repr_png_() == picture.png
        pixels = session.pixels("color0")
        # the attachment's values and its picture are of the same pixels: the corner, as PNG has it
        assert tuple(pixels.shape)[:2] == (600, 800)
        corner = [round(255 * float(pixels[599, 0, c])) for c in range(3)]
        assert first_pixel(picture.png)[:3] == corner, (first_pixel(picture.png), corner)
        assert "next_draw" in dir(session) and "run on" in session.next_draw.__doc__


def first_pixel(png):
    """Of a picture whose rows are not filtered differently at their first pixel: that has nothing at its left or above."""
    data, at = b"", 8
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        data += png[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    return list(zlib.decompressobj().decompress(data, 5)[1:])


def test_trace():
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", trace, "--", *EXAMPLE, "--frames", "3"], check=True, capture_output=True, timeout=patience(60))
        with glstep.open(trace, timeout=patience(30)) as session:
            first = session.next_draw()["call"]["index"]
            second = session.next_draw()["call"]["index"]
            uniforms = session.get("/program/uniforms")
            session.goto(first)
            assert session.get(f"/at/{second}/program/uniforms") == uniforms and session.get("/call/index") == first
    with Server(EXAMPLE) as server, glstep.connect(server.listening["listening"]) as one, glstep.connect(server.listening["listening"], name="two") as two:
        one.next_draw()
        assert two.wait("stopped", patience(10))["client"] == one.number
        assert {each["name"] for each in two.request("clients")["clients"]} == {"python", "two"}


def test_wrong():
    with glstep.launch(EXAMPLE, timeout=patience(30)) as session:
        for function, code in ((lambda: session.print("x"), "no-shader"), (lambda: session.step("x"), "usage"), (lambda: session.get("/nothing"), "unknown-name"),
                               (lambda: session.run("nonsense"), "usage"), (lambda: session.read("@nothing"), "unknown-name")):
            try:
                function()
            except glstep.Error as error:
                assert error.code == code and str(error), (error.code, code)
            else:
                raise AssertionError(code)
        try:
            session.nonsense()
        except AttributeError as error:
            assert "no command 'nonsense'" in str(error)
        else:
            raise AssertionError("a method that there is not")
    try:
        glstep.launch(["/no/such/program"]).next_draw()
    except glstep.Error as error:
        assert error.code == "cannot-start", error.code
    else:
        raise AssertionError("a program that there is not")


def shown(path):
    with open(os.path.join(os.environ["top_srcdir"], path), encoding="utf-8") as file:
        return re.search(r"```python\n(.*?)```", file.read(), re.DOTALL).group(1)


def test_shown():
    with Server(EXAMPLE) as server:
        text = shown("docs/server.md").replace("/run/user/1000/glstep/4711.socket", server.path)
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, timeout=patience(60), check=True)
        assert done.stdout == b"glDrawArrays\n[0.5, 0.5]\n", done
    with tempfile.TemporaryDirectory() as folder:
        text = shown("python/README.md").replace('"./program"', ", ".join(map(repr, map(os.path.abspath, EXAMPLE[:1]))))
        environment = {**os.environ, "PYTHONPATH": os.path.join(os.path.abspath(os.environ["top_srcdir"]), "python"), "GLSTEP": os.path.abspath(GLSTEP)}
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, timeout=patience(60), check=True, cwd=folder, env=environment)
        assert done.stdout.startswith(b"glDrawArrays {'GL_BLEND'") and b"(600, 800, 1) [0.5, 0.5]" in done.stdout, done.stdout[:300]
        assert os.path.getsize(os.path.join(folder, "color.png")) > 100


def test_install():
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "python")
        subprocess.run(["cp", "-r", os.path.join(os.environ["top_srcdir"], "python"), copy], check=True)
        python = next(each for each in (sys.executable, "/usr/bin/python3") if not subprocess.run([each, "-c", "import setuptools, wheel, pip"], capture_output=True, check=False).returncode)
        done = subprocess.run([python, "-m", "pip", "install", "--no-index", "--no-build-isolation", "--no-deps", "--target", os.path.join(folder, "there"), copy],
                              capture_output=True, timeout=patience(120), check=False)
        assert done.returncode == 0, done.stderr[-500:]
        subprocess.run([sys.executable, "-c", "import glstep; glstep.Session"], check=True, cwd=folder, env={**os.environ, "PYTHONPATH": os.path.join(folder, "there")})


def main():
    results = Results()
    for name in sys.argv[1:] or ("session", "trace", "wrong", "shown", "install"):
        results.check(name, globals()[f"test_{name}"])
    sys.exit(bool(results.failed))


if __name__ == "__main__":
    main()
