#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The panel of attachments, textures and buffers: its list is the console's, a buffer holds what the example uploads, a texture and
the framebuffer before and after the draw are shown.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from ui_driver import Atspi, Failed, eventually, test_window, verdict, wait_until  # noqa: E402

EXAMPLE = [os.path.join(os.environ["top_builddir"], "glstep-example"), "--time-step", "0.04"]
# The corners of two strips, as glBufferData gets them: the whole target, and the unit square.
CORNERS = [-1, -1, 1, -1, -1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 1, 1]
PRIMARIES = {(255, 0, 0), (0, 255, 0), (0, 0, 255)}


def bound(console):
    return [[r["binding"], str(r["name"] or "")] for word in ("attachments", "textures", "buffers") for r in console.run(word)[word]]


def elements(w, expected, what):
    wait_until(what, lambda: [r[1] for r in w.rows("Buffer elements")] == expected)


def buffers(w):
    w.select("Resources", "GL_ARRAY_BUFFER")
    elements(w, [str(c) for c in CORNERS], "the floats of the buffer")
    verdict("resources-floats", True)
    w.type("Buffer layout", "vec2")
    elements(w, [f"{x}, {y}" for x, y in zip(CORNERS[::2], CORNERS[1::2], strict=True)], "the buffer as vec2")
    verdict("resources-vectors", True)
    w.type("Buffer layout", "strange")
    wait_until("a refusal", lambda: "strange" in w.text("Resource summary"))
    verdict("resources-refused", True)


def colours(w):
    return w.shot().colours(w.extents("Resource image"))


def colours_of(w):
    return {c for _, _, c in w.shot().pixels(w.extents("Resource image"))}


def images(w):
    w.select("Resources", "unit 0: tiles")
    wait_until("the texture", lambda: "16 × 16 RGBA8" in w.text("Resource summary") and colours(w) > 8)
    verdict("resources-texture", True)
    w.select("Resources", "GL_BACK_LEFT")
    wait_until("the framebuffer, cleared", lambda: "800 × 600" in w.text("Resource summary") and colours(w) < 6)
    verdict("resources-before", True)
    verdict("resources-fixed-point-range", (w.text("Resource red from"), w.text("Resource red to")) == ("0", "1"),
            f"{w.text('Resource red from')} to {w.text('Resource red to')}")
    w.choose("When", "After the draw")
    wait_until("the scene, not drawn yet", lambda: colours(w) > 50)
    verdict("resources-after", True)
    w.choose("When", "Now")
    wait_until("the framebuffer again", lambda: colours(w) < 6)
    verdict("resources-not-drawn", True)


def widths(w):
    """In a window of the usual size the picture is wider than the list; what tells its colours comes by a button beside it, and goes again."""
    w.select("Resources", "GL_BACK_LEFT")
    fold = "Resource colours beside the image"
    shown = lambda: w.extents("Resource image")[2]  # noqa: E731
    listed = w.extents("Resources")[2]
    eventually("resources-widest", "the picture", lambda: shown() > listed, lambda: f"the picture {shown()}, the list {listed} wide")
    wide = shown()
    verdict("resources-folded", not w.showing("Resource scale"))
    w.press(fold, wait=False)
    eventually("resources-unfolded", "the colours", lambda: w.showing("Resource scale") and shown() < wide, lambda: f"{shown()} of {wide}")
    w.press(fold, wait=False)
    eventually("resources-folded-again", "the picture alone", lambda: not w.showing("Resource scale") and shown() == wide, lambda: f"{shown()} of {wide}")


def operations(w):
    """The picture after the draw with other operations: no fragment is nearer than 0; which are in force is said."""
    w.choose("When", "After the draw")
    wait_until("the scene", lambda: colours(w) > 50)
    w.press("Tests", wait=False)
    wait_until("the popover", lambda: w.showing("Blending"))
    n = w.n_done()
    w.choose("Blending", "on")
    w.wait(n)
    wait_until("a word of it", lambda: "blending changed" in w.text("Resource summary"))
    n = w.n_done()
    w.choose("Blending", "as the program")
    w.wait(n)
    wait_until("no word of it", lambda: "changed" not in w.text("Resource summary"))
    n = w.n_done()
    w.choose("Alpha buffer", "cleared to")
    w.wait(n)
    wait_until("a word of it", lambda: "blending changed" in w.text("Resource summary"))
    verdict("resources-blending", True)
    for what, choice in ("Depth test", "on"), ("Depth buffer", "cleared to"):
        n = w.n_done()
        w.choose(what, choice)
        w.wait(n)
    n = w.n_done()
    Atspi.Value.set_current_value(w.find("Depth value").get_value_iface(), 0)
    w.wait(n)
    wait_until("nothing drawn", lambda: colours(w) < 6)
    w.press("Tests as the program")
    wait_until("the scene again", lambda: colours(w) > 50 and "changed" not in w.text("Resource summary"))
    verdict("resources-operations", True)


