/* SPDX-License-Identifier: MIT */
/* Framebuffers, buffers, vertex arrays, the program and queries. */
#include "preload/inspect/gl-state.h"

#include <stdio.h>
#include <string.h>
#include "preload/capture/program/variant.h"
#include "preload/core/names.h"

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

static GLint shown(enum gs_object_kind kind, GLint name)
{
	return (GLint)gs_name_shown(kind, (uint32_t)name);
}

/* ---- framebuffers ---- */

static void dump_attachment(
	struct gs_text *t, const char *which, GLenum target, GLenum point, const char *label)
{
	static const struct named parameters[] = {
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER),
		NAMED(GL_FRAMEBUFFER_ATTACHMENT_LAYERED),
	};
	GLint type = 0;
	char prefix[96];
	GL(glGetFramebufferAttachmentParameteriv)
	(target, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
	if (gs_caps_drain() != GL_NO_ERROR || !type)
		return;
	snprintf(prefix, sizeof prefix, "%s.%s.", which, label);
	gs_state_add_enums(t, prefix, "GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE", &type, 1);
	for (size_t i = 0; i < N_OF(parameters); i++) {
		GLint value = 0;
		GL(glGetFramebufferAttachmentParameteriv)
		(target, point, parameters[i].name, &value);
		if (parameters[i].name == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME)
			value = shown(type == GL_RENDERBUFFER ? GS_OBJECT_RENDERBUFFER
							      : GS_OBJECT_TEXTURE,
				value);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_state_add_integers(t, prefix, parameters[i].text, &value, 1);
	}
}

static void dump_framebuffer(
	struct gs_text *t, const struct gs_caps *c, const char *which, GLenum target, GLint name)
{
	static const struct named points[] = {
		NAMED(GL_FRONT_LEFT),
		NAMED(GL_FRONT_RIGHT),
		NAMED(GL_BACK_LEFT),
		NAMED(GL_BACK_RIGHT),
		NAMED(GL_BACK),
		NAMED(GL_DEPTH),
		NAMED(GL_STENCIL),
	};
	char label[64], prefix[64];
	GLint n = get(GL_MAX_COLOR_ATTACHMENTS);
	gs_text_add(t, "%s = %d\n", which, shown(GS_OBJECT_FRAMEBUFFER, name));
	gs_text_add(t, "%s.STATUS = 0x%x\n", which, GL(glCheckFramebufferStatus)(target));
	for (size_t i = 0; !name && i < N_OF(points); i++)
		dump_attachment(t, which, target, points[i].name, points[i].text);
	for (GLint i = 0; name && i < n; i++) {
		snprintf(label, sizeof label, "GL_COLOR_ATTACHMENT%d", i);
		dump_attachment(t, which, target, GL_COLOR_ATTACHMENT0 + i, label);
	}
	if (name) {
		dump_attachment(t, which, target, GL_DEPTH_ATTACHMENT, "GL_DEPTH_ATTACHMENT");
		dump_attachment(t, which, target, GL_STENCIL_ATTACHMENT, "GL_STENCIL_ATTACHMENT");
	}
	snprintf(prefix, sizeof prefix, "%s.", which);
	if (!name || !c->default_size)
		return;
	for (const struct gs_asked *v = gs_asked_framebuffer; v->count; v++) {
		GLint value = 0;
		GL(glGetFramebufferParameteriv)(target, v->name, &value);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_state_add_value(t, prefix, v, &value, NULL);
	}
}

