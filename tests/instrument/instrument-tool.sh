#!/bin/sh
# SPDX-License-Identifier: MIT
# glstep-glsl: sites, walks along given decisions, scope, exit statuses.
tool="$top_builddir/glstep-glsl"
data="$top_srcdir/tests/instrument"
out=$(mktemp -d) || exit 99
trap 'rm -rf "$out"' EXIT
failed=0

fail()
{
	echo "FAIL: $*"
	failed=1
}

expect_status() # status, what, command
{
	want=$1 what=$2
	shift 2
	"$@" >"$out/stdout" 2>"$out/stderr"
	got=$?
	[ "$got" = "$want" ] || { fail "$what: exit status $got, expected $want"; cat "$out/stderr"; }
}

# Each paragraph of walk.expected: a line "walk DECISIONS", then the positions.
awk -v RS= -v dir="$out" '{ n = split($0, line, "\n"); split(line[1], word, " "); print word[2] > (dir "/" NR ".in");
	for (i = 2; i <= n; i++) print line[i] > (dir "/" NR ".want") }' "$data/walk.expected"
for want in "$out"/*.want; do
	base=${want%.want}
	decisions=$(cat "$base.in")
	"$tool" walk "$data/walk.frag" --decisions "$decisions" >"$base.got" 2>&1
	diff -u "$want" "$base.got" || fail "walk $decisions"
done

# every file is a test of its own
for file in "$data"/*.test; do
	grep -q "instrument/$(basename "$file")" "$top_srcdir/tests/Makefile.inc" || fail "$file is not in INSTRUMENT_TESTS"
done

"$tool" sites "$data/walk.frag" >"$out/sites" 2>&1
diff -u "$data/walk.sites" "$out/sites" || fail sites

expect_status 0 scope "$tool" scope "$data/walk.frag" --site 3
grep -q '"name": "limit", "type": "int", "qualifier": "const", "changed": false, "written": true' "$out/stdout" ||
	fail "scope does not show limit"
expect_status 0 instrument "$tool" instrument "$data/walk.frag" --site 0 --capture a
grep -q floatBitsToUint "$out/stdout" || fail "no capture in the variant"
expect_status 1 "side effects or unknown name" "$tool" instrument "$data/walk.frag" --site 0 --capture nowhere
expect_status 1 recursion "$tool" sites "$data/recursion.frag"
grep -q "recursion.frag:3:.*calls itself" "$out/stderr" || fail "recursion is not named: $(cat "$out/stderr")"
expect_status 3 "unreached function" "$tool" instrument "$data/walk.frag" --site "$(sed -n \
	's/.*"id": \([0-9]*\), .*"function": "unused".*/\1/p' "$out/sites" | head -1)" --capture 1
expect_status 2 "no command" "$tool"
expect_status 2 "no such file" "$tool" sites /nonexistent.frag
expect_status 2 "no such site" "$tool" scope "$data/walk.frag" --site 100000
expect_status 2 "unknown ending" "$tool" sites "$data/walk.expected"

# a macro that expands to nothing still keeps tokens apart
printf '#define nothing\nvoid main()\n{\n\tint a = 1+nothing+2, b = 3-nothing-a;\n}\n' > "$out/empty.frag"
expect_status 0 "empty macro" "$tool" instrument "$out/empty.frag" --kind coverage
grep -q '1+ +2' "$out/stdout" || fail "1 + +2 became 1++2: $(grep 'int a' "$out/stdout")"
grep -q '3- -a' "$out/stdout" || fail "3 - -a became 3--a: $(grep 'int a' "$out/stdout")"

