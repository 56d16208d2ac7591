import type { AuditKind } from '@trackway/core/codes/audit.ts'
import { sql } from 'kysely'
import type { Db } from './database/database.ts'
import type { Log } from './log.ts'

type Fields = Record<string, unknown>

export interface NewAuditEvent {
  kind: AuditKind
  time: number
  /** Whose superiors see it; null: the administrators of the platform. */
  accountId: number | null
  actorId?: number
  /** The account as which the actor did it; without one: as itself. */
  actedAsId?: number
  terminalId?: string | undefined
  address?: string
  /** Null, as left out: nothing is recorded of that. */
  before?: Fields | null | undefined
  after?: Fields | null | undefined
}

/** Events are kept for this time. */
const keptMs = 3 * 365 * 86_400_000
const hourMs = 3_600_000
/** Different security events of one kind in an hour. Beyond, all others are one row: they must not fill the list. */
const maxPerHour = 1_000

/**
 * Records a change that cannot be taken back, in the transaction that makes it.
 * @returns the id of the event
 */
export async function recordEvent(db: Db, event: NewAuditEvent): Promise<number> {
  const { id } = await db
    .insertInto('audit_events')
    .values(toColumns(event))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds to the `after` of an event what was not known when it was recorded. */
export async function addToEvent(db: Db, id: number, fields: Fields): Promise<void> {
  await db
    .updateTable('audit_events')
    .set({ after: sql`after || ${JSON.stringify(fields)}::jsonb` })
    .where('id', '=', id)
    .execute()
}

/**
 * Records a security event, and logs it. What happens again within an hour is counted in the same row.
 * @param of the key that it is counted under: who tried what, from where
 */
export async function recordSecurityEvent(
  db: Db,
  log: Log,
  event: NewAuditEvent,
  of: readonly (string | number)[],
): Promise<void> {
  const { kind, time } = event
  const hour = Math.floor(time / hourMs)
  const key = JSON.stringify([kind, hour, ...of])
  const { numUpdatedRows } = await db
    .updateTable('audit_events')
    .set((eb) => ({ times: eb('times', '+', 1) }))
    .where('repeat_key', '=', key)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  const isCrowded = await areMany(db, kind, hour * hourMs)
  if (!isCrowded) log.warn({ ...event }, 'security event')
  const row = isCrowded ? { kind, time, accountId: null } : event
  await db
    .insertInto('audit_events')
    .values({ ...toColumns(row), repeat_key: isCrowded ? JSON.stringify([kind, hour]) : key })
    // Somebody else recorded it this instant.
    .onConflict((conflict) =>
      conflict.column('repeat_key').doUpdateSet((eb) => ({ times: eb('audit_events.times', '+', 1) })),
    )
    .execute()
}

async function areMany(db: Db, kind: AuditKind, since: number): Promise<boolean> {
  const { count } = await db
    .selectFrom('audit_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('time', '>=', since)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return count >= maxPerHour
}

/** Removes what is older than three years. */
export async function forgetOldEvents(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('audit_events')
    .where('time', '<', now - keptMs)
    .execute()
}

const toColumns = ({ before, after, ...event }: NewAuditEvent) => ({
  kind: event.kind,
  time: event.time,
  account_id: event.accountId,
  actor_id: event.actorId ?? null,
  acted_as_id: event.actedAsId ?? null,
  terminal_id: event.terminalId ?? null,
  address: event.address ?? null,
  before: before ? JSON.stringify(before) : null,
  after: after ? JSON.stringify(after) : null,
})
