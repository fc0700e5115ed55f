/* SPDX-License-Identifier: MIT */
/* Variables of the exported program: one for each name that GL gave out, and each number of a part
 * of a program. */
#include <stdlib.h>
#include <string.h>
#include "data/constants.h"
#include "export/private.h"

enum {
	FREE_NAMES = 1 << 30,  /* a range where no driver gives out names */
	MOST_ELEMENTS = 65536, /* elements of an array of uniforms */
	/* Most distance of a location that was not asked for from one that was. */
	MOST_DISTANCE = 256,
	MOST_TEXT = 1000,
};

static const char *const stems[GS_N_OBJECT_KINDS] = {[GS_OBJECT_TEXTURE] = "texture",
	[GS_OBJECT_BUFFER] = "buffer",
	[GS_OBJECT_RENDERBUFFER] = "renderbuffer",
	[GS_OBJECT_SAMPLER] = "sampler",
	[GS_OBJECT_PROGRAM] = "program",
	[GS_OBJECT_ASSEMBLY] = "assembly",
	[GS_OBJECT_SYNC] = "sync",
	[GS_OBJECT_FENCE] = "fence",
	[GS_OBJECT_ATI_SHADER] = "ati_shader",
	[GS_OBJECT_MEMORY] = "memory_object",
	[GS_OBJECT_SEMAPHORE] = "semaphore",
	[GS_OBJECT_HANDLE] = "handle",
	[GS_OBJECT_VERTEX_ARRAY] = "vertex_array",
	[GS_OBJECT_FRAMEBUFFER] = "framebuffer",
	[GS_OBJECT_QUERY] = "query",
	[GS_OBJECT_FEEDBACK] = "feedback",
	[GS_OBJECT_PIPELINE] = "pipeline"};

static bool is_of_program(unsigned kind)
{
	return kind >= GS_OBJECT_LOCATION && kind <= GS_OBJECT_SUBROUTINE;
}

/* ---- variables ---- */

static struct variable *variable_in(
	struct exporter *ex, GPtrArray *array, const char *type, const char *name)
{
	struct variable *v = g_new0(struct variable, 1);
	GString *unique = g_string_new(name);
	for (unsigned i = array->len; g_hash_table_contains(ex->taken, unique->str); i++)
		g_string_printf(unique, "%s__%u", name, i);
	v->name = g_string_free(unique, FALSE);
	v->type = type;
	v->number = array->len;
	g_hash_table_add(ex->taken, v->name);
	g_ptr_array_add(array, v);
	return v;
}

struct variable *export_variable(struct exporter *ex, const char *type, const char *name)
{
	return variable_in(ex, ex->variables, type, name);
}

const char *export_use(struct exporter *ex, const struct variable *v)
{
	char *line = ex->is_survey ? NULL : g_strdup_printf("extern %s %s;", v->type, v->name);
	if (line)
		export_files_declare(ex->files, line);
	g_free(line);
	return v->name;
}

/* Return the label of the variable that is added next; NULL: none. */
static const char *label_of_next(const struct exporter *ex)
{
	return g_hash_table_lookup(ex->survey->labels, GUINT_TO_POINTER(ex->variables->len));
}

static void add_label(GString *name, const char *label)
{
	if (!label)
		return;
	g_string_append_c(name, '_');
	export_add_word(name, label, strlen(label));
}

static struct variable *new_variable(struct exporter *ex, enum gs_object_kind kind,
	const char *stem, uint64_t recorded, unsigned group)
{
	const char *label = label_of_next(ex);
	bool by_address = kind == GS_OBJECT_SYNC || kind == GS_OBJECT_HANDLE;
	GString *name = g_string_new(stem);
	struct variable *v;
	if (by_address)
		g_string_append_printf(name, "_%u", ex->variables->len);
	else
		g_string_append_printf(name, "_%llu", (unsigned long long)recorded);
	if (group > 1)
		g_string_append_printf(name, "_of_%u", group);
	add_label(name, label);
	v = export_variable(ex,
		kind == GS_OBJECT_SYNC	   ? "GLsync"
		: kind == GS_OBJECT_HANDLE ? "GLuint64"
					   : "GLuint",
		name->str);
	v->kind = (uint8_t)kind;
	v->initial = by_address ? 0 : recorded;
	g_string_free(name, TRUE);
	return v;
}

