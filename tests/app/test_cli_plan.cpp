// forecast, fit and rehearse as processes: exit status, JSON fields, what bad input is told, the stamped recipe.
#include "cli_fixture.h"
#include "core/base/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

/// Small networks without batch norm: a probe takes a blink, and every split of the batch gives the same result.
const std::vector<std::string> kTiny{
    "--data",    "shapes", "--size",    "32",    "--threads",       "1",     "--set",          "data.count=64", "--set",
    "width.g=8", "--set",  "width.d=8", "--set", "norm.g=instance", "--set", "norm.d=instance"};

class CliProcessPlans : public CliTest {
protected:
    CliResult cli(std::vector<std::string> words, const std::vector<std::string>& more = {}) {
        words.insert(words.end(), kTiny.begin(), kTiny.end());
        words.insert(words.end(), more.begin(), more.end());
        return run_cli(words, options_);
    }
    static std::string text_of(const std::string& path) {
        std::ifstream in(path);
        return {std::istreambuf_iterator<char>(in), {}};
    }
};

TEST_F(CliProcessPlans, ForecastTellsThePeakByRoleAndPhase) {
    const auto r = cli({"forecast", "dcgan", "--json"}, {"--batch", "8", "--budget", "8GiB"});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json f = Json::parse(r.out);
    EXPECT_EQ(f["fits"], "fits");
    EXPECT_EQ(f["missing_bytes"], 0);
    EXPECT_GT(f["seconds_per_step"], 0.0);
    EXPECT_LE(f["low"], f["peak_bytes"]);
    EXPECT_GE(f["high"], f["peak_bytes"]);
    std::int64_t roles = 0, highest = 0;
    for (const auto& [role, bytes] : f["by_role"].items()) roles += bytes.get<std::int64_t>();
    for (const auto& [phase, bytes] : f["by_phase"].items()) highest = std::max(highest, bytes.get<std::int64_t>());
    EXPECT_EQ(roles + f["context_bytes"].get<std::int64_t>(), f["peak_bytes"].get<std::int64_t>());
    EXPECT_EQ(highest, f["tensor_bytes"].get<std::int64_t>());
    EXPECT_GT(f["by_role"]["weights"], 0);
    EXPECT_GT(f["by_role"]["optimiser"], 0);
    EXPECT_FALSE(f["source"].get<std::string>().empty());
    // What a probe measured is remembered for the next process, unless it said that the machine was too busy for its seconds.
    const auto rough = [](const Json& forecast) {
        return forecast["source"].get<std::string>().find("busy") != std::string::npos;
    };
    const auto measured = [](const CliResult& result) { return result.err.find("measuring") != std::string::npos; };
    Json last = f;
    for (int tries = 0; tries < 10; ++tries) {
        const auto again = cli({"forecast", "dcgan", "--json"}, {"--batch", "8", "--budget", "8GiB"});
        ASSERT_EQ(again.status, 0) << again.err;
        EXPECT_EQ(measured(again), rough(last)) << last["source"];
        last = Json::parse(again.out);
        if (!measured(again)) break;
    }
    // More pictures hold more, and are forecast from the same probe.
    const auto more = cli({"forecast", "dcgan", "--json"}, {"--batch", "64", "--budget", "8GiB"});
    ASSERT_EQ(more.status, 0) << more.err;
    EXPECT_GT(Json::parse(more.out)["tensor_bytes"], f["tensor_bytes"]);
    EXPECT_EQ(measured(more), rough(last)) << more.err;
}

TEST_F(CliProcessPlans, ForecastSaysWhatIsMissing) {
    const auto r = cli({"forecast", "dcgan", "--json"}, {"--batch", "8", "--budget", "16MiB"});
    ASSERT_EQ(r.status, 0) << r.err;  // an answer, not a failure
    const Json f = Json::parse(r.out);
    EXPECT_EQ(f["fits"], "no");
    EXPECT_GT(f["missing_bytes"], 0);
    const auto words = cli({"forecast", "dcgan"}, {"--batch", "8", "--budget", "16MiB"});
    EXPECT_EQ(words.status, 0);
    EXPECT_THAT(words.out, HasSubstr("does not fit:"));
    EXPECT_THAT(words.out, HasSubstr("MiB of tensors by phase"));
}