# the other stages: their own built-ins, sites that only they have, and what becomes of their layouts
expect_status 0 "sites of a geometry shader" "$tool" sites "$data/stages.geom"
[ "$(grep -c '"kind": "emit"' "$out/stdout")" = 2 ] || fail "EmitVertex and EndPrimitive are no emit sites"
expect_status 0 "scope of a geometry shader" "$tool" scope "$data/stages.geom" --site 0
grep -q '"name": "gl_PrimitiveIDIn"' "$out/stdout" || fail "scope does not show gl_PrimitiveIDIn"
expect_status 0 "geometry variant" "$tool" instrument "$data/stages.geom" --site 3 --capture colour
grep -q 'points, max_vertices = 1' "$out/stdout" || fail "a geometry variant gives more than a point"
grep -q triangle_strip "$out/stdout" && fail "a geometry variant still makes strips"
expect_status 0 "vertices emitted" "$tool" instrument "$data/stages.geom" --kind emitted --capture colour
grep -q 'max_vertices = 4' "$out/stdout" || fail "the vertices emitted have no room"
expect_status 1 "vertices emitted with a local variable" "$tool" instrument "$data/stages.geom" --kind emitted --site 3 --capture i
grep -q 'local variable' "$out/stderr" || fail "why is not said: $(cat "$out/stderr")"
expect_status 1 "vertices emitted by another stage" "$tool" instrument "$data/walk.frag" --kind emitted
expect_status 0 "control variant" "$tool" instrument "$data/stages.tesc" --site 0 --capture gl_InvocationID
grep -q point_mode "$out/stdout" || fail "no evaluation shader goes with the variant"
grep -q 'gs_TessLevelOuter\[0\] = 2.0' "$out/stdout" || fail "the levels are still the program's"
expect_status 0 "sites of a control shader" "$tool" sites "$data/stages.tesc"
grep -q '"text": "barrier()"' "$out/stdout" || fail "barrier() is no site"

# names that the lifted version takes: another one in the variant; what GL finds by name keeps its name, and the shader its version
lift="--api compatibility --glsl-version 450"
printf '#version 110\nvoid main()\n{\n\tfloat mat4x2 = 1.0, fma = 2.0;\n\tgl_FragColor = vec4(mat4x2, fma, 0.0, 0.0);\n}\n' > "$out/taken.frag"
expect_status 0 "a name that is a type later" "$tool" instrument "$out/taken.frag" --site 1 --capture mat4x2 $lift
grep -q '#version 400' "$out/stdout" || fail "it is not lifted"
grep -q 'float gs_own_mat4x2 = 1.0;' "$out/stdout" || fail "mat4x2 is still a variable: $(grep float "$out/stdout")"
"$tool" scope "$out/taken.frag" --site 1 | grep -q '"name": "mat4x2"' || fail "scope does not show mat4x2 as it was written"
for declared in 'uniform float sample;' 'varying vec2 patch;' 'struct S { float common; }; uniform S sun;'; do
	printf '#version 120\n%s\nvoid main()\n{\n\tgl_FragColor = vec4(1.0);\n}\n' "$declared" > "$out/kept.frag"
	expect_status 0 "$declared" "$tool" instrument "$out/kept.frag" --kind coverage $lift
	grep -q '#version 120' "$out/stdout" || fail "$declared: the version does not stay"
	grep -qF "$declared" "$out/stdout" || fail "$declared: another name: $(grep -n gs_own "$out/stdout")"
done

# 64 functions that each call the next one twice, as piglit's glsl-fs-inline-explosion: 2^64 ways, in which a sampler is handed on
{
	echo 'uniform sampler2D image;'
	echo 'void f64(sampler2D s) { gl_FragColor += texture2D(s, vec2(0.0)); }'
	for i in $(seq 63 -1 1); do echo "void f$i(sampler2D s) { f$((i + 1))(s); f$((i + 1))(s); }"; done
	echo 'void main() { if (gl_FragCoord.x < 0.0) f1(image); }'
} > "$out/ways.frag"
expect_status 0 "sites of 2^64 ways" timeout 600 "$tool" sites "$out/ways.frag"
deepest=$(sed -n 's/.*"id": \([0-9]*\), .*"kind": "expression".*"function": "f64".*/\1/p' "$out/stdout")
expect_status 0 "a variant at the end of one of 2^64 ways" timeout 600 "$tool" instrument "$out/ways.frag" --site "$deepest" --capture gl_FragColor
[ "$(grep -o 'void gs_f[0-9]*(sampler2D' "$out/stdout" | sort -u | wc -l)" = 64 ] || fail "not 64 functions are copied"
for kind in coverage path reach counts events changes; do
	expect_status 0 "2^64 ways: $kind" timeout 600 "$tool" instrument "$out/ways.frag" --kind $kind
done
expect_status 1 "a call with 64 others in it" timeout 600 "$tool" instrument "$out/ways.frag" --site "$deepest" --capture 'f1(image)'
{
	for i in 1 2 3 4 5; do echo "void g$i();"; done
	for i in 1 2 3 4; do echo "void g$i() { g$((i + 1))(); }"; done
	echo 'void g5() { g2(); } void main() { g1(); }'
} > "$out/circle.frag"
expect_status 1 "a circle of calls" "$tool" sites "$out/circle.frag"
grep -q 'calls itself' "$out/stderr" || fail "the circle is not named: $(cat "$out/stderr")"
exit $failed
