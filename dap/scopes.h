/* SPDX-License-Identifier: MIT */
/* dap/scopes - the scopes of a frame, and the variables of a scope or a value. */
#ifndef GS_DAP_SCOPES_H
#define GS_DAP_SCOPES_H

#include "dap/values.h"

void gs_dap_scopes(struct gs_dap_request *request);
void gs_dap_variables(struct gs_dap_request *request);
/* Get the pending call's argument of that name; false: there is none. What it has is dap->stop's.
 */
bool gs_dap_argument(struct gs_dap *dap, const char *name, struct gs_dap_value *value);

#endif
