/* SPDX-License-Identifier: MIT */
/*
 * preload/snapshot - what lives in a context, as calls that make it anew: a recording that begins
 * in the middle of a run has them first, so that it plays by itself. They are in the program's
 * names, and lead from a context as it is made to one whose every query answers as the program's
 * does.
 *
 * snapshot.c       the order; snapshots that are made while the program stands
 * tell.c           with which call a recording gets it
 * put.c            how calls are put, and what cannot be had; asking GL
 * buffers.c        buffers, mapped ones as well
 * textures.c       textures and their images; renderbuffers
 * samplers.c       parameters of textures and of samplers
 * programs.c       shaders, programs with all that they hold, pipelines
 * framebuffers.c   framebuffers, and what the window's buffers hold
 * vertex-arrays.c  vertex arrays, and the arrays of fixed function
 * bindings.c       what is bound where, and the program in use
 * queries.c        queries, conditional rendering, transform feedback
 * lists.c          display lists
 * legacy.c         stacks of matrices, evaluators, maps of pixels, assembly programs
 * state.c          what each draw buffer and viewport has of its own
 *
 * While a snapshot is made, the context can be asked: its error flags are out of the driver, no
 * block and no display list is open, its debug output is off. What is bound is put back.
 */
#ifndef GS_PRELOAD_SNAPSHOT_H
#define GS_PRELOAD_SNAPSHOT_H

#include <string.h>
#include "data/object.h"
#include "preload/caps/caps.h"
#include "preload/mesa-trace/mesa-trace.h"
#include "snapshot/images.h"

/* ---- for the rest of the library ---- */

/* The calls that make what lives in a context, of which its creation has been told. */
struct gs_kept_snapshot {
	uint32_t recording; /* for which it was made */
	bool has_shared;    /* it is without what the recording has from a context that shares it */
	bool in_piece;	    /* the calls are in the snapshot area */
	struct gs_wire_piece piece;
	struct gs_made_up calls;   /* if they are not */
	struct gs_made_up missing; /* records with a struct gs_wire_missing each */
};

/* Make the snapshot of the current context, or take the one that was kept for that recording. Free
 * it with gs_snapshot_free; NULL: there is no memory. */
struct gs_kept_snapshot *gs_snapshot_take(
	struct gs_thread *thread, struct gs_context *context, uint32_t recording);
/* is_read: the debugger has been told of it. */
void gs_snapshot_free(struct gs_kept_snapshot *snapshot, bool is_read);
/* tell.c: add to what a recorded call points at how its context is made and, where the recording
 * begins with that, what lives in it; if the recording does not know that yet. */
void gs_snapshot_tell_context(struct gs_thread *thread, const struct gs_wire_call *call);
/* Make the snapshot of the pending call's context for the recording that has just begun, keep it
 * for the call, and answer with what is missing. */
gs_serve_func gs_serve_snapshot;
/* Forget what was kept: something of it has changed, or the context goes. */
void gs_snapshot_drop(struct gs_context *context);

/* ---- for the files of this folder ---- */

struct gs_live_snapshot {
	struct gs_made_up *calls, *missing;
	struct gs_thread *thread;
	struct gs_context *context;
	struct gs_caps caps;
	struct gs_snapshot_gl gl;
};

enum { GS_SNAPSHOT_MOST = 1 << 29 }; /* bytes that one call gives */
/* Names that stand for objects of the snapshot alone, which it deletes again. */
enum { GS_SNAPSHOT_OWN_NAME = 0x7f000000 };

/* Put a call with these arguments, numbers each. */
#define GS_PUT(s, function, ...)                                                                   \
	gs_snapshot_put(s, GS_FN_##function, (const uint64_t[]){__VA_ARGS__},                      \
		sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), NULL, 0)
