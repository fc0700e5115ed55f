/* SPDX-License-Identifier: MIT */
#include "debugger/session/shader/looked-up.h"

#include <math.h>
#include <string.h>
#include "data/constants.h"
#include "debugger/engine/show/field.h"
#include "debugger/session/private.h"
#include "debugger/session/program/bound.h"
#include "debugger/session/start.h"
#include "instrument/lookup.h"

/* A lookup, as the text of its parts. */
struct lookup {
	char *text, *name, *sampler, *place, *third;
};

static void lookup_free(gpointer data)
{
	struct lookup *lookup = data;
	g_free(lookup->text);
	g_free(lookup->name);
	g_free(lookup->sampler);
	g_free(lookup->place);
	g_free(lookup->third);
	g_free(lookup);
}

static char *child_text(const struct gs_node *node, size_t i)
{
	return i < node->n_children && node->child[i] ? gs_node_source(node->child[i]) : NULL;
}

/* In the order in which they are evaluated. */
static void add_lookups(const struct gs_node *node, GPtrArray *found)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			add_lookups(node->child[i], found);
	if (!gs_node_is_lookup(node))
		return;
	struct lookup *lookup = g_new0(struct lookup, 1);
	lookup->text = gs_node_source(node);
	lookup->name = g_strdup(node->unit->tokens[node->name_token].text);
	lookup->sampler = child_text(node, 0);
	lookup->place = child_text(node, 1);
	lookup->third = child_text(node, 2);
	g_ptr_array_add(found, lookup);
}

/* Of the last step before the present position that has any; *step: which one it is. */
static GPtrArray *last_lookups(const struct gs_debug *debug, size_t *step)
{
	GPtrArray *found = g_ptr_array_new_with_free_func(lookup_free);
	for (size_t i = gs_path_length(debug->path) - 1; i-- > 0 && !found->len;) {
		const struct gs_path_entry *entry = gs_path_entry(debug->path, i);
		add_lookups(debug->plan->sites[entry->site].marked, found);
		*step = i;
	}
	return found;
}

/* ---- values ---- */

enum { MOST = 4 };

/* At the position where the shader stands; *n of them. */
static bool evaluate(struct gs_session *session, const char *expression, double *values, size_t *n,
	GError **error)
{
	struct gs_value value;
	char *type = NULL;
	if (!gs_session_print(session, expression, &value, &type, error))
		return false;
	*n = MIN(value.n_scalars, MOST);
	for (size_t i = 0; i < *n; i++)
		values[i] = gs_scalar_number(&value.scalars[i]);
	gs_value_clear(&value);
	g_free(type);
	return true;
}

static bool gives_none(struct gs_session *session, const struct lookup *lookup)
{
	double values[MOST];
	size_t n = 0;
	bool wrong = false;
	if (!evaluate(session, lookup->text, values, &n, NULL))
		return false;
	for (size_t i = 0; i < n; i++)
		wrong |= !isfinite(values[i]);
	return wrong;
}

static const struct lookup *choose(struct gs_session *session, const GPtrArray *lookups)
{
	for (guint i = 0; i + 1 < lookups->len; i++)
		if (gives_none(session, g_ptr_array_index(lookups, i)))
			return g_ptr_array_index(lookups, i);
	return g_ptr_array_index(lookups, lookups->len - 1);
}

/* ---- which texel ---- */

static bool refuse(GError **error, const struct lookup *lookup, const char *why)
{
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"which texel `%s` looks up is not told, as %s: `history texture N X Y` asks about "
		"one",
		lookup->text, why);
	return false;
}

/* Coordinates of a target, and which of them is a layer, -1: none. */
static bool axes_of(uint32_t target, unsigned *n, int *layer)
{
	static const struct {
		uint32_t target;
		uint8_t n;
		int8_t layer;
	} kinds[] = {{GL_TEXTURE_1D, 1, -1}, {GL_TEXTURE_2D, 2, -1}, {GL_TEXTURE_RECTANGLE, 2, -1},
		{GL_TEXTURE_2D_MULTISAMPLE, 2, -1}, {GL_TEXTURE_1D_ARRAY, 2, 1},
		{GL_TEXTURE_2D_ARRAY, 3, 2}, {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 3, 2},
		{GL_TEXTURE_3D, 3, -1}};
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (kinds[i].target == target) {
			*n = kinds[i].n;
			*layer = kinds[i].layer;
			return true;
		}
	return false;
}

static bool is_fetch(const struct lookup *lookup)
{
	return g_str_has_prefix(lookup->name, "texelFetch");
}

static bool is_known(const struct lookup *lookup)
{
	static const char *const others[] = {"Offset", "Grad", "Gather", "sparse", "Cube"};
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (strstr(lookup->name, others[i]))
			return false;
	return lookup->sampler && lookup->place;
}

