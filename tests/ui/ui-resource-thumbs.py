#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Thumbnails in the list of resources: textures of every kind show the texels that tests/programs/inspect.c has put there, or say why they show
nothing; only rows that are seen are fetched, and after a step they are of the new stop.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from ui_driver import Atspi, Failed, ShownTexts, eventually, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
TEXELS = b"request 31 "  # GS_REQUEST_TEXELS, as GLSTEP_DEBUG tells of it


def value(x, y, k):
    """Of level 0, in the first layer: colours (tests/programs/inspect.c)."""
    return (x + 3 * y + 2 * k) % 9 / 8


def colour(x, y):
    return tuple(round(255 * value(x, y, k)) for k in range(3))


def number(x, y):
    """Of integers, from the least to the greatest of 8 x 4."""
    return round(255 * (x + 10 * y) / 37)


# label: the colours of the texels
KINDS = {
    "1d-rgba8": {colour(x, 0) for x in range(5)},
    "2d-rgba8": {colour(x, y) for x in range(8) for y in range(4)},
    "2d-srgb": {colour(x, y) for x in range(8) for y in range(4)},  # as stored
    "2d-rgba32f": {colour(x, y) for x in range(8) for y in range(4)},
    "2d-r8": {(round(255 * value(x, y, 0)),) * 3 for x in range(7) for y in range(3)},
    "2d-rgb9e5": {colour(x, y) for x in range(8) for y in range(4)},
    "2d-r32ui": {(number(x, y),) * 3 for x in range(8) for y in range(4)},
    "rect-rgba8": {colour(x, y) for x in range(6) for y in range(3)},
    "1darray-rgba8": {colour(x, 0) for x in range(6)},
    "2darray-rgba8": {colour(x, y) for x in range(4) for y in range(4)},
    "2darray-rgb9e5": {colour(x, y) for x in range(4) for y in range(4)},
    "3d-rgba32f": {colour(x, y) for x in range(4) for y in range(3)},
    "cube-rgba8": {colour(x, y) for x in range(4) for y in range(4)},
    "cubearray-rgba8": {colour(x, y) for x in range(4) for y in range(4)},
    "2d-depth24": {(round(255 * value(x, y, 0)),) * 3 for x in range(8) for y in range(4)},
    "2d-depth32f": {(round(255 * value(x, y, 0)),) * 3 for x in range(8) for y in range(4)},
}
COMPRESSED = "GL_TEXTURE_2D GL_COMPRESSED_RGB_S3TC_DXT1_EXT"
NOTES = {
    "1darray-rgba8": "the first of 3 layers",
    "cube-rgba8": "face +x",
    "cubearray-rgba8": "face +x of the first cube",
    "2d-r32ui": "from 0 (black) to 37",
    "2d-depth24": "from 0 (black) to 1",
    "GL_TEXTURE_2D_MULTISAMPLE GL_RGBA32I": "the first of 4 samples",
    "GL_TEXTURE_2D GL_COMPRESSED_RG_RGTC2": "level 2",
}
WHY_NOT = {
    "GL_TEXTURE_BUFFER GL_RGBA8": "a list, no picture",
    "GL_TEXTURE_2D GL_COMPRESSED_RGBA_S3TC_DXT5_EXT": "as a whole only",
}


class List:
    """The list of resources, by the rows' first cells."""

    def __init__(self, w):
        self.w = w

    def _cell(self, binding, column):
        table = self.w.find("Resources").get_table_iface()
        for row in range(Atspi.Table.get_n_rows(table)):
            cell = Atspi.Table.get_accessible_at(table, row, 0)
            cell.clear_cache()
            if cell.get_name() == binding:
                return Atspi.Table.get_accessible_at(table, row, column)
        raise Failed(f"no row {binding!r}")

    def show(self, binding):
        """Scrolls there; where the thumbnail is."""
        def area():
            Atspi.Component.grab_focus(self._cell(binding, 0).get_component_iface())
            self.w.painted()
            e = Atspi.Component.get_extents(self._cell(binding, 3).get_component_iface(), Atspi.CoordType.SCREEN)
            _, top, _, height = self.w.extents("Resources")
            return top <= e.y <= e.y + e.height <= top + height and (e.x, e.y, e.width, e.height)
        return wait_until(f"the row {binding!r}", area)

    def colours(self, binding):
        return {c for _, _, c in self.w.shot().pixels(self.show(binding))}


def has_all(shown, wanted):
    """Where a texel is half a step of its format, it may go either way; a screen's colours are bytes."""
    return all(any(all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True)) for other in shown) for one in wanted)


