/* SPDX-License-Identifier: MIT */
/* How pages look that are written for people, light or dark as their viewer is. */
#ifndef GS_APP_PAGE_STYLE_H
#define GS_APP_PAGE_STYLE_H

static const char gs_page_style[] =
	":root{color-scheme:light dark;--text:#1d2125;--back:#fff;--soft:#5b636d;--line:#d5dae0;"
	"--bar:#3a74b4;--error:#b3261e;--head:#f3f5f7}"
	"@media(prefers-color-scheme:dark){:root{--text:#e2e5e9;--back:#17191c;--soft:#9aa3ad;"
	"--line:#353b42;--bar:#6ba3dd;--error:#f2867e;--head:#21252a}}"
	"body{font:15px/1.45 system-ui,sans-serif;color:var(--text);background:var(--back);"
	"max-width:1000px;margin:0 auto;padding:1em 1.2em 4em}"
	"h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}"
	"table{border-collapse:collapse;width:100%}"
	"th,td{text-align:left;vertical-align:top;padding:.35em .6em;border-bottom:1px solid "
	"var(--line)}"
	"th{background:var(--head);font-weight:600}"
	"td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
	"p,small,dd{color:var(--soft)}.error{color:var(--error);font-weight:600}"
	"code{font-family:ui-monospace,monospace;font-size:.92em}"
	".calls{overflow-wrap:anywhere}"
	"figure{margin:1.2em 0}figcaption{color:var(--soft)}svg{width:100%;height:auto}"
	"rect{fill:var(--bar)}rect.cut{fill:var(--error)}svg line{stroke:var(--line)}svg "
	"text{fill:var(--soft);font-size:11px}";

#endif
