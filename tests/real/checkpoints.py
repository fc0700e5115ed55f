#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
checkpoints.py - going to any frame of a trace where each needs all before it, once a player has kept what objects hold at checkpoints.
One session keeps them for the first five.

 back      going back three times at once, and on, plays few calls, and shows what playing from the beginning shows: the framebuffer,
           the texture, the shader's values, a variable
 truth     at the last frame the window's pixels are the program's
 es        both in OpenGL ES, where a texture is read as part of a framebuffer
 renderbuffers  both where a colour and a depth renderbuffer are what each frame needs of those before, and display lists, nested, made anew and
           deleted, set what draws depend on
 within    another call of a frame that was reached so is reached by a player that waits there
 same      the player that keeps checkpoints draws what one does that keeps none
 bounded   no more bytes are written than were allowed
 window    both where what is in the window is what each frame needs of those before, its depths included
 es-window  likewise in OpenGL ES, without depths
 refused   where contents are needed that nobody can give (of several samples a pixel; of a window whose front buffer was chosen), all is
           played, and the log says so
 damaged   so it is where a checkpoint's file was damaged, and with no checkpoint any more
 gone      the files end with glstep, and those of one that was killed with the next that keeps some

Environment: GLSTEP_TESTS=all: all kinds, of which else half are taken, the others the next day, and as many frames gone back to in
their traces as in the first one.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import EVERYTHING, GLSTEP, Console, Results, of_the_day, program  # noqa: E402
from lying_trace import BYTE, RGBA, TEXTURE_2D, Lies  # noqa: E402
from patience import patience, wait_until  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_bytes import blob  # noqa: E402

SIZE, FRAMES, LATE = 48, 300, 290
STEP, SET_UP = 16384, 2000  # calls: from one checkpoint to the next (effects/extract/checkpoints.c); more than the program makes before its first frame


def record(kind):
    trace, pixels = os.path.join(FOLDER, f"{kind}.trace"), os.path.join(FOLDER, f"{kind}.rgba")
    subprocess.run([GLSTEP, "record", "-o", trace, "--", program("test-feedback"), str(FRAMES), pixels, *kind.split("-")],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=patience(60), check=True)
    with Console([trace]) as console:
        starts = [0]
        while len(starts) <= FRAMES:
            starts += [call["index"] + 1 for call in console.run(f"calls find *SwapBuffers from {starts[-1]}")["calls"]]
        draws = {n: [call["index"] for call in console.run(f"calls find glDrawArrays from {starts[n]}")["calls"]] for n in WANTED}
    with open(pixels, "rb") as file:
        return trace, starts, draws, file.read()


NEVER = ["samples", "front"]  # what they need nobody can give
DEPTHS, TEXTURES = ("renderbuffers-lists", "window"), ("clear", "es-clear")
WANTED = (60, 150, 151, 200, 250, LATE, FRAMES - 1)


def player_of(console):
    """The one that keeps checkpoints; None: there is none that lives."""
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="latin-1") as file:
                rest = file.read().rsplit(")", 1)[1].split()
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except (OSError, IndexError):  # it has gone meanwhile
            continue
        if int(rest[1]) == console.process.pid and rest[0] != "Z" and b"--checkpoints" in words:
            return int(entry)
    return None


def goto(console, number):
    stop = console.run(f"goto {number}")
    assert stop["call"]["index"] == number, stop


def needed(console):
    """How many calls the last `goto` that started a player anew has needed before its own."""
    return int(re.findall(r"needs (\d+) calls before it", console.stderr())[-1])


def look(console, kind):
    """Of the framebuffer and what is behind it: pictures and numbers."""
    picture, texture, numbers, values = (os.path.join(FOLDER, name) for name in ("window.png", "texture.png", "numbers.csv", "values.csv"))
    console.run(f"framebuffer {picture}")
    if kind in DEPTHS:
        console.run(f"attachment depth {numbers}")
    elif kind in TEXTURES:
        console.run(f"texture 1 {texture}")
    console.run("shader fragment")
    console.run("shader continue")
    variable = console.run("print colour")
    console.run(f"values colour {values}")
    console.run("shader leave")
    behind = contents(numbers) if kind in DEPTHS else read_png(texture) if kind in TEXTURES else None
    return [read_png(picture), behind, variable, contents(values)]


