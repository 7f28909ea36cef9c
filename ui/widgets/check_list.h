// CheckList: named options of which any may be chosen, as check boxes in as many columns as there is room for. The order in which
// they were chosen counts and is shown. One stop of the tabulator; arrows, Home and End move within.
#pragma once

#include "ui/forward.h"

#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

namespace headroom::ui {

class CheckList : public QWidget {
    Q_OBJECT
public:
    struct Option {
        QString name;   ///< stable
        QString label;  ///< shown
        QString help;   ///< tooltip; may be empty
    };

    explicit CheckList(const QList<Option>& options, QWidget* parent = nullptr);

    /// Names of what is chosen, in order; a name may stand there twice.
    const QStringList& chosen() const { return chosen_; }
    void setChosen(const QStringList& names);  ///< emits nothing
    QCheckBox* box(const QString& name) const;
    /// What the line below the boxes says.
    QString orderText() const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;  ///< of one box

Q_SIGNALS:
    void changed();  ///< by the user

protected:
    void changeEvent(QEvent* event) override;
    /// Goes on to the box that is the stop: a focus proxy would stay behind when Tab's order is set.
    void focusInEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;  ///< keys and focus of the boxes

private:
    void choose(int index, bool on);
    void makeCurrent(int index);
    int columnsIn(int width) const;
    void place();

    QList<Option> options_;
    QList<QCheckBox*> boxes_;
    QStringList chosen_;
    QLabel* order_;
    int columns_ = 1;
};

}  // namespace headroom::ui
