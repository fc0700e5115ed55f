/* SPDX-License-Identifier: MIT */
/*
 * Chunks are compressed by threads, and written in their order by whichever has made the next one:
 * this takes longer for a chunk than a program for making it. The first full chunk begins this,
 * so that short traces need no threads.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include "trace/writer.h"

enum { MOST_THREADS = 4, LENGTH = 4 };

struct job {
	struct gs_writer_chunk chunk;
	size_t length; /* compressed */
	bool is_compressed;
};

struct gs_writer_pool {
	struct gs_trace_writer *writer;
	gs_writer_write *write;
	pthread_mutex_t lock;
	pthread_cond_t more, less; /* a chunk to compress; one that was written */
	pthread_t threads[MOST_THREADS];
	unsigned n_threads, n_jobs;
	bool is_writing, ends;
	/* Of all chunks so far: the caller fills number `posted`, and those from `written` on are
	 * on their way. */
	uint64_t posted, taken, written;
	struct job jobs[MOST_THREADS + 2]; /* number % n_jobs */
};

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

/* ---- the threads; with the lock ---- */

static void write_ready(struct gs_writer_pool *pool)
{
	struct job *job;

	while (!pool->is_writing && pool->written < pool->taken &&
		(job = job_of(pool, pool->written))->is_compressed) {
		pool->is_writing = true;
		pthread_mutex_unlock(&pool->lock);
		pool->write(pool->writer, &job->chunk, job->length);
		pthread_mutex_lock(&pool->lock);
		pool->is_writing = job->is_compressed = false;
		pool->written++;
		pthread_cond_broadcast(&pool->less);
	}
}

static void *work(void *data)
{
	struct gs_writer_pool *pool = data;

	pthread_mutex_lock(&pool->lock);
	for (;;) {
		while (pool->taken == pool->posted && !pool->ends)
			pthread_cond_wait(&pool->more, &pool->lock);
		if (pool->taken == pool->posted)
			break;
		struct job *job = job_of(pool, pool->taken++);

		pthread_mutex_unlock(&pool->lock);
		job->length = gs_writer_compress(&job->chunk);
		pthread_mutex_lock(&pool->lock);
		job->is_compressed = true;
		write_ready(pool);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

/* They are sent no signals. */
static void start_threads(struct gs_writer_pool *pool, unsigned n)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (pool->n_threads < n &&
		pthread_create(&pool->threads[pool->n_threads], NULL, work, pool) == 0)
		pool->n_threads++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static unsigned wanted_threads(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 2 ? 0 : n > MOST_THREADS ? MOST_THREADS : (unsigned)n;
}

/* ---- the caller ---- */

struct gs_writer_pool *gs_writer_pool_new(struct gs_trace_writer *writer, gs_writer_write *write)
{
	unsigned n = wanted_threads();
	struct gs_writer_pool *pool = n ? calloc(1, sizeof(*pool)) : NULL;

	if (!pool)
		return NULL;
	pool->writer = writer;
	pool->write = write;
	pool->n_jobs = n + 2;
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->more, NULL);
	pthread_cond_init(&pool->less, NULL);
	bool good = true;

	for (unsigned i = 0; i < pool->n_jobs; i++)
		good = gs_writer_chunk_init(&pool->jobs[i].chunk) && good;
	if (good)
		start_threads(pool, n);
	if (!pool->n_threads) {
		gs_writer_pool_free(pool);
		return NULL;
	}
	return pool;
}

struct gs_writer_chunk *gs_writer_pool_chunk(struct gs_writer_pool *pool)
{
	return &job_of(pool, pool->posted)->chunk;
}

struct gs_writer_chunk *gs_writer_pool_post(struct gs_writer_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->posted++;
	pthread_cond_signal(&pool->more);
	while (pool->posted - pool->written >= pool->n_jobs)
		pthread_cond_wait(&pool->less, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
	return gs_writer_pool_chunk(pool);
}

void gs_writer_pool_wait(struct gs_writer_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	while (pool->written < pool->posted)
		pthread_cond_wait(&pool->less, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
}

void gs_writer_pool_free(struct gs_writer_pool *pool)
{
	if (!pool)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->ends = true;
	pthread_cond_broadcast(&pool->more);
	pthread_mutex_unlock(&pool->lock);
	for (unsigned i = 0; i < pool->n_threads; i++)
		pthread_join(pool->threads[i], NULL);
	for (unsigned i = 0; i < pool->n_jobs; i++)
		gs_writer_chunk_finish(&pool->jobs[i].chunk);
	pthread_cond_destroy(&pool->more);
	pthread_cond_destroy(&pool->less);
	pthread_mutex_destroy(&pool->lock);
	free(pool);
}
