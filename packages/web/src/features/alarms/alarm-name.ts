import { type AlarmCode, alarmNames } from '@trackway/core/codes/alarms.ts'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import type { TFunction } from 'i18next'
import type { Format } from '../../base/format.ts'

/** What an alarm's code is called in the language of the page. */
export function alarmName(code: number, t: TFunction): string {
  const name = alarmNames[code as AlarmCode]
  return name === undefined ? t('alarms.number', { code }) : t(`alarm.${name}`)
}

/** The same with its subject and how often it was raised: "Vibration × 14". */
export function alarmTitle(
  { code, detail, count }: Pick<AlarmEpisode, 'code' | 'detail' | 'count'>,
  t: TFunction,
  format: Format,
): string {
  const name = alarmName(code, t)
  const { fenceName, placeName, busLine } = detail ?? {}
  const named = fenceName ?? placeName ?? busLine
  const about = typeof named === 'string' ? t('alarms.about', { name, named }) : name
  return count > 1 ? t('alarms.times', { name: about, count: format.number(count) }) : about
}
