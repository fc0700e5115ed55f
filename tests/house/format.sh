#!/bin/sh
# SPDX-License-Identifier: MIT
# All files: those of the last commit alone would leave out what the ones before it have changed.
exec sh "$top_srcdir/build-aux/check-format.sh" --all
