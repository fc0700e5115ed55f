# SPDX-License-Identifier: MIT
# make check-fuzz: FUZZ_SECONDS (600) of libFuzzer under ASan and UBSan; what it finds lies in fuzz-out/.
set -e
out=$top_builddir/fuzz-out
mkdir -p "$out/corpus"
glib=$(pkg-config --cflags --libs glib-2.0)
sources=$(ls "$top_srcdir"/glsl/*.c "$top_srcdir"/instrument/*.c | grep -v /glstep-glsl.c)
${FUZZ_CC:-clang} -g -O1 -std=gnu11 -D_GNU_SOURCE -DPKGLIBEXECDIR='"/nonexistent"' \
	-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
	-I"$top_srcdir" -I"$top_builddir" "$top_srcdir/tests/fuzz/fuzz-glsl.c" $sources \
	"$top_builddir/glsl/builtins-data.c" -o "$out/fuzz-glsl" $glib
exec nice -n 19 "$out/fuzz-glsl" -rss_limit_mb=2048 -timeout=10 -max_len=4096 \
	-max_total_time="${FUZZ_SECONDS:-600}" -artifact_prefix="$out/" "$out/corpus" "$top_srcdir/tests/fuzz/fuzz-seeds"
