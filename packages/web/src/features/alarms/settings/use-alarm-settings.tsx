import { type AlarmSettingsOfLevel, alarmSettingCalls } from '@trackway/core/features/alarms/setting-calls.ts'
import { useTranslation } from 'react-i18next'
import type { LevelSettingsParts } from '../../../ui/levels/use-level-form.tsx'
import { AlarmSettingRows } from './AlarmSettingRows.tsx'
import { faultOf } from './alarm-setting-rows.ts'

/** The form of the alarm settings. */
export function useAlarmSettings(): LevelSettingsParts<AlarmSettingsOfLevel> {
  const { t } = useTranslation()
  return {
    find: alarmSettingCalls.find,
    set: alarmSettingCalls.set,
    texts: 'alarms.settings',
    control: (settings) => <AlarmSettingRows settings={settings} />,
    ofDevice: {
      name: 'pairedWith',
      help: t('alarms.settings.pairedWithHelp'),
      value: ({ pairedWith }) => pairedWith,
    },
    check: (own) => {
      const name = faultOf(own)
      return name === null ? null : t('alarms.settings.fault', { name: t(`alarm.${name}`) })
    },
    rereads: ['statistics', 'track'],
  }
}
