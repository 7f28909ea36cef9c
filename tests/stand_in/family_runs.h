// Small runs of every family on any device, as one type.
#pragma once

#include "tests/torch/trainer_fixture.h"

#include "core/train/run/run_trainer.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headroom::test {

/// How long a family's steps take: milliseconds, tenths of seconds, or a second, where what all families do by the same code is left to others.
enum class Pace { Quick, Middling, Slow };

struct FamilyCase {
    std::string name;
    TrainConfig (*config)();
    std::unique_ptr<RunTrainer> (*trainer)(const TrainConfig&, int pictures);
    /// Where channels do not lie last, the CPU computes it with the kernels that the stand-in device has, so that its bits are the same.
    bool same_kernels;
    /// Waits of the host in a steady step and for its figures, which the test asks for at once (see test_no_waits.cpp).
    std::int64_t waits;
    int pictures = 64;  ///< of its data set
    Pace pace = Pace::Middling;

    /// What a test tries of what all families do by the same code: everything where steps are quick, elsewhere one of the middle.
    template <class T> std::vector<T> tried(std::vector<T> all) const {
        if (pace == Pace::Quick) return all;
        return {all[all.size() / 2]};
    }
};

/// For messages of GoogleTest.
inline void PrintTo(const FamilyCase& family, std::ostream* out) { *out << family.name; }

const std::vector<FamilyCase>& family_cases();

class FamilyRun {
public:
    FamilyRun(const FamilyCase& family, TrainConfig config, const std::string& device,
              const CheckpointContent* restored = nullptr);

    RunTrainer& trainer() { return *trainer_; }
    StepDone step();
    void steps(int n);
    Result<void> change(const ParamPatch& patch);
    /// Every stored tensor, moments included.
    StoredBytes state();

    std::vector<Event> events;

private:
    std::unique_ptr<RunTrainer> trainer_;
    int pictures_;
};

/// Saves `run`, of that many steps, goes on with it on the CPU, and with that on `device` again: the same state each time, and the next step.
void expect_it_goes_on_with_the_cpu_and_back(FamilyRun& run, std::int64_t steps, const FamilyCase& family,
                                             const TrainConfig& config, const std::string& device);

/// The largest difference of float32 numbers of two states, relative to the largest of each tensor.
double distance(const StoredBytes& a, const StoredBytes& b);

}  // namespace headroom::test
