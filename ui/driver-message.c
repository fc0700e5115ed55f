/* SPDX-License-Identifier: MIT */
#include "ui/driver-message.h"

#include <stdbool.h>
#include <string.h>
#include <glib.h>
#include "glsl/glsl.h"

struct place {
	unsigned string, line, column; /* column 0: not given */
	char *quoted;		       /* first name in quotation marks; NULL: none */
};

static bool skip_number(const char **at, unsigned *number)
{
	char *end;
	guint64 value;
	if (!g_ascii_isdigit(**at))
		return false;
	value = g_ascii_strtoull(*at, &end, 10);
	if (value > G_MAXINT)
		return false;
	*number = (unsigned)value;
	*at = end;
	return true;
}

static bool is_name(char c)
{
	return g_ascii_isalnum(c) || c == '_';
}

/* Return the first name quoted as `name', 'name' or "name" (g_free), or NULL. */
static char *quoted_name(const char *text)
{
	for (; (text = strpbrk(text, "`'\"")); text++) {
		size_t n = 0;
		while (is_name(text[1 + n]))
			n++;
		if (n && text[1 + n] && strchr("'\"", text[1 + n]))
			return g_strndup(text + 1, n);
	}
	return NULL;
}

static bool read_place(const char *message, struct place *place)
{
	static const char *const words[] = {"ERROR: ", "WARNING: ", "error: ", "warning: "};
	const char *at = message + strspn(message, " \t");
	*place = (struct place){0};
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (g_str_has_prefix(at, words[i]))
			at += strlen(words[i]);
	if (!skip_number(&at, &place->string) || (*at != ':' && *at != '('))
		return false;
	char close = *at++ == '(' ? ')' : 0;
	if (!skip_number(&at, &place->line) || (close ? *at != close : *at != ':' && *at != '('))
		return false;
	if (*at++ == '(')
		skip_number(&at, &place->column);
	place->quoted = quoted_name(at);
	return true;
}

static bool has_name(const char *line, size_t length, const char *name)
{
	size_t n = strlen(name);
	for (size_t i = 0; i + n <= length; i++)
		if (!strncmp(line + i, name, n) && (i == 0 || !is_name(line[i - 1])) &&
			(i + n == length || !is_name(line[i + n])))
			return true;
	return false;
}

/* Return how well a source line with that number and string matches the message; larger is
 * better. */
static int suits(const struct place *place, const struct gs_line_name *name, const char *line)
{
	size_t length = strcspn(line, "\r\n");
	return 4 * (place->quoted && has_name(line, length, place->quoted)) +
	       2 * (name->string == place->string) + (length > 0 && length >= place->column);
}

static unsigned find_line(const struct place *place, const char *source)
{
	size_t n;
	g_autofree struct gs_line_name *names = gs_glsl_line_names(source, &n);
	unsigned best = 0;
	int best_suits = 0;
	for (size_t i = 0; i < n; i++) {
		int how_well = names[i].line == place->line ? suits(place, &names[i], source) : -1;
		if (how_well >= best_suits) {
			best = (unsigned)i + 1;
			best_suits = how_well;
		}
		source += strcspn(source, "\r\n");
		source += g_str_has_prefix(source, "\r\n") ? 2 : *source != 0;
	}
	return best ? best : place->line;
}

unsigned gs_driver_message_line(const char *message, const char *source)
{
	struct place place;
	unsigned line = read_place(message, &place) ? find_line(&place, source) : 0;
	g_free(place.quoted);
	return line;
}
