import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls, unknownDeviceCalls } from '@trackway/core/features/devices/calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let root: TestAccount
let agent: TestAccount
let token: string
let count = 0
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
})
beforeEach(async () => {
  agent = await anAccount(server.database, { parent: root, importCount: 1_000 })
  token = await signIn(server.database, agent)
})
afterAll(() => server.stop())

const newId = () => String(862_000_000_000_000 + ++count)
const add = (input: object) =>
  server.call(deviceCalls.add, { terminalID: newId(), deviceType: 13, ...input } as never, token)
const find = async (input: object) => {
  const { data, meta } = await server.call(deviceCalls.find, input, token)
  return { code: meta.code, total: data?.total, ids: data?.list.map((device) => device.terminalID) }
}

test('the device types are those of the code table', async () => {
  const { data } = await server.call(deviceCalls.types, {}, token)
  expect(data?.list).toMatchObject(deviceTypes)
  expect(data?.list).toHaveLength(deviceTypes.length)
})

describe('adding', () => {
  test('gives an inactive device with a state of its own, and says so on the bus', async () => {
    const published: unknown[] = []
    server.bus.subscribe('device.edited', (message) => published.push(message))
    const { data } = await add({ nickname: 'Van', carNumber: '粤B12345', sim: '13800138000' })
    expect(data).toMatchObject({
      userId: agent.id,
      username: agent.username,
      deviceTypeName: 'Gt06',
      state: 'inactive',
      nickname: 'Van',
      carNumber: '粤B12345',
      iconType: 'car',
      activateTime: null,
    })
    expect(published).toEqual([{ deviceIds: Int32Array.of(data!.id) }])
    const states = server.database.db.selectFrom('device_states').where('device_id', '=', data?.id ?? 0)
    expect(await states.select('is_connected').execute()).toEqual([{ is_connected: false }])
  })

  test.each([13, '13', 'Gt06', 'gt06', ' GT06 '])('takes the type by id or name: %j', async (deviceType) => {
    expect((await add({ deviceType })).data?.deviceType).toBe(13)
  })

  test.each([10, -1, 'K1000', '99999999999'])(
    'refuses the type %j, which does not exist',
    async (deviceType) => {
      expect((await add({ deviceType })).meta.code).toBe(1015)
    },
  )

  test('refuses a terminal id that is registered anywhere', async () => {
    const { terminalID } = await aDevice(server.database, root)
    expect((await add({ terminalID })).meta.code).toBe(1005)
  })

  test('lets one of many succeed who register the same id at once', async () => {
    const terminalID = newId()
    const replies = await Promise.all(Array.from({ length: 10 }, () => add({ terminalID })))
    expect(replies.map((reply) => reply.meta.code).sort((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(1005),
    ])
  })

  test('refuses a car number that another device of the account has', async () => {
    await add({ carNumber: 'ab-123' })
    expect((await add({ carNumber: 'AB-123' })).meta.code).toBe(1014)
    expect((await add({ carNumber: '' })).data?.carNumber).toBe(null)
    expect((await add({ carNumber: '' })).data?.carNumber).toBe(null)
  })

  test('puts it under any account of the caller’s subtree', async () => {
    const child = await anAccount(server.database, { parent: agent, role: roles.user })
    expect((await add({ userId: child.id })).data?.userId).toBe(child.id)
  })

  test('takes it off the list of unknown devices', async () => {
    const [listed, other] = [newId(), newId()]
    const row = { wire: 'gt06', remote_address: '10.0.0.1', attempts: 3, first_time: 1, last_time: 2 }
    const rows = [listed, other].map((terminal_id) => ({ ...row, terminal_id }))
    await server.database.db.insertInto('unknown_devices').values(rows).execute()
    await add({ terminalID: listed })
    const admin = await signIn(server.database, root)
    const { data } = await server.call(unknownDeviceCalls.find, {}, admin)
    expect(data).toEqual({
      list: [
        {
          terminalID: other,
          wire: 'gt06',
          address: '10.0.0.1',
          attempts: 3,
          firstTime: 1,
          lastTime: 2,
          registersAs: 'Gt06',
        },
      ],
      total: 1,
    })
    const search = (text: string) => server.call(unknownDeviceCalls.find, { search: text }, admin)
    expect((await search(other.slice(3, 12))).data?.total).toBe(1)
    expect((await search('no')).data?.total).toBe(0)
  })
})

describe('the list', () => {
  test('holds the devices of the account and of those below, or its own alone', async () => {
    const child = await anAccount(server.database, { parent: agent })
    const own = await aDevice(server.database, agent, { create_time: 2 })
    const below = await aDevice(server.database, child, { create_time: 1 })
    expect((await find({})).ids).toEqual([own.terminalID, below.terminalID])
    expect((await find({ withSubAccounts: false })).ids).toEqual([own.terminalID])
    expect((await find({ userId: child.id })).ids).toEqual([below.terminalID])
  })

  test('comes in pages that together are the whole', async () => {
    const all: string[] = []
    for (let i = 0; i < 7; i++)
      all.push((await aDevice(server.database, agent, { create_time: 5 })).terminalID)
    const pages = await Promise.all(
      [1, 2, 3, 4].map((pageNum) => find({ pageNum, pageSize: 3, isDescending: false })),
    )
    expect(pages.map((page) => page.total)).toEqual([7, 7, 7, 7])
    expect(pages.flatMap((page) => page.ids)).toEqual(all)
  })

  test('finds by part of id, car number, name, ICCID and SIM, whatever the case', async () => {
    const matching = await aDevice(server.database, agent, {
      terminal_id: newId(),
      car_number: 'ABC-77',
      nickname: 'Northern Star',
      iccid: '89860000000000001234',
      sim: '13911112222',
    })
    await aDevice(server.database, agent)
    for (const search of [matching.terminalID.slice(4), 'bc-7', 'northern', '0001234', '1112222']) {
      expect((await find({ search })).ids, search).toEqual([matching.terminalID])
    }
  })

  test('finds an IMEI typed in full, and nothing of a stranger’s', async () => {
    const own = await aDevice(server.database, agent, { nickname: 'x' })
    const stranger = await aDevice(server.database, root)
    expect((await find({ search: own.terminalID })).ids).toEqual([own.terminalID])
    expect(await find({ search: stranger.terminalID })).toMatchObject({ total: 0, ids: [] })
    await aDevice(server.database, agent, { nickname: `twin of ${stranger.terminalID}` })
    expect((await find({ search: stranger.terminalID })).total).toBe(1)
  })

  test.each(['terminalID', 'displayName', 'state', 'stateTime', 'createTime', 'deviceType', 'username'])(
    'sorts by %s both ways, unknown last',
    async (sort) => {
      const child = await anAccount(server.database, { parent: agent, username: `z${agent.id}` })
      const now = Date.now()
      const a = await aDevice(
        server.database,
        agent,
        { create_time: 1, device_type_id: 3, car_number: 'a', activate_time: now },
        { is_connected: true, state_time: 5 },
      )
      const b = await aDevice(
        server.database,
        child,
        { create_time: 2, device_type_id: 89, nickname: 'b', activate_time: now, platform_expire_time: 1 },
        { connected_time: 3, state_time: 6 },
      )
      // Of the type's names, Hc comes before R002.
      const up = sort === 'deviceType' ? [b, a] : [a, b]
      const ids = up.map((device) => device.terminalID)
      expect((await find({ sort, isDescending: false })).ids).toEqual(ids)
      expect((await find({ sort, isDescending: true })).ids).toEqual(ids.reverse())
      if (sort !== 'stateTime') return
      const silent = await aDevice(server.database, agent)
      expect((await find({ sort, isDescending: true })).ids?.at(-1)).toBe(silent.terminalID)
      expect((await find({ sort, isDescending: false })).ids?.at(-1)).toBe(silent.terminalID)
    },
  )

  test('sorts by the earlier of both terms, those without one last', async () => {
    const never = await aDevice(server.database, agent)
    const later = await aDevice(server.database, agent, { platform_expire_time: 30, user_expire_time: 20 })
    const sooner = await aDevice(server.database, agent, { platform_expire_time: 10 })
    const ids = [sooner, later, never].map(({ terminalID }) => terminalID)
    expect((await find({ sort: 'expireTime', isDescending: false })).ids).toEqual(ids)
  })

  test('is narrowed to chosen devices, of which those of strangers are not there', async () => {
    const [one, two] = [await aDevice(server.database, agent), await aDevice(server.database, agent)]
    const stranger = await aDevice(server.database, root)
    await aDevice(server.database, agent, { nickname: one.terminalID })
    const chosen = [one, two, stranger].map(({ terminalID }) => terminalID)
    expect((await find({ terminalIDs: chosen, isDescending: false })).ids).toEqual([
      one.terminalID,
      two.terminalID,
    ])
    expect((await find({ terminalIDs: [] })).ids).toEqual([])
  })

  test('is narrowed to the devices that have these SIM cards', async () => {
    const iccid = (end: string) => `898600${String(agent.id).padStart(12, '0')}${end}`
    const one = await aDevice(server.database, agent, { iccid: iccid('f') })
    await aDevice(server.database, agent, { iccid: iccid('2') })
    await aDevice(server.database, root, { iccid: iccid('3') })
    const iccids = [iccid('F'), iccid('3'), iccid('4')]
    expect(await find({ iccids })).toMatchObject({ total: 1, ids: [one.terminalID] })
  })

  test('filters by state and type', async () => {
    const now = Date.now()
    const online = await aDevice(server.database, agent, { activate_time: now }, { is_connected: true })
    const offline = await aDevice(
      server.database,
      agent,
      { activate_time: now },
      { connected_time: now, state_time: now },
    )
    const inactive = await aDevice(server.database, agent, { device_type_id: 4 })
    const expired = await aDevice(server.database, agent, { platform_expire_time: now - 1 })
    for (const [state, device] of Object.entries({ online, offline, inactive, expired })) {
      expect((await find({ state })).ids).toEqual([device.terminalID])
    }
    expect((await find({ deviceType: 4 })).ids).toEqual([inactive.terminalID])
    expect(await find({ deviceType: 4, state: 'online' })).toMatchObject({ total: 0, ids: [] })
  })
})

describe('changing', () => {
  const update = (input: object) => server.call(deviceCalls.update, input as never, token)

  test('leaves out what is not said, and says so on the bus', async () => {
    const { terminalID, id } = await aDevice(server.database, agent, { nickname: 'old', remark: 'keep' })
    const edits: unknown[] = []
    server.bus.subscribe('device.edited', (message) => edits.push(message))
    expect((await update({ terminalID, nickname: '', iconType: 'truck' })).data).toMatchObject({
      nickname: null,
      remark: 'keep',
      iconType: 'truck',
    })
    expect((await update({ terminalID })).data).toMatchObject({ remark: 'keep' })
    expect(edits[0]).toEqual({ deviceIds: Int32Array.of(id) })
  })

  test('refuses a car number in use', async () => {
    await aDevice(server.database, agent, { car_number: 'ONE' })
    const { terminalID } = await aDevice(server.database, agent, { car_number: 'TWO' })
    expect((await update({ terminalID, carNumber: 'one' })).meta.code).toBe(1014)
    expect((await update({ terminalID, carNumber: 'two' })).meta.code).toBe(200)
  })
})

describe('deleting', () => {
  test('takes everything with it that the device reported, and nothing of others', async () => {
    const { db } = server.database
    const [gone, kept] = [await aDevice(server.database, agent), await aDevice(server.database, agent)]
    await sql`create table positions_19700101 partition of positions for values from (0) to (86400000)`.execute(
      db,
    )
    await sql`create table raw_frames_19700101 partition of raw_frames for values from (0) to (86400000)`.execute(
      db,
    )
    for (const { id } of [gone, kept]) {
      await sql`insert into positions (device_id, fix_time, server_time, quality) values (${id}, 1, 1, 0)`.execute(
        db,
      )
      await sql`insert into alarms (account_id, device_id, fix_time, code, server_time) values (1, ${id}, 1, 0, 1)`.execute(
        db,
      )
      await sql`insert into raw_frames values (1, ${id}, null, 1, 1, '')`.execute(db)
    }
    await server.call(deviceCalls.delete, { terminalID: gone.terminalID }, token)
    for (const table of ['positions', 'alarms', 'raw_frames', 'device_states']) {
      const { rows } = await sql`select distinct device_id from ${sql.table(table)}
        where device_id in (${gone.id}, ${kept.id})`.execute(db)
      expect(rows, table).toEqual([{ device_id: kept.id }])
    }
    expect((await find({})).ids).toEqual([kept.terminalID])
    expect((await add({ terminalID: gone.terminalID })).meta.code).toBe(200)
  })
})
