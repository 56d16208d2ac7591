import { type Command, commandRow } from '@trackway/core/features/commands/commands.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { shapeOf } from '@trackway/core/geo/shapes.ts'
import { previewCommand } from '@trackway/protocols/commands.ts'
import type { DeviceProfile } from '@trackway/protocols/protocol.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { sql } from 'kysely'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import { endOpenUnlock } from '../devices/changes/cancel-on-transfer.ts'
import { findOwnedDevice } from '../devices/find-device-id.ts'
import type { CheckedCommand } from './check-command.ts'
import { insertCommands } from './queries.ts'
import { expiryOf, findSender, findTarget, storeCommand } from './send.ts'

/** A lock that was opened for a time is locked again after so long outside the fence. */
export const lockAgainMs = 10 * 60_000
const usualRadiusM = 500
const dayMs = 86_400_000

/**
 * Restores the oil until the vehicle has been outside of the area for ten minutes, within a transaction. It replaces
 * an unlock that was under way.
 * @throws {Refusal} as sending a command does; `noPosition`
 */
export async function startUnlock(
  context: SessionContext<unknown>,
  { terminalID, area }: { terminalID: string; area?: FenceArea | undefined },
): Promise<{ id: number; commandId: number }> {
  const { db, scope, session, now } = context
  const { lat, lon } = await findTarget(db, scope, terminalID, now)
  if (area === undefined && (lat === null || lon === null)) throw new Refusal('noPosition')
  const within: FenceArea = area ?? { shape: 'circle', lat: lat!, lon: lon!, radiusM: usualRadiusM }
  const sender = await findSender(db, session)
  // Both or neither: what is unlocked is locked again.
  const stored = await storeCommand(context, { terminalID, code: 'oilRestore', offline: true })
  const { id: commandId, deviceId, accountId } = stored
  await endOpenUnlock(db, deviceId, now)
  const { id } = await db
    .insertInto('temporary_unlocks')
    .values({
      device_id: deviceId,
      sender_id: sender.id,
      sender: sender.name,
      command_id: commandId,
      area: JSON.stringify(within),
      create_time: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChange(context, 'temporaryUnlock', accountId, { terminalId: terminalID, after: { unlock: id } })
  return { id, commandId }
}

/** Within a transaction. @throws {Refusal} `notFound`: none is under way */
export async function endUnlock(context: SessionContext<unknown>, terminalID: string): Promise<void> {
  const { db, scope, now } = context
  const { deviceId, accountId } = await findOwnedDevice(db, scope, terminalID)
  if (!(await endOpenUnlock(db, deviceId, now))) throw new Refusal('notFound')
  await recordChange(context, 'temporaryUnlockEnded', accountId, { terminalId: terminalID })
}

/** The one that is under way. */
export async function findOpenUnlock(
  db: Db,
  deviceId: number,
): Promise<{ createTime: number; leftTime: number | null; cutTime: number | null } | null> {
  const row = await db
    .selectFrom('temporary_unlocks')
    .select(['create_time', 'left_time'])
    .where('device_id', '=', deviceId)
    .where('end_time', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const { create_time: createTime, left_time: leftTime } = row
  return { createTime, leftTime, cutTime: leftTime === null ? null : leftTime + lockAgainMs }
}

interface OpenUnlock {
  id: number
  deviceId: number
  accountId: number
  senderId: number | null
  sender: string
  area: FenceArea
  leftTime: number | null
  lat: number
  lon: number
  fixTime: number
  wire: string
  dialect: string | null
  texts: NonNullable<DeviceProfile['commandTexts']>
}

/**
 * Looks where unlocked vehicles are: remembers when one left its area, forgets it when it came back, and has the oil cut
 * again ten minutes after it left. The cut waits for its conditions as every other does.
 */
export async function watchUnlocks(database: Pick<Database, 'db'>, bus: Bus, now: number): Promise<void> {
  const { rows } = await sql<OpenUnlock>`
    select u.id, u.device_id as "deviceId", d.account_id as "accountId", u.sender_id as "senderId", u.sender, u.area,
      u.left_time as "leftTime", s.latitude_e7 / 1e7::float8 as lat, s.longitude_e7 / 1e7::float8 as lon,
      s.fix_time as "fixTime", coalesce(s.wire, t.wire) as wire, t.dialect, t.command_texts as texts
    from temporary_unlocks u join devices d on d.id = u.device_id join device_states s on s.device_id = u.device_id
      join device_types t on t.id = d.device_type_id
    where u.end_time is null and s.latitude_e7 is not null and s.fix_time > u.create_time`.execute(
    database.db,
  )
  for (const unlock of rows) {
    const isInside = shapeOf(unlock.area).contains(unlock.lat, unlock.lon)
    const leftTime = isInside ? null : (unlock.leftTime ?? unlock.fixTime)
    if (leftTime !== null && now - leftTime >= lockAgainMs) {
      await lockAgain(database.db, unlock, now)
      bus.publish('command.changed', { deviceIds: Int32Array.of(unlock.deviceId) })
    } else if (leftTime !== unlock.leftTime)
      await database.db
        .updateTable('temporary_unlocks')
        .set({ left_time: leftTime })
        .where('id', '=', unlock.id)
        .execute()
  }
}

const cut: CheckedCommand = { command: { code: 'oilCut', parameters: {} } as Command, code: 'oilCut' }

/** In one transaction, so that it is done once whichever process looks. */
async function lockAgain(db: Db, unlock: OpenUnlock, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await endOpenUnlock(trx, unlock.deviceId, now))) return
    const { wire, dialect, texts: commandTexts } = unlock
    const profile = { ...(dialect !== null && { dialect }), commandTexts }
    const preview = previewCommand(protocolByName(wire), cut.command, profile)
    const content = 'content' in preview ? preview.content : commandRow('oilCut').group
    const sender = { id: unlock.senderId, name: unlock.sender }
    const [id] = await insertCommands(
      trx,
      // It is to be locked however long it drives on: a week is as long as any command waits.
      {
        checked: cut,
        sender,
        isOffline: true,
        expireTime: expiryOf(cut, { isOffline: true, expireTime: now + 7 * dayMs }, now),
      },
      [{ target: unlock, content, dueTime: now }],
      now,
    )
    await trx
      .updateTable('temporary_unlocks')
      .set({ lock_command_id: id! })
      .where('id', '=', unlock.id)
      .execute()
  })
}
