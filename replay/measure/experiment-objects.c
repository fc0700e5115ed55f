/* SPDX-License-Identifier: MIT */
/* Objects of the player's own that experiments draw with: tiny textures, and programs with another
 * fragment shader. They live as long as the player. */
#include <string.h>
#include "glsl/glsl.h"
#include "replay/measure/experimenting.h"

enum {
	SIDE = 2,
	MOST_BYTES = 16 * SIDE * SIDE * SIDE,
	FACES = 6,
	PACKS = 6,
	OUTPUTS_VERSION = 130
};

/* ---- tiny textures ---- */

struct format {
	GLint internal;
	GLenum format, type;
};

/* Find how to give texels to a texture like the one that is bound. */
static bool find_format(struct gs_measure *gl, GLenum image, struct format *like)
{
	GLint width = 0, depth = 0, stencil = 0, red = 0, is_compressed = 0;
	void (*get)(GLenum, GLint, GLenum, GLint *) = gl->gl.GetTexLevelParameteriv;
	if (!get)
		return false;
	get(image, 0, GL_TEXTURE_WIDTH, &width);
	get(image, 0, GL_TEXTURE_INTERNAL_FORMAT, &like->internal);
	get(image, 0, GL_TEXTURE_DEPTH_SIZE, &depth);
	get(image, 0, GL_TEXTURE_STENCIL_SIZE, &stencil);
	get(image, 0, GL_TEXTURE_RED_TYPE, &red);
	get(image, 0, GL_TEXTURE_COMPRESSED, &is_compressed);
	gs_measuring_forget_errors(gl);
	if (is_compressed)
		like->internal = GL_RGBA8;
	like->format = depth && stencil				 ? GL_DEPTH_STENCIL
		       : depth					 ? GL_DEPTH_COMPONENT
		       : red == GL_INT || red == GL_UNSIGNED_INT ? GL_RGBA_INTEGER
								 : GL_RGBA;
	like->type = depth && stencil	      ? GL_UNSIGNED_INT_24_8
		     : depth		      ? GL_FLOAT
		     : red == GL_INT	      ? GL_INT
		     : red == GL_UNSIGNED_INT ? GL_UNSIGNED_INT
					      : GL_UNSIGNED_BYTE;
	return width > SIDE;
}

static void give_level(struct gs_measure *gl, GLenum target, const struct format *like, GLint level)
{
	void (*line)(GLenum, GLint, GLint, GLsizei, GLint, GLenum, GLenum,
		const void *) = gs_replay_find(gl->player, "glTexImage1D");
	void (*plane)(GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum,
		const void *) = gs_replay_find(gl->player, "glTexImage2D");
	void (*volume)(GLenum, GLint, GLint, GLsizei, GLsizei, GLsizei, GLint, GLenum, GLenum,
		const void *) = gs_replay_find(gl->player, "glTexImage3D");
	uint8_t texels[MOST_BYTES];
	GLsizei side = SIDE >> level;
	/* in the middle, so that shaders that discard by it do so as seldom as they can */
	memset(texels, like->type == GL_UNSIGNED_BYTE ? 0x80 : 0, sizeof texels);
	if (target == GL_TEXTURE_1D)
		line(target, level, like->internal, side, 0, like->format, like->type, texels);
	else if (target == GL_TEXTURE_3D)
		volume(target, level, like->internal, side, side, side, 0, like->format, like->type,
			texels);
	else if (target == GL_TEXTURE_2D_ARRAY)
		volume(target, level, like->internal, side, side, SIDE, 0, like->format, like->type,
			texels);
	else if (target == GL_TEXTURE_1D_ARRAY)
		plane(target, level, like->internal, side, SIDE, 0, like->format, like->type,
			texels);
	else if (target == GL_TEXTURE_2D)
		plane(target, level, like->internal, side, side, 0, like->format, like->type,
			texels);
	for (unsigned i = 0; target == GL_TEXTURE_CUBE_MAP && i < FACES; i++)
		plane(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, level, like->internal, side, side, 0,
			like->format, like->type, texels);
}

/* Copy what decides how it is looked up. */
static void copy_parameters(struct gs_measure *gl, GLenum target, GLuint from, GLuint to)
{
	static const GLenum names[] = {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER,
		GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R, GL_TEXTURE_COMPARE_MODE,
		GL_TEXTURE_COMPARE_FUNC};
	void (*bind)(GLenum, GLuint) = gs_replay_find(gl->player, "glBindTexture");
	void (*set)(GLenum, GLenum, GLint) = gs_replay_find(gl->player, "glTexParameteri");
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		GLint value = 0;
		bind(target, from);
		gl->gl.GetTexParameteriv(target, names[i], &value);
		bind(target, to);
		if (gs_measuring_forget_errors(gl))
			set(target, names[i], value);
	}
}

