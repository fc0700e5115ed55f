#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
open.py - `glstep FILE.trace`: a trace in place of a program.

 list      of traces that apitrace and `glstep record` made: each call has the number, the name and the arguments that apitrace's dump
           shows, fake calls are marked, and nothing is started for it
 words     find, filter, statistics, save and `call N` say the same as that dump
 inside    `goto N` stands before the trace's call N, and what is printed in its shaders is what is printed in the running program
 way       step, next, goto back and forth keep the trace's numbers; the player's own calls are not seen
 made      what recorders write seldom, in every container
 stack     the call stack that was recorded with a call is that of the running program
 spare     who has gone back finds a second player started, and nothing of it is left behind
 empty_text  a text without a character is shown
 live      what needs a program that runs is refused in one sentence, and does nothing
 alike     calls that come again are found and saved as they are, also where their objects are called otherwise by then
 many-functions  more than there are numbers for
 files     cut, damaged, foreign and missing files: one sentence, and what is whole is shown
 player    without glstep-replay: one sentence that says what to do; without an X server its own sentence

Environment: GLSTEP_TESTS=all: each scene recorded by both, three draws of each walked through, and farther.
"""

import csv
import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Console, Results, of_the_day, program  # noqa: E402
from patience import patience, wait_until  # noqa: E402
from trace_bytes import NULL, Trace, array, double, number, sint, text, unsigned  # noqa: E402
from trace_tools import EVERYTHING, apitrace_dump, need_apitrace, record_by_apitrace, run  # noqa: E402

SOME, MOST = 300, 1500  # calls that are compared, the first and the last ones
RANDOM = random.Random(11)
HOSTILE = 30 if EVERYTHING else 10  # damaged traces
DRAWS, STEPS = (3, 6) if EVERYTHING else (1, 3)  # in whose shaders values are compared
LISTED = {"glstep": ["plain", "passes", "instanced", "immediate", "threads"], "apitrace": ["legacy", "indirect", "list", "threads", "spirv"]}
INSIDE = {"glstep": ["passes", "indirect"], "apitrace": ["plain", "instanced"]}
WAYS = {"glstep": ["plain", "list"], "apitrace": ["immediate"]}
if EVERYTHING:
    for chosen in LISTED, INSIDE, WAYS:
        chosen.update(dict.fromkeys(chosen, sorted(set().union(*chosen.values()))))
HEADERS = ["/usr/include/" + name for name in ("GL/gl.h", "GL/glext.h", "GL/glx.h", "GL/glxext.h", "GL/glcorearb.h", "EGL/egl.h",
                                                "EGL/eglext.h")]


def constants():
    values = {"True": 1, "False": 0, "true": 1, "false": 0, "NULL": 0}
    for path in HEADERS:
        with open(path, encoding="latin-1") as header:
            for name, value in re.findall(r"#define\s+((?:GLX?|EGL)_\w+)\s+(0x[0-9A-Fa-f]+|\d+)u?(?:ll)?\b", header.read()):
                values[name] = int(value, 0)
    return values


VALUES = constants()


def record_by_us(path, command):
    subprocess.run([GLSTEP, "record", "-o", path, "--", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   stdin=subprocess.DEVNULL, timeout=patience(60), check=False)
    assert os.path.exists(path), command


RECORDERS = {"apitrace": record_by_apitrace, "glstep": record_by_us}


def scene(name, frames=2):
    return [program("test-scenes"), name, "--frames", str(frames)]


# ---- what apitrace says ----

def split(text):
    """At the commas that stand in nothing."""
    parts, depth, start, quoted = [], 0, 0, False
    at = 0
    while at < len(text):
        c = text[at]
        if quoted:
            at += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        elif c in "{(":
            depth += 1
        elif c in "})":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
        at += 1
    return parts + [text[start:].strip()] if text.strip() else []


CALL = re.compile(r"(\d+) (\w+)\((.*)\)( = .*?)?( // (?:fake|incomplete))?$", re.DOTALL)


def their_calls(path):
    """Number -> (name, [(argument, value)], result or None, is it fake)"""
    calls, text = {}, apitrace_dump(path, "--verbose").decode("latin-1")
    for chunk in re.split(r"\n(?=\d+ \w+\()", "\n" + text):
        found = CALL.match(chunk.strip("\n"))
        if not found:
            continue
        number, name, arguments, result, mark = found.groups()
        pairs = [tuple(part.split(" = ", 1)) for part in split(arguments)]
        calls[int(number)] = (name, pairs, result[3:].strip() if result else None, mark == " // fake")
    return calls


def number_of(token):
    """Of a number, a constant, or several of them; None: it is none."""
    if re.fullmatch(r"-?0x[0-9a-f]+|-?\d+", token):
        return int(token, 0)
    if re.fullmatch(r"-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|-?inf|-?nan", token):
        return float(token)
    words = token.split(" | ")
    if all(word in VALUES or re.fullmatch(r"0x[0-9a-f]+|\d+", word) for word in words):
        total = 0
        for word in words:
            total |= VALUES.get(word, 0) if word in VALUES else int(word, 0)
        return total
    return None


def near(ours, theirs):
    if isinstance(ours, bool):
        ours = int(ours)
    if isinstance(ours, str):
        ours = float(ours) if ours in ("nan", "inf", "-inf") else int(ours, 0)
    if isinstance(ours, float) or isinstance(theirs, float):
        return ours == theirs or abs(ours - theirs) <= 2e-6 * max(abs(ours), abs(theirs)) or (ours != ours and theirs != theirs)
    return ours == theirs


def unquoted(token):
    return re.sub(r'\\(\d{3}|.)', lambda m: {"n": "\n", "t": "\t", "r": "\r"}.get(m[1], m[1]), token[1:-1])


def without_space(text):
    """The dump leaves carriage returns out."""
    return text.replace("\r", "")


def compare_items(what, ours, tokens):
    assert len(ours) == min(len(tokens), 1024), f"{what}: {len(ours)} items, not {len(tokens)}"
    for mine, token in zip(ours, tokens):
        if token.startswith('"'):
            assert without_space(mine) == unquoted(token), f"{what}: {mine!r}, not {token}"
        elif token != "NULL" or mine is not None:
            number = number_of(token)
            assert number is not None, f"{what}: {token} is not understood"
            if not isinstance(mine, str) or mine in ("nan", "inf", "-inf"):
                assert near(mine, number), f"{what}: {mine}, not {token}"


def compare_value(what, ours, token):
    """ours: as the console's JSON has an argument."""
    if token.startswith('"'):
        assert without_space(ours["contents"]) == unquoted(token), f"{what}: {ours['contents']!r}, not {token}"
    elif token.startswith("{"):
        compare_items(what, ours["contents"], split(token[1:-1]))
    elif token.startswith("blob(") and "contents" in ours:
        size, contents = int(token[5:-1]), ours["contents"]
        n = contents["size"] if isinstance(contents, dict) else ours.get("count", len(contents))
        assert n and size % n == 0 and size // n in (1, 2, 4, 8), f"{what}: {n} in all, not {token}"
    elif token.startswith("&") and "contents" in ours:
        compare_items(what, ours["contents"], [token[1:]])
    elif token.startswith(("&", "blob(")) or token == "?":
        assert ours["text"] == token, f"{what}: {ours['text']}, not {token}"
    else:
        number = number_of(token)
        assert number is not None, f"{what}: {token} is not understood"
        value = ours["value"] if ours["value"] is not None else ours["text"]
        assert near(value, number), f"{what}: {value}, not {token}"


