import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectionStates } from '../codes/states.ts'
import type { LiveState } from '../features/locations/calls.ts'
import { type LiveReadings, liveReadingNames, maxPlaces, readingRow, readings } from '../readings/readings.ts'
import { changedReadings } from './live-reading-bytes.ts'
import { isSameRest, readUpdates, restOf, type SlowFields, UpdatesWriter } from './live-updates.ts'

const now = 1_700_000_000_000

const aCar: LiveState = {
  id: 123_456,
  isConnected: true,
  state: 'online',
  runState: 1,
  carIconState: 2,
  lat: 31.2345678,
  lon: -121.4567891,
  speed: 54.3,
  courseDeg: 271,
  altitudeM: null,
  satellites: 11,
  stateTime: now - 120,
  utcTime: now - 1_700,
  activateTime: now - 90 * 86_400_000,
  accOn: true,
  accSince: now - 3_600_000,
  gsmLevel: 4,
  batteryPercent: null,
  batteryVoltageV: null,
  externalVoltageV: 13.8,
  charging: null,
  oilCut: false,
  armed: null,
  doorOpen: null,
  odometerM: 1_234_567,
  todayM: 54_321,
  stoppedSince: null,
  lastAlarm: null,
  lastAlarmTime: null,
  readings: {},
}

const known = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
/** A number as the message carries it: with so many steps to one. */
const steps = (scale: number, min: number, max: number) =>
  known(fc.integer({ min: min * scale, max: max * scale }).map((value) => (value === 0 ? 0 : value / scale)))
const instant = known(fc.integer({ min: 0, max: 4_102_444_800_000 }))
const claim = known(fc.boolean())
const degrees = (max: number) =>
  fc.integer({ min: -max * 1e7, max: max * 1e7 }).map((value) => (value === 0 ? 0 : value / 1e7))
const place = known(fc.record({ lat: degrees(90), lon: degrees(180) }))
const readingValues = Object.fromEntries(
  liveReadingNames.map((name) => {
    const row = readingRow(name)
    const value =
      row.kind === 'number'
        ? fc.integer({ min: -200_000, max: 200_000 }).map((steps) => (steps === 0 ? 0 : steps / row.scale))
        : row.kind === 'text'
          ? fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
          : fc.constantFrom(...row.choices)
    const time = fc.integer({ min: 0, max: 4_102_444_800_000 })
    return [
      name,
      fc.record({
        time,
        value: row.per ? fc.array(known(value as fc.Arbitrary<unknown>), { maxLength: maxPlaces }) : value,
      }),
    ]
  }),
)
const state: fc.Arbitrary<LiveState> = fc
  .record({
    id: fc.integer({ min: 1, max: 0x7fffffff }),
    isConnected: fc.boolean(),
    state: fc.constantFrom(...connectionStates),
    runState: fc.integer({ min: 1, max: 4 }),
    carIconState: fc.integer({ min: 0, max: 6 }),
    place,
    speed: steps(10, 0, 1_000),
    courseDeg: steps(1, 0, 359),
    altitudeM: steps(1, -500, 30_000),
    satellites: steps(1, 0, 60),
    stateTime: instant,
    utcTime: instant,
    activateTime: instant,
    accOn: claim,
    accSince: instant,
    gsmLevel: steps(1, 0, 100),
    batteryPercent: steps(10, 0, 100),
    batteryVoltageV: steps(100, 0, 60),
    externalVoltageV: steps(100, 0, 100),
    charging: claim,
    oilCut: claim,
    armed: claim,
    doorOpen: claim,
    odometerM: steps(1, 0, 4_000_000_000),
    todayM: steps(1, 0, 5_000_000),
    stoppedSince: instant,
    lastAlarm: known(fc.integer({ min: 0, max: 32_767 })),
    lastAlarmTime: instant,
    readings: fc.record(readingValues, { requiredKeys: [] }) as fc.Arbitrary<LiveReadings>,
  })
  .map(({ place, ...rest }) => ({ ...rest, lat: place?.lat ?? null, lon: place?.lon ?? null }))

function written(states: readonly LiveState[], hasRest = true, time = now): Uint8Array {
  const writer = new UpdatesWriter()
  writer.start(time)
  for (const each of states) writer.add(each, hasRest)
  return writer.bytes()
}

test('what is written is read, whatever it is', () =>
  fc.assert(
    fc.property(fc.array(state), fc.integer({ min: 0, max: 4_102_444_800_000 }), (states, time) => {
      expect(readUpdates(written(states, true, time))).toEqual({ kind: 'changes', time, states })
    }),
  ))

test('what is left out of a record is left out of what is read, not unknown', () => {
  const read = readUpdates(written([aCar], false))!.states[0]!
  expect(aCar).toMatchObject(read)
  for (const field of Object.keys(restOf(aCar))) expect(read).not.toHaveProperty(field)
})

test('records can be joined anew after the header of a message of the same time', () => {
  const writer = new UpdatesWriter()
  writer.start(now)
  const at = [1, 2, 3].map((id) => {
    writer.add({ ...aCar, id }, true)
    return writer.length
  })
  const bytes = new Uint8Array([...writer.bytes(0, at[0]), ...writer.bytes(at[1]!, at[2]!)])
  expect(readUpdates(bytes)!.states.map(({ id }) => id)).toEqual([1, 3])
})

