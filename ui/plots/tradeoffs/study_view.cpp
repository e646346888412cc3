// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/study_view.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"

#include <QAction>
#include <QComboBox>
#include <QToolBar>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

namespace moe::ui {
namespace {

/// What the picture shows of the metrics that every study has.
struct Panel {
    const char* key;
    const char* title;
    QColor colour;
    bool fromZero;
};
const std::vector<Panel>& panels() {
    static const std::vector<Panel> rows{
        {"loss.optimal_loss", QT_TRANSLATE_NOOP("Table", "Best loss"), QColor("#cc79a7"), false},
        {"memory.device_bytes", QT_TRANSLATE_NOOP("Table", "Memory per GPU"), QColor("#0072b2"), true},
        {"train.step_seconds", QT_TRANSLATE_NOOP("Table", "Step time"), QColor("#009e73"), true}};
    return rows;
}

const Study& studyOf(const std::string& key) {
    for (const Study& study : studies())
        if (key == study.key) return study;
    return studies().front();
}

std::optional<std::size_t> columnOf(const SweepPlan& plan, const char* key) {
    for (std::size_t i = 0; i < plan.metrics.size(); ++i)
        if (std::strcmp(plan.metrics[i]->key, key) == 0) return i;
    return std::nullopt;
}

/// Is this row the scenario itself?
bool isHere(const SweepPlan& plan, const SweepCell& cell) {
    for (std::size_t i = 0; i < plan.keys.size(); ++i) {
        const Field* field = findField(plan.keys[i]);
        if (cell.values[i].empty()) continue;
        if (!field || fieldText(field->get(plan.base)) != cell.values[i]) return false;
    }
    return true;
}

} // namespace

StudyView::StudyView(QWidget* parent)
    : AskingPicture(items::Words::tr("Study of a design question"), parent), m_box(new QComboBox) {
    for (const Study& study : studies()) {
        m_box->addItem(items::tableText(study.title), QLatin1String(study.key));
        m_box->setItemData(m_box->count() - 1, items::tableText(study.question), Qt::ToolTipRole);
    }
    m_box->setObjectName(QStringLiteral("study"));
    m_box->setAccessibleName(tr("Study"));
    addLabelled(*tools(), tableAction(), tr("Study"), m_box);
    connect(m_box, &QComboBox::activated, this, [this] {
        if (m_study && m_study->key == chosenKey(*m_box).toStdString()) return;
        forget();
        ask();
    });
    connect(canvas(), &Canvas::picked, this, &StudyView::pick);
    refresh();
}

Question StudyView::question() const {
    const bool some = report() && report()->scenario.moe && report()->scenario.train;
    return some ? about("study", {chosenKey(*m_box)}) : Question{};
}

void StudyView::choose(const QStringList& arguments) {
    chooseKey(*m_box, arguments.value(0));
}

void StudyView::answered(bool ofNow) {
    m_study = answerAs<StudyAnswer>();
    AskingPicture::answered(ofNow);
}

QString StudyView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (!report()->scenario.moe || !report()->scenario.train)
        return tr("Studies ask about the experts of a model in training; this scenario has %1.")
            .arg(report()->scenario.moe ? tr("no training section") : tr("no experts"));
    if (!m_study) return answer().why.isEmpty() ? tr("Computing the points of the study…") : answer().why;
    return {};
}

QString StudyView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    QString text = items::tableText(studyOf(m_study->key).question);
    const std::optional<std::size_t> step = columnOf(m_study->plan, "train.step_seconds");
    std::size_t best = m_study->cells.size();
    for (std::size_t i = 0; step && i < m_study->cells.size(); ++i) {
        const SweepCell& cell = m_study->cells[i];
        if (!cell.metrics[*step] || cell.fits == Fit::No) continue;
        if (best == m_study->cells.size() || *cell.metrics[*step] < *m_study->cells[best].metrics[*step])
            best = i;
    }
    if (best == m_study->cells.size()) return text + tr(" No point fits.");
    return text + tr(" Fastest that fits: %1, %2.")
                      .arg(items::sentenceText(m_study->plan.labels[best]),
                           metricText(*m_study->plan.metrics[*step], *m_study->cells[best].metrics[*step]));
}

Sheet StudyView::sheet() const {
    const SweepPlan& plan = m_study->plan;
    Sheet sheet;
    sheet.header << tr("Point");
    for (const Metric* metric : plan.metrics) sheet.header << metricHeader(*metric);
    for (const std::string& key : plan.keys) sheet.header << QString::fromStdString(key);
    sheet.header << tr("Fits") << tr("Rule");
    for (std::size_t i = 0; i < m_study->cells.size(); ++i) {
        const SweepCell& cell = m_study->cells[i];
        Sheet::Row row{QString(), {items::sentenceText(plan.labels[i])}};
        for (std::size_t m = 0; m < plan.metrics.size(); ++m)
            row.cells << metricCell(*plan.metrics[m], cell.metrics[m]);
        for (const std::string& value : cell.values) row.cells << QString::fromStdString(value);
        row.cells << (!cell.fits                 ? QString()
                      : *cell.fits == Fit::Yes   ? tr("yes")
                      : *cell.fits == Fit::Tight ? tr("tight")
                                                 : tr("no"))
                  << items::sentenceText(cell.rule);
        sheet.rows.push_back(row);
    }
    return sheet;
}

