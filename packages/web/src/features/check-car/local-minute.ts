/** Instants as people type them: `YYYY-MM-DDTHH:mm` in a time zone. */

const minuteMs = 60_000

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: 'UTC' })
  }
}

export function minuteAt(time: number, timeZone: string): string {
  return formatOf(timeZone).format(time).replace(' ', 'T')
}

/**
 * The instant at which a minute begins. Of a minute that the clock passes twice it is the first, of one that it
 * skips as many minutes later.
 */
export function instantOfMinute(minute: string, timeZone: string): number {
  const utc = Date.parse(`${minute}Z`)
  const format = formatOf(timeZone)
  const offsetAt = (time: number) => Date.parse(`${format.format(time).replace(' ', 'T')}Z`) - time
  const [before, after] = [utc - offsetAt(utc - 86_400_000), utc - offsetAt(utc + 86_400_000)]
  const [first, second] = before <= after ? [before, after] : [after, before]
  if (minuteAt(first, timeZone) === minute) return first
  return minuteAt(second, timeZone) === minute ? second : before
}

/** The last millisecond of a minute. */
export function endOfMinute(minute: string, timeZone: string): number {
  return instantOfMinute(minute, timeZone) + minuteMs - 1
}

export function isMinute(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false
  const time = Date.parse(`${text}Z`)
  // 31 February is read as a day of March, 24:00 as one of the day after.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
