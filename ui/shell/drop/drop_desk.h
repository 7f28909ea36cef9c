// DropDesk: takes what is dropped on the window, on one of its fields, or pasted: looks at it in the background, says what will happen, does it.
#pragma once

#include "ui/models/background_task.h"
#include "ui/models/dropped.h"
#include "ui/shell/drop/drop_overlay.h"

#include <QImage>
#include <QPoint>
#include <QTimer>

#include <memory>

namespace headroom::ui {

class DraggedPng;

class DropDesk : public QObject {
    Q_OBJECT
public:
    /// `over`: what the overlay covers.
    DropDesk(MainWindow* window, QWidget* over);

    DropOverlay* overlay() const { return overlay_; }
    /// What the clipboard holds, as if it had been dropped on the window.
    void paste();
    /// `paths` as if they had been dropped on the window.
    void open(const QStringList& paths);
    /// The setting whose field, or part of the form, is at a place of the screen in `top`; empty: none.
    static std::vector<std::string> keysAt(const QWidget* top, const QPoint& global);

protected:
    /// Drags over the window and its docks go here before any of their fields takes them as text.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What a drag or the clipboard carries.
    struct Carried {
        QStringList paths;
        bool pixels = false;  ///< a picture without a file; fetched when it is dropped
        QString refusal;
        /// Of a picture of this window, whose file may still be written.
        std::shared_ptr<const DraggedPng> awaited{};
        bool operator==(const Carried&) const = default;
    };
    static Carried carriedBy(const QMimeData& mime);
    void dragged(const QDropEvent& event, const QWidget* top, const QPoint& global);
    void dropped(const QDropEvent& event, const QWidget* top, const QPoint& global);
    /// The card under the pointer, or -1.
    int pointed() const { return at_ ? overlay_->cardAt(*at_) : -1; }
    void take(Carried what);
    /// Makes a picture on another thread; null: it cannot be read, `why` as readPicture().
    using PixelsFn = std::function<QImage(QString& why)>;
    static PixelsFn pixelsIn(const QMimeData& mime);
    void lookAtImage(PixelsFn pixels);
    void known(Dropped what);
    void show(bool asking);
    void decide();
    void carryOut(int offer);
    void refuse(QString problem, QString hint);
    void leave();
    std::vector<DropOffer> offers() const;
    /// `meant`: those about the field under the pointer alone.
    void addFamilyOffers(std::vector<DropOffer>& out, bool meant) const;
    void addFieldOffer(std::vector<DropOffer>& out) const;
    void addRunOffers(std::vector<DropOffer>& out) const;

    MainWindow* window_;
    DropOverlay* overlay_;
    BackgroundTask looking_;
    QTimer left_;    ///< the pointer may only be passing from one widget to another
    Carried shown_;  ///< what is dragged over the window now
    std::optional<Dropped> known_;
    std::vector<std::string> keys_;  ///< of the field under the pointer
    std::vector<DropOffer> offers_;
    std::optional<QPoint> at_;  ///< of the pointer, on the screen; nothing: in a dock that floats
    bool over_ = false, dropped_ = false;
};

}  // namespace headroom::ui
