/* SPDX-License-Identifier: MIT */
/* overlay: what the pending draw does at each pixel of its framebuffer. */
#include "verbs/verbs.h"
#include "debugger/session/program/in-use.h"
#include "debugger/session/program/overlay.h"

static bool save_picture(struct gs_verbs *verbs, enum gs_overlay overlay,
	const struct gs_field *field, const char *file, GError **error)
{
	struct gs_picture picture;
	if (!gs_session_framebuffer(verbs->session, &picture, error))
		return false;
	bool is_same = picture.width == field->width && picture.height == field->height;
	if (is_same)
		gs_overlay_paint(overlay, field, &picture);
	bool good = is_same ? gs_picture_save(
				      &picture, file, gs_session_patience(verbs->session), error)
			    : gs_field_save(
				      field, file, gs_session_patience(verbs->session), error);
	gs_picture_clear(&picture);
	return good;
}

static bool save(struct gs_verbs *verbs, enum gs_overlay overlay, const struct gs_field *field,
	const char *file, GError **error)
{
	if (!file)
		return true;
	return g_str_has_suffix(file, ".png")
		       ? save_picture(verbs, overlay, field, file, error)
		       : gs_field_save(field, file, gs_session_patience(verbs->session), error);
}

static void put(struct gs_reply *reply, enum gs_overlay overlay, const struct gs_field *field,
	const struct gs_overlay_figures *figures)
{
	g_autofree char *text = gs_overlay_text(overlay, figures);
	gs_json_string(reply->json, "overlay", gs_overlay_names[overlay]);
	gs_json_integer(reply->json, "width", field->width);
	gs_json_integer(reply->json, "height", field->height);
	gs_json_integer(reply->json, "pixels", (int64_t)figures->pixels);
	if (overlay == GS_OVERLAY_OVERDRAW) {
		gs_json_integer(reply->json, "fragments", (int64_t)figures->fragments);
		gs_json_integer(reply->json, "most", (int64_t)figures->most);
	} else if (overlay != GS_OVERLAY_WIREFRAME) {
		gs_json_integer(reply->json, "passed", (int64_t)figures->passed);
		gs_json_integer(reply->json, "failed", (int64_t)figures->failed);
	}
	gs_json_string(reply->json, "text", text);
}

bool gs_verb_overlay(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	enum gs_overlay overlay = (enum gs_overlay)gs_argument_which(
		arguments, gs_overlay_names, GS_N_OVERLAYS);
	struct gs_overlay_figures figures;
	struct gs_field *field = gs_session_overlay(verbs->session, overlay, &figures, error);
	bool good = field && save(verbs, overlay, field, file, error);
	if (good) {
		put(reply, overlay, field, &figures);
		gs_json_optional(reply->json, "file", file);
	}
	gs_field_free(field);
	return good;
}
