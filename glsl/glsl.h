/* SPDX-License-Identifier: MIT */
/*
 * glsl/ - shader text to a bound tree with exact source spans.
 *
 * In:  all shader objects of one stage as the driver got them, the macros the driver defines.
 * Out: a gs_shader: for each object (gs_unit) its preprocessed tokens, each knowing where in the
 * source as shown it came from; a tree over those tokens; symbols, scopes, types, call targets.
 * Links neither GL nor wire/. Everything reached from a gs_shader is owned by it and const for the
 * caller.
 *
 * Own preprocessor -> own lexer/parser -> own resolver (scopes, declared types, overloads, types of
 * expressions, constants). glslang, in a helper process (glsl/glslang/glslang-helper.cc), is asked
 * for a second opinion only where someone wants one.
 */
#ifndef GS_GLSL_H
#define GS_GLSL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/describe.h" /* enum gs_stage, enum gs_api: constants only */

/* ---- messages ---- */

enum gs_message_code {
	GS_MESSAGE_NOTE = 0,
	GS_GLSL_E_PREPROCESS = 1000,
	GS_GLSL_E_LEX = 1100,
	GS_GLSL_E_PARSE = 1200,
	GS_GLSL_E_BIND = 1300,
	GS_GLSL_E_LIMIT = 1400, /* nesting, size or expansion beyond our limits */
	GS_INSTRUMENT_E = 2000,
};

/* One sentence, with the place (1-based; 0 where none), in the source as shown. */
struct gs_message {
	enum gs_message_code code;
	unsigned unit, line, column;
	char *text;
};

struct gs_messages {
	struct gs_message *list;
	size_t n;
};

void gs_messages_add(struct gs_messages *m, enum gs_message_code code, unsigned unit, unsigned line,
	unsigned column, const char *format, ...) __attribute__((format(printf, 6, 7)));
void gs_messages_finish(struct gs_messages *m);

/* ---- tokens ---- */

/* A range of the unit's source as shown (strings of an object joined), 1-based, end exclusive in
 * column (end_column is one past the last byte), bytes not characters. */
struct gs_span {
	unsigned line, column, end_line, end_column;
};

enum gs_token_kind {
	GS_TOKEN_IDENTIFIER,
	GS_TOKEN_KEYWORD,
	GS_TOKEN_INT, /* with suffix: u, l, ul, s, us */
	GS_TOKEN_FLOAT,
	GS_TOKEN_PUNCTUATOR,
	GS_TOKEN_DIRECTIVE, /* #version, #extension, #pragma kept, whole line */
	GS_TOKEN_END,
};

struct gs_token {
	enum gs_token_kind kind;
	const char *text; /* NUL-terminated, interned: equal text, equal pointer within a shader */
	struct gs_span span; /* a token out of a macro has the span of the whole macro use */
	bool from_macro;
	bool space_before; /* preceded by white space or a comment */
};

/* ---- types ---- */

enum gs_base {
	GS_BASE_UNKNOWN = 0, /* could not be determined: not capturable, still steppable */
	GS_BASE_VOID,
	GS_BASE_BOOL,
	GS_BASE_INT,
	GS_BASE_UINT,
	GS_BASE_FLOAT,
	GS_BASE_DOUBLE,
	GS_BASE_INT64,
	GS_BASE_UINT64,
	GS_BASE_FLOAT16,
	GS_BASE_INT16,
	GS_BASE_UINT16,
	GS_BASE_INT8,
	GS_BASE_UINT8,
	GS_BASE_OPAQUE, /* samplers, images, atomic counters, subroutines: .name */
	GS_BASE_STRUCT, /* also interface blocks */
};

enum { GS_MAX_DIMENSIONS = 8 };

struct gs_type {
	enum gs_base base;
	uint8_t columns; /* 1: scalar or vector; 2-4: matrix */
	uint8_t rows;	 /* 1: scalar; 2-4: components of a vector, or rows of a matrix */
	uint8_t n_dimensions;
	int dimensions[GS_MAX_DIMENSIONS]; /* outermost first; 0: unsized */
	const struct gs_struct *structure; /* GS_BASE_STRUCT */
	const char *name;		   /* GS_BASE_OPAQUE: its keyword */
};

