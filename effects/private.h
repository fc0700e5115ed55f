/* SPDX-License-Identifier: MIT */
/* What the files of effects/ share. */
#ifndef GS_EFFECTS_PRIVATE_H
#define GS_EFFECTS_PRIVATE_H

#include <glib.h>
#include "effects/effects.h"
#include "effects/context.h"
#include "effects/nodes.h"
#include "data/data.h"
#include "data/draw.h"
#include "data/effect.h"
#include "follow/follow.h"

struct gs_object;
struct gs_effects_call;
typedef void (*gs_effects_act)(struct gs_effects *effects, const struct gs_effects_call *c);

/* What a call does to a node. A log entry is one word: the access in the upper bits, the node
 * below. An access with a range is followed by four words: first and size, 64 bits each, the lower
 * word first. */
enum gs_access {
	GS_ACCESS_READ,
	GS_ACCESS_SET,
	GS_ACCESS_ADD,
	GS_ACCESS_FORGET, /* nothing needs the node from here on; not a reason to keep the call */
	GS_ACCESS_LIST,	  /* instead of a node: the number of a list of nodes that are read */
	GS_ACCESS_READ_RANGE,
	GS_ACCESS_SET_RANGE,
	GS_ACCESS_ADD_RANGE,
	GS_ACCESS_ADD_INDICES, /* changes the children with indices in the range that follows */
	GS_ACCESS_PUSH,	       /* the node's value is pushed on a stack ... */
	GS_ACCESS_POP,	       /* ... and popped */
	/* Instead of a node: the depth of a display list, 1 for one that the program calls, more
	 * for one that a list calls. What follows is done by one call of that list. */
	GS_ACCESS_NEXT,
};
enum { GS_ACCESS_SHIFT = 28, GS_ACCESS_NODE = (1 << GS_ACCESS_SHIFT) - 1 };
enum { GS_EFFECTS_DEEPEST = 64 }; /* depth of lists that call lists: GL_MAX_LIST_NESTING */

enum { GS_EFFECTS_UNITS = 64, GS_EFFECTS_LEVELS = 16, GS_EFFECTS_COLORS = 16 };

struct gs_image_size {
	int32_t width, height, depth; /* 0: not known */
};

/* An attachment of a framebuffer. */
struct gs_attached_image {
	struct gs_object *object;
	uint16_t level;
	bool is_whole; /* the call that attached it names no part of a level */
	int32_t layer; /* -1: all layers */
};

/* How a framebuffer's draw or read buffers were chosen. */
struct gs_buffer_choice {
	bool is_known; /* false: chosen by the window system or glPopAttrib */
	bool is_set;   /* by the call with number .call */
	uint64_t call;
};

struct gs_chosen_buffers {
	uint32_t colors; /* attachments that are drawn into, one bit each */
	struct gs_buffer_choice draws, reads;
	uint32_t draw_names[GS_EFFECTS_COLORS], read_name;
};

struct gs_object {
	uint8_t kind; /* enum gs_object_kind; NONE: a context, a drawable, memory */
	uint32_t node;
	uint64_t name, visit;
	struct gs_object *alias; /* the object whose images a texture view or EGLImage shows */
	bool is_shared;		 /* other objects show its images, too */
	bool is_deleted;
	uint32_t n_referring;	/* nodes and saved attributes that refer to it */
	GHashTable *references; /* node -> struct gs_object *; NULL: none so far */
	GHashTable *held;	/* effects/state: values of its variables; NULL: none so far */
	union {
		struct {
			uint64_t target;
			uint32_t format; /* internal format of level 0 as given; 0: not known */
			struct gs_image_size sizes[GS_EFFECTS_LEVELS];
			int base_level;
			bool makes_mipmaps;
		} texture;
		struct {
			struct gs_image_size size;
		} renderbuffer;
		struct {
			uint64_t size;
		} buffer;
		struct {
			struct gs_attached_image attachments[GS_EFFECTS_COLORS + 2];
			struct gs_chosen_buffers chosen;
			bool is_default;
		} framebuffer;
		struct {
			uint64_t units; /* texture units that it may sample, one bit each */
			/* The texture units among the values that its uniforms were set to. */
			uint64_t set_to;
			uint32_t linked; /* place of the last link plus 1 */
			bool has_source, samples, stores;
			bool is_unusable; /* the last link failed */
		} program;
		struct {
			GPtrArray *calls; /* struct gs_list_call *; NULL: none */
		} list;
		struct {
			uint32_t begun; /* place of glBeginTransformFeedback plus 1; 0: ended */
			bool is_paused;
		} feedback;
		struct {
			const struct gs_follow_drawable *told;
			bool is_preserved; /* swapping preserves its contents */
			/* From a swap until something is done to the colours: position, plus 1, of
			 * the log word that says that nothing needs the old colours; and the place
			 * of the swap. */
			uint64_t forgotten;
			uint32_t swapped;
		} drawable;
	};
};

