// ProgressRow: see progress_row.h.
#include "ui/widgets/progress_row.h"

#include "ui/widgets/boxes.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>

namespace headroom::ui {

ProgressRow::ProgressRow(const QString& name, const QString& cancel, QWidget* parent)
    : QFrame(parent), bar_(new QProgressBar(this)), words_(new QLabel(this)), cancel_(new QPushButton(cancel, this)) {
    auto* row = rowIn(this, {16, 8, 16, 0}, 12);
    bar_->setProperty("thin", true);
    bar_->setTextVisible(false);
    bar_->setAccessibleName(name);
    words_->setProperty("role", "small");
    row->addWidget(bar_, 1);
    row->addWidget(words_);
    row->addWidget(cancel_);
    connect(cancel_, &QPushButton::clicked, this, &ProgressRow::cancelled);
    hide();
}

void ProgressRow::begin(const QString& what) {
    setProgress(what, -1);
    show();
}

void ProgressRow::setProgress(const QString& what, double fraction) {
    words_->setText(what);
    bar_->setRange(0, fraction < 0 ? 0 : 1000);
    if (fraction >= 0) bar_->setValue(qRound(fraction * 1000));
}

void setMessage(QLabel* label, const QString& text, bool bad) {
    label->setText(text);
    label->setVisible(!text.isEmpty());
    label->setProperty("role", bad ? "bad" : "small");
    label->style()->unpolish(label);
    label->style()->polish(label);
}

}  // namespace headroom::ui
