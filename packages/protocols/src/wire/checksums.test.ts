import { expect, test } from 'vitest'
import { fromHex } from './bytes.ts'
import { crcX25 } from './checksums.ts'

test('has the check value of CRC-16/X-25', () => {
  expect(crcX25(new TextEncoder().encode('123456789'))).toBe(0x906e)
})

test('covers length to serial', () => {
  const frame = fromHex('7878 05 01 0001 d9dc 0d0a')
  expect(crcX25(frame, 2, 6)).toBe(0xd9dc)
})
