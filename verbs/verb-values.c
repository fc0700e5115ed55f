/* SPDX-License-Identifier: MIT */
/* Values of the shader's variables and conditions: for the focus element, for all elements, along
 * the path. */
#include <string.h>
#include "verbs/verbs.h"
#include "debugger/engine/undefined/written-parts.h"
#include "debugger/session/program/bound.h"

bool gs_verb_scope(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_variable_info *list;
	size_t n;
	bool all = gs_argument_has(arguments, "all");
	unsigned n_hidden = 0;
	if (!gs_session_scope(verbs->session, &list, &n, error))
		return false;
	gs_json_begin_list(reply->json, "variables");
	for (size_t i = 0; i < n; i++) {
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "name", list[i].name);
		gs_json_string(reply->json, "type", list[i].type);
		gs_json_string(reply->json, "qualifier", list[i].qualifier);
		gs_json_boolean(reply->json, "changed", list[i].changed);
		gs_json_boolean(reply->json, "written", list[i].written);
		gs_json_optional(reply->json, "never_written_by", list[i].never_written_by);
		if (list[i].undefined)
			gs_json_strings(reply->json, "undefined", list[i].undefined);
		gs_json_flag(reply->json, "dropped", list[i].dropped);
		if (!all && !list[i].is_named) {
			gs_json_boolean(reply->json, "hidden", true);
			n_hidden++;
		}
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	if (n_hidden)
		gs_json_integer(reply->json, "hidden", n_hidden);
	gs_variables_free(list, n);
	return true;
}

/* Of a value: what of it is undefined, and why. */
static void reply_undefined(
	struct gs_reply *reply, const char *expression, const struct gs_value *value)
{
	if (!value->undefined)
		return;
	char **names = gs_undefined_names(expression, &value->type, value->undefined);
	if (!value->written)
		gs_json_boolean(reply->json, "written", false);
	gs_json_optional(reply->json, "never_written_by", value->never_written_by);
	gs_json_strings(reply->json, "undefined", names);
	if (value->written)
		gs_json_undefined(reply->json, "undefined_at", value->undefined, value->n_scalars);
	g_strfreev(names);
}

static void put_bound_texture(struct gs_reply *reply, const struct gs_wire_resource *r)
{
	if (!r) {
		gs_json_string(reply->json, "texture", NULL);
		return;
	}
	gs_json_begin_object(reply->json, "texture");
	gs_json_integer(reply->json, "name", r->name);
	if (*r->label)
		gs_json_string(reply->json, "label", r->label);
	gs_json_string(reply->json, "target", gs_resource_enum(r->target));
	gs_json_string(reply->json, "format", r->format ? gs_resource_enum(r->format) : "");
	gs_json_integer(reply->json, "width", r->width);
	gs_json_integer(reply->json, "height", r->height);
	gs_json_integer(reply->json, "depth", r->depth);
	gs_json_integer(reply->json, "samples", r->samples);
	json_builder_end_object(reply->json);
}

