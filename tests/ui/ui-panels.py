#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Each panel of the window: a debugging session goes in, and what its widgets say is compared with the console.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import sys
from xml.etree import ElementTree

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from ui_driver import Atspi, Failed, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

EXAMPLE = [os.path.join(os.environ["top_builddir"], "glstep-example"), "--nan", "--time-step", "0.04",
           "--size", "320x240"]


def to_draw(w):
    w.wait()
    for _ in range(3):
        w.press("Next draw")
    w.press("Debug fragment shader")


def history(w, console):
    """The steps listed are those that stepping in the console comes to; a double click goes back to one."""
    for _ in range(12):
        w.press("Step into")
    lines = [console.run("where")["line"]]
    for _ in range(12):
        lines.append(console.run("shader step")["line"])
    w.tab("History")
    rows = wait_until("the history", lambda: len(r := w.rows("History")) == 13 and r)
    shown = [int(r[1]) for r in rows]
    verdict("panel-history", shown == lines, f"{shown} against {lines}")
    decided = [r for r in rows if r[3]]
    verdict("panel-history-decision", bool(decided) and all(r[3] in ("stays", "ends", "true", "false") for r in decided),
            f"{[r[3] for r in rows]}")
    w.activate("History", "5")
    verdict("panel-history-go", w.text("Position") == f"fragment:{lines[5]}", f"{w.text('Position')}, not line {lines[5]}")
    history_values(w, console, 5, "back")
    for _ in range(7):
        w.press("Step into")
    verdict("panel-history-forward", w.text("Position") == f"fragment:{lines[12]}", f"{w.text('Position')}, not line {lines[12]}")


    history_values(w, console, 12, "forward")
    w.press("Continue")
    console.run("shader continue")
    history_values(w, console, None, "far")
    history_returns(w, console)
    w.press("Reset")
    console.run("shader reset")
    for _ in range(12):
        w.press("Step into")
        console.run("shader step")


def written(text):
    """The numbers in the text of a value, floats as four significant digits."""
    numbers = re.findall(r"(?<![\w.])-?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|nan|inf)(?![\w.])", text)
    return [f"{float(n):.3e}" for n in numbers]


def history_values(w, console, last, name):
    """What each step has written is what `history values` says of those that are over at the present step."""
    if last is None:
        positions = console.run("history values")["positions"]
    else:
        at = len(console.run("history")["positions"]) - 1
        console.run("shader reset")
        for _ in range(last):
            console.run("shader step")
        positions = console.run("history values")["positions"]
        for _ in range(last, at):
            console.run("shader step")
    expected = [[f"{c['name']} =" for c in p["changes"]] for p in positions]
    numbers = [written(str([c["value"] for c in p["changes"]]).replace("True", "1").replace("False", "0")) for p in positions]

    def same():
        rows = [r[4].replace("true", "1").replace("false", "0") for r in w.rows("History")]
        return len(rows) == len(positions) and all(
            bool(row) == bool(names) and all(n in row for n in names) and written(row.replace("=", " ")) == values
            for row, names, values in zip(rows, expected, numbers, strict=True)) and rows
    try:
        rows = wait_until("what the steps have written", same, pause=1)
        verdict(f"panel-history-values-{name}", sum(1 for r in rows if r) >= (2 if last else 100), f"{rows}")
    except Failed:
        shown = [(i, r[4], e, n) for i, (r, e, n) in enumerate(zip(w.rows("History"), expected, numbers)) if r[4] or e]
        verdict(f"panel-history-values-{name}", False, f"{shown[:12]}")


