/* SPDX-License-Identifier: MIT */
/*
 * Calls that went straight are counted in a table a thread, so that none is lost and nothing is
 * locked. A table outlives its thread with what it holds; a later thread goes on with it.
 */
#include <pthread.h>
#include <sys/mman.h>
#include "preload/core/core.h"

struct table {
	uint64_t counts[GS_N_FUNCTIONS]; /* first: gs_thread_counts points here */
	struct table *next;
	_Atomic uint32_t taken;
};

HIDDEN __thread uint64_t *gs_thread_counts __attribute__((tls_model("initial-exec")));

static struct table *_Atomic tables;
static struct table shared_; /* where there is no memory for more: two threads may lose a count */
static pthread_key_t at_exit;
static pthread_once_t at_exit_once = PTHREAD_ONCE_INIT;

static void let_go(void *data)
{
	gs_thread_counts = NULL;
	atomic_store(&((struct table *)data)->taken, 0);
}

static void make_key(void)
{
	if (pthread_key_create(&at_exit, let_go))
		at_exit = (pthread_key_t)-1;
}

static void push(struct table *table)
{
	struct table *first = atomic_load(&tables);
	do
		table->next = first;
	while (!atomic_compare_exchange_weak(&tables, &first, table));
}

static struct table *take_table(void)
{
	for (struct table *t = atomic_load(&tables); t; t = t->next) {
		uint32_t none = 0;
		if (atomic_compare_exchange_strong(&t->taken, &none, 1))
			return t;
	}
	struct table *table = mmap(
		NULL, sizeof *table, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (table == MAP_FAILED)
		return NULL;
	atomic_store(&table->taken, 1);
	push(table);
	return table;
}

void gs_counts_begin(void)
{
	if (gs_role == GS_ROLE_NONE) { /* nobody asks */
		gs_thread_counts = shared_.counts;
		return;
	}
	pthread_once(&at_exit_once, make_key);
	struct table *table = at_exit == (pthread_key_t)-1 ? NULL : take_table();
	if (table && pthread_setspecific(at_exit, table) != 0) {
		atomic_store(&table->taken, 0);
		table = NULL;
	}
	gs_thread_counts = table ? table->counts : shared_.counts;
}

static uint64_t sum(const struct table *table)
{
	uint64_t total = 0;
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++)
		total += __atomic_load_n(&table->counts[i], __ATOMIC_RELAXED);
	return total;
}

uint64_t gs_counts_total(void)
{
	uint64_t total = sum(&shared_);
	for (const struct table *t = atomic_load(&tables); t; t = t->next)
		total += sum(t);
	return total;
}