def compare_call(ours, theirs):
    name, arguments, result, fake = theirs
    what = f"call {ours['index']}"
    assert ours["name"] == name and ours.get("fake", False) == fake, (ours, theirs)
    names = [a["name"].lower() for a in ours["arguments"]], [a.lower() for a, _ in arguments]
    if name.startswith(("glX", "glGet")):  # ours are the registry's, as for a running program; apitrace has some others here
        assert len(names[0]) == len(names[1]), (ours, theirs)
    else:
        assert names[0] == names[1], names
    for mine, (argument, token) in zip(ours["arguments"], arguments):
        compare_value(f"{what}, {name}, {argument}", mine, token)
    assert ("return" in ours) == (result is not None), (ours, theirs)
    if result is not None:
        compare_value(f"{what}, {name}, result", ours["return"], result)


def recorded(check, recorder, command):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        RECORDERS[recorder](path, command)
        check(path, their_calls(path))


def gears(recorder):
    """It ends by a signal only: for longer each time, until it has drawn."""
    with tempfile.TemporaryDirectory() as folder:
        path, seconds, calls = os.path.join(folder, "a.trace"), 1, {}
        while not any(name == "glXSwapBuffers" for name, *_ in calls.values()):
            assert seconds < patience(60), "glxgears draws nothing"
            RECORDERS[recorder](path, ["timeout", "-s", "INT", str(seconds), "glxgears"])
            calls = their_calls(path)
            seconds *= 2
        compare_list(path, calls)


