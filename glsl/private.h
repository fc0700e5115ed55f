/* SPDX-License-Identifier: MIT */
/*
 * Private to glsl/: memory, names, preprocessor tokens, the state of the parser.
 *
 * One gs_parse_context lives as long as its gs_shader and owns everything through an arena, so that
 * giving up in the middle of a parse (longjmp from gs_parse_fail) leaks nothing.
 */
#ifndef GS_GLSL_PRIVATE_H
#define GS_GLSL_PRIVATE_H

#include <glib.h>
#include <setjmp.h>
#include <stdio.h>

#include "glsl/glsl.h"

enum {
	GS_LIMIT_NESTING = 1000,      /* recursion of the parser */
	GS_LIMIT_CHAIN = 4000,	      /* depth of a tree made without recursion: a + a + a ... */
	GS_LIMIT_SOURCE = 32 << 20,   /* bytes of one object */
	GS_LIMIT_WORK = 4 << 20,      /* preprocessor: tokens touched by macro expansion */
	GS_LIMIT_MACRO_NESTING = 200, /* macro uses inside arguments of macro uses */
	GS_LIMIT_CONDITIONALS = 1000, /* nested #if */
};

/* ---- arena.c: memory and names ---- */

struct gs_arena {
	struct gs_arena_block *blocks;
	char *free, *end;
};

/* Allocate memory, filled with 0 and aligned for any type; it lives as long as the arena. */
void *gs_arena_alloc(struct gs_arena *arena, size_t size);
/* Copy `size` bytes into the arena. Return the copy. */
void *gs_arena_copy(struct gs_arena *arena, const void *data, size_t size);
void gs_arena_finish(struct gs_arena *arena);

/* An interned text with its current meanings, so that looking them up costs nothing. */
struct gs_name {
	struct gs_name *next;
	uint32_t hash;
	uint32_t length;
	const struct gs_word *word;    /* keyword or type name, NULL: none */
	struct gs_macro *macro;	       /* of the unit being preprocessed */
	struct gs_symbol_full *symbol; /* innermost of the unit being parsed */
	struct gs_symbol_full *builtin;
	char text[];
};

struct gs_names {
	struct gs_arena *arena;
	struct gs_name **buckets;
	size_t n_buckets, n;
};

/* Prepare, and free, a table of names; the names themselves live in the arena. */
void gs_names_init(struct gs_names *names, struct gs_arena *arena);
void gs_names_finish(struct gs_names *names);
/* Return the name with that text, which is added if there is none. */
struct gs_name *gs_names_intern(struct gs_names *names, const char *text, size_t length);
/* Return the name whose .text the interned text is. */
static inline struct gs_name *gs_name_of(const char *interned)
{
	return (struct gs_name *)(void *)((char *)(uintptr_t)interned -
					  offsetof(struct gs_name, text));
}

/* ---- builtins.c: words, types, variables and functions of the language, from builtins.in ---- */

enum gs_word_kind { GS_WORD_KEYWORD, GS_WORD_TYPE };

/* A word is a keyword from version `core` on (OpenGL ES: `es`; 0: never). In earlier versions it
 * has its meaning only where it cannot be a name. */
struct gs_word {
	const char *text;
	enum gs_word_kind kind;
	uint16_t core, es;
	uint8_t type; /* index into gs_builtin_types */
	bool is_qualifier;
};

/* Reserved from a desktop version on, without being a keyword. */
struct gs_reserved {
	const char *text;
	uint16_t core;
};

struct gs_builtin_type {
	const char *name;
	uint8_t base, columns, rows;
};

struct gs_builtin_member {
	uint8_t type;
	int16_t structure; /* -1: type counts */
	int16_t dimension; /* -1: no array; 0: unsized */
	const char *name;
};

struct gs_builtin_struct {
	const char *name;
	const struct gs_builtin_member *members;
	unsigned n_members;
	bool is_block;
};

