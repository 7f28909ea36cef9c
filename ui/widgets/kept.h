// Kept: parts of the window that look at the next start as they were left.
#pragma once

#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QString>
#include <QVariant>
#include <QWidget>

#include <functional>
#include <utility>

namespace headroom::ui {

/// A splitter, a header, a combo box, or a part with a USER property (slider, checkable button) that LayoutStore keeps under `name`.
inline void keep(QWidget* part, const QString& name) { part->setProperty("kept", name); }

/// Of a combo box whose choices are not always the same ones: the data of the one that was chosen, offered now or not.
inline constexpr const char* kWanted = "wanted";
/// The choice with this data, as files keep it too; -1: it is not offered.
inline int choiceOf(const QComboBox* box, const QVariant& data) {
    return box->findData(data, Qt::UserRole, Qt::MatchFixedString | Qt::MatchCaseSensitive);
}

/// A header whose columns the user has made as wide as they are. Kept ones only.
inline constexpr const char* kUserSized = "userSized";
inline bool userSized(const QHeaderView* header) { return header->property(kUserSized).toBool(); }
/// Calls `fit` when those widths are forgotten: it gives the columns the program's own.
class ForgottenWidths : public QObject {
public:
    ForgottenWidths(QHeaderView* header, std::function<void()> fit) : QObject(header), fit_(std::move(fit)) {
        header->installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool told = event->type() == QEvent::DynamicPropertyChange &&
                          static_cast<QDynamicPropertyChangeEvent*>(event)->propertyName() == kUserSized;
        if (told && !watched->property(kUserSized).toBool()) fit_();
        return false;
    }

private:
    std::function<void()> fit_;
};
inline void keep(QHeaderView* header, const QString& name, std::function<void()> fit) {
    keep(static_cast<QWidget*>(header), name);
    new ForgottenWidths(header, std::move(fit));
    QObject::connect(header, &QHeaderView::sectionResized, header, [header] {
        if (QGuiApplication::mouseButtons() & Qt::LeftButton) header->setProperty(kUserSized, true);
    });
}

}  // namespace headroom::ui
