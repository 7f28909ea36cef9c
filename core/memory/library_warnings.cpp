// The handler that LibTorch's warnings are given to.
#include "core/memory/library_warnings.h"

#include "core/base/log.h"

#include <c10/util/Exception.h>

#include <mutex>
#include <set>
#include <string>

namespace headroom {
namespace {

class ToLog final : public c10::WarningHandler {
public:
    void process(const c10::Warning& warning) override {
        const std::string words = warning.msg();
        {
            const std::lock_guard lock(mutex_);
            if (told_.size() >= kMost || !told_.insert(words).second) return;
        }
        log_message(LogSeverity::Warn, "LibTorch: " + words);
    }

private:
    static constexpr std::size_t kMost = 200;  ///< different warnings; some name sizes that change with every call
    std::mutex mutex_;
    std::set<std::string> told_;
};

}  // namespace

void log_library_warnings() {
    static auto* handler = new ToLog;  // outlives every thread that was told of it
    c10::WarningUtils::set_warning_handler(handler);
}

}  // namespace headroom
