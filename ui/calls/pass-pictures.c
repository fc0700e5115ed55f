/* SPDX-License-Identifier: MIT */
#include "ui/calls/pass-pictures.h"

#include <string.h>
#include "frontend/pictures/picture-jobs.h"
#include "ui/calls/draw-film.h"
#include "ui/panel.h"

enum {
	SMALL_WIDTH = 24,
	SMALL_HEIGHT = 12, /* no higher than a row's text */
	LARGE_WIDTH = 192,
	LARGE_HEIGHT = 128,
	MOST = 1000,	  /* most pictures to keep */
	MOST_WAITING = 4, /* most stops that wait for their pictures, each of which holds a whole
			     picture */
};

struct gs_pass_pictures {
	GHashTable *known; /* place of the pass's first call -> struct gs_pass_picture */
	GHashTable *draws; /* number of the call -> struct gs_draw_picture */
	unsigned generation;
	GQueue pending; /* struct making, oldest first */
	void (*changed)(gpointer data);
	gpointer data;
	struct gs_draw_film *film; /* NULL: none is made */
	unsigned n_filmed;	   /* its pictures so far */
	GtkWidget *widget;	   /* of the film */
};

/* The job that makes the pictures of one stop. */
struct making {
	struct gs_picture_job job;
	struct gs_pass_pictures *pictures; /* may be freed if the job is cancelled */
	uint64_t call;			   /* number of the pending call */
	struct gs_picture from;
	struct gs_pixel_set changed; /* bytes NULL: no picture of the draw call is wanted */
	uint64_t pass;		     /* place of the pass's first call */
	/* The results: */
	struct gs_draw_picture *of_draw; /* NULL: none is wanted */
	struct gs_pass_picture *of_pass; /* NULL: none is wanted */
};

static void free_picture(gpointer data)
{
	struct gs_pass_picture *picture = data;
	g_clear_object(&picture->small);
	g_clear_object(&picture->large);
	g_free(picture);
}

static void free_draw(gpointer data)
{
	struct gs_draw_picture *picture = data;
	g_clear_object(&picture->small);
	g_clear_object(&picture->large);
	g_free(picture);
}

struct gs_pass_pictures *gs_pass_pictures_new(void (*changed)(gpointer data), gpointer data)
{
	struct gs_pass_pictures *pictures = g_new0(struct gs_pass_pictures, 1);
	pictures->changed = changed;
	pictures->data = data;
	pictures->known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_picture);
	pictures->draws = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_draw);
	return pictures;
}

static void cancel(struct gs_pass_pictures *pictures, GList *link)
{
	struct making *making = link->data;
	g_queue_delete_link(&pictures->pending, link);
	gs_picture_job_cancel(&making->job);
}

static void cancel_all(struct gs_pass_pictures *pictures)
{
	gs_pass_pictures_stop_film(pictures);
	while (pictures->pending.head)
		cancel(pictures, pictures->pending.head);
}

void gs_pass_pictures_free(struct gs_pass_pictures *pictures)
{
	if (!pictures)
		return;
	cancel_all(pictures);
	g_hash_table_destroy(pictures->known);
	g_hash_table_destroy(pictures->draws);
	g_free(pictures);
}

void gs_pass_pictures_clear(struct gs_pass_pictures *pictures)
{
	cancel_all(pictures);
	g_hash_table_remove_all(pictures->known);
	g_hash_table_remove_all(pictures->draws);
}

static void keep(GHashTable *table, uint64_t number, gpointer picture)
{
	uint64_t *key = g_new(uint64_t, 1);
	*key = number;
	g_hash_table_insert(table, key, picture);
}

/* Reduce *w and *h to fit into a size, keeping the proportions; never enlarge them. */
static void fit(unsigned *w, unsigned *h, unsigned width, unsigned height)
{
	if (*w <= width && *h <= height)
		return;
	bool wide = (uint64_t)*w * height > (uint64_t)*h * width;
	unsigned of_width = (unsigned)((uint64_t)*w * height / *h);
	unsigned of_height = (unsigned)((uint64_t)*h * width / *w);
	*w = wide ? width : MAX(of_width, 1);
	*h = wide ? MAX(of_height, 1) : height;
}

static GdkPixbuf *shrink(const struct gs_picture *picture, unsigned width, unsigned height)
{
	unsigned w = picture->width, h = picture->height;
	fit(&w, &h, width, height);
	GdkPixbuf *small = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, (int)w, (int)h);
	const uint8_t *from = g_bytes_get_data(picture->rgba, NULL);
	uint8_t *to = gdk_pixbuf_get_pixels(small);
	size_t stride = (size_t)gdk_pixbuf_get_rowstride(small);
	for (unsigned y = 0; y < h; y++)
		for (unsigned x = 0; x < w; x++) {
			size_t row = (size_t)((2 * y + 1) * (uint64_t)picture->height / (2 * h));
			size_t column = (size_t)((2 * x + 1) * (uint64_t)picture->width / (2 * w));
			memcpy(to + y * stride + 3 * x, from + (row * picture->width + column) * 4,
				3);
		}
	return small;
}

