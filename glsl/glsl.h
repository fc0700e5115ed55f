/* SPDX-License-Identifier: MIT */
/*
 * glsl/ - shader text to a bound tree with exact source spans.
 *
 * In:  all shader objects of one stage as the driver got them, the macros the driver defines.
 * Out: a gs_shader: for each object (gs_unit) its preprocessed tokens, each knowing where in the
 * source as shown it came from; a tree over those tokens; symbols, scopes, types, call targets.
 * Links neither GL nor wire/. A gs_shader owns all that it points at; callers must not change it.
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

/* A sentence and its position in the source as shown, 1-based; 0 if it has none. */
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

/* A range of the unit's source as shown (the object's strings joined). Lines and columns count from
 * 1, columns in bytes; end_column is one past the last byte. */
struct gs_span {
	unsigned line, column, end_line, end_column;
};

enum gs_token_kind {
	GS_TOKEN_IDENTIFIER,
	GS_TOKEN_KEYWORD,
	GS_TOKEN_INT, /* with suffix: u, l, ul, s, us */
	GS_TOKEN_FLOAT,
	GS_TOKEN_PUNCTUATOR,
	GS_TOKEN_DIRECTIVE, /* a whole line: #version, #extension or #pragma */
	GS_TOKEN_END,
};

struct gs_token {
	enum gs_token_kind kind;
	const char *text; /* NUL-terminated, interned: equal text, equal pointer within a shader */
	struct gs_span span; /* of a token from a macro: the whole macro use */
	bool from_macro;
	bool space_before; /* preceded by white space or a comment */
};

/* ---- types ---- */

enum gs_base {
	GS_BASE_UNKNOWN = 0, /* not known: the value cannot be captured */
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

/* Returns the type as GLSL writes it ("vec3", "float[4]", "Light[2]"); g_free. */
char *gs_type_string(const struct gs_type *type);
bool gs_type_equal(const struct gs_type *a, const struct gs_type *b);
/* Gets the type of an array's element, a matrix's column or a vector's component, and how many
 * there are. Returns false for a scalar or struct. */
bool gs_type_element(const struct gs_type *type, struct gs_type *element, unsigned *count);
/* Returns the number of scalars in it; 0 if it has opaque, unsized or unknown parts. */
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
	unsigned visible_from; /* index of the first token in its scope (after the declarator:
				  GLSL 4.60, 4.2.2) */
	unsigned visible_to;   /* index of the last one */
	struct gs_function *function; /* GS_SYMBOL_FUNCTION: the first overload */
	int layout_location;	      /* -1 none */
	int layout_index;	      /* -1 none */
	int layout_binding;	      /* -1 none, -2 has one whose value is not known */
};

struct gs_function {
	unsigned id; /* unique in the shader */
	const char *name;
	struct gs_type type; /* returned */
	struct gs_symbol **parameters;
	size_t n_parameters;
	const struct gs_unit *unit;
	const struct gs_node *definition;  /* GS_NODE_FUNCTION; NULL: defined in no unit */
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
	bool is_constant;    /* a constant expression: no code may be inserted in it where GLSL
				requires one */
	struct gs_symbol *symbol;
	struct gs_function *function;
	const struct gs_choice *choice; /* of a call with an index that is not constant: the
					   functions it may call, if known */
	const struct gs_struct *structure;
};

/* The functions that a call of a subroutine array's element may reach, by the values of its
 * indices. */
struct gs_choice {
	const struct gs_function **functions; /* distinct functions with the same parameters */
	size_t n_functions;
	unsigned n_indices, size[GS_MAX_DIMENSIONS]; /* outermost first */
	unsigned *which; /* of each element, the last index running fastest: index in functions */
};

/* Gets the value of a constant integer or bool expression (case labels, array sizes). Returns false
 * if it is not known. */
bool gs_node_value(const struct gs_node *node, int64_t *value);
/* Gets scalar k of what a variable is declared with: its initialiser, or 0 where it has none.
 * Returns false if it is not known here. */
bool gs_symbol_initial(const struct gs_symbol *symbol, size_t k, double *value);
int gs_swizzle_component(char letter); /* returns 0 to 3; -1 if it is none */

/* ---- the shader ---- */

/* 1-based, both inclusive. */
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
	const struct gs_line_range *skipped; /* lines that #if and the like leave out, ascending */
	size_t n_skipped;
	const struct gs_node *root;
};

/* Whether a macro of that name is defined at the end of the text. Of the driver's macros only those
 * of gs_glsl_tested_macros are known. */
bool gs_unit_has_macro(const struct gs_unit *unit, const char *name);

/* Returns all that the unit declares, in order: variables, parameters, functions, structs, members
 * of blocks without instance names. Borrowed. */
const struct gs_symbol *const *gs_unit_symbols(const struct gs_unit *unit, size_t *n);

