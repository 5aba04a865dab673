# One static library per layer of the pipeline; src/README.md draws the layers.
#
#   tessera_layer(Analysis SOURCES A.cpp B.cpp LINK Model [CLANG])
#
# CLANG: the layer includes Clang headers, which then come precompiled.

find_library(TESSERA_ISL isl REQUIRED)
find_path(TESSERA_ISL_INCLUDE isl/cpp.h REQUIRED)

add_library(TesseraOptions INTERFACE)
target_include_directories(TesseraOptions INTERFACE ${CMAKE_SOURCE_DIR}/include)
target_include_directories(TesseraOptions SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS} ${TESSERA_ISL_INCLUDE})
target_compile_definitions(TesseraOptions INTERFACE ${LLVM_DEFINITIONS_LIST})
# isl's C++ interface throws; LLVM's run-time type information is on.
target_compile_options(TesseraOptions INTERFACE -fexceptions -frtti -Wall
  -Wextra -Werror -Wno-unused-parameter)
option(TESSERA_SANITIZE "Build with AddressSanitizer and UBSan" OFF)
if(TESSERA_SANITIZE)
  target_compile_options(TesseraOptions INTERFACE
    -fsanitize=address,undefined -fno-sanitize=vptr -fno-omit-frame-pointer
    -fsanitize-ignorelist=${CMAKE_SOURCE_DIR}/cmake/sanitize-ignore.txt)
  target_link_options(TesseraOptions INTERFACE -fsanitize=address,undefined)
endif()

function(tessera_layer NAME)
  cmake_parse_arguments(ARG "CLANG" "" "SOURCES;LINK" ${ARGN})
  add_library(Tessera${NAME} STATIC ${ARG_SOURCES})
  list(TRANSFORM ARG_LINK PREPEND Tessera)
  target_link_libraries(Tessera${NAME} PUBLIC TesseraOptions ${ARG_LINK})
  if(ARG_CLANG)
    if(TARGET TesseraClangHeaders)
      target_precompile_headers(Tessera${NAME} REUSE_FROM TesseraClangHeaders)
    endif()
    target_link_libraries(Tessera${NAME} PUBLIC clang-cpp)
  endif()
endfunction()
