/*
** Tables as text: matrices, headers, errors with their places, the same for one thread and many,
** and no memory that a text is too short for.
*/
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "TH.h"
#include "TH/formats/THCsv.h"
#include "check.h"

static THTensor t;

static int read_as(int dtype, int header, char separator, const char *text, int64_t length)
{
  THCsv csv = {.dtype = dtype, .header = header, .separator = separator};
  /* A block as long as the text, so that a sanitizer sees what is read behind it. */
  char *copy = malloc((size_t)length + 1);
  memcpy(copy + 1, text, (size_t)length);
  const int status = THCsv_read(&t, &csv, copy + 1, length);
  free(copy);
  return status;
}

static int reads(const char *text, int64_t rows, int64_t columns)
{
  const int status = read_as(TH_DOUBLE, TH_CSV_FIND_HEADER, ',', text, (int64_t)strlen(text));
  return !status && t.size[0] == rows && t.size[1] == columns;
}

static double at(int64_t i)
{
  return ((const double *)THTensor_data(&t))[i];
}

static int fails(int dtype, const char *text, const char *message)
{
  const int status = read_as(dtype, TH_CSV_FIND_HEADER, ',', text, (int64_t)strlen(text));
  const int holds = status == TH_EINVAL && strcmp(TH_error(), message) == 0;
  if (!holds) fprintf(stderr, "%d: %s\n", status, TH_error());
  return holds;
}

static void test_layout(void)
{
  CHECK(reads("1,2\n3,4\n", 2, 2) && at(0) == 1 && at(3) == 4);
  CHECK(reads("1,2\r\n3,4", 2, 2) && at(3) == 4);
  CHECK(reads("1,2\n3,4\n\n \t\r\n\n", 2, 2));
  CHECK(reads(" 1 ,\t2\n\"3\", \" 4 \" \n", 2, 2) && at(2) == 3 && at(3) == 4);
  CHECK(reads("\xef\xbb\xbf" "7", 1, 1) && at(0) == 7);
  CHECK(reads(",\n1,", 2, 2) && isnan(at(0)) && isnan(at(1)) && at(2) == 1 && isnan(at(3)));
  CHECK(reads("nan,INF,-inf\n", 1, 3) && isnan(at(0)) && isinf(at(1)) && at(2) == -INFINITY);
  CHECK(reads("1\n\n2\n", 3, 1) && isnan(at(1)));
  CHECK(!read_as(TH_DOUBLE, TH_CSV_NO_HEADER, '\t', "1\t\n\t2\n", 6) && t.size[0] == 2);
  CHECK(isnan(at(1)) && isnan(at(2)) && at(3) == 2);
  CHECK(!read_as(TH_DOUBLE, TH_CSV_NO_HEADER, '\t', "\t\n\t\n", 4) && t.size[0] == 2);
  CHECK(!read_as(TH_DOUBLE, TH_CSV_NO_HEADER, ' ', "1 2\n3 4", 7) && t.size[1] == 2);
  CHECK(!read_as(TH_LONG, TH_CSV_NO_HEADER, ';', "9007199254740993;-1e3\n", 22));
  CHECK(((int64_t *)THTensor_data(&t))[0] == INT64_C(9007199254740993));
  CHECK(read_as(TH_COMPLEXFLOAT, 0, ',', "1", 1) == TH_EDTYPE);
  for (const char *c = "5+-.eEnaI\"\r\n"; *c; c++) CHECK(read_as(TH_FLOAT, 0, *c, "1", 1));
  CHECK(!read_as(TH_DOUBLE, TH_CSV_NO_HEADER, 0, "1\0" "2", 3) && t.size[1] == 2);
}

static void test_header(void)
{
  char name[64];
  const char *text = "a, \"b \"\"x\"\",\n\" ,,c d \r\n1,2,3,4\n";
  THCsv csv = {.dtype = TH_FLOAT, .header = TH_CSV_FIND_HEADER, .separator = ','};
  CHECK(!THCsv_read(&t, &csv, text, (int64_t)strlen(text)) && t.size[0] == 1 && t.size[1] == 4);
  CHECK(THCsv_nextName(&csv, name) == 1 && name[0] == 'a');
  CHECK(THCsv_nextName(&csv, name) == 7 && memcmp(name, "b \"x\",\n", 7) == 0);
  CHECK(THCsv_nextName(&csv, name) == 0);
  CHECK(THCsv_nextName(&csv, name) == 3 && memcmp(name, "c d", 3) == 0);
  CHECK(THCsv_nextName(&csv, name) == -1);
  CHECK(reads("x,y\n", 0, 2));
  csv.header = TH_CSV_HEADER;
  CHECK(!THCsv_read(&t, &csv, "1,2\n3,4", 7) && t.size[0] == 1);
  CHECK(THCsv_nextName(&csv, name) == 1 && name[0] == '1');
  csv.header = TH_CSV_NO_HEADER;
  CHECK(THCsv_read(&t, &csv, "a,2\n3,4", 7) == TH_EINVAL && !csv.names);
}

