/* SPDX-License-Identifier: MIT */
/* textures, texture, buffers, buffer, attachments, attachment, check: bound objects and their
 * contents. */
#include <limits.h>
#include <string.h>
#include "verbs/verb-sanitize.h"
#include "verbs/verbs.h"
#include "verbs/usage.h"
#include "data/data.h"
#include "wire/inspect.h"

/* ---- lists ---- */

static void put_texture(struct gs_reply *reply, const struct gs_wire_resource *r)
{
	const char *target = r->target ? gs_resource_enum(r->target) : "window";
	const char *format = r->format ? gs_resource_enum(r->format) : "";
	gs_json_string(reply->json, "target", target);
	gs_json_string(reply->json, "format", format);
	gs_json_integer(reply->json, "width", r->width);
	gs_json_integer(reply->json, "height", r->height);
	gs_json_integer(reply->json, "depth", r->depth);
	gs_json_integer(reply->json, "samples", r->samples);
	if (r->kind == GS_RESOURCE_TEXTURE) {
		gs_json_integer(reply->json, "levels", r->levels);
		return;
	}
	gs_json_integer(reply->json, "level", r->level);
	if (r->layer != GS_NO_INDEX)
		gs_json_integer(reply->json, "layer", r->layer);
}

static void put_buffer(struct gs_reply *reply, const struct gs_wire_resource *r)
{
	gs_json_integer(reply->json, "size", (int64_t)r->size);
	gs_json_string(reply->json, "usage", r->usage ? gs_resource_enum(r->usage) : "");
	if (!r->length)
		return;
	gs_json_integer(reply->json, "offset", (int64_t)r->offset);
	gs_json_integer(reply->json, "length", (int64_t)r->length);
}

static bool do_list(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	static const char *const members[] = {
		[GS_RESOURCE_TEXTURE] = "textures",
		[GS_RESOURCE_BUFFER] = "buffers",
		[GS_RESOURCE_ATTACHMENT] = "attachments",
	};
	uint32_t kind = (uint32_t)gs_argument_how(arguments);
	struct gs_wire_resource *resources;
	size_t n;
	if (!gs_session_resources(verbs->session, &resources, &n, error))
		return false;
	gs_json_begin_list(reply->json, members[kind]);
	for (size_t i = 0; i < n; i++) {
		const struct gs_wire_resource *r = &resources[i];
		if (r->kind != kind)
			continue;
		char *binding = gs_resource_binding(r);
		json_builder_begin_object(reply->json);
		gs_json_integer(reply->json, "name", r->name);
		gs_json_string(reply->json, "binding", binding);
		if (kind == GS_RESOURCE_BUFFER)
			put_buffer(reply, r);
		else
			put_texture(reply, r);
		if (*r->label)
			gs_json_string(reply->json, "label", r->label);
		json_builder_end_object(reply->json);
		g_free(binding);
	}
	json_builder_end_array(reply->json);
	g_free(resources);
	return true;
}

/* ---- one image ---- */

static void put_numbers(
	struct gs_reply *reply, const char *name, enum gs_base base, const double *values, size_t n)
{
	gs_json_begin_list(reply->json, name);
	for (size_t k = 0; k < n; k++) {
		const struct gs_scalar scalar = gs_number_scalar(base, values[k]);
		gs_json_scalar(reply->json, &scalar);
	}
	json_builder_end_array(reply->json);
}

static void put_range(struct gs_reply *reply, const struct gs_field *field, bool most)
{
	gs_json_begin_list(reply->json, most ? "max" : "min");
	for (size_t k = 0; k < field->n_scalars; k++) {
		struct gs_scalar least, greatest;
		gs_field_range(field, k, &least, &greatest);
		gs_json_scalar(reply->json, most ? &greatest : &least);
	}
	json_builder_end_array(reply->json);
}

