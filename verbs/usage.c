/* SPDX-License-Identifier: MIT */
#include "verbs/usage.h"

#include <errno.h>
#include <string.h>
#include "verbs/verbs.h"

/* ---- types ---- */

/* A value behind a keyword may have limits of its own; what is not here is a GS_USAGE_NAME. */
static const struct value {
	const char *name;
	enum gs_usage_type type;
	uint64_t least, most;
} values[] = {
	{"N", GS_USAGE_NUMBER, 0, INT64_MAX},
	{"X", GS_USAGE_NUMBER, 0, INT32_MAX},
	{"Y", GS_USAGE_NUMBER, 0, INT32_MAX},
	{"Z", GS_USAGE_NUMBER, 0, INT32_MAX},
	{"L", GS_USAGE_NUMBER, 0, INT32_MAX},
	{"S", GS_USAGE_NUMBER, 0, INT32_MAX},
	{"K", GS_USAGE_NUMBER, 0, 254},
	{"COUNT", GS_USAGE_NUMBER, 0, INT64_MAX},
	{"INDEX", GS_USAGE_NUMBER, 0, INT64_MAX},
	{"FRAME", GS_USAGE_NUMBER, 0, INT64_MAX - 1},
	{"LINE", GS_USAGE_NUMBER, 1, 0xffffff},
	{"COLUMN", GS_USAGE_NUMBER, 0, UINT32_MAX},
	{"INSTANCE", GS_USAGE_NUMBER, 0, UINT32_MAX},
	{"DRAW", GS_USAGE_NUMBER, 0, UINT32_MAX},
	{"PATCH", GS_USAGE_NUMBER, 0, UINT32_MAX},
	{"VERTEX", GS_USAGE_NUMBER, 0, UINT32_MAX},
	{"BYTES", GS_USAGE_NUMBER, 0, UINT32_MAX},
	{"FIRST", GS_USAGE_NUMBER, 0, UINT32_MAX},
	{"LAST", GS_USAGE_NUMBER, 0, UINT32_MAX},
	{"OBJECT", GS_USAGE_NUMBER, 0, 254},
	{"object N", GS_USAGE_NUMBER, 0, 254},
	{"STAGE", GS_USAGE_STAGE, 0, 0},
	{"FILE", GS_USAGE_FILE, 1, UINT32_MAX},
	{"OLD", GS_USAGE_FILE, 1, 1},
	{"TYPES", GS_USAGE_TYPES, 0, 0},
	{"CALLS", GS_USAGE_REST, 0, UINT32_MAX},
	{"CASE", GS_USAGE_REST, 0, UINT32_MAX},
	{"CLASSES", GS_USAGE_REST, 0, UINT32_MAX},
	{"COMMAND", GS_USAGE_REST, 1, UINT32_MAX},
	{"CONDITION", GS_USAGE_REST, 1, UINT32_MAX},
	{"EXPRESSION", GS_USAGE_REST, 1, UINT32_MAX},
	{"GROUPS", GS_USAGE_REST, 0, UINT32_MAX},
	{"TEXT", GS_USAGE_REST, 1, UINT32_MAX},
	{"VALUE", GS_USAGE_REST, 1, UINT32_MAX},
	{"WHAT", GS_USAGE_REST, 1, UINT32_MAX},
};

/* Without regard to a file's ending: FILE.csv. */
static void set_type(struct gs_usage *leaf, const char *name)
{
	size_t length = strcspn(name, ".");
	for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
		const struct value *value = &values[i];
		if (strlen(value->name) != length || strncmp(value->name, name, length) != 0)
			continue;
		leaf->type = value->type;
		leaf->least = value->least;
		leaf->most = value->most;
	}
}

static const char *type_name(enum gs_usage_type type)
{
	static const char *const names[] = {[GS_USAGE_NUMBER] = "number",
		[GS_USAGE_STAGE] = "stage",
		[GS_USAGE_FILE] = "file",
		[GS_USAGE_NAME] = "name",
		[GS_USAGE_TYPES] = "types",
		[GS_USAGE_REST] = "rest"};
	return names[type];
}

bool gs_usage_number(const char *word, uint64_t *number)
{
	char *end;
	errno = 0;
	*number = g_ascii_strtoull(word, &end, 10);
	return g_ascii_isdigit(*word) && *end == '\0' && errno == 0;
}

