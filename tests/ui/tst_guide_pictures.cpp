// Pictures of the guide: which there are, how large they are shown, and in which theme.
#include "tests/ui/patient_test.h"

#include "ui/i18n/language.h"
#include "ui/shell/guide_dialog.h"
#include "ui/shell/theme.h"

#include <QDir>
#include <QImage>
#include <QListWidget>
#include <QSet>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>

using namespace headroom;
using namespace headroom::ui;

namespace {

QList<QTextImageFormat> picturesOf(const GuideDialog& guide) {
    QList<QTextImageFormat> out;
    const QTextDocument* page = guide.text()->document();
    for (QTextBlock block = page->begin(); block.isValid(); block = block.next())
        for (auto part = block.begin(); !part.atEnd(); ++part)
            if (const QTextImageFormat format = part.fragment().charFormat().toImageFormat(); format.isValid())
                out << format;
    return out;
}

QStringList namesIn(const GuideDialog& guide) {
    QStringList out;
    for (const QTextImageFormat& format : picturesOf(guide)) out << QUrl(format.name()).fileName();
    return out;
}

}  // namespace

class GuidePicturesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void theyAreShownNoWiderThanAPage() {
        const QDir folder(QStringLiteral(":/guide/pictures"));
        for (const char* language : {"en", "de"}) {
            speak(QString::fromLatin1(language));
            GuideDialog guide;
            guide.show();
            QStringList shown;
            QSet<QString> pages;
            for (int row = 0; row < guide.pages()->count(); ++row) {
                guide.pages()->setCurrentRow(row);
                shown << namesIn(guide);
                for (const QTextImageFormat& format : picturesOf(guide)) {
                    pages.insert(guide.page());
                    const auto image = guide.text()
                                           ->document()
                                           ->resource(QTextDocument::ImageResource, QUrl(format.name()))
                                           .value<QImage>();
                    QVERIFY2(!image.isNull(), qPrintable(format.name()));
                    QVERIFY(image.width() <= 1280);
                    QVERIFY2(format.width() > 150 && format.width() <= guide.text()->width(),
                             qPrintable(format.name()));
                    QVERIFY2(format.width() <= image.width(), qPrintable(format.name()));  // none is blown up
                }
            }
            shown.sort();
            QStringList dark = folder.entryList(QDir::Files, QDir::Name);
            dark.removeIf([](const QString& name) { return name.endsWith(QLatin1String("-light.jpg")); });
            QCOMPARE(shown, dark);  // each once
            for (const char* page :
                 {"first-run", "train", "figures", "does-not-fit", "files-that-travel", "text-to-image",
                  "training-goes-wrong", "runs-and-queue", "bring-and-find", "pictures-to-expect"})
                QVERIFY2(pages.contains(QLatin1String(page)), page);
        }
        speak(QStringLiteral("en"));
    }

    void inLightTheyAreLight() {
        for (const char* language : {"en", "de"}) {
            speak(QString::fromLatin1(language));
            GuideDialog guide;
            guide.show();
            guide.showPage(QStringLiteral("figures"));
            QCOMPARE(namesIn(guide), QStringList({"memory.jpg", "scores.jpg"}));
            Theme::get().apply(ThemeChoice::Light, 100);
            QTRY_COMPARE(namesIn(guide), QStringList({"memory.jpg", "scores-light.jpg"}));
            guide.showPage(QStringLiteral("training-goes-wrong"));
            QCOMPARE(namesIn(guide), QStringList({"counsel-light.jpg"}));
            Theme::get().apply(ThemeChoice::Dark, 100);
            QTRY_COMPARE(namesIn(guide), QStringList({"counsel.jpg"}));
        }
        speak(QStringLiteral("en"));
    }

    void theyAreThoseOfTheFolderAndSmall() {
        const QDir inside(QStringLiteral(":/guide/pictures"));
        const QDir outside(QStringLiteral(HEADROOM_SOURCE_DIR "/resources/guide/pictures"));  // which is installed
        QCOMPARE(inside.entryList(QDir::Files, QDir::Name), outside.entryList(QDir::Files, QDir::Name));
        qint64 bytes = 0;
        for (const QFileInfo& file : outside.entryInfoList(QDir::Files)) bytes += file.size();
        QVERIFY2(bytes < 1'500'000, qPrintable(QString::number(bytes)));
    }
};

QTEST_MAIN(GuidePicturesTest)
#include "tst_guide_pictures.moc"
