/* SPDX-License-Identifier: MIT */
#include "trace/times.h"

#include <stdlib.h>
#include <string.h>
#include "data/data.h"
#include "trace/raw.h"

enum { LONGEST = 4 * 21, DECIMAL = 10 }; /* characters of an entry */

/* Write a number in decimal; printf would take most of a recorder's time. Return its end. */
static char *put_number(char *at, uint64_t number)
{
	char digits[20], *first = digits + sizeof(digits);

	do
		*--first = (char)('0' + number % DECIMAL);
	while (number /= DECIMAL);
	memcpy(at, first, (size_t)(digits + sizeof(digits) - first));
	return at + (digits + sizeof(digits) - first);
}

static char *put_difference(char *at, uint64_t number, uint64_t before)
{
	if (number >= before)
		return put_number(at, number - before);
	*at++ = '-';
	return put_number(at, before - number);
}

char *gs_trace_times_text(const struct gs_trace_time *times, size_t n)
{
	char *text = malloc(sizeof GS_COMMENT_TIMES + n * LONGEST), *at = text;
	struct gs_trace_time before = {0};

	if (!text)
		return NULL;
	at = stpcpy(at, GS_COMMENT_TIMES);
	for (size_t i = 0; i < n; i++) {
		const struct gs_trace_time *t = &times[i];
		if (i)
			*at++ = ' ';
		at = put_number(at, t->call - before.call);
		*at++ = ',';
		at = put_difference(at, t->began, before.began);
		*at++ = ',';
		at = put_number(at, t->took);
		if (t->gl_took) {
			*at++ = ',';
			at = put_number(at, t->gl_took - 1);
		}
		before = *t;
	}
	*at = '\0';
	return text;
}

/* Read a number, with a sign only if that is allowed. Return false if there is none. */
static bool read_number(const char **text, bool is_signed, uint64_t *number)
{
	char *end;
	bool has_sign = **text == '-';

	if (has_sign && !is_signed)
		return false;
	if ((*text)[has_sign] < '0' || (*text)[has_sign] > '9')
		return false;
	*number = strtoull(*text, &end, DECIMAL); /* wraps where there is a sign */
	*text = end;
	return true;
}

static bool skip(const char **text, char c)
{
	if (**text != c)
		return false;
	++*text;
	return true;
}

static bool read_one(const char **text, struct gs_trace_time *time)
{
	uint64_t call, began;

	if (!read_number(text, false, &call) || !skip(text, ',') ||
		!read_number(text, true, &began) || !skip(text, ',') ||
		!read_number(text, false, &time->took))
		return false;
	time->call += call;
	time->began += began;
	time->gl_took = 0;
	if (!skip(text, ','))
		return true;
	if (!read_number(text, false, &time->gl_took))
		return false;
	time->gl_took++;
	return true;
}

struct gs_trace_time *gs_trace_times_read(const struct gs_trace_call *call, size_t *n)
{
	enum { TEXT = 1, SHORTEST = sizeof "0,0,0" }; /* with the space before the next one */
	struct gs_trace_time *times, one = {0};
	const char *at, *end;

	if (!gs_trace_is_comment(call, GS_COMMENT_TIMES))
		return NULL;
	at = call->args[TEXT].text + strlen(GS_COMMENT_TIMES);
	end = at + strlen(at);
	times = malloc(((size_t)(end - at) / SHORTEST + 1) * sizeof(*times));
	*n = 0;
	do {
		if (!times || !read_one(&at, &one)) {
			free(times);
			return NULL;
		}
		times[(*n)++] = one;
	} while (skip(&at, ' '));
	if (at == end)
		return times;
	free(times);
	return NULL;
}
