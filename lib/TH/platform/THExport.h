/* How names are exported and hidden, for installed headers, and what printf takes in the C library
   that the sources are compiled for. */
#ifndef TH_EXPORT_H
#define TH_EXPORT_H

#ifdef _WIN32
#define TH_EXPORT __declspec(dllexport)
#define TH_HIDDEN
#else
#define TH_EXPORT __attribute__((visibility("default")))
#define TH_HIDDEN __attribute__((visibility("hidden")))
#endif

/* The attribute of a function that is called as printf is: the place of the format, and of the
   first argument. */
#if defined _WIN32 && !defined __clang__
#define TH_FORMAT(format_at, from) __attribute__((format(gnu_printf, format_at, from)))
#else
#define TH_FORMAT(format_at, from) __attribute__((format(printf, format_at, from)))
#endif

#endif
