/* SPDX-License-Identifier: MIT */
/*
 * Compares GL's errors. Here GL is asked after each call; the recording has what the program asked
 * for. Between two questions of the program GL keeps one error, the first, so this is what is
 * known of the recording: that no call there had an error, or which one the first of them had. What
 * the program did not ask for is not known. An error of that kind counts where the call needs what
 * this context does not have (lacks.c), and is a note otherwise: programs that never ask have
 * errors with every driver, and do not see them.
 */
#include <string.h>
#include "data/answer.h"
#include "data/constants.h"
#include "follow/assertion.h"
#include "replay/link.h"
#include "replay/private.h"
#include "trace/raw.h"

enum { MOST_RAISED = 256 };

/* An error of one function since the program has asked. */
struct raised {
	unsigned error;
	uint64_t call;
	const char *name;
	enum gs_replay_difference_kind kind; /* of what is lacking */
	char *lacks;			     /* NULL: nothing */
	bool is_unsupported;		     /* the framebuffer is not supported */
	bool is_linked;			     /* glstep was told */
};

static void free_raised(gpointer data)
{
	struct raised *raised = data;
	g_free(raised->lacks);
	g_free(raised);
}

static const char *error_name(uint64_t error)
{
	const char *name = error ? gs_data_enum_name("ErrorCode", error, GS_FUNCTION_GL)
				 : "GL_NO_ERROR";
	return name ? name : "an unknown error";
}

/* ---- here ---- */

/* Return whether GL is between glBegin and glEnd, where it may not be asked. after: the call was
 * made. */
static bool in_block(struct gs_player *player, const struct gs_play *play, bool after)
{
	struct gs_replay_context *context = gs_replay_context(player);
	bool is_open = gs_follow_state(player->follow, player->thread)->in_block;
	if (play->number == GS_FN_glBegin && !after)
		context->has_no_block = gs_replay_lacks_function(player, play);
	if (context->has_no_block)
		return false;
	if (play->number == GS_FN_glEnd)
		return !after;
	return is_open && (after || play->number != GS_FN_glBegin);
}

void gs_replay_before_errors(struct gs_player *player, const struct gs_play *play)
{
	if (player->options->strict && !player->is_giving && !in_block(player, play, false))
		gs_replay_errors(player); /* the player's own questions may have raised some */
}

/* Return the error that the call has raised; glEnd: or others in its block. */
static unsigned error_of(struct gs_player *player, const struct gs_play *play)
{
	unsigned error = gs_replay_errors(player);
	bool is_own = play->number == GS_FN_glEnd && player->asked_in_block &&
		      error == GL_INVALID_OPERATION;
	player->asked_in_block = false;
	return is_own ? 0 : error;
}

static bool is_raised(const GPtrArray *all, unsigned error, const char *name)
{
	for (guint i = 0; i < all->len; i++) {
		const struct raised *other = all->pdata[i];
		if (other->error == error && strcmp(other->name, name) == 0)
			return true;
	}
	return all->len >= MOST_RAISED;
}

