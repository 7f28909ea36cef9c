// The number's place on a GPU.
#include "core/train/step/step_number.h"

#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"

namespace headroom {

void StepNumber::set(std::int64_t number, at::Device device) {
    number_ = number;
    if (!kernels_on(device)) return there_.reset();
    const at::NoGradGuard no_grad;
    if (!there_.defined()) {
        static const LabelId numbers = label_id("numbers of the step");
        const LabelScope label(numbers);
        const RoleScope role(Role::Inputs);
        there_ = at::empty({}, at::TensorOptions().dtype(at::kLong).device(device));
    }
    there_.fill_(number);
}

nn::FirstSample StepNumber::first() const {
    static_assert(sizeof(long long) == sizeof(std::int64_t));
    if (!there_.defined()) return number_;
    return {number_, static_cast<const long long*>(there_.const_data_ptr())};
}

}  // namespace headroom
