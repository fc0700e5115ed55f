/* SPDX-License-Identifier: MIT */
/*
 * libglstep-clock.so: clocks that stand still while the debugger holds the program. It is loaded
 * before the C library, for a program that was started with frozen clocks, and only then.
 *
 * The program reads each clock as much behind as it was held; a time until which it waits is as
 * much ahead for the kernel. What cannot be reached: clocks of processors, system calls without the
 * C library, and time that runs out while it is held.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <time.h>
#include "wire/clock.h"

#define SHOWN __attribute__((visibility("default")))

enum { SECOND = 1000000000 };

static struct {
	int (*clock_gettime)(clockid_t clock, struct timespec *time);
	int (*clock_nanosleep)(
		clockid_t clock, int flags, const struct timespec *until, struct timespec *rest);
	int (*cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
	int (*cond_clockwait)(
		pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
	int (*c11_timedwait)(cnd_t *, mtx_t *, const struct timespec *);
	int (*mutex_timedlock)(pthread_mutex_t *, const struct timespec *);
	int (*mutex_clocklock)(pthread_mutex_t *, clockid_t, const struct timespec *);
	int (*c11_timedlock)(mtx_t *, const struct timespec *);
	int (*read_timedlock)(pthread_rwlock_t *, const struct timespec *);
	int (*read_clocklock)(pthread_rwlock_t *, clockid_t, const struct timespec *);
	int (*write_timedlock)(pthread_rwlock_t *, const struct timespec *);
	int (*write_clocklock)(pthread_rwlock_t *, clockid_t, const struct timespec *);
	int (*sem_timedwait)(sem_t *, const struct timespec *);
	int (*sem_clockwait)(sem_t *, clockid_t, const struct timespec *);
	int (*timerfd_settime)(int, int, const struct itimerspec *, struct itimerspec *);
	gs_clock_ask ask; /* NULL: the preload library is not there */
} real;

/* ---- how far behind ---- */

static _Atomic bool is_child; /* a copy is nobody's debuggee: its clock runs on */
static _Atomic int64_t child_behind;

/* pthread_cond_timedwait has an older form, which dlsym may find. */
static void *find(const char *name)
{
	void *newest = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
	return newest ? newest : dlsym(RTLD_NEXT, name);
}

static void find_real(void)
{
	*(void **)&real.clock_nanosleep = dlsym(RTLD_NEXT, "clock_nanosleep");
	*(void **)&real.cond_timedwait = find("pthread_cond_timedwait");
	*(void **)&real.cond_clockwait = dlsym(RTLD_NEXT, "pthread_cond_clockwait");
	*(void **)&real.c11_timedwait = dlsym(RTLD_NEXT, "cnd_timedwait");
	*(void **)&real.mutex_timedlock = dlsym(RTLD_NEXT, "pthread_mutex_timedlock");
	*(void **)&real.mutex_clocklock = dlsym(RTLD_NEXT, "pthread_mutex_clocklock");
	*(void **)&real.c11_timedlock = dlsym(RTLD_NEXT, "mtx_timedlock");
	*(void **)&real.read_timedlock = dlsym(RTLD_NEXT, "pthread_rwlock_timedrdlock");
	*(void **)&real.read_clocklock = dlsym(RTLD_NEXT, "pthread_rwlock_clockrdlock");
	*(void **)&real.write_timedlock = dlsym(RTLD_NEXT, "pthread_rwlock_timedwrlock");
	*(void **)&real.write_clocklock = dlsym(RTLD_NEXT, "pthread_rwlock_clockwrlock");
	*(void **)&real.sem_timedwait = dlsym(RTLD_NEXT, "sem_timedwait");
	*(void **)&real.sem_clockwait = dlsym(RTLD_NEXT, "sem_clockwait");
	*(void **)&real.timerfd_settime = dlsym(RTLD_NEXT, "timerfd_settime");
	*(void **)&real.clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	*(void **)&real.ask = dlsym(RTLD_DEFAULT, GS_CLOCK_FUNCTION);
}

/* Constructors of other libraries may come before ours. */
static void prepare(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, find_real);
}

static int64_t nanoseconds(const struct timespec *time)
{
	return (int64_t)time->tv_sec * SECOND + time->tv_nsec;
}

static struct timespec time_of(int64_t nanoseconds)
{
	int64_t part = nanoseconds % SECOND;
	struct timespec time = {nanoseconds / SECOND, part};
	if (part < 0) {
		time.tv_sec--;
		time.tv_nsec += SECOND;
	}
	return time;
}

static int64_t monotonic(void)
{
	struct timespec now = {0};
	real.clock_gettime(CLOCK_MONOTONIC, &now);
	return nanoseconds(&now);
}

/* Reads the clock, and how far the program's clocks are behind at that moment, in nanoseconds: both
 * while the debugger writes nothing, so that time never goes back for the program. */
static int read_both(clockid_t clock, struct timespec *time, int64_t *behind)
{
	bool runs_on = atomic_load_explicit(&is_child, memory_order_relaxed);
	const struct gs_wire_clock *held = real.ask && !runs_on ? real.ask() : NULL;
	uint64_t since, lost;
	uint32_t sequence;
	int64_t now = 0;
	int status;
	if (!held) {
		*behind = runs_on ? atomic_load(&child_behind) : 0;
		return real.clock_gettime(clock, time);
	}
	do {
		sequence = atomic_load(&held->sequence);
		status = real.clock_gettime(clock, time);
		since = atomic_load(&held->since);
		lost = atomic_load(&held->lost);
		if (since && status == 0)
			now = clock == CLOCK_MONOTONIC ? nanoseconds(time) : monotonic();
	} while (sequence % 2 || sequence != atomic_load(&held->sequence));
	*behind = (int64_t)lost + (since && now > (int64_t)since ? now - (int64_t)since : 0);
	return status;
}

