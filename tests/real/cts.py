#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sixty of the shader cases with known results, always the same, as real programs (tests/cts.py)."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
import cts  # noqa: E402

sys.argv[1:] = ["--sample", "60"]
sys.exit(cts.main())
