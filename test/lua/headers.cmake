# Checks the headers as hosts include them. TH.h, THS.h and tensor.h must compile as C11, and with tensor.hpp as C++11 and
# C++17 if CXX is given, all by the letter of the standard (-pedantic-errors): from an installed prefix with one folder on the
# include path, and from the source tree. Those for extensions (compat) must compile as C11. No header of TH may be
# installed that they do not read. If CUDA_INCLUDE names folders, THC.h must compile too.
#   cmake -DBUILD=folder -DSOURCE=folder -DLUA_INCLUDE=folder -DCC=compiler [-DCXX=compiler] [-DCUDA_INCLUDE=folder]
#     -P headers.cmake
set(scratch ${BUILD}/test/headers)
set(prefix ${scratch}/prefix)
file(REMOVE_RECURSE ${scratch})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --component extensions --prefix ${prefix}
  RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(failed)
  message(FATAL_ERROR "${output}")
endif()
file(WRITE ${scratch}/host.c "#include \"TH.h\"\n#include \"tensor.h\"\n#include \"THS.h\"\nint unused;\n")
file(WRITE ${scratch}/host.cpp "#include \"tensor.h\"\n#include \"TH.h\"\n#include \"THS.h\"
#include \"tensor.hpp\"\nint (*opener)(lua_State *) = luaopen_tensor_core;\n")

# Fails unless the command, which compiles a host, succeeds without warnings.
function(check_compiles what)
  execute_process(COMMAND ${ARGN} -Wall -Wextra -Werror -isystem ${LUA_INCLUDE}
    RESULT_VARIABLE failed ERROR_VARIABLE output)
  if(failed)
    message(SEND_ERROR "${what}:\n${output}")
  endif()
endfunction()

set(installed -I${prefix}/include/tensor)
set(in_tree -I${SOURCE}/lib -I${SOURCE}/lib/TH -I${SOURCE}/lib/THS -I${SOURCE}/lua)
set(standard_installed c++11)
set(standard_in_tree c++17)
foreach(where installed in_tree)
  check_compiles("C, ${where}" ${CC} -std=c11 -pedantic-errors -fsyntax-only ${${where}} ${scratch}/host.c)
  if(CXX)
    check_compiles("C++, ${where}" ${CXX} -std=${standard_${where}} -pedantic-errors -fsyntax-only ${${where}}
      ${scratch}/host.cpp)
  endif()
endforeach()
file(WRITE ${scratch}/extension.c "#include \"TH.h\"\n#include \"luaT.h\"\nint unused;\n")
check_compiles("C, compat" ${CC} -std=c11 -pedantic-errors -fsyntax-only -I${prefix}/include/tensor/compat
  ${scratch}/extension.c)

if(CUDA_INCLUDE)
  file(WRITE ${scratch}/cuda.c "#include \"THC.h\"\n")
  set(options ${in_tree} -I${SOURCE}/lib/THC)
  foreach(folder IN LISTS CUDA_INCLUDE)
    list(APPEND options -isystem ${folder})
  endforeach()
  check_compiles("C, THC.h" ${CC} -std=c11 -fsyntax-only ${options} ${scratch}/cuda.c)
  if(CXX)
    check_compiles("C++, THC.h" ${CXX} -std=c++17 -fsyntax-only -x c++ ${options} ${scratch}/cuda.c)
  endif()
endif()

execute_process(COMMAND ${CC} -std=c11 -M ${installed} -I${LUA_INCLUDE} ${scratch}/host.c OUTPUT_VARIABLE read)
file(GLOB_RECURSE headers RELATIVE ${prefix}/include/tensor ${prefix}/include/tensor/TH/*)
file(GLOB_RECURSE compat ${prefix}/include/tensor/compat/*.h)
list(LENGTH headers count)
if(count LESS 50)
  message(SEND_ERROR "${count} headers of TH were installed")
endif()
set(of_compat "")
foreach(header IN LISTS compat)
  file(READ ${header} text)
  string(APPEND of_compat "${text}")
endforeach()
foreach(header IN LISTS headers)
  string(FIND "${read}" "/${header}" at)
  string(FIND "${of_compat}" "\"${header}\"" at_compat)
  if(at EQUAL -1 AND at_compat EQUAL -1)
    message(SEND_ERROR "${header} is installed, and TH.h does not read it")
  endif()
endforeach()
