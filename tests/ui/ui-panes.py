#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The sizes of the window's panes: they are the same at each start of a maximised window, where the user has put them, and the defaults after
Put panels back, for a program as for a trace; they divide the window as it is when the start page goes; and the bar of a recording takes room only
while it is there. What is shown as an image brings its tab
to the front.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, Gdk, Window, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
EXAMPLE = [os.path.join(BUILD, "glstep-example"), "--size", "64x48"]
PANES = ["Width of the left panels", "Width of the right panels", "Height of the upper left panels", "Height of the source",
         "Height of the upper right panels"]
NEAR = 3  # pixels, of rounding


def value(w, name):
    return w.find(name).get_value_iface()


def sizes(w):
    return [round(Atspi.Value.get_current_value(value(w, name))) for name in PANES]


def same(a, b):
    return all(abs(x - y) <= NEAR for x, y in zip(a, b, strict=True))


def starts(name="panes", opened=("--", *EXAMPLE)):
    """A window as large as the screen is maximised: again and again, and it stays as it is."""
    screen = Gdk.Screen.get_default().get_root_window()
    command = [GLSTEP, *opened]
    with tempfile.TemporaryDirectory() as config:
        environment = {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"}
        os.mkdir(os.path.join(config, "glstep"))
        with open(os.path.join(config, "glstep", "window.ini"), "w", encoding="ascii") as file:
            file.write(f"[window]\nwidth={screen.get_width()}\nheight={screen.get_height()}\n")
        found, defaults = [], None
        for turn in range(4):
            w = Window(command, environment)
            w.wait()
            w.front()
            w.painted()
            if turn == 0:
                defaults = sizes(w)
                for pane in PANES:
                    Atspi.Value.set_current_value(value(w, pane), Atspi.Value.get_current_value(value(w, pane)) - 40)
                w.painted()
            found.append(sizes(w))
            if turn == 3:
                for pane in PANES[2:]:
                    Atspi.Value.set_current_value(value(w, pane), 150)
                Atspi.Action.do_action(w.open_menu("Put panels back").get_action_iface(), 0)
                eventually(f"{name}-back", "the default sizes", lambda w=w: same(sizes(w)[:2], defaults[:2]) and min(sizes(w)[2:]) > 300, lambda w=w: f"{sizes(w)}")
            w.close()
        verdict(f"{name}-moved", not same(found[0], defaults), f"{found[0]}")
        verdict(f"{name}-stay", all(same(each, found[0]) for each in found), f"{found}")


def trace():
    """While it is opened, the status line holds more."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "panes.trace")
        subprocess.run([GLSTEP, "record", "-o", path, "--", *EXAMPLE, "--frames", "3"], check=True, stderr=subprocess.DEVNULL)
        starts("panes-trace", (path,))


def start_page():
    """Made wider while nothing of the panes is there yet."""
    with test_window("panes-start-page", [GLSTEP]) as w:
        w.wait_for_start()
        w.front()
        before, window = w.extents("Program")[0], Gdk.Screen.get_default().get_window_stack()[-1]
        width = window.get_width() + 300
        window.resize(width, window.get_height() + 200)
        Gdk.Display.get_default().sync()
        wait_until("the wider window", lambda: w.extents("Program")[0] > before)
        w.enter("Program", EXAMPLE[0])
        w.press("Start")
        w.painted()
        parts = [size / width for size in sizes(w)[:2]]
        verdict("panes-start-page", abs(parts[0] - 0.243) < 0.02 and abs(parts[1] - 0.476) < 0.02, f"{parts} of {width}")


def resized():
    """As narrow as half a screen, and made wider: the panels keep their parts of the window."""
    with tempfile.TemporaryDirectory() as config:
        os.mkdir(os.path.join(config, "glstep"))
        with open(os.path.join(config, "glstep", "window.ini"), "w", encoding="ascii") as file:
            file.write("[window]\nwidth=800\nheight=700\n")
        w = Window([GLSTEP, "--", *EXAMPLE], {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"})
        try:
            w.wait()
            w.front()
            window = Gdk.Screen.get_default().get_window_stack()[-1]
            found = {}
            for width in 830, 1200, 1560, 830:
                window.resize(width, 700)
                Gdk.Display.get_default().sync()
                eventually(f"panes-resized-{width}", "the window's width", lambda width=width: window.get_geometry().width == width, lambda: f"{window.get_geometry().width}")
                w.painted()
                found[width] = [size / width for size in sizes(w)[:2]]
            verdict("panes-resized-parts", all(abs(a - b) < 0.03 for parts in found.values() for a, b in zip(parts, found[1560], strict=True)), f"{found}")
        finally:
            w.close()


def end_recording(w):
    """Until its bar has gone."""
    w.press("Stop the recording", wait=False)
    wait_until("the recording's end", lambda: w.showing("Open the trace"))
    w.press("Do not offer the trace", wait=False)
    wait_until("the bar's end", lambda: not w.showing("Open the trace"))
    w.painted()


def record(w, path):
    """A bar comes, and goes again: the sizes of the heights meanwhile and afterwards."""
    w.record(path)
    w.painted()
    meanwhile = sizes(w)[2:]
    end_recording(w)
    return meanwhile, sizes(w)[2:]


def recorded():
    """The lower panels give the bar's room, as far as they have it; with the bar, all come back."""
    with tempfile.TemporaryDirectory() as config:
        environment = {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"}
        w = Window([GLSTEP, "--", *EXAMPLE], environment)
        try:
            w.wait()
            before = sizes(w)[2:]
            found = [record(w, os.path.join(config, f"{turn}.trace")) for turn in range(2)]
            verdict("panes-recorded", all(part == before for each in found for part in each), f"{before}, {found}")
            for pane in PANES[2:]:  # as far down as can be
                Atspi.Value.set_current_value(value(w, pane), 2000)
            w.painted()
            lowest = sizes(w)[2:]
            found = [record(w, os.path.join(config, f"low{turn}.trace")) for turn in range(2)]
            verdict("panes-recorded-low", all(all(a < b for a, b in zip(each[0], lowest, strict=True)) and each[1] == lowest for each in found), f"{lowest}, {found}")
            w.record(os.path.join(config, "kept.trace"))
            w.painted()
        finally:
            w.close()
        w = Window([GLSTEP, "--", *EXAMPLE], environment)
        try:
            w.wait()
            w.painted()
            verdict("panes-recorded-kept", sizes(w)[2:] == lowest, f"{lowest}, {sizes(w)}")
        finally:
            w.close()


def recorded_from_start():
    """The bar is there as soon as the panes are."""
    with test_window("panes-recorded-from-start", [GLSTEP]) as w, tempfile.TemporaryDirectory() as folder:
        w.wait_for_start()
        w.enter("Program", EXAMPLE[0])
        w.press("Record", wait=False)
        w.save_as(os.path.join(folder, "first.trace"))
        wait_until("the bar", lambda: w.showing("Stop the recording"))
        w.wait()
        w.painted()
        with_bar = sizes(w)[2:]
        end_recording(w)
        verdict("panes-recorded-from-start", sizes(w)[2:] == with_bar, f"{with_bar}, {sizes(w)}")


def image():
    with test_window("panes-image", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Next draw")
        w.press("Debug fragment shader")
        w.type("New watch", "gl_FragCoord", wait=False)
        wait_until("the watch", lambda: w.row("Watches", "gl_FragCoord"))
        for name, show in ("button", lambda: w.press("Show watch as image", wait=False)), ("activate", lambda: w.activate("Watches", "gl_FragCoord", wait=False)):
            w.tab("History")
            w.select("Watches", "gl_FragCoord")
            show()
            eventually(f"panes-image-{name}", "the tab Image", lambda: w.find_tab("Image").get_state_set().contains(Atspi.StateType.SELECTED))


def main():
    run_parts("panes", (starts, trace, start_page, resized, recorded, recorded_from_start, image))
    return verdict.failed


sys.exit(main())
