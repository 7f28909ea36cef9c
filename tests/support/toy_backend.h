// ToyBackend: a backend without tensors. Its trainer counts, its pictures are plain colours, the darker the smaller a truncation of their own, its
// checkpoints are tiny but whole, so that sessions, services and the command line run for real in tests.
#pragma once

#include "core/engine/backend.h"

#include <memory>
#include <string>

namespace headroom::test {

struct ToyOptions {
    int pictures_side = 32;
    std::string fail_generate{};  ///< non-empty: generate() fails with this message
    std::shared_ptr<Forecaster> forecaster{};
};

std::shared_ptr<Backend> make_toy_backend(ToyOptions options = {});

/// `request.count` pictures of one shade, `side` pixels wide and high.
SampleReady plain_sample(const SampleRequest& request, std::int64_t step, std::int64_t images, int side,
                         std::uint8_t shade);

/// Tensors that look like the state dict of a DCGAN generator or discriminator for `size` pixels.
struct ToyWeights {
    std::vector<TensorView> tensors;
    std::vector<std::shared_ptr<std::vector<std::byte>>> storage;
};
ToyWeights toy_generator(int size, int latent, int width, int channels, float value = 0.5f);
ToyWeights toy_discriminator(int size, int width, int channels, float value = 0.25f);

}  // namespace headroom::test
