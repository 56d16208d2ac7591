import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { type ImportRecord, importCalls } from '@trackway/core/features/imports/calls.ts'
import type { Finding, ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import {
  type ImportKind,
  type ImportKindName,
  importKindNames,
  kindOf,
  maxRowsOf,
} from '@trackway/core/features/imports/kinds.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve } from '../../platform/http/serve.ts'
import { by, type Session } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { deviceRoom } from '../import-counts/device-limits.ts'
import { takePasswords } from './import-rows.ts'
import {
  createImport,
  findByKey,
  findHeadings,
  findImport,
  findImports,
  findResults,
  startUndo,
} from './queries.ts'
import { findRowFacts, judgeRows, ownerOf, type RowClock, type RowFacts } from './row-facts.ts'
import { toReason } from './run-import.ts'

interface About {
  kind: ImportKindName
  rows: ImportCells[]
  userId?: number | undefined
}

const kindsOf = ({ permissions }: Session) =>
  importKindNames.filter((name) => {
    const { permission, also = [] } = kindOf(name)
    return holdsAny(permissions, permission) && holdsAny(permissions, also)
  })

/** @throws {Refusal} `noPermission` */
function refuseKind(session: Session, name: ImportKindName): void {
  if (!kindsOf(session).includes(name)) throw new Refusal('noPermission')
}

/** @throws {Refusal} `noPermission`; `invalidInput` for too many rows and columns that the kind has not; `notFound` */
async function judge({ db, scope, session, input, now }: SessionContext<About>) {
  const kind = kindOf(input.kind)
  refuseKind(session, input.kind)
  if (input.rows.length > maxRowsOf(input.kind))
    throw new Refusal('invalidInput', { issues: [{ path: 'rows', reason: 'too_big' }] })
  const strange = input.rows.flatMap((cells, index) =>
    Object.keys(cells)
      .filter((key) => !kind.columns.includes(key as never))
      .map((key) => ({ path: `rows.${index}.${key}`, reason: 'unknown' })),
  )
  if (strange.length > 0) throw new Refusal('invalidInput', { issues: strange.slice(0, 20) })
  const owner = await findAccountRow(db, scope, input.userId ?? scope.accountId)
  const facts = await findRowFacts(db, scope, kind, input.rows, owner.id)
  // A key may less than its account.
  facts.hasFreeTerms &&= session.permissions.includes('main:device_terms')
  const clock = { now, timeZone: session.account.timeZone }
  const holders = new Map([...facts.holders].filter(([, { isInScope }]) => isInScope))
  const withoutStrangers = await judgeAll(kind, input.rows, { ...facts, holders }, clock)
  // Who could not register all of them does not learn which of the ids strangers have.
  const mayLearn =
    holders.size < facts.holders.size &&
    kind.of === 'newDevice' &&
    (await couldAddAll({ db, session }, withoutStrangers.good, facts))
  const { findings, good } = mayLearn ? await judgeAll(kind, input.rows, facts, clock) : withoutStrangers
  return { kind, owner, findings, good: good.length }
}

/** What is wrong with the rows, and which are good. */
async function judgeAll(kind: ImportKind, rows: readonly ImportCells[], facts: RowFacts, clock: RowClock) {
  const findings = await judgeRows(kind, rows, facts, clock)
  const faulty = new Set(findings.flatMap(({ row, isWarning }) => (isWarning ? [] : [row])))
  return { findings, good: rows.filter((_, index) => !faulty.has(index + 1)) }
}

/** Has the caller the import count, and have the accounts the room, for devices of all these rows? */
async function couldAddAll(
  context: Pick<SessionContext<About>, 'db' | 'session'>,
  good: readonly ImportCells[],
  facts: RowFacts,
): Promise<boolean> {
  const left = await importCountLeft(context)
  if (left !== null && good.length > left) return false
  for (const [ownerId, rows] of Map.groupBy(good, (cells) => ownerOf(cells, facts).id)) {
    const room = await deviceRoom(context.db, ownerId)
    if (room !== null && rows.length > room) return false
  }
  return true
}

/** What the rows take from the import count of the caller, and what is left of it; null: it needs none. */
async function countsOf(
  { db, session }: Pick<SessionContext<About>, 'db' | 'session'>,
  kind: ImportKind,
  good: number,
): Promise<{ needs: number; left: number | null }> {
  if (kind.of !== 'newDevice') return { needs: 0, left: null }
  return { needs: good, left: await importCountLeft({ db, session }) }
}

/** Null: administrators are never short. */
async function importCountLeft({
  db,
  session,
}: Pick<SessionContext<About>, 'db' | 'session'>): Promise<number | null> {
  if (session.account.role === roles.admin) return null
  const row = await db
    .selectFrom('ledger_balances')
    .select('balance')
    .where('account_id', '=', session.account.id)
    .where('asset', '=', 'import')
    .executeTakeFirst()
  return row?.balance ?? 0
}

const start = serve(importCalls.start, async (context) => {
  const { db, session, input, address, now } = context
  const accountId = session.account.id
  const started = input.key === undefined ? null : await findByKey(db, accountId, input.key)
  if (started !== null) return { jobId: started }
  const { owner, findings, good } = await judge(context)
  const { needs, left } = await countsOf(context, kindOf(input.kind), good)
  if (left !== null && needs > left) throw new Refusal('notEnoughImportCounts')
  if (good === 0 || (input.isWhole && good < input.rows.length)) throw new Refusal('importRefused')
  const faults = new Map<number, Finding>()
  for (const finding of findings)
    if (!finding.isWarning && !faults.has(finding.row)) faults.set(finding.row, finding)
  const rows = input.rows.map((cells, index) => {
    const fault = faults.get(index + 1)
    return { cells, reason: fault ? toReason(fault) : null }
  })
  const { kind, isWhole, fileName = null, key = null, headings = null } = input
  const timeZone = session.account.timeZone
  const about = { accountId, ownerId: owner.id, kind, rows, timeZone, by: { ...by(session), address } }
  const newImport = { ...about, isWhole, fileName, key, headings }
  return { jobId: await createImport(db, newImport, now) }
})

/** @throws {Refusal} `noPermission`, `demoAccount`: who may not see owner records does not see those of a batch either */
function refusePersonal({ permissions, account }: Session): void {
  if (!holdsAny(permissions, ownerRecordCalls.view.permission as readonly Permission[]))
    throw new Refusal('noPermission')
  if (account.isDemo) throw new Refusal('demoAccount')
}

/** Records that owners were viewed, without their data. */
async function recordPersonal(
  context: SessionContext<{ after: number }>,
  { jobId, userId }: ImportRecord,
  rows: number,
): Promise<void> {
  const after = { batch: jobId, behindRow: context.input.after, rows }
  await recordChange(context, 'ownerRecordViewed', userId, { after })
}

export const importHandlers: readonly Handler[] = [
  serve(importCalls.check, async (context) => {
    const { kind, findings, good } = await judge(context)
    return { findings, ...(await countsOf(context, kind, good)) }
  }),
  start,
  serve(importCalls.find, ({ db, scope, session, input }) =>
    findImport(db, scope, kindsOf(session), input.jobId),
  ),
  serve(importCalls.results, async (context) => {
    const { db, scope, session, input } = context
    const record = await findImport(db, scope, kindsOf(session), input.jobId)
    const isWhole = input.isPersonalWhole && kindOf(record.kind).personal !== undefined
    if (isWhole) refusePersonal(session)
    const list = await findResults(db, input)
    if (isWhole) await recordPersonal(context, record, list.length)
    return { list }
  }),
  serve(importCalls.takePasswords, async ({ db, scope, session, input }) => {
    const { kind } = await findImport(db, scope, kindsOf(session), input.jobId)
    return { passwords: await takePasswords(db, input.jobId, kindOf(kind)) }
  }),
  serve(importCalls.headings, async ({ db, session, input }) => {
    refuseKind(session, input.kind)
    return { headings: await findHeadings(db, session.account.id, input.kind) }
  }),
  serve(importCalls.undo, async ({ db, scope, session, input, address, now }) => {
    const record = await findImport(db, scope, kindsOf(session), input.jobId)
    if (!record.canUndo) throw new Refusal('notUndoable')
    await startUndo(db, record, { ...by(session), address }, now)
    return await findImport(db, scope, kindsOf(session), input.jobId)
  }),
  serve(importCalls.list, ({ db, scope, session, input }) => {
    const kinds = kindsOf(session).filter((name) => input.kind === undefined || name === input.kind)
    return findImports(db, scope, kinds, input)
  }),
]
