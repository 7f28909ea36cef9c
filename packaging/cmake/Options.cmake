# Standard, warnings, sanitizers: one interface target that everything links.
add_library(headroom_options INTERFACE)
target_compile_features(headroom_options INTERFACE cxx_std_20)
target_include_directories(headroom_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(headroom_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wno-unused-parameter)
if(HEADROOM_WERROR)
  target_compile_options(headroom_options INTERFACE -Werror)
endif()
if(HEADROOM_PLAIN_PATHS)
  # Errors of LibTorch tell where in the sources they arose: a place in the repository, or in the wheel (Torch.cmake).
  target_compile_options(headroom_options INTERFACE -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
endif()
if(HEADROOM_SANITIZE)
  target_compile_options(headroom_options INTERFACE -fsanitize=${HEADROOM_SANITIZE} -fno-omit-frame-pointer -g1)
  target_link_options(headroom_options INTERFACE -fsanitize=${HEADROOM_SANITIZE})
endif()
# Lets ccache reuse units that were compiled against an identical precompiled header.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(headroom_options INTERFACE -Xclang -fno-pch-timestamp)
else()
  target_compile_options(headroom_options INTERFACE -fpch-preprocess)
endif()
# Symbols named as by GCC, which LibTorch is built with: clang 18 and later write the constraints of templates into them.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 18)
  target_compile_options(headroom_options INTERFACE -fclang-abi-compat=17)
endif()
find_program(HEADROOM_MOLD mold)
if(HEADROOM_MOLD)
  # Segments on pages of their own: else mold 1.10 begins what is read-only after relocation on a page that is not mapped where code happens to end
  # just before one, and the program does not start.
  target_link_options(headroom_options INTERFACE -fuse-ld=mold LINKER:-z,separate-code)
endif()

# Owns the precompiled header of what needs neither Qt nor LibTorch.
add_library(headroom_core_pch STATIC packaging/cmake/core_pch.cpp)
target_link_libraries(headroom_core_pch PUBLIC headroom_options PRIVATE nlohmann_json::nlohmann_json)
target_precompile_headers(headroom_core_pch PRIVATE packaging/cmake/core_pch.h)

# headroom_unity(NAME...): sixteen sources make one unit where that was asked for. File-local names of a folder then have to differ.
function(headroom_unity)
  set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ${HEADROOM_UNITY} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# headroom_module(NAME FOLDER [TORCH] LIBS...): a static library of every .cpp in FOLDER and below.
function(headroom_module name folder)
  cmake_parse_arguments(ARG "TORCH" "" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.h)
  list(FILTER sources EXCLUDE REGEX "/core/(memory/cuda|kernels/cuda|ranks/c10d|ranks/nccl)/")  # modules of their own
  if(sources)
    add_library(${name} STATIC ${sources} ${headers})
    target_link_libraries(${name} PUBLIC headroom_options ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
    headroom_unity(${name})
    if(ARG_TORCH)
      target_link_libraries(${name} PUBLIC headroom_torch)
      target_precompile_headers(${name} REUSE_FROM headroom_torch_pch)
    else()
      target_precompile_headers(${name} REUSE_FROM headroom_core_pch)
    endif()
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE headroom_options ${ARG_PUBLIC})
  endif()
endfunction()
