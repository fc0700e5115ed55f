/* SPDX-License-Identifier: MIT */
/*
 * frontend/state - what the window shows at present. The controller changes it in the main loop and
 * reports the parts that changed; panels only read it.
 */
#ifndef GS_FRONTEND_STATE_H
#define GS_FRONTEND_STATE_H

#include "debugger/session/program/overlay.h"
#include "debugger/session/pixel.h"
#include "debugger/session/session.h"
#include "frontend/pictures/drawn-picture.h"
#include "frontend/value-node.h"

enum gs_part {
	GS_PART_RUN = 1 << 0,  /* whether an action runs, whether there is a program: for buttons */
	GS_PART_STOP = 1 << 1, /* pending call */
	GS_PART_CALLS = 1 << 2, /* number of calls */
	GS_PART_FRAMEBUFFER = 1 << 3,
	GS_PART_SOURCES = 1 << 4,
	GS_PART_WHERE = 1 << 5,	       /* position in the shader */
	GS_PART_VALUES = 1 << 6,       /* variables and watches */
	GS_PART_IMAGE = 1 << 7,	       /* fields, mask and channels of the image */
	GS_PART_BREAKS = 1 << 8,       /* breakpoints */
	GS_PART_PATH_SUMMARY = 1 << 9, /* the focus element's path */
	GS_PART_GL = 1 << 10,	       /* GL's state */
	GS_PART_PROFILE = 1 << 11,
	GS_PART_TABLE = 1 << 12,     /* values of all elements, for stages other than fragment */
	GS_PART_EMITTED = 1 << 13,   /* vertices emitted by a geometry shader */
	GS_PART_CHANGES = 1 << 14,   /* values that the steps of the history wrote */
	GS_PART_RESOURCES = 1 << 15, /* bound resources, and the contents of the selected one */
	GS_PART_THUMBNAILS = 1 << 16,
	GS_PART_HOST_STACK = 1 << 17, /* the program's own call stack */
	GS_PART_OPERATIONS = 1 << 18, /* per-fragment operations of the debug draw */
	GS_PART_EDIT = 1 << 19,	      /* source overrides */
	GS_PART_MESH = 1 << 20,	      /* vertices of the pending draw */
	GS_PART_CHECK = 1 << 21,      /* result of the undebugged draw call */
	GS_PART_BLOCKS = 1 << 22,     /* uniform and storage blocks */
	GS_PART_RECORDING = 1 << 23,  /* recording of the program's calls */
	GS_PART_PIXEL = 1 << 24,      /* calls that touch a pixel */
	GS_PART_SURVEY = 1 << 25,     /* survey of the opened trace's file */
	GS_PART_USES = 1 << 26,	      /* calls that use a resource */
	GS_PART_GLANCE = 1 << 27,     /* glance of the fields, before they are known */
	GS_PART_TABS = 1 << 28,	      /* what verbs reply with, which have tabs */
	GS_PART_ALL = -1,
};

/* A shader object with a source override. */
struct gs_source_override {
	uint32_t program;
	enum gs_stage stage;
	unsigned object;
};

enum gs_shown {
	GS_SHOW_AUTOMATIC, /* the condition at a decision, otherwise the mask */
	GS_SHOW_CONDITION,
	GS_SHOW_MASK,
	GS_SHOW_VALUE, /* the channels */
	GS_SHOW_COST,  /* the steps that each element executes: a count */
};

/* Names of the counts that can be shown as an image like an expression, by enum gs_count. */
enum { GS_N_COUNTS = 3 };
extern const char *const gs_counts[GS_N_COUNTS];
/* Return the index of a name in gs_counts, or GS_N_COUNTS if it is an expression. */
int gs_count_index(const char *name);

struct gs_watch {
	char *expression;
	struct gs_value_node *node; /* NULL: unknown, or not fetched yet */
	char **scalars;		    /* gs_value_node_scalars of its last value; NULL: none yet */
};

struct gs_channel {
	char *expression; /* a watch's expression, or a name of gs_counts; NULL: the channel shows
			     nothing */
	unsigned scalar;
};

struct gs_history_step {
	struct gs_path_summary_entry entry;
	size_t index;
	char *text; /* text of the site, on one line */
};

