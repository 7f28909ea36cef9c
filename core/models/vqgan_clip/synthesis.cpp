// Latent to picture.
#include "core/models/vqgan_clip/synthesis.h"

#include "core/base/random.h"
#include "core/memory/role_scope.h"
#include "core/models/vqgan/vqgan.h"
#include "core/models/vqgan_clip/gradients.h"

namespace headroom::imagine {

CodeRange code_range(const at::Tensor& codebook) {
    const at::NoGradGuard no_grad;
    const at::ScalarType type = codebook.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
    const auto channels = [&](const at::Tensor& t) { return t.to(type).view({1, -1, 1, 1}); };
    const RoleScope role(Role::Inputs);
    return {channels(codebook.amin(0)), channels(codebook.amax(0))};
}

void clamp_to_codes(at::Tensor& z, const CodeRange& range) {
    const at::NoGradGuard no_grad;
    z.clamp_(range.low, range.high);
}

at::Tensor random_latent(const at::Tensor& codebook, std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
    const at::NoGradGuard no_grad;
    at::Tensor indices = at::empty({1, rows, columns}, at::kLong);
    RandomStream random(seed, RandomPurpose::Latent, 0);
    std::int64_t* out = indices.mutable_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < rows * columns; ++i) {
        out[i] = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(codebook.size(0))));
    }
    const at::ScalarType type = codebook.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
    return vqgan::code_rows(indices.to(codebook.device()), codebook).to(type);
}

at::Tensor synthesise(Vqgan& vqgan, const at::Tensor& z) {
    const at::Tensor decoded = vqgan.decode(vqgan.quantise(z));
    const at::ScalarType type = decoded.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
    return clamp_with_grad(decoded.to(type).add(1).div_(2), 0, 1);
}

}  // namespace headroom::imagine
