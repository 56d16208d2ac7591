import { alarms } from '../../codes/alarms.ts'
import type { ZoneEvent } from './crossings.ts'
import { alarmOf, type ZoneAlarm } from './zone-alarms.ts'

/** An alarm of a fence or a risk point that was raised before. */
export interface RaisedCrossing {
  code: number
  subjectId: number
  time: number
}

/** Speeding is told each minute: one that was told so shortly before or after is the same. */
const sameSpeedingMs = 90_000

/**
 * What late fixes add to the alarms of a device. A crossing that was raised at another time, from fewer fixes, is not
 * raised again: it is the same where nothing else was crossed between both times.
 * @param events of the whole track around the late fixes
 * @param spans the times that late fixes have a say in: crossings of others are as they were
 */
export function alarmsOfLateFixes(
  events: readonly ZoneEvent[],
  raised: readonly RaisedCrossing[],
  spans: readonly { from: number; to: number }[],
): ZoneAlarm[] {
  const byZone = Map.groupBy(events, ({ each }) => each.zone.key)
  return [...byZone.values()].flatMap((ofZone) => {
    const crossings = ofZone.filter(({ kind }) => kind !== 'fast').sort((a, b) => a.time - b.time)
    return ofZone.flatMap((event) => {
      const at = event.kind === 'in' ? event.enterTime : event.time
      const alarm = spans.some(({ from, to }) => at >= from && at <= to) ? alarmOf(event) : null
      if (alarm === null) return []
      const same = raised.filter(
        ({ code, subjectId }) => code === alarm.code && subjectId === alarm.subjectId,
      )
      const [after, before] = event.kind === 'fast' ? aroundSpeeding(event) : aroundCrossing(event, crossings)
      return same.some(({ time }) => time === event.time || (time > after && time < before)) ? [] : [alarm]
    })
  })
}

const aroundSpeeding = ({ time }: ZoneEvent) => [time - sameSpeedingMs, time + sameSpeedingMs] as const

/** Between the crossings before and after it. */
function aroundCrossing(event: ZoneEvent, crossings: readonly ZoneEvent[]): readonly [number, number] {
  const at = crossings.indexOf(event)
  return [
    crossings[at - 1]?.time ?? Number.NEGATIVE_INFINITY,
    crossings[at + 1]?.time ?? Number.POSITIVE_INFINITY,
  ]
}

/** Of these the platform finds out from fences and risk points. */
export const crossingCodes = [
  alarms.fenceEntered,
  alarms.fenceLeft,
  alarms.overspeed,
  alarms.insideRiskPoint,
] as const
