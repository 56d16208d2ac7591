import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Format } from '../../../base/format.ts'
import { Address } from '../../../ui/address/Address.tsx'

interface Fact {
  label: string
  value: ReactNode
}

/** How figures of `detail` are written, by the unit that ends their names. */
const units: readonly [ending: string, write: (value: number, format: Format) => string][] = [
  ['Kmh', (value, format) => format.speed(value)],
  ['Kpa', (value, format) => format.unit(value, 'kPa', 0)],
  ['C', (value, format) => format.unit(value, '°C', 1)],
  ['V', (value, format) => format.unit(value, 'V', 2)],
  ['Percent', (value, format) => format.percent(value)],
  ['minutes', (value, format) => format.duration(value * 60_000)],
  ['M', (value, format) => format.distance(value)],
]

/** What is known of an alarm, in words: when, where, how fast, and what belongs to its kind. */
export function alarmFacts(
  alarm: AlarmEpisode,
  accOn: boolean | null,
  { t, format }: { t: TFunction; format: Format },
): Fact[] {
  const { startTime, endTime, isOpen, serverTime, lat, lon, speedKmh, maxSpeedKmh, detail } = alarm
  const fact = (name: string, value: ReactNode): Fact[] =>
    value === null || value === '' ? [] : [{ label: t(`alarms.fact.${name}`), value }]
  const number = (text: ReactNode) => <span className="tw-number">{text}</span>
  const place = alarm.address ?? (lat !== null && lon !== null ? <Address lat={lat} lon={lon} /> : null)
  return [
    ...fact('place', place),
    ...fact('deviceTime', number(format.dateTime(startTime))),
    ...fact('serverTime', number(format.dateTime(serverTime))),
    ...(endTime > startTime || isOpen
      ? [
          ...fact('endTime', isOpen ? t('alarms.lasting') : number(format.dateTime(endTime))),
          ...fact('duration', isOpen ? null : format.duration(endTime - startTime)),
        ]
      : []),
    ...fact('speed', speedKmh === null ? null : number(format.speed(speedKmh))),
    ...fact(
      'maxSpeed',
      maxSpeedKmh === null || maxSpeedKmh === speedKmh ? null : number(format.speed(maxSpeedKmh)),
    ),
    ...fact('acc', accOn === null ? null : t(accOn ? 'alarms.accOn' : 'alarms.accOff')),
    ...fact('fence', alarm.fenceName),
    ...Object.entries(detail ?? {}).flatMap(([name, value]) => {
      const label = t(`alarms.detail.${name}`, { defaultValue: '' })
      if (value === null || label === '') return []
      // A limit is in the unit of what went beyond it.
      const like = name === 'limit' ? Object.keys(detail ?? {}).find((other) => other !== name) : name
      return [{ label, value: number(inWords(like ?? name, value, t, format)) }]
    }),
    ...fact('source', t(`reports.alarmSource.${alarm.source}`)),
    ...fact('owner', alarm.username),
    ...fact('assignee', alarm.assignee),
    ...fact('note', alarm.note),
    ...fact(
      'handled',
      alarm.handler !== null && alarm.handleTime !== null
        ? `${alarm.handler}, ${format.dateTime(alarm.handleTime)}`
        : null,
    ),
  ]
}

function inWords(name: string, value: number | string | boolean, t: TFunction, format: Format): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return t(value ? 'alarms.yes' : 'alarms.no')
  const write = units.find(([ending]) => name.endsWith(ending))?.[1]
  return write ? write(value, format) : format.decimal(value)
}
