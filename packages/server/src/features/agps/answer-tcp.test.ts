import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { anAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { answerAgpsRequests } from './answer-tcp.ts'
import { keepData } from './keep-data.ts'
import { predictedOrbits } from './testing/agps-files.ts'

let server: TestServer
let listener: Awaited<ReturnType<typeof answerAgpsRequests>>
let sourceId: number
beforeAll(async () => {
  server = await startTestServer()
  const { id } = await anAccount(server.database)
  const { rows } = await server.database.pool.query(
    `insert into agps_sources (account_id, name, kind, answers_tcp, create_time) values ($1, 'tcp', 'upload', true, 1)
     returning id`,
    [id],
  )
  sourceId = rows[0].id
  listener = await answerAgpsRequests({ port: 0, database: server.database, log: createLog('silent') })
})
afterAll(async () => {
  await listener.close()
  await server.stop()
})

async function request(socket: Socket, text: string): Promise<Buffer> {
  socket.write(text)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer
}
const sumOf = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum + byte, 0)
const log = async () =>
  (
    await server.database.pool.query(
      'select outcome, bytes::int, way, device_id from agps_deliveries order by id',
    )
  ).rows

test('without valid data devices are told so', async () => {
  const socket = connect(listener.port, '127.0.0.1')
  expect(String(await request(socket, 'AGPS'))).toBe('ERR')
  await expect.poll(log).toEqual([{ outcome: 'noData', bytes: 0, way: 'tcp', device_id: null }])
})

test('a Luat module gets the data packet by packet, with sums', async () => {
  const file = predictedOrbits(Date.now())
  await keepData(server.database.db, { sourceId, deviceId: null }, file, Date.now())
  const socket = connect(listener.port, '127.0.0.1')
  expect(String(await request(socket, 'Get1'))).toBe('ERR')
  const [word, total, last, ...sums] = String(await request(socket, 'AGPS')).split(',')
  expect([word, Number(total), Number(last)]).toEqual([
    'AGPSUPDATE',
    Math.ceil(file.length / 1022),
    file.length % 1022,
  ])
  const parts: Buffer[] = []
  for (let n = 1; n <= Number(total); n++) {
    const packet = await request(socket, `Get${n}`)
    expect(packet.readUInt16BE()).toBe(n)
    expect(sumOf(packet.subarray(2))).toBe(Number(sums[n - 1]))
    parts.push(packet.subarray(2))
  }
  expect(Buffer.concat(parts).equals(file)).toBe(true)
  expect(sumOf(file)).toBe(Number(sums.at(-1)))
  socket.end()
  await expect.poll(async () => (await log()).at(-1)).toMatchObject({ outcome: 'sent', bytes: file.length })
})

test('what was sent before data is requested again is noted, too', async () => {
  const socket = connect(listener.port, '127.0.0.1')
  const before = (await log()).length
  await server.database.pool.query('update agps_deliveries set time = 0')
  await request(socket, 'AGPS')
  const first = await request(socket, 'Get1')
  await request(socket, 'AGPS')
  await expect.poll(async () => (await log()).slice(before)).toMatchObject([{ bytes: first.length - 2 }])
  socket.end()
})

test('what is no request ends nothing but itself', async () => {
  const socket = connect(listener.port, '127.0.0.1')
  expect(String(await request(socket, 'HELLO'))).toBe('ERR')
  expect(String(await request(socket, 'Get99999'))).toBe('ERR')
  socket.write(Buffer.alloc(2_000))
  await once(socket, 'close')
})
