/* SPDX-License-Identifier: MIT */
#include "preload/snapshot/snapshot.h"

#include <string.h>
#include "preload/core/core.h"
#include "preload/inspect/inspect.h"

/* ---- calls ---- */

static void put(struct gs_live_snapshot *s, struct gs_wire_call *call, const uint64_t *args,
	unsigned n, const struct gs_made_up_memory *memory, unsigned n_memory)
{
	call->n_args = n;
	memcpy(call->args, args, n * sizeof *args);
	for (unsigned i = 0; i < n_memory; i++)
		call->args[memory[i].argument] = (uint64_t)(uintptr_t)memory[i].data;
	gs_made_up_add_all(s->calls, call, memory, n_memory);
}

void gs_snapshot_put_returning(struct gs_live_snapshot *s, unsigned function, const uint64_t *args,
	unsigned n, uint64_t result, const struct gs_made_up_memory *memory, unsigned n_memory)
{
	struct gs_wire_call call = {
		.function = function, .flags = GS_CALL_EXECUTED | GS_CALL_RETURNED, .ret = result};
	put(s, &call, args, n, memory, n_memory);
}

void gs_snapshot_put(struct gs_live_snapshot *s, unsigned function, const uint64_t *args,
	unsigned n, const struct gs_made_up_memory *memory, unsigned n_memory)
{
	struct gs_wire_call call = {.function = function, .flags = GS_CALL_EXECUTED};
	put(s, &call, args, n, memory, n_memory);
}

uint8_t *gs_snapshot_claim(struct gs_live_snapshot *s, unsigned function, const uint64_t *args,
	unsigned n, unsigned pointer, uint64_t bytes)
{
	struct gs_wire_call call = {.function = function, .flags = GS_CALL_EXECUTED, .n_args = n};
	const struct gs_made_up_memory memory = {
		.count = bytes, .argument = (uint8_t)pointer, .class = GS_CLASS_VOID, .bits = 8};
	memcpy(call.args, args, n * sizeof *args);
	call.args[pointer] = 1; /* an address, which nobody looks at */
	return gs_made_up_claim(s->calls, &call, &memory);
}

void gs_snapshot_put_array(struct gs_live_snapshot *s, unsigned function, const uint64_t *args,
	unsigned n, uint8_t class, uint8_t bits, const void *elements, size_t count)
{
	const struct gs_made_up_memory memory = {.data = elements,
		.count = count,
		.argument = (uint8_t)n,
		.class = class,
		.bits = bits};
	uint64_t all[GS_WIRE_ARGS] = {0};
	memcpy(all, args, n * sizeof *args);
	gs_snapshot_put(s, function, all, n + 1, &memory, 1);
}

void gs_snapshot_put_name(struct gs_live_snapshot *s, unsigned function, bool is_new, GLuint name)
{
	const struct gs_made_up_memory memory = {.data = &name,
		.count = 1,
		.argument = 1,
		.class = GS_CLASS_UINT,
		.bits = 32,
		.out = is_new};
	gs_snapshot_put(s, function, (const uint64_t[]){1, 0}, 2, &memory, 1);
}

void gs_snapshot_put_label(struct gs_live_snapshot *s, GLenum kind, GLuint name)
{
	char label[GS_LABEL_SIZE];
	bool is_es = s->caps.api == GS_API_ES && s->caps.version < 32;
	gs_label_get(&s->caps, kind, name, label);
	if (!label[0])
		return;
	const struct gs_made_up_memory memory = {
		.data = label, .count = strlen(label), .argument = 3, .kind = GS_WIRE_TEXT};
	gs_snapshot_put(s, is_es ? GS_FN_glObjectLabelKHR : GS_FN_glObjectLabel,
		(const uint64_t[]){kind, name, strlen(label), 0}, 4, &memory, 1);
}

/* ---- what is missing ---- */

void gs_snapshot_miss(struct gs_live_snapshot *s, const char *kind, GLuint name, const char *why)
{
	struct gs_wire_missing missing = {.name = name};
	const struct gs_made_up_memory memory = {
		.data = &missing, .count = sizeof missing, .class = GS_CLASS_VOID, .bits = 8};
	const struct gs_wire_call none = {.function = GS_FN_glGetError, .n_args = 1};
	gs_text_join(missing.kind, sizeof missing.kind, kind, NULL);
	gs_text_join(missing.why, sizeof missing.why, why, NULL);
	gs_made_up_add(s->missing, &none, &memory);
}

/* ---- asking ---- */

GLint gs_snapshot_get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

GLint gs_snapshot_get_at(GLenum name, GLuint index)
{
	GLint value = 0;
	GL(glGetIntegeri_v)(name, index, &value);
	return gs_caps_drain() == GL_NO_ERROR ? value : 0;
}

void gs_snapshot_each(struct gs_live_snapshot *s, unsigned is_one,
	void (*add)(struct gs_live_snapshot *s, GLuint name))
{
	enum { FAR = 1 << 14 }; /* drivers give names out one by one, or in small blocks */
	GLboolean (*is)(GLuint) = (GLboolean(*)(GLuint))gs_real(is_one);
	GLuint last = 0;
	for (GLuint name = 1; is && name - last < FAR; name++) {
		if (!is(name))
			continue;
		last = name;
		add(s, name);
	}
	gs_caps_drain();
}
