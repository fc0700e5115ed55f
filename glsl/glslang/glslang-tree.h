/* SPDX-License-Identifier: MIT */
/* glsl/glslang/glslang-tree - prints the tree that glslang makes of a shader. */
#ifndef GS_GLSLANG_TREE_H
#define GS_GLSLANG_TREE_H

#include <cstdio>

#include <glslang/Public/ShaderLang.h>

/* Print the tree, as the lines of an answer that stand between "ok" and "u" (glslang-helper.cc). */
void print_tree(FILE *out, const glslang::TShader &shader);

#endif
