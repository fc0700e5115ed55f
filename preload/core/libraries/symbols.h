/* SPDX-License-Identifier: MIT */
/*
 * preload/core/libraries/symbols - functions of a loaded library, looked up where it lies in
 * memory: no system call, and not the lock of dlopen and dlsym, which another thread holds for as
 * long as the constructors of what it loads take.
 */
#ifndef GS_PRELOAD_SYMBOLS_H
#define GS_PRELOAD_SYMBOLS_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

struct gs_symbols {
	ElfW(Addr) base;
	const char *strings;
	const char *soname; /* NULL: the library has none */
	const char *file;   /* as the loader has opened it; "": the program; NULL: not known */
	const ElfW(Sym) * symbols;
	const ElfW(Half) * versions;	      /* NULL: none */
	const uint32_t *gnu_hash, *sysv_hash; /* at least one of them */
};

/* base: what a struct link_map has as l_addr; dynamic: as l_ld. False: there are no names to look
 * up. */
bool gs_symbols_open(struct gs_symbols *symbols, ElfW(Addr) base, const ElfW(Dyn) * dynamic);
/* Calls found with every library in the program's namespace, in the order in which they were
 * loaded, until it returns false. adds: how many have ever been loaded. No dlopen, dlsym or dlclose
 * in found. */
void gs_symbols_each(
	bool (*found)(const struct gs_symbols *symbols, uint64_t adds, void *data), void *data);
uint32_t gs_symbols_hash(const char *name);
/* What dlsym would find in this library alone; NULL: nothing. hash: gs_symbols_hash(name). */
void *gs_symbols_find(const struct gs_symbols *symbols, const char *name, uint32_t hash);
/* Likewise in the library of that DT_SONAME; NULL also where it is not loaded. */
void *gs_symbols_find_in(const char *soname, const char *name);

#endif
