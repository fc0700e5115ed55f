/* SPDX-License-Identifier: MIT */
/*
 * wire/player - what a player of traces tells the preload library, so that glstep knows which call
 * of the trace a call is. A player that runs without glstep finds no such function.
 *
 * The library exports GS_PLAYER_FUNCTION, of type gs_player_tell; from one thread only.
 */
#ifndef GS_WIRE_PLAYER_H
#define GS_WIRE_PLAYER_H

#include <stdint.h>

enum gs_player_what {
	GS_PLAYER_BEGINS,  /* the trace's call with this number comes next; calls of GL, GLX and EGL
			      up to GS_PLAYER_CALLS are the player's own: they are neither stopped
			      at, nor counted, nor logged */
	GS_PLAYER_CALLS,   /* the next call is the trace's */
	GS_PLAYER_CALLED,  /* it was made: what follows is the player's own */
	GS_PLAYER_NO_DRAW, /* in place of the number the address of a text: why the trace's call
			      that began last, which draws, is not made */
	GS_PLAYER_NO_CALL, /* the same of another one */
	GS_PLAYER_DIFFERS, /* likewise: what GL has answered otherwise than in the recording, at
			      which call */
	GS_PLAYER_NAMES,   /* in place of the number the address of a gs_player_name */
};

/* In the current context, of a kind (enum gs_object_kind of data/object.h): the name here of what
 * the trace calls so; with recorded 1 what the trace calls the object that has this name here. Both
 * are the same where the trace has no such object. */
enum { GS_PLAYER_DRAWABLE = 1000 }; /* a kind, too, of any context; recorded 1 alone */
typedef uint64_t (*gs_player_name)(uint32_t kind, uint64_t name, uint32_t recorded);

#define GS_PLAYER_FUNCTION "glstep_player"
/* 0: from here on the player shows nothing, neither windows nor messages; 1: it does. */
typedef uint32_t (*gs_player_tell)(uint64_t number, enum gs_player_what what);

#endif
