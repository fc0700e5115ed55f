/* SPDX-License-Identifier: MIT */
/* Sentences about a pixel's history. */
#include "debugger/session/pixel.h"

#include <math.h>
#include "data/data.h"

enum gs_pixel_test gs_pixel_rejected(const struct gs_wire_pixel *what)
{
	unsigned i = 0;
	while (i < GS_N_PIXEL_TESTS && what->left[i])
		i++;
	return i;
}

uint64_t gs_pixel_output_of(const struct gs_pixel_event *event)
{
	enum gs_pixel_test by = gs_pixel_rejected(&event->what);
	if (!event->output.n || event->what.kind != GS_PIXEL_DRAW || by == GS_PIXEL_COVERED)
		return 0;
	return event->what.left[by - 1];
}

uint64_t gs_pixel_fragments(const struct gs_wire_pixel *what)
{
	return what->kind == GS_PIXEL_DRAW ? what->left[GS_PIXEL_ALPHA] : 0;
}

const char *gs_pixel_test_text(enum gs_pixel_test test)
{
	static const char *const texts[] = {[GS_PIXEL_COVERED] = "nothing covers the pixel",
		[GS_PIXEL_FACING] = "face culling",
		[GS_PIXEL_SCISSOR] = "the scissor test",
		[GS_PIXEL_ALPHA] = "the alpha test",
		[GS_PIXEL_STENCIL] = "the stencil test",
		[GS_PIXEL_DEPTH] = "the depth test"};
	return test < GS_N_PIXEL_TESTS ? texts[test] : "";
}

bool gs_pixel_same(const struct gs_pixel_colour *a, const struct gs_pixel_colour *b)
{
	bool same = a->n == b->n;
	for (unsigned i = 0; same && i < a->n; i++)
		same = a->value[i] == b->value[i] || (isnan(a->value[i]) && isnan(b->value[i]));
	return same;
}

char *gs_pixel_primitives(const struct gs_wire_pixel *what)
{
	GString *text = g_string_new(NULL);
	for (unsigned i = 0; i < what->n_primitives && i < GS_PIXEL_PRIMITIVES; i++)
		g_string_append_printf(
			text, "%s%" G_GUINT32_FORMAT, i ? ", " : "", what->primitives[i].index);
	if (text->len && what->more_primitives)
		g_string_append(text, ", …");
	return g_string_free(text, FALSE);
}

/* How many of what reaches the pixel pass; of several samples, in how many of them any does. */
static char *passed_text(const struct gs_wire_pixel *what)
{
	uint64_t covered = what->left[GS_PIXEL_COVERED], written = what->left[GS_PIXEL_DEPTH];
	if (what->samples_written)
		return g_strdup_printf("passes all tests, in %u of the pixel's %u samples",
			what->samples_written, what->samples);
	if (written == 1 && covered == 1)
		return g_strdup("passes all tests");
	if (written == covered)
		return g_strdup_printf("%" G_GUINT64_FORMAT " fragments pass all tests", written);
	return g_strdup_printf("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
			       " fragments pass%s all tests",
		written, covered, written == 1 ? "es" : "");
}

static char *discard_text(const struct gs_wire_pixel *what)
{
	return g_strdup_printf("the shader discards what it makes there%s",
		what->layered	    ? "; in which layer, is not known"
		: what->samples > 1 ? "; in which samples, is not known"
				    : "");
}

/* What masks keep, and which. */
static const char *mask_text(const struct gs_wire_pixel *what)
{
	return what->draw_buffer == GS_PIXEL_DEPTH_BUFFER
		       ? "glDepthMask, or a depth test that is off, keeps the depth"
	       : what->draw_buffer == GS_PIXEL_STENCIL_BUFFER
		       ? "glStencilMask, or a stencil test that is off, keeps the stencil"
		       : "glColorMask keeps the colour";
}

