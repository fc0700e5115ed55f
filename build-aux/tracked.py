# SPDX-License-Identifier: MIT
"""The files of the checkout, for the checks beside it."""
import os
import re
import subprocess
import sys


def tracked(source, *patterns):
    """Names, from the checkout's folder on, of the files that git knows and that are there; of those that match one of the patterns, if
    there are some. Where the folder is no checkout, it is said and the check ends as one that was skipped."""
    listed = subprocess.run(["git", "-C", source, "ls-files", *patterns], stdout=subprocess.PIPE, check=False, text=True)
    if listed.returncode:
        print("not a git checkout")
        sys.exit(77)
    return [name for name in listed.stdout.splitlines() if os.path.exists(os.path.join(source, name))]


COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)


def code_outside_data(source):
    """Names and texts of the C files outside data/, tests, examples and programs that stand alone; as many line ends stand for comments."""
    for name in tracked(source, "*.c", "*.h"):
        if name.startswith(("data/", "tests/", "bench/", "examples/", "export/program/")):
            continue
        with open(os.path.join(source, name)) as file:
            yield name, COMMENT_OR_STRING.sub(
                lambda found: found[0] if found[0].startswith('"') else "\n" * found[0].count("\n"), file.read())
