// RunsSearch: the fields, and the filter that they set.
#include "ui/panels/runs/runs_search.h"

#include "ui/models/runs_model.h"
#include "ui/widgets/kit.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

namespace headroom::ui {

RunsSearch::RunsSearch(RunsModel* runs, RunsFilter* filter, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      filter_(filter),
      words_(named(new QLineEdit(this), tr("Find a run"))),
      tags_(named(new QComboBox(this), tr("Tag"))),
      states_(named(new QComboBox(this), tr("State"))) {
    words_->setPlaceholderText(tr("Find by name, tag or setting"));
    words_->setClearButtonEnabled(true);
    words_->setMaximumWidth(scaled(260));
    states_->addItem(tr("State: any"), QString());
    for (const char* state : {"running", RunsModel::kElsewhere, "stopped", "finished", "failed", "crashed"})
        states_->addItem(runStateText(state), QLatin1String(state));
    tags_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* fresh = makePrimaryButton(tr("New run"), QStringLiteral("plus"), this);
    rowIn(this, {12, 8, 12, 8}, 8, {{words_, 1}, tags_, states_, stretch(), fresh});
    connect(fresh, &QPushButton::clicked, this, &RunsSearch::newRunRequested);
    connect(words_, &QLineEdit::textChanged, filter, &RunsFilter::setWords);
    connect(states_, &QComboBox::currentIndexChanged, this,
            [this] { filter_->setState(states_->currentData().toString()); });
    connect(tags_, &QComboBox::currentIndexChanged, this, [this] { filter_->setTag(tags_->currentData().toString()); });
    connect(runs, &RunsModel::tagsChanged, this, &RunsSearch::offerTags);
    offerTags();
}

void RunsSearch::clear() {
    words_->clear();
    tags_->setCurrentIndex(0);
    states_->setCurrentIndex(0);
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
