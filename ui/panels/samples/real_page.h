// RealPage: pages of the data set's pictures as training sees them. From the run while one is under way, else by inspection.
#pragma once

#include "core/api/event.h"
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
    /// Loads the first page unless pictures are there.
    void ensureLoaded();
    /// Another data set or run: shown pictures are out of date.
    void forget();
    const ImageList& images() const { return images_; }
    ImageGrid* grid() const;
    QString text() const;

Q_SIGNALS:
    void imagesChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    bool outOfDate() const;
    void load(qint64 first);
    void showImages(const ImageList& images);
    void fail(const QString& message, const QString& hint);
    void waitingText();
    void refresh();

    SessionBridge* bridge_;
    Services* services_ = nullptr;
    BackgroundTask task_;
    TrainConfig shown_for_;
    ImageList images_;
    PictureShare share_;
    qint64 first_ = 0, total_ = 0;
    bool waiting_ = false;
    GridPage* page_;
    QPushButton* retry_;
    IconButton *previous_, *next_;
};

}  // namespace headroom::ui
