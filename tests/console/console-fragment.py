#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""set test, set buffer, set fragment: which elements a draw has then, against what the draws of the same pixels have without; where the shader stands."""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program, read_npy  # noqa: E402
from patience import patience  # noqa: E402


def total(console):
    return console.run("mask")["total"]


def refused(console, command, code):
    answer = console.command(command)
    assert not answer["ok"] and answer["error"]["code"] == code, (command, answer)


def stencil(dump):
    """The second draw makes the same fragments as the first, and keeps those where the first drew twice."""
    with Console([program("test-scenes"), "stencil", "--frames", "1", "--headless", "--dump", dump], options=["--keep-going"]) as console:
        console.run("next draw")
        console.run("shader fragment")
        all_of_them = total(console)
        console.run("next draw")
        console.run("shader fragment")
        cut = total(console)
        assert 0 < cut < all_of_them, (cut, all_of_them)
        said = console.run("set test stencil off")
        assert said["stencil_test"] == "off" and said["where"]["total"] == all_of_them == total(console), said
        assert console.run("set test stencil program")["where"]["total"] == cut
        assert console.run("set buffer stencil clear 2")["where"]["total"] == all_of_them
        refused(console, "set buffer stencil clear 3", "not-covered")  # and what was stays
        assert total(console) == all_of_them
        assert console.run("set buffer stencil copy")["where"]["total"] == cut
        refused(console, "set buffer depth clear 2", "usage")
        refused(console, "set buffer stencil clear 2.5", "usage")
        refused(console, "set buffer alpha clear 1.5", "usage")
        console.run("shader over")
        place = console.run("where")
        for words, word, value in (("test blend on", "blend", "on"), ("buffer alpha clear 0.5", "alpha_buffer", "clear"),
                                   ("buffer alpha copy", "alpha_buffer", "copy"), ("test blend off", "blend", "off")):
            said = console.run(f"set {words}")
            assert said[word] == value and said["where"] == place, said  # values are not blended: nothing begins anew
        console.run("shader leave")
        assert "where" not in console.run("set test depth program")
        assert console.run("continue")["stop"] == "exited"


def depth():
    with Console([program("test-scenes"), "plain", "--frames", "1", "--headless"], options=["--keep-going"]) as console:
        console.run("next draw")
        console.run("set buffer depth clear 0")
        refused(console, "shader fragment", "not-covered")
        console.run("set test depth off")
        console.run("shader fragment")
        without = total(console)
        console.run("set buffer depth clear 1")
        console.run("set test depth on")
        assert total(console) == without
        console.run("set buffer depth copy")
        note = console.run("set test depth program")["where"]
        assert note["total"] == without and "per-fragment" not in note.get("note", ""), note


def alpha():
    with Console([program("test-scenes"), "alpha", "--frames", "1", "--headless"]) as console:
        console.run("next draw")
        some = console.run("shader fragment")["total"]
        everything = console.run("set test alpha off")["where"]["total"]
        assert some < everything, (some, everything)
        assert console.run("set test alpha program")["where"]["total"] == some
    with Console([program("test-scenes"), "legacy", "--frames", "1", "--headless"]) as console:
        console.run("next draw")
        assert console.run("shader fragment")["total"] == everything
        assert console.run("set test alpha on")["where"]["total"] == everything  # GL_ALWAYS


def field(console, expression):
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        console.run(f"values {expression} {file.name}")
        with open(file.name) as rows:
            return {tuple(row.split(",")[:2]): row.strip().split(",")[2:] for row in list(rows)[1:]}


def fragment(console, pixel, k):
    """The depths of fragment k of each pixel: pixel may have less, then one that has is looked for where the error says that they are."""
    answer = console.command(f"focus {pixel[0]} {pixel[1]} fragment {k}")
    message = "" if answer["ok"] else answer["error"]["message"]
    if message.startswith("no pixel"):
        return {}
    if message:
        left, bottom, right, top = (int(n) for n in re.findall(r"\((\d+), (\d+)\)", message)[-2:] for n in n)
        inside = [(x, y) for y in range(bottom, top + 1, 7) for x in range(left, right + 1, 7)]
        answer = next(a for a in (console.command(f"focus {x} {y} fragment {k}") for x, y in inside) if a["ok"])
    assert answer["result"]["focus"]["fragment"] == k, answer
    return field(console, "gl_FragCoord.z")


def chosen(console, stays, number):
    """A fragment that is chosen for all pixels stays chosen while others are looked at; `all` takes everything back."""
    (x, y), (others, _) = next(iter(number[1])), ((set(stays) - set(number[1])).pop(), None)
    assert console.run("set fragment 1")["depth_test"] == "program" and field(console, "gl_FragCoord.z") == number[1]
    assert console.run(f"focus cell {x} {y}")["focus"] == {"x": int(x), "y": int(y), "fragment": 1}
    refused(console, f"focus cell {others[0]} {others[1]}", "not-covered")
    refused(console, "set fragment 255", "usage")
    assert console.run("set fragment visible")["where"]["focus"].keys() == {"x", "y"} and field(console, "gl_FragCoord.z") == stays
    for words in "fragment 1", "test depth off", "buffer stencil clear 2":
        console.run(f"set {words}")
    said = console.run("set test all program")
    assert {said[name] for name in said if name.endswith("_test")} == {"program"} and said["stencil_buffer"] == "copy", said
    assert field(console, "gl_FragCoord.z") == stays


