/* SPDX-License-Identifier: MIT */
/* What the files of replay/measure/ share. */
#ifndef GS_REPLAY_MEASURING_H
#define GS_REPLAY_MEASURING_H

#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>
#include "replay/measure/measure.h"
#include "replay/private.h"
#include "replay/measure/shapes.h"
#include "wire/describe.h"

#define GS_MEASURING_FUNCTIONS(F)                                                                  \
	F(PFNGLACTIVETEXTUREPROC, ActiveTexture)                                                   \
	F(PFNGLATTACHSHADERPROC, AttachShader)                                                     \
	F(PFNGLBEGINQUERYPROC, BeginQuery)                                                         \
	F(PFNGLBEGINTRANSFORMFEEDBACKPROC, BeginTransformFeedback)                                 \
	F(PFNGLBINDATTRIBLOCATIONPROC, BindAttribLocation)                                         \
	F(PFNGLBINDBUFFERPROC, BindBuffer)                                                         \
	F(PFNGLBINDBUFFERBASEPROC, BindBufferBase)                                                 \
	F(PFNGLBINDBUFFERRANGEPROC, BindBufferRange)                                               \
	F(PFNGLBINDFRAGDATALOCATIONPROC, BindFragDataLocation)                                     \
	F(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer)                                               \
	F(PFNGLBINDRENDERBUFFERPROC, BindRenderbuffer)                                             \
	F(PFNGLBINDTRANSFORMFEEDBACKPROC, BindTransformFeedback)                                   \
	F(PFNGLBLENDEQUATIONIPROC, BlendEquationi)                                                 \
	F(PFNGLBLENDEQUATIONSEPARATEIPROC, BlendEquationSeparatei)                                 \
	F(PFNGLBLENDFUNCSEPARATEIPROC, BlendFuncSeparatei)                                         \
	F(PFNGLBUFFERDATAPROC, BufferData)                                                         \
	F(PFNGLCHECKFRAMEBUFFERSTATUSPROC, CheckFramebufferStatus)                                 \
	F(PFNGLCLAMPCOLORPROC, ClampColor)                                                         \
	F(PFNGLCLEARBUFFERFVPROC, ClearBufferfv)                                                   \
	F(PFNGLCLEARBUFFERIVPROC, ClearBufferiv)                                                   \
	F(PFNGLCOLORMASKIPROC, ColorMaski)                                                         \
	F(PFNGLCOMPILESHADERPROC, CompileShader)                                                   \
	F(PFNGLCREATEPROGRAMPROC, CreateProgram)                                                   \
	F(PFNGLCREATESHADERPROC, CreateShader)                                                     \
	F(PFNGLDELETEPROGRAMPROC, DeleteProgram)                                                   \
	F(PFNGLDELETESHADERPROC, DeleteShader)                                                     \
	F(PFNGLDETACHSHADERPROC, DetachShader)                                                     \
	F(PFNGLDISABLEIPROC, Disablei)                                                             \
	F(PFNGLENABLEIPROC, Enablei)                                                               \
	F(PFNGLENDQUERYPROC, EndQuery)                                                             \
	F(PFNGLENDTRANSFORMFEEDBACKPROC, EndTransformFeedback)                                     \
	F(PFNGLFRAMEBUFFERRENDERBUFFERPROC, FramebufferRenderbuffer)                               \
	F(PFNGLGENBUFFERSPROC, GenBuffers)                                                         \
	F(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers)                                               \
	F(PFNGLGENQUERIESPROC, GenQueries)                                                         \
	F(PFNGLGENRENDERBUFFERSPROC, GenRenderbuffers)                                             \
	F(PFNGLGENTRANSFORMFEEDBACKSPROC, GenTransformFeedbacks)                                   \
	F(PFNGLGETACTIVEATTRIBPROC, GetActiveAttrib)                                               \
	F(PFNGLGETACTIVEUNIFORMPROC, GetActiveUniform)                                             \
	F(PFNGLGETACTIVEUNIFORMBLOCKNAMEPROC, GetActiveUniformBlockName)                           \
	F(PFNGLGETACTIVEUNIFORMBLOCKIVPROC, GetActiveUniformBlockiv)                               \
	F(PFNGLGETATTACHEDSHADERSPROC, GetAttachedShaders)                                         \
	F(PFNGLGETATTRIBLOCATIONPROC, GetAttribLocation)                                           \
	F(PFNGLGETBOOLEANI_VPROC, GetBooleani_v)                                                   \
	F(PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC, GetFramebufferAttachmentParameteriv)       \
	F(PFNGLGETINTEGER64I_VPROC, GetInteger64i_v)                                               \
	F(PFNGLGETINTEGERI_VPROC, GetIntegeri_v)                                                   \
	F(PFNGLGETNAMEDRENDERBUFFERPARAMETERIVPROC, GetNamedRenderbufferParameteriv)               \
	F(PFNGLGETPROGRAMINTERFACEIVPROC, GetProgramInterfaceiv)                                   \
	F(PFNGLGETPROGRAMRESOURCEINDEXPROC, GetProgramResourceIndex)                               \
	F(PFNGLGETPROGRAMRESOURCEIVPROC, GetProgramResourceiv)                                     \
	F(PFNGLGETPROGRAMRESOURCENAMEPROC, GetProgramResourceName)                                 \
	F(PFNGLGETPROGRAMPIPELINEIVPROC, GetProgramPipelineiv)                                     \
	F(PFNGLGETPROGRAMSTAGEIVPROC, GetProgramStageiv)                                           \
	F(PFNGLGETPROGRAMIVPROC, GetProgramiv)                                                     \
	F(PFNGLGETQUERYOBJECTUI64VPROC, GetQueryObjectui64v)                                       \
	F(PFNGLGETQUERYOBJECTUIVPROC, GetQueryObjectuiv)                                           \
	F(PFNGLGETQUERYIVPROC, GetQueryiv)                                                         \
	F(PFNGLGETSHADERSOURCEPROC, GetShaderSource)                                               \
	F(PFNGLGETSHADERIVPROC, GetShaderiv)                                                       \
	F(PFNGLGETTEXTURELEVELPARAMETERIVPROC, GetTextureLevelParameteriv)                         \
	F(PFNGLGETUNIFORMBLOCKINDEXPROC, GetUniformBlockIndex)                                     \
	F(PFNGLGETUNIFORMLOCATIONPROC, GetUniformLocation)                                         \
	F(PFNGLGETUNIFORMFVPROC, GetUniformfv)                                                     \
	F(PFNGLGETUNIFORMIVPROC, GetUniformiv)                                                     \
	F(PFNGLISENABLEDIPROC, IsEnabledi)                                                         \
	F(PFNGLISPROGRAMPROC, IsProgram)                                                           \
	F(PFNGLLINKPROGRAMPROC, LinkProgram)                                                       \
	F(PFNGLMAPBUFFERRANGEPROC, MapBufferRange)                                                 \
	F(PFNGLMEMORYBARRIERPROC, MemoryBarrier)                                                   \
	F(PFNGLRENDERBUFFERSTORAGEPROC, RenderbufferStorage)                                       \
	F(PFNGLSHADERSOURCEPROC, ShaderSource)                                                     \
	F(PFNGLSHADERSTORAGEBLOCKBINDINGPROC, ShaderStorageBlockBinding)                           \
	F(PFNGLSTENCILFUNCSEPARATEPROC, StencilFuncSeparate)                                       \
	F(PFNGLSTENCILMASKSEPARATEPROC, StencilMaskSeparate)                                       \
	F(PFNGLSTENCILOPSEPARATEPROC, StencilOpSeparate)                                           \
	F(PFNGLTRANSFORMFEEDBACKVARYINGSPROC, TransformFeedbackVaryings)                           \
	F(PFNGLUNIFORM1FVPROC, Uniform1fv)                                                         \
	F(PFNGLUNIFORM1IVPROC, Uniform1iv)                                                         \
	F(PFNGLUNIFORM1UIVPROC, Uniform1uiv)                                                       \
	F(PFNGLUNIFORM2FVPROC, Uniform2fv)                                                         \
	F(PFNGLUNIFORM2IVPROC, Uniform2iv)                                                         \
	F(PFNGLUNIFORM2UIVPROC, Uniform2uiv)                                                       \
	F(PFNGLUNIFORM3FVPROC, Uniform3fv)                                                         \
	F(PFNGLUNIFORM3IVPROC, Uniform3iv)                                                         \
	F(PFNGLUNIFORM3UIVPROC, Uniform3uiv)                                                       \
	F(PFNGLUNIFORM4FVPROC, Uniform4fv)                                                         \
	F(PFNGLUNIFORM4IVPROC, Uniform4iv)                                                         \
	F(PFNGLUNIFORM4UIVPROC, Uniform4uiv)                                                       \
	F(PFNGLUNIFORMBLOCKBINDINGPROC, UniformBlockBinding)                                       \
	F(PFNGLUNIFORMMATRIX2FVPROC, UniformMatrix2fv)                                             \
	F(PFNGLUNIFORMMATRIX2X3FVPROC, UniformMatrix2x3fv)                                         \
	F(PFNGLUNIFORMMATRIX2X4FVPROC, UniformMatrix2x4fv)                                         \
	F(PFNGLUNIFORMMATRIX3FVPROC, UniformMatrix3fv)                                             \
	F(PFNGLUNIFORMMATRIX3X2FVPROC, UniformMatrix3x2fv)                                         \
	F(PFNGLUNIFORMMATRIX3X4FVPROC, UniformMatrix3x4fv)                                         \
	F(PFNGLUNIFORMMATRIX4FVPROC, UniformMatrix4fv)                                             \
	F(PFNGLUNIFORMMATRIX4X2FVPROC, UniformMatrix4x2fv)                                         \
	F(PFNGLUNIFORMMATRIX4X3FVPROC, UniformMatrix4x3fv)                                         \
	F(PFNGLUNMAPBUFFERPROC, UnmapBuffer)                                                       \
	F(PFNGLUSEPROGRAMPROC, UseProgram)

