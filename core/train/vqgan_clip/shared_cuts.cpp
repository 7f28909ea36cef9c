// Adding up what each process's cuts say.
#include "core/train/vqgan_clip/shared_cuts.h"

#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"

#include <algorithm>

namespace headroom {

std::int64_t SharedCuts::chunk(std::int64_t cuts, std::int64_t chunk) const {
    return std::min(chunk, (cuts + peers_.size() - 1) / peers_.size());
}

std::pair<std::int64_t, std::int64_t> SharedCuts::own(std::int64_t chunks) const {
    const auto [first, after] = peers_.share(static_cast<std::size_t>(chunks));
    return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(after)};
}

void SharedCuts::chunk_done(const at::Tensor& seen) {
    // What the first process has comes first: accumulated as it comes, it is in order.
    if (!peers_.ordered() || peers_.is_first()) return;
    const RoleScope role(Role::Gradients);
    chunks_.push_back(seen.grad());
    seen.mutable_grad() = at::zeros_like(seen.detach());
}

void SharedCuts::add_up(const at::Tensor& seen, const std::vector<at::Tensor>& figures) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    at::Tensor sum = seen.grad().contiguous();
    std::vector<at::Tensor> flat;
    for (const at::Tensor& figure : figures) flat.push_back(figure.flatten().to(at::kFloat));
    at::Tensor told = at::cat(flat);
    (void)peers_.agree();
    const CommonWork common(peers_);
    if (!peers_.ordered()) {
        peers_.add_up(sum);
    } else {
        for (int rank = 0; rank < peers_.size(); ++rank) {
            if (rank == peers_.rank()) {
                for (const at::Tensor& gradient : chunks_) sum.add_(gradient);
                chunks_.clear();
            }
            peers_.spread(sum, rank);
        }
    }
    if (is_first())
        seen.mutable_grad().copy_(sum);
    else
        seen.mutable_grad().zero_();  // the next CLIP's cuts begin from nothing here
    peers_.add_up(told);
    std::int64_t at = 0;
    for (const at::Tensor& figure : figures) {
        figure.copy_(told.narrow(0, at, figure.numel()).view(figure.sizes()));
        at += figure.numel();
    }
}

void SharedCuts::spread(at::Tensor& gradient) {
    (void)peers_.agree();
    const CommonWork common(peers_);
    peers_.spread(gradient, 0);
}

}  // namespace headroom
