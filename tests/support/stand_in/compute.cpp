// The CPU's kernels over the device's memory, later.
#include "tests/support/stand_in/compute.h"

#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/memory.h"
#include "tests/support/stand_in/queue.h"

#include <set>
#include <sstream>
#include <unordered_map>

namespace headroom::stand_in {
namespace {

using Values = std::vector<c10::IValue>;

/// Operators whose results CUDA cannot make before it has counted: the host waits.
bool waits(const std::string& name) {
    static const std::set<std::string> names{"aten::nonzero",
                                             "aten::masked_select",
                                             "aten::_unique",
                                             "aten::_unique2",
                                             "aten::unique_dim",
                                             "aten::unique_dim_consecutive",
                                             "aten::unique_consecutive",
                                             "aten::bincount",
                                             "aten::repeat_interleave",
                                             "aten::equal",
                                             "aten::argwhere",
                                             "aten::multinomial"};
    return names.contains(name);
}

/// The operator of the CPU that computes the same.
c10::OperatorHandle on_cpu(const c10::OperatorHandle& op) {
    static const auto find = [](const char* name) { return c10::Dispatcher::singleton().findSchemaOrThrow(name, ""); };
    static const c10::OperatorHandle convolution = find("aten::convolution"),
                                     backward = find("aten::convolution_backward");
    const std::string& name = op.schema().name();
    if (name == "aten::convolution_overrideable") return convolution;
    if (name == "aten::convolution_backward_overrideable") return backward;
    return op;
}

at::Tensor host_argument(const at::Tensor& tensor) {
    // A number on the host travels with the call, as a kernel's argument.
    return tensor.defined() && tensor.is_cpu() ? tensor.clone() : host_view(tensor);
}

c10::IValue host_argument(const c10::IValue& value) {
    if (value.isTensor()) return host_argument(value.toTensor());
    if (value.isTensorList()) {
        c10::List<at::Tensor> out;
        for (const at::Tensor t : value.toTensorList()) out.push_back(host_argument(t));
        return out;
    }
    if (value.isOptionalTensorList()) {
        c10::List<std::optional<at::Tensor>> out;
        for (const std::optional<at::Tensor> t : value.toOptionalTensorList())
            out.push_back(t ? std::optional(host_argument(*t)) : t);
        return out;
    }
    if (value.isDevice()) return c10::Device(c10::kCPU);
    return value;
}

Values host_arguments(const c10::OperatorHandle& op, const Values& arguments) {
    Values out;
    for (const c10::IValue& value : arguments) out.push_back(host_argument(value));
    if (op.schema().name() == "aten::convolution_backward_overrideable") {
        const at::Tensor weight = out[2].toTensor();
        const bool transposed = out[6].toBool();
        const std::int64_t channels = transposed ? weight.size(1) * out[8].toInt() : weight.size(0);
        out.insert(out.begin() + 3, c10::IValue(c10::List<std::int64_t>({channels})));
    }
    return out;
}

/// Everything that the shapes of the results depend on.
std::string key_of(const c10::OperatorHandle& op, const Values& arguments) {
    std::ostringstream key;
    key << op.schema().name() << '.' << op.schema().overload_name();
    const auto tensor = [&](const at::Tensor& t) {
        if (t.defined())
            key << ' ' << t.scalar_type() << t.sizes() << t.strides();
        else
            key << " none";
    };
    for (const c10::IValue& value : arguments) {
        if (value.isTensor()) {
            tensor(value.toTensor());
        } else if (value.isTensorList()) {
            for (const at::Tensor t : value.toTensorList()) tensor(t);
        } else if (value.isOptionalTensorList()) {
            for (const std::optional<at::Tensor> t : value.toOptionalTensorList()) tensor(t.value_or(at::Tensor()));
        } else if (!value.isGenerator()) {
            key << ' ' << value;
        }
    }
    return key.str();
}

/// What a result looks like.
struct Shape {
    bool defined = false;
    at::ScalarType type = at::kFloat;
    std::vector<std::int64_t> sizes, strides;
};
/// Of each result its tensors; a list of tensors has several.
struct Results {
    std::vector<std::vector<Shape>> shapes;
    std::vector<bool> lists;
};

Shape shape_of(const at::Tensor& t) {
    if (!t.defined()) return {};
    return {true, t.scalar_type(), t.sizes().vec(), t.strides().vec()};
}

Results shapes_of(const torch::jit::Stack& stack) {
    Results out;
    for (const c10::IValue& value : stack) {
        std::vector<Shape> shapes;
        if (value.isTensor()) shapes.push_back(shape_of(value.toTensor()));
        if (value.isTensorList())
            for (const at::Tensor t : value.toTensorList()) shapes.push_back(shape_of(t));
        out.shapes.push_back(std::move(shapes));
        out.lists.push_back(value.isTensorList());
    }
    return out;
}

at::Tensor made(const Shape& shape) {
    if (!shape.defined) return {};
    return at::empty_strided(shape.sizes, shape.strides, at::TensorOptions(shape.type).device(c10::Device(kDevice, 0)));
}

std::vector<at::Tensor> tensors_of(const c10::IValue& value) {
    if (value.isTensor()) return {value.toTensor()};
    return value.isTensorList() ? value.toTensorVector() : std::vector<at::Tensor>{};
}

/// Copies what the kernel made to where the device's results lie. On the queue's thread.
void deliver(const torch::jit::Stack& from, const std::vector<std::vector<at::Tensor>>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) {
        const auto tensors = tensors_of(from[i]);
        for (std::size_t k = 0; k < tensors.size(); ++k) {
            if (!tensors[k].defined()) continue;
            TORCH_CHECK(k < to[i].size() && to[i][k].defined() && to[i][k].sizes() == tensors[k].sizes(),
                        "a result has another shape than it was learned to have");
            to[i][k].copy_(tensors[k]);
        }
    }
}

torch::jit::Stack call(const c10::OperatorHandle& op, const Values& arguments) {
    torch::jit::Stack stack(arguments);  // `arguments` stay: kernels return references to them, past the stack's own
    on_cpu(op).redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), &stack);
    return stack;
}

