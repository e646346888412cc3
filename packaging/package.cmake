# SPDX-License-Identifier: GPL-3.0-or-later
# What is installed beside the program, and the Debian package (`cpack -G DEB` in the build folder).
# The version is the project's; its date is that of the newest heading of CHANGELOG.md.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/CHANGELOG.md moe_heading REGEX "^## " LIMIT_COUNT 1)
if(NOT moe_heading MATCHES "^## ([0-9.]+) \\(([0-9]+-[0-9]+-[0-9]+)\\)$" OR NOT CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
  message(FATAL_ERROR "CHANGELOG.md must begin with \"## ${PROJECT_VERSION} (YYYY-MM-DD)\", not \"${moe_heading}\"")
endif()
string(REGEX REPLACE ".*\\((.*)\\)" "\\1" MOE_RELEASE_DATE "${moe_heading}")

set(MOE_MAINTAINER "MoE Explorer maintainers <maintainers@moe-explorer.org>" CACHE STRING
    "Maintainer named in the Debian package")
set(moe_in ${CMAKE_SOURCE_DIR}/resources/packaging)
set(moe_out ${CMAKE_BINARY_DIR}/packaging)
execute_process(COMMAND date --utc -R -d ${MOE_RELEASE_DATE} OUTPUT_VARIABLE MOE_DEBIAN_DATE
                OUTPUT_STRIP_TRAILING_WHITESPACE)
configure_file(${moe_in}/moe-explorer.metainfo.xml.in ${moe_out}/org.moe_explorer.moe_explorer.metainfo.xml @ONLY)
configure_file(${moe_in}/moe-explorer.1.in ${moe_out}/moe-explorer.1 @ONLY)
configure_file(${moe_in}/changelog.in ${moe_out}/changelog @ONLY)
# -n: no time of day in the file, the same input gives the same bytes.
foreach(page moe-explorer.1 changelog)
  execute_process(COMMAND gzip -9nkf ${moe_out}/${page})
endforeach()

install(TARGETS moe-explorer RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_CURRENT_LIST_DIR}/CHANGELOG.md ${moe_in}/copyright
              ${moe_out}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/moe-explorer)
install(FILES ${moe_out}/moe-explorer.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${moe_in}/moe-explorer.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${moe_out}/org.moe_explorer.moe_explorer.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${moe_in}/moe-explorer.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME moe-explorer.xml)
install(FILES ${CMAKE_SOURCE_DIR}/resources/icons/moe-explorer.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME moe-explorer)
set(CPACK_PACKAGE_VENDOR "MoE Explorer")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${MOE_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The window and the figures without a display need Qt's platform and SVG plugins and one font, which no
# library of ours names.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6svg6, fonts-dejavu-core")
# The first line is the project's own description.
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Memory per GPU, step time, serving time, loss over learning rate and batch
size, and expert placement of dense and Mixture-of-Experts language models,
recomputed while sliders are dragged; each number says where it comes from.

Every picture and number is also there on the command line, without a display.")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
# Files in the package bear the date of the release, whenever they were built.
execute_process(COMMAND date --utc +%s -d ${MOE_RELEASE_DATE} OUTPUT_VARIABLE moe_epoch OUTPUT_STRIP_TRAILING_WHITESPACE)
file(WRITE ${moe_out}/date.cmake
     "if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})\n  set(ENV{SOURCE_DATE_EPOCH} ${moe_epoch})\nendif()\n")
set(CPACK_PROJECT_CONFIG_FILE ${moe_out}/date.cmake)
include(CPack)
