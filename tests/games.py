#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
games.py [NAME...] - games of Debian (tests/games.list), as their players have them. NAME: a game, or one of its checks.

 free-NAME     it ends as without glstep
 replay-NAME   its frames, recorded: glstep-replay finds nothing otherwise, and draws the last one as the game had; apitrace's player draws them alike
 keep-NAME     a frame of the live game is kept; the fragment shader of its draw has the same values in it, twice, and writes what the draw writes
 pixels-NAME   the history of some pixels of a frame beside the framebuffer read around every draw
 extract-NAME  three frames, extracted, draw the same

A game that is not installed is named at the end; if none is, that is a failure. `make check-games` runs this.
"""

import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import Console, Results  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_tools import differing, faults, play, played_pictures, run  # noqa: E402

LIST = os.path.join(os.environ["top_srcdir"], "tests", "games.list")
SETTINGS = {
    "neverball": {".neverball/neverballrc": "fullscreen 0\nwidth 400\nheight 300\nsound_volume 0\nmusic_volume 0\n"},
    "minetest": {
        "minetest.conf": "screen_w = 400\nscreen_h = 300\nenable_sound = false\nenable_shaders = true\nserverlist_url =\nmg_name = v7\n"
                         "fixed_map_seed = 42\nviewing_range = 40\ntime_speed = 0\n",
        "world/world.mt": "gameid = minetest_game\nbackend = dummy\nplayer_backend = dummy\nauth_backend = sqlite3\nmg_name = v7\n"},
}
FREE_SECONDS = 6
MOST_DRAWS = 300  # of a frame, until one has a fragment shader
LONG = patience(60)


def games():
    with open(LIST, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                name, frames, command = (part.strip() for part in line.split("|"))
                yield name, int(frames), command


def prepare(name, command, home):
    """The command line; its HOME is there then."""
    for path, text in SETTINGS.get(name, {}).items():
        os.makedirs(os.path.dirname(os.path.join(home, path)), exist_ok=True)
        with open(os.path.join(home, path), "w", encoding="ascii") as file:
            file.write(text)
    os.environ["HOME"] = home
    return [word.replace("{home}", home) for word in command.split()]


def free(argv):
    """The same seconds without and with glstep; timeout ends both in the same way."""
    limited = ["timeout", "--preserve-status", str(FREE_SECONDS), *argv]
    alone = subprocess.run(limited, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=LONG, check=False)
    with Console(limited, ["--timeout", str(LONG)], seconds=2 * LONG) as console:
        end = console.run("continue")
        if end["stop"] == "signal":  # it does not catch SIGTERM, which ends it
            end = console.run("continue")
    status = end["status"] if end["stop"] == "exited" else 128 + getattr(signal, end["signal"].split()[0])
    assert status == alone.returncode, (end, alone.returncode)


def record(argv, frames, path, picture):
    """The last frame's picture as the game has drawn it."""
    with Console(argv, ["--timeout", str(2 * LONG)], seconds=2 * LONG) as console:
        console.run(f"trace start {path}")
        assert console.run(f"next frame {frames}")["stop"] == "call"
        console.run(f"framebuffer {picture}")
        console.run("step")
        said = console.run("trace stop")
        console.kill()
    return said


def replay(name, path, picture, said, folder):
    last = said["frames"] - 1
    play(path, "--frames", str(last), "--images", folder)
    found = [n for n in os.listdir(folder) if n.startswith("frame-")]
    assert len(found) == 1, found
    there = differing(read_png(os.path.join(folder, found[0])), read_png(picture))
    assert not there, f"frame {last}: {there} differ from what the game has drawn"
    assert "0 differences" in play(path)[1] and not faults(path) - {b"it never returns"}, faults(path)
    print(f"# {name}: {said['calls']} calls, {said['frames']} frames, {said['bytes']} bytes", flush=True)
    if shutil.which("apitrace"):
        theirs, seen = played_pictures(path)[last], read_png(picture)
        if theirs[:2] != seen[:2]:  # its windows are as large as any viewport reaches
            print(f"# {name}: apitrace's player has a window of {theirs[0]} x {theirs[1]}, not {seen[0]} x {seen[1]}", flush=True)
        else:
            assert not differing(theirs, seen), f"frame {last}: {differing(theirs, seen)} differ in apitrace's player"


def to_shader(console):
    """At the frame's first draw with a fragment shader that covers something; None: there is none."""
    for _ in range(MOST_DRAWS):
        before = console.run("call") if console.command("call")["ok"] else None
        if console.run("next draw")["stop"] != "call" or before is None:
            return False
        if console.command("shader fragment")["ok"]:
            return True
    return False


def debugged(console):
    """The values of all outputs that are written, at the end, of all pixels and of the one in focus."""
    where = console.run("shader continue")
    written = [v["name"] for v in console.run("scope")["variables"] if v["qualifier"] == "out" and v["written"] and "Depth" not in v["name"]]
    assert where["finished"] and written, (where, written)
    values = {name: (console.run(f"print {name}"), console.run(f"values {name}")) for name in written}
    check = console.run("check")
    assert check["same_output"], check
    console.run("shader leave")
    return where["focus"], where["total"], values, check["debugged"]