struct gs_builtin_variable {
	const char *name;
	uint8_t stages; /* bit per enum gs_stage */
	uint8_t storage;
	bool is_compatibility;
	uint16_t core, es, last_es; /* first version that has it, 0: none */
	struct gs_builtin_member what;
	int32_t value; /* of a constant */
};

enum { GS_BUILTIN_PARAMETERS = 9 };
enum gs_builtin_effect { GS_EFFECT_NONE, GS_EFFECT_MEMORY, GS_EFFECT_EMIT, GS_EFFECT_BARRIER };

struct gs_builtin_extension {
	const char *name;
	uint8_t bit;
};

struct gs_builtin_function {
	const char *name;
	uint16_t core, es;
	uint8_t stages, effect;
	uint16_t outs; /* bit per parameter that is out or inout */
	uint8_t result, n_parameters;
	uint8_t parameters[GS_BUILTIN_PARAMETERS];
	uint8_t extension; /* bit of gs_unit_full.extensions that enables it earlier; 0: none */
};

extern const struct gs_builtin_type gs_builtin_types[];
extern const size_t gs_builtin_n_types;
extern const struct gs_word gs_builtin_words[];
extern const size_t gs_builtin_n_words;
extern const struct gs_reserved gs_builtin_reserved[]; /* sorted by text */
extern const size_t gs_builtin_n_reserved;
extern const struct gs_builtin_struct gs_builtin_structs[];
extern const size_t gs_builtin_n_structs;
extern const struct gs_builtin_variable gs_builtin_variables[];
extern const size_t gs_builtin_n_variables;
extern const struct gs_builtin_function gs_builtin_functions[]; /* sorted by name */
extern const size_t gs_builtin_n_functions;
extern const struct gs_builtin_extension gs_builtin_extensions[]; /* ends with NULL */
extern const char *const gs_glslang_extensions[];

/* Return the word with that text; NULL: none. */
const struct gs_word *gs_word_find(const char *text, size_t length);
/* Return the type at that index of gs_builtin_types. */
struct gs_type gs_builtin_type(unsigned index);
/* Return the overloads of a built-in function, *n of them; NULL: none. */
const struct gs_builtin_function *gs_builtin_functions_named(const char *name, size_t *n);
/* Return the built-in variable of that name in the stage; NULL: none. */
const struct gs_builtin_variable *gs_builtin_variable_named(const char *name, enum gs_stage stage);

/* ---- arrays.c ---- */

struct gs_parse_context;
/* Give unsized per-vertex arrays (inputs of a geometry shader, outputs of a tessellation control
 * shader) the size that the layouts say. */
void gs_size_arrays(struct gs_parse_context *context);
/* In each block, move the members that its value leaves out behind the others, and set
 * .n_members. */
void gs_settle_blocks(struct gs_parse_context *context);

/* ---- the preprocessor: scan.c, preprocess*.c, directive.c, macro.c, condition.c ---- */

enum gs_pp_kind {
	GS_PP_IDENTIFIER,
	GS_PP_NUMBER,
	GS_PP_PUNCTUATOR,
	GS_PP_OTHER,
	GS_PP_NEWLINE,
	GS_PP_END,
};

struct gs_pp_token {
	const char *text; /* interned */
	struct gs_span span;
	uint8_t kind;
	bool space_before;
	bool from_macro;
	bool is_painted; /* a name that its own expansion contained: never expanded again */
};

struct gs_macro {
	struct gs_name *name;
	struct gs_pp_token *body;
	size_t n_body;
	struct gs_name **parameters;
	size_t n_parameters;
	bool is_function, is_busy;
	enum { GS_MACRO_PLAIN, GS_MACRO_LINE, GS_MACRO_FILE } special;
};

/* Split text into tokens: comments become white space, line continuations vanish. Return an array
 * of gs_pp_token that ends with NEWLINE and END. */
GArray *gs_scan(struct gs_names *names, const char *text, size_t length);

