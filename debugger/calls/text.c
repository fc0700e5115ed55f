/* SPDX-License-Identifier: MIT */
/* Calls as names and text, by the tables of data/. */
#include <math.h>
#include <string.h>
#include "data/constants.h"
#include "data/data.h"
#include "data/object.h"
#include "data/pointee.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/info.h"
enum {
	STRING_MAX = 200, /* strings of the program are shown up to here */
	ELEMENTS_MAX = 16,
	TEXTS_MAX = 8,
	PIXEL_BYTES = 8,
};

bool gs_call_is_draw(uint32_t function)
{
	return gs_data_flags(function) & GS_FUNCTION_DRAWS;
}

const char *gs_gl_error_name(uint32_t error)
{
	static const char *const names[] = {
		"GL_INVALID_ENUM",
		"GL_INVALID_VALUE",
		"GL_INVALID_OPERATION",
		"GL_STACK_OVERFLOW",
		"GL_STACK_UNDERFLOW",
		"GL_OUT_OF_MEMORY",
		"GL_INVALID_FRAMEBUFFER_OPERATION",
		"GL_CONTEXT_LOST",
	};
	if (error == 0)
		return "GL_NO_ERROR";
	return error >= GL_INVALID_ENUM && error - GL_INVALID_ENUM < G_N_ELEMENTS(names)
		       ? names[error - GL_INVALID_ENUM]
		       : "unknown GL error";
}

/* ---- single values ---- */

static char *text_of_double(double value, const char *format)
{
	char buffer[G_ASCII_DTOSTR_BUF_SIZE];
	if (isnan(value))
		return g_strdup("nan");
	if (isinf(value))
		return g_strdup(value < 0 ? "-inf" : "inf");
	return g_strdup(g_ascii_formatd(buffer, sizeof buffer, format, value));
}

