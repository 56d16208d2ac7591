import { roles } from '@trackway/core/codes/roles.ts'
import { type LiveUpdate, readUpdates } from '@trackway/core/live/live-updates.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newDeviceState } from '../ingest/device-state.ts'
import type { Session } from '../platform/http/session.ts'
import { aDevice, anAccount, type TestAccount } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type CommittedState, FanOut } from './fan-out.ts'
import { Owners } from './owners.ts'
import { Viewer } from './viewer.ts'
import { Viewers } from './viewers.ts'

let database: TestDatabase
let superior: TestAccount
let owner: TestAccount
let deviceId: number
let owners: Owners
let viewers: Viewers
let fanOut: FanOut
let held: Map<number, CommittedState>
let time: number

beforeAll(async () => {
  database = await openTestDatabase()
  superior = await anAccount(database)
  owner = await anAccount(database, { parent: superior })
})
afterAll(() => database.drop())

beforeEach(async () => {
  deviceId = (await aDevice(database, owner, { activate_time: 1 }, { is_connected: true, speed_kmh: 5 })).id
  owners = new Owners(database.db)
  viewers = new Viewers()
  held = new Map()
  time = 1_000_000
  const log = pino({ level: 'silent' })
  const stateOf = (id: number) => held.get(id)
  fanOut = new FanOut({ db: database.db, log, viewers, owners, stateOf, now: () => time, onLagging() {} })
})
afterEach(() => fanOut.close())

/** Adds a viewer of an account. @returns the updates it is sent */
function watch({ id, path }: TestAccount): LiveUpdate[] {
  const updates: LiveUpdate[] = []
  const socket = {
    bufferedAmount: 0,
    readyState: 1,
    send: (data: Buffer | string) => updates.push(...readUpdates(data as Buffer)!.states),
    close() {},
    terminate() {},
    ping() {},
  }
  const session = {
    tokenHash: Buffer.from(`${id}`),
    deviceId: null,
    account: { role: roles.admin },
  } as unknown as Session
  viewers.add(new Viewer(socket, { token: '', session, accountId: id, path, since: null, now: time }))
  return updates
}

/** A commit of the ingest in this process. */
function commit(state: Partial<CommittedState>): void {
  time += 1_000
  const before = held.get(deviceId) ?? newDeviceState(deviceId)
  held.set(deviceId, { ...before, ...state, change_time: time })
  fanOut.changed([deviceId], time)
}

const speeds = (updates: readonly LiveUpdate[]) => updates.map((update) => update.speed)

test('a state comes from the ingest of this process, to all in whose subtree the device is', async () => {
  const [above, own] = [watch(superior), watch(owner)]
  commit({ speed_kmh: 42 })
  await expect.poll(() => speeds(above)).toEqual([42])
  expect(own).toEqual(above)
})

test('a device that reports every second is not held back because the state before was late', async () => {
  const updates = watch(owner)
  for (const [n, lateMs] of [120, 60, 180, 40, 400, 30, 20].entries()) {
    commit({ speed_kmh: n + 1 })
    time += lateMs
    await expect.poll(() => speeds(updates).at(-1)).toBe(n + 1)
    time -= lateMs
  }
})

test('one who watches a superior gets the devices of several owners', async () => {
  const updates = watch(superior)
  const other = await aDevice(database, superior, { activate_time: 1 }, {})
  fanOut.changed([deviceId, other.id])
  await expect.poll(() => updates.map(({ id }) => id).sort()).toEqual([deviceId, other.id].sort())
})

test('what is not in memory, or older there than the published commit, is read from the database', async () => {
  const updates = watch(owner)
  fanOut.changed([deviceId], time)
  await expect.poll(() => speeds(updates)).toEqual([5])
  held.set(deviceId, { ...newDeviceState(deviceId), speed_kmh: 42, change_time: time })
  time += 2_000
  fanOut.changed([deviceId], time)
  await expect.poll(() => speeds(updates)).toEqual([5, 5])
})

test('what rarely changes is sent when it changed', async () => {
  const updates = watch(owner)
  for (const doorOpen of [false, false, true, true]) {
    commit({ door_open: doorOpen })
    const { length } = updates
    await expect.poll(() => updates.length).toBe(length + 1)
  }
  expect(updates.map((update) => update.doorOpen)).toEqual([false, undefined, true, undefined])
})

test('and when a state that was not sent may have been seen in the list', async () => {
  const updates = watch(owner)
  commit({ door_open: false })
  await expect.poll(() => updates.length).toBe(1)
  commit({ door_open: true })
  commit({ door_open: false })
  await expect.poll(() => updates.length).toBe(2)
  expect(updates[1]!.doorOpen).toBe(false)
})

test('and when nobody watched meanwhile', async () => {
  const updates = watch(owner)
  commit({ door_open: false })
  await expect.poll(() => updates.length).toBe(1)
  for (const viewer of [...viewers]) viewers.remove(viewer)
  commit({ door_open: true })
  const updatesAfter = watch(owner)
  commit({ door_open: false })
  await expect.poll(() => updatesAfter.length).toBe(1)
  expect(updatesAfter[0]!.doorOpen).toBe(false)
})

test('a device that changed hands is sent to its new owner only, also while its state waits', async () => {
  const next = await anAccount(database)
  const [before, after] = [watch(owner), watch(next)]
  commit({ speed_kmh: 1 })
  await expect.poll(() => speeds(before)).toEqual([1])
  commit({ speed_kmh: 2 })
  await database.pool.query('update devices set account_id = $2 where id = $1', [deviceId, next.id])
  const edited = owners.devicesEdited([deviceId])
  fanOut.changed([deviceId])
  expect(await edited).toEqual([
    { deviceId, path: owner.path },
    { deviceId, path: next.path },
  ])
  commit({ speed_kmh: 3 })
  await expect.poll(() => after.length).toBeGreaterThan(0)
  expect(speeds(before)).toEqual([1])
})

test('an account that moves takes its devices out of sight of its former superior', async () => {
  const [from, to] = [await anAccount(database), await anAccount(database)]
  const agent = await anAccount(database, { parent: from })
  const moving = await anAccount(database, { parent: agent })
  deviceId = (await aDevice(database, moving, { activate_time: 1 }, {})).id
  const [before, after] = [watch(from), watch(to)]
  commit({ speed_kmh: 1 })
  await expect.poll(() => speeds(before)).toEqual([1])
  // The agent itself owns no device.
  await database.pool.query('update accounts set path = replace(path, $1, $2) where path like $3', [
    from.path,
    to.path,
    `${agent.path}%`,
  ])
  const edited = owners.accountEdited(agent.id)
  commit({ speed_kmh: 2 })
  expect(await edited).toEqual([agent.path, `${to.path}${agent.id}/`])
  await expect.poll(() => after.length).toBeGreaterThan(0)
  expect(speeds(before)).toEqual([1])
})
