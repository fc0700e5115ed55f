/* SPDX-License-Identifier: MIT */
/* Runs the helper process that contains glslang: starts it when it is first needed, keeps it,
 * and restarts it when it does not answer. The helper ends by itself when our end of the socket
 * closes. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "glsl/private.h"

enum { PATIENCE_MS = 5000, ANSWER_LIMIT = 256 << 20 };

static struct {
	GMutex lock;
	int fd; /* 0: not running */
	pid_t pid;
} helper;

static const char hung[] = "it did not answer in time";

static char *beside_executable(const char *relative)
{
	char *self = g_file_read_link("/proc/self/exe", NULL);
	char *folder = self ? g_path_get_dirname(self) : NULL;
	char *path = folder ? g_build_filename(folder, relative, NULL) : NULL;

	g_free(self);
	g_free(folder);
	if (path && access(path, X_OK) != 0)
		g_clear_pointer(&path, g_free);
	return path;
}

static char *find_program(void)
{
	const char *given = g_getenv("GLSTEP_GLSLANG");
	char *path;

	if (given && given[0])
		return g_strdup(given);
	path = beside_executable("glstep-glslang");
	return path ? path : g_strdup(PKGLIBEXECDIR "/glstep-glslang");
}

/* Runs in the child, so it only calls what is safe after fork. */
static void become_helper(const char *path, int fd)
{
	int null = open("/dev/null", O_WRONLY);
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(fd, 0);
	dup2(fd, 1);
	if (null >= 0)
		dup2(null, 2);
	execl(path, path, (char *)NULL);
	_exit(127);
}

static bool start(const char **why)
{
	char *path = find_program();
	int pair[2];

	if (access(path, X_OK) != 0 ||
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
		*why = "its helper program glstep-glslang is missing";
		g_free(path);
		return false;
	}
	helper.pid = fork();
	if (helper.pid == 0)
		become_helper(path, pair[1]);
	close(pair[1]);
	g_free(path);
	if (helper.pid < 0) {
		close(pair[0]);
		*why = "its helper process could not be started";
		return false;
	}
	helper.fd = pair[0];
	return true;
}

static void stop(void)
{
	close(helper.fd);
	kill(helper.pid, SIGKILL);
	while (waitpid(helper.pid, NULL, 0) < 0 && errno == EINTR)
		;
	helper.fd = 0;
}

/* The helper would end by itself, but only we may be there to wait for it. */
static void __attribute__((destructor)) stop_at_exit(void)
{
	if (helper.fd > 0)
		stop();
}

static bool wait_for(short events, gint64 deadline)
{
	struct pollfd fd = {.fd = helper.fd, .events = events};
	gint64 left;

	while ((left = (deadline - g_get_monotonic_time()) / 1000) > 0) {
		int n = poll(&fd, 1, (int)left);

		if (n > 0)
			return true;
		if (n < 0 && errno != EINTR)
			return false;
	}
	return false;
}

static bool send_all(const char *data, size_t n, gint64 deadline)
{
	while (n) {
		if (!wait_for(POLLOUT, deadline))
			return false;
		ssize_t sent = send(helper.fd, data, n, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (sent < 0 && errno != EAGAIN && errno != EINTR)
			return false;
		if (sent > 0) {
			data += sent;
			n -= (size_t)sent;
		}
	}
	return true;
}

static bool is_complete(const GString *answer)
{
	return answer->len >= 4 && !strcmp(answer->str + answer->len - 4, "end\n") &&
	       (answer->len == 4 || answer->str[answer->len - 5] == '\n');
}

static char *receive(gint64 deadline)
{
	GString *answer = g_string_sized_new(1 << 14);
	char part[1 << 14];

	while (!is_complete(answer)) {
		ssize_t n = wait_for(POLLIN, deadline)
				    ? recv(helper.fd, part, sizeof(part), MSG_DONTWAIT)
				    : 0;

		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		if (n <= 0 || answer->len > ANSWER_LIMIT) {
			g_string_free(answer, TRUE);
			return NULL;
		}
		g_string_append_len(answer, part, n);
	}
	return g_string_free(answer, FALSE);
}

static char *ask_once(const char *header, const char *text, gint64 deadline)
{
	if (!send_all(header, strlen(header), deadline) || !send_all(text, strlen(text), deadline))
		return NULL;
	return receive(deadline);
}

char *gs_helper_ask(enum gs_stage stage, const char *text, const char **why)
{
	gint64 deadline = g_get_monotonic_time() + PATIENCE_MS * G_GINT64_CONSTANT(1000);
	char *header = g_strdup_printf("%u %zu\n", stage, strlen(text)), *answer = NULL;
	bool was_running;

	g_mutex_lock(&helper.lock);
	do { /* a helper that ran before may have ended since; that says nothing about this text */
		was_running = helper.fd != 0;
		if (!was_running && !start(why))
			break;
		answer = ask_once(header, text, deadline);
		if (!answer) {
			*why = g_get_monotonic_time() >= deadline ? hung : "it crashed";
			stop();
		}
	} while (!answer && was_running && *why != hung);
	g_mutex_unlock(&helper.lock);
	g_free(header);
	return answer;
}
