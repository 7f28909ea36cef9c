# The module for runs of several processes: libheadroom_c10d.so, loaded at run time where a run has several (core/ranks/group.h). The wheel's
# libtorch_cpu.so holds Gloo; its header asks for Gloo's own, which Debian's libgloo-dev has: only declarations are used.
find_path(HEADROOM_GLOO_INCLUDE gloo/rendezvous/store.h)
if(NOT HEADROOM_GLOO_INCLUDE)
  message(STATUS "Module for several processes: left out, gloo's headers (libgloo-dev) were not found.")
endif()

# headroom_c10d_module(): after headroom_ranks is there.
function(headroom_c10d_module)
  if(NOT HEADROOM_GLOO_INCLUDE)
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/ranks/c10d/*.cpp)
  add_library(headroom_c10d MODULE ${sources})
  target_link_libraries(headroom_c10d PRIVATE headroom_torch headroom_ranks)
  target_compile_definitions(headroom_c10d PRIVATE HEADROOM_TORCH_VERSION="${HEADROOM_TORCH_VERSION}")
  set_target_properties(headroom_c10d PROPERTIES DEFINE_SYMBOL "")
endfunction()
