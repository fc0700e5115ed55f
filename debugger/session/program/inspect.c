/* SPDX-License-Identifier: MIT */
/* Textures, buffers and attachments: decoding of wire/inspect.h. */
#include <math.h>
#include <string.h>
#include "data/constants.h"
#include "data/data.h"
#include "debugger/engine/engine.h"
#include "debugger/session/program/inspect.h"
#include "debugger/session/shader/operations.h"
#include "debugger/session/request.h"
#include "debugger/session/session.h"
#include "debugger/session/start.h"
#include "debugger/session/program/uniform.h"
#include "debugger/session/wait.h"
#include "wire/inspect.h"

/* ---- names ---- */

const char *gs_resource_enum(uint32_t value)
{
	const char *name = value ? gs_data_enum_name(NULL, value, GS_FUNCTION_GL) : NULL;
	return name ? name : "unknown";
}

const char *gs_resource_format(uint32_t format)
{
	const char *name = format ? gs_data_enum_name(NULL, format, GS_FUNCTION_GL) : NULL;
	return name && g_str_has_prefix(name, "GL_") ? name + strlen("GL_") : name;
}

/* ---- what the program calls them ---- */

static void add_name(GString *names, const char *name, size_t element, bool is_array)
{
	size_t length = strlen(name) - (g_str_has_suffix(name, "[0]") ? strlen("[0]") : 0);
	g_string_append_printf(names, "%s%.*s", names->len ? ", " : "", (int)length, name);
	if (is_array)
		g_string_append_printf(names, "[%zu]", element);
}

/* The target that a sampler reads; 0: not known. */
static uint32_t sampler_target(const char *type)
{
	static const struct {
		const char *kind;
		uint32_t target; /* of GL */
	} targets[] = {{"1D", GL_TEXTURE_1D}, {"2D", GL_TEXTURE_2D}, {"3D", GL_TEXTURE_3D},
		{"Cube", GL_TEXTURE_CUBE_MAP}, {"2DRect", GL_TEXTURE_RECTANGLE},
		{"1DArray", GL_TEXTURE_1D_ARRAY}, {"2DArray", GL_TEXTURE_2D_ARRAY},
		{"Buffer", GL_TEXTURE_BUFFER}, {"CubeArray", GL_TEXTURE_CUBE_MAP_ARRAY},
		{"2DMS", GL_TEXTURE_2D_MULTISAMPLE},
		{"2DMSArray", GL_TEXTURE_2D_MULTISAMPLE_ARRAY}};
	g_auto(GStrv) parts = g_strsplit(strstr(type, "sampler") + strlen("sampler"), "Shadow", 2);
	for (size_t i = 0; i < G_N_ELEMENTS(targets); i++)
		if (!strcmp(parts[0], targets[i].kind))
			return targets[i].target;
	return 0;
}

bool gs_resource_is_seen_by(
	const struct gs_wire_resource *r, const struct gs_uniform_info *reader, uint32_t unit)
{
	bool is_image = r->where == GL_IMAGE_BINDING_NAME;
	const char *kind = strstr(reader->type, is_image ? "image" : "sampler");
	if (r->kind != GS_RESOURCE_TEXTURE || r->index != unit || !kind ||
		kind - reader->type > 1) /* isampler2D */
		return false;
	uint32_t target = is_image ? 0 : sampler_target(reader->type);
	return !target || target == r->where;
}

/* The samplers of the binding's target, or images, that read its unit. */
static void add_readers(
	GString *names, const struct gs_uniform_info *uniform, const struct gs_wire_resource *r)
{
	uint32_t unit = r->index;
	if (!uniform->value || !gs_resource_is_seen_by(r, uniform, unit))
		return;
	size_t size;
	const char *units = g_bytes_get_data(uniform->value, &size);
	for (size_t k = 0; k < MAX(uniform->array_size, 1) && (k + 1) * sizeof unit <= size; k++) {
		uint32_t one;
		memcpy(&one, units + k * sizeof one, sizeof one);
		if (one == unit)
			add_name(names, uniform->name, k, gs_uniform_is_array(uniform));
	}
}

