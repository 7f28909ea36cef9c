# cmake --install: what users get, in two components: "cli" (headroom-cli, the engine, the built-in models) and "window" (headroom, and what
# desktops want to know of it). headroom-lab, tests and libraries for them are in neither. CPack makes Debian packages of the components.
set(HEADROOM_PLUGINS lib/headroom)  # of the same name everywhere: programs look for ../lib/headroom

include(packaging/cmake/Metainfo.cmake)

if(HEADROOM_TORCH)
  install(TARGETS headroom-cli RUNTIME DESTINATION bin COMPONENT cli)
  foreach(module headroom_torch_engine headroom_cuda headroom_c10d headroom_nccl)
    if(TARGET ${module})
      # No run path: LibTorch is wherever setup has put it (core/engine/setup/engine_library.h).
      set_target_properties(${module} PROPERTIES INSTALL_RPATH "")
      install(TARGETS ${module} LIBRARY DESTINATION ${HEADROOM_PLUGINS} COMPONENT cli)
    endif()
  endforeach()
  install(DIRECTORY resources/models/builtin/ DESTINATION ${HEADROOM_BUILTIN} COMPONENT cli)
  # Completions and manual pages come from the program's own table of verbs.
  install(CODE "set(HEADROOM_PART cli)\nset(HEADROOM_CLI \"$<TARGET_FILE:headroom-cli>\")" COMPONENT cli)
  install(SCRIPT packaging/cmake/InstallGenerated.cmake COMPONENT cli)
endif()
install(FILES README.md CHANGELOG.md DESTINATION share/doc/headroom-cli COMPONENT cli)
install(DIRECTORY LICENSES/ DESTINATION share/doc/headroom-cli/licenses COMPONENT cli)
install(FILES packaging/linux/org.headroom.Headroom.mime.xml DESTINATION share/mime/packages RENAME org.headroom.Headroom.xml COMPONENT cli)

if(HEADROOM_UI)
  install(TARGETS headroom RUNTIME DESTINATION bin COMPONENT window)
  install(FILES packaging/linux/org.headroom.Headroom.desktop DESTINATION share/applications COMPONENT window)
  install(FILES ${PROJECT_BINARY_DIR}/org.headroom.Headroom.metainfo.xml DESTINATION share/metainfo COMPONENT window)
  install(FILES resources/logo.svg DESTINATION share/icons/hicolor/scalable/apps RENAME org.headroom.Headroom.svg COMPONENT window)
  foreach(size 16 24 32 48 64 128 256)
    install(FILES packaging/linux/icons/headroom-${size}.png DESTINATION share/icons/hicolor/${size}x${size}/apps
      RENAME org.headroom.Headroom.png COMPONENT window)
  endforeach()
  install(DIRECTORY resources/guide/ DESTINATION share/doc/headroom/guide COMPONENT window)
  if(HEADROOM_TORCH)
    install(CODE "set(HEADROOM_PART window)\nset(HEADROOM_CLI \"$<TARGET_FILE:headroom-cli>\")" COMPONENT window)
    install(SCRIPT packaging/cmake/InstallGenerated.cmake COMPONENT window)
  endif()
endif()
