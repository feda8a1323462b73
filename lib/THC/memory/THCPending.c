/*
** Uses of memory. A use is in the list of its memory while that is in use, and then in the queue of
** its allocator, until its event has passed; the use is freed then.
*/
#include "THC/memory/THCPending.h"

#include <stdlib.h>

typedef struct THCPendingUse {
  struct THCPendingUse *next;
  const THCStream *stream;
  THCPending *of;
  THCEvent event;
} THCPendingUse;

static THCPendingUse *find(const THCPending *uses, const THCStream *stream)
{
  THCPendingUse *use = uses->first;
  while (use && use->stream != stream) use = use->next;
  return use;
}

int thc_note(THCPending *uses, const THCStream *stream)
{
  if (find(uses, stream)) return TH_OK;
  THCPendingUse *use = malloc(sizeof *use);
  if (!use) return th_fail(TH_ENOMEM, "recordStream: not enough memory");
  *use = (THCPendingUse){.next = uses->first, .stream = stream, .of = uses};
  uses->first = use;
  return TH_OK;
}

static int record(THCPendingUse *use)
{
  if (!use->event.handle) TH_TRY(THCEvent_init(&use->event, use->stream->device, 0));
  return THCEvent_record(&use->event, use->stream);
}

int thc_use(THCPending *uses, const THCStream *stream)
{
  int status = thc_note(uses, stream);
  if (!status) status = record(find(uses, stream));
  if (status) status = THCStream_synchronize(stream);
  if (status) uses->waiting++;
  return status;
}

int thc_follow(const THCPending *uses, const THCStream *stream)
{
  for (const THCPendingUse *use = uses->first; use; use = use->next)
    if (use->stream != stream) TH_TRY(THCEvent_wait(&use->event, stream));
  return TH_OK;
}

int thc_wait(THCPending *uses)
{
  if (uses->waiting)
    return th_fail(TH_EDEVICE, "wait: cannot tell when the device is done with this memory");
  while (uses->first) {
    THCPendingUse *use = uses->first;
    TH_TRY(THCEvent_synchronize(&use->event));
    uses->first = use->next;
    THCEvent_clear(&use->event);
    free(use);
  }
  return TH_OK;
}

/* Insert a use after the last one of its stream, or at the front. */
static void append(THCQueue *queue, THCPendingUse *use)
{
  THCPendingUse **place = &queue->first;
  for (THCPendingUse **p = place; *p; p = &(*p)->next)
    if ((*p)->stream == use->stream) place = &(*p)->next;
  use->next = *place;
  *place = use;
}

void thc_queue(THCQueue *queue, THCPending *uses)
{
  THCPendingUse *use = uses->first;
  uses->first = NULL;
  while (use) {
    THCPendingUse *next = use->next;
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
static THCPendingUse **skip_stream(THCPendingUse **place)
{
  const THCStream *stream = (*place)->stream;
  while (*place && (*place)->stream == stream) place = &(*place)->next;
  return place;
}

void thc_poll(THCQueue *queue, int wait, void (*ready)(THCPending *uses))
{
  THCPendingUse **place = &queue->first;
  while (*place) {
    THCPendingUse *use = *place;
    int passed = wait && !THCEvent_synchronize(&use->event);
    if (!passed && (THCEvent_query(&use->event, &passed) || !passed)) {
      place = skip_stream(place);
      continue;
    }
    *place = use->next;
    THCPending *of = use->of;
    THCEvent_clear(&use->event);
    free(use);
    if (!--of->waiting) ready(of);
  }
}