struct gs_path_summary {
	GArray *steps;	   /* struct gs_history_step: the last steps of the path */
	size_t length;	   /* number of positions in the path */
	GHashTable *lines; /* GS_PATH_SUMMARY_LINE(object, line) -> how often the path reached it */
};
/* The values that a step wrote. */
struct gs_step_changes {
	size_t at;     /* position after the step */
	char *text;    /* "a = 1, b = (2, 3)" */
	bool is_wrong; /* a value is NaN or infinite */
};
#define GS_PATH_SUMMARY_LINE(object, line) GUINT_TO_POINTER((object) << 24 | (line))
void gs_path_summary_free(struct gs_path_summary *path_summary);

/* A vertex that the focus primitive emits. */
struct gs_ui_emission {
	uint32_t vertex, strip, stream;
	bool emitted;
	GPtrArray *values; /* struct gs_value_node */
};
void gs_ui_emission_free(gpointer emission);

/* The selected resource, and how it is shown. It is identified by its binding (kind, where, index):
 * at another stop another object may be bound there. */
struct gs_ui_inspect {
	bool chosen;
	unsigned kind, where, index;
	unsigned name; /* object that was bound there when it was shown last */
	unsigned level, layer, sample;
	unsigned when; /* for an attachment: 0 now, 1 after the draw call, 2 the shader's output */
	char *layout;  /* layout of a buffer's elements (struct gs_buffer_view); owned; NULL or "":
			  floats */
};

struct gs_gl_value {
	char *name, *text;
	char *before; /* value in the state that is compared with; NULL: the same, or unknown */
};

struct gs_ui_recording {
	char *path; /* NULL: none */
	bool runs;  /* false: the recording has ended */
	struct gs_recording_figures figures;
	GPtrArray *missing; /* struct gs_recording_missing: what it lacks; NULL: nothing */
	char *kept;	    /* file of the last frame that was kept; NULL: none */
	uint64_t kept_frame;
};

/* Which picture of the framebuffer is shown. */
enum gs_framebuffer_when {
	GS_FRAMEBUFFER_BEFORE,
	GS_FRAMEBUFFER_AFTER,
	GS_FRAMEBUFFER_CHANGED, /* as AFTER, with the pixels that the draw call does not change
				   ghosted */
	GS_FRAMEBUFFER_OVERLAY, /* the first of enum gs_overlay, over BEFORE; the others follow */
	GS_N_FRAMEBUFFER_WHEN = GS_FRAMEBUFFER_OVERLAY + GS_N_OVERLAYS
};

/* The calls of a frame that touch a pixel. */
struct gs_ui_pixel {
	struct gs_pixel pixel;
	struct gs_pixel_history history; /* events NULL: none was requested */
};

struct gs_mesh;
struct gs_verb;
struct gs_tab_reading;
struct _JsonNode; /* json-glib's */
struct gs_survey;
struct gs_uses;

/* The action in progress. */
struct gs_ui_work {
	bool busy; /* an action is in progress */
	bool slow; /* it has taken so long that the user is told */
#define GS_DOING_PIXEL_HISTORY "Looking for the calls that touch the pixel"
	const char *doing;    /* such as "Running" or "Stepping"; static */
	bool steps;	      /* it steps a shader: more steps may wait for it */
	bool waits;	      /* another action waits for it */
	bool program_runs;    /* it runs the program, which Pause stops */
	unsigned quiet_for;   /* seconds since the program's last GL call, if known */
	const char *inside;   /* GL function that the program is in; static; NULL: none is known */
	unsigned inside_for;  /* seconds for which it has been in that function */
	unsigned undrawn_for; /* seconds since the program's last draw call or end of a frame */
	enum gs_keeping keeping; /* stage of keeping a frame that the program is in */
	uint64_t keeping_frame;
	bool runs_on;	 /* the stop that it runs to can be changed */
	enum gs_run run; /* that stop, while runs_on */
	unsigned n_done; /* number of finished actions */
	char *fetching;	 /* what a query that takes long does, for the status line; NULL: none does
			  */
	unsigned old_parts; /* parts of the state that are out of date until that query is done */
	bool settled;	    /* everything shown belongs to the current position */
};

