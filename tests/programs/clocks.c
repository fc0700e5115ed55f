/* SPDX-License-Identifier: MIT */
/*
 * test-clocks - tells how far each clock went during one call of EGL, at which a debugger may hold
 * it, and how long it waits until times of 20 milliseconds later: a line each, in milliseconds by
 * the clock that it reads, and by the kernel's. And how often, and how far, a clock went back for a
 * thread that reads it all the time.
 */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <EGL/egl.h>

enum { CLOCKS = 6, WAIT = 20 };

static double milliseconds(const struct timespec *time)
{
	return (double)time->tv_sec * 1e3 + (double)time->tv_nsec / 1e6;
}

static double read_clock(clockid_t clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return milliseconds(&now);
}

static double kernel_clock(void)
{
	struct timespec now;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	return milliseconds(&now);
}

static void read_clocks(double values[CLOCKS])
{
	struct timeval day;
	struct timespec utc;
	gettimeofday(&day, NULL);
	timespec_get(&utc, TIME_UTC);
	values[0] = read_clock(CLOCK_MONOTONIC);
	values[1] = read_clock(CLOCK_REALTIME);
	values[2] = read_clock(CLOCK_MONOTONIC_RAW);
	values[3] = (double)day.tv_sec * 1e3 + (double)day.tv_usec / 1e3;
	values[4] = milliseconds(&utc);
	values[5] = (double)time(NULL) * 1e3;
}

static struct timespec later(clockid_t clock)
{
	struct timespec time;
	clock_gettime(clock, &time);
	time.tv_nsec += WAIT * 1000000;
	time.tv_sec += time.tv_nsec / 1000000000;
	time.tv_nsec %= 1000000000;
	return time;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int wait_nanosleep(void)
{
	struct timespec until = later(CLOCK_MONOTONIC);
	return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

static int wait_condition(void)
{
	static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
	struct timespec until = later(CLOCK_REALTIME);
	pthread_mutex_lock(&mutex);
	int status = pthread_cond_timedwait(&condition, &mutex, &until);
	pthread_mutex_unlock(&mutex);
	return status;
}

static int wait_condition_clock(void)
{
	static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
	struct timespec until = later(CLOCK_MONOTONIC);
	pthread_mutex_lock(&mutex);
	int status = pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &until);
	pthread_mutex_unlock(&mutex);
	return status;
}

static int wait_mutex(void)
{
	struct timespec until = later(CLOCK_REALTIME);
	pthread_mutex_lock(&mutex);
	int status = pthread_mutex_timedlock(&mutex, &until);
	pthread_mutex_unlock(&mutex);
	return status;
}

static int wait_mutex_clock(void)
{
	struct timespec until = later(CLOCK_MONOTONIC);
	pthread_mutex_lock(&mutex);
	int status = pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until);
	pthread_mutex_unlock(&mutex);
	return status;
}

static int wait_c11(void)
{
	struct timespec until = later(CLOCK_REALTIME);
	cnd_t condition;
	mtx_t lock;
	cnd_init(&condition);
	mtx_init(&lock, mtx_timed);
	mtx_lock(&lock);
	int status = cnd_timedwait(&condition, &lock, &until);
	mtx_unlock(&lock);
	mtx_destroy(&lock);
	cnd_destroy(&condition);
	return status;
}

static int wait_c11_mutex(void)
{
	struct timespec until = later(CLOCK_REALTIME);
	mtx_t lock;
	mtx_init(&lock, mtx_timed);
	mtx_lock(&lock);
	int status = mtx_timedlock(&lock, &until);
	mtx_unlock(&lock);
	mtx_destroy(&lock);
	return status;
}

static void *wait_read(void *lock)
{
	struct timespec until = later(CLOCK_REALTIME);
	return (void *)(intptr_t)pthread_rwlock_timedrdlock(lock, &until);
}

static void *wait_write(void *lock)
{
	struct timespec until = later(CLOCK_MONOTONIC);
	return (void *)(intptr_t)pthread_rwlock_clockwrlock(lock, CLOCK_MONOTONIC, &until);
}