/* ---- what a draw changes ---- */

struct area {
	unsigned left, top, right, bottom; /* right and bottom are outside */
};

/* Return the area around all bytes that are 1; if there are none, right is 0. */
static struct area area_of(const uint8_t *changed, unsigned width, unsigned height)
{
	struct area area = {.left = width, .top = height};
	for (unsigned y = 0; y < height; y++, changed += width) {
		const uint8_t *first = memchr(changed, 1, width), *last;
		if (!first)
			continue;
		for (last = changed + width - 1; !*last; last--)
			;
		area.left = MIN(area.left, (unsigned)(first - changed));
		area.right = MAX(area.right, (unsigned)(last - changed) + 1);
		area.top = MIN(area.top, y);
		area.bottom = y + 1;
	}
	return area;
}

/* Write the mean of an area's changed pixels: the fewer they are, the more transparent. */
static void put_mean(const struct gs_picture *picture, const uint8_t *changed,
	const struct area *in, uint8_t *to)
{
	const uint8_t *from = g_bytes_get_data(picture->rgba, NULL);
	uint64_t sum[3] = {0}, n = 0;
	uint64_t all = (uint64_t)(in->right - in->left) * (in->bottom - in->top);
	for (unsigned y = in->top; y < in->bottom; y++)
		for (unsigned x = in->left; x < in->right; x++) {
			size_t at = (size_t)y * picture->width + x;
			n += changed[at];
			for (unsigned k = 0; k < 3 && changed[at]; k++)
				sum[k] += from[4 * at + k];
		}
	for (unsigned k = 0; k < 3; k++)
		to[k] = (uint8_t)(n ? sum[k] / n : 0);
	to[3] = (uint8_t)(n ? 95 + 160 * n / all : 0); /* so that a thin line is visible */
}

static GdkPixbuf *cut_out(const struct gs_picture *picture, const uint8_t *changed,
	const struct area *area, unsigned width, unsigned height)
{
	unsigned of_w = area->right - area->left, of_h = area->bottom - area->top;
	unsigned w = of_w, h = of_h;
	fit(&w, &h, width, height);
	GdkPixbuf *small = gdk_pixbuf_new(GDK_COLORSPACE_RGB, TRUE, 8, (int)w, (int)h);
	uint8_t *to = gdk_pixbuf_get_pixels(small);
	size_t stride = (size_t)gdk_pixbuf_get_rowstride(small);
	for (unsigned y = 0; y < h; y++)
		for (unsigned x = 0; x < w; x++) {
			const struct area in = {area->left + (unsigned)((uint64_t)x * of_w / w),
				area->top + (unsigned)((uint64_t)y * of_h / h),
				area->left + (unsigned)((uint64_t)(x + 1) * of_w / w),
				area->top + (unsigned)((uint64_t)(y + 1) * of_h / h)};
			put_mean(picture, changed, &in, to + y * stride + 4 * x);
		}
	return small;
}

/* ---- passes ---- */

/* Find the pass that the pending call is in, or that goes on before it. Return false if there is
 * none. */
static bool find_pass(
	struct gs_call_store *store, const struct gs_ui_state *state, struct gs_call_pass *found)
{
	const struct gs_call_info *call = &state->stop.call;
	struct gs_call_place place = gs_call_store_find(store, call->index);
	bool follows = gs_call_info_follows(store, place, call), there = false;
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	const struct gs_call_passes *passes = gs_call_groups_passes(groups);
	const struct gs_call_frame *frame = gs_call_groups_frame_at(groups, place);
	size_t n = follows && frame && frame->frame == call->frame ? gs_call_passes_count(passes)
								   : 0;
	size_t begin = gs_call_passes_begin(passes);
	for (size_t i = n ? MAX(frame->pass, begin) : 0; i < n && !there; i++) {
		*found = *gs_call_passes_get(passes, i);
		if (found->first.n > place.n &&
			gs_call_groups_frame_at(groups, found->first) != frame)
			break;
		there = found->first.n <= place.n && found->end.n > place.n &&
			(state->is_trace || found->thread == (uint32_t)call->thread);
	}
	gs_call_store_unlock_groups(store);
	return there;
}

static struct gs_pass_picture *new_pass_picture(const struct gs_ui_state *state)
{
	const struct gs_picture *from = &state->framebuffer.picture;
	struct gs_pass_picture *picture = g_new0(struct gs_pass_picture, 1);
	*picture = (struct gs_pass_picture){.width = from->width,
		.height = from->height,
		.colour = from->colour,
		.depth = from->depth,
		.call = state->stop.call.index,
		.after = state->framebuffer.is_after};
	return picture;
}

