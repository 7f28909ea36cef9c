// VQGANs and text to image in several processes, real ones: the weights, codes and pictures of one process, out of memory on one of them.
#include "core/io/pictures/image_codec.h"
#include "processes_fixture.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::json;
using CliProcessesVqgan = ProcessesTest;

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

TEST_F(CliProcessesVqgan, GumbelCodesAndHalfPrecisionToo) {
    expect_the_same([this](const auto& name, const auto& more) { return vqgan(name, more); },
                    {"--steps", "3", "--set", "net.gumbel=on", "--set", "net.code_width=64", "--set",
                     "codebook.decay=0", "--set", "codebook.restart=0", "--precision", "bf16", "--set",
                     "loss.gan_start=0"},
                    {2});
}

TEST_F(CliProcessesVqgan, SumsInNoOrderAgreeWithinRounding) {
    // Of the autoencoder and of the discriminator, while their last backward passes go on; of a process without a micro-batch, too.
    for (const Words& kind :
         {Words{"--set", "loss.gan_start=0"}, Words{"--batch", "64", "--accumulate", "2", "--set", "data.count=64"}}) {
        const Words words =
            Words{"--steps",        "1", "--set", "codebook.decay=0", "--set", "codebook.restart=0", "--set",
                  "ema.half_life=0"} +
            kind;
        const auto one = cli(vqgan("one", words)), two = cli(vqgan("two", words + Words{"--processes", "2"}));
        ASSERT_EQ(one.status, 0) << one.err;
        ASSERT_EQ(two.status, 0) << two.err;
        // One that a sum has missed is off by about half.
        EXPECT_LE(moments_apart(at("one"), at("two")), 1e-3) << kind.back();
        for (const char* run : {"one", "two"}) fs::remove_all(at(run));
    }
}

TEST_F(CliProcessesVqgan, AVqganGoesOnWithAnyNumberOfThem) {
    ASSERT_EQ(cli(vqgan("one", {"--steps", "4"})).status, 0);
    ASSERT_EQ(cli(vqgan("run", Words{"--steps", "2"} + of(3))).status, 0);
    const auto last = cli(Words{"train", "vqgan", "--resume", at("run"), "--steps", "4"} + of(2));
    ASSERT_EQ(last.status, 0) << last.err;
    EXPECT_THAT(last.err, HasSubstr("resumed from step 2"));
    EXPECT_EQ(differing(at("one"), at("run")), "");
}

TEST_F(CliProcessesVqgan, OutOfMemoryOnOneRepeatsAVqgansStepOnAll) {
    const Words wide{"--batch", "32", "--accumulate", "2", "--size", "64", "--set", "data.count=64", "--steps", "1"};
    const auto alone = [&](const Words& more) {
        const auto one = cli(vqgan("alone", wide + more));
        EXPECT_EQ(one.status, 0) << one.err;
        fs::remove_all(at("alone"));
        return one.out;
    };
    const std::string out = alone({});
    const Json memory = first_memory(out);
    ASSERT_FALSE(memory.is_null()) << out;
    const auto peak = memory["peak"].get<double>(), tensors = memory["peak_tensors"].get<double>();
    // A budget that asks one process for a smaller micro-batch.
    std::string budget;
    for (double share = 0.75; budget.empty() || alone({"--budget", budget}).find("oom_recovered") == std::string::npos;
         share += 0.15) {
        ASSERT_LT(share, 3);
        budget = std::to_string(static_cast<std::int64_t>(peak - share * tensors));
    }
    const int port = Port::unused();
    CliProcess first(vqgan("run", wide + Words{"--ordered-sums"}), place(0, 2, port));
    CliProcess second(vqgan("run", wide + Words{"--budget", budget}), place(1, 2, port));
    const Json warning = first.wait_for("warning");
    EXPECT_EQ(warning.value("id", ""), "rank-memory") << first.err();
    EXPECT_FALSE(first.wait_for("oom_recovered").is_null()) << first.err();
    EXPECT_EQ(first.finish(), 0) << first.err();
    EXPECT_EQ(second.finish(), 0) << second.err();
    // The step was repeated with the rung, so the run is one that had it from the beginning.
    const Json used = Json::parse(read_bytes(at("run/config.json")));
    const auto same =
        cli(vqgan("same", wide + Words{"--batch", std::to_string(used["batch.micro"].get<int>()), "--accumulate",
                                       std::to_string(used["batch.accumulate"].get<int>()), "--set",
                                       "memory.checkpointing=" + used["memory.checkpointing"].get<std::string>()}));
    ASSERT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(differing(at("same"), at("run")), "");
}

