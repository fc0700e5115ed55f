/* SPDX-License-Identifier: MIT */
/*
 * Compares what GL has answered in the recording with what it answers here. What kind of thing an
 * answer is, and so how it is compared, says data/answer.h.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "data/answer.h"
#include "data/constants.h"
#include "follow/assertion.h"
#include "replay/private.h"
#include "trace/raw.h"

enum {
	UNWRITTEN = 0x5b,   /* each byte of an answer that GL has not written */
	MORE_FORMATS = 4096 /* bytes behind a list of formats, which may be longer here */
};

/* One array of numbers, or a text, that a call has answered with. */
struct answer {
	struct gs_player *player;
	const struct gs_play *play;
	const struct gs_trace_call *call;
	const struct gs_play_parameter *parameter;
	const struct gs_trace_value *recorded;
	const uint8_t *here;
	bool is_assertion; /* the trace asserts it (follow/assertion.h) */
};

/* ---- what is asked for ---- */

/* Return what the i-th of n answers is. */
static enum gs_answer_class class_of(const struct answer *a, uint32_t i, uint32_t n)
{
	int question = a->play->question;
	const struct gs_trace_value *names = question < 0
						     ? NULL
						     : gs_trace_array(a->call, (unsigned)question);
	if (!names)
		return gs_asked_class(a->call, question);
	if (names->n != n && names->n != 1)
		return GS_ANSWER_DRIVER; /* which is whose answer is not known */
	return gs_data_answer_named(
		a->play->number, (uint32_t)gs_trace_number(&names->items[names->n == n ? i : 0]));
}

static enum gs_replay_difference_kind kind_of(enum gs_answer_class class)
{
	switch (class) {
	case GS_ANSWER_COMPILE:
		return GS_DIFFERENCE_COMPILE;
	case GS_ANSWER_LINK:
		return GS_DIFFERENCE_LINK;
	case GS_ANSWER_STATUS:
		return GS_DIFFERENCE_STATUS;
	case GS_ANSWER_FORMAT:
	case GS_ANSWER_FORMATS:
		return GS_DIFFERENCE_FORMAT;
	default:
		return GS_DIFFERENCE_VALUE;
	}
}

/* Return whether the call asks about a query whose result is the driver's, or the moment's. */
static bool is_of_the_moment(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	for (size_t i = 0; i < play->n_rules; i++)
		if (play->rules[i].kind == GS_OBJECT_QUERY &&
			play->rules[i].argument != GS_OBJECT_RETURNED &&
			g_hash_table_contains(context->momentary,
				GSIZE_TO_POINTER(gs_trace_argument(call, play->rules[i].argument))))
			return true;
	return false;
}

static void note_query(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	GHashTable *momentary = gs_replay_context(player)->momentary;
	if (play->question < 0 || play->asks)
		return;
	uint32_t target = (uint32_t)gs_trace_argument(call, (unsigned)play->question);
	for (size_t i = 0; i < play->n_rules; i++) {
		const struct gs_object_rule *rule = &play->rules[i];
		if (rule->kind != GS_OBJECT_QUERY || rule->argument >= call->function->n_args)
			continue;
		gpointer name = GSIZE_TO_POINTER(gs_trace_argument(call, rule->argument));
		if (!gs_answer_is_compared(gs_data_answer_named(play->number, target)))
			g_hash_table_add(momentary, name);
		else
			g_hash_table_remove(momentary, name);
	}
}

/* ---- numbers ---- */

static bool is_real(const struct gs_play_parameter *p)
{
	return p->element_class == GS_CLASS_FLOAT || p->element_class == GS_CLASS_DOUBLE;
}

static double real_of(uint64_t raw, unsigned bits)
{
	float single;
	double value;
	if (bits == 64) {
		memcpy(&value, &raw, sizeof value);
		return value;
	}
	memcpy(&single, &raw, sizeof single);
	return (double)single;
}

static int64_t whole_of(uint64_t raw, unsigned bits)
{
	unsigned shift = 64u - bits;
	return (int64_t)(raw << shift) >> shift;
}

static double number_of(const struct gs_play_parameter *p, uint64_t raw)
{
	return is_real(p) ? real_of(raw, p->element_bits) : (double)whole_of(raw, p->element_bits);
}

/* Return whether both are the same number. */
static bool is_same(const struct gs_play_parameter *p, uint64_t here, uint64_t recorded)
{
	uint64_t mask = p->element_bits >= 64 ? ~0ull : (1ull << p->element_bits) - 1;
	double a, b;
	if (!is_real(p) || (here & mask) == (recorded & mask))
		return (here & mask) == (recorded & mask);
	a = real_of(here, p->element_bits);
	b = real_of(recorded, p->element_bits);
	return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-4 * (fabs(a) + fabs(b)) + 1e-6;
}