struct gs_preprocessor {
	struct gs_parse_context *context;
	struct gs_unit_full *unit;
	struct gs_messages *messages;
	const struct gs_glsl_input *input;
	/* gs_pp_next: macros read their arguments through it, and directives expand macros. */
	bool (*next)(struct gs_preprocessor *pp, struct gs_pp_token *token);
	GArray *scanned; /* gs_pp_token */
	size_t at;
	bool at_line_start;
	int line_offset; /* __LINE__ minus physical line */
	int file;
	struct gs_conditional *conditionals;
	unsigned n_conditionals;
	GArray *skipped;   /* gs_line_range; the last one's end is 0 as long as it is not known */
	GPtrArray *macros; /* all names ever defined as macros, to undefine them at the end */
	GPtrArray *temporaries; /* GArrays of the current macro use */
	struct gs_macro_reader *reader;
	GArray *out; /* gs_token */
	size_t work;
	unsigned argument_depth;
	jmp_buf give_up;
};

/* Preprocess a unit: set its tokens and macros. Return false, with a message, if that fails. */
bool gs_preprocess(struct gs_parse_context *context, struct gs_unit_full *unit,
	const struct gs_glsl_input *input, struct gs_messages *messages);
/* Preprocess the text of a watch with the macros of the unit `around` it; the tokens are allocated
 * in `arena`. Return false, with a message, if that fails. */
bool gs_preprocess_expression(struct gs_parse_context *context, struct gs_unit_full *unit,
	const struct gs_unit_full *around, struct gs_arena *arena, struct gs_messages *messages);
/* Add a message and give up preprocessing. at: where in the source; NULL: not known. */
void gs_pp_fail(struct gs_preprocessor *pp, enum gs_message_code code, const struct gs_span *at,
	const char *format, ...) __attribute__((noreturn, format(printf, 4, 5)));
/* Count the work of n tokens; fails beyond GS_LIMIT_WORK. */
void gs_pp_work(struct gs_preprocessor *pp, size_t n, const struct gs_pp_token *at);
/* Read the next token of the source, executing directives before it. Return false at the end. */
bool gs_pp_next(struct gs_preprocessor *pp, struct gs_pp_token *token);
/* Fail if an #if has no #endif. */
void gs_pp_expect_closed(struct gs_preprocessor *pp);
/* Define the macros of version and profile: __VERSION__, GL_ES and the like. */
void gs_pp_define_profile(struct gs_preprocessor *pp);
/* Define the macro of a #define line, given by its n tokens after "define". */
void gs_pp_define(struct gs_preprocessor *pp, const struct gs_pp_token *line, size_t n);
/* Define a macro without parameters; value: NULL means empty. */
void gs_pp_predefine(struct gs_preprocessor *pp, const char *name, const char *value);
/* Read the next token, with macros expanded. Return false at the end. */
bool gs_macro_next(struct gs_preprocessor *pp, struct gs_pp_token *token);
/* Expand a list of tokens by itself. Return the result, which is valid until the next
 * gs_macro_next. */
GArray *gs_macro_expand_list(struct gs_preprocessor *pp, const struct gs_pp_token *list, size_t n);
/* Return the value of the condition of an #if or #elif; fails if it is none. */
int64_t gs_condition_evaluate(struct gs_preprocessor *pp, const struct gs_pp_token *line, size_t n,
	const struct gs_pp_token *directive);

/* ---- lex.c ---- */

/* Append a preprocessed token as a token of the language. */
void gs_lex_emit(struct gs_unit_full *unit, GArray *out, const struct gs_pp_token *token);
/* Return whether the word is a keyword in the unit's version. */
bool gs_word_is_keyword(const struct gs_unit *unit, const struct gs_word *word);

/* ---- the context ---- */

/* A scalar of a constant expression. */
struct gs_number {
	enum gs_base base; /* BOOL, INT, UINT; FLOAT, DOUBLE; UNKNOWN: no value is known */
	int64_t integer;
	double real;
};

struct gs_symbol_full {
	struct gs_symbol symbol;
	struct gs_symbol_full *shadowed;
	unsigned level;			   /* of scope */
	struct gs_number value;		   /* of a built-in constant */
	const struct gs_node *initialiser; /* of a const */
	unsigned name_token;		   /* of the declaration; 0: none */
};

