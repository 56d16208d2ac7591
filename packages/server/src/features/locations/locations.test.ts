import { roles } from '@trackway/core/codes/roles.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { compareDevices } from '@trackway/core/rules/device-order.ts'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Tables } from '../../platform/database/tables.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fleetOverview } from './state-counts.ts'

let server: TestServer
let agent: TestAccount
let customer: TestAccount
let stranger: TestAccount
let token: string
/** Null: the clock goes on. */
let frozenTime: number | null = null
let adminToken: string

beforeAll(async () => {
  server = await startTestServer({ now: () => frozenTime ?? Date.now() })
  const admin = await anAccount(server.database, { role: roles.admin })
  agent = await anAccount(server.database, { parent: admin })
  customer = await anAccount(server.database, { parent: agent, role: roles.user, time_zone: 'Europe/Berlin' })
  stranger = await anAccount(server.database, { parent: admin })
  token = await signIn(server.database, agent)
  adminToken = await signIn(server.database, admin)
})
afterAll(() => server.stop())

type State = Partial<Insertable<Tables['device_states']>>
const minute = 60_000

/** A device of the customer that reported a moment ago, driving at 54 km/h. */
function aDriver(
  state: State = {},
  columns: Partial<Insertable<Tables['devices']>> = {},
): Promise<TestDevice> {
  const now = Date.now()
  const driving = {
    is_connected: true,
    connected_time: now - 60 * minute,
    state_time: now - 1_000,
    fix_time: now - 1_000,
    latitude_e7: 312_345_678,
    longitude_e7: -1_214_567_891,
    speed_kmh: 54.5,
    course_deg: 359,
    acc_on: true,
  }
  return aDevice(
    server.database,
    customer,
    { activate_time: now - 90 * minute, ...columns },
    { ...driving, ...state },
  )
}

async function locate(device: TestDevice) {
  const { data } = await server.call(locationCalls.find, { terminalIDs: [device.terminalID] }, token)
  return data?.list[0]
}

describe('a location', () => {
  test('has degrees, km/h and the state of the vehicle', async () => {
    const device = await aDriver({}, { nickname: 'Lorry', car_number: '沪A12345' })
    expect(await locate(device)).toMatchObject({
      id: device.id,
      terminalID: device.terminalID,
      displayName: '沪A12345',
      username: customer.username,
      ancestors: String(agent.id),
      deviceTypeName: 'K100',
      deviceProtocol: 'gt06',
      state: 'online',
      runState: 1,
      carIconState: 1,
      lat: 31.2345678,
      lon: -121.4567891,
      speed: 54.5,
      courseDeg: 359,
      altitudeM: null,
      accOn: true,
    })
  })

  const ago = (ms: number) => Date.now() - ms
  test.each([
    {
      what: 'never heard',
      state: { is_connected: false, state_time: null },
      columns: { activate_time: null },
      is: { state: 'inactive', runState: 4, carIconState: 5 },
    },
    {
      what: 'closed its connection',
      state: { is_connected: false },
      is: { state: 'offline', runState: 4, carIconState: 5 },
    },
    {
      what: 'datagrams, heard 5 minutes ago',
      state: {
        is_connected: false,
        connected_time: null,
        state_time: ago(5 * minute),
        fix_time: ago(5 * minute),
      },
      is: { state: 'online', runState: 1 },
    },
    {
      what: 'datagrams, silent for 11 minutes',
      state: {
        is_connected: false,
        connected_time: null,
        state_time: ago(11 * minute),
        fix_time: ago(11 * minute),
      },
      is: { state: 'offline', runState: 4 },
    },
    {
      what: 'only beats since it stands',
      state: { fix_time: ago(10 * minute) },
      is: { state: 'online', runState: 2, carIconState: 4 },
    },
    {
      what: 'no position yet',
      state: { latitude_e7: null, longitude_e7: null, fix_time: null },
      is: { state: 'online', runState: 3, carIconState: 0, lat: null, lon: null },
    },
    { what: 'over 120 km/h', state: { speed_kmh: 121 }, is: { carIconState: 3 } },
    {
      what: 'term over',
      state: {},
      columns: { user_expire_time: ago(1) },
      is: { state: 'expired', carIconState: 6 },
    },
  ] as { what: string; state: State; columns?: object; is: object }[])(
    '$what',
    async ({ state, columns, is }) => {
      expect(await locate(await aDriver(state, columns))).toMatchObject(is)
    },
  )

  test('counts metres of today only', async () => {
    // No midnight between the stored and the requested time.
    frozenTime = Date.UTC(2026, 8, 30, 12)
    onTestFinished(() => {
      frozenTime = null
    })
    const ago = (ms: number) => frozenTime! - ms
    const yesterday = await aDriver({ day_start_time: ago(49 * 60 * minute), day_m: 12_000 })
    const today = await aDriver({ day_start_time: ago(1), day_m: 345.6 })
    const never = await aDriver({ day_start_time: null })
    expect(await locate(yesterday)).toMatchObject({ todayM: 0 })
    expect(await locate(today)).toMatchObject({ todayM: 345.6 })
    expect(await locate(never)).toMatchObject({ todayM: null })
  })
})