struct gs_member {
	const char *name;
	struct gs_type type;
	bool is_writeonly; /* of a block */
};

struct gs_struct {
	const char *name; /* "" for an anonymous struct */
	const struct gs_member *members;
	size_t n_members;
	size_t n_named; /* n_members, then the members that a block's value leaves out: arrays of
			   unknown size, writeonly members, and members of gl_PerVertex that the
			   shader does not name */
	bool is_block;
};

/* As GLSL writes it ("vec3", "float[4]", "Light[2]"); g_free it. */
char *gs_type_string(const struct gs_type *type);
bool gs_type_equal(const struct gs_type *a, const struct gs_type *b);
/* The type of one element (array), column (matrix) or component (vector); false for a scalar or
 * struct. */
bool gs_type_element(const struct gs_type *type, struct gs_type *element, unsigned *count);
/* Number of scalars in it, 0 if it has opaque, unsized or unknown parts. */
size_t gs_type_scalars(const struct gs_type *type);

/* ---- symbols ---- */

enum gs_storage {
	GS_STORAGE_LOCAL, /* of a function */
	GS_STORAGE_PARAMETER_IN,
	GS_STORAGE_PARAMETER_OUT,
	GS_STORAGE_PARAMETER_INOUT,
	GS_STORAGE_GLOBAL, /* no qualifier */
	GS_STORAGE_CONST,
	GS_STORAGE_IN,	/* in, attribute, varying read here */
	GS_STORAGE_OUT, /* out, varying written here */
	GS_STORAGE_UNIFORM,
	GS_STORAGE_BUFFER,
	GS_STORAGE_SHARED,
};

enum gs_symbol_kind { GS_SYMBOL_VARIABLE, GS_SYMBOL_FUNCTION, GS_SYMBOL_STRUCT };

struct gs_symbol {
	enum gs_symbol_kind kind;
	const char *name;
	struct gs_type type; /* variable, struct */
	enum gs_storage storage;
	bool is_builtin; /* gl_...; declared nowhere, or redeclared */
	bool is_writeonly;
	bool is_block_member; /* of a block without instance name: visible by its own name */
	const struct gs_struct *block; /* is_block_member: the block */
	const struct gs_unit *unit;    /* NULL: built-in */
	const struct gs_node
		*declaration;  /* GS_NODE_DECLARATOR, GS_NODE_PARAMETER, ...; NULL: built-in */
	unsigned visible_from; /* first token index at which it is in scope (GLSL 4.60, 4.2.2: after
				  the declarator) */
	unsigned visible_to;   /* last token index */
	struct gs_function *function; /* GS_SYMBOL_FUNCTION: first of its overloads */
	int layout_location;	      /* -1 none */
	int layout_index;	      /* -1 none */
	int layout_binding;	      /* -1 none, -2 one that is not known here */
};

struct gs_function {
	unsigned id; /* over all units of the shader */
	const char *name;
	struct gs_type type; /* returned */
	struct gs_symbol **parameters;
	size_t n_parameters;
	const struct gs_unit *unit;
	const struct gs_node
		*definition; /* GS_NODE_FUNCTION; NULL: only a prototype, or defined in no unit */
	const struct gs_node **prototypes; /* GS_NODE_PROTOTYPE in any unit */
	size_t n_prototypes;
	bool is_subroutine;
	struct gs_function *next_overload;
};

/* ---- tree ---- */

enum gs_node_kind {
	GS_NODE_TRANSLATION_UNIT, /* child: external declarations in order */
	GS_NODE_FUNCTION,	  /* child[0..n-2] parameters, child[n-1] body (BLOCK); .function;
				     .name_token */
	GS_NODE_PROTOTYPE,	  /* child: parameters; .function; .name_token */
	GS_NODE_PARAMETER,	  /* .symbol (NULL if unnamed) */
	GS_NODE_DECLARATION,	  /* one statement; child: declarators (none for "struct S {..};",
				     "precision ..", "layout(..) in;") */
	GS_NODE_DECLARATOR, /* name [dims] [= init]; .symbol; child[0]: initialiser if any. Span:
			       name to end of init */
	GS_NODE_INTERFACE_BLOCK, /* .symbol of the instance, or NULL; .structure */

