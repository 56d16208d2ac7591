import { shownUnit, type UnitSystem } from '@trackway/core/readings/units.ts'
import { isTimeZone } from '@trackway/core/rules/wall-time.ts'

/**
 * Numbers and instants as people of a language read them. Instants are epoch milliseconds and are shown in
 * the account's time zone, whatever the zone of the browser. Unknown (null) is a dash.
 */
export const unknown = '–'

const steps = [
  { unit: 'second', ms: 1_000, below: 60_000 },
  { unit: 'minute', ms: 60_000, below: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, below: 86_400_000 },
  { unit: 'day', ms: 86_400_000, below: Number.POSITIVE_INFINITY },
] as const

const byteUnits = [
  [1e6, 'megabyte'],
  [1e9, 'gigabyte'],
  [1e12, 'terabyte'],
] as const

const latinUnits: Record<string, string> = { 公里: 'km', 米: 'm', 升: 'L' }

/** Chinese texts say km, m and L, and set units off: the browser writes `13.9公里`. */
const chineseUnit = (text: string) =>
  text.replace(/(?<=\d)\p{Script=Han}+/u, (unit) => ` ${latinUnits[unit] ?? unit}`)

/** How a language writes days. English names the month: 12/01 is read both ways. */
function datesOf(tag: string) {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const asItIs = (text: string) => text
  if (tag.startsWith('en'))
    return { tag: 'en-GB', day: { ...day, month: 'short', day: 'numeric' }, text: asItIs } as const
  // The browser writes `2026/11/22周日`.
  const dashed = (text: string) => text.replaceAll('/', '-').replace(/(?=周)/, ' ')
  return { tag, day, text: tag === 'zh-CN' ? dashed : asItIs }
}

function makeDigits(tag: string) {
  const numbers = new Map<string, Intl.NumberFormat>()

  /** A number with up to so many digits, and `least` of them at least; `unit` is one that ECMA-402 names. */
  return function digits(
    value: number,
    most: number,
    { unit, least = 0 }: { unit?: string; least?: number } = {},
  ) {
    const key = `${unit} ${most} ${least}`
    let format = numbers.get(key)
    if (!format) {
      format = new Intl.NumberFormat(tag, {
        ...(unit && { style: 'unit', unit, unitDisplay: 'short' }),
        // -0.4 without digits is 0, not -0.
        signDisplay: 'negative',
        minimumFractionDigits: least,
        maximumFractionDigits: most,
      })
      numbers.set(key, format)
    }
    const text = format.format(value)
    return unit && tag === 'zh-CN' ? chineseUnit(text) : text
  }
}

function makeDurations(whole: (value: number, unit: string) => string) {
  /** The largest whole unit, and the next below it for hours and days: `5 min`, `3 hr 20 min`, `2 days`. */
  function duration(ms: number): string {
    const span = Math.max(0, ms)
    const index = steps.findIndex((step) => span < step.below)
    const { unit, ms: unitMs } = steps[index]!
    const count = Math.floor(span / unitMs)
    const rest = index >= 2 ? Math.floor((span % unitMs) / steps[index - 1]!.ms) : 0
    const text = whole(count, unit)
    return rest > 0 && count < 10 ? `${text} ${whole(rest, steps[index - 1]!.unit)}` : text
  }

  /** As `duration`, but days stay hours, so that sums of many vehicles read alike: `45 min`, `1,230 hr`. */
  function hours(ms: number): string {
    if (ms < 3_600_000 && ms > 0) return duration(ms)
    if (ms <= 0) return whole(0, 'minute')
    const count = Math.floor(ms / 3_600_000)
    const rest = Math.floor((ms % 3_600_000) / 60_000)
    const text = whole(count, 'hour')
    return rest > 0 && count < 100 ? `${text} ${whole(rest, 'minute')}` : text
  }

  return { duration, hours }
}

