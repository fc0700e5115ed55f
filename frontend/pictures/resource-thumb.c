/* SPDX-License-Identifier: MIT */
#include "data/constants.h"
#include "frontend/pictures/resource-thumb.h"

#include "debugger/base/error.h"
#include "frontend/pictures/image-thumb.h"
#include "frontend/value-node.h"
#include "wire/inspect.h"

enum { SMALLER_LEVEL = 256 }; /* texels; limit for an image that GL gives only as a whole */

void gs_resource_thumb_free(gpointer data)
{
	struct gs_resource_thumb *thumb = data;
	if (!thumb)
		return;
	g_clear_pointer(&thumb->surface, cairo_surface_destroy);
	g_free(thumb->note);
	g_free(thumb);
}

char *gs_resource_thumb_name(const struct gs_wire_resource *r)
{
	if (r->kind == GS_RESOURCE_TEXTURE)
		return g_strdup_printf("texture %u", r->name);
	if (r->kind == GS_RESOURCE_ATTACHMENT)
		return g_strdup_printf(
			"attachment %u %u %u %u", r->where, r->name, r->level, r->layer);
	return NULL;
}

/* Return the location of the level's first layer, face or slice, and sample. */
static struct gs_texel_location location_of(const struct gs_wire_resource *r, unsigned level)
{
	struct gs_texel_location location = {.level = level,
		.quickly = true,
		.step = gs_image_thumb_step(MAX(r->width >> level, 1), MAX(r->height >> level, 1))};
	if (r->kind == GS_RESOURCE_ATTACHMENT)
		location.attachment = r->where;
	else
		location.texture = r->name;
	return location;
}

/* Append which part of the image is shown: "face +x, level 2". */
static void say_part(GString *note, const struct gs_wire_resource *r, unsigned level)
{
	bool is_whole = r->kind == GS_RESOURCE_TEXTURE || r->layer == GS_NO_INDEX;
	const char *comma = "";
	if (r->target == GL_TEXTURE_CUBE_MAP_ARRAY && is_whole)
		g_string_append(note, "face +x of the first cube");
	else if (r->target == GL_TEXTURE_CUBE_MAP && is_whole)
		g_string_append(note, "face +x");
	else if (r->depth > 1 && is_whole)
		g_string_append_printf(note, "the first of %u layers", r->depth);
	if (note->len)
		comma = ", ";
	if (r->samples > 1)
		g_string_append_printf(note, "%sthe first of %u samples", comma, r->samples);
	if (note->len)
		comma = ", ";
	if (level)
		g_string_append_printf(note, "%slevel %u", comma, level);
}

static void say_range(GString *note, enum gs_base base, const double range[2])
{
	const struct gs_scalar ends[2] = {
		gs_number_scalar(base, range[0]), gs_number_scalar(base, range[1])};
	g_autofree char *least = gs_scalar_text(&ends[0]), *most = gs_scalar_text(&ends[1]);
	g_string_append_printf(note, "%sfrom %s (black) to %s", note->len ? ", " : "", least, most);
}

/* Read the resource's texels. GL gives some images, such as compressed ones, only as a whole; of
 * these read a smaller level, which holds the same picture unless the program filled it with
 * another. *level: the level that was read. */
static struct gs_field *get_texels(struct gs_session *session, const struct gs_wire_resource *r,
	unsigned *level, GError **error)
{
	GError *failure = NULL;
	struct gs_texel_location location = location_of(r, 0);
	struct gs_field *field = gs_session_texels(session, &location, &failure);
	unsigned size = MAX(r->width, r->height);
	bool has_smaller = r->kind == GS_RESOURCE_TEXTURE && r->levels > 1 && size > SMALLER_LEVEL;
	if (!field && has_smaller) {
		while (*level + 1 < r->levels && size >> *level > SMALLER_LEVEL)
			++*level;
		location = location_of(r, *level);
		field = gs_session_texels(session, &location, NULL);
	}
	if (field)
		g_clear_error(&failure);
	else
		g_propagate_error(error, failure);
	return field;
}

struct gs_resource_thumb *gs_resource_thumb_get(
	struct gs_session *session, const struct gs_wire_resource *r, GError **error)
{
	unsigned level = 0;
	double range[2];
	bool is_stretched = false;
	struct gs_field *field = r->target != GL_TEXTURE_BUFFER
					 ? get_texels(session, r, &level, error)
					 : NULL;
	if (r->target == GL_TEXTURE_BUFFER)
		g_set_error(
			error, GS_ERROR, GS_ERROR_UNSUPPORTED, "its values are a list, no picture");
	if (!field)
		return NULL;
	struct gs_resource_thumb *thumb = g_new0(struct gs_resource_thumb, 1);
	GString *note = g_string_new(NULL);
	say_part(note, r, level);
	thumb->surface = gs_image_thumb_of_texels(field, &is_stretched, range);
	if (is_stretched)
		say_range(note, field->type.base, range);
	thumb->note = g_string_free(note, FALSE);
	gs_field_free(field);
	return thumb;
}
