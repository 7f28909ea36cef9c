# LibTorch from the pinned wheel as imported targets of our own: hr::c10, hr::torch_cpu (and hr::c10_cuda, hr::torch_cuda).
# find_package(Torch) is not used: it enables the CUDA language, links CUDA into everything and writes foreign run paths.

set(_default_deps "$ENV{HEADROOM_DEPS}")
if(NOT _default_deps)
  if(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
    set(_default_deps "$ENV{XDG_CACHE_HOME}/headroom/deps")
  else()
    set(_default_deps "$ENV{HOME}/.cache/headroom/deps")
  endif()
endif()
set(HEADROOM_TORCH_DIR "${_default_deps}/libtorch-2.11.0/torch" CACHE PATH "The torch folder of the unpacked wheel")
set(HEADROOM_TORCH_VERSION 2.11.0)

set(_inc "${HEADROOM_TORCH_DIR}/include")
set(_lib "${HEADROOM_TORCH_DIR}/lib")
if(NOT EXISTS "${_inc}/torch/headeronly/version.h")
  message(FATAL_ERROR "LibTorch ${HEADROOM_TORCH_VERSION} was not found in ${HEADROOM_TORCH_DIR}. Run packaging/setup.sh, or pass -DHEADROOM_TORCH_DIR=<site-packages>/torch.")
endif()

file(READ "${_inc}/torch/headeronly/version.h" _version_header)
string(REGEX MATCH "TORCH_VERSION_MAJOR ([0-9]+)" _ "${_version_header}")
set(_major ${CMAKE_MATCH_1})
string(REGEX MATCH "TORCH_VERSION_MINOR ([0-9]+)" _ "${_version_header}")
set(_minor ${CMAKE_MATCH_1})
string(REGEX MATCH "TORCH_VERSION_PATCH ([0-9]+)" _ "${_version_header}")
set(_found "${_major}.${_minor}.${CMAKE_MATCH_1}")
if(NOT _found VERSION_EQUAL HEADROOM_TORCH_VERSION)
  message(FATAL_ERROR "LibTorch ${_found} in ${HEADROOM_TORCH_DIR} is not the pinned ${HEADROOM_TORCH_VERSION}. Run packaging/setup.sh.")
endif()
# The wheel must use the C++11 string ABI, as our compiler does; a mismatch links and then crashes.
file(STRINGS "${_lib}/libc10.so" _abi REGEX "_ZN3c106detail14torchCheckFail.*__cxx1112basic_string" LIMIT_COUNT 1)
if(NOT _abi)
  message(FATAL_ERROR "${_lib}/libc10.so was built with the old C++ string ABI; the pinned wheel has the new one.")
endif()

# Programs and modules of the build folder find it by a link beside them: their run paths, which an installation takes out again, would leave
# room as long as the path of this machine's LibTorch.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(_link "${PROJECT_BINARY_DIR}/lib/torch")
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
file(CREATE_LINK "${_lib}" "${_link}" SYMBOLIC)
foreach(_name c10 torch_cpu c10_cuda torch_cuda)
  if(EXISTS "${_lib}/lib${_name}.so")
    add_library(hr::${_name} SHARED IMPORTED GLOBAL)
    set_target_properties(hr::${_name} PROPERTIES
      IMPORTED_LOCATION "${_link}/lib${_name}.so"
      INTERFACE_INCLUDE_DIRECTORIES "${_inc};${_inc}/torch/csrc/api/include"
      INTERFACE_COMPILE_DEFINITIONS "_GLIBCXX_USE_CXX11_ABI=1")
  endif()
endforeach()
target_link_libraries(hr::torch_cpu INTERFACE hr::c10)

# The torch group's common ground. Its precompiled header is owned by headroom_torch_pch and reused by every torch target.
add_library(headroom_torch INTERFACE)
target_link_libraries(headroom_torch INTERFACE headroom_options hr::torch_cpu hr::c10)
if(HEADROOM_PLAIN_PATHS)
  target_compile_options(headroom_torch INTERFACE -ffile-prefix-map=${HEADROOM_TORCH_DIR}=torch)
endif()
add_library(headroom_torch_pch STATIC packaging/cmake/torch_pch.cpp)
target_link_libraries(headroom_torch_pch PUBLIC headroom_torch)
target_precompile_headers(headroom_torch_pch PRIVATE packaging/cmake/core_pch.h core/memory/libtorch.h)