struct group *export_group_new(struct exporter *ex)
{
	struct group *group = g_new0(struct group, 1);
	group->number = ex->groups->len + 1;
	for (unsigned i = 0; i < GS_N_OBJECT_KINDS; i++)
		group->names[i] = export_table(NULL);
	group->in_programs = export_table(NULL);
	group->parts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_ptr_array_add(ex->groups, group);
	return group;
}

void export_group_free(void *data)
{
	struct group *group = data;
	for (unsigned i = 0; i < GS_N_OBJECT_KINDS; i++)
		g_hash_table_destroy(group->names[i]);
	g_hash_table_destroy(group->in_programs);
	g_hash_table_destroy(group->parts);
	g_free(group);
}

/* ---- names ---- */

static GHashTable *names_of(const struct context *context, enum gs_object_kind kind)
{
	return gs_object_is_of_context(kind) ? context->names[kind] : context->group->names[kind];
}

static struct variable *find_in_others(
	struct exporter *ex, enum gs_object_kind kind, uint64_t recorded)
{
	const struct context *mine = export_context(ex);
	const GPtrArray *contexts = mine->told->group->contexts;
	for (guint i = 0; i < contexts->len; i++) {
		const struct context *context =
			((const struct gs_follow_context *)contexts->pdata[i])->data;
		struct variable *v = context ? export_find(context->names[kind], recorded) : NULL;
		if (v)
			return v;
	}
	return NULL;
}

static struct variable *find_name(struct exporter *ex, enum gs_object_kind kind, uint64_t recorded)
{
	struct variable *v = export_find(names_of(export_context(ex), kind), recorded);
	return v || !gs_object_is_of_context(kind) ? v : find_in_others(ex, kind, recorded);
}

static struct variable *add_name(
	struct exporter *ex, enum gs_object_kind kind, const char *stem, uint64_t recorded)
{
	const struct context *context = export_context(ex);
	unsigned number = gs_object_is_of_context(kind) ? context->number : context->group->number;
	struct variable *v = new_variable(ex, kind, stem, recorded, number);
	export_set(names_of(context, kind), recorded, v);
	return v;
}

/* ---- display lists: only those with a label by GL_MESA_trace have variables ---- */

static uint64_t list_key(const struct exporter *ex, uint64_t recorded)
{
	return (uint64_t)export_context(ex)->group->number << 32 | (uint32_t)recorded;
}

void export_label_list(struct exporter *ex, uint64_t recorded, const struct gs_trace_value *text)
{
	uint64_t key = list_key(ex, recorded);
	if (ex->is_survey && text->n && !export_find(ex->survey->lists, key))
		export_set(ex->survey->lists, key,
			g_strndup(text->text, MIN(text->n, EXPORT_MOST_LABEL)));
}

static struct variable *list_of(struct exporter *ex, uint64_t recorded)
{
	struct variable *v = find_name(ex, GS_OBJECT_LIST, recorded);
	const char *label = export_find(ex->survey->lists, list_key(ex, recorded));
	GString *name;
	if (v || !label || ex->is_survey)
		return v;
	name = g_string_new(NULL);
	g_string_printf(name, "list_%llu", (unsigned long long)recorded);
	add_label(name, label);
	v = variable_in(ex, ex->lists, "GLuint", name->str);
	g_string_free(name, TRUE);
	v->kind = GS_OBJECT_LIST;
	v->initial = recorded;
	v->is_given = true; /* programs choose the names of lists */
	export_set(export_context(ex)->group->names[GS_OBJECT_LIST], recorded, v);
	return v;
}

const char *export_name(
	struct exporter *ex, enum gs_object_kind kind, uint64_t recorded, GString *room)
{
	struct variable *v = kind == GS_OBJECT_LIST && recorded && export_context(ex)
				     ? list_of(ex, recorded)
				     : NULL;
	if (v)
		return export_use(ex, v);
	if (!recorded || kind == GS_OBJECT_LIST || kind == GS_OBJECT_NONE || !export_context(ex)) {
		g_string_printf(room, "%llu", (unsigned long long)recorded);
		return room->str;
	}
	v = find_name(ex, kind, recorded);
	if (!v && (kind == GS_OBJECT_SYNC || kind == GS_OBJECT_HANDLE))
		return NULL;
	if (!v)
		v = add_name(ex, kind, stems[kind], recorded);
	return export_use(ex, v);
}

