// What is not seen while the look changes is styled when it is shown, what is seen part by part.
#include "tests/ui/patient_test.h"
#include "ui/shell/theme.h"
#include "ui/widgets/kit.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QFontInfo>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QVBoxLayout>

using namespace headroom::ui;

namespace {

/// Whether a window could be marked to be painted while it heard of another palette.
class Marks : public QObject {
public:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::ApplicationPaletteChange && event->type() != QEvent::PaletteChange) return false;
        heard = true;
        marked = marked || static_cast<QWidget*>(watched)->updatesEnabled();
        return false;
    }
    bool heard = false, marked = false;
};

}  // namespace

class LatePolishTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void menusAndListsThatOpenAreStyledAfterTheWindow() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* box = new QComboBox(&window);
        box->addItems({QStringLiteral("one"), QStringLiteral("two")});
        QVERIFY(box->view());  // makes its list
        column->addWidget(box);
        QMenu menu(&window), other(&window);
        QAction* action = menu.addAction(QStringLiteral("Some words"));
        other.addAction(QStringLiteral("Some words"));
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const QSize small = menu.sizeHint();
        const auto font = [](const QWidget* widget) { return QFontInfo(widget->font()).pixelSize(); };
        Theme::get().apply(ThemeChoice::Light, 200);
        QCOMPARE(font(box), Theme::get().font(TextSize::Body).pixelSize());
        QVERIFY(!box->view()->testAttribute(Qt::WA_WState_Polished));
        QVERIFY(!menu.testAttribute(Qt::WA_WState_Polished));
        other.popup(window.mapToGlobal(QPoint(5, 5)));  // at once, before its turn
        QVERIFY(other.testAttribute(Qt::WA_WState_Polished));
        other.close();
        QTRY_VERIFY(box->view()->testAttribute(Qt::WA_WState_Polished));
        QTRY_VERIFY(menu.testAttribute(Qt::WA_WState_Polished));
        QCOMPARE(font(box->view()), Theme::get().font(TextSize::Body).pixelSize());
        QCOMPARE(box->view()->palette().color(QPalette::Base), token_color(Token::Raised, ColorScheme::Light));
        QVERIFY(menu.sizeHint().height() > small.height());  // as large as it opens
        menu.popup(window.mapToGlobal(QPoint(5, 5)));
        QCOMPARE(menu.size(), menu.sizeHint());
        QVERIFY(menu.actionGeometry(action).height() >= QFontMetrics(menu.font()).height());
        menu.close();
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void whatIsSeenIsStyledPartByPart() {
        Theme& theme = Theme::get();
        theme.apply(ThemeChoice::Dark, 100);
        QSignalSpy changed(&theme, &Theme::changed);
        theme.applyInTurns(ThemeChoice::Light, 100);  // nothing is seen: nothing to wait for
        QCOMPARE(changed.count(), 1);
        theme.apply(ThemeChoice::Dark, 100);

        QMainWindow window;
        auto* dock = new QDockWidget(&window);
        auto* body = new QWidget;
        auto* column = new QVBoxLayout(body);
        auto *docked = new QLabel(QStringLiteral("Some words"), body), *hidden = new QLabel(body);
        column->addWidget(docked);
        column->addWidget(hidden);
        hidden->hide();
        dock->setWidget(body);
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        auto* button = new QPushButton(QStringLiteral("Words"));
        window.setCentralWidget(button);
        QMenu open(&window);
        open.addAction(QStringLiteral("Some words"));
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        open.popup(window.mapToGlobal(QPoint(5, 5)));
        const QSize small = docked->sizeHint();
        const auto shown = [&] {
            const int body_px = theme.font(TextSize::Body).pixelSize();
            return window.updatesEnabled() && docked->font().pixelSize() == body_px &&
                   button->font().pixelSize() == body_px && open.font().pixelSize() == body_px;
        };
        QVERIFY(shown());
        changed.clear();
        theme.applyInTurns(ThemeChoice::Light, 200);
        QCOMPARE(theme.textPercent(), 200);
        QVERIFY(!window.updatesEnabled());  // the look before
        QVERIFY(!docked->testAttribute(Qt::WA_WState_Polished));
        QVERIFY(!button->testAttribute(Qt::WA_WState_Polished));
        QCOMPARE(changed.count(), 0);
        button->ensurePolished();  // as who asks for its size does
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(shown());
        QVERIFY(docked->sizeHint().height() >= small.height() * 3 / 2);
        QVERIFY(!hidden->testAttribute(Qt::WA_WState_Polished));
        hidden->show();
        QVERIFY(hidden->testAttribute(Qt::WA_WState_Polished));

        theme.applyInTurns(ThemeChoice::Dark, 150);
        theme.applyInTurns(ThemeChoice::Dark, 200);  // in place of it
        QTRY_COMPARE(changed.count(), 2);
        QVERIFY(shown());
        theme.applyInTurns(ThemeChoice::Dark, 150);
        theme.apply(ThemeChoice::Dark, 100);  // at once
        QVERIFY(shown());
        QVERIFY(docked->testAttribute(Qt::WA_WState_Polished) && button->testAttribute(Qt::WA_WState_Polished));
        QCOMPARE(changed.count(), 3);
        QTest::qWait(50);
        QCOMPARE(changed.count(), 3);
        open.close();
    }

    void whatIsSeenIsNotMarkedToBePaintedBetweenTwoSheets() {
        Theme& theme = Theme::get();
        theme.apply(ThemeChoice::Dark, 100);
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        column->addWidget(new QPushButton(QStringLiteral("Words"), &window));
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (const bool in_turns : {false, true}) {
            Marks marks;
            window.installEventFilter(&marks);
            const auto choice = in_turns ? ThemeChoice::Dark : ThemeChoice::Light;
            in_turns ? theme.applyInTurns(choice, 100) : theme.apply(choice, 100);
            QVERIFY(marks.heard && !marks.marked);
            QTRY_VERIFY(window.updatesEnabled());
        }
    }

    void whatIsNotSeenYetIsStyledOnce() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        QWidget window;
        QLabel* label = makeLabel("small", QStringLiteral("12"), &window);
        const auto size = [label] { return label->font().pixelSize(); };
        const int before = size(), figure = Theme::get().font(TextSize::Figure).pixelSize();
        QVERIFY(before != figure);
        restyle(label, "role", QStringLiteral("figure"));
        QCOMPARE(size(), before);
        window.show();
        QCOMPARE(size(), figure);
        restyle(label, "role", QStringLiteral("small"));  // it is seen: at once
        QVERIFY(size() != figure);
    }
};

QTEST_MAIN(LatePolishTest)
#include "tst_late_polish.moc"
