#!/bin/sh
# SPDX-License-Identifier: MIT
# Without GTK: configure says what is missing and what to do; --disable-ui builds the console alone, which debugs.
: "${top_srcdir:?}" "${top_builddir:?}"
source=$(cd "$top_srcdir" && pwd) build=$(cd "$top_builddir" && pwd) folder=$(mktemp -d) status=0
trap 'rm -rf "$folder"' EXIT
CC=$(sed -n 's/^CC = //p' "$build/Makefile") CXX=$(sed -n 's/^CXX = //p' "$build/Makefile")

# A pkg-config that knows neither GTK nor GtkSourceView.
PKG_CONFIG=$folder/pkg-config
cat >"$PKG_CONFIG" <<'END'
#!/bin/sh
case " $* " in *gtk*) exit 1 ;; esac
exec pkg-config "$@"
END
chmod +x "$PKG_CONFIG"
export PKG_CONFIG

# check NAME COMMAND
check() {
	if (cd "$folder" && eval "$2") >"$folder/log" 2>&1; then
		echo "PASS configure-no-ui-$1"
	else
		echo "FAIL configure-no-ui-$1: $(tail -n 3 "$folder/log" | tr '\n' ' ')"
		status=1
	fi
}

configured() {
	"$source/configure" -q CC="$CC" CXX="$CXX" "$@" >said 2>&1
}

check missing '! configured && grep -q "install them, or give --disable-ui" said'
check builds 'configured --disable-ui && make -s -j2 data/functions.h && make -s -j2 glstep && ln -s "$build"/preload/*.so preload/'
check links '! ldd glstep | grep -Eq "libgtk|libgdk|gtksource" && [ -x glstep ]'
check no-window './glstep -- "$build/glstep-example"; [ $? = 2 ] && ./glstep -- "$build/glstep-example" 2>&1 | grep -q "built without its window"'
check debugs './glstep -e "next draw" -e "shader fragment" -e "shader step" -e "print ray" -- "$build/glstep-example" --frames 2 >out && cat out &&
	grep -q "^Ray ray = " out'
exit $status