struct variable *export_new_name(struct exporter *ex, const struct recipe *recipe,
	enum gs_object_kind kind, uint64_t recorded)
{
	const char *stem = stems[kind];
	struct variable *v = find_name(ex, kind, recorded);
	if (gs_data_plain(recipe->number) == GS_FN_glCreateShader)
		stem = "shader";
	if (!v || !g_str_has_prefix(v->name, stem))
		v = add_name(ex, kind, stem, recorded);
	v->is_given = true;
	export_use(ex, v);
	return v;
}

void export_label(struct exporter *ex, enum gs_object_kind kind, uint64_t recorded,
	const struct gs_trace_value *text)
{
	struct variable *v = kind == GS_OBJECT_NONE || kind == GS_OBJECT_LIST || is_of_program(kind)
				     ? NULL
				     : find_name(ex, kind, recorded);
	bool is_text = text->class == GS_TRACE_STRING || text->class == GS_TRACE_BLOB;
	gpointer number = v ? GUINT_TO_POINTER(v->number) : NULL;
	if (v && ex->is_survey && is_text && text->n &&
		!g_hash_table_contains(ex->survey->labels, number))
		g_hash_table_insert(ex->survey->labels, number,
			g_strndup(text->text, MIN(text->n, EXPORT_MOST_LABEL)));
}

void export_label_memory(struct exporter *ex, const struct variable *v)
{
	if (ex->is_survey && ex->data_label)
		g_hash_table_insert(
			ex->survey->labels, GUINT_TO_POINTER(v->number), g_strdup(ex->data_label));
}

void export_forget_label(struct exporter *ex, const struct variable *v)
{
	if (ex->is_survey)
		g_hash_table_remove(ex->survey->labels, GUINT_TO_POINTER(v->number));
}

char *export_labelled(const struct exporter *ex, const char *stem)
{
	GString *name = g_string_new(stem);
	add_label(name, label_of_next(ex));
	return g_string_free(name, FALSE);
}

void export_set_suffix(struct exporter *ex, uint64_t shader, const char *suffix)
{
	struct variable *v = find_name(ex, GS_OBJECT_PROGRAM, shader);
	if (v)
		v->suffix = suffix;
}

const char *export_suffix(struct exporter *ex, uint64_t shader)
{
	const struct variable *v = find_name(ex, GS_OBJECT_PROGRAM, shader);
	return v && v->suffix ? v->suffix : ".glsl";
}

/* ---- parts of programs ---- */

static uint64_t part_key(enum gs_object_kind kind, uint64_t program, uint64_t number)
{
	return (uint64_t)kind << 59 ^ program << 32 ^ (uint32_t)number;
}

/* Return a number for a subroutine or subroutine uniform that is unique in its program: each stage
 * counts its own. */
static uint32_t subroutine_number(uint64_t stage, bool is_location, uint64_t number)
{
	return (uint32_t)((stage & 0xff) << 24 | (uint64_t)is_location << 23 | (uint32_t)number);
}

/* Return the number, of a rule's argument or result, as one that is unique in its program. */
static uint64_t number_in_program(
	const struct gs_object_rule *rule, const struct gs_trace_call *call, uint64_t number)
{
	unsigned stage = rule->argument == GS_OBJECT_RETURNED ? 1 : 0;
	return rule->kind == GS_OBJECT_SUBROUTINE
		       ? subroutine_number(gs_trace_argument(call, stage), false, number)
		       : number;
}

/* Return the program whose numbers the rule is about. */
static uint64_t program_of(const struct exporter *ex, const struct gs_object_rule *rule,
	const struct gs_trace_call *call)
{
	const struct context *context = export_context(ex);
	if (rule->program != GS_OBJECT_NO_PROGRAM)
		return gs_trace_argument(call, rule->program);
	return context ? gs_follow_program(context->told) : 0;
}

const struct variable *export_subroutine_place(struct exporter *ex, uint64_t stage, unsigned place)
{
	static const struct gs_object_rule in_use = {.program = GS_OBJECT_NO_PROGRAM};
	const struct context *context = export_context(ex);
	return context ? export_find(context->group->in_programs,
				 part_key(GS_OBJECT_SUBROUTINE, program_of(ex, &in_use, NULL),
					 subroutine_number(stage, true, place)))
		       : NULL;
}

static gboolean is_in(gpointer key, gpointer value, gpointer program)
{
	(void)value;
	return (*(uint64_t *)key >> 32 & 0x7ffffff) == (GPOINTER_TO_UINT(program) & 0x7ffffff);
}

