/* SPDX-License-Identifier: MIT */
#include "replay/measure/deciding.h"

#include <inttypes.h>
#include <string.h>

/* What binds must take this part of the time at least, and this much more than the next. What
 * textures take is told as theirs if it is this part of what the fragment shader takes. */
static const double least_share = 0.3, least_lead = 0.08, texture_part = 0.4;

static const char *const experiment_names[GS_N_EXPERIMENTS] = {
	[GS_EXPERIMENT_AS_IS] = "as_is",
	[GS_EXPERIMENT_NO_RASTERIZER] = "no_rasterizer",
	[GS_EXPERIMENT_CALL_ALONE] = "call_alone",
	[GS_EXPERIMENT_ONE_PIXEL] = "one_pixel",
	[GS_EXPERIMENT_TRIVIAL_FRAGMENT] = "trivial_fragment",
	[GS_EXPERIMENT_TINY_TEXTURES] = "tiny_textures",
	[GS_EXPERIMENT_NO_BLENDING] = "no_blending",
	[GS_EXPERIMENT_NO_TESTS] = "no_tests",
	[GS_EXPERIMENT_HALF_SIZE] = "half_size",
	[GS_EXPERIMENT_NO_UPLOADS] = "no_uploads",
	[GS_EXPERIMENT_NOT_DRAWN] = "not_drawn",
};

static const char *const bound_names[] = {
	[GS_BOUND_VERTEX] = "vertex",
	[GS_BOUND_FRAGMENT] = "fragment",
	[GS_BOUND_TEXTURE] = "texture",
	[GS_BOUND_BLENDING] = "blending",
	[GS_BOUND_TESTS] = "tests",
	[GS_BOUND_UPLOAD] = "upload",
	[GS_BOUND_CPU] = "cpu",
	[GS_BOUND_UNCLEAR] = "unclear",
};

const char *gs_deciding_name(enum gs_bound_by bound)
{
	return bound_names[bound];
}

/* ---- shares ---- */

static bool is_made(const struct gs_found *found, enum gs_experiment which)
{
	return !found->why[which];
}

/* Return by which part of the whole time one is longer than the other; 0 within their spreads. */
static double between(
	const struct gs_found *found, enum gs_experiment longer, enum gs_experiment shorter)
{
	double whole = (double)found->times[GS_EXPERIMENT_AS_IS];
	double more = (double)found->times[longer] - (double)found->times[shorter];
	double noise = (double)found->spreads[longer] + (double)found->spreads[shorter];
	return whole > 0 && more > noise ? more / whole : 0;
}

/* Return what is saved by an experiment; `unknown` if it was not made. */
static double saved(const struct gs_found *found, enum gs_experiment which, double unknown)
{
	return is_made(found, which) ? between(found, GS_EXPERIMENT_AS_IS, which) : unknown;
}

static double least(double a, double b)
{
	return a < b ? a : b;
}

static void find_shares(const struct gs_found *found, struct gs_shares *shares)
{
	double whole = (double)found->times[GS_EXPERIMENT_AS_IS];
	bool has_vertices = is_made(found, GS_EXPERIMENT_NO_RASTERIZER);
	bool has_call = has_vertices && is_made(found, GS_EXPERIMENT_CALL_ALONE);
	double fragment = saved(found, GS_EXPERIMENT_TRIVIAL_FRAGMENT, -1);
	shares->pixels = saved(
		found, has_vertices ? GS_EXPERIMENT_NO_RASTERIZER : GS_EXPERIMENT_ONE_PIXEL, -1);
	/* What a trivial fragment shader does not need, the vertex shader may leave out. */
	shares->fragment = shares->pixels < 0 ? fragment : least(fragment, shares->pixels);
	shares->texture = saved(found, GS_EXPERIMENT_TINY_TEXTURES, 0);
	shares->blending = saved(found, GS_EXPERIMENT_NO_BLENDING, 0);
	shares->tests = saved(found, GS_EXPERIMENT_NO_TESTS, 0);
	shares->upload = saved(found, GS_EXPERIMENT_NO_UPLOADS, 0);
	shares->vertex = has_call ? between(found, GS_EXPERIMENT_NO_RASTERIZER,
					    GS_EXPERIMENT_CALL_ALONE)
				  : -1;
	shares->cpu = -1;
	if (has_call && whole > 0) {
		double call = (double)found->times[GS_EXPERIMENT_CALL_ALONE] -
			      (double)found->uploads - (double)found->clears;
		double noise = (double)found->spreads[GS_EXPERIMENT_CALL_ALONE] +
			       (double)found->spreads[GS_EXPERIMENT_AS_IS];
		shares->cpu = call > noise ? least(call / whole, 1) : 0;
	}
}

