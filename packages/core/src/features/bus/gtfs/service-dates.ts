import { addDays } from '../../../rules/local-days.ts'
import { type ServiceDates, weekdayOf } from '../timetable.ts'
import type { GtfsFile, GtfsReader } from './gtfs-reader.ts'

interface Calendar {
  days: number[]
  from: string
  until: string
  added: Set<string>
  removed: Set<string>
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** Further from today a feed of single days says nothing that counts. */
const feedDays = 400
/** Of a date that a feed leaves open. */
const [always, never] = ['0000-01-01', '2999-12-31']
/** A weekday on which a service runs at least so often, and on most of them, is one of its days of the week. */
const leastOfWeekday = 2

/**
 * When the services of a feed run from a day on: days of the week within `calendar.txt`, and what `calendar_dates.txt`
 * adds and takes away. Services that no longer run are left out.
 * @param today `YYYY-MM-DD`
 */
export function readServiceDates(read: GtfsReader, today: string): Map<string, ServiceDates> {
  const calendars = new Map<string, Calendar>()
  const needed = ['service_id', ...weekdays]
  for (const { row, of } of read.rows('calendar', needed)) {
    const from = readDate(read, 'calendar', row, of('start_date'), always)
    const until = readDate(read, 'calendar', row, of('end_date'), never)
    const days = weekdays.flatMap((name, i) => (of(name) === '1' ? [i + 1] : []))
    if (from && until)
      calendars.set(of('service_id'), { days, from, until, added: new Set(), removed: new Set() })
  }
  for (const { row, of } of read.rows('calendar_dates', ['service_id', 'date', 'exception_type'])) {
    const date = readDate(read, 'calendar_dates', row, of('date'))
    const id = of('service_id')
    const calendar = calendars.get(id) ?? {
      days: [],
      from: always,
      until: never,
      added: new Set(),
      removed: new Set(),
    }
    calendars.set(id, calendar)
    if (!date) continue
    if (of('exception_type') === '1') calendar.added.add(date)
    else if (of('exception_type') === '2') calendar.removed.add(date)
    else read.fault('calendar_dates', row, 'badException', of('exception_type'))
  }
  return new Map(
    [...calendars].flatMap(([id, calendar]) => {
      const dates = datesFrom(today, calendar.days.length > 0 ? calendar : ofDates(calendar.added, today))
      return dates ? [[id, dates]] : []
    }),
  )
}

/** `YYYYMMDD` as `YYYY-MM-DD`; null, and a fault, where it is no date. */
function readDate(read: GtfsReader, file: GtfsFile, row: number, text: string, open?: string): string | null {
  if (text === '' && open) return open
  const date = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  if (date !== text && !Number.isNaN(Date.parse(date))) return date
  read.fault(file, row, 'badDate', text)
  return null
}

/** Feeds that name every single day: the days of the week that these make up, and the days that are otherwise. */
function ofDates(added: ReadonlySet<string>, today: string): Calendar {
  const [first, last] = [addDays(today, -feedDays), addDays(today, feedDays)]
  const dates = [...added].filter((date) => date >= first && date <= last).toSorted()
  const [from, until] = [dates[0] ?? always, dates.at(-1) ?? always]
  const all = dates.length === 0 ? [] : daysBetween(from, until)
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => {
    const possible = all.filter((date) => weekdayOf(date) === day)
    const run = possible.filter((date) => added.has(date))
    return run.length >= leastOfWeekday && 2 * run.length > possible.length
  })
  const removed = all.filter((date) => days.includes(weekdayOf(date)) && !added.has(date))
  return { days, from, until, added: new Set(dates), removed: new Set(removed) }
}

function daysBetween(from: string, until: string): string[] {
  const days: string[] = []
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day)
  return days
}

function datesFrom(today: string, { days, from, until, added, removed }: Calendar): ServiceDates | null {
  const isOver = days.length === 0 || until < today || from > until
  const isUsual = (date: string) => !isOver && date >= from && date <= until && days.includes(weekdayOf(date))
  const upcoming = (dates: ReadonlySet<string>) => [...dates].filter((date) => date >= today).toSorted()
  const exceptDates = upcoming(removed).filter(isUsual)
  const extraDates = upcoming(added).filter((date) => !isUsual(date))
  if (isOver && extraDates.length === 0) return null
  return {
    days: isOver ? [] : days,
    ...(!isOver && from > today && { from }),
    ...(!isOver && until < never && { until }),
    ...(exceptDates.length > 0 && { exceptDates }),
    ...(extraDates.length > 0 && { extraDates }),
  }
}
