/* SPDX-License-Identifier: MIT */
/* ui/driver-message - finds the line of a source that a message of a GLSL compiler is about. */
#ifndef GS_UI_DRIVER_MESSAGE_H
#define GS_UI_DRIVER_MESSAGE_H

/* Return the line of the source, from 1, that a message such as "0:12(5): error: ...", "ERROR:
 * 0:12: ...", "0(12) : error C1008: ..." is about; 0 if it names none. The compiler numbers lines
 * as the source's #line directives say; if several lines have that number, return the one that
 * contains the name quoted in the message, or else the last one. */
unsigned gs_driver_message_line(const char *message, const char *source);

#endif
