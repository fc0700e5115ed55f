/* SPDX-License-Identifier: MIT */
/*
 * replay/snapshot/snapshot - what objects hold at a call of the trace, read back, as calls that
 * give it to them: a trace of its own, in the recorded names. It is asked for by a file, which the
 * answer replaces. A line each, numbers in decimal:
 *
 *     call N               it is not played, nor what follows it
 *     thread N             in whose context the objects are read, and the calls are made
 *     bound TARGET NAME    what the calls find bound there, and bind again
 *     texture NAME TARGET  these objects; views and those of other contexts are only told of
 *     buffer NAME
 *     renderbuffer NAME
 *     window MASK          the current one: its colours, and, if the bits of glClear for these are
 *                          set, depths and stencils
 *     view NAME            has its images together with another
 *     foreign NAME
 *
 * Checkpoints are asked for by one file with several of these, one behind the other, by rising
 * numbers of calls, and a line before them:
 *
 *     bytes N              so many are written, of all answers, at most
 *
 * There each answer is a file of its own, FILE.N, N the number of the call; all of the trace up to
 * the last call is played, and the player stands after each answer as it did before. Where more
 * would be written than an even share of the bytes, an answer is left out. Contents that have not
 * come back as they were end the playing: what follows would not be the trace's any more.
 *
 * The answer has for each object that can be given: glBindTexture, glBindRenderbuffer or
 * glBindBuffer (to GL_ARRAY_BUFFER) of it, a call for each image, or one for the buffer, and the
 * bind of what was bound. Storage of textures and buffers that calls may make anew is made by
 * these, other storage is filled. A renderbuffer is filled by glCopyImageSubData from a texture
 * that is there for that alone, under a name that the trace does not have there; a window, between
 * two glBindFramebuffer of GL_DRAW_FRAMEBUFFER, by glBlitFramebuffer. Calls around textures,
 * renderbuffers and windows make the state plain that decides how pixels are read, and put it back.
 *
 * Given is what comes back the same: each object, or a renderbuffer like it, is filled by these
 * very calls and read again, a window behind a swap as well. It is not where a format has no type
 * of pixels that holds all of its values. What is not given is told on standard error, a line for
 * each reason.
 */
#ifndef GS_REPLAY_SNAPSHOT_H
#define GS_REPLAY_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

struct gs_player;
struct gs_trace_call;
struct gs_snapshot;

/* NULL: the file of the player's options cannot be read, and the user knows why. The options ask
 * for contents or for checkpoints. */
struct gs_snapshot *gs_snapshot_new(struct gs_player *player);
/* Before each call of the trace. True: it was the last one; the answer is made, and nothing is
 * played any more. NULL is fine. */
bool gs_snapshot_before(struct gs_snapshot *snapshot, const struct gs_trace_call *call);
/* False: there is no answer, or not all was written, and the user knows. NULL is fine. */
bool gs_snapshot_free(struct gs_snapshot *snapshot);

#endif