def compare_list(path, theirs):
    with Console([path]) as console:
        total = sum(console.run("statistics")["functions"].values())
        assert total == len(theirs) or total == max(theirs) + 1, (total, len(theirs))
        first, last = console.run(f"calls from 0 {SOME}")["calls"], console.run(f"calls {MOST}")["calls"]
        assert [call["index"] for call in first] == sorted(theirs)[:SOME]
        assert [call["index"] for call in last] == sorted(theirs)[-MOST:]
        for call in first + last:
            compare_call(call, theirs[call["index"]])
        assert console.command("kill")["error"]["code"] == "no-program", "something was started"


def compare_words(path, theirs):
    counts = {}
    for name, *_ in theirs.values():
        counts[name] = counts.get(name, 0) + 1
    with Console([path]) as console:
        assert console.run("statistics")["functions"] == counts
        for name in counts:
            found = [call["index"] for call in console.run(f"calls find {name}")["calls"]]
            assert found == [n for n in sorted(theirs) if theirs[n][0] == name][:20], name
        linked = [n for n in sorted(theirs) if any(value.startswith('"') for _, value in theirs[n][1])]
        assert linked, "no call has a text"
        for n in linked[:3]:
            call = console.run(f"call {n}")
            compare_call(call, theirs[n])
        console.run("calls filter only glUniform*")
        shown = console.run("calls 1000")["calls"]
        assert {call["name"] for call in shown} == {name for name in counts if name.startswith("glUniform")}
        console.run("calls filter all")
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            assert console.run(f"calls save {file.name}")["calls"] == len(theirs)
            with open(file.name, encoding="utf-8") as saved:
                lines = [line for line in saved.read().splitlines()[1:] if re.match(r"\d+,\d+,\d+,\d+,\w+,", line)]
        assert [line.split(",")[4] for line in lines] == [theirs[n][0] for n in sorted(theirs)]
        assert console.command(f"call {max(theirs) + 1}")["error"]["code"] == "usage"
        assert console.command("statistics frame")["error"]["code"] == "no-program"
        assert console.command("log full")["error"]["code"] == "usage"


# ---- inside ----

def draws_of(console):
    numbers, start = [], 0
    while start is not None:
        found = console.run(f"calls find glDraw* from {start}")
        numbers += [call["index"] for call in found["calls"]]
        start = found.get("next")
    return numbers


def look(console, folder):
    """What a walk through the fragment shader of the pending draw shows."""
    seen = [console.run("shader fragment")]
    path = os.path.join(folder, "values.csv")
    for _ in range(STEPS):
        here = console.run("shader step")
        seen.append({key: here[key] for key in ("line", "column", "text", "kind", "active", "total", "focus")})
        for variable in console.run("scope")["variables"]:
            answer = console.command(f"print {variable['name']}")
            if not answer.get("result", {}).get("written", True):
                continue  # whatever the driver holds
            seen.append((variable["name"], answer.get("result"), answer.get("error")))
        if here["finished"]:
            break
    for variable in console.run("scope")["variables"]:
        if variable["type"] in ("float", "vec2", "vec3", "vec4") and variable.get("written"):
            seen.append(console.run(f"values {variable['name']} {path}"))
            with open(path, encoding="ascii") as file:
                seen.append(file.read())
    console.run("shader leave")
    return seen


