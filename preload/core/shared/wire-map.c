/* SPDX-License-Identifier: MIT */
/*
 * The memory that this process shares with the debugger. Mapping all of it would add two gigabytes
 * to the program's core files, and to what mlockall locks: the header is always mapped, a ring once
 * its thread logs, the bulk area while requests are served, and of that the part in use. The
 * program gets no descriptor of ours: what is mapped later is mapped from a page that is there
 * already (mremap with an old size of 0), on to where it ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "preload/core/core.h"

HIDDEN uint8_t *gs_rings[GS_WIRE_SLOTS];

enum { LEAST_BULK = 1 << 20 };

static void *bulk_page, *snapshot_page;			 /* the first pages of these areas */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* held only while memory is mapped */

static struct {
	uint8_t *start;		/* NULL: nobody serves a request */
	uint64_t size;		/* addresses kept for it */
	uint64_t mapped, ready; /* from start on: are mapped; have memory behind them */
	unsigned users;
} bulk;

static const char mark[] __attribute__((used)) = GS_WIRE_MARK_OF(GS_WIRE_VERSION);

/* ---- opening ---- */

/* Nobody can make it smaller under us, and it is no stranger's. */
static bool may_be_ours(int fd)
{
	struct stat st;
	int seals = fcntl(fd, F_GET_SEALS);
	return seals >= 0 && (seals & GS_WIRE_SEALS) == GS_WIRE_SEALS && fstat(fd, &st) == 0 &&
	       st.st_uid == geteuid() && (uint64_t)st.st_size == GS_WIRE_SIZE;
}

static void *map_at(int fd, uint64_t offset, uint64_t size)
{
	void *at = mmap(
		NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, (off_t)offset);
	if (at == MAP_FAILED)
		return NULL;
	madvise(at, size, MADV_DONTDUMP); /* parts mapped from it later are not dumped either */
	return at;
}

static bool has_nonce(const struct gs_wire_header *wire, const char *nonce)
{
	return wire->magic == GS_WIRE_MAGIC && wire->version == GS_WIRE_VERSION && nonce[0] &&
	       strlen(nonce) < sizeof wire->nonce &&
	       memcmp(wire->nonce, nonce, strlen(nonce) + 1) == 0;
}

static bool map_first_parts(int fd, const char *nonce)
{
	gs_wire = map_at(fd, 0, GS_WIRE_RINGS_OFFSET);
	bulk_page = map_at(fd, GS_WIRE_BULK_OFFSET, GS_WIRE_PAGE);
	snapshot_page = map_at(fd, GS_WIRE_SNAPSHOT_OFFSET, GS_WIRE_PAGE);
	if (gs_wire && bulk_page && snapshot_page && has_nonce(gs_wire, nonce))
		return true;
	gs_wire_close();
	return false;
}

static char wire_path[64], wire_nonce[GS_WIRE_NONCE_SIZE];

static int open_wire(void)
{
	int fd = gs_open(wire_path, O_RDWR | O_NONBLOCK);
	if (fd < 0 && (errno == EACCES || errno == EPERM))
		fd = gs_wire_ask(wire_path, wire_nonce);
	if (fd < 0 || may_be_ours(fd))
		return fd;
	gs_close(fd);
	return -1;
}

bool gs_wire_open(const char *name)
{
	const char *nonce = strchr(name, ':');
	if (!nonce || (size_t)(nonce - name) >= sizeof wire_path ||
		strlen(nonce + 1) >= sizeof wire_nonce)
		return false;
	memcpy(wire_path, name, (size_t)(nonce - name));
	wire_path[nonce - name] = '\0';
	strcpy(wire_nonce, nonce + 1);
	int fd = open_wire();
	if (fd < 0)
		return false;
	bool good = map_first_parts(fd, wire_nonce);
	gs_close(fd);
	return good;
}

int gs_wire_reopen(void)
{
	return open_wire();
}

void gs_wire_close(void)
{
	if (gs_wire)
		munmap(gs_wire, GS_WIRE_RINGS_OFFSET);
	if (bulk_page)
		munmap(bulk_page, GS_WIRE_PAGE);
	if (snapshot_page)
		munmap(snapshot_page, GS_WIRE_PAGE);
	gs_wire = bulk_page = snapshot_page = NULL;
}

/* The child may have been made within a wrapper, by a callback of the driver: a copy takes the
 * place of the header, in which that wrapper's call lies. */
static void copy_header(void)
{
	const size_t size = GS_WIRE_FAST_PATH_OFFSET;
	void *copy = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (copy == MAP_FAILED)
		return;
	memcpy(copy, gs_wire, size);
	atomic_store(&((struct gs_wire_header *)copy)->attached, 0);
	if (mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, gs_wire) != MAP_FAILED)
		munmap((char *)gs_wire + size, GS_WIRE_RINGS_OFFSET - size);
}

void gs_wire_part(void)
{
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		if (gs_rings[i])
			munmap(gs_rings[i], GS_WIRE_RING_SIZE);
		gs_rings[i] = NULL;
	}
	if (bulk.start)
		munmap(bulk.start, bulk.size);
	memset(&bulk, 0, sizeof bulk);
	if (bulk_page)
		munmap(bulk_page, GS_WIRE_PAGE);
	if (snapshot_page)
		munmap(snapshot_page, GS_WIRE_PAGE);
	bulk_page = snapshot_page = NULL;
	copy_header();
}

