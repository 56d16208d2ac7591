import { resultNames } from '@trackway/core/codes/results.ts'
import { type CommandRecord, commandCalls } from '@trackway/core/features/commands/calls.ts'
import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import { encodeRecord } from '@trackway/protocols/gps103/encode.ts'
import { encodeReply } from '@trackway/protocols/gt06/encode.ts'
import { encodeGeneralAnswer, terminalLayout } from '@trackway/protocols/jt808/encode.ts'
import { buildFrame } from '@trackway/protocols/jt808/envelope.ts'
import { seal as sealMeitrack } from '@trackway/protocols/meitrack/envelope.ts'
import type { WireProtocol } from '@trackway/protocols/protocol.ts'
import { protocols } from '@trackway/protocols/registry.ts'
import { encodeText } from '@trackway/protocols/teltonika/command.ts'
import { encodeAnswer } from '@trackway/protocols/topflytech/command.ts'
import { fromHex } from '@trackway/protocols/wire/bytes.ts'
import { bareReport } from '@trackway/protocols/wire/report.ts'
import type { Speaker } from '@trackway/simulator/device/speaker.ts'
import { createSpeaker, type SpokenProtocol } from '@trackway/simulator/device/speakers.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** A simulated device of each protocol that answers: what each outcome of a command becomes. */

let server: TestServer
let gateway: TestGateway
let account: TestAccount
let token: string
let ahead = 0
const now = () => Date.now() + ahead
const sockets: TestDeviceSocket[] = []
beforeAll(async () => {
  server = await startTestServer({ now })
  account = await anAccount(server.database)
  token = await signIn(server.database, account)
  gateway = await startTestGateway(server.database, {}, { now, bus: server.bus })
})
afterEach(() => {
  ahead = 0
  for (const socket of sockets.splice(0)) socket.end()
})
afterAll(async () => {
  await gateway.stop()
  await server.stop()
})

interface Case {
  wire: SpokenProtocol & WireProtocol
  idOf: (n: number) => string
  code: CommandCode
  parameters?: Record<string, unknown>
  /** What the device receives, in bytes as hex. */
  wirePattern: (id: string) => RegExp
  /** Its reply where the simulated one sends none. */
  echo?: (id: string) => Uint8Array
  /** What its answer is worth; left out: it is a success. */
  obeyed?: Partial<CommandRecord>
  /** Silence, and a connection that ends, are no failure: its devices mostly say nothing. */
  isSilent?: true
  /** Its refusal, where its protocol has one, and a reply that is unknown. */
  refusal?: (command: string, id: string) => Uint8Array | string
  nonsense?: (command: string, id: string) => Uint8Array | string
}

const hex = (text: string) => Buffer.from(text).toString('hex')
const imei = (n: number) => `8612340500${String(n).padStart(5, '0')}`
const flagOf = (frame: string) => Number.parseInt(frame.slice(10, 18), 16)
const serialOf808 = (frame: string) => Number.parseInt(frame.slice(22, 26), 16)

