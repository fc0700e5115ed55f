/* SPDX-License-Identifier: MIT */
/*
 * The inside of struct gs_session, for the files of debugger/session/ and nobody else. What these
 * have for each other stands in a header for each subject.
 *
 * wait.c           time, interrupts, errands, what the host reports; request.c: requests; link.c:
 *                  the engine's way to them
 * stop.c           what a stop says; start.c: starting the program; session.c: its life and end
 * breakpoints.c    the list of breakpoints; run.c: running on
 * calls.c          the list of calls
 * live.c           what needs a program that runs
 * sanitize.c       what shaders do wrong; confirm.c: a step-by-step look at that; suppress.c: what
 *                  of it is not to be told
 * pixel.c          a pixel's history; origin.c: from a value that was looked up to what wrote it
 *
 * program/, what GL holds:
 * program.c        the program of the pending call, its framebuffer
 * argument.c       changing a pending call's arguments
 * uniform-value.c  types and values of uniforms; uniform.c: changing them; block.c: those in blocks
 * state.c          GL's state, and what has changed in it
 * inspect.c        textures, buffers, attachments; overlay.c: what the draw does at each pixel
 *
 * trace/, recordings:
 * record.c         recording a trace; held.c: the last frames that are held in case they are
 *                  wanted; save.c: a part of a recording to a file; keep.c: keeping a frame;
 *                  trace-words.c: what the user says of it
 * open.c           a trace in place of a program; replay.c: which of its calls the player is at;
 *                  spare.c: a second player, for going back; indexing.c: checkpoints
 *
 * shader/, the shader of the pending draw:
 * shader.c         beginning and leaving it
 * check.c          the draw without us
 * operations.c     per-fragment operations of the debug draw; fragment.c: changing them
 * where.c          where it stands; focus.c: choosing the element in focus; nearest.c: the nearest
 *                  that goes somewhere
 * lines.c          the statements of a line
 * move.c           stepping along its path; break.c: on to a breakpoint; nan.c: on to the first
 *                  NaN; case.c: the sides of a switch
 * changes.c        what each step of the path has written; path-summary.c: the path in small
 * values.c         scope, values of the focus element; fields.c: values of all, masks
 * profile.c        loop profiles, counts; executions.c: of positions, lines and loops, of all
 *                  elements together; reach.c: how many elements come to a line; cost.c: how long
 *                  the draw takes up to a statement
 * emitted.c        vertices that a geometry shader emits; emissions.c: those of all elements
 * mesh.c           a draw's vertices before and after their shader
 *
 * What is captured, and how, is the engine's (debugger/engine/engine.h).
 */
#ifndef GS_SESSION_PRIVATE_H
#define GS_SESSION_PRIVATE_H

#include "debugger/base/patience.h"
#include "debugger/engine/engine.h"
#include "debugger/session/trace/indexing.h"
#include "debugger/session/session.h"
#include "debugger/session/trace/edits.h"
#include "debugger/session/trace/spare.h"
#include "debugger/session/program/state.h"

enum gs_life {
	GS_LIFE_NONE,	 /* not started */
	GS_LIFE_STOPPED, /* in the event loop of session->slot */
	GS_LIFE_OUTSIDE, /* paused outside GL */
	GS_LIFE_SIGNAL,	 /* about to die of session->signal */
	GS_LIFE_RUNNING, /* a function gave up waiting */
	GS_LIFE_ENDED,
	GS_LIFE_DETACHED,
};

/* A request that is served while nobody waits for it (request.h). */
struct gs_session_sent {
	bool is_pending;
	gs_program_served_func served; /* NULL: nobody wants to know any more */
	gpointer data;
};

struct gs_debug;
struct gs_call_store;
struct gs_opened;