/* Contexts that share objects: struct gs_follow_group's data. */
struct gs_effects_group {
	GHashTable *objects[GS_N_OBJECT_KINDS]; /* name -> object */
	GPtrArray *with_handles;		/* textures that any shader may sample by handle */
	GPtrArray *contexts;			/* all contexts ever added */
};

/* What a draw or a compute dispatch reads and writes through bindings. */
struct gs_effects_reached {
	uint64_t listed_at; /* value of gs_effects.generation for which the rest is valid */
	uint32_t list;	    /* number of the list of nodes that are read */
	GArray *written;    /* uint32_t: nodes that are changed besides the framebuffer */
};

/* struct gs_follow_context's data; kept after the context has ended. */
struct gs_effects_context {
	struct gs_object object; /* its state */
	struct gs_effects_group *group;
	GHashTable *objects[GS_N_OBJECT_KINDS]; /* of kinds that contexts do not share */
	struct gs_object *defaults[GS_N_OBJECT_KINDS];
	bool was_current, has_ended;
	uint64_t unit, client_unit, matrix_mode, list_base;
	uint64_t fixed_units; /* units with a texture target enabled, one bit each */
	uint64_t color_face, color_material;
	bool blends, tests_depth, tests_stencil, tests_alpha, combines; /* enabled capabilities */
	int32_t viewport[4], scissor[4];				/* all 0: not known */
	bool lights, runs_vertex_program; /* GL_LIGHTING, GL_VERTEX_PROGRAM_ARB */
	bool colors_material, scissors, discards, masks_color, masks_depth, masks_stencil;
	uint32_t draws_nothing; /* place of the glRenderMode that began it plus 1; 0: it draws */
	uint64_t pack_alignment;
	bool packs_oddly; /* pixel-store parameters beside the alignment may matter */
	bool in_block;
	uint32_t raster; /* node of the raster position, which only draws at it need */
	uint32_t block;	 /* node of what is between glBegin and glEnd; nothing outside needs it */
	struct gs_object *list; /* being compiled */
	bool list_executes;
	/* struct gs_saved_attributes *: server's, client's; NULL: none so far. */
	GPtrArray *saved[2];
	GHashTable *matrices; /* node -> GArray of uint32_t: places of unmatched glPushMatrix */
	uint8_t apis;	      /* enum gs_state_api bit; 0: a compatibility profile */
	/* effects/state: gs_current_matrix -> struct gs_matrix_stack *. */
	GHashTable *matrix_values;
	struct gs_effects_reached draws, dispatches;
};

/* struct gs_follow_thread's data. */
struct gs_effects_thread {
	uint32_t node;
	struct gs_effects_context *context;
	struct gs_object *draw, *read; /* draws.c swaps the two while it logs a read */
};

struct gs_effects_pair {
	uint32_t from, to; /* if the call at place `from` is kept, so is `to` */
};

/* What is known of a function of the trace, found at its first call. */
struct gs_effects_recipe {
	const struct gs_function_info *info;
	unsigned number;
	const struct gs_effect *effects;
	size_t n_effects;
	bool is_known, is_window, is_immediate;
	uint8_t choice;	     /* enum gs_effects_choice */
	uint8_t state_roles; /* enum gs_state_role bits */
	const struct gs_object_rule *rules;
	size_t n_rules;
	uint64_t unknown_calls;
	const char *name;
};

