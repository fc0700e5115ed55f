/* SPDX-License-Identifier: MIT */
/* What can be started, said before it is tried: each refusal is one sentence that says what to do.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include "debugger/host/arch/arch.h"
#include "debugger/host/private.h"

enum { MAX_INTERPRETERS = 5 };

G_GNUC_PRINTF(2, 3)
static bool refuse(GError **error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	char *text = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	g_set_error_literal(error, GS_ERROR, GS_ERROR_CANNOT_START, text);
	g_free(text);
	return false;
}

static const char *machine_name(unsigned machine)
{
	switch (machine) {
	case EM_386:
		return "32-bit x86";
	case EM_X86_64:
		return "x86-64";
	case EM_ARM:
		return "32-bit ARM";
	case EM_AARCH64:
		return "64-bit ARM";
	case EM_RISCV:
		return "RISC-V";
	case EM_PPC64:
		return "64-bit PowerPC";
	case EM_S390:
		return "S/390";
	case EM_MIPS:
		return "MIPS";
	default:
		return "another machine";
	}
}

/* ---- finding it ---- */

static bool check_regular(const char *path, const struct stat *st, GError **error)
{
	if (S_ISDIR(st->st_mode))
		return refuse(error, "%s is a directory: name the program in it", path);
	if (!S_ISREG(st->st_mode))
		return refuse(error, "%s is not a file that can be run", path);
	if (access(path, X_OK) != 0)
		return refuse(error,
			"%s is not executable: if it is a program, make it so with chmod +x", path);
	return true;
}

/* A name with a slash: from our directory, as the shell completes it, else from the program's. */
static char *resolve_path(const char *name, const char *directory, GError **error)
{
	struct stat st;
	char *path = g_canonicalize_filename(name, NULL);
	if (stat(path, &st) != 0 && directory && !g_path_is_absolute(name)) {
		char *there = g_canonicalize_filename(directory, NULL);
		char *other = g_canonicalize_filename(name, there);
		g_free(there);
		if (stat(other, &st) == 0) {
			g_free(path);
			return other;
		}
		g_free(other);
	}
	if (stat(path, &st) != 0) {
		refuse(error,
			errno == ENOENT || errno == ENOTDIR
				? "%s does not exist: check the path"
				: "%s cannot be accessed: check the permissions of its directories",
			name);
		g_clear_pointer(&path, g_free);
	}
	return path;
}

static char *search_path(const char *name, char *const *environment, GError **error)
{
	const char *path = g_environ_getenv((char **)environment, "PATH");
	char **directories = g_strsplit(path ? path : "/bin:/usr/bin", ":", -1);
	char *found = NULL, *unusable = NULL;

	for (char **d = directories; *d && !found; d++) {
		struct stat st;
		char *candidate = g_canonicalize_filename(name, **d ? *d : NULL);
		if (stat(candidate, &st) == 0 && S_ISREG(st.st_mode) &&
			access(candidate, X_OK) == 0)
			found = candidate;
		else if (!unusable && stat(candidate, &st) == 0 && S_ISREG(st.st_mode))
			unusable = candidate;
		else
			g_free(candidate);
	}
	g_strfreev(directories);
	if (!found && unusable)
		refuse(error, "%s is not executable: if it is a program, make it so with chmod +x",
			unusable);
	else if (!found)
		refuse(error,
			"%s was not found in PATH: check the name, or give a path with a slash",
			name);
	g_free(unusable);
	return found;
}

/* ---- looking into it ---- */

static bool check_privileges(const char *path, const struct stat *st, GError **error)
{
	if (st->st_mode & (S_ISUID | S_ISGID))
		return refuse(error,
			"%s is %s: such a program cannot be traced and ignores LD_PRELOAD: debug a "
			"copy without that bit",
			path, st->st_mode & S_ISUID ? "setuid" : "setgid");
	if (getxattr(path, "security.capability", NULL, 0) > 0)
		return refuse(error,
			"%s has file capabilities: such a program cannot be traced and ignores "
			"LD_PRELOAD; "
			"debug a copy without them",
			path);
	return true;
}

static bool check_dynamic(const char *path, int fd, const Elf64_Ehdr *head, GError **error)
{
	char loader[PATH_MAX];
	if (!gs_host_find_loader(fd, head, loader))
		return true; /* statically linked, or a loader: it may start what calls GL */
	if (access(loader, X_OK) != 0)
		return refuse(error,
			"%s needs the loader %s, which does not exist: install the libraries it "
			"was built for",
			path, loader);
	if (gs_host_is_musl(loader))
		return refuse(error,
			"%s was built with musl, and glstep's library with glibc: build it with "
			"glibc",
			path);
	return true;
}

