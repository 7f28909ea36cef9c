# Run by cmake --install for each component: has the program that was built write completions and manual pages from its own tables.
set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")

# generate(FILE WORDS...): what the program prints for WORDS, into FILE.
function(generate file)
  get_filename_component(folder "${root}/${file}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  execute_process(COMMAND "${HEADROOM_CLI}" ${ARGN} OUTPUT_FILE "${root}/${file}" ERROR_VARIABLE words RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${HEADROOM_CLI} ${ARGN}: ${words}")
  endif()
  message(STATUS "Installing: ${root}/${file}")
endfunction()

if(HEADROOM_PART STREQUAL "cli")
  generate(share/bash-completion/completions/headroom-cli completions bash)
  # Where zsh looks by itself: of packages of Debian and those after it in vendor-completions, else in site-functions, also below /usr/local.
  if("$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}" MATCHES "/usr$" AND EXISTS /etc/debian_version)
    generate(share/zsh/vendor-completions/_headroom-cli completions zsh)
  else()
    generate(share/zsh/site-functions/_headroom-cli completions zsh)
  endif()
  generate(share/fish/vendor_completions.d/headroom-cli.fish completions fish)
  generate(share/man/man1/headroom-cli.1 man headroom-cli)
else()
  generate(share/man/man1/headroom.1 man headroom)
endif()
