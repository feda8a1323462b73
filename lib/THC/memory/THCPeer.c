/*
** Peer access, tested once per ordered pair of devices and then remembered. A test that could not
** run (no memory, a lost device) is not remembered: the next question repeats it. Access stays
** enabled only where the test succeeded.
*/
#include "THC/memory/THCPeer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "THC/memory/THCAllocator.h"

enum { UNKNOWN, REACHES, APART };

static struct {
  pthread_mutex_t lock;
  int8_t found[TH_MAX_DEVICES][TH_MAX_DEVICES];
} pairs = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The test: 1 MB on one device, 1 MB on the other, and host buffers for what was sent and what
   arrived. */
enum { WORDS = 1 << 18 };

typedef struct Pattern {
  void *from, *to;
  uint32_t *sent, *arrived;
} Pattern;

static int allocate(Pattern *p, int other)
{
  const size_t bytes = WORDS * sizeof *p->sent;
  THCGuard guard;
  THC_TRY("peer", cudaMalloc(&p->from, bytes));
  TH_TRY(THCGuard_enter(&guard, "peer", other));
  const cudaError_t error = cudaMalloc(&p->to, bytes);
  THCGuard_leave(&guard);
  return error ? TH_EDEVICE : TH_OK;
}

/* All in the device's default stream, which keeps the order. */
static cudaError_t send(const Pattern *p, int device, int other)
{
  const size_t bytes = WORDS * sizeof *p->sent;
  cudaError_t error = cudaMemcpy(p->from, p->sent, bytes, cudaMemcpyHostToDevice);
  if (!error) error = cudaMemcpyPeerAsync(p->to, other - 1, p->from, device - 1, bytes, NULL);
  if (!error) error = cudaMemcpy(p->arrived, p->to, bytes, cudaMemcpyDeviceToHost);
  return error;
}

/* UNKNOWN if the test itself could not run. */
static int try_pattern(int device, int other)
{
  Pattern p = {.sent = malloc(WORDS * sizeof *p.sent), .arrived = calloc(WORDS, sizeof *p.sent)};
  int found = UNKNOWN, ready = p.sent && p.arrived;
  for (uint32_t i = 0; ready && i < WORDS; i++) p.sent[i] = (i + 1) * 2654435761u;
  if (ready && !allocate(&p, other) && !send(&p, device, other))
    found = memcmp(p.sent, p.arrived, WORDS * sizeof *p.sent) ? APART : REACHES;
  cudaFree(p.from), cudaFree(p.to);
  free(p.sent), free(p.arrived);
  return found;
}

/* device is the current one. Access that another part of the program enabled counts as enabled. */
static int enable(int device, int other)
{
  int can = 0;
  if (cudaDeviceCanAccessPeer(&can, device - 1, other - 1)) return UNKNOWN;
  if (!can) return APART;
  cudaError_t error = cudaDeviceEnablePeerAccess(other - 1, 0);
  if (error && error != cudaErrorPeerAccessAlreadyEnabled) return APART;
  const int found = try_pattern(device, other);
  if (found != REACHES) cudaDeviceDisablePeerAccess(other - 1);
  return found;
}

static int find(int device, int other)
{
  THCGuard guard;
  if (THCGuard_enter(&guard, "peer", device)) return UNKNOWN;
  const int found = enable(device, other);
  cudaGetLastError();
  THCGuard_leave(&guard);
  return found;
}

int THCPeer_reaches(int device, int other)
{
  if (device == other) return 1;
  if (!strcmp(THCAllocator_name(), "async")) return 0;
  pthread_mutex_lock(&pairs.lock);
  int8_t *found = &pairs.found[device][other];
  if (*found == UNKNOWN) *found = (int8_t)find(device, other);
  int reaches = *found == REACHES;
  pthread_mutex_unlock(&pairs.lock);
  return reaches;
}
