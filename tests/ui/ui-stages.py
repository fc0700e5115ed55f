#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The window's panels for vertices, primitives and invocations: table, scatter plot and tree of emitted vertices, on scenes of
glstep-stages whose values are computed here; what the console says is compared, too.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from ui_driver import Atspi, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

PROGRAM = os.path.join(os.environ["top_builddir"], "glstep-stages")
STRIPS = [PROGRAM, "--scene", "strips"]
POINTS = [(-0.75 + 0.25 * i, -0.5 + 0.25 * i, 0.0625 + 0.03125 * i) for i in range(5)]
PLAIN, LEAST, MOST = (0x7f, 0xb2, 0xff), (0x44, 0x01, 0x54), (0xfd, 0xe7, 0x25)  # a point; the ends of the colours


def strip(primitive, invocation):
    """(x, y) of the vertices that examples/strips.geom emits."""
    x, y, size = POINTS[primitive]
    return [(x + size * i, y + up * size) for i in range(2 + primitive % 3) for up in (0, 1 if invocation == 0 else -1)]


def look(w, name):
    """With GLSTEP_TEST_SHOTS, a picture of the window goes into that folder."""
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"{name}.png"))


def debug(w, stage):
    w.stage(stage)
    w.press(f"Debug {stage} shader")


# ---- the table ----

def table(w):
    """A row a vertex; double click; sorted both ways; the rows that hold a NaN; those that are here."""
    debug(w, "vertex")
    raised = w.find_tab("Elements").get_state_set()
    verdict("stages-raised", raised.contains(Atspi.StateType.SELECTED), "Elements is not raised by a vertex shader's start")
    w.press("Continue")
    rows = wait_until("the vertices", lambda: len(r := w.rows("Elements")) == 5 and r)
    told = [[i, 0, size, x, y, size] for i, (x, y, size) in enumerate(POINTS)]
    shown = [[float(x) for x in r[:6]] for r in rows]
    verdict("stages-table", all(abs(a - b) < 1e-5 for s, t in zip(shown, told, strict=True) for a, b in zip(s, t, strict=True)), f"{shown} against {told}")
    w.activate("Elements", "3")
    verdict("stages-table-focus", w.text("Pixel in focus").startswith("vertex 3"), w.text("Pixel in focus"))
    w.type("New watch", "sqrt(point.x)")  # NaN of the first three, whose x is negative
    w.tab("Elements")
    wait_until("the watch's column", lambda: any("nan" in r for r in w.rows("Elements")))
    for order in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0]):
        w.front()
        w.click(*w.header("Elements", "size"), wait=False)
        eventually(f"stages-table-sorted-{order[0]}", f"the order {order}", lambda: [int(r[0]) for r in w.rows("Elements")] == order)
    interface = w.find("Elements").get_table_iface()
    found = []
    for _ in range(3):
        w.press("Find NaN", wait=False)
        found += wait_until("another selected row",
                            lambda: (r := Atspi.Table.get_selected_rows(interface)) and r != found[-1:] and r)
    rows = w.rows("Elements")
    verdict("stages-table-nan", [int(rows[i][0]) for i in found] == [2, 1, 0], f"{[rows[i] for i in found]}")
    w.press("Find NaN", wait=False)
    eventually("stages-table-no-nan", "what says that there is no more", lambda: "no further row" in w.text("Message"))


def digits(w):
    """As many as read back the same; four where the column has no room for them."""
    third = "1.0 / 3.0"
    for expression in (third, "1.0"):  # the last column takes what room is left
        w.type("New watch", expression)
    w.tab("Elements")

    def all_hold(text):
        return lambda: (rows := w.rows("Elements")) and all(text in row for row in rows)

    eventually("stages-digits-shortest", "0.33333334, the shortest of that float", all_hold("0.33333334"), lambda: f"{w.rows('Elements')}")
    wide = w.header_width("Elements", third)

    def narrowed():
        """The columns may still have moved while the pointer was on its way to the border."""
        x, y = w.header("Elements", third)
        edge = x + w.header_width("Elements", third) // 2 - 2
        w.drag((edge, y), (edge - 44, y))
        return w.header_width("Elements", third) <= wide - 30

    wait_until("a narrow column", narrowed)
    w.press("Step back")  # the table is filled anew: only then accessibility looks at it again
    eventually("stages-digits-four", "0.3333 in a narrow column", all_hold("0.3333"), lambda: f"{w.rows('Elements')}")


