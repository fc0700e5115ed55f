/* SPDX-License-Identifier: MIT */
/*
 * Whether framebuffers are complete (OpenGL 4.6, section 9.4), as far as state proves it: rules
 * that depend on the driver, such as most formats, are left out.
 */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/issues.h"
#include "trace/raw.h"

struct renderbuffer {
	struct gs_image image;
	bool is_elsewhere; /* its image comes from another API */
};

struct framebuffer {
	uint64_t width, height; /* size without attachments */
	bool is_complete;	/* GL has reported it complete since its last change */
	bool is_other;		/* something was attached by a call that is not followed */
};

struct gs_framebuffers {
	struct gs_effects *effects;
	struct gs_completeness *images;
	GHashTable *renderbuffers; /* object -> struct renderbuffer */
	GHashTable *framebuffers;  /* object -> struct framebuffer */
	char text[200];
};

/* One attachment, as far as it is known. */
struct part {
	struct gs_effects_attachment attachment;
	struct gs_image image;
	bool is_there, is_known;
};

struct gs_framebuffers *gs_framebuffers_new(
	struct gs_effects *effects, struct gs_completeness *images)
{
	struct gs_framebuffers *s = g_new0(struct gs_framebuffers, 1);
	s->effects = effects;
	s->images = images;
	s->renderbuffers = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	s->framebuffers = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	return s;
}

void gs_framebuffers_free(struct gs_framebuffers *s)
{
	g_hash_table_destroy(s->renderbuffers);
	g_hash_table_destroy(s->framebuffers);
	g_free(s);
}

static struct renderbuffer *renderbuffer_at(struct gs_framebuffers *s, uint32_t object)
{
	return gs_kept_of(s->renderbuffers, object, sizeof(struct renderbuffer));
}

static struct framebuffer *framebuffer_at(struct gs_framebuffers *s, uint32_t object)
{
	return gs_kept_of(s->framebuffers, object, sizeof(struct framebuffer));
}

static struct framebuffer *framebuffer_of(
	struct gs_framebuffers *s, const struct gs_analysed_call *analysed)
{
	uint64_t target = gs_analysed_number(analysed, "target");
	uint32_t object = gs_analysed_has(analysed, "framebuffer")
				  ? gs_effects_object_named(s->effects, GS_OBJECT_FRAMEBUFFER,
					    gs_analysed_number(analysed, "framebuffer"))
				  : gs_effects_bound(s->effects, GS_OBJECT_FRAMEBUFFER, target);
	return framebuffer_at(s, object);
}

/* ---- calls ---- */

static void set_storage(struct gs_framebuffers *s, const struct gs_analysed_call *analysed)
{
	uint32_t object = gs_analysed_has(analysed, "renderbuffer")
				  ? gs_effects_object_named(s->effects, GS_OBJECT_RENDERBUFFER,
					    gs_analysed_number(analysed, "renderbuffer"))
				  : gs_effects_bound(
					    s->effects, GS_OBJECT_RENDERBUFFER, GL_RENDERBUFFER);
	struct renderbuffer *renderbuffer = renderbuffer_at(s, object);
	renderbuffer->is_elsewhere = !gs_analysed_has(analysed, "internalformat");
	renderbuffer->image = (struct gs_image){
		.width = (int32_t)gs_analysed_number(analysed, "width"),
		.height = (int32_t)gs_analysed_number(analysed, "height"),
		.depth = 1,
		.format = (uint32_t)gs_analysed_number(analysed, "internalformat"),
		.faces = 0x3f,
		.samples = (unsigned)gs_analysed_number(analysed, "samples|colorSamples")};
}

/* Set the size without attachments. */
static void set_parameter(struct gs_framebuffers *s, const struct gs_analysed_call *analysed)
{
	struct framebuffer *framebuffer = framebuffer_of(s, analysed);
	uint64_t pname = gs_analysed_number(analysed, "pname"),
		 value = gs_analysed_number(analysed, "param");
	if (pname == GL_FRAMEBUFFER_DEFAULT_WIDTH)
		framebuffer->width = value;
	else if (pname == GL_FRAMEBUFFER_DEFAULT_HEIGHT)
		framebuffer->height = value;
}

