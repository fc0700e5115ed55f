/* SPDX-License-Identifier: MIT */
#include "preload/capture.h"

#include <string.h>

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* ---- which program ---- */

struct gs_used_program gs_used_program_get(const struct gs_caps *c, const struct gs_replay *replay)
{
	struct gs_used_program used = {0};
	GLint pipeline = 0, program = 0;
	if (c->version < 20)
		return used;
	used.program = get(GL_CURRENT_PROGRAM);
	if (!used.program && c->pipelines) {
		pipeline = get(GL_PROGRAM_PIPELINE_BINDING);
		if (pipeline)
			GL(glGetProgramPipelineiv)(pipeline, GL_FRAGMENT_SHADER, &program);
		used.program = program;
		used.pipeline = pipeline;
	}
	if (used.program)
		used.link = replay->link(replay->data, used.program);
	return used;
}

static bool has_stage(const struct gs_link *link, GLenum type)
{
	for (unsigned i = 0; i < link->n_shaders; i++)
		if (link->shaders[i].type == type)
			return true;
	return false;
}

static bool refuse_no_shader(const struct gs_caps *c, struct gs_refusal *refusal)
{
	bool arb = c->api == GS_API_COMPATIBILITY && gs_caps_has(c, "GL_ARB_fragment_program") &&
		   GL(glIsEnabled)(GL_FRAGMENT_PROGRAM_ARB);
	if (arb)
		return gs_refusal_set(refusal, GS_STATUS_NOT_GLSL,
			"the draw's fragments are computed by an ARB assembly program, which is "
			"not GLSL.");
	return gs_refusal_set(refusal, GS_STATUS_NO_SHADER,
		"the draw uses no GLSL fragment shader: its fragments are computed by the "
		"fixed-function pipeline");
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
			"program %u has been deleted and lives only as long as it is in use: "
			"another "
			"could not be used meanwhile without losing it",
			used->program);
	if (!linked)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the last link of program %u failed: what it draws with is what it was "
			"before, and could not be taken into use again",
			used->program);
	return true;
}

static bool mentions(const struct gs_source *source, const char *word)
{
	for (uint32_t i = 0; i < source->n_strings; i++)
		if (memmem(source->strings[i], source->lengths[i], word, strlen(word)))
			return true;
	return false;
}

/* What the masks of a capture or the copying of uniforms would not reach. */
static bool check_extensions(
	const struct gs_caps *c, const struct gs_used_program *used, struct gs_refusal *refusal)
{
	if (c->api == GS_API_COMPATIBILITY && gs_caps_has(c, "GL_EXT_stencil_two_side") &&
		GL(glIsEnabled)(GL_STENCIL_TEST_TWO_SIDE_EXT))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw uses EXT_stencil_two_side: its back mask cannot be put aside");
	bool bindless = gs_caps_has(c, "GL_ARB_bindless_texture");
	for (unsigned i = 0; bindless && i < used->link->n_shaders; i++)
		if (mentions(used->link->shaders[i].source, "GL_ARB_bindless_texture"))
			return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
				"program %u uses ARB_bindless_texture: its handles cannot be given "
				"to "
				"a variant yet",
				used->program);
	return true;
}

static bool check_program(
	const struct gs_caps *c, const struct gs_used_program *used, struct gs_refusal *refusal)
{
	if (!used->program)
		return refuse_no_shader(c, refusal);
	if (!used->link)
		return gs_refusal_set(refusal, GS_STATUS_NO_SOURCE,
			"the source of program %u is not known: it was linked before glstep "
			"watched",
			used->program);
	if (used->link->binary)
		return gs_refusal_set(refusal, GS_STATUS_NO_SOURCE,
			"program %u was loaded as a binary: it has no source", used->program);
	if (!has_stage(used->link, GL_FRAGMENT_SHADER))
		return refuse_no_shader(c, refusal);
	if (used->link->n_shaders > GS_MAX_VARIANT_TEXTS / 2)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"program %u has more than %d shader objects", used->program,
			GS_MAX_VARIANT_TEXTS / 2);
	for (unsigned i = 0; i < used->link->n_shaders; i++)
		if (!used->link->shaders[i].source)
			return gs_refusal_set(refusal, GS_STATUS_NO_SOURCE,
				"shader %u of program %u is a binary (SPIR-V): it has no GLSL "
				"source",
				used->link->shaders[i].shader, used->program);
	return check_extensions(c, used, refusal) && check_current(used, refusal);
}

