import type { Call } from '@trackway/core/api/call.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import type { RefusalName } from '@trackway/core/codes/results.ts'
import type { Session } from './session.ts'

/** The reason why a session may not make a call of the contract, the first of several; null: it may. */
export function refusalOf(call: Call, session: Session): RefusalName | null {
  if (session.station !== undefined) return call.station ? null : 'noPermission'
  if (session.deviceId !== null && !call.deviceSession) return 'noPermission'
  if (session.keyId !== null && call.inPerson) return 'noPermission'
  if (call.permission !== 'session' && !holdsAny(session.permissions, call.permission as never))
    return 'noPermission'
  if (session.account.isDemo && !call.demo) return 'demoAccount'
  if (session.actor !== null && !call.acting) return 'notWhileActing'
  return session.mustChangePassword && !call.duringSetup ? 'passwordMustChange' : null
}
