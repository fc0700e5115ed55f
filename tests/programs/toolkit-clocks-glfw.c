/* SPDX-License-Identifier: MIT */
/* The clocks of GLFW. */
#include <GLFW/glfw3.h>
#include "tests/programs/toolkit-clocks.h"

static double seconds(void)
{
	return glfwGetTime() * 1e3;
}

static double timer(void)
{
	return (double)glfwGetTimerValue() * 1e3 / (double)glfwGetTimerFrequency();
}

/* An event would end one such wait. */
static void wait(void)
{
	double end = glfwGetTime() + TOOLKIT_WAIT / 1e3;
	for (double now; (now = glfwGetTime()) < end;)
		glfwWaitEventsTimeout(end - now);
}

int main(void)
{
	static const struct toolkit_clock clocks[] = {{"seconds", seconds}, {"timer", timer}};
	if (!glfwInit())
		return 99;
	GLFWwindow *window = glfwCreateWindow(64, 64, "GLFW", NULL, NULL);
	if (!window)
		return 99;
	glfwMakeContextCurrent(window);
	toolkit_tell_clocks(
		clocks, sizeof clocks / sizeof *clocks, glfwGetProcAddress("glFinish"), wait);
	glfwTerminate();
	return 0;
}
