/* SPDX-License-Identifier: MIT */
/*
 * frontend/state - the window's current state. It belongs to the main loop; the window changes it
 * and broadcasts the parts that changed, panels only read it.
 */
#ifndef GS_FRONTEND_STATE_H
#define GS_FRONTEND_STATE_H

#include "debugger/session/pixel.h"
#include "debugger/session/session.h"
#include "frontend/pictures/drawn-picture.h"
#include "frontend/value-node.h"

enum gs_part {
	GS_PART_RUN = 1 << 0,	/* busy or not, alive or not: buttons */
	GS_PART_STOP = 1 << 1,	/* the pending call */
	GS_PART_CALLS = 1 << 2, /* there are more calls */
	GS_PART_FRAMEBUFFER = 1 << 3,
	GS_PART_SOURCES = 1 << 4,
	GS_PART_WHERE = 1 << 5,	       /* position in the shader */
	GS_PART_VALUES = 1 << 6,       /* variables and watches */
	GS_PART_IMAGE = 1 << 7,	       /* fields, mask, channels */
	GS_PART_BREAKS = 1 << 8,       /* breakpoints */
	GS_PART_PATH_SUMMARY = 1 << 9, /* the focus element's path */
	GS_PART_GL = 1 << 10,	       /* GL's state */
	GS_PART_PROFILE = 1 << 11,
	GS_PART_TABLE = 1 << 12,     /* values of all elements, for stages other than fragment */
	GS_PART_EMITTED = 1 << 13,   /* by a geometry shader */
	GS_PART_CHANGES = 1 << 14,   /* values written by the steps of the history */
	GS_PART_RESOURCES = 1 << 15, /* bound resources, and the contents of the selected one */
	GS_PART_THUMBNAILS = 1 << 16,
	GS_PART_HOST_STACK = 1 << 17, /* the program's own call stack */
	GS_PART_OPERATIONS = 1 << 18, /* per-fragment operations of the debug draw */
	GS_PART_EDIT = 1 << 19,	      /* source overrides */
	GS_PART_MESH = 1 << 20,	      /* vertices of the pending draw */
	GS_PART_CHECK = 1 << 21,      /* the result of the undebugged draw */
	GS_PART_BLOCKS = 1 << 22,     /* uniform and storage blocks */
	GS_PART_RECORDING = 1 << 23,  /* a trace of the program's calls */
	GS_PART_PIXEL = 1 << 24,      /* the calls that touch a pixel */
	GS_PART_SURVEY = 1 << 25,     /* what the opened trace's file tells of it */
	GS_PART_USES = 1 << 26,	      /* calls that have to do with a resource */
	GS_PART_GLANCE = 1 << 27,     /* what is seen of the fields, before they are known */
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
};

/* What can be shown as an image beside expressions, by enum gs_count. */
enum { GS_N_COUNTS = 3 };
extern const char *const gs_counts[GS_N_COUNTS];
/* Finds a name among gs_counts. Returns GS_N_COUNTS for an expression. */
int gs_count_of(const char *name);

struct gs_watch {
	char *expression;
	struct gs_value_node *node; /* NULL: not known (yet) */
	char **scalars;		    /* type of its last value; NULL: none yet */
};

struct gs_channel {
	char *expression; /* of a watch; NULL: none */
	unsigned scalar;
};

struct gs_history_step {
	struct gs_path_summary_entry entry;
	size_t index;
	char *text; /* one line */
};

