/* SPDX-License-Identifier: MIT */
#include "console/usage.h"

#include <string.h>
#include "console/console.h"

enum { MOST_WORDS = 62 }; /* that are looked at: bits of a mask */

/* ---- types ---- */

/* Without regard to a file's ending: FILE.csv. */
static enum gs_usage_type type_of(const char *name)
{
	static const struct {
		const char *name;
		enum gs_usage_type type;
	} types[] = {
		{"N", GS_USAGE_NUMBER},
		{"X", GS_USAGE_NUMBER},
		{"Y", GS_USAGE_NUMBER},
		{"Z", GS_USAGE_NUMBER},
		{"L", GS_USAGE_NUMBER},
		{"S", GS_USAGE_NUMBER},
		{"K", GS_USAGE_NUMBER},
		{"COUNT", GS_USAGE_NUMBER},
		{"INDEX", GS_USAGE_NUMBER},
		{"FRAME", GS_USAGE_NUMBER},
		{"LINE", GS_USAGE_NUMBER},
		{"COLUMN", GS_USAGE_NUMBER},
		{"INSTANCE", GS_USAGE_NUMBER},
		{"DRAW", GS_USAGE_NUMBER},
		{"PATCH", GS_USAGE_NUMBER},
		{"VERTEX", GS_USAGE_NUMBER},
		{"BYTES", GS_USAGE_NUMBER},
		{"FIRST", GS_USAGE_NUMBER},
		{"LAST", GS_USAGE_NUMBER},
		{"OBJECT", GS_USAGE_NUMBER},
		{"STAGE", GS_USAGE_STAGE},
		{"FILE", GS_USAGE_FILE},
		{"OLD", GS_USAGE_FILE},
		{"CONDITION", GS_USAGE_REST},
		{"EXPRESSION", GS_USAGE_REST},
		{"TEXT", GS_USAGE_REST},
		{"VALUE", GS_USAGE_REST},
		{"COMMAND", GS_USAGE_REST},
	};
	size_t length = strcspn(name, ".");
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
		if (strlen(types[i].name) == length && !strncmp(types[i].name, name, length))
			return types[i].type;
	return GS_USAGE_NAME;
}

static const char *type_name(enum gs_usage_type type)
{
	static const char *const names[] = {[GS_USAGE_NUMBER] = "number",
		[GS_USAGE_STAGE] = "stage",
		[GS_USAGE_FILE] = "file",
		[GS_USAGE_NAME] = "name",
		[GS_USAGE_REST] = "rest"};
	return names[type];
}

static bool is_of_type(enum gs_usage_type type, const char *word)
{
	uint64_t number;
	enum gs_stage stage;
	if (type == GS_USAGE_NUMBER)
		return gs_parse_number(word, "number", UINT64_MAX, &number, NULL);
	return type != GS_USAGE_STAGE || gs_parse_stage(word, &stage, NULL);
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
	node->type = type_of(node->text);
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
	struct gs_usage *sequence = new_node(GS_USAGE_SEQUENCE);
	while (**at && **at != ']' && **at != '|') {
		struct gs_usage *part = **at == '[' ? parse_optional(at) : parse_words(at);
		if (!part) {
			gs_usage_free(sequence);
			return NULL;
		}
		g_ptr_array_add(sequence->parts, part);
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

struct gs_usage *gs_usage_parse(const char *text)
{
	struct gs_usage *usage = parse_choice(&text);
	if (usage && !*text)
		return usage;
	gs_usage_free(usage);
	return NULL;
}

/* ---- matching: sets of how many words have been taken, as masks ---- */

struct match {
	const char *const *words;
	size_t n;
	GPtrArray *next; /* what may stand where all words have been taken */
};

static uint64_t match(struct match *m, const struct gs_usage *node, uint64_t before);

static void note_next(struct match *m, const struct gs_usage *leaf)
{
	for (guint i = 0; i < m->next->len; i++) {
		const struct gs_usage *other = m->next->pdata[i];
		if (other->kind == leaf->kind && !strcmp(other->text, leaf->text))
			return;
	}
	g_ptr_array_add(m->next, (gpointer)leaf);
}

static uint64_t match_leaf(struct match *m, const struct gs_usage *leaf, uint64_t before)
{
	uint64_t after = 0;
	for (size_t i = 0; i < m->n; i++) {
		bool fits = leaf->kind == GS_USAGE_WORD ? !strcmp(m->words[i], leaf->text)
							: is_of_type(leaf->type, m->words[i]);
		bool goes_on = leaf->kind == GS_USAGE_VALUE && leaf->type == GS_USAGE_REST;
		if (fits && ((before >> i & 1) || (goes_on && after >> i & 1)))
			after |= 2ull << i;
	}
	if (before >> m->n & 1)
		note_next(m, leaf);
	return after;
}

static uint64_t match_sequence(struct match *m, const struct gs_usage *sequence, uint64_t before)
{
	uint64_t after = before;
	for (guint i = 0; i < sequence->parts->len && after; i++)
		after = match(m, sequence->parts->pdata[i], after);
	return after;
}

static uint64_t match(struct match *m, const struct gs_usage *node, uint64_t before)
{
	uint64_t after = 0;
	switch (node->kind) {
	case GS_USAGE_SEQUENCE:
		return match_sequence(m, node, before);
	case GS_USAGE_OPTIONAL:
		return before | match(m, node->parts->pdata[0], before);
	case GS_USAGE_CHOICE:
		for (guint i = 0; i < node->parts->len; i++)
			after |= match(m, node->parts->pdata[i], before);
		return after;
	default:
		return match_leaf(m, node, before);
	}
}

GPtrArray *gs_usage_next(const struct gs_usage *usage, const char *const *words, size_t n)
{
	struct match m = {words, MIN(n, MOST_WORDS), g_ptr_array_new()};
	match(&m, usage, 1);
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
		break;
	case GS_USAGE_OPTIONAL:
		json_builder_set_member_name(json, "optional");
		write_parts(node->parts->pdata[0], json);
		break;
	default:
		json_builder_set_member_name(json, "choice");
		json_builder_begin_array(json);
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
