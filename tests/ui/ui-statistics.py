#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The tab Statistics of an opened trace: each frame's calls, draws and bytes are those that the dumped trace has; the bars are as high as
that; a click, or a key, picks a frame and leads to its first call; a figure is chosen; the frame is played up to. Draws and passes have bars, too. A replay measures the draws, and
what it finds stands beside the rest.
The tab Times of a program, and of a trace: nothing runs before it is asked for; then the frame's calls stand in lanes and below each other, a
key in the lanes selects a call's row, and the program stands behind the frame.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import ShownTexts, Atspi, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"] = os.path.abspath(os.environ["top_builddir"])
GLSTEP = os.path.join(BUILD, "glstep")
TOOL = os.path.join(BUILD, "glstep-trace")
PROGRAM = os.path.join(BUILD, "test-analysis")
TEXELS = 32 * 32 * 4  # bytes of the texture that texture-loaded makes in each frame


def record(path, way):
    subprocess.run([GLSTEP, "record", "-o", path, "--", PROGRAM, way], check=True, stderr=subprocess.DEVNULL)
    return path


def frames_of(path):
    """(first call, names of the program's own calls) of each frame that ends, as the trace is dumped."""
    frames, first, names = [], None, []
    for line in subprocess.check_output([TOOL, "dump", "--verbose", path]).decode().splitlines():
        match = re.match(r"(\d+)(?: @\d+)? (\w+)\(", line)
        if not match:
            continue
        first = first or match[1]
        names += [match[2]] if "// fake" not in line else []
        if match[2] == "eglSwapBuffers":
            frames.append((first, names))
            first, names = None, []
    return frames


def selected(w, name):
    """The first cell of the selected row, if it is to be seen."""
    table = w.find(name).get_table_iface()
    for row in range(Atspi.Table.get_n_rows(table)):
        cell = Atspi.Table.get_accessible_at(table, row, 0)
        cell.clear_cache()
        if cell.get_state_set().contains(Atspi.StateType.SELECTED):
            return cell.get_name()
    return None


def is_bar(colour):
    red, green, blue = colour
    return blue > green + 40 > red + 40 or red > green + 60 > blue + 60


