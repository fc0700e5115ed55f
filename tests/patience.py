# SPDX-License-Identifier: MIT
"""How long a test waits. It waits for what it needs, never for a clock: the bounds only end a test whose condition never holds, and
are ten times what an idle machine needs. The same for C and for sh: tests/patience.h, tests/patience."""

import time


def patience(idle):
    """Seconds, of those that an idle machine needs."""
    return 10 * idle


def wait_until(what, function, idle=12, pause=0.03):
    """What function returns, once that is true. It looks less often the longer it has waited: a look may cost as much as what is waited for."""
    begin = time.monotonic()
    while not (result := function()):
        waited = time.monotonic() - begin
        if waited > patience(idle):
            raise TimeoutError(f"waited {patience(idle)} s in vain for {what}")
        time.sleep(pause and max(pause, min(waited / 10, 0.25)))
    return result
