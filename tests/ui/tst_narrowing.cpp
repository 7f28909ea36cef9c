// What gives way in a row that is narrow: in order, only as far as it must, seen by itself, and without moving the focus.
#include "tests/ui/patient_test.h"
#include "ui/widgets/narrowing.h"

#include <QtTest/QTest>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Two buttons with words and a label beside them.
class Row : public QWidget {
public:
    int requests = 0;
    QToolButton *save = button(QStringLiteral("Save the picture")), *copy = button(QStringLiteral("Copy the picture"));
    QLabel* note = makeLabel("hint", QStringLiteral("512 × 384 px"), this);
    QHBoxLayout* row = rowIn(this, {12, 4, 12, 4}, 8, {save, copy, note, stretch()});

    int full() const { return row->minimumSize().width(); }
    /// Icons, words and label: which are there.
    QString seen() const {
        const auto words = [](const QToolButton* b) { return b->toolButtonStyle() == Qt::ToolButtonTextBesideIcon; };
        return QStringLiteral("%1%2%3").arg(words(save)).arg(words(copy)).arg(note->isVisible());
    }
    bool settle() {
        requests = 0;
        for (int i = 0; i < 20; ++i) QCoreApplication::processEvents();
        return requests < 15 && row->minimumSize().width() <= width();
    }

protected:
    bool event(QEvent* event) override {
        if (event->type() == QEvent::LayoutRequest) ++requests;
        return QWidget::event(event);
    }

private:
    QToolButton* button(const QString& words) {
        auto* out = new QToolButton(this);
        setThemedIcon(out, QStringLiteral("photo"));
        out->setText(words);
        out->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        out->setFocusPolicy(Qt::StrongFocus);
        return out;
    }
};

}  // namespace

class NarrowingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void partsGiveWayInOrderAndComeBack() {
        QWidget window;
        window.resize(900, 80);
        auto* row = shrinking(new Row);
        columnIn(&window, {}, 0, {row});
        new Narrowing(row, row->row, {wordsOf({row->save}), wholeOf(row->note), wordsOf({row->copy})});
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, kPatienceMs));
        QVERIFY(row->settle());
        QCOMPARE(row->seen(), QStringLiteral("111"));
        const int full = row->full();
        QStringList seen;
        for (int width = full + 4; width > full / 3; width -= 4) {
            window.resize(width, 80);
            if (!row->settle()) break;  // less than the icons need
            if (seen.isEmpty() || seen.last() != row->seen()) seen << row->seen();
        }
        QCOMPARE(seen, QStringList({QStringLiteral("111"), QStringLiteral("011"), QStringLiteral("010"),
                                    QStringLiteral("000")}));
        window.resize(full, 80);
        QVERIFY(row->settle());
        QCOMPARE(row->seen(), QStringLiteral("111"));
        // Longer words are seen by themselves, and so is larger text.
        row->note->setText(QStringLiteral("1,024 × 1,024 px"));
        QVERIFY(row->settle());
        QCOMPARE(row->seen(), QStringLiteral("011"));
        Theme::get().apply(ThemeChoice::Dark, 200);
        QVERIFY(row->settle());
        QVERIFY(row->seen() != QStringLiteral("011"));
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void whatIsHiddenNeverWidensAndWhatStaysKeepsTheFocus() {
        bool off = false;
        QWidget window;
        window.resize(900, 80);
        auto* row = shrinking(new Row);
        columnIn(&window, {}, 0, {row});
        auto* narrowing =
            new Narrowing(row, row->row, {wordsOf({row->save}), wholeOf(row->copy, [&off] { return off; })});
        narrowing->holdLeast();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, kPatienceMs));
        row->copy->setFocus();
        const int full = row->full();
        window.resize(full - 4, 80);
        QVERIFY(row->settle());
        QVERIFY(window.focusWidget() == row->copy);
        // It is never narrower than all that stays, and as narrow as that it leaves out what can go.
        const int least = row->minimumWidth();
        QVERIFY2(least > 0 && least < full - 40, qPrintable(QStringLiteral("%1 of %2").arg(least).arg(full)));
        window.resize(least, 80);
        QVERIFY(row->settle());
        QVERIFY(row->copy->isHidden());
        QCOMPARE(window.width(), least);
        for (int i = 0; i < 3; ++i) narrowing->fit();
        QVERIFY(row->settle());
        QCOMPARE(window.width(), least);
        QCOMPARE(row->full(), least);
        window.resize(full, 80);
        QVERIFY(row->settle());
        QVERIFY(!row->copy->isHidden());
        off = true;  // not wanted at any width
        narrowing->fit();
        QVERIFY(row->copy->isHidden());
    }

    void aHintIsThereWhereItsWordsFitAndARowBreaks() {
        QWidget window;
        window.resize(900, 120);
        auto* row = shrinking(new Row);
        columnIn(&window, {}, 0, {row});
        shrinking(row->note);
        new Narrowing(row, row->row, {hintOf(row->note), lineOf(row->row)});
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, kPatienceMs));
        QVERIFY(row->settle());
        const int words = row->note->fontMetrics().horizontalAdvance(row->note->text()), beside = row->full();
        window.resize(beside + words, 120);
        QVERIFY(row->settle() && !row->note->isHidden());
        window.resize(beside + words - 4, 120);
        QVERIFY(row->settle() && row->note->isHidden());
        QCOMPARE(row->row->direction(), QBoxLayout::LeftToRight);
        window.resize(beside - 40, 120);
        QVERIFY(row->settle());
        QCOMPARE(row->row->direction(), QBoxLayout::TopToBottom);
    }
};

QTEST_MAIN(NarrowingTest)
#include "tst_narrowing.moc"
