// What is not seen while the look changes is styled when it is shown, what is seen part by part.
#include "tests/ui/patient_test.h"
#include "ui/shell/theme.h"
#include "ui/widgets/kit.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFontInfo>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QThread>
#include <QVBoxLayout>

#include <algorithm>

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

/// Takes longer than a turn over another font or palette.
class Slow : public QObject {
public:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) QThread::msleep(25);
        return false;
    }
};

bool isStyled(const QWidget* widget) { return widget->testAttribute(Qt::WA_WState_Polished); }

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

    /// Whatever else is asked for meanwhile.
    void aLookThatIsUnderWayIsToldOfWhenItIsThere() {
        Theme& theme = Theme::get();
        theme.apply(ThemeChoice::Dark, 100);
        QWidget window;
        auto* button = new QPushButton(QStringLiteral("Words"), &window);
        (new QVBoxLayout(&window))->addWidget(button);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto shown = [&] {
            return window.updatesEnabled() && button->font().pixelSize() == theme.font(TextSize::Body).pixelSize();
        };
        QSignalSpy changed(&theme, &Theme::changed);
        theme.applyInTurns(ThemeChoice::Light, 150);
        QVERIFY(!window.updatesEnabled());  // the look before
        theme.setMotion(theme.motion());
        theme.applyInTurns(ThemeChoice::Light, 150);
        theme.redraw();
        QCOMPARE(changed.count(), 0);
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(shown());
        theme.setMotion(theme.motion());  // nothing to wait for
        QCOMPARE(changed.count(), 2);
        theme.redraw();
        QCOMPARE(changed.count(), 3);

        theme.applyInTurns(ThemeChoice::Dark, 200);
        theme.apply(ThemeChoice::Dark, 200);  // at once, in place of it
        QCOMPARE(changed.count(), 4);
        QVERIFY(shown());
        QTest::qWait(50);
        QCOMPARE(changed.count(), 4);
        theme.apply(ThemeChoice::Dark, 100);
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

    void whatIsHiddenLosesItsLookInTurnsBeforeTheRest() {
        Theme& theme = Theme::get();
        theme.apply(ThemeChoice::Dark, 100);
        QWidget window;
        auto* button = new QPushButton(QStringLiteral("Words"), &window);
        auto* page = new QWidget(&window);
        const QList<QLabel*> labels{makeLabel("figure", QStringLiteral("12"), page),
                                    makeLabel("figure", QStringLiteral("34"), page)};
        auto* rows = new QVBoxLayout(page);
        for (QLabel* label : labels) rows->addWidget(label);
        auto* column = new QVBoxLayout(&window);
        column->addWidget(button);
        column->addWidget(page);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        page->hide();
        Slow slow;
        for (QLabel* label : labels) label->installEventFilter(&slow);
        const auto styled = [&] { return static_cast<int>(std::count_if(labels.begin(), labels.end(), isStyled)); };
        const auto shows = [&](ColorScheme scheme) {
            return std::all_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisible() && isStyled(label) &&
                       label->palette().color(QPalette::WindowText) == token_color(Token::T1, scheme) &&
                       label->font().pixelSize() == theme.font(TextSize::Figure).pixelSize();
            });
        };
        QSignalSpy changed(&theme, &Theme::changed);
        const QString sheet = qApp->styleSheet();
        theme.applyInTurns(ThemeChoice::Light, 150);
        QCOMPARE(theme.textPercent(), 150);
        QVERIFY(!window.updatesEnabled());  // the look before
        QVERIFY2(styled() > 0 && isStyled(button), "this turn was long enough");
        QCOMPARE(qApp->styleSheet(), sheet);
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(window.updatesEnabled() && qApp->styleSheet() != sheet);
        QCOMPARE(styled(), 0);  // until they are shown
        page->show();
        QVERIFY(shows(ColorScheme::Light));

        page->hide();
        theme.applyInTurns(ThemeChoice::Dark, 100);
        theme.apply(ThemeChoice::Light, 200);  // at once, in place of it
        QCOMPARE(changed.count(), 2);
        QVERIFY(window.updatesEnabled());
        QTest::qWait(50);
        QCOMPARE(changed.count(), 2);
        page->show();
        QVERIFY(shows(ColorScheme::Light));

        page->hide();
        theme.applyInTurns(ThemeChoice::Dark, 100);
        page->show();  // in between
        QCOMPARE(styled(), 2);
        QTRY_COMPARE(changed.count(), 3);
        QVERIFY(shows(ColorScheme::Dark) && window.updatesEnabled());
    }

    void whatWasAskedForItsSizeUnseenHearsOfLargerText() {
        Theme& theme = Theme::get();
        theme.apply(ThemeChoice::Dark, 100);
        QWidget window;
        auto* page = new QWidget(&window);
        auto* button = new QPushButton(QStringLiteral("Words"), page);
        (new QVBoxLayout(page))->addWidget(button);
        (new QVBoxLayout(&window))->addWidget(page);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        page->hide();
        theme.apply(ThemeChoice::Dark, 150);
        QVERIFY(!isStyled(page) && !isStyled(button));
        QVERIFY(page->sizeHint().isValid());  // asks the style sheet, too
        theme.apply(ThemeChoice::Dark, 200);
        page->show();
        QCOMPARE(button->font().pixelSize(), theme.font(TextSize::Body).pixelSize());
        theme.apply(ThemeChoice::Dark, 100);
    }

    void whatIsHiddenTurnsRoundAfterTheRest() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        const auto back = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        const auto add = [&](QWidget* part) {
            auto* inner = new QLabel(QStringLiteral("Words"), part);
            column->addWidget(part);
            return inner;
        };
        auto *seen = new QWidget(&window), *fixed_late = new QWidget(&window), *page = new QWidget(&window),
             *other = new QWidget(&window), *fixed = new QWidget(&window);
        QLabel *in_seen = add(seen), *in_fixed_late = add(fixed_late), *in_page = add(page), *in_other = add(other),
               *in_fixed = add(fixed);
        fixed->setLayoutDirection(Qt::LeftToRight);
        for (QWidget* hidden : {page, other, fixed, fixed_late}) hidden->hide();
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QApplication::setLayoutDirection(Qt::RightToLeft);
        QVERIFY(window.isRightToLeft() && seen->isRightToLeft() && in_seen->isRightToLeft());
        QVERIFY(!page->isRightToLeft() && !in_page->isRightToLeft());
        QVERIFY(!other->isRightToLeft());
        // Two before their turns.
        fixed_late->setLayoutDirection(Qt::LeftToRight);
        other->show();
        QVERIFY(other->isRightToLeft() && in_other->isRightToLeft());
        QTRY_VERIFY(page->isRightToLeft() && in_page->isRightToLeft());
        QVERIFY(!in_fixed->isRightToLeft());
        QVERIFY(!fixed_late->isRightToLeft() && !in_fixed_late->isRightToLeft());
        QTRY_VERIFY(window.updatesEnabled());
        QApplication::setLayoutDirection(Qt::LeftToRight);
        QVERIFY(!in_seen->isRightToLeft() && !in_other->isRightToLeft() && in_page->isRightToLeft());
        QApplication::setLayoutDirection(Qt::RightToLeft);  // before its turn
        QApplication::setLayoutDirection(Qt::LeftToRight);
        QTRY_VERIFY(!in_page->isRightToLeft());
        QTRY_VERIFY(window.updatesEnabled());
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