def kinds(rows, bindings):
    for label, wanted in KINDS.items():
        shown = set()

        def look(label=label, wanted=wanted):
            shown.clear()
            shown.update(rows.colours(bindings[label]))
            return has_all(shown, wanted)
        eventually(f"thumbs-{label}", f"{len(wanted)} colours", look, lambda shown=shown: f"{shown}")
    eventually("thumbs-compressed", "its three colours", lambda: rows.colours(bindings[COMPRESSED]) >= {(255, 0, 0), (0, 255, 0), (0, 0, 255)},
               lambda: f"{rows.colours(bindings[COMPRESSED])}")
    levels = bindings["GL_TEXTURE_2D GL_COMPRESSED_RG_RGTC2"]
    eventually("thumbs-level", "level 2, of 256 x 256", lambda: has_all(rows.colours(levels), {(40, 40, 0)}), lambda: f"{rows.colours(levels)}")


def tooltips(w, rows, bindings, texts):
    def shown(part):
        return [text for _, _, kind, text in texts.ask(w) if kind == "label" and part in text]

    def place(binding):
        x, y, width, height = rows.show(binding)
        return x + width // 2, y + height // 2
    for label, note in NOTES.items():
        found = w.hover(note, lambda label=label: place(bindings[label]), lambda note=note: shown(note))
        verdict(f"thumbs-told-{label.split('_')[-1]}", any("Thumbnail: " in text for text in found), f"{found}")
    for label, why in WHY_NOT.items():
        found = w.hover(why, lambda label=label: place(bindings[label]), lambda why=why: shown(why))
        verdict(f"thumbs-why-not-{why.replace(' ', '-')}", any("No thumbnail: " in text for text in found), f"{found}")


def requests(w):
    return os.pread(w.errors.fileno(), 1 << 26, 0).count(TEXELS)


def every_kind(texts):
    argv = [os.path.join(BUILD, "test-inspect")]
    os.environ["GLSTEP_DEBUG"] = "wire"
    with Console(argv) as console, test_window("kinds", [os.environ["GLSTEP"], "--", *argv]) as w:
        w.wait()
        for _ in range(13):
            w.press("Next draw")
        console.run("next draw 13")
        bindings = {t.get("label", f"{t['target']} {t['format']}"): t["binding"] for t in console.run("textures")["textures"]}
        before = requests(w)
        w.tab("Resources")
        rows = List(w)
        first = w.rows("Resources")[0][0]
        wait_until("a thumbnail", lambda: len(rows.colours(first)) > 1)
        w.point(5, 5)
        wait_until("no more requests", lambda n=requests(w): requests(w) == n or None, pause=1)
        n = requests(w) - before
        images = sum("×" in row[2] for row in w.rows("Resources"))
        verdict("thumbs-only-seen", 2 <= n < images, f"{n} images were read of {images}")
        kinds(rows, bindings)
        verdict("thumbs-scrolled", requests(w) - before >= len(KINDS), f"{requests(w) - before} images were read")
        tooltips(w, rows, bindings, texts)
    del os.environ["GLSTEP_DEBUG"]


def after_a_step():
    """The window's buffer, before and after its draw; while another tab is shown, nothing is read."""
    argv = [os.path.join(BUILD, "glstep-example"), "--time-step", "0.04"]
    os.environ["GLSTEP_DEBUG"] = "wire"
    with test_window("step", [os.environ["GLSTEP"], "--", *argv]) as w:
        w.wait()
        w.press("Next draw")
        w.tab("Resources")
        rows = List(w)
        eventually("thumbs-cleared", "the cleared buffer", lambda: 2 <= len(rows.colours("GL_BACK_LEFT")) < 8,
                   lambda: f"{rows.colours('GL_BACK_LEFT')}")
        w.press("Step")
        eventually("thumbs-drawn", "the scene", lambda: len(rows.colours("GL_BACK_LEFT")) > 40, lambda: f"{rows.colours('GL_BACK_LEFT')}")
        w.tab("Profile")
        w.press("Next draw")
        before = requests(w)
        w.press("Step")
        w.press("Next draw")
        w.press("Step")
        verdict("thumbs-hidden", requests(w) == before, f"{requests(w) - before} images were read")
        w.tab("Resources")
        eventually("thumbs-shown-again", "the scene", lambda: len(rows.colours("GL_BACK_LEFT")) > 40 and requests(w) > before)
    del os.environ["GLSTEP_DEBUG"]


def main():
    with ShownTexts() as texts:
        every_kind(texts)
    del os.environ["GTK_MODULES"], os.environ["GS_TEST_CONTRAST"]
    after_a_step()
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
