#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The window where things are not as one would wish: no program, a wrong one, one that hangs in a draw; and what the
walkthrough leaves out: breakpoints, keys, scalars of several variables in one image, other branches.

    dbus-run-session -- python3 tests/ui/ui-odd.py [NAME...]     GLSTEP and top_builddir in the environment
"""

import os
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from leftovers import left_behind  # noqa: E402
from patience import patience  # noqa: E402
from ui_driver import Atspi, Failed, Gdk, Shot, Window, wait_until  # noqa: E402

import gi  # noqa: E402
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

GLSTEP = os.environ["GLSTEP"]
BUILD = os.environ["top_builddir"]
EXAMPLE = os.path.join(BUILD, "glstep-example")
F9, F10, F11 = 0xffc6, 0xffc7, 0xffc8
MARK = (0xff, 0xd5, 0x4a)


def need(good, why):
    if not good:
        raise Failed(why)


def no_program(open_window):
    """The page to choose a program; one that does not exist; then the right one."""
    w = open_window([GLSTEP])
    need(w.showing("Start"), "there is no page to choose a program")
    w.type("Program", "/no/such/program")
    wait_until("the complaint", lambda: w.showing("Message"))
    need("/no/such/program" in w.text("Message"), f"it says {w.text('Message')!r}")
    wait_until("the page to come back", lambda: w.showing("Start"))
    w.type("Arguments", "--frames 'not closed")
    wait_until("the complaint", lambda: "arguments" in w.text("Message"))
    w.type("Arguments", "--time-step 0.04")
    w.type("Program", EXAMPLE)
    wait_until("the program", lambda: w.showing("Status") and w.text("Status").startswith("Before call 0"))
    need(not w.showing("Message"), f"it still says {w.text('Message')!r}")


def fails_at_once(open_window):
    """A program of the command line that fails before GL: the page to start it anew has its words, and says that it has failed."""
    for script, arguments, status, said in ("exit 3", "-c 'exit 3'", 3, "failed"), (":", "-c :", 0, "does not use GL"):
        w = open_window([GLSTEP, "--", "sh", "-c", script])
        wait_until("the complaint", lambda w=w: w.showing("Message") and w.showing("Start"))
        message = w.text("Message")
        need(f"ended with status {status} " in message and said in message, f"it says {message!r}")
        need(("failed" in message) == (status != 0), f"at status {status} it says {message!r}")
        there = w.text("Program"), w.text("Arguments")
        need(there == ("sh", arguments), f"the page has {there}")


def program_of(w):
    """The process that the window has started."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if parent == w.process.pid and words[0] == EXAMPLE.encode():
            return pid, [word.decode() for word in words[1:-1]]
    raise Failed("the program is not there")


def is_as_wanted(w, folder):
    """The program has the arguments, runs in the directory and has the variable."""
    pid, arguments = program_of(w)
    need(arguments == ["--time-step", "0.04", "--frames", "300"], f"it has the arguments {arguments}")
    need(os.readlink(f"/proc/{pid}/cwd") == os.path.realpath(folder), f"it runs in {os.readlink(f'/proc/{pid}/cwd')}")
    with open(f"/proc/{pid}/environ", "rb") as file:
        variables = file.read().split(b"\0")
    need(b"GS_TEST_WORD=two words" in variables, "the variable is not in its environment")


