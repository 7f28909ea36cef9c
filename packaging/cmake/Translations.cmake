# The window's translations: .ts files become .qm files in the program's resources, beside Qt's own words in the same languages.
get_target_property(qt_moc Qt6::moc IMPORTED_LOCATION)
get_filename_component(qt_tools ${qt_moc} DIRECTORY)
find_program(HEADROOM_LRELEASE NAMES lrelease6 lrelease-qt6 lrelease HINTS ${qt_tools} ${qt_tools}/../bin /usr/lib/qt6/bin REQUIRED)
find_program(HEADROOM_LUPDATE NAMES lupdate6 lupdate-qt6 lupdate HINTS ${qt_tools} ${qt_tools}/../bin /usr/lib/qt6/bin REQUIRED)
get_target_property(qt_qmake Qt6::qmake IMPORTED_LOCATION)
execute_process(COMMAND ${qt_qmake} -query QT_INSTALL_TRANSLATIONS OUTPUT_VARIABLE qt_translations OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT EXISTS ${qt_translations}/qtbase_de.qm)
  message(FATAL_ERROR "Qt's own translations are missing (${qt_translations}/qtbase_de.qm): install qt6-translations-l10n.")
endif()

# headroom_translations(TARGET): compiles resources/translations/*.ts into TARGET, as :/translations/headroom_de.qm and so on.
function(headroom_translations target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/translations)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/translations/headroom_*.ts)
  set(entries "")
  set(files "")
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    add_custom_command(OUTPUT ${folder}/${name}.qm DEPENDS ${source} VERBATIM
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${HEADROOM_LRELEASE} -silent -nounfinished ${source} -qm ${folder}/${name}.qm)
    list(APPEND files ${folder}/${name}.qm)
    string(APPEND entries "<file alias=\"${name}.qm\">${folder}/${name}.qm</file>")
  endforeach()
  string(APPEND entries "<file alias=\"qtbase_de.qm\">${qt_translations}/qtbase_de.qm</file>")
  file(CONFIGURE OUTPUT ${folder}/translations.qrc CONTENT "<RCC><qresource prefix=\"/translations\">@entries@</qresource></RCC>\n" @ONLY)
  add_custom_command(OUTPUT ${folder}/qrc_translations.cpp DEPENDS ${files} ${folder}/translations.qrc VERBATIM
    COMMAND Qt6::rcc --format-version 1 --name translations --output ${folder}/qrc_translations.cpp ${folder}/translations.qrc)
  target_sources(${target} PRIVATE ${folder}/qrc_translations.cpp)
  set_source_files_properties(${folder}/qrc_translations.cpp PROPERTIES SKIP_AUTOGEN ON SKIP_UNITY_BUILD_INCLUSION ON
    SKIP_PRECOMPILE_HEADERS ON)
endfunction()
