# SPDX-License-Identifier: MIT
# Sourced by run-demo and run-tests: what both need first. The caller stands in the source folder.

say() {
	printf '== %s\n' "$*"
}

# install_packages LIST...: the packages named in the files, one a line, that are not there yet.
install_packages() {
	if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
		say "not a Debian system: expecting that what $* name is installed"
		return 0
	fi
	missing=
	for package in $(cat "$@"); do
		dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
			missing="$missing $package"
	done
	[ -n "$missing" ] || return 0
	say "installing$missing"
	as_root=
	if [ "$(id -u)" -ne 0 ]; then
		if ! command -v sudo >/dev/null; then
			echo "These packages are missing; install them as root, then try again:$missing" >&2
			return 1
		fi
		as_root=sudo
	fi
	$as_root apt-get update -q || say "apt-get update failed; trying with what is known"
	# shellcheck disable=SC2086 # a list of words
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
}

# build_project [CONFIGURE-OPTION...]: into build/
build_project() {
	if [ ! -x configure ] || [ -n "$(find configure.ac Makefile.am ./*/Makefile.inc \
		tests/programs/Makefile.inc -newer configure)" ]; then
		./autogen.sh >autogen.log 2>&1 || { cat autogen.log; return 1; }
	fi
	mkdir -p build || return 1
	if [ ! -f build/Makefile ] || [ configure -nt build/Makefile ]; then
		(cd build && ../configure -q "$@") || return 1
	fi
	make -C build -s -j"$(nproc)"
}
