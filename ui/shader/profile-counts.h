/* SPDX-License-Identifier: MIT */
/* ui/shader/profile-counts - an image of how many iterations of a profiled loop each element runs;
 * a click activates the action "focus". */
#ifndef GS_UI_PROFILE_COUNTS_H
#define GS_UI_PROFILE_COUNTS_H

#include "ui/panel.h"

#define GS_TYPE_PROFILE_COUNTS (gs_profile_counts_get_type())
G_DECLARE_FINAL_TYPE(GsProfileCounts, gs_profile_counts, GS, PROFILE_COUNTS, GtkBox)

/* Show fields: one struct gs_field, which never changes, of values up to max; a reference is kept.
 * NULL or empty: show nothing. */
void gs_profile_counts_set(GsProfileCounts *counts, GPtrArray *fields, double max);

#endif
