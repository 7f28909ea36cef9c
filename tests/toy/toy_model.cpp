// Kinds, the probe step, times.
#include "tests/toy/toy_model.h"

#include "core/train/forecast/probe_tools.h"
#include "tests/support/toy_family.h"
#include "tests/toy/toy_step.h"

#include <algorithm>

namespace headroom::test {
namespace {

/// Micro-batches of the tape: later ones of a window are as the second.
std::int64_t probed_micro_batches(const TrainConfig& config) {
    return std::min<std::int64_t>(config.batch_accumulate, 2);
}

}  // namespace

std::optional<StepPlan> ToyModel::plan(const TrainConfig& config, const NetworkLayout&,
                                       const std::string& device) const {
    StepPlan out;
    out.kinds = {"toy|" + probed_on(device, config) + "|" + std::to_string(config.image_size) + "," +
                 std::to_string(config.own<ToyConfig>().copies) + "|" + std::to_string(probed_micro_batches(config))};
    out.units = config.batch_micro;
    out.few = 2;
    out.more = 8;
    out.units_name = "pictures";
    out.exact = std::to_string(config.batch_micro) + "x" + std::to_string(config.batch_accumulate);
    out.fixed = static_memory_of(config);
    out.preview = {3 * out.fixed[Role::Weights].count};
    return out;
}

Result<ProbeStep> ToyModel::probe(const TrainConfig& config, const NetworkLayout&, const TrainDevice& device,
                                  std::int64_t pictures, std::size_t) const {
    return guarded_probe(config, device, std::to_string(pictures) + " pictures", [&] {
        std::optional<ProbeScope> building(std::in_place, *device.memory);
        ToyNet net(config, device.device);
        building.reset();
        ToyWindow window;
        window.samples.assign(static_cast<std::size_t>(probed_micro_batches(config)), pictures);
        window.fill = [&](std::size_t, std::uint8_t* to) {
            std::fill_n(to, pictures * net.side() * net.side() * 3, std::uint8_t{127});
        };
        const CalmWatch watch(*device.memory);
        ProbeScope probing(*device.memory);
        Lap lap(*device.memory);
        const at::Tensor loss = net.gradients(window);
        const double micro_batch = lap.seconds() / static_cast<double>(window.samples.size());
        net.update();
        const double optimiser = lap.seconds();
        return ProbeStep{probing.end(), {micro_batch, optimiser}, watch.calm()};
    });
}

double ToyModel::seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const {
    const double micro_batch =
        seconds_along(probe.few_seconds[0], probe.few, probe.more_seconds[0], probe.more, plan.units);
    return micro_batch * static_cast<double>(config.batch_accumulate) +
           std::min(probe.few_seconds[1], probe.more_seconds[1]);
}

}  // namespace headroom::test