static bool check_elf(const char *path, int fd, bool is_interpreter, GError **error)
{
	Elf64_Ehdr head;
	ssize_t n = pread(fd, &head, sizeof head, 0);
	if (n < (ssize_t)sizeof(Elf32_Ehdr))
		return refuse(error, "%s is damaged: it ends within its ELF header", path);
	if (head.e_ident[EI_CLASS] == ELFCLASS32 && !is_interpreter)
		return refuse(error,
			"%s is a 32-bit program: glstep debugs 64-bit ones only; build it for 64 "
			"bits",
			path);
	if (head.e_ident[EI_CLASS] == ELFCLASS32)
		return true;
	if (n < (ssize_t)sizeof head || head.e_ident[EI_CLASS] != ELFCLASS64)
		return refuse(error, "%s is damaged: its ELF header is invalid", path);
	if (head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_machine != gs_arch_elf_machine())
		return refuse(error,
			"%s is a program for %s, and this machine is %s: build it for this one",
			path, machine_name(head.e_machine), machine_name(gs_arch_elf_machine()));
	if (head.e_type != ET_EXEC && head.e_type != ET_DYN)
		return refuse(error,
			"%s is an object file or a core dump, not a program: link it first", path);
	/* a static shell may well start a dynamic program */
	return is_interpreter || check_dynamic(path, fd, &head, error);
}

/* The interpreter of a script, or NULL: no such line. */
static char *script_interpreter(int fd)
{
	char line[256];
	ssize_t n = pread(fd, line, sizeof line - 1, 0);
	if (n < 3 || line[0] != '#' || line[1] != '!')
		return NULL;
	line[n] = '\0';
	char *start = line + 2 + strspn(line + 2, " \t");
	start[strcspn(start, " \t\n")] = '\0';
	return *start ? g_strdup(start) : NULL;
}

static bool check_file(const char *path, unsigned depth, GError **error);

static bool check_script(const char *path, const char *interpreter, unsigned depth, GError **error)
{
	struct stat st;
	if (depth >= MAX_INTERPRETERS)
		return refuse(error,
			"%s is a script, and its interpreters are scripts, too: name the program "
			"itself",
			path);
	if (stat(interpreter, &st) != 0)
		return refuse(error,
			"%s is a script for %s, which does not exist: install it or correct the "
			"first line",
			path, interpreter);
	return check_file(interpreter, depth + 1, error);
}

static bool check_opened(const char *path, int fd, unsigned depth, GError **error)
{
	char magic[4] = "";
	if (pread(fd, magic, sizeof magic, 0) < 2)
		return refuse(error, "%s is empty or cannot be read: it is not a program", path);
	if (memcmp(magic, ELFMAG, SELFMAG) == 0)
		return check_elf(path, fd, depth > 0, error);
	char *interpreter = script_interpreter(fd);
	/* of an unknown kind: the kernel may know it (binfmt_misc), else exec will say so */
	bool good = !interpreter || check_script(path, interpreter, depth, error);
	g_free(interpreter);
	return good;
}

static bool check_file(const char *path, unsigned depth, GError **error)
{
	struct stat st;
	if (stat(path, &st) != 0)
		return refuse(error, "%s does not exist: check the path", path);
	if (!check_regular(path, &st, error) || !check_privileges(path, &st, error))
		return false;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return true; /* executable but not readable: exec will say */
	bool good = check_opened(path, fd, depth, error);
	close(fd);
	return good;
}

static bool check_directory(const char *directory, GError **error)
{
	struct stat st;
	if (!directory)
		return true;
	if (stat(directory, &st) != 0)
		return refuse(
			error, "the directory %s does not exist: check --directory", directory);
	if (!S_ISDIR(st.st_mode))
		return refuse(error, "%s is not a directory: check --directory", directory);
	if (access(directory, X_OK) != 0)
		return refuse(error, "the directory %s cannot be entered: check its permissions",
			directory);
	return true;
}

char *gs_host_check_program(
	const struct gs_launch *launch, char *const *environment, GError **error)
{
	const char *name = launch->argv ? launch->argv[0] : NULL;
	if (!name || !*name) {
		refuse(error, "there is no program to start: name one");
		return NULL;
	}
	if (!check_directory(launch->directory, error))
		return NULL;
	char *path = strchr(name, '/') ? resolve_path(name, launch->directory, error)
				       : search_path(name, environment, error);
	if (path && !check_file(path, 0, error))
		g_clear_pointer(&path, g_free);
	return path;
}