/* The picture of the framebuffer. */
struct gs_ui_framebuffer {
	struct gs_picture picture;	/* rgba NULL: there is none */
	char *note;			/* why there is no picture; NULL */
	char *overlay;			/* what the overlay tells; NULL: none is shown */
	enum gs_framebuffer_when asked; /* .when at the time the picture was queried */
	/* The picture that the user has chosen. */
	enum gs_framebuffer_when when;
	bool is_after; /* the picture contains the pending draw call's result */
	bool stale;    /* the picture is of an earlier stop */
	bool undrawn;  /* GL will not execute the pending draw call: gs_session_drawn */
	/* The picture's pixels that the pending draw call changes and covers. `changed` is unknown
	 * for the picture before the draw and for several samples, `covered` unless marked. */
	struct gs_pixel_set changed, covered;
	struct gs_pixel_values values; /* the picture's values */
	bool marked;		       /* `covered` is queried */
};

/* The vertices that a geometry shader emits. */
struct gs_ui_emitted {
	GPtrArray *vertices;	  /* struct gs_ui_emission */
	char *note;		  /* why there are none; NULL */
	char **undefined;	  /* names of outputs that are undefined here; NULL: none */
	struct gs_emissions *all; /* of all elements; NULL: unknown */
};

struct gs_ui_profile {
	struct gs_profile *curves; /* NULL: there is no profile */
	GPtrArray *counts; /* one struct gs_field, which never changes: the iterations of each
			      element; NULL */
	struct gs_profile *laid_over; /* the previous profile, to compare; NULL */
};

struct gs_ui_gl {
	GPtrArray *values; /* struct gs_gl_value, in GL's order; empty: unknown */
	char *note;	   /* why they are unknown; NULL */
	bool of_frame;	   /* compared with the frame's beginning, else with the last stop */
	char *since;	   /* names the state compared with, or says why there is none; NULL */
};

/* The program's own call stack. */
struct gs_ui_host_stack {
	struct gs_stack stack; /* n_frames 0: unknown */
	char *note;	       /* why it is unknown; NULL */
};

/* Source overrides. */
struct gs_ui_edits {
	GArray *list; /* struct gs_source_override */
	char *log; /* the driver's messages about the last source if it was rejected; NULL: it was
		      accepted */
	unsigned n_logs; /* number of changes of log */
};

struct gs_ui_resources {
	struct gs_wire_resource *list; /* as gs_session_resources lists them */
	size_t n;
	struct gs_ui_inspect chosen;
	struct gs_ui_inspect shown; /* the resource that .contents or .note is of; layout NULL */
	GPtrArray *contents; /* one struct gs_field, which never changes; NULL, or empty: none */
	char *note;	     /* why there are no contents; NULL */
};

struct gs_ui_blocks {
	GPtrArray *list; /* struct gs_block (debugger/session/program/block.h), with values; NULL:
			    unknown */
	char *note;	 /* why they are unknown; NULL */
};

/* The vertices of the pending draw call. */
struct gs_ui_mesh {
	struct gs_mesh *vertices; /* NULL: unknown */
	char *note;		  /* why they are unknown; NULL */
};

struct gs_ui_check {
	bool is_known; /* .result is set: at the end of a fragment shader */
	struct gs_check result;
	char *note; /* why there is no result; NULL */
};

/* The survey of the opened trace. */
struct gs_ui_survey {
	struct gs_survey *whole;   /* the finished survey; NULL: none */
	struct gs_survey *reading; /* the survey that is being read, of which only the progress may
				      be asked; NULL: none is */
	char *note;		   /* why there is none, or why it lacks a part of the file; NULL */
};

/* The calls of the opened trace that use a resource. */
struct gs_ui_uses {
	struct gs_uses *calls;	 /* NULL: none */
	struct gs_uses *reading; /* the uses being read, of which only the progress may be asked;
				    NULL: none are */
	char *note;		 /* why there are none; NULL */
};

/* A tab that shows what a verb replies with (verbs/table.h). */
struct gs_ui_tab {
	const struct gs_verb *verb;
	struct _JsonNode *tree;		/* NULL: it was not asked for, or: */
	struct gs_tab_reading *reading; /* is being made of the trace's file; NULL */
	bool is_asked;			/* is being made in the session */
	bool is_asked_again;		/* the user has asked for another one meanwhile */
	bool is_old;			/* the program has gone on since */
	char *note;			/* why there is none, or not all of it; NULL */
	unsigned n;			/* counts trees */
};

