/* SPDX-License-Identifier: MIT */
/* What the files of compare/ share. */
#ifndef GS_COMPARE_PRIVATE_H
#define GS_COMPARE_PRIVATE_H

#include <json-glib/json-glib.h>
#include <stdio.h>
#include "compare/compare.h"
#include "data/object.h"
#include "trace/trace.h"

/* ---- side.c: a process of one of the sides, and a watched player ---- */

struct gs_side_process {
	GPid pid;
	FILE *to, *from;
	int complaints; /* file of its standard error */
};
/* Start a program with our environment, in which these variables (NULL: none) are others. */
bool gs_side_start(
	struct gs_side_process *process, char **argv, char *const *changes, GError **error);
/* End it. */
void gs_side_stop(struct gs_side_process *process);
/* Set error to say that it has ended, with what it has complained of last. */
void gs_side_fail(struct gs_side_process *process, const struct gs_compare_wish *wish, int side,
	GError **error);

/* What is attached at a point, as replay/watch.h says. */
struct gs_seen_image {
	char name[16];
	int type, bits;
	unsigned as, n, kept;
	int width, height;
	uint64_t sum;
	uint8_t *pixels; /* NULL: they were not asked for */
};
enum gs_seen_where { GS_SEEN_PASS, GS_SEEN_BEFORE, GS_SEEN_DRAW };
struct gs_seen {
	enum gs_seen_where where;
	uint64_t first, last, frame, draws;
	unsigned framebuffer; /* 0: the window */
	GArray *images;	      /* struct gs_seen_image */
};
GArray *gs_seen_images_new(void);
/* Take the images, with their pixels, over into another's. */
void gs_seen_take(struct gs_seen *from, struct gs_seen *to);
/* Free the images. .images may be NULL. */
void gs_seen_finish(struct gs_seen *seen);

struct gs_watched_player {
	struct gs_side_process process;
	const struct gs_compare_wish *wish;
	int side;
	struct gs_seen seen; /* the point where it waits */
	bool has_begun, has_ended;
};
/* Start a player that waits at these points. */
struct gs_watched_player *gs_watched_new(
	const struct gs_compare_wish *wish, int side, const char *points, GError **error);
void gs_watched_free(struct gs_watched_player *watched);
/* Go on to the next point; .has_ended: there is none. Return false if the player has failed. */
bool gs_watched_next(struct gs_watched_player *watched, GError **error);
/* Get the pixels of the i-th image. */
bool gs_watched_pixels(struct gs_watched_player *watched, unsigned i, GError **error);
/* Return how many bytes a pixel of it has. */
size_t gs_seen_pixel_size(const struct gs_seen_image *image);
static inline struct gs_seen_image *gs_seen_image(const struct gs_seen *seen, unsigned i)
{
	return &g_array_index(seen->images, struct gs_seen_image, i);
}

/* ---- pairs.c: which call of A is which of B ---- */

/* A place in the sequence of both traces' calls: that of a call of A, and how far behind it. */
struct gs_joint_place {
	uint64_t a, behind;
};
static inline int gs_compare_places(struct gs_joint_place a, struct gs_joint_place b)
{
	if (a.a != b.a)
		return a.a < b.a ? -1 : 1;
	return a.behind < b.behind ? -1 : a.behind > b.behind;
}

struct gs_pairs;
/* Read both traces and align them. */
struct gs_pairs *gs_pairs_new(const struct gs_compare_wish *wish, GError **error);
void gs_pairs_free(struct gs_pairs *pairs);
/* Return how many calls differ, or are of one side only. */
uint64_t gs_pairs_differing(const struct gs_pairs *pairs);
/* Return whether both sides are one file, in which each call is itself. */
bool gs_pairs_is_same_file(const struct gs_pairs *pairs);
/* Return the trace's reader, whose position is not kept. */
struct gs_trace_reader *gs_pairs_reader(const struct gs_pairs *pairs, int side);
struct gs_joint_place gs_pairs_place(const struct gs_pairs *pairs, int side, uint64_t call);
/* Find the other side's call that belongs to it. Return false if there is none. */
bool gs_pairs_mate(const struct gs_pairs *pairs, int side, uint64_t call, uint64_t *mate);
/* Return whether two calls that belong together have other arguments or answers. */
bool gs_pairs_is_changed(const struct gs_pairs *pairs, uint64_t a);
/* Append the numbers of the calls of that side from first to last that draw, clear or blit. */
void gs_pairs_drawing(
	const struct gs_pairs *pairs, int side, uint64_t first, uint64_t last, GArray *calls);
