/* SPDX-License-Identifier: MIT */
/* dap/set - changes of uniforms and arguments. */
#ifndef GS_DAP_SET_H
#define GS_DAP_SET_H

#include "dap/values.h"

/* Set a value, or a part of one, to what the user has typed. Where a shader is debugged, it begins
 * anew then and goes to where it stood, as far as its path leads there. Return false with error. */
bool gs_dap_set(struct gs_dap *dap, enum gs_dap_setting setting, const char *name, const char *text,
	GError **error);
void gs_dap_set_variable(struct gs_dap_request *request);
void gs_dap_set_expression(struct gs_dap_request *request);

#endif
