# SPDX-License-Identifier: MIT
"""Small file systems of a test's own, on which the disk can be full. They live in a mount namespace that ends with the test."""

import os
import subprocess
import sys
import tempfile

MARK = "GS_TEST_OWN_MOUNTS"


def enter():
    """Runs the script anew where it may mount. False: this machine lets neither root nor a user namespace do so."""
    if MARK in os.environ:
        return True
    with tempfile.TemporaryDirectory() as folder:
        for options in ["-m"], ["-r", "-m"]:
            trial = ["unshare", *options, "mount", "-t", "tmpfs", "-o", "size=64k", "glstep-test", folder]
            if subprocess.run(trial, stderr=subprocess.DEVNULL).returncode == 0:
                os.environ[MARK] = "1"
                os.execvp("unshare", ["unshare", *options, sys.executable, *sys.argv])
    return False


class SmallDisk:
    """A folder with a disk of its own, of so many KiB."""

    def __init__(self, size):
        self.folder = tempfile.mkdtemp(prefix="glstep-test-")
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k,mode=755", "glstep-test", self.folder], check=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        subprocess.run(["umount", "-l", self.folder], check=True)
        os.rmdir(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def resize(self, size):
        subprocess.run(["mount", "-o", f"remount,size={size}k", self.folder], check=True)

    def fill(self):
        """Until there is no room for one byte."""
        with open(self.path("ballast"), "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError as why:
                assert why.errno == 28, why

    def empty(self):
        os.unlink(self.path("ballast"))
