import { expect, test } from 'vitest'
import type { Report } from '../protocol.ts'
import { meitrack } from './meitrack.ts'

/** A real device's report, with its second input on and 12 V at its supply. */
const parked =
  '$$E168,864606045840682,AAA,35,19.521055,-99.211760,251003171836,A,6,26,0,19,1.4,2311,5181290,3528910,334|50|75F4|00BE2934,0200,0000|0000|0000|0198|04B0,00000001,,3,,,0,0*76\r\n'

function read(dialect: string): Report {
  const session = meitrack.newSession({ dialect })
  const [message] = meitrack.decode(
    new TextEncoder().encode(parked),
    session,
    Date.parse('2025-10-04T00:00:00Z'),
  )
  return message!.reports[0]!
}

test.each(['t366', 't366g', 't366l', 't399g', 'mvt100', 'mvt340'])(
  'the second input of a %s is its ignition, and no door as well',
  (dialect) => {
    const report = read(dialect)
    expect(report.accOn).toBe(true)
    expect(report.doorOpen).not.toBe(true)
  },
)

test('a T366 has no input for a door, and volts in hundredths', () => {
  const report = read('t366')
  expect(report).not.toHaveProperty('doorOpen')
  expect(report).toMatchObject({ batteryVoltageV: 4.08, externalVoltageV: 12 })
})

test('a T322X has its door at the third input', () => {
  expect(read('t322x')).toMatchObject({ accOn: true, doorOpen: false })
})
