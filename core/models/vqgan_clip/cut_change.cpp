// The node that applies a change to the touched rows.
#include "core/models/vqgan_clip/cut_change.h"

#include "core/memory/libtorch.h"
#include "core/memory/upload.h"

namespace headroom::imagine {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct RowsChange : torch::CustomClassHolder {
    std::shared_ptr<const Change> change;
    at::Tensor rows;  ///< int64; undefined: all
};

at::Tensor with_rows(const at::Tensor& x, const at::Tensor& rows, const at::Tensor& changed_rows) {
    at::Tensor out = x.clone();
    return out.index_copy_(0, rows, changed_rows);
}

class ChangeNode : public torch::autograd::Function<ChangeNode> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const c10::intrusive_ptr<RowsChange>& what) {
        const at::Tensor touched = what->rows.defined() ? x.index_select(0, what->rows) : x;
        ctx->saved_data["what"] = c10::IValue::make_capsule(what);
        if (what->change->reads_input()) ctx->save_for_backward({touched});
        at::Tensor out = what->change->forward(touched);
        return what->rows.defined() ? with_rows(x, what->rows, out) : out;
    }
    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const auto capsule = ctx->saved_data["what"].toCapsule();
        const auto* what = static_cast<const RowsChange*>(capsule.get());
        const at::Tensor x = what->change->reads_input() ? ctx->get_saved_variables()[0] : at::Tensor();
        const at::Tensor touched = what->rows.defined() ? grads[0].index_select(0, what->rows) : grads[0];
        at::Tensor in = what->change->backward(touched, x);
        return {what->rows.defined() ? with_rows(grads[0], what->rows, in) : in, at::Tensor()};
    }
};

}  // namespace

at::Tensor changed(const at::Tensor& x, const std::vector<std::int64_t>& rows, std::shared_ptr<const Change> change) {
    if (rows.empty()) return x;
    auto what = c10::make_intrusive<RowsChange>();
    what->change = std::move(change);
    if (static_cast<std::int64_t>(rows.size()) != x.size(0)) { what->rows = upload_index(rows, x.device()); }
    return ChangeNode::apply(x, what);
}

}  // namespace headroom::imagine
