/* SPDX-License-Identifier: MIT */
/* Numbers by chance (splitmix64): the same seed gives the same ones. */
#ifndef GS_FUZZ_CHANCE_H
#define GS_FUZZ_CHANCE_H

#include <stdint.h>

static uint64_t state; /* the seed at first */

/* Below n. */
static uint64_t chance(uint64_t n)
{
	uint64_t z = state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (z ^ (z >> 31)) % n;
}

#endif
