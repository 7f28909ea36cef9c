// SamplesPanel: the pictures of the centre while training: Samples or Reconstructions, Real images, Latent walk where there are latents.
#pragma once

#include "ui/families/registry.h"
#include "ui/panels/samples/picture_pane.h"

namespace headroom {
struct RunHistory;
}

namespace headroom::ui {

class ExplorePage;

class SamplesPanel : public PictureTabs {
    Q_OBJECT
public:
    explicit SamplesPanel(SessionBridge* bridge, QWidget* parent = nullptr);

    /// Lets the real images be seen before a run (see RealPage).
    void setServices(Services* services);
    SamplesPage* samples() const { return samples_; }
    RealPage* real() const { return real_; }
    WalkPage* walk() const { return walk_; }
    ExplorePage* explore() const { return explore_; }
    /// What a run that goes on had before.
    void setHistory(const RunHistory& history);
    bool askToEnlargeShown() override;
    void toggleSingle() override;
    void toggleCompare() override;

protected:
    ImageGrid* activeGrid() const override;
    HistoryRow* historyRow() const override;

private:
    void connectBridge();
    /// Adds what can be done with the latent of a sample.
    void offerLatent(QMenu* menu, int index);
    void refreshTexts();

    SessionBridge* bridge_;
    ModelKind sampled_ = first_kind();  ///< the kind of run that the samples are of
    SamplesPage* samples_;
    RealPage* real_;
    WalkPage* walk_;
    ExplorePage* explore_;
};

}  // namespace headroom::ui
