# SPDX-License-Identifier: MIT
# make check-fuzz: FUZZ_SECONDS (600) under ASan and UBSan for each of FUZZ_WHAT ("glsl snappy trace open messages replay"): by libFuzzer
# shader text, bytes to compress, traces, traces that are opened as lists of calls, what clients of a server send; and traces whose values lie, played. What it finds lies in fuzz-out/.
set -e
out=$top_builddir/fuzz-out

# The front end for shaders, and what instruments them.
shader_sources() {
	find "$top_srcdir/glsl" "$top_srcdir/instrument" -name '*.c' ! -name glstep-glsl.c
}

# fuzz NAME LONGEST-INPUT SEEDS ARGUMENT-OF-COMPILER...
fuzz() {
	name=$1
	longest=$2
	seeds=$3
	shift 3
	mkdir -p "$out/$name-corpus"
	${FUZZ_CC:-clang} -g -O1 -std=gnu11 -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
		-I"$top_srcdir" -I"$top_builddir" "$top_srcdir/tests/fuzz/fuzz-$name.c" "$@" -o "$out/fuzz-$name"
	nice -n 19 "$out/fuzz-$name" -rss_limit_mb=2048 -timeout=10 -max_len="$longest" \
		-max_total_time="${FUZZ_SECONDS:-600}" -artifact_prefix="$out/$name-" "$out/$name-corpus" "$seeds"
}

# Recordings of the scenes, and what is made of them, played by a player of its own.
fuzz_replay() {
	mkdir -p "$out/replay"
	# shellcheck disable=SC2046 # lists of words
	${FUZZ_CC:-clang} -g -O1 -std=gnu11 -D_GNU_SOURCE -fsanitize=address,undefined -fno-sanitize-recover=undefined \
		-I"$top_srcdir" -I"$top_builddir" "$top_srcdir/app/replay.c" "$top_srcdir"/replay/*.c "$top_srcdir"/replay/*/*.c \
		"$top_srcdir"/follow/*.c "$top_srcdir"/trace/*.c \
		"$top_srcdir/dispatch/dispatch.c" "$top_builddir/libgsdata.a" -DPKGLIBEXECDIR='"/nonexistent"' \
		$(shader_sources) "$top_builddir/glsl/resolve/builtins-data.c" \
		$(pkg-config --cflags --libs glib-2.0 libpng x11 egl) -lGL -lsnappy -lz -lbrotlidec -lzstd -lm -o "$out/replay/player"
	nice -n 19 "$top_srcdir/tests/with-display" "${PYTHON:-python3}" "$top_srcdir/tests/fuzz/fuzz-replay.py" \
		"$top_builddir" "$out/replay" "${FUZZ_SECONDS:-600}" $FUZZ_SEED
}

for what in ${FUZZ_WHAT:-glsl snappy trace open messages replay}; do
	case $what in
	glsl)
		# shellcheck disable=SC2046 # lists of words
		fuzz glsl 4096 "$top_srcdir/tests/fuzz/fuzz-seeds" -DPKGLIBEXECDIR='"/nonexistent"' \
			$(shader_sources) \
			"$top_builddir/glsl/resolve/builtins-data.c" $(pkg-config --cflags --libs glib-2.0)
		;;
	snappy)
		fuzz snappy 200000 "$top_srcdir/tests/fuzz/trace-seeds" "$top_srcdir/trace/snappy-compress.c" -lsnappy
		;;
	trace)
		fuzz trace 65536 "$top_srcdir/tests/fuzz/trace-seeds" "$top_srcdir"/trace/*.c -lsnappy -lz -lbrotlidec -lzstd
		;;
	open)
		# shellcheck disable=SC2046 # lists of words
		fuzz open 65536 "$top_srcdir/tests/fuzz/trace-seeds" "$top_srcdir"/trace/*.c "$top_srcdir"/debugger/open/*.c \
			"$top_srcdir"/debugger/calls/*.c "$top_srcdir"/debugger/base/*.c "$top_srcdir"/analysis/*.c "$top_srcdir"/follow/*.c \
			"$top_srcdir"/effects/*.c "$top_srcdir"/effects/*/*.c \
			"$top_builddir/libgsdata.a" $(pkg-config --cflags --libs glib-2.0 libpng cairo) -lsnappy -lz -lbrotlidec -lzstd -lm
		;;
	messages)
		# what is asked for besides is linked as it was built
		# shellcheck disable=SC2046 # lists of words
		fuzz messages 8192 "$top_srcdir/tests/fuzz/message-seeds" "$top_srcdir"/serve/*.c "$top_srcdir"/verbs/lines.c "$top_srcdir"/verbs/paths.c \
			"$top_srcdir"/verbs/usage.c "$top_srcdir"/verbs/arguments.c -Wl,--start-group "$top_builddir"/libgs[!fsu]*.a \
			"$top_builddir"/libgsfollow.a "$top_builddir/debugger/libdebugger.a" -Wl,--end-group \
			$(pkg-config --cflags --libs glib-2.0 gio-2.0 gio-unix-2.0 json-glib-1.0 cairo libpng libdw) \
			-lsnappy -lz -lbrotlidec -lzstd -l:libstdc++.so.6 -lm
		;;
	replay)
		fuzz_replay
		;;
	esac
done
