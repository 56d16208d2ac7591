import type { WireProtocol } from '@trackway/protocols/protocol.ts'
import type { FrameChunk } from '../features/frames/frame-chunk.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { ConnectionLog } from './connection-log.ts'
import { framesDroppedTotal } from './metrics.ts'

/**
 * Frames of a device are gathered for so long at most, and written as one row. Connections take turns: where many began
 * at once, all of them at once would hold up acknowledgements.
 */
const gatherMs = 15_000
const turns = 30
/** Rows of one statement: many gather when devices are cut off together, or the database was away. */
const maxRows = 500
/** Rows kept while the database is away; beyond, the oldest are dropped: the log only serves to read. */
const maxWaiting = 20_000
/** Frames, and connections, of devices that are not registered. Beyond: not kept. */
const unknownPerMinute = 600
/** Ids of a process: as many connections as it will ever see. */
const idsPerRun = 2 ** 32

interface Options {
  database: Pick<Database, 'pool'>
  log: Log
  now: () => number
  /** Of this process in `device_states.gateway`. */
  gateway: string
}

/**
 * The log of frames and connections, written beside what ingest commits and not before a frame is answered: a
 * process that is killed loses the last 15 seconds of it, and nothing else.
 */
export class FrameLog {
  readonly #options: Options
  readonly #firstId: number
  #count = 0
  /** Connections with frames that are not written, by turn. */
  readonly #gathering = Array.from({ length: turns }, () => new Set<ConnectionLog>())
  #turn = 0
  #chunks: { connection: ConnectionLog; chunk: FrameChunk }[] = []
  #connections = new Set<ConnectionLog>()
  #unknown = 0
  #windowEnd = 0
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> = Promise.resolve()

  private constructor(options: Options, firstId: number) {
    this.#options = options
    this.#firstId = firstId
    this.#timer = setInterval(() => this.#tick(), gatherMs / turns)
    this.#timer.unref()
  }

  /** Ends the connections that a process of this name had when it was killed. @throws when the database is away */
  static async start(options: Options): Promise<FrameLog> {
    const { pool } = options.database
    await pool.query(
      `update connections set until_time = $2, end_reason = 'killed' where gateway = $1 and until_time is null`,
      [options.gateway, options.now()],
    )
    const { rows } = await pool.query<{ run: number }>("select nextval('gateway_runs') as run")
    return new FrameLog(options, rows[0]!.run * idsPerRun)
  }

