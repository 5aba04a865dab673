# What other projects and packages get; the programs are installed where they
# are built.
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
