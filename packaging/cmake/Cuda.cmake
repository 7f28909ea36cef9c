# The CUDA module: libheadroom_cuda.so, loaded at run time where an NVIDIA driver is (core/memory/gpu/driver_loader.h). Built
# wherever the wheel has libtorch_cuda.so and CUDA's headers are there: the wheel's own, or a toolkit's. No nvcc is needed.

# What was found in another LibTorch's folder is looked for again.
if(NOT "${HEADROOM_CUDA_OF}" STREQUAL "${HEADROOM_TORCH_DIR}")
  unset(HEADROOM_CUDA_INCLUDE CACHE)
  unset(HEADROOM_CUDART CACHE)
  set(HEADROOM_CUDA_OF "${HEADROOM_TORCH_DIR}" CACHE INTERNAL "The LibTorch that CUDA's headers were looked for beside")
endif()
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

# Kernels of our own are compiled here where a toolkit is, else on the user's machine when a run first needs them (core/kernels/device_kernels.h).
find_program(HEADROOM_NVCC nvcc PATHS /usr/local/cuda/bin)
set(HEADROOM_KERNEL_IMAGE)
if(HEADROOM_CUDA_MODULE AND HEADROOM_NVCC)
  set(HEADROOM_KERNEL_ARCHITECTURES 75 80 86 89 90 100 120)
  # Without fused products and sums (--fmad=false) numbers are the host's.
  set(HEADROOM_KERNEL_OPTIONS -std=c++20 -I${PROJECT_SOURCE_DIR} --fmad=false)
  if(HEADROOM_WERROR)
    list(APPEND HEADROOM_KERNEL_OPTIONS -Werror all-warnings)
  endif()
  set(_targets)
  foreach(_arch ${HEADROOM_KERNEL_ARCHITECTURES})
    list(APPEND _targets -gencode arch=compute_${_arch},code=sm_${_arch})
  endforeach()
  set(HEADROOM_KERNEL_IMAGE ${PROJECT_BINARY_DIR}/kernels.fatbin)
  file(GLOB _kernel_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/kernels/source/*.h)
  # The last code is for GPUs that are newer than the compiler.
  add_custom_command(OUTPUT ${HEADROOM_KERNEL_IMAGE}
    COMMAND ${HEADROOM_NVCC} ${HEADROOM_KERNEL_OPTIONS} --threads 2 --compress-mode=size
      -fatbin ${_targets} -gencode arch=compute_120,code=compute_120
      ${PROJECT_SOURCE_DIR}/core/kernels/cuda/device_entries.cu -o ${HEADROOM_KERNEL_IMAGE}
    DEPENDS ${PROJECT_SOURCE_DIR}/core/kernels/cuda/device_entries.cu ${_kernel_sources} ${PROJECT_SOURCE_DIR}/core/base/random.h ${PROJECT_SOURCE_DIR}/core/base/sampler.h
    COMMENT "Compiling kernels for GPUs of compute capability ${HEADROOM_KERNEL_ARCHITECTURES}" VERBATIM)
elseif(HEADROOM_CUDA_MODULE)
  message(STATUS "CUDA module: without nvcc no kernels are compiled into it, nor are they tried for all architectures; GPUs compile them when first used.")
endif()

if(HEADROOM_CUDA_MODULE)
  add_library(hr::cudart SHARED IMPORTED GLOBAL)
  set_target_properties(hr::cudart PROPERTIES IMPORTED_LOCATION "${HEADROOM_CUDART}"
    INTERFACE_INCLUDE_DIRECTORIES "${HEADROOM_CUDA_INCLUDE}")
  file(GLOB _cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/memory/cuda/*.cpp ${PROJECT_SOURCE_DIR}/core/kernels/cuda/*.cpp)
  add_library(headroom_cuda MODULE ${_cuda_sources})
  target_link_libraries(headroom_cuda PRIVATE headroom_torch hr::torch_cuda hr::c10_cuda hr::cudart)
  # libtorch_cuda.so needs cuDNN, cuBLAS and others that only machines with a GPU have: nothing here may look for them.
  target_link_options(headroom_cuda PRIVATE -Wl,--no-as-needed -Wl,--allow-shlib-undefined -Wl,-z,defs)
  set_target_properties(headroom_cuda PROPERTIES DEFINE_SYMBOL "")
  target_precompile_headers(headroom_cuda REUSE_FROM headroom_torch_pch)
  if(HEADROOM_KERNEL_IMAGE)
    set_source_files_properties(core/kernels/cuda/cuda_kernels.cpp PROPERTIES OBJECT_DEPENDS ${HEADROOM_KERNEL_IMAGE}
      COMPILE_DEFINITIONS HEADROOM_KERNEL_IMAGE="${HEADROOM_KERNEL_IMAGE}" SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(headroom_cuda PRIVATE ${HEADROOM_KERNEL_IMAGE})
  endif()
endif()
