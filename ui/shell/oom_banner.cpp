// OomBanner: the ladder itself goes back when there is room; the banner hands the answer on and goes when the old settings are back.
#include "ui/shell/oom_banner.h"

#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"
#include "ui/models/mark_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/role_paint.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFile>
#include <QGridLayout>
#include <QKeyEvent>

namespace headroom::ui {

namespace {

constexpr int kBeside = 620;     // below, at 100 % text: the three parts stand under each other
constexpr int kEdge = 4;         // the coloured line at the left
constexpr double kShare = 0.42;  // of the window's height that the card may take; more scrolls

QLabel* text(const QString& words, const char* role, QWidget* parent) {
    return selectable(makeLabel(role, words, parent, Wrap::On));
}

QString sentence(QString text) {
    return text.isEmpty() || text.endsWith(QLatin1Char('.')) ? text : text + QLatin1Char('.');
}

QString phaseWords(Phase phase, ModelKind kind) {
    switch (phase) {
        case Phase::DReal: return QObject::tr("D on real images");
        case Phase::DFake: return QObject::tr("D on fakes");
        case Phase::DPenalty: return QObject::tr("D's penalty");
        case Phase::DOptimiser: return QObject::tr("D's optimiser");
        case Phase::G: return QObject::tr("G's step");
        case Phase::GOptimiser: return QObject::tr("G's optimiser");
        case Phase::None: return QObject::tr("The %1").arg(stepNoun(kind));
        default: return capitalised(fromUtf8(name_of(phase)));
    }
}

std::pair<const char*, Token> lookOf(RemedyOutcome outcome) {
    switch (outcome) {
        case RemedyOutcome::Worked: return {"circle-check", Token::Ok};
        case RemedyOutcome::NotEnough: return {"circle-half-2", Token::Warn};
        case RemedyOutcome::NotNeeded: break;
    }
    return {"circle", Token::T3};
}

}  // namespace

QStringList OomCard::happenedText(const OomRecovered& event, ModelKind kind) {
    QString who = phaseWords(event.phase, kind);
    if (event.micro_batch > 0)
        who += tr(", micro-batch %1 of %2,").arg(countText(event.micro_batch), countText(event.micro_batches));
    QString what = tr("%1 asked for %2").arg(who, tensorText(event.requested));
    if (event.allowed.count > 0)
        what += tr("; %1 were free.").arg(tensorText(std::max(Bytes{}, event.allowed - event.live)));
    else
        what += tr(" while %1 were held.").arg(totalText(event.live));
    if (event.missing.count > 0) what += QLatin1Char(' ') + tr("Missing: %1.").arg(tensorText(event.missing));
    QStringList lines{what};
    if (!event.tensor.empty()) lines << tr("Tensor: %1").arg(sentence(coreText(event.tensor)));
    if (!event.process.empty()) lines << tr("Where: %1").arg(sentence(coreText(event.process)));
    if (!event.why.empty()) lines << tr("Why now: %1").arg(sentence(coreText(event.why)));
    return lines;
}

QString OomCard::outcomeText(const OomRemedy& remedy, ModelKind kind) {
    QStringList parts;
    if (remedy.outcome == RemedyOutcome::NotNeeded) return tr("Not needed");
    if (remedy.gave.count > 0) parts << tr("%1 back").arg(tensorText(remedy.gave));
    if (remedy.peak_before.count > 0 && remedy.peak_after.count > 0) {
        const MemoryUnit unit = unitFor(remedy.peak_before);
        parts << tr("peak %1 to %2")
                     .arg(leadText(remedy.peak_before, remedy.peak_after, unit), sizeText(remedy.peak_after, unit));
    }
    if (remedy.seconds_before > 0 && remedy.seconds_after > 0)
        parts << tr("speed %1").arg(signedPercentText((remedy.seconds_before / remedy.seconds_after - 1.0) * 100.0));
    if (remedy.outcome == RemedyOutcome::Worked)
        parts << tr("%1 repeated").arg(stepNoun(kind));
    else
        parts << (remedy.missing.count > 0 ? tr("%1 still missing").arg(tensorText(remedy.missing)) : tr("not enough"));
    return capitalised(parts.join(QStringLiteral(", ")));
}

OomCard::OomCard(const OomRecovered& event, ModelKind kind, const SessionPlace& place, const QString& title,
                 QAction* snapshot, QAction* make_fit, QWidget* parent)
    : QFrame(parent), event_(event), kind_(kind), place_(place), title_(title) {
    setObjectName(QStringLiteral("noticeCard"));
    setProperty("tone", event.survived ? "ok" : "err");
    columns_ = rowOf({{happened(), 5}, {tried(), 5}}, 24, {16, 12, 16, 8});
    if (event_.ledger) columns_->addWidget(ledger(), 4);
    scroll_ = makeScroll(this);
    QWidget* body = boxed(columns_, scroll_->viewport());
    body->setObjectName(QStringLiteral("scrollBody"));
    scroll_->setWidget(body);
    // Words that come later, or get their fonts later, want another height.
    onEvents(body, {QEvent::LayoutRequest}, [this] { fit(); });
    columnIn(this, {kEdge, 0, 0, 0}, 0, {scroll_, buttons(snapshot, make_fit)});
    fit();
    onResize(this, [this] { fit(); });
}

QWidget* OomCard::happened() {
    auto* column = columnOf({}, 8);
    column->addWidget(text(tr("What happened"), "strong", this));
    for (const QString& line : happenedText(event_, kind_)) column->addWidget(text(line, "small", this));
    const QString step = stepPhrase(kind_, countText(event_.step)), noun = stepNoun(kind_);
    const QString took = event_.seconds > 0 ? tr(", %1 in all").arg(durationText(event_.seconds)) : QString();
    fill(column,
         {event_.survived ? new NoticeBar(Tone::Info, {}, words_of(kind_).repeated().arg(step, took, noun), this)
                          : new NoticeBar(Tone::Err, {}, words_of(kind_).undone().arg(step, took, noun), this),
          stretch(1)});
    return boxed(column, this);
}

void OomCard::addRemedy(QBoxLayout* column, RemedyOutcome outcome, const QString& title, const QString& detail) {
    auto* icon = makeIcon(QLatin1String(lookOf(outcome).first), lookOf(outcome).second, 16, this);
    auto* words = columnOf({text(title, "", this)}, 0);
    if (!detail.isEmpty()) words->addWidget(text(detail, "small", this));
    column->addLayout(rowOf({{icon, 0, Qt::AlignTop}, {words, 1}}, 8));
}

QWidget* OomCard::tried() {
    auto* column = columnOf({}, 8);
    column->addWidget(text(tr("What was tried, in order"), "strong", this));
    QStringList spared;
    for (const OomRemedy& remedy : event_.remedies)
        if (remedy.outcome == RemedyOutcome::NotNeeded)
            spared << coreText(remedy.words);
        else
            addRemedy(column, remedy.outcome, coreText(remedy.words), outcomeText(remedy, kind_));
    if (event_.remedies.empty()) {
        for (std::size_t i = 0; i < event_.tried.size(); ++i) {
            const bool worked = event_.survived && i + 1 == event_.tried.size();
            addRemedy(column, worked ? RemedyOutcome::Worked : RemedyOutcome::NotEnough, recoveryText(event_.tried[i]),
                      {});
        }
    }
    if (!spared.isEmpty())
        addRemedy(column, RemedyOutcome::NotNeeded, spared.join(QStringLiteral(", ")), tr("Not needed"));
    if (!event_.statistics_note.empty())
        column->addWidget(new NoticeBar(Tone::Warn, {}, coreText(event_.statistics_note), this));
    else if (event_.changes_batch_statistics)
        column->addWidget(new NoticeBar(
            Tone::Warn, {}, tr("Same effective batch, one difference: batch norm now sees fewer images per pass."),
            this));
    if (event_.survived) {
        undo_ = text({}, "small", this);
        column->addWidget(undo_);
        setRoom({});
    }
    column->addStretch(1);
    return boxed(column, this);
}

void OomCard::setRoom(Bytes room) {
    if (!undo_) return;
    QString words;
    if (event_.undo_needs.count > 0) {
        const MemoryUnit unit = unitFor(event_.undo_needs);
        words = tr("Undo needs %1 with the reserve").arg(sizeText(event_.undo_needs, unit));
        words +=
            room.count > 0 ? tr("; %1 are there. ").arg(leadText(room, event_.undo_needs, unit)) : QStringLiteral(". ");
    }
    words +=
        tr("Unanswered: back after %1 calm %2.").arg(countText(event_.calm_steps), stepNoun(kind_, event_.calm_steps));
    if (undo_->text() == words) return;
    undo_->setText(words);
    if (scroll_) fit();  // one line more or less
}

QWidget* OomCard::ledger() {
    auto* box = new QWidget(this);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    const MemoryUnit unit = unitFor(event_.ledger->now.this_process());
    const auto figure = [&](const QString& words, const char* look, int line) {
        QLabel* label = text(words, look, box);
        label->setWordWrap(false);
        label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(label, line, 2);
    };
    grid->addWidget(text(tr("At the failure"), "hint", box), 0, 0, 1, 2);
    figure(unitName(unit), "hint", 0);
    const LedgerShown shown = settle(foldColumn(event_.ledger->now), unit);
    int line = 1;
    for (std::size_t i = 0; i < kLedgerRows; ++i) {
        const auto row = static_cast<LedgerRow>(i);
        if (row == LedgerRow::Process || row == LedgerRow::Window || !shown[row]) continue;
        if (row == LedgerRow::Dataset && *shown[row] == 0) continue;  // it stayed on the host
        const char* look = row == LedgerRow::Device ? "strong" : "small";
        if (const auto role = barRole(row)) {
            auto* swatch = new QLabel(box);
            onTheme(swatch,
                    [swatch, role] { swatch->setPixmap(roleSwatch(*role, scaled(12), swatch->devicePixelRatioF())); });
            grid->addWidget(swatch, line, 0);
            grid->addWidget(text(roleName(*role), look, box), line, 1);
        } else {
            grid->addWidget(text(tr("Device"), look, box), line, 0, 1, 2);
        }
        figure(shownText(*shown[row], unit), look, line++);
    }
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(line, 1);
    return box;
}

QWidget* OomCard::buttons(QAction* snapshot, QAction* make_fit) {
    auto* box = new QWidget(this);
    auto* row = rowIn(box, {16, 4, 16, 12}, 8);
    const QString path = fromUtf8(event_.report_path);
    QLabel* where =
        text(path.isEmpty() ? QString() : tr("Report %1 kept with the run.").arg(fileNameText(path)), "hint", box);
    where->setToolTip(placedPath(place_, path));
    row->addWidget(shrinking(where), 1);
    // The report file's text, or where it cannot be read, as on another machine, the card in words.
    const auto copy = [this, path = place_.same_machine ? path : QString()] {
        reading_.start(
            [path] {
                QFile file(path);
                return !path.isEmpty() && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            },
            [this](const QByteArray& report) {
                QApplication::clipboard()->setText(report.isEmpty() ? asText() : QString::fromUtf8(report));
            });
    };
    row->addWidget(onClick(makeButton(tr("Copy report"), QStringLiteral("copy"), box), this, copy));
    for (QAction* action : {snapshot, make_fit})
        if (action) row->addWidget(new ActionButton(action, ActionButton::Look::Plain, box));
    return box;
}

QString OomCard::asText() const {
    QStringList lines{title_};
    lines << happenedText(event_, kind_);
    for (const OomRemedy& remedy : event_.remedies)
        lines << QStringLiteral("- %1: %2").arg(coreText(remedy.words), outcomeText(remedy, kind_));
    if (event_.remedies.empty())
        for (const std::string& one : event_.tried) lines << QStringLiteral("- ") + recoveryText(one);
    return lines.join(QLatin1Char('\n'));
}

void OomCard::fit() {
    standBeside(columns_, width() >= scaled(kBeside));
    const int room = std::max(120, static_cast<int>(window()->height() * kShare));
    const int wide = std::max(1, width() - kEdge);
    // As without a scroll bar; where one is needed the words wrap within what is left beside it.
    const int wanted = columns_->hasHeightForWidth() ? columns_->heightForWidth(wide) : columns_->sizeHint().height();
    scroll_->setVerticalScrollBarPolicy(wanted > room ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    const int height = std::clamp(wanted, 40, room);
    if (scroll_->height() != height || scroll_->minimumHeight() != height) scroll_->setFixedHeight(height);
}

QString OomBanner::sentence(const OomRecovered& event, const TrainConfig& config) {
    const QString step = stepPhrase(config.model, countText(event.step));
    if (!event.survived) return tr("Out of memory at %1: nothing that was tried fits, the run stopped").arg(step);
    const Result<TrainConfig> before = with_patch(config, event.before);
    const Result<TrainConfig> after = with_patch(config, event.after);
    if (before && after && before->effective_batch() == after->effective_batch()) {
        // A no-break space: the number never stands alone on a line.
        return tr("Out of memory at %1: survived, effective batch still\u00a0%2")
            .arg(step, countText(after->effective_batch()));
    }
    return tr("Out of memory at %1: survived, the %2 was repeated").arg(step, stepNoun(config.model));
}

OomBanner::OomBanner(const OomRecovered& event, SessionBridge* bridge, QAction* snapshot, QAction* make_fit,
                     QWidget* parent)
    : QWidget(parent),
      event_(event),
      bridge_(bridge),
      bar_(new NoticeBar(event.survived ? Tone::Ok : Tone::Err, sentence(event, *bridge->config()), {}, this)),
      card_(new OomCard(event, bridge->config()->model, bridge->place(), bar_->title(), snapshot, make_fit, this)) {
    if (event.survived) {
        QPushButton* keep = bar_->addButton(tr("Keep"), QStringLiteral("check"), true);
        onClick(keep, this, [this] { answer(OomAnswer::Keep); })->setToolTip(tr("Stay with the smaller settings"));
    }
    if (event.survived && !event.before.empty()) {
        undo_ = bar_->addButton(tr("Undo when it fits"), QStringLiteral("arrow-back-up"));
        undo_->setToolTip(tr("The old settings come back at the first %1 with room for %2.")
                              .arg(stepNoun(bridge->config()->model), totalText(needed())));
        connect(undo_, &QPushButton::clicked, this, [this] { answer(OomAnswer::UndoWhenItFits); });
    }
    details_ = bar_->addButton(tr("Details"), QStringLiteral("chevron-down"));
    details_->setFlat(true);
    bar_->addClose();
    card_->hide();
    columnIn(this, {}, 0, {bar_, card_});
    connect(bar_, &NoticeBar::closed, this, &QObject::deleteLater);
    connect(details_, &QPushButton::clicked, this, [this] { setDetailsShown(!card_->isVisibleTo(this)); });
    connect(bridge, &SessionBridge::memoryChanged, card_, [this](const std::shared_ptr<const MemoryReport>& report) {
        if (report) card_->setRoom(std::min(report->budget, report->device_total - report->now.other_programs));
    });
    connect(bridge, &SessionBridge::paramApplied, this, [this] {
        const TrainConfig& now = *bridge_->config();
        const bool back = !event_.before.empty() && std::ranges::all_of(event_.before, [&](const auto& old) {
            const ParamRow* row = find_param(old.first);
            return row && row->get(now) == old.second;
        });
        if (back) deleteLater();
    });
    connect(bridge, &SessionBridge::runStarted, this, &QObject::deleteLater);  // it told of the run before
    connect(bridge, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (undo_ && !is_active(state)) undo_->setEnabled(false);
    });
}

void OomBanner::answer(OomAnswer answer) {
    bridge_->answerOom(answer);
    if (answer == OomAnswer::Keep) return deleteLater();
    waiting_ = true;
    undo_->setEnabled(false);
    undo_->setText(tr("Waiting for %1").arg(totalText(needed())));
}

void OomBanner::setDetailsShown(bool shown) {
    card_->setVisible(shown);
    setThemedIcon(details_, shown ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down"));
}

void OomBanner::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && card_->isVisibleTo(this)) return setDetailsShown(false);
    QWidget::keyPressEvent(event);
}

}  // namespace headroom::ui
