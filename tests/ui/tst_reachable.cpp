// A walk over all that keys reach, in every scene of the contact sheets, tab by tab: each has a name, a role and, where it holds one, a value
// for who cannot see the window; Tab leaves each of them, and comes back.
#include "tests/ui/scene_stage.h"
#include "ui/bridge/shown_text.h"
#include "ui/shell/theme.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QDialog>
#include <QDirIterator>
#include <QFile>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSet>
#include <QSplitterHandle>

#include <algorithm>

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

/// Tab by Tab through `window` until it is where it began; what is wrong on the way. `least`: so many stops there are.
QStringList walk(QWidget* window, int least) {
    QStringList faults;
    QSet<QWidget*> seen;
    const QList<QWidget*> all = window->findChildren<QWidget*>();
    const auto stops_at = [](const QWidget* w) {
        return w->isVisible() && w->isEnabled() && (w->focusPolicy() & Qt::TabFocus);
    };
    if (std::count_if(all.begin(), all.end(), stops_at) == 1)  // a button that closes: there is nowhere else to go
        return {fault_of(*std::find_if(all.begin(), all.end(), stops_at))};
    constexpr int kMost = 600, kMostLinks = 60;
    int stayed = 0;
    for (int stops = 0; stops < kMost; ++stops) {
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
    // And back.
    QWidget* here = window->focusWidget();
    for (int links = 0; window->focusWidget() == here && links <= kMostLinks; ++links)
        QTest::keyClick(here, Qt::Key_Backtab);
    if (window->focusWidget() == here) faults << QStringLiteral("Shift+Tab stays at") + described(here);
    return faults;
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

QString class_of(const QObject& object) { return QLatin1String(object.metaObject()->className()); }

}  // namespace

class ReachableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }
    void init() { windows_.close_but_in("everyScene"); }

    void everyScene_data() {
        QTest::addColumn<int>("scene");
        for (const std::size_t i : scenes_in_order()) QTest::newRow(contact_scenes()[i].caption) << static_cast<int>(i);
    }
    void everyScene() {
        QFETCH(int, scene);
        const Scene& looked_at = contact_scenes()[static_cast<std::size_t>(scene)];
        SceneStage& s = windows_.of(looked_at, {1600, 1000});
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        QStringList faults;
        QVERIFY(s.show(looked_at, [&](QWidget& shown, const QString& tab) {
            if (&shown != &s.window) opened_ << class_of(shown).section(QStringLiteral("::"), -1);
            if (shown.windowTitle().isEmpty()) faults << QStringLiteral("has no title") + described(&shown);
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
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
        windows_.over();
    }

    /// A new one gets a scene, and with that the walk, the languages and its pictures.
    void everyDialogIsInAScene() {
        for (const Scene& scene : contact_scenes()) {
            if (!scene.dialog || dialogs_in_sources().subtract(opened_).isEmpty()) continue;
            SceneStage s(scene.story, {1600, 1000});
            QVERIFY2(
                s.show(scene, [&](QWidget& shown,
                                  const QString&) { opened_ << class_of(shown).section(QStringLiteral("::"), -1); }),
                scene.caption);
        }
        QVERIFY(dialogs_in_sources().size() > 10);
        const QStringList never = dialogs_in_sources().subtract(opened_).values();
        QVERIFY2(never.isEmpty(), qPrintable(never.join(QLatin1Char(' '))));
    }

    void noEventOfAWindowTakesLong() { QVERIFY2(slow_events().isEmpty(), qPrintable(slow_events())); }

private:
    SceneWindow windows_;
    QSet<QString> opened_;
};

int main(int argc, char** argv) { return run_scenes<ReachableTest>(argc, argv); }

#include "tst_reachable.moc"
