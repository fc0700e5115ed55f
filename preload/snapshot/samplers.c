/* SPDX-License-Identifier: MIT */
/* The parameters of textures and of samplers, which data/asked.in lists. */
#include "data/asked.h"
#include "preload/snapshot/snapshot.h"

enum { MOST_VALUES = 4 };

/* Of one of them: through which functions. */
struct parameters {
	uint64_t object; /* a target, or a sampler */
	uint16_t get_i, get_f, get_ii, set_i, set_f, set_ii;
};

static const struct parameters of_texture = {0, GS_FN_glGetTexParameteriv,
	GS_FN_glGetTexParameterfv, GS_FN_glGetTexParameterIiv, GS_FN_glTexParameteriv,
	GS_FN_glTexParameterfv, GS_FN_glTexParameterIiv};
static const struct parameters of_sampler = {0, GS_FN_glGetSamplerParameteriv,
	GS_FN_glGetSamplerParameterfv, GS_FN_glGetSamplerParameterIiv, GS_FN_glSamplerParameteriv,
	GS_FN_glSamplerParameterfv, GS_FN_glSamplerParameterIiv};

/* What GL tells and nobody sets. */
static bool is_told_alone(GLenum name)
{
	switch (name) {
	case GL_TEXTURE_IMMUTABLE_FORMAT:
	case GL_TEXTURE_IMMUTABLE_LEVELS:
	case GL_TEXTURE_VIEW_MIN_LEVEL:
	case GL_TEXTURE_VIEW_NUM_LEVELS:
	case GL_TEXTURE_VIEW_MIN_LAYER:
	case GL_TEXTURE_VIEW_NUM_LAYERS:
	case GL_TEXTURE_RESIDENT:
	/* it would make the smaller levels anew with each one that is given */
	case GL_GENERATE_MIPMAP:
		return true;
	default:
		return false;
	}
}

static void put(struct gs_live_snapshot *s, const struct parameters *p, GLenum name, unsigned count,
	unsigned getter, unsigned setter, uint8_t class)
{
	union {
		GLint i[MOST_VALUES];
		GLfloat f[MOST_VALUES];
	} values = {{0}};
	const uint64_t args[] = {p->object, name};
	void (*get)(GLuint, GLenum, void *) = (void (*)(GLuint, GLenum, void *))gs_real(getter);
	if (!get)
		return;
	get((GLuint)p->object, name, &values);
	if (gs_caps_drain() == GL_NO_ERROR)
		gs_snapshot_put_array(s, setter, args, 2, class, 32, &values, count);
}

static void put_all(struct gs_live_snapshot *s, const struct parameters *p,
	const struct gs_asked *asked, bool is_integer)
{
	for (; asked->count; asked++) {
		bool is_float = gs_state_is_float(asked->kind);
		bool is_border = asked->name == GL_TEXTURE_BORDER_COLOR;
		if (is_told_alone(asked->name) || asked->count > MOST_VALUES)
			continue;
		if (is_border && is_integer)
			put(s, p, asked->name, asked->count, p->get_ii, p->set_ii, GS_CLASS_INT);
		else if (is_float)
			put(s, p, asked->name, asked->count, p->get_f, p->set_f, GS_CLASS_FLOAT);
		else
			put(s, p, asked->name, asked->count, p->get_i, p->set_i,
				asked->kind == GS_STATE_ENUM ? GS_CLASS_ENUM : GS_CLASS_INT);
	}
}

/* A texture of whole numbers has such a border, too. */
static bool holds_integers(struct gs_live_snapshot *s, GLenum target)
{
	struct gs_snapshot_image image = {
		.target = target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X : target};
	if (!s->caps.level_sizes)
		return false;
	GLint type = gs_snapshot_parameter(&s->gl, &image, GL_TEXTURE_RED_TYPE);
	return !gs_snapshot_errors(&s->gl) && (type == GL_INT || type == GL_UNSIGNED_INT);
}

void gs_snapshot_texture_parameters(struct gs_live_snapshot *s, GLenum target)
{
	struct parameters p = of_texture;
	p.object = target;
	put_all(s, &p, gs_asked_texture, holds_integers(s, target));
}

static void add(struct gs_live_snapshot *s, GLuint name)
{
	struct parameters p = of_sampler;
	p.object = name;
	gs_snapshot_put_name(s, GS_FN_glGenSamplers, true, name);
	put_all(s, &p, gs_asked_sampler, false);
	put(s, &p, GL_TEXTURE_BORDER_COLOR, 4, p.get_f, p.set_f, GS_CLASS_FLOAT);
	gs_snapshot_put_label(s, GL_SAMPLER, name);
}

void gs_snapshot_samplers(struct gs_live_snapshot *s)
{
	gs_snapshot_each(s, GS_FN_glIsSampler, add);
}
