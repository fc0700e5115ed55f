/* SPDX-License-Identifier: MIT */
/* ui/calls/report-panel - the panel of an opened trace's report: what is wrong and what costs time,
 * with the calls, which a double click shows in the list of calls. */
#ifndef GS_UI_REPORT_PANEL_H
#define GS_UI_REPORT_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_REPORT_PANEL (gs_report_panel_get_type())
G_DECLARE_FINAL_TYPE(GsReportPanel, gs_report_panel, GS, REPORT_PANEL, GtkBox)

#endif