static char *draw_text(const struct gs_wire_pixel *what)
{
	enum gs_pixel_test by = gs_pixel_rejected(what);
	if (what->discards)
		return discard_text(what);
	if (by < GS_N_PIXEL_TESTS)
		return g_strdup_printf("%s rejects %s", gs_pixel_test_text(by),
			what->left[GS_PIXEL_COVERED] > 1 ? "what reaches it" : "it");
	if (what->masked)
		return g_strdup_printf("passes all tests, but %s", mask_text(what));
	return passed_text(what);
}

const char *gs_pixel_write_text(const struct gs_pixel_event *event)
{
	static const char *const texts[GS_N_PIXEL_KINDS] = {
		[GS_PIXEL_NOTHING] = "does not touch it",
		[GS_PIXEL_DRAW] = "draws into it",
		[GS_PIXEL_CLEAR] = "clears it",
		[GS_PIXEL_COPY] = "copies to it",
		[GS_PIXEL_UNSURE] = "makes its images",
		[GS_PIXEL_UPLOAD] = "gives it texels",
		[GS_PIXEL_MIPMAP] = "makes its levels from the first one",
		[GS_PIXEL_DISPATCH] = "may store to it, which is bound as an image",
		[GS_PIXEL_STORE] = "may store to it, which is bound as an image"};
	return texts[event->what.kind % GS_N_PIXEL_KINDS];
}

char *gs_pixel_event_text(const struct gs_pixel_event *event)
{
	switch (event->what.kind) {
	case GS_PIXEL_DRAW:
		return draw_text(&event->what);
	case GS_PIXEL_CLEAR:
		return event->what.masked
			       ? g_strdup_printf("clears, but %s", mask_text(&event->what))
			       : g_strdup("clears it");
	case GS_PIXEL_COPY:
		return g_strdup("copies to it");
	case GS_PIXEL_UPLOAD:
		return g_strdup("gives it its texel");
	case GS_PIXEL_MIPMAP:
		return g_strdup("makes its level from another one");
	case GS_PIXEL_DISPATCH:
	case GS_PIXEL_STORE:
		return g_strdup("stores to it");
	case GS_PIXEL_UNSURE:
		if (event->after.n && !gs_pixel_same(&event->before, &event->after))
			return g_strdup("changes it");
		return g_strdup("glstep cannot tell beforehand whether it touches the pixel");
	}
	return g_strdup("does not touch it");
}

/* ---- which buffer ---- */

static char *texture_text(uint64_t buffer)
{
	unsigned level = gs_pixel_level(buffer), layer = gs_pixel_layer(buffer);
	GString *text = g_string_new(NULL);
	g_string_printf(text, "texture %" G_GUINT32_FORMAT, (uint32_t)buffer);
	if (level)
		g_string_append_printf(text, ", level %u", level);
	if (layer && layer != GS_PIXEL_LAYERS)
		g_string_append_printf(text, ", layer or face %u", layer);
	if (buffer & GS_PIXEL_OF_STENCIL)
		g_string_append(text, ", its stencil");
	return g_string_free(text, FALSE);
}

char *gs_pixel_buffer_text(uint64_t buffer, uint64_t beside)
{
	uint64_t which = (buffer ^ beside) & GS_PIXEL_DRAWABLE;
	bool known = (buffer & GS_PIXEL_DRAWABLE) && (beside & GS_PIXEL_DRAWABLE);
	bool other = beside >> 62 == GS_PIXEL_WINDOW && known && which;
	const char *point = gs_data_enum_name("DrawBufferMode", buffer & GS_PIXEL_POINT, 0);
	switch (buffer >> 62) {
	case GS_PIXEL_TEXTURE:
		return texture_text(buffer);
	case GS_PIXEL_RENDERBUFFER:
		return g_strdup_printf("renderbuffer %" G_GUINT32_FORMAT, (uint32_t)buffer);
	case GS_PIXEL_WINDOW:
		if (!(buffer & GS_PIXEL_POINT) || !point)
			return g_strdup(other ? "another window" : "the window");
		return g_strdup_printf("%s window's %s", other ? "another" : "the", point);
	}
	return g_strdup("no colour buffer");
}

