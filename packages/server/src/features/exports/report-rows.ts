import type { Language } from '@trackway/core/codes/languages.ts'
import type { ExportRequest, ListFileRequest } from '@trackway/core/features/exports/calls.ts'
import type { ReportSummary } from '@trackway/core/features/statistics/summary.ts'
import type pg from 'pg'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Scope } from '../../platform/http/session.ts'

/** The account that requested a report, as it is now: it may have expired or lost a permission since. */
export type Requester = Pick<Tables['accounts'], 'path' | 'role' | 'expire_time' | 'username'> & {
  id: number
  is_demo: boolean
}

/** The query of a report, and the context that it runs in. */
export interface ReportContext<Source = ExportRequest> {
  question: Source
  /** Whose file it is. */
  account: Requester
  scope: Scope
  language: Language
  timeZone: string
  now: number
  signal: AbortSignal
}

/** A row by the keys of its columns, in our units; places as addresses are found later. */
export type ReportRow = Record<string, unknown>

/** An opened report: its summary, and its rows. */
export interface OpenedReport {
  summary: ReportSummary
  rows: AsyncIterable<readonly ReportRow[]>
}

/**
 * Rows of a report, few at a time.
 * @throws {Refusal} what the screen's call refuses: `notFound`, `rangeTooLong`, `tooManyDevices`
 */
export type OpenReport = (
  database: { db: Db; pool: pg.Pool },
  asking: ReportContext<ExportRequest | ListFileRequest>,
) => Promise<OpenedReport>
