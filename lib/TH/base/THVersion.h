/*
** The version, in this one place: CMake, the packages and tensor.version take it from here.
** doc/install.md says what a change of each number promises.
*/
#ifndef TH_VERSION_H
#define TH_VERSION_H

#define TH_VERSION_MAJOR 0
#define TH_VERSION_MINOR 1
#define TH_VERSION_PATCH 0

/* The number of the binary interface, a part of the libraries' names (libTH.so.1). Programs that
   were built for another number do not run with this library. */
#define TH_ABI 1

#define TH_VERSION_TEXT_(number) #number
#define TH_VERSION_TEXT(number) TH_VERSION_TEXT_(number)

/* For example "0.1.0". */
#define TH_VERSION              \
  TH_VERSION_TEXT(TH_VERSION_MAJOR) \
  "." TH_VERSION_TEXT(TH_VERSION_MINOR) "." TH_VERSION_TEXT(TH_VERSION_PATCH)

#endif
