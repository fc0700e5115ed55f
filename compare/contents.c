/* SPDX-License-Identifier: MIT */
/* What buffers and textures hold that the draw reads, byte by byte. The debuggers write it into
 * files for NumPy. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include "compare/private.h"

enum { NPY_LENGTH_AT = 8, NPY_HEADER_AT = 10, MOST_LAYERS = 64, MOST_LEVELS = 16, FACES = 6 };

struct look {
	struct gs_why *why;
	char *folder;
	char *files[GS_COMPARE_SIDES];
};

static bool begin(struct look *look, struct gs_why *why)
{
	*look = (struct look){.why = why, .folder = g_dir_make_tmp("glstep-XXXXXX", NULL)};
	if (!look->folder)
		return false;
	look->files[GS_COMPARE_A] = g_build_filename(look->folder, "a.npy", NULL);
	look->files[GS_COMPARE_B] = g_build_filename(look->folder, "b.npy", NULL);
	return true;
}

static bool end(struct look *look, bool is_found)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		if (look->files[i])
			g_unlink(look->files[i]);
		g_free(look->files[i]);
	}
	if (look->folder)
		g_rmdir(look->folder);
	g_free(look->folder);
	return is_found;
}

/* ---- arrays in files ---- */

/* As `texture` and `buffer` write them: doubles, in three dimensions. */
struct values {
	char *text;
	const char *data;
	gsize n;
	unsigned columns, components;
};

static bool read_values(struct values *v, const char *path)
{
	gsize length;
	*v = (struct values){NULL};
	if (!g_file_get_contents(path, &v->text, &length, NULL) || length < NPY_HEADER_AT)
		return false;
	const guint8 *bytes = (const guint8 *)v->text + NPY_LENGTH_AT;
	gsize start = NPY_HEADER_AT + ((gsize)bytes[0] | (gsize)bytes[1] << 8);
	if (start > length)
		return false;
	g_autofree char *header = g_strndup(v->text + NPY_HEADER_AT, start - NPY_HEADER_AT);
	const char *shape = strstr(header, "'shape'");
	v->data = v->text + start;
	v->n = (length - start) / sizeof(double);
	return shape && strstr(header, "'descr': '<f8'") &&
	       sscanf(shape, "'shape': (%*u, %u, %u)", &v->columns, &v->components) == 2;
}

static double value_at(const struct values *v, gsize i)
{
	double value;
	memcpy(&value, v->data + i * sizeof value, sizeof value);
	return value;
}

static char *value_text(const struct values *v, gsize i)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	return g_strdup(g_ascii_formatd(text, sizeof text, "%.9g", value_at(v, i)));
}

/* Return whether two texels, from index i on, are so much alike that the tolerance of pictures,
 * which may show them, allows it. */
static bool is_alike(const struct gs_tolerance *tolerance, const struct values v[GS_COMPARE_SIDES],
	gsize i, gsize n)
{
	const double levels = 255;
	double rgb[GS_COMPARE_SIDES][3] = {{0}};
	if (tolerance->kind == GS_TOLERANCE_EXACT)
		return false;
	for (gsize k = 0; k < n; k++) {
		double a = value_at(&v[0], i + k), b = value_at(&v[1], i + k);
		if (tolerance->kind != GS_TOLERANCE_PERCEPTUAL &&
			!(fabs(a - b) * levels <= tolerance->n))
			return false;
		if (k < 3) {
			rgb[GS_COMPARE_A][k] = a;
			rgb[GS_COMPARE_B][k] = b;
		}
	}
	return tolerance->kind != GS_TOLERANCE_PERCEPTUAL ||
	       gs_perceptual_distance(rgb[0], rgb[1]) <= tolerance->n;
}

/* Compare what the files have. Return false if it is the same, or there is none; else where it
 * differs first, and the values there. tolerance: of texels; NULL: each bit counts. */