void gs_framebuffers_add(struct gs_framebuffers *s, const struct gs_analysed_call *analysed)
{
	uint64_t kinds = analysed->function->kinds;
	unsigned plain = analysed->function->plain;
	if (kinds & GS_KIND_RENDERBUFFER_STORAGE) {
		set_storage(s, analysed);
	} else if (plain == GS_FN_glFramebufferParameteri ||
		   plain == GS_FN_glNamedFramebufferParameteri) {
		set_parameter(s, analysed);
	} else if (kinds & GS_KIND_ATTACHES) {
		framebuffer_of(s, analysed)->is_complete = false;
		framebuffer_of(s, analysed)->is_other |= !(kinds & GS_KIND_ATTACHES_SIMPLY);
	} else if (plain == GS_FN_glCheckFramebufferStatus ||
		   plain == GS_FN_glCheckNamedFramebufferStatus) {
		framebuffer_of(s, analysed)->is_complete = gs_trace_number(
								   &analysed->call->result) ==
							   GL_FRAMEBUFFER_COMPLETE;
	}
}

/* ---- what is wrong ---- */

static const char *place_name(unsigned at, char text[32])
{
	if (at >= GS_EFFECTS_DEPTH_AT)
		return at == GS_EFFECTS_DEPTH_AT ? "GL_DEPTH_ATTACHMENT" : "GL_STENCIL_ATTACHMENT";
	g_snprintf(text, 32, "GL_COLOR_ATTACHMENT%u", at);
	return text;
}

static void look_at_part(struct gs_framebuffers *s, unsigned at, struct part *part)
{
	const struct renderbuffer *renderbuffer;
	part->is_there = gs_effects_attachment(s->effects, at, &part->attachment);
	if (!part->is_there)
		return;
	if (part->attachment.is_texture) {
		part->is_known = gs_completeness_at(
			s->images, part->attachment.object, part->attachment.level, &part->image);
		return;
	}
	renderbuffer = renderbuffer_at(s, part->attachment.object);
	part->image = renderbuffer->image;
	part->is_known = !renderbuffer->is_elsewhere;
}

static bool is_layered(const struct part *part)
{
	switch (part->attachment.target) {
	case GL_TEXTURE_3D:
	case GL_TEXTURE_CUBE_MAP:
	case GL_TEXTURE_CUBE_MAP_ARRAY:
	case GL_TEXTURE_1D_ARRAY:
	case GL_TEXTURE_2D_ARRAY:
	case GL_TEXTURE_2D_MULTISAMPLE_ARRAY:
		return part->attachment.layer < 0;
	default:
		return false;
	}
}

static bool has_image(const struct part *part)
{
	const struct gs_image *image = &part->image;
	int32_t layer = part->attachment.layer;
	if (image->width <= 0 || image->height <= 0 || !image->faces)
		return false;
	if (part->attachment.target == GL_TEXTURE_CUBE_MAP && layer >= 0 && layer < 6)
		return image->faces >> layer & 1;
	if (part->attachment.target == GL_TEXTURE_3D ||
		part->attachment.target == GL_TEXTURE_2D_ARRAY)
		return image->depth > 0 && layer < image->depth;
	return true;
}

enum { COLOR = 1, DEPTH = 2, STENCIL = 4 };

/* Return what a format holds, COLOR, DEPTH or STENCIL bits; 0: not known. */
static unsigned contents_of(uint32_t format)
{
	const char *name = gs_data_enum_name("InternalFormat", format, GS_FUNCTION_GL);
	if (!name)
		return 0;
	if (strstr(name, "DEPTH") && strstr(name, "STENCIL"))
		return DEPTH | STENCIL;
	if (strstr(name, "DEPTH"))
		return strstr(name, "DEPTH_COMPONENT") ? DEPTH : 0;
	if (strncmp(name, "GL_STENCIL_INDEX", 16) == 0)
		return STENCIL;
	return strncmp(name, "GL_R", 4) == 0 || strncmp(name, "GL_SRGB", 7) == 0 ? COLOR : 0;
}

