/* SPDX-License-Identifier: MIT */
/* Shared memory, environment, then fork, seize and exec. All that may fail or allocate is done
 * before the fork. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "debugger/base/debug-log.h"
#include "debugger/host/private.h"
#include "debugger/base/output-file.h"

enum {
	SEIZE_OPTIONS = PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
			PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC,
};

struct launch_setup {
	char *path;
	char **argv;
	char **environment;
	char *directory;
	int input, output; /* of the program */
	bool keeps_streams;
	bool close_output;
	bool has_terminal;	       /* in whose background the program is */
	bool lacks[STDERR_FILENO + 1]; /* standard descriptors that the program is to find closed */
};

/* What the child says before it ends without exec. */
struct child_failure {
	enum { FAILED_DIRECTORY, FAILED_STREAMS, FAILED_EXEC } step;
	int error;
};

/* ---- preparing ---- */

char *gs_host_preload_path(void)
{
	static const char name[] = "libglstep-preload.so";
	const char *asked = getenv("GLSTEP_PRELOAD");
	if (asked && *asked)
		return g_canonicalize_filename(asked, NULL);

	char *exe = g_file_read_link("/proc/self/exe", NULL);
	char *here = exe ? g_path_get_dirname(exe) : g_strdup("/");
	char *candidates[] = {
		g_build_filename(here, "preload", name, NULL),
		g_build_filename(here, "..", "preload", name, NULL),
		g_build_filename(here, "..", "lib", "glstep", name, NULL), /* a moved prefix */
		g_build_filename(PKGLIBDIR, name, NULL),
	};
	char *found = NULL;
	for (size_t i = 0; i < G_N_ELEMENTS(candidates); i++) {
		bool is_last = i + 1 == G_N_ELEMENTS(candidates);
		if (!found && (is_last || access(candidates[i], R_OK) == 0))
			found = g_canonicalize_filename(candidates[i], NULL);
		g_free(candidates[i]);
	}
	g_free(here);
	g_free(exe);
	return found;
}

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8u /* Linux 6.3: some systems allow no other */
#endif

/* -1: errno says why. */
static int make_memory(void)
{
	int fd = memfd_create("glstep-wire", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("glstep-wire", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0 || (ftruncate(fd, (off_t)GS_WIRE_SIZE) == 0 &&
			      fcntl(fd, F_ADD_SEALS, GS_WIRE_SEALS) == 0))
		return fd;
	int why = errno;
	close(fd);
	errno = why;
	return -1;
}

/* So that nothing takes another run's memory, or a stranger's, for this one's. */
static bool make_nonce(char nonce[GS_WIRE_NONCE_SIZE])
{
	uint64_t random[2];
	if (getrandom(random, sizeof random, 0) != sizeof random)
		return false;
	snprintf(nonce, GS_WIRE_NONCE_SIZE, "%016" PRIx64 "%016" PRIx64, random[0], random[1]);
	return true;
}

static bool make_wire(struct gs_host *host, const struct gs_launch *launch, GError **error)
{
	struct gs_wire_header *header;
	host->wire_fd = make_memory();
	if (host->wire_fd >= 0) {
		void *wire = mmap(NULL, GS_WIRE_SIZE, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_NORESERVE, host->wire_fd, 0);
		host->wire = wire == MAP_FAILED ? NULL : wire;
	}
	if (!host->wire || !make_nonce(host_header(host)->nonce)) {
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_START,
			"there is no shared memory for the program (%s): check the limits on %s",
			g_strerror(errno),
			errno == EFBIG ? "the size of files (ulimit -f)" : "memory (ulimit -v)");
		return false;
	}
	header = host->wire;
	header->magic = GS_WIRE_MAGIC;
	header->version = GS_WIRE_VERSION;
	atomic_store(&header->attached, 1);
	atomic_store(&header->first_stop, !launch->waits_before);
	atomic_store(&header->player.stop_at, launch->waits_before);
	atomic_store(&header->player.hidden, launch->waits_before != 0);
	atomic_store(&header->log, launch->waits_before ? GS_LOG_OFF
				   : launch->records	? GS_LOG_RECORD
							: GS_LOG_ON);
	struct stat st;
	header->pid_namespace = stat("/proc/self/ns/pid", &st) == 0 ? st.st_ino : 0;
	atomic_store(&header->refuse_binaries, launch->refuse_binaries);
	atomic_store(&header->mesa_trace, launch->mesa_trace);
	header->told = launch->told;
	atomic_store(&header->whole_processes, launch->each_process);
	host->each_process = launch->each_process;
	host->freezes_clocks = launch->freeze_clocks;
	if (launch->follow)
		g_strlcpy(header->follow, launch->follow, sizeof header->follow);
	return true;
}

