# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when the sources hold a text that resources/i18n lacks: `cmake -DLUPDATE=… -DLIST=… -DROOT=… -DWORK=… -P`.
execute_process(COMMAND ${LIST} OUTPUT_FILE ${WORK}/table_words_check.cpp COMMAND_ERROR_IS_FATAL ANY)
file(GLOB translations ${ROOT}/resources/i18n/*.ts)
foreach(file ${translations})
  get_filename_component(name ${file} NAME)
  file(COPY_FILE ${file} ${WORK}/check_${name})
  execute_process(COMMAND ${LUPDATE} -silent -no-obsolete -locations none -I ${ROOT} app ui models
                  ${WORK}/table_words_check.cpp -ts ${WORK}/check_${name}
                  WORKING_DIRECTORY ${ROOT} COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${WORK}/check_${name} unfinished REGEX "type=\"unfinished\"")
  list(LENGTH unfinished missing)
  if(missing GREATER 0)
    message(FATAL_ERROR "${name}: ${missing} texts without a translation; run the target update-translations")
  endif()
endforeach()
