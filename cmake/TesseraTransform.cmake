# tessera_transform(TARGET target [SOURCES a.cu...] [OPTIONS option...] [SKIP])
#
# Translates CUDA sources of a target when it is built, and compiles the results
# in their place:
#
#   a.cu ── tessera ──▶ ${CMAKE_CURRENT_BINARY_DIR}/tessera/<target>/a.cu ──▶ a.o
#
# Call it in the folder of the target, after its sources and their properties are
# known. SOURCES are some of them; without it, they are all that end in .cu or
# have the language CUDA. OPTIONS are those of tessera. Include folders,
# definitions, options and the standard come from the target and its libraries,
# also when they are added later; so do --gpu, from the lowest of
# CUDA_ARCHITECTURES, and --cuda-path, from the compiler, if OPTIONS lack them.
# Builds have enough to print: remarks are for those who ask (--remarks=all).
#
# Several sources of a target know of each other: kernels are changed by what is
# launched in any of them (`tessera --index`). OPTIONS with --project have an
# index of their own, and --no-project stands for none.
#
# SKIP, or -DTESSERA_SKIP=ON for all targets, compiles the sources as they are.
# `<target>_tessera` is a target that translates only.
#
# A result that does not change is not compiled again: each rule makes a stamp,
# and writes the result only if it differs.

cmake_policy(PUSH)
cmake_policy(VERSION 3.20)

option(TESSERA_SKIP "Compile CUDA sources without translating them" OFF)

function(tessera_transform)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "SKIP" "TARGET" "SOURCES;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "tessera_transform: unknown argument '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT TARGET "${ARG_TARGET}")
    message(FATAL_ERROR "tessera_transform: no target '${ARG_TARGET}'")
  endif()
  get_target_property(folder ${ARG_TARGET} SOURCE_DIR)
  if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "tessera_transform: '${ARG_TARGET}' is a target of "
      "${folder}, where its sources have to be transformed")
  endif()
  _tessera_find_sources(sources ${ARG_TARGET} "${ARG_SOURCES}")
  if(ARG_SKIP OR TESSERA_SKIP)
    return()
  endif()

  get_target_property(all ${ARG_TARGET} SOURCES)
  set(originals)
  foreach(source IN LISTS sources)
    get_filename_component(original "${source}" ABSOLUTE)
    list(APPEND originals "${original}")
  endforeach()
  _tessera_index(index ${ARG_TARGET} "${originals}" "${ARG_OPTIONS}")
  list(REMOVE_ITEM ARG_OPTIONS --no-project -no-project)
  set(compiled)
  set(stamps)
  foreach(source IN LISTS all)
    if(source IN_LIST sources)
      get_filename_component(original "${source}" ABSOLUTE)
      _tessera_translate(source stamp ${ARG_TARGET} "${original}"
        "${ARG_OPTIONS}" "${index}")
      list(APPEND stamps "${stamp}")
    endif()
    list(APPEND compiled "${source}")
  endforeach()
  set_property(TARGET ${ARG_TARGET} PROPERTY SOURCES "${compiled}")
  # A target of its own shows the originals in IDEs, where other targets may
  # compile them, and makes the results before the first of them is compiled.
  set(name ${ARG_TARGET}_tessera)
  while(TARGET ${name})
    string(APPEND name _)
  endwhile()
  add_custom_target(${name} DEPENDS ${stamps} SOURCES ${originals})
  add_dependencies(${ARG_TARGET} ${name})
endfunction()

# Sets RESULT to the sources of TARGET that are to be translated, as they are
# named there.
function(_tessera_find_sources RESULT TARGET WANTED)
  get_target_property(all ${TARGET} SOURCES)
  if(NOT all)
    set(all)
  endif()
  set(wanted)
  foreach(source IN LISTS WANTED)
    get_filename_component(path "${source}" ABSOLUTE)
    list(APPEND wanted "${path}")
  endforeach()
  set(found)
  set(found_paths)
  foreach(source IN LISTS all)
    if(NOT source MATCHES "\\$<")
      get_filename_component(path "${source}" ABSOLUTE)
      get_source_file_property(language "${path}" LANGUAGE)
      get_source_file_property(header "${path}" HEADER_FILE_ONLY)
      if(path IN_LIST wanted OR (NOT WANTED AND NOT header AND
          (source MATCHES "\\.cu$" OR language STREQUAL "CUDA")))
        list(APPEND found "${source}")
        list(APPEND found_paths "${path}")
      endif()
    endif()
  endforeach()
  foreach(path IN LISTS wanted)
    if(NOT path IN_LIST found_paths)
      message(FATAL_ERROR
        "tessera_transform: '${path}' is no source of '${TARGET}'")
    endif()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "tessera_transform: '${TARGET}' has no CUDA source")
  endif()
  set(${RESULT} "${found}" PARENT_SCOPE)
