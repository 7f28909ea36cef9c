// RunsSearch: the fields, and the filter that they set.
#include "ui/panels/runs/runs_search.h"

#include "ui/models/runs_model.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/kit.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace headroom::ui {

RunsSearch::RunsSearch(RunsModel* runs, RunsFilter* filter, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      filter_(filter),
      words_(new QLineEdit(this)),
      tags_(new QComboBox(this)),
      states_(new QComboBox(this)) {
    auto* row = rowIn(this, {12, 8, 12, 8}, 8);
    words_->setPlaceholderText(tr("Find by name, tag or setting"));
    words_->setClearButtonEnabled(true);
    words_->setAccessibleName(tr("Find a run"));
    words_->setMaximumWidth(Theme::get().scaled(260));
    states_->addItem(tr("State: any"), QString());
    for (const char* state : {"running", RunsModel::kElsewhere, "stopped", "finished", "failed", "crashed"})
        states_->addItem(runStateText(state), QLatin1String(state));
    states_->setAccessibleName(tr("State"));
    tags_->setAccessibleName(tr("Tag"));
    tags_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* fresh = new QPushButton(tr("New run"), this);
    fresh->setProperty("primary", true);
    setThemedIcon(fresh, QStringLiteral("plus"), Token::OnFill);
    row->addWidget(words_, 1);
    row->addWidget(tags_);
    row->addWidget(states_);
    row->addStretch();
    row->addWidget(fresh);
    connect(fresh, &QPushButton::clicked, this, &RunsSearch::newRunRequested);
    connect(words_, &QLineEdit::textChanged, filter, &RunsFilter::setWords);
    connect(states_, &QComboBox::currentIndexChanged, this,
            [this] { filter_->setState(states_->currentData().toString()); });
    connect(tags_, &QComboBox::currentIndexChanged, this, [this] { filter_->setTag(tags_->currentData().toString()); });
    connect(runs, &RunsModel::tagsChanged, this, &RunsSearch::offerTags);
    offerTags();
}

void RunsSearch::offerTags() {
    const QString chosen = tags_->currentData().toString();
    {
        const QSignalBlocker quiet(tags_);
        tags_->clear();
        tags_->addItem(tr("Tag: any"), QString());
        for (const QString& tag : runs_->tags()) tags_->addItem(tag, tag);
        tags_->setCurrentIndex(std::max(0, tags_->findData(chosen)));
    }
    filter_->setTag(tags_->currentData().toString());
}

}  // namespace headroom::ui