TEST_F(CliProcessPlans, FitKeepsTheEffectiveBatchAndRanksItsPlans) {
    const auto r =
        cli({"fit", "dcgan", "--json"}, {"--batch", "4", "--budget", "8GiB", "--allow", "checkpointing,precision"});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json plans = Json::parse(r.out);
    ASSERT_TRUE(plans.is_array() && !plans.empty());
    int recommended = 0;
    for (const Json& plan : plans) {
        const Json& set = plan["settings"];
        EXPECT_EQ(set["batch.micro"].get<int>() * set["batch.accumulate"].get<int>(), 4);
        EXPECT_EQ(set["image.size"], 32);
        EXPECT_EQ(plan["same_result"].get<bool>(), plan["group"] == "same") << plan;
        EXPECT_EQ(plan["fits"] == "no", plan["to_spare_bytes"].get<std::int64_t>() < 0) << plan;
        recommended += plan["recommended"].get<bool>() ? 1 : 0;
        for (const char* field :
             {"peak_bytes", "seconds_per_step", "by_role", "by_phase", "missing_bytes", "result", "as_asked"})
            EXPECT_TRUE(plan.contains(field)) << field;
    }
    EXPECT_EQ(recommended, 1);
    const auto other =
        cli({"fit", "dcgan", "--json"}, {"--batch", "4", "--budget", "8GiB", "--effective", "2", "--allow", "none"});
    ASSERT_EQ(other.status, 0) << other.err;
    for (const Json& plan : Json::parse(other.out)) {
        EXPECT_EQ(plan["settings"]["batch.micro"].get<int>() * plan["settings"]["batch.accumulate"].get<int>(), 2);
        EXPECT_EQ(plan["settings"]["precision"], "auto");
        EXPECT_EQ(plan["settings"]["memory.checkpointing"], "off");
    }
}

TEST_F(CliProcessPlans, CounselTellsWhatItsChangesWouldTake) {
    const std::string run = folder_.file("run");
    const auto trained = cli({"train", "dcgan", "--steps", "80", "--out", run, "--json"}, {"--batch", "2"});
    ASSERT_EQ(trained.status, 0) << trained.err;
    const auto r = run_cli({"runs", "counsel", run, "--json"}, options_);
    ASSERT_EQ(r.status, 0) << r.err;
    std::istringstream lines(r.out);
    bool told = false;
    for (std::string line; std::getline(lines, line);) {
        const Json said = Json::parse(line);
        if (said["notice"]["rule"] != "data-few" || said["state"] != "raised") continue;
        told = true;
        EXPECT_GT(said["forecast"]["peak_bytes"], 0) << line;
        EXPECT_GT(said["forecast"]["peak_bytes_now"], 0) << line;
        EXPECT_GT(said["forecast"]["speed"], 0.0) << line;
    }
    EXPECT_TRUE(told) << "64 pictures are few\n" << r.out;
    const auto words = run_cli({"runs", "counsel", run}, options_);
    EXPECT_THAT(words.out, HasSubstr("  forecast: "));
    EXPECT_THAT(words.out, HasSubstr(" at the peak"));
}

/// A VQGAN so small that probes take a blink.
const std::vector<std::string> kTinyVqgan{"--data",    "shapes",      "--size", "32",           "--threads",
                                          "1",         "--batch",     "4",      "--set",        "data.count=64",
                                          "--set",     "net.base=32", "--set",  "net.codes=32", "--set",
                                          "width.d=8", "--device",    "cpu",    "--json"};

