/* SPDX-License-Identifier: MIT */
#include "verbs/shapes.h"

#include <stdbool.h>
#include <string.h>

static const struct shape {
	const char *name, *members;
} shapes[] = {
	{"argument", "name:string type:string contents"},
	{"contents", "value:any text:string contents?:any count?:integer output?:boolean "
		     "called?:string"},
	{"returned", "type:string contents"},
	{"memory", "name:string text:string contents?:any count?:integer output?:boolean"},
	{"call", "index:integer name:string arguments:[argument] thread:integer return?:returned "
		 "memory?:[memory] skipped?:boolean edited?:boolean fake?:boolean "
		 "gl_error?:string"},
	{"drawn", "number?:integer needed?:boolean program?:string primitives?:string"},
	{"listed-call", "call drawn?:drawn"},
	{"stop", "stop:string breakpoint?:integer call?:call frame:integer draw:integer "
		 "status?:integer signal?:string gl_error?:string outside_gl?:boolean "
		 "inside?:string inside_index?:integer compiled?:boolean executed?:boolean "
		 "player?:boolean note?:string original?:string"},
	{"where", "stage:string finished:boolean line:integer column:integer end_line:integer "
		  "end_column:integer text:string kind:string function:string "
		  "call_path:[{function:string line:integer}] iterations:[integer] active:integer "
		  "total:integer focus:{*:integer} draw?:integer draws?:integer "
		  "focus_here?:boolean object?:integer frame?:integer reached?:boolean "
		  "breakpoint?:integer note?:string"},
	{"breakpoint", "number:integer kind:string pattern?:string line?:integer object?:integer "
		       "stage?:string any?:boolean condition?:string hits:integer "
		       "ignored?:integer"},
	{"breakpoints", "breakpoints:[breakpoint]"},
	{"uniform", "name:string type:string value?:any location?:integer as_linked?:boolean "
		    "as_linked_elements?:[integer] repeated?:boolean"},
	{"texture", "name:integer label?:string target:string format:string width:integer "
		    "height:integer depth:integer samples:integer"},
	{"image", "expression:string width:integer height:integer type:string "
		  "components:[string] component_types?:[string] min:[number] max:[number] "
		  "nan:integer inf:integer file?:string"},
	{"block", "name:string kind:string program:integer binding:integer size:integer "
		  "buffer:integer offset?:integer length?:integer note?:string"},
	{"block-member", "name:string type:string offset:integer array_stride?:integer "
			 "matrix_stride?:integer row_major?:boolean value:any elements?:integer"},
	{"pixel-event", "call:listed-call draw:integer changed_between:boolean kind:string "
			"text:string rejected:string|null samples?:{*:integer} "
			"samples_written?:integer "
			"primitives?:[{primitive:integer passed:integer}] "
			"more_primitives?:boolean before:[number]|null output:[number]|null "
			"output_of:integer no_output?:boolean after:[number]|null "
			"last_fragment?:integer"},
	{"values-of", "name:string type:string nan:integer inf:integer"},
	{"member", "name:string type:string members?:[member]"},
	{"undefined", "written?:boolean never_written_by?:string undefined?:[string] "
		      "undefined_at?:[integer] dropped?:boolean"},
	{"variable", "name:string type:string qualifier:string changed:boolean hidden?:boolean "
		     "undefined"},
	{"point", "iteration?:integer active:integer finished:integer left:integer"},
	{"edit", "edit:integer kind:string call:integer|string index?:integer before?:integer "
		 "argument?:string value?:string text?:string cut?:boolean undone?:boolean"},
	{"missing", "kind:string name:integer why:string"},
	{"recording",
		"file:string calls:integer frames:integer first_frame:integer bytes:integer "
		"lost:integer too_long:integer first_too_long?:integer ended_in_call?:integer "
		"ended_in?:string"},
	{"operations", "depth_test:string stencil_test:string alpha_test:string blend:string "
		       "scissor_test:string color_mask:string depth_buffer:string "
		       "stencil_buffer:string alpha_buffer:string depth_value?:number "
		       "stencil_value?:number alpha_value?:number"},
	{"stack-frame", "level:integer function?:string file?:string line?:integer module:string "
			"offset:string address?:string inlined?:boolean"},
};

static const char *const plain_types[] = {"integer", "string", "boolean", "null", "number", "any"};
enum { N_OF_SCHEMA = 4 }; /* of these stand for themselves in a schema */

static bool is_named(const char *name, const char *text, size_t length)
{
	return strlen(name) == length && !strncmp(name, text, length);
}

static const struct shape *find(const char *name, size_t length)
{
	for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++)
		if (is_named(shapes[i].name, name, length))
			return &shapes[i];
	g_error("shapes.c has no shape '%.*s'", (int)length, name);
}

/* Return the number of characters up to one of `ends` that no bracket holds. */
static size_t span(const char *text, const char *ends)
{
	size_t n = 0;
	for (unsigned depth = 0; text[n]; n++) {
		if (!depth && strchr(ends, text[n]))
			break;
		depth += text[n] == '[' || text[n] == '{';
		depth -= text[n] == ']' || text[n] == '}';
	}
	return n;
}

static void put(JsonBuilder *json, const char *key, const char *value)
{
	json_builder_set_member_name(json, key);
	json_builder_add_string_value(json, value);
}

/* ---- types ---- */

static void write_members(JsonBuilder *json, const char *members, size_t length);

