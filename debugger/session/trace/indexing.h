/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/trace/indexing - a player in the background that plays a whole trace once and
 * keeps what objects hold at checkpoints (effects/extract/checkpoints.h), as files: from then on
 * going to any frame starts from the last checkpoint before it, by debugger/open/needed.h.
 *
 * It begins once the session stands in a frame that needs at least GS_SPARE_WORTH calls before it,
 * shows nothing and is nice to others. Each answer is used as soon as it is there. The files are
 * for this session, as their contents are of this driver; they lie in the user's folder for caches,
 * GS_INDEXING_MOST bytes at most, and no more than a part of the room that there is. What one has
 * left that was killed, the next takes away.
 */
#ifndef GS_SESSION_INDEXING_H
#define GS_SESSION_INDEXING_H

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

enum { GS_INDEXING_MOST = 1 << 30 };

struct gs_session;

/* The session's part of it (debugger/session/private.h). */
struct gs_indexing {
	bool was_begun; /* or could not be */
	GPid player;	/* 0: none runs */
	char *folder;	/* NULL: none */
};

/* Say that the session stands at that call and will stay there for now: begin the player in the
 * background if the call's frame is worth it. */
void gs_indexing_follow(struct gs_session *session, uint64_t number);
/* The calls from that number on are others, as the trace was edited: what was kept of checkpoints
 * before it stays, and the player begins anew when it is worth it. */
void gs_indexing_edited(struct gs_session *session, uint64_t from);
/* The session has read anew what calls need: have it start from the checkpoints that are kept. */
void gs_indexing_use(struct gs_session *session);
/* End the player and remove its files, at the session's end. */
void gs_indexing_close(struct gs_session *session);

#endif
