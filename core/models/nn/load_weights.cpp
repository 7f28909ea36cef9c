// Copies weights, converting to the type and device that the network's tensors have.
#include "core/models/nn/load_weights.h"

#include "core/models/nn/network.h"

#include <cmath>
#include <map>

namespace headroom::nn {
namespace {

Result<void> read_into(WeightFile& file, std::size_t index, at::Tensor& to) {
    const bool direct = to.is_contiguous() && to.device().is_cpu() && to.scalar_type() == at::kFloat;
    const at::Tensor floats = direct ? to : at::empty(to.sizes(), at::TensorOptions().dtype(at::kFloat));
    const std::span<float> out(floats.data_ptr<float>(), static_cast<std::size_t>(floats.numel()));
    if (auto ok = file.read_floats(index, out); !ok) return ok;
    if (!direct) to.copy_(floats);
    return {};
}

}  // namespace

Result<void> load_weights(WeightFile& file, const torch::nn::Module& network) {
    const at::NoGradGuard no_grad;
    const auto misfit = [&](const std::string& name, const std::string& what) {
        return make_error(
            ErrorCode::BadFile, file.stream().path() + ": " + name + " " + what,
            "The file is incomplete or of another network; headroom-cli weights inspect says what it holds.");
    };
    std::map<std::string, std::size_t> where;
    for (std::size_t i = 0; i < file.map().tensors.size(); ++i) where.emplace(file.map().tensors[i].name, i);
    for (auto& [name, tensor] : named_tensors(network)) {
        if (tensor.numel() == 0 || name.ends_with("num_batches_tracked")) continue;
        const auto found = where.find(name);
        if (found == where.end() && name == "logit_scale") {  // some exports leave it out
            tensor.fill_(std::log(1 / 0.07));
            continue;
        }
        if (found == where.end()) return misfit(name, "is missing");
        std::int64_t numbers = 1;
        for (const std::int64_t side : file.map().tensors[found->second].shape) numbers *= side;
        if (numbers != tensor.numel()) return misfit(name, "has another shape than the network's");
        if (name == "token_rows") {  // an index out of its table would be a crash later
            auto rows = file.read_token_rows();
            if (!rows) return rows.error();
            tensor.copy_(at::from_blob(rows->data(), tensor.sizes(), at::kInt));
            continue;
        }
        if (auto ok = read_into(file, found->second, tensor); !ok) return ok;
    }
    return {};
}

}  // namespace headroom::nn