Hits StudyView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const SweepPlan& plan = m_study->plan;
    const std::vector<SweepCell>& cells = m_study->cells;
    const double u = look.unit, margin = 12 * u, gap = 14 * u;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    const QFont small = look.scaledFont(0.9), bold = look.scaledFont(0.92, true);
    const QFontMetricsF fine(small), metrics(look.font);

    const auto noteText = [&](std::size_t more) {
        QString note = tr("◆ this scenario · hatched: does not fit · dashed: capacity");
        if (more > 0) note += tr(" · %1 more points in the table").arg(more);
        if (const char* caveat = studyOf(m_study->key).caveat; *caveat)
            note += QLatin1Char('\n') + items::tableText(caveat);
        return note;
    };
    const double noteHeight =
        fine.boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, noteText(cells.size())).height();

    // As many rows as can be read; the table has them all.
    const double head = 1.6 * metrics.height(), foot = noteHeight + 0.7 * fine.height();
    const double least = 1.25 * fine.height();
    const std::size_t shown =
        std::min(cells.size(), std::size_t(std::max(1.0, (area.height() - head - foot) / least)));
    const double rowHeight = std::min((area.height() - head - foot) / double(std::max<std::size_t>(1, shown)),
                                      3.2 * fine.height());
    double labels = 0;
    for (std::size_t i = 0; i < shown; ++i)
        labels = std::max(labels, fine.horizontalAdvance(items::sentenceText(plan.labels[i])));
    labels = std::min(labels + 14 * u, 0.34 * area.width());

    std::vector<std::pair<const Panel*, std::size_t>> columns;
    for (const Panel& panel : panels()) {
        const std::optional<std::size_t> column = columnOf(plan, panel.key);
        const bool some = column && std::any_of(cells.begin(), cells.end(), [&](const SweepCell& cell) {
                              return cell.metrics[*column].has_value();
                          });
        if (some) columns.emplace_back(&panel, *column);
    }
    const double width = (area.width() - labels - gap * double(columns.size())) /
                         double(std::max<std::size_t>(1, columns.size()));
    const double top = area.top() + head;
    Hits hits;
    for (std::size_t i = 0; i < shown; ++i) {
        const SweepCell& cell = cells[i];
        const QRectF row(area.left(), top + double(i) * rowHeight, area.width(), rowHeight);
        const bool here = isHere(plan, cell);
        if (i % 2 == 1) {
            QColor shade = look.theme.grid;
            shade.setAlphaF(0.35f);
            painter.fillRect(row, shade);
        }
        const double base = row.center().y() + fine.capHeight() / 2;
        if (here) {
            painter.setRenderHint(QPainter::Antialiasing);
            drawMark(painter, Mark::Scenario, {row.left() + 5 * u, row.center().y()}, 9 * u, look.theme);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        writeText(painter, {row.left() + 14 * u, base},
                  elided(items::sentenceText(plan.labels[i]), small, labels - 14 * u), small,
                  look.theme.text);
        QString says = items::sentenceText(plan.labels[i]);
        if (!cell.rule.empty()) {
            const QString rule = items::sentenceText(cell.rule);
            says += QStringLiteral(": ") + rule;
            const QRectF span(row.left() + labels + gap, row.top() + 2 * u, row.width() - labels - gap,
                              row.height() - 4 * u);
            drawHatch(painter, look, span, 6 * u, QPen(look.theme.grid, u));
            drawHatch(painter, look, span, 6 * u, QPen(look.theme.grid, u), true);
            const QString text = elided(rule, small, span.width() - 12 * u);
            painter.fillRect(QRectF(span.left(), span.center().y() - fine.height() / 2,
                                    fine.horizontalAdvance(text) + 10 * u, fine.height()),
                             look.theme.background);
            writeText(painter, {span.left() + 4 * u, base}, text, small, look.theme.muted);
        }
        for (const auto& [panel, column] : columns)
            if (cell.metrics[column])
                says += QStringLiteral(" · %1 %2")
                            .arg(items::tableText(panel->title),
                                 metricText(*plan.metrics[column], *cell.metrics[column]));
        if (cell.fits == Fit::No) says += tr(", does not fit");
        hits.push_back({row, QString(), says, says, int(i)});
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const auto [panel, column] = columns[c];
        const Metric& metric = *plan.metrics[column];
        const double left = area.left() + labels + gap + double(c) * (width + gap);
        double low = INFINITY, high = -INFINITY, text = 0;
        for (std::size_t i = 0; i < shown; ++i) {
            if (!cells[i].metrics[column]) continue;
            low = std::min(low, *cells[i].metrics[column]);
            high = std::max(high, *cells[i].metrics[column]);
            text = std::max(text, fine.horizontalAdvance(metricText(metric, *cells[i].metrics[column])));
        }
        // A loss is a point on a scale without a zero, the rest are amounts.
        double start = panel->fromZero ? 0 : low - 0.08 * std::max(high - low, 1e-3 * std::abs(high));
        if (high > start) std::tie(start, high) = shared(QLatin1String(panel->key), start, high);
        QString title = items::tableText(panel->title);
        if (!panel->fromZero && std::isfinite(start)) {
            const QString scale = tr("%1, from %2").arg(title, metricText(metric, start));
            if (QFontMetricsF(bold).horizontalAdvance(scale) <= width) title = scale;
        }
        const QFont heading =
            QFontMetricsF(bold).horizontalAdvance(title) <= width ? bold : look.scaledFont(0.85, true);
        while (QFontMetricsF(heading).horizontalAdvance(title) > width && title.contains(QLatin1Char(' ')))
            title.truncate(title.lastIndexOf(QLatin1Char(' '))); // "Memory" of "Memory per GPU"
        writeText(painter, {left, area.top() + metrics.ascent()}, elided(title, heading, width), heading,
                  look.theme.text);
        const double room = std::max(10 * u, width - text - 10 * u);
        const auto at = [&](double value) {
            return left + (high > start ? (value - start) / (high - start) : 1) * room;
        };
        const auto capacity =
            report()->memory ? std::optional(report()->memory->capacity.base) : std::nullopt;
        const bool limited =
            std::strcmp(panel->key, "memory.device_bytes") == 0 && capacity && *capacity < high;
        if (limited) {
            painter.setPen(QPen(look.theme.text, 1.2 * u, Qt::DashLine));
            painter.drawLine(QPointF(at(*capacity), top - 3 * u),
                             QPointF(at(*capacity), top + double(shown) * rowHeight));
        }
        for (std::size_t i = 0; i < shown; ++i) {
            const std::optional<double>& value = cells[i].metrics[column];
            if (!value) continue;
            const double middle = top + (double(i) + 0.5) * rowHeight;
            if (panel->fromZero) {
                painter.setPen(QPen(look.theme.axis, u));
                painter.drawLine(QPointF(left, middle - rowHeight / 2),
                                 QPointF(left, middle + rowHeight / 2));
            }
            const double half = std::min(0.36 * rowHeight, 9 * u), end = at(*value);
            const bool unfit = cells[i].fits == Fit::No;
            if (panel->fromZero) {
                const QRectF bar(left, middle - half, std::max(u, end - left), 2 * half);
                painter.fillRect(bar, panel->colour);
                if (unfit) drawHatch(painter, look, bar, 5 * u, QPen(look.theme.background, 1.4 * u));
            } else {
                // A line from the edge would be read as an amount: the scale goes on at either side.
                painter.setPen(QPen(look.theme.grid, u));
                painter.drawLine(QPointF(left, middle), QPointF(left + room, middle));
                painter.setPen(Qt::NoPen);
                painter.setRenderHint(QPainter::Antialiasing);
                painter.setBrush(panel->colour);
                painter.drawEllipse(QPointF(end, middle), 3.5 * u, 3.5 * u);
                painter.setRenderHint(QPainter::Antialiasing, false);
            }
            const QString says = metricText(metric, *value);
            // Not across the capacity's line.
            double begin = end + 6 * u;
            if (limited && begin < at(*capacity) + 4 * u &&
                begin + fine.horizontalAdvance(says) > at(*capacity) - 4 * u)
                begin = at(*capacity) + 5 * u;
            drawHaloText(painter, {begin + fine.horizontalAdvance(says) / 2, middle}, 0, says, small,
                         unfit ? look.theme.bad : look.theme.text, look.theme.background, 2 * u);
        }
    }
    painter.setFont(small);
    painter.setPen(look.theme.muted);
    painter.drawText(area, Qt::AlignBottom | Qt::TextWordWrap, noteText(cells.size() - shown));
    return hits;
}

void StudyView::pick(int index) {
    const auto row = static_cast<std::size_t>(index);
    if (!m_study || index < 0 || row >= m_study->cells.size()) return;
    const SweepPlan& plan = m_study->plan;
    if (!m_study->cells[row].rule.empty()) return;
    Edits edits;
    for (std::size_t i = 0; i < plan.keys.size(); ++i)
        if (!plan.rows[row][i].empty()) edits.emplace_back(plan.keys[i], plan.rows[row][i]);
    if (!edits.empty()) emit edited(edits, tr("Use “%1”").arg(items::sentenceText(plan.labels[row])));
}

} // namespace moe::ui