/** @param tag BCP 47 language @param timeZone IANA name; one the browser does not know counts as UTC */
export function makeFormat(tag: string, timeZone: string, units: UnitSystem = 'metric') {
  const isMetric = units === 'metric'
  const toMiles = shownUnit(units, 'km').of
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const dates = datesOf(tag)
  const { day } = dates
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

  const known = <T>(show: (value: T) => string) => {
    return (value: T | null) => (value === null ? unknown : show(value))
  }
  const instant = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(dates.tag, { timeZone: zone, hourCycle: 'h23', ...options })
    return known((at: number) => dates.text(format.format(at)))
  }
  const shortDays = new Intl.DateTimeFormat(dates.tag, { timeZone: 'UTC', month: day.month, day: day.day })
  const weekDays = new Intl.DateTimeFormat(dates.tag, { timeZone: 'UTC', weekday: 'short', ...day })
  const months = new Intl.DateTimeFormat(dates.tag, { timeZone: 'UTC', month: 'long', year: 'numeric' })
  const digits = makeDigits(tag)
  const whole = (value: number, unit: string) => digits(value, 0, { unit })
  const { duration, hours } = makeDurations(whole)

  const miles = (metres: number, most: number) =>
    digits(toMiles(metres / 1000), most, { unit: 'mile', least: most })

  /** Converted from this metric unit to the user's, with up to so many digits. */
  function inUnit(metric: number, unit: string, most: number, least = 0): string {
    const { name, of } = shownUnit(units, unit)
    const text = digits(of(metric), most, { least })
    return name === '%' || name === '' ? `${text}${name}` : `${text} ${name}`
  }

  return {
    date: instant(day),
    time: instant(clock),
    /** For times that are accurate to some minutes only. */
    hourMinute: instant({ hour: '2-digit', minute: '2-digit' }),
    dateTime: instant({ ...day, ...clock }),
    /** To the millisecond, for what follows quickly on each other. */
    moment: instant({ ...day, ...clock, fractionalSecondDigits: 3 }),
    /** To the minute, for tables. */
    minute: instant({ ...day, hour: '2-digit', minute: '2-digit' }),
    /** A day of the calendar, `YYYY-MM-DD`, with its weekday. */
    day: known((date: string) => dates.text(weekDays.format(Date.parse(date)))),
    /** The same where the year goes without saying. */
    shortDay: known((date: string) => dates.text(shortDays.format(Date.parse(date)))),
    duration: known(duration),
    hours: known(hours),
    /** The month of a day, `December 2026`. */
    month: known((date: string) => months.format(Date.parse(date))),
    /** How long ago, as a bare span; a clock slightly ahead reads as 0. */
    age: (at: number | null, now: number) => (at === null ? unknown : duration(now - at)),
    number: known((value: number) => digits(value, 0)),
    /** With all that it has. */
    decimals: known((value: number) => digits(value, 3)),
    decimal: known((value: number) => digits(value, 1)),
    speed: known((kmh: number) =>
      isMetric
        ? whole(Math.round(kmh), 'kilometer-per-hour')
        : whole(Math.round(toMiles(kmh)), 'mile-per-hour'),
    ),
    distance: known((metres: number) => {
      if (!isMetric && toMiles(metres) < 100) return inUnit(metres, 'm', 0)
      if (!isMetric) return miles(metres, toMiles(metres) < 100_000 ? 1 : 0)
      if (Math.round(metres) < 1000) return whole(Math.round(metres), 'meter')
      return digits(metres / 1000, metres < 100_000 ? 1 : 0, { unit: 'kilometer' })
    }),
    /** Always in kilometres (or miles), with one digit, so that a column of them lines up; sums of fleets without. */
    kilometres: known((metres: number) => {
      if (!isMetric) return miles(metres, metres >= 1e7 ? 0 : 1)
      if (metres >= 1e7) return whole(metres / 1000, 'kilometer')
      return digits(metres / 1000, 1, { unit: 'kilometer', least: 1 })
    }),
    odometer: known((metres: number) =>
      isMetric ? digits(metres / 1000, 1, { unit: 'kilometer', least: 1 }) : miles(metres, 1),
    ),
    litres: known((value: number) =>
      isMetric ? digits(value, 1, { unit: 'liter', least: 1 }) : inUnit(value, 'L', 1, 1),
    ),
    consumption: known((value: number) => inUnit(value, 'L/100 km', 1, 1)),
    kilopascals: known((value: number) => inUnit(value, 'kPa', 0)),
    celsius: known((value: number) => inUnit(value, '°C', 0)),
    volts: known((value: number) => inUnit(value, 'V', 1, 1)),
    amperes: known((value: number) => inUnit(value, 'A', 1)),
    /** The size of a file or a disk, in kB, MB, GB or TB. */
    bytes: known((value: number) => {
      if (value < 1e6) return whole(Math.ceil(value / 1e3), 'kilobyte')
      const [size, unit] = byteUnits.find(([size]) => value < size * 1000) ?? byteUnits[2]
      return digits(value / size, 1, { unit })
    }),
    percent: known((value: number) => whole(Math.round(value), 'percent')),
    /** Percent of many, to the tenth: 100 % are all of them. */
    share: known((value: number) => digits(Math.floor(value * 10) / 10, 1, { unit: 'percent' })),
    /** With up to so many digits and a unit of `core/readings`, or the user's equivalent of it. */
    unit: (value: number | null, unit: string, most: number) =>
      value === null ? unknown : inUnit(value, unit, most),
    /** For axes and headings: the user's unit in place of a metric one, and how a value is converted to it. */
    shownUnit: (unit: string) => shownUnit(units, unit),
  }
}

export type Format = ReturnType<typeof makeFormat>
