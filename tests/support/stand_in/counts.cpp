// Counting, and naming what was counted.
#include "tests/support/stand_in/counts.h"

#include "core/base/enum_names.h"
#include "core/memory/gpu/gpu_registry.h"
#include "core/memory/role_scope.h"

#include <gtest/gtest.h>

#include <mutex>

namespace headroom::stand_in {
namespace {

struct Book {
    std::mutex mutex;
    Counts counts;
    std::vector<Wait> waits;
};

Book& book() {
    static auto* kept = new Book;  // outlives every tensor
    return *kept;
}

}  // namespace

Phase asking_phase() {
    const Phase own = current_phase();
    if (own != Phase::None) return own;
    const BlockBook* followed = GpuRegistry::process().book(0);
    return followed ? followed->phase.load() : Phase::None;
}

Counts counts() {
    const std::lock_guard lock(book().mutex);
    return book().counts;
}

Counts operator-(const Counts& a, const Counts& b) {
    return {a.to_device - b.to_device, a.to_host - b.to_host, a.blocking - b.blocking, a.waits - b.waits,
            a.operators - b.operators};
}

std::string text_of(const std::vector<Wait>& waits) {
    std::string out;
    for (std::size_t i = 0; i < waits.size();) {
        std::size_t same = i;
        while (same < waits.size() && waits[same].what == waits[i].what && waits[same].phase == waits[i].phase) ++same;
        out += (out.empty() ? "" : ", ") + waits[i].what + " (" + std::string(name_of(waits[i].phase)) + ")";
        if (same - i > 1) out += " " + std::to_string(same - i) + " times";
        i = same;
    }
    return out;
}

std::vector<Wait> waits_since(std::int64_t mark) {
    const std::lock_guard lock(book().mutex);
    return {book().waits.begin() + mark, book().waits.end()};
}

NoWaits::NoWaits() : begin_(static_cast<std::size_t>(counts().waits)) {}

NoWaits::~NoWaits() {
    if (judged_) return;
    const auto found = broken();
    if (!found.empty()) ADD_FAILURE() << "the host waited where it must not: " << text_of(found);
}

std::vector<Wait> NoWaits::broken() {
    judged_ = true;
    return waits_since(static_cast<std::int64_t>(begin_));
}

void note_operator() {
    const std::lock_guard lock(book().mutex);
    ++book().counts.operators;
}

void note_wait(std::string_view what) {
    const Phase phase = asking_phase();
    const std::lock_guard lock(book().mutex);
    ++book().counts.waits;
    book().waits.push_back({std::string(what), phase});
}

void note_transfer(bool to_host, std::size_t bytes, bool blocking) {
    if (blocking)
        note_wait(std::string(to_host ? "copy to the host, " : "copy to the device, ") + std::to_string(bytes) +
                  " bytes");
    const std::lock_guard lock(book().mutex);
    ++(to_host ? book().counts.to_host : book().counts.to_device);
    if (blocking) ++book().counts.blocking;
}

}  // namespace headroom::stand_in