/* Where the type is not that of each. */
static void put_component_types(struct gs_reply *reply, const struct gs_field *field)
{
	if (!field->bases)
		return;
	gs_json_begin_list(reply->json, "component_types");
	for (size_t k = 0; k < field->n_scalars; k++)
		gs_json_base(reply->json, field->bases[k]);
	json_builder_end_array(reply->json);
}

static bool put_field(struct gs_verbs *verbs, struct gs_reply *reply, const struct gs_field *field,
	const char *file, GError **error)
{
	if (file && !gs_field_save(field, file, gs_session_patience(verbs->session), error))
		return false;
	gs_json_string(reply->json, "expression", field->expression);
	gs_json_integer(reply->json, "width", field->width);
	gs_json_integer(reply->json, "height", field->height);
	gs_json_string(reply->json, "type", field->type_name);
	gs_json_strings(reply->json, "components", field->scalar_names);
	put_component_types(reply, field);
	put_range(reply, field, false);
	put_range(reply, field, true);
	gs_json_integer(reply->json, "nan", (int64_t)field->n_nan);
	gs_json_integer(reply->json, "inf", (int64_t)field->n_inf);
	gs_json_optional(reply->json, "file", file);
	return true;
}

/* The one that is named, if one is. */
static bool put_pixel(struct gs_reply *reply, const struct gs_field *field,
	const struct gs_arguments *arguments, GError **error)
{
	uint64_t x = gs_argument_number(arguments, "X", 0);
	uint64_t y = gs_argument_number(arguments, "Y", 0);
	if (!gs_argument_has(arguments, "pixel"))
		return true;
	if (x >= field->width || y >= field->height) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"coordinates are outside the image, which is %u x %u", field->width,
			field->height);
		return false;
	}
	gs_json_begin_list(reply->json, "value");
	gs_json_cell(reply->json, field, y * field->width + x);
	json_builder_end_array(reply->json);
	return true;
}

/* Get NAME, the name of a texture or buffer. */
static bool read_name(const struct gs_arguments *arguments, uint32_t *name, GError **error)
{
	const char *text = gs_argument_text(arguments, "NAME");
	uint64_t number;
	if (gs_usage_number(text, &number) && number <= UINT_MAX) {
		*name = (uint32_t)number;
		return true;
	}
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not a valid name: give a whole number from 0 to %u", text, UINT_MAX);
	return false;
}

static void put_elements(struct gs_reply *reply, const struct gs_field *field);

static bool do_texture(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	unsigned face = gs_argument_unsigned(arguments, "face N", 0);
	unsigned layer = gs_argument_unsigned(arguments, "layer N", 0);
	struct gs_texel_location location = {.level = gs_argument_unsigned(arguments, "level N", 0),
		.layer = layer * (gs_argument_has(arguments, "face N") ? 6 : 1) + face,
		.sample = gs_argument_unsigned(arguments, "sample N", 0),
		.stencil = gs_argument_has(arguments, "stencil"),
		.step = gs_argument_unsigned(arguments, "every N", 0)};
	if (!read_name(arguments, &location.texture, error))
		return false;
	if (!location.texture || face > 5) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "%s",
			location.texture ? "a cube map has the faces 0 to 5: +x -x +y -y +z -z"
					 : "texture 0 cannot be read: `textures` lists names");
		return false;
	}
	struct gs_field *field = gs_session_texels(verbs->session, &location, error);
	bool good = field &&
		    put_field(verbs, reply, field, gs_argument_text(arguments, "FILE"), error) &&
		    put_pixel(reply, field, arguments, error);
	if (good && field->elements) /* of a buffer texture */
		put_elements(reply, field);
	gs_field_free(field);
	return good;
}