def recents(open_window):
    """A program used lately comes back with its arguments, its directory and its environment."""
    with tempfile.TemporaryDirectory() as config:
        environment = {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"}
        w = open_window([GLSTEP], environment)
        w.wait_for_start()
        w.enter("Arguments", "--time-step 0.04 --frames 300")
        w.enter("Directory", config)
        w.enter("Environment", "GS_TEST_WORD='two words'")
        w.type("Program", EXAMPLE)
        wait_until("the program", lambda: w.showing("Status") and w.text("Status").startswith("Before call 0"))
        is_as_wanted(w, config)
        need(w.close() == 0, "glstep ended with another status")
        w = open_window([GLSTEP], environment)
        w.wait_for_start()
        w.type("Program", "no-such-program")
        wait_until("a word of it", lambda: "no-such-program" in w.text("Message"))
        need(w.close() == 0, "glstep ended with another status")
        w = open_window([GLSTEP], environment)
        w.wait_for_start()
        need(w._find(w.frame, lambda a: a.get_name() == "no-such-program") is None, "what could not be started is offered")
        need(not w.text("Program"), f"the page begins with {w.text('Program')!r}")
        w.front()
        w.find(f"{EXAMPLE} --time-step 0.04 --frames 300, in {config}, with 'GS_TEST_WORD=two words'").get_component_iface().grab_focus()
        w.key(Gdk.KEY_Return)
        wait_until("the program's name", lambda: w.text("Program") == EXAMPLE)
        w.press("Start", wait=False)
        wait_until("the program", lambda: w.showing("Status") and w.text("Status").startswith("Before call 0"))
        is_as_wanted(w, config)


def like_recents(open_window):
    """Those of one program are told from one another on the screen: by their folder, their environment, and by arguments that are long."""
    with tempfile.TemporaryDirectory() as config:
        environment = {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"}
        os.makedirs(os.path.join(config, "glstep"))
        long = [EXAMPLE, *["--frames", "300"] * 9]
        with open(os.path.join(config, "glstep", "window.ini"), "w", encoding="ascii") as file:
            for n, (more, argv) in enumerate((("", [EXAMPLE]), ("directory=/tmp\n", [EXAMPLE]), ("environment=A=1;B=x y;\n", [EXAMPLE]),
                                              ("environment=A=2;\n", [EXAMPLE]), ("", long + ["--nan"] + long[1:]), ("", long + ["--bug"] + long[1:]))):
                file.write(f"[recent-{n}]\nprogram={';'.join(argv)};\n{more}")
        w = open_window([GLSTEP], environment)
        w.wait_for_start()
        rows = wait_until("programs used lately", lambda: [a for a in w._walk(w.frame) if a.get_role() == Atspi.Role.LIST_ITEM])
        need([a.get_name() for a in rows[:4]] == [EXAMPLE, f"{EXAMPLE}, in /tmp", f"{EXAMPLE}, with A=1 'B=x y'", f"{EXAMPLE}, with A=2"],
             f"{[a.get_name() for a in rows]}")
        w.shot(os.path.join(os.environ["KEEP"], "recents.png") if "KEEP" in os.environ else None)
        pictures = []
        for row in rows:
            row.get_component_iface().grab_focus()  # scrolls to it
            w.painted()
            shot = Shot()
            e = Atspi.Component.get_extents(row.get_component_iface(), Atspi.CoordType.SCREEN)
            pictures.append(bytes(v for _, _, colour in shot.pixels((e.x, e.y, e.width, e.height)) for v in colour))
        need(len(set(pictures)) == len(rows) == 6, f"of {len(rows)} rows {len(set(pictures))} look different")


def many_recents(open_window):
    """Ten of them are offered, the last one first; what has gone since, and what is started twice, is not."""
    with tempfile.TemporaryDirectory() as config:
        environment = {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"}
        names = [os.path.join(config, f"program-{n}") for n in range(10)]
        for name in names:
            os.symlink(EXAMPLE, name)
        os.makedirs(os.path.join(config, "glstep"))
        with open(os.path.join(config, "glstep", "window.ini"), "w", encoding="ascii") as file:
            for n, name in enumerate(names):
                file.write(f"[recent-{n}]\nprogram={name};\n")

        def offered(w):
            wait_until("the page", lambda: w.showing("Program"))
            wait_until("programs used lately", lambda: w._find(w.frame, lambda a: a.get_role() == Atspi.Role.LIST_ITEM))
            return [a.get_name() for a in w._walk(w.frame) if a.get_role() == Atspi.Role.LIST_ITEM]

        w = open_window([GLSTEP], environment)
        need(offered(w) == names, f"{offered(w)}")
        w.type("Program", names[7])
        wait_until("the program", lambda: w.showing("Status") and w.text("Status").startswith("Before call 0"))
        need(w.close() == 0, "glstep ended with another status")
        os.unlink(names[3])
        w = open_window([GLSTEP], environment)
        wanted = [f"{names[7]}, in {os.getcwd()}"] + [name for name in names if name not in (names[7], names[3])]
        need(offered(w) == wanted, f"{offered(w)}")


def recents_of_folders(open_window):
    """What was started by a relative path is started there again; what another window has started meanwhile is not forgotten."""
    with tempfile.TemporaryDirectory() as config:
        environment = {**os.environ, "XDG_CONFIG_HOME": config, "GLSTEP_TEST_CONFIG": "1"}
        folder, here = os.path.join(config, "folder"), os.getcwd()
        os.makedirs(folder)
        os.symlink(os.path.abspath(EXAMPLE), os.path.join(folder, "program"))
        os.chdir(folder)
        try:
            first = open_window([os.path.join(here, GLSTEP), "--", "./program", "--frames", "300"], environment)
            first.wait()
            second = open_window([os.path.join(here, GLSTEP), "--", "./program", "--frames", "200"], environment)
            second.wait()
            second.tab("History")
        finally:
            os.chdir(here)
        for w in second, first:
            need(w.close() == 0, "glstep ended with another status")
        w = open_window([GLSTEP], environment)
        w.wait_for_start()
        wait_until("programs used lately", lambda: w._find(w.frame, lambda a: a.get_role() == Atspi.Role.LIST_ITEM))
        names = [a.get_name() for a in w._walk(w.frame) if a.get_role() == Atspi.Role.LIST_ITEM]
        need(names == [f"./program --frames {n}, in {folder}" for n in (200, 300)], f"{names}")
        bottom = [e.y + e.height for e in (Atspi.Component.get_extents(a.get_component_iface(), Atspi.CoordType.SCREEN)
                                           for a in w._walk(w.frame) if a.get_role() == Atspi.Role.LIST_ITEM)]
        _, top, _, height = w.extents("Recent programs")
        need(max(bottom) <= top + height, f"the rows end at {bottom}, their list at {top + height}")
        w.front()
        w.find(names[1]).get_component_iface().grab_focus()
        w.key(Gdk.KEY_Return)
        wait_until("the program's name", lambda: w.text("Program") == "./program")
        w.press("Start", wait=False)
        wait_until("the program", lambda: w.showing("Status") and w.text("Status").startswith("Before call 0"))


def pause_outside(w):
    """Pauses in the draw that hangs. Where the program has not come to it yet it runs on for longer."""
    while_ = 0.2
    while while_ < patience(6):
        w.press("Pause", wait=False)
        wait_until("the pause", lambda: not w.text("Status").startswith("Running"))
        w.wait()
        if "outside GL" in w.text("Status"):
            return
        w.press("Run", wait=False)
        wait_until("the program to run", lambda: w.enabled("Pause"))
        time.sleep(while_)
        while_ *= 2
    raise Failed(f"the status is {w.text('Status')!r} after the last pause")


def hang(open_window):
    """A draw that takes hours: the window lives, Pause and Kill work."""
    w = open_window([GLSTEP, "--", os.path.join(BUILD, "test-scenes"), "hang"])
    w.wait()
    w.press("Run", wait=False)
    wait_until("the program to run", lambda: w.enabled("Pause"))
    need(w.text("Status").startswith("Running"), f"the status is {w.text('Status')!r}")
    need(w.enabled("Kill"), "Kill is disabled")
    need(not w.enabled("Debug fragment shader") and "pause it first" in w.why("Debug fragment shader"), w.why("Debug fragment shader"))
    pause_outside(w)
    need(not w.enabled("Debug fragment shader"), "a shader could be debugged")
    w.press("Run", wait=False)
    wait_until("the program to run", lambda: w.enabled("Pause"))
    w.press("Kill", wait=False)
    wait_until("its end", lambda: w.text("Status") == "The program has ended")
    need(w.enabled("Restart"), "Restart is disabled")
    w.press("Restart")
    need(w.text("Status").startswith("Before call 0"), f"after Restart: {w.text('Status')!r}")


def close_while_hung(open_window):
    """Closing the window ends a program that hangs in a draw."""
    w = open_window([GLSTEP, "--", os.path.join(BUILD, "test-scenes"), "hang"])
    w.wait()
    w.press("Run", wait=False)
    wait_until("the program to run", lambda: w.enabled("Pause"))
    pause_outside(w)
    w.press("Run", wait=False)
    wait_until("the program to run", lambda: w.enabled("Pause"))
    status = w.close()
    need(status == 0, f"glstep ended with status {status}")
    left = [process for process in left_behind(set()) if "test-scenes" in process]
    need(not left, f"left behind: {left}")


def ends(open_window):
    """The program ends by itself: the window says how."""
    w = open_window([GLSTEP, "--", EXAMPLE, "--frames", "2"])
    w.wait()
    w.press("Run")
    wait_until("its end", lambda: w.text("Status") == "The program has ended")
    wait_until("what it says", lambda: w.showing("Message") and "status 0" in w.text("Message"))
    need(not w.enabled("Run") and "restart" in w.why("Run"), f"Run: {w.why('Run')!r}")


def debugged(open_window):
    w = open_window([GLSTEP, "--first-draw", "--", EXAMPLE, "--time-step", "0.04", "--size", "320x240"])
    w.wait()
    w.press("Debug fragment shader")
    need(w.enabled("Step into"), f"the shader cannot be debugged: {w.text('Message')!r}")
    return w


def keys_and_breakpoints(open_window):
    w = debugged(open_window)
    w.front()
    line = w.text("Position")
    w.caret("Source Fragment", 116)
    before = w.n_done()
    w.key(F9)
    w.wait(before)
    red = sum(1 for _, _, (r, g, b) in w.shot().pixels(w.extents("Source Fragment")) if r > 160 and g < 70 and b < 70)
    need(red > 20, f"no breakpoint in the gutter ({red} red pixels)")
    before = w.n_done()
    w.key(F10)
    w.wait(before)
    need(w.text("Position") != line, "F10 did not step")
    w.press("Continue")
    need(w.text("Position") == "fragment:116", f"Continue came to {w.text('Position')}")
    need("shade" in w.text("Function"), f"the call path is {w.text('Function')!r}")
    before = w.n_done()
    w.caret("Source Fragment", 116)
    w.key(F9)
    w.wait(before)
    w.press("Reset")
    w.press("Continue")
    need("end" in w.text("Status"), f"the breakpoint is gone, but Continue came to {w.text('Position')}")


def inside(extents):
    """Without what surrounds the picture."""
    left, top, width, height = extents
    return left + width // 8, top + height // 8, width * 3 // 4, height * 3 // 4


def built_ins(open_window):
    """Those of the stage are there when their heading is opened, the large ones when they are."""
    w = debugged(open_window)
    w.expand("Variables", "Built-in")
    wait_until("gl_FragCoord", lambda: w.row("Variables", "gl_FragCoord"))
    need(w.row("Variables", "gl_FragCoord")[1].startswith("(0.5, 0.5,"), f"{w.row('Variables', 'gl_FragCoord')}")
    w.expand("Variables", "light")
    wait_until("its parts", lambda: w.row("Variables", "y"))
    need(w.row("Variables", "x")[1] == "3", f"light.x is {w.row('Variables', 'x')}")


def channels(open_window):
    """Scalars of different variables on red, green and blue."""
    w = debugged(open_window)
    for expression in ("hit.distance", "result.y", "screen"):
        w.type("New watch", expression)
    w.press("Continue")
    need(len(w.rows("Watches")) == 3, f"the watches are {w.rows('Watches')}")
    for colour, scalar in (("Red", "hit.distance"), ("Green", "screen.x"), ("Blue", "result.y")):
        w.choose(colour, scalar)
        w.wait()
    need(all(w.text(f"{c} from") for c in ("Red", "Green", "Blue")),
         f"a channel has no range: {[(c, w.chosen(c), w.text(f'{c} from')) for c in ('Red', 'Green', 'Blue')]}; "
         f"{w.text('Image statistics')!r}")
    ranges = {c: (float(w.text(f"{c} from")), float(w.text(f"{c} to"))) for c in ("Red", "Green", "Blue")}
    need(len(set(ranges.values())) == 3, f"the ranges are {ranges}")
    need(abs(ranges["Green"][1] - 1.33) < 0.02, f"screen.x reaches {ranges['Green'][1]}")
    w.point(5, 5)  # no tooltip lies over the image
    shot = w.shot()
    need(shot.colours(w.extents("Image")) > 500, "the image is nearly uniform")
    w.press("Range from the data", wait=False)
    for colour in ("Red", "Green", "Blue"):  # everything is beyond it
        w.type(f"{colour} to", "-50")
        w.type(f"{colour} from", "-51")
    wait_until("a white image", lambda: 0 < w.shot().colours(inside(w.extents("Image"))) < 60)
    w.press("Range from the data", wait=False)
    w.choose("Blue", "none")
    w.wait()
    left, top, width, height = w.extents("Image")
    colours = [w.shot().pixel(left + width * k // 8, top + height // 2) for k in range(2, 7)]
    need(any(c[2] == 0 for c in colours), f"there is still blue: {colours}")


def branches(open_window):
    """At a condition where pixels differ: follow the other side, the focus moves there."""
    w = debugged(open_window)
    for _ in range(4):  # if (hit.material > 1), after ray, march and shade
        if w.showing("Condition as an image"):
            break
        w.press("Step over")
    need(w.showing("Condition as an image"), f"no condition at {w.text('Position')}")
    true, false = (int(w.text(n).split()[1]) for n in ("Count true", "Count false"))
    need(true > 0 and false > 0, f"{true} true, {false} false")
    shot = w.shot()
    green = shot.count(w.extents("Image"), (0x3f, 0xae, 0x49))
    red = shot.count(w.extents("Image"), (0xd6, 0x45, 0x41))
    need(abs(green / (green + red) - true / (true + false)) < 0.03,
         f"{green} green and {red} red pixels for {true} and {false}")
    focus, line = w.text("Pixel in focus"), int(w.text("Position").split(":")[1])
    w.press("Follow true")
    need(w.text("Pixel in focus") != focus, "the focus did not move")
    need(int(w.text("Position").split(":")[1]) == line + 1, f"followed to {w.text('Position')}")
    need(w.text("Pixels here").startswith(f"{true} /"), f"{w.text('Pixels here')}, not {true}")


def loops(open_window):
    """Go to an iteration of the march."""
    w = debugged(open_window)
    w.press("Step over")
    while not w.showing("Iteration"):
        need(w.enabled("Step into"), "there is no loop")
        w.press("Step into")
        w.painted()
    w.type("Iteration", "5", wait=True)
    need("iteration 5" in w.text("Decision"), f"it is at {w.text('Decision')!r}")
    need(int(w.text("Count left").split()[1]) > 0, "nobody has left the loop after five iterations")


def pixel(open_window):
    """The pixel typed; one outside."""
    w = debugged(open_window)
    w.type("Pixel", "200, 150", wait=True)
    need(w.text("Pixel in focus").startswith("pixel 200, 150"), w.text("Pixel in focus"))
    w.type("Pixel", "4000, 150", wait=True)
    wait_until("the complaint", lambda: w.showing("Message") and "4000" in w.text("Message"))
    w.type("Pixel", "here")
    wait_until("the complaint", lambda: "x, y" in w.text("Message"))


def grabbed(open_window):
    """While another program has the pointer no drop-down can open; what is clicked afterwards is the window's as before."""
    w = open_window([GLSTEP, "--first-draw", "--", EXAMPLE])
    w.wait()
    w.expected_warnings = "gdk_window_get_window_type|no trigger event"  # of a menu that is not there: GTK's own, one for each
    w.front()
    holder = Gtk.Window(type=Gtk.WindowType.POPUP)
    holder.show()
    seat = Gdk.Display.get_default().get_default_seat()
    wait_until("the pointer", lambda: seat.grab(holder.get_window(), Gdk.SeatCapabilities.ALL_POINTING, True, None, None, None) == Gdk.GrabStatus.SUCCESS)
    w._act("Framebuffer when")
    w.painted()
    seat.ungrab()
    holder.destroy()
    Gdk.Display.get_default().sync()
    x, y, width, height = w.extents("Step")
    for _ in range(2):
        w.click(x + width // 2, y + height // 2)


TESTS = [no_program, fails_at_once, recents, like_recents, many_recents, recents_of_folders, hang, close_while_hung, ends, keys_and_breakpoints, built_ins, channels, branches, loops, pixel,
         grabbed]


def main():
    failures = 0
    for test in TESTS:
        name = test.__name__.replace("_", "-")
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        windows = []
        begin = time.monotonic()
        try:
            test(lambda argv, environment=None: windows.append(Window(argv, environment)) or windows[-1])
            print(f"PASS ui-{name} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception as failure:  # pylint: disable=broad-except
            failures += 1
            print(f"FAIL ui-{name}: {failure}", flush=True)
            if not isinstance(failure, Failed):
                traceback.print_exc()
            if os.environ.get("KEEP") and windows:
                windows[0].shot(f"/tmp/ui-{name}.png")
        finally:
            for window in windows:
                try:
                    status = window.close()
                    if status != 0:
                        print(f"FAIL ui-{name}-close: glstep ended with status {status}", flush=True)
                        failures += 1
                except Failed as failure:
                    print(f"FAIL ui-{name}-close: {failure}", flush=True)
                    failures += 1
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
