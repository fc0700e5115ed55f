/* SPDX-License-Identifier: MIT */
/*
 * The driver's functions: those of the real libraries, never by a name that could lead back to a
 * wrapper. All that a library has are taken at once, when this library is loaded, or when the
 * program loads the other, or else with the first call that comes: nothing here waits for the lock
 * of dlopen, for a thread may call GL while another has it and waits for that thread; and nothing
 * opens a file, which the program may have forbidden itself.
 */
#include <dlfcn.h>
#include <string.h>
#include "preload/core/core.h"
#include "preload/core/symbols.h"

HIDDEN void *(*gs_real_dlopen)(const char *name, int flags);
HIDDEN int (*gs_real_dlclose)(void *handle);
HIDDEN void *const *gs_wrappers;

HIDDEN void *gs_real_table[GS_N_FUNCTIONS];

enum { GL, OPENGL, GLES2, GLES1, EGL, GLX, OSMESA, N_LIBRARIES };
static const char *const sonames[N_LIBRARIES] = {
	[GL] = "libGL.so.1",
	[OPENGL] = "libOpenGL.so.0",
	[GLES2] = "libGLESv2.so.2",
	[GLES1] = "libGLESv1_CM.so.1",
	[EGL] = "libEGL.so.1",
	[GLX] = "libGLX.so.0",
	[OSMESA] = "libOSMesa.so.8",
};

static _Atomic bool taken[N_LIBRARIES];	 /* its functions are in the table */
static _Atomic bool may_go[N_LIBRARIES]; /* taken, and the program may unload it */
static _Atomic uint64_t looked_at;	 /* how many had been loaded then; 0: not yet */

/* ---- finding the libraries ---- */

struct found {
	uint64_t adds;
	struct gs_symbols library[N_LIBRARIES];
	unsigned n;
	uint8_t order[N_LIBRARIES]; /* in which they were loaded */
};

static bool on_library(const struct gs_symbols *symbols, uint64_t adds, void *data)
{
	struct found *found = data;
	if (adds == atomic_load_explicit(&looked_at, memory_order_acquire))
		return false; /* nothing was loaded since */
	found->adds = adds;
	for (unsigned i = 0; symbols->soname && i < N_LIBRARIES; i++) {
		if (found->library[i].base || strcmp(symbols->soname, sonames[i]) || taken[i])
			continue;
		found->library[i] = *symbols;
		found->order[found->n++] = (uint8_t)i;
	}
	return true;
}

/* ---- taking their functions ---- */

