/* SPDX-License-Identifier: MIT */
/* What arguments point at, as far as only GL's state says how much it is. */
#include <string.h>
#include "data/extent.h"
#include "preload/memory/reader.h"
#include "preload/core/gl.h"
#include "preload/shadow/shadow.h"
#include "preload/caps/uniform-shape.h"

/* ---- uniforms ---- */

/* The uniform at this location is this one, or an element of it. */
static bool is_at(GLuint program, const char *name, GLint size, GLint location)
{
	if (GL(glGetUniformLocation)(program, name) == location)
		return true;
	size_t length = strlen(name);
	if (size < 2 || length < 3 || strcmp(name + length - 3, "[0]") != 0)
		return false;
	for (GLint i = 1; i < size; i++) {
		char number[24], element[600];
		gs_text_number(number, i);
		gs_text_join(element, sizeof element, name, NULL);
		gs_text_join(element + length - 2, sizeof element - length + 2, number, "]", NULL);
		if (GL(glGetUniformLocation)(program, element) == location)
			return true;
	}
	return false;
}

static void add_uniform(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	GLuint program = (GLuint)gs_call_memory_argument(r, p->other[0]);
	GLint location = (GLint)gs_call_memory_argument(r, p->other[1]), n = 0;
	GL(glGetProgramiv)(program, GL_ACTIVE_UNIFORMS, &n);
	for (GLint i = 0; i < n; i++) {
		char name[512];
		GLint size = 0;
		GLenum type = GL_NONE;
		GL(glGetActiveUniform)(program, (GLuint)i, sizeof name, NULL, &size, &type, name);
		if (!is_at(program, name, size, location))
			continue;
		struct gs_uniform_shape shape = gs_uniform_shape(type);
		uint64_t count = shape.columns ? (uint64_t)shape.columns * shape.rows : 1;
		gs_call_memory_add_elements(
			r, &entry, gs_call_memory_argument(r, p->argument), count, p->bits / 8);
		return;
	}
}

/* ---- evaluators, pixel maps ---- */

static void add_map_answer(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	GLenum target = (GLenum)gs_call_memory_argument(r, p->other[0]);
	GLint order[2] = {0, 1};
	uint64_t size = gs_data_evaluator_components(target),
		 dimensions = target >= GL_MAP2_COLOR_4 ? 2 : 1;
	if (!size)
		return;
	GL(glGetMapiv)(target, GL_ORDER, order);
	switch (gs_call_memory_argument(r, p->other[1])) {
	case GL_COEFF:
		size *= (uint64_t)order[0] * (uint64_t)order[1];
		break;
	case GL_ORDER:
		size = dimensions;
		break;
	case GL_DOMAIN:
		size = 2 * dimensions;
		break;
	default:
		return;
	}
	gs_call_memory_add_elements(
		r, &entry, gs_call_memory_argument(r, p->argument), size, p->bits / 8);
}

static void add_program_text(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	GLuint first = (GLuint)gs_call_memory_argument(r, p->other[0]);
	GLint length = 0;
	if (p->kind == GS_MEMORY_RULE_NAMED_PROGRAM_TEXT)
		GL(glGetNamedProgramivEXT)
	(first, (GLenum)gs_call_memory_argument(r, p->other[1]), GL_PROGRAM_LENGTH_ARB, &length);
	else GL(glGetProgramivARB)(first, GL_PROGRAM_LENGTH_ARB, &length);
	entry.kind = GS_WIRE_TEXT;
	entry.count = (uint64_t)length;
	entry.size = entry.count < r->limit ? entry.count : r->limit;
	entry.flags |= entry.size < entry.count ? GS_WIRE_MEMORY_CUT : 0;
	gs_call_memory_put(r, &entry, gs_call_memory_argument(r, p->argument));
}

/* ---- lists that are as long as the driver says ---- */

void gs_call_memory_add_list(
	struct gs_memory_reader *r, const struct gs_memory_rule *p, const struct gs_pname *name)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	const uint64_t *args = r->call->args;
	GLint n = -1;
	struct gs_memory_question asked;
	if (!name->length || !gs_memory_question_begin(r, &asked)) {
		gs_call_memory_add_unknown_size(r, p);
		return;
	}
	switch (r->call->function) {
	case GS_FN_glGetActiveUniformBlockiv:
		GL(glGetActiveUniformBlockiv)((GLuint)args[0], (GLuint)args[1], name->length, &n);
		break;
	case GS_FN_glGetActiveAtomicCounterBufferiv:
		GL(glGetActiveAtomicCounterBufferiv)
		((GLuint)args[0], (GLuint)args[1], name->length, &n);
		break;
	case GS_FN_glGetActiveSubroutineUniformiv:
		GL(glGetActiveSubroutineUniformiv)
		((GLuint)args[0], (GLenum)args[1], (GLuint)args[2], name->length, &n);
		break;
	default:
		if (r->call->n_args == 2 && !gs_binaries_told(name->length, &n))
			GL(glGetIntegerv)(name->length, &n);
	}
	gs_memory_question_end(&asked);
	if (n < 0)
		gs_call_memory_add_unknown_size(r, p);
	else
		gs_call_memory_add_elements(r, &entry, gs_call_memory_argument(r, p->argument),
			(uint64_t)n, p->bits / 8);
}