/* Return whether an answer of that class may be the one here where that one was recorded. */
static bool is_alike(enum gs_answer_class class, const struct gs_play_parameter *p, uint64_t here,
	uint64_t recorded)
{
	switch (class) {
	case GS_ANSWER_FOUND:
		return (whole_of(here, p->element_bits) == -1) ==
		       (whole_of(recorded, p->element_bits) == -1);
	case GS_ANSWER_OBJECT:
		return !here == !recorded;
	case GS_ANSWER_LIMIT:
		return number_of(p, here) >= number_of(p, recorded);
	default:
		return !gs_answer_is_compared(class) || is_same(p, here, recorded);
	}
}

/* ---- texts of numbers, as JSON ---- */

/* Append a number as the recorded one is: a truth, a constant by its name, or a number. */
static void add_number(const struct gs_play_parameter *p, uint64_t raw,
	const struct gs_trace_value *recorded, GString *to)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	bool is_enum = recorded->class == GS_TRACE_ENUM;
	const char *name = is_enum ? gs_data_enum_name(NULL, raw, GS_FUNCTION_GL) : NULL;
	double value = is_real(p) ? real_of(raw, p->element_bits) : 0;
	if (recorded->class == GS_TRACE_TRUE || recorded->class == GS_TRACE_FALSE)
		g_string_append(to, raw ? "true" : "false");
	else if (name)
		g_string_append_printf(to, "\"%s\"", name);
	else if (!is_real(p))
		g_string_append_printf(to, "%lld", (long long)whole_of(raw, p->element_bits));
	else if (isfinite(value))
		g_string_append(to, g_ascii_formatd(text, sizeof text, "%.9g", value));
	else
		g_string_append_printf(to, "\"%g\"", value);
}

/* Return JSON as a dump of the trace writes values. */
static char *plain(const char *json)
{
	char *text = g_strdup(json), *to = text;
	bool is_text = *json == '"';
	for (const char *from = json; *from; from++)
		if (*from != '"')
			*to++ = (char)(is_text	      ? *from
				       : *from == '[' ? '{'
				       : *from == ']' ? '}'
						      : *from);
	*to = 0;
	return text;
}

static bool get_recorded(const struct answer *a, uint32_t i, uint64_t *raw)
{
	*raw = 0;
	return gs_trace_raw(&a->recorded->items[i], a->parameter->element_class,
		a->parameter->element_bits, raw);
}

static uint64_t get_here(const struct answer *a, uint32_t i)
{
	uint64_t raw = 0;
	size_t each = a->parameter->element_bits / 8u;
	memcpy(&raw, a->here + i * each, each);
	return raw;
}

static bool is_written(const struct answer *a, uint32_t i)
{
	size_t each = a->parameter->element_bits / 8u;
	for (size_t b = 0; b < each; b++)
		if (a->here[i * each + b] != UNWRITTEN)
			return true;
	return false;
}

/* Return the numbers; those that were written, of those here. */
static GString *numbers_text(const struct answer *a, bool is_here)
{
	uint32_t n = a->recorded->n, n_told = 0;
	GString *text = g_string_new(n > 1 ? "[" : "");
	for (uint32_t i = 0; i < n; i++) {
		uint64_t raw = is_here ? get_here(a, i) : 0;
		if (is_here ? !is_written(a, i) : !get_recorded(a, i, &raw))
			continue;
		g_string_append(text, n_told++ ? ", " : "");
		add_number(a->parameter, raw, &a->recorded->items[i], text);
	}
	return g_string_append(text, n > 1 ? "]" : "");
}

/* ---- telling ---- */

static void tell(
	const struct answer *a, enum gs_answer_class class, const char *recorded, const char *here)
{
	g_autofree char *question = gs_assertion_question(a->call);
	g_autofree char *once = g_strdup_printf("%s %s %s", a->is_assertion ? "asserts" : "answers",
		a->call->function->name, a->is_assertion ? question : "");
	const struct gs_replay_difference d = {.kind = kind_of(class),
		.is_note = class == GS_ANSWER_LIMIT || class == GS_ANSWER_LOG ||
			   class == GS_ANSWER_FORMATS,
		.call = a->call->number,
		.name = a->call->function->name,
		.once = once,
		.recorded = recorded,
		.here = here};
	g_autofree char *then = plain(recorded), *now = plain(here);
	if (a->is_assertion)
		gs_replay_differ(a->player, &d,
			"the trace asserts that %s is %s, and it is %s here", question, then, now);
	else
		gs_replay_differ(a->player, &d, "%s%s%s here, and %s when it was recorded",
			question, *question ? " gives " : "gives ", now, then);
}

/* Compare a list of formats: each that was there must be here, in any order. */
static bool has_formats(const struct answer *a)
{
	size_t each = a->parameter->element_bits / 8u;
	uint32_t most = a->recorded->n + (uint32_t)(MORE_FORMATS / each), n = 0;
	while (n < most && is_written(a, n))
		n++;
	for (uint32_t i = 0; i < a->recorded->n; i++) {
		uint64_t recorded;
		uint32_t at = 0;
		if (!get_recorded(a, i, &recorded))
			continue;
		while (at < n && !is_same(a->parameter, get_here(a, at), recorded))
			at++;
		if (at == n)
			return false;
	}
	return true;
}

