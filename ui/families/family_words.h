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
    QString operator()() const { return *text_ ? QCoreApplication::translate("Family", text_) : QString(); }

private:
    const char* text_;
};

/// Marks a Phrase's text for translation.
#define HEADROOM_PHRASE(text) QT_TRANSLATE_NOOP("Family", text)

struct FamilyWords {
    Phrase title;  ///< of its runs: "Text to image"; empty: the name in the catalogue

    // Window
    Phrase doing = HEADROOM_PHRASE("training");
    Phrase dock = HEADROOM_PHRASE("Run");  ///< title of its settings
    Phrase new_run = HEADROOM_PHRASE("New run");
    Phrase going = HEADROOM_PHRASE("A training run is going");
    Phrase speed = HEADROOM_PHRASE("Real images per second, smoothed over about ten steps");
    Phrase loss = HEADROOM_PHRASE("Of the newest step");  ///< a tip; shown where there are no epochs

    // Commands
    Phrase start_new = HEADROOM_PHRASE("Start a new run");
    Phrase step = HEADROOM_PHRASE("Step");
    Phrase boundary = HEADROOM_PHRASE("at the next step boundary");
    Phrase sample = HEADROOM_PHRASE("Sample now");
    Phrase sample_tip = HEADROOM_PHRASE("Make samples %1");  ///< %1: the boundary
    Phrase no_data = HEADROOM_PHRASE("Choose a data set first");
    Phrase no_data_set = HEADROOM_PHRASE("Its runs have no data set");

    // Settings
    Phrase rebuild = HEADROOM_PHRASE("Rebuilds the networks (weights kept)");
    Phrase pending = HEADROOM_PHRASE("Pending: waits for the step boundary");

    // Samples: on the page of a run, and among all runs
    Phrase shown = HEADROOM_PHRASE("Samples");
    Phrase shown_later = HEADROOM_PHRASE("A grid of %1 samples appears here with the first step, then every %2 steps.");
    Phrase kept = HEADROOM_PHRASE("Samples");
    Phrase kept_newest = HEADROOM_PHRASE("Newest samples");
    Phrase kept_none = HEADROOM_PHRASE("This run has no samples yet");

    // Runs
    Phrase subject = HEADROOM_PHRASE("data");
    Phrase score;  ///< what the score is
    Phrase no_weights = HEADROOM_PHRASE("Its runs have no weights of their own");
    Phrase no_weights_to_export = HEADROOM_PHRASE("its runs train no weights");

    // After an out-of-memory error; %1: the step, %2: how long it took, %3: "step"
    Phrase repeated = HEADROOM_PHRASE("Cost: %1 was repeated with the same images and random state%2. No %3 was lost.");
    Phrase undone = HEADROOM_PHRASE("The %3 was undone; the weights are those before %1%2.");

    // Make it fit
    Phrase pieces = HEADROOM_PHRASE("Micro × acc.");  ///< heads the column
    Phrase pieces_named = "%1";                       ///< what they are outside of the table
    Phrase own;                                       ///< heads the family's own column; empty: it has none
    Phrase rehearsing = HEADROOM_PHRASE("Training %1 of %2 under %3");  ///< steps, pieces, budget
    Phrase smaller_picture = HEADROOM_PHRASE("Train at a lower resolution: another model");
    Phrase smaller_network = HEADROOM_PHRASE("A narrower network: another model");
    Phrase close = HEADROOM_PHRASE("Close: other rounding");
    Phrase different = HEADROOM_PHRASE("Different: smaller picture or network (allowed)");
};

}  // namespace headroom::ui
