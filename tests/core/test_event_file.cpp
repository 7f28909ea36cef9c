// TensorBoard's event files, read back by a reader that takes nothing on trust: lengths, checksums, field numbers, types.
#include "core/io/files/event_file.h"

#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "step_writing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom {
namespace {

struct EventRead {
    double wall = -1;
    std::int64_t step = -1;
    std::string version;
    std::map<std::string, float> values;
};

/// Throws where anything is not exactly as the formats say.
class EventReader {
public:
    explicit EventReader(std::string_view bytes) : rest_(bytes) {}

    std::vector<EventRead> all() {
        std::vector<EventRead> out;
        while (!rest_.empty()) out.push_back(event(record()));
        return out;
    }

private:
    static void need(bool right, const char* what) {
        if (!right) throw std::runtime_error(what);
    }
    static std::string_view take(std::string_view& from, std::size_t count) {
        need(from.size() >= count, "the end is missing");
        const std::string_view out = from.substr(0, count);
        from.remove_prefix(count);
        return out;
    }
    template <class T> static T number(std::string_view bytes) {
        T out = 0;
        for (std::size_t i = sizeof(T); i-- > 0;)
            out = static_cast<T>((out << 8) | static_cast<unsigned char>(bytes[i]));
        return out;
    }
    static std::uint64_t varint(std::string_view& from) {
        std::uint64_t out = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(take(from, 1)[0]);
            out |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return out;
        }
        throw std::runtime_error("a number without end");
    }
    static bool checks(std::string_view data, std::uint32_t stored) {
        const std::uint32_t crc = stored - 0xa282ead8U;
        return std::rotl(crc, 15) == crc32c(data);
    }
    std::string_view record() {
        const std::string_view length = take(rest_, 8);
        need(checks(length, number<std::uint32_t>(take(rest_, 4))), "checksum of the length");
        const std::string_view data = take(rest_, number<std::uint64_t>(length));
        need(checks(data, number<std::uint32_t>(take(rest_, 4))), "checksum of the data");
        return data;
    }
    static void value(std::string_view from, EventRead& into) {
        std::string tag;
        std::optional<float> simple;
        while (!from.empty()) {
            const std::uint64_t key = varint(from);
            if (key == (1 << 3 | 2))
                tag = std::string(take(from, varint(from)));
            else if (key == (2 << 3 | 5))
                simple = std::bit_cast<float>(number<std::uint32_t>(take(from, 4)));
            else
                throw std::runtime_error("a field of Summary.Value that scalars do not have");
        }
        need(!tag.empty() && simple, "a value without tag or number");
        need(into.values.emplace(tag, *simple).second, "a tag twice");
    }
    static EventRead event(std::string_view from) {
        EventRead out;
        while (!from.empty()) {
            const std::uint64_t key = varint(from);
            if (key == (1 << 3 | 1)) {
                out.wall = std::bit_cast<double>(number<std::uint64_t>(take(from, 8)));
            } else if (key == (2 << 3 | 0)) {
                out.step = static_cast<std::int64_t>(varint(from));
            } else if (key == (3 << 3 | 2)) {
                out.version = std::string(take(from, varint(from)));
            } else if (key == (5 << 3 | 2)) {
                std::string_view summary = take(from, varint(from));
                while (!summary.empty()) {
                    need(varint(summary) == (1 << 3 | 2), "a field of Summary that is no value");
                    value(take(summary, varint(summary)), out);
                }
            } else {
                throw std::runtime_error("a field of Event that is not known");
            }
        }
        return out;
    }

    std::string_view rest_;
};

std::string event_file(std::span<const StepDone> steps, std::int64_t created_unix_ms,
                       std::span<const ScoresDone> scores = {}) {
    return written_of(steps, [&](const StepPieces& pieces, const WriteFn& write) {
        return write_event_file(pieces, created_unix_ms, scores, write);
    });
}