static bool fits(const struct gs_usage *leaf, const char *word)
{
	uint64_t number;
	if (leaf->kind == GS_USAGE_WORD)
		return !strcmp(word, leaf->text);
	switch (leaf->type) {
	case GS_USAGE_NUMBER:
		return gs_usage_number(word, &number) && number >= leaf->least &&
		       number <= leaf->most;
	case GS_USAGE_STAGE:
		return gs_stage_find(word) >= 0;
	case GS_USAGE_TYPES: /* a file may stand in its place */
		return *word && !strchr(word, '.');
	case GS_USAGE_REST:
		return true;
	default:
		return *word && *word != '"'; /* a quote that does not end */
	}
}

/* ---- parsing ---- */

static struct gs_usage *new_node(enum gs_usage_kind kind)
{
	struct gs_usage *node = g_new0(struct gs_usage, 1);
	node->kind = kind;
	node->parts = g_ptr_array_new_with_free_func((GDestroyNotify)gs_usage_free);
	return node;
}

void gs_usage_free(struct gs_usage *usage)
{
	if (!usage)
		return;
	if (usage->parts)
		g_ptr_array_unref(usage->parts);
	g_free(usage->text);
	g_free(usage);
}

static struct gs_usage *new_leaf(const char *text, size_t length)
{
	struct gs_usage *node = g_new0(struct gs_usage, 1);
	node->text = g_strndup(text, length);
	node->kind = g_ascii_isupper(*text) ? GS_USAGE_VALUE : GS_USAGE_WORD;
	node->type = GS_USAGE_NAME;
	set_type(node, node->text);
	node->takes_rest = node->kind == GS_USAGE_VALUE && node->type == GS_USAGE_REST;
	return node;
}

/* WORD or WORD|WORD...; NULL: none stands there. */
static struct gs_usage *parse_words(const char **at)
{
	struct gs_usage *choice = new_node(GS_USAGE_CHOICE), *only;
	while (true) {
		size_t length = strcspn(*at, " |[]");
		if (!length)
			break;
		g_ptr_array_add(choice->parts, new_leaf(*at, length));
		*at += length;
		if (**at != '|')
			break;
		(*at)++;
	}
	if (choice->parts->len > 1)
		return choice;
	only = choice->parts->len ? g_ptr_array_steal_index(choice->parts, 0) : NULL;
	gs_usage_free(choice);
	return only;
}

static struct gs_usage *parse_choice(const char **at);

static struct gs_usage *parse_optional(const char **at)
{
	struct gs_usage *node = new_node(GS_USAGE_OPTIONAL), *inner;
	(*at)++;
	inner = parse_choice(at);
	if (!inner || **at != ']') {
		gs_usage_free(inner);
		gs_usage_free(node);
		return NULL;
	}
	(*at)++;
	g_ptr_array_add(node->parts, inner);
	return node;
}

/* Up to the end, a bracket that closes, or " | ". */
static struct gs_usage *parse_sequence(const char **at)
{
	struct gs_usage *sequence = new_node(GS_USAGE_SEQUENCE), *before = NULL;
	while (**at && **at != ']' && **at != '|') {
		struct gs_usage *part = **at == '[' ? parse_optional(at) : parse_words(at);
		if (!part) {
			gs_usage_free(sequence);
			return NULL;
		}
		if (before && before->kind == GS_USAGE_WORD && part->kind == GS_USAGE_VALUE) {
			g_autofree char *name = g_strconcat(before->text, " ", part->text, NULL);
			set_type(part, name);
		}
		g_ptr_array_add(sequence->parts, part);
		before = part;
		*at += **at == ' ';
	}
	return sequence;
}

static struct gs_usage *parse_choice(const char **at)
{
	struct gs_usage *choice = new_node(GS_USAGE_CHOICE), *part;
	while ((part = parse_sequence(at))) {
		g_ptr_array_add(choice->parts, part);
		if (!g_str_has_prefix(*at, "| "))
			break;
		*at += strlen("| ");
	}
	if (part && choice->parts->len > 1)
		return choice;
	if (part)
		g_ptr_array_steal_index(choice->parts, 0);
	gs_usage_free(choice);
	return part;
}

