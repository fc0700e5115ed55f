/* SPDX-License-Identifier: MIT */
/* ui/start-page - the page on which the user selects the program to debug. */
#ifndef GS_UI_START_PAGE_H
#define GS_UI_START_PAGE_H

#include "ui/panel.h"

#define GS_TYPE_START_PAGE (gs_start_page_get_type())
G_DECLARE_FINAL_TYPE(GsStartPage, gs_start_page, GS, START_PAGE, GtkBox)

/* Fill the page with the program that was launched last, if there is one. */
void gs_start_page_fill(GsStartPage *page);

#endif
