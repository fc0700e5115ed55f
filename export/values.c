/* SPDX-License-Identifier: MIT */
/* Exports values of the trace as C expressions. */
#include <string.h>
#include "export/private.h"

enum {
	MOST_INLINE_BYTES = 32,
	MOST_INLINE = 64,
	MOST_STRING = 400,
	MOST_ITEMS = 1 << 16,
	SMALL_OFFSET = 1 << 16
};

/* ---- numbers ---- */

static const char *constant(struct exporter *ex, const char *name, uint64_t value)
{
	uint64_t known;
	if (!name || !g_str_has_prefix(name, "GL_") || !gs_data_enum_value(name, &known) ||
		known != value)
		return NULL;
	if (!ex->is_survey)
		export_files_constant(ex->files, name, value);
	return name;
}

/* Return the name of a constant, which is static; NULL: none. */
static const char *constant_in(
	struct exporter *ex, const char *group, uint64_t value, unsigned apis)
{
	return constant(ex, gs_data_enum_name(group, value, apis), value);
}

static void add_bits(struct exporter *ex, const char *group, uint32_t bits, GString *to)
{
	for (unsigned i = 0, n = 0; i < 32; i++) {
		const char *name;
		size_t k = 0;
		if (!(bits & 1u << i))
			continue;
		while (group && (name = gs_data_group_member(group, k++)))
			if (constant(ex, name, 1u << i))
				break;
		if (!group)
			name = NULL;
		g_string_append(to, n++ ? " | " : "");
		if (name)
			g_string_append(to, name);
		else
			g_string_append_printf(to, "0x%xu", 1u << i);
	}
	if (!bits)
		g_string_append_c(to, '0');
}

static void add_signed(int64_t number, GString *to)
{
	if (number == INT64_MIN)
		g_string_append(to, "INT64_MIN");
	else if (number == INT32_MIN)
		g_string_append(to, "INT32_MIN");
	else
		g_string_append_printf(to,
			number > INT32_MAX || number < INT32_MIN ? "INT64_C(%lld)" : "%lld",
			(long long)number);
}

static void add_unsigned(uint64_t number, GString *to)
{
	g_string_append_printf(to,
		number > UINT32_MAX  ? "UINT64_C(%llu)"
		: number > INT32_MAX ? "%lluu"
				     : "%llu",
		(unsigned long long)number);
}

static void add_number(struct exporter *ex, enum gs_class class, const char *group, unsigned apis,
	uint64_t raw, GString *to)
{
	const char *name = NULL;
	switch (class) {
	case GS_CLASS_FLOAT:
		export_add_float(to, (uint32_t)raw);
		break;
	case GS_CLASS_DOUBLE:
		export_add_double(to, raw);
		break;
	case GS_CLASS_BOOLEAN:
		if (raw < 2)
			g_string_append(to, raw ? "GL_TRUE" : "GL_FALSE");
		else
			add_unsigned(raw, to);
		break;
	case GS_CLASS_ENUM:
		name = constant_in(ex, group, raw, apis);
		g_string_append_printf(to, name ? "%s" : "", name);
		if (!name)
			g_string_append_printf(
				to, raw ? "0x%04llx" : "%llu", (unsigned long long)raw);
		break;
	case GS_CLASS_BITFIELD:
		add_bits(ex, group, (uint32_t)raw, to);
		break;
	case GS_CLASS_INT:
		add_signed((int64_t)raw, to);
		break;
	default:
		add_unsigned(raw, to);
	}
}

