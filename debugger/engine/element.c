/* SPDX-License-Identifier: MIT */
#include "debugger/engine/element.h"

#include <string.h>
#include "data/draw.h"
#include "debugger/engine/engine.h"

static const struct {
	const char *one, *many;
} names[] = {
	[GS_STAGE_VERTEX] = {"vertex", "vertices"},
	[GS_STAGE_TESS_CONTROL] = {"output vertex of a patch", "patch vertices"},
	[GS_STAGE_TESS_EVALUATION] = {"generated vertex", "vertices"},
	[GS_STAGE_GEOMETRY] = {"primitive", "primitives"},
	[GS_STAGE_FRAGMENT] = {"pixel", "pixels"},
	[GS_STAGE_COMPUTE] = {"invocation", "invocations"},
};

const char *gs_stage_element_name(enum gs_stage stage)
{
	return stage < G_N_ELEMENTS(names) ? names[stage].one : "element";
}

const char *gs_stage_elements_name(enum gs_stage stage)
{
	return stage < G_N_ELEMENTS(names) ? names[stage].many : "elements";
}

/* ---- who they are, from the first result ---- */

/* What the shader itself reports of each cell, as gs_variant_identity gives it. */
struct census {
	uint32_t (*id)[4];
	GHashTable *seen;   /* id to how often it has occurred */
	uint32_t before[3]; /* the element before, to see where a patch, an instance or a draw ends
			     */
	uint32_t id_before;
	uint32_t ordinal, draw;
	uint32_t primitives[256]; /* how many there have been, by gl_InvocationID */
	bool begun;
};

static guint hash_id(gconstpointer p)
{
	const uint32_t *id = p;
	return id[0] * 2654435761u ^ id[1] * 2246822519u ^ id[2] * 3266489917u ^ id[3];
}

static gboolean equal_ids(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, 4 * sizeof(uint32_t)) == 0;
}

/* Primitives and patches are counted anew in each instance, so the instance's number is how often
 * this one has occurred before. */
static unsigned instance_of(struct census *c, uint32_t *id)
{
	unsigned n = GPOINTER_TO_UINT(g_hash_table_lookup(c->seen, id));
	g_hash_table_insert(c->seen, id, GUINT_TO_POINTER(n + 1));
	return n;
}

/* Vertices are in order of draws, then instances, then indices. */
static void count_vertex(struct census *c, const uint32_t id[4], uint32_t who[3])
{
	if (c->begun && id[1] < c->id_before)
		c->draw++;
	c->ordinal = c->begun && id[1] == c->id_before ? c->ordinal + 1 : 0;
	c->id_before = id[1];
	who[0] = c->ordinal;
	who[1] = id[1];
	who[2] = c->draw;
}

static void count_generated(struct census *c, uint32_t *id, uint32_t who[3])
{
	who[0] = id[0];
	who[2] = instance_of(c, id);
	bool same = c->begun && who[0] == c->before[0] && who[2] == c->before[2];
	who[1] = c->ordinal = same ? c->ordinal + 1 : 0;
}

static bool is_tessellated(const struct gs_debug *debug)
{
	for (size_t i = 0; i < debug->info.n_sources; i++)
		if (debug->info.sources[i].stage == GS_STAGE_TESS_EVALUATION)
			return true;
	return false;
}

/* After tessellation, gl_PrimitiveIDIn is the number of the primitive with some drivers, and of its
 * patch with others (llvmpipe from Mesa 25). With those, primitives are counted over the whole
 * draw. */
static void count_primitive(const struct gs_debug *debug, struct census *c, uint32_t *id,
	uint32_t said[3], uint32_t who[3])
{
	said[0] = id[0];
	said[1] = id[1];
	said[2] = instance_of(c, id);
	memcpy(who, said, 3 * sizeof *who);
	if (is_tessellated(debug)) {
		who[0] = c->primitives[id[1] & 0xff]++;
		who[2] = 0;
	}
}

static void count_element(const struct gs_debug *debug, struct census *c, uint32_t *id, unsigned x,
	unsigned y, size_t cell)
{
	uint32_t *who = debug->who[cell];
	switch (debug->stage) {
	case GS_STAGE_VERTEX:
		who[0] = x;
		who[1] = y;
		if (debug->target.height == 1)
			count_vertex(c, id, who);
		break;
	case GS_STAGE_COMPUTE:
		memcpy(who, id, 3 * sizeof *who);
		break;
	case GS_STAGE_TESS_EVALUATION:
		count_generated(c, id, who);
		break;
	case GS_STAGE_GEOMETRY:
		count_primitive(debug, c, id, debug->said[cell], who);
		break;
	default:
		who[0] = id[0];
		who[1] = id[1];
		who[2] = instance_of(c, id);
	}
	memcpy(c->before, who, sizeof c->before);
	c->begun = true;
}

