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
