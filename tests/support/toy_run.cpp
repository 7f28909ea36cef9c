// Drives a session to its end.
#include "tests/support/toy_run.h"
#include "core/api/param_schema.h"

#include "core/engine/run/train_session.h"
#include "core/families/dcgan/dcgan_config.h"
#include "tests/support/toy_backend.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace headroom::test {

TrainConfig toy_config(std::int64_t steps) {
    TrainConfig c = default_config(kDcgan);
    c.image_size = 32;
    c.edit<DcganConfig>().width_g = c.width_d = 8;
    c.batch_micro = 8;
    c.edit<DcganConfig>().latent = 16;
    c.steps = steps;
    c.data_count = 64;
    c.preview_every = 1;
    c.preview_grid = 4;
    c.checkpoint_every = 1;
    return c;
}

void train_toy_run(const std::string& run_dir, std::int64_t steps) {
    std::mutex mutex;
    std::condition_variable woken;
    bool wake = false;
    auto session = make_train_session(make_toy_backend(), SessionOptions{run_dir});
    session->set_wake([&] {
        const std::lock_guard lock(mutex);
        wake = true;
        woken.notify_all();
    });
    RunRequest request;
    request.config = std::make_shared<const TrainConfig>(toy_config(steps));
    request.run_dir = run_dir;
    if (auto started = session->start(request); !started) throw std::runtime_error(started.error().message);
    for (bool ended = false; !ended;) {
        std::unique_lock lock(mutex);
        woken.wait_for(lock, std::chrono::milliseconds(200), [&] { return wake; });
        wake = false;
        lock.unlock();
        for (const Event& event : session->drain_events()) {
            if (const auto* failed = std::get_if<Failed>(&event)) throw std::runtime_error(failed->error.message);
            if (std::holds_alternative<Finished>(event)) ended = true;
        }
    }
    session->set_wake({});
}

}  // namespace headroom::test
