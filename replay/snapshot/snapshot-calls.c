/* SPDX-License-Identifier: MIT */
/* The trace of calls that give contents. */
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "replay/snapshot/snapshot-private.h"

struct signature {
	struct gs_trace_function function;
	const char *args[GS_WIRE_ARGS];
};

struct constant {
	struct gs_trace_names names;
	struct gs_trace_constant constant;
};

struct gs_snapshot_calls {
	char *path, *temporary;
	int fd;
	struct gs_trace_writer *writer;
	uint32_t thread;
	GHashTable *functions; /* number -> struct signature */
	GHashTable *constants; /* name -> struct constant; names are static */
};

static void tell(const char *path, const char *why)
{
	fprintf(stderr, "glstep-replay: %s: %s\n", path, why);
}

struct gs_snapshot_calls *gs_snapshot_calls_new(const char *path, uint32_t thread)
{
	char *temporary = g_strconcat(path, ".XXXXXX", NULL);
	int fd = g_mkstemp(temporary);
	struct gs_snapshot_calls *calls;
	if (fd < 0) {
		tell(path, g_strerror(errno));
		g_free(temporary);
		return NULL;
	}
	calls = g_new0(struct gs_snapshot_calls, 1);
	calls->path = g_strdup(path);
	calls->temporary = temporary;
	calls->fd = fd;
	calls->thread = thread;
	calls->writer = gs_trace_writer_new(fd, GS_TRACE_VERSION, NULL, 0);
	calls->functions = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	calls->constants = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	return calls;
}

bool gs_snapshot_calls_free(struct gs_snapshot_calls *calls)
{
	int error = calls->writer ? 0 : ENOMEM;
	if (calls->writer && !gs_trace_flush(calls->writer))
		error = gs_trace_writer_error(calls->writer);
	gs_trace_writer_free(calls->writer);
	if (close(calls->fd) != 0 && !error)
		error = errno;
	if (!error && g_rename(calls->temporary, calls->path) != 0)
		error = errno;
	if (error) {
		tell(calls->path, g_strerror(error));
		g_unlink(calls->temporary);
	}
	g_hash_table_destroy(calls->functions);
	g_hash_table_destroy(calls->constants);
	g_free(calls->path);
	g_free(calls->temporary);
	g_free(calls);
	return !error;
}

static const struct gs_trace_function *function_of(struct gs_snapshot_calls *calls, unsigned number)
{
	const struct gs_function_info *info = gs_data_function(number);
	struct signature *signature = g_hash_table_lookup(
		calls->functions, GUINT_TO_POINTER(number));
	if (signature)
		return &signature->function;
	signature = g_new0(struct signature, 1);
	signature->function = (struct gs_trace_function){
		.id = g_hash_table_size(calls->functions),
		.n_args = info->n_parameters,
		.name = info->name,
		.args = signature->args,
		.number = number,
		.kinds = gs_data_kinds(number),
	};
	for (unsigned i = 0; i < info->n_parameters; i++)
		signature->args[i] = info->parameters[i].name;
	g_hash_table_insert(calls->functions, GUINT_TO_POINTER(number), signature);
	return &signature->function;
}

/* False: it has no name. */
static bool put_constant(struct gs_snapshot_calls *calls, const char *group, uint64_t value)
{
	const char *name = gs_data_enum_name(group, value, GS_FUNCTION_GL);
	struct constant *c = name ? g_hash_table_lookup(calls->constants, name) : NULL;
	uint64_t named;
	if (!c && name && gs_data_enum_value(name, &named) && named == value) {
		c = g_new0(struct constant, 1);
		c->constant = (struct gs_trace_constant){name, (int64_t)value};
		c->names = (struct gs_trace_names){.id = g_hash_table_size(calls->constants),
			.n = 1,
			.constants = &c->constant};
		g_hash_table_insert(calls->constants, (gpointer)(uintptr_t)name, c);
	}
	if (c)
		gs_trace_put_enum(calls->writer, &c->names, (int64_t)value);
	return c;
}

static void put_float(struct gs_snapshot_calls *calls, uint64_t raw)
{
	uint32_t bits = (uint32_t)raw;
	float number;
	memcpy(&number, &bits, sizeof number);
	gs_trace_put_float(calls->writer, number);
}

/* Names that a call gives out or takes back. */
static void put_numbers(struct gs_snapshot_calls *calls, const void *numbers, uint64_t size)
{
	const uint32_t *number = numbers;
	uint64_t n = size / sizeof *number;
	gs_trace_put_array(calls->writer, n);
	for (uint64_t i = 0; i < n; i++)
		gs_trace_put_uint(calls->writer, number[i]);
}

static void put(
	struct gs_snapshot_calls *calls, const struct gs_parameter *p, uint64_t raw, uint64_t size)
{
	/* Internal formats are of a signed type. */
	bool is_enum = p->class == GS_CLASS_ENUM ||
		       (g_strcmp0(p->group, "InternalFormat") == 0 && raw > 4);
	if (p->class == GS_CLASS_POINTER && raw && p->pointee == GS_CLASS_UINT)
		put_numbers(calls, (const void *)(uintptr_t)raw, size);
	else if (p->class == GS_CLASS_POINTER && raw)
		gs_trace_put_blob(calls->writer, (const void *)(uintptr_t)raw, size);
	else if (p->class == GS_CLASS_POINTER)
		gs_trace_put_null(calls->writer);
	else if (p->class == GS_CLASS_FLOAT)
		put_float(calls, raw);
	else if (is_enum && put_constant(calls, p->group, raw))
		return;
	else if (p->class == GS_CLASS_INT && (int64_t)raw < 0)
		gs_trace_put_sint(calls->writer, (int64_t)raw);
	else
		gs_trace_put_uint(calls->writer, raw);
}

void gs_snapshot_write(
	struct gs_snapshot_calls *calls, unsigned function, const uint64_t *args, uint64_t size)
{
	const struct gs_function_info *info = gs_data_function(function);
	uint64_t number;
	if (!calls->writer)
		return;
	number = gs_trace_enter(
		calls->writer, calls->thread, function_of(calls, function), GS_TRACE_FAKE);
	for (unsigned i = 0; i < info->n_parameters; i++) {
		gs_trace_arg(calls->writer, i);
		put(calls, &info->parameters[i], args[i], size);
	}
	gs_trace_end(calls->writer);
	gs_trace_leave(calls->writer, number);
	gs_trace_end(calls->writer);
}
