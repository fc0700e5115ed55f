#!/bin/sh
# SPDX-License-Identifier: MIT
# Without GTK: configure says what is missing and what to do; --disable-ui builds the console alone, which debugs.
name_of_tests=configure-no-ui
. "${top_srcdir:?}/tests/configure-checks.sh"
build=$(cd "$top_builddir" && pwd)

# A pkg-config that knows neither GTK nor GtkSourceView.
PKG_CONFIG=$folder/pkg-config
cat >"$PKG_CONFIG" <<'END'
#!/bin/sh
case " $* " in *gtk*) exit 1 ;; esac
exec pkg-config "$@"
END
chmod +x "$PKG_CONFIG"
export PKG_CONFIG

check missing '! configured missing && grep -q "install them, or give --disable-ui" said'
check builds 'configured no-ui --disable-ui && make -s -j2 data/functions.h && make -s -j2 glstep && ln -s "$build"/preload/*.so preload/'
check links 'cd "$folder/no-ui" && ! ldd glstep | grep -Eq "libgtk|libgdk|gtksource" && [ -x glstep ]'
check no-window 'cd "$folder/no-ui" && { ./glstep -- "$build/glstep-example"; [ $? = 2 ]; } &&
	./glstep -- "$build/glstep-example" 2>&1 | grep -q "built without its window"'
check debugs 'cd "$folder/no-ui" && ./glstep -e "next draw" -e "shader fragment" -e "shader step" -e "print ray" \
	-- "$build/glstep-example" --frames 2 >out && cat out && grep -q "^Ray ray = " out'
exit $status
