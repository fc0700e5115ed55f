#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A dozen of piglit's programs of all kinds, free, stepped call by call, and with their shaders debugged: tests/gl_programs.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
import gl_programs  # noqa: E402

sys.argv[1:] = ["--sample", "12"]
sys.exit(gl_programs.main())