endfunction()

# Sets FOLDER to where what is made for TARGET goes.
function(_tessera_folder FOLDER TARGET)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/tessera/${TARGET}")
  get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(several)
    string(APPEND folder "/$<CONFIG>")
  endif()
  set(${FOLDER} "${folder}" PARENT_SCOPE)
endfunction()

# Sets NAME to where PATH lies below the target's folder, or elsewhere.
function(_tessera_name NAME PATH)
  file(RELATIVE_PATH name "${CMAKE_CURRENT_BINARY_DIR}" "${PATH}")
  if(name MATCHES "^\\.\\./|^/")
    file(RELATIVE_PATH name "${CMAKE_CURRENT_SOURCE_DIR}" "${PATH}")
  endif()
  string(REPLACE "../" "up/" name "${name}")
  set(${NAME} "${name}" PARENT_SCOPE)
endfunction()

# Adds the rule for the index of the sources PATHS, and sets INDEX to it; to
# nothing if they need none.
function(_tessera_index INDEX TARGET PATHS OPTIONS)
  set(${INDEX} PARENT_SCOPE)
  list(LENGTH PATHS number)
  if(number LESS 2 OR OPTIONS MATCHES "(^|;)--?(no-)?project(=|;|$)")
    return()
  endif()
  _tessera_folder(folder ${TARGET})
  set(index "${folder}/index.json")
  _tessera_installation(tessera files)
  _tessera_options(options ${TARGET} "${OPTIONS}" "${files}")
  list(FILTER options EXCLUDE REGEX "^--?(report|verify|keep-original)")
  set(flags)
  set(flags_files)
  foreach(path IN LISTS PATHS)
    _tessera_name(name "${path}")
    _tessera_language(language "${path}")
    list(APPEND flags "--flags-of=${path}=${folder}/${name}.${language}.flags")
    list(APPEND flags_files "${folder}/${name}.${language}.flags")
  endforeach()
  # Ninja sees that an index did not change; with make, which only looks at the
  # stamp, all sources are translated again.
  add_custom_command(OUTPUT "${index}.stamp" "${index}"
    COMMAND "${tessera}" ${PATHS} "--index=${index}" --index-hashes=0 -j
      -MD -MF "${index}.d" -MT "${index}.stamp" ${flags} ${options}
    COMMAND "${CMAKE_COMMAND}" -E touch "${index}.stamp"
    DEPENDS ${PATHS} ${flags_files} "${tessera}" ${files}
    DEPFILE "${index}.d"
    COMMENT "Reading the CUDA sources of ${TARGET}"
    VERBATIM)
  set(${INDEX} "${index}" PARENT_SCOPE)
endfunction()