/* Return whether two names are of objects that belong together, at calls that do. */
bool gs_pairs_is_same_object(struct gs_pairs *pairs, const uint64_t calls[GS_COMPARE_SIDES],
	enum gs_object_kind kind, const uint64_t names[GS_COMPARE_SIDES]);
/* Say in what two calls that belong together differ: *what is the parameter. All three are
 * g_free'd. Return false if it is in nothing that is given to GL. */
bool gs_pairs_argument(const struct gs_pairs *pairs, uint64_t a, uint64_t b, char **what,
	char *details[GS_COMPARE_SIDES]);
/* Return the call's text, or its function's name; g_free. NULL: it cannot be read. */
char *gs_pairs_text(const struct gs_pairs *pairs, int side, uint64_t call);
char *gs_pairs_function(const struct gs_pairs *pairs, int side, uint64_t call);
/* Find the last calls before these two that differ and have to do with a cause. Return false if
 * there are none. */
bool gs_pairs_setter(const struct gs_pairs *pairs, enum gs_cause cause,
	const uint64_t before[GS_COMPARE_SIDES], uint64_t setters[GS_COMPARE_SIDES]);

/* ---- pictures.c ---- */

struct gs_picture_difference {
	const char *attachment;
	uint64_t pixels;
	int x, y; /* -1: the pictures have not the same size or format */
	unsigned n;
	double values[GS_COMPARE_SIDES][GS_COMPARE_COMPONENTS];
};
/* Compare what two players wait at, of which pixels are asked for where sums differ. base: what was
 * there before, with pixels; what has not changed since does not count; NULL: all counts.
 * *differs: whether something does, and what first. */
bool gs_pictures_compare(struct gs_watched_player *const sides[GS_COMPARE_SIDES],
	const struct gs_tolerance *tolerance, const struct gs_seen base[GS_COMPARE_SIDES],
	bool *differs, struct gs_picture_difference *difference, GError **error);

/* ---- perceptual.c ---- */

/* Return the distance, Delta E*ab, of two colours, each red, green and blue of sRGB from 0 to 1. */
double gs_perceptual_distance(const double a[3], const double b[3]);

/* ---- passes.c, draws.c: where the first difference is ---- */

/* A pass of both sides, or of one: of the other .last is UINT64_MAX. */
struct gs_pass_pair {
	uint64_t first[GS_COMPARE_SIDES], last[GS_COMPARE_SIDES];
	uint64_t frame, draws;
	uint64_t frames[GS_COMPARE_SIDES]; /* as each counts them */
};
struct gs_pass_search;
/* Begin to look for passes with a difference, at these points, as replay/watch.h says: at "passes",
 * at the ends of "frames", or behind draws; what is drawn from one point to the next is a pass
 * then. NULL: error. */
struct gs_pass_search *gs_pass_search_new(const struct gs_compare_wish *wish,
	const struct gs_pairs *pairs, const char *points, struct gs_compared *found,
	GError **error);
void gs_pass_search_free(struct gs_pass_search *search);
/* Find the next one. Return false with an error, or, without one, if there is none. */
bool gs_pass_search_next(struct gs_pass_search *search, struct gs_pass_pair *pass, GError **error);
/* Have what differs there count no longer, as nothing in the pass has made it: only what changes
 * from there on does. Return false with an error. */
bool gs_pass_search_ignore(struct gs_pass_search *search, GError **error);
/* Find the draw in a pass. Return false likewise. */
bool gs_find_draw(const struct gs_compare_wish *wish, const struct gs_pairs *pairs,
	const struct gs_pass_pair *pass, struct gs_compared *found, GError **error);

/* ---- console.c: a debugger of one side ---- */

