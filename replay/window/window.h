/* SPDX-License-Identifier: MIT */
/*
 * replay/window/window - contexts and what they draw into, of GLX or EGL: of the one that the trace
 * is of, or of the other. One system at a time; one thread.
 */
#ifndef GS_REPLAY_WINDOW_H
#define GS_REPLAY_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "follow/wishes.h"

/* A drawable is made when it is first made current, so that it fits the context. */
struct gs_drawable {
	int width, height;
	bool visible;
	/* Something was drawn into it, or swapped: before that it is not shown, as programs have
	 * windows and pbuffers that nobody is to see. */
	bool is_presented;
	bool srgb;    /* EGL: it encodes */
	bool is_told; /* by the recorder, whenever its size changes: nothing else counts */
	void *own;    /* the window system's; NULL: not made so far */
};

/* An EGLImage of an object of GL. */
struct gs_image_wish {
	void *context;	   /* whose object it is */
	unsigned target;   /* EGL_GL_TEXTURE_2D, ... */
	unsigned name;	   /* of the object, not 0 */
	int level, layer;  /* of a texture */
	bool is_preserved; /* what the object holds stays */
};

struct gs_window_system {
	const char *name;
	/* False: it is not there; a sentence to be freed says why. */
	bool (*open)(bool visible, char **why);
	void (*close)(void);
	void *(*create_context)(const struct gs_context_wish *wish); /* NULL: refused */
	void (*destroy_context)(void *context);
	/* NULL contexts and drawables: none. False: refused. */
	bool (*make_current)(struct gs_drawable *draw, struct gs_drawable *read, void *context);
	void (*swap)(struct gs_drawable *draw);
	/* Width and height are set already; it is not current. Mesa asks for the size of a window
	 * when its surface is made, and then after a swap. */
	void (*resize)(struct gs_drawable *drawable);
	void (*destroy_drawable)(struct gs_drawable *drawable);
	/* What its calls call it; 0: it is not made so far. */
	uint64_t (*handle)(const struct gs_drawable *drawable);
	/* Its window, if it has one that is presented and not shown so far. */
	void (*show)(struct gs_drawable *drawable);
	void *(*find_function)(const char *name); /* NULL: there is none */
	/* NULL functions: it has no such thing. NULL images: refused. */
	void *(*create_image)(const struct gs_image_wish *wish);
	void (*destroy_image)(void *image);
};

extern const struct gs_window_system gs_window_glx, gs_window_egl;

/* Of n configurations the one that fits best; -1: none does. */
int gs_config_choose(const struct gs_config *wish, int (*configs)[GS_N_CONFIG_ATTRIBUTES], int n);

#endif
