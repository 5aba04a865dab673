# One static library per layer of the pipeline; src/README.md draws the layers.
#
#   tessera_layer(Analysis SOURCES A.cpp B.cpp LINK Model [HEADERS Plan])
#   tessera_room(Frontend kernel A.cpp B.cpp [ALONE C.cpp])
#
# ALONE: units that some programs link without the rest, so never joined with it.
# HEADERS: src/Precompiled/Plan.h comes precompiled. A room is a folder of a
# layer; its headers are included by their path in the layer: kernel/A.h.

find_library(TESSERA_ISL NAMES libisl.a isl REQUIRED)
find_library(TESSERA_GMP NAMES libgmp.a gmp REQUIRED)
find_path(TESSERA_ISL_INCLUDE isl/cpp.h REQUIRED)

# Clang and LLVM come as archives where there are some: to load their shared
# libraries takes as long as to translate a small program.
add_library(TesseraLLVM INTERFACE)
add_library(TesseraClang INTERFACE)
file(GLOB TESSERA_LLVM_ARCHIVES ${LLVM_LIBRARY_DIR}/libLLVM*.a)
file(GLOB TESSERA_CLANG_ARCHIVES ${LLVM_LIBRARY_DIR}/libclang[A-Z]*.a)
if(TESSERA_LLVM_ARCHIVES AND TESSERA_CLANG_ARCHIVES)
  find_library(TESSERA_ZSTD NAMES zstd libzstd.so.1 REQUIRED)
  find_library(TESSERA_ZLIB NAMES z libz.so.1 REQUIRED)
  string(REPLACE ";" "," TESSERA_LLVM_ARCHIVES "${TESSERA_LLVM_ARCHIVES}")
  string(REPLACE ";" "," TESSERA_CLANG_ARCHIVES "${TESSERA_CLANG_ARCHIVES}")
  target_link_libraries(TesseraLLVM INTERFACE
    $<LINK_GROUP:RESCAN,${TESSERA_LLVM_ARCHIVES}> ${TESSERA_ZSTD} ${TESSERA_ZLIB})
  target_link_libraries(TesseraClang INTERFACE
    $<LINK_GROUP:RESCAN,${TESSERA_CLANG_ARCHIVES}> TesseraLLVM)
  target_link_options(TesseraLLVM INTERFACE -no-pie -Wl,--gc-sections)
else()
  target_link_libraries(TesseraLLVM INTERFACE LLVM)
  target_link_libraries(TesseraClang INTERFACE clang-cpp TesseraLLVM)
endif()

add_library(TesseraOptions INTERFACE)
target_include_directories(TesseraOptions INTERFACE ${CMAKE_SOURCE_DIR}/include)
target_include_directories(TesseraOptions SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS} ${TESSERA_ISL_INCLUDE})
target_compile_definitions(TesseraOptions INTERFACE ${LLVM_DEFINITIONS_LIST})
# isl's C++ interface throws; LLVM's run-time type information is on.
target_compile_options(TesseraOptions INTERFACE -fexceptions -frtti -Wall
  -Wextra -Werror -Wno-unused-parameter -ffunction-sections -fdata-sections)
option(TESSERA_SANITIZE "Build with AddressSanitizer and UBSan" OFF)
if(TESSERA_SANITIZE)
  target_compile_options(TesseraOptions INTERFACE
    -fsanitize=address,undefined -fno-sanitize=vptr -fno-omit-frame-pointer
    -fsanitize-ignorelist=${CMAKE_SOURCE_DIR}/cmake/sanitize-ignore.txt)
  target_link_options(TesseraOptions INTERFACE -fsanitize=address,undefined)
endif()

# Makes src/Precompiled/NAME.h a header that targets can get precompiled.
function(tessera_precompile NAME)
  set(source ${CMAKE_BINARY_DIR}/src/Precompiled${NAME}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Exists to build ${NAME}.h.\n")
  add_library(TesseraPrecompiled${NAME} OBJECT ${source})
  target_link_libraries(TesseraPrecompiled${NAME} PUBLIC TesseraOptions)
  target_precompile_headers(TesseraPrecompiled${NAME} PRIVATE
    ${CMAKE_SOURCE_DIR}/src/Precompiled/${NAME}.h)
endfunction()

# Units of a folder that are compiled as one share what its headers instantiate.
set(TESSERA_JOIN 5 CACHE STRING "Units that are compiled as one; 1: each alone")
function(tessera_join TARGET FOLDER)
  string(REPLACE / _ FOLDER ${FOLDER})
  if(TESSERA_JOIN LESS 2)
    return()
  endif()
  set_target_properties(${TARGET} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(LENGTH ARGN Count)
  math(EXPR Groups "(${Count} + ${TESSERA_JOIN} - 1) / ${TESSERA_JOIN}")
  set(Index 0)
  foreach(Source ${ARGN})
    math(EXPR Group "${Index} * ${Groups} / ${Count} + 1")
    set_source_files_properties(${Source} PROPERTIES
      UNITY_GROUP ${FOLDER}${Group})
    math(EXPR Index "${Index} + 1")
  endforeach()
endfunction()

function(tessera_layer NAME)
  cmake_parse_arguments(ARG "" "HEADERS" "SOURCES;ALONE;LINK" ${ARGN})
  add_library(Tessera${NAME} STATIC ${ARG_SOURCES} ${ARG_ALONE})
  tessera_join(Tessera${NAME} ${NAME} ${ARG_SOURCES})
  target_include_directories(Tessera${NAME} PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR}/${NAME})
  list(TRANSFORM ARG_LINK PREPEND Tessera)
  target_link_libraries(Tessera${NAME} PUBLIC TesseraOptions ${ARG_LINK})
  target_precompile_headers(Tessera${NAME} REUSE_FROM
    TesseraPrecompiled${ARG_HEADERS})
  if(ARG_HEADERS STREQUAL "Clang")
    target_link_libraries(Tessera${NAME} PUBLIC TesseraClang)
  endif()
endfunction()

function(tessera_room LAYER ROOM)
  cmake_parse_arguments(ARG "" "" "ALONE" ${ARGN})
  set(Sources ${ARG_UNPARSED_ARGUMENTS})
  list(TRANSFORM Sources PREPEND ${LAYER}/${ROOM}/)
  list(TRANSFORM ARG_ALONE PREPEND ${LAYER}/${ROOM}/)
  target_sources(Tessera${LAYER} PRIVATE ${Sources} ${ARG_ALONE})
  tessera_join(Tessera${LAYER} ${ROOM} ${Sources})
endfunction()