# Adds the rule that translates the file PATH, and sets RESULT and STAMP to what
# it makes.
function(_tessera_translate RESULT STAMP TARGET PATH OPTIONS INDEX)
  get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  _tessera_folder(folder ${TARGET})
  _tessera_name(name "${PATH}")
  set(result "${folder}/${name}")
  set(stamp "${result}.stamp")

  _tessera_installation(tessera files)
  _tessera_language(language "${PATH}")
  _tessera_flags(flags ${TARGET} "${PATH}" ${language})
  _tessera_options(options ${TARGET} "${OPTIONS}" "${files}")
  # Makefiles do not run a rule again because its command has changed, but they
  # do for a file that has. CMake makes one for each language.
  file(GENERATE OUTPUT "${result}.$<COMPILE_LANGUAGE>.flags"
    CONTENT "${flags}" TARGET ${TARGET})
  string(JOIN "\n" lines ${options})
  file(GENERATE OUTPUT "${result}.options" CONTENT "${lines}\n")
  set(flags_file "${result}.${language}.flags")
  if(INDEX)
    list(APPEND options "--project=${INDEX}")
  endif()

  add_custom_command(OUTPUT "${stamp}" BYPRODUCTS "${result}"
    COMMAND "${tessera}" "${PATH}" -o "${result}"
      -MD -MF "${result}.d" -MT "${stamp}" "--flags-file=${flags_file}"
      ${options} -- # the flags are all there are
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS "${PATH}" "${flags_file}" "${result}.options" "${tessera}" ${files}
      ${INDEX}
    DEPFILE "${result}.d"
    COMMENT "Translating CUDA source ${name}"
    VERBATIM)

  # The result is compiled as the original would have been.
  set(copied LANGUAGE COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS
    INCLUDE_DIRECTORIES OBJECT_DEPENDS)
  set(results "${result}")
  if(several) # properties need the names themselves
    list(TRANSFORM CMAKE_CONFIGURATION_TYPES REPLACE "(.+)"
      "${CMAKE_CURRENT_BINARY_DIR}/tessera/${TARGET}/\\1/${name}"
      OUTPUT_VARIABLE results)
  endif()
  foreach(property IN LISTS copied)
    get_property(value SOURCE "${PATH}" PROPERTY ${property})
    if(NOT value STREQUAL "")
      set_property(SOURCE ${results} PROPERTY ${property} "${value}")
    endif()
  endforeach()
  get_filename_component(beside "${PATH}" DIRECTORY)
  set_property(SOURCE ${results} APPEND PROPERTY INCLUDE_DIRECTORIES
    "${beside}")
  set_property(SOURCE ${results} PROPERTY GENERATED TRUE)
  set(${RESULT} "${result}" PARENT_SCOPE)
  set(${STAMP} "${stamp}" PARENT_SCOPE)
endfunction()

# The program, and the files that come with it and decide about its results.
function(_tessera_installation PROGRAM FILES)
  get_filename_component(prefix "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../.."
    ABSOLUTE)
  file(GLOB_RECURSE files "${prefix}/lib/tessera/cuda/*"
    "${prefix}/lib/tessera/devices/*")
  set(${PROGRAM} "${prefix}/bin/tessera" PARENT_SCOPE)
  set(${FILES} "${files}" PARENT_SCOPE)
endfunction()

# The language whose flags a source gets; not always CUDA: Clang compiles it as
# C++, too, and a project without it may only translate.
function(_tessera_language RESULT PATH)
  get_source_file_property(language "${PATH}" LANGUAGE)
  get_property(enabled GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT language)
    if("CUDA" IN_LIST enabled)
      set(language CUDA)
    else()
      set(language CXX)
    endif()
  endif()
  set(${RESULT} ${language} PARENT_SCOPE)
endfunction()

# The flags that CMake compiles PATH with, one in each line, with generator
# expressions.
function(_tessera_flags RESULT TARGET PATH LANGUAGE)
  set(lines)
  get_property(values SOURCE "${PATH}" PROPERTY COMPILE_DEFINITIONS)
  foreach(value IN LISTS values)
    if(value MATCHES "\\$<") # may turn out to be nothing
      set(value "$<$<BOOL:${value}>:-D${value}>")
    else()
      set(value "-D${value}")
    endif()
    string(APPEND lines "${value}\n")
  endforeach()
  foreach(property COMPILE_DEFINITIONS INCLUDE_DIRECTORIES)
    set(prefix -D)
    if(property STREQUAL "INCLUDE_DIRECTORIES")
      set(prefix -I)
      get_property(values SOURCE "${PATH}" PROPERTY INCLUDE_DIRECTORIES)
      foreach(value IN LISTS values)
        string(APPEND lines "$<$<BOOL:${value}>:-I${value}>\n")
      endforeach()
    endif()
    set(values "$<FILTER:$<TARGET_PROPERTY:${TARGET},${property}>,EXCLUDE,^$>")
    string(APPEND lines
      "$<$<BOOL:${values}>:${prefix}$<JOIN:${values},\n${prefix}>>\n")
  endforeach()
  _tessera_words(words "${CMAKE_${LANGUAGE}_FLAGS}")
  string(APPEND lines "${words}")
  set(configurations ${CMAKE_CONFIGURATION_TYPES})
  if(NOT configurations)
    set(configurations ${CMAKE_BUILD_TYPE})
  endif()
  foreach(configuration IN LISTS configurations)
    string(TOUPPER "${configuration}" upper)
    _tessera_words(words "${CMAKE_${LANGUAGE}_FLAGS_${upper}}")
    string(APPEND lines "$<$<CONFIG:${configuration}>:${words}>\n")
  endforeach()
  _tessera_standard(standard ${TARGET} ${LANGUAGE})
  string(APPEND lines "${standard}\n"
    "$<JOIN:$<TARGET_PROPERTY:${TARGET},COMPILE_OPTIONS>,\n>\n")
  get_property(text SOURCE "${PATH}" PROPERTY COMPILE_FLAGS)
  _tessera_words(words "${text}")
  string(APPEND lines "${words}")
  get_property(values SOURCE "${PATH}" PROPERTY COMPILE_OPTIONS)
  string(REPLACE ";" "\n" values "${values}")
  set(${RESULT} "${lines}${values}\n" PARENT_SCOPE)
