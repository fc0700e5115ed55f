#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every stage of every program of piglit that the driver takes: a variant at every site, of every visible variable, must
compile and link (tests/corpus/corpus.c).

run.py [--tenth] [--jobs N] [--only TEXT]
  --tenth   a tenth of the programs, always the same
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
from concurrent.futures import ThreadPoolExecutor

SOURCE = os.environ.get("top_srcdir", os.path.join(os.path.dirname(__file__), "../.."))
PROGRAM = os.path.join(os.environ.get("top_builddir", "."), "tests/corpus/corpus")
TODO = os.path.join(SOURCE, "tests/corpus/todo")
ENDINGS = (".shader_test", ".vert", ".frag", ".geom", ".tesc", ".tese", ".comp")
GENERATED_STEP = 50  # every fiftieth of the generated tests
GROUP = 12
SECONDS = 300  # for a group


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
    return int(hashlib.md5(name.encode()).hexdigest(), 16) % 10 == 3


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
    def __init__(self):
        self.sources = {}  # "FILE STAGE" to None or why it failed
        self.sites = self.variants = 0

    def take(self, line):
        match = re.match(r"(\S+ [a-z-]+): (ok|failed) (\d+) sites, (\d+) variants", line)
        if match:
            self.sources.setdefault(match.group(1), None)
            self.sites += int(match.group(3))
            self.variants += int(match.group(4))
            return
        match = re.match(r"(\S+ [a-z-]+): (.*? site -?\d+ \S+ line \d+: .*)", line)
        if match and not self.sources.get(match.group(1)):
            self.sources[match.group(1)] = match.group(2)


def run_group(piglit, names, results):
    command = [os.path.abspath(PROGRAM)] + names
    try:
        done = subprocess.run(command, cwd=piglit, timeout=SECONDS, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        status, output = done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        status, output = "more than %d seconds" % SECONDS, late.stdout or b""
    if status == 77:
        print("SKIP corpus: " + output.decode(errors="replace").strip())
        sys.exit(0)
    if status not in (0, 1) and len(names) > 1:
        for name in names:
            run_group(piglit, [name], results)
        return
    if status not in (0, 1):  # does the driver die of the program itself?
        alone = subprocess.run(command[:1] + ["--originals"] + names, cwd=piglit, timeout=SECONDS, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, check=False)
        if alone.returncode not in (0, 1):
            return
    for line in output.decode(errors="replace").splitlines():
        results.take(line)
    if status not in (0, 1):
        results.sources[names[0] + " all"] = "status %s" % status


def report(results, todo, only):
    bad = 0
    for name, why in sorted(results.sources.items()):
        if why and name in todo:
            print("TODO corpus %s: %s" % (name, todo[name]))
        elif why:
            print("FAIL corpus %s: %s" % (name, why))
            bad += 1
        elif name in todo:
            print("FAIL corpus %s: passes now: take it out of tests/corpus/todo" % name)
            bad += 1
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
    parser.add_argument("--tenth", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    os.environ.setdefault("GLSTEP_GLSLANG", os.path.join(os.path.abspath(os.environ.get("top_builddir", ".")),
                                                         "glstep-glslang"))
    piglit = find_piglit()
    if not piglit:
        print("SKIP corpus: piglit is not installed")
        return 0
    names = [name for name in find_files(piglit) if options.only in name]
    if options.tenth:
        names = [name for name in names if is_chosen(name)]
    results = Results()
    with ThreadPoolExecutor(options.jobs) as pool:
        groups = [names[i:i + GROUP] for i in range(0, len(names), GROUP)]
        for future in [pool.submit(run_group, piglit, group, results) for group in groups]:
            future.result()
    return report(results, read_todo(), options.only)


if __name__ == "__main__":
    sys.exit(main())
