// Language: translators are children of the application and go with it; beside them only the code of what is spoken is kept.
#include "ui/i18n/language.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTranslator>

#include <algorithm>
#include <memory>
#include <utility>

/// The translations sit in a static library: without this call the linker may leave them out.
static void init_translations() { Q_INIT_RESOURCE(translations); }

namespace headroom::ui {
namespace {

const QString kEnglish = QStringLiteral("en"), kPseudo = QStringLiteral("pseudo");

QString spoken_language = kEnglish;  // of the translator that was installed last

QChar accented(QChar c) {
    static const QString plain = QStringLiteral("aceginorstuyzACEGINOSTUYZ");
    static const QString with = QStringLiteral("áçéğíñóŕšţúýžÁÇÉĞÍÑÓŠŢÚÝŽ");
    const qsizetype at = plain.indexOf(c);
    return at < 0 ? c : with[at];
}

/// A stretch of plain words.
QString grown(QStringView words) {
    QString out;
    int letters = 0, extra = 0;
    for (const QChar c : words) {
        out += accented(c);
        if (!c.isLetter()) continue;
        // Two more for each five letters, within the word that they belong to.
        if (++letters * 2 / 5 > extra) {
            ++extra;
            out += QChar(0xF8);
        }
    }
    return out;
}

/// For tests: every text of the window as pseudoText() has it. Null for texts of others: Qt's own stay as they are.
class PseudoTranslator : public QTranslator {
public:
    /// `before`: those loaded before, which know the plurals. Kept here: any thread may ask, and the application's children are the window's thread's.
    explicit PseudoTranslator(QList<QTranslator*> before) : before_(std::move(before)) {}
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char* disambiguation, int n) const override {
        const QByteArrayView of(context);
        if (of.startsWith("Q") && of != "QObject") return {};
        // Asking the application would ask this one again.
        for (const QTranslator* t : before_) {
            if (const QString plural = t->translate(context, source, disambiguation, n); !plural.isEmpty())
                return pseudoText(plural);
        }
        return pseudoText(QString::fromUtf8(source));
    }

private:
    const QList<QTranslator*> before_;
};

bool is_offered(const QString& code) {
    return std::ranges::any_of(languages(), [&](const Language& l) { return l.code == code; });
}

/// The region's own way of writing numbers, where the system speaks this language.
QLocale locale_of(const QString& code) {
    const QLocale here = QLocale::system(), wanted(code);
    return here.language() == wanted.language() ? here : wanted;
}

void install_translator(std::unique_ptr<QTranslator> translator, const QString& code) {
    translator->setObjectName(QStringLiteral("headroom.") + code);
    QCoreApplication::installTranslator(translator.get());
    translator.release()->setParent(QCoreApplication::instance());
    spoken_language = code;
}

void load_translation(const QString& file, const QString& code) {
    auto translator = std::make_unique<QTranslator>();
    if (translator->load(QStringLiteral(":/translations/%1_%2.qm").arg(file, code)))
        install_translator(std::move(translator), code);
}

QList<QTranslator*> loaded_translators() {
    QList<QTranslator*> out;
    for (auto* t : QCoreApplication::instance()->findChildren<QTranslator*>(Qt::FindDirectChildrenOnly))
        if (t->objectName().startsWith(QLatin1String("headroom."))) out << t;
    return out;
}

/// The newest first, which may ask those before it. Other threads may be asking: who is taken out under Qt's lock is asked no more when it goes.
void unload_translators() {
    const QList<QTranslator*> loaded = loaded_translators();
    for (auto each = loaded.rbegin(); each != loaded.rend(); ++each) {
        QCoreApplication::removeTranslator(*each);
        delete *each;
    }
}

/// Until something else is chosen, tests included: English, whose translation holds the plurals alone.
void begin_in_english() {
    init_translations();
    load_translation(QStringLiteral("headroom"), kEnglish);
    QLocale::setDefault(shownLocale());
}

}  // namespace

Q_COREAPP_STARTUP_FUNCTION(begin_in_english)

QString pseudoText(const QString& text) {
    static const QRegularExpression kept(
        QStringLiteral("%L?(?:\\d+|n)|<[^>]*>|&[a-z]+;|&\\w|\\([^)]*\\*\\.[^)]*\\)|https?://\\S+"));
    QString out;
    qsizetype from = 0;
    for (auto it = kept.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        out += grown(QStringView(text).mid(from, match.capturedStart() - from)) + match.captured();
        from = match.capturedEnd();
    }
    return out + grown(QStringView(text).mid(from));
}

const QList<Language>& languages() {
    static const QList<Language> all{{kEnglish, QStringLiteral("English")},
                                     {QStringLiteral("de"), QStringLiteral("Deutsch")}};
    return all;
}

QString languageOf(const QStringList& wanted) {
    for (const QString& tag : wanted) {
        const QString code = tag.section(QLatin1Char('-'), 0, 0).section(QLatin1Char('_'), 0, 0);
        if (is_offered(code)) return code;
    }
    return kEnglish;
}

void speak(const QString& wish) {
    const bool chosen = is_offered(wish) || wish == kPseudo;
    const QString code = chosen ? wish : languageOf(QLocale::system().uiLanguages());
    unload_translators();
    load_translation(QStringLiteral("headroom"), kEnglish);
    if (code == kPseudo) {
        install_translator(std::make_unique<PseudoTranslator>(loaded_translators()), code);
    } else if (code != kEnglish) {
        load_translation(QStringLiteral("qtbase"), code);
        load_translation(QStringLiteral("headroom"), code);
    }
    QLocale::setDefault(!chosen ? QLocale::system() : code == kPseudo ? QLocale(kEnglish) : locale_of(code));
    QLocale::setDefault(shownLocale());
}

QString spokenLanguage() { return spoken_language; }

QLocale shownLocale() {
    QLocale locale;
    locale.setNumberOptions(locale.numberOptions() & ~QLocale::OmitGroupSeparator);
    return locale;
}

}  // namespace headroom::ui