struct gs_function_full {
	struct gs_function function;
	bool is_visible; /* in the unit being parsed */
};

struct gs_node_full {
	struct gs_node node;
	unsigned depth;
	struct gs_number value;			   /* of a scalar constant */
	const struct gs_builtin_function *builtin; /* CALL */
};

static inline struct gs_node_full *gs_full(const struct gs_node *node)
{
	return (struct gs_node_full *)(uintptr_t)node;
}

struct gs_unit_full {
	struct gs_unit unit;
	struct gs_parse_context *context;
	size_t source_length;
	uint32_t *lines; /* where each line begins; NULL: of a watch */
	unsigned n_lines;
	GPtrArray *symbols;	  /* gs_symbol_full, in order of declaration */
	uint64_t extensions;	  /* bits of gs_builtin_extensions */
	struct gs_macro **macros; /* defined at the end of the text: watches may use them */
	size_t n_macros;
	bool all_extensions;
	bool is_expression;	/* a watch */
	unsigned n_vertices;	/* vertices that layouts give for the input primitive and the output
				   patch; 0: none */
	unsigned local_size[3]; /* likewise; [0]: 0 if no layout does, UINT_MAX: not known */
};

struct gs_parse_context {
	struct gs_shader shader; /* first: what the caller has */
	enum gs_api api;
	bool others_redeclare; /* see glsl.h */
	struct gs_arena arena;
	struct gs_names names;
	GPtrArray *units, *functions, *all_functions;
	GPtrArray *prototypes; /* GS_NODE_PROTOTYPE of all units */
	GPtrArray *builtin_symbols;
	GPtrArray *builtin_structs;	      /* pairs: table entry, gs_struct */
	struct gs_subroutine_choice *choices; /* as gs_shader_choose_subroutines had them */
	size_t n_choices;
};

/* ---- parse*.c ---- */

struct gs_parser {
	struct gs_parse_context *context;
	struct gs_unit_full *unit;
	struct gs_messages *messages;
	const struct gs_token *tokens;
	unsigned at;	   /* never on a directive */
	unsigned previous; /* last token consumed */
	unsigned depth;
	unsigned level;		     /* of scope; 0: global */
	GPtrArray *children, *scope; /* stacks */
	GPtrArray *arrays;	     /* GArrays to free at the end */
	GArray *scope_marks;
	struct gs_arena *arena;
	jmp_buf give_up;
};

/* Qualifiers of a declaration, and the type that follows. */
struct gs_specifier {
	enum gs_storage storage;
	bool is_const, is_in, is_out, is_writeonly, is_subroutine, has_subroutine_types,
		is_invariant;
	bool has_storage, has_layout, has_type;
	int layout_location, layout_index, layout_binding;
	unsigned n_vertices, local_size[3]; /* as in gs_unit_full */
	struct gs_type type;
	const struct gs_struct *defined; /* struct S { } in it */
};

/* Add a message at that token and give up parsing. */
void gs_parse_fail(struct gs_parser *p, enum gs_message_code code, unsigned token,
	const char *format, ...) __attribute__((noreturn, format(printf, 4, 5)));
/* Enter a nested construct; fails if it is nested too deeply. gs_parse_leave leaves it. */
void gs_parse_enter(struct gs_parser *p);
#define gs_parse_leave(p) ((void)(p)->depth--)
/* Return the current token. */
static inline const struct gs_token *gs_here(const struct gs_parser *p)
{
	return &p->tokens[p->at];
}
/* Return the token that is so many tokens ahead, not counting directives. */
const struct gs_token *gs_peek(const struct gs_parser *p, unsigned ahead);
/* Go to the next token that is no directive. */
void gs_advance(struct gs_parser *p);
bool gs_token_is(const struct gs_token *token, const char *text);
static inline bool gs_token_is_word(const struct gs_token *token)
{
	return token->kind == GS_TOKEN_IDENTIFIER || token->kind == GS_TOKEN_KEYWORD;
}
/* Return whether the current token has that text; gs_accept also goes past it then. */
bool gs_at(const struct gs_parser *p, const char *text);
bool gs_accept(struct gs_parser *p, const char *text);
/* Go past a token with that text; fails if another one is there. */
void gs_expect(struct gs_parser *p, const char *text);
/* Create a node whose first token is `first`, without children. */
struct gs_node *gs_node_new(struct gs_parser *p, enum gs_node_kind kind, unsigned first);
/* End the node at the last token consumed, and give it the children pushed since p->children had
 * the length `mark`. Return the node. */
