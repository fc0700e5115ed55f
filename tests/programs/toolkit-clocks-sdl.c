/* SPDX-License-Identifier: MIT */
/* The clocks of SDL 2. */
#include <SDL.h>
#include "tests/programs/toolkit-clocks.h"

static double ticks(void)
{
	return SDL_GetTicks();
}

static double ticks64(void)
{
	return (double)SDL_GetTicks64();
}

static double counter(void)
{
	return (double)SDL_GetPerformanceCounter() * 1e3 / (double)SDL_GetPerformanceFrequency();
}

static void wait(void)
{
	SDL_Delay(TOOLKIT_WAIT);
}

int main(int argc, char **argv)
{
	static const struct toolkit_clock clocks[] = {
		{"ticks", ticks}, {"ticks64", ticks64}, {"counter", counter}};
	if (SDL_Init(SDL_INIT_VIDEO))
		return 99;
	SDL_Window *window = SDL_CreateWindow("SDL", 0, 0, 64, 64, SDL_WINDOW_OPENGL);
	SDL_GLContext context = window ? SDL_GL_CreateContext(window) : NULL;
	if (!context)
		return 99;
	toolkit_tell_clocks(clocks, sizeof clocks / sizeof *clocks,
		(void (*)(void))SDL_GL_GetProcAddress("glFinish"), wait);
	SDL_GL_DeleteContext(context);
	SDL_DestroyWindow(window);
	SDL_Quit();
	return 0;
}
