/* SPDX-License-Identifier: MIT */
/* test-no-gl [--status N] [--signal N] [--sleep SECONDS] - a program that never calls GL;
 * test-static: the same, static. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int status = 0;

	for (int i = 1; i + 1 < argc; i += 2) {
		int number = atoi(argv[i + 1]);

		if (strcmp(argv[i], "--status") == 0)
			status = number;
		else if (strcmp(argv[i], "--signal") == 0)
			raise(number);
		else if (strcmp(argv[i], "--sleep") == 0)
			sleep(number);
	}
	printf("no GL here\n");
	return status;
}