struct gs_path_summary {
	GArray *steps;	   /* struct gs_history_step: the last ones */
	size_t length;	   /* of the path */
	GHashTable *lines; /* GS_PATH_SUMMARY_LINE(object, line) -> how often the path reached it */
};
/* The values that a step wrote. */
struct gs_step_changes {
	size_t at;     /* position after the step */
	char *text;    /* "a = 1, b = (2, 3)" */
	bool is_wrong; /* NaN or Inf in it */
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

/* The selected resource, and how it is shown. Which it is, its binding says: another stop may have
 * another object there. */
struct gs_ui_inspect {
	bool chosen;
	unsigned kind, where, index;
	unsigned name; /* of the object that was bound there when it was shown last */
	unsigned level, layer, sample;
	unsigned when; /* attachment: 0 now, 1 after the draw, 2 the shader's output */
	char *layout;  /* buffer; owned */
};

struct gs_gl_value {
	char *name, *text;
	char *before; /* its value at the state compared with; NULL: the same, or not known */
};

struct gs_ui_recording {
	char *path; /* NULL: none */
	bool runs;  /* else it has ended */
	struct gs_recording_figures figures;
	char *kept; /* the file of the last frame that was kept; NULL: none */
	uint64_t kept_frame;
};

/* Of the framebuffer, with the pending draw. */
enum gs_framebuffer_when {
	GS_FRAMEBUFFER_BEFORE,
	GS_FRAMEBUFFER_AFTER,
	GS_FRAMEBUFFER_CHANGED, /* after, too: shown with what it leaves as it is ghosted */
	GS_N_FRAMEBUFFER_WHEN
};

/* Which calls of a frame touch a pixel. */
struct gs_ui_pixel {
	struct gs_pixel pixel;
	struct gs_pixel_history history; /* events NULL: none was asked for */
};

struct gs_mesh;
struct gs_verb;
struct gs_tab_reading;
struct _JsonNode; /* json-glib's */
struct gs_survey;
struct gs_uses;

/* What is being done, and how it goes. */
struct gs_ui_work {
	bool busy; /* an action is being done */
	bool slow; /* and takes long enough to say so */
#define GS_DOING_PIXEL_HISTORY "Looking for the calls that touch the pixel"
	const char *doing;	 /* "Running", "Stepping", ... */
	bool steps;		 /* it steps a shader: more such may wait for it */
	bool waits;		 /* another action waits for it */
	bool program_runs;	 /* the action runs the program: Pause stops it */
	unsigned quiet_for;	 /* seconds since it has called GL last, while that is known */
	const char *inside;	 /* the function of GL that it is in, static; NULL: none is known */
	unsigned inside_for;	 /* for so many seconds */
	unsigned undrawn_for;	 /* seconds since it has drawn or ended a frame last */
	enum gs_keeping keeping; /* what of keeping a frame it does now */
	uint64_t keeping_frame;
	bool runs_on;	    /* and where it stops can be chosen anew: */
	enum gs_run run;    /* to here */
	unsigned n_done;    /* actions */
	char *fetching;	    /* name of a query that takes long, for the status line; NULL */
	unsigned old_parts; /* what is shown of these is old while that query is done */
	bool settled;	    /* everything shown belongs to the current position */
};

/* The picture of the framebuffer. */
struct gs_ui_framebuffer {
	struct gs_picture picture;	/* rgba NULL: none */
	char *note;			/* why there is none; NULL */
	enum gs_framebuffer_when asked; /* what the picture was asked for with */
	enum gs_framebuffer_when when;
	bool is_after; /* the pending draw is in the picture */
	bool stale;    /* the picture is of another stop */
	bool undrawn;  /* which GL will not execute: gs_session_drawn */
	/* Of the picture, what the pending draw changes and covers. Changed: not of before it, nor
	 * of several samples. Covered: not unless marked. */
	struct gs_pixel_set changed, covered;
	struct gs_pixel_values values; /* of the picture */
	bool marked;		       /* what is covered is asked for */
};

/* What a geometry shader emits. */
struct gs_ui_emitted {
	GPtrArray *vertices;	  /* struct gs_ui_emission */
	char *note;		  /* why there are none; NULL */
	char **undefined;	  /* outputs that are undefined here; NULL */
	struct gs_emissions *all; /* of all elements; NULL: not known */
};

struct gs_ui_profile {
	struct gs_profile *curves;    /* NULL: none was taken */
	GPtrArray *counts;	      /* one struct gs_field, which never changes: each element's
					 iterations; NULL */
	struct gs_profile *laid_over; /* the one before, to compare; NULL */
};

struct gs_ui_gl {
	GPtrArray *values; /* struct gs_gl_value, in GL's order; empty: not known */
	char *note;	   /* why not; NULL */
	bool of_frame;	   /* compared with the frame's beginning, else with the last stop */
	char *since;	   /* the state compared with, or why there is none; NULL */
};

/* The program's own call stack. */
struct gs_ui_host_stack {
	struct gs_stack stack; /* n_frames 0: none is known */
	char *note;	       /* why not; NULL */
};

/* Sources in place of the program's own. */
struct gs_ui_edits {
	GArray *list;	 /* struct gs_source_override */
	char *log;	 /* the driver's messages about the last rejected source; NULL: it was
			    accepted */
	unsigned n_logs; /* counts changes of log */
};

struct gs_ui_resources {
	struct gs_wire_resource *list; /* as gs_session_resources lists them */
	size_t n;
	struct gs_ui_inspect chosen;
	struct gs_ui_inspect shown; /* what contents is of, or nothing is said of; layout NULL */
	GPtrArray *contents;	    /* one struct gs_field, which never changes; NULL: none */
	char *note;		    /* why not; NULL */
};

struct gs_ui_blocks {
	GPtrArray *list; /* struct gs_block (debugger/session/program/block.h), with values; NULL:
			    not known */
	char *note;	 /* why not; NULL */
};

/* Of the pending draw. */
struct gs_ui_mesh {
	struct gs_mesh *vertices; /* NULL: not known */
	char *note;		  /* why not; NULL */
};

struct gs_ui_check {
	bool is_known; /* at the end of a fragment shader */
	struct gs_check result;
	char *note; /* why there is none; NULL */
};

/* What the opened trace's file tells. */
struct gs_ui_survey {
	struct gs_survey *whole;   /* NULL: it was not asked for, or: */
	struct gs_survey *reading; /* is being made, and tells only how far it is; NULL */
	char *note;		   /* why there is none, or not all of the file is in it; NULL */
};

/* Which of its calls have to do with a resource. */
struct gs_ui_uses {
	struct gs_uses *calls;	 /* NULL: none, or: */
	struct gs_uses *reading; /* are being read, and tell only how far that is; NULL */
	char *note;		 /* why there are none; NULL */
};

/* A tab that shows what a verb replies with (verbs/table.h). */
struct gs_ui_tab {
	const struct gs_verb *verb;
	struct _JsonNode *tree;		/* NULL: it was not asked for, or: */
	struct gs_tab_reading *reading; /* is being made of the trace's file; NULL */
	bool is_asked;			/* is being made in the session */
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
	GPtrArray *fields;    /* struct gs_field, of the channels' expressions; what is in it never
				 changes */
	unsigned glance_step; /* so many elements share a pixel of the screen in either direction;
				 at most 1: they do not */
	GPtrArray *glance;    /* as fields, of the first of each such square of elements, while the
				 fields are read; NULL: none */
	char *subtract;	      /* expression to subtract; NULL */
	unsigned n;	      /* counts changes of fields and mask */
	char *error;	      /* why a field is not there; NULL */
	struct gs_mask *mask; /* NULL: not asked or not known */
	GPtrArray *mask_held; /* owns it; NULL */
};

struct gs_ui_state {
	struct gs_session *session; /* for gs_calls_... only; NULL: no program selected */
	char *program_name;	    /* for titles */
	struct gs_ui_work work;
	bool alive; /* there is a process */
	bool was_started;
	bool is_trace;	 /* the list holds the calls of a trace, which is played to debug it */
	bool is_opening; /* the list is being filled: gs_session_open_progress */
	bool detached;	 /* the program runs on without glstep */
	struct gs_ui_recording recording; /* the present one, or the last one */

