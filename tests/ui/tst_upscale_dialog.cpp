// UpscaleDialog: what it will take, a part before and after, writing, cancelling, what is wrong with files, fields and memory.
#include "core/io/pictures/image_codec.h"
#include "tests/support/picture_files.h"
#include "tests/ui/opened_paths.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/window_services.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/upscale/enlarge_event.h"
#include "ui/panels/upscale/upscale_dialog.h"
#include "ui/panels/upscale/upscale_parts.h"
#include "ui/shell/theme.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/segmented_bar.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// A dialog over scripted services, and a folder with a picture of 300 x 200.
struct UpscaleStage {
    UpscaleStage() {
        if (!write_png(picture().toStdString(), test::gradient(300, 200), {})) qFatal("no picture to test with");
    }
    QString picture() const { return folder.filePath(QStringLiteral("in.png")); }
    QString result() const { return folder.filePath(QStringLiteral("out.png")); }
    bool ready() const { return !dialog.looking() && dialog.startButton()->isEnabled(); }
    QImage after() const { return dialog.pane()->second()->images().value(0); }
    /// The part of the form with a name.
    template <class Part> Part* part(const char* name) const {
        for (Part* each : dialog.findChildren<Part*>())
            if (each->accessibleName() == QLatin1String(name)) return each;
        return nullptr;
    }
    QString told() const { return part<QLabel>("What it takes")->text(); }
    void giveBudget(const QString& text) {
        auto* field = part<QLineEdit>("Memory at most");
        field->setText(text);
        Q_EMIT field->textEdited(text);
    }

    QTemporaryDir folder;
    WindowServices services;
    UpscaleDialog dialog{&services};
};

}  // namespace

class UpscaleDialogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void thePlaceForTheResultIsNamedAsThePicture() {
        const QTemporaryDir folder;
        const QString target = upscaleTarget(folder.filePath(QStringLiteral("cat%1.png")), 4);
        QCOMPARE(QFileInfo(target).fileName(), QStringLiteral("cat%1-4x.png"));
    }

    void aNameStandsInItsSentenceInOneLine() {
        UpscaleDone done;
        done.path = "/pictures/two\nlines.png";
        done.width = done.height = 8;
        QCOMPARE(upscaleDoneWords(done), QStringLiteral("Written: two lines.png, 8 × 8 px."));
        const UpscalePicture none = readUpscalePicture(QStringLiteral("/nowhere/two\nlines.png"));
        QVERIFY2(none.problem.startsWith(QStringLiteral("two lines.png cannot be shown")), qPrintable(none.problem));
    }

    void beforeAPictureItSaysWhatIsMissing() {
        UpscaleStage s;
        QVERIFY(!s.dialog.startButton()->isEnabled());
        QCOMPARE(s.dialog.startButton()->toolTip(), QStringLiteral("Choose a picture first"));
        QVERIFY(s.dialog.files()->isHidden());
        QVERIFY(!s.dialog.looking());
    }

    void saysWhatItTakesAndShowsAPart() {
        UpscaleStage s;
        s.dialog.setPicture(s.picture());
        QTRY_VERIFY(s.ready());
        QVERIFY2(s.told().startsWith(QStringLiteral("Lanczos: the picture and its result take")), qPrintable(s.told()));
        QVERIFY(s.dialog.pane()->two());
        QCOMPARE(s.after().size(), QSize(2 * kUpscalePart, 2 * kUpscalePart));
        QCOMPARE(s.dialog.pane()->grid()->images().value(0).size(), s.after().size());
        s.part<SegmentedBar>("Times as wide and high")->button(2)->click();
        s.dialog.setMethod(UpscaleDialog::Shapes);
        QVERIFY(!s.ready());  // the old figures are not those of this
        QTRY_VERIFY(s.ready());
        QCOMPARE(s.after().size(), QSize(4 * kUpscalePart, 4 * kUpscalePart));
        QVERIFY2(s.told().contains(QStringLiteral("6 tiles of 192 px that overlap by 32, exactly as in one piece")),
                 qPrintable(s.told()));
    }

    void anotherPartIsTriedWhereTheFrameGoes() {
        UpscaleStage s;
        s.dialog.setPicture(s.picture());
        QTRY_VERIFY(s.ready());
        const QImage middle = s.after();
        s.dialog.part()->resize(200, 144);
        QTest::keyClick(s.dialog.part(), Qt::Key_Right);
        QTRY_VERIFY(s.ready() && s.after() != middle);
        QTest::mouseClick(s.dialog.part(), Qt::LeftButton, {}, QPoint(4, 10));
        QCOMPARE(upscalePartOf(QSize(300, 200), s.dialog.part()->centre()).topLeft(), QPoint(0, 0));
        // Never beyond the picture, and whole where it is small.
        QCOMPARE(upscalePartOf(QSize(300, 200), QPointF(1, 1)).bottomRight(), QPoint(299, 199));
        QCOMPARE(upscalePartOf(QSize(40, 30), QPointF(0.1, 0.9)), QRect(0, 0, 40, 30));
    }

    void aLargePictureStaysInItsFile() {
        UpscaleStage s;
        const QString large = s.folder.filePath(QStringLiteral("large.png"));
        QVERIFY(write_png(large.toStdString(), test::gradient(3000, 2000), {}));
        const qint64 before = PictureStore::get().bytes();
        s.dialog.setPicture(large);
        QTRY_VERIFY(s.ready());
        QCOMPARE(s.dialog.pictureSize(), QSize(3000, 2000));
        const qint64 held = PictureStore::get().bytes() - before;
        QVERIFY2(held > 0 && held < 3000 * 2000, qPrintable(QString::number(held)));
        // The part is the file's, pixel by pixel.
        s.dialog.part()->setCentre({1, 1});
        Q_EMIT s.dialog.part()->centreChanged();
        QTRY_VERIFY(s.ready());
        const QImage part = QImage(large).copy(upscalePartOf(QSize(3000, 2000), {1, 1}));
        QTRY_COMPARE(s.dialog.pane()->grid()->images().value(0).pixelColor(191, 191), part.pixelColor(95, 95));
        QCOMPARE(s.dialog.pane()->grid()->images().value(0).pixelColor(0, 0), part.pixelColor(0, 0));
    }

    void writesWhereItIsAskedToAndNamesTheNextOneAnew() {
        UpscaleStage s;
        s.dialog.setPicture(s.picture());
        QTRY_VERIFY(s.ready());
        s.dialog.setTarget(s.result());
        s.dialog.start();
        QVERIFY(s.dialog.working());
        QVERIFY(!s.dialog.startButton()->isEnabled());
        QTRY_VERIFY(!s.dialog.working());
        QVERIFY2(s.dialog.files()->text().startsWith(QStringLiteral("Written: ")) &&
                     s.dialog.files()->text().contains(QStringLiteral("600 × 400 px")),
                 qPrintable(s.dialog.files()->text()));
        QCOMPARE(QImage(s.result()).size(), QSize(600, 400));
        QVERIFY(s.dialog.files()->findChild<ProgressRow*>()->isHidden() && !s.dialog.files()->isHidden());
        OpenedPaths opened;
        s.dialog.files()->showButton()->click();
        QCOMPARE(opened.last, QFileInfo(s.result()).absolutePath());
        QCOMPARE(QDir::fromNativeSeparators(upscaleTarget(QStringLiteral("/nowhere/at/all/in.png"), 3))
                     .section(QLatin1Char('/'), -1),
                 QStringLiteral("in-3x.png"));
        QVERIFY2(QFileInfo(upscaleTarget(QStringLiteral("/nowhere/at/all/in.png"), 2)).dir().exists(),
                 "what is proposed can be written");
    }

    void cancelsAndWritesNothing() {
        UpscaleStage s;
        s.dialog.setPicture(s.picture());
        QTRY_VERIFY(s.ready());
        s.dialog.setTarget(s.result());
        s.services.hold_work();
        s.dialog.start();
        QTRY_VERIFY(s.dialog.files()->findChild<ProgressRow*>()->words()->text().contains(QStringLiteral("in.png")));
        QVERIFY(!s.dialog.files()->isHidden() && !s.dialog.files()->findChild<ProgressRow*>()->isHidden());
        s.dialog.setPicture(QStringLiteral("other.png"));  // not while it works
        QVERIFY(s.dialog.working());
        s.dialog.files()->findChild<ProgressRow*>()->cancelButton()->click();
        QVERIFY(!s.dialog.working());
        QCOMPARE(s.dialog.files()->text(), QStringLiteral("out.png was not written"));
        BackgroundTask::waitForAll();
        QVERIFY(!QFile::exists(s.result()));
    }

    void aFailureIsSaidWithItsHint() {
        UpscaleStage s;
        s.dialog.setPicture(s.picture());
        QTRY_VERIFY(s.ready());
        s.services.fail_exports(make_error(ErrorCode::Disk, "the disk is full", "Choose another folder."));
        s.dialog.setTarget(s.result());
        s.dialog.start();
        QTRY_VERIFY(!s.dialog.working());
        QCOMPARE(s.dialog.files()->text(), QStringLiteral("The disk is full. Choose another folder."));
        QVERIFY(s.dialog.startButton()->isEnabled());  // another try
    }

    void anotherTryIsToldByTheFileThatItWrote() {
        QString told;
        UpscaleStage s;
        s.dialog.setPicture(s.picture());
        QTRY_VERIFY(s.ready());
        s.services.fail_exports(make_error(ErrorCode::Disk, "the disk is full", "Choose another folder."));
        s.dialog.setTarget(s.result());
        s.dialog.start();
        QTRY_VERIFY(!s.dialog.working());
        s.services.fail_exports(std::nullopt);
        s.dialog.setTarget(s.folder.filePath(QStringLiteral("other.png")));  // of the next one
        QObject::connect(&s.dialog, &UpscaleDialog::endedUnseen, &s.dialog,
                         [&told](const QString& written) { told = written; });
        s.dialog.files()->againButton()->click();
        QTRY_COMPARE(told, s.result());
        QVERIFY(QFile::exists(s.result()));
    }

    void rubbishIsNamed() {
        UpscaleStage s;
        QFile rubbish(s.folder.filePath(QStringLiteral("rubbish.png")));
        QVERIFY(rubbish.open(QIODevice::WriteOnly) && rubbish.write("no picture") > 0);
        rubbish.close();
        s.dialog.setPicture(rubbish.fileName());
        QTRY_VERIFY(!s.dialog.looking() && !s.told().isEmpty());
        QVERIFY(!s.dialog.startButton()->isEnabled());
        QVERIFY2(s.told().contains(QStringLiteral("rubbish.png")), qPrintable(s.told()));
        // And so is a file of weights that are none.
        s.dialog.setPicture(s.picture());
        s.dialog.setMethod(UpscaleDialog::OwnFile);
        QVERIFY(s.dialog.startButton()->toolTip().contains(QStringLiteral("file of weights")));
        s.dialog.setMethod(UpscaleDialog::OwnFile, rubbish.fileName());
        QTRY_VERIFY2(!s.dialog.looking() && s.told().contains(QStringLiteral("do not enlarge pictures")),
                     qPrintable(s.told()));
        s.dialog.setMethod(UpscaleDialog::OwnFile, s.folder.filePath(QStringLiteral("esrgan.pth")));
        QTRY_VERIFY(s.ready());
        QVERIFY(s.told().startsWith(QStringLiteral("RRDB 4x")));
    }

    void whatDoesNotFitIsNotStarted() {
        UpscaleStage s;
        s.dialog.setPicture(s.picture());
        s.dialog.setMethod(UpscaleDialog::Shapes);
        s.giveBudget(QStringLiteral("1 MiB"));
        QTRY_VERIFY(!s.dialog.looking());
        QVERIFY2(s.told().contains(QStringLiteral("did not fit in 1 MiB. Choose Lanczos.")), qPrintable(s.told()));
        QVERIFY(!s.dialog.startButton()->isEnabled());
        s.giveBudget(QStringLiteral("much"));
        QTRY_VERIFY(!s.dialog.looking());
        QVERIFY2(s.told().contains(QStringLiteral("512 MiB")), qPrintable(s.told()));
        s.giveBudget(QStringLiteral("1 GiB"));
        QTRY_VERIFY(s.ready());
    }

    void aPictureOfTheWindowIsNamedAfterItself() {
        UpscaleStage s;
        QImage image(64, 64, QImage::Format_RGB888);
        image.fill(Qt::red);
        s.dialog.setImage(image, QStringLiteral("step-4200"));
        QTRY_VERIFY(s.ready());
        QVERIFY2(s.dialog.target().endsWith(QStringLiteral("step-4200-2x.png")), qPrintable(s.dialog.target()));
        QVERIFY2(!s.dialog.target().startsWith(QDir::tempPath() + QStringLiteral("/")), qPrintable(s.dialog.target()));
        QCOMPARE(s.after().pixelColor(10, 10), QColor(Qt::red));
    }
};

QTEST_MAIN(UpscaleDialogTest)
#include "tst_upscale_dialog.moc"
