/* SPDX-License-Identifier: MIT */
#include "debugger/engine/engine.h"

#include <string.h>

/* Expressions are asked for again at the next positions: they come with the flags for so many
 * moves. */
enum { REMEMBERED_MOVES = 8 };

size_t gs_debug_recent_expressions(
	const struct gs_debug *debug, bool images, const char *texts[GS_MAX_RECENT_EXPRESSIONS])
{
	size_t n = 0;
	for (unsigned i = 0; i < debug->asked->len && n < GS_MAX_RECENT_EXPRESSIONS; i++) {
		const struct gs_recent_expression *asked = &g_array_index(
			debug->asked, struct gs_recent_expression, i);
		if (images ? asked->image && asked->image - 1 + REMEMBERED_MOVES >= debug->moves
			   : asked->move + REMEMBERED_MOVES >= debug->moves)
			texts[n++] = asked->text;
	}
	return n;
}

void gs_debug_note_expression(struct gs_debug *debug, const char *expression, bool image)
{
	for (unsigned i = 0; i < debug->asked->len; i++) {
		struct gs_recent_expression *asked = &g_array_index(
			debug->asked, struct gs_recent_expression, i);
		if (strcmp(asked->text, expression) == 0) {
			asked->move = debug->moves;
			if (image)
				asked->image = debug->moves + 1;
			return;
		}
	}
	struct gs_recent_expression asked = {
		g_strdup(expression), debug->moves, image ? debug->moves + 1 : 0};
	g_array_prepend_val(debug->asked, asked);
	if (debug->asked->len > 64) {
		g_free(g_array_index(debug->asked, struct gs_recent_expression, 64).text);
		g_array_set_size(debug->asked, 64);
	}
}