	GS_NODE_BLOCK,		      /* { child... } */
	GS_NODE_EXPRESSION_STATEMENT, /* child[0]; span includes ';' */
	GS_NODE_EMPTY,		      /* ; */
	GS_NODE_IF,		      /* child: condition, then, [else] */
	GS_NODE_SWITCH, /* child: selector, body BLOCK (with CASE nodes as statements among the
			   others) */
	GS_NODE_CASE,	/* child[0]: label; none: default */
	GS_NODE_FOR, /* child: init (DECLARATION, EXPRESSION_STATEMENT or EMPTY), test (expression,
			DECLARATION or NULL), next (or NULL), body */
	GS_NODE_WHILE,	/* child: test (expression or DECLARATION), body */
	GS_NODE_DO,	/* child: body, test */
	GS_NODE_RETURN, /* child[0]: value or none */
	GS_NODE_BREAK,
	GS_NODE_CONTINUE,
	GS_NODE_DISCARD,

	GS_NODE_IDENTIFIER, /* .symbol (NULL: unknown) */
	GS_NODE_LITERAL,
	GS_NODE_PAREN, /* child[0] */
	/* f(args): child: arguments; .function (user function; NULL: built-in); .name_token. For a
	   subroutine uniform: .symbol; for an array of them, a[i](args): child[0] is the INDEX
	   node, the arguments follow; .choice. */
	GS_NODE_CALL,
	GS_NODE_CONSTRUCTOR, /* vec3(..), S(..), float[](..): child: arguments */
	GS_NODE_METHOD,	     /* a.length(): child[0] */
	GS_NODE_MEMBER,	     /* a.b, swizzles too: child[0]; .name_token is the field */
	GS_NODE_INDEX,	     /* child: base, index */
	GS_NODE_UNARY,	     /* + - ! ~ ++ --: .op_token; child[0] */
	GS_NODE_POSTFIX,     /* ++ -- */
	GS_NODE_BINARY,	     /* arithmetic, comparison, bits, ^^ : .op_token */
	GS_NODE_LOGICAL,     /* && || */
	GS_NODE_TERNARY,     /* child: condition, true, false */
	GS_NODE_ASSIGN,	     /* = += ...: .op_token; child: target, value */
	GS_NODE_COMMA,	     /* child: left, right */
	GS_NODE_INIT_LIST,   /* { a, b } */
	GS_N_NODE_KINDS,
};

struct gs_node {
	enum gs_node_kind kind;
	unsigned first, last;	       /* token indices in its unit, inclusive */
	unsigned name_token, op_token; /* where the kind says so */
	const struct gs_unit *unit;
	const struct gs_node *parent;
	struct gs_node **child; /* entries may be NULL where the kind says so */
	size_t n_children;
	struct gs_type type; /* expressions; base UNKNOWN if not known */
	bool is_constant; /* expression that GLSL requires or may fold as constant: nothing may be
			     inserted where required */
	struct gs_symbol *symbol;
	struct gs_function *function;
	const struct gs_choice *choice; /* for a call whose index is not constant: the functions it
					   may call, if known */
	const struct gs_struct *structure;
};

/* The function that a call of an array element may reach, depending on the values of its indices.
 */
struct gs_choice {
	const struct gs_function **functions; /* distinct functions with the same parameters */
	size_t n_functions;
	unsigned n_indices, size[GS_MAX_DIMENSIONS]; /* outermost first */
	unsigned *which; /* of each element, the last index running fastest: index in functions */
};

/* The value of a constant integer or bool expression (case labels, array sizes); false: it is not
 * known here. */
bool gs_node_value(const struct gs_node *node, int64_t *value);
int gs_swizzle_component(char letter); /* 0 to 3; -1: it is none */

/* ---- the shader ---- */