def contents(name):
    with open(name, encoding="ascii") as file:
        return file.read()


SEEN = {}


def fresh(kind, number):
    """What is seen there after all calls that matter were played from the beginning."""
    if (kind, number) not in SEEN:
        with Console([TRACES[kind][0]]) as console:
            goto(console, number)
            assert "from the checkpoint" not in console.stderr()
            SEEN[kind, number] = look(console, kind)
    return SEEN[kind, number]


def folders():
    return glob.glob(os.path.join(FOLDER, "cache", "glstep", "checkpoints-*"))


def checkpoints(kind="clear"):
    found = sorted((int(name.rsplit(".", 1)[1]), name) for name in glob.glob(os.path.join(folders()[0], "contents.*")))
    assert [number for number, _ in found] == sorted(set(TRACES[kind][1]) & {number for number, _ in found}), "not where frames begin"
    return found


def kept(console, kind="clear"):
    """After `goto` to a late frame all checkpoints are kept."""
    goto(console, TRACES[kind][2][LATE][0])
    assert "goes to keep checkpoints" in console.stderr(), console.stderr()[-500:]
    wait_until("the end of the player that keeps checkpoints", lambda: player_of(console) is None, idle=60)
    return checkpoints(kind)


def back(console, kind="clear"):
    draws = TRACES[kind][2]
    assert len(checkpoints(kind)) > 4
    seen = {}
    whole = EVERYTHING or kind == "clear"
    for n in (250, 200, 150, 60) if whole else (150, 60):
        goto(console, draws[n][3])
        assert needed(console) < STEP + SET_UP, f"{needed(console)} calls are played to come to frame {n}"
        seen[n] = look(console, kind)
    if whole:
        goto(console, draws[FRAMES - 1][3])
        assert needed(console) < STEP + SET_UP, needed(console)
        seen[FRAMES - 1] = look(console, kind)
    for n, saw in seen.items():
        assert saw == fresh(kind, draws[n][3]), f"frame {n} is another one"
    assert len({str(saw) for saw in seen.values()}) == len(seen), "frames in which nothing happens"


def truth(console, kind="clear"):
    _, starts, draws, pixels = TRACES[kind]
    goto(console, draws[60][0])
    read = console.run(f"calls find glReadPixels from {starts[FRAMES - 1]}")["calls"][0]["index"]
    goto(console, read)
    assert needed(console) < STEP + SET_UP, needed(console)
    picture = os.path.join(FOLDER, "truth.png")
    console.run(f"framebuffer {picture}")
    rows = [pixels[y * SIZE * 4:(y + 1) * SIZE * 4] for y in reversed(range(SIZE))]
    assert read_png(picture) == (SIZE, SIZE, rows), "the window holds something else than the program's"


def both(kind):
    with Console([TRACES[kind][0]]) as console:
        kept(console, kind)
        back(console, kind)
        truth(console, kind)


def es():
    both("es-clear")


def renderbuffers():
    both("renderbuffers-lists")


def within(console):
    _, _, draws, _ = TRACES["clear"]
    goto(console, draws[151][5])
    before = console.stderr().count("calls before it")
    wait_until("a player to go and wait", lambda: "is before frame 151" in console.stderr())
    goto(console, draws[151][2])
    assert "is taken for call" in console.stderr() and console.stderr().count("calls before it") == before, console.stderr()[-500:]
    assert look(console, "clear") == fresh("clear", draws[151][2])


