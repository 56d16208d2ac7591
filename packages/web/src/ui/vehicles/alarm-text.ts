import { alarmNames } from '@trackway/core/codes/alarms.ts'
import type { TFunction } from 'i18next'

/** What an alarm's code is called. */
export function alarmText(code: number, t: TFunction): string {
  const name = (alarmNames as Record<number, string>)[code]
  const number = t('ui.alarmNumber', { code })
  return name ? t(`alarm.${name}`, { defaultValue: number }) : number
}