void gs_state_dump_framebuffers(struct gs_text *t, const struct gs_caps *c)
{
	if (!c->framebuffers)
		return;
	GLint draw = get(GL_DRAW_FRAMEBUFFER_BINDING), read = get(GL_READ_FRAMEBUFFER_BINDING);
	dump_framebuffer(t, c, "DRAW_FRAMEBUFFER", GL_DRAW_FRAMEBUFFER, draw);
	for (unsigned i = 0; i < c->n_draw_buffers; i++) {
		GLint buffer = get(GL_DRAW_BUFFER0 + i);
		char name[64];
		snprintf(name, sizeof name, "GL_DRAW_BUFFER%u", i);
		gs_state_add_enums(t, "DRAW_FRAMEBUFFER.", name, &buffer, 1);
	}
	dump_framebuffer(t, c, "READ_FRAMEBUFFER", GL_READ_FRAMEBUFFER, read);
	GLint buffer = get(GL_READ_BUFFER);
	gs_state_add_enums(t, "READ_FRAMEBUFFER.", "GL_READ_BUFFER", &buffer, 1);
	if (draw != read) { /* the draw framebuffer's read buffer can be asked only so */
		GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, draw);
		buffer = get(GL_READ_BUFFER);
		gs_state_add_enums(t, "DRAW_FRAMEBUFFER.", "GL_READ_BUFFER", &buffer, 1);
		GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, read);
	}
	gs_caps_drain();
}

/* ---- buffers ---- */

static uint32_t checksum(const unsigned char *p, size_t n)
{
	uint32_t sum = 0x811c9dc5u;
	for (size_t i = 0; i < n; i++)
		sum = (sum ^ p[i]) * 0x01000193u;
	return sum;
}

static void dump_buffer(
	struct gs_text *t, const struct gs_caps *c, GLenum target, const char *label, bool contents)
{
	char prefix[64];
	GLint size = 0, mapped = 0;
	snprintf(prefix, sizeof prefix, "%s.", label);
	for (const struct gs_asked *v = gs_asked_buffer; v->count; v++) {
		GLint value = 0;
		GL(glGetBufferParameteriv)(target, v->name, &value);
		if (gs_caps_drain() != GL_NO_ERROR)
			continue;
		gs_state_add_value(t, prefix, v, &value, NULL);
		size = v->name == GL_BUFFER_SIZE ? value : size;
		mapped = v->name == GL_BUFFER_MAPPED ? value : mapped;
	}
	if (!contents || mapped || size <= 0 || c->version < 30)
		return;
	const void *data = GL(glMapBufferRange)(target, 0, size, GL_MAP_READ_BIT);
	if (data) {
		gs_text_add(t, "%sCHECKSUM = 0x%08x\n", prefix, checksum(data, size));
		GL(glUnmapBuffer)(target);
	}
	gs_caps_drain();
}

/* Indexed bindings: the buffer's contents through a binding that is put back. */
static void dump_bindings(struct gs_text *t, const struct gs_caps *c, const char *label, GLenum max,
	const GLenum names[3], bool contents)
{
	GLint n = get(max), held = c->copy_buffers ? get(GL_COPY_READ_BUFFER_BINDING) : 0;
	for (GLint i = 0; i < n; i++) {
		GLint buffer = 0;
		GLint64 start = 0, size = 0;
		char name[64];
		GL(glGetIntegeri_v)(names[0], i, &buffer);
		GL(glGetInteger64i_v)(names[1], i, &start);
		GL(glGetInteger64i_v)(names[2], i, &size);
		if (gs_caps_drain() != GL_NO_ERROR)
			return;
		if (!buffer)
			continue;
		gs_text_add(t, "%s[%d] = %d %lld %lld\n", label, i, shown(GS_OBJECT_BUFFER, buffer),
			(long long)start, (long long)size);
		snprintf(name, sizeof name, "%s[%d]", label, i);
		if (contents && c->copy_buffers) {
			GL(glBindBuffer)(GL_COPY_READ_BUFFER, buffer);
			dump_buffer(t, c, GL_COPY_READ_BUFFER, name, true);
		}
	}
	if (contents && c->copy_buffers)
		GL(glBindBuffer)(GL_COPY_READ_BUFFER, held);
}

static void dump_images(struct gs_text *t)
{
	GLint n = get(GL_MAX_IMAGE_UNITS);
	for (GLint i = 0; i < n; i++) {
		char prefix[64];
		snprintf(prefix, sizeof prefix, "IMAGE[%d].", i);
		for (const struct gs_asked *v = gs_asked_image; v->count; v++) {
			GLint value = 0;
			GL(glGetIntegeri_v)(v->name, i, &value);
			if (gs_caps_drain() == GL_NO_ERROR)
				gs_state_add_value(t, prefix, v, &value, NULL);
		}
	}
}

