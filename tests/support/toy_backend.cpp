// The counting trainer and its backend.
#include "tests/support/toy_backend.h"

#include "core/base/clock.h"
#include "core/families/dcgan/dcgan_config.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace headroom::test {
namespace {

ImageBuffer plain(int side, int channels, std::uint8_t shade) {
    const auto bytes =
        static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * static_cast<std::size_t>(channels);
    return {side, side, channels, std::make_shared<const std::vector<std::uint8_t>>(bytes, shade)};
}

void add_tensor(ToyWeights& to, std::string name, std::vector<std::int64_t> shape, float value) {
    std::size_t count = 1;
    for (const std::int64_t n : shape) count *= static_cast<std::size_t>(n);
    const std::vector<float> numbers(count, value);
    auto bytes = std::make_shared<std::vector<std::byte>>(count * sizeof(float));
    std::memcpy(bytes->data(), numbers.data(), bytes->size());
    to.tensors.push_back({std::move(name), DType::F32, std::move(shape), *bytes});
    to.storage.push_back(std::move(bytes));
}

class ToyTrainer final : public Trainer {
public:
    Result<PreparedRun> prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                ProgressFn progress, EmitFn, std::stop_token stop) override {
        progress("preparing", 0.5);
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
        config_ = config;
        if (restored && !weights_only) {
            step_ = restored->step;
            images_ = restored->images;
        }
        PreparedRun run;
        run.step = step_;
        run.images = images_;
        run.data_count = config.data_count;
        run.data_name = "Shapes (built-in)";
        run.device_name = "toy";
        run.parameters_g = run.parameters_d = 1000;
        return run;
    }

    StepOutcome step() override {
        ++step_;
        images_ += config_.effective_batch();
        StepOutcome out;
        out.done = true;
        out.metrics.step = step_;
        out.metrics.images = images_;
        out.metrics.loss_g = 2.0 / static_cast<double>(step_);
        out.metrics.loss_d = 1.0;
        out.metrics.d_real = 0.75;
        out.metrics.d_fake = 0.25;
        out.metrics.images_per_second = 100;
        out.metrics.step_seconds = 0.01;
        out.metrics.peak = Bytes{1 << 20};
        out.metrics.live = Bytes{1 << 19};
        return out;
    }

    Result<void> apply(const TrainConfig& next, ProgressFn, std::stop_token) override {
        config_ = next;
        return {};
    }
    TrainConfig config() const override { return config_; }

    Result<SampleReady> sample(const SampleRequest& request) override {
        return plain_sample(request, step_, images_, static_cast<int>(config_.image_size),
                            static_cast<std::uint8_t>(step_ * 16));
    }

    Result<std::shared_ptr<const CheckpointContent>> checkpoint() override {
        struct Kept {
            CheckpointContent content;
            ToyWeights g, ema, d;
        };
        auto kept = std::make_shared<Kept>();
        const int size = static_cast<int>(config_.image_size),
                  width = static_cast<int>(config_.own<DcganConfig>().width_g);
        kept->g = toy_generator(size, static_cast<int>(config_.own<DcganConfig>().latent), width, 3);
        kept->ema = toy_generator(size, static_cast<int>(config_.own<DcganConfig>().latent), width, 3, 0.75f);
        kept->d = toy_discriminator(size, width, 3);
        kept->content.step = step_;
        kept->content.images = images_;
        kept->content.config = config_;
        kept->content.parts = {
            {"generator", kept->g.tensors}, {"discriminator", kept->d.tensors}, {"ema", kept->ema.tensors}};
        return std::shared_ptr<const CheckpointContent>(kept, &kept->content);
    }

    std::shared_ptr<const MemoryReport> memory() override { return std::make_shared<MemoryReport>(); }
    std::shared_ptr<const StepTimeline> timeline() override { return nullptr; }
    Result<void> lend() override { return {}; }
    Result<void> take_back() override { return {}; }
    bool reached_limit() const override {
        return (config_.steps > 0 && step_ >= config_.steps) || (config_.images > 0 && images_ >= config_.images);
    }

private:
    TrainConfig config_;
    std::int64_t step_ = 0, images_ = 0;
};

class ToyBackend final : public Backend {
public:
    explicit ToyBackend(ToyOptions options) : options_(std::move(options)) {}

    std::unique_ptr<Trainer> make_trainer(ModelKind) override { return std::make_unique<ToyTrainer>(); }

    std::vector<DeviceInfo> devices() override {
        DeviceInfo cpu;
        cpu.id = "cpu";
        cpu.name = "Toy processor";
        cpu.total = Bytes{std::int64_t{8} << 30};
        cpu.free = Bytes{std::int64_t{4} << 30};
        return {cpu};
    }

    Result<ImageList> generate(const GenerateRequest& request, ProgressFn progress, std::stop_token stop) override {
        if (!options_.fail_generate.empty()) return make_error(ErrorCode::BadFile, options_.fail_generate);
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
        progress("drawing", 0.5);
        ImageList out;
        for (int i = 0; i < request.count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const double truncation = at < request.truncations.size() ? request.truncations[at] : 1.0;
            const double shade = truncation * (request.ema ? 200 : 100);
            out.push_back(plain(options_.pictures_side, 3, static_cast<std::uint8_t>(shade)));
        }
        return out;
    }

    RoleBytes static_memory(const TrainConfig&, const NetworkLayout&) override { return {}; }
    std::shared_ptr<Forecaster> forecaster() override { return options_.forecaster; }

private:
    ToyOptions options_;
};

}  // namespace

std::shared_ptr<Backend> make_toy_backend(ToyOptions options) {
    return std::make_shared<ToyBackend>(std::move(options));
}

ToyWeights toy_generator(int size, int latent, int width, int channels, float value) {
    ToyWeights out;
    int layer = 0, in = latent;
    for (int side = 4, next = width * size / 8; side < size; side *= 2, next /= 2) {
        add_tensor(out, "main." + std::to_string(layer) + ".weight", {in, next, 4, 4}, value);
        add_tensor(out, "main." + std::to_string(layer + 1) + ".weight", {next}, 1.0f);
        layer += 3;
        in = next;
    }
    add_tensor(out, "main." + std::to_string(layer) + ".weight", {in, channels, 4, 4}, value);
    return out;
}

ToyWeights toy_discriminator(int size, int width, int channels, float value) {
    ToyWeights out;
    int layer = 0, in = channels;
    for (int side = size, next = width; side > 4; side /= 2, next *= 2) {
        add_tensor(out, "main." + std::to_string(layer) + ".weight", {next, in, 4, 4}, value);
        layer += 3;
        in = next;
    }
    add_tensor(out, "main." + std::to_string(layer) + ".weight", {1, in, 4, 4}, value);
    return out;
}

SampleReady plain_sample(const SampleRequest& request, std::int64_t step, std::int64_t images, int side,
                         std::uint8_t shade) {
    SampleReady out;
    out.kind = request.kind;
    out.step = step;
    out.images = images;
    out.size = side;
    out.raw = ImageList(static_cast<std::size_t>(request.count), plain(side, 3, shade));
    return out;
}

}  // namespace headroom::test
