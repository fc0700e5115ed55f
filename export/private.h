/* SPDX-License-Identifier: MIT */
/* What the files of export/ share: the state that the trace's calls have left, and what is
 * written. */
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
	EXPORT_MOST_MEMORY = 1 << 30, /* bytes of a region */
	EXPORT_MOST_LABEL = 64
};

/* Writes what a call becomes, in place of the call or beside it. */
typedef void (*export_act)(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);

/* A variable of the program. */
struct variable {
	char *name;
	const char *type;
	unsigned number;    /* of all variables, in the order in which they are met */
	bool is_given;	    /* a call of the program sets it */
	uint8_t kind;	    /* enum gs_object_kind */
	uint64_t initial;   /* its value if no call sets it */
	const char *suffix; /* suffix of a shader's file; NULL: not known */
	/* Locations and other parts of programs: the part's name. Variables with an initializer
	 * that is no number: the initializer. NULL. */
	char *text;
};

struct parameter {
	const struct gs_parameter *info;
	/* Class and bits of what a pointer points at; VOID: not known. */
	uint8_t element_class, element_bits;
	bool is_out, is_kept;		     /* is_kept: GL reads the memory after the call, too */
	uint8_t rule;			     /* enum gs_memory_rule_kind, or 0 */
	const struct gs_memory_rule *memory; /* NULL: none */
	uint32_t offset_target;		     /* gs_data_offset_target; 0: it is never an offset */
};

/* How calls of one function of the trace are exported, found at its first call. */
struct recipe {
	unsigned number;
	const struct gs_function_info *info; /* NULL: not known */
	export_act act;			     /* in place of the call; NULL: none */
	export_act before, after; /* before and after the call, if it is exported; NULL: none */
	uint64_t kinds;		  /* enum gs_function_kind bits */
	const struct gs_object_rule *rules;
	size_t n_rules;
	struct parameter parameters[20];
};

/* Contexts that share objects: struct gs_follow_group's data. Tables by 64-bit numbers. */
struct group {
	unsigned number;
	GHashTable *names[GS_N_OBJECT_KINDS]; /* struct variable * by recorded name */
	GHashTable *in_programs; /* struct variable * by number of a part of a program */
	GHashTable *parts;	 /* struct variable * by a text: "3 program_1 color" */
};

/* struct gs_follow_context's data; NULL if the trace does not say how the context was made. */
struct context {
	const struct gs_follow_context *told;
	struct variable *variable;
	unsigned number; /* from 1 */
	struct group *group;
	GHashTable *names[GS_N_OBJECT_KINDS]; /* of kinds that contexts do not share */
};

/* struct gs_follow_drawable's data. */
struct window {
	struct variable *variable;
	int width, height;
	int first_width, first_height; /* size when it was first current; 0: it never was */
	bool srgb;
};

/* What the first reading of the trace finds out for the second one. */
struct survey {
	GHashTable *labels; /* variable's number, as pointer -> label, char * */
	GHashTable *lists;  /* group and name of a display list -> label, char * */
	/* Variable's number -> size, width << 32 | height, of windows, and of the first windows
	 * of contexts, at the first call of GL. */
	GHashTable *sizes;
};

struct exporter {
	const struct gs_export_wish *wish;
	struct gs_export_figures *figures;
	struct survey *survey;
	bool is_survey; /* first reading: nothing is written */
	struct files *files;
	GPtrArray *recipes;   /* by signature */
	GPtrArray *variables; /* struct variable *, by number */
	/* struct variable *: display lists, without numbers; the first reading makes none. */
	GPtrArray *lists;
	GHashTable *taken; /* names that variables have */
	struct gs_follow *follow;
	const struct gs_follow_thread *thread; /* thread of the call; NULL: none so far */
	const struct gs_follow_step *step;     /* what the follower says the call does */
	GPtrArray *groups;
	unsigned n_contexts, n_windows;
	struct gs_told_configs configs;
	bool in_block;		    /* the call is between glBegin and glEnd */
	struct gs_regions *regions; /* memory.c */
	GPtrArray *places; /* struct variable * of regions; and those whose memory was freed */
	GPtrArray *free_places;
	uint64_t frame, number; /* of the current call */
	unsigned part;		/* part of the frame's function that is written, from 1 */
	bool is_open;		/* a function is begun */
	unsigned n_lines;	/* lines of that function */
	/* For names in an array: its declaration, and lines after the statement. */
	GString *after;
	char *data_label;	    /* label of the memory that the next call reads; NULL */
	const char *refused;	    /* why the call cannot be exported; static */
	struct gs_effects *effects; /* asserts.c; NULL: no state is compared */
	uint64_t asserted;	    /* frame whose state was compared last */
};

