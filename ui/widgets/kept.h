// Kept: parts of the window that look at the next start as they were left.
#pragma once

#include "ui/widgets/kit.h"

#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>

namespace headroom::ui {

/// A splitter, a combo box, or a part with a USER property (slider, checkable button) that LayoutStore keeps under `name`.
inline void keep(QWidget* part, const QString& name) { part->setProperty("kept", name); }
/// A header has widths of its own to go back to: see below.
void keep(QHeaderView* header, const QString& name) = delete;

/// Of a combo box whose choices are not always the same ones: the data of the one that was chosen, offered now or not.
inline constexpr const char* kWanted = "wanted";
/// The choice with this data, as files keep it too; -1: it is not offered.
inline int choiceOf(const QComboBox* box, const QVariant& data) {
    return box->findData(data, Qt::UserRole, Qt::MatchFixedString | Qt::MatchCaseSensitive);
}

/// A header whose columns the user has made as wide as they are. Kept ones only.
inline constexpr const char* kUserSized = "userSized";
inline bool userSized(const QHeaderView* header) { return header->property(kUserSized).toBool(); }
/// `fit` is called when those widths are forgotten: it gives the columns the program's own.
inline void keep(QHeaderView* header, const QString& name, std::function<void()> fit) {
    keep(static_cast<QWidget*>(header), name);
    watchEvents(header, [header, fit = std::move(fit)](QEvent* event) {
        const bool told = event->type() == QEvent::DynamicPropertyChange &&
                          static_cast<QDynamicPropertyChangeEvent*>(event)->propertyName() == kUserSized;
        if (told && !userSized(header)) fit();
        return false;
    });
    QObject::connect(header, &QHeaderView::sectionResized, header, [header] {
        if (QGuiApplication::mouseButtons() & Qt::LeftButton) header->setProperty(kUserSized, true);
    });
}

}  // namespace headroom::ui
