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

/* What a call does to a node. In the log each is one word, `what` in the upper bits; those of
 * ranges are followed by the range: first and size, two words each, the lower one first. */
enum gs_access {
	GS_ACCESS_READ,
	GS_ACCESS_SET,
	GS_ACCESS_ADD,
	GS_ACCESS_FORGET, /* nobody needs it from here on; the call is not kept for that */
	GS_ACCESS_LIST,	  /* not a node: the number of a list of nodes that are read */
	GS_ACCESS_READ_RANGE,
	GS_ACCESS_SET_RANGE,
	GS_ACCESS_ADD_RANGE,
	GS_ACCESS_ADD_INDICES, /* children with these indices; a range follows */
	GS_ACCESS_PUSH,	       /* a copy of the node is put away ... */
	GS_ACCESS_POP,	       /* ... and comes back */
	/* Not a node: what follows is done by a call of a list, and that is how deep the list is: 1
	 * where the program calls it, more where a list does. */
	GS_ACCESS_NEXT,
};
enum { GS_ACCESS_SHIFT = 28, GS_ACCESS_NODE = (1 << GS_ACCESS_SHIFT) - 1 };
enum { GS_EFFECTS_DEEPEST = 64 }; /* lists within lists: GL_MAX_LIST_NESTING */

enum { GS_EFFECTS_UNITS = 64, GS_EFFECTS_LEVELS = 16, GS_EFFECTS_COLORS = 16 };

struct gs_image_size {
	int32_t width, height, depth; /* 0: not known */
};

/* An attachment of a framebuffer: its reference says of which object. */
struct gs_attached_image {
	struct gs_object *object;
	uint16_t level;
	bool is_whole; /* the call that has attached it names no part of a level */
	int32_t layer; /* -1: all that there are */
};

/* Which buffers a framebuffer draws into, or reads from. */
struct gs_buffer_choice {
	bool is_known; /* else the window system has chosen, or glPopAttrib */
	bool is_set;   /* by the call of that number */
	uint64_t call;
};

struct gs_chosen_buffers {
	uint32_t colors; /* attachments that are drawn into, a bit each */
	struct gs_buffer_choice draws, reads;
	uint32_t draw_names[GS_EFFECTS_COLORS], read_name;
};

struct gs_object {
	uint8_t kind; /* enum gs_object_kind; NONE: a context, a drawable, memory */
	uint32_t node;
	uint64_t name, visit;
	struct gs_object
		*alias; /* of a texture view, of what has an EGLImage: whose images it shows */
	bool is_shared; /* other objects show its images, too */
	bool is_deleted;
	uint32_t n_referring;	/* nodes and saved attributes that refer to it */
	GHashTable *references; /* node -> struct gs_object *; NULL: none so far */
	GHashTable *held;	/* effects/state: what its variables hold; NULL: nothing so far */
	union {
		struct {
			uint64_t target;
			uint32_t format; /* of level 0, as it was asked for; 0: not known */
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
			uint64_t units;	 /* textures that it may look up, a bit each */
			uint64_t set_to; /* numbers that uniforms were set to */
			uint32_t linked; /* place of the last link, plus 1 */
			bool has_source, samples, stores;
			bool is_unusable; /* that link has failed */
		} program;
		struct {
			GPtrArray *calls; /* struct gs_list_call *; NULL: none */
		} list;
		struct {
			uint32_t begun; /* place of glBeginTransformFeedback, plus 1; 0: ended */
			bool is_paused;
		} feedback;
		struct {
			const struct gs_follow_drawable *told;
			bool is_preserved; /* swapping leaves it what it holds */
			/* After a swap, until something is done to its colours: where in the words
			 * it says that nobody needs what was there, plus 1; and whose place. */
			uint64_t forgotten;
			uint32_t swapped;
		} drawable;
	};
};

/* Contexts that share objects: struct gs_follow_group's data. */
struct gs_effects_group {
	GHashTable *objects[GS_N_OBJECT_KINDS]; /* name -> object */
	GPtrArray *with_handles;		/* textures that any shader may look up */
	GPtrArray *contexts;			/* all that there have been */
};