static void put_bound(
	const char *expression, const GArray *all, bool is_array, struct gs_reply *reply)
{
	const struct gs_bound *first = &g_array_index(all, struct gs_bound, 0);
	g_autofree char *type = is_array ? g_strdup_printf("%s[%u]", first->type, all->len)
					 : g_strdup(first->type);
	gs_json_string(reply->json, "expression", expression);
	gs_json_string(reply->json, "type", type);
	json_builder_set_member_name(reply->json, "value");
	if (is_array)
		json_builder_begin_array(reply->json);
	for (guint i = 0; i < all->len; i++)
		json_builder_add_int_value(
			reply->json, g_array_index(all, struct gs_bound, i).unit);
	if (is_array)
		json_builder_end_array(reply->json);
	gs_json_begin_list(reply->json, "bound");
	for (guint i = 0; i < all->len; i++) {
		const struct gs_bound *bound = &g_array_index(all, struct gs_bound, i);
		json_builder_begin_object(reply->json);
		gs_json_integer(reply->json, "unit", bound->unit);
		gs_json_flag(reply->json, "image", bound->is_image);
		put_bound_texture(reply, bound->texture);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
}

/* What has no value but looks at a texture: says at which. False: it is nothing of that kind. */
static bool print_bound(struct gs_verbs *verbs, const char *expression, struct gs_reply *reply)
{
	bool is_array = false;
	struct gs_variable_info *scope = NULL;
	size_t n_scope = 0;
	bool is_uniform = gs_session_scope(verbs->session, &scope, &n_scope, NULL) &&
			  gs_bound_is_uniform(scope, n_scope, expression);
	struct gs_bindings *bindings = is_uniform ? gs_bindings_get(verbs->session, NULL) : NULL;
	g_autoptr(GArray) all = bindings ? gs_bindings_find(bindings, expression, &is_array) : NULL;
	if (all)
		put_bound(expression, all, is_array, reply);
	gs_bindings_free(bindings);
	gs_variables_free(scope, n_scope);
	return all != NULL;
}

bool gs_verb_print(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *expression = gs_argument_text(arguments, "EXPRESSION");
	struct gs_value value;
	char *type;
	GError *failure = NULL;
	if (!gs_session_print(verbs->session, expression, &value, &type, &failure)) {
		if (g_error_matches(failure, GS_ERROR, GS_ERROR_NOT_READABLE) &&
			print_bound(verbs, expression, reply)) {
			g_error_free(failure);
			return true;
		}
		g_propagate_error(error, failure);
		return false;
	}
	gs_json_string(reply->json, "expression", expression);
	gs_json_type(reply->json, &value.type);
	json_builder_set_member_name(reply->json, "value");
	gs_json_value(reply->json, &value.type, value.scalars);
	reply_undefined(reply, expression, &value);
	gs_json_flag(reply->json, "dropped", value.dropped);
	g_free(type);
	gs_value_clear(&value);
	return true;
}

/* Splits a file off the end of the arguments: a last word with one of these endings. NULL: none.
 * g_free. */
static char *split_file(char *arguments, const char *const *endings)
{
	char *quote = g_str_has_suffix(arguments, "\"") ? strchr(arguments, '"') : NULL;
	if (quote && quote + 1 < arguments + strlen(arguments) - 1) {
		char *file = g_strndup(quote + 1, strlen(quote) - 2);
		*quote = '\0';
		g_strchomp(arguments);
		return file;
	}
	char *space = strrchr(arguments, ' '), *tab = strrchr(arguments, '\t');
	char *last = tab > space ? tab : space;
	char *word = last ? last + 1 : arguments;
	for (size_t i = 0; endings[i]; i++) {
		if (!g_str_has_suffix(word, endings[i]))
			continue;
		char *file = g_strdup(word);
		*word = '\0';
		g_strchomp(arguments);
		return file;
	}
	return NULL;
}

/* Two operands in a row, the last like a file name, are no GLSL: the file has an unknown extension.
 */
static bool ends_with_file(const char *arguments)
{
	static const char *const pattern = "[\\w\\])][ \\t]+(\\.{0,2}/)?\\w[^ \\t]*\\.\\w+$";
	return g_regex_match_simple(pattern, arguments, G_REGEX_RAW, 0);
}

static void refuse_ending(const char *arguments, GError **error)
{
	const char *file = arguments + strlen(arguments);
	while (file[-1] != ' ' && file[-1] != '\t')
		file--;
	g_clear_error(error);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' has an unknown file extension: values are saved as .csv .npy .pfm or .png",
		file);
}

