/* SPDX-License-Identifier: MIT */
#include "preload/shadow/attached-layers.h"

#include <stdlib.h>
#include "preload/core/core.h"

struct gs_attached_layers {
	unsigned n, room;
	struct attached {
		GLuint framebuffer, texture;
		GLenum point;
		GLint layer;
	} * list;
};

static struct attached *find(
	const struct gs_attached_layers *layers, GLuint framebuffer, GLenum point)
{
	for (unsigned i = 0; layers && i < layers->n; i++)
		if (layers->list[i].framebuffer == framebuffer && layers->list[i].point == point)
			return &layers->list[i];
	return NULL;
}

static struct attached *add(struct gs_context *context, GLuint framebuffer, GLenum point)
{
	struct gs_attached_layers *layers = context->layers;
	if (!layers && !(layers = context->layers = calloc(1, sizeof *layers)))
		return NULL;
	if (layers->n == layers->room) {
		unsigned room = layers->room ? layers->room * 2 : 16;
		struct attached *list = realloc(layers->list, room * sizeof *list);
		if (!list)
			return NULL;
		layers->list = list;
		layers->room = room;
	}
	struct attached *attached = &layers->list[layers->n++];
	*attached = (struct attached){.framebuffer = framebuffer, .point = point};
	return attached;
}

static void note_one(GLuint framebuffer, GLenum point, GLuint texture, GLint layer)
{
	struct gs_context *context = gs_context_current(&gs_self);
	struct attached *attached = find(context->layers, framebuffer, point);
	if (!attached && !(attached = add(context, framebuffer, point)))
		return;
	attached->texture = texture;
	attached->layer = layer;
}

/* of_target: it names the texture's target before the texture, as glFramebufferTexture3D. */
static void note(GLuint framebuffer, const struct gs_wire_call *call, bool of_target)
{
	enum { POINT = 1, TEXTURE, LEVEL, LAYER };
	GLenum point = (GLenum)call->args[POINT];
	GLuint texture = (GLuint)call->args[TEXTURE + of_target];
	GLint layer = (GLint)call->args[LAYER + of_target];
	bool both = point == GL_DEPTH_STENCIL_ATTACHMENT;
	note_one(framebuffer, both ? GL_DEPTH_ATTACHMENT : point, texture, layer);
	if (both)
		note_one(framebuffer, GL_STENCIL_ATTACHMENT, texture, layer);
}

static void attach_bound(struct gs_thread *thread, const struct gs_wire_call *call, bool of_target)
{
	const struct gs_context *context = gs_context_current(thread);
	GLint bound = 0;
	if (!context || context->in_block)
		return;
	GL(glGetIntegerv)
	(call->args[0] == GL_READ_FRAMEBUFFER ? GL_READ_FRAMEBUFFER_BINDING
					      : GL_DRAW_FRAMEBUFFER_BINDING,
		&bound);
	note((GLuint)bound, call, of_target);
}

static void after_attach(struct gs_thread *thread, struct gs_wire_call *call)
{
	attach_bound(thread, call, false);
}

static void after_attach_3d(struct gs_thread *thread, struct gs_wire_call *call)
{
	attach_bound(thread, call, true);
}

static void after_attach_named(struct gs_thread *thread, struct gs_wire_call *call)
{
	if (gs_context_current(thread))
		note((GLuint)call->args[0], call, false);
}

static void after_attach_named_3d(struct gs_thread *thread, struct gs_wire_call *call)
{
	if (gs_context_current(thread))
		note((GLuint)call->args[0], call, true);
}

void gs_layers_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glFramebufferTextureLayer, NULL, after_attach},
		{GS_FN_glFramebufferTextureLayerARB, NULL, after_attach},
		{GS_FN_glFramebufferTextureLayerEXT, NULL, after_attach},
		{GS_FN_glNamedFramebufferTexture3DEXT, NULL, after_attach_named_3d},
		{GS_FN_glFramebufferTexture3D, NULL, after_attach_3d},
		{GS_FN_glFramebufferTexture3DEXT, NULL, after_attach_3d},
		{GS_FN_glFramebufferTexture3DOES, NULL, after_attach_3d},
		{GS_FN_glNamedFramebufferTextureLayer, NULL, after_attach_named},
		{GS_FN_glNamedFramebufferTextureLayerEXT, NULL, after_attach_named},
	};
	gs_hooks_add(table, sizeof table / sizeof *table);
}

void gs_layers_free(struct gs_context *context)
{
	if (context->layers)
		free(context->layers->list);
	free(context->layers);
}

GLint gs_attached_layer(GLuint framebuffer, GLenum point, GLuint texture, GLint told)
{
	const struct gs_context *context = gs_context_current(&gs_self);
	const struct attached *attached = context ? find(context->layers, framebuffer, point)
						  : NULL;
	return attached && attached->texture == texture ? attached->layer : told;
}