static bool differ(const struct look *look, const struct gs_tolerance *tolerance,
	struct values *shape, gsize *first, char *details[GS_COMPARE_SIDES])
{
	struct values v[GS_COMPARE_SIDES];
	bool good = true, is_found = false;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		good = read_values(&v[i], look->files[i]) && good;
	gsize n = good ? MIN(v[0].n, v[1].n) : 0, step = good ? MAX(v[0].components, 1) : 1;
	for (gsize i = 0; i + step <= n && !is_found; i += step)
		for (gsize k = 0; k < step && !is_found; k++) {
			is_found = memcmp(v[0].data + (i + k) * sizeof(double),
					   v[1].data + (i + k) * sizeof(double),
					   sizeof(double)) != 0 &&
				   !(tolerance && is_alike(tolerance, v, i, step));
			*first = i + k;
		}
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		details[i] = is_found ? value_text(&v[i], *first) : NULL;
		g_free(v[i].text);
	}
	*shape = v[0];
	shape->text = NULL;
	return is_found;
}

/* ---- lists of what is bound ---- */

static JsonArray *ask_list(struct gs_why *why, int side, const char *what)
{
	g_autoptr(JsonObject) answer = gs_console_ask(why->consoles[side], "%s", what);
	JsonArray *list = gs_why_list(answer, what);
	return list ? json_array_ref(list) : json_array_new();
}

/* Return what is bound on the other side where this is; NULL: nothing. */
static JsonObject *counterpart(JsonArray *list, JsonObject *of)
{
	for (guint i = 0; i < json_array_get_length(list); i++) {
		JsonObject *item = json_array_get_object_element(list, i);
		if (strcmp(gs_why_word(item, "binding"), gs_why_word(of, "binding")) == 0 &&
			strcmp(gs_why_word(item, "target"), gs_why_word(of, "target")) == 0)
			return item;
	}
	return NULL;
}

/* Go through what is bound on both sides until something differs. */
static bool find_among(struct gs_why *why, const char *what,
	bool (*differs)(struct look *look, JsonObject *a, JsonObject *b))
{
	struct look look;
	bool is_found = false;
	if (!begin(&look, why))
		return false;
	g_autoptr(JsonArray) of_a = ask_list(why, GS_COMPARE_A, what);
	g_autoptr(JsonArray) of_b = ask_list(why, GS_COMPARE_B, what);
	for (guint i = 0; i < json_array_get_length(of_a) && !is_found; i++) {
		JsonObject *a = json_array_get_object_element(of_a, i);
		JsonObject *b = counterpart(of_b, a);
		is_found = b && differs(&look, a, b);
	}
	return end(&look, is_found);
}

/* ---- what they hold ---- */

/* Have both debuggers write it. Return false if one cannot. */
static bool fetch(const struct look *look, const struct gs_content *content)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		struct gs_console_side *console = look->why->consoles[i];
		g_autoptr(JsonObject)
			answer = content->is_buffer
					 ? gs_console_ask(console,
						   "buffer %" G_GINT64_FORMAT
						   " ubyte count %" G_GINT64_FORMAT " %s",
						   content->names[i], content->size, look->files[i])
					 : gs_console_ask(console,
						   "texture %" G_GINT64_FORMAT " level %d%s %s",
						   content->names[i], content->level, content->part,
						   look->files[i]);
		if (!answer)
			return false;
	}
	return true;
}

bool gs_content_differs(struct gs_why *why, const struct gs_content *content, gsize *first,
	char *details[GS_COMPARE_SIDES])
{
	const struct gs_tolerance *tolerance = content->is_buffer ? NULL : &why->wish->tolerance;
	struct look look;
	struct values shape;
	if (!begin(&look, why))
		return false;
	bool is_found = fetch(&look, content) && differ(&look, tolerance, &shape, first, details);
	return end(&look, is_found);
}

bool gs_content_at(struct gs_why *why, const struct gs_content *content, gsize at,
	char *details[GS_COMPARE_SIDES])
{
	struct look look;
	struct values v[GS_COMPARE_SIDES];
	if (!begin(&look, why))
		return false;
	bool good = fetch(&look, content);
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		good = read_values(&v[i], look.files[i]) && good && at < v[i].n;
		details[i] = good ? value_text(&v[i], at) : NULL;
		g_free(v[i].text);
	}
	return end(&look, good);
}