void export_forget_parts(struct exporter *ex, uint64_t program)
{
	const struct context *context = export_context(ex);
	if (context)
		g_hash_table_foreach_remove(
			context->group->in_programs, is_in, GUINT_TO_POINTER((guint)program));
}

/* Split the name of an array element: for "a[3]" return 3, and a length of 1; 0 for "a". */
static unsigned split_element(const char *name, size_t *length)
{
	const char *bracket = strrchr(name, '[');
	size_t n = strlen(name);
	bool is_element = bracket && n && name[n - 1] == ']';
	*length = is_element ? (size_t)(bracket - name) : n;
	return is_element ? (unsigned)strtoul(bracket + 1, NULL, 10) : 0;
}

/* Find the nearest location below (step -1) or above (1) that was asked for. NULL: none is near. */
static struct variable *nearest(const struct context *context, uint64_t program, uint32_t recorded,
	int step, uint32_t *distance)
{
	for (*distance = 1; *distance < MOST_DISTANCE; ++*distance) {
		int64_t number = (int64_t)recorded + (int64_t)*distance * step;
		struct variable *v = number < 0 || number > INT32_MAX
					     ? NULL
					     : export_find(context->group->in_programs,
						       part_key(GS_OBJECT_LOCATION, program,
							       (uint32_t)number));
		if (v)
			return v;
	}
	return NULL;
}

/* Return the element of v's array at that distance from v; -1: none. */
static int64_t element_behind(const struct variable *v, int64_t distance)
{
	size_t length;
	int64_t element = (int64_t)split_element(v->text, &length) + distance;
	return element < 0 || element > MOST_ELEMENTS || length > MOST_TEXT ? -1 : element;
}

/* Append the location of an array's element that was not asked for: drivers count from one element
 * to the others. An array above is used if no other location that was asked for is between its
 * first element and this one. */
static void add_element(struct exporter *ex, uint64_t program, uint64_t recorded, GString *to)
{
	const struct context *context = export_context(ex);
	uint32_t down, up;
	struct variable *below = nearest(context, program, (uint32_t)recorded, -1, &down);
	struct variable *above = nearest(context, program, (uint32_t)recorded, 1, &up);
	int64_t from_below = below ? element_behind(below, down) : -1;
	int64_t from_above = above ? element_behind(above, -(int64_t)up) : -1;
	bool is_above = from_above >= 0 && (!below || from_above < (int64_t)down);
	const struct variable *v = is_above ? above : below;
	int64_t element = is_above ? from_above : from_below;
	size_t length;
	GString *room;
	if (element < 0) {
		g_string_append_printf(to, "%d", (int32_t)recorded);
		return;
	}
	room = g_string_new(NULL);
	split_element(v->text, &length);
	g_string_append_printf(
		to, "element_of(%s, ", export_name(ex, GS_OBJECT_PROGRAM, program, room));
	export_add_string(to, v->text, length);
	g_string_append_printf(to, ", %lld, %d)", (long long)element, (int32_t)recorded);
	g_string_free(room, TRUE);
}

static void add_part(struct exporter *ex, const struct gs_object_rule *rule,
	const struct gs_trace_call *call, uint64_t recorded, GString *to)
{
	const struct context *context = export_context(ex);
	uint64_t program = program_of(ex, rule, call);
	struct variable *v = context ? export_find(context->group->in_programs,
					       part_key(rule->kind, program,
						       number_in_program(rule, call, recorded)))
				     : NULL;
	if (v)
		g_string_append(to, export_use(ex, v));
	else if (rule->kind != GS_OBJECT_LOCATION)
		g_string_append_printf(to, "%uu", (uint32_t)recorded);
	else if (context && program && (int32_t)recorded >= 0)
		add_element(ex, program, recorded, to);
	else
		g_string_append_printf(to, "%d", (int32_t)recorded);
}

const struct gs_object_rule *export_rule(const struct recipe *recipe, unsigned argument)
{
	for (size_t i = 0; i < recipe->n_rules; i++)
		if (recipe->rules[i].argument == argument)
			return &recipe->rules[i];
	return NULL;
}

bool export_ruled(struct exporter *ex, const struct gs_object_rule *rule,
	const struct gs_trace_call *call, uint64_t recorded, GString *to)
{
	const char *name;
	GString *room;
	if (is_of_program(rule->kind)) {
		add_part(ex, rule, call, recorded, to);
		return true;
	}
	room = g_string_new(NULL);
	name = export_name(ex, (enum gs_object_kind)rule->kind, recorded, room);
	g_string_append(to, name ? name : "");
	g_string_free(room, TRUE);
	return name;
}