def inside(path, command):
    with tempfile.TemporaryDirectory() as folder, Console([path]) as replay, Console(command) as live:
        numbers = draws_of(replay)
        assert numbers
        live.run("log full")
        for draw, number in list(enumerate(numbers))[:DRAWS]:
            stop, theirs = replay.run(f"goto {number}"), live.run("next draw")
            assert stop["call"]["index"] == number and stop["stop"] == "call", stop
            assert stop["call"]["name"] == theirs["call"]["name"], (stop, theirs)
            assert stop["draw"] == theirs["draw"] == draw and stop["frame"] == theirs["frame"], (stop, theirs)
            ours, expected = look(replay, folder), look(live, folder)
            for mine, other in zip(ours, expected, strict=True):
                assert mine == other, f"draw {draw}: {mine} in the trace, {other} in the program"
            assert replay.run("call")["index"] == number


def print_inside(recorder, name):
    with tempfile.TemporaryDirectory() as folder:
        path, command = os.path.join(folder, "a.trace"), scene(name)
        RECORDERS[recorder](path, command)
        inside(path, command)


def way(recorder, name):
    """Wherever it stands, the call is the trace's."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        RECORDERS[recorder](path, scene(name, 8))
        theirs = their_calls(path)
        with Console([path]) as console:
            def check(result):
                call = result["call"]
                assert call["name"] == theirs[call["index"]][0], (call, theirs[call["index"]])
                before = console.run("calls 2")["calls"]
                assert [c["index"] for c in before] == [n for n in (call["index"] - 2, call["index"] - 1) if n in theirs], before
                return call["index"]
            number = check(console.run("next draw"))
            for word in ("step", "step", "step 3", "next frame", "step", "next draw", "next call glX*"):
                after = check(console.run(word))
                assert number < after, (word, number, after)
                number = after
            swaps = [n for n in theirs if theirs[n][0] == "glXSwapBuffers"]
            assert check(console.run(f"goto {swaps[1]}")) == swaps[1]
            calls = [n for n in theirs if re.match(r"gl[A-WYZ]", theirs[n][0]) and not theirs[n][3]]
            for wanted in (calls[-1], calls[0], *RANDOM.sample(calls, 5), calls[1]):
                assert check(console.run(f"goto {wanted}")) == wanted
            following = [n for n in calls if n + 1 in calls][10]
            console.run(f"goto {following}")
            assert check(console.run("step")) == following + 1
            assert check(console.run("again")) == following + 1
            assert console.command(f"goto {max(theirs) + 1}")["error"]["code"] == "usage"
            assert console.run("continue")["stop"] == "exited"
            assert check(console.run(f"goto {calls[2]}")) == calls[2]


def stack_of(console, word="backtrace"):
    frames = console.run(word)["frames"]
    return [(f.get("function"), f.get("file"), f.get("line"), f["module"], f["offset"]) for f in frames]


def stack():
    command = [program("test-stack"), "nested"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", path, "--backtrace", "glClear", "--", *command], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=patience(60), check=True)
        with Console([path]) as console, Console(command) as live:
            clear = console.run("calls find glClear")["calls"][0]["index"]
            console.run(f"goto {clear}")
            live.run("next call glClear")
            ours, theirs = stack_of(console), stack_of(live)
            assert [f[0] for f in ours].count("inner") > 1 and ours == theirs, f"{ours} in the trace, {theirs} in the program"
            assert live.command("backtrace player")["error"]["code"] == "usage"
            player = stack_of(console, "backtrace player")
            assert player and all(f[0] not in ("inner", "nested") for f in player), player
            assert any(os.path.basename(f[3]) == "glstep-replay" for f in player), player
            console.run("goto 0")
            refused = console.command("backtrace")["error"]
            assert refused["code"] == "unsupported" and "--backtrace" in refused["message"], refused
            console.run(f"goto {clear}")
            assert stack_of(console) == theirs, "it is another one the second time"


def players_of(console):
    found = set()
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/stat", encoding="latin-1") as file:
                name, rest = file.read().split("(", 1)[1].rsplit(")", 1)
        except (OSError, IndexError):  # no process, or gone meanwhile
            continue
        if name == "glstep-replay" and rest.split()[0] != "Z" and int(rest.split()[1]) == console.process.pid:
            found.add(int(entry))
    return found


def spare():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_by_us(path, scene("passes", 3))
        with Console([path]) as console:
            def back(number):
                here = console.run("backtrace player")["thread"]
                waiting = players_of(console) - {here}
                assert console.run(f"goto {number}")["call"]["index"] == number
                return waiting, console.run("backtrace player")["thread"]
            draws = draws_of(console)
            console.run(f"goto {draws[-1]}")
            assert len(players_of(console)) == 1, "a second one, and nobody has gone back"
            with tempfile.TemporaryDirectory() as other:
                forward = look(console, other)
                for times in range(3):
                    waiting, now = back(draws[0])
                    assert waiting == ({now} if times else set()), (times, waiting, now)
                    console.run(f"goto {draws[-1]}")
                assert look(console, other) == forward, "another player shows other values"
            waiting = players_of(console) - {console.run("backtrace player")["thread"]}
            assert len(waiting) == 1, waiting
            victim = waiting.pop()
            os.kill(victim, signal.SIGKILL)
            wait_until("glstep to know that it is gone", lambda: not os.path.exists(f"/proc/{victim}"))
            assert console.run(f"goto {draws[0]}")["call"]["index"] == draws[0], "the second one was killed"
            console.run("kill")
            assert not players_of(console), players_of(console)
            console.run(f"goto {draws[1]}")
            console.run("again")
            pids = players_of(console)
            assert len(pids) == 2, pids
        wait_until("the end of the players", lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids))


def empty_text():
    """What the driver writes where it has nothing to say."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_by_us(path, [program("test-pixels")])
        with Console([path]) as console:
            texts = [a["text"] for c in console.run("calls find glGetShaderInfoLog")["calls"] for a in c["arguments"] if a["name"] == "infoLog"]
            assert texts and set(texts) == {'""'}, texts