TEST_F(CliProcessesVqgan, TwoAndThreePaintOnesPicture) {
    const auto one = cli(paint("one", {"--steps", "4"}));
    ASSERT_EQ(one.status, 0) << one.err;
    const auto picture = decode_image(at("one/samples/step-00000004.png"));
    ASSERT_TRUE(picture);
    for (const int n : {2, 3}) {
        const std::string name = "of-" + std::to_string(n);
        const auto several = cli(paint(name, Words{"--steps", "4"} + of(n)));
        ASSERT_EQ(several.status, 0) << several.err;
        EXPECT_EQ(differing(at("one"), at(name)), "") << n << " processes";
        const auto same = decode_image(at(name + "/samples/step-00000004.png"));
        ASSERT_TRUE(same);
        EXPECT_EQ(*picture->pixels, *same->pixels) << n << " processes";
    }
}

TEST_F(CliProcessesVqgan, SumsInNoOrderPaintThePictureWithinRounding) {
    const Words words{"--steps", "2", "--set", "cuts.chunk=0"};
    ASSERT_EQ(cli(paint("one", words)).status, 0);
    ASSERT_EQ(cli(paint("two", words + Words{"--processes", "2"})).status, 0);
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
    ASSERT_EQ(cli(paint("one", Words{"--steps", "5"} + story)).status, 0);
    ASSERT_EQ(cli(paint("run", Words{"--steps", "2"} + story)).status, 0);
    const Words words{"imagine", "--resume", at("run"), "--steps", "5", "--ordered-sums"};
    const int port = Port::unused();
    CliProcess first(words, place(0, 2, port)), second(words, place(1, 2, port));
    EXPECT_EQ(first.finish(), 0) << first.err();
    EXPECT_EQ(second.finish(), 0) << second.err();
    EXPECT_EQ(differing(at("one"), at("run")), "");
}

TEST_F(CliProcessesVqgan, AStoryWithSeveralClipsIsOnesStory) {
    const std::string clip = HEADROOM_TEST_DATA "/../../resources/models/builtin/clip.safetensors";
    const Words story{"--steps", "4",
                      "--set",   "prompts=a red cube^a blue ball",
                      "--set",   "prompts.every=2",
                      "--set",   "clip.files=" + clip + "|" + clip,
                      "--set",   "prompts.noise=7:0.5"};
    expect_the_same([this](const auto& name, const auto& more) { return paint(name, more); }, story, {2});
}

TEST_F(CliProcessesVqgan, AFolderOfPicturesIsPaintedAsByOne) {
    fs::create_directory(at("pictures"));
    for (int i = 0; i < 2; ++i) {
        const auto bytes = std::make_shared<std::vector<std::uint8_t>>(64 * 64 * 3);
        for (std::size_t at = 0; at < bytes->size(); ++at) (*bytes)[at] = static_cast<std::uint8_t>(at * (i + 1) / 48);
        ASSERT_TRUE(write_png(at("pictures/" + std::to_string(i) + ".png"), {64, 64, 3, bytes}));
    }
    const Words folder{"--set", "start=folder", "--set", "start.folder=" + at("pictures"), "--set", "frames.steps=2"};
    const auto one = cli(paint("one", folder)), two = cli(paint("two", folder + of(2)));
    ASSERT_EQ(one.status, 0) << one.err;
    ASSERT_EQ(two.status, 0) << two.err;
    for (const char* frame : {"/frames/0.png", "/frames/1.png"}) {
        const auto a = decode_image(at("one") + frame), b = decode_image(at("two") + frame);
        ASSERT_TRUE(a && b) << frame;
        EXPECT_EQ(*a->pixels, *b->pixels) << frame;
    }
}