/* ---- drawing ---- */

/* What the last draw_counted counted; waits for it. */
static uint64_t counted(const struct gs_debugging *d)
{
	GLuint count = 0;
	GL(glGetQueryObjectuiv)(d->query, GL_QUERY_RESULT, &count);
	gs_caps_drain();
	return count;
}

static bool draw_counted(
	struct gs_debugging *d, const struct gs_replay *replay, struct gs_refusal *refusal)
{
	GLenum target = d->caps.counting_queries ? GL_SAMPLES_PASSED : GL_ANY_SAMPLES_PASSED;
	const char *why = NULL;
	if (!d->query)
		GL(glGenQueries)(1, &d->query);
	GL(glBeginQuery)(target, d->query);
	gs_caps_drain();
	bool done = replay->draw(replay->data, &why);
	GLenum error = gs_caps_drain();
	GL(glEndQuery)(target);
	gs_caps_drain();
	if (!done)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED, "%s",
			why ? why : "the draw cannot be replayed");
	if (error != GL_NO_ERROR)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw raises %s and draws nothing", gs_caps_error_name(error));
	return true;
}

static bool fixed_point(const struct gs_drawable *like)
{
	return like->colour == GS_COLOUR_FIXED || like->colour == GS_COLOUR_NONE;
}

/* The alpha test, on if it can pass or fail what is captured. */
static void set_alpha_test(const struct gs_saved *saved, bool on)
{
	if (saved->alpha_test && !on)
		GL(glDisable)(GL_ALPHA_TEST);
	else if (saved->alpha_test)
		GL(glEnable)(GL_ALPHA_TEST);
}

/* The draw, once into the program's framebuffer with all masks off, once into ours likewise. */
static bool compare_coverage(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_replay *replay, const struct gs_written *written,
	struct gs_refusal *refusal)
{
	GL(glBindFramebuffer)(GL_DRAW_FRAMEBUFFER, saved->draw_framebuffer);
	gs_saved_masks(saved, false, false);
	gs_saved_scissor(saved, NULL);
	bool ok = draw_counted(d, replay, refusal);
	d->info.samples_real = counted(d);
	gs_written_restore(written);
	if (!ok)
		return false;
	const struct gs_drawable *like = &d->target.like;
	bool integers = like->colour == GS_COLOUR_INT || like->colour == GS_COLOUR_UINT ||
			!d->caps.float_targets;
	enum gs_attachment type = integers	       ? GS_ATTACHMENT_UINT
				  : d->info.need_alpha ? GS_ATTACHMENT_ALPHA
						       : GS_ATTACHMENT_FLOAT;
	gs_saved_plain_output(saved, fixed_point(like), true);
	if (!gs_target_prepare(&d->target, saved, 1, &type, NULL, refusal))
		return false;
	gs_saved_masks(saved, false, false);
	set_alpha_test(saved, d->info.need_alpha);
	ok = draw_counted(d, replay, refusal);
	d->info.samples_replay = counted(d);
	gs_written_restore(written);
	return ok;
}

/* ---- a session ---- */

static bool has_dual_source(const struct gs_caps *c, const struct gs_used_program *used)
{
	for (unsigned i = 0; i < used->link->n_outputs; i++)
		if (used->link->outputs[i].index == 1)
			return true;
	static const GLenum property = GL_LOCATION_INDEX;
	GLint n = 0;
	if (!c->interfaces || c->api == GS_API_ES)
		return false;
	GL(glGetProgramInterfaceiv)(used->program, GL_PROGRAM_OUTPUT, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; i < n; i++) {
		GLint index = 0;
		GL(glGetProgramResourceiv)
		(used->program, GL_PROGRAM_OUTPUT, i, 1, &property, 1, NULL, &index);
		if (index == 1)
			return true;
	}
	return false;
}

static void fill_info(struct gs_debugging *d, const struct gs_saved *saved)
{
	const struct gs_drawable *like = &d->target.like;
	bool integers = like->colour == GS_COLOUR_INT || like->colour == GS_COLOUR_UINT;
	d->info = (struct gs_wire_debug){
		.width = like->width,
		.height = like->height,
		.samples = like->samples,
		.y_flipped = like->flipped,
		.max_draw_buffers = d->caps.n_draw_buffers,
		.need_alpha = saved->alpha_test && !integers,
		.glsl_version = d->caps.glsl,
		.n_draw_buffers = like->n_draw_buffers,
		.dual_source = has_dual_source(&d->caps, &d->used),
		.planes = 1,
		.float_renderable = d->caps.float_targets,
		.uint_renderable = d->caps.uint_targets,
	};
}

