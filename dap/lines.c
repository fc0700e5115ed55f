/* SPDX-License-Identifier: MIT */
/*
 * Lines that both texts have equally often are paired, in order; of these pairs the longest run
 * that goes up in both texts is kept, and grows in both directions over the lines that are alike
 * beside its pairs: as in a patience diff.
 */
#include "dap/lines.h"

#include <stdint.h>
#include <string.h>

enum {
	SHORTEST = 4, /* characters of a line that says something */
	NEAR = 4      /* pieces */
};

/* A line, or what of a line stands in literals: a line may have several. */
struct piece {
	char *text; /* without comments and white space beside one space */
	guint hash;
	unsigned line; /* from 1 */
	bool says;     /* it says something: it is not a brace alone */
	size_t pair;   /* in the other text, while it is compared; SIZE_MAX: none */
};

struct gs_dap_lines {
	GArray *pieces; /* struct piece */
	unsigned n_lines, n_saying;
};

/* ---- pieces ---- */

/* Return the text without comments on its line, and with single spaces; g_free. */
static char *normal(const char *text, size_t length)
{
	GString *out = g_string_sized_new(length);
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '/' && i + 1 < length && text[i + 1] == '/')
			break;
		if (text[i] == '/' && i + 1 < length && text[i + 1] == '*') {
			const char *end = g_strstr_len(
				text + i + 2, (gssize)(length - i - 2), "*/");
			i = end ? (size_t)(end - text) + 1 : length;
			continue;
		}
		if (!g_ascii_isspace(text[i]))
			g_string_append_c(out, text[i]);
		else if (out->len && out->str[out->len - 1] != ' ')
			g_string_append_c(out, ' ');
	}
	if (out->len && out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
	return g_string_free(out, FALSE);
}

static bool says_something(const char *text)
{
	static const char *const common[] = {"else", "} else {", "#else", "#endif", "return;",
		"break;", "continue;", "void main()", "void main() {", "void main(void)",
		"discard;", NULL};
	bool has_letter = false;
	for (const char *at = text; *at && !has_letter; at++)
		has_letter = g_ascii_isalnum(*at);
	return has_letter && strlen(text) >= SHORTEST && !g_strv_contains(common, text);
}

static void add_piece(struct gs_dap_lines *lines, const char *text, size_t length, unsigned line)
{
	struct piece piece = {.text = normal(text, length), .line = line, .pair = SIZE_MAX};
	if (!*piece.text) {
		g_free(piece.text);
		return;
	}
	piece.hash = g_str_hash(piece.text);
	piece.says = says_something(piece.text);
	g_array_append_val(lines->pieces, piece);
}

/* What follows a backslash in a literal; 0: nothing. */
static char escaped(char c)
{
	return c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? ' ' : c == '\n' ? 0 : c;
}

/* Add what the line's literals say, as lines of their own. */
static void add_literals(struct gs_dap_lines *lines, const char *text, size_t length, unsigned line)
{
	GString *said = g_string_new(NULL);
	char quote = 0;
	for (size_t i = 0; i < length; i++) {
		if (!quote && (text[i] == '"' || text[i] == '\'' || text[i] == '`'))
			quote = text[i];
		else if (quote && text[i] == quote)
			quote = 0;
		else if (quote && text[i] == '\\' && i + 1 < length)
			g_string_append_c(said, escaped(text[++i]));
		else if (quote)
			g_string_append_c(said, text[i]);
	}
	g_auto(GStrv) parts = g_strsplit(said->str, "\n", -1);
	for (size_t i = 0; parts[i]; i++)
		add_piece(lines, parts[i], strlen(parts[i]), line);
	g_string_free(said, TRUE);
}

/* Add a line of a raw literal: what follows its beginning, or goes on to its end. */
static void add_raw(struct gs_dap_lines *lines, const char *text, size_t length, unsigned line)
{
	static const char ends[] = "(\"'`";
	size_t end = length, start = length;
	while (start && !strchr(ends, text[start - 1]))
		start--;
	if (start)
		add_piece(lines, text + start, length - start, line);
	if (end && text[end - 1] == '\\')
		end--;
	if (end > 1 && text[end - 1] == 'n' && text[end - 2] == '\\')
		end -= 2;
	if (end < length)
		add_piece(lines, text, end, line);
}

struct gs_dap_lines *gs_dap_lines_new(const char *text, bool has_literals)
{
	struct gs_dap_lines *lines = g_new0(struct gs_dap_lines, 1);
	lines->pieces = g_array_new(FALSE, FALSE, sizeof(struct piece));
	while (*text) {
		size_t length = strcspn(text, "\n");
		unsigned line = ++lines->n_lines;
		add_piece(lines, text, length, line);
		if (has_literals) {
			add_literals(lines, text, length, line);
			add_raw(lines, text, length, line);
		}
		text += length + (text[length] == '\n');
	}
	for (guint i = 0; i < lines->pieces->len; i++)
		lines->n_saying += g_array_index(lines->pieces, struct piece, i).says;
	return lines;
}

void gs_dap_lines_free(struct gs_dap_lines *lines)
{
	if (!lines)
		return;
	for (guint i = 0; i < lines->pieces->len; i++)
		g_free(g_array_index(lines->pieces, struct piece, i).text);
	g_array_free(lines->pieces, TRUE);
	g_free(lines);
}

unsigned gs_dap_lines_count(const struct gs_dap_lines *lines)
{
	return lines->n_lines;
}

/* ---- pairs ---- */

static struct piece *piece_at(const struct gs_dap_lines *lines, size_t i)
{
	return &g_array_index(lines->pieces, struct piece, i);
}

static bool is_same(const struct piece *a, const struct piece *b)
{
	return a->hash == b->hash && !strcmp(a->text, b->text);
}

