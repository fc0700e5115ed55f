/* SPDX-License-Identifier: MIT */
/*
 * Chunks are compressed by threads, and written in their order by whichever has made the next one:
 * this takes longer for a chunk than a program for making it. The first full chunk begins this,
 * so that short traces need no threads.
 *
 * One more has the policy SCHED_IDLE, so that a program that is recorded has the processors for
 * itself. A chunk that waits alone is offered to it. It may get no processor for seconds, so it
 * takes no lock, frees no memory, and nobody waits for it: whoever waits for chunks has them
 * compressed by the other threads, even if this one has begun. It then finishes what nobody uses.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#include "trace/writer.h"

enum { MOST_THREADS = 4, LENGTH = 4 };

enum state { WAITS, IS_TAKEN, IS_COMPRESSED }; /* WAITS: also while it is offered */

/* To the idle thread. It makes BEGUN of OFFERED, DONE of BEGUN, and NONE of UNWANTED (what it
 * has begun with was taken back). All other changes are made with the lock. */
enum offer { NONE, OFFERED, BEGUN, DONE, UNWANTED };

struct job {
	struct gs_writer_chunk chunk;
	size_t length; /* compressed */
	enum state state;
};

struct gs_writer_pool {
	struct gs_trace_writer *writer;
	gs_writer_write *write;
	pthread_mutex_t lock;
	pthread_cond_t less; /* a chunk was written */
	sem_t work;	     /* for the threads, but the idle one */
	pthread_t threads[MOST_THREADS];
	unsigned n_threads, n_jobs;
	bool is_writing, is_waited_for;
	_Atomic bool ends;
	/* Of all chunks so far: the caller fills number `posted`, and those from `written` on are
	 * on their way. */
	uint64_t posted, written;
	struct job jobs[MOST_THREADS + 2]; /* number % n_jobs */

	_Atomic int offer; /* enum offer */
	sem_t offers;
	struct job *offered;
	struct gs_writer_chunk idle; /* the offered job's bytes, packed elsewhere */
	size_t idle_length;
	uint8_t *spare;	       /* a job has these once the idle thread may still read its own */
	_Atomic bool has_left; /* the idle thread: it does nothing more */
	struct gs_writer_pool *next_retired;
};

/* Pools that are no longer used; the idle threads of some have not left yet. */
static pthread_mutex_t retired_lock = PTHREAD_MUTEX_INITIALIZER;
static struct gs_writer_pool *retired;

static struct job *job_of(struct gs_writer_pool *pool, uint64_t number)
{
	return &pool->jobs[number % pool->n_jobs];
}

size_t gs_writer_compress(const struct gs_writer_chunk *chunk)
{
	size_t length = gs_trace_snappy_compress(chunk->bytes, chunk->n, chunk->packed + LENGTH);

	for (unsigned i = 0; i < LENGTH; i++)
		chunk->packed[i] = (uint8_t)(length >> 8 * i);
	return LENGTH + length;
}

bool gs_writer_chunk_init(struct gs_writer_chunk *chunk)
{
	chunk->bytes = malloc(GS_TRACE_CHUNK);
	chunk->packed = malloc(LENGTH + gs_trace_snappy_room(GS_TRACE_CHUNK));
	return chunk->bytes && chunk->packed;
}

void gs_writer_chunk_finish(struct gs_writer_chunk *chunk)
{
	free(chunk->bytes);
	free(chunk->packed);
}

static void free_pool(struct gs_writer_pool *pool)
{
	for (unsigned i = 0; i < pool->n_jobs; i++)
		gs_writer_chunk_finish(&pool->jobs[i].chunk);
	free(pool->idle.packed);
	free(pool->spare);
	sem_destroy(&pool->work);
	sem_destroy(&pool->offers);
	pthread_cond_destroy(&pool->less);
	pthread_mutex_destroy(&pool->lock);
	free(pool);
}

/* Adds one, unless it is NULL, and frees those that no thread uses. */
static void retire(struct gs_writer_pool *pool)
{
	struct gs_writer_pool **link = &retired;

	pthread_mutex_lock(&retired_lock);
	if (pool) {
		pool->next_retired = retired;
		retired = pool;
	}
	while ((pool = *link)) {
		if (atomic_load(&pool->has_left)) {
			*link = pool->next_retired;
			free_pool(pool);
		} else {
			link = &pool->next_retired;
		}
	}
	pthread_mutex_unlock(&retired_lock);
}