static void write_plain(JsonBuilder *json, const char *type, size_t length)
{
	for (size_t i = 0; i < N_OF_SCHEMA; i++) {
		if (is_named(plain_types[i], type, length)) {
			put(json, "type", plain_types[i]);
			return;
		}
	}
	if (is_named("number", type, length)) {
		json_builder_set_member_name(json, "type");
		json_builder_begin_array(json);
		json_builder_add_string_value(json, "number");
		json_builder_add_string_value(json, "string");
		json_builder_end_array(json);
	} else if (!is_named("any", type, length)) {
		g_autofree char *path = g_strconcat("#/shapes/", find(type, length)->name, NULL);
		put(json, "$ref", path);
	}
}

static void write_type(JsonBuilder *json, const char *type, size_t length);

static void write_choice(JsonBuilder *json, const char *types, size_t length)
{
	json_builder_set_member_name(json, "anyOf");
	json_builder_begin_array(json);
	for (size_t at = 0, n; at < length; at += n + 1) {
		n = MIN(span(types + at, "|"), length - at);
		write_type(json, types + at, n);
	}
	json_builder_end_array(json);
}

/* As a value. */
static void write_type(JsonBuilder *json, const char *type, size_t length)
{
	if (*type == '{' && span(type, "|") >= length) {
		write_members(json, type + 1, length - 2);
		return;
	}
	json_builder_begin_object(json);
	if (span(type, "|") < length) {
		write_choice(json, type, length);
	} else if (*type == '[') {
		put(json, "type", "array");
		json_builder_set_member_name(json, "items");
		write_type(json, type + 1, length - 2);
	} else {
		write_plain(json, type, length);
	}
	json_builder_end_object(json);
}

/* ---- members ---- */

void gs_shapes_each(const char *members, size_t length, gs_shapes_func *func, gpointer data)
{
	for (size_t at = 0, n; at < length; at += n + 1) {
		const char *member = members + at;
		n = MIN(span(member, " "), length - at);
		size_t name = MIN(span(member, ":"), n);
		bool may_lack = member[name - 1] == '?';
		if (name < n) {
			func(data, member, name - may_lack, may_lack, member + name + 1,
				n - name - 1);
		} else {
			const char *more = find(member, n)->members;
			gs_shapes_each(more, strlen(more), func, data);
		}
	}
}

const char *gs_shapes_record(const char *type, size_t length, size_t *n)
{
	bool is_list = *type == '[', is_map = g_str_has_prefix(type, "{*:");
	size_t begin = is_list ? 1 : is_map ? strlen("{*:") : length;
	const char *element = type + begin;
	*n = begin < length ? length - begin - 1 : 0;
	for (size_t i = 0; *n && i < G_N_ELEMENTS(plain_types); i++)
		if (is_named(plain_types[i], element, *n))
			*n = 0;
	if (*n && *element == '{' && span(element, "|") >= *n) {
		*n -= 2;
		return element + 1;
	}
	bool is_shape = *n && strcspn(element, "|[{") >= *n;
	const char *members = is_shape ? find(element, *n)->members : "";
	*n = strlen(members);
	return members;
}

static void write_property(
	gpointer json, const char *name, size_t length, bool may_lack, const char *type, size_t n)
{
	g_autofree char *key = g_strndup(name, length);
	if (*name == '*')
		return;
	json_builder_set_member_name(json, key);
	write_type(json, type, n);
}

static void write_required(
	gpointer json, const char *name, size_t length, bool may_lack, const char *type, size_t n)
{
	g_autofree char *key = g_strndup(name, length);
	if (*name != '*' && !may_lack)
		json_builder_add_string_value(json, key);
}

static void write_others(
	gpointer json, const char *name, size_t length, bool may_lack, const char *type, size_t n)
{
	if (*name == '*')
		write_type(json, type, n);
}

static bool has_others(const char *members, size_t length)
{
	for (size_t at = 0; at < length; at += MIN(span(members + at, " "), length - at) + 1)
		if (members[at] == '*')
			return true;
	return false;
}

static void write_members(JsonBuilder *json, const char *members, size_t length)
{
	json_builder_begin_object(json);
	put(json, "type", "object");
	json_builder_set_member_name(json, "properties");
	json_builder_begin_object(json);
	gs_shapes_each(members, length, write_property, json);
	json_builder_end_object(json);
	json_builder_set_member_name(json, "required");
	json_builder_begin_array(json);
	gs_shapes_each(members, length, write_required, json);
	json_builder_end_array(json);
	json_builder_set_member_name(json, "additionalProperties");
	if (has_others(members, length))
		gs_shapes_each(members, length, write_others, json);
	else
		json_builder_add_boolean_value(json, FALSE);
	json_builder_end_object(json);
}

/* ---- results and shapes ---- */

void gs_shapes_write_result(JsonBuilder *json, const char *result)
{
	g_auto(GStrv) choices = g_strsplit(result, " | ", -1);
	if (!choices[0] || !choices[1]) {
		write_members(json, result, strlen(result));
		return;
	}
	json_builder_begin_object(json);
	json_builder_set_member_name(json, "anyOf");
	json_builder_begin_array(json);
	for (char **choice = choices; *choice; choice++)
		write_members(json, *choice, strlen(*choice));
	json_builder_end_array(json);
	json_builder_end_object(json);
}

void gs_shapes_write(JsonBuilder *json)
{
	json_builder_begin_object(json);
	for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++) {
		json_builder_set_member_name(json, shapes[i].name);
		write_members(json, shapes[i].members, strlen(shapes[i].members));
	}
	json_builder_end_object(json);
}
