import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex } from '../wire/bytes.ts'
import {
  encodeAttributes,
  encodeAuthenticate,
  encodeBatch,
  encodeFrames,
  encodeGeneralAnswer,
  encodeHeartbeat,
  encodeParameters,
  encodePosition,
  encodeRegister,
  encodeTextAnswer,
  encodeUpgradeResult,
  type PositionToSend,
  terminalLayout,
} from './encode.ts'
import { jt808 } from './jt808.ts'

const now = Date.UTC(2026, 5, 1)
const edition = fc.constantFrom<2013 | 2019>(2013, 2019)

/** The last message of what a terminal sends, read back. */
function sent(id: number, body: Uint8Array, which: 2013 | 2019 = 2013, maxPartBytes?: number) {
  const session = jt808.newSession()
  const { frames } = encodeFrames(terminalLayout('13912344329', which), id, 7, body, maxPartBytes)
  return frames.flatMap((frame) => jt808.decode(frame, session, now)).at(-1)!
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const tenths = (max: number) => fc.integer({ min: 0, max: max * 10 }).map((n) => n / 10)
const hundredths = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((n) => n / 100)
const degrees = (max: number) =>
  fc.integer({ min: -max * 1e6, max: max * 1e6 }).map((n) => (n === 0 ? 1 : n) / 1e6)

const position: fc.Arbitrary<PositionToSend> = fc.record({
  fixTime: fc.integer({ min: Date.UTC(2015, 0, 2) / 1000, max: now / 1000 }).map((s) => s * 1000),
  latitude: degrees(90),
  longitude: degrees(180),
  altitudeM: fc.integer({ min: -400, max: 9000 }),
  speedKmh: tenths(300),
  courseDeg: fc.nat(359),
  isPositioned: fc.boolean(),
  accOn: fc.boolean(),
  oilCut: fc.boolean(),
  odometerM: maybe(fc.nat(4_000_000).map((n) => n * 100)),
  fuelL: maybe(tenths(3000)),
  csq: maybe(fc.nat(31)),
  satellites: maybe(fc.nat(60)),
  temperatureC: maybe(
    fc.array(
      fc.integer({ min: -500, max: 1200 }).map((n) => n / 10),
      { minLength: 1, maxLength: 1 },
    ),
  ),
  externalVoltageV: maybe(hundredths(60)),
  batteryVoltageV: maybe(hundredths(5)),
  batteryPercent: maybe(fc.nat(100)),
})

test('a position comes back as it was sent', () => {
  fc.assert(
    fc.property(position, edition, (state, which) => {
      const [report] = sent(0x0200, encodePosition(state), which).reports
      const { isPositioned, csq, temperatureC, oilCut, ...plain } = state
      for (const [key, value] of Object.entries(plain)) {
        if (value !== undefined) expect(report?.[key as 'speedKmh']).toBe(value)
      }
      expect(report?.fix).toBe(isPositioned ? 'gps' : 'none')
      expect(report?.extra?.csq).toBe(csq)
      expect(report?.oilCut ?? false).toBe(oilCut)
      expect(report?.temperatureC?.map((t) => t! + 0)).toEqual(temperatureC?.map((t) => t + 0))
    }),
  )
})

test('a batch comes back in order, in one frame or in parts', () => {
  fc.assert(
    fc.property(
      fc.array(position, { minLength: 1, maxLength: 12 }),
      edition,
      fc.boolean(),
      (all, which, isBacklog) => {
        const batch = encodeBatch(all.map(encodePosition), isBacklog)
        const { kind, reports } = sent(0x0704, batch, which, 200)
        expect(kind).toBe('reports')
        expect(reports.map(({ latitude }) => latitude)).toEqual(all.map(({ latitude }) => latitude))
        expect(reports.every((report) => (report.isBuffered ?? false) === isBacklog)).toBe(true)
      },
    ),
  )
})

const vehicle = {
  province: 44,
  city: 303,
  maker: '70111',
  model: 'BSJ-A6',
  makersId: '0567872',
  plateColour: 'blue',
  plate: '粤B88888',
}

test.each([2011, 2013, 2019] as const)('a registration of %s comes back', (which) => {
  const message = sent(0x0100, encodeRegister(vehicle, which), which === 2019 ? 2019 : 2013)
  expect(message).toMatchObject({ kind: 'login', information: vehicle })
})

test('short messages come back', () => {
  expect(sent(0x0102, encodeAuthenticate('13912344329'))).toMatchObject({
    code: '13912344329',
    information: {},
  })
  const device = { imei: '868935060005020', firmware: '1.0.2' }
  expect(sent(0x0102, encodeAuthenticate('x', device), 2019)).toMatchObject({
    code: 'x',
    information: device,
  })
  expect(sent(0x0002, encodeHeartbeat())).toMatchObject({ kind: 'heartbeat', reports: [] })
  expect(sent(0x0002, encodeHeartbeat({ batteryPercent: 80, csq: 20 })).reports).toMatchObject([
    { batteryPercent: 80, gsmLevel: 3 },
  ])
  expect(sent(0x0001, encodeGeneralAnswer(5, 0x8103, 3))).toMatchObject({
    kind: 'commandReply',
    command: { correlation: 5, result: 'unsupported' },
    information: { answeredId: '8103' },
  })
  expect(sent(0x6006, encodeTextAnswer('设置 OK')).command).toEqual({ correlation: null, text: '设置 OK' })
  expect(
    sent(
      0x0104,
      encodeParameters(9, [
        [0x29, 30],
        [0x13, 'host'],
      ]),
    ).information,
  ).toEqual({
    parameters: { intervalS: 30, server: 'host' },
  })
})

test('charging reported by an item is not undone by a bit of the state', () => {
  const body = fromHex(
    // Alarm flags, state without bit 26, place, altitude, speed, course, time; F7: 4.15 V, charging, 87 %.
    `00000000 00000003 01587d01 06cbff66 0000 0000 0000 260601120000 f706 00001036 02 57`.replaceAll(' ', ''),
  )
  const session = jt808.newSession({ dialect: 'aovx' })
  const { frames } = encodeFrames(terminalLayout('13912344329', 2013), 0x0200, 7, body)
  const [report] = jt808.decode(frames[0]!, session, now)[0]!.reports
  expect(report).toMatchObject({ charging: true, batteryVoltageV: 4.15, batteryPercent: 87 })
})

test.each([2013, 2019] as const)('attributes and the result of an upgrade come back, edition %i', (which) => {
  const values = {
    maker: 'TRKWY',
    model: 'TW-808',
    makersId: '0000001',
    iccid: '8986001234567890123',
    hardware: 'TW-B2',
    firmware: 'TW808-2.4',
  }
  expect(sent(0x0107, encodeAttributes(values, which), which)).toMatchObject({ information: values })
  expect(sent(0x0108, encodeUpgradeResult(1), which)).toMatchObject({
    file: { kind: 'installed', result: 'failed' },
  })
})