/* A float as an argument. */
static inline uint64_t gs_snapshot_float(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

/* Put a call of n arguments, of which memory says what some of them point at. */
void gs_snapshot_put(struct gs_live_snapshot *s, unsigned function, const uint64_t *args,
	unsigned n, const struct gs_made_up_memory *memory, unsigned n_memory);
/* Likewise one that returns something. */
void gs_snapshot_put_returning(struct gs_live_snapshot *s, unsigned function, const uint64_t *args,
	unsigned n, uint64_t result, const struct gs_made_up_memory *memory, unsigned n_memory);
/* Put a call of which argument `pointer` points at so many bytes. Return where to put them before
 * the next call; NULL: there is no room. */
uint8_t *gs_snapshot_claim(struct gs_live_snapshot *s, unsigned function, const uint64_t *args,
	unsigned n, unsigned pointer, uint64_t bytes);
/* Put a call whose last argument points at these elements. */
void gs_snapshot_put_array(struct gs_live_snapshot *s, unsigned function, const uint64_t *args,
	unsigned n, uint8_t class, uint8_t bits, const void *elements, size_t count);
/* Put a call of glGen... or glDelete... with this one name. */
void gs_snapshot_put_name(struct gs_live_snapshot *s, unsigned function, bool is_new, GLuint name);
/* Say that an object, or something of it, cannot be had. kind: "texture"; why: a text. */
void gs_snapshot_miss(struct gs_live_snapshot *s, const char *kind, GLuint name, const char *why);

/* Call `add` for each name for which the function is_one (GS_FN_glIsTexture, ...) says yes. Names
 * far from all others are not found. */
void gs_snapshot_each(struct gs_live_snapshot *s, unsigned is_one,
	void (*add)(struct gs_live_snapshot *s, GLuint name));
GLint gs_snapshot_get(GLenum name); /* of glGetIntegerv; 0: the context does not have it */
GLint gs_snapshot_get_at(GLenum name, GLuint index);
/* Put the text with which the program labels the object. */
void gs_snapshot_put_label(struct gs_live_snapshot *s, GLenum kind, GLuint name);

void gs_snapshot_buffers(struct gs_live_snapshot *s);
void gs_snapshot_textures(struct gs_live_snapshot *s);
void gs_snapshot_renderbuffers(struct gs_live_snapshot *s);
void gs_snapshot_samplers(struct gs_live_snapshot *s);
/* Put the parameters of the texture that is bound to the target. */
void gs_snapshot_texture_parameters(struct gs_live_snapshot *s, GLenum target);
void gs_snapshot_programs(struct gs_live_snapshot *s);
void gs_snapshot_pipelines(struct gs_live_snapshot *s);
void gs_snapshot_framebuffers(struct gs_live_snapshot *s);
void gs_snapshot_window(struct gs_live_snapshot *s);
void gs_snapshot_vertex_arrays(struct gs_live_snapshot *s);
void gs_snapshot_bindings(struct gs_live_snapshot *s);
/* bindings.c: put which buffers are bound to the indices of a target. most: the name of how many it
 * has; names: of a binding, and of where it starts and how large it is. */
void gs_snapshot_indexed_buffers(
	struct gs_live_snapshot *s, GLenum target, GLenum most, const GLenum names[3]);
/* Put the buffers at which pixels are read from and written to, which the calls before do not find
 * bound. */
void gs_snapshot_pixel_buffers(struct gs_live_snapshot *s);
/* queries.c: put queries, and transform feedback objects; then, when all else is as it was, what is
 * active of them. */
void gs_snapshot_queries(struct gs_live_snapshot *s);
void gs_snapshot_feedbacks(struct gs_live_snapshot *s);
void gs_snapshot_under_way(struct gs_live_snapshot *s);
/* Of compatibility contexts. */
void gs_snapshot_lists(struct gs_live_snapshot *s);
void gs_snapshot_assembly(struct gs_live_snapshot *s);
void gs_snapshot_legacy(struct gs_live_snapshot *s);
/* state.c: put what draw buffers and viewports have each of its own, and sample masks. */
void gs_snapshot_indexed(struct gs_live_snapshot *s);

/* textures.c: put the call that makes an image, or fills it where its storage is fixed; bytes NULL:
 * with nothing in it. */
void gs_snapshot_put_image(struct gs_live_snapshot *s, const struct gs_snapshot_image *image,
	bool is_fixed, const uint8_t *bytes);
/* Find to which target a texture belongs; 0: it has none yet. */
GLenum gs_snapshot_texture_target(GLuint name);

#endif
