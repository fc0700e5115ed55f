/* SPDX-License-Identifier: MIT */
/* Draws a variant once: sends it to the program, and reads the images that come back. */
#include <string.h>
#include "debugger/base/halves.h"
#include "debugger/base/image-memory.h"
#include "debugger/base/debug-log.h"
#include "debugger/engine/engine.h"

struct gs_capture_result *gs_capture_result_ref(struct gs_capture_result *result)
{
	result->users++;
	return result;
}

void gs_capture_result_unref(struct gs_capture_result *result)
{
	if (!result || --result->users)
		return;
	for (unsigned i = 0; i < G_N_ELEMENTS(result->images.attachment); i++)
		gs_image_memory_free((void *)result->images.attachment[i]);
	gs_variant_free(result->variant);
	g_free(result);
}

bool gs_capture_result_pixel(
	const struct gs_capture_result *result, unsigned x, unsigned y, size_t *pixel)
{
	if (x < result->x || y < result->y || x - result->x >= result->images.width ||
		y - result->y >= result->images.height)
		return false;
	*pixel = (size_t)(y - result->y) * result->images.width + (x - result->x);
	return true;
}

bool gs_covered_next(const struct gs_debug *debug, const struct gs_capture_result *result,
	struct gs_covered *covered)
{
	size_t cells = (size_t)debug->target.width * debug->target.height;
	while (covered->next < cells) {
		size_t cell = covered->next++;
		covered->x = (unsigned)(cell % debug->target.width);
		covered->y = (unsigned)(cell / debug->target.width);
		if (debug->covered[cell] &&
			gs_capture_result_pixel(result, covered->x, covered->y, &covered->pixel))
			return true;
	}
	return false;
}

static void put_variant(struct gs_stream *s, const struct gs_debug *debug,
	const struct gs_variant *variant, const int32_t *want, unsigned n_attachments,
	const unsigned rect[4])
{
	const struct gs_shader *shader = debug->shader;
	gs_stream_put_u32(s, variant->n_passes);
	for (unsigned i = 0; i < variant->n_passes; i++) {
		gs_stream_put_u32(s, variant->pass[i].flags);
		gs_stream_put_u32(s, shader->n_units + (variant->pass[i].added != NULL));
		for (size_t u = 0; u < shader->n_units; u++) {
			gs_stream_put_u32(s, shader->units[u]->object);
			gs_stream_put_u32(s, debug->stage);
			gs_stream_put_string(s, variant->pass[i].texts[u]);
		}
		if (variant->pass[i].added) {
			gs_stream_put_u32(s, 0);
			gs_stream_put_u32(s, GS_STAGE_TESS_EVALUATION);
			gs_stream_put_string(s, variant->pass[i].added);
		}
	}
	gs_stream_put_u32(s, variant->n_attachments);
	for (unsigned i = 0; i < variant->n_attachments; i++) {
		gs_stream_put_u32(s, variant->attachment[i]);
		gs_stream_put_string(s, variant->output[i] ? variant->output[i] : "");
	}
	gs_stream_put_u32(s, n_attachments);
	for (unsigned i = 0; i < 4; i++)
		gs_stream_put_u32(s, rect[i]);
	gs_stream_put_u32(s, variant->upgrade);
	gs_stream_put_string(s, variant->uniform ? variant->uniform : "");
	gs_stream_put_u32(s, variant->n_uniform);
	for (unsigned i = 0; i < variant->n_uniform; i++)
		gs_stream_put_u32(s, (uint32_t)want[i]);
}

struct copy {
	char *to;
	const char *from;
	size_t row;
};

static void copy_rows(void *data, unsigned first, unsigned last)
{
	const struct copy *copy = data;
	memcpy(copy->to + first * copy->row, copy->from + first * copy->row,
		(last - first) * copy->row);
}

/* Of four words an element; gs_image_memory_free. */
static void *copy_image(const char *from, unsigned width, unsigned height)
{
	size_t row = (size_t)width * 16;
	struct copy copy = {gs_image_memory_new(row * height), from, row};
	gs_in_halves(width, height, copy_rows, &copy, &copy);
	return copy.to;
}

/* Owns the variant from now on, also when it fails. records: the images hold records, not the
 * grid's elements. */
static struct gs_capture_result *read_result(struct gs_program_answer *answer,
	const struct gs_debug *debug, bool records, struct gs_variant *variant,
	unsigned n_attachments, GError **error)
{
	struct gs_stream *s = &answer->bulk;
	struct gs_capture_result *result = g_new0(struct gs_capture_result, 1);
	result->users = 1;
	result->variant = variant;
	unsigned n = gs_stream_get_u32(s);
	result->x = gs_stream_get_u32(s);
	result->y = gs_stream_get_u32(s);
	unsigned width = result->images.width = gs_stream_get_u32(s);
	unsigned height = result->images.height = gs_stream_get_u32(s);
	/* Outside fragment shaders, every result after the first has the same elements. */
	bool pixels = debug->stage == GS_STAGE_FRAGMENT;
	bool same = pixels || !debug->covered || records ||
		    (width == debug->target.width && height == debug->target.height);
	bool good = !s->failed && n == (n_attachments ? n_attachments : variant->n_attachments) &&
		    n <= 16 && same && (uint64_t)width * height <= GS_WIRE_BULK_SIZE / 16;
	uint64_t size = (uint64_t)width * height * 16;
	for (unsigned i = 0; good && i < n; i++) {
		uint64_t offset = gs_stream_get_u64(s);
		good = !s->failed && offset <= answer->area && size <= answer->area - offset;
		if (good) {
			result->images.attachment[i] = copy_image(
				(const char *)s->data + offset, width, height);
			result->bytes += size;
		}
	}
	if (good)
		return result;
	gs_capture_result_unref(result);
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL, "%s",
		same ? "the program's answer to a capture is malformed"
		     : "the draw no longer runs the shader for the same number of elements");
	return NULL;
}

