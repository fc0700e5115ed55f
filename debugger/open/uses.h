/* SPDX-License-Identifier: MIT */
/*
 * debugger/open/uses - which calls of a trace have to do with the object that a binding holds
 * before one of them. For the first answer the trace's file is read from its beginning to its end;
 * what was read is kept for others, which read it up to their call alone, and none of it twice if
 * their calls come in order. Any thread may read, one at a time of a file.
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

/* Return the uses of the object that the binding holds before the call of that number, not yet
 * read; gs_uses_free. */
struct gs_uses *gs_uses_new(uint64_t call, const struct gs_effects_binding *binding);
void gs_uses_free(struct gs_uses *uses); /* NULL is fine */
/* Read them; call it once. Return false if that failed or was cancelled: gs_uses_message says why.
 */
bool gs_uses_read(struct gs_uses *uses, struct gs_uses_file *file);
/* While another thread reads: have it stop; return how much of the file it has read, from 0 to 1.
 */
void gs_uses_cancel(struct gs_uses *uses);
double gs_uses_progress(struct gs_uses *uses);

/* ---- when they were read ---- */

/* Return a sentence that says why they could not be read; NULL: they could. */
const char *gs_uses_message(const struct gs_uses *uses);
/* Return the object's name in the trace, which need not be its name in the player. */
uint64_t gs_uses_name(const struct gs_uses *uses);
/* Return the number of the call before which the binding holds the object. */
uint64_t gs_uses_call(const struct gs_uses *uses);
/* Return the numbers of the calls that use it in that way, in order, *n of them; borrowed. */
const uint64_t *gs_uses_calls(const struct gs_uses *uses, enum gs_use_kind kind, size_t *n);

#endif
