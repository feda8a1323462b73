# Sets `levels`, the SIMD levels to build, from TH_LEVELS:
#   all      every level of this architecture; for tests and installations
#   native   base and the best level of the processor that builds; all that script/run needs
#   a list   "base;avx2". It must contain base, which every processor runs
set(TH_LEVELS all CACHE STRING "SIMD levels: all, native (base and the best of this processor), or a list with base")
set(known base)
if(EMSCRIPTEN)
  list(APPEND known simd128)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
  list(APPEND known avx2 avx512)
endif()
# On Windows gcc puts wide vectors where the stack is aligned to 16 bytes only, and moves them by instructions that ask
# for more (its bug 54412). An assembler from binutils 2.38 on makes them those that do not, which take as long.
set(TH_FLAGS_wide "")
if(WIN32 AND CMAKE_C_COMPILER_ID STREQUAL GNU)
  include(CheckCCompilerFlag)
  set(TH_FLAGS_wide -Wa,-muse-unaligned-vector-move)
  check_c_compiler_flag(${TH_FLAGS_wide} TH_HAS_UNALIGNED_MOVES)
  if(NOT TH_HAS_UNALIGNED_MOVES)
    set(known base)
  endif()
endif()

if(TH_LEVELS STREQUAL "native" AND NOT DEFINED TH_BEST_LEVEL AND NOT CMAKE_CROSSCOMPILING)
  try_run(TH_BEST_LEVEL_RUN TH_BEST_LEVEL_COMPILED ${PROJECT_BINARY_DIR}/best_level ${PROJECT_SOURCE_DIR}/cmake/best_level.c
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR}/lib" RUN_OUTPUT_VARIABLE best)
  if(TH_BEST_LEVEL_COMPILED AND TH_BEST_LEVEL_RUN EQUAL 0)
    string(STRIP "${best}" best)
    set(TH_BEST_LEVEL ${best} CACHE INTERNAL "the best SIMD level of this processor")
  endif()
endif()

if(TH_LEVELS STREQUAL "native" AND DEFINED TH_BEST_LEVEL)
  set(levels base ${TH_BEST_LEVEL})
  list(REMOVE_DUPLICATES levels)
elseif(TH_LEVELS STREQUAL "all" OR TH_LEVELS STREQUAL "native") # native, but the processor could not be asked
  set(levels ${known})
else()
  set(levels ${TH_LEVELS})
endif()

foreach(level IN LISTS levels)
  if(NOT level IN_LIST known)
    message(FATAL_ERROR "TH_LEVELS: '${level}' is no level for ${CMAKE_SYSTEM_PROCESSOR}; known are ${known}")
  endif()
endforeach()
if(NOT base IN_LIST levels)
  message(FATAL_ERROR "TH_LEVELS is '${TH_LEVELS}', without base, which every processor runs; use 'base;${TH_LEVELS}'")
endif()
list(JOIN levels " " names)
message(STATUS "SIMD levels: ${names}")
