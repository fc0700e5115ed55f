/* SPDX-License-Identifier: MIT */
/* instrument/words/output-channel - how words leave other stages than fragment, and the identity of
 * elements. */
#ifndef GS_OUTPUT_CHANNEL_H
#define GS_OUTPUT_CHANNEL_H

#include "instrument/text/rewrite.h"

/* COVERAGE: choose the words of the element's identity, and write them. */
void gs_output_channel_choose_identity(struct gs_rewrite *rw);
void gs_output_channel_identify(struct gs_rewrite *rw);
/* Declares our words, and the code that writes them out. */
void gs_output_channel_declare(struct gs_rewrite *rw);
/* Does the same for adds_up. */
void gs_output_channel_declare_sums(struct gs_rewrite *rw);
/* Renames the program's main, which ours calls; if it must stay main, it calls ours. Call it before
 * other edits. */
void gs_output_channel_wrap_main(struct gs_rewrite *rw);
void gs_output_channel_write_main(struct gs_rewrite *rw); /* call it last */
char *gs_output_channel_added(struct gs_rewrite *rw);	  /* returns pass.added; g_free */

#endif