static struct gs_variant *make_variant(struct gs_debug *debug, struct gs_variant_request *request,
	size_t first_capture, GError **error)
{
	struct gs_messages messages = {0};
	request->no_upgrade = debug->no_upgrade;
	struct gs_variant *variant = gs_variant_new(debug->plan, request, first_capture, &messages);
	if (!variant)
		gs_error_from_messages(error, GS_ERROR_UNSUPPORTED, &messages, "");
	gs_messages_finish(&messages);
	return variant;
}

/* False: it has no room, or what was sent before is not served. */
static bool begin_draw(struct gs_debug *debug, const struct gs_variant *variant,
	const int32_t *want, const unsigned rect[4], unsigned n_attachments,
	struct gs_stream *input, GError **error)
{
	if (!gs_debug_await(debug, error))
		return false;
	bool good = gs_debug_begin_input(debug, input);
	if (good)
		put_variant(input, debug, variant, want, n_attachments, rect);
	if (good && !input->failed)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"the instrumented shader is too large for the shared memory");
	return false;
}

/* Owns the variant from now on. */
static struct gs_capture_result *draw_variant(struct gs_debug *debug, struct gs_variant *variant,
	const int32_t *want, bool records, const unsigned rect[4], unsigned n_attachments,
	struct gs_variant_times *times, GError **error)
{
	if (debug->stage != GS_STAGE_FRAGMENT)
		n_attachments = 0;
	struct gs_stream input;
	struct gs_program_answer answer = {0};
	GError *refusal = NULL;
	const uint64_t number[6] = {times ? times->rounds : 0};
	if (begin_draw(debug, variant, want, rect, n_attachments, &input, &refusal))
		gs_debug_request(debug, GS_REQUEST_CAPTURE, number, &input, &answer, &refusal);
	if (times)
		*times = (struct gs_variant_times){(unsigned)answer.number[1], answer.number[2],
			answer.number[3], answer.number[4]};
	debug->n_programs = MAX(debug->n_programs, answer.number[0]);
	gs_debug_log(GS_DEBUG_CAPTURE,
		"variant with %zu captures, %u passes, %u of %u attachments at %u x %u: %s; %u "
		"programs so far",
		variant->n_captures, variant->n_passes,
		n_attachments ? n_attachments : variant->n_attachments, variant->n_attachments,
		rect[2], rect[3], refusal ? refusal->message : "drawn",
		(unsigned)debug->n_programs);
	if (!refusal)
		return read_result(&answer, debug, records, variant, n_attachments, error);
	gs_variant_free(variant);
	g_propagate_error(error, refusal);
	return NULL;
}

/* Tries once. *can_downgrade: the driver refused a variant of an upgraded version. */
static struct gs_capture_result *try_capture(struct gs_debug *debug,
	struct gs_variant_request *request, size_t first_capture, const unsigned rect[4],
	bool *can_downgrade, GError **error)
{
	GError *refusal = NULL;
	*can_downgrade = false;
	struct gs_variant *variant = make_variant(debug, request, first_capture, error);
	if (!variant)
		return NULL;
	bool is_upgraded = variant->upgrade != GS_UPGRADE_NONE;
	struct gs_capture_result *result = draw_variant(debug, variant, variant->want,
		request->kind == GS_VARIANT_EMITTED, rect, 0, NULL, &refusal);
	if (result)
		return result;
	*can_downgrade = is_upgraded && g_error_matches(refusal, GS_ERROR, GS_ERROR_DRIVER_REFUSED);
	g_propagate_error(error, refusal);
	return NULL;
}

/* How many words the images of all elements have room for in shared memory. */
static unsigned feedback_words(const struct gs_debug *debug)
{
	uint64_t cells = (uint64_t)debug->target.width * debug->target.height;
	uint64_t images = cells ? GS_WIRE_BULK_SIZE / 2 / (cells * 16) : 16;
	return MIN(debug->target.max_feedback_words, 4 * MAX(images, 1));
}