struct gs_measuring_gl {
#define GS_MEASURING_MEMBER(type, name) type name;
	GS_MEASURING_FUNCTIONS(GS_MEASURING_MEMBER)
#undef GS_MEASURING_MEMBER
	void (*CallList)(GLuint);
	void (*Disable)(GLenum);
	void (*DrawBuffer)(GLenum);
	void (*Enable)(GLenum);
	void (*EndList)(void);
	void (*GetFloatv)(GLenum, GLfloat *);
	void (*GetIntegerv)(GLenum, GLint *);
	GLenum (*GetError)(void);
	void (*GetTexLevelParameteriv)(GLenum, GLint, GLenum, GLint *);
	void (*GetTexParameteriv)(GLenum, GLenum, GLint *);
	GLboolean (*IsEnabled)(GLenum);
	void (*NewList)(GLuint, GLenum);
	void (*ReadBuffer)(GLenum);
	void (*ReadPixels)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *);
};

/* Shapes are GL_POINTS, GL_LINES or GL_TRIANGLES, or this where they are not known. */
#define GS_NO_SHAPE ((GLenum)GL_PATCHES)

/* Whether texture lookups of fragment shaders, or of the other stages, can be counted. */
enum gs_fetches {
	GS_FETCHES_UNKNOWN,
	GS_FETCHES_NONE,    /* the shader has no samplers */
	GS_FETCHES_COUNTED, /* a program that counts them was made */
	GS_FETCHES_FIXED,   /* no fragment shader: texture units do the lookups */
};