static void test_errors(void)
{
  CHECK(fails(TH_DOUBLE, "", "line 1, column 1: the text is empty"));
  CHECK(fails(TH_DOUBLE, "\n \r\n", "line 1, column 1: the text is empty"));
  CHECK(fails(TH_DOUBLE, "1,2\n3, 4x \n",
              "line 2, column 2 (character 3): '4x' is no number"));
  CHECK(fails(TH_DOUBLE, "1\n\"2\n", "line 2, column 1 (character 1): '\"2' is no number"));
  CHECK(fails(TH_DOUBLE, "a,\"b\n1,2\n",
              "line 1, column 2 (character 3): quotes that nothing closes"));
  CHECK(fails(TH_DOUBLE, "a,b\n1,2\n3\n4,5\n",
              "line 3, column 2 (character 2): the row has 1 fields, the first one has 2"));
  CHECK(fails(TH_DOUBLE, "1,2\n3,4,\n",
              "line 2, column 3 (character 5): more than the 2 fields of the first row"));
  CHECK(fails(TH_BYTE, "1,2\n3,256",
              "line 2, column 2 (character 3): byte elements cannot be '256'"));
  CHECK(fails(TH_BYTE, "1,nan", "line 1, column 2 (character 3): byte elements cannot be 'nan'"));
  CHECK(fails(TH_INT, "1,",
              "line 1, column 2 (character 3): an empty field; int elements have no NaN"));
  CHECK(fails(TH_DOUBLE, "1\n2\r3\n",
              "line 2, column 1 (character 1): a carriage return without a newline behind it"));
}

/* A row of commas and as many lines: a table of them would have 10^10 elements. */
static void test_memory(void)
{
  const int64_t half = 100000, length = 2 * half;
  char *text = malloc((size_t)length);
  memset(text, ',', (size_t)half);
  memset(text + half, '\n', (size_t)half);
  text[length - 1] = '1';
  THAccount *account = THAccount_new(), *before = TH_setAccount(account);
  account->budget = 1 << 20;
  CHECK(read_as(TH_DOUBLE, TH_CSV_FIND_HEADER, ',', text, length) == TH_EINVAL);
  CHECK(strstr(TH_error(), "line 2, column 2") != NULL);
  CHECK(account->allocated == 0);
  TH_setAccount(before);
  THAccount_close(account);
  free(text);
}

/* Large enough for several pieces. Elements are written and read by both numbers of threads. */
static void test_threads(void)
{
  const int64_t rows = 20000, columns = 7;
  THTensor x = {0};
  CHECK(!THTensor_new(&x, 0, TH_DOUBLE, 2, (const int64_t[]){rows, columns}));
  double *data = THTensor_data(&x);
  for (int64_t i = 0; i < rows * columns; i++) data[i] = sin((double)i) * pow(10, (double)(i % 40));
  char *text[2], *end[2];
  for (int many = 0; many < 2; many++) {
    TH_setNumThreads(many ? 4 : 1);
    text[many] = malloc((size_t)(rows * columns * TH_CSV_MOST));
    end[many] = THCsv_write(text[many], ',', &x, 0, rows * columns);
    CHECK(!read_as(TH_DOUBLE, TH_CSV_FIND_HEADER, ',', text[many], end[many] - text[many]));
    CHECK(memcmp(THTensor_data(&t), data, (size_t)(rows * columns) * sizeof *data) == 0);
  }
  CHECK(end[0] - text[0] == end[1] - text[1]);
  CHECK(memcmp(text[0], text[1], (size_t)(end[0] - text[0])) == 0);
  for (int64_t bad = rows - 1; bad > rows - 4; bad--) { /* the first of several errors */
    char *p = text[0];
    for (int64_t line = 0; line < bad / 2; line++) p = strchr(p, '\n') + 1;
    *p = 'x';
  }
  CHECK(read_as(TH_DOUBLE, TH_CSV_FIND_HEADER, ',', text[0], end[0] - text[0]) == TH_EINVAL);
  CHECK(strstr(TH_error(), "line 9999, column 1 (") != NULL);
  free(text[0]);
  free(text[1]);
  THTensor_clear(&x);
}

static void test_write(void)
{
  char text[256];
  THTensor x = {0}, view = {0};
  CHECK(!THTensor_new(&x, 0, TH_SHORT, 2, (const int64_t[]){2, 3}));
  for (int i = 0; i < 6; i++) ((int16_t *)THTensor_data(&x))[i] = (int16_t)(i * 100 - 200);
  CHECK(!THTensor_transpose(&view, &x, 0, 1));
  *THCsv_write(text, '\t', &view, 0, 6) = 0;
  CHECK(strcmp(text, "-200\t100\n-100\t200\n0\t300\n") == 0);
  *THCsv_write(text, ';', &x, 2, 5) = 0;
  CHECK(strcmp(text, "0\n100;200;") == 0);
  THTensor_clear(&x);
  THTensor_clear(&view);
}

int main(void)
{
  test_layout();
  test_header();
  test_errors();
  test_memory();
  test_threads();
  test_write();
  THTensor_clear(&t);
  return CHECK_RESULT();
}