def history_returns(w, console):
    """Each return has the value that its expression has at that step when another console watches it."""
    returned = [(int(r[0]), r[2].strip(), r[4]) for r in w.rows("History") if r[2].strip().startswith("return ")]
    verdict("panel-history-returns", len(returned) > 10 and all(text.startswith("return = ") for _, _, text in returned), f"{returned[:5]}")
    chosen = {text: (step, text, value) for step, text, value in reversed(returned)}  # the first of each
    with Console(EXAMPLE) as other:
        other.run("next draw 3")
        other.run("shader fragment")
        at, wrong = 0, []
        for step, text, value in sorted(chosen.values()):
            for _ in range(at, step):
                other.run("shader step")
            at = step
            told = other.run(f"print {text.removeprefix('return ').rstrip(';')}")["value"]
            if written(str(told)) != written(value):
                wrong.append((step, text, value, told))
    verdict("panel-history-returned", len(chosen) > 1 and not wrong, f"{wrong} of {chosen}")


def stack(w, console):
    """The functions on the way, and looking from the caller's place."""
    w.tab("Call stack")
    path = [[f["function"], str(f["line"])] for f in console.run("where")["call_path"]][::-1]
    path = [[*frame, "fragment shader"] for frame in path]
    rows = [row for row in w.rows("Call stack") if row[2] == "fragment shader"]  # under them, the program's own
    verdict("panel-stack", rows == path, f"{rows} against {path}")
    verdict("panel-stack-deep", len(path) > 1, f"{path}")
    own = {v["name"] for v in console.run("scope")["variables"]}
    w.select("Call stack", path[1][0])
    console.run("up")
    names = {v["name"] for v in console.run("scope")["variables"]}
    w.tab("Variables")

    def are_shown(names):  # the built-in ones are folded away
        shown = {"Built-in"} | {name for name in names if not name.startswith("gl_")}
        return {r[0] for r in w.rows("Variables")} == shown
    eventually("panel-stack-select", "the caller's variables", lambda: names != own and are_shown(names),
               lambda: f"{w.rows('Variables')}, not {names}, but for {own}")
    w.select("Call stack", path[0][0])
    console.run("down")
    wait_until("its own variables", lambda: are_shown(own))
    w.wait()


def source(w, console):
    """The definition of a name, a text that is found, and a value under the pointer."""
    interface = w.find("Source Fragment").get_text_iface()
    text = Atspi.Text.get_text(interface, 0, Atspi.Text.get_character_count(interface))
    at = text.index("march(ray, MAX_STEPS)")
    Atspi.Text.set_caret_offset(interface, at + 2)
    w.find("Source Fragment").get_component_iface().grab_focus()
    w.front()
    w.key(Gdk.KEY_F12)
    definition = text.index("Hit march(Ray ray")
    offset = wait_until("the definition", lambda: (c := Atspi.Text.get_caret_offset(interface)) != at + 2 and c)
    verdict("panel-source-definition", definition <= offset <= definition + len("Hit march"), f"{offset}, not {definition}")
    Atspi.Text.set_caret_offset(interface, 0)
    w.window_key("f", control=True)
    w.enter("Find in the source", "NEAR_ENOUGH")
    found = wait_until("what is searched for", lambda: (c := Atspi.Text.get_caret_offset(interface)) and c)
    first = text.index("NEAR_ENOUGH")
    verdict("panel-source-find", found in (first, first + len("NEAR_ENOUGH")), f"{found}, not {first}")
    w.press("Close the search in the source", wait=False)


def state(w, console):
    """GL state is what the console's `state` says."""
    w.tab("GL state")
    wait_until("the state", lambda: w.n_rows("GL state") > 20)
    shown = {r[0]: r[1] for r in w.rows("GL state")}
    wrong = []
    told = console.run("state")
    for name in ("GL_BLEND_SRC_RGB", "GL_VIEWPORT", "GL_DEPTH_FUNC", "GL_CURRENT_PROGRAM", "GL_COLOR_CLEAR_VALUE"):
        value = told.get(name)
        text = " ".join(str(v) for v in value) if isinstance(value, list) else str(value)
        if name not in shown or not same(shown[name], text):
            wrong.append(f"{name}: {shown.get(name)!r} against {text!r}")
    verdict("panel-state", not wrong, "; ".join(wrong))
    w.enter("Search the state", "depth_func")
    rows = wait_until("the search", lambda: len(r := w.rows("GL state")) == 2 and r)
    verdict("panel-state-search", rows[1][0] == "GL_DEPTH_FUNC", f"{rows}")
    w.enter("Search the state", "")


