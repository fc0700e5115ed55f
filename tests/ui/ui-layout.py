#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Layout: everything fits into 1280 pixels, and with GS_TEST_FIRST into a screen of any size, the picture first; a tab dragged to another place stays there, in the next window too, as do a pane's size and the
programs that were started; the same with two pixels to one.

Needs an X server of 1280x800 and a session bus, and with GS_TEST_DOUBLE one of 2560x1600; with GS_TEST_BARE no window manager, for dialogs.
Prints PASS/FAIL lines.
"""

import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, Gdk, Window, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
EXAMPLE = [os.path.join(BUILD, "glstep-example"), "--nan", "--time-step", "0.04"]
SCALE = 2 if "GS_TEST_DOUBLE" in os.environ else 1
PREFIX = "layout-first" if "GS_TEST_FIRST" in os.environ else "layout-double" if SCALE == 2 else "layout"
NAMES = ("Run", "Kill", "Menu", "Step into", "Leave", "Pixel", "GL calls", "Framebuffer", "Image", "Variables", "Watches", "New watch", "Add watch",
         "Status", "Pixels here")


def tab(w, title):
    w.frame.clear_cache()
    return w._find(w.frame, lambda a: a.get_role() == Atspi.Role.PAGE_TAB and a.get_name() == title)


def place_of(w, title):
    return tab(w, title).get_parent().get_name()


def extents(node):
    """In pixels of the screen."""
    e = Atspi.Component.get_extents(node.get_component_iface(), Atspi.CoordType.SCREEN)
    return [n * SCALE for n in (e.x, e.y, e.width, e.height)]


def fits(w, names=NAMES):
    """The window, and what is in it, lies on the screen (but for a margin that the theme has), and nothing is squeezed to nothing."""
    root = Gdk.get_default_root_window()
    wrong = []
    for name in (None, *names):
        x, y, width, height = extents(w.frame if name is None else w.find(name))
        if x < -2 * SCALE or y < -2 * SCALE or x + width > root.get_width() or y + height > root.get_height() or width < 12 or height < 12:
            wrong.append(f"{name or 'the window'}: {width}x{height} at {x}, {y}")
    verdict(f"{PREFIX}-fits", not wrong, f"on {root.get_width()}x{root.get_height()}: {wrong}")


def lies_inside(w, popover, names):
    """What the open popover has lies in the window, whole."""
    left, top, width, height = extents(w.frame)
    wrong = []
    for name in names:
        x, y, w_, h = extents(wait_until(name, lambda name=name: w.showing(name) and w.find(name)))
        if x < left or y < top or x + w_ > left + width or y + h > top + height:
            wrong.append(f"{name}: {w_}x{h} at {x}, {y}")
    verdict(f"{PREFIX}-popover-{popover}", not wrong, f"in {width}x{height} at {left}, {top}: {wrong}")


def popovers(w):
    """Those of a program; the numbers of the tests have room beside their buttons, which are at least as wide as high."""
    for name, button, names in ("tests", "Tests", ("Depth test", "Alpha value", "Fragment number")), ("keep", "Keep this frame", ("Why not", "Start anew")):
        w.press(button, wait=False)
        lies_inside(w, name, names)
        if name == "tests":
            text = w.find("Depth value").get_text_iface()
            shown = Atspi.Text.get_range_extents(text, 0, Atspi.Text.get_character_count(text), Atspi.CoordType.SCREEN)
            x, _, width, height = extents(w.find("Depth value"))
            room = x + width - 2 * height - SCALE * (shown.x + shown.width)
            verdict(f"{PREFIX}-popover-number", room >= 0, f"{-room} pixels of it are cut")
        w.front()
        w.key(Gdk.KEY_Escape)
        wait_until("its end", lambda names=names: not w.showing(names[0]))


def drop_down(w):
    """What a combo box offers opens beside it, not over it with room left empty for what is above the chosen entry."""
    name = "Framebuffer when"
    w.tab("Framebuffer")  # History was dragged in front of it
    w.choose(name, "Changed")
    w.wait()
    w.front()
    x, y, width, height = extents(w.find(name))

    def opens():
        """A click that comes while the window is laid out anew hits nothing."""
        w.click(x + width // 2, y + height // 2, wait=False)
        end = time.monotonic() + 5
        while not w.menu_entry("After") and time.monotonic() < end:
            time.sleep(0.1)
        return w.menu_entry("After")
    wait_until("the list", opens)
    tops = [extents(wait_until(entry, lambda entry=entry: w.menu_entry(entry))) for entry in ("After", "Before", "Changed")]
    beside = min(top for _, top, _, _ in tops) >= y + height - 2 or max(top + high for _, top, _, high in tops) <= y + 2
    verdict(f"{PREFIX}-drop-down", beside, f"entries at {tops}, the box at {(x, y, width, height)}")
    w.key(Gdk.KEY_Escape)


def trace_popovers(w):
    """Those of a trace."""
    for name, entry, names in (("part", "Save part of trace…", ("First frame", "Last frame", "Call of the draw", "Save part")),
                               ("export", "Export as C…", ("Some frames", "Last frame to export", "Export the program"))):
        Atspi.Action.do_action(w.open_menu(entry).get_action_iface(), 0)
        lies_inside(w, name, names)
        w.key(Gdk.KEY_Escape)
        wait_until("its end", lambda names=names: not w.showing(names[0]))


def picked(w):
    """A click into the middle of an image of 800x600 takes its middle pixel."""
    left, top, width, height = extents(w.find("Image"))
    w.click(left + width // 2, top + height // 2)
    x, y = (int(n) for n in re.findall(r"\d+", w.text("Pixel in focus"))[:2])
    verdict(f"{PREFIX}-pick", abs(x - 400) <= 4 and abs(y - 300) <= 4, w.text("Pixel in focus"))


def red_in_gutter(w):
    """The pixels left of the source's text."""
    source = w.find("Source Fragment")
    left, top, _, height = extents(source)
    letter = Atspi.Text.get_character_extents(source.get_text_iface(), 0, Atspi.CoordType.SCREEN)
    w.point(5, 5)
    area = (left, top, letter.x * SCALE - left, height)
    return [(x, y) for x, y, (r, g, b) in w.shot().pixels(area) if r > 160 and g < 70 and b < 70]