  open(address: string, wire: WireProtocol): ConnectionLog {
    return new ConnectionLog(this, this.#firstId + this.#count++, address, wire, this.#options.now())
  }

  /** This and the next three are called by the connections themselves. */
  began(connection: ConnectionLog): void {
    this.#gatheringOf(connection).add(connection)
  }

  write(connection: ConnectionLog, chunk: FrameChunk): void {
    this.#gatheringOf(connection).delete(connection)
    this.#chunks.push({ connection, chunk })
  }

  changed(connection: ConnectionLog): void {
    this.#connections.add(connection)
  }

  takesUnknown(now: number): boolean {
    if (now >= this.#windowEnd) {
      this.#unknown = 0
      this.#windowEnd = now + 60_000
    }
    return ++this.#unknown <= unknownPerMinute
  }

  /** Writes what was gathered of these devices, because a page requests it. */
  writeOf(deviceIds: Iterable<number>): void {
    const requested = new Set<number | null>(deviceIds)
    for (const some of this.#gathering)
      for (const connection of some) if (requested.has(connection.gathers)) connection.flush()
    this.#write()
  }

  /** Writes all that was gathered. */
  async flush(): Promise<void> {
    for (const some of this.#gathering) for (const connection of some) connection.flush()
    this.#write()
    await this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  #tick(): void {
    for (const connection of this.#gathering[this.#turn]!) connection.flush()
    this.#turn = (this.#turn + 1) % turns
    this.#write()
  }

  #gatheringOf({ id }: ConnectionLog): Set<ConnectionLog> {
    return this.#gathering[id % turns]!
  }

  #write(): void {
    if (this.#chunks.length === 0 && this.#connections.size === 0) return
    this.#writing = this.#writing.then(() => this.#insert())
  }

  async #insert(): Promise<void> {
    const { pool } = this.#options.database
    const [chunks, connections] = [this.#chunks, [...this.#connections]]
    this.#chunks = []
    this.#connections = new Set()
    const laterConnections = await this.#storeAll(connections, (some) =>
      insertConnections(pool, this.#options.gateway, some),
    )
    const laterChunks = await this.#storeAll(chunks, (some) => insertChunks(pool, some))
    this.#connections = new Set(newest([...laterConnections, ...this.#connections]))
    this.#chunks = newest([...laterChunks, ...this.#chunks])
  }

  /** @returns what is to be tried again, because the database is away or full */
  async #storeAll<T>(
    rows: readonly T[],
    insert: (some: readonly T[]) => Promise<void>,
  ): Promise<readonly T[]> {
    for (let at = 0; at < rows.length; at += maxRows) {
      const later = await this.#store(rows.slice(at, at + maxRows), insert)
      if (later.length > 0) return [...later, ...rows.slice(at + maxRows)]
    }
    return []
  }

  /**
   * Writes rows, but for those that the database refuses and would again: looked for by halves, and left out.
   * @returns what is to be tried again
   */
  async #store<T>(rows: readonly T[], insert: (some: readonly T[]) => Promise<void>): Promise<readonly T[]> {
    const { log } = this.#options
    try {
      await insert(rows)
      return []
    } catch (error) {
      if (!isRefused(error)) {
        log.warn({ err: error, rows: rows.length }, 'the log of frames could not be written')
        return rows
      }
      if (rows.length === 1) {
        log.warn({ err: error }, 'a row of the log of frames was refused, and is left out')
        framesDroppedTotal.inc({ reason: 'refused' })
        return []
      }
      const middle = rows.length >> 1
      const first = await this.#store(rows.slice(0, middle), insert)
      return [...first, ...(await this.#store(rows.slice(middle), insert))]
    }
  }
}

/** The oldest are dropped where they are too many. */
function newest<T>(rows: T[]): T[] {
  const tooMany = rows.length - maxWaiting
  if (tooMany <= 0) return rows
  framesDroppedTotal.inc({ reason: 'full' }, tooMany)
  return rows.slice(tooMany)
}

/** Classes of SQLSTATE that pass: the connection, the transaction, resources, the server's own state. */
const passingClasses = new Set(['08', '25', '40', '53', '55', '57', '58'])

/** Does PostgreSQL refuse what was to be written, and would again? Errors of the connection have other codes, or none. */
function isRefused(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !passingClasses.has(code.slice(0, 2))
}

type Pool = Database['pool']

/** Leaves out frames of devices that were deleted meanwhile. */
async function insertChunks(
  pool: Pool,
  chunks: readonly { connection: ConnectionLog; chunk: FrameChunk }[],
): Promise<void> {
  if (chunks.length === 0) return
  let end = 0
  const lengths = chunks.map(({ chunk }) => chunk.length)
  await pool.query({
    name: 'log-frames',
    // One run of bytes, cut up there: an array of them would travel as text, twice as long.
    text: `insert into raw_frames (connection_id, device_id, terminal_id, server_time, until_time, frames)
      select id, device_id, terminal_id, server_time, until_time, substring($6::bytea from ends - length + 1 for length)
      from unnest($1::int8[], $2::int4[], $3::text[], $4::int8[], $5::int8[], $7::int4[], $8::int4[])
        as c (id, device_id, terminal_id, server_time, until_time, length, ends)
      where device_id is null or exists (select from devices d where d.id = c.device_id)`,
    values: [
      arrayOf(chunks.map(({ connection }) => connection.id)),
      arrayOf(chunks.map(({ chunk }) => chunk.deviceId ?? 'NULL')),
      chunks.map(({ chunk }) => chunk.terminalId),
      arrayOf(chunks.map(({ chunk }) => chunk.fromTime)),
      arrayOf(chunks.map(({ chunk }) => chunk.untilTime)),
      Buffer.concat(chunks.map(({ chunk }) => chunk.bytes)),
      arrayOf(lengths),
      arrayOf(
        lengths.map((length) => {
          end += length
          return end
        }),
      ),
    ],
  })
}

/** Numbers as PostgreSQL writes an array of them: the driver would need 700 bytes for each. */
const arrayOf = (numbers: readonly (number | 'NULL')[]) => `{${numbers.join()}}`

async function insertConnections(
  pool: Pool,
  gateway: string,
  connections: readonly ConnectionLog[],
): Promise<void> {
  if (connections.length === 0) return
  await pool.query({
    name: 'log-connections',
    text: `insert into connections (gateway, id, device_id, wire, remote_address, from_time, until_time, end_reason,
        bytes_received, bytes_sent, frames_received, frames_sent)
      select $1, * from unnest($2::int8[], $3::int4[], $4::text[], $5::text[], $6::int8[], $7::int8[], $8::text[],
        $9::int8[], $10::int8[], $11::int4[], $12::int4[])
      on conflict (id) do update set until_time = excluded.until_time, end_reason = excluded.end_reason,
        bytes_received = excluded.bytes_received, bytes_sent = excluded.bytes_sent,
        frames_received = excluded.frames_received, frames_sent = excluded.frames_sent`,
    values: [
      gateway,
      arrayOf(connections.map((one) => one.id)),
      arrayOf(connections.map((one) => one.deviceId ?? 'NULL')),
      connections.map((one) => one.wire),
      connections.map((one) => one.address),
      arrayOf(connections.map((one) => one.fromTime)),
      arrayOf(connections.map((one) => one.untilTime ?? 'NULL')),
      connections.map((one) => one.endReason),
      arrayOf(connections.map((one) => one.bytesReceived)),
      arrayOf(connections.map((one) => one.bytesSent)),
      arrayOf(connections.map((one) => one.framesReceived)),
      arrayOf(connections.map((one) => one.framesSent)),
    ],
  })
}