static int64_t behind(void)
{
	int saved = errno;
	struct timespec now;
	int64_t result;
	read_both(CLOCK_MONOTONIC, &now, &result);
	errno = saved;
	return result;
}

static void before_fork(void)
{
	if (!atomic_load(&is_child))
		atomic_store(&child_behind, behind());
}

static void in_child(void)
{
	atomic_store(&is_child, true);
}

__attribute__((constructor)) static void begin(void)
{
	prepare();
	pthread_atfork(before_fork, NULL, in_child);
}

/* ---- what the program reads ---- */

static bool stands_still(clockid_t clock)
{
	switch (clock) {
	case CLOCK_REALTIME:
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_REALTIME_COARSE:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_BOOTTIME:
	case CLOCK_TAI:
		return true;
	default:
		return false;
	}
}

/* The coarse ones tell a time of some milliseconds ago, which goes on while the program is held. */
static clockid_t exact(clockid_t clock)
{
	return clock == CLOCK_REALTIME_COARSE	 ? CLOCK_REALTIME
	       : clock == CLOCK_MONOTONIC_COARSE ? CLOCK_MONOTONIC
						 : clock;
}

SHOWN int clock_gettime(clockid_t clock, struct timespec *time)
{
	int64_t behind;
	prepare();
	if (!stands_still(clock))
		return real.clock_gettime(clock, time);
	int status = read_both(exact(clock), time, &behind);
	if (status == 0)
		*time = time_of(nanoseconds(time) - behind);
	return status;
}

/* The kernel takes NULL for either. */
SHOWN int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
	struct timeval *volatile result = time;
	struct timespec now;
	int status = clock_gettime(CLOCK_REALTIME, &now);
	if (zone)
		*(struct timezone *)zone = (struct timezone){0, 0};
	if (result && status == 0)
		*result = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
	return status;
}

SHOWN time_t time(time_t *result)
{
	struct timespec now = {0};
	clock_gettime(CLOCK_REALTIME, &now);
	if (result)
		*result = now.tv_sec;
	return now.tv_sec;
}

SHOWN int timespec_get(struct timespec *time, int base)
{
	return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}

/* ---- until when it waits ---- */

/* Invalid times stay what they are: the real function refuses them. */
static const struct timespec *ahead(const struct timespec *until, struct timespec *moved)
{
	prepare();
	if (!until || until->tv_nsec < 0 || until->tv_nsec >= SECOND || until->tv_sec < 0 ||
		until->tv_sec > INT64_MAX / SECOND / 2)
		return until;
	*moved = time_of(nanoseconds(until) + behind());
	return moved;
}

SHOWN int clock_nanosleep(
	clockid_t clock, int flags, const struct timespec *until, struct timespec *rest)
{
	struct timespec moved;
	bool moves = flags & TIMER_ABSTIME && stands_still(clock);
	prepare();
	return real.clock_nanosleep(clock, flags, moves ? ahead(until, &moved) : until, rest);
}

SHOWN int pthread_cond_timedwait(pthread_cond_t *restrict condition,
	pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.cond_timedwait(condition, mutex, until);
}

SHOWN int pthread_cond_clockwait(pthread_cond_t *restrict condition,
	pthread_mutex_t *restrict mutex, clockid_t clock, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.cond_clockwait(condition, mutex, clock, until);
}

SHOWN int cnd_timedwait(
	cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.c11_timedwait(condition, mutex, until);
}

SHOWN int pthread_mutex_timedlock(
	pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.mutex_timedlock(mutex, until);
}

SHOWN int pthread_mutex_clocklock(
	pthread_mutex_t *restrict mutex, clockid_t clock, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.mutex_clocklock(mutex, clock, until);
}

SHOWN int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.c11_timedlock(mutex, until);
}

SHOWN int pthread_rwlock_timedrdlock(
	pthread_rwlock_t *restrict lock, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.read_timedlock(lock, until);
}

SHOWN int pthread_rwlock_clockrdlock(
	pthread_rwlock_t *restrict lock, clockid_t clock, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.read_clocklock(lock, clock, until);
}

SHOWN int pthread_rwlock_timedwrlock(
	pthread_rwlock_t *restrict lock, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.write_timedlock(lock, until);
}

SHOWN int pthread_rwlock_clockwrlock(
	pthread_rwlock_t *restrict lock, clockid_t clock, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.write_clocklock(lock, clock, until);
}

SHOWN int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.sem_timedwait(semaphore, until);
}

SHOWN int sem_clockwait(
	sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict until)
{
	struct timespec moved;
	until = ahead(until, &moved);
	return real.sem_clockwait(semaphore, clock, until);
}

SHOWN int timerfd_settime(
	int fd, int flags, const struct itimerspec *settings, struct itimerspec *old)
{
	struct itimerspec moved;
	prepare();
	if (settings && flags & TFD_TIMER_ABSTIME &&
		(settings->it_value.tv_sec || settings->it_value.tv_nsec)) {
		moved = *settings;
		moved.it_value = *ahead(&settings->it_value, &moved.it_value);
		settings = &moved;
	}
	return real.timerfd_settime(fd, flags, settings, old);
}
