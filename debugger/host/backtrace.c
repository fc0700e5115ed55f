/* SPDX-License-Identifier: MIT */
/*
 * The call stack of a stopped thread. Walking it needs ptrace, so the host thread does that;
 * modules are found before and names looked up afterwards, on the caller's thread, since reading
 * debug information may take long.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>
#include "debugger/host/arch/arch.h"
#include "debugger/host/private.h"

enum { MOST_FRAMES = 256, MOST_INLINED = 32 };

/* From libstdc++; malloc'd, NULL: no C++ name. */
char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

struct walk {
	Dwfl *dwfl;
	pid_t tid;
	bool held;
	struct {
		Dwarf_Addr pc;
		bool is_activation; /* the instruction at pc runs next; else it follows the call */
	} frames[MOST_FRAMES];
	unsigned n;
	bool is_gap; /* what the driver has called is not all there */
	char *failure;
};

void gs_stack_clear(struct gs_stack *stack)
{
	for (size_t i = 0; i < stack->n_frames; i++) {
		g_free(stack->frames[i].function);
		g_free(stack->frames[i].file);
		g_free(stack->frames[i].module);
	}
	g_free(stack->frames);
	g_free(stack->note);
	memset(stack, 0, sizeof *stack);
}

/* ---- modules ---- */

/* What debuginfod would fetch over the network is not waited for. */
static int find_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
	const char *file, const char *link, GElf_Word crc, char **found)
{
	const char *urls = getenv("DEBUGINFOD_URLS");
	return urls && *urls ? dwfl_build_id_find_debuginfo(
				       module, data, name, base, file, link, crc, found)
			     : dwfl_standard_find_debuginfo(
				       module, data, name, base, file, link, crc, found);
}

static Dwfl *begin(pid_t pid)
{
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_linux_proc_find_elf, .find_debuginfo = find_debuginfo};
	Dwfl *dwfl = pid ? dwfl_begin(&callbacks) : NULL;
	if (dwfl && dwfl_linux_proc_report(dwfl, pid) == 0) {
		dwfl_report_end(dwfl, NULL, NULL);
		return dwfl;
	}
	if (dwfl)
		dwfl_end(dwfl);
	return NULL;
}

/* dwfl_addrmodule also gives a module that ends below the address, where no other follows. */
static Dwfl_Module *module_at(Dwfl *dwfl, Dwarf_Addr address)
{
	Dwarf_Addr end = 0;
	Dwfl_Module *module = dwfl_addrmodule(dwfl, address);
	if (module)
		dwfl_module_info(module, NULL, NULL, &end, NULL, NULL, NULL, NULL);
	return address < end ? module : NULL;
}

static bool is_ours(Dwfl_Module *module)
{
	const char *file = NULL;
	const char *name = module ? dwfl_module_info(
					    module, NULL, NULL, NULL, NULL, NULL, &file, NULL)
				  : NULL;
	const char *path = file ? file : name;
	const char *slash = path ? strrchr(path, '/') : NULL;
	return path && g_str_has_prefix(slash ? slash + 1 : path, "libglstep-");
}

static Dwarf_Addr address_of(const struct walk *walk, unsigned i)
{
	Dwarf_Addr pc = walk->frames[i].pc;
	return walk->frames[i].is_activation || !pc ? pc : pc - 1;
}

/* ---- walking: on the host thread ---- */

static int add_frame(Dwfl_Frame *frame, void *data)
{
	struct walk *walk = data;
	if (walk->n == MOST_FRAMES || !dwfl_frame_pc(frame, &walk->frames[walk->n].pc,
					      &walk->frames[walk->n].is_activation))
		return DWARF_CB_ABORT;
	walk->n++;
	return DWARF_CB_OK;
}

static void walk_stack(struct tracee *tracee, gpointer data)
{
	struct walk *walk = data;
	if (!tracee)
		return;
	walk->held = true;
	if (dwfl_linux_proc_attach(walk->dwfl, tracee->tgid, true) != 0 ||
		dwfl_getthread_frames(walk->dwfl, tracee->tid, add_frame, walk) < 0)
		walk->failure = g_strdup(dwfl_errmsg(-1));
}

/* ---- walking from the wrapper on, where the driver's code cannot be walked through ---- */

struct from_wrapper {
	struct gs_host *host;
	pid_t tid;
	struct gs_wire_registers registers;
};

static pid_t next_thread(Dwfl *dwfl, void *data, void **thread)
{
	struct from_wrapper *from = data;
	bool first = !*thread;
	*thread = from;
	return first ? from->tid : 0;
}

