# The NCCL module: libheadroom_nccl.so, loaded at run time where a run of several processes is on GPUs (core/ranks/gpu_link.h). Built wherever the
# CUDA module is and the headers are there that c10d's ProcessGroupNCCL asks for: NCCL's, and cuBLAS's, cuSPARSE's and cuSOLVER's through
# ATen/cuda. The wheels of requirements-gpu.txt have them, and a toolkit does; the libraries come with libtorch_cuda.so.

# headroom_nccl_module(): after headroom_ranks is there.
function(headroom_nccl_module)
  if(NOT HEADROOM_CUDA_MODULE)
    return()
  endif()
  get_filename_component(site "${HEADROOM_TORCH_DIR}" DIRECTORY)
  set(folders "${site}/nvidia/nccl/include" "${site}/nvidia/cu13/include" "$ENV{CUDA_HOME}/include" /usr/local/cuda/include)
  set(includes "")
  foreach(header nccl.h cublas_v2.h cublasLt.h cusparse.h cusolverDn.h cuda_bf16.h)
    string(MAKE_C_IDENTIFIER "HEADROOM_HAS_${header}" found)
    find_path(${found} ${header} HINTS ${folders})
    mark_as_advanced(${found})
    if(NOT ${found})
      message(STATUS "NCCL module: left out, ${header} was not found. GPUs of several processes add up through host memory.")
      return()
    endif()
    list(APPEND includes "${${found}}")
  endforeach()
  list(REMOVE_DUPLICATES includes)
  add_library(headroom_nccl MODULE ${PROJECT_SOURCE_DIR}/core/ranks/nccl/nccl_link.cpp)
  target_link_libraries(headroom_nccl PRIVATE headroom_torch headroom_base hr::torch_cuda hr::c10_cuda hr::cudart)
  target_include_directories(headroom_nccl SYSTEM PRIVATE ${includes})
  # As the CUDA module: nothing here may look for the libraries that only machines with a GPU have.
  target_link_options(headroom_nccl PRIVATE -Wl,--no-as-needed -Wl,--allow-shlib-undefined -Wl,-z,defs)
  set_target_properties(headroom_nccl PROPERTIES DEFINE_SYMBOL "")
endfunction()
