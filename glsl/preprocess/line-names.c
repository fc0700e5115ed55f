/* SPDX-License-Identifier: MIT */
/* What a driver calls the lines of a source, by its #line directives. */
#include <string.h>

#include "glsl/private.h"

struct naming {
	bool counts_from_next; /* #line N: the next line is N, not N + 1 */
	unsigned string;
	int offset; /* of a line's name from its number */
};

static unsigned number_of(const struct gs_pp_token *token)
{
	return (unsigned)CLAMP(strtol(token->text, NULL, 0), 0, 1 << 30);
}

/* words: those of a directive behind its #. */
static void apply(struct naming *naming, const struct gs_pp_token *words, size_t n)
{
	if (n >= 2 && !strcmp(words[0].text, "version")) {
		bool es = n >= 3 && !strcmp(words[2].text, "es");
		naming->counts_from_next = number_of(&words[1]) >= (es ? 300 : 330);
	} else if (n >= 2 && !strcmp(words[0].text, "line") && words[1].kind == GS_PP_NUMBER) {
		int next = (int)number_of(&words[1]) + !naming->counts_from_next;
		naming->offset = next - (int)(words[0].span.line + 1);
		if (n >= 3 && words[2].kind == GS_PP_NUMBER)
			naming->string = number_of(&words[2]);
	}
}

static void name_lines(GArray *names, unsigned end, const struct naming *naming)
{
	for (unsigned line = names->len + 1; line <= end; line++) {
		struct gs_line_name name = {
			naming->string, (unsigned)MAX((int)line + naming->offset, 0)};
		g_array_append_val(names, name);
	}
}

struct gs_line_name *gs_glsl_line_names(const char *source, size_t *n)
{
	struct gs_arena arena = {0};
	struct gs_names interned;
	struct naming naming = {0};
	GArray *names = g_array_new(FALSE, FALSE, sizeof(struct gs_line_name));

	gs_names_init(&interned, &arena);
	GArray *tokens = gs_scan(&interned, source, strlen(source));
	const struct gs_pp_token *all = (const void *)tokens->data;
	for (size_t i = 0; i < tokens->len && all[i].kind != GS_PP_END;) {
		size_t end = i;
		while (all[end].kind < GS_PP_NEWLINE)
			end++;
		name_lines(names, all[end].span.line, &naming);
		if (end > i + 1 && !strcmp(all[i].text, "#"))
			apply(&naming, &all[i + 1], end - i - 1);
		i = all[end].kind == GS_PP_NEWLINE ? end + 1 : end;
	}
	g_array_unref(tokens);
	gs_names_finish(&interned);
	gs_arena_finish(&arena);
	*n = names->len;
	return (struct gs_line_name *)g_array_free(names, FALSE);
}
