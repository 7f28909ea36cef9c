// PresetsDialog: names are edited in place.
#include "ui/panels/presets/presets_dialog.h"

#include "core/api/file_endings.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/small_header.h"

#include <QAbstractItemDelegate>
#include <QTreeWidget>

#include <algorithm>

namespace headroom::ui {
namespace {

/// Knows whether a name is being typed in it.
class PresetList : public QTreeWidget {
public:
    using QTreeWidget::QTreeWidget;
    bool isEditing() const { return state() == EditingState; }
};

}  // namespace

PresetsDialog::PresetsDialog(PresetDesk* desk, QWidget* parent)
    : QDialog(parent),
      desk_(desk),
      list_(new PresetList(this)),
      empty_(new EmptyState(QStringLiteral("star"), tr("No presets of your own yet"),
                            tr("Save as preset, in the menu Presets of the form, keeps its settings."), this)),
      message_(makeLabel("bad", this, Wrap::On)),
      use_(makePrimaryButton(tr("Use…"), QStringLiteral("check"), this)),
      rename_(makeButton(tr("Rename"), QStringLiteral("typography"), this)),
      share_(makeButton(tr("Share as recipe…"), QStringLiteral("file-export"), this)),
      delete_(makeButton(tr("Delete"), QStringLiteral("trash"), this)) {
    setWindowTitle(tr("Presets"));
    resize(scaled(600), scaled(400));
    setUpTable(list_, tr("Presets"));
    auto* words =
        makeLabel("label", tr("Your own presets. Each is a recipe: a file with all settings."), this, Wrap::On);
    list_->setHeader(new SmallHeader(list_));
    list_->setHeaderLabels({tr("Name"), tr("For"), tr("What it makes")});
    for (int column : {0, 1}) list_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    list_->header()->setSectionResizeMode(2, QHeaderView::Stretch);
    list_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    auto* close = new QPushButton(tr("Close"), this);
    columnIn(this, {16, 16, 16, 16}, 12,
             {words,
              {empty_->inPlaceOf(list_), 1},
              message_,
              new FileRow(this),
              rowOf({rename_, share_, delete_, stretch(), close, use_}, 8)});
    connect(list_, &QTreeWidget::currentItemChanged, this, &PresetsDialog::refresh);
    connect(list_, &QTreeWidget::itemChanged, this, &PresetsDialog::renameTo);
    connect(
        list_->itemDelegate(), &QAbstractItemDelegate::closeEditor, this,
        [this] {
            if (stale_) fill();
        },
        Qt::QueuedConnection);  // its name is taken first
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(rename_, &QPushButton::clicked, this, [this] { list_->editItem(list_->currentItem(), 0); });
    connect(delete_, &QPushButton::clicked, this, &PresetsDialog::removeChosen);
    connect(share_, &QPushButton::clicked, this, [this] {
        const QString path =
            askWhereToWrite(this, QStringLiteral("recipe"), tr("Share as recipe"),
                            chosen()->name + QLatin1String(kRecipeEnding), tr("Recipes (*.headroom-recipe *.json)"));
        if (!path.isEmpty() && chosen()) shareTo(path);
    });
    connect(use_, &QPushButton::clicked, this, [this] {
        const OwnPreset preset = *chosen();
        accept();
        Q_EMIT desk_->settingsRequested(preset.config, preset.name);
    });
    connect(desk_, &PresetDesk::changed, this, &PresetsDialog::fill);
    setMessage(message_, {}, false);
    fill();
    list_->setFocus();
}

void PresetsDialog::fill() {
    stale_ = static_cast<const PresetList*>(list_)->isEditing();
    if (stale_) return;
    filling_ = true;
    QString before = chosen() ? chosen()->name : QString();
    presets_ = desk_->own();
    const auto is_there = [this](const QString& name) {
        return std::ranges::any_of(presets_, [&](const OwnPreset& one) { return one.name == name; });
    };
    if (!is_there(before) && is_there(wanted_)) before = wanted_;
    list_->clear();
    for (const OwnPreset& preset : presets_) {
        const bool good = preset.problem.isEmpty();
        auto* item =
            new QTreeWidgetItem(list_, {preset.name, good ? kindWords(preset.config.model) : tr("Not readable"),
                                        good ? pictureText(preset.config) : preset.problem});
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setToolTip(0, preset.path);
        if (preset.name == before || !list_->currentItem()) list_->setCurrentItem(item);
    }
    filling_ = false;
    empty_->giveWay(!presets_.empty());
    refresh();
}

const OwnPreset* PresetsDialog::chosen() const {
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    return row < 0 || row >= static_cast<int>(presets_.size()) ? nullptr : &presets_[static_cast<std::size_t>(row)];
}

void PresetsDialog::refresh() {
    if (filling_) return;
    const OwnPreset* preset = chosen();
    for (QPushButton* button : {rename_, share_, delete_, use_}) {
        const bool needs_settings = button == use_ || button == share_;
        const QString why = !preset          ? tr("No preset is chosen")
                            : needs_settings ? preset->problem
                            : changing_      ? tr("The change before is being written")
                                             : QString();
        button->setEnabled(why.isEmpty());
        button->setToolTip(why);
    }
}

void PresetsDialog::setChanging(bool changing) {
    changing_ = changing;
    if (changing) focus_in_ = focusWidget();
    list_->setEditTriggers(changing ? QAbstractItemView::NoEditTriggers : QAbstractItemView::EditKeyPressed);
    refresh();
    if (!changing && focus_in_ && focus_in_->isEnabled()) focus_in_->setFocus(Qt::OtherFocusReason);
}

void PresetsDialog::showEnd(const QString& problem) {
    setMessage(message_, problem, true);
    fill();  // a name that was refused is as it was
    wanted_.clear();
    setChanging(false);
}

std::function<void(const QString&)> PresetsDialog::told() {
    return [here = QPointer<PresetsDialog>(this), desk = desk_](const QString& problem) {
        if (here) return here->showEnd(problem);
        if (!problem.isEmpty()) Q_EMIT desk->failed(problem);
    };
}

void PresetsDialog::renameTo(QTreeWidgetItem* item) {
    if (filling_ || changing_ || !chosen()) return;
    wanted_ = item->text(0).trimmed();
    desk_->rename(chosen()->name, wanted_, told());
    setChanging(true);
}

void PresetsDialog::removeChosen() {
    const QString name = chosen()->name;
    const QPointer<PresetsDialog> here(this);  // the question has a loop of its own, which this may not outlive
    if (!desk_->confirm(tr("Delete the preset %1?").arg(nameText(name))) || !here) return;
    desk_->remove(name, told());
    setChanging(true);
}

void PresetsDialog::shareTo(const QString& path) {
    FileRow::of(this)->write(path, [path, config = chosen()->config, services = desk_->services()] {
        return services ? share_recipe(path, config, *services) : write_recipe(path, config);
    });
}

}  // namespace headroom::ui
