#!/bin/sh
# SPDX-License-Identifier: MIT
# Real clients of `glstep dap`: npm's @vscode/debugadapter-testsupport, the packed extension, and Emacs with dap-mode where that is installed.
set -e
cd "$top_builddir"
npm install --no-audit --no-fund --silent --prefix editors/npm @vscode/debugadapter-testsupport
NODE_PATH=$PWD/editors/npm/node_modules node "$top_srcdir/editors/check-protocol.js"
if emacs --batch -l /usr/share/emacs/site-lisp/debian-startup.el --eval "(progn (package-initialize) (require 'dap-mode))" 2>/dev/null; then
	emacs --batch -l /usr/share/emacs/site-lisp/debian-startup.el -l "$top_srcdir/editors/check-emacs.el" 2>&1 | grep '^PASS\|^FAIL'
else
	echo "SKIP editors-emacs: Emacs with dap-mode (elpa-dap-mode) is not installed"
fi
