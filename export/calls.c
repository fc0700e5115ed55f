/* SPDX-License-Identifier: MIT */
/* Exports a call as a statement of its frame's function. */
#include <string.h>
#include "export/private.h"
#include "trace/call-set.h"
#include "wire/memory.h"

/* ---- what is known of a function ---- */

static void describe(struct recipe *recipe, unsigned i)
{
	const struct gs_parameter *p = &recipe->info->parameters[i];
	struct parameter *to = &recipe->parameters[i];
	const struct gs_memory_rule *rule = gs_data_memory_rule(recipe->number, i);
	to->info = p;
	/* The rule says of a bit pattern that it is an image; in traces it is an array of bytes. */
	bool by_rule = rule && (rule->class != GS_CLASS_VOID || p->pointee == GS_CLASS_VOID);
	to->element_class = by_rule ? rule->class : p->pointee;
	to->element_bits = by_rule ? rule->bits : p->pointee_bits;
	/* The rule describes the elements that each of these pointers points at. */
	if (rule && rule->kind == GS_MEMORY_RULE_POINTERS) {
		to->element_class = GS_CLASS_POINTER;
		to->element_bits = 64;
	}
	to->rule = rule ? rule->kind : 0;
	to->memory = rule;
	to->is_out = p->class == GS_CLASS_POINTER && (rule ? rule->out : !p->in);
	to->is_kept = to->rule == GS_MEMORY_RULE_ATTACHED;
	to->offset_target = rule ? gs_data_offset_target(recipe->number, rule) : 0;
}

static struct recipe *make_recipe(const struct gs_trace_function *function)
{
	struct recipe *recipe = g_new0(struct recipe, 1);
	recipe->number = function->number;
	recipe->info = gs_data_function(recipe->number);
	recipe->kinds = function->kinds;
	export_find_special(recipe, function->name);
	if (!recipe->info)
		return recipe;
	recipe->rules = gs_data_object_rules(recipe->number, &recipe->n_rules);
	for (unsigned i = 0; i < recipe->info->n_parameters; i++)
		describe(recipe, i);
	return recipe;
}

static const struct recipe *recipe_of(struct exporter *ex, const struct gs_trace_function *function)
{
	gpointer *at;
	if (function->id >= ex->recipes->len)
		g_ptr_array_set_size(ex->recipes, (gint)function->id + 1);
	at = &ex->recipes->pdata[function->id];
	if (!*at)
		*at = make_recipe(function);
	return *at;
}

/* ---- classes ---- */

/* Return whether the call's class is chosen. Classes are those of GL_MESA_trace: calls between
 * glBegin and glEnd are primitives, and these two are operations as well. */
static bool is_chosen(const struct exporter *ex, const struct recipe *recipe)
{
	uint32_t classes = ex->wish->classes;
	bool borders = recipe->number == GS_FN_glBegin || recipe->number == GS_FN_glEnd;
	if (recipe->kinds & GS_KIND_WINDOW)
		return true;
	if (recipe->kinds & GS_KIND_ARRAY)
		return classes & GS_WIRE_TRACE_ARRAYS;
	if ((recipe->kinds & GS_KIND_TEXTURE) && !(classes & GS_WIRE_TRACE_TEXTURES))
		return false;
	if ((recipe->kinds & GS_KIND_DRAW) && (recipe->kinds & GS_KIND_UNPACKS) &&
		!(classes & GS_WIRE_TRACE_PIXELS))
		return false;
	return ((!ex->in_block || borders) && (classes & GS_WIRE_TRACE_OPERATIONS)) ||
	       ((ex->in_block || borders) && (classes & GS_WIRE_TRACE_PRIMITIVES));
}

/* ---- a call ---- */

