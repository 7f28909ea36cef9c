// A family that no file of the product knows (tests/support/toy_family.h), by the command line: all that a run can do, it can do.
#include "cli_fixture.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/tensors/tensor_file.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class ToyFamilyCli : public CliTest {
protected:
    ToyFamilyCli() { options_.program = HEADROOM_TOY_CLI; }
    /// `verb` toy with small settings that give the same bits every time, and `more`.
    CliResult toy(const std::string& verb, const std::vector<std::string>& more) const {
        std::vector<std::string> words{verb,       "toy", "--data",  "shapes", "--set",     "data.count=64",
                                       "--size",   "32",  "--batch", "64",     "--threads", "1",
                                       "--device", "cpu", "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return cli(words);
    }
    CliResult train(const std::string& run, const std::string& steps, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"--out", at(run), "--steps", steps};
        words.insert(words.end(), more.begin(), more.end());
        return toy("train", words);
    }
    static std::vector<Json> events(const CliResult& result, const std::string& name) {
        std::vector<Json> out;
        std::istringstream lines(result.out);
        for (std::string line; std::getline(lines, line);) {
            Json event = Json::parse(line);
            if (event["event"] == name) out.push_back(std::move(event));
        }
        return out;
    }
    std::string at(const std::string& name) const { return folder_.file(name); }
};

TEST_F(ToyFamilyCli, TheAddedProgramAloneHasItsVerbs) {
    const std::string help = cli({"--help"}).out;
    for (const char* verb : {"  train toy ", "  forecast toy ", "  fit toy ", "  rehearse toy ", "  bench toy "})
        EXPECT_THAT(help, HasSubstr(verb));
    EXPECT_THAT(cli({"train", "toy", "--help"}).out, HasSubstr("--preset"));
    const CliResult product = run_cli({"train", "toy"}, CliOptions{folder_.path()});
    EXPECT_EQ(product.status, 2);
    EXPECT_THAT(product.err, HasSubstr("'train toy': no such verb"));
}

