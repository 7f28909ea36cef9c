// EffectiveBatchRow: read-only, in line with the fields above it.
#include "ui/panels/run/effective_batch_row.h"

#include "ui/bridge/qt_format.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/themed_icon.h"

#include <QLabel>

namespace headroom::ui {

EffectiveBatchRow::EffectiveBatchRow(ParamEdits* edits, QWidget* parent)
    : QWidget(parent),
      edits_(edits),
      label_(new QLabel(tr("Effective batch"), this)),
      old_(new QLabel(this)),
      arrow_(new QLabel(this)),
      new_(new QLabel(this)),
      note_(new QLabel(this)) {
    label_->setProperty("role", "label");
    old_->setProperty("role", "old");
    note_->setProperty("role", "hint");
    setThemedIcon(arrow_, QStringLiteral("arrow-narrow-right"), Token::T2, 12);
    auto* row = rowIn(this, {16, 6, 16, 6}, 8);
    row->addWidget(label_);
    row->addSpacing(0);
    for (QLabel* part : {old_, arrow_, new_, note_}) row->addWidget(part);
    row->addStretch();
    setToolTip(tr(
        "Images per optimiser step: micro-batch times accumulation. The mathematics of the run follow this number."));
    connect(edits, &ParamEdits::changed, this, &EffectiveBatchRow::refresh);
    refresh();
}

void EffectiveBatchRow::setLabelWidth(int width) {
    label_->setFixedWidth(width > 0 ? width : label_->sizeHint().width());
}

void EffectiveBatchRow::refresh() {
    const std::int64_t before = edits_->inForce().effective_batch();
    const std::int64_t after = edits_->preview().effective_batch();
    const bool differs = before != after;
    const bool by_ladder = edits_->replaced("batch.micro").has_value();
    const bool touched =
        by_ladder || edits_->staged().count("batch.micro") + edits_->staged().count("batch.accumulate") > 0;
    old_->setText(countText(before));
    old_->setVisible(differs);
    arrow_->setVisible(differs);
    new_->setText(countText(after));
    new_->setProperty("role", differs ? "new" : "");
    note_->setText(tr("unchanged"));
    note_->setVisible(touched && !differs);
}

}  // namespace headroom::ui
