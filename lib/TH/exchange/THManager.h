/*
** Managers: small processes that remove the names of segments whose users have gone.
**
** A process that uses segments of a manager has one connection with it, and tells it which. When
** the process ends, however that comes, the kernel closes the connection, and the manager takes
** back what was told on it. It removes the name of a segment that nobody uses, and ends itself
** a while after the last connection. It has no file: its address is in the kernel's list of names
** of sockets ("abstract"), which forgets it with the process.
*/
#ifndef TH_MANAGER_H
#define TH_MANAGER_H

#include <stddef.h>

/* What is said on a connection: one of these, then the name of a segment. */
enum {
  TH_SAY_NEW = 'n',  /* a name that is about to be used; answered */
  TH_SAY_USE = 'u',  /* a name that another connection has, to be used here too; answered */
  TH_SAY_KEEP = 'k', /* a name of a manager that has gone, told here already or not; answered */
  TH_SAY_DROP = 'd', /* one use less; not answered */
  TH_SAY_YES = 'y', TH_SAY_NO = 'n',
  TH_NAME_ROOM = 48
};

typedef struct THManager THManager;

/*
** Say that this process uses, or is about to make, a segment of that name: with the manager at
** address or, if that is "", with one that this process knows or starts; address is set to it.
** TH_EINVAL if the manager has gone or does not know the name. meanwhile, or NULL, is called once
** the use is told, before the answer has come.
*/
int th_useName(const char *op, char address[TH_NAME_ROOM], const char *name, THManager **manager,
               void (*meanwhile)(void *), void *context);

/* The address at which others find the name of that use. If the manager has gone, its successor,
   which is the same one for all that used it, gets the use first. */
int th_tellName(const char *op, THManager **manager, const char *name, char address[TH_NAME_ROOM]);

/* The end of that use, in the process that told it. Returns 0 if the manager has gone. */
int th_dropName(THManager *manager, const char *name);

/* A connection of its own that uses the name until it is closed everywhere. */
int th_leaseName(const char *op, const char *address, const char *name, int *fd);

/* The program of the manager (THManagerMain.c), as the build made it. */
extern const unsigned char th_managerProgram[];
extern const size_t th_managerBytes;

#endif