/* What a draw, or a dispatch of compute shaders, looks at. */
struct gs_effects_reached {
	uint64_t listed_at; /* generation of ... */
	uint32_t list;	    /* ... what it reads, a list */
	GArray *written;    /* uint32_t: ... and the nodes to which it adds besides its target */
};

/* struct gs_follow_context's data; it stays when that has ended. */
struct gs_effects_context {
	struct gs_object object; /* its state */
	struct gs_effects_group *group;
	GHashTable *objects[GS_N_OBJECT_KINDS]; /* not shared ones */
	struct gs_object *defaults[GS_N_OBJECT_KINDS];
	bool was_current, has_ended;
	uint64_t unit, client_unit, matrix_mode, list_base;
	uint64_t fixed_units; /* those with a texture enabled */
	uint64_t color_face, color_material;
	bool blends, tests_depth, tests_stencil, tests_alpha, combines; /* enabled */
	int32_t viewport[4], scissor[4];				/* 0, ...: not known */
	bool lights, runs_vertex_program; /* GL_LIGHTING, GL_VERTEX_PROGRAM_ARB */
	bool colors_material, scissors, discards, masks_color, masks_depth, masks_stencil;
	uint32_t draws_nothing; /* place of glRenderMode that began it, plus 1; 0: it draws */
	uint64_t pack_alignment;
	bool packs_oddly; /* rows may lie as only the rest of the pixel store tells */
	bool in_block;
	uint32_t raster; /* node: the raster position, which only what is drawn there needs */
	uint32_t block;	 /* node: what stands between glBegin and glEnd; nothing outside needs it */
	struct gs_object *list; /* being compiled */
	bool list_executes;
	GPtrArray *saved[2];  /* struct gs_saved_attributes *: of the server, of the client; NULL */
	GHashTable *matrices; /* node -> GArray of uint32_t: pushes that are open */
	uint8_t apis;	      /* enum gs_state_api bit; 0: a compatibility profile */
	GHashTable *matrix_values; /* effects/state: gs_current_matrix -> struct gs_matrix_stack */
	struct gs_effects_reached draws, dispatches;
};

/* struct gs_follow_thread's data. */
struct gs_effects_thread {
	uint32_t node;
	struct gs_effects_context *context;
	struct gs_object *draw, *read; /* draws may exchange them */
};

struct gs_effects_pair {
	uint32_t from, to; /* if the call at place `from` is kept, so is `to` */
};

/* What is known of a function of the trace. */
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

/* Of a call, beside its thread's node. */
enum gs_effects_mark {
	GS_EFFECTS_ALWAYS = INT32_MIN, /* it is kept, whatever happens */
	GS_EFFECTS_SWITCHES = 1 << 30, /* it makes another context current in the thread, or none */
};

struct gs_effects {
	unsigned trust;
	struct gs_nodes *nodes;
	GArray *words, *lists; /* uint32_t */
	GArray *starts;	       /* uint64_t: of each place, in words; one more at the end */
	GArray *list_starts;   /* uint64_t, likewise */
	GArray *numbers;       /* uint64_t: of each place */
	GArray *threads_of;    /* uint32_t: of each place its thread's node, and marks */
	GArray *frame_ends;    /* uint64_t: places */
	GArray *kept_swaps;    /* uint32_t: places of swaps that must leave what was there */
	GArray *frame_bound;   /* uint32_t, likewise: gs_effects_list_bound's list there */
	GArray *pairs;	       /* struct gs_effects_pair */
	GPtrArray *recipes;    /* by signature */
	GPtrArray *all_objects, *all_contexts, *groups; /* owned */
	struct gs_follow *follow;			/* its drawables' data: struct gs_object */
	const struct gs_follow_step *step;		/* of the call */
	GHashTable *configs;	/* by handle: nodes, of what is told of a configuration */
	GHashTable *egl_images; /* by handle: struct gs_object * */
	struct gs_effects_thread *thread;
	struct gs_memory *memory;
	gs_effects_act acts[GS_N_ACTS];
	uint64_t generation; /* of what is bound to what */
	uint64_t bound_at;   /* generation of ... */
	uint32_t bound_list; /* ... gs_effects_list_bound's list */
	bool keeps_bound;    /* else frame_bound is empty */
	bool keeps_last;     /* `words` are those of the last place alone */
	uint64_t visit;
	unsigned depth;			/* of lists within lists */
	struct gs_effects_state *state; /* NULL: it is not followed */
	gs_effects_watch watch;		/* NULL: none */
	void *watch_data;
};

