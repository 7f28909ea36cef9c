// What saves memory in a DCGAN, as the bench measures it: bytes and gradients, no times.
#include "app/lab/dcgan/dcgan_techniques.h"
#include "app/lab/techniques/bench_techniques.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/libtorch.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <map>

namespace headroom::test {
namespace {

double ratio(const TechniqueRow& row) {
    return static_cast<double>(row.technique.peak.count) / static_cast<double>(row.plain.peak.count);
}

TEST(DcganTechniques, SaveWhatTheyPromiseAtTheSameGradients) {
    cpu_allocator::install();
    at::set_num_threads(1);  // others may be testing beside
    std::map<std::string, TechniqueRow> rows;
    for (const Technique& t : dcgan_techniques({64, 32, 16, 1})) rows[t.name] = t.measure();
    // A quarter of what a picture takes; gradients, and on some processors the kernels' copies of weights, stay.
    EXPECT_LT(ratio(rows["accumulation"]), 0.5);
    EXPECT_LT(rows["accumulation"].gradient_difference, 1e-5);
    // A generator's last layer is its peak: nothing is gained.
    EXPECT_GT(ratio(rows["checkpointing"]), 0.9);
    EXPECT_EQ(rows["checkpointing"].gradient_difference, 0);
    EXPECT_LT(ratio(rows["activations after batch norm recomputed"]), 0.85);
    EXPECT_EQ(rows["activations after batch norm recomputed"].gradient_difference, 0);
    EXPECT_LT(ratio(rows["fakes recomputed"]), 0.97);
    EXPECT_EQ(rows["fakes recomputed"].gradient_difference, 0);
    EXPECT_LT(ratio(rows["D frozen in the G phase"]), 1.0);
    EXPECT_EQ(rows["D frozen in the G phase"].gradient_difference, 0);
    EXPECT_LT(ratio(rows["fused optimiser"]), 0.5);
    EXPECT_LT(rows["fused optimiser"].gradient_difference, 1e-5);
    // Without bf16 kernels a convolution computes in fp32, and its gradient takes fp32 tensors for a moment.
    EXPECT_LT(ratio(rows["bf16"]), 0.85);
    EXPECT_LT(rows["bf16"].gradient_difference, 0.3);
    EXPECT_LT(ratio(rows["half the width"]), 0.6);
    EXPECT_LT(ratio(rows["half the resolution"]), 0.4);
    EXPECT_LT(rows["half the width"].gradient_difference, 0) << "another network has no gradient to compare";
}

TEST(DcganTechniques, TheBenchNamesWhatItDoesNotKnow) {
    std::vector<std::string> lines;
    TechniquesOptions options;
    options.small = true;
    options.repeats = 1;
    options.only = "fused optimiser";
    const auto note = [&](const std::string& line) { lines.push_back(line); };
    ASSERT_TRUE(run_techniques_bench(options, note, [](const std::string&, double) {}, {}));
    ASSERT_EQ(lines.size(), 1u);
    const auto row = nlohmann::json::parse(lines[0]);
    EXPECT_EQ(row["technique"], "fused optimiser");
    EXPECT_GT(row["plain"]["peak_bytes"], row["with"]["peak_bytes"]);
    options.only = "magic";
    const auto refused = run_techniques_bench(options, note, [](const std::string&, double) {}, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, testing::HasSubstr("magic"));
}

}  // namespace
}  // namespace headroom::test