/* Return whether the times can be trusted: what only leaves work out makes nothing slower. */
static bool is_consistent(const struct gs_found *found)
{
	static const enum gs_experiment less[] = {GS_EXPERIMENT_NO_RASTERIZER,
		GS_EXPERIMENT_CALL_ALONE, GS_EXPERIMENT_ONE_PIXEL, GS_EXPERIMENT_NO_UPLOADS,
		GS_EXPERIMENT_NOT_DRAWN};
	for (size_t i = 0; i < sizeof less / sizeof *less; i++)
		if (is_made(found, less[i]) &&
			between(found, less[i], GS_EXPERIMENT_AS_IS) > least_lead)
			return false;
	return true;
}

/* ---- what binds ---- */

enum gs_bound_by gs_deciding_find(const struct gs_found *found, struct gs_shares *shares)
{
	double parts[GS_BOUND_UNCLEAR] = {0}, next = 0;
	unsigned most = 0;
	double whole = (double)found->times[GS_EXPERIMENT_AS_IS];
	find_shares(found, shares);
	parts[GS_BOUND_VERTEX] = shares->vertex;
	parts[GS_BOUND_FRAGMENT] = shares->fragment;
	parts[GS_BOUND_BLENDING] = shares->blending;
	parts[GS_BOUND_TESTS] = shares->tests;
	parts[GS_BOUND_UPLOAD] = shares->upload;
	parts[GS_BOUND_CPU] = shares->cpu;
	if (shares->texture > 0 && shares->texture >= texture_part * shares->fragment) {
		parts[GS_BOUND_TEXTURE] = shares->texture > shares->fragment ? shares->texture
									     : shares->fragment;
		parts[GS_BOUND_FRAGMENT] = 0;
	}
	for (unsigned i = 1; i < GS_BOUND_UNCLEAR; i++)
		if (parts[i] > parts[most])
			most = i;
	for (unsigned i = 0; i < GS_BOUND_UNCLEAR; i++)
		if (i != most && parts[i] > next)
			next = parts[i];
	double noise = whole > 0 ? (double)found->spreads[GS_EXPERIMENT_AS_IS] / whole : 1;
	if (noise < least_lead)
		noise = least_lead;
	if (!is_consistent(found))
		return GS_BOUND_UNCLEAR;
	return parts[most] >= least_share && parts[most] - next > noise ? (enum gs_bound_by)most
									: GS_BOUND_UNCLEAR;
}

/* ---- what is told ---- */

static const char *method_of(const struct gs_found *found)
{
	return found->has_waited ? "each call was waited for, as this driver draws in software or "
				   "has no timestamps"
				 : "timestamps of GL before and behind each call";
}

static void add_share(FILE *file, const char *name, double share, const char *comma)
{
	if (share < 0)
		fprintf(file, "%s\"%s\":null", comma, name);
	else
		fprintf(file, "%s\"%s\":%d.%03d", comma, name, (int)(share * 1000 + 0.5) / 1000,
			(int)(share * 1000 + 0.5) % 1000);
}

