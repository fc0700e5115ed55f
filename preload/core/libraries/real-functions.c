/* SPDX-License-Identifier: MIT */
/*
 * The driver's functions: those of the real libraries, never by a name that could lead back to a
 * wrapper. All that a library has are taken at once, when this library is loaded, or when the
 * program loads the other, or else with the first call that comes: nothing here waits for the lock
 * of dlopen, for a thread may call GL while another has it and waits for that thread; and nothing
 * opens a file, which the program may have forbidden itself.
 *
 * A library is known by its DT_SONAME. Those of some vendors, and ANGLE's, have another one: it is
 * known by what it exports, if the program is linked with it, or calls what no other one has.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "preload/core/core.h"
#include "preload/core/libraries/symbols.h"

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

/* Without it, a library is none of that kind, whatever it is called: it hands on to others. */
static const char *const marks[N_LIBRARIES] = {
	[GL] = "glGetString",
	[OPENGL] = "glGetString",
	[GLES2] = "glGetString",
	[GLES1] = "glGetString",
	[EGL] = "eglInitialize",
	[GLX] = "glXMakeCurrent",
	[OSMESA] = "OSMesaMakeCurrent",
};

static _Atomic bool taken[N_LIBRARIES];		 /* its functions are in the table */
static _Atomic bool may_go[N_LIBRARIES];	 /* taken, and the program may unload it */
static const char *_Atomic foreign[N_LIBRARIES]; /* taken, with another soname: its file */
static _Atomic bool any_foreign;
static _Atomic uint64_t looked_at;	   /* how many had been loaded then; 0: not yet */
static _Atomic uint64_t looked_everywhere; /* likewise, for those with another soname */

/* ---- finding the libraries ---- */

struct found {
	uint64_t seen, adds;
	bool by_exports;	       /* also those with another soname */
	bool has_egl, has_glx, has_gl; /* is taken already: not by what it exports */
	const char *preloaded;
	struct gs_symbols library[N_LIBRARIES];
	bool foreign[N_LIBRARIES];
	unsigned n;
	uint8_t order[N_LIBRARIES]; /* in which they were loaded */
};

static bool exports(const struct gs_symbols *symbols, const char *name)
{
	return gs_symbols_find(symbols, name, gs_symbols_hash(name));
}

static bool is_kind(const struct gs_symbols *symbols, unsigned kind)
{
	return symbols->soname && !strcmp(symbols->soname, sonames[kind]) &&
	       exports(symbols, marks[kind]);
}

/* Our own, the program, and what else is preloaded: it comes between the program and the library,
 * and finds that by itself. */
static bool is_aside(const struct gs_symbols *symbols, const char *preloaded)
{
	static const char own[] = "libglstep-";
	const char *file = symbols->file ? symbols->file : "", *slash = strrchr(file, '/');
	const char *base = slash ? slash + 1 : file;
	return !*file || !strncmp(base, own, sizeof own - 1) || strstr(preloaded, file) ||
	       (symbols->soname && !strncmp(symbols->soname, own, sizeof own - 1));
}

static void add(struct found *found, const struct gs_symbols *symbols, unsigned kind, bool foreign)
{
	if (found->library[kind].base || taken[kind])
		return;
	found->library[kind] = *symbols;
	found->foreign[kind] = foreign;
	found->order[found->n++] = (uint8_t)kind;
}

static void add_by_exports(struct found *found, const struct gs_symbols *symbols)
{
	if (is_aside(symbols, found->preloaded))
		return;
	if (!found->has_egl && exports(symbols, marks[EGL]))
		add(found, symbols, EGL, true);
	if (!found->has_glx && exports(symbols, marks[GLX]))
		add(found, symbols, GLX, true);
	if (!found->has_gl && exports(symbols, marks[GLES2]))
		add(found, symbols, GLES2, true);
}

