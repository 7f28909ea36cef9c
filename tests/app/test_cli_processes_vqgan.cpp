// VQGANs and text to image in several processes, real ones: the weights, codes and pictures of one process, out of memory on one of them.
#include "cli_process.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/runs/run_folder.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

Words joined(Words a, const Words& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::string unused_port() {
    const int s = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    socklen_t length = sizeof address;
    bind(s, reinterpret_cast<sockaddr*>(&address), sizeof address);
    getsockname(s, reinterpret_cast<sockaddr*>(&address), &length);
    close(s);
    return std::to_string(ntohs(address.sin_port));
}

/// Every stored tensor of a run's newest checkpoint, as bytes by "part/name".
std::map<std::string, std::vector<std::byte>> tensors_of(const std::string& run) {
    std::map<std::string, std::vector<std::byte>> out;
    const auto folder = RunFolder::open(run);
    if (!folder) return out;
    const auto newest = folder->newest_checkpoint(nullptr);
    const auto content = newest ? RunFolder::read_checkpoint(*newest) : Result<CheckpointContent>(newest.error());
    if (!content) return out;
    for (const CheckpointPart& part : content->parts) {
        for (const TensorView& t : part.tensors) out[part.name + "/" + t.name].assign(t.data.begin(), t.data.end());
    }
    return out;
}

/// Names of tensors of two runs that differ.
std::string other_tensors(const std::string& a, const std::string& b) {
    const auto first = tensors_of(a), second = tensors_of(b);
    if (first.empty() || first.size() != second.size()) return "(other tensors)";
    std::string names;
    for (const auto& [name, bytes] : first) {
        const auto other = second.find(name);
        if (other == second.end() || other->second != bytes) names += name + " ";
    }
    return names;
}

class CliProcessesVqgan : public ::testing::Test {
protected:
    std::string at(const std::string& name) const { return folder_.file(name); }
    Words vqgan(const std::string& run, const Words& more = {}) const {
        Words words{"train",        "vqgan", "--out",     at(run), "--size",   "32",  "--batch", "4",
                    "--accumulate", "4",     "--threads", "1",     "--device", "cpu", "--json"};
        for (const char* set :
             {"data.count=66", "net.base=32", "net.codes=32", "loss.gan_start=8", "width.d=8", "preview.grid=4"})
            words = joined(words, {"--set", set});
        return joined(words, more);
    }
    Words paint(const std::string& run, const Words& more = {}) const {
        return joined({"imagine", "a red cube on a green floor", "--out", at(run), "--threads", "1", "--set",
                       "cuts.count=8", "--set", "cuts.chunk=2", "--json"},
                      more);
    }
    CliResult run(const Words& words) const { return run_cli(words, options_); }
    static Words of(int processes) { return {"--processes", std::to_string(processes), "--ordered-sums"}; }
    /// Process `rank` of two, as torchrun starts it.
    CliOptions place(int rank, const std::string& port) const {
        CliOptions options = options_;
        options.variables = {
            {"RANK", std::to_string(rank)}, {"LOCAL_RANK", std::to_string(rank)}, {"WORLD_SIZE", "2"},
            {"LOCAL_WORLD_SIZE", "2"},      {"MASTER_ADDR", "127.0.0.1"},         {"MASTER_PORT", port}};
        return options;
    }
    /// A run of `words(name)` in one process and others with so many that have its bits.
    template <class Make> void expect_the_same(Make words, const Words& settings, const std::vector<int>& processes) {
        const auto one = run(words("one", settings));
        ASSERT_EQ(one.status, 0) << one.err;
        for (const int n : processes) {
            const std::string name = "of-" + std::to_string(n);
            const auto several = run(words(name, joined(settings, of(n))));
            ASSERT_EQ(several.status, 0) << several.err;
            EXPECT_EQ(other_tensors(at("one"), at(name)), "") << n << " processes";
            fs::remove_all(at(name));
        }
        fs::remove_all(at("one"));
    }

    TempFolder folder_;
    CliOptions options_{folder_.path()};
};

TEST_F(CliProcessesVqgan, TwoAndThreeHaveOnesWeightsMomentsAndCodes) {
    // 66 pictures in windows of 16: the last window of an epoch is one short micro-batch. Codes that follow averages and begin anew.
    expect_the_same(
        [this](const auto& name, const auto& more) { return vqgan(name, more); },
        {"--steps", "6", "--set", "codebook.decay=0.9", "--set", "codebook.restart=16", "--set", "clip=0.5"}, {2, 3});
}

TEST_F(CliProcessesVqgan, CodesThatLearnByGradientAndBatchNormOfTheDiscriminatorToo) {
    expect_the_same([this](const auto& name, const auto& more) { return vqgan(name, more); },
                    {"--steps", "3", "--set", "codebook.decay=0", "--set", "norm.d=batch", "--set", "loss.gan_start=0"},
                    {3});
}

TEST_F(CliProcessesVqgan, AVqganGoesOnWithAnyNumberOfThem) {
    ASSERT_EQ(run(vqgan("one", {"--steps", "4"})).status, 0);
    ASSERT_EQ(run(vqgan("run", joined({"--steps", "2"}, of(3)))).status, 0);
    const auto last = run(joined({"train", "vqgan", "--resume", at("run"), "--steps", "4"}, of(2)));
    ASSERT_EQ(last.status, 0) << last.err;
    EXPECT_THAT(last.err, HasSubstr("resumed from step 2"));
    EXPECT_EQ(other_tensors(at("one"), at("run")), "");
}

TEST_F(CliProcessesVqgan, OutOfMemoryOnOneRepeatsAVqgansStepOnAll) {
    const Words wide{"--batch", "32", "--accumulate", "2", "--size", "64", "--set", "data.count=64", "--steps", "1"};
    const auto alone = [&](const Words& more) {
        const auto one = run(vqgan("alone", joined(wide, more)));
        EXPECT_EQ(one.status, 0) << one.err;
        fs::remove_all(at("alone"));
        return one.out;
    };
    const std::string out = alone({});
    const auto line = out.find("{\"event\":\"step\"");
    ASSERT_NE(line, std::string::npos) << out;
    const Json memory = Json::parse(out.substr(line, out.find('\n', line) - line))["memory"];
    const auto peak = memory["peak"].get<double>(), tensors = memory["peak_tensors"].get<double>();
    // A budget that asks one process for a smaller micro-batch.
    std::string budget;
    for (double share = 0.75; budget.empty() || alone({"--budget", budget}).find("oom_recovered") == std::string::npos;
         share += 0.15) {
        ASSERT_LT(share, 3);
        budget = std::to_string(static_cast<std::int64_t>(peak - share * tensors));
    }
    const std::string port = unused_port();
    CliProcess first(vqgan("run", joined(wide, {"--ordered-sums"})), place(0, port));
    CliProcess second(vqgan("run", joined(wide, {"--budget", budget})), place(1, port));
    const Json warning = first.wait_for("warning");
    EXPECT_EQ(warning.value("id", ""), "rank-memory") << first.err();
    EXPECT_FALSE(first.wait_for("oom_recovered").is_null()) << first.err();
    EXPECT_EQ(first.finish(), 0) << first.err();
    EXPECT_EQ(second.finish(), 0) << second.err();
    // The step was repeated with the rung, so the run is one that had it from the beginning.
    const Json used = Json::parse(read_bytes(at("run/config.json")));
    const auto same =
        run(vqgan("same", joined(wide, {"--batch", std::to_string(used["batch.micro"].get<int>()), "--accumulate",
                                        std::to_string(used["batch.accumulate"].get<int>()), "--set",
                                        "memory.checkpointing=" + used["memory.checkpointing"].get<std::string>()})));
    ASSERT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(other_tensors(at("same"), at("run")), "");
}

TEST_F(CliProcessesVqgan, TwoAndThreePaintOnesPicture) {
    const auto one = run(paint("one", {"--steps", "4"}));
    ASSERT_EQ(one.status, 0) << one.err;
    const auto picture = decode_image(at("one/samples/step-00000004.png"));
    ASSERT_TRUE(picture);
    for (const int n : {2, 3}) {
        const std::string name = "of-" + std::to_string(n);
        const auto several = run(paint(name, joined({"--steps", "4"}, of(n))));
        ASSERT_EQ(several.status, 0) << several.err;
        EXPECT_EQ(other_tensors(at("one"), at(name)), "") << n << " processes";
        const auto same = decode_image(at(name + "/samples/step-00000004.png"));
        ASSERT_TRUE(same);
        EXPECT_EQ(*picture->pixels, *same->pixels) << n << " processes";
    }
}

TEST_F(CliProcessesVqgan, SumsInNoOrderPaintThePictureWithinRounding) {
    const Words words{"--steps", "2", "--set", "cuts.chunk=0"};
    ASSERT_EQ(run(paint("one", words)).status, 0);
    ASSERT_EQ(run(paint("two", joined(words, {"--processes", "2"}))).status, 0);
    const auto one = decode_image(at("one/samples/step-00000002.png")),
               two = decode_image(at("two/samples/step-00000002.png"));
    ASSERT_TRUE(one && two);
    ASSERT_EQ(one->pixels->size(), two->pixels->size());
    int most = 0;
    for (std::size_t i = 0; i < one->pixels->size(); ++i)
        most = std::max(most, std::abs((*one->pixels)[i] - (*two->pixels)[i]));
    EXPECT_LE(most, 2);
}

TEST_F(CliProcessesVqgan, APaintingGoesOnAsTorchrunStartsIt) {
    const Words story{"--set", "motion.every=2", "--set", "motion.zoom=1.1"};
    ASSERT_EQ(run(paint("one", joined({"--steps", "5"}, story))).status, 0);
    ASSERT_EQ(run(paint("run", joined({"--steps", "2"}, story))).status, 0);
    const Words words{"imagine", "--resume", at("run"), "--steps", "5", "--ordered-sums"};
    const std::string port = unused_port();
    CliProcess first(words, place(0, port)), second(words, place(1, port));
    EXPECT_EQ(first.finish(), 0) << first.err();
    EXPECT_EQ(second.finish(), 0) << second.err();
    EXPECT_EQ(other_tensors(at("one"), at("run")), "");
}

TEST_F(CliProcessesVqgan, FewerCutoutsThanProcessesAreRefused) {
    const auto refused = run(paint("run", {"--steps", "1", "--set", "cuts.count=1", "--processes", "2"}));
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("cuts.count: 1 cutouts cannot be shared out among 2 processes"));
}

}  // namespace
}  // namespace headroom::test
