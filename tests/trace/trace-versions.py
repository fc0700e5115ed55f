#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Traces of every version, made from the grammar, with every class of value in every container: both
dumps agree, and apitrace reads from a repacked trace what it reads from the original."""
import os
import tempfile

from trace_bytes import (FALSE, NULL, TRUE, Trace, array, blob, double, number, pointer, representation, sint, text,
                         uint, unsigned, wide)
from trace_tools import apitrace_dump, dump, judge, need_apitrace, run, same

NAMES = (("GL_A", 0), ("GL_B", 1), ("GL_ALSO_B", 1), ("GL_NEGATIVE", -1))
FLAGS = (("ZERO", 0), ("ONE", 1), ("THREE", 3), ("FOUR", 4))
REALS = (0.1, 1e10, 1e-10, 123456789.0, float("nan"), float("inf"), -float("inf"), -0.0, 1.0, 100000, 1e7, 16777216,
         1e16, 1 / 3)


def scalars(t):
    for value in REALS:
        t.call("reals", ["x", "y"], [number(value), double(value)])
    t.call("integers", list("abc"), [sint(-5), sint(2**63 - 1), unsigned(2**64 - 1)])
    t.call("integers", list("abc"), [b"\x03" + uint(2**63), b"\x03" + uint(2**63 + 5), b"\x03" + uint(0)])
    t.call("others", list("abcde"), [NULL, TRUE, FALSE, pointer(0), pointer(2**64 - 1)])
    t.call("enums", list("abcd"), [t.enum(NAMES, v) for v in (1, 0, -1, 1)])
    if t.version >= 3:
        t.call("enums", ["a"], [t.enum(NAMES, 7)])
    t.call("bitmasks", list("abcdefg"), [t.bitmask(FLAGS, v) for v in (0, 1, 3, 4, 8, 12, 2)])
    t.call("bitmasks", list("ab"), [t.bitmask((("ONE", 1), ("ZERO", 0)), v) for v in (0, 1)])
    t.call("bitmasks", list("ab"), [t.bitmask((), v) for v in (0, 7)])


def texts(t):
    t.call("strings", ["s", "e"], [text(bytes(range(1, 256))), text("")])
    t.call("wide", ["s", "e"], [wide([*range(1, 300), 0x20AC, 0x1F600]), wide([])])
    t.call("blobs", ["a", "b"], [blob(bytes(range(256))), blob(b"")], result=blob(b"x"))


def compounds(t):
    t.call("arrays", list("abc"), [array(), array(unsigned(1)), array(array(unsigned(1), NULL), NULL)])
    inner = t.struct("Inner", ("x", "y"), unsigned(3), text("t"))
    t.call("structs", ["a"], [t.struct("Plain", ("x", "y"), unsigned(1), array(unsigned(1)))])
    t.call("structs", ["a"], [t.struct("Outer", ("x", "", "z"), unsigned(1), inner, NULL)])
    t.call("structs", ["a"], [t.struct("Empty", ())])
    t.call("structs", ["a"], [t.struct("Outer2", ("", "z"), t.struct("Empty", ()), NULL)])
    t.call("representations", ["a"], [representation(text("for people"), unsigned(5))])
    deep = unsigned(1)
    for _ in range(60):
        deep = array(deep, NULL)
    t.call("deep", ["a"], [deep])


def calls(t):
    """Where arguments, results, threads and ends of frames can stand."""
    t.call("glGetError", result=unsigned(0))
    t.call("glGetError", result=unsigned(1280))
    t.call("glGetError", ["x"], [NULL], result=unsigned(0))
    t.call("glGetError", result=t.enum((("GL_NO_ERROR", 0),), 0))
    t.call("glGetString", ["name"], [unsigned(7936)], result=text("x"))
    t.call("glXSwapBuffers", ["dpy"], [NULL])
    first = t.enter("nested", thread=1)
    second = t.enter("inner", thread=2)
    t.leave(first)
    t.leave(second, result=array(unsigned(1)))
    t.leave(t.enter("absent", ["a", "b"]), {1: unsigned(1)})
    t.leave(t.enter("replaced", ["a", "b"], [unsigned(1), unsigned(2)]), {1: array(unsigned(5))})
    t.call("malloc", ["size"], [unsigned(64)], result=pointer(4096), flags=1)
    t.call("memcpy", ["dest", "src", "n"], [pointer(4096), blob(b"12345678"), unsigned(8)], flags=1)
    t.enter("glGetError")
    t.enter("eglSwapBuffers", ["dpy"], [None], thread=3)


def stacks(t):
    frames = [dict(module="m", function="f", file="f.c", line=12, offset=0x34), dict(module="m"), dict(function="f"),
              dict(file="x.c"), dict(line=3), dict(module="m", offset=0), dict(module="m", function="f", file="g", line=0)]
    t.call("stack", ["a"], [NULL], frames=[t.frame(**f) for f in frames])
    t.call("again", frames=[t.frame(**f) for f in reversed(frames)])
    t.call("empty", frames=[])
    t.call("glFrameTerminatorGREMEDY", frames=[t.frame(module="m")], flags=1)


def trace_of(version):
    t = Trace(version, [("process.name", "/bin/x"), ("a", 'two\nlines "quoted" \\ \x01'), ("a", "the last counts")])
    for part in (scalars, texts, compounds, stacks if version >= 5 else None, calls):
        if part:
            part(t)
    return t


def check_versions(folder):
    for version in range(7):
        path = os.path.join(folder, f"version-{version}.trace")
        t = trace_of(version)
        for chunk in (1 << 20, 100, 7):
            t.save(path, "snappy", chunk)
            judge(path, folder)
        figures = run("info", "--json", path)[0].decode()
        assert f'"version":{version},"semantics":{version}' in figures, figures
    print("PASS versions 0 to 6: both dumps agree")


def check_containers(folder):
    t = trace_of(6)
    path = os.path.join(folder, "container.trace")
    t.save(path, "snappy")
    expected = dump(path, "--verbose")
    for container in ("zlib", "brotli", "zstd"):
        t.save(path, container)
        same(container, dump(path, "--verbose"), expected)
        assert f'"container":"{container}"'.encode() in run("info", "--json", path)[0]
        assert b"chunk at" not in run("check", path, status=1)[0]
        if container != "zstd":  # which apitrace 11.1 does not read
            judge(path, folder)
    print("PASS containers: all say the same")


def check_threads(folder):
    """Before version 4 the thread stands among the details, which apitrace does not read any more."""
    t = Trace(3)
    t.call("first")
    t.data += b"\x00" + t.signature("function", ("first", ()), b"") + b"\x03\x05\x00\x01\x01\x00"
    path = os.path.join(folder, "threads.trace")
    t.save(path)
    assert b'{"call":1,"thread":5,' in dump(path, "--json"), dump(path, "--json")
    t = Trace(4)
    t.call("first", thread=7)
    t.save(path)
    assert b'{"call":0,"thread":7,' in dump(path, "--json")
    print("PASS threads: of versions before 4 and since")


def check_semantics(folder):
    old, new = os.path.join(folder, "old.trace"), os.path.join(folder, "new.trace")
    trace_of(1).save(old)
    run("repack", old, new)
    assert b'"version":6,"semantics":1,' in run("info", "--json", new)[0]
    same("a repacked old trace", apitrace_dump(new), apitrace_dump(old))
    print("PASS semantics: a repacked trace keeps its old version of them")


need_apitrace()
with tempfile.TemporaryDirectory() as scratch:
    check_versions(scratch)
    check_containers(scratch)
    check_threads(scratch)
    check_semantics(scratch)
