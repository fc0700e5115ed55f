/* SPDX-License-Identifier: MIT */
/*
 * examples/window - code shared by the example and the test programs: a GLFW window with a GL
 * context, a loop over frames with a fixed time step, frames written to a file, shaders built from
 * text.
 */
#ifndef EXAMPLES_WINDOW_H
#define EXAMPLES_WINDOW_H

#include <stdbool.h>
#include <stdio.h>
#include <epoxy/gl.h>
#include <GLFW/glfw3.h>

#include "examples/headless.h"

struct run_options {
	int width, height;
	long frames;	  /* end after that many; < 0: when the window is closed */
	double time_step; /* seconds a frame; 0: the clock's */
	bool headless;	  /* an EGL pbuffer instead of a window */
	const char
		*dump; /* every frame's pixels go there, RGBA8, bottom row first; NULL: nowhere */
};

struct window {
	GLFWwindow *glfw; /* NULL: headless */
	struct headless headless;
	struct run_options options;
	FILE *dump;
	long frame;
	double started;
	double time; /* of the frame being drawn */
};

#define RUN_OPTIONS_DEFAULT                                                                        \
	{                                                                                          \
		.width = 800, .height = 600, .frames = -1                                          \
	}
#define RUN_OPTIONS_HELP                                                                           \
	"  --size WxH            of the window (default 800x600)\n"                                \
	"  --frames N            end after N frames\n"                                             \
	"  --time-step SECONDS   a frame takes so long, whatever the clock says\n"                 \
	"  --headless            draw into an EGL pbuffer; needs no display\n"                     \
	"  --dump FILE           write each frame's pixels to FILE (RGBA8, bottom row first)\n"

/* Parses the option at argv[*index] if it is a common one and moves *index past its value; false:
 * it is not. Ends the process with status 2 where the value is missing or wrong. */
bool run_options_take(struct run_options *options, int argc, char **argv, int *index);

/* version: 21, 33, ...; core: a core profile. Ends the process with a message and status NO_CONTEXT
 * if there is no such context. */
void window_open(struct window *window, const struct run_options *options, const char *title,
	int version, bool core);
/* Sets window->time; false when the run is over. */
bool window_begin_frame(struct window *window);
void window_end_frame(struct window *window);
void window_close(struct window *window);

/* Both end the process with the driver's log where it does not compile or link. */
GLuint build_shader(GLenum type, const char *text);
GLuint build_program(const char *vertex_text, const char *fragment_text);

#endif
