/* SPDX-License-Identifier: MIT */
/* instrument/kinds/path-recording - code at every decision, which records a path. */
#ifndef GS_PATH_RECORDING_H
#define GS_PATH_RECORDING_H

#include "instrument/text/rewrite.h"

void gs_path_recording_insert(struct gs_rewrite *rw);
/* Appends `sel == l0 ? 0 : ...`, the case that the switch takes, from a variable with the
 * selector's value. */
void gs_switch_case(const struct gs_rewrite *rw, unsigned site, const char *variable, GString *out);
bool gs_switch_is_unsigned(const struct gs_site *site);

#endif
