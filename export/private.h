/* SPDX-License-Identifier: MIT */
/* What the files of export/ share: the state that a trace's calls leave, and what is written. */
#ifndef GS_EXPORT_PRIVATE_H
#define GS_EXPORT_PRIVATE_H

#include <glib.h>
#include "data/data.h"
#include "data/object.h"
#include "data/pointee.h"
#include "data/targets.h"
#include "effects/state/state.h"
#include "export/export.h"
#include "export/files.h"
#include "export/text.h"
#include "follow/follow.h"
#include "follow/regions.h"
#include "follow/told-configs.h"
#include "follow/wishes.h"
#include "trace/raw.h"
#include "trace/trace.h"

struct exporter;
struct recipe;

enum {
	EXPORT_MOST_MEMORY = 1 << 30, /* of a region */
	EXPORT_MOST_LABEL = 64
};

/* Does all that a call asks for. */
typedef void (*export_act)(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);

/* A variable of the program. */
struct variable {
	char *name;
	const char *type;
	unsigned number;    /* of all, in the order in which they are met */
	bool is_given;	    /* a call gives it its value */
	uint8_t kind;	    /* enum gs_object_kind */
	uint64_t initial;   /* its value where none does */
	const char *suffix; /* of a shader's file; NULL: not known */
	char *text; /* of locations: the uniform's name. Of others that begin with more than a
		       number: that. NULL */
};

struct parameter {
	const struct gs_parameter *info;
	uint8_t element_class, element_bits; /* of what a pointer points at; VOID: not known */
	bool is_out, is_kept;		     /* kept: GL reads there after the call, too */
	uint8_t rule;			     /* enum gs_memory_rule_kind, or 0 */
	const struct gs_memory_rule *memory; /* NULL: none */
	uint32_t offset_target;		     /* gs_data_offset_target; 0: there is no rule */
};

/* A function of the trace. */
struct recipe {
	unsigned number;
	const struct gs_function_info *info; /* NULL: not known */
	export_act act;			     /* in place of the call; NULL: none */
	export_act before, after;	     /* it is exported; NULL: none */
	uint64_t kinds;			     /* enum gs_function_kind bits */
	const struct gs_object_rule *rules;
	size_t n_rules;
	struct parameter parameters[20];
};

/* Tables by a 64-bit number. */
struct group {
	unsigned number;
	GHashTable *names[GS_N_OBJECT_KINDS]; /* struct variable * by the recorded number */
	GHashTable *in_programs;	      /* likewise, by the numbers of programs' parts */
	GHashTable *parts;		      /* likewise, by their texts: "3 program_1 color" */
};

/* struct gs_follow_context's data; there is none if the trace does not say how it was made. */
struct context {
	const struct gs_follow_context *told;
	struct variable *variable;
	unsigned number; /* from 1 */
	struct group *group;
	GHashTable *names[GS_N_OBJECT_KINDS]; /* of kinds that are a context's */
};

/* struct gs_follow_drawable's data. */
struct window {
	struct variable *variable;
	int width, height;
	int first_width, first_height; /* when it was first current; 0: it never was */
	bool srgb;
};

/* What the first reading of the trace finds out for the second, by the variable's number. */
struct survey {
	GHashTable *labels; /* char *, by number in a pointer */
	GHashTable *lists;  /* char *, what display lists are called: by their group and name */
	GHashTable *sizes;  /* width << 32 | height of windows, and of contexts' first ones,
			       when the first call of GL is made */
};

