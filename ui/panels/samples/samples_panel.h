// SamplesPanel: the pictures of the centre while training, as tabs: samples or reconstructions, real images (RealPage), latents and their walk.
#pragma once

#include "ui/bridge/sample_ask.h"
#include "ui/families/registry.h"
#include "ui/models/background_task.h"
#include "ui/panels/samples/picture_pane.h"

namespace headroom::ui {

/// Pages of the data set's pictures as training sees them. From the run while one is under way, else by inspection.
class RealPage : public GridPage {
    Q_OBJECT
public:
    static constexpr int kPage = 64;

    explicit RealPage(SessionBridge* bridge, QWidget* parent = nullptr);

    /// For data sets before a run; without it the page waits for a run.
    void setServices(Services* services) { services_ = services; }
    /// Somebody else shows them too: they are read also while this page is out of sight. On: at once, unless pictures are there.
    void setWanted(bool on);
    /// Another data set or run: shown pictures are out of date.
    void forget();
    const ImageList& images() const { return images_; }
    bool waiting() const { return ask_.waiting() || task_.running(); }
    /// Why they could not be read, and what to do; empty: nothing failed.
    const QString& problem() const { return problem_; }

Q_SIGNALS:
    void imagesChanged();  ///< or that they are awaited, or why there are none

protected:
    void showEvent(QShowEvent* event) override;

private:
    bool lookedAt() const { return wanted_ || isVisible(); }
    void ensureLoaded();
    void load(qint64 first);
    void showImages(const ImageList& images);
    void fail(const Error& error);
    void letGo();
    void waitingText();
    void refresh();

    SessionBridge* bridge_;
    SampleAsk ask_;
    Services* services_ = nullptr;
    BackgroundTask task_;
    TrainConfig shown_for_;
    ImageList images_;
    PictureShare share_;
    qint64 first_ = 0, total_ = 0;
    QString problem_;
    bool wanted_ = false;
    IconButton *previous_, *next_;
};

class SamplesPanel : public PictureTabs {
    Q_OBJECT
public:
    explicit SamplesPanel(SessionBridge* bridge, QWidget* parent = nullptr);

    /// Lets the real images be seen before a run (see RealPage).
    void setServices(Services* services);
    SamplesPage* samples() const { return samples_; }
    RealPage* real() const { return real_; }
    WalkPage* walk() const { return walk_; }
    /// What a run that goes on had before.
    void setHistory(const RunHistory& history);
    bool askToEnlargeShown() override;
    void toggleSingle() override;
    void toggleCompare() override;

protected:
    ImageGrid* activeGrid() const override { return front().first; }
    HistoryRow* historyRow() const override;

private:
    void offerLatent(QMenu* menu, int index);
    void refreshTexts();
    /// What is in front, and how its files are named.
    std::pair<ImageGrid*, QString> front() const;

    SessionBridge* bridge_;
    ModelKind sampled_ = first_kind();  ///< the kind of run that the samples are of
    SamplesPage* samples_;
    RealPage* real_;
    WalkPage* walk_;
    ExplorePage* explore_;
};

}  // namespace headroom::ui