/* Bits beside the thread's node in gs_effects.threads_of. */
enum gs_effects_mark {
	GS_EFFECTS_ALWAYS = INT32_MIN, /* the call is always kept */
	/* The call makes another context, or none, current in the thread. */
	GS_EFFECTS_SWITCHES = 1 << 30,
};

struct gs_effects {
	unsigned trust;
	struct gs_nodes *nodes;
	GArray *words, *lists; /* uint32_t */
	GArray *starts;	       /* uint64_t by place: where its words begin; one more at the end */
	GArray *list_starts;   /* uint64_t: likewise by list, in `lists` */
	GArray *numbers;       /* uint64_t: call number by place */
	GArray *threads_of;    /* uint32_t by place: thread's node, bits of enum gs_effects_mark */
	GArray *frame_ends;    /* uint64_t: places of calls that end a frame */
	GArray *kept_swaps;    /* uint32_t: places of swaps whose old contents are used */
	GArray *frame_bound;   /* uint32_t: by frame end, gs_effects_list_bound's list */
	GArray *pairs;	       /* struct gs_effects_pair */
	GPtrArray *recipes;    /* by signature */
	GPtrArray *all_objects, *all_contexts, *groups; /* owned */
	struct gs_follow *follow;			/* data of drawables: struct gs_object * */
	const struct gs_follow_step *step;		/* of the call being added */
	GHashTable *configs;	/* handle of a configuration -> node of what was asked about it */
	GHashTable *egl_images; /* handle -> struct gs_object * */
	struct gs_effects_thread *thread;
	struct gs_memory *memory;
	gs_effects_act acts[GS_N_ACTS];
	uint64_t generation; /* changes with every binding */
	uint64_t bound_at;   /* generation for which bound_list is valid */
	uint32_t bound_list; /* gs_effects_list_bound's list */
	bool keeps_bound;    /* false: frame_bound stays empty */
	bool keeps_last;     /* `words` holds those of the last place only */
	uint64_t visit;
	unsigned depth;			/* depth of the display list being called; 0: none */
	struct gs_effects_state *state; /* NULL: state is not followed */
	gs_effects_watch watch;		/* NULL: none */
	void *watch_data;
};

/* The range of a buffer that is bound; size 0: all of it. */
struct gs_state_extent {
	uint64_t first, size;
};

struct gs_effects_state {
	GHashTable *numbers;  /* scope and name -> variable */
	GHashTable *bound_by; /* node -> number of the call that made it refer to what it does */
	GHashTable *extents;  /* node of an indexed binding -> struct gs_state_extent */
};

struct gs_list_call {
	struct gs_effects_recipe *recipe;
	struct gs_trace_call call; /* a copy, but for .function, which is the reader's */
	uint32_t n_args;
};

/* A call that is being added. */
struct gs_effects_call {
	struct gs_effects_recipe *recipe;
	const struct gs_trace_call *call;
	struct gs_effects_context *context;
	uint32_t place;
};

/* ---- direct-access.c ---- */

/* Which selector a function names as an argument where others use the selected one: the unit or
 * matrix is argument 0, GS_CHOICE_CLIENT_UNIT argument 1. */
enum gs_effects_choice { GS_CHOICE_NONE, GS_CHOICE_UNIT, GS_CHOICE_MATRIX, GS_CHOICE_CLIENT_UNIT };
/* Return which selector calls of the function name. */
enum gs_effects_choice gs_effects_choice_of(unsigned function);
struct gs_effects_chosen {
	uint64_t unit, client_unit, matrix_mode;
};
/* Select the unit or matrix that the call names, and store what was selected in *was; does nothing
 * else if the call names none. */
void gs_effects_choose(const struct gs_effects_call *c, struct gs_effects_chosen *was);
/* Call the watch function, if there is one, before the call is executed. depth: as in
 * gs_effects_watch. */
void gs_effects_show(struct gs_effects *effects, const struct gs_effects_call *c, unsigned depth);
/* Select again what gs_effects_choose has stored. */
void gs_effects_choose_again(const struct gs_effects_call *c, const struct gs_effects_chosen *was);

/* ---- values.c ---- */

