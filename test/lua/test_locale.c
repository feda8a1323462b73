/*
** A host that writes numbers with a comma (setlocale): texts that the module writes for other
** programs keep the point, and it reads them; the host's setting stays.
**
** The locale is made here, by localedef of Debian's package locales; exits with 77, which skips the
** test, where there is none.
*/
#include <lauxlib.h>
#include <lualib.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "tensor.h"

enum { SKIP = 77 };

static const char script[] =
    "local tensor = require 'tensor'\n"
    "local x = tensor.DoubleTensor { { 0.5, 1.25 }, { -3.5, 1e-7 } }\n"
    "local csv = tensor.encode(x, { format = 'csv' })\n"
    "assert(csv:find('0.5,1.25', 1, true), csv)\n"
    "local back = tensor.decode(csv, { format = 'csv', dtype = 'double' })\n"
    "assert(tensor.equal(back, x))\n"
    "local torch = require 'torch'\n"
    "local ascii = torch.serialize(x, 'ascii')\n"
    "assert(ascii:find('0.5 1.25', 1, true), ascii)\n"
    "assert(tensor.equal(torch.deserialize(ascii, 'ascii'), x))\n"
    "for _, format in ipairs { 'npy', 'safetensors' } do\n"
    "   local value = format == 'npy' and x or { x = x }\n"
    "   local text = tensor.encode(value, { format = format })\n"
    "   local back = tensor.decode(text, { format = format })\n"
    "   assert(tensor.equal(back.x or back, x), format)\n"
    "end\n"
    "local svg = tensor.plot.line(tensor.rand(20) * 1e-3):svg()\n"
    "assert(svg:find 'width=\"%d+%.%d\"')\n"
    "for name, value in svg:gmatch '([%a-]+)=\"([^\"]*)\"' do\n"
    "   if name == 'points' then assert(not value:find ',%d+,', value)\n"
    "   else assert(not value:find '%d,%d', name .. '=' .. value) end\n"
    "end\n"
    "assert(tostring(x):find 'size 2x2')\n"
    "assert(tensor.DoubleTensor { 2, 3 }:sum() == 5)\n";

/* Whether the process writes numbers with a comma now. */
static int take_locale(const char *folder)
{
  char command[300];
  snprintf(command, sizeof command,
           "localedef --no-archive -i de_DE -f UTF-8 %s/comma.UTF-8 >/dev/null 2>&1", folder);
  return system(command) != -1 && !setenv("LOCPATH", folder, 1) &&
         setlocale(LC_ALL, "comma.UTF-8") && strcmp(localeconv()->decimal_point, ",") == 0;
}

static void test_script(void)
{
  char text[8];
  lua_State *L = luaL_newstate();
  if (!CHECK(L != NULL)) return;
  luaL_openlibs(L);
  luaTH_openmodule(L, TENSOR_LUA_DIR);
  const int good = luaL_dostring(L, script) == 0;
  if (!CHECK(good)) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  snprintf(text, sizeof text, "%.1f", 0.5);
  CHECK(strcmp(text, "0,5") == 0);
}

static void remove_folder(const char *folder)
{
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
}

int main(void)
{
  char folder[] = "/tmp/locale-XXXXXX";
  if (!CHECK(mkdtemp(folder) != NULL)) return CHECK_RESULT();
  const int is_there = take_locale(folder);
  if (is_there) test_script();
  else puts("skipped: no locale with a comma could be made; Debian's package locales brings it");
  remove_folder(folder);
  return is_there ? CHECK_RESULT() : SKIP;
}
