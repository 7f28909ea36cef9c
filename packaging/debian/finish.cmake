# Run by CPack for the staged files of each package, before it is closed.
foreach(component cli window)
  file(GLOB staged "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr")
  if(staged)
    execute_process(COMMAND ${CPACK_HEADROOM_SOURCE}/packaging/debian/finish.sh ${staged} ${component} ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}
      COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
