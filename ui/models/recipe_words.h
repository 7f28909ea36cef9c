// What a recipe was made with and is another here, in the window's language.
#pragma once

#include "core/api/recipe.h"

#include <QString>

#include <string>
#include <vector>

namespace headroom::ui {

/// What a recipe calls a file or folder that is to be chosen here: "pics" of "./pics". Empty: it is no recipe's. Told by the words alone: what lies
/// beside a recipe got its whole path when that was read.
QString toBeChosen(const std::string& path);
/// A sentence on a line of its own for each; empty: nothing differs.
QString recipeWords(const std::vector<RecipeDifference>& differences);

}  // namespace headroom::ui
