// SamplesPage: the grid of fixed latents, or of pictures above their reconstructions, with its tool row, compare and the history below.
#pragma once

#include "core/api/event.h"
#include "ui/forward.h"
#include "ui/models/picture_history.h"
#include "ui/widgets/history_slider.h"

#include <QLabel>
#include <QSize>
#include <QWidget>

namespace headroom::ui {

/// Pictures of one step, shared with the engine, not copied. Without them its sheet on disk has those of `averaged`, or else of raw weights.
struct SampleSet : SampleReady {
    SampleSet(const SampleReady& sample);  // NOLINT(google-explicit-constructor): a set is a sample
    /// One whose sheet alone is known.
    SampleSet(std::int64_t step, const std::string& path, int count, bool averaged);
    /// The pictures of `sheet`, which is this set's; of a sheet that does not divide so, the sheet itself.
    QList<QImage> cut(const QImage& sheet) const;
    std::int64_t bytes() const;
    void letGo();

    bool stored = false, averaged;
    QSize cell;
    int count;
};

class SamplesPage : public QWidget {
    Q_OBJECT
public:
    enum class View { Grid, Single, Compare };
    enum class Weights { Ema, Raw };

    explicit SamplesPage(QWidget* parent = nullptr);

    void addSample(const SampleReady& sample);
    /// Sheets that a run made before it went on: `count` pictures each, of the averaged weights or of those as they are trained.
    void addPast(const std::vector<std::string>& sheets, int count, bool averaged);
    /// Real pictures to set beside the samples; none: they are `awaited`, or `problem` says why there are none.
    void setRealImages(const ImageList& images, bool awaited = false, const QString& problem = {});
    void clear();
    /// The samples are a VQGAN's, each a picture above its reconstruction; compare sets one beside the other.
    void setReconstructions(bool on);
    /// Off: the samples stay but are not shown, as they are of another kind of run than the settings.
    void setShown(bool on);
    /// When the first pictures will come, in words.
    void setEmptyText(const QString& text);

    View view() const { return view_; }
    void setView(View view);
    /// That view, or from there back to the grid.
    void toggle(View view) { setView(view_ == view ? View::Grid : view); }
    Weights weights() const { return weights_; }
    void setWeights(Weights weights);
    PicturePane* pane() const { return pane_; }
    HistoryRow* history() const { return history_; }
    QString countText() const { return count_->text(); }
    /// Names files of what is shown: "step-4200".
    QString stem() const;

Q_SIGNALS:
    void realImagesRequested();  ///< the button of the empty state
    /// The menu of sample `index` is about to open; what can be done with its latent is added to it.
    void latentMenuWanted(QMenu* menu, int index);
    void realPicturesWanted(bool on);  ///< they are shown beside the samples; on once more: try to read them again

private:
    QWidget* toolRow();
    void showSet(int index);
    void refreshCount();
    void choosePage();
    /// After a set was added: the newest is followed.
    void showAdded();
    void showBeside(const SampleSet& sample);
    /// -1: none is.
    qint64 shownStep() const;
    /// None: they are not there, or still read from the set's sheet.
    QList<QImage> pictures(const SampleSet& set, Weights weights) const;

    ImageList real_;
    QString real_problem_;
    bool real_awaited_ = false;
    View view_ = View::Grid;
    Weights weights_ = Weights::Ema;
    bool reconstructs_ = false, shown_ = true;
    Narrowing* tools_ = nullptr;  ///< in two rows where there is no room for one
    EmptyState* empty_;
    PicturePane* pane_;
    SegmentedBar *views_, *which_;
    QComboBox* against_;
    QLabel* count_;
    HistoryRow* history_;
    PictureHistory<SampleSet> sets_;
};

}  // namespace headroom::ui
