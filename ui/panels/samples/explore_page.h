// ExplorePage: latents of several seeds side by side at any truncation, what of the data is near one of them, favourites, and ends for a walk.
#pragma once

#include "core/api/command.h"
#include "core/api/event.h"
#include "core/api/models.h"
#include "core/api/services.h"
#include "ui/bridge/sample_ask.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"
#include "ui/models/picture_store.h"
#include "ui/panels/samples/walk_ends.h"

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
    const std::vector<LatentId>& favourites() const { return favourites_; }
    bool isFavourite(const LatentId& id) const;
    void toggleFavourite(const LatentId& id);
    /// Looks for the training images nearest to a picture, which may be another page's, and shows them beside it.
    void showNearest(const WalkEnd& to);
    bool canShowNearest() const;
    /// Of the pictures that are shown, in order.
    const std::vector<LatentId>& latents() const { return shown_; }
    /// The truncation at which they were drawn.
    double drawnAt() const { return shown_at_; }
    PicturePane* pane() const { return pane_; }
    QLineEdit* seeds() const { return seeds_; }
    QSpinBox* each() const { return each_; }
    QSlider* truncation() const { return truncation_; }
    IconButton* star() const { return star_; }
    IconButton* nearButton() const { return near_; }
    /// By what pictures are near each other: pixels, or the features of a CLIP.
    QComboBox* nearBy() const { return near_by_; }
    ProgressRow* progress() const { return progress_; }
    IconButton* walkButton() const { return walk_; }
    /// Of the row above pictures that stay when the next ones fail.
    IconButton* onlyFavourites() const { return only_; }
    QString text() const;
    /// Writes the favourites as one picture, drawn by the newest checkpoint.
    void exportFavourites(const QString& path);

Q_SIGNALS:
    /// As a further end of the latent walk.
    void walkWanted(const headroom::ui::WalkEnd& end);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void connectBridge();
    QWidget* tools();
    void ask();
    /// Of the fixed latents alone there may be as many as previews show.
    void fitEach();
    void askRunForNear();
    /// What failed, once more.
    void tryAgain();
    void lookForClips();
    void offerClips(const std::vector<KnownModel>& models);
    /// Beside the run, by the services.
    void lookInFeatures(const NearestQuery& query);
    void showNothing();
    void showNear(const ImageList& chosen, const ImageList& near, const QString& words);
    void take(const SampleReady& sample);
    void keepFavourites();
    /// Of the machine of a run that is not on this one; else empty.
    std::string otherHost() const;
    void refresh();
    std::vector<LatentId> wanted() const;
    /// Of the picture that is chosen; null: there is none.
    const LatentId* current() const;
    std::optional<WalkEnd> chosenPicture() const;
    void showProblem(bool able);

    enum class Tried { Pictures, Near, Features };

    SessionBridge* bridge_;
    Services* services_ = nullptr;
    SampleAsk ask_;
    std::vector<LatentId> shown_, favourites_;
    PictureShare share_;
    WalkEnd near_to_;     ///< whose neighbours were asked for last
    NearestQuery query_;  ///< the last one that went to the services
    Tried tried_ = Tried::Pictures;
    double shown_at_ = 1;  ///< truncation of shown_
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
    QComboBox* near_by_;
    ProgressRow* progress_;
    QPushButton* again_;
    IconButton *star_, *near_, *walk_, *only_, *save_;
};

}  // namespace headroom::ui
