/** Joining messages that come in parts (JT/T 808, 4.4.3 "sub-package"), and asking for missing ones. */

import { toHex } from '../wire/bytes.ts'
import type { Header, Layout } from './envelope.ts'

export interface PartSet {
  key: string
  id: number
  firstSerial: number
  total: number
  layout: Layout
  parts: Map<number, Uint8Array>
  bytes: number
  /** Of the last new part. */
  receivedTime: number
  /** How often missing parts were requested. */
  requests: number
  /** Of a file, once its first part has said it. */
  mediaId?: number
}

const maxSets = 8
const maxTotal = 4096
/** Over all open sets of a connection. */
const maxBytes = 8 * 1024 * 1024
/** Messages that are files: the server keeps their parts, and here only their numbers are. 8888 is that of CC888. */
export const isMedia = (id: number): boolean => id === 0x0801 || id === 0x8888
/** A set is dropped after this long without a new part; pictures come slowly. */
const patienceMs = (id: number) => (isMedia(id) ? 120_000 : 30_000)
/** Wait before asking again, each time. */
const requestAfterMs = 5_000
/** Without a new part in between; what was requested may be lost like anything else. */
const maxRequests = (id: number) => (isMedia(id) ? 8 : 2)

export const isPartValid = ({ total, number }: { total: number; number: number }): boolean =>
  total >= 1 && total <= maxTotal && number >= 1 && number <= total

/** Takes a part in. The joined body once all are there, else null. */
export function addPart(sets: PartSet[], header: Header, body: Uint8Array, now: number): Uint8Array | null {
  const { total } = header.parts!
  if (total === 1) return body
  const set = notePart(sets, header, body, now)
  if (set.parts.size < total) return null
  sets.splice(sets.indexOf(set), 1)
  const joined = new Uint8Array(set.bytes)
  let at = 0
  for (let i = 1; i <= total; i++) {
    const part = set.parts.get(i)!
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Takes a part in, without looking whether all are there. The set that it belongs to. */
export function notePart(sets: PartSet[], header: Header, body: Uint8Array, now: number): PartSet {
  const { number } = header.parts!
  const set = findSet(sets, header) ?? openSet(sets, header, now)
  if (!set.parts.has(number)) {
    set.parts.set(number, body.slice())
    set.bytes += body.length
    set.receivedTime = now
    set.requests = 0
    boundBytes(sets, set)
  }
  return set
}

const keyOf = (header: Header): string => `${toHex(header.rawId)} ${header.id} ${header.parts!.total}`
const firstSerialOf = (header: Header): number => (header.serial - header.parts!.number + 1) & 0xffff

/**
 * By the serial of the first part; where a device does not count its parts in a row, the one set of the
 * same message that still lacks this number.
 */
function findSet(sets: PartSet[], header: Header): PartSet | undefined {
  const key = keyOf(header)
  const alike = sets.filter((set) => set.key === key)
  const exact = alike.find((set) => set.firstSerial === firstSerialOf(header))
  if (exact !== undefined) return exact
  const { number } = header.parts!
  // A new first part begins the message anew.
  if (number === 1) return undefined
  const open = alike.filter((set) => !set.parts.has(number))
  return open.length === 1 && alike.length === 1 ? open[0] : undefined
}

function openSet(sets: PartSet[], header: Header, now: number): PartSet {
  const key = keyOf(header)
  if (header.parts!.number === 1) {
    const old = sets.findIndex((set) => set.key === key)
    if (old >= 0) sets.splice(old, 1)
  }
  if (sets.length >= maxSets) sets.shift()
  const set: PartSet = {
    key,
    id: header.id,
    firstSerial: firstSerialOf(header),
    total: header.parts!.total,
    layout: { ...header, rawId: header.rawId.slice() },
    parts: new Map(),
    bytes: 0,
    receivedTime: now,
    requests: 0,
  }
  sets.push(set)
  return set
}

/** The oldest sets make room. */
function boundBytes(sets: PartSet[], keep: PartSet): void {
  let bytes = sets.reduce((sum, set) => sum + set.bytes, 0)
  while (bytes > maxBytes && sets.length > 1) {
    const oldest = sets[0] === keep ? sets[1]! : sets[0]!
    bytes -= oldest.bytes
    sets.splice(sets.indexOf(oldest), 1)
  }
}

/** Sets that waited long enough to ask for what is missing, and sets given up, which are removed. */
export function overdueSets(sets: PartSet[], now: number): { incomplete: PartSet[]; dropped: PartSet[] } {
  const incomplete: PartSet[] = []
  const dropped: PartSet[] = []
  for (const set of [...sets]) {
    const waited = now - set.receivedTime
    if (waited >= patienceMs(set.id)) {
      sets.splice(sets.indexOf(set), 1)
      dropped.push(set)
    } else if (set.requests < maxRequests(set.id) && waited >= requestAfterMs * (set.requests + 1)) {
      set.requests++
      incomplete.push(set)
    }
  }
  return { incomplete, dropped }
}

export function missingNumbers(set: PartSet, most: number): number[] {
  const missing: number[] = []
  for (let number = 1; number <= set.total && missing.length < most; number++) {
    if (!set.parts.has(number)) missing.push(number)
  }
  return missing
}
