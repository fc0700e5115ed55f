#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every stage of every program of piglit that the driver takes: a variant at every site, of every visible variable, must
compile and link (tests/corpus/corpus.c).

run.py [--twentieth] [--jobs N] [--only TEXT] [--journal FILE]
  --twentieth  a twentieth of the programs, always the same
  --journal    write there what came out; a run that was interrupted goes on from it (if the program is the same)
A failure is told at once, a figure every 500 sources.
What is known to fail stands in tests/corpus/todo, a line "FILE STAGE: cause"; it is printed, and counts as failed in the
figure. A line there that no longer fails is an error, as is a failure that does not stand there.
"""

import argparse
import glob
import hashlib
import os
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

SOURCE = os.environ.get("top_srcdir", os.path.join(os.path.dirname(__file__), "../.."))
PROGRAM = os.path.join(os.environ.get("top_builddir", "."), "tests/corpus/corpus")
TODO = os.path.join(SOURCE, "tests/corpus/todo")
ENDINGS = (".shader_test", ".vert", ".frag", ".geom", ".tesc", ".tese", ".comp")
GENERATED_STEP = 50  # every fiftieth of the generated tests
GROUP = 60
SLOW = "unroll-explosion"  # minutes each: begun first, each by itself
SHOWN = 500  # sources between two figures


def find_piglit():
    for pattern in ("/usr/lib/*/piglit", "/usr/share/piglit", "/usr/lib/piglit", "/usr/local/lib/piglit"):
        for folder in glob.glob(pattern):
            if os.path.isdir(os.path.join(folder, "tests/spec")):
                return folder
    return None


def find_files(piglit):
    found = []
    for part, step in (("tests", 1), ("generated_tests", GENERATED_STEP)):
        files = []
        for folder, _, names in os.walk(os.path.join(piglit, part)):
            files += [os.path.join(folder, name) for name in names if name.endswith(ENDINGS)]
        files = [os.path.relpath(name, piglit) for name in files]
        # the driver itself takes minutes for these
        found += [name for name in sorted(files) if "inline-explosion" not in name][::step]
    return found


def is_chosen(name):
    return int(hashlib.md5(name.encode()).hexdigest(), 16) % 20 == 3


def read_todo():
    todo = {}
    if os.path.exists(TODO):
        with open(TODO, encoding="utf-8") as file:
            for line in file:
                match = re.match(r"(\S+ \S+): (.*)", line)
                if match and not line.startswith("#"):
                    todo[match.group(1)] = match.group(2)
    return todo


class Results:
    """What came out so far; each line that counts is kept in a journal, from which a run can go on."""

    def __init__(self, todo, journal):
        self.sources = {}  # "FILE STAGE" to None or why it failed
        self.finished = set()  # files
        self.seconds = {}  # file to driver's and our processor time
        self.sites = self.variants = self.n_shown = 0
        self.unavailable = None  # why nothing could be drawn
        self.todo, self.journal = todo, journal
        self.lock = threading.Lock()
        self.start = time.monotonic()

    def take(self, line):
        with self.lock:
            if self.parse(line) and self.journal:
                self.journal.write(line + "\n")
                self.journal.flush()

    def parse(self, line):
        match = re.match(r"(\S+ [a-z-]+): (ok|failed) (\d+) sites, (\d+) variants", line)
        if match:
            self.sources.setdefault(match.group(1), None)
            self.sites += int(match.group(3))
            self.variants += int(match.group(4))
            if len(self.sources) // SHOWN > self.n_shown:
                self.show()
            return True
        match = re.match(r"(\S+ [a-z-]+): (.*? site -?\d+ \S+ line \d+: .*|status .*)", line)
        if match:
            if not self.sources.get(match.group(1)):
                self.sources[match.group(1)] = match.group(2)
                if match.group(1) not in self.todo:
                    print("failed %s: %s" % match.groups(), flush=True)
            return True
        match = re.match(r"(\S+): end ([\d.]+) s", line)
        if match:
            self.finished.add(match.group(1))
            self.seconds[match.group(1)] = float(match.group(2))
        return match is not None

    def show(self):
        self.n_shown = len(self.sources) // SHOWN
        failed = sum(1 for why in self.sources.values() if why)
        print("%5.0f s: %d sources, %d failed, %d variants" % (time.monotonic() - self.start, len(self.sources), failed,
                                                               self.variants), flush=True)


class Group:
    """One run of the program over some files. Where it dies of one or one takes too long, the files after that remain."""

    def __init__(self, piglit, names, results):
        self.piglit, self.results = piglit, results
        self.names = names
        self.current = None  # begun and not ended
        self.output = ""

    def run(self):
        names = [name for name in self.names if name not in self.results.finished]
        while names:
            status = self.run_program(names)
            if status == 77:
                self.results.unavailable = self.output.strip()
                return
            if status in (0, 1):
                return
            if not self.current:
                self.results.take("%s all: status %s before the first program" % (names[0], status))
                return
            if self.dies_unchanged():
                print("the driver does not survive %s" % self.current, flush=True)
            else:
                self.results.take("%s all: status %s" % (self.current, status))
            self.results.take("%s: end 0 s" % self.current)
            names = [name for name in names if name not in self.results.finished]

    def run_program(self, names):
        command = [os.path.abspath(PROGRAM)] + names
        self.current, self.output = None, ""
        with subprocess.Popen(command, cwd=self.piglit, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace") as process:
            for line in process.stdout:
                match = re.match(r"(\S+): begin", line)
                if match:
                    self.current = match.group(1)
                elif re.match(r"\S+: end", line):
                    self.current = None
                else:
                    self.output = line
                self.results.take(line.rstrip("\n"))
        return process.returncode

    def dies_unchanged(self):
        command = [os.path.abspath(PROGRAM), "--originals", self.current]
        return subprocess.run(command, cwd=self.piglit, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              check=False).returncode not in (0, 1)


def open_journal(path, results):
    """What an interrupted run of the same program left there is taken; then it is written on."""
    with open(PROGRAM, "rb") as file:
        head = "# " + hashlib.md5(file.read()).hexdigest() + "\n"
    lines = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            lines = file.readlines()
    if lines and lines[0] == head:
        ended = {line.split(":")[0] for line in lines if re.match(r"\S+: end ", line)}
        for line in lines[1:]:
            if line.split(":")[0].split(" ")[0] in ended:
                results.parse(line.rstrip("\n"))
        print("going on after %d files of %s" % (len(ended), path), flush=True)
    results.journal = open(path, "a" if lines and lines[0] == head else "w", encoding="utf-8")
    if not lines or lines[0] != head:
        results.journal.write(head)


def report(results, todo, only):
    if results.unavailable and not results.sources:
        print("SKIP corpus: " + results.unavailable)
        return 0
    bad = 0
    if results.unavailable:
        print("FAIL corpus: " + results.unavailable)
        bad += 1
    for name, why in sorted(results.sources.items()):
        if why and name in todo:
            print("TODO corpus %s: %s" % (name, todo[name]))
        elif why:
            print("FAIL corpus %s: %s" % (name, why))
            bad += 1
        elif name in todo:
            print("FAIL corpus %s: passes now: take it out of tests/corpus/todo" % name)
            bad += 1
    slow = sorted(results.seconds, key=results.seconds.get)[-5:]
    print("slowest: " + ", ".join("%s %.0f s" % (name, results.seconds[name]) for name in reversed(slow)))
    passed = sum(1 for why in results.sources.values() if not why)
    total = len(results.sources)
    text = "%d of %d stage sources (%.2f %%), %d sites, %d variants" % (
        passed, total, 100.0 * passed / max(total, 1), results.sites, results.variants)
    if total == 0 and not only:
        print("FAIL corpus: nothing was tried")
        bad += 1
    print(("FAIL corpus: " if bad else "PASS corpus: ") + text)
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--twentieth", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--journal")
    options = parser.parse_args()
    os.environ.setdefault("GLSTEP_GLSLANG", os.path.join(os.path.abspath(os.environ.get("top_builddir", ".")),
                                                         "glstep-glslang"))
    piglit = find_piglit()
    if not piglit:
        print("SKIP corpus: piglit is not installed")
        return 0
    names = [name for name in find_files(piglit) if options.only in name]
    if options.twentieth:
        names = [name for name in names if is_chosen(name)]
    results = Results(read_todo(), None)
    if options.journal:
        open_journal(options.journal, results)
    with ThreadPoolExecutor(options.jobs) as pool:
        slow = [name for name in names if SLOW in name]
        names = [name for name in names if SLOW not in name]
        groups = [[name] for name in slow] + [names[i:i + GROUP] for i in range(0, len(names), GROUP)]
        for future in [pool.submit(Group(piglit, group, results).run) for group in groups]:
            future.result()
    return report(results, results.todo, options.only)


if __name__ == "__main__":
    sys.exit(main())
