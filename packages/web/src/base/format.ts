import { isTimeZone } from '@trackway/core/rules/wall-time.ts'

/**
 * Numbers and instants as people of a language read them. Instants are epoch milliseconds and are shown in
 * the account's time zone, whatever the zone of the browser (PRODUCT 1). Unknown (null) is a dash.
 */
export const unknown = '–'

type Instant = number | null

const steps = [
  { unit: 'second', ms: 1_000, below: 60_000 },
  { unit: 'minute', ms: 60_000, below: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, below: 86_400_000 },
  { unit: 'day', ms: 86_400_000, below: Number.POSITIVE_INFINITY },
] as const

/** @param tag BCP 47 language @param timeZone IANA name; one the browser does not know counts as UTC */
export function makeFormat(tag: string, timeZone: string) {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const instants = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone: zone, hourCycle: 'h23', ...options })
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

  const dates = instants(day)
  const times = instants(clock)
  const dateTimes = instants({ ...day, ...clock })
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 })
  const decimals = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })
  const weekDays = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', weekday: 'short', ...day })
  const minutes = instants({ ...day, hour: '2-digit', minute: '2-digit' })
  const fixedNumbers: Intl.NumberFormat[] = []
  const units = new Map<string, Intl.NumberFormat>()

  function withUnit(value: number, unit: string, digits = 0, minDigits = 0): string {
    const key = `${unit}${digits}${minDigits}`
    let format = units.get(key)
    if (!format) {
      format = new Intl.NumberFormat(tag, {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        minimumFractionDigits: minDigits,
        maximumFractionDigits: digits,
      })
      units.set(key, format)
    }
    return format.format(value)
  }

  function fixed(value: number, digits: number): string {
    const format = fixedNumbers[digits] ?? new Intl.NumberFormat(tag, { maximumFractionDigits: digits })
    fixedNumbers[digits] = format
    return format.format(value)
  }

  /** The largest whole unit, and the next below it for hours and days: `5 min`, `3 hr 20 min`, `2 days`. */
  function duration(ms: number | null): string {
    if (ms === null) return unknown
    const span = Math.max(0, ms)
    const index = steps.findIndex((step) => span < step.below)
    const { unit, ms: unitMs } = steps[index]!
    const whole = Math.floor(span / unitMs)
    const rest = index >= 2 ? Math.floor((span % unitMs) / steps[index - 1]!.ms) : 0
    const text = withUnit(whole, unit)
    return rest > 0 && whole < 10 ? `${text} ${withUnit(rest, steps[index - 1]!.unit)}` : text
  }

  /** As `duration`, but days stay hours, so that sums of many vehicles read alike: `45 min`, `1,230 hr`. */
  function hours(ms: number | null): string {
    if (ms === null || (ms < 3_600_000 && ms > 0)) return duration(ms)
    if (ms <= 0) return withUnit(0, 'minute')
    const whole = Math.floor(ms / 3_600_000)
    const rest = Math.floor((ms % 3_600_000) / 60_000)
    const text = withUnit(whole, 'hour')
    return rest > 0 && whole < 100 ? `${text} ${withUnit(rest, 'minute')}` : text
  }

  return {
    date: (at: Instant) => (at === null ? unknown : dates.format(at)),
    time: (at: Instant) => (at === null ? unknown : times.format(at)),
    dateTime: (at: Instant) => (at === null ? unknown : dateTimes.format(at)),
    /** To the minute, for tables. */
    minute: (at: Instant) => (at === null ? unknown : minutes.format(at)),
    /** A day of the calendar, `YYYY-MM-DD`, with its weekday. */
    day: (date: string | null) => (date === null ? unknown : weekDays.format(Date.parse(date))),
    duration,
    hours,
    /** How long ago, as a bare span; a clock slightly ahead reads as 0. */
    age: (at: Instant, now: number) => (at === null ? unknown : duration(now - at)),
    number: (value: number | null) => (value === null ? unknown : numbers.format(value)),
    decimal: (value: number | null) => (value === null ? unknown : decimals.format(value)),
    speed: (kmh: number | null) => (kmh === null ? unknown : withUnit(Math.round(kmh), 'kilometer-per-hour')),
    distance: (metres: number | null) => {
      if (metres === null) return unknown
      if (metres < 1000) return withUnit(Math.round(metres), 'meter')
      return withUnit(metres / 1000, 'kilometer', metres < 100_000 ? 1 : 0)
    },
    /** Always in kilometres, with one digit, so that a column of them lines up; sums of fleets without. */
    kilometres: (metres: number | null) => {
      if (metres === null) return unknown
      return metres < 1e7
        ? withUnit(metres / 1000, 'kilometer', 1, 1)
        : withUnit(metres / 1000, 'kilometer', 0)
    },
    litres: (value: number | null) => (value === null ? unknown : withUnit(value, 'liter', 1, 1)),
    /** The size of a file, in kB or MB. */
    bytes: (value: number | null) => {
      if (value === null) return unknown
      return value < 1e6 ? withUnit(Math.ceil(value / 1e3), 'kilobyte') : withUnit(value / 1e6, 'megabyte', 1)
    },
    percent: (value: number | null) => (value === null ? unknown : withUnit(Math.round(value), 'percent')),
    /** With up to so many digits and a unit of `core/readings`. */
    unit: (value: number | null, unit: string, digits: number) => {
      if (value === null) return unknown
      const text = fixed(value, digits)
      return unit === '%' || unit === '' ? `${text}${unit}` : `${text} ${unit}`
    },
  }
}

export type Format = ReturnType<typeof makeFormat>
