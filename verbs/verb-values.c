/* SPDX-License-Identifier: MIT */
/* Values of the shader's variables and conditions: for the focus element, for all elements, along
 * the path. */
#include <string.h>
#include "verbs/verbs.h"
#include "debugger/engine/undefined/written-parts.h"
#include "debugger/session/program/bound.h"

static void put_never_written(struct gs_reply *reply, const char *stage)
{
	if (stage)
		gs_json_string(reply->json, "never_written_by", stage);
}

/* The parts that are undefined, as a member of the JSON object; in the text, "a.yz, b" and what
 * for.
 */
static void put_undefined(struct gs_reply *reply, char **names)
{
	json_builder_set_member_name(reply->json, "undefined");
	json_builder_begin_array(reply->json);
	for (char **name = names; *name; name++)
		json_builder_add_string_value(reply->json, *name);
	json_builder_end_array(reply->json);
}

static void append_undefined(GString *text, char **names, const char *never_written_by)
{
	enum { MOST = 8 };
	GString *list = g_string_new(NULL);
	for (unsigned i = 0; names[i] && i < MOST; i++)
		g_string_append_printf(list, "%s%s", i ? ", " : "", names[i]);
	if (g_strv_length(names) > MOST)
		g_string_append_printf(list, " and %u more", g_strv_length(names) - MOST);
	if (never_written_by)
		g_string_append_printf(
			text, "the %s shader never writes %s", never_written_by, list->str);
	else
		g_string_append_printf(text, "not written yet: %s", list->str);
	g_string_free(list, TRUE);
}

static void put_dropped(struct gs_reply *reply, bool dropped)
{
	if (dropped)
		gs_json_boolean(reply->json, "dropped", true);
}

static void put_variable(GString *text, const struct gs_variable_info *variable)
{
	g_string_append_printf(text, "%c %-10s %s %s", variable->changed ? '*' : ' ',
		variable->qualifier, variable->type, variable->name);
	if (variable->undefined) {
		g_string_append(text, "  (");
		append_undefined(text, variable->undefined, variable->never_written_by);
		g_string_append_c(text, ')');
	} else if (variable->never_written_by)
		g_string_append_printf(
			text, "  (the %s shader never writes it)", variable->never_written_by);
	else if (!variable->written)
		g_string_append(text, "  (not written yet)");
	else if (variable->dropped)
		g_string_append(text, "  (the driver's program has not got it)");
	g_string_append_c(text, '\n');
}

bool gs_verb_scope(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_variable_info *list;
	size_t n;
	bool all = gs_argument_has(arguments, "all");
	unsigned n_left_out = 0;
	if (!gs_session_scope(verbs->session, &list, &n, error))
		return false;
	json_builder_set_member_name(reply->json, "variables");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; i < n; i++) {
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "name", list[i].name);
		gs_json_string(reply->json, "type", list[i].type);
		gs_json_string(reply->json, "qualifier", list[i].qualifier);
		gs_json_boolean(reply->json, "changed", list[i].changed);
		gs_json_boolean(reply->json, "written", list[i].written);
		put_never_written(reply, list[i].never_written_by);
		if (list[i].undefined)
			put_undefined(reply, list[i].undefined);
		put_dropped(reply, list[i].dropped);
		json_builder_end_object(reply->json);
		if (all || list[i].is_named)
			put_variable(reply->text, &list[i]);
		else
			n_left_out++;
	}
	json_builder_end_array(reply->json);
	if (n_left_out)
		g_string_append_printf(reply->text,
			"and %u built-in%s whose name%s the shader does not mention: `scope all` "
			"lists them, too\n",
			n_left_out, n_left_out == 1 ? "" : "s", n_left_out == 1 ? "" : "s");
	gs_variables_free(list, n);
	return true;
}

/* Of a value that stands behind begin in the text: what of it is undefined, and why. */
static void reply_undefined(
	struct gs_reply *reply, const char *expression, const struct gs_value *value, gsize begin)
{
	if (!value->undefined)
		return;
	char **names = gs_undefined_names(expression, &value->type, value->undefined);
	if (!value->written)
		gs_json_boolean(reply->json, "written", false);
	put_never_written(reply, value->never_written_by);
	put_undefined(reply, names);
	if (value->written) {
		g_string_append(reply->text, "  (");
		append_undefined(reply->text, names, value->never_written_by);
		g_string_append_c(reply->text, ')');
	} else {
		char *held = g_strdup(reply->text->str + begin);
		g_string_truncate(reply->text, begin);
		g_string_append(reply->text, "undefined  (");
		if (value->never_written_by)
			g_string_append_printf(reply->text,
				"the %s shader never writes what this reads",
				value->never_written_by);
		else
			g_string_append(reply->text, "not written yet");
		g_string_append_printf(reply->text, ": the driver holds %s)", held);
		g_free(held);
	}
	g_strfreev(names);
}

