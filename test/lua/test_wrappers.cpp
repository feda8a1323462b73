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

/* The memory stays the caller's where borrow throws, whatever it did before. */
void test_borrow()
{
  int returned = 0;
  float data[4] = {1, 2, 3, 4};
  const auto give_back = [&returned] { returned++; };
  expect("negative", [&] { tensor::Tensor::borrow(data, {-4}, give_back); });
  expect("from NULL", [&] { tensor::Tensor::borrow<float>(nullptr, {4}, give_back); });
  expect("9 dimensions", [&] { tensor::Tensor::borrow(data, tensor::Sizes(9, 1), give_back); });
  if (returned != 0) failures++;
  tensor::Tensor::borrow(data, {4}, give_back);
  if (returned != 1) failures++;
}

/* What is no tensor is a NULL for luaTH_totensor. */
int push_nothing(lua_State *L)
{
  luaTH_pushtensor(L, luaTH_totensor(L, 1));
  return 1;
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
  expect("no tensor at NULL", [&] { tensor::Tensor nothing(luaTH_totensor(lua.get(), 1)); });
  lua_register(lua.get(), "push", push_nothing);
  expect("no tensor at NULL", [&] { lua.run("push(5)"); });
  test_borrow();
  expect("without an element type", [&] { lua.set("empty", tensor::Tensor()); });

  tensor::Tensor x = tensor::Tensor::zeros<float>({2, 3});
  lua.set("x", x);
  expect("not a row-major run", [&] { lua.eval("return x:t()").data<float>(); });
  expect("is a torch.DoubleTensor", [&] { lua.eval("return x:double()").data<float>(); });
  lua.run("x:release()");
  expect("was released", [&] { x.data<float>(); });

  lua.set("no", false);
  lua.set("yes", true);
  lua.set("ten", 10);
  lua.run("assert(no == false and yes == true and ten == 10)");

  lua.run("function step() steps = (steps or 0) + 1 end");
  lua.call("step");
  lua.run("assert(steps == 1)");
  if (lua_gettop(lua.get()) != 0) failures++;
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
