// Its trainer and its forecasts.
#include "tests/toy/toy_training.h"

#include "core/train/run/picture_bench.h"
#include "tests/support/toy_family.h"
#include "tests/toy/toy_model.h"
#include "tests/toy/toy_trainer.h"

namespace headroom::test {

const TrainFamily& toy_training() {
    static const PictureTraining<ToyTrainer, ToyModel> family(kToy);
    return family;
}

}  // namespace headroom::test