/* Returns the first desktop version in which the word is a keyword, a type or reserved, so that it
 * cannot be a name; 0 if none. */
unsigned gs_glsl_taken_since(const char *word);
/* Returns the first desktop version with a built-in function of that name; 0 if none. */
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
	const struct gs_glsl_macro *macros; /* the GL_... macros that the driver defines */
	size_t n_macros;
	/* Another stage of the program redeclares gl_PerVertex. Then gl_in is visible only if the
	 * texts declare it, too: without the same declaration the program would not link
	 * (GLSL 4.60, 7.1). */
	bool others_redeclare;
};

/* Parses the objects; neither crashes nor hangs on any text. Returns NULL if they cannot be parsed:
 * messages say why and where. On success messages may contain notes. Free with gs_shader_free. */
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

/* Returns the names of the GL_... macros that #if, #ifdef, #ifndef and defined() test in these
 * texts, and of the extensions that they enable, so that the driver can be asked which it defines.
 * NULL-terminated, g_strfreev. */
char **gs_glsl_tested_macros(const struct gs_glsl_input *input);

/* These two return the lines that decide which macros a driver defines, for the head of a shader
 * that asks it; g_free. The version line of a text, or "", with its number (110 without one). */
char *gs_glsl_version_line(const char *source, unsigned *version, bool *is_es);
/* The lines that enable extensions, each with `enable`: a driver ignores extensions that it does
 * not know. */
char *gs_glsl_extension_lines(const char *source);

/* How a driver's messages name a line; #line changes it. */
struct gs_line_name {
	unsigned string, line;
};
/* Returns the name of each line of a source, in order; g_free. Each #line with plain numbers
 * counts, even one that #if leaves out. */
struct gs_line_name *gs_glsl_line_names(const char *source, size_t *n);

/* Return a node's span in its unit's source as shown, and its text there (g_free). */
struct gs_span gs_node_span(const struct gs_node *node);
char *gs_node_source(const struct gs_node *node);
/* Returns that text with a space for each white space, so on one line; g_free. */
char *gs_node_line(const struct gs_node *node);
/* Return a line of the source, from 1, without its end; g_free. */
char *gs_unit_line(const struct gs_unit *unit, unsigned line);

/* Returns the variables visible just before token `at` of the unit, innermost first, without
 * shadowed ones; the built-ins of stage and version come last. g_free the array, not the symbols.
 */
const struct gs_symbol **gs_shader_visible(
	const struct gs_shader *shader, const struct gs_unit *unit, unsigned at, size_t *n);

/* Whether a token of any unit is that name. */
bool gs_shader_mentions(const struct gs_shader *shader, const char *name);
/* Whether a fragment shader mentions what has GLSL run it once per sample: gl_SampleID,
 * gl_SamplePosition, or a `sample in` input. */
bool gs_shader_names_samples(const struct gs_shader *shader);

/* A watch expression. gs_expression_parse parses and types it as if it stood before token `at`,
 * with the unit's macros, and returns NULL if it cannot: messages say why (unknown name, no
 * expression, ...). Its tree has a unit of its own, with tokens alone; free with
 * gs_expression_free. One thread at a time per shader. */
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

/* Returns the index of the child that is a call's first argument: 1 in a[i](...), else 0. */
static inline size_t gs_call_first_argument(const struct gs_node *call)
{
	return call->symbol && call->n_children && call->child[0]->kind == GS_NODE_INDEX &&
	       call->child[0]->first == call->first;
}
/* Gets the indices of a[i][j](...), outermost first; returns how many there are. */
unsigned gs_call_indices(
	const struct gs_node *call, const struct gs_node *index[GS_MAX_DIMENSIONS]);
/* Returns a function that the call may reach, for its parameters; NULL if it is built-in or not
 * known. */
static inline const struct gs_function *gs_call_signature(const struct gs_node *call)
{
	return call->choice ? call->choice->functions[0] : call->function;
}
/* Whether this GS_NODE_CALL writes to its argument (a child): an out or inout parameter of the
 * shader's own function or a built-in one. */
bool gs_call_writes_argument(const struct gs_node *call, size_t argument);
/* Returns the side effect of a built-in function ("writes memory", "emits ...", "is a barrier");
 * NULL if it has none. */
const char *gs_call_builtin_effect(const struct gs_node *call);

/* Checks the tree law: spans are nested and ordered, parents right, children of the kinds that
 * their parent allows, symbols in scope. Returns false and adds a message if it is broken; aborts
 * if GS_VALIDATE=1 is in the environment, as in tests. */
bool gs_shader_validate(const struct gs_shader *shader, struct gs_messages *messages);

/* Returns a readable dump, for glstep-glsl and tests; g_free. */
char *gs_shader_dump(const struct gs_shader *shader);

#endif
