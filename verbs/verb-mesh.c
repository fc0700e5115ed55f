/* SPDX-License-Identifier: MIT */
/* mesh: the vertices of the pending draw before and after their shader. */
#include "verbs/verbs.h"
#include "data/data.h"
#include "debugger/session/shader/mesh.h"
#include "wire/capture.h"

enum { TEXT_ROWS = 16, JSON_ROWS = 1024 };

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
	g_string_append_printf(reply->text, "%s:", member);
	json_builder_set_member_name(reply->json, member);
	json_builder_begin_array(reply->json);
	for (size_t i = from; i < to; i++) {
		const struct gs_field *field = g_ptr_array_index(mesh->fields, i);
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "name", field->expression);
		gs_json_string(reply->json, "type", field->type_name);
		gs_json_integer(reply->json, "nan", (int64_t)field->n_nan);
		gs_json_integer(reply->json, "inf", (int64_t)field->n_inf);
		json_builder_end_object(reply->json);
		g_string_append_printf(reply->text, " %s %s%s", field->type_name, field->expression,
			i + 1 < to ? "," : "");
	}
	g_string_append_c(reply->text, '\n');
	json_builder_end_array(reply->json);
}

static void put_columns(struct gs_reply *reply, const struct gs_mesh *mesh)
{
	const struct gs_field *first = g_ptr_array_index(mesh->fields, 0);
	json_builder_set_member_name(reply->json, "columns");
	json_builder_begin_array(reply->json);
	for (unsigned i = 0; i < first->elements[0].n; i++) {
		json_builder_add_string_value(reply->json, first->elements[0].name[i]);
		g_string_append_printf(
			reply->text, "%s%s", i ? "  " : "", first->elements[0].name[i]);
	}
	for (guint f = 0; f < mesh->fields->len; f++) {
		const struct gs_field *field = g_ptr_array_index(mesh->fields, f);
		for (size_t k = 0; k < field->n_scalars; k++) {
			json_builder_add_string_value(reply->json, field->scalar_names[k]);
			g_string_append_printf(reply->text, "  %s", field->scalar_names[k]);
		}
	}
	json_builder_end_array(reply->json);
	g_string_append_c(reply->text, '\n');
}

static void put_row(struct gs_reply *reply, const struct gs_mesh *mesh, size_t cell)
{
	const struct gs_field *first = g_ptr_array_index(mesh->fields, 0);
	json_builder_begin_array(reply->json);
	for (unsigned i = 0; i < first->elements[cell].n; i++) {
		json_builder_add_int_value(reply->json, first->elements[cell].at[i]);
		if (cell < TEXT_ROWS)
			g_string_append_printf(
				reply->text, "%s%u", i ? "  " : "", first->elements[cell].at[i]);
	}
	for (guint f = 0; f < mesh->fields->len; f++) {
		const struct gs_field *field = g_ptr_array_index(mesh->fields, f);
		for (size_t k = 0; k < field->n_scalars; k++) {
			char text[G_ASCII_DTOSTR_BUF_SIZE];
			const struct gs_scalar scalar = gs_field_scalar(field, cell, k);
			gs_json_scalar(reply->json, &scalar);
			if (cell < TEXT_ROWS)
				g_string_append_printf(reply->text, "  %s",
					gs_field_is_undefined(field, cell, k)
						? "undefined"
						: gs_fetched_text(&scalar, text));
		}
	}
	json_builder_end_array(reply->json);
	if (cell < TEXT_ROWS)
		g_string_append_c(reply->text, '\n');
}

/* Of each row. Not columns: what reads the rows counts on those that there are. */
static void put_vertex_ids(struct gs_reply *reply, const struct gs_mesh *mesh, size_t n)
{
	if (!mesh->vertex_ids)
		return;
	json_builder_set_member_name(reply->json, "vertex_ids");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; i < n && i < JSON_ROWS; i++)
		json_builder_add_int_value(reply->json, mesh->vertex_ids[i]);
	json_builder_end_array(reply->json);
}

static void put_mesh(struct gs_reply *reply, const struct gs_mesh *mesh)
{
	const struct gs_field *first = g_ptr_array_index(mesh->fields, 0);
	size_t n = (size_t)first->width * first->height;
	gs_json_integer(reply->json, "vertices", (int64_t)n);
	gs_json_string(reply->json, "mode", mode_name(mesh->mode));
	gs_json_integer(reply->json, "edges", (int64_t)mesh->n_edges);
	gs_json_string(reply->json, "note", mesh->note);
	gs_text_count(reply->text, n, "vertex", "vertices");
	g_string_append_printf(reply->text, ", %s, ", mode_name(mesh->mode));
	gs_text_count(reply->text, mesh->n_edges, "line", "lines");
	g_string_append(reply->text, " between them\n");
	put_names(reply, mesh, "attributes", 0, mesh->n_inputs);
	put_names(reply, mesh, "outputs", mesh->n_inputs, mesh->fields->len);
	put_columns(reply, mesh);
	json_builder_set_member_name(reply->json, "rows");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; i < n && i < JSON_ROWS; i++)
		put_row(reply, mesh, i);
	json_builder_end_array(reply->json);
	put_vertex_ids(reply, mesh, n);
	if (n > TEXT_ROWS)
		g_string_append_printf(reply->text,
			"... %zu more: `mesh FILE.csv` saves them all\n", n - TEXT_ROWS);
	if (*mesh->note)
		g_string_append_printf(reply->text, "note: %s\n", mesh->note);
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
		if (file)
			gs_json_string(reply->json, "file", file);
	}
	gs_mesh_free(mesh);
	return good;
}