bool export_scalar(struct exporter *ex, const struct gs_trace_value *value, enum gs_class class,
	unsigned bits, const char *group, unsigned apis, GString *to)
{
	uint64_t raw, known;
	const char *name = NULL;
	if (!gs_trace_raw(value, class, bits, &raw))
		return false;
	if (ex->is_survey)
		return true;
	if (value->class == GS_TRACE_ENUM && class == GS_CLASS_INT && value->names)
		name = gs_trace_names_find(value->names, value->sint);
	/* The trace's name may differ from the name that the table has for the value: use that. */
	if (name && gs_data_enum_value(name, &known) && known == raw && known > 1)
		name = constant_in(ex, NULL, raw, apis);
	else
		name = NULL;
	if (name)
		g_string_append(to, name);
	else
		add_number(ex, class, group, apis, raw, to);
	return true;
}

/* ---- bytes and texts ---- */

static char *data_name(const struct gs_trace_call *call, const char *what, const char *label)
{
	GString *name = g_string_new(NULL);
	g_string_printf(name, "DATA_%llu_", (unsigned long long)call->number);
	export_add_word(name, what, strlen(what));
	if (label) {
		g_string_append_c(name, '_');
		export_add_word(name, label, strlen(label));
	}
	g_string_ascii_up(name);
	return g_string_free(name, FALSE);
}

static void add_data(struct exporter *ex, const struct gs_trace_call *call, const char *what,
	const void *bytes, size_t n, bool is_text, GString *to)
{
	char *name = ex->is_survey ? NULL : data_name(call, what, ex->data_label);
	if (name)
		g_string_append_printf(
			to, "data(%s)", export_files_data(ex->files, name, bytes, n, is_text));
	g_free(name);
}

void export_data(struct exporter *ex, const struct gs_trace_call *call, const char *what,
	const void *bytes, size_t n, GString *to)
{
	add_data(ex, call, what, bytes, n, false, to);
}

void export_bytes(struct exporter *ex, const struct gs_trace_call *call, const char *what,
	const void *bytes, size_t n, GString *to)
{
	if (n > MOST_INLINE_BYTES || !n) {
		export_data(ex, call, what, bytes, n, to);
		return;
	}
	g_string_append(to, "(const GLubyte[]){");
	for (size_t i = 0; i < n; i++)
		g_string_append_printf(to, "%s%u", i ? ", " : "", ((const uint8_t *)bytes)[i]);
	g_string_append_c(to, '}');
}

void export_text(struct exporter *ex, const struct gs_trace_call *call, const char *what,
	const struct gs_trace_value *value, GString *to)
{
	if (value->n <= MOST_STRING)
		export_add_string(to, value->text, value->n);
	else
		add_data(ex, call, what, value->text, value->n, true, to);
}

/* ---- arrays ---- */

static bool is_element(const struct parameter *p)
{
	return p->element_class != GS_CLASS_VOID && p->element_class != GS_CLASS_STRUCT &&
	       p->element_bits >= 8;
}

/* Guess the type of elements that no table knows. */
static void guess_elements(const struct gs_trace_value *array, struct parameter *p)
{
	uint8_t class = array->n ? array->items[0].class : GS_TRACE_UINT;
	if (is_element(p))
		return;
	p->element_bits = class == GS_TRACE_DOUBLE || class == GS_TRACE_POINTER ? 64 : 32;
	p->element_class = class == GS_TRACE_FLOAT    ? GS_CLASS_FLOAT
			   : class == GS_TRACE_DOUBLE ? GS_CLASS_DOUBLE
						      : GS_CLASS_INT;
}

static const char *plain_type(const struct parameter *p)
{
	bool is_signed = p->element_class == GS_CLASS_INT;
	if (p->element_class == GS_CLASS_POINTER)
		return "const void *const";
	if (p->element_class == GS_CLASS_FLOAT)
		return "const GLfloat";
	if (p->element_class == GS_CLASS_DOUBLE)
		return "const GLdouble";
	switch (p->element_bits) {
	case 8:
		return is_signed ? "const GLbyte" : "const GLubyte";
	case 16:
		return is_signed ? "const GLshort" : "const GLushort";
	case 64:
		return is_signed ? "const GLint64" : "const GLuint64";
	default:
		return is_signed ? "const GLint" : "const GLuint";
	}
}