/* How much of the buffer is bound; size 0: all of it. */
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
	struct gs_trace_call call; /* its function is the reader's */
	uint32_t n_args;
};

/* The way of a call. */
struct gs_effects_call {
	struct gs_effects_recipe *recipe;
	const struct gs_trace_call *call;
	struct gs_effects_context *context;
	uint32_t place;
};

/* ---- direct-access.c ---- */

/* What a call names that others find chosen; the arguments are the first, or the second. */
enum gs_effects_choice { GS_CHOICE_NONE, GS_CHOICE_UNIT, GS_CHOICE_MATRIX, GS_CHOICE_CLIENT_UNIT };
enum gs_effects_choice gs_effects_choice_of(unsigned function);
struct gs_effects_chosen {
	uint64_t unit, client_unit, matrix_mode;
};
void gs_effects_choose(const struct gs_effects_call *c, struct gs_effects_chosen *was);
/* To who watches: it is about to be executed. */
void gs_effects_show(struct gs_effects *effects, const struct gs_effects_call *c, unsigned depth);
void gs_effects_choose_again(const struct gs_effects_call *c, const struct gs_effects_chosen *was);

/* ---- values.c ---- */

uint64_t gs_effects_number(const struct gs_trace_value *value); /* 0: it is none */
uint64_t gs_effects_argument(const struct gs_effects_call *c, unsigned argument);
/* By the parameter's name; 0: there is none, or it is no number. */
uint64_t gs_effects_named(const struct gs_effects_call *c, const char *name);
bool gs_effects_has(const struct gs_effects_call *c, const char *name);
/* 0: it is no number. */
double gs_effects_real(const struct gs_trace_value *value);
/* NULL: it is no array. */
const struct gs_trace_value *gs_effects_array(const struct gs_effects_call *c, const char *name);

/* ---- log.c ---- */

void gs_effects_log(struct gs_effects *effects, enum gs_access what, uint32_t node);
void gs_effects_log_next(struct gs_effects *effects); /* by a call of the list at effects->depth */
void gs_effects_log_range(struct gs_effects *effects, enum gs_access what, uint32_t node,
	uint64_t first, uint64_t size);

/* What the call at that place does: *n words, as enum gs_access says. */
const uint32_t *gs_log_words(const struct gs_effects *effects, uint64_t place, uint64_t *n);
/* The call adds to the nodes that it was thought to set. */
void gs_log_add_instead(struct gs_effects *effects, uint64_t place);
/* What a swap has forgotten is needed where what is behind it needs it. */
void gs_log_remember(struct gs_effects *effects, struct gs_object *drawable);
bool gs_log_has_range(uint32_t what); /* four words follow */
uint64_t gs_log_number(const uint32_t *words);

/* ---- objects.c ---- */

struct gs_object *gs_object_make(struct gs_effects *effects, unsigned kind, uint64_t name);
/* The object whose node it is; NULL: it is a part's. */
struct gs_object *gs_effects_object_of(const struct gs_effects *effects, uint32_t node);
/* A part of an object: slot 0 is all of it. */
uint32_t gs_object_part(struct gs_effects *effects, const struct gs_object *object, unsigned slot);
uint32_t gs_object_index(
	struct gs_effects *effects, const struct gs_object *object, unsigned slot, uint64_t index);