static bool fits(unsigned at, uint32_t format)
{
	unsigned contents = contents_of(format);
	return !contents || contents & (at == GS_EFFECTS_DEPTH_AT	  ? DEPTH
					       : at > GS_EFFECTS_DEPTH_AT ? STENCIL
									  : COLOR);
}

static const char *fault_of_part(struct gs_framebuffers *s, unsigned at, const struct part *part)
{
	char name[32];
	if (!has_image(part))
		g_snprintf(s->text, sizeof(s->text), "what is attached at %s has no image there",
			place_name(at, name));
	else if (!fits(at, part->image.format))
		g_snprintf(s->text, sizeof(s->text), "%s cannot be attached at %s",
			gs_data_enum_name("InternalFormat", part->image.format, GS_FUNCTION_GL),
			place_name(at, name));
	else
		return NULL;
	return s->text;
}

/* Find attachments with one sample and with several. Other differences are allowed: drivers round
 * samples up, and some let depth have more than colours. */
static const char *fault_of_samples(struct gs_framebuffers *s, const struct part *parts)
{
	int with = -1, without = -1;
	char one[32], other[32];
	for (unsigned i = 0; i < GS_EFFECTS_ATTACHMENTS; i++) {
		if (!parts[i].is_known)
			continue;
		if (parts[i].image.samples > 1 && i < GS_EFFECTS_DEPTH_AT && with < 0)
			with = (int)i;
		else if (!parts[i].image.samples && without < 0)
			without = (int)i;
	}
	if (with < 0 || without < 0)
		return NULL;
	g_snprintf(s->text, sizeof(s->text), "%s has several samples a pixel, and %s has one",
		place_name((unsigned)with, one), place_name((unsigned)without, other));
	return s->text;
}

static const char *fault_of_layers(struct gs_framebuffers *s, const struct part *parts)
{
	int with = -1, without = -1;
	char one[32], other[32];
	for (unsigned i = 0; i < GS_EFFECTS_ATTACHMENTS; i++) {
		if (!parts[i].is_there ||
			(parts[i].attachment.is_texture && !parts[i].attachment.target))
			continue;
		if (is_layered(&parts[i]))
			with = with < 0 ? (int)i : with;
		else
			without = without < 0 ? (int)i : without;
	}
	if (with < 0 || without < 0)
		return NULL;
	g_snprintf(s->text, sizeof(s->text), "all layers are attached at %s, and one image at %s",
		place_name((unsigned)with, one), place_name((unsigned)without, other));
	return s->text;
}

const char *gs_framebuffers_fault(struct gs_framebuffers *s)
{
	struct part parts[GS_EFFECTS_ATTACHMENTS] = {0};
	uint32_t object = gs_effects_bound(s->effects, GS_OBJECT_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER);
	const struct framebuffer *framebuffer = framebuffer_at(s, object);
	const char *fault = NULL;
	unsigned n = 0;
	if (!gs_effects_target_name(s->effects) || framebuffer->is_complete ||
		framebuffer->is_other)
		return NULL;
	for (unsigned i = 0; i < GS_EFFECTS_ATTACHMENTS && !fault; i++) {
		look_at_part(s, i, &parts[i]);
		n += parts[i].is_there;
		if (parts[i].is_known)
			fault = fault_of_part(s, i, &parts[i]);
	}
	if (!n && (!framebuffer->width || !framebuffer->height))
		return "nothing is attached to it, and it has no size of its own";
	fault = fault ? fault : fault_of_samples(s, parts);
	return fault ? fault : fault_of_layers(s, parts);
}
