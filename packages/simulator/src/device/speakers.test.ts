import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { AnyProtocol } from '@trackway/protocols/detect.ts'
import type { Message, Report } from '@trackway/protocols/protocol.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
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

function decodeAll(protocol: AnyProtocol, frames: readonly Uint8Array[]): Message[] {
  const session = protocol.newSession()
  return frames.flatMap((frame) => protocol.decode(frame, session, start + 7_200_000))
}

const decodeWith = (name: SpokenProtocol, frames: readonly Uint8Array[]) =>
  decodeAll(protocolByName(name)!, frames)

/** What a protocol has no room for. */
interface Case {
  protocol: SpokenProtocol
  terminalId: string
  /** Its first frame is no login: each frame has its terminal id. */
  hasNoLogin?: true
  /** Late reports look like all others. */
  hasNoBacklog?: true
  hasNoSatellites?: true
  /** What it can raise, where speeding is not among it. */
  alarm?: AlarmCode
}
const cases: Case[] = [
  { protocol: 'gt06', terminalId: '861234050000003' },
  { protocol: 'jt808', terminalId: '14407100037' },
  { protocol: 'jt808', terminalId: '861234050000003' },
  { protocol: 'bsj', terminalId: '37111216', hasNoSatellites: true },
  { protocol: 'topflytech', terminalId: '861234050000003' },
  { protocol: 'teltonika', terminalId: '861234050000003', hasNoBacklog: true },
  { protocol: 'gps103', terminalId: '359586015829802', hasNoBacklog: true, hasNoSatellites: true },
  { protocol: 'tk103', terminalId: '088046338039', hasNoBacklog: true, hasNoSatellites: true },
  { protocol: 'nbiot', terminalId: '863434085574173', hasNoLogin: true, hasNoBacklog: true },
  { protocol: 'owntracks', terminalId: 'ann/phone', hasNoLogin: true, hasNoBacklog: true },
  { protocol: 'osmand', terminalId: 'van 12', hasNoLogin: true, hasNoBacklog: true },
  { protocol: 'meitrack', terminalId: '861990020417355', hasNoLogin: true, hasNoBacklog: true },
  { protocol: 'watch', terminalId: '4209317586', hasNoLogin: true, alarm: alarms.sos },
  { protocol: 'h02', terminalId: '4210051415', hasNoLogin: true, hasNoBacklog: true, hasNoSatellites: true },
]

describe.each(cases)('$protocol with the id $terminalId', ({ protocol, terminalId, ...has }) => {
  const speaker = createSpeaker(protocol, { terminalId, vehicle, plate: '粤B12345' })
  const login = speaker.greet()

  test('identifies itself', () => {
    const [message] = decodeWith(protocol, [login.bytes])
    expect(message?.kind === 'login').toBe(!has.hasNoLogin)
    expect(message?.identity?.terminalIds).toContain(terminalId)
  })

  test('reports decode to what was driven', () => {
    const reports = hourOfReports()
    const messages = decodeWith(protocol, [login.bytes, ...reports.map((one) => speaker.report(one).bytes)])
    const decoded = messages.slice(1).flatMap((message) => message.reports)
    expect(decoded).toHaveLength(reports.length)
    for (const [n, report] of reports.entries()) {
      expect(decoded[n]).toMatchObject({
        fixTime: report.fixTime,
        fix: report.fix,
        courseDeg: report.courseDeg,
        ...(has.hasNoSatellites ? {} : { satellites: report.satellites }),
        ...(protocol === 'watch' ? {} : { accOn: report.accOn }),
      })
      // BSJ counts thousandths of a minute, Topflytech writes floats of four bytes.
      const digits = protocol === 'bsj' || protocol === 'topflytech' ? 4 : 5
      expect(decoded[n]!.latitude).toBeCloseTo(report.latitude!, digits)
      expect(decoded[n]!.longitude).toBeCloseTo(report.longitude!, digits)
      expect(Math.abs(decoded[n]!.speedKmh! - report.speedKmh!)).toBeLessThanOrEqual(0.5)
    }
  })

  test('what was kept back is marked or sent as backlog', () => {
    const reports = hourOfReports().slice(0, 25)
    const frames = speaker.backlog(reports).map((sent) => sent.bytes)
    const decoded = decodeWith(protocol, [login.bytes, ...frames])
      .slice(1)
      .flatMap((message) => message.reports)
    expect(decoded.map((report) => report.fixTime)).toEqual(reports.map((report) => report.fixTime))
    if (!has.hasNoBacklog) expect(decoded.every((report) => report.isBuffered)).toBe(true)
  })

  test('an alarm arrives as its code', () => {
    const [report] = hourOfReports()
    const { alarm = alarms.overspeed } = has
    const sent = speaker.report({ ...report!, alarms: [alarm] })
    const messages = decodeWith(protocol, [login.bytes, sent.bytes])
    expect(messages.at(-1)?.reports[0]?.alarms).toEqual([alarm])
  })

  test('month 13 is sent with a right checksum', () => {
    const messages = decodeWith(protocol, [login.bytes, speaker.impossibleDate(hourOfReports()[0]!)])
    expect(messages.at(-1)?.problem).not.toBe('checksum')
    expect(messages.at(-1)?.reports[0]?.fixTime ?? null).toBeNull()
  })
})
