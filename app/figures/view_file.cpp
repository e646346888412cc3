// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/view_file.h"

#include "app/files/save_file.h"
#include "ui/figure.h"
#include "ui/report_view.h"

#include <QBuffer>

namespace moe::app {

Problems saveView(ui::ReportView& view, const QString& path, double widthMm) {
    ui::FigureFile file;
    file.format = *ui::formatOfName(path);
    file.style.widthMm = widthMm, file.style.heightMm = 85;
    file.title = view.accessibleName();
    QBuffer buffer;
    buffer.open(QIODevice::ReadWrite);
    Problems problems = ui::writeFigure(view, file, buffer);
    if (problems.empty()) problems = saveFile(path, buffer.data());
    return problems;
}

} // namespace moe::app
