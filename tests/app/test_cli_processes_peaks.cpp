// What each process of a run holds at the peak of its steps, beside what was forecast for it; with real processes.
#include "core/engine/remote/remote_session.h"
#include "core/engine/remote/socket_folder.h"
#include "core/io/runs/run_folder.h"
#include "processes_fixture.h"

#include <unistd.h>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <variant>

namespace headroom::test {
namespace {

using Json = nlohmann::json;

class CliProcessesPeaks : public ProcessesTest {
protected:
    /// The most tensor bytes that each process held in a step, once steps are like one another. How many pieces of gradients
    /// are under way at the same time differs from step to step with who waits for whom, so one step alone says little.
    std::array<std::int64_t, 2> measured(const Words& words, const std::string& run) const {
        const auto all = start(2, words + Words{"--steps", "1000000"});
        std::array<std::int64_t, 2> peaks{};
        EXPECT_FALSE(all[0]->wait_for("step").is_null()) << all[0]->err();
        const auto session = remote::attach_to(remote::path_of(RunFolder::address_of(at(run))), {{"test"}});
        EXPECT_TRUE(session) << session.error().message;
        if (!session) return peaks;
        // Every process tells four times a second: after two times what it tells is of a later step than the first.
        for (int told = 0; told < 10 && !all[0]->ended(); usleep(10000)) {
            for (const Event& event : (*session)->drain_events()) {
                const auto* sampled = std::get_if<MemorySampled>(&event);
                if (!sampled || sampled->report->ranks.size() < 2) continue;
                for (const RankMemory& rank : sampled->report->ranks) {
                    // The rest is what the allocator keeps and what the libraries hold.
                    const RoleBytes& roles = rank.at_peak.roles;
                    const Bytes tensors = roles.total() - roles[Role::Cache] - roles[Role::Other];
                    std::int64_t& peak = peaks[static_cast<std::size_t>(rank.rank)];
                    if (told >= 2) peak = std::max(peak, tensors.count);
                }
                ++told;
            }
        }
        all[0]->send(SIGTERM);
        EXPECT_EQ(all[0]->finish(), 143) << all[0]->err();
        EXPECT_EQ(all[1]->finish(), 0) << all[1]->err();
        return peaks;
    }

    /// What the verb forecast says of the same settings.
    std::array<std::int64_t, 2> forecast(Words words, const std::string& family) const {
        const auto first =
            std::find_if(words.begin(), words.end(), [](const auto& w) { return w.rfind("--", 0) == 0; });
        words.erase(words.begin(), first);
        const auto out = std::find(words.begin(), words.end(), "--out");
        words.erase(out, out + 2);
        Words asked{"forecast", family};
        if (family == "vqgan-clip") asked.emplace_back("a red cube on a green floor");
        const auto told = cli(asked + words + Words{"--processes", "2"});
        EXPECT_EQ(told.status, 0) << told.err;
        if (told.status != 0) return {};
        const Json json = Json::parse(told.out);
        return {json["tensor_bytes"].get<std::int64_t>(), json["others_tensor_bytes"].get<std::int64_t>()};
    }

    void expect_as_forecast(const Words& words, const std::string& run, const std::string& family) const {
        const auto told = forecast(words, family), peaks = measured(words, run);
        for (const std::size_t rank : {std::size_t{0}, std::size_t{1}}) {
            // Less by a preview, which the forecast leaves room for; what votes take is a few thousand bytes.
            const auto held = static_cast<double>(peaks[rank]), expected = static_cast<double>(told[rank]);
            EXPECT_LE(held, 1.01 * expected) << family << " " << rank;
            EXPECT_GE(held, 0.95 * expected) << family << " " << rank;
        }
    }
};

TEST_F(CliProcessesPeaks, OfADcganAreThoseOfItsForecast) {
    const Words wide{"--size", "64", "--batch", "16", "--set", "width.g=32", "--set", "width.d=32"};
    expect_as_forecast(train("several", wide), "several", "dcgan");
    // With one micro-batch each, fakes are kept as in a run of one.
    expect_as_forecast(train("one-each", wide + Words{"--accumulate", "2"}), "one-each", "dcgan");
}

TEST_F(CliProcessesPeaks, OfALightGanAreThoseOfItsForecast) {
    // Every step has the penalty, whose time they differ by otherwise.
    expect_as_forecast(light_gan("run", {"--set", "loss.gp_every=1"}), "run", "light-gan");
}

TEST_F(CliProcessesPeaks, OfAVqganAreThoseOfItsForecast) {
    expect_as_forecast(vqgan("run", {"--set", "loss.gan_start=0"}), "run", "vqgan");
}

TEST_F(CliProcessesPeaks, OfAPaintingAreThoseOfItsForecastAndTheOthersNeedLess) {
    const Words words = paint("run", {"--set", "picture.width=96", "--set", "picture.height=96"});
    expect_as_forecast(words, "run", "vqgan-clip");
    const auto told = forecast(words, "vqgan-clip");
    EXPECT_LT(told[1], told[0]) << "they do not go back through the decoder";
}

}  // namespace
}  // namespace headroom::test