static bool begin(struct gs_debugging *d, struct gs_saved *saved, const struct gs_replay *replay,
	struct gs_refusal *refusal)
{
	struct gs_drawable like;
	struct gs_written written;
	if (!gs_drawable_get(saved, &like, refusal))
		return false;
	if (!gs_target_init(&d->target, saved, &like, refusal))
		return false;
	fill_info(d, saved);
	if (!gs_written_save(&written, saved, refusal))
		return false;
	bool ok = compare_coverage(d, saved, replay, &written, refusal);
	gs_written_finish(&written);
	return ok;
}

bool gs_debugging_begin(struct gs_debugging *d, const struct gs_replay *replay, enum gs_stage stage,
	struct gs_refusal *refusal)
{
	struct gs_saved saved;
	gs_debugging_end(d);
	if (stage != GS_STAGE_FRAGMENT)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"only fragment shaders can be debugged yet: `shader fragment`");
	gs_caps_get(&d->caps);
	d->used = gs_used_program_get(&d->caps, replay);
	if (!check_program(&d->caps, &d->used, refusal))
		return false;
	if (d->caps.api == GS_API_COMPATIBILITY && get(GL_RENDER_MODE) != GL_RENDER)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the render mode is selection or feedback: the draw makes no fragments");
	if (d->caps.feedback && !d->caps.feedback_pause &&
		get(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"transform feedback cannot be paused in this context (needs OpenGL 4.0)");
	gs_saved_enter(&saved, &d->caps, replay->conditional_query, replay->conditional_mode);
	d->active = true;
	bool ok = begin(d, &saved, replay, refusal);
	gs_saved_leave(&saved);
	if (!ok)
		gs_debugging_end(d);
	return ok;
}

void gs_debugging_end(struct gs_debugging *d)
{
	if (d->active) {
		gs_variants_finish(&d->variants);
		gs_target_finish(&d->target);
		if (d->query)
			GL(glDeleteQueries)(1, &d->query);
		gs_caps_drain();
	}
	memset(d, 0, sizeof *d);
}

/* ---- a capture ---- */

struct request {
	unsigned n_passes;
	uint32_t flags[2];
	struct gs_variant_request variant[2];
	unsigned n_attachments;
	enum gs_attachment types[GS_MAX_DRAW_BUFFERS];
	struct gs_rectangle area;
};

static bool read_pass(struct gs_stream *s, struct request *r, unsigned pass)
{
	struct gs_variant_request *v = &r->variant[pass];
	r->flags[pass] = gs_stream_get_u32(s);
	v->n_texts = gs_stream_get_u32(s);
	if (v->n_texts > GS_MAX_VARIANT_TEXTS)
		return false;
	for (unsigned i = 0; i < v->n_texts; i++) {
		v->texts[i].shader = gs_stream_get_u32(s);
		v->texts[i].stage = gs_stream_get_u32(s);
		v->texts[i].text = gs_stream_get_bytes(s, &v->texts[i].length);
	}
	return !s->failed;
}

static bool read_attachments(struct gs_stream *s, struct request *r, unsigned max)
{
	r->n_attachments = gs_stream_get_u32(s);
	if (r->n_attachments == 0 || r->n_attachments > max)
		return false;
	for (unsigned i = 0; i < r->n_attachments; i++) {
		uint32_t type = gs_stream_get_u32(s);
		if (type > GS_ATTACHMENT_ALPHA)
			return false;
		r->types[i] = type;
		r->variant[0].outputs[i] = r->variant[1].outputs[i] = gs_stream_get_string(s);
	}
	r->variant[0].n_outputs = r->variant[1].n_outputs = r->n_attachments;
	return true;
}

