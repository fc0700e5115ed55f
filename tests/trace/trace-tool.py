#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glstep-trace as a command: its usage, what check finds and where, JSON, ranges, files it writes."""
import json
import os
import shutil
import stat
import subprocess
import tempfile

from trace_bytes import FALSE, NULL, Trace, array, blob, number, pointer, representation, sint, string, text, uint, unsigned, wide
from trace_tools import GLSTEP, TOOL, check_clean, dump, patience, run

ENUM = (("GL_A", 1), ("GL_B", 2))


def refused(*words):
    """The sentence, the first line."""
    out, sentence = run(*words, status=2)
    assert not out, out
    return sentence.splitlines()[0]


def check_usage(folder):
    path = os.path.join(folder, "good.trace")
    Trace(6).save(path)
    for words, what in (((), "Usage"), (("frobnicate", path), "unknown command"), (("dump",), "no file"),
                        (("dump", "--jsn", path), "unknown option: --jsn"), (("dump", path, path), "one file"),
                        (("info", "--calls", "1", path), "unknown option"), (("check", "--calls", path), "unknown option"),
                        (("repack", path), "two files"), (("repack", "--jsn", path, path), "unknown option: --jsn"), (("join", path), "join takes"), (("join", "--json", path), "join takes"),
                        (("dump", "--calls"), "--calls takes"), (("repack", folder, path), "it is a folder"),
                        (("repack", path, folder), "it is no regular file"), (("repack", path, "/absent/x"), "No such file"),
                        (("repack", path, "/dev/full"), "it is no regular file")):
        assert what in refused(*words), (words, refused(*words))
    for calls in ("", "x", "-3", "5-3", "1-2-3", "99999999999999999999", "3-x"):
        assert "--calls takes" in refused("dump", "--calls", calls, path), calls
    assert b"Usage" in run("--help")[0]
    for command in "dump", "extract", "report":
        assert b"Usage" in run(command, "--help")[0]
    assert run("extract", "--frame", "3", "--help") == (run("--help")[0], "")
    print("PASS usage")


def check_json(folder):
    path = os.path.join(folder, "json.trace")
    t = Trace(6, [('a "name"', "text\n\x01\xff".encode("latin-1"))])
    call = t.enter("all", list("abcdefghij"), [NULL, FALSE, sint(-3), number(float("nan")), None, blob(b"123"),
                                               t.enum(ENUM, 2), t.enum(ENUM, 9), t.bitmask(ENUM, 7), pointer(255)], thread=4,
                   frames=[t.frame("m", None, "f.c", 3, 16)], flags=1)
    t.leave(call, {4: array(number(0.5), wide([0x20AC, 0x1F600, 34]))},
            representation(text(b"\xc3\xa4\xff\"\\\n\0end"), t.struct("s", ("x", ""), unsigned(2**64 - 1), t.struct("t", ()))))
    t.enter("open")
    t.save(path)
    first, second = [json.loads(line) for line in dump(path, "--json").splitlines()]
    values = [argument["value"] for argument in first["arguments"]]
    assert [argument["name"] for argument in first["arguments"]] == list("abcdefghij")
    assert values == [None, False, -3, "nan", [0.5, '\u20ac\U0001f600"'], {"blob": 3}, {"enum": "GL_B", "value": 2},
                      {"enum": None, "value": 9}, {"bitmask": ["GL_A", "GL_B"], "value": 7}, {"pointer": "0xff"}], values
    assert first["result"] == {"human": "\u00e4\u00ff\"\\\n\0end", "machine": {"struct": "s", "members": [
        {"name": "x", "value": 2**64 - 1}, {"name": "", "value": {"struct": "t", "members": []}}]}}, first["result"]
    assert (first["call"], first["thread"], first["function"], first["fake"]) == (0, 4, "all", True)
    assert first["backtrace"] == [{"module": "m", "function": None, "file": "f.c", "line": 3, "offset": 16}]
    assert second["incomplete"] and "result" not in second and "fake" not in second
    info = json.loads(run("info", "--json", path)[0])
    assert info["properties"] == {'a "name"': "text\n\x01\xff"} and info["fake"] == 1 and info["incomplete"] == 1, info
    print("PASS json")


