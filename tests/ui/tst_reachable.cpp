// A walk over all that keys reach, page by page: each has a name, a role and, where it holds one, a value for who cannot see the window; Tab leaves
// each of them, and comes back.
#include "core/api/param_schema.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/models/models_dialog.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/shell/find/find_dialog.h"
#include "ui/shell/guide_dialog.h"
#include "ui/shell/theme.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAccessible>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QSet>

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
    const bool holds_value = qobject_cast<QAbstractSlider*>(widget) || qobject_cast<QComboBox*>(widget);
    if (holds_value && said(widget, QAccessible::Value).isEmpty() &&
        (!i->valueInterface() || i->valueInterface()->currentValue().isNull()))
        return QStringLiteral("does not say its value");
    return {};
}

/// Tab by Tab through `window` until it is where it began; what is wrong on the way. `least`: so many stops there are.
QStringList walk(QWidget* window, int least) {
    QStringList faults;
    QSet<QWidget*> seen;
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
    QTest::keyClick(here, Qt::Key_Backtab);
    if (window->focusWidget() == here) faults << QStringLiteral("Shift+Tab stays at") + described(here);
    return faults;
}

}  // namespace

class ReachableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void everyPage_data() {
        QTest::addColumn<int>("page");
        QTest::addColumn<QString>("fixture");
        QTest::addColumn<int>("least");
        for (const auto& [name, page, least] :
             {std::tuple("welcome", Page::Welcome, 8), std::tuple("train", Page::Train, 25),
              std::tuple("imagine", Page::Imagine, 20), std::tuple("runs", Page::Runs, 6)}) {
            QTest::newRow(name) << static_cast<int>(page) << "ready" << least;
        }
        QTest::newRow("training") << static_cast<int>(Page::Train) << "story" << 25;
    }
    void everyPage() {
        QFETCH(int, page);
        QFETCH(QString, fixture);
        QFETCH(int, least);
        Studio s(fixture.toUtf8().constData());
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        s.window.showPage(static_cast<Page>(page));
        QTRY_VERIFY(s.bridge.session());
        QCoreApplication::processEvents();
        const QStringList faults = walk(&s.window, least);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    void everyDialog_data() {
        QTest::addColumn<int>("cmd");
        QTest::newRow("find") << static_cast<int>(Cmd::Find);
        QTest::newRow("guide") << static_cast<int>(Cmd::Guide);
        QTest::newRow("models") << static_cast<int>(Cmd::Models);
        QTest::newRow("fit") << static_cast<int>(Cmd::MakeFit);
        QTest::newRow("export") << static_cast<int>(Cmd::Export);
        QTest::newRow("upscale") << static_cast<int>(Cmd::Upscale);
        QTest::newRow("presets") << static_cast<int>(Cmd::Presets);
    }
    void everyDialog() {
        QFETCH(int, cmd);
        Studio s("story");
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        QTRY_VERIFY(s.action(static_cast<Cmd>(cmd))->isEnabled());
        // Of presets of one's own there is one: without any the dialog is words and a button.
        QCOMPARE(s.window.presets()->shelf().save(QStringLiteral("mine"), default_config(first_kind())), QString());
        s.action(static_cast<Cmd>(cmd))->trigger();
        QDialog* dialog = nullptr;
        QTRY_VERIFY((dialog = s.window.findChild<QDialog*>()) && dialog->isVisible());
        QVERIFY(!dialog->windowTitle().isEmpty());
        const QStringList faults = walk(dialog, 2);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
        QTest::keyClick(dialog, Qt::Key_Escape);  // the way back
        QTRY_VERIFY(!dialog->isVisible());
    }
};

QTEST_MAIN(ReachableTest)
#include "tst_reachable.moc"
