/* SPDX-License-Identifier: MIT */
/*
 * What the main loop must not do itself: make images, draw all of a large one, keep a row for each
 * of millions of calls. Times are processor times of its thread, compared with those of the same
 * work, or of small work of the same kind, done in the same run.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "debugger/base/image-memory.h"
#include "ui/calls/call-model.h"
#include "ui/images/image-box.h"
#include "frontend/pictures/image-levels.h"
#include "ui/images/image-view.h"
#include "ui/widgets/latency.h"
#include "ui/calls/pass-pictures.h"
#include "ui/resources.h"
#include "ui/widgets/theme.h"

static int failures;

static void check(bool good, const char *name, gint64 one, gint64 other)
{
	printf("%s %s: %" G_GINT64_FORMAT " against %" G_GINT64_FORMAT "\n", good ? "PASS" : "FAIL",
		name, one, other);
	failures += !good;
}

enum { SIZE = 2400, SOME = 30 }; /* so large that making it costs more than painting a window */

static struct gs_field *large_field(unsigned size)
{
	static const char *const names[] = {"v.x", "v.y", "v.z"};
	size_t n = (size_t)size * size;
	struct gs_field *field = g_new0(struct gs_field, 1);
	field->width = field->height = size;
	field->n_scalars = 3;
	field->expression = g_strdup("v");
	field->type_name = g_strdup("vec3");
	field->scalar_names = g_new0(char *, 4);
	field->values = gs_image_memory_new(sizeof(double) * n * 3);
	field->active = gs_image_memory_new(n);
	memset(field->active, 1, n);
	field->min = g_new0(double, 3);
	field->max = g_new0(double, 3);
	for (size_t i = 0; i < n * 3; i++)
		field->values[i] = sin((double)i);
	for (int k = 0; k < 3; k++) {
		field->scalar_names[k] = g_strdup(names[k]);
		field->min[k] = -1;
		field->max[k] = 1;
	}
	field->n_total = field->n_active = n;
	return field;
}

static GPtrArray *fields_with(struct gs_field *field)
{
	GPtrArray *fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	g_ptr_array_add(fields, field);
	return fields;
}

static void nothing(gpointer owner, struct gs_render *render)
{
}

