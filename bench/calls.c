/* SPDX-License-Identifier: MIT */
/*
 * bench-calls [BATCHES [KIND]] - prints the time of one GL call in nanoseconds: the best of many
 * batches of calls, and the mean of all of them; then both in processor time.
 * KIND: scalar (the cheapest call: it is what there is without KIND), floats (one with four floats
 * in memory), vertices (64 KiB of a mesh into a buffer, which compress little), much (64 KiB that
 * are nearly all zeros).
 */
#include "config.h"
#include "examples/window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 100000, MUCH = 64 << 10, MUCH_BATCH = 2000, MESHES = 16, VERTICES = MUCH / 24 };

static float floats[4];
static unsigned char bytes[MUCH];
static float vertices[MESHES][MUCH / sizeof(float)];

static double now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return time.tv_sec + 1e-9 * time.tv_nsec;
}

static void call_scalar(int k)
{
	glVertexAttrib1f(1, k);
}

static void call_floats(int k)
{
	floats[0] = k;
	glVertexAttrib4fv(1, floats);
}

static void call_much(int k)
{
	memset(bytes, k, MUCH / 16);
	glBufferSubData(GL_ARRAY_BUFFER, 0, MUCH, bytes);
}

static void call_vertices(int k)
{
	glBufferSubData(GL_ARRAY_BUFFER, 0, MUCH, vertices[k % MESHES]);
}

/* A wave's positions and normals, each mesh a moment later. */
static void make_vertices(void)
{
	for (int mesh = 0; mesh < MESHES; mesh++)
		for (int i = 0; i < VERTICES; i++) {
			float x = i % 64 / 32.0f - 1, y = i / 64 / 21.0f - 1;
			float phase = 4 * x + 0.1f * mesh, slope = -cosf(phase);
			float length = sqrtf(1 + slope * slope);
			const float vertex[6] = {
				x, y, 0.25f * sinf(phase), slope / length, 0, 1 / length};

			memcpy(vertices[mesh] + 6 * i, vertex, sizeof(vertex));
		}
}

static const struct kind {
	const char *name;
	void (*call)(int k);
	int batch;
} kinds[] = {{"scalar", call_scalar, BATCH}, {"floats", call_floats, BATCH},
	{"much", call_much, MUCH_BATCH}, {"vertices", call_vertices, MUCH_BATCH}};

struct times {
	double best, all;
};

static void add(struct times *times, double spent)
{
	times->all += spent;
	if (spent < times->best)
		times->best = spent;
}

static const struct kind *find_kind(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	fprintf(stderr, "there is no kind %s\n", name);
	exit(2);
}

int main(int argc, char **argv)
{
	struct run_options options = {.width = 64, .height = 64, .frames = 1};
	struct window window;
	int batches = argc > 1 ? atoi(argv[1]) : 50;
	const struct kind *kind = find_kind(argc > 2 ? argv[2] : "scalar");
	struct times clock = {.best = 1}, processor = {.best = 1};
	GLuint buffer;

	window_open(&window, &options, "calls", 21, false);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, MUCH, bytes, GL_DYNAMIC_DRAW);
	make_vertices();
	kind->call(0); /* resolved */
	for (int i = 0; i < batches; i++) {
		double start = now(CLOCK_MONOTONIC), used = now(CLOCK_PROCESS_CPUTIME_ID);

		for (int k = 0; k < kind->batch; k++)
			kind->call(k);
		add(&clock, (now(CLOCK_MONOTONIC) - start) / kind->batch);
		add(&processor, (now(CLOCK_PROCESS_CPUTIME_ID) - used) / kind->batch);
	}
	printf("%.2f %.2f\n", 1e9 * clock.best, 1e9 * clock.all / batches);
	printf("processor %.2f %.2f\n", 1e9 * processor.best, 1e9 * processor.all / batches);
	window_close(&window);
	return 0;
}
