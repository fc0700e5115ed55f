/* SPDX-License-Identifier: MIT */
#ifndef MD5_H
#define MD5_H

#include <stddef.h>

/* 32 digits and a NUL. */
void md5_text(const unsigned char *bytes, size_t n, char text[33]);

#endif