/* A program with a library of another version would run on without us. */
static bool check_preload(const char *path, GError **error)
{
	static const char mark[] = GS_WIRE_MARK;
	GMappedFile *file = access(path, R_OK) == 0 ? g_mapped_file_new(path, FALSE, NULL) : NULL;
	if (!file) {
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_START,
			"glstep's library %s does not exist: install glstep again, or set "
			"GLSTEP_PRELOAD.",
			path);
		return false;
	}
	const char *bytes = g_mapped_file_get_contents(file);
	size_t size = g_mapped_file_get_length(file);
	const char *found = size ? memmem(bytes, size, mark, sizeof mark - 1) : NULL;
	char number[16] = "";
	if (found)
		memcpy(number, found + sizeof mark - 1,
			MIN(sizeof number - 1, (size_t)(bytes + size - found) - sizeof mark + 1));
	unsigned long version = strtoul(number, NULL, 10);
	g_mapped_file_unref(file);
	if (version == GS_WIRE_VERSION)
		return true;
	char *what = found ? g_strdup_printf("version %lu", version) : g_strdup("no version");
	g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_START,
		"glstep's library %s is of another glstep: its protocol has %s, and this one's "
		"version %u; install both together, or let GLSTEP_PRELOAD name the right one.",
		path, what, GS_WIRE_VERSION);
	g_free(what);
	return false;
}

/* LD_PRELOAD cannot hold a path with spaces or colons: there, a file descriptor of ours stands for
 * it. Takes the path. */
static char *preload_entry(char *path, int *fd)
{
	if (!strpbrk(path, " :\t\n"))
		return path;
	*fd = open(path, O_RDONLY | O_CLOEXEC);
	g_free(path);
	return g_strdup_printf("/proc/%d/fd/%d", (int)getpid(), *fd);
}

/* What LD_PRELOAD has to name. */
static char *preload_entries(struct gs_host *host, const struct gs_launch *launch, GError **error)
{
	char *path = gs_host_preload_path();
	if (!check_preload(path, error)) {
		g_free(path);
		return NULL;
	}
	char *folder = g_path_get_dirname(path);
	char *clock = g_build_filename(folder, "libglstep-clock.so", NULL);
	char *entries = NULL;
	g_free(folder);
	if (launch->freeze_clocks && access(clock, R_OK) != 0) {
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_START,
			"glstep's library %s, which freezes clocks, does not exist: install glstep "
			"again.",
			clock);
	} else {
		char *first = preload_entry(g_steal_pointer(&path), &host->preload_fd);
		char *second = launch->freeze_clocks
				       ? preload_entry(g_steal_pointer(&clock), &host->clock_fd)
				       : NULL;
		entries = g_strjoin(second ? ":" : "", first, second ? second : "", NULL);
		g_free(second);
		g_free(first);
	}
	g_free(clock);
	g_free(path);
	return entries;
}

static char **make_environment(struct gs_host *host, const struct gs_launch *launch, GError **error)
{
	char *preload = preload_entries(host, launch, error);
	if (!preload)
		return NULL;
	char **environment = g_get_environ();
	for (char **e = launch->environment; e && *e; e++) {
		char **parts = g_strsplit(*e, "=", 2);
		if (parts[0] && *parts[0])
			environment = g_environ_setenv(
				environment, parts[0], parts[1] ? parts[1] : "", TRUE);
		g_strfreev(parts);
	}
	bool changed;
	host->preloads = preload;
	host->wire_name = g_strdup_printf(
		"/proc/%d/fd/%d:%s", (int)getpid(), host->wire_fd, host_header(host)->nonce);
	return gs_host_complete_environment(host, environment, &changed);
}

/* As they were when glstep began: the program is to find what it would find without glstep. */
static struct {
	sigset_t ignored, blocked;
	bool lacks[STDERR_FILENO + 1]; /* standard descriptors */
} at_start;

__attribute__((constructor)) static void remember_signals(void)
{
	struct sigaction action;
	sigemptyset(&at_start.ignored);
	for (int signal = 1; signal < NSIG; signal++)
		if (sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
			sigaddset(&at_start.ignored, signal);
	sigprocmask(SIG_SETMASK, NULL, &at_start.blocked);
}

/* A file that glstep opens later must not take the place of one: whoever prints would write into
 * it. Writing to standard output still fails, and is reported. */
__attribute__((constructor)) static void remember_descriptors(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++) {
		at_start.lacks[fd] = fcntl(fd, F_GETFD) < 0;
		if (at_start.lacks[fd])
			(void)!open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR);
	}
}

