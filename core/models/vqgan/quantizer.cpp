// Nearest codes in pieces, and the quantisers.
#include "core/models/vqgan/quantizer.h"

#include "core/memory/autocast_guard.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/lease.h"
#include "core/memory/role_scope.h"
#include "core/models/vqgan/device_codes.h"

#include <algorithm>
#include <cmath>

namespace headroom::vqgan {
namespace {

constexpr std::int64_t kTableBytes = 8 << 20;  ///< of distances at a time, at most

class StraightThrough : public torch::autograd::Function<StraightThrough> {
public:
    static at::Tensor forward(torch::autograd::AutogradContext*, const at::Tensor& quantised, const at::Tensor&) {
        return quantised;
    }
    static torch::autograd::variable_list backward(torch::autograd::AutogradContext*,
                                                   torch::autograd::variable_list grads) {
        return {at::Tensor(), grads[0]};
    }
};

/// For each cell of `x` (N, C, h, w) the first row of `matrix` (K, C) with the largest offset + scale * cell . row: (N, h, w).
/// `offset` (1, K). The table of one piece serves all: it is as large for a batch as for one picture, so that forecasts know it.
at::Tensor best_rows(const at::Tensor& x, const at::Tensor& matrix, const at::Tensor& offset, double scale) {
    const at::Tensor cells = x.permute({0, 2, 3, 1}).reshape({-1, x.size(1)}), columns = matrix.t();
    at::Tensor found = at::empty({cells.size(0)}, cells.options().dtype(at::kLong));
    const std::int64_t row_bytes = matrix.size(0) * static_cast<std::int64_t>(cells.element_size());
    const std::int64_t piece =
        std::clamp<std::int64_t>(x.size(2) * x.size(3), 1, std::max<std::int64_t>(1, kTableBytes / row_bytes));
    const at::Tensor table = at::empty({piece, matrix.size(0)}, cells.options());
    const ComputeLease exact = ComputeLease::whole_float32();  // two codes may differ by less than TF32 resolves
    for (std::int64_t first = 0; first < cells.size(0); first += piece) {
        const std::int64_t n = std::min(piece, cells.size(0) - first);
        at::Tensor part = table.narrow(0, 0, n), best = found.narrow(0, first, n);
        at::addmm_out(part, offset, cells.narrow(0, first, n), columns, 1, scale);
        at::argmax_out(best, part, 1);
    }
    return found.view({x.size(0), x.size(2), x.size(3)});
}

/// A type that distinguishes codes: never less than float32.
at::ScalarType exact_type(const at::Tensor& x) { return x.scalar_type() == at::kDouble ? at::kDouble : at::kFloat; }

}  // namespace

at::Tensor nearest_codes(const at::Tensor& latents, const at::Tensor& codebook) {
    const at::NoGradGuard no_grad;
    const AutocastGuard full_precision(latents.device().type(), false, at::kBFloat16);
    const RoleScope role(Role::Workspace);
    const at::Tensor codes = codebook.detach().to(exact_type(latents));
    if (kernels::DeviceKernels* own = codes.scalar_type() == at::kFloat ? kernels_on(codes.device()) : nullptr) {
        const at::Tensor cells = latents.detach().permute({0, 2, 3, 1}).reshape({-1, latents.size(1)});
        return nearest_rows(*own, cells.to(at::kFloat).contiguous(), codes.contiguous())
            .view({latents.size(0), latents.size(2), latents.size(3)});
    }
    // The largest 2 x.c - |c|^2 is the smallest |x - c|^2: |x|^2 is the same for all codes of a cell.
    return best_rows(latents.detach().to(codes.scalar_type()), codes, codes.square().sum(1).neg_().unsqueeze(0), 2);
}

at::Tensor code_rows(const at::Tensor& indices, const at::Tensor& codebook) {
    return at::embedding(codebook, indices).permute({0, 3, 1, 2}).contiguous();
}

at::Tensor straight_through(const at::Tensor& quantised, const at::Tensor& latents) {
    return StraightThrough::apply(quantised.detach(), latents);
}

at::Tensor codebook_loss(const at::Tensor& latents, const at::Tensor& quantised, double beta, bool legacy) {
    const at::Tensor latent_part = at::mse_loss(latents, quantised.detach()),
                     code_part = at::mse_loss(quantised, latents.detach());
    return legacy ? latent_part + beta * code_part : beta * latent_part + code_part;
}

VectorQuantizer::VectorQuantizer(std::int64_t codes, std::int64_t width) {
    const RoleScope role(Role::Codebook);
    embedding_ = register_module("embedding", std::make_shared<nn::Embedding>(codes, width));
}

GumbelQuantizer::GumbelQuantizer(std::int64_t in, std::int64_t codes, std::int64_t width) {
    proj_ = register_module("proj", std::make_shared<nn::Conv2d>(in, codes, 1));
    const RoleScope role(Role::Codebook);
    embed_ = register_module("embed", std::make_shared<nn::Embedding>(codes, width));
}

at::Tensor GumbelQuantizer::choose(const at::Tensor& encoded) {
    const at::NoGradGuard no_grad;
    const AutocastGuard full_precision(encoded.device().type(), false, at::kBFloat16);
    const RoleScope role(Role::Workspace);
    const at::ScalarType type = exact_type(encoded);
    return best_rows(encoded.detach().to(type), proj_->weight.detach().flatten(1).to(type),
                     proj_->bias.detach().to(type).unsqueeze(0), 1);
}

void GumbelQuantizer::drop_choice() {
    if (proj_) unregister_module("proj");
    proj_.reset();
}

GumbelQuantizer::Drawn GumbelQuantizer::draw(const at::Tensor& encoded, const at::Tensor& noise, double temperature) {
    const at::Tensor logits = proj_->forward(encoded, {});
    const at::Tensor soft = at::softmax((logits + noise) / temperature, 1);
    Drawn out;
    out.indices = soft.detach().argmax(1);
    const at::Tensor hard = at::zeros_like(soft).scatter_(1, out.indices.unsqueeze(1), 1.0);
    // The value of the chosen row, the gradient of the mixture.
    out.quantised = at::matmul(straight_through(hard, soft).permute({0, 2, 3, 1}), codebook()).permute({0, 3, 1, 2});
    const at::Tensor log_use = at::log_softmax(logits, 1) + std::log(static_cast<double>(codebook().size(0)));
    out.divergence = (log_use.exp() / static_cast<double>(codebook().size(0)) * log_use).sum(1).mean();
    return out;
}

}  // namespace headroom::vqgan