/* Keep what differs, for gs_why_upstream. Returns true. */
static bool keep(struct gs_why *why, const struct gs_content *content, JsonObject *of)
{
	g_free(why->content.binding);
	why->content = *content;
	why->content.binding = g_strdup(gs_why_word(of, "binding"));
	return true;
}

/* ---- buffers ---- */

static bool buffer_differs(struct look *look, JsonObject *a, JsonObject *b)
{
	static const char *const others[] = {
		"GL_ARRAY_BUFFER", "GL_COPY_", "GL_PIXEL_", "GL_QUERY_"};
	const struct gs_content content = {.is_buffer = true,
		.names = {gs_why_number(a, "name"), gs_why_number(b, "name")},
		.size = gs_why_number(a, "size")};
	char *details[GS_COMPARE_SIDES];
	const char *binding = gs_why_word(a, "binding");
	struct values shape;
	gsize first;
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (g_str_has_prefix(binding, others[i]))
			return false;
	if (look->why->is_dispatch && (g_str_has_prefix(binding, "attribute ") ||
					      g_str_has_prefix(binding, "GL_ELEMENT_ARRAY")))
		return false;
	if (gs_why_number(a, "size") != gs_why_number(b, "size"))
		return gs_why_note(look->why, GS_CAUSE_BUFFER,
			g_strdup_printf("size of %s", binding),
			g_strdup_printf("%" G_GINT64_FORMAT, gs_why_number(a, "size")),
			g_strdup_printf("%" G_GINT64_FORMAT, gs_why_number(b, "size")));
	if (!fetch(look, &content) || !differ(look, NULL, &shape, &first, details))
		return false;
	gs_why_note(look->why, GS_CAUSE_BUFFER,
		g_strdup_printf("byte %" G_GSIZE_FORMAT " of %s", first, binding), details[0],
		details[1]);
	return keep(look->why, &content, a);
}

bool gs_why_buffers(struct gs_why *why)
{
	return find_among(why, "buffers", buffer_differs);
}

/* ---- textures ---- */

static bool image_differs(struct look *look, JsonObject *a, const struct gs_content *content)
{
	char *details[GS_COMPARE_SIDES];
	struct values shape;
	gsize first;
	if (!fetch(look, content) ||
		!differ(look, &look->why->wish->tolerance, &shape, &first, details))
		return false;
	gsize texel = first / MAX(shape.components, 1), columns = MAX(shape.columns, 1);
	gs_why_note(look->why, GS_CAUSE_TEXTURE,
		g_strdup_printf("texel %" G_GSIZE_FORMAT " %" G_GSIZE_FORMAT
				" of level %d%s of the %s of %s",
			texel % columns, texel / columns, content->level, content->part,
			gs_why_word(a, "target"), gs_why_word(a, "binding")),
		details[0], details[1]);
	return keep(look->why, content, a);
}

static bool texture_differs(struct look *look, JsonObject *a, JsonObject *b)
{
	struct gs_content content = {.names = {gs_why_number(a, "name"), gs_why_number(b, "name")}};
	bool is_cube = strstr(gs_why_word(a, "target"), "CUBE") && gs_why_number(a, "depth") <= 1;
	if (!gs_why_is_read(look->why, gs_why_word(a, "binding")))
		return false;
	int64_t parts = is_cube ? FACES : CLAMP(gs_why_number(a, "depth"), 1, MOST_LAYERS);
	for (; content.level < CLAMP(gs_why_number(a, "levels"), 1, MOST_LEVELS); content.level++)
		for (int64_t i = 0; i < parts; i++) {
			if (parts > 1)
				g_snprintf(content.part, sizeof content.part, " %s %d",
					is_cube ? "face" : "layer", (int)i);
			if (image_differs(look, a, &content))
				return true;
		}
	return false;
}

bool gs_why_textures(struct gs_why *why)
{
	return find_among(why, "textures", texture_differs);
}