/* Return the value as an integer, of an array with one element that element; 0: it is no number. */
uint64_t gs_effects_number(const struct gs_trace_value *value);
/* Return an argument as an integer; 0: there is none, or it is no number. */
uint64_t gs_effects_argument(const struct gs_effects_call *c, unsigned argument);
/* Likewise for an argument by its parameter's name. */
uint64_t gs_effects_named(const struct gs_effects_call *c, const char *name);
/* Return whether the call has a parameter of that name. */
bool gs_effects_has(const struct gs_effects_call *c, const char *name);
/* Return the value as a double; 0: it is no number. */
double gs_effects_real(const struct gs_trace_value *value);
/* Return the argument of that name; NULL: there is none, or it is no array. */
const struct gs_trace_value *gs_effects_array(const struct gs_effects_call *c, const char *name);

/* ---- log.c: what each call does to nodes ---- */

/* Log that the call does `what` to a node, or to all of a node with ranges. Node 0 is ignored. */
void gs_effects_log(struct gs_effects *effects, enum gs_access what, uint32_t node);
/* Log that what follows is done by one call of the display list at effects->depth. */
void gs_effects_log_next(struct gs_effects *effects);
/* Log that the call does `what` to `size` bytes of the node from `first` on. */
void gs_effects_log_range(struct gs_effects *effects, enum gs_access what, uint32_t node,
	uint64_t first, uint64_t size);

/* Return the log of the call at that place, *n words as enum gs_access says. */
const uint32_t *gs_log_words(const struct gs_effects *effects, uint64_t place, uint64_t *n);
/* Change the log of the call at that place: it adds to the nodes that it was logged to set. */
void gs_log_add_instead(struct gs_effects *effects, uint64_t place);
/* Change the log of the drawable's last swap: what was there before is needed if what comes after
 * needs it. */
void gs_log_remember(struct gs_effects *effects, struct gs_object *drawable);
/* Return whether the access (enum gs_access) is followed by a range of four words. */
bool gs_log_has_range(uint32_t what);
/* Return the 64-bit number that two words of a log hold. */
uint64_t gs_log_number(const uint32_t *words);

/* ---- objects.c ---- */

/* Add an object with a node of its own, without entering its name in any context. */
struct gs_object *gs_object_make(struct gs_effects *effects, unsigned kind, uint64_t name);
/* Return the object that the node is the root of; NULL: none. */
struct gs_object *gs_effects_object_of(const struct gs_effects *effects, uint32_t node);
/* Return the node of a part of an object, enum gs_slot; slot 0 is all of it. */
uint32_t gs_object_part(struct gs_effects *effects, const struct gs_object *object, unsigned slot);
/* Return the node of one index of a part. */
uint32_t gs_object_index(
	struct gs_effects *effects, const struct gs_object *object, unsigned slot, uint64_t index);
/* Log an access to one or several parts of an object. */
void gs_log_part(struct gs_effects *effects, enum gs_access what, const struct gs_object *object,
	unsigned slot);
void gs_log_parts(struct gs_effects *effects, enum gs_access what, const struct gs_object *object,
	const uint8_t *slots, size_t n);
/* Log that the call needs the object to exist. */
void gs_read_being(struct gs_effects *effects, const struct gs_object *object);
/* Log that the call reads all of the object, and the images of another that it shows. */
void gs_read_whole(struct gs_effects *effects, const struct gs_object *object);
/* Log that the call reads that part of the current context's state. */
void gs_read_state(struct gs_effects *effects, const struct gs_effects_call *c, unsigned slot);
/* Return the context that is current in the thread with that number; NULL: none. */
struct gs_effects_context *gs_effects_context_of(const struct gs_effects *effects, uint32_t thread);
/* Return what is drawn into in that thread; NULL: nothing. */
struct gs_object *gs_effects_drawable_of(const struct gs_effects *effects, uint32_t thread);
/* Return the vertex array that is bound in the context, or the default one. */
struct gs_object *gs_effects_vertex_array(
	struct gs_effects *effects, struct gs_effects_context *context);
/* Return the object of that name, which is added if there is none; NULL: kind has no object 0, and
 * name is 0. */
struct gs_object *gs_effects_object(struct gs_effects *effects, struct gs_effects_context *context,
	unsigned kind, uint64_t name);
/* Add a new object of that name; the one that had the name is deleted. */
struct gs_object *gs_effects_new_object(struct gs_effects *effects,
	struct gs_effects_context *context, unsigned kind, uint64_t name);