/* ---- the job ---- */

static void make(struct gs_picture_job *job)
{
	struct making *m = (struct making *)job;
	const struct gs_picture *from = &m->from;
	if (m->of_pass && from->rgba) {
		m->of_pass->small = shrink(from, SMALL_WIDTH, SMALL_HEIGHT);
		m->of_pass->large = shrink(from, LARGE_WIDTH, LARGE_HEIGHT);
	}
	if (m->of_draw && m->changed.n) {
		const uint8_t *changed = g_bytes_get_data(m->changed.bytes, NULL);
		struct area area = area_of(changed, from->width, from->height);
		m->of_draw->small = cut_out(from, changed, &area, SMALL_WIDTH, SMALL_HEIGHT);
		m->of_draw->large = cut_out(from, changed, &area, LARGE_WIDTH, LARGE_HEIGHT);
	}
}

static void made(struct gs_picture_job *job)
{
	struct making *m = (struct making *)job;
	struct gs_pass_pictures *pictures = m->pictures;
	g_queue_remove(&pictures->pending, m);
	if (m->of_draw)
		keep(pictures->draws, m->call, g_steal_pointer(&m->of_draw));
	if (m->of_pass)
		keep(pictures->known, m->pass, g_steal_pointer(&m->of_pass));
	pictures->changed(pictures->data);
}

static void free_making(struct gs_picture_job *job)
{
	struct making *m = (struct making *)job;
	if (m->from.rgba)
		gs_picture_clear(&m->from);
	gs_pixel_set_clear(&m->changed);
	g_clear_pointer(&m->of_draw, free_draw);
	g_clear_pointer(&m->of_pass, free_picture);
	g_free(m);
}

/* Cancel jobs of the same call, and the oldest ones if too many wait. */
static void drop_superseded(struct gs_pass_pictures *pictures, uint64_t call)
{
	for (GList *link = pictures->pending.head, *next; link; link = next) {
		next = link->next;
		if (((struct making *)link->data)->call == call)
			cancel(pictures, link);
	}
	while (pictures->pending.length >= MOST_WAITING)
		cancel(pictures, pictures->pending.head);
}

static void push(struct gs_pass_pictures *pictures, struct making *m)
{
	drop_superseded(pictures, m->call);
	m->pictures = pictures;
	m->job.make = make;
	m->job.done = made;
	m->job.free = free_making;
	g_queue_push_tail(&pictures->pending, m);
	gs_picture_job_push(&m->job, true);
}

/* ---- taking ---- */

static bool is_of_call(const struct gs_ui_state *state)
{
	const struct gs_stop *stop = &state->stop;
	return state->framebuffer.asked < GS_FRAMEBUFFER_OVERLAY &&
	       state->framebuffer.picture.width && state->framebuffer.picture.height &&
	       state->has_stop && stop->has_call && !stop->outside_gl &&
	       (stop->kind == GS_STOP_CALL || stop->kind == GS_STOP_BREAKPOINT) &&
	       (stop->is_draw || state->framebuffer.when == GS_FRAMEBUFFER_BEFORE);
}

void gs_pass_pictures_take(struct gs_pass_pictures *pictures, struct gs_call_store *store,
	const struct gs_ui_state *state)
{
	if (!store || !is_of_call(state))
		return;
	unsigned generation = gs_call_store_generation(store);
	if (generation != pictures->generation || g_hash_table_size(pictures->known) >= MOST ||
		g_hash_table_size(pictures->draws) >= MOST)
		gs_pass_pictures_clear(pictures);
	pictures->generation = generation;
	struct gs_call_pass pass;
	bool has_pass = find_pass(store, state, &pass);
	bool has_draw = state->framebuffer.changed.bytes && state->stop.is_draw;
	if (!has_pass && !has_draw)
		return;
	struct making *m = g_new0(struct making, 1);
	m->call = state->stop.call.index;
	m->from = state->framebuffer.picture;
	if (m->from.rgba)
		g_bytes_ref(m->from.rgba);
	if (has_draw) {
		m->changed = gs_pixel_set_copy(&state->framebuffer.changed);
		m->of_draw = g_new0(struct gs_draw_picture, 1);
		m->of_draw->n = m->changed.n;
	}
	if (has_pass) {
		m->pass = pass.first.n;
		m->of_pass = new_pass_picture(state);
	}
	push(pictures, m);
}

const struct gs_draw_picture *gs_pass_pictures_draw(
	const struct gs_pass_pictures *pictures, struct gs_call_store *store, uint64_t call)
{
	return store && gs_call_store_generation(store) == pictures->generation
		       ? g_hash_table_lookup(pictures->draws, &call)
		       : NULL;
}