TEST_F(CliProcessPlans, AVqgansBatchIsSplitAndThatIsSaidToBeClose) {
    const auto vqgan = [this](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), kTinyVqgan.begin(), kTinyVqgan.end());
        words.insert(words.end(), more.begin(), more.end());
        return run_cli(words, options_);
    };
    const auto whole = vqgan({"forecast", "vqgan"}, {"--budget", "8GiB"});
    ASSERT_EQ(whole.status, 0) << whole.err;
    const Json f = Json::parse(whole.out);
    EXPECT_EQ(f["fits"], "fits");
    EXPECT_GT(f["by_role"]["codebook"], 0);
    EXPECT_GT(f["by_phase"].size(), 3u);
    const auto fit = vqgan({"fit", "vqgan"}, {"--budget", "8GiB", "--set", "loss.gan=0.8"});
    ASSERT_EQ(fit.status, 0) << fit.err;
    bool split = false;
    for (const Json& plan : Json::parse(fit.out)) {
        const Json& set = plan["settings"];
        EXPECT_EQ(set["batch.micro"].get<int>() * set["batch.accumulate"].get<int>(), 4);
        EXPECT_EQ(set["net.base"], 32);
        EXPECT_FALSE(set.contains("memory.reuse_fakes"));
        const bool other = set["batch.micro"] != 4;
        EXPECT_EQ(plan["group"] == "close", other) << plan;
        split = split || other;
    }
    EXPECT_TRUE(split);
    const auto rehearsed = vqgan({"rehearse", "vqgan"}, {"--budget", "8GiB", "--steps", "4"});
    ASSERT_EQ(rehearsed.status, 0) << rehearsed.err;
    const Json done = Json::parse(rehearsed.out);
    EXPECT_EQ(done["steps"], 4);
    EXPECT_EQ(done["batch.micro"], 4);
    EXPECT_GT(done["peak_bytes"], std::int64_t{1} << 20);
    EXPECT_GT(done["forecast_bytes"], std::int64_t{1} << 20);
    const auto table = vqgan({"fit", "vqgan", "--quiet"}, {"--budget", "16MiB"});
    EXPECT_EQ(table.status, 3) << table.err;
    const auto bad = vqgan({"fit", "vqgan"}, {"--set", "memory.reuse_fakes=on"});
    EXPECT_EQ(bad.status, 2);
    EXPECT_THAT(bad.err, HasSubstr("memory.reuse_fakes"));
}

TEST_F(CliProcessPlans, ALightGanIsForecastAndForeignSettingsAreRefused) {
    const auto light = [this](std::vector<std::string> words, std::vector<std::string> more) {
        for (const char* word : {"--data", "shapes", "--size", "64", "--threads", "1", "--batch", "2", "--accumulate",
                                 "1", "--device", "cpu", "--json", "--budget"})
            words.emplace_back(word);
        words.insert(words.end(), more.begin(), more.end());
        for (const char* set : {"data.count=64", "model.latent=8", "model.width=32", "model.attention="})
            words.insert(words.end(), {"--set", set});
        return run_cli(words, options_);
    };
    const auto whole = light({"forecast", "light-gan"}, {"8GiB"});
    ASSERT_EQ(whole.status, 0) << whole.err;
    const Json f = Json::parse(whole.out);
    EXPECT_EQ(f["fits"], "fits");
    for (const char* phase : {"d_real", "d_fake", "g"}) EXPECT_GT(f["by_phase"][phase], 0) << phase;
    const auto bad = light({"fit", "light-gan"}, {"8GiB", "--set", "width.d=8"});
    EXPECT_EQ(bad.status, 2);
    EXPECT_THAT(bad.err, HasSubstr("width.d"));
}

TEST_F(CliProcessPlans, FitEndsWithThreeWhenNothingFits) {
    const auto r = cli({"fit", "dcgan", "--json"}, {"--batch", "2", "--budget", "16MiB", "--allow", "none"});
    EXPECT_EQ(r.status, 3) << r.err;
    for (const Json& plan : Json::parse(r.out)) {
        EXPECT_EQ(plan["fits"], "no");
        EXPECT_GT(plan["missing_bytes"], 0);
        EXPECT_FALSE(plan["recommended"].get<bool>());
    }
}

