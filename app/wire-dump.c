/* SPDX-License-Identifier: MIT */
/*
 * The program glstep-wire: prints what a program under debug and glstep share (wire/wire.h): the
 * header, the slots of the threads, and the last records of their rings. It only reads, so it may
 * be used at any time.
 *
 * glstep-wire PID    the memory of the program that is debugged
 * glstep-wire FILE   a copy of the shared memory, or /proc/PID/fd/N of glstep
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "data/data.h"
#include "wire/call-record.h"
#include "wire/wire.h"

enum { LAST_RECORDS = 8 };

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "glstep-wire: %s: %s\n", what, why);
	exit(1);
}

/* Get the file that the environment of the process names. Return false if the process is not
 * debugged. */
static bool find_file(const char *pid, char *path, size_t size)
{
	static char environment[1 << 20];
	char name[64];
	snprintf(name, sizeof name, "/proc/%s/environ", pid);
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		fail(name, strerror(errno));
	ssize_t n = read(fd, environment, sizeof environment - 1);
	close(fd);
	for (const char *p = environment; p < environment + n; p += strlen(p) + 1) {
		if (strncmp(p, GS_WIRE_ENV "=", sizeof GS_WIRE_ENV) != 0)
			continue;
		p += sizeof GS_WIRE_ENV;
		snprintf(path, size, "%.*s", (int)strcspn(p, ":"), p);
		return true;
	}
	return false;
}

static const void *map_file(const char *path)
{
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &status) != 0)
		fail(path, strerror(errno));
	if ((unsigned long long)status.st_size < GS_WIRE_SIZE)
		fail(path, "it is too small to be shared memory of this version of glstep");
	const void *base = mmap(NULL, GS_WIRE_SIZE, PROT_READ, MAP_SHARED, fd, 0);
	if (base == MAP_FAILED)
		fail(path, strerror(errno));
	close(fd);
	return base;
}

static void print_text(const char *name, const char *text, size_t size)
{
	printf("%s ", name);
	for (size_t i = 0; i < size && text[i]; i++)
		putchar(text[i] >= ' ' && text[i] < 127 ? text[i] : '?');
	putchar('\n');
}

static void print_header(const struct gs_wire_header *h)
{
	printf("version %u\ntracer %u\nprogram %u%s\n", h->version, h->tracer,
		atomic_load(&h->owner_pid), atomic_load(&h->attached) ? "" : ", detached");
	printf("calls %" PRIu64 ", frames %" PRIu64 ", draws %" PRIu64 "\n", atomic_load(&h->calls),
		atomic_load(&h->frames), atomic_load(&h->draws));
	printf("log %u, pause %u, break on error %u, refuse binaries %u\n", atomic_load(&h->log),
		atomic_load(&h->pause), atomic_load(&h->break_on_error),
		atomic_load(&h->refuse_binaries));
	printf("tells of GL_MESA_trace %u, errors in traces %u, traces of the program %u\n",
		atomic_load(&h->mesa_trace), atomic_load(&h->trace_errors),
		atomic_load(&h->program_traces));
	printf("run: stop at %#x, %" PRIu64 " matches left\n", h->run.stop_at,
		(uint64_t)(atomic_load(&h->run.count) & GS_WIRE_RUN_LEFT));
	printf("player: call %" PRIu64 ", stops before %" PRIu64 "%s\n",
		atomic_load(&h->player.number), atomic_load(&h->player.stop_at),
		atomic_load(&h->player.hidden) ? ", hidden" : "");
	printf("stall lock held by %u, %u threads cannot be stopped\n",
		atomic_load(&h->stall_lock_tid), atomic_load(&h->unstoppable));
	print_text("follow", h->follow, sizeof h->follow);
	print_text("note", h->note, sizeof h->note);
	print_text("unreachable", h->unreachable, sizeof h->unreachable);
}

static void print_call(const struct gs_wire_call *call)
{
	const char *name = gs_data_name(call->function);
	printf("%" PRIu64 " %s(", call->index, name ? name : "?");
	for (uint32_t i = 0; i < call->n_args && i < GS_WIRE_ARGS; i++)
		printf("%s%#" PRIx64, i ? ", " : "", call->args[i]);
	printf(") flags %#x frame %" PRIu64 " draw %" PRIu64, call->flags, call->frame, call->draw);
	if (call->flags & GS_CALL_RETURNED)
		printf(" returned %#" PRIx64, call->ret);
	if (call->gl_error)
		printf(" error %#x", call->gl_error);
	putchar('\n');
}

