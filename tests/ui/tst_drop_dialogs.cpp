// Files and folders dropped on dialogs: a field gets a path that can be used, the dialog what it takes, and what is wrong is said.
#include "tests/ui/drop_events.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/models/models_dialog.h"
#include "ui/panels/upscale/upscale_dialog.h"
#include "ui/shell/theme.h"
#include "ui/shell/window_dialogs.h"
#include "ui/widgets/path_drop.h"

#include <QFile>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTreeWidget>

using namespace headroom;
using namespace headroom::ui;

namespace {

QPoint middle_of(const QWidget* field) { return field->mapTo(field->window(), field->rect().center()); }

/// Drops `path` there; whether it would be taken.
bool drop(QWidget* dialog, const QString& path, const QPoint& at) {
    QMimeData mime;
    fillWithFiles(mime, {path});
    const bool taken = dragTo(dialog, mime, at);
    dropAt(dialog, mime, at);
    return taken;
}

QString problem_of(const QWidget* dialog) { return dialog->findChild<PathDrop*>()->problem(); }

QLineEdit* field_of(const QWidget* dialog, const char* name) {
    for (auto* field : dialog->findChildren<QLineEdit*>())
        if (field->accessibleName() == QLatin1String(name)) return field;
    return nullptr;
}

}  // namespace

class DropDialogsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("textures")));
        QImage image(16, 16, QImage::Format_RGB888);
        image.fill(Qt::red);
        QVERIFY(image.save(in("one.png"), "PNG"));
        for (const char* name : {"clip.pt", "rrdb.pth"}) {
            QFile file(in(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
        }
    }

    void aDataSetIsInspectedWhereverItIsDropped() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        s.action(Cmd::InspectData)->trigger();
        auto* dialog = s.window.findChild<DatasetDialog*>();
        QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
        QTRY_VERIFY(!dialog->busy());
        QVERIFY(drop(dialog, in("textures"), middle_of(dialog->pathField())));
        QCOMPARE(dialog->pathField()->text(), in("textures"));  // not behind what was there, and no address
        QVERIFY(dialog->busy());
        QTRY_VERIFY(dialog->useButton()->isEnabled());
        QVERIFY(drop(dialog, in("one.png"), {dialog->width() / 2, dialog->height() / 2}));
        QCOMPARE(dialog->pathField()->text(), in("one.png"));  // the inspection says whether it is one
        QVERIFY(!s.window.drops()->overlay()->isVisible());    // the window takes nothing of it
        QTRY_VERIFY(!dialog->busy());
    }

    void severalThingsAndAddressesAreRefusedInWords() {
        WindowServices services;
        DatasetDialog dialog(&services, {});
        dialog.show();
        QTRY_VERIFY(!dialog.busy());
        const QString before = dialog.pathField()->text();
        QMimeData several;
        fillWithFiles(several, {in("textures"), in("one.png")});
        dropAt(&dialog, several, middle_of(dialog.pathField()));
        QVERIFY(problem_of(&dialog).contains(QStringLiteral("drop one of them")));
        QMimeData address;
        address.setUrls({QUrl(QStringLiteral("https://example.org/cat.png"))});
        dropAt(&dialog, address, middle_of(dialog.pathField()));
        QVERIFY(problem_of(&dialog).contains(QStringLiteral("Headroom fetches nothing")));
        QCOMPARE(dialog.pathField()->text(), before);
        QVERIFY(!dialog.busy());
    }

    void textGoesOnToTheField() {
        WindowServices services;
        DatasetDialog dialog(&services, {});
        dialog.show();
        QTRY_VERIFY(!dialog.busy());
        dialog.pathField()->clear();
        QMimeData words;
        words.setText(QStringLiteral("/typed elsewhere"));
        dropAt(&dialog, words, middle_of(dialog.pathField()));
        QCOMPARE(dialog.pathField()->text(), QStringLiteral("/typed elsewhere"));
    }

    void enlargeTakesAPictureWeightsAndAPlaceToWrite() {
        Studio s("ready");
        s.action(Cmd::Upscale)->trigger();
        auto* dialog = s.window.findChild<UpscaleDialog*>();
        QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
        QLineEdit *target = field_of(dialog, "File to write"), *weights = field_of(dialog, "File of weights");
        QVERIFY(target && weights);
        QVERIFY(drop(dialog, in("textures"), middle_of(target)));
        QCOMPARE(problem_of(dialog), QStringLiteral("Choose a picture first"));
        QVERIFY(drop(dialog, in("textures"), {20, 20}));
        QCOMPARE(problem_of(dialog), QStringLiteral("textures is a folder; drop a file here."));
        QVERIFY(drop(dialog, in("one.png"), {20, 20}));
        QTRY_COMPARE(dialog->pictureSize(), QSize(16, 16));
        const QString name = QFileInfo(dialog->target()).fileName();
        QVERIFY(!name.isEmpty());
        QVERIFY(drop(dialog, in("textures"), middle_of(target)));
        QCOMPARE(dialog->target(), in("textures/") + name);
        QVERIFY(drop(dialog, in("rrdb.pth"), {20, 20}));
        QTRY_VERIFY(weights->isVisible());
        QCOMPARE(weights->text(), in("rrdb.pth"));
        QCOMPARE(dialog->pictureSize(), QSize(16, 16));
        QVERIFY(QTest::qWaitFor([&] { return dialog->rect().contains(middle_of(weights)) && weights->width() > 20; }));
        QVERIFY(drop(dialog, in("clip.pt"), middle_of(weights)));
        QCOMPARE(weights->text(), in("clip.pt"));
        QVERIFY(drop(dialog, in("one.png"), middle_of(field_of(dialog, "Memory at most"))));
        QCOMPARE(field_of(dialog, "Memory at most")->text(), QString());  // which is for something else
    }

    void modelsLookIntoWhatIsDropped() {
        Studio s("ready");
        s.action(Cmd::Models)->trigger();
        auto* dialog = s.window.findChild<ModelsDialog*>();
        QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
        QTRY_VERIFY(dialog->list()->topLevelItemCount() > 0);
        QVERIFY(drop(dialog, in("textures"), middle_of(dialog->list())));
        QCOMPARE(problem_of(dialog), QStringLiteral("textures is a folder; drop a file here."));
        QVERIFY(drop(dialog, in("clip.pt"), middle_of(dialog->list())));
        QCOMPARE(problem_of(dialog), QString());
        const auto names_it = [&] {
            for (const auto* label : dialog->findChildren<QLabel*>())
                if (label->text() == QStringLiteral("clip.pt")) return true;
            return false;
        };
        QTRY_VERIFY(names_it());
    }

    void anExportIsWrittenToTheFolderThatIsDropped() {
        Studio s("ready");
        s.window.dialogs()->exportRun(QStringLiteral("/runs/shapes-128-06"));
        auto* dialog = s.window.findChild<ExportDialog*>();
        QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
        QVERIFY(drop(dialog, in("one.png"), {20, 20}));
        QCOMPARE(problem_of(dialog), QStringLiteral("one.png is a file; drop a folder here."));
        QVERIFY(drop(dialog, in("textures"), {20, 20}));
        bool named = false;
        for (const auto* field : dialog->findChildren<QLineEdit*>()) named = named || field->text() == in("textures");
        QVERIFY(named);
    }

    /// Qt tells a window of drags whatever stands in front of it.
    void whatWaitsForADialogTakesNothing() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        s.window.dialogs()->exportRun(QStringLiteral("/runs/shapes-128-06"));
        auto* dialog = s.window.findChild<ExportDialog*>();
        QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
        QVERIFY(!waitsForDialog(dialog) && waitsForDialog(&s.window));
        QVERIFY(!drop(&s.window, in("clip.pt"), s.window.rect().center()));
        QVERIFY(!s.window.drops()->overlay()->isVisible());
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
        QCOMPARE(s.window.page(), Page::Train);
        dialog->reject();
        QVERIFY(drop(&s.window, in("clip.pt"), s.window.rect().center()));
        QTRY_COMPARE(s.window.page(), Page::Imagine);
    }

private:
    QString in(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    QTemporaryDir folder_;
};

QTEST_MAIN(DropDialogsTest)
#include "tst_drop_dialogs.moc"