static void put_bound_texture(struct gs_reply *reply, const struct gs_wire_resource *r)
{
	json_builder_set_member_name(reply->json, "texture");
	if (!r) {
		json_builder_add_null_value(reply->json);
		return;
	}
	json_builder_begin_object(reply->json);
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
	json_builder_set_member_name(reply->json, "bound");
	json_builder_begin_array(reply->json);
	for (guint i = 0; i < all->len; i++) {
		const struct gs_bound *bound = &g_array_index(all, struct gs_bound, i);
		g_autofree char *text = gs_bound_text(bound);
		g_autofree char *element = is_array ? g_strdup_printf("[%u]", i) : g_strdup("");
		json_builder_begin_object(reply->json);
		gs_json_integer(reply->json, "unit", bound->unit);
		put_bound_texture(reply, bound->texture);
		json_builder_end_object(reply->json);
		g_string_append_printf(
			reply->text, "%s %s%s = %s\n", first->type, expression, element, text);
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
	gs_json_string(reply->json, "type", type);
	g_string_append_printf(reply->text, "%s %s = ", type, expression);
	json_builder_set_member_name(reply->json, "value");
	gsize begin = reply->text->len;
	gs_reply_value(reply, &value.type, value.scalars, value.written ? value.undefined : NULL);
	reply_undefined(reply, expression, &value, begin);
	put_dropped(reply, value.dropped);
	if (value.dropped)
		g_string_append(reply->text, "  (" GS_DROPPED ")");
	g_string_append_c(reply->text, '\n');
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

/* Of a field: which of it is undefined for all, or else for the focus element. */
static void append_field_undefined(GString *text, const struct gs_field *field, char **names)
{
	if (!names)
		return;
	if (field->never_written_by || field->undefined) {
		g_string_append(text, "Undefined: ");
		append_undefined(text, names, field->never_written_by);
		g_string_append(text, ".\n");
	} else if (field->unwritten) {
		g_string_append(text,
			"Not written yet on the focus element's path: where that is so, these are "
			"the driver's values.\n");
	} else {
		g_string_append(text, "On the focus element's path ");
		append_undefined(text, names, NULL);
		g_string_append(text, ". Where that is so, these are the driver's values.\n");
	}
}

/* In the shape of the field's type. */
static void reply_range(struct gs_reply *reply, const struct gs_field *field)
{
	struct gs_scalar *least = g_new(struct gs_scalar, 2 * field->n_scalars + 1);
	struct gs_scalar *greatest = least + field->n_scalars;
	for (size_t k = 0; k < field->n_scalars; k++)
		gs_field_range(field, k, &least[k], &greatest[k]);
	json_builder_set_member_name(reply->json, "min");
	g_string_append(reply->text, ", min ");
	gs_reply_value(reply, &field->type, least, field->undefined);
	json_builder_set_member_name(reply->json, "max");
	g_string_append(reply->text, ", max ");
	gs_reply_value(reply, &field->type, greatest, field->undefined);
	g_free(least);
}

static void reply_field(struct gs_reply *reply, const struct gs_field *field, const char *file)
{
	const uint8_t *marks = field->undefined_on_path ? field->undefined_on_path
							: field->undefined;
	char **names = marks ? gs_undefined_names(field->expression, &field->type, marks) : NULL;
	gs_json_integer(reply->json, "total", (int64_t)field->n_total);
	gs_json_integer(reply->json, "active", (int64_t)field->n_active);
	g_string_append_printf(reply->text, "%" G_GUINT64_FORMAT " of ", field->n_active);
	gs_text_count(reply->text, field->n_total, "element", "elements");
	if (field->unwritten)
		gs_json_boolean(reply->json, "written", false);
	put_never_written(reply, field->never_written_by);
	if (names)
		put_undefined(reply, names);
	reply_range(reply, field);
	gs_json_integer(reply->json, "nan", (int64_t)field->n_nan);
	gs_json_integer(reply->json, "inf", (int64_t)field->n_inf);
	g_string_append_printf(reply->text,
		", %" G_GUINT64_FORMAT " with NaN, %" G_GUINT64_FORMAT " with infinity",
		field->n_nan, field->n_inf);
	if (file) {
		gs_json_string(reply->json, "file", file);
		g_string_append_printf(reply->text, ", saved in %s", file);
	} else {
		json_builder_set_member_name(reply->json, "file");
		json_builder_add_null_value(reply->json);
	}
	g_string_append_c(reply->text, '\n');
	append_field_undefined(reply->text, field, names);
	g_strfreev(names);
	put_dropped(reply, field->dropped);
	if (field->dropped)
		g_string_append(reply->text, "Note: " GS_DROPPED ".\n");
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
		g_string_append_printf(reply->text, "%" G_GUINT64_FORMAT " of ", mask->n_active);
		gs_text_count(reply->text, mask->n_total, "element", "elements");
		g_string_append(
			reply->text, mask->n_active == 1 ? " stands here\n" : " stand here\n");
	}
	gs_mask_free(mask);
	return good;
}

static void reply_condition(struct gs_reply *reply, const struct gs_mask *mask)
{
	gs_json_integer(reply->json, "true", (int64_t)mask->n_true);
	gs_json_integer(reply->json, "false", (int64_t)mask->n_false);
	gs_json_integer(reply->json, "absent", (int64_t)mask->n_absent);
	g_string_append_printf(reply->text,
		"true %" G_GUINT64_FORMAT ", false %" G_GUINT64_FORMAT
		", absent %" G_GUINT64_FORMAT,
		mask->n_true, mask->n_false, mask->n_absent);
	if (mask->is_loop) {
		gs_json_integer(reply->json, "left", (int64_t)mask->n_left);
		g_string_append_printf(
			reply->text, ", left before %" G_GUINT64_FORMAT, mask->n_left);
	}
	g_string_append_c(reply->text, '\n');
}

/* At a switch: the elements that go to each case. */
static bool reply_cases(struct gs_verbs *verbs, struct gs_reply *reply, GError **error)
{
	struct gs_case_info *cases;
	size_t n;
	if (!gs_session_cases(verbs->session, &cases, &n, error))
		return false;
	json_builder_set_member_name(reply->json, "cases");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; i < n; i++) {
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "case", cases[i].label);
		gs_json_integer(reply->json, "elements", (int64_t)cases[i].elements);
		json_builder_end_object(reply->json);
		g_string_append_printf(reply->text, "%s%s %" G_GUINT64_FORMAT, i ? ", " : "",
			cases[i].label, cases[i].elements);
	}
	json_builder_end_array(reply->json);
	g_string_append_c(reply->text, '\n');
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

