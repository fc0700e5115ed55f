/* SPDX-License-Identifier: MIT */
/* The vertices of the pending draw: what its vertex shader reads never changes, so all is captured
 * at the end of main. */
#include <math.h>
#include <string.h>
#include "data/constants.h"
#include "data/data.h"
#include "data/draw.h"
#include "debugger/base/output-file.h"
#include "debugger/engine/show/mesh-edges.h"
#include "debugger/session/shader/mesh.h"
#include "debugger/session/private.h"
#include "debugger/session/shader/shader.h"
#include "debugger/session/program/stand-in.h"
#include "debugger/session/start.h"
#include "debugger/session/shader/values.h"
#include "debugger/session/wait.h"

enum { MAX_EDGES = 1 << 22, PATCHES = GL_PATCHES };

void gs_mesh_free(struct gs_mesh *mesh)
{
	if (!mesh)
		return;
	g_ptr_array_unref(mesh->fields);
	g_free(mesh->edges);
	g_free(mesh->faces);
	g_free(mesh->vertex_ids);
	g_free(mesh->note);
	g_free(mesh);
}

/* ---- what goes in and out ---- */

static bool is_active(const struct gs_program_info *info, const char *name)
{
	size_t length = strlen(name);
	for (size_t i = 0; i < info->n_attributes; i++) {
		const char *at = info->attributes[i].name;
		if (strncmp(at, name, length) == 0 && (!at[length] || at[length] == '['))
			return true;
	}
	return false;
}

/* An attribute that the linked program does not use is fetched by nobody. */
static bool is_input(const struct gs_debug *debug, const struct gs_symbol *symbol)
{
	return symbol->storage == GS_STORAGE_IN && gs_type_scalars(&symbol->type) &&
	       is_active(&debug->info, symbol->name);
}

static bool is_output(const struct gs_debug *debug, const struct gs_symbol *symbol)
{
	return symbol->storage == GS_STORAGE_OUT && gs_type_scalars(&symbol->type) &&
	       gs_plan_writes(debug->plan, symbol);
}

/* Names, borrowed: inputs, then outputs with gl_Position before the others. */
static GPtrArray *list_names(const struct gs_debug *debug, size_t *n_inputs)
{
	const struct gs_node *main = debug->shader->main->definition;
	GPtrArray *names = g_ptr_array_new();
	size_t n;
	const struct gs_symbol **symbols = gs_shader_visible(
		debug->shader, main->unit, main->last, &n);
	for (size_t i = n; i-- > 0;) /* as they are declared */
		if (symbols[i]->kind == GS_SYMBOL_VARIABLE && is_input(debug, symbols[i]))
			g_ptr_array_add(names, (gpointer)symbols[i]->name);
	*n_inputs = names->len;
	for (size_t i = n; i-- > 0;)
		if (symbols[i]->kind == GS_SYMBOL_VARIABLE && is_output(debug, symbols[i]))
			g_ptr_array_insert(names,
				strcmp(symbols[i]->name, "gl_Position") ? -1 : (int)*n_inputs,
				(gpointer)symbols[i]->name);
	g_free(symbols);
	return names;
}

/* g_free; NULL: error. */
static struct gs_position *end_of_main(const struct gs_debug *debug, GError **error)
{
	const struct gs_plan *plan = debug->plan;
	for (size_t i = plan->n_sites; i-- > 0;)
		if (plan->sites[i].kind == GS_SITE_END &&
			plan->sites[i].function == debug->shader->main)
			return gs_plan_reach(plan, (unsigned)i);
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"no path leads to the end of the vertex shader's main");
	return NULL;
}

