/*
** What the prompt (tensor/prompt.lua) asks of the system: Ctrl-C as an error in the line that runs,
** and lines read with history and completion by libedit, which is opened at the first use.
**
** Invariant: the handler sets flags and, as Lua's own interpreters do, a hook; the second Ctrl-C in
** one line writes a text and the third ends the process, since C and compiled loops have no hooks.
** Signals belong to the process, and so do the variables here: one prompt runs at a time.
*/
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/luaTH.h"
#include "TH/platform/THPlatform.h"

/* --- Ctrl-C --- */

enum { PASSING = 1000, EACH_STEP = LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT };

static volatile sig_atomic_t interrupted; /* since the last question */
static volatile sig_atomic_t stopping, presses; /* the line that runs is to end; Ctrl-C in it */
static lua_State *volatile running; /* of the line that runs, or NULL */

/* Raises at every step while the line is to end, so that no pcall in it goes on. In coroutines it
   looks now and then. */
static void stop(lua_State *L, lua_Debug *at)
{
  (void)at;
  lua_sethook(L, stop, stopping ? EACH_STEP : LUA_MASKCOUNT, stopping ? 1 : PASSING);
  if (!stopping) return;
  lua_pushliteral(L, "interrupted");
  lua_error(L);
}

static void say_how_to_end(void)
{
  static const char text[] = "\nthe line goes on: it is in a function in C, or in a compiled loop; "
                             "Ctrl-C again ends the session\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) return;
}

/* The second time in a line it says what the third does: it ends the process. */
static void on_interrupt(int signal)
{
  interrupted = 1;
  if (!running) return;
  stopping = 1;
  presses++;
  if (presses == 1) lua_sethook(running, stop, EACH_STEP, 1);
  if (presses == 2) say_how_to_end();
  if (presses < 3) return;
  th_dieOfInterrupt(signal);
}

/* catch(true): from now on Ctrl-C reaches the functions below; also a read that waits returns.
   catch(false): as before. */
static int catch(lua_State *L)
{
  th_catchInterrupt(lua_toboolean(L, 1) ? on_interrupt : NULL);
  return 0;
}

