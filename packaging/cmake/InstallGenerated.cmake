# Run by cmake --install: has the installed command line's own program write its completions and manual pages.
set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")

# generate(FILE WORDS...): what the program prints for WORDS, into FILE.
function(generate file)
  execute_process(COMMAND "${HEADROOM_CLI}" ${ARGN} OUTPUT_VARIABLE text ERROR_VARIABLE words RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${HEADROOM_CLI} ${ARGN}: ${words}")
  endif()
  file(WRITE "${root}/${file}" "${text}")
  message(STATUS "Installing: ${root}/${file}")
endfunction()

# Only of a program that has the verb.
execute_process(COMMAND "${HEADROOM_CLI}" completions --help OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE completions)
if(completions EQUAL 0)
  generate(share/bash-completion/completions/headroom-cli completions bash)
  generate(share/zsh/vendor-completions/_headroom-cli completions zsh)
  generate(share/fish/vendor_completions.d/headroom-cli.fish completions fish)
endif()
execute_process(COMMAND "${HEADROOM_CLI}" man --help OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE man)
if(man EQUAL 0)
  generate(share/man/man1/headroom-cli.1 man)
endif()
