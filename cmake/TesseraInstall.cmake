# What other projects and packages get; the programs are installed where they
# are built. What was not built is not installed: the translator works alone.
include(CMakePackageConfigHelpers)

# A build folder can be used like an installation: it has the same layout.
set(PACKAGE_FILES ${CMAKE_BINARY_DIR}/lib/cmake/Tessera)
configure_file(cmake/TesseraConfig.cmake.in
  ${PACKAGE_FILES}/TesseraConfig.cmake @ONLY)
configure_file(cmake/TesseraTransform.cmake
  ${PACKAGE_FILES}/TesseraTransform.cmake COPYONLY)
write_basic_package_version_file(${PACKAGE_FILES}/TesseraConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(DIRECTORY ${PACKAGE_FILES} DESTINATION lib/cmake)

# What the code is under, and what comes from others.
install(FILES README.md LICENSE CHANGELOG.md CITATION.cff DESTINATION share/doc/tessera)
install(DIRECTORY docs DESTINATION share/doc/tessera)
install(FILES cmake/package/copyright DESTINATION share/doc/tessera)
configure_file(cmake/package/changelog.in
  ${CMAKE_BINARY_DIR}/share/doc/changelog @ONLY)
if(TESSERA_GZIP)
  execute_process(COMMAND ${TESSERA_GZIP} -9nkf
    ${CMAKE_BINARY_DIR}/share/doc/changelog)
  install(FILES ${CMAKE_BINARY_DIR}/share/doc/changelog.gz
    DESTINATION share/doc/tessera)
endif()

# Packages: cpack -G DEB, or TGZ. What is precompiled for one place, a component
# of its own, is not in them: it holds paths.
set(CPACK_GENERATOR TGZ)
find_program(TESSERA_DPKG dpkg-shlibdeps)
if(TESSERA_DPKG)
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};Tessera;Unspecified;/")
set(CPACK_PACKAGE_NAME tessera)
set(CPACK_PACKAGE_VENDOR "Tessera")
set(CPACK_PACKAGE_CONTACT
  "The developers of Tessera <tessera@example.org>" CACHE STRING
  "maintainer of the packages")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "source-to-source compiler that speeds up CUDA programs")
set(CPACK_PACKAGE_DESCRIPTION
"Tessera reads CUDA programs and writes CUDA programs: arrays that a block reads
several times are staged in shared memory or registers, and the host's arrays
are copied to the device and back where that is needed.
It can also run CUDA programs on the CPU, and check what their kernels do.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The headers of the C++ library and of C, which programs include.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++ | libstdc++-dev, libc6-dev")
# tessera-run links programs.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "lld-22 | lld")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nvidia-cuda-toolkit, python3")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE
  OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_THREADS 0)
include(CPack)