describe('the list', () => {
  test('has the order of the rule, and is counted by it, whatever the states', async () => {
    const owner = await anAccount(server.database, { parent: agent, role: roles.admin })
    const own = await signIn(server.database, owner)
    const now = Date.now()
    // As good as random, and the same each time.
    let seed = 1
    const any = <T>(...values: T[]) => {
      seed = (seed * 48_271) % 2_147_483_647
      return values[seed % values.length] as T
    }
    for (let i = 0; i < 120; i++) {
      await aDevice(
        server.database,
        owner,
        { activate_time: any(null, now - minute), user_expire_time: any(null, null, now - 1, now + minute) },
        {
          is_connected: any(true, false),
          connected_time: any(null, now),
          state_time: any(null, now - i * 10_000, now - i * 7_000),
          fix_time: any(null, now - 15_000, now - i * 10_000),
          latitude_e7: any(null, 1, 2),
          longitude_e7: 3,
          speed_kmh: any(null, 0, 10, 10.5, 130),
        },
      )
    }
    const { data } = await server.call(locationCalls.find, { pageSize: 10_000 }, own)
    const list = data!.list as unknown as Parameters<typeof compareDevices>[0][]
    expect(list).toHaveLength(120)
    const wrong = list.slice(1).filter((device, i) => compareDevices(list[i]!, device) > 0)
    expect(wrong).toEqual([])

    const scope = {
      accountId: owner.id,
      path: owner.path,
      deviceId: null,
      audience: 'administrator' as const,
    }
    const { counts, box } = await fleetOverview(server.database.db, scope, data!.time)
    const tally = (
      groups: readonly { state: string; runState: number; carIconState: number; count: number }[],
    ) => {
      const sums: Record<string, number> = {}
      for (const { state, runState, carIconState, count } of groups) {
        const key = [state, runState, carIconState].join()
        sums[key] = (sums[key] ?? 0) + count
      }
      return sums
    }
    expect(tally(counts)).toEqual(tally(data!.list.map((device) => ({ ...device, count: 1 }))))
    expect(box).toEqual({ west: 3e-7, south: 1e-7, east: 3e-7, north: 2e-7 })
  })

  test('of the whole platform begins with the first of that order', async () => {
    const ids = async (input: object) =>
      (await server.call(locationCalls.find, input, adminToken)).data!.list.map(({ id }) => id)
    // Else a device may fall silent between two pages.
    frozenTime = Date.now()
    onTestFinished(() => {
      frozenTime = null
    })
    const whole = await ids({ pageSize: 10_000 })
    for (const pageSize of [5, 20, 50, 100])
      for (const pageNum of [1, 2])
        expect(await ids({ pageSize, pageNum })).toEqual(
          whole.slice((pageNum - 1) * pageSize, pageNum * pageSize),
        )
  })

  test('comes in pages that together are the whole', async () => {
    const owner = await anAccount(server.database, { parent: agent, role: roles.user })
    const own = await signIn(server.database, owner)
    for (let i = 0; i < 25; i++) await aDevice(server.database, owner)
    const pages = await Promise.all(
      [1, 2, 3, 4].map((pageNum) => server.call(locationCalls.find, { pageNum, pageSize: 10 }, own)),
    )
    expect(pages.map((page) => page.data?.total)).toEqual([25, 25, 25, 25])
    expect(pages.map((page) => page.data?.list.length)).toEqual([10, 10, 5, 0])
    expect(new Set(pages.flatMap((page) => page.data!.list.map((device) => device.id))).size).toBe(25)
  })

  test('says from when a live connection goes on', async () => {
    const before = Date.now()
    const { data } = await server.call(locationCalls.find, {}, token)
    expect(data?.time).toBeGreaterThanOrEqual(before)
    expect(data?.time).toBeLessThanOrEqual(Date.now())
  })
})

