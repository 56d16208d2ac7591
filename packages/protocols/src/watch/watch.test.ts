import { expect, test } from 'vitest'
import { seal } from './envelope.ts'
import { watch } from './watch.ts'

const now = Date.UTC(2026, 10, 28, 12)

test.each([
  ['281126', '2026-11-28'],
  ['261128', '2026-11-28'],
  // As a day of 2002 it would be one of 2021, 1,024 weeks later.
  ['260102', '2026-01-02'],
  ['130407', '2026-11-27'],
  // Kept back five days.
  ['080407', '2026-11-22'],
  ['120426', '2026-04-12'],
])('the date %s', (day, date) => {
  const content = `UD,${day},115900,A,22.571707,N,113.8613968,E,0.1,0.0,100,7,60,90,1000,50,00000000`
  const session = watch.newSession()
  const { reports } = watch.decode(seal('3G', '8800000015', undefined, content), session, now)[0]!
  expect(new Date(reports[0]!.fixTime!).toISOString().slice(0, 10)).toBe(date)
})