static bool open_streams(struct launch_setup *setup, const struct gs_launch *launch, GError **error)
{
	if (launch->keeps_streams) {
		setup->keeps_streams = true;
		memcpy(setup->lacks, at_start.lacks, sizeof setup->lacks);
		return true;
	}
	/* Not ours: it holds commands, or is a terminal in whose background the first read would
	 * stop the program. */
	if (launch->input_fd > 0)
		setup->input = fcntl(launch->input_fd, F_DUPFD_CLOEXEC, 3);
	else
		setup->input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	setup->lacks[STDIN_FILENO] = at_start.lacks[STDIN_FILENO] && launch->input_fd <= 0;
	setup->output = launch->output_fd > 0 ? launch->output_fd : STDERR_FILENO;
	if (!launch->output) {
		bool is_own = setup->output <= STDERR_FILENO;
		setup->lacks[STDOUT_FILENO] = is_own && at_start.lacks[STDOUT_FILENO];
		setup->lacks[STDERR_FILENO] = is_own && at_start.lacks[STDERR_FILENO];
		return true;
	}
	GError *failure = NULL;
	setup->output = gs_output_open_descriptor(
		launch->output, launch->appends, launch->patience, &failure);
	if (setup->output < 0) {
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_START,
			"%s (for the program's output, --program-output gives another file)",
			failure->message);
		g_error_free(failure);
		return false;
	}
	setup->close_output = true;
	return true;
}

bool gs_host_setup_launch(struct gs_host *host, const struct gs_launch *launch, GError **error)
{
	struct launch_setup *setup = g_new0(struct launch_setup, 1);
	setup->input = setup->output = -1;
	host->setup = setup;
	if (launch->follow && strlen(launch->follow) >= sizeof host_header(host)->follow) {
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_START,
			"the pattern to follow is too long: shorten it");
		return false;
	}
	if (!make_wire(host, launch, error))
		return false;
	setup->environment = make_environment(host, launch, error);
	if (!setup->environment)
		return false;
	setup->path = gs_host_check_program(launch, setup->environment, error);
	if (!setup->path)
		return false;
	setup->argv = g_strdupv(launch->argv);
	setup->directory = g_strdup(launch->directory);
	int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
	setup->has_terminal = terminal >= 0;
	if (terminal >= 0)
		close(terminal);
	return open_streams(setup, launch, error);
}

void gs_host_setup_free(struct launch_setup *setup)
{
	if (!setup)
		return;
	if (setup->input >= 0)
		close(setup->input);
	if (setup->close_output)
		close(setup->output);
	g_strfreev(setup->argv);
	g_strfreev(setup->environment);
	g_free(setup->path);
	g_free(setup->directory);
	g_free(setup);
}

/* ---- the child, until exec: async-signal-safe functions only ---- */

static void reset_signals(void)
{
	struct sigaction action;
	memset(&action, 0, sizeof action);
	for (int signal = 1; signal < NSIG; signal++) {
		action.sa_handler = sigismember(&at_start.ignored, signal) == 1 ? SIG_IGN : SIG_DFL;
		sigaction(signal, &action, NULL); /* those that cannot be set fail */
	}
	sigprocmask(SIG_SETMASK, &at_start.blocked, NULL);
}

/* In the background of the terminal, a program that sets it up, or writes to it after `stty
 * tostop`, would be stopped for ever; if it ignores the signal it may do so, as in the foreground.
 */
static void allow_terminal(void)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigaction(SIGTTOU, &ignore, NULL);
}

static void run_child(const struct launch_setup *setup, int go, int failed)
{
	struct child_failure failure = {FAILED_STREAMS, 0};
	char byte;

	if (!setup->keeps_streams)
		setpgid(0, 0); /* the terminal's Ctrl-C is for glstep */
	reset_signals();
	if (setup->has_terminal && !setup->keeps_streams)
		allow_terminal();
	while (read(go, &byte, 1) < 0 && errno == EINTR)
		;
	if ((setup->input >= 0 && dup2(setup->input, STDIN_FILENO) < 0) ||
		(setup->output >= 0 && (dup2(setup->output, STDOUT_FILENO) < 0 ||
					       dup2(setup->output, STDERR_FILENO) < 0)))
		goto fail;
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (setup->lacks[fd])
			close(fd);
	failure.step = FAILED_DIRECTORY;
	if (setup->directory && chdir(setup->directory) < 0)
		goto fail;
	failure.step = FAILED_EXEC;
	execve(setup->path, setup->argv, setup->environment);
fail:
	failure.error = errno;
	(void)!write(failed, &failure, sizeof failure);
	_exit(127);
}