def mark(w):
    """A breakpoint's is as large to the eye at any scale, and takes clicks."""
    w.caret("Source Fragment", 5)
    w.front()
    before = w.n_done()
    w.key(Gdk.KEY_F9)
    w.wait(before)
    reds = red_in_gutter(w)
    ends = [(min(p[k] for p in reds), max(p[k] for p in reds)) for k in (0, 1)] if reds else [(0, 0), (0, 0)]
    sizes = [(1 + high - low) / SCALE for low, high in ends]
    verdict(f"{PREFIX}-mark", all(8 <= size <= 11 for size in sizes), f"it is {sizes} points wide and high")
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"{PREFIX}-mark.png"))
    before = w.n_done()
    w.click(*(sum(end) // 2 for end in ends), wait=False)
    w.wait(before)
    verdict(f"{PREFIX}-mark-clicked", not red_in_gutter(w), "it is still there after a click on it")


def drag(w, title, x, y):
    """A tab, by its label, to a point."""
    left, top, width, height = extents(tab(w, title))
    w.front()
    w.drag((left + width // 2, top + height // 2), (x, y))


def move(w):
    left, top, width, _ = extents(tab(w, "Framebuffer"))
    verdict(f"{PREFIX}-place", place_of(w, "History") == "Panels, below the source", place_of(w, "History"))
    drag(w, "History", left + width + 30 * SCALE, top + 10 * SCALE)
    wait_until("the tab at its new place", lambda: place_of(w, "History") == "Panels, lower left")
    verdict(f"{PREFIX}-dragged", True)


def resize(w):
    pane = w.find("Width of the left panels")
    value = pane.get_value_iface()
    before = Atspi.Value.get_current_value(value)
    Atspi.Value.set_current_value(value, before + 37)
    wait_until("the other width", lambda: abs(Atspi.Value.get_current_value(value) - before - 37) < 2)
    return before + 37


def stopped(w):
    w.wait()
    for _ in range(3):
        w.press("Next draw")
    w.press("Debug fragment shader")
    w.front()


def area(w, name):
    _, _, width, height = extents(w.find(name))
    return max(width, 0) * max(height, 0)


def picture_first(w):
    """Where there is room for more than the buttons, the framebuffer's picture is the largest thing."""
    w.wait()
    w.press("Next draw")
    w.front()
    wait_until("the picture's place", lambda: area(w, "Framebuffer") > 100)
    others = {name: area(w, name) for name in ("Source Fragment", "GL calls", "Image", "Variables", "Watches")}
    if Gdk.get_default_root_window().get_width() > 1000:
        verdict(f"{PREFIX}-picture-first", area(w, "Framebuffer") > max(others.values()), f"{area(w, 'Framebuffer')} points, {others}")


def all_tabs(w):
    """Those that have no room are in the list at the end of the tabs, and in the menu."""
    x, y, width, _ = extents(w.find("Panels, below the source"))
    for title in "Statistics", "Editor", "Report", "Mesh", "Resources":
        w.front()
        w.click(x + width - 25, y + 13, wait=False)
        Atspi.Action.do_action(wait_until(f"{title} in the list", lambda title=title: w.menu_entry(title)).get_action_iface(), 0)
        wait_until(title, lambda title=title: tab(w, title).get_state_set().contains(Atspi.StateType.SELECTED))
    verdict(f"{PREFIX}-all-tabs", True)


def first(config):
    """A window as large as the screen, which nobody has arranged."""
    root = Gdk.get_default_root_window()
    os.makedirs(os.path.join(config, "glstep"))
    with open(os.path.join(config, "glstep", "window.ini"), "w", encoding="ascii") as file:
        file.write(f"[window]\nwidth={root.get_width()}\nheight={root.get_height()}\n")
    environment = {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"}
    os.environ.update(environment)
    with test_window(PREFIX, [GLSTEP, "--", *EXAMPLE]) as w:
        run_parts(PREFIX, (picture_first, lambda w: fits(w, NAMES[:8] + ("Status", "Frame and draw")), all_tabs), w)


def dialog(_):
    """Where no window manager makes it smaller, the dialog that asks for a file has its buttons on the screen."""
    root = Gdk.get_default_root_window()
    with test_window("layout-bare", [GLSTEP]) as w:
        w.wait_for_start()
        w.enter("Program", EXAMPLE[0])
        w.press("Record", wait=False)
        save = wait_until("the dialog", lambda: w.dialog_button("Save"))
        wait_until("its place", lambda: extents(save)[2] > 12)
        w.painted()
        x, y, width, height = extents(save)
        inside = x >= 0 and y >= 0 and x + width <= root.get_width() and y + height <= root.get_height()
        verdict("layout-bare-dialog", inside, f"Save is at {extents(save)} of {root.get_width()} × {root.get_height()}")


def main():
    if "GS_TEST_BARE" in os.environ:
        run_parts("layout-bare", (dialog,), None)
        return verdict.failed
    if "GS_TEST_FIRST" in os.environ:
        with tempfile.TemporaryDirectory() as config:
            first(config)
        return verdict.failed
    with tempfile.TemporaryDirectory() as config:
        environment = {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"}
        if SCALE == 2:
            environment["GDK_SCALE"] = "2"
        os.environ.update(environment)
        with test_window(PREFIX, [GLSTEP, "--", *EXAMPLE]) as w:
            run_parts(PREFIX, (stopped, fits, picked, mark, move), w)
            width = resize(w)
        with test_window(f"{PREFIX}-popovers", [GLSTEP, "--", *EXAMPLE]) as w:
            w.wait()
            run_parts(PREFIX, (drop_down, popovers) if SCALE == 1 else (popovers,), w)
        if SCALE == 1:  # where menus take clicks by the screen's points
            trace = os.path.join(config, "example.trace")
            subprocess.run([GLSTEP, "record", "-o", trace, "--", *EXAMPLE, "--frames", "2"], check=True, stderr=subprocess.DEVNULL)
            with test_window(f"{PREFIX}-trace", [GLSTEP, trace]) as w:
                w.wait()
                run_parts(PREFIX, (trace_popovers,), w)
        w = Window([GLSTEP])
        try:
            w.wait_for_start()
            listed = w._find(w.frame, lambda a: a.get_name() == " ".join(EXAMPLE))
            verdict(f"{PREFIX}-recent", listed is not None, f"{' '.join(EXAMPLE)!r} is not among the programs used lately")
        finally:
            w.close()
        with test_window(f"{PREFIX}-again", [GLSTEP, "--", *EXAMPLE]) as w:
            w.wait()
            verdict(f"{PREFIX}-remembered", place_of(w, "History") == "Panels, lower left", place_of(w, "History"))
            now = Atspi.Value.get_current_value(w.find("Width of the left panels").get_value_iface())
            verdict(f"{PREFIX}-width-remembered", abs(now - width) <= 4, f"{now}, not {width}")
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
