import { setImmediate } from 'node:timers/promises'
import { limits } from '@trackway/core/codes/limits.ts'
import type { Frame, frameCalls } from '@trackway/core/features/frames/calls.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { toHex } from '@trackway/protocols/wire/bytes.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { ConnectionReader, type Decoded, notDecoded } from './decode-frame.ts'
import { framesOf, type LoggedFrame } from './frame-chunk.ts'
import { type Chunk, type LoggedDevice, longestChunkMs, readBeginnings, readChunks } from './queries.ts'

const dayMs = 86_400_000
/** Seven local days are an hour longer where clocks are put back meanwhile. */
const logMs = limits.logDays * dayMs + 3_600_000
/** Rows of frames that one question reads at most; for the newest frames alone, a few are tried first. */
const maxChunks = 20_000
const someChunks = 4_000
/** For a file. */
const maxFileChunks = 60_000
/** Frames that are decoded to search their contents: some seconds of a slow machine. */
const maxDecoded = 20_000
/** So many frames of a connection before a page are read for what decoding depends on: parts, dialects. */
const framesBefore = 50
/** Decoding pauses for others so often. */
const framesAtOnce = 200

type FrameQuery = Omit<z.output<typeof frameCalls.find.input>, 'terminalID' | 'pageNum' | 'pageSize'>

/** How the caller is shown frames. */
interface View {
  /** The bytes only. */
  isRaw: boolean
  now: number
  signal: AbortSignal
}

export interface Entry extends LoggedFrame {
  connectionId: number
  wire: string
  openTime: number | null
  /** Its place among the frames of the connection of this millisecond. */
  nth: number
}

/** Frames that were found, the newest first, of which those that are shown are decoded. */
export interface FoundFrames {
  entries: readonly Entry[]
  lookedBackTo: number | null
  /** Rows of them, in the same order. */
  show(entries: readonly Entry[]): Promise<Frame[]>
}

/**
 * Looks for frames of a device, from the newest on.
 * @param most beyond, older ones are not looked for
 * @throws {Refusal} `rangeTooLong`, `logTooOld`
 */
export async function findFrames(
  db: Db,
  device: LoggedDevice,
  query: FrameQuery,
  view: View,
  most: number,
): Promise<FoundFrames> {
  const { from, to, direction, kind, search } = query
  if (to < from || to - from > logMs) throw new Refusal('rangeTooLong')
  if (from < view.now - logMs && !device.isKept) throw new Refusal('logTooOld')
  if (kind !== undefined && view.isRaw) throw new Refusal('noPermission')

  const mostChunks = most > limits.framesFound ? maxFileChunks : maxChunks
  const isDecoding = kind !== undefined || (Boolean(search) && !view.isRaw)
  const read = async (limit: number) => {
    const chunks = await readChunks(db, device, query, limit)
    const isPart = chunks.length === limit
    const start = isPart ? chunks.at(-1)!.fromTime + longestChunkMs : from
    const all = entriesOf(chunks, device)
    return { all, isPart, start, within: all.filter(({ time }) => time >= start && time <= to) }
  }
  const isWanted = ({ isSent }: Entry) => direction === undefined || isSent === (direction === 'out')
  const isSifting = isDecoding || Boolean(search)
  let { all, isPart, start, within } = await read(isSifting ? mostChunks : someChunks)
  if (isPart && !isSifting && within.filter(isWanted).length < most)
    ({ all, isPart, start, within } = await read(mostChunks))
  const looked = isDecoding ? within.slice(-maxDecoded) : within
  let found = looked.filter(isWanted)
  if (isSifting) {
    const decoded = view.isRaw ? new Map<Entry, Decoded>() : await decode(db, device, all, found, view.signal)
    const matches = search ? matcherOf(search) : () => true
    found = found.filter((entry) => {
      const content = decoded.get(entry)
      return (kind === undefined || content?.kind === kind) && matches(entry, content)
    })
  }
  const entries = found.slice(-most).reverse()
  let lookedBackTo = isPart ? start : null
  if (looked.length < within.length) lookedBackTo = looked[0]!.time
  if (entries.length < found.length) lookedBackTo = entries.at(-1)!.time
  return {
    entries,
    lookedBackTo,
    show: async (some) => {
      const decoded = view.isRaw ? null : await decode(db, device, all, some, view.signal)
      return some.map((entry) => toFrame(entry, device.terminalID, decoded?.get(entry) ?? notDecoded))
    },
  }
}

