#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A preload library of another glstep: one sentence at once, and nothing is started. A program with it would run on by itself.

Prints PASS/FAIL lines.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import BUILD, GLSTEP, Console, Results, program  # noqa: E402
from patience import patience  # noqa: E402

OURS = os.path.abspath(os.path.join(BUILD, "preload", "libglstep-preload.so"))


def refused(library, protocol):
    with tempfile.TemporaryDirectory() as folder:
        mark = os.path.join(folder, "started")
        done = subprocess.run([GLSTEP, "--json", "-e", "start", "--", "sh", "-c", f"touch {mark}; exec {program('test-uploads')}"], check=False,
                              env={**os.environ, "GLSTEP_PRELOAD": library}, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60))
        error = json.loads(done.stdout)["error"]
        assert done.returncode == 2 and error["code"] == "cannot-start", (done.returncode, error)
        says = rf"{re.escape(library)} is of another glstep: its protocol has {protocol}, and this one's version \d+; "
        assert re.search(says, error["message"]), error
        assert not os.path.exists(mark), "it was started"


def accepted():
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GLSTEP_PRELOAD"] = shutil.copy(OURS, folder)
        with Console([program("test-uploads"), "1"]) as console:
            assert console.run("next call glBufferData")["call"]["name"] == "glBufferData"
            assert console.run("continue")["status"] == 0


results = Results()
results.check("other", refused, os.path.abspath(os.path.join(BUILD, "libtest-other-version.so")), "version 7")
results.check("none", refused, os.path.abspath(os.path.join(BUILD, "preload", "libglstep-shim-GLX.so")), "no version")
results.check("copy", accepted)
sys.exit(results.failed > 0)
