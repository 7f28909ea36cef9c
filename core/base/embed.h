// HEADROOM_EMBED: puts a file into the program with the assembler's .incbin: nothing to find at run time, nothing to compile.
#pragma once

/// Declares `symbol`_begin and `symbol`_end around the bytes of `file`, a string literal with the whole path. A zero byte follows. Use at
/// namespace scope, outside of any namespace, once in the program for each symbol.
#define HEADROOM_EMBED(symbol, file)                                                                                  \
    asm(".pushsection .rodata\n.balign 16\n.globl " #symbol "_begin\n.hidden " #symbol "_begin\n" #symbol "_begin:\n" \
        ".incbin \"" file "\"\n.globl " #symbol "_end\n.hidden " #symbol "_end\n" #symbol                             \
        "_end:\n.byte 0\n.popsection\n");                                                                             \
    extern "C" __attribute__((visibility("hidden"))) const unsigned char symbol##_begin[], symbol##_end[];
