#!/bin/sh
# SPDX-License-Identifier: MIT
exec sh "$top_srcdir/build-aux/check-format.sh"
