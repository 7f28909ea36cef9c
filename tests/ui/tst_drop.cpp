// Things dropped on the window, on the field that is meant, and pasted.
#include "core/config/config_io.h"
#include "tests/ui/drop_events.h"
#include "tests/ui/dropped_files.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/models/dropped.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/kind_drafts.h"
#include "ui/panels/presets/preset_dialogs.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/upscale/upscale_dialog.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/theme.h"
#include "ui/widgets/notice_bar.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

namespace {

std::string shown(const Studio& s, Page page, const char* key) {
    return std::get<std::string>(s.window.benchOn(page)->edits()->valueShown(key));
}

}  // namespace

class DropTest : public QObject {
    Q_OBJECT
private:
    DroppedFiles files_;
    QString in(const char* name) const { return files_.in(name); }

private Q_SLOTS:
    void initTestCase() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        QVERIFY(files_.drawPictures());
    }

    void whatWasSeenToBeUnusableIsRefusedInItsWords() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        const QString path = write_file(in("a-rather-long-name-of-words-that-are-no-picture.txt"), "words");
        QMimeData mime;
        fillWithFiles(mime, {path});
        QVERIFY(dragTo(&s.window, mime, s.window.rect().center()));
        QString words;  // what the overlay says once it is known
        QTRY_VERIFY(!(words =
                          [&] {
                              for (auto* label : s.window.drops()->overlay()->findChildren<QLabel*>())
                                  if (label->text().contains(QStringLiteral("a-rather-long")) &&
                                      label->text() != QFileInfo(path).fileName())
                                      return label->text();
                              return QString();
                          }())
                         .isEmpty());
        dropAt(&s.window, mime, s.window.rect().center());
        QVERIFY2(s.shows(words), qPrintable(words));  // in the notice
    }

    void theArchiveOfARunBecomesARunAndIsShown() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QMimeData mime;
        fillWithFiles(mime, {write_file(in("run.zip"), "PK")});
        QVERIFY(dragTo(&s.window, mime, s.window.rect().center()));
        QTRY_VERIFY(card(s, QStringLiteral("Open the run in it")));
        dropAt(&s.window, mime, s.window.rect().center());
        if (DropCard* one = card(s, QStringLiteral("Open the run in it")); one && one->button()->isVisible())
            one->button()->click();
        QTRY_VERIFY(s.shows(QStringLiteral("run.zip is a run of yours now")));
        QCOMPARE(s.window.page(), Page::Runs);
        QTRY_COMPARE(s.window.runs()->currentRun(), QStringLiteral("/runs/shapes-128-06"));
        s.window.starts()->openArchive(in("gone.zip"));
        QTRY_VERIFY(s.shows(QStringLiteral("gone.zip: no such file")));
    }

    /// Those that a desktop opens with the window.
    void recipesAndRunsAreKnownByTheirOwnEndingsToo() {
        const QByteArray settings = QByteArray::fromStdString(write_config(default_config(first_kind())));
        const QString recipe = write_file(in("mine.headroom-recipe"), settings);
        const QString run = write_file(in("mine.headroom-run"), "PK");
        QCOMPARE(look_at_dropped({recipe}, nullptr).kind, Dropped::Kind::Settings);
        QCOMPARE(look_at_dropped({run}, nullptr).kind, Dropped::Kind::Archive);
    }

    void aFolderOfPicturesSaysWhatItWillBeAndBecomesIt() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QMimeData mime;
        fillWithFiles(mime, {in("textures")});
        QVERIFY(dragTo(&s.window, mime, s.window.rect().center()));
        DropOverlay* overlay = s.window.drops()->overlay();
        QTRY_COMPARE(overlay->accessibleName(), QStringLiteral("textures, a folder of 3 pictures"));
        QVERIFY(overlay->isVisible() && !overlay->asking());
        keep_picture(s.window, QStringLiteral("drop-dragging"));
        QVERIFY(card(s, QStringLiteral("Train DCGAN on it")));
        QVERIFY(card(s, QStringLiteral("Paint on each of its pictures")));
        dropAt(&s.window, mime, {5, 5});  // on none of the cards: it is asked
        QTRY_VERIFY(overlay->asking());
        keep_picture(s.window, QStringLiteral("drop-asking"));
        QVERIFY(card(s, QStringLiteral("Train DCGAN on it"))->button()->hasFocus() || !s.window.isActiveWindow());
        QPushButton* train = card(s, QStringLiteral("Train DCGAN on it"))->button();
        train->click();
        QVERIFY(!overlay->isVisible());
        QTest::keyClick(train, Qt::Key_Space);  // the focus may still be there: nothing is offered any more
        QCOMPARE(shown(s, Page::Train, "data.path"), in("textures").toStdString());
        s.action(Cmd::Undo)->trigger();  // as any edit
        QTRY_COMPARE(shown(s, Page::Train, "data.path"), std::string("shapes"));
    }

    void aDropOnACardDoesThat() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QMimeData mime;
        fillWithFiles(mime, {in("one.png")});
        QVERIFY(dragTo(&s.window, mime, s.window.rect().center()));
        QTRY_VERIFY(card(s, QStringLiteral("Paint on it")));
        DropCard* start = card(s, QStringLiteral("Paint on it"));
        QVERIFY(QTest::qWaitFor([&] { return start->height() > 20 && start->isVisible(); }));
        const QPoint at = start->mapTo(&s.window, start->rect().center());
        QVERIFY(dragTo(&s.window, mime, at));
        QVERIFY(start->property("current").toBool());
        dropAt(&s.window, mime, at);
        QTRY_COMPARE(s.window.page(), Page::Imagine);
        QCOMPARE(shown(s, Page::Imagine, "start"), std::string("picture"));
        QCOMPARE(shown(s, Page::Imagine, "start.picture"), in("one.png").toStdString());
    }

    void severalPicturesBecomePrompts() {
        Studio s("ready");
        QMimeData mime;
        fillWithFiles(mime, {in("one.png"), in("two.png")});
        dropAt(&s.window, mime, s.window.rect().center());  // before it has been looked at
        QTRY_VERIFY(card(s, QStringLiteral("Use them as prompts")));
        QTRY_VERIFY(s.window.drops()->overlay()->asking());
        card(s, QStringLiteral("Use them as prompts"))->button()->click();
        QCOMPARE(s.window.page(), Page::Imagine);
        const std::string prompts = shown(s, Page::Imagine, "prompts.pictures");
        for (const char* name : {"one.png", "two.png"})
            QVERIFY2(prompts.find(in(name).toStdString()) != std::string::npos, prompts.c_str());
    }

    void theFieldThatIsMeantGetsIt() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowExposed(&s.window));
        ParamRowView* row = s.window.runPanel()->form()->rowFor("data.path");
        QTRY_VERIFY(row->isVisible() && row->width() > 0);
        const auto at = [&] {  // wherever the form has it now
            return row->editor()->field()->mapTo(&s.window, row->editor()->field()->rect().center());
        };
        QCOMPARE(s.window.drops()->keysAt(&s.window, s.window.mapToGlobal(at())),
                 std::vector<std::string>{"data.path"});
        QMimeData mime;
        fillWithFiles(mime, {in("textures")});
        QVERIFY(dragTo(&s.window, mime, at()));
        QTRY_COMPARE(s.window.drops()->overlay()->cards().size(), std::size_t{1});  // nothing else is meant
        dropAt(&s.window, mime, at());
        QTRY_COMPARE(shown(s, Page::Train, "data.path"), in("textures").toStdString());
        QVERIFY(!static_cast<QLineEdit*>(row->editor()->field())->text().contains(QStringLiteral("file:")));
        QMimeData wrong;
        fillWithFiles(wrong, {in("one.png")});
        QTRY_VERIFY(QApplication::activeModalWidget());  // the look at the data
        closeDialog();
        QVERIFY(dragTo(&s.window, wrong, at()));
        dropAt(&s.window, wrong, at());
        QTRY_VERIFY(s.window.notices()->find(QStringLiteral("drop")));
        QVERIFY(s.shows(QStringLiteral("is a folder, and this is a file")));
        QCOMPARE(shown(s, Page::Train, "data.path"), in("textures").toStdString());
    }

    void aFieldInADockThatFloatsGetsItToo() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        auto* dock = s.window.findChild<QDockWidget*>(QStringLiteral("runDock"));
        dock->setFloating(true);
        QWidget* field = s.window.runPanel()->form()->rowFor("data.path")->editor()->field();
        QTRY_VERIFY(field->window() == dock && field->isVisible() && field->width() > 0);
        QVERIFY(dock->acceptDrops());  // or the window system offers it nothing
        QMimeData mime;
        fillWithFiles(mime, {in("textures")});
        QVERIFY(dragTo(dock, mime, field->mapTo(dock, field->rect().center())));
        QTRY_COMPARE(s.window.drops()->overlay()->cards().size(), std::size_t{1});
        dropAt(dock, mime, field->mapTo(dock, field->rect().center()));
        QTRY_COMPARE(shown(s, Page::Train, "data.path"), in("textures").toStdString());
    }

    void textGoesOnToTheField() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        auto* field = static_cast<QLineEdit*>(s.window.runPanel()->form()->rowFor("data.path")->editor()->field());
        QMimeData mime;
        mime.setText(QStringLiteral("words"));
        QDragEnterEvent enter(QPoint(2, 2), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(field, &enter);
        QVERIFY(!s.window.drops()->overlay()->isVisible());
    }

    void whatCannotBeUsedSaysWhy_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("problem");
        QTest::newRow("notes") << "notes.txt" << QByteArray("words") << "notes.txt is nothing that Headroom knows";
        QTest::newRow("no picture") << "fake.png" << QByteArray("words")
                                    << "fake.png is named as a picture and is none";
        QTest::newRow("bad settings") << "bad.json" << QByteArray("{\"batch.micro\": -3}") << "bad.json";
        QTest::newRow("weights") << "missing.pth" << QByteArray("x") << "there is no such file";
        QTest::newRow("empty folder") << "empty/" << QByteArray() << "empty holds no pictures";
        QTest::newRow("gone") << "gone.png" << QByteArray() << "gone.png is not there";
    }
    void whatCannotBeUsedSaysWhy() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, problem);
        const QString path = in(name.toUtf8().constData());
        if (name.endsWith(QLatin1Char('/')))
            QVERIFY(QDir().mkpath(path));
        else if (!content.isEmpty())
            QVERIFY(!write_file(path, content).isEmpty());
        Studio s("ready");
        const TrainConfig before = *s.bridge.config();
        QMimeData mime;
        fillWithFiles(mime, {path});
        QVERIFY(dragTo(&s.window, mime, s.window.rect().center()));
        QTRY_VERIFY(s.window.drops()->overlay()->accessibleName().contains(problem));
        dropAt(&s.window, mime, s.window.rect().center());
        QTRY_VERIFY(s.window.notices()->find(QStringLiteral("drop")));
        QVERIFY(s.window.notices()->find(QStringLiteral("drop"))->title().contains(problem));
        QVERIFY(!s.window.drops()->overlay()->isVisible());
        QVERIFY(*s.bridge.config() == before);
    }

    void anAddressIsNotFetched() {
        Studio s("ready");
        QMimeData mime;
        mime.setUrls({QUrl(QStringLiteral("https://example.org/cat.png"))});
        dropAt(&s.window, mime, s.window.rect().center());
        QTRY_VERIFY(s.window.notices()->find(QStringLiteral("drop")));
        QVERIFY(s.shows(QStringLiteral("Headroom fetches nothing")));
    }

    void weightsAreRecognisedAndOfferedWhatTheyCanDo() {
        Studio s("ready");
        QMimeData mime;
        fillWithFiles(mime, {write_file(in("clip.pt"), "x")});
        dropAt(&s.window, mime, s.window.rect().center());  // a single offer needs no question
        QTRY_COMPARE(s.window.page(), Page::Imagine);
        QCOMPARE(shown(s, Page::Imagine, "clip.files"), in("clip.pt").toStdString());
        QMimeData torn;
        fillWithFiles(torn, {write_file(in("part.pt"), "x")});
        dropAt(&s.window, torn, s.window.rect().center());
        QTRY_VERIFY(s.window.drops()->overlay()->asking() || s.window.notices()->find(QStringLiteral("drop")));
        QCOMPARE(shown(s, Page::Imagine, "clip.files"), in("clip.pt").toStdString());
        QVERIFY(s.shows(QStringLiteral("3 tensors are missing")));
    }

    void aNetworkThatEnlargesIsOfferedForThat() {
        Studio s("ready");
        QMimeData mime;
        fillWithFiles(mime, {write_file(in("rrdb.pth"), "x")});
        dropAt(&s.window, mime, s.window.rect().center());  // a single offer needs no question
        QTRY_VERIFY(s.window.findChild<UpscaleDialog*>());
        const auto fields = s.window.findChild<UpscaleDialog*>()->findChildren<QLineEdit*>();
        QVERIFY(std::any_of(fields.begin(), fields.end(), [this](const QLineEdit* field) {
            return field->accessibleName() == QStringLiteral("File of weights") && field->isVisible() &&
                   field->text() == in("rrdb.pth");
        }));
    }

    void aPastedPictureIsKeptAndAskedAbout() {
        Studio s("ready");
        QImage image(4, 4, QImage::Format_RGB888);
        image.fill(Qt::blue);
        QGuiApplication::clipboard()->setImage(image);
        s.action(Cmd::Paste)->trigger();
        QTRY_VERIFY(card(s, QStringLiteral("Paint on it")));
        QTRY_VERIFY(s.window.drops()->overlay()->asking());
        card(s, QStringLiteral("Paint on it"))->button()->click();
        const QString path = QString::fromStdString(shown(s, Page::Imagine, "start.picture"));
        QVERIFY2(QFile::exists(path), qPrintable(path));
        QCOMPARE(QImage(path).pixelColor(0, 0), QColor(Qt::blue));
        QFile::remove(path);
    }

    void aFileNamedAtTheStartIsAskedAbout() {
        Studio s("ready");
        s.window.drops()->open({in("one.png")});
        QTRY_VERIFY(s.window.drops()->overlay()->asking());
        QVERIFY(card(s, QStringLiteral("Use it as a prompt")));
        QTest::keyClick(s.window.drops()->overlay()->cards().front()->button(), Qt::Key_Escape);
        s.window.drops()->open({in("no such file")});
        QTRY_VERIFY(s.window.notices()->find(QStringLiteral("drop")));
    }

    void aPastedPictureMayBeBytes() {
        Studio s("ready");
        auto* torn = new QMimeData;
        torn->setData(QStringLiteral("image/png"), "\x89PNG");
        QGuiApplication::clipboard()->setMimeData(torn);
        s.action(Cmd::Paste)->trigger();
        QCOMPARE(s.window.drops()->overlay()->accessibleName(),
                 QStringLiteral("Keeping the picture"));  // read beside the window
        QTRY_VERIFY(s.shows(QStringLiteral("The picture could not be read")));
    }

    void anEmptyClipboardSaysSo() {
        Studio s("ready");
        QGuiApplication::clipboard()->setText(QStringLiteral("words"));
        s.action(Cmd::Paste)->trigger();
        QVERIFY(s.shows(QStringLiteral("The clipboard holds no picture and no file")));
        QTest::keyClick(&s.window, Qt::Key_Escape);
    }

    void anotherDragIsNoDrop() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QMimeData picture, recipe;
        fillWithFiles(picture, {in("one.png")});
        dropAt(&s.window, picture, s.window.rect().center());
        QTRY_VERIFY(s.window.drops()->overlay()->asking());
        TrainConfig config = *s.bridge.config();
        config.lr_g = 3e-4;
        fillWithFiles(recipe, {write_file(in("held.json"), QByteArray::fromStdString(write_config(config)))});
        QVERIFY(dragTo(&s.window, recipe, s.window.rect().center()));
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
        QVERIFY(!s.window.findChild<TakeSettingsDialog*>());
        dragAway(&s.window);
    }

    void escapeTakesTheQuestionAway() {
        Studio s("ready");
        QMimeData mime;
        fillWithFiles(mime, {in("one.png")});
        dropAt(&s.window, mime, s.window.rect().center());
        QTRY_VERIFY(s.window.drops()->overlay()->asking());
        QTest::keyClick(s.window.drops()->overlay()->cards().front()->button(), Qt::Key_Escape);
        QVERIFY(!s.window.drops()->overlay()->isVisible());
    }
};

QTEST_MAIN(DropTest)
#include "tst_drop.moc"
