#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Thirty of the shader cases with known results, always the same, as fragment shaders of real programs, fifteen as vertex shaders
(tests/cts.py)."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
import cts  # noqa: E402

statuses = []
for stage, sample in (("fragment", "30"), ("vertex", "15")):
    sys.argv[1:] = ["--stage", stage, "--sample", sample]
    statuses.append(cts.main())
sys.exit(max(statuses))