/* Let the node of `owner` refer to that object from now on; NULL: to none. */
void gs_effects_refer(
	struct gs_effects *effects, struct gs_object *owner, uint32_t node, struct gs_object *to);
/* Return the object that the node of `owner` refers to; NULL: none. */
struct gs_object *gs_effects_referred(const struct gs_object *owner, uint32_t node);
/* Likewise, and log that the call sets the node and needs the object to exist. */
void gs_effects_bind(
	struct gs_effects *effects, struct gs_object *owner, uint32_t node, struct gs_object *to);
/* Return the node of the pixels of a texture or renderbuffer; objects that show the same images
 * have the same node. */
uint32_t gs_object_images(struct gs_effects *effects, const struct gs_object *object);

/* ---- bound.c: what is bound; logs the state that decides it as read by the call ---- */

/* Return the object of that kind that is bound to the target (0: the kind has none), or the default
 * one; NULL: none. */
struct gs_object *gs_bound(struct gs_effects *effects, const struct gs_effects_call *c,
	unsigned kind, uint64_t target);
/* Return the node of a unit's binding of a texture target. */
uint32_t gs_texture_binding(struct gs_effects *effects, const struct gs_effects_call *c,
	uint64_t unit, uint64_t target);
/* Return the object that the parameter of that name names, or, if the function has no such
 * parameter, the one that is bound to its `target`; NULL: none. Log that it must exist. */
struct gs_object *gs_named_or_bound(struct gs_effects *effects, const struct gs_effects_call *c,
	unsigned kind, const char *parameter);
/* Return the number of the current matrix: its mode, with the texture unit in bits 16 and up. */
uint64_t gs_current_matrix(struct gs_effects *effects, const struct gs_effects_call *c);
/* Return the framebuffer that is bound to be drawn into, or read from; never NULL. */
struct gs_object *gs_bound_framebuffer(
	struct gs_effects *effects, const struct gs_effects_call *c, bool draw);
/* Find the binding of a buffer target: return the context or vertex array that has it, and store
 * its node in *node. */
struct gs_object *gs_buffer_binding(struct gs_effects *effects, const struct gs_effects_call *c,
	uint64_t target, uint32_t *node);
/* Return the target to which a texture is bound: that of the cube for a face; 0: a proxy. */
uint64_t gs_plain_texture_target(uint64_t target);

/* ---- paths.c ---- */

/* Return the object whose state the effect is about; NULL: none. */
struct gs_object *gs_effect_owner(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_effect *effect);
/* Return the node of `owner` that the effect's path names; a path ends at the first index that is
 * not known. */
uint32_t gs_effect_path(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_effect *effect, const struct gs_object *owner);

/* ---- effects.c ---- */

/* Log all effects of a call that is executed, and follow what it changes. */
void gs_effects_apply(struct gs_effects *effects, const struct gs_effects_call *c);
/* ---- state.c; where effects->state is not NULL ---- */

/* What a function does to state beyond data/state.in's rules. */
enum gs_state_role {
	GS_STATE_MATRIX = 1,
	GS_STATE_COLOURS = 2,
	GS_STATE_TELLS_SIZE = 4,
	GS_STATE_IMAGES = 8,
	GS_STATE_ATTRIBUTES = 16,
	GS_STATE_VERTEX_BUFFERS = 32,
	GS_STATE_DEFAULTS = 64,
};
/* Return the roles of a function, enum gs_state_role bits. */
uint8_t gs_state_roles(unsigned function);
/* Follow what a call does to values of state. */
void gs_state_call(struct gs_effects *effects, const struct gs_effects_call *c);
/* Note which bytes of a buffer the node's binding has; size 0: all of it. */
void gs_state_note_extent(struct gs_effects *effects, uint32_t node, uint64_t first, uint64_t size);
/* Return a copy of what the owner's variables hold, for glPushAttrib and glPushClientAttrib; free
 * with g_hash_table_destroy(). */
GHashTable *gs_state_save(const struct gs_object *owner);
/* Restore from such a copy the variables in the groups of `mask`, an argument of glPushClientAttrib
 * if is_client, of glPushAttrib otherwise. */