/* How many vertices each draw of a multi-draw has, where the call's arguments tell; g_free. */
static int32_t *draw_counts(const struct gs_debug *debug, size_t *n)
{
	const struct gs_wire_call *call = debug->call;
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	*n = 0;
	if (!rule || !rule->has_arrays)
		return NULL;
	int32_t draws = (int32_t)call->args[rule->draws];
	if (draws <= 0 || draws > 1 << 24)
		return NULL;
	int32_t *counts = g_new0(int32_t, draws);
	*n = draws;
	if (gs_debug_read_memory(debug, call->args[rule->count], counts, draws * sizeof *counts))
		return counts;
	g_free(counts);
	return NULL;
}

/* Where every draw of several runs the shader as often as it has vertices (no index restarts a
 * primitive), they are counted draw by draw. */
static void split_draws(struct gs_debug *debug)
{
	size_t n, cells = (size_t)debug->target.width * debug->target.height, cell = 0;
	int32_t *counts = draw_counts(debug, &n);
	uint64_t sum = 0;
	for (size_t i = 0; counts && i < n; i++)
		sum += MAX(counts[i], 0);
	for (size_t i = 0; counts && sum == cells && i < n; i++) {
		for (int32_t k = 0; k < counts[i]; k++, cell++) {
			debug->who[cell][0] = k;
			debug->who[cell][2] = i;
			debug->thirds = debug->thirds || i;
		}
	}
	g_free(counts);
}

/* The same from the commands of an indirect multi-draw: instances follow each other within a draw.
 */
static void split_commands(struct gs_debug *debug)
{
	size_t cells = (size_t)debug->target.width * debug->target.height, cell = 0;
	uint64_t sum = 0;
	for (size_t i = 0; i < debug->n_commands && sum <= cells; i++)
		sum += (uint64_t)debug->commands[i][0] * debug->commands[i][1];
	for (size_t i = 0; sum == cells && i < debug->n_commands; i++)
		for (uint32_t instance = 0; instance < debug->commands[i][1]; instance++)
			for (uint32_t k = 0; k < debug->commands[i][0]; k++, cell++) {
				debug->who[cell][0] = k;
				debug->who[cell][1] = instance;
				debug->who[cell][2] = (uint32_t)i;
				debug->thirds = debug->thirds || i;
			}
}

static bool take_grid(
	struct gs_debug *debug, const struct gs_capture_result *result, GError **error)
{
	unsigned width = result->images.width, height = result->images.height;
	size_t cells = (size_t)width * height;
	if (cells > 1u << 27) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"the draw runs this shader for %zu elements, more than can be shown",
			cells);
		return false;
	}
	debug->target.width = width;
	debug->target.height = height;
	debug->bounds = debug->plane_bounds = (struct gs_rect){0, 0, width, height};
	debug->covered = g_malloc0(cells + 1);
	debug->who = g_malloc0_n(cells + 1, sizeof *debug->who);
	if (debug->stage == GS_STAGE_GEOMETRY)
		debug->said = g_malloc0_n(cells + 1, sizeof *debug->said);
	if (debug->stage == GS_STAGE_VERTEX)
		debug->vertex_ids = g_malloc0_n(cells + 1, sizeof *debug->vertex_ids);
	return true;
}

bool gs_debug_identify(
	struct gs_debug *debug, const struct gs_capture_result *result, GError **error)
{
	struct census census = {.seen = g_hash_table_new(hash_id, equal_ids)};
	if (!take_grid(debug, result, error)) {
		g_hash_table_destroy(census.seen);
		return false;
	}
	unsigned width = debug->target.width;
	size_t cells = (size_t)width * debug->target.height;
	census.id = g_malloc0_n(cells + 1, sizeof *census.id);
	for (size_t i = 0; i < cells; i++) {
		if (!(gs_variant_flags(result->variant, &result->images, i) & GS_ELEMENT_COVERED))
			continue;
		unsigned n_known = gs_variant_identity(
			result->variant, &result->images, i, census.id[i]);
		if (!n_known)
			g_clear_pointer(&debug->vertex_ids, g_free);
		else if (debug->vertex_ids)
			debug->vertex_ids[i] = census.id[i][0];
		count_element(debug, &census, census.id[i], i % width, i / width, i);
		debug->covered[i] = 1;
		if (debug->n_total++ == 0) {
			debug->focus_x = i % width;
			debug->focus_y = i / width;
		}
		debug->thirds = debug->thirds || debug->who[i][2];
	}
	if (debug->stage == GS_STAGE_VERTEX && debug->target.height == 1) {
		split_draws(debug);
		split_commands(debug);
	}
	g_hash_table_destroy(census.seen);
	g_free(census.id);
	return true;
}

/* ---- one element ---- */

static struct gs_element pixel(const struct gs_debug *debug, unsigned x, unsigned y)
{
	unsigned planes = MAX(debug->target.planes, 1), samples = MAX(debug->target.samples, 1);
	unsigned rows = debug->target.height / planes, plane = rows ? y / rows : 0;
	struct gs_element e = {.n = 2, .at = {x, rows ? y % rows : y}, .name = {"x", "y"}};
	if (debug->target.layers) {
		e.name[e.n] = "layer";
		e.at[e.n++] = plane / samples;
	}
	if (planes > 1 && samples > 1) {
		e.name[e.n] = "sample";
		e.at[e.n++] = plane % samples;
	}
	return e;
}

