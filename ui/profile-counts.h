/* SPDX-License-Identifier: MIT */
/* ui/profile-counts - how often each element runs through a profiled loop, as an image; a click asks for "focus". */
#ifndef GS_UI_PROFILE_COUNTS_H
#define GS_UI_PROFILE_COUNTS_H

#include "ui/panel.h"

#define GS_TYPE_PROFILE_COUNTS (gs_profile_counts_get_type())
G_DECLARE_FINAL_TYPE(GsProfileCounts, gs_profile_counts, GS, PROFILE_COUNTS, GtkBox)

/* NULL: nothing is shown. Copies what it needs. */
void gs_profile_counts_set(GsProfileCounts *counts, const struct gs_profile *profile);

#endif
