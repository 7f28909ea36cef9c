// Sentences about recipes.
#include "ui/models/recipe_words.h"

#include "ui/bridge/qt_format.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

namespace headroom::ui {
namespace {

struct RecipeText {
    Q_DECLARE_TR_FUNCTIONS(Recipe)
};

QString words_of(const RecipeDifference& d) {
    const QString was = fromUtf8(d.was), here = fromUtf8(d.here);
    switch (d.what) {
        case RecipeDifference::What::Headroom:
            return RecipeText::tr("Made with Headroom %1; this is %2.").arg(was, here);
        case RecipeDifference::What::LibTorch:
            return RecipeText::tr("Made with LibTorch %1; this is %2. Bits may differ.").arg(was, here);
        case RecipeDifference::What::Device:
            return RecipeText::tr("Measured on %1; this computes on %2. Times and memory will differ, and bits may.")
                .arg(was, here);
        case RecipeDifference::What::Data: return RecipeText::tr("Made with other data: %1; here %2.").arg(was, here);
        case RecipeDifference::What::NoData:
            if (const QString name = toBeChosen(d.here); !name.isEmpty())
                return RecipeText::tr("Its data, called %1, is to be chosen (%2).").arg(name, was);
            return RecipeText::tr("Its data (%1) is not here: %2 holds no pictures.").arg(was, here);
    }
    return {};
}

}  // namespace

QString toBeChosen(const std::string& path) {
    return path.starts_with("./") ? QFileInfo(fromUtf8(path)).fileName() : QString();
}

QString recipeWords(const std::vector<RecipeDifference>& differences) {
    QStringList lines;
    for (const RecipeDifference& d : differences) lines << words_of(d);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace headroom::ui
