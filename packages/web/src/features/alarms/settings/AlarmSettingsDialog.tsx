import type { AlarmSettingsOfLevel } from '@trackway/core/features/alarms/setting-calls.ts'
import { alarmSettingCalls } from '@trackway/core/features/alarms/setting-calls.ts'
import { useTranslation } from 'react-i18next'
import { type LevelDialogProps, LevelSettingsDialog } from '../../../ui/levels/LevelSettingsDialog.tsx'
import { AlarmSettingRows } from './AlarmSettingRows.tsx'
import { faultOf } from './alarm-setting-rows.ts'

/** Which alarms are raised, from which threshold on, and with which severity: for an account, a type of its devices, or one device. */
export function AlarmSettingsDialog(props: LevelDialogProps) {
  const { t } = useTranslation()
  return (
    <LevelSettingsDialog<AlarmSettingsOfLevel>
      {...props}
      find={alarmSettingCalls.find}
      set={alarmSettingCalls.set}
      texts="alarms.settings"
      width={860}
      control={(settings) => <AlarmSettingRows settings={settings} />}
      ofDevice={{
        name: 'pairedWith',
        help: t('alarms.settings.pairedWithHelp'),
        value: ({ pairedWith }) => pairedWith,
      }}
      check={(own) => {
        const name = faultOf(own)
        return name === null ? null : t('alarms.settings.fault', { name: t(`alarm.${name}`) })
      }}
      rereads={[]}
    />
  )
}
