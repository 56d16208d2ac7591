/**
 * The bare loop: frames are cut and their checksums proven, positions go into one table by one `unnest` commit
 * after the other, then each is acknowledged. No devices, no states, no log: what the physics allow.
 */
import { createServer, type Socket } from 'node:net'
import { acknowledge } from '@trackway/protocols/gt06/envelope.ts'
import { crcX25 } from '@trackway/protocols/wire/checksums.ts'
import { BinaryRows } from '@trackway/server/ingest/binary-rows.ts'
import { openDatabase } from '@trackway/server/platform/database/database.ts'
import { answerUse } from './process-use.ts'

const { pool: client } = openDatabase(process.argv[2]!, 1)
await client.query(`create table bare (device_id integer, fix_time bigint, latitude_e7 integer,
  longitude_e7 integer, primary key (device_id, fix_time))`)
const { rows } = await client.query<{ id: number }>("select 'bare'::regtype::oid::int4 as id")
const typeId = rows[0]!.id
const positions = new BinaryRows(4)
const intervalMs = 5
let waiting: { socket: Socket; reply: Uint8Array }[] = []
let isCommitting = false

async function commit(): Promise<void> {
  if (isCommitting || waiting.length === 0) return
  isCommitting = true
  const batch = waiting
  waiting = []
  const values = [Buffer.from(positions.bytes(typeId))]
  positions.clear()
  await client.query({ name: 'bare', text: 'insert into bare select * from unnest($1::bare[])', values })
  for (const { socket, reply } of batch) socket.write(reply)
  isCommitting = false
}
setInterval(commit, intervalMs)

let devices = 0
const server = createServer({ noDelay: true }, (socket) => {
  const device = ++devices
  let rest: Buffer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length >= rest[2]! + 5) {
      const frame = rest.subarray(0, rest[2]! + 5)
      rest = rest.subarray(frame.length)
      const end = frame.length - 4
      if (crcX25(frame, 2, end) !== frame.readUInt16BE(end)) continue
      const serial = frame.readUInt16BE(end - 2)
      const reply = acknowledge(frame[3]!, serial)
      if (frame[3] === 0x01) {
        socket.write(reply)
        continue
      }
      positions.begin()
      positions.int4(device)
      positions.int8(Date.UTC(2000 + frame[4]!, frame[5]! - 1, frame[6]!, frame[7]!, frame[8]!, frame[9]!))
      positions.int4(Math.round(frame.readUInt32BE(11) / 0.18))
      positions.int4(Math.round(frame.readUInt32BE(15) / 0.18))
      positions.end()
      waiting.push({ socket, reply })
    }
  })
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  answerUse()
  process.send?.({ port: (server.address() as { port: number }).port })
})
process.on('SIGTERM', () => process.exit(0))
