#!/bin/sh
# SPDX-License-Identifier: MIT
# Tries ./run-demo and ./run-tests on a fresh Debian or Ubuntu: build-aux/try-release.sh 12|13|testing|24.04|26.04 [MIRROR]
# As root, with mmdebstrap and, without MIRROR, the mirror of this system's apt; for Ubuntu on Debian also with the package
# ubuntu-keyring. The system lies in a folder of TMPDIR (/var/tmp), with a clone of what is committed here and the corpora; it
# takes some 5 GB, and is removed at the end. The last two lines are the figures; status 0 if nothing failed.
set -u
source=$(cd "$(dirname "$0")/.." && pwd) || exit 1

usage() {
	echo "Usage: build-aux/try-release.sh 12|13|testing|24.04|26.04 [MIRROR] (or any suite of the mirror)" >&2
	exit 2
}

[ $# -eq 1 ] || [ $# -eq 2 ] || usage
origin=Debian components=main
case $1 in
-* | '') usage ;;
12) suite=bookworm ;;
13) suite=trixie ;;
24.04) suite=noble origin=Ubuntu components=main,universe ;;
26.04) suite=resolute origin=Ubuntu components=main,universe ;;
*) suite=$1 ;;
esac
if [ "$(id -u)" -ne 0 ] || ! command -v mmdebstrap >/dev/null; then
	echo "$0: this needs root and the package mmdebstrap" >&2
	exit 2
fi
mirror=${2:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Origin: $origin" "Label: $origin" | head -n 1)}
if [ -z "$mirror" ]; then
	echo "$0: apt knows no mirror of $origin: run apt-get update first, or give one's address" >&2
	exit 2
fi

# Mounts are made in a namespace of the processes that need them, so none is left when they have ended.
folder=$(mktemp -d "${TMPDIR:-/var/tmp}/try-release.XXXXXX") || exit 1
root=$folder/root
child=

remove() {
	rm -rf --one-file-system "$folder"
}

cleanup() {
	[ -z "$child" ] || kill -KILL "$child" 2>/dev/null
	wait
	remove 2>/dev/null || { sleep 2; remove; } # killed processes may still write
}
trap cleanup EXIT
trap 'exit 130' HUP INT TERM

# In the background, so that a signal is heard at once.
run() {
	unshare --mount --mount-proc --pid --ipc --fork --kill-child "$@" &
	child=$!
	wait $child
	status=$?
	child=
	return $status
}

# What this system's apt is told of its mirror.
copy_settings() {
	for name in Acquire::Check-Valid-Until Acquire::Check-Date Acquire::http::Proxy Acquire::https::Proxy; do
		value=
		eval "$(apt-config shell value "$name")"
		[ -z "$value" ] || echo "$name \"$value\";"
	done
}

make_system() {
	chmod 755 "$folder"
	copy_settings >"$folder/apt.conf"
	set -- "$mirror"
	[ "$origin" = Debian ] || # as most systems have them
		set -- "$mirror" "deb [signed-by=/usr/share/keyrings/ubuntu-archive-keyring.gpg] $mirror $suite-updates main universe"
	run env TMPDIR="$folder" mmdebstrap --variant=minbase --include=apt --components="$components" --aptopt="$folder/apt.conf" \
		"$suite" "$root" "$@" || return 1
	cp /etc/resolv.conf "$root/etc/resolv.conf"
	mkdir "$root/tree" && git clone -q --no-hardlinks "$source" "$root/tree/glstep" || return 1
	for corpora in "$source"/../*/corpus; do # tests/corpora.py
		[ ! -d "$corpora" ] || { mkdir -p "$root/tree/other" && cp -RL "$corpora" "$root/tree/other/"; }
	done
}

# inside COMMAND ARG...: in the new system, in the clone. Its root is a mount of its own, since tests mount there and make
# namespaces, which a chroot alone does not allow.
inside() {
	# shellcheck disable=SC2016 # for the other shell
	run sh -c '
		root=$1
		shift
		mount --bind "$root" "$root" && mount -t proc proc "$root/proc" && mount -t sysfs -o ro sysfs "$root/sys" &&
			mount -t tmpfs -o mode=755 tmpfs "$root/dev" || exit 1
		for device in null zero full random urandom tty; do
			: >"$root/dev/$device" && mount --bind "/dev/$device" "$root/dev/$device" || exit 1
		done
		mkdir "$root/dev/pts" "$root/dev/shm" || exit 1
		mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts" &&
			mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" || exit 1
		ln -s pts/ptmx "$root/dev/ptmx" && ln -s /proc/self/fd "$root/dev/fd" || exit 1
		ln -s fd/0 "$root/dev/stdin" && ln -s fd/1 "$root/dev/stdout" && ln -s fd/2 "$root/dev/stderr" || exit 1
		cd "$root" && pivot_root . . && umount -l . || exit 1
		exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
			chroot . sh -c "cd /tree/glstep && exec \"\$@\"" sh "$@"' sh "$root" "$@"
}

echo "== making $suite"
make_system || exit 1
echo "== ./run-demo"
started=$(date +%s)
inside ./run-demo </dev/null
demo=$?
demo_seconds=$(($(date +%s) - started))
shots=$(find "$root/tree/glstep" -path '*/demo-output-*/*.png' | wc -l)
echo "== ./run-tests; what it prints comes at the end: tail -f $folder/tests.log"
started=$(date +%s)
inside ./run-tests </dev/null >"$folder/tests.log" 2>&1
tests=$?
cat "$folder/tests.log"
version=$(. "$root/etc/os-release" && echo "$PRETTY_NAME")
echo "$version: ./run-demo ended with status $demo and $shots screenshots after $demo_seconds s"
echo "$version: ./run-tests says $(tail -n 1 "$folder/tests.log") after $(($(date +%s) - started)) s"
[ $demo -eq 0 ] && [ "$shots" -gt 0 ] && [ $tests -eq 0 ]
