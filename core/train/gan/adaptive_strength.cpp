// The rule as operations on five numbers.
#include "core/train/gan/adaptive_strength.h"

#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/upload.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace headroom {
namespace {

constexpr double kWindowsPerChange = 4;  // ADA's interval

}  // namespace

void AdaptiveStrength::take_on(const TrainConfig& config, double strength) {
    // Without adaptation it is where the setting says, no more where signs led it.
    if (strength != strength_ || (adapts_ && !config.augment_adapt)) {
        kept_.assign(kParts, 0.0F);
        kept_[kChance] = static_cast<float>(strength);
        kept_[kSign] = std::numeric_limits<float>::quiet_NaN();
        numbers_.reset();
    }
    strength_ = strength;
    adapts_ = config.augment_adapt;
    target_ = config.augment_target;
    images_ = config.augment_images;
}

void AdaptiveStrength::configure(const TrainConfig& config, double strength, at::Device device) {
    take_on(config, strength);
    if (!adapts_ && strength_ >= 1) return leave_device();
    if (numbers_.defined()) return;
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Inputs);
    numbers_ = upload(at::tensor(kept_), device).clone();
}

void AdaptiveStrength::follow(const at::Tensor& signs, std::int64_t images) {
    if (!adapts_ || !signs.defined()) return;
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    part(kSigns).add_(signs);
    part(kImages).add_(static_cast<double>(images));
    part(kWindows).add_(1);
    const at::Tensor due = part(kWindows).ge(kWindowsPerChange), mean = part(kSigns) / part(kImages);
    const at::Tensor moved = (part(kChance) + (mean - target_).sign() * (part(kImages) / images_)).clamp(0, 1);
    part(kChance).copy_(at::where(due, moved, part(kChance)));
    part(kSign).copy_(at::where(due, mean, part(kSign)));
    numbers_.narrow(0, kSigns, 3).mul_(due.logical_not());
}

std::vector<at::Tensor> AdaptiveStrength::state() const {
    return numbers_.defined() && adapts_ ? std::vector<at::Tensor>{numbers_} : std::vector<at::Tensor>{};
}

void AdaptiveStrength::leave_device() {
    if (!numbers_.defined()) return;
    const at::Tensor host = numbers_.cpu();
    kept_.assign(host.const_data_ptr<float>(), host.const_data_ptr<float>() + kParts);
    numbers_.reset();
}

void AdaptiveStrength::add_to(nlohmann::json& state) const {
    if (!adapts_ || !numbers_.defined()) return;
    const at::Tensor host = numbers_.cpu();
    const float* n = host.const_data_ptr<float>();
    state["augment"] = {{"from", strength_},
                        {"chance", n[kChance]},
                        {"signs", n[kSigns]},
                        {"images", n[kImages]},
                        {"windows", n[kWindows]}};
    if (n[kSign] == n[kSign]) state["augment"]["sign"] = n[kSign];
}

void AdaptiveStrength::restore(const nlohmann::json& state, const TrainConfig& config, double strength,
                               at::Device device) {
    const nlohmann::json stored = state.value("augment", nlohmann::json::object());
    if (stored.is_object() && stored.contains("chance")) {
        const auto number = [&](const char* name, float otherwise) {
            const auto found = stored.find(name);
            return found != stored.end() && found->is_number() ? found->get<float>() : otherwise;
        };
        const auto from = stored.find("from");
        strength_ = from != stored.end() && from->is_number() ? from->get<double>() : -1.0;
        numbers_.reset();
        kept_ = {number("chance", 0), number("signs", 0), number("images", 0), number("windows", 0),
                 number("sign", std::numeric_limits<float>::quiet_NaN())};
        adapts_ = true;
    }
    configure(config, strength, device);
}

}  // namespace headroom