def draws(path, frame=None):
    """Of a frame, or all: what the kept frame needs may be drawn before it."""
    frames = [json.loads(line) for line in run("statistics", "--per", "frame", "--json", path)[0].splitlines()]
    return sum(each["draws"] for each in frames if frame in (None, each["frame"]))


def keep(name, argv, frames, folder):
    kept, live, again = (os.path.join(folder, n) for n in ("kept.trace", "live.png", "again.png"))
    with Console(argv, ["--timeout", str(2 * LONG)], seconds=2 * LONG) as console:
        console.run(f"trace start {os.path.join(folder, 'whole.trace')}")
        console.run(f"next frame {frames}")
        shaders = to_shader(console)
        values = debugged(console) if shaders else None
        console.run(f"framebuffer {live}")
        draw = console.run("call")
        said = console.run(f"trace save {kept} frame")
        console.kill()
    print(f"# {name}: kept in {said['calls']} calls; {'a fragment shader of ' + str(values[1]) + ' pixels' if shaders else 'fixed function'}", flush=True)
    if not shaders:
        play(kept)
        return
    before = draws(kept) - draws(os.path.join(folder, "whole.trace"), said["kept_frame"])
    with Console([kept], ["--timeout", str(2 * LONG)], seconds=2 * LONG) as console:
        if before:
            console.run(f"next draw {before}")
        assert to_shader(console)
        for turn in range(2):
            if turn:
                console.run("again")
                console.run("shader fragment")
            found = debugged(console)
            assert found == values, (turn, values, found)
            console.run(f"framebuffer {again}")
            assert not differing(read_png(again), read_png(live)), (turn, draw)
            assert console.run("call")["name"] == draw["name"], draw
        console.kill()


def pixels(name, path, frame, folder):
    sys.path.append(os.path.join(os.environ["top_srcdir"], "tests", "real"))  # behind tests/, where names are the same
    history = importlib.import_module("pixel-programs")
    with Console([path], ["--timeout", str(2 * LONG)], seconds=2 * LONG) as console:
        first, last = history.stand(console, frame, folder)
        places = history.places(console, folder)
        told = {place: console.run("history pixel {} {}".format(*place)) for place in places}
        seen = history.brute(console, first, last, places, folder)
        console.kill()
    counts = [history.compare(told[place], seen[place]) for place in places]
    assert any(counts), f"nothing changes at {places}"
    print(f"# {name}: {sum(counts)} changes, {sum(len(h['events']) for h in told.values())} events, in {last - first} calls", flush=True)


def sums(path):
    return [line.split()[2] for line in play(path, "--md5")[0].splitlines()]


def extract(name, path, folder):
    whole, part = sums(path), os.path.join(folder, "part.trace")
    sizes = []
    for frame in sorted({1, len(whole) // 2, len(whole) - 1}):
        told = run("extract", "--frame", str(frame), "--check", path, part, idle=60)[1]
        assert sums(part) == whole[frame:frame + 1], (frame, told)
        sizes.append(told.splitlines()[0].split(": ")[-1])
    print(f"# {name}: extracted: {'; '.join(sizes)}", flush=True)


def game(results, name, frames, command):
    with tempfile.TemporaryDirectory() as folder:
        home, images, path, picture = (os.path.join(folder, n) for n in ("home", "images", "a.trace", "live.png"))
        os.mkdir(home)
        os.mkdir(images)
        argv, said = prepare(name, command, home), {}
        checks = {"free": lambda: free(argv), "replay": lambda: replay(name, path, picture, said, images),
                  "pixels": lambda: pixels(name, path, said["frames"] - 1, folder), "extract": lambda: extract(name, path, folder),
                  "keep": lambda: keep(name, argv, frames, folder)}
        wanted = [what for what in checks if len(sys.argv) == 1 or name in sys.argv or f"{what}-{name}" in sys.argv]
        if set(wanted) - {"free", "keep"}:
            results.check(f"record-{name}", lambda: said.update(record(argv, frames, path, picture)))
        for what in wanted:
            results.check(f"{what}-{name}", checks[what])


def set_up():
    """For all games, and all that run them."""
    os.environ.update(SDL_AUDIODRIVER="dummy", ALSOFT_DRIVERS="null", PATH=os.environ["PATH"] + ":/usr/games")


def main():
    set_up()
    home, results, lacking, tried = os.environ.get("HOME", ""), Results(), [], 0
    for name, frames, command in games():
        if sys.argv[1:] and not [word for word in sys.argv[1:] if word.endswith(name)]:
            continue
        if not shutil.which(command.split()[0]):
            lacking.append(name)
            continue
        tried += 1
        game(results, name, frames, command)
        os.environ["HOME"] = home
    print(f"# {tried} games; not installed: {', '.join(lacking) or 'none'} (build-aux/packages-debian-games.txt)", flush=True)
    if not tried:
        results.fail("games", "none is installed")
    return results.failed > 0


if __name__ == "__main__":
    sys.exit(main())
