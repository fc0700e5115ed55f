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
exit $failed
