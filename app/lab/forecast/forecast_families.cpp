// The families whose forecasts are measured. One line adds another.
#include "app/lab/forecast/forecast_family.h"

#include <array>
#include <stdexcept>

namespace headroom {

const ForecastFamily& forecast_family_of(ModelKind kind) {
    for (const ForecastFamily* family :
         std::array{&dcgan_forecasts, &vqgan_forecasts, &vqgan_clip_forecasts, &light_gan_forecasts}) {
        if (family->kind == kind) return *family;
    }
    throw std::logic_error("a kind of run without cases of forecasts");
}

ForecastCase picture_case(const TrainConfig& c, const std::string& what) {
    return {std::to_string(c.image_size) + " px, " + std::to_string(c.batch_micro) + " x " +
                std::to_string(c.batch_accumulate) + ", " + std::string(name_of(c.precision)) +
                (c.checkpointing == Checkpointing::On ? ", checkpointing" : "") + (what.empty() ? "" : ", " + what),
            c};
}

}  // namespace headroom