static void write_shares(const struct gs_shares *shares, FILE *file)
{
	fputs(",\"shares\":{", file);
	add_share(file, "pixels", shares->pixels, "");
	add_share(file, "fragment", shares->fragment, ",");
	add_share(file, "texture", shares->texture, ",");
	add_share(file, "blending", shares->blending, ",");
	add_share(file, "tests", shares->tests, ",");
	add_share(file, "vertex", shares->vertex, ",");
	add_share(file, "upload", shares->upload, ",");
	add_share(file, "cpu", shares->cpu, ",");
	fputs("}", file);
}

void gs_deciding_write_json(
	const struct gs_found *found, bool is_draw, uint64_t number, uint64_t frame, FILE *file)
{
	struct gs_shares shares;
	enum gs_bound_by bound = gs_deciding_find(found, &shares);
	fprintf(file, "{\"bound_by\":\"%s\",\"draw\":", bound_names[bound]);
	if (is_draw)
		fprintf(file, "%" PRIu64, number);
	else
		fputs("null", file);
	fprintf(file, ",\"frame\":%" PRIu64 ",\"experiments\":[", frame);
	for (unsigned i = 0; i < GS_N_EXPERIMENTS; i++) {
		fprintf(file, "%s{\"name\":\"%s\"", i ? "," : "", experiment_names[i]);
		if (found->why[i])
			fprintf(file, ",\"gpu_ns\":null,\"spread_ns\":null,\"why\":\"%s\"}",
				found->why[i]);
		else
			fprintf(file, ",\"gpu_ns\":%" PRIu64 ",\"spread_ns\":%" PRIu64 "}",
				found->times[i], found->spreads[i]);
	}
	fputs("]", file);
	write_shares(&shares, file);
	fprintf(file, ",\"same_picture\":%s,\"rounds\":%u,\"method\":\"%s\"}\n",
		found->picture == GS_PICTURE_NONE   ? "null"
		: found->picture == GS_PICTURE_SAME ? "true"
						    : "false",
		found->rounds, method_of(found));
}

static void add_percent(FILE *file, const char *before, double share)
{
	if (share < 0)
		fprintf(file, "%s ?", before);
	else
		fprintf(file, "%s %d %%", before, (int)(share * 100 + 0.5));
}

void gs_deciding_write_text(
	const struct gs_found *found, bool is_draw, uint64_t number, uint64_t frame, FILE *file)
{
	struct gs_shares shares;
	enum gs_bound_by bound = gs_deciding_find(found, &shares);
	for (unsigned i = 0; i < GS_N_EXPERIMENTS; i++) {
		if (found->why[i])
			fprintf(file, "%-18s          ?: %s\n", experiment_names[i], found->why[i]);
		else
			fprintf(file, "%-18s %10.1f us, spread %.1f us\n", experiment_names[i],
				(double)found->times[i] / 1e3, (double)found->spreads[i] / 1e3);
	}
	fprintf(file, "%s %" PRIu64, is_draw ? "call" : "frame", number);
	if (is_draw)
		fprintf(file, ", frame %" PRIu64, frame);
	fprintf(file, ": %s%s", bound == GS_BOUND_UNCLEAR ? "what binds it is " : "bound by ",
		bound_names[bound]);
	add_percent(file, ". Pixels:", shares.pixels);
	add_percent(file, "; of the whole, fragment shader", shares.fragment);
	add_percent(file, ", texture lookups", shares.texture);
	add_percent(file, ", blending", shares.blending);
	add_percent(file, ", tests", shares.tests);
	add_percent(file, ". Vertices:", shares.vertex);
	add_percent(file, ". Uploads:", shares.upload);
	add_percent(file, ". Calls themselves:", shares.cpu);
	fprintf(file, ".\n%u rounds, the least of each; %s\n", found->rounds, method_of(found));
	if (found->picture == GS_PICTURE_OTHER)
		fputs("The frame has another picture when it is played again: it needs what "
		      "frames before have left, so that its times may be others, too.\n",
			file);
}