/* "color0", "depth", "stencil", "back", or GL's own name. 0: none of them, error is set. */
static uint32_t find_point(
	struct gs_verbs *verbs, const char *word, uint32_t *draw_buffer, GError **error)
{
	struct gs_wire_resource *list;
	size_t n;
	uint32_t found = 0;
	bool colour = g_str_has_prefix(word, "color");
	*draw_buffer = colour ? (uint32_t)strtoul(word + 5, NULL, 10) : 0;
	if (!gs_session_resources(verbs->session, &list, &n, error))
		return 0;
	for (size_t i = 0; i < n && !found; i++) {
		if (list[i].kind != GS_RESOURCE_ATTACHMENT)
			continue;
		char *short_name = g_ascii_strdown(gs_resource_enum(list[i].where) + 3, -1);
		char *end = g_str_has_suffix(short_name, "_attachment") ? strrchr(short_name, '_')
									: NULL;
		if (end)
			*end = '\0';
		char *numbered = g_strdup_printf("color_attachment%u", *draw_buffer);
		if (strcmp(word, short_name) == 0 ||
			strcmp(word, gs_resource_enum(list[i].where)) == 0 ||
			(colour && strcmp(short_name, numbered) == 0) ||
			(strcmp(word, "color0") == 0 && /* the back buffer stands first */
				(g_str_has_prefix(short_name, "back") ||
					g_str_has_prefix(short_name, "front"))) ||
			(strcmp(word, "back") == 0 && strcmp(short_name, "back_left") == 0) ||
			(strcmp(word, "front") == 0 && strcmp(short_name, "front_left") == 0))
			found = list[i].where;
		g_free(numbered);
		g_free(short_name);
	}
	g_free(list);
	if (!found)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the draw framebuffer has no '%s': `attachments` lists what it has", word);
	return found;
}

/* Draw buffers count as colours here: color1 is what the second output goes to. */
static bool find_drawn(
	const char *word, uint32_t draw_buffer, struct gs_drawn_location *location, GError **error)
{
	location->buffer = draw_buffer;
	location->aspect = g_str_has_prefix(word, "color") ? GS_DRAWN_COLOUR
			   : strcmp(word, "depth") == 0	   ? GS_DRAWN_DEPTH
			   : strcmp(word, "stencil") == 0  ? GS_DRAWN_STENCIL
							   : UINT_MAX;
	if (location->aspect != UINT_MAX)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"after the draw, give color0, color1, ... (draw buffer numbers), depth or stencil");
	return false;
}

static void put_drawn_note(struct gs_verbs *verbs, struct gs_reply *reply, bool undrawn)
{
	static const char *const otherwise = "drawn with per-fragment operations that differ from "
					     "the program's (set test, set buffer)";
	bool differs = gs_session_drawn_otherwise(verbs->session);
	g_autofree char *note = g_strconcat(undrawn ? GS_UNDRAWN : "",
		undrawn && differs ? "; " : "", differs ? otherwise : "", NULL);
	if (*note)
		gs_json_string(reply->json, "note", note);
}

/* Of a difference: how many pixels have one, and the first of them. */
static void put_difference(struct gs_reply *reply, const struct gs_field *field)
{
	size_t n = (size_t)field->width * field->height, first = n;
	int64_t differing = 0;
	for (size_t i = 0; i < n; i++) {
		bool differs = false;
		for (size_t k = 0; k < field->n_scalars && field->active[i]; k++)
			differs |= field->values[i * field->n_scalars + k] != 0;
		first = differs && first == n ? i : first;
		differing += differs;
	}
	gs_json_integer(reply->json, "differing", differing);
	if (first == n)
		return;
	gs_json_begin_list(reply->json, "first");
	json_builder_add_int_value(reply->json, (gint64)(first % field->width));
	json_builder_add_int_value(reply->json, (gint64)(first / field->width));
	json_builder_end_array(reply->json);
}

