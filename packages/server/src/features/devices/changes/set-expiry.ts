import type { Scope } from '../../../platform/http/session.ts'
import { type Changed, lockDevices, type Trx } from './lock-devices.ts'
import { type DeviceChange, writeDevices } from './set-devices.ts'

/**
 * How a term is set: to an instant, to no end, or to so many months from activation, which are computed anew as long
 * as nobody sets an instant; without months, as many as the device had.
 */
export type TermChange =
  | { mode: 'fixed'; time: number }
  | { mode: 'lifetime' }
  | { mode: 'activation'; months?: number | undefined }

export interface ExpiryChange {
  terminalID: string
  platform?: TermChange | undefined
  user?: TermChange | undefined
}

/**
 * Sets the terms of devices. Refuses of a device: `notFound`, also for a stranger's; `termMissing` where a term shall
 * count from activation whose length was never set, and no other is set with it.
 */
export async function setExpiry(trx: Trx, scope: Scope, changes: readonly ExpiryChange[]): Promise<Changed> {
  const devices = await lockDevices(
    trx,
    scope,
    changes.map(({ terminalID }) => terminalID),
  )
  const missing = new Set<string>()
  const possible = changes.flatMap(({ terminalID, ...terms }) => {
    const device = devices.get(terminalID)
    const platform = known(terms.platform, device?.platformMonths)
    const user = known(terms.user, device?.userMonths)
    if (platform || user || device === undefined) return { terminalID, platform, user }
    missing.add(terminalID)
    return []
  })
  const { done, failed } = await writeDevices(trx, devices, possible.map(toChange))
  return { done, failed: [...failed, ...[...missing].map((id) => ({ id, result: 'termMissing' }) as const)] }
}

/** A term that shall count from activation needs its months, set now or earlier. */
function known(change: TermChange | undefined, months: number | null | undefined): TermChange | undefined {
  const isUnknown = change?.mode === 'activation' && change.months === undefined && months === null
  return isUnknown ? undefined : change
}

function toChange({ terminalID, platform, user }: ExpiryChange): DeviceChange {
  return {
    terminalID,
    ...(platform && {
      platformExpireTime: timeOf(platform),
      platformFromActivation: platform.mode === 'activation',
      ...(platform.mode === 'activation' && platform.months && { platformMonths: platform.months }),
    }),
    ...(user && {
      userExpireTime: timeOf(user),
      userFromActivation: user.mode === 'activation',
      ...(user.mode === 'activation' && user.months && { userMonths: user.months }),
    }),
  }
}

/** What counts from activation is computed by the database. */
const timeOf = (change: TermChange) => (change.mode === 'fixed' ? change.time : null)
