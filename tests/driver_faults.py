# SPDX-License-Identifier: MIT
"""What drivers do wrong themselves: tests/drivers/faults.list and its proofs, small programs that run without glstep."""

import collections
import os
import re
import subprocess

import piglit
from glstep_console import LACKING, last_line, program

HERE = os.path.dirname(os.path.abspath(__file__))
PROOF_SECONDS = 60
NEWER = "newer"  # in the list: a newer Mesa than the one that the tests are written for
USUAL = "usual"  # that one itself

Fault = collections.namedtuple("Fault", "driver proof tests message")


def lines_of(name):
    with open(os.path.join(HERE, "drivers", name), encoding="utf-8") as file:
        return [line.split() for line in file if line.strip() and not line.startswith("#")]


def read_faults(driver):
    """tests None: no test goes wrong, as the code avoids what the driver does wrong."""
    return [Fault(name, proof, words[0] if words else None, " ".join(words[1:]))
            for name, proof, *words in lines_of("faults.list") if name == driver]


def fault_of(faults, name, why):
    """The one that explains this failure."""
    return next((f for f in faults if f.tests and re.search(f.tests, name) and re.search(f.message, why)), None)


def on_display(argv, variables, **options):
    return subprocess.run([os.path.join(HERE, "with-display"), *argv], env=variables, stdin=subprocess.DEVNULL, **options)


def find_shader_test(proof):
    """The file: of ours, or of piglit's own tests."""
    folder = piglit.find_folder() or "/nonexistent"
    paths = [os.path.join(HERE, "drivers", proof), *(os.path.join(folder, tests, "spec", proof) for tests in ("tests", "generated_tests"))]
    return next((path for path in paths if os.path.exists(path)), paths[0])


def prove_once(proof, variables):
    """"right", "wrong", or why neither can be said."""
    if proof.endswith(".shader_test"):
        runner = os.path.join(piglit.find_folder() or "/nonexistent", "bin", "shader_runner")
        argv = [runner, find_shader_test(proof), "-auto", "-fbo"]
        if not os.access(runner, os.X_OK):
            return "piglit is not installed"
    else:
        argv = [os.path.abspath(program("test-driver")), proof]
    try:
        done = on_display(argv, variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=PROOF_SECONDS)
    except subprocess.TimeoutExpired:
        return "wrong"
    if done.returncode < 0 or done.returncode > 128:
        return "wrong"  # ended by a signal
    if proof.endswith(".shader_test"):
        found = re.search(r'"result": "(\w+)"', done.stdout)
        return {"pass": "right", "fail": "wrong"}.get(found and found.group(1), f"shader_runner: {last_line(done.stdout + done.stderr)}")
    if done.returncode in (LACKING, 99):
        return last_line(done.stderr)
    return "wrong" if done.returncode else "right"


def proven(name, why):
    """The proof of a fault of the driver at hand that explains the failure of that test, and goes wrong here and now; None: there is none."""
    fault = fault_of(read_faults(NEWER), name, why)
    return fault.proof if fault and prove_once(fault.proof, dict(os.environ)) == "wrong" else None