/* What is known of a program, by its name here, since it was linked last. */
struct gs_measured_program {
	bool is_deleted;    /* deleted; it ends once no context and no pipeline uses it */
	bool has_positions; /* transform feedback captures gl_Position */
	bool has_effects;   /* shaders write into buffers or images */
	GLuint twin;	    /* program without discards, measure-twins.c; 0: none */
	GLuint counting;    /* program that counts fragment lookups, measure-lookups.c; 0: none */
	enum gs_fetches fetches;
	GLuint counting_others; /* likewise for the other stages */
	enum gs_fetches others;
	bool tests_early;	 /* the fragment shader asks for early tests */
	bool can_discard;	 /* its fragment shader has the word "discard", or no known text */
	bool has_cull_distances; /* or chooses viewports: its shapes are not measured */
	GLenum output;		 /* shape that it puts out; GS_NO_SHAPE: by the draw's mode */
};

/* A display list, by its name. */
struct gs_measured_list {
	bool is_repeatable;
	GLenum mode; /* its shapes; GS_NO_SHAPE: it has none */
};

enum {
	GS_COUNTER_VERTICES,
	GS_COUNTER_DISPATCH,
	GS_COUNTER_SAMPLES,
	GS_COUNTER_PRIMITIVES,
	GS_COUNTER_ANY, /* in place of samples in OpenGL ES: whether any passed */
	GS_N_COUNTERS
};