static bool do_attachment(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	static const char *const looks[] = {[GS_DRAWN_OUTPUT] = "output",
		[GS_DRAWN_AFTER] = "after",
		[GS_DRAWN_COVERED] = "covered"};
	const char *word = gs_argument_text(arguments, "POINT");
	int what = gs_argument_which(arguments, looks, G_N_ELEMENTS(looks)); /* -1: before */
	uint32_t draw_buffer = 0;
	struct gs_texel_location location = {
		.attachment = find_point(verbs, word, &draw_buffer, error),
		.layer = gs_argument_unsigned(arguments, "layer N", 0),
		.sample = gs_argument_unsigned(arguments, "sample N", 0),
		.step = gs_argument_unsigned(arguments, "every N", 0)};
	struct gs_drawn_location drawn = {
		.what = (unsigned)what, .layer = location.layer, .sample = location.sample};
	bool undrawn = false;
	if (!location.attachment || (what >= 0 && !find_drawn(word, draw_buffer, &drawn, error)))
		return false;
	if (what >= 0 && location.step) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'every N' is for what is there before the draw");
		return false;
	}
	struct gs_field *field = what >= 0
					 ? gs_session_drawn(verbs->session, &drawn, &undrawn, error)
					 : gs_session_texels(verbs->session, &location, error);
	const char *old = gs_argument_text(arguments, "OLD.npy");
	bool good = field &&
		    (!old || gs_field_subtract(
				     field, old, gs_session_patience(verbs->session), error)) &&
		    put_field(verbs, reply, field, gs_argument_text(arguments, "FILE"), error) &&
		    put_pixel(reply, field, arguments, error);
	if (good && old)
		put_difference(reply, field);
	if (good && what >= 0)
		put_drawn_note(verbs, reply, undrawn);
	gs_field_free(field);
	return good;
}

/* ---- one buffer ---- */

enum { ELEMENTS = 1024 };

static void put_elements(struct gs_reply *reply, const struct gs_field *field)
{
	gs_json_begin_list(reply->json, "elements");
	for (unsigned i = 0; i < field->width && i < ELEMENTS; i++) {
		json_builder_begin_array(reply->json);
		gs_json_cell(reply->json, field, i);
		json_builder_end_array(reply->json);
	}
	json_builder_end_array(reply->json);
}

static bool do_buffer(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_buffer_view view = {0, gs_argument_text(arguments, "TYPES"),
		gs_argument_number(arguments, "offset BYTES", 0),
		gs_argument_number(arguments, "stride BYTES", 0),
		gs_argument_unsigned(arguments, "count N", 0)};
	if (!read_name(arguments, &view.buffer, error))
		return false;
	struct gs_field *field = gs_session_buffer(verbs->session, &view, error);
	bool good = field &&
		    put_field(verbs, reply, field, gs_argument_text(arguments, "FILE"), error);
	if (good)
		put_elements(reply, field);
	gs_field_free(field);
	return good;
}

/* ---- trust ---- */

static bool do_check(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_check check;
	uint8_t undefined[G_N_ELEMENTS(check.debugged)];
	if (!gs_session_check(verbs->session, &check, error))
		return false;
	gs_json_integer(reply->json, "x", check.x);
	gs_json_integer(reply->json, "y", check.y);
	gs_json_string(reply->json, "element", check.element);
	if (check.has_debugged) {
		gs_json_string(reply->json, "expression", check.expression);
		for (unsigned k = 0; k < check.n; k++)
			undefined[k] = check.undefined >> k & 1;
		put_numbers(reply, "debugged", check.base, check.debugged, check.n);
		gs_json_undefined(reply->json, "undefined_at", undefined, check.n);
		gs_json_boolean(reply->json, "same_output", check.same_output);
	}
	put_numbers(reply, "undebugged", check.base, check.output, 4);
	put_numbers(reply, "framebuffer", check.base, check.after, 4);
	gs_json_boolean(reply->json, "same_framebuffer", check.same_after);
	gs_json_string(reply->json, "why", check.why);
	gs_json_boolean(reply->json, "finished", check.finished);
	gs_json_boolean(reply->json, "discarded", check.discarded);
	gs_check_clear(&check);
	return true;
}

#define HISTORY                                                                                    \
	"frame:integer buffer:string width:integer height:integer part:boolean "                   \
	"elsewhere:[{buffer:string calls:integer}] refused:integer x:integer y:integer "           \
	"trace?:boolean events:[pixel-event] notes:[string]"