struct gs_node *gs_node_close(struct gs_parser *p, struct gs_node *node, size_t mark);
/* Add a child to the node that is being built. */
void gs_node_push(struct gs_parser *p, struct gs_node *child);

/* Parse a unit. Return false, with a message, if that fails. */
bool gs_parse_unit(
	struct gs_parse_context *context, struct gs_unit_full *unit, struct gs_messages *messages);
void gs_parser_init(struct gs_parser *p, struct gs_parse_context *context,
	struct gs_unit_full *unit, struct gs_messages *messages);
void gs_parser_finish(struct gs_parser *p);

/* Parse an expression, with commas; gs_parse_assignment: without. */
struct gs_node *gs_parse_expression(struct gs_parser *p);
struct gs_node *gs_parse_assignment(struct gs_parser *p);
/* Parse a conditional expression, without assignment or comma, as in constant expressions. */
struct gs_node *gs_parse_conditional(struct gs_parser *p);
/* Parse an initialiser, an expression or { a, b }, for a variable of that type; type: NULL: not
 * known. */
struct gs_node *gs_parse_initialiser(struct gs_parser *p, const struct gs_type *type);

/* Return whether a type name is next. */
bool gs_parse_at_type(struct gs_parser *p);
/* Return whether a qualifier is next. */
bool gs_parse_at_qualifier(struct gs_parser *p);
/* Return whether a declaration begins here. */
bool gs_parse_at_declaration(struct gs_parser *p);
/* Return whether a precision statement is next: "precision highp float;". */
bool gs_parse_at_precision(struct gs_parser *p);
/* Parse a type name; fails if there is none. */
struct gs_type gs_parse_type_name(struct gs_parser *p);
/* Parse array dimensions, "[n][m]", after a type or a name, and add them to the type. */
void gs_parse_dimensions(struct gs_parser *p, struct gs_type *type);
/* Parse the qualifiers of a declaration, and its type if one follows (.has_type). */
void gs_parse_specifier(struct gs_parser *p, struct gs_specifier *specifier, bool is_parameter);
/* Parse a struct specifier, and declare its name. */
const struct gs_struct *gs_parse_struct(struct gs_parser *p);
/* Parse the members of a struct or block, with the braces. */
const struct gs_struct *gs_parse_members(struct gs_parser *p, const char *name, bool is_block);
/* Parse a declaration, with its semicolon. Return GS_NODE_FUNCTION for the head of a function
 * definition, before its body. */
struct gs_node *gs_parse_declaration(struct gs_parser *p);
/* Parse the declaration in a condition, "bool b = c", without a semicolon. */
struct gs_node *gs_parse_condition_declaration(struct gs_parser *p);
/* Parse a block, with its braces; own_scope: in a scope of its own. */
struct gs_node *gs_parse_block(struct gs_parser *p, bool own_scope);
struct gs_node *gs_parse_statement(struct gs_parser *p);

/* ---- resolve.c ---- */

/* Begin a scope, and end it: its symbols are visible up to `last_token`. */
void gs_scope_push(struct gs_parser *p);
void gs_scope_pop(struct gs_parser *p, unsigned last_token);
/* Create a symbol, without entering it in a scope. type: NULL: not known. */
struct gs_symbol_full *gs_symbol_new(struct gs_parser *p, enum gs_symbol_kind kind,
	const char *name, const struct gs_type *type, enum gs_storage storage);
