# cmake -DPROGRAM=path -DOUTPUT=path.c -P embed.cmake: the bytes of the manager's program as a C array.
file(READ ${PROGRAM} bytes HEX)
string(LENGTH "${bytes}" count)
math(EXPR count "${count} / 2")
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"TH/exchange/THManager.h\"
const size_t th_managerBytes = ${count};
const unsigned char th_managerProgram[${count}] = {${bytes}};
")
