/* SPDX-License-Identifier: MIT */
/* Another source for a stage of the program in use. */
#include <string.h>
#include "console/console.h"
#include "debugger/base/input-file.h"

bool gs_command_set_source(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	char **words = gs_parse_words(arguments, 2, 3, error);
	enum gs_stage stage;
	uint64_t object = 0;
	char *text = NULL;
	bool good = words && gs_parse_stage(words[0], &stage, error) &&
		    (!words[2] || gs_parse_number(words[2], "shader object", 63, &object, error));
	bool original = good && strcmp(words[1], "original") == 0;
	size_t size;
	good = good &&
	       (original || gs_input_read_all(words[1], gs_session_patience(console->session),
				    &text, &size, error)) &&
	       gs_session_set_source(console->session, stage, (unsigned)object, text, error);
	if (good)
		g_string_append_printf(reply->text, "%s shader: %s\n", words[0],
			original ? "the program's own source again"
				 : "draws with this program use the new source from now on");
	g_free(text);
	g_strfreev(words);
	return good;
}
