import { factoryRoles, type RoleId, roleNames, roles } from '@trackway/core/codes/roles.ts'
import { createSpeaker } from '@trackway/simulator/device/speakers.ts'
import { sql } from 'kysely'
import { hashPassword } from '../features/accounts/passwords.ts'
import { insertAccount } from '../features/accounts/queries.ts'
import { FrameChunk } from '../features/frames/frame-chunk.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { demoLogin, named } from './accounts.ts'
import type { DemoFactory } from './factory/demo-factory.ts'
import { ensureIdRanges } from './factory/id-ranges.ts'
import { ensureJigResults } from './factory/jig-results.ts'
import { ensureStock } from './factory/stock.ts'
import type { PlannedVehicle } from './fleet-plan.ts'

/** The factory's side of the demo: an account of each of its roles, what it logs, and devices that nobody registered. */

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What those who work there are called. */
const nicknames = {
  [roles.test]: '产测一线',
  [roles.testSearch]: '产测查询台',
  [roles.wanweiTest]: '二厂产线',
  [roles.log]: '技术支持',
  [roles.otaLookPremissionUser]: '固件组',
  [roles.originLogSearch]: '协议组',
  [roles.configPlatformUser]: '平台运维',
  [roles.testStockUser]: '成品仓',
  [roles.testTransferIpUser]: '迁移组',
} as Record<RoleId, string>

const kept = [
  { daysAgo: 12, note: '频繁重连，跟踪网络' },
  { daysAgo: 4, note: '客户反映里程偏大' },
]

/**
 * Makes the accounts of the factory that are missing, below the demo account, whose devices they look after, and what
 * its line made. Like it they may change nothing, and have its password.
 * @returns the factory, for what is done with vehicles that have driven
 */
export async function ensureFactory(
  { database, bus, log }: Platform,
  fleet: readonly PlannedVehicle[],
  accountIds: ReadonlyMap<string, number>,
  deviceIds: ReadonlyMap<string, number>,
  now: number,
): Promise<DemoFactory> {
  const { db } = database
  const demoId = accountIds.get('demo')!
  await ensureUnregistered(db, now)
  const staff = await ensureStaff()
  const scope = { accountId: demoId, path: `/1/${demoId}/`, deviceId: null }
  const factory = { database, bus, log, scope, staff, now }
  await ensureIdRanges(factory)
  await ensureJigResults(factory)
  await ensureStock(factory)
  return factory

  /** @returns account ids by role */
  async function ensureStaff(): Promise<Partial<Record<RoleId, number>>> {
    const names = factoryRoles.map((role) => named(roleNames[role]))
    const known = await db
      .selectFrom('accounts')
      .select(['id', 'username'])
      .where('username', 'in', names)
      .execute()
    const ids: Partial<Record<RoleId, number>> = {}
    let passwordHash: string | null = null
    for (const role of factoryRoles) {
      const username = named(roleNames[role])
      const before = known.find((each) => each.username === username)
      if (before !== undefined) {
        ids[role] = before.id
        continue
      }
      passwordHash ??= await hashPassword(demoLogin.password)
      const account = {
        username,
        nickname: nicknames[role],
        role,
        passwordHash,
        expireTime: null,
        timeZone: 'Asia/Shanghai',
      }
      await db.transaction().execute(async (trx) => {
        const { id } = await insertAccount(trx, demoId, account, now)
        await trx.updateTable('accounts').set({ is_demo: true }).where('id', '=', id).execute()
        if (role === roles.log) await keepLogs(trx, id)
        ids[role] = id
      })
    }
    if (passwordHash !== null) await showTypes(db)
    return ids
  }

  async function keepLogs(trx: Db, addedBy: number): Promise<void> {
    const devices = fleet.filter(({ silence }) => silence === null).map(({ terminalId }) => terminalId)
    const rows = kept.flatMap(({ daysAgo, note }, index) => {
      const device_id = deviceIds.get(devices[index] ?? '')
      const added = { added_time: now - daysAgo * dayMs, added_by: addedBy, note }
      return device_id === undefined ? [] : [{ device_id, ...added }]
    })
    if (rows.length === 0) return
    await trx
      .insertInto('permanent_logs')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Role wanweiTest sees the types that are marked; where administrators have marked none, those of JT/T 808. */
async function showTypes(db: Db): Promise<void> {
  const marked = db.selectFrom('device_types').select('id').where('factory_visible', '=', true)
  await db
    .updateTable('device_types')
    .set({ factory_visible: true })
    .where('wire', '=', 'jt808')
    .where((eb) => eb.not(eb.exists(marked)))
    .execute()
}

/** What devices sent that nobody registered, each of another protocol. */
const unregistered = [
  { terminalId: '861234098000017', wire: 'gt06', address: '223.104.63.18', attempts: 37, hoursAgo: 51 },
  { terminalId: '861234098000025', wire: 'teltonika', address: '117.136.79.204', attempts: 5, hoursAgo: 30 },
  { terminalId: '14407190025', wire: 'jt808', address: '39.144.12.77', attempts: 112, hoursAgo: 75 },
] as const

/** They are listed with their first bytes until somebody registers them. */
async function ensureUnregistered(db: Db, now: number): Promise<void> {
  for (const [index, { terminalId, wire, address, attempts, hoursAgo }] of unregistered.entries()) {
    const isRegistered = await db
      .selectFrom('devices')
      .select('id')
      .where('terminal_id', '=', terminalId)
      .executeTakeFirst()
    if (isRegistered) continue
    const time = now - hoursAgo * hourMs
    const added = await db
      .insertInto('unknown_devices')
      .values({
        terminal_id: terminalId,
        wire,
        remote_address: address,
        attempts,
        first_time: time,
        last_time: now - (index + 1) * 7 * 60_000,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('terminal_id')
      .executeTakeFirst()
    if (added === undefined) continue
    const vehicle = { seed: index, character: 'van', city: 'Shenzhen' } as const
    const chunk = new FrameChunk(null, terminalId, time)
    chunk.add(false, createSpeaker(wire, { terminalId, vehicle }).greet().bytes, time)
    await sql`insert into raw_frames (connection_id, device_id, terminal_id, server_time, until_time, frames)
      values (${-1 - index}, null, ${terminalId}, ${time}, ${time}, ${chunk.bytes})`.execute(db)
  }
}