endfunction()

# The words of a command line, one in each line.
function(_tessera_words RESULT TEXT)
  separate_arguments(words NATIVE_COMMAND "${TEXT}")
  string(REPLACE ";" "\n" words "${words}")
  set(${RESULT} "${words}\n" PARENT_SCOPE)
endfunction()

# -std= for the highest of what the target's property and features ask for. CUDA
# without a property takes what C++ has.
function(_tessera_standard RESULT TARGET LANGUAGE)
  set(features "$<TARGET_PROPERTY:${TARGET},COMPILE_FEATURES>")
  set(own "$<TARGET_PROPERTY:${TARGET},${LANGUAGE}_STANDARD>")
  set(cxx "$<TARGET_PROPERTY:${TARGET},CXX_STANDARD>")
  string(TOLOWER ${LANGUAGE} name)
  set(flag "")
  foreach(number 98 03 11 14 17 20 23 26)
    set(asked "$<STREQUAL:${own},${number}>,\
$<IN_LIST:${name}_std_${number},${features}>")
    set(inherited "$<STREQUAL:${cxx},${number}>,\
$<IN_LIST:cxx_std_${number},${features}>")
    set(flag "$<IF:$<OR:${asked},$<AND:$<NOT:$<BOOL:${own}>>,\
$<OR:${inherited}>>>,-std=c++${number},${flag}>")
  endforeach()
  set(${RESULT} "${flag}" PARENT_SCOPE)
endfunction()

# OPTIONS, and what the target and the compiler say instead of missing ones.
# FILES are those of the installation.
function(_tessera_options RESULT TARGET OPTIONS FILES)
  if(NOT OPTIONS MATCHES "(^|;)--?gpu(=|;|$)")
    _tessera_device(device ${TARGET} "${FILES}")
    list(APPEND OPTIONS ${device})
  endif()
  if(NOT OPTIONS MATCHES "(^|;)--?remarks(=|;|$)")
    list(APPEND OPTIONS --remarks=none)
  endif()
  if(NOT OPTIONS MATCHES "(^|;)--?cuda-path(=|;|$)" AND
      EXISTS "${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}/include/cuda_runtime.h")
    list(APPEND OPTIONS "--cuda-path=${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}")
  endif()
  set(${RESULT} "${OPTIONS}" PARENT_SCOPE)
endfunction()

# --gpu= for the lowest architecture of TARGET: a device among FILES that has no
# more than it. Nothing if there is none, or no number in CUDA_ARCHITECTURES.
function(_tessera_device RESULT TARGET FILES)
  get_target_property(architectures ${TARGET} CUDA_ARCHITECTURES)
  set(lowest)
  foreach(architecture IN LISTS architectures)
    string(REGEX MATCH "^[0-9]+" number "${architecture}")
    if(number AND (NOT lowest OR number LESS lowest))
      set(lowest ${number})
    endif()
  endforeach()
  set(closest)
  foreach(file IN LISTS FILES)
    if(lowest AND file MATCHES "\\.yaml$")
      file(STRINGS "${file}" line REGEX "^architecture: *sm_[0-9]+")
      string(REGEX REPLACE ".*sm_([0-9]+).*" "\\1" number "${line}")
      if(number LESS_EQUAL lowest AND
          (NOT closest OR number GREATER closest))
        set(closest ${number})
      endif()
    endif()
  endforeach()
  set(${RESULT} PARENT_SCOPE)
  if(closest)
    set(${RESULT} --gpu=sm_${closest} PARENT_SCOPE)
  endif()
endfunction()

cmake_policy(POP)
