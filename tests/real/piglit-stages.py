#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A sample of piglit's tests of geometry, tessellation and compute shaders, each stage stepped to the end: tests/piglit_stages.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
import piglit_stages  # noqa: E402

sys.exit(piglit_stages.main())