struct gs_session {
	struct gs_launch launch;
	struct gs_host *host;
	struct gs_needed *needed;     /* of a trace: what its calls need; NULL: not asked so far */
	struct gs_indexing indexing;  /* of a trace: who keeps checkpoints */
	struct gs_replay_files files; /* of the player */
	bool is_chosen;		      /* they are for the next start */
	bool is_given; /* the player that was started last starts from a checkpoint */
	struct gs_needed_frame chosen; /* the frame of those calls; index 0: they are all */
	struct gs_needed_frame whole;  /* from there on the player's GL holds what the program's
					* did: before it, calls are left out; index 0: everywhere */
	struct gs_spare spare;	       /* of a trace: a second player */
	struct gs_patience patience;
	int waiting;		/* atomic: a run is waited for */
	int keeping;		/* atomic: enum gs_keeping */
	uint64_t keeping_frame; /* set before it */
	int crowded;		/* atomic: the list of calls has asked for a pause */
	struct gs_call_store *calls;
	enum gs_wire_log log;
	enum gs_wire_times times; /* GS_TIMES_OFF: what the recording says */
	struct gs_session_edits edits;
	struct gs_opened *opened; /* the trace that is debugged in place of a program; NULL */
	GMutex record_lock;
	struct gs_recording *recording; /* NULL: none; these with the lock */
	bool is_held;			/* it holds the last frames; nobody has begun it */
	bool has_crash;		/* of the program's run: its end by a signal was looked at */
	bool is_killed;		/* likewise: it was ended by the session */
	GArray *program_traces; /* the contexts that have begun it; none: the user has */
	char *trace_note;	/* what went wrong with a trace of the program's; NULL */
	GMutex told_lock;
	char *told_path; /* what anybody may know of the recording: its file, NULL: none, */
	struct gs_recording_figures told; /* and its figures, or the last one's, */
	GPtrArray *told_missing;	  /* and struct gs_recording_missing of that */
	struct gs_recording_classes trace_classes;
	struct gs_recording_start recording_start; /* of the next one */
	uint32_t keep_frames; /* of the user's: how many of the last frames it keeps; 0: all */
	int timeout_ms;
	gint64 deadline; /* of the function now running; monotonic microseconds */
	volatile gint interrupted;
	GMutex errands_lock;
	bool listens;			/* it waits for the program; with the lock */
	bool has_errands;		/* gs_session_call_errands was called; with the lock */
	void (*errands)(gpointer data); /* NULL: there are none */
	gpointer errands_data;
	volatile gint ending;	    /* every function is interrupted: gs_session_kill or
				       gs_session_restart comes */
	volatile gint interrupting; /* how many are in gs_session_interrupt */

	enum gs_life life;
	uint64_t frame, draw;	   /* of the last stop at a call */
	GHashTable *linked_values; /* of linked-values.c; NULL */
	bool is_edited;		   /* something of the program was changed since its start */
	bool serving; /* RUNNING: with a request of ours that nobody waits for any more */
	struct gs_session_sent sent;	  /* STOPPED: the thread may be serving it */
	bool (*gives_way)(gpointer data); /* see gs_session_set_gives_way; NULL */
	gpointer gives_way_data;
	unsigned slot;
	uint32_t reason; /* enum gs_wire_reason of the stop */
	int hit;	 /* number of the first breakpoint that made it stop there; -1 none did */
	struct {	 /* runs are within a frame: gs_session_enter_frame */
		bool on;
		uint64_t drawable;
	} in_frame;
	int signal, status;
	bool by_signal, called_gl;

	GArray *breakpoints; /* struct gs_breakpoint */
	unsigned next_breakpoint;

	struct gs_state_looks looks;
	struct gs_debug *debug; /* NULL: not in a shader */
	struct gs_debug
		*lost_debug; /* its program has ended; functions on the stack may still use it */
	bool keeps_variants; /* from draw to draw, as many draws are to be looked at */
	GArray *history;     /* struct gs_history_entry, made when asked for; NULL */
	struct gs_fragment_operations operations;
	bool counts_later; /* see gs_session_set_counting_later */
};

#endif