/* Enter the symbol in the current scope; it is visible from the current token on. */
void gs_scope_bind(struct gs_parser *p, struct gs_symbol_full *symbol);
/* Return the symbol that the interned name means here, built-in ones included; NULL: unknown. */
struct gs_symbol_full *gs_scope_lookup(struct gs_parser *p, const char *name);
/* Return the built-in variable of that interned name in the stage; NULL: none. */
struct gs_symbol_full *gs_resolve_builtin(struct gs_parse_context *context, const char *name);
/* Return the built-in block, or struct such as gl_LightSourceParameters, of that name; NULL:
 * none. */
const struct gs_struct *gs_resolve_builtin_block(
	struct gs_parse_context *context, const char *name);
const struct gs_struct *gs_resolve_builtin_struct(
	struct gs_parse_context *context, const char *name);
/* Return the function with that name and those parameters in all units, which is added if there is
 * none, and make it visible. */
struct gs_function_full *gs_resolve_function(
	struct gs_parser *p, const char *name, struct gs_symbol **parameters, size_t n);
/* Append the built-in symbols that the unit may use. */
void gs_resolve_list_builtins(
	struct gs_parse_context *context, const struct gs_unit *unit, GPtrArray *into);

/* ---- typing.c, calls.c, subroutines.c, constant.c ---- */

/* Set .function or .choice of calls of subroutine uniforms in the tree, by the chosen subroutines;
 * a choice lives in the arena. */
void gs_choose_calls(
	struct gs_parse_context *context, struct gs_arena *arena, struct gs_node *node);

/* Set the type of an expression by its children, and fold it if it is constant. */
void gs_type_expression(struct gs_parser *p, struct gs_node *node);
/* Find the function that a call means, and set the call's function and type; leaves them unset if
 * none fits. */
void gs_resolve_call(struct gs_parser *p, struct gs_node *call);
/* Return whether columns, rows and dimensions are equal; an unsized dimension equals any. */
bool gs_type_shape_equal(const struct gs_type *a, const struct gs_type *b);
struct gs_type gs_type_scalar(enum gs_base base);
struct gs_type gs_type_vector(enum gs_base base, unsigned rows);
/* Add an outermost dimension to the type. */
void gs_type_add_dimension(struct gs_type *type, int dimension);
bool gs_type_is_scalar(const struct gs_type *type);
/* Return the cost of converting one type to the other: 0: equal; > 0: by GLSL's implicit
 * conversion, or a type is not known; -1: there is no conversion. */
int gs_type_conversion(const struct gs_type *from, const struct gs_type *to);
/* Set .is_constant, and the value of a scalar constant, by the children. */
void gs_constant_fold(struct gs_node *node);
/* Return the value of a scalar expression; base UNKNOWN: not known. */
struct gs_number gs_constant_evaluate(const struct gs_node *node);
/* Convert a number to another base; base UNKNOWN: not possible. */
struct gs_number gs_number_convert(struct gs_number n, enum gs_base base);
const char *gs_base_name(enum gs_base base);

/* ---- places.c ---- */

/* Find where each line of the unit's source begins: unit->lines. */
void gs_unit_find_lines(struct gs_parse_context *context, struct gs_unit_full *unit);

/* ---- sizes.c ---- */

/* Return whether an unsized array gets the size of its largest constant index plus 1. Per-vertex
 * arrays and runtime-sized arrays of storage blocks do not. */
bool gs_is_sized_by_use(const struct gs_parse_context *context, const struct gs_symbol *symbol);
/* Give unsized arrays the size that their constant indices need. */
void gs_imply_sizes(struct gs_parse_context *context);

/* ---- compare*.c, helper-client.c ---- */

/* Return the unit's text for glslang, a token in each line, so that line - *first_line is the
 * token's index; to be freed with g_free(). is_later: as of a later version, with all
 * extensions. */
char *gs_compare_text(const struct gs_unit *unit, bool is_later, unsigned *first_line);

/* Return the helper's answer, line by line (format: glslang-helper.cc), to be freed with g_free();
 * NULL: it crashed, hung or could not be started, and *why is a static text. Takes a lock. */
char *gs_helper_ask(enum gs_stage stage, const char *text, const char **why);

#endif
