// Batch norms of several processes: the numbers of one batch norm over all their pictures.
#include "core/memory/checkpointing/cheap_activation.h"
#include "core/models/nn/layers.h"
#include "core/models/nn/norm_sync.h"
#include "tests/support/test_seed.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace headroom::nn {
namespace {

/// Threads in place of processes.
class Table {
public:
    explicit Table(std::size_t seats) : numbers_(seats) {}

    std::vector<std::vector<float>> exchange(std::size_t seat, const std::vector<float>& mine) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !leaving_; });
        numbers_[seat] = mine;
        if (++here_ == numbers_.size()) {
            leaving_ = true;
            changed_.notify_all();
        }
        changed_.wait(lock, [&] { return leaving_; });
        auto all = numbers_;
        if (--here_ == 0) {
            leaving_ = false;
            changed_.notify_all();
        }
        return all;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::vector<float>> numbers_;
    std::size_t here_ = 0;
    bool leaving_ = false;
};

class Seat final : public NormSync {
public:
    Seat(Table& table, std::size_t seat) : table_(table), seat_(seat) {}
    std::vector<std::vector<float>> gather(const std::vector<float>& mine) override {
        return table_.exchange(seat_, mine);
    }

private:
    Table& table_;
    std::size_t seat_;
};

struct Passed {
    at::Tensor out, dx, dweight, dbias, mean, variance;
};

Passed pass(Norm2d& norm, const at::Tensor& pictures, const at::Tensor& wish, bool cheap) {
    at::Tensor x = pictures.clone().requires_grad_(true);
    CheapActivation activation;
    const at::Tensor out = cheap ? norm.forward_cheap(x, 0.2, activation) : norm.forward(x, {});
    (out.to(at::kFloat) * wish).sum().backward();
    return {out.detach(), x.grad(), norm.weight.grad(), norm.bias.grad(), norm.mean, norm.variance};
}

std::shared_ptr<Norm2d> norm_of(std::int64_t channels) {
    auto norm = std::make_shared<Norm2d>(channels);
    const at::NoGradGuard no_grad;
    norm->weight.copy_(at::linspace(0.5, 1.5, channels));
    norm->bias.copy_(at::linspace(-0.3, 0.3, channels));
    return norm;
}

double apart(const at::Tensor& a, const at::Tensor& b) {
    return ((a.to(at::kDouble) - b.to(at::kDouble)).abs().max() / b.to(at::kDouble).abs().max()).item<double>();
}

TEST(SynchronisedNorms, AreOneNormOverAllPictures) {
    at::manual_seed(test::test_seed());
    const std::int64_t channels = 6;
    // Parts of different sizes and means: averages of averages would be wrong.
    const std::vector<std::int64_t> sizes{3, 1, 4};
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        for (const auto format : {at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast}) {
            for (const bool cheap : {false, true}) {
                std::vector<at::Tensor> parts, wishes;
                for (std::size_t i = 0; i < sizes.size(); ++i) {
                    parts.push_back((at::randn({sizes[i], channels, 5, 7}) * (1.0 + static_cast<double>(i)) +
                                     static_cast<double>(i))
                                        .to(type)
                                        .contiguous(format));
                    wishes.push_back(at::randn({sizes[i], channels, 5, 7}));
                }
                const auto whole = norm_of(channels);
                const Passed wanted = pass(*whole, at::cat(parts).contiguous(format), at::cat(wishes), cheap);
                Table table(sizes.size());
                std::vector<Passed> got(sizes.size());
                {
                    std::vector<std::jthread> processes;
                    for (std::size_t i = 0; i < sizes.size(); ++i) {
                        processes.emplace_back([&, i] {
                            Seat seat(table, i);
                            const auto norm = norm_of(channels);
                            synchronise(*norm, &seat);
                            got[i] = pass(*norm, parts[i], wishes[i], cheap);
                        });
                    }
                }
                std::vector<at::Tensor> outs, dxs;
                at::Tensor dweight = at::zeros({channels}), dbias = at::zeros({channels});
                for (const Passed& one : got) {
                    outs.push_back(one.out);
                    dxs.push_back(one.dx);
                    dweight += one.dweight;
                    dbias += one.dbias;
                    EXPECT_LE(apart(one.mean, wanted.mean), 1e-5);
                    EXPECT_LE(apart(one.variance, wanted.variance), 1e-5);
                }
                // bf16 has 8 bits: outputs and gradients are rounded to them here and there.
                const double bound = type == at::kFloat ? 2e-5 : 2e-2;
                EXPECT_LE(apart(at::cat(outs), wanted.out), bound) << "cheap " << cheap;
                EXPECT_LE(apart(at::cat(dxs), wanted.dx), bound) << "cheap " << cheap;
                EXPECT_LE(apart(dweight, wanted.dweight), bound) << "cheap " << cheap;
                EXPECT_LE(apart(dbias, wanted.dbias), bound) << "cheap " << cheap;
            }
        }
    }
}

TEST(SynchronisedNorms, CannotBeDifferentiatedTwice) {
    Table table(1);
    Seat seat(table, 0);
    const auto norm = norm_of(2);
    synchronise(*norm, &seat);
    const at::Tensor x = at::randn({2, 2, 3, 3}).requires_grad_(true);
    const at::Tensor out = norm->forward(x, {});
    EXPECT_THROW((void)torch::autograd::grad({out.square().sum()}, {x}, {}, true, /*create_graph=*/true), c10::Error);
}

TEST(SynchronisedNorms, OfAFailingNeighbourThrow) {
    class Broken final : public NormSync {
        std::vector<std::vector<float>> gather(const std::vector<float>&) override {
            TORCH_CHECK(false, "another process could not go on with this step");
        }
    };
    Broken broken;
    const auto norm = norm_of(2);
    synchronise(*norm, &broken);
    EXPECT_THROW((void)norm->forward(at::randn({2, 2, 3, 3}), {}), c10::Error);
    synchronise(*norm, nullptr);
    EXPECT_NO_THROW((void)norm->forward(at::randn({2, 2, 3, 3}), {}));
}

}  // namespace
}  // namespace headroom::nn
