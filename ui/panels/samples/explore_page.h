// ExplorePage: latents of several seeds side by side at any truncation, what of the data is near one of them, favourites, and ends for a walk.
#pragma once

#include "core/api/services.h"
#include "ui/bridge/sample_ask.h"
#include "ui/models/background_task.h"
#include "ui/models/picture_store.h"
#include "ui/panels/samples/walk_ends.h"

#include <QLabel>
#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

namespace headroom::ui {

class ExplorePage : public QWidget {
    Q_OBJECT
public:
    explicit ExplorePage(SessionBridge* bridge, QWidget* parent = nullptr);

    /// Looks in the background which CLIPs are at hand.
    void setServices(Services* services);
    /// Those that are kept of the run; what is starred meanwhile comes to them.
    void readFavourites();
    const std::vector<Favourite>& favourites() const { return favourites_; }
    /// At its truncation: at another one the latent is another picture.
    bool isFavourite(const Favourite& one) const;
    void toggleFavourite(const Favourite& one);
    /// Looks for the training images nearest to a picture, which may be another page's, and shows them beside it.
    void showNearest(const WalkEnd& to);
    bool canShowNearest() const;
    /// Of the pictures that are shown, in order.
    const std::vector<LatentId>& latents() const { return drawn_.latents; }
    /// The truncation at which the chosen one was drawn.
    double drawnAt() const;
    PicturePane* pane() const { return pane_; }
    /// Of the row above pictures that stay when the next ones fail.
    QString text() const { return text_->text(); }
    /// Writes the favourites as one picture, drawn by the newest checkpoint.
    void exportFavourites(const QString& path);

Q_SIGNALS:
    void walkWanted(const headroom::ui::WalkEnd& end);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void connectBridge();
    QWidget* tools();
    void ask();
    void askRunForNear();
    void lookForClips();
    /// Beside the run, by the services.
    void lookInFeatures(const NearestQuery& query);
    void showNothing();
    void showNear(const ImageList& chosen, const ImageList& near, const QString& words);
    void take(const SampleReady& sample);
    void keepFavourites();
    /// Of the machine of a run that is not on this one; else empty.
    std::string otherHost() const;
    void refresh();
    /// What is to be drawn next.
    SampleRequest wanted() const;
    /// Of the picture that is chosen; null: there is none.
    const LatentId* current() const;
    std::optional<WalkEnd> chosenPicture() const;

    enum class Tried { Pictures, Near, Features };

    SessionBridge* bridge_;
    Services* services_ = nullptr;
    SampleAsk ask_;
    std::vector<Favourite> favourites_;
    SampleRequest drawn_;  ///< of the pictures that are shown
    PictureShare share_;
    WalkEnd near_to_;     ///< whose neighbours were asked for last
    NearestQuery query_;  ///< the last one that went to the services
    Tried tried_ = Tried::Pictures;
    std::string run_dir_;
    qint64 step_ = 0;
    Error problem_;
    QTimer soon_;
    BackgroundTask keeping_, reading_, looking_, listing_;
    EmptyState* empty_;
    PicturePane* pane_;
    QLineEdit* seeds_;
    QSpinBox* each_;
    QSlider* truncation_;
    QLabel *truncation_value_, *text_;
    QComboBox* near_by_;  ///< by what pictures are near each other: pixels, or the features of a CLIP
    ProgressRow* progress_;
    QPushButton* again_;
    IconButton *star_, *near_, *walk_, *only_, *save_;
};

}  // namespace headroom::ui