static void fill_request(struct gs_debug *debug, struct gs_variant_request *request)
{
	request->api = debug->info.api;
	request->glsl_version = debug->target.glsl_version;
	request->max_draw_buffers = debug->target.max_draw_buffers;
	request->need_alpha = debug->target.need_alpha;
	request->clamp_alpha = debug->target.clamp_alpha;
	request->uint_renderable = debug->target.uint_renderable;
	request->byte_outputs = debug->target.byte_outputs;
	request->mirrored = debug->target.mirrored;
	request->constant_stores = gs_driver_needs_constant_stores(debug->info.renderer);
	request->colour = gs_debug_colour_output(debug);
	request->tells_samples = debug->names_samples && debug->target.samples > 1;
	request->others = debug->others;
	request->max_feedback_words = feedback_words(debug);
	request->storage_binding = debug->target.storage_binding;
}

struct gs_variant *gs_debug_make_variant(
	struct gs_debug *debug, struct gs_variant_request *request, GError **error)
{
	fill_request(debug, request);
	return make_variant(debug, request, 0, error);
}

/* Where a variant depends on more than the program as it is linked, there is none. */
static bool can_sift(const struct gs_debug *debug)
{
	return !debug->names_samples && !debug->stands_in_for && !debug->draws.draws &&
	       debug->info.n_subroutines == 0 && !debug->target.depth_alpha;
}

bool gs_debug_keep_sift(struct gs_debug *debug, uint32_t kinds, GError **error)
{
	const unsigned all[4] = {0};
	struct gs_variant_request request = {.kind = GS_VARIANT_SIFT, .fault_kinds = kinds};
	struct gs_program_answer answer;
	struct gs_stream input;
	if (!can_sift(debug)) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED, "the stage has no sift");
		return false;
	}
	fill_request(debug, &request);
	request.need_alpha = request.byte_outputs = false;
	request.mirrored = 0;
	struct gs_variant *variant = make_variant(debug, &request, 0, error);
	if (!variant)
		return false;
	bool good = begin_draw(debug, variant, variant->want, all, 0, &input, error) &&
		    gs_debug_request(debug, GS_REQUEST_KEEP_SIFT, NULL, &input, &answer, error);
	gs_variant_free(variant);
	return good;
}

struct gs_capture_result *gs_debug_draw_variant(struct gs_debug *debug, struct gs_variant *variant,
	const int32_t *want, const unsigned rect[4], unsigned n_attachments, GError **error)
{
	const struct gs_rect *b = &debug->bounds;
	unsigned bounds[4] = {b->x, b->y, b->width, b->height};
	return draw_variant(debug, gs_variant_ref(variant), want, false, rect ? rect : bounds,
		n_attachments, NULL, error);
}

bool gs_debug_time(struct gs_debug *debug, struct gs_variant_request *request, unsigned rounds,
	struct gs_variant_times *times, GError **error)
{
	const unsigned all[4] = {0};
	times->rounds = rounds;
	fill_request(debug, request);
	struct gs_variant *variant = make_variant(debug, request, 0, error);
	struct gs_capture_result *result = variant ? draw_variant(debug, variant, variant->want,
							     false, all, 0, times, error)
						   : NULL;
	gs_capture_result_unref(result);
	return result != NULL;
}

static void served(const uint64_t number[6], const GError *failure, void *data)
{
	struct gs_debug *debug = data;
	debug->n_programs = MAX(debug->n_programs, number[0]);
	gs_debug_log(GS_DEBUG_CAPTURE, "a variant that was sent ahead: %s; %u programs so far",
		failure ? failure->message : "drawn", (unsigned)debug->n_programs);
	debug->sent.served(failure, debug->sent.data);
}

bool gs_debug_send_variant(struct gs_debug *debug, const struct gs_variant *variant,
	const unsigned rect[4], unsigned n_attachments,
	void (*func)(const GError *failure, void *data), void *data, GError **error)
{
	struct gs_stream input;
	if (debug->stage != GS_STAGE_FRAGMENT)
		n_attachments = 0;
	if (!begin_draw(debug, variant, variant->want, rect, n_attachments, &input, error))
		return false;
	debug->sent = (struct gs_debug_sent){func, data};
	return gs_debug_send(debug, GS_REQUEST_CAPTURE, &input, served, debug, error);
}

struct gs_capture_result *gs_debug_capture(struct gs_debug *debug,
	struct gs_variant_request *request, size_t first_capture, const unsigned rect[4],
	GError **error)
{
	const struct gs_rect *b = &debug->bounds;
	unsigned bounds[4] = {b->x, b->y, b->width, b->height};
	fill_request(debug, request);
	bool can_downgrade;
	GError *refusal = NULL;
	struct gs_capture_result *result = try_capture(
		debug, request, first_capture, rect ? rect : bounds, &can_downgrade, &refusal);
	if (result)
		return result;
	if (can_downgrade) {
		debug->no_upgrade = true;
		result = try_capture(
			debug, request, first_capture, rect ? rect : bounds, &can_downgrade, NULL);
		if (result) {
			g_error_free(refusal);
			return result;
		}
		debug->no_upgrade = false;
	}
	g_propagate_error(error, refusal);
	return NULL;
}

struct gs_capture_result *gs_debug_capture_window(
	struct gs_debug *debug, enum gs_variant_kind kind, size_t first, GError **error)
{
	struct gs_variant_request request = {.kind = kind, .first_decision = first};
	return gs_debug_capture(debug, &request, 0, NULL, error);
}