/* Matrices and arrays take several locations. */
static void add_attribute(
	GString *names, const struct gs_uniform_info *attribute, uint32_t location)
{
	struct gs_type type = gs_uniform_type(attribute);
	uint32_t n = MAX(attribute->array_size, 1) * MAX(type.columns, 1);
	if (attribute->location >= 0 && location - (uint32_t)attribute->location < n)
		add_name(names, attribute->name, 0, false);
}

char *gs_resource_users(const struct gs_wire_resource *r, const struct gs_program_info *program)
{
	g_autoptr(GString) names = g_string_new(NULL);
	for (size_t i = 0; r->kind == GS_RESOURCE_TEXTURE && i < program->n_uniforms; i++)
		add_readers(names, &program->uniforms[i], r);
	if (r->kind == GS_RESOURCE_BUFFER && r->where == GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING)
		for (size_t i = 0; i < program->n_attributes; i++)
			add_attribute(names, &program->attributes[i], r->index);
	return names->len ? g_strdup(names->str) : NULL;
}

/* Whether a sampler reads the unit, of whatever target. */
static bool is_unit_read(uint32_t unit, const struct gs_program_info *program)
{
	for (size_t i = 0; i < program->n_uniforms; i++) {
		const struct gs_uniform_info *uniform = &program->uniforms[i];
		g_autoptr(GString) names = g_string_new(NULL);
		const char *kind = strstr(uniform->type, "sampler");
		const struct gs_wire_resource any = {.kind = GS_RESOURCE_TEXTURE,
			.where = kind ? sampler_target(uniform->type) : 0,
			.index = unit};
		add_readers(names, uniform, &any);
		if (names->len)
			return true;
	}
	return false;
}

bool gs_resource_is_read(const struct gs_wire_resource *r, const struct gs_program_info *program)
{
	bool fixed = program->program == 0 || program->flags & GS_PROGRAM_FIXED;
	if (r->kind != GS_RESOURCE_TEXTURE || r->where == GL_IMAGE_BINDING_NAME ||
		program->flags & (GS_PROGRAM_ARB | GS_PROGRAM_NO_SOURCE))
		return true;
	if (fixed && r->enabled)
		return true;
	if (!is_unit_read(r->index, program))
		return !fixed;
	g_autofree char *users = gs_resource_users(r, program);
	return users != NULL;
}

/* ---- bindings ---- */

char *gs_resource_binding(const struct gs_wire_resource *r)
{
	const char *where = gs_resource_enum(r->where);
	if (r->kind == GS_RESOURCE_ATTACHMENT)
		return g_strdup(where);
	if (r->where == GL_IMAGE_BINDING_NAME)
		return g_strdup_printf("image unit %u", r->index);
	if (r->kind == GS_RESOURCE_TEXTURE)
		return g_strdup_printf("unit %u", r->index);
	if (r->where == GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING)
		return g_strdup_printf("attribute %u", r->index);
	return r->index == GS_NO_INDEX ? g_strdup(where)
				       : g_strdup_printf("%s %u", where, r->index);
}

void gs_inspect_clean_label(char label[GS_LABEL_SIZE])
{
	const char *end;
	label[GS_LABEL_SIZE - 1] = 0;
	if (!g_utf8_validate(label, -1, &end))
		label[end - label] = 0;
}

bool gs_session_resources(
	struct gs_session *session, struct gs_wire_resource **list, size_t *n, GError **error)
{
	struct gs_stream answer;
	*list = NULL;
	*n = 0;
	gs_session_begin(session);
	if (!gs_session_need_stop(session, error) ||
		!gs_session_request(session, GS_REQUEST_RESOURCES, NULL, NULL, &answer, error))
		return false;
	uint32_t count = gs_stream_get_u32(&answer);
	const void *from = gs_stream_claim(&answer, (uint64_t)count * sizeof **list);
	if (answer.failed) {
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
			"the program's list of bound objects is malformed");
		return false;
	}
	*list = g_malloc((size_t)count * sizeof **list + 1);
	memcpy(*list, from, (size_t)count * sizeof **list);
	for (uint32_t i = 0; i < count; i++)
		gs_inspect_clean_label((*list)[i].label);
	*n = count;
	return true;
}

/* ---- fields ---- */

static double word_value(uint32_t word, uint32_t scalar)
{
	float f;
	if (scalar == GS_TEXEL_INT)
		return (int32_t)word;
	if (scalar == GS_TEXEL_UINT)
		return word;
	memcpy(&f, &word, sizeof f);
	return f;
}

