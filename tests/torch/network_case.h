// Cases that the reference libraries computed (tests/data/networks, or whole ones in the folder HEADROOM_NETWORK_CASES names).
#pragma once

#include "app/lab/parity/network_replay.h"
#include "core/api/vqgan_config.h"
#include "core/models/nn/network.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace headroom {

inline std::string network_cases() {
    const char* whole = std::getenv("HEADROOM_NETWORK_CASES");
    return whole && *whole ? whole : std::string(HEADROOM_TEST_DATA) + "/networks";
}

/// The VQGAN of the cases vqgan/vq and trace.
inline VqganConfig vq_config() {
    VqganConfig c;
    c.base = 32;
    c.multipliers = {2, 1, 1};
    c.blocks = 1;
    c.attention = {12};
    c.resolution = 24;
    c.z_channels = 16;
    c.codes = 50;
    c.code_width = 24;
    return c;
}

/// The tensors of a file, a checkpoint's without "state_dict."; a failure, and nothing, when it cannot be read.
inline TensorMap read_tensors(const std::string& path) {
    auto tensors = read_case_tensors(path);
    EXPECT_TRUE(tensors) << (tensors ? "" : tensors.error().message);
    return tensors ? std::move(*tensors) : TensorMap();
}

/// Fills `module` from the tensors of `weights` whose names begin with `prefix`; every tensor must be there.
inline void fill_from(const TensorMap& weights, const torch::nn::Module& module, const std::string& prefix = "") {
    const at::NoGradGuard no_grad;
    for (auto& [name, tensor] : nn::named_tensors(module)) {
        const auto found = weights.find(prefix + name);
        ASSERT_NE(found, weights.end()) << prefix + name;
        ASSERT_EQ(found->second.sizes(), tensor.sizes()) << name;
        tensor.copy_(found->second);
    }
}

inline double largest(const at::Tensor& x) { return x.numel() == 0 ? 0 : x.abs().max().item<double>(); }

inline double largest_difference(const at::Tensor& a, const at::Tensor& b) {
    EXPECT_EQ(a.sizes(), b.sizes());
    return largest(a.detach().to(at::kDouble) - b.detach().to(at::kDouble));
}

/// A case's folder and its tolerances.
class NetworkCase {
public:
    explicit NetworkCase(const std::string& folder, const std::string& file = "case.json")
        : folder_(network_cases() + "/" + folder) {
        std::ifstream in(folder_ + "/" + file);
        json_ = nlohmann::json::parse(in, nullptr, false);
        EXPECT_FALSE(json_.is_discarded()) << folder_;
    }
    TensorMap tensors(const std::string& file) const { return read_tensors(folder_ + "/" + file); }
    bool has(const std::string& file) const { return std::filesystem::exists(folder_ + "/" + file); }
    const nlohmann::json& json() const { return json_; }
    /// Within the tolerance of `key` that the case states; integers equal.
    void expect(const std::string& key, const at::Tensor& wanted, const at::Tensor& got) const {
        ASSERT_EQ(wanted.sizes(), got.sizes()) << key;
        if (!wanted.is_floating_point()) {
            EXPECT_TRUE(at::equal(wanted, got)) << key;
            return;
        }
        EXPECT_LE(largest_difference(wanted, got), json_.at("compare").at(key).at("tolerance").get<double>()) << key;
    }

private:
    std::string folder_;
    nlohmann::json json_;
};

}  // namespace headroom