void gs_state_restore(struct gs_object *owner, GHashTable *saved, uint64_t mask, bool is_client);
/* Mark the variables as unknown that a glPopAttrib may or may not restore, and that were set after
 * that call. */
void gs_state_doubt(struct gs_object *owner, uint64_t call);
void gs_state_free_matrices(struct gs_effects_context *context);

/* ---- acts: functions for calls that data/effects.in leaves to code ---- */

/* Log the effects of a draw. */
void gs_act_draw(struct gs_effects *effects, const struct gs_effects_call *c);
/* Log that GL writes some or all of these bytes of the buffer. */
void gs_buffer_write(
	struct gs_effects *effects, const struct gs_object *buffer, uint64_t first, uint64_t size);
/* Log that the call reads pixels of the read framebuffer. */
void gs_read_pixels(struct gs_effects *effects, const struct gs_effects_call *c);
/* Enter the acts of one file in the table, by enum gs_act. */
void gs_add_acts(gs_effects_act *acts);
void gs_add_draw_acts(gs_effects_act *acts);
void gs_add_image_acts(gs_effects_act *acts);
void gs_add_egl_image_acts(gs_effects_act *acts);
void gs_add_buffer_acts(gs_effects_act *acts);
void gs_add_pack_acts(gs_effects_act *acts);
void gs_add_list_acts(gs_effects_act *acts);
void gs_add_attribute_acts(gs_effects_act *acts);
/* Return the number of a list of nodes: what the debugger's `state` shows of the objects that are
 * bound now, besides the contexts' own state. */
uint32_t gs_effects_list_bound(struct gs_effects *effects);
/* Add the call to the display list that is being compiled, if one is. Return whether that was all,
 * so that the call is not executed. */
bool gs_effects_listed(struct gs_effects *effects, const struct gs_effects_call *c);
void gs_list_free(struct gs_object *list);

/* ---- window.c: calls of GLX and EGL ---- */

/* Follow a call of GLX or EGL and log its effects. */
void gs_effects_window_call(struct gs_effects *effects, const struct gs_effects_call *c);
/* Make the thread with that number the one whose calls are added; it is added if there is none. */
void gs_effects_enter_thread(struct gs_effects *effects, uint32_t number);

/* ---- lifetimes.c: when objects and contexts end, so that nothing can need them ---- */

/* Delete the object, which has lost its name; it ends once nothing refers to it. */
void gs_object_delete(struct gs_effects *effects, struct gs_object *object);
/* Take away one of the references counted in n_referring; a deleted object may end then. */
void gs_object_unrefer(struct gs_effects *effects, struct gs_object *object);

/* Mark a context as ended. With the last one of its group, nothing needs the group's contexts and
 * objects any more. */
void gs_effects_end_context(struct gs_effects *effects, const struct gs_follow_context *ended);

/* ---- egl-images.c ---- */

/* Follow a call that makes an EGLImage. Return whether it has made one of a GL object known here;
 * such a call is kept only with that object. */
bool gs_effects_image_call(struct gs_effects *effects, const struct gs_effects_call *c);

/* ---- memory.c: memory of the program that the trace describes ---- */

void gs_memory_free(struct gs_memory *memory);
struct gs_memory *gs_memory_new(void);
/* Follow malloc, free and memcpy of a trace. Return whether the call is one of them. */
bool gs_effects_memory_call(struct gs_effects *effects, const struct gs_effects_call *c);
/* Note that `size` bytes of the buffer, from `offset` on, are mapped at the address; address 0 is
 * ignored. */
void gs_memory_map(struct gs_effects *effects, const struct gs_effects_call *c,
	struct gs_object *buffer, uint64_t address, uint64_t offset, uint64_t size);
/* Forget the buffer's mapping; its map and unmap calls are kept together. */
void gs_memory_unmap(
	struct gs_effects *effects, const struct gs_effects_call *c, struct gs_object *buffer);
/* Return the buffer that is mapped at the address, and store the address's byte in it in *offset;
 * NULL: none. */
struct gs_object *gs_memory_mapped(
	const struct gs_effects *effects, uint64_t address, uint64_t *offset);
/* Return the memory from malloc that contains the address; NULL: none that the trace describes. */
struct gs_object *gs_memory_object(struct gs_effects *effects, uint64_t address);

#endif
