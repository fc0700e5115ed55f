/* SPDX-License-Identifier: MIT */
#include "serve/message.h"

#include <string.h>
#include "debugger/base/error.h"
#include "verbs/verbs.h"

enum { LONGEST_HEADER = 4096 };

struct gs_inbox {
	enum gs_framing framing;
	GString *pending; /* what has come and was not taken */
	gsize searched;	  /* how many of its bytes have no end of a line */
	bool in_body;
	gsize length; /* of the body */
};

struct gs_inbox *gs_inbox_new(enum gs_framing framing)
{
	struct gs_inbox *messages = g_new0(struct gs_inbox, 1);
	messages->framing = framing;
	messages->pending = g_string_new(NULL);
	return messages;
}

void gs_inbox_free(struct gs_inbox *messages)
{
	if (!messages)
		return;
	g_string_free(messages->pending, TRUE);
	g_free(messages);
}

void gs_inbox_add(struct gs_inbox *messages, const char *bytes, gsize size)
{
	g_string_append_len(messages->pending, bytes, (gssize)size);
}

static bool refuse(GError **error, const char *why)
{
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "%s", why);
	return false;
}

static bool refuse_size(GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"the message is larger than %d MiB: send less at a time", GS_MESSAGE_LARGEST >> 20);
	return false;
}

/* Take the first `length` bytes as the message, with so many more behind it. */
static char *take(struct gs_inbox *m, gsize length, gsize more)
{
	char *text = g_strndup(m->pending->str, length);
	memcpy(text, m->pending->str, length); /* with any NULs */
	g_string_erase(m->pending, 0, (gssize)(length + more));
	m->searched = 0;
	return text;
}

static bool take_line(struct gs_inbox *m, char **text, gsize *length, GError **error)
{
	for (;;) {
		GString *pending = m->pending;
		const char *end = memchr(
			pending->str + m->searched, '\n', pending->len - m->searched);
		*length = end ? (gsize)(end - pending->str) : pending->len;
		if (*length > GS_MESSAGE_LARGEST)
			return refuse_size(error);
		m->searched = pending->len;
		if (!end)
			return true;
		*text = take(m, *length, 1);
		if (strspn(*text, " \t\r") < *length)
			return true;
		g_clear_pointer(text, g_free); /* a blank line */
	}
}

/* Parse a header's line: "Content-Length: 12", in letters of either case. */
static bool parse_header(struct gs_inbox *m, const char *line, bool *has_length, GError **error)
{
	static const char name[] = "content-length:";
	char *end;
	if (!strchr(line, ':'))
		return refuse(error, "the stream has no headers: before each message stands "
				     "\"Content-Length: N\", and an empty line");
	if (g_ascii_strncasecmp(line, name, sizeof name - 1) != 0)
		return true;
	const char *digits = line + sizeof name - 1 + strspn(line + sizeof name - 1, " \t");
	guint64 length = g_ascii_strtoull(digits, &end, 10);
	if (!g_ascii_isdigit(*digits) || end[strspn(end, " \t")])
		return refuse(error, "the header Content-Length is not a number");
	if (length > GS_MESSAGE_LARGEST)
		return refuse_size(error);
	m->length = length;
	*has_length = true;
	return true;
}

static bool parse_headers(struct gs_inbox *m, gsize size, GError **error)
{
	g_autofree char *headers = g_strndup(m->pending->str, size);
	g_auto(GStrv) lines = g_strsplit(headers, "\n", -1);
	bool has_length = false;
	for (char **line = lines; *line; line++)
		if (*g_strchomp(*line) && !parse_header(m, *line, &has_length, error))
			return false;
	return has_length || refuse(error, "the message has no header Content-Length");
}

/* Return behind which byte the headers end, with their empty line; 0: they have not come whole. */
static gsize end_of_headers(const GString *pending)
{
	for (gsize at = 0; at < pending->len && at <= LONGEST_HEADER; at++)
		if (pending->str[at] == '\n' &&
			(g_str_has_prefix(pending->str + at, "\n\r\n") ||
				g_str_has_prefix(pending->str + at, "\n\n")))
			return at + (pending->str[at + 1] == '\n' ? 2 : 3);
	return 0;
}

static bool take_headers(struct gs_inbox *m, GError **error)
{
	gsize end = end_of_headers(m->pending);
	if (!end && m->pending->len <= LONGEST_HEADER)
		return true;
	if (!end)
		return refuse(error, "the headers do not end: before each message stands "
				     "\"Content-Length: N\", and an empty line");
	if (!parse_headers(m, end, error))
		return false;
	g_string_erase(m->pending, 0, (gssize)end);
	m->in_body = true;
	return true;
}

bool gs_inbox_take(struct gs_inbox *m, char **text, gsize *length, GError **error)
{
	*text = NULL;
	if (m->framing == GS_FRAMING_LINES)
		return take_line(m, text, length, error);
	if (!m->in_body && !take_headers(m, error))
		return false;
	if (!m->in_body || m->pending->len < m->length)
		return true;
	*length = m->length;
	*text = take(m, m->length, 0);
	m->in_body = false;
	return true;
}

/* Return how deep objects and arrays are in each other at most. */
static unsigned depth_of(const char *text, gsize length)
{
	unsigned depth = 0, deepest = 0;
	bool in_string = false;
	for (gsize i = 0; i < length; i++) {
		if (in_string && text[i] == '\\')
			i++;
		else if (text[i] == '"')
			in_string = !in_string;
		else if (!in_string && strchr("[{", text[i]) && text[i])
			depth++;
		else if (!in_string && strchr("]}", text[i]) && text[i])
			depth -= depth > 0;
		deepest = MAX(deepest, depth);
	}
	return deepest;
}

JsonNode *gs_message_parse(const char *text, gsize length, GError **error)
{
	g_autoptr(JsonParser) parser = json_parser_new();
	g_autoptr(GError) why = NULL;
	if (depth_of(text, length) > GS_MESSAGE_DEEPEST) {
		refuse(error, "the message has objects and arrays too deep in each other");
		return NULL;
	}
	JsonNode *tree = json_parser_load_from_data(parser, text, (gssize)length, &why)
				 ? json_parser_steal_root(parser)
				 : NULL;
	if (!tree)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "the message is not JSON: %s",
			why ? why->message : "it is empty");
	return tree;
}

void gs_message_append(GString *to, JsonNode *tree, enum gs_framing framing)
{
	g_autofree char *line = gs_json_line(tree);
	gsize length = strlen(line);
	if (framing == GS_FRAMING_HEADERS)
		g_string_append_printf(to, "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n", length);
	g_string_append_len(to, line, (gssize)length);
}
