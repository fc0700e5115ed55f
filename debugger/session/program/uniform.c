/* SPDX-License-Identifier: MIT */
/* Uniforms of the program in use, and changing them. */
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/program/uniform.h"

/* ---- finding it ---- */

struct target {
	const struct gs_uniform_info *uniform;
	char *stem;	   /* an array's name without its last index, else the name */
	unsigned first, n; /* elements */
};

static bool matches(const struct gs_uniform_info *u, const char *name, struct target *target)
{
	size_t length = strlen(u->name) - (g_str_has_suffix(u->name, "[0]") ? 3 : 0);
	uint64_t index;
	if (strncmp(u->name, name, length))
		return false;
	if (name[length] == '\0')
		*target = (struct target){u, NULL, 0, MAX(u->array_size, 1)};
	else if (gs_uniform_is_array(u) && gs_uniform_read_index(name + length, &index))
		*target = (struct target){u, NULL, (unsigned)MIN(index, UINT_MAX), 1};
	else
		return false;
	target->stem = g_strndup(u->name, length);
	return true;
}

static bool find_target(struct gs_session *session, const struct gs_program_info *info,
	const char *name, struct target *target, GError **error)
{
	for (size_t i = 0; i < info->n_uniforms; i++) {
		if (!matches(&info->uniforms[i], name, target))
			continue;
		if (target->first < MAX(target->uniform->array_size, 1))
			return true;
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			"%s has only the elements 0 to %u in the program", target->stem,
			target->uniform->array_size - 1);
		g_free(target->stem);
		return false;
	}
	if (!info->program)
		gs_session_refuse_no_program(session, error);
	else
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			"program %u has no active uniform '%s': `program` lists those of its own, "
			"`blocks` "
			"and `block NAME` those in blocks",
			info->program, name);
	return false;
}

/* ---- changing it ---- */

static bool send_element(struct gs_session *session, const char *name, const uint64_t *bits,
	unsigned n, GError **error)
{
	struct gs_stream input;
	if (!gs_session_input(session, &input))
		return false;
	gs_stream_put_string(&input, name);
	gs_stream_put_u32(&input, n);
	for (unsigned i = 0; i < n; i++)
		gs_stream_put_u64(&input, bits[i]);
	return gs_session_request(session, GS_REQUEST_SET_UNIFORM, NULL, &input, NULL, error);
}

static bool send_all(struct gs_session *session, const struct target *target, const uint64_t *bits,
	unsigned each, GError **error)
{
	bool good = true;
	for (unsigned i = 0; good && i < target->n; i++) {
		char *name = gs_uniform_is_array(target->uniform)
				     ? g_strdup_printf("%s[%u]", target->stem, target->first + i)
				     : g_strdup(target->stem);
		good = send_element(session, name, bits + (size_t)i * each, each, error);
		g_free(name);
	}
	return good;
}

static bool set_own(struct gs_session *session, const struct gs_program_info *info,
	const char *name, const char *value, GError **error)
{
	struct target target;
	if (!find_target(session, info, name, &target, error))
		return false;
	struct gs_type type = gs_uniform_type(target.uniform);
	unsigned each = (unsigned)type.columns * type.rows;
	uint64_t *bits = gs_uniform_read_values(
		name, target.uniform->type, type.base, each * target.n, value, error);
	bool good = bits && send_all(session, &target, bits, each, error);
	g_free(bits);
	g_free(target.stem);
	return good;
}

static bool is_own(const struct gs_program_info *info, const char *name)
{
	struct target target;
	for (size_t i = 0; i < info->n_uniforms; i++)
		if (matches(&info->uniforms[i], name, &target)) {
			g_free(target.stem);
			return true;
		}
	return false;
}

bool gs_session_set_uniform(struct gs_session *session, const char *name, const char *value,
	char **note, GError **error)
{
	struct gs_program_info info;
	*note = NULL;
	if (session->debug) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"uniforms cannot be changed while the draw's shader is being debugged: "
			"`shader leave` first");
		return false;
	}
	if (!gs_session_program(session, &info, error))
		return false;
	enum gs_block_set in_block = GS_BLOCK_SET_UNKNOWN;
	if (info.program && !is_own(&info, name))
		in_block = gs_session_set_block_member(session, name, value, note, error);
	bool good = in_block == GS_BLOCK_SET_UNKNOWN ? set_own(session, &info, name, value, error)
						     : in_block == GS_BLOCK_SET_DONE;
	gs_program_info_clear(&info);
	session->is_edited |= good;
	return good;
}
