// NoticeHost: banners above the centre, newest last, one per id.
#pragma once

#include "ui/widgets/state_chip.h"

#include <QHash>
#include <QPointer>
#include <QWidget>

class QVBoxLayout;

namespace headroom::ui {

class NoticeBar;

class NoticeHost : public QWidget {
    Q_OBJECT
public:
    explicit NoticeHost(QWidget* parent = nullptr);

    /// Shows a notice; one with the same id is replaced. The returned bar lives until it is closed.
    NoticeBar* post(const QString& id, Tone tone, const QString& title, const QString& detail);
    /// Adds a larger banner, shown on the Train page only; it takes itself away by being deleted.
    void add(QWidget* banner);
    /// Whether the Train page is shown.
    void setTraining(bool on);
    void remove(const QString& id);
    NoticeBar* find(const QString& id) const;

protected:
    void childEvent(QChildEvent* event) override;

private:
    void showWhatBelongs();

    QVBoxLayout* column_;
    QHash<QString, QPointer<NoticeBar>> bars_;
    QList<QPointer<QWidget>> banners_;
    bool training_ = true;
};

}  // namespace headroom::ui