def check_missing(folder):
    """The recorder says behind a call that it could not hold what the call reads; a program's own comment says nothing."""
    path = os.path.join(folder, "missing.trace")
    t = Trace(6)
    comment = ["len", "string"], [uint(1), text(b"too long: this")]
    for flags in 0, 1, 1:
        t.call("glClear")
        t.call("glTexImage2D")
        t.call("glStringMarkerGREMEDY", *comment, flags=flags)
    t.save(path)
    told = json.loads(run("info", "--json", path)[0])
    assert (told["too_long"], told["first_too_long"]) == (2, 4), told
    line = b"2 calls are without what they read or write, which is more than 1 GiB; the first is call 4\n"
    assert line in run("info", path)[0], run("info", path)
    assert told["missing"] == [], told
    t = Trace(6)
    said = ['texture 7: why "so": it is', "client attribute stack 0: no", "program 4294967295: x", "buffer 1: y", "buffer 2: y"]
    for other in "texture: no name", "7: no kind", "texture 8 no reason", "texture 8x: no name":
        t.call("glStringMarkerGREMEDY", ["len", "string"], [uint(1), text(b"missing: " + other.encode())], flags=1)
    for flags in 0, 1:
        for one in said:
            t.call("glStringMarkerGREMEDY", ["len", "string"], [uint(1), text(b"missing: " + one.encode())], flags=flags)
    t.save(path)
    told = json.loads(run("info", "--json", path)[0])
    assert told["missing"] == [{"kind": "texture", "name": 7, "why": 'why "so": it is'}, {"kind": "client attribute stack", "name": 0, "why": "no"},
                               {"kind": "program", "name": 2**32 - 1, "why": "x"}, {"kind": "buffer", "name": 1, "why": "y"},
                               {"kind": "buffer", "name": 2, "why": "y"}], told
    lines = run("info", path)[0].decode().splitlines()
    assert [line for line in lines if line.startswith("missing:")] == [f"missing:    {one}" for one in said], lines
    opened = subprocess.run([GLSTEP, "-c", "-e", "calls", path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(30), check=True)
    assert b'texture 7 (why "so": it is), client attribute stack 0 (no), program 4294967295 (x), and 2 more, which' in opened.stderr, opened.stderr
    Trace(6).save(path)
    told = json.loads(run("info", "--json", path)[0])
    assert told["missing"] == [] and told["too_long"] == 0 and "first_too_long" not in told and b"missing" not in run("info", path)[0], told
    print("PASS missing")


def check_ranges(folder):
    path = os.path.join(folder, "ranges.trace")
    t = Trace(6)
    outer = t.enter("outer")
    for _ in range(98):
        t.call("inner")
    t.leave(outer)
    t.enter("open")
    for container, chunk in (("snappy", 1 << 20), ("snappy", 50), ("zlib", 0), ("brotli", 0), ("zstd", 0)):
        t.save(path, container, chunk)
        for calls, expected in (("0", [0]), ("0-2", [1, 2, 0]), ("97-", [97, 98, 99]), ("5", [5]), ("99", [99]), ("100", []),
                                ("100-200", []), ("98-1000", [98, 99]), ("0-", [*range(1, 99), 0, 99])):
            found = [int(line.split(b" ")[0]) for line in dump(path, "--calls", calls).splitlines()]
            assert found == expected, (calls, found)
    print("PASS ranges")


def by_apitrace(path, calls):
    """As `apitrace dump` takes the set; calls that its dump leaves out are not among ours."""
    done = subprocess.run(["apitrace", "dump", "--calls=" + calls, path], capture_output=True, timeout=patience(30), check=True)
    return [int(line.split(b" ")[0]) for line in done.stdout.splitlines() if line]


def check_call_sets(folder):
    """Sets of calls: what each item means is written here once more, and where apitrace means the same its dump is asked, too."""
    path, file, out = (os.path.join(folder, name) for name in ("sets.trace", "calls.txt", "out.trace"))
    names = ["glDrawArrays", "glBindFramebuffer", "glEnable", "glClear", "glDispatchCompute", "glXSwapBuffers", "glBindFramebufferEXT", "glEnd"]
    calls = [(names[k * 5 % 8 if k % 3 else k % 8], k % 7 // 3) for k in range(120)]
    t = Trace(6)
    for name, thread in calls:
        t.leave(t.enter(name, thread=thread))
    t.save(path)
    with open(file, "w", encoding="ascii") as stream:
        stream.write("3\n50-52 , 7\n100-110/2\n\n")
    draws = {"glDrawArrays", "glEnd"}
    binds = {"glBindFramebuffer", "glBindFramebufferEXT", "glXSwapBuffers"}
    for text, is_alike, wanted in (
            ("4", True, lambda k, name, thread: k == 4), ("0,2,4,5", True, lambda k, name, thread: k in (0, 2, 4, 5)),
            ("5 4  2-2,0", True, lambda k, name, thread: k in (0, 2, 4, 5)), ("*", True, lambda k, name, thread: True),
            ("10-20/3", True, lambda k, name, thread: k in (10, 13, 16, 19)), ("118-", True, lambda k, name, thread: k >= 118),
            ("frame", True, lambda k, name, thread: name == "glXSwapBuffers"), ("7-60/frame", True, lambda k, name, thread: 7 <= k <= 60 and name == "glXSwapBuffers"),
            ("fbo", True, lambda k, name, thread: name in binds), ("90-/rendertarget", True, lambda k, name, thread: k >= 90 and name in binds),
            ("20-30,25-40,41,90-80000", True, lambda k, name, thread: 20 <= k <= 41 or k >= 90),
            ("frame,3,*/50", True, lambda k, name, thread: name == "glXSwapBuffers" or k in (0, 3, 50, 100)),
            ("@" + file, True, lambda k, name, thread: k in (3, 7, 50, 51, 52, 100, 102, 104, 106, 108, 110)),
            ("@" + file + ",1", True, lambda k, name, thread: k in (1, 3, 7, 50, 51, 52, 100, 102, 104, 106, 108, 110)),
            # apitrace counts clears as well
            ("draw", False, lambda k, name, thread: name in draws), ("0-60/render", False, lambda k, name, thread: k <= 60 and name in draws),
            ("thread=1", False, lambda k, name, thread: thread == 1), ("0-40/thread=2", False, lambda k, name, thread: k <= 40 and thread == 2),
            ("draw/thread=0", False, lambda k, name, thread: name in draws and thread == 0),
            ("thread=1/draw/2", False, lambda k, name, thread: name in draws and thread == 1 and k % 2 == 0), ("thread=3", False, lambda k, name, thread: False)):
        expected = [k for k, (name, thread) in enumerate(calls) if wanted(k, name, thread)]
        assert [json.loads(line)["call"] for line in dump(path, "--json", "--calls", text).splitlines()] == expected, text
        if is_alike and shutil.which("apitrace"):
            assert by_apitrace(path, text) == expected, (text, "apitrace")
        figures = json.loads(run("repack", "--json", "--calls", text, path, out)[0])
        kept = [json.loads(line) for line in dump(out, "--json").splitlines()]
        assert [(call["function"], call["thread"]) for call in kept] == [calls[k] for k in expected], text
        assert (figures["calls"], figures["frames"]) == (len(expected), sum(calls[k][0] == "glXSwapBuffers" for k in expected)), text
    for text, what in (("", "no call"), (" , ", "no call"), ("drawn", '"drawn" is none'), ("3-1", "ends before"), ("5/0", "/0"), ("5/clear", '"5/clear" is none'), ("*5", '"*5" is none'),
                       ("draw/frame", "one of draw"), ("thread=", '"thread=" is none'), ("thread=1/thread=2", "one thread"), ("thread=4294967296", "one thread"),
                       ("18446744073709551616", "too large"), ("@/absent", "/absent: No such file"), ("@" + folder, "no file of calls"), ("-1", '"-1"')):
        assert "--calls takes calls: " in refused("dump", "--calls", text, path) and what in refused("dump", "--calls", text, path), (text, refused("dump", "--calls", text, path))
    for lines, what in (("1\n@other", '"@other"'), ("1\n2x", '"2x"'), ("\0", "no file of calls")):
        with open(file, "w", encoding="ascii") as stream:
            stream.write(lines)
        assert file + ": " in refused("dump", "--calls", "@" + file, path) and what in refused("dump", "--calls", "@" + file, path), lines
    print("PASS call-sets")


def faulty():
    """(what check says, version, what stands behind a good call, calls)"""
    begin = b"\x00\x00\x01" + string("bad") + uint(1) + string("a")
    end = b"\x01\x01\x00"
    yield "argument 1 of bad, which has 1", 6, begin + b"\x01\x01\x00\x00" + end
    yield "an event gives argument 0 twice", 6, begin + b"\x01\x00\x00\x01\x00\x00\x00" + end
    yield "unknown flags 0x2", 6, begin + b"\x05\x02\x00" + end
    yield "a signature names no value", 6, begin + b"\x01\x00\x0a\x00\x00\x05\x00" + end
    yield "the flag Z is 0", 6, begin + b"\x01\x00\x0a\x00\x02\x01O\x01\x01Z\x00\x05\x00" + end
    yield "has no name and is no struct", 6, begin + b"\x01\x00\x0c\x00\x01s\x01\x00\x00\x00" + end
    yield "a string holds a zero byte", 6, begin + b"\x01\x00\x07\x02a\x00\x00" + end
    yield "the call 5 is left, which has not begun", 6, begin + b"\x00" + end + b"\x01\x05\x00"
    yield "the call 0 is left, which has not begun or was left before", 6, begin + b"\x00" + end + b"\x01\x00\x00"
    yield "which version 4 has not", 4, begin + b"\x04\x00\x00" + end
    yield "unknown detail 3", 4, begin + b"\x03\x00\x00" + end
    yield "it never returns", 6, begin + b"\x00"
    yield "the file ends too early", 6, begin
    yield "unknown kind 9", 6, b"\x09"


def as_line(path, fault):
    """A fault of JSON as check prints it for people."""
    known = {key: f.format(fault[key]) for key, f in (("byte", " byte {}"), ("chunk", " (chunk at byte {} of the file)"), ("call", " call {}"))
             if key in fault}
    assert set(fault) == {*known, "text"}, fault
    parts = [known.get("byte", "") + known.get("chunk", ""), known.get("call", "")]
    return f"{path}:{','.join(filter(None, parts))}: {fault['text']}" if known else f"{path}: {fault['text']}"


def check_faults(folder):
    path = os.path.join(folder, "faulty.trace")
    for what, version, rest in faulty():
        t = Trace(version)
        t.call("good")
        at = len(t.data)
        t.data += rest
        t.save(path)
        fault, total = run("check", path, status=1)[0].decode().splitlines()
        assert what in fault and total.endswith(" calls, faults: 1"), (what, fault, total)
        if "byte" in fault:
            byte = int(fault.split("byte ")[1].split()[0].rstrip(":,"))
            assert at <= byte <= at + len(rest), (fault, at)
        told = json.loads(run("check", "--json", path, status=1)[0])
        assert told == {"file": path, "faults": told["faults"], "calls": int(total.split()[-4])}, (told, total)
        assert [as_line(path, one) for one in told["faults"]] == [fault], (told, fault)
    for semantics, twice in ((7, False), (6, True)):
        Trace(6, [("a", "1"), ("a", "2")] if twice else [], semantics).save(path)
        fault = run("check", path, status=1)[0].decode()
        assert ("twice" if twice else "is newer than the trace's") in fault, fault
    t = Trace(6)
    t.call("large", ["data"], [blob(bytes((3 << 20) - 1000))])
    t.save(path, "snappy", 2 << 20)
    *found, total = run("check", path, status=1)[0].decode().splitlines()
    assert len(found) == 1 and "a chunk has 2097152 bytes" in found[0], found
    print("PASS faults")


def check_files(folder):
    path, out = os.path.join(folder, "in.trace"), os.path.join(folder, "out.trace")
    t = Trace(3)
    for i in range(50):
        t.call("glEnable", ["cap"], [t.enum(ENUM, i % 2 + 1)])
    t.save(path, "zlib")
    before = dump(path)
    assert json.loads(run("check", "--json", path)[0]) == {"file": path, "faults": [], "calls": 50}
    told = json.loads(run("repack", "--json", path, path)[0])
    assert told == {"file": path, "calls": 50, "frames": 0, "bytes": os.path.getsize(path), "whole": True}, told
    assert dump(path) == before and b'"snappy"' in run("info", "--json", path)[0]
    check_clean(path)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o666 & ~mask(), oct(os.stat(path).st_mode)
    with open(path, "rb") as file:
        data = file.read()
    with open(path, "wb") as file:
        file.write(data[:-30])
    found = dump_cut(path)
    assert "too early" in run("repack", path, out)[1]
    told, said = run("repack", "--json", path, out)
    assert json.loads(told)["whole"] is False and json.loads(told)["calls"] < 50 and "too early" in said, (told, said)
    assert dump(out) == found, "what can be read of a cut trace is not what is written"
    check_clean(out)
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([TOOL, "dump", path], stdout=full, stderr=subprocess.PIPE, text=True, timeout=patience(5))
    assert done.returncode == 1 and "No space left" in done.stderr, done
    for closed in (">&- 2>&-", "<&- >&- 2>&-"):  # what is said must not go into the file that is written
        subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", TOOL, "repack", path, out], check=True, timeout=patience(5))
        assert dump(out) == found, closed
        done = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", TOOL, "dump", out], check=False, timeout=patience(5),
                              stderr=subprocess.DEVNULL)
        assert done.returncode == 1, closed
    print("PASS files")


def dump_cut(path):
    out, sentence = run("dump", path)
    assert "too early" in sentence
    return out


def mask():
    old = os.umask(0)
    os.umask(old)
    return old


def check_join(folder):
    one, two, out = (os.path.join(folder, name) for name in ("one.trace", "two.trace", "joined.trace"))
    first = Trace(6, [("a", "1"), ("b", "2")])
    first.call("glEnable", ["cap"], [first.enum(ENUM, 1)])
    first.call("same", ["x"], [first.struct("s", ("m",), NULL)])
    first.enter("open")
    first.save(one)
    second = Trace(6, [("b", "3"), ("c", "4")])
    second.call("same", ["x"], [second.struct("s", ("m",), NULL)], thread=1)
    second.call("same", ["y"], [second.struct("s", ("n",), NULL)])
    second.call("glEnable", ["cap"], [second.enum((("GL_OTHER", 1),), 1)])
    second.call("glXSwapBuffers", ["dpy", "drawable"], [NULL, NULL])
    second.save(two)
    told = json.loads(run("join", "--json", out, one, two, one)[0])
    assert told == {"file": out, "calls": 10, "frames": 1, "bytes": os.path.getsize(out), "whole": True}, told
    lines = dump(out).decode().splitlines()
    assert lines == ['// a = "1"', '// b = "2"', '// c = "4"', "0 glEnable(cap = GL_A)", "1 same(x = {m = NULL})",
                     "3 same(x = {m = NULL})", "4 same(y = {n = NULL})", "5 glEnable(cap = GL_OTHER)",
                     "6 glXSwapBuffers(dpy = NULL, drawable = NULL)", "", "7 glEnable(cap = GL_A)", "8 same(x = {m = NULL})",
                     "2 open() // incomplete", "9 open() // incomplete"], lines
    info = json.loads(run("info", "--json", out)[0])
    assert info["functions"] == 5 and info["threads"] == 2, info
    check_clean(out)
    Trace(4).save(two)
    assert "executed as version 4" in run("join", out, one, two, status=1)[1]
    assert not run("join", "--json", out, one, two, status=1)[0]
    assert dump(out).decode().splitlines() == lines, "a join that failed has changed the file"
    assert os.listdir(folder) and not [name for name in os.listdir(folder) if name.startswith("joined.trace.")]
    print("PASS join")


with tempfile.TemporaryDirectory() as scratch:
    check_usage(scratch)
    check_json(scratch)
    check_missing(scratch)
    check_ranges(scratch)
    check_call_sets(scratch)
    check_faults(scratch)
    check_files(scratch)
    check_join(scratch)