static const char *reason(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	if (!recipe->info)
		return "the function is not known";
	if (!export_context(ex))
		return "no context is current";
	for (unsigned i = 0; i < recipe->info->n_parameters; i++)
		if (strstr(recipe->info->parameters[i].type, "struct "))
			return "it takes an object of another interface";
	return export_fits(ex, recipe, call) ? NULL : "the trace has less than the call reads";
}

static void add_statement(struct exporter *ex, const struct recipe *recipe, const char *statement)
{
	if (ex->is_survey)
		return;
	export_files_function(ex->files, recipe->number);
	if (ex->after->len)
		export_line_with_names(ex, statement);
	else
		export_line(ex, "%s", statement);
}

/* Append the call as a statement; sets ex->refused if that is not possible. */
static void add_call(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, GString *to)
{
	GString *arguments = g_string_new(NULL);
	for (unsigned i = 0; i < recipe->info->n_parameters && !ex->refused; i++) {
		g_string_append(arguments, i ? ", " : "");
		export_argument(ex, recipe, call, i, arguments);
	}
	if (!ex->refused && recipe->kinds & GS_KIND_MAPS)
		export_map(ex, to);
	else if (!ex->refused)
		export_result(ex, recipe, call, to);
	g_string_append_printf(to, "%s(%s);", recipe->info->name, arguments->str);
	g_string_free(arguments, TRUE);
}

static void make_call(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	GString *statement;
	ex->refused = reason(ex, recipe, call);
	if (!ex->refused && recipe->before)
		recipe->before(ex, recipe, call);
	statement = g_string_new(NULL);
	g_string_truncate(ex->after, 0);
	if (!ex->refused)
		add_call(ex, recipe, call, statement);
	if (ex->refused) {
		export_leave_out(ex, call, ex->refused);
	} else {
		add_statement(ex, recipe, statement->str);
		export_unmap(ex);
		if (recipe->after)
			recipe->after(ex, recipe, call);
	}
	g_string_free(statement, TRUE);
}

void export_call(struct exporter *ex, const struct gs_trace_call *call)
{
	const struct recipe *recipe = recipe_of(ex, call->function);
	bool is_glx = recipe->info && recipe->info->apis & GS_FUNCTION_GLX;
	if (!call->has_left && (recipe->kinds & GS_KIND_WINDOW) && !is_glx)
		return;
	ex->number = call->number;
	export_part_function(ex);
	export_enter_thread(ex, call->thread);
	ex->in_block = gs_follow_state(ex->follow, ex->thread)->in_block;
	ex->step = gs_follow_trace(ex->follow, call);
	ex->in_block &= gs_follow_state(ex->follow, ex->thread)->in_block;
	if (recipe->info && !recipe->act && export_context(ex) && is_chosen(ex, recipe) &&
		export_asserted(ex, recipe, call))
		return;
	if ((call->is_verbose && !(recipe->kinds & GS_KIND_WINDOW)) ||
		recipe->number == GS_FN_glGetError)
		return;
	if (recipe->info && !call->is_fake && !(recipe->kinds & GS_KIND_WINDOW))
		export_note_sizes(ex);
	if (!is_chosen(ex, recipe)) {
		export_comment_call(ex, call, "its class is not chosen");
		ex->figures->not_chosen += !ex->is_survey;
	} else if (ex->wish->calls && !(recipe->kinds & GS_KIND_WINDOW) &&
		   !gs_call_set_has_call(ex->wish->calls, call)) {
		export_comment_call(ex, call, "it is not chosen");
		ex->figures->not_chosen += !ex->is_survey;
	} else if (recipe->info && !(recipe->kinds & GS_KIND_WINDOW) &&
		   call->function->n_args < recipe->info->n_parameters) {
		export_leave_out(ex, call, "the trace does not have all of its arguments");
	} else if (recipe->act) {
		recipe->act(ex, recipe, call);
	} else {
		make_call(ex, recipe, call);
	}
	if (recipe->number != GS_FN_glStringMarkerGREMEDY)
		export_forget_comments(ex);
}