/* ---- results ---- */

/* Return the name by which a part was asked for, the last argument; NULL: there is none. */
static const char *text_of_part(const struct gs_trace_call *call)
{
	unsigned n = call->function->n_args;
	return n && call->args[n - 1].class == GS_TRACE_STRING ? call->args[n - 1].text : NULL;
}

/* A part of a program. stage: of a subroutine or subroutine uniform; else 0. */
struct part {
	enum gs_object_kind kind;
	uint64_t program, stage;
	bool is_location;
};

static struct variable *part_variable(
	struct exporter *ex, const struct part *part, const char *text)
{
	const struct context *context = export_context(ex);
	enum gs_object_kind kind = part->kind;
	uint64_t program = part->program;
	char *key = g_strdup_printf("%u %llu %llu %d %s", kind, (unsigned long long)program,
		(unsigned long long)part->stage, part->is_location, text);
	struct variable *v = g_hash_table_lookup(context->group->parts, key);
	if (!v) {
		GString *room = g_string_new(NULL), *name;
		name = g_string_new(export_name(ex, GS_OBJECT_PROGRAM, program, room));
		g_string_append_c(name, '_');
		export_add_word(name, text, strlen(text));
		v = export_variable(ex, part->is_location ? "GLint" : "GLuint", name->str);
		v->kind = (uint8_t)kind;
		v->is_given = true;
		v->text = g_strdup(text);
		g_hash_table_insert(context->group->parts, g_strdup(key), v);
		g_string_free(name, TRUE);
		g_string_free(room, TRUE);
	}
	g_free(key);
	return v;
}

static void add_part_result(
	struct exporter *ex, const struct part *part, const struct gs_trace_call *call, GString *to)
{
	const char *text = text_of_part(call);
	uint64_t recorded = gs_trace_number(&call->result);
	uint64_t number = part->kind == GS_OBJECT_SUBROUTINE
				  ? subroutine_number(part->stage, part->is_location, recorded)
				  : recorded;
	struct variable *v;
	if (!text || !part->program || (int32_t)recorded == -1)
		return;
	v = part_variable(ex, part, text);
	v->initial = recorded;
	export_set(export_context(ex)->group->in_programs,
		part_key(part->kind, part->program, number), v);
	g_string_append_printf(to, "%s = ", export_use(ex, v));
}

/* Programs go through all blocks, and use the number of the one with a name. */
void export_listed(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	bool is_resource = recipe->number == GS_FN_glGetProgramResourceName;
	bool is_storage = is_resource && gs_trace_argument(call, 1) == GL_SHADER_STORAGE_BLOCK;
	struct part part = {.kind = is_storage ? GS_OBJECT_STORAGE_BLOCK : GS_OBJECT_BLOCK,
		.program = gs_trace_argument(call, 0)};
	unsigned function = is_resource ? GS_FN_glGetProgramResourceIndex
					: GS_FN_glGetUniformBlockIndex;
	const char *text = text_of_part(call);
	GString *line = g_string_new(NULL), *room = g_string_new(NULL);
	if (text && part.program &&
		(!is_resource || is_storage || gs_trace_argument(call, 1) == GL_UNIFORM_BLOCK)) {
		uint64_t recorded = gs_trace_argument(call, is_resource ? 2 : 1);
		struct variable *v = part_variable(ex, &part, text);
		v->initial = recorded;
		export_set(export_context(ex)->group->in_programs,
			part_key(part.kind, part.program, recorded), v);
		g_string_printf(line, "%s = %s(%s, %s", export_use(ex, v), gs_data_name(function),
			export_name(ex, GS_OBJECT_PROGRAM, part.program, room),
			!is_resource ? ""
			: is_storage ? "GL_SHADER_STORAGE_BLOCK, "
				     : "GL_UNIFORM_BLOCK, ");
		export_add_string(line, text, strlen(text));
		if (!ex->is_survey)
			export_files_function(ex->files, function);
		export_line(ex, "%s);", line->str);
	}
	g_string_free(room, TRUE);
	g_string_free(line, TRUE);
}

/* Find the kind of a resource by its interface, for glGetProgramResourceIndex and
 * glGetProgramResourceLocation. */
