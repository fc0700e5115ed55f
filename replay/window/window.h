/* SPDX-License-Identifier: MIT */
/*
 * replay/window/window - contexts and drawables of GLX or EGL, whichever the trace was recorded
 * with or the user has chosen. One system at a time; one thread.
 */
#ifndef GS_REPLAY_WINDOW_H
#define GS_REPLAY_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "follow/wishes.h"

/* A window or pbuffer. It is created when it is first made current, so that it fits the context. */
struct gs_drawable {
	int width, height;
	bool visible;
	/* Something was drawn into it, or it was swapped. It is not shown before: programs have
	 * windows and pbuffers that are never meant to be seen. */
	bool is_presented;
	bool srgb;    /* EGL: writes are encoded as sRGB */
	bool is_told; /* the recorder writes its size whenever it changes: nothing else counts */
	void *own;    /* data of the window system; NULL: not created so far */
};

/* An EGLImage to be made of a GL object. */
struct gs_image_wish {
	void *context;	   /* context that has the object */
	unsigned target;   /* EGL_GL_TEXTURE_2D, ... */
	unsigned name;	   /* name of the object, not 0 */
	int level, layer;  /* of a texture */
	bool is_preserved; /* the object keeps its contents */
};

struct gs_window_system {
	const char *name;
	/* Return false if it is not available; *why is a sentence, to be freed with g_free(). */
	bool (*open)(bool visible, char **why);
	void (*close)(void);
	void *(*create_context)(const struct gs_context_wish *wish); /* NULL: refused */
	void (*destroy_context)(void *context);
	/* NULL contexts and drawables: none. False: refused. */
	bool (*make_current)(struct gs_drawable *draw, struct gs_drawable *read, void *context);
	void (*swap)(struct gs_drawable *draw);
	/* Give the drawable its new width and height, which are set already; it must not be
	 * current. Mesa asks for a window's size when its surface is made, and after that only at a
	 * swap. */
	void (*resize)(struct gs_drawable *drawable);
	void (*destroy_drawable)(struct gs_drawable *drawable);
	/* Return the handle that calls of the system use for it; 0: not created so far. */
	uint64_t (*handle)(const struct gs_drawable *drawable);
	/* Show its window, if it has one that is presented and not shown so far. */
	void (*show)(struct gs_drawable *drawable);
	void *(*find_function)(const char *name); /* NULL: there is none */
	/* NULL: the system has no images. create_image returns NULL if it is refused. */
	void *(*create_image)(const struct gs_image_wish *wish);
	void (*destroy_image)(void *image);
};

extern const struct gs_window_system gs_window_glx, gs_window_egl;

/* Return the index of the best of n configurations; -1: n is 0. */
int gs_config_choose(const struct gs_config *wish, int (*configs)[GS_N_CONFIG_ATTRIBUTES], int n);

#endif
