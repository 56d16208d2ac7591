import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { encodeLocation, encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from './testing/builders.ts'
import { RovingDevice } from './testing/fakes/roving-device.ts'
import { LiveClient } from './testing/live-client.ts'
import { TestNatsServer, whyNoNats } from './testing/nats-server.ts'
import { runServerToItsEnd, type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { eventually, TestDeviceSocket } from './testing/test-gateway.ts'

/** Real server processes on one database and one nats-server. */

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'processes-'))
})
afterAll(() => database.drop())

describe('a start that cannot be', () => {
  const expectSentence = async (env: Record<string, string>, sentence: RegExp) => {
    const { output, code } = await runServerToItsEnd({
      dataDir,
      env: { DATABASE_URL: database.url, ...env },
    })
    expect(output).toMatch(sentence)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  }

  test('split roles without NATS are refused', () => expectSentence({ ROLES: 'api' }, /set NATS_URL/))

  test('NATS that does not answer', () =>
    expectSentence({ NATS_URL: 'nats://127.0.0.1:1' }, /NATS at 127\.0\.0\.1:1 cannot be reached/))
})

describe.skipIf(whyNoNats !== undefined)(`several processes${whyNoNats ? ` (${whyNoNats})` : ''}`, () => {
  let nats: TestNatsServer
  /** Role of devices only. */
  let gateway: ServerProcess
  /** Has all roles. */
  let whole: ServerProcess
  /** All roles but that of devices. */
  let api: ServerProcess
  let owner: TestAccount
  let token: string
  const start = (ROLES: string, ports?: Parameters<typeof startServerProcess>[0]['ports']) =>
    startServerProcess({
      dataDir,
      env: { DATABASE_URL: database.url, NATS_URL: nats.url, ROLES },
      ...(ports && { ports }),
    })
  const sockets: TestDeviceSocket[] = []
  const clients: LiveClient[] = []

  beforeAll(async () => {
    nats = await TestNatsServer.start()
    gateway = await start('gateway')
    whole = await start('gateway,api,jobs')
    api = await start('api')
    owner = await anAccount(database)
    token = await signIn(database, owner)
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.end()
    for (const client of clients.splice(0)) client.close()
  })
  afterAll(async () => {
    await Promise.all([gateway, whole, api].map((process) => process?.stop()))
    await nats?.stop()
  })

  async function call<C extends Call>(to: ServerProcess, { path }: C, input: InputOf<C>, as = token) {
    const response = await fetch(to.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
      body: JSON.stringify(input),
    })
    return (await response.json()) as { meta: { code: number }; data: OutputOf<C> }
  }

  async function logIn(device: TestDevice, to: ServerProcess): Promise<TestDeviceSocket> {
    const socket = new TestDeviceSocket(to.ports.gt06)
    sockets.push(socket)
    socket.send(encodeLogin(device.terminalID, 1))
    await socket.expect('787805010001d9dc0d0a')
    return socket
  }

  async function watch(on: ServerProcess): Promise<LiveClient> {
    const client = new LiveClient(on.url)
    clients.push(client)
    await client.send({ type: 'watch', token })
    await client.receives('watching')
    return client
  }

  const firstFixTime = Math.floor(Date.now() / 1000) * 1000 - 600_000
  const location = (second: number, speedKmh: number) =>
    encodeLocation(
      0x22,
      {
        deviceTime: firstFixTime + second * 1000,
        latitude: 22.5 + second * 0.0001,
        longitude: 113.9,
        speedKmh,
        courseDeg: 0,
        satellites: 9,
        isPositioned: true,
        mcc: 460,
        mnc: 0,
        lac: 1,
        cellId: 2,
      },
      second + 2,
    )
  const query = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
  const fixSeconds = async ({ id }: TestDevice) => {
    const rows = await query('select fix_time from positions where device_id = $1 order by 1', id)
    return rows.map(({ fix_time }) => (fix_time - firstFixTime) / 1000)
  }
  const holderOf = async ({ id }: TestDevice) =>
    (await query('select gateway, is_connected from device_states where device_id = $1', id))[0]

  test('a viewer on one process sees a device on another within a second', async () => {
    const device = await aDevice(database, owner)
    const client = await watch(api)
    const socket = await logIn(device, gateway)
    // On a busy machine one of several tries is enough to show that nothing waits longer.
    const delaysMs: number[] = []
    for (let second = 1; second <= 50 && !(Math.min(...delaysMs) < 1_000); second++) {
      const sentTime = performance.now()
      socket.send(location(second, 40 + second))
      await eventually(
        () => client.states.get(device.id)?.speed,
        (speed) => speed === 40 + second,
      )
      delaysMs.push(performance.now() - sentTime)
    }
    expect(Math.min(...delaysMs)).toBeLessThan(1_000)
  })

  test('frames that a device sends to one process are sent live by another, decoded', async () => {
    const device = await aDevice(database, owner)
    const client = new LiveClient(api.url)
    clients.push(client)
    const staff = await anAccount(database, { role: roles.admin })
    const admin = await signIn(database, staff)
    const watched = await aDevice(database, staff)
    await client.send({ type: 'watch', token: admin, only: 'frames', terminalIDs: [watched.terminalID] })
    await client.receives('watching')
    await logIn(device, gateway)
    const socket = await logIn(watched, gateway)
    const sentFrames = () => client.messages.flatMap((each) => (each.type === 'frames' ? each.frames : []))
    // The gateway may not have known yet that it is watched when it logged in.
    for (let serial = 2; sentFrames().length === 0; serial++) {
      socket.send(encodeLogin(watched.terminalID, serial))
      await sleep(500)
    }
    const frame = sentFrames().find(({ direction }) => direction === 'in')!
    expect(frame).toMatchObject({ terminalID: watched.terminalID, kind: 'login', protocol: 'gt06' })
    expect(frame.fields!.some(({ value }) => value.includes(watched.terminalID))).toBe(true)
    expect(new Set(sentFrames().map(({ terminalID }) => terminalID))).toEqual(new Set([watched.terminalID]))
  })

  test('a device deleted through one process is closed by the other', async () => {
    const device = await aDevice(database, owner)
    const socket = await logIn(device, gateway)
    const { meta } = await call(api, deviceCalls.delete, { terminalID: device.terminalID })
    expect(meta.code).toBe(resultCodes.success)
    await socket.closed()
  })

  test('an account edited through one process is known to the other', async () => {
    const self = async (from: ServerProcess) => (await call(from, accountCalls.self, {})).meta.code
    expect(await self(whole)).toBe(resultCodes.success)
    const client = await watch(whole)
    await query('update accounts set expire_time = 1 where id = $1', owner.id)
    // The edit itself goes through the other process; it leaves what it does not name.
    const admin = await signIn(database, { id: 1 })
    await query("update accounts set path = '/1/' || id || '/', parent_id = 1 where id = $1", owner.id)
    await call(api, subAccountCalls.resetPassword, { id: owner.id }, admin)
    await eventually(
      () => self(whole),
      (code) => code === resultCodes.sessionExpired,
    )
    await eventually(
      () => client.isClosed,
      (isClosed) => isClosed,
    )
    await query(
      'update accounts set expire_time = null, must_change_password = false where id = $1',
      owner.id,
    )
    token = await signIn(database, owner)
  })

  test('a session ended through one process is over in the other', async () => {
    const ending = await signIn(database, owner)
    const codeOf = async () => (await call(whole, accountCalls.self, {}, ending)).meta.code
    expect(await codeOf()).toBe(resultCodes.success)
    await call(api, accountCalls.logout, {}, ending)
    await eventually(codeOf, (code) => code === resultCodes.sessionExpired)
  })

  test('a device that moves to another gateway is dropped by the first, and nothing is lost or stored twice', async () => {
    const device = await aDevice(database, owner)
    const first = await logIn(device, gateway)
    for (const second of [1, 2, 3]) first.send(location(second, 40))
    const stored = (count: number) =>
      eventually(
        () => fixSeconds(device),
        (found) => found.length === count,
      )
    await stored(3)
    const { gateway: firstHolder } = await holderOf(device)
    // It connects elsewhere while frames of the first connection are under way, and sends them again.
    first.send(location(4, 40))
    const second = await logIn(device, whole)
    for (const each of [3, 4, 5, 6]) second.send(location(each, 40))
    await first.closed()
    expect(await stored(6)).toEqual([1, 2, 3, 4, 5, 6])
    const held = await holderOf(device)
    expect(held.is_connected).toBe(true)
    expect(held.gateway).not.toBe(firstHolder)
    // It is held for good: the end of the first connection did not disconnect it.
    second.send(location(7, 40))
    await stored(7)
    expect(await holderOf(device)).toEqual(held)
    expect(second.isOpen).toBe(true)
  })

  describe('commands find a device that moves from one gateway to the other', () => {
    const roving: RovingDevice[] = []
    afterEach(() => {
      for (const device of roving.splice(0)) device.end()
    })
    const rowsOf = (imei: string) =>
      query(
        `select c.id, c.content, c.state, c.failure, c.reply from commands c join devices d on d.id = c.device_id
         where d.terminal_id = $1 order by c.id`,
        imei,
      )
    const stateOf = async (imei: string, content: string) =>
      (await rowsOf(imei)).find((row) => row.content === content)?.state

    test('none is executed twice, each ends as it was, and so it is when a gateway is killed', async () => {
      const devices = await Promise.all(
        [0, 1, 2, 3, 4].map(async () => new RovingDevice((await aDevice(database, owner)).terminalID)),
      )
      roving.push(...devices)
      let count = 0
      const send = async ({ imei }: RovingDevice, commands: number) => {
        for (let left = commands; left > 0; left--) {
          const content = `GETPARAM ${++count}#`
          const input = { terminalID: imei, content, offline: true, waitSeconds: 0 }
          expect((await call(api, commandCalls.send, input)).meta.code).toBe(resultCodes.success)
        }
      }
      /** Ways to leave a gateway for the other one while commands are on their way. */
      const leave: ((device: RovingDevice, to: ServerProcess) => Promise<void>)[] = [
        async (device, to) => {
          const command = await device.nextCommand()
          device.answers(command)
          await eventually(
            () => stateOf(device.imei, command.text),
            (state) => state === 'acknowledged' || state === 'failed',
          )
          await device.connect(to.ports.gt06)
        },
        async (device, to) => {
          await device.nextCommand()
          device.end()
          await device.connect(to.ports.gt06)
        },
        async (device, to) => {
          const command = await device.nextCommand()
          await device.connect(to.ports.gt06)
          device.answers(command)
        },
        // Before it has received anything, or while it is about to.
        (device, to) => device.connect(to.ports.gt06),
        async (device, to) => {
          const command = await device.nextCommand()
          device.answers(command)
          device.end()
          await device.connect(to.ports.gt06)
        },
      ]
      const ways = devices.map((_, index) => (stage: number) => leave[(index + stage) % leave.length]!)
      const all = (work: (device: RovingDevice, index: number) => Promise<unknown>) =>
        Promise.all(devices.map(work))

      await all((device) => device.connect(gateway.ports.gt06))
      for (const [stage, to] of [whole, gateway].entries())
        await all(async (device, index) => {
          await Promise.all([send(device, 2), ways[index]!(stage)(device, to)])
        })
      // It dies while each device has a command that it has not answered.
      const killed: string[] = []
      await all(async (device) => {
        await send(device, 1)
        killed.push((await device.nextCommand()).text)
      })
      const ports = { ...gateway.ports, http: Number(new URL(gateway.url).port) }
      await gateway.stop('SIGKILL')
      await all(async (device) => {
        await device.connect(whole.ports.gt06)
        await send(device, 1)
        const command = await device.nextCommand()
        device.answers(command)
      })
      gateway = await start('gateway', ports)
      for (const [stage, to] of [gateway, whole].entries())
        await all(async (device, index) => {
          await Promise.all([send(device, 2), ways[index]!(stage + 3)(device, to)])
        })

      for (const device of devices) device.obeys()
      const lost = /^(?:disconnected|timeout)$/
      await all(async (device) => {
        const { imei, executed, answered } = device
        const rows = await eventually(
          () => rowsOf(imei),
          (found) => found.every(({ state }) => state !== 'queued' && state !== 'sent'),
        )
        expect(executed).toEqual([...new Set(executed)])
        for (const { content, state, failure, reply } of rows) {
          const answer = answered.get(content)
          if (state === 'acknowledged') expect(reply, content).toBe(answer?.reply)
          else expect([state, failure], content).toEqual(['failed', expect.stringMatching(lost)])
          // The gateway that has the device now announces it: nobody waits until the answer is overdue.
          if (killed.includes(content)) expect(failure).toBe('disconnected')
          if (answer && device.isConnectedBy(answer.socket)) expect(state, content).toBe('acknowledged')
        }
      })
    })
  })

  test('after NATS was away, live shows what changed meanwhile and goes on', async () => {
    const device = await aDevice(database, owner)
    const deleted = await aDevice(database, owner)
    const client = await watch(api)
    const socket = await logIn(device, gateway)
    const socketOfDeleted = await logIn(deleted, gateway)
    const shows = (speedKmh: number) =>
      eventually(
        () => client.states.get(device.id)?.speed,
        (speed) => speed === speedKmh,
      )
    const probe = async (of: ServerProcess) =>
      (await (await fetch(`${of.url}/readyz`)).json()) as { status: string; bus?: string }
    socket.send(location(1, 41))
    await shows(41)

    await nats.stop()
    for (const process of [gateway, whole, api])
      await eventually(
        () => probe(process),
        (answer) => answer.bus === 'disconnected',
      )
    expect(await (await fetch(`${gateway.url}/metrics`)).text()).toContain('trackway_bus_connected 0')
    // Who watches is told, and so is who comes meanwhile.
    expect(await client.receives('stale')).toMatchObject({ since: expect.any(Number) })
    expect(await (await watch(api)).receives('stale')).toMatchObject({ since: expect.any(Number) })
    // Devices are served and calls are answered all the same.
    socket.send(location(2, 42))
    await eventually(
      () => fixSeconds(device),
      (found) => found.length === 2,
    )
    await call(api, deviceCalls.delete, { terminalID: deleted.terminalID })

    await nats.start()
    await shows(42)
    await socketOfDeleted.closed()
    socket.send(location(3, 43))
    await shows(43)
    await expect
      .poll(() => client.messages.findLast(({ type }) => type === 'stale'))
      .toEqual({ type: 'stale', since: null })
    for (const process of [gateway, whole, api])
      await eventually(
        () => probe(process),
        (answer) => answer.bus === undefined && answer.status === 'ready',
      )
  })
})
