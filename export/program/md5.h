/* SPDX-License-Identifier: MIT */
#ifndef MD5_H
#define MD5_H

#include <stddef.h>

/* Store the MD5 sum as 32 hexadecimal digits and a NUL. */
void md5_text(const unsigned char *bytes, size_t n, char text[33]);

#endif
