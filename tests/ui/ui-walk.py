#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The README's walkthrough in the real window, played through accessibility.

    ui-walk.py --output DIR [--glstep GLSTEP] [--check] [--] PROGRAM [ARG...]

Leaves numbered screenshots and transcript.txt in DIR. With --check the window is also compared with the console, and
the screenshots with what must be in them; this wants the bundled example with --nan and --time-step.
Needs an X server and a session bus: dbus-run-session -- python3 tests/ui/ui-walk.py ...
"""

import argparse
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Failed, Window, wait_until  # noqa: E402

MARK = (0xff, 0xd5, 0x4a)  # what stands before the next step
NAN = (0xff, 0x00, 0xff)
TRUE = (0x3f, 0xae, 0x49)


class Walk:
    def __init__(self, options):
        self.options = options
        self.n_shots = 0
        self.failures = 0
        os.makedirs(options.output, exist_ok=True)
        self.transcript = open(os.path.join(options.output, "transcript.txt"), "w", encoding="utf-8")
        glstep = [options.glstep] if options.check else [options.glstep, "--first-draw"]
        self.window = Window([*glstep, "--", options.program, *options.arguments], arranged=False)

    # ---- telling ----

    def say(self, text):
        print(text, flush=True)
        self.transcript.write(text + "\n")
        self.transcript.flush()

    def shot(self, name):
        self.n_shots += 1
        file = f"{self.n_shots:02}-{name}.png"
        shot = self.window.shot(os.path.join(self.options.output, file))
        w = self.window
        place = " ".join(t for t in (w.text("Frame and draw"), w.text("Position"), w.text("Pixel in focus"),
                                     w.text("Pixels here")) if t)
        self.say(f"    [{file}]  {w.text('Status')}  {place}")
        return shot

    def check(self, name, good, why):
        if not self.options.check:
            return
        self.say(f"PASS ui-{name}" if good else f"FAIL ui-{name}: {why}")
        self.failures += not good

    def message(self):
        if self.window.showing("Message"):
            self.say(f"    it says: {self.window.text('Message')}")

    def press(self, name):
        if not self.options.check and not self.window.enabled(name):  # another program than the example
            self.say(f"    ({name}: {self.window.why(name).splitlines()[-1]})")
            return
        self.say(f"> {name}")
        self.window.press(name)
        self.message()

    def value(self, table, name):
        row = self.window.row(table, name)
        return row[1] if row else None

    # ---- the walk ----

    def to_the_draw(self):
        w = self.window
        w.wait()
        self.say(f"{self.options.program} is started: {w.text('Status')}")
        first = self.shot("started")
        self.check("shows-itself", first.colours(w.extents("GL calls")) > 10, "the call list is empty")
        if self.options.check:
            self.check("disabled-says-why", "Not now" in (w.why("Step into") or ""), f"only {w.why('Step into')!r}")
            self.press("Next draw")
        shot = self.shot("drawn")
        self.check("framebuffer", shot.colours(w.extents("Framebuffer")) > 500, "the framebuffer view shows next to nothing")
        rows = w.rows("GL calls")
        pending = rows[-1]
        self.say(f"    pending: {pending[0]} {pending[1]}")
        self.check("pending-call", "glDrawArrays" in pending[1], f"the last of {len(rows)} rows is {pending}, the first {rows[0]}")

    def debug(self):
        w = self.window
        self.press("Debug fragment shader")
        if not w.enabled("Step into"):
            raise Failed(f"the shader cannot be debugged: {w.text('Message')}")
        shot = self.shot("debug")
        self.check("marked", shot.count(w.extents("Source Fragment"), MARK) > 50, "no marked expression in the source")
        self.check("line", w.text("Position").startswith("fragment:"), f"the position is {w.text('Position')!r}")
        for row in [r for r in w.rows("Variables") if r[1]][:6]:
            self.say(f"    {row[0]:12} {row[1]:40} {row[2]} {row[3]}")
        self.check("variables", len(w.rows("Variables")) > 3, "hardly a variable is listed")

    def step(self):
        w = self.window
        before = w.text("Position")
        self.press("Step over")
        self.press("Step into")
        self.press("Step into")
        shot = self.shot("step")
        self.check("stepped", w.text("Position") != before, f"still at {before}")
        self.check("marked-after-steps", shot.count(w.extents("Source Fragment"), MARK) > 50, "no marked expression")
        self.decision()

    def decision(self):
        w = self.window
        for _ in range(40):
            if w.showing("Condition as an image") or not w.enabled("Step into"):
                break
            self.press("Step into")
        self.check("condition", w.showing("Condition as an image"), "there is none within 40 steps")
        if not w.showing("Condition as an image"):
            self.say("    (no condition on the way)")
            return
        shot = self.shot("decision")
        counts = [w.text(name) for name in ("Count true", "Count false", "Count absent")]
        self.say(f"    {', '.join(counts)}")
        numbers = [int(re.sub(r"\D", "", c)) for c in counts]
        image = w.extents("Image")
        self.check("condition-counts", numbers[0] + numbers[1] > 0, f"nobody decides: {counts}")
        self.check("condition-image", numbers[0] == 0 or shot.count(image, TRUE) > 0, "true pixels are not green")

    def watch(self):
        w = self.window
        names = [r[0] for r in w.rows("Variables")]
        example = os.path.basename(self.options.program) == "glstep-example"
        self.name = "result" if example or "result" in names else \
            next((r[0] for r in w.rows("Variables") if re.fullmatch(r"vec[34]", r[2])), names[0])
        self.say(f"> type {self.name} into the watch field")
        w.type("New watch", self.name, wait=False)
        self.press("Continue")
        w.select("Watches", self.name)
        self.say("> Image")
        w.press("Show watch as image", wait=False)
        w.wait()
        shot = self.shot("watch")
        self.say(f"    {self.name} = {self.value('Watches', self.name)}")
        statistics = w.text("Image statistics").replace("\n", ", ")
        self.say(f"    {statistics}")
        self.check("image", shot.colours(w.extents("Image")) > 500, "the image is nearly uniform")
        return shot

    def pick(self, shot):
        w = self.window
        spots = [(x, y) for x, y, colour in shot.pixels(w.extents("Image")) if colour == NAN]
        self.check("nan-shown", len(spots) > 50, f"{len(spots)} magenta pixels")
        if spots:
            x, y = spots[len(spots) // 2]
        else:
            left, top, width, height = w.extents("Image")
            x, y = left + width // 2, top + height // 2
        before = w.text("Pixel in focus")
        self.say("> click into the image" + (", at a NaN" if spots else ""))
        w.click(x, y)
        self.message()
        self.shot("pick")
        value = self.value("Watches", self.name)
        self.say(f"    {w.text('Pixel in focus')}: {self.name} = {value}")
        self.check("picked", w.text("Pixel in focus") != before, f"still {before}")
        self.check("picked-nan", value is not None and "nan" in value, f"{self.name} is {value}")

    def compare(self):
        """The same in the console: the window must show what print says."""
        from glstep_console import Console
        w = self.window
        x, y = re.findall(r"\d+", w.text("Pixel in focus"))
        with Console([self.options.program, *self.options.arguments]) as console:
            for command in ("next draw", "shader fragment", f"focus {x} {y}", "shader continue"):
                where = console.run(command)
            self.check("same-line", w.text("Position") == f"fragment:{where['line']}",
                       f"the window says {w.text('Position')}, the console line {where['line']}")
            self.check("same-counts", w.text("Pixels here") == f"{where['active']} / {where['total']} pixels here",
                       f"{w.text('Pixels here')} against {where['active']} of {where['total']}")
            for name in (self.name, "color", "screen"):
                printed = console.run(f"print {name}")["value"]
                table = "Watches" if name == self.name else "Variables"
                shown = [t.strip() for t in (self.value(table, name) or "").strip("()").split(",")]
                # In a narrow column four digits of it.
                same = len(shown) == len(printed) and all(equal(s, p) or s == f"{p:.4g}" for s, p in zip(shown, printed, strict=True))
                self.check(f"same-value-{name}", same, f"the window shows {shown}, the console prints {printed}")

    def find_it(self):
        w = self.window
        self.press("Reset")
        self.press("To NaN")
        self.shot("to-nan")
        wrong = [r for r in w.rows("Variables") if "nan" in r[1]]
        for row in wrong:
            self.say(f"    {row[0]} = {row[1]}")
        self.check("nan-found", wrong, f"no variable is NaN at {w.text('Position')}")

    def end(self):
        w = self.window
        self.press("Leave")
        self.check("left", w.enabled("Debug fragment shader"), "the draw is not pending again")
        self.say("> Run")
        w.press("Run", wait=False)
        wait_until("the program to run or end", lambda: w.enabled("Pause") or not w.enabled("Kill"))
        self.shot("running")
        self.check("runs", w.enabled("Pause"), w.text("Status"))
        if w.enabled("Pause"):
            self.press("Pause")
            self.check("paused", w.enabled("Run"), "Run is disabled")
        self.message()
        if w.enabled("Kill"):
            self.press("Kill")
        self.shot("killed")
        self.check("restart-offered", w.enabled("Restart"), "Restart is disabled")
        status = w.close()
        self.check("closed", status == 0, f"glstep ended with status {status}")


def equal(shown, printed):
    if isinstance(printed, bool):
        return shown == str(printed).lower()
    if isinstance(printed, str):
        return shown == printed
    return abs(float(shown) - printed) <= 1e-6 * max(1.0, abs(printed))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", required=True)
    parser.add_argument("--glstep", default=os.environ.get("GLSTEP", "glstep"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("program")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args([a for i, a in enumerate(sys.argv[1:]) if a != "--" or "--" in sys.argv[1:i + 1]])
    os.environ["GLSTEP"] = options.glstep
    walk = Walk(options)
    try:
        walk.to_the_draw()
        walk.debug()
        walk.step()
        shot = walk.watch()
        walk.pick(shot)
        if options.check:
            walk.compare()
        walk.find_it()
        walk.end()
    except Failed as failure:
        walk.say(f"FAIL ui-walk: {failure}")
        try:
            walk.shot("failed")
        except Failed:
            pass
        walk.failures += 1
    finally:
        if walk.window.process.poll() is None:
            walk.window.process.kill()
    return walk.failures != 0


if __name__ == "__main__":
    sys.exit(main())