/* What cannot be captured is left out, and named. */
static bool fetch(struct gs_debug *debug, const struct gs_position *end, struct gs_mesh *mesh,
	GString *note, GError **error)
{
	size_t n_inputs;
	GPtrArray *names = list_names(debug, &n_inputs);
	GError *failure = NULL;
	bool good = !names->len ||
		    gs_position_cache_fetch(debug->position_cache,
			    gs_position_cache_get(debug->position_cache, end), 0,
			    (const char *const *)names->pdata, names->len, true, NULL, error);
	for (guint i = 0; good && i < names->len; i++) {
		struct gs_field *field = gs_debug_values(
			debug, end, 0, g_ptr_array_index(names, i), 1, &failure);
		if (field) {
			field->bases = gs_field_bases(field);
			if (debug->stands_in_for)
				gs_stand_in_name_field(field);
			memset(&field->type, 0,
				sizeof field->type); /* its structs are the shader's */
			g_ptr_array_add(mesh->fields, field);
			mesh->n_inputs += i < n_inputs;
		} else if (gs_error_is_fatal(failure)) {
			g_propagate_error(error, g_steal_pointer(&failure));
			good = false;
		} else {
			g_string_append_printf(note, "%s%s is left out: %s", note->len ? "; " : "",
				(const char *)g_ptr_array_index(names, i), failure->message);
			g_clear_error(&failure);
		}
	}
	g_ptr_array_free(names, TRUE);
	return good;
}

/* ---- which of them are positions ---- */

static unsigned likeness(const struct gs_field *field)
{
	static const char *const words[] = {
		"gl_vertex", "position", "pos", "vertex", "vert", "coord", "corner"};
	char *lower = g_ascii_strdown(field->expression, -1);
	unsigned found = 0;
	for (unsigned i = 0; i < G_N_ELEMENTS(words) && !found; i++)
		if (strstr(lower, words[i]))
			found = 2 * (G_N_ELEMENTS(words) - i);
	const char *vertex = strstr(lower, "vertex"); /* which has "tex" in it */
	if (strstr(vertex ? vertex + strlen("vertex") : lower, "tex") || strstr(lower, "uv") ||
		strstr(lower, "normal"))
		found = 0;
	g_free(lower);
	return field->n_scalars < 2 || field->n_scalars > 4 ? 0 : found + 1;
}

static void find_positions(struct gs_mesh *mesh)
{
	unsigned best = 0;
	mesh->position = mesh->clip = SIZE_MAX;
	for (guint i = 0; i < mesh->fields->len; i++) {
		const struct gs_field *field = g_ptr_array_index(mesh->fields, i);
		if (i >= mesh->n_inputs && !strcmp(field->expression, "gl_Position"))
			mesh->clip = i;
		if (i < mesh->n_inputs && likeness(field) > best) {
			best = likeness(field);
			mesh->position = i;
		}
	}
}

static void move_field(GPtrArray *fields, size_t from, size_t to)
{
	gpointer field = g_ptr_array_index(fields, from);
	memmove(&fields->pdata[to + 1], &fields->pdata[to], (from - to) * sizeof(gpointer));
	fields->pdata[to] = field;
}

/* They come first, of what the shader gets and of what it gives. */
static void put_positions_first(struct gs_mesh *mesh)
{
	if (mesh->position != SIZE_MAX) {
		move_field(mesh->fields, mesh->position, 0);
		mesh->position = 0;
	}
	if (mesh->clip != SIZE_MAX) {
		move_field(mesh->fields, mesh->clip, mesh->n_inputs);
		mesh->clip = mesh->n_inputs;
	}
}

/* ---- what joins them ---- */

/* Whether each run of vertices, from number 0 on, is all that a draw has. */
static const char *why_no_runs(const struct gs_debug *debug)
{
	const struct gs_wire_call *call = debug->call;
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	if (debug->target.mode == GS_NO_MODE)
		return "the draw's primitives are not known, so no lines join the vertices";
	bool chosen = debug->draws.draws && !debug->draws.all;
	if (gs_data_draws_several(call->function) && !chosen && !debug->thirds &&
		(int32_t)call->args[rule->draws] != 1)
		return "it is not known where each of the draws ends, so no lines join the "
		       "vertices";
	if (debug->target.restarts && rule && rule->source == GS_DRAW_ELEMENTS &&
		!gs_debug_is_whole(debug))
		return "indices restart primitives in this draw, so no lines join the vertices";
	return NULL;
}

