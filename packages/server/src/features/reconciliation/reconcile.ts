import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import { recordEvent } from '../../platform/audit.ts'
import { providerNamed } from '../../platform/provider.ts'
import type { PayTools } from '../orders/pay-tools.ts'
import { runPayment, runRefund } from '../orders/run-payments.ts'
import { type PayClient, PayFailure, type ReportLine } from '../pay-accounts/providers/pay-provider.ts'
import { payProviders } from '../pay-accounts/providers/pay-providers.ts'
import { type BookedMove, compareReport } from './compare-report.ts'
import {
  addDifferences,
  findDoneDays,
  findLines,
  findMoves,
  findReportedAccounts,
  keepLines,
  noteReport,
  type ReportedAccount,
  settleCleared,
} from './queries.ts'

/** On how many days after it a day's report is fetched until it is there. */
const reportDays = 3
/** What we know of so shortly before midnight may stand under the next day there. */
const slackMs = 10 * 60_000
/** Days before it whose lines are looked through for what a day's report should have. */
const lookBackDays = 3
/** Earlier reports that are read again for what is missing in a day's. */
const maxReread = 5

/** Compares the reports of the last days, where that was not done yet, with the books. */
export async function reconcile(tools: PayTools): Promise<void> {
  for (const account of await findReportedAccounts(tools.db))
    try {
      await reconcileAccount(tools, account)
    } catch (error) {
      if (!(error instanceof PayFailure)) throw error
      tools.log.warn({ err: error, payAccountId: account.id }, 'a provider’s report was not read')
    }
}

async function reconcileAccount(tools: PayTools, account: ReportedAccount): Promise<void> {
  const { db, now } = tools
  const timeZone = providerNamed(payProviders, account.provider)?.booksTimeZone ?? 'UTC'
  const today = dayAt(now(), timeZone)
  const firstDay = dayAt(account.createTime, timeZone)
  const earliestDay = addDays(today, -reportDays)
  const done = await findDoneDays(db, account.id, addDays(earliestDay, -1))
  const isOpen = (day: string) => day >= firstDay && !done.has(day)
  const client = await tools.clientOf(account.id)
  if (client === null) return
  if (isOpen(addDays(earliestDay, -1))) await giveUp(tools, account, addDays(earliestDay, -1))
  for (let day = earliestDay; day < today; day = addDays(day, 1))
    if (isOpen(day)) await reconcileDay(tools, { account, client, day, timeZone })
}

/** A report that never came: the audit log has it for administrators. */
async function giveUp({ db, now }: PayTools, { id, name }: ReportedAccount, day: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await noteReport(trx, { payAccountId: id, day, lines: null }, now()))) return
    const after = { payAccount: name, day }
    await recordEvent(trx, { kind: 'paymentReportMissing', time: now(), accountId: null, after })
  })
}

interface Reported {
  account: ReportedAccount
  client: PayClient
  day: string
  timeZone: string
}

async function reconcileDay(tools: PayTools, reported: Reported): Promise<void> {
  const { db, now } = tools
  const { account, client, day, timeZone } = reported
  const report = await client.report(day)
  if (report === null) return
  const due = {
    from: startOfDay(day, timeZone) - slackMs,
    to: startOfDay(addDays(day, 1), timeZone) - slackMs,
  }
  const lines = [...(await findLines(db, account.id, addDays(day, -lookBackDays))), ...report]
  const compare = async () => compareReport(lines, await findMoves(db, account.id, lines, due))
  const { unfinished, missing } = await compare()
  await pollUnfinished(tools, unfinished)
  lines.push(...(await readEarlier(reported, missing)))
  const { differences, agreed } = await compare()
  await db.transaction().execute(async (trx) => {
    if (!(await noteReport(trx, { payAccountId: account.id, day, lines: report.length }, now()))) return
    await keepLines(trx, account.id, day, report)
    await settleCleared(trx, account.id, agreed, now())
    const count = await addDifferences(trx, { payAccountId: account.id, day }, differences, now())
    if (count === 0) return
    const after = { payAccount: account.name, provider: account.provider, day, differences: count }
    await recordEvent(trx, { kind: 'paymentDifferences', time: now(), accountId: null, after })
  })
}

/** What moved by the report is not over in the books: the provider is polled, as always. */
async function pollUnfinished(tools: PayTools, moves: readonly BookedMove[]): Promise<void> {
  for (const { kind, id } of moves)
    try {
      await (kind === 'payment' ? runPayment(tools, id) : runRefund(tools, id))
    } catch (error) {
      if (!(error instanceof PayFailure)) throw error
    }
}

/** Some providers list what took days under the day on which it began: those reports are read again. */
async function readEarlier(
  { client, day, timeZone }: Reported,
  missing: readonly BookedMove[],
): Promise<ReportLine[]> {
  const days = new Set(missing.map(({ createTime }) => dayAt(createTime, timeZone)))
  const lines: ReportLine[] = []
  for (const earlier of [...days]
    .filter((each) => each < day)
    .toSorted()
    .slice(-maxReread))
    lines.push(...((await client.report(earlier)) ?? []))
  return lines
}
