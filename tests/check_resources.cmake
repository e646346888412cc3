# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when the same resources, checked out at another time, give other bytes:
# `cmake -DRCC=… -DOPTIONS=… -DQRC=… -DROOT=… -DWORK=… -P`.
set(copy ${WORK}/resources_copy)
file(REMOVE_RECURSE ${copy})
file(MAKE_DIRECTORY ${copy})
execute_process(COMMAND ${CMAKE_COMMAND} -E copy_directory ${ROOT}/resources ${copy} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE files ${copy}/*)
execute_process(COMMAND touch -d 2001-01-01 ${files} COMMAND_ERROR_IS_FATAL ANY)
file(READ ${QRC} list)
string(REPLACE "${ROOT}/resources/" "${copy}/" moved "${list}")
if(moved STREQUAL list)
  message(FATAL_ERROR "${QRC} names no file of ${ROOT}/resources")
endif()
file(WRITE ${copy}/moe.qrc "${moved}")
execute_process(COMMAND ${RCC} --binary ${OPTIONS} -name moe ${QRC} -o ${copy}/here.rcc COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${RCC} --binary ${OPTIONS} -name moe ${copy}/moe.qrc -o ${copy}/there.rcc
                COMMAND_ERROR_IS_FATAL ANY)
file(SHA256 ${copy}/here.rcc here)
file(SHA256 ${copy}/there.rcc there)
file(REMOVE_RECURSE ${copy})
if(NOT here STREQUAL there)
  message(FATAL_ERROR "The compiled resources depend on more than the files' contents")
endif()
