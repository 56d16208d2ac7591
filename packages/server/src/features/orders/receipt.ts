import { buffer } from 'node:stream/consumers'
import { durations } from '@trackway/core/codes/durations.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { amountText } from '@trackway/core/rules/money.ts'
import PDFDocument from 'pdfkit'
import type { Db } from '../../platform/database/database.ts'
import { RawReply } from '../../platform/http/serve.ts'
import { Pen } from '../../platform/table-files/pdf-text.ts'
import { reportText } from '../../platform/table-files/report-text.ts'
import type { LineRow, OrderRow } from './book-sale.ts'
import { receiptNoOf } from './queries.ts'
import { receiptTexts } from './receipt-texts.ts'

/** More devices are a number: drawing them would hold up everybody else. */
const shownLines = 60

/** A4 standing, in points. */
const page = { width: 595.28, height: 841.89, margin: 56 }
const sizes = { title: 22, text: 10, small: 8.5 }
const colors = { text: '#1f2328', quiet: '#656d76', line: '#d8dee4' }
const lineHeight = 16
const right = page.width - page.margin

/**
 * The receipt of a paid order as PDF: what the seller's profile was when it was paid, and what was refunded since.
 * @param reader whose language and zone it is written in
 */
export async function receiptFile(
  db: Db,
  order: OrderRow,
  reader: { language: Language; timeZone: string },
): Promise<RawReply> {
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('line_no')
    .execute()
  const file = await drawReceipt(order, lines, reader)
  return new RawReply('application/pdf', file, `${receiptNoOf(order)}.pdf`)
}

function drawReceipt(
  order: OrderRow,
  lines: readonly LineRow[],
  { language, timeZone }: { language: Language; timeZone: string },
): Promise<Buffer> {
  const t = receiptTexts(language)
  const receipt = order.receipt!
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: language === 'cn' ? 'zh-CN' : language,
    info: { Title: `${t.title} ${receiptNoOf(order)}`, Creator: 'Trackway' },
  })
  const pen = new Pen(document)
  const money = (amount: number) => `${amountText(amount, order.currency)} ${order.currency}`
  let y = page.margin
  document.fillColor(colors.text)
  pen.line(t.title, page.margin, y, sizes.title)
  y += sizes.title * 2
  for (const text of [receipt.name, ...(receipt.address ?? '').split('\n'), taxNumber()])
    for (const line of text === '' ? [] : pen.wrap(text, right - page.margin, sizes.text, 3)) write(line)
  y += lineHeight
  for (const [label, value] of [
    [t.number, receiptNoOf(order)!],
    [t.order, order.order_no],
    [t.date, dayAt(order.paid_time!, timeZone)],
    [t.customer, order.buyer_name],
    [t.paidBy, reportText(language, `payType.${order.pay_type}`)],
  ] as const) {
    document.fillColor(colors.quiet)
    pen.line(label, page.margin, y, sizes.text)
    document.fillColor(colors.text)
    pen.line(value, page.margin + 140, y, sizes.text)
    y += lineHeight
  }
  y += lineHeight
  const what = order.kind === 'topUp' ? t.topUp : `${t.renewal}: ${t[durations[order.duration!].name]}`
  row(what, t.amount, colors.quiet)
  rule()
  for (const line of lines.slice(0, shownLines)) {
    if (y > page.height - page.margin - 8 * lineHeight) {
      document.addPage({ size: 'A4', margin: 0 })
      y = page.margin
    }
    const name = line.nickname ? `${line.nickname} · ${line.terminal_id}` : line.terminal_id
    const [shown = ''] = pen.wrap(name, right - page.margin - 140, sizes.text, 1)
    row(shown, order.pay_type === 'card' ? t.cards : money(line.list_amount))
  }
  const others = lines.slice(shownLines)
  if (others.length > 0) {
    const amount = others.reduce((sum, line) => sum + line.list_amount, 0)
    const label = t.more.replace('{{count}}', String(others.length))
    row(label, order.pay_type === 'card' ? t.cards : money(amount))
  }
  if (order.kind === 'topUp') row(t.topUp, money(order.amount))
  rule()
  if (order.list_amount !== order.amount) {
    row(t.subtotal, money(order.list_amount))
    row(t.discount, money(order.amount - order.list_amount))
  }
  if (order.pay_type === 'card') row(t.cards, String(order.device_count))
  else {
    row(t.total, money(order.amount))
    if (order.tax_amount > 0) row(taxText(), money(order.tax_amount), colors.quiet)
    if (order.refunded_amount > 0) row(t.refunded, money(-order.refunded_amount))
  }
  feet()
  document.end()
  return buffer(document)

  function write(text: string): void {
    pen.line(text, page.margin, y, sizes.text)
    y += lineHeight
  }

  function row(label: string, value: string, color = colors.text): void {
    document.fillColor(color)
    pen.line(label, page.margin, y, sizes.text)
    pen.line(value, right - pen.width(value, sizes.text), y, sizes.text)
    document.fillColor(colors.text)
    y += lineHeight
  }

  function rule(): void {
    document
      .moveTo(page.margin, y + 2)
      .lineTo(right, y + 2)
      .lineWidth(0.5)
      .stroke(colors.line)
    y += 8
  }

  function taxNumber(): string {
    return receipt.taxNumber === null ? '' : `${receipt.taxLabel ?? t.taxName}: ${receipt.taxNumber}`
  }

  function taxText(): string {
    const rate = String(order.tax_basis_points / 100)
    return t.tax.replace('{{label}}', receipt.taxLabel ?? t.taxName).replace('{{rate}}', rate)
  }

  function feet(): void {
    const { count } = document.bufferedPageRange()
    for (let n = 0; n < count; n++) {
      document.switchToPage(n)
      document.fillColor(colors.quiet)
      const text = t.page.replace('{{n}}', String(n + 1)).replace('{{m}}', String(count))
      pen.line(text, right - pen.width(text, sizes.small), page.height - page.margin / 2, sizes.small)
    }
  }
}
