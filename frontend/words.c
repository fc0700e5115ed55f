/* SPDX-License-Identifier: MIT */
#include "frontend/words.h"

#include <string.h>

/* What the console's commands are called in the window. */
static const char *const words[][2] = {
	{"again", "Come back"},
	{"backtrace", "Call stack"},
	{"blocks", "Resources"},
	{"break error", "Stop at GL errors"},
	{"calls filter", "Filter"},
	{"calls find", "the search above GL calls"},
	{"call", "the tab Call"},
	{"continue", "Run"},
	{"count sites", "executed sites in Image"},
	{"emitted", "Emitted"},
	{"focus", "Focus"},
	{"focus X Y", "x, y in Focus"},
	{"goto N", "a double click on a call"},
	{"info breakpoints", "Breakpoints"},
	{"kill", "Kill"},
	{"next draw", "Draw"},
	{"next program", "Program"},
	{"pause", "Pause"},
	{"print", "Watch"},
	{"profile", "Profile"},
	{"program", "Uniforms"},
	{"restart", "Restart"},
	{"shader back", "Back"},
	{"shader compute", "Debug compute shader"},
	{"shader fragment", "Debug fragment shader"},
	{"shader geometry", "Debug geometry shader"},
	{"shader leave", "Leave"},
	{"shader reset", "Reset"},
	{"shader step", "Into"},
	{"shader vertex", "Debug vertex shader"},
	{"source", "Source"},
	{"step", "Step"},
	{"trace restart FILE", "Record… on the start page"},
	{"trace start FILE", "Record…"},
	{"values", "Image"},
};

char *gs_window_words(const char *text)
{
	GString *out = g_string_new(NULL);
	const char *close;
	for (; *text; text++) {
		const char *name = NULL;
		if (*text == '`' && (close = strchr(text + 1, '`')))
			for (size_t i = 0; i < G_N_ELEMENTS(words) && !name; i++)
				if (strlen(words[i][0]) == (size_t)(close - text - 1) &&
					g_str_has_prefix(text + 1, words[i][0]))
					name = words[i][1];
		if (name) {
			g_string_append(out, name);
			text = close;
		} else {
			g_string_append_c(out, *text);
		}
	}
	return g_string_free(out, FALSE);
}
