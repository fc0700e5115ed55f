/* SPDX-License-Identifier: MIT */
/* A call becomes a statement of its frame's function. */
#include <string.h>
#include "export/private.h"
#include "trace/call-set.h"
#include "wire/memory.h"

/* ---- what is known of a function ---- */

static void describe(struct plan *plan, unsigned i)
{
	const struct gs_parameter *p = &plan->info->parameters[i];
	struct parameter *to = &plan->parameters[i];
	const struct gs_memory_rule *rule = gs_data_memory_rule(plan->number, i);
	to->info = p;
	/* a pattern of bits is an image to the rule, and an array of bytes in traces */
	bool by_rule = rule && (rule->class != GS_CLASS_VOID || p->pointee == GS_CLASS_VOID);
	to->element_class = by_rule ? rule->class : p->pointee;
	to->element_bits = by_rule ? rule->bits : p->pointee_bits;
	/* What a rule says is the indices that each of them points at. */
	if (rule && rule->kind == GS_MEMORY_RULE_POINTERS) {
		to->element_class = GS_CLASS_POINTER;
		to->element_bits = 64;
	}
	to->rule = rule ? rule->kind : 0;
	to->memory = rule;
	to->is_out = p->class == GS_CLASS_POINTER && (rule ? rule->out : !p->in);
	to->is_kept = to->rule == GS_MEMORY_RULE_ATTACHED;
	to->offset_target = rule ? gs_data_offset_target(plan->number, rule) : 0;
}

static struct plan *make_plan(const struct gs_trace_function *function)
{
	struct plan *plan = g_new0(struct plan, 1);
	plan->number = function->number;
	plan->info = gs_data_function(plan->number);
	plan->kinds = function->kinds;
	export_find_special(plan, function->name);
	if (!plan->info)
		return plan;
	plan->rules = gs_data_object_rules(plan->number, &plan->n_rules);
	for (unsigned i = 0; i < plan->info->n_parameters; i++)
		describe(plan, i);
	return plan;
}

static const struct plan *plan_of(struct exporter *ex, const struct gs_trace_function *function)
{
	gpointer *at;
	if (function->id >= ex->plans->len)
		g_ptr_array_set_size(ex->plans, (gint)function->id + 1);
	at = &ex->plans->pdata[function->id];
	if (!*at)
		*at = make_plan(function);
	return *at;
}

/* ---- classes ---- */

/* As GL_MESA_trace has them: what is between glBegin and glEnd is of primitives, these two are of
 * operations, too. */
static bool is_chosen(const struct exporter *ex, const struct plan *plan)
{
	uint32_t classes = ex->wish->classes;
	bool borders = plan->number == GS_FN_glBegin || plan->number == GS_FN_glEnd;
	if (plan->kinds & GS_KIND_WINDOW)
		return true;
	if (plan->kinds & GS_KIND_ARRAY)
		return classes & GS_WIRE_TRACE_ARRAYS;
	if ((plan->kinds & GS_KIND_TEXTURE) && !(classes & GS_WIRE_TRACE_TEXTURES))
		return false;
	if ((plan->kinds & GS_KIND_DRAW) && (plan->kinds & GS_KIND_UNPACKS) &&
		!(classes & GS_WIRE_TRACE_PIXELS))
		return false;
	return ((!ex->in_block || borders) && (classes & GS_WIRE_TRACE_OPERATIONS)) ||
	       ((ex->in_block || borders) && (classes & GS_WIRE_TRACE_PRIMITIVES));
}

/* ---- a call ---- */

static const char *reason(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	if (!plan->info)
		return "the function is not known";
	if (!export_context(ex))
		return "no context is current";
	for (unsigned i = 0; i < plan->info->n_parameters; i++)
		if (strstr(plan->info->parameters[i].type, "struct "))
			return "it takes an object of another interface";
	return export_fits(ex, plan, call) ? NULL : "the trace has less than the call reads";
}

static void add_statement(struct exporter *ex, const struct plan *plan, const char *statement)
{
	if (ex->is_survey)
		return;
	export_files_function(ex->files, plan->number);
	if (ex->after->len)
		export_line_with_names(ex, statement);
	else
		export_line(ex, "%s", statement);
}

/* The expression of a call; ex->refused: why there is none. */
static void add_call(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call, GString *to)
{
	GString *arguments = g_string_new(NULL);
	for (unsigned i = 0; i < plan->info->n_parameters && !ex->refused; i++) {
		g_string_append(arguments, i ? ", " : "");
		export_argument(ex, plan, call, i, arguments);
	}
	if (!ex->refused && plan->kinds & GS_KIND_MAPS)
		export_map(ex, to);
	else if (!ex->refused)
		export_result(ex, plan, call, to);
	g_string_append_printf(to, "%s(%s);", plan->info->name, arguments->str);
	g_string_free(arguments, TRUE);
}

static void make_call(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	GString *statement;
	ex->refused = reason(ex, plan, call);
	if (!ex->refused && plan->before)
		plan->before(ex, plan, call);
	statement = g_string_new(NULL);
	g_string_truncate(ex->after, 0);
	if (!ex->refused)
		add_call(ex, plan, call, statement);
	if (ex->refused) {
		export_leave_out(ex, call, ex->refused);
	} else {
		add_statement(ex, plan, statement->str);
		export_unmap(ex);
		if (plan->after)
			plan->after(ex, plan, call);
	}
	g_string_free(statement, TRUE);
}

void export_call(struct exporter *ex, const struct gs_trace_call *call)
{
	const struct plan *plan = plan_of(ex, call->function);
	bool is_glx = plan->info && plan->info->apis & GS_FUNCTION_GLX;
	if (!call->has_left && (plan->kinds & GS_KIND_WINDOW) && !is_glx)
		return;
	ex->number = call->number;
	export_part_function(ex);
	export_enter_thread(ex, call->thread);
	ex->in_block = gs_follow_state(ex->follow, ex->thread)->in_block;
	ex->step = gs_follow_trace(ex->follow, call);
	ex->in_block &= gs_follow_state(ex->follow, ex->thread)->in_block;
	if (plan->info && !plan->act && export_context(ex) && is_chosen(ex, plan) &&
		export_asserted(ex, plan, call))
		return;
	if ((call->is_verbose && !(plan->kinds & GS_KIND_WINDOW)) ||
		plan->number == GS_FN_glGetError)
		return;
	if (plan->info && !call->is_fake && !(plan->kinds & GS_KIND_WINDOW))
		export_note_sizes(ex);
	if (!is_chosen(ex, plan)) {
		export_comment_call(ex, call, "its class is not chosen");
		ex->figures->not_chosen += !ex->is_survey;
	} else if (ex->wish->calls && !(plan->kinds & GS_KIND_WINDOW) &&
		   !gs_call_set_has_call(ex->wish->calls, call)) {
		export_comment_call(ex, call, "it is not chosen");
		ex->figures->not_chosen += !ex->is_survey;
	} else if (plan->info && !(plan->kinds & GS_KIND_WINDOW) &&
		   call->function->n_args < plan->info->n_parameters) {
		export_leave_out(ex, call, "the trace does not have all of its arguments");
	} else if (plan->act) {
		plan->act(ex, plan, call);
	} else {
		make_call(ex, plan, call);
	}
	if (plan->number != GS_FN_glStringMarkerGREMEDY)
		export_forget_comments(ex);
}
