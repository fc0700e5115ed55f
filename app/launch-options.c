/* SPDX-License-Identifier: MIT */
#include "app/launch-options.h"

#include <math.h>
#include <string.h>
#include <unistd.h>
#include "debugger/calls/calls.h"
#include "debugger/host/told.h"
#include "debugger/record/recording.h"
#include "debugger/session/trace/recordings.h"
#include "verbs/usage.h"

void gs_launch_options_init(struct gs_launch_options *options)
{
	*options = (struct gs_launch_options){
		.environment = g_ptr_array_new(), .timeout_ms = 60000};
}

void gs_launch_options_clear(struct gs_launch_options *options)
{
	g_ptr_array_free(options->environment, TRUE);
}

/* Return the sentence of an error, which is freed. */
static char *sentence_of(GError *error)
{
	char *sentence = g_strdup(error->message);
	g_error_free(error);
	return sentence;
}

static void take_seconds(struct gs_launch_options *o, const char *text, char **wrong)
{
	char *end;
	double seconds = g_ascii_strtod(text, &end);
	if (end == text || *end || !isfinite(seconds) || seconds <= 0 || seconds > 1e6)
		*wrong = g_strdup_printf(
			"'%s' is not a time: --timeout takes seconds, such as 60 or 0.5", text);
	else
		o->timeout_ms = seconds * 1000 < 1 ? 1 : (int)(seconds * 1000);
}

static void take_variable(struct gs_launch_options *o, char *text, char **wrong)
{
	if (!strchr(text, '=') || *text == '=')
		*wrong = g_strdup_printf(
			"'%s' does not set a variable: --env takes NAME=VALUE", text);
	else
		g_ptr_array_add(o->environment, text);
}

static void take_keep_last(struct gs_launch *launch, const char *text, char **wrong)
{
	GError *error = NULL;
	uint64_t frames = 0;
	if (!gs_usage_number(text, &frames))
		frames = 0;
	if (!gs_recording_check_last(frames, &error))
		*wrong = g_strdup_printf("--keep-last: %s", error->message);
	g_clear_error(&error);
	launch->keep_last = (uint32_t)frames;
}

/* Take an option whose value others parse. */
static void take_checked(struct gs_launch *launch, int option, const char *value, char **wrong)
{
	GError *error = NULL;
	bool is_good = option == GS_OPTION_LIMIT ? gs_told_limit(&launch->told, value, &error)
		       : option == GS_OPTION_LIST_SIZE
			       ? gs_call_size_parse(value, &launch->list_size, &error)
			       : gs_told_mask(&launch->told, value, &error);
	if (!is_good)
		*wrong = sentence_of(error);
}

bool gs_launch_options_take(struct gs_launch_options *o, int option, char *value, char **wrong)
{
	switch (option) {
	case GS_OPTION_OUTPUT:
		o->launch.output = value;
		return true;
	case GS_OPTION_DIRECTORY:
		o->launch.directory = value;
		return true;
	case GS_OPTION_ENV:
		take_variable(o, value, wrong);
		return true;
	case GS_OPTION_TIMEOUT:
		take_seconds(o, value, wrong);
		return true;
	case GS_OPTION_FOLLOW:
		o->launch.follow = value;
		return true;
	case GS_OPTION_REFUSE_BINARIES:
		o->launch.refuse_binaries = true;
		return true;
	case GS_OPTION_FREEZE_CLOCKS:
		o->launch.freeze_clocks = true;
		return true;
	case GS_OPTION_MESA_TRACE:
		o->launch.mesa_trace = true;
		return true;
	case GS_OPTION_KEEP_LAST:
		take_keep_last(&o->launch, value, wrong);
		return true;
	case GS_OPTION_MASK_EXTENSION:
	case GS_OPTION_LIMIT:
	case GS_OPTION_LIST_SIZE:
		take_checked(&o->launch, option, value, wrong);
		return true;
	default:
		return false;
	}
}

char *gs_launch_options_finish(struct gs_launch_options *o, char **argv)
{
	GError *error = NULL;
	g_ptr_array_add(o->environment, NULL);
	o->launch.argv = argv;
	o->launch.environment = (char **)o->environment->pdata;
	o->launch.output_fd = STDERR_FILENO;
	return gs_launch_check(&o->launch, &error) ? NULL : sentence_of(error);
}