def same(a, b):
    words, others = a.split(), re.sub(r"[\[\],]", " ", b).split()
    if len(words) != len(others):
        return False
    return all(x == y or close(x, y) for x, y in zip(words, others, strict=True))


def close(x, y):
    try:
        return abs(float(x) - float(y)) < 1e-6
    except ValueError:
        return False


def uniforms(w, console):
    """The uniforms are those of `program`."""
    w.tab("Uniforms")
    told = {u["name"].removesuffix("[0]"): u for u in console.run("program")["uniforms"]}
    shown = {r[0]: r for r in w.rows("Uniforms")}
    verdict("panel-uniforms", set(shown) == set(told), f"{sorted(shown)} against {sorted(told)}")
    wrong = [n for n, u in told.items() if isinstance(u.get("value"), (int, float)) and not isinstance(u["value"], bool)
             and not close(shown.get(n, ["", "x"])[1], str(u["value"]))]
    numbers = [n for n, u in told.items() if isinstance(u.get("value"), float)]
    verdict("panel-uniforms-values", not wrong and numbers, f"{wrong} of {numbers}")


def profile(w, console):
    """The loop's table is what `profile` says, and a plot is drawn."""
    w.press("Reset")
    console.run("shader reset")
    w.tab("Profile")
    verdict("panel-profile-refused", not w.enabled("Profile this loop"), "it can be pressed where there is no loop")
    for _ in range(30):
        w.press("Step into")
        if console.run("shader step")["kind"] == "loop-test":
            break
    told = console.run("profile")["iterations"]
    w.press("Profile this loop", wait=False)
    rows = wait_until("the profile", lambda: (r := w.rows("Profile table")) and len(r) > 1 and r)
    shown = [[int(x) for x in r[1:]] for r in rows]
    expected = [[i["active"], i["finished"], i["left"]] for i in told][:len(shown)]
    verdict("panel-profile", shown == expected and len(rows) > 10, f"{shown[:5]} against {expected[:5]}, {len(rows)} rows")
    shot = w.shot()
    verdict("panel-profile-plot", shot.colours(w.extents("Profile plot")) > 5, "the plot is empty")
    profile_files(w, console)
    plot_reading(w, told)
    counts_image(w, console)


def profile_files(w, console):
    """What the panel saves: the table of `profile FILE.csv`, and the plot as pictures."""
    folder = w.config.name
    told = os.path.join(folder, "told.csv")
    console.run(f"profile {told}")
    with open(told, "rb") as file:
        expected = file.read()
    verdict("panel-profile-csv", w.save("Save profile", os.path.join(folder, "saved.csv")) == expected and len(expected) > 100,
            "another table than that of `profile`")
    data = w.save("Save profile", os.path.join(folder, "saved.png"))
    verdict("panel-profile-png", data[:8] == b"\x89PNG\r\n\x1a\n" and b"IEND" in data[-12:], f"{data[:16]}")
    data = w.save("Save profile", os.path.join(folder, "saved.svg")).decode()
    tree = ElementTree.fromstring(data)
    drawn = [e for e in tree.iter() if e.tag.endswith("path") or e.tag.endswith("polyline")]
    verdict("panel-profile-svg", tree.tag.endswith("svg") and len(drawn) >= 3, f"{tree.tag}, {len(drawn)} lines drawn")


def counts_image(w, console):
    """Each element's iterations as an image: it has many colours, and a click takes its pixel into focus."""
    extents = left, top, width, height = w.extents("Iterations of each element")
    verdict("panel-profile-image", w.shot().colours(extents) > 8, "one colour, or hardly more")
    before = w.text("Pixel in focus")
    w.click(left + width // 2, top + height // 2)
    picked = wait_until("another focus", lambda: (t := w.text("Pixel in focus")) != before and t)
    x, y = (int(word) for word in re.findall(r"\d+", picked)[:2])
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"glstep-counts-{os.getpid()}.csv")
    console.run(f"count iterations {path}")
    with open(path, encoding="ascii") as file:
        count = next(line.strip().split(",")[2] for line in file if line.startswith(f"{x},{y},"))
    os.unlink(path)
    told = w.text("Iterations under the pointer")
    verdict("panel-profile-image-value", told == f"{x}, {y}: {count} iterations", f"{told!r}, not {x}, {y}: {count}")


