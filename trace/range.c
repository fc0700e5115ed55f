/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include "trace/trace.h"

bool gs_trace_range(const char *text, uint64_t *first, uint64_t *last)
{
	char *end;

	errno = 0;
	if (*text < '0' || *text > '9')
		return false;
	*first = *last = strtoull(text, &end, 10);
	if (*end == '-' && !end[1])
		*last = UINT64_MAX;
	else if (*end == '-' && end[1] >= '0' && end[1] <= '9')
		*last = strtoull(end + 1, &end, 10);
	return errno == 0 && (!*end || *last == UINT64_MAX) && *last >= *first;
}
