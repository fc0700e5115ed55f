/* SPDX-License-Identifier: MIT */
/*
 * serve/output-pipe - what a session's program writes, for all members to be told. The program may
 * live on without us: then somebody reads on, as it would get SIGPIPE otherwise.
 */
#ifndef GS_SERVE_OUTPUT_PIPE_H
#define GS_SERVE_OUTPUT_PIPE_H

#include "serve/shared.h"

struct gs_output_pipe;
/* Make the pipe. passes_on: what is read is written to our standard error, too. NULL: none can be
 * made. */
struct gs_output_pipe *gs_output_pipe_new(bool passes_on);
/* Return the end that the program gets (struct gs_launch.output_fd); it stays ours. */
int gs_output_pipe_fd(const struct gs_output_pipe *pipe);
/* Tell the members of a session what is written, from the main loop. */
void gs_output_pipe_tell(struct gs_output_pipe *pipe, struct gs_shared *shared);
/* Tell nobody any more. Where somebody else has the program's end open, a process of its own reads
 * until nobody has. NULL is fine. */
void gs_output_pipe_free(struct gs_output_pipe *pipe);

#endif
