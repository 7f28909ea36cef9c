// WindowDialogs: the dialogs of the window: data set, models, enlarging, Make it fit, export.
#pragma once

#include "core/api/dataset_facts.h"
#include "core/base/units.h"
#include "ui/forward.h"

#include <QObject>

namespace headroom::ui {

/// About the run or draft in front of the window, unless said otherwise.
class WindowDialogs : public QObject {
    Q_OBJECT
public:
    explicit WindowDialogs(MainWindow* window);

    void inspectData();
    void manageModels();
    /// Null: it cannot be opened now. `given`: see FitDialog.
    FitDialog* makeFit(const ParamPatch& given = {});
    /// Make it fit for a card of this size, from the settings of a kind of run; no size: for the CPU.
    void planFor(ModelKind kind, Bytes card);
    void exportRun(const QString& run_dir);
    /// At first with the picture or the grid that the page shows, then as it was left.
    void enlargeShown();
    void enlargeRequested(const EnlargeEvent& wanted);
    /// By a file of weights, whatever picture is chosen or shall be.
    void enlargeWith(const QString& weights);
    /// `place`: see GuideDialog::showPage; empty: the one about what has the focus.
    void showGuide(QString place = {});
    /// The help or the tip of the widget with the focus, or of what it stands in, with a link to what the guide says of it; else the guide.
    void helpOnFocus();

protected:
    /// No dialog is larger than the window. Links of help texts lead into the guide, and so does F1 in dialogs, which the window's keys do not reach.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Whether `dialog` stands before this window, however many are between.
    bool isMine(const QWidget* dialog) const;
    void showDialog(QDialog* dialog);
    /// Into the form of its kind of run, with the data that it was proposed for.
    void takeRecipe(const SuggestedRecipe& recipe, const ParamPatch& patch);
    /// The upscale dialog, with what it had before.
    UpscaleDialog* enlarge();
    /// How enlarging ended while its dialog was closed.
    void showEnlarged(const QString& written, const QString& words);

    MainWindow* window_;
};

}  // namespace headroom::ui
