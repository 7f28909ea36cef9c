// CliVerbs: runs verbs in this process over the toy backend and keeps what they print. CliHome: likewise in a home of its own.
#pragma once

#include "app/cli/verbs.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"
#include "tests/support/toy_backend.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace headroom {

class CliVerbs : public ::testing::Test {
protected:
    int cli(const std::vector<std::string>& words) {
        cli::Environment environment;
        environment.cpu_kernels = [] { return std::string("a processor, AVX2"); };
        environment.has_bf16_kernels = [] { return false; };
        environment.version = "1.2.3";
        environment.torch_version = "0";
        environment.make_backend = [](const TrainGroup&) { return test::make_toy_backend(); };
        environment.bench = [](const TrainConfig& c, const BenchOptions& o, ProgressFn,
                               std::stop_token) -> Result<std::string> {
            return R"({"model":"dcgan","size":)" + std::to_string(c.image_size) + R"(,"steps":)" +
                   std::to_string(o.steps) + "}";
        };
        return run_in(environment, words);
    }

    /// Where the tensor side is not there.
    int cli_without_tensors(const std::vector<std::string>& words) { return run_in(cli::Environment{}, words); }

    int run_in(const cli::Environment& environment, const std::vector<std::string>& words) {
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const int status = cli::run(cli::headroom_cli(), words, environment);
        out_ = testing::internal::GetCapturedStdout();
        err_ = testing::internal::GetCapturedStderr();
        return status;
    }

    std::vector<nlohmann::json> lines() const {
        std::vector<nlohmann::json> all;
        std::istringstream in(out_);
        for (std::string line; std::getline(in, line);) all.push_back(nlohmann::json::parse(line));
        return all;
    }

    std::vector<std::string> train(const std::string& steps) const {
        return {"train",   "dcgan", "--data",        "shapes", "--size",    "32",    "--batch",
                "8",       "--set", "data.count=64", "--set",  "width.g=8", "--set", "width.d=8",
                "--steps", steps,   "--out",         run_,     "--json"};
    }

    test::TempFolder folder_;
    std::string run_ = folder_.file("run");
    std::string out_, err_;
};

/// With a runs folder and a queue of its own, which the environment names.
class CliHome : public CliVerbs {
protected:
    const std::string runs_ = folder_.file("runs");

private:
    const test::SetVariable runs_variable_{"HEADROOM_RUNS", runs_};
    const test::SetVariable data_variable_{"XDG_DATA_HOME", folder_.file("data")};
};

}  // namespace headroom