/* ---- indices ---- */

/* The lists of each draw follow the list of the lists. */
static void add_pointers(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	uint64_t draws, at = gs_call_memory_argument(r, p->argument),
			counts = gs_call_memory_argument(r, p->other[0]);
	if (!at || !gs_call_memory_count(r, p->count_argument, &draws))
		return;
	gs_call_memory_add_elements(r, &entry, at, draws, sizeof(uint64_t));
	if (gs_call_memory_buffer(context, GL_ELEMENT_ARRAY_BUFFER_BINDING)) /* they are offsets */
		return;
	for (uint64_t i = 0; i < draws; i++) {
		struct gs_wire_memory part = {.argument = GS_WIRE_PART, .info = {p->argument}};
		uint64_t list;
		int32_t count;
		if (!gs_data_gl_type((uint32_t)gs_call_memory_argument(r, p->other[1]), &part.class,
			    &part.bits) ||
			!gs_call_memory_read(&list, at + i * sizeof list, sizeof list) ||
			!gs_call_memory_read(&count, counts + i * sizeof count, sizeof count))
			return;
		part.info[1] = (uint32_t)i;
		if (list && count > 0)
			gs_call_memory_add_elements(r, &part, list, (uint64_t)count, part.bits / 8);
	}
}

static void add_asked(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	switch (p->kind) {
	case GS_MEMORY_RULE_INDICES:
		if (!gs_call_memory_add_offset(r, p, context, GL_ELEMENT_ARRAY_BUFFER,
			    GL_ELEMENT_ARRAY_BUFFER_BINDING))
			gs_call_memory_add_extent(r, p, context);
		break;
	case GS_MEMORY_RULE_POINTERS:
		add_pointers(r, p, context);
		break;
	case GS_MEMORY_RULE_INDIRECT:
		if (!gs_call_memory_add_offset(r, p, context, GL_DRAW_INDIRECT_BUFFER,
			    GL_DRAW_INDIRECT_BUFFER_BINDING))
			gs_call_memory_add_extent(r, p, context);
		break;
	case GS_MEMORY_RULE_ATTACHED:
		gs_call_memory_add_offset(r, p, context, GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING);
		break;
	case GS_MEMORY_RULE_UNIFORM:
		add_uniform(r, p);
		break;
	case GS_MEMORY_RULE_GETMAP:
		add_map_answer(r, p);
		break;
	case GS_MEMORY_RULE_PIXELMAP:
		if (!gs_call_memory_is_elsewhere(r, p, context))
			gs_call_memory_add_extent(r, p, context);
		break;
	case GS_MEMORY_RULE_PROGRAM_TEXT:
	case GS_MEMORY_RULE_NAMED_PROGRAM_TEXT:
		add_program_text(r, p);
		break;
	default:
		gs_call_memory_add_pixels(r, p, context);
	}
}

bool gs_call_memory_by_state(const struct gs_memory_rule *p)
{
	switch ((enum gs_memory_rule_kind)p->kind) {
	case GS_MEMORY_RULE_PIXELS:
	case GS_MEMORY_RULE_PIXEL_ARRAY:
	case GS_MEMORY_RULE_BLOCKS:
	case GS_MEMORY_RULE_IMAGE:
	case GS_MEMORY_RULE_NAMED_IMAGE:
	case GS_MEMORY_RULE_UNIT_IMAGE:
	case GS_MEMORY_RULE_COMPRESSED:
	case GS_MEMORY_RULE_NAMED_COMPRESSED:
	case GS_MEMORY_RULE_UNIT_COMPRESSED:
	case GS_MEMORY_RULE_BITMAP:
	case GS_MEMORY_RULE_INDICES:
	case GS_MEMORY_RULE_POINTERS:
	case GS_MEMORY_RULE_INDIRECT:
	case GS_MEMORY_RULE_ATTACHED:
	case GS_MEMORY_RULE_UNIFORM:
	case GS_MEMORY_RULE_GETMAP:
	case GS_MEMORY_RULE_PIXELMAP:
	case GS_MEMORY_RULE_PROGRAM_TEXT:
	case GS_MEMORY_RULE_NAMED_PROGRAM_TEXT:
		return true;
	default:
		return false;
	}
}

void gs_call_memory_add_by_state(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	struct gs_memory_question asked;
	if (gs_memory_question_begin(r, &asked)) {
		add_asked(r, p, asked.context);
		gs_memory_question_end(&asked);
	}
}
