// TakeSettingsDialog: a list with check boxes: setting, value now, value then.
#include "ui/panels/presets/take_settings_dialog.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/small_header.h"

#include <QTreeWidget>

namespace headroom::ui {

TakeSettingsDialog::TakeSettingsDialog(const OfferedWords& words, const TrainConfig& now, const TrainConfig& then,
                                       bool run_active, QWidget* parent)
    : QDialog(parent),
      all_(difference(now, then)),
      list_(new QTreeWidget(this)),
      take_(makePrimaryButton({}, QStringLiteral("check"), this)) {
    setWindowTitle(tr("Use settings"));
    resize(scaled(640), scaled(480));
    setUpTable(list_, tr("Settings that differ"));
    auto* title = makeLabel("title", tr("%1: what differs").arg(words.whose), this, Wrap::On);
    auto* text = makeLabel("label",
                           run_active ? tr("A run is going: what is checked is staged. Nothing changes before Apply.")
                                      : tr("What is checked goes into the form. The change can be undone as one."),
                           this, Wrap::On);
    auto* note = makeLabel("label", words.note, this, Wrap::On);
    note->setVisible(!words.note.isEmpty());
    list_->setHeader(new SmallHeader(list_));
    list_->setHeaderLabels({tr("Setting"), tr("Now"), tr("Then")});
    for (const ParamRow& row : schema_rows(then.model))
        if (all_.contains(std::string(row.key))) addRow(row, now, then, run_active);
    list_->header()->setStretchLastSection(false);
    for (int column : {1, 2}) list_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    columnIn(this, {16, 16, 16, 16}, 12, {title, text, note, {list_, 1}, rowOf({stretch(), cancel, take_}, 8)});
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(take_, &QPushButton::clicked, this, &QDialog::accept);
    connect(list_, &QTreeWidget::itemChanged, this, &TakeSettingsDialog::count);
    count();
    take_->setDefault(true);
    list_->setFocus();
    if (list_->topLevelItemCount() > 0) list_->setCurrentItem(list_->topLevelItem(0));
}

void TakeSettingsDialog::addRow(const ParamRow& row, const TrainConfig& now, const TrainConfig& then, bool run_active) {
    const bool fixed = run_active && row.policy == Policy::NewRun;
    const QString name = QStringLiteral("%1, %2").arg(coreText(row.group), coreText(row.label));
    auto* item = new QTreeWidgetItem(list_, {name, valueText(row, row.get(now)), valueText(row, row.get(then))});
    item->setData(0, Qt::UserRole, fromUtf8(row.key));
    item->setFlags(fixed ? Qt::ItemIsSelectable : Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
    item->setCheckState(0, fixed ? Qt::Unchecked : Qt::Checked);
    const QString why = fixed ? tr("Fixed for the run that is going: it needs a new run.") : helpText(row);
    for (int column = 0; column < 3; ++column) item->setToolTip(column, why);
}

ParamPatch TakeSettingsDialog::chosen() const {
    ParamPatch out;
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* item = list_->topLevelItem(i);
        const std::string key = item->data(0, Qt::UserRole).toString().toStdString();
        if (item->checkState(0) == Qt::Checked) out[key] = all_.at(key);
    }
    return out;
}

void TakeSettingsDialog::count() {
    const auto chosen_count = static_cast<int>(chosen().size());
    take_->setText(tr("Use %Ln setting(s)", nullptr, static_cast<int>(chosen_count)));
    take_->setEnabled(chosen_count > 0);
    take_->setToolTip(chosen_count > 0 ? QString() : tr("None is checked"));
}

}  // namespace headroom::ui