/** The frames of rows, oldest first. */
export function entriesOf(chunks: readonly Chunk[], { wire }: { wire: string }): Entry[] {
  const entries = chunks.toReversed().flatMap((chunk) =>
    framesOf(chunk.fromTime, chunk.frames).map((frame) => ({
      ...frame,
      nth: 0,
      connectionId: chunk.connectionId,
      wire: chunk.wire ?? wire,
      openTime: chunk.openTime,
    })),
  )
  entries.sort((a, b) => a.time - b.time)
  for (const [at, entry] of entries.entries())
    for (let before = at - 1; entries[before]?.time === entry.time; before--)
      if (entries[before]!.connectionId === entry.connectionId) entry.nth++
  return entries
}

/** Decodes some of the frames of a device, after the frames before them on their connection. */
async function decode(
  db: Db,
  device: LoggedDevice,
  all: readonly Entry[],
  requested: readonly Entry[],
  signal: AbortSignal,
): Promise<Map<Entry, Decoded>> {
  const isWanted = new Set(requested)
  const connections = new Map<number, Entry[]>()
  for (const entry of all) {
    const entries = connections.get(entry.connectionId) ?? []
    connections.set(entry.connectionId, entries)
    entries.push(entry)
  }
  const openings: { id: number; deviceId: number; openTime: number }[] = []
  const toRead: Entry[][] = []
  for (const [id, entries] of connections) {
    const first = entries.findIndex((entry) => isWanted.has(entry))
    if (first < 0) continue
    const last = entries.findLastIndex((entry) => isWanted.has(entry))
    const read = entries.slice(Math.max(0, first - framesBefore), last + 1)
    toRead.push(read)
    const { openTime } = read[0]!
    if (openTime !== null) openings.push({ id, deviceId: device.deviceId, openTime })
  }
  const beginnings = Map.groupBy(
    entriesOf((await readBeginnings(db, openings, device)).reverse(), device),
    ({ connectionId }) => connectionId,
  )
  const decoded = new Map<Entry, Decoded>()
  let count = 0
  for (const entries of toRead) {
    const { connectionId, wire, time: firstTime } = entries[0]!
    const protocol = protocolByName(wire)
    if (protocol === undefined) continue
    const reader = new ConnectionReader(protocol, device.profile)
    for (const entry of beginnings.get(connectionId) ?? []) if (entry.time < firstTime) reader.learn(entry)
    for (const entry of entries) {
      if (isWanted.has(entry)) decoded.set(entry, reader.read(entry))
      else reader.learn(entry)
      if (++count % framesAtOnce > 0) continue
      await setImmediate()
      signal.throwIfAborted()
    }
  }
  return decoded
}

export function toFrame(entry: Entry, terminalID: string, decoded: Decoded): Frame {
  const { time, isSent, bytes, wire, connectionId, nth } = entry
  return {
    id: `${connectionId}.${time}.${nth}`,
    terminalID,
    time,
    direction: isSent ? 'out' : 'in',
    hex: toHex(bytes),
    protocol: wire,
    connectionId,
    ...decoded,
  }
}

/** Bytes in hex, with blanks or without, are sought whole; everything else as text, in the bytes and in the fields. */
function matcherOf(search: string): (entry: Entry, decoded: Decoded | undefined) => boolean {
  const text = search.toLowerCase()
  const digits = text.replaceAll(' ', '')
  const hex = /^(?:[0-9a-f]{2})+$/.test(digits) ? Buffer.from(digits, 'hex') : null
  return ({ bytes }, decoded) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (hex && buffer.includes(hex)) return true
    const { type = null, name = null, fields = null } = decoded ?? {}
    const words = [buffer.toString('latin1'), type, name]
    return (
      words.some((word) => word?.toLowerCase().includes(text)) ||
      (fields?.some((field) => `${field.name}: ${field.value}`.toLowerCase().includes(text)) ?? false)
    )
  }
}