#define TOLD_HISTORY                                                                               \
	"frame {frame}: {events#call|calls} of {buffer}{width?, {width} x {height}}\n"             \
	"{events*{@pixel-event}{last_fragment?    "                                                \
	"{/trace?`goto {call.index}`|where such a draw is pending}, `pixel {/x} {/y}` and "        \
	"`focus {/x} {/y} fragment K` debug each of its fragments, K from 0 to "                   \
	"{last_fragment} in the order drawn\n}}{notes*{.}\n}"

static const struct gs_tab_column written_columns[] = {
	{"Call", "{call.index}", 80},
	{"Function", "{call.name}", 200},
	{"Draw", "{call.drawn?{call.drawn@drawn}}", 200},
	{"What it does", "{text}{into? ({into})}", 0},
	{NULL},
};
static const struct gs_tab_control written_controls[] = {
	{"N", "Texture", "The number of a texture, as Resources has it"}, {NULL}};
static const struct gs_tab written_tab = {
	.id = "written",
	.title = "Written by",
	.tip = "Which calls of the next frame, in a trace of this one, write to a texture",
	.rows = "events",
	.columns = written_columns,
	.summary = "Texture {texture}, frame {frame}: {events#call|calls}{notes?. {notes+; *{.}}}",
	.call = "call.index",
	.controls = written_controls,
	.asks = "Look at a frame",
};

#define CALL_TIME                                                                                  \
	"{call:integer function:string|null frame:integer thread:integer program:string|null "     \
	"target:string|null began_ns:integer|null cpu_ns:integer gpu_ns:integer|null "             \
	"spread_ns:integer|null}"

static const struct gs_tab_column times_columns[] = {
	{"Call", "{call}", 80},
	{"Function", "{function}", 220},
	{"CPU (ns)", "{cpu_ns}", 100},
	{"GPU (ns)", "{gpu_ns}", 100},
	{"Spread (ns)", "{spread_ns}", 90},
	{"Program", "{program}", 180},
	{"Drawn into", "{target}", 0},
	{NULL},
};
static const struct gs_tab_control times_controls[] = {
	{"[N]", "Frames", "How many frames to time, one if nothing stands here"}, {NULL}};
static const struct gs_tab times_tab = {
	.id = "times",
	.title = "Times",
	.tip = "How long the calls of the next frame take, in a trace those of this one",
	.rows = "calls",
	.columns = times_columns,
	.summary = "Frame {frame}{frames>1? and the {frames#one|ones} from it on}: "
		   "{calls#call|calls}, "
		   "{cpu_ns@time} in calls, {gpu_ns@time} of the GPU; {method}",
	.call = "call",
	.controls = times_controls,
	.asks = "Time a frame",
	.has_lanes = true,
};

#define FAULT_ELEMENT                                                                              \
	"element:{*:integer} name:string times?:integer operands:[{text:string type:string "       \
	"value:any}] "
#define FINDING                                                                                    \
	"{kind:string stage:string program:integer label?:string shader:integer file:string "      \
	"file_line:integer object:integer line:integer column:integer end_line:integer "           \
	"end_column:integer function:string expression:string "                                    \
	"text:string message:string section:string advice:string elements:integer of:integer "     \
	"draws:integer first:{frame:integer draw:integer call:integer " FAULT_ELEMENT              \
	"} worst?:{" FAULT_ELEMENT "} commands:[string] confirmed?:boolean|null why?:string "      \
	"trace?:string command?:string}"