void gs_state_dump_buffers(struct gs_text *t, const struct gs_caps *c, bool contents)
{
	static const struct named targets[] = {
		NAMED(GL_ARRAY_BUFFER),
		NAMED(GL_ELEMENT_ARRAY_BUFFER),
		NAMED(GL_PIXEL_PACK_BUFFER),
		NAMED(GL_PIXEL_UNPACK_BUFFER),
		NAMED(GL_COPY_READ_BUFFER),
		NAMED(GL_COPY_WRITE_BUFFER),
		NAMED(GL_TEXTURE_BUFFER),
		NAMED(GL_DRAW_INDIRECT_BUFFER),
		NAMED(GL_QUERY_BUFFER),
	};
	static const GLenum feedback[3] = {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
		GL_TRANSFORM_FEEDBACK_BUFFER_START, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE};
	static const GLenum uniform[3] = {
		GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE};
	static const GLenum storage[3] = {GL_SHADER_STORAGE_BUFFER_BINDING,
		GL_SHADER_STORAGE_BUFFER_START, GL_SHADER_STORAGE_BUFFER_SIZE};
	static const GLenum atomic[3] = {GL_ATOMIC_COUNTER_BUFFER_BINDING,
		GL_ATOMIC_COUNTER_BUFFER_START, GL_ATOMIC_COUNTER_BUFFER_SIZE};
	for (size_t i = 0; c->version >= 30 && i < N_OF(targets); i++)
		dump_buffer(t, c, targets[i].name, targets[i].text, contents);
	if (c->feedback) {
		GLenum max = c->api != GS_API_ES && c->version >= 40
				     ? GL_MAX_TRANSFORM_FEEDBACK_BUFFERS
				     : GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS;
		dump_bindings(t, c, "GL_TRANSFORM_FEEDBACK_BUFFER", max, feedback, false);
	}
	if (c->uniform_blocks)
		dump_bindings(t, c, "GL_UNIFORM_BUFFER", GL_MAX_UNIFORM_BUFFER_BINDINGS, uniform,
			contents);
	if (c->storage_blocks)
		dump_bindings(t, c, "GL_SHADER_STORAGE_BUFFER",
			GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, storage, contents);
	if (c->atomic_counters)
		dump_bindings(t, c, "GL_ATOMIC_COUNTER_BUFFER",
			GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS, atomic, contents);
	if (c->images)
		dump_images(t);
}

/* ---- vertex arrays ---- */

