/* SPDX-License-Identifier: MIT */
/* mesh: the vertices of the pending draw before and after their shader. */
#include "verbs/verbs.h"
#include "data/data.h"
#include "debugger/session/shader/mesh.h"
#include "wire/capture.h"

enum { ROWS = 1024 };

static const char *mode_name(uint32_t mode)
{
	const char *name = mode == GS_NO_MODE
				   ? NULL
				   : gs_data_enum_name("PrimitiveType", mode, GS_FUNCTION_GL);
	return name ? name : "unknown";
}

static void put_names(struct gs_reply *reply, const struct gs_mesh *mesh, const char *member,
	size_t from, size_t to)
{
	gs_json_begin_list(reply->json, member);
	for (size_t i = from; i < to; i++) {
		const struct gs_field *field = g_ptr_array_index(mesh->fields, i);
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "name", field->expression);
		gs_json_string(reply->json, "type", field->type_name);
		gs_json_integer(reply->json, "nan", (int64_t)field->n_nan);
		gs_json_integer(reply->json, "inf", (int64_t)field->n_inf);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
}

static void put_columns(struct gs_reply *reply, const struct gs_mesh *mesh)
{
	const struct gs_field *first = g_ptr_array_index(mesh->fields, 0);
	gs_json_begin_list(reply->json, "columns");
	for (unsigned i = 0; i < first->elements[0].n; i++)
		json_builder_add_string_value(reply->json, first->elements[0].name[i]);
	for (guint f = 0; f < mesh->fields->len; f++) {
		const struct gs_field *field = g_ptr_array_index(mesh->fields, f);
		for (size_t k = 0; k < field->n_scalars; k++)
			json_builder_add_string_value(reply->json, field->scalar_names[k]);
	}
	json_builder_end_array(reply->json);
	gs_json_begin_list(reply->json, "component_types");
	for (unsigned i = 0; i < first->elements[0].n; i++)
		gs_json_base(reply->json, GS_BASE_UINT);
	for (guint f = 0; f < mesh->fields->len; f++) {
		const struct gs_field *field = g_ptr_array_index(mesh->fields, f);
		for (size_t k = 0; k < field->n_scalars; k++)
			gs_json_base(reply->json, field->bases[k]);
	}
	json_builder_end_array(reply->json);
}

/* One of the outputs that no vertex has written, in each row, or, with a row, only there. */
static void put_undefined_column(JsonBuilder *json, size_t column, const size_t *row)
{
	json_builder_begin_object(json);
	gs_json_integer(json, "column", (int64_t)column);
	if (row)
		gs_json_integer(json, "row", (int64_t)*row);
	json_builder_end_object(json);
}

static void put_undefined(struct gs_reply *reply, const struct gs_mesh *mesh)
{
	const struct gs_field *first = g_ptr_array_index(mesh->fields, 0);
	size_t column = first->elements[0].n;
	gs_json_begin_list(reply->json, "undefined");
	for (guint f = 0; f < mesh->fields->len; f++) {
		const struct gs_field *field = g_ptr_array_index(mesh->fields, f);
		for (size_t k = 0; k < field->n_scalars; k++, column++) {
			if (field->undefined && field->undefined[k])
				put_undefined_column(reply->json, column, NULL);
			else if (field->undefined_on_path && field->undefined_on_path[k])
				put_undefined_column(reply->json, column, &field->focus);
		}
	}
	json_builder_end_array(reply->json);
}

static void put_row(struct gs_reply *reply, const struct gs_mesh *mesh, size_t cell)
{
	const struct gs_field *first = g_ptr_array_index(mesh->fields, 0);
	json_builder_begin_array(reply->json);
	for (unsigned i = 0; i < first->elements[cell].n; i++)
		json_builder_add_int_value(reply->json, first->elements[cell].at[i]);
	for (guint f = 0; f < mesh->fields->len; f++)
		gs_json_cell(reply->json, g_ptr_array_index(mesh->fields, f), cell);
	json_builder_end_array(reply->json);
}

/* Of each row. Not columns: what reads the rows counts on those that there are. */
static void put_vertex_ids(struct gs_reply *reply, const struct gs_mesh *mesh, size_t n)
{
	if (!mesh->vertex_ids)
		return;
	gs_json_integers(reply->json, "vertex_ids", mesh->vertex_ids, MIN(n, ROWS));
}

static void put_mesh(struct gs_reply *reply, const struct gs_mesh *mesh)
{
	const struct gs_field *first = g_ptr_array_index(mesh->fields, 0);
	size_t n = (size_t)first->width * first->height;
	gs_json_integer(reply->json, "vertices", (int64_t)n);
	gs_json_string(reply->json, "mode", mode_name(mesh->mode));
	gs_json_integer(reply->json, "edges", (int64_t)mesh->n_edges);
	gs_json_string(reply->json, "note", mesh->note);
	put_names(reply, mesh, "attributes", 0, mesh->n_inputs);
	put_names(reply, mesh, "outputs", mesh->n_inputs, mesh->fields->len);
	put_columns(reply, mesh);
	put_undefined(reply, mesh);
	gs_json_begin_list(reply->json, "rows");
	for (size_t i = 0; i < n && i < ROWS; i++)
		put_row(reply, mesh, i);
	json_builder_end_array(reply->json);
	put_vertex_ids(reply, mesh, n);
}

bool gs_verb_mesh(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE.csv");
	struct gs_mesh *mesh = gs_session_mesh(verbs->session, error);
	bool good = mesh &&
		    (!file || gs_mesh_save(mesh, file, gs_session_patience(verbs->session), error));
	if (good) {
		put_mesh(reply, mesh);
		gs_json_optional(reply->json, "file", file);
	}
	gs_mesh_free(mesh);
	return good;
}
