/* SPDX-License-Identifier: MIT */
/* Where libglstep-clock.so reads how long the program was held: wire/clock.h. */
#include "preload/core/core.h"

__attribute__((visibility("default"))) const struct gs_wire_clock *glstep_clock(void);

const struct gs_wire_clock *glstep_clock(void)
{
	return gs_role == GS_ROLE_NONE || !gs_wire ? NULL : &gs_wire->clock;
}