/* What is read of a file, for whoever shows how far that is. */
struct gs_ui_progress {
	bool is_there, is_read; /* what was read; it is being read */
	double done;		/* of 1; < 0: nobody knows */
	const char *note;	/* why it is not there; NULL */
};

/* The image of values of all elements. */
struct gs_ui_image {
	enum gs_shown shown;
	struct gs_channel channel[3];
	GPtrArray *fields;    /* struct gs_field, of the expressions on the channels and the one to
				 subtract; a field never changes */
	unsigned glance_step; /* number of elements that share a screen pixel in either direction;
				 at most 1: none do */
	GPtrArray *glance;    /* fields of the first element of each such square, while the whole
				 fields are read; NULL: none */
	char *subtract;	      /* expression to subtract; NULL */
	unsigned n;	      /* number of changes of fields and mask */
	char *error;	      /* why a field is missing; NULL */
	struct gs_mask *mask; /* NULL: not queried, or unknown */
	GPtrArray *mask_held; /* owner of the mask; NULL */
};

struct gs_ui_state {
	struct gs_session *session; /* for gs_calls_... only; NULL: no program is selected */
	char *program_name;	    /* for the window's title */
	struct gs_ui_work work;
	bool alive; /* the program's process lives */
	bool was_started;
	bool is_trace;			  /* the program is an opened trace, which a player plays */
	bool is_opening;		  /* the trace is being read: gs_session_open_progress */
	bool detached;			  /* the program runs on without glstep */
	struct gs_ui_recording recording; /* the present or last recording */
	uint32_t keep_last;		  /* of the last frames, how many are held; 0: none */

	bool has_stop;
	struct gs_stop stop;
	bool in_shader;
	struct gs_where where;
	char **call_path; /* outermost first, such as "main, line 12" */
	struct gs_ui_pixel pixel;

	bool has_program;
	struct gs_program_info program;
	bool program_stale; /* it may be that of an earlier stop */
	char *sources_note; /* why there are no sources; NULL */
	struct gs_ui_framebuffer framebuffer;

	GPtrArray *variables;	/* struct gs_value_node */
	GPtrArray *watches;	/* struct gs_watch */
	GHashTable *thumbnails; /* expression -> cairo surface (frontend/pictures/image-thumb.h), of
				   the present position */
	GHashTable *resource_thumbs; /* gs_resource_thumb_name -> struct gs_resource_thumb */
	struct gs_breakpoint *breaks;
	size_t n_breaks;

	struct gs_path_summary *path_summary; /* NULL: none */
	GHashTable *changes; /* index of a step -> struct gs_step_changes, as far as known for the
				focus element's path */
	struct gs_reach *reach; /* lines that have something to execute */
	size_t n_reach;
	bool wants_executions; /* beside the lines, in place of how many elements reach them */
	struct gs_executions *executions; /* NULL: not known */
	enum gs_stage chosen_stage;	  /* stage that Debug debugs */
	unsigned chosen_draw; /* draw of the pending call that Debug debugs: its number plus one; 0:
				 none is selected */
	GPtrArray *table;     /* struct gs_field */
	struct gs_ui_emitted emitted;
	struct gs_ui_profile profile;
	struct gs_ui_gl gl;

	struct gs_ui_host_stack host_stack;
	struct gs_fragment_operations operations;
	struct gs_ui_edits edits;
	struct gs_ui_resources resources;
	struct gs_ui_blocks blocks;
	struct gs_ui_mesh mesh;
	struct gs_ui_check check;
	struct gs_ui_survey survey;
	struct gs_ui_uses uses;
	struct gs_ui_tab *tabs; /* of verbs, in the order of their table */
	unsigned n_tabs;
	struct gs_ui_image image;
};

/* How far it is. */
struct gs_ui_progress gs_ui_survey_progress(const struct gs_ui_state *state);
/* Show a tree in the tab, and take it, or, where there is none, keep what was there before. note:
 * why there is none, or not all; taken; NULL: nothing is to be said. */
