/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <string.h>
#include "preload/core/preload.h"

size_t gs_text_join(char *buffer, size_t size, ...)
{
	va_list args;
	size_t at = 0;
	va_start(args, size);
	for (const char *text = va_arg(args, const char *); text; text = va_arg(args, const char *))
		while (*text && at + 1 < size)
			buffer[at++] = *text++;
	va_end(args);
	if (size)
		buffer[at] = '\0';
	return at;
}

char *gs_text_number(char *buffer, int64_t value)
{
	char digits[24];
	char *to = buffer;
	unsigned n = 0;
	uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
	do
		digits[n++] = (char)('0' + left % 10);
	while (left /= 10);
	if (value < 0)
		*to++ = '-';
	while (n)
		*to++ = digits[--n];
	*to = '\0';
	return buffer;
}

char *gs_text_hex(char *buffer, uint64_t value)
{
	char *to = buffer;
	int shift = 60;
	while (shift && !(value >> shift & 15))
		shift -= 4;
	*to++ = '0';
	*to++ = 'x';
	for (; shift >= 0; shift -= 4)
		*to++ = "0123456789abcdef"[value >> shift & 15];
	*to = '\0';
	return buffer;
}