/// The argument that a result is, because the operator writes to it; none: a new tensor.
std::optional<std::size_t> written_argument(const c10::FunctionSchema& schema, const c10::Argument& result) {
    if (!result.alias_info()) return std::nullopt;
    TORCH_CHECK(result.alias_info()->isWrite(), schema.name(),
                " makes a view: the stand-in device needs a kernel for it");
    for (std::size_t i = 0; i < schema.arguments().size(); ++i) {
        const auto* info = schema.arguments()[i].alias_info();
        if (info && info->isWrite() && info->beforeSets() == result.alias_info()->beforeSets()) return i;
    }
    TORCH_CHECK(false, schema.name(), " returns none of its arguments");
}

class Learned {
public:
    std::optional<Results> find(const std::string& key) {
        const std::lock_guard lock(mutex_);
        const auto it = known_.find(key);
        return it == known_.end() ? std::nullopt : std::optional(it->second);
    }
    void keep(const std::string& key, const Results& results) {
        const std::lock_guard lock(mutex_);
        known_[key] = results;
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::string, Results> known_;
};

Learned& learned() {
    static auto* kept = new Learned;
    return *kept;
}

/// What the results look like, without the device: for work that is recorded. Zeros stand for all numbers.
Results look_alone(const c10::OperatorHandle& op, const Values& host) {
    const auto zeros = [](const at::Tensor& t) {
        return t.defined() ? at::empty_strided(t.sizes(), t.strides(), t.options()).zero_() : t;
    };
    const at::AutoDispatchBelowADInplaceOrView below_autograd;
    Values alone;
    for (const c10::IValue& value : host) {
        alone.push_back(value.isTensor() ? c10::IValue(zeros(value.toTensor())) : value);
        if (value.isTensorList()) {
            c10::List<at::Tensor> list;
            for (const at::Tensor t : value.toTensorList()) list.push_back(zeros(t));
            alone.back() = list;
        }
        if (value.isOptionalTensorList()) {
            c10::List<std::optional<at::Tensor>> list;
            for (const std::optional<at::Tensor> t : value.toOptionalTensorList())
                list.push_back(t ? std::optional(zeros(*t)) : t);
            alone.back() = list;
        }
    }
    return shapes_of(call(op, alone));
}

/// Computes at once, and puts the results on the device. Not counted: a GPU would know the shapes.
torch::jit::Stack compute_now(const c10::OperatorHandle& op, const Values& host, Results& looks) {
    torch::jit::Stack results;
    Queue::device().submit(op.schema().name(), [&] { results = call(op, host); });
    Queue::device().drain();
    looks = shapes_of(results);
    torch::jit::Stack out;
    for (std::size_t i = 0; i < results.size(); ++i) {
        std::vector<at::Tensor> device;
        for (const Shape& shape : looks.shapes[i]) device.push_back(made(shape));
        std::vector<at::Tensor> views;
        for (const at::Tensor& t : device) views.push_back(host_view(t));
        Queue::device().submit(op.schema().name(),
                               [from = torch::jit::Stack{results[i]}, views] { deliver(from, {views}); });
        if (looks.lists[i])
            out.emplace_back(device);
        else
            out.push_back(device.empty() ? results[i] : c10::IValue(device.front()));
    }
    return out;
}

torch::jit::Stack compute_later(const c10::OperatorHandle& op, Values host, const Results& looks) {
    torch::jit::Stack out;
    std::vector<std::vector<at::Tensor>> views;
    for (std::size_t i = 0; i < looks.shapes.size(); ++i) {
        std::vector<at::Tensor> device;
        views.emplace_back();
        for (const Shape& shape : looks.shapes[i]) {
            device.push_back(made(shape));
            views.back().push_back(host_view(device.back()));
        }
        if (looks.lists[i])
            out.emplace_back(device);
        else
            out.emplace_back(device.front());
    }
    Queue::device().submit(op.schema().name(),
                           [op, host = std::move(host), views = std::move(views)] { deliver(call(op, host), views); });
    return out;
}

/// Gives empty `out` arguments the shape that the operator will want, as its kernel would.
void size_outputs(const c10::OperatorHandle& op, const Values& arguments) {
    const auto& schema = op.schema();
    const auto is_empty_output = [&](std::size_t i) {
        return schema.arguments()[i].is_out() && arguments[i].isTensor() && arguments[i].toTensor().numel() == 0;
    };
    std::vector<std::size_t> outputs;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (is_empty_output(i)) outputs.push_back(i);
    }
    if (outputs.empty()) return;
    const std::string key = key_of(op, arguments);
    auto looks = learned().find(key);
    if (!looks) {
        Values host = host_arguments(op, arguments);
        torch::jit::Stack tried;
        for (const std::size_t i : outputs) {
            host[i] = at::empty({0}, at::TensorOptions(arguments[i].toTensor().scalar_type()));
            tried.push_back(host[i]);
        }
        if (Queue::device().captures()) {
            (void)look_alone(op, host);
        } else {
            Queue::device().submit(schema.name(), [&] { (void)call(op, host); });
            Queue::device().drain();
        }
        looks = shapes_of(tried);
        learned().keep(key, *looks);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const at::Tensor output = arguments[outputs[i]].toTensor();
        const Shape& shape = looks->shapes[i].front();
        output.resize_(shape.sizes);
        output.as_strided_(shape.sizes, shape.strides);
    }
}

