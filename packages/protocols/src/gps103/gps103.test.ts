import { expect, test } from 'vitest'
import { gps103 } from './gps103.ts'

const now = Date.UTC(2017, 0, 12, 13, 2)

const timeOf = (local: string, utc: string, utcOffsetMinutes: number, received = now) => {
  const record = `imei:359710043234799,tracker,170112${local},,F,${utc}.000,A,4909.9651,N,01647.2716,E,0.68,85.17;`
  const session = gps103.newSession({ utcOffsetMinutes })
  const { fixTime } = gps103.decode(new TextEncoder().encode(record), session, received)[0]!.reports[0]!
  return new Date(fixTime!).toISOString().slice(11, 16)
}
const dayLater = now + 86_400_000

test.each([
  ['both are UTC', '1302', '130200', 0, now, '13:02'],
  ['both are local', '1832', '183200', 330, now, '13:02'],
  ['both are local, and kept back', '1832', '183200', 330, dayLater, '13:02'],
  ['the clock is ahead as was set', '1832', '130200', 330, dayLater, '13:02'],
  ['the clock is in summer time', '1502', '130200', 60, dayLater, '13:02'],
  ['the time of the satellites is right, whatever was set', '1302', '130200', 480, now, '13:02'],
  // A unit met in the field: neither of the two is what it should be.
  ['the time of the satellites is local, the clock of yet another zone', '1501', '183424', 330, now, '13:04'],
] as const)('the time where %s', (_, local, utc, offset, received, time) => {
  expect(timeOf(local, utc, offset, received)).toBe(time)
})