static void add_edges(const struct gs_debug *debug, struct gs_mesh *mesh, GString *note)
{
	size_t cells = (size_t)debug->target.width * debug->target.height, first = 0;
	GArray *edges = g_array_new(FALSE, FALSE, sizeof *mesh->edges);
	GArray *faces = g_array_new(FALSE, FALSE, sizeof *mesh->faces);
	const char *why = why_no_runs(debug);
	for (size_t i = 1; !why && i <= cells; i++) {
		if (i < cells && debug->who[i][0])
			continue;
		if (!gs_mesh_add_edges(
			    debug->target.mode, (uint32_t)first, (uint32_t)(i - first), edges)) {
			if (debug->target.mode == PATCHES)
				why = "patches have no lines of their own: their vertices are "
				      "shown";
			break;
		}
		gs_mesh_add_faces(
			debug->target.mode, (uint32_t)first, (uint32_t)(i - first), faces);
		if (edges->len > MAX_EDGES) {
			g_array_set_size(edges, 0);
			g_array_set_size(faces, 0);
			why = "there are too many vertices to join them by lines";
		}
		first = i;
	}
	if (why)
		g_string_append_printf(note, "%s%s", note->len ? "; " : "", why);
	mesh->n_edges = edges->len;
	mesh->edges = (void *)g_array_free(edges, FALSE);
	mesh->n_faces = faces->len;
	mesh->faces = (void *)g_array_free(faces, FALSE);
}

/* ---- which vertices they are ---- */

static void add_vertex_ids(const struct gs_debug *debug, struct gs_mesh *mesh)
{
	size_t cells = (size_t)debug->target.width * debug->target.height;
	bool differ = false;
	for (size_t i = 0; debug->vertex_ids && i < cells; i++)
		differ = differ || debug->vertex_ids[i] != debug->who[i][0];
	if (differ)
		mesh->vertex_ids = g_memdup2(debug->vertex_ids, cells * sizeof *debug->vertex_ids);
}

/* ---- all of it ---- */

static double aspect_of(const uint32_t viewport[2])
{
	return viewport[0] && viewport[1] ? (double)viewport[0] / viewport[1] : 1;
}

static struct gs_mesh *make(struct gs_debug *debug, GError **error)
{
	struct gs_mesh *mesh = g_new0(struct gs_mesh, 1);
	GString *note = g_string_new(debug->note);
	if (debug->info.flags & GS_PROGRAM_FIXED_VERTEX)
		g_string_append_printf(
			note, "%sfixed function computes gl_Position", note->len ? "; " : "");
	if (debug->stands_in_for)
		g_string_append_printf(note,
			"%sprogram %u was made from %s, into which nothing can be put that "
			"captures "
			"its outputs: only what it reads is shown",
			note->len ? "; " : "", debug->info.program, debug->stands_in_for);
	mesh->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	mesh->mode = debug->target.mode;
	mesh->aspect = aspect_of(debug->target.viewport);
	struct gs_position *end = end_of_main(debug, error);
	bool good = end && fetch(debug, end, mesh, note, error);
	g_free(end);
	if (good) {
		find_positions(mesh);
		put_positions_first(mesh);
		add_edges(debug, mesh, note);
		add_vertex_ids(debug, mesh);
	}
	mesh->note = g_string_free(note, FALSE);
	if (good && mesh->fields->len)
		return mesh;
	if (good)
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"the vertex shader of this draw has no attribute or output that can be "
			"read");
	gs_mesh_free(mesh);
	return NULL;
}

