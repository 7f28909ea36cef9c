// Monkey: random keys, clicks, drags, wheels, edits, sizes, themes and directions on a window, as the window system would send them. What an event
// does is a function of the seed, its number and what is shown; the last ones are told when a test fails or the program crashes.
#pragma once

#include "core/api/param_schema.h"
#include "core/base/random.h"
#include "tests/ui/give_value.h"
#include "tests/ui/monkey_log.h"
#include "tests/ui/time_limits.h"
#include "ui/models/param_edits.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/slow_events.h"
#include "ui/shell/theme.h"
#include "ui/shell/workbench.h"
#include "ui/widgets/number_field.h"

#include <QApplication>
#include <QDialog>
#include <QEventLoop>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <QWheelEvent>
#include <QWindow>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <vector>

namespace headroom::ui {

constexpr qsizetype kMostParts = 25000;  ///< of a window, twice what they come to

/// Lets the window live for less than `most` ms. Unlike QTest's waiting the loop tells when it waits: what comes meanwhile is not one event.
inline QString waitAWhile(RandomStream& random, std::uint64_t most) {
    QEventLoop loop;
    QTimer::singleShot(int(random.below(most)), &loop, &QEventLoop::quit);
    loop.exec();
    return QStringLiteral("waited");
}

class Monkey : public QObject {
public:
    using Act = std::function<QString(RandomStream&)>;  ///< says what it did

    explicit Monkey(std::uint64_t seed) : seed_(seed) {
        add(26, [this](RandomStream& r) { return click(r, Qt::LeftButton, 1); });
        add(2, [this](RandomStream& r) { return click(r, Qt::LeftButton, 2); });
        add(3, [this](RandomStream& r) { return click(r, Qt::RightButton, 1); });
        add(4, [this](RandomStream& r) { return drag(r); });
        add(4, [this](RandomStream& r) { return wheel(r); });
        add(5, [this](RandomStream& r) { return hover(r); });
        add(14, [this](RandomStream& r) { return press(r); });
        add(8, [this](RandomStream& r) { return command(r); });
        add(8, [this](RandomStream& r) { return edit(r); });
        add(1, [this](RandomStream& r) { return resize(r); });
        add(1, [this](RandomStream& r) { return look(r); });
        add(2, [this](RandomStream&) { return escape(), QStringLiteral("escape"); });
    }

    /// A further kind of event; the ones of this class have 78 shares.
    void add(int share, Act act) { acts_.insert(acts_.end(), static_cast<std::size_t>(share), std::move(act)); }
    /// Not these commands: what they do is outside of what is shown.
    void leaveOut(std::set<Cmd> commands) { left_out_ = std::move(commands); }
    /// These events alone, "12-40,77": to find those that a failure needs. Empty: all.
    void only(const QString& ranges) {
        for (const QString& range : ranges.split(QLatin1Char(','), Qt::SkipEmptyParts))
            only_.emplace_back(range.section(QLatin1Char('-'), 0, 0).toLongLong(),
                               range.section(QLatin1Char('-'), -1).toLongLong());
    }