def live_only():
    with tempfile.TemporaryDirectory() as folder:
        path, other = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record_by_us(path, scene("plain"))
        with Console([path]) as console:
            for start in ([], ["next draw"]):
                number = [console.run(word)["call"]["index"] for word in start]
                for word in ("detach", "log full", f"trace start {other}", "trace comment text", "trace enable all", "trace disable errors",
                             "trace assert current"):
                    error = console.command(word)["error"]
                    assert error["code"] == "usage" and "trace" in error["message"], (word, error)
                assert console.run("call")["index"] == number[0] if number else console.command("kill")["error"]["code"] == "no-program"
            assert not os.path.exists(other)
        one_sentence(said(path, "start", status=2, options=["--follow", "x"])[1].split("\n")[0] + "\n", "trace", "follow")


# ---- files ----

def said(path, *commands, status, options=(), env=None):
    words = [word for command in commands for word in ("-e", command)]
    done = subprocess.run([GLSTEP, *options, *words, "--", *([path] if isinstance(path, str) else path)], capture_output=True,
                          timeout=patience(30), env=env, check=False)
    error = done.stderr.decode(errors="replace")
    assert done.returncode == status, f"{path}: status {done.returncode}, not {status}: {error}"
    return done.stdout.decode(errors="replace"), error


def one_sentence(text, *words):
    assert text.count("\n") == 1 and all(word in text for word in words), text