describe('a search', () => {
  const found = async (text: string, parts: { userId?: number } = {}) => {
    const { data } = await server.call(locationCalls.search, { text, ...parts }, token)
    return data!.ids
  }

  test('finds a part of what a device is called, whatever its case', async () => {
    const names = { nickname: 'Blue van', car_number: '粤B12345', iccid: '898600017', sim: '13800138000' }
    const { id, terminalID } = await aDriver({}, names)
    for (const text of ['b123', 'BLUE', terminalID, '600017', '138001'])
      expect(await found(text)).toContain(id)
    for (const text of ['red%', 'van\\n', 'b1_3']) expect(await found(text)).not.toContain(id)
  })

  test('of a list finds those that one entry names whole', async () => {
    const [one, other] = [await aDriver({}, { nickname: 'Tram 7' }), await aDriver({}, { sim: '1390000' })]
    expect((await found('tram 7，139000,\n1390000')).sort()).toEqual([one.id, other.id].sort())
  })

  test("finds nothing of a stranger's, and asks no stranger's account", async () => {
    const foreign = await aDevice(server.database, stranger, { nickname: 'Tram 8' })
    expect(await found('tram 8')).not.toContain(foreign.id)
    const { meta } = await server.call(locationCalls.search, { text: 'tram', userId: stranger.id }, token)
    expect(meta.code).toBe(1002)
  })
})

describe('the order of names', () => {
  test('has numbers by their value and Chinese by its sound, and says whose each device is', async () => {
    const fleet = await anAccount(server.database, { parent: agent, nickname: 'Fleet' })
    const depot = await anAccount(server.database, { parent: fleet, nickname: 'Depot', role: roles.user })
    const named = async (owner: TestAccount, nickname: string) =>
      (await aDevice(server.database, owner, { nickname })).id
    const [last, ten, zhang, an] = [
      await named(depot, 'van 100'),
      await named(fleet, 'Van 10'),
      await named(fleet, '张三'),
      await named(depot, '安达'),
    ]
    const two = (await aDevice(server.database, fleet, { nickname: 'Z', car_number: 'Van 2' })).id
    const { data } = await server.call(locationCalls.order, { userId: fleet.id }, token)
    expect(data?.ids).toEqual([an, zhang, two, ten, last])
    expect(data?.accounts.map(({ name }) => name)).toEqual(['Depot', 'Fleet'])
    expect(data?.owners).toEqual([0, 1, 1, 1, 0])
  })

  test('of an account out of sight is not told', async () => {
    const { meta } = await server.call(locationCalls.order, { userId: stranger.id }, token)
    expect(meta.code).toBe(1002)
  })
})

describe('scope', () => {
  test("a stranger's device is absent, by list and by name", async () => {
    const foreign = await aDevice(server.database, stranger)
    const { data } = await server.call(locationCalls.find, { pageSize: 10_000 }, token)
    expect(data?.list.map((device) => device.id)).not.toContain(foreign.id)
    for (const name of [{ terminalIDs: [foreign.terminalID] }, { ids: [foreign.id] }]) {
      const named = await server.call(locationCalls.find, name, token)
      expect(named.data).toMatchObject({ list: [], total: 0 })
    }
  })

  test('no names are no devices, not all', async () => {
    const { data } = await server.call(locationCalls.find, { terminalIDs: [] }, token)
    expect(data).toMatchObject({ list: [], total: 0 })
  })

  test("a stranger's account, a superior and none at all are the same: not found", async () => {
    for (const userId of [stranger.id, agent.id - 1, 999_999]) {
      expect((await server.call(locationCalls.find, { userId }, token)).meta.code).toBe(1002)
    }
  })

  test("a sub-account's list is that account's", async () => {
    const other = await anAccount(server.database, { parent: agent, role: roles.user })
    const device = await aDevice(server.database, other)
    const { data } = await server.call(locationCalls.find, { userId: other.id }, token)
    expect(data?.list.map((each) => each.id)).toEqual([device.id])
  })

  test('a device session sees its device and nothing else', async () => {
    const [own, other] = [await aDriver(), await aDriver()]
    const deviceToken = await signIn(server.database, customer, own.id)
    const query = { terminalIDs: [own.terminalID, other.terminalID] }
    const { data } = await server.call(locationCalls.find, query, deviceToken)
    expect(data?.list.map((device) => device.id)).toEqual([own.id])
    const all = await server.call(locationCalls.find, { userId: customer.id }, deviceToken)
    expect(all.data?.list.map((device) => device.id)).toEqual([own.id])
  })
})
