/* SPDX-License-Identifier: MIT */
#include "frontend/verb-names.h"

#include <stdbool.h>
#include <string.h>

/* Console commands and the names of the window's controls for them. */
static const char *const words[][2] = {
	{"--refuse-binaries", "Refuse program binaries on the start page"},
	{"again", "Come back"},
	{"backtrace", "Call stack"},
	{"blocks", "Resources"},
	{"break error", "Stop at GL errors"},
	{"calls filter", "Filter"},
	{"calls find", "the search above GL calls"},
	{"call", "the tab Call"},
	{"continue", "Run"},
	{"count sites", "executed steps in Image"},
	{"emitted", "Emitted"},
	{"focus", "Focus"},
	{"focus X Y", "x, y in Focus"},
	{"goto N", "a double click on a call"},
	{"info breakpoints", "Breakpoints"},
	{"kill", "Kill"},
	{"next draw", "Draw"},
	{"next frame", "Frame"},
	{"next pixel X Y", "\"Run to the next change of this pixel\""},
	{"next program", "Program"},
	{"pause", "Pause"},
	{"print", "Watch"},
	{"profile", "Profile"},
	{"program", "Uniforms"},
	{"restart", "Restart"},
	{"set buffer", "its buffers"},
	{"set test", "Tests"},
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

/* Return whether a command matches the pattern, whose words in capitals stand for any word. */
static bool matches(const char *pattern, const char *text, size_t length)
{
	g_autofree char *command = g_strndup(text, length);
	g_auto(GStrv) wanted = g_strsplit(pattern, " ", -1),
		      words_in = g_strsplit(command, " ", -1);
	guint n = g_strv_length(wanted);
	if (n != g_strv_length(words_in))
		return false;
	for (guint i = 0; i < n; i++)
		if (!g_ascii_isupper(wanted[i][0]) && strcmp(wanted[i], words_in[i]) != 0)
			return false;
	return true;
}

char *gs_window_words(const char *text)
{
	GString *out = g_string_new(NULL);
	const char *close;
	for (; *text; text++) {
		const char *name = NULL;
		if (*text == '`' && (close = strchr(text + 1, '`')))
			for (size_t i = 0; i < G_N_ELEMENTS(words) && !name; i++)
				if (matches(words[i][0], text + 1, (size_t)(close - text - 1)))
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
