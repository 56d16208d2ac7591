import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Database } from '../../platform/database/database.ts'
import { openFile } from '../../platform/file-store/file-store.ts'
import type { Log } from '../../platform/log.ts'
import { noteDelivery } from './deliveries.ts'
import { findData, type KeptData } from './keep-data.ts'

/**
 * A-GPS data over TCP as Luat modules request it: `AGPS` is answered by
 * `AGPSUPDATE,<packets>,<bytes of the last>,<sum of each packet>,…,<sum of all>`, and `Get<n>`, from 1 on, by two bytes
 * of the number and the packet. What can't be answered is `ERR`. Requests name no device, so one source answers all of
 * them. It is TCP alone: over UDP a request of a few bytes would send a kilobyte to whoever is named as its sender.
 */

const packetBytes = 1_022
const idleMs = 60_000
const maxConnections = 500
/** Of a connection: each packet a few times. */
const maxRequests = 4_000
const maxRequestBytes = 64

interface Options {
  port: number
  host?: string | undefined
  database: Pick<Database, 'db'>
  log: Log
  now?: () => number
}

interface Answering {
  source: { id: number; accountId: number }
  data: KeptData
  bytes: Buffer
  sent: Set<number>
  sentBytes: number
}

/** @returns the port, and how to stop */
export async function answerAgpsRequests({ port, host, database: { db }, log, now = Date.now }: Options) {
  const sockets = new Set<Socket>()
  let cached: { key: string; bytes: Buffer } | null = null

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    const address = socket.remoteAddress ?? ''
    let answering: Answering | null = null
    let requests = 0
    let working = Promise.resolve()
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      // A device waits for each answer: more than a request at a time is no such device.
      const [, number] = /^(?:AGPS|Get(\d{1,5}))\s*$/.exec(text) ?? []
      if (chunk.length > maxRequestBytes || ++requests > maxRequests) return socket.destroy()
      socket.pause()
      working = working
        .then(() => (text.startsWith('AGPS') ? offer() : sendPacket(Number(number))))
        .catch((error) => {
          log.warn({ err: error }, 'a request for A-GPS data failed')
          socket.end('ERR')
        })
        .finally(() => socket.resume())
    })
    socket.on('close', () => {
      sockets.delete(socket)
      void working.then(noteSent)
    })

    async function offer(): Promise<void> {
      await noteSent()
      const found = await findOpenData()
      if (found === null || found.data === null) {
        if (found) await note(found.source, 'noData', 0, null)
        socket.end('ERR')
        return
      }
      answering = {
        source: found.source,
        data: found.data,
        bytes: await read(found.data),
        sent: new Set(),
        sentBytes: 0,
      }
      const packets = packetsOf(answering.bytes)
      const sums = [...packets, answering.bytes].map(sumOf)
      socket.write(['AGPSUPDATE', packets.length, packets.at(-1)!.length, ...sums].join(','))
    }

    async function sendPacket(number: number): Promise<void> {
      const packet = answering && packetsOf(answering.bytes)[number - 1]
      if (!answering || !packet) {
        socket.write('ERR')
        return
      }
      const head = Buffer.alloc(2)
      head.writeUInt16BE(number)
      socket.write(Buffer.concat([head, packet]))
      answering.sent.add(number)
      answering.sentBytes += packet.length
    }

    async function noteSent(): Promise<void> {
      if (answering === null) return
      const { source, data, bytes, sent, sentBytes } = answering
      answering = null
      await note(source, sent.size === packetsOf(bytes).length ? 'sent' : 'partly', sentBytes, data)
    }

    async function note(
      source: { id: number; accountId: number },
      outcome: 'sent' | 'partly' | 'noData',
      bytes: number,
      data: KeptData | null,
    ): Promise<void> {
      const delivery = {
        accountId: source.accountId,
        sourceId: source.id,
        deviceId: null,
        way: 'tcp' as const,
      }
      await noteDelivery(db, { ...delivery, outcome, address, bytes, data }, now()).catch((error) =>
        log.warn({ err: error }, 'a delivery of A-GPS data could not be noted'),
      )
    }
  })
  server.maxConnections = maxConnections
  server.listen(port, host)
  await once(server, 'listening')

  async function findOpenData(): Promise<{ source: Answering['source']; data: KeptData | null } | null> {
    const source = await db
      .selectFrom('agps_sources')
      .select(['id', 'account_id as accountId'])
      .where('answers_tcp', '=', true)
      .where('is_on', '=', true)
      .executeTakeFirst()
    if (source === undefined) return null
    const data = await findData(db, source.id, null)
    return { source, data: data !== null && data.validUntil > now() ? data : null }
  }

  async function read({ fileKey }: KeptData): Promise<Buffer> {
    if (cached?.key !== fileKey) cached = { key: fileKey, bytes: await buffer(await openFile(fileKey)) }
    return cached.bytes
  }

  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const packetsOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / packetBytes) }, (_, n) =>
    bytes.subarray(n * packetBytes, (n + 1) * packetBytes),
  )

const sumOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum + byte, 0)
