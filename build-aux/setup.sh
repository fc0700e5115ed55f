# SPDX-License-Identifier: MIT
# Sourced by run-demo and run-tests: what both need first. The caller stands in the source folder.

configure_again=

say() {
	printf '== %s\n' "$*"
}

is_installed() {
	dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

# missing_packages LIST...: sets $missing and $optional to the packages named in the files that are not installed.
# A line is a name, "?" behind it if not every release has the package, or a comment after "#".
missing_packages() {
	missing=
	optional=
	while read -r package mark _; do
		case $package in '' | '#'*) continue ;; esac
		if is_installed "$package"; then
			continue
		elif [ "$mark" = '?' ]; then
			optional="$optional $package"
		else
			missing="$missing $package"
		fi
	done <<LIST
$(cat "$@")
LIST
}

can_be_root() {
	[ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null
}

# as_root COMMAND ARG...
as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

# install_packages LIST...: what is named in the files and not there yet.
install_packages() {
	if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
		say "not a Debian system: expecting that what $* name is installed"
		return 0
	fi
	missing_packages "$@"
	if [ -n "$missing" ] && can_be_root; then
		as_root apt-get update -q || say "apt-get update failed; trying with what is known"
	fi
	for package in $optional; do
		if apt-get install -s -qq --no-install-recommends "$package" >/dev/null 2>&1; then
			missing="$missing $package"
		else
			say "this release has no $package: what needs it is skipped"
		fi
	done
	[ -n "$missing" ] || return 0
	if ! can_be_root; then
		echo "These packages are missing; install them as root, then try again:$missing" >&2
		return 1
	fi
	say "installing$missing"
	configure_again=yes
	# shellcheck disable=SC2086 # a list of words
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
}

# build_project [CONFIGURE-OPTION...]: into build/; configured anew where install_packages has installed something.
build_project() {
	if [ ! -x configure ] || [ -n "$(find configure.ac Makefile.am ./*/Makefile.inc \
		tests/programs/Makefile.inc -newer configure)" ]; then
		./autogen.sh >autogen.log 2>&1 || { cat autogen.log; return 1; }
	fi
	mkdir -p build || return 1
	if [ ! -f build/Makefile ] || [ configure -nt build/Makefile ] || [ -n "$configure_again" ]; then
		(cd build && ../configure -q "$@") || return 1
	fi
	make -C build -s -j"$(nproc)"
}
