/* SPDX-License-Identifier: MIT */
/* The triangle in a window of SDL 2; status 0 if its colour was right. */
#include <SDL.h>
#include "tests/programs/toolkit.h"

int main(int argc, char **argv)
{
	bool good = true;
	if (SDL_Init(SDL_INIT_VIDEO))
		return 99;
	SDL_Window *window = SDL_CreateWindow(
		"SDL", 0, 0, TOOLKIT_SIZE, TOOLKIT_SIZE, SDL_WINDOW_OPENGL);
	SDL_GLContext context = window ? SDL_GL_CreateContext(window) : NULL;
	if (!context)
		return 99;
	toolkit_init(SDL_GL_GetProcAddress);
	for (int i = 0; i < TOOLKIT_FRAMES; i++) {
		SDL_Event event;
		while (SDL_PollEvent(&event))
			;
		good = toolkit_draw() && good;
		SDL_GL_SwapWindow(window);
	}
	SDL_GL_DeleteContext(context);
	SDL_DestroyWindow(window);
	SDL_Quit();
	return good ? 0 : 1;
}