    /// The first event has the number HEADROOM_MONKEY_FROM: a long way may be gone in pieces, each with a new window.
    void begin() { next_ = qEnvironmentVariableIntValue("HEADROOM_MONKEY_FROM"); }
    /// Makes events up to number `end` on `window` and leaves no dialog open. Comes back earlier when the window is closed; next() says how far it came.
    void play(MainWindow* window, std::int64_t end) {
        window_ = window;
        end_ = end;
        QEventLoop loop;
        level_ = QThread::currentThread()->loopLevel() + 1;
        loop_ = &loop;
        // In the loop: one that is made before could end the loop before it began.
        QTimer::singleShot(0, this, [this] { turn(); });
        loop.exec();
        loop_ = nullptr;
    }
    std::int64_t next() const { return next_; }
    std::uint64_t seed() const { return seed_; }
    /// Edits of fields that were typed and taken, refused with a sentence, or lost, with what was lost.
    int taken() const { return taken_; }
    const QStringList& lost() const { return lost_; }
    /// A form never lies: each field shows what is in force, staged or being typed.
    static QString whatTheFormsDeny(MainWindow& window) {
        QStringList wrong;
        for (auto* row : window.findChildren<ParamRowView*>()) {
            if (!row->isVisible() || row->editor()->isTyping()) continue;
            const std::string key(row->row().key);
            const ParamValue held = window.front()->edits()->valueShown(key);
            QString shown, wanted = QString::fromStdString(to_text(held));
            if (const auto* list = qobject_cast<const QComboBox*>(row->editor()->field()))
                shown = list->currentData().toString();
            else if (const auto* number = qobject_cast<const NumberField*>(row->editor()->field())) {
                shown = QString::number(number->value());
                const auto* real = std::get_if<double>(&held);
                wanted = QString::number(real ? *real : double(std::get<std::int64_t>(held)));
            } else
                continue;
            if (saysRefused(row) || shown == wanted) continue;
            const RunPanel* panel = nullptr;  // of another session than the one in front, perhaps
            for (QWidget* around = row; around && !panel; around = around->parentWidget())
                panel = qobject_cast<RunPanel*>(around);
            const std::string own = panel ? to_text(panel->edits()->valueShown(key)) : "no panel";
            wrong << QStringLiteral("%1 shows %2 and is %3; in the session of its form on page %4: %5")
                         .arg(QString::fromStdString(key), shown, wanted)
                         .arg(int(window.page()))
                         .arg(QString::fromStdString(own));
        }
        return wrong.join('\n');
    }

private:
    /// Whether a sentence below the field says why its value is not taken.
    static bool saysRefused(const ParamRowView* row) {
        const auto labels = row->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->property("role") == QLatin1String("bad") && !label->text().isEmpty();
        });
    }

    /// Each turn asks for the next one before it acts: an event that opens a dialog with a loop of its own goes on in there.
    void turn() {
        if (!loop_) return;
        tellOfWaits();
        const bool enough = next_ >= end_ || !window_->isVisible();
        if (enough && QThread::currentThread()->loopLevel() <= level_ && !QApplication::activeModalWidget() &&
            !QApplication::activePopupWidget())
            return loop_->quit();
        QTimer::singleShot(1, this, [this] { turn(); });
        if (enough) return leave();
        const std::int64_t number = next_++;
        if (!wanted(number)) return;
        RandomStream random(seed_, RandomPurpose::Score, static_cast<std::uint64_t>(number));
        if (leaveFileDialog()) return;
        const Act& act = acts_[random.below(acts_.size())];
        MonkeyLog::get().note(QStringLiteral("%1 …").arg(number));  // a crash comes before its words
        MonkeyLog::get().note(QStringLiteral("%1 %2").arg(number).arg(act(random)));
    }

    /// Which event the window waited for.
    void tellOfWaits() {
        const qsizetype waits = static_cast<const WatchedApplication*>(qApp)->slowEvents().size();
        if (waits > std::exchange(waits_, waits)) qInfo("the window waited: %s", MonkeyLog::get().last());
    }

    bool wanted(std::int64_t number) const {
        return only_.empty() || std::any_of(only_.begin(), only_.end(), [number](const auto& range) {
                   return range.first <= number && number <= range.second;
               });
    }

    /// Out of whatever is open: politely, then by its last button.
    void leave() {
        if (leaveDrag()) return;
        if (QWidget* popup = QApplication::activePopupWidget()) return (void)popup->close();
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog) return;
        if (++leaving_ % 5 != 0) return dialog->reject();
        const auto buttons = dialog->findChildren<QPushButton*>();
        for (auto* button : buttons)
            if (button->isVisible() && button->isEnabled()) return button->click();
    }
    /// A drag and drop has a loop of its own and no window: Esc ends it.
    bool leaveDrag() {
        if (QThread::currentThread()->loopLevel() <= level_ || QApplication::activeModalWidget() ||
            QApplication::activePopupWidget())
            return false;
        if (QWindow* window = window_->windowHandle()) key(window, Qt::Key_Escape, Qt::NoModifier, {});
        return true;
    }
    /// Dialogs of files see all of the machine: nothing is tried in there.
    static bool leaveFileDialog() {
        for (QWidget* top : QApplication::topLevelWidgets()) {
            auto* dialog = qobject_cast<QFileDialog*>(top);
            if (!dialog || !dialog->isVisible()) continue;
            MonkeyLog::get().note(QStringLiteral("file dialog \"%1\"").arg(dialog->windowTitle()));
            dialog->reject();
            return true;
        }
        return false;
    }

    /// The window that gets what a user does now.
    static QWidget* top(RandomStream& random, QWidget* main) {
        if (QWidget* popup = QApplication::activePopupWidget()) return popup;
        if (QWidget* modal = QApplication::activeModalWidget()) return modal;
        QList<QWidget*> shown;
        for (QWidget* each : QApplication::topLevelWidgets()) {
            if (each->isVisible() && each->windowHandle() && qobject_cast<QDialog*>(each)) shown << each;
        }
        if (shown.isEmpty() || random.below(3) == 0) return main;
        return shown[static_cast<qsizetype>(random.below(static_cast<std::uint64_t>(shown.size())))];
    }

    struct Spot {
        QPointer<QWindow> window;
        QPoint at;
        QString what;
    };
    /// Somewhere on a part of the window that can be seen.
    Spot spot(RandomStream& random) const {
        QWidget* const on = top(random, window_);
        QList<QWidget*> parts{on};
        for (QWidget* part : on->findChildren<QWidget*>()) {
            if (part->window() == on && part->isVisible() && !part->visibleRegion().isEmpty()) parts << part;
        }
        QWidget* part = parts[static_cast<qsizetype>(random.below(static_cast<std::uint64_t>(parts.size())))];
        const QRect seen = part->visibleRegion().boundingRect().intersected(part->rect());
        const QPoint at(seen.x() + int(random.below(std::max(1, seen.width()))),
                        seen.y() + int(random.below(std::max(1, seen.height()))));
        return {on->windowHandle(), part->mapTo(on, at), nameOf(part)};
    }
    static QString nameOf(const QWidget* part) {
        QString name = QLatin1String(part->metaObject()->className());
        if (!part->objectName().isEmpty()) name += QStringLiteral(" \"%1\"").arg(part->objectName());
        if (const auto* button = qobject_cast<const QAbstractButton*>(part))
            name += QStringLiteral(" \"%1\"").arg(button->text());
        return name;
    }

    void mouse(const Spot& at, QEvent::Type type, Qt::MouseButton button, Qt::MouseButtons held,
               Qt::KeyboardModifiers mods = Qt::NoModifier) {
        if (at.window)
            qt_handleMouseEvent(at.window, at.at, at.window->mapToGlobal(at.at), held, button, type, mods,
                                clock_ += 10);
    }
    static void key(QWindow* window, int code, Qt::KeyboardModifiers mods, const QString& text) {
        const QPointer<QWindow> there = window;
        qt_handleKeyEvent(window, QEvent::KeyPress, code, mods, text);
        if (there) qt_handleKeyEvent(there, QEvent::KeyRelease, code, mods, text);
    }
    static Qt::KeyboardModifiers modifiers(RandomStream& random) {
        const auto which = random.below(12);
        return which == 0 ? Qt::ControlModifier : which == 1 ? Qt::ShiftModifier : Qt::NoModifier;
    }

    QString click(RandomStream& random, Qt::MouseButton button, int times) {
        const Spot at = spot(random);
        const Qt::KeyboardModifiers mods = modifiers(random);
        MonkeyLog::get().note(QStringLiteral("  click %1").arg(at.what));
        clock_ += 5000;  // not the second of a double click
        for (int i = 0; i < times; ++i) {
            mouse(at, QEvent::MouseButtonPress, button, button, mods);
            mouse(at, QEvent::MouseButtonRelease, button, Qt::NoButton, mods);
        }
        return QStringLiteral("clicked %1 with %2, %3 times").arg(at.what).arg(int(button)).arg(times);
    }
    QString drag(RandomStream& random) {
        Spot at = spot(random);
        const QPoint from = at.at, way(int(random.below(400)) - 200, int(random.below(400)) - 200);
        MonkeyLog::get().note(QStringLiteral("  drag %1").arg(at.what));
        clock_ += 5000;
        mouse(at, QEvent::MouseButtonPress, Qt::LeftButton, Qt::LeftButton);
        for (int i = 1; i <= 4; ++i) {
            at.at = from + way * i / 4;
            mouse(at, QEvent::MouseMove, Qt::NoButton, Qt::LeftButton);
        }
        mouse(at, QEvent::MouseButtonRelease, Qt::LeftButton, Qt::NoButton);
        return QStringLiteral("dragged %1 by %2, %3").arg(at.what).arg(way.x()).arg(way.y());
    }
    QString hover(RandomStream& random) {
        const Spot at = spot(random);
        mouse(at, QEvent::MouseMove, Qt::NoButton, Qt::NoButton);
        return QStringLiteral("hovered %1").arg(at.what);
    }
    QString wheel(RandomStream& random) {
        QWidget* const on = top(random, window_);
        const QPoint at(int(random.below(std::max(1, on->width()))), int(random.below(std::max(1, on->height()))));
        QWidget* under = on->childAt(at);
        if (!under) under = on;
        QWheelEvent event(under->mapFrom(on, at), on->mapToGlobal(at), {}, QPoint(0, int(random.below(5)) * 120 - 240),
                          Qt::NoButton, modifiers(random), Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(under, &event);
        return QStringLiteral("wheel on %1").arg(nameOf(under));
    }

    QString press(RandomStream& random) {
        static constexpr Qt::Key kKeys[] = {Qt::Key_Tab,         Qt::Key_Backtab,   Qt::Key_Return,      Qt::Key_Escape,
                                            Qt::Key_Space,       Qt::Key_Backspace, Qt::Key_Delete,      Qt::Key_Up,
                                            Qt::Key_Down,        Qt::Key_Left,      Qt::Key_Right,       Qt::Key_Home,
                                            Qt::Key_End,         Qt::Key_PageUp,    Qt::Key_PageDown,    Qt::Key_F1,
                                            Qt::Key_F6,          Qt::Key_F11,       Qt::Key_Plus,        Qt::Key_Minus,
                                            Qt::Key_BracketLeft, Qt::Key_G,         Qt::Key_BracketRight};
        static const QString kTyped = QStringLiteral("0123456789eax -,|:é漢\u05d0");  // no path leads out of the folder
        QWidget* const on = top(random, window_);
        if (QApplication::activeWindow() != on && !QApplication::activePopupWidget()) on->activateWindow();
        QWindow* const window = on->windowHandle();
        if (!window) return QStringLiteral("no window to type in");
        const Qt::KeyboardModifiers mods = modifiers(random);
        if (random.below(2) == 0) {
            const QChar c = kTyped[static_cast<qsizetype>(random.below(static_cast<std::uint64_t>(kTyped.size())))];
            MonkeyLog::get().note(QStringLiteral("  type %1").arg(c));
            key(window, c.unicode() < 128 ? c.toUpper().unicode() : 0, Qt::NoModifier, c);
            return QStringLiteral("typed %1").arg(c);
        }
        const Qt::Key code = kKeys[random.below(std::size(kKeys))];
        const QString name = QKeySequence(code | mods).toString();
        MonkeyLog::get().note(QStringLiteral("  press %1").arg(name));
        key(window, code, mods, code == Qt::Key_Space ? QStringLiteral(" ") : QString());
        return QStringLiteral("pressed %1").arg(name);
    }

    QString command(RandomStream& random) {
        const auto cmd = static_cast<Cmd>(random.below(kCmdCount));
        QAction* action = window_->actions()->action(cmd);
        // As users can: not behind a dialog.
        if (left_out_.contains(cmd) || !action->isEnabled() || QApplication::activeModalWidget() ||
            QApplication::activePopupWidget())
            return QStringLiteral("no command");
        MonkeyLog::get().note(QStringLiteral("  command %1").arg(action->objectName()));
        action->trigger();
        return QStringLiteral("command %1").arg(action->objectName());
    }

    /// A value of a setting, right or wrong, as a user gives it. What was taken must be shown: nothing typed is lost.
    QString edit(RandomStream& random) {
        if (QApplication::activeModalWidget() || QApplication::activePopupWidget()) return QStringLiteral("no form");
        QList<ParamRowView*> rows;
        for (auto* row : window_->findChildren<ParamRowView*>())
            if (row->isVisible() && row->editor()->field()->isEnabled() && row->editor()->isEnabled()) rows << row;
        if (rows.isEmpty()) return QStringLiteral("no form");
        const QPointer<ParamRowView> row =
            rows[static_cast<qsizetype>(random.below(static_cast<std::uint64_t>(rows.size())))];
        const std::string key(row->row().key);
        const QString text = value(row->row(), random);
        const QString words = QStringLiteral("%1 = %2").arg(QString::fromStdString(key), text);
        MonkeyLog::get().note(QStringLiteral("  edit ") + words);
        const ParamEdits* edits = editsOf(row);
        if (!edits || !giveValue(row->editor()->field(), text)) return QStringLiteral("no edit of ") + words;
        const Result<ParamValue> wanted = parse_param(row->row(), text.toStdString());
        if (!row || !wanted) return QStringLiteral("gave ") + words;
        ++taken_;
        if (!(edits->valueShown(key) == *wanted)) {
            if (saysRefused(row)) return QStringLiteral("was refused ") + words;
            lost_ << QStringLiteral("%1: %2; shown %3")
                         .arg(next_)
                         .arg(words, QString::fromStdString(to_text(edits->valueShown(key))));
        }
        return QStringLiteral("set ") + words;
    }
    const ParamEdits* editsOf(const ParamRowView* row) const {
        for (const Page page : {Page::Train, Page::Imagine}) {
            if (window_->runPanel(page)->isAncestorOf(row)) return window_->runPanel(page)->edits();
        }
        return nullptr;
    }
    static QString value(const ParamRow& row, RandomStream& random) {
        switch (row.type) {
            case ParamType::Bool: return random.below(2) ? QStringLiteral("on") : QStringLiteral("off");
            case ParamType::Choice: {
                const auto& choice = row.choices[random.below(row.choices.size())];
                return QString::fromUtf8(choice.name.data(), qsizetype(choice.name.size()));
            }
            case ParamType::Integer:
            case ParamType::Real: {
                const double wide = random.uniform(row.low, std::min(row.high, row.low + 4096));
                const double values[] = {row.low, std::min(row.high, row.low + row.step), wide, row.high, row.low - 1};
                const double one = values[random.below(std::size(values))];
                if (random.below(3) == 0) return QString::fromStdString(to_text(row.initial));
                return row.type == ParamType::Integer ? QString::number(std::int64_t(one))
                                                      : QString::number(one, 'g', 3);
            }
            default: return QString::fromStdString(to_text(row.initial));
        }
    }

    QString resize(RandomStream& random) {
        static constexpr QSize kSizes[] = {{960, 600}, {1040, 680}, {1280, 800}, {1600, 1000}, {1920, 1080}};
        const QSize size = kSizes[random.below(std::size(kSizes))];
        window_->resize(size);
        return QStringLiteral("resized to %1 x %2").arg(size.width()).arg(size.height());
    }
    /// Theme, text and direction as the menu and the system change them.
    QString look(RandomStream& random) {
        if (random.below(3) == 0) {
            const auto direction = random.below(2) ? Qt::RightToLeft : Qt::LeftToRight;
            MonkeyLog::get().note(QStringLiteral("  direction %1").arg(direction));
            QApplication::setLayoutDirection(direction);
            return QStringLiteral("direction %1").arg(direction);
        }
        QList<QAction*> looks;
        for (const auto* menu : window_->menuBar()->findChildren<QMenu*>()) {
            for (QAction* action : menu->actions())
                if (action->isCheckable() && menu->actions().size() > 2 && action->actionGroup()) looks << action;
        }
        QAction* action = looks[static_cast<qsizetype>(random.below(static_cast<std::uint64_t>(looks.size())))];
        MonkeyLog::get().note(QStringLiteral("  look %1").arg(action->text()));
        action->trigger();
        return QStringLiteral("look %1").arg(action->text());
    }
    void escape() {
        QWidget* popup = QApplication::activePopupWidget();
        QWidget* on = popup ? popup : QApplication::activeWindow();
        if (on && on->windowHandle()) key(on->windowHandle(), Qt::Key_Escape, Qt::NoModifier, {});
    }

    const std::uint64_t seed_;
    std::vector<Act> acts_;
    std::set<Cmd> left_out_;
    std::vector<std::pair<std::int64_t, std::int64_t>> only_;
    MainWindow* window_ = nullptr;
    QEventLoop* loop_ = nullptr;
    int level_ = 0, clock_ = 1000, leaving_ = 0, taken_ = 0;
    std::int64_t next_ = 0, end_ = 0;
    qsizetype waits_ = 0;
    QStringList lost_;
};

}  // namespace headroom::ui
