// RealPage: pages of the data set's pictures as training sees them. From the run while one is under way, else by inspection.
#pragma once

#include "core/api/event.h"
#include "ui/bridge/sample_ask.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"
#include "ui/models/picture_store.h"

#include <QWidget>

namespace headroom::ui {

class RealPage : public QWidget {
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
    /// They are being read.
    bool waiting() const { return ask_.waiting() || task_.running(); }
    /// Why they could not be read, and what to do; empty: nothing failed.
    const QString& problem() const { return problem_; }
    ImageGrid* grid() const;
    QString text() const;

Q_SIGNALS:
    void imagesChanged();  ///< or that they are awaited, or why there are none

protected:
    void showEvent(QShowEvent* event) override;

private:
    bool lookedAt() const { return wanted_ || isVisible(); }
    /// Loads the first page unless pictures are there.
    void ensureLoaded();
    bool outOfDate() const;
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
    GridPage* page_;
    IconButton *previous_, *next_;
};

}  // namespace headroom::ui
