#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that a file, folder or section that a comment or a document names is there.

check-signposts.py SOURCE_FOLDER

Looked at are the comments of C files and scripts, and all of the Markdown files. A name counts as
one of ours if it stands in one of our folders ("glsl/parse.c", "wire/") or ends like a source file
("parse.c"). Names of generated files are taken from the Makefile.inc files. A section is looked for
among the headings of the document: 'DESIGN.md, "The folders"'. Exit status 1 if anything is amiss.
"""
import os
import re
import sys

from tracked import tracked

FOLDERS = ("app bench build-aux console content data debugger debian docs examples export frontend glsl "
           "instrument preload replay tests trace ui verbs wire").split()
EXAMPLES = {"docs/decisions/NNN-title.md"}
PATH = re.compile(r"(?<![\w./<$@*{}%%~:-])((?:%s)/[\w./*-]*[\w/*])" % "|".join(FOLDERS))
NAME = re.compile(r"(?<![\w./<$@*{}%~-])([\w-]+\.(?:c|h|cc|inc|md|ui))(?![\w/.-]*[\w/])")
SECTION = re.compile(r"\b((?:[\w-]+/)*[\w-]+\.md)(?:,| section| \()\s*\"([^\"]+)\"")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def texts_of(name, text):
    """(line number, text) of what is read: comments of code, all of a document."""
    if name.endswith((".c", ".h", ".cc")):
        for match in COMMENT.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, match.group()
    elif name.endswith((".py", ".sh")) or name.endswith("Makefile.inc"):
        for number, line in enumerate(text.splitlines(), 1):
            if line.lstrip().startswith("#"):
                yield number, line
    elif name.endswith(".md"):
        yield 1, text


def known_names(source, names):
    """Paths of files and folders that are there or are generated, and the files' last parts."""
    paths = set(names)
    for name in names:
        if name.endswith("Makefile.inc"):
            with open(os.path.join(source, name), encoding="utf-8") as text:
                paths.update(re.findall(r"[\w-]+/[\w./-]+", text.read()))
    for name in list(paths):
        while os.path.dirname(name):
            name = os.path.dirname(name)
            paths.add(name)
    return paths, {os.path.basename(name) for name in paths}


def is_there(path, paths):
    path = path.rstrip("/")
    if "*" in path:
        pattern = re.compile(re.escape(path).replace(r"\*", "[^/]*"))
        return any(pattern.match(name) for name in paths)
    stems = (path, path + ".c", path + ".h", path + ".py")
    return any(stem in paths for stem in stems)


def headings(source, document):
    with open(os.path.join(source, document), encoding="utf-8") as text:
        return set(re.findall(r"^#+ (.*?)\s*$", text.read(), re.MULTILINE))


def check_text(source, name, text, paths, bases):
    """Sentences about what the text names and is not there."""
    for path in PATH.findall(text):
        if path not in EXAMPLES and not is_there(path, paths):
            yield f"{path} is not there"
    for base in NAME.findall(text):
        if base not in bases:
            yield f"no file is called {base}"
    for document, section in SECTION.findall(text):
        if document in paths and section not in headings(source, document):
            yield f"{document} has no section \"{section}\""


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    source = arguments[0]
    names = tracked(source)
    paths, bases = known_names(source, names)
    wrong = 0
    for name in names:
        if not name.endswith((".c", ".h", ".cc", ".py", ".sh", ".md", "Makefile.inc")):
            continue
        with open(os.path.join(source, name), encoding="utf-8") as text:
            for line, part in texts_of(name, text.read()):
                for sentence in check_text(source, name, part, paths, bases):
                    print(f"{name}:{line}: {sentence}")
                    wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