/* In the shape of the field's type. */
static void reply_range(struct gs_reply *reply, const struct gs_field *field)
{
	struct gs_scalar *least = g_new(struct gs_scalar, 2 * field->n_scalars + 1);
	struct gs_scalar *greatest = least + field->n_scalars;
	for (size_t k = 0; k < field->n_scalars; k++)
		gs_field_range(field, k, &least[k], &greatest[k]);
	json_builder_set_member_name(reply->json, "min");
	gs_json_value(reply->json, &field->type, least);
	json_builder_set_member_name(reply->json, "max");
	gs_json_value(reply->json, &field->type, greatest);
	g_free(least);
}

static void reply_field(struct gs_reply *reply, const struct gs_field *field, const char *file)
{
	const uint8_t *marks = field->undefined_on_path ? field->undefined_on_path
							: field->undefined;
	char **names = marks ? gs_undefined_names(field->expression, &field->type, marks) : NULL;
	gs_json_integer(reply->json, "total", (int64_t)field->n_total);
	gs_json_integer(reply->json, "active", (int64_t)field->n_active);
	gs_json_type(reply->json, &field->type);
	if (field->unwritten)
		gs_json_boolean(reply->json, "written", false);
	gs_json_optional(reply->json, "never_written_by", field->never_written_by);
	if (names)
		gs_json_strings(reply->json, "undefined", names);
	gs_json_undefined(reply->json, "undefined_at", field->undefined, field->n_scalars);
	reply_range(reply, field);
	gs_json_integer(reply->json, "nan", (int64_t)field->n_nan);
	gs_json_integer(reply->json, "inf", (int64_t)field->n_inf);
	gs_json_string(reply->json, "file", file);
	g_strfreev(names);
	gs_json_flag(reply->json, "dropped", field->dropped);
}

/* Returns OLD.npy of "A minus OLD.npy" and leaves A. The output file has been cut off already: if
 * there is none, *file is OLD.npy. */
static char *split_minus(char *expression, char **file)
{
	static const char *const endings[] = {".npy", NULL};
	char *old = NULL;
	if (*file && g_str_has_suffix(*file, ".npy") && g_str_has_suffix(expression, " minus"))
		old = g_steal_pointer(file);
	else if (strstr(expression, " minus "))
		old = split_file(expression, endings);
	if (old && g_str_has_suffix(expression, " minus"))
		expression[strlen(expression) - strlen(" minus")] = '\0';
	g_strchomp(expression);
	return old;
}

bool gs_verb_values(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	static const char *const endings[] = {".csv", ".npy", ".pfm", ".png", NULL};
	/* the whole line, as only a file's ending tells it from an expression */
	char *expression = g_strdup(gs_argument_text(arguments, "EXPRESSION")),
	     *file = split_file(expression, endings), *old = split_minus(expression, &file);
	const struct gs_patience *patience = gs_session_patience(verbs->session);
	struct gs_field *field = NULL;
	bool good = (field = gs_session_values(verbs->session, expression, error)) &&
		    (!old || gs_field_subtract(field, old, patience, error)) &&
		    (!file || gs_field_save(field, file, patience, error));
	g_free(old);
	if (good)
		reply_field(reply, field, file);
	else if (!field && !file && ends_with_file(expression))
		refuse_ending(expression, error);
	gs_field_free(field);
	g_free(file);
	g_free(expression);
	return good;
}

bool gs_verb_mask(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	struct gs_mask *mask = gs_session_mask(verbs->session, error);
	bool good = mask && (!file || gs_mask_save(mask, false, file,
					      gs_session_patience(verbs->session), error));
	if (good) {
		gs_json_integer(reply->json, "total", (int64_t)mask->n_total);
		gs_json_integer(reply->json, "active", (int64_t)mask->n_active);
	}
	gs_mask_free(mask);
	return good;
}

static void reply_condition(struct gs_reply *reply, const struct gs_mask *mask)
{
	gs_json_integer(reply->json, "true", (int64_t)mask->n_true);
	gs_json_integer(reply->json, "false", (int64_t)mask->n_false);
	gs_json_integer(reply->json, "absent", (int64_t)mask->n_absent);
	if (mask->is_loop)
		gs_json_integer(reply->json, "left", (int64_t)mask->n_left);
}