/* By GL's names of formats: floating point has an F, or a shared exponent; what is signed is not
 * from 0 to 1. */
static bool is_unit_range(const struct gs_wire_texels *head)
{
	const char *name = gs_resource_enum(head->format);
	return head->scalar == GS_TEXEL_FLOAT && strchr("rgbali", head->letters[0]) &&
	       g_str_has_prefix(name, "GL_") && !strchr(name + 3, 'F') && !strstr(name, "_E5") &&
	       !strstr(name, "SNORM") && !strstr(name, "SIGNED");
}

struct gs_field *gs_inspect_texels(struct gs_stream *answer, char *title, GError **error)
{
	static const enum gs_base bases[] = {GS_BASE_FLOAT, GS_BASE_INT, GS_BASE_UINT};
	struct gs_wire_texels head;
	gs_stream_get(answer, &head, sizeof head);
	bool sane = !answer->failed && head.width <= 65536 && head.height <= 65536 &&
		    head.components >= 1 && head.components <= 4 && head.scalar <= GS_TEXEL_UINT;
	uint64_t n = sane ? (uint64_t)head.width * head.height * head.components : 0;
	const uint8_t *words = sane ? gs_stream_claim(answer, n * 4) : NULL;
	if (!words) {
		g_free(title);
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
			"the program's answer with the image is malformed");
		return NULL;
	}
	struct gs_type type = {
		.base = bases[head.scalar], .columns = 1, .rows = (uint8_t)head.components};
	char **names = g_new0(char *, head.components + 1);
	for (unsigned k = 0; k < head.components; k++)
		names[k] = g_strdup_printf(
			"%c", g_ascii_isalpha(head.letters[k]) ? head.letters[k] : '?');
	struct gs_field *field = gs_field_new(head.width, head.height, &type, names, title);
	for (uint64_t i = 0; i < n; i++) {
		uint32_t word;
		memcpy(&word, words + i * 4, sizeof word);
		field->values[i] = word_value(word, head.scalar);
	}
	field->unit_range = is_unit_range(&head);
	field->format = head.format;
	field->samples = head.samples;
	gs_field_count(field);
	return field;
}

struct gs_field *gs_session_buffer(
	struct gs_session *session, const struct gs_buffer_view *view, GError **error)
{
	struct gs_stream answer;
	struct gs_buffer_layout *layout = gs_buffer_layout_parse(view->layout, error);
	struct gs_field *field = NULL;
	uint64_t number[6] = {view->buffer, view->offset, view->length};
	gs_session_begin(session);
	if (layout && gs_session_need_stop(session, error) &&
		gs_session_request(session, GS_REQUEST_BUFFER, number, NULL, &answer, error))
		field = gs_buffer_layout_read(layout, view, answer.data, answer.size, error);
	gs_buffer_layout_free(layout);
	return field;
}

/* Types of elements, as gs_session_buffer has them, by the ends of the formats' names (OpenGL 4.6,
 * table 8.16). */
static char *buffer_layout(uint32_t format)
{
	static const struct {
		const char *suffix, *type, *several;
		bool normalized;
	} ends[] = {{"32F", "float", "vec", false}, {"32I", "int", "ivec", false},
		{"32UI", "uint", "uvec", false}, {"16F", "half", "half", false},
		{"16I", "short", "short", false}, {"16UI", "ushort", "ushort", false},
		{"8I", "byte", "byte", false}, {"8UI", "ubyte", "ubyte", false},
		{"16", "ushort", "ushort", true}, {"8", "ubyte", "ubyte", true}};
	const char *name = gs_resource_enum(format);
	size_t n = g_str_has_prefix(name, "GL_R") ? strspn(name + 3, "RGBA") : 0;
	for (size_t i = 0; n && n <= 4 && i < G_N_ELEMENTS(ends); i++) {
		const char *last = ends[i].normalized ? "n" : "";
		if (strcmp(name + 3 + n, ends[i].suffix) != 0)
			continue;
		return n > 1 ? g_strdup_printf("%s%zu%s", ends[i].several, n, last)
			     : g_strconcat(ends[i].type, last, NULL);
	}
	return NULL;
}

