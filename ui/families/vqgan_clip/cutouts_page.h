// CutoutsPage: what CLIP sees: the newest iteration's cutouts, asked for at most once a second while the page is in view.
#pragma once

#include "core/api/event.h"

#include <QElapsedTimer>
#include <QWidget>

namespace headroom::ui {

class GridPage;
class ImageGrid;
class SessionBridge;

class CutoutsPage : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMost = 64;  ///< shown at once
    static constexpr int kEveryMs = 1000;

    explicit CutoutsPage(SessionBridge* bridge, QWidget* parent = nullptr);

    ImageGrid* grid() const;
    QString text() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void ask();
    void show(const SampleReady& sample);
    void clear();

    SessionBridge* bridge_;
    GridPage* page_;
    QElapsedTimer asked_;  ///< since the latest request; invalid: none yet
};

}  // namespace headroom::ui