torch::jit::Stack results_of(const c10::OperatorHandle& op, const Values& arguments) {
    const auto& schema = op.schema();
    std::vector<std::optional<std::size_t>> written;
    bool makes = false, counts_first = waits(schema.name());
    for (const c10::Argument& result : schema.returns()) {
        written.push_back(written_argument(schema, result));
        makes = makes || !written.back();
        const bool tensors = result.type()->isSubtypeOf(*c10::TensorType::get()) ||
                             result.type()->isSubtypeOf(*c10::ListType::ofTensors());
        counts_first = counts_first || !tensors;  // a number for the host
    }
    note_operator();
    if (!makes) size_outputs(op, arguments);
    Values host = host_arguments(op, arguments);
    if (!makes) {
        Queue::device().submit(schema.name(), [op, host = std::move(host)] { (void)call(op, host); });
        torch::jit::Stack out;
        for (const auto& i : written) out.push_back(arguments[*i]);
        return out;
    }
    Results looks;
    torch::jit::Stack out;
    if (counts_first) {
        Queue::device().refuse_in_capture(schema.name());
        note_wait(schema.name());
        out = compute_now(op, host, looks);
    } else {
        const std::string key = key_of(op, arguments);
        auto known = learned().find(key);
        if (!known && Queue::device().captures()) learned().keep(key, *(known = look_alone(op, host)));
        if (known) {
            out = compute_later(op, std::move(host), *known);
        } else {
            out = compute_now(op, host, looks);
            learned().keep(key, looks);
        }
    }
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i]) out[i] = arguments[*written[i]];
    }
    return out;
}

/// Whether putting values where a mask says needs the places first, which the host counts; one number of the host's needs none.
bool counts_places(const std::string& name, const Values& arguments) {
    if (name != "aten::_index_put_impl_") return false;
    bool masked = false;
    for (const std::optional<at::Tensor> t : arguments[1].toOptionalTensorList())
        masked = masked || (t && t->defined() && (t->scalar_type() == at::kBool || t->scalar_type() == at::kByte));
    const at::Tensor value = arguments[2].toTensor();
    return masked && (arguments[3].toBool() || value.numel() != 1 || !value.is_cpu());
}

/// Index lists on the host are copied to the device first, and waited for; `index` has had that when its result was made.
void bring_indices(const std::string& name, Values& arguments) {
    if (name != "aten::_index_put_impl_") return;
    c10::List<std::optional<at::Tensor>> brought;
    for (const std::optional<at::Tensor> t : arguments[1].toOptionalTensorList())
        brought.push_back(t && t->defined() && t->is_cpu() ? t->to(c10::Device(kDevice, 0)) : t);
    arguments[1] = brought;
}

}  // namespace

void compute(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
    const std::size_t n = op.schema().arguments().size();
    Values arguments(stack->end() - static_cast<std::ptrdiff_t>(n), stack->end());
    torch::jit::drop(*stack, n);
    bring_indices(op.schema().name(), arguments);
    if (counts_places(op.schema().name(), arguments)) note_wait("aten::nonzero");
    refuse_what_cuda_refuses(op, arguments);
    for (c10::IValue& result : results_of(op, arguments)) stack->push_back(std::move(result));
}

}  // namespace headroom::stand_in