static inline struct context *export_context(const struct exporter *ex)
{
	return ex->thread && ex->thread->context ? ex->thread->context->data : NULL;
}

/* Return what the current context draws into, or reads from; NULL: nothing, or no context is
 * current. */
static inline struct window *export_draw(const struct exporter *ex)
{
	return export_context(ex) && ex->thread->draw ? ex->thread->draw->data : NULL;
}

static inline struct window *export_read(const struct exporter *ex)
{
	return export_context(ex) && ex->thread->read ? ex->thread->read->data : NULL;
}

/* ---- tables.c ---- */

/* Create a table by 64-bit numbers. Values are freed with `free_value`; NULL: not. */
GHashTable *export_table(GDestroyNotify free_value);
void *export_find(GHashTable *table, uint64_t key);
void export_set(GHashTable *table, uint64_t key, void *value);
/* Return a number from the table; 0: none. */
uint64_t export_number(GHashTable *table, uint64_t key);
void export_set_number(GHashTable *table, uint64_t key, uint64_t number);

/* ---- objects.c ---- */

/* Add a variable of the program; its name is made unique. type must be static. */
struct variable *export_variable(struct exporter *ex, const char *type, const char *name);
/* Return the variable's name, and declare it in the file that is being written. */
const char *export_use(struct exporter *ex, const struct variable *v);
/* Return the expression for a recorded name, in `room` or the variable's; NULL: an unknown sync
 * object or handle. */
const char *export_name(
	struct exporter *ex, enum gs_object_kind kind, uint64_t recorded, GString *room);
/* Return the variable for a name that a call gives; it is added if there is none. */
struct variable *export_new_name(struct exporter *ex, const struct recipe *recipe,
	enum gs_object_kind kind, uint64_t recorded);
/* Return the rule of an argument that is an object's name; NULL: it is none. */
const struct gs_object_rule *export_rule(const struct recipe *recipe, unsigned argument);
/* Append the expression for a recorded name or number of that rule. Return false if it stands for
 * nothing. */
bool export_ruled(struct exporter *ex, const struct gs_object_rule *rule,
	const struct gs_trace_call *call, uint64_t recorded, GString *to);
/* Append the assignment of a call's result, as "texture_1 = ", if a variable gets it. */
void export_result(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, GString *to);
/* After a call that asks for a block's name by number: write a call that asks for the number by
 * that name. */
void export_listed(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);
/* Return the location variable of a subroutine uniform in the program in use; NULL: the program did
 * not ask for it. */
const struct variable *export_subroutine_place(struct exporter *ex, uint64_t stage, unsigned place);
/* Forget the parts of a program, which is linked again. */
void export_forget_parts(struct exporter *ex, uint64_t program);
/* Note a label, in the first reading, for the variable's name in the second. The first label of an
 * object stays. */
void export_label(struct exporter *ex, enum gs_object_kind kind, uint64_t recorded,
	const struct gs_trace_value *text);
void export_label_list(struct exporter *ex, uint64_t recorded, const struct gs_trace_value *text);
/* Return a name for the next variable, with its label, to be freed with g_free(). */
char *export_labelled(const struct exporter *ex, const char *stem);
/* Label the variable of an address by what a comment has said of the address. */
void export_label_memory(struct exporter *ex, const struct variable *v);
void export_forget_label(struct exporter *ex, const struct variable *v);
/* Set the suffix of a shader's source file, such as ".vert"; static. */
void export_set_suffix(struct exporter *ex, uint64_t shader, const char *suffix);
/* Return the suffix of a shader's source file; ".glsl" if it is not known. */
const char *export_suffix(struct exporter *ex, uint64_t shader);
struct group *export_group_new(struct exporter *ex);
void export_group_free(void *group);
/* Write the definitions of all variables. */
void export_write_variables(struct exporter *ex);

/* ---- comments.c ---- */

/* Take labels from a glStringMarkerGREMEDY that the recorder made up; a label of memory is for the
 * next call. */
void export_take_comments(struct exporter *ex, const struct gs_trace_call *call);
void export_forget_comments(struct exporter *ex);

/* ---- values.c ---- */

/* Append a number of that class. group: of enum names, or NULL; apis: GS_FUNCTION_... bits. Return
 * false if the value is no number. */
bool export_scalar(struct exporter *ex, const struct gs_trace_value *value, enum gs_class class,
	unsigned bits, const char *group, unsigned apis, GString *to);
/* Append the i-th argument. Return false, with ex->refused set, if it cannot be exported. */
bool export_argument(struct exporter *ex, const struct recipe *recipe,
	const struct gs_trace_call *call, unsigned i, GString *to);
