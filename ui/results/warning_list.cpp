// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/warning_list.h"

#include "models/items/words.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHash>
#include <QLabel>
#include <QPainter>
#include <QTextLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

bool same(const std::vector<Warning>& a, const std::vector<Warning>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Warning& x, const Warning& y) { return x.id == y.id && x.text == y.text; });
}

} // namespace

/// A sentence with a link, measured and drawn as plain text: a label lays out rich text some ten times before
/// it is drawn, which for every new report took longer than all the rest of the panel.
class WarningSentence : public QLabel {
public:
    WarningSentence() {
        setWordWrap(true);
        setTextFormat(Qt::RichText);
        setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    }

    /// `link`: the last letters of the plain text.
    void write(const QString& plain, int link, const QString& rich) {
        if (rich == text()) return;
        m_plain = plain;
        m_link = link;
        m_heights.clear();
        setText(rich);
    }
    int heightForWidth(int width) const override {
        const auto known = m_heights.constFind(width);
        if (known != m_heights.constEnd()) return *known;
        const QRect room(0, 0, width, QWIDGETSIZE_MAX);
        return *m_heights.insert(width, fontMetrics().boundingRect(room, Qt::TextWordWrap, m_plain).height());
    }
    QSize sizeHint() const override { return {kNarrow, heightForWidth(kNarrow)}; }
    QSize minimumSizeHint() const override { return {kNarrow, fontMetrics().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override {
        // The label knows where the link is, and draws it while the keyboard is on it.
        if (hasFocus() || isRightToLeft()) return QLabel::paintEvent(event);
        QTextCharFormat link;
        link.setForeground(palette().color(QPalette::Link));
        link.setFontUnderline(true);
        QTextLayout layout(m_plain, font());
        layout.setCacheEnabled(true); // else it is shaped again when it is drawn
        layout.setFormats({{int(m_plain.size()) - m_link, m_link, link}});
        layout.beginLayout();
        double height = 0;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width());
            line.setPosition({0, height});
            height += line.height();
        }
        layout.endLayout();
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        layout.draw(&painter, {0, double(std::max(0, (this->height() - int(std::ceil(height))) / 2))});
    }
    void changeEvent(QEvent* change) override {
        if (change->type() == QEvent::FontChange) m_heights.clear();
        QLabel::changeEvent(change);
    }

private:
    static constexpr int kNarrow = 120;
    QString m_plain;
    int m_link = 0;
    mutable QHash<int, int> m_heights; ///< of the widths asked for
};

WarningList::WarningList(QWidget* parent)
    : QFrame(parent), m_layout(new QVBoxLayout(this)), m_note(new QLabel), m_title(new QLabel) {
    m_layout->setContentsMargins(10, 7, 8, 8);
    m_layout->setSpacing(5);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_layout->addWidget(m_note);
    m_layout->addWidget(m_title);
    showOrHide();
}

WarningSentence* WarningList::sentence(std::size_t index) {
    while (m_sentences.size() <= index) {
        auto* label = new WarningSentence;
        connect(label, &QLabel::linkActivated, this, &WarningList::whyActivated);
        m_layout->addWidget(label);
        m_sentences.push_back(label);
    }
    return m_sentences[index];
}

void WarningList::setWarnings(const std::vector<Warning>& warnings) {
    if (same(m_shown, warnings)) return;
    m_shown = warnings;
    writeSentences();
    showOrHide();
}

void WarningList::setNote(const QString& note) {
    if (m_note->text() == note) return;
    m_note->setText(note);
    showOrHide();
}

void WarningList::writeSentences() {
    const QString colour = palette().color(QPalette::Link).name();
    m_title->setText(m_shown.size() == 1 ? tr("⚠ 1 warning") : tr("⚠ %1 warnings").arg(m_shown.size()));
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        const QString text = items::sentenceText(m_shown[i].text);
        WarningSentence* label = sentence(i);
        const QString why = tr("Why?");
        label->write(text + QLatin1Char(' ') + why, int(why.size()),
                     QStringLiteral("%1 <a href=\"%2\" style=\"color:%3\">%4</a>")
                         .arg(text.toHtmlEscaped(), QString::fromStdString(m_shown[i].id).toHtmlEscaped(),
                              colour, why));
        label->setAccessibleName(tr("Warning: %1").arg(text));
        label->show();
    }
    for (std::size_t i = m_shown.size(); i < m_sentences.size(); ++i) m_sentences[i]->hide();
}

void WarningList::showOrHide() {
    m_note->setVisible(!m_note->text().isEmpty());
    m_title->setVisible(!m_shown.empty());
    setVisible(!m_shown.empty() || !m_note->text().isEmpty());
}

void WarningList::changeEvent(QEvent* change) {
    // A label takes its link colour from the application's palette, not from its own.
    if (change->type() == QEvent::PaletteChange) writeSentences();
    QFrame::changeEvent(change);
}

void WarningList::paintEvent(QPaintEvent*) {
    const Theme theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.grid);
    painter.setBrush(palette().color(QPalette::Base));
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.drawRoundedRect(frame, 3, 3);
    painter.fillRect(QRectF(frame.left(), frame.top() + 1, 3, frame.height() - 2),
                     m_note->text().isEmpty() ? theme.warn : theme.bad);
}

} // namespace moe::ui