TEST_F(CliProcessPlans, RehearsalMeasuresAndStampsTheRecipe) {
    const std::string recipe = folder_.file("made/with/it/recipe.json");
    const auto r =
        cli({"rehearse", "dcgan", "--json"}, {"--batch", "8", "--steps", "6", "--budget", "8GiB", "--recipe", recipe});
    ASSERT_EQ(r.status, 0) << r.err;
    const Json done = Json::parse(r.out);
    EXPECT_EQ(done["steps"], 6);
    EXPECT_EQ(done["budget"], std::int64_t{8} << 30);
    EXPECT_GT(done["peak_bytes"], std::int64_t{1} << 20);
    EXPECT_GT(done["seconds_per_step"], 0.0);
    EXPECT_GT(done["images_per_second"], 0.0);
    EXPECT_EQ(done["oom_survived"], 0);
    EXPECT_EQ(done["batch.micro"], 8);
    EXPECT_FALSE(std::filesystem::exists(folder_.file("data/headroom/runs"))) << "a rehearsal leaves no run";
    const Json stamp = Json::parse(text_of(recipe));
    ASSERT_TRUE(stamp.contains("recipe.measured")) << stamp;
    const std::string words = stamp["recipe.measured"];
    for (const std::string& part :
         {std::string("budget 8.00 GiB"), "peak " + to_text(Bytes{done["peak_bytes"].get<std::int64_t>()}),
          std::string("6 steps on ")})
        EXPECT_THAT(words, HasSubstr(part));
    EXPECT_EQ(stamp["batch.micro"], 8);
    EXPECT_EQ(stamp["memory.budget"], std::int64_t{8} << 30);
    // The recipe is a configuration file: the next verb takes it.
    const auto again = run_cli({"forecast", "dcgan", "--json", "--config", recipe}, options_);
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_GT(Json::parse(again.out)["peak_bytes"], 0);
}

TEST_F(CliProcessPlans, RehearsalSaysInWordsWhatItMeasured) {
    const auto r = cli({"rehearse", "dcgan"}, {"--batch", "8", "--steps", "3", "--budget", "8GiB"});
    ASSERT_EQ(r.status, 0) << r.err;
    for (const char* words : {"measured peak", "s per step", "images per second", "micro-batch          8 x 1"})
        EXPECT_THAT(r.out, HasSubstr(words));
}

TEST_F(CliProcessPlans, BadInputNamesTheFieldAndChangesNothing) {
    struct Case {
        std::vector<std::string> words;
        const char* says;
    };
    for (const Case& bad : std::vector<Case>{
             {{"forecast", "dcgan", "--budget", "much"}, "much"},
             {{"forecast", "dcgan", "--set", "batch.micro=0"}, "batch.micro"},
             {{"forecast", "dcgan", "--set", "batch.mikro=4"}, "batch.mikro"},
             {{"forecast", "dcgan", "--steps-per"}, "--steps-per"},
             {{"fit", "dcgan", "--allow", "speed"}, "--allow: 'speed'"},
             {{"fit", "dcgan", "--effective", "none"}, "--effective"},
             {{"fit", "vqgan", "--allow", "fakes"}, "--allow: 'fakes' is none of checkpointing, precision"},
             {{"fit", "vqgan-clip", "a cube", "--effective", "4"}, "--effective: no such option"},
             {{"rehearse", "dcgan", "--steps", "0"}, "--steps"},
             {{"rehearse", "dcgan", "--steps", "x"}, "--steps"},
             {{"forecast", "dcgan", "--config", folder_.file("none.json")}, "none.json"}}) {
        const auto r = run_cli(bad.words, options_);
        EXPECT_EQ(r.status, 2) << bad.says << "\n" << r.err;
        EXPECT_THAT(r.err, HasSubstr(bad.says));
        EXPECT_TRUE(r.out.empty()) << r.out;
    }
    const std::string unreachable = "/proc/no/such/folder/recipe.json";
    const auto r =
        cli({"rehearse", "dcgan"}, {"--batch", "8", "--steps", "2", "--budget", "8GiB", "--recipe", unreachable});
    EXPECT_NE(r.status, 0);
    EXPECT_THAT(r.err, HasSubstr("cannot be made"));
}

}  // namespace
}  // namespace headroom::test