static float float_of(uint64_t raw)
{
	uint32_t bits = (uint32_t)raw;
	float value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

static double double_of(uint64_t raw)
{
	double value;
	memcpy(&value, &raw, sizeof value);
	return value;
}

/* A constant given as a real number. */
static uint64_t natural_of(double value)
{
	return value >= 0 && value < 4294967296.0 ? (uint64_t)value : 0;
}

static char *text_of_float(float value)
{
	enum { MOST_DIGITS = 1000000 };
	/* The shortest that reads back as the same float; of a whole number that is its digits. */
	if (value > -MOST_DIGITS && value < MOST_DIGITS && value == (float)(int)value &&
		(value != 0 || !signbit(value)))
		return g_strdup_printf("%d", (int)value);
	char *text = text_of_double(value, "%.6g");
	if (isfinite(value) && (float)g_ascii_strtod(text, NULL) != value) {
		g_free(text);
		text = text_of_double(value, "%.9g");
	}
	return text;
}

static char *text_of_enum(const char *group, uint64_t raw, unsigned api)
{
	const char *name = gs_data_enum_name(group, raw, api);
	if (name)
		return g_strdup(name);
	return g_strdup_printf(
		raw < 10 ? "%" G_GINT64_MODIFIER "u" : "0x%" G_GINT64_MODIFIER "x", raw);
}

static char *text_of_boolean(uint64_t raw, unsigned api)
{
	static const char *const names[3][2] = {
		{"GL_FALSE", "GL_TRUE"}, {"EGL_FALSE", "EGL_TRUE"}, {"False", "True"}};
	int of = api == GS_FUNCTION_EGL ? 1 : api == GS_FUNCTION_GLX ? 2 : 0;
	return raw <= 1 ? g_strdup(names[of][raw])
			: g_strdup_printf("%" G_GINT64_MODIFIER "u", raw);
}

static char *text_of_value(
	enum gs_class class, unsigned bits, const char *group, unsigned api, uint64_t raw)
{
	char mask[512];
	switch (class) {
	case GS_CLASS_VOID:
		return g_strdup_printf("%02x", (unsigned)raw & 0xff);
	case GS_CLASS_INT:
		return g_strdup_printf("%" G_GINT64_FORMAT, (gint64)raw);
	case GS_CLASS_HANDLE:
		if (bits == 64 && raw > 0xffff)
			return g_strdup_printf("0x%" G_GINT64_MODIFIER "x", raw);
		/* fall through */
	case GS_CLASS_UINT:
		return g_strdup_printf("%" G_GINT64_MODIFIER "u", raw);
	case GS_CLASS_FLOAT:
		return text_of_float(float_of(raw));
	case GS_CLASS_DOUBLE:
		return text_of_double(double_of(raw), "%.17g");
	case GS_CLASS_BOOLEAN:
		return text_of_boolean(raw, api);
	case GS_CLASS_ENUM:
		return text_of_enum(group, raw, api);
	case GS_CLASS_BITFIELD:
		gs_data_bitfield_text(group, raw, mask, sizeof mask);
		return g_strdup(mask);
	case GS_CLASS_POINTER:
		break;
	}
	return raw ? g_strdup_printf("0x%" G_GINT64_MODIFIER "x", raw) : g_strdup("NULL");
}

/* ---- contents ---- */

static const uint8_t *bytes_of(const struct gs_argument_contents *c, size_t *size)
{
	return c->bytes ? g_bytes_get_data(c->bytes, size) : (*size = 0, NULL);
}

static size_t element_size(const struct gs_argument_contents *c)
{
	return c->class == GS_CLASS_STRUCT ? gs_data_struct_size(c->bits) : c->bits / 8;
}

/* The i-th text: its bytes and length; false: NULL, or not there. */
static bool find_text(
	const struct gs_argument_contents *c, size_t i, const char **text, uint32_t *length)
{
	size_t size;
	const uint8_t *at = bytes_of(c, &size);
	for (;; i--) {
		if (size < sizeof *length)
			return false;
		memcpy(length, at, sizeof *length);
		at += sizeof *length;
		size -= sizeof *length;
		uint32_t stored = *length == UINT32_MAX ? 0 : *length;
		if (stored > size)
			return false;
		*text = (const char *)at;
		if (i == 0)
			return *length != UINT32_MAX;
		at += stored;
		size -= stored;
	}
}

size_t gs_contents_n(const struct gs_argument_contents *c)
{
	size_t size;
	bytes_of(c, &size);
	switch (c->kind) {
	case GS_WIRE_ELEMENTS:
		return element_size(c) ? size / element_size(c) : 0;
	case GS_WIRE_TEXT:
		return 1;
	case GS_WIRE_TEXTS:
		return (size_t)MIN(c->count, size / sizeof(uint32_t));
	default:
		return 0;
	}
}

static uint64_t raw_element(const struct gs_argument_contents *c, size_t i)
{
	size_t size, each = element_size(c);
	const uint8_t *bytes = bytes_of(c, &size);
	uint64_t raw = 0;
	memcpy(&raw, bytes + i * each, MIN(each, sizeof raw));
	if (c->class == GS_CLASS_INT && each < 8 && raw >> (each * 8 - 1))
		raw |= ~0ull << (each * 8);
	return raw;
}

/* The element's bytes may be of another class than what they mean: glGetFloatv of a constant. The
 * registry's class of the bytes is in c->info[0]. */
static uint64_t meaning(const struct gs_argument_contents *c, uint64_t raw)
{
	if (c->info[0] == GS_CLASS_FLOAT && c->class != GS_CLASS_FLOAT)
		return natural_of(float_of(raw));
	if (c->info[0] == GS_CLASS_DOUBLE && c->class != GS_CLASS_DOUBLE)
		return natural_of(double_of(raw));
	return raw;
}

static char *quote(const char *text, size_t length, bool cut)
{
	bool long_ = length > STRING_MAX;
	char *part = g_strndup(length ? text : "", MIN(length, STRING_MAX));
	char *valid = g_utf8_make_valid(part, -1);
	GString *quoted = g_string_new("\"");
	for (const char *c = valid; *c; c++) {
		if (*c == '"' || *c == '\\')
			g_string_append_c(quoted, '\\');
		if (*c == '\n')
			g_string_append(quoted, "\\n");
		else if (*c == '\t')
			g_string_append(quoted, "\\t");
		else if ((unsigned char)*c < 32)
			g_string_append_printf(quoted, "\\%03o", (unsigned char)*c);
		else
			g_string_append_c(quoted, *c);
	}
	g_string_append(quoted, long_ || cut ? "\"..." : "\"");
	g_free(valid);
	g_free(part);
	return g_string_free(quoted, FALSE);
}

static char *text_of_visual(const uint8_t *bytes)
{
	/* XVisualInfo: visual, visualid, screen, depth, class, three masks, colormap_size,
	 * bits_per_rgb
	 */
	uint64_t id, masks[3];
	int32_t numbers[3], last[2];
	memcpy(&id, bytes + 8, sizeof id);
	memcpy(numbers, bytes + 16, sizeof numbers);
	memcpy(masks, bytes + 32, sizeof masks);
	memcpy(last, bytes + 56, sizeof last);
	return g_strdup_printf(
		"{visualid = 0x%" G_GINT64_MODIFIER
		"x, screen = %d, depth = %d, class = %d, red_mask = 0x%" G_GINT64_MODIFIER
		"x, green_mask = 0x%" G_GINT64_MODIFIER "x, blue_mask = 0x%" G_GINT64_MODIFIER
		"x, colormap_size = %d, bits_per_rgb = %d}",
		id, numbers[0], numbers[1], numbers[2], masks[0], masks[1], masks[2], last[0],
		last[1]);
}

char *gs_contents_text(const struct gs_argument_contents *c, size_t i)
{
	size_t size;
	const uint8_t *bytes = bytes_of(c, &size);
	uint32_t length;
	const char *text;
	if (c->kind == GS_WIRE_TEXT) /* an empty one has no bytes */
		return g_strndup(size ? (const char *)bytes : "", size);
	if (c->kind == GS_WIRE_TEXTS)
		return find_text(c, i, &text, &length) ? g_strndup(text, length) : NULL;
	if (c->kind != GS_WIRE_ELEMENTS || i >= gs_contents_n(c))
		return NULL;
	if (c->class == GS_CLASS_STRUCT)
		return text_of_visual(bytes + i * element_size(c));
	if (c->pairs && i % 2 == 0 && raw_element(c, i) == 0)
		return g_strdup("None");
	if (c->pairs && i % 2 == 0)
		return text_of_enum(c->api == GS_FUNCTION_GLX ? "GLXAttribute" : NULL,
			raw_element(c, i), c->api);
	return text_of_value(
		(enum gs_class)c->class, c->bits, c->group, c->api, meaning(c, raw_element(c, i)));
}

bool gs_contents_number(const struct gs_argument_contents *c, size_t i, bool *is_real, double *real,
	int64_t *integer)
{
	if (c->kind != GS_WIRE_ELEMENTS || c->class == GS_CLASS_STRUCT || i >= gs_contents_n(c))
		return false;
	uint64_t raw = raw_element(c, i);
	*is_real = c->info[0] == GS_CLASS_FLOAT || c->info[0] == GS_CLASS_DOUBLE;
	*integer = (int64_t)raw;
	if (*is_real)
		*real = c->info[0] == GS_CLASS_FLOAT ? float_of(raw) : double_of(raw);
	return true;
}

static void append_elements(GString *text, const struct gs_argument_contents *c)
{
	bool raw_bytes = c->class == GS_CLASS_VOID;
	size_t n = gs_contents_n(c), most = raw_bytes ? PIXEL_BYTES : ELEMENTS_MAX;
	if (c->class == GS_CLASS_STRUCT && n == 1 && c->count == 1) {
		char *one = gs_contents_text(c, 0);
		g_string_append(text, one);
		g_free(one);
		return;
	}
	if (raw_bytes)
		g_string_append_printf(text, "%" G_GINT64_MODIFIER "u bytes ", c->count);
	g_string_append_c(text, '{');
	for (size_t i = 0; i < MIN(n, most); i++) {
		char *one = gs_contents_text(c, i);
		g_string_append_printf(text, "%s%s", i == 0 ? "" : raw_bytes ? " " : ", ", one);
		g_free(one);
	}
	if (MIN(n, most) < c->count)
		g_string_append_printf(text,
			raw_bytes ? " ..." : ", ... %" G_GINT64_MODIFIER "u in all", c->count);
	g_string_append_c(text, '}');
}

static void append_texts(GString *text, const struct gs_argument_contents *c)
{
	size_t n = gs_contents_n(c);
	uint32_t length;
	const char *one;
	g_string_append_c(text, '{');
	for (size_t i = 0; i < MIN(n, TEXTS_MAX); i++) {
		bool there = find_text(c, i, &one, &length);
		char *quoted = there ? quote(one, length, false) : g_strdup("NULL");
		g_string_append_printf(text, "%s%s", i ? ", " : "", quoted);
		g_free(quoted);
	}
	if (MIN(n, TEXTS_MAX) < c->count)
		g_string_append_printf(text, ", ... %" G_GINT64_MODIFIER "u in all", c->count);
	g_string_append_c(text, '}');
}

static void append_pixels(GString *text, const struct gs_argument_contents *c)
{
	size_t size;
	const uint8_t *bytes = bytes_of(c, &size);
	char *format = text_of_enum("PixelFormat", c->info[4], GS_FUNCTION_GL);
	char *type = text_of_enum("PixelType", c->info[5], GS_FUNCTION_GL);
	g_string_append_printf(text, "%u x %u", c->info[0], c->info[1]);
	if (c->info[2] > 1)
		g_string_append_printf(text, " x %u", c->info[2]);
	g_string_append_printf(
		text, " %s %s, %" G_GINT64_MODIFIER "u bytes {", format, type, c->count);
	for (size_t i = 0; i < MIN(size, PIXEL_BYTES); i++)
		g_string_append_printf(text, "%s%02x", i ? " " : "", bytes[i]);
	g_string_append(text, c->count > PIXEL_BYTES ? " ...}" : "}");
	g_free(format);
	g_free(type);
}

static char *text_of_contents(const struct gs_argument_contents *c, uint64_t raw)
{
	GString *text = g_string_new(NULL);
	size_t size;
	const char *bytes = (const char *)bytes_of(c, &size);
	char *quoted;
	switch (c->kind) {
	case GS_WIRE_ELEMENTS:
		append_elements(text, c);
		break;
	case GS_WIRE_TEXT:
		quoted = quote(bytes, size, c->cut);
		g_string_append(text, quoted);
		g_free(quoted);
		break;
	case GS_WIRE_TEXTS:
		append_texts(text, c);
		break;
	case GS_WIRE_PIXELS:
		append_pixels(text, c);
		break;
	case GS_WIRE_OFFSET:
		g_string_append_printf(
			text, "buffer %u + %" G_GINT64_MODIFIER "u", c->info[0], raw);
		break;
	case GS_WIRE_SAID:
		quoted = g_utf8_make_valid(size ? bytes : "", (gssize)size);
		g_string_append(text, quoted);
		g_free(quoted);
		break;
	case GS_WIRE_UNREADABLE:
		g_string_append_printf(text, "0x%" G_GINT64_MODIFIER "x (unreadable)", raw);
		break;
	case GS_WIRE_UNKNOWN_SIZE:
		g_string_append_printf(
			text, "0x%" G_GINT64_MODIFIER "x (only the driver knows the size)", raw);
		break;
	}
	return g_string_free(text, FALSE);
}

/* What the argument "pname" of this call stands for, if that is what tells the meaning of another
 * argument; NULL: it does not. */
static const struct gs_pname *name_in(
	const struct gs_function_info *function, const struct gs_wire_call *wire)
{
	for (unsigned i = 0; i < function->n_parameters && i < wire->n_args; i++) {
		const struct gs_parameter *p = &function->parameters[i];
		if (strcmp(p->name, "pname") == 0)
			return gs_data_pname((uint32_t)wire->args[i]);
	}
	return NULL;
}

static enum gs_class class_of_name(const struct gs_pname *name, enum gs_class class)
{
	switch (name ? (enum gs_pname_kind)name->kind : GS_PNAME_NUMBER) {
	case GS_PNAME_BOOLEAN:
		return GS_CLASS_BOOLEAN;
	case GS_PNAME_ENUM:
	case GS_PNAME_ENUM_LIST:
		return GS_CLASS_ENUM;
	case GS_PNAME_MASK:
		return GS_CLASS_BITFIELD;
	default:
		return class;
	}
}

static struct gs_argument_contents *new_contents(const struct gs_wire_call *wire,
	const struct gs_function_info *function, const struct gs_wire_memory *entry, GBytes *bytes)
{
	struct gs_argument_contents *c = g_new0(struct gs_argument_contents, 1);
	const struct gs_memory_rule *rule = gs_data_memory_rule(wire->function, entry->argument);
	c->kind = (enum gs_wire_memory_kind)entry->kind;
	c->out = entry->flags & GS_WIRE_MEMORY_OUT;
	c->cut = entry->flags & GS_WIRE_MEMORY_CUT;
	c->no_address = entry->flags & GS_WIRE_MEMORY_NO_ADDRESS;
	c->count = entry->count;
	c->class = entry->class;
	c->bits = entry->bits;
	c->api = function->apis;
	c->bytes = bytes;
	memcpy(c->info, entry->info, sizeof c->info);
	c->skip = entry->skip;
	if (entry->argument < function->n_parameters)
		c->group = function->parameters[entry->argument].group;
	if (c->kind != GS_WIRE_ELEMENTS)
		return c;
	c->info[0] = entry->class; /* of what is beside the arguments the entry says more */
	c->pairs = rule && rule->kind == GS_MEMORY_RULE_ATTRIBUTES &&
		   wire->function != GS_FN_glXChooseVisual;
	if (rule && rule->kind == GS_MEMORY_RULE_PNAME) {
		const struct gs_pname *name = gs_data_pname((uint32_t)wire->args[rule->other[0]]);
		c->class = (uint8_t)class_of_name(name, (enum gs_class)c->class);
		c->group = name ? gs_data_group_name(name->group) : NULL;
	}
	return c;
}

static void contents_free(struct gs_argument_contents *contents)
{
	if (!contents)
		return;
	g_bytes_unref(contents->bytes);
	g_free(contents);
}

static char *name_of_memory(
	const struct gs_wire_memory *entry, const struct gs_function_info *function)
{
	uint32_t which = entry->info[0];
	if (entry->argument == GS_WIRE_MAPPED)
		return g_strdup("mapped");
	if (entry->argument == GS_WIRE_PART)
		return g_strdup_printf("%s[%u]",
			which < function->n_parameters ? function->parameters[which].name : "?",
			entry->info[1]);
	if (which >= GL_TEXTURE0 && which < GL_TEXTURE0 + 32)
		return g_strdup_printf("GL_TEXTURE_COORD_ARRAY %u", which - GL_TEXTURE0);
	return which < 1024 ? g_strdup_printf("array %u", which)
			    : text_of_enum("EnableCap", which, GS_FUNCTION_GL);
}

/* Where an entry belongs: to an argument, to what is returned, or beside them; NULL: not known
 * here. */
static struct gs_argument *place_of(const struct gs_wire_memory *entry,
	const struct gs_function_info *function, struct gs_call_info *call)
{
	if (entry->argument < call->n_arguments)
		return &call->arguments[entry->argument];
	if (entry->argument == GS_WIRE_RETURNED)
		return call->has_return ? &call->returned : NULL;
	if (entry->argument < GS_WIRE_PART || entry->argument > GS_WIRE_VERTICES)
		return NULL;
	call->memory = g_renew(struct gs_argument, call->memory, call->n_memory + 1);
	struct gs_argument *a = &call->memory[call->n_memory++];
	*a = (struct gs_argument){.name = name_of_memory(entry, function), .type = "memory"};
	return a;
}

/* "from 3, stride 8, 2 GL_FLOAT: " before a vertex array's bytes. */
static void describe_memory(const struct gs_wire_memory *entry, struct gs_argument *a)
{
	GString *text = g_string_new(NULL);
	uint64_t offset = entry->info[3];
	if (entry->argument == GS_WIRE_VERTICES) {
		char *type = text_of_enum(
			"VertexAttribPointerType", entry->info[2], GS_FUNCTION_GL);
		g_string_append_printf(text, "%u %s, stride %u, from %u on: ",
			entry->info[1] == GL_BGRA ? 4 : entry->info[1], type, entry->info[3],
			entry->info[4]);
		g_free(type);
	} else if (entry->argument == GS_WIRE_MAPPED) {
		g_string_append_printf(text, "from %" G_GUINT64_FORMAT " on: ",
			(guint64)(offset << 32 | entry->info[2]));
	}
	g_string_append(text, a->text);
	g_free(a->text);
	a->text = g_string_free(text, FALSE);
}

/* Gives the arguments what they point at; what is told of none of them is left out. */
static void take_memory(const struct gs_wire_call *wire, const struct gs_function_info *function,
	GBytes *memory, struct gs_call_info *call)
{
	size_t size = 0;
	const uint8_t *bytes = memory ? g_bytes_get_data(memory, &size) : NULL;
	const uint8_t *end = size ? bytes + size : bytes;
	struct gs_wire_memory entry;
	for (const uint8_t *from;
		(from = gs_memory_read(bytes, (uint64_t)(end - bytes), &entry, &bytes));) {
		if (entry.kind > GS_WIRE_SAID || entry.class > GS_CLASS_STRUCT)
			break;
		struct gs_argument *a = place_of(&entry, function, call);
		if (a && !a->contents) {
			GBytes *part = g_bytes_new(from, (gsize)entry.size);
			a->contents = new_contents(wire, function, &entry, part);
			g_free(a->text);
			a->text = text_of_contents(a->contents, a->raw);
			if (entry.argument >= GS_WIRE_PART && entry.argument <= GS_WIRE_VERTICES)
				describe_memory(&entry, a);
		}
	}
}

/* ---- calls ---- */

static void fill_argument(const struct gs_parameter *p, uint64_t raw, unsigned api,
	const struct gs_pname *name, struct gs_argument *a)
{
	static const uint8_t kinds[] = {[GS_CLASS_VOID] = GS_VALUE_INTEGER,
		[GS_CLASS_INT] = GS_VALUE_INTEGER,
		[GS_CLASS_UINT] = GS_VALUE_NATURAL,
		[GS_CLASS_FLOAT] = GS_VALUE_REAL,
		[GS_CLASS_DOUBLE] = GS_VALUE_REAL,
		[GS_CLASS_BOOLEAN] = GS_VALUE_BOOLEAN,
		[GS_CLASS_ENUM] = GS_VALUE_ENUM,
		[GS_CLASS_BITFIELD] = GS_VALUE_BITFIELD,
		[GS_CLASS_HANDLE] = GS_VALUE_NATURAL,
		[GS_CLASS_POINTER] = GS_VALUE_POINTER};
	enum gs_class class = (enum gs_class)p->class;
	const char *group = p->group;
	a->name = p->name;
	a->type = p->type;
	a->raw = raw;
	a->kind = kinds[class];
	if (class == GS_CLASS_FLOAT)
		a->real = float_of(raw);
	else if (class == GS_CLASS_DOUBLE)
		a->real = double_of(raw);
	bool by_name = name && strcmp(p->name, "param") == 0 && class != GS_CLASS_POINTER &&
		       class_of_name(name, class) != class;
	if (by_name) {
		raw = class == GS_CLASS_FLOAT || class == GS_CLASS_DOUBLE ? natural_of(a->real)
									  : raw;
		class = class_of_name(name, class);
		group = gs_data_group_name(name->group);
	}
	a->text = text_of_value(class, p->bits, group, api, raw);
}

static void fill_call(const struct gs_function_info *function, const struct gs_wire_call *wire,
	pid_t thread, GBytes *memory, struct gs_call_info *call)
{
	memset(call, 0, sizeof *call);
	call->index = wire->index;
	call->frame = wire->frame;
	call->draw = wire->draw;
	call->thread = thread;
	call->executed = wire->flags & GS_CALL_EXECUTED;
	call->skipped = wire->flags & GS_CALL_SKIPPED;
	call->edited = wire->flags & GS_CALL_EDITED;
	call->fake = wire->flags & GS_CALL_FAKE;
	call->gl_error = wire->gl_error;
	call->name = function ? function->name : "unknown function";
	call->function = function ? wire->function : GS_N_FUNCTIONS;
	if (!function)
		return;
	unsigned n = MIN(MIN(function->n_parameters, wire->n_args), GS_WIRE_ARGS);
	const struct gs_pname *name = name_in(function, wire);
	call->arguments = g_new0(struct gs_argument, n + 1);
	call->n_arguments = n;
	for (unsigned i = 0; i < n; i++)
		fill_argument(&function->parameters[i], wire->args[i], function->apis, name,
			&call->arguments[i]);
	if (wire->flags & GS_CALL_RETURNED && function->returns.class != GS_CLASS_VOID) {
		call->has_return = true;
		fill_argument(&function->returns, wire->ret, function->apis, NULL, &call->returned);
	}
	take_memory(wire, function, memory, call);
}

void gs_call_from_wire(
	const struct gs_wire_call *wire, pid_t thread, GBytes *memory, struct gs_call_info *call)
{
	fill_call(gs_data_function(wire->function), wire, thread, memory, call);
}

void gs_call_info_clear(struct gs_call_info *call)
{
	for (size_t i = 0; i < call->n_arguments; i++) {
		g_free(call->arguments[i].text);
		g_free(call->arguments[i].called);
		contents_free(call->arguments[i].contents);
	}
	for (size_t i = 0; i < call->n_memory; i++) {
		g_free((char *)call->memory[i].name);
		g_free(call->memory[i].text);
		contents_free(call->memory[i].contents);
	}
	g_free(call->memory);
	g_free(call->arguments);
	g_free(call->returned.text);
	contents_free(call->returned.contents);
	memset(call, 0, sizeof *call);
}

char *gs_call_info_text(const struct gs_call_info *call)
{
	GString *text = g_string_new(call->name);
	g_string_append_c(text, '(');
	for (size_t i = 0; i < call->n_arguments; i++) {
		const struct gs_argument *a = &call->arguments[i];
		g_string_append_printf(text, "%s%s = %s", i ? ", " : "", a->name, a->text);
		if (a->called)
			g_string_append_printf(text, " (%s)", a->called);
	}
	g_string_append_c(text, ')');
	if (call->has_return)
		g_string_append_printf(text, " = %s", call->returned.text);
	return g_string_free(text, FALSE);
}

/* ---- what things are called ---- */

static struct gs_argument *argument_called(struct gs_call_info *call, const char *name)
{
	for (size_t i = 0; i < call->n_arguments; i++)
		if (strcmp(call->arguments[i].name, name) == 0)
			return &call->arguments[i];
	return NULL;
}

/* Textures, buffers and so on, by their labels. */
static void label_arguments(
	const struct gs_call_names *names, struct gs_call_place place, struct gs_call_info *call)
{
	int function = gs_data_find(call->name);
	size_t n = 0;
	const struct gs_object_rule *rules = function < 0
						     ? NULL
						     : gs_data_object_rules((unsigned)function, &n);
	for (size_t i = 0; i < n; i++) {
		struct gs_argument *a = rules[i].argument < call->n_arguments
						? &call->arguments[rules[i].argument]
						: NULL;
		if (a && a->kind != GS_VALUE_POINTER && !a->called)
			a->called = g_strdup(gs_call_names_label(names, (uint32_t)call->thread,
				place, rules[i].kind, (uint32_t)a->raw));
	}
}

static void name_arguments(
	const struct gs_call_names *names, struct gs_call_place place, struct gs_call_info *call)
{
	uint32_t thread = (uint32_t)call->thread;
	struct gs_argument *program = argument_called(call, "program");
	struct gs_argument *location = argument_called(call, "location");
	struct gs_argument *index = argument_called(call, "index");
	index = index ? index : argument_called(call, "attribindex");
	if (location && !program)
		location->called = g_strdup(
			gs_call_names_uniform(names, thread, place, 0, (int32_t)location->raw));
	else if (location && !(gs_data_kinds(call->function) & GS_KIND_ASKS))
		location->called = g_strdup(gs_call_names_uniform(
			names, thread, place, (uint32_t)program->raw, (int32_t)location->raw));
	else if (program && call->function == GS_FN_glUseProgram && program->raw)
		program->called = gs_call_names_of_program(
			names, thread, place, (uint32_t)program->raw);
	else if (index && gs_data_kinds(call->function) & GS_KIND_ATTRIBUTE)
		index->called = g_strdup(
			gs_call_names_attribute(names, thread, place, (uint32_t)index->raw));
}

bool gs_call_info_follows(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call)
{
	struct gs_wire_call before = {.index = UINT64_MAX};
	if (place.n < gs_call_store_count(store))
		return true;
	return !place.n || !gs_call_store_get(store, (struct gs_call_place){place.n - 1}, &before)
		       ? call->index == 0
		       : call->index == before.index + 1;
}

void gs_call_info_name(
	struct gs_call_store *store, struct gs_call_place place, struct gs_call_info *call)
{
	if (!store || !call->n_arguments || !gs_call_info_follows(store, place, call))
		return;
	const struct gs_call_names *names = gs_call_groups_names(gs_call_store_lock_groups(store));
	name_arguments(names, place, call);
	label_arguments(names, place, call);
	gs_call_store_unlock_groups(store);
}

/* What stands in a file that cannot be asked now. */
static void leave_open(const struct gs_function_info *function, struct gs_call_info *call)
{
	bool foreign = function && call->n_arguments && !*function->parameters[0].type;
	for (size_t i = 0; i < call->n_arguments; i++) {
		struct gs_argument *a = &call->arguments[i];
		if (!foreign && (a->kind != GS_VALUE_POINTER || !a->raw))
			continue;
		g_free(a->text);
		a->text = g_strdup("...");
	}
}

bool gs_call_info_at(
	struct gs_call_store *store, struct gs_call_place place, struct gs_call_info *call)
{
	struct gs_wire_call wire;
	GBytes *memory;
	if (!store || !gs_call_store_get_memory(store, place, &wire, &memory))
		return false;
	const struct gs_function_info *function = gs_call_store_function(store, wire.function);
	fill_call(function, &wire, (pid_t)(wire.flags >> GS_CALL_TID_SHIFT), memory, call);
	if (memory && !g_bytes_get_size(memory))
		leave_open(function, call);
	gs_call_info_name(store, place, call);
	g_bytes_unref(memory);
	return true;
}
