/* SPDX-License-Identifier: MIT */
/* The triangle in a window of GLUT; status 0 if its colour was right. */
#include <stdlib.h>
#include <GL/freeglut.h>
#include "tests/programs/toolkit.h"

static bool good = true;
static int frames;

static void *get(const char *name)
{
	return (void *)glutGetProcAddress(name);
}

static void display(void)
{
	good = toolkit_draw() && good;
	glutSwapBuffers();
	if (++frames == TOOLKIT_FRAMES)
		exit(good ? 0 : 1);
	glutPostRedisplay();
}

int main(int argc, char **argv)
{
	glutInit(&argc, argv);
	glutInitDisplayMode(GLUT_RGB | GLUT_DOUBLE | GLUT_DEPTH);
	glutInitWindowSize(TOOLKIT_SIZE, TOOLKIT_SIZE);
	glutCreateWindow("GLUT");
	toolkit_init(get);
	glutDisplayFunc(display);
	glutMainLoop();
	return 99;
}