/* ---- the idle thread ---- */

static void wait_for(sem_t *semaphore)
{
	while (sem_wait(semaphore) != 0) /* EINTR */
		continue;
}

static void *work_where_idle(void *data)
{
	struct gs_writer_pool *pool = data;

	sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
	for (;;) {
		int offer = OFFERED;

		wait_for(&pool->offers);
		if (atomic_load(&pool->ends))
			break;
		if (!atomic_compare_exchange_strong(&pool->offer, &offer, BEGUN))
			continue;
		pool->idle_length = gs_writer_compress(&pool->idle);
		offer = BEGUN;
		if (atomic_compare_exchange_strong(&pool->offer, &offer, DONE))
			sem_post(&pool->work);
		else
			atomic_store(&pool->offer, NONE);
	}
	atomic_store(&pool->has_left, true);
	return NULL;
}

/* ---- offers; with the lock ---- */

static bool is_offered(struct gs_writer_pool *pool, const struct job *job)
{
	int offer = atomic_load(&pool->offer);

	return job == pool->offered && (offer == OFFERED || offer == BEGUN || offer == DONE);
}

static void make_offer(struct gs_writer_pool *pool, struct job *job)
{
	pool->offered = job;
	pool->idle.bytes = job->chunk.bytes;
	pool->idle.n = job->chunk.n;
	atomic_store(&pool->offer, OFFERED);
	sem_post(&pool->offers);
}

/* False: the idle thread has begun. */
static bool withdraw(struct gs_writer_pool *pool)
{
	int offer = OFFERED;

	return atomic_compare_exchange_strong(&pool->offer, &offer, NONE);
}

/* False: it has been compressed. */
static bool take_back(struct gs_writer_pool *pool)
{
	int offer = BEGUN;

	return withdraw(pool) || atomic_compare_exchange_strong(&pool->offer, &offer, UNWANTED);
}

static void accept_done(struct gs_writer_pool *pool)
{
	struct job *job = pool->offered;
	uint8_t *packed;

	if (atomic_load(&pool->offer) != DONE)
		return;
	packed = job->chunk.packed;
	job->chunk.packed = pool->idle.packed;
	pool->idle.packed = packed;
	job->length = pool->idle_length;
	job->state = IS_COMPRESSED;
	atomic_store(&pool->offer, NONE);
}

/* The caller will fill the job again: the idle thread keeps the bytes that it may still read. They
 * become the spare ones, which nobody uses before the next offer, that is when it has read them. */
static void lend_bytes(struct gs_writer_pool *pool, struct job *job)
{
	uint8_t *bytes = job->chunk.bytes;

	if (job != pool->offered || atomic_load(&pool->offer) != UNWANTED)
		return;
	job->chunk.bytes = pool->spare;
	pool->spare = bytes;
	pool->offered = NULL;
}

/* ---- the other threads; with the lock ---- */

static void write_ready(struct gs_writer_pool *pool)
{
	struct job *job;

	accept_done(pool);
	while (!pool->is_writing && pool->written < pool->posted &&
		(job = job_of(pool, pool->written))->state == IS_COMPRESSED) {
		pool->is_writing = true;
		pthread_mutex_unlock(&pool->lock);
		pool->write(pool->writer, &job->chunk, job->length);
		pthread_mutex_lock(&pool->lock);
		pool->is_writing = false;
		job->state = WAITS;
		lend_bytes(pool, job);
		pool->written++;
		pthread_cond_broadcast(&pool->less);
	}
}

/* The first chunk that waits; *others: more do. */
static struct job *first_waiting(struct gs_writer_pool *pool, bool *others)
{
	struct job *first = NULL;

	*others = false;
	for (uint64_t i = pool->written; i < pool->posted; i++) {
		struct job *job = job_of(pool, i);

		if (job->state != WAITS)
			continue;
		*others = first;
		if (!first || is_offered(pool, first))
			first = job;
	}
	return first;
}

/* What the calling thread is to compress; NULL: nothing. */
static struct job *next_job(struct gs_writer_pool *pool)
{
	bool must = pool->is_waited_for || atomic_load(&pool->ends), others;
	struct job *job = first_waiting(pool, &others);