char *gs_pass_picture_text(const struct gs_pass_picture *picture)
{
	const char *colour = gs_resource_format(picture->colour),
		   *depth = gs_resource_format(picture->depth);
	return g_strdup_printf(", %u × %u%s%s%s%s", picture->width, picture->height,
		colour || depth ? " " : "", colour ? colour : "", colour && depth ? ", " : "",
		depth ? depth : "");
}

const struct gs_pass_picture *gs_pass_pictures_get(
	const struct gs_pass_pictures *pictures, const struct gs_call_pass *pass)
{
	return g_hash_table_lookup(pictures->known, &pass->first.n);
}

/* ---- a film: all draws of a frame ---- */

static void take_filmed(gpointer data, uint64_t call, GdkPixbuf *picture)
{
	struct gs_pass_pictures *pictures = data;
	const struct gs_draw_picture *known = g_hash_table_lookup(pictures->draws, &call);
	int width = gdk_pixbuf_get_width(picture), height = gdk_pixbuf_get_height(picture);
	pictures->n_filmed++;
	if ((known && !known->is_whole) || g_hash_table_size(pictures->draws) >= MOST) {
		g_object_unref(picture);
		return;
	}
	unsigned w = (unsigned)width, h = (unsigned)height;
	fit(&w, &h, SMALL_WIDTH, SMALL_HEIGHT);
	struct gs_draw_picture *filmed = g_new0(struct gs_draw_picture, 1);
	filmed->large = picture;
	filmed->small = gdk_pixbuf_scale_simple(picture, (int)w, (int)h, GDK_INTERP_BILINEAR);
	filmed->is_whole = true;
	keep(pictures->draws, call, filmed);
	pictures->changed(pictures->data);
}

static void complain(GtkWidget *widget, const char *why)
{
	g_autofree char *text = g_strdup_printf("The pictures of the draws are not made: %s.", why);
	gs_panel_activate(widget, "complain", g_variant_new_string(text));
}

static void end_film(gpointer data, const char *why)
{
	struct gs_pass_pictures *pictures = data;
	if (!why && !pictures->n_filmed)
		why = "the frame has no draw that the player can make a picture of";
	if (why)
		complain(pictures->widget, why);
	g_clear_pointer(&pictures->film, gs_draw_film_free);
}

/* Return the calls that draw in the frame of that place: "100-200/draw"; g_free. NULL: it is in
 * none. */
static char *draws_of_frame(struct gs_call_store *store, struct gs_call_place place)
{
	struct gs_wire_call first, last = {0};
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	const struct gs_call_frame *frame = gs_call_groups_frame_at(groups, place), *next = NULL;
	if (frame)
		next = gs_call_groups_frame_from(
			groups, (struct gs_call_place){frame->first.n + 1});
	struct gs_call_place begin = frame ? frame->first : GS_NO_CALL_PLACE;
	struct gs_call_place end = next ? next->first
					: (struct gs_call_place){gs_call_store_count(store)};
	gs_call_store_unlock_groups(store);
	if (!frame || !end.n || !gs_call_store_get(store, begin, &first) ||
		!gs_call_store_get(store, (struct gs_call_place){end.n - 1}, &last))
		return NULL;
	return g_strdup_printf("%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT "/draw",
		(guint64)first.index, (guint64)last.index);
}

void gs_pass_pictures_film(struct gs_pass_pictures *pictures, GtkWidget *widget,
	struct gs_session *session, struct gs_call_place place)
{
	static const struct gs_draw_film_events events = {take_filmed, end_film};
	struct gs_call_store *store = gs_session_call_store(session);
	g_autoptr(GError) error = NULL;
	g_autofree char *calls = store ? draws_of_frame(store, place) : NULL;
	gs_pass_pictures_stop_film(pictures);
	if (!calls)
		return;
	if (gs_call_store_generation(store) != pictures->generation)
		gs_pass_pictures_clear(pictures);
	pictures->generation = gs_call_store_generation(store);
	pictures->widget = widget;
	pictures->n_filmed = 0;
	pictures->film = gs_draw_film_new(gs_session_trace_path(session), calls, LARGE_WIDTH,
		LARGE_HEIGHT, &events, pictures, &error);
	if (!pictures->film)
		complain(widget, error->message);
}

bool gs_pass_pictures_is_filmed(const struct gs_pass_pictures *pictures, unsigned *n)
{
	*n = pictures->n_filmed;
	return pictures->film;
}

void gs_pass_pictures_stop_film(struct gs_pass_pictures *pictures)
{
	g_clear_pointer(&pictures->film, gs_draw_film_free);
}