/* call(f): as pcall(f), but Ctrl-C raises an error in f. */
static int call(lua_State *L)
{
  lua_settop(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  stopping = presses = 0;
  running = L;
  const int status = lua_pcall(L, 0, LUA_MULTRET, 0);
  running = NULL;
  stopping = 0;
  if (lua_gethook(L) == stop) lua_sethook(L, NULL, 0, 0);
  if (status) {
    lua_pushboolean(L, 0);
    lua_replace(L, 1);
  }
  return lua_gettop(L);
}

/* stopped(): the error has reached the prompt. */
static int stopped(lua_State *L)
{
  (void)L;
  stopping = 0;
  return 0;
}

/* Upvalue: create or wrap of Lua, whose hooks belong to one coroutine each. */
static int make_watched(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  lua_State *made = lua_tothread(L, 1);
  if (!made && lua_getupvalue(L, 1, 1)) made = lua_tothread(L, 2);
  if (made) lua_sethook(made, stop, LUA_MASKCOUNT, PASSING);
  lua_settop(L, 1);
  return 1;
}

/* watched(f): coroutine.create or coroutine.wrap, such that the coroutines notice Ctrl-C. */
static int watched(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushcclosure(L, make_watched, 1);
  return 1;
}

/* Whether Ctrl-C came since the last question. */
static int was_interrupted(lua_State *L)
{
  lua_pushboolean(L, interrupted);
  interrupted = 0;
  return 1;
}

/* --- lines --- */

typedef char *Generator(const char *text, int state);
typedef char **Completion(const char *text, int start, int end);

/* As libedit declares them, after GNU's readline. */
char *readline(const char *prompt);
int add_history(const char *line);
int read_history(const char *path);
int write_history(const char *path);
int stifle_history(int most);
char **rl_completion_matches(const char *text, Generator *generator);

#define EACH(X)                                                  \
  X(readline) X(add_history) X(read_history) X(write_history)    \
  X(stifle_history) X(rl_completion_matches)

static const char *const files[] = {"libedit.so.2", "libedit.so.0", "libedit.3.dylib", NULL};

TH_LIBRARY(edit, EACH, "libedit", "TH_LIBEDIT", "libedit (Debian: libedit2, Fedora: libedit)",
           files);

/* Apart, since Lua's own interpreters have GNU's readline, whose functions have the same names. */
static THLibrary *library(void)
{
  edit_library.isApart = 1;
  return &edit_library;
}

static void open_edit(lua_State *L)
{
  luaTH_result(L, THLibrary_open(library(), "prompt"), 0);
}

enum { PROMPT = 1, COMPLETE, MATCHES, KEPT_LINES = 1000 };

/* While a line is read: the state with the arguments of readline at the bottom of its stack. */
static lua_State *reading;
static int next_match;

/* Called until it returns NULL; the first time it asks complete(text) for the list. */
static char *give_match(const char *text, int state)
{
  lua_State *L = reading;
  if (!state) {
    lua_pushvalue(L, COMPLETE);
    lua_pushstring(L, text);
    if (lua_pcall(L, 1, 1, 0)) lua_newtable(L);
    lua_replace(L, MATCHES);
    lua_settop(L, MATCHES);
    next_match = 0;
  }
  if (!lua_istable(L, MATCHES)) return NULL;
  lua_rawgeti(L, MATCHES, ++next_match);
  const char *match = lua_tostring(L, -1);
  char *copy = match ? strdup(match) : NULL;
  lua_pop(L, 1);
  return copy;
}

static char **complete(const char *text, int start, int end)
{
  (void)start;
  (void)end;
  int *over = THLibrary_symbol(&edit_library, "rl_attempted_completion_over");
  if (over) *over = 1; /* no names of files where there is no match */
  return edit.rl_completion_matches(text, give_match);
}

/* Words are names with dots and colons, and nothing follows a completed one. */
static void set_completion(void)
{
  Completion **function = THLibrary_symbol(&edit_library, "rl_attempted_completion_function");
  const char **breaks = THLibrary_symbol(&edit_library, "rl_basic_word_break_characters");
  int *appended = THLibrary_symbol(&edit_library, "rl_completion_append_character");
  if (function) *function = complete;
  if (breaks) *breaks = " \t\n\"'><=;+-*/%^~#{}()[],";
  if (appended) *appended = 0;
}

/* line = readline(prompt, complete): nil at the end of the input and for Ctrl-C. complete(word)
   returns a list of whole words. The line becomes part of the history unless it is empty. */
static int read_line(lua_State *L)
{
  const char *prompt = luaL_checkstring(L, PROMPT);
  luaL_checktype(L, COMPLETE, LUA_TFUNCTION);
  lua_settop(L, MATCHES);
  open_edit(L);
  set_completion();
  reading = L;
  char *line = edit.readline(prompt);
  if (!line) return 0;
  if (*line) edit.add_history(line);
  lua_pushstring(L, line);
  free(line);
  return 1;
}

/* Whether lines can be edited; false and the reason if there is no libedit. */
static int can_edit(lua_State *L)
{
  char reason[200] = "";
  const int can = THLibrary_try(library(), reason, sizeof reason);
  lua_pushboolean(L, can);
  lua_pushstring(L, reason);
  return can ? 1 : 2;
}

/* history(path): reads the lines of a file, if there is one. history(path, true): writes them. */
static int history(lua_State *L)
{
  const char *path = luaL_checkstring(L, 1);
  open_edit(L);
  edit.stifle_history(KEPT_LINES);
  if (lua_toboolean(L, 2)) edit.write_history(path);
  else edit.read_history(path);
  return 0;
}

static const luaL_Reg functions[] = {
  {"catch", catch}, {"call", call}, {"stopped", stopped}, {"watched", watched},
  {"interrupted", was_interrupted}, {"readline", read_line}, {"canEdit", can_edit},
  {"history", history}, {NULL, NULL}
};

void luaTH_openprompt(lua_State *L)
{
  lua_newtable(L);
  for (const luaL_Reg *f = functions; f->name; f++) {
    lua_pushcfunction(L, f->func);
    lua_setfield(L, -2, f->name);
  }
  lua_setfield(L, -2, "terminal");
}
