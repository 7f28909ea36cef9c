// The command line over the real engine, as a function: an entry point of the engine's module.
#pragma once

/// As main(): `words` has the program's name first. Returns the exit status.
extern "C" __attribute__((visibility("default"))) int headroom_cli_main(int count, char** words);
