// Who waits for whom between a device's work and the copies beside it.
#include "core/memory/copies_beside.h"

#include "core/memory/libtorch.h"

#include <string>

namespace headroom {

CopiesBeside::~CopiesBeside() {
    for (const auto& [bytes, mark] : under_way_) (void)mark->wait();
}

void CopiesBeside::forget_copied() {
    std::string problem;
    while (!under_way_.empty() && under_way_.front().second->reached(problem)) under_way_.pop_front();
}

void CopiesBeside::copy(at::Tensor from, const at::Tensor& to, const DeviceMark& after) {
    forget_copied();
    auto copied = memory_.copy_beside(to.data_ptr(), from.data_ptr(), from.nbytes(), &after);
    if (!copied) {
        follow();  // the copies before come before this one
        to.copy_(from.flatten(), /*non_blocking=*/true);
        return;
    }
    under_way_.emplace_back(std::move(from), std::move(copied));
}

void CopiesBeside::follow() {
    // They are made one after another: what follows the last one follows all.
    if (under_way_.empty()) return;
    const std::string problem = memory_.follow(*under_way_.back().second);
    TORCH_CHECK(problem.empty(), problem);
}

void CopiesBeside::wait_for_all_but(std::size_t most) {
    while (under_way_.size() > most) {
        const std::string problem = under_way_.front().second->wait();
        TORCH_CHECK(problem.empty(), problem);
        under_way_.pop_front();
    }
}

void Inbox::send(const at::Tensor& bytes) {
    sent_.reset();
    if (!room_.defined() || room_.numel() < bytes.numel()) {
        release();
        room_ = at::empty({bytes.numel()}, at::TensorOptions().dtype(at::kByte).device(device_));
    }
    // A new room was somebody else's before, to the end of the work given so far.
    if (!read_) read_ = memory_.mark();
    const at::Tensor to = room_.narrow(0, 0, bytes.numel());
    if (read_)
        copies_.copy(bytes, to, *read_);
    else
        to.copy_(bytes.flatten(), /*non_blocking=*/true);
    sent_ = to.view(bytes.sizes());
}

at::Tensor Inbox::take() {
    copies_.follow();
    return sent_;
}

void Inbox::have_read() { read_ = memory_.mark(); }

void Inbox::release() noexcept {
    if (!room_.defined()) return;
    try {
        copies_.follow();  // whoever has the memory next writes after the copies
    } catch (const c10::Error&) {
        // The device has failed: nobody computes on it any more.
    }
    sent_.reset();
    room_.reset();
    read_.reset();
}

}  // namespace headroom
