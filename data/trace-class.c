/* SPDX-License-Identifier: MIT */
#include "data/trace-class.h"

const char *gs_data_trace_class_name(unsigned n)
{
	static const char *const names[] = {
		"operations", "primitives", "arrays", "textures", "pixels", "errors"};
	return n < sizeof(names) / sizeof(*names) ? names[n] : 0;
}
