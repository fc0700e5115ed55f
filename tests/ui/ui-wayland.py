#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Wayland without any X server: programs that draw through EGL and GTK are debugged, and glstep's own window works there.

The values: gl_FragCoord is the focus pixel's middle, and the colour that the shader's end shows is what the pixel holds after the draw."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Results, program  # noqa: E402
from patience import wait_until  # noqa: E402
from piglit import read_png  # noqa: E402
from ui_driver import Window  # noqa: E402


@contextlib.contextmanager
def weston():
    """A compositor that shows nothing; os.environ leads to it, and to no X server, until the end."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(XDG_RUNTIME_DIR=folder, WAYLAND_DISPLAY="glstep-test", GDK_BACKEND="wayland")
        os.environ.pop("DISPLAY", None)
        with open(os.path.join(folder, "log"), "w", encoding="utf-8") as log:
            server = subprocess.Popen(["weston", "--backend=headless-backend.so", "--no-config", "--socket=glstep-test", "--idle-time=0",
                                       "--width=1600", "--height=1000"], stdout=log, stderr=log)
        try:
            wait_until("weston's socket", lambda: server.poll() is not None or os.path.exists(os.path.join(folder, "glstep-test")))
            assert server.poll() is None, open(os.path.join(folder, "log"), encoding="utf-8").read()[-500:]
            yield
        finally:
            server.terminate()
            server.wait()
            os.environ.clear()
            os.environ.update(before)


def debug(argv, draw, colour, status):
    """The end of the Nth draw's fragment shader; then the program runs on, to its end if it has one (status is not None)."""
    with tempfile.TemporaryDirectory() as folder, Console(argv) as console:
        console.run(f"next draw {draw}")
        where = console.run("shader fragment")
        assert where["active"] > 0, where
        x, y = where["focus"]["x"], where["focus"]["y"]
        assert console.run("shader continue")["finished"]
        assert console.run("print gl_FragCoord")["value"][:2] == [x + 0.5, y + 0.5]
        value = console.run(f"print {colour}")["value"]
        console.run("shader leave")
        console.run("step")
        picture = os.path.join(folder, "after.png")
        console.run(f"framebuffer {picture}")
        _, height, rows = read_png(picture)
        found, expected = rows[height - 1 - y][4 * x:4 * x + 3], [min(max(v, 0), 1) * 255 for v in value[:3]]
        assert all(abs(a - b) < 1 for a, b in zip(found, expected, strict=True)), (list(found), expected)
        if status is None:
            stop = console.run("next frame 3")
            assert stop["frame"] >= 3, stop
            console.run("kill")
        else:
            assert console.run("continue")["status"] == status


def window():
    """The window's program stops, steps, and shows values."""
    # GTK complains that this compositor has neither keyboard nor pointer.
    w = Window([GLSTEP, "--", "weston-simple-egl"], expected_warnings="GDK_IS_SEAT|GDK_IS_DEVICE")
    try:
        w.wait()
        w.press("Next draw")
        w.press("Debug fragment shader")
        w.press("Continue")
        rows = {row[0]: row[1] for row in w.rows("Variables")}
        assert "v_color" in rows, rows
        w.press("Leave")
        assert w.close() == 0
    finally:
        if w.process.poll() is None:
            w.process.kill()


results = Results()
if not shutil.which("weston"):
    results.fail("wayland", "weston is not installed")
else:
    with weston():
        results.check("wayland-egl", debug, ["weston-simple-egl"], 2, "gl_FragColor", None)
        results.check("wayland-gtk", debug, [program("test-gtk")], 1, "colour", 0)
        results.check("wayland-window", window)
sys.exit(1 if results.failed else 0)