char *export_element_type(const struct parameter *p, const struct gs_trace_value *array)
{
	struct parameter guessed = *p;
	const char *type = p->info->type, *star = strrchr(type, '*');
	char *element;
	guess_elements(array, &guessed);
	if (!star || strstr(type, "void *") == star - 5 || !is_element(p))
		return g_strdup(plain_type(&guessed));
	element = g_strndup(type, (gsize)(star - type));
	g_strchomp(element);
	if (g_str_equal(element, "const void") || g_str_equal(element, "void")) {
		g_free(element);
		return g_strdup(plain_type(&guessed));
	}
	return element;
}

/* Append an element that is a pointer: a text, bytes, an address or an offset. Return false if it
 * is not known. */
static bool add_pointer_element(struct exporter *ex, const struct parameter *p,
	const struct gs_trace_call *call, const struct gs_trace_value *item, GString *to)
{
	uint64_t address = gs_trace_number(item);
	if (item->class == GS_TRACE_STRING)
		export_text(ex, call, p->info->name, item, to);
	else if (item->class == GS_TRACE_BLOB)
		export_data(ex, call, p->info->name, item->bytes, item->n, to);
	else if (!address)
		g_string_append(to, "NULL");
	else if (!export_address(ex, address, to)) {
		if (address >= SMALL_OFFSET && !export_is_offset(ex, p))
			return false;
		g_string_append_printf(to, "offset(%llu)", (unsigned long long)address);
	}
	return true;
}

static bool add_items(struct exporter *ex, const struct recipe *recipe, const struct parameter *p,
	const struct gs_trace_call *call, const struct gs_trace_value *array, GString *to)
{
	const struct gs_object_rule *rule = export_rule(recipe, (unsigned)(p - recipe->parameters));
	struct parameter guessed = *p;
	guess_elements(array, &guessed);
	for (uint32_t i = 0; i < array->n; i++) {
		const struct gs_trace_value *item = &array->items[i];
		bool is_good;
		g_string_append(to, i ? ", " : "");
		if (guessed.element_class == GS_CLASS_POINTER)
			is_good = add_pointer_element(ex, p, call, item, to);
		else if (rule)
			is_good = export_ruled(ex, rule, call, gs_trace_number(item), to);
		else
			is_good = export_scalar(ex, item, (enum gs_class)guessed.element_class,
				guessed.element_bits, p->info->group, recipe->info->apis, to);
		if (!is_good)
			return false;
	}
	return true;
}

/* Return all elements as in memory, to be freed with g_free(); NULL: one is no number. */
static uint8_t *packed(const struct parameter *p, const struct gs_trace_value *array, size_t *n)
{
	struct parameter guessed = *p;
	uint8_t *bytes;
	size_t each;
	guess_elements(array, &guessed);
	each = guessed.element_bits / 8u;
	*n = array->n * each;
	bytes = g_malloc0(*n + 8);
	for (uint32_t i = 0; i < array->n; i++) {
		uint64_t raw;
		if (!gs_trace_raw(&array->items[i], (enum gs_class)guessed.element_class,
			    guessed.element_bits, &raw)) {
			g_free(bytes);
			return NULL;
		}
		memcpy(bytes + i * each, &raw, each);
	}
	return bytes;
}

/* Append "at_places(2, (const GLint[]){program_1_red, program_1_green}, ", which moves the
 * subroutines that follow to the places of their uniforms here. Return false if the program did not
 * ask for these places. */
