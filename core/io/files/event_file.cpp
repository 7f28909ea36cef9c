// Event files: records of the few fields that scalars need.
#include "core/io/files/event_file.h"

#include "core/io/files/proto.h"
#include "core/io/runs/step_columns.h"
#include "core/io/runs/step_figures.h"

#include <array>
#include <bit>
#include <cmath>

namespace headroom {
namespace {

// Fields of Event, Summary and Summary.Value.
constexpr int kWallTime = 1, kStep = 2, kFileVersion = 3, kSummary = 5;
constexpr int kValue = 1;
constexpr int kTag = 1, kSimpleValue = 2;

constexpr std::array<std::uint32_t, 256> make_crc_table() {
    constexpr std::uint32_t kReversedPolynomial = 0x82f63b78U;
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t crc = i;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? kReversedPolynomial : 0);
        table[i] = crc;
    }
    return table;
}

template <class T> void append_little_endian(std::string& out, T value) {
    for (std::size_t i = 0; i < sizeof value; ++i) out += static_cast<char>((value >> (8 * i)) & 0xff);
}

void append_scalar(Proto& summary, const std::string& tag, double value) {
    if (!std::isfinite(value)) return;
    Proto message;
    message.text(kTag, tag);
    message.real(kSimpleValue, static_cast<float>(value));
    summary.message(kValue, message);
}

Proto event_at(double wall_seconds, std::int64_t step) {
    Proto out;
    out.real64(kWallTime, wall_seconds);
    out.number(kStep, step);
    return out;
}

/// TensorFlow masks checksums, because that of bytes which hold their own is a constant.
std::uint32_t masked(std::uint32_t crc) { return std::rotr(crc, 15) + 0xa282ead8U; }

void append_record(std::string& out, std::string_view data) {
    std::string length;
    append_little_endian(length, static_cast<std::uint64_t>(data.size()));
    out += length;
    append_little_endian(out, masked(crc32c(length)));
    out += data;
    append_little_endian(out, masked(crc32c(data)));
}

Proto summary_of(const StepDone& step) {
    Proto out;
    append_scalar(out, "images", static_cast<double>(step.images));
    for (const auto& column : kRealColumns) append_scalar(out, std::string(column.name), step.*column.field);
    for (const auto& column : kMemoryColumns)
        append_scalar(out, "memory/" + std::string(column.name), static_cast<double>((step.*column.field).count));
    for (const auto& [name, value] : kind_columns(step)) append_scalar(out, name, value);
    return out;
}

Proto summary_of(const RunScores& scores) {
    Proto out;
    for (const ScoreFigure& figure : kScoreFigures)
        append_scalar(out, "score/" + std::string(figure.name), scores.*figure.of);
    return out;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
    static constexpr std::array<std::uint32_t, 256> table = make_crc_table();
    std::uint32_t crc = ~0U;
    for (const char c : bytes) crc = (crc >> 8) ^ table[(crc ^ static_cast<unsigned char>(c)) & 0xff];
    return ~crc;
}

Result<void> write_event_file(const StepPieces& steps, std::int64_t created_unix_ms, std::span<const ScoresDone> scores,
                              const WriteFn& write) {
    const double began = static_cast<double>(created_unix_ms) / 1000;
    std::string out;
    Proto first = event_at(began, 0);
    first.text(kFileVersion, "brain.Event:2");
    append_record(out, first.bytes());
    const auto append = [&](const auto& told, const Proto& summary) {
        Proto event = event_at(began + told.elapsed_seconds, told.step);
        event.message(kSummary, summary);
        append_record(out, event.bytes());
    };
    auto score = scores.begin();
    const auto read = steps([&](std::span<const StepDone> piece) {
        for (const StepDone& step : piece) {
            append(step, summary_of(step));
            for (; score != scores.end() && score->step <= step.step; ++score)
                append(*score, summary_of(score->scores));
        }
        auto written = write(std::as_bytes(std::span(out)));
        out.clear();
        return written;
    });
    if (!read) return read;
    for (; score != scores.end(); ++score) append(*score, summary_of(score->scores));
    return write(std::as_bytes(std::span(out)));
}

}  // namespace headroom
