/* SPDX-License-Identifier: MIT */
#include "preload/core/libraries/symbols.h"

#include <stddef.h>
#include <string.h>

/* The C library has made addresses of the offsets, except where it may not write. */
static const void *address(const struct gs_symbols *s, ElfW(Addr) value)
{
	return (const void *)(value < s->base ? s->base + value : value);
}

bool gs_symbols_open(struct gs_symbols *s, ElfW(Addr) base, const ElfW(Dyn) * dynamic)
{
	const ElfW(Dyn) *soname = NULL;
	*s = (struct gs_symbols){.base = base};
	for (const ElfW(Dyn) *d = dynamic; d && d->d_tag != DT_NULL; d++) {
		if (d->d_tag == DT_STRTAB)
			s->strings = address(s, d->d_un.d_ptr);
		else if (d->d_tag == DT_SYMTAB)
			s->symbols = address(s, d->d_un.d_ptr);
		else if (d->d_tag == DT_VERSYM)
			s->versions = address(s, d->d_un.d_ptr);
		else if (d->d_tag == DT_GNU_HASH)
			s->gnu_hash = address(s, d->d_un.d_ptr);
		else if (d->d_tag == DT_HASH)
			s->sysv_hash = address(s, d->d_un.d_ptr);
		else if (d->d_tag == DT_SONAME)
			soname = d;
	}
	if (soname && s->strings)
		s->soname = s->strings + soname->d_un.d_val;
	return s->strings && s->symbols && (s->gnu_hash || s->sysv_hash);
}

/* ---- all libraries ---- */

struct each {
	bool (*found)(const struct gs_symbols *symbols, uint64_t adds, void *data);
	void *data;
};

static int on_object(struct dl_phdr_info *object, size_t size, void *data)
{
	const struct each *each = data;
	struct gs_symbols symbols;
	for (unsigned i = 0; i < object->dlpi_phnum; i++) {
		if (object->dlpi_phdr[i].p_type != PT_DYNAMIC)
			continue;
		ElfW(Addr) at = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
		if (!gs_symbols_open(&symbols, object->dlpi_addr, (const ElfW(Dyn) *)at))
			continue;
		symbols.file = object->dlpi_name;
		if (!each->found(&symbols, object->dlpi_adds, each->data))
			return 1;
	}
	return 0;
}

void gs_symbols_each(
	bool (*found)(const struct gs_symbols *symbols, uint64_t adds, void *data), void *data)
{
	struct each each = {found, data};
	dl_iterate_phdr(on_object, &each);
}

/* ---- one name ---- */

uint32_t gs_symbols_hash(const char *name)
{
	uint32_t hash = 5381;
	for (const unsigned char *c = (const unsigned char *)name; *c; c++)
		hash = hash * 33 + *c;
	return hash;
}

static uint32_t sysv_hash(const char *name)
{
	uint32_t hash = 0;
	for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
		hash = (hash << 4) + *c;
		hash ^= hash >> 24 & 0xf0;
		hash &= 0x0fffffff;
	}
	return hash;
}

/* Not an indirect function (STT_GNU_IFUNC), which only the dynamic linker can call properly. */
static bool is_it(const struct gs_symbols *s, uint32_t i, const char *name)
{
	enum { HIDDEN_VERSION = 0x8000 };
	const ElfW(Sym) *symbol = &s->symbols[i];
	if (symbol->st_shndx == SHN_UNDEF || ELF64_ST_TYPE(symbol->st_info) != STT_FUNC ||
		(s->versions && (s->versions[i] & HIDDEN_VERSION)))
		return false;
	return !strcmp(s->strings + symbol->st_name, name);
}

/* Buckets, the first symbol that is listed, words of the filter, its second bit; filter, buckets,
 * and a hash for each symbol, of which the lowest bit marks the bucket's last. */
static uint32_t find_gnu(const struct gs_symbols *s, const char *name, uint32_t hash)
{
	enum { BITS = 8 * sizeof(ElfW(Addr)) };
	const uint32_t *h = s->gnu_hash, n_buckets = h[0], first = h[1], n_words = h[2];
	const ElfW(Addr) *filter = (const ElfW(Addr) *)(h + 4);
	const uint32_t *buckets = (const uint32_t *)(filter + n_words),
		       *hashes = buckets + n_buckets;
	if (!n_buckets || !n_words)
		return 0;
	ElfW(Addr) word = filter[hash / BITS % n_words];
	if (!(word >> hash % BITS & word >> (hash >> h[3]) % BITS & 1))
		return 0;
	uint32_t i = buckets[hash % n_buckets];
	if (i < first || !i)
		return 0;
	for (;; i++) {
		if ((hashes[i - first] | 1) == (hash | 1) && is_it(s, i, name))
			return i;
		if (hashes[i - first] & 1)
			return 0;
	}
}

static uint32_t find_sysv(const struct gs_symbols *s, const char *name)
{
	const uint32_t n_buckets = s->sysv_hash[0], *buckets = s->sysv_hash + 2;
	const uint32_t *next = buckets + n_buckets;
	uint32_t i = n_buckets ? buckets[sysv_hash(name) % n_buckets] : 0;
	while (i && !is_it(s, i, name))
		i = next[i];
	return i;
}

void *gs_symbols_find(const struct gs_symbols *s, const char *name, uint32_t hash)
{
	uint32_t i = s->gnu_hash ? find_gnu(s, name, hash) : find_sysv(s, name);
	return i ? (void *)(s->base + s->symbols[i].st_value) : NULL;
}

struct wanted {
	const char *soname, *name;
	void *result;
};

static bool on_wanted(const struct gs_symbols *symbols, uint64_t adds, void *data)
{
	struct wanted *wanted = data;
	if (!symbols->soname || strcmp(symbols->soname, wanted->soname))
		return true;
	wanted->result = gs_symbols_find(symbols, wanted->name, gs_symbols_hash(wanted->name));
	return false;
}

void *gs_symbols_find_in(const char *soname, const char *name)
{
	struct wanted wanted = {soname, name, NULL};
	gs_symbols_each(on_wanted, &wanted);
	return wanted.result;
}
