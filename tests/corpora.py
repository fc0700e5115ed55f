# SPDX-License-Identifier: MIT
"""Shaders of others that tests use and that this project has not: a folder "corpus", which GLSTEP_CORPORA names; if it does not, one
in a folder beside the checkout. tests/README.md says where they are published."""

import glob
import os

TOP = os.environ.get("top_srcdir", os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def corpus(name):
    """Its folder; None: it is not here."""
    folders = [os.environ["GLSTEP_CORPORA"]] if "GLSTEP_CORPORA" in os.environ else sorted(glob.glob(os.path.join(TOP, os.pardir, "*", "corpus")))
    for folder in folders:
        if os.path.isdir(os.path.join(folder, name)):
            return os.path.join(folder, name)
    return None


def missing(name):
    """Why what needs it is skipped."""
    return f"the corpus {name} is not here: set GLSTEP_CORPORA to the folder that it lies in (tests/README.md)"
