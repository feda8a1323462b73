/*
** Uses of memory. A use is in the list of its memory while that is in use, and then in the queue of
** its allocator, until its event has passed; the use is freed then.
*/
#include "THC/memory/THCUse.h"

#include <stdlib.h>

typedef struct THCUse {
  struct THCUse *next;
  const THCStream *stream;
  THCUses *of;
  THCEvent event;
} THCUse;

static THCUse *find(const THCUses *uses, const THCStream *stream)
{
  THCUse *use = uses->first;
  while (use && use->stream != stream) use = use->next;
  return use;
}

int thc_note(THCUses *uses, const THCStream *stream)
{
  if (find(uses, stream)) return TH_OK;
  THCUse *use = malloc(sizeof *use);
  if (!use) return th_fail(TH_ENOMEM, "recordStream: not enough memory");
  *use = (THCUse){.next = uses->first, .stream = stream, .of = uses};
  uses->first = use;
  return TH_OK;
}

static int record(THCUse *use)
{
  if (!use->event.handle) TH_TRY(THCEvent_init(&use->event, use->stream->device, 0));
  return THCEvent_record(&use->event, use->stream);
}

int thc_use(THCUses *uses, const THCStream *stream)
{
  int status = thc_note(uses, stream);
  if (!status) status = record(find(uses, stream));
  if (status) status = THCStream_synchronize(stream);
  if (status) uses->waiting++;
  return status;
}

int thc_follow(const THCUses *uses, const THCStream *stream)
{
  for (const THCUse *use = uses->first; use; use = use->next)
    if (use->stream != stream) TH_TRY(THCEvent_wait(&use->event, stream));
  return TH_OK;
}

int thc_wait(THCUses *uses)
{
  if (uses->waiting)
    return th_fail(TH_EDEVICE, "wait: cannot tell when the device is done with this memory");
  while (uses->first) {
    THCUse *use = uses->first;
    TH_TRY(THCEvent_synchronize(&use->event));
    uses->first = use->next;
    THCEvent_clear(&use->event);
    free(use);
  }
  return TH_OK;
}

/* Insert a use after the last one of its stream, or at the front. */
static void append(THCQueue *queue, THCUse *use)
{
  THCUse **place = &queue->first;
  for (THCUse **p = place; *p; p = &(*p)->next)
    if ((*p)->stream == use->stream) place = &(*p)->next;
  use->next = *place;
  *place = use;
}

void thc_queue(THCQueue *queue, THCUses *uses)
{
  THCUse *use = uses->first;
  uses->first = NULL;
  while (use) {
    THCUse *next = use->next;
    uses->waiting++;
    if (use->event.recorded || !record(use)) {
      append(queue, use);
    } else {
      if (!THCStream_synchronize(use->stream)) uses->waiting--;
      THCEvent_clear(&use->event);
      free(use);
    }
    use = next;
  }
}

/* The place of the next use that belongs to another stream, or the end. */
static THCUse **skip_stream(THCUse **place)
{
  const THCStream *stream = (*place)->stream;
  while (*place && (*place)->stream == stream) place = &(*place)->next;
  return place;
}

void thc_poll(THCQueue *queue, int wait, void (*ready)(THCUses *uses))
{
  THCUse **place = &queue->first;
  while (*place) {
    THCUse *use = *place;
    int passed = wait && !THCEvent_synchronize(&use->event);
    if (!passed && (THCEvent_query(&use->event, &passed) || !passed)) {
      place = skip_stream(place);
      continue;
    }
    *place = use->next;
    THCUses *of = use->of;
    THCEvent_clear(&use->event);
    free(use);
    if (!--of->waiting) ready(of);
  }
}