def same(_):
    trace, question = TRACES["clear"][0], os.path.join(FOLDER, "question")
    with open(os.path.join(folders()[0], "contents"), "rb") as file, open(question, "wb") as copy:
        copy.write(file.read())
    said = [subprocess.run([program("glstep-replay"), "--md5", *words, trace], capture_output=True, text=True, timeout=patience(60),
                           check=True).stdout.splitlines() for words in ([], ["--checkpoints", question])]
    assert len(said[1]) > FRAMES * 3 / 4 and said[0][:len(said[1])] == said[1], "frames are drawn otherwise"


def window():
    both("window")


def es_window():
    both("es-window")


def refused():
    for kind in of_the_day(NEVER):
        trace, _, draws, _ = TRACES[kind]
        number = draws[250][3]
        with Console([trace]) as console:
            assert kept(console, kind)
            goto(console, number)
            assert "it is of no use, since not all can be given there" in console.stderr(), (kind, console.stderr()[-500:])
            assert needed(console) > number / 2 and look(console, kind) == fresh(kind, number), kind


def cut(name):
    """The session finds out, and uses none there."""
    os.truncate(name, os.path.getsize(name) // 2)


def wrong(name):
    """The player finds out: the driver refuses a call."""
    calls = Lies()
    calls.make("glBindTexture", TEXTURE_2D, 1)
    calls.make("glTexImage2D", TEXTURE_2D, 0, RGBA, 1, 1, 0, BYTE, RGBA, blob(bytes(4)))
    calls.make("glBindTexture", TEXTURE_2D, 1)
    calls.save(name)


def damaged():
    trace, _, draws, _ = TRACES["clear"]
    number = draws[200][3]
    for damage, says in (cut, None), (wrong, "no checkpoint is used any more"):
        with Console([trace]) as console:
            before = [name for at, name in kept(console) if at <= number]
            damage(before[-1])
            goto(console, number)
            assert says is None or says in console.stderr(), console.stderr()[-500:]
            assert needed(console) > number / 2 and look(console, "clear") == fresh("clear", number), damage.__name__


def bounded(_):
    trace, question = TRACES["clear"][0], os.path.join(FOLDER, "few")
    found = checkpoints()
    with open(os.path.join(folders()[0], "contents"), encoding="ascii") as file:
        text = file.read()
    sizes = [os.path.getsize(name) for _, name in found]
    limit = sum(sizes) // 3
    with open(question, "w", encoding="ascii") as file:
        file.write(re.sub(r"\Abytes \d+", f"bytes {limit}", text))
    subprocess.run([program("glstep-replay"), "--checkpoints", question, trace], timeout=patience(60), check=True)
    written = [os.path.getsize(name) for name in glob.glob(f"{question}.*")]
    assert 1 < len(written) < len(sizes) and sum(written) < limit + max(sizes), (written, limit)


def gone():
    assert not folders(), folders()  # of the sessions before
    with Console([TRACES["clear"][0]]) as console:
        goto(console, TRACES["clear"][2][LATE][0])
        left = folders()
        console.kill()
    assert folders() == left and len(left) == 1, folders()
    with Console([TRACES["clear"][0]]) as console:
        kept(console)
        assert len(folders()) == 1 and folders() != left, folders()
    assert not folders(), folders()


os.environ["GLSTEP_DEBUG"] = "session"
with tempfile.TemporaryDirectory() as FOLDER:
    os.environ["XDG_CACHE_HOME"] = os.path.join(FOLDER, "cache")
    KINDS = of_the_day({"es-clear": es, "renderbuffers-lists": renderbuffers, "es-window": es_window, "window": window})
    TRACES = {kind: record(kind) for kind in ("clear", *KINDS, *of_the_day(NEVER))}
    results = Results()
    with Console([TRACES["clear"][0]]) as session:
        kept(session)
        for each in back, truth, within, same, bounded:
            results.check(each.__name__, each, session)
    for each in *KINDS.values(), refused, damaged, gone:
        results.check(each.__name__, each)
sys.exit(results.failed > 0)
