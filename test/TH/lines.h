/*
** Lines of a text file that have a word, as those of /proc/self/maps: what a process has mapped.
*/
#ifndef LINES_H
#define LINES_H

#include <stdio.h>
#include <string.h>

static inline int count_lines(const char *path, const char *word)
{
  char line[1000];
  int count = 0;
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file)) count += strstr(line, word) != NULL;
  if (file) fclose(file);
  return count;
}

#endif
