/* SPDX-License-Identifier: MIT */
#ifndef GS_TESTS_SETTERS_H
#define GS_TESTS_SETTERS_H

/* With values that go by the round. */
void set_objects(int round);
void set_named(int round);

#endif
