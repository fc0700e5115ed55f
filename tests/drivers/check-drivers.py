#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tests that compare values (tests/instrument's first), the state dump and piglit's samples on the drivers of tests/drivers/drivers.list.

    tests/drivers/check-drivers.py [--list] [--driver NAME]... [--suite NAME]...

Each driver is asked first what it is. What tests/drivers/faults.list says of it is proven again: a small program, which runs without
glstep, must go wrong on this driver and right on the one that the tests are written for. A failure that a fault explains is counted as the
driver's. Status 0: nothing else failed, and each fault is still there."""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, HERE)
from driver_faults import PROOF_SECONDS, USUAL, fault_of, lines_of, on_display, prove_once, read_faults  # noqa: E402
from glstep_console import BUILD, last_line, program  # noqa: E402

SUITES = ["instrument", "example-values", "scene-colors", "stages", "language", "language-odd", "language-words", "nan-lookup", "paths-stages", "cts",
          "random-shaders", "state", "state-stages", "piglit", "piglit-stages"]
MOST_SECONDS = 2 * 3600  # of a suite: softpipe takes twenty minutes for one
PROOF_RUNS = 10  # of a program that goes wrong by chance

Driver = collections.namedtuple("Driver", "name renderer variables")


def read_drivers():
    return [Driver(name, renderer, dict(word.split("=", 1) for word in words)) for name, renderer, *words in lines_of("drivers.list")]


# ---- what runs on a driver ----

def environment(driver, folder):
    """driver None: the one that the tests are written for. What another run has compiled is not taken."""
    variables = {"LIBGL_ALWAYS_SOFTWARE": "1", "MESA_SHADER_CACHE_DIR": os.path.join(folder, driver.name if driver else "usual"),
                 "MESA_DEBUG": "silent", "XDG_RUNTIME_DIR": folder, "GS_VALIDATE": "1"}
    if driver:
        variables.update(driver.variables, GLSTEP_TEST_DRIVER=driver.name)
    return {**os.environ, **variables}


def ask(driver, folder, *options):
    """{"renderer": ..., "version": ..., "glsl": ...}, or why there is no context."""
    done = on_display([program("test-driver"), *options], environment(driver, folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                      text=True, timeout=PROOF_SECONDS)
    if done.returncode != 0:
        return last_line(done.stderr)
    return dict(line.split(": ", 1) for line in done.stdout.splitlines())


# ---- proofs ----

def prove(proof, driver, folder):
    """The first run that goes wrong decides."""
    answer = "right"
    for _ in range(1 if proof.endswith(".shader_test") else PROOF_RUNS):
        answer = prove_once(proof, environment(driver, folder))
        if answer != "right":
            break
    return answer


def glsl_of(facts):
    return int(re.match(r"(\d+)\.(\d\d)", facts["glsl"]).expand(r"\1\2"))


def check_fault(fault, driver, facts, folder):
    """None: the fault is there; else what is to be done about it."""
    limit = re.fullmatch(r"glsl<(\d+)", fault.proof)
    if limit:
        return None if glsl_of(facts) < int(limit.group(1)) else f"it has GLSL {glsl_of(facts)} now"
    usual = prove(fault.proof, None, folder)
    if usual != "right":
        return f"the proof does not hold: on the usual driver the answer is {usual!r}"
    return check_wrong(fault, driver, folder)


def check_wrong(fault, driver, folder):
    found = prove(fault.proof, driver, folder)
    return {"wrong": None, "right": "the driver does it right now: take it out of tests/drivers/faults.list"}.get(found, found)


# ---- suites ----

class Table:
    def __init__(self):
        self.rows, self.failed = [], []

    def verdict(self, driver, name, why):
        """driver: its name"""
        print(f"FAIL {driver} {name}: {why}" if why else f"PASS {driver} {name}", flush=True)
        if why:
            self.failed.append(f"{driver} {name}")

    def print(self):
        heads = ("driver", "suite", "passed", "failed", "driver's", "skipped", "seconds")
        rows = [heads, *([str(cell) for cell in row] for row in self.rows)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(heads))]
        for row in rows:
            print("  ".join(cell.ljust(w) if i < 2 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))))
        for name in self.failed:
            print(f"failed: {name}")


def script_of(suite):
    return os.path.join(HERE, *(("drivers", "instrument.py") if suite == "instrument" else ("real", f"{suite}.py")))


def run_suite(table, driver, suite, faults, folder):
    """Its lines, each with the driver's name; what a fault explains is "DRIVER'S"."""
    begun, log = time.monotonic(), os.path.join(BUILD, "drivers", f"{driver.name}-{suite}.log")
    os.makedirs(os.path.dirname(log), exist_ok=True)
    status = "it did not end in time"
    with open(log, "w+", encoding="utf-8", errors="replace") as file:
        try:
            done = on_display([sys.executable, script_of(suite)], environment(driver, folder), stdout=file,
                              stderr=subprocess.STDOUT, timeout=MOST_SECONDS)
            status = f"it ended with status {done.returncode}"
        except subprocess.TimeoutExpired:
            done = None
        file.seek(0)
        lines = re.findall(r"^(PASS|FAIL|SKIP) ([^:\n]*)(?:: (.*))?$", file.read(), re.M)
    counts = collections.Counter()
    for kind, name, why in lines:
        fault = fault_of(faults, name, why) if kind == "FAIL" else None
        if fault:
            kind, why = "DRIVER'S", f"{fault.proof}: {why}"
        counts[kind] += 1
        print(f"{kind} {driver.name} {name}{': ' * bool(why)}{why[:300]}", flush=True)
        if kind == "FAIL":
            table.failed.append(f"{driver.name} {name}")
    if not lines or not done or done.returncode not in (0, 1):
        counts["FAIL"] += 1
        table.verdict(driver, suite, f"{status}, see {log}")
    table.rows.append((driver.name, suite, counts["PASS"], counts["FAIL"], counts["DRIVER'S"], counts["SKIP"], round(time.monotonic() - begun)))


def run_driver(table, driver, suites, folder):
    facts = ask(driver, folder)
    headless = ask(driver, folder, "--headless")
    for way, found in ("window (GLX)", facts), ("pbuffer (EGL)", headless):
        print(f"{driver.name}, {way}: " + (", ".join(found.values()) if isinstance(found, dict) else found), flush=True)
    if not isinstance(facts, dict) or not re.search(driver.renderer, facts["renderer"]):
        print(f"SKIP {driver.name}: what answers is not {driver.name}: {facts}", flush=True)
        return
    mine = read_faults(driver.name)
    for proof in dict.fromkeys(fault.proof for fault in mine):
        table.verdict(driver.name, f"fault {proof}", check_fault(next(f for f in mine if f.proof == proof), driver, facts, folder))
    for suite in suites:
        run_suite(table, driver, suite, mine, folder)


def main():
    drivers = read_drivers()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--driver", action="append", choices=[d.name for d in drivers])
    parser.add_argument("--suite", action="append", choices=SUITES)
    options = parser.parse_args()
    if options.list:
        print("\n".join([d.name for d in drivers] + SUITES))
        return 0
    table, folder = Table(), tempfile.mkdtemp(prefix="glstep-drivers-")
    try:
        for fault in read_faults(USUAL):
            table.verdict(USUAL, f"fault {fault.proof}", check_wrong(fault, None, folder))
        for driver in drivers:
            if not options.driver or driver.name in options.driver:
                run_driver(table, driver, options.suite or SUITES, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    table.print()
    return 1 if table.failed else 0


if __name__ == "__main__":
    sys.exit(main())