static void compare_numbers(const struct answer *a)
{
	uint32_t n = a->recorded->n;
	enum gs_answer_class differing = GS_ANSWER_DRIVER;
	for (uint32_t i = 0; i < n; i++) {
		enum gs_answer_class class = class_of(a, i, n);
		uint64_t recorded;
		if (!gs_answer_is_compared(class) || !is_written(a, i) ||
			!get_recorded(a, i, &recorded))
			continue;
		if (gs_replay_take_status(
			    a->player, a->call, class, recorded != 0, get_here(a, i) != 0))
			continue;
		bool is_good = class == GS_ANSWER_FORMATS
				       ? i > 0 || has_formats(a)
				       : is_alike(class, a->parameter, get_here(a, i), recorded);
		if (!is_good && (differing == GS_ANSWER_DRIVER || differing == GS_ANSWER_LIMIT))
			differing = class;
	}
	if (differing == GS_ANSWER_DRIVER)
		return;
	GString *recorded = numbers_text(a, false), *here = numbers_text(a, true);
	tell(a, differing, recorded->str, here->str);
	g_string_free(recorded, TRUE);
	g_string_free(here, TRUE);
}

static void compare_text(const struct answer *a)
{
	enum gs_answer_class class = class_of(a, 0, 1);
	const char *here = (const char *)a->here;
	if (!gs_answer_is_compared(class) || (uint8_t)*here == UNWRITTEN ||
		strncmp(here, a->recorded->text, a->recorded->n + 1) == 0)
		return;
	g_autofree char *recorded = gs_replay_json_text(a->recorded->text);
	g_autofree char *valid = g_utf8_make_valid(here, -1);
	g_autofree char *now = gs_replay_json_text(valid);
	tell(a, class, recorded, now);
}

/* ---- a call ---- */

/* Return whether the argument is where the call answers with numbers or a text. */
static bool is_answer(const struct gs_play *play, const struct gs_trace_call *call, unsigned i)
{
	const struct gs_play_parameter *p = &play->parameters[i];
	const struct gs_trace_value *value = &call->args[i];
	for (size_t k = 0; k < play->n_rules; k++)
		if (play->rules[k].argument == i)
			return false; /* names, which objects.c knows */
	if (!play->asks || !p->is_out)
		return false;
	if (value->class == GS_TRACE_STRING)
		return true;
	return value->class == GS_TRACE_ARRAY && p->element_bits >= 8 && p->element_bits <= 64 &&
	       p->element_class != GS_CLASS_VOID && p->element_class != GS_CLASS_STRUCT &&
	       p->element_class != GS_CLASS_POINTER;
}

void gs_replay_before_answers(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args)
{
	if (!play->asks)
		return;
	for (unsigned i = 0; i < play->info->n_parameters; i++) {
		uint64_t room = player->room[i];
		size_t size = call->args[i].n;
		if (!is_answer(play, call, i) || !args[i] || room == GS_REPLAY_OFFSET)
			continue;
		size = call->args[i].class == GS_TRACE_STRING
			       ? size + 1
			       : size * play->parameters[i].element_bits / 8 + MORE_FORMATS;
		memset((void *)(uintptr_t)args[i], UNWRITTEN, MIN(size, room));
	}
}

static void compare_result(struct answer *a, uint64_t result)
{
	const struct gs_parameter *returns = &a->play->info->returns;
	const struct gs_trace_value *recorded = &a->call->result;
	bool is_number = returns->class == GS_CLASS_INT || returns->class == GS_CLASS_UINT ||
			 returns->class == GS_CLASS_ENUM || returns->class == GS_CLASS_BOOLEAN;
	struct gs_play_parameter as_array = {
		.element_class = returns->class, .element_bits = returns->bits};
	struct gs_trace_value one = {.class = GS_TRACE_ARRAY, .n = 1, .items = recorded};
	if (!is_number || a->play->n_rules || recorded->class == GS_TRACE_NONE)
		return;
	a->parameter = &as_array;
	a->recorded = &one;
	a->here = (const uint8_t *)&result;
	compare_numbers(a);
}

void gs_replay_compare_answers(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args, uint64_t result)
{
	struct answer a = {.player = player,
		.play = play,
		.call = call,
		.is_assertion = call->is_fake && gs_is_assertion(call)};
	if (play->n_rules)
		note_query(player, play, call);
	if (call->is_fake && !a.is_assertion)
		return;
	if (play->asks && play->n_rules && is_of_the_moment(player, play, call))
		return;
	compare_result(&a, result);
	for (unsigned i = 0; play->asks && i < play->info->n_parameters; i++) {
		if (!is_answer(play, call, i) || !args[i] || player->room[i] == GS_REPLAY_OFFSET)
			continue;
		a.parameter = &play->parameters[i];
		a.recorded = &call->args[i];
		a.here = (const uint8_t *)(uintptr_t)args[i];
		if (a.recorded->class == GS_TRACE_STRING)
			compare_text(&a);
		else
			compare_numbers(&a);
	}
}
