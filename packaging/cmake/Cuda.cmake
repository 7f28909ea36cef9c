# The CUDA module: libheadroom_cuda.so, loaded at run time where an NVIDIA driver is (core/memory/gpu/driver_loader.h). Built
# wherever the wheel has libtorch_cuda.so and CUDA's headers are there: the wheel's own, or a toolkit's. No nvcc is needed.

set(HEADROOM_CUDA_MODULE OFF)
if(HEADROOM_CUDA AND TARGET hr::torch_cuda AND TARGET hr::c10_cuda)
  get_filename_component(_site "${HEADROOM_TORCH_DIR}" DIRECTORY)
  find_path(HEADROOM_CUDA_INCLUDE cuda_runtime_api.h
    HINTS "${_site}/nvidia/cu13/include" ENV CUDA_HOME PATH_SUFFIXES include NO_DEFAULT_PATH)
  find_path(HEADROOM_CUDA_INCLUDE cuda_runtime_api.h PATHS /usr/local/cuda/include)
  find_file(HEADROOM_CUDART libcudart.so.13
    HINTS "${_site}/nvidia/cu13/lib" "$ENV{CUDA_HOME}/lib64" /usr/local/cuda/lib64 NO_DEFAULT_PATH)
  # The runtime's header includes crt/: a wheel of its own, part of a toolkit.
  if(HEADROOM_CUDA_INCLUDE AND HEADROOM_CUDART AND EXISTS "${HEADROOM_CUDA_INCLUDE}/crt/host_defines.h")
    set(HEADROOM_CUDA_MODULE ON)
  else()
    message(STATUS "CUDA module: left out, CUDA 13's headers or libcudart.so.13 were not found.")
  endif()
endif()

if(HEADROOM_CUDA_MODULE)
  add_library(hr::cudart SHARED IMPORTED GLOBAL)
  set_target_properties(hr::cudart PROPERTIES IMPORTED_LOCATION "${HEADROOM_CUDART}"
    INTERFACE_INCLUDE_DIRECTORIES "${HEADROOM_CUDA_INCLUDE}")
  file(GLOB _cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/memory/cuda/*.cpp)
  add_library(headroom_cuda MODULE ${_cuda_sources})
  target_link_libraries(headroom_cuda PRIVATE headroom_torch hr::torch_cuda hr::c10_cuda hr::cudart)
  # libtorch_cuda.so needs cuDNN, cuBLAS and others that only machines with a GPU have: nothing here may look for them.
  target_link_options(headroom_cuda PRIVATE -Wl,--no-as-needed -Wl,--allow-shlib-undefined -Wl,-z,defs)
  set_target_properties(headroom_cuda PROPERTIES DEFINE_SYMBOL "")
  target_precompile_headers(headroom_cuda REUSE_FROM headroom_torch_pch)
endif()