struct exporter {
	const struct gs_export_wish *wish;
	struct gs_export_figures *figures;
	struct survey *survey;
	bool is_survey; /* the first reading: nothing is written */
	struct files *files;
	GPtrArray *recipes;   /* by signature */
	GPtrArray *variables; /* struct variable *, by number */
	GPtrArray *lists;     /* likewise, of display lists, without numbers: the first reading
				 makes none */
	GHashTable *taken;    /* their names */
	struct gs_follow *follow;
	const struct gs_follow_thread *thread; /* of the call; NULL: none so far */
	const struct gs_follow_step *step;     /* of the call */
	GPtrArray *groups;
	unsigned n_contexts, n_windows;
	struct gs_told_configs configs;
	bool in_block;		    /* the call stands between glBegin and glEnd */
	struct gs_regions *regions; /* memory.c */
	GPtrArray *places;	    /* struct variable *, of regions; and those that are free */
	GPtrArray *free_places;
	uint64_t frame, number;	    /* of the call */
	unsigned part;		    /* of the frame's function */
	bool is_open;		    /* the function */
	unsigned n_lines;	    /* of it */
	GString *after;		    /* lines behind the statement that is being made */
	char *data_label;	    /* what the memory is called that the next call reads; NULL */
	const char *refused;	    /* why it cannot be exported; static */
	struct gs_effects *effects; /* asserts.c; NULL: nothing is compared */
	uint64_t asserted;	    /* the frame */
};

static inline struct context *export_context(const struct exporter *ex)
{
	return ex->thread && ex->thread->context ? ex->thread->context->data : NULL;
}

/* What it draws into, and reads from; NULL: nothing, or no context is current. */
static inline struct window *export_draw(const struct exporter *ex)
{
	return export_context(ex) && ex->thread->draw ? ex->thread->draw->data : NULL;
}

static inline struct window *export_read(const struct exporter *ex)
{
	return export_context(ex) && ex->thread->read ? ex->thread->read->data : NULL;
}

/* ---- tables.c ---- */

GHashTable *export_table(GDestroyNotify free_value);
void *export_find(GHashTable *table, uint64_t key);
void export_set(GHashTable *table, uint64_t key, void *value);
uint64_t export_number(GHashTable *table, uint64_t key); /* 0: none */
void export_set_number(GHashTable *table, uint64_t key, uint64_t number);

/* ---- objects.c ---- */

struct variable *export_variable(struct exporter *ex, const char *type, const char *name);
/* Its name, in a file that declares it. */
const char *export_use(struct exporter *ex, const struct variable *v);
/* The expression for a recorded name; NULL: it stands for nothing here. */
const char *export_name(
	struct exporter *ex, enum gs_object_kind kind, uint64_t recorded, GString *room);
/* Where a call gives the name. */
struct variable *export_new_name(struct exporter *ex, const struct recipe *recipe,
	enum gs_object_kind kind, uint64_t recorded);
/* The argument's rule; NULL: it is no name. */
const struct gs_object_rule *export_rule(const struct recipe *recipe, unsigned argument);
/* A recorded number as that rule takes it. False: it stands for nothing. */
bool export_ruled(struct exporter *ex, const struct gs_object_rule *rule,
	const struct gs_trace_call *call, uint64_t recorded, GString *to);
/* "texture_1 = ": what takes the result. */
void export_result(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, GString *to);
/* Behind a call that tells the name of the block with a number. */
void export_listed(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);
/* The variable of subroutines that stands there in the program in use; NULL: nobody asked. */
const struct variable *export_subroutine_place(struct exporter *ex, uint64_t stage, unsigned place);
void export_forget_parts(struct exporter *ex, uint64_t program);
void export_label(struct exporter *ex, enum gs_object_kind kind, uint64_t recorded,
	const struct gs_trace_value *text);
void export_label_list(struct exporter *ex, uint64_t recorded, const struct gs_trace_value *text);
/* A name for the next variable; g_free. */
char *export_labelled(const struct exporter *ex, const char *stem);
/* Of a variable that an address is of. */
void export_label_memory(struct exporter *ex, const struct variable *v);
void export_forget_label(struct exporter *ex, const struct variable *v);
/* How the file of a shader's text ends: ".vert". */
void export_set_suffix(struct exporter *ex, uint64_t shader, const char *suffix);
const char *export_suffix(struct exporter *ex, uint64_t shader);
struct group *export_group_new(struct exporter *ex);
void export_group_free(void *group);
void export_write_variables(struct exporter *ex);

/* ---- comments.c ---- */

/* Of a call of glStringMarkerGREMEDY; what it says of memory is of the next call. */
void export_take_comments(struct exporter *ex, const struct gs_trace_call *call);
void export_forget_comments(struct exporter *ex);

/* ---- values.c ---- */

