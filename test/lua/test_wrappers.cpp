/*
** What the classes of tensor.hpp throw: each error is an exception with a text that says what was
** wrong, whatever a script raises, and nothing is left on the stack of Lua.
*/
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "tensor.hpp"

namespace {

int failures;

/* What is thrown holds the text. */
void expect(const std::string &text, const std::function<void()> &run)
{
  std::string said = "nothing";
  try {
    run();
  } catch (const tensor::Error &error) {
    said = error.what();
  }
  if (said.find(text) != std::string::npos) return;
  std::fprintf(stderr, "expected '%s', got '%s'\n", text.c_str(), said.c_str());
  failures++;
}

} /* namespace */

int main()
{
  tensor::State lua(TENSOR_LUA_DIR);
  expect("a text", [&] { lua.run("error('a text', 0)"); });
  expect("42", [&] { lua.run("error(42)"); });
  expect("the error is a table", [&] { lua.run("error({})"); });
  expect("the error is a nil", [&] { lua.run("error(nil)"); });
  expect("an object", [&] {
    lua.run("error(setmetatable({}, {__tostring = function() return 'an object' end}))");
  });
  expect("there is no global 'nothing'", [&] { lua.call("nothing"); });
  expect("returned a number, not a tensor", [&] { lua.eval("return 5"); });
  expect("without an element type", [&] { lua.set("empty", tensor::Tensor()); });

  tensor::Tensor x = tensor::Tensor::zeros<float>({2, 3});
  lua.set("x", x);
  expect("not a row-major run", [&] { lua.eval("return x:t()").data<float>(); });
  expect("is a torch.DoubleTensor", [&] { lua.eval("return x:double()").data<float>(); });
  lua.run("x:release()");
  expect("was released", [&] { x.data<float>(); });

  lua.run("function step() steps = (steps or 0) + 1 end");
  lua.call("step");
  lua.run("assert(steps == 1)");
  if (lua_gettop(lua.get()) != 0) failures++;
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