static void remember(unsigned function, void *real)
{
	void *none = NULL;
	__atomic_compare_exchange_n(
		&gs_real_table[function], &none, real, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

static bool is_of(unsigned library, const char *name)
{
	bool egl = !strncmp(name, "egl", 3), glx = !strncmp(name, "glX", 3);
	return egl   ? library == EGL
	       : glx ? library == GL || library == GLX
		     : library != EGL && library != GLX;
}

static void take(const struct found *found)
{
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++) {
		const char *name = gs_data_name(i);
		uint32_t hash = gs_symbols_hash(name);
		for (unsigned k = 0; k < found->n; k++) {
			unsigned library = found->order[k];
			void *real = is_of(library, name)
					     ? gs_symbols_find(&found->library[library], name, hash)
					     : NULL;
			if (real)
				remember(i, real);
			if (real)
				break;
		}
	}
}

/* Where a program is linked with OSMesa, whose contexts only it knows, the order in which it is
 * linked says whose functions are meant; else the order of the enum. */
static void sort(struct found *found, bool at_start)
{
	unsigned n = 0;
	if (at_start && found->library[OSMESA].base)
		return;
	for (unsigned i = 0; i < N_LIBRARIES; i++)
		if (found->library[i].base)
			found->order[n++] = (uint8_t)i;
}

void gs_real_look(void)
{
	struct found found;
	memset(&found, 0, sizeof found);
	gs_symbols_each(on_library, &found);
	if (!found.adds)
		return;
	bool at_start = !atomic_load(&looked_at);
	if (found.n) {
		sort(&found, at_start);
		take(&found);
	}
	for (unsigned i = 0; i < found.n; i++) {
		atomic_store(&may_go[found.order[i]], !at_start);
		atomic_store(&taken[found.order[i]], true);
	}
	atomic_store_explicit(&looked_at, found.adds, memory_order_release);
}

/* The table points into them. */
void gs_real_keep(void)
{
	const int flags = RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE;
	for (unsigned i = 0; i < N_LIBRARIES; i++)
		if (atomic_load(&may_go[i]) && atomic_exchange(&may_go[i], false))
			gs_real_dlopen(sonames[i], flags);
}

/* ---- one function ---- */

typedef void *get_proc_address(const char *name);

/* What no library exports. glvnd answers for any name at all, once its own library is loaded. */
static void *ask(unsigned get_function, const char *name)
{
	get_proc_address *get = __atomic_load_n(&gs_real_table[get_function], __ATOMIC_RELAXED);
	return get ? get(name) : NULL;
}

void gs_real_offer(unsigned function, void *real)
{
	if (gs_real_table[function])
		return;
	gs_real_look();
	remember(function, real);
}

void *gs_real_find(unsigned function)
{
	if (function >= GS_N_FUNCTIONS)
		return NULL;
	gs_real_look();
	void *real = __atomic_load_n(&gs_real_table[function], __ATOMIC_RELAXED);
	const char *name = gs_data_name(function);
	if (!real && strncmp(name, "egl", 3))
		real = ask(GS_FN_glXGetProcAddressARB, name);
	if (!real && strncmp(name, "glX", 3))
		real = ask(GS_FN_eglGetProcAddress, name);
	if (real)
		remember(function, real);
	return real;
}

/* ---- which libraries there are ---- */

bool gs_real_loaded(bool egl)
{
	gs_real_look();
	return egl ? atomic_load(&taken[EGL]) : atomic_load(&taken[GLX]) || atomic_load(&taken[GL]);
}

bool gs_real_has(const char *soname)
{
	for (unsigned i = 0; i < N_LIBRARIES; i++)
		if (!strcmp(sonames[i], soname))
			return atomic_load(&taken[i]);
	return false;
}

bool gs_real_has_osmesa(void)
{
	gs_real_look();
	return atomic_load(&taken[OSMESA]);
}

/* How <link.h> goes on in glibc 2.35 and later, which says so in r_version once there are
 * namespaces. */
struct link_namespace {
	struct r_debug libraries;
	struct link_namespace *next;
};

/* Of a library that reaches GL, in a namespace that dlmopen made. */
static bool is_elsewhere(void)
{
	static const char *const names[] = {"libGLdispatch.so", "libGL.so", "libEGL.so",
		"libGLESv2.so", "libOpenGL.so", "libGLX.so"};
	struct r_debug *volatile own = &_r_debug; /* is longer than it is declared */
	struct link_namespace *first = (struct link_namespace *)own;
	for (struct link_namespace *n = first->libraries.r_version < 2 ? NULL : first->next; n;
		n = n->next)
		for (struct link_map *map = n->libraries.r_map; map; map = map->l_next) {
			const char *slash = map->l_name ? strrchr(map->l_name, '/') : NULL;
			for (size_t i = 0; slash && i < sizeof names / sizeof *names; i++)
				if (!strncmp(slash + 1, names[i], strlen(names[i])))
					return true;
		}
	return false;
}

const char *gs_real_unreachable(void)
{
	gs_real_look();
	for (unsigned i = 0; i < OSMESA; i++)
		if (atomic_load(&taken[i]))
			return NULL; /* the program could have called it */
	if (gs_real_has_osmesa())
		return "it draws with OSMesa, loaded while it runs, where glstep does not see its "
		       "calls: link it with -lOSMesa";
	if (is_elsewhere())
		return "it has loaded GL into a namespace of its own (dlmopen), where glstep does "
		       "not see its calls: load it with dlopen";
	return NULL;
}
