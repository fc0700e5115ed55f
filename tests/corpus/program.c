/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <epoxy/gl.h>
#include "tests/corpus/corpus.h"

static const struct {
	const char *section, *ending;
	enum gs_stage stage;
} sections[] = {{"[vertex shader]", ".vert", GS_STAGE_VERTEX},
	{"[tessellation control shader]", ".tesc", GS_STAGE_TESS_CONTROL},
	{"[tessellation evaluation shader]", ".tese", GS_STAGE_TESS_EVALUATION},
	{"[geometry shader]", ".geom", GS_STAGE_GEOMETRY},
	{"[fragment shader]", ".frag", GS_STAGE_FRAGMENT},
	{"[compute shader]", ".comp", GS_STAGE_COMPUTE}};

struct reader {
	struct program *p;
	GString *to;
	char required[64]; /* version line for shaders without one */
	bool is_es, is_core, is_unusable;
};

static GString *add_text(struct program *p, enum gs_stage stage, GString **texts)
{
	struct gl_pipeline *l = &p->pipeline;

	if (l->n[stage] >= 4)
		return NULL;
	return texts[stage * 4 + l->n[stage]++] = g_string_new("");
}

static void read_requirement(struct reader *r, const char *line)
{
	unsigned major, minor;

	if (sscanf(line, "GLSL >= %u.%u", &major, &minor) == 2) {
		g_snprintf(r->required, sizeof(r->required), "#version %u%02u\n", major, minor);
	} else if (sscanf(line, "GLSL ES >= %u.%u", &major, &minor) == 2) {
		g_snprintf(r->required, sizeof(r->required), "#version %u%02u %s\n", major, minor,
			major >= 3 ? "es" : "");
		r->is_es = true;
	} else if (g_str_has_prefix(line, "GL ES")) {
		r->is_es = true;
	} else if (g_str_has_prefix(line, "GL CORE")) {
		r->is_core = true;
	} else if (g_str_has_prefix(line, "SSO ENABLED")) {
		r->p->pipeline.is_separable = true;
	} else if (g_str_has_prefix(line, "SPIRV ONLY")) {
		r->is_unusable = true;
	}
}

static void read_section(struct reader *r, const char *line, GString **texts)
{
	r->to = NULL;
	for (unsigned i = 0; i < G_N_ELEMENTS(sections); i++)
		if (g_str_has_prefix(line, sections[i].section)) {
			r->to = add_text(r->p, sections[i].stage, texts);
			return;
		}
	if (g_str_has_prefix(line, "[vertex shader passthrough]")) {
		r->p->is_filler[GS_STAGE_VERTEX] = true;
		add_text(r->p, GS_STAGE_VERTEX, texts);
	} else if (strstr(line, " program]") || g_str_has_prefix(line, "[shader include")) {
		r->is_unusable = true;
	}
}

static void read_shader_test(struct reader *r, char **lines, GString **texts)
{
	bool in_require = false;

	for (unsigned i = 0; lines[i]; i++) {
		if (lines[i][0] == '[') {
			in_require = g_str_has_prefix(lines[i], "[require]");
			read_section(r, lines[i], texts);
		} else if (in_require) {
			read_requirement(r, lines[i]);
		} else if (r->to) {
			g_string_append_printf(r->to, "%s\n", lines[i]);
		}
	}
}

/* // expect_result: pass, // glsl_version: 1.50 [es] */
static void read_parser_test(struct reader *r, char **lines, GString **texts)
{
	unsigned major = 0, minor = 0;
	bool passes = false;
	GString *to = NULL;

	for (unsigned i = 0; i < G_N_ELEMENTS(sections); i++)
		if (g_str_has_suffix(r->p->file, sections[i].ending))
			to = add_text(r->p, sections[i].stage, texts);
	for (unsigned i = 0; to && lines[i]; i++) {
		const char *at = strstr(lines[i], "expect_result:"),
			   *version = strstr(lines[i], "glsl_version:");
		if (at && strstr(at, "pass"))
			passes = true;
		if (version && sscanf(version, "glsl_version: %u.%u", &major, &minor) == 2) {
			r->is_es = major * 100 + minor == 100 || strstr(version, "es") != NULL;
			g_snprintf(r->required, sizeof(r->required), "#version %u%02u %s\n", major,
				minor, r->is_es && major >= 3 ? "es" : "");
		}
		g_string_append_printf(to, "%s\n", lines[i]);
	}
	r->is_unusable |= !to || !passes;
}

/* The first line that says a version. */
static const char *version_of(const struct program *p)
{
	for (unsigned s = 0; s < GS_N_STAGES; s++)
		for (unsigned u = 0; u < p->pipeline.n[s]; u++) {
			const char *v = p->is_filler[s]
						? NULL
						: strstr(p->pipeline.text[s][u], "#version");
			if (v)
				return v;
		}
	return "#version 110\n";
}

