#include "THCPeer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "THCAllocator.h"

enum { UNKNOWN, REACHES, APART };

static struct {
  pthread_mutex_t lock;
  int8_t found[TH_MAX_DEVICES][TH_MAX_DEVICES];
} pairs = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The pattern: a block of a MB on the one device, one on the other, and what came of it here. */
enum { WORDS = 1 << 18 };

typedef struct Pattern {
  void *from, *to;
  uint32_t *sent, *arrived;
} Pattern;

static cudaError_t allocate(Pattern *p, int device, int other)
{
  const size_t bytes = WORDS * sizeof *p->sent;
  cudaError_t error = cudaMalloc(&p->from, bytes);
  if (!error) error = cudaSetDevice(other - 1);
  if (!error) error = cudaMalloc(&p->to, bytes);
  cudaError_t back = cudaSetDevice(device - 1);
  return error ? error : back;
}

static cudaError_t send(const Pattern *p, int device, int other)
{
  const size_t bytes = WORDS * sizeof *p->sent;
  cudaError_t error = cudaMemcpy(p->from, p->sent, bytes, cudaMemcpyHostToDevice);
  if (!error) error = cudaMemcpyPeerAsync(p->to, other - 1, p->from, device - 1, bytes, NULL);
  if (!error) error = cudaDeviceSynchronize();
  if (!error) error = cudaMemcpy(p->arrived, p->to, bytes, cudaMemcpyDeviceToHost);
  return error;
}

static int arrives(int device, int other)
{
  Pattern p = {.sent = malloc(WORDS * sizeof *p.sent), .arrived = calloc(WORDS, sizeof *p.sent)};
  int good = p.sent && p.arrived;
  for (uint32_t i = 0; good && i < WORDS; i++) p.sent[i] = (i + 1) * 2654435761u;
  good = good && !allocate(&p, device, other) && !send(&p, device, other) &&
         !memcmp(p.sent, p.arrived, WORDS * sizeof *p.sent);
  cudaFree(p.from), cudaFree(p.to);
  free(p.sent), free(p.arrived);
  return good;
}

/* The device is the current one. Who enabled access before us may have done so for good. */
static int enable(int device, int other)
{
  int can = 0;
  if (cudaDeviceCanAccessPeer(&can, device - 1, other - 1) || !can) return 0;
  cudaError_t error = cudaDeviceEnablePeerAccess(other - 1, 0);
  if (error && error != cudaErrorPeerAccessAlreadyEnabled) return 0;
  if (arrives(device, other)) return 1;
  cudaDeviceDisablePeerAccess(other - 1);
  return 0;
}

static int find(int device, int other)
{
  THCGuard guard;
  if (THCGuard_enter(&guard, "peer", device)) return APART;
  int reaches = enable(device, other);
  cudaGetLastError();
  THCGuard_leave(&guard);
  return reaches ? REACHES : APART;
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
