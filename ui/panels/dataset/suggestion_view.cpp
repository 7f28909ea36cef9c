// A heading with the family's name, then pairs of labels.
#include "ui/panels/dataset/suggestion_view.h"

#include "core/families/registry.h"
#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/widgets/kit.h"

namespace headroom::ui {

SuggestionView::SuggestionView(QWidget* parent)
    : QWidget(parent), title_(makeLabel("strong", this)), list_(new QWidget), column_(columnIn(list_, {}, 2, {})) {
    columnIn(this, {}, 8, {title_, list_});
}

void SuggestionView::setRecipe(const SuggestedRecipe& recipe) {
    qDeleteAll(list_->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    while (QLayoutItem* item = column_->takeAt(0)) delete item;
    title_->setText(tr("Proposed: %1").arg(fromUtf8(family_of(recipe.model).facts().info.name)));
    for (const SuggestedChange& change : recipe.changes) {
        column_->addWidget(makeLabel("", coreText(change.words), list_, Wrap::On));
        column_->addWidget(makeLabel("small", coreText(change.reason), list_, Wrap::On));
        column_->addSpacing(10);
    }
}

QStringList SuggestionView::lines() const {
    QStringList out;
    for (const QLabel* label : list_->findChildren<QLabel*>()) out << label->text();
    return out;
}

}  // namespace headroom::ui
