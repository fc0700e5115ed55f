/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/trace/spare - more players of an opened trace, which the next going back finds
 * started. They are in one of two places:
 *
 * At the start: one, before the trace's first call, where it reads which calls it is to make only
 * when it goes on; so it serves any going back. It is started once the user has gone back.
 *
 * Waiting: two, each before the last call in front of a frame, all of which but for the frame
 * itself it has played while the session's player stood. One waits before the frame in which the
 * session stands, the other before the one before that; so there is one for going back in the
 * frame, one for going a frame back, and another one for who goes back twice at once. Their windows
 * are not shown, and they tell nothing. They are started where a frame needs at least
 * GS_SPARE_WORTH calls before it: to play fewer takes no longer than the frame's own, so that the
 * spare at the start is enough.
 *
 * Their plan are the calls that a frame needs (debugger/open/needed.h): those of the frame in which
 * the session stood when the first was started, so that none waits before an earlier one. All calls
 * behind that frame's start belong to it. So when the session's player stops in a later frame, they
 * play on to there; unless they would make more calls than a new one, which then takes their place.
 * They play only while the session's player stands (gs_spare_hold, gs_spare_follow).
 *
 * Going back to a call of such a frame, or behind it, takes the one that is nearest: its windows
 * are shown, and it plays on to the call. Where it has not come to its frame, the session waits for
 * it, as it would for a new player, which would have more to do. It is not taken where a new player
 * is there sooner, or where there are breakpoints on calls, which must be met on the way. Edits do
 * not matter: to go back loses them, and it has none.
 *
 * To go back further than their frames is to start anew; then they are ended, and the next ones are
 * started for that frame. Where one ends by itself, even once it is chosen, a new player makes the
 * calls that are needed, as if there had been none, and no other is started for its plan.
 *
 * They end with the session, by `kill`, and with glstep.
 */
#ifndef GS_SESSION_SPARE_H
#define GS_SESSION_SPARE_H

#include "debugger/open/needed.h"
#include "debugger/session/trace/replay.h"
#include "debugger/session/session.h"

enum { GS_SPARE_WORTH = 100000, GS_SPARES_WAITING = 2 };

struct gs_waiting {
	struct gs_host *host; /* NULL: nobody waits */
	uint64_t frame;	      /* where it waits, or goes to; frames count from 0 */
};

/* The session's part of it (debugger/session/private.h). */
struct gs_spare {
	struct gs_host *host;			      /* at the start; NULL: there is none */
	struct gs_waiting waiting[GS_SPARES_WAITING]; /* the one in the later frame first */
	struct gs_waiting *offered;   /* the one that the next start takes; NULL: none */
	uint64_t goal;		      /* the call for which it is offered */
	struct gs_replay_files files; /* with the plan */
	struct gs_needed_frame plan;  /* the frame of the plan */
	uint64_t calls;		      /* of the plan, before that frame; 0: there is no plan */
	bool has_failed;	      /* one with this plan has ended by itself */
	bool was_taken;		      /* the last start took one that waited */
};

/* Start one that stands at the start, if there is none. If that fails, there is none. */
void gs_spare_keep(struct gs_session *session);
/* Choose a waiting one for the next start, which is to come to that call. Return false if there is
 * none, or none is of use. */
bool gs_spare_offer(struct gs_session *session, uint64_t number);
/* Return the player for the next start: the chosen one or, if none waits, the one at the start. It
 * is the caller's. NULL: there is none, or it has ended. */
struct gs_host *gs_spare_take(struct gs_session *session);
/* Say that the session's player has stopped: start, resume or end waiting ones. */
void gs_spare_follow(struct gs_session *session);
/* Say that the session's player is to run: pause waiting ones until gs_spare_follow. */
void gs_spare_hold(struct gs_session *session);
/* End all of them; others may be started later. */
void gs_spare_drop(struct gs_session *session);
/* End all of them, at the session's end. */
void gs_spare_close(struct gs_session *session);

#endif
