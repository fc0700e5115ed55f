/* SPDX-License-Identifier: MIT */
/* ui/widgets/tips - tooltips of buttons and tabs do not come while the pointer stays where it has
 * clicked: they would lie over what is below, the tabs or what the click has brought. */
#ifndef GS_UI_TIPS_H
#define GS_UI_TIPS_H

/* To be called once, with a display. */
void gs_tips_init(void);

#endif
