import type { Message } from '@trackway/protocols/protocol.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { ConnectionReader } from './decode-frame.ts'
import { entriesOf } from './find-frames.ts'
import { type Chunk, type LoggedDevice, longestChunkMs, readBeginnings } from './queries.ts'

/** Whose frames are read, and from when on. */
export interface MessageSource extends Pick<LoggedDevice, 'deviceId' | 'wire' | 'profile'> {
  from: number
}

/** What a device said, and when it was received. */
export interface ReceivedMessage {
  time: number
  message: Message
}

/** Rows of frames of one device that are read at a time: beyond, the newest. */
const maxChunks = 500

/** What devices said since an instant of each, oldest first: of all of them with two queries. */
export async function readMessages(
  db: Db,
  sources: readonly MessageSource[],
): Promise<Map<number, ReceivedMessage[]>> {
  const messages = new Map<number, ReceivedMessage[]>()
  if (sources.length === 0) return messages
  const { rows } = await sql<Chunk & { deviceId: number }>`
    select s.device_id as "deviceId", f.connection_id as "connectionId", f.server_time as "fromTime",
      f.until_time as "untilTime", f.frames, c.wire, c.from_time as "openTime"
    from unnest(${sources.map(({ deviceId }) => deviceId)}::int4[], ${sources.map(({ from }) => from)}::int8[])
      as s (device_id, from_time)
    cross join lateral (
      select * from raw_frames r where r.device_id = s.device_id and r.server_time >= s.from_time - ${longestChunkMs}
        and r.until_time >= s.from_time
      order by r.server_time desc limit ${maxChunks}) f
    left join connections c on c.id = f.connection_id
    order by f.server_time desc, f.until_time desc`.execute(db)
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId)
  const opened = new Map(
    rows.flatMap(({ connectionId: id, deviceId, openTime }) =>
      openTime === null ? [] : [[id, { id, deviceId, openTime }]],
    ),
  )
  const beginnings = Map.groupBy(
    await readBeginnings(db, [...opened.values()]),
    ({ connectionId }) => connectionId,
  )
  for (const source of sources) {
    const chunks = byDevice.get(source.deviceId) ?? []
    const readers = new Map<number, ConnectionReader>()
    const heard: ReceivedMessage[] = []
    for (const entry of entriesOf(chunks, source)) {
      const { connectionId, wire, time, isSent } = entry
      const protocol = protocolByName(wire)
      if (protocol === undefined) continue
      let reader = readers.get(connectionId)
      if (reader === undefined) {
        reader = new ConnectionReader(protocol, source.profile)
        for (const first of entriesOf((beginnings.get(connectionId) ?? []).toReversed(), source))
          if (first.time < time) reader.learn(first)
        readers.set(connectionId, reader)
      }
      if (isSent) continue
      const said = reader.messagesOf(entry)
      if (time >= source.from) for (const message of said) heard.push({ time, message })
    }
    messages.set(source.deviceId, heard)
  }
  return messages
}
