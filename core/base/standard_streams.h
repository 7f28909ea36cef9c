// Standard input, output and error, which a process may have been started without.
#pragma once

namespace headroom {

/// Gives the numbers of those that are closed away, so that no file or pipe of the process gets one of them and what is printed lands in it.
/// Reading and writing them fails as it would have. The first thing in main().
void reserve_standard_streams();

}  // namespace headroom
