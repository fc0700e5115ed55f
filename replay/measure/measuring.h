/* SPDX-License-Identifier: MIT */
/* What the files that measure draws share. */
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

/* Shapes are GL_POINTS, GL_LINES or GL_TRIANGLES, or not known. */
#define GS_NO_SHAPE ((GLenum)GL_PATCHES)

/* What is known of the texture fetches of fragments, or of the other stages. */
enum gs_fetches {
	GS_FETCHES_UNKNOWN,
	GS_FETCHES_NONE,    /* the shader has no samplers */
	GS_FETCHES_COUNTED, /* the program that counts them is known */
	GS_FETCHES_FIXED,   /* no shader: the texture units say */
};

/* Of a program, by its name here, since it was linked last. */
struct gs_measured_program {
	bool is_deleted;    /* it goes once no context and no pipeline uses it */
	bool has_positions; /* transform feedback gets gl_Position */
	bool has_effects;   /* writes into buffers or images */
	GLuint twin;	    /* see measure-twins.c; 0: none */
	GLuint counting;    /* see measure-lookups.c; 0: none */
	enum gs_fetches fetches;
	GLuint counting_others; /* likewise for the stages but the fragments' */
	enum gs_fetches others;
	bool tests_early; /* the fragment shader asks for tests before it runs */
	bool can_discard; /* a fragment shader with that word, or one whose text nobody knows */
	bool has_cull_distances; /* or chooses viewports: nothing is told of its shapes */
	GLenum output;		 /* of shapes; GS_NO_SHAPE: as the draw's mode */
};

/* A display list that can be executed twice with the same outcome, by its name. */
struct gs_measured_list {
	bool is_repeatable;
	GLenum mode; /* of its shapes; GS_NO_SHAPE: it has none */
};

enum {
	GS_COUNTER_VERTICES,
	GS_COUNTER_DISPATCH,
	GS_COUNTER_SAMPLES,
	GS_COUNTER_PRIMITIVES,
	GS_COUNTER_ANY, /* in place of samples, in ES: whether there are any */
	GS_N_COUNTERS
};

/* A framebuffer of the player's own; framebuffer 0: there is none so far. */
struct gs_measured_buffer {
	GLuint framebuffer, renderbuffer;
	int width, height;
};

/* What a context has of ours. */
struct gs_measured_context {
	unsigned serial;
	bool is_counted[GS_N_COUNTERS]; /* the driver has that counter */
	GLuint counters[GS_N_COUNTERS];
	GLuint feedback, positions, written, fixed, again, stage_sums;
	struct gs_measured_buffer coverage, sums; /* measure-coverage.c, measure-fetches.c */
	bool in_condition;			  /* glBeginConditionalRender */
	bool has_viewports;			  /* several, with a scissor test each */
};

/* What stays of the program's while sums are open: measure-sums.c. */
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
	/* The call that is measured. */
	bool is_open;
	bool is_block, is_list;
	struct gs_measured_context *context;
	const struct gs_play *play;
	struct gs_wire_call done;
	uint64_t number;
	GLenum mode; /* of shapes */
	bool is_running[GS_N_COUNTERS];
	bool is_seen;	     /* some sample has passed; GS_MEASURED_PASSED may be unknown then */
	uint64_t primitives; /* of GL's own counter; UINT64_MAX: not known */
	bool is_known[GS_N_MEASURED];
	uint64_t values[GS_N_MEASURED];
	int target;	 /* the framebuffer before the call */
	bool is_summing; /* a dispatch, by the program that counts */
	struct gs_measuring_sums sums;
	/* measure-messages.c */
	bool is_listening; /* a call of the trace is made */
	uint64_t heard_call;
	unsigned messages;
	/* The display list that is compiled. */
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

void gs_measuring_load(struct gs_measure *measure);
/* Of the context that is current, made ready. */
struct gs_measured_context *gs_measuring_context(struct gs_measure *measure);
/* Says on standard error why something is not told, once for each reason. */
void gs_measuring_tell(struct gs_measure *measure, const char *why);
int gs_measuring_get(struct gs_measure *measure, GLenum name);
bool gs_measuring_is_enabled(struct gs_measure *measure, GLenum name);
void gs_measuring_switch(struct gs_measure *measure, GLenum name, bool on);
/* The test of the first viewport, which clears heed (OpenGL 4.6, 17.4.3); those of others stay. */
void gs_measuring_scissor(struct gs_measure *measure, bool on);
/* Where shaders find the sums of measure-sums.c: the last binding that there is. 0: the driver has
 * no such buffers. */