def flat(value):
    return [part for item in value for part in flat(item)] if isinstance(value, list) else [value]


def shown(value):
    """As the window writes a value."""
    return ", ".join(str(part).lower() if isinstance(part, bool) else str(int(part)) if part == int(part) else repr(part) for part in flat(value))


def block(w, console, name):
    """What lies in a block stands in the panel as the console has it, which tests/console/console-blocks.py compares with the layout's rules."""
    w.select("Resources", f"block {name}")
    told = console.run(f"block {name}")
    expected = [[m["name"], shown(m["value"]), m["type"], str(m["offset"])] for m in told["members"]]
    try:
        wait_until(f"the members of {name}", lambda: [r[:4] for r in w.rows("Block members")] == expected)
    except Failed as failure:
        raise Failed(f"{failure}: {w.rows('Block members')}, not {expected}") from None
    head = w.text("Resource summary")
    verdict(f"resources-block-{name}", f"{told['kind']} block {name}, binding {told['binding']}, buffer {told['buffer']}" in head, head)


def blocks():
    """A member is changed in Resources and in Uniforms: both show it, it is said that the buffer is the program's own, and the program
    reads and draws it."""
    argv = [os.path.join(os.environ["top_builddir"], "test-blocks")]
    with tempfile.NamedTemporaryFile() as output, Console(argv) as console, \
            test_window("blocks", [os.environ["GLSTEP"], "--program-output", output.name, "--", *argv]) as w:
        w.wait()
        w.press("Next draw")
        console.run("next draw")
        w.tab("Resources")
        wait_until("the blocks", lambda: w.row("Resources", "block Frame"))
        for name in "Frame", "Tint[1]", "Items":
            block(w, console, name)
        w.select("Resources", "block Missing")
        wait_until("the reason", lambda: "no buffer is bound" in w.text("Resource summary"))
        verdict("resources-block-unbound", w.rows("Block members")[0][1] == "not known", f"{w.rows('Block members')}")
        w.select("Resources", "block Frame")
        w.edit("Block members", "tilt", 1, shown(list(range(40, 52))))
        wait_until("the new value", lambda: w.row("Block members", "tilt")[1] == shown(list(range(40, 52))))
        verdict("resources-block-said", "everything that reads the buffer" in w.text("Message"), w.text("Message"))
        w.tab("Uniforms")
        wait_until("it in Uniforms", lambda: (w.row("Uniforms", "tilt") or ["", ""])[1] == shown(list(range(40, 52))))
        w.edit("Uniforms", "Tint[1].colour", 1, "0.5, 0.25, 1, 2")
        wait_until("the new colour", lambda: w.row("Uniforms", "Tint[1].colour")[1] == "0.5, 0.25, 1, 2")
        verdict("uniforms-block", True)
        w.press("Run")
        wait_until("its end", lambda: "ended" in w.text("Status"))
        with open(output.name, encoding="ascii") as file:
            lines = {line.split()[0]: [float(x) for x in line.split()[1:]] for line in file if not line.startswith(("buffer", "error"))}
        verdict("block-read", lines["tilt"] == list(range(40, 52)), f"{lines['tilt']}")
        verdict("block-drawn", lines["drawn"] == [0.5, 0.25, 1, 2], f"{lines['drawn']}")


def textures():
    """A compressed texture is shown as a picture, a buffer texture as a table, with what tests/programs/inspect.c has put there."""
    argv = [os.path.join(os.environ["top_builddir"], "test-inspect")]
    with tempfile.NamedTemporaryFile() as output, \
            test_window("textures", [os.environ["GLSTEP"], "--program-output", output.name, "--", *argv]) as w, Console(argv) as console:
        w.wait()
        for _ in range(13):
            w.press("Next draw")
        console.run("next draw 13")
        units = {t["format"]: t["binding"] for t in console.run("textures")["textures"]}
        w.tab("Resources")
        wait_until("the list", lambda: w.row("Resources", units["GL_RG16UI"]))
        labels = {t["binding"]: f"{t['name']} {t['label']}" for t in console.run("textures")["textures"] if "label" in t}
        told = {row[0].split(":")[0]: row[1] for row in w.rows("Resources")}
        verdict("resources-labels", "2d-rgba8" in str(labels) and {binding: told.get(binding) for binding in labels} == labels, f"{told}, not {labels}")
        w.select("Resources", units["GL_RG16UI"])
        data = [i * 5 % 256 for i in range(48)]
        elements(w, [f"{data[i] + 256 * data[i + 1]}, {data[i + 2] + 256 * data[i + 3]}" for i in range(16, 40, 4)], "the buffer texture")
        verdict("resources-buffer-texture", True)
        dxt1 = next(unit for name, unit in units.items() if "DXT1" in name)
        w.select("Resources", dxt1)
        wait_until("the compressed texture", lambda: "12 × 4" in w.text("Resource summary") and colours_of(w) >= PRIMARIES)
        verdict("resources-compressed", True)


