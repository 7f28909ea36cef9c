// RunWords: what a kind of run calls its steps, its speed and itself; what is said of recipes.
#pragma once

#include "core/api/services.h"

#include <QSize>
#include <QString>

#include <set>

namespace headroom::ui {

/// The kinds of some runs.
using ModelKinds = std::set<ModelKind>;
/// Whether the steps of all see images of a data set.
bool allSeeImages(const ModelKinds& kinds);

/// "Step 4,210" or "Iteration 342". `count` is the figure's text, perhaps with mark-up.
QString stepWords(ModelKind kind, const QString& count);
/// The same within a sentence: "step 4,210", "iteration 342".
QString stepPhrase(ModelKind kind, const QString& count);
/// What a step is within a sentence: "step", "iteration"; `count` not 1: "steps", "iterations".
QString stepNoun(ModelKind kind, std::int64_t count = 1);
/// What runs of several kinds do, named together: "steps", "iterations", "steps, iterations"; as a name: "Steps, iterations".
QString stepNouns(const ModelKinds& kinds);
QString stepTitles(const ModelKinds& kinds);
/// "200 steps", "200 iterations".
QString stepsText(ModelKind kind, std::int64_t count);
/// "172 img/s", "3.3 it/s"; below 10 with two significant digits.
QString paceText(ModelKind kind, double per_second);
/// "DCGAN", "VQGAN", "Text to image".
QString kindWords(ModelKind kind);
/// A run's or checkpoint's score: "9.6", "0.0543"; empty: there is none.
QString scoreText(ModelKind kind, double score);
/// What a data set is called: a folder as it is, those that come with Headroom in the window's language.
QString dataText(const std::string& name);
/// What a run on disk is about: its prompts, or the name of its data set.
QString subjectWords(const RunInfo& run);
/// "bf16, NVIDIA RTX 4060".
QString machineWords(const RunInfo& run);
/// "/runs/a", or "/runs/a on studio" where that is another machine's.
QString placedPath(const SessionPlace& place, const QString& path);
/// "Elsewhere, process 4711", "On studio, process 4711".
QString placeWords(const SessionPlace& place);
/// What runs of several kinds are about, named together: "Data", "Prompts", "Data, prompts".
QString subjectsOf(const ModelKinds& kinds);
/// In pixels, as the family makes them.
QSize pictureSize(const TrainConfig& config);
/// "128²", "192 × 128".
QString pictureText(const TrainConfig& config);
/// "The run needs the most once image.size is 256."; empty: it does from the beginning. `stage` as RunForecast::stage.
QString stageSentence(const std::string& stage);
/// "A later stage could not be measured: once image.size is 256: there is no room."; empty: nothing was in vain. As RunForecast::unmeasured.
QString unmeasuredSentence(const std::string& unmeasured);
/// "512 × 512".
QString sizeWords(std::int64_t width, std::int64_t height);

/// What a recipe calls a file or folder that is to be chosen here: "pics" of "./pics". Empty: it is no recipe's. Told by the words alone: what lies
/// beside a recipe got its whole path when that was read.
QString toBeChosen(const std::string& path);
/// What a recipe was made with and is another here: a sentence on a line of its own for each; empty: nothing differs.
QString recipeWords(const std::vector<RecipeDifference>& differences);

}  // namespace headroom::ui