static void find_resource(const struct gs_trace_call *call, struct part *part)
{
	/* In the order of GL_VERTEX_SUBROUTINE and GL_VERTEX_SUBROUTINE_UNIFORM. */
	static const uint16_t stages[] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
		GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER,
		GL_COMPUTE_SHADER};
	uint64_t interface = gs_trace_argument(call, 1);
	uint64_t subroutine = interface - GL_VERTEX_SUBROUTINE;
	if (subroutine < 2 * G_N_ELEMENTS(stages) &&
		part->is_location == (subroutine >= G_N_ELEMENTS(stages))) {
		part->kind = GS_OBJECT_SUBROUTINE;
		part->stage = stages[subroutine % G_N_ELEMENTS(stages)];
	} else if (part->is_location) {
		part->kind = interface == GL_UNIFORM ? GS_OBJECT_LOCATION : GS_OBJECT_NONE;
	} else {
		part->kind = interface == GL_UNIFORM_BLOCK	    ? GS_OBJECT_BLOCK
			     : interface == GL_SHADER_STORAGE_BLOCK ? GS_OBJECT_STORAGE_BLOCK
								    : GS_OBJECT_NONE;
	}
}

/* Find which part the call gives a number of. Return false if it gives none. */
static bool find_part(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, struct part *part)
{
	const struct gs_object_rule *rule = export_rule(recipe, GS_OBJECT_RETURNED);
	bool is_place = recipe->number == GS_FN_glGetProgramResourceLocation;
	*part = (struct part){
		.program = gs_trace_argument(call, 0), .stage = gs_trace_argument(call, 1)};
	if (is_place || recipe->number == GS_FN_glGetProgramResourceIndex) {
		part->is_location = is_place;
		part->stage = 0;
		find_resource(call, part);
		return part->kind != GS_OBJECT_NONE;
	}
	if (recipe->number == GS_FN_glGetSubroutineUniformLocation) {
		part->kind = GS_OBJECT_SUBROUTINE;
		part->is_location = true;
		return true;
	}
	if (!rule || !is_of_program(rule->kind))
		return false;
	part->kind = (enum gs_object_kind)rule->kind;
	part->is_location = part->kind == GS_OBJECT_LOCATION;
	part->program = program_of(ex, rule, call);
	if (part->kind != GS_OBJECT_SUBROUTINE)
		part->stage = 0;
	return true;
}

void export_result(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, GString *to)
{
	const struct gs_object_rule *rule = export_rule(recipe, GS_OBJECT_RETURNED);
	uint64_t recorded = gs_trace_number(&call->result);
	struct part part;
	if (find_part(ex, recipe, call, &part))
		add_part_result(ex, &part, call, to);
	else if (rule && !is_of_program(rule->kind) && rule->is_new &&
		 rule->kind != GS_OBJECT_LIST && recorded)
		g_string_append_printf(to, "%s = ",
			export_new_name(ex, recipe, (enum gs_object_kind)rule->kind, recorded)
				->name);
}

/* ---- where they are defined ---- */

static char *definition(const struct variable *v, const bool *given)
{
	uint64_t initial = v->initial;
	if (v->text && v->kind == GS_OBJECT_NONE)
		return g_strdup_printf(
			"%s %s%s%s;", v->type, v->name, *v->text ? " = " : "", v->text);
	if (v->kind == GS_OBJECT_SYNC)
		return g_strdup_printf("%s %s;", v->type, v->name);
	if (!v->is_given && given[v->kind])
		initial |= FREE_NAMES;
	return g_strdup_printf("%s %s = %lld;%s", v->type, v->name,
		is_of_program(v->kind) ? (long long)(int32_t)initial : (long long)(uint32_t)initial,
		v->is_given ? "" : " /* no call gives it */");
}

void export_write_variables(struct exporter *ex)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
	bool given[GS_N_OBJECT_KINDS] = {false};
	for (guint i = 0; i < ex->variables->len; i++) {
		const struct variable *v = ex->variables->pdata[i];
		given[v->kind] |= v->is_given;
	}
	for (guint i = 0; i < ex->variables->len; i++)
		g_ptr_array_add(lines, definition(ex->variables->pdata[i], given));
	for (guint i = 0; i < ex->lists->len; i++)
		g_ptr_array_add(lines, definition(ex->lists->pdata[i], given));
	export_files_list(ex->files, "objects",
		"/* Contexts, windows, objects of GL and parts of its programs, and memory. */\n"
		"#include \"program.h\"\n\n",
		lines);
	g_ptr_array_free(lines, TRUE);
}
