# SPDX-License-Identifier: MIT
"""The files of the checkout, for the checks beside it."""
import os
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
