/* SPDX-License-Identifier: MIT */
#include "analysis/timeline.h"

#include <glib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>

/* Where the calls of a thread end so far. */
struct thread {
	uint32_t number;
	uint64_t end;
	char *name;
};

struct gs_timeline {
	GArray *spans; /* struct gs_timeline_span, as they come; sorted once they are asked for */
	GPtrArray *threads;
	GStringChunk *texts;
	bool has_start;
	uint64_t start;	   /* when the first call began */
	uint64_t gpu_end;  /* of the last work */
	guint frame, pass; /* indices of the spans that go on; UINT_MAX: none does */
	bool is_sorted;
	char *method;
};

static void free_thread(gpointer data)
{
	struct thread *thread = data;
	g_free(thread->name);
	g_free(thread);
}

struct gs_timeline *gs_timeline_new(void)
{
	struct gs_timeline *t = g_new0(struct gs_timeline, 1);
	t->spans = g_array_new(FALSE, FALSE, sizeof(struct gs_timeline_span));
	t->threads = g_ptr_array_new_with_free_func(free_thread);
	t->texts = g_string_chunk_new(4096);
	t->frame = t->pass = UINT_MAX;
	return t;
}

void gs_timeline_free(struct gs_timeline *t)
{
	if (!t)
		return;
	g_array_unref(t->spans);
	g_ptr_array_unref(t->threads);
	g_string_chunk_free(t->texts);
	g_free(t->method);
	g_free(t);
}

void gs_timeline_set_method(struct gs_timeline *t, const char *method)
{
	g_free(t->method);
	t->method = g_strdup(method);
}

const char *gs_timeline_method(const struct gs_timeline *t)
{
	return t->method ? t->method : "";
}

static struct gs_timeline_span *nth(const struct gs_timeline *t, guint i)
{
	return &g_array_index(t->spans, struct gs_timeline_span, i);
}

static const char *keep(struct gs_timeline *t, const char *text)
{
	return text ? g_string_chunk_insert_const(t->texts, text) : NULL;
}

static unsigned thread_of(struct gs_timeline *t, uint32_t number)
{
	unsigned i = 0;
	while (i < t->threads->len && ((struct thread *)t->threads->pdata[i])->number != number)
		i++;
	if (i < t->threads->len)
		return i;
	struct thread *thread = g_new0(struct thread, 1);
	thread->number = number;
	thread->name = g_strdup_printf("Thread %" G_GUINT32_FORMAT, number);
	g_ptr_array_add(t->threads, thread);
	return i;
}

/* Return the index of a new span. */
static guint add_span(struct gs_timeline *t, unsigned lane, const struct gs_timeline_call *call,
	const char *text, uint64_t from, uint64_t to)
{
	const struct gs_timeline_span span = {.lane = lane,
		.from = from,
		.to = to,
		.call = call->call,
		.calls = 1,
		.frame = call->frame,
		.text = keep(t, text),
		.program = keep(t, call->program)};
	g_array_append_val(t->spans, span);
	return t->spans->len - 1;
}

/* Have the span reach to there, with one call more. */
static void go_on(struct gs_timeline_span *span, uint64_t to)
{
	span->to = MAX(span->to, to);
	span->calls++;
}

static void add_to_frame(
	struct gs_timeline *t, const struct gs_timeline_call *call, uint64_t from, uint64_t to)
{
	if (t->frame != UINT_MAX && nth(t, t->frame)->frame == call->frame) {
		go_on(nth(t, t->frame), to);
		return;
	}
	g_autofree char *text = g_strdup_printf("frame %" PRIu64, call->frame);
	t->frame = add_span(t, GS_LANE_FRAMES, call, text, from, to);
	nth(t, t->frame)->program = NULL;
	t->pass = UINT_MAX;
}

static void add_work(struct gs_timeline *t, const struct gs_timeline_call *call, uint64_t from)
{
	const char *target = keep(t, call->target ? call->target : "not known");
	uint64_t begins = MAX(from, t->gpu_end), ends = begins + call->gpu;
	t->gpu_end = ends;
	add_span(t, GS_LANE_GPU, call, call->name, begins, ends);
	/* Texts that are equal are the same. */
	if (t->pass != UINT_MAX && nth(t, t->pass)->text == target) {
		struct gs_timeline_span *pass = nth(t, t->pass);
		go_on(pass, ends);
		if (pass->program != keep(t, call->program))
			pass->program = NULL;
	} else {
		t->pass = add_span(t, GS_LANE_PASSES, call, target, begins, ends);
	}
}

