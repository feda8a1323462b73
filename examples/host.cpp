/*
** A C++ program that embeds Lua. The heights of a terrain live in a std::vector; scripts see them
** as a tensor, without a copy, and an error in a script is an exception. host.c is the same in C.
**
** CMake builds it as cxx_host_example. The module's Lua files are read from the folder given as
** argument, by default from the source tree.
*/
#include <cstdio>
#include <vector>

#include "tensor.hpp"

#ifndef TENSOR_LUA_DIR
#define TENSOR_LUA_DIR "lua"
#endif

namespace {

/* Whether the script fails, as it should. */
bool fails(tensor::State &lua, const char *script)
{
  try {
    lua.run(script);
    return false;
  } catch (const tensor::Error &error) {
    std::printf("script error: %s\n", error.what());
    return true;
  }
}

/* Whether the bytes can be read and not be written to. */
bool is_constant(const tensor::Tensor &text)
{
  try {
    text.data<uint8_t>()[0] = 'C';
    return false;
  } catch (const tensor::Error &) {
    return text.data<const uint8_t>()[0] == 'c';
  }
}

bool play(const char *folder, std::vector<float> &heights, int &returned)
{
  tensor::State lua(folder);
  lua.set("heights", tensor::Tensor::borrow(heights.data(), {3, 4}, [&returned] { returned++; }));
  lua.set("factor", 10);
  lua.run("heights:mul(factor); heights:select(1, 2):zero()");
  std::printf("after the script: %g %g %g\n", heights[0], heights[4], heights[11]);

  const bool refused = fails(lua, "heights:view(5, 5)") && fails(lua, "heights:resize(1000)");
  const tensor::Tensor sums = lua.eval("return heights:sum(1)");
  std::printf("sum of the last column: %g\n", sums.data<float>()[sums.nElement() - 1]);

  tensor::Tensor mean(TH_FLOAT, {4}); /* and a function of TH, without Lua */
  tensor::check(THTensor_copy(mean.get(), lua.eval("return heights:mean(1):view(4)").get()));
  const bool constant = is_constant(lua.eval("return tensor.fromString 'constant'"));
  return refused && constant && heights[0] == 10 && heights[11] == 120 &&
         sums.data<float>()[3] == 160 && mean.data<float>()[0] > 33.3f && returned == 0;
}

} /* namespace */

int main(int argc, char **argv)
{
  std::vector<float> heights = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  int returned = 0;
  bool good = false;
  try {
    good = play(argc > 1 ? argv[1] : TENSOR_LUA_DIR, heights, returned);
  } catch (const tensor::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  std::printf("buffer given back %d time(s), %zu bytes in use\n", returned, TH_memoryStats().live);
  return good && returned == 1 && TH_memoryStats().live == 0 ? 0 : 1;
}
