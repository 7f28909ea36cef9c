// Which model belongs to which kind of run.
#include "core/train/forecast/step_model.h"

#include "core/train/dcgan/dcgan_model.h"
#include "core/train/vqgan_clip/imagine_model.h"
#include "core/train/vqgan/vqgan_model.h"

namespace headroom {

std::unique_ptr<StepModel> make_step_model(ModelKind kind) {
    switch (kind) {
        case ModelKind::Dcgan: break;
        case ModelKind::Vqgan: return std::make_unique<VqganModel>();
        case ModelKind::Imagine: return std::make_unique<ImagineModel>(painters_from_files);
    }
    return std::make_unique<DcganModel>();
}

}  // namespace headroom
