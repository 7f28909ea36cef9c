// AboutDialog: version and the licences of what is inside.
#include "ui/shell/about_dialog.h"

#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFile>
#include <QIcon>
#include <QLabel>
#include <QTextBrowser>
#include <QVBoxLayout>

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
           QStringLiteral("<h4>Tabler Icons</h4><pre>%1</pre><h4>Roboto</h4><pre>%2</pre>")
               .arg(licence_file(QStringLiteral(":/icons/LICENSE")), licence_file(QStringLiteral(":/fonts/LICENSE")));
}

}  // namespace

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("About Headroom"));
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(QStringLiteral(":/logo.svg")).pixmap(Theme::get().scaled(48)));
    auto* title = new QLabel(tr("Headroom %1").arg(QCoreApplication::applicationVersion()), this);
    title->setProperty("role", "title");
    auto* line = new QLabel(tr("Train small image models inside the memory you have."), this);
    line->setProperty("role", "label");
    auto* text = new QTextBrowser(this);
    text->setHtml(licences());
    text->setAccessibleName(tr("Licences"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* words = new QVBoxLayout;
    words->addWidget(title);
    words->addWidget(line);
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(logo);
    head->addLayout(words, 1);
    auto* column = columnIn(this, {16, 16, 16, 16}, 12);
    column->addLayout(head);
    column->addWidget(text, 1);
    column->addWidget(buttons);
    resize(Theme::get().scaled(560), Theme::get().scaled(480));
}

}  // namespace headroom::ui