/* Return the file that is all that there must be, at the end; NULL: there is none. */
static struct gs_usage *only_file(const struct gs_usage *usage)
{
	guint last = usage->parts->len - 1;
	struct gs_usage *file = usage->parts->pdata[last];
	for (guint i = 0; i < last; i++)
		if (((struct gs_usage *)usage->parts->pdata[i])->kind != GS_USAGE_OPTIONAL)
			return NULL;
	return file->kind == GS_USAGE_VALUE && file->type == GS_USAGE_FILE ? file : NULL;
}

struct gs_usage *gs_usage_parse(const char *text)
{
	struct gs_usage *usage = parse_choice(&text);
	if (usage && !*text) {
		struct gs_usage *file = usage->parts->len ? only_file(usage) : NULL;
		if (file) /* it may have spaces without quotes */
			file->takes_rest = true;
		return usage;
	}
	gs_usage_free(usage);
	return NULL;
}

/* ---- matching: each way to take the words is tried, until one takes all ---- */

struct usage_match {
	const char *const *words;
	size_t n;
	GArray *taken;		       /* struct gs_usage_taken: so far */
	GPtrArray *next;	       /* what may stand behind all words; NULL: not wanted */
	struct gs_usage_misfit misfit; /* the farthest so far */
	bool has_misfit;
};

/* What is to be matched behind a part: parts of a sequence, and then what is behind that. */
struct behind {
	const struct gs_usage *sequence;
	guint from;    /* its first part that has not been matched */
	uint32_t used; /* of the optional parts from there on: those that have been */
	const struct behind *then;
};

static bool match(
	struct usage_match *m, const struct gs_usage *node, size_t at, const struct behind *behind);
static bool match_behind(struct usage_match *m, size_t at, const struct behind *b);

/* leaf NULL: nothing may stand there. */
static void note_misfit(struct usage_match *m, size_t at, const struct gs_usage *leaf)
{
	struct gs_usage_misfit *misfit = &m->misfit;
	const struct gs_usage *wanted = misfit->wanted;
	if (!m->has_misfit || at > misfit->at || (at == misfit->at && misfit->is_end && leaf))
		*misfit = (struct gs_usage_misfit){at, leaf, !leaf};
	else if (at == misfit->at && leaf && wanted &&
		 (leaf->kind != wanted->kind || leaf->type != wanted->type))
		misfit->wanted = NULL;
	m->has_misfit = true;
}

static void note_next(struct usage_match *m, const struct gs_usage *leaf)
{
	for (guint i = 0; i < m->next->len; i++) {
		const struct gs_usage *other = m->next->pdata[i];
		if (other->kind == leaf->kind && !strcmp(other->text, leaf->text))
			return;
	}
	g_ptr_array_add(m->next, (gpointer)leaf);
}

static bool match_leaf(
	struct usage_match *m, const struct gs_usage *leaf, size_t at, const struct behind *behind)
{
	size_t most = leaf->takes_rest ? m->n - at : 1, least = leaf->takes_rest ? leaf->least : 1;
	if (at == m->n && m->next)
		note_next(m, leaf);
	if (at == m->n ? least > 0 : !fits(leaf, m->words[at])) {
		note_misfit(m, at, leaf);
		return false;
	}
	for (size_t n = most + 1; n-- > least;) {
		const struct gs_usage_taken taken = {leaf, at, n};
		g_array_append_val(m->taken, taken);
		if (match_behind(m, at + n, behind))
			return true;
		g_array_set_size(m->taken, m->taken->len - 1);
	}
	return false;
}

static bool begins_with_word(const struct gs_usage *node)
{
	while (node->parts && node->parts->len)
		node = node->parts->pdata[0];
	return node->kind == GS_USAGE_WORD;
}

static bool match_choice(struct usage_match *m, const struct gs_usage *choice, size_t at,
	const struct behind *behind)
{
	for (int words = 1; words >= 0; words--)
		for (guint i = 0; i < choice->parts->len; i++)
			if (begins_with_word(choice->parts->pdata[i]) == words &&
				match(m, choice->parts->pdata[i], at, behind))
				return true;
	return false;
}

static bool match(
	struct usage_match *m, const struct gs_usage *node, size_t at, const struct behind *behind)
{
	const struct behind parts = {node, 0, 0, behind};
	switch (node->kind) {
	case GS_USAGE_SEQUENCE:
		return match_behind(m, at, &parts);
	case GS_USAGE_CHOICE:
		return match_choice(m, node, at, behind);
	case GS_USAGE_OPTIONAL:
		return match(m, node->parts->pdata[0], at, behind);
	default:
		return match_leaf(m, node, at, behind);
	}
}

