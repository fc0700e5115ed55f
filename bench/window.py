#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""How long the window's main loop is held up in a session, and how soon a step's values are seen: rows for bench/run.py.

Prints lines "what|figure|target". Needs an X server and a session bus. By the clock the machine's other work counts, too; the
processor time of the main thread is what the window itself is to blame for."""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, program  # noqa: E402
from ui_driver import Atspi, Window, wait_until  # noqa: E402

HELD = re.compile(r"held up for ([\d.]+) ms, computing ([\d.]+) ms of it, until ([\d.]+)")
SEEN = re.compile(r"(values|image|all) on the screen after ([\d.]+) ms, at ([\d.]+)")


def row(what, figure, target=""):
    print(f"{what}|{figure}|{target}", flush=True)


class Measured:
    """A window whose main loop is watched; told to a file."""

    def __init__(self, argv):
        self.file = tempfile.NamedTemporaryFile("w+")  # pylint: disable=consider-using-with
        environment = dict(os.environ, GLSTEP_UI_LATENCY="1")
        shell = ["sh", "-c", 'exec "$@" 2>"$0"', self.file.name, GLSTEP, "--", *argv]
        self.window = Window(shell, environment, arranged=False)
        self.parts = []

    def part(self, what, function):
        start = time.monotonic()
        function(self.window)
        self.parts.append((what, start, time.monotonic()))

    def close(self):
        self.window.close()
        with open(self.file.name, encoding="utf-8") as file:
            text = file.read()
        held = [tuple(map(float, m)) for m in HELD.findall(text)]
        for what, start, end in self.parts:
            within = [h for h in held if start <= h[2] <= end]
            row(f"main loop, {what}: longest by the clock, of computing",
                f"{max((h[0] for h in within), default=0):.0f} ms, {max((h[1] for h in within), default=0):.0f} ms", "<= 50 ms")
        return [(what, float(ms), float(at)) for what, ms, at in SEEN.findall(text)]


def frame_time(size):
    """Of the program alone, ms."""
    def run(frames):
        start = time.monotonic()
        subprocess.run([program("glstep-example"), "--headless", "--size", size, "--frames", str(frames)],
                       check=True, stdout=subprocess.DEVNULL)
        return time.monotonic() - start
    return 1000 * (min(run(11) for _ in range(3)) - min(run(1) for _ in range(3))) / 10


def to_shader(size):
    measured = Measured([program("glstep-example"), "--headless", "--size", size])
    window = measured.window
    window.wait()
    window.press("Next draw")
    window.press("Debug fragment shader")
    return measured


def watch(window, expression):
    window.type("New watch", expression)
    wait_until("the watch", lambda: (window.row("Watches", expression) or ["", "…"])[1] not in ("", "…"))
    window.select("Watches", expression)
    window.press("Show watch as image", wait=False)
    window.wait()


def steps(size):
    def step(window):
        for _ in range(12):
            window.press("Step into")
            time.sleep(0.1)

    measured = to_shader(size)
    measured.part(f"show an image of {size}", lambda w: watch(w, "screen"))
    measured.part(f"step, {size}", step)
    start, end = measured.parts[-1][1:]
    seen = [s for s in measured.close() if start <= s[2] <= end]
    own = frame_time(size)
    steps_of = []
    for kind, ms, _ in seen:  # each step's values, then all; what else was told of all before is of something else
        if kind == "values":
            steps_of.append({})
        if steps_of:
            steps_of[-1].setdefault(kind, ms)
    for what, told, target in (("values", "its values", 100), ("image", "its image, too,", 50), ("all", "all of it", 100)):
        times = [s[what] for s in steps_of if what in s]
        middle = statistics.median(times)
        row(f"step to {told} on the screen, {size}: median of {len(times)}, longest", f"{middle:.0f} ms, {max(times):.0f} ms")
        row(f"likewise, less a frame of the program alone ({own:.0f} ms)",
            f"{middle - own:.0f} ms, {max(times) - own:.0f} ms", f"<= {target} ms")


def look(size):
    def zoom_and_pan(window):
        left, top, width, height = window.extents("Image")
        x, y = left + width // 2, top + height // 2
        for button in ["b4c"] * 20 + ["b5c"] * 8:
            Atspi.generate_mouse_event(x, y, button)
            time.sleep(0.05)
        for _ in range(5):
            Atspi.generate_mouse_event(x, y, "b1p")
            for i in range(1, 25):
                window.point(x - 4 * i, y - 3 * i)
                time.sleep(0.02)
            Atspi.generate_mouse_event(x - 100, y - 75, "b1r")

    measured = to_shader(size)
    measured.part(f"show an image of {size}", lambda w: watch(w, "screen.x"))
    measured.part(f"zoom and pan {size}", zoom_and_pan)
    measured.close()


def calls():
    def scroll(window):
        bar = window.find("Scroll GL calls").get_value_iface()
        most = Atspi.Value.get_maximum_value(bar)
        for i in range(100):
            Atspi.Value.set_current_value(bar, most * (i * 37 % 100) / 100)
            time.sleep(0.03)

    measured = Measured([program("bench-calls"), "100"])
    measured.window.wait()
    before = measured.window.n_done()
    measured.part("a program makes 10 million calls", lambda w: (w.press("Run", wait=False), w.wait(before)))
    measured.part("scroll 10 million calls", scroll)
    measured.close()


for part in (lambda: steps("800x600"), lambda: steps("1920x1080"), lambda: look("4096x4096"), calls):
    part()
