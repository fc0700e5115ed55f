#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Takes the manual's pictures from the real window: make pictures (wants Xvfb, openbox, a session bus).

    pictures.py DIRECTORY
"""

import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from ui_driver import Atspi, Window, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ.get("GLSTEP", os.path.join(BUILD, "glstep"))
EXAMPLE = [os.path.join(BUILD, "glstep-example"), "--nan", "--time-step", "0.04"]
NAN = (0xff, 0x00, 0xff)
SIZE, HOLE = (800, 600), (413, 220)  # the example's window; in its fourth frame a pixel in a hole
HORIZON, LOOP = (80, 250), 71  # in its first frame a pixel whose ray is long; the line of the loop along it


class Pictures:
    def __init__(self, directory, program):
        self.directory = directory
        self.w = Window([GLSTEP, *program], arranged=False)

    def take(self, name):
        self.w.point(940, 18)  # beside the title, where no tooltip is
        time.sleep(0.6)  # what fades and scrolls comes to rest
        shot = self.w.shot(os.path.join(self.directory, f"{name}.png"))
        print(f"{name}.png", flush=True)
        return shot


def first_page(directory):
    p = Pictures(directory, [])
    p.w.wait_for_start()
    p.take("start")
    p.w.close()


def black_pixel(directory):
    """From the first call to the place where the NaN comes from."""
    p = Pictures(directory, ["--", *EXAMPLE])
    w = p.w
    w.wait()
    p.take("started")
    for _ in range(3):
        w.press("Next frame")
    p.take("drawn")
    w.choose_at_pixel("Pixel history", HOLE, SIZE)
    wait_until("the history", lambda: len(w.rows("Pixel history")) > 1)
    p.take("history")
    row = next(row for row in w.rows("Pixel history") if any("nan" in str(cell) for cell in row))
    w.activate("Pixel history", row[0])
    p.take("debug")
    w.press("To NaN")
    w.tab("History")
    p.take("nan")
    w.press("Reset")
    w.tab("Image")
    w.type("New watch", "result")
    w.press("Continue")
    w.select("Watches", "result")
    w.press("Show watch as image", wait=False)
    w.wait()
    shot = p.take("image")
    spots = [(x, y) for x, y, colour in shot.pixels(w.extents("Image")) if colour == NAN]
    w.click(*spots[len(spots) // 2])
    p.take("picked")
    w.tab("Image")
    w.choose("Red", "executed steps")
    w.wait()
    p.take("cost")
    w.tab("Breakpoints")
    w.tab("GL state")
    w.type("New breakpoint", "116 if isnan(rim)", wait=True)
    p.take("breakpoints")
    w.close()


def slow_loop(directory):
    """The loop that marches along a pixel's ray."""
    p = Pictures(directory, ["--", *EXAMPLE])
    w = p.w
    w.wait()
    w.press("Next draw")
    w.choose_at_pixel("Debug this pixel", HORIZON, SIZE)
    w.caret("Source Fragment", LOOP)
    w.press("To cursor")
    w.press("Step into")
    w.type("Iteration", "12", wait=True)
    w.tab("Image")
    p.take("condition")
    w.tab("Profile")
    w.press("Profile this loop", wait=False)
    wait_until("the profile", lambda: w.rows("Profile table"))
    p.take("profile")
    w.close()


def editor(directory):
    p = Pictures(directory, ["--", *EXAMPLE])
    w = p.w
    w.wait()
    for _ in range(3):
        w.press("Next draw")
    w.tab("Editor")
    text = w.text("Source editor")
    w.enter("Source editor", text.replace("vec3 result = shade(ray, hit);", "vec3 result = shade(ray);"))
    w.press("Compile")
    wait_until("the messages", lambda: w.rows("Driver's messages"))
    w.tab("Call stack")
    p.take("editor")
    w.close()


def exploding_vertices(directory):
    p = Pictures(directory, ["--", os.path.join(BUILD, "glstep-stages"), "--scene", "skinned", "--explode", "--time-step", "0.04"])
    w = p.w
    w.wait()
    for _ in range(2):
        w.press("Next draw")
    p.take("exploded")
    w.stage("vertex")
    w.press("Debug vertex shader")
    w.type("New watch", "length(gl_Position.xy)")
    w.press("Continue")
    w.tab("Elements")
    wait_until("the vertices", lambda: w.rows("Elements"))
    w.wait()
    for _ in range(2):
        w.click(*w.header("Elements", "length(gl_Position.xy)"), wait=False)
        time.sleep(0.5)
    p.take("vertices")
    w.activate("Elements", w.rows("Elements")[0][0])
    w.press("Reset")
    w.type("New watch", "bone[3]")
    for _ in range(16):
        w.press("Step over")
    w.tab("History")
    w.wait()
    time.sleep(1)
    p.take("bone")
    w.close()