static gint64 time_of_all_threads(void)
{
	struct timespec time;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (gint64)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Of what the box asks for, done here. */
static gint64 time_of_render(GPtrArray *fields)
{
	gint64 best = G_MAXINT64;
	for (int i = 0; i < 3; i++) {
		struct gs_render *render = gs_render_new(NULL, nothing);
		for (size_t k = 0; k < 3; k++)
			render->channel[k] = (struct gs_image_channel){
				.field = g_ptr_array_index(fields, 0), .scalar = k};
		render->auto_range = true;
		gint64 start = time_of_all_threads();
		gs_render_now(render);
		best = MIN(best, time_of_all_threads() - start);
		gs_render_free(render);
	}
	return best;
}

static gboolean tick(gpointer n)
{
	++*(int *)n;
	return G_SOURCE_CONTINUE;
}

/* Until nothing is being made and, some while after, all is painted. */
static void settle(int ticks)
{
	int n = 0;
	guint timer = g_timeout_add(2, tick, &n);
	while (n < ticks) {
		g_main_context_iteration(NULL, TRUE);
		if (gs_picture_jobs_busy())
			n = 0;
	}
	g_source_remove(timer);
}

static GtkWidget *show(GtkWidget *widget)
{
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_window_set_default_size(GTK_WINDOW(window), 700, 500);
	gtk_container_add(GTK_CONTAINER(window), widget);
	gtk_widget_show_all(window);
	settle(SOME);
	return window;
}

static void test_image_box(void)
{
	GPtrArray *fields = fields_with(large_field(SIZE));
	gint64 unit = time_of_render(fields);
	GsImageBox *box = g_object_new(GS_TYPE_IMAGE_BOX, NULL);
	GtkWidget *window = show(GTK_WIDGET(box));
	gs_latency_reset();
	gs_image_box_set_fields(box, fields, "v", NULL);
	settle(SOME);
	gs_image_box_set_fields(box, fields, "v", NULL);
	g_ptr_array_unref(fields);
	settle(SOME);
	struct gs_latency longest = gs_latency_longest();
	check(longest.n > 10 && longest.cpu * 2 < unit,
		"making an image is not the main loop's (us)", longest.cpu, unit);
	gtk_widget_destroy(window);
	settle(SOME);
}

static uint32_t middle_of(GsImageView *view)
{
	int width = gtk_widget_get_allocated_width(GTK_WIDGET(view)),
	    height = gtk_widget_get_allocated_height(GTK_WIDGET(view));
	cairo_surface_t *target = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	cairo_t *cr = cairo_create(target);
	gtk_widget_draw(GTK_WIDGET(view), cr);
	cairo_surface_flush(target);
	const unsigned char *row = cairo_image_surface_get_data(target) +
				   height / 2 * cairo_image_surface_get_stride(target);
	uint32_t colour = ((const uint32_t *)(const void *)row)[width / 2] & 0xffffff;
	cairo_destroy(cr);
	cairo_surface_destroy(target);
	return colour;
}

/* A quarter everywhere. */
static void glance_at_grey(GsImageBox *box, unsigned size)
{
	struct gs_field *grey = large_field(size);
	for (size_t i = 0; i < (size_t)size * size * 3; i++)
		grey->values[i] = 0.25;
	for (int k = 0; k < 3; k++)
		grey->min[k] = grey->max[k] = 0.25;
	GPtrArray *fields = fields_with(grey);
	gs_image_box_glance(box, fields);
	g_ptr_array_unref(fields);
	settle(SOME);
}

static void test_glance(void)
{
	GPtrArray *fields = fields_with(large_field(SIZE));
	GsImageBox *box = g_object_new(GS_TYPE_IMAGE_BOX, NULL);
	GsImageView *view = gs_image_box_view(box);
	GtkWidget *window = show(GTK_WIDGET(box));
	gs_image_box_set_fields(box, fields, "v", NULL);
	settle(SOME);
	uint32_t whole = middle_of(view);
	unsigned step = gs_image_view_step(view), size = (SIZE + step - 1) / step;
	check(step > 1 && whole != 0x404040, "an image that is shown smaller", step, whole);
	glance_at_grey(box, size + 1);
	check(middle_of(view) == whole, "a glance of another size is not shown", middle_of(view),
		whole);
	glance_at_grey(box, size);
	check(middle_of(view) == 0x404040, "a glance is shown", middle_of(view), 0x404040);
	gs_image_box_set_fields(box, fields, "v", NULL);
	settle(SOME);
	check(middle_of(view) == whole, "until the image is there", middle_of(view), whole);
	g_ptr_array_unref(fields);
	gtk_widget_destroy(window);
	settle(SOME);
}

static gint64 time_to_draw_once(GsImageView *view)
{
	cairo_surface_t *target = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 700, 500);
	cairo_t *cr = cairo_create(target);
	gint64 start = gs_latency_thread_time();
	gtk_widget_draw(GTK_WIDGET(view), cr);
	gint64 time = gs_latency_thread_time() - start;
	cairo_destroy(cr);
	cairo_surface_destroy(target);
	return time;
}

static gint64 time_to_draw(GsImageView *view)
{
	gint64 best = G_MAXINT64;
	for (int i = 0; i < 5; i++) {
		gint64 time = time_to_draw_once(view);
		best = MIN(best, time);
	}
	return best;
}

static cairo_surface_t *plain(int size)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size, size);
	cairo_t *cr = cairo_create(surface);
	cairo_set_source_rgb(cr, 0.2, 0.4, 0.6);
	cairo_paint(cr);
	cairo_destroy(cr);
	gs_image_add_levels(surface, false);
	return surface;
}

/* Fitted, zoomed in and between: an image of 4096 × 4096 against one of 512 × 512. */
static void test_large_image(void)
{
	GsImageView *view = g_object_new(GS_TYPE_IMAGE_VIEW, NULL);
	GtkWidget *window = show(GTK_WIDGET(view));
	cairo_surface_t *large = plain(4096), *small = plain(512);
	static const double zooms[] = {0, 0.3, 0.7, 1, 8, 40};
	for (size_t i = 0; i < G_N_ELEMENTS(zooms); i++) {
		g_autofree char *name = g_strdup_printf(
			"drawing 4096 x 4096 at zoom %g (us)", zooms[i]);
		gs_image_view_set_surface(view, small, NULL);
		gs_image_view_set_zoom(view, 0.9); /* all of it, scaled */
		gint64 before = time_to_draw(view);
		gs_image_view_set_surface(view, large, NULL);
		gs_image_view_set_zoom(view, zooms[i]);
		gint64 now = time_to_draw(view);
		check(now < 5 * before, name, now, before);
	}
	cairo_surface_destroy(large);
	cairo_surface_destroy(small);
	gtk_widget_destroy(window);
}