def only_here(w):
    """In the skinned mesh's loop only the far half comes to the second bone: the others are hidden when asked to."""
    square = [0, 1, 2, 2, 1, 3]
    far = [(2 * i + k, n, j) for j in range(3) for n, (i, k) in enumerate((i, k) for i in range(4) for k in square)]
    here = {(n, j) for v, n, j in far if v // 2 >= 2}
    debug(w, "vertex")
    w.tab("Elements")
    wait_until("the vertices", lambda: w.n_rows("Elements") == 72)
    table = w.find("Elements").get_table_iface()
    last = next(k for k, row in enumerate(w.rows("Elements")) if row[:2] == ["17", "2"])
    cell = Atspi.Table.get_accessible_at(table, last, 0).get_action_iface()
    before = w.n_done()
    Atspi.Action.do_action(cell, [Atspi.Action.get_action_name(cell, i) for i in range(Atspi.Action.get_n_actions(cell))].index("activate"))
    w.wait(before)
    verdict("stages-here-focus", w.text("Pixel in focus").startswith("vertex 17, instance 2"), w.text("Pixel in focus"))
    w.tab("Breakpoints")
    w.type("New breakpoint", str(line_of("skinned.vert", "bent += weight")), wait=True)
    w.press("Continue")
    w.tab("Elements")

    def listed():
        return {(int(r[0]), int(r[1])) for r in w.rows("Elements")}

    eventually("stages-here-all", "all vertices", lambda: len(listed()) == 72)
    w.press("Only elements here", wait=False)
    eventually("stages-here", f"the {len(here)} vertices that are here", lambda: listed() == here)
    w.press("Only elements here", wait=False)
    eventually("stages-here-again", "all vertices again", lambda: len(listed()) == 72)


def line_of(name, text):
    with open(os.path.join(os.environ["top_srcdir"], "examples", name), encoding="ascii") as file:
        return next(n for n, line in enumerate(file, 1) if text in line)


def watch_all(w, expression, column, n):
    """The rows with the watch: the list is filled anew for it, so that before there may be another column in its place."""
    w.type("New watch", expression)
    w.tab("Elements")

    def filled():
        table = w.find("Elements").get_table_iface()
        titles = [Atspi.Table.get_column_header(table, k).get_name() for k in range(Atspi.Table.get_n_columns(table))]
        return any(title.startswith(column) for title in titles) and w.n_rows("Elements") == n

    wait_until(f"{n} rows with the watch", filled)
    w.wait()
    return w.rows("Elements")


def tables(w):
    """Tessellation and compute: who the rows are of, and values in them."""
    for stage, columns, n in (("tess-control", ["patch", "vertex"], 8), ("tess-evaluation", ["patch", "vertex"], 34)):
        debug(w, stage)
        watch = ("gl_TessCoord.xy", "gl_TessCoord.x") if stage == "tess-evaluation" else ("vec2(float(gl_InvocationID), 0.0)", "vec2")
        rows = watch_all(w, *watch, n)
        titles = [Atspi.Table.get_column_header(w.find("Elements").get_table_iface(), k).get_name() for k in range(2)]
        verdict(f"stages-table-{stage}", titles == columns, f"{titles}")
        if stage == "tess-control":
            verdict(f"stages-table-{stage}-values", all(float(r[2]) == float(r[1]) for r in rows), f"{rows}")
        else:
            found = {(int(r[0]), float(r[2]), float(r[3])) for r in rows}
            grid = {(p, u / n, v / n) for p, n in ((0, 4), (1, 2)) for u in range(n + 1) for v in range(n + 1)}
            verdict(f"stages-table-{stage}-values", found == grid, f"{sorted(found ^ grid)[:5]}")
        w.press("Leave")


def dispatch(w):
    verdict("stages-dispatch", "glDispatchCompute" in w.text("Status"), w.text("Status"))
    debug(w, "compute")
    rows = watch_all(w, "gl_LocalInvocationID.x + 8u * gl_WorkGroupID.x", "gl_LocalInvocationID.x +", 64)
    verdict("stages-table-compute", all(r[0] == r[3] and r[1:3] == ["0", "0"] for r in rows), f"{rows[:3]}")


# ---- the scatter plot ----

def spots(w, colour):
    return [(x, y) for x, y, c in w.shot().pixels(w.extents("Scatter plot")) if c == colour]


def plot_text(w):
    return w.find("Scatter plot").get_description() or ""


def place(w, point, points):
    """Where a point of two axes is drawn, as the view fits all into its area."""
    left, top, width, height = w.extents("Scatter plot")
    low = [min(p[k] for p in points) for k in range(2)]
    high = [max(p[k] for p in points) for k in range(2)]
    x, y = ((point[k] - low[k]) / (high[k] - low[k]) - 0.5 for k in range(2))
    return round(left + width / 2 + x * (width - 40)), round(top + height / 2 - y * (height - 30))


def drag(w, dx, dy):
    left, top, width, height = w.extents("Scatter plot")
    x, y = left + width // 2, top + height // 4
    w.front()
    w.drag((x, y), (x + dx, y + dy))


def scatter(w):
    """The points are where their values say; size, colour, move, turn, zoom, fit; a click takes one into focus."""
    for axis, name in (("Plot x", "gl_Position.x"), ("Plot y", "gl_Position.y"), ("Plot z", "–"), ("Plot colour", "–")):
        verdict(f"stages-scatter-{axis[5:]}", w.chosen(axis) == name, f"{w.chosen(axis)!r} is on {axis}")
    shot = w.shot()
    wrong = [i for i, p in enumerate(POINTS) if shot.pixel(*place(w, p, POINTS)) != PLAIN]
    verdict("stages-scatter", not wrong, f"points {wrong} are not where they should be")
    small = len(spots(w, PLAIN))
    Atspi.Value.set_current_value(w.find("Point size").get_value_iface(), 10)
    large = len(spots(w, PLAIN))
    verdict("stages-scatter-size", 350 < large <= 500 and small <= 125, f"{small} pixels, then {large}, of 5 points of 10 by 10")
    w.choose("Plot colour", "size")
    shot = w.shot()
    ends = [shot.pixel(*place(w, POINTS[i], POINTS)) for i in (0, 4)]
    verdict("stages-scatter-colours", ends == [LEAST, MOST], f"{ends}")
    w.click(*place(w, POINTS[1], POINTS))
    verdict("stages-scatter-pick", w.text("Pixel in focus").startswith("vertex 1"), w.text("Pixel in focus"))
    look(w, "scatter")
    w.choose("Plot colour", "–")
    moved(w)
    turned(w)


def moved(w):
    drag(w, 40, 20)
    eventually("stages-scatter-moved", "the points to move", lambda: "moved by 40, 20," in plot_text(w))
    x, y = place(w, POINTS[2], POINTS)
    verdict("stages-scatter-moved-points", w.shot().pixel(x + 40, y + 20) == PLAIN, f"{plot_text(w)}")
    w.press("Fit the plot", wait=False)
    eventually("stages-scatter-fit", "the points to go back", lambda: "moved by 0, 0, zoom 1.00" in plot_text(w))
    left, top, width, height = w.extents("Scatter plot")
    Atspi.generate_mouse_event(left + width // 2, top + height // 4, "b4c")
    eventually("stages-scatter-wheel", "the zoom", lambda: "zoom 1.20" in plot_text(w))
    shot = w.shot()
    (x, y), centre = place(w, POINTS[1], POINTS), (left + width / 2, top + height / 2)
    zoomed = [round(c + 1.2 * (p - c)) for p, c in zip((x, y), centre, strict=True)]
    verdict("stages-scatter-zoomed", shot.pixel(*zoomed) == PLAIN, f"nothing at {zoomed}")


def turned(w):
    """With a z, by the mouse and by keys."""
    w.choose("Plot z", "size")
    w.find("Scatter plot").get_component_iface().grab_focus()
    w.front()
    w.key(Gdk.KEY_0)
    eventually("stages-scatter-z", "the plot of three axes", lambda: "turned by 29 and 23 degrees, zoom 1.00" in plot_text(w))
    before = spots(w, PLAIN)
    w.key(Gdk.KEY_Right)
    w.key(Gdk.KEY_plus)
    eventually("stages-scatter-keys", "the keys to turn and zoom", lambda: "turned by 34 and 23 degrees, zoom 1.20" in plot_text(w))
    keyed = spots(w, PLAIN)
    drag(w, 60, -40)
    eventually("stages-scatter-turned", "the mouse to turn", lambda: "turned by 62 and 4 degrees" in plot_text(w))
    after = spots(w, PLAIN)
    verdict("stages-scatter-turned-points", len({tuple(before), tuple(keyed), tuple(after)}) == 3, "the picture stays as it is")
    look(w, "turned")
    w.choose("Plot z", "–")
    w.press("Fit the plot", wait=False)


# ---- what geometry shaders emit ----

def emitted(w, console):
    """The tree against what the console says of each input primitive: at a position in mid-way, and at the end."""
    w.press("Leave")
    debug(w, "geometry")
    w.tab("Emitted")
    console.run("next draw")
    console.run("shader geometry")
    for _ in range(14):
        w.press("Step over")
        console.run("shader over")
    tree(w, console, "mid")
    look(w, "emitted-tree")
    undefined = [r[0] for r in w.rows("Emitted vertices") if r[1] in ("undefined since the last emit", "not written yet")]
    told = console.run("emitted")["undefined"]
    verdict("stages-emitted-undefined", undefined == told, f"{undefined} against {told}")
    w.activate("Emitted vertices", "primitive 3, invocation 1")
    verdict("stages-emitted-pick", w.text("Pixel in focus").startswith("primitive 3, invocation 1"), w.text("Pixel in focus"))
    console.run("focus 3 1")
    tree(w, console, "focus")
    w.press("Continue")
    console.run("shader continue")
    tree(w, console, "end")


def tree(w, console, name):
    """The input primitives in order; the one in focus open: in it its output primitives, in these their vertices, in these their
    outputs. Another one is opened, too."""
    focus = console.run("where")["focus"]
    here = f"primitive {focus['primitive']}, invocation {focus['invocation']}"
    everyone = [f"primitive {p}, invocation {i}" for i in range(2) for p in range(5)]
    vertices = console.run("emitted")["vertices"]
    expected = [f"vertex {v['vertex']}" + ("" if v["emitted"] else " not yet emitted") for v in vertices]

    def listed(who):
        rows = w.rows("Emitted vertices")
        starts = [i for i, r in enumerate(rows) if r[0].startswith("primitive ")]
        names = [rows[i][0] for i in starts]
        if who not in names or sorted(names) != sorted(everyone):
            return None
        k = names.index(who)
        part = rows[starts[k]:(starts + [len(rows)])[k + 1]]
        return [r[0] + (" not yet emitted" if r[1] == "not yet emitted" else "") for r in part if r[0].startswith("vertex ")], part

    eventually(f"stages-emitted-{name}", f"{expected} of {here}", lambda: (found := listed(here)) and found[0] == expected)
    part = listed(here)[1]
    verdict(f"stages-emitted-{name}-primitives", [r[0] for r in part if r[0].startswith("output")] == ["output primitive 0"], f"{part}")
    other = "primitive 2, invocation 0"
    if len(listed(other)[1]) == 1:  # what was opened stays so
        w.expand("Emitted vertices", other)
    eventually(f"stages-emitted-{name}-other", "another primitive's", lambda: any(r[0].startswith("output") for r in listed(other)[1]))


def emitted_points(w):
    """All emitted vertices as points; a click takes the primitive that has emitted one into focus."""
    w.tab("Elements")
    w.choose("Plot of", "Emitted vertices")
    every = {(p, i): strip(p, i) for p in range(5) for i in range(2)}
    points = [v for vertices in every.values() for v in vertices]
    eventually("stages-emitted-points", f"{len(points)} points", lambda: plot_text(w).startswith(f"{len(points)} points"))
    verdict("stages-emitted-axes", (w.chosen("Plot x"), w.chosen("Plot y")) == ("gl_Position.x", "gl_Position.y"), w.chosen("Plot x"))
    shot = w.shot()
    focus = place(w, every[3, 1][-1], points)  # a ring round it hides what is near
    wrong = [v for v in points if shot.pixel(*(at := place(w, v, points))) != PLAIN and math.dist(at, focus) > 12]
    verdict("stages-emitted-places", not wrong, f"nothing at {wrong}")
    look(w, "emitted-points")
    w.click(*place(w, every[4, 1][-1], points))
    verdict("stages-emitted-points-pick", w.text("Pixel in focus").startswith("primitive 4, invocation 1"), w.text("Pixel in focus"))
    w.choose("Plot of", "Elements")
    eventually("stages-elements-points", "the primitives themselves", lambda: plot_text(w).startswith("10 points"))


# ---- two profiles, before and after an edit ----

STEPS = 32


def rounds(early, size=64):
    """Of each ray through examples/volume.frag: each step in the ball halves what is let through, so five of them are enough."""
    def steps(x, y):
        hits = [z for z in range(STEPS) if (2 * (x - 8) + 1) ** 2 + (2 * (y - 8) + 1) ** 2 + (z - 16) ** 2 < 196]
        return hits[4] + 1 if early and len(hits) >= 5 else STEPS
    return [steps(x * 16 // size, y * 16 // size) for y in range(size) for x in range(size)]


def reading(n, i):
    """What is said of iteration i."""
    finished = sum(k == STEPS == i for k in n)
    left = sum(k < STEPS and k - 1 == i for k in n)
    return f"{sum(k > i for k in n)} active, {finished} finished, {left} left"


def curve(w, colour, ends=(0.3, 0.7)):
    """The heights at which something of the colour is drawn, in the middle of the plot."""
    left, top, width, height = w.extents("Profile plot")
    area = (left + int(width * ends[0]), top + 40, int(width * (ends[1] - ends[0])), height - 80)
    return {y for _, y, c in w.shot().pixels(area) if all(abs(a - b) < 40 for a, b in zip(c, colour, strict=True))}


def to_loop(w):
    debug(w, "fragment")
    w.press("Step into")
    w.press("Step into")
    w.tab("Profile")


def compare(w):
    """A profile, the shader edited so that rays end early, and a profile laid over the first one: the paper's figure 2."""
    before, after, i = rounds(False), rounds(True), 15
    to_loop(w)
    w.press("Profile this loop", wait=False)
    wait_until("the profile", lambda: w.n_rows("Profile table") == STEPS + 1)
    verdict("stages-profile-hidden", "hidden fragments do not count" in w.text("Profile summary"), w.text("Profile summary"))
    w.select("Profile table", str(i))
    eventually("stages-profile-before", reading(before, i), lambda: w.text("Profile reading") == f"Iteration {i}: {reading(before, i)}")
    w.press("Leave")
    w.tab("Editor")
    text = w.text("Source editor")
    w.enter("Source editor", text.replace("if (sum.a > enough)", "if (sum.a > 0.95)"))
    w.press("Compile")
    verdict("stages-profile-edited", "In use in place" in w.text("Editor state"), w.text("Editor state"))
    to_loop(w)
    w.press("Compare with the profile before", wait=False)
    wait_until("the other profile", lambda: "at most" in w.text("Profile summary") and w.rows("Profile table")[i][1:] !=
               [str(len(before)), "0", "0"])
    w.select("Profile table", str(i))
    both = f"Iteration {i}: {reading(after, i)}; the other profile: {reading(before, i)}"
    eventually("stages-profile-both", both, lambda: w.text("Profile reading") == both)
    look(w, "profile")
    linear = curve(w, (46, 158, 46))
    w.press("Logarithmic", wait=False)
    logarithmic = curve(w, (46, 158, 46))
    verdict("stages-profile-kept", w.text("Profile reading") == both, w.text("Profile reading"))
    verdict("stages-profile-logarithmic", linear and logarithmic and linear != logarithmic, f"{sorted(linear)[:4]}, {sorted(logarithmic)[:4]}")
    look(w, "profile-logarithmic")
    w.press("Active", wait=False)
    verdict("stages-profile-curves", not curve(w, (46, 158, 46)), "the curve is still there")


def main():
    glstep = os.environ["GLSTEP"]
    with test_window("stages", [glstep, "--", *STRIPS]) as w:
        w.wait()
        w.press("Next draw")
        run_parts("stages", (table, scatter, digits), w)
        with Console(STRIPS) as console:
            run_parts("stages", (emitted,), w, console)
        run_parts("stages", (emitted_points,), w)
    for scene, part in (("skinned", only_here), ("patch", tables), ("particles", dispatch), ("volume", compare)):
        with test_window(f"stages-{scene}", [glstep, "--", PROGRAM, "--scene", scene, "--size", "64x64"]) as w:
            w.wait()
            w.press("Next draw")
            run_parts("stages", (part,), w)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