struct gs_console_side;
struct gs_console_side *gs_console_side_new(
	const struct gs_compare_wish *wish, int side, GError **error);
void gs_console_side_free(struct gs_console_side *console);
/* Ask, and return the result; json_object_unref. NULL: it was refused, or the debugger has ended.
 */
JsonObject *gs_console_ask(struct gs_console_side *console, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Have it stop before the call. Return where it is, likewise; NULL: it cannot. */
JsonObject *gs_console_goto(struct gs_console_side *console, uint64_t call);
/* Return what it has said when it refused, borrowed until the next question; NULL: nothing. */
const char *gs_console_refusal(const struct gs_console_side *console);

/* ---- why.c, cause.c, contents.c, shader.c, steps.c, stages.c, inputs.c: why the draw differs ----
 */

/* What a buffer or a texture holds, or an image of it. */
struct gs_content {
	bool is_buffer;
	char *binding; /* NULL: nothing was found to differ */
	int64_t names[GS_COMPARE_SIDES];
	int64_t size;  /* of a buffer */
	int level;     /* of a texture */
	char part[32]; /* " layer 3"; "": it has one */
};

enum { GS_IMAGE_UNITS = 1 << 16 };

struct gs_why {
	const struct gs_compare_wish *wish;
	struct gs_pairs *pairs;
	/* Units of textures that the program reads, and of images, GS_IMAGE_UNITS more; NULL: that
	 * is not known. */
	GHashTable *units;
	struct gs_console_side *consoles[GS_COMPARE_SIDES]; /* stopped before the draw */
	struct gs_compared *found;
	struct gs_content content; /* of causes BUFFER and TEXTURE: what differs */
	unsigned n_upstream;	   /* how often it was looked for what has written that */
	bool is_dispatch;	   /* the call reads no vertices */
	bool is_unwritten;	   /* nothing has: of an image, which the call may only write to */
};
/* Find the cause, as far as it can be found. */
void gs_find_why(
	const struct gs_compare_wish *wish, struct gs_pairs *pairs, struct gs_compared *found);
/* Return whether the draw can read the texture unit in which that is: "unit 3", "image unit 3",
 * "TEXTURE3.…"; true for what is in none. */
bool gs_why_is_read(const struct gs_why *why, const char *name);
/* Note a cause. Texts are taken over. Returns true. */
bool gs_why_note(struct gs_why *why, enum gs_cause cause, char *what, char *a, char *b);
/* Return a value as JSON text; g_free. */
char *gs_why_text(JsonNode *node);
/* Return a member of an answer, of which there may be none (NULL): 0, "" or NULL then. */
int64_t gs_why_number(JsonObject *of, const char *name);
const char *gs_why_word(JsonObject *of, const char *name);
JsonArray *gs_why_list(JsonObject *of, const char *name);

/* Return the value of an expression where the debugger stands; g_free. NULL: it has none. */
char *gs_why_value(struct gs_console_side *console, const char *expression);

/* Each looks for a difference of its kind, and returns whether it has noted one. */
bool gs_why_buffers(struct gs_why *why);
bool gs_why_textures(struct gs_why *why);
bool gs_why_steps(struct gs_why *why);
bool gs_why_inputs(struct gs_why *why);
/* Likewise in a stage, by its word, in any of its elements. */
bool gs_why_stage(struct gs_why *why, const char *stage);
/* Likewise along the path of the element where both debuggers stand, at its beginning. */
bool gs_why_path(struct gs_why *why);
/* Return whether it differs where both debuggers stand. *first: where, counted in values; details:
 * the values there, g_free. */
bool gs_content_differs(struct gs_why *why, const struct gs_content *content, size_t *first,
	char *details[GS_COMPARE_SIDES]);
/* Find the values there where both debuggers stand. Return false if they cannot be found. */
bool gs_content_at(struct gs_why *why, const struct gs_content *content, size_t at,
	char *details[GS_COMPARE_SIDES]);
/* If a call of GL's own has made .content differ, make that the call that differs first, and return
 * true: its cause is to be found then. */
bool gs_why_upstream(struct gs_why *why);

#endif
