/* SPDX-License-Identifier: MIT */
/* Makes, begins and frees a gs_debug: the shader of one draw. */
#include <string.h>
#include "debugger/base/image-memory.h"
#include "debugger/engine/emission.h"
#include "debugger/engine/engine.h"
#include "debugger/engine/captured/focus-values.h"

struct gs_debug *gs_debug_new(
	const struct gs_program_link *link, const struct gs_wire_call *call, enum gs_stage stage)
{
	struct gs_debug *debug = g_new0(struct gs_debug, 1);
	gs_image_memory_begin();
	debug->link = *link;
	debug->call = call;
	debug->stage = stage;
	debug->asked = g_array_new(FALSE, FALSE, sizeof(struct gs_recent_expression));
	debug->position_cache = gs_position_cache_new(debug);
	debug->focus_values = gs_focus_values_new(debug);
	debug->breakpoint = -1;
	debug->focus_here = true;
	debug->reached = true;
	return debug;
}

void gs_debug_free(struct gs_debug *debug)
{
	if (!debug)
		return;
	gs_emission_free(debug->emission);
	gs_focus_values_free(debug->focus_values);
	gs_position_cache_free(debug->position_cache);
	if (debug->provider)
		debug->provider->free(debug->provider);
	gs_path_free(debug->path);
	gs_plan_free(debug->plan);
	gs_unwritten_inputs_free(debug->unwritten_inputs);
	gs_shader_free(debug->shader);
	g_free(debug->others);
	gs_program_info_clear(&debug->info);
	for (unsigned i = 0; i < debug->asked->len; i++)
		g_free(g_array_index(debug->asked, struct gs_recent_expression, i).text);
	g_array_free(debug->asked, TRUE);
	g_free(debug->covered);
	g_free(debug->who);
	g_free(debug->said);
	g_free(debug->vertex_ids);
	g_free(debug->commands);
	g_free(debug->note);
	g_free(debug->move_note);
	g_free(debug);
	gs_image_memory_end();
}

static bool is_below_130(const struct gs_shader *shader)
{
	unsigned lowest = UINT_MAX;
	for (size_t i = 0; i < shader->n_units; i++)
		lowest = MIN(lowest, shader->units[i]->version);
	return lowest < 130;
}

bool gs_debug_begin_target(
	struct gs_debug *debug, const uint64_t operations[6], bool *begun, GError **error)
{
	uint64_t number[6];
	struct gs_program_answer said;
	memcpy(number, operations, sizeof number);
	number[0] = debug->stage;
	debug->names_samples = debug->stage == GS_STAGE_FRAGMENT &&
			       gs_shader_names_samples(debug->shader);
	number[2] |= (debug->names_samples ? GS_NAMES_SAMPLES : 0) |
		     (debug->stands_in_for ? GS_STANDS_IN : 0);
	*begun = gs_debug_request(debug, GS_REQUEST_DEBUG_BEGIN, number, NULL, &said, error);
	if (!*begun)
		return false;
	struct gs_stream answer = said.bulk;
	gs_stream_get(&answer, &debug->target, sizeof debug->target);
	debug->n_commands = (answer.size - answer.at) / sizeof *debug->commands;
	if (!answer.failed && debug->n_commands) {
		debug->commands = g_malloc_n(debug->n_commands, sizeof *debug->commands);
		gs_stream_get(
			&answer, debug->commands, debug->n_commands * sizeof *debug->commands);
	}
	struct gs_wire_debug *target = &debug->target;
	gs_shader_size_patch(debug->shader, answer.failed ? 0 : target->patch_vertices);
	debug->no_upgrade = target->depth_alpha && is_below_130(debug->shader);
	bool pixels = debug->stage == GS_STAGE_FRAGMENT;
	if (!answer.failed && !pixels)
		return true;
	if (!answer.failed && target->width && target->height && target->width <= 32768 &&
		target->height <= 32768 && target->planes <= 1u << 16) {
		target->height *= MAX(target->planes, 1); /* of the grid, from now on */
		return true;
	}
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
		"the program's description of its target is malformed");
	return false;
}

/* Finds the elements that the shader runs for, by an instrumented draw. */
bool gs_debug_find_coverage(struct gs_debug *debug, bool other_operations, GError **error)
{
	struct gs_variant_request request = {.kind = GS_VARIANT_COVERAGE};
	const unsigned all[4] = {0, 0, 0, 0};
	struct gs_capture_result *result = gs_debug_capture(debug, &request, 0, all, error);
	if (!result)
		return false;
	if (debug->stage != GS_STAGE_FRAGMENT) {
		bool good = gs_debug_identify(debug, result, error);
		gs_capture_result_unref(result);
		if (good && debug->n_total == 0)
			g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
				"this draw runs the %s shader for no element: `next draw` runs to "
				"the next draw",
				gs_stage_name(debug->stage));
		return good && debug->n_total > 0;
	}
	unsigned width = debug->target.width, height = debug->target.height;
	unsigned rows = height / MAX(debug->target.planes, 1);
	unsigned left = width, right = 0, top = 0, bottom = height, low = rows, high = 0;
	debug->covered = g_malloc0((size_t)width * height + 1);
	for (unsigned y = 0; y < height; y++) {
		for (unsigned x = 0; x < width; x++) {
			size_t pixel;
			if (!gs_capture_result_pixel(result, x, y, &pixel) ||
				!(gs_variant_flags(result->variant, &result->images, pixel) &
					GS_ELEMENT_COVERED))
				continue;
			if (debug->n_total++ == 0) {
				debug->focus_x = x;
				debug->focus_y = y;
			}
			unsigned samples = gs_variant_samples(
				result->variant, &result->images, pixel);
			debug->shares_runs |= (samples & (samples - 1)) != 0;
			debug->covered[(size_t)y * width + x] = 1;
			left = MIN(left, x);
			right = MAX(right, x);
			bottom = MIN(bottom, y);
			top = MAX(top, y);
			low = MIN(low, y % rows);
			high = MAX(high, y % rows);
		}
	}
	gs_capture_result_unref(result);
	if (debug->n_total == 0 && debug->target.samples_real && !other_operations) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"this draw covers %" G_GUINT64_FORMAT
			" samples, but none when glstep redraws it: its values cannot be shown",
			debug->target.samples_real);
		return false;
	}
	if (debug->n_total == 0) {
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
			"this draw covers no pixel (clipped, culled, hidden or all discarded): "
			"`next draw` runs to the next draw");
		return false;
	}
	debug->bounds = (struct gs_rect){left, bottom, right - left + 1, top - bottom + 1};
	debug->plane_bounds = (struct gs_rect){left, low, right - left + 1, high - low + 1};
	return true;
}

bool gs_debug_begin_path(struct gs_debug *debug, GError **error)
{
	const char *provider = g_getenv("GLSTEP_PATH");
	debug->provider = provider && strcmp(provider, "capture") == 0
				  ? gs_path_provider_capture_new(debug)
				  : gs_path_provider_record_new(debug);
	debug->path = gs_path_new(debug->plan, debug->provider);
	if (!gs_path_site(debug->path)->is_decision) {
		gs_position_cache_begin(debug->position_cache, gs_path_position(debug->path));
		return true;
	}
	return gs_debug_arrive(debug, error);
}
