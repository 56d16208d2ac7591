import type { AuditKind } from '@trackway/core/codes/audit.ts'
import { recordEvent } from '../../platform/audit.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'

type Facts = Record<string, unknown> | null

/**
 * Records a change of an account for its superiors: who, as whom, from where, what before and after.
 * @returns the id of the event
 */
export async function recordChange(
  { db, session, address, now }: SessionContext<unknown>,
  kind: AuditKind,
  accountId: number,
  before: Facts,
  after: Facts,
): Promise<number> {
  return recordEvent(db, {
    ...{ kind, time: now, accountId, ...by(session), address },
    ...(before && { before }),
    ...(after && { after }),
  })
}
