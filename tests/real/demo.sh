# SPDX-License-Identifier: MIT
# ./run-demo without a display plays the walkthrough and leaves screenshots that show something, and a transcript; what the window shows
# meanwhile is compared with what the console says, and with what must be there.
cd "$top_srcdir" || exit 1
DEMO_OUTPUT=$(mktemp -d) || exit 1
DEMO_CHECK=yes
export DEMO_OUTPUT DEMO_CHECK
env -u DISPLAY -u WAYLAND_DISPLAY ./run-demo >"$DEMO_OUTPUT/log" 2>&1
status=$?
sed 's/^/    /' "$DEMO_OUTPUT/log"
grep -E '^(PASS|FAIL) ui-' "$DEMO_OUTPUT/log"
if [ $status -eq 0 ]; then
	echo "PASS demo-walkthrough"
else
	echo "FAIL demo-walkthrough: ./run-demo ended with status $status"
fi
shots=0
empty=
for shot in "$DEMO_OUTPUT"/[0-9]*.png; do
	[ -f "$shot" ] || continue
	shots=$((shots + 1))
	[ "$(identify -format %k "$shot")" -gt 100 ] || empty="$empty $(basename "$shot")"
done
if [ "$shots" -ge 6 ] && [ -z "$empty" ]; then
	echo "PASS demo-screenshots"
else
	echo "FAIL demo-screenshots: $shots screenshots; nearly empty:${empty:- none}"
fi
if [ -s "$DEMO_OUTPUT/transcript.txt" ]; then
	echo "PASS demo-transcript"
	sed 's/^/    /' "$DEMO_OUTPUT/transcript.txt"
else
	echo "FAIL demo-transcript: no transcript.txt"
fi
rm -rf "$DEMO_OUTPUT"