/* Nor does a list that is pending choose a program. */
static bool is_fixed(struct gs_session *session)
{
	struct gs_program_info info;
	if (!gs_session_program(session, &info, NULL))
		return false;
	uint32_t flags = info.flags & (GS_PROGRAM_FIXED_VERTEX | GS_PROGRAM_IN_LIST);
	gs_program_info_clear(&info);
	return flags == GS_PROGRAM_FIXED_VERTEX;
}

/* It is taken apart for good where its vertices are looked at: only when asked for. */
static void refuse_list(struct gs_session *session, GError **error)
{
	if (is_fixed(session))
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"the vertices of a display list that draws by fixed function are not "
			"shown");
	else
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"vertices of a display list are shown only while its vertex shader is "
			"debugged, because the calls before them in the list must be executed: "
			"`shader vertex` first");
}

static bool may_begin(struct gs_session *session, GError **error)
{
	if (session->debug) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"vertices are not shown while another stage is debugged: `shader leave` or "
			"`shader vertex` first");
		return false;
	}
	if (gs_data_draws_from(gs_session_slot(session)->call.function, GS_DRAW_LISTS)) {
		refuse_list(session, error);
		return false;
	}
	return true;
}

struct gs_mesh *gs_session_mesh(struct gs_session *session, GError **error)
{
	struct gs_stop stop;
	gs_session_begin(session);
	if (!gs_session_need_stop(session, error))
		return NULL;
	if (session->debug && session->debug->stage == GS_STAGE_VERTEX)
		return make(session->debug, error);
	if (!gs_session_need_no_list(session, error) || !may_begin(session, error) ||
		!gs_session_begin_vertices(session, error))
		return NULL;
	struct gs_mesh *mesh = make(session->debug, error);
	if (gs_session_leave(session, &stop, mesh ? error : NULL)) {
		gs_stop_clear(&stop);
		return mesh;
	}
	gs_mesh_free(mesh);
	return NULL;
}

/* ---- as a file ---- */

static void put_value(FILE *file, const struct gs_field *field, size_t cell, size_t k)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	const struct gs_scalar scalar = gs_field_scalar(field, cell, k);
	const char *shown = gs_field_is_undefined(field, cell, k) ? "undefined"
			    : field->active[cell]		  ? gs_fetched_text(&scalar, text)
								  : "";
	fprintf(file, ",%s", shown);
}

bool gs_mesh_save(const struct gs_mesh *mesh, const char *path, const struct gs_patience *patience,
	GError **error)
{
	const struct gs_field *first = g_ptr_array_index(mesh->fields, 0);
	size_t cells = (size_t)first->width * first->height;
	if (!g_str_has_suffix(path, ".csv")) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"vertices are saved as .csv only: '%s' does not end in .csv", path);
		return false;
	}
	struct gs_output *output = gs_output_open(path, patience, error);
	if (!output)
		return false;
	FILE *file = gs_output_stream(output);
	for (unsigned i = 0; i < first->elements[0].n; i++)
		fprintf(file, "%s%s", i ? "," : "", first->elements[0].name[i]);
	for (guint f = 0; f < mesh->fields->len; f++) {
		const struct gs_field *field = g_ptr_array_index(mesh->fields, f);
		for (size_t k = 0; k < field->n_scalars; k++)
			fprintf(file, ",%s", field->scalar_names[k]);
	}
	fputc('\n', file);
	for (size_t cell = 0; cell < cells; cell++) {
		for (unsigned i = 0; i < first->elements[cell].n; i++)
			fprintf(file, "%s%u", i ? "," : "", first->elements[cell].at[i]);
		for (guint f = 0; f < mesh->fields->len; f++) {
			const struct gs_field *field = g_ptr_array_index(mesh->fields, f);
			for (size_t k = 0; k < field->n_scalars; k++)
				put_value(file, field, cell, k);
		}
		fputc('\n', file);
	}
	return gs_output_close(output, error);
}
