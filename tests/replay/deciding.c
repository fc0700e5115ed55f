/* SPDX-License-Identifier: MIT */
/* What experiments of planted times mean: what binds, and that nothing is named within the noise.
 */
#include "replay/measure/deciding.h"

#include <stdio.h>
#include <string.h>

static const struct planted {
	const char *name;
	/* Of 1000 as it is, in the order of enum gs_experiment; 0: not made. */
	unsigned times[GS_N_EXPERIMENTS];
	unsigned spread, uploads;
	enum gs_bound_by bound;
} all[] = {
	{"vertex", {1000, 950, 20, 960, 930, 0, 0, 0, 990, 0, 1}, 10, 0, GS_BOUND_VERTEX},
	{"fragment", {1000, 30, 20, 40, 50, 0, 0, 0, 260, 0, 1}, 10, 0, GS_BOUND_FRAGMENT},
	{"fragment with textures", {1000, 30, 20, 40, 50, 900, 0, 0, 260, 0, 1}, 10, 0,
		GS_BOUND_FRAGMENT},
	{"texture", {1000, 30, 20, 40, 50, 300, 0, 0, 260, 0, 1}, 10, 0, GS_BOUND_TEXTURE},
	{"blending", {1000, 30, 20, 40, 900, 0, 400, 980, 260, 0, 1}, 10, 0, GS_BOUND_BLENDING},
	{"tests", {1000, 30, 20, 40, 900, 0, 990, 400, 260, 0, 1}, 10, 0, GS_BOUND_TESTS},
	{"upload", {1000, 980, 970, 980, 990, 0, 0, 0, 990, 40, 960}, 10, 950, GS_BOUND_UPLOAD},
	{"cpu", {1000, 960, 940, 960, 970, 0, 0, 0, 990, 0, 100}, 10, 0, GS_BOUND_CPU},
	/* the same, where the machine does other things */
	{"noise", {1000, 30, 20, 40, 50, 0, 0, 0, 260, 0, 1}, 600, 0, GS_BOUND_UNCLEAR},
	{"little noise", {1000, 30, 20, 40, 50, 0, 0, 0, 260, 0, 1}, 100, 0, GS_BOUND_FRAGMENT},
	/* two that take as much, and nothing that takes much */
	{"both", {1000, 500, 20, 500, 520, 0, 0, 0, 600, 0, 1}, 10, 0, GS_BOUND_UNCLEAR},
	{"pixels alone", {1000, 30, 20, 40, 980, 0, 900, 950, 260, 0, 1}, 10, 0, GS_BOUND_UNCLEAR},
	{"upload, and pixels", {1000, 700, 620, 700, 720, 0, 0, 0, 800, 400, 500}, 10, 600,
		GS_BOUND_UPLOAD},
	/* uploads that were slower while the rest was left out */
	{"slow uploads", {1000, 1000, 1060, 1020, 990, 0, 0, 0, 990, 0, 960}, 300, 650,
		GS_BOUND_UNCLEAR},
	{"slower with less", {1000, 1400, 1500, 1300, 1300, 0, 0, 0, 1200, 40, 1200}, 10, 600,
		GS_BOUND_UNCLEAR},
	{"not known", {1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 10, 0, GS_BOUND_UNCLEAR},
};

int main(void)
{
	int failed = 0;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct gs_found found = {.uploads = all[i].uploads};
		struct gs_shares shares;
		for (unsigned k = 0; k < GS_N_EXPERIMENTS; k++) {
			found.times[k] = all[i].times[k];
			found.spreads[k] = all[i].spread;
			found.why[k] = all[i].times[k] ? NULL : "it was not made";
		}
		enum gs_bound_by bound = gs_deciding_find(&found, &shares);
		if (bound == all[i].bound)
			continue;
		printf("%s: %s, not %s\n", all[i].name, gs_deciding_name(bound),
			gs_deciding_name(all[i].bound));
		failed++;
	}
	return failed > 0;
}
