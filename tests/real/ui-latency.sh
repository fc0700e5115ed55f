# SPDX-License-Identifier: MIT
# What the main loop must leave to others.
exec "$top_builddir/tests/ui-latency"
