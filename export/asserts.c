/* SPDX-License-Identifier: MIT */
/* Comparisons with the trace: of assertions in the trace itself (follow/assertion.h); of what the
 * program was told of shaders, programs, framebuffers and errors; and of state, with --assert, at
 * the beginning of each frame, the state that follows from the trace's calls. */
#include <math.h>
#include <string.h>
#include "data/answer.h"
#include "export/private.h"
#include "follow/assertion.h"
#include "trace/raw.h"

/* Return whether a variable is compared: neither a name, which differs in the program, nor a matter
 * of the driver's. */
static bool is_compared(const struct exporter *ex, const struct gs_state_entry *entry)
{
	uint64_t name;
	if (!(entry->groups & ex->wish->asserts) || !gs_data_enum_value(entry->name, &name))
		return false;
	enum gs_answer_class class = gs_data_answer_named(GS_FN_glGetIntegerv, (uint32_t)name);
	return gs_answer_is_compared(class) && class != GS_ANSWER_OBJECT;
}

static const struct gs_state_variable *find_variable(const char *name)
{
	const struct gs_state_variable *v;
	for (unsigned i = 0; (v = gs_data_state_variable(i)); i++)
		if (strcmp(v->name, name) == 0 && !gs_data_state_scope(v->scope)->is_owned)
			return v;
	return NULL;
}

static void add_value(
	struct exporter *ex, const struct gs_state_entry *entry, double value, GString *line)
{
	char number[G_ASCII_DTOSTR_BUF_SIZE];
	const char *name = entry->kind == GS_STATE_ENUM && value > 1
				   ? gs_data_enum_name(NULL, (uint64_t)value, GS_FUNCTION_GL)
				   : NULL;
	if (name)
		export_files_constant(ex->files, name, (uint64_t)value);
	g_string_append(line, name ? name : g_ascii_formatd(number, sizeof number, "%.9g", value));
}

/* Return how many values are compared. Core contexts have one polygon mode for both faces: Mesa
 * answers with it twice, NVIDIA's driver once. */
static unsigned n_expected(const struct gs_state_entry *entry)
{
	bool is_twice = strcmp(entry->name, "GL_POLYGON_MODE") == 0 && entry->n == 2 &&
			entry->values[0] == entry->values[1];
	return is_twice ? 1 : entry->n;
}

static void add_expectation(void *data, const struct gs_state_entry *entry)
{
	const char *function = entry->kind == GS_STATE_CAPABILITY ? "expect_enabled"
			       : gs_state_is_float(entry->kind)	  ? "expect_floats"
								  : "expect_integers";
	struct exporter *ex = data;
	const struct gs_state_variable *v = is_compared(ex, entry) ? find_variable(entry->name)
								   : NULL;
	if (!v)
		return;
	GString *line = g_string_new(NULL);
	g_string_printf(line, "%s(%s", function, v->name);
	export_files_constant(ex->files, v->name, v->value);
	for (unsigned i = 0, n = n_expected(entry); i < n; i++) {
		g_string_append(line, ", ");
		add_value(ex, entry, entry->values[i], line);
	}
	export_line(ex, "%s);", line->str);
	g_string_free(line, TRUE);
}

void export_begin_asserts(struct exporter *ex)
{
	if (!ex->wish->asserts)
		return;
	ex->effects = gs_effects_new(0);
	gs_effects_follow_state(ex->effects);
}

void export_end_asserts(struct exporter *ex)
{
	if (ex->effects)
		gs_effects_free(ex->effects);
	ex->effects = NULL;
}

static bool is_of_gl(const struct gs_trace_call *call)
{
	return !call->is_fake && call->function->number < GS_N_FUNCTIONS &&
	       !(call->function->kinds & GS_KIND_WINDOW);
}

static bool in_block(const struct exporter *ex, const struct gs_trace_call *call)
{
	return gs_follow_state(ex->follow, gs_follow_thread(ex->follow, call->thread))->in_block;
}

void export_assert(struct exporter *ex, const struct gs_trace_call *call)
{
	if (!ex->effects)
		return;
	if (ex->asserted < ex->frame && is_of_gl(call) && !in_block(ex, call) &&
		!gs_effects_in_list(ex->effects)) {
		export_enter_thread(ex, call->thread);
		if (export_context(ex))
			gs_effects_state(ex->effects, call->thread, add_expectation, ex);
		ex->asserted = ex->frame;
	}
	if (call->has_left)
		gs_effects_add(ex->effects, call);
}

/* Return the kind of numbers that a call answers with; NULL: none that is compared. */
static const char *kind_of(const struct gs_parameter *answer)
{
	if (g_str_equal(answer->type, "GLint *"))
		return "INTEGERS";
	if (g_str_equal(answer->type, "GLfloat *"))
		return "FLOATS";
	if (g_str_equal(answer->type, "GLdouble *"))
		return "DOUBLES";
	return g_str_equal(answer->type, "GLboolean *") ? "BOOLEANS" : NULL;
}