TEST_F(ToyFamilyCli, TrainsAndSamples) {
    const CliResult r = train("run", "12", {"--set", "preview.every=6"});
    ASSERT_EQ(r.status, 0) << r.err;
    const auto steps = events(r, "step");
    ASSERT_EQ(steps.size(), 12u);
    EXPECT_LT(steps.back()["loss_g"].get<double>(), steps.front()["loss_g"].get<double>() - 0.01)
        << "what is left is the spread of the pictures";
    const auto samples = events(r, "sample_saved");
    ASSERT_GE(samples.size(), 2u);
    for (const Json& sample : samples) EXPECT_TRUE(decode_image(sample["path"].get<std::string>())) << sample;
    const CliResult refused = train("other", "1", {"--set", "toy.copies=65"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("toy.copies: 65 is not between 1 and 64"));
    EXPECT_EQ(train("other", "1", {"--set", "width.d=8"}).status, 2) << "it has no discriminator";
}

TEST_F(ToyFamilyCli, ItsForecastIsWhatItsStepsTake) {
    for (const char* accumulate : {"batch.accumulate=1", "batch.accumulate=3"}) {
        const std::vector<std::string> settings{"--size", "64", "--batch", "21", "--set", accumulate};
        const CliResult forecast = toy("forecast", settings),
                        bench = toy("bench", {"--size", "64", "--batch", "21", "--set", accumulate, "--steps", "3",
                                              "--warmup", "1"});
        ASSERT_EQ(forecast.status, 0) << forecast.err;
        ASSERT_EQ(bench.status, 0) << bench.err;
        const double told = Json::parse(forecast.out)["tensor_bytes"], measured = Json::parse(bench.out)["peak_bytes"];
        EXPECT_NEAR(told, measured, 0.02 * measured) << accumulate;
    }
}

/// Steps whose activations of 256 pictures of 128 px, some 200 MiB, are large beside what a program's size varies by.
const std::vector<std::string> kLarge{"--size", "128", "--set", "data.count=256", "--batch", "256"};

std::vector<std::string> large(std::vector<std::string> more) {
    more.insert(more.begin(), kLarge.begin(), kLarge.end());
    return more;
}

/// What the process and three quarters of the activations take, which only a smaller micro-batch fits.
std::string scarce(const Json& forecast) {
    return std::to_string(static_cast<std::int64_t>(forecast["context_bytes"].get<double>() +
                                                    0.75 * forecast["tensor_bytes"].get<double>()));
}

TEST_F(ToyFamilyCli, FitsABudget) {
    const CliResult forecast = toy("forecast", kLarge);
    ASSERT_EQ(forecast.status, 0) << forecast.err;
    const CliResult fit = toy("fit", large({"--allow", "all", "--budget", scarce(Json::parse(forecast.out))}));
    ASSERT_EQ(fit.status, 0) << fit.err;
    const Json plans = Json::parse(fit.out);
    int recommended = 0;
    for (const Json& plan : plans) {
        const Json& set = plan["settings"];
        EXPECT_EQ(set["batch.micro"].get<int>() * set["batch.accumulate"].get<int>(), 256);
        EXPECT_EQ(set.size(), 4u) << set;
        if (plan["as_asked"].get<bool>()) EXPECT_EQ(plan["fits"], "no");
        if (!plan["recommended"].get<bool>()) continue;
        ++recommended;
        EXPECT_LT(set["batch.micro"], 256);
        EXPECT_TRUE(plan["same_result"].get<bool>());
    }
    EXPECT_EQ(recommended, 1);
}

TEST_F(ToyFamilyCli, SurvivesWhatDoesNotFit) {
    const CliResult forecast = toy("forecast", kLarge);
    ASSERT_EQ(forecast.status, 0) << forecast.err;
    const CliResult r = train("run", "3", large({"--budget", scarce(Json::parse(forecast.out))}));
    ASSERT_EQ(r.status, 0) << r.err;
    const auto survived = events(r, "oom_recovered");
    ASSERT_EQ(survived.size(), 1u) << r.out;
    EXPECT_EQ(survived[0]["after"]["batch.micro"], 128);
    EXPECT_EQ(survived[0]["after"]["batch.accumulate"], 2);
    const auto steps = events(r, "step");
    ASSERT_EQ(steps.size(), 3u);
    for (std::size_t i = 0; i < steps.size(); ++i)
        EXPECT_EQ(steps[i]["images"], 256 * (i + 1)) << "the effective batch stays";
    EXPECT_EQ(events(r, "finished").size(), 1u);
    // The step that was repeated in pieces is the step that was asked for.
    const CliResult roomy = train("roomy", "3", kLarge);
    ASSERT_EQ(roomy.status, 0) << roomy.err;
    EXPECT_EQ(events(roomy, "oom_recovered").size(), 0u);
    EXPECT_NEAR(events(roomy, "step").back()["loss_g"].get<double>(), steps.back()["loss_g"].get<double>(), 1e-5);
}

TEST_F(ToyFamilyCli, ResumesExactly) {
    ASSERT_EQ(train("whole", "6", {"--batch", "16"}).status, 0);
    ASSERT_EQ(train("half", "3", {"--batch", "16"}).status, 0);
    const CliResult resumed = cli({"train", "toy", "--resume", at("half"), "--steps", "6"});
    ASSERT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_THAT(resumed.err, HasSubstr("resumed from step 3"));
    for (const char* part : {"toy", "optimiser"}) {
        const std::string file = std::string("/checkpoints/step-00000006/") + part + ".safetensors";
        ASSERT_FALSE(read_bytes(at("whole") + file).empty()) << part;
        EXPECT_EQ(read_bytes(at("whole") + file), read_bytes(at("half") + file)) << part;
    }
    EXPECT_NE(read_bytes(at("whole/checkpoints/step-00000006/toy.safetensors")),
              read_bytes(at("half/checkpoints/step-00000003/toy.safetensors")));
}

TEST_F(ToyFamilyCli, Exports) {
    ASSERT_EQ(train("run", "4").status, 0);
    const CliResult r = cli({"export", at("run"), "--what", "checkpoint,grid,curves,metrics", "--format",
                             "safetensors,png,svg,csv", "--out", at("out")});
    ASSERT_EQ(r.status, 0) << r.err;
    const auto weights = read_tensor_file(at("out/toy.safetensors"));
    ASSERT_TRUE(weights) << weights.error().message;
    ASSERT_EQ(weights->tensors.size(), 1u);
    EXPECT_EQ(weights->tensors[0].name, "mean");
    EXPECT_EQ(weights->tensors[0].shape, (std::vector<std::int64_t>{4, 3, 32, 32}));
    std::string files;
    for (const auto& entry : std::filesystem::directory_iterator(at("out"))) files += entry.path().extension().string();
    for (const char* ending : {".safetensors", ".png", ".svg", ".csv"}) EXPECT_THAT(files, HasSubstr(ending));
    const CliResult sheet = cli({"sample", at("run"), "--rows", "2", "--cols", "2", "--out", at("sheet.png")});
    ASSERT_EQ(sheet.status, 0) << sheet.err;
    EXPECT_TRUE(decode_image(at("sheet.png")));
    const CliResult walk = cli({"interpolate", at("run"), "--out", at("walk.gif")});
    EXPECT_EQ(walk.status, 2);
    EXPECT_THAT(walk.err, HasSubstr("is of a Toy, which has no random latents"));
}

}  // namespace
}  // namespace headroom::test