static void name_channels(struct gs_field *field)
{
	static const char *const names[] = {"r", "g", "b", "a"};
	for (size_t k = 0; k < field->n_scalars && k < G_N_ELEMENTS(names); k++) {
		g_free(field->scalar_names[k]);
		field->scalar_names[k] = g_strdup(names[k]);
	}
}

static struct gs_field *read_buffer_texture(struct gs_session *session,
	const struct gs_texel_location *location, const uint64_t number[6], GError **error)
{
	char *layout = buffer_layout((uint32_t)number[3]);
	if (!layout) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"OpenGL does not allow the format %s of buffer texture %u for buffers: "
			"`buffer %u TYPE` shows its buffer",
			gs_resource_enum((uint32_t)number[3]), location->texture,
			(unsigned)number[0]);
		return NULL;
	}
	const struct gs_buffer_view view = {.buffer = (uint32_t)number[0],
		.layout = layout,
		.offset = number[1],
		.length = number[2]};
	struct gs_field *field = gs_session_buffer(session, &view, error);
	if (field) {
		g_free(field->expression);
		field->expression = g_strdup_printf(
			"texture %u, in buffer %u", location->texture, view.buffer);
		name_channels(field);
	}
	g_free(layout);
	return field;
}

struct gs_field *gs_session_texels(
	struct gs_session *session, const struct gs_texel_location *location, GError **error)
{
	struct gs_stream answer;
	uint64_t number[6] = {location->texture, location->attachment, location->level,
		location->layer, location->sample,
		(location->stencil ? GS_ASPECT_STENCIL : GS_ASPECT_COLOUR_OR_DEPTH) |
			(location->quickly ? GS_TEXEL_QUICKLY << 8 : 0) |
			(uint64_t)location->step << 32};
	gs_session_begin(session);
	if (!gs_session_need_stop(session, error) ||
		!gs_session_request(session, GS_REQUEST_TEXELS, number, NULL, &answer, error))
		return NULL;
	memcpy(number, gs_session_slot(session)->answer.number, sizeof number);
	if (number[0])
		return read_buffer_texture(session, location, number, error);
	char *title = location->texture ? g_strdup_printf("texture %u", location->texture)
					: g_strdup(gs_resource_enum(location->attachment));
	return gs_inspect_texels(&answer, title, error);
}

/* ---- the pending draw ---- */

struct gs_field *gs_inspect_drawn(struct gs_session *session,
	const struct gs_drawn_location *location, const struct gs_rect *area, bool own,
	uint64_t *by, GError **error)
{
	struct gs_stream answer;
	uint64_t reasons;
	uint64_t number[6] = {0};
	bool otherwise = !own && gs_session_drawn_otherwise(session);
	if (otherwise)
		gs_session_put_operations(session, number);
	number[0] = location->what | MIN(location->buffer, 255) << 8 |
		    MIN(location->sample, 255) << 16 | location->aspect << 24 |
		    (uint64_t)MIN(location->layer, 0xffffff) << 32 |
		    (uint64_t)location->untested << 56;
	number[5] = area ? area->x | (uint64_t)area->y << 16 | (uint64_t)area->width << 32 |
				    (uint64_t)area->height << 48
			 : 0;
	if (!gs_session_need_stop(session, error) ||
		!gs_session_request(session, GS_REQUEST_DRAWN, number, NULL, &answer, error))
		return NULL;
	reasons = gs_session_slot(session)->answer.number[0];
	if (by)
		*by = reasons;
	return gs_inspect_texels(&answer,
		g_strconcat(location->what == GS_DRAWN_AFTER	 ? "after the draw"
			    : location->what == GS_DRAWN_COVERED ? "samples that the draw covers"
								 : "output of the shader",
			otherwise ? ", with its tests and blending changed" : "",
			reasons & GS_BY_CONDITION ? " (" GS_UNDRAWN ")" : "", NULL),
		error);
}

struct gs_field *gs_session_drawn(struct gs_session *session,
	const struct gs_drawn_location *location, bool *undrawn, GError **error)
{
	uint64_t by = 0;
	gs_session_begin(session);
	struct gs_field *field = gs_inspect_drawn(session, location, NULL, false, &by, error);
	if (undrawn)
		*undrawn = field && by & GS_BY_CONDITION;
	return field;
}