static void fill_vertex(struct program *p)
{
	const char *version = version_of(p);
	unsigned number = 110;
	bool es = strstr(version, " es") && strstr(version, " es") < strchr(version, '\n');

	sscanf(version, "#version %u", &number);
	bool old = es ? number < 300 : number < 130;
	g_free(p->pipeline.text[GS_STAGE_VERTEX][0]);
	p->pipeline.text[GS_STAGE_VERTEX][0] = g_strdup_printf("%.*s\n%s vec4 piglit_vertex;\nvoid "
							       "main() { gl_Position = "
							       "piglit_vertex; }\n",
		(int)strcspn(version, "\n"), version, old ? "attribute" : "in");
	p->pipeline.n[GS_STAGE_VERTEX] = 1;
	p->is_filler[GS_STAGE_VERTEX] = true;
}

static void complete(struct reader *r, GString **texts, bool is_parser_test)
{
	struct program *p = r->p;
	struct gl_pipeline *l = &p->pipeline;
	unsigned stages = 0;

	for (unsigned s = 0; s < GS_N_STAGES; s++) {
		stages |= l->n[s] > 0 ? 1u << s : 0;
		for (unsigned u = 0; u < l->n[s]; u++) {
			GString *text = texts[s * 4 + u];
			if (!strstr(text->str, "#version")) /* as shader_runner does */
				g_string_prepend(text, r->required);
			l->text[s][u] = g_string_free(text, FALSE);
		}
	}
	bool is_fragment = stages == 1u << GS_STAGE_FRAGMENT;
	if (p->is_filler[GS_STAGE_VERTEX] || (is_fragment && !l->is_separable))
		fill_vertex(p);
	else if (is_parser_test && stages != 1u << GS_STAGE_VERTEX &&
		 stages != 1u << GS_STAGE_COMPUTE)
		l->is_separable = true; /* what it reads comes from nowhere */
	p->api = r->is_es ? GS_API_ES : r->is_core ? GS_API_CORE : GS_API_COMPATIBILITY;
	if (!p->is_filler[GS_STAGE_VERTEX] && strstr(version_of(p), "100\n") == version_of(p) + 9)
		p->api = GS_API_ES;
	r->is_unusable |= stages == 0;
}

bool program_read(struct program *p, const char *file)
{
	struct reader r = {.p = p};
	GString *texts[GS_N_STAGES * 4] = {NULL};
	char *text;

	memset(p, 0, sizeof(*p));
	p->file = file;
	p->pipeline.instances = 1;
	if (!g_file_get_contents(file, &text, NULL, NULL))
		return false;
	char **lines = g_strsplit(text, "\n", -1);
	bool is_parser_test = !g_str_has_suffix(file, ".shader_test");
	if (is_parser_test)
		read_parser_test(&r, lines, texts);
	else
		read_shader_test(&r, lines, texts);
	complete(&r, texts, is_parser_test);
	g_strfreev(lines);
	g_free(text);
	if (r.is_unusable)
		program_finish(p);
	return !r.is_unusable;
}

void program_finish(struct program *p)
{
	for (unsigned s = 0; s < GS_N_STAGES; s++)
		for (unsigned u = 0; u < p->pipeline.n[s]; u++)
			g_free(p->pipeline.text[s][u]);
	memset(&p->pipeline, 0, sizeof(p->pipeline));
}

/* ---- the driver ---- */

static const GLenum types[GS_N_STAGES] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
	GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER, GL_COMPUTE_SHADER};

static bool is_defined(enum gs_stage stage, const char *version, const char *name)
{
	static GHashTable *known; /* "stage version name" to what is known of it */
	char *key = g_strdup_printf("%u %s %s", stage, version, name), *log = NULL;
	gpointer value;

	if (!known)
		known = g_hash_table_new(g_str_hash, g_str_equal);
	if (g_hash_table_lookup_extended(known, key, NULL, &value)) {
		g_free(key);
		return value != NULL;
	}
	char *text = g_strdup_printf("%s\n#ifndef %s\n#error no\n#endif\n", version, name);
	glDeleteShader(gl_compile(types[stage], text, &log));
	/* a shader without main compiles */
	bool defined = !log || !strstr(log, "#error");
	g_hash_table_insert(known, key, defined ? known : NULL);
	g_free(text);
	g_free(log);
	return defined;
}

GArray *gl_macros(const struct gs_glsl_input *input)
{
	GArray *macros = g_array_new(FALSE, FALSE, sizeof(struct gs_glsl_macro));
	char **names = gs_glsl_tested_macros(input);
	const char *v = strstr(input->objects[0].strings[0], "#version");
	char *version = v ? g_strndup(v, strcspn(v, "\n")) : g_strdup("");

	for (unsigned i = 0; names[i]; i++)
		if (is_defined(input->stage, version, names[i])) {
			struct gs_glsl_macro macro = {g_intern_string(names[i]), "1"};
			g_array_append_val(macros, macro);
		}
	g_strfreev(names);
	g_free(version);
	return macros;
}

void gl_delete_program(unsigned program)
{
	glDeleteProgram(program);
}
