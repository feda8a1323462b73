# WebAssembly by emscripten (script/build-web): a program is one JavaScript file with the machine code inside. It is
# linked with web_program, or with node_program, which sees the files and the environment of the machine.
set(UNIX OFF) # emscripten says that it is Unix, but has no processes
# Memory grows up to 2 GB. The stack does not: our functions need 224 KB, the rest is for Lua's. Objects are optimised
# already: linking with more than -O1 takes minutes.
set(common -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=5242880 -sSINGLE_FILE=1 -O1)
add_library(web_program INTERFACE)
target_link_options(web_program INTERFACE ${common} -sENVIRONMENT=web -sMODULARIZE=1 -sEXPORT_NAME=makeTensor
  -sEXPORTED_RUNTIME_METHODS=ccall)
add_library(node_program INTERFACE)
target_link_options(node_program INTERFACE ${common} -sENVIRONMENT=node -sEXIT_RUNTIME=1 -sNODERAWFS=1
  "SHELL:--pre-js ${PROJECT_SOURCE_DIR}/test/systems/wasm/environment.js")