	bool has_stop;
	struct gs_stop stop;
	bool in_shader;
	struct gs_where where;
	char **call_path; /* outermost first, "main, line 12" */
	struct gs_ui_pixel pixel;

	bool has_program;
	struct gs_program_info program;
	bool program_stale; /* it may be that of another stop */
	char *sources_note; /* why there are no sources; NULL */
	struct gs_ui_framebuffer framebuffer;

	GPtrArray *variables;	/* struct gs_value_node */
	GPtrArray *watches;	/* struct gs_watch */
	GHashTable *thumbnails; /* expression -> cairo surface (frontend/pictures/image-thumb.h) of
				   the present position */
	GHashTable *resource_thumbs; /* gs_resource_thumb_name -> struct gs_resource_thumb */
	struct gs_breakpoint *breaks;
	size_t n_breaks;

	struct gs_path_summary *path_summary; /* NULL: none */
	GHashTable *changes; /* index of a step -> struct gs_step_changes: those known of the focus
				element's path */
	struct gs_reach *reach; /* lines with something to execute */
	size_t n_reach;
	enum gs_stage chosen_stage; /* the stage that Debug debugs */
	unsigned chosen_draw;	    /* and the draw of the pending call: one plus its number; 0: no
				       selection */
	GPtrArray *table;	    /* struct gs_field */
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
struct gs_ui_progress gs_ui_tab_progress(const struct gs_ui_tab *tab); /* tabs.c */

/* The program that the stage's shader object is linked into; of a pipeline each stage may have
 * another one. */
uint32_t gs_ui_state_program_of(
	const struct gs_ui_state *state, enum gs_stage stage, unsigned object);
/* NULL: the program's own source is in use. */
const struct gs_source_override *gs_ui_state_source_override(
	const struct gs_ui_state *state, enum gs_stage stage, unsigned object);
/* Whether it is a line breakpoint that counts in this shader object of the program in use, which
 * has that source. */
bool gs_line_break_is_at(const struct gs_ui_state *state, const struct gs_breakpoint *b,
	enum gs_stage stage, unsigned object, const char *source);

void gs_gl_value_free(gpointer value);

/* "frame 4"; of a part of a longer trace as it was there, "frame 192 of game.trace"; g_free */
char *gs_ui_state_frame(const struct gs_ui_state *state, uint64_t frame);
/* Of the call at which the program stands: gs_call_whose_text, gs_call_window_at; g_free. */
char *gs_ui_state_whose(const struct gs_ui_state *state);
char *gs_ui_state_window(const struct gs_ui_state *state);
/* Why no program is debugged any more: "The program has ended"; static. */
const char *gs_ui_state_end(const struct gs_ui_state *state);

void gs_ui_state_init(struct gs_ui_state *state);
/* clears everything that exists only while a shader is debugged */
void gs_ui_state_clear_shader(struct gs_ui_state *state);
void gs_ui_state_clear_stop(struct gs_ui_state *state);
void gs_ui_state_drop_check(struct gs_ui_state *state);
void gs_ui_state_finish(struct gs_ui_state *state);

/* What is shown was so at the last stop: the program runs on, is outside GL, or has ended. */
bool gs_ui_state_is_past(const struct gs_ui_state *state);
/* Why there is nothing to show: the program runs, or is paused outside GL; at a stop, what was said
 * of it (may be NULL). After the program's end: NULL. */
const char *gs_ui_state_note(const struct gs_ui_state *state, const char *said);
/* Whether the pending call draws with neither GLSL nor an assembly program. Not of a display list
 * that chooses a program. */
bool gs_ui_state_draws_fixed(const struct gs_ui_state *state);
/* Whether the program has a shader of the stage. */
bool gs_ui_state_has_stage(const struct gs_ui_state *state, enum gs_stage stage);
/* "vertex 3, instance 1"; pixels "pixel 20, 30". g_free. */
char *gs_element_text(enum gs_stage stage, const struct gs_element *element);

/* NULL: none */
struct gs_watch *gs_ui_state_watch(const struct gs_ui_state *state, const char *expression);
/* Behind the others; where it is among them, nothing happens. */
void gs_ui_state_add_watch(struct gs_ui_state *state, const char *expression);
/* NULL: none */
struct gs_field *gs_ui_state_field(const struct gs_ui_state *state, const char *expression);
/* Puts the first scalars of a watch on the channels: one scalar on all three. */
void gs_ui_state_show(struct gs_ui_state *state, const struct gs_watch *watch);
void gs_channel_set(struct gs_channel *channel, const char *expression, unsigned scalar);
void gs_ui_state_set_mask(struct gs_ui_state *state, struct gs_mask *mask); /* takes it */
/* The kind of image shown, with AUTOMATIC resolved. */
enum gs_shown gs_ui_state_shown(const struct gs_ui_state *state);

#endif
