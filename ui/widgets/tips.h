/* SPDX-License-Identifier: MIT */
/* ui/widgets/tips - suppresses tooltips of buttons and tabs while the pointer stays where it has
 * clicked, because they would cover what the click has shown. */
#ifndef GS_UI_TIPS_H
#define GS_UI_TIPS_H

/* Call once, after GTK was initialized. */
void gs_tips_init(void);

#endif
