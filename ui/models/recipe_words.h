// What a recipe was made with and is another here, in the window's language.
#pragma once

#include "core/api/recipe.h"

#include <QString>

#include <vector>

namespace headroom::ui {

/// A sentence on a line of its own for each; empty: nothing differs.
QString recipeWords(const std::vector<RecipeDifference>& differences);

}  // namespace headroom::ui