static bool read_word(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *word, void *data)
{
	struct from_wrapper *from = data;
	return gs_host_read(from->host, address, word, sizeof *word);
}

static bool set_registers(Dwfl_Thread *thread, void *data)
{
	struct gs_arch_register registers[GS_ARCH_MOST_REGISTERS];
	unsigned n = gs_arch_noted_registers(&((struct from_wrapper *)data)->registers, registers);
	for (unsigned i = 0; i < n; i++) {
		Dwarf_Word value = registers[i].value;
		if (!dwfl_thread_state_registers(thread, registers[i].number, 1, &value))
			return false;
	}
	return n > 0;
}

static bool find_slot(struct from_wrapper *from)
{
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		struct gs_wire_slot *slot = host_slot(from->host, i);
		from->registers = slot->registers;
		if ((pid_t)atomic_load(&slot->tid) == from->tid)
			return from->registers.pc != 0;
	}
	return false;
}

/* Replaces what was found of a thread that is in a wrapper, but of whose stack that wrapper was not
 * reached. */
static void walk_from_wrapper(struct gs_host *host, struct walk *walk, pid_t pid)
{
	static const Dwfl_Thread_Callbacks how = {.next_thread = next_thread,
		.memory_read = read_word,
		.set_initial_registers = set_registers};
	struct from_wrapper from = {.host = host, .tid = walk->tid};
	unsigned kept = 0, found = walk->n;
	if (!find_slot(&from))
		return;
	/* where it stands is known, whatever that is */
	for (; kept < found; kept++) {
		Dwfl_Module *module = module_at(walk->dwfl, address_of(walk, kept));
		if (is_ours(module))
			return; /* it was reached */
		if (!module && kept)
			break;
	}
	Dwfl *dwfl = begin(pid);
	walk->n = kept;
	if (dwfl && dwfl_attach_state(dwfl, NULL, pid, &how, &from))
		dwfl_getthread_frames(dwfl, walk->tid, add_frame, walk);
	if (dwfl)
		dwfl_end(dwfl);
	if (walk->n == kept)
		walk->n = found;
	else if (!walk->failure)
		walk->failure = g_strdup("code generated at run time");
	walk->is_gap = walk->n != found;
}

/* ---- names ---- */

static char *function_name(Dwfl_Module *module, Dwarf_Addr address)
{
	int status;
	const char *symbol = module ? dwfl_module_addrname(module, address) : NULL;
	char *plain = symbol && g_str_has_prefix(symbol, "_Z")
			      ? __cxa_demangle(symbol, NULL, NULL, &status)
			      : NULL;
	char *name = g_strdup(plain ? plain : symbol);
	if (name && !plain)
		name[strcspn(name, "@")] = '\0'; /* the symbol's version */
	free(plain);
	return name;
}

static char *absolute(const char *folder, const char *file)
{
	return g_path_is_absolute(file) || !folder || !g_path_is_absolute(folder)
		       ? g_strdup(file)
		       : g_canonicalize_filename(file, folder);
}

static void add_line(struct gs_stack_frame *frame, Dwfl_Module *module, Dwarf_Addr address)
{
	int line;
	Dwfl_Line *found = module ? dwfl_module_getsrc(module, address) : NULL;
	const char *file = found ? dwfl_lineinfo(found, NULL, &line, NULL, NULL, NULL) : NULL;
	if (!file)
		return;
	frame->file = absolute(dwfl_line_comp_dir(found), file);
	frame->line = line > 0 ? (unsigned)line : 0;
}

/* Where the function of this inlined-subroutine entry was called from. */
static bool call_location(Dwarf_Die *unit, Dwarf_Die *die, const char **file, unsigned *line)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number;
	Dwarf_Files *files;
	size_t n;
	if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &number) != 0 ||
		dwarf_getsrcfiles(unit, &files, &n) != 0 || number >= n)
		return false;
	*file = dwarf_filesrc(files, number, NULL, NULL);
	*line = dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &number) == 0
			? (unsigned)number
			: 0;
	return *file != NULL;
}

static struct gs_stack_frame *append(
	struct gs_stack *stack, Dwfl_Module *module, Dwarf_Addr pc, Dwarf_Addr bias)
{
	const char *file = NULL;
	const char *name = module ? dwfl_module_info(
					    module, NULL, NULL, NULL, NULL, NULL, &file, NULL)
				  : NULL;
	stack->frames = g_renew(struct gs_stack_frame, stack->frames, stack->n_frames + 1);
	struct gs_stack_frame *frame = &stack->frames[stack->n_frames++];
	*frame = (struct gs_stack_frame){.address = pc, .offset = pc - bias};
	frame->module = g_strdup(file ? file : name ? name : "");
	return frame;
}

