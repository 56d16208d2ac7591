import type { Scope } from '../../../platform/http/session.ts'
import { checkDeviceLimits } from '../../import-counts/device-limits.ts'
import { chooseForTransfer, type TransferChoice } from './device-owners.ts'
import { type Changed, lockDevices, type Trx } from './lock-devices.ts'
import { writeDevices } from './set-devices.ts'

/**
 * Hands devices over to an account that the caller has found in its scope; with its own id it takes them back.
 * Refuses of a device: `notFound`, also for a stranger's; `transferToSelf` where the caller would give itself what
 * is its own; `alreadyThere` where the account has it; `carNumberTaken` where the account has another of its number.
 * @throws {Refusal} `deviceLimitReached` where the account or a superior may not have so many
 */
export async function transferDevices(
  trx: Trx,
  scope: Scope,
  terminalIDs: readonly string[],
  { accountId, now, ...choice }: { accountId: number; now: number } & TransferChoice,
): Promise<Changed> {
  const devices = await lockDevices(trx, scope, terminalIDs, { withStates: true })
  await chooseForTransfer(trx, choice, now)
  const there = terminalIDs.filter((id) => devices.get(id)?.accountId === accountId)
  const others = terminalIDs.filter((id) => devices.get(id)?.accountId !== accountId)
  const { done, failed } = await writeDevices(
    trx,
    devices,
    others.map((terminalID) => ({ terminalID, accountId })),
  )
  const sources = done.map(({ terminalID }) => devices.get(terminalID)!.accountId)
  if (done.length > 0) await checkDeviceLimits(trx, [accountId], { from: sources })
  const result = accountId === scope.accountId ? 'transferToSelf' : 'alreadyThere'
  return { done, failed: [...failed, ...[...new Set(there)].map((id) => ({ id, result }) as const)] }
}
