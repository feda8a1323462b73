/*
** A robot's control program in C++ whose filter is a Lua script (kalman.lua). Sensors and estimate
** are arrays of the program, which the script sees as tensors. Every millisecond it reads the
** sensors, here a recorded log, calls the script, and gives Lua's collector what is left of the
** millisecond.
**
** It prints how long a step takes and how far the estimate is from the truth, and fails if steps
** made tensors or the estimate is no better than what was measured. CMake builds it as
** robot_example.
**
**   robot_example [--live]     one step a millisecond, as on a robot, instead of one after another
*/
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tensor.hpp"

namespace {

typedef std::chrono::steady_clock Clock;

const double LEAST_COLLECTION = 50e-6; /* seconds */

struct Sample { double time, reading[5], x, y; }; /* NaN: nothing new */

/* A line of the log: fields separated by commas, of which some are empty. */
Sample parse(const std::string &line)
{
  double field[8];
  const char *at = line.c_str();
  for (double &value : field) {
    char *end;
    value = std::strtod(at, &end);
    if (end == at) value = NAN;
    at = *end == ',' ? end + 1 : end;
  }
  return {field[0], {field[1], field[2], field[3], field[4], field[5]}, field[6], field[7]};
}

std::vector<Sample> read_log(const char *path)
{
  std::vector<Sample> log;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line); /* the names of the columns */
  while (std::getline(file, line)) log.push_back(parse(line));
  return log;
}

/* The filter: a Lua state, and the arrays by which it is spoken to. */
class Filter {
public:
  Filter() : lua(TENSOR_LUA_DIR), reading(5), estimate(5)
  {
    lua.set("reading", tensor::Tensor::borrow(reading.data(), {5}));
    lua.set("estimate", tensor::Tensor::borrow(estimate.data(), {5}));
    lua.run("local kalman = dofile '" EXAMPLES_DIR "/kalman.lua'\n"
            "local filter = kalman.new(0.3)\n"
            "function step()\n"
            "   kalman.step(filter, reading[1], reading[2], reading[3], reading[4], reading[5])\n"
            "   estimate:copy(filter.state)\n"
            "end");
    luaTH_collectByHost(lua.get(), 1);
  }

  void step(const Sample &sample)
  {
    std::copy(sample.reading, sample.reading + 5, reading.begin());
    lua.call("step");
  }

  /* Garbage is collected for so many seconds. Whether that ended a collection. */
  bool collect(double seconds) { return lua.collect(seconds); }

  double x() const { return estimate[0]; }
  double y() const { return estimate[1]; }

private:
  tensor::State lua;
  std::vector<double> reading, estimate;
};

/* The root of a mean of squared distances. */
class Distance {
public:
  void add(double x, double y) { sum += x * x + y * y, count++; }
  double root() const { return std::sqrt(sum / count); }

private:
  double sum = 0, count = 0;
};

struct Result { std::vector<double> seconds; Distance measured, estimated; size_t made; };

Result drive(const std::vector<Sample> &log, bool live)
{
  Filter filter;
  Result result = Result();
  filter.step(log[0]);
  while (!filter.collect(1)) continue; /* what the start has left */
  const size_t held = TH_memoryStats().live;
  auto due = Clock::now();
  for (const Sample &sample : log) {
    const auto start = Clock::now();
    filter.step(sample);
    result.seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    due += std::chrono::milliseconds(1);
    const double left = std::chrono::duration<double>(due - Clock::now()).count();
    filter.collect(live ? std::max(left / 2, 0.0) : LEAST_COLLECTION);
    if (live) std::this_thread::sleep_until(due);
    if (std::isnan(sample.x)) continue;
    result.measured.add(sample.reading[3] - sample.x, sample.reading[4] - sample.y);
    result.estimated.add(filter.x() - sample.x, filter.y() - sample.y);
  }
  result.made = TH_memoryStats().live - held;
  return result;
}

bool report(Result result)
{
  std::vector<double> &s = result.seconds;
  std::sort(s.begin(), s.end());
  std::printf("a step takes %.1f us, the 99.9th percentile %.1f us, the slowest %.1f us\n",
              1e6 * s[s.size() / 2], 1e6 * s[s.size() * 999 / 1000], 1e6 * s.back());
  std::printf("measured positions are %.2f m off, the filter %.2f m\n", result.measured.root(),
              result.estimated.root());
  std::printf("bytes of tensors made by %zu steps: %zu\n", s.size(), result.made);
  return result.made == 0 && result.estimated.root() < 0.5 * result.measured.root();
}

} /* namespace */

int main(int argc, char **argv)
{
  const bool live = argc > 1 && std::strcmp(argv[1], "--live") == 0;
  try {
    const std::vector<Sample> log = read_log(EXAMPLES_DIR "/data/robot.csv");
    if (log.empty()) throw std::runtime_error("no log in " EXAMPLES_DIR "/data/robot.csv");
    return report(drive(log, live)) ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
