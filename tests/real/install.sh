# SPDX-License-Identifier: MIT
# `make install` with DESTDIR gives a glstep that works from there, without the build tree.
folder=$(mktemp -d) || exit 1
if make -C "$top_builddir" -s install DESTDIR="$folder" >"$folder/log" 2>&1; then
	echo "PASS install-destdir"
else
	tail "$folder/log"
	echo "FAIL install-destdir: make install failed"
fi
glstep=$(find "$folder" -path '*/bin/glstep')
example=$(find "$folder" -path '*/bin/glstep-example')
cat >"$folder/script" <<'SCRIPT'
next draw
shader fragment
shader step
print screen
values screen
shader leave
continue
SCRIPT
unset top_builddir
if cd / && "$glstep" -x "$folder/script" -- "$example" --frames 2 --size 200x150 >"$folder/out" 2>&1; then
	echo "PASS install-debugs"
else
	cat "$folder/out"
	echo "FAIL install-debugs: $(tail -n 1 "$folder/out")"
fi
missing=
for file in share/man/man1/glstep.1 share/man/man1/glstep-glsl.1 lib/glstep/libglstep-preload.so lib/glstep/libglstep-clock.so bin/glstep-glsl bin/glstep-trace share/man/man1/glstep-trace.1 \
	share/doc/glstep/manual/index.html share/doc/glstep/manual/pictures/image.png \
	share/applications/glstep.desktop share/icons/hicolor/scalable/apps/glstep.svg; do
	[ -n "$(find "$folder" -path "*/$file")" ] || missing="$missing $file"
done
if [ -z "$missing" ]; then
	echo "PASS install-files"
else
	echo "FAIL install-files: missing$missing"
fi
rm -rf "$folder"