/* Append the numbers, as ", 1, 0.5". Return false if one is no number. */
static bool add_answer(const struct gs_trace_value *array, GString *to)
{
	bool is_good = array->n > 0;
	for (uint32_t i = 0; i < array->n && is_good; i++) {
		char number[G_ASCII_DTOSTR_BUF_SIZE];
		uint64_t raw = 0;
		double value;
		is_good = gs_trace_raw(&array->items[i], GS_CLASS_DOUBLE, 64, &raw);
		memcpy(&value, &raw, sizeof value);
		g_string_append_printf(
			to, ", %s", g_ascii_formatd(number, sizeof number, "%.17g", value));
		is_good = is_good && isfinite(value);
	}
	return is_good;
}

static enum gs_answer_class class_of(const struct gs_trace_call *call)
{
	return gs_asked_class(call, gs_data_question(call->function->number));
}

/* Return whether the program was told by the call how something is that depends on the driver. */
static bool is_told(const struct gs_trace_call *call)
{
	switch (class_of(call)) {
	case GS_ANSWER_COMPILE:
	case GS_ANSWER_LINK:
	case GS_ANSWER_STATUS:
		return !call->is_fake;
	default:
		return false;
	}
}

/* Compare an error, if all calls that may have raised it are in the program. */
static bool add_error(struct exporter *ex, const struct gs_trace_call *call)
{
	if (call->is_fake || call->result.class == GS_TRACE_NONE || ex->in_block ||
		ex->wish->calls || ex->figures->not_chosen || ex->figures->left_out)
		return false;
	uint64_t error = gs_trace_number(&call->result);
	const char *name = error ? gs_data_enum_name("ErrorCode", error, GS_FUNCTION_GL)
				 : "GL_NO_ERROR";
	if (!ex->is_survey)
		export_files_function(ex->files, call->function->number);
	if (name)
		export_files_constant(ex->files, name, error);
	if (name)
		export_line(ex, "told_error(%s);", name);
	else
		export_line(ex, "told_error(0x%x);", (unsigned)error);
	return true;
}

/* What compares an answer: an assertion of the trace's, or what the program was told. */
struct comparison {
	const char *kind; /* of numbers in memory; NULL: they are none */
	bool is_enabled;  /* glIsEnabled's */
	bool is_result;	  /* another function's result */
	bool is_told;	  /* by GL, to the program */
	unsigned n;	  /* arguments before the answer */
};

/* Return false if the call's answer is not compared. */
static bool find_comparison(
	const struct recipe *recipe, const struct gs_trace_call *call, struct comparison *c)
{
	unsigned n = call->function->n_args;
	uint8_t class = recipe->info->returns.class;
	c->is_told = is_told(call);
	c->is_enabled = call->function->number == GS_FN_glIsEnabled;
	c->is_result = c->is_told && !recipe->n_rules && call->result.class != GS_TRACE_NONE &&
		       (class == GS_CLASS_ENUM || class == GS_CLASS_INT);
	bool has_array = n && !c->is_enabled && !c->is_result && gs_trace_array(call, n - 1);
	c->kind = has_array ? kind_of(&recipe->info->parameters[n - 1]) : NULL;
	c->n = n - has_array;
	return (c->is_told || gs_is_assertion(call)) && n == recipe->info->n_parameters &&
	       (c->kind || c->is_enabled || c->is_result);
}

static void add_comparison(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, const struct comparison *c, const char *arguments,
	const char *answer)
{
	const char *name = recipe->info->name;
	if (c->is_enabled)
		export_line(ex, "asserted_enabled(\"%s\", glIsEnabled(%s), %d);", arguments,
			arguments, call->result.class == GS_TRACE_TRUE);
	else if (c->is_result)
		export_line(ex, "told_number(\"%s\", %s(%s), 0x%x);", arguments, name, arguments,
			(unsigned)gs_trace_number(&call->result));
	else
		export_line(ex, "%s(%s, \"%s\", %s(%s, asserted_answer()), %s);",
			c->is_told ? "TOLD" : "ASSERTED", c->kind, arguments, name, arguments,
			answer);
}

bool export_asserted(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	struct comparison c;
	if (gs_data_answer(recipe->number) == GS_ANSWER_ERROR)
		return add_error(ex, call);
	if (class_of(call) == GS_ANSWER_RECORDER)
		return true; /* no driver knows the question */
	if (!find_comparison(recipe, call, &c))
		return false;
	GString *arguments = g_string_new(NULL), *answer = g_string_new(NULL);
	ex->refused = NULL;
	for (unsigned i = 0; i < c.n && !ex->refused; i++) {
		g_string_append(arguments, i ? ", " : "");
		export_argument(ex, recipe, call, i, arguments);
	}
	bool is_good = !ex->refused && (!c.kind || add_answer(gs_trace_array(call, c.n), answer));
	if (is_good && !ex->is_survey)
		export_files_function(ex->files, recipe->number);
	if (is_good)
		add_comparison(ex, recipe, call, &c, arguments->str, c.kind ? answer->str + 2 : "");
	g_string_free(arguments, TRUE);
	g_string_free(answer, TRUE);
	return is_good;
}
