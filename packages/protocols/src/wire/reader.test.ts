import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex } from './bytes.ts'
import { Reader } from './reader.ts'

test('reads big-endian numbers of every size', () => {
  const reader = new Reader(fromHex('ff 0102 ff00 010203 fffffffe ffffffff 0000000100000002'))
  expect([reader.i8(), reader.u16(), reader.i16(), reader.u24(), reader.i32(), reader.u32()]).toEqual([
    -1, 258, -256, 66051, -2, 4294967295,
  ])
  expect(reader.u64()).toBe(2 ** 32 + 2)
  expect(reader.remaining).toBe(0)
  expect(reader.isShort).toBe(false)
})

test('reads digits and text', () => {
  const reader = new Reader(fromHex('0123 456f 4142'))
  expect(reader.bcd(4)).toBe('0123456f')
  expect(reader.ascii(2)).toBe('AB')
})

test('stays inside the range it was given', () => {
  const reader = new Reader(fromHex('00 11 22 33'), 1, 3)
  expect(reader.u16()).toBe(0x1122)
  expect(reader.u8()).toBe(0)
  expect(reader.isShort).toBe(true)
})

test('gives what is left when too much is read, and sets `isShort`', () => {
  const reader = new Reader(fromHex('0102'))
  expect([...reader.take(5)]).toEqual([1, 2])
  expect(reader.isShort).toBe(true)
})

test('never throws', () => {
  const reads = fc.array(fc.constantFrom('u8', 'u16', 'u24', 'u32', 'u64', 'i8', 'i16', 'i32', 'rest'))
  fc.assert(
    fc.property(fc.uint8Array(), fc.integer(), fc.integer(), reads, (bytes, start, end, names) => {
      const reader = new Reader(bytes, start, end)
      for (const name of names as 'u8'[]) reader[name]()
      reader.take(start)
      expect(reader.remaining).toBeGreaterThanOrEqual(0)
    }),
  )
})
