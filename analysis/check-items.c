/* SPDX-License-Identifier: MIT */
/* The texts of the checklist, and its findings. */
#include "analysis/checks.h"

#define LATER "In a frame from the third on, that ends: "

const struct gs_check_item gs_check_items[GS_N_CHECKS] = {
	[GS_CHECK_IMMEDIATE] = {"immediate-mode", "Vertices are given one by one",
		LATER "glBegin, outside of display lists.",
		"Put the vertices into a buffer, once, and draw them with glDrawArrays or "
		"glDrawElements.",
		"a call and more for each vertex"},
	[GS_CHECK_CLIENT_ARRAYS] = {"client-arrays", "Vertices come from the program's memory",
		LATER "a draw whose arrays or indices stand in no buffer.",
		"Put vertices and indices into buffers.", "a copy of them for each draw"},
	[GS_CHECK_FINISH] = {"finish", "The program waits for GL",
		LATER "glFinish, glXWaitGL, eglWaitGL or eglWaitClient, where it does not end the "
		      "frame of a window with one buffer.",
		"Leave it out; where a result is awaited, use glFenceSync, and ask later.",
		"the time in which neither of both works"},
	[GS_CHECK_FENCE_WAIT] = {"fence-wait", "The program waits for what it has just asked for",
		LATER "glClientWaitSync or eglClientWaitSync with a timeout, of a fence that was "
		      "made in the same frame and was not seen to be signaled.",
		"Wait a frame or two later, or let GL wait (glWaitSync).",
		"the time in which neither of both works"},
	[GS_CHECK_READ_BACK] = {"read-back", "Pixels or buffers are read while the program waits",
		LATER
		"glReadPixels or glGetTexImage without a pixel pack buffer, "
		"glGetBufferSubData, or glMapBuffer for reading of a buffer into which pixels "
		"were read in the same frame, without a wait between.",
		"Read into a pixel pack buffer, or copy the buffer, and map that a frame later.",
		"a wait until all is drawn"},
	[GS_CHECK_QUERY_WAIT] = {"query-wait", "The result of a query is awaited",
		LATER "GL_QUERY_RESULT in the frame in which the query ended, before "
		      "GL_QUERY_RESULT_AVAILABLE was answered with true.",
		"Ask a frame later, or use conditional rendering or a query buffer.",
		"a wait until all is drawn"},
	[GS_CHECK_MAP_WAIT] = {"map-wait", "A buffer is mapped while draws may read it",
		LATER "glMapBuffer for writing, without GL_MAP_UNSYNCHRONIZED_BIT and "
		      "GL_MAP_INVALIDATE_..._BIT, of a buffer from which this frame or the last "
		      "one has drawn, and whose storage was not given anew since.",
		"Say GL_MAP_INVALIDATE_BUFFER_BIT, give the storage anew (glBufferData with NULL), "
		"or take turns with several buffers.",
		"a wait until these draws are done"},
	[GS_CHECK_DEPTH_CLEAR] = {"depth-not-cleared", "The window's depth is not cleared",
		LATER "a draw into the window with depth test and without scissor test, and no "
		      "clear of depth before it in the frame.",
		"Clear depth at the beginning of the frame, together with color.",
		"loading the old depth, on renderers that work in tiles"},
	[GS_CHECK_TEXTURE_LOADED] = {"texture-loaded", "Textures are loaded between frames",
		LATER "the first pixels of a texture, from the program's memory.",
		"Load them before the first frame, or from a pixel unpack buffer.",
		"a copy of the pixels in the frame"},
	[GS_CHECK_TEXTURE_CHANGED] = {"texture-changed", "Textures are changed while they are used",
		LATER "pixels from the program's memory for a texture that had some in an "
		      "earlier frame.",
		"Take turns with several textures, or copy from a pixel unpack buffer.",
		"a wait, or a copy of the whole texture"},
	[GS_CHECK_COMPILED] = {"shader-compiled", "Shaders are compiled between frames",
		LATER "glCompileShader, glLinkProgram and the like.",
		"Compile all programs before the first frame.", "milliseconds for each"},
	[GS_CHECK_LIST_COMPILED] = {"list-compiled", "Display lists are compiled between frames",
		LATER "glNewList.", "Compile lists before the first frame.",
		"a copy of what they hold"},
	[GS_CHECK_STATE_ASKED] = {"state-asked", "State is asked for in each frame",
		LATER "a function of glGet... or glIs... that was called in both frames before, "
		      "too.",
		"Keep the answers.",
		"these calls, and a wait for drivers with a thread of their own"},
	[GS_CHECK_ERROR_ASKED] = {"error-asked", "Errors are asked for in each frame",
		LATER "glGetError, if both frames before called it, too.",
		"Ask in builds for debugging alone, or use GL_KHR_debug.",
		"these calls, and a wait for drivers with a thread of their own"},
	[GS_CHECK_MIPMAPS_MISSING] = {"mipmaps-missing", "Textures have no mip levels",
		"A texture (two-dimensional, or a cube) of 64 x 64 texels or more that draws look "
		"up, gets its pixels once, is never drawn into, has no levels above 0, and has a "
		"minification filter that was set to GL_NEAREST or GL_LINEAR and never to one "
		"that uses levels. Not told where there are sampler objects or texelFetch, nor "
		"of an extracted trace.",
		"If it is ever drawn smaller than it is, make levels (glGenerateMipmap) and choose "
		"GL_LINEAR_MIPMAP_LINEAR.",
		"memory traffic and flicker, for a third more texture memory"},
	[GS_CHECK_MIPMAPS_UNUSED] = {"mipmaps-unused", "Mip levels are made and never used",
		"A texture has levels above 0, and its minification filter was set to GL_NEAREST "
		"or GL_LINEAR and never to one that uses them. Not told where there are sampler "
		"objects or texelFetch, nor of an extracted trace.",
		"Choose GL_LINEAR_MIPMAP_LINEAR, or make no levels.",
		"texture memory; or, with the filter, memory traffic and flicker"},
	[GS_CHECK_UNCOMPRESSED] = {"texture-uncompressed", "Large textures are not compressed",
		"A texture of 65536 texels or more in 8 bits a channel, that gets its pixels once "
		"and is never drawn into. Not told of an extracted trace.",
		"Compress it (S3TC, BPTC, ETC2, ASTC).", "three quarters of its memory"},
	[GS_CHECK_STATE_REPEATED] = {"state-repeated", "State is set to what it is",
		LATER "a call that sets state and was made before with the same arguments, with "
		      "nothing between that changes what it sets or depends on.",
		"Leave the call out; keep in the program what is set.", "these calls"},
	[GS_CHECK_UNIFORM_UNUSED] = {"uniform-unused", "Uniforms are set that no shader uses",
		LATER "glUniform... with location -1.",
		"Leave the call out where glGetUniformLocation answers -1.", "these calls"},
	[GS_CHECK_DRAW_EMPTY] = {"draw-empty", "Draws draw nothing",
		LATER "a draw without a whole primitive or without instances.",
		"Leave the draw out, and what is set for it.", "these calls"},
	[GS_CHECK_DRAW_UNSEEN] = {"draw-unseen", "Draws touch no pixel",
		LATER "a call that draws primitives of which no sample passes all tests, and that "
		      "does nothing else. Only a replay tells (--replay).",
		"Test in the program what is in sight, and draw what is in front first, or only "
		"what queries or the program find to be seen.",
		"these calls, and shading their vertices"},
	[GS_CHECK_DRAWS_IN_A_ROW] = {"draws-in-a-row", "Draws follow each other that could be one",
		LATER "8 and more calls of one function that draws, of one mode, with no other "
		      "call between.",
		"Draw them with one glMultiDraw... or as instances.", "these calls but one"},
	[GS_CHECK_INDICES_UNSHARED] = {"indices-unshared", "Indices share no vertex",
		LATER "GL_TRIANGLES, 100 or more, with indices of which no two are equal.",
		"Make equal vertices one, so that indices share them; or draw without indices.",
		"shading a vertex up to six times; or the indices"},
	[GS_CHECK_VERTEX_ORDER] = {"vertex-order", "Vertices are used again too late",
		LATER "1000 and more triangles with indices, whose vertices a FIFO cache of 32 (a "
		      "model) would shade half as often again as there are different ones.",
		"Sort the triangles so that those that share vertices follow each other.",
		"shading these vertices again"},
	[GS_CHECK_VERTICES_REPEATED] = {"vertices-repeated", "Triangles repeat their vertices",
		LATER "glDrawArrays of GL_TRIANGLES, 100 or more, whose arrays stand in buffers, "
		      "with bytes that the trace tells, and of whose vertices at most half are "
		      "different. Not where a shader uses gl_VertexID.",
		"Keep each vertex once, and draw with indices or as a triangle strip.",
		"shading a vertex up to six times, and memory for the copies"},
	[GS_CHECK_MULTISAMPLE] = {"no-multisampling", "Windows have one sample a pixel",
		"Draws with depth test go into a window, and the context's configuration was "
		"asked for samples and has none.",
		"Choose a configuration with 4 samples, or draw into a multisampled framebuffer.",
		"nothing: edges look better for little time on hardware"},
	[GS_CHECK_STRINGS] = {"strings-not-asked", "The program does not ask what GL is there",
		"The trace holds the creation of a context and draws, and neither glGetString, "
		"glGetStringi nor the version. Not told of an extracted trace.",
		"Ask for version, renderer and extensions, and choose what suits them.",
		"depends on the renderer"},
};

void gs_check_found_at_once(
	struct gs_checklist *s, enum gs_check_id id, uint64_t call, uint64_t bytes)
{
	struct gs_check_item *item = &s->items[id];
	if (item->n < GS_CHECK_CALLS)
		item->calls[item->n] = call;
	item->n++;
	item->bytes += bytes;
}

/* Findings in a frame that does not end are dropped. */
void gs_check_found(struct gs_checklist *s, enum gs_check_id id, uint64_t call)
{
	struct gs_check_frame *frame = s->frames.now;
	if (frame->number < GS_CHECK_FRAME)
		return;
	if (frame->pending[id] < GS_CHECK_CALLS)
		frame->calls[id][frame->pending[id]] = call;
	frame->pending[id]++;
}