/* The functions that stand inlined at this address, innermost first, then the one that is really
 * there. */
static void append_functions(
	struct gs_stack *stack, Dwfl_Module *module, Dwarf_Addr pc, Dwarf_Addr address)
{
	Dwarf_Addr bias = 0, debug_bias = 0;
	Dwarf_Die *scopes = NULL;
	if (module && !dwfl_module_getelf(module, &bias)) /* another file: from its start */
		dwfl_module_info(module, NULL, &bias, NULL, NULL, NULL, NULL, NULL);
	Dwarf_Die *unit = module ? dwfl_module_addrdie(module, address, &debug_bias) : NULL;
	int n = unit ? dwarf_getscopes(unit, address - debug_bias, &scopes) : 0;
	struct gs_stack_frame *frame = append(stack, module, pc, bias);
	const char *folder = NULL;
	Dwarf_Attribute attribute;

	add_line(frame, module, address);
	if (unit)
		folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
	for (int i = 0, inlined = 0; i < n && inlined < MOST_INLINED; i++) {
		const char *file;
		unsigned line;
		if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
			break;
		if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine ||
			!call_location(unit, &scopes[i], &file, &line))
			continue;
		const char *name = dwarf_diename(&scopes[i]);
		frame->function = g_strdup(name);
		frame->is_inlined = true;
		frame = append(stack, module, pc, bias);
		frame->file = absolute(folder, file);
		frame->line = line;
		inlined++;
	}
	free(scopes);
	frame->function = function_name(module, address);
}

/* ---- glstep's own frames are left out ---- */

/* A thread in the event loop stands below its wrapper: that, and what it has called, is not the
 * program's. */
static unsigned first_of_program(const struct walk *walk, bool in_loop)
{
	unsigned i = 0;
	if (!in_loop)
		return 0;
	while (i < walk->n && !is_ours(module_at(walk->dwfl, address_of(walk, i))))
		i++;
	while (i < walk->n && is_ours(module_at(walk->dwfl, address_of(walk, i))))
		i++;
	return i < walk->n ? i : 0;
}

static void name_frames(struct walk *walk, struct gs_stack *stack, bool in_loop)
{
	for (unsigned i = first_of_program(walk, in_loop); i < walk->n; i++) {
		Dwarf_Addr address = address_of(walk, i);
		Dwfl_Module *module = module_at(walk->dwfl, address);
		if (!is_ours(module))
			append_functions(stack, module, walk->frames[i].pc, address);
	}
	if (walk->n == MOST_FRAMES)
		stack->note = g_strdup_printf(
			"only the innermost %d frames are shown", (int)MOST_FRAMES);
	else if (walk->is_gap)
		stack->note = g_strdup_printf(
			"frames of the driver are missing before the GL call: %s", walk->failure);
	else if (walk->failure && stack->n_frames)
		stack->note = g_strdup_printf(
			"the outer frames could not be found: %s", walk->failure);
	else
		stack->note = g_strdup("");
}

/* ---- */

static bool refuse(struct walk *walk, GError **error)
{
	if (!walk->held)
		g_set_error(error, GS_ERROR, GS_ERROR_OUTSIDE_GL,
			"the program is running: `pause` it first, then ask for its call stack");
	else
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"the call stack of thread %d cannot be walked (%s): build the program "
			"with unwind tables",
			(int)walk->tid, walk->failure ? walk->failure : "no frames");
	return false;
}

bool gs_host_backtrace(struct gs_host *host, struct gs_stack *stack, GError **error)
{
	struct walk *walk = g_new0(struct walk, 1);
	bool in_loop = host->reported.kind == GS_HOST_STOPPED;
	memset(stack, 0, sizeof *stack);
	walk->tid = stack->thread = host->reported.tid;
	pid_t pid = walk->tid ? gs_host_proc_tgid(walk->tid) : 0;
	if ((walk->dwfl = begin(pid))) {
		gs_host_on_thread(host, walk->tid, walk_stack, walk);
		if (walk->held && !in_loop)
			walk_from_wrapper(host, walk, pid);
		name_frames(walk, stack, in_loop);
		dwfl_end(walk->dwfl);
	}
	bool good = stack->n_frames > 0 || refuse(walk, error);
	g_free(walk->failure);
	g_free(walk);
	if (!good)
		gs_stack_clear(stack);
	return good;
}
