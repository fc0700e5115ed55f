/* SPDX-License-Identifier: MIT */
#ifndef GS_GLSLANG_TREE_H
#define GS_GLSLANG_TREE_H

#include <cstdio>

#include <glslang/Public/ShaderLang.h>

/* The lines between ok and u of glslang-helper.cc. */
void print_tree(FILE *out, const glslang::TShader &shader);

#endif
