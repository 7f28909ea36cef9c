// For the tarball: what its libraries take of a C library of 2.36, where that is older, as on Ubuntu 22.04 (older_glibc.py). Random bytes, by the kernel.
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void* to, size_t count) {
    for (char* at = to; count > 0;) {
        const ssize_t got = getrandom(at, count, 0);
        if (got < 0 && errno != EINTR) abort();
        if (got < 0) continue;
        at += got;
        count -= (size_t)got;
    }
}
