import { type ColumnForm, type ValueFormat, writeValue } from '@trackway/core/lists/forms.ts'
import { wallTime } from '@trackway/core/rules/wall-time.ts'

/** How files write numbers as text: their units are in the names of the columns. */
export function fileFormat(timeZone: string): ValueFormat {
  const instant = (time: number) => wallTime(time, timeZone)
  const oneDigit = (value: number) => value.toFixed(1)
  return {
    number: String,
    decimals: String,
    bytes: String,
    minute: instant,
    moment: (time) => `${instant(time)}.${String(time % 1000).padStart(3, '0')}`,
    date: instant,
    hours: hoursAndMinutes,
    kilometres: (metres) => oneDigit(metres / 1000),
    odometer: (metres) => oneDigit(metres / 1000),
    speed: (kmh) => String(Math.round(kmh)),
    percent: (percent) => `${Math.round(percent)}%`,
    share: (percent) => `${oneDigit(Math.floor(percent * 10) / 10)}%`,
    litres: oneDigit,
    consumption: oneDigit,
    kilopascals: (kPa) => String(Math.round(kPa)),
    celsius: oneDigit,
    volts: (volts) => volts.toFixed(2),
    amperes: oneDigit,
    day: (day) => day,
  }
}

/** A value as text, for the formats that know nothing else. */
export function cellText(value: string | number | null, form: ColumnForm, format: ValueFormat): string {
  return value === null ? '' : writeValue(value, form, format)
}

/** `h:mm`, rounded to the minute. */
export function hoursAndMinutes(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