static bool is_optional(const struct gs_usage *sequence, guint i)
{
	const struct gs_usage *part = i < sequence->parts->len ? sequence->parts->pdata[i] : NULL;
	return part && part->kind == GS_USAGE_OPTIONAL;
}

/* One of the optional parts from b->from on, keywords first, and what is behind it; or none. */
static bool match_optional(struct usage_match *m, size_t at, const struct behind *b)
{
	guint end = b->from;
	while (is_optional(b->sequence, end))
		end++;
	for (int words = 1; words >= 0; words--) {
		for (guint i = b->from; i < end; i++) {
			const struct gs_usage *part = b->sequence->parts->pdata[i];
			uint32_t bit = 1u << (i - b->from);
			const struct behind rest = {b->sequence, b->from, b->used | bit, b->then};
			if (!(b->used & bit) && begins_with_word(part) == words &&
				match(m, part, at, &rest))
				return true;
		}
	}
	const struct behind rest = {b->sequence, end, 0, b->then};
	return match_behind(m, at, &rest);
}

static bool match_behind(struct usage_match *m, size_t at, const struct behind *b)
{
	while (b && b->from == b->sequence->parts->len)
		b = b->then;
	if (b && is_optional(b->sequence, b->from))
		return match_optional(m, at, b);
	if (b) {
		const struct behind rest = {b->sequence, b->from + 1, 0, b->then};
		return match(m, b->sequence->parts->pdata[b->from], at, &rest);
	}
	if (at < m->n)
		note_misfit(m, at, NULL);
	return at == m->n && !m->next;
}

static bool match_all(struct usage_match *m, const struct gs_usage *usage)
{
	m->taken = g_array_new(FALSE, FALSE, sizeof(struct gs_usage_taken));
	return match(m, usage, 0, NULL);
}

GArray *gs_usage_match(const struct gs_usage *usage, const char *const *words, size_t n,
	struct gs_usage_misfit *misfit)
{
	struct usage_match m = {.words = words, .n = n};
	bool all = match_all(&m, usage);
	*misfit = m.misfit;
	if (!all)
		g_clear_pointer(&m.taken, g_array_unref);
	return m.taken;
}

GPtrArray *gs_usage_next(const struct gs_usage *usage, const char *const *words, size_t n)
{
	struct usage_match m = {.words = words, .n = n, .next = g_ptr_array_new()};
	match_all(&m, usage);
	g_array_unref(m.taken);
	return m.next;
}

/* ---- the schema ---- */

static void write_parts(const struct gs_usage *node, JsonBuilder *json);

static void write_node(const struct gs_usage *node, JsonBuilder *json)
{
	json_builder_begin_object(json);
	switch (node->kind) {
	case GS_USAGE_WORD:
		gs_json_string(json, "word", node->text);
		break;
	case GS_USAGE_VALUE:
		gs_json_string(json, "value", node->text);
		gs_json_string(json, "type", type_name(node->type));
		if (node->type == GS_USAGE_NUMBER) {
			gs_json_integer(json, "least", (int64_t)node->least);
			gs_json_integer(json, "most", (int64_t)node->most);
		}
		break;
	case GS_USAGE_OPTIONAL:
		json_builder_set_member_name(json, "optional");
		write_parts(node->parts->pdata[0], json);
		break;
	default:
		gs_json_begin_list(json, "choice");
		for (guint i = 0; i < node->parts->len; i++)
			write_parts(node->parts->pdata[i], json);
		json_builder_end_array(json);
	}
	json_builder_end_object(json);
}

/* An array also of what has one part. */
static void write_parts(const struct gs_usage *node, JsonBuilder *json)
{
	json_builder_begin_array(json);
	if (node->kind == GS_USAGE_SEQUENCE)
		for (guint i = 0; i < node->parts->len; i++)
			write_node(node->parts->pdata[i], json);
	else
		write_node(node, json);
	json_builder_end_array(json);
}

void gs_usage_write(const struct gs_usage *usage, JsonBuilder *json)
{
	write_parts(usage, json);
}
