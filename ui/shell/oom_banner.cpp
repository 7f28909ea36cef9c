// OomBanner: the facts are those of the event; nothing is guessed.
#include "ui/shell/oom_banner.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/ledger_model_columns.h"
#include "ui/shell/theme.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/themed_icon.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {
namespace {

QLabel* text(const QString& words, const char* role, QWidget* parent) {
    auto* label = new QLabel(words, parent);
    label->setProperty("role", role);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString phase_words(Phase phase) {
    switch (phase) {
        case Phase::DReal: return QObject::tr("D on real images");
        case Phase::DFake: return QObject::tr("D on fakes");
        case Phase::DPenalty: return QObject::tr("D's penalty");
        case Phase::DOptimiser: return QObject::tr("D's optimiser");
        case Phase::G: return QObject::tr("G");
        case Phase::GOptimiser: return QObject::tr("G's optimiser");
        default: return fromUtf8(name_of(phase));
    }
}

}  // namespace

QString OomBanner::sentence(const OomRecovered& event, const TrainConfig& config) {
    const QString step = countText(event.step);
    const Result<TrainConfig> before = with_patch(config, event.before);
    const Result<TrainConfig> after = with_patch(config, event.after);
    if (before && after && before->effective_batch() == after->effective_batch()) {
        return tr("Out of memory at step %1: survived, effective batch still %2").arg(step, countText(after->effective_batch()));
    }
    return tr("Out of memory at step %1: survived, the step was repeated").arg(step);
}

OomBanner::OomBanner(const OomRecovered& event, SessionBridge* bridge, QWidget* parent)
    : QWidget(parent), event_(event), bridge_(bridge), bar_(new NoticeBar(Tone::Ok, sentence(event, *bridge->config()), {}, this)) {
    QPushButton* keep = bar_->addButton(tr("Keep"), QStringLiteral("check"), true);
    undo_ = bar_->addButton(tr("Undo when it fits"), QStringLiteral("arrow-back-up"));
    details_ = bar_->addButton(tr("Details"), QStringLiteral("chevron-down"));
    details_->setFlat(true);
    bar_->addClose();
    card_ = card();
    card_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar_);
    column->addWidget(card_);
    connect(keep, &QPushButton::clicked, this, &QObject::deleteLater);
    connect(bar_, &NoticeBar::closed, this, &QObject::deleteLater);
    connect(details_, &QPushButton::clicked, this, [this] { setDetailsShown(!card_->isVisibleTo(this)); });
    connect(undo_, &QPushButton::clicked, this, [this] {
        waiting_ = true;
        undo_->setEnabled(false);
        undo_->setText(tr("Waiting for %1").arg(totalText(needed())));
        undo_->setToolTip(tr("The old settings come back at the first step with room for %1.").arg(totalText(needed())));
    });
    connect(bridge, &SessionBridge::memoryChanged, this, [this](const std::shared_ptr<const MemoryReport>& report) {
        if (waiting_ && report) undoWhenItFits(*report);
    });
}

void OomBanner::undoWhenItFits(const MemoryReport& report) {
    const Bytes room = std::min(report.budget, report.device_total - report.now.other_programs) - report.reserve;
    if (room < needed()) return;
    waiting_ = false;
    bridge_->apply(event_.before, ChangeOrigin::Undo);
    deleteLater();
}

void OomBanner::setDetailsShown(bool shown) {
    card_->setVisible(shown);
    setThemedIcon(details_, shown ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down"));
}

void OomBanner::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && card_->isVisibleTo(this)) return setDetailsShown(false);
    QWidget::keyPressEvent(event);
}

QWidget* OomBanner::card() {
    auto* frame = new QFrame(this);
    frame->setObjectName(QStringLiteral("noticeCard"));
    auto* row = new QHBoxLayout(frame);
    row->setContentsMargins(16, 12, 16, 12);
    row->setSpacing(24);
    row->addWidget(happened(), 1, Qt::AlignTop);
    row->addWidget(tried(), 1, Qt::AlignTop);
    if (event_.ledger) row->addWidget(ledger(), 0, Qt::AlignTop);
    return frame;
}

QWidget* OomBanner::happened() {
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(text(tr("What happened"), "strong", part));
    const Bytes missing = event_.live + event_.requested - event_.budget;
    QString words = tr("%1 asked for %2 while %3 were held.").arg(phase_words(event_.phase), tensorText(event_.requested), totalText(event_.live));
    if (event_.budget.count > 0) words += QStringLiteral(" ") + tr("The budget is %1.").arg(totalText(event_.budget));
    if (event_.budget.count > 0 && missing.count > 0) words += QStringLiteral(" ") + tr("Missing: %1.").arg(tensorText(missing));
    column->addWidget(text(words, "small", part));
    auto* cost = new NoticeBar(Tone::Info, {}, tr("Cost: step %1 was repeated with the same images and random state. No step was lost.").arg(countText(event_.step)), part);
    column->addWidget(cost);
    auto* copy = new QPushButton(tr("Copy report"), part);
    setThemedIcon(copy, QStringLiteral("copy"));
    connect(copy, &QPushButton::clicked, this, [this, words] {
        QString report = bar_->title() + QLatin1Char('\n') + words;
        for (const std::string& one : event_.tried) report += QStringLiteral("\n- ") + QString::fromStdString(one);
        QApplication::clipboard()->setText(report);
    });
    column->addWidget(copy, 0, Qt::AlignLeft);
    return part;
}

QWidget* OomBanner::tried() {
    auto* part = new QWidget(this);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(text(tr("What was tried, in order"), "strong", part));
    for (std::size_t i = 0; i < event_.tried.size(); ++i) {
        const bool last = i + 1 == event_.tried.size();
        auto* icon = new QLabel(part);
        setThemedIcon(icon, last ? QStringLiteral("circle-check") : QStringLiteral("circle-half-2"), last ? Token::Ok : Token::Warn);
        auto* row = new QHBoxLayout;
        row->setSpacing(8);
        row->addWidget(icon, 0, Qt::AlignTop);
        row->addWidget(text(QString::fromStdString(event_.tried[i]), "", part), 1);
        column->addLayout(row);
    }
    if (event_.changes_batch_statistics) {
        column->addWidget(new NoticeBar(Tone::Warn, {}, tr("Same effective batch, one difference: batch norm now sees fewer images per pass."), part));
    }
    return part;
}

QWidget* OomBanner::ledger() {
    auto* part = new QWidget(this);
    auto* grid = new QGridLayout(part);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(4);
    const MemoryUnit unit = unitFor(event_.ledger->now.this_process());
    grid->addWidget(text(tr("At the failure"), "hint", part), 0, 0);
    grid->addWidget(text(unitName(unit), "hint", part), 0, 1, Qt::AlignRight);
    const LedgerFigures figures = foldColumn(event_.ledger->now);
    const LedgerShown shown = settle(figures, unit);
    int line = 1;
    for (std::size_t i = 0; i < kLedgerRows; ++i) {
        const auto row = static_cast<LedgerRow>(i);
        if (row == LedgerRow::Process || !shown[row]) continue;
        const auto role = barRole(row);
        const char* look = row == LedgerRow::Device ? "strong" : "small";
        grid->addWidget(text(role ? roleName(*role) : tr("Device"), look, part), line, 0);
        auto* figure = text(shownText(*shown[row], unit), look, part);
        figure->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(figure, line++, 1);
    }
    return part;
}

}  // namespace headroom::ui
