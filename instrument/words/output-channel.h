/* SPDX-License-Identifier: MIT */
/* instrument/words/output-channel - how words leave the stages but the fragment stage, and who each
 * element is. */
#ifndef GS_OUTPUT_CHANNEL_H
#define GS_OUTPUT_CHANNEL_H

#include "instrument/text/rewrite.h"

/* COVERAGE: words of who the element is */
void gs_output_channel_choose_identity(struct gs_rewrite *rw);
void gs_output_channel_identify(struct gs_rewrite *rw);
/* our words, and the code that hands them out */
void gs_output_channel_declare(struct gs_rewrite *rw);
/* the same with adds_up */
void gs_output_channel_declare_sums(struct gs_rewrite *rw);
/* The program's main gets another name and is called by ours; or, where it must stay main, calls
 * us. Before other edits. */
void gs_output_channel_wrap_main(struct gs_rewrite *rw);
void gs_output_channel_write_main(struct gs_rewrite *rw); /* after all else */
char *gs_output_channel_added(struct gs_rewrite *rw);	  /* pass.added; g_free */

#endif
