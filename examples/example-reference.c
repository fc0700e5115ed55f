/* SPDX-License-Identifier: MIT */
/*
 * example-reference --pixel X Y [--time T] [--size WxH] [--nan] - prints what the example's
 * fragment shader computes at a pixel, as one line of JSON: "stable", and "values", each {"line":
 * TEXT, "expression": TEXT, "value": VALUE}, where LINE is a line of the shader before which the
 * value stands (the first time that execution comes there), "end": end of main.
 */
#include "config.h"
#include "examples/reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *separator = "";

static void print_float(float value)
{
	if (isnan(value))
		printf("\"nan\"");
	else if (isinf(value))
		printf("\"%sinf\"", value < 0 ? "-" : "");
	else
		printf("%.9g", value);
}

static void begin(const char *line, const char *expression)
{
	printf("%s\n{\"line\": \"%s\", \"expression\": \"%s\", \"value\": ", separator, line,
		expression);
	separator = ",";
}

static void number(const char *line, const char *expression, float value)
{
	begin(line, expression);
	print_float(value);
	printf("}");
}

static void vector(const char *line, const char *expression, struct vec3 value)
{
	begin(line, expression);
	printf("[");
	print_float(value.x);
	printf(", ");
	print_float(value.y);
	printf(", ");
	print_float(value.z);
	printf("]}");
}

static void print_values(const struct gs_example_values *v)
{
	const char *after_march = "vec3 result = shade(ray, hit);";
	const char *after_shade = "if (hit.material > 1) {";

	begin("Hit hit = march(ray, MAX_STEPS);", "screen");
	printf("[%.9g, %.9g]}", v->screen.x, v->screen.y);
	vector("Hit hit = march(ray, MAX_STEPS);", "ray.direction", v->ray.direction);
	number("hit.steps = i + 1;", "d", v->first_distance);
	number("hit.steps = i + 1;", "i", 0);
	number(after_march, "hit.steps", v->hit.steps);
	number(after_march, "hit.material", v->hit.material);
	number(after_march, "hit.distance", v->hit.distance);
	vector(after_march, "hit.position", v->hit.position);
	if (v->shaded) {
		vector("vec3 to_light = normalize(light - hit.position);", "normal", v->normal);
		number("float facing = abs(dot(normal, ray.direction));", "diffuse", v->diffuse);
		number("return base * (0.2 + 0.6 * diffuse + 0.2 * rim);", "facing", v->facing);
		number("return base * (0.2 + 0.6 * diffuse + 0.2 * rim);", "rim", v->rim);
		vector("return base * (0.2 + 0.6 * diffuse + 0.2 * rim);", "base", v->base);
	}
	vector(after_shade, "result", v->first_result);
	if (v->mirrors) {
		vector("Hit second = march(mirrored, 24);", "mirrored.direction",
			v->mirrored.direction);
		number("result = mix(result, shade(mirrored, second), 0.3);", "second.steps",
			v->second.steps);
		number("result = mix(result, shade(mirrored, second), 0.3);", "second.material",
			v->second.material);
	}
	vector("end", "result", v->result);
}

static int usage(void)
{
	fprintf(stderr, "Usage: example-reference --pixel X Y [--time T] [--size WxH] [--nan]\n");
	return 2;
}

int main(int argc, char **argv)
{
	int x = -1, y = -1, width = 800, height = 600;
	double time = 0;
	bool nan = false;
	struct gs_example_values values;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--pixel") == 0 && i + 2 < argc) {
			x = atoi(argv[++i]);
			y = atoi(argv[++i]);
		} else if (strcmp(argv[i], "--time") == 0 && i + 1 < argc) {
			time = atof(argv[++i]);
		} else if (strcmp(argv[i], "--size") == 0 && i + 1 < argc) {
			if (sscanf(argv[++i], "%dx%d", &width, &height) != 2)
				return usage();
		} else if (strcmp(argv[i], "--nan") == 0) {
			nan = true;
		} else {
			return usage();
		}
	}
	if (x < 0 || y < 0 || x >= width || y >= height)
		return usage();
	gs_example_reference(x + 0.5f, y + 0.5f, time, width, height, nan, &values);
	printf("{\"stable\": %s, \"values\": [",
		gs_example_stable(x + 0.5f, y + 0.5f, time, width, height, nan) ? "true" : "false");
	print_values(&values);
	printf("]}\n");
	return 0;
}
