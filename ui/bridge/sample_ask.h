// SampleAsk: one page's requests for pictures of a run. Everyone who watches the run hears every answer; this knows its own.
#pragma once

#include "core/api/command.h"
#include "core/api/event.h"
#include "ui/bridge/session_bridge.h"

#include <QRandomGenerator>

namespace headroom::ui {

/// Window's thread.
class SampleAsk {
public:
    // Below 2^53, which every reader of JSON takes whole.
    explicit SampleAsk(SessionBridge* bridge)
        : bridge_(bridge), asker_(static_cast<std::int64_t>(QRandomGenerator::system()->generate64() >> 11)) {
        forget();
    }

    /// The run draws for whoever asks: it trains or is paused.
    bool answers() const {
        const RunState state = bridge_->state();
        return state == RunState::Running || state == RunState::Paused;
    }
    /// Only the answer to the latest request counts.
    void send(SampleRequest request) {
        request.ticket = {asker_, ++number_};
        asked_ = request;
        waiting_ = true;
        bridge_->requestSample(request);
    }
    /// The answer may still come, and is then taken.
    void giveUp() { waiting_ = false; }
    /// Nor is it.
    void forget() {
        waiting_ = false;
        asked_.ticket = {asker_, ++number_};
    }
    bool waiting() const { return waiting_; }
    /// The latest.
    const SampleRequest& asked() const { return asked_; }
    /// Whether `answer`, a SampleReady or a SampleFailed, is that to the latest request.
    template <class Answer> bool takes(const Answer& answer) {
        if (answer.kind != asked_.kind || answer.ticket != asked_.ticket) return false;
        waiting_ = false;
        return true;
    }

private:
    SessionBridge* bridge_;
    std::int64_t asker_, number_ = 0;
    SampleRequest asked_;
    bool waiting_ = false;
};

}  // namespace headroom::ui
