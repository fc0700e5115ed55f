/* SPDX-License-Identifier: MIT */
#include "config.h"
#include "examples/reference.h"

#include <math.h>
#include <stddef.h>

#define MAX_STEPS 64
#define MIRROR_STEPS 24
#define FAR 14.0f
#define NEAR_ENOUGH 0.004f

static struct vec3 add(struct vec3 a, struct vec3 b)
{
	return (struct vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static struct vec3 scale(struct vec3 a, float s)
{
	return (struct vec3){a.x * s, a.y * s, a.z * s};
}

static struct vec3 subtract(struct vec3 a, struct vec3 b)
{
	return add(a, scale(b, -1));
}

static float dot(struct vec3 a, struct vec3 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vec3 normalize(struct vec3 a)
{
	return scale(a, 1 / sqrtf(dot(a, a)));
}

void gs_example_uniforms_at(
	struct gs_example_uniforms *uniforms, double time, int width, int height, bool nan)
{
	float t = time;

	uniforms->aspect = (float)width / height;
	uniforms->spheres[0] = (struct vec4){1.2f * sinf(t), 0, 1.2f * cosf(t) - 0.5f, 0.8f};
	uniforms->spheres[1] = (struct vec4){-1.7f, -0.4f + 0.3f * sinf(2 * t), -1.0f, 0.6f};
	uniforms->spheres[2] = (struct vec4){1.8f, -0.5f, -1.2f, 0.5f};
	uniforms->light = (struct vec3){3, 5, 4};
	uniforms->rim_scale = nan ? 1.1f : 0.9f;
}

void gs_example_tile(int x, int y, unsigned char rgba[4])
{
	bool light = ((x / 2) ^ (y / 2)) & 1;

	rgba[0] = light ? 220 : 60 + 4 * x;
	rgba[1] = light ? 210 : 70;
	rgba[2] = light ? 190 - 3 * y : 80;
	rgba[3] = 255;
}

/* GL_NEAREST, GL_REPEAT */
static struct vec3 texture_at(float s, float t)
{
	int x = floorf((s - floorf(s)) * GS_EXAMPLE_TILES);
	int y = floorf((t - floorf(t)) * GS_EXAMPLE_TILES);
	unsigned char rgba[4];

	gs_example_tile(x, y, rgba);
	return (struct vec3){rgba[0] / 255.0f, rgba[1] / 255.0f, rgba[2] / 255.0f};
}

static float sphere_distance(struct vec3 p, const struct vec4 *sphere)
{
	struct vec3 to = subtract(p, (struct vec3){sphere->x, sphere->y, sphere->z});

	return sqrtf(dot(to, to)) - sphere->w;
}

static float scene_distance(const struct gs_example_uniforms *u, struct vec3 p)
{
	float nearest = p.y + 1;

	for (int i = 0; i < 3; i++)
		nearest = fminf(nearest, sphere_distance(p, &u->spheres[i]));
	return nearest;
}

static int material_at(const struct gs_example_uniforms *u, struct vec3 p)
{
	int material = 1;
	float nearest = fabsf(p.y + 1);

	for (int i = 0; i < 3; i++) {
		float d = fabsf(sphere_distance(p, &u->spheres[i]));

		if (d < nearest) {
			nearest = d;
			material = 2 + i;
		}
	}
	return material;
}

static struct vec3 normal_at(const struct gs_example_uniforms *u, struct vec3 p)
{
	const float e = 0.01f;
	float here = scene_distance(u, p);
	struct vec3 slope = {
		scene_distance(u, add(p, (struct vec3){e, 0, 0})) - here,
		scene_distance(u, add(p, (struct vec3){0, e, 0})) - here,
		scene_distance(u, add(p, (struct vec3){0, 0, e})) - here,
	};

	return normalize(slope);
}

static struct hit march(const struct gs_example_uniforms *u, const struct ray *ray, int budget)
{
	struct hit hit = {.position = ray->origin};

	for (int i = 0; i < MAX_STEPS && i < budget; i++) {
		float d = scene_distance(u, hit.position);

		hit.steps = i + 1;
		if (d < NEAR_ENOUGH) {
			hit.material = material_at(u, hit.position);
			break;
		}
		hit.distance += d;
		hit.position = add(ray->origin, scale(ray->direction, hit.distance));
		if (hit.distance > FAR)
			break;
	}
	return hit;
}

static struct vec3 surface_color(const struct hit *hit)
{
	static const struct vec3 palette[3] = {
		{0.9f, 0.3f, 0.2f}, {0.2f, 0.7f, 0.3f}, {0.2f, 0.4f, 0.9f}};

	if (hit->material == 0)
		return (struct vec3){0.6f, 0.75f, 0.9f};
	if (hit->material == 1)
		return texture_at(hit->position.x * 0.25f, hit->position.z * 0.25f);
	return scale(palette[hit->material - 2], hit->position.y < -0.5f ? 0.5f : 1);
}

/* Leaves its variables in values where not NULL. */
static struct vec3 shade(const struct gs_example_uniforms *u, const struct ray *ray,
	const struct hit *hit, struct gs_example_values *values)
{
	struct gs_example_values unused;
	struct gs_example_values *v = values ? values : &unused;

	v->base = surface_color(hit);
	v->shaded = hit->material != 0;
	if (!v->shaded)
		return v->base;
	v->normal = normal_at(u, hit->position);
	v->to_light = normalize(subtract(u->light, hit->position));
	v->diffuse = fmaxf(dot(v->normal, v->to_light), 0);
	v->facing = fabsf(dot(v->normal, ray->direction));
	v->rim = 1 - sqrtf(1 - u->rim_scale * v->facing);
	return scale(v->base, 0.2f + 0.6f * v->diffuse + 0.2f * v->rim);
}

void gs_example_reference(float x, float y, double time, int width, int height, bool nan,
	struct gs_example_values *values)
{
	struct gs_example_uniforms u;

	*values = (struct gs_example_values){0};
	gs_example_uniforms_at(&u, time, width, height, nan);
	values->screen = (struct vec2){(2 * x / width - 1) * u.aspect, 2 * y / height - 1};
	values->ray.origin = (struct vec3){0, 0.5f, 4};
	values->ray.direction = normalize((struct vec3){values->screen.x, values->screen.y, -1.8f});
	values->first_distance = scene_distance(&u, values->ray.origin);
	values->hit = march(&u, &values->ray, MAX_STEPS);
	values->first_result = shade(&u, &values->ray, &values->hit, values);
	values->result = values->first_result;
	values->mirrors = values->hit.material > 1;
	if (!values->mirrors)
		return;

	struct vec3 normal = values->normal;
	struct vec3 direction = values->ray.direction;

	values->mirrored.origin = add(values->hit.position, scale(normal, 0.05f));
	values->mirrored.direction = subtract(direction, scale(normal, 2 * dot(normal, direction)));
	values->second = march(&u, &values->mirrored, MIRROR_STEPS);

	struct vec3 other = shade(&u, &values->mirrored, &values->second, NULL);

	values->result = add(scale(values->first_result, 0.7f), scale(other, 0.3f));
}

static bool alike(const struct gs_example_values *a, const struct gs_example_values *b)
{
	float colors = fabsf(a->result.x - b->result.x) + fabsf(a->result.y - b->result.y) +
		       fabsf(a->result.z - b->result.z);

	return a->hit.material == b->hit.material && a->hit.steps == b->hit.steps &&
	       a->second.material == b->second.material && a->second.steps == b->second.steps &&
	       isnan(a->result.x) == isnan(b->result.x) && !(colors > 0.01f);
}

bool gs_example_stable(float x, float y, double time, int width, int height, bool nan)
{
	static const float offsets[4][2] = {{-0.02f, 0}, {0.02f, 0}, {0, -0.02f}, {0, 0.02f}};
	struct gs_example_values here, there;

	gs_example_reference(x, y, time, width, height, nan, &here);
	for (int i = 0; i < 4; i++) {
		gs_example_reference(
			x + offsets[i][0], y + offsets[i][1], time, width, height, nan, &there);
		if (!alike(&here, &there))
			return false;
	}
	return true;
}