static bool is_unsupported(struct gs_player *player)
{
	unsigned (*check)(unsigned) = gs_replay_find(player, "glCheckFramebufferStatus");
	return check && check(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_UNSUPPORTED;
}

/* Have glstep say at its next stop what is most probably a difference: the recording says so only
 * later, or not at all. */
static void link_raised(const struct gs_player *player, struct raised *raised)
{
	g_autofree char *text = g_strdup_printf("raises %s%s%s", error_name(raised->error),
		raised->lacks ? ", since this context does not have " : "",
		raised->lacks ? raised->lacks : "");
	raised->is_linked = (raised->lacks || raised->is_unsupported) && !player->is_quiet &&
			    !gs_link_is_hidden();
	if (raised->is_linked)
		gs_link_differs(raised->call, raised->name, text);
}

void gs_replay_after_errors(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	struct gs_replay_context *context = gs_replay_context(player);
	if (!player->options->strict || player->is_giving || in_block(player, play, true))
		return;
	unsigned error = error_of(player, play);
	bool is_own = gs_asked_class(call, play->question) == GS_ANSWER_RECORDER;
	context->is_answered |= is_own;
	if (!error || is_own)
		return;
	if (!context->raised)
		context->raised = g_ptr_array_new_with_free_func(free_raised);
	if (!context->error)
		context->error = error;
	if (is_raised(context->raised, error, play->info->name))
		return;
	struct raised *raised = g_new0(struct raised, 1);
	raised->error = error;
	raised->call = call->number;
	raised->name = play->info->name;
	raised->lacks = gs_replay_lacks(player, play, call, &raised->kind);
	raised->is_unsupported = error == GL_INVALID_FRAMEBUFFER_OPERATION &&
				 is_unsupported(player);
	g_ptr_array_add(context->raised, raised);
	gs_replay_errors(player);
	link_raised(player, raised);
}

/* ---- and in the recording ---- */

static void tell_lack(struct gs_player *player, const struct raised *raised)
{
	g_autofree char *once = g_strconcat("lacks ", raised->lacks, NULL);
	g_autofree char *here = gs_replay_json_text(raised->lacks);
	const struct gs_replay_difference d = {.kind = raised->kind,
		.call = raised->call,
		.name = raised->name,
		.once = once,
		.recorded = NULL,
		.here = here,
		.is_linked = raised->is_linked};
	gs_replay_differ(player, &d, "needs %s, which this context does not have", raised->lacks);
}

/* recorded: what the program was told, or NULL: it did not ask. */
static void tell(struct gs_player *player, const struct raised *raised, const char *recorded)
{
	bool counts = recorded || raised->lacks || raised->is_unsupported;
	g_autofree char *once = g_strdup_printf(
		"error %s %s %d", raised->name, error_name(raised->error), counts);
	g_autofree char *then = gs_replay_json_text(recorded ? recorded : "unknown");
	g_autofree char *here = gs_replay_json_text(error_name(raised->error));
	const struct gs_replay_difference d = {.kind = GS_DIFFERENCE_ERROR,
		.is_note = !counts,
		.call = raised->call,
		.name = raised->name,
		.once = once,
		.recorded = then,
		.here = here,
		.is_linked = raised->is_linked};
	if (raised->lacks)
		tell_lack(player, raised);
	if (recorded)
		gs_replay_differ(player, &d, "raises %s here, and %s when it was recorded",
			error_name(raised->error), recorded);
	else
		gs_replay_differ(player, &d,
			"raises %s here; whether it did when it was recorded the trace does not "
			"tell%s",
			error_name(raised->error),
			raised->is_unsupported
				? ", but this driver does not support the framebuffer"
				: "");
}

static void tell_gone(struct gs_player *player, const struct gs_trace_call *call, uint64_t recorded)
{
	g_autofree char *once = g_strconcat("gone ", error_name(recorded), NULL);
	g_autofree char *then = gs_replay_json_text(error_name(recorded));
	const struct gs_replay_difference d = {.kind = GS_DIFFERENCE_ERROR,
		.call = call->number,
		.name = call->function->name,
		.once = once,
		.recorded = then,
		.here = "\"GL_NO_ERROR\""};
	/* The call that has raised it may be left out, or the recorder has, for an extension of its
	 * own. */
	if (!player->n_only && !gs_replay_context(player)->is_answered)
		gs_replay_differ(player, &d,
			"no call before has raised %s here, and one has when it was recorded",
			error_name(recorded));
}

static void forget(struct gs_replay_context *context)
{
	context->error = 0;
	if (context->raised)
		g_ptr_array_set_size(context->raised, 0);
}

void gs_replay_compare_error(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	struct gs_replay_context *context = gs_replay_context(player);
	uint64_t recorded = gs_trace_number(&call->result);
	if (!player->options->strict || gs_data_answer(play->number) != GS_ANSWER_ERROR ||
		call->is_fake || call->result.class == GS_TRACE_NONE ||
		in_block(player, play, true))
		return;
	guint n = context->raised ? context->raised->len : 0;
	if (!recorded)
		for (guint i = 0; i < n; i++)
			tell(player, context->raised->pdata[i], "GL_NO_ERROR");
	else if (!context->error)
		tell_gone(player, call, recorded);
	else if (context->error != recorded && n)
		tell(player, context->raised->pdata[0], error_name(recorded));
	forget(context);
}

void gs_replay_end_errors(struct gs_player *player, struct gs_replay_context *context)
{
	for (guint i = 0; context->raised && i < context->raised->len; i++)
		tell(player, context->raised->pdata[i], NULL);
	forget(context);
}
