// Schemas read, and the formulas of products.
#include "core/memory/where/operation_kind.h"

#include "core/memory/libtorch.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <unordered_set>

namespace headroom {
namespace {

using Arguments = at::ArrayRef<c10::IValue>;
using Product = OperationKind::Product;

namespace formulas {

double numbers(at::IntArrayRef sizes) {
    double n = 1;
    for (const std::int64_t size : sizes) n *= static_cast<double>(size);
    return n;
}

/// Every picture's every pixel of `coarse` meets the whole filter.
double convolution_flops(const at::Tensor& weight, std::int64_t pictures, double pixels) {
    return 2 * numbers(weight.sizes()) * static_cast<double>(pictures) * pixels;
}

Product convolution(Arguments a) {
    const at::Tensor &x = a[0].toTensor(), &weight = a[1].toTensor();
    if (a[6].toBool())  // transposed
        return {convolution_flops(weight, x.size(0), numbers(x.sizes().slice(2))), 0, 1};
    const auto at = [&](std::size_t argument, std::size_t d) {
        const std::vector<std::int64_t> values = a[argument].toIntVector();
        return values.at(values.size() == 1 ? 0 : d);
    };
    double pixels = 1;
    for (std::size_t d = 0; d + 2 < x.sizes().size(); ++d) {
        const auto dim = static_cast<std::int64_t>(d) + 2;
        const std::int64_t reach = at(5, d) * (weight.size(dim) - 1) + 1;
        pixels *= static_cast<double>((x.size(dim) + 2 * at(4, d) - reach) / at(3, d) + 1);
    }
    return {convolution_flops(weight, x.size(0), pixels), 0, 1};
}

Product convolution_backward(Arguments a) {
    const at::Tensor &grad = a[0].toTensor(), &x = a[1].toTensor(), &weight = a[2].toTensor();
    const at::Tensor& coarse = a[7].toBool() ? x : grad;
    const c10::List<bool> wanted = a[10].toBoolList();
    const int passes = (wanted.get(0) ? 1 : 0) + (wanted.get(1) ? 1 : 0);
    return {passes * convolution_flops(weight, coarse.size(0), numbers(coarse.sizes().slice(2))), 1, 2};
}

/// Of the last two dimensions of two arguments.
template <std::size_t left> Product matrices(Arguments a) {
    return {2 * numbers(a[left].toTensor().sizes()) * static_cast<double>(a[left + 1].toTensor().size(-1)), left,
            left + 1};
}

template <std::size_t left> Product by_vector(Arguments a) {
    return {2 * numbers(a[left].toTensor().sizes()), left, left + 1};
}

Product linear(Arguments a) {
    return {2 * numbers(a[0].toTensor().sizes()) * static_cast<double>(a[1].toTensor().size(0)), 0, 1};
}

/// Two products of (L, E) by (E, S) forward; five backward, which computes the map again.
double attention_flops(const at::Tensor& q, const at::Tensor& k, int products) {
    return products * 2 * numbers(q.sizes()) * static_cast<double>(k.size(-2));
}
Product attention(Arguments a) { return {attention_flops(a[0].toTensor(), a[1].toTensor(), 2), 0, 1}; }
Product attention_backward(Arguments a) { return {attention_flops(a[1].toTensor(), a[2].toTensor(), 5), 1, 2}; }

}  // namespace formulas

using Formula = Product (*)(Arguments);

Formula formula_of(std::string_view name) {
    using namespace formulas;
    struct Named {
        std::string_view name;
        Formula formula;
    };
    static constexpr std::array<Named, 14> all{{
        {"convolution", convolution},
        {"convolution_backward", convolution_backward},
        {"mm", matrices<0>},
        {"bmm", matrices<0>},
        {"addmm", matrices<1>},
        {"addmm_", matrices<1>},
        {"baddbmm", matrices<1>},
        {"baddbmm_", matrices<1>},
        {"mv", by_vector<0>},
        {"dot", by_vector<0>},
        {"addmv", by_vector<1>},
        {"linear", linear},
        {"_scaled_dot_product_flash_attention_for_cpu", attention},
        {"_scaled_dot_product_flash_attention_for_cpu_backward", attention_backward},
    }};
    const auto* found = std::find_if(all.begin(), all.end(), [&](const Named& n) { return n.name == name; });
    return found == all.end() ? nullptr : found->formula;
}

/// What lies in memory: an expanded tensor is smaller than its shape.
double bytes_of(const at::Tensor& t) {
    if (!t.defined() || !t.has_storage()) return 0;
    return static_cast<double>(std::min<std::size_t>(t.nbytes(), t.storage().nbytes()));
}

void each_tensor(const c10::IValue& value, const std::function<void(const at::Tensor&)>& visit) {
    if (value.isTensor()) return visit(value.toTensor());
    if (value.isTensorList()) {
        for (const at::Tensor& t : value.toTensorVector()) visit(t);
    } else if (value.isList()) {  // of optional tensors
        for (const c10::IValue& item : value.toListRef()) each_tensor(item, visit);
    }
}

std::string text_of(const at::Tensor& t) {
    std::string out;
    for (const std::int64_t size : t.sizes()) out += (out.empty() ? "" : "x") + std::to_string(size);
    return out.empty() ? "1" : out;
}

/// What a copy changes beside the place: "float32 to bfloat16", "another order".
std::string change_of(const at::Tensor& to, const at::Tensor& from) {
    if (!to.defined() || !from.defined()) return {};
    if (to.scalar_type() != from.scalar_type())
        return std::string(c10::toString(from.scalar_type())) + " to " + c10::toString(to.scalar_type());
    return to.sizes() == from.sizes() && to.strides() != from.strides() ? "another order" : "";
}

}  // namespace

OperationKind::OperationKind(const at::RecordFunction& call) : name_(call.name()) {
    if (name_.starts_with("aten::")) name_.erase(0, 6);
    copies_ = name_ == "copy_";
    product_ = formula_of(name_);
    const auto schema = call.operator_schema();
    if (!schema) return;
    static const std::unordered_set<std::string_view> fills{"copy_",    "fill_",   "zero_",     "normal_",
                                                            "uniform_", "random_", "bernoulli_"};
    for (const c10::Argument& argument : schema->arguments()) {
        const bool written = argument.alias_info() && argument.alias_info()->isWrite();
        arguments_.push_back({!written || !(argument.is_out() || fills.contains(name_)), written});
    }
    for (const c10::Argument& result : schema->returns()) {
        makes_.push_back(result.alias_info() == nullptr);
        views_ = views_ || (result.alias_info() && !result.alias_info()->isWrite());
    }
    views_ = views_ || name_.starts_with("empty") || name_.starts_with("new_empty");
}

Work OperationKind::work(Arguments arguments) const {
    Work out;
    if (views_) return out;
    for (std::size_t i = 0; i < arguments.size() && i < arguments_.size(); ++i) {
        const int times = (arguments_[i].read ? 1 : 0) + (arguments_[i].written ? 1 : 0);
        each_tensor(arguments[i], [&](const at::Tensor& t) { out.bytes += times * bytes_of(t); });
    }
    if (copies_) out.shape = change_of(arguments[0].toTensor(), arguments[1].toTensor());
    if (!product_) return out;
    const Product product = product_(arguments);
    const at::Tensor &left = arguments[product.left].toTensor(), &right = arguments[product.right].toTensor();
    out.flops = out.direct_flops = product.flops;
    out.type = left.scalar_type();
    out.shape = text_of(left) + " by " + text_of(right);
    return out;
}

double OperationKind::made(Arguments results) const {
    double bytes = 0;
    for (std::size_t i = 0; !views_ && i < results.size() && i < makes_.size(); ++i)
        if (makes_[i]) each_tensor(results[i], [&](const at::Tensor& t) { bytes += bytes_of(t); });
    return bytes;
}

}  // namespace headroom