/* Append an expression for bytes in data.bin, as "data(DATA_12_PIXELS)". what: a word for the
 * name. */
void export_data(struct exporter *ex, const struct gs_trace_call *call, const char *what,
	const void *bytes, size_t n, GString *to);
/* Append few bytes as an array, many as data. */
void export_bytes(struct exporter *ex, const struct gs_trace_call *call, const char *what,
	const void *bytes, size_t n, GString *to);
/* Append a text as a string, a long one as data. */
void export_text(struct exporter *ex, const struct gs_trace_call *call, const char *what,
	const struct gs_trace_value *value, GString *to);
/* Return the type of an array's elements, "const GLfloat" for "const GLfloat *", to be freed with
 * g_free(). */
char *export_element_type(const struct parameter *p, const struct gs_trace_value *array);

/* ---- lengths.c ---- */

/* Return the bytes that the call reads or writes by that rule; 0: none, or it is not known. */
uint64_t export_needed(const struct recipe *recipe, const struct gs_trace_call *call,
	const struct gs_memory_rule *rule);

/* Return whether there is as much behind each pointer as its rule says, where that needs no state
 * of GL. */
bool export_fits(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);

/* ---- memory.c ---- */

/* Append an address as an expression, "buffer_1_map + 16". Return false if nothing is known of
 * it. */
bool export_address(struct exporter *ex, uint64_t address, GString *to);
/* Return whether an address for that parameter is an offset, since a buffer is bound to its
 * target. */
bool export_is_offset(struct exporter *ex, const struct parameter *p);
/* Forget the mappings that the call ends. */
void export_unmap(struct exporter *ex);
/* Append "buffer_1_map = " for a call that maps. */
void export_map(struct exporter *ex, GString *to);
/* Note that the variable holds the address of a region; not if there are too many. group, buffer:
 * for gs_regions_unmap. */
void export_add_region(struct exporter *ex, struct variable *v, uint64_t address, uint64_t size,
	const void *group, uint64_t buffer);
/* Return the variable of the region that contains the address, its offset there, and the bytes
 * left; NULL: none. */
struct variable *export_find_region(
	struct exporter *ex, uint64_t address, uint64_t *offset, uint64_t *left);
/* Add a variable "char *NAME", with a label if it has one. */
struct variable *export_memory_variable(struct exporter *ex, const char *name);
/* ---- heap.c: the recorder's malloc, free and memcpy ---- */

void export_malloc(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);
void export_free(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);
void export_memcpy(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);

/* ---- special.c ---- */

/* Set the act, before and after functions of a function that needs some. */
void export_find_special(struct recipe *recipe, const char *name);

/* ---- windows.c ---- */

/* Return what is done for calls of a GLX or EGL function; NULL: nothing. */
export_act export_window_act(unsigned function);
/* Take the thread as the one that calls. Writes make_current if it is another one. */
void export_enter_thread(struct exporter *ex, uint32_t number);
/* Give the drawable's window the size that the follower has. */
void export_set_size(struct exporter *ex, const struct gs_follow_drawable *told);
/* Note, in the first reading, the sizes that current windows have before a call of the
 * program's. */
void export_note_sizes(struct exporter *ex);
/* Return a follower whose data are the exporter's. */
struct gs_follow *export_new_follow(void);

/* ---- lines.c ---- */

/* Write a statement, with its semicolon. */
void export_line(struct exporter *ex, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Write a statement that stores names in an array, and the assignments of ex->after, which give
 * them to variables. */
void export_line_with_names(struct exporter *ex, const char *statement);
void export_comment(struct exporter *ex, const char *text, size_t n);
/* Write a comment that the call is left out; `why` is a clause. */
void export_comment_call(struct exporter *ex, const struct gs_trace_call *call, const char *why);
/* Likewise for a call that cannot be exported, which is counted. */
void export_leave_out(struct exporter *ex, const struct gs_trace_call *call, const char *why);
/* Go on in another function if this one is long. Call between calls. */
void export_part_function(struct exporter *ex);
void export_end_function(struct exporter *ex);
void export_end_frame(struct exporter *ex);

/* ---- asserts.c ---- */

/* Begin, and end, to follow state, if the wish asks for comparisons. */
void export_begin_asserts(struct exporter *ex);
void export_end_asserts(struct exporter *ex);
/* Write a frame's comparisons before its first call of GL. Call before each export_call. */
void export_assert(struct exporter *ex, const struct gs_trace_call *call);

/* Write a call that is an assertion of the trace as a comparison. Return whether it is one. */
bool export_asserted(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call);

/* ---- calls.c ---- */

/* Export a call: write its statement, or a comment that says why there is none. */
void export_call(struct exporter *ex, const struct gs_trace_call *call);

#endif
