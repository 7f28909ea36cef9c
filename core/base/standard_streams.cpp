// The numbers of closed descriptors are taken by /dev/null, the wrong way round.
#include "core/base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>

namespace headroom {

void reserve_standard_streams() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
        // The lowest free number is the one that is missing, as those below it are taken by now.
        [[maybe_unused]] const int taken = ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

}  // namespace headroom
