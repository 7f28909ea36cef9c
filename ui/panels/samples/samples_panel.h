// SamplesPanel: the pictures of the centre: Samples (of a VQGAN: Reconstructions), Real images, Latent walk (not of a VQGAN).
#pragma once

#include "core/api/event.h"

#include <QWidget>

class QLabel;
class QTabWidget;

namespace headroom {
class Services;
}

namespace headroom::ui {

class ImageGrid;
class RealPage;
class SamplesPage;
class TabCorner;
class SessionBridge;
class WalkPage;

class SamplesPanel : public QWidget {
    Q_OBJECT
public:
    explicit SamplesPanel(SessionBridge* bridge, QWidget* parent = nullptr);

    /// Lets the real images be seen before a run (see RealPage).
    void setServices(Services* services);
    SamplesPage* samples() const { return samples_; }
    RealPage* real() const { return real_; }
    WalkPage* walk() const { return walk_; }
    QTabWidget* tabs() const { return tabs_; }
    /// Asks the window to enlarge what the tab in front shows; false: there is nothing.
    bool askToEnlargeShown();

public Q_SLOTS:
    void showGrid();
    void showSingle();
    void showCompare();
    /// Between grid and single (key G).
    void toggleSingle();
    void older();
    void newer();
    /// The sample nearest to a step that is pointed at elsewhere.
    void peek(bool on, qint64 step);
    void zoomIn();
    void zoomOut();
    void zoomReset();  ///< 1:1

private:
    void connectBridge();
    void refreshTexts();
    ImageGrid* activeGrid() const;

    SessionBridge* bridge_;
    QTabWidget* tabs_;
    QLabel* corner_;
    TabCorner* corner_fit_;
    ModelKind sampled_ = ModelKind::Dcgan;  ///< the kind of run that the samples are of
    SamplesPage* samples_;
    RealPage* real_;
    WalkPage* walk_;
};

}  // namespace headroom::ui
