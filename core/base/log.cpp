// The logger on spdlog: a distributing sink, so that files and listeners can join and leave while others log.
#include "core/base/log.h"

#include "core/base/utf8.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/dist_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>

namespace headroom {
namespace {

spdlog::level::level_enum spdlog_level(LogSeverity severity) {
    switch (severity) {
        case LogSeverity::Debug: return spdlog::level::debug;
        case LogSeverity::Info: return spdlog::level::info;
        case LogSeverity::Warn: return spdlog::level::warn;
        case LogSeverity::Error: return spdlog::level::err;
        case LogSeverity::Off: break;
    }
    return spdlog::level::off;
}

LogSeverity severity_of(spdlog::level::level_enum level) {
    if (level >= spdlog::level::err) return LogSeverity::Error;
    if (level == spdlog::level::warn) return LogSeverity::Warn;
    return level == spdlog::level::info ? LogSeverity::Info : LogSeverity::Debug;
}

class ListenerSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
    explicit ListenerSink(LogListener listener) : listener_(std::move(listener)) {}

protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        const auto since_epoch = std::chrono::duration_cast<std::chrono::milliseconds>(message.time.time_since_epoch());
        listener_(severity_of(message.level), since_epoch.count(),
                  std::string(message.payload.data(), message.payload.size()));
    }
    void flush_() override {}

private:
    LogListener listener_;
};

/// The logger and its sinks. Lives until the process ends, so that destructors of other statics may still log.
struct Hub {
    std::shared_ptr<spdlog::sinks::stderr_sink_mt> stderr_sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    std::shared_ptr<spdlog::sinks::dist_sink_mt> fan_out = std::make_shared<spdlog::sinks::dist_sink_mt>();
    spdlog::logger logger{"headroom", fan_out};
    std::mutex mutex;
    std::map<LogSinkId, spdlog::sink_ptr> sinks;
    LogSinkId next_id = 1;

    Hub() {
        stderr_sink->set_pattern("%H:%M:%S %l: %v");
        stderr_sink->set_level(spdlog::level::warn);
        fan_out->add_sink(stderr_sink);
        logger.set_level(spdlog::level::debug);
        logger.flush_on(spdlog::level::debug);
        // A log that cannot be written (full disk) must not disturb the run or flood stderr.
        logger.set_error_handler([](const std::string&) {});
    }

    LogSinkId add(spdlog::sink_ptr sink) {
        const std::lock_guard lock(mutex);
        fan_out->add_sink(sink);
        sinks.emplace(next_id, std::move(sink));
        return next_id++;
    }
};

Hub& hub() {
    static Hub* const the_hub = new Hub;  // never destroyed, see above
    return *the_hub;
}

}  // namespace

void log_message(LogSeverity severity, std::string_view text) {
    hub().logger.log(spdlog_level(severity), printable(text));  // a log is read on a terminal, too
}

void set_stderr_log_level(LogSeverity severity) { hub().stderr_sink->set_level(spdlog_level(severity)); }

Result<LogSinkId> add_log_file(const std::string& path) {
    try {
        auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path);
        sink->set_pattern("%Y-%m-%d %H:%M:%S.%e %l: %v");
        return hub().add(std::move(sink));
    } catch (const std::exception& e) {
        return make_error(ErrorCode::Disk, "the log file " + path + " cannot be written",
                          "Check that its folder exists and is writable and that the disk is not full.", e.what());
    }
}

LogSinkId add_log_listener(LogListener listener, LogSeverity lowest) {
    auto sink = std::make_shared<ListenerSink>(std::move(listener));
    sink->set_level(spdlog_level(lowest));
    return hub().add(std::move(sink));
}

void remove_log_sink(LogSinkId id) {
    Hub& h = hub();
    const std::lock_guard lock(h.mutex);
    const auto it = h.sinks.find(id);
    if (it == h.sinks.end()) return;
    h.fan_out->remove_sink(it->second);
    h.sinks.erase(it);
}

}  // namespace headroom
