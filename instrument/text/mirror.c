/* SPDX-License-Identifier: MIT */
#include "instrument/text/mirror.h"
#include <string.h>

static bool has_function(const struct gs_shader *shader, const char *name)
{
	for (size_t i = 0; i < shader->n_functions; i++)
		if (!strcmp(shader->functions[i]->name, name))
			return true;
	return false;
}

static const char *own_name(const struct gs_rewrite *rw, const char *name)
{
	char *text = g_strconcat(rw->prefix, name + strlen("gl_"), NULL);
	const char *interned = g_intern_string(text);

	g_free(text);
	return interned;
}

static void rename_builtin(struct gs_rewrite *rw, const char *name)
{
	g_hash_table_insert(rw->words, (gpointer)name, (gpointer)own_name(rw, name));
}

static bool is_used(const struct gs_rewrite *rw, const char *name)
{
	return gs_shader_uses(rw, name) || gs_captures_use(rw, name);
}

void gs_mirror_rename(struct gs_rewrite *rw)
{
	if (!rw->request->mirrored || rw->stage != GS_STAGE_FRAGMENT)
		return;
	rename_builtin(rw, "gl_FragCoord");
	if (is_used(rw, "gl_PointCoord"))
		gs_rewrite_fail(rw, "gl_PointCoord has other last bits where this window's draw "
				    "is made again in OpenGL ES 2.0: debug it in an OpenGL ES 3.0 "
				    "context, or drawing into a framebuffer object");
	/* What it computes from a mediump built-in may have 16 bits, from our variable it has not.
	 */
	if (gs_shader_uses(rw, "gl_FragCoord") &&
		(gs_shader_uses(rw, "mediump") || gs_shader_uses(rw, "lowp")))
		gs_rewrite_fail(rw,
			"gl_FragCoord beside mediump may have another precision where "
			"this window's draw is made again in OpenGL ES 2.0: debug it in "
			"an OpenGL ES 3.0 context");
	if (has_function(rw->plan->shader, "dFdy"))
		gs_rewrite_fail(rw, "a shader that defines a dFdy of its own cannot be mirrored");
	/* the blank: `-` may stand before it */
	g_hash_table_insert(rw->functions_renamed, (gpointer) "dFdy", (gpointer) " -dFdy");
}

void gs_mirror_declare(struct gs_rewrite *rw)
{
	if (!rw->request->mirrored)
		return;
	if (is_used(rw, "gl_FragCoord")) {
		gs_rewrite_append(rw, rw->globals, "%svec4 @FragCoord;\n", rw->highp);
		gs_rewrite_append(rw, rw->begin,
			"\t@FragCoord = vec4(gl_FragCoord.x, %u.0 - gl_FragCoord.y, "
			"gl_FragCoord.z, gl_FragCoord.w);\n",
			rw->request->mirrored);
	}
}
