/* Streams and events: the order of work, the current stream of each thread, failures, lost devices,
   forked processes. */
#include <pthread.h>

#include "child.h"

static const THCStream *stream_of(int device, int index)
{
  const THCStream *stream = NULL;
  CHECK(!THCStream_get(device, index, &stream));
  return stream;
}

static void *memory(int device)
{
  void *data = NULL;
  CHECK(!THCAllocator_alloc(THCStream_current(device), 4096, &data));
  return data;
}

static int set(void *data, int value, const THCStream *stream)
{
  THC_TRY("set", cudaMemsetAsync(data, value, 4096, stream->handle));
  return TH_OK;
}

static void *look_elsewhere(void *seen)
{
  *(const THCStream **)seen = THCStream_current(1);
  return NULL;
}

static int test_current(long n)
{
  (void)n;
  CHECK(!THC_open());
  const THCStream *third = stream_of(1, 3), *seen = NULL;
  pthread_t thread;
  CHECK(THC_deviceCount() == 2 && THCStream_current(1)->index == 0);
  CHECK(THCStream_current(1) == stream_of(1, 0) && !stream_of(1, 0)->handle);
  THCStream_setCurrent(third);
  CHECK(THCStream_current(1) == third && THCStream_current(2)->index == 0);
  CHECK(third == stream_of(1, 3) && third->handle);
  CHECK(!pthread_create(&thread, NULL, look_elsewhere, &seen) && !pthread_join(thread, NULL));
  CHECK(seen == stream_of(1, 0));
  FAILS(TH_EINVAL, THCStream_get(3, 0, &seen), "no device 3; CUDA's devices are 1 to 2");
  FAILS(TH_EINVAL, THCStream_get(1, THC_ALL_STREAMS, &seen), "no stream 65; they are 0 to 64");
  return TH_OK;
}

static int test_pools(long n)
{
  (void)n;
  CHECK(!THC_open());
  const THCStream *first, *next, *high;
  CHECK(!THCStream_next(2, 0, &first) && !THCStream_next(2, 0, &next));
  CHECK(first->index == 1 && next->index == 2 && next->device == 2);
  CHECK(!THCStream_next(2, 1, &high) && high->index == THC_STREAMS + 1);
  for (int k = 2; k < THC_STREAMS; k++) CHECK(!THCStream_next(2, 0, &next));
  CHECK(!THCStream_next(2, 0, &next) && next == first);
  int urgent = 0, ordinary = 0;
  CHECK(!cudaStreamGetPriority(high->handle, &urgent));
  CHECK(!cudaStreamGetPriority(first->handle, &ordinary) && urgent < ordinary);
  CHECK(THC_device() == 1);
  return TH_OK;
}

/* n: with the wait. Without it the emulator must find a race, or its silence would mean nothing. */
static int test_wait(long n)
{
  CHECK(!THC_open());
  const THCStream *a = stream_of(1, 1), *b = stream_of(1, 2), *far = stream_of(2, 1);
  void *data = memory(1), *there = memory(2);
  CHECK(!set(data, 1, a) && !THC_setDevice(2));
  if (n) CHECK(!THCStream_wait(b, a));
  CHECK(!set(data, 2, b));
  CHECK(!set(there, 1, far) && !THCStream_wait(far, b) && !THCStream_wait(a, far));
  CHECK(!set(data, 3, a) && THC_device() == 2);
  CHECK(!THC_synchronize(0));
  if (n) CLEAN();
  else CHECK(emu_races() == 1);
  THCAllocator_free(data), THCAllocator_free(there);
  return TH_OK;
}

static int test_barrier(long n)
{
  (void)n;
  CHECK(!THC_open());
  const THCStream *streams[] = {stream_of(1, 1), stream_of(2, 1), stream_of(1, 2)};
  void *data = memory(1);
  for (int round = 0; round < 2; round++)
    for (int k = 0; k < 3; k += 2)
      CHECK(!set(data, round, streams[k]) && !THCStream_barrier(3, streams));
  CHECK(!THC_synchronize(0));
  CLEAN();
  return TH_OK;
}

