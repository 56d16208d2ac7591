import { zoneOffsetMs } from '@trackway/core/rules/wall-time.ts'
import { useMemo } from 'react'
import { intlTags, useLanguage } from '../../../base/language.ts'
import { useTimeZone } from '../../../base/time-zone.ts'

const dayMs = 86_400_000

/** Marks of a time axis at whole steps of the account's own clock. */
type TicksOf = (from: number, to: number, stepMs: number) => { time: number; label: string }[]

export function useTicks(): TicksOf {
  const tag = intlTags[useLanguage((state) => state.language)]
  const timeZone = useTimeZone()
  return useMemo(() => ticksIn(tag, timeZone), [tag, timeZone])
}

export function ticksIn(tag: string, timeZone: string): TicksOf {
  const clock = new Intl.DateTimeFormat(tag, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const day = new Intl.DateTimeFormat(tag, { timeZone, month: 'short', day: 'numeric' })
  return (from, to, stepMs) => {
    const ticks: { time: number; label: string }[] = []
    // Whole steps of the local clock: noon is noon in every zone. A change to summer time within the view
    // shifts marks by its hour, which their labels then say.
    const offsetMs = zoneOffsetMs(from, timeZone)
    for (let time = Math.ceil((from + offsetMs) / stepMs) * stepMs - offsetMs; time <= to; time += stepMs) {
      const isMidnight = (time + offsetMs) % dayMs === 0
      ticks.push({ time, label: isMidnight || stepMs >= dayMs ? day.format(time) : clock.format(time) })
    }
    return ticks
  }
}
