import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { createRandom } from '@trackway/simulator/random.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Bus, createLocalBus } from '../../../platform/bus/bus.ts'
import { readConfig } from '../../../platform/settings/config.ts'
import { changeSettings } from '../../../platform/settings/process-settings.ts'
import { startGatewayThreads } from '../../../start/gateway-threads.ts'
import { aDevice, anAccount, type TestAccount } from '../../../testing/builders.ts'
import { UpgradingDevice } from '../../../testing/fakes/upgrading-device.ts'
import { ownPort } from '../../../testing/run-folder.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { eventually, startTestGateway, type TestGateway } from '../../../testing/test-gateway.ts'
import { aFirmwareFile, aTransfer, firmwareType, someBytes } from '../testing/firmware-rows.ts'

let database: TestDatabase
let gateway: TestGateway
let owner: TestAccount
let folder: string
const devices: UpgradingDevice[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  changeSettings({ files: { folder } })
  owner = await anAccount(database)
  gateway = await startTestGateway(database, {}, { readyMs: 0 })
})
afterEach(() => {
  for (const device of devices.splice(0)) device.stop()
})
afterAll(async () => {
  await gateway.stop()
  await database.drop()
})

let count = 0
async function aDeviceOf(
  columns: Parameters<typeof aDevice>[2] = {},
  options: Partial<ConstructorParameters<typeof UpgradingDevice>[1]> = {},
  port: ConstructorParameters<typeof UpgradingDevice>[0] = gateway.gateway.ports.jt808!,
) {
  const terminalId = String(13_900_000_000 + ++count)
  const { id } = await aDevice(database, owner, {
    terminal_id: terminalId,
    device_type_id: firmwareType,
    ...columns,
  })
  const device = new UpgradingDevice(port, { terminalId, ...options })
  devices.push(device)
  return { id, device }
}

/** @param bus of the process that the device is connected to */
async function send(
  fileId: number,
  deviceId: number,
  columns: Parameters<typeof aTransfer>[2] = {},
  bus: Bus = gateway.bus,
): Promise<number> {
  const id = await aTransfer(database, { fileId, deviceId }, columns)
  bus.publish('firmware.changed', { deviceIds: Int32Array.of(deviceId) })
  return id
}