test('numbers are rounded to the step they travel in', () => {
  const read = readUpdates(written([{ ...aCar, speed: 100.06, externalVoltageV: 12.3456, odometerM: 0.6 }]))
  expect(read!.states[0]).toMatchObject({ speed: 100.1, externalVoltageV: 12.35, odometerM: 1 })
})

test('a report of a moving car takes little', () => {
  const bytes = (hasRest: boolean) => written([aCar, aCar], hasRest).length - written([aCar], hasRest).length
  expect(bytes(false)).toBeLessThanOrEqual(33)
  expect(bytes(true)).toBeLessThanOrEqual(50)
})

test('any bytes are read or refused, never thrown at', () =>
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readUpdates(bytes))))

test('a message cut short is refused', () => {
  const bytes = written([aCar])
  for (let length = 10; length < bytes.length; length++) {
    expect(readUpdates(bytes.subarray(0, length))).toBeNull()
  }
})

test('a record of a snapshot has the picture of its device', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(state, fc.integer({ min: 0, max: 255 }))), (devices) => {
      const states = devices.map(([one, icon]) => ({ ...one, icon }))
      const writer = new UpdatesWriter()
      writer.start(7, 'snapshot')
      for (const one of states) writer.addWhole(one)
      expect(readUpdates(writer.bytes())).toEqual({ kind: 'snapshot', time: 7, states })
    }),
  ))

test('a message of another kind is refused', () => {
  const bytes = written([aCar])
  bytes[0] = 3
  expect(readUpdates(bytes)).toBeNull()
})

test.each(Object.keys(restOf(aCar)) as (keyof SlowFields)[])(
  'a change of %s is a change of the rest',
  (field) => {
    const changed = { ...aCar, [field]: typeof aCar[field] === 'boolean' ? !aCar[field] : 1 }
    expect(isSameRest(restOf(aCar), aCar)).toBe(true)
    expect(isSameRest(restOf(aCar), changed)).toBe(false)
  },
)

test('a page passes over readings that came after it, and reads the others', () => {
  const fuel = { fuelL: { time: now, value: 48.3 } }
  const [plain, withFuel] = [written([aCar], false), written([{ ...aCar, readings: fuel }], false)]
  // After the header, the id of three bytes and the vehicle come the two bytes of fixed bits, then the readings'.
  const bitsAt = 9 + 3 + 1 + 2
  const known = withFuel.subarray(plain.length + 1)
  const unknown = Uint8Array.of(3, 9, 9, 9)
  const unknownNumber = 7 * 6
  const bytes = Uint8Array.of(
    ...withFuel.subarray(0, bitsAt),
    ...Uint8Array.of(withFuel[bitsAt]! | 128, 128, 128, 128, 128, 128, 1),
    ...withFuel.subarray(bitsAt + 1, withFuel.length - known.length),
    ...known,
    ...unknown,
  )
  expect(Object.values(readings).map((row) => ('live' in row ? row.live : null))).not.toContain(unknownNumber)
  expect(readUpdates(bytes)!.states).toEqual([expect.objectContaining({ speed: 54.3, readings: fuel })])
})

test('the live numbers and words of readings never change', () => {
  const pinned = Object.entries(readings).flatMap(([name, row]) => {
    if (!('live' in row)) return []
    const form = row.kind === 'number' ? row.scale : row.kind === 'choice' ? row.choices.join(' ') : 'text'
    return [`${row.live} ${name} ${form} ${'per' in row ? row.per : ''}`.trim()]
  })
  expect(pinned).toEqual([
    '0 fuelPercent 10',
    '1 fuelL 10',
    '2 driverId text',
    '3 temperatureC 100 sensor',
    '4 humidityPercent 10',
    '5 tyrePressureKpa 10 wheel',
    '6 tyreTemperatureC 10 wheel',
    '7 tyreState normal leak pressureHigh pressureLow temperatureHigh wheel',
    '8 packPercent 10 pack',
    '9 packVoltageV 1000 pack',
    '10 packCurrentA 1000 pack',
    '11 packTemperatureC 10 pack',
    '12 packCycles 1 pack',
    '13 packState idle charging discharging pack',
  ])
})

test('what is new is sent, and what was reported again after a minute', () => {
  const fuelL = { time: now, value: 48.3 }
  const tyrePressureKpa = { time: now, value: [230, null] }
  const known = { fuelL, tyrePressureKpa }
  expect(changedReadings(known, known)).toEqual({})
  expect(changedReadings(known, {})).toEqual(known)
  const soon = {
    fuelL: { ...fuelL, time: now + 59_999 },
    tyrePressureKpa: { time: now + 10, value: [230, null] },
  }
  expect(changedReadings(soon, known)).toEqual({})
  const later = {
    fuelL: { ...fuelL, time: now + 60_000 },
    tyrePressureKpa: { time: now + 10, value: [230, 1] },
  }
  expect(changedReadings(later, known)).toEqual(later)
})