void gs_state_dump_arrays(struct gs_text *t, const struct gs_caps *c)
{
	GLint n = c->version >= 20 ? get(GL_MAX_VERTEX_ATTRIBS) : 0;
	for (GLint i = 0; i < n; i++) {
		char prefix[64];
		void *pointer = NULL;
		GLfloat current[4] = {0};
		snprintf(prefix, sizeof prefix, "VERTEX_ATTRIB[%d].", i);
		for (const struct gs_asked *v = gs_asked_array; v->count; v++) {
			GLint value = 0;
			GL(glGetVertexAttribiv)(i, v->name, &value);
			if (gs_caps_drain() == GL_NO_ERROR)
				gs_state_add_value(t, prefix, v, &value, NULL);
		}
		GL(glGetVertexAttribPointerv)(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
		gs_text_add(t, "%sGL_VERTEX_ATTRIB_ARRAY_POINTER = %p\n", prefix, pointer);
		GL(glGetVertexAttribfv)(i, GL_CURRENT_VERTEX_ATTRIB, current);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_state_add_floats(t, prefix, "GL_CURRENT_VERTEX_ATTRIB", current, 4);
	}
	n = c->vertex_binding ? get(GL_MAX_VERTEX_ATTRIB_BINDINGS) : 0;
	for (GLint i = 0; i < n; i++) {
		GLint buffer = 0, stride = 0, divisor = 0;
		GLint64 offset = 0;
		GL(glGetIntegeri_v)(GL_VERTEX_BINDING_BUFFER, i, &buffer);
		GL(glGetIntegeri_v)(GL_VERTEX_BINDING_STRIDE, i, &stride);
		GL(glGetIntegeri_v)(GL_VERTEX_BINDING_DIVISOR, i, &divisor);
		GL(glGetInteger64i_v)(GL_VERTEX_BINDING_OFFSET, i, &offset);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_text_add(t, "VERTEX_BINDING[%d] = %d %d %d %lld\n", i,
				shown(GS_OBJECT_BUFFER, buffer), stride, divisor,
				(long long)offset);
	}
}

/* ---- the program ---- */

static void dump_uniforms(struct gs_text *t, GLuint program, const char *which)
{
	GLint n = 0;
	GL(glGetProgramiv)(program, GL_ACTIVE_UNIFORMS, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "", element[1040];
		GLint size = 0;
		GLenum type = 0;
		GL(glGetActiveUniform)(program, i, sizeof name, NULL, &size, &type, name);
		if (GL(glGetUniformLocation)(program, name) < 0)
			continue;
		struct gs_uniform_shape shape = gs_uniform_shape(type);
		size_t length = strlen(name);
		bool array = length > 3 && !strcmp(name + length - 3, "[0]");
		for (GLint e = 0; e < size; e++) {
			double value[16] = {0};
			const uint32_t *words = (const uint32_t *)value;
			if (array)
				snprintf(element, sizeof element, "%.*s[%d]", (int)length - 3, name,
					e);
			else
				snprintf(element, sizeof element, "%s", name);
			GLint at = GL(glGetUniformLocation)(program, element);
			if (at < 0)
				continue;
			gs_uniform_get(program, at, shape, value);
			gs_text_add(t, "%s.UNIFORM.%s =", which, element);
			for (unsigned k = 0; k < gs_uniform_shape_bytes(shape) / 4; k++)
				gs_text_add(t,
					shape.base == 'f' || shape.base == 'd' ? " 0x%08x" : " %d",
					words[k]);
			gs_text_add(t, "\n");
		}
	}
	gs_caps_drain();
}

static void dump_one_program(
	struct gs_text *t, const struct gs_caps *c, GLuint program, const char *which)
{
	static const struct named parameters[] = {
		NAMED(GL_DELETE_STATUS),
		NAMED(GL_LINK_STATUS),
		NAMED(GL_VALIDATE_STATUS),
		NAMED(GL_ATTACHED_SHADERS),
		NAMED(GL_ACTIVE_ATTRIBUTES),
		NAMED(GL_ACTIVE_UNIFORMS),
		NAMED(GL_ACTIVE_UNIFORM_BLOCKS),
		NAMED(GL_TRANSFORM_FEEDBACK_BUFFER_MODE),
		NAMED(GL_TRANSFORM_FEEDBACK_VARYINGS),
		NAMED(GL_PROGRAM_SEPARABLE),
		NAMED(GL_PROGRAM_BINARY_RETRIEVABLE_HINT),
		NAMED(GL_ACTIVE_ATOMIC_COUNTER_BUFFERS),
	};
	char prefix[64];
	GLint n = 0;
	gs_text_add(t, "%s = %u\n", which, gs_name_shown(GS_OBJECT_PROGRAM, program));
	if (!program)
		return;
	snprintf(prefix, sizeof prefix, "%s.", which);
	for (size_t i = 0; i < N_OF(parameters); i++) {
		GLint value = 0;
		GL(glGetProgramiv)(program, parameters[i].name, &value);
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_state_add_integers(t, prefix, parameters[i].text, &value, 1);
		n = parameters[i].name == GL_ACTIVE_UNIFORM_BLOCKS ? value : n;
	}
	for (GLint i = 0; c->uniform_blocks && i < n; i++) {
		GLint binding = 0;
		char name[1024] = "";
		GL(glGetActiveUniformBlockName)(program, i, sizeof name, NULL, name);
		GL(glGetActiveUniformBlockiv)(program, i, GL_UNIFORM_BLOCK_BINDING, &binding);
		gs_text_add(t, "%s.BLOCK.%s = %d\n", which, name, binding);
	}
	dump_uniforms(t, program, which);
}

static const struct named stages[GS_N_STAGES] = {
	NAMED(GL_VERTEX_SHADER),
	NAMED(GL_TESS_CONTROL_SHADER),
	NAMED(GL_TESS_EVALUATION_SHADER),
	NAMED(GL_GEOMETRY_SHADER),
	NAMED(GL_FRAGMENT_SHADER),
	NAMED(GL_COMPUTE_SHADER),
};

static void dump_subroutines(struct gs_text *t, GLuint program, const struct named *stage)
{
	GLint n = 0;
	GL(glGetProgramStageiv)(program, stage->name, GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &n);
	if (gs_caps_drain() != GL_NO_ERROR)
		return;
	for (GLint i = 0; i < n; i++) {
		GLuint index = 0;
		GL(glGetUniformSubroutineuiv)(stage->name, i, &index);
		gs_text_add(t, "SUBROUTINE.%s[%d] = %u\n", stage->text, i, index);
	}
}

void gs_state_dump_program(struct gs_text *t, const struct gs_caps *c)
{
	if (c->version < 20)
		return;
	GLint program = get(GL_CURRENT_PROGRAM),
	      pipeline = c->pipelines ? get(GL_PROGRAM_PIPELINE_BINDING) : 0;
	dump_one_program(t, c, program, "PROGRAM");
	for (unsigned i = 0; c->pipelines && pipeline && i < GS_N_STAGES; i++) {
		GLint stage = 0;
		char which[64];
		GL(glGetProgramPipelineiv)(pipeline, stages[i].name, &stage);
		if (gs_caps_drain() != GL_NO_ERROR)
			continue;
		snprintf(which, sizeof which, "PIPELINE.%s", stages[i].text);
		dump_one_program(t, c, stage, which);
		if (!program && stage && c->subroutines)
			dump_subroutines(t, stage, &stages[i]);
	}
	if (pipeline) {
		GLint active = 0;
		GL(glGetProgramPipelineiv)(pipeline, GL_ACTIVE_PROGRAM, &active);
		gs_text_add(
			t, "PIPELINE.GL_ACTIVE_PROGRAM = %d\n", shown(GS_OBJECT_PROGRAM, active));
	}
	for (unsigned i = 0; c->subroutines && program && i < GS_N_STAGES; i++)
		dump_subroutines(t, program, &stages[i]);
	gs_caps_drain();
}

/* ---- queries ---- */

void gs_state_dump_queries(struct gs_text *t, const struct gs_caps *c)
{
	static const struct named targets[] = {
		NAMED(GL_SAMPLES_PASSED),
		NAMED(GL_ANY_SAMPLES_PASSED),
		NAMED(GL_ANY_SAMPLES_PASSED_CONSERVATIVE),
		NAMED(GL_PRIMITIVES_GENERATED),
		NAMED(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN),
		NAMED(GL_TIME_ELAPSED),
		NAMED(GL_TRANSFORM_FEEDBACK_OVERFLOW),
		NAMED(GL_VERTICES_SUBMITTED),
		NAMED(GL_PRIMITIVES_SUBMITTED),
		NAMED(GL_VERTEX_SHADER_INVOCATIONS),
		NAMED(GL_FRAGMENT_SHADER_INVOCATIONS),
		NAMED(GL_GEOMETRY_SHADER_INVOCATIONS),
		NAMED(GL_CLIPPING_INPUT_PRIMITIVES),
		NAMED(GL_CLIPPING_OUTPUT_PRIMITIVES),
	};
	for (size_t i = 0; c->queries && i < N_OF(targets); i++) {
		for (GLuint k = 0; k < (c->indexed_queries ? 4u : 1u); k++) {
			GLint id = 0;
			if (c->indexed_queries)
				GL(glGetQueryIndexediv)(targets[i].name, k, GL_CURRENT_QUERY, &id);
			else
				GL(glGetQueryiv)(targets[i].name, GL_CURRENT_QUERY, &id);
			if (gs_caps_drain() == GL_NO_ERROR)
				gs_text_add(t, "QUERY.%s[%u] = %d\n", targets[i].text, k,
					shown(GS_OBJECT_QUERY, id));
		}
	}
}
