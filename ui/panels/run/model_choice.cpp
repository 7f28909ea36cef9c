// ModelChoice: names and summaries come from the catalogue.
#include "ui/panels/run/model_choice.h"

#include "core/families/registry.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_edits.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/segmented_bar.h"

#include <QMenu>

#include <algorithm>

namespace headroom::ui {

ModelChoice::ModelChoice(ParamEdits* edits, std::vector<ModelKind> kinds, QWidget* parent)
    : QWidget(parent),
      edits_(edits),
      kinds_(std::move(kinds)),
      bar_(named(new SegmentedBar(true, this), tr("Model to train"))),
      begin_(styled(named(new QToolButton(this), tr("Presets of this model"),
                          tr("Sets of values to begin with; Undo takes them back")),
                    "small")),
      menu_(new QMenu(begin_)) {
    for (const ModelKind kind : kinds_) {
        const ModelInfo& model = family_of(kind).facts().info;
        const int index = bar_->addSegment(coreText(model.name));
        bar_->button(index)->setToolTip(coreText(model.summary));
        bar_->button(index)->setAccessibleDescription(coreText(model.summary));
    }
    begin_->setObjectName(QStringLiteral("button"));
    begin_->setText(tr("Presets"));
    begin_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    begin_->setLayoutDirection(Qt::RightToLeft);  // the arrow of a menu follows its word
    setThemedIcon(begin_, QStringLiteral("chevron-down"), Token::T2, 12);
    begin_->setFocusPolicy(Qt::StrongFocus);
    setPopup(begin_, menu_);
    menu_->setToolTipsVisible(true);
    bar_->setVisible(kinds_.size() > 1);
    rowIn(this, {16, 8, 12, 0}, 8, {bar_, stretch(), begin_});
    connect(menu_, &QMenu::aboutToShow, this, &ModelChoice::fillPresets);
    connect(bar_, &SegmentedBar::currentChanged, this,
            [this](int index) { Q_EMIT kindRequested(kinds_.at(static_cast<std::size_t>(index))); });
}

void ModelChoice::setKind(ModelKind kind) {
    const auto at = std::find(kinds_.begin(), kinds_.end(), kind);
    if (at == kinds_.end() || shown_ == kind) return;
    shown_ = kind;
    bar_->setCurrent(static_cast<int>(at - kinds_.begin()));
    fillPresets();
}

void ModelChoice::fillPresets() {
    const ModelKind kind = shown_.value_or(kinds_.front());
    menu_->clear();
    for (QMenu* below : menu_->findChildren<QMenu*>()) below->deleteLater();
    for (const Preset& preset : catalog_presets()) {
        if (preset.model != kind || preset.of_benches) continue;
        QAction* action =
            menu_->addAction(coreText(preset.name), this, [this, &preset] { edits_->proposeAll(preset.values); });
        action->setToolTip(coreText(preset.summary));
        action->setStatusTip(action->toolTip());
    }
    if (!menu_->isEmpty()) menu_->addSeparator();
    if (desk_) desk_->addTo(menu_, kind);
}

}  // namespace headroom::ui
