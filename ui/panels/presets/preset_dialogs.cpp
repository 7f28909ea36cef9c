// The dialogs about settings as a whole: names of presets are edited in place; settings that differ are a list with check boxes.
#include "ui/panels/presets/preset_dialogs.h"

#include "core/api/file_endings.h"
#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/small_header.h"

#include <QAbstractItemDelegate>
#include <QTreeWidget>

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
    shareWidth(list_->header(), 2);
    list_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    auto* close = onClick(new QPushButton(tr("Close"), this), this, &QDialog::reject);
    columnIn(this, {16, 16, 16, 16}, 12,
             {words,
              {empty_->inPlaceOf(list_), 1},
              message_,
              new FileRow(this),
              rowOf({rename_, share_, delete_, stretch(), close, use_}, 8)});
    connect(list_, &QTreeWidget::currentItemChanged, this, &PresetsDialog::refresh);
    connect(list_, &QTreeWidget::itemChanged, this, [this](const QTreeWidgetItem* item) {
        if (filling_ || changing_ || !chosen()) return;
        wanted_ = item->text(0).trimmed();
        desk_->rename(chosen()->name, wanted_, told());
        setChanging(true);
    });
    connect(
        list_->itemDelegate(), &QAbstractItemDelegate::closeEditor, this,
        [this] {
            if (stale_) fill();
        },
        Qt::QueuedConnection);  // its name is taken first
    connect(rename_, &QPushButton::clicked, this, [this] { list_->editItem(list_->currentItem(), 0); });
    connect(delete_, &QPushButton::clicked, this, [this] {
        const QString name = chosen()->name;
        const QPointer<PresetsDialog> here(this);  // the question has a loop of its own, which this may not outlive
        if (!desk_->confirm(tr("Delete the preset %1?").arg(nameText(name))) || !here) return;
        desk_->remove(name, told());
        setChanging(true);
    });
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

std::function<void(const QString&)> PresetsDialog::told() {
    return [here = QPointer<PresetsDialog>(this), desk = desk_](const QString& problem) {
        if (here) {
            setMessage(here->message_, problem, true);
            here->fill();  // a name that was refused is as it was
            here->wanted_.clear();
            here->setChanging(false);
        } else if (!problem.isEmpty()) {
            Q_EMIT desk->failed(problem);
        }
    };
}

void PresetsDialog::shareTo(const QString& path) {
    FileRow::of(this)->write(path, [path, config = chosen()->config, services = desk_->services()] {
        return services ? share_recipe(path, config, *services) : write_recipe(path, config);
    });
}

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
    shareWidth(list_->header(), 0);
    auto* cancel = onClick(new QPushButton(tr("Cancel"), this), this, &QDialog::reject);
    columnIn(this, {16, 16, 16, 16}, 12, {title, text, note, {list_, 1}, rowOf({stretch(), cancel, take_}, 8)});
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
