// Subsets: which rows a kernel distance takes, drawn as NumPy's RandomState draws them, so that it is equal to that of the packages.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace headroom {

/// Choices without replacement of np.random.RandomState(seed).choice(n, count, replace=False), one after another.
/// Source: Matsumoto, Nishimura, "Mersenne Twister", 1998; NumPy's legacy generator, whose stream is frozen.
class Subsets {
public:
    explicit Subsets(std::uint32_t seed) : random_(seed) {}
    /// `count` of 0 .. n - 1, in the order drawn; count <= n.
    std::vector<std::int64_t> choose(std::int64_t n, std::int64_t count);

private:
    std::uint32_t up_to(std::uint32_t most);
    std::mt19937 random_;
};

}  // namespace headroom
