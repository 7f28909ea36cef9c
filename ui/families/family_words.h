// FamilyWords: what the window says about the runs of a family where families differ. What is not said here is said in the words of training.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace headroom::ui {

/// A text of the program in English, which is shown in the user's language.
class Phrase {
public:
    constexpr Phrase(const char* text = "") : text_(text) {}
    explicit operator bool() const { return *text_ != 0; }
    const char* english() const { return text_; }
    QString operator()() const { return *text_ ? QCoreApplication::translate("Family", text_) : QString(); }

private:
    const char* text_;
};

struct FamilyWords {
    Phrase title;  ///< of its runs: "Text to image"; empty: the name in the catalogue

    // Window
    Phrase doing = QT_TRANSLATE_NOOP("Family", "training");
    Phrase dock = QT_TRANSLATE_NOOP("Family", "Run");  ///< title of its settings
    Phrase new_run = QT_TRANSLATE_NOOP("Family", "New run");
    Phrase going = QT_TRANSLATE_NOOP("Family", "A training run is going");
    Phrase speed = QT_TRANSLATE_NOOP("Family", "Real images per second, smoothed over about ten steps");
    Phrase loss = QT_TRANSLATE_NOOP("Family", "Of the newest step");  ///< a tip; shown where there are no epochs

    // Commands
    Phrase start_new = QT_TRANSLATE_NOOP("Family", "Start a new run");
    Phrase step = QT_TRANSLATE_NOOP("Family", "Step");
    Phrase boundary = QT_TRANSLATE_NOOP("Family", "at the next step boundary");
    Phrase sample = QT_TRANSLATE_NOOP("Family", "Sample now");
    Phrase sample_tip = QT_TRANSLATE_NOOP("Family", "Make samples %1");  ///< %1: the boundary
    Phrase no_data = QT_TRANSLATE_NOOP("Family", "Choose a data set first");
    Phrase no_data_set = QT_TRANSLATE_NOOP("Family", "Its runs have no data set");

    // Settings
    Phrase rebuild = QT_TRANSLATE_NOOP("Family", "Rebuilds the networks (weights kept)");
    Phrase pending = QT_TRANSLATE_NOOP("Family", "Pending: waits for the step boundary");

    // Samples: on the page of a run, and among all runs
    Phrase shown = QT_TRANSLATE_NOOP("Family", "Samples");
    Phrase shown_later =
        QT_TRANSLATE_NOOP("Family", "A grid of %1 samples appears here with the first step, then every %2 steps.");
    Phrase kept = QT_TRANSLATE_NOOP("Family", "Samples");
    Phrase kept_newest = QT_TRANSLATE_NOOP("Family", "Newest samples");
    Phrase kept_none = QT_TRANSLATE_NOOP("Family", "This run has no samples yet");

    // Runs
    Phrase subject = QT_TRANSLATE_NOOP("Family", "data");
    Phrase score;  ///< what the score is
    Phrase no_weights = QT_TRANSLATE_NOOP("Family", "Its runs have no weights of their own");
    Phrase no_weights_to_export = QT_TRANSLATE_NOOP("Family", "its runs train no weights");

    // After an out-of-memory error; %1: the step, %2: how long it took, %3: "step"
    Phrase repeated =
        QT_TRANSLATE_NOOP("Family", "Cost: %1 was repeated with the same images and random state%2. No %3 was lost.");
    Phrase undone = QT_TRANSLATE_NOOP("Family", "The %3 was undone; the weights are those before %1%2.");

    // Make it fit
    Phrase pieces = QT_TRANSLATE_NOOP("Family", "Micro × acc.");  ///< heads the column
    Phrase pieces_named = "%1";                                   ///< what they are outside of the table
    Phrase own;                                                   ///< heads the family's own column; empty: it has none
    Phrase rehearsing = QT_TRANSLATE_NOOP("Family", "Training %1 of %2 under %3");  ///< steps, pieces, budget
    Phrase smaller_picture = QT_TRANSLATE_NOOP("Family", "Train at a lower resolution: another model");
    Phrase smaller_network = QT_TRANSLATE_NOOP("Family", "A narrower network: another model");
    Phrase close = QT_TRANSLATE_NOOP("Family", "Close: other rounding");
    Phrase different = QT_TRANSLATE_NOOP("Family", "Different: smaller picture or network (allowed)");
};

}  // namespace headroom::ui
