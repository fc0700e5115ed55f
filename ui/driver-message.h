/* SPDX-License-Identifier: MIT */
/* ui/driver-message - which line of a source a message of a GLSL compiler is about. */
#ifndef GS_UI_DRIVER_MESSAGE_H
#define GS_UI_DRIVER_MESSAGE_H

/* The line of the source, from 1, of a message such as "0:12(5): error: ...", "ERROR: 0:12: ...",
 * "0(12) : error C1008: ..."; 0: it names none. The compiler's line is that of the source's #line
 * directives; if several lines are called so, the one with the name that the message quotes, or
 * else the last one. */
unsigned gs_driver_message_line(const char *message, const char *source);

#endif