static bool add_places(struct exporter *ex, const struct recipe *recipe, const struct parameter *p,
	const struct gs_trace_call *call, uint32_t n, GString *to)
{
	const struct gs_object_rule *rule = export_rule(recipe, (unsigned)(p - recipe->parameters));
	GString *places;
	bool has_any = false;
	if (!rule || rule->kind != GS_OBJECT_SUBROUTINE)
		return false;
	places = g_string_new(NULL);
	for (uint32_t i = 0; i < n; i++) {
		const struct variable *v = export_subroutine_place(
			ex, gs_trace_argument(call, 0), i);
		g_string_append(places, i ? ", " : "");
		if (v)
			g_string_append(places, export_use(ex, v));
		else
			g_string_append_printf(places, "%u", i);
		has_any |= v != NULL;
	}
	if (has_any)
		g_string_append_printf(to, "at_places(%u, (const GLint[]){%s}, ", n, places->str);
	g_string_free(places, TRUE);
	return has_any;
}

static bool add_array(struct exporter *ex, const struct recipe *recipe, const struct parameter *p,
	const struct gs_trace_call *call, const struct gs_trace_value *array, GString *to)
{
	bool has_names = export_rule(recipe, (unsigned)(p - recipe->parameters));
	bool is_large = array->n > MOST_INLINE || p->is_kept || !array->n, has_places;
	char *type;
	if (is_large && !has_names && p->element_class != GS_CLASS_POINTER) {
		size_t n;
		uint8_t *bytes = packed(p, array, &n);
		if (bytes)
			export_data(ex, call, p->info->name, bytes, n, to);
		g_free(bytes);
		return bytes;
	}
	if (array->n > MOST_ITEMS) {
		ex->refused = "it has too many names or texts";
		return false;
	}
	if (!array->n) {
		g_string_append(to, "NULL");
		return true;
	}
	has_places = add_places(ex, recipe, p, call, array->n, to);
	type = export_element_type(p, array);
	g_string_append_printf(to, "(%s[]){", type);
	g_free(type);
	if (!add_items(ex, recipe, p, call, array, to))
		return false;
	g_string_append(to, has_places ? "})" : "}");
	return true;
}

/* Append where the call stores new names: in the variable, or in an array if there are several. */
static bool add_new_names(struct exporter *ex, const struct recipe *recipe,
	const struct gs_object_rule *rule, const struct gs_trace_value *array, GString *to)
{
	enum gs_object_kind kind = (enum gs_object_kind)rule->kind;
	if (array->n > MOST_ITEMS) {
		ex->refused = "it has too many names";
		return false;
	}
	if (array->n == 1) {
		uint64_t recorded = gs_trace_number(&array->items[0]);
		if (!recorded)
			g_string_append(to, "room(0)");
		else
			g_string_append_printf(
				to, "&%s", export_new_name(ex, recipe, kind, recorded)->name);
		return true;
	}
	g_string_append(to, "names");
	g_string_printf(ex->after, "GLuint names[%u];\n", MAX(array->n, 1));
	for (uint32_t i = 0; i < array->n; i++) {
		uint64_t recorded = gs_trace_number(&array->items[i]);
		if (recorded)
			g_string_append_printf(ex->after, "%s = names[%u];\n",
				export_new_name(ex, recipe, kind, recorded)->name, i);
	}
	return true;
}

/* ---- pointers ---- */

/* Append memory for what the call wrote, or may write now. */
static bool add_room(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, const struct parameter *p, GString *to)
{
	const struct gs_trace_value *value = &call->args[p - recipe->parameters];
	uint64_t size = p->memory ? export_needed(recipe, call, p->memory) : 0, recorded = 0;
	if (value->class == GS_TRACE_ARRAY)
		recorded = (uint64_t)value->n * 8;
	else if (value->class == GS_TRACE_BLOB || value->class == GS_TRACE_STRING)
		recorded = value->n;
	size = MAX(size, recorded);
	if (size > EXPORT_MOST_MEMORY)
		ex->refused = "it writes more than there is room for";
	g_string_append_printf(to, "room(%llu)", (unsigned long long)size);
	return size <= EXPORT_MOST_MEMORY;
}

