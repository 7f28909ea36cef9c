// headroom-cli with the stand-in for a GPU in the same program.
#include "app/tensor_cli.h"

int main(int argc, char** argv) { return headroom_cli_main(argc, argv); }
