/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/sanitize - what the shaders of draws do wrong: each draw or dispatch is looked
 * at before it is executed, in all of its stages (session/shader/faults.h), and what is found of
 * the same place of the same source becomes one finding. As all of a session (session.h).
 */
#ifndef GS_SESSION_SANITIZE_H
#define GS_SESSION_SANITIZE_H

#include "debugger/session/shader/faults.h"

struct gs_sanitize_wish {
	unsigned kinds;	      /* GS_FAULT_BIT of each */
	unsigned stages;      /* 1 << enum gs_stage of each */
	uint64_t every;	      /* of so many draws one is looked at; at least 1 */
	uint64_t first, last; /* frames, from 0 */
};

struct gs_finding {
	enum gs_fault_kind kind;
	enum gs_stage stage;
	uint32_t program; /* the first's, with its label, if it has one */
	char *label;
	uint32_t shader; /* GL's name of the shader object */
	char *file;	 /* what the source's #line says, else "" */
	unsigned object, line, column;
	char *expression, *function, *text; /* the last: the whole line */
	const char *message, *section, *advice;
	uint64_t elements, of; /* over all draws that it happens in */
	uint64_t draws;
	uint64_t frame, draw, call;	      /* of the first */
	struct gs_fault_element first, worst; /* .operands NULL: not known */
	char *first_name, *worst_name;	      /* of the elements, as people read them; NULL: none */
};

/* A reason, and how many draws were not looked at for it, or some stage of them. */
struct gs_not_looked_at {
	char *why;
	uint64_t draws;
};

struct gs_findings {
	GPtrArray *list;	/* struct gs_finding, in the order in which they were found */
	GArray *not_looked_at;	/* struct gs_not_looked_at */
	uint64_t draws, frames; /* that came by; frames that ended */
	uint64_t looked_at;	/* draws, in some stage at least */
	uint64_t redrawn;	/* how many draws it took */
};

struct gs_findings *gs_findings_new(void);
void gs_findings_free(struct gs_findings *findings);

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
