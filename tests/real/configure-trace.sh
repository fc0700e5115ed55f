#!/bin/sh
# SPDX-License-Identifier: MIT
# Without a library that traces need: configure says which and what to do.
name_of_tests=configure-trace
. "${top_srcdir:?}/tests/configure-checks.sh"

export ac_cv_header_snappy_c_h ac_cv_lib_zstd_ZSTD_decompressStream
ac_cv_header_snappy_c_h=no
check header '! configured header && grep -q "snappy-c.h is missing, which traces need: install libsnappy-dev" said'
ac_cv_header_snappy_c_h=yes ac_cv_lib_zstd_ZSTD_decompressStream=no
check library '! configured library && grep -q "libzstd is missing, which traces need: install libzstd-dev" said'
exit $status