/* Print the record at `from`, unless it is one of the first `skip` ones. Return its size; 0: there
 * is none. */
static uint32_t print_record(
	const uint8_t *from, uint64_t left, uint64_t n, uint64_t skip, struct gs_record_base *base)
{
	struct gs_record_head head;
	struct gs_record record;
	if (!gs_record_read_head(from, left, &head))
		return 0;
	bool is_call = head.function < GS_RECORD_MEMORY;
	if (is_call)
		gs_record_read(from, &head, base, &record);
	if (n < skip || head.function == GS_RECORD_SKIP)
		return head.size;
	printf("    ");
	if (is_call)
		print_call(&record.call);
	else
		printf("%u bytes of memory of the next call\n", head.size - (unsigned)sizeof head);
	return head.size;
}

/* Go through the ring's last lap, whose first record does not depend on others, and print the
 * records from number `skip` on. Return how many there are. */
static uint64_t walk_lap(const uint8_t *ring, uint64_t size, uint64_t skip)
{
	struct gs_record_base base = {0};
	uint64_t n = 0;
	uint32_t some;
	for (uint64_t at = 0; at < size; at += some, n++) {
		some = print_record(ring + at, size - at, n, skip, &base);
		if (!some)
			break;
	}
	return n;
}

/* Print the last records of a ring. The debugger may be reading the ring meanwhile, so the numbers
 * are a snapshot. */
static void print_ring(const void *base, unsigned slot, uint64_t head)
{
	const uint8_t *ring = gs_wire_ring((void *)(uintptr_t)base, slot);
	uint64_t lap = head % GS_WIRE_RING_SIZE, n = walk_lap(ring, lap, UINT64_MAX);
	walk_lap(ring, lap, n > LAST_RECORDS ? n - LAST_RECORDS : 0);
}

static void print_slot(const void *base, unsigned n)
{
	static const char *const reasons[] = {
		"none", "call", "breakpoint", "error", "pause", "answer"};
	const struct gs_wire_slot *s = &((const struct gs_wire_header *)base)->slots[n];
	uint32_t tid = atomic_load(&s->tid);
	if (!tid)
		return;
	uint64_t stop = atomic_load(&s->stop_sequence), taken = atomic_load(&s->request.sequence);
	uint64_t head = atomic_load(&s->ring_head);
	printf("\nslot %u, thread %u: %s\n", n, tid,
		stop != taken ? "stopped, or about to" : "running");
	printf("  stop %" PRIu64 ", request %" PRIu64 " of kind %u, served %" PRIu64 "\n", stop,
		taken, s->request.kind, atomic_load(&s->served_sequence));
	printf("  answer: status %u, %" PRIu64 " bytes\n", s->answer.status, s->answer.bulk_size);
	print_text("  error", s->answer.error, sizeof s->answer.error);
	printf("  reason %s, call ", s->reason < 6 ? reasons[s->reason] : "?");
	print_call(&s->call);
	printf("  ring: %" PRIu64 " bytes written, %" PRIu64 " read\n", head,
		atomic_load(&s->ring_tail));
	print_ring(base, n, head);
}

int main(int argc, char **argv)
{
	char path[256];
	if (argc != 2 || argv[1][0] == '-') {
		fputs("Usage: glstep-wire PID|FILE\n", stderr);
		return 2;
	}
	snprintf(path, sizeof path, "%s", argv[1]);
	if (!argv[1][strspn(argv[1], "0123456789")] && !find_file(argv[1], path, sizeof path))
		fail(argv[1], "this process is not debugged by glstep");
	const struct gs_wire_header *header = map_file(path);
	if (header->magic != GS_WIRE_MAGIC)
		fail(path, "this is not shared memory of glstep");
	if (header->version != GS_WIRE_VERSION)
		fail(path, "it was made by another version of glstep");
	print_header(header);
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++)
		print_slot(header, i);
	return 0;
}
