// Dropped: what was dropped on the window or pasted into it: pictures, weights, a run, a checkpoint, settings, and why something is none of them.
#pragma once

#include "core/api/services.h"

#include <QString>
#include <QStringList>

namespace headroom::ui {

struct Dropped {
    enum class Kind { Unusable, Pictures, PictureFolder, DataSet, Weights, Run, Checkpoint, Settings, Archive };

    Kind kind = Kind::Unusable;
    QStringList paths;  ///< absolute
    QString words;      ///< "3 pictures", "textures, a folder of 1,204 pictures"
    QString problem;    ///< why nothing can be done with it, a sentence; only of Unusable
    QString problem_hint;
    std::string network;                ///< of Weights: "vqgan", "clip", "dcgan", "light-gan", "upscaler"
    std::string flaw;                   ///< of Weights: why text to image cannot use them; empty: it can
    std::optional<TrainConfig> config;  ///< of Settings, a Run, a Checkpoint; of a picture that is a sample of Headroom
    /// Of such a picture: what it says, which names no paths. Of Weights: what they tell of their network (WeightSummary).
    ParamPatch settings;
    QString note;     ///< of Settings: what is another here than where they come from; empty: nothing is known to be
    QString run_dir;  ///< of a Run, or the run that a Checkpoint belongs to
    std::int64_t step = 0;  ///< of a Run (its newest) or a Checkpoint

    const QString& path() const { return paths.front(); }
    /// The folder in which all its pictures lie; empty: they lie in several.
    QString folder() const;
};

/// Why nothing can be done with something.
Dropped unusable(const QString& problem, const QString& hint = {});
/// Looks at files and folders, at most one of `services`' kinds of each. Reads names, beginnings and settings, no pixels and no tensors. Any thread;
/// may take long where the disk is slow. `services` may be null: weights and runs are not recognised then.
Dropped look_at_dropped(const QStringList& paths, Services* services);

}  // namespace headroom::ui
