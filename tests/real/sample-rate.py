#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
sample-rate.py - a fragment shader that GL runs for each sample has each sample's values at every position, whatever of it a variant needs; one
that it runs for whole pixels has those of the pixel's centre. Where the samples are, the program asks GL (tests/programs/sample-rate.c).

 WAY            what makes the rate: gl_SampleID, gl_SamplePosition, an input that is `sample in`, GL_SAMPLE_SHADING, or nothing; interpolateAtSample with
                and without
 WAY-single     a program for each place in place of one for many
 WAY-capture    paths whose conditions are captured one by one
 WAY-large      four million samples: the focus element alone is captured; of every fifth one, others each day, but for GLSTEP_TESTS=all
"""

import csv
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import DRIVER, Console, Refused, Results, line_of, of_the_day, program, source_lines  # noqa: E402

SMALL, LARGE, X, Y, SAMPLE = 8, 1024, 5, 3, 2
EACH = {"id", "position", "sample-in", "state", "half", "both", "unneeded", "each-at-sample"}


def near(got, expected, size):
    got, expected = (v if isinstance(v, list) else [v] for v in (got, expected))
    return len(got) == len(expected) and all(abs(a - b) <= 0.0625 / size for a, b in zip(got, expected, strict=True))


class Rate:
    """What the shader has at a sample."""

    def __init__(self, output, way, size):
        self.samples = [[float(n) for n in line.split()[1:]] for line in output.splitlines() if line.startswith("sample ")]
        assert len(self.samples) == 4, output
        self.each, self.size = way in EACH, size

    def place(self, x, y, sample):
        inner = self.samples[sample] if self.each else [0.5, 0.5]
        return [x + inner[0], y + inner[1]]

    def between(self, place):
        return [2 * n / self.size - 1 for n in place]

    def mask(self, sample):
        return 1 << sample if self.each else 15

    def iterations(self, sample):
        return round(self.place(0, 0, sample)[0] * 8)

    def expected(self, x, y, sample):
        place = self.place(x, y, sample)
        return {"here": place, "gl_FragCoord.xy": place, "mask": self.mask(sample), "gl_SampleMaskIn[0]": self.mask(sample),
                "between": self.between(place), "plain": self.between(place), "n": 2 * self.iterations(sample)}


def compare_focus(console, rate):
    for text, expected in rate.expected(X, Y, SAMPLE).items():
        value = console.run(f"print {text}")["value"]
        assert near(value, expected, rate.size), f"{text} is {value}, not {expected}"


def compare_all(console, rate, text):
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        console.run(f"values {text} {file.name}")
        with open(file.name, encoding="utf-8", newline="") as rows:
            rows = list(csv.reader(rows))[1:]
    assert len(rows) == 4 * rate.size ** 2, len(rows)
    for row in rows:
        x, y, *value = (float(n) for n in row)
        sample, y = divmod(int(y), rate.size)
        expected = rate.expected(int(x), y, sample)[text]
        assert near(value, expected, rate.size), f"{text} at {x}, {y}, sample {sample} is {value}, not {expected}"


def compare_at_sample(console, rate):
    for sample in range(4):
        got = console.run(f"print interpolateAtSample(plain, {sample})")["value"]
        expected = rate.between([X + rate.samples[sample][0], Y + rate.samples[sample][1]])
        assert near(got, expected, rate.size), (sample, got, expected)


def compare_read_samples(console, rate, way):
    if way.endswith("at-sample"):
        compare_at_sample(console, rate)
    if rate.each and way != "half":  # GL may take two samples at once there
        assert console.run("print gl_SampleID")["value"] == SAMPLE
        assert near(console.run("print gl_SamplePosition")["value"], rate.samples[SAMPLE], rate.size)
        return
    for text in "gl_SampleID", "gl_SamplePosition.x":
        try:
            console.run(f"print {text}")
        except Refused as refusal:
            assert refusal.code == "not-readable" and "each sample" in str(refusal), str(refusal)
        else:
            raise AssertionError(f"{text} is told, though reading it changes the rate")


def compare_end(console, rate, way, note):
    """The colour, beside that of the program's own draw."""
    console.run("shader continue")
    check = console.run("check")
    if way == "unneeded" and not DRIVER:  # llvmpipe leaves out what nothing needs, and runs it for whole pixels
        assert not check["same_output"] and "once for several samples" in note, check
        return
    assert check["same_output"], check
    place = rate.place(X, Y, SAMPLE)
    assert near(check["undebugged"][:2], place, rate.size), check


def debug(way, size):
    with Console([program("test-sample-rate"), way, str(size)]) as console:
        console.run("next draw")
        rate = Rate(console.program_output(), way, size)
        note = console.run("shader fragment").get("note", "")
        console.run(f"focus {X} {Y} sample {SAMPLE}")
        lines = source_lines(console)
        loop = line_of(lines, "for (int i = 0; i < int(fract(here.x) * 8.0 + 0.5); i++)")
        console.run(f"shader until {loop}")
        if size == SMALL:
            counted = console.run("count iterations")["counts"][0]
            numbers = [rate.iterations(sample) for sample in range(4)]
            assert [counted["min"], counted["max"], counted["sum"]] == [min(numbers), max(numbers), sum(numbers) * size * size], counted
        turns = 0
        while (where := console.run("shader step"))["line"] in (loop, loop + 1):
            turns += where["line"] == loop + 1
        assert turns == rate.iterations(SAMPLE), turns
        compare_focus(console, rate)
        if size == SMALL:
            for text in "gl_FragCoord.xy", "plain", "n":
                compare_all(console, rate, text)
        compare_read_samples(console, rate, way)
        compare_end(console, rate, way, note)


def set_and_debug(variable, value, way, size):
    os.environ[variable] = value
    try:
        debug(way, size)
    finally:
        del os.environ[variable]


def main():
    results = Results()
    ways = [*sorted(EACH), "pixel", "at-sample"]
    for way in ways:
        results.check(way, debug, way, SMALL)
    for way in "id", "sample-in", "pixel":
        results.check(f"{way}-single", set_and_debug, "GLSTEP_PLACES", "single", way, SMALL)
    results.check("id-capture", set_and_debug, "GLSTEP_PATH", "capture", "id", SMALL)
    for way in of_the_day(ways, 5):
        results.check(f"{way}-large", debug, way, LARGE)
    return results.failed != 0


if __name__ == "__main__":
    sys.exit(main())
