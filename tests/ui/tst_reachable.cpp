// A walk over all that keys reach, in every scene of the contact sheets, tab by tab: each has a name, a role and, where it holds one, a value
// for who cannot see the window; Tab leaves each of them, passes none by, and comes back. Some scenes are walked through from right to left too, in
// large text.
#include "tests/ui/scene_texts.h"
#include "ui/bridge/shown_text.h"
#include "ui/shell/actions.h"
#include "ui/shell/guide_dialog.h"
#include "ui/widgets/check_list.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QButtonGroup>
#include <QComboBox>
#include <QDialog>
#include <QDirIterator>
#include <QFile>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSet>
#include <QSplitterHandle>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <iterator>
#include <memory>

using namespace headroom;
using namespace headroom::ui;

namespace {

QString said(QWidget* widget, QAccessible::Text what) {
    QAccessibleInterface* i = QAccessible::queryAccessibleInterface(widget);
    return i ? i->text(what) : QString();
}

QString described(const QWidget* widget) {
    QString out;
    for (const QWidget* w = widget; w && out.size() < 200; w = w->parentWidget())
        out += QStringLiteral(" < %1 \"%2\"").arg(QLatin1String(w->metaObject()->className()), w->objectName());
    return out;
}

/// What is wrong with a widget that has the focus, for who hears the window; empty: nothing.
QString fault_of(QWidget* widget) {
    QAccessibleInterface* i = QAccessible::queryAccessibleInterface(widget);
    if (!i) return QStringLiteral("is not known to screen readers");
    if (i->role() == QAccessible::NoRole) return QStringLiteral("has no role");
    if (said(widget, QAccessible::Name).trimmed().isEmpty()) return QStringLiteral("has no name");
    if (isRichTip(said(widget, QAccessible::Description))) return QStringLiteral("is described in mark-up");
    const auto* line = qobject_cast<QLineEdit*>(widget);
    const auto* spin = qobject_cast<QAbstractSpinBox*>(widget);
    const bool holds_value = qobject_cast<QAbstractSlider*>(widget) || qobject_cast<QComboBox*>(widget) ||
                             qobject_cast<QSplitterHandle*>(widget) || (line && !line->text().isEmpty()) ||
                             (spin && !spin->text().isEmpty());
    if (holds_value && said(widget, QAccessible::Value).isEmpty() &&
        (!i->valueInterface() || i->valueInterface()->currentValue().isNull()))
        return QStringLiteral("does not say its value");
    const auto* box = qobject_cast<QAbstractButton*>(widget);
    if (box && box->isCheckable() && (!i->state().checkable || bool(i->state().checked) != box->isChecked()))
        return QStringLiteral("does not say whether it is checked");
    return {};
}

/// Where Tab stops: not at what has a proxy, such as the line of a spin box and the ground of a list.
QSet<QWidget*> stops_of(const QWidget* window) {
    QSet<QWidget*> out;
    for (auto* w : window->findChildren<QWidget*>())
        if (w->window() == window && w->isVisible() && w->isEnabled() && (w->focusPolicy() & Qt::TabFocus) &&
            !w->focusProxy())
            out << w;
    return out;
}

/// Some give the focus on to a part of theirs; what scrolls does not.
bool gives_on(const QWidget* widget, const QSet<QWidget*>& seen) {
    return !qobject_cast<const QAbstractScrollArea*>(widget) &&
           std::any_of(seen.begin(), seen.end(), [widget](const QWidget* w) { return widget->isAncestorOf(w); });
}

/// Tab by Tab through `window` until it is where it began; what is wrong on the way. `least`: so many stops there are.
QStringList walk(QWidget* window, int least) {
    QStringList faults;
    QSet<QWidget*> seen;
    const QSet<QWidget*> stops = stops_of(window);
    if (stops.size() == 1) return {fault_of(*stops.begin())};  // a button that closes: there is nowhere else to go
    constexpr int kMost = 600, kMostLinks = 60;
    int stayed = 0;
    for (int presses = 0; presses < kMost; ++presses) {
        QWidget* before = window->focusWidget();
        QTest::keyClick(before ? before : window, Qt::Key_Tab);
        QWidget* now = window->focusWidget();
        if (!now) return faults << QStringLiteral("Tab leads nowhere from") + described(before);
        if (now == before) {  // a text goes from link to link first
            if (++stayed > kMostLinks) return faults << QStringLiteral("Tab stays at") + described(now);
            continue;
        }
        stayed = 0;
        if (seen.contains(now)) break;
        seen.insert(now);
        if (const QString fault = fault_of(now); !fault.isEmpty()) faults << fault + described(now);
    }
    if (seen.size() < least) faults << QStringLiteral("only %1 stops").arg(seen.size());
    // Of those that are there all the time: in a group one that was come to takes the stop from the others, which arrow keys choose.
    for (QWidget* stop : stops_of(window))
        if (stops.contains(stop) && !seen.contains(stop) && !gives_on(stop, seen))
            faults << QStringLiteral("Tab passes \"%1\" by").arg(said(stop, QAccessible::Name)) + described(stop);
    // And back.
    QWidget* here = window->focusWidget();
    for (int links = 0; window->focusWidget() == here && links <= kMostLinks; ++links)
        QTest::keyClick(here, Qt::Key_Backtab);
    if (window->focusWidget() == here) faults << QStringLiteral("Shift+Tab stays at") + described(here);
    return faults;
}

/// Buttons at which Tab need not stop, and how keys come to what they do.
struct OtherWay {
    bool (*is)(const QAbstractButton&);
    const char* how;
};
const OtherWay kOtherWays[] = {
    {[](const QAbstractButton& b) { return b.autoExclusive() || (b.group() && b.group()->exclusive()); },
     "arrow keys choose in a group"},
    {[](const QAbstractButton& b) { return qobject_cast<const CheckList*>(b.parentWidget()) != nullptr; },
     "arrow keys go from box to box"},
    {[](const QAbstractButton& b) { return qobject_cast<const QTabBar*>(b.parentWidget()) != nullptr; },
     "arrow keys go from tab to tab"},
    {[](const QAbstractButton& b) { return b.inherits("QLineEditIconButton"); }, "keys empty the line"},
    {[](const QAbstractButton& b) { return b.inherits("QMenuBarExtension") || b.inherits("QToolBarExtension"); },
     "F10 opens the menus, which have all of it"},
    {[](const QAbstractButton& b) { return !b.shortcut().isEmpty(); }, "its own key"},
};

/// Whether keys do what `action` does: it has some, or it is a command, which Find knows.
bool has_keys(const QAction* action, const MainWindow& window) {
    if (!action) return false;
    if (!action->shortcut().isEmpty()) return true;
    for (int i = 0; i < kCmdCount; ++i)
        if (window.actions()->action(static_cast<Cmd>(i)) == action) return true;
    return false;
}

QStringList pressed_by_the_mouse_alone(const QWidget& shown, const MainWindow& window) {
    QStringList out;
    for (auto* button : shown.findChildren<QAbstractButton*>()) {
        if (button->window() != &shown || !button->isVisible() || !button->isEnabled()) continue;
        if (button->focusPolicy() & Qt::TabFocus) continue;
        const bool other = std::any_of(std::begin(kOtherWays), std::end(kOtherWays),
                                       [button](const OtherWay& way) { return way.is(*button); });
        const auto* tool = qobject_cast<const QToolButton*>(button);
        if (other || (tool && has_keys(tool->defaultAction(), window))) continue;
        out << QStringLiteral("only the mouse presses \"%1\"").arg(said(button, QAccessible::Name)) + described(button);
    }
    return out;
}

/// Names of the classes of dialogs in the sources.
QSet<QString> dialogs_in_sources() {
    static const QRegularExpression dialog(QStringLiteral("class (\\w+)(?: final)? : public QDialog\\b"));
    QSet<QString> out;
    for (const char* folder : {"/ui", "/app"}) {
        QDirIterator headers(QStringLiteral(HEADROOM_SOURCE_DIR) + QLatin1String(folder), {QStringLiteral("*.h")},
                             QDir::Files, QDirIterator::Subdirectories);
        while (headers.hasNext()) {
            QFile file(headers.next());
            if (!file.open(QIODevice::ReadOnly)) continue;
            for (auto it = dialog.globalMatch(QString::fromUtf8(file.readAll())); it.hasNext();)
                out << it.next().captured(1);
        }
    }
    return out;
}

QString class_of(const QObject& object) {
    return QString::fromLatin1(object.metaObject()->className()).section(QStringLiteral("::"), -1);
}

}  // namespace

class ReachableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { windows_.close_but_in("everyScene"); }

    void everyScene_data() {
        QTest::addColumn<int>("scene");
        QTest::addColumn<bool>("mirrored");
        for (const std::size_t i : scenes_in_order())
            QTest::newRow(contact_scenes()[i].caption) << static_cast<int>(i) << false;
        const bool all = qEnvironmentVariableIntValue("HEADROOM_ALL_LOOKS") != 0;
        for (const std::size_t i : scenes_in_order())
            if (all || i % 4 == 0)
                QTest::addRow("%s, from the right", contact_scenes()[i].caption) << static_cast<int>(i) << true;
    }
    void everyScene() {
        QFETCH(int, scene);
        QFETCH(bool, mirrored);
        const Scene& looked_at = contact_scenes()[static_cast<std::size_t>(scene)];
        SceneStage& s =
            windows_.of(looked_at, {1600, 1000}, mirrored ? QStringLiteral("mirrored") : QString(), [mirrored] {
                return std::make_shared<Dressed>(QStringLiteral("en"), mirrored ? 200 : 100, mirrored);
            });
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        QStringList faults;
        QVERIFY(s.show(looked_at, [&](QWidget& shown, const QString& tab) {
            if (&shown != &s.window) opened_ << class_of(shown);
            if (shown.windowTitle().isEmpty()) faults << QStringLiteral("has no title") + described(&shown);
            if (dialogs_.contains(class_of(shown)) && !qobject_cast<GuideDialog*>(&shown) &&
                guidePlaceOf(&shown).isEmpty())
                faults << QStringLiteral("has no place in the guide") + described(&shown);
            faults << pressed_by_the_mouse_alone(shown, s.window);
            for (const auto* divider : shown.findChildren<QSplitterHandle*>())
                if (divider->isVisible() && !(divider->focusPolicy() & Qt::TabFocus))
                    faults << QStringLiteral("is moved by the mouse alone") + described(divider);
            for (const QString& fault : walk(&shown, &shown == &s.window ? 6 : 2))
                if (!fault.isEmpty()) faults << (tab.isEmpty() ? fault : tab + QStringLiteral(": ") + fault);
            if (&shown == &s.window || looked_at.within || !tab.isEmpty()) return;
            QTest::keyClick(&shown, Qt::Key_Escape);  // the way back
            if (shown.isVisible()) faults << QStringLiteral("Escape does not close") + described(&shown);
        }));
        faults.removeDuplicates();
        tell(faults);
        QCOMPARE(faults.size(), 0);
        windows_.over();
    }

    /// A new one gets a scene, and with that the walk, the languages and its pictures.
    void everyDialogIsInAScene() {
        for (const Scene& scene : contact_scenes()) {
            if (!scene.dialog || (dialogs_ - opened_).isEmpty()) continue;
            SceneStage s(scene.story, {1600, 1000});
            QVERIFY2(s.show(scene, [&](QWidget& shown, const QString&) { opened_ << class_of(shown); }), scene.caption);
        }
        QVERIFY(dialogs_.size() > 10);
        const QStringList never = (dialogs_ - opened_).values();
        QVERIFY2(never.isEmpty(), qPrintable(never.join(QLatin1Char(' '))));
    }

    void noEventOfAWindowTakesLong() { QVERIFY2(slow_events().isEmpty(), qPrintable(slow_events())); }

private:
    SceneWindow windows_;
    const QSet<QString> dialogs_ = dialogs_in_sources();
    QSet<QString> opened_;
};

int main(int argc, char** argv) { return run_scenes<ReachableTest>(argc, argv); }

#include "tst_reachable.moc"