unsigned gs_measuring_sums_binding(struct gs_measure *measure);
/* Of the types of uniforms. */
bool gs_measuring_is_image(GLenum type);
/* True: there were none. */
bool gs_measuring_forget_errors(struct gs_measure *measure);
/* A name for an object of ours that the program's never have. */
GLuint gs_measuring_name(struct gs_measure *measure, const struct gs_measured_context *of,
	unsigned which, void(APIENTRYP generate)(GLsizei, GLuint *));
/* Of a display list. */
GLuint gs_measuring_list(struct gs_measure *measure);
void gs_measuring_begin_counters(struct gs_measure *measure, bool is_dispatch);
void gs_measuring_end_counters(struct gs_measure *measure);
uint64_t gs_measuring_result(struct gs_measure *measure, GLuint query);
/* The text of a shader, to be freed; "": nobody knows it. */
char *gs_measuring_source(struct gs_measure *measure, GLuint shader);
/* Binds a framebuffer of the player's own to draw into: in that format, so large, and with nothing
 * else. point: GL_COLOR_ATTACHMENT0 or GL_DEPTH_STENCIL_ATTACHMENT, one of each a context. False:
 * the driver has none. */
bool gs_measuring_bind_own(struct gs_measure *measure, struct gs_measured_buffer *own, GLenum point,
	GLenum format, int width, int height);
/* Executes the call once more. */
void gs_measuring_repeat(struct gs_measure *measure);

/* ---- measure-programs.c ---- */

/* struct gs_measured_list, by name. */
GHashTable *gs_measuring_lists(struct gs_measure *measure);
/* Round the call that links this program. */
void gs_measuring_before_link(struct gs_measure *measure, GLuint program);
void gs_measuring_after_link(struct gs_measure *measure, GLuint program);
/* It becomes what a binary says, or is new: nothing is known of it. */
void gs_measuring_forget_program(struct gs_measure *measure, GLuint program);
/* After glDeleteProgram. */
void gs_measuring_program_deleted(struct gs_measure *measure, GLuint program);
/* The program chooses itself what transform feedback gets. */
void gs_measuring_forget_positions(struct gs_measure *measure, GLuint program);
/* All that work for the draw, as one. */
struct gs_measured_program gs_measuring_program(struct gs_measure *measure);
/* What works for a dispatch. */
struct gs_measured_program gs_measuring_dispatched(struct gs_measure *measure);

/* ---- measure-twins.c ---- */

struct gs_measuring_twin {
	/* Of each stage what takes the place of the texts of its shaders, in their order; NULL:
	 * nothing does. */
	char **texts[GS_N_STAGES];
	bool is_plain;	    /* its fragment shader does nothing */
	const char *output; /* the name of the fragments' one; NULL: the texts say where it goes */
};
/* 0: the program cannot have one. */
GLuint gs_measuring_make_twin(
	struct gs_measure *measure, GLuint program, const struct gs_measuring_twin *wish);
/* GS_N_STAGES: none that there is. */
unsigned gs_measuring_stage(GLenum shader_type);
/* The twin is in use, with the program's uniforms. False: not all of them could be had, and the
 * program is in use. */
bool gs_measuring_use_twin(struct gs_measure *measure, GLuint program, GLuint twin);

/* ---- measure-lookups.c ---- */

enum { GS_MEASURING_SHADERS = 16 };

/* What is known of the fetches of a program's stages, by its shaders; makes the programs that count
 * them. */
void gs_measuring_find_lookups(
	struct gs_measure *measure, GLuint program, struct gs_measured_program *facts);

/* ---- measure-fetches.c ---- */

/* Of a call's fragments and those discarded, which are measured before. */
void gs_measuring_fetches(struct gs_measure *measure, const struct gs_measured_program *program,
	int width, int height);

/* ---- measure-sums.c: texture fetches of the other stages ---- */

/* Of a call that can be executed again. */
void gs_measuring_other_fetches(
	struct gs_measure *measure, const struct gs_measured_program *program);
/* Round a dispatch, which is made once: by the program that counts, and does all that the other
 * does. */
void gs_measuring_begin_dispatch(struct gs_measure *measure);
void gs_measuring_end_dispatch(struct gs_measure *measure);

/* ---- measure-positions.c ---- */
void gs_measuring_positions(struct gs_measure *measure, const struct gs_measured_program *program);

/* ---- measure-coverage.c ---- */
void gs_measuring_coverage(struct gs_measure *measure, const struct gs_measured_program *program);
void gs_measuring_end_pass(struct gs_measure *measure);
void gs_measuring_free_covered(void *covered);

#endif