static bool on_library(const struct gs_symbols *symbols, uint64_t adds, void *data)
{
	struct found *found = data;
	bool known = false;
	if (adds == found->seen)
		return false; /* nothing was loaded since */
	found->adds = adds;
	for (unsigned i = 0; i < N_LIBRARIES; i++) {
		if (!is_kind(symbols, i))
			continue;
		known = true;
		add(found, symbols, i, false);
	}
	if (!known && found->by_exports)
		add_by_exports(found, symbols);
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

static bool is_provided(const char *name)
{
	for (unsigned i = 0; i < N_LIBRARIES; i++)
		if (atomic_load(&taken[i]) && is_of(i, name))
			return true;
	return false;
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

/* Where a program is linked with OSMesa, whose contexts only it knows, or with a library that is
 * not the system's, the order in which it is linked says whose functions are meant; else the order
 * of the enum. */
static void sort(struct found *found)
{
	unsigned n = 0;
	for (unsigned i = 0; i < N_LIBRARIES; i++)
		if (found->foreign[i] || (i == OSMESA && found->library[i].base))
			return;
	for (unsigned i = 0; i < N_LIBRARIES; i++)
		if (found->library[i].base)
			found->order[n++] = (uint8_t)i;
}

static void settle(struct found *found, bool may_be_unloaded)
{
	take(found);
	for (unsigned i = 0; i < found->n; i++) {
		unsigned kind = found->order[i];
		if (found->foreign[kind]) {
			atomic_store(&foreign[kind], found->library[kind].file);
			atomic_store(&any_foreign, true);
		}
		atomic_store(&may_go[kind], may_be_unloaded);
		atomic_store(&taken[kind], true);
	}
}

void gs_real_look(void)
{
	struct found found;
	memset(&found, 0, sizeof found);
	found.seen = atomic_load_explicit(&looked_at, memory_order_acquire);
	bool at_start = !found.seen;
	const char *preloaded = at_start ? getenv("LD_PRELOAD") : NULL;
	found.preloaded = preloaded ? preloaded : "";
	found.by_exports = at_start;
	/* what such a library opens is its own affair: gs_real_take */
	if (atomic_load(&any_foreign))
		return;
	gs_symbols_each(on_library, &found);
	if (!found.adds)
		return;
	if (at_start)
		sort(&found);
	settle(&found, !at_start);
	atomic_store_explicit(&looked_at, found.adds, memory_order_release);
}

/* The program calls what none of the libraries that are known has. */
static void look_everywhere(void)
{
	struct found found;
	memset(&found, 0, sizeof found);
	found.seen = atomic_load_explicit(&looked_everywhere, memory_order_acquire);
	found.by_exports = true;
	found.preloaded = "";
	found.has_egl = is_provided("egl");
	found.has_glx = is_provided("glX");
	found.has_gl = is_provided("gl");
	gs_symbols_each(on_library, &found);
	if (!found.adds)
		return;
	settle(&found, true);
	atomic_store_explicit(&looked_everywhere, found.adds, memory_order_release);
}

static unsigned kind_of(const char *soname)
{
	unsigned i = 0;
	while (i < N_LIBRARIES && strcmp(sonames[i], soname))
		i++;
	return i;
}

void gs_real_take(const char *soname, const struct gs_symbols *symbols)
{
	struct found found;
	unsigned kind = kind_of(soname);
	memset(&found, 0, sizeof found);
	if (kind == N_LIBRARIES || !exports(symbols, marks[kind]))
		return;
	bool is_foreign = !is_kind(symbols, kind);
	if (!is_foreign && !atomic_load(&any_foreign))
		return; /* gs_real_look takes it */
	add(&found, symbols, kind, is_foreign);
	settle(&found, true);
}

bool gs_real_is_of_foreign(const char *file)
{
	for (unsigned i = 0; i < N_LIBRARIES; i++) {
		const char *other = atomic_load(&foreign[i]);
		if (other && !strcmp(other, file))
			return true;
	}
	return false;
}

/* The table points into them. */
void gs_real_keep(void)
{
	const int flags = RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE;
	for (unsigned i = 0; i < N_LIBRARIES; i++) {
		const char *file = atomic_load(&foreign[i]);
		if (atomic_load(&may_go[i]) && atomic_exchange(&may_go[i], false))
			gs_real_dlopen(file ? file : sonames[i], flags);
	}
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

void *gs_real_find_anywhere(unsigned function)
{
	look_everywhere();
	return gs_real_find(function);
}

/* ---- which libraries there are ---- */

bool gs_real_loaded(bool egl)
{
	gs_real_look();
	return egl ? atomic_load(&taken[EGL]) : atomic_load(&taken[GLX]) || atomic_load(&taken[GL]);
}

bool gs_real_has(const char *soname)
{
	unsigned kind = kind_of(soname);
	return kind < N_LIBRARIES && atomic_load(&taken[kind]) && !atomic_load(&foreign[kind]);
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

static bool on_unknown(const struct gs_symbols *symbols, uint64_t adds, void *data)
{
	const char **file = data;
	bool makes_contexts = exports(symbols, marks[EGL]) || exports(symbols, marks[GLX]);
	if (!makes_contexts || is_aside(symbols, "") || gs_real_is_of_foreign(symbols->file))
		return true;
	for (unsigned i = 0; i < N_LIBRARIES; i++)
		if (is_kind(symbols, i))
			return true;
	*file = symbols->file;
	return false;
}

const char *gs_real_unreachable(void)
{
	static char text[400];
	const char *unknown = NULL;
	gs_real_look();
	gs_symbols_each(on_unknown, &unknown);
	if (unknown) {
		gs_text_join(text, sizeof text, "it has loaded ", unknown,
			", whose name is that of no library of GL, so that glstep does not see its "
			"calls: link it with that library, or load it as libEGL.so.1",
			NULL);
		return text;
	}
	if (gs_symbols_find_in("libvulkan.so.1", "vkCreateInstance"))
		return "it draws with Vulkan, or could: glstep debugs OpenGL, and a program that "
		       "has a "
		       "setting for it must be told to use that";
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