/* Both are in it; 1-based. */
struct gs_line_range {
	unsigned first, last;
};

struct gs_unit {
	unsigned index;
	unsigned object;    /* GL name of the shader object, as given */
	const char *source; /* as shown: the object's strings joined */
	unsigned version;   /* 110 without #version (100 for ES) */
	bool is_es;
	bool is_compatibility;
	const struct gs_token *tokens; /* preprocessed; last is GS_TOKEN_END */
	size_t n_tokens;
	const struct gs_line_range *skipped; /* by #if and the like, ascending */
	size_t n_skipped;
	const struct gs_node *root;
};

/* Whether it is a macro at the end of the text. Of the driver's macros, only those of
 * gs_glsl_tested_macros are known. */
bool gs_unit_has_macro(const struct gs_unit *unit, const char *name);

/* All that it declares, in order: variables, parameters, functions, structs, members of blocks
 * without instance names; borrowed. */
const struct gs_symbol *const *gs_unit_symbols(const struct gs_unit *unit, size_t *n);

/* The first desktop version in which the word is a keyword, a type or reserved, and so cannot be a
 * name; 0: none. */
unsigned gs_glsl_taken_since(const char *word);
/* The first desktop version that has a built-in function of that name; 0: none. */
unsigned gs_glsl_function_since(const char *name);

struct gs_shader {
	enum gs_stage stage;
	const struct gs_unit **units;
	size_t n_units;
	const struct gs_function **functions; /* all with a definition */
	size_t n_functions;
	const struct gs_function *main; /* NULL: none (a separate function library) */
};

struct gs_glsl_object {
	unsigned object;
	const char *const *strings;
	const size_t *lengths; /* NULL: NUL-terminated */
	size_t n_strings;
};

struct gs_glsl_macro {
	const char *name, *value;
};

struct gs_glsl_input {
	enum gs_stage stage;
	enum gs_api api;
	const struct gs_glsl_object *objects;
	size_t n_objects;
	const struct gs_glsl_macro *macros; /* GL_... as the driver defines them */
	size_t n_macros;
	/* Another stage of the program redeclares gl_PerVertex. Then gl_in is visible only if the
	 * texts declare it, too: without the same declaration the program would not link
	 * (GLSL 4.60, 7.1). */
	bool others_redeclare;
};

/* Never crashes or hangs on any text. NULL: could not be parsed, messages say why and where. On
 * success messages may hold notes. Free with gs_shader_free. */
struct gs_shader *gs_shader_parse(const struct gs_glsl_input *input, struct gs_messages *messages);
void gs_shader_free(struct gs_shader *shader);
/* Compares a shader from gs_shader_parse with glslang's reading of the same texts, as a second
 * opinion that changes nothing. Adds notes about each rejection and the first differences to
 * messages. */
enum gs_verdict {
	GS_VERDICT_NONE, /* glslang is not available: messages say why */
	GS_VERDICT_REFUSES,
	GS_VERDICT_ACCEPTS_LATER, /* only at a later version with all extensions, where a call may
				     have another type */
	GS_VERDICT_ACCEPTS,
};
struct gs_opinion {
	enum gs_verdict verdict;	  /* the worst of all units */
	bool without_types;		  /* the helper has only glslang's public interface */
	unsigned types, calls, constants; /* compared: known to both */
	unsigned differences;
};
void gs_shader_compare(
	const struct gs_shader *shader, struct gs_opinion *opinion, struct gs_messages *messages);
/* Sets the program's choice of functions for its subroutine uniforms: their calls get .function, or
 * .choice if an index is not constant, so that they can be stepped into. Call it once, before
 * making a plan. */
struct gs_subroutine_choice {
	const char *uniform, *function; /* of an array each element: "kinds[2]" */
};
void gs_shader_choose_subroutines(
	struct gs_shader *shader, const struct gs_subroutine_choice *choices, size_t n);
/* Tessellation: sets the number of vertices of an input patch, a parameter of the draw, as the size
 * of input arrays. */
void gs_shader_size_patch(struct gs_shader *shader, unsigned n_vertices);