/* A number of that class. False: the value is none. */
bool export_scalar(struct exporter *ex, const struct gs_trace_value *value, enum gs_class class,
	unsigned bits, const char *group, unsigned apis, GString *to);
/* An argument. False: ex->refused says why. */
bool export_argument(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, unsigned i, GString *to);
/* "data(DATA_12_PIXELS)" */
void export_data(struct exporter *ex, const struct gs_trace_call *call, const char *what,
	const void *bytes, size_t n, GString *to);
/* A few bytes as an array, many as data. */
void export_bytes(struct exporter *ex, const struct gs_trace_call *call, const char *what,
	const void *bytes, size_t n, GString *to);
/* A C string, or a long one as data. */
void export_text(struct exporter *ex, const struct gs_trace_call *call, const char *what,
	const struct gs_trace_value *value, GString *to);
/* The type of an element: "const GLfloat *": "const GLfloat". */
char *export_element_type(const struct parameter *p, const struct gs_trace_value *array);

/* ---- lengths.c ---- */

/* Bytes that the call reads or writes there; 0: none, or that is not known. */
uint64_t export_needed(const struct recipe *recipe, const struct gs_trace_call *call,
	const struct gs_memory_rule *rule);

/* Behind each pointer is as much as its rule says, where that needs no state of GL. */
bool export_fits(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);

/* ---- memory.c ---- */

/* "buffer_1_map + 16"; false: nothing is known of the address. */
bool export_address(struct exporter *ex, uint64_t address, GString *to);
/* The buffer is bound into which such an address is an offset. */
bool export_is_offset(struct exporter *ex, const struct parameter *p);
/* Forget where the buffers were that the call unmaps. */
void export_unmap(struct exporter *ex);
/* Append "buffer_1_map = " for a call that maps. */
void export_map(struct exporter *ex, GString *to);
/* A new place of that variable's, or none where there are too many. */
void export_add_region(struct exporter *ex, struct variable *v, uint64_t address, uint64_t size,
	const void *group, uint64_t buffer);
/* The variable of an address; NULL: none. */
struct variable *export_find_region(
	struct exporter *ex, uint64_t address, uint64_t *offset, uint64_t *left);
struct variable *export_memory_variable(struct exporter *ex, const char *name);
/* ---- heap.c ---- */

void export_malloc(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);
void export_free(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);
void export_memcpy(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);

/* ---- special.c ---- */

void export_find_special(struct recipe *recipe, const char *name);

/* ---- windows.c ---- */

/* NULL: nothing is to be done. */
export_act export_window_act(unsigned function);
void export_enter_thread(struct exporter *ex, uint32_t number);
/* Make its window as large as the follower has it. */
void export_set_size(struct exporter *ex, const struct gs_follow_drawable *told);
/* Before a call of the program's own: the sizes are what they are now. */
void export_note_sizes(struct exporter *ex);
/* Return a follower whose data are the exporter's. */
struct gs_follow *export_new_follow(void);

/* ---- lines.c ---- */

/* A statement, which ends with its semicolon. */
void export_line(struct exporter *ex, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* One that gives names to an array, of which ex->after makes variables. */
void export_line_with_names(struct exporter *ex, const char *statement);
void export_comment(struct exporter *ex, const char *text, size_t n);
/* `why` is a clause. */
void export_comment_call(struct exporter *ex, const struct gs_trace_call *call, const char *why);
/* Likewise, of one that cannot be exported: it is counted. */
void export_leave_out(struct exporter *ex, const struct gs_trace_call *call, const char *why);
/* Between calls: a long function goes on in another. */
void export_part_function(struct exporter *ex);
void export_end_function(struct exporter *ex);
void export_end_frame(struct exporter *ex);

/* ---- asserts.c ---- */

void export_begin_asserts(struct exporter *ex);
void export_end_asserts(struct exporter *ex);
/* Before export_call. */
void export_assert(struct exporter *ex, const struct gs_trace_call *call);

/* Before a call is exported: writes an assertion of the trace as a comparison of the program's.
 * Returns whether it is one. */
bool export_asserted(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);

/* ---- calls.c ---- */

void export_call(struct exporter *ex, const struct gs_trace_call *call);

#endif
