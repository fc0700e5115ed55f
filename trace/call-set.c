/* SPDX-License-Identifier: MIT */
#include "trace/call-set.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "data/data.h"
#include "trace/trace.h"

enum { LONG_WORD = 40, MOST_BYTES = 1 << 26 };

struct item {
	uint64_t first, last, step;
	uint32_t thread;
	bool has_thread, is_plain; /* plain: a number, and nothing else */
	unsigned kinds;		   /* a call has one of them; 0: any call */
};

/* The first n_ranges items are ranges of any calls, in order, and none touches another. */
struct gs_call_set {
	struct item *items;
	size_t n, room, n_ranges;
};

struct parser {
	struct gs_call_set *set;
	const char *at, *item; /* which is being read */
	const char *file;      /* which is being read; NULL: what the user wrote */
	char *why;	       /* what was wrong; NULL: nothing so far */
};

/* Notes what is wrong, unless something was wrong before. Returns false. */
static bool fail(struct parser *p, const char *format, ...)
{
	char text[512];
	va_list arguments;
	size_t n = 0;

	if (p->why)
		return false;
	if (p->file)
		n = (size_t)snprintf(text, sizeof(text), "%.200s: ", p->file);
	va_start(arguments, format);
	vsnprintf(text + n, sizeof(text) - n, format, arguments);
	va_end(arguments);
	p->why = strdup(text);
	return false;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_over(char c)
{
	return !c || c == ',' || is_space(c);
}

/* Says that the item means nothing. */
static bool fail_at(struct parser *p)
{
	int n = (int)strcspn(p->item, ", \t\r\n");

	return fail(p,
		"\"%.*s\" is none of: a number, a range like 10-20, *, draw, frame, fbo, "
		"thread=1, each with /draw, /2, ... behind it, or @FILE",
		n > LONG_WORD ? LONG_WORD : n, p->item);
}

static bool parse_number(struct parser *p, uint64_t *number)
{
	char *end;

	if (!is_digit(*p->at))
		return fail_at(p);
	errno = 0;
	*number = strtoull(p->at, &end, 10);
	if (errno)
		return fail(p, "%.*s is too large a number", LONG_WORD, p->at);
	p->at = end;
	return true;
}

/* Takes the word if it stands there, as a whole. */
static bool take_word(struct parser *p, const char *word)
{
	size_t n = strlen(word);
	char next;

	if (strncmp(p->at, word, n) != 0)
		return false;
	next = p->at[n];
	if (word[n - 1] != '=' && !is_over(next) && next != '/')
		return false;
	p->at += n;
	return true;
}

/* "draw", "thread=1". */
static bool parse_filter(struct parser *p, struct item *item)
{
	static const struct {
		const char *word;
		unsigned kinds;
	} words[] = {{"draw", GS_CALL_SET_DRAWS}, {"render", GS_CALL_SET_DRAWS},
		{"frame", GS_CALL_SET_ENDS_FRAME},
		{"fbo", GS_CALL_SET_BINDS_FRAMEBUFFER | GS_CALL_SET_ENDS_FRAME},
		{"rendertarget", GS_CALL_SET_BINDS_FRAMEBUFFER | GS_CALL_SET_ENDS_FRAME}};
	uint64_t thread;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (take_word(p, words[i].word)) {
			if (item->kinds)
				return fail(p, "an item has one of draw, frame and fbo");
			item->kinds = words[i].kinds;
			return true;
		}
	if (!take_word(p, "thread="))
		return fail_at(p);
	if (item->has_thread || !parse_number(p, &thread) || thread > UINT32_MAX)
		return fail(p, "an item has one thread, as in thread=1");
	item->thread = (uint32_t)thread;
	item->has_thread = true;
	return true;
}

/* "10", "10-20", "10-", "*" */
static bool parse_range(struct parser *p, struct item *item)
{
	const char *begin = p->at;

	if (*p->at == '*') {
		p->at++;
		return true;
	}
	if (!parse_number(p, &item->first))
		return false;
	item->last = item->first;
	item->is_plain = true;
	if (*p->at != '-')
		return true;
	p->at++;
	item->is_plain = false;
	item->last = UINT64_MAX;
	if (is_digit(*p->at) && !parse_number(p, &item->last))
		return false;
	return item->last >= item->first ||
	       fail(p, "%.*s ends before it begins", (int)(p->at - begin), begin);
}

static bool parse_item(struct parser *p, struct item *item)
{
	bool is_good;

	p->item = p->at;
	is_good = is_digit(*p->at) || *p->at == '*' ? parse_range(p, item) : parse_filter(p, item);

	while (is_good && *p->at == '/') {
		p->at++;
		item->is_plain = false;
		if (!is_digit(*p->at))
			is_good = parse_filter(p, item);
		else if (parse_number(p, &item->step) && item->step == 0)
			is_good = fail(p, "/0 is no step: /2 takes every second call");
		else
			is_good = !p->why;
	}
	return is_good && (is_over(*p->at) || fail_at(p));
}

static bool add(struct parser *p, const struct item *item)
{
	struct gs_call_set *set = p->set;

	if (set->n == set->room) {
		size_t room = set->room ? 2 * set->room : 16;
		struct item *items = realloc(set->items, room * sizeof(*items));

		if (!items)
			return fail(p, "there is no memory left");
		set->items = items;
		set->room = room;
	}
	set->items[set->n++] = *item;
	return true;
}

static void skip(struct parser *p)
{
	while (*p->at == ',' || is_space(*p->at))
		p->at++;
}

/* Items up to the end of a text. */
static bool parse_text(struct parser *p)
{
	for (skip(p); *p->at; skip(p)) {
		struct item item = {.last = UINT64_MAX, .step = 1};

		if (!parse_item(p, &item) || !add(p, &item))
			return false;
	}
	return true;
}

/* Reads the file. NULL: it cannot be read, which is noted; to be freed. */
static char *read_file(struct parser *p)
{
	int fd = open(p->file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "rb");
	struct stat status;
	char *text = NULL;
	size_t n = 0;

	errno = stream && fstat(fd, &status) == 0 ? 0 : errno;
	if (errno || !stream)
		fail(p, "%s", strerror(errno));
	else if (!S_ISREG(status.st_mode) || status.st_size > MOST_BYTES)
		fail(p, "it is no file of calls");
	else if (!(text = calloc((size_t)status.st_size + 1, 1)))
		fail(p, "there is no memory left");
	else
		n = fread(text, 1, (size_t)status.st_size, stream);
	if (text && strlen(text) != n)
		fail(p, "it is no file of calls");
	if (stream)
		fclose(stream);
	else if (fd >= 0)
		close(fd);
	return text;
}

/* "@FILE", up to a comma. */
static bool parse_file(struct parser *p)
{
	size_t n = strcspn(++p->at, ",");
	char *path = strndup(p->at, n), *text;
	struct parser inner = {.set = p->set, .file = path};

	if (!path)
		return fail(p, "there is no memory left");
	p->at += n;
	text = read_file(&inner);
	inner.at = text;
	if (text && !inner.why)
		parse_text(&inner);
	free(text);
	free(path);
	p->why = inner.why;
	return !p->why;
}

static bool parse_all(struct parser *p)
{
	for (skip(p); *p->at; skip(p)) {
		struct item item = {.last = UINT64_MAX, .step = 1};

		if (*p->at == '@' ? !parse_file(p) : !parse_item(p, &item) || !add(p, &item))
			return false;
	}
	return p->set->n || fail(p, "no call is named");
}

static bool is_range(const struct item *item)
{
	return item->step == 1 && !item->kinds && !item->has_thread;
}

static int compare_items(const void *a, const void *b)
{
	const struct item *one = a, *other = b;

	if (is_range(one) != is_range(other))
		return is_range(one) ? -1 : 1;
	return one->first < other->first ? -1 : one->first > other->first;
}

/* Puts ranges first, and makes one of those that touch: files may name very many calls. */
static void sort(struct gs_call_set *set)
{
	size_t n = 0;

	qsort(set->items, set->n, sizeof(*set->items), compare_items);
	for (size_t i = 0; i < set->n; i++) {
		const struct item *item = &set->items[i];
		struct item *before = n ? &set->items[n - 1] : NULL;
		bool touches = before && is_range(item) &&
			       (before->last == UINT64_MAX || item->first <= before->last + 1);

		if (touches && item->last > before->last)
			before->last = item->last;
		if (touches)
			before->is_plain &= before->last == before->first;
		else
			set->items[n++] = *item;
		set->n_ranges += !touches && is_range(item);
	}
	set->n = n;
}

struct gs_call_set *gs_call_set_new(const char *text, char **why)
{
	struct parser parser = {.set = calloc(1, sizeof(struct gs_call_set)), .at = text};

	*why = NULL;
	if (!parser.set)
		return NULL;
	if (parse_all(&parser)) {
		sort(parser.set);
		return parser.set;
	}
	*why = parser.why;
	gs_call_set_free(parser.set);
	return NULL;
}

void gs_call_set_free(struct gs_call_set *set)
{
	if (set)
		free(set->items);
	free(set);
}

static int compare_call(const void *key, const void *element)
{
	const struct item *item = element;
	uint64_t call = *(const uint64_t *)key;

	return call < item->first ? -1 : call > item->last;
}

bool gs_call_set_has(const struct gs_call_set *set, uint64_t call, uint32_t thread, unsigned kinds)
{
	if (bsearch(&call, set->items, set->n_ranges, sizeof(*set->items), compare_call))
		return true;
	for (size_t i = set->n_ranges; i < set->n; i++) {
		const struct item *item = &set->items[i];

		if (call >= item->first && call <= item->last &&
			(call - item->first) % item->step == 0 &&
			(!item->kinds || item->kinds & kinds) &&
			(!item->has_thread || item->thread == thread))
			return true;
	}
	return false;
}

bool gs_call_set_has_call(const struct gs_call_set *set, const struct gs_trace_call *call)
{
	bool binds = call->function->kinds & GS_KIND_BINDS_FRAMEBUFFER;
	unsigned kinds = (call->function->draws ? GS_CALL_SET_DRAWS : 0) |
			 (call->ends_frame ? GS_CALL_SET_ENDS_FRAME : 0) |
			 (binds ? GS_CALL_SET_BINDS_FRAMEBUFFER : 0);

	return gs_call_set_has(set, call->number, call->thread, kinds);
}

uint64_t gs_call_set_first(const struct gs_call_set *set)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < set->n; i++)
		if (set->items[i].first < first)
			first = set->items[i].first;
	return first;
}

uint64_t gs_call_set_last(const struct gs_call_set *set)
{
	uint64_t last = 0;

	for (size_t i = 0; i < set->n; i++)
		if (set->items[i].last > last)
			last = set->items[i].last;
	return last;
}

bool gs_call_set_is_numbers(const struct gs_call_set *set)
{
	for (size_t i = set->n_ranges; i < set->n; i++)
		if (set->items[i].kinds || set->items[i].has_thread)
			return false;
	return true;
}

bool gs_call_set_is_call(const struct gs_call_set *set)
{
	return set->n == 1 && set->items[0].is_plain;
}
