// CheckpointList: rows, and buttons that find their place beside or below them.
#include "ui/panels/runs/checkpoint_list.h"

#include "core/families/words.h"
#include "ui/bridge/qt_format.h"
#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/small_header.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>
#include <QStandardItemModel>

#include <algorithm>
#include <tuple>

namespace headroom::ui {
namespace {

enum class Part { Start, Safetensors, Pth, Blend };

Part partOf(const QToolButton* button) { return static_cast<Part>(button->property("part").toInt()); }

}  // namespace

CheckpointList::CheckpointList(QWidget* parent) : QTreeView(parent), model_(new QStandardItemModel(this)) {
    setUpTable(this, tr("Checkpoints"));
    setModel(model_);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setStretchLastSection(true);
    onResize(viewport(), [this] { fitButtons(); });
}

void CheckpointList::setRun(const RunInfo& info) {
    if (info.model != info_.model) model_->removeRows(0, model_->rowCount());  // told in other words
    info_ = info;
    model_->setHorizontalHeaderLabels({capitalised(stepNoun(info.model)), tr("Images"),
                                       coreText(score_name(info.model)), tr("Size"), tr("Kept because"),
                                       tr("Integrity"), QString()});
    std::ranges::sort(info_.checkpoints,
                      [](const auto& a, const auto& b) { return std::tie(b.step, a.path) < std::tie(a.step, b.path); });
    QStringList keys;
    bool scored = false;
    for (const CheckpointInfo& c : info_.checkpoints) {
        keys << QStringList{fromUtf8(c.path), scoreText(info_.model, c.score), tensorText(c.size), fromUtf8(c.problem),
                            QString::number((keys.isEmpty() ? 4 : 0) + (c.best ? 2 : 0) + (c.verified ? 1 : 0))}
                    .join(QLatin1Char('\n'));
        scored = scored || std::isfinite(c.score);
    }
    // A row that would say the same stays, with what is chosen, scrolled to and about to be pressed in it.
    const auto key = [this](int row) { return model_->index(row, 0).data(Qt::UserRole).toString(); };
    for (int row = model_->rowCount() - 1; row >= 0; --row)
        if (!keys.contains(key(row))) model_->removeRow(row);
    for (int row = 0; row < keys.size(); ++row)
        if (key(row) != keys[row]) insertRow(row, keys[row]);
    alignFigures(model_, 0, SizeColumn);
    setColumnHidden(ImagesColumn, !allSeeImages({info.model}));
    setColumnHidden(ScoreColumn, !scored);
    refreshButtons();
    fitButtons();
}

void CheckpointList::insertRow(int at, const QString& key) {
    const CheckpointInfo& c = info_.checkpoints[static_cast<std::size_t>(at)];
    const bool newest = at == 0;
    QStandardItem* why = c.best ? new TableCell(tr("Best score"), "star", Token::Acc)
                                : new TableCell(newest ? tr("Newest") : tr("Rotating"));
    QStandardItem* state = !c.problem.empty() ? new TableCell(coreText(c.problem), "alert-triangle", Token::Err)
                           : c.verified       ? new TableCell(tr("hash verified"), "circle-check", Token::Ok)
                                              : new TableCell(tr("not checked"), "circle", Token::T3);
    QList<QStandardItem*> row{new TableCell(countText(c.step)),
                              new TableCell(imagesText(c.images)),
                              new TableCell(scoreText(info_.model, c.score)),
                              new TableCell(tensorText(c.size)),
                              why,
                              state,
                              new TableCell(QString())};
    row.first()->setToolTip(fromUtf8(c.path));
    row.first()->setData(key, Qt::UserRole);
    model_->insertRow(at, row);
    setIndexWidget(row.last()->index(), actionsFor(c, newest));
}

QWidget* CheckpointList::actionsFor(const CheckpointInfo& c, bool newest) {
    auto* bar = new QWidget(this);
    auto* line = rowIn(bar, {4, 1, 4, 1}, 4);
    line->addStretch();
    const QString path = fromUtf8(c.path);
    const bool weights = family_of(info_.model).facts().trains;
    const auto add = [&](Part part, const QString& text, const char* icon, auto act) {
        auto* button = styled(styled(new QToolButton(bar), "small"), "part", static_cast<int>(part));
        button->setObjectName(QStringLiteral("button"));
        named(button, tr("%1, %2").arg(text, stepPhrase(info_.model, countText(c.step))))->setText(text);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        setThemedIcon(button, QLatin1String(icon));
        connect(button, &QToolButton::clicked, this, act);
        line->addWidget(button);
        return button;
    };
    if (newest)
        add(Part::Start, tr("Continue"), "player-play", [this] { Q_EMIT continueRequested(); });
    else if (weights)
        add(Part::Start, tr("New run"), "plus", [this, path] { Q_EMIT startFromRequested(path); });
    if (!weights) return bar;
    const qint64 step = c.step;
    add(Part::Safetensors, QStringLiteral("safetensors"), "file-export",
        [this, path, step] { Q_EMIT exportRequested(path, step, QStringLiteral("safetensors")); });
    add(Part::Pth, QStringLiteral("PyTorch .pth"), "file-export",
        [this, path, step] { Q_EMIT exportRequested(path, step, QStringLiteral("pth")); });
    if (window_family_of(info_.model).facts().latents) {
        QToolButton* blend = add(Part::Blend, tr("Animate…"), "route", [] {});
        auto* menu = new QMenu(blend);
        connect(menu, &QMenu::aboutToShow, this, [this, menu, from = c.path] {
            menu->clear();
            for (const CheckpointInfo& each : info_.checkpoints)
                if (each.path == from) menu->addActions(blends(each, menu));
        });
        setPopup(blend, menu);
    }
    return bar;
}

QList<QToolButton*> CheckpointList::buttons(int row) const {
    const QWidget* bar = indexWidget(model_->index(row, ActionsColumn));
    return bar ? bar->findChildren<QToolButton*>() : QList<QToolButton*>();
}

void CheckpointList::allow(const QString& why_no_start, const QString& why_no_continue) {
    why_no_start_ = why_no_start;
    why_no_continue_ = why_no_continue;
    refreshButtons();
}

void CheckpointList::refreshButtons() {
    for (int row = 0; row < model_->rowCount(); ++row) {
        const bool damaged = !info_.checkpoints[static_cast<std::size_t>(row)].problem.empty();
        for (QToolButton* button : buttons(row)) {
            const Part part = partOf(button);
            QString why = damaged ? tr("This checkpoint is damaged") : QString();
            if (part == Part::Start && row == 0)
                why = why_no_continue_;  // an earlier one is taken where the newest is damaged
            else if (part == Part::Start && why.isEmpty())
                why = why_no_start_;
            else if (part == Part::Blend && why.isEmpty())
                why = whyNoBlend(info_);
            const QString tip = part == Part::Blend   ? tr("Write an animation of the way from its weights to others")
                                : part != Part::Start ? tr("Write its weights as %1").arg(button->text())
                                : row == 0            ? tr("Go on from here")
                                                      : tr("A new run of these settings that begins with its weights");
            button->setEnabled(why.isEmpty());
            button->setToolTip(why.isEmpty() ? tip : why);
        }
    }
}

QString CheckpointList::whyNoBlend(const RunInfo& info) {
    if (!window_family_of(info.model).facts().latents) return tr("Runs of this kind are not animated");
    const auto sound = std::ranges::count_if(
        info.checkpoints, [](const CheckpointInfo& checkpoint) { return checkpoint.problem.empty(); });
    return sound < 2 ? tr("There is no other checkpoint yet") : QString();
}

QToolButton* CheckpointList::blendButton(int row) const {
    for (QToolButton* button : buttons(row))
        if (partOf(button) == Part::Blend && button->isEnabled()) return button;
    return nullptr;
}

void CheckpointList::goToBlends() {
    int row = currentIndex().isValid() && blendButton(currentIndex().row()) ? currentIndex().row() : 0;
    while (row < model_->rowCount() && !blendButton(row)) ++row;
    if (row == model_->rowCount()) return;
    setCurrentIndex(model_->index(row, 0));
    blendButton(row)->setFocus(Qt::ShortcutFocusReason);
}

QList<QAction*> CheckpointList::blends(const CheckpointInfo& from, QObject* parent) {
    QList<QAction*> out;
    if (!window_family_of(info_.model).facts().latents) return out;
    for (const CheckpointInfo& to : info_.checkpoints) {
        if (to.path == from.path || !to.problem.empty() || !from.problem.empty()) continue;
        auto* action =
            new QAction(tr("Animate the way to %1…").arg(stepPhrase(info_.model, countText(to.step))), parent);
        setThemedIcon(action, QStringLiteral("route"));
        connect(action, &QAction::triggered, this,
                [this, a = fromUtf8(from.path), b = fromUtf8(to.path)] { Q_EMIT blendRequested(a, b); });
        out << action;
    }
    return out;
}

void CheckpointList::contextMenuEvent(QContextMenuEvent* event) {
    const bool by_key = event->reason() == QContextMenuEvent::Keyboard;
    const int row = by_key ? currentIndex().row() : indexAt(viewport()->mapFrom(this, event->pos())).row();
    auto* menu = new QMenu(this);
    if (row >= 0) menu->addActions(blends(info_.checkpoints[static_cast<std::size_t>(row)], menu));
    openOnce(menu, event->globalPos());
}

QString CheckpointList::summary() const {
    Bytes sum;
    for (const CheckpointInfo& c : info_.checkpoints) sum += c.size;
    const auto n = static_cast<int>(info_.checkpoints.size());
    return n == 0 ? tr("No checkpoints yet") : tr("%1 in %Ln file(s)", nullptr, n).arg(tensorText(sum));
}

void CheckpointList::fitButtons() {
    if (model_->rowCount() == 0) return;
    int needed = 0;
    for (int column = 0; column < ActionsColumn; ++column)
        needed += isColumnHidden(column) ? 0 : sizeHintForColumn(column);
    // Words and pictures where they have room; then a picture to begin with and words for the formats, which have the same one.
    const std::pair<Qt::ToolButtonStyle, Qt::ToolButtonStyle> looks[] = {
        {Qt::ToolButtonTextBesideIcon, Qt::ToolButtonTextBesideIcon},
        {Qt::ToolButtonIconOnly, Qt::ToolButtonTextOnly},
        {Qt::ToolButtonIconOnly, Qt::ToolButtonIconOnly}};
    for (const auto& [start, formats] : looks) {
        for (int row = 0; row < model_->rowCount(); ++row) {
            for (QToolButton* button : buttons(row)) {
                const Part part = partOf(button);
                button->setToolButtonStyle(part == Part::Start || part == Part::Blend ? start : formats);
            }
        }
        int widest = 0;
        for (int row = 0; row < model_->rowCount(); ++row)
            if (const QWidget* bar = indexWidget(model_->index(row, ActionsColumn)))  // none yet while rows are added
                widest = std::max(widest, bar->sizeHint().width());
        if (needed + widest <= viewport()->width()) break;
    }
}

}  // namespace headroom::ui