/* Names of GL_... macros that #if, #ifdef, #ifndef and defined() of these texts test, and of
 * extensions that they enable: ask the driver which it defines. NULL-terminated, g_strfreev. */
char **gs_glsl_tested_macros(const struct gs_glsl_input *input);

/* The lines that decide which macros a driver defines: put them at the head of a shader that asks.
 * g_free. The version line of a text, "" none, and its number (110 without one). */
char *gs_glsl_version_line(const char *source, unsigned *version, bool *is_es);
/* Those that enable extensions, each as `enable`: a driver ignores what it does not know. */
char *gs_glsl_extension_lines(const char *source);

/* What a driver calls a line in its messages: #line changes it. */
struct gs_line_name {
	unsigned string, line;
};
/* struct gs_line_name for each line of a source, in their order; those of #line are taken as they
 * stand, also where #if leaves them out, and in numbers alone. g_free. */
struct gs_line_name *gs_glsl_line_names(const char *source, size_t *n);

/* The span of a node in its unit's source as shown; its text there (g_free). */
struct gs_span gs_node_span(const struct gs_node *node);
char *gs_node_source(const struct gs_node *node);

/* Variables visible just before token `at` of the unit, innermost first, shadowed ones left out;
 * built-ins of the stage and version last. Returned array g_free'd, the symbols not. */
const struct gs_symbol **gs_shader_visible(
	const struct gs_shader *shader, const struct gs_unit *unit, unsigned at, size_t *n);

/* One of its tokens is that name, in any unit. */
bool gs_shader_mentions(const struct gs_shader *shader, const char *name);
/* A fragment shader that names what GLSL runs it once for each sample for: gl_SampleID,
 * gl_SamplePosition, or an input that is `sample in`. */
bool gs_shader_names_samples(const struct gs_shader *shader);

/* A watch: any GLSL expression, parsed and typed as if it were placed before token `at`; macros of
 * the unit are expanded. The tree has a unit of its own (tokens only), freed with
 * gs_expression_free. One thread at a time per shader. NULL: messages say why (unknown name, not an
 * expression, ...). */
struct gs_expression {
	const struct gs_unit *unit;
	const struct gs_node *root;
	struct gs_type type;
	bool has_side_effects; /* assignment, ++, call of a function that writes globals, discards,
				  or takes out arguments */
	const char *side_effect; /* what it is, for the message; NULL */
};
struct gs_expression *gs_expression_parse(const struct gs_shader *shader,
	const struct gs_unit *unit, unsigned at, const char *text, struct gs_messages *messages);
void gs_expression_free(struct gs_expression *expression);

/* Index of the child that is a call's first argument: 1 in a[i](...). */
static inline size_t gs_call_first_argument(const struct gs_node *call)
{
	return call->symbol && call->n_children && call->child[0]->kind == GS_NODE_INDEX &&
	       call->child[0]->first == call->first;
}
/* The indices of a[i][j](...), outermost first; returns how many. */
unsigned gs_call_indices(
	const struct gs_node *call, const struct gs_node *index[GS_MAX_DIMENSIONS]);
/* A function that the call may reach, for its parameters; NULL: built-in, or not known. */
static inline const struct gs_function *gs_call_signature(const struct gs_node *call)
{
	return call->choice ? call->choice->functions[0] : call->function;
}
/* Does this GS_NODE_CALL write to its argument (a child): an out or inout parameter, of a user's
 * function or a built-in one? */
bool gs_call_writes_argument(const struct gs_node *call, size_t argument);
/* The side effect of a built-in function ("writes memory", "emits ...", "is a barrier"); NULL:
 * none. */
const char *gs_call_builtin_effect(const struct gs_node *call);

/* The tree law: spans nested and ordered, parents right, children of the kinds their parent allows,
 * symbols in scope. Aborts with a message in builds for tests (GS_VALIDATE=1 in the environment),
 * else adds a message. */
bool gs_shader_validate(const struct gs_shader *shader, struct gs_messages *messages);

/* Readable dump, for glstep-glsl and tests; g_free. */
char *gs_shader_dump(const struct gs_shader *shader);

#endif
