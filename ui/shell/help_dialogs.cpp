// AboutDialog and KeyboardDialog. The list of keys cannot go stale because it asks the actions.
#include "ui/shell/help_dialogs.h"

#include "ui/bridge/shown_text.h"
#include "ui/widgets/kit.h"

#include <QAction>
#include <QCoreApplication>
#include <QFile>
#include <QHeaderView>
#include <QSet>
#include <QTextBrowser>
#include <QTreeWidget>

namespace headroom::ui {
namespace {

QString licence_file(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).toHtmlEscaped() : QString();
}

QString licences() {
    const QString head =
        QCoreApplication::translate(
            "About",
            "<p>The studio is free software under the GNU General Public License, version 3 or later, because it contains QCustomPlot. "
            "The engine and the command line are under the MIT licence.</p>"
            "<p>Qt %1 (LGPL-3.0) · QCustomPlot (GPL-3.0-or-later) · LibTorch (BSD-3-Clause) · spdlog and fmt (MIT) · nlohmann/json (MIT) · "
            "SQLite (public domain) · zlib, libpng, libjpeg-turbo, libwebp (their own permissive licences)</p>")
            .arg(QString::fromLatin1(qVersion()));
    return head +
           QStringLiteral(
               "<style>pre { white-space: pre-wrap; }</style><h4>Tabler Icons</h4><pre>%1</pre><h4>Roboto</h4><pre>%2</pre>")
               .arg(licence_file(QStringLiteral(":/icons/LICENSE")), licence_file(QStringLiteral(":/fonts/LICENSE")));
}

}  // namespace

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("About Headroom"));
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(QStringLiteral(":/logo.svg")).pixmap(scaled(48)));
    auto* title = makeLabel("title", tr("Headroom %1").arg(QCoreApplication::applicationVersion()), this);
    auto* line = makeLabel("label", tr("Train small image models inside the memory you have."), this);
    auto* text = named(new QTextBrowser(this), tr("Licences"));
    text->setHtml(licences());
    columnIn(
        this, {16, 16, 16, 16}, 12,
        {rowOf({logo, {columnOf({title, line}), 1}}, 16), {text, 1}, makeButtonBox(QDialogButtonBox::Close, this)});
    resize(scaled(560), scaled(480));
}

KeyboardDialog::KeyboardDialog(QWidget* window) : QDialog(window) {
    setWindowTitle(tr("Keyboard"));
    auto* list = named(new QTreeWidget(this), tr("Keys"));
    list->setHeaderLabels({tr("Key"), tr("Does")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    QSet<QStringList> told;
    for (const QAction* action : window->findChildren<QAction*>()) {
        if (action->shortcut().isEmpty()) continue;
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
        const QStringList row{keys.join(QStringLiteral(", ")), fromCaption(action->text())};
        if (told.contains(row)) continue;  // of several lists, each with its own
        told.insert(row);
        new QTreeWidgetItem(list, row);
    }
    new QTreeWidgetItem(list, {tr("Esc"), tr("Take this edit back, close a card")});
    list->sortItems(0, Qt::AscendingOrder);
    list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    columnIn(this, {16, 16, 16, 16}, -1, {list, makeButtonBox(QDialogButtonBox::Close, this)});
    resize(scaled(480), scaled(560));
}

}  // namespace headroom::ui
