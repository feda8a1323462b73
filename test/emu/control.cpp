/*
** What tests control: the lists of findings, failures and removals, and the random numbers.
** forget_controls resets all of it but the numbers of places.
*/
#include "control.h"

#include "emu_device.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace emu {

Settings settings;
size_t bound_left_out;

namespace {

struct Failure {
  long left = 0; /* calls until it happens */
  cudaError_t error = cudaSuccess;
};

struct Controls {
  long findings = 0, races = 0, calls = 0;
  std::string text;
  std::map<std::string, long> calls_of;
  std::map<std::string, Failure> failures; /* "" means any function */
  long removed[EMU_KINDS] = {};
  uint64_t state[2] = {1, 1};
};

Controls controls;
/* Places by kind; for calls the function's name, with line 0. Places stay, so that they keep their
   numbers. */
std::vector<Site> sites_of[EMU_KINDS];

void note(const char *format, va_list arguments)
{
  char text[1024];
  vsnprintf(text, sizeof text, format, arguments);
  controls.findings++;
  controls.text = text;
  if (getenv("EMU_VERBOSE")) fprintf(stderr, "emu: %s\n", text);
}

bool happens(const char *function, cudaError_t *error)
{
  auto found = controls.failures.find(function);
  if (found == controls.failures.end() || --found->second.left > 0) return false;
  *error = found->second.error;
  controls.failures.erase(found);
  return true;
}

} /* namespace */

void finding(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  note(format, arguments);
  va_end(arguments);
}

void race(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  note(format, arguments);
  va_end(arguments);
  controls.races++;
}

/* SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014). */
uint64_t draw(Draw generator, uint64_t n)
{
  uint64_t z = controls.state[static_cast<int>(generator)] += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (z ^ (z >> 31)) % n;
}

cudaError_t count_call(const char *function)
{
  cudaError_t error = cudaSuccess;
  bool is_call = std::string(function) != "operation";
  controls.calls_of[function]++;
  if (is_call) controls.calls++;
  if (!happens(function, &error) && is_call) happens("", &error);
  return error;
}

size_t place_number(int kind, const char *file, int line)
{
  auto &sites = sites_of[kind];
  size_t i = 0;
  while (i < sites.size() && (sites[i].line != line || strcmp(sites[i].file, file))) i++;
  if (i == sites.size()) sites.push_back({file, line});
  return i + 1;
}

bool left_out(int kind, const char *file, int line)
{
  return controls.removed[kind] == static_cast<long>(place_number(kind, file, line));
}

bool left_out(int kind, const char *function)
{
  sites_of[kind].push_back({function, 0});
  return controls.removed[kind] == static_cast<long>(sites_of[kind].size());
}

void forget_controls()
{
  bound_left_out = 0;
  controls = Controls();
  settings = Settings();
}

} /* namespace emu */

using namespace emu;

extern "C" {

void emu_schedule(int schedule, unsigned seed)
{
  settings.schedule = schedule;
  controls.state[static_cast<int>(Draw::Schedule)] = seed;
}

void emu_order(int order, unsigned seed)
{
  settings.order = order;
  controls.state[static_cast<int>(Draw::Order)] = seed;
}

void emu_fail(const char *function, long n, int error)
{
  const char *name = function ? function : "";
  if (n > 0) controls.failures[name] = {n, static_cast<cudaError_t>(error)};
  else controls.failures.erase(name);
}

long emu_calls(const char *function)
{
  if (!function) return controls.calls;
  auto found = controls.calls_of.find(function);
  return found == controls.calls_of.end() ? 0 : found->second;
}

long emu_findings(void)
{
  return controls.findings;
}

long emu_races(void)
{
  return controls.races;
}

const char *emu_finding(void)
{
  return controls.text.c_str();
}

void emu_mutate(int kind, long n)
{
  for (int k = 0; k < EMU_KINDS; k++) controls.removed[k] = k == kind ? n : 0;
  bound_left_out = kind == EMU_BOUND ? static_cast<size_t>(n) : 0;
  for (int k = EMU_WAIT; k < EMU_KINDS; k++) sites_of[k].clear();
}

long emu_sites(int kind)
{
  return static_cast<long>(sites_of[kind].size());
}

const char *emu_site(int kind, long n)
{
  static std::string text;
  auto &sites = sites_of[kind];
  if (n < 1 || n > static_cast<long>(sites.size())) return "";
  const Site &site = sites[static_cast<size_t>(n) - 1];
  text = site.file;
  if (site.line) text += ":" + std::to_string(site.line);
  return text.c_str();
}

/* Keeps the file names of places that this process has not met, because their numbers stay too. */
long emu_place(int kind, const char *site)
{
  static std::set<std::string> files;
  const std::string text = site;
  const size_t colon = text.rfind(':');
  const auto file = files.insert(text.substr(0, colon)).first;
  return static_cast<long>(place_number(kind, file->c_str(), atoi(text.c_str() + colon + 1)));
}

} /* extern "C" */
