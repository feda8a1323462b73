# Run by cmake --install. Installs the headers that TH.h, THS.h, THC.h and compat/*.h include, directly or indirectly,
# and no others. TH_HEADERS is the folder for them, relative to the prefix. TH_SOURCE is the source tree. TH_UMBRELLAS
# lists the libraries (TH, THS, THC, THCS) whose header <library>/<library>.h the search starts from.
#   <library>/...    the library's headers, at the paths by which they include each other
#   compat/          headers for extensions written for Torch7. They have only this folder on their include path, so
#                    links in compat/TH lead to the folders of TH. Extensions may include any header of Torch7 by
#                    its name ("THStorage.h", <TH/THStorage.h>): what has no file in lib/TH/compat leads to TH.h

cmake_policy(VERSION 3.18)

# Adds a header to the list named by `found`, then all that it includes, directly or indirectly, as paths below lib/.
function(add_reached header found)
  set(list ${${found}})
  if(NOT header IN_LIST list)
    list(APPEND list ${header})
    file(STRINGS ${TH_SOURCE}/lib/${header} lines
      REGEX "^[ \t]*#[ \t]*(include|define[ \t]+TH_GENERIC_FILE)[ \t]+\"TH[CS]?/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[^\"]*\"([^\"]+)\".*" "\\1" path ${line})
      add_reached(${path} list)
    endforeach()
  endif()
  set(${found} "${list}" PARENT_SCOPE)
endfunction()

set(reached "")
foreach(library IN LISTS TH_UMBRELLAS)
  add_reached(${library}/${library}.h reached)
endforeach()
file(GLOB_RECURSE compat RELATIVE ${TH_SOURCE}/lib ${TH_SOURCE}/lib/TH/compat/*.h)
foreach(header IN LISTS compat)
  add_reached(${header} reached)
endforeach()

set(prefix ${CMAKE_INSTALL_PREFIX}/${TH_HEADERS})
set(folders "")
foreach(header IN LISTS reached)
  get_filename_component(folder ${header} DIRECTORY)
  string(REGEX REPLACE "^TH/compat" "compat" folder ${folder})
  file(INSTALL ${TH_SOURCE}/lib/${header} DESTINATION ${prefix}/${folder})
  if(folder MATCHES "^TH/([^/]+)")
    list(APPEND folders ${CMAKE_MATCH_1})
  endif()
endforeach()
list(REMOVE_DUPLICATES folders)
foreach(folder IN LISTS folders)
  file(CREATE_LINK ../../TH/${folder} $ENV{DESTDIR}${prefix}/compat/TH/${folder} SYMBOLIC)
endforeach()

set(names THAllocator THBlas THDiskFile THFile THLapack THLogAdd THMemoryFile THRandom THStorage THTensor
  THTensorDimApply THVector)
foreach(name IN LISTS names)
  file(WRITE $ENV{DESTDIR}${prefix}/compat/${name}.h "#include \"TH.h\"\n")
endforeach()
file(GLOB headers RELATIVE $ENV{DESTDIR}${prefix}/compat $ENV{DESTDIR}${prefix}/compat/TH*.h)
list(REMOVE_ITEM headers TH.h)
foreach(header IN LISTS headers)
  file(WRITE $ENV{DESTDIR}${prefix}/compat/TH/${header} "#include \"../${header}\"\n")
endforeach()
