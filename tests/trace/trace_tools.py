# SPDX-License-Identifier: MIT
"""glstep-trace and apitrace, run by the tests of traces."""
import difflib
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from patience import patience  # noqa: E402

TOOL = os.path.join(os.environ["top_builddir"], "glstep-trace")


def need_apitrace():
    if not shutil.which("apitrace"):
        print("SKIP apitrace: is not installed")
        sys.exit(77)


def run(*words, status=0, idle=30):
    """Standard output of glstep-trace, and what it says on standard error."""
    done = subprocess.run([TOOL, *words], capture_output=True, timeout=patience(idle))
    assert done.returncode == status, \
        f"{' '.join(words)}: status {done.returncode}, not {status}: {done.stderr.decode(errors='replace')}"
    return done.stdout, done.stderr.decode()


def dump(path, *options):
    return run("dump", *options, path)[0]


def apitrace_dump(path, *options):
    done = subprocess.run(["apitrace", "dump", "--color=never", *options, path], capture_output=True,
                          timeout=patience(60))
    assert done.returncode == 0, f"apitrace cannot read {path}: {done.stderr.decode(errors='replace')}"
    return done.stdout


def same(what, ours, theirs):
    if ours == theirs:
        return
    lines = [text.decode(errors="replace").splitlines() for text in (theirs, ours)]
    sys.exit("\n".join([f"{what}: apitrace says -, glstep-trace +",
                        *list(difflib.unified_diff(*lines, lineterm="", n=0))[2:12]]))


def judge(path, folder):
    """Both dumps agree, and apitrace reads from the repacked trace what it reads from this one."""
    for options in ([], ["--verbose"]):
        same(path, dump(path, *options), apitrace_dump(path, *options))
    packed = os.path.join(folder, "packed.trace")
    run("repack", path, packed)
    same(f"{path}, repacked", apitrace_dump(packed, "--verbose"), apitrace_dump(path, "--verbose"))
    assert b"0 faults" in run("check", packed, status=1 if b"incomplete" in dump(path) else 0)[0] or \
        b"incomplete" in dump(path), "what repack has written breaks a rule"