void gs_log_part(struct gs_effects *effects, enum gs_access what, const struct gs_object *object,
	unsigned slot);
void gs_log_parts(struct gs_effects *effects, enum gs_access what, const struct gs_object *object,
	const uint8_t *slots, size_t n);
/* A call that changes an object needs it to be there. */
void gs_read_being(struct gs_effects *effects, const struct gs_object *object);
/* All of it, and the images that it shows of another. */
void gs_read_whole(struct gs_effects *effects, const struct gs_object *object);
/* Of the current context. */
void gs_read_state(struct gs_effects *effects, const struct gs_effects_call *c, unsigned slot);
/* That is current in the thread with that number; NULL: none is. */
struct gs_effects_context *gs_effects_context_of(const struct gs_effects *effects, uint32_t thread);
/* What is drawn into there; NULL: nothing. */
struct gs_object *gs_effects_drawable_of(const struct gs_effects *effects, uint32_t thread);
/* What is bound in the context: the object 0 where no other is. */
struct gs_object *gs_effects_vertex_array(
	struct gs_effects *effects, struct gs_effects_context *context);
/* The object of that name, made if there is none; NULL: 0 names none of this kind. */
struct gs_object *gs_effects_object(struct gs_effects *effects, struct gs_effects_context *context,
	unsigned kind, uint64_t name);
/* From now on the name is a new object's. */
struct gs_object *gs_effects_new_object(struct gs_effects *effects,
	struct gs_effects_context *context, unsigned kind, uint64_t name);
/* The node refers to it from now on; NULL: to none. */
void gs_effects_refer(
	struct gs_effects *effects, struct gs_object *owner, uint32_t node, struct gs_object *to);
struct gs_object *gs_effects_referred(const struct gs_object *owner, uint32_t node);
/* The call sets the node, and makes it refer to that. */
void gs_effects_bind(
	struct gs_effects *effects, struct gs_object *owner, uint32_t node, struct gs_object *to);
/* What a texture or renderbuffer holds; of all that show the same images the same. */
uint32_t gs_object_images(struct gs_effects *effects, const struct gs_object *object);

/* ---- bound.c: what is bound where; reads what decides it ---- */

struct gs_object *gs_bound(struct gs_effects *effects, const struct gs_effects_call *c,
	unsigned kind, uint64_t target);
uint32_t gs_texture_binding(struct gs_effects *effects, const struct gs_effects_call *c,
	uint64_t unit, uint64_t target);
/* What the argument of that name names; a function without it means what is bound to its `target`.
 */
struct gs_object *gs_named_or_bound(struct gs_effects *effects, const struct gs_effects_call *c,
	unsigned kind, const char *parameter);
uint64_t gs_current_matrix(struct gs_effects *effects, const struct gs_effects_call *c); /* index */
struct gs_object *gs_bound_framebuffer(
	struct gs_effects *effects, const struct gs_effects_call *c, bool draw);
/* Where it is recorded what is bound to a buffer's target, and whose part that is. */
struct gs_object *gs_buffer_binding(struct gs_effects *effects, const struct gs_effects_call *c,
	uint64_t target, uint32_t *node);
uint64_t gs_plain_texture_target(uint64_t target); /* of a face: the cube's; 0: a proxy */

/* ---- paths.c ---- */

/* The object whose state the effect is about; NULL: there is none. */
struct gs_object *gs_effect_owner(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_effect *effect);
uint32_t gs_effect_path(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_effect *effect, const struct gs_object *owner);

/* ---- effects.c ---- */

void gs_effects_apply(struct gs_effects *effects, const struct gs_effects_call *c);
/* ---- state.c; where effects->state is not NULL ---- */

