import type { Location } from '@trackway/core/api/locations.ts'
import { alarmNames } from '@trackway/core/codes/alarms.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Format } from '../../../base/format.ts'
import { CopyText } from '../../../ui/CopyText.tsx'
import styles from './card-facts.module.css'

export interface Fact {
  /** Its name is `locations.facts.<key>`. */
  key: string
  value: ReactNode
}

export interface FactGroup {
  /** Its heading is `locations.groups.<key>`. */
  key: string
  facts: Fact[]
}

interface Context {
  t: TFunction
  format: Format
  now: number
}

/** What the card says of a device, in groups. Facts a device does not report are left out. */
export function factGroups(device: Location, { t, format, now }: Context): FactGroup[] {
  const yesNo = (value: boolean) => t(value ? 'locations.yes' : 'locations.no')
  const ago = (time: number) => t('ui.ago', { span: format.age(time, now) })
  const groups: FactGroup[] = [
    {
      key: 'position',
      facts: [
        fact('coordinates', coordinatesOf(device), (text) => <CopyText text={text} />),
        fact('utcTime', device.utcTime, (time) => format.dateTime(time)),
        fact(
          'courseDeg',
          device.courseDeg,
          (deg) => `${format.number(deg)}° ${t(`locations.wind.${windOf(deg)}`)}`,
        ),
        fact('altitudeM', device.altitudeM, (metres) => `${format.number(metres)} m`),
        fact('satellites', device.satellites, format.number),
        fact('todayM', device.todayM, format.distance),
        fact('odometerM', device.odometerM, format.distance),
      ],
    },
    {
      key: 'vehicle',
      facts: [
        fact('acc', device.accOn, (isOn) => (
          <>
            {t(isOn ? 'locations.acc.on' : 'locations.acc.off')}
            {device.accSince !== null && (
              <span className="tw-muted"> · {format.age(device.accSince, now)}</span>
            )}
          </>
        )),
        fact('stoppedSince', device.stoppedSince, (time) => format.age(time, now)),
        fact('fuelPercent', device.fuelPercent, format.percent),
        fact('temperatureC', device.temperatureC, format.celsius),
        fact('doorOpen', device.doorOpen, (isOpen) =>
          t(isOpen ? 'locations.door.open' : 'locations.door.closed'),
        ),
        fact('oilCut', device.oilCut, yesNo),
        fact('armed', device.armed, yesNo),
      ],
    },
    {
      key: 'device',
      facts: [
        fact('stateTime', device.stateTime, ago),
        fact('batteryPercent', device.batteryPercent, (percent) =>
          device.charging
            ? t('locations.charging', { percent: format.percent(percent) })
            : format.percent(percent),
        ),
        fact('batteryVoltageV', device.batteryVoltageV, format.volts),
        fact('externalVoltageV', device.externalVoltageV, format.volts),
        fact('gsmLevel', device.gsmLevel, format.number),
        fact('lastAlarm', device.lastAlarm, (code) => (
          <>
            {alarmText(code, t)}
            {device.lastAlarmTime !== null && (
              <span className="tw-muted"> · {ago(device.lastAlarmTime)}</span>
            )}
          </>
        )),
      ],
    },
    {
      key: 'registration',
      facts: [
        fact('terminalID', device.terminalID, (text) => <CopyText text={text} />),
        fact('deviceType', device.deviceTypeName, (name) => name),
        fact('nickname', device.carNumber ? device.nickname : null, (name) => name),
        fact('iccid', device.iccid, (text) => <CopyText text={text} />),
        fact('sim', device.sim, (text) => <CopyText text={text} />),
        fact('username', device.username, (name) => name),
        fact('activateTime', device.activateTime, format.date),
        fact('expire', device.expire, (time) => <Expiry time={time} now={now} format={format} t={t} />),
      ],
    },
  ].map((group) => ({ key: group.key, facts: group.facts.filter((each) => each !== null) }))
  return groups.filter((group) => group.facts.length > 0)
}

function fact<T>(key: string, value: T | null, show: (value: T) => ReactNode): Fact | null {
  return value === null ? null : { key, value: show(value) }
}

function coordinatesOf({ lat, lon }: Location): string | null {
  return lat === null || lon === null ? null : `${lat.toFixed(6)}, ${lon.toFixed(6)}`
}

const soonMs = 30 * 86_400_000

function Expiry({ time, now, format, t }: { time: number; now: number; format: Format; t: TFunction }) {
  const left = time - now
  const warning =
    left <= 0
      ? t('locations.expired')
      : left < soonMs
        ? t('locations.expiresIn', { span: format.duration(left) })
        : null
  return (
    <>
      {format.date(time)}
      {warning && <span className={styles.warning}> · {warning}</span>}
    </>
  )
}

export function alarmText(code: number, t: TFunction): string {
  const name = (alarmNames as Record<number, string>)[code]
  return name
    ? t(`alarm.${name}`, { defaultValue: t('locations.alarmNumber', { code }) })
    : t('locations.alarmNumber', { code })
}

const winds = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const

export function windOf(deg: number): (typeof winds)[number] {
  return winds[Math.round((((deg % 360) + 360) % 360) / 45) % 8]!
}
