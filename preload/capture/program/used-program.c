/* SPDX-License-Identifier: MIT */
/* Which program a draw runs, and whether its shader of a stage can be debugged at all. */
#include "preload/capture/stage.h"
#include "preload/core/names.h"

#include <string.h>

static const char *const names[GS_N_STAGES] = {"vertex", "tessellation control",
	"tessellation evaluation", "geometry", "fragment", "compute"};

GLenum gs_stage_type(enum gs_stage stage)
{
	return gs_stage_types[stage];
}

const char *gs_stage_text(enum gs_stage stage)
{
	return names[stage];
}

bool gs_caps_stage(const struct gs_caps *c, enum gs_stage stage)
{
	switch (stage) {
	case GS_STAGE_TESS_CONTROL:
	case GS_STAGE_TESS_EVALUATION:
		return c->stages_tess;
	case GS_STAGE_GEOMETRY:
		return c->stages_geometry;
	case GS_STAGE_COMPUTE:
		return c->stages_compute;
	default:
		return true;
	}
}

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

struct gs_used_program gs_used_program_get(
	const struct gs_caps *c, const struct gs_redraw *redraw, enum gs_stage stage)
{
	struct gs_used_program used = {0};
	GLint program = 0;
	if (c->version < 20)
		return used;
	used.program = get(GL_CURRENT_PROGRAM);
	if (!used.program && c->pipelines) {
		used.pipeline = get(GL_PROGRAM_PIPELINE_BINDING);
		if (used.pipeline && gs_caps_stage(c, stage))
			GL(glGetProgramPipelineiv)(used.pipeline, gs_stage_types[stage], &program);
		used.program = program;
	}
	if (used.program)
		used.link = redraw->link(redraw->data, used.program);
	return used;
}

bool gs_link_has_stage(const struct gs_link *link, GLenum type)
{
	for (unsigned i = 0; i < link->n_shaders; i++)
		if (link->shaders[i].type == type)
			return true;
	return false;
}

static uint32_t shown_program(const struct gs_used_program *used)
{
	return gs_name_shown(GS_OBJECT_PROGRAM, used->program);
}

static bool refuse_no_shader(const struct gs_caps *c, const struct gs_used_program *used,
	enum gs_stage stage, struct gs_refusal *refusal)
{
	bool fixed = stage == GS_STAGE_FRAGMENT || stage == GS_STAGE_VERTEX;
	GLenum assembly = stage == GS_STAGE_FRAGMENT ? GL_FRAGMENT_PROGRAM_ARB
						     : GL_VERTEX_PROGRAM_ARB;
	const char *extension = stage == GS_STAGE_FRAGMENT ? "GL_ARB_fragment_program"
							   : "GL_ARB_vertex_program";
	if (fixed && c->api == GS_API_COMPATIBILITY && gs_caps_has(c, extension) &&
		GL(glIsEnabled)(assembly))
		return gs_refusal_set(refusal, GS_STATUS_NOT_GLSL,
			"the draw's %s are computed by an ARB assembly program, which is not GLSL.",
			stage == GS_STAGE_FRAGMENT ? "fragments" : "vertices");
	if (fixed)
		return gs_refusal_set(refusal, GS_STATUS_NO_SHADER,
			"the draw uses no GLSL %s shader: its %s are computed by the "
			"fixed-function pipeline",
			names[stage], stage == GS_STAGE_FRAGMENT ? "fragments" : "vertices");
	if (used->program)
		return gs_refusal_set(refusal, GS_STATUS_NO_SHADER,
			"program %u has no %s shader: `program` lists the stages it has",
			shown_program(used), names[stage]);
	return gs_refusal_set(refusal, GS_STATUS_NO_SHADER,
		"no %s shader is in use: `program` lists the stages that are", names[stage]);
}

/* What could not be put back: a program that lives only because it is in use, or whose last link
 * failed. */
static bool check_current(const struct gs_used_program *used, struct gs_refusal *refusal)
{
	GLint deleted = 0, linked = 0;
	GL(glGetProgramiv)(used->program, GL_DELETE_STATUS, &deleted);
	GL(glGetProgramiv)(used->program, GL_LINK_STATUS, &linked);
	if (deleted && !used->pipeline)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"program %u has been deleted and exists only as long as it is in use: "
			"glstep cannot use a variant in its place without losing it",
			shown_program(used));
	if (!linked)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the last link of program %u failed: it still draws with its previous "
			"executable, which glstep could not restore",
			shown_program(used));
	return true;
}

static bool mentions(const struct gs_source *source, const char *word)
{
	for (uint32_t i = 0; i < source->n_strings; i++)
		if (memmem(source->strings[i], source->lengths[i], word, strlen(word)))
			return true;
	return false;
}

bool gs_link_writes_unseen(const struct gs_caps *c, const struct gs_link *link)
{
	bool handles = c->bindless || c->bindless_nv;
	bool addresses = c->buffer_addresses;
	for (unsigned i = 0; (handles || addresses) && i < link->n_shaders; i++) {
		const struct gs_source *source = link->shaders[i].source;
		if (!source)
			continue;
		if (addresses && mentions(source, "GL_NV_shader_buffer_store"))
			return true;
		if (handles && mentions(source, "_bindless_texture") &&
			(mentions(source, "imageStore") || mentions(source, "imageAtomic")))
			return true;
	}
	return false;
}

/* What the masks of a capture or the copying of uniforms would not reach. */
static bool check_extensions(
	const struct gs_caps *c, const struct gs_used_program *used, struct gs_refusal *refusal)
{
	bool bindless = c->bindless;
	for (unsigned i = 0; bindless && i < used->link->n_shaders; i++)
		if (mentions(used->link->shaders[i].source, "GL_ARB_bindless_texture"))
			return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
				"program %u uses ARB_bindless_texture: its handles cannot be used "
				"by a variant yet",
				shown_program(used));
	return true;
}

bool gs_used_program_check(const struct gs_caps *c, const struct gs_used_program *used,
	enum gs_stage stage, struct gs_refusal *refusal)
{
	if (!used->program)
		return used->link || refuse_no_shader(c, used, stage, refusal);
	if (!used->link)
		return gs_refusal_set(refusal, GS_STATUS_NO_SOURCE,
			"the source of program %u is not known: it was linked before glstep could "
			"see it",
			shown_program(used));
	if (used->link->binary)
		return gs_refusal_set(refusal, GS_STATUS_NO_SOURCE,
			"program %u was loaded as a binary: it has no source", shown_program(used));
	if (!gs_link_has_stage(used->link, gs_stage_types[stage]))
		return refuse_no_shader(c, used, stage, refusal);
	if (used->link->n_shaders > GS_MAX_VARIANT_TEXTS / 2)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"program %u has more than %d shader objects", shown_program(used),
			GS_MAX_VARIANT_TEXTS / 2);
	for (unsigned i = 0; i < used->link->n_shaders; i++)
		if (!used->link->shaders[i].source)
			return gs_refusal_set(refusal, GS_STATUS_NO_SOURCE,
				"shader %u of program %u is a binary (SPIR-V): it has no GLSL "
				"source",
				gs_name_shown(GS_OBJECT_PROGRAM, used->link->shaders[i].shader),
				shown_program(used));
	return check_extensions(c, used, refusal) && check_current(used, refusal);
}
