import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import type { ImportKind } from '@trackway/core/features/imports/kinds.ts'
import { sql } from 'kysely'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn } from '../../platform/scope/scope-sql.ts'
import { maySend } from '../commands/check-command.ts'
import { endCommandsOfBatch } from '../devices/changes/cancel-on-transfer.ts'
import { chooseForTransfer, type TransferChoice } from '../devices/changes/device-owners.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import { readValues, setDevices } from '../devices/changes/set-devices.ts'
import type { DeviceKey, DeviceValues } from '../devices/device-columns.ts'
import { checkDeviceLimits } from '../import-counts/device-limits.ts'
import { moveToHosts } from '../server-moves/move-to-hosts.ts'
import { hasFreeTerms } from '../service-terms/free-terms.ts'
import { changeOf } from './device-changes.ts'
import { devicePasswords } from './device-passwords.ts'
import { newAccounts } from './new-accounts.ts'
import { addDevices, removeDevices } from './new-devices.ts'
import { offlineCommands } from './offline-command-rows.ts'
import { ownerRecords } from './owner-record-rows.ts'
import { deviceOf } from './row-facts.ts'
import { simCards } from './sim-card-rows.ts'
import { newStockItems, stockItems } from './stock-rows.ts'
import type { Work, Written } from './written-rows.ts'

const changes: Work = {
  async write(trx, rows, { kind, facts, timeZone, scope, now }) {
    const aims = rows.map(({ row, cells }) => ({
      row,
      cells,
      device: deviceOf(kind, cells, facts)!,
      values: changeOf(changedCells(kind, cells), { facts, timeZone }),
    }))
    const ids = aims.map(({ device }) => device.id)
    const keys = [...new Set(aims.flatMap(({ values }) => Object.keys(values) as DeviceKey[]))]
    const before = await readValues(trx, ids, keys)
    const written = new Set<number>()
    for (const [choice, those] of Map.groupBy(aims, ({ cells }) => JSON.stringify(transferChoice(cells)))) {
      await chooseForTransfer(trx, JSON.parse(choice), now)
      const changed = those.map(({ device, values }) => ({ ...values, terminalID: device.terminalId }))
      const { done } = await setDevices(trx, scope, changed)
      for (const { id } of done) written.add(id)
    }
    const moved = aims.filter(({ device, values }) => values.accountId != null && written.has(device.id))
    if (moved.length > 0) {
      await checkDeviceLimits(
        trx,
        moved.map(({ values }) => values.accountId!),
        { from: moved.map(({ device }) => device.accountId) },
      )
      await endCommandsOfBatch(
        trx,
        moved.map(({ device }) => device.id),
        now,
      )
    }
    const after = await readValues(trx, ids, keys)
    return aims.flatMap(({ row, device, values }): Written[] => {
      if (!written.has(device.id)) return []
      // What the database computes from a value that is set comes with it.
      const set = keys.filter((key) => key in values)
      return [
        {
          row,
          targetId: device.id,
          before: pick(before.get(device.id)?.values, set),
          after: pick(after.get(device.id)?.values, set),
        },
      ]
    })
  },

  async undo(trx, rows, { scope, now }) {
    const keys = [...new Set(rows.flatMap(({ after }) => Object.keys(after ?? {}) as DeviceKey[]))]
    const present = await readValues(
      trx,
      rows.flatMap(({ target_id }) => target_id ?? []),
      keys,
    )
    const back = rows.flatMap(({ row, target_id, before, after }) => {
      const device = present.get(target_id ?? 0)
      const isSame =
        device &&
        Object.entries(after ?? {}).every(([key, value]) => device.values[key as DeviceKey] === value)
      return isSame
        ? [{ row, id: target_id!, change: { ...(before as DeviceValues), terminalID: device.terminalID } }]
        : []
    })
    const homes = await accountsWithin(
      trx,
      scope,
      back.flatMap(({ change }) => change.accountId ?? []),
    )
    const isFree = await hasFreeTerms(trx, scope.accountId)
    const paid = isFree ? [] : back.filter(({ change }) => paidKeys.some((key) => key in change))
    // As if it had never been away.
    await chooseForTransfer(trx, { withHistory: true }, now)
    const lost = back.filter(({ change: { accountId } }) => accountId != null && !homes.has(accountId))
    const { done } = await setDevices(
      trx,
      scope,
      back.filter((each) => !lost.includes(each) && !paid.includes(each)).map(({ change }) => change),
    )
    const written = new Set(done.map(({ id }) => id))
    const moved = back.filter(({ id, change }) => change.accountId != null && written.has(id))
    if (moved.length > 0)
      await checkDeviceLimits(
        trx,
        moved.map(({ change }) => change.accountId!),
        { from: moved.map(({ id }) => present.get(id)!.values.accountId!) },
      )
    const undone = back.filter(({ id }) => written.has(id)).map(({ row }) => row)
    const reasons = new Map([
      ...lost.map(({ row }) => [row, 'unknownAccount'] as const),
      ...paid.map(({ row }) => [row, 'termNotFree'] as const),
    ])
    return {
      rows: undone,
      kept: rows
        .filter(({ row }) => !undone.includes(row))
        .map(({ row }) => ({
          row,
          reason: { column: null, reason: reasons.get(row) ?? 'changedSince' },
        })),
      deviceIds: [...written],
    }
  },
}

