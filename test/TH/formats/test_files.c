/*
** Reading and saving npy, zip and safetensors when memory runs out: whatever allocation fails, the
** status is TH_ENOMEM, nothing leaks and no file is left or changed. Reading a terminal.
*/
#include "check.h"
#include "failing.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "TH/formats/THNpy.h"
#include "TH/formats/THSafetensors.h"
#include "TH/formats/THSink.h"
#include "TH/formats/THZip.h"

/* --- what is tried --- */

static char folder[] = "/tmp/tensor_test_XXXXXX", path[64];

static int write_npy(THSink *sink, const THTensor *t)
{
  char header[TH_NPY_HEADER];
  int length;
  TH_TRY(THNpy_header(header, &length, t));
  TH_TRY(THSink_write(sink, header, length));
  return THSink_write(sink, THTensor_data(t), 24);
}

static int save_npy(const THTensor *t)
{
  THSink sink;
  TH_TRY(THSink_open(&sink, path));
  int status = write_npy(&sink, t);
  if (!status) status = THSink_commit(&sink);
  THSink_drop(&sink);
  return status;
}

static int write_zip(THZipWriter *writer, THSink *sink, const THTensor *t, int isDeflated)
{
  char header[TH_NPY_HEADER];
  int length;
  TH_TRY(THNpy_header(header, &length, t));
  const THBytes head = THBytes_of(header, (size_t)length), data = THBytes_of(THTensor_data(t), 24);
  TH_TRY(THZipWriter_add(writer, sink, "a.npy", 5, &head, &data, isDeflated));
  return THZipWriter_finish(writer, sink);
}

/* Save an archive in memory and read its one member back. */
static int through_zip(const THTensor *t, int isDeflated)
{
  THZipWriter writer = {.count = 0};
  THZip zip = {.count = 0};
  THBytes member = {.fd = -1};
  THTensor back = {0};
  THArray array;
  THSink sink;
  int status = THSink_openMemory(&sink);
  if (!status) status = write_zip(&writer, &sink, t, isDeflated);
  THZipWriter_end(&writer);
  const THBytes bytes = THBytes_of(status ? NULL : sink.memory->data, (size_t)sink.used);
  if (!status) status = THZip_read(&zip, &bytes);
  if (!status) status = THZip_open(&member, &bytes, &zip.member[0]);
  if (!status) status = THNpy_describe(&array, &member);
  if (!status) status = THBytes_array(&back, &member, &array, isDeflated);
  if (!status) CHECK(!memcmp(THTensor_data(&back), THTensor_data(t), 24));
  THTensor_clear(&back);
  THBytes_close(&member);
  THZip_end(&zip);
  THSink_drop(&sink);
  return status;
}

static int stored(const THTensor *t)
{
  return through_zip(t, 0);
}

static int deflated(const THTensor *t)
{
  return through_zip(t, 1);
}

static int read_tensors(const THTensor *t)
{
  static const char header[] =
    "{\"__metadata__\":{\"k\":\"v\"},\"x\":{\"dtype\":\"F32\",\"shape\":[6],"
    "\"data_offsets\":[0,24],\"other\":[{\"a\":1}]}}";
  char text[sizeof header + 31] = {0};
  THSafetensors file;
  THTensor back = {0};
  text[0] = (char)(sizeof header - 1);
  memcpy(text + 8, header, sizeof header - 1);
  uint32_t elements[6]; /* the lowest byte first */
  memcpy(elements, THTensor_data(t), 24);
  if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) THBytes_swap(elements, 24, 4);
  memcpy(text + 7 + sizeof header, elements, 24);
  const THBytes bytes = THBytes_of(text, 7 + sizeof header + 24);
  int status = THSafetensors_read(&file, &bytes);
  if (!status) status = THBytes_array(&back, &bytes, &file.array[0].array, 1);
  if (!status) CHECK(!memcmp(THTensor_data(&back), THTensor_data(t), 24));
  THTensor_clear(&back);
  THSafetensors_end(&file);
  return status;
}

static int read_file(const THTensor *t)
{
  THBytes bytes;
  THTensor back = {0};
  THArray array;
  TH_TRY(THBytes_open(&bytes, path, 0));
  int status = THNpy_describe(&array, &bytes);
  if (!status) status = THBytes_array(&back, &bytes, &array, 1);
  THBytes_close(&bytes); /* the window keeps the mapping */
  if (!status) CHECK(!memcmp(THTensor_data(&back), THTensor_data(t), 24));
  THTensor_clear(&back);
  return status;
}

static int count_files(void)
{
  int count = 0;
  DIR *list = opendir(folder);
  while (readdir(list)) count++;
  closedir(list);
  return count - 2; /* without . and .. */
}

/* A terminal is read to its end where that is wanted. */
static void test_terminal(void)
{
  THBytes bytes;
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) || unlockpt(master)) return; /* there are no terminals here */
  const int keeper = open(ptsname(master), O_RDWR | O_NOCTTY);
  CHECK(THBytes_open(&bytes, ptsname(master), 0) == TH_EUNSUPPORTED);
  CHECK(write(master, "1,2\n\4", 5) == 5); /* a line and its end of file */
  CHECK(THBytes_open(&bytes, ptsname(master), 1) == TH_OK);
  CHECK(bytes.size == 4 && !memcmp(bytes.data, "1,2\n", 4));
  THBytes_close(&bytes);
  close(keeper);
  close(master);
}

/* Fail the first allocation, then the second, and so on, until none is left to fail. */
static void run(int (*step)(const THTensor *), const THTensor *t, int files)
{
  for (int fail_at = 0; ; fail_at++) {
    TH_emptyCache();
    const int before = live;
    until_failure = fail_at;
    failed = 0;
    const int status = step(t);
    until_failure = -1;
    TH_emptyCache();
    CHECK(live == before);
    CHECK(count_files() == files);
    CHECK(status == (failed ? TH_ENOMEM : TH_OK));
    if (!failed || fail_at > 1000) return;
  }
}

int main(void)
{
  const int64_t size[] = {6};
  THTensor t = {0};
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/x.npy", folder);
  CHECK(THTensor_new(&t, 0, TH_FLOAT, 1, size) == TH_OK);
  for (int i = 0; i < 6; i++) ((float *)THTensor_data(&t))[i] = (float)i;
  CHECK(save_npy(&t) == TH_OK);
  run(save_npy, &t, 1);
  run(read_file, &t, 1);
  run(read_tensors, &t, 1);
  THZip none;
  const THBytes nothing = THBytes_of(NULL, 0);
  if (THZip_read(&none, &nothing) != TH_EUNSUPPORTED) { /* built with zlib */
    run(stored, &t, 1);
    run(deflated, &t, 1);
  }
  THTensor_clear(&t);
  test_terminal();
  unlink(path);
  rmdir(folder);
  return CHECK_RESULT();
}
