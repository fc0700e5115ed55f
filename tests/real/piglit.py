#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A fixed sample of piglit's execution tests, stepped to the end with every variable watched: tests/piglit.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
import piglit  # noqa: E402

sys.exit(piglit.main())