/* Append a cast, where a pointer to void or other elements follows. */
static void add_cast(const struct parameter *p, bool is_void, GString *to)
{
	bool to_void = strstr(p->info->type, "void *") &&
		       strchr(p->info->type, '*') == strrchr(p->info->type, '*');
	if ((!is_void && !to_void) || !p->info->in)
		g_string_append_printf(to, "(%s)", p->info->type);
}

/* Append all that was behind the pointer. */
static bool add_behind(struct exporter *ex, const struct parameter *p,
	const struct gs_trace_call *call, const struct gs_trace_value *value, GString *to)
{
	GString *expression = g_string_new(NULL);
	if (p->is_kept)
		export_data(ex, call, p->info->name, value->bytes, value->n, expression);
	else if (value->class == GS_TRACE_STRING)
		export_text(ex, call, p->info->name, value, expression);
	else
		export_bytes(ex, call, p->info->name, value->bytes, value->n, expression);
	if (*expression->str != '"' || !strstr(p->info->type, "char"))
		add_cast(p, *expression->str == 'd', to);
	g_string_append(to, expression->str);
	g_string_free(expression, TRUE);
	return true;
}

static bool add_address(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, const struct parameter *p, uint64_t address, GString *to)
{
	size_t before = to->len;
	if (!address) {
		g_string_append(to, "NULL");
		return true;
	}
	add_cast(p, false, to);
	g_string_append_c(to, '(');
	if (export_address(ex, address, to)) {
		g_string_append_c(to, ')');
		return true;
	}
	g_string_truncate(to, before);
	if (address < SMALL_OFFSET || export_is_offset(ex, p)) {
		g_string_append_printf(to, "offset(%llu)", (unsigned long long)address);
		return true;
	}
	return p->is_out && add_room(ex, recipe, call, p, to);
}

static bool add_pointer(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, unsigned i, GString *to)
{
	const struct parameter *p = &recipe->parameters[i];
	const struct gs_trace_value *value = &call->args[i];
	const struct gs_object_rule *rule = export_rule(recipe, i);
	uint64_t address;
	if (value->class == GS_TRACE_REPR)
		value = &value->items[1];
	if (value->class == GS_TRACE_ARRAY && p->is_out && rule && rule->is_new &&
		p->element_bits == 32)
		return add_new_names(ex, recipe, rule, value, to);
	if (p->is_out && (value->class == GS_TRACE_ARRAY || value->class == GS_TRACE_BLOB ||
				 value->class == GS_TRACE_STRING || value->class == GS_TRACE_NONE))
		return add_room(ex, recipe, call, p, to);
	switch ((enum gs_trace_class)value->class) {
	case GS_TRACE_STRING:
	case GS_TRACE_BLOB:
		return add_behind(ex, p, call, value, to);
	case GS_TRACE_ARRAY:
		return add_array(ex, recipe, p, call, value, to);
	case GS_TRACE_NONE:
		return false;
	default:
		return gs_trace_raw(value, GS_CLASS_POINTER, 64, &address) &&
		       add_address(ex, recipe, call, p, address, to);
	}
}

bool export_argument(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, unsigned i, GString *to)
{
	const struct parameter *p = &recipe->parameters[i];
	const struct gs_trace_value *value = &call->args[i];
	const struct gs_object_rule *rule = export_rule(recipe, i);
	bool is_good;
	if (p->info->class == GS_CLASS_POINTER) {
		is_good = add_pointer(ex, recipe, call, i, to);
	} else {
		uint64_t raw;
		if (value->class == GS_TRACE_REPR)
			value = &value->items[1];
		is_good = gs_trace_raw(value, (enum gs_class)p->info->class, p->info->bits, &raw);
		if (is_good && rule)
			is_good = export_ruled(ex, rule, call, raw, to);
		else if (is_good)
			is_good = export_scalar(ex, value, (enum gs_class)p->info->class,
				p->info->bits, p->info->group, recipe->info->apis, to);
	}
	if (!is_good && !ex->refused)
		ex->refused = "the trace does not say what stands in an argument";
	return is_good;
}
