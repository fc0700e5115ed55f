/* SPDX-License-Identifier: MIT */
#include "preload/capture/sift.h"

#include <stdlib.h>
#include <string.h>

void gs_sift_drop(struct gs_kept_sift *kept)
{
	free(kept->request);
	memset(kept, 0, sizeof *kept);
}

void gs_sifts_finish(struct gs_sifts *sifts)
{
	for (unsigned i = 0; i < GS_MAX_SIFTS; i++)
		gs_sift_drop(&sifts->kept[i]);
	sifts->clock = 0;
}

static bool is_of(
	const struct gs_kept_sift *kept, const struct gs_used_program *used, enum gs_stage stage)
{
	return kept->request && kept->stage == stage && kept->program == used->program &&
	       kept->pipeline == used->pipeline && kept->serial == used->link->serial;
}

struct gs_kept_sift *gs_sifts_find(
	struct gs_sifts *sifts, const struct gs_used_program *used, enum gs_stage stage)
{
	for (unsigned i = 0; i < GS_MAX_SIFTS; i++)
		if (is_of(&sifts->kept[i], used, stage))
			return &sifts->kept[i];
	return NULL;
}

struct gs_kept_sift *gs_sifts_make_room(struct gs_sifts *sifts)
{
	struct gs_kept_sift *oldest = &sifts->kept[0];
	for (unsigned i = 1; i < GS_MAX_SIFTS; i++)
		if (sifts->kept[i].last_use < oldest->last_use)
			oldest = &sifts->kept[i];
	gs_sift_drop(oldest);
	return oldest;
}
