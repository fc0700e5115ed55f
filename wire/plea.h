/* SPDX-License-Identifier: MIT */
/*
 * A plea for the memory that the debugger shares. The kernel refuses /proc/PID/fd/N (wire/wire.h)
 * to a process in another user namespace than the debugger's. If process PID is what traces it,
 * such a process makes two sockets and sends itself GS_WIRE_PLEA_SIGNAL with the address of a
 * struct gs_wire_plea (SI_QUEUE). The debugger, seeing that signal, takes a copy of the socket
 * (pidfd_getfd) and sends the memfd through it; the signal is not delivered. What holds for a
 * memory that was opened holds for this one, too.
 */
#ifndef GS_WIRE_PLEA_H
#define GS_WIRE_PLEA_H

#include "wire/wire.h"

#define GS_WIRE_PLEA_SIGNAL SIGURG /* it does nothing where nobody traces the process */

struct gs_wire_plea {
	uint64_t magic; /* GS_WIRE_MAGIC */
	char nonce[GS_WIRE_NONCE_SIZE];
	int32_t socket, unused;
};

#endif
