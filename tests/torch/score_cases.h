// Cases of tests/data/score: pictures, random weights as its maker fills them, figures of the packages.
#pragma once

#include "core/base/random.h"
#include "core/io/weights/layout.h"
#include "core/memory/libtorch.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace headroom::test {

inline std::string score_data(const std::string& name) { return std::string(HEADROOM_TEST_DATA) + "/score/" + name; }

/// `folder`: that of the pictures, with its slash.
inline nlohmann::json score_cases(const std::string& folder = "") {
    std::ifstream file(score_data(folder + "cases.json"));
    return nlohmann::json::parse(file);
}

/// As weights() of make_score_cases.py.
inline std::vector<std::pair<std::string, at::Tensor>> random_inception() {
    std::vector<std::pair<std::string, at::Tensor>> out;
    for (const ExpectedTensor& tensor : inception_tensors()) {
        at::Tensor values = at::empty(tensor.shape, at::kFloat);
        const std::string& name = tensor.name;
        const bool filter = name.ends_with("conv.weight") || name == "fc.weight",
                   scale = name.ends_with(".bn.weight") || name.ends_with(".running_var");
        const double bound = filter ? std::sqrt(6.0 / static_cast<double>(values.numel() / values.size(0))) : 0;
        RandomStream random(2015, RandomPurpose::Init, out.size());
        float* to = values.mutable_data_ptr<float>();
        for (float* const end = to + values.numel(); to != end; ++to) {
            const double u = random.uniform();
            *to = static_cast<float>(filter ? (2 * u - 1) * bound : scale ? 0.8 + 0.4 * u : 0.2 * u - 0.1);
        }
        out.emplace_back(name, values);
    }
    return out;
}

/// As features() of make_score_cases.py.
inline at::Tensor correlated_features(std::uint64_t counter, std::int64_t rows, std::int64_t columns) {
    at::Tensor out = at::empty({rows, columns}, at::kFloat);
    RandomStream random(7, RandomPurpose::Score, counter);
    float* to = out.mutable_data_ptr<float>();
    for (std::int64_t r = 0; r < rows; ++r) {
        double before = 0;
        for (std::int64_t c = 0; c < columns; ++c) {
            before = random.uniform() + before / 2;
            *to++ = static_cast<float>(before + 0.1 * static_cast<double>(counter));
        }
    }
    return out;
}

}  // namespace headroom::test
