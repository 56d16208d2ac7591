import { choice, number, type ReadingRow, text } from './rows.ts'

/**
 * What a device may say of itself and of what is around it, a row each, under the name it has everywhere: in a
 * report of a codec, in the live state, on the card, over time, in files. Units are those of the name. Everything
 * else follows from the row and from its texts (`texts/en.json`, `texts/cn.json`); docs/ADDING.md describes how.
 */
export const readings = {
  batteryPercent: number('%', { digits: 0, scale: 10, group: 'device', sensor: 'battery' }),
  batteryVoltageV: number('V', { digits: 2, scale: 1000, group: 'device', sensor: 'battery' }),
  externalVoltageV: number('V', { digits: 1, scale: 100, group: 'device', sensor: 'externalPower' }),
  /** 0 none to 4 strong. */
  gsmLevel: number('', { digits: 0, scale: 1, group: 'device' }),

  fuelPercent: number('%', { digits: 0, scale: 10, group: 'vehicle', sensor: 'fuel', live: 0 }),
  fuelL: number('L', { digits: 1, scale: 10, group: 'vehicle', sensor: 'fuel', live: 1 }),
  /** The card, button or licence that the driver showed. */
  driverId: text({ group: 'vehicle', sensor: 'driverCard', live: 2 }),

  temperatureC: number('°C', {
    digits: 1,
    scale: 100,
    group: 'cargo',
    sensor: 'temperature',
    per: 'sensor',
    live: 3,
  }),
  humidityPercent: number('%', { digits: 0, scale: 10, group: 'cargo', sensor: 'humidity', live: 4 }),

  tyrePressureKpa: number('kPa', {
    digits: 0,
    scale: 10,
    group: 'tyres',
    sensor: 'tyres',
    per: 'wheel',
    live: 5,
  }),
  tyreTemperatureC: number('°C', {
    digits: 0,
    scale: 10,
    group: 'tyres',
    sensor: 'tyres',
    per: 'wheel',
    live: 6,
  }),
  tyreState: choice(['normal', 'leak', 'pressureHigh', 'pressureLow', 'temperatureHigh'], {
    group: 'tyres',
    sensor: 'tyres',
    per: 'wheel',
    live: 7,
  }),

  /** Of the packs that a vehicle drives with or that are exchanged, not of the device's own cell. */
  packPercent: number('%', { digits: 0, scale: 10, group: 'battery', per: 'pack', live: 8 }),
  packVoltageV: number('V', { digits: 1, scale: 1000, group: 'battery', per: 'pack', live: 9 }),
  /** Positive while it is charged. */
  packCurrentA: number('A', { digits: 1, scale: 1000, group: 'battery', per: 'pack', live: 10 }),
  packTemperatureC: number('°C', { digits: 0, scale: 10, group: 'battery', per: 'pack', live: 11 }),
  packCycles: number('', { digits: 0, scale: 1, group: 'battery', per: 'pack', live: 12 }),
  packState: choice(['idle', 'charging', 'discharging'], { group: 'battery', per: 'pack', live: 13 }),
} as const satisfies Record<string, ReadingRow>

type Rows = typeof readings
export type ReadingName = keyof Rows

type ValueOf<R> = R extends { choices: readonly (infer C)[] }
  ? C
  : R extends { kind: 'text' }
    ? string
    : number
/** The value of a reading; null where nothing is known of a place. */
export type Reading<N extends ReadingName> = Rows[N] extends { per: string }
  ? (ValueOf<Rows[N]> | null)[]
  : ValueOf<Rows[N]>

/** The readings of one report. A name that is absent was not reported. */
export type ReportedReadings = { [N in ReadingName]?: Reading<N> }

type NamesWith<Part> = { [N in ReadingName]: Rows[N] extends Part ? N : never }[ReadingName]
/** Readings that the live state keeps each with the time of its report. */
export type LiveReadingName = NamesWith<{ live: number }>
/** Readings that can be drawn over time. */
export type SeriesName = NamesWith<{ inSeries: true }>

export interface LiveReading<V = unknown> {
  /** When it was last reported, epoch ms. */
  time: number
  value: V
}
/** What is known of a device besides its fields. Replaced when something new is reported, never changed in place. */
export type LiveReadings = { [N in LiveReadingName]?: LiveReading<Reading<N>> }
/** Always the same object, so that one comparison shows that there are none. */
export const noReadings: LiveReadings = {}

export const readingNames = Object.keys(readings) as ReadingName[]
export const liveReadingNames = readingNames.filter(
  (name): name is LiveReadingName => 'live' in readings[name],
)
export const seriesNames = readingNames.filter((name): name is SeriesName => readings[name].inSeries)

/** The row of a name, seen as any row. */
export function readingRow(name: ReadingName): ReadingRow {
  return readings[name]
}

/** Most wheels, sensors or packs kept of one device. */
export const maxPlaces = 32
const maxTextChars = 64

/**
 * A value as it is worth keeping: numbers in whole steps of the scale, texts cut, words that are known. Of a list,
 * places that were not reported stay as they were.
 * @returns undefined where nothing of it can be kept
 */
export function keptReading(name: ReadingName, reported: unknown, before: unknown): unknown {
  const row: ReadingRow = readings[name]
  if (!Array.isArray(reported)) return keptValue(row, reported)
  const old = (before ?? []) as unknown[]
  const length = Math.min(maxPlaces, Math.max(reported.length, old.length))
  const list = Array.from({ length }, (_, i) => keptValue(row, reported[i]) ?? old[i] ?? null)
  return list.some((value) => value !== null) ? list : undefined
}

function keptValue(row: ReadingRow, value: unknown): unknown {
  switch (row.kind) {
    case 'number': {
      const steps = typeof value === 'number' ? Math.round(value * row.scale) : Number.NaN
      return Math.abs(steps) <= 0x7fffffff ? steps / row.scale : undefined
    }
    case 'text':
      return typeof value === 'string' && value !== '' ? value.slice(0, maxTextChars) : undefined
    case 'choice':
      return row.choices.includes(value as string) ? value : undefined
  }
}