/* False: malformed. */
static bool read_request(struct gs_stream *s, const struct gs_debugging *d, struct request *r)
{
	memset(r, 0, sizeof *r);
	r->n_passes = gs_stream_get_u32(s);
	if (r->n_passes < 1 || r->n_passes > 2)
		return false;
	for (unsigned i = 0; i < r->n_passes; i++)
		if (!read_pass(s, r, i))
			return false;
	if (!read_attachments(s, r, d->caps.n_draw_buffers))
		return false;
	uint32_t x = gs_stream_get_u32(s), y = gs_stream_get_u32(s);
	uint32_t width = gs_stream_get_u32(s), height = gs_stream_get_u32(s);
	uint32_t lift = gs_stream_get_u32(s);
	uint32_t all_width = d->target.like.width, all_height = d->target.like.height;
	if (!width || !height) {
		x = y = 0;
		width = all_width;
		height = all_height;
	}
	if (s->failed || lift > GS_LIFT_320_ES || x >= all_width || y >= all_height ||
		width > all_width - x || height > all_height - y)
		return false;
	r->variant[0].lift = r->variant[1].lift = lift;
	r->area = (struct gs_rectangle){x, y, width, height};
	return true;
}

static bool draw_passes(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_replay *replay, const struct request *r, struct gs_refusal *refusal)
{
	const struct gs_drawable *like = &d->target.like;
	bool alpha = r->types[0] == GS_ATTACHMENT_ALPHA;
	struct gs_written written;
	if (!gs_written_save(&written, saved, refusal))
		return false;
	bool all = (unsigned)r->area.width == like->width &&
		   (unsigned)r->area.height == like->height;
	bool ok = gs_target_prepare(
		&d->target, saved, r->n_attachments, r->types, all ? NULL : &r->area, refusal);
	gs_saved_plain_output(saved, fixed_point(like), alpha);
	set_alpha_test(saved, alpha && d->info.need_alpha);
	for (unsigned i = 0; ok && i < r->n_passes; i++) {
		ok = gs_variants_use(&d->variants, saved, &d->used, &r->variant[i], refusal);
		gs_saved_masks(saved, true, !(r->flags[i] & GS_PASS_NO_DEPTH_STENCIL_WRITE));
		ok = ok && draw_counted(d, replay, refusal);
		gs_written_restore(&written);
	}
	gs_written_finish(&written);
	return ok;
}

static bool put_answer(struct gs_debugging *d, struct gs_saved *saved, const struct request *r,
	struct gs_stream *answer, struct gs_refusal *refusal)
{
	enum { ALIGN = 4096 };
	uint64_t size = (uint64_t)r->area.width * r->area.height * 16,
		 pad = (size + ALIGN - 1) / ALIGN * ALIGN;
	gs_stream_put_u32(answer, r->n_attachments);
	gs_stream_put_u32(answer, r->area.x);
	gs_stream_put_u32(answer, r->area.y);
	gs_stream_put_u32(answer, r->area.width);
	gs_stream_put_u32(answer, r->area.height);
	for (unsigned i = 0; i < r->n_attachments; i++)
		gs_stream_put_u64(answer, ALIGN + i * pad);
	void *samples = gs_stream_claim(answer, sizeof(uint64_t));
	if (answer->failed || ALIGN + r->n_attachments * pad > answer->size)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the captured images do not fit into the shared memory: ask for a part of "
			"the target");
	gs_saved_plain_pack(saved);
	for (unsigned i = 0; i < r->n_attachments; i++)
		gs_target_read(
			&d->target, i, r->types[i], &r->area, answer->data + ALIGN + i * pad);
	uint64_t n = counted(d); /* there by now: waiting for it before the images would cost */
	memcpy(samples, &n, sizeof n);
	answer->at = ALIGN + r->n_attachments * pad;
	return gs_caps_drain() == GL_NO_ERROR ||
	       gs_refusal_set(
		       refusal, GS_STATUS_INTERNAL, "the capture target could not be read back");
}

bool gs_debugging_capture(struct gs_debugging *d, const struct gs_replay *replay,
	struct gs_stream *request, struct gs_stream *answer, struct gs_refusal *refusal)
{
	struct request r;
	struct gs_saved saved;
	if (!d->active)
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "no draw is being debugged");
	if (!read_request(request, d, &r))
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "the capture request is malformed");
	gs_saved_enter(&saved, &d->caps, replay->conditional_query, replay->conditional_mode);
	bool ok = draw_passes(d, &saved, replay, &r, refusal) &&
		  put_answer(d, &saved, &r, answer, refusal);
	gs_saved_leave(&saved);
	return ok;
}