const cases: Case[] = [
  {
    wire: 'gt06',
    idOf: imei,
    code: 'oilRestore',
    wirePattern: () => new RegExp(`787814800c.{8}${hex('RELAY,0#')}0002.{8}0d0a`),
    refusal: (frame) => encodeReply(flagOf(frame), 'HFYD=Fail!', 9),
    nonsense: (frame) => encodeReply(flagOf(frame), '%&/ xyz', 9),
  },
  {
    wire: 'jt808',
    idOf: (n) => `144071${String(n).padStart(5, '0')}`,
    code: 'oilRestore',
    wirePattern: (id) => new RegExp(`7e81050001${id.padStart(12, '0')}(.{4})65..7e`),
    // It was taken; whether the oil flows the status bits say.
    obeyed: { result: null, replyClass: 'accepted' },
    refusal: (frame, id) =>
      buildFrame(terminalLayout(id), 0x0001, 77, encodeGeneralAnswer(serialOf808(frame), 0x8105, 1)),
  },
  {
    wire: 'bsj',
    idOf: (n) => `3711${String(n).padStart(4, '0')}`,
    code: 'oilRestore',
    wirePattern: () => /2929380006.{10}0d/,
  },
  {
    wire: 'teltonika',
    idOf: imei,
    code: 'oilRestore',
    wirePattern: () => new RegExp(`00000000000000130c01050000000b${hex('setdigout 0')}01.{8}`),
    refusal: () => encodeText('Error: command failed', true),
    nonsense: () => encodeText('xyz', true),
  },
  {
    wire: 'topflytech',
    idOf: imei,
    code: 'oilRestore',
    wirePattern: () => new RegExp(`252581.*${hex('RELAY')}.*`),
    refusal: (_, id) => encodeAnswer('SET RELAY ERROR#', id, 9),
    nonsense: (_, id) => encodeAnswer('xyz', id, 9),
  },
  {
    wire: 'h02',
    idOf: (n) => `41070${String(n).padStart(5, '0')}`,
    code: 'oilRestore',
    wirePattern: (id) => new RegExp(`${hex(`*HQ,${id},S20,`)}.{12}${hex(',1,0#')}`),
    refusal: (_, id) => `*HQ,${id},V4,S20,ERROR,080000#`,
  },
  {
    wire: 'gps103',
    idOf: imei,
    code: 'timer',
    parameters: { movingS: 20 },
    isSilent: true,
    wirePattern: (id) => new RegExp(hex(`**,imei:${id},C,20s`)),
    echo: (id) => encodeRecord(bareReport(), id, 'ct'),
  },
  {
    wire: 'tk103',
    idOf: (n) => `0880463${String(n).padStart(5, '0')}`,
    code: 'oilRestore',
    wirePattern: (id) => new RegExp(hex(`(${id}AV011)`)),
  },
  {
    wire: 'watch',
    idOf: (n) => `42093${String(n).padStart(5, '0')}`,
    code: 'locate',
    wirePattern: (id) => new RegExp(`${hex(`*${id}*0002*CR]`)}`),
  },
  {
    wire: 'meitrack',
    idOf: imei,
    code: 'version',
    wirePattern: (id) => new RegExp(`4040.*${hex(`,${id},E91*`)}....0d0a`),
    refusal: (frame, id) =>
      sealMeitrack('$$', Buffer.from(frame.slice(4, 6), 'hex').toString(), id, 'E91,ERROR'),
  },
]

let count = 0
async function connect({ wire, idOf }: Case) {
  const id = idOf(++count)
  const type = 5_000 + count
  await server.database.db
    .insertInto('device_types')
    .values({ id: type, name: `type ${type}`, wire })
    .execute()
  const device = await aDevice(server.database, account, { terminal_id: id, device_type_id: type })
  const socket = new TestDeviceSocket(gateway.gateway.ports[wire]!)
  sockets.push(socket)
  const speaker = createSpeaker(wire, {
    terminalId: id,
    vehicle: { seed: 1, character: 'van', city: 'Lisbon' } as never,
  })
  socket.send(speaker.greet().bytes)
  await eventually(
    () => {
      obey(socket, speaker)
      return isOnline(device)
    },
    (is) => is,
  )
  // A device that has just logged in gets no command for a second.
  ahead = 1_500
  return { device, id, socket, speaker }
}

const isOnline = async ({ id }: TestDevice): Promise<boolean> => {
  const found = await server.database.pool.query(
    'select is_connected from device_states where device_id = $1',
    [id],
  )
  return found.rows[0]?.is_connected === true
}

/** The device receives what came so far, and sends its replies. */
function obey(socket: TestDeviceSocket, speaker: Speaker): void {
  const answers = speaker.receive(fromHex(socket.received))
  socket.received = ''
  for (const each of answers) if (each.kind === 'proceed') socket.send(each.sent.bytes)
}

const toBytes = (chunk: Uint8Array | string) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)

/** Sends the command, and hands the device its bytes. */
async function command(each: Case, { device, id, socket }: Awaited<ReturnType<typeof connect>>) {
  const { terminalID } = device
  const request = { terminalID, code: each.code, parameters: each.parameters, waitSeconds: 0 }
  const sent = await server.call(commandCalls.send, request, token)
  expect(sent.meta.success, sent.meta.message).toBe(true)
  const pattern = each.wirePattern(id)
  const bytes = await eventually(
    () => pattern.exec(socket.received)?.[0],
    (found) => found !== undefined,
  )
  return { id: sent.data!.id, bytes: bytes! }
}

const becomes = (id: number, state: string) =>
  eventually(
    async () => (await server.call(commandCalls.get, { id }, token)).data!,
    (found) => found.state === state,
  )

