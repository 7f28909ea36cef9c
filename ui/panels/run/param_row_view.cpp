// ParamRowView: tints and bars come from the style sheet by the `stage` property.
#include "ui/panels/run/param_row_view.h"

#include "ui/bridge/shown_text.h"
#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/run/param_editor.h"
#include "ui/widgets/kit.h"

namespace headroom::ui {

ParamRowView::ParamRowView(const ParamRow& row, ParamEdits* edits, QWidget* parent)
    : QFrame(parent), row_(row), key_(row.key), edits_(edits) {
    setObjectName(QStringLiteral("paramRow"));
    setToolTip(helpText(row));
}

ParamEditor* ParamRowView::editor() {
    make();
    return editor_;
}

void ParamRowView::setVisible(bool visible) {
    if (visible) make();
    QFrame::setVisible(visible);
}

void ParamRowView::make() {
    if (editor_) return;
    // A long name takes two lines rather than room from every field.
    label_ = makeLabel("label", coreText(row_.label), this, Wrap::On);
    editor_ = new ParamEditor(row_, this);
    QLabel* policy = named(makeIcon(policyIcon(row_.policy), Token::T3, 14, this), policyText(row_), policyText(row_));
    label_->setBuddy(editor_->field());
    QWidget* field = named(editor_->field(), coreText(row_.label));
    field->setWhatsThis(helpText(row_));
    field->setAccessibleDescription(coreText(row_.help));
    field->setObjectName(QStringLiteral("param:") + fromUtf8(row_.key));
    main_ = rowOf({label_, {editor_, 1}, {policy, 0, editor_->wantsWidth() ? Qt::AlignTop : Qt::Alignment()}}, 8);
    columnIn(this, {13, 2, 12, 2}, 4, {main_});
    connect(editor_, &ParamEditor::committed, this, [this](const QString& text) {
        const Result<ParamValue> value = parse_param(row_, text.toStdString());
        if (!value) return setProblem(fieldMessage(coreText(value.error().message)));
        setProblem({});
        edits_->propose(key_, *value);
    });
    connect(editor_, &ParamEditor::escaped, this, [this] {
        setProblem({});
        editor_->showValue(edits_->valueShown(key_));
        edits_->takeBack(key_);
        refresh();
    });
    connect(editor_, &ParamEditor::inspectRequested, this, &ParamRowView::inspectRequested);
    if (label_width_ >= 0) setLabelWidth(label_width_);
    setOffReason(off_reason_);
    refresh();
    Q_EMIT made();
}

void ParamRowView::placeLines() {
    for (QWidget* part : {change_line_, policy_line_, note_line_, wanted_line_, static_cast<QWidget*>(problem_)}) {
        if (!part) continue;
        layout()->removeWidget(part);
        layout()->addWidget(part);
    }
}

QString ParamRowView::problem() const { return problem_ ? problem_->text() : QString(); }

void ParamRowView::setLabelWidth(int width) {
    label_width_ = width;
    if (!editor_) return;
    placeLabel(label_, main_, editor_->wantsWidth() ? 0 : width);
}

void ParamRowView::setRefusal(const QString& message) {
    setProblem(message);
    refused_beside_ = edits_->valueShown(key_);
}

void ParamRowView::setProblem(const QString& message) {
    refused_beside_.reset();
    if (message.isEmpty() && !editor_) return;
    make();
    if (!message.isEmpty() && !problem_) {
        problem_ = makeLabel("bad", this, Wrap::On);
        placeLines();
    }
    if (problem_) sayOrHide(problem_, message);
    editor_->mark(edits_->stage(key_) != EditStage::InForce, !message.isEmpty());
}

void ParamRowView::setOffReason(const QString& reason) {
    off_reason_ = reason;
    if (!editor_) return;
    editor_->setEnabled(reason.isEmpty());
    setToolTip(reason.isEmpty() ? helpText(row_)
                                : helpText(row_) + QStringLiteral("<br><b>%1</b>").arg(reason.toHtmlEscaped()));
}

void ParamRowView::refresh() {
    if (!editor_) return;
    const EditStage stage = edits_->stage(key_);
    const ParamValue value = edits_->valueShown(key_);
    if (refused_beside_ && *refused_beside_ != value) setProblem({});
    const bool keep = !problem().isEmpty() || editor_->isTyping();
    keep ? editor_->noteValue(value) : editor_->showValue(value);
    showLadder();
    showWanted(value);
    showStage(stage);
}

void ParamRowView::showWanted(const ParamValue& value) {
    const QString name = row_.type == ParamType::Path ? toBeChosen(std::get<std::string>(value)) : QString();
    if (name.isEmpty() && !wanted_line_) return;
    if (!wanted_line_) {
        wanted_ = makeLabel("hint", this, Wrap::On);
        auto* choose = styled(onClick(new QPushButton(tr("Choose…"), this), editor_, &ParamEditor::choose), "small");
        wanted_line_ = boxed(rowOf({{wanted_, 1}, choose}, 6), this);
        placeLines();
        Q_EMIT made();
    }
    wanted_->setText(tr("%1 of the recipe, called “%2”, is to be chosen.").arg(coreText(row_.label), nameText(name)));
    wanted_line_->setVisible(!name.isEmpty());
}

void ParamRowView::showLadder() {
    const auto replaced = edits_->replaced(key_);
    by_ladder_ = replaced.has_value();
    QString was = replaced ? valueText(row_, replaced->old) : QString();
    // Micro-batch and accumulation change together: one note for both, below the second.
    const auto micro = edits_->replaced("batch.micro"), times = edits_->replaced("batch.accumulate");
    const bool both = micro && times && micro->by == times->by;
    if (both && key_ == "batch.micro") was.clear();
    if (both && key_ == "batch.accumulate")
        was = QStringLiteral("%1 × %2").arg(countText(std::get<std::int64_t>(micro->old)), was);
    const QString by = !replaced || replaced->by.isEmpty() ? tr("the ladder") : replaced->by;
    if (!was.isEmpty() && !note_) {
        note_ = makeLabel("small", this);
        QLabel* icon = makeIcon(QStringLiteral("lifebuoy"), Token::T2, 14, this);
        note_line_ = boxed(rowOf({icon, note_, stretch()}, 6), this);
        placeLines();
    }
    if (!note_) return;
    note_->setText(was.isEmpty() ? QString() : tr("Set by %1, was %2").arg(by, was));
    note_->setToolTip(note_->text());
    note_line_->setVisible(!was.isEmpty());
}

void ParamRowView::showStage(EditStage stage) {
    const bool edited = stage != EditStage::InForce;
    if (edited && !change_line_) {
        old_ = makeLabel("old", this);
        new_ = makeLabel("new", this);
        bytes_ = makeTag("cost", this);
        speed_ = makeTag("cost", this);
        QLabel* arrow = makeIcon(QStringLiteral("arrow-narrow-right"), Token::T2, 12, this);
        change_line_ = boxed(rowOf({old_, arrow, new_, stretch(), bytes_, speed_}, 6), this);
        policy_words_ = makeLabel("small", policyText(row_), this);
        QLabel* policy = makeIcon(policyIcon(row_.policy), Token::T2, 14, this);
        policy_line_ = boxed(rowOf({policy, policy_words_, stretch()}, 6), this);
        placeLines();
    }
    if (change_line_) {
        old_->setText(valueText(row_, edits_->valueInForce(key_)));
        new_->setText(valueText(row_, edits_->valueShown(key_)));
        policy_words_->setText(stage == EditStage::Pending ? words_of(row_.model).pending() : policyText(row_));
        if (stage == EditStage::Pending) setCost({});
        change_line_->setVisible(edited);
        policy_line_->setVisible(edited);
    }
    layout()->setContentsMargins(13, edited ? 6 : 2, 12, edited ? 8 : 2);
    editor_->mark(edited, !problem().isEmpty());
    const QString name = stage == EditStage::Staged    ? QStringLiteral("staged")
                         : stage == EditStage::Pending ? QStringLiteral("pending")
                         : by_ladder_                  ? QStringLiteral("ladder")
                                                       : QString();
    restyle(this, "stage", name);
}

void ParamRowView::setCost(const EditCost& cost) {
    if (!bytes_) return;
    sayOrHide(bytes_, cost.bytes);
    sayOrHide(speed_, cost.speed);
    bytes_->setToolTip(cost.tip);
    speed_->setToolTip(cost.tip);
}

bool ParamRowView::matches(const QString& needle) const {
    // In English too: that is how papers and other programs call it.
    const auto says = [&](std::string_view text) {
        return fromUtf8(text).contains(needle, Qt::CaseInsensitive) ||
               coreText(text).contains(needle, Qt::CaseInsensitive);
    };
    if (says(row_.label) || says(row_.key) || says(row_.group) || says(row_.help)) return true;
    return row_.type == ParamType::Set &&
           std::ranges::any_of(row_.choices, [&](const ParamChoice& c) { return says(c.label); });
}

}  // namespace headroom::ui
