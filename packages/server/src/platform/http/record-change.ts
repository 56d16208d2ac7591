import type { AuditKind } from '@trackway/core/codes/audit.ts'
import { type NewAuditEvent, recordEvent } from '../audit.ts'
import type { SessionContext } from './serve.ts'
import { by } from './session.ts'

/**
 * Records what a caller has changed, in the transaction of the change: who, as whom, from where, what before and after.
 * @param accountId whose superiors see it; null: the administrators of the platform
 * @returns the id of the event
 */
export function recordChange(
  { db, session, address, now }: Pick<SessionContext<unknown>, 'db' | 'session' | 'address' | 'now'>,
  kind: AuditKind,
  accountId: number | null,
  details: Pick<NewAuditEvent, 'terminalId' | 'before' | 'after'> = {},
): Promise<number> {
  return recordEvent(db, { kind, time: now, accountId, ...by(session), address, ...details })
}