static int test_events(long n)
{
  (void)n;
  CHECK(!THC_open());
  THCEvent event, begin, end;
  const THCStream *a = stream_of(1, 1);
  int passed = 0, done = 0;
  double time = -1;
  CHECK(!THCEvent_init(&event, 1, 0) && !THCEvent_query(&event, &passed) && passed);
  CHECK(!THCEvent_wait(&event, a) && !THCEvent_synchronize(&event));
  CHECK(!set(memory(1), 1, a) && !THCEvent_record(&event, a));
  CHECK(!THCEvent_query(&event, &passed) && !THCEvent_synchronize(&event));
  CHECK(!THCEvent_query(&event, &passed) && passed);
  CHECK(!THCStream_synchronize(a) && !THCStream_query(a, &done) && done);
  FAILS(TH_EINVAL, THCEvent_record(&event, stream_of(2, 0)), "on device 1, the stream on device 2");
  FAILS(TH_EINVAL, THCEvent_elapsed(&event, &event, &time), "timed and recorded");
  CHECK(!THCEvent_init(&begin, 1, 1) && !THCEvent_init(&end, 1, 1));
  CHECK(!THCEvent_record(&begin, a) && !THCEvent_record(&end, a));
  CHECK(!THCEvent_elapsed(&begin, &end, &time) && time >= 0);
  cudaEvent_t handle = event.handle;
  THCEvent_clear(&event), THCEvent_clear(&begin), THCEvent_clear(&end);
  CHECK(emu_live(EMU_EVENTS) == 1);
  CHECK(!THCEvent_init(&event, 1, 0) && event.handle == handle);
  return TH_OK;
}

static int wait_across(void)
{
  const THCStream *a, *b;
  TH_TRY(THCStream_next(1, 0, &a));
  TH_TRY(THCStream_next(2, 1, &b));
  TH_TRY(THCStream_wait(a, b));
  return THC_synchronize(1);
}

/* Whichever call fails, the next try works, and the thread is on its own device. */
static int wait_script(long n)
{
  (void)n;
  CHECK(!THC_open());
  fail_from_here();
  int status = wait_across(), failed = calls_left();
  CHECK(failed ? status == TH_OK || status == TH_EDEVICE : status == TH_OK);
  CHECK(THC_device() == 1 && !wait_across());
  int current = -1;
  CHECK(!cudaGetDevice(&current) && current == 0);
  CLEAN();
  return failed ? TH_OK : COMPLETE;
}

/* All later errors of a lost device name the first one; other devices still work. */
static int test_lost(long n)
{
  (void)n;
  CHECK(!THC_open());
  void *data = memory(1);
  emu_fail("cudaDeviceSynchronize", 1, cudaErrorIllegalAddress);
  FAILS(TH_EDEVICE, THC_synchronize(1), "cudaDeviceSynchronize failed");
  CHECK(strstr(TH_error(), "synchronize: ") == TH_error());
  CHECK(strstr(TH_error(), "(cudaErrorIllegalAddress, 700)"));
  FAILS(TH_EDEVICE, THCAllocator_alloc(THCStream_current(1), 64, &data),
        "alloc: device 1 was lost by an earlier error in synchronize (cudaErrorIllegalAddress)");
  CHECK(!data && !THC_synchronize(2));
  return TH_OK;
}

/* An error of an event costs the event's device, whichever device is current. */
static int test_lost_event(long n)
{
  (void)n;
  CHECK(!THC_open());
  THCEvent event, other;
  double time;
  CHECK(!THCEvent_init(&event, 2, 1) && !THCEvent_record(&event, stream_of(2, 0)));
  CHECK(!THCEvent_init(&other, 1, 1) && !THCEvent_record(&other, stream_of(1, 0)));
  FAILS(TH_EINVAL, THCEvent_elapsed(&other, &event, &time), "on devices 1 and 2");
  emu_fail("cudaEventSynchronize", 1, cudaErrorIllegalAddress);
  FAILS(TH_EDEVICE, THCEvent_synchronize(&event), "cudaEventSynchronize failed");
  FAILS(TH_EDEVICE, THC_synchronize(2), "device 2 was lost by an earlier error in event");
  CHECK(!THC_synchronize(1));
  return TH_OK;
}

static int use_after_fork(long n)
{
  (void)n;
  FAILS(TH_EDEVICE, THC_synchronize(1), "forked off");
  return TH_OK;
}

static int test_fork(long n)
{
  (void)n;
  CHECK(!THC_open() && !THC_synchronize(1));
  isolated(use_after_fork);
  CHECK(!THC_synchronize(1));
  return TH_OK;
}

static int test_no_device(long n)
{
  (void)n;
  emu_reset(0, 0, 0);
  FAILS(TH_EUNSUPPORTED, THC_open(), "CUDA: ");
  CHECK(THC_deviceCount() == 0);
  FAILS(TH_EINVAL, THC_synchronize(1), "no device 1");
  return TH_OK;
}

int main(void)
{
  isolated(test_current);
  isolated(test_pools);
  CHECK(in_child(test_wait, 0) == 0 && in_child(test_wait, 1) == 0);
  isolated(test_barrier);
  isolated(test_events);
  CHECK(fail_each(wait_script) >= 6);
  isolated(test_lost);
  isolated(test_lost_event);
  isolated(test_fork);
  isolated(test_no_device);
  return CHECK_RESULT();
}