def fragments():
    """Which pixels have two fragments the program's own stencil knows (second draw); the last of two is the one that stays."""
    with Console([program("test-scenes"), "stencil", "--frames", "1", "--headless"], options=["--keep-going"]) as console:
        console.run("next draw")
        console.run("shader fragment")
        stays = field(console, "gl_FragCoord.z")
        x, y = next(iter(stays))
        number = [None] * 4
        for k in range(4):
            number[k] = fragment(console, (x, y), k)
        assert set(number[0]) == set(stays) and 0 < len(number[1]) < len(stays), (len(stays), [len(n) for n in number])
        assert set(number[1]) > set(number[2]) >= set(number[3])
        for p, z in stays.items():
            last = max(k for k in range(4) if p in number[k])
            assert number[last][p] == z, (p, last)
        assert "fragment" not in console.run(f"focus {x} {y}")["focus"]
        assert field(console, "gl_FragCoord.z") == stays
        chosen(console, stays, number)
        console.run("shader leave")
        console.run("next draw")
        exactly_two = console.run("shader fragment")["total"]
        assert exactly_two == len(number[1]) - len(number[2]), (exactly_two, [len(n) for n in number])


def near(values, expected):
    assert all(abs(a - b) < 1 / 255 for a, b in zip(values, expected, strict=True)), (values, expected)


def scissor():
    """The shader stands where it stood, for the same pixel, whichever tests are changed meanwhile; without the scissor test all of what is drawn."""
    with Console([program("test-operations"), "plain"]) as console:
        console.run("next draw")
        everything = console.run("shader fragment")["total"]
    with Console([program("test-operations"), "scissor"]) as console:
        console.run("next draw")
        assert console.run("shader fragment")["total"] == 30 * 5 < everything
        console.run("focus 17 23")
        console.run("shader step")
        console.run("shader step")
        place = console.run("where")
        assert (place["line"], place["text"][:6]) == (13, "second"), place
        for test, total in ("off", everything), ("on", 30 * 5), ("off", everything), ("program", 30 * 5):
            where = console.run(f"set test scissor {test}")["where"]
            assert where["total"] == total, where
            assert all(where[key] == place[key] for key in ("line", "column", "text", "focus")), (where, place)
        console.run("set test scissor off")
        console.run("focus 1 1")
        where = console.run("set test scissor program")["where"]  # which does not cover that one
        assert where["focus"] != {"x": 1, "y": 1} and where["line"] < place["line"], where


def mask():
    """Of what is written, green alone."""
    clear = [0.2, 0.4, 0.6, 0.8]
    with Console([program("test-operations"), "masked"]) as console:
        console.run("next draw")
        output = console.run("attachment color0 output pixel 20 20")["value"]
        near(console.run("attachment color0 after pixel 20 20")["value"], [clear[0], output[1], *clear[2:]])
        assert console.run("set test mask off")["color_mask"] == "off"
        near(console.run("attachment color0 after pixel 20 20")["value"], output)
        console.run("set test mask on")
        near(console.run("attachment color0 after pixel 20 20")["value"], [clear[0], output[1], *clear[2:]])
        console.run("set test mask off")
        console.run("step")
        near(console.run("attachment color0 pixel 20 20")["value"], [clear[0], output[1], *clear[2:]])


def changed():
    """What another test makes of the draw, beside what it leaves without."""
    with tempfile.TemporaryDirectory() as folder, Console([program("test-operations"), "masked"]) as console:
        old, new, difference = (os.path.join(folder, f"{name}.npy") for name in ("old", "new", "difference"))
        console.run("next draw")
        console.run(f"attachment color0 after {old}")
        told = console.run(f"attachment color0 after minus {old}")
        assert told["differing"] == 0 and "first" not in told, told
        console.run("set test mask off")
        console.run(f"attachment color0 after {new}")
        told = console.run(f"attachment color0 after minus {old} {difference}")
        (height, width, n, before), (*_, after), (*_, both) = (read_npy(path) for path in (old, new, difference))
        pixels = [i for i in range(height * width) if before[i * n:(i + 1) * n] != after[i * n:(i + 1) * n]]
        assert pixels and told["differing"] == len(pixels) and told["first"] == [pixels[0] % width, pixels[0] // width], told
        assert all(abs(b - a - d) < 1e-6 for a, b, d in zip(before, after, both, strict=True))


scissor()
mask()
changed()
fragments()
with tempfile.NamedTemporaryFile() as with_us, tempfile.NamedTemporaryFile() as without:
    stencil(with_us.name)
    subprocess.run([program("test-scenes"), "stencil", "--frames", "1", "--headless", "--dump", without.name], check=True, timeout=patience(6),
                   stdout=subprocess.DEVNULL)
    assert with_us.read() == without.read(), "the frame is another one"
depth()
alpha()
print("PASS")