static _Atomic bool is_refused;

/* What lies at from once more, at `at` or, where that is NULL, anywhere. MAP_FAILED: not so. */
static void *map_again(void *from, size_t size, void *at)
{
	void *result = at ? mremap(from, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, at)
			  : mremap(from, 0, size, MREMAP_MAYMOVE);
	if (result == MAP_FAILED && errno != ENOMEM && errno != EAGAIN)
		is_refused = true;
	return result;
}

bool gs_wire_is_refused(void)
{
	return is_refused;
}

/* ---- rings ---- */

/* Behind each ring in the file lies the next one, and before the first the header's last page. */
static bool map_next_ring(unsigned i)
{
	char *before = i ? (char *)gs_rings[i - 1] + GS_WIRE_RING_SIZE - GS_WIRE_PAGE
			 : (char *)gs_wire + GS_WIRE_RINGS_OFFSET - GS_WIRE_PAGE;
	char *at = map_again(before, GS_WIRE_PAGE + GS_WIRE_RING_SIZE, NULL);
	if (at == MAP_FAILED)
		return false;
	munmap(at, GS_WIRE_PAGE);
	__atomic_store_n(&gs_rings[i], (uint8_t *)at + GS_WIRE_PAGE, __ATOMIC_RELEASE);
	return true;
}

uint8_t *gs_ring_map(unsigned slot)
{
	static bool failed;
	pthread_mutex_lock(&lock);
	for (unsigned i = 0; i <= slot && !failed; i++)
		failed = !gs_rings[i] && !map_next_ring(i);
	if (failed)
		gs_note(is_refused ? "the list of calls is incomplete: " GS_NO_MREMAP
				   : "the program's address space has no room for the list of "
				     "calls, which is incomplete: raise its limits (ulimit -v, "
				     "-l)");
	pthread_mutex_unlock(&lock);
	return gs_rings[slot];
}

/* ---- the bulk area ---- */

/* Addresses for as much of it as there is room for. */
static bool find_room(void)
{
	for (uint64_t size = GS_WIRE_BULK_SIZE; size >= LEAST_BULK; size /= 2) {
		void *at = mmap(
			NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (at == MAP_FAILED)
			continue;
		bulk.start = at;
		bulk.size = size;
		return true;
	}
	return false;
}

/* At least so many bytes of it, and some, as each time costs; what is mapped stays where it is. */
static bool map_bulk(uint64_t size)
{
	uint64_t wanted = bulk.mapped ? bulk.mapped * 2 : GS_WIRE_PAGE;
	if (size <= bulk.mapped)
		return true;
	wanted = GS_WIRE_ALIGN(wanted < size ? size : wanted);
	wanted = wanted < bulk.size ? wanted : bulk.size;
	if (map_again(bulk_page, wanted, bulk.start) != MAP_FAILED) {
		bulk.mapped = wanted;
		return true;
	}
	/* the old part may be gone, too */
	mmap(bulk.start, bulk.size, PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
	bulk.mapped = bulk.ready = 0;
	return false;
}

static void let_go_of_bulk(void)
{
	if (--bulk.users)
		return;
	munmap(bulk.start, bulk.size);
	memset(&bulk, 0, sizeof bulk);
}

void *gs_bulk_enter(struct gs_thread *thread, uint64_t input, uint64_t *size)
{
	pthread_mutex_lock(&lock);
	bool good = bulk.start || find_room();
	if (good && !thread->serves) {
		thread->serves = true;
		bulk.users++;
	}
	good = good && input <= bulk.size && map_bulk(input > GS_WIRE_PAGE ? input : GS_WIRE_PAGE);
	*size = bulk.size;
	void *start = bulk.start;
	pthread_mutex_unlock(&lock);
	return good ? start : NULL;
}

void gs_bulk_leave(struct gs_thread *thread)
{
	if (!thread->serves)
		return;
	thread->serves = false;
	pthread_mutex_lock(&lock);
	let_go_of_bulk();
	pthread_mutex_unlock(&lock);
}

/* ---- the area of snapshots ---- */

uint8_t *gs_wire_map_snapshots(void)
{
	void *at = snapshot_page ? map_again(snapshot_page, GS_WIRE_SNAPSHOT_SIZE, NULL)
				 : MAP_FAILED;
	return at == MAP_FAILED ? NULL : at;
}

/* ---- memory behind it ---- */

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

bool gs_populate(void *at, size_t size)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)at / page * page;
	int result = madvise((void *)from, size + ((uintptr_t)at - from), MADV_POPULATE_WRITE);
	return result == 0 || errno == EINVAL; /* an older kernel: as good as can be */
}

static bool reserve_bulk(void *at, uint64_t from, size_t size)
{
	if (from + size <= bulk.ready)
		return true;
	if (!map_bulk(from + size) || !gs_populate(at, size))
		return false;
	if (from <= bulk.ready)
		bulk.ready = from + size;
	return true;
}

bool gs_reserve(void *at, size_t size)
{
	pthread_mutex_lock(&lock);
	uint64_t from = (uintptr_t)at - (uintptr_t)bulk.start;
	bool in_bulk = bulk.start && from < bulk.size;
	bool good = !in_bulk || (size <= bulk.size - from && reserve_bulk(at, from, size));
	pthread_mutex_unlock(&lock);
	return in_bulk ? good : gs_populate(at, size);
}