def files():
    with tempfile.TemporaryDirectory() as folder:
        def file(name, data, mode=0o644):
            path = os.path.join(folder, name)
            with open(path, "wb") as new:
                new.write(data)
            os.chmod(path, mode)
            return path
        path = os.path.join(folder, "a.trace")
        record_by_us(path, scene("plain"))
        with open(path, "rb") as whole:
            data = whole.read()
        one_sentence(said(os.path.join(folder, "none.trace"), "calls", status=2)[1], "none.trace", "No such file")
        one_sentence(said(file("b.trace", b"this is no trace\n"), "calls", status=2)[1], "cannot be opened as a trace")
        one_sentence(said(file("c.trace", b""), "calls", status=2)[1], "cannot be opened as a trace")
        one_sentence(said(file("d.trace", b"at" + b"\xff" * 60), "calls", status=2)[1], "cannot be opened as a trace")
        os.mkdir(os.path.join(folder, "e.trace"))
        one_sentence(said(os.path.join(folder, "e.trace"), "calls", status=2)[1], "cannot be opened as a trace")
        one_sentence("\n".join(said([path, "argument"], status=2, options=["-c"])[1].splitlines()[:1]) + "\n", "takes no arguments")
        shown, _ = said(file("named-otherwise", data), "calls find glXSwapBuffers", status=0)
        assert "glXSwapBuffers" in shown, shown
        script = file("f.trace", b"#!/bin/sh\necho it runs\n", 0o755)
        assert "does not use GL" in said(script, "start", status=1)[1]
        for size in (len(data) * 9 // 10, len(data) * 2 // 3, len(data) // 3):
            cut = file("cut.trace", data[:size])
            shown, error = said(cut, "statistics", status=0)
            one_sentence(error, "ends too early")
            numbers = {json.loads(line)["call"] for line in run("dump", "--json", "--verbose", cut)[0].splitlines()
                       if b'"call"' in line}
            assert sum(int(line.split()[0]) for line in shown.splitlines()) == len(numbers), (shown, len(numbers))


def made(version, container):
    """What recorders write seldom: calls of several threads within each other, calls that never end, functions and values that are
    not ours."""
    t = Trace(version)
    color = t.call("glColor3i", ["red", "green", "blue"], [sint(-1), sint(5), sint(-2147483648)])
    t.call("glVertex2f", ["x", "y"], [sint(-3), double(0.5)])  # whole numbers and doubles for floats
    t.call("glFogf", ["pname", "param"], [unsigned(0x0B65), t.enum((("GL_LINEAR", 0x2601),), 0x2601)])
    t.call("glTexParameteri", ["target", "pname", "param"], [unsigned(0x0DE1), unsigned(0x2801), number(9729)])
    outer = t.enter("glFinish", thread=1)
    inner = t.call("glFlush", thread=2)
    t.leave(outer)
    lost = t.enter("glFinish", thread=3)
    foreign = t.call("wglFoo", ["a", "b"], [text("two words"), array(unsigned(1), NULL)], result=unsigned(7))
    part = t.call("glViewport", ["x", "y", "width", "height"], [unsigned(1), None, unsigned(3), unsigned(4)])
    t.call("glUniform3fv", ["location", "count", "value"], [sint(-1), unsigned(1), array(number(1), number(-2.5), number(3))])
    t.call("glUniform1iv", ["location", "count", "value"], [unsigned(4), unsigned(2), array(sint(-7), unsigned(8))])
    last = t.call("glShaderSource", ["shader", "count", "string", "length"],
                  [unsigned(1), unsigned(2), array(text("void main()"), text("{}\n")), NULL])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "made")
        t.save(path, container)
        if container == "brotli":  # has no beginning of its own
            path = shutil.move(path, path + ".trace")
        with Console([path]) as console:
            calls = {call["index"]: call for call in console.run("calls from 0 100")["calls"]}
            assert list(calls) == list(range(last + 1)), list(calls)

            def values(n):
                return [a["value"] for a in calls[n]["arguments"]]
            assert values(color) == [-1, 5, -2147483648], calls[color]
            assert values(color + 1) == [-3.0, 0.5], calls[color + 1]
            assert calls[color + 2]["arguments"][1]["text"] == "GL_LINEAR", calls[color + 2]
            assert values(color + 3)[2] == 9729 and calls[color + 3]["arguments"][2]["text"] == "GL_LINEAR", calls[color + 3]
            assert [calls[n]["name"] for n in (outer, inner, lost)] == ["glFinish", "glFlush", "glFinish"]
            if version >= 4:
                assert [calls[n]["thread"] for n in (outer, inner, lost)] == [1, 2, 3]
            assert [a["text"] for a in calls[foreign]["arguments"]] == ['"two words"', "{1, NULL}"], calls[foreign]
            assert calls[foreign]["return"]["text"] == "7" and calls[foreign]["name"] == "wglFoo", calls[foreign]
            assert [a["text"] for a in calls[part]["arguments"]] == ["1", "?", "3", "4"], calls[part]
            assert calls[part + 1]["arguments"][2]["contents"] == [1, -2.5, 3] and values(part + 1)[0] == -1, calls[part + 1]
            assert calls[part + 2]["arguments"][2]["contents"] == [-7, 8], calls[part + 2]
            assert calls[last]["arguments"][2]["contents"] == ["void main()", "{}\n"], calls[last]
            assert values(last)[3] == 0 and calls[last]["arguments"][3]["text"] == "NULL", calls[last]
            assert console.run("calls find wglFoo")["calls"] == [calls[foreign]]
            assert console.run("calls find glUniform3fv if value[1] == -2.5")["calls"] == [calls[part + 1]]
            assert console.run("calls find glColor3i if red == -1")["calls"] == [calls[color]]
            assert console.run("statistics")["functions"]["wglFoo"] == 1


