// ONNX files: the wire format, and weights that do not fit the graph.
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/dcgan/dcgan_portable.h"
#include "core/families/registry.h"
#include "core/families/vqgan/vqgan_graph.h"
#include "core/io/files/proto.h"
#include "core/io/onnx/onnx_file.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace headroom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Proto, NumbersTextsAndMessagesHaveTheirBytes) {
    Proto inner, out;
    inner.number(1, 150);  // the example of the format's own description
    EXPECT_EQ(inner.bytes(), std::string("\x08\x96\x01", 3));
    out.text(2, "testing");
    EXPECT_EQ(out.bytes(), "\x12\x07testing");
    out.message(3, inner);
    EXPECT_TRUE(out.bytes().ends_with(std::string("\x1a\x03\x08\x96\x01", 5)));
    Proto negative;
    negative.number(1, -1);
    EXPECT_EQ(negative.bytes(), "\x08" + std::string(9, '\xff') + "\x01");
    Proto real;
    real.real(2, 1.0F);
    EXPECT_EQ(real.bytes(), std::string("\x15\x00\x00\x80\x3f", 5));
    Proto real64;
    real64.real64(1, 1.0);
    EXPECT_EQ(real64.bytes(), std::string("\x09\x00\x00\x00\x00\x00\x00\xf0\x3f", 9));
}

class OnnxFile : public ::testing::Test {
protected:
    OnnxFile() {
        graph_.name = "net";
        graph_.inputs = {{"x", {"batch", 2}, false, ""}};
        (void)graph_.add("Add", {"x", "bias"});
        graph_.leave({"y", {"batch", 2}, false, ""});
    }
    TensorView bias(DType type) const { return {"bias", type, {2}, std::as_bytes(std::span(numbers_))}; }

    test::TempFolder folder_;
    std::string path_ = folder_.file("net.onnx");
    NetworkGraph graph_;
    std::vector<float> numbers_{1, 2};
};

TEST_F(OnnxFile, HoldsTheWeightsThatTheGraphReadsAndNoOthers) {
    const TensorView other{"other", DType::F32, {2}, std::as_bytes(std::span(numbers_))};
    ASSERT_TRUE(write_onnx(path_, graph_, {bias(DType::F32), other}, {{"key", "value"}}));
    const std::string bytes = test::read_bytes(path_);
    EXPECT_THAT(bytes, HasSubstr("bias"));
    EXPECT_THAT(bytes, HasSubstr(std::string("\x00\x00\x80\x3f\x00\x00\x00\x40", 8)));
    EXPECT_THAT(bytes, Not(HasSubstr("other")));
}

TEST_F(OnnxFile, MissingAndRoundedWeightsAreRefusedAndNothingIsWritten) {
    const auto missing = write_onnx(path_, graph_, {}, {});
    EXPECT_THAT(missing.error().message, HasSubstr("the weights lack bias, which the net needs"));
    const auto rounded = write_onnx(path_, graph_, {bias(DType::BF16)}, {});
    EXPECT_THAT(rounded.error().message, HasSubstr("bias is BF16, not F32"));
    EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST(Portable, WeightsOfAnotherNetworkAreNamed) {
    const TrainConfig config = default_config(kDcgan);
    EXPECT_THAT(dcgan_portable().graphs({config, {{"main.0.weight", {100, 8, 4, 4}}}, "{}"}).error().message,
                HasSubstr("fewer than two layers"));
    const auto gap =
        dcgan_portable().graphs({config, {{"main.0.weight", {100, 8, 4, 4}}, {"main.2.weight", {9, 3, 4, 4}}}, "{}"});
    EXPECT_THAT(gap.error().message, HasSubstr("main.2.weight does not follow the layer before it"));
    EXPECT_THAT(dcgan_portable().graphs({config, {}, R"({"fade_from":32})"}).error().message, HasSubstr("fade-in"));
    EXPECT_TRUE(dcgan_portable().graphs(
        {config, {{"main.0.weight", {100, 8, 4, 4}}, {"main.2.weight", {8, 3, 4, 4}}}, "no JSON"}));
}

TEST(Portable, EveryValueOfAGraphIsMadeBeforeItIsRead) {
    VqganConfig shape;
    shape.patch = 2;
    for (const bool gumbel : {false, true}) {
        shape.gumbel = gumbel;
        for (const NetworkGraph& graph : {vqgan_encoder_graph(shape), vqgan_decoder_graph(shape)}) {
            std::set<std::string> made{graph.inputs.front().name};
            for (const GraphConstant& constant : graph.constants) made.insert(constant.name);
            for (const GraphNode& node : graph.nodes) {
                for (const std::string& input : node.inputs)
                    EXPECT_TRUE(input.empty() || made.contains(input) || input.find('.') != std::string::npos) << input;
                EXPECT_TRUE(made.insert(node.output).second) << node.output;
            }
            EXPECT_TRUE(made.contains(graph.outputs.front().name));
        }
    }
}

}  // namespace
}  // namespace headroom
