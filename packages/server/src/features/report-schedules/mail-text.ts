import type { Language } from '@trackway/core/codes/languages.ts'
import type { ExportRequest } from '@trackway/core/features/exports/calls.ts'
import { chosenColumns } from '@trackway/core/features/statistics/columns.ts'
import type { ReportSummary } from '@trackway/core/features/statistics/summary.ts'
import { wallTime } from '@trackway/core/rules/wall-time.ts'
import { cellText, fileFormat } from '../../platform/table-files/cells.ts'
import { reportText } from '../../platform/table-files/report-text.ts'
import { type FileRequest, factsOf, toFileColumn } from '../exports/make-file.ts'

/** Larger files stay on the platform: mail servers take little more, and it grows by a third on the way. */
export const maxAttachmentBytes = 10_000_000

export interface MailedReport {
  /** Of the schedule, and of the account it belongs to. */
  name: string
  username: string
  request: FileRequest<ExportRequest>
  summary: ReportSummary
  file: { name: string; bytes: number; expireTime: number }
}

export function subjectOf({ name, request }: MailedReport): string {
  const { first, last, report } = request.question
  const period = first === last ? first : `${first} – ${last}`
  const values = { name, report: reportText(request.language, `name.${report}`), period }
  return reportText(request.language, 'mail.subject', values)
}

/** The title, facts and sums of the report; the rest is in the file. */
export function textOf(mailed: MailedReport): string {
  const { request, summary, name, username } = mailed
  const { language, question } = request
  const labelled = ([label, value]: readonly [string, string]) =>
    label === '' ? value : `${label}: ${value}`
  const parts = [
    reportText(language, `name.${question.report}`),
    factsOf(request, summary).map(labelled).join('\n'),
    summary.rows === 0 ? reportText(language, 'noRows') : sumsOf(mailed).map(labelled).join('\n'),
    fileText(mailed, language),
    reportText(language, 'mail.why', { name, username }),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function sumsOf({ request, summary }: MailedReport): [string, string][] {
  const format = fileFormat(request.timeZone)
  return chosenColumns(request.question).flatMap((column): [string, string][] => {
    const value = summary.sum?.[column.key] ?? null
    if (value === null) return []
    return [[toFileColumn(column, request.language).title, cellText(value, column.form, format)]]
  })
}

function fileText({ file, request }: MailedReport, language: Language): string {
  if (file.bytes <= maxAttachmentBytes) return reportText(language, 'mail.attached', { file: file.name })
  return reportText(language, 'mail.tooLarge', {
    file: file.name,
    size: (file.bytes / 1e6).toFixed(1),
    until: wallTime(file.expireTime, request.timeZone).slice(0, 16),
  })
}