/* ---- the parent ---- */

static char *failure_sentence(const struct launch_setup *setup, const struct child_failure *failure)
{
	const char *why = g_strerror(failure->error);
	switch (failure->step) {
	case FAILED_DIRECTORY:
		return g_strdup_printf("the directory %s cannot be entered (%s): check --directory",
			setup->directory, why);
	case FAILED_STREAMS:
		return g_strdup_printf(
			"the program's input and output could not be set up (%s)", why);
	default:
		break;
	}
	if (failure->error == ENOEXEC)
		return g_strdup_printf("%s is neither a program nor a script: a script's first "
				       "line must be #! and "
				       "its interpreter.",
			setup->path);
	return g_strdup_printf(
		"%s could not be run (%s): check that it runs without glstep.", setup->path, why);
}

static char *killed_sentence(const struct launch_setup *setup, int status)
{
	return g_strdup_printf(
		"%s was killed by signal %d (%s) while it was being started: start it again, or "
		"check that it runs without glstep.",
		setup->path, WTERMSIG(status), g_strsignal(WTERMSIG(status)));
}

/* Lets the seized child come to its exec. False: it ended before, as *status says; 0: nobody knows
 * how. */
static bool wait_for_exec(pid_t pid, int *status)
{
	for (;;) {
		*status = 0;
		if (waitpid(pid, status, __WALL) < 0) {
			if (errno == EINTR)
				continue;
			return false;
		}
		if (!WIFSTOPPED(*status))
			return false;
		int event = *status >> 16;
		if (event == PTRACE_EVENT_EXEC)
			return true;
		ptrace(PTRACE_CONT, pid, 0, event ? 0 : (long)WSTOPSIG(*status));
	}
}

/* The child cannot be seized: it is dead already, or it is ended. */
static char *refused_sentence(const struct launch_setup *setup, pid_t pid, int error)
{
	int status;
	bool is_dead = waitpid(pid, &status, __WALL | WNOHANG) == pid;
	if (is_dead && WIFSIGNALED(status))
		return killed_sentence(setup, status);
	char *other = is_dead ? NULL : gs_host_proc_tracer(pid);
	if (!is_dead && kill(pid, SIGKILL) == 0)
		waitpid(pid, NULL, __WALL);
	if (other) {
		char *text = g_strdup_printf(
			"%s cannot be traced, since %s traces it already, and Linux allows one "
			"tracer only: start glstep without that, or have it trace no children.",
			setup->path, other);
		g_free(other);
		return text;
	}
	return g_strdup_printf("%s cannot be traced (%s): allow ptrace in this container, or see "
			       "/proc/sys/kernel/yama/ptrace_scope.",
		setup->path, g_strerror(error));
}

static bool seize_and_go(struct gs_host *host, pid_t pid, int go, int failed)
{
	struct child_failure failure = {FAILED_EXEC, ECHILD};
	int status = 0;
	if (ptrace(PTRACE_SEIZE, pid, 0, (void *)(long)SEIZE_OPTIONS) < 0) {
		host->command_error = refused_sentence(host->setup, pid, errno);
		return false;
	}
	(void)!write(go, "", 1);
	if (wait_for_exec(pid, &status))
		return true;
	(void)!read(failed, &failure, sizeof failure);
	host->command_error = WIFSIGNALED(status) ? killed_sentence(host->setup, status)
						  : failure_sentence(host->setup, &failure);
	return false;
}

bool gs_host_start_program(struct gs_host *host)
{
	int go[2], failed[2];
	bool started = false;

	if (pipe2(go, O_CLOEXEC) < 0)
		goto no_go;
	if (pipe2(failed, O_CLOEXEC | O_NONBLOCK) < 0)
		goto no_failed;
	host_header(host)->tracer = (uint32_t)gettid();
	pid_t pid = fork();
	if (pid == 0)
		run_child(host->setup, go[0], failed[1]);
	if (pid > 0)
		started = seize_and_go(host, pid, go[1], failed[0]);
	if (started) {
		gs_debug_log(GS_DEBUG_HOST, "started %s as process %d", host->setup->path, pid);
		gs_host_look_at_image(host, pid);
		host->root = pid;
		atomic_store(&host->memory_pid, pid);
		gs_host_tracee_continue(gs_host_add_tracee(host, pid, pid), 0);
	}
	close(failed[0]);
	close(failed[1]);
no_failed:
	close(go[0]);
	close(go[1]);
no_go:
	if (!started && !host->command_error)
		host->command_error = g_strdup_printf(
			"no process could be created (%s)", g_strerror(errno));
	return started;
}
