#!/bin/sh
# SPDX-License-Identifier: MIT
# Real clients of `glstep dap`: npm's @vscode/debugadapter-testsupport, the packed extension, and Emacs with dap-mode where that is installed.
set -e
cd "$top_builddir"
npm install --no-audit --no-fund --silent --prefix editors/npm @vscode/debugadapter-testsupport
NODE_PATH=$PWD/editors/npm/node_modules node "$top_srcdir/editors/check-protocol.js"