TEST(EventFile, ChecksumsAreCastagnolis) {
    EXPECT_EQ(crc32c("123456789"), 0xe3069283U);            // RFC 3720's polynomial; the catalogue's check value
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aaU);  // RFC 3720, B.4
    EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8ab43U);
    EXPECT_EQ(crc32c(""), 0U);
}

TEST(EventFile, EveryFigureIsReadBackAndWhatDoesNotApplyIsLeftOut) {
    StepDone a;
    a.step = 1;
    a.images = 64;
    a.loss_g = 2.5;
    a.loss_d = std::numeric_limits<double>::quiet_NaN();
    a.elapsed_seconds = 0.5;
    a.peak = Bytes{std::int64_t{3} << 30};
    StepDone b = a;
    b.step = 300000;  // more than one byte of a varint
    b.loss_d = -0.75;
    b.edit<VqganFigures>().l1 = 0.125;
    const std::string bytes = event_file(std::vector<StepDone>{a, b}, 1700000000500);
    const std::vector<EventRead> events = EventReader(bytes).all();
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[0].version, "brain.Event:2");
    EXPECT_TRUE(events[0].values.empty());
    EXPECT_EQ(events[1].step, 1);
    EXPECT_EQ(events[1].wall, 1700000001.0);
    EXPECT_EQ(events[1].values.at("loss_g"), 2.5F);
    EXPECT_EQ(events[1].values.at("images"), 64.0F);
    EXPECT_EQ(events[1].values.at("memory/peak"), 3.0F * (1 << 30));
    EXPECT_FALSE(events[1].values.contains("loss_d"));
    EXPECT_EQ(events[2].step, 300000);
    EXPECT_EQ(events[2].values.at("loss_d"), -0.75F);
    EXPECT_EQ(events[2].values.at("vqgan_l1"), 0.125F);
}

TEST(EventFile, ScoresStandAfterTheirSteps) {
    StepDone first, second;
    first.step = 1;
    second.step = 3;
    ScoresDone scores{2, 128, 1.5, {"random", 512}};
    scores.scores.kid = 0.25;
    scores.scores.mmd = 4;
    scores.scores.ms_ssim = 0.5;
    scores.scores.ms_ssim_error = 0.0625;
    scores.scores.d_gap = -0.125;
    scores.scores.d_gap_error = 0.75;
    const std::string bytes = event_file(std::vector<StepDone>{first, second}, 1000, std::vector<ScoresDone>{scores});
    const std::vector<EventRead> events = EventReader(bytes).all();
    ASSERT_EQ(events.size(), 4U);
    EXPECT_EQ(events[3].step, 2);
    EXPECT_EQ(events[3].wall, 2.5);
    EXPECT_EQ(events[3].values.at("score/kid"), 0.25F);
    EXPECT_EQ(events[3].values.at("score/mmd"), 4.0F);
    EXPECT_EQ(events[3].values.at("score/ms_ssim"), 0.5F);
    EXPECT_EQ(events[3].values.at("score/ms_ssim_error"), 0.0625F);
    EXPECT_EQ(events[3].values.at("score/d_gap"), -0.125F);
    EXPECT_EQ(events[3].values.at("score/d_gap_error"), 0.75F);
    EXPECT_FALSE(events[3].values.contains("score/fid"));
}

TEST(EventFile, DamageIsSeen) {
    StepDone step;
    step.step = 1;
    const std::string bytes = event_file(std::vector<StepDone>{step}, 0);
    EXPECT_NO_THROW(EventReader(bytes).all());
    for (const std::size_t at : {std::size_t{0}, std::size_t{9}, std::size_t{20}, bytes.size() - 1}) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        EXPECT_THROW(EventReader(damaged).all(), std::runtime_error) << at;
    }
    EXPECT_THROW(EventReader(std::string_view(bytes).substr(0, bytes.size() - 3)).all(), std::runtime_error);
}

TEST(EventFile, OfNoStepsIsStillOne) { EXPECT_EQ(EventReader(event_file({}, 0)).all().size(), 1U); }

}  // namespace
}  // namespace headroom