/* ---- what the events do not tell ---- */

char *gs_pixel_elsewhere_text(const struct gs_pixel_history *history, unsigned i)
{
	uint64_t beside = history->buffer;
	for (unsigned k = 0; k < i && beside >> 62 != GS_PIXEL_WINDOW; k++)
		beside = history->elsewhere[k].buffer;
	return gs_pixel_buffer_text(history->elsewhere[i].buffer, beside);
}

static char *elsewhere_text(const struct gs_pixel_history *history)
{
	GString *list = g_string_new(NULL);
	uint64_t all = 0;
	for (unsigned i = 0; i < history->n_elsewhere; i++) {
		const struct gs_wire_elsewhere *e = &history->elsewhere[i];
		char *buffer = gs_pixel_elsewhere_text(history, i);
		g_string_append_printf(
			list, "%s%s (%" G_GUINT64_FORMAT ")", i ? ", " : "", buffer, e->calls);
		all += e->calls;
		g_free(buffer);
	}
	char *text = g_strdup_printf("%" G_GUINT64_FORMAT " call%s of the frame draw%s into "
				     "something else: %s",
		all, all == 1 ? "" : "s", all == 1 ? "s" : "", list->str);
	g_string_free(list, TRUE);
	return text;
}

static bool is_resized(const struct gs_pixel_history *history)
{
	return history->width && history->width_before &&
	       (history->width != history->width_before ||
		       history->height != history->height_before);
}

const char *gs_pixel_history_advice(const struct gs_pixel_history *history)
{
	if (!history->is_other)
		return NULL;
	return history->clocks_stand
		       ? "This is the next frame, which the pixel ends in another colour than the "
			 "one before: Keep (`trace save FILE frame`) keeps a frame that can be "
			 "asked about again and again."
		       : "This is the next frame, which the pixel ends in another colour than the "
			 "one before: with Freeze clocks (`--freeze-clocks`) the program's "
			 "clocks stand still while it is stopped, and Keep (`trace save FILE "
			 "frame`) "
			 "keeps a frame that can be asked about again and again.";
}

static char *unwritten_text(const struct gs_pixel_history *history)
{
	char *buffer = gs_pixel_buffer_text(history->buffer, 0);
	uint64_t first = MIN(history->frame, history->first_frame),
		 last = MAX(history->frame, history->first_frame);
	const char *part = history->anywhere ? "" : "this texel of ";
	char *text = first != last ? g_strdup_printf("no call of the frames %" G_GUINT64_FORMAT
						     " and %" G_GUINT64_FORMAT " writes to %s%s",
					     first, last, part, buffer)
				   : g_strdup_printf("no call of frame %" G_GUINT64_FORMAT
						     " writes to %s%s",
					     first, part, buffer);
	g_free(buffer);
	return text;
}

char **gs_pixel_history_notes(const struct gs_pixel_history *history)
{
	GPtrArray *notes = g_ptr_array_new();
	if (history->is_texel && !history->events->len)
		g_ptr_array_add(notes, unwritten_text(history));
	if (history->n_elsewhere && !history->is_texel)
		g_ptr_array_add(notes, elsewhere_text(history));
	if (history->is_texel && history->changed_after)
		g_ptr_array_add(notes,
			g_strdup("something that none of these calls did has changed it before "
				 "the frame's end: a shader that stores through a handle, or what "
				 "has another name for the same image"));
	if (history->n_refused)
		g_ptr_array_add(
			notes, g_strdup_printf("%u call%s could not be asked about (%s)",
				       history->n_refused, history->n_refused == 1 ? "" : "s",
				       history->refusal));
	if (is_resized(history))
		g_ptr_array_add(notes,
			g_strdup_printf("the buffer, %u x %u at the stop, is %u x %u in this frame",
				history->width_before, history->height_before, history->width,
				history->height));
	g_ptr_array_add(notes, NULL);
	return (char **)g_ptr_array_free(notes, FALSE);
}