#define TOLD_FINDING                                                                               \
	"{kind}: {stage} shader of program {program}{label? \"{label}\"}, line {line}:{column}: "  \
	"{expression}\n"                                                                           \
	"  {message} (GLSL 4.60, {section}): {advice}\n"                                           \
	"  " GS_TOLD_WHERE "\n{worst!  " GS_TOLD_WORST "\n}"                                       \
	"{confirmed?  " GS_TOLD_CONFIRMED "\n|{confirmed=false?  " GS_TOLD_REFUTED "\n}}"          \
	"{why?  " GS_TOLD_NOT_LOOKED "{why}\n}"                                                    \
	"{command?  {command}\n|  at the draw: {commands+; *{.}}\n}"

static const struct gs_tab_column fault_columns[] = {
	{"Kind", "{kind}", 85},
	{"Stage", "{stage}", 80},
	{"Program", "{program}", 80},
	{"Line", "{line}", 50},
	{"Elements", "{elements}", 85},
	{"Draws", "{draws}", 60},
	{"Expression", "{expression}", 0},
	{NULL},
};
static const struct gs_tab_control fault_controls[] = {
	{"[N]", "Frames",
		"How many frames to look at from here on; only this draw if nothing stands "
		"here"},
	{"[faults KINDS]", "Kinds",
		"Which faults, with commas between; all if nothing stands here"},
	{NULL}};
static const struct gs_tab faults_tab = {
	.id = "faults",
	.title = "Faults",
	.tip = "What the shaders do wrong, in this draw or in the frames to come",
	.rows = "findings",
	.columns = fault_columns,
	.summary = "{findings#finding|findings}; {looked_at} of {draws#draw|draws} looked at"
		   "{suppressed?; {suppressed} suppressed}{notes!; {notes+; *{.}}}"
		   "{not_looked_at!; not looked at: {not_looked_at+; *{draws#draw|draws}: {why}}}",
	.detail = TOLD_FINDING,
	.call = "first.call",
	.controls = fault_controls,
	.asks = "Find faults",
};

