// DropOverlay: says over the centre what will happen to what is dragged over the window, and asks where several things could.
#pragma once

#include "ui/forward.h"

#include <QFrame>
#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

namespace headroom::ui {

/// One thing that can be done with what was dropped.
struct DropOffer {
    QString title, detail, icon;
    std::function<void()> take;
    QString problem{};  ///< why it is off, a sentence; empty: it is on
};

/// An offer: a button with what will happen below it.
class DropCard : public QFrame {
    Q_OBJECT
public:
    explicit DropCard(const DropOffer& offer, QWidget* parent);
    QPushButton* button() const { return button_; }

private:
    QPushButton* button_;
};

/// Covers its parent while it is shown; the mouse of a drag goes through it.
class DropOverlay : public QWidget {
    Q_OBJECT
public:
    explicit DropOverlay(QWidget* parent);

    /// `asking`: the thing was dropped already, and a button decides; otherwise it is still being dragged.
    void showOffers(const QString& title, const QString& detail, const std::vector<DropOffer>& offers, bool asking);
    bool asking() const { return asking_; }
    /// The card at a place of the screen, or -1.
    int cardAt(const QPoint& global) const;
    /// Marks a card, or none (-1).
    void point(int card);
    const std::vector<DropCard*>& cards() const { return cards_; }

Q_SIGNALS:
    void chosen(int card);
    void cancelled();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// The parent, with a sheet as wide as it has room for.
    void fill();

    bool asking_ = false;
    QFrame* sheet_;
    QLabel *title_, *detail_;
    QVBoxLayout* list_;
    QPushButton* cancel_;
    std::vector<DropCard*> cards_;
};

}  // namespace headroom::ui
