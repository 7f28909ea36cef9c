// A field of a form is given its value as a user gives it.
#pragma once

#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QTest>

namespace headroom::ui {

/// `text` as a setting's value is written: a choice's name, "on" or "off", a number. False: the field has no such value, or is of another kind.
inline bool giveValue(QWidget* field, const QString& text) {
    if (auto* list = qobject_cast<QComboBox*>(field)) {
        const int index = list->findData(text);
        if (index < 0) return false;
        list->setCurrentIndex(index);
        Q_EMIT list->activated(index);
    } else if (auto* box = qobject_cast<QCheckBox*>(field)) {
        if (box->isChecked() != (text == QLatin1String("on"))) box->click();
    } else {
        auto* number = qobject_cast<NumberField*>(field);
        if (!number) return false;
        number->selectAll();
        QTest::keyClicks(number, text);
        QTest::keyClick(number, Qt::Key_Return);
    }
    return true;
}

}  // namespace headroom::ui