struct gs_element gs_debug_element(const struct gs_debug *debug, unsigned x, unsigned y)
{
	static const char *const names[GS_N_STAGES][3] = {
		[GS_STAGE_VERTEX] = {"index", "instance", "draw"},
		[GS_STAGE_TESS_CONTROL] = {"patch", "vertex", "instance"},
		[GS_STAGE_TESS_EVALUATION] = {"patch", "vertex", "instance"},
		[GS_STAGE_GEOMETRY] = {"primitive", "invocation", "instance"},
		[GS_STAGE_COMPUTE] = {"x", "y", "z"},
	};
	if (debug->stage == GS_STAGE_FRAGMENT)
		return pixel(debug, x, y);
	const uint32_t *who = debug->who[(size_t)y * debug->target.width + x];
	struct gs_element e = {.n = debug->stage == GS_STAGE_COMPUTE || debug->thirds ? 3 : 2};
	for (unsigned i = 0; i < e.n; i++) {
		e.at[i] = who[i];
		e.name[i] = names[debug->stage][i];
	}
	return e;
}

char *gs_debug_element_text(const struct gs_debug *debug, unsigned x, unsigned y)
{
	struct gs_element e = gs_debug_element(debug, x, y);
	GString *text = g_string_new("(");
	for (unsigned i = 0; i < e.n; i++) {
		bool bare = debug->stage == GS_STAGE_COMPUTE ||
			    (debug->stage == GS_STAGE_FRAGMENT && i < 2);
		g_string_append_printf(text, "%s%s%s%u", i ? ", " : "", bare ? "" : e.name[i],
			bare ? "" : " ", e.at[i]);
	}
	g_string_append_c(text, ')');
	return g_string_free(text, FALSE);
}

char *gs_debug_focus_text(const struct gs_debug *debug)
{
	return gs_debug_element_text(debug, debug->focus_x, debug->focus_y);
}

/* ---- finding one ---- */

static bool find_pixel(const struct gs_debug *debug, const uint32_t *at, unsigned n, unsigned *x,
	unsigned *y, GError **error)
{
	unsigned planes = MAX(debug->target.planes, 1), samples = MAX(debug->target.samples, 1);
	unsigned rows = debug->target.height / planes, layers = planes / samples;
	uint32_t layer = n > 2 ? at[2] : 0, sample = n > 3 ? at[3] : 0;
	if (at[0] >= debug->target.width || at[1] >= rows)
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
			"(%u, %u) is outside the target, which is %u x %u: choose x from 0 to %u "
			"and y from 0 to %u",
			at[0], at[1], debug->target.width, rows, debug->target.width - 1, rows - 1);
	else if (layer >= layers)
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
			"the target has no layer %u: layers are 0 to %u", layer, layers - 1);
	else if (sample >= samples)
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
			"the target has no sample %u: samples are 0 to %u", sample, samples - 1);
	else {
		*x = at[0];
		*y = at[1] + rows * (sample + samples * layer);
		/* Completes what was not named by the first that the draw covers. */
		for (unsigned s = 0; n < 4 && s < samples * (n < 3 ? layers : 1); s++) {
			unsigned row = at[1] + rows * (samples * layer + s);
			if (gs_debug_is_covered(debug, at[0], row)) {
				*y = row;
				break;
			}
		}
		return true;
	}
	return false;
}

/* Vertices of instances have their cell by number; other elements are searched for. */
bool gs_debug_find_element(const struct gs_debug *debug, const uint32_t *at, unsigned n,
	unsigned *x, unsigned *y, GError **error)
{
	uint32_t wanted[4] = {0};
	size_t width = debug->target.width, cells = width * debug->target.height;
	memcpy(wanted, at, MIN(n, 4) * sizeof *at);
	if (debug->stage == GS_STAGE_FRAGMENT && n < 2) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a pixel has two coordinates: `focus X Y`");
		return false;
	}
	if (debug->stage == GS_STAGE_FRAGMENT)
		return find_pixel(debug, wanted, n, x, y, error);
	for (size_t i = 0; i < cells; i++) {
		if (!debug->covered[i] || memcmp(debug->who[i], wanted, sizeof *debug->who))
			continue;
		*x = i % width;
		*y = i / width;
		return true;
	}
	size_t last = cells;
	while (last > 1 && !debug->covered[last - 1])
		last--;
	char *end = gs_debug_element_text(debug, (last - 1) % width, (last - 1) / width);
	char *begin = gs_debug_element_text(debug, 0, 0);
	g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
		"the draw has no such %s: the first is %s, the last is %s, %" G_GUINT64_FORMAT
		" in all",
		gs_stage_element_name(debug->stage), begin, end, debug->n_total);
	g_free(begin);
	g_free(end);
	return false;
}
