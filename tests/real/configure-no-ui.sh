#!/bin/sh
# SPDX-License-Identifier: MIT
# Without GTK: configure says what is missing and what to do; --disable-ui builds the console alone, which debugs.
name_of_tests=configure-no-ui
. "${top_srcdir:?}/tests/configure-checks.sh"

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
# The libraries are those of the build tree: the texts differ in GS_HAS_UI, which app/main.c alone reads, the options in GTK's, which
# the window alone has.
check one-reader '[ "$(cd "$source" && grep -l GS_HAS_UI ./*/*.c ./*/*/*.c ./*/*/*.h)" = ./app/main.c ]'
check builds 'configured no-ui --disable-ui && grep -v GS_HAS_UI config.h >ours && grep -v GS_HAS_UI "$build/config.h" | cmp - ours &&
	built data/functions.h && built glstep && mkdir -p preload && ln -s "$build"/preload/*.so preload/'
check links 'cd "$folder/no-ui" && ! ldd glstep | grep -Eq "libgtk|libgdk|gtksource" && [ -x glstep ]'
check no-window 'cd "$folder/no-ui" && { ./glstep -- "$build/glstep-example"; [ $? = 2 ]; } &&
	./glstep -- "$build/glstep-example" 2>&1 | grep -q "built without its window"'
check debugs 'cd "$folder/no-ui" && ./glstep -e "next draw" -e "shader fragment" -e "shader step" -e "print ray" \
	-- "$build/glstep-example" --frames 2 >out && cat out && grep -q "^Ray ray = " out'
exit $status