void gs_timeline_add(struct gs_timeline *t, const struct gs_timeline_call *call)
{
	unsigned number = thread_of(t, call->thread);
	struct thread *thread = t->threads->pdata[number];
	if (!t->has_start)
		t->start = call->began;
	t->has_start = true;
	uint64_t from = call->began > t->start ? call->began - t->start : 0;
	if (!call->began)
		from = thread->end;
	thread->end = from + call->took;
	t->is_sorted = false;
	add_span(t, GS_LANE_THREADS + number, call, call->name, from, thread->end);
	add_to_frame(t, call, from, thread->end);
	if (call->has_gpu)
		add_work(t, call, from);
}

static gint by_place(gconstpointer a, gconstpointer b)
{
	const struct gs_timeline_span *x = a, *y = b;
	if (x->lane != y->lane)
		return x->lane < y->lane ? -1 : 1;
	return x->from != y->from ? (x->from < y->from ? -1 : 1) : x->call < y->call ? -1 : 1;
}

const struct gs_timeline_span *gs_timeline_spans(struct gs_timeline *t, size_t *n)
{
	if (!t->is_sorted) {
		g_array_sort(t->spans, by_place);
		t->frame = t->pass = UINT_MAX; /* the next call begins others */
	}
	t->is_sorted = true;
	*n = t->spans->len;
	return (const struct gs_timeline_span *)(const void *)t->spans->data;
}

unsigned gs_timeline_lanes(const struct gs_timeline *t)
{
	return GS_LANE_THREADS + t->threads->len;
}

const char *gs_timeline_lane_name(const struct gs_timeline *t, unsigned lane)
{
	static const char *const names[GS_LANE_THREADS] = {"Frames", "Passes", "GPU"};
	if (lane < GS_LANE_THREADS)
		return names[lane];
	lane -= GS_LANE_THREADS;
	return lane < t->threads->len ? ((struct thread *)t->threads->pdata[lane])->name : "";
}

/* ---- Chrome's trace events ---- */

/* Write a text as JSON has it. */
static void put_text(FILE *file, const char *text)
{
	g_autoptr(JsonNode) node = json_node_alloc();
	json_node_init_string(node, text);
	g_autofree char *quoted = json_to_string(node, FALSE);
	fputs(quoted, file);
}

/* Write nanoseconds as the format's microseconds. */
static void put_time(FILE *file, const char *name, uint64_t nanoseconds)
{
	enum { THOUSAND = 1000 };
	fprintf(file, ",\"%s\":%" PRIu64 ".%03u", name, nanoseconds / THOUSAND,
		(unsigned)(nanoseconds % THOUSAND));
}

static void put_lane(const struct gs_timeline *t, unsigned lane, FILE *file)
{
	fprintf(file,
		"{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%u,\"args\":{\"name\":",
		lane + 1);
	put_text(file, gs_timeline_lane_name(t, lane));
	fprintf(file,
		"}},\n{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":1,\"tid\":%u,"
		"\"args\":{\"sort_index\":%u}},\n",
		lane + 1, lane + 1);
}

static void put_span(const struct gs_timeline_span *span, FILE *file)
{
	static const char *const kinds[] = {"frame", "pass", "gpu", "call"};
	fputs("{\"name\":", file);
	put_text(file, span->text);
	fprintf(file, ",\"cat\":\"%s\",\"ph\":\"X\",\"pid\":1,\"tid\":%u",
		kinds[MIN(span->lane, GS_LANE_THREADS)], span->lane + 1);
	put_time(file, "ts", span->from);
	put_time(file, "dur", span->to - span->from);
	fprintf(file, ",\"args\":{\"call\":%" PRIu64 ",\"calls\":%" PRIu64 ",\"frame\":%" PRIu64,
		span->call, span->calls, span->frame);
	if (span->program) {
		fputs(",\"program\":", file);
		put_text(file, span->program);
	}
	fputs("}}", file);
}

bool gs_timeline_write_events(struct gs_timeline *t, FILE *file)
{
	size_t n;
	const struct gs_timeline_span *spans = gs_timeline_spans(t, &n);
	fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"method\":", file);
	put_text(file, gs_timeline_method(t));
	fputs("},\"traceEvents\":[\n", file);
	for (unsigned i = 0; i < gs_timeline_lanes(t); i++)
		put_lane(t, i, file);
	for (size_t i = 0; i < n; i++) {
		put_span(&spans[i], file);
		fputs(i + 1 < n ? ",\n" : "\n", file);
	}
	fputs("]}\n", file);
	return !fflush(file) && !ferror(file);
}
