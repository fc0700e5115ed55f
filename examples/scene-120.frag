#version 120
// SPDX-License-Identifier: MIT
// Three spheres over a tiled floor, found by marching along the ray of each pixel.

struct Ray {
	vec3 origin;
	vec3 direction;
};

struct Hit {
	int material; // 0 nothing, 1 floor, 2 and up: a sphere
	int steps;
	float distance;
	vec3 position;
};

const int MAX_STEPS = 64;
const float FAR = 14.0;
const float NEAR_ENOUGH = 0.004;

varying vec2 screen;
uniform vec4 spheres[3]; // centre, radius
uniform vec3 light;      // its position
uniform float rim_scale; // at most 1, or there will be NaNs
uniform sampler2D tiles;

float sphere_distance(vec3 p, vec4 sphere)
{
	return length(p - sphere.xyz) - sphere.w;
}

float scene_distance(vec3 p)
{
	float nearest = p.y + 1.0;
	for (int i = 0; i < 3; i++) {
		float d = sphere_distance(p, spheres[i]);
		if (d < nearest)
			nearest = d;
	}
	return nearest;
}

int material_at(vec3 p)
{
	int material = 1;
	float nearest = abs(p.y + 1.0);
	for (int i = 0; i < 3; i++) {
		float d = abs(sphere_distance(p, spheres[i]));
		if (d >= nearest)
			continue;
		nearest = d;
		material = 2 + i;
	}
	return material;
}

vec3 normal_at(vec3 p)
{
	const float e = 0.01;
	float here = scene_distance(p);
	vec3 slope = vec3(scene_distance(p + vec3(e, 0.0, 0.0)) - here,
			  scene_distance(p + vec3(0.0, e, 0.0)) - here,
			  scene_distance(p + vec3(0.0, 0.0, e)) - here);
	return normalize(slope);
}

Hit march(Ray ray, int budget)
{
	Hit hit = Hit(0, 0, 0.0, ray.origin);
	for (int i = 0; i < MAX_STEPS; i++) {
		if (i >= budget)
			break;
		float d = scene_distance(hit.position);
		hit.steps = i + 1;
		if (d < NEAR_ENOUGH) {
			hit.material = material_at(hit.position);
			break;
		}
		hit.distance += d;
		hit.position = ray.origin + hit.distance * ray.direction;
		if (hit.distance < FAR * 0.5)
			continue; // cannot have left yet
		if (hit.distance > FAR)
			break;
	}
	return hit;
}

vec3 surface_color(Hit hit)
{
	vec3 palette[3] = vec3[3](vec3(0.9, 0.3, 0.2), vec3(0.2, 0.7, 0.3), vec3(0.2, 0.4, 0.9));
	vec3 base = vec3(0.6, 0.75, 0.9);
	if (hit.material > 0) {
		if (hit.material == 1) {
			base = texture2D(tiles, hit.position.xz * 0.25).rgb;
		} else {
			base = palette[hit.material - 2];
			if (hit.position.y < -0.5)
				base *= 0.5;
		}
	}
	return base;
}

vec3 shade(Ray ray, Hit hit)
{
	vec3 base = surface_color(hit);
	if (hit.material == 0)
		return base;
	vec3 normal = normal_at(hit.position);
	vec3 to_light = normalize(light - hit.position);
	float diffuse = max(dot(normal, to_light), 0.0);
	float facing = abs(dot(normal, ray.direction));
	float rim = 1.0 - sqrt(1.0 - rim_scale * facing);
	return base * (0.2 + 0.6 * diffuse + 0.2 * rim);
}

void main()
{
	Ray ray = Ray(vec3(0.0, 0.5, 4.0), normalize(vec3(screen, -1.8)));
	Hit hit = march(ray, MAX_STEPS);
	vec3 result = shade(ray, hit);
	if (hit.material > 1) {
		vec3 normal = normal_at(hit.position);
		Ray mirrored = Ray(hit.position + 0.05 * normal, reflect(ray.direction, normal));
		Hit second = march(mirrored, 24);
		result = mix(result, shade(mirrored, second), 0.3);
	}
	gl_FragColor = vec4(result, 1.0);
}