/* A disc: 1 within. */
static GBytes *disc(size_t size, double part)
{
	uint8_t *bytes = g_malloc0(size * size);
	double middle = (double)size / 2, radius = part * (double)size;
	for (size_t i = 0; i < size * size; i++)
		bytes[i] = hypot((double)(i % size) - middle, (double)(i / size) - middle) < radius;
	return g_bytes_new_take(bytes, size * size);
}

/* Each time it is drawn at another place, so that the line is made anew: as by who moves it. */
static gint64 time_to_outline(GsImageView *view, GBytes *inside)
{
	gint64 best = G_MAXINT64;
	for (int i = 0; i < 3; i++) {
		gs_image_view_set_outline(view, inside);
		gint64 time = time_to_draw_once(view);
		best = MIN(best, time);
	}
	return best;
}

/* Of looking at each pixel by itself. */
static gint64 time_to_count(GBytes *inside)
{
	gsize size;
	const volatile uint8_t *bytes = g_bytes_get_data(inside, &size);
	gint64 best = G_MAXINT64;
	for (int i = 0; i < 3; i++) {
		gint64 start = gs_latency_thread_time();
		size_t n = 0;
		for (gsize k = 0; k < size; k++)
			n += bytes[k];
		gint64 time = gs_latency_thread_time() - start;
		best = n ? MIN(best, time) : best;
	}
	return best;
}

static void test_outline(void)
{
	GsImageView *view = g_object_new(GS_TYPE_IMAGE_VIEW, NULL);
	GtkWidget *window = show(GTK_WIDGET(view));
	cairo_surface_t *large = plain(4096);
	GBytes *inside = disc(4096, 0.05);
	gs_image_view_set_surface(view, large, NULL);
	gs_image_view_set_zoom(view, 0);
	/* In turn, as often as it takes: what else runs here may slow down one of the two. */
	gint64 unit = G_MAXINT64, now = G_MAXINT64;
	for (int i = 0; i < 30 && (i < 3 || now >= 2 * unit); i++) {
		unit = MIN(unit, time_to_count(inside));
		now = MIN(now, time_to_outline(view, inside));
	}
	check(now < 2 * unit, "drawing a line round a part of 4096 x 4096 (us)", now, unit);
	g_bytes_unref(inside);
	cairo_surface_destroy(large);
	gtk_widget_destroy(window);
}

/* ---- thumbnails ---- */

static void count_made(gpointer n)
{
	++*(int *)n;
}

static GBytes *pixels(size_t size)
{
	uint8_t *bytes = g_malloc(4 * size * size);
	for (size_t i = 0; i < 4 * size * size; i++)
		bytes[i] = (uint8_t)(i * 7);
	return g_bytes_new_take(bytes, 4 * size * size);
}

static void stop_at_draw(struct gs_ui_state *state, uint64_t call, GBytes *changed, uint64_t n)
{
	state->stop.call.index = call;
	state->framebuffer.changed = (struct gs_pixel_set){changed, n};
}