def geometry(directory):
    p = Pictures(directory, ["--", os.path.join(BUILD, "glstep-stages"), "--scene", "strips"])
    w = p.w
    w.wait()
    w.press("Next draw")
    w.stage("geometry")
    w.press("Debug geometry shader")
    for _ in range(14):
        w.press("Step over")
    w.tab("Emitted")
    p.take("geometry")
    w.close()


def kept_frame(directory):
    """A frame kept, and opened as a trace."""
    with tempfile.TemporaryDirectory(prefix="walk-", dir="/tmp") as folder:
        p = Pictures(directory, ["--", *EXAMPLE])
        w = p.w
        w.wait()
        w.front()
        w.window_key("r", control=True)
        w.save_as(os.path.join(folder, "example.trace"))
        wait_until("the bar", lambda: w.showing("Stop the recording"))
        for _ in range(3):
            w.press("Next frame")
        w.press("Next draw")
        p.take("recording")
        w.press("Keep this frame")
        p.take("kept")
        w.close()
        p = Pictures(directory, [os.path.join(folder, "example-frame-3.trace")])
        w = p.w
        w.wait()
        w.press("Next draw")
        p.take("trace")
        w.choose_at_pixel("Debug this pixel", HOLE, SIZE)
        w.press("To NaN")
        w.tab("Call")
        w.tab("History")
        p.take("inside")
        w.press("Come back")
        w.tab("GL calls")
        w.tab("Resources")
        w.select("Resources", "unit 0: tiles")
        w.press("Calls of the resource", wait=False)
        wait_until("the calls", lambda: len(w.rows("Uses")) > 3)
        w.expand("Uses", "Written by")
        p.take("uses")
        w.close()


def grouped(directory):
    """The calls of some frames as a tree, at the second draw of the last one."""
    p = Pictures(directory, ["--", *EXAMPLE])
    w = p.w
    w.wait()
    for _ in range(3):
        w.press("Next frame")
    w.press("Next draw")
    w.press("Group calls", wait=False)
    w.press("Next draw")
    for name, pixels in ("Width of the left panels", 520), ("Height of the upper left panels", 600):
        Atspi.Value.set_current_value(w.find(name).get_value_iface(), pixels)
    w.painted()
    scroll = w.find("Scroll GL calls").get_value_iface()
    frames = [f"▸ Frame {n} " for n in range(3)]
    while not any(row[1].startswith(frames[0]) for row in w.rows("GL calls")):
        Atspi.Value.set_current_value(scroll, Atspi.Value.get_current_value(scroll) - 1)
        w.painted()
    w.point(640, 600)  # no tooltip of a row
    w.painted()
    p.take("grouped")
    w.close()


def study(directory):
    """What a trace's file tells of it."""
    with tempfile.TemporaryDirectory(prefix="walk-", dir="/tmp") as folder:
        traces = {"stages": [os.path.join(BUILD, "glstep-stages"), "--scene", "skinned", "--explode", "--frames", "60"],
                  "example": [*EXAMPLE, "--frames", "60"]}
        for name, program in traces.items():
            subprocess.run([GLSTEP, "record", "-o", os.path.join(folder, f"{name}.trace"), "--", *program], check=True)
        p = Pictures(directory, [os.path.join(folder, "stages.trace")])
        w = p.w
        w.wait()
        w.tab("Report")
        wait_until("the report", lambda: w.rows("Report"))
        w.expand("Report", "checklist")
        call = w.rows("Report")[1][0]
        w.select("Report", call)
        w.activate("Report", call, wait=False)
        p.take("report")
        w.close()
        p = Pictures(directory, [os.path.join(folder, "example.trace")])
        w = p.w
        w.wait()
        w.tab("Statistics")
        wait_until("the figures", lambda: w.rows("Figures"))
        w.choose("Figure", "duration in milliseconds")
        x, y, width, height = w.extents("Frames")
        w.front()
        w.click(x + width * 2 // 3, y + height // 2, wait=False)
        wait_until("the frame", lambda: w.text("Frame reading").startswith("Frame "))
        p.take("statistics")
        w.close()


def main():
    directory = sys.argv[1]
    os.makedirs(directory, exist_ok=True)
    parts = (first_page, black_pixel, slow_loop, editor, exploding_vertices, geometry, kept_frame, grouped, study)
    for part in (p for p in parts if p.__name__ in sys.argv[2:] or len(sys.argv) == 2):
        part(directory)


if __name__ == "__main__":
    main()
