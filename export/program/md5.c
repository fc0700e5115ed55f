/* SPDX-License-Identifier: MIT */
/* RFC 1321. */
#include "md5.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t sines[64];

static void find_sines(void)
{
	for (int i = 0; i < 64; i++)
		sines[i] = (uint32_t)(fabs(sin(i + 1.0)) * 4294967296.0);
}

static uint32_t turn(uint32_t x, unsigned n)
{
	return x << n | x >> (32 - n);
}

static void add_block(uint32_t sum[4], const unsigned char *block)
{
	static const unsigned char turns[4][4] = {
		{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
	uint32_t words[16], a = sum[0], b = sum[1], c = sum[2], d = sum[3];
	for (int i = 0; i < 16; i++)
		words[i] = block[4 * i] | (uint32_t)block[4 * i + 1] << 8 |
			   (uint32_t)block[4 * i + 2] << 16 | (uint32_t)block[4 * i + 3] << 24;
	for (int i = 0; i < 64; i++) {
		static const unsigned char steps[4] = {1, 5, 3, 7}, starts[4] = {0, 1, 5, 0};
		int round = i / 16;
		uint32_t f = round == 0	  ? (b & c) | (~b & d)
			     : round == 1 ? (d & b) | (~d & c)
			     : round == 2 ? b ^ c ^ d
					  : c ^ (b | ~d);
		uint32_t next = a + f + sines[i] + words[(steps[round] * i + starts[round]) % 16];
		a = d;
		d = c;
		c = b;
		b += turn(next, turns[round][i % 4]);
	}
	sum[0] += a;
	sum[1] += b;
	sum[2] += c;
	sum[3] += d;
}

void md5_text(const unsigned char *bytes, size_t n, char text[33])
{
	uint32_t sum[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
	unsigned char last[128] = {0};
	size_t whole = n / 64 * 64, rest = n - whole, end = rest < 56 ? 64 : 128;
	find_sines();
	for (size_t i = 0; i < whole; i += 64)
		add_block(sum, bytes + i);
	memcpy(last, bytes + whole, rest);
	last[rest] = 0x80;
	for (int i = 0; i < 8; i++)
		last[end - 8 + (size_t)i] = (unsigned char)((uint64_t)n * 8 >> 8 * i);
	for (size_t i = 0; i < end; i += 64)
		add_block(sum, last + i);
	for (int i = 0; i < 16; i++)
		snprintf(text + 2 * i, 3, "%02x", sum[i / 4] >> 8 * (i % 4) & 255u);
}