def bars(w):
    """Where they begin and end, and how high they are, from left to right, on the screen."""
    shot = w.shot()
    left, top, width, height = w.extents("Frames")
    axis = max(y for y in range(top, top + height) if sum(is_bar(shot.pixel(x, y)) for x in range(left, left + width)) > width // 3)
    heights = {x: sum(is_bar(shot.pixel(x, y)) for y in range(top, axis + 1)) for x in range(left, left + width)}
    found = []
    for x in range(left, left + width):
        if is_bar(shot.pixel(x, axis)) and not is_bar(shot.pixel(x - 1, axis)):
            found.append([x, x, 0])
        if is_bar(shot.pixel(x, axis)):
            found[-1][1] = x
            found[-1][2] = max(found[-1][2], heights[x])
    return found, axis


def pick(w, name, frame, first, figures):
    eventually(f"{name}-read", "the frame's reading", lambda: w.text("Frame reading").startswith(f"Frame {frame}: {figures['calls']} calls; calls {first} to"),
               lambda: w.text("Frame reading"))
    verdict(f"{name}-described", w.find("Frames").get_description() == w.text("Frame reading"), w.find("Frames").get_description())
    eventually(f"{name}-led", f"call {first} in the list", lambda: selected(w, "GL calls") == first, lambda: selected(w, "GL calls"))
    rows = {r[0]: r[1] for r in w.rows("Figures")}
    verdict(f"{name}-figures", {k: rows[k] for k in figures} == {k: str(v) for k, v in figures.items()}, f"{rows}, not {figures}")


def figures_of(names):
    return {"calls": len(names), "draws": names.count("glDrawElements"), "clears": names.count("glClear"),
            "bytes into textures": TEXELS * names.count("glTexImage2D")}


def picking(path):
    frames = frames_of(path)
    with test_window("statistics", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Statistics")
        eventually("statistics-frames", "the number of frames", lambda: w.text("Statistics summary") == f"{len(frames)} frames",
                   lambda: w.text("Statistics summary"))
        verdict("statistics-nothing-picked", not w.enabled("Play up to the frame") and "choose a frame" in w.why("Play up to the frame"))
        found, axis = bars(w)
        calls = [len(names) for _, names in frames]
        verdict("statistics-bars", len(found) == len(frames) + 1, f"{found}: one a frame, and what follows the last")
        scale = found[0][2] / calls[0]
        verdict("statistics-heights", all(abs(bar[2] - scale * n) <= 2 for bar, n in zip(found, calls, strict=False)), f"{found}, not as {calls}")
        w.click((found[3][0] + found[3][1]) // 2, axis, wait=False)
        pick(w, "statistics-click", 3, frames[3][0], figures_of(frames[3][1]))
        if os.environ.get("KEEP"):
            w.shot(os.path.join(os.environ["KEEP"], "statistics.png"))
        verdict("statistics-click-around", str(int(frames[3][0]) + 3) in [r[0] for r in w.rows("GL calls")], "the frame's calls do not follow it in the list")
        for name, key, frame in (("right", Gdk.KEY_Right, 4), ("home", Gdk.KEY_Home, 0), ("left", Gdk.KEY_Left, 0)):
            w.key(key)
            pick(w, f"statistics-{name}", frame, frames[frame][0], figures_of(frames[frame][1]))
        w.key(Gdk.KEY_End)
        eventually("statistics-end", "the last one", lambda: w.text("Frame reading").endswith("which do not end it"), lambda: w.text("Frame reading"))
        whole = {r[0]: r[2] for r in w.rows("Figures")}
        verdict("statistics-whole", whole["draws"] == str(sum(n.count("glDrawElements") for _, n in frames)), whole["draws"])
        choosing(w, frames)


def choosing(w, frames):
    w.key(Gdk.KEY_Home)
    w.choose("Figure", "clears")
    eventually("statistics-figure", "the reading", lambda: w.text("Frame reading").startswith("Frame 0: 1 clears;"), lambda: w.text("Frame reading"))
    w.select("Figures", "bytes into textures")
    eventually("statistics-row", "the figure", lambda: w.chosen("Figure") == "bytes into textures", lambda: w.chosen("Figure"))
    w.painted()
    found, _ = bars(w)
    n = [names.count("glTexImage2D") for _, names in frames]
    verdict("statistics-row-heights", len(found) == len(frames) and abs(found[0][2] - n[0] / n[3] * found[3][2]) <= 2, f"{found}, not as {n}")
    w.select("Figures", "duration in milliseconds")
    eventually("statistics-duration", "no duration of the first frame", lambda: "Frame 0: not known" in w.text("Frame reading"),
               lambda: w.text("Frame reading"))
    verdict("statistics-still", not w.enabled("Kill"), "looking at a frame has begun to play")
    w.press("Play up to the frame")
    eventually("statistics-played", "the frame's first call", lambda: w.text("Status").startswith("Before call ") and "frame 0" in w.text("Frame and draw"),
               lambda: w.text("Status"))
    verdict("statistics-played-quietly", not w.showing("Message"), w.showing("Message") and w.text("Message"))
    w.find("Frames").get_component_iface().grab_focus()
    w.front()
    for key in (Gdk.KEY_Home, Gdk.KEY_Right, Gdk.KEY_Right):
        w.key(key)
    eventually("statistics-third", "the reading", lambda: w.text("Frame reading").startswith("Frame 2: "), lambda: w.text("Frame reading"))
    w.press("Play up to the frame")
    eventually("statistics-third-played", "a call of it", lambda: w.text("Frame and draw").startswith("frame 2") and
               int(frames[2][0]) <= int(re.match(r"Before call (\d+), ", w.text("Status"))[1]) < int(frames[3][0]), lambda: w.text("Status"))
    verdict("statistics-third-quietly", not w.showing("Message"), w.showing("Message") and w.text("Message"))


# tests/programs/analysis.c, figures: the vertices of each of a frame's draws.
VERTICES = [n for i in range(1, 8) for n in (6 * i, 48 * 3)] + [90, 3 + 0 + 6, 9]


def draws_of(path):
    """Of each call that draws: its number, how many frames have ended before."""
    draws, frame = [], 0
    for line in subprocess.check_output([TOOL, "dump", path]).decode().splitlines():
        match = re.match(r"(\d+)(?: @\d+)? (\w+)\(", line)
        if match and (match[2].startswith(("glDraw", "glMultiDraw")) or match[2] == "glEnd"):
            draws.append((match[1], frame))
        frame += bool(match) and match[2] == "eglSwapBuffers"
    return draws


def parts(path):
    draws = draws_of(path)
    with test_window("statistics-parts", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Statistics")
        rows = wait_until("the figures", lambda: w.rows("Figures"))
        whole = {r[0]: r[2] for r in rows}
        w.choose("Figure", "vertices submitted")
        w.choose("Bars", "draws")
        w.find("Frames").grab_focus()
        for name, key, i in (("first", Gdk.KEY_Home, 0), ("second", Gdk.KEY_Right, 1), ("last", Gdk.KEY_End, len(draws) - 1)):
            w.key(key)
            number, frame = draws[i]
            text = f"Draw {i} in frame {frame}: {VERTICES[i % len(VERTICES)]} vertices submitted; gl"
            eventually(f"statistics-draw-{name}", "the draw's reading", lambda t=text, n=number: w.text("Frame reading").startswith(t) and
                       w.text("Frame reading").endswith(f" to {n}"),
                       lambda: w.text("Frame reading"))
            eventually(f"statistics-draw-{name}-led", f"call {number} in the list", lambda n=number: selected(w, "GL calls") == n, lambda: selected(w, "GL calls"))
        verdict("statistics-draw-whole", {r[0]: r[2] for r in w.rows("Figures")} == whole, w.rows("Figures"))
        w.choose("Bars", "frames")
        w.find("Frames").grab_focus()
        for _ in range(3):
            w.key(Gdk.KEY_Right)
        eventually("statistics-draw-frame", "a frame", lambda: w.text("Frame reading").startswith("Frame 2: "), lambda: w.text("Frame reading"))
        w.choose("Bars", "draws of the frame")
        w.painted()
        found, axis = bars(w)
        scale = found[1][2] / VERTICES[1]
        verdict("statistics-draw-bars", len(found) == len(VERTICES) and all(abs(bar[2] - scale * n) <= 2 for bar, n in zip(found, VERTICES, strict=True)),
                f"{found}, not as {VERTICES}")
        w.click((found[14][0] + found[14][1]) // 2, axis, wait=False)
        number = [n for n, frame in draws if frame == 2][14]
        eventually("statistics-draw-of-frame", "the draw of 90 points", lambda: w.text("Frame reading").startswith("Draw 14 of frame 2: 90 vertices submitted; glDrawElements, calls ") and
                   w.text("Frame reading").endswith(f" to {number}"), lambda: w.text("Frame reading"))
        if os.environ.get("KEEP"):
            w.shot(os.path.join(os.environ["KEEP"], "draws.png"))
        w.press("Play up to the frame")
        eventually("statistics-draw-played", "the draw", lambda: w.text("Status").startswith(f"Before call {number}"), lambda: w.text("Status"))
        w.choose("Bars", "passes of the frame")
        w.find("Frames").grab_focus()
        w.key(Gdk.KEY_Home)
        eventually("statistics-pass", "the frame's one pass", lambda: w.text("Frame reading").startswith(f"Pass 0 of frame 2: {sum(VERTICES)} vertices submitted; into a window, "),
                   lambda: w.text("Frame reading"))


def unknown(path):
    """What the file does not tell is said to be more."""
    with test_window("statistics-unknown", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Statistics")
        rows = wait_until("the figures", lambda: w.rows("Figures"))
        verdict("statistics-unknown", any(r[2].startswith("at least ") for r in rows), rows)


def measuring(path):
    """Quads over some of the window: two triangles a frame, as wide as the shift leaves of them, and one draw that is not seen."""
    with test_window("statistics-measured", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Statistics")
        before = {r[0] for r in wait_until("the figures", lambda: w.rows("Figures"))}
        wide = w.header_width("Figures", "Figure")
        verdict("statistics-measured-names", wide > 200, f"{wide} pixels for names of up to 60 letters, where there is room")
        w.choose("Figure", "clears")
        w.press("Measure the draws", wait=False)
        eventually("statistics-measured-rows", "figures of a replay", lambda: len(w.rows("Figures")) > len(before), lambda: w.rows("Figures"))
        rows = {r[0]: r[2] for r in w.rows("Figures")}
        verdict("statistics-measured-kept", before <= rows.keys() and w.chosen("Figure") == "clears", f"{before - rows.keys()}, {w.chosen('Figure')}")
        verdict("statistics-measured-once", not w.showing("Measure the draws"), "it is offered again")
        # tests/programs/analysis-checks.c, draw_unseen: from left to right 64 pixels, less 3.2 for each frame.
        seen = sum(sum(x + 0.5 > 3.2 * frame for x in range(64)) * 64 for frame in range(8))
        want = {"fragments, before tests of depth and stencil": str(seen), "pixels touched in a frame": str(seen), "... outside of the view volume": "16",
                "calls that draw, of which no sample passes": "8", "overdraw: fragments for each pixel touched": "1.00"}
        verdict("statistics-measured-figures", {k: rows.get(k) for k in want} == want, f"{rows}, not {want}")
        w.choose("Figure", "fragments, before tests of depth and stencil")
        w.painted()
        found, axis = bars(w)
        w.click((found[5][0] + found[5][1]) // 2, axis, wait=False)
        of_frame = sum(x + 0.5 > 3.2 * 5 for x in range(64)) * 64
        eventually("statistics-measured-frame", "the frame's fragments", lambda: w.text("Frame reading").startswith(f"Frame 5: {of_frame} fragments"),
                   lambda: w.text("Frame reading"))
        w.tab("Report")
        w.press("Report: Replay", wait=False)
        eventually("statistics-measured-report", "the draws that nobody sees", lambda: any("Draws touch no pixel" in r[1] for r in w.rows("Report")),
                   lambda: w.rows("Report"))


def is_shown_cancel(widget):
    return widget.get_name() == "Cancel reading" and widget.get_state_set().contains(Atspi.StateType.SHOWING)


def many(folder):
    """More frames than pixels: a click on the bar that stands out picks the frame that does, the first one of the second of two programs."""
    paths = [os.path.join(folder, name) for name in ("one.trace", "two.trace", "both.trace")]
    for path in paths[:2]:
        subprocess.run([GLSTEP, "record", "-o", path, "--", os.path.join(BUILD, "test-scenes"), "plain", "--frames", "700"], check=True,
                       stderr=subprocess.DEVNULL)
    n = int(json.loads(subprocess.check_output([TOOL, "info", "--json", paths[0]]))["frames"])
    subprocess.run([TOOL, "join", paths[2], *paths[:2]], check=True)
    with test_window("statistics-many", [GLSTEP, paths[2]]) as w:
        w.wait()
        w.tab("Statistics")
        wait_until("the figures", lambda: w.rows("Figures"))
        shot = w.shot()
        left, top, width, height = w.extents("Frames")
        heights = [sum(is_bar(shot.pixel(x, y)) for y in range(top, top + height)) for x in range(left, left + width)]
        high = [x for x, each in enumerate(heights) if each > height // 3]
        verdict("statistics-many-peaks", len(high) == 2 and high[1] - high[0] > width // 4, f"{high} of {heights}")
        w.click(left + high[1], top + height // 2, wait=False)
        eventually("statistics-many-picked", f"frame {n}", lambda: w.text("Frame reading").startswith(f"Frame {n}: "),
                   lambda: w.text("Frame reading"))
        rows = len(w.rows("Figures"))
        w.press("Measure the draws", wait=False)
        # The tab Report has one of that name, too.
        w.known["Cancel reading"] = wait_until("Cancel", lambda: w._find(w.frame, is_shown_cancel))
        w.press("Cancel reading", wait=False)
        eventually("statistics-many-cancelled", "an end of measuring", lambda: w.enabled("Measure the draws") and not w.showing("Cancel reading"), str)
        verdict("statistics-many-kept", len(w.rows("Figures")) == rows, w.rows("Figures"))
        w.press("Logarithmic frames", wait=False)
        w.painted()
        shot = w.shot(os.path.join(os.environ["KEEP"], "many.png") if "KEEP" in os.environ else None)
        low, least = (sum(is_bar(shot.pixel(left + high[1] + k, y)) for y in range(top, top + height)) for k in (0, 20))
        verdict("statistics-logarithmic", 0.1 < least / low < 0.9, f"{least} pixels of {low}")


def live(_path):
    with ShownTexts() as screen, test_window("statistics-live", [GLSTEP, "--", os.path.join(BUILD, "test-scenes"), "plain"]) as w:
        w.wait()
        w.tab("Statistics")
        text = wait_until("a sentence", lambda: w.text("Statistics summary"))
        verdict("statistics-live", "record the program" in text and "open the trace" in text, text)
        w.painted()
        verdict("statistics-live-whole", text not in {t for _, _, kind, t in screen.ask(w) if kind == "cut"}, f"{text} is cut")


def time_a_frame(w, name):
    """What the tab tells of the frame that is asked for."""
    w.tab("Times")
    before = w.text("Status")
    verdict(f"statistics-{name}-unasked", not w.rows("Times") and w.text("Status") == before, f"{w.rows('Times')}")
    w.press("Time a frame")
    eventually(f"statistics-{name}-rows", "the frame's calls", lambda: w.rows("Times") and w.rows("Times")[-1][1] == "glXSwapBuffers" or
               name == "timed-trace" and w.rows("Times"), lambda: f"{w.rows('Times')}")
    rows = w.rows("Times")
    works = [row for row in rows if row[1] in ("glClear", "glDrawArrays")]
    verdict(f"statistics-{name}-works", len(works) == 3 and all(int(row[3]) >= int(row[2]) for row in works) and
            {row[6] for row in works} == {"window"} and not any(row[3] for row in rows if row not in works), f"{rows}")
    verdict(f"statistics-{name}-programs", len({row[5] for row in works if row[1] == "glDrawArrays"}) == 2, f"{works}")
    w.find("Times lanes").get_component_iface().grab_focus()
    for key, lane in (Gdk.KEY_Right, "Frames: frame"), (Gdk.KEY_Down, "Passes: window"), (Gdk.KEY_Down, "GPU: glClear"), (Gdk.KEY_Right, "GPU: glDrawArrays"):
        w.key(key)
        eventually(f"statistics-{name}-{lane.split(':')[0].lower()}-{key}", lane, lambda lane=lane: w.find("Times lanes").get_description().startswith(lane),
                   lambda: w.find("Times lanes").get_description())
    chosen = [row[0] for row in rows if w.is_selected(w._row("Times", row[0])[2])]
    verdict(f"statistics-{name}-row", chosen == [works[1][0]], f"{chosen}")
    return before


def timed():
    scenes = [os.path.join(BUILD, "test-scenes"), "passes", "--frames", "60"]
    with test_window("statistics-timed", [GLSTEP, "--", *scenes]) as w:
        w.wait()
        for _ in range(3):
            w.press("Next frame")
        before = time_a_frame(w, "timed")
        verdict("statistics-timed-stop", "glXSwapBuffers" in before and "glXSwapBuffers" not in w.text("Status"), w.text("Status"))
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "scenes.trace")
        subprocess.run([GLSTEP, "record", "-o", trace, "--", *scenes[:3], "6"], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        with test_window("statistics-timed-trace", [GLSTEP, trace]) as w:
            w.wait()
            for _ in range(3):
                w.press("Next frame")
            before = time_a_frame(w, "timed-trace")
            verdict("statistics-timed-trace-stop", w.text("Status") == before, w.text("Status"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run_parts("statistics", (picking,), record(os.path.join(folder, "a.trace"), "texture-loaded"))
        run_parts("statistics", (parts,), record(os.path.join(folder, "d.trace"), "figures"))
        run_parts("statistics", (unknown,), record(os.path.join(folder, "b.trace"), "unknown"))
        run_parts("statistics", (measuring,), record(os.path.join(folder, "c.trace"), "draw-unseen"))
        run_parts("statistics", (many,), folder)
        run_parts("statistics", (live,), None)
        run_parts("statistics", (timed,))
    return verdict.failed


sys.exit(main())