def alike():
    """Calls that come again are looked at once, unless what they name is called otherwise by then, or anything of them differs."""
    t, texture = Trace(6), [unsigned(0x0DE1), unsigned(1)]
    t.call("glObjectLabel", ["identifier", "name", "length", "label"], [unsigned(0x1702), unsigned(1), sint(-1), text("wall")])
    for _ in range(3):
        t.call("glBindTexture", ["target", "texture"], texture)
        t.call("glIsEnabled", ["cap"], [unsigned(0x0BE2)], result=unsigned(1))
        t.call("glIsEnabled", ["cap"], [unsigned(0x0BE2)], result=unsigned(0))
        t.call("glLineWidth", ["width"], [number(-0.0)])
        t.call("glLineWidth", ["width"], [number(0.0)])
        t.call("glLineWidth", ["width"], [number(16777216.0)])
        t.call("glUniform3fv", ["location", "count", "value"], [sint(7), unsigned(1), array(number(1), number(_), number(3))])
        t.call("glObjectLabel", ["identifier", "name", "length", "label"], [unsigned(0x1702), unsigned(1), sint(-1), text(f"door{_}")])
    with tempfile.TemporaryDirectory() as folder:
        path, saved = os.path.join(folder, "a.trace"), os.path.join(folder, "saved")
        t.save(path)
        with Console([path]) as console:
            calls = console.run("calls from 0 100")["calls"]
            assert len(calls) == 25, len(calls)
            for name, indices in ("(wall)", [1]), ("(door0)", [9]), ("(DOOR1)", [17]), ("GL_TRUE", [2, 10, 18]), ("-0)", [4, 12, 20]), \
                    ("16777216)", [6, 14, 22]), ("2,", [23]), ("GL_BLEND", [2, 3, 10, 11, 18, 19]), ("nowhere", []):
                found = console.run(f"calls find {name}")["calls"]
                assert [call["index"] for call in found] == indices and found == [calls[i] for i in indices], (name, found)
            console.run(f"calls save {saved}.csv")
            console.run(f"calls save {saved}")
        with open(f"{saved}.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))[1:]
        assert [row[0] for row in rows] == [str(i) for i in range(25)], rows
        for row, call in zip(rows, calls, strict=True):
            told = ", ".join(f"{a['name']} = {a['text']}" for a in call["arguments"])
            assert row[4:7] == [call["name"], told, call["return"]["text"] if "return" in call else ""], (row, call)
        with open(saved, encoding="utf-8") as file:
            lines = file.read().splitlines()
        assert [line for line in lines if "BindTex" in line] == [f"{i}  glBindTexture(target = GL_TEXTURE_2D, texture = 1 ({what}))"
                                                          for i, what in ((1, "wall"), (9, "door0"), (17, "door1"))], lines


def many_functions():
    """More functions that nobody knows than there are numbers for: none is shown, or counted, under another one's name."""
    n = 70000
    t = Trace(6)
    for i in range(n):
        t.call(f"glNever{i}", ["a"], [unsigned(i)])
    last = t.call("glClear", ["mask"], [unsigned(16384)])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        t.save(path)
        with Console([path]) as console:
            named = 0
            for call in (0, 455, 456, 457, 4095, 32766, 32767, 32768, 40000, 61000, 65535, n - 1):
                shown = console.run(f"calls from {call} 1")["calls"][0]
                named += shown["name"] == f"glNever{call}"
                assert shown["name"] in (f"glNever{call}", "(another function)"), shown
                assert [a["text"] for a in shown["arguments"]] == [str(call)], shown
            assert named >= 10, named
            assert console.run("calls find glNever40000")["calls"][0]["index"] == 40000
            assert console.run(f"calls from {last} 1")["calls"][0]["name"] == "glClear"
            counted = console.run("statistics")["functions"]
            assert sum(counted.values()) == n + 1 and counted["glClear"] == 1, sum(counted.values())
            assert not [name for name, times in counted.items() if times > 1 and name != "(another function)"], "counted as another one"


def hostile():
    """Whatever the bytes are, glstep ends by itself with a status of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path, packed = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        record_by_apitrace(path, scene("legacy", 1))
        subprocess.run(["apitrace", "repack", "--zlib", path, packed], check=True, timeout=patience(30), stdout=subprocess.DEVNULL)
        with gzip.open(packed) as file:
            stream = file.read()
        chance, listed = random.Random(1), 0
        for _ in range(HOSTILE):
            damaged = bytearray(stream)
            for _ in range(chance.randrange(1, 4)):
                damaged[chance.randrange(40, len(stream))] = chance.choice((0, 1, 0x55, 0x7f, 0xff, chance.randrange(256)))
            with gzip.open(packed, "wb", 1) as file:
                file.write(damaged)
            done = subprocess.run([GLSTEP, "--keep-going", "-e", "calls 2000", "-e", "calls find xyzzy", "--", packed], capture_output=True,
                                  timeout=patience(30), check=False)
            assert done.returncode in (0, 1, 2), (done.returncode, done.stderr[-300:])
            listed += done.stdout.count(b"(")
        assert listed > 1000, listed


def cancelled():
    """Time that is over ends the reading."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_by_us(path, scene("plain", 600))
        one_sentence(said(path, "calls", status=2, options=["--timeout", "0.001"])[1], "timed out", "--timeout")


def without_player():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_by_us(path, scene("plain"))
        alone = shutil.copy(GLSTEP, folder)
        done = subprocess.run([alone, "-e", "calls find glXSwapBuffers", "-e", "next draw", path], capture_output=True, text=True,
                              env={**os.environ, "PATH": folder}, timeout=patience(30), check=False)
        assert done.returncode == 1 and "glXSwapBuffers" in done.stdout, done
        one_sentence(done.stderr, "glstep-replay", "install")
        environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        player, session = said(path, "next draw", status=1, env=environment)[1].splitlines()
        assert "DISPLAY" in player and session.startswith("the player of the trace ended with status 2"), (player, session)


need_apitrace()
results = Results()
for by in RECORDERS:
    results.check(f"list-{by}-glxgears", gears, by)
    for each in of_the_day(LISTED[by]):
        results.check(f"list-{by}-{each}", recorded, compare_list, by, scene(each))
    results.check(f"words-{by}", recorded, compare_words, by, scene("passes"))
    for each in of_the_day(INSIDE[by]):
        results.check(f"inside-{by}-{each}", print_inside, by, each)
    for each in of_the_day(WAYS[by]) or WAYS[by][:1]:
        results.check(f"way-{by}-{each}", way, by, each)
for each in (4, "snappy"), (5, "zlib"), (6, "brotli"), (6, "zstd"):
    results.check(f"made-{each[0]}-{each[1]}", made, *each)
for each in stack, spare, empty_text, live_only, files, alike, many_functions, hostile, cancelled, without_player:
    results.check(each.__name__, each)
sys.exit(results.failed > 0)