/* What a draw changes of 4096 x 4096; of two stops at the same one the later, with a pixel. */
static void test_thumbnails(void)
{
	enum { LARGE = 4096 };
	struct gs_call_store *store = gs_call_store_new(NULL);
	struct gs_ui_state state = {.has_stop = true,
		.stop = {.kind = GS_STOP_CALL, .has_call = true, .is_draw = true},
		.framebuffer.picture = {.width = LARGE, .height = LARGE, .rgba = pixels(LARGE)}};
	GBytes *changed = disc(LARGE, 0.4);
	uint8_t *one = g_malloc0((size_t)LARGE * LARGE);
	one[LARGE + 3] = 1;
	GBytes *pixel = g_bytes_new_take(one, (size_t)LARGE * LARGE);
	int n_made = 0;
	struct gs_pass_pictures *pictures = gs_pass_pictures_new(count_made, &n_made);
	gint64 all = time_of_all_threads(), start = gs_latency_thread_time();
	stop_at_draw(&state, 7, changed, 1000000);
	gs_pass_pictures_take(pictures, store, &state);
	stop_at_draw(&state, 8, changed, 1000000);
	gs_pass_pictures_take(pictures, store, &state);
	stop_at_draw(&state, 8, pixel, 1);
	gs_pass_pictures_take(pictures, store, &state);
	settle(SOME);
	gint64 here = gs_latency_thread_time() - start;
	all = time_of_all_threads() - all;
	check(here * 2 < all, "making thumbnails is not the main loop's (us)", here, all);
	const struct gs_draw_picture *first = gs_pass_pictures_draw(pictures, store, 7),
				     *second = gs_pass_pictures_draw(pictures, store, 8);
	check(first && first->small && n_made == 2, "thumbnails that are made", n_made, 2);
	check(second && second->small && second->n == 1 && gdk_pixbuf_get_width(second->large) == 1,
		"pixels of the thumbnail that superseded another",
		second && second->large ? gdk_pixbuf_get_width(second->large) : 0, 1);
	stop_at_draw(&state, 9, changed, 1000000);
	gs_pass_pictures_take(pictures, store, &state);
	gs_pass_pictures_free(pictures);
	settle(SOME);
	check(n_made == 2, "none that nobody waits for", n_made, 2);
	g_bytes_unref(changed);
	g_bytes_unref(pixel);
	g_bytes_unref(state.framebuffer.picture.rgba);
	gs_call_store_free(store);
}

/* ---- calls ---- */

static uint64_t n_calls, n_asked;

static uint64_t count(gpointer data)
{
	return n_calls;
}

static bool get(gpointer data, struct gs_call_place place, struct gs_call_info *call)
{
	memset(call, 0, sizeof(*call));
	n_asked++;
	call->index = place.n;
	call->name = "glFlush";
	return true;
}

static gint64 time_to_scroll(GsCallModel *model, uint64_t n)
{
	enum { ROWS = 40, TIMES = 100 };
	n_calls = n;
	gint64 start = gs_latency_thread_time();
	for (uint64_t i = 0; i < TIMES; i++) {
		gs_call_model_set_window(model, (n - ROWS) * i / TIMES, ROWS);
		settle(2);
	}
	return gs_latency_thread_time() - start;
}

static void test_calls(void)
{
	GsCallModel *model = gs_call_model_new();
	struct gs_call_source source = {count, get, NULL, NULL};
	GtkWidget *view = gtk_tree_view_new_with_model(GTK_TREE_MODEL(model));
	gtk_tree_view_insert_column_with_attributes(GTK_TREE_VIEW(view), -1, "call",
		gtk_cell_renderer_text_new(), "text", GS_CALL_COLUMN_TEXT, NULL);
	n_calls = 1000;
	gs_call_model_set_source(model, &source);
	GtkWidget *window = show(view);
	gint64 few = time_to_scroll(model, 1000);
	uint64_t asked = n_asked;
	gint64 many = time_to_scroll(model, 10000000);
	check(many < 4 * few, "scrolling 10 million calls costs what 1,000 cost (us)", many, few);
	check(gtk_tree_model_iter_n_children(GTK_TREE_MODEL(model), NULL) == 40,
		"rows that the list keeps of 10 million",
		gtk_tree_model_iter_n_children(GTK_TREE_MODEL(model), NULL), 40);
	check(n_asked - asked <= 100 * 40, "calls that were asked for", (gint64)(n_asked - asked),
		100 * 40);
	gtk_widget_destroy(window);
	g_object_unref(model);
}

int main(int argc, char **argv)
{
	if (!gtk_init_check(&argc, &argv)) {
		fprintf(stderr, "no display\n");
		return 99;
	}
	gs_ui_register_resource();
	gs_theme_init();
	gs_latency_start(0);
	test_image_box();
	test_glance();
	test_large_image();
	test_outline();
	test_thumbnails();
	test_calls();
	gs_picture_jobs_finish();
	return failures != 0;
}