/* At a switch: the elements that go to each case. */
static bool reply_cases(struct gs_verbs *verbs, struct gs_reply *reply, GError **error)
{
	struct gs_case_info *cases;
	size_t n;
	if (!gs_session_cases(verbs->session, &cases, &n, error))
		return false;
	gs_json_begin_list(reply->json, "cases");
	for (size_t i = 0; i < n; i++) {
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "case", cases[i].label);
		gs_json_integer(reply->json, "elements", (int64_t)cases[i].elements);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	gs_cases_free(cases, n);
	return true;
}

static void refuse_condition(bool is_picture, GError **error)
{
	if (is_picture)
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"a choice of more than two cases has no image: use `values` with the "
			"selector or index");
	else
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"there is no condition at this position: `condition` works where `where` "
			"says if, ternary, logical, switch or loop-test");
}

static bool is_at_choice(struct gs_verbs *verbs)
{
	struct gs_where where;
	bool chooses = gs_session_where(verbs->session, &where, NULL) && where.chooses;
	gs_where_clear(&where);
	return chooses;
}

bool gs_verb_condition(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	struct gs_mask *mask = gs_session_mask(verbs->session, error);
	bool good = false;
	if (!mask)
		return false;
	if (!file && is_at_choice(verbs)) {
		good = reply_cases(verbs, reply, error);
	} else if (!mask->is_decision) {
		refuse_condition(file && is_at_choice(verbs), error);
	} else {
		good = !file ||
		       gs_mask_save(mask, true, file, gs_session_patience(verbs->session), error);
		if (good)
			reply_condition(reply, mask);
	}
	gs_mask_free(mask);
	return good;
}

/* The values that step i wrote. */
static void reply_changes(
	struct gs_reply *reply, size_t i, const struct gs_change *changes, size_t n_changes)
{
	gs_json_begin_list(reply->json, "changes");
	for (size_t k = 0; k < n_changes; k++) {
		const struct gs_value *value = &changes[k].value;
		if (changes[k].step != i)
			continue;
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "name", changes[k].name);
		gs_json_type(reply->json, &value->type);
		json_builder_set_member_name(reply->json, "value");
		gs_json_value(reply->json, &value->type, value->scalars);
		gs_json_undefined(reply->json, "undefined_at", value->undefined, value->n_scalars);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
}

/* The steps of `values [FIRST [LAST]]`. */
static bool read_changes(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_change **changes, size_t *n, GError **error)
{
	uint64_t first = gs_argument_number(arguments, "FIRST", 0);
	uint64_t last = gs_argument_number(arguments, "LAST", UINT64_MAX);
	if (first <= last)
		return gs_session_changes(verbs->session, first, last, changes, n, error);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"step %" G_GUINT64_FORMAT " is before step %" G_GUINT64_FORMAT, last, first);
	return false;
}

bool gs_verb_history(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_change *changes = NULL;
	size_t n, n_changes = 0;
	bool with_values = gs_argument_has(arguments, "values");
	if (with_values && !read_changes(verbs, arguments, &changes, &n_changes, error))
		return false;
	const struct gs_history_entry *list = gs_session_history(verbs->session, &n);
	gs_json_begin_list(reply->json, "positions");
	for (size_t i = 0; i < n; i++) {
		json_builder_begin_object(reply->json);
		gs_json_integer(reply->json, "line", list[i].span.line);
		gs_json_integer(reply->json, "column", list[i].span.column);
		gs_json_integer(reply->json, "object", list[i].object);
		gs_json_integer(reply->json, "depth", list[i].depth);
		gs_json_integers(
			reply->json, "iterations", list[i].iterations, list[i].n_iterations);
		if (with_values)
			reply_changes(reply, i, changes, n_changes);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	gs_json_integer(reply->json, "programs", (int64_t)gs_session_programs(verbs->session));
	gs_changes_free(changes, n_changes);
	return true;
}