void gs_ui_tab_take(struct gs_ui_tab *tab, struct _JsonNode **tree, char *note);
struct gs_ui_progress gs_ui_tab_progress(const struct gs_ui_tab *tab); /* tabs.c */

/* Return the program object that the stage's shader object is linked into. The stages of a program
 * pipeline may have different ones. */
uint32_t gs_ui_state_program_of(
	const struct gs_ui_state *state, enum gs_stage stage, unsigned object);
/* Return the source override of a shader object, or NULL if its own source is in use. */
const struct gs_source_override *gs_ui_state_source_override(
	const struct gs_ui_state *state, enum gs_stage stage, unsigned object);
/* Return whether b is a line breakpoint that counts in this shader object of the program in use,
 * whose source is `source`. */
bool gs_line_break_is_at(const struct gs_ui_state *state, const struct gs_breakpoint *b,
	enum gs_stage stage, unsigned object, const char *source);

void gs_gl_value_free(gpointer value);

/* Return the name of a frame, such as "frame 4"; in a part of a longer trace its name there, such
 * as "frame 192 of game.trace"; g_free. */
char *gs_ui_state_frame(const struct gs_ui_state *state, uint64_t frame);
/* Return which of several threads and windows the pending call is of (gs_call_whose_text; NULL if
 * there is one of each), and the name of the window that it draws into (gs_call_window_at; "window"
 * without such a call); g_free. */
char *gs_ui_state_whose(const struct gs_ui_state *state);
char *gs_ui_state_window(const struct gs_ui_state *state);
/* Return a sentence that says why no program is debugged any more, such as "The program has ended";
 * static. */
const char *gs_ui_state_end(const struct gs_ui_state *state);

void gs_ui_state_init(struct gs_ui_state *state);
/* Clear what exists only while a shader is debugged. */
void gs_ui_state_clear_shader(struct gs_ui_state *state);
/* Clear what exists only at a stop, including what clear_shader does. */
void gs_ui_state_clear_stop(struct gs_ui_state *state);
/* Remove the check's result. */
void gs_ui_state_drop_check(struct gs_ui_state *state);
void gs_ui_state_finish(struct gs_ui_state *state);

/* Return whether what is shown is of the last stop: the program runs, is outside GL, or has
 * ended. */
bool gs_ui_state_is_past(const struct gs_ui_state *state);
/* Return why there is nothing to show: the program runs, or is paused outside GL. Return `said`
 * (may be NULL) at a stop, and NULL after the program's end. */
const char *gs_ui_state_note(const struct gs_ui_state *state, const char *said);
/* Return whether the pending call is known to draw with neither a GLSL program nor an assembly
 * program. Return false for a display list that selects a program. */
bool gs_ui_state_draws_fixed(const struct gs_ui_state *state);
/* Return whether the program in use has a shader of the stage. */
bool gs_ui_state_has_stage(const struct gs_ui_state *state, enum gs_stage stage);
/* Return an element's name, such as "vertex 3, instance 1" or "pixel 20, 30"; g_free. */
char *gs_element_text(enum gs_stage stage, const struct gs_element *element);

/* Return the field of that expression in state->image, or NULL. */
struct gs_watch *gs_ui_state_watch(const struct gs_ui_state *state, const char *expression);
/* Append a watch, unless the expression is watched already. */
void gs_ui_state_add_watch(struct gs_ui_state *state, const char *expression);
/* Return the watch of that expression, or NULL. */
struct gs_field *gs_ui_state_field(const struct gs_ui_state *state, const char *expression);
/* Show the watch as the image: its first three scalars on the channels, or its only scalar on
 * all. */
void gs_ui_state_show(struct gs_ui_state *state, const struct gs_watch *watch);
/* Set what a channel shows: a scalar of an expression, which is copied; NULL: nothing. */
void gs_channel_set(struct gs_channel *channel, const char *expression, unsigned scalar);
void gs_ui_state_set_mask(struct gs_ui_state *state, struct gs_mask *mask); /* takes ownership */
/* Return the kind of image that is shown, which is never AUTOMATIC. */
enum gs_shown gs_ui_state_shown(const struct gs_ui_state *state);
/* Return whether it shows fields rather than a mask. */
bool gs_ui_state_shows_fields(const struct gs_ui_state *state);

#endif
