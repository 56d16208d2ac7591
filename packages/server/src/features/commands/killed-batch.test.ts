import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { encodeLogin, encodeReply } from '@trackway/protocols/gt06/encode.ts'
import { expect, onTestFinished, test } from 'vitest'
import { aDevice, anAccount, signIn } from '../../testing/builders.ts'
import { freePorts, startServerProcess } from '../../testing/server-process.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { eventually } from '../../testing/test-gateway.ts'

const count = 60
const frame = /7878..80..([0-9a-f]{8})(?:[0-9a-f]{2})*?0002[0-9a-f]{8}0d0a/

/** Answers what it is told, counts it, and comes back when its connection ends. */
class ObedientDevice {
  readonly terminalId: string
  readonly #port: number
  received = 0
  #socket: Socket | null = null
  #isStopped = false

  constructor(terminalId: string, port: number) {
    this.terminalId = terminalId
    this.#port = port
    this.#connect()
  }

  stop(): void {
    this.#isStopped = true
    this.#socket?.destroy()
  }

  #connect(): void {
    if (this.#isStopped) return
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    this.#socket = socket
    let bytes = ''
    socket.on('connect', () => socket.write(encodeLogin(this.terminalId, 1)))
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(() => this.#connect(), 200))
    socket.on('data', (chunk) => {
      bytes += chunk.toString('hex')
      for (let match = frame.exec(bytes); match !== null; match = frame.exec(bytes)) {
        bytes = bytes.slice(match.index + match[0].length)
        this.received++
        socket.write(encodeReply(Number.parseInt(match[1]!, 16), 'OK!', 9))
      }
    })
  }
}

test('a batch goes on after its server was killed twice, and no device is sent its command twice', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.drop())
  const dataDir = await mkdtemp(join(tmpdir(), 'killed-batch-'))
  const ports = await freePorts()
  const start = () => startServerProcess({ dataDir, ports, env: { DATABASE_URL: database.url } })
  let server = await start()
  onTestFinished(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const owner = await anAccount(database)
  const token = await signIn(database, owner)
  const devices: ObedientDevice[] = []
  onTestFinished(() => {
    for (const device of devices) device.stop()
  })
  for (let n = 0; n < count; n++) {
    const { terminalID } = await aDevice(database, owner, { device_type_id: 13 })
    devices.push(new ObedientDevice(terminalID, ports.gt06))
  }
  const response = await fetch(server.url + commandCalls.batchAdd.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      terminalIDs: devices.map(({ terminalId }) => terminalId),
      content: 'STATUS#',
      offline: true,
      perSecond: 20,
    }),
  })
  const taskId: number = ((await response.json()) as { data: { jobId: number } }).data.jobId
  const task = async () =>
    (await database.pool.query('select * from device_tasks where id = $1', [taskId])).rows[0]

  for (const share of [0.2, 0.6]) {
    await eventually(
      () => devices.reduce((sum, { received }) => sum + received, 0),
      (received) => received >= count * share,
    )
    await server.stop('SIGKILL')
    server = await start()
  }
  const done = await eventually(task, ({ state }) => state === 'done')

  expect(done.done + done.failed).toBe(count)
  const { rows } = await database.pool.query<{ terminal_id: string; state: string; failure: string | null }>(
    'select terminal_id, state, failure from device_task_items where task_id = $1',
    [taskId],
  )
  const stateOf = new Map(rows.map((row) => [row.terminal_id, row]))
  for (const { terminalId, received } of devices) {
    const { state, failure } = stateOf.get(terminalId)!
    expect(received).toBeLessThanOrEqual(1)
    // What was under way while the server was killed may have come, and counts as not known to be done.
    if (state === 'done') expect(received).toBe(1)
    else expect([state, failure]).toEqual(['failed', 'disconnected'])
  }
})
