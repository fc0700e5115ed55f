/* SPDX-License-Identifier: MIT */
#include "replay/window/window.h"

#include <limits.h>
#include <stdlib.h>

/* Return how much worse a value is than the best one. As GLX and EGL sort: of colour and depth bits
 * that were asked for more are better, up to 8 and 24; of all others, fewer. */
static int excess(const struct gs_config *wish, int attribute, int has)
{
	static const int usual[GS_N_CONFIG_ATTRIBUTES] = {8, 8, 8, 8, 24, 8, 0, 1, 0, 0};
	int exact = wish->exact[attribute], best = wish->least[attribute];
	if (exact >= 0)
		return has == exact ? 0 : 1000 * abs(has - exact);
	if (attribute == GS_CONFIG_DOUBLE)
		return has == best ? 0 : 1000;
	if (best > 0 && best < usual[attribute])
		best = usual[attribute];
	return abs(has - best);
}

int gs_config_choose(const struct gs_config *wish, int (*configs)[GS_N_CONFIG_ATTRIBUTES], int n)
{
	int best = -1, least = INT_MAX;
	for (int i = 0; i < n; i++) {
		int sum = 0;
		for (int a = 0; a < GS_N_CONFIG_ATTRIBUTES; a++) {
			int lack = wish->least[a] - configs[i][a];
			sum += excess(wish, a, configs[i][a]) + (lack > 0 ? 10000 * lack : 0);
		}
		if (sum < least) {
			least = sum;
			best = i;
		}
	}
	return best;
}
