/* SPDX-License-Identifier: MIT */
/*
 * debugger/open/uses - which calls of a trace have to do with what is bound somewhere before one of
 * them. The file is read from its beginning to its end for the first answer; what was read is kept
 * for others: these read it up to their call alone, and none of it twice where they go forward. As
 * of debugger/open/survey, any thread may do it.
 */
#ifndef GS_OPEN_USES_H
#define GS_OPEN_USES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "effects/context.h"
#include "effects/uses.h"

struct gs_uses;
struct gs_uses_file; /* what was read of a trace */

struct gs_uses_file *gs_uses_file_new(const char *path);
void gs_uses_file_free(struct gs_uses_file *file); /* NULL is fine */

/* What is bound at the place before the call of that number. */
struct gs_uses *gs_uses_new(uint64_t call, const struct gs_effects_place *place);
void gs_uses_free(struct gs_uses *uses); /* NULL is fine */
/* Once only; one at a time of a file. False: gs_uses_message says why not. */
bool gs_uses_read(struct gs_uses *uses, struct gs_uses_file *file);
/* From any thread, while it reads. */
void gs_uses_cancel(struct gs_uses *uses);
double gs_uses_progress(struct gs_uses *uses); /* of the file, from 0 to 1 */

/* After it was read: */
const char *gs_uses_message(const struct gs_uses *uses); /* a sentence; NULL: it was read */
/* The object's name in the trace, which need not be the player's. */
uint64_t gs_uses_name(const struct gs_uses *uses);
uint64_t gs_uses_call(const struct gs_uses *uses); /* before which it is bound there */
/* *n numbers of calls, in order. */
const uint64_t *gs_uses_calls(const struct gs_uses *uses, enum gs_use_kind kind, size_t *n);

#endif
