import type { OutputOf } from '@trackway/core/api/call.ts'
import type { locationCalls } from '@trackway/core/features/locations/calls.ts'

const timeBits = 42
const rowBits = 19
/** A number of 64 bits is written as two of 32. */
const lowTimes = 2 ** (32 - rowBits)
const highTimes = 2 ** (timeBits - 32 + rowBits)

/**
 * Rows in an order: the smaller rank first, then the later time, then the smaller row. Each is one number of rank, time
 * and row, as numbers are sorted ten times as fast as objects: 100,000 in 10 ms.
 * @param rankOf 0 to 7
 * @param timeOf epoch ms, 0 for never
 */
export function orderRows(
  count: number,
  rankOf: (row: number) => number,
  timeOf: (row: number) => number,
): Uint32Array {
  const keys = new BigUint64Array(count)
  const words = new Uint32Array(keys.buffer)
  for (let row = 0; row < count; row++) {
    const age = 2 ** timeBits - 1 - timeOf(row)
    const high = Math.floor(age / lowTimes)
    words[2 * row] = (age - high * lowTimes) * 2 ** rowBits + row
    words[2 * row + 1] = rankOf(row) * highTimes + high
  }
  keys.sort()
  const rows = new Uint32Array(count)
  for (let at = 0; at < count; at++) rows[at] = words[2 * at]! & (2 ** rowBits - 1)
  return rows
}

/** What the list is sorted by. */
export const listSorts = ['state', 'name', 'age'] as const
export type ListSort = (typeof listSorts)[number]

/** Devices in the order of their names, each with its account, as `location/order` returns them. */
export type NameOrder = OutputOf<(typeof locationCalls)['order']>

/**
 * Rows in the order of names; those that it does not name come last.
 * @param rowOf undefined for devices that are not listed
 */
export function orderByName(
  count: number,
  { ids }: NameOrder,
  rowOf: (id: number) => number | undefined,
): Uint32Array {
  const rows = new Uint32Array(count)
  const isPlaced = new Uint8Array(count)
  let at = 0
  for (const id of ids) {
    const row = rowOf(id)
    if (row === undefined) continue
    rows[at++] = row
    isPlaced[row] = 1
  }
  for (let row = 0; row < count; row++) if (isPlaced[row] === 0) rows[at++] = row
  return rows
}

/** The place of each row's account; those whose account is not known have the last place. */
export function placesOfRows(
  count: number,
  { ids, owners, accounts }: NameOrder,
  rowOf: (id: number) => number | undefined,
): Uint32Array {
  const places = new Uint32Array(count).fill(accounts.length)
  for (const [at, id] of ids.entries()) {
    const row = rowOf(id)
    if (row !== undefined) places[row] = owners[at]!
  }
  return places
}

/** Rows by place, within a place in the order they had. */
export function groupRows(rows: Uint32Array, places: Uint32Array, placeCount: number): Uint32Array {
  const starts = new Uint32Array(placeCount + 1)
  for (const row of rows) starts[places[row]! + 1]!++
  for (let place = 0; place < placeCount; place++) starts[place + 1]! += starts[place]!
  const grouped = new Uint32Array(rows.length)
  for (const row of rows) grouped[starts[places[row]!]!++] = row
  return grouped
}