/* What a function does to state besides data/state.in's rules. */
enum gs_state_role {
	GS_STATE_MATRIX = 1,
	GS_STATE_COLOURS = 2,
	GS_STATE_TELLS_SIZE = 4,
	GS_STATE_IMAGES = 8,
	GS_STATE_ATTRIBUTES = 16,
	GS_STATE_VERTEX_BUFFERS = 32,
	GS_STATE_DEFAULTS = 64,
};
uint8_t gs_state_roles(unsigned function);
void gs_state_call(struct gs_effects *effects, const struct gs_effects_call *c);
void gs_state_note_extent(struct gs_effects *effects, uint32_t node, uint64_t first, uint64_t size);
/* What glPushAttrib puts away, to be freed. */
GHashTable *gs_state_save(const struct gs_object *owner);
void gs_state_restore(struct gs_object *owner, GHashTable *saved, uint64_t mask, bool is_client);
/* What glPopAttrib may have brought back or not: it is not known where it was set after that call.
 */
void gs_state_doubt(struct gs_object *owner, uint64_t call);
void gs_state_free_matrices(struct gs_effects_context *context);

/* ---- acts: effects/'s own functions for calls ---- */

void gs_act_draw(struct gs_effects *effects, const struct gs_effects_call *c);
/* GL writes into these bytes of it, or into some of them. */
void gs_buffer_write(
	struct gs_effects *effects, const struct gs_object *buffer, uint64_t first, uint64_t size);
/* glReadPixels alone writes into a buffer, where one is bound; copies only read. */
void gs_read_pixels(struct gs_effects *effects, const struct gs_effects_call *c);
/* Each adds its file's, at enum gs_act. */
void gs_add_acts(gs_effects_act *acts);
void gs_add_draw_acts(gs_effects_act *acts);
void gs_add_image_acts(gs_effects_act *acts);
void gs_add_egl_image_acts(gs_effects_act *acts);
void gs_add_buffer_acts(gs_effects_act *acts);
void gs_add_pack_acts(gs_effects_act *acts);
void gs_add_list_acts(gs_effects_act *acts);
void gs_add_attribute_acts(gs_effects_act *acts);
/* The number of a list: what `state` tells of the objects that are bound now, apart from the
 * contexts' own. */
uint32_t gs_effects_list_bound(struct gs_effects *effects);
/* A call inside of glNewList. True: that was all. */
bool gs_effects_listed(struct gs_effects *effects, const struct gs_effects_call *c);
void gs_list_free(struct gs_object *list);

/* ---- window.c ---- */

void gs_effects_window_call(struct gs_effects *effects, const struct gs_effects_call *c);
void gs_effects_enter_thread(struct gs_effects *effects, uint32_t number);

/* ---- lifetimes.c: what nobody can need any more, as it has ended ---- */

/* Its name is another's from now on. */
void gs_object_delete(struct gs_effects *effects, struct gs_object *object);
/* One reference less, of those counted in n_referring. */
void gs_object_unrefer(struct gs_effects *effects, struct gs_object *object);

/* Nothing of the context is needed any more, or, if it is the last of its group, of any of them. */
void gs_effects_end_context(struct gs_effects *effects, const struct gs_follow_context *ended);

/* ---- egl-images.c ---- */

/* True: it has made an image of an object of GL, and is needed only with that. */
bool gs_effects_image_call(struct gs_effects *effects, const struct gs_effects_call *c);

/* ---- memory.c ---- */

void gs_memory_free(struct gs_memory *memory);
struct gs_memory *gs_memory_new(void);
/* malloc, free and memcpy of a trace. True: it was one of them. */
bool gs_effects_memory_call(struct gs_effects *effects, const struct gs_effects_call *c);
void gs_memory_map(struct gs_effects *effects, const struct gs_effects_call *c,
	struct gs_object *buffer, uint64_t address, uint64_t offset, uint64_t size);
void gs_memory_unmap(
	struct gs_effects *effects, const struct gs_effects_call *c, struct gs_object *buffer);
/* The buffer that is mapped there, and the address's byte in it; NULL: none. */
struct gs_object *gs_memory_mapped(
	const struct gs_effects *effects, uint64_t address, uint64_t *offset);
/* Memory of the program at that address; NULL: none that the trace tells of. */
struct gs_object *gs_memory_object(struct gs_effects *effects, uint64_t address);

#endif