const struct gs_verb gs_inspect_verbs[] = {
	{"textures", "", "the textures that are bound: units, image units", do_list, GS_NEEDS_STOP,
		"textures:[{texture binding:string levels:integer}]",
		"{textures*{@texture}|no texture is bound\n}", GS_RESOURCE_TEXTURE},
	{"texture",
		"NAME [level N] [layer N] [face N] [sample N] [stencil] [every N] [pixel X Y] "
		"[FILE]",
		"the contents of a texture, or of every N texels in either direction one; FILE: "
		".png .npy .csv .pfm",
		do_texture, GS_NEEDS_STOP, "image value?:[number] elements?:[[number]]",
		"{@image}{elements!{elements@elements}}"},
	{"buffers", "", "the buffers that are bound", do_list, GS_NEEDS_STOP,
		"buffers:[{name:integer binding:string label?:string size:integer usage:string "
		"offset?:integer length?:integer}]",
		"{buffers*{name:-4} {binding:-28}  {size#byte|bytes} {usage}"
		"{length?, bound from {offset}, {length#byte|bytes}}{label?  \"{label}\"}\n|"
		"no buffer is bound\n}",
		GS_RESOURCE_BUFFER},
	{"buffer", "NAME [TYPES] [offset BYTES] [stride BYTES] [count N] [FILE]",
		"the contents of a buffer, as vec3, uint, ubyte4n, ...", do_buffer, GS_NEEDS_STOP,
		"image elements:[[number]]", "{@image}{elements@elements}"},
	{"blocks", "",
		"the uniform and storage blocks of the program in use, and the buffers bound for "
		"them",
		gs_verb_blocks, GS_NEEDS_STOP, "blocks:[block]",
		"{blocks*{@block}|the program in use has no uniform or storage blocks\n}"},
	{"block", "NAME [MEMBER]",
		"the contents of a block: members with offsets, types and values, in the driver's "
		"layout",
		gs_verb_block, GS_NEEDS_STOP, "block members:[block-member]",
		"{@block}{members*{offset:6}  {type} {name}"
		"{array_stride! (every {array_stride} bytes)}"
		"{matrix_stride! ({row_major?row by row|column by column}, every {matrix_stride} "
		"bytes)} = {value@value}"
		"{elements! ... of {elements}: `buffer` shows the others}\n}"},
	{"attachments", "", "the attachments of the draw framebuffer", do_list, GS_NEEDS_STOP,
		"attachments:[{texture binding:string level:integer layer?:integer}]",
		"{attachments*{@texture}|nothing is attached to the draw framebuffer\n}",
		GS_RESOURCE_ATTACHMENT},
	{"attachment",
		"POINT [before|after|output|covered] [layer N] [sample N] [every N] [pixel X Y] "
		"[minus OLD.npy] [FILE]",
		"the contents of color0, depth, stencil ..., before or after the pending draw; "
		"output: the values that its shader writes; covered: how many samples of each "
		"pixel the draw covers; minus: what is otherwise than in a file saved before",
		do_attachment, GS_NEEDS_STOP,
		"image value?:[number] differing?:integer first?:[integer] note?:string",
		"{@image}{differing!{differing#pixel differs|pixels differ}"
		"{first!, the first at{first@numbers}}\n}"},
	{"overlay", "wireframe|overdraw|depth|stencil [FILE]",
		"what the pending draw does at each pixel: the edges of its polygons; how many "
		"fragments it makes there; where its depth or stencil test lets one pass, or none; "
		"as a picture over the framebuffer's (.png), or as numbers",
		gs_verb_overlay, GS_NEEDS_DRAW,
		"overlay:string width:integer height:integer pixels:integer fragments?:integer "
		"most?:integer passed?:integer failed?:integer text:string file?:string",
		"{text}.\n{file?{file}: {width} x {height}\n}"},
	{"pixel", "X Y [layer L] [sample S]",
		"debug the fragment shader of the pending draw at that pixel; y = 0: the lowest "
		"row",
		gs_verb_pixel, GS_NEEDS_STOP, "where", "{@where}"},
	{"next pixel", "X Y [layer L] [sample S] [window]",
		"run on, stop before the next call that changes that pixel of the draw "
		"framebuffer, or of the window",
		gs_verb_next_pixel, GS_NEEDS_STOP, "stop", "{@stop}"},
	{"history pixel", "X Y [FRAME] [layer L] [sample S] [window]",
		"the draws, clears and blits of the next frame (in a trace, of this frame or any "
		"other) that "
		"touch that pixel: its colour before and after, what the shader gives, which test "
		"rejects it, and what is drawn into elsewhere",
		gs_verb_history_pixel, GS_NEEDS_STOP, HISTORY, TOLD_HISTORY},
	{"history texture", "N X Y [FRAME] [level L] [layer Z] [sample S] [stencil]",
		"the draws, clears, copies, uploads and stores of the next frame (in a trace, of "
		"this frame or any other) that touch that texel of a texture, wherever it is "
		"attached; where there are none, of the frame after it (in a trace, before it); "
		"layer: also the face of a cube map",
		gs_verb_history_texture, GS_NEEDS_STOP,
		HISTORY " texture:integer level:integer layer:integer", TOLD_HISTORY},
	{"written texture", "N [FRAME]",
		"the draws, clears, copies, uploads and stores of the next frame (in a trace, of "
		"this frame or any other) that write to a texture, in any of its levels and "
		"layers; where there are none, of the frame after it (in a trace, before it)",
		gs_verb_written_texture, GS_NEEDS_STOP,
		"frame:integer texture:integer events:[{call:listed-call draw:integer kind:string "
		"text:string into:string|null}] notes:[string]",
		"frame {frame}: {events#call|calls} of texture {texture}\n"
		"{events*  {call@call}{call.drawn!    {call.drawn@drawn}\n}    "
		"{text}{into? ({into})}\n}{notes*{.}\n}",
		.tab = &written_tab},
	{"times", "[N] [FILE]",
		"how long the calls of the next frame, or of the next N, take (in a trace, from "
		"this "
		"frame on): in the call, and until GL has drawn; FILE: for viewers of Chrome's "
		"trace "
		"events, such as Perfetto",
		gs_verb_times, GS_NEEDS_STOP,
		"frame:integer frames:integer calls:[" CALL_TIME "] cpu_ns:integer gpu_ns:integer "
		"programs:[{program:string draws:integer gpu_ns:integer}] longest:[" CALL_TIME
		"] method:string file?:string",
		"frame {frame}: {calls#call|calls}, {cpu_ns@time} in calls, {gpu_ns@time} of the "
		"GPU\n"
		"{programs*{gpu_ns@time} by {draws#draw|draws} with {program}\n}the longest:\n"
		"{longest*{call:10}  {function:-28} cpu {cpu_ns@time}"
		"{target?, gpu {gpu_ns@time}{spread_ns?, up to {spread_ns@time} more}"
		"{program?  {program}} -> {target}}\n}{method}\n{file?written to {file}\n}",
		.tab = &times_tab},
	{"sanitize", "[N] [faults KINDS] [stages STAGES]",
		"what the shaders of the pending draw do wrong, or of all draws in N frames from "
		"here on, as the program goes on: what makes a NaN or an infinity, what GLSL "
		"leaves "
		"undefined, what lies outside of arrays and textures; KINDS and STAGES with commas "
		"between",
		gs_verb_sanitize, GS_NEEDS_STOP,
		"findings:[" FINDING "] suppressed:integer draws:integer looked_at:integer "
		"not_looked_at:[{why:string draws:integer}] notes:[string]",
		"{findings*" TOLD_FINDING "|nothing wrong was found\n}{looked_at} of "
		"{draws#draw|draws} looked at{suppressed?; "
		"{suppressed#finding|findings} suppressed}\n{notes*note: {.}\n}{not_looked_at*not "
		"looked at, {draws#draw|draws}: "
		"{why}\n}",
		.tab = &faults_tab},
	{"origin", "",
		"from the value that the focus element has just looked up to the fragment that "
		"wrote it, which is debugged: the last draw before that wrote the texel, in this "
		"frame or the one before",
		gs_verb_origin, GS_NEEDS_SHADER,
		HISTORY " texture:integer level:integer layer:integer lookup:string "
			"writer:listed-call where:{where}",
		"{lookup}: the texel {x} {y} of {buffer}, written in frame {frame} by\n"
		"  {writer@call}{writer.drawn!    {writer.drawn@drawn}\n}{where@where}"},
	{"mesh", "[FILE.csv]",
		"the vertices of the pending draw: their attributes and the outputs of the vertex "
		"shader",
		gs_verb_mesh, GS_NEEDS_DRAW,
		"vertices:integer mode:string edges:integer note:string attributes:[values-of] "
		"outputs:[values-of] columns:[string] component_types:[string] "
		"undefined:[{column:integer row?:integer}] rows:[[number]] vertex_ids?:[integer] "
		"file?:string",
		"{vertices#vertex|vertices}, {mode}, {edges#line|lines} between them\n"
		"attributes:{attributes+,* {type} {name}}\noutputs:{outputs+,* {type} {name}}\n"
		"{columns+  *{.}}\n{rows@rows}{note?note: {note}\n}"},
	{"check", "",
		"compare the debugged colour with the colour that the draw writes without glstep, "
		"and tell why they differ",
		do_check, GS_NEEDS_SHADER,
		"x:integer y:integer element:string expression?:string debugged?:[number] "
		"same_output?:boolean undebugged:[number] framebuffer:[number] "
		"same_framebuffer:boolean why:string undefined_at?:[integer] finished:boolean "
		"discarded:boolean",
		"pixel {element}{debugged!, debugged{debugged@numbers}}, "
		"undebugged{undebugged+,* {.@number}}, framebuffer{framebuffer+,* {.@number}}\n"
		"{why?{why}\n}{finished?|{discarded?|At the end of main (`shader continue`) the "
		"captured colour is shown, too.\n}}"},
	{NULL},
};
