import { alarms } from '@trackway/core/codes/alarms.ts'
import { gt06 } from '@trackway/protocols/gt06/gt06.ts'
import { jt808 } from '@trackway/protocols/jt808/jt808.ts'
import type { Message, Protocol, Report } from '@trackway/protocols/protocol.ts'
import { describe, expect, test } from 'vitest'
import type { Vehicle } from '../driving/characters.ts'
import { createDriver } from '../driving/driver.ts'
import { kitOf } from './kit.ts'
import { observe } from './observe.ts'
import { createSchedule } from './schedule.ts'
import { createSpeaker, type SpokenProtocol } from './speakers.ts'

const start = Date.UTC(2026, 10, 18, 8)
const vehicle: Vehicle = { seed: 12, character: 'coldVan', city: 'Lisbon' }

/** What a vehicle's device sees in an hour. */
function hourOfReports(): Report[] {
  const driver = createDriver(vehicle, start)
  const kit = kitOf(vehicle, 10)
  const after = createSchedule(driver, kit, { withHeartbeats: false })
  const reports: Report[] = []
  for (let next = after(start); next.time < start + 3_600_000; next = after(next.time)) {
    reports.push(observe(driver, kit, next.time, 5_000_000))
  }
  return reports
}

function decodeAll<S>(protocol: Protocol<S>, frames: readonly Uint8Array[]): Message[] {
  const session = protocol.newSession()
  return frames.flatMap((frame) => protocol.decode(frame, session, start + 7_200_000))
}

const decodeWith = (name: SpokenProtocol, frames: readonly Uint8Array[]) =>
  name === 'gt06' ? decodeAll(gt06, frames) : decodeAll(jt808, frames)

describe.each([
  { protocol: 'gt06', terminalId: '861234050000003' },
  { protocol: 'jt808', terminalId: '14407100037' },
  { protocol: 'jt808', terminalId: '861234050000003' },
] as const)('$protocol with the id $terminalId', ({ protocol, terminalId }) => {
  const speaker = createSpeaker(protocol, { terminalId, vehicle, plate: '粤B12345' })
  const login = speaker.greet()

  test('says who it is', () => {
    const [message] = decodeWith(protocol, [login.bytes])
    expect(message?.kind).toBe('login')
    expect(message?.identity?.terminalIds).toContain(terminalId)
  })

  test('reports decode to what was driven', () => {
    const reports = hourOfReports()
    const messages = decodeWith(protocol, [login.bytes, ...reports.map((one) => speaker.report(one).bytes)])
    const decoded = messages.flatMap((message) => message.reports)
    expect(decoded).toHaveLength(reports.length)
    for (const [n, report] of reports.entries()) {
      expect(decoded[n]).toMatchObject({
        fixTime: report.fixTime,
        fix: report.fix,
        courseDeg: report.courseDeg,
        satellites: report.satellites,
        accOn: report.accOn,
      })
      expect(decoded[n]!.latitude).toBeCloseTo(report.latitude!, 5)
      expect(decoded[n]!.longitude).toBeCloseTo(report.longitude!, 5)
      expect(Math.abs(decoded[n]!.speedKmh! - report.speedKmh!)).toBeLessThanOrEqual(0.5)
    }
  })

  test('what was kept back is marked or sent as backlog', () => {
    const reports = hourOfReports().slice(0, 25)
    const frames = speaker.backlog(reports).map((sent) => sent.bytes)
    const decoded = decodeWith(protocol, [login.bytes, ...frames]).flatMap((message) => message.reports)
    expect(decoded.map((report) => report.fixTime)).toEqual(reports.map((report) => report.fixTime))
    expect(decoded.every((report) => report.isBuffered)).toBe(true)
  })

  test('an alarm arrives as its code', () => {
    const [report] = hourOfReports()
    const sent = speaker.report({ ...report!, alarms: [alarms.overspeed] })
    const messages = decodeWith(protocol, [login.bytes, sent.bytes])
    expect(sent.isAnswered).toBe(true)
    expect(messages.flatMap((message) => message.reports)[0]?.alarms).toEqual([alarms.overspeed])
  })

  test('month 13 is sent with a right checksum', () => {
    const messages = decodeWith(protocol, [login.bytes, speaker.impossibleDate(hourOfReports()[0]!)])
    expect(messages.at(-1)?.problem).not.toBe('checksum')
    expect(messages.at(-1)?.reports[0]?.fixTime ?? null).toBeNull()
  })
})
