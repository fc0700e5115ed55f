# SPDX-License-Identifier: MIT
"""A window on a program that waits to be told to draw."""

import os
import tempfile
from contextlib import contextmanager

from ui_driver import test_window


@contextmanager
def idle_window(name):
    """glstep's window on a program that makes a frame for each byte it gets: (window, the file for these)."""
    with tempfile.TemporaryDirectory() as folder:
        fifo = os.path.join(folder, "go")
        os.mkfifo(fifo)
        argv = [os.environ["GLSTEP"], "--", os.path.join(os.environ["top_builddir"], "test-idle"), fifo]
        with test_window(name, argv) as window, open(fifo, "r+b", buffering=0) as go:
            yield window, go