/* Return the places of each text that says something: text -> GArray of size_t. */
static GHashTable *places_of(const struct gs_dap_lines *lines)
{
	GHashTable *places = g_hash_table_new_full(
		g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_array_unref);
	for (size_t i = 0; i < lines->pieces->len; i++) {
		const struct piece *piece = piece_at(lines, i);
		if (!piece->says)
			continue;
		GArray *list = g_hash_table_lookup(places, piece->text);
		if (!list) {
			list = g_array_new(FALSE, FALSE, sizeof(size_t));
			g_hash_table_insert(places, piece->text, list);
		}
		g_array_append_val(list, i);
	}
	return places;
}

/* Pair what both have equally often, in order. */
static void pair_equal(const struct gs_dap_lines *a, const struct gs_dap_lines *b)
{
	GHashTable *of_a = places_of(a), *of_b = places_of(b);
	GHashTableIter iter;
	gpointer text, value;
	g_hash_table_iter_init(&iter, of_a);
	while (g_hash_table_iter_next(&iter, &text, &value)) {
		const GArray *mine = value, *theirs = g_hash_table_lookup(of_b, text);
		for (guint i = 0; theirs && theirs->len == mine->len && i < mine->len; i++)
			piece_at(a, g_array_index(mine, size_t, i))->pair = g_array_index(
				theirs, size_t, i);
	}
	g_hash_table_unref(of_a);
	g_hash_table_unref(of_b);
}

/* Keep the longest run of pairs that go up in both. */
static void keep_rising(const struct gs_dap_lines *a)
{
	size_t n = a->pieces->len, longest = 0;
	size_t *ends = g_new(size_t, n + 1), *before = g_new(size_t, n + 1);
	for (size_t i = 0; i < n; i++) {
		size_t low = 0, high = longest, pair = piece_at(a, i)->pair;
		if (pair == SIZE_MAX)
			continue;
		while (low < high) {
			size_t middle = (low + high) / 2;
			if (piece_at(a, ends[middle])->pair < pair)
				low = middle + 1;
			else
				high = middle;
		}
		ends[low] = i;
		before[i] = low ? ends[low - 1] : SIZE_MAX;
		longest = MAX(longest, low + 1);
	}
	size_t kept = longest ? ends[longest - 1] : SIZE_MAX;
	for (size_t i = n; i-- > 0;) {
		if (i == kept)
			kept = before[i];
		else
			piece_at(a, i)->pair = SIZE_MAX;
	}
	g_free(ends);
	g_free(before);
}

/* Return the piece of a that is the same as one of b, not far from i; SIZE_MAX: there is none. In
 * between may lie what of a line is no literal. */
static size_t find_near(const struct gs_dap_lines *a, const struct gs_dap_lines *b, size_t i,
	size_t other, int step)
{
	for (int k = 1; k <= NEAR; k++) {
		size_t next = i + (size_t)(step * k);
		if (next >= a->pieces->len || piece_at(a, next)->pair != SIZE_MAX)
			return SIZE_MAX;
		if (is_same(piece_at(a, next), piece_at(b, other)))
			return next;
	}
	return SIZE_MAX;
}

/* Pair also what is alike beside the pairs, one way (step 1 or -1). taken: which of b are. */
static void grow(const struct gs_dap_lines *a, const struct gs_dap_lines *b, int step, bool *taken)
{
	size_t n = a->pieces->len, m = b->pieces->len;
	for (size_t k = 0; k < n; k++) {
		size_t i = step > 0 ? k : n - 1 - k, pair = piece_at(a, i)->pair;
		size_t other = pair == SIZE_MAX ? SIZE_MAX : pair + (size_t)step;
		if (other >= m || taken[other])
			continue;
		size_t next = find_near(a, b, i, other, step);
		if (next == SIZE_MAX)
			continue;
		piece_at(a, next)->pair = other;
		taken[other] = true;
	}
}

static void pair_all(const struct gs_dap_lines *a, const struct gs_dap_lines *b)
{
	bool *taken = g_new0(bool, b->pieces->len + 1);
	for (size_t i = 0; i < a->pieces->len; i++)
		piece_at(a, i)->pair = SIZE_MAX;
	pair_equal(a, b);
	keep_rising(a);
	for (size_t i = 0; i < a->pieces->len; i++)
		if (piece_at(a, i)->pair != SIZE_MAX)
			taken[piece_at(a, i)->pair] = true;
	grow(a, b, 1, taken);
	grow(a, b, -1, taken);
	g_free(taken);
}

struct gs_dap_pairs *gs_dap_lines_pair(
	const struct gs_dap_lines *file, const struct gs_dap_lines *source)
{
	struct gs_dap_pairs *pairs = g_new0(struct gs_dap_pairs, 1);
	pairs->of_file = g_new0(unsigned, file->n_lines + 2);
	pairs->of_source = g_new0(unsigned, source->n_lines + 2);
	pair_all(file, source);
	for (size_t i = 0; i < file->pieces->len; i++) {
		const struct piece *piece = piece_at(file, i);
		if (piece->pair == SIZE_MAX)
			continue;
		unsigned line = piece_at(source, piece->pair)->line;
		pairs->n += piece->says;
		if (!pairs->of_file[piece->line])
			pairs->of_file[piece->line] = line;
		if (!pairs->of_source[line])
			pairs->of_source[line] = piece->line;
	}
	if (pairs->n && 2 * pairs->n >= MIN(file->n_saying, source->n_saying))
		return pairs;
	gs_dap_pairs_free(pairs);
	return NULL;
}

void gs_dap_pairs_free(struct gs_dap_pairs *pairs)
{
	if (!pairs)
		return;
	g_free(pairs->of_file);
	g_free(pairs->of_source);
	g_free(pairs);
}