def plot_reading(w, told):
    """Under the pointer stands what the console says of that iteration; the plot's ends are the first and the last."""
    def reading(i):
        return f"Iteration {i}: {told[i]['active']} active, {told[i]['finished']} finished, {told[i]['left']} left"
    x, y, width, height = w.extents("Profile plot")
    for place, iteration in ((40, 0), (width - 2, len(told) - 1)):
        def pointed():
            w.point(x + place, y + height // 2)
            return w.text("Profile reading") == reading(iteration)
        wait_until(f"{reading(iteration)!r} under the pointer", pointed)
        verdict(f"panel-profile-reading-{iteration}", True)
    w.select("Profile table", "1")
    wait_until(f"{reading(1)!r} of the row", lambda: w.text("Profile reading") == reading(1))
    verdict("panel-profile-reading-row", True)


def breakpoints(w, console):
    """Set by typing, hit, counted, removed."""
    w.tab("Breakpoints")
    line = console.run("where")["line"]
    w.type("New breakpoint", "glClear*", wait=True)
    w.type("New breakpoint", "116 if rim < 100.0", wait=True)
    rows = w.rows("Breakpoints")
    verdict("panel-breaks-listed", [r[:3] for r in rows] == [["call glClear*", "", ""], ["line 116", "rim < 100.0", "focus"]],
            f"{rows}")
    w.type("New breakpoint", "12 and so on")
    verdict("panel-breaks-refused", w.showing("Message") and "Type the name" in w.text("Message"), w.text("Message"))
    w.press("Reset")
    w.press("Continue")
    console.run("shader reset")
    console.run("shader break 116 if rim < 100.0")
    where = console.run("shader continue")
    verdict("panel-breaks-hit", w.text("Position") == f"fragment:{where['line']}",
            f"{w.text('Position')} against line {where['line']} (from {line})")
    verdict("panel-breaks-counted", where["line"] == 116 and w.row("Breakpoints", "line 116")[3] == "1", f"{w.rows('Breakpoints')}")
    w.select("Breakpoints", "line 116")
    w.press("Remove breakpoint")
    verdict("panel-breaks-removed", len(w.rows("Breakpoints")) == 1, f"{w.rows('Breakpoints')}")
    w.press("Run")
    verdict("panel-breaks-call", "glClear" in w.text("Status"), w.text("Status"))


def tabs(w, console):
    """A right click on the tabs lists all of them, those beyond the end of the row, too."""
    def selected():
        return w.find_tab("Statistics").get_state_set().contains(Atspi.StateType.SELECTED)
    w.tab("Image")
    w.front()
    e = Atspi.Component.get_extents(w.find_tab("Image").get_component_iface(), Atspi.CoordType.SCREEN)
    before = selected()
    Atspi.generate_mouse_event(e.x + e.width // 2, e.y + e.height // 2, "b3c")
    entry = wait_until("the list of tabs", lambda: w.menu_entry("Statistics"))
    Atspi.Action.do_action(entry.get_action_iface(), 0)
    wait_until("the panel", selected)
    verdict("panel-tabs-listed", not before, "it was in front before")
    w.tab("Image")


def main():
    glstep = os.environ["GLSTEP"]
    with test_window("panels", [glstep, "--", *EXAMPLE]) as w:
        to_draw(w)
        with Console(EXAMPLE) as console:
            console.run("next draw 3")
            console.run("shader fragment")
            run_parts("panel", (tabs, history, stack, source, state, uniforms, profile, breakpoints), w, console)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
