#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A twentieth of the corpus of shaders, always the same (tests/corpus/run.py)."""

import os
import subprocess
import sys

RUN = os.path.join(os.environ["top_srcdir"], "tests/corpus/run.py")
sys.exit(subprocess.call([sys.executable, RUN, "--twentieth", "--jobs", str(os.cpu_count() or 1)]))