/** What of a device those pay for who may not set it freely. */
const paidKeys = ['platformExpireTime', 'platformMonths', 'platformFromActivation'] as const

/** What goes along with the device of a row. */
function transferChoice(cells: ImportCells): TransferChoice {
  const answer = (text: string | undefined) => (text ? text.toLowerCase() === 'yes' : undefined)
  const { withHistory, withRecord, withPicture } = cells
  return {
    withHistory: answer(withHistory),
    withRecord: answer(withRecord),
    withPicture: answer(withPicture),
  }
}

const newDevices: Work = { write: addDevices, undo: removeDevices }

/** What each kind does, by what it writes. */
/** Where devices report to: they are moved there, unless the importer may not send what can make them unreachable. */
const hosts: Work = {
  ...changes,
  async write(trx, rows, context) {
    const written = await changes.write(trx, rows, context)
    const { scope, facts, importId, now } = context
    if (!maySend('server', facts.giver)) return written
    const done = new Set(written.map(({ row }) => row))
    const starter = { db: trx, scope, accountId: scope.accountId, actorId: scope.accountId, now }
    const moved = rows.flatMap(({ row, cells: { terminalID, host } }) =>
      done.has(row) && terminalID && host ? [{ terminalID, host }] : [],
    )
    await moveToHosts(starter, moved, `import ${importId}`)
    return written
  },
}

const works: Record<NonNullable<ImportKind['writes']> | ImportKind['of'], Work> = {
  device: changes,
  newDevice: newDevices,
  newAccount: newAccounts,
  newStockItem: newStockItems,
  stockItem: stockItems,
  simCard: simCards,
  ownerRecord: ownerRecords,
  password: devicePasswords,
  offlineCommand: offlineCommands,
  host: hosts,
}

export const workOf = (kind: ImportKind): Work => works[kind.writes ?? kind.of]

const pick = (values: DeviceValues | undefined, keys: readonly DeviceKey[]) =>
  Object.fromEntries(keys.map((key) => [key, values?.[key] ?? null]))

/** Which of these accounts the importer still has: where devices may go back to. */
async function accountsWithin(trx: Trx, scope: Scope, ids: readonly number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where(accountsIn(scope))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The column that identifies the row is not changed by it. */
function changedCells({ columns: [id] }: ImportKind, cells: ImportCells): ImportCells {
  return Object.fromEntries(Object.entries(cells).filter(([key]) => key !== id && key !== 'terminalID'))
}