/* A framebuffer of the player's own; framebuffer 0: not made so far. */
struct gs_measured_buffer {
	GLuint framebuffer, renderbuffer;
	int width, height;
};

/* Our objects in a context. */
struct gs_measured_context {
	unsigned serial;
	bool is_counted[GS_N_COUNTERS]; /* the driver has that counter */
	GLuint counters[GS_N_COUNTERS];
	GLuint feedback, positions, written, fixed, again, stage_sums;
	struct gs_measured_buffer coverage, sums; /* measure-coverage.c, measure-fetches.c */
	bool has_viewports; /* it has several viewports, with a scissor test each */
};

/* The program's state while sums are bound: measure-sums.c. */
struct gs_measuring_sums {
	GLuint program;
	int bound, buffer;
	GLint64 offset, size;
};

struct gs_measure {
	struct gs_player *player;
	FILE *file;
	struct gs_measuring_gl gl;
	unsigned contexts;
	GHashTable *covered; /* measure-coverage.c */
	GHashTable *told;
	/* experiment-objects.c: by name here, in the current context */
	GHashTable *tiny, *trivial;
	/* The call that is being measured. */
	bool is_open;
	bool is_block, is_list;
	struct gs_measured_context *context;
	const struct gs_play *play;
	struct gs_wire_call done;
	uint64_t number;
	GLenum mode; /* its shapes */
	bool is_running[GS_N_COUNTERS];
	bool is_seen;	     /* a sample has passed, though GS_MEASURED_PASSED may be unknown */
	uint64_t primitives; /* by GL's counter; UINT64_MAX: not known */
	bool is_known[GS_N_MEASURED];
	uint64_t values[GS_N_MEASURED];
	int target;	 /* draw framebuffer before the call */
	bool is_summing; /* a dispatch that is executed by the counting program */
	struct gs_measuring_sums sums;
	/* measure-messages.c */
	bool is_listening; /* a call of the trace is being made */
	uint64_t heard_call;
	unsigned messages;
	/* The display list that is being compiled; 0: none. */
	GLuint list;
	struct gs_measured_list compiled;
};

static inline void gs_measure_set(
	struct gs_measure *measure, enum gs_measurement what, uint64_t value)
{
	measure->is_known[what] = true;
	measure->values[what] = value;
}

/* ---- measure-counters.c ---- */

/* Look up the functions of GL. */
void gs_measuring_load(struct gs_measure *measure);
/* Return what we have in the current context, set up at first use. */
struct gs_measured_context *gs_measuring_context(struct gs_measure *measure);
/* Report on standard error why something is not measured, once for each reason. `why` must be
 * static. */
void gs_measuring_tell(struct gs_measure *measure, const char *why);
/* glGetIntegerv, glIsEnabled, and glEnable or glDisable. */
int gs_measuring_get(struct gs_measure *measure, GLenum name);
bool gs_measuring_is_enabled(struct gs_measure *measure, GLenum name);
void gs_measuring_switch(struct gs_measure *measure, GLenum name, bool on);
/* Switch the scissor test of the first viewport, which clears use (OpenGL 4.6, 17.4.3); those of
 * other viewports stay. */
void gs_measuring_scissor(struct gs_measure *measure, bool on);
/* Return the storage buffer binding of the sums of measure-sums.c, the last one that there is; 0:
 * the driver has no such buffers. */
unsigned gs_measuring_sums_binding(struct gs_measure *measure);
/* Return whether a type of uniforms is an image. */
bool gs_measuring_is_image(GLenum type);
/* Clear GL's errors. Return whether there were none. */
bool gs_measuring_forget_errors(struct gs_measure *measure);
/* Return a name for an object of ours that programs hardly use: a high number, or one from
 * `generate` where the context requires that. which: below 64, another one for each object of a
 * kind. */
GLuint gs_measuring_name(struct gs_measure *measure, const struct gs_measured_context *of,
	unsigned which, void(APIENTRYP generate)(GLsizei, GLuint *));
