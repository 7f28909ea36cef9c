# Debian packages by CPack (packaging/package.sh deb): headroom-cli and headroom, of the components of Install.cmake. They depend on the
# distribution's libraries, which dpkg-shlibdeps finds, so their revision names its release; LibTorch is fetched by headroom-cli setup.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS /etc/os-release ${PROJECT_SOURCE_DIR}/packaging/debian/revision.sh)
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/packaging/debian/revision.sh OUTPUT_VARIABLE _revision OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET)
if(_revision)
  set(CPACK_DEBIAN_PACKAGE_RELEASE ${_revision})
  set(_revision -${_revision})
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME headroom)
set(CPACK_PACKAGE_VENDOR "The Headroom contributors")
set(CPACK_PACKAGE_CONTACT "The Headroom contributors <maintainers@headroom.invalid>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL cli window)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# LibTorch and CUDA belong to no package: dpkg-shlibdeps is shown empty libraries of their names, for reading LibTorch's takes it minutes.
set(_names ${PROJECT_BINARY_DIR}/packaging/names)
if(HEADROOM_TORCH AND NOT EXISTS ${_names}/libtorch_cpu.so)
  file(MAKE_DIRECTORY ${_names})
  foreach(_name libc10.so libc10_cuda.so libcudart.so.13 libtorch_cuda.so libtorch_cpu.so)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -shared -nostdlib -x c++ /dev/null -Wl,-soname,${_name} -o ${_names}/${_name} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endif()
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${_names})

set(CPACK_DEBIAN_CLI_PACKAGE_NAME headroom-cli)
set(CPACK_DEBIAN_CLI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS "python3, python3-pip-whl | python3-pip, ca-certificates")
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS "ffmpeg")
set(CPACK_COMPONENT_CLI_DESCRIPTION "train small image models inside the memory you have, in a terminal
Headroom trains DCGANs and VQGANs and paints with VQGAN-CLIP while it keeps
to a memory budget: it forecasts what a run will take, finds settings that
fit, and survives what does not.

This package has the command line, the engine and small built-in models.
LibTorch, which it computes with, is fetched once by 'headroom-cli setup'.")
set(CPACK_DEBIAN_WINDOW_PACKAGE_NAME headroom)
set(CPACK_DEBIAN_WINDOW_PACKAGE_SECTION science)
set(CPACK_DEBIAN_WINDOW_PACKAGE_DEPENDS "headroom-cli (= ${PROJECT_VERSION}${_revision})")
set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS "qt6-wayland")
set(CPACK_COMPONENT_WINDOW_DESCRIPTION "train small image models inside the memory you have, in a window
Headroom is a studio in one window in which a DCGAN or a VQGAN trains, or
VQGAN-CLIP paints from words, while memory, losses and samples are live.
Batch size, precision and resolution change during the run; an
out-of-memory error costs one repeated step.

LibTorch, which it computes with, is fetched once when the window is
first started, after asking.")

set(CPACK_DEBIAN_CLI_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/postrm)
# What Debian asks of every package: changelog, copyright, compressed manual pages.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/finish.cmake)
set(CPACK_HEADROOM_SOURCE ${PROJECT_SOURCE_DIR})
include(CPack)