enum { DEEPEST_INDENTED = 64 };

/* The values that step i wrote. */
static void reply_changes(
	struct gs_reply *reply, size_t i, const struct gs_change *changes, size_t n_changes)
{
	json_builder_set_member_name(reply->json, "changes");
	json_builder_begin_array(reply->json);
	for (size_t k = 0; k < n_changes; k++) {
		if (changes[k].step != i)
			continue;
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "name", changes[k].name);
		gs_json_string(reply->json, "type", changes[k].type_name);
		g_string_append_printf(reply->text, "  %s = ", changes[k].name);
		json_builder_set_member_name(reply->json, "value");
		gs_reply_value(reply, &changes[k].value.type, changes[k].value.scalars,
			changes[k].value.undefined);
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
	json_builder_set_member_name(reply->json, "positions");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; i < n; i++) {
		json_builder_begin_object(reply->json);
		gs_json_integer(reply->json, "line", list[i].span.line);
		gs_json_integer(reply->json, "column", list[i].span.column);
		gs_json_integer(reply->json, "object", list[i].object);
		gs_json_integer(reply->json, "depth", list[i].depth);
		json_builder_set_member_name(reply->json, "iterations");
		json_builder_begin_array(reply->json);
		for (unsigned k = 0; k < list[i].n_iterations; k++)
			json_builder_add_int_value(reply->json, list[i].iterations[k]);
		json_builder_end_array(reply->json);
		g_string_append_printf(reply->text, "%*s%u:%u",
			2 * (int)MIN(list[i].depth, (unsigned)DEEPEST_INDENTED), "",
			list[i].span.line, list[i].span.column);
		if (with_values)
			reply_changes(reply, i, changes, n_changes);
		g_string_append_c(reply->text, '\n');
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	gs_json_integer(reply->json, "programs", (int64_t)gs_session_programs(verbs->session));
	gs_changes_free(changes, n_changes);
	return true;
}