/* Of a texture with several levels. */
static bool find_level(struct gs_session *session, const struct lookup *lookup,
	const struct gs_wire_resource *texture, double *level, GError **error)
{
	size_t n;
	double values[MOST] = {0};
	bool is_told = lookup->third && (is_fetch(lookup) || g_str_has_suffix(lookup->name, "Lod"));
	g_autofree char *query = g_strdup_printf(
		"textureQueryLod(%s, %s).x", lookup->sampler, lookup->place);
	*level = 0;
	if (texture->levels < 2 || texture->samples > 1)
		return true;
	if (!evaluate(session, is_told ? lookup->third : query, values, &n, NULL) ||
		!isfinite(values[0]))
		return refuse(error, lookup, "its level is not known");
	*level = floor(CLAMP(values[0], 0, texture->levels - 1) + 0.5);
	return true;
}

static bool find_texel(struct gs_session *session, const struct lookup *lookup,
	const struct gs_wire_resource *texture, struct gs_pixel *texel, GError **error)
{
	double place[MOST] = {0}, level, at[3] = {0};
	size_t n = 0;
	unsigned axes;
	int layer;
	if (!axes_of(texture->target, &axes, &layer))
		return refuse(error, lookup, "its texture is a cube map, or one of a buffer");
	if (!find_level(session, lookup, texture, &level, error) ||
		!evaluate(session, lookup->place, place, &n, error))
		return false;
	if (n < axes)
		return refuse(error, lookup, "its coordinates are not known");
	const double size[] = {texture->width, texture->height, texture->depth};
	bool is_exact = is_fetch(lookup) || texture->target == GL_TEXTURE_RECTANGLE;
	double last = strstr(lookup->name, "Proj") ? place[n - 1] : 1;
	for (unsigned i = 0; i < axes; i++) {
		double most = (int)i == layer ? size[2] : MAX(1, floor(size[i] / exp2(level)));
		at[i] = (int)i == layer ? floor(place[i] + 0.5)
			: is_exact	? floor(place[i] / last)
					: floor(place[i] / last * most);
		if (at[i] == most && !is_exact)
			at[i]--;
		if (!(at[i] >= 0 && at[i] < most))
			return refuse(error, lookup, "its coordinates lie outside of the texture");
	}
	bool is_3d = texture->target == GL_TEXTURE_3D;
	double slice = layer >= 0 ? at[layer] : is_3d ? at[2] : 0;
	*texel = (struct gs_pixel){.x = (uint32_t)at[0],
		.y = layer == 1 ? 0 : (uint32_t)at[1],
		.layer = (uint32_t)slice,
		.is_texel = true,
		.buffer = gs_pixel_of_texture(
			texture->name, (unsigned)level, (unsigned)slice, false)};
	return true;
}

static bool find_in(struct gs_session *session, const struct lookup *lookup, struct gs_pixel *texel,
	GError **error)
{
	bool is_array = false;
	if (!is_known(lookup))
		return refuse(error, lookup, "it goes by more than one place");
	struct gs_bindings *bindings = gs_bindings_get(session, error);
	if (!bindings)
		return false;
	g_autoptr(GArray) all = gs_bindings_find(bindings, lookup->sampler, &is_array);
	const struct gs_bound *bound = all && all->len == 1 && !is_array
					       ? &g_array_index(all, struct gs_bound, 0)
					       : NULL;
	bool good = !bound	      ? refuse(error, lookup, "its sampler is not one uniform")
		    : !bound->texture ? refuse(error, lookup, "no texture is bound there")
				      : find_texel(session, lookup, bound->texture, texel, error);
	gs_bindings_free(bindings);
	return good;
}

bool gs_session_looked_up(
	struct gs_session *session, struct gs_pixel *texel, char **text, GError **error)
{
	struct gs_where where = {0};
	size_t step = 0, now;
	*text = NULL;
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	g_autoptr(GPtrArray) lookups = last_lookups(session->debug, &step);
	if (!lookups->len) {
		g_set_error(error, GS_ERROR, GS_ERROR_NO_ELEMENT,
			"the focus element has looked up nothing before it stands here: `shader "
			"continue nan` goes to the first value that is none");
		return false;
	}
	now = gs_path_length(session->debug->path) - 1;
	bool good = gs_session_move(session, GS_MOVE_TO, (unsigned)step, &where, error);
	gs_where_clear(&where);
	if (!good)
		return false;
	const struct lookup *lookup = choose(session, lookups);
	*text = g_strdup(lookup->text);
	good = find_in(session, lookup, texel, error);
	if (!good && gs_session_move(session, GS_MOVE_TO, (unsigned)now, &where, NULL))
		gs_where_clear(&where);
	return good;
}