def read():
    """Of the textures that a scene binds, those that a draw reads (tests/programs/scenes-legacy.c); the others are listed where none is
    pending. The console tells of all."""
    argv = [os.path.join(os.environ["top_builddir"], "test-scenes"), "bound"]
    with test_window("read", [os.environ["GLSTEP"], "--", *argv]) as w, Console(argv) as console:
        w.wait()
        w.tab("Resources")
        for name, expected in (("none", []), ("unit-1", [["unit 1", "14"]]), ("sampler", [["unit 0: picture", "11"], ["unit 1", "14"]])):
            w.press("Next draw")
            console.run("next draw")
            bound_there = {str(t["name"]) for t in console.run("textures")["textures"]}
            verdict(f"resources-bound-{name}", bound_there == {"11", "12", "13", "14"}, f"{bound_there}")
            try:
                wait_until(f"{expected}", lambda: [r[:2] for r in w.rows("Resources") if r[0].startswith("unit")] == expected)
            except Failed as failure:
                verdict(f"resources-read-{name}", False, f"{failure}: {w.rows('Resources')}")
            else:
                verdict(f"resources-read-{name}", True)
            if name == "unit-1":
                w.select("Resources", "unit 1")
                eventually("resources-luminance", "grey", lambda: [w.chosen(f"Resource {c}") for c in ("red", "green", "blue")] == ["l"] * 3,
                           lambda: f"{[w.chosen(f'Resource {c}') for c in ('red', 'green', 'blue')]}")
        w.press("Step")
        wait_until("all that is bound", lambda: {r[1] for r in w.rows("Resources") if r[0].startswith("unit")} == bound_there)
        verdict("resources-all", True)


def front():
    """The window's front buffer is listed where draws go there, or what is read comes from there."""
    with tempfile.TemporaryDirectory() as folder:
        argv = [os.path.join(os.environ["top_builddir"], "test-feedback"), "1", os.path.join(folder, "pixels"), "front"]
        with test_window("resources-front", [os.environ["GLSTEP"], "--", *argv]) as w:
            w.wait()
            w.tab("Resources")
            for buffer, listed in ("back", False), ("front", True):
                w.tab("Call")
                w.type("Run to call", "glReadBuffer", wait=True)
                found = [r[0] for r in wait_until("the list", lambda: w.rows("Resources"))]
                verdict(f"resources-reads-{buffer}", ("GL_FRONT_LEFT" in found) == listed and "GL_BACK_LEFT" in found, f"{found}")


def main():
    blocks()
    read()
    front()
    textures()
    with test_window("resources", [os.environ["GLSTEP"], "--", *EXAMPLE]) as w:
        w.wait()
        for _ in range(3):
            w.press("Next draw")
        w.tab("Resources")
        with Console(EXAMPLE) as console:
            console.run("next draw 3")
            told = bound(console)
            known = {r["format"].removeprefix("GL_") for word in ("attachments", "textures") for r in console.run(word)[word]} - {""}
        rows = wait_until("the list", lambda: w.rows("Resources"))
        verdict("resources-list", [[r[0].split(": ")[0], r[1]] for r in rows] == told and len(told) > 5, f"{rows} against {told}")
        firsts = wait_until("the names", lambda: [r[0] for r in w.rows("Resources") if ": " in r[0]])
        verdict("resources-named", firsts == ["unit 0: tiles", "attribute 0: corner"], f"{firsts}")
        formats = {r[2].split()[-1] for r in rows if "×" in r[2]} - {"600"}  # of the window's depth none is told
        verdict("resources-formats", formats == known and "RGBA8" in known, f"{formats}, not {known}")
        buffers(w)
        images(w)
        widths(w)
        if "GLSTEP_TEST_SHOTS" in os.environ:
            w.select("Resources", "unit 0: tiles")
            w.wait()
            w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "resources.png"))
            w.select("Resources", "GL_BACK_LEFT")
        operations(w)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
