import { expect, test } from 'vitest'
import { fromHex } from './bytes.ts'
import { crcIbm, crcX25, sum8, xor } from './checksums.ts'

const check = new TextEncoder().encode('123456789')

test.each([
  ['CRC-16/X-25', crcX25, 0x906e],
  ['CRC-16/ARC', crcIbm, 0xbb3d],
  ['XOR', xor, 0x31],
  ['sum', sum8, 0xdd],
])('%s has its check value', (_, checksum, value) => expect(checksum(check)).toBe(value))

test('covers length to serial', () => {
  const frame = fromHex('7878 05 01 0001 d9dc 0d0a')
  expect(crcX25(frame, 2, 6)).toBe(0xd9dc)
})