	if (!job)
		return NULL;
	if (others && withdraw(pool)) /* they are written in their order */
		job = first_waiting(pool, &others);
	if (is_offered(pool, job)) {
		if (must && take_back(pool))
			return job;
		write_ready(pool);
		return NULL;
	}
	if (others || must || atomic_load(&pool->offer) != NONE)
		return job;
	make_offer(pool, job);
	return NULL;
}

static void *work(void *data)
{
	struct gs_writer_pool *pool = data;
	bool ends;

	do {
		struct job *job;

		wait_for(&pool->work);
		ends = atomic_load(&pool->ends);
		pthread_mutex_lock(&pool->lock);
		write_ready(pool);
		while ((job = next_job(pool))) {
			job->state = IS_TAKEN;
			pthread_mutex_unlock(&pool->lock);
			job->length = gs_writer_compress(&job->chunk);
			pthread_mutex_lock(&pool->lock);
			job->state = IS_COMPRESSED;
			write_ready(pool);
		}
		pthread_mutex_unlock(&pool->lock);
	} while (!ends);
	return NULL;
}

/* They are sent no signals. */
static void start_threads(struct gs_writer_pool *pool, unsigned n)
{
	sigset_t all, before;
	pthread_t idle;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (pool->n_threads < n &&
		pthread_create(&pool->threads[pool->n_threads], NULL, work, pool) == 0)
		pool->n_threads++;
	if (pool->n_threads && pthread_create(&idle, NULL, work_where_idle, pool) == 0) {
		pthread_detach(idle);
	} else {
		pool->has_left = true;
		pool->offer = UNWANTED; /* so that nothing is offered */
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static unsigned wanted_threads(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 2 ? 0 : n > MOST_THREADS ? MOST_THREADS : (unsigned)n;
}

static bool init_chunks(struct gs_writer_pool *pool)
{
	struct gs_writer_chunk idle;
	bool good = gs_writer_chunk_init(&idle);

	pool->idle.packed = idle.packed;
	pool->spare = idle.bytes;
	for (unsigned i = 0; i < pool->n_jobs; i++)
		good = gs_writer_chunk_init(&pool->jobs[i].chunk) && good;
	return good;
}

/* ---- the caller ---- */

struct gs_writer_pool *gs_writer_pool_new(struct gs_trace_writer *writer, gs_writer_write *write)
{
	unsigned n = wanted_threads();
	struct gs_writer_pool *pool = n ? calloc(1, sizeof(*pool)) : NULL;

	retire(NULL);
	if (!pool)
		return NULL;
	pool->writer = writer;
	pool->write = write;
	pool->n_jobs = n + 2;
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->less, NULL);
	sem_init(&pool->work, 0, 0);
	sem_init(&pool->offers, 0, 0);
	start_threads(pool, init_chunks(pool) ? n : 0);
	if (pool->n_threads)
		return pool;
	free_pool(pool);
	return NULL;
}

struct gs_writer_chunk *gs_writer_pool_chunk(struct gs_writer_pool *pool)
{
	return &job_of(pool, pool->posted)->chunk;
}

static void wake_all(struct gs_writer_pool *pool)
{
	for (unsigned i = 0; i < pool->n_threads; i++)
		sem_post(&pool->work);
}

/* Until at most n chunks are on their way. With the lock. */
static void wait_until_left(struct gs_writer_pool *pool, uint64_t n)
{
	pool->is_waited_for = true;
	wake_all(pool);
	while (pool->posted - pool->written > n)
		pthread_cond_wait(&pool->less, &pool->lock);
	pool->is_waited_for = false;
}

struct gs_writer_chunk *gs_writer_pool_post(struct gs_writer_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->posted++;
	sem_post(&pool->work);
	if (pool->posted - pool->written >= pool->n_jobs)
		wait_until_left(pool, pool->n_jobs - 1);
	pthread_mutex_unlock(&pool->lock);
	return gs_writer_pool_chunk(pool);
}

void gs_writer_pool_wait(struct gs_writer_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	if (pool->written < pool->posted)
		wait_until_left(pool, 0);
	pthread_mutex_unlock(&pool->lock);
}

void gs_writer_pool_free(struct gs_writer_pool *pool)
{
	if (!pool)
		return;
	atomic_store(&pool->ends, true);
	wake_all(pool);
	sem_post(&pool->offers);
	for (unsigned i = 0; i < pool->n_threads; i++)
		pthread_join(pool->threads[i], NULL);
	retire(pool);
}