/// Each kind of run that is not a DCGAN, with no end.
class CliProcessesOthers : public CliProcessesVqgan, public ::testing::WithParamInterface<std::string> {
protected:
    Words endless(const std::string& run, const Words& more = {}) const {
        const Words words = Words{"--steps", "1000000", "--set", "checkpoint.every=2"} + more;
        if (GetParam() == "Painting") return paint(run, words);
        return GetParam() == "LightGan" ? light_gan(run, words) : vqgan(run, words);
    }
};
INSTANTIATE_TEST_SUITE_P(Families, CliProcessesOthers, ::testing::Values("LightGan", "Painting", "Vqgan"),
                         [](const auto& kind) { return kind.param; });

TEST_P(CliProcessesOthers, HearOfLiveChangesAndOfAWishToStop) {
    const std::string control = at("control");
    CliProcess process(endless("run", {"--processes", "2", "--control", control}), options_);
    ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
    const std::string key = GetParam() == "Painting" ? "latent.rate" : "lr.g";
    write_bytes(control, "{\"set\":{\"" + key + "\":0.05}}\n");
    EXPECT_EQ(process.wait_for("param_applied")["key"], key) << process.err();
    ASSERT_FALSE(process.wait_for("step").is_null()) << process.err();
    process.send(SIGINT);
    EXPECT_FALSE(process.wait_for("checkpoint_saved").is_null()) << process.err();
    EXPECT_EQ(process.finish(), 130) << process.err();
    EXPECT_EQ(cli({"runs", "verify", at("run")}).status, 0);
}

TEST_P(CliProcessesOthers, AreEndedByAKilledOrAHangingOneWhichIsNamed) {
    for (const int signal : {SIGKILL, SIGSTOP}) {
        auto all = start(2, endless("run-" + std::to_string(signal)), 2);
        ASSERT_FALSE(all[0]->wait_for("checkpoint_saved").is_null()) << all[0]->err();
        all[1]->send(signal);
        EXPECT_EQ(all[0]->finish(), 4) << all[0]->err();
        EXPECT_THAT(all[0]->err(), HasSubstr("process 1 (pid " + std::to_string(all[1]->pid())));
        all[1]->send(SIGKILL);
        EXPECT_EQ(cli({"runs", "verify", at("run-" + std::to_string(signal))}).status, 0);
    }
}

TEST_F(CliProcessesVqgan, OutOfMemoryOnOneMakesAllPaintInSmallerChunks) {
    const Words wide{"--steps", "2", "--set", "cuts.count=256", "--set", "cuts.chunk=128"};
    const auto out = cli(paint("alone", wide)).out;
    const Json memory = first_memory(out);
    ASSERT_FALSE(memory.is_null()) << out;
    const auto peak = memory["peak"].get<double>(), tensors = memory["peak_tensors"].get<double>();
    bool survived = false;
    for (double share = 0.5; !survived; share += 0.15) {
        ASSERT_LT(share, 2.5);
        const int port = Port::unused();
        const std::string budget = std::to_string(static_cast<std::int64_t>(peak - share * tensors));
        CliProcess first(paint("run", wide), place(0, 2, port));
        CliProcess second(paint("run", wide + Words{"--budget", budget}), place(1, 2, port));
        const std::string name = "process 1 (pid " + std::to_string(second.pid());
        ASSERT_EQ(first.finish(), 0) << first.err();
        ASSERT_EQ(second.finish(), 0) << second.err();
        survived = first.out().find("oom_recovered") != std::string::npos;
        if (!survived) {
            fs::remove_all(at("run"));
            continue;
        }
        EXPECT_THAT(first.out(), HasSubstr(name));
        EXPECT_LT(Json::parse(read_bytes(at("run/config.json")))["cuts.chunk"], 128);
        EXPECT_EQ(Json::parse(read_bytes(at("run/config.json")))["cuts.count"], 256);
    }
}

TEST_F(CliProcessesVqgan, FewerCutoutsThanProcessesAreRefused) {
    const auto refused = cli(paint("run", {"--steps", "1", "--set", "cuts.count=1", "--processes", "2"}));
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("cuts.count: 1 cutouts cannot be shared out among 2 processes"));
}

}  // namespace
}  // namespace headroom::test
