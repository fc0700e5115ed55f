#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A fixed sample of piglit's execution tests, stepped to the end with every variable watched: tests/piglit.py.

Environment: GLSTEP_TESTS=all: all of tests/real/piglit.list; else every fourth one, others each day (GLSTEP_DAY=N: of day N)."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
import piglit  # noqa: E402
from glstep_console import DAY, EVERYTHING  # noqa: E402

if len(sys.argv) == 1 and not EVERYTHING:
    sys.argv += ["--part", f"{DAY % 4}/4"]
sys.exit(piglit.main())