static GLuint make_tiny(struct gs_measure *gl, GLenum target, GLenum image, GLuint texture)
{
	static const GLenum packs[PACKS] = {GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH,
		GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_IMAGES,
		GL_UNPACK_IMAGE_HEIGHT};
	void (*store)(GLenum, GLint) = gs_replay_find(gl->player, "glPixelStorei");
	void (*generate)(GLsizei, GLuint *) = gs_replay_find(gl->player, "glGenTextures");
	void (*end)(GLsizei, const GLuint *) = gs_replay_find(gl->player, "glDeleteTextures");
	GLint old[PACKS], buffer = gs_measuring_get(gl, GL_PIXEL_UNPACK_BUFFER_BINDING);
	struct format like;
	GLuint tiny = 0;
	if (!find_format(gl, image, &like))
		return 0;
	for (unsigned i = 0; i < PACKS; i++) {
		old[i] = gs_measuring_get(gl, packs[i]);
		store(packs[i], i ? 0 : 1);
	}
	gl->gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
	generate(1, &tiny);
	gs_measuring_forget_errors(gl);
	copy_parameters(gl, target, texture, tiny);
	give_level(gl, target, &like, 0);
	give_level(gl, target, &like, 1);
	bool is_good = gs_measuring_forget_errors(gl);
	gl->gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, (GLuint)buffer);
	for (unsigned i = 0; i < PACKS; i++)
		store(packs[i], old[i]);
	gs_measuring_forget_errors(gl);
	if (!is_good)
		end(1, &tiny);
	return is_good ? tiny : 0;
}

GLuint gs_experiment_tiny(struct gs_measure *gl, GLenum target, GLenum image, GLuint texture)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(gl->player, "glBindTexture");
	gpointer key = GUINT_TO_POINTER(texture), found;
	switch (target) {
	case GL_TEXTURE_1D:
	case GL_TEXTURE_2D:
	case GL_TEXTURE_3D:
	case GL_TEXTURE_CUBE_MAP:
	case GL_TEXTURE_1D_ARRAY:
	case GL_TEXTURE_2D_ARRAY:
		break;
	default:
		return 0;
	}
	if (g_hash_table_lookup_extended(gl->tiny, key, NULL, &found))
		return GPOINTER_TO_UINT(found);
	GLuint tiny = make_tiny(gl, target, image, texture);
	bind(target, texture);
	g_hash_table_insert(gl->tiny, key, GUINT_TO_POINTER(tiny));
	return tiny;
}

/* ---- programs ---- */

/* Return the text of a fragment shader that writes one colour; of others, an empty one. */
static char *trivial_text(struct gs_measure *gl, GLuint like, bool is_first)
{
	unsigned version;
	bool is_es;
	char *text = gs_measuring_source(gl, like);
	char *line = gs_glsl_version_line(text, &version, &is_es);
	bool has_outputs = is_es ? version >= 300 : version >= OUTPUTS_VERSION;
	char *trivial =
		!is_first ? g_strconcat(line, "void gs_nothing();\n", NULL)
		: has_outputs
			? g_strconcat(line, is_es ? "precision mediump float;\n" : "",
				  "out vec4 gs_color;\nvoid main() { gs_color = vec4(0.5); }\n",
				  NULL)
			: g_strconcat(line, is_es ? "precision mediump float;\n" : "",
				  "void main() { gl_FragColor = vec4(0.5); }\n", NULL);
	g_free(line);
	g_free(text);
	return trivial;
}

static GLuint make_trivial(struct gs_measure *gl, GLuint program)
{
	GLuint shaders[GS_MEASURING_SHADERS];
	char *texts[GS_MEASURING_SHADERS] = {NULL};
	struct gs_measuring_twin wish = {0};
	GLsizei n = 0;
	unsigned n_texts = 0;
	gl->gl.GetAttachedShaders(program, GS_MEASURING_SHADERS, &n, shaders);
	for (GLsizei i = 0; i < n; i++) {
		GLint type = 0;
		gl->gl.GetShaderiv(shaders[i], GL_SHADER_TYPE, &type);
		if (type == GL_FRAGMENT_SHADER) {
			texts[n_texts] = trivial_text(gl, shaders[i], !n_texts);
			n_texts++;
		}
	}
	wish.texts[GS_STAGE_FRAGMENT] = texts;
	GLuint twin = n_texts && n > 1 ? gs_measuring_make_twin(gl, program, &wish) : 0;
	for (unsigned i = 0; i < n_texts; i++)
		g_free(texts[i]);
	return twin;
}

bool gs_experiment_use_trivial(struct gs_measure *gl, GLuint program, const char **why)
{
	gpointer key = GUINT_TO_POINTER(program), found;
	*why = "no program object is in use";
	if (!program || gs_replay_context(gl->player)->version < 30)
		return false;
	if (!g_hash_table_lookup_extended(gl->trivial, key, NULL, &found)) {
		found = GUINT_TO_POINTER(make_trivial(gl, program));
		g_hash_table_insert(gl->trivial, key, found);
	}
	*why = "no program can be made of its other shaders";
	return found && gs_measuring_use_twin(gl, program, GPOINTER_TO_UINT(found));
}