/* Who holds it himself gets another answer. */
static int wait_lock(void *(*wait)(void *))
{
	pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
	pthread_t thread;
	void *status;
	pthread_rwlock_wrlock(&lock);
	pthread_create(&thread, NULL, wait, &lock);
	pthread_join(thread, &status);
	pthread_rwlock_unlock(&lock);
	return (int)(intptr_t)status;
}

static int wait_lock_read(void)
{
	return wait_lock(wait_read);
}

static int wait_lock_write(void)
{
	return wait_lock(wait_write);
}

static int wait_semaphore(void)
{
	struct timespec until = later(CLOCK_REALTIME);
	sem_t semaphore;
	sem_init(&semaphore, 0, 0);
	int status = sem_timedwait(&semaphore, &until) ? errno : 0;
	sem_destroy(&semaphore);
	return status;
}

static int wait_timer(void)
{
	struct itimerspec settings = {.it_value = later(CLOCK_MONOTONIC)};
	uint64_t expired = 0;
	int fd = timerfd_create(CLOCK_MONOTONIC, 0);
	int status = timerfd_settime(fd, TFD_TIMER_ABSTIME, &settings, NULL);
	status |= read(fd, &expired, sizeof expired) != sizeof expired;
	close(fd);
	return status;
}

static void wait_with(const char *name, int (*wait)(void), int expected)
{
	double own = read_clock(CLOCK_MONOTONIC), kernel = kernel_clock();
	int status = wait();
	printf("wait %s %s %.3f %.3f\n", name, status == expected ? "ends" : "fails",
		read_clock(CLOCK_MONOTONIC) - own, kernel_clock() - kernel);
}

static void fork_child(void)
{
	double before = read_clock(CLOCK_MONOTONIC);
	fflush(stdout);
	pid_t child = fork();
	if (!child) {
		printf("child %.3f\n", read_clock(CLOCK_MONOTONIC) - before);
		exit(0);
	}
	waitpid(child, NULL, 0);
}

static atomic_bool is_over;

struct back {
	clockid_t clock;
	unsigned times;
	double most;
};

static void *watch(void *data)
{
	struct back *back = data;
	double last = read_clock(back->clock);
	while (!atomic_load(&is_over)) {
		double now = read_clock(back->clock);
		back->times += now < last;
		back->most = last - now > back->most ? last - now : back->most;
		last = now;
	}
	return NULL;
}

int main(void)
{
	static const char *const names[CLOCKS] = {
		"monotonic", "realtime", "raw", "gettimeofday", "timespec_get", "time"};
	double before[CLOCKS], after[CLOCKS], kernel = kernel_clock();
	struct back back = {CLOCK_MONOTONIC}, coarse = {CLOCK_MONOTONIC_COARSE};
	pthread_t watching, watching_coarse;
	pthread_create(&watching, NULL, watch, &back);
	pthread_create(&watching_coarse, NULL, watch, &coarse);
	read_clocks(before);
	eglGetError();
	read_clocks(after);
	atomic_store(&is_over, true);
	pthread_join(watching, NULL);
	pthread_join(watching_coarse, NULL);
	printf("back monotonic %u %.6f\n", back.times, back.most);
	printf("back coarse %u %.6f\n", coarse.times, coarse.most);
	printf("kernel %.3f\n", kernel_clock() - kernel);
	for (unsigned i = 0; i < CLOCKS; i++)
		printf("clock %s %.3f\n", names[i], after[i] - before[i]);
	wait_with("nanosleep", wait_nanosleep, 0);
	wait_with("condition", wait_condition, ETIMEDOUT);
	wait_with("condition-clock", wait_condition_clock, ETIMEDOUT);
	wait_with("mutex", wait_mutex, ETIMEDOUT);
	wait_with("mutex-clock", wait_mutex_clock, ETIMEDOUT);
	wait_with("c-condition", wait_c11, thrd_timedout);
	wait_with("c-mutex", wait_c11_mutex, thrd_timedout);
	wait_with("lock-read", wait_lock_read, ETIMEDOUT);
	wait_with("lock-write", wait_lock_write, ETIMEDOUT);
	wait_with("semaphore", wait_semaphore, ETIMEDOUT);
	wait_with("timer", wait_timer, 0);
	fork_child();
	return 0;
}