/** No reply: neither success nor failure. */
const nothingKnown = { result: null, replyClass: 'unanswered', acknowledgeTime: null, failure: null }

describe.each(cases.map((each) => [each.wire, each] as const))('%s', (_, each) => {
  test('a device that obeys', async () => {
    const connection = await connect(each)
    const { id } = await command(each, connection)
    if (each.echo) connection.socket.send(each.echo(connection.id))
    obey(connection.socket, connection.speaker)
    const obeyed = each.obeyed ?? { result: 1 }
    expect(await becomes(id, 'acknowledged')).toMatchObject({ failure: null, ...obeyed })
  })

  test('a device that says nothing', async () => {
    const connection = await connect(each)
    const { id } = await command(each, connection)
    ahead = 70_000
    if (each.isSilent) expect(await becomes(id, 'acknowledged')).toMatchObject(nothingKnown)
    else expect(await becomes(id, 'failed')).toMatchObject({ result: 2, failure: 'timeout' })
  })

  test('a connection that ends half-way', async () => {
    const connection = await connect(each)
    const { id } = await command(each, connection)
    connection.socket.end()
    if (each.isSilent) expect(await becomes(id, 'acknowledged')).toMatchObject(nothingKnown)
    else expect(await becomes(id, 'failed')).toMatchObject({ failure: 'disconnected' })
  })

  const { refusal, nonsense } = each
  if (refusal)
    test('a device that refuses', async () => {
      const connection = await connect(each)
      const { id, bytes } = await command(each, connection)
      connection.socket.send(toBytes(refusal(bytes, connection.id)))
      expect(await becomes(id, 'failed')).toMatchObject({ result: 3, failure: 'refused' })
    })

  if (nonsense)
    test('a device that answers nonsense', async () => {
      const connection = await connect(each)
      const { id, bytes } = await command(each, connection)
      connection.socket.send(toBytes(nonsense(bytes, connection.id)))
      expect(await becomes(id, 'failed')).toMatchObject({ result: 3, failure: 'notUnderstood' })
    })
})

/** Protocols over HTTP, whose devices are never connected. */
const elsewhere = ['osmand', 'nbiot', 'owntracks'] // hand-out.test.ts, platform-delivery.test.ts, and below

test('every protocol is tried', () => {
  expect([...cases.map(({ wire }) => wire), ...elsewhere].sort()).toEqual(
    protocols.map(({ name }) => name).sort(),
  )
})

test('devices that can be told nothing are sent nothing', async () => {
  const ownTracks = 121
  const device = await aDevice(server.database, account, { device_type_id: ownTracks })
  const request = { terminalID: device.terminalID, content: 'hello', offline: true }
  expect(resultNames[(await server.call(commandCalls.send, request, token)).meta.code]).toBe(
    'commandUnsupported',
  )
})

describe('a device that drops the connection because it was told to', () => {
  const restarts = {
    reset: 'RESET#',
    apn: 'APN,cmnet#',
    server: 'SERVER,0,203.0.113.7,5023,0#',
    shutdown: 'SHUTDOWN#',
  } as const
  const parameters = { apn: { name: 'cmnet' }, server: { host: '203.0.113.7', port: 5023 } }
  const restart = async (code: keyof typeof restarts) => {
    const each: Case = { wire: 'gt06', idOf: imei, code, wirePattern: () => new RegExp(hex(restarts[code])) }
    const connection = await connect(each)
    const given = { ...parameters }[code as keyof typeof parameters] ?? {}
    const { id } = await command({ ...each, parameters: given }, connection)
    connection.socket.end()
    return { ...connection, id, state: await becomes(id, 'acknowledged') }
  }

  test.each(['reset', 'apn', 'server'] as const)(
    '%s: has not failed, and is confirmed once it is back',
    async (code) => {
      const { id, state, speaker } = await restart(code)
      expect(state).toMatchObject(nothingKnown)
      const again = new TestDeviceSocket(gateway.gateway.ports.gt06!)
      sockets.push(again)
      again.send(speaker.greet().bytes)
      ahead += 3_000
      expect(await becomes(id, 'confirmed')).toMatchObject({ result: 1 })
    },
  )

  test('shutdown: has not failed, and nothing more is known', async () => {
    expect((await restart('shutdown')).state).toMatchObject(nothingKnown)
  })
})
