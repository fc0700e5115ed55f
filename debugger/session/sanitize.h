/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/sanitize - what the shaders of draws do wrong: each draw or dispatch is looked
 * at before it is executed, in all of its stages (session/shader/faults.h), and what is found of
 * the same place of the same source becomes one finding. As all of a session (session.h).
 */
#ifndef GS_SESSION_SANITIZE_H
#define GS_SESSION_SANITIZE_H

#include "debugger/session/shader/faults.h"
#include "debugger/session/suppress.h"

struct gs_sanitize_wish {
	unsigned kinds;	      /* GS_FAULT_BIT of each */
	unsigned stages;      /* 1 << enum gs_stage of each */
	uint64_t every;	      /* of so many draws one is looked at; at least 1 */
	uint64_t first, last; /* frames, from 0 */
	const struct gs_suppressions *suppressions; /* NULL: none but comments */
	bool confirms; /* look step by step whether each finding is so */
};

/* The text of a shader object. */
struct gs_sanitized_source {
	/* The shader's label, or that of its program; else what it is, as
	 * program-3-fragment-0.glsl. Different texts have different names. */
	char *name;
	char *text;
};

/* What a step-by-step look at the first element has shown. */
enum gs_confirmed { GS_NOT_CONFIRMABLE, GS_CONFIRMED, GS_REFUTED };

struct gs_finding {
	enum gs_fault_kind kind;
	enum gs_stage stage;
	uint32_t program; /* the first's, with its label; NULL: it has none */
	char *label;
	GArray *programs; /* uint32_t, of all that have that source */
	uint32_t shader;  /* GL's name of the shader object */
	const struct gs_sanitized_source *source;
	char *file;	    /* as the source's #line names it, else source->name */
	unsigned file_line; /* there */
	unsigned object, line, column, end_line, end_column; /* in the source; as struct gs_span */
	char *expression, *function, *text;		     /* the last: the whole line */
	const char *message, *section, *advice;
	uint64_t elements, of; /* over all draws that it happens in; notes: 0 */
	uint64_t draws;
	uint64_t frame, draw, call; /* of the first */
	uint64_t draw_of_frame;	    /* how many the program stopped at in that frame before it */
	struct gs_fault_element first, worst; /* .operands NULL: not known */
	char *first_name, *worst_name;	      /* of the elements, as people read them; NULL: none */
	bool suppressed;		      /* the user does not want to be told */
	char **commands;   /* of the console: at the draw, they lead to the first */
	bool looked_again; /* these are known */
	enum gs_confirmed confirmed;
	char *why;  /* it could not be confirmed; else NULL */
	char *kept; /* a trace with its draw, and how to start glstep with it; NULL */
	char *command;
};

/* A stage of a program. */
struct gs_sanitized_stage {
	uint32_t program;
	char *label; /* the program's; NULL: none */
	enum gs_stage stage;
	uint64_t draws;		/* that were looked at */
	uint64_t not_looked_at; /* draws, and why the first was not */
	bool is_closed;		/* no code can be put into some of its operations */
	char *why;
};

/* A reason, and how many draws were not looked at for it, or some stage of them. */
struct gs_not_looked_at {
	char *why;
	uint64_t draws;
	uint64_t last; /* private: the number of the last of them */
};

struct gs_findings {
	GPtrArray *list;	 /* struct gs_finding, in the order in which they were found */
	GPtrArray *sources;	 /* struct gs_sanitized_source, of findings */
	GPtrArray *stages;	 /* struct gs_sanitized_stage, in the order in which they came by */
	GPtrArray *notes;	 /* sentences: what the user should know */
	uint64_t suppressed;	 /* findings of the list */
	GArray *not_looked_at;	 /* struct gs_not_looked_at */
	uint64_t draws;		 /* that came by */
	uint64_t looked_at;	 /* draws, in some stage at least */
	unsigned new_sifts;	 /* private: stages, 1 << each, whose sifts were not drawn yet */
	uint64_t draws_of_frame; /* private: that came by before, in the frame that is drawn */
};

struct gs_findings *gs_findings_new(void);
void gs_findings_free(struct gs_findings *findings);
/* Return whether it is told, but no fault. */
static inline bool gs_finding_is_note(const struct gs_finding *finding)
{
	return finding->kind == GS_FAULT_UNUSED;
}

/* Look at the pending draw, and add what is found. A shader that is being debugged is left. What
 * cannot be looked at is counted. Returns false if nothing more can be asked. */
bool gs_session_look_at_draw(struct gs_session *session, const struct gs_sanitize_wish *wish,
	struct gs_findings *findings, GError **error);
/* Run the program, from where it stands, to the end of the last frame of the wish or its own end,
 * and look at the draws on the way. Returns false with error if it cannot go on; what was found
 * stays. */
bool gs_session_sanitize(struct gs_session *session, const struct gs_sanitize_wish *wish,
	struct gs_findings *findings, struct gs_stop *stop, GError **error);

#endif
