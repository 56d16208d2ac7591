import { type Abilities, mayHaveSensor, type Sensor } from '@trackway/core/codes/device-abilities.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import type { ReadingGroup } from '@trackway/core/readings/rows.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Format } from '../../../base/format.ts'
import { ExpiryMark } from '../../../ui/ExpiryMark.tsx'
import { CopyText } from '../../../ui/link/CopyText.tsx'
import { alarmText } from '../../../ui/vehicles/alarm-text.ts'
import { type ReadingTable, readingFacts, readingTable } from './reading-facts.ts'

interface Fact {
  label: string
  value: ReactNode
}

export interface FactGroup {
  heading: string
  /** The tab of the card that shows it. */
  tab: 'now' | 'device'
  facts: Fact[]
  table: ReadingTable | null
  /** Where there is more of it. */
  screen?: '/index/tire' | '/index/battery' | undefined
}

interface Context {
  /** The model of the device: what it cannot have is not shown. */
  type?: Abilities | undefined
  t: TFunction
  format: Format
  now: number
}

/** The facts about a device on its card, in groups. Those a device does not report are left out. */
export function factGroups(device: Location, context: Context): FactGroup[] {
  const { t, format, now, type } = context
  const yesNo = (value: boolean) => t(value ? 'locations.yes' : 'locations.no')
  const ago = (time: number) => t('ui.ago', { span: format.age(time, now) })
  const fact = <T,>(key: string, value: T | null, show: (value: T) => ReactNode): Fact[] =>
    value === null ? [] : [{ label: t(`locations.facts.${key}`), value: show(value) }]
  const of = <T,>(sensor: Sensor, value: T | null): T | null => (mayHaveSensor(type, sensor) ? value : null)
  const factsOf = (group: ReadingGroup): Fact[] =>
    readingFacts(device, group, context).map(({ name, text, age }) => ({
      label: t(`readings.name.${name}`),
      value: (
        <>
          {name === 'batteryPercent' && device.charging ? t('locations.charging', { percent: text }) : text}
          {age && <span className="tw-muted"> · {age}</span>}
        </>
      ),
    }))
  const readingGroup = (group: ReadingGroup, facts: Fact[] = factsOf(group)): FactGroup => ({
    heading: t(`readings.group.${group}`),
    tab: 'now',
    facts,
    table: readingTable(device, group, context),
    screen: group === 'tyres' ? '/index/tire' : group === 'battery' ? '/index/battery' : undefined,
  })
  const groups: FactGroup[] = [
    {
      heading: t('locations.groups.position'),
      tab: 'now',
      table: null,
      facts: [
        fact('coordinates', coordinatesOf(device), (text) => <CopyText text={text} />),
        fact('utcTime', device.utcTime, (time) => format.dateTime(time)),
        fact(
          'courseDeg',
          device.courseDeg,
          (deg) => `${format.number(deg)}° ${t(`locations.wind.${windOf(deg)}`)}`,
        ),
        fact('altitudeM', device.altitudeM, (metres) => format.unit(metres, 'm', 0)),
        fact('satellites', device.satellites, format.number),
        fact('todayM', device.todayM, format.distance),
        fact('odometerM', device.odometerM, format.distance),
      ].flat(),
    },
    readingGroup(
      'vehicle',
      [
        fact('acc', of('ignition', device.accOn), (isOn) => (
          <>
            {t(isOn ? 'locations.acc.isOn' : 'locations.acc.isOff')}
            {device.accSince !== null && (
              <span className="tw-muted"> · {format.age(device.accSince, now)}</span>
            )}
          </>
        )),
        fact('stoppedSince', device.stoppedSince, (time) => format.age(time, now)),
        factsOf('vehicle'),
        fact('doorOpen', of('door', device.doorOpen), (isOpen) =>
          t(isOpen ? 'locations.door.open' : 'locations.door.closed'),
        ),
        fact('oilCut', of('relay', device.oilCut), yesNo),
        fact('armed', device.armed, yesNo),
      ].flat(),
    ),
    readingGroup('cargo'),
    readingGroup('tyres'),
    readingGroup('battery'),
    readingGroup(
      'device',
      [
        fact('stateTime', device.stateTime, ago),
        factsOf('device'),
        fact('lastAlarm', device.lastAlarm, (code) => (
          <>
            {alarmText(code, t)}
            {device.lastAlarmTime !== null && (
              <span className="tw-muted"> · {ago(device.lastAlarmTime)}</span>
            )}
          </>
        )),
      ].flat(),
    ),
    {
      heading: t('locations.groups.registration'),
      tab: 'device',
      table: null,
      facts: [
        fact('terminalID', device.terminalID, (text) => <CopyText text={text} />),
        fact('deviceType', device.deviceTypeName, (name) => name),
        fact('nickname', device.carNumber ? device.nickname : null, (name) => name),
        fact('iccid', device.iccid, (text) => <CopyText text={text} />),
        fact('sim', device.sim, (text) => <CopyText text={text} />),
        fact('username', device.username, (name) => name),
        fact('activateTime', device.activateTime, format.date),
        fact('expire', device.expire, (time) => (
          <>
            {format.date(time)}
            <ExpiryMark end={time} now={now} />
          </>
        )),
      ].flat(),
    },
  ]
  return groups.filter(({ facts, table }) => facts.length > 0 || table !== null)
}

function coordinatesOf({ lat, lon }: Location): string | null {
  return lat === null || lon === null ? null : `${lat.toFixed(6)}, ${lon.toFixed(6)}`
}

const winds = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const

function windOf(deg: number): (typeof winds)[number] {
  return winds[Math.round((((deg % 360) + 360) % 360) / 45) % 8]!
}