/* Return such a name for a display list. */
GLuint gs_measuring_list(struct gs_measure *measure);
/* Begin the counters, and end them and take their results. */
void gs_measuring_begin_counters(struct gs_measure *measure, bool is_dispatch);
void gs_measuring_end_counters(struct gs_measure *measure);
/* Return the result of a query, for which GL may have to be waited for. */
uint64_t gs_measuring_result(struct gs_measure *measure, GLuint query);
/* Return the source of a shader, to be freed with g_free(); "": it is not known. */
char *gs_measuring_source(struct gs_measure *measure, GLuint shader);
/* Bind a framebuffer of ours for drawing, with one attachment of that format and size. point:
 * GL_COLOR_ATTACHMENT0 or GL_DEPTH_STENCIL_ATTACHMENT; each context has one framebuffer for each.
 * Return false if the driver does not support it. */
bool gs_measuring_bind_own(struct gs_measure *measure, struct gs_measured_buffer *own, GLenum point,
	GLenum format, int width, int height);
/* Execute the measured call again. */
void gs_measuring_repeat(struct gs_measure *measure);

/* ---- measure-programs.c ---- */

/* Return the current group's table of struct gs_measured_list by name. */
GHashTable *gs_measuring_lists(struct gs_measure *measure);
/* Call before and after the program is linked: has gl_Position captured, and finds out what is
 * known of the program. */
void gs_measuring_before_link(struct gs_measure *measure, GLuint program);
void gs_measuring_after_link(struct gs_measure *measure, GLuint program);
/* Forget what is known of the program: it is new, or gets a binary. */
void gs_measuring_forget_program(struct gs_measure *measure, GLuint program);
/* Call after glDeleteProgram. */
void gs_measuring_program_deleted(struct gs_measure *measure, GLuint program);
/* Note that the program chooses itself what transform feedback captures. */
void gs_measuring_forget_positions(struct gs_measure *measure, GLuint program);
/* Return what is known of the programs that a draw uses, combined into one. */
struct gs_measured_program gs_measuring_program(struct gs_measure *measure);
/* Likewise of the program that a dispatch uses. */
struct gs_measured_program gs_measuring_dispatched(struct gs_measure *measure);

/* ---- measure-twins.c ---- */

struct gs_measuring_twin {
	/* Texts that replace the sources of each stage's shaders, in their order; NULL: the sources
	 * stay. */
	char **texts[GS_N_STAGES];
	bool is_plain;	    /* replace the fragment shader by one that does nothing */
	const char *output; /* name of the fragment output; NULL: the texts bind it themselves */
};
/* Make a twin of the program. Return it, or 0 if that is not possible. */
GLuint gs_measuring_make_twin(
	struct gs_measure *measure, GLuint program, const struct gs_measuring_twin *wish);
/* Return the stage of a GL shader type, enum gs_stage; GS_N_STAGES: it is none. */
unsigned gs_measuring_stage(GLenum shader_type);
/* Use the twin, with the program's uniforms and block bindings. Return false if not all of them
 * could be copied; the program is in use then. */
bool gs_measuring_use_twin(struct gs_measure *measure, GLuint program, GLuint twin);

/* ---- measure-lookups.c ---- */

enum { GS_MEASURING_SHADERS = 16 };

/* Find out what is known of the texture lookups of a program's stages, from its shaders, and make
 * the programs that count them. */
void gs_measuring_find_lookups(
	struct gs_measure *measure, GLuint program, struct gs_measured_program *facts);

/* ---- measure-fetches.c ---- */

/* Measure the lookups of a call's fragments, after its fragments and discarded fragments were
 * measured. width, height: size of the target. */
void gs_measuring_fetches(struct gs_measure *measure, const struct gs_measured_program *program,
	int width, int height);

/* ---- measure-sums.c: texture lookups of the other stages ---- */

/* Measure the lookups of a call that can be executed again. */
void gs_measuring_other_fetches(
	struct gs_measure *measure, const struct gs_measured_program *program);
/* Call before and after a dispatch, which is executed once: by the program that counts, and also
 * does what the program's own does. */
void gs_measuring_begin_dispatch(struct gs_measure *measure);
void gs_measuring_end_dispatch(struct gs_measure *measure);

/* ---- measure-positions.c ---- */
/* Measure what becomes of the call's shapes. */
void gs_measuring_positions(struct gs_measure *measure, const struct gs_measured_program *program);

/* ---- measure-coverage.c ---- */
/* Measure the call's fragments and pixels. */
void gs_measuring_coverage(struct gs_measure *measure, const struct gs_measured_program *program);
/* Note that a pass ends: what it has touched counts as new again. */
void gs_measuring_end_pass(struct gs_measure *measure);
void gs_measuring_free_covered(void *covered);

#endif
