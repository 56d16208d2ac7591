import { type Language, textsIn } from '@trackway/core/codes/languages.ts'
import { alarmText } from '@trackway/core/features/alarms/alarm-texts.ts'
import { shownUnit, type UnitSystem } from '@trackway/core/readings/units.ts'
import { offsetName, wallTime } from '@trackway/core/rules/wall-time.ts'
import { fillIn } from '@trackway/core/texts/fill-in.ts'
import { plainText } from '../channels/segments.ts'
import type { AlarmData } from './alarm-data.ts'
import cn from './cn.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }

/** The texts of notifications about an alarm, in the reader's language and time zone. */

const texts = { cn, en }
type TextName = keyof typeof en

export interface Reader {
  language: Language
  timeZone: string
  units: UnitSystem
}

export function notifyText(name: TextName, language: Language, values: Record<string, string> = {}): string {
  return fillIn(textsIn(texts, language)[name], values)
}

export interface AlarmFacts {
  alarm: AlarmData
  change: 'opened' | 'closed'
  /** What the cool-down kept back before. */
  swallowed: number
  step: number
}

/** `沪A12345: Overspeed, 96 km/h (limit 80), 14:05` */
export function shortText({ alarm, change, swallowed, step }: AlarmFacts, reader: Reader): string {
  const say = (name: TextName, values?: Record<string, string>) => notifyText(name, reader.language, values)
  const facts = [
    headline(alarm, change, reader),
    ...factsOf(alarm, reader),
    clockOf(change === 'opened' ? alarm.startTime : alarm.endTime, reader),
  ]
  return [
    ...(step > 0 ? [say('escalated')] : []),
    `${alarm.name}: ${facts.join(say('comma'))}`,
    ...(swallowed > 0 ? [say('swallowed', { count: String(swallowed) })] : []),
  ].join(' ')
}

/** An SMS: plain signs, so that an English one stays within the alphabet of which 160 fit. */
export function smsText(alarmFacts: AlarmFacts, reader: Reader, publicUrl: string | null): string {
  const text = shortText(alarmFacts, reader)
  return plainText(publicUrl === null ? text : `${text} ${alarmUrl(publicUrl, alarmFacts.alarm)}`)
}

export function spokenText(alarmFacts: AlarmFacts, reader: Reader): string {
  return notifyText('spoken', reader.language, { text: shortText(alarmFacts, reader) })
}

export function mailSubject(alarmFacts: readonly AlarmFacts[], reader: Reader): string {
  const [first] = alarmFacts
  if (alarmFacts.length > 1)
    return notifyText('digestSubject', reader.language, { count: String(alarmFacts.length) })
  return `${first!.alarm.name}: ${headline(first!.alarm, first!.change, reader)}`
}

/** Lines of one mail; of a digest by vehicle, the worst first. */
export function mailBody(
  alarmFacts: readonly AlarmFacts[],
  reader: Reader,
  publicUrl: string | null,
): string {
  const say = (name: TextName, values?: Record<string, string>) => notifyText(name, reader.language, values)
  const sorted = alarmFacts.toSorted(
    (a, b) =>
      b.alarm.severity - a.alarm.severity ||
      a.alarm.name.localeCompare(b.alarm.name) ||
      a.alarm.startTime - b.alarm.startTime,
  )
  const more = sorted.length - maxLines
  const lines = sorted.slice(0, maxLines).map((each) => mailLines(each, reader, publicUrl))
  const zone = say('zone', {
    zone: `${reader.timeZone} (${offsetName(sorted[0]!.alarm.startTime, reader.timeZone)})`,
  })
  return `${[...lines, ...(more > 0 ? [say('more', { count: String(more) })] : []), zone].join('\n\n')}\n`
}

const maxLines = 50

function mailLines(alarmFacts: AlarmFacts, reader: Reader, publicUrl: string | null): string {
  const { alarm, change, swallowed } = alarmFacts
  const say = (name: TextName, values?: Record<string, string>) => notifyText(name, reader.language, values)
  const time = (at: number) => wallTime(at, reader.timeZone).replace('T', ' ').slice(0, 19)
  const place =
    alarm.lat === null || alarm.lon === null ? null : `${alarm.lat.toFixed(5)}, ${alarm.lon.toFixed(5)}`
  return [
    `${alarm.name} (${alarm.terminalID}): ${headline(alarm, change, reader)}`,
    ...factsOf(alarm, reader),
    say('since', { time: time(alarm.startTime) }),
    ...(change === 'closed' ? [say('until', { time: time(alarm.endTime) })] : []),
    ...(alarm.count > 1 ? [say('count', { count: String(alarm.count) })] : []),
    ...(swallowed > 0 ? [say('swallowed', { count: String(swallowed) })] : []),
    ...(place === null ? [] : [say('place', { place })]),
    ...(publicUrl === null ? [] : [alarmUrl(publicUrl, alarm)]),
  ].join('\n')
}

export const alarmPath = ({ id }: Pick<AlarmData, 'id'>) => `/index/alarmsAll?alarm=${id}`
const alarmUrl = (publicUrl: string, alarm: AlarmData) => publicUrl + alarmPath(alarm)

export function headline(alarm: AlarmData, change: AlarmFacts['change'], { language }: Reader): string {
  const name = alarmText(alarm.code, language)
  return change === 'closed' ? notifyText('over', language, { alarm: name }) : name
}

/** What belongs to it, where it is known. */
function factsOf({ detail, speedKmh, maxSpeedKmh, code }: AlarmData, { language, units }: Reader): string[] {
  const { fenceName, placeName, busLine, limitKmh } = (detail ?? {}) as Record<string, unknown>
  const named = fenceName ?? placeName ?? busLine
  const speed = maxSpeedKmh ?? speedKmh
  const facts: string[] = []
  if (typeof named === 'string' && named !== '') facts.push(notifyText('named', language, { name: named }))
  if (speed !== null && (typeof limitKmh === 'number' || code === overspeed)) {
    const unit = shownUnit(units, 'km/h')
    const shown = (kmh: number) => String(Math.round(unit.of(kmh)))
    const values = { speed: shown(speed), unit: unit.name }
    facts.push(
      typeof limitKmh === 'number'
        ? notifyText('speedOver', language, { ...values, limit: shown(limitKmh) })
        : notifyText('speed', language, values),
    )
  }
  return facts
}
const overspeed = 5

const clockOf = (time: number, { timeZone }: Reader) => wallTime(time, timeZone).slice(11, 16)