const transferOf = (id: number) =>
  database.db.selectFrom('firmware_transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const reached = (id: number, ...states: string[]) =>
  eventually(
    () => transferOf(id),
    ({ state }) => states.includes(state),
  )

test('what else is sent meanwhile has serials outside of those of the parts', async () => {
  const file = await aFirmwareFile(database, owner, someBytes(90_000))
  const { id, device } = await aDeviceOf()
  device.onPart = () => device.heartbeat()
  const transfer = await send(file.id, id)
  const { first_serial: first, parts } = await reached(transfer, 'installed')
  const isOfPart = (serial: number) => serial >= first! && serial < first! + parts!
  expect(device.serials.filter((serial) => serial >= first! + parts!).length).toBeGreaterThan(50)
  expect(device.serials.filter(isOfPart)).toEqual([])
})

test('of two files for one device the second goes out once the first is there', async () => {
  const files = [
    await aFirmwareFile(database, owner, someBytes(90_000)),
    await aFirmwareFile(database, owner, someBytes(50_000)),
  ]
  const { id, device } = await aDeviceOf()
  let second: Promise<number> | null = null
  device.onPart = () => {
    second ??= send(files[1]!.id, id)
  }
  const first = await send(files[0]!.id, id)
  const { transfer_time: firstTime } = await reached(first, 'installed')
  const { transfer_time: secondTime } = await reached(await second!, 'installed')
  expect(secondTime).toBeGreaterThan(firstTime!)
})

test('a device of another type gets no byte, and one that became another one neither', async () => {
  const file = await aFirmwareFile(database, owner, someBytes(5_000), { hardware: 'B2' })
  const other = await aDeviceOf({ device_type_id: 8, information: { hardware: 'B2' } as never })
  const wrong = await aDeviceOf({ information: { hardware: 'B3' } as never })
  const transfers = [await send(file.id, other.id), await send(file.id, wrong.id)]
  expect(await reached(transfers[0]!, 'failed')).toMatchObject({ failure: 'wrongType' })
  expect(await reached(transfers[1]!, 'failed')).toMatchObject({ failure: 'wrongHardware' })
  expect([other.device.parts, wrong.device.parts]).toEqual([0, 0])
})

test.each([
  ['unsupported', 'failed', 'upgradeUnsupported'],
  ['refuses', 'failed', 'rejected'],
  ['mute', 'failed', 'noAnswer'],
  ['fails', 'failed', 'deviceFailed'],
  ['keepsOld', 'installed', null],
] as const)('a device that %s: %s, %s', async (conduct, state, failure) => {
  const file = await aFirmwareFile(database, owner, someBytes(3_000))
  const { id } = await aDeviceOf({}, { upgrades: { conduct } })
  const transfer = await send(file.id, id, { max_sends: 3 })
  expect(await reached(transfer, 'failed', 'installed')).toMatchObject({ state, failure })
})

test('2 MB arrive as they are over a link that loses every tenth message either way, the process killed meanwhile', async () => {
  const workers: Worker[] = []
  const onWorker = (worker: Worker) => workers.push(worker)
  process.on('worker', onWorker)
  const { gateway: usual } = readConfig({ HOST: '127.0.0.1' })
  const log = pino({ level: 'silent' })
  const bus = createLocalBus(log)
  const threads = await startGatewayThreads(1, {
    work: {
      config: {
        commitGatherMs: 0,
        expiredDaysKept: 90,
        files: { folder },
        logLevel: 'fatal',
        gateway: { ...usual, ports: { detect: 0, jt808: await ownPort() } },
      },
      name: 'killed',
      databaseUrl: database.url,
      secretKeys: [Buffer.alloc(32, 7), null],
    },
    bus,
    log,
  })
  try {
    const content = someBytes(2 * 1024 * 1024)
    const file = await aFirmwareFile(database, owner, content)
    const random = createRandom(7)
    let lost = 0
    const loses = () => {
      const isLost = random.next() < 0.1
      if (isLost) lost++
      return isLost
    }
    const { id, device } = await aDeviceOf({}, { upgrades: { loses } }, threads.ports.jt808!)
    const transfer = await send(file.id, id, { resumes: true }, bus)
    const before = await eventually(
      () => transferOf(transfer),
      ({ acked_parts }) => acked_parts > 0,
    )
    expect(device.taker.taken).toBeNull()
    await workers.at(-1)!.terminate()
    const after = await reached(transfer, 'installed', 'failed')
    expect(after).toMatchObject({ state: 'installed', parts: 2331, acked_parts: 2331 })
    expect(after.first_serial).toBe(before.first_serial)
    expect(device.connections).toBeGreaterThan(1)
    expect(device.taker.taken!.version).toBe(file.version)
    expect(Buffer.from(device.taker.taken!.data).equals(content)).toBe(true)
    expect(lost).toBeGreaterThan(400)
    // A part that is sent again is the same, in all its bytes, whichever process sends it.
    const forms = [...device.received].filter(([key]) => key.startsWith('part')).map(([, each]) => each.size)
    expect(Math.max(...forms)).toBe(1)
  } finally {
    await threads.close()
    process.off('worker', onWorker)
  }
})

test('a type that does not resume begins anew after a lost connection, with serials of its own', async () => {
  const content = someBytes(50_000)
  const file = await aFirmwareFile(database, owner, content)
  const { id, device } = await aDeviceOf()
  device.onPart = () => {
    if (device.parts === 30) device.hangUp()
  }
  const transfer = await send(file.id, id, { parts_under_way: 1 })
  expect(await reached(transfer, 'installed')).toMatchObject({ acked_parts: 56 })
  expect(device.parts).toBeGreaterThanOrEqual(30 + 56)
  expect(Buffer.from(device.taker.taken!.data).equals(content)).toBe(true)
})
