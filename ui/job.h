/* SPDX-License-Identifier: MIT */
/*
 * ui/job - what the session's thread does for the window: one action, or one refresh of what is
 * shown. Everything a job brings back is owned by the job until the window takes it (sets the
 * pointer to NULL), and borrows nothing from the session.
 */
#ifndef GS_UI_JOB_H
#define GS_UI_JOB_H

#include <cairo.h>
#include "debugger/session.h"
#include "ui/state.h"
#include "ui/worker.h"

enum gs_job_kind {
	/* actions */
	GS_JOB_START,
	GS_JOB_RUN, /* leaves the shader first */
	GS_JOB_RESTART,
	GS_JOB_KILL,
	GS_JOB_SHADER, /* debug a stage of the pending draw */
	GS_JOB_FOCUS,
	GS_JOB_MOVE,
	GS_JOB_FRAME, /* look from a caller's place */
	GS_JOB_LEAVE,
	GS_JOB_TOGGLE_BREAK,
	GS_JOB_BREAK,	/* on a call, an error or a line */
	GS_JOB_BREAK_CHANGE, /* another condition; by number */
	GS_JOB_UNBREAK,	     /* by number */
	GS_JOB_UNIFORM,
	GS_JOB_ARGUMENT, /* of the pending call */
	GS_JOB_DETACH,
	GS_JOB_SOURCE,	   /* another source for a shader object, or its own again */
	GS_JOB_OPERATIONS, /* per-fragment operations of the debug draw */
	GS_JOB_VERTEX,	   /* debug the vertex shader, with this element in focus */
	GS_JOB_FREE, /* the session: it is gone afterwards */
	/* refreshes */
	GS_JOB_PROGRAM,
	GS_JOB_FRAMEBUFFER,
	GS_JOB_VALUES,
	GS_JOB_IMAGE,
	GS_JOB_TRAIL,
	GS_JOB_GL,
	GS_JOB_HOVER, /* the value of one expression */
	GS_JOB_DEFINITION,
	GS_JOB_REACH,
	GS_JOB_PROFILE,
	GS_JOB_TABLE,
	GS_JOB_EMITTED,
	GS_JOB_RESOURCES, /* inspect: of what the contents, too; and the blocks */
	GS_JOB_BLOCKS,
	GS_JOB_THUMBNAIL, /* text: of what */
	GS_JOB_AHEAD, /* what the next steps will need */
	GS_JOB_HOST_STACK,
	GS_JOB_MESH,
	GS_JOB_CHECK,
	GS_JOB_WHERE, /* after an action that was cancelled while the driver was busy */
	GS_JOB_CHANGES, /* what the steps have written that are over at a position from first_position to last_position */
};

/* Why what was cancelled is not there. */
#define GS_CANCELLED "Cancelled: what was not fetched yet is not shown. The next step fetches what it needs."

/* The shader object that the focus stands in. */
#define GS_OBJECT_HERE UINT_MAX

struct gs_job {
	struct gs_task task;
	enum gs_job_kind kind;
	struct gs_session *session;
	const int *generation; /* a refresh whose .expected is no longer this is not done */
	int expected;
	const int *cancelled; /* a refresh whose .serial is not beyond this has failed without being begun */
	int serial;

	enum gs_run run;
	enum gs_shader_move move;
	unsigned argument; /* of MOVE; FRAME: number; TOGGLE_BREAK, BREAK: line, 0 a call; BREAK_CHANGE, UNBREAK: number */
	char *text;	   /* BREAK, BREAK_CHANGE: condition, "" none; HOVER: expression; UNIFORM, ARGUMENT: value; RUN: pattern of calls */
	char *name;	   /* UNIFORM, ARGUMENT; BREAK at a call: pattern, or "error" */
	bool any;	   /* BREAK at a line, BREAK_CHANGE: for any element; GL: since the frame began */
	enum gs_stage stage; /* SHADER */
	struct gs_element element; /* FOCUS, VERTEX; n 0: the cell x, y */
	unsigned x, y;
	unsigned object; /* TOGGLE_BREAK, BREAK: of the line, or GS_OBJECT_HERE; SOURCE */
	uint32_t program_name; /* SOURCE: GL's, of the one in use */
	struct gs_fragment_operations operations; /* OPERATIONS: wanted; then, of every action, what holds now */
	struct gs_stack host_stack; /* HOST_STACK */
	struct gs_source_place place; /* DEFINITION: of the name, then of its declaration */
	char **expressions; /* VALUES: watches; IMAGE: what fields are wanted of */
	char **wanted; /* VALUES: names of variables that are fetched although they are large */
	bool want_mask, want_counts; /* IMAGE; counts: of the elements at the position, as where */
	bool first_draw; /* START: go on to the first draw */
	bool no_log;	 /* START: run at full speed, only count */

	bool ok, is_stale;
	bool more; /* AHEAD: not all is there */
	GError *error;
	char *note; /* UNIFORM: what the user should know of it; GL: what is compared with; NULL */
	bool has_stop;
	struct gs_stop stop;
	bool alive, in_shader;
	bool has_where;
	struct gs_where where;
	char **call_path;
	struct gs_line_break *breaks;
	size_t n_breaks;
	bool has_program;
	struct gs_program_info program;
	struct gs_picture picture;
	GPtrArray *variables; /* struct gs_value_node */
	GPtrArray *values;    /* struct gs_value_node, one for each of expressions */
	GPtrArray *fields;    /* struct gs_field */
	struct gs_mask *mask;
	cairo_surface_t *thumbnail;
	struct gs_trail *trail;
	struct gs_reach *reach;
	size_t n_reach;
	struct gs_profile *profile;
	GPtrArray *emitted; /* struct gs_ui_emission */
	char **emitted_undefined;
	struct gs_emissions *emissions;
	GPtrArray *gl; /* struct gs_gl_value */
	struct gs_mesh *mesh;
	bool has_check;
	struct gs_check check;
	struct gs_ui_inspect inspect;
	struct gs_wire_resource *resources;
	size_t n_resources;
	GPtrArray *blocks; /* struct gs_block */
	GError *blocks_error;
	size_t first_position, last_position;
	struct gs_change *changes;
	size_t n_changes;
};

struct gs_job *gs_job_new(enum gs_job_kind kind, struct gs_session *session);
void gs_job_free(struct gs_job *job);
char **gs_job_path_texts(const struct gs_where *where); /* g_strfreev */
void gs_job_work_refresh(struct gs_task *task); /* in job-refresh.c */
/* True for jobs during which the program runs freely, so that Pause means something. */
bool gs_job_runs_program(const struct gs_job *job);

#endif
